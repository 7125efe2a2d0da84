//! Forces, and the move that follows from them.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::layout::Var;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::Order;

impl<L: Lanes> Context<'_, L> {
    /// Time-corrected Verlet: the displacements of a sub-step of another length become those of one of this length.
    #[inline(always)]
    pub(super) fn correct_for_time(&mut self, block: &mut [L::Pack]) {
        let ratio = L::splat(self.env.ratio);
        for p in 0..self.program.points {
            for at in [self.layout.dx(p), self.layout.dy(p)] {
                (L::load(&block[at]) * ratio).store(&mut block[at]);
            }
        }
    }

    /// Acceleration times h² of every point, from where everything is now and how it moved: spring-dampers, drag, sliding, gravity,
    /// pushes and jumps; and what compliant sticks remember of now.
    #[inline(always)]
    pub(super) fn forces(&mut self, block: &mut [L::Pack]) {
        let program = self.program;
        let layout = self.layout;
        let scratch = &mut *self.scratch;
        for p in 0..program.points {
            scratch.ax[p] = L::Pack::splat(L::Real::ZERO);
            scratch.ay[p] = L::Pack::splat(L::Real::ZERO);
        }
        for spring in &program.springs {
            let (a, b) = (spring.a, spring.b);
            let ex = L::load(&block[layout.x(b)]) - L::load(&block[layout.x(a)]);
            let ey = L::load(&block[layout.y(b)]) - L::load(&block[layout.y(a)]);
            let vx = L::load(&block[layout.dx(b)]) - L::load(&block[layout.dx(a)]);
            let vy = L::load(&block[layout.dy(b)]) - L::load(&block[layout.dy(a)]);
            let length = (ex * ex + ey * ey).sqrt();
            let apart = L::zero().lt(length);
            let inverse = L::select(apart, L::one() / length, L::zero());
            let (ux, uy) = (ex * inverse, ey * inverse);
            let pull = L::splat(spring.stiffness) * (length - L::splat(spring.rest))
                + L::splat(spring.damping) * (vx * ux + vy * uy);
            let pull = L::select(apart, pull, L::zero());
            let (px, py) = (pull * ux, pull * uy);
            (L::load(&scratch.ax[a]) + px).store(&mut scratch.ax[a]);
            (L::load(&scratch.ay[a]) + py).store(&mut scratch.ay[a]);
            (L::load(&scratch.ax[b]) - px).store(&mut scratch.ax[b]);
            (L::load(&scratch.ay[b]) - py).store(&mut scratch.ay[b]);
        }
        let h = L::splat(self.env.h);
        let var = |var: Var| L::load(&block[layout.var(var)]);
        let left = var(Var::PushTime);
        let pushing = (h * L::splat(L::Real::from_f64(0.5))).lt(left);
        let h2 = h * h;
        let all_x = L::select(pushing, var(Var::PushX) * h2, L::zero()) + var(Var::KickX) * h;
        let all_y = L::select(pushing, var(Var::PushY) * h2, L::zero()) + var(Var::KickY) * h;
        let (gx, gy) = (L::splat(self.env.gravity[0]), L::splat(self.env.gravity[1]));
        let viscous = self.env.order == Order::SticksFirst && L::Real::ZERO < program.slide;
        let ground = self.terrain.planes.first();
        for p in 0..program.points {
            if program.w[p] == L::Real::ZERO {
                scratch.ax[p] = L::Pack::splat(L::Real::ZERO);
                scratch.ay[p] = L::Pack::splat(L::Real::ZERO);
                continue;
            }
            let w = L::splat(program.w[p]);
            let share = L::splat(program.share[p]);
            let drag = L::splat(program.drag[p]);
            let (dx, dy) = (L::load(&block[layout.dx(p)]), L::load(&block[layout.dy(p)]));
            let mut ax = L::load(&scratch.ax[p]) * w + share * gx + all_x + drag * dx;
            let mut ay = L::load(&scratch.ay[p]) * w + share * gy + all_y + drag * dy;
            if viscous && let Some(plane) = ground {
                let (nx, ny) = (L::splat(plane.nx), L::splat(plane.ny));
                let along = dx * nx + dy * ny;
                let touching = L::zero().lt(L::load(&block[layout.kind(p)]));
                let slide = L::select(touching, L::splat(program.slide), L::zero());
                ax = ax - slide * (dx - nx * along);
                ay = ay - slide * (dy - ny * along);
            }
            ax.store(&mut scratch.ax[p]);
            ay.store(&mut scratch.ay[p]);
        }
        for stick in &program.sticks {
            let Some(soft) = stick.soft.filter(|soft| !soft.euler) else {
                continue;
            };
            let (a, b) = (stick.a, stick.b);
            let ex = L::load(&block[layout.x(b)]) - L::load(&block[layout.x(a)]);
            let ey = L::load(&block[layout.y(b)]) - L::load(&block[layout.y(a)]);
            let vx = L::load(&block[layout.dx(b)]) - L::load(&block[layout.dx(a)]);
            let vy = L::load(&block[layout.dy(b)]) - L::load(&block[layout.dy(a)]);
            let length = (ex * ex + ey * ey).sqrt();
            let inverse = L::select(L::zero().lt(length), L::one() / length, L::zero());
            let stretch = length - L::splat(stick.length);
            let rate = (vx * ex + vy * ey) * inverse;
            let memory = L::splat(soft.before) * stretch + (stretch - rate);
            memory.store(&mut block[layout.memory(soft.memory)]);
        }
    }

    /// Adds the accelerations to the displacements, no faster than the world allows. Sleeping figures keep theirs.
    #[inline(always)]
    pub(super) fn accelerate(&mut self, block: &mut [L::Pack]) {
        let layout = self.layout;
        let awake = L::zero().lt(L::load(&block[layout.var(Var::Awake)]));
        let most = L::splat(self.env.max_move);
        let most2 = most * most;
        for p in 0..self.program.points {
            let (old_x, old_y) = (L::load(&block[layout.dx(p)]), L::load(&block[layout.dy(p)]));
            let mut dx = old_x + L::load(&self.scratch.ax[p]);
            let mut dy = old_y + L::load(&self.scratch.ay[p]);
            let size2 = dx * dx + dy * dy;
            let fast = most2.lt(size2);
            if L::any(fast) {
                let less = L::select(fast, most / size2.sqrt(), L::one());
                dx = dx * less;
                dy = dy * less;
            }
            L::select(awake, dx, old_x).store(&mut block[layout.dx(p)]);
            L::select(awake, dy, old_y).store(&mut block[layout.dy(p)]);
        }
        let h = L::splat(self.env.h);
        let left = L::load(&block[layout.var(Var::PushTime)]);
        L::select(awake, (left - h).max(L::zero()), left).store(&mut block[layout.var(Var::PushTime)]);
        for var in [Var::KickX, Var::KickY] {
            let at = layout.var(var);
            let kick = L::load(&block[at]);
            L::select(awake, L::zero(), kick).store(&mut block[at]);
        }
    }
}
