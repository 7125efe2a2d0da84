//! The seam between a character (and a scene) and somebody's physics world.
//!
//! A world keeps bodies and pins and hands out handles with a generation; a stale handle answers `None` or [`Gone`], never
//! a panic. Lengths in px, masses in kg, seconds, radians, +y down. `dt` comes from the caller.
//! Whatever implements this must pass the suite in `tests/conformance`.

pub mod inside;

use tumble_math::{Pose2, Vec2};

use inside::Inside;

/// A body in a world. Never reused: the upper half is a generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyHandle(pub u64);

/// A pin in a world. Never reused: the upper half is a generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PinHandle(pub u64);

impl core::fmt::Debug for BodyHandle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "body#{}v{}", self.0 as u32, self.0 >> 32)
    }
}

impl core::fmt::Debug for PinHandle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "pin#{}v{}", self.0 as u32, self.0 >> 32)
    }
}

/// The handle's body or pin no longer exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the body or pin no longer exists")]
pub struct Gone;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Never.
    Static,
    /// As it is told, pushing what is dynamic; infinitely heavy.
    Kinematic,
    /// By forces and contacts.
    #[default]
    Dynamic,
}

/// The shape of a body, in the body's frame \[px\].
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle about the body's origin.
    Circle {
        /// Radius \[px, > 0\].
        radius: f32,
    },
    /// A capsule along the body's x axis, about its origin.
    Capsule {
        /// Half the distance between the caps' centres \[px, > 0\].
        half_length: f32,
        /// Radius \[px, > 0\].
        radius: f32,
    },
    /// A box about the body's origin.
    Box {
        /// Half sides \[px, > 0\].
        half: Vec2,
    },
    /// A simple polygon, convex or not, in either winding. Static and kinematic bodies only when it isn't convex.
    Polygon {
        /// At least three corners.
        points: Vec<Vec2>,
    },
    /// An open polyline, two-sided and smooth to slide along. Static and kinematic bodies only.
    Segments {
        /// At least two points.
        points: Vec<Vec2>,
    },
}

/// What a body is, which decides what it meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Ground, walls, stairs. Rays of the ground probe see it.
    #[default]
    Terrain,
    /// Loose and moving things. Rays of the ground probe see it.
    Prop,
    /// A limb of a ragdoll: meets terrain, props, proxies and other figures' limbs.
    Limb,
    /// A character that is not a ragdoll: meets props and limbs of other figures.
    Proxy,
}

/// Everything needed to make a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDesc {
    /// Kind.
    pub kind: BodyKind,
    /// Layer.
    pub layer: Layer,
    /// Shape.
    pub shape: Shape,
    /// Where its origin (for dynamic bodies: its centre of mass) is, and how it is turned.
    pub pose: Pose2,
    /// Velocity of the origin \[px/s\].
    pub velocity: Vec2,
    /// Angular velocity \[rad/s\].
    pub spin: f32,
    /// Mass \[kg, > 0\]; ignored unless dynamic. The moment of inertia follows from the shape, uniformly filled.
    pub mass: f32,
    /// Linear damping [1/s]: v ← v/(1 + d·dt).
    pub linear_damping: f32,
    /// Angular damping [1/s].
    pub angular_damping: f32,
    /// Friction coefficient \[0..\].
    pub friction: f32,
    /// Restitution \[0..1\].
    pub restitution: f32,
    /// The figure that this body belongs to [0 = none]. Proxies never meet limbs and proxies of their own figure.
    pub figure: u32,
    /// Free for the caller; comes back in events and hits.
    pub tag: u64,
}

impl Default for BodyDesc {
    fn default() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            layer: Layer::Prop,
            shape: Shape::Circle { radius: 10.0 },
            pose: Pose2::IDENTITY,
            velocity: Vec2::ZERO,
            spin: 0.0,
            mass: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            friction: 0.6,
            restitution: 0.0,
            figure: 0,
            tag: 0,
        }
    }
}

/// A pin (revolute joint) between two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinDesc {
    /// The parent body, in whose frame limits act.
    pub parent: BodyHandle,
    /// The child body.
    pub child: BodyHandle,
    /// Anchor in the parent's frame \[px\].
    pub parent_anchor: Vec2,
    /// Anchor in the child's frame \[px\].
    pub child_anchor: Vec2,
    /// The relative angle (child − parent) that counts as zero \[rad\].
    pub zero: f32,
    /// The joint's angle from its zero at creation \[rad\], which says on which turn it starts; must agree with the
    /// bodies' poses up to whole turns.
    pub angle: f32,
    /// Limits of the angle from zero, `[lower, upper]` \[rad\]; `None` is free. A range of a turn or more is free.
    pub limits: Option<[f32; 2]>,
    /// Compliance [0 = rigid].
    pub softness: f32,
}

/// A motor in a pin: drives the joint's angle to a target as a damped spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Target angle from the joint's zero \[rad\].
    pub target: f32,
    /// Frequency \[Hz, > 0\].
    pub hertz: f32,
    /// Damping ratio \[0..\].
    pub damping_ratio: f32,
    /// Greatest torque [kg·px²/s²].
    pub max_torque: f32,
}

/// A body's state after the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// Where it is; the angle may or may not be wrapped.
    pub pose: Pose2,
    /// Velocity of its origin \[px/s\].
    pub velocity: Vec2,
    /// Angular velocity \[rad/s\].
    pub spin: f32,
    /// Whether it sleeps.
    pub asleep: bool,
}

impl BodyState {
    /// Velocity of the body's point that is at `world` \[px/s\].
    #[inline]
    pub fn velocity_at(&self, world: Vec2) -> Vec2 {
        let arm = world - self.pose.position;
        self.velocity + Vec2::new(-arm.y, arm.x) * self.spin
    }
}

/// A pin's state after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinState {
    /// Angle from the joint's zero \[rad\], unwrapped: it goes on past ±π.
    pub angle: f32,
    /// Limits now.
    pub limits: Option<[f32; 2]>,
    /// Distance between the two anchors \[px\].
    pub gap: f32,
    /// The parent's anchor in the world \[px\].
    pub at: Vec2,
}

/// A ray, from `origin` to `origin + way`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start \[px\].
    pub origin: Vec2,
    /// Direction and length \[px\].
    pub way: Vec2,
}

/// What a ray may hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct RayFilter<'a> {
    /// Whether terrain and props only, which is what a ground probe asks for; else every layer.
    pub ground_only: bool,
    /// Bodies to pass through.
    pub exclude: &'a [BodyHandle],
}

/// The nearest thing on a ray. Shapes that the ray starts inside are passed through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body hit.
    pub body: BodyHandle,
    /// Where \[px\].
    pub point: Vec2,
    /// Outward normal there (a unit vector).
    pub normal: Vec2,
    /// Share of the ray's way \[0..1\].
    pub fraction: f32,
}

/// A body that another one touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The other body.
    pub other: BodyHandle,
    /// Where \[px\].
    pub point: Vec2,
    /// From the other body towards the one asked about (a unit vector).
    pub normal: Vec2,
    /// Normal impulse in the last step \[kg·px/s\].
    pub impulse: f32,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldEvent {
    /// Two bodies began to touch, with this normal impulse \[kg·px/s\] in their first step of contact, at this point.
    Impact {
        /// One.
        a: BodyHandle,
        /// The other.
        b: BodyHandle,
        /// Normal impulse \[kg·px/s\].
        impulse: f32,
        /// Where \[px\].
        at: Vec2,
    },
    /// A body's state was not finite: it was put back to its last valid pose, stopped, and taken out of the simulation
    /// until its velocity or pose is set again.
    Quarantined {
        /// Which.
        body: BodyHandle,
    },
}

/// How two bodies of one figure meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairRule {
    /// As their layers say.
    Collide,
    /// Never.
    Ignore,
}

/// A physics world that characters can fall in.
pub trait Backend {
    /// Name for traces: `native`, `rapier`.
    fn name(&self) -> &'static str;

    /// Gravity \[px/s²\].
    fn gravity(&self) -> Vec2;

    /// Adds a body. The description must be valid: finite, positive sizes and mass.
    ///
    /// # Errors
    /// Says what is wrong with the description; nothing was added.
    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc>;

    /// Removes a body and every pin on it.
    ///
    /// # Errors
    /// When it no longer exists.
    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone>;

    /// Adds a pin. The two bodies joined never collide with each other while it exists.
    ///
    /// # Errors
    /// Says what is wrong with the description, a missing body included; nothing was added.
    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc>;

    /// Removes a pin.
    ///
    /// # Errors
    /// When it no longer exists.
    fn remove_pin(&mut self, pin: PinHandle) -> Result<(), Gone>;

    /// Sets a pin's limits [rad from its zero]; `None` frees it.
    ///
    /// # Errors
    /// When it no longer exists.
    fn set_limits(&mut self, pin: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone>;

    /// Sets or clears a pin's motor.
    ///
    /// # Errors
    /// When it no longer exists.
    fn set_motor(&mut self, pin: PinHandle, motor: Option<Motor>) -> Result<(), Gone>;

    /// How a body moves; `None` when it isn't there. A world that doesn't say, which is the default, has figures take all that
    /// they stand on for fixed or steadily moving: one on a row of loose crates may push them along under itself.
    fn kind(&self, body: BodyHandle) -> Option<BodyKind> {
        let _ = body;
        None
    }

    /// A body's state, `None` when it no longer exists.
    fn body(&self, body: BodyHandle) -> Option<BodyState>;

    /// The tag a body was made with.
    fn tag(&self, body: BodyHandle) -> Option<u64>;

    /// A pin's state, `None` when it no longer exists.
    fn pin(&self, pin: PinHandle) -> Option<PinState>;

    /// Puts a body somewhere at once, keeping its velocity.
    ///
    /// # Errors
    /// When it no longer exists.
    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone>;

    /// Has a kinematic body arrive at `pose` at the end of the next step of `dt` \[s\], with the velocity that takes.
    ///
    /// # Errors
    /// When it no longer exists.
    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone>;

    /// Sets a body's velocity \[px/s\] and angular velocity \[rad/s\], waking it. A kinematic body goes on with it.
    ///
    /// # Errors
    /// When it no longer exists.
    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone>;

    /// Applies an impulse \[kg·px/s\] at a point of the world \[px\], waking the body. A non-finite impulse quarantines the
    /// body at the next step.
    ///
    /// # Errors
    /// When it no longer exists.
    fn apply_impulse(&mut self, body: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone>;

    /// Pulls `local` (a point of the body, in its frame) to `target` \[px\] with a damped spring and a bounded force, until
    /// released. One grab a body.
    ///
    /// # Errors
    /// When it no longer exists.
    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone>;

    /// Lets go of a grabbed body; nothing when it isn't grabbed.
    fn release(&mut self, body: BodyHandle);

    /// Says how two bodies meet from now on.
    ///
    /// # Errors
    /// When one of them no longer exists.
    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone>;

    /// The nearest thing on a ray.
    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit>;

    /// Adds to `out` what a body touches, in a stable order.
    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>);

    /// Goes on by `dt` \[s\].
    fn step(&mut self, dt: f32);

    /// Moves the events of the steps since the last call to the end of `out`, in a stable order.
    fn drain_events(&mut self, out: &mut Vec<WorldEvent>);

    /// Counts, for traces and for tests that look for leaks.
    fn stats(&self) -> WorldStats;

    /// What it is made of inside, for pictures. A world that doesn't tell, which is the default, has pictures without these layers.
    fn inside(&self) -> Option<Inside> {
        None
    }
}

/// Counts of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldStats {
    /// Bodies of every kind.
    pub bodies: usize,
    /// Pins.
    pub pins: usize,
    /// Pairs that touch.
    pub contacts: usize,
    /// Dynamic bodies that sleep.
    pub asleep: usize,
}

/// Why a body or pin could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDesc {
    /// A number is NaN or infinite.
    #[error("`{0}` is not a finite number")]
    NotFinite(&'static str),
    /// A size or mass is zero or negative.
    #[error("`{0}` must be greater than zero")]
    NotPositive(&'static str),
    /// A polygon has too few corners, crosses itself, or encloses no area; a polyline has too few points.
    #[error("the outline is degenerate: {0}")]
    Outline(&'static str),
    /// A dynamic body was given a shape that only static bodies can have.
    #[error("a dynamic body can't have this shape: {0}")]
    Shape(&'static str),
    /// `lower` is greater than `upper`.
    #[error("the lower limit is greater than the upper one")]
    Limits,
    /// A body that the pin names does not exist (any more), or both are the same.
    #[error("a body of the pin does not exist")]
    Body,
}

/// A boxed world is a world, so that the kind can be chosen at run time.
impl<B: Backend + ?Sized> Backend for Box<B> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn gravity(&self) -> Vec2 {
        (**self).gravity()
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        (**self).add_body(desc)
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        (**self).remove_body(body)
    }

    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        (**self).add_pin(desc)
    }

    fn remove_pin(&mut self, pin: PinHandle) -> Result<(), Gone> {
        (**self).remove_pin(pin)
    }

    fn set_limits(&mut self, pin: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone> {
        (**self).set_limits(pin, limits)
    }

    fn set_motor(&mut self, pin: PinHandle, motor: Option<Motor>) -> Result<(), Gone> {
        (**self).set_motor(pin, motor)
    }

    fn kind(&self, body: BodyHandle) -> Option<BodyKind> {
        (**self).kind(body)
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        (**self).body(body)
    }

    fn tag(&self, body: BodyHandle) -> Option<u64> {
        (**self).tag(body)
    }

    fn pin(&self, pin: PinHandle) -> Option<PinState> {
        (**self).pin(pin)
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        (**self).set_pose(body, pose)
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone> {
        (**self).move_to(body, pose, dt)
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        (**self).set_velocity(body, velocity, spin)
    }

    fn apply_impulse(&mut self, body: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        (**self).apply_impulse(body, impulse, at)
    }

    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        (**self).grab(body, local, target)
    }

    fn release(&mut self, body: BodyHandle) {
        (**self).release(body);
    }

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        (**self).set_pair(a, b, rule)
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        (**self).cast_ray(ray, filter)
    }

    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>) {
        (**self).touches(body, out);
    }

    fn step(&mut self, dt: f32) {
        (**self).step(dt);
    }

    fn drain_events(&mut self, out: &mut Vec<WorldEvent>) {
        (**self).drain_events(out);
    }

    fn stats(&self) -> WorldStats {
        (**self).stats()
    }

    fn inside(&self) -> Option<Inside> {
        (**self).inside()
    }
}
