//! What points meet: planes, solved together with the sticks.
//!
//! A point that would end below a plane is put onto it before the sticks are solved, and its inverse mass matrix loses the directions in
//! which it is held. So the sticks see the ground as what it is: something that doesn't move. With x the predicted place, r the one
//! before, F what the sticks push the point and m its mass, the push R of the ground that makes this so is
//!
//! ```text
//! slides (1): s = x − g·n + t·(w·J − v),  M = w·(1 − n·nᵀ)  R·n = −m·g − n·F       g: the gap n·x − offset
//! sticks (2): s = r − (n·r − offset)·n,  M = 0          R·t =  m·t·(r − x) − t·F
//! corner (3): s = both planes' point,  M = 0            R   =  m·(s − x) − F, which must lie between the two normals
//! ```
//!
//! v is what viscous sliding takes: the figure's `slide` times h times the move along t. Ground only pushes: R·n ≤ 0 lets go. Coulomb: |R·t| ≤ μ·R·n sticks; else the point slides, with J = ±μ·R·n. Each point first takes
//! what it was in the last sub-step (a new one sticks); after the solve it is judged, and where a figure's points were guessed wrong, it
//! is solved once more as judged. This is a block-pivoting step for the mixed complementarity problem (Murty 1988, *Linear
//! Complementarity*, ch. 4); at rest and in flight the guess is right and one solve is all there is.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::layout::Var;
use super::scratch::{NOWHERE, PlanePack, Planes};
use crate::event::RawEvent;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::FrictionLaw;

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
pub(super) struct Plane<L: Lanes> {
    pub nx: L,
    pub ny: L,
    offset: L,
}

impl<L: Lanes> Plane<L> {
    #[inline(always)]
    pub(super) fn load(pack: &PlanePack<L>) -> Self {
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
}

/// A count of a half, in lanes.
#[inline(always)]
fn half<L: Lanes>(count: f64) -> L {
    L::splat(L::Real::from_f64(count))
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
            for (plane, &radius) in scratch.first.iter_mut().zip(&self.program.radius) {
                (offset + L::splat(radius)).store(&mut plane.offset);
            }
        }
    }

    /// The planes each point may meet, where they differ from point to point.
    #[inline(always)]
    pub(super) fn find_planes(&mut self, block: &[L::Pack]) {
        if self.scratch.planes != Planes::Two {
            return;
        }
        let layout = self.layout;
        for p in 0..self.program.points {
            let x = L::load(&block[layout.x(p)]) + L::load(&block[layout.dx(p)]);
            let y = L::load(&block[layout.y(p)]) + L::load(&block[layout.dy(p)]);
            let nowhere = [
                L::zero(),
                L::one(),
                L::splat(L::Real::from_f64(NOWHERE)),
                L::zero(),
                L::zero(),
            ];
            let (mut first, mut second) = (nowhere, nowhere);
            let far = L::splat(L::Real::from_f64(-NOWHERE));
            let (mut first_gap, mut second_gap) = (far, far);
            for (plane, offset) in self.terrain.planes.iter().zip(&self.scratch.offsets) {
                let one = [
                    L::splat(plane.nx),
                    L::splat(plane.ny),
                    L::load(offset) + L::splat(self.program.radius[p]),
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
            for (pack, plane) in [
                (&mut self.scratch.first[p], first),
                (&mut self.scratch.second[p], second),
            ] {
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
    pub(super) fn guess(&mut self, block: &[L::Pack]) {
        let layout = self.layout;
        let scratch = &mut *self.scratch;
        if scratch.planes == Planes::None {
            return;
        }
        for p in 0..self.program.points {
            let x = L::load(&block[layout.x(p)]) + L::load(&block[layout.dx(p)]);
            let y = L::load(&block[layout.y(p)]) + L::load(&block[layout.dy(p)]);
            let moves = L::zero().lt(L::load(&scratch.m[p]));
            let below = Plane::<L>::load(&scratch.first[p]).gap(x, y).lt(L::zero());
            let touching = L::and(below, moves);
            let before = L::load(&block[layout.kind(p)]);
            let slid = L::and(half::<L>(0.5).lt(before), before.lt(half(1.5)));
            let kind = if self.env.friction == FrictionLaw::Viscous {
                L::one()
            } else {
                // A new one slides when it comes flatter than friction can stop.
                let plane = Plane::<L>::load(&scratch.first[p]);
                let (dx, dy) = (L::load(&block[layout.dx(p)]), L::load(&block[layout.dy(p)]));
                let along = (dy * plane.nx - dx * plane.ny).abs();
                let down = -(dx * plane.nx + dy * plane.ny);
                let flat = (L::load(&scratch.first[p].friction) * down).lt(along);
                let new = before.lt(half(0.5));
                L::select(L::or(slid, L::and(new, flat)), L::one(), half(2.0))
            };
            let mut kind = L::select(touching, kind, L::zero());
            if scratch.planes == Planes::Two {
                let below_too = Plane::<L>::load(&scratch.second[p]).gap(x, y).lt(L::zero());
                let cornered = L::and(half::<L>(2.5).lt(before), L::and(touching, below_too));
                kind = L::select(cornered, half(3.0), kind);
            }
            kind.store(&mut scratch.kind[p]);
            scratch.rub[p] = block[layout.rub(p)];
        }
    }

    /// Puts the points where their contacts want them, and takes the directions in which they are held from their inverse masses.
    #[inline(always)]
    pub(super) fn place_points(&mut self, block: &[L::Pack]) {
        let layout = self.layout;
        let scratch = &mut *self.scratch;
        let slide = L::splat(self.program.slide);
        for p in 0..self.program.points {
            let (rx, ry) = (L::load(&block[layout.x(p)]), L::load(&block[layout.y(p)]));
            let x = rx + L::load(&block[layout.dx(p)]);
            let y = ry + L::load(&block[layout.dy(p)]);
            let w = L::load(&scratch.w[p]);
            let (mut sx, mut sy) = (x, y);
            let (mut mxx, mut mxy, mut myy) = (w, L::zero(), w);
            if scratch.planes != Planes::None {
                let kind = L::load(&scratch.kind[p]);
                let held = half::<L>(0.5).lt(kind);
                if L::any(held) {
                    let plane = Plane::<L>::load(&scratch.first[p]);
                    let stuck = half::<L>(1.5).lt(kind);
                    // Slides.
                    let gap = plane.gap(x, y);
                    let rub = w * L::load(&scratch.rub[p]);
                    let along = (y - ry) * plane.nx - (x - rx) * plane.ny;
                    let rub = rub - slide * along;
                    let slide_x = x - gap * plane.nx - plane.ny * rub;
                    let slide_y = y - gap * plane.ny + plane.nx * rub;
                    // Sticks.
                    let before = plane.gap(rx, ry);
                    let stick_x = rx - before * plane.nx;
                    let stick_y = ry - before * plane.ny;
                    sx = L::select(held, L::select(stuck, stick_x, slide_x), sx);
                    sy = L::select(held, L::select(stuck, stick_y, slide_y), sy);
                    let free = L::select(stuck, L::zero(), w);
                    mxx = L::select(held, free * (plane.ny * plane.ny), mxx);
                    mxy = L::select(held, -(free * (plane.nx * plane.ny)), mxy);
                    myy = L::select(held, free * (plane.nx * plane.nx), myy);
                    if scratch.planes == Planes::Two {
                        let cornered = half::<L>(2.5).lt(kind);
                        if L::any(cornered) {
                            let other = Plane::<L>::load(&scratch.second[p]);
                            let sine = plane.nx * other.ny - plane.ny * other.nx;
                            let corner_x = (plane.offset * other.ny - other.offset * plane.ny) / sine;
                            let corner_y = (plane.nx * other.offset - other.nx * plane.offset) / sine;
                            sx = L::select(cornered, corner_x, sx);
                            sy = L::select(cornered, corner_y, sy);
                        }
                    }
                }
            }
            sx.store(&mut scratch.sx[p]);
            sy.store(&mut scratch.sy[p]);
            mxx.store(&mut scratch.mxx[p]);
            mxy.store(&mut scratch.mxy[p]);
            myy.store(&mut scratch.myy[p]);
            L::zero().store(&mut scratch.fx[p]);
            L::zero().store(&mut scratch.fy[p]);
        }
    }

    /// What each point should have done, by what the ground had to push: that is remembered for the next sub-step. In the first try,
    /// figures that were guessed wrong take over what was found; tells whether there are any.
    #[inline(always)]
    pub(super) fn judge(&mut self, block: &[L::Pack], attempt: Try) -> bool {
        let layout = self.layout;
        let scratch = &mut *self.scratch;
        if scratch.planes == Planes::None {
            return false;
        }
        let awake = L::zero().lt(L::load(&block[layout.var(Var::Awake)]));
        let nothing = L::zero().lt(L::zero());
        let mut changed = nothing;
        for p in 0..self.program.points {
            let kind = L::load(&scratch.kind[p]);
            let held = half::<L>(0.5).lt(kind);
            let plane = Plane::<L>::load(&scratch.first[p]);
            let (sx, sy) = (L::load(&scratch.sx[p]), L::load(&scratch.sy[p]));
            let m = L::load(&scratch.m[p]);
            let moves = L::zero().lt(m);
            // Free points must not have been pushed below. Those that are, stick in the next try.
            let below = L::and(plane.gap(sx, sy).lt(L::zero()), moves);
            let mut next = L::select(below, half(2.0), L::zero());
            let mut rub = L::zero();
            let mut pressure = L::zero();
            let two = scratch.planes == Planes::Two;
            if L::any(held) {
                let (rx, ry) = (L::load(&block[layout.x(p)]), L::load(&block[layout.y(p)]));
                let x = rx + L::load(&block[layout.dx(p)]);
                let y = ry + L::load(&block[layout.dy(p)]);
                let (fx, fy) = (L::load(&scratch.fx[p]), L::load(&scratch.fy[p]));
                let push = -(m * plane.gap(x, y)) - (plane.nx * fx + plane.ny * fy);
                let (tx, ty) = (-plane.ny, plane.nx);
                let needed = m * (tx * (rx - x) + ty * (ry - y)) - (tx * fx + ty * fy);
                let friction = L::load(&scratch.first[p].friction);
                let most = friction * push.max(L::zero());
                let too_much = most.lt(needed.abs());
                let kept = L::select(too_much, L::one(), half(2.0));
                let held_next = L::select(L::zero().lt(push), kept, L::zero());
                next = L::select(held, held_next, next);
                rub = L::select(held, needed.min(most).max(-most), rub);
                pressure = L::select(held, push.max(L::zero()), pressure);
                if two {
                    let cornered = half::<L>(2.5).lt(kind);
                    if L::any(cornered) {
                        let other = Plane::<L>::load(&scratch.second[p]);
                        let sine = plane.nx * other.ny - plane.ny * other.nx;
                        let (px, py) = (m * (sx - x) - fx, m * (sy - y) - fy);
                        let on_first = (px * other.ny - py * other.nx) / sine;
                        let on_second = (plane.nx * py - plane.ny * px) / sine;
                        let by_first = L::zero().lt(on_first);
                        let by_second = L::zero().lt(on_second);
                        let both = L::and(by_first, by_second);
                        let one = L::or(by_first, by_second);
                        let found = L::select(both, half(3.0), L::select(one, half(2.0), L::zero()));
                        next = L::select(cornered, found, next);
                        rub = L::select(cornered, L::zero(), rub);
                        pressure = L::select(cornered, on_first.max(on_second).max(L::zero()), pressure);
                        let swap = L::and(cornered, L::not_and(by_first, by_second));
                        scratch.swap_planes(p, swap);
                    }
                }
            }
            if two {
                // Below the second plane: a corner with the first, or the second alone.
                let other = Plane::<L>::load(&scratch.second[p]);
                let cornered = half::<L>(2.5).lt(kind);
                let below_other = L::and(other.gap(sx, sy).lt(L::zero()), L::not_and(cornered, moves));
                if L::any(below_other) {
                    let sine = plane.nx * other.ny - plane.ny * other.nx;
                    let makes_corner = half::<L>(PARALLEL).lt(sine.abs());
                    let stays = half::<L>(0.5).lt(next);
                    let corner = L::and(below_other, L::and(stays, makes_corner));
                    next = L::select(corner, half(3.0), next);
                    let alone = L::and(below_other, L::not_and(stays, moves));
                    next = L::select(alone, half(2.0), next);
                    rub = L::select(L::or(corner, alone), L::zero(), rub);
                    scratch.swap_planes(p, alone);
                }
            }
            if self.env.friction == FrictionLaw::Viscous {
                let slides = L::and(half::<L>(1.5).lt(next), next.lt(half(2.5)));
                next = L::select(slides, L::one(), next);
                rub = L::zero();
            }
            next.store(&mut scratch.next_kind[p]);
            rub.store(&mut scratch.next_rub[p]);
            pressure.store(&mut scratch.pressure[p]);
            let differs = L::or(next.lt(kind), kind.lt(next));
            changed = L::or(changed, differs);
        }
        let changed = L::and(changed, awake);
        if attempt != Try::Guessed || !L::any(changed) {
            return false;
        }
        self.correct(changed);
        true
    }

    /// Takes over what was judged, for the figures that were guessed wrong.
    #[inline(always)]
    fn correct(&mut self, changed: L::Mask) {
        let scratch = &mut *self.scratch;
        for p in 0..self.program.points {
            let kind = L::select(changed, L::load(&scratch.next_kind[p]), L::load(&scratch.kind[p]));
            kind.store(&mut scratch.kind[p]);
            let rub = L::select(changed, L::load(&scratch.next_rub[p]), L::load(&scratch.rub[p]));
            rub.store(&mut scratch.rub[p]);
        }
    }

    /// Places and displacements of the sub-step: what was solved, bounced, kept above the planes, and finite.
    #[inline(always)]
    pub(super) fn finish(&mut self, block: &mut [L::Pack]) {
        let layout = self.layout;
        let n = self.program.points;
        let awake = L::zero().lt(L::load(&block[layout.var(Var::Awake)]));
        let mut check = L::zero();
        let rescued = L::any(L::zero().lt(L::load(&self.scratch.rescued)));
        // New places and displacements are kept in sx, sy, fx, fy until all are known to be finite.
        for p in 0..n {
            let scratch = &mut *self.scratch;
            let (rx, ry) = (L::load(&block[layout.x(p)]), L::load(&block[layout.y(p)]));
            let (moved_x, moved_y) = (L::load(&block[layout.dx(p)]), L::load(&block[layout.dy(p)]));
            let w = L::load(&scratch.w[p]);
            let mut dx = moved_x + w * L::load(&scratch.fx[p]);
            let mut dy = moved_y + w * L::load(&scratch.fy[p]);
            let (mut x, mut y) = (rx + dx, ry + dy);
            if rescued {
                x = x + L::load(&scratch.lift_x);
                y = y + L::load(&scratch.lift_y);
            }
            if scratch.planes != Planes::None {
                let kind = L::load(&scratch.kind[p]);
                let held = half::<L>(0.5).lt(kind);
                if L::any(held) {
                    let plane = Plane::<L>::load(&scratch.first[p]);
                    let (sx, sy) = (L::load(&scratch.sx[p]), L::load(&scratch.sy[p]));
                    x = L::select(held, sx, x);
                    y = L::select(held, sy, y);
                    let (went_x, went_y) = (sx - rx, sy - ry);
                    let along = went_x * plane.nx + went_y * plane.ny;
                    let stuck = half::<L>(1.5).lt(kind);
                    let keep_x = L::select(stuck, L::zero(), went_x - along * plane.nx);
                    let keep_y = L::select(stuck, L::zero(), went_y - along * plane.ny);
                    // Only what wasn't touching before bounces.
                    let approach = -(moved_x * plane.nx + moved_y * plane.ny);
                    let new = L::load(&block[layout.kind(p)]).lt(half(0.5));
                    let fast = L::splat(self.env.bounce_move).lt(approach);
                    let bounces = L::and(held, L::and(new, fast));
                    let back = L::select(
                        bounces,
                        approach * L::load(&scratch.first[p].restitution),
                        L::zero(),
                    );
                    dx = L::select(held, keep_x + back * plane.nx, dx);
                    dy = L::select(held, keep_y + back * plane.ny, dy);
                    let hard = L::splat(self.env.impact_move).lt(approach);
                    let hit = L::and(L::and(held, awake), L::and(new, hard));
                    if L::any(hit) {
                        self.report_impacts(p, hit, approach);
                    }
                }
                if rescued {
                    self.stop_lifted(p, x, y, &mut dx, &mut dy);
                }
                let scratch = &mut *self.scratch;
                // Whatever was solved: nothing ends below a plane.
                let planes = [&scratch.first[p], &scratch.second[p]];
                let count = if scratch.planes == Planes::Two { 2 } else { 1 };
                for pack in &planes[..count] {
                    let plane = Plane::<L>::load(pack);
                    let gap = plane.gap(x, y).min(L::zero());
                    let below = L::and(gap.lt(L::zero()), L::zero().lt(w));
                    if L::any(below) {
                        let inwards = (dx * plane.nx + dy * plane.ny).min(L::zero());
                        x = L::select(below, x - gap * plane.nx, x);
                        y = L::select(below, y - gap * plane.ny, y);
                        dx = L::select(below, dx - inwards * plane.nx, dx);
                        dy = L::select(below, dy - inwards * plane.ny, dy);
                    }
                }
            }
            check = check + (x + y + dx + dy) * L::zero();
            let scratch = &mut *self.scratch;
            x.store(&mut scratch.sx[p]);
            y.store(&mut scratch.sy[p]);
            dx.store(&mut scratch.fx[p]);
            dy.store(&mut scratch.fy[p]);
        }
        if self.scratch.planes == Planes::Two {
            self.keep_out_of_pieces(block);
        }
        // Zero times anything finite is zero; anything else leaves NaN, which is not below one.
        let good = L::and(check.lt(L::one()), awake);
        for p in 0..n {
            let scratch = &*self.scratch;
            let mut keep = |at: usize, new: L| {
                let old = L::load(&block[at]);
                L::select(good, new, old).store(&mut block[at]);
            };
            keep(layout.x(p), L::load(&scratch.sx[p]));
            keep(layout.y(p), L::load(&scratch.sy[p]));
            keep(layout.dx(p), L::load(&scratch.fx[p]));
            keep(layout.dy(p), L::load(&scratch.fy[p]));
            if scratch.planes != Planes::None {
                keep(layout.kind(p), L::load(&scratch.next_kind[p]));
                keep(layout.rub(p), L::load(&scratch.next_rub[p]));
            }
        }
        self.quarantine(block, L::not_and(good, awake));
    }

    /// Disables figures whose numbers stopped being numbers; they stay at their last good pose.
    #[inline(always)]
    fn quarantine(&mut self, block: &mut [L::Pack], bad: L::Mask) {
        if !L::any(bad) {
            return;
        }
        let layout = self.layout;
        let mut set = L::Pack::splat(L::Real::ZERO);
        L::select(bad, L::one(), L::zero()).store(&mut set);
        for lane in 0..L::Real::LANES {
            if set.get(lane) == L::Real::ZERO {
                continue;
            }
            for p in 0..self.program.points {
                for at in [layout.dx(p), layout.dy(p), layout.kind(p), layout.rub(p)] {
                    block[at].set(lane, L::Real::ZERO);
                }
            }
            for var in [Var::Awake, Var::PushTime, Var::KickX, Var::KickY] {
                block[layout.var(var)].set(lane, L::Real::ZERO);
            }
            self.events.push(RawEvent::quarantined(self.first_figure + lane));
        }
    }

    /// Tells of points that came down hard.
    #[inline(always)]
    fn report_impacts(&mut self, point: usize, hit: L::Mask, approach: L) {
        let mut set = L::Pack::splat(L::Real::ZERO);
        L::select(hit, approach, L::zero()).store(&mut set);
        let h = self.env.h.to_f64();
        for lane in 0..L::Real::LANES {
            let approach = set.get(lane).to_f64();
            if approach > 0.0 {
                let impulse = self.scratch.pressure[point].get(lane).to_f64() / h;
                self.events.push(RawEvent::impact(
                    self.first_figure + lane,
                    point,
                    approach / h,
                    impulse,
                ));
            }
        }
    }

    /// The original's way: everything moves, then what is below a plane is put back and stopped in the plane's direction.
    #[inline(always)]
    pub(super) fn move_and_put_back(&mut self, block: &mut [L::Pack]) {
        let layout = self.layout;
        let awake = L::zero().lt(L::load(&block[layout.var(Var::Awake)]));
        let mut check = L::zero();
        for p in 0..self.program.points {
            let (old_dx, old_dy) = (L::load(&block[layout.dx(p)]), L::load(&block[layout.dy(p)]));
            let (rx, ry) = (L::load(&block[layout.x(p)]), L::load(&block[layout.y(p)]));
            let (mut dx, mut dy) = (old_dx, old_dy);
            let (mut x, mut y) = (rx + dx, ry + dy);
            let before = L::load(&block[layout.kind(p)]);
            let mut kind = L::zero();
            let moves = L::zero().lt(L::splat(self.program.w[p]));
            for (number, plane) in self.terrain.planes.iter().enumerate() {
                let (nx, ny) = (L::splat(plane.nx), L::splat(plane.ny));
                let offset = L::load(&self.scratch.offsets[number]) + L::splat(self.program.radius[p]);
                let gap = nx * x + ny * y - offset;
                let below = L::and(gap.lt(L::zero()), moves);
                if L::any(below) {
                    let along = dx * nx + dy * ny;
                    let hard = L::splat(self.env.impact_move).lt(-along);
                    let hit = L::and(L::and(below, awake), L::and(hard, before.lt(half(0.5))));
                    if L::any(hit) {
                        (L::splat(self.program.m[p]) * -along).store(&mut self.scratch.pressure[p]);
                        self.report_impacts(p, hit, -along);
                    }
                    x = L::select(below, x - gap * nx, x);
                    y = L::select(below, y - gap * ny, y);
                    dx = L::select(below, dx - along * nx, dx);
                    dy = L::select(below, dy - along * ny, dy);
                    kind = L::select(below, L::one(), kind);
                }
            }
            check = check + (x + y + dx + dy) * L::zero();
            x.store(&mut self.scratch.sx[p]);
            y.store(&mut self.scratch.sy[p]);
            dx.store(&mut self.scratch.fx[p]);
            dy.store(&mut self.scratch.fy[p]);
            kind.store(&mut self.scratch.kind[p]);
        }
        let good = L::and(check.lt(L::one()), awake);
        for p in 0..self.program.points {
            let scratch = &*self.scratch;
            let values = [
                (layout.x(p), &scratch.sx[p]),
                (layout.y(p), &scratch.sy[p]),
                (layout.dx(p), &scratch.fx[p]),
                (layout.dy(p), &scratch.fy[p]),
                (layout.kind(p), &scratch.kind[p]),
            ];
            for (at, new) in values {
                let old = L::load(&block[at]);
                L::select(good, L::load(new), old).store(&mut block[at]);
            }
        }
        self.quarantine(block, L::not_and(good, awake));
    }
}

#[expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]
impl<L: Lanes> super::Scratch<L> {
    /// Exchanges a point's two planes where told.
    #[inline(always)]
    fn swap_planes(&mut self, point: usize, swap: L::Mask) {
        if !L::any(swap) {
            return;
        }
        let (first, second) = (&mut self.first[point], &mut self.second[point]);
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
