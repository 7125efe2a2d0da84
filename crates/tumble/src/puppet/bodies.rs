//! The bodies of the physics world that puppets meet: as terrain when they are static, as movers when they aren't.
//!
//! Each update a mover is put where its body is, with the body's velocity and with what the body [leans on](supports). After the puppets'
//! step the impulse and the moment that they gave it go to the body through [`Backend::apply_impulse`], and the world's own step moves it.

use tumble_math::{Pose2, Vec2};
use tumble_verlet::{
    Material, MoverDesc, MoverId, MoverShape, MoverState, Push, Shape as Piece, Support, TerrainError,
    TerrainId, Weight, World,
};

use super::outline;
use super::stage::Stage;
use crate::backend::{Backend, BodyDesc, BodyHandle, BodyKind, BodyState, Shape, Touch};

/// Normals that agree by more than this cosine press the same way.
const SAME_WAY: f32 = 0.5;
/// A corner that is nearer than this to the plane of a contact lies on it \[px\].
const ON_PLANE: f32 = 2.0;
/// A body on the ground is given at most so much of what is pressed into the ground through it, as a speed of its own mass
/// \[metres/s\]. It is what friction under it comes from; more of it, and a light crate under a heavy puppet that lands has to be stopped
/// from hundreds of metres a second by its world, which some can't.
const MOST_BORNE: f64 = 1.0;
/// A loose body that leans on something and is slower than this is still \[metres/s\]: as slow as puppets that fall asleep.
const STILL: f64 = 0.02;
/// How many loose things are looked through at most to find the ground beneath.
const MOST_STACKED: usize = 16;

/// A body that puppets meet.
#[derive(Clone, Debug)]
pub(super) struct Met {
    pub handle: BodyHandle,
    pub desc: BodyDesc,
    pub pose: Pose2,
    /// The centre of mass in the body's frame \[px\], and the moment of inertia about it \[kg·px²\]; only for dynamic ones.
    center: Vec2,
    inertia: f64,
    /// How far it reaches from its centre \[px\].
    reach: f32,
}

/// What a body is to puppets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    /// Nothing: puppets of the preset `Classic` know but their floor.
    Nothing,
    Terrain(TerrainId),
    Mover(MoverId),
}

impl Met {
    pub fn new(handle: BodyHandle, desc: &BodyDesc) -> Self {
        let mass = outline::mass(&desc.shape);
        let dynamic = desc.kind == BodyKind::Dynamic;
        let center = if dynamic { mass.center } else { Vec2::ZERO };
        Self {
            handle,
            desc: desc.clone(),
            pose: desc.pose,
            center,
            inertia: f64::from(desc.mass) * mass.inertia,
            reach: outline::reach(&desc.shape),
        }
    }

    fn material(&self) -> Material {
        Material::new(f64::from(self.desc.friction), f64::from(self.desc.restitution))
    }

    /// The body as terrain, where it is.
    pub fn piece(&self) -> Piece {
        outline::terrain(&self.desc.shape, self.pose)
    }

    /// The body as a mover.
    fn mover(&self) -> MoverDesc {
        MoverDesc {
            shape: self.shape(),
            weight: if self.desc.kind == BodyKind::Dynamic {
                Weight::Free {
                    mass: f64::from(self.desc.mass),
                    inertia: self.inertia,
                }
            } else {
                Weight::Driven
            },
            material: self.material(),
        }
    }

    fn shape(&self) -> MoverShape {
        match &self.desc.shape {
            Shape::Circle { radius } => MoverShape::Circle {
                radius: f64::from(*radius),
            },
            Shape::Capsule { half_length, radius } => MoverShape::Capsule {
                half_length: f64::from(*half_length),
                radius: f64::from(*radius),
            },
            Shape::Segments { .. } => MoverShape::Segments(self.corners()),
            Shape::Box { .. } | Shape::Polygon { .. } => MoverShape::Polygon(self.corners()),
        }
    }

    /// The outline's corners about the centre of mass.
    fn corners(&self) -> Vec<[f64; 2]> {
        outline::corners(&self.desc.shape)
            .into_iter()
            .map(|[x, y]| [x - f64::from(self.center.x), y - f64::from(self.center.y)])
            .collect()
    }

    /// Where its centre of mass is, and how it goes.
    fn state(&self, body: &BodyState) -> MoverState {
        let at = body.pose.world_from_local_point(self.center);
        MoverState {
            at: super::from_px(at),
            angle: f64::from(body.pose.angle),
            velocity: super::from_px(body.velocity_at(at)),
            spin: f64::from(body.spin),
        }
    }

    /// Makes it a thing of a world.
    ///
    /// # Errors
    /// A shape, mass or material that can't be met.
    pub fn enter(&self, world: &mut World<f32>) -> Result<Thing, TerrainError> {
        if self.desc.kind == BodyKind::Static {
            return world
                .add_terrain(self.piece(), self.material())
                .map(Thing::Terrain);
        }
        let body = BodyState {
            pose: self.pose,
            velocity: self.desc.velocity,
            spin: self.desc.spin,
            asleep: false,
        };
        world.add_mover(self.mover(), self.state(&body)).map(Thing::Mover)
    }

    /// Puts its mover where the body is. One that leans on something and is as good as still counts as still: worlds report slight
    /// velocities of what rests, that don't move it but would rock whoever stands on it.
    pub fn follow(&self, stage: &mut Stage, mover: MoverId, body: &BodyState, supports: &[Support]) {
        let mut state = self.state(body);
        let quiet = (STILL * stage.key.metre) as f32;
        let speed = body.velocity.length() + body.spin.abs() * self.reach;
        if !supports.is_empty() && speed < quiet {
            state.velocity = [0.0; 2];
            state.spin = 0.0;
        }
        // It is there: it was added with the body.
        let _ = stage.world.set_mover(mover, state, supports);
    }

    /// Gives the body what puppets gave its mover. What presses it against what gives no way is borne there: of that the body gets as much
    /// as makes it press and rub with up to [`MOST_BORNE`] of its mass, the ground the rest.
    pub fn pass_on<B: Backend + ?Sized>(&self, world: &mut B, push: Push, metre: f64) {
        if self.desc.kind != BodyKind::Dynamic || push == Push::default() {
            return;
        }
        let Some(body) = world.body(self.handle) else {
            return;
        };
        let [x, y] = push.borne.linear;
        let most = MOST_BORNE * metre * f64::from(self.desc.mass);
        let share = (most / (x * x + y * y).sqrt().max(f64::MIN_POSITIVE)).min(1.0);
        let linear = [0, 1].map(|axis| push.free.linear[axis] + share * push.borne.linear[axis]);
        let moment = push.free.moment + share * push.borne.moment;
        let center = body.pose.world_from_local_point(self.center);
        // The impulse at its centre of mass, and the moment as two impulses that cancel.
        let arm = Vec2::new(self.reach.max(1e-3), 0.0);
        let turn = Vec2::new(0.0, (moment / (2.0 * f64::from(arm.x))) as f32);
        // It is there: it was just looked at.
        let _ = world.apply_impulse(self.handle, super::px(linear), center);
        if turn.y != 0.0 {
            let _ = world.apply_impulse(self.handle, turn, center + arm);
            let _ = world.apply_impulse(self.handle, -turn, center - arm);
        }
    }
}

/// Leaves a world.
pub(super) fn leave(world: &mut World<f32>, thing: Thing) {
    // It is there: it was added with the body.
    match thing {
        Thing::Nothing => {}
        Thing::Terrain(terrain) => {
            let _ = world.remove_terrain(terrain);
        }
        Thing::Mover(mover) => {
            let _ = world.remove_mover(mover);
        }
    }
}

/// Where a loose body leans on what gives no way: static and driven bodies, or loose ones that lean on such in the same direction.
///
/// A world tells the middle of each contact. How far the contact goes is the body's own business: with a side in the contact's plane, to
/// its nearer corner and as far to the other side.
pub(super) fn supports<B: Backend + ?Sized>(world: &B, met: &Met, body: &BodyState, out: &mut Vec<Support>) {
    out.clear();
    let mut touches = Vec::new();
    world.touches(met.handle, &mut touches);
    let mut seen = vec![met.handle];
    for touch in touches {
        if !gives_no_way(world, &touch, &mut seen) {
            continue;
        }
        let along = Vec2::new(-touch.normal.y, touch.normal.x);
        let half = half_width(met, body, &touch, along);
        let sides: &[f32] = if half > 0.0 { &[-half, half] } else { &[0.0] };
        out.extend(sides.iter().map(|side| Support {
            at: super::from_px(touch.point + along * *side),
            normal: super::from_px(touch.normal),
        }));
    }
}

/// Whether what a body touches stays where it is however the body presses on it.
fn gives_no_way<B: Backend + ?Sized>(world: &B, touch: &Touch, seen: &mut Vec<BodyHandle>) -> bool {
    if seen.contains(&touch.other) || seen.len() > MOST_STACKED {
        return false;
    }
    match world.kind(touch.other) {
        Some(BodyKind::Static | BodyKind::Kinematic) => true,
        None => false,
        Some(BodyKind::Dynamic) => {
            seen.push(touch.other);
            let mut beneath = Vec::new();
            world.touches(touch.other, &mut beneath);
            let found = beneath
                .iter()
                .filter(|next| next.normal.dot(touch.normal) > SAME_WAY)
                .any(|next| gives_no_way(world, next, seen));
            seen.pop();
            found
        }
    }
}

/// Half the width of a contact, from its middle.
fn half_width(met: &Met, body: &BodyState, touch: &Touch, along: Vec2) -> f32 {
    let round = outline::round(&met.desc.shape);
    let on_plane = outline::corners(&met.desc.shape)
        .into_iter()
        .filter_map(|corner| {
            let at = body.pose.world_from_local_point(super::px(corner)) - touch.point;
            (at.dot(touch.normal).abs() - round < ON_PLANE).then(|| at.dot(along))
        });
    let (mut left, mut right) = (0.0_f32, 0.0_f32);
    for side in on_plane {
        left = left.min(side);
        right = right.max(side);
    }
    right.min(-left)
}
