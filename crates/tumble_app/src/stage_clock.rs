//! A clock that a world tells its stages to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tumble::physics::Stage;

/// Takes the time of each stage of the last step.
#[derive(Clone, Debug)]
pub(crate) struct StageClock(Arc<Mutex<Reading>>);

#[derive(Debug)]
struct Reading {
    last: Instant,
    took: [Duration; Stage::ALL.len()],
}

impl StageClock {
    /// Stands at zero.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Reading {
            last: Instant::now(),
            took: [Duration::ZERO; Stage::ALL.len()],
        })))
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        // Times are whole whatever happened to whoever held them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a world is to call as a step begins, and at the end of each stage.
    pub(crate) fn observer(&self) -> impl FnMut(Option<Stage>) + Send + Sync + 'static {
        let clock = self.clone();
        move |stage| {
            let now = Instant::now();
            let mut reading = clock.reading();
            let took = now - reading.last;
            reading.last = now;
            match stage {
                None => reading.took = [Duration::ZERO; Stage::ALL.len()],
                Some(stage) => {
                    if let Some(place) = Stage::ALL.iter().position(|&known| known == stage) {
                        reading.took[place] += took;
                    }
                }
            }
        }
    }

    /// Time of each stage of the last step \[µs\], in the order of a step.
    pub(crate) fn stages(&self) -> Vec<(&'static str, f64)> {
        let took = self.reading().took;
        let names = Stage::ALL.iter().map(|stage| stage.name());
        names
            .zip(took)
            .map(|(name, took)| (name, took.as_secs_f64() * 1e6))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use tumble::NativeWorld;
    use tumble::backend::{Backend, BodyDesc};

    use super::*;

    #[test]
    fn it_takes_the_time_of_the_last_step_alone() {
        let clock = StageClock::new();
        let mut world = NativeWorld::default();
        world.set_observer(clock.observer());
        world.add_body(&BodyDesc::default()).unwrap();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(20));
            let start = Instant::now();
            world.step(1.0 / 60.0);
            let whole = start.elapsed().as_secs_f64() * 1e6;
            let stages = clock.stages();
            assert_eq!(stages.len(), Stage::ALL.len());
            // Neither the time between steps nor an earlier step's is in it.
            let sum: f64 = stages.iter().map(|stage| stage.1).sum();
            assert!(sum > 0.0 && sum <= whole, "{sum} of {whole}");
        }
    }
}
