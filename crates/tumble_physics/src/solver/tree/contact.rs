//! Contacts of a figure with what it can't move, as stiff dampers inside its system. Theory §5.

use super::layout::{Row, Slot, SlotRow, State};
use super::pivot::Pivot;
use super::sweep::{Matrix3, Motion};
use crate::solver::lanes::{Lane, Pair, Wide};

/// Angular frequency of a contact's spring times the sub-step: a quarter of the sub-steps' rate, in turns.
const OMEGA_H: f32 = core::f32::consts::FRAC_PI_2;
/// Its damping ratio.
const DAMPING_RATIO: f32 = 10.0;
/// a₁ = 2ζ + hω.
const A1: f32 = 2.0 * DAMPING_RATIO + OMEGA_H;
/// κ/m = hω·a₁: the implicit damper's impulse per unit of speed.
const STIFFNESS: f32 = OMEGA_H * A1;
/// Share of a penetration that is mended in a sub-step: hω/a₁.
const MEND: f32 = OMEGA_H / A1;
/// Share of √(figure's mass · body's mass) that a contact's spring is made for. Twice this and light limbs bounce, half of it and heavy
/// figures sink in twice as far.
const SPRING_MASS: f32 = 0.6;
/// A contact may be closing or pulling by this much, and friction be off by what stops this much, before it is solved for again \[px/s\].
/// A tenth of it, and figures at rest take twice as many solves and come to rest no better; thrice, and landing limbs sink twice as deep.
const SPEED_SLOP: f32 = 0.1;
/// … or friction be off by this share of its bound.
const BOUND_SLOP: f32 = 0.25;
/// A contact slips on until what it slips along moves the other way faster than this \[px/s\].
const SLIP_SLOP: f32 = 0.01;
/// What slips is dragged by at most this many times its load, however great its friction is (which says when it begins to slip). The drag is
/// that of the solve before, so more of it lifts what it drags, and presses it down, by turns: with 5 figures that land begin to gain
/// energy, with 10 they are flung away.
pub(super) const MOST_DRAG: f32 = 3.0;
/// A friction impulse within this of its bound, relative, was one that slips.
pub(super) const AT_BOUND: f32 = 0.9999;

/// The contact stiffness \[kg\] that suits a body of a figure: the impulse per unit of approach speed.
///
/// Contacts are springs of a quarter of the sub-step rate and damping ratio 10, made for the geometric mean of the figure's mass
/// (which the contact may have to carry) and the body's own (which must not bounce): a stickman whose head weighs 200 kg rests less than
/// half a pixel deep, and a hand of 10 g does not throw its figure about.
pub(crate) fn contact_stiffness(figure_mass: f32, body_mass: f32) -> f32 {
    SPRING_MASS * STIFFNESS * (figure_mass * body_mass).sqrt()
}

/// What a solve's contacts have in common.
#[derive(Clone, Copy)]
pub(super) struct ContactPace {
    pub h: f32,
    /// Penetration is undone at most this fast \[px/s\].
    pub push_speed: f32,
    /// A contact that held and parts slower than this still counts in the first guess: what gravity gives in two sub-steps \[px/s\].
    pub fall_speed: f32,
}

/// The contacts of a batch.
pub(super) struct Contacts<'a> {
    pub slots: &'a mut [Slot],
    /// The body of each.
    pub bodies: &'a [u16],
}

impl Contacts<'_> {
    /// Arms, wanted speeds, and a first guess of which hold.
    #[inline(always)]
    pub(super) fn guess<L: Lane>(&self, state: &[State], work: &mut [SlotRow], pace: ContactPace) {
        let zero = L::zero();
        let per_step = L::splat(1.0 / pace.h);
        for ((slot, &body), row) in self.slots.iter().zip(self.bodies).zip(work) {
            let body = &state[body as usize];
            let normal: Pair<L> = slot.normal.get();
            let arm = slot.local.get::<L>().turned(body.cos.get(), body.sin.get()) + slot.skin.get();
            let separation = slot.base.get::<L>() + normal.dot(body.at.get::<L>() + arm);
            let apart = zero.lt(separation);
            let mend = (separation * L::splat(-MEND / pace.h)).min(L::splat(pace.push_speed));
            let target = L::select(apart, -(separation * per_step), mend) + slot.lift.get();
            let normal_turn = arm.cross(normal);
            let tangent_turn = arm.dot(normal);
            let (v, w) = (body.v.get::<L>(), body.w.get::<L>());
            let normal_speed = normal.dot(v) + w * normal_turn;
            let tangent_speed = normal.cross(v) + w * tangent_turn - slot.slide.get();
            let impulse: L = slot.normal_impulse.get();
            let stays = impulse.is_set() & normal_speed.lt(target + L::splat(pace.fall_speed));
            let on = stays | normal_speed.lt(target);
            row.releases = Wide::ZERO;
            row.arm.put(arm);
            row.normal_turn.put(normal_turn);
            row.tangent_turn.put(tangent_turn);
            row.target.put(target);
            row.normal_speed.put(normal_speed);
            row.tangent_speed.put(tangent_speed);
            row.on.put(L::splat(1.0).only(on));
            row.next_slip.put(slot.slip.get::<L>());
            row.normal_impulse.put(impulse);
            row.tangent_impulse.put(slot.tangent_impulse.get::<L>());
        }
    }

    /// Adds the contacts that hold to the bodies' matrices and right sides. Lanes that are done keep theirs to the last bit: the factor that
    /// rows use later doesn't depend on how long others took.
    #[inline(always)]
    pub(super) fn assemble<L: Lane>(&self, work: &mut [SlotRow], rows: &mut [Row], done: L::Mask) {
        for ((slot, &body), row) in self.slots.iter().zip(self.bodies).zip(work) {
            row.slip
                .put(L::select(done, row.slip.get::<L>(), row.next_slip.get()));
            row.load
                .put(L::select(done, row.load.get::<L>(), row.normal_impulse.get()));
            let to = &mut rows[body as usize];
            let n: Pair<L> = slot.normal.get();
            let (rn, rt) = (row.normal_turn.get::<L>(), row.tangent_turn.get::<L>());
            let stiffness: L = slot.stiffness.get();
            let on = row.on.get::<L>().is_set();
            let slip: L = row.slip.get();
            let sticks = on & !slip.is_set();
            let kn = stiffness.only(on);
            let kt = stiffness.only(sticks);
            // The tangent is (−n.y, n.x).
            let (nx, ny) = (
                n * kn,
                Pair {
                    x: n.y * kt,
                    y: n.x * kt,
                },
            );
            to.mass.put(to.mass.get::<L>().add(Matrix3 {
                xx: nx.x * n.x + ny.x * n.y,
                xy: nx.x * n.y - ny.x * n.x,
                yy: nx.y * n.y + ny.y * n.x,
                xw: nx.x * rn - ny.x * rt,
                yw: nx.y * rn + ny.y * rt,
                ww: kn * rn * rn + kt * rt * rt,
            }));
            let normal_push = kn * (row.target.get::<L>() - row.normal_speed.get());
            let slipping = slip * slot.friction.get::<L>().min(L::splat(MOST_DRAG)) * row.load.get();
            let sticking = slot.tangent_impulse.get::<L>() - kt * row.tangent_speed.get();
            let tangent_push = L::select(sticks, sticking, slipping.only(on));
            let push = contact_push(n, rn, rt, normal_push, tangent_push);
            to.push.put(to.push.get::<L>().add(push));
        }
    }

    /// Looks at a solve's answer: impulses from the new speeds; exchanges contacts that pull and those that close faster than their gap
    /// allows, and lets friction begin and end to slip.
    #[inline(always)]
    pub(super) fn check<L: Lane>(&self, work: &mut [SlotRow], rows: &[Row], pivot: &mut Pivot<L>) {
        let zero = L::zero();
        let one = L::splat(1.0);
        let done = pivot.done();
        for ((slot, &body), row) in self.slots.iter().zip(self.bodies).zip(work) {
            let change = rows[body as usize].fresh.get::<L>();
            let n: Pair<L> = slot.normal.get();
            let normal_speed =
                row.normal_speed.get::<L>() + n.dot(change.linear) + change.turn * row.normal_turn.get();
            let tangent_speed =
                row.tangent_speed.get::<L>() + n.cross(change.linear) + change.turn * row.tangent_turn.get();
            let stiffness: L = slot.stiffness.get();
            // How much faster it is to part than it does: the push in units of speed.
            let lacking = row.target.get::<L>() - normal_speed;
            let on = row.on.get::<L>().is_set();
            let slop = L::splat(SPEED_SLOP);
            let wrong = (on & lacking.lt(-slop)) | (!on & slop.lt(lacking));
            let turns = pivot.exchange(wrong, on, &mut row.releases);
            let next_on = (on & !turns) | (!on & turns);
            let stays = on & next_on;
            let push = (stiffness * lacking).max(zero).only(stays);

            let friction: L = slot.friction.get();
            let bound = friction * push;
            let stick = slot.tangent_impulse.get::<L>() - stiffness * tangent_speed;
            let slip: L = row.slip.get();
            let goes_on = L::select(L::splat(SLIP_SLOP).lt(slip * tangent_speed), zero, slip);
            let begins = L::select(bound.lt(stick), one, L::select(stick.lt(-bound), -one, zero));
            let next_slip = L::select(slip.is_set(), goes_on, begins).only(stays);
            let drags = friction.min(L::splat(MOST_DRAG));
            let drag = L::select(next_slip.is_set(), next_slip * drags * push, stick.within(bound));
            // What slips was dragged with the bound of the solve before, and what sticks with all that it takes.
            let dragged = L::select(slip.is_set(), slip * drags * row.load.get(), stick);
            let much = L::splat(BOUND_SLOP) * bound + stiffness * slop;
            pivot.unsettle(stays & much.lt((dragged - drag).abs()));
            row.on.put(L::select(done, row.on.get(), one.only(next_on)));
            row.next_slip.put(L::select(done, row.next_slip.get(), next_slip));
            row.normal_impulse
                .put(L::select(done, row.normal_impulse.get(), push));
            row.tangent_impulse
                .put(L::select(done, row.tangent_impulse.get(), drag.only(stays)));
        }
    }

    /// Keeps what the last solve found.
    #[inline(always)]
    pub(super) fn keep<L: Lane>(&mut self, work: &[SlotRow]) {
        for (slot, row) in self.slots.iter_mut().zip(work) {
            let push: L = row.normal_impulse.get();
            slot.normal_impulse.put(push);
            slot.tangent_impulse.put(row.tangent_impulse.get::<L>());
            slot.slip.put(row.next_slip.get::<L>());
            slot.total.put(slot.total.get::<L>() + push);
        }
    }
}

/// An impulse along the normal and one along the tangent, with their moments.
#[inline(always)]
pub(super) fn contact_push<L: Lane>(n: Pair<L>, rn: L, rt: L, along: L, across: L) -> Motion<L> {
    Motion {
        linear: Pair {
            x: n.x * along - n.y * across,
            y: n.y * along + n.x * across,
        },
        turn: rn * along + rt * across,
    }
}
