//! What happened in a step, to be drained by the caller after it.

use tumble_math::Vec2;

use crate::id::{BodyId, JointId};

/// Something that happened in a step. In a stable order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event {
    /// Two bodies began to touch.
    Begin {
        /// One.
        a: BodyId,
        /// The other.
        b: BodyId,
    },
    /// Two bodies touch no more.
    End {
        /// One.
        a: BodyId,
        /// The other.
        b: BodyId,
    },
    /// The first step of a touch: how hard, and where.
    Impact {
        /// One.
        a: BodyId,
        /// The other.
        b: BodyId,
        /// Sum of normal impulses \[kg·px/s\].
        impulse: f32,
        /// Where \[px\].
        at: Vec2,
        /// From A to B.
        normal: Vec2,
    },
    /// A body fell asleep.
    Slept {
        /// Which.
        body: BodyId,
    },
    /// A body woke.
    Woke {
        /// Which.
        body: BodyId,
    },
    /// A joint bore more than its `break_force`. It holds until the caller removes it.
    JointOverload {
        /// Which.
        joint: JointId,
        /// Force in this step [kg·px/s²].
        force: f32,
    },
    /// A body's state was not finite: it went back to its last valid pose, at rest, and is out of the simulation until its
    /// velocity or pose is set.
    Quarantined {
        /// Which.
        body: BodyId,
    },
}
