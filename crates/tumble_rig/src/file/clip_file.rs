//! What a clip file says, as written.

use serde::{Deserialize, Serialize};

use super::{EasingFile, FacingName, KeyFile};

/// A clip file. Times in seconds, lengths in px, angles in degrees, everything in the root's frame, facing right.
///
/// ```
/// # let rig = tumble_rig::file::read_rig("post.ron", r#"(version: 1, name: "post", bones: [
/// #     (name: "torso", length: 100, rest: -90), (name: "head", parent: "torso", length: 30)])"#).unwrap();
/// let text = r#"(
///     version: 1,
///     name: "nod",
///     duration: 1,
///     looped: true,
///     easing: Smooth,
///     tracks: [
///         Bone("head", [(0, -10), (0.5, 15, SineInOut), (1, -10)]),
///     ],
///     events: [(0.5, "nodded")],
/// )"#;
/// let clip = tumble_rig::file::read_clip("nod.ron", text, &rig).unwrap();
/// assert_eq!(clip.events, [(0.5, "nodded".to_owned())]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipFile {
    /// Version of the notation: [`CLIP_VERSION`](super::CLIP_VERSION).
    pub version: u32,
    /// Name.
    pub name: String,
    /// Length \[s, > 0\].
    pub duration: f32,
    /// Whether it starts again at its end. Default false.
    #[serde(default)]
    pub looped: bool,
    /// Playback speed \[> 0\]. Default 1.
    #[serde(default = "one")]
    pub speed: f32,
    /// The facing that playing it turns the character to. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<FacingName>,
    /// Time to blend in from whatever ran before [s, 0..]. Default 0.2.
    #[serde(default = "blend")]
    pub blend: f32,
    /// Easing of the keys that give none. Default `Linear`.
    #[serde(default)]
    pub easing: EasingFile,
    /// Tracks, each on something else.
    #[serde(default)]
    pub tracks: Vec<TrackFile>,
    /// Events: when and what.
    #[serde(default)]
    pub events: Vec<(f32, String)>,
}

fn one() -> f32 {
    1.0
}

fn blend() -> f32 {
    0.2
}

/// What a track drives, and its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrackFile {
    /// A marker's position \[px\]: `Marker("left_foot", [(0, (60, 385)), …])`. The markers are `torso`, the look's and
    /// the limbs'.
    Marker(String, Vec<KeyFile<(f32, f32)>>),
    /// The torso's turn from its rest heading \[deg\].
    TorsoAngle(Vec<KeyFile<f32>>),
    /// A bone's angle relative to its parent \[deg\]: `Bone("tail", [(0, 20), …])`.
    Bone(String, Vec<KeyFile<f32>>),
    /// A limb's share of IK [0..1]: `Weight("left_arm", [(0, 1), …])`.
    Weight(String, Vec<KeyFile<f32>>),
    /// The share of look-at [0..1].
    Look(Vec<KeyFile<f32>>),
    /// The root's way since the clip's start, x forward \[px\].
    Root(Vec<KeyFile<(f32, f32)>>),
}

impl TrackFile {
    /// The track in a person's words: ``track `left_foot` ``.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Marker(name, _) | Self::Bone(name, _) | Self::Weight(name, _) => format!("track `{name}`"),
            Self::TorsoAngle(_) => "track `TorsoAngle`".to_owned(),
            Self::Look(_) => "track `Look`".to_owned(),
            Self::Root(_) => "track `Root`".to_owned(),
        }
    }

    /// Index of the list of keys among the variant's values.
    pub(super) fn keys_index(&self) -> usize {
        usize::from(matches!(
            self,
            Self::Marker(..) | Self::Bone(..) | Self::Weight(..)
        ))
    }
}
