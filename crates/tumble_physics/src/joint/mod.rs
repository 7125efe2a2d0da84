//! Joints: pins, welds, distances and mouse grabs.

use tumble_math::Vec2;

use crate::id::BodyId;

pub(crate) mod store;

/// A spring by what it does: how often it swings, and how fast that dies away.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spring {
    /// Frequency \[Hz, > 0\].
    pub hertz: f32,
    /// Damping ratio \[≥ 0\]: 1 is critical.
    pub damping_ratio: f32,
}

/// Drives a pin's angle to a target as a damped spring (a pose motor).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PoseSpring {
    /// Target angle from the joint's zero \[rad\]. Without limits the short way is taken.
    pub target: f32,
    /// How it swings.
    pub spring: Spring,
    /// Greatest torque [kg·px²/s²].
    pub max_torque: f32,
}

/// Turns a pin at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpeedMotor {
    /// Wanted relative speed, child − parent \[rad/s\]. 0 with a small torque is friction in the joint.
    pub speed: f32,
    /// Greatest torque [kg·px²/s²].
    pub max_torque: f32,
}

/// A pin (revolute joint): a point of the child stays on a point of the parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinDesc {
    /// The body in whose frame limits act.
    pub parent: BodyId,
    /// The other body.
    pub child: BodyId,
    /// Anchor in the parent's frame \[px\].
    pub parent_anchor: Vec2,
    /// Anchor in the child's frame \[px\].
    pub child_anchor: Vec2,
    /// The relative angle (child − parent) that counts as zero \[rad\].
    pub zero: f32,
    /// The joint's angle from its zero at creation \[rad\], which says on which turn it starts. `None` takes the bodies' own
    /// angles as they are.
    pub angle: Option<f32>,
    /// Limits of the angle from zero, `[lower, upper]` \[rad\]. `None`, or a range of a turn or more, is free; equal limits weld.
    pub limits: Option<[f32; 2]>,
    /// Compliance \[px/N in the world's units, i.e. s²/kg; 0 = rigid\].
    pub softness: f32,
    /// Pose spring.
    pub pose_spring: Option<PoseSpring>,
    /// Motor, or friction.
    pub motor: Option<SpeedMotor>,
    /// Whether the two bodies still collide. Default false.
    pub collide: bool,
    /// Force [kg·px/s²] above which a [`Event::JointOverload`](crate::Event::JointOverload) is raised. Default infinite.
    pub break_force: f32,
}

impl PinDesc {
    /// A free, rigid pin.
    pub fn new(parent: BodyId, child: BodyId, parent_anchor: Vec2, child_anchor: Vec2) -> Self {
        Self {
            parent,
            child,
            parent_anchor,
            child_anchor,
            zero: 0.0,
            angle: None,
            limits: None,
            softness: 0.0,
            pose_spring: None,
            motor: None,
            collide: false,
            break_force: f32::INFINITY,
        }
    }
}

/// A distance joint: a rod, a rope, or a spring between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceDesc {
    /// One body.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Anchor in A's frame \[px\].
    pub a_anchor: Vec2,
    /// Anchor in B's frame \[px\].
    pub b_anchor: Vec2,
    /// Least and greatest distance \[px\]: equal for a rod, `[0, l]` for a rope.
    pub range: [f32; 2],
    /// A spring towards `rest` within the range.
    pub spring: Option<Spring>,
    /// Rest length of the spring \[px\].
    pub rest: f32,
    /// Whether the two bodies still collide. Default false.
    pub collide: bool,
    /// Force [kg·px/s²] above which an overload event is raised.
    pub break_force: f32,
}

/// A weld: two bodies hold together at a point, at an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeldDesc {
    /// The parent body.
    pub parent: BodyId,
    /// The child body.
    pub child: BodyId,
    /// Anchor in the parent's frame \[px\].
    pub parent_anchor: Vec2,
    /// Anchor in the child's frame \[px\].
    pub child_anchor: Vec2,
    /// Relative angle (child − parent) that is held \[rad\].
    pub angle: f32,
    /// Force [kg·px/s²] above which an overload event is raised.
    pub break_force: f32,
}

/// A mouse joint: pulls a point of a body to a target with a damped spring and a bounded force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseDesc {
    /// The body.
    pub body: BodyId,
    /// The point, in its frame \[px\].
    pub local: Vec2,
    /// Where it is pulled to \[px\].
    pub target: Vec2,
    /// How it swings.
    pub spring: Spring,
    /// Greatest force [kg·px/s²].
    pub max_force: f32,
}

/// Any joint's description.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointDesc {
    /// See [`PinDesc`].
    Pin(PinDesc),
    /// See [`DistanceDesc`].
    Distance(DistanceDesc),
    /// See [`WeldDesc`].
    Weld(WeldDesc),
    /// See [`MouseDesc`].
    Mouse(MouseDesc),
}

/// A joint's state after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState {
    /// Angle from zero \[rad\], unwrapped; 0 for joints without one.
    pub angle: f32,
    /// Distance between the anchors \[px\] (mouse: to the target).
    pub gap: f32,
    /// The parent's (A's) anchor in the world \[px\].
    pub at: Vec2,
    /// Limits now.
    pub limits: Option<[f32; 2]>,
    /// Force in the last step, on the child (B) [kg·px/s²].
    pub force: Vec2,
    /// Torque in the last step, on the child [kg·px²/s²]: limits, springs and motors.
    pub torque: f32,
}
