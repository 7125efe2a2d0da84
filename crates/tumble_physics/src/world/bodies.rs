//! The bodies of a world: what is read all the time in arrays of its own, the rest in one record each.

use tumble_math::{Pose2, Vec2, trig};

use crate::body::{BodyDesc, BodyKind, BodyState, Material};
use crate::error::InvalidDesc;
use crate::filter::Filter;
use crate::id::{BodyId, Slots};
use crate::shape::{Aabb, Built, Frame, Piece, Shape, build};

/// No body, tree, cluster or the like.
pub(crate) const NONE: u32 = u32::MAX;

/// Coordinates beyond this are refused or quarantined \[px\].
pub(crate) const FARTHEST: f32 = 1e9;
/// Speeds beyond this are cut \[px/s\].
pub(crate) const FASTEST: f32 = 1e6;

/// Where a body's centre of mass is, and how it is turned. The angle is what counts; cosine and sine follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Place {
    pub at: Vec2,
    pub angle: f32,
    pub cos: f32,
    pub sin: f32,
}

impl Place {
    pub(crate) fn new(at: Vec2, angle: f32) -> Self {
        let (sin, cos) = trig::sin_cos(angle);
        Self { at, angle, cos, sin }
    }

    #[inline]
    pub(crate) fn frame(&self) -> Frame {
        Frame {
            at: self.at,
            cos: self.cos,
            sin: self.sin,
        }
    }

    #[inline]
    pub(crate) fn rotate(&self, v: Vec2) -> Vec2 {
        self.frame().rotate(v)
    }

    #[inline]
    pub(crate) fn point(&self, local: Vec2) -> Vec2 {
        self.at + self.rotate(local)
    }

    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        self.at.x.abs() <= FARTHEST && self.at.y.abs() <= FARTHEST && self.angle.abs() <= FARTHEST
    }
}

/// How a body moves: its centre of mass, and its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Motion {
    pub v: Vec2,
    pub w: f32,
}

impl Motion {
    /// Velocity of the point at `arm` from the centre of mass.
    #[inline]
    pub(crate) fn at(&self, arm: Vec2) -> Vec2 {
        self.v + Vec2::new(-arm.y, arm.x) * self.w
    }

    #[inline]
    pub(crate) fn is_finite(&self) -> bool {
        self.v.is_finite() && self.w.is_finite()
    }
}

/// Whether a body takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Health {
    /// It does.
    Sound,
    /// It was given something that is not finite: the next step takes it out.
    Poisoned,
    /// It is out until its pose or velocity is set.
    Quarantined,
}

/// Where a kinematic body is to be, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Goal {
    pub at: Vec2,
    pub angle: f32,
    /// In how much time \[s\].
    pub within: f32,
}

/// What is not read all the time.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Body {
    pub kind: BodyKind,
    pub shape: Shape,
    pub local_center: Vec2,
    pub mass: f32,
    pub inertia: f32,
    pub linear_damping: f32,
    pub angular_damping: f32,
    pub gravity_scale: f32,
    pub material: Material,
    pub filter: Filter,
    pub can_sleep: bool,
    pub tag: u64,
    /// Farthest point from the centre of mass \[px\].
    pub extent: f32,
    /// Least half-width \[px\].
    pub thickness: f32,
    pub health: Health,
    /// Joints on it, in the order they were made.
    pub joints: Vec<u32>,
    /// The tree that it belongs to, and its place in there; dynamic bodies only.
    pub tree: u32,
    pub tree_place: u32,
    /// Its first cluster; an outline has one per side, one after another in `side_clusters`.
    pub cluster: u32,
    pub side_clusters: Vec<u32>,
    /// Bodies that it never meets, besides those that joints exclude; sorted.
    pub ignores: Vec<u32>,
    /// Where a kinematic body is to be.
    pub goal: Option<Goal>,
    /// Whether it has just arrived there: it stops, unless it is given another goal.
    pub arrived: bool,
}

/// All bodies.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Bodies {
    pub slots: Slots,
    pub place: Vec<Place>,
    pub motion: Vec<Motion>,
    /// Box of the coming step's way.
    pub aabb: Vec<Aabb>,
    pub body: Vec<Body>,
    /// The piece of a body with one; sides of the others stand in `sides`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub piece: Vec<Piece>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sides: Vec<Vec<Piece>>,
}

impl Bodies {
    pub(crate) const fn new() -> Self {
        Self {
            slots: Slots::new(),
            place: Vec::new(),
            motion: Vec::new(),
            aabb: Vec::new(),
            body: Vec::new(),
            piece: Vec::new(),
            sides: Vec::new(),
        }
    }

    pub(crate) fn find(&self, id: BodyId) -> Option<usize> {
        self.slots
            .holds(id.index, id.generation)
            .then_some(id.index as usize)
    }

    pub(crate) fn id(&self, index: usize) -> BodyId {
        BodyId {
            index: index as u32,
            generation: self.slots.generation(index),
        }
    }

    pub(crate) fn is_dynamic(&self, index: usize) -> bool {
        self.body[index].kind == BodyKind::Dynamic
    }

    /// Whether a body takes part in the simulation as a dynamic one.
    pub(crate) fn takes_part(&self, index: usize) -> bool {
        self.is_dynamic(index) && self.body[index].health == Health::Sound
    }

    pub(crate) fn add(&mut self, desc: &BodyDesc) -> Result<BodyId, InvalidDesc> {
        check(desc)?;
        let built = build(&desc.shape, desc.kind)?;
        let dynamic = desc.kind == BodyKind::Dynamic;
        let (mass, inertia) = if dynamic {
            masses(desc.mass, &built)?
        } else {
            (0.0, 0.0)
        };
        let mut place = Place::new(desc.pose.position, desc.pose.angle);
        place.at = place.point(built.center);
        let motion = if desc.kind == BodyKind::Static {
            Motion::default()
        } else {
            Motion {
                v: desc.velocity,
                w: desc.spin,
            }
        };
        let body = Body {
            kind: desc.kind,
            shape: desc.shape.clone(),
            local_center: built.center,
            mass,
            inertia,
            linear_damping: desc.linear_damping,
            angular_damping: desc.angular_damping,
            gravity_scale: desc.gravity_scale,
            material: desc.material,
            filter: desc.filter,
            can_sleep: desc.can_sleep,
            tag: desc.tag,
            extent: built.extent,
            thickness: built.thickness,
            health: Health::Sound,
            joints: Vec::new(),
            tree: NONE,
            tree_place: 0,
            cluster: NONE,
            side_clusters: Vec::new(),
            ignores: Vec::new(),
            goal: None,
            arrived: false,
        };
        let (piece, sides) = split(built.pieces);
        let (index, generation) = self.slots.take();
        let at = index as usize;
        if at == self.place.len() {
            self.place.push(place);
            self.motion.push(motion);
            self.aabb.push(Aabb::EMPTY);
            self.body.push(body);
            self.piece.push(piece);
            self.sides.push(sides);
        } else {
            self.place[at] = place;
            self.motion[at] = motion;
            self.aabb[at] = Aabb::EMPTY;
            self.body[at] = body;
            self.piece[at] = piece;
            self.sides[at] = sides;
        }
        Ok(BodyId { index, generation })
    }

    /// Makes the pieces again, which snapshots leave out.
    pub(crate) fn rebuild_pieces(&mut self) -> Result<(), InvalidDesc> {
        self.piece.clear();
        self.sides.clear();
        for body in &self.body {
            let (piece, sides) = split(build(&body.shape, body.kind)?.pieces);
            self.piece.push(piece);
            self.sides.push(sides);
        }
        Ok(())
    }

    pub(crate) fn pose(&self, index: usize) -> Pose2 {
        let place = &self.place[index];
        let center = self.body[index].local_center;
        Pose2 {
            position: place.at - place.rotate(center),
            angle: place.angle,
        }
    }

    pub(crate) fn state(&self, index: usize, asleep: bool) -> BodyState {
        let motion = self.motion[index];
        BodyState {
            pose: self.pose(index),
            center: self.place[index].at,
            velocity: motion.v,
            spin: motion.w,
            asleep,
            quarantined: self.body[index].health == Health::Quarantined,
        }
    }
}

/// One piece, or a list of sides behind a stand-in.
fn split(mut pieces: Vec<Piece>) -> (Piece, Vec<Piece>) {
    let sided = matches!(pieces.first(), Some(Piece::Side(_))) || pieces.len() != 1;
    if sided {
        (
            Piece::Circle {
                center: Vec2::ZERO,
                radius: 0.0,
            },
            pieces,
        )
    } else {
        (pieces.remove(0), Vec::new())
    }
}

fn masses(mass: f32, built: &Built) -> Result<(f32, f32), InvalidDesc> {
    let inertia = mass * built.gyration_squared;
    if !(mass <= FARTHEST && inertia <= 1e24) {
        return Err(InvalidDesc::TooLarge("mass"));
    }
    if !(mass >= 1e-12 && inertia >= 1e-15) {
        return Err(InvalidDesc::NotPositive("mass"));
    }
    Ok((mass, inertia))
}

fn check(desc: &BodyDesc) -> Result<(), InvalidDesc> {
    let finite = [
        ("pose.position", desc.pose.position.is_finite()),
        ("pose.angle", desc.pose.angle.is_finite()),
        ("velocity", desc.velocity.is_finite()),
        ("spin", desc.spin.is_finite()),
        ("mass", desc.mass.is_finite() || desc.kind != BodyKind::Dynamic),
        ("linear_damping", desc.linear_damping.is_finite()),
        ("angular_damping", desc.angular_damping.is_finite()),
        ("gravity_scale", desc.gravity_scale.is_finite()),
        ("material.friction", desc.material.friction.is_finite()),
        ("material.restitution", desc.material.restitution.is_finite()),
        ("material.surface_speed", desc.material.surface_speed.is_finite()),
    ];
    if let Some((name, _)) = finite.iter().find(|(_, ok)| !ok) {
        return Err(InvalidDesc::NotFinite(name));
    }
    if desc.kind == BodyKind::Dynamic && desc.mass <= 0.0 {
        return Err(InvalidDesc::NotPositive("mass"));
    }
    let counted = [
        ("linear_damping", desc.linear_damping),
        ("angular_damping", desc.angular_damping),
        ("material.friction", desc.material.friction),
        ("material.restitution", desc.material.restitution),
    ];
    if let Some((name, _)) = counted.iter().find(|(_, value)| *value < 0.0) {
        return Err(InvalidDesc::Negative(name));
    }
    let small = [
        ("pose.position", desc.pose.position.abs().max_element()),
        ("pose.angle", desc.pose.angle.abs()),
        ("velocity", desc.velocity.abs().max_element()),
        ("spin", desc.spin.abs()),
        ("gravity_scale", desc.gravity_scale.abs()),
        ("material.surface_speed", desc.material.surface_speed.abs()),
    ];
    if let Some((name, _)) = small.iter().find(|(_, value)| *value > FARTHEST) {
        return Err(InvalidDesc::TooLarge(name));
    }
    Ok(())
}
