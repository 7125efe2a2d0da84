//! Figures and movers: telling a world about movers, and how the two meet in a sub-step.
//!
//! Points and sticks lose the part of their displacements, relative to the mover's, that brings them into it; what overlaps from the start
//! comes out slowly, without gaining speed by it. Friction takes up to μ times as much along the surface, and the figure's own `slide` its share. Each contact in turn,
//! in a fixed order, and the mover answers each at once: momentum only changes hands.

use super::{Gone, Group, World};
use crate::event::RawEvent;
use crate::kernel::Env;
use crate::lanes::pack::Pack;
use crate::mover::{Hit, Mover, MoverDesc, MoverId, MoverState, Push, Support};
use crate::real::Real;
use crate::settings::Order;
use crate::terrain::TerrainError;
use crate::terrain::edge::{V, along, dot, minus};
use crate::terrain::tree::Bounds;

/// Which share of an overlap goes in a sub-step.
const PARTING: f64 = 0.2;
/// How fast what overlaps slightly goes apart at most \[length units/s\].
const PARTING_SPEED: f64 = 0.5;
/// How fast a figure comes out of what it overlaps by more, without gaining speed by it \[length units/s\].
const WAY_OUT_SPEED: f64 = 2.0;
/// Points are put back before a mover as far as doesn't stretch their sticks by more than this share,
const STRETCH_WELL: f64 = 0.005;
/// or this, where they would else be past it.
const STRETCH_AT_ALL: f64 = 0.015;
/// How much farther than they would go figures are looked for \[length units\].
const MARGIN: f64 = 0.25;
/// A point's `kind` while it touches a mover and nothing else: nothing to the kernel, something to those who ask.
pub(super) const LEANS: f64 = 0.25;

/// A figure near a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Near {
    pub group: usize,
    pub index: usize,
    /// Place in the list of movers.
    pub mover: usize,
}

/// A point that touched a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Leaning {
    group: usize,
    index: usize,
    point: usize,
}

/// A world's movers.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    /// In the order of their ids.
    pub all: Vec<Mover>,
    next: u32,
    /// Which points touched one in the last sub-step.
    leaning: Vec<Leaning>,
    /// Impacts of this sub-step, by group.
    hits: Vec<(usize, RawEvent)>,
    /// Where the points of near figures are before sticks are solved, pair by pair.
    before: Vec<V>,
}

/// Numbers of a sub-step.
#[derive(Clone, Copy)]
struct Numbers {
    h: f64,
    skin: f64,
    parting: f64,
    way_out: f64,
    /// Faster than this, what touches a sleeper wakes it.
    waking: f64,
    bounce: f64,
    /// Faster than this, what touches makes an event.
    impact: f64,
}

impl Numbers {
    fn of<R: Real>(env: &Env<R>, unit: f64) -> Self {
        let h = env.h.to_f64();
        Self {
            h,
            skin: env.skin.to_f64(),
            parting: PARTING_SPEED * unit * h,
            way_out: WAY_OUT_SPEED * unit * h,
            waking: env.sleep_move.to_f64(),
            bounce: env.bounce_move.to_f64(),
            impact: env.impact_move.to_f64(),
        }
    }
}

/// Where a part of a figure is met: one or two points with their shares, the plane, and the place of the contact in the world.
struct Contact {
    points: [(usize, f64); 2],
    hit: Hit,
    /// In the world; from the mover to the figure.
    normal: V,
    place: V,
    /// How the part moves in the sub-step, and how the mover's surface there.
    moved: V,
}

impl<R: Real> World<R> {
    /// Adds something that moves among figures. The preset `classic` doesn't meet it.
    ///
    /// # Errors
    ///
    /// A shape that can't be, a number out of range or not finite.
    pub fn add_mover(&mut self, desc: MoverDesc, state: MoverState) -> Result<MoverId, TerrainError> {
        let id = MoverId(self.movers.next);
        self.movers.all.push(Mover::new(id, desc, state)?);
        self.movers.next += 1;
        let last = self.movers.all.len() - 1;
        self.wake_near(last);
        Ok(id)
    }

    /// Takes it away. Figures near it wake.
    ///
    /// # Errors
    ///
    /// It was removed before.
    pub fn remove_mover(&mut self, id: MoverId) -> Result<(), Gone> {
        let at = self.mover_at(id)?;
        self.wake_near(at);
        self.movers.all.remove(at);
        Ok(())
    }

    /// Says where a mover is now, how it goes in the coming step, and what it leans on. A state that isn't finite is left unheard.
    ///
    /// # Errors
    ///
    /// It was removed before.
    pub fn set_mover(&mut self, id: MoverId, state: MoverState, supports: &[Support]) -> Result<(), Gone> {
        let at = self.mover_at(id)?;
        if state.finite() {
            self.movers.all[at].put(state, supports);
        }
        Ok(())
    }

    /// Where a mover is: where it was put, and where it went since.
    pub fn mover(&self, id: MoverId) -> Option<MoverState> {
        Some(self.movers.all[self.mover_at(id).ok()?].state())
    }

    /// What figures gave a mover since this was last asked.
    pub fn take_push(&mut self, id: MoverId) -> Option<Push> {
        let at = self.mover_at(id).ok()?;
        Some(core::mem::take(&mut self.movers.all[at].push))
    }

    fn mover_at(&self, id: MoverId) -> Result<usize, Gone> {
        self.movers
            .all
            .binary_search_by_key(&id, |mover| mover.id)
            .map_err(|_| Gone)
    }

    /// Which figures may meet which movers in this step, in order; wakes those that lie near one that went on.
    pub(super) fn near_movers(&mut self, seconds: f64) -> Vec<Near> {
        let mut near = Vec::new();
        if self.movers.all.is_empty() || self.settings.order == Order::SticksFirst {
            return near;
        }
        let unit = self.settings.length_unit;
        let skin = crate::world::step::SKIN * unit;
        for place in 0..self.movers.all.len() {
            let mover = &self.movers.all[place];
            let (from, to) = (mover.settled, mover.frame);
            let went = minus(to.at, from.at);
            let turned = minus(to.q, from.q);
            let far = dot(went, went).sqrt() + dot(turned, turned).sqrt() * mover.outline.reach;
            if far > skin {
                self.wake_near(place);
            }
        }
        let gravity = [self.settings.gravity.0, self.settings.gravity.1];
        let boxes: Vec<Bounds> = self
            .movers
            .all
            .iter()
            .map(|mover| mover.bounds(seconds, gravity).grown(MARGIN * unit))
            .collect();
        let mut all = Bounds::EMPTY;
        for bounds in &boxes {
            all.add(bounds.low);
            all.add(bounds.high);
        }
        let sub_steps = f64::from(self.settings.sub_steps);
        for (number, group) in self.groups.iter().enumerate() {
            for index in (0..group.owners.len()).filter(|&index| group.owners[index].is_some()) {
                let bounds = group.reaches(index, sub_steps);
                if !bounds.overlaps(&all) {
                    continue;
                }
                for (place, mover) in boxes.iter().enumerate() {
                    let moves = group.is_awake(index) || !self.movers.all[place].stays(gravity);
                    if moves && bounds.overlaps(mover) {
                        near.push(Near {
                            group: number,
                            index,
                            mover: place,
                        });
                    }
                }
            }
        }
        near
    }

    /// Wakes the figures about a mover.
    fn wake_near(&mut self, place: usize) {
        let unit = self.settings.length_unit;
        let skin = crate::world::step::SKIN * unit;
        let mover = &mut self.movers.all[place];
        let mut bounds = Bounds::EMPTY;
        bounds.add(mover.settled.at);
        bounds.add(mover.frame.at);
        let bounds = bounds.grown(mover.outline.reach + 8.0 * skin);
        mover.settled = mover.frame;
        for slot in &self.slots {
            if let (Some((group, index)), false) = (slot.at, slot.quarantined) {
                let group = &mut self.groups[group];
                if !group.is_awake(index) && group.reaches(index, 0.0).overlaps(&bounds) {
                    group.wake(index);
                }
            }
        }
    }

    /// Before a step: who touched a mover is forgotten, but for those who sleep on it.
    pub(super) fn forget_leaning(&mut self) {
        let groups = &mut self.groups;
        self.movers.leaning.retain(|leaning| {
            let Some(group) = groups.get_mut(leaning.group) else {
                return false;
            };
            if leaning.index >= group.owners.len() {
                return false;
            }
            let leans = group.kind(leaning.index, leaning.point) == R::from_f64(LEANS);
            let sleeps = leans && !group.is_awake(leaning.index);
            if leans && !sleeps {
                group.set_kind(leaning.index, leaning.point, R::ZERO);
            }
            sleeps
        });
    }

    /// After a step: who touched a mover in its last sub-step.
    pub(super) fn remember_leaning(&mut self) {
        for leaning in &self.movers.leaning {
            let group = &mut self.groups[leaning.group];
            if group.kind(leaning.index, leaning.point) == R::ZERO {
                group.set_kind(leaning.index, leaning.point, R::from_f64(LEANS));
            }
        }
    }

    /// Finds again who touches a mover, after a snapshot was put back.
    pub(super) fn find_leaning(&mut self) {
        self.movers.leaning.clear();
        for (number, group) in self.groups.iter().enumerate() {
            for index in (0..group.owners.len()).filter(|&index| group.owners[index].is_some()) {
                for point in 0..group.program.points {
                    if group.kind(index, point) == R::from_f64(LEANS) {
                        self.movers.leaning.push(Leaning {
                            group: number,
                            index,
                            point,
                        });
                    }
                }
            }
        }
    }

    /// Lets figures and movers meet in a sub-step.
    pub(super) fn meet_movers(&mut self, env: &Env<R>, near: &[Near]) {
        let numbers = Numbers::of(env, self.settings.length_unit);
        let h = numbers.h;
        let gravity = [self.settings.gravity.0, self.settings.gravity.1];
        for mover in &mut self.movers.all {
            mover.fall(gravity, h);
        }
        let groups = &self.groups;
        self.movers
            .leaning
            .retain(|leaning| !groups[leaning.group].is_awake(leaning.index));
        for &pair in near {
            let program = &self.groups[pair.group].program;
            let (points, sticks) = (program.points, program.sticks.len());
            for point in 0..points {
                let moves = self.groups[pair.group].program.each[point].w > R::ZERO;
                if moves && let Some(contact) = self.find_point(pair, point, numbers) {
                    self.touch(pair, &contact, numbers);
                }
            }
            for stick in 0..sticks {
                if self.groups[pair.group].program.sticks[stick].collides {
                    for corner in 0..self.movers.all[pair.mover].outline.corners.len() {
                        if let Some(contact) = self.find_stick(pair, stick, corner, numbers) {
                            self.touch(pair, &contact, numbers);
                        }
                    }
                }
            }
        }
        self.movers.before.clear();
        for pair in near {
            let group = &self.groups[pair.group];
            let points = 0..group.program.points;
            self.movers
                .before
                .extend(points.map(|point| group.place(pair.index, point)));
        }
        for (group, event) in core::mem::take(&mut self.movers.hits) {
            self.take_in(group, vec![event]);
        }
    }

    /// After the sticks were solved, which know nothing of movers: no point has crossed the outline of one that gives no way, however thin
    /// it is. One that would is put back before it; its sticks are made right in the next sub-step. (From loose movers points come out
    /// sooner than the sticks would suffer.) Then movers go on.
    pub(super) fn keep_out_of_movers(&mut self, env: &Env<R>, near: &[Near]) {
        let numbers = Numbers::of(env, self.settings.length_unit);
        let mut before = core::mem::take(&mut self.movers.before);
        let mut places = before.iter();
        for &pair in near {
            let points = self.groups[pair.group].program.points;
            for (point, &r) in (0..points).zip(&mut places) {
                let group = &self.groups[pair.group];
                let driven = self.movers.all[pair.mover].is_driven();
                if driven && group.program.each[point].w > R::ZERO && group.is_awake(pair.index) {
                    self.put_back(pair, point, r, numbers);
                }
            }
        }
        before.clear();
        self.movers.before = before;
        for mover in &mut self.movers.all {
            mover.go(numbers.h);
        }
    }

    /// Puts a point back that came from `r` into a mover.
    fn put_back(&mut self, pair: Near, point: usize, r: V, numbers: Numbers) {
        let (group, mover) = (&mut self.groups[pair.group], &mut self.movers.all[pair.mover]);
        let after = mover.after(numbers.h);
        let x = group.place(pair.index, point);
        let (from, to) = (mover.frame.local(r), after.local(x));
        let radius = group.program.each[point].radius.to_f64() + 0.5 * numbers.skin;
        let hit = mover.outline.meet(from, minus(to, from), radius, 0.0);
        let Some(hit) = hit.filter(|hit| hit.ends < 0.0 && hit.begins >= 0.0) else {
            return;
        };
        let n = crate::mover::turned(after.q, hit.normal);
        // As far as its sticks bear well, or, if it would be on the other side then, as far as they bear at all.
        let whole = n.map(|part| -part * hit.ends);
        let mut share = group.bearable(pair.index, point, whole, STRETCH_WELL);
        if share < 1.0 {
            let part = along(to, hit.normal, -hit.ends * share);
            let out = mover.outline.meet(part, [0.0; 2], radius, 0.0);
            if out.is_some_and(|out| dot(out.normal, hit.normal) <= 0.0) {
                share = group.bearable(pair.index, point, whole, STRETCH_AT_ALL);
            }
        }
        let by = n.map(|part| R::from_f64(-part * hit.ends * share));
        let [lx, ly] = group.local(pair.index, point);
        group.set_local(pair.index, point, [lx + by[0], ly + by[1]]);
        let place = along(x, n, -hit.ends - radius);
        let arm = minus(place, after.at);
        let surface = along(mover.velocity, crate::mover::quarter(arm), mover.spin);
        let moved = group.moved(pair.index, point).map(R::to_f64);
        let closing = -dot(along(moved, surface, -numbers.h), n);
        if closing > 0.0 {
            let w = group.program.each[point].w.to_f64();
            let back = n.map(|part| -part);
            let push = closing / (w + mover.weight(back, place, after.at));
            group.nudge(pair.index, point, n.map(|part| part * w * push));
            mover.take(push / numbers.h, back, place, after.at);
        }
    }

    /// Where a point meets a mover.
    fn find_point(&self, pair: Near, point: usize, numbers: Numbers) -> Option<Contact> {
        let (group, mover) = (&self.groups[pair.group], &self.movers.all[pair.mover]);
        let r = group.place(pair.index, point);
        let moved = group.moved(pair.index, point).map(R::to_f64);
        let x = along(r, moved, 1.0);
        let after = mover.after(numbers.h);
        let (from, to) = (mover.frame.local(r), after.local(x));
        let radius = group.program.each[point].radius.to_f64() + numbers.skin;
        let hit = mover
            .outline
            .meet(from, minus(to, from), radius, numbers.skin)
            .filter(|hit| hit.ends < 0.0)?;
        let normal = crate::mover::turned(after.q, hit.normal);
        Some(Contact {
            points: [(point, 1.0), (point, 0.0)],
            hit,
            normal,
            place: along(x, normal, -hit.ends - radius),
            moved,
        })
    }

    /// Where a stick lies over a mover's corner.
    fn find_stick(&self, pair: Near, stick: usize, corner: usize, numbers: Numbers) -> Option<Contact> {
        let (group, mover) = (&self.groups[pair.group], &self.movers.all[pair.mover]);
        let op = &group.program.sticks[stick];
        let corner = mover.outline.corners[corner];
        let after = mover.after(numbers.h);
        let places = [op.a, op.b].map(|point| group.place(pair.index, point));
        let moved = [op.a, op.b].map(|point| group.moved(pair.index, point).map(R::to_f64));
        let before = places.map(|place| mover.frame.local(place));
        let then = [0, 1].map(|end| after.local(along(places[end], moved[end], 1.0)));
        // Nearer than points keep: a stick that lies flat lies on its ends.
        let radius = op.radius.to_f64() + mover.outline.round + 0.5 * numbers.skin;
        let (hit, t) = crate::mover::under(corner, before, then, radius)?;
        if hit.ends >= 0.0 {
            return None;
        }
        let normal = crate::mover::turned(after.q, hit.normal);
        Some(Contact {
            points: [(op.a, 1.0 - t), (op.b, t)],
            hit,
            normal,
            place: along(after.world(corner), normal, mover.outline.round),
            moved: along(moved[0], minus(moved[1], moved[0]), t),
        })
    }

    /// Lets a part of a figure and a mover have their contact.
    fn touch(&mut self, pair: Near, contact: &Contact, numbers: Numbers) {
        let (group, mover) = (&mut self.groups[pair.group], &mut self.movers.all[pair.mover]);
        let (n, h) = (contact.normal, numbers.h);
        let center = mover.after(h).at;
        let arm = minus(contact.place, center);
        let surface = along(mover.velocity, crate::mover::quarter(arm), mover.spin).map(|part| part * h);
        let against = minus(contact.moved, surface);
        let overlap = -contact.hit.ends;
        let closing = -dot(against, n);
        // A sleeper is in the way until something hits it harder than it would have to move to stay awake.
        if !group.is_awake(pair.index) && closing > numbers.waking {
            group.wake(pair.index);
        }
        let awake = group.is_awake(pair.index);
        let own: f64 = contact
            .points
            .iter()
            .map(|&(point, share)| group.program.each[point].w.to_f64() * share * share)
            .sum();
        let own = if awake { own } else { 0.0 };
        let back = n.map(|part| -part);
        let weight = own + mover.weight(back, contact.place, center);
        if weight <= 0.0 {
            return;
        }
        let stop = closing.clamp(0.0, overlap);
        // No more than makes it part at that speed: what parts already gains nothing.
        let parting = (PARTING * (overlap - stop)).min(numbers.parting) - (-closing).max(0.0);
        let parting = parting.max(0.0);
        let bounces = closing > numbers.bounce && contact.hit.begins > 0.0;
        let bounce = if bounces && mover.material.restitution > 0.0 {
            // All that brings it nearer goes, and its share comes back.
            (closing - stop) + mover.material.restitution * closing
        } else {
            0.0
        };
        let push = (stop + parting + bounce) / weight;
        if closing > numbers.impact && contact.hit.begins > 0.5 * numbers.skin {
            let (figure, point) = (pair.index, contact.points[0].0);
            let event = RawEvent::impact(figure, point, closing / h, push / h);
            self.movers.hits.push((pair.group, event));
        }
        // Friction, and what slows a sliding point.
        let across = crate::mover::quarter(n);
        let slip = -dot(against, across);
        let bears = mover.bears(back, contact.place, center);
        let along_weight = if bears {
            own
        } else {
            own + mover.weight(across.map(|part| -part), contact.place, center)
        };
        let most = mover.material.friction * group.program.friction.to_f64() * push;
        // A sleeper against what its supports bear: nothing moves.
        let full = if along_weight > 0.0 {
            slip / along_weight
        } else {
            0.0
        };
        let rub = full.clamp(-most, most);
        let left = full - rub;
        let slides = if own > 0.0 {
            (group.program.slide.to_f64() * along_weight / own).min(1.0)
        } else {
            0.0
        };
        let rub = rub + slides * left;
        for (size, f) in [(push, n), (rub, across)] {
            for &(point, share) in &contact.points {
                let by = group.program.each[point].w.to_f64() * share * size;
                if by != 0.0 && awake {
                    group.nudge(pair.index, point, f.map(|part| part * by));
                }
            }
            if bears {
                mover.lean(f.map(|part| -part * size / h), contact.place, center);
            } else {
                mover.take(size / h, f.map(|part| -part), contact.place, center);
            }
        }
        let deeper = overlap - stop - parting - numbers.skin;
        if awake && deeper > 0.0 {
            let out = (PARTING * deeper).min(numbers.way_out) / own;
            for &(point, share) in &contact.points {
                let by = group.program.each[point].w.to_f64() * share * out;
                let [x, y] = group.local(pair.index, point);
                let place = [x + R::from_f64(by * n[0]), y + R::from_f64(by * n[1])];
                group.set_local(pair.index, point, place);
            }
        }
        for &(point, share) in &contact.points {
            if share > 0.0 {
                self.movers.leaning.push(Leaning {
                    group: pair.group,
                    index: pair.index,
                    point,
                });
            }
        }
    }

    /// The movers' states, for a snapshot: id, place, turn, motion, and where it last woke what lies near.
    pub(super) fn mover_states(&self) -> Vec<(u32, [u64; 10])> {
        let bits = |mover: &Mover| {
            let (state, settled) = (mover.state(), mover.settled);
            [
                state.at[0],
                state.at[1],
                state.angle,
                state.velocity[0],
                state.velocity[1],
                state.spin,
                settled.at[0],
                settled.at[1],
                settled.q[0],
                settled.q[1],
            ]
            .map(f64::to_bits)
        };
        let all = self.movers.all.iter();
        all.map(|mover| (mover.id.0, bits(mover))).collect()
    }

    /// Puts those movers back that are still there.
    pub(super) fn restore_movers(&mut self, states: &[(u32, [u64; 10])]) {
        for (id, bits) in states {
            let Ok(at) = self.mover_at(MoverId(*id)) else {
                continue;
            };
            let [x, y, angle, vx, vy, spin, sx, sy, cos, sin] = bits.map(f64::from_bits);
            let mover = &mut self.movers.all[at];
            let state = MoverState {
                at: [x, y],
                angle,
                velocity: [vx, vy],
                spin,
            };
            mover.put(state, &[]);
            mover.push = Push::default();
            mover.settled = crate::mover::Frame {
                at: [sx, sy],
                q: [cos, sin],
            };
        }
    }
}

impl<R: Real> Group<R> {
    /// Which share of a shift of one point its rigid sticks bear without stretching by more than `most`.
    fn bearable(&self, index: usize, point: usize, by: V, most: f64) -> f64 {
        let at = self.place(index, point);
        let sticks = self.program.sticks.iter().filter(|op| op.soft.is_none());
        let own = sticks.filter(|op| op.a == point || op.b == point);
        own.fold(1.0_f64, |share, op| {
            let other = self.place(index, if op.a == point { op.b } else { op.a });
            let rest = op.length.to_f64();
            let stretch = |share: f64| {
                let way = minus(along(at, by, share), other);
                (dot(way, way).sqrt() / rest - 1.0).abs()
            };
            let fits = |share: &f64| stretch(*share) <= most.max(stretch(0.0));
            let tries = [1.0, 0.75, 0.5, 0.25, 0.125];
            share.min(tries.into_iter().find(fits).unwrap_or(0.0))
        })
    }

    /// The box of a figure's points and sticks, now and where they would go in so many sub-steps.
    fn reaches(&self, index: usize, sub_steps: f64) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for point in 0..self.program.points {
            let at = self.place(index, point);
            bounds.add(at);
            let moved = self.moved(index, point).map(R::to_f64);
            bounds.add(along(at, moved, sub_steps));
        }
        let thick = self.program.thickest.to_f64().max(self.program.parts.thickest);
        bounds.grown(thick)
    }

    /// What a point does, as the kernel remembers it.
    fn kind(&self, index: usize, point: usize) -> R {
        let pack = &self.points[index / R::LANES * self.program.points + point];
        pack.kind.get(index % R::LANES)
    }

    fn set_kind(&mut self, index: usize, point: usize, kind: R) {
        let pack = &mut self.points[index / R::LANES * self.program.points + point];
        pack.kind.set(index % R::LANES, kind);
    }
}
