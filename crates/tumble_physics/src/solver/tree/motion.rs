//! Integration: velocities by gravity and damping, positions by velocities, and placing bodies by their angles. Theory §2.

use tumble_math::Vec2;

use super::layout::{Arms, Constant, Pin, Row, State};
use crate::solver::lanes::{Lane, Pair, Wide, WidePair, cos_sin};

/// A body turns at most this much in a sub-step \[rad\]. More, and the polynomial steps of an arm stop being small.
pub(crate) const MOST_TURN: f32 = core::f32::consts::FRAC_PI_4;

/// Where an anchored root hangs, eight at a time.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Anchor {
    /// The point from the lane's origin, and its velocity.
    pub at: WidePair,
    pub v: WidePair,
    /// Of what it is a point of.
    pub angle: Wide,
    pub spin: Wide,
}

/// Gravity, then damping, then the bound of the spin.
#[inline(always)]
pub(super) fn integrate_velocities<L: Lane>(
    state: &mut [State],
    constant: &[Constant],
    h: f32,
    gravity: Vec2,
) {
    let fall = Pair {
        x: L::splat(gravity.x * h),
        y: L::splat(gravity.y * h),
    };
    let most = L::splat(MOST_TURN / h);
    for (state, constant) in state.iter_mut().zip(constant) {
        let v = state.v.get::<L>() + fall * constant.gravity_scale.get();
        state.v.put(v * constant.keep_v.get());
        state
            .w
            .put((state.w.get::<L>() * constant.keep_w.get()).within(most));
    }
}

/// By how much the pins' relative velocities are to change: minus what they are. An arm r counts with its mean speed over the sub-step,
/// ω×r − ½h·ω²·r, so that places, not velocities, come out consistent (theory §2).
#[inline(always)]
pub(super) fn pin_speeds<L: Lane>(
    state: &[State],
    arms: &[Arms],
    parents: &[u16],
    anchor: Option<&Anchor>,
    rows: &mut [Row],
    h: f32,
) {
    let half = L::splat(0.5 * h);
    if let Some(anchor) = anchor {
        let root = speed_at(&state[0], arms[0].child.get(), half);
        rows[0].gap_speed.put(anchor.v.get::<L>() - root);
    }
    for p in 1..parents.len() {
        let parent = speed_at(&state[parents[p] as usize], arms[p].parent.get(), half);
        let own = speed_at(&state[p], arms[p].child.get(), half);
        rows[p].gap_speed.put(parent - own);
    }
}

/// The same again when the spins after the solve are known: the turning counts with them. Matters where a sub-step changes spins a lot, as stiff
/// springs with long sub-steps do.
#[inline(always)]
pub(super) fn pin_speeds_again<L: Lane>(
    state: &[State],
    arms: &[Arms],
    parents: &[u16],
    anchor: Option<&Anchor>,
    rows: &mut [Row],
    h: f32,
) {
    pin_speeds::<L>(state, arms, parents, anchor, rows, h);
    let half = L::splat(0.5 * h);
    let first = usize::from(anchor.is_none());
    for p in first..parents.len() {
        let mut more = arms[p].child.get::<L>() * turning_gained(&state[p], &rows[p], half);
        if p > 0 {
            let q = parents[p] as usize;
            more = more - arms[p].parent.get::<L>() * turning_gained(&state[q], &rows[q], half);
        }
        let speed = &mut rows[p].gap_speed;
        speed.put(speed.get::<L>() + more);
    }
}

/// ½h·(ω'² − ω²), ω' being the spin after the last solve.
#[inline(always)]
fn turning_gained<L: Lane>(body: &State, row: &Row, half: L) -> L {
    let change: L = row.fresh.turn.get();
    let w: L = body.w.get();
    half * change * (w + w + change)
}

/// Mean velocity of a body's point over the sub-step, of which `half` is a half.
#[inline(always)]
fn speed_at<L: Lane>(body: &State, arm: Pair<L>, half: L) -> Pair<L> {
    let w: L = body.w.get();
    let turning = half * w * w;
    Pair {
        x: body.v.x.get::<L>() - w * arm.y - turning * arm.x,
        y: body.v.y.get::<L>() + w * arm.x - turning * arm.y,
    }
}

/// Adds the only solve's answer to the velocities.
#[inline(always)]
pub(super) fn add_fresh_answer<L: Lane>(state: &mut [State], rows: &[Row]) {
    for (state, row) in state.iter_mut().zip(rows) {
        let change = row.fresh.get::<L>();
        state.v.put(state.v.get::<L>() + change.linear);
        state.w.put(state.w.get::<L>() + change.turn);
    }
}

/// Adds the answer to the velocities.
#[inline(always)]
pub(super) fn add_answer<L: Lane>(state: &mut [State], rows: &[Row]) {
    for (state, row) in state.iter_mut().zip(rows) {
        let change = row.answer.get::<L>();
        state.v.put(state.v.get::<L>() + change.linear);
        state.w.put(state.w.get::<L>() + change.turn);
    }
}

/// The pins' arms at the present angles.
#[inline(always)]
pub(super) fn turn_arms<L: Lane>(
    state: &[State],
    pins: &[Pin],
    parents: &[u16],
    anchored: bool,
    arms: &mut [Arms],
) {
    let first = usize::from(!anchored);
    for p in first..parents.len() {
        let own = &state[p];
        arms[p]
            .child
            .put(pins[p].child.get::<L>().turned(own.cos.get(), own.sin.get()));
        if p != 0 {
            let up = &state[parents[p] as usize];
            arms[p]
                .parent
                .put(pins[p].parent.get::<L>().turned(up.cos.get(), up.sin.get()));
        }
    }
}

/// Moves and turns the bodies.
#[inline(always)]
pub(super) fn integrate_positions<L: Lane>(state: &mut [State], h: f32) {
    let step = L::splat(h);
    let most = L::splat(MOST_TURN);
    for state in state {
        state.at.put(state.at.get::<L>() + state.v.get::<L>() * step);
        let angle = state.angle.get::<L>() + (step * state.w.get()).within(most);
        let (cos, sin) = cos_sin(angle);
        state.angle.put(angle);
        state.cos.put(cos);
        state.sin.put(sin);
    }
}

/// Places the bodies anew from their angles, so that no pin has a gap: about the common centre of mass, which stays where it is, or
/// from the anchor on.
#[inline(always)]
pub(super) fn place<L: Lane>(
    state: &mut [State],
    constant: &[Constant],
    arms: &[Arms],
    parents: &[u16],
    anchor: Option<&Anchor>,
    rows: &mut [Row],
) {
    // `answer` is free by now and holds the places from the root's.
    let root = match anchor {
        Some(anchor) => anchor.at.get::<L>() - arms[0].child.get(),
        None => Pair::zero(),
    };
    rows[0].answer.linear.put(root);
    let mut moved = (state[0].at.get::<L>() - root) * constant[0].share.get();
    for p in 1..parents.len() {
        let parent = rows[parents[p] as usize].answer.linear.get::<L>();
        let own = parent + arms[p].parent.get() - arms[p].child.get();
        rows[p].answer.linear.put(own);
        moved = moved + (state[p].at.get::<L>() - own) * constant[p].share.get();
    }
    let start = if anchor.is_some() { Pair::zero() } else { moved };
    for (state, row) in state.iter_mut().zip(rows.iter()) {
        state.at.put(start + row.answer.linear.get());
    }
}
