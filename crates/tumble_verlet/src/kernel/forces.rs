//! Forces, and the move that follows from them.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::Order;

/// From one end to the other, and how the other moves against it.
struct Between<L> {
    ex: L,
    ey: L,
    vx: L,
    vy: L,
}

#[inline(always)]
fn between<L: Lanes>(block: &Block<'_, L::Pack>, a: usize, b: usize) -> Between<L> {
    let (a, b) = (&block.points[a], &block.points[b]);
    Between {
        ex: L::load(&b.x) - L::load(&a.x),
        ey: L::load(&b.y) - L::load(&a.y),
        vx: L::load(&b.dx) - L::load(&a.dx),
        vy: L::load(&b.dy) - L::load(&a.dy),
    }
}

impl<L: Lanes> Context<'_, L> {
    /// Time-corrected Verlet: the displacements of a sub-step of another length become those of one of this length.
    #[inline(always)]
    pub(super) fn correct_for_time(&mut self, block: &mut Block<'_, L::Pack>) {
        let ratio = L::splat(self.env.ratio);
        for point in block.points.iter_mut() {
            for part in [&mut point.dx, &mut point.dy] {
                (L::load(part) * ratio).store(part);
            }
        }
    }

    /// Acceleration times h² of every point, from where everything is now and how it moved: spring-dampers, drag, sliding, gravity,
    /// pushes and jumps; and what compliant sticks remember of now.
    #[inline(always)]
    pub(super) fn forces(&mut self, block: &mut Block<'_, L::Pack>) {
        let program = self.program;
        let scratch = &mut *self.scratch;
        for point in &mut scratch.points {
            point.ax = L::Pack::splat(L::Real::ZERO);
            point.ay = L::Pack::splat(L::Real::ZERO);
        }
        for spring in &program.springs {
            let Between { ex, ey, vx, vy } = between::<L>(block, spring.a, spring.b);
            let length = (ex * ex + ey * ey).sqrt();
            let apart = L::zero().lt(length);
            let inverse = L::one() / length;
            let (ux, uy) = (ex * inverse, ey * inverse);
            let pull = L::splat(spring.stiffness) * (length - L::splat(spring.rest))
                + L::splat(spring.damping) * (vx * ux + vy * uy);
            let px = L::select(apart, pull * ux, L::zero());
            let py = L::select(apart, pull * uy, L::zero());
            let a = &mut scratch.points[spring.a];
            (L::load(&a.ax) + px).store(&mut a.ax);
            (L::load(&a.ay) + py).store(&mut a.ay);
            let b = &mut scratch.points[spring.b];
            (L::load(&b.ax) - px).store(&mut b.ax);
            (L::load(&b.ay) - py).store(&mut b.ay);
        }
        let h = L::splat(self.env.h);
        let figure = &*block.figure;
        let left = L::load(&figure.push_time);
        let pushing = (h * L::splat(L::Real::from_f64(0.5))).lt(left);
        let h2 = h * h;
        let all_x = L::select(pushing, L::load(&figure.push_x) * h2, L::zero()) + L::load(&figure.kick_x) * h;
        let all_y = L::select(pushing, L::load(&figure.push_y) * h2, L::zero()) + L::load(&figure.kick_y) * h;
        let (gx, gy) = (L::splat(self.env.gravity[0]), L::splat(self.env.gravity[1]));
        for ((point, own), state) in scratch.points.iter_mut().zip(&program.each).zip(&*block.points) {
            if own.w == L::Real::ZERO {
                point.ax = L::Pack::splat(L::Real::ZERO);
                point.ay = L::Pack::splat(L::Real::ZERO);
                continue;
            }
            let (w, share, drag) = (L::splat(own.w), L::splat(own.share), L::splat(own.drag));
            let ax = L::load(&point.ax) * w + share * gx + all_x + drag * L::load(&state.dx);
            let ay = L::load(&point.ay) * w + share * gy + all_y + drag * L::load(&state.dy);
            ax.store(&mut point.ax);
            ay.store(&mut point.ay);
        }
        if self.env.order == Order::SticksFirst && L::Real::ZERO < program.slide {
            self.slide_as_force(block);
        }
        self.remember_stretches(block);
    }

    /// The original's friction: in the step after a touch, a force against sliding. Its ground is the first half-plane.
    #[inline(always)]
    fn slide_as_force(&mut self, block: &Block<'_, L::Pack>) {
        let Some(plane) = self.terrain.planes.first() else {
            return;
        };
        let (nx, ny) = (L::splat(plane.nx), L::splat(plane.ny));
        for (point, state) in self.scratch.points.iter_mut().zip(&*block.points) {
            let (dx, dy) = (L::load(&state.dx), L::load(&state.dy));
            let along = dx * nx + dy * ny;
            let touching = L::zero().lt(L::load(&state.kind));
            let slide = L::select(touching, L::splat(self.program.slide), L::zero());
            (L::load(&point.ax) - slide * (dx - nx * along)).store(&mut point.ax);
            (L::load(&point.ay) - slide * (dy - ny * along)).store(&mut point.ay);
        }
    }

    /// What compliant sticks need of the present stretch and that of the sub-step before, see `program::soft`.
    #[inline(always)]
    fn remember_stretches(&mut self, block: &mut Block<'_, L::Pack>) {
        for stick in &self.program.sticks {
            let Some(soft) = stick.soft.filter(|soft| !soft.euler) else {
                continue;
            };
            let Between { ex, ey, vx, vy } = between::<L>(block, stick.a, stick.b);
            let length = (ex * ex + ey * ey).sqrt();
            let inverse = L::select(L::zero().lt(length), L::one() / length, L::zero());
            let stretch = length - L::splat(stick.length);
            let rate = (vx * ex + vy * ey) * inverse;
            let memory = L::splat(soft.before) * stretch + (stretch - rate);
            memory.store(&mut block.memory[soft.memory]);
        }
    }

    /// Adds the accelerations to the displacements, no faster than the world allows. Sleeping figures keep theirs.
    #[inline(always)]
    pub(super) fn accelerate(&mut self, block: &mut Block<'_, L::Pack>) {
        let awake = L::zero().lt(L::load(&block.figure.awake));
        let all = L::all(awake);
        let most = L::splat(self.env.max_move);
        let mut fastest = L::zero();
        for (state, point) in block.points.iter_mut().zip(&self.scratch.points) {
            let dx = L::load(&state.dx) + L::load(&point.ax);
            let dy = L::load(&state.dy) + L::load(&point.ay);
            fastest = fastest.max(dx * dx + dy * dy);
            dx.store_where(all, awake, &mut state.dx);
            dy.store_where(all, awake, &mut state.dy);
        }
        if L::any((most * most).lt(fastest)) {
            self.slow_down(block);
        }
        let figure = &mut *block.figure;
        let left = L::load(&figure.push_time);
        let less = (left - L::splat(self.env.h)).max(L::zero());
        less.store_where(all, awake, &mut figure.push_time);
        for kick in [&mut figure.kick_x, &mut figure.kick_y] {
            L::zero().store_where(all, awake, kick);
        }
    }

    /// Shortens displacements that are longer than the world allows.
    #[inline(always)]
    fn slow_down(&mut self, block: &mut Block<'_, L::Pack>) {
        let most = L::splat(self.env.max_move);
        for state in block.points.iter_mut() {
            let (dx, dy) = (L::load(&state.dx), L::load(&state.dy));
            let size2 = dx * dx + dy * dy;
            let less = L::select((most * most).lt(size2), most / size2.sqrt(), L::one());
            (dx * less).store(&mut state.dx);
            (dy * less).store(&mut state.dy);
        }
    }
}
