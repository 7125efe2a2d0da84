//! Closed-form two-bone IK.
//!
//! Symbols: l₁, l₂ the lengths; D the distance from the chain's origin to the target; L = l₁ + l₂ and d = |l₁ − l₂| the
//! reach at both ends; λ the lower bone's angle against the upper, β the angle at the origin between the upper bone and
//! the target's direction; s = ±1 the bend side. The law of cosines gives
//!
//! ```text
//! cos λ = (D² − l₁² − l₂²) / (2 l₁ l₂)        cos β = (D² + l₁² − l₂²) / (2 D l₁)
//! ```
//!
//! but an arc cosine loses half its digits near ±1, that is near a straight and near a folded chain. The half-angle
//! forms of the same triangle don't (all factors are differences of given numbers):
//!
//! ```text
//! tan² λ/2 = p/q,  p = (L − D)(L + D),        q = (D − d)(D + d)
//! tan² β/2 = u/v,  u = (L − D)(D + l₂ − l₁),  v = (D + l₁ − l₂)(D + L)
//! upper heading = direction − s β             lower angle = s λ
//! ```
//!
//! and the double angles need no further arc: λ = atan2(2√(pq), q − p), and likewise β's cosine and sine are v − u and
//! 2√(uv) over their sum, by which the target's direction is turned as a vector. Two arc tangents are left.
//!
//! Limit cases: D = L gives λ = β = 0; D = d gives λ = π and β = 0 (l₁ > l₂) or π (l₁ < l₂); a bone of no length gives
//! 0/0 = 0, so the other points at the target. One number: l₁ = l₂ = 200, D = 200√2 gives λ = 90°, β = 45°.
//!
//! All of it is computed in `f64` and rounded once: the tip is within 1e-4 px of a reachable target for chains of some
//! hundred px.

use tumble_math::{Vec2, trig};

use crate::Bend;

/// A tip this near to its target has [reached](Reach::Reached) it \[px\].
pub const REACH_TOLERANCE: f32 = 1e-3;

/// A target this near to the upper bone's origin has no direction of its own; the previous one is kept \[px\].
pub const JOINT_RADIUS: f32 = 0.05;

/// A chain of two bones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBone {
    /// Length of the bone nearer to the body, l₁ \[px, 0..\].
    pub upper: f32,
    /// Length of the other, l₂ \[px, 0..\].
    pub lower: f32,
    /// Targets nearer than this are taken at this distance \[px\]. 0 for none.
    pub min_distance: f32,
    /// Targets farther than this are taken at this distance \[px\]. Infinite for none.
    pub max_distance: f32,
}

impl TwoBone {
    /// A chain of these two lengths \[px, 0..\] without distance limits of its own.
    pub fn new(upper: f32, lower: f32) -> Self {
        Self {
            upper,
            lower,
            min_distance: 0.0,
            max_distance: f32::INFINITY,
        }
    }

    /// The distance at which a target `distance` away is taken: within the chain's own limits, then within what the
    /// bones can do. Should the two disagree, the bones win.
    fn reachable(self, distance: f64) -> f64 {
        let (l1, l2) = (f64::from(self.upper), f64::from(self.lower));
        let wanted = distance
            .max(f64::from(self.min_distance))
            .min(f64::from(self.max_distance));
        wanted.max((l1 - l2).abs()).min(l1 + l2)
    }

    /// The tip from the chain's origin, in double precision.
    fn tip(self, upper_heading: f64, lower_angle: f64) -> [f64; 2] {
        let (s1, c1) = trig::sin_cos_f64(upper_heading);
        let (s2, c2) = trig::sin_cos_f64(upper_heading + lower_angle);
        let (l1, l2) = (f64::from(self.upper), f64::from(self.lower));
        [l1 * c1 + l2 * c2, l1 * s1 + l2 * s2]
    }
}

/// How a target was met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// The tip is on the target, within [`REACH_TOLERANCE`].
    Reached,
    /// The target is this much too far \[px\]; the chain points at it, straight (or at its max distance).
    TooFar(f32),
    /// The target is this much too near \[px\]; the chain points at it, folded (or at its min distance).
    TooNear(f32),
    /// The target is within [`JOINT_RADIUS`] of the joint itself, where no direction exists; the previous direction is
    /// kept, and the tip is not on the target.
    OnJoint,
}

impl Reach {
    /// Whether the tip is on the target.
    #[inline]
    pub fn is_reached(self) -> bool {
        self == Self::Reached
    }
}

/// The answer of [`solve_two_bone`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneSolution {
    /// Heading of the upper bone, in the frame of the target \[rad, −π..π\].
    pub upper_heading: f32,
    /// Angle of the lower bone relative to the upper \[rad, −π..π\]; its sign is the bend side's.
    pub lower_angle: f32,
    /// How the target was met.
    pub reach: Reach,
}

/// Solves for a target given from the upper bone's origin. `previous_direction` is the heading from that origin to the
/// tip before, used where the target is on the joint (and where it is not finite, which counts as on the joint).
///
/// Out of reach, the tip goes to the nearest reachable point on the target's ray; lengths never change. The answer is
/// finite whatever the arguments.
///
/// ```
/// use tumble_rig::ik::{Reach, TwoBone, solve_two_bone};
/// use tumble_rig::{Bend, math::Vec2};
///
/// let leg = TwoBone::new(200.0, 200.0);
/// let bent = solve_two_bone(leg, Vec2::new(0.0, 385.0), Bend::Normal, 0.0);
/// assert_eq!(bent.reach, Reach::Reached);
/// assert!(bent.lower_angle > 0.0);
/// assert_eq!(solve_two_bone(leg, Vec2::new(0.0, 450.0), Bend::Normal, 0.0).reach, Reach::TooFar(50.0));
/// ```
pub fn solve_two_bone(chain: TwoBone, target: Vec2, bend: Bend, previous_direction: f32) -> TwoBoneSolution {
    let (l1, l2) = (f64::from(chain.upper), f64::from(chain.lower));
    let (x, y) = (f64::from(target.x), f64::from(target.y));
    let squared = x * x + y * y;

    let on_joint = !(squared.is_finite() && squared >= f64::from(JOINT_RADIUS) * f64::from(JOINT_RADIUS));
    let asked = if squared.is_finite() { squared.sqrt() } else { 0.0 };
    let [ray_x, ray_y] = if on_joint {
        let kept = if previous_direction.is_finite() {
            previous_direction
        } else {
            0.0
        };
        let (sin, cos) = trig::sin_cos_f64(f64::from(kept));
        [cos, sin]
    } else {
        [x, y]
    };

    let distance = chain.reachable(asked);
    let (sum, gap) = (l1 + l2, (l1 - l2).abs());
    let beyond = (sum - distance).max(0.0);
    let sign = f64::from(bend.sign());

    let p = beyond * (sum + distance);
    let q = (distance - gap).max(0.0) * (distance + gap);
    let lower_angle = (sign * trig::atan2_f64(2.0 * (p * q).sqrt(), q - p)) as f32;

    let u = beyond * (distance + l2 - l1).max(0.0);
    let v = (distance + l1 - l2).max(0.0) * (distance + sum);
    // An upper bone of no length has no spread, as a straight chain has none.
    let (cos, sin) = if u + v > 0.0 {
        (v - u, sign * 2.0 * (u * v).sqrt())
    } else {
        (1.0, 0.0)
    };
    let upper_heading = trig::atan2_f64(ray_y * cos - ray_x * sin, ray_x * cos + ray_y * sin) as f32;

    TwoBoneSolution {
        upper_heading,
        lower_angle,
        reach: reach(
            chain,
            [x, y],
            [asked, distance],
            on_joint,
            [upper_heading, lower_angle],
        ),
    }
}

/// Tells how the target was met from the distance asked for and the one taken; where rounding to `f32` could decide,
/// from the tip itself.
fn reach(
    chain: TwoBone,
    target: [f64; 2],
    [asked, taken]: [f64; 2],
    on_joint: bool,
    [upper_heading, lower_angle]: [f32; 2],
) -> Reach {
    let tolerance = f64::from(REACH_TOLERANCE);
    let miss = (asked - taken).abs();
    // Half a unit in the last place of an angle below π, twice, at the chain's length; doubled.
    let rounding = 5e-7 * f64::from(chain.upper + chain.lower);
    let reached = if on_joint || (miss - tolerance).abs() <= rounding {
        let tip = chain.tip(f64::from(upper_heading), f64::from(lower_angle));
        let (dx, dy) = (tip[0] - target[0], tip[1] - target[1]);
        dx * dx + dy * dy <= tolerance * tolerance
    } else {
        miss <= tolerance
    };
    if reached {
        Reach::Reached
    } else if on_joint {
        Reach::OnJoint
    } else if asked > taken {
        Reach::TooFar((asked - taken) as f32)
    } else {
        Reach::TooNear((taken - asked) as f32)
    }
}

/// The upper heading that puts the tip of a chain bent by `lower_angle` on the ray with heading `direction` \[rad, −π..π\].
///
/// The tip of a chain whose upper bone lies along +x is at (l₁ + l₂ cos λ, l₂ sin λ). A chain folded onto its own
/// origin (equal lengths, λ = ±π) has no ray; its upper bone then lies along `direction`.
pub fn upper_heading_for(chain: TwoBone, direction: f32, lower_angle: f32) -> f32 {
    wrap_f64(f64::from(direction) - direction_of_tip(chain, lower_angle)) as f32
}

/// The heading from the chain's origin to its tip, against the upper bone \[rad\].
pub(crate) fn direction_of_tip(chain: TwoBone, lower_angle: f32) -> f64 {
    let (l1, l2) = (f64::from(chain.upper), f64::from(chain.lower));
    let (sin, cos) = trig::sin_cos_f64(f64::from(lower_angle));
    let (x, y) = (l1 + l2 * cos, l2 * sin);
    if x * x + y * y < 1e-12 * (l1 * l1 + l2 * l2) {
        return 0.0;
    }
    trig::atan2_f64(y, x)
}

/// Into one turn, for angles within two turns of it.
fn wrap_f64(angle: f64) -> f64 {
    use core::f64::consts::{PI, TAU};
    // The f32 nearest to π is a little above it: clamped, so that rounding stays in the documented range.
    let limit = f64::from(core::f32::consts::PI);
    let wrapped = if (-PI..=PI).contains(&angle) {
        angle
    } else {
        angle - TAU * (angle / TAU).round_ties_even()
    };
    wrapped.clamp(-limit, limit)
}
