//! How a figure moved in the last step: the source of inherited velocities.

use tumble_math::{Vec2, angle};
use tumble_rig::{EntrySpec, WorldBone};

/// The drawn bones of the frame before, if they say anything about motion.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    previous: Vec<WorldBone>,
    /// Time between that frame and the present one \[s\]; 0 when nothing is known.
    dt: f32,
}

/// A rigid motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Motion {
    pub velocity: Vec2,
    pub spin: f32,
}

impl History {
    /// Forgets what was before: the next pose is a new beginning.
    pub fn restart(&mut self) {
        self.dt = 0.0;
    }

    /// Whether the last step's motion is known.
    pub fn is_known(&self) -> bool {
        self.dt > 0.0
    }

    /// Call before the bones change: they become the frame before.
    pub fn push(&mut self, bones: &[WorldBone], dt: f32) {
        self.previous.clear();
        self.previous.extend_from_slice(bones);
        self.dt = dt;
    }

    /// Motion of the bone `index` about its point `at` (in the world, on the present bone) [px/s, rad/s].
    ///
    /// The point is fixed in the bone: v is the change of its place, ω the change of the heading, over dt.
    pub fn motion(&self, now: &[WorldBone], index: usize, at: Vec2) -> Motion {
        if !self.is_known() {
            return Motion::default();
        }
        let (before, now) = (self.previous[index], now[index]);
        let turn = angle::shortest(before.heading, now.heading);
        let arm = tumble_math::Rot::from_angle(-turn).rotate(at - now.origin);
        Motion {
            velocity: (at - (before.origin + arm)) / self.dt,
            spin: turn / self.dt,
        }
    }
}

impl Motion {
    /// What a body takes of this motion under the rig's entry rules.
    pub fn inherited(self, entry: &EntrySpec) -> Self {
        let velocity = self.velocity * entry.share;
        let speed = velocity.length();
        let velocity = if speed > entry.max_speed {
            velocity * (entry.max_speed / speed)
        } else {
            velocity
        };
        Self {
            velocity,
            spin: (self.spin * entry.share).clamp(-entry.max_spin, entry.max_spin),
        }
    }
}
