//! Rigs for 2D characters: bones, poses, two-bone IK, look-at, clips, facing, and their files.
//!
//! Nothing here knows of a physics world. Data flows one way:
//! [`Clip`] → [`Animator`] → [`Controls`] → [`solve`](controls::solve) → [`Pose`] → [`WorldBone`]s to draw.
//!
//! Conventions: px, seconds, radians; +x right, +y down. A bone runs along its own +x from its origin to its tip; its
//! angle is relative to its parent's direction. Files use degrees.

pub mod animator;
pub mod bone;
pub mod clip;
pub mod controls;
pub mod facing;
pub mod file;
pub mod ik;
pub mod library;
pub mod look_at;
pub mod part;
pub mod pose;
pub mod ragdoll_spec;
pub mod rig;
pub mod source;
mod track;

pub use animator::Animator;
pub use bone::{Bone, BoneId, Limb, LimbId, LimbKind};
pub use clip::Clip;
pub use controls::{Controls, LimbControl, LookControl, LookTarget, TorsoMarker};
pub use facing::{Bend, Facing, FacingProfile};
pub use part::{Color, Part, PartShape};
pub use pose::{Pose, WorldBone};
pub use ragdoll_spec::{
    BodyShape, BodySpec, EntrySpec, JointLimit, JointSpec, LandedPose, PathChoice, ProbeSpec, ProxySpec,
    RagdollSpec, RecoverySpec, SettleSpec, StandUpClip,
};
pub use rig::{Look, LookFrame, Rig};
pub use tumble_math as math;

/// The guide's program is a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rigs.md")]
mod rigs_guide {}
