//! Sticks, one after the other, and the choice between that and all at once.
//!
//! A stick's stretch is C = |e| − L with e = s_b − s_a. Its multiplier λ pushes the ends by −M_a·u·λ and M_b·u·λ, with u = e/|e| and M
//! the points' inverse mass matrices (w times the identity for a free point, less the direction it is held in, nothing when it
//! sticks). Rigid:  λ = −C / (u·(M_a + M_b)·u).  Compliant, with what is left of the force law in D and the memory c (see
//! `program::soft`; D = α/h² and c = 0 is XPBD, Macklin et al. 2016, eq. 18):  Δλ = −(C + c + D·λ) / (u·(M_a + M_b)·u + D).
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::layout::Var;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::StickSolver;

impl<L: Lanes> Context<'_, L> {
    /// Makes the sticks right from where `sx`, `sy` are; adds what they push to `fx`, `fy`.
    #[inline(always)]
    pub(super) fn solve_sticks(&mut self, block: &[L::Pack]) {
        for soft in &mut self.scratch.soft {
            *soft = L::Pack::splat(L::Real::ZERO);
        }
        self.scratch.wrong = L::Pack::splat(L::Real::ZERO);
        match self.env.sticks {
            StickSolver::Direct => self.all_at_once(block),
            StickSolver::Sequential => {
                for _ in 0..self.env.passes {
                    self.one_by_one(block);
                }
            }
        }
    }

    /// One pass, in the figure's order.
    #[inline(always)]
    fn one_by_one(&mut self, block: &[L::Pack]) {
        let scratch = &mut *self.scratch;
        for stick in &self.program.sticks {
            let (a, b) = (stick.a, stick.b);
            let (ax, ay) = (L::load(&scratch.sx[a]), L::load(&scratch.sy[a]));
            let (bx, by) = (L::load(&scratch.sx[b]), L::load(&scratch.sy[b]));
            let (ex, ey) = (bx - ax, by - ay);
            let length = (ex * ex + ey * ey).sqrt();
            let apart = L::zero().lt(length);
            let inverse = L::select(apart, L::one() / length, L::zero());
            let (ux, uy) = (ex * inverse, ey * inverse);
            let times = |p: usize| {
                let mxy = L::load(&scratch.mxy[p]);
                (
                    L::load(&scratch.mxx[p]) * ux + mxy * uy,
                    mxy * ux + L::load(&scratch.myy[p]) * uy,
                )
            };
            let ((qax, qay), (qbx, qby)) = (times(a), times(b));
            let mut weight = ux * (qax + qbx) + uy * (qay + qby);
            let mut wanted = L::splat(stick.length) - length;
            if let Some(soft) = stick.soft {
                let diagonal = L::splat(soft.diagonal);
                wanted = wanted - diagonal * L::load(&scratch.soft[soft.memory]);
                if !soft.euler {
                    wanted = wanted - L::load(&block[self.layout.memory(soft.memory)]);
                }
                weight = weight + diagonal;
            }
            let solvable = L::zero().lt(weight);
            let lambda = L::select(solvable, wanted / weight, L::zero());
            let lambda = L::select(apart, lambda, L::zero());
            if let Some(soft) = stick.soft {
                (L::load(&scratch.soft[soft.memory]) + lambda).store(&mut scratch.soft[soft.memory]);
            }
            (ax - qax * lambda).store(&mut scratch.sx[a]);
            (ay - qay * lambda).store(&mut scratch.sy[a]);
            (bx + qbx * lambda).store(&mut scratch.sx[b]);
            (by + qby * lambda).store(&mut scratch.sy[b]);
            (L::load(&scratch.fx[a]) - ux * lambda).store(&mut scratch.fx[a]);
            (L::load(&scratch.fy[a]) - uy * lambda).store(&mut scratch.fy[a]);
            (L::load(&scratch.fx[b]) + ux * lambda).store(&mut scratch.fx[b]);
            (L::load(&scratch.fy[b]) + uy * lambda).store(&mut scratch.fy[b]);
        }
    }

    /// Sticks before the move: what they correct is added to the displacements too.
    #[inline(always)]
    pub(super) fn sticks_where_they_are(&mut self, block: &mut [L::Pack]) {
        let layout = self.layout;
        let n = self.program.points;
        let zero = L::Pack::splat(L::Real::ZERO);
        // Where a grab overwrites a place, `sx` and `sy` already differ from the state.
        for p in 0..n {
            let scratch = &mut *self.scratch;
            scratch.fx[p] = zero;
            scratch.fy[p] = zero;
            scratch.mxx[p] = scratch.w[p];
            scratch.mxy[p] = zero;
            scratch.myy[p] = scratch.w[p];
        }
        self.solve_sticks(block);
        let awake = L::zero().lt(L::load(&block[layout.var(Var::Awake)]));
        for p in 0..n {
            let places = [
                (&self.scratch.sx[p], layout.x(p), layout.dx(p)),
                (&self.scratch.sy[p], layout.y(p), layout.dy(p)),
            ];
            for (place, r, d) in places {
                let (new, old, moved) = (L::load(place), L::load(&block[r]), L::load(&block[d]));
                L::select(awake, moved + (new - old), moved).store(&mut block[d]);
                L::select(awake, new, old).store(&mut block[r]);
            }
        }
    }
}
