//! When contacts and sticks can't be had together.
//!
//! A figure dragged hard over the ground can come into poses whose contacts, as judged, contradict its rigid sticks: three points of a
//! straight back on the ground, feet that stick where the legs don't reach. Two tries don't find the way out, and more go round in circles.
//! Then the sticks have the word: the figure is solved as if nothing were there, and lifted as a whole, without turning or bending, until
//! no point is below its planes. Points that were lifted out lose their motion into the ground; the lift itself is no motion.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::contact::Plane;
use super::layout::Var;
use super::scratch::Planes;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::StickSolver;

/// How often all planes are gone through while lifting: the first round is enough for one plane, the second for most corners.
const ROUNDS: usize = 3;

impl<L: Lanes> Context<'_, L> {
    /// Whether figures are left whose sticks are wrong, or whose points would have to be put back onto a plane by more than what the
    /// sticks may be wrong. Their contacts are taken away.
    #[inline(always)]
    pub(super) fn in_vain(&mut self, block: &[L::Pack]) -> bool {
        self.scratch.rescued = L::Pack::splat(L::Real::ZERO);
        if self.scratch.planes == Planes::None
            || self.env.sticks != StickSolver::Direct
            || self.env.repairs == 0
        {
            return false;
        }
        let mut bad = L::zero().lt(L::load(&self.scratch.wrong));
        let scratch = &mut *self.scratch;
        let allowed = L::splat(-(self.env.tolerance * self.program.shortest));
        let half = L::splat(L::Real::from_f64(0.5));
        for p in 0..self.program.points {
            let (sx, sy) = (L::load(&scratch.sx[p]), L::load(&scratch.sy[p]));
            let free = L::load(&scratch.kind[p]).lt(half);
            let moves = L::and(free, L::zero().lt(L::load(&scratch.m[p])));
            let deep = Plane::<L>::load(&scratch.first[p]).gap(sx, sy).lt(allowed);
            bad = L::or(bad, L::and(deep, moves));
            if scratch.planes == Planes::Two {
                let deep = Plane::<L>::load(&scratch.second[p]).gap(sx, sy).lt(allowed);
                bad = L::or(bad, L::and(deep, moves));
            }
        }
        let awake = L::zero().lt(L::load(&block[self.layout.var(Var::Awake)]));
        let bad = L::and(bad, awake);
        if !L::any(bad) {
            return false;
        }
        L::select(bad, L::one(), L::zero()).store(&mut scratch.rescued);
        for kind in &mut scratch.kind {
            L::select(bad, L::zero(), L::load(kind)).store(kind);
        }
        true
    }

    /// Takes the motion into the ground from a lifted point that the lift has put onto a plane, or only just above.
    #[inline(always)]
    pub(super) fn stop_lifted(&mut self, p: usize, x: L, y: L, dx: &mut L, dy: &mut L) {
        let scratch = &mut *self.scratch;
        let bad = L::zero().lt(L::load(&scratch.rescued));
        let back_x = x - L::load(&scratch.lift_x);
        let back_y = y - L::load(&scratch.lift_y);
        let count = if scratch.planes == Planes::Two { 2 } else { 1 };
        for plane in &[&scratch.first[p], &scratch.second[p]][..count] {
            let plane = Plane::<L>::load(plane);
            let below = L::and(bad, plane.gap(back_x, back_y).lt(L::zero()));
            let inwards = (*dx * plane.nx + *dy * plane.ny).min(L::zero());
            *dx = L::select(below, *dx - inwards * plane.nx, *dx);
            *dy = L::select(below, *dy - inwards * plane.ny, *dy);
        }
    }

    /// Lifts those figures above their planes.
    #[inline(always)]
    pub(super) fn lift(&mut self) {
        let bad = L::zero().lt(L::load(&self.scratch.rescued));
        let n = self.program.points;
        let scratch = &mut *self.scratch;
        let (mut lift_x, mut lift_y) = (L::zero(), L::zero());
        let count = if scratch.planes == Planes::Two { 2 } else { 1 };
        for _ in 0..ROUNDS {
            for p in 0..n {
                let moves = L::and(bad, L::zero().lt(L::load(&scratch.m[p])));
                for plane in &[&scratch.first[p], &scratch.second[p]][..count] {
                    let plane = Plane::<L>::load(plane);
                    let x = L::load(&scratch.sx[p]) + lift_x;
                    let y = L::load(&scratch.sy[p]) + lift_y;
                    let gap = plane.gap(x, y);
                    let below = L::and(gap.lt(L::zero()), moves);
                    lift_x = L::select(below, lift_x - gap * plane.nx, lift_x);
                    lift_y = L::select(below, lift_y - gap * plane.ny, lift_y);
                }
            }
        }
        lift_x.store(&mut scratch.lift_x);
        lift_y.store(&mut scratch.lift_y);
        // What was below slides in the next sub-step, or is let go there.
        for p in 0..n {
            let (x, y) = (L::load(&scratch.sx[p]), L::load(&scratch.sy[p]));
            let mut below = Plane::<L>::load(&scratch.first[p]).gap(x, y).lt(L::zero());
            if count == 2 {
                below = L::or(
                    below,
                    Plane::<L>::load(&scratch.second[p]).gap(x, y).lt(L::zero()),
                );
            }
            let next = L::select(below, L::one(), L::zero());
            L::select(bad, next, L::load(&scratch.next_kind[p])).store(&mut scratch.next_kind[p]);
            L::select(bad, L::zero(), L::load(&scratch.next_rub[p])).store(&mut scratch.next_rub[p]);
        }
    }
}
