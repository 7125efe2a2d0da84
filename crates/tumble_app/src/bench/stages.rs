//! Where the time of a step goes in the native world, and what the step had to do.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tumble::physics::{Counters, Stage, World};

/// Times and counts over all steps so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    steps: u32,
    took: [Duration; Stage::ALL.len()],
    sums: [u64; 10],
}

impl Stages {
    /// Takes a step of the world.
    pub(super) fn step(&mut self, world: &mut World, dt: f32) {
        let mut last = Instant::now();
        world.step_observed(dt, &mut |stage| {
            let now = Instant::now();
            if let Some(place) = Stage::ALL.iter().position(|&known| known == stage) {
                self.took[place] += now - last;
            }
            last = now;
        });
        self.steps += 1;
        for (sum, (_, count)) in self.sums.iter_mut().zip(world.counters().named()) {
            *sum += u64::from(count);
        }
    }

    /// Time of each stage, mean over all steps \[ms\].
    fn times(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let steps = f64::from(self.steps.max(1));
        Stage::ALL
            .iter()
            .zip(&self.took)
            .map(move |(stage, took)| (stage.name(), took.as_secs_f64() * 1e3 / steps))
    }

    /// Mean counts of a step.
    fn counts(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let steps = f64::from(self.steps.max(1));
        Counters::default()
            .named()
            .into_iter()
            .zip(&self.sums)
            .map(move |((name, _), &sum)| (name, sum as f64 / steps))
    }

    /// Two lines for people.
    pub(super) fn text(&self) -> String {
        let whole: f64 = self.times().map(|(_, ms)| ms).sum();
        let times: Vec<String> = self
            .times()
            .map(|(name, ms)| format!("{name} {:.0} %", 100.0 * ms / whole.max(f64::MIN_POSITIVE)))
            .collect();
        let counts: Vec<String> = self
            .counts()
            .map(|(name, count)| format!("{name} {count:.0}"))
            .collect();
        format!(
            "        time: {}\n        a step: {}\n",
            times.join(", "),
            counts.join(", ")
        )
    }

    /// Everything, for machines.
    pub(super) fn json(&self) -> Value {
        let map = |entries: Vec<(&'static str, f64)>| -> Map<String, Value> {
            let entries = entries.into_iter();
            entries
                .map(|(name, value)| (name.replace(' ', "_"), json!(value)))
                .collect()
        };
        json!({ "ms": map(self.times().collect()), "counts": map(self.counts().collect()) })
    }
}

#[cfg(test)]
mod tests {
    use tumble::physics::Settings;

    use super::*;

    #[test]
    fn every_stage_of_a_step_is_taken() {
        let mut world = World::new(Settings::default());
        let mut told = Vec::new();
        world.step_observed(1.0 / 60.0, &mut |stage| told.push(stage));
        told.sort_unstable();
        told.dedup();
        assert_eq!(told, Stage::ALL);
        let mut stages = Stages::default();
        stages.step(&mut world, 1.0 / 60.0);
        assert_eq!(stages.steps, 1);
        assert!(stages.took.iter().sum::<Duration>() > Duration::ZERO);
    }
}
