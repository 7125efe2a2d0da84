//! How a standing figure's root and feet are fitted to uneven and moving ground.
//!
//! The clip (or the remembered pose) stands on a level floor, `stand_height` below the root. On real ground each foot has a
//! *rise* of its own against the ground under the root, and the root *sinks* until the lowest supporting foot reaches.
//! Recovery uses this once, for the pose it ends in; `ground_follow` uses it at every step. Both go through
//! [`Footing::apply`], so that the hand-over from one to the other moves nothing.

use tumble_math::{Placement, Pose2, Vec2};
use tumble_rig::{Controls, LimbId, Rig};

use crate::backend::{Backend, BodyHandle};
use crate::probe::{Vertical, probe_column};

/// A foot within this of the stand level is a supporting one [px at scale 1].
const SUPPORT_HEIGHT: f32 = 3.0;
/// Rises smaller than this are noise of the ray cast [px at scale 1].
const DEAD_BAND: f32 = 0.02;
/// How far a foot may go up or down from the root's ground, as a share of the leg.
const REACH_SHARE: f32 = 0.4;
/// Legs are stretched to at most this share of their length to reach lower ground; all the way would lock the knee.
const MAX_STRETCH: f32 = 0.995;
/// Speed at which the root's ground level follows steps [px/s at scale 1]; slower slopes are followed exactly.
const ROOT_RATE: f32 = 420.0;
/// The same for a foot.
const FOOT_RATE: f32 = 900.0;
/// After a recovery both grow from nothing within this time \[s\]: feet whose ground has gone meanwhile set off gently.
const RATE_EASE: f32 = 0.15;
/// How far ahead of a lifted foot the ground counts, so that it clears a step before it is over it [px at scale 1].
const LOOK_AHEAD: f32 = 40.0;

/// One leg's share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LegFooting {
    /// Ground under this foot less ground under the root, along down \[px\]. Positive is lower.
    pub rise: f32,
    /// How far the foot is put aside to find ground at all, in the root's frame \[px\].
    pub shift: f32,
    /// Whether no ground is within its reach.
    pub hangs: bool,
}

/// How a figure stands on the ground it has.
#[derive(Clone, Debug)]
pub(crate) struct Footing {
    /// Per limb; arms have an empty one.
    pub legs: Vec<LegFooting>,
    /// How far the root has sunk below its nominal height, along down \[px\].
    pub sink: f32,
    /// What carries the root, and where the root's ground point is in that body's frame.
    pub support: Option<Support>,
    /// Share of the usual rates at which it follows the ground \[0..1\].
    haste: f32,
    /// Whether what carries the figure has moved, or gone, since it was fitted.
    unsteady: bool,
}

/// The body that carries a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Support {
    pub body: BodyHandle,
    /// Where that body was at the last look.
    pose: Pose2,
}

/// What footing needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub world: &'a dyn Backend,
    pub vertical: Vertical,
    pub rig: &'a Rig,
}

fn leg_length(rig: &Rig, leg: LimbId) -> f32 {
    let limb = &rig.limbs[leg.index()];
    rig.bones[limb.upper.index()].length + rig.bones[limb.lower.index()].length
}

fn reach(rig: &Rig, scale: f32) -> f32 {
    REACH_SHARE * scale * rig.legs().map(|leg| leg_length(rig, leg)).fold(0.0, f32::max)
}

fn approach(from: f32, to: f32, step: f32) -> f32 {
    from + (to - from).clamp(-step, step)
}

impl Footing {
    /// Level ground, nothing underneath.
    pub fn flat(rig: &Rig) -> Self {
        Self {
            legs: vec![LegFooting::default(); rig.limbs.len()],
            sink: 0.0,
            support: None,
            haste: 1.0,
            unsteady: false,
        }
    }

    /// What has changed since the pose to stand up to was fitted is followed gently at first.
    pub fn ease_in(&mut self) {
        self.haste = 0.0;
    }

    /// Forgets all adaptation, and what carries the figure.
    pub fn reset(&mut self) {
        self.legs.fill(LegFooting::default());
        self.sink = 0.0;
        self.support = None;
    }

    /// Remembers which body carries the root.
    pub fn stand_on(&mut self, world: &dyn Backend, body: Option<BodyHandle>) {
        self.support = body.and_then(|body| {
            let state = world.body(body)?;
            Some(Support {
                body,
                pose: state.pose,
            })
        });
    }

    /// How far the support has carried the figure since the last look \[px\]; forgets a support that has gone. A support that
    /// turns carries the figure as far as the point of it that is under the root, not as far as the root high above it.
    pub fn ride(&mut self, world: &dyn Backend, vertical: Vertical, rig: &Rig, root: &Placement) -> Vec2 {
        let Some(support) = self.support else {
            return Vec2::ZERO;
        };
        let Some(state) = world.body(support.body) else {
            self.support = None;
            self.unsteady = true;
            return Vec2::ZERO;
        };
        // Where the body still is where it was, the root must stay put to the last bit.
        if state.pose == support.pose {
            return Vec2::ZERO;
        }
        self.unsteady = true;
        self.support = Some(Support {
            pose: state.pose,
            ..support
        });
        let under = root.position + vertical.down * (rig.stand_height() * root.scale - self.sink);
        state
            .pose
            .world_from_local_point(support.pose.local_from_world_point(under))
            - under
    }

    /// One step of a figure that gets up: when what it was to stand on has been pushed or has rolled away, the root goes down
    /// to what is there now. Whatever came in between meanwhile is stepped onto once the figure is up.
    pub fn keep_under(&mut self, ground: Ground<'_>, root: &mut Placement, dt: f32) {
        if !self.unsteady {
            return;
        }
        let Ground { world, vertical, rig } = ground;
        let scale = root.scale;
        let base = vertical.depth(root.position - vertical.down * self.sink) + rig.stand_height() * scale;
        let span = reach(rig, scale);
        let Some(hit) = probe_column(world, vertical, root.position, base - span, base + span) else {
            return;
        };
        let lower = vertical.depth(hit.point) - base;
        let carried = self.support.is_some_and(|support| support.body == hit.body);
        if lower < 0.0 && !carried {
            return;
        }
        if lower.abs() > DEAD_BAND * scale {
            let most = ROOT_RATE * scale * dt;
            root.position += vertical.down * lower.clamp(-most, most);
        }
        self.stand_on(world, Some(hit.body));
    }

    /// Fits every foot to the ground at its own place, at once: for a pose to stand up to. `base` is the ground's depth
    /// under the root, which stands there unsunk.
    pub fn fit(&mut self, ground: Ground<'_>, root: &Placement, raw: &Controls, base: f32) {
        let Ground { rig, .. } = ground;
        for leg in rig.legs() {
            let place = root.world_from_local_point(raw.limbs[leg.index()].target);
            let found = foot_ground(ground, root, place, base, 0.0);
            self.legs[leg.index()] = LegFooting {
                rise: found.map_or(0.0, |depth| settle(depth - base, root.scale)),
                shift: 0.0,
                hangs: found.is_none(),
            };
        }
        self.keep_one_standing(ground, root, raw, base);
        self.sink = self.required_sink(ground, root, raw);
    }

    /// When every supporting foot hangs, the one nearest to the root's own ground is put there.
    fn keep_one_standing(&mut self, ground: Ground<'_>, root: &Placement, raw: &Controls, base: f32) {
        let Ground { rig, vertical, .. } = ground;
        let supporting = |leg: &LimbId| is_supporting(rig, raw, *leg);
        if rig
            .legs()
            .filter(supporting)
            .any(|leg| !self.legs[leg.index()].hangs)
        {
            return;
        }
        let Some(under_root) = foot_ground(ground, root, vertical.at_depth(root.position, base), base, 0.0)
        else {
            return;
        };
        let off = |leg: &LimbId| raw.limbs[leg.index()].target.x.abs();
        if let Some(leg) = rig
            .legs()
            .filter(supporting)
            .min_by(|a, b| off(a).total_cmp(&off(b)))
        {
            self.legs[leg.index()] = LegFooting {
                rise: settle(under_root - base, root.scale),
                shift: -raw.limbs[leg.index()].target.x,
                hangs: false,
            };
        }
    }

    /// One step of following the ground while animated: `root` is moved to its new height, feet follow theirs.
    /// `ahead` is the root's own way in this step, in the world \[px\]; `dt` bounds how fast steps are taken.
    pub fn follow(&mut self, ground: Ground<'_>, root: &mut Placement, raw: &Controls, ahead: Vec2, dt: f32) {
        let Ground { world, vertical, rig } = ground;
        let scale = root.scale;
        self.haste = (self.haste + dt / RATE_EASE).min(1.0);
        let (root_step, foot_step) = (
            ROOT_RATE * self.haste * scale * dt,
            FOOT_RATE * self.haste * scale * dt,
        );
        let height = rig.stand_height() * scale;
        // The root's own ground: what it stands on now, and what is under it.
        root.position -= vertical.down * self.sink;
        let base = vertical.depth(root.position) + height;
        let span = reach(rig, scale);
        let under = probe_column(world, vertical, root.position, base - span, base + span);
        let new_base = match under {
            Some(hit) => approach(base, vertical.depth(hit.point), root_step),
            None => base,
        };
        // Noise of the ray cast is no news: the root keeps its bits.
        let climbed = if (new_base - base).abs() > DEAD_BAND * scale {
            new_base - base
        } else {
            0.0
        };
        root.position += vertical.down * climbed;
        let base = base + climbed;
        let moving = ahead.length_squared() > 0.0;
        let map = root.to_map();
        for leg in rig.legs() {
            let target = raw.limbs[leg.index()].target;
            let footing = self.legs[leg.index()];
            let place = map.point(Vec2::new(target.x + footing.shift, target.y));
            let lifted = !is_supporting(rig, raw, leg);
            let look = if lifted && moving {
                LOOK_AHEAD * scale * ahead.dot(vertical.across).signum()
            } else {
                0.0
            };
            let found = foot_ground(ground, root, place, base, look);
            let rise = found.map_or(0.0, |depth| settle(depth - base, scale));
            let footing = &mut self.legs[leg.index()];
            // The foot's own level moves, not its rise: a root that takes a step must not drag a standing foot along.
            footing.rise = approach(footing.rise - climbed, rise, foot_step);
            footing.hangs = found.is_none();
            if moving || lifted {
                footing.shift = approach(footing.shift, 0.0, 0.2 * foot_step);
            }
        }
        // A foot that finds ground, or loses it, changes at once how far the root must sink; the root takes its time.
        self.sink = approach(self.sink, self.required_sink(ground, root, raw), root_step);
        root.position += vertical.down * self.sink;
        let body = under
            .map(|hit| hit.body)
            .or(self.support.map(|support| support.body));
        self.stand_on(world, body);
    }

    /// One step without ground to follow: adaptation left over from a recovery fades once the figure moves on.
    pub fn fade(&mut self, ground: Ground<'_>, root: &mut Placement, raw: &Controls, dt: f32) {
        let Ground { vertical, .. } = ground;
        root.position -= vertical.down * self.sink;
        let step = FOOT_RATE * root.scale * dt;
        for footing in &mut self.legs {
            footing.rise = approach(footing.rise, 0.0, step);
            footing.shift = approach(footing.shift, 0.0, step);
        }
        self.sink = if self.is_flat() {
            0.0
        } else {
            self.required_sink(ground, root, raw)
        };
        root.position += vertical.down * self.sink;
    }

    /// Whether nothing is adapted.
    pub fn is_flat(&self) -> bool {
        self.legs.iter().all(|leg| leg.rise == 0.0 && leg.shift == 0.0)
    }

    /// How far the root must sink so that the lowest supporting foot reaches \[px\]. A leg that the pose itself stretches
    /// farther may stay that long.
    fn required_sink(&self, ground: Ground<'_>, root: &Placement, raw: &Controls) -> f32 {
        let Ground { rig, vertical, .. } = ground;
        let mut sink = 0.0_f32;
        for leg in rig.legs().filter(|leg| is_supporting(rig, raw, *leg)) {
            let footing = self.legs[leg.index()];
            if footing.hangs || (footing.rise <= 0.0 && footing.shift == 0.0) {
                continue;
            }
            let hip = root.world_from_local_point(hip_of(rig, raw, leg));
            let target = raw.limbs[leg.index()].target;
            let flat = root.world_from_local_point(target);
            let aside = root.world_from_local_point(Vec2::new(target.x + footing.shift, target.y));
            let foot = aside + vertical.down * footing.rise;
            let longest = (leg_length(rig, leg) * root.scale * MAX_STRETCH).max((flat - hip).length());
            let way = foot - hip;
            let (below, beside) = (way.dot(vertical.down), way.dot(vertical.across));
            let reachable = (longest * longest - beside * beside).max(0.0).sqrt();
            sink = sink.max(below - reachable);
        }
        sink
    }

    /// The controls with every foot's target on its own ground, for a root that has sunk.
    pub fn apply(&self, rig: &Rig, vertical: Vertical, root: &Placement, controls: &mut Controls) {
        if self.sink == 0.0 && self.is_flat() {
            return;
        }
        let down = root.local_from_world_vector(vertical.down);
        for leg in rig.legs() {
            let footing = self.legs[leg.index()];
            let target = &mut controls.limbs[leg.index()].target;
            *target += down * (footing.rise - self.sink);
            target.x += footing.shift;
        }
    }
}

/// Whether the controls have this foot on the ground.
pub(crate) fn is_supporting(rig: &Rig, raw: &Controls, leg: LimbId) -> bool {
    raw.limbs[leg.index()].target.y >= rig.stand_height() - SUPPORT_HEIGHT
}

/// Where a leg starts in the root's frame, with the torso at its marker.
fn hip_of(rig: &Rig, raw: &Controls, leg: LimbId) -> Vec2 {
    let upper = &rig.bones[rig.limbs[leg.index()].upper.index()];
    let heading = rig.bones[0].rest + raw.torso.angle;
    // Legs of the rigs we know hang on the torso; deeper chains are taken at rest.
    let mut offset = upper.attach;
    let mut above = upper.parent;
    while let Some(bone) = above.filter(|bone| bone.index() != 0) {
        let bone = &rig.bones[bone.index()];
        offset = bone.attach + tumble_math::Rot::from_angle(bone.rest).rotate(offset);
        above = bone.parent;
    }
    raw.torso.position + tumble_math::Rot::from_angle(heading).rotate(offset)
}

fn settle(rise: f32, scale: f32) -> f32 {
    if rise.abs() < DEAD_BAND * scale { 0.0 } else { rise }
}

/// Depth of the ground in the column of a foot, within its reach of `base`; with `look`, the higher of here and there.
fn foot_ground(ground: Ground<'_>, root: &Placement, foot: Vec2, base: f32, look: f32) -> Option<f32> {
    let Ground { world, vertical, rig } = ground;
    let span = reach(rig, root.scale);
    let column = |at: Vec2| {
        probe_column(world, vertical, at, base - span, base + span).map(|hit| vertical.depth(hit.point))
    };
    let here = column(foot);
    if look == 0.0 {
        return here;
    }
    match (here, column(foot + vertical.across * look)) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests;
