//! Contacts between two bodies of one figure, side by side for eight figures: rows that never leave the batch. Theory §6.
//!
//! A limb that lies on its own figure is by far the most frequent contact of a crowd. Both of its bodies sit in the same lane, so a slot holds
//! one pair of places, and in each lane that has it the contact of that figure's two bodies. Passes over the slots are those of the rows in
//! packs: a normal row that only pushes, and friction bounded by it, seeing each body's velocity and its articulated inverse mass.

use tumble_math::Vec2;

use super::layout::{State, Symmetric3, Twist};
use super::sweep::Motion;
use crate::solver::lanes::{LANES, Lane, Mask, Pair, Wide, WidePair};
use crate::solver::soft::Soft;

/// No slot.
const NONE: u16 = u16::MAX;

/// What a pass over the slots is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InnerPass {
    /// Overlap is undone, too.
    Mend,
    /// Velocities alone are held.
    Relax,
    /// None: the figure is only solved for what rows gave.
    Skip,
}

/// A contact between two bodies of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct InnerNow {
    /// From A to B.
    pub normal: Vec2,
    pub friction: f32,
    /// Wanted tangential speed of B against A, along (−normal.y, normal.x) \[px/s\].
    pub surface_speed: f32,
    pub points: [InnerPointNow; 2],
    pub count: usize,
}

/// One point of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct InnerPointNow {
    /// From the centres of mass, in the world's axes \[px\].
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    /// Negative when inside \[px\].
    pub separation: f32,
    /// Impulses of the last sub-step \[kg·px/s\].
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
}

/// What a point did: the last sub-step's impulses, and the sum of normal impulses over all sub-steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct InnerDone {
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    pub total: f32,
}

/// One pair of places.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Slot {
    normal: WidePair,
    friction: Wide,
    surface_speed: Wide,
    points: [Point; 2],
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Point {
    /// Arms at which impulses act: those of the step's start, in the world's axes. The place of a contact stays with the normal, it doesn't turn
    /// with the bodies.
    arm_a: WidePair,
    arm_b: WidePair,
    /// Arms in the frames of the bodies: how far these points are from each other along the normal is the separation.
    local_a: WidePair,
    local_b: WidePair,
    /// Separation = this + normal·((at + arm) of B − that of A) \[px\].
    base: Wide,
    normal_impulse: Wide,
    tangent_impulse: Wide,
    total: Wide,
    /// 1 where the lane has this point, else 0.
    here: Wide,
    /// How the two bodies answer a unit impulse along the normal, and along the tangent, in this sub-step.
    answers: [Answer; 2],
}

/// Of A against a unit impulse, of B, and the impulse that makes a unit of relative speed.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Answer {
    a: Twist,
    b: Twist,
    mass: Wide,
}

/// The places of a slot's bodies.
#[derive(Clone, Copy, Debug)]
struct Ends {
    a: u16,
    b: u16,
    /// Points that some lane has.
    points: u8,
    /// Lanes that it is taken in, a bit each.
    taken: u8,
}

/// The inner contacts of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Inner {
    slots: Vec<Slot>,
    ends: Vec<Ends>,
    /// The slot of each pair of places.
    slot_of: Vec<u16>,
    /// The order that passes take slots in.
    order: Vec<u16>,
}

impl Inner {
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    pub(super) fn clear(&mut self, bodies: usize) {
        for ends in &self.ends {
            self.slot_of[usize::from(ends.a) * bodies + usize::from(ends.b)] = NONE;
        }
        self.slots.clear();
        self.ends.clear();
        self.order.clear();
    }

    /// Says that all contacts are there: finds the order of the passes. A slot needs what the last one with its bodies left, and the machine works on
    /// several at once only where they don't; pairs with one sum modulo the number of bodies have no body in common (the rounds of a
    /// tournament). Which other slots there are makes no difference to a figure.
    pub(super) fn arrange(&mut self, bodies: usize) {
        self.order.clear();
        self.order.extend(0..self.slots.len() as u16);
        let ends = &self.ends;
        self.order.sort_unstable_by_key(|&slot| {
            let Ends { a, b, .. } = ends[usize::from(slot)];
            ((usize::from(a) + usize::from(b)) % bodies, a, b)
        });
    }

    /// Adds a contact of the figure in a lane, between the bodies at two places whose states are there. `None` if the lane has one of them already.
    pub(super) fn add(
        &mut self,
        lane: usize,
        (a, b): (usize, usize),
        state: &[State],
        contact: &InnerNow,
    ) -> Option<u16> {
        let bodies = state.len();
        if self.slot_of.is_empty() {
            self.slot_of.resize(bodies * bodies, NONE);
        }
        let known = &mut self.slot_of[a * bodies + b];
        if *known == NONE {
            *known = self.slots.len() as u16;
            self.slots.push(Slot::default());
            self.ends.push(Ends {
                a: a as u16,
                b: b as u16,
                points: 0,
                taken: 0,
            });
        }
        let index = *known;
        let (slot, ends) = (&mut self.slots[index as usize], &mut self.ends[index as usize]);
        let bit = 1 << lane;
        if ends.taken & bit != 0 {
            return None;
        }
        ends.taken |= bit;
        ends.points = ends.points.max(contact.count as u8);
        set(&mut slot.normal, lane, contact.normal);
        slot.friction.0[lane] = contact.friction;
        slot.surface_speed.0[lane] = contact.surface_speed;
        let apart = get(&state[b].at, lane) - get(&state[a].at, lane);
        for (to, point) in slot.points.iter_mut().zip(&contact.points).take(contact.count) {
            set(&mut to.local_a, lane, turned_back(&state[a], lane, point.arm_a));
            set(&mut to.local_b, lane, turned_back(&state[b], lane, point.arm_b));
            set(&mut to.arm_a, lane, point.arm_a);
            set(&mut to.arm_b, lane, point.arm_b);
            to.base.0[lane] = point.separation - contact.normal.dot(apart + point.arm_b - point.arm_a);
            to.normal_impulse.0[lane] = point.normal_impulse;
            to.tangent_impulse.0[lane] = point.tangent_impulse;
            to.here.0[lane] = 1.0;
        }
        Some(index)
    }

    /// What a contact's point did.
    pub(super) fn done(&self, lane: usize, slot: u16, point: usize) -> InnerDone {
        let point = &self.slots[slot as usize].points[point];
        InnerDone {
            normal_impulse: point.normal_impulse.0[lane],
            tangent_impulse: point.tangent_impulse.0[lane],
            total: point.total.0[lane],
        }
    }

    /// Gives the bodies the impulses that a sub-step starts with: those of the last one.
    #[inline(always)]
    pub(super) fn warm_start<L: Lane>(&self, push: &mut [Twist]) {
        for &index in &self.order {
            let (slot, ends) = (&self.slots[usize::from(index)], &self.ends[usize::from(index)]);
            let (a, b) = (usize::from(ends.a), usize::from(ends.b));
            let normal: Pair<L> = slot.normal.get();
            let (mut to_a, mut to_b) = (push[a].get::<L>(), push[b].get::<L>());
            for point in &slot.points[..usize::from(ends.points)] {
                let impulse =
                    normal * point.normal_impulse.get() + normal.perp() * point.tangent_impulse.get();
                give(&mut to_a, point.arm_a.get(), -impulse);
                give(&mut to_b, point.arm_b.get(), impulse);
            }
            push[a].put(to_a);
            push[b].put(to_b);
        }
    }

    /// Finds out how the bodies answer, by their articulated inverse masses, each made larger by `split`.
    #[inline(always)]
    pub(super) fn prepare<L: Lane>(&mut self, phi: &[Symmetric3], split: &Wide) {
        let (zero, one) = (L::zero(), L::splat(1.0));
        let split: L = split.get();
        for (slot, ends) in self.slots.iter_mut().zip(&self.ends) {
            let (a, b) = (usize::from(ends.a), usize::from(ends.b));
            let (phi_a, phi_b) = (phi[a].get::<L>(), phi[b].get::<L>());
            let normal: Pair<L> = slot.normal.get();
            let tangent = normal.perp();
            for point in &mut slot.points[..usize::from(ends.points)] {
                let arm_a = point.arm_a.get::<L>();
                let arm_b = point.arm_b.get::<L>();
                for (answer, way) in point.answers.iter_mut().zip([normal, tangent]) {
                    let (turn_a, turn_b) = (arm_a.cross(way), arm_b.cross(way));
                    let of_a = phi_a.answer(way * split, turn_a * split);
                    let of_b = phi_b.answer(way * split, turn_b * split);
                    let k =
                        of_a.linear.dot(way) + of_a.turn * turn_a + of_b.linear.dot(way) + of_b.turn * turn_b;
                    let positive = zero.lt(k);
                    answer.a.put(of_a);
                    answer.b.put(of_b);
                    answer
                        .mass
                        .put((one / L::select(positive, k, one)).only(positive));
                }
            }
        }
    }

    /// One pass over all slots: changes the velocities `seen` of the bodies, each as if alone, and adds the impulses to `push`. Whether it gave any.
    #[inline(always)]
    pub(super) fn solve<L: Lane>(
        &mut self,
        state: &[State],
        seen: &mut [Twist],
        push: &mut [Twist],
        pace: &InnerPace,
    ) -> bool {
        let (zero, one) = (L::zero(), L::splat(1.0));
        let per_h = L::splat(1.0 / pace.h);
        let fastest = L::splat(-pace.push_speed);
        let soft = if pace.mend { pace.soft } else { Soft::RIGID };
        let (rate, mass_scale) = (L::splat(soft.bias_rate), L::splat(soft.mass_scale));
        let impulse_scale = L::splat(soft.impulse_scale);
        let mut given = zero;
        for &index in &self.order {
            let (slot, ends) = (
                &mut self.slots[usize::from(index)],
                &self.ends[usize::from(index)],
            );
            let (a, b) = (usize::from(ends.a), usize::from(ends.b));
            let (mut va, mut vb) = (seen[a].get::<L>(), seen[b].get::<L>());
            let (mut to_a, mut to_b) = (push[a].get::<L>(), push[b].get::<L>());
            let apart = state[b].at.get::<L>() - state[a].at.get::<L>();
            let normal: Pair<L> = slot.normal.get();
            let tangent = normal.perp();
            let count = usize::from(ends.points);
            for place in 0..count {
                // Now from one end, now from the other: neither is always second.
                let place = if pace.mend { place } else { count - 1 - place };
                let point = &mut slot.points[place];
                let arm_a = turned::<L>(&point.local_a, &state[a]);
                let arm_b = turned::<L>(&point.local_b, &state[b]);
                let separation = point.base.get::<L>() + normal.dot(apart + arm_b - arm_a);
                let arm_a = point.arm_a.get::<L>();
                let arm_b = point.arm_b.get::<L>();
                let open = zero.lt(separation);
                let bias = L::select(open, separation * per_h, (rate * separation).max(fastest));
                let by_mass = L::select(open, one, mass_scale);
                let by_impulse = impulse_scale.only(!open);
                let speed = (at_arm(vb, arm_b) - at_arm(va, arm_a)).dot(normal);
                let answer = &point.answers[0];
                let old: L = point.normal_impulse.get();
                let wanted = old - answer.mass.get::<L>() * by_mass * (speed + bias) - by_impulse * old;
                let new = wanted.max(zero) * point.here.get();
                point.normal_impulse.put(new);
                let by = new - old;
                va = va.add(answer.a.get::<L>().times(-by));
                vb = vb.add(answer.b.get::<L>().times(by));
                give(&mut to_a, arm_a, normal * -by);
                give(&mut to_b, arm_b, normal * by);
                given = given.max(by.abs());
            }
            let (friction, surface) = (slot.friction.get::<L>(), slot.surface_speed.get::<L>());
            for point in &mut slot.points[..count] {
                let arm_a = point.arm_a.get::<L>();
                let arm_b = point.arm_b.get::<L>();
                let speed = (at_arm(vb, arm_b) - at_arm(va, arm_a)).dot(tangent) - surface;
                let push: L = point.normal_impulse.get();
                let answer = &point.answers[1];
                let old: L = point.tangent_impulse.get();
                let new = (old - answer.mass.get::<L>() * speed).within(friction * push);
                point.tangent_impulse.put(new);
                let by = new - old;
                va = va.add(answer.a.get::<L>().times(-by));
                vb = vb.add(answer.b.get::<L>().times(by));
                give(&mut to_a, arm_a, tangent * -by);
                give(&mut to_b, arm_b, tangent * by);
                given = given.max(by.abs());
                if !pace.mend {
                    point.total.put(point.total.get::<L>() + push);
                }
            }
            seen[a].put(va);
            seen[b].put(vb);
            push[a].put(to_a);
            push[b].put(to_b);
        }
        given.is_set().any()
    }
}

/// What a pass's slots have in common.
#[derive(Clone, Copy)]
pub(super) struct InnerPace {
    pub h: f32,
    pub mend: bool,
    pub soft: Soft,
    /// Greatest speed at which overlap is undone \[px/s\].
    pub push_speed: f32,
}

#[inline(always)]
fn turned<L: Lane>(local: &WidePair, body: &State) -> Pair<L> {
    local.get::<L>().turned(body.cos.get(), body.sin.get())
}

#[inline(always)]
fn at_arm<L: Lane>(motion: Motion<L>, arm: Pair<L>) -> Pair<L> {
    motion.linear + arm.perp() * motion.turn
}

#[inline(always)]
fn give<L: Lane>(to: &mut Motion<L>, arm: Pair<L>, impulse: Pair<L>) {
    to.linear = to.linear + impulse;
    to.turn = to.turn + arm.cross(impulse);
}

fn turned_back(body: &State, lane: usize, arm: Vec2) -> Vec2 {
    let (cos, sin) = (body.cos.0[lane], body.sin.0[lane]);
    Vec2::new(cos * arm.x + sin * arm.y, cos * arm.y - sin * arm.x)
}

fn set(to: &mut WidePair, lane: usize, value: Vec2) {
    to.x.0[lane] = value.x;
    to.y.0[lane] = value.y;
}

fn get(from: &WidePair, lane: usize) -> Vec2 {
    Vec2::new(from.x.0[lane], from.y.0[lane])
}

const _: () = assert!(LANES <= 8, "a lane is a bit of `taken`");
