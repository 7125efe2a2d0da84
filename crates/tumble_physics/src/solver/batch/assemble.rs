//! The right sides and the first guess of what holds: limits, springs, contacts.

use super::super::wide::{V8, Wide};
use super::{CONTACT_DAMPING, CONTACT_HERTZ, Contacts, Pins, SLOTS, State};

/// What a sub-step has in common for all lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub h: f32,
    pub gravity: [f32; 2],
    /// Overlap with what is fixed is undone at most this fast \[px/s\].
    pub push_speed: f32,
    /// A joint beyond its limit comes back at most this fast \[rad/s\].
    pub return_speed: f32,
}

/// A limit farther off than this is not held, whatever it did before \[rad\].
const FAR: f32 = 0.05;
/// Limits closer together than this are a weld \[rad\].
pub(super) const WELD: f32 = 1e-6;

/// The relative speeds that limits allow, and which of them hold for a start.
#[inline(always)]
pub(super) fn limits<W: Wide>(
    state: &State,
    pins: &mut Pins,
    parents: &[u16],
    anchor: (V8, V8),
    low: &mut [V8],
    high: &mut [V8],
    step: &Step,
    first: usize,
) {
    let per_h = W::splat(1.0 / step.h);
    let back = W::splat(step.return_speed);
    let zero = W::zero();
    for p in first..parents.len() {
        if !pins.limited[p] {
            continue;
        }
        let (parent_angle, parent_w) = if p == 0 {
            (W::load(&anchor.0), W::load(&anchor.1))
        } else {
            let q = usize::from(parents[p]);
            (W::load(&state.angle[q]), W::load(&state.w[q]))
        };
        let angle = W::load(&state.angle[p]) - parent_angle - W::load(&pins.zero[p]);
        let (lower, upper) = (W::load(&pins.lower[p]), W::load(&pins.upper[p]));
        // Room above and below; negative when passed. Half of a small error is mended in a sub-step, of a large one no more than
        // the return speed allows.
        let (above, below) = (upper - angle, angle - lower);
        let half = per_h * W::splat(0.5);
        let most = W::select(above.lt(zero), (above * half).max(-back), above * per_h);
        let least = W::select(below.lt(zero), (-(below * half)).min(back), -(below * per_h));
        most.store(&mut high[p]);
        least.store(&mut low[p]);
        let far = W::splat(FAR).lt(above).and(W::splat(FAR).lt(below));
        let held = W::select(far, zero, W::load(&pins.held[p]));
        let speed = W::load(&state.w[p]) - parent_w;
        let guess = W::select(
            most.lt(speed),
            W::splat(1.0),
            W::select(speed.lt(least), W::splat(-1.0), zero),
        );
        // A weld holds both ways, always.
        let welded = (upper - lower).lt(W::splat(WELD));
        let held = W::select(zero.lt(held.abs()), held, guess);
        W::select(welded, W::splat(1.0), held).store(&mut pins.held[p]);
    }
}

/// Arms, wanted speeds and the first guess of the contacts.
#[inline(always)]
pub(super) fn contacts<W: Wide>(state: &State, contacts: &mut Contacts, step: &Step, fall: f32) {
    let (zero, one) = (W::zero(), W::splat(1.0));
    let per_h = W::splat(1.0 / step.h);
    let turn = core::f32::consts::TAU * CONTACT_HERTZ;
    let rate = W::splat(turn / (2.0 * CONTACT_DAMPING + step.h * turn));
    let push = W::splat(step.push_speed);
    let leaving = W::splat(2.0 * fall * step.h);
    let h = W::splat(step.h);
    for index in 0..contacts.used.len() {
        let c = usize::from(contacts.used[index]);
        let at = c / SLOTS;
        let (cos, sin) = (W::load(&state.cos[at]), W::load(&state.sin[at]));
        let (lx, ly) = (W::load(&contacts.lx[c]), W::load(&contacts.ly[c]));
        let (rx, ry) = (cos * lx - sin * ly, sin * lx + cos * ly);
        let (nx, ny) = (W::load(&contacts.nx[c]), W::load(&contacts.ny[c]));
        let live = W::load(&contacts.live[c]);
        let separation = W::load(&contacts.base[c])
            + nx * (W::load(&state.x[at]) + rx)
            + ny * (W::load(&state.y[at]) + ry);
        let (sx, sy) = (W::load(&contacts.sx[c]), W::load(&contacts.sy[c]));
        let surface = sx * nx + sy * ny;
        // What the surface moves by the sub-step's end.
        (W::load(&contacts.base[c]) - surface * h).store(&mut contacts.base[c]);
        let wanted = W::select(
            zero.lt(separation),
            -(separation * per_h),
            (-(separation * rate)).min(push),
        ) + surface;
        let arm_n = rx * ny - ry * nx;
        let arm_t = rx * nx + ry * ny;
        let (vx, vy, w) = (
            W::load(&state.vx[at]),
            W::load(&state.vy[at]),
            W::load(&state.w[at]),
        );
        let approach = vx * nx + vy * ny + w * arm_n;
        // Along (−ny, nx).
        let sliding = vy * nx - vx * ny + w * arm_t - (sy * nx - sx * ny);
        let impulse = W::load(&contacts.normal[c]);
        let kept = zero.lt(impulse).and(approach.lt(wanted + leaving));
        let active = live.and(kept.or(approach.lt(wanted)));
        let most = W::load(&contacts.friction[c]) * impulse * W::splat(0.9999);
        let tangent = W::load(&contacts.tangent[c]);
        let slip = W::select(
            zero.lt(impulse),
            W::select(most.lt(tangent), one, W::select(tangent.lt(-most), -one, zero)),
            zero,
        );
        arm_n.store(&mut contacts.arm_n[c]);
        arm_t.store(&mut contacts.arm_t[c]);
        wanted.store(&mut contacts.wanted[c]);
        approach.store(&mut contacts.approach[c]);
        sliding.store(&mut contacts.sliding[c]);
        active.store(&mut contacts.active[c]);
        slip.store(&mut contacts.slip[c]);
        impulse.store(&mut contacts.next_normal[c]);
        tangent.store(&mut contacts.next_tangent[c]);
    }
}
