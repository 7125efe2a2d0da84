//! What the rain does to a world: times, and whether limbs, limits and ground hold.

use std::time::Duration;

use serde_json::{Value, json};
use tumble::backend::{Backend, BodyHandle, Shape, WorldEvent};
use tumble::math::{StateHasher, Vec2};
use tumble::template::shape_half_extent;

use super::rain::Rain;

/// Up to so many stickmen are looked at after each step; looking at more takes the bodies out of the caches that the next step wants them
/// in, so they are looked at now and then.
const WATCHED_EVERY_STEP: u32 = 100;
/// Steps between looks at more of them.
const NOW_AND_THEN: u32 = 20;

/// Steps from one look to the next.
pub(super) fn between_looks(figures: u32) -> u32 {
    if figures <= WATCHED_EVERY_STEP {
        1
    } else {
        NOW_AND_THEN
    }
}

/// Times of single steps, summed up \[ms\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Times {
    pub(super) mean: f64,
    pub(super) median: f64,
    /// 99 of 100 steps are faster.
    pub(super) p99: f64,
    pub(super) max: f64,
}

impl Times {
    pub(super) fn of(steps: &[Duration]) -> Self {
        let mut sorted: Vec<f64> = steps.iter().map(|took| took.as_secs_f64() * 1e3).collect();
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

    pub(super) fn json(&self) -> Value {
        json!({ "mean": self.mean, "median": self.median, "p99": self.p99, "max": self.max })
    }
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    gaps: f64,
    count: u64,
    /// Greatest distance between a pin's two anchors \[px\].
    pub(super) gap: f32,
    /// Farthest that a joint was outside its limits \[rad\].
    pub(super) over: f32,
    /// Deepest that a body reached into the ground \[px\].
    pub(super) depth: f32,
    /// First step that was looked at after which everything slept.
    pub(super) asleep_at: Option<u32>,
    /// Most pairs that touched.
    pub(super) touching: usize,
    /// Bodies that the world took out, or whose state is not finite.
    pub(super) lost: Vec<BodyHandle>,
}

impl Seen {
    /// Mean distance between a pin's two anchors, over all pins and looks \[px\].
    pub(super) fn mean_gap(&self) -> f64 {
        self.gaps / self.count.max(1) as f64
    }

    /// Looks at everything after the `step`-th step; `shapes` are those of one stickman's bodies, in their order.
    pub(super) fn look(&mut self, world: &dyn Backend, rain: &Rain, shapes: &[Shape], step: u32) {
        let stats = world.stats();
        self.touching = self.touching.max(stats.contacts);
        if self.asleep_at.is_none() && stats.asleep >= rain.bodies.len() {
            self.asleep_at = Some(step);
        }
        for &pin in &rain.pins {
            let Some(pin) = world.pin(pin) else { continue };
            self.gaps += f64::from(pin.gap);
            self.count += 1;
            self.gap = self.gap.max(pin.gap);
            if let Some([lower, upper]) = pin.limits {
                self.over = self.over.max(lower - pin.angle).max(pin.angle - upper);
            }
        }
        for (place, &body) in rain.bodies.iter().enumerate() {
            let pose = match world.body(body) {
                Some(state) if state.pose.is_finite() && state.velocity.is_finite() => state.pose,
                _ => {
                    self.lose(body);
                    continue;
                }
            };
            if (rain.ground[0]..=rain.ground[1]).contains(&pose.position.x) {
                let reach = shape_half_extent(
                    &shapes[place % shapes.len().max(1)],
                    pose.rotation().x_axis(),
                    Vec2::Y,
                );
                self.depth = self.depth.max(pose.position.y + reach);
            }
        }
    }

    /// Takes note of what happened in a step.
    pub(super) fn hear(&mut self, events: &[WorldEvent]) {
        for event in events {
            if let WorldEvent::Quarantined { body } = event {
                self.lose(*body);
            }
        }
    }

    fn lose(&mut self, body: BodyHandle) {
        if !self.lost.contains(&body) {
            self.lost.push(body);
        }
    }
}

/// A hash of where everything is and how it moves: equal for equal bytes.
pub(super) fn state_hash(world: &dyn Backend, rain: &Rain) -> u64 {
    let mut hasher = StateHasher::new();
    for &body in &rain.bodies {
        let Some(state) = world.body(body) else { continue };
        for value in [
            state.pose.position.x,
            state.pose.position.y,
            state.pose.angle,
            state.velocity.x,
            state.velocity.y,
            state.spin,
        ] {
            hasher.write_f32(value);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        let steps: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        let times = Times::of(&steps);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(times.mean, 51.0) && near(times.median, 51.0), "{times:?}");
        assert!(near(times.p99, 100.0) && near(times.max, 101.0), "{times:?}");
        assert_eq!(Times::of(&[]), Times::default());
    }

    #[test]
    fn a_body_that_is_taken_out_is_named_once() {
        let mut seen = Seen::default();
        let body = BodyHandle(7);
        seen.hear(&[WorldEvent::Quarantined { body }, WorldEvent::Quarantined { body }]);
        assert_eq!(seen.lost, [body]);
    }
}
