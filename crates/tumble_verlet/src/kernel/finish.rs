//! The end of a sub-step: places and displacements of what was solved; and the original's way of moving.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use super::contact::{PlaneLanes, number};
use super::scratch::Planes;
use crate::event::RawEvent;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;

/// A place and a displacement.
#[derive(Clone, Copy)]
pub(super) struct Motion<L> {
    pub x: L,
    pub y: L,
    pub dx: L,
    pub dy: L,
}

impl<L: Lanes> Context<'_, L> {
    /// Places and displacements of the sub-step: what was solved, bounced, kept above the planes, and finite.
    #[inline(always)]
    pub(super) fn finish(&mut self, block: &mut Block<'_, L::Pack>) {
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let all = L::all(awake);
        let planes = self.scratch.planes;
        let rescued = planes != Planes::None && L::any(L::zero().lt(L::load(&self.scratch.rescued)));
        let mut check = L::zero();
        for p in 0..block.points.len() {
            let mut motion = self.solved(block, p, awake);
            if rescued {
                motion = self.lifted(p, motion);
            }
            if planes != Planes::None {
                motion = self.above_planes(p, motion);
            }
            let Motion { x, y, dx, dy } = motion;
            // Zero times anything finite is zero; anything else leaves NaN.
            check = check + (x + y + dx + dy) * L::zero();
            // What it was is kept until all are known to be finite.
            let (state, point) = (&mut block.points[p], &mut self.scratch.points[p]);
            point.sx = state.x;
            point.sy = state.y;
            x.store_where(all, awake, &mut state.x);
            y.store_where(all, awake, &mut state.y);
            dx.store_where(all, awake, &mut state.dx);
            dy.store_where(all, awake, &mut state.dy);
            if planes != Planes::None {
                L::load(&point.next_kind).store_where(all, awake, &mut state.kind);
                L::load(&point.next_rub).store_where(all, awake, &mut state.rub);
            }
        }
        if planes == Planes::Two {
            self.keep_out_of_pieces(block);
        }
        let good = check.lt(L::one());
        if L::any(L::not_and(good, awake)) {
            self.quarantine(block, L::not_and(good, awake));
        }
    }

    /// A point's motion as solved, with what bounces.
    #[inline(always)]
    fn solved(&mut self, block: &Block<'_, L::Pack>, p: usize, awake: L::Mask) -> Motion<L> {
        let (state, point) = (&block.points[p], &self.scratch.points[p]);
        let (rx, ry) = (L::load(&state.x), L::load(&state.y));
        let (moved_x, moved_y) = (L::load(&state.dx), L::load(&state.dy));
        let w = L::load(&point.w);
        let dx = moved_x + w * L::load(&point.fx);
        let dy = moved_y + w * L::load(&point.fy);
        let free = Motion {
            x: rx + dx,
            y: ry + dy,
            dx,
            dy,
        };
        let kind = L::load(&point.kind);
        let held = number::<L>(0.5).lt(kind);
        if self.scratch.planes == Planes::None || !point.held || !L::any(held) {
            return free;
        }
        let plane = PlaneLanes::<L>::load(&point.first);
        let (sx, sy) = (L::load(&point.sx), L::load(&point.sy));
        let (went_x, went_y) = (sx - rx, sy - ry);
        let along = went_x * plane.nx + went_y * plane.ny;
        let stuck = number::<L>(1.5).lt(kind);
        let keep_x = L::select(stuck, L::zero(), went_x - along * plane.nx);
        let keep_y = L::select(stuck, L::zero(), went_y - along * plane.ny);
        // Only what wasn't touching before bounces.
        let approach = -(moved_x * plane.nx + moved_y * plane.ny);
        let new = L::and(held, L::load(&state.kind).lt(number(0.5)));
        let bounces = L::and(new, L::splat(self.env.bounce_move).lt(approach));
        let back = approach * L::load(&point.first.restitution);
        let back = L::select(bounces, back, L::zero());
        let hit = L::and(awake, L::and(new, L::splat(self.env.impact_move).lt(approach)));
        if L::any(hit) {
            self.report_impacts(p, hit, approach);
        }
        Motion {
            x: L::select(held, sx, free.x),
            y: L::select(held, sy, free.y),
            dx: L::select(held, keep_x + back * plane.nx, free.dx),
            dy: L::select(held, keep_y + back * plane.ny, free.dy),
        }
    }

    /// Whatever was solved: nothing ends below its planes.
    #[inline(always)]
    fn above_planes(&self, p: usize, mut motion: Motion<L>) -> Motion<L> {
        let point = &self.scratch.points[p];
        let moves = L::zero().lt(L::load(&point.w));
        let count = if self.scratch.planes == Planes::Two { 2 } else { 1 };
        for pack in &[&point.first, &point.second][..count] {
            let plane = PlaneLanes::<L>::load(pack);
            let gap = plane.gap(motion.x, motion.y).min(L::zero());
            let below = L::and(gap.lt(L::zero()), moves);
            if L::any(below) {
                let inwards = (motion.dx * plane.nx + motion.dy * plane.ny).min(L::zero());
                motion = Motion {
                    x: L::select(below, motion.x - gap * plane.nx, motion.x),
                    y: L::select(below, motion.y - gap * plane.ny, motion.y),
                    dx: L::select(below, motion.dx - inwards * plane.nx, motion.dx),
                    dy: L::select(below, motion.dy - inwards * plane.ny, motion.dy),
                };
            }
        }
        motion
    }

    /// Disables figures whose numbers stopped being numbers; they stay at their last good pose, which `sx` and `sy` hold.
    #[inline(always)]
    fn quarantine(&mut self, block: &mut Block<'_, L::Pack>, bad: L::Mask) {
        let mut set = L::Pack::splat(L::Real::ZERO);
        L::select(bad, L::one(), L::zero()).store(&mut set);
        let zero = L::Real::ZERO;
        for lane in 0..L::Real::LANES {
            if set.get(lane) == zero {
                continue;
            }
            for (state, point) in block.points.iter_mut().zip(&self.scratch.points) {
                state.x.set(lane, point.sx.get(lane));
                state.y.set(lane, point.sy.get(lane));
                for part in [&mut state.dx, &mut state.dy, &mut state.kind, &mut state.rub] {
                    part.set(lane, zero);
                }
            }
            for memory in block.memory.iter_mut() {
                memory.set(lane, zero);
            }
            for part in block.figure.parts_mut() {
                part.set(lane, zero);
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
                let impulse = self.scratch.points[point].pressure.get(lane).to_f64() / h;
                let figure = self.first_figure + lane;
                self.events
                    .push(RawEvent::impact(figure, point, approach / h, impulse));
            }
        }
    }

    /// The original's way: everything moves, then what is below a plane is put back and stopped in the plane's direction.
    #[inline(always)]
    pub(super) fn move_and_put_back(&mut self, block: &mut Block<'_, L::Pack>) {
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let all = L::all(awake);
        let mut check = L::zero();
        for p in 0..block.points.len() {
            let own = &self.program.each[p];
            let state = &block.points[p];
            let (rx, ry) = (L::load(&state.x), L::load(&state.y));
            let (mut dx, mut dy) = (L::load(&state.dx), L::load(&state.dy));
            let (mut x, mut y) = (rx + dx, ry + dy);
            let new = L::load(&state.kind).lt(number(0.5));
            let mut kind = L::zero();
            let moves = L::zero().lt(L::splat(own.w));
            for (number, plane) in self.terrain.planes.iter().enumerate() {
                let (nx, ny) = (L::splat(plane.nx), L::splat(plane.ny));
                let offset = L::load(&self.scratch.offsets[number]) + L::splat(own.radius);
                let gap = nx * x + ny * y - offset;
                let below = L::and(gap.lt(L::zero()), moves);
                if L::any(below) {
                    let along = dx * nx + dy * ny;
                    let hard = L::splat(self.env.impact_move).lt(-along);
                    let hit = L::and(L::and(below, awake), L::and(hard, new));
                    if L::any(hit) {
                        (L::splat(own.m) * -along).store(&mut self.scratch.points[p].pressure);
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
            let (state, point) = (&mut block.points[p], &mut self.scratch.points[p]);
            point.sx = state.x;
            point.sy = state.y;
            for (part, new) in [
                (&mut state.x, x),
                (&mut state.y, y),
                (&mut state.dx, dx),
                (&mut state.dy, dy),
                (&mut state.kind, kind),
            ] {
                new.store_where(all, awake, part);
            }
        }
        let good = check.lt(L::one());
        if L::any(L::not_and(good, awake)) {
            self.quarantine(block, L::not_and(good, awake));
        }
    }
}
