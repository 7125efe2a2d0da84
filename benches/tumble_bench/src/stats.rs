//! Sums up times, and fits how they grow.

use serde::Serialize;

/// Times of a step \[ms\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Mean over all steps.
    pub mean: f64,
    /// As many steps are faster as slower.
    pub median: f64,
    /// 99 of 100 steps are faster.
    pub p99: f64,
    /// The slowest step.
    pub max: f64,
}

impl Times {
    /// Of single times \[s\].
    pub fn of(seconds: &[f64]) -> Self {
        let mut sorted: Vec<f64> = seconds.iter().map(|seconds| seconds * 1e3).collect();
        sorted.sort_by(f64::total_cmp);
        let Some(&max) = sorted.last() else {
            return Self::default();
        };
        let rank = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
        Self {
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            median: rank(0.5),
            p99: rank(0.99),
            max,
        }
    }
}

/// The exponent e of the least-squares fit of time ∝ N^e, through points (N, time) on logarithmic axes; `None` for fewer than two
/// different N, or times that aren't positive.
pub fn growth(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|(n, time)| *n > 0.0 && *time > 0.0)
        .map(|(n, time)| (n.ln(), time.ln()))
        .collect();
    let count = logs.len() as f64;
    let (mean_x, mean_y) = logs.iter().fold((0.0, 0.0), |(x, y), point| {
        (x + point.0 / count, y + point.1 / count)
    });
    let (over, under) = logs.iter().fold((0.0, 0.0), |(over, under), &(x, y)| {
        (
            over + (x - mean_x) * (y - mean_y),
            under + (x - mean_x) * (x - mean_x),
        )
    });
    (under > 1e-12).then(|| over / under)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        let seconds: Vec<f64> = (1..=101).map(|i| f64::from(i) * 1e-3).collect();
        let times = Times::of(&seconds);
        assert!((times.mean - 51.0).abs() < 1e-9);
        assert!((times.median - 51.0).abs() < 1e-9);
        assert!((times.p99 - 100.0).abs() < 1e-9);
        assert!((times.max - 101.0).abs() < 1e-9);
        assert_eq!(Times::of(&[]), Times::default());
    }

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let points: Vec<(f64, f64)> = [100.0, 1000.0, 5000.0]
            .map(|n: f64| (n, 3.0 * n.powf(1.07)))
            .to_vec();
        assert!((growth(&points).unwrap() - 1.07).abs() < 1e-12);
        assert_eq!(growth(&points[..1]), None);
        assert_eq!(growth(&[]), None);
    }
}
