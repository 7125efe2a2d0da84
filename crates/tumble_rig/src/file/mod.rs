//! Rig and clip files: plain data in, checked [`Rig`]s and [`Clip`]s out.
//!
//! A file is RON, or JSON with the same fields. It is read in two stages. [`source::parse`](crate::source::parse)
//! makes a [`RigFile`] or a [`ClipFile`] of the text: names and degrees, as written. `build` then checks everything
//! once, resolves names and converts to radians; what comes out holds together and isn't checked again. All mistakes
//! are reported, not only the first.
//!
//! `docs/rigs.md` goes through a rig file step by step.
//!
//! ```
//! let text = r#"(
//!     version: 1,
//!     name: "post",
//!     bones: [
//!         (name: "torso", length: 100, rest: -90),
//!         (name: "head", parent: "torso", lenght: 30),
//!     ],
//! )"#;
//! let report = tumble_rig::file::read_rig("post.ron", text).unwrap_err();
//! assert!(report.to_string().starts_with("post.ron:6:41: bone `head`, field `lenght`: unknown field"));
//! ```

mod check;
mod clip_build;
mod clip_file;
mod color;
mod easing;
mod key;
mod named;
mod names;
mod part_file;
mod ragdoll_file;
mod rig_build;
mod rig_file;
mod rig_joints;
mod rig_looks;
mod rig_recovery;
mod rig_stand;

use crate::source::{Diagnostics, Format, parse_versioned};
use crate::{Clip, Rig};

pub use clip_file::{ClipFile, TrackFile};
pub use easing::EasingFile;
pub use key::KeyFile;
pub use named::Named;
pub use names::{BendFile, FacingName, LandedFile, LimbKindFile, LookFrameFile, PathFile};
pub use part_file::{OutlineShapeFile, PartFile};
pub use ragdoll_file::{
    BodyFile, EntryFile, JointFile, LimitFile, ProbeFile, ProxyFile, RecoveryFile, SettleFile, ShapeFile,
    StandUpFile,
};
pub use rig_file::{BoneFile, FacingFile, FacingsFile, LimbFile, LookFile, RigFile, StandFile};

/// The version of rig files that this release reads and writes.
pub const RIG_VERSION: u32 = 1;

/// The version of clip files that this release reads and writes.
pub const CLIP_VERSION: u32 = 1;

/// Reads and checks a rig. `file` is the name to print; its extension tells RON from JSON.
///
/// # Errors
///
/// Every mistake in the file, with line, column, bone and what to do.
pub fn read_rig(file: &str, text: &str) -> Result<Rig, Diagnostics> {
    let format = Format::of_path(file);
    let parsed: RigFile = parse_versioned(file, text, format, "rig", RIG_VERSION)?;
    parsed
        .build()
        .map_err(|problems| Diagnostics::from_problems(file, text, format, problems))
}

/// Reads and checks a clip for `rig`. `file` is the name to print; its extension tells RON from JSON.
///
/// # Errors
///
/// Every mistake in the file, with line, column, track and what to do.
pub fn read_clip(file: &str, text: &str, rig: &Rig) -> Result<Clip, Diagnostics> {
    let format = Format::of_path(file);
    let parsed: ClipFile = parse_versioned(file, text, format, "clip", CLIP_VERSION)?;
    parsed
        .build(rig)
        .map_err(|problems| Diagnostics::from_problems(file, text, format, problems))
}
