//! All sticks of a figure at once: one Newton step of the stretches C(s) = 0, with W = J·M⁻¹·Jᵀ factored as L·D·Lᵀ.
//!
//! (W + regularisation)·λ = −C. The gradients are taken at the predicted places, so that a single stick is right exactly, however far
//! it turned; in a figure what is left is of second order in the turn that the *corrections* make, θ⁴/2 for limbs that turn by θ a
//! sub-step. Dependent rows have no pivot of their own; they get no multiplier where nothing is left of it (`Factor::least`).
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use crate::lanes::Lanes;

impl<L: Lanes> Context<'_, L> {
    /// Newton steps: all passes for all figures, then repairs for those whose sticks are still wrong by more than the tolerance. The
    /// others get multipliers of exactly zero, so that what a figure does never depends on its neighbours in the block.
    #[inline(always)]
    pub(super) fn all_at_once(&mut self, block: &[L::Pack]) {
        let (passes, repairs) = (self.env.passes, self.env.repairs);
        let mut done = 0;
        loop {
            if repairs == 0 && done == passes {
                return;
            }
            self.rows(block);
            if done >= passes {
                let wrong = self.wrong_sticks();
                if done == passes + repairs {
                    L::select(wrong, L::one(), L::zero()).store(&mut self.scratch.wrong);
                    return;
                }
                if !L::any(wrong) {
                    return;
                }
                for lambda in &mut self.scratch.lambda {
                    L::select(wrong, L::load(lambda), L::zero()).store(lambda);
                }
            }
            self.assemble();
            self.factor_and_solve();
            self.limit();
            self.apply();
            done += 1;
        }
    }

    /// Figures whose sticks are wrong by more than the tolerance, as their rows tell.
    #[inline(always)]
    fn wrong_sticks(&self) -> L::Mask {
        let scratch = &*self.scratch;
        let tolerance = self.env.tolerance;
        let mut wrong = L::zero().lt(L::zero());
        for row in &self.program.distances {
            let allowed = L::splat(tolerance * row.length);
            wrong = L::or(wrong, allowed.lt(L::load(&scratch.lambda[row.row]).abs()));
        }
        for bar in &self.program.bars {
            let allowed = L::splat(tolerance * bar.length);
            for row in bar.rows {
                wrong = L::or(wrong, allowed.lt(L::load(&scratch.lambda[row]).abs()));
            }
        }
        wrong
    }

    /// Shortens a step that would move a point farther than half the longest stick: a Newton step that long has left what its linear
    /// picture is good for (two legs side by side on stuck feet, say, whose hip is where two nearly equal circles meet).
    #[inline(always)]
    fn limit(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        let mut farthest = L::zero();
        for (lambda, &reach) in scratch.lambda.iter().zip(&factor.reach) {
            farthest = farthest.max(L::load(lambda).abs() * L::splat(reach));
        }
        let most = L::splat(self.program.longest_step);
        let far = most.lt(farthest);
        if L::any(far) {
            let less = L::select(far, most / farthest, L::one());
            for lambda in &mut scratch.lambda {
                (L::load(lambda) * less).store(lambda);
            }
        }
    }

    /// Gradients, and what is wanted of each row.
    #[inline(always)]
    fn rows(&mut self, block: &[L::Pack]) {
        let program = self.program;
        let scratch = &mut *self.scratch;
        for row in &program.distances {
            let (a, b) = (row.a, row.b);
            let ex = L::load(&scratch.sx[b]) - L::load(&scratch.sx[a]);
            let ey = L::load(&scratch.sy[b]) - L::load(&scratch.sy[a]);
            let length = (ex * ex + ey * ey).sqrt();
            let inverse = L::select(L::zero().lt(length), L::one() / length, L::zero());
            let (ux, uy) = (ex * inverse, ey * inverse);
            (-ux).store(&mut scratch.gx[row.slot]);
            (-uy).store(&mut scratch.gy[row.slot]);
            ux.store(&mut scratch.gx[row.slot + 1]);
            uy.store(&mut scratch.gy[row.slot + 1]);
            let mut wanted = L::splat(row.length) - length;
            if let Some(soft) = row.soft {
                wanted = wanted - L::splat(soft.diagonal) * L::load(&scratch.soft[soft.memory]);
                if !soft.euler {
                    wanted = wanted - L::load(&block[self.layout.memory(soft.memory)]);
                }
            }
            wanted.store(&mut scratch.lambda[row.row]);
        }
        for bar in &program.bars {
            let t = L::splat(bar.t);
            let rest = L::one() - t;
            let places = [&scratch.sx, &scratch.sy];
            for axis in 0..2 {
                let place = places[axis];
                let wanted =
                    rest * L::load(&place[bar.a]) + t * L::load(&place[bar.b]) - L::load(&place[bar.m]);
                wanted.store(&mut scratch.lambda[bar.rows[axis]]);
            }
            for (axis, &slot) in bar.slots.iter().enumerate() {
                for (offset, value) in [L::one(), -rest, -t].into_iter().enumerate() {
                    let (along, across) = if axis == 0 {
                        (value, L::zero())
                    } else {
                        (L::zero(), value)
                    };
                    along.store(&mut scratch.gx[slot + offset]);
                    across.store(&mut scratch.gy[slot + offset]);
                }
            }
        }
        for (slot, &p) in program.slot_points.iter().enumerate() {
            let (gx, gy) = (L::load(&scratch.gx[slot]), L::load(&scratch.gy[slot]));
            let mxy = L::load(&scratch.mxy[p]);
            (L::load(&scratch.mxx[p]) * gx + mxy * gy).store(&mut scratch.qx[slot]);
            (mxy * gx + L::load(&scratch.myy[p]) * gy).store(&mut scratch.qy[slot]);
        }
    }

    /// The matrix.
    #[inline(always)]
    fn assemble(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        for entry in 0..factor.entries {
            let mut sum = if entry < factor.rows {
                L::splat(factor.diagonal[entry])
            } else {
                L::zero()
            };
            for &(one, other) in &factor.sums[factor.start[entry]..factor.start[entry + 1]] {
                sum = sum
                    + L::load(&scratch.gx[one]) * L::load(&scratch.qx[other])
                    + L::load(&scratch.gy[one]) * L::load(&scratch.qy[other]);
            }
            sum.store(&mut scratch.entries[entry]);
        }
    }

    /// Factors it and finds the multipliers.
    #[inline(always)]
    fn factor_and_solve(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        for (row, column) in factor.columns.iter().enumerate() {
            let pivot = L::load(&scratch.entries[row]);
            let inverse = L::select(L::splat(factor.least[row]).lt(pivot), L::one() / pivot, L::zero());
            inverse.store(&mut scratch.inverse[row]);
            let wanted = L::load(&scratch.lambda[row]);
            for &(below, entry) in &column.below {
                let scaled = L::load(&scratch.entries[entry]) * inverse;
                scaled.store(&mut scratch.scaled[entry]);
                (L::load(&scratch.lambda[below]) - scaled * wanted).store(&mut scratch.lambda[below]);
            }
            for &(target, one, other) in &column.updates {
                let less = L::load(&scratch.entries[one]) * L::load(&scratch.scaled[other]);
                (L::load(&scratch.entries[target]) - less).store(&mut scratch.entries[target]);
            }
        }
        for (row, column) in factor.columns.iter().enumerate().rev() {
            let mut lambda = L::load(&scratch.lambda[row]) * L::load(&scratch.inverse[row]);
            for &(below, entry) in &column.below {
                lambda = lambda - L::load(&scratch.scaled[entry]) * L::load(&scratch.lambda[below]);
            }
            lambda.store(&mut scratch.lambda[row]);
        }
    }

    /// Moves the points by what the multipliers push.
    #[inline(always)]
    fn apply(&mut self) {
        let program = self.program;
        let scratch = &mut *self.scratch;
        for row in &program.distances {
            let lambda = L::load(&scratch.lambda[row.row]);
            if let Some(soft) = row.soft {
                (L::load(&scratch.soft[soft.memory]) + lambda).store(&mut scratch.soft[soft.memory]);
            }
            scratch.push(program, lambda, row.slot, 2);
        }
        for bar in &program.bars {
            for axis in 0..2 {
                let lambda = L::load(&scratch.lambda[bar.rows[axis]]);
                scratch.push(program, lambda, bar.slots[axis], 3);
            }
        }
    }
}

impl<L: Lanes> super::Scratch<L> {
    /// Moves the points of a row's gradients by a multiplier.
    #[inline(always)]
    fn push(&mut self, program: &crate::program::Program<L::Real>, lambda: L, first: usize, count: usize) {
        for slot in first..first + count {
            let p = program.slot_points[slot];
            (L::load(&self.sx[p]) + L::load(&self.qx[slot]) * lambda).store(&mut self.sx[p]);
            (L::load(&self.sy[p]) + L::load(&self.qy[slot]) * lambda).store(&mut self.sy[p]);
            (L::load(&self.fx[p]) + L::load(&self.gx[slot]) * lambda).store(&mut self.fx[p]);
            (L::load(&self.fy[p]) + L::load(&self.gy[slot]) * lambda).store(&mut self.fy[p]);
        }
    }
}
