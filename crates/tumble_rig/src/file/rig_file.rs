//! What a rig file says, as written: names, px, degrees, everything with a default that can have one.

use serde::{Deserialize, Serialize};

use super::{
    BendFile, BodyFile, EntryFile, JointFile, LimbKindFile, LookFrameFile, Named, PartFile, ProxyFile,
    RecoveryFile,
};

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
    /// Where it starts in its parent's frame, (along, across) \[px\]. Default: the parent's tip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attach: Option<(f32, f32)>,
    /// Length [px, 0..]. Default 0.
    #[serde(default)]
    pub length: f32,
    /// Rest angle from the parent's direction \[deg\]; for the torso, its heading. Default 0.
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
    /// Farther targets are taken at this distance \[px\]. Default: no limit.
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
    /// How far it may turn, (lower, upper) \[deg\]. Default: as far as it likes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<(f32, f32)>,
    /// The frame in which the budget counts. Default `Parent`.
    #[serde(default)]
    pub frame: LookFrameFile,
    /// Added to the aimed angle \[deg\]. Default 0.
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
    /// The hips in the root's frame \[px\]. Default (0, 0).
    pub torso: (f32, f32),
    /// Turn of the torso from its rest heading \[deg\]. Default 0.
    pub angle: f32,
    /// The look's marker \[px\]; must be there when the rig has a look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<(f32, f32)>,
    /// Share of look-at [0..1]. Default 1.
    pub look: f32,
    /// Where each limb's marker is \[px\], by the marker's name; every limb needs one.
    pub targets: Named<(f32, f32)>,
    /// Share of IK [0..1] by limb. Default 1.
    pub weights: Named<f32>,
    /// Angles by bone \[deg\]. Default: its rest angle.
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
    /// Bands by joint that replace the joint's own, (lower, upper) \[deg\]. Default: as facing right; there, none.
    pub limits: Named<(f32, f32)>,
    /// Names of the parts, back to front, each once. Default: as facing right; there, the order of `parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_order: Option<Vec<String>>,
}
