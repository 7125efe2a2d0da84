//! Keyframe clips: tracks on markers, bones and the root, bound to a rig.

use std::sync::Arc;

use tumble_math::{Vec2, angle};

use crate::track::{Seam, sample};
use crate::{BoneId, Controls, Facing, LimbId, Rig};

pub use crate::track::{Key, Track};

/// [`Clip::blend`] unless the file says otherwise \[s\].
pub const DEFAULT_BLEND: f32 = 0.2;

/// A clip, bound to a rig when it was loaded: names are resolved, times are in order.
///
/// Made by hand, [`Clip::check`] tells whether it holds together; sampling one that doesn't is safe, but its values
/// mean little.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name.
    pub name: String,
    /// Length \[s, > 0\].
    pub duration: f32,
    /// Whether it starts again at its end.
    pub looped: bool,
    /// Playback speed. Default 1.
    pub speed: f32,
    /// The facing that playing it turns the character to, if any: `walk_left` faces left.
    pub facing: Option<Facing>,
    /// Time to blend in from whatever ran before \[s\]. Default [`DEFAULT_BLEND`].
    pub blend: f32,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Events: time and name, in order.
    pub events: Vec<(f32, String)>,
}

/// What is wrong with a clip made by hand.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClipError {
    /// Duration not finite or not positive.
    #[error("clip `{clip}`: duration {duration} s; it needs a finite one greater than zero")]
    Duration {
        /// The clip.
        clip: String,
        /// What it says.
        duration: f32,
    },
    /// Speed or blend time not finite or negative.
    #[error("clip `{clip}`: {what} {value}; it needs a finite number, not less than zero")]
    Negative {
        /// The clip.
        clip: String,
        /// `speed` or `blend`.
        what: &'static str,
        /// What it says.
        value: f32,
    },
    /// A track without keys.
    #[error("clip `{clip}`: track {track} has no keys; remove the track or give it one")]
    NoKeys {
        /// The clip.
        clip: String,
        /// Index of the track.
        track: usize,
    },
    /// A key or event outside 0..=duration, not after the one before, or a value that is not finite.
    #[error("clip `{clip}`: {what} at {time} s; times go up within 0..={duration} s and values are finite")]
    Key {
        /// The clip.
        clip: String,
        /// Which track's key, or which event.
        what: String,
        /// Its time.
        time: f32,
        /// The clip's duration.
        duration: f32,
    },
    /// A track on a bone or limb that the rig doesn't have.
    #[error("clip `{clip}`: track {track} drives a bone or limb that rig `{rig}` doesn't have")]
    NoSuchTarget {
        /// The clip.
        clip: String,
        /// Index of the track.
        track: usize,
        /// The rig.
        rig: String,
    },
}

impl Clip {
    /// An empty clip: not looped, speed 1, blend [`DEFAULT_BLEND`], no tracks, no events. `duration` in \[s, > 0\].
    pub fn new(name: impl Into<String>, duration: f32) -> Self {
        Self {
            name: name.into(),
            duration,
            looped: false,
            speed: 1.0,
            facing: None,
            blend: DEFAULT_BLEND,
            tracks: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The same clip, starting again at its end.
    pub fn with_loop(self) -> Self {
        Self { looped: true, ..self }
    }

    /// The same clip with one more track.
    pub fn with_track(mut self, track: Track) -> Self {
        self.tracks.push(track);
        self
    }

    /// The same clip with an event at `time` \[s\]; events are kept in order of time.
    pub fn with_event(mut self, time: f32, name: impl Into<String>) -> Self {
        let after = self.events.partition_point(|(earlier, _)| *earlier <= time);
        self.events.insert(after, (time, name.into()));
        self
    }

    /// Whether the clip holds together and fits `rig`.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub fn check(&self, rig: &Rig) -> Result<(), ClipError> {
        let clip = || self.name.clone();
        if !(self.duration.is_finite() && self.duration > 0.0) {
            return Err(ClipError::Duration {
                clip: clip(),
                duration: self.duration,
            });
        }
        for (what, value) in [("speed", self.speed), ("blend", self.blend)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(ClipError::Negative {
                    clip: clip(),
                    what,
                    value,
                });
            }
        }
        for (index, track) in self.tracks.iter().enumerate() {
            let fits = match track {
                Track::LimbTarget(limb, _) | Track::LimbWeight(limb, _) => limb.index() < rig.limbs.len(),
                Track::BoneAngle(bone, _) => bone.index() < rig.bones.len(),
                _ => true,
            };
            if !fits {
                return Err(ClipError::NoSuchTarget {
                    clip: clip(),
                    track: index,
                    rig: rig.name.clone(),
                });
            }
            if track.is_empty() {
                return Err(ClipError::NoKeys {
                    clip: clip(),
                    track: index,
                });
            }
            if let Some(time) = track.first_bad_key(self.duration) {
                return Err(ClipError::Key {
                    clip: clip(),
                    what: format!("a key of track {index}"),
                    time,
                    duration: self.duration,
                });
            }
        }
        let mut before = 0.0;
        for (time, name) in &self.events {
            if !(*time >= before && *time <= self.duration) {
                return Err(ClipError::Key {
                    clip: clip(),
                    what: format!("event `{name}`"),
                    time: *time,
                    duration: self.duration,
                });
            }
            before = *time;
        }
        Ok(())
    }

    /// Writes what the clip says at `time` \[s\] into `controls`: beyond the end a looped clip goes on from its start, any
    /// other holds its end. What no track drives takes the stand pose's value, but for bend sides (the facing's) and the
    /// look-at's target (the game's), which are not touched. `controls` have the rig's size; nothing is allocated.
    pub fn sample_at(&self, rig: &Rig, time: f32, controls: &mut Controls) {
        let time = self.local_time(time);
        let stand = &rig.stand;
        controls.torso = stand.torso;
        controls.look.weight = stand.look.weight;
        controls.look.marker = stand.look.marker;
        for (limb, rest) in controls.limbs.iter_mut().zip(&stand.limbs) {
            limb.target = rest.target;
            limb.weight = rest.weight;
        }
        for (bone, rest) in controls.bones.iter_mut().zip(&stand.bones) {
            *bone = *rest;
        }
        self.mix_tracks(time, 1.0, controls);
    }

    /// Mixes what the clip says at `time` into what `controls` hold, by `share` \[0..1\]; angles go the shorter way.
    /// The ends are exact: 0 changes nothing, 1 is [`Clip::sample_at`].
    pub fn mix_at(&self, rig: &Rig, time: f32, share: f32, controls: &mut Controls) {
        if share >= 1.0 {
            return self.sample_at(rig, time, controls);
        }
        if share <= 0.0 || share.is_nan() {
            return;
        }
        let time = self.local_time(time);
        self.mix_undriven(&rig.stand, share, controls);
        self.mix_tracks(time, share, controls);
    }

    /// The root's way from the clip's start to `time` within one pass \[px\].
    pub fn root_at(&self, time: f32) -> Vec2 {
        self.root_keys().map_or(Vec2::ZERO, |keys| {
            sample(keys, time.clamp(0.0, self.duration), Seam::Open).unwrap_or(Vec2::ZERO)
        })
    }

    /// The root's way in one whole pass \[px\].
    pub fn root_per_pass(&self) -> Vec2 {
        self.root_at(self.duration) - self.root_at(0.0)
    }

    fn root_keys(&self) -> Option<&[Key<Vec2>]> {
        self.tracks.iter().find_map(|track| match track {
            Track::Root(keys) => Some(keys.as_slice()),
            _ => None,
        })
    }

    /// `time` within one pass.
    fn local_time(&self, time: f32) -> f32 {
        if self.looped && self.duration > 0.0 && !(0.0..=self.duration).contains(&time) {
            let pass = f64::from(self.duration);
            let time = f64::from(time);
            ((time - pass * (time / pass).floor()) as f32).clamp(0.0, self.duration)
        } else {
            time.clamp(0.0, self.duration.max(0.0))
        }
    }

    fn mix_tracks(&self, time: f32, share: f32, controls: &mut Controls) {
        let seam = if self.looped {
            Seam::Loop(self.duration)
        } else {
            Seam::Open
        };
        for track in &self.tracks {
            match track {
                Track::TorsoPosition(keys) => {
                    mix(&mut controls.torso.position, sample(keys, time, seam), share);
                }
                Track::TorsoAngle(keys) => {
                    mix_angle(&mut controls.torso.angle, sample(keys, time, seam), share);
                }
                Track::HeadMarker(keys) => mix(&mut controls.look.marker, sample(keys, time, seam), share),
                Track::LookWeight(keys) => mix(&mut controls.look.weight, sample(keys, time, seam), share),
                Track::LimbTarget(limb, keys) => {
                    if let Some(limb) = controls.limbs.get_mut(limb.index()) {
                        mix(&mut limb.target, sample(keys, time, seam), share);
                    }
                }
                Track::LimbWeight(limb, keys) => {
                    if let Some(limb) = controls.limbs.get_mut(limb.index()) {
                        mix(&mut limb.weight, sample(keys, time, seam), share);
                    }
                }
                Track::BoneAngle(bone, keys) => {
                    if let Some(angle) = controls.bones.get_mut(bone.index()) {
                        mix_angle(angle, sample(keys, time, seam), share);
                    }
                }
                Track::Root(_) => {}
            }
        }
    }

    /// Mixes the stand pose into everything that no track drives.
    fn mix_undriven(&self, stand: &Controls, share: f32, controls: &mut Controls) {
        let drives =
            |what: fn(&Track) -> bool| self.tracks.iter().any(|track| what(track) && !track.is_empty());
        if !drives(|track| matches!(track, Track::TorsoPosition(_))) {
            mix(&mut controls.torso.position, Some(stand.torso.position), share);
        }
        if !drives(|track| matches!(track, Track::TorsoAngle(_))) {
            mix_angle(&mut controls.torso.angle, Some(stand.torso.angle), share);
        }
        if !drives(|track| matches!(track, Track::HeadMarker(_))) {
            mix(&mut controls.look.marker, Some(stand.look.marker), share);
        }
        if !drives(|track| matches!(track, Track::LookWeight(_))) {
            mix(&mut controls.look.weight, Some(stand.look.weight), share);
        }
        for (index, (limb, rest)) in controls.limbs.iter_mut().zip(&stand.limbs).enumerate() {
            let id = LimbId(index as u16);
            if !self.drives_limb_target(id) {
                mix(&mut limb.target, Some(rest.target), share);
            }
            if !self.drives_limb_weight(id) {
                mix(&mut limb.weight, Some(rest.weight), share);
            }
        }
        for (index, (angle, rest)) in controls.bones.iter_mut().zip(&stand.bones).enumerate() {
            if !self.drives_bone(BoneId(index as u16)) {
                mix_angle(angle, Some(*rest), share);
            }
        }
    }

    fn drives_limb_target(&self, id: LimbId) -> bool {
        (self.tracks.iter())
            .any(|track| matches!(track, Track::LimbTarget(limb, keys) if *limb == id && !keys.is_empty()))
    }

    fn drives_limb_weight(&self, id: LimbId) -> bool {
        (self.tracks.iter())
            .any(|track| matches!(track, Track::LimbWeight(limb, keys) if *limb == id && !keys.is_empty()))
    }

    fn drives_bone(&self, id: BoneId) -> bool {
        (self.tracks.iter())
            .any(|track| matches!(track, Track::BoneAngle(bone, keys) if *bone == id && !keys.is_empty()))
    }
}

/// Moves `held` towards `value` by `share`; exact at 1.
fn mix<T>(held: &mut T, value: Option<T>, share: f32)
where
    T: Copy + core::ops::Add<Output = T> + core::ops::Sub<Output = T> + core::ops::Mul<f32, Output = T>,
{
    if let Some(value) = value {
        *held = if share >= 1.0 {
            value
        } else {
            *held + (value - *held) * share
        };
    }
}

/// [`mix`] for angles \[rad\], the shorter way.
fn mix_angle(held: &mut f32, value: Option<f32>, share: f32) {
    if let Some(value) = value {
        *held = if share >= 1.0 {
            value
        } else {
            *held + share * angle::shortest(*held, value)
        };
    }
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
