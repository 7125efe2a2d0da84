//! Positions: a sub-step along the velocities, then every body where its angle and its pins put it.

use super::super::wide::{Wide, dispatch};
use super::Batch;

/// Sine and cosine by the reduction x = kπ + r and Taylor's polynomials to the 11th and 12th order, good to 1e-7 for |r| ≤ π/2.
#[inline(always)]
#[expect(
    clippy::excessive_precision,
    reason = "π in two parts, the first exact in 10 bits"
)]
pub(super) fn sin_cos<W: Wide>(x: W) -> (W, W) {
    // Adding and taking off 1.5·2²³ rounds to whole numbers.
    let magic = W::splat(12_582_912.0);
    let round = |x: W| (x + magic) - magic;
    let one = W::splat(1.0);
    let k = round(x * W::splat(core::f32::consts::FRAC_1_PI));
    let r = (x - k * W::splat(3.140_625)) - k * W::splat(0.000_967_653_589_793);
    let odd = (k - W::splat(2.0) * round(k * W::splat(0.5))).abs();
    let sign = one - odd - odd;
    let q = r * r;
    let s = |n: f32| W::splat(1.0 / n);
    let sin = r
        * (one - q * (s(6.0) - q * (s(120.0) - q * (s(5_040.0) - q * (s(362_880.0) - q * s(39_916_800.0))))));
    let cos = one
        - q * (s(2.0)
            - q * (s(24.0)
                - q * (s(720.0) - q * (s(40_320.0) - q * (s(3_628_800.0) - q * s(479_001_600.0))))));
    (sign * sin, sign * cos)
}

/// A body turns at most this much in a sub-step \[rad\].
const MOST_TURN: f32 = core::f32::consts::FRAC_PI_4;

#[inline(always)]
fn integrate<W: Wide>(batch: &mut Batch, h: f32) {
    let Batch {
        topology,
        state,
        constants,
        pins,
        work,
        anchor,
        ..
    } = batch;
    let parents = &topology.parents[..];
    let n = parents.len();
    let step = W::splat(h);
    let most = W::splat(MOST_TURN);
    let (mut sum_x, mut sum_y) = (W::zero(), W::zero());
    for p in 0..n {
        let share = W::load(&constants.share[p]);
        let x = W::load(&state.x[p]) + step * W::load(&state.vx[p]);
        let y = W::load(&state.y[p]) + step * W::load(&state.vy[p]);
        sum_x = sum_x + share * x;
        sum_y = sum_y + share * y;
        let angle = W::load(&state.angle[p]) + (step * W::load(&state.w[p])).min(most).max(-most);
        let (sin, cos) = sin_cos(angle);
        angle.store(&mut state.angle[p]);
        sin.store(&mut state.sin[p]);
        cos.store(&mut state.cos[p]);
    }
    // From the angles alone, relative to the root (or to the anchor).
    let (mut mean_x, mut mean_y) = (W::zero(), W::zero());
    for p in 0..n {
        let (cos, sin) = (W::load(&state.cos[p]), W::load(&state.sin[p]));
        let (bx, by) = (W::load(&pins.bx[p]), W::load(&pins.by[p]));
        let (mut x, mut y) = (-(cos * bx - sin * by), -(sin * bx + cos * by));
        if p > 0 {
            let q = usize::from(parents[p]);
            let (cos, sin) = (W::load(&state.cos[q]), W::load(&state.sin[q]));
            let (ax, ay) = (W::load(&pins.ax[p]), W::load(&pins.ay[p]));
            x = x + W::load(&work.ox[q]) + (cos * ax - sin * ay);
            y = y + W::load(&work.oy[q]) + (sin * ax + cos * ay);
        } else if !topology.anchored {
            (x, y) = (W::zero(), W::zero());
        }
        x.store(&mut work.ox[p]);
        y.store(&mut work.oy[p]);
        let share = W::load(&constants.share[p]);
        mean_x = mean_x + share * x;
        mean_y = mean_y + share * y;
    }
    let (off_x, off_y) = if topology.anchored {
        (W::load(&anchor.x), W::load(&anchor.y))
    } else {
        (sum_x - mean_x, sum_y - mean_y)
    };
    for p in 0..n {
        (off_x + W::load(&work.ox[p])).store(&mut state.x[p]);
        (off_y + W::load(&work.oy[p])).store(&mut state.y[p]);
    }
}

impl Batch {
    /// Goes on along the velocities for a sub-step.
    ///
    /// Angles are what counts; positions follow from them, shifted so that the common centre of mass is where it was integrated to (an
    /// anchored figure hangs from its anchor). A gap can only be rounding, at any speed.
    pub(crate) fn integrate(&mut self, h: f32) {
        if self.topology.anchored {
            for lane in 0..super::LANES {
                self.anchor.x.0[lane] += self.anchor.vx.0[lane] * h;
                self.anchor.y.0[lane] += self.anchor.vy.0[lane] * h;
                self.anchor.angle.0[lane] += self.anchor.w.0[lane] * h;
            }
        }
        let isa = self.isa;
        let batch = self;
        dispatch!(isa, integrate(batch: &mut Batch, h: f32));
    }
}
