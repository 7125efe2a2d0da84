//! Keyframe clips: tracks on markers, bones and the root, bound to a rig.

use std::sync::Arc;

use tumble_math::{Easing, Vec2};

use crate::{BoneId, LimbId};

/// A key of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<T> {
    /// When [s, 0..=duration].
    pub time: f32,
    /// What.
    pub value: T,
    /// How the value goes on to the next key.
    pub easing: Easing,
}

/// What a track drives. All in the root's frame, facing right.
#[derive(Clone, Debug, PartialEq)]
pub enum Track {
    /// The torso marker's position [px].
    TorsoPosition(Vec<Key<Vec2>>),
    /// The torso marker's angle [rad].
    TorsoAngle(Vec<Key<f32>>),
    /// The head marker's position [px].
    HeadMarker(Vec<Key<Vec2>>),
    /// Share of look-at [0..1].
    LookWeight(Vec<Key<f32>>),
    /// A limb's marker [px].
    LimbTarget(LimbId, Vec<Key<Vec2>>),
    /// Share of a limb's IK [0..1].
    LimbWeight(LimbId, Vec<Key<f32>>),
    /// A bone's angle relative to its parent [rad].
    BoneAngle(BoneId, Vec<Key<f32>>),
    /// The root's way since the clip's start, x forward [px].
    Root(Vec<Key<Vec2>>),
}

/// A clip, bound to a rig when it was loaded: names are resolved, times are in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name.
    pub name: String,
    /// Length [s, > 0].
    pub duration: f32,
    /// Whether it starts again at its end.
    pub looped: bool,
    /// Playback speed. Default 1.
    pub speed: f32,
    /// The facing that playing it turns the character to, if any: `walk_left` faces left.
    pub facing: Option<crate::Facing>,
    /// Time to blend in from whatever ran before [s]. Default 0.2.
    pub blend: f32,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Events: time and name, in order.
    pub events: Vec<(f32, String)>,
}

/// Clips of one rig by name.
#[derive(Clone, Debug, Default)]
pub struct ClipSet(pub Vec<Arc<Clip>>);

impl ClipSet {
    /// The clip of that name.
    pub fn get(&self, name: &str) -> Option<&Arc<Clip>> {
        self.0.iter().find(|clip| clip.name == name)
    }
}
