//! Look-at: turning one bone towards a point, within a budget.

use tumble_math::{Placement, Vec2, angle, trig};

use crate::LookFrame;
use crate::ik::JOINT_RADIUS;

/// The heading within `budget` (`[lower, upper]`, both from `center`) that is nearest on the circle to `wanted` \[rad\].
///
/// Inside the budget `wanted` comes back untouched, bit for bit. A budget of a full turn or more, or none, is free. Bands
/// that reach past ±180° are meant as written: `[100°, 260°]` is the band about the opposite of `center`. Exactly
/// opposite the band's middle, where both ends are as near, one of them is taken, always the same.
pub fn clamp_to_budget(wanted: f32, center: f32, budget: Option<[f32; 2]>) -> f32 {
    let Some([lower, upper]) = budget else {
        return wanted;
    };
    if upper - lower >= core::f32::consts::TAU {
        return wanted;
    }
    let from_center = angle::shortest(center, wanted);
    let turned = angle::nearest_turn_to_band(from_center, lower, upper);
    let clamped = turned.max(lower).min(upper);
    if clamped == turned {
        wanted
    } else {
        center + clamped
    }
}

/// What [`aim`] needs to know of the bone. All headings in the root's frame, unmirrored \[rad\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The bone's origin, in the root's frame \[px\].
    pub origin: Vec2,
    /// Heading of its parent.
    pub parent_heading: f32,
    /// Its rest angle relative to the parent.
    pub rest_angle: f32,
    /// Its heading in the rest pose of an unturned root.
    pub rest_heading: f32,
    /// Added to the aimed heading.
    pub offset: f32,
    /// How far it may turn, `[lower, upper]`, from where `frame` says.
    pub budget: Option<[f32; 2]>,
    /// The frame in which the budget counts.
    pub frame: LookFrame,
}

/// The heading (root's frame, unmirrored) that turns a bone to `target` (root's frame), within its budget \[rad\];
/// `None` when the target is on the bone's origin (within [`JOINT_RADIUS`]) or not finite: it then keeps its angle.
///
/// In [`LookFrame::World`] the budget counts from the rest heading of an upright root, so turning the root doesn't take
/// the band along. Under a mirror the band is mirrored too: a figure facing left is the reflection of the same figure
/// facing right.
pub fn aim(aim: &Aim, target: Vec2, root: Placement) -> Option<f32> {
    let toward = target - aim.origin;
    let squared = toward.length_squared();
    if !(squared.is_finite() && squared >= JOINT_RADIUS * JOINT_RADIUS) {
        return None;
    }
    let wanted = trig::atan2(toward.y, toward.x) + aim.offset;
    Some(match aim.frame {
        LookFrame::Parent => clamp_to_budget(wanted, aim.parent_heading + aim.rest_angle, aim.budget),
        LookFrame::World => {
            // The heading seen from the upright root: world = angle + h, mirrored angle + π − h.
            let turn = root.convert_turn(root.angle);
            let upright = wanted + turn;
            let clamped = clamp_to_budget(upright, aim.rest_heading, aim.budget);
            if clamped == upright {
                wanted
            } else {
                clamped - turn
            }
        }
    })
}
