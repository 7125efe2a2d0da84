//! What acts in a hinge: limits as locks, springs as stiffness, motors as locks of bounded torque. Theory §4.

use super::layout::{Drive, Pin, Row, State, UNBOUNDED};
use super::pivot::Pivot;
use crate::solver::lanes::{Lane, Mask, Wide, nearest_whole};

/// A limit that held in the last solve and is now farther away than this \[rad\] isn't guessed to hold.
const NEAR_LIMIT: f32 = 0.05;
/// Share of what a limit is passed by that is mended in a sub-step.
const MEND: f32 = 0.2;
/// Slower than this counts as not passing a limit \[rad/s\].
const SPEED_SLOP: f32 = 1e-4;
/// Torques this much above their bound, relative, count as within it: more than a solve's rounding.
const TORQUE_SLOP: f32 = 1.0001;

/// What a solve knows besides the figures.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// Length of the sub-step \[s\].
    pub h: f32,
    /// Speed of the fastest body while joints come back from beyond their limits \[px/s\].
    pub return_speed: f32,
}

/// In which lanes a hinge has limits, and in which a drive: a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Present {
    pub limits: u8,
    pub drives: u8,
}

impl Present {
    /// Whether there is anything to do in any lane.
    #[inline(always)]
    fn anything(self) -> bool {
        self.limits | self.drives != 0
    }

    #[inline(always)]
    pub(super) fn driven(self) -> bool {
        self.drives != 0
    }
}

/// The hinges of a tree.
pub(super) struct HingeSet<'a> {
    pub parents: &'a [u16],
    /// First pin: 0 when the root hangs on something.
    pub first: usize,
    pub present: &'a [Present],
    pub pins: &'a [Pin],
    /// −1: held by its lower limit, 1: by its upper one.
    pub held: &'a mut [Wide],
    /// As long as the pins, or empty.
    pub drives: &'a mut [Drive],
    /// Angle and spin of what an anchored root hangs on.
    pub anchor_angle: &'a Wide,
    pub anchor_spin: &'a Wide,
}

/// Weld lanes: both limits are one.
#[inline(always)]
fn welded<L: Lane>(pin: &Pin) -> L::Mask {
    !pin.lower.get::<L>().lt(pin.upper.get())
}

impl HingeSet<'_> {
    /// Relative speed of a hinge.
    #[inline(always)]
    fn speed<L: Lane>(&self, state: &[State], p: usize) -> L {
        let parent = if p == 0 {
            self.anchor_spin.get()
        } else {
            state[self.parents[p] as usize].w.get::<L>()
        };
        state[p].w.get::<L>() - parent
    }

    #[inline(always)]
    fn angle<L: Lane>(&self, state: &[State], p: usize) -> L {
        let parent = if p == 0 {
            self.anchor_angle.get()
        } else {
            state[self.parents[p] as usize].angle.get::<L>()
        };
        (state[p].angle.get::<L>() - parent) - self.pins[p].zero.get()
    }

    /// Allowed speeds, and a first guess of which limits hold: those of the last solve, unless far away by now, and those that are
    /// passed at the present speed.
    #[inline(always)]
    pub(super) fn guess<L: Lane>(&mut self, state: &[State], rows: &mut [Row], pace: Pace) {
        let zero = L::zero();
        let one = L::splat(1.0);
        let per_step = L::splat(1.0 / pace.h);
        let mend = L::splat(MEND / pace.h);
        for (p, row) in rows.iter_mut().enumerate().skip(self.first) {
            let present = self.present[p];
            row.locked = Wide::ZERO;
            row.stiffness = Wide::ZERO;
            row.target = Wide::ZERO;
            row.moment = Wide::ZERO;
            if !present.anything() {
                continue;
            }
            let pin = &self.pins[p];
            let angle = self.angle::<L>(state, p);
            let speed = self.speed::<L>(state, p);
            let up = pin.upper.get::<L>() - angle;
            let down = pin.lower.get::<L>() - angle;
            let back = L::splat(pace.return_speed) * pin.ease.get();
            let high = L::select(zero.lt(up), up * per_step, (up * mend).max(-back));
            let low = L::select(down.lt(zero), down * per_step, (down * mend).min(back));
            let weld = welded::<L>(pin);
            // A weld is held at one speed, towards its angle, not faster than it may come back.
            let high = L::select(weld, (up * mend).within(back), high);
            row.high.put(high);
            row.low.put(low);
            row.releases = Wide::ZERO;
            row.drive_releases = Wide::ZERO;
            let far = L::splat(NEAR_LIMIT).lt(up) & down.lt(L::splat(-NEAR_LIMIT));
            let last = L::select(far, zero, self.held[p].get());
            let passed = L::select(high.lt(speed), one, L::select(speed.lt(low), -one, zero));
            let held = L::select(last.is_set(), last, passed);
            let held = L::select(weld, one, held);
            self.held[p].put(held);
            if present.driven() {
                self.guess_drive::<L>(p, angle, held, row);
            }
        }
    }

    /// Wanted speeds of a hinge's drive, and its first state.
    #[inline(always)]
    fn guess_drive<L: Lane>(&mut self, p: usize, angle: L, held: L, row: &Row) {
        let drive = &mut self.drives[p];
        let error = drive.target.get::<L>() - angle;
        let turn = L::splat(core::f32::consts::TAU);
        let short = error - turn * nearest_whole(error * L::splat(1.0 / core::f32::consts::TAU));
        let error = L::select(drive.short_way.get::<L>().is_set(), short, error);
        drive.wanted.put(drive.rate.get::<L>() * error);
        let full = motor_against::<L>(drive, held, row, drive.motor_full.get());
        drive.motor_full.put(full);
    }

    /// What is locked and what is stiff in the next sweep; wanted changes of relative speed; torques at their bounds, as impulses between
    /// the bodies. Whether anything is.
    #[inline(always)]
    pub(super) fn engage<L: Lane>(&mut self, state: &[State], rows: &mut [Row], pace: Pace) -> bool {
        let zero = L::zero();
        let mut any = L::Mask::splat(false);
        for p in self.first..self.pins.len() {
            let present = self.present[p];
            if !present.anything() {
                continue;
            }
            let held: L = self.held[p].get();
            let speed = self.speed::<L>(state, p);
            let on = held.is_set();
            let limit = L::select(zero.lt(held), rows[p].high.get(), rows[p].low.get());
            if !present.driven() {
                any = any | on;
                rows[p].locked.put(held);
                rows[p].target.put((limit - speed).only(on));
                continue;
            }
            let drive = &self.drives[p];
            let motor_full: L = drive.motor_full.get();
            let bounded: L = drive.motor_torque.get();
            let motor = bounded.is_set() & !motor_full.is_set();
            let spring_full: L = drive.spring_full.get();
            let spring = drive.spring_torque.get::<L>().is_set() & !spring_full.is_set();
            let locked = on | motor;
            let wanted = L::select(on, limit, L::select(motor, drive.speed.get(), drive.wanted.get()));
            rows[p].locked.put(L::splat(1.0).only(locked));
            rows[p].stiffness.put(drive.stiffness.get::<L>().only(spring));
            rows[p].target.put((wanted - speed).only(locked | spring));
            any = any | locked | spring;
            let h = L::splat(pace.h);
            let moment = (motor_full * bounded + spring_full * drive.spring_torque.get()) * h;
            let row = &mut rows[p].push.turn;
            row.put(row.get::<L>() + moment);
            if p != 0 {
                let up = &mut rows[self.parents[p] as usize].push.turn;
                up.put(up.get::<L>() - moment);
            }
        }
        any.any()
    }

    /// Looks at a solve's answer: exchanges limits that pull, those that are passed, and what is at its bound.
    #[inline(always)]
    pub(super) fn check<L: Lane>(
        &mut self,
        state: &[State],
        rows: &mut [Row],
        pace: Pace,
        pivot: &mut Pivot<L>,
    ) {
        let zero = L::zero();
        let one = L::splat(1.0);
        let slop = L::splat(SPEED_SLOP);
        for p in self.first..self.pins.len() {
            let present = self.present[p];
            if !present.anything() {
                continue;
            }
            let row = &rows[p];
            let parent_change = if p == 0 {
                zero
            } else {
                rows[self.parents[p] as usize].fresh.turn.get::<L>()
            };
            let speed = self.speed::<L>(state, p) + (row.fresh.turn.get::<L>() - parent_change);
            let held: L = self.held[p].get();
            let on = held.is_set();
            let mut moment: L = row.moment.get();
            if present.driven() {
                let drive = &self.drives[p];
                let spring = drive.spring_torque.get::<L>().is_set() & !drive.spring_full.get::<L>().is_set();
                let part = drive.stiffness.get::<L>() * (drive.wanted.get::<L>() - speed);
                moment = moment - part.only(spring);
            }
            let passed = L::select(
                (row.high.get::<L>() + slop).lt(speed),
                one,
                L::select((speed + slop).lt(row.low.get()), -one, zero),
            );
            // An upper limit only pushes back: its moment is never positive.
            let weld = welded::<L>(&self.pins[p]);
            let wrong = L::select(on, zero.max(held * moment), passed).is_set() & !weld;
            let turns = pivot.exchange(wrong, on, &mut rows[p].releases);
            let next = L::select(turns, L::select(on, zero, passed), held);
            self.held[p].put(next);
            if present.driven() {
                self.check_drive::<L>(p, &mut rows[p], [speed, moment, held, next], pace, pivot);
            }
        }
    }

    #[inline(always)]
    fn check_drive<L: Lane>(
        &mut self,
        p: usize,
        row: &mut Row,
        [speed, moment, held, next]: [L; 4],
        pace: Pace,
        pivot: &mut Pivot<L>,
    ) {
        let zero = L::zero();
        let drive = &mut self.drives[p];
        // Springs: at their bound as long as they would pull harder.
        let most = drive.spring_torque.get::<L>() * L::splat(pace.h);
        let pull = drive.stiffness.get::<L>() * (drive.wanted.get::<L>() - speed);
        let was: L = drive.spring_full.get();
        let full = beyond(pull, most).only(most.is_set());
        let turns = pivot.exchange(full.lt(was) | was.lt(full), was.is_set(), &mut row.drive_releases);
        drive.spring_full.put(L::select(turns, full, was));
        // Motors: at their bound until the wanted speed is reached.
        let most = drive.motor_torque.get::<L>() * L::splat(pace.h);
        let was: L = drive.motor_full.get();
        let stiff = most.is_set() & !was.is_set() & !held.is_set();
        let past = zero.lt(was * (speed - drive.speed.get::<L>()) - L::splat(SPEED_SLOP));
        let full = L::select(stiff, beyond(moment, most), L::select(past, zero, was));
        let full = motor_against::<L>(drive, next, row, full);
        let turns = pivot.exchange(full.lt(was) | was.lt(full), was.is_set(), &mut row.drive_releases);
        drive.motor_full.put(L::select(turns, full, was));
    }
}

/// −1 or 1 where a value is beyond its bound, on that side.
#[inline(always)]
fn beyond<L: Lane>(value: L, bound: L) -> L {
    let bound = bound * L::splat(TORQUE_SLOP);
    L::select(
        bound.lt(value),
        L::splat(1.0),
        L::select(value.lt(-bound), L::splat(-1.0), L::zero()),
    )
}

/// A motor whose hinge is held by a limit pushes with all it has, towards its speed; else it stays as it is.
#[inline(always)]
fn motor_against<L: Lane>(drive: &Drive, held: L, row: &Row, full: L) -> L {
    let zero = L::zero();
    let limit = L::select(zero.lt(held), row.high.get(), row.low.get());
    let over = drive.speed.get::<L>() - limit;
    let way = L::select(
        zero.lt(over),
        L::splat(1.0),
        L::select(over.lt(zero), L::splat(-1.0), zero),
    );
    let torque: L = drive.motor_torque.get();
    // One without a bound can't push with all it has.
    let bounded = torque.is_set() & torque.lt(L::splat(UNBOUNDED));
    L::select(held.is_set() & bounded, way, full)
}

/// The torque impulse of limits, springs and motors of a hinge in the last solve: the lock's, plus bounded ones at their bound.
#[inline(always)]
pub(super) fn whole_moment<L: Lane>(row: &Row, drive: Option<&Drive>, pace: Pace) -> L {
    let moment: L = row.moment.get();
    let Some(drive) = drive else { return moment };
    let full = drive.motor_full.get::<L>() * drive.motor_torque.get()
        + drive.spring_full.get::<L>() * drive.spring_torque.get();
    moment + full * L::splat(pace.h)
}
