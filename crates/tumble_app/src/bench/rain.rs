//! The stickman rain: what falls, and onto what.
//!
//! The same scene that the peers are measured in (`benches/README.md`, *crowded* and *clean*), made of the built-in stickman through the
//! seam, so that any world can be rained on.

use core::f32::consts::{FRAC_PI_2, PI};

use tumble::RagdollTemplate;
use tumble::backend::{
    Backend, BodyDesc, BodyHandle, BodyKind, Gone, InvalidDesc, Layer, PairRule, PinDesc, PinHandle, Shape,
};
use tumble::math::{Placement, Pose2, Rot, Vec2, angle};
use tumble::rig::{BodySpec, BoneId, Pose, library};
use tumble::template::body_shape;

use super::args::Spacing;

/// Gravity \[px/s²\].
pub(super) const GRAVITY: Vec2 = Vec2::new(0.0, 980.0);
/// Friction of everything.
const FRICTION: f32 = 0.6;
/// The first row is so far above the ground \[px\].
const FIRST_ROW: f32 = 700.0;
/// The i-th stickman is turned by i times this \[rad\].
const TURN: f32 = 0.37;
/// Walls stand so far beyond the outer columns \[px\].
const MARGIN: f32 = 1200.0;
/// Thickness of ground and walls \[px\].
const THICK: f32 = 400.0;
/// Walls go on above the last row by so much \[px\].
const HEADROOM: f32 = 2000.0;
/// Legs are so far from straight down \[rad\].
const SPREAD: f32 = 10.0 * PI / 180.0;

/// Why it can't rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RainError {
    /// The built-in stickman is not as the rain wants it.
    #[error("the built-in stickman has no `{0}`")]
    Stickman(&'static str),
    /// The world refuses a body or pin.
    #[error("{figure}: {source}")]
    Refused { figure: Who, source: InvalidDesc },
    /// The world lost a body that it just made.
    #[error("{figure}: {source}")]
    Gone { figure: Who, source: Gone },
}

/// Whose body it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Terrain,
    Stickman(u32),
}

impl core::fmt::Display for Who {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Terrain => f.write_str("the ground"),
            Self::Stickman(number) => write!(f, "stickman {number}"),
        }
    }
}

/// A body of the stickman, the hips at the origin.
struct Limb {
    bone: BoneId,
    shape: Shape,
    spec: BodySpec,
    pose: Pose2,
}

/// A pin of it.
struct Joint {
    /// Indices of its bodies.
    parent: usize,
    child: usize,
    at: Vec2,
    /// From the pose that it falls in \[rad\].
    limits: Option<[f32; 2]>,
}

/// The stickman as it falls: arms straight out, each leg 10° from straight down. Its joints count from this pose.
pub(super) struct Stickman {
    limbs: Vec<Limb>,
    joints: Vec<Joint>,
    /// Indices of bodies on one pin.
    siblings: Vec<(usize, usize)>,
}

/// Where each bone points \[rad, clockwise from +x\], and the limits of the joint at its origin \[degrees\].
const BONES: &[(&str, f32, Option<[f32; 2]>)] = &[
    ("torso", -FRAC_PI_2, None),
    ("head", -FRAC_PI_2, None),
    ("left_upper_arm", PI, Some([-160.0, 160.0])),
    ("left_lower_arm", PI, Some([-5.0, 150.0])),
    ("right_upper_arm", 0.0, Some([-160.0, 160.0])),
    ("right_lower_arm", 0.0, Some([-150.0, 5.0])),
    ("left_upper_leg", FRAC_PI_2 + SPREAD, Some([-160.0, 160.0])),
    ("left_lower_leg", FRAC_PI_2 + SPREAD, Some([-5.0, 150.0])),
    ("right_upper_leg", FRAC_PI_2 - SPREAD, Some([-160.0, 160.0])),
    ("right_lower_leg", FRAC_PI_2 - SPREAD, Some([-150.0, 5.0])),
];

impl Stickman {
    /// From the built-in rig.
    pub(super) fn new() -> Result<Self, RainError> {
        let rig = library::rig("stickman").ok_or(RainError::Stickman("rig"))?;
        let template = RagdollTemplate::new(&rig);
        let mut pose = Pose::rest(&rig, Placement::at(Vec2::ZERO));
        let mut headings = vec![0.0; rig.bones.len()];
        let mut limits = vec![None; rig.bones.len()];
        for &(name, heading, band) in BONES {
            let bone = rig.bone(name).ok_or(RainError::Stickman(name))?.index();
            headings[bone] = heading;
            limits[bone] = band.map(|band| band.map(f32::to_radians));
        }
        pose.set_from_world(&rig, Vec2::ZERO, &headings);
        let mut bones = Vec::new();
        pose.world_bones(&rig, &mut bones);

        let limbs = template
            .bodies
            .iter()
            .filter_map(|&bone| {
                let spec = rig.ragdoll.bodies[bone.index()]?;
                let (origin, heading) = (bones[bone.index()].origin, headings[bone.index()]);
                Some(Limb {
                    bone,
                    shape: body_shape(spec.shape, rig.bones[bone.index()].length, 1.0),
                    spec,
                    pose: Pose2::new(origin + Rot::from_angle(heading).rotate(spec.center), heading),
                })
            })
            .collect::<Vec<_>>();
        let place = |bone: BoneId| limbs.iter().position(|limb| limb.bone == bone);
        let pair = |&(a, b): &(BoneId, BoneId)| Some((place(a)?, place(b)?));
        let joints = template.pins.iter().filter_map(|&(child, parent)| {
            Some(Joint {
                parent: place(parent)?,
                child: place(child)?,
                at: bones[child.index()].origin,
                limits: limits[child.index()],
            })
        });
        Ok(Self {
            joints: joints.collect(),
            siblings: template.siblings.iter().filter_map(pair).collect(),
            limbs,
        })
    }

    /// The shapes of its bodies, in their order.
    pub(super) fn shapes(&self) -> impl Iterator<Item = &Shape> + '_ {
        self.limbs.iter().map(|limb| &limb.shape)
    }

    /// Puts one into a world.
    fn spawn(
        &self,
        world: &mut dyn Backend,
        number: u32,
        at: Pose2,
        spacing: Spacing,
        rain: &mut Rain,
    ) -> Result<(), RainError> {
        let figure = Who::Stickman(number);
        let refused = |source| RainError::Refused { figure, source };
        let first = rain.bodies.len();
        for limb in &self.limbs {
            let pose = Pose2::new(
                at.world_from_local_point(limb.pose.position),
                at.angle + limb.pose.angle,
            );
            let body = world
                .add_body(&BodyDesc {
                    kind: BodyKind::Dynamic,
                    layer: Layer::Limb,
                    shape: limb.shape.clone(),
                    pose,
                    mass: limb.spec.mass,
                    linear_damping: limb.spec.linear_damping,
                    angular_damping: limb.spec.angular_damping,
                    friction: FRICTION,
                    figure: number + 1,
                    tag: u64::from(limb.bone.0),
                    ..BodyDesc::default()
                })
                .map_err(refused)?;
            rain.bodies.push(body);
        }
        let bodies = &rain.bodies[first..];
        for joint in &self.joints {
            let (parent, child) = (&self.limbs[joint.parent].pose, &self.limbs[joint.child].pose);
            let pin = world
                .add_pin(&PinDesc {
                    parent: bodies[joint.parent],
                    child: bodies[joint.child],
                    parent_anchor: parent.local_from_world_point(joint.at),
                    child_anchor: child.local_from_world_point(joint.at),
                    zero: child.angle - parent.angle,
                    angle: 0.0,
                    limits: joint.limits,
                    softness: 0.0,
                })
                .map_err(refused)?;
            rain.pins.push(pin);
        }
        if spacing == Spacing::Clean {
            for &(a, b) in &self.siblings {
                world
                    .set_pair(bodies[a], bodies[b], PairRule::Ignore)
                    .map_err(|source| RainError::Gone { figure, source })?;
            }
        }
        Ok(())
    }
}

/// What it rained.
#[derive(Debug, Default)]
pub(super) struct Rain {
    /// Every stickman's bodies, in the order of the stickmen.
    pub(super) bodies: Vec<BodyHandle>,
    /// Every stickman's pins.
    pub(super) pins: Vec<PinHandle>,
    /// The ground's surface is at y = 0 from here to there \[px\].
    pub(super) ground: [f32; 2],
}

impl Rain {
    /// Puts the ground, two walls and `figures` stickmen into an empty world.
    pub(super) fn new(
        world: &mut dyn Backend,
        stickman: &Stickman,
        figures: u32,
        spacing: Spacing,
    ) -> Result<Self, RainError> {
        let step = match spacing {
            Spacing::Crowded => Vec2::new(700.0, 1100.0),
            Spacing::Clean => Vec2::splat(1200.0),
        };
        let columns = columns(figures);
        let rows = figures.div_ceil(columns);
        let half = 0.5 * step.x * (columns - 1) as f32 + MARGIN;
        let top = -(FIRST_ROW + step.y * (rows - 1) as f32 + HEADROOM);
        let mut rain = Self {
            ground: [-half, half],
            ..Self::default()
        };
        for (min, max) in [
            (Vec2::new(-half - THICK, 0.0), Vec2::new(half + THICK, THICK)),
            (Vec2::new(-half - THICK, top), Vec2::new(-half, 0.0)),
            (Vec2::new(half, top), Vec2::new(half + THICK, 0.0)),
        ] {
            let block = BodyDesc {
                kind: BodyKind::Static,
                layer: Layer::Terrain,
                shape: Shape::Box {
                    half: (max - min) * 0.5,
                },
                pose: Pose2::new((min + max) * 0.5, 0.0),
                friction: FRICTION,
                ..BodyDesc::default()
            };
            world.add_body(&block).map_err(|source| RainError::Refused {
                figure: Who::Terrain,
                source,
            })?;
        }
        for number in 0..figures {
            stickman.spawn(world, number, place(number, columns, step), spacing, &mut rain)?;
        }
        Ok(rain)
    }
}

/// ⌈√N⌉.
fn columns(figures: u32) -> u32 {
    let root = figures.isqrt();
    if root * root < figures { root + 1 } else { root }
}

/// Where the hips of a stickman are, and how it is turned.
fn place(number: u32, columns: u32, step: Vec2) -> Pose2 {
    let (column, row) = (number % columns, number / columns);
    Pose2::new(
        Vec2::new(
            step.x * (column as f32 - 0.5 * (columns - 1) as f32),
            -(FIRST_ROW + step.y * row as f32),
        ),
        angle::wrap(TURN * number as f32),
    )
}

#[cfg(test)]
mod tests {
    use tumble::NativeWorld;

    use super::*;

    #[test]
    fn the_stickman_is_the_one_of_record() {
        let stickman = Stickman::new().unwrap();
        assert_eq!(
            (
                stickman.limbs.len(),
                stickman.joints.len(),
                stickman.siblings.len()
            ),
            (10, 9, 2)
        );
        let mass: f32 = stickman.limbs.iter().map(|limb| limb.spec.mass).sum();
        assert_eq!(mass, 22.0);
        // Arms straight out from shoulders 248 px above the hips, the head's centre 90 px above the neck.
        let at = |bone: usize| stickman.limbs[bone].pose.position;
        let far = |a: Vec2, b: Vec2| (a - b).length();
        assert!(far(at(1), Vec2::new(0.0, -481.5)) < 1e-3, "{}", at(1));
        assert!(far(at(2), Vec2::new(-84.0, -248.0)) < 1e-3, "{}", at(2));
        assert!(far(at(5), Vec2::new(268.0, -248.0)) < 1e-3, "{}", at(5));
        let foot = 300.0 * Vec2::new(-SPREAD.sin(), SPREAD.cos());
        assert!(far(at(7), foot) < 1e-3, "{}", at(7));
    }

    #[test]
    fn it_rains_in_a_grid_between_walls() {
        let stickman = Stickman::new().unwrap();
        let mut world = NativeWorld::with_gravity(GRAVITY);
        let rain = Rain::new(&mut world, &stickman, 10, Spacing::Crowded).unwrap();
        assert_eq!((rain.bodies.len(), rain.pins.len()), (100, 90));
        // Four columns, three rows.
        assert_eq!(rain.ground, [-2250.0, 2250.0]);
        let step = Vec2::new(700.0, 1100.0);
        assert_eq!(place(0, 4, step), Pose2::new(Vec2::new(-1050.0, -700.0), 0.0));
        let last = place(9, 4, step);
        assert_eq!(last.position, Vec2::new(-350.0, -2900.0));
        assert!((last.angle - (3.33 - 2.0 * PI)).abs() < 1e-5);
        assert_eq!([1, 2, 4, 5, 1000].map(columns), [1, 2, 2, 3, 32]);
        // Made exactly: no pin has a gap worth naming, and every joint starts at its zero.
        for &pin in &rain.pins {
            let pin = world.pin(pin).unwrap();
            assert!(pin.gap < 1e-3 && pin.angle.abs() < 1e-5, "{pin:?}");
        }
    }
}
