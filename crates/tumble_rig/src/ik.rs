//! Closed-form two-bone IK.

use tumble_math::Vec2;

use crate::Bend;

/// A chain of two bones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBone {
    /// Length of the bone nearer to the body, l₁ [px, 0..].
    pub upper: f32,
    /// Length of the other, l₂ [px, 0..].
    pub lower: f32,
    /// Targets nearer than this are taken at this distance [px]. 0 for none.
    pub min_distance: f32,
    /// Targets farther than this are taken at this distance [px]. Infinite for none.
    pub max_distance: f32,
}

/// How a target was met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// The tip is on the target, within 1e-3 px.
    Reached,
    /// The target is this much too far [px]; the chain points at it, straight (or at its max distance).
    TooFar(f32),
    /// The target is this much too near [px]; the chain points at it, folded (or at its min distance).
    TooNear(f32),
    /// The target is on the joint itself, where no direction exists; the previous direction is kept.
    OnJoint,
}

/// The answer of [`solve_two_bone`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneSolution {
    /// Heading of the upper bone, in the frame of the target [rad, −π..π].
    pub upper_heading: f32,
    /// Angle of the lower bone relative to the upper [rad, −π..π]; its sign is the bend side's.
    pub lower_angle: f32,
    /// How the target was met.
    pub reach: Reach,
}

/// Solves for a target given from the upper bone's origin. `previous_direction` is the heading from that origin to the
/// tip before, used where the target is on the joint.
pub fn solve_two_bone(chain: TwoBone, target: Vec2, bend: Bend, previous_direction: f32) -> TwoBoneSolution {
    let _ = (chain, target, bend, previous_direction);
    todo!()
}

/// The upper heading that puts the tip of a chain bent by `lower_angle` on the ray with heading `direction` [rad].
pub fn upper_heading_for(chain: TwoBone, direction: f32, lower_angle: f32) -> f32 {
    let _ = (chain, direction, lower_angle);
    todo!()
}
