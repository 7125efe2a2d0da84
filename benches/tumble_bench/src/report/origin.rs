//! Where a report comes from: without it its figures say little.

use serde::Serialize;

/// How and where a report was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Origin {
    /// The arguments it was asked for with.
    pub arguments: Vec<String>,
    /// Threads that the machine runs at a time; 0 when it doesn't say.
    pub cores: usize,
    /// How many programs wanted to run in the last minute, when the run began and when it ended; `None` where the system doesn't say. The
    /// run itself is one of them, or as many as its threads.
    pub load: [Option<f64>; 2],
}

impl Origin {
    /// As of the run's beginning.
    pub fn begin(arguments: Vec<String>) -> Self {
        Self {
            arguments,
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            load: [load(), None],
        }
    }

    /// As of its end.
    pub fn end(&mut self) {
        self.load[1] = load();
    }
}

/// The load average of the last minute, as Linux tells it.
fn load() -> Option<f64> {
    first_number(&std::fs::read_to_string("/proc/loadavg").ok()?)
}

fn first_number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_averages_counts() {
        assert_eq!(first_number("0.52 1.00 2.25 1/321 4711\n"), Some(0.52));
        assert_eq!(first_number(""), None);
    }
}
