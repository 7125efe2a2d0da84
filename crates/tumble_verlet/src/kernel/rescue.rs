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
use super::block::Block;
use super::contact::{PlaneLanes, number};
use super::finish::Motion;
use super::scratch::{PlanePack, Planes, PointScratch};
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::StickSolver;

/// How often all planes are gone through while lifting: the first round is enough for one plane, the second for most corners.
const ROUNDS: usize = 3;

/// A point's planes: one or two.
fn planes_of<P>(point: &PointScratch<P>, planes: Planes) -> impl Iterator<Item = &PlanePack<P>> {
    let count = if planes == Planes::Two { 2 } else { 1 };
    [&point.first, &point.second].into_iter().take(count)
}

impl<L: Lanes> Context<'_, L> {
    /// Whether figures are left whose sticks are wrong, or whose points would have to be put back onto a plane by more than what the
    /// sticks may be wrong. Their contacts are taken away.
    #[inline(always)]
    pub(super) fn in_vain(&mut self, block: &Block<'_, L::Pack>) -> bool {
        let scratch = &mut *self.scratch;
        scratch.rescued = L::Pack::splat(L::Real::ZERO);
        let planes = scratch.planes;
        if planes == Planes::None || self.env.sticks != StickSolver::Direct || self.env.repairs == 0 {
            return false;
        }
        let mut bad = L::zero().lt(L::load(&scratch.wrong));
        let allowed = L::splat(-(self.env.tolerance * self.program.shortest));
        for point in &scratch.points {
            let (sx, sy) = (L::load(&point.sx), L::load(&point.sy));
            let kind = L::load(&point.kind);
            let moves = L::zero().lt(L::load(&point.m));
            // What is held by the first plane is on it, what lies in a corner is on both.
            for (plane, free) in planes_of(point, planes).zip([0.5, 2.5]) {
                let deep = PlaneLanes::<L>::load(plane).gap(sx, sy).lt(allowed);
                let free = L::and(kind.lt(number(free)), moves);
                bad = L::or(bad, L::and(deep, free));
            }
        }
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let bad = L::and(bad, awake);
        if !L::any(bad) {
            return false;
        }
        L::select(bad, L::one(), L::zero()).store(&mut scratch.rescued);
        for point in &mut scratch.points {
            L::select(bad, L::zero(), L::load(&point.kind)).store(&mut point.kind);
        }
        true
    }

    /// Lifts those figures above their planes.
    #[inline(always)]
    pub(super) fn lift(&mut self) {
        let scratch = &mut *self.scratch;
        let planes = scratch.planes;
        let bad = L::zero().lt(L::load(&scratch.rescued));
        let (mut lift_x, mut lift_y) = (L::zero(), L::zero());
        for _ in 0..ROUNDS {
            for point in &scratch.points {
                let moves = L::and(bad, L::zero().lt(L::load(&point.m)));
                for plane in planes_of(point, planes) {
                    let plane = PlaneLanes::<L>::load(plane);
                    let x = L::load(&point.sx) + lift_x;
                    let y = L::load(&point.sy) + lift_y;
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
        for point in &mut scratch.points {
            let (x, y) = (L::load(&point.sx), L::load(&point.sy));
            let mut below = L::zero().lt(L::zero());
            for plane in planes_of(point, planes) {
                below = L::or(below, PlaneLanes::<L>::load(plane).gap(x, y).lt(L::zero()));
            }
            let next = L::select(below, L::one(), L::zero());
            L::select(bad, next, L::load(&point.next_kind)).store(&mut point.next_kind);
            L::select(bad, L::zero(), L::load(&point.next_rub)).store(&mut point.next_rub);
        }
    }

    /// A point's motion with its figure's lift; what was below a plane loses its motion into it.
    #[inline(always)]
    pub(super) fn lifted(&self, p: usize, motion: Motion<L>) -> Motion<L> {
        let scratch = &*self.scratch;
        let point = &scratch.points[p];
        let bad = L::zero().lt(L::load(&scratch.rescued));
        let Motion { x, y, mut dx, mut dy } = motion;
        for plane in planes_of(point, scratch.planes) {
            let plane = PlaneLanes::<L>::load(plane);
            let below = L::and(bad, plane.gap(x, y).lt(L::zero()));
            let inwards = (dx * plane.nx + dy * plane.ny).min(L::zero());
            dx = L::select(below, dx - inwards * plane.nx, dx);
            dy = L::select(below, dy - inwards * plane.ny, dy);
        }
        Motion {
            x: x + L::load(&scratch.lift_x),
            y: y + L::load(&scratch.lift_y),
            dx,
            dy,
        }
    }
}
