//! What points meet: planes, solved together with the sticks.
//!
//! A point that would end below a plane is put onto it before the sticks are solved, and its inverse mass matrix loses the directions in
//! which it is held. So the sticks see the ground as what it is: something that doesn't move. With x the predicted place, r the one
//! before, F what the sticks push the point, m its mass, g the gap n·x − offset, t along the plane, the push R of the ground that makes
//! this so is
//!
//! ```text
//! slides (1): s = x − g·n + t·(w·J − v),  M = w·(1 − n·nᵀ)    R·n = −m·g − n·F
//! sticks (2): s = r − (n·r − offset)·n,   M = 0               R·t = m·t·(r − x) − t·F
//! corner (3): s = both planes' point,     M = 0               R = m·(s − x) − F, which must lie between the two normals
//! ```
//!
//! v is what viscous sliding takes: the figure's `slide` times h times the move along t. Ground only pushes: R·n ≤ 0 lets go. Coulomb:
//! |R·t| ≤ μ·R·n sticks; else the point slides, with J = ±μ·R·n. Each point first takes what it was in the last sub-step (a new one
//! sticks unless it comes too flat); after the solve it is judged, and where a figure's points were guessed wrong, it is solved once more
//! as judged. This is a block-pivoting step for the mixed complementarity problem (Murty 1988, *Linear Complementarity*, ch. 4); at
//! rest and in flight the guess is right and one solve is all there is.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use super::scratch::{NOWHERE, PlanePack, Planes, PointScratch};
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::{FrictionLaw, StickSolver};

/// How the contacts of a solve came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Try {
    Guessed,
    Judged,
    /// None: see `rescue.rs`.
    Rescued,
}

/// A plane in registers.
#[derive(Clone, Copy)]
pub(super) struct PlaneLanes<L> {
    pub nx: L,
    pub ny: L,
    pub offset: L,
}

impl<L: Lanes> PlaneLanes<L> {
    #[inline(always)]
    pub(super) fn load(pack: &PlanePack<L::Pack>) -> Self {
        Self {
            nx: L::load(&pack.nx),
            ny: L::load(&pack.ny),
            offset: L::load(&pack.offset),
        }
    }
    #[inline(always)]
    pub(super) fn gap(self, x: L, y: L) -> L {
        self.nx * x + self.ny * y - self.offset
    }
    /// The sine from this plane's normal to another's.
    #[inline(always)]
    fn sine(self, other: Self) -> L {
        self.nx * other.ny - self.ny * other.nx
    }
}

/// A number in all lanes.
#[inline(always)]
pub(super) fn number<L: Lanes>(value: f64) -> L {
    L::splat(L::Real::from_f64(value))
}

/// Planes closer to parallel than this sine make no corner.
const PARALLEL: f64 = 0.05;

impl<L: Lanes> Context<'_, L> {
    /// The half-planes, as each figure of the block sees them from its origin.
    #[inline(always)]
    pub(super) fn local_planes(&mut self) {
        let scratch = &mut *self.scratch;
        for (offset, plane) in scratch.offsets.iter_mut().zip(&self.terrain.planes) {
            let (nx, ny) = (plane.nx.to_f64(), plane.ny.to_f64());
            for (lane, origin) in self.origins.iter().enumerate() {
                let local = plane.offset - (nx * origin[0] + ny * origin[1]);
                offset.set(lane, L::Real::from_f64(local));
            }
        }
        if scratch.planes == Planes::One {
            let offset = L::load(&scratch.offsets[0]);
            for (point, own) in scratch.points.iter_mut().zip(&self.program.each) {
                (offset + L::splat(own.radius)).store(&mut point.first.offset);
            }
        }
    }

    /// The planes each point may meet, where they differ from point to point.
    #[inline(always)]
    pub(super) fn find_planes(&mut self, block: &Block<'_, L::Pack>) {
        if self.scratch.planes != Planes::Two {
            return;
        }
        let nowhere = [L::zero(), L::one(), number(NOWHERE), L::zero(), L::zero()];
        let scratch = &mut *self.scratch;
        for ((point, own), state) in scratch
            .points
            .iter_mut()
            .zip(&self.program.each)
            .zip(&*block.points)
        {
            let x = L::load(&state.x) + L::load(&state.dx);
            let y = L::load(&state.y) + L::load(&state.dy);
            let (mut first, mut second) = (nowhere, nowhere);
            let (mut first_gap, mut second_gap) = (number::<L>(-NOWHERE), number::<L>(-NOWHERE));
            for (plane, offset) in self.terrain.planes.iter().zip(&scratch.offsets) {
                let one = [
                    L::splat(plane.nx),
                    L::splat(plane.ny),
                    L::load(offset) + L::splat(own.radius),
                    L::splat(plane.friction * self.program.friction),
                    L::splat(plane.restitution),
                ];
                let gap = one[0] * x + one[1] * y - one[2];
                let nearest = gap.lt(first_gap);
                let nearer = gap.lt(second_gap);
                for i in 0..5 {
                    let pushed_down = L::select(nearer, one[i], second[i]);
                    second[i] = L::select(nearest, first[i], pushed_down);
                    first[i] = L::select(nearest, one[i], first[i]);
                }
                second_gap = L::select(nearest, first_gap, gap.min(second_gap));
                first_gap = gap.min(first_gap);
            }
            for (pack, plane) in [(&mut point.first, first), (&mut point.second, second)] {
                plane[0].store(&mut pack.nx);
                plane[1].store(&mut pack.ny);
                plane[2].store(&mut pack.offset);
                plane[3].store(&mut pack.friction);
                plane[4].store(&mut pack.restitution);
            }
        }
        self.pieces_near(block);
    }

    /// What each point does, to begin with: what it did in the last sub-step.
    #[inline(always)]
    pub(super) fn guess(&mut self, block: &Block<'_, L::Pack>) {
        let scratch = &mut *self.scratch;
        if scratch.planes == Planes::None {
            return;
        }
        let viscous = self.env.friction == FrictionLaw::Viscous;
        for (point, state) in scratch.points.iter_mut().zip(&*block.points) {
            let (dx, dy) = (L::load(&state.dx), L::load(&state.dy));
            let x = L::load(&state.x) + dx;
            let y = L::load(&state.y) + dy;
            let moves = L::zero().lt(L::load(&point.m));
            let plane = PlaneLanes::<L>::load(&point.first);
            let touching = L::and(plane.gap(x, y).lt(L::zero()), moves);
            point.rub = state.rub;
            if !L::any(touching) {
                point.kind = L::Pack::splat(L::Real::ZERO);
                continue;
            }
            let before = L::load(&state.kind);
            let slid = L::and(number::<L>(0.5).lt(before), before.lt(number(1.5)));
            // A new one slides when it comes flatter than friction can stop.
            let along = dy * plane.nx - dx * plane.ny;
            let down = -(dx * plane.nx + dy * plane.ny);
            let most = L::load(&point.first.friction) * down.max(L::zero());
            let new = L::and(touching, before.lt(number(0.5)));
            let slides = L::or(slid, L::and(new, most.lt(along.abs())));
            let rub = L::load(&point.m) * -along.min(most).max(-most);
            L::select(new, rub, L::load(&point.rub)).store(&mut point.rub);
            let mut kind = if viscous {
                L::one()
            } else {
                L::select(slides, L::one(), number(2.0))
            };
            kind = L::select(touching, kind, L::zero());
            if scratch.planes == Planes::Two {
                let below_too = PlaneLanes::<L>::load(&point.second).gap(x, y).lt(L::zero());
                let cornered = L::and(number::<L>(2.5).lt(before), L::and(touching, below_too));
                kind = L::select(cornered, number(3.0), kind);
            }
            kind.store(&mut point.kind);
        }
    }

    /// Puts the points where their contacts want them, and takes the directions in which they are held from their inverse masses.
    #[inline(always)]
    pub(super) fn place_points(&mut self, block: &Block<'_, L::Pack>) {
        let scratch = &mut *self.scratch;
        let planes = scratch.planes;
        let slide = L::splat(self.program.slide);
        // Sticks one by one always take the matrices.
        let always = self.env.sticks == StickSolver::Sequential;
        for (point, state) in scratch.points.iter_mut().zip(&*block.points) {
            let (rx, ry) = (L::load(&state.x), L::load(&state.y));
            let x = rx + L::load(&state.dx);
            let y = ry + L::load(&state.dy);
            L::zero().store(&mut point.fx);
            L::zero().store(&mut point.fy);
            point.mxx = point.w;
            let kind = L::load(&point.kind);
            let held = number::<L>(0.5).lt(kind);
            point.held = always || planes != Planes::None && L::any(held);
            if !point.held {
                x.store(&mut point.start_x);
                y.store(&mut point.start_y);
                x.store(&mut point.sx);
                y.store(&mut point.sy);
                continue;
            }
            let w = L::load(&point.w);
            let plane = PlaneLanes::<L>::load(&point.first);
            let stuck = number::<L>(1.5).lt(kind);
            // Slides.
            let gap = plane.gap(x, y);
            let along = (y - ry) * plane.nx - (x - rx) * plane.ny;
            let rub = w * L::load(&point.rub) - slide * along;
            let slide_x = x - gap * plane.nx - plane.ny * rub;
            let slide_y = y - gap * plane.ny + plane.nx * rub;
            // Sticks.
            let before = plane.gap(rx, ry);
            let stick_x = rx - before * plane.nx;
            let stick_y = ry - before * plane.ny;
            let mut sx = L::select(held, L::select(stuck, stick_x, slide_x), x);
            let mut sy = L::select(held, L::select(stuck, stick_y, slide_y), y);
            let free = L::select(stuck, L::zero(), w);
            L::select(held, free * (plane.ny * plane.ny), w).store(&mut point.mxx);
            L::select(held, -(free * (plane.nx * plane.ny)), L::zero()).store(&mut point.mxy);
            L::select(held, free * (plane.nx * plane.nx), w).store(&mut point.myy);
            if planes == Planes::Two {
                let cornered = number::<L>(2.5).lt(kind);
                if L::any(cornered) {
                    let other = PlaneLanes::<L>::load(&point.second);
                    let sine = plane.sine(other);
                    let corner_x = (plane.offset * other.ny - other.offset * plane.ny) / sine;
                    let corner_y = (plane.nx * other.offset - other.nx * plane.offset) / sine;
                    sx = L::select(cornered, corner_x, sx);
                    sy = L::select(cornered, corner_y, sy);
                }
            }
            sx.store(&mut point.start_x);
            sy.store(&mut point.start_y);
            sx.store(&mut point.sx);
            sy.store(&mut point.sy);
        }
    }

    /// What each point should have done, by what the ground had to push: that is remembered for the next sub-step. Figures that were
    /// guessed wrong take over what was found; tells whether there are any.
    #[inline(always)]
    pub(super) fn judge(&mut self, block: &Block<'_, L::Pack>, attempt: Try) -> bool {
        let scratch = &mut *self.scratch;
        let planes = scratch.planes;
        if planes == Planes::None {
            return false;
        }
        let viscous = self.env.friction == FrictionLaw::Viscous;
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let mut changed = L::zero().lt(L::zero());
        for (point, state) in scratch.points.iter_mut().zip(&*block.points) {
            let kind = L::load(&point.kind);
            let held = number::<L>(0.5).lt(kind);
            let plane = PlaneLanes::<L>::load(&point.first);
            let (sx, sy) = (L::load(&point.sx), L::load(&point.sy));
            let moves = L::zero().lt(L::load(&point.m));
            // Free points must not have been pushed below. Those that are, stick in the next try.
            let below = L::and(plane.gap(sx, sy).lt(L::zero()), moves);
            let mut next = L::select(below, number(2.0), L::zero());
            let mut rub = L::zero();
            if L::any(held) {
                let (found, found_rub) = Self::judge_held(point, state, plane);
                next = L::select(held, found, next);
                rub = L::select(held, found_rub, rub);
            }
            if planes == Planes::Two {
                (next, rub) = Self::judge_corner(point, state, plane, next, rub);
            }
            if viscous {
                let slides = L::and(number::<L>(1.5).lt(next), next.lt(number(2.5)));
                next = L::select(slides, L::one(), next);
                rub = L::zero();
            }
            next.store(&mut point.next_kind);
            rub.store(&mut point.next_rub);
            changed = L::or(changed, L::or(next.lt(kind), kind.lt(next)));
        }
        let changed = L::and(changed, awake);
        if attempt != Try::Guessed || !L::any(changed) {
            return false;
        }
        for point in &mut scratch.points {
            L::select(changed, L::load(&point.next_kind), L::load(&point.kind)).store(&mut point.kind);
            L::select(changed, L::load(&point.next_rub), L::load(&point.rub)).store(&mut point.rub);
        }
        true
    }

    /// What a point on one plane should do, and how friction pushes it.
    #[inline(always)]
    fn judge_held(
        point: &mut PointScratch<L::Pack>,
        state: &super::block::PointPack<L::Pack>,
        plane: PlaneLanes<L>,
    ) -> (L, L) {
        let (dx, dy) = (L::load(&state.dx), L::load(&state.dy));
        let x = L::load(&state.x) + dx;
        let y = L::load(&state.y) + dy;
        let m = L::load(&point.m);
        let (fx, fy) = (L::load(&point.fx), L::load(&point.fy));
        let push = -(m * plane.gap(x, y)) - (plane.nx * fx + plane.ny * fy);
        let (tx, ty) = (-plane.ny, plane.nx);
        let needed = -(m * (tx * dx + ty * dy)) - (tx * fx + ty * fy);
        let pressure = push.max(L::zero());
        let most = L::load(&point.first.friction) * pressure;
        let kept = L::select(most.lt(needed.abs()), L::one(), number(2.0));
        let next = L::select(L::zero().lt(push), kept, L::zero());
        pressure.store(&mut point.pressure);
        (next, needed.min(most).max(-most))
    }

    /// The same where there is a second plane: `next` and `rub` are what the first alone makes of it.
    #[inline(always)]
    fn judge_corner(
        point: &mut PointScratch<L::Pack>,
        state: &super::block::PointPack<L::Pack>,
        plane: PlaneLanes<L>,
        mut next: L,
        mut rub: L,
    ) -> (L, L) {
        let other = PlaneLanes::<L>::load(&point.second);
        let sine = plane.sine(other);
        let (sx, sy) = (L::load(&point.sx), L::load(&point.sy));
        let m = L::load(&point.m);
        let moves = L::zero().lt(m);
        let cornered = number::<L>(2.5).lt(L::load(&point.kind));
        let mut swap = L::zero().lt(L::zero());
        if L::any(cornered) {
            let x = L::load(&state.x) + L::load(&state.dx);
            let y = L::load(&state.y) + L::load(&state.dy);
            let px = m * (sx - x) - L::load(&point.fx);
            let py = m * (sy - y) - L::load(&point.fy);
            let on_first = (px * other.ny - py * other.nx) / sine;
            let on_second = (plane.nx * py - plane.ny * px) / sine;
            let by_first = L::zero().lt(on_first);
            let by_second = L::zero().lt(on_second);
            let one = L::select(L::or(by_first, by_second), number(2.0), L::zero());
            let found = L::select(L::and(by_first, by_second), number(3.0), one);
            next = L::select(cornered, found, next);
            rub = L::select(cornered, L::zero(), rub);
            let pressure = on_first.max(on_second).max(L::zero());
            L::select(cornered, pressure, L::load(&point.pressure)).store(&mut point.pressure);
            swap = L::and(cornered, L::not_and(by_first, by_second));
        }
        // Below the second plane: a corner with the first, or the second alone.
        let below = L::and(other.gap(sx, sy).lt(L::zero()), L::not_and(cornered, moves));
        if L::any(below) {
            let makes_corner = number::<L>(PARALLEL).lt(sine.abs());
            let stays = number::<L>(0.5).lt(next);
            let corner = L::and(below, L::and(stays, makes_corner));
            let alone = L::and(below, L::not_and(stays, moves));
            next = L::select(corner, number(3.0), L::select(alone, number(2.0), next));
            rub = L::select(L::or(corner, alone), L::zero(), rub);
            swap = L::or(swap, alone);
        }
        if L::any(swap) {
            Self::swap_planes(point, swap);
        }
        (next, rub)
    }

    /// Exchanges a point's two planes where told.
    #[inline(always)]
    fn swap_planes(point: &mut PointScratch<L::Pack>, swap: L::Mask) {
        let (first, second) = (&mut point.first, &mut point.second);
        for (a, b) in [
            (&mut first.nx, &mut second.nx),
            (&mut first.ny, &mut second.ny),
            (&mut first.offset, &mut second.offset),
            (&mut first.friction, &mut second.friction),
            (&mut first.restitution, &mut second.restitution),
        ] {
            let (one, other) = (L::load(a), L::load(b));
            L::select(swap, other, one).store(a);
            L::select(swap, one, other).store(b);
        }
    }
}
