//! When a ragdoll has come to rest on what carries it.

use tumble_math::Vec2;
use tumble_rig::SettleSpec;

use crate::backend::{Backend, Touch};
use crate::probe::Vertical;
use crate::ragdoll::Ragdoll;

/// A touch carries when its normal is this much upwards (cosine of 72°).
const CARRYING_NORMAL: f32 = 0.3;

/// Waiting for a figure to settle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settle {
    /// How long it has been calm \[s\].
    calm: f32,
    /// How long it has been waited \[s\].
    waited: f32,
    touches: Vec<Touch>,
}

/// How the wait stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    NotYet,
    Yes,
    TimedOut,
}

impl Settle {
    /// Another step has been made.
    pub fn step(
        &mut self,
        world: &dyn Backend,
        vertical: Vertical,
        ragdoll: &Ragdoll,
        spec: &SettleSpec,
        dt: f32,
    ) -> Settled {
        self.waited += dt;
        self.calm = if self.is_calm(world, vertical, ragdoll, spec.speed) {
            self.calm + dt
        } else {
            0.0
        };
        // Times are sums of steps: a hair of a step is forgiven, so that 0.3 s is 18 steps of 1/60 s.
        let hair = 1e-3 * dt;
        if self.calm + hair >= spec.time {
            Settled::Yes
        } else if self.waited + hair >= spec.timeout {
            Settled::TimedOut
        } else {
            Settled::NotYet
        }
    }

    /// Whether every body moves slower than `speed` \[px/s\] relative to what it rests on: what it touches itself, else
    /// what the figure touches hardest, else the world.
    fn is_calm(&mut self, world: &dyn Backend, vertical: Vertical, ragdoll: &Ragdoll, speed: f32) -> bool {
        let mut figure_support = (Vec2::ZERO, f32::NEG_INFINITY);
        for (_, body, _) in ragdoll.bodies() {
            if let Some((velocity, impulse)) = self.support_of(world, vertical, ragdoll, body)
                && impulse > figure_support.1
            {
                figure_support = (velocity, impulse);
            }
        }
        let calm = |velocity: Vec2, carried: Vec2| (velocity - carried).length_squared() < speed * speed;
        for (_, body, _) in ragdoll.bodies() {
            let Some(state) = world.body(body) else { continue };
            let own = self
                .support_of(world, vertical, ragdoll, body)
                .map(|(velocity, _)| velocity);
            // NaN is not calm.
            if !calm(state.velocity, own.unwrap_or(figure_support.0))
                && !calm(state.velocity, figure_support.0)
            {
                return false;
            }
        }
        true
    }

    /// Velocity of what carries a body, where it touches it, and the impulse of that touch.
    fn support_of(
        &mut self,
        world: &dyn Backend,
        vertical: Vertical,
        ragdoll: &Ragdoll,
        body: crate::backend::BodyHandle,
    ) -> Option<(Vec2, f32)> {
        self.touches.clear();
        world.touches(body, &mut self.touches);
        self.touches
            .iter()
            .filter(|touch| ragdoll.bone_of(touch.other).is_none())
            .filter(|touch| touch.normal.dot(vertical.down) < -CARRYING_NORMAL)
            .max_by(|a, b| a.impulse.total_cmp(&b.impulse))
            .and_then(|touch| Some((world.body(touch.other)?.velocity_at(touch.point), touch.impulse)))
    }
}
