//! What a body is told to be, and what it is now.

use tumble_math::{Pose2, Vec2};

use crate::filter::Filter;
use crate::shape::Shape;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Never.
    Static,
    /// With the velocity that it is given, whatever is in its way; infinitely heavy.
    Kinematic,
    /// By forces, joints and contacts.
    #[default]
    Dynamic,
}

/// What a body's surface is like. A contact takes √(a·b) of the frictions, the greater restitution, and the difference of surface speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// Coulomb's coefficient \[0..\]. Default 0.6.
    pub friction: f32,
    /// Share of the approach speed that comes back \[0..\]; above 1 a hit gains energy. Default 0.
    pub restitution: f32,
    /// Speed of the surface along itself, as a conveyor belt's \[px/s\]: what lies on top of a body at rest is carried towards +x
    /// when positive. Default 0.
    pub surface_speed: f32,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            friction: 0.6,
            restitution: 0.0,
            surface_speed: 0.0,
        }
    }
}

/// Everything needed to make a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDesc {
    /// How it moves. Default dynamic.
    pub kind: BodyKind,
    /// Its shape. Default a circle of 10 px.
    pub shape: Shape,
    /// Where its frame is. Default the identity.
    pub pose: Pose2,
    /// Velocity of its centre of mass \[px/s\].
    pub velocity: Vec2,
    /// Angular velocity \[rad/s\].
    pub spin: f32,
    /// Mass \[kg, > 0\]; ignored unless dynamic. The moment of inertia follows from the shape, uniformly filled. Default 1.
    pub mass: f32,
    /// Linear damping \[1/s, ≥ 0\]: v ← v/(1 + d·dt) each step of dt, however many sub-steps it has.
    pub linear_damping: f32,
    /// Angular damping \[1/s, ≥ 0\].
    pub angular_damping: f32,
    /// Share of gravity that acts on it. Default 1.
    pub gravity_scale: f32,
    /// Surface.
    pub material: Material,
    /// Whom it meets.
    pub filter: Filter,
    /// Whether it may fall asleep. Default true.
    pub can_sleep: bool,
    /// Free for the caller.
    pub tag: u64,
}

impl Default for BodyDesc {
    fn default() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            shape: Shape::Circle {
                center: Vec2::ZERO,
                radius: 10.0,
            },
            pose: Pose2::IDENTITY,
            velocity: Vec2::ZERO,
            spin: 0.0,
            mass: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            material: Material::default(),
            filter: Filter::default(),
            can_sleep: true,
            tag: 0,
        }
    }
}

/// A body's state after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Where its frame is. The angle is not wrapped.
    pub pose: Pose2,
    /// Its centre of mass in the world \[px\].
    pub center: Vec2,
    /// Velocity of its centre of mass \[px/s\].
    pub velocity: Vec2,
    /// Angular velocity \[rad/s\].
    pub spin: f32,
    /// Whether it sleeps.
    pub asleep: bool,
    /// Whether it was taken out of the simulation for not being finite.
    pub quarantined: bool,
}
