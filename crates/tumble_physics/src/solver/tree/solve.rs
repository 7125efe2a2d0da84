//! A sub-step of a batch, stage by stage. Theory §2.

use tumble_math::Vec2;

use super::batch::Batch;
use super::contact::{AT_BOUND, ContactPace, Contacts, MOST_DRAG, contact_push};
use super::hinge::{HingeSet, Pace, whole_moment};
use super::inner::{InnerPace, InnerPass};
use super::layout::{Row, Scratch, Twist};
use super::motion::{
    add_answer, add_fresh_answer, integrate_positions, integrate_velocities, pin_speeds, pin_speeds_again,
    place, turn_arms,
};
use super::pivot::Pivot;
use super::sweep::{Matrix3, Motion, Tree};
use super::tension::{TENSION, stiffen};
use crate::solver::lanes::{Kernel, LANES, Lane, Mask, Pair};
use crate::solver::soft::Soft;

/// Most solves of a sub-step. What is still open by then keeps its pins, and is one sub-step old in the rest.
const MOST_SOLVES: u32 = 12;

/// After so many solves the turning of the arms is counted again, with the spins found, where hinges are driven.
const TURNING_AGAIN: u32 = 2;

/// What the caller says of a sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubStep {
    /// Its length \[s\].
    pub h: f32,
    /// Gravity \[px/s²\].
    pub gravity: Vec2,
    /// Penetration is undone at most this fast \[px/s\].
    pub push_speed: f32,
    /// Joints beyond their limits come back so that no body is faster than about this \[px/s\].
    pub return_speed: f32,
    /// The springs of contacts between a figure's own bodies.
    pub soft: Soft,
}

/// The stages of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Velocities; before the first ones of a step, what depends on the step's length and on the pose.
    Velocities,
    /// What impulses that came after that do.
    Resolve(InnerPass),
    /// How bodies answer impulses.
    Respond,
    /// Positions.
    Positions,
    /// All of a sub-step, so many times.
    Whole(u32),
}

/// A stage to be run.
pub(super) struct Run<'a> {
    pub batch: &'a mut Batch,
    pub scratch: &'a mut Scratch,
    pub pace: SubStep,
    pub stage: Stage,
}

impl Kernel for Run<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self {
            batch,
            scratch,
            pace,
            stage,
        } = self;
        scratch.fit(batch.parents.len(), batch.slots.len());
        match stage {
            Stage::Respond => respond::<L>(batch, scratch),
            Stage::Resolve(pass) => resolve::<L>(batch, scratch, pace, pass),
            Stage::Velocities => {
                begin::<L>(batch, scratch, pace);
                velocities::<L>(batch, scratch, pace);
            }
            Stage::Positions => positions::<L>(batch, scratch, pace),
            Stage::Whole(times) => {
                // Nobody needs the arms afterwards: the scratch's stay in the nearest cache from batch to batch.
                core::mem::swap(&mut batch.arms, &mut scratch.arms);
                begin::<L>(batch, scratch, pace);
                for _ in 0..times {
                    velocities::<L>(batch, scratch, pace);
                    if batch.inner.is_empty() {
                        positions::<L>(batch, scratch, pace);
                        continue;
                    }
                    respond::<L>(batch, scratch);
                    resolve::<L>(batch, scratch, pace, InnerPass::Mend);
                    positions::<L>(batch, scratch, pace);
                    resolve::<L>(batch, scratch, pace, InnerPass::Relax);
                }
                core::mem::swap(&mut batch.arms, &mut scratch.arms);
            }
        }
    }
}

/// What only changes from step to step: damping factors, arms, springs' stiffnesses.
#[inline(always)]
fn begin<L: Lane>(batch: &mut Batch, scratch: &mut Scratch, pace: SubStep) {
    if batch.begun {
        return;
    }
    batch.begun = true;
    let one = L::splat(1.0);
    let h = L::splat(pace.h);
    for (constant, damping) in batch.constant.iter_mut().zip(&batch.damping) {
        constant.keep_v.put(one / (one + h * damping.linear.get()));
        constant.keep_w.put(one / (one + h * damping.angular.get()));
    }
    turn_arms::<L>(
        &batch.state,
        &batch.pins,
        &batch.parents,
        batch.anchored,
        &mut batch.arms,
    );
    if batch.drives.is_empty() {
        return;
    }
    // Springs are made for the inertia that their hinge has in the floating figure: the free factor's.
    let bodies = batch.parents.len();
    let rows = &mut scratch.rows[..bodies];
    for (row, constant) in rows.iter_mut().zip(&batch.constant) {
        row.mass
            .put(Matrix3::<L>::body(constant.mass.get(), constant.inertia.get()));
        row.push.put(Motion::<L>::zero());
        row.gap_speed.put(Pair::<L>::zero());
    }
    let tree = Tree {
        parents: &batch.parents,
        anchored: batch.anchored,
        arms: &batch.arms,
    };
    let factor = &mut scratch.factor[..bodies];
    tree.eliminate::<L, false>(rows, factor, &mut batch.root);
    batch.phi.resize(bodies, super::layout::Symmetric3::default());
    tree.respond::<L>(factor, &batch.root, &mut batch.phi);
    for p in usize::from(!batch.anchored)..bodies {
        if !batch.present[p].driven() {
            continue;
        }
        let inertia = one / tree.hinge_answer::<L>(factor, &batch.phi, p);
        let drive = &mut batch.drives[p];
        let omega = drive.hertz.get::<L>() * L::splat(core::f32::consts::TAU);
        let a1 = L::splat(2.0) * drive.damping_ratio.get() + h * omega;
        drive.stiffness.put(inertia * (h * omega * a1));
        // No spring has no frequency either; keep 0/0 out.
        drive.rate.put(omega / a1.max(L::splat(f32::MIN_POSITIVE)));
    }
}

/// The sub-step's velocities.
#[inline(always)]
fn velocities<L: Lane>(batch: &mut Batch, scratch: &mut Scratch, pace: SubStep) {
    let bodies = batch.parents.len();
    let rows = &mut scratch.rows[..bodies];
    let slots = &mut scratch.slots[..batch.slots.len()];
    let hinge_pace = Pace {
        h: pace.h,
        return_speed: pace.return_speed,
    };
    let contact_pace = ContactPace {
        h: pace.h,
        push_speed: pace.push_speed,
        fall_speed: 2.0 * pace.h * pace.gravity.length(),
    };
    integrate_velocities::<L>(&mut batch.state, &batch.constant, pace.h, pace.gravity);
    if !batch.inner.is_empty() {
        batch.inner.warm_start::<L>(&mut batch.push);
        batch.pushed = true;
    }
    let anchor = batch.anchored.then_some(&batch.anchor);
    pin_speeds::<L>(&batch.state, &batch.arms, &batch.parents, anchor, rows, pace.h);
    let tense = batch.tense.0 != [0.0; LANES];
    if tense {
        stiffen::<L>(
            &batch.constant,
            &batch.push,
            &batch.parents,
            &batch.arms,
            batch.anchored,
            rows,
            &mut scratch.factor[..bodies],
            &mut batch.root,
        );
        let share = L::splat(TENSION * pace.h) * batch.tense.get();
        for (extra, row) in batch.extra.iter_mut().zip(rows.iter()) {
            extra.put(row.answer.turn.get::<L>().max(L::zero()) * share);
        }
    }
    let state = &mut batch.state[..];
    let mut hinges = HingeSet {
        parents: &batch.parents,
        first: usize::from(!batch.anchored),
        present: &batch.present,
        pins: &batch.pins,
        held: &mut batch.held,
        drives: &mut batch.drives,
        anchor_angle: &batch.anchor.angle,
        anchor_spin: &batch.anchor.spin,
    };
    hinges.guess::<L>(state, rows, hinge_pace);
    let mut contacts = Contacts {
        slots: &mut batch.slots,
        bodies: &batch.slot_bodies,
    };
    contacts.guess::<L>(state, slots, contact_pace);

    let tree = Tree {
        parents: &batch.parents,
        anchored: batch.anchored,
        arms: &batch.arms,
    };
    let factor = if batch.coupled {
        &mut batch.factor[..]
    } else {
        &mut scratch.factor[..bodies]
    };
    let driven = batch.present.iter().any(|present| present.driven());
    let mut pivot = Pivot::<L>::new();
    let mut resolved = false;
    for solve in 0..MOST_SOLVES {
        for (row, constant) in rows.iter_mut().zip(&batch.constant) {
            row.mass
                .put(Matrix3::<L>::body(constant.mass.get(), constant.inertia.get()));
            row.push.put(Motion::<L>::zero());
        }
        if batch.pushed {
            for (row, push) in rows.iter_mut().zip(&batch.push) {
                row.push = *push;
            }
        }
        if tense {
            for (row, (constant, extra)) in rows.iter_mut().zip(batch.constant.iter().zip(&batch.extra)) {
                let inertia = constant.inertia.get::<L>() + extra.get();
                row.mass.put(Matrix3::<L>::body(constant.mass.get(), inertia));
            }
        }
        contacts.assemble::<L>(slots, rows, pivot.done());
        batch.hinged = hinges.engage::<L>(state, rows, hinge_pace);
        if batch.hinged {
            tree.eliminate::<L, true>(rows, factor, &mut batch.root);
            tree.substitute::<L, true>(rows, factor, &batch.root);
        } else {
            tree.eliminate::<L, false>(rows, factor, &mut batch.root);
            tree.substitute::<L, false>(rows, factor, &batch.root);
        }
        if solve > 0 {
            take_answer::<L>(rows, pivot.done());
        }
        hinges.check::<L>(state, rows, hinge_pace, &mut pivot);
        contacts.check::<L>(slots, rows, &mut pivot);
        if solve < TURNING_AGAIN && driven {
            pin_speeds_again::<L>(state, &batch.arms, &batch.parents, anchor, rows, pace.h);
            pivot.unsettle(L::Mask::splat(true));
        }
        batch.solves += 1;
        if !pivot.next_round() {
            break;
        }
        if solve == 0 {
            keep_answer(rows);
            resolved = true;
        }
    }
    if resolved {
        add_answer::<L>(state, rows);
    } else {
        add_fresh_answer::<L>(state, rows);
        if batch.count_forces {
            keep_answer(rows);
        }
    }
    if batch.coupled || !batch.inner.is_empty() {
        // What comes after is solved with this factor, though the bodies have moved on by then: with the arms it was made of.
        core::mem::swap(&mut batch.arms, &mut batch.kept_arms);
    }
    contacts.keep::<L>(slots);
    if batch.count_forces {
        note_momentum::<L>(batch, rows);
        for (slot, &body) in batch.slots.iter().zip(&batch.slot_bodies) {
            let (along, across) = (slot.normal_impulse.get::<L>(), slot.tangent_impulse.get::<L>());
            take_contact(&mut rows[body as usize], slot.normal.get(), along, across);
        }
        count_forces::<L>(batch, rows, Some(hinge_pace));
    }
    if batch.pushed {
        batch.forget_push();
    }
}

/// The first solve's answer counts.
#[inline(always)]
fn keep_answer(rows: &mut [Row]) {
    for row in rows {
        row.answer = row.fresh;
    }
}

/// A later solve's answer becomes the one that counts where the set of what holds was still open.
#[inline(always)]
fn take_answer<L: Lane>(rows: &mut [Row], done: L::Mask) {
    for row in rows {
        let (old, fresh) = (row.answer.get::<L>(), row.fresh.get::<L>());
        row.answer.put(Motion {
            linear: Pair::select(done, old.linear, fresh.linear),
            turn: L::select(done, old.turn, fresh.turn),
        });
    }
}

/// A pass over the contacts between a figure's own bodies, then what all impulses that were given since do to the velocities, by the kept
/// factor; what else holds stays as it is.
#[inline(always)]
fn resolve<L: Lane>(batch: &mut Batch, scratch: &mut Scratch, pace: SubStep, pass: InnerPass) {
    let bodies = batch.parents.len();
    if pass != InnerPass::Skip && !batch.inner.is_empty() {
        inner_pass::<L>(batch, &mut scratch.seen[..bodies], pace, pass == InnerPass::Mend);
    }
    if !batch.pushed {
        return;
    }
    let rows = &mut scratch.rows[..bodies];
    let factor = if batch.coupled {
        &batch.factor[..]
    } else {
        &scratch.factor[..bodies]
    };
    let mut largest = L::zero();
    for (row, push) in rows.iter_mut().zip(&batch.push) {
        let push = push.get::<L>();
        largest = largest.max(push.linear.x.abs().max(push.linear.y.abs()).max(push.turn.abs()));
        row.push.put(push);
    }
    // Who was given nothing stays as it is to the last bit, whoever sits beside it.
    let given = L::zero().lt(largest);
    if batch.anchored || bodies == 1 {
        rows[0].gap_speed.put(Pair::<L>::zero());
    }
    let tree = Tree {
        parents: &batch.parents,
        anchored: batch.anchored,
        arms: &batch.kept_arms,
    };
    if batch.hinged {
        tree.eliminate_push::<L, true>(rows, factor);
        tree.substitute::<L, true>(rows, factor, &batch.root);
    } else {
        tree.eliminate_push::<L, false>(rows, factor);
        tree.substitute::<L, false>(rows, factor, &batch.root);
    }
    keep_answer(rows);
    add_answer::<L>(&mut batch.state, rows);
    if batch.count_forces {
        note_momentum::<L>(batch, rows);
    }
    for (slot, &body) in batch.slots.iter_mut().zip(&batch.slot_bodies) {
        let own = &batch.state[body as usize];
        let change = rows[body as usize].answer.get::<L>();
        let n: Pair<L> = slot.normal.get();
        let arm = slot.local.get::<L>().turned(own.cos.get(), own.sin.get()) + slot.skin.get();
        let stiffness: L = slot.stiffness.get();
        let normal_change = n.dot(change.linear) + change.turn * arm.cross(n);
        let tangent_change = n.cross(change.linear) + change.turn * arm.dot(n);
        let old: L = slot.normal_impulse.get();
        let push = (old - stiffness * normal_change)
            .max(L::zero())
            .only(old.is_set());
        let friction: L = slot.friction.get();
        let bound = friction * push;
        let drags = friction.min(L::splat(MOST_DRAG)) * push;
        let slip: L = slot.slip.get();
        let old_drag: L = slot.tangent_impulse.get();
        let stick = (old_drag - stiffness * tangent_change).within(bound);
        let drag = L::select(slip.is_set(), slip * drags, stick);
        let (push, drag) = (L::select(given, push, old), L::select(given, drag, old_drag));
        slot.normal_impulse.put(push);
        slot.tangent_impulse.put(drag);
        slot.total.put(slot.total.get::<L>() + (push - old));
        if batch.count_forces {
            take_contact(&mut rows[body as usize], n, push - old, drag - old_drag);
        }
    }
    if batch.count_forces {
        count_forces::<L>(batch, rows, None);
    }
    batch.forget_push();
}

/// The inner contacts' part of [`resolve`].
#[inline(always)]
fn inner_pass<L: Lane>(batch: &mut Batch, seen: &mut [Twist], pace: SubStep, mend: bool) {
    if batch.pushed {
        // Bodies are seen as if each had taken what rows gave it alone.
        let split: L = batch.split.get();
        for (i, seen) in seen.iter_mut().enumerate() {
            let (state, push) = (&batch.state[i], batch.push[i].get::<L>());
            let change = batch.phi[i]
                .get::<L>()
                .answer(push.linear * split, push.turn * split);
            seen.linear.put(state.v.get::<L>() + change.linear);
            seen.turn.put(state.w.get::<L>() + change.turn);
        }
    } else {
        for (seen, state) in seen.iter_mut().zip(&batch.state) {
            seen.linear = state.v;
            seen.turn = state.w;
        }
    }
    let pace = InnerPace {
        h: pace.h,
        mend,
        soft: pace.soft,
        push_speed: pace.push_speed,
    };
    batch.pushed |= batch.inner.solve::<L>(&batch.state, seen, &mut batch.push, &pace);
}

/// How each body answers an impulse, by the kept factor.
#[inline(always)]
fn respond<L: Lane>(batch: &mut Batch, scratch: &Scratch) {
    let bodies = batch.parents.len();
    let tree = Tree {
        parents: &batch.parents,
        anchored: batch.anchored,
        arms: &batch.kept_arms,
    };
    batch.phi.resize(bodies, super::layout::Symmetric3::default());
    let factor = if batch.coupled {
        &batch.factor[..]
    } else {
        &scratch.factor[..bodies]
    };
    tree.respond::<L>(factor, &batch.root, &mut batch.phi);
    batch.inner.prepare::<L>(&batch.phi, &batch.split);
}

/// The sub-step's positions.
#[inline(always)]
fn positions<L: Lane>(batch: &mut Batch, scratch: &mut Scratch, pace: SubStep) {
    let rows = &mut scratch.rows[..batch.parents.len()];
    integrate_positions::<L>(&mut batch.state, pace.h);
    turn_arms::<L>(
        &batch.state,
        &batch.pins,
        &batch.parents,
        batch.anchored,
        &mut batch.arms,
    );
    let step = L::splat(pace.h);
    if batch.anchored {
        let anchor = &mut batch.anchor;
        anchor.at.put(anchor.at.get::<L>() + anchor.v.get::<L>() * step);
        anchor
            .angle
            .put(anchor.angle.get::<L>() + anchor.spin.get::<L>() * step);
    }
    let anchor = batch.anchored.then_some(&batch.anchor);
    place::<L>(
        &mut batch.state,
        &batch.constant,
        &batch.arms,
        &batch.parents,
        anchor,
        rows,
    );
    for slot in &mut batch.slots {
        slot.base.put(slot.base.get::<L>() - slot.lift.get::<L>() * step);
    }
}

/// What each body's change of momentum needs besides outer impulses, into its right side.
#[inline(always)]
fn note_momentum<L: Lane>(batch: &Batch, rows: &mut [Row]) {
    for ((row, constant), push) in rows.iter_mut().zip(&batch.constant).zip(&batch.push) {
        let change: Pair<L> = row.answer.linear.get();
        row.push
            .linear
            .put(change * constant.mass.get() - push.linear.get());
    }
}

/// … and besides a contact.
#[inline(always)]
fn take_contact<L: Lane>(row: &mut Row, n: Pair<L>, along: L, across: L) {
    let push = contact_push(n, L::zero(), L::zero(), along, across);
    row.push.linear.put(row.push.linear.get::<L>() - push.linear);
}

/// Adds up, from the leaves on, what pins and hinges passed on in the last solve, each on its child. With no pace, of a resolve: hinges'
/// moments are not counted there.
#[inline(always)]
fn count_forces<L: Lane>(batch: &mut Batch, rows: &mut [Row], pace: Option<Pace>) {
    for p in (usize::from(!batch.anchored)..rows.len()).rev() {
        let linear: Pair<L> = rows[p].push.linear.get();
        let turn = match pace {
            Some(pace) if batch.hinged => whole_moment::<L>(&rows[p], batch.drives.get(p), pace),
            _ => L::zero(),
        };
        let force = &mut batch.force[p];
        force.put(force.get::<L>().add(Motion { linear, turn }));
        if p != 0 {
            let up = &mut rows[batch.parents[p] as usize].push.linear;
            up.put(up.get::<L>() + linear);
        }
    }
}

/// Whether a tangential impulse lies at its bound, and which way: how a contact that is set anew slips.
pub(super) fn slip_of(normal_impulse: f32, tangent_impulse: f32, friction: f32) -> f32 {
    let bound = friction * normal_impulse * AT_BOUND;
    if normal_impulse <= 0.0 {
        0.0
    } else if tangent_impulse > bound {
        1.0
    } else if tangent_impulse < -bound {
        -1.0
    } else {
        0.0
    }
}
