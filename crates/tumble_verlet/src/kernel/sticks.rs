//! Sticks, one after the other, and the choice between that and all at once.
//!
//! A stick's stretch is C = |e| − L, with e from end a to end b. Its multiplier λ pushes the ends by −A·u·λ and B·u·λ, with u = e/|e|
//! and A, B their inverse mass matrices (w times the identity for a free point, less the direction it is held in, nothing when it
//! sticks). Rigid:  λ = −C / (u·(A + B)·u).  Compliant, with what is left of the force law in D and the memory c (see `program::soft`;
//! D = α/h² and c = 0 is XPBD, Macklin et al. 2016, eq. 18):  Δλ = −(C + c + D·λ) / (u·(A + B)·u + D).
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use super::scratch::PointScratch;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::StickSolver;

/// A point's inverse mass matrix times a vector.
#[inline(always)]
fn times<L: Lanes>(point: &PointScratch<L::Pack>, x: L, y: L) -> (L, L) {
    let mxy = L::load(&point.mxy);
    (
        L::load(&point.mxx) * x + mxy * y,
        mxy * x + L::load(&point.myy) * y,
    )
}

impl<L: Lanes> Context<'_, L> {
    /// Makes the sticks right from where the points start; leaves what they push.
    #[inline(always)]
    pub(super) fn solve_sticks(&mut self, block: &Block<'_, L::Pack>) {
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
    fn one_by_one(&mut self, block: &Block<'_, L::Pack>) {
        let scratch = &mut *self.scratch;
        for stick in &self.program.sticks {
            let (a, b) = (&scratch.points[stick.a], &scratch.points[stick.b]);
            let (ax, ay) = (L::load(&a.sx), L::load(&a.sy));
            let (bx, by) = (L::load(&b.sx), L::load(&b.sy));
            let (ex, ey) = (bx - ax, by - ay);
            let length = (ex * ex + ey * ey).sqrt();
            let apart = L::zero().lt(length);
            let inverse = L::select(apart, L::one() / length, L::zero());
            let (ux, uy) = (ex * inverse, ey * inverse);
            let (qax, qay) = times(a, ux, uy);
            let (qbx, qby) = times(b, ux, uy);
            let mut weight = ux * (qax + qbx) + uy * (qay + qby);
            let mut wanted = L::splat(stick.length) - length;
            if let Some(soft) = stick.soft {
                let diagonal = L::splat(soft.diagonal);
                wanted = wanted - diagonal * L::load(&scratch.soft[soft.memory]);
                if !soft.euler {
                    wanted = wanted - L::load(&block.memory[soft.memory]);
                }
                weight = weight + diagonal;
            }
            let solvable = L::and(apart, L::zero().lt(weight));
            let lambda = L::select(solvable, wanted / weight, L::zero());
            if let Some(soft) = stick.soft {
                let sum = &mut scratch.soft[soft.memory];
                (L::load(sum) + lambda).store(sum);
            }
            let a = &mut scratch.points[stick.a];
            (ax - qax * lambda).store(&mut a.sx);
            (ay - qay * lambda).store(&mut a.sy);
            (L::load(&a.fx) - ux * lambda).store(&mut a.fx);
            (L::load(&a.fy) - uy * lambda).store(&mut a.fy);
            let b = &mut scratch.points[stick.b];
            (bx + qbx * lambda).store(&mut b.sx);
            (by + qby * lambda).store(&mut b.sy);
            (L::load(&b.fx) + ux * lambda).store(&mut b.fx);
            (L::load(&b.fy) + uy * lambda).store(&mut b.fy);
        }
    }

    /// Sticks before the move, from where the points start: what they correct is added to the displacements too.
    #[inline(always)]
    pub(super) fn sticks_where_they_are(&mut self, block: &mut Block<'_, L::Pack>) {
        let zero = L::Pack::splat(L::Real::ZERO);
        for point in &mut self.scratch.points {
            point.sx = point.start_x;
            point.sy = point.start_y;
            point.fx = zero;
            point.fy = zero;
            point.held = true;
            point.mxx = point.w;
            point.mxy = zero;
            point.myy = point.w;
        }
        self.solve_sticks(block);
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let all = L::all(awake);
        for (state, point) in block.points.iter_mut().zip(&self.scratch.points) {
            let axes = [
                (&point.sx, &mut state.x, &mut state.dx),
                (&point.sy, &mut state.y, &mut state.dy),
            ];
            for (place, r, d) in axes {
                let (new, old, moved) = (L::load(place), L::load(r), L::load(d));
                (moved + (new - old)).store_where(all, awake, d);
                new.store_where(all, awake, r);
            }
        }
    }
}
