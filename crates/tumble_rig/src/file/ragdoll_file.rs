//! What a rig file says of the ragdoll and of getting up.

use serde::{Deserialize, Serialize};

use super::{BendFile, EasingFile, LandedFile, Named, PathFile};
use crate::{EntrySpec, RecoverySpec};

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyFile {
    /// The bone it belongs to.
    pub bone: String,
    /// Its shape. Default `Capsule(8)`.
    #[serde(default)]
    pub shape: ShapeFile,
    /// Its centre in the bone's frame, (along, across) \[px\]. Default: the middle of the bone for capsules and boxes,
    /// the tip for circles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<(f32, f32)>,
    /// Mass \[kg, > 0\]. Default 1.
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
    /// The default mass \[kg\].
    pub const MASS: f32 = 1.0;
    /// The default linear damping [1/s].
    pub const LINEAR_DAMPING: f32 = 0.5;
    /// The default angular damping [1/s].
    pub const ANGULAR_DAMPING: f32 = 3.0;
    /// The default friction coefficient.
    pub const FRICTION: f32 = 0.6;
    /// The default radius of a capsule \[px\].
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
    /// Along the bone, as long as the bone from tip to tip: `Capsule(radius)` \[px\].
    Capsule(f32),
    /// `Circle(radius)` \[px\].
    Circle(f32),
    /// `Box(along, across)`, full sides \[px\].
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
    /// The angle from the parent's direction that counts as zero \[deg\]. Default: straight (0) for the lower bone of a
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
    /// `Band(lower, upper)` \[deg\], whatever the facing. A full turn or more means free.
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
    /// The default hyperextension of a hinge \[deg\].
    pub const HYPEREXTENSION: f32 = 5.0;
    /// The default fold of a hinge \[deg\].
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
    /// Time to stand up \[s, > 0\]. Default 2.
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
    /// Offsets of the rays from the torso body's centre \[px\]; the first wins when accepted. Default 0, ±25, ±50, ±100.
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
    /// The default blend time \[s\].
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
    /// `Box(width, height)` \[px\], standing on the ground under the root.
    Box(f32, f32),
    /// The bones' own bodies.
    #[default]
    Bones,
}
