//! What the checks share.

use tumble::Backend;
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Layer, PinDesc, PinHandle, PinState, Shape, Touch, WorldEvent,
};
use tumble::math::{Pose2, Rot, StateHasher, Vec2};

/// The usual step \[s\].
pub const DT: f32 = 1.0 / 60.0;
/// The usual gravity \[px/s²\].
pub const GRAVITY: Vec2 = Vec2::new(0.0, 980.0);

/// Adds a body that must be accepted.
pub fn add(world: &mut dyn Backend, desc: &BodyDesc) -> BodyHandle {
    world
        .add_body(desc)
        .unwrap_or_else(|error| panic!("{error}: {desc:?}"))
}

/// Adds a pin that must be accepted.
pub fn pin(world: &mut dyn Backend, desc: &PinDesc) -> PinHandle {
    world
        .add_pin(desc)
        .unwrap_or_else(|error| panic!("{error}: {desc:?}"))
}

/// The state of a body that must exist.
pub fn state(world: &dyn Backend, body: BodyHandle) -> BodyState {
    world
        .body(body)
        .unwrap_or_else(|| panic!("{body:?} is gone although nobody removed it"))
}

/// The state of a pin that must exist.
pub fn pin_state(world: &dyn Backend, pin: PinHandle) -> PinState {
    world
        .pin(pin)
        .unwrap_or_else(|| panic!("{pin:?} is gone although nobody removed it"))
}

/// Steps for some seconds.
pub fn run(world: &mut dyn Backend, seconds: f32) {
    for _ in 0..(seconds / DT).round() as usize {
        world.step(DT);
    }
}

/// A dynamic circle of 1 kg.
pub fn circle(at: Vec2, radius: f32) -> BodyDesc {
    BodyDesc {
        shape: Shape::Circle { radius },
        pose: Pose2::new(at, 0.0),
        ..BodyDesc::default()
    }
}

/// A dynamic box of 1 kg.
pub fn rect(at: Vec2, half: Vec2) -> BodyDesc {
    BodyDesc {
        shape: Shape::Box { half },
        pose: Pose2::new(at, 0.0),
        ..BodyDesc::default()
    }
}

/// A dynamic bar of 1 kg, `length` tip to tip.
pub fn bar(at: Vec2, angle: f32, length: f32, radius: f32) -> BodyDesc {
    BodyDesc {
        shape: Shape::Capsule {
            half_length: 0.5 * length - radius,
            radius,
        },
        pose: Pose2::new(at, angle),
        ..BodyDesc::default()
    }
}

/// The same, as fixed terrain.
pub fn fixed(desc: BodyDesc) -> BodyDesc {
    BodyDesc {
        kind: BodyKind::Static,
        layer: Layer::Terrain,
        ..desc
    }
}

/// The same, moved as it is told.
pub fn kinematic(desc: BodyDesc) -> BodyDesc {
    BodyDesc {
        kind: BodyKind::Kinematic,
        ..desc
    }
}

/// A flat floor whose surface is at y = 0.
pub fn add_floor(world: &mut dyn Backend) -> BodyHandle {
    add(
        world,
        &fixed(rect(Vec2::new(0.0, 200.0), Vec2::new(8000.0, 200.0))),
    )
}

/// A point of the world from which a bar hangs: a fixed body and a bar of 1 kg pinned to it by its end, at `heading` \[rad\].
#[derive(Clone, Copy, Debug)]
pub struct Hanging {
    /// The fixed body.
    pub holder: BodyHandle,
    /// The bar.
    pub bar: BodyHandle,
    /// The pin.
    pub pin: PinHandle,
}

/// Length of a [`Hanging`] bar \[px\].
pub const BAR: f32 = 200.0;

/// Adds a [`Hanging`] bar at the origin. The joint's zero is where the bar points along the holder's +x, which is turned by
/// `holder` \[rad\]; `angle` is the joint's angle at creation, over whole turns.
pub fn add_hanging(
    world: &mut dyn Backend,
    holder: f32,
    angle: f32,
    limits: Option<[f32; 2]>,
    mass: f32,
) -> Hanging {
    let heading = holder + angle;
    let along = Rot::from_angle(heading).x_axis();
    let base = add(
        world,
        &BodyDesc {
            pose: Pose2::new(Vec2::ZERO, holder),
            ..fixed(circle(Vec2::ZERO, 5.0))
        },
    );
    let hung = add(
        world,
        &BodyDesc {
            mass,
            ..bar(along * (0.5 * BAR), heading, BAR, 8.0)
        },
    );
    let joint = pin(
        world,
        &PinDesc {
            parent: base,
            child: hung,
            parent_anchor: Vec2::ZERO,
            child_anchor: Vec2::new(-0.5 * BAR, 0.0),
            zero: 0.0,
            angle,
            limits,
            softness: 0.0,
        },
    );
    Hanging {
        holder: base,
        bar: hung,
        pin: joint,
    }
}

/// Turns a body by a torque [kg·px²/s²] over a step, as a couple of impulses without a net push.
pub fn twist(world: &mut dyn Backend, body: BodyHandle, torque: f32, dt: f32) {
    let pose = state(world, body).pose;
    let arm = pose.rotation().rotate(Vec2::new(50.0, 0.0));
    let push = pose.rotation().rotate(Vec2::new(0.0, 1.0)) * (torque * dt / 100.0);
    for (side, impulse) in [(arm, push), (-arm, -push)] {
        world
            .apply_impulse(body, impulse, pose.position + side)
            .expect("the body exists");
    }
}

/// Moment of inertia of a uniformly filled capsule about its centre [kg·px²].
///
/// A rectangle 2a × 2r and two half discs whose centroids lie 4r/3π beyond its ends.
pub fn capsule_inertia(mass: f32, half_length: f32, radius: f32) -> f32 {
    let (a, r) = (half_length, radius);
    let c = 4.0 * r / (3.0 * core::f32::consts::PI);
    let (rect, disc) = (4.0 * a * r, core::f32::consts::PI * r * r);
    let moment = rect * (a * a + r * r) / 3.0 + disc * (0.5 * r * r - c * c + (a + c) * (a + c));
    mass * moment / (rect + disc)
}

/// What a body touches.
pub fn touches(world: &dyn Backend, body: BodyHandle) -> Vec<Touch> {
    let mut out = Vec::new();
    world.touches(body, &mut out);
    out
}

/// The events of the steps since the last call.
pub fn events(world: &mut dyn Backend) -> Vec<WorldEvent> {
    let mut out = Vec::new();
    world.drain_events(&mut out);
    out
}

/// Adds a body's bits to a hash.
pub fn hash_body(hash: &mut StateHasher, world: &dyn Backend, body: BodyHandle) {
    match world.body(body) {
        None => hash.write_u32(u32::MAX),
        Some(s) => {
            for value in [
                s.pose.position.x,
                s.pose.position.y,
                s.pose.angle,
                s.velocity.x,
                s.velocity.y,
                s.spin,
            ] {
                hash.write_f32(value);
            }
            hash.write_u32(u32::from(s.asleep));
        }
    }
}
