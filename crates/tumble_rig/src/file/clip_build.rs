//! From a clip file to a clip bound to a rig.

use tumble_math::{Easing, Vec2};

use super::check::{At, Check, Want};
use super::{CLIP_VERSION, ClipFile, KeyFile, TrackFile};
use crate::clip::{Key, Track};
use crate::source::{Problem, did_you_mean};
use crate::{BoneId, Clip, LimbId, Rig};

impl ClipFile {
    /// Checks everything and binds the clip to `rig`.
    ///
    /// # Errors
    ///
    /// All problems that were found, each with the path to the field, the place in words and what to do.
    pub fn build(&self, rig: &Rig) -> Result<Clip, Vec<Problem>> {
        let mut check = Check::default();
        let at = At::root();
        if self.version != CLIP_VERSION {
            check.problem(
                &at.field("version"),
                format!("clip files of version {} aren't known", self.version),
                format!("version {CLIP_VERSION} was expected"),
            );
        }
        check.name(&at.field("name"), &self.name);
        let duration = check.number(&at.field("duration"), self.duration, Want::Positive);
        let clip = Clip {
            name: self.name.clone(),
            duration,
            looped: self.looped,
            speed: check.number(&at.field("speed"), self.speed, Want::Positive),
            facing: self.facing.map(Into::into),
            blend: check.number(&at.field("blend"), self.blend, Want::NotNegative),
            tracks: tracks(self, rig, &mut check),
            events: events(self, &mut check),
        };
        if check.is_clean() {
            Ok(clip)
        } else {
            Err(check.problems)
        }
    }
}

/// The times of a track or of events: inside the clip and in order.
struct Times {
    duration: f32,
    last: Option<f32>,
    /// Whether two may be at the same time.
    ties: bool,
}

impl Times {
    /// A duration that is wrong was reported; every time is inside it.
    fn of(file: &ClipFile, ties: bool) -> Self {
        let usable = file.duration > 0.0 && file.duration.is_finite();
        Self {
            duration: if usable { file.duration } else { f32::INFINITY },
            last: None,
            ties,
        }
    }

    fn check(&mut self, check: &mut Check, at: &At, time: f32) -> f32 {
        if !(0.0..=self.duration).contains(&time) {
            check.problem(
                at,
                format!("the time {time} s isn't inside the clip"),
                format!("times go from 0 to the clip's duration, {} s", self.duration),
            );
        } else if let Some(last) = self.last
            && (time < last || (time == last && !self.ties))
        {
            check.problem(
                at,
                if time < last {
                    format!("{time} s comes after {last} s")
                } else {
                    format!("there are two keys at {time} s")
                },
                "put the keys in the order of their times, each at a time of its own",
            );
        }
        self.last = Some(time);
        time
    }
}

fn tracks(file: &ClipFile, rig: &Rig, check: &mut Check) -> Vec<Track> {
    let mut targets: Vec<String> = Vec::new();
    let mut tracks = Vec::with_capacity(file.tracks.len());
    for (i, of) in file.tracks.iter().enumerate() {
        let at = At::item("tracks", i, of.title());
        let target = match of {
            TrackFile::Marker(name, _) => format!("marker `{name}`"),
            TrackFile::Bone(name, _) => format!("bone `{name}`"),
            TrackFile::Weight(name, _) => format!("weight of limb `{name}`"),
            TrackFile::TorsoAngle(_) => "torso's angle".to_owned(),
            TrackFile::Look(_) => "look-at weight".to_owned(),
            TrackFile::Root(_) => "root".to_owned(),
        };
        if targets.contains(&target) {
            check.problem(
                &at,
                format!("there is a track for the {target} already"),
                "put all its keys into one track",
            );
        }
        targets.push(target);
        let keys_at = at.value(of.keys_index());
        tracks.extend(track(file, rig, check, of, &at, &keys_at));
    }
    tracks
}

fn track(
    file: &ClipFile,
    rig: &Rig,
    check: &mut Check,
    of: &TrackFile,
    at: &At,
    keys_at: &At,
) -> Option<Track> {
    let name_at = at.value(0);
    Some(match of {
        TrackFile::Marker(name, keys) => {
            let keys = points(file, check, keys_at, keys);
            if name == "torso" {
                return Some(Track::TorsoPosition(keys));
            }
            if rig.look.as_ref().is_some_and(|look| look.marker == *name) {
                return Some(Track::HeadMarker(keys));
            }
            let limb = rig.limbs.iter().position(|limb| limb.marker == *name);
            if limb.is_none() {
                let markers = ["torso"]
                    .into_iter()
                    .chain(rig.look.as_ref().map(|look| look.marker.as_str()))
                    .chain(rig.limbs.iter().map(|limb| limb.marker.as_str()));
                check.problem(
                    &name_at,
                    format!("rig `{}` has no marker named `{name}`", rig.name),
                    did_you_mean(name, "markers", markers),
                );
            }
            Track::LimbTarget(LimbId(limb? as u16), keys)
        }
        TrackFile::TorsoAngle(keys) => Track::TorsoAngle(angles(file, check, keys_at, keys)),
        TrackFile::Bone(name, keys) => {
            let keys = angles(file, check, keys_at, keys);
            let bone = rig.bone(name);
            if bone.is_none() {
                check.problem(
                    &name_at,
                    format!("rig `{}` has no bone named `{name}`", rig.name),
                    did_you_mean(name, "bones", rig.bones.iter().map(|bone| bone.name.as_str())),
                );
            } else if bone == Some(BoneId::TORSO) {
                check.problem(
                    &name_at,
                    "the torso's angle has a track of its own",
                    "write `TorsoAngle([…])`: its turn from its rest heading",
                );
            }
            Track::BoneAngle(bone?, keys)
        }
        TrackFile::Weight(name, keys) => {
            let keys = shares(file, check, keys_at, keys);
            let limb = rig.limb(name);
            if limb.is_none() {
                check.problem(
                    &name_at,
                    format!("rig `{}` has no limb named `{name}`", rig.name),
                    did_you_mean(name, "limbs", rig.limbs.iter().map(|limb| limb.name.as_str())),
                );
            }
            Track::LimbWeight(limb?, keys)
        }
        TrackFile::Look(keys) => {
            if rig.look.is_none() {
                check.problem(
                    at,
                    format!("rig `{}` has no bone that looks", rig.name),
                    "remove the track, or give the rig a `look`",
                );
            }
            Track::LookWeight(shares(file, check, keys_at, keys))
        }
        TrackFile::Root(keys) => Track::Root(points(file, check, keys_at, keys)),
    })
}

/// The keys of a track; `value` checks and converts one value.
fn keys<F: Copy, T>(
    file: &ClipFile,
    check: &mut Check,
    at: &At,
    keys: &[KeyFile<F>],
    value: impl Fn(&mut Check, &At, F) -> T,
) -> Vec<Key<T>> {
    if keys.is_empty() {
        check.problem(at, "the track has no keys", "give it at least one, or remove it");
    }
    let mut times = Times::of(file, false);
    keys.iter()
        .enumerate()
        .map(|(i, key)| {
            let at = at.nth(i, format!("key {}", i + 1));
            Key {
                time: times.check(check, &at.value(0), key.time),
                value: value(check, &at.value(1), key.value),
                easing: Easing::from(key.easing.unwrap_or(file.easing)),
            }
        })
        .collect()
}

fn points(file: &ClipFile, check: &mut Check, at: &At, of: &[KeyFile<(f32, f32)>]) -> Vec<Key<Vec2>> {
    keys(file, check, at, of, Check::point)
}

fn angles(file: &ClipFile, check: &mut Check, at: &At, of: &[KeyFile<f32>]) -> Vec<Key<f32>> {
    keys(file, check, at, of, Check::angle)
}

fn shares(file: &ClipFile, check: &mut Check, at: &At, of: &[KeyFile<f32>]) -> Vec<Key<f32>> {
    keys(file, check, at, of, |check, at, share| {
        check.number(at, share, Want::Share)
    })
}

fn events(file: &ClipFile, check: &mut Check) -> Vec<(f32, String)> {
    let mut times = Times::of(file, true);
    file.events
        .iter()
        .enumerate()
        .map(|(i, (time, name))| {
            let at = At::item("events", i, format!("event `{name}`"));
            if name.trim().is_empty() {
                check.problem(
                    &at.value(1),
                    "the event has no name",
                    "name it, such as \"step_left\"",
                );
            }
            (times.check(check, &at.value(0), *time), name.clone())
        })
        .collect()
}
