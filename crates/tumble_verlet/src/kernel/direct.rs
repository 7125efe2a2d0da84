//! All sticks of a figure at once: Newton steps of the stretches C(s) = 0, with W = J·M⁻¹·Jᵀ factored as L·D·Lᵀ.
//!
//! (W + regularisation)·λ = −C, then F ← F + Jᵀ·λ and s = start + M·F. The gradients are taken at the predicted places, so that a single
//! stick is right exactly, however far it turned; in a figure what is left is of second order in the turn that the *corrections* make,
//! θ⁴/2 for limbs that turn by θ a sub-step. Dependent rows have no pivot of their own; they get no multiplier where nothing is left of
//! it (`Factor::least`).
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use super::scratch::{PointScratch, Slot};
use crate::lanes::Lanes;
use crate::program::{Axes, BarRow, Soft};

/// Along an axis, how far a bar's middle is from its place.
#[inline(always)]
fn off<L: Lanes>(bar: &BarRow<L::Real>, m: &L::Pack, a: &L::Pack, b: &L::Pack) -> L {
    let t = L::splat(bar.t);
    (L::one() - t) * L::load(a) + t * L::load(b) - L::load(m)
}

/// Fills in a gradient times its point's inverse mass.
#[inline(always)]
fn weigh<L: Lanes>(slot: &mut Slot<L::Pack>, point: &PointScratch<L::Pack>) {
    let (gx, gy) = (L::load(&slot.gx), L::load(&slot.gy));
    let w = L::load(&point.mxx);
    if point.held {
        let mxy = L::load(&point.mxy);
        (w * gx + mxy * gy).store(&mut slot.qx);
        (mxy * gx + L::load(&point.myy) * gy).store(&mut slot.qy);
    } else {
        (w * gx).store(&mut slot.qx);
        (w * gy).store(&mut slot.qy);
    }
}

impl<L: Lanes> Context<'_, L> {
    /// Newton steps: all passes for all figures, then repairs for those whose sticks are still wrong by more than the tolerance. The
    /// others get multipliers of exactly zero, so that what a figure does never depends on its neighbours in the block.
    #[inline(always)]
    pub(super) fn all_at_once(&mut self, block: &Block<'_, L::Pack>) {
        let (passes, repairs) = (self.env.passes, self.env.repairs);
        let mut done = 0;
        let mut wrong = L::zero().lt(L::one());
        loop {
            self.rows(block, wrong);
            self.assemble();
            self.factor_and_solve();
            self.limit();
            self.apply();
            done += 1;
            if done < passes {
                continue;
            }
            if repairs == 0 {
                return;
            }
            wrong = self.wrong_sticks(block);
            if !L::any(wrong) {
                return;
            }
            if done == passes + repairs {
                L::select(wrong, L::one(), L::zero()).store(&mut self.scratch.wrong);
                return;
            }
        }
    }

    /// Figures whose sticks are wrong by more than the tolerance: |e|² is not between L²(1 − t)² and L²(1 + t)², or a bar's middle is off
    /// its place by more than t of the shorter part.
    #[inline(always)]
    fn wrong_sticks(&self, block: &Block<'_, L::Pack>) -> L::Mask {
        let points = &self.scratch.points;
        let mut wrong = L::zero().lt(L::zero());
        for row in &self.program.distances {
            let (a, b) = (&points[row.a], &points[row.b]);
            let ex = L::load(&b.sx) - L::load(&a.sx);
            let ey = L::load(&b.sy) - L::load(&a.sy);
            let size2 = ex * ex + ey * ey;
            if let Some(soft) = row.soft {
                let wanted = self.soft_row(block, L::splat(row.length) - size2.sqrt(), soft);
                let allowed = L::splat(self.env.tolerance * row.length);
                wrong = L::or(wrong, allowed.lt(wanted.abs()));
            } else {
                let (low, high) = (L::splat(row.range[0]), L::splat(row.range[1]));
                wrong = L::or(wrong, L::or(size2.lt(low), high.lt(size2)));
            }
        }
        for bar in &self.program.bars {
            let (m, a, b) = (&points[bar.m], &points[bar.a], &points[bar.b]);
            let allowed = L::splat(self.env.tolerance * bar.length);
            let off_x = off::<L>(bar, &m.sx, &a.sx, &b.sx).abs();
            let off_y = off::<L>(bar, &m.sy, &a.sy, &b.sy).abs();
            wrong = L::or(wrong, allowed.lt(off_x.max(off_y)));
        }
        wrong
    }

    /// What a compliant stick still wants, with `wanted` what a rigid one would.
    #[inline(always)]
    fn soft_row(&self, block: &Block<'_, L::Pack>, wanted: L, soft: Soft<L::Real>) -> L {
        let mut wanted = wanted - L::splat(soft.diagonal) * L::load(&self.scratch.soft[soft.memory]);
        if !soft.euler {
            wanted = wanted - L::load(&block.memory[soft.memory]);
        }
        wanted
    }

    /// Gradients, and what is wanted of each row: nothing where a figure isn't `wrong`.
    #[inline(always)]
    fn rows(&mut self, block: &Block<'_, L::Pack>, wrong: L::Mask) {
        let program = self.program;
        for row in &program.distances {
            let scratch = &mut *self.scratch;
            let (a, b) = (&scratch.points[row.a], &scratch.points[row.b]);
            let ex = L::load(&b.sx) - L::load(&a.sx);
            let ey = L::load(&b.sy) - L::load(&a.sy);
            let length = (ex * ex + ey * ey).sqrt();
            let inverse = L::select(L::zero().lt(length), L::one() / length, L::zero());
            let (ux, uy) = (ex * inverse, ey * inverse);
            if let [first, second] = &mut scratch.slots[row.slot..row.slot + 2] {
                (-ux).store(&mut first.gx);
                (-uy).store(&mut first.gy);
                ux.store(&mut second.gx);
                uy.store(&mut second.gy);
                weigh::<L>(first, a);
                weigh::<L>(second, b);
            }
            let mut wanted = L::splat(row.length) - length;
            if let Some(soft) = row.soft {
                wanted = self.soft_row(block, wanted, soft);
            }
            L::select(wrong, wanted, L::zero()).store(&mut self.scratch.lambda[row.row]);
        }
        for bar in &program.bars {
            let scratch = &mut *self.scratch;
            let points = &scratch.points;
            let (m, a, b) = (&points[bar.m], &points[bar.a], &points[bar.b]);
            let off_x = off::<L>(bar, &m.sx, &a.sx, &b.sx);
            let off_y = off::<L>(bar, &m.sy, &a.sy, &b.sy);
            L::select(wrong, off_x, L::zero()).store(&mut scratch.lambda[bar.rows[0]]);
            L::select(wrong, off_y, L::zero()).store(&mut scratch.lambda[bar.rows[1]]);
            for first in bar.slots {
                for (slot, point) in scratch.slots[first..first + 3].iter_mut().zip([m, a, b]) {
                    weigh::<L>(slot, point);
                }
            }
        }
    }

    /// The matrix.
    #[inline(always)]
    fn assemble(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        let spans = factor.start.windows(2).zip(&factor.diagonal);
        for ((ends, &diagonal), entry) in spans.zip(&mut scratch.entries) {
            let mut sum = L::splat(diagonal);
            for &(axes, one, other) in &factor.sums[ends[0]..ends[1]] {
                let (one, other) = (&scratch.slots[one], &scratch.slots[other]);
                if axes != Axes::Y {
                    sum = sum + L::load(&one.gx) * L::load(&other.qx);
                }
                if axes != Axes::X {
                    sum = sum + L::load(&one.gy) * L::load(&other.qy);
                }
            }
            sum.store(entry);
        }
    }

    /// Factors it and finds the multipliers.
    #[inline(always)]
    fn factor_and_solve(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        for (row, column) in factor.columns.iter().enumerate() {
            let (done, rest) = scratch.entries.split_at_mut(column.end);
            let (pivot, below) = (&done[column.pivot], &done[column.pivot + 1..]);
            let scaled = &mut scratch.scaled[column.pivot + 1..column.end];
            let pivot = L::load(pivot);
            let inverse = L::select(L::splat(column.least).lt(pivot), L::one() / pivot, L::zero());
            inverse.store(&mut scratch.inverse[row]);
            let wanted = L::load(&scratch.lambda[row]);
            for ((entry, scaled), &at) in below.iter().zip(&mut *scaled).zip(&column.below) {
                let by_pivot = L::load(entry) * inverse;
                by_pivot.store(scaled);
                let lambda = &mut scratch.lambda[at];
                (L::load(lambda) - by_pivot * wanted).store(lambda);
            }
            let mut targets = column.targets.iter();
            for (j, other) in scaled.iter().enumerate() {
                let other = L::load(other);
                for (one, &target) in below[j..].iter().zip(&mut targets) {
                    let target = &mut rest[target];
                    (L::load(target) - L::load(one) * other).store(target);
                }
            }
        }
        for (row, column) in factor.columns.iter().enumerate().rev() {
            let mut lambda = L::load(&scratch.lambda[row]) * L::load(&scratch.inverse[row]);
            for (scaled, &at) in scratch.scaled[column.pivot + 1..column.end]
                .iter()
                .zip(&column.below)
            {
                lambda = lambda - L::load(scaled) * L::load(&scratch.lambda[at]);
            }
            lambda.store(&mut scratch.lambda[row]);
        }
    }

    /// Shortens a step that would move a point farther than half the longest stick: a Newton step that long has left what its linear
    /// picture is good for (two legs side by side on stuck feet, say, whose hip is where two nearly equal circles meet).
    #[inline(always)]
    fn limit(&mut self) {
        let factor = &self.program.factor;
        let scratch = &mut *self.scratch;
        let mut farthest = L::zero();
        for (lambda, column) in scratch.lambda.iter().zip(&factor.columns) {
            farthest = farthest.max(L::load(lambda).abs() * L::splat(column.reach));
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

    /// Pushes the points by the multipliers, and moves them.
    #[inline(always)]
    fn apply(&mut self) {
        let program = self.program;
        let scratch = &mut *self.scratch;
        for row in &program.distances {
            let lambda = L::load(&scratch.lambda[row.row]);
            if let Some(soft) = row.soft {
                let sum = &mut scratch.soft[soft.memory];
                (L::load(sum) + lambda).store(sum);
            }
            // The gradient at a is the opposite of that at b.
            let slot = &scratch.slots[row.slot + 1];
            let (px, py) = (L::load(&slot.gx) * lambda, L::load(&slot.gy) * lambda);
            let a = &mut scratch.points[row.a];
            (L::load(&a.fx) - px).store(&mut a.fx);
            (L::load(&a.fy) - py).store(&mut a.fy);
            let b = &mut scratch.points[row.b];
            (L::load(&b.fx) + px).store(&mut b.fx);
            (L::load(&b.fy) + py).store(&mut b.fy);
        }
        for bar in &program.bars {
            let x = L::load(&scratch.lambda[bar.rows[0]]);
            let y = L::load(&scratch.lambda[bar.rows[1]]);
            let t = L::splat(bar.t);
            for (p, share) in [(bar.m, L::one()), (bar.a, t - L::one()), (bar.b, -t)] {
                let point = &mut scratch.points[p];
                (L::load(&point.fx) + share * x).store(&mut point.fx);
                (L::load(&point.fy) + share * y).store(&mut point.fy);
            }
        }
        for point in &mut scratch.points {
            let (fx, fy) = (L::load(&point.fx), L::load(&point.fy));
            let w = L::load(&point.mxx);
            let (mut x, mut y) = (w * fx, w * fy);
            if point.held {
                let mxy = L::load(&point.mxy);
                x = x + mxy * fy;
                y = mxy * fx + L::load(&point.myy) * fy;
            }
            (L::load(&point.start_x) + x).store(&mut point.sx);
            (L::load(&point.start_y) + y).store(&mut point.sy);
        }
    }
}
