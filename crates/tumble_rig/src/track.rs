//! Tracks: keys in order of time, and the value between them.

use core::ops::{Add, Mul, Sub};

use tumble_math::{Easing, Vec2};

use crate::{BoneId, LimbId};

/// A key of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<T> {
    /// When \[s, 0..=duration\].
    pub time: f32,
    /// What.
    pub value: T,
    /// How the value goes on to the next key.
    pub easing: Easing,
}

impl<T> Key<T> {
    /// The key with constant speed to the next; `time` in \[s\].
    pub const fn new(time: f32, value: T) -> Self {
        Self {
            time,
            value,
            easing: Easing::Linear,
        }
    }

    /// The same key with another easing.
    pub fn with_easing(self, easing: Easing) -> Self {
        Self { easing, ..self }
    }
}

/// What a track drives. All in the root's frame, facing right.
#[derive(Clone, Debug, PartialEq)]
pub enum Track {
    /// The torso marker's position \[px\].
    TorsoPosition(Vec<Key<Vec2>>),
    /// The torso marker's angle \[rad\].
    TorsoAngle(Vec<Key<f32>>),
    /// The head marker's position \[px\].
    HeadMarker(Vec<Key<Vec2>>),
    /// Share of look-at \[0..1\].
    LookWeight(Vec<Key<f32>>),
    /// A limb's marker \[px\].
    LimbTarget(LimbId, Vec<Key<Vec2>>),
    /// Share of a limb's IK \[0..1\].
    LimbWeight(LimbId, Vec<Key<f32>>),
    /// A bone's angle relative to its parent \[rad\].
    BoneAngle(BoneId, Vec<Key<f32>>),
    /// The root's way since the clip's start, x forward \[px\].
    Root(Vec<Key<Vec2>>),
}

impl Track {
    /// Number of keys.
    pub fn len(&self) -> usize {
        match self {
            Self::TorsoPosition(keys)
            | Self::HeadMarker(keys)
            | Self::LimbTarget(_, keys)
            | Self::Root(keys) => keys.len(),
            Self::TorsoAngle(keys)
            | Self::LookWeight(keys)
            | Self::LimbWeight(_, keys)
            | Self::BoneAngle(_, keys) => keys.len(),
        }
    }

    /// Whether there are no keys: such a track drives nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The time of the first key that is outside 0..=`duration`, not after the one before it, or not finite.
    pub(crate) fn first_bad_key(&self, duration: f32) -> Option<f32> {
        match self {
            Self::TorsoPosition(keys)
            | Self::HeadMarker(keys)
            | Self::LimbTarget(_, keys)
            | Self::Root(keys) => first_bad_key(keys, duration, |value| value.is_finite()),
            Self::TorsoAngle(keys)
            | Self::LookWeight(keys)
            | Self::LimbWeight(_, keys)
            | Self::BoneAngle(_, keys) => first_bad_key(keys, duration, |value| value.is_finite()),
        }
    }
}

fn first_bad_key<T>(keys: &[Key<T>], duration: f32, is_finite: impl Fn(&T) -> bool) -> Option<f32> {
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        if !((0.0..=duration).contains(&key.time) && key.time > before && is_finite(&key.value)) {
            return Some(key.time);
        }
        before = key.time;
    }
    None
}

/// What lies beyond the first and the last key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seam {
    /// Their values, held.
    Open,
    /// Each other: the track is a circle of this length \[s\].
    Loop(f32),
}

/// What can stand in a key.
pub(crate) trait Value:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<f32, Output = Self>
{
}
impl Value for f32 {}
impl Value for Vec2 {}

/// The value at `time`; `None` without keys.
pub(crate) fn sample<T: Value>(keys: &[Key<T>], time: f32, seam: Seam) -> Option<T> {
    let last = keys.len().checked_sub(1)?;
    if last == 0 {
        return Some(keys[0].value);
    }
    let next = keys.partition_point(|key| key.time <= time);
    let (from, since) = match (next, seam) {
        (0, Seam::Open) => return Some(keys[0].value),
        (0, Seam::Loop(length)) => (last, time + length - keys[last].time),
        (_, Seam::Open) if next > last => return Some(keys[last].value),
        _ => (next - 1, time - keys[next - 1].time),
    };
    let to = (from + 1) % keys.len();
    let span = span_after(keys, from, seam);
    if span <= 0.0 {
        return Some(keys[to].value);
    }
    let (a, b) = (keys[from].value, keys[to].value);
    let share = (since / span).clamp(0.0, 1.0);
    Some(match keys[from].easing {
        Easing::Smooth => {
            let (leave, arrive) = (slope(keys, from, seam), slope(keys, to, seam));
            hermite(a, b, leave * span, arrive * span, share)
        }
        easing => {
            let eased = easing.apply(share);
            if eased >= 1.0 { b } else { a + (b - a) * eased }
        }
    })
}

/// Time from key `i` to the one after it, over the seam from the last \[s\].
fn span_after<T>(keys: &[Key<T>], i: usize, seam: Seam) -> f32 {
    if i + 1 < keys.len() {
        keys[i + 1].time - keys[i].time
    } else {
        match seam {
            Seam::Open => 0.0,
            Seam::Loop(length) => keys[0].time + length - keys[i].time,
        }
    }
}

/// The slope \[1/s\] that a smooth curve has at key `i`.
///
/// Catmull–Rom for keys at uneven times: the slope of the parabola through the key and its two neighbours. With
/// h₋, h₊ the times and δ₋, δ₊ the mean slopes before and after,
///
/// ```text
/// m = (h₊ δ₋ + h₋ δ₊) / (h₋ + h₊)
/// ```
///
/// which for even times is (v₊ − v₋)/2h. At an open end, the slope of the only side there is. Next to a linear stretch,
/// that stretch's own slope, so that there is no corner there either: a foot that leaves the ground goes on at first
/// with the ground's speed.
fn slope<T: Value>(keys: &[Key<T>], i: usize, seam: Seam) -> T {
    let after = segment(keys, i, seam);
    let before = segment_before(keys, i, seam);
    match (before, after) {
        (Some((h0, d0, e0)), Some((h1, d1, e1))) => match (e0, e1) {
            (Easing::Linear, _) => d0,
            (_, Easing::Linear) => d1,
            _ => (d0 * h1 + d1 * h0) * (1.0 / (h0 + h1)),
        },
        (Some((_, d, _)), None) | (None, Some((_, d, _))) => d,
        (None, None) => keys[i].value * 0.0,
    }
}

/// Length \[s\], mean slope and easing of the stretch that starts at key `i`; a stretch of no length (two keys at the two
/// ends of a loop, which are the same instant) is skipped.
fn segment<T: Value>(keys: &[Key<T>], i: usize, seam: Seam) -> Option<(f32, T, Easing)> {
    let mut from = i;
    for _ in 0..2 {
        let span = span_after(keys, from, seam);
        let to = (from + 1) % keys.len();
        if span > 0.0 {
            return Some((
                span,
                (keys[to].value - keys[from].value) * (1.0 / span),
                keys[from].easing,
            ));
        }
        if seam == Seam::Open {
            return None;
        }
        from = to;
    }
    None
}

/// The same for the stretch that ends at key `i`.
fn segment_before<T: Value>(keys: &[Key<T>], i: usize, seam: Seam) -> Option<(f32, T, Easing)> {
    let mut to = i;
    for _ in 0..2 {
        if to == 0 && seam == Seam::Open {
            return None;
        }
        let from = (to + keys.len() - 1) % keys.len();
        let span = span_after(keys, from, seam);
        if span > 0.0 {
            return Some((
                span,
                (keys[to].value - keys[from].value) * (1.0 / span),
                keys[from].easing,
            ));
        }
        to = from;
    }
    None
}

/// The cubic from `a` to `b` with these slopes at its ends (per unit of `t`).
fn hermite<T: Value>(a: T, b: T, leave: T, arrive: T, t: f32) -> T {
    let (t2, t3) = (t * t, t * t * t);
    a + (b - a) * (3.0 * t2 - 2.0 * t3) + leave * (t3 - 2.0 * t2 + t) + arrive * (t3 - t2)
}
