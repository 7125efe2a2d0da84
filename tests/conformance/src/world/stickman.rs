//! The stickman's ten bodies and nine pins, made straight through the seam.
//!
//! The numbers of record of the design, facing right at scale 1; no rig and no character is involved.

use core::f32::consts::{FRAC_PI_2, PI};

use tumble::Backend;
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Layer, PairRule, PinDesc, PinHandle, PinState, Shape,
};
use tumble::math::{Pose2, Rot, Vec2, angle};

use super::rng::Rng;

/// A bone of the stickman, and the body on it.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// Name, as in rigs.
    pub name: &'static str,
    /// Index of the parent; the torso is its own.
    pub parent: usize,
    /// Where it hangs on the parent, from the parent's origin along the parent \[px\].
    pub attach: f32,
    /// Heading in the rest pose \[rad\].
    pub rest: f32,
    /// Length \[px\].
    pub length: f32,
    /// Radius of its capsule, or of the head's circle \[px\].
    pub radius: f32,
    /// Mass \[kg\].
    pub mass: f32,
    /// Linear and angular damping [1/s].
    pub damping: [f32; 2],
    /// Relative angle to the parent that counts as zero \[rad\].
    pub zero: f32,
    /// Limits from zero \[degrees\].
    pub limits: Option<[f32; 2]>,
}

#[expect(
    clippy::too_many_arguments,
    reason = "a row of the table of limbs reads best as a row"
)]
const fn limb(
    name: &'static str,
    parent: usize,
    attach: f32,
    rest: f32,
    length: f32,
    mass: f32,
    zero: f32,
    limits: Option<[f32; 2]>,
) -> Limb {
    Limb {
        name,
        parent,
        attach,
        rest,
        length,
        radius: 8.0,
        mass,
        damping: [0.5, 3.0],
        zero,
        limits,
    }
}

/// Index of the torso.
pub const TORSO: usize = 0;
/// Index of the head.
pub const HEAD: usize = 1;
/// Index of the left hand's limb.
pub const LEFT_LOWER_ARM: usize = 3;
/// Index of the right shin.
pub const RIGHT_LOWER_LEG: usize = 9;

const HANG: Option<[f32; 2]> = Some([-160.0, 160.0]);
const ELBOW: Option<[f32; 2]> = Some([-150.0, 5.0]);
const KNEE: Option<[f32; 2]> = Some([-5.0, 150.0]);

/// The ten limbs, parents first.
pub const LIMBS: [Limb; 10] = [
    Limb {
        name: "torso",
        parent: 0,
        attach: 0.0,
        rest: -FRAC_PI_2,
        length: 391.5,
        radius: 12.0,
        mass: 8.0,
        damping: [1.0, 4.0],
        zero: 0.0,
        limits: None,
    },
    Limb {
        name: "head",
        parent: 0,
        attach: 391.5,
        rest: -FRAC_PI_2,
        length: 90.0,
        radius: 100.0,
        mass: 2.0,
        damping: [0.5, 2.0],
        zero: 0.0,
        limits: None,
    },
    limb("left_upper_arm", 0, 248.0, PI, 168.0, 1.5, PI, HANG),
    limb("left_lower_arm", 2, 168.0, PI, 200.0, 1.0, 0.0, ELBOW),
    limb("right_upper_arm", 0, 248.0, 0.0, 168.0, 1.5, PI, HANG),
    limb("right_lower_arm", 4, 168.0, 0.0, 200.0, 1.0, 0.0, ELBOW),
    limb("left_upper_leg", 0, 0.0, FRAC_PI_2, 200.0, 2.0, PI, HANG),
    limb("left_lower_leg", 6, 200.0, FRAC_PI_2, 200.0, 1.5, 0.0, KNEE),
    limb("right_upper_leg", 0, 0.0, FRAC_PI_2, 200.0, 2.0, PI, HANG),
    limb("right_lower_leg", 8, 200.0, FRAC_PI_2, 200.0, 1.5, 0.0, KNEE),
];

impl Limb {
    /// Where the body's centre is in the bone's frame \[px\]: the midpoint, or the tip for the head.
    fn center(&self) -> f32 {
        if self.is_head() {
            self.length
        } else {
            0.5 * self.length
        }
    }

    fn is_head(&self) -> bool {
        self.name == "head"
    }

    /// The body's shape.
    pub fn shape(&self) -> Shape {
        if self.is_head() {
            Shape::Circle { radius: self.radius }
        } else {
            Shape::Capsule {
                half_length: 0.5 * self.length - self.radius,
                radius: self.radius,
            }
        }
    }
}

/// How a stickman is made.
#[derive(Clone, Debug)]
pub struct StickmanDesc {
    /// Where the hips are \[px\].
    pub hips: Vec2,
    /// World heading of each limb \[rad\].
    pub headings: [f32; 10],
    /// Velocity of the hips \[px/s\]; the figure moves as a rigid body.
    pub velocity: Vec2,
    /// Angular velocity of the whole figure about the hips \[rad/s\].
    pub spin: f32,
    /// Its number among figures \[1..\].
    pub figure: u32,
    /// Mirrored, as for the facing to the left: headings are given for the right.
    pub mirrored: bool,
}

impl StickmanDesc {
    /// The rest pose: upright, arms out.
    pub fn rest(hips: Vec2) -> Self {
        Self {
            hips,
            headings: LIMBS.map(|limb| limb.rest),
            velocity: Vec2::ZERO,
            spin: 0.0,
            figure: 1,
            mirrored: false,
        }
    }

    /// A pose within the limits and a gentle tumble, from a seed.
    pub fn random(seed: u64, hips: Vec2, speed: f32, spin: f32) -> Self {
        let mut rng = Rng::new(seed);
        let mut desc = Self::rest(hips);
        desc.headings[TORSO] = rng.range(-PI, PI);
        for (index, limb) in LIMBS.iter().enumerate().skip(1) {
            // The shoulders' and hips' whole range would cross the figure's limbs all over.
            let (lower, upper) = match limb.limits {
                None => (-0.5, 0.5),
                Some([lower, upper]) => (
                    (0.75 * lower).to_radians().max(-2.0),
                    (0.75 * upper).to_radians().min(2.0),
                ),
            };
            desc.headings[index] = desc.headings[limb.parent] + limb.zero + rng.range(lower, upper);
        }
        desc.velocity = rng.vector(speed);
        desc.spin = rng.range(-spin, spin);
        desc
    }

    /// The relative angle of a limb from its joint's zero, brought to the turn nearest its band \[rad\].
    pub fn angle(&self, limb: usize) -> f32 {
        let l = &LIMBS[limb];
        let sign = if self.mirrored { -1.0 } else { 1.0 };
        let relative = angle::wrap(self.headings[limb] - self.headings[l.parent] - l.zero);
        let relative = match l.limits {
            Some([lower, upper]) => {
                angle::nearest_turn_to_band(relative, lower.to_radians(), upper.to_radians())
            }
            None => relative,
        };
        sign * relative
    }
}

/// A stickman in a world.
#[derive(Clone, Debug)]
pub struct Stickman {
    /// One body a limb.
    pub bodies: [BodyHandle; 10],
    /// One pin a limb but the torso: `pins[i - 1]` is at the origin of limb `i`.
    pub pins: [PinHandle; 9],
    /// Pairs that overlapped at entry and haven't come apart since.
    overlapping: Vec<(usize, usize)>,
}

impl Stickman {
    /// Adds a stickman to a world.
    ///
    /// # Panics
    /// When the world refuses a body or a pin.
    pub fn new(world: &mut dyn Backend, desc: &StickmanDesc) -> Self {
        let mut origins = [Vec2::ZERO; 10];
        let mut headings = desc.headings;
        let mirror = if desc.mirrored { -1.0 } else { 1.0 };
        if desc.mirrored {
            for heading in &mut headings {
                *heading = PI - *heading;
            }
        }
        let mut bodies = [BodyHandle(0); 10];
        for (index, limb) in LIMBS.iter().enumerate() {
            let along = Rot::from_angle(headings[index]).x_axis();
            origins[index] = if index == TORSO {
                desc.hips
            } else {
                origins[limb.parent] + Rot::from_angle(headings[limb.parent]).x_axis() * limb.attach
            };
            let center = origins[index] + along * limb.center();
            let arm = center - desc.hips;
            bodies[index] = world
                .add_body(&BodyDesc {
                    kind: BodyKind::Dynamic,
                    layer: Layer::Limb,
                    shape: limb.shape(),
                    pose: Pose2::new(center, headings[index]),
                    velocity: desc.velocity + Vec2::new(-arm.y, arm.x) * desc.spin,
                    spin: desc.spin,
                    mass: limb.mass,
                    linear_damping: limb.damping[0],
                    angular_damping: limb.damping[1],
                    friction: 0.6,
                    restitution: 0.0,
                    figure: desc.figure,
                    tag: index as u64,
                })
                .unwrap_or_else(|error| panic!("{}: {error}", limb.name));
        }
        let mut pins = [PinHandle(0); 9];
        for (index, limb) in LIMBS.iter().enumerate().skip(1) {
            let parent = &LIMBS[limb.parent];
            let zero = mirror * limb.zero;
            let limits = limb.limits.map(|[lower, upper]| {
                if desc.mirrored {
                    [-upper.to_radians(), -lower.to_radians()]
                } else {
                    [lower.to_radians(), upper.to_radians()]
                }
            });
            pins[index - 1] = world
                .add_pin(&PinDesc {
                    parent: bodies[limb.parent],
                    child: bodies[index],
                    parent_anchor: Vec2::new(limb.attach - parent.center(), 0.0),
                    child_anchor: Vec2::new(-limb.center(), 0.0),
                    zero,
                    angle: desc.angle(index),
                    limits,
                    softness: 0.0,
                })
                .unwrap_or_else(|error| panic!("{}: {error}", limb.name));
        }
        let mut stickman = Self {
            bodies,
            pins,
            overlapping: Vec::new(),
        };
        for (b, one) in LIMBS.iter().enumerate() {
            for (a, other) in LIMBS[..b].iter().enumerate() {
                let joined = one.parent == a;
                let same_point = a != TORSO && other.parent == one.parent && other.attach == one.attach;
                if joined {
                    continue;
                }
                if same_point {
                    stickman.set_pair(world, a, b, PairRule::Ignore);
                } else if stickman.distance(world, a, b) < 0.0 {
                    stickman.set_pair(world, a, b, PairRule::Ignore);
                    stickman.overlapping.push((a, b));
                }
            }
        }
        stickman
    }

    fn set_pair(&self, world: &mut dyn Backend, a: usize, b: usize, rule: PairRule) {
        world
            .set_pair(self.bodies[a], self.bodies[b], rule)
            .expect("both bodies exist");
    }

    /// Lets pairs that overlapped at entry meet once they have come apart. Call after each step.
    pub fn after_step(&mut self, world: &mut dyn Backend) {
        let mut overlapping = core::mem::take(&mut self.overlapping);
        overlapping.retain(|&(a, b)| {
            let apart = self.distance(world, a, b) > 0.5;
            if apart {
                self.set_pair(world, a, b, PairRule::Collide);
            }
            !apart
        });
        self.overlapping = overlapping;
    }

    /// The state of a limb's body.
    ///
    /// # Panics
    /// When it no longer exists.
    pub fn body(&self, world: &dyn Backend, limb: usize) -> BodyState {
        world
            .body(self.bodies[limb])
            .unwrap_or_else(|| panic!("{} is gone", LIMBS[limb].name))
    }

    /// The state of the pin at a limb's origin.
    ///
    /// # Panics
    /// When it no longer exists.
    pub fn pin(&self, world: &dyn Backend, limb: usize) -> PinState {
        world
            .pin(self.pins[limb - 1])
            .unwrap_or_else(|| panic!("the pin of {} is gone", LIMBS[limb].name))
    }

    /// The widest gap of its pins \[px\], and the limb it is at.
    pub fn widest_gap(&self, world: &dyn Backend) -> (f32, usize) {
        (1..10)
            .map(|limb| (self.pin(world, limb).gap, limb))
            .fold((0.0, 0), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// How far a limb's joint is beyond its limits \[rad\]; 0 within.
    pub fn overshoot(&self, world: &dyn Backend, limb: usize) -> f32 {
        beyond(&self.pin(world, limb))
    }

    /// The farthest that one of its joints is beyond its limits \[rad\], and the limb.
    pub fn worst_overshoot(&self, world: &dyn Backend) -> (f32, usize) {
        (1..10)
            .map(|limb| (self.overshoot(world, limb), limb))
            .fold((0.0, 0), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// The fastest of its bodies' centres \[px/s\].
    pub fn fastest(&self, world: &dyn Backend) -> f32 {
        (0..10)
            .map(|limb| self.body(world, limb).velocity.length())
            .fold(0.0, f32::max)
    }

    /// The fastest turning of its bodies \[rad/s\].
    pub fn fastest_spin(&self, world: &dyn Backend) -> f32 {
        (0..10)
            .map(|limb| self.body(world, limb).spin.abs())
            .fold(0.0, f32::max)
    }

    /// Whether every number of it is finite.
    pub fn is_finite(&self, world: &dyn Backend) -> bool {
        (0..10).all(|limb| {
            let state = self.body(world, limb);
            state.pose.is_finite() && state.velocity.is_finite() && state.spin.is_finite()
        })
    }

    /// Whether every body sleeps.
    pub fn is_asleep(&self, world: &dyn Backend) -> bool {
        (0..10).all(|limb| self.body(world, limb).asleep)
    }

    /// The lowest (greatest) y of any of its shapes \[px\].
    pub fn bottom(&self, world: &dyn Backend) -> f32 {
        (0..10)
            .map(|limb| {
                let [a, b] = self.core(world, limb);
                a.y.max(b.y) + LIMBS[limb].radius
            })
            .fold(f32::MIN, f32::max)
    }

    /// Kinetic energy [kg·px²/s²], turning left out of account for the head's and capsules' own moment of m·l²/12.
    pub fn kinetic_energy(&self, world: &dyn Backend) -> f32 {
        (0..10)
            .map(|limb| {
                let (state, l) = (self.body(world, limb), &LIMBS[limb]);
                let inertia = l.mass * l.length * l.length / 12.0;
                0.5 * l.mass * state.velocity.length_squared() + 0.5 * inertia * state.spin * state.spin
            })
            .sum()
    }

    /// Removes it.
    ///
    /// # Panics
    /// When a body is already gone.
    pub fn remove(&self, world: &mut dyn Backend) {
        for body in self.bodies {
            world.remove_body(body).expect("the body exists");
        }
    }

    /// The segment that, grown by the radius, is the body.
    fn core(&self, world: &dyn Backend, limb: usize) -> [Vec2; 2] {
        let pose = self.body(world, limb).pose;
        match LIMBS[limb].shape() {
            Shape::Capsule { half_length, .. } => {
                let along = pose.rotation().x_axis() * half_length;
                [pose.position - along, pose.position + along]
            }
            _ => [pose.position; 2],
        }
    }

    /// How far two of its bodies are apart; negative when they overlap \[px\].
    pub fn distance(&self, world: &dyn Backend, a: usize, b: usize) -> f32 {
        let ([a0, a1], [b0, b1]) = (self.core(world, a), self.core(world, b));
        let crossing = {
            let turn = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
            turn(a0, a1, b0) * turn(a0, a1, b1) < 0.0 && turn(b0, b1, a0) * turn(b0, b1, a1) < 0.0
        };
        let nearest = if crossing {
            0.0
        } else {
            [(a0, b0, b1), (a1, b0, b1), (b0, a0, a1), (b1, a0, a1)]
                .into_iter()
                .map(|(p, from, to)| to_segment(p, from, to))
                .fold(f32::MAX, f32::min)
        };
        nearest - LIMBS[a].radius - LIMBS[b].radius
    }
}

/// How far a pin is beyond its limits \[rad\]; 0 within.
pub fn beyond(pin: &PinState) -> f32 {
    match pin.limits {
        Some([lower, upper]) => (lower - pin.angle).max(pin.angle - upper).max(0.0),
        None => 0.0,
    }
}

fn to_segment(p: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    let length2 = way.length_squared();
    let t = if length2 > 0.0 {
        ((p - from).dot(way) / length2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p - (from + way * t)).length()
}
