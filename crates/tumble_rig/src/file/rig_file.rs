//! What a rig file says, as written: names, px, degrees, everything with a default that can have one.

use serde::{Deserialize, Serialize};

use super::{EasingFile, Named};
use crate::{Bend, EntrySpec, Facing, LandedPose, LimbKind, LookFrame, PathChoice, RecoverySpec};

/// A rig file. Lengths in px, angles in degrees unless a field says otherwise; everything in the rig's unmirrored
/// frame, facing right, at scale 1.
///
/// Only `version`, `name` and `bones` must be there. A tool that makes rigs fills this in and calls
/// [`build`](Self::build).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RigFile {
    /// Version of the notation: [`RIG_VERSION`](super::RIG_VERSION).
    pub version: u32,
    /// Name.
    pub name: String,
    /// Bones, in any order; exactly one, the torso, has no parent.
    pub bones: Vec<BoneFile>,
    /// Two-bone limbs moved by IK. Default none.
    #[serde(default)]
    pub limbs: Vec<LimbFile>,
    /// The bone that looks at a marker. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<LookFile>,
    /// How it stands.
    #[serde(default)]
    pub stand: StandFile,
    /// What differs by facing.
    #[serde(default)]
    pub facings: FacingsFile,
    /// The ragdoll's bodies. Default: one capsule for each bone that has a length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodies: Option<Vec<BodyFile>>,
    /// The ragdoll's joints; a body's bone that has none here gets one with the bone's name.
    #[serde(default)]
    pub joints: Vec<JointFile>,
    /// How bodies inherit motion.
    #[serde(default)]
    pub entry: EntryFile,
    /// How it gets up.
    #[serde(default)]
    pub recovery: RecoveryFile,
    /// What props feel of it while it is no ragdoll. Default `Bones`.
    #[serde(default)]
    pub proxy: ProxyFile,
    /// What is drawn. A bone without any part is drawn as its body.
    #[serde(default)]
    pub parts: Vec<PartFile>,
}

/// A bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoneFile {
    /// Name, unique in the rig.
    pub name: String,
    /// Name of the parent. Default: none, which makes it the torso.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Where it starts in its parent's frame, (along, across) [px]. Default: the parent's tip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attach: Option<(f32, f32)>,
    /// Length [px, 0..]. Default 0.
    #[serde(default)]
    pub length: f32,
    /// Rest angle from the parent's direction [deg]; for the torso, its heading. Default 0.
    #[serde(default)]
    pub rest: f32,
}

/// A two-bone limb.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimbFile {
    /// Name, unique among the limbs.
    pub name: String,
    /// Arm or leg.
    pub kind: LimbKindFile,
    /// The bone nearer to the torso.
    pub upper: String,
    /// Its child, at its tip.
    pub lower: String,
    /// Name of the marker it reaches for.
    pub marker: String,
    /// Nearer targets are taken at this distance [px, 0..]. Default 0.
    #[serde(default)]
    pub min_distance: f32,
    /// Farther targets are taken at this distance [px]. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_distance: Option<f32>,
}

/// The bone that looks at a marker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookFile {
    /// The bone that turns.
    pub bone: String,
    /// Name of its marker. Default: the bone's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<String>,
    /// How far it may turn, (lower, upper) [deg]. Default: as far as it likes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<(f32, f32)>,
    /// The frame in which the budget counts. Default `Parent`.
    #[serde(default)]
    pub frame: LookFrameFile,
    /// Added to the aimed angle [deg]. Default 0.
    #[serde(default)]
    pub offset: f32,
}

impl LookFile {
    /// The name of its marker: its own, else the bone's.
    pub fn marker_name(&self) -> &str {
        self.marker.as_deref().unwrap_or(&self.bone)
    }
}

/// How the figure stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StandFile {
    /// The hips in the root's frame [px]. Default (0, 0).
    pub torso: (f32, f32),
    /// Turn of the torso from its rest heading [deg]. Default 0.
    pub angle: f32,
    /// The look's marker [px]; must be there when the rig has a look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<(f32, f32)>,
    /// Share of look-at [0..1]. Default 1.
    pub look: f32,
    /// Where each limb's marker is [px], by the marker's name; every limb needs one.
    pub targets: Named<(f32, f32)>,
    /// Share of IK [0..1] by limb. Default 1.
    pub weights: Named<f32>,
    /// Angles by bone [deg]. Default: its rest angle.
    pub angles: Named<f32>,
}

impl Default for StandFile {
    fn default() -> Self {
        Self {
            torso: (0.0, 0.0),
            angle: 0.0,
            head: None,
            look: 1.0,
            targets: Named::default(),
            weights: Named::default(),
            angles: Named::default(),
        }
    }
}

/// What differs by facing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FacingsFile {
    /// Facing right, as authored.
    pub right: FacingFile,
    /// Facing left, the mirror image; in the rig's unmirrored frame like everything. Default: as right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<FacingFile>,
    /// Facing the viewer, unmirrored. Default: as right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<FacingFile>,
}

/// One facing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FacingFile {
    /// Bend side by limb. Default: as facing right; there, `Normal`.
    pub bends: Named<BendFile>,
    /// Bands by joint that replace the joint's own, (lower, upper) [deg]. Default: as facing right; there, none.
    pub limits: Named<(f32, f32)>,
    /// Names of the parts, back to front, each once. Default: as facing right; there, the order of `parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_order: Option<Vec<String>>,
}

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyFile {
    /// The bone it belongs to.
    pub bone: String,
    /// Its shape. Default `Capsule(8)`.
    #[serde(default)]
    pub shape: ShapeFile,
    /// Its centre in the bone's frame, (along, across) [px]. Default: the middle of the bone for capsules and boxes,
    /// the tip for circles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<(f32, f32)>,
    /// Mass [kg, > 0]. Default 1.
    #[serde(default = "BodyFile::default_mass")]
    pub mass: f32,
    /// Linear damping [1/s, 0..]. Default 0.5.
    #[serde(default = "BodyFile::default_linear_damping")]
    pub linear_damping: f32,
    /// Angular damping [1/s, 0..]. Default 3.
    #[serde(default = "BodyFile::default_angular_damping")]
    pub angular_damping: f32,
    /// Friction coefficient [0..]. Default 0.6.
    #[serde(default = "BodyFile::default_friction")]
    pub friction: f32,
    /// Restitution [0..1]. Default 0.
    #[serde(default)]
    pub restitution: f32,
}

impl BodyFile {
    /// The default mass [kg].
    pub const MASS: f32 = 1.0;
    /// The default linear damping [1/s].
    pub const LINEAR_DAMPING: f32 = 0.5;
    /// The default angular damping [1/s].
    pub const ANGULAR_DAMPING: f32 = 3.0;
    /// The default friction coefficient.
    pub const FRICTION: f32 = 0.6;
    /// The default radius of a capsule [px].
    pub const RADIUS: f32 = 8.0;

    fn default_mass() -> f32 {
        Self::MASS
    }

    fn default_linear_damping() -> f32 {
        Self::LINEAR_DAMPING
    }

    fn default_angular_damping() -> f32 {
        Self::ANGULAR_DAMPING
    }

    fn default_friction() -> f32 {
        Self::FRICTION
    }

    /// The body that a bone gets when the file lists none at all.
    pub fn of_bone(bone: &str) -> Self {
        Self {
            bone: bone.to_owned(),
            shape: ShapeFile::default(),
            center: None,
            mass: Self::MASS,
            linear_damping: Self::LINEAR_DAMPING,
            angular_damping: Self::ANGULAR_DAMPING,
            friction: Self::FRICTION,
            restitution: 0.0,
        }
    }
}

/// The shape of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ShapeFile {
    /// Along the bone, as long as the bone from tip to tip: `Capsule(radius)` [px].
    Capsule(f32),
    /// `Circle(radius)` [px].
    Circle(f32),
    /// `Box(along, across)`, full sides [px].
    Box(f32, f32),
}

impl Default for ShapeFile {
    fn default() -> Self {
        Self::Capsule(BodyFile::RADIUS)
    }
}

/// The joint between a bone and its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointFile {
    /// Name, unique among the joints.
    pub name: String,
    /// The bone whose origin it is at.
    pub bone: String,
    /// The angle from the parent's direction that counts as zero [deg]. Default: straight (0) for the lower bone of a
    /// limb, the rest angle for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero: Option<f32>,
    /// How far it turns. Default: `Hinge()` for the lower bone of a limb, `Free` for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitFile>,
    /// Compliance of the pin [0 = rigid]. Default 0.
    #[serde(default)]
    pub softness: f32,
}

/// How far a joint turns, from its zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LimitFile {
    /// As far as it likes.
    Free,
    /// `Band(lower, upper)` [deg], whatever the facing. A full turn or more means free.
    Band(f32, f32),
    /// An elbow or knee: to the side that its limb bends to.
    Hinge {
        /// Against the bend side [deg, 0..180]. Default 5.
        #[serde(default = "LimitFile::default_hyperextension")]
        hyperextension: f32,
        /// To the bend side [deg, 0..180]. Default 150.
        #[serde(default = "LimitFile::default_fold")]
        fold: f32,
    },
}

impl LimitFile {
    /// The default hyperextension of a hinge [deg].
    pub const HYPEREXTENSION: f32 = 5.0;
    /// The default fold of a hinge [deg].
    pub const FOLD: f32 = 150.0;
    /// A hinge with the defaults.
    pub const HINGE: Self = Self::Hinge {
        hyperextension: Self::HYPEREXTENSION,
        fold: Self::FOLD,
    };

    fn default_hyperextension() -> f32 {
        Self::HYPEREXTENSION
    }

    fn default_fold() -> f32 {
        Self::FOLD
    }
}

/// How bodies inherit motion when the ragdoll is entered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EntryFile {
    /// Share of the bone's velocity that its body takes [0..1]. Default 1.
    pub share: f32,
    /// Cap of the inherited speed [px/s]. Default 3000.
    pub max_speed: f32,
    /// Cap of the inherited angular speed [rad/s]. Default 30.
    pub max_spin: f32,
    /// Whether every body takes the torso's motion in place of its own bone's. Default false.
    pub torso_only: bool,
}

impl Default for EntryFile {
    fn default() -> Self {
        let spec = EntrySpec::default();
        Self {
            share: spec.share,
            max_speed: spec.max_speed,
            max_spin: spec.max_spin,
            torso_only: spec.torso_only,
        }
    }
}

/// How the figure gets up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecoveryFile {
    /// Time to stand up [s, > 0]. Default 2.
    pub duration: f32,
    /// Easing of the stand-up. Default `SineInOut`.
    pub easing: EasingFile,
    /// A knee side forced when it starts to get up, by limb. Default: the side it fell to.
    pub leg_side: Named<BendFile>,
    /// An elbow's way, by limb. Default `Auto`.
    pub joint_path: Named<PathFile>,
    /// An ankle below the terrain is raised onto it, blended in over this time [s, 0..]. Default 0.2.
    pub ankle_blend: f32,
    /// When it counts as settled.
    pub settle: SettleFile,
    /// How the ground is looked for.
    pub probe: ProbeFile,
    /// Clips to get up with, by landed pose. Default none.
    pub stand_up: Vec<StandUpFile>,
}

impl Default for RecoveryFile {
    fn default() -> Self {
        let spec = RecoverySpec::default();
        Self {
            duration: spec.duration,
            easing: spec.easing.into(),
            leg_side: Named::default(),
            joint_path: Named::default(),
            ankle_blend: spec.ankle_blend,
            settle: SettleFile::default(),
            probe: ProbeFile::default(),
            stand_up: Vec::new(),
        }
    }
}

/// When a ragdoll counts as settled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SettleFile {
    /// Every body slower than this [px/s, > 0]. Default 20.
    pub speed: f32,
    /// For so long [s, 0..]. Default 0.3.
    pub time: f32,
    /// After so long it gets up anyway [s, 0..]. Default 5.
    pub timeout: f32,
}

impl Default for SettleFile {
    fn default() -> Self {
        let spec = crate::SettleSpec::default();
        Self {
            speed: spec.speed,
            time: spec.time,
            timeout: spec.timeout,
        }
    }
}

/// How the ground under a landed figure is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProbeFile {
    /// Offsets of the rays from the torso body's centre [px]; the first wins when accepted. Default 0, ±25, ±50, ±100.
    pub offsets: Vec<f32>,
    /// Rays start this far above the figure's top [px, 0..]. Default 50.
    pub above: f32,
    /// And end this far below its bottom [px, 0..]. Default 1500.
    pub below: f32,
    /// Hits within this distance of the figure's extent are accepted [px, 0..]. Default 200.
    pub accept: f32,
}

impl Default for ProbeFile {
    fn default() -> Self {
        let spec = crate::ProbeSpec::default();
        Self {
            offsets: spec.offsets,
            above: spec.above,
            below: spec.below,
            accept: spec.accept,
        }
    }
}

/// A clip to get up with from one landed pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandUpFile {
    /// For this landed pose.
    pub landed: LandedFile,
    /// Name of the clip.
    pub clip: String,
    /// Time to blend into it [s, 0..]. Default 0.3.
    #[serde(default = "StandUpFile::default_blend")]
    pub blend: f32,
}

impl StandUpFile {
    /// The default blend time [s].
    pub const BLEND: f32 = 0.3;

    fn default_blend() -> f32 {
        Self::BLEND
    }
}

/// What props feel of a character that is no ragdoll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum ProxyFile {
    /// Nothing.
    None,
    /// `Box(width, height)` [px], standing on the ground under the root.
    Box(f32, f32),
    /// The bones' own bodies.
    #[default]
    Bones,
}

/// A drawn piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// Name, unique among the parts. Default: the bone's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The bone that carries it.
    pub bone: String,
    /// Its shape, in the bone's frame: x along the bone, y across.
    pub shape: OutlineShapeFile,
    /// Fill of a polygon or circle, stroke of a polyline: `#rgb`, `#rrggbb` or `#rrggbbaa`. Default: no fill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Outline of a polygon or circle: colour and width [px]. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<(String, f32)>,
}

/// The shape of a drawn piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OutlineShapeFile {
    /// An open line with round ends.
    Polyline {
        /// At least two points. Default: from the bone's origin to its tip.
        #[serde(default)]
        points: Vec<(f32, f32)>,
        /// Stroke width [px, > 0].
        width: f32,
    },
    /// A closed polygon.
    Polygon {
        /// At least three points.
        points: Vec<(f32, f32)>,
    },
    /// A circle.
    Circle {
        /// Centre. Default: the bone's tip.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        center: Option<(f32, f32)>,
        /// Radius [px, > 0].
        radius: f32,
    },
}

/// Declares the file's names for a small enum beside the values they stand for.
macro_rules! names {
    ($(#[$doc:meta])* $file:ident = $of:ty { $($name:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "each is the value of the same name in the type that it stands for")]
        pub enum $file {
            #[default]
            $($name),*
        }

        impl From<$file> for $of {
            fn from(file: $file) -> Self {
                match file {
                    $($file::$name => Self::$name),*
                }
            }
        }

        impl From<$of> for $file {
            fn from(of: $of) -> Self {
                match of {
                    $(<$of>::$name => Self::$name),*
                }
            }
        }
    };
}

names!(
    /// A [`Bend`] by name.
    BendFile = Bend { Normal, Inverted }
);
names!(
    /// A [`LimbKind`] by name.
    LimbKindFile = LimbKind { Arm, Leg }
);
names!(
    /// A [`LookFrame`] by name.
    LookFrameFile = LookFrame { Parent, World }
);
names!(
    /// A [`PathChoice`] by name.
    PathFile = PathChoice { Auto, Shortest, ThroughStraight }
);
names!(
    /// A [`LandedPose`] by name.
    LandedFile = LandedPose { Back, Belly, Sitting, UpsideDown }
);
names!(
    /// A [`Facing`] by name.
    FacingName = Facing { Right, Left, Forward }
);
