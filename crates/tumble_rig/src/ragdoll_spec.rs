//! What a rig says about its ragdoll and its recovery: plain data, in the rig's unmirrored frame and at scale 1.

use tumble_math::{Easing, Vec2};

/// The shape of a bone's body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyShape {
    /// Along the bone, tip to tip as long as the bone; a circle where the bone is shorter than `2 · radius`.
    Capsule {
        /// Radius \[px, > 0\].
        radius: f32,
    },
    /// A circle.
    Circle {
        /// Radius \[px, > 0\].
        radius: f32,
    },
    /// A box, its x side along the bone.
    Box {
        /// Full sides \[px, > 0\].
        size: Vec2,
    },
}

/// A bone's body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySpec {
    /// Shape.
    pub shape: BodyShape,
    /// The body's centre in the bone's frame \[px\]: the midpoint for capsules and boxes, the tip for circles, unless
    /// the file says otherwise.
    pub center: Vec2,
    /// Mass at scale 1 \[kg, > 0\]; grows with the scale's square.
    pub mass: f32,
    /// Linear damping [1/s, 0..]: v ← v/(1 + d·dt).
    pub linear_damping: f32,
    /// Angular damping \[1/s, 0..\].
    pub angular_damping: f32,
    /// Friction coefficient \[0..\]. Default 0.6.
    pub friction: f32,
    /// Restitution \[0..1\]. Default 0.
    pub restitution: f32,
}

/// How far a joint may turn, from its zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointLimit {
    /// As far as it likes.
    Free,
    /// Between two angles, whatever the facing \[rad\].
    Band([f32; 2]),
    /// A hinge such as an elbow: `fold` to the bend side, `hyperextension` to the other \[rad, 0..\].
    Hinge {
        /// Against the bend side. Default 5°.
        hyperextension: f32,
        /// To the bend side. Default 150°.
        fold: f32,
    },
}

/// The pin at a bone's origin, between it and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpec {
    /// Name, unique among the joints: `left_elbow`.
    pub name: String,
    /// The relative angle (child − parent) that counts as zero \[rad\].
    pub zero: f32,
    /// Limit.
    pub limit: JointLimit,
    /// Compliance of the pin \[0 = rigid\]. Default 0.
    pub softness: f32,
}

/// How bodies inherit motion when the ragdoll is entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntrySpec {
    /// Share of the bone's velocity that its body takes \[0..1\]. Default 1.
    pub share: f32,
    /// Cap of the inherited speed \[px/s\]. Default 3000.
    pub max_speed: f32,
    /// Cap of the inherited angular speed \[rad/s\]. Default 30.
    pub max_spin: f32,
    /// Whether every body takes the torso's rigid motion in place of its own bone's. Default false.
    pub torso_only: bool,
}

impl EntrySpec {
    /// The default cap of the inherited speed \[px/s\].
    pub const MAX_SPEED: f32 = 3000.0;
    /// The default cap of the inherited angular speed \[rad/s\].
    pub const MAX_SPIN: f32 = 30.0;
}

impl Default for EntrySpec {
    fn default() -> Self {
        Self {
            share: 1.0,
            max_speed: Self::MAX_SPEED,
            max_spin: Self::MAX_SPIN,
            torso_only: false,
        }
    }
}

/// The ragdoll of a rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RagdollSpec {
    /// Per bone: its body; `None` rides on the nearest ancestor that has one.
    pub bodies: Vec<Option<BodySpec>>,
    /// Per bone: the pin at its origin; `None` for the torso and for bones without a body.
    pub joints: Vec<Option<JointSpec>>,
    /// Entering.
    pub entry: EntrySpec,
}

/// When a ragdoll counts as settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettleSpec {
    /// Every body slower than this relative to what it rests on \[px/s\]. Default 20.
    pub speed: f32,
    /// For so long \[s\]. Default 0.3.
    pub time: f32,
    /// After so long it recovers anyway \[s\]. Default 5.
    pub timeout: f32,
}

impl Default for SettleSpec {
    fn default() -> Self {
        Self {
            speed: 20.0,
            time: 0.3,
            timeout: 5.0,
        }
    }
}

/// How the ground under a landed figure is looked for. Lengths at scale 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeSpec {
    /// Offsets across gravity from the torso body's centre \[px\]; the first wins when accepted. Default 0, ±25, ±50, ±100.
    pub offsets: Vec<f32>,
    /// Rays start this far above the figure's top \[px\]. Default 50.
    pub above: f32,
    /// And end this far below its bottom \[px\]. Default 1500.
    pub below: f32,
    /// Hits within this distance of the figure's extent are accepted \[px\]. Default 200.
    pub accept: f32,
}

impl Default for ProbeSpec {
    fn default() -> Self {
        Self {
            offsets: vec![0.0, 25.0, -25.0, 50.0, -50.0, 100.0, -100.0],
            above: 50.0,
            below: 1500.0,
            accept: 200.0,
        }
    }
}

/// The way an elbow's angle takes while standing up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathChoice {
    /// Through straight where the short way would fold backwards, else the short way.
    #[default]
    Auto,
    /// Always the short way, even past ±180°.
    Shortest,
    /// Always through straight.
    ThroughStraight,
}

/// How a figure lies when it starts to get up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LandedPose {
    /// On its back.
    Back,
    /// On its belly.
    Belly,
    /// Torso more or less upright.
    Sitting,
    /// Torso upside down.
    UpsideDown,
}

/// A clip to get up with from one kind of landed pose, in place of the tween.
#[derive(Clone, Debug, PartialEq)]
pub struct StandUpClip {
    /// For this landed pose.
    pub landed: LandedPose,
    /// Name of the clip.
    pub clip: String,
    /// Time to blend from the captured pose into the clip \[s\]. Default 0.3.
    pub blend: f32,
}

/// The recovery of a rig.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoverySpec {
    /// Time to stand up \[s, > 0\]. Default 2.
    pub duration: f32,
    /// Easing of the stand-up. Default sine in-out.
    pub easing: Easing,
    /// Per limb: a knee side forced at the snap, in place of the side it fell to.
    pub leg_side: Vec<Option<crate::Bend>>,
    /// Per limb: an elbow's way.
    pub joint_path: Vec<PathChoice>,
    /// An ankle below the terrain is raised onto it; blended in over this time \[s\]. Default 0.2.
    pub ankle_blend: f32,
    /// Settling.
    pub settle: SettleSpec,
    /// Ground probe.
    pub probe: ProbeSpec,
    /// Stand-up clips by landed pose.
    pub stand_up: Vec<StandUpClip>,
}

impl RecoverySpec {
    /// The default time to stand up \[s\].
    pub const DURATION: f32 = 2.0;
    /// The default time over which ankles are raised out of the ground \[s\].
    pub const ANKLE_BLEND: f32 = 0.2;
}

impl Default for RecoverySpec {
    fn default() -> Self {
        Self {
            duration: Self::DURATION,
            easing: Easing::SineInOut,
            leg_side: Vec::new(),
            joint_path: Vec::new(),
            ankle_blend: Self::ANKLE_BLEND,
            settle: SettleSpec::default(),
            probe: ProbeSpec::default(),
            stand_up: Vec::new(),
        }
    }
}

/// What props feel of a character that is not a ragdoll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ProxySpec {
    /// Nothing.
    None,
    /// A box standing on the ground under the root.
    Box {
        /// Full sides \[px, > 0\].
        size: Vec2,
    },
    /// The bones' own bodies, kinematic.
    #[default]
    Bones,
}
