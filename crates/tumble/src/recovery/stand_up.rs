//! Standing up: from the captured pose to the remembered one.

use std::sync::Arc;

use tumble_math::{Vec2, angle};
use tumble_rig::{
    Bend, Clip, Controls, LimbId, LimbKind, PathChoice, Pose, RecoverySpec, Rig, WorldBone, controls,
};

use super::leg::{Chain, LegPlan, LegPose};
use crate::backend::{Backend, Ray, RayFilter};
use crate::footing::Footing;
use crate::probe::{Vertical, probe_column};

/// Rays for the terrain over an ankle start this far above hip and ankle [px at scale 1].
const LOOK_ABOVE: f32 = 150.0;
/// An ankle no deeper than this below a surface is in the ground for sure [px at scale 1].
const SURE_DEPTH: f32 = 60.0;
/// A surface higher than this over an ankle isn't one to step onto [px at scale 1].
const WALL: f32 = 240.0;

/// No bone turns faster than this in a stand-up of the usual length \[rad/s\], 4.6° in a sixtieth of a second. Near a straight leg a pixel of ground more
/// or less is worth many degrees of knee; what the ground asks for beyond this is given over the next frames.
const TURN_RATE: f32 = 4.8;
/// A leg that the ground holds back may be this share of [`TURN_RATE`] times the time left away from its end. All of it would
/// leave nothing for what carries the leg, which turns too.
const CATCH_UP_SHARE: f32 = 0.65;
/// A stand-up takes at most this much longer for a leg that was held back \[s\]: half a turn at [`TURN_RATE`].
const MOST_OVERTIME: f32 = 0.7;
/// Mean speed of a sine's ease as a share of its peak.
const MEAN_SHARE: f32 = core::f32::consts::FRAC_2_PI;
/// Smaller changes of where a stand-up ends are none \[rad\], \[px\].
const SAME_ANGLE: f32 = 1e-5;
const SAME_PLACE: f32 = 1e-3;

/// The way of one angle: where it starts, how far it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sweep {
    pub from: f32,
    pub by: f32,
}

/// A stand-up under way.
#[derive(Debug)]
pub(crate) struct StandUp {
    /// Time since the snap \[s\].
    time: f64,
    duration: f32,
    from: Pose,
    /// The pose it ends in, in the root's frame.
    to: Pose,
    sweeps: Vec<Sweep>,
    legs: Vec<(LimbId, LegPlan)>,
    /// Per bone: the angle last shown, and how far it turned in the world to get there \[rad\].
    shown: Vec<f32>,
    turned: Vec<f32>,
    clip: Option<ClipWay>,
    local: Vec<WorldBone>,
    done: bool,
}

/// Getting up by a clip in place of the tween.
#[derive(Debug)]
struct ClipWay {
    clip: Arc<Clip>,
    blend: f32,
    length: f32,
    controls: Controls,
    pose: Pose,
    /// Per bone: the turn last taken from the captured pose to the clip's, and from the clip's to the remembered one.
    turns: Vec<(f32, f32)>,
}

/// What a stand-up reads of its surroundings at each step.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub world: &'a dyn Backend,
    pub vertical: Vertical,
    pub rig: &'a Rig,
    pub footing: &'a Footing,
}

impl StandUp {
    /// Plans the way from `from` to `to`, both in the frame of the standing root. `bends` are the remembered sides.
    pub fn new(rig: &Rig, from: &Pose, to: &Pose, bends: &[Bend], duration: f32) -> Self {
        let recovery = &rig.recovery;
        let mut sweeps: Vec<Sweep> = (0..rig.bones.len())
            .map(|i| Sweep {
                from: from.angles[i],
                by: angle::shortest(from.angles[i], to.angles[i]),
            })
            .collect();
        let mut legs = Vec::new();
        let (mut from_bones, mut to_bones) = (Vec::new(), Vec::new());
        from.local_bones(rig, &mut from_bones);
        to.local_bones(rig, &mut to_bones);
        for (i, limb) in rig.limbs.iter().enumerate() {
            let (upper, lower) = (limb.upper.index(), limb.lower.index());
            match limb.kind {
                LimbKind::Arm => {
                    let path = recovery.joint_path.get(i).copied().unwrap_or_default();
                    sweeps[lower].by = elbow_sweep(from.angles[lower], to.angles[lower], path);
                }
                LimbKind::Leg => {
                    let chain = Chain {
                        upper: rig.bones[upper].length,
                        lower: rig.bones[lower].length,
                    };
                    let end = |pose: &Pose, bones: &[WorldBone]| LegPose {
                        upper_heading: bones[upper].heading,
                        knee: angle::wrap(pose.angles[lower]),
                    };
                    let ends = (end(from, &from_bones), end(to, &to_bones));
                    let forced = recovery.leg_side.get(i).copied().flatten();
                    // Where the remembered knee is as good as straight its flag decides.
                    let remembered = if ends.1.knee.abs() > 0.02 {
                        Bend::of_angle(ends.1.knee)
                    } else {
                        bends[i]
                    };
                    let plan = LegPlan::new(chain, ends, forced, remembered, (duration, recovery.easing));
                    legs.push((LimbId(i as u16), plan));
                }
            }
        }
        Self {
            time: 0.0,
            duration,
            from: from.clone(),
            to: to.clone(),
            sweeps,
            legs,
            shown: from.angles.clone(),
            turned: vec![0.0; rig.bones.len()],
            clip: None,
            local: to_bones,
            done: false,
        }
    }

    /// The same, by way of a clip: blended into from the captured pose, and out of to the remembered one, over `blend` \[s\].
    pub fn with_clip(mut self, rig: &Rig, clip: Arc<Clip>, blend: f32) -> Self {
        let length = clip.duration / clip.speed.max(1e-3);
        self.duration = length + blend;
        self.clip = Some(ClipWay {
            clip,
            blend,
            length,
            controls: rig.stand.clone(),
            pose: self.to.clone(),
            turns: vec![(0.0, 0.0); rig.bones.len()],
        });
        self
    }

    /// Plans anew from where it is now, to another end, in the time that is left, or as long as it takes to turn there without
    /// hurry. `None` when the end hasn't changed: the way goes on as it is, so a game may ask as often as it likes.
    pub fn replan(&self, rig: &Rig, now: &Pose, to: &Pose, bends: &[Bend]) -> Option<Self> {
        let same = (self.to.hips - to.hips).length() <= SAME_PLACE
            && (self.to.angles.iter().zip(&to.angles))
                .all(|(old, new)| angle::shortest(*old, *new).abs() <= SAME_ANGLE);
        if same && self.from.root.mirror == to.root.mirror {
            return None;
        }
        let unhurried = farthest_turn(rig, now, to) / (MEAN_SHARE * turn_rate(rig));
        let left = (self.duration - self.time as f32).max(unhurried);
        Some(Self::new(rig, now, to, bends, left))
    }

    /// Whether the end has been shown: the next step is the finish.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The way of each angle, for a trace. A leg's entries are not used: its way is its own.
    pub fn sweeps(&self) -> &[Sweep] {
        &self.sweeps
    }

    /// Goes on by `dt` \[s\] and writes the pose there, in the frame that `pose.root` has.
    pub fn step(&mut self, around: Surroundings<'_>, pose: &mut Pose, dt: f32) {
        self.time += f64::from(dt);
        // Times are sums of steps; a hair of a step is forgiven so that 2 s are 120 steps of 1/60 s.
        if self.time + 1e-3 * f64::from(dt) >= f64::from(self.duration) {
            self.end(around.rig, pose, dt);
            return;
        }
        let time = self.time as f32;
        if self.clip.is_some() {
            self.step_clip(around, pose, time);
        } else {
            self.step_tween(around, pose, time, dt);
        }
    }

    /// The last frame, or, when a bone is still farther from it than it may turn at once, a frame on the way there: a leg that a
    /// wall held back until now gets its few frames more.
    fn end(&mut self, rig: &Rig, pose: &mut Pose, dt: f32) {
        pose.hips = self.to.hips;
        if self.clip.is_none() && self.time < f64::from(self.duration + MOST_OVERTIME) {
            for (angle, (shown, to)) in pose.angles.iter_mut().zip(self.shown.iter().zip(&self.to.angles)) {
                *angle = shown + angle::shortest(*shown, *to);
            }
            self.limit_turns(rig, pose, turn_rate(rig) * dt);
            let there = |(shown, to): (&f32, &f32)| angle::shortest(*shown, *to).abs() <= SAME_ANGLE;
            if !self.shown.iter().zip(&self.to.angles).all(there) {
                return;
            }
        }
        self.done = true;
        pose.angles.clone_from(&self.to.angles);
    }

    fn step_tween(&mut self, around: Surroundings<'_>, pose: &mut Pose, time: f32, dt: f32) {
        let Surroundings { rig, vertical, .. } = around;
        let f = rig.recovery.easing.apply(time / self.duration);
        pose.hips = self.from.hips + (self.to.hips - self.from.hips) * f;
        for (angle, sweep) in pose.angles.iter_mut().zip(&self.sweeps) {
            *angle = sweep.from + sweep.by * f;
        }
        // Ankles are kept out of the ground, but neither the first frame nor the last may be touched by that.
        let blend = rig.recovery.ankle_blend.max(1e-3);
        let share = (time / blend).min((self.duration - time) / blend).clamp(0.0, 1.0);
        let down = pose
            .root
            .local_from_world_vector(vertical.down)
            .normalize_or(Vec2::Y);
        for (id, plan) in &mut self.legs {
            let limb = &rig.limbs[id.index()];
            // Everything above this leg is placed already; legs hanging on legs are not a thing that stands up.
            pose.local_bones(rig, &mut self.local);
            let hip = self.local[limb.upper.index()].origin;
            let target = plan.target(time);
            let (below, free) = obstacle(around, pose, hip, hip + LegPlan::ankle(target));
            let target = plan.draw_in(target, 1.0 - (1.0 - free) * share);
            let leg = plan.place(target, below, down, share, dt);
            let parent = rig.bones[limb.upper.index()]
                .parent
                .map_or(0.0, |p| self.local[p.index()].heading);
            let shown = self.shown[limb.upper.index()];
            pose.angles[limb.upper.index()] = shown + angle::shortest(shown, leg.upper_heading - parent);
            pose.angles[limb.lower.index()] = leg.knee;
        }
        let rate = turn_rate(rig);
        self.catch_up(rig, pose, rate * (self.duration - time));
        self.limit_turns(rig, pose, rate * dt);
    }

    /// Brings every leg as near to its end as it must be to get there in time, `left` being what a bone may still turn \[rad\].
    /// Ground that gives way late (a crate is pushed off, a foot steps down from it) would leave the rest to the last frame.
    fn catch_up(&self, rig: &Rig, pose: &mut Pose, left: f32) {
        let most = CATCH_UP_SHARE * left;
        for leg in rig.legs() {
            let limb = &rig.limbs[leg.index()];
            let (upper, lower) = (limb.upper.index(), limb.lower.index());
            // Told from the angle last shown, so that a leg more than half a turn away keeps its way round.
            let shown = self.shown[upper];
            let off = (
                angle::shortest(self.to.angles[upper], shown) + pose.angles[upper] - shown,
                pose.angles[lower] - angle::wrap(self.to.angles[lower]),
            );
            let farthest = off.0.abs().max(off.1.abs()).max((off.0 + off.1).abs());
            if farthest > most {
                let keep = most / farthest;
                pose.angles[upper] -= off.0 * (1.0 - keep);
                pose.angles[lower] -= off.1 * (1.0 - keep);
            }
        }
    }

    /// Turns no bone by more than `most` \[rad\] from where it was last shown, against its parent and in the world. Nothing is
    /// lost: what is held back comes in the next frames, when the easing is slower.
    fn limit_turns(&mut self, rig: &Rig, pose: &mut Pose, most: f32) {
        for (i, bone) in rig.bones.iter().enumerate() {
            let carried = bone.parent.map_or(0.0, |parent| self.turned[parent.index()]);
            let wanted = pose.angles[i] - self.shown[i];
            // Not `clamp`: a parent that were faster than `most` would leave no room at all.
            let turn = wanted.max(-most - carried.min(0.0)).min(most - carried.max(0.0));
            self.turned[i] = carried + turn;
            if turn != wanted {
                pose.angles[i] = self.shown[i] + turn;
            }
            self.shown[i] = pose.angles[i];
        }
    }

    fn step_clip(&mut self, around: Surroundings<'_>, pose: &mut Pose, time: f32) {
        let Surroundings {
            rig,
            vertical,
            footing,
            ..
        } = around;
        let Some(way) = &mut self.clip else { return };
        way.clip.sample_at(
            rig,
            (time * way.clip.speed).min(way.clip.duration),
            &mut way.controls,
        );
        footing.apply(rig, vertical, &pose.root, &mut way.controls);
        controls::solve(rig, &way.controls, pose.root, &mut way.pose);
        let ease = |t: f32| tumble_math::Easing::SineInOut.apply(t);
        let (enter, leave) = (
            ease(time / way.blend.max(1e-3)),
            ease((time - way.length) / way.blend.max(1e-3)),
        );
        let hips = self.from.hips + (way.pose.hips - self.from.hips) * enter;
        pose.hips = hips + (self.to.hips - hips) * leave;
        for i in 0..rig.bones.len() {
            // Which way round was chosen at the first step; the clip's own motion must not change it.
            let turns = &mut way.turns[i];
            let (from, by, to) = (self.from.angles[i], way.pose.angles[i], self.to.angles[i]);
            turns.0 += angle::shortest(turns.0, by - from);
            turns.1 += angle::shortest(turns.1, to - by);
            pose.angles[i] = from + turns.0 * enter + turns.1 * leave;
        }
    }
}

/// How far an elbow goes. Wrapped, the difference never passes ±180°: it goes through straight exactly where the short way
/// would fold backwards, and is the short way everywhere else.
fn elbow_sweep(from: f32, to: f32, path: PathChoice) -> f32 {
    match path {
        PathChoice::Auto | PathChoice::ThroughStraight => angle::through_straight(from, to),
        PathChoice::Shortest => angle::shortest(from, to),
    }
}

/// What keeps an ankle from its place: how far it is below the terrain there \[px in the root's frame, 0 when it isn't\], and how
/// much of its distance from the hip is free \[0..1\].
///
/// Ground is stepped onto; higher than [`WALL`] over the ankle it is a wall, and the ankle is drawn in. Deeper than
/// [`SURE_DEPTH`] the ankle may also lie under something, a bridge or a crate on the leg: then the surface counts only when the
/// straight line from the hip goes through one too.
fn obstacle(around: Surroundings<'_>, pose: &Pose, hip: Vec2, ankle: Vec2) -> (f32, f32) {
    let Surroundings { world, vertical, .. } = around;
    let scale = pose.root.scale;
    let at = pose.root.world_from_local_point(ankle);
    let hip = pose.root.world_from_local_point(hip);
    let depth = vertical.depth(at);
    let from = depth.min(vertical.depth(hip)) - LOOK_ABOVE * scale;
    let surface = probe_column(world, vertical, at, from, depth).map(|hit| vertical.depth(hit.point));
    let below = surface.map_or(0.0, |surface| (depth - surface) / scale);
    if surface.is_some() && below <= SURE_DEPTH {
        return (below, 1.0);
    }
    let ray = Ray {
        origin: hip,
        way: at - hip,
    };
    let filter = RayFilter {
        ground_only: true,
        exclude: &[],
    };
    match (surface, world.cast_ray(ray, filter)) {
        (Some(_), Some(_)) if below <= WALL => (below, 1.0),
        (_, Some(wall)) => (0.0, wall.fraction),
        (_, None) => (0.0, 1.0),
    }
}

/// How fast a bone may turn \[rad/s\]: [`TURN_RATE`], and more for a rig that is up in less than the usual time.
fn turn_rate(rig: &Rig) -> f32 {
    TURN_RATE * (RecoverySpec::DURATION / rig.recovery.duration).max(1.0)
}

/// How far the bone that has the longest way turns between two poses in one frame, against its parent or in the world \[rad\].
fn farthest_turn(rig: &Rig, from: &Pose, to: &Pose) -> f32 {
    let mut headings = vec![0.0_f32; rig.bones.len()];
    let mut farthest = 0.0_f32;
    for (i, bone) in rig.bones.iter().enumerate() {
        let hinge = rig.limbs.iter().any(|limb| limb.lower.index() == i);
        let turn = if hinge {
            angle::through_straight(from.angles[i], to.angles[i])
        } else {
            angle::shortest(from.angles[i], to.angles[i])
        };
        headings[i] = turn + bone.parent.map_or(0.0, |parent| headings[parent.index()]);
        farthest = farthest.max(turn.abs()).max(headings[i].abs());
    }
    farthest
}

/// How far the farthest end of `now` is from where it is in `before` \[px\].
pub(crate) fn farthest_move(before: &[WorldBone], now: &[WorldBone]) -> f32 {
    before.iter().zip(now).fold(0.0, |far: f32, (a, b)| {
        far.max((a.origin - b.origin).length())
            .max((a.tip - b.tip).length())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_elbow_goes_through_straight_where_the_short_way_would_fold_backwards() {
        let deg = f32::to_radians;
        assert_eq!(
            elbow_sweep(deg(120.0), deg(-100.0), PathChoice::Auto),
            deg(-100.0) - deg(120.0)
        );
        assert!((elbow_sweep(deg(120.0), deg(-100.0), PathChoice::Shortest) - deg(140.0)).abs() < 1e-5);
        assert!((elbow_sweep(deg(20.0), deg(90.0), PathChoice::Auto) - deg(70.0)).abs() < 1e-5);
    }
}
