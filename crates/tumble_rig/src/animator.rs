//! Plays clips: time, loop, speed, blend from one to the next, events.

use std::sync::Arc;

use tumble_math::Vec2;

use crate::{Clip, Controls, Rig};

/// So many clips at most fade into one another at a time; beyond that, the one that shows least goes at once.
pub const MAX_LAYERS: usize = 16;

/// In one [`Animator::advance`] events are told of at most so many passes of a loop, the last ones.
pub const MAX_PASSES: u32 = 1_000;

/// What a layer shows.
#[derive(Clone, Debug)]
enum Source {
    Clip(Arc<Clip>),
    /// The controls as they stood when [`Animator::play_from`] was called.
    Held,
}

/// One clip playing, over the ones below it.
#[derive(Clone, Debug)]
struct Layer {
    source: Source,
    /// Within the present pass \[s\].
    time: f64,
    /// Nothing of the clip has been passed yet, not even its first instant.
    fresh: bool,
    /// Since it began to fade in \[s\].
    age: f64,
    /// Time to fade in \[s\].
    blend: f64,
}

impl Layer {
    fn new(source: Source, blend: f32) -> Self {
        Self {
            source,
            time: 0.0,
            fresh: true,
            age: 0.0,
            blend: f64::from(blend),
        }
    }

    /// How much it covers of what is below [0..1]: smooth at both ends.
    fn share(&self) -> f32 {
        if self.age >= self.blend || self.blend.is_nan() {
            return 1.0;
        }
        let u = (self.age / self.blend) as f32;
        u * u * (3.0 - 2.0 * u)
    }

    /// Goes on by `step` \[s of the clip\] and gives the root's way.
    fn advance(&mut self, step: f64, on_event: &mut impl FnMut(&Arc<Clip>, usize)) -> Vec2 {
        let Source::Clip(clip) = &self.source else {
            return Vec2::ZERO;
        };
        let duration = f64::from(clip.duration);
        if duration <= 0.0 || duration.is_nan() {
            return Vec2::ZERO;
        }
        let from = self.time;
        let to = from + step;
        if !clip.looped || to < duration {
            self.time = to.min(duration);
            tell(clip, from, self.time, self.fresh, on_event);
            self.fresh = self.fresh && step <= 0.0;
            return clip.root_at(self.time as f32) - clip.root_at(from as f32);
        }
        // The pass that ends here, whole passes between, and the one that has begun. The last instant of a pass is the
        // first of the next.
        let passes = (to / duration).floor();
        tell(clip, from, duration, self.fresh, on_event);
        let whole = passes - 1.0;
        for _ in 0..whole.min(f64::from(MAX_PASSES)) as u32 {
            tell(clip, 0.0, duration, true, on_event);
        }
        self.time = (to - passes * duration).clamp(0.0, duration);
        self.fresh = false;
        tell(clip, 0.0, self.time, true, on_event);
        let end = clip.root_at(clip.duration);
        (end - clip.root_at(from as f32))
            + clip.root_per_pass() * whole as f32
            + (clip.root_at(self.time as f32) - clip.root_at(0.0))
    }

    fn is_finished(&self) -> bool {
        match &self.source {
            Source::Clip(clip) => !clip.looped && self.time >= f64::from(clip.duration),
            Source::Held => true,
        }
    }
}

/// Tells of the events after `from` up to `to`; also of those at `from` when nothing came before.
fn tell(clip: &Arc<Clip>, from: f64, to: f64, inclusive: bool, on_event: &mut impl FnMut(&Arc<Clip>, usize)) {
    for (index, (time, _)) in clip.events.iter().enumerate() {
        let time = f64::from(*time);
        if (time > from || (inclusive && time >= from)) && time <= to {
            on_event(clip, index);
        }
    }
}

/// Plays at most one clip, blending from the one before.
///
/// ```
/// # use std::sync::Arc;
/// use tumble_rig::{Animator, Clip, clip::{Key, Track}, math::Vec2};
///
/// let slide = Clip::new("slide", 1.0)
///     .with_loop()
///     .with_track(Track::Root(vec![Key::new(0.0, Vec2::ZERO), Key::new(1.0, Vec2::new(300.0, 0.0))]))
///     .with_event(0.5, "half");
/// let mut animator = Animator::default();
/// animator.play(Arc::new(slide));
/// let mut halves = 0;
/// let way = animator.advance(2.25, |clip, event| halves += i32::from(clip.events[event].1 == "half"));
/// assert!((way.x - 675.0).abs() < 1e-3);
/// assert_eq!(halves, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Animator {
    /// Oldest first; each covers the ones before it by its share.
    layers: Vec<Layer>,
    held: Controls,
    speed: f32,
}

impl Default for Animator {
    fn default() -> Self {
        Self {
            layers: Vec::new(),
            held: Controls::default(),
            speed: 1.0,
        }
    }
}

impl Animator {
    /// Starts `clip` from its beginning, blending over the clip's own blend time (0 when nothing has played yet).
    /// Playing the clip that is already playing changes nothing; one that has finished starts again.
    pub fn play(&mut self, clip: Arc<Clip>) {
        if self.is_playing(&clip) {
            return;
        }
        // One that hasn't begun to show can go without anybody seeing it.
        if self.layers.len() > 1 && self.blend_share() <= 0.0 {
            self.layers.pop();
            if self.is_playing(&clip) {
                return;
            }
        }
        if self.layers.len() >= MAX_LAYERS {
            self.drop_faintest();
        }
        let blend = if self.layers.is_empty() { 0.0 } else { clip.blend };
        self.layers.push(Layer::new(Source::Clip(clip), blend));
    }

    /// Like [`Animator::play`], but when nothing plays, blends from `controls`, as they are held now: a character that
    /// has just stood up walks off without a jump.
    pub fn play_from(&mut self, clip: Arc<Clip>, controls: &Controls) {
        if self.layers.is_empty() {
            self.held.copy_from(controls);
            self.layers.push(Layer::new(Source::Held, 0.0));
        }
        self.play(clip);
    }

    /// Stops at once; the controls stay as they were last sampled.
    pub fn stop(&mut self) {
        self.layers.clear();
    }

    /// The clip that plays, or that has finished and is held at its end.
    pub fn clip(&self) -> Option<&Arc<Clip>> {
        match &self.layers.last()?.source {
            Source::Clip(clip) => Some(clip),
            Source::Held => None,
        }
    }

    /// Whether the clip has come to its end and is held there; never so for a looped one, nor without a clip.
    pub fn is_finished(&self) -> bool {
        self.clip().is_some() && self.layers.last().is_some_and(Layer::is_finished)
    }

    /// Where in the clip it is \[s, 0..=duration\]; 0 without a clip.
    pub fn time(&self) -> f32 {
        self.layers.last().map_or(0.0, |layer| layer.time as f32)
    }

    /// How much of what is seen is the present clip \[0..1\]; below 1 while it fades in. 1 without a clip.
    pub fn blend_share(&self) -> f32 {
        self.layers.last().map_or(1.0, Layer::share)
    }

    /// Multiplies the clips' own speeds \[0..\]. Default 1. Less than zero, NaN and infinite count as 0. Fading is not
    /// slowed by it.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = if speed.is_finite() { speed.max(0.0) } else { 0.0 };
    }

    /// Goes on by `dt` \[s\] and gives the root's way in that time, x forward \[px\]. Calls `on_event` with the clip and the
    /// index of each event passed, in order.
    ///
    /// Each event comes exactly once a pass: when its time is reached, also over the seam of a loop and when `dt` is
    /// longer than the clip (up to [`MAX_PASSES`] passes); one at 0 comes with the first step. Only the newest clip's
    /// events are told; the ones fading out are silent. A `dt` that is not finite or negative counts as 0.
    pub fn advance(&mut self, dt: f32, mut on_event: impl FnMut(&Arc<Clip>, usize)) -> Vec2 {
        let dt = if dt.is_finite() {
            f64::from(dt.max(0.0))
        } else {
            0.0
        };
        let newest = self.layers.len().saturating_sub(1);
        let mut way = Vec2::ZERO;
        let mut covers = 0;
        for (index, layer) in self.layers.iter_mut().enumerate() {
            let speed = match &layer.source {
                Source::Clip(clip) if clip.speed.is_finite() => clip.speed.max(0.0),
                _ => 0.0,
            };
            let step = dt * f64::from(speed) * f64::from(self.speed);
            let own = if index == newest {
                layer.advance(step, &mut on_event)
            } else {
                layer.advance(step, &mut |_, _| {})
            };
            layer.age += dt;
            let share = layer.share();
            if share >= 1.0 {
                covers = index;
                way = own;
            } else {
                way += (own - way) * share;
            }
        }
        // What a full layer covers can't be seen any more.
        self.layers.drain(..covers);
        way
    }

    /// Writes what the clips say at the present time into `controls`; what no track drives keeps the stand pose's value
    /// (bend sides and the look-at's target are not touched: they are the facing's and the game's). Without a clip
    /// nothing is written. `controls` have the rig's size; nothing is allocated.
    pub fn sample(&self, rig: &Rig, controls: &mut Controls) {
        let covers = (self.layers.iter()).rposition(|layer| layer.share() >= 1.0);
        for (index, layer) in self.layers.iter().enumerate().skip(covers.unwrap_or(0)) {
            match &layer.source {
                // The lowest is always there in full: there is nothing below to fade from.
                Source::Clip(clip) if index == 0 => clip.sample_at(rig, layer.time as f32, controls),
                Source::Clip(clip) => clip.mix_at(rig, layer.time as f32, layer.share(), controls),
                Source::Held => self.write_held(controls),
            }
        }
    }

    fn write_held(&self, controls: &mut Controls) {
        controls.torso = self.held.torso;
        controls.look.weight = self.held.look.weight;
        controls.look.marker = self.held.look.marker;
        for (limb, held) in controls.limbs.iter_mut().zip(&self.held.limbs) {
            limb.target = held.target;
            limb.weight = held.weight;
        }
        for (bone, held) in controls.bones.iter_mut().zip(&self.held.bones) {
            *bone = *held;
        }
    }

    fn is_playing(&self, clip: &Arc<Clip>) -> bool {
        self.clip()
            .is_some_and(|playing| Arc::ptr_eq(playing, clip) || playing == clip)
            && !self.is_finished()
    }

    fn drop_faintest(&mut self) {
        let mut uncovered = 1.0;
        let mut faintest = (f32::INFINITY, 0);
        for (index, layer) in self.layers.iter().enumerate().rev() {
            let share = if index == 0 { 1.0 } else { layer.share() };
            let seen = uncovered * share;
            if seen < faintest.0 {
                faintest = (seen, index);
            }
            uncovered *= 1.0 - share;
        }
        self.layers.remove(faintest.1);
        if let Some(lowest) = self.layers.first_mut() {
            lowest.blend = 0.0;
        }
    }
}
