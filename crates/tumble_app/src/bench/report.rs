//! What the rain came to, for people and for machines.

use serde_json::{Value, json};

use super::args::BenchArgs;
use super::stages::Stages;
use super::watch::{Seen, Times};

/// How one world did.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) backend: &'static str,
    pub(super) figures: u32,
    pub(super) bodies: usize,
    pub(super) threads: u8,
    pub(super) times: Times,
    pub(super) seen: Seen,
    pub(super) stages: Option<Stages>,
    pub(super) state_hash: u64,
}

impl Case {
    /// Promises that the run broke, in words; empty when all held.
    pub(super) fn broken_promises(&self) -> Vec<String> {
        let lost = self.seen.lost.iter();
        lost.map(|body| {
            format!(
                "{body:?} of {} stickmen on {} was not finite and was taken out",
                self.figures, self.backend
            )
        })
        .collect()
    }

    /// Time of a step over the number of stickmen \[µs\].
    fn us_a_figure(&self) -> f64 {
        self.times.mean * 1e3 / f64::from(self.figures)
    }
}

/// What stands above the table.
pub(super) fn heading(arguments: &BenchArgs, dt: f32) -> String {
    format!(
        "stickman rain, {}: {} steps of 1/{:.0} s\n\n{:>6} {:<7} {:>7}  {:>9} {:>8} {:>8} {:>8} {:>11}  {:>21}  {:>8}  {:>9}  {:>6}\n",
        arguments.scene.name(),
        arguments.steps,
        1.0 / dt,
        "n",
        "world",
        "threads",
        "ms a step",
        "median",
        "99 %",
        "max",
        "µs a figure",
        "mean / max gap (px)",
        "limit by",
        "in ground",
        "asleep",
    )
}

/// A world's line of the table, and its stages.
pub(super) fn row(case: &Case) -> String {
    let Case { times, seen, .. } = case;
    let asleep = seen
        .asleep_at
        .map_or_else(|| "–".to_owned(), |step| step.to_string());
    let mut row = format!(
        "{:>6} {:<7} {:>7}  {:>9.3} {:>8.3} {:>8.3} {:>8.3} {:>11.2}  {:>21}  {:>7.1}°  {:>6.1} px  {asleep:>6}\n",
        case.figures,
        case.backend,
        case.threads,
        times.mean,
        times.median,
        times.p99,
        times.max,
        case.us_a_figure(),
        format!("{:.4} / {:.4}", seen.mean_gap(), seen.gap),
        seen.over.to_degrees(),
        seen.depth,
    );
    if let Some(stages) = &case.stages {
        row.push_str(&stages.text());
    }
    row
}

/// Everything, for machines.
pub(super) fn json(arguments: &BenchArgs, dt: f32, cases: &[Case]) -> Value {
    let runs: Vec<Value> = cases
        .iter()
        .map(|case| {
            json!({
                "backend": case.backend,
                "n": case.figures,
                "bodies": case.bodies,
                "threads": case.threads,
                "step_ms": case.times.json(),
                "us_a_figure": case.us_a_figure(),
                "gap_px": { "mean": case.seen.mean_gap(), "max": case.seen.gap },
                "limit_over_degrees": case.seen.over.to_degrees(),
                "penetration_px": case.seen.depth,
                "asleep_at": case.seen.asleep_at,
                "most_touching": case.seen.touching,
                "state_hash": format!("{:016x}", case.state_hash),
                "stages": case.stages.as_ref().map(Stages::json),
                "broken_promises": case.broken_promises(),
            })
        })
        .collect();
    json!({
        "bench": "rain",
        "scene": arguments.scene.name(),
        "steps": arguments.steps,
        "dt": dt,
        "optimized": !cfg!(debug_assertions),
        "runs": runs,
    })
}
