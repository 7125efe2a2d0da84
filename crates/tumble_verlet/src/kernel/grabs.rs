//! Hands that hold points.
//!
//! A bounded grab is a spring-damper from the point to its target, implicit, so that it is stable however stiff it is and feels the whole
//! figure that hangs on the point. With K = k·h² + c·h, k = Mω², c = 2ζωM (M the figure's mass), and the place that such a spring
//! would settle the point alone, A = (k·h²·T + c·h·(r + V·h))/K for a target T that moves by V, minimising m|s − x|² + K|s − A|²
//! gives
//!
//! ```text
//! x ← (m·x + K·A)/(m + K),   m ← m + K
//! ```
//!
//! and the stick solve sees a point of that place and mass. Two bounds keep it from tearing at anything: the target is no farther than
//! what makes the spring travel at its greatest speed (2ζ·v/ω), and A is no farther from x than its greatest force moves it.
#![expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]

use super::Context;
use super::block::Block;
use crate::event::RawEvent;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::GrabLaw;

/// A vector no longer than `most`, and whether it was.
fn shortened<R: Real>(x: R, y: R, most: R) -> (R, R, bool) {
    let size2 = x * x + y * y;
    if most * most < size2 {
        let less = most / size2.root();
        (x * less, y * less, true)
    } else {
        (x, y, false)
    }
}

impl<L: Lanes> Context<'_, L> {
    /// Where the law is to overwrite: puts held points on their targets and takes their gravity away. Sets where the sticks start from.
    #[inline(always)]
    pub(super) fn overwrite_grabbed(&mut self, block: &Block<'_, L::Pack>) {
        for (point, state) in self.scratch.points.iter_mut().zip(&*block.points) {
            point.start_x = state.x;
            point.start_y = state.y;
        }
        if self.env.grab != GrabLaw::Overwrite {
            return;
        }
        for grab in self.grabs {
            let lane = grab.figure - self.first_figure;
            let p = grab.point;
            let origin = self.origins[lane];
            let point = &mut self.scratch.points[p];
            let share = self.program.each[p].share;
            let axes = [
                (&mut point.start_x, &mut point.ax),
                (&mut point.start_y, &mut point.ay),
            ];
            for (axis, (start, acceleration)) in axes.into_iter().enumerate() {
                start.set(lane, L::Real::from_f64(grab.target[axis] - origin[axis]));
                let without = acceleration.get(lane) - share * self.env.gravity[axis];
                acceleration.set(lane, without);
            }
        }
    }

    /// Pulls held points, and makes them as heavy as the hand.
    #[inline(always)]
    pub(super) fn pull_grabbed(&mut self, block: &mut Block<'_, L::Pack>, sub_step: u32) {
        self.scratch.reset_masses(self.program);
        let h = self.env.h;
        let real = L::Real::from_f64;
        let way = real(f64::from(sub_step + 1) / f64::from(self.env.sub_steps));
        let sub_steps = real(f64::from(self.env.sub_steps));
        for grab in self.grabs {
            let lane = grab.figure - self.first_figure;
            let p = grab.point;
            let mass = self.program.each[p].m;
            if mass == L::Real::ZERO || block.figure.awake.get(lane) == L::Real::ZERO {
                continue;
            }
            let state = &mut block.points[p];
            let (rx, ry) = (state.x.get(lane), state.y.get(lane));
            let (dx, dy) = (state.dx.get(lane), state.dy.get(lane));
            let spring = grab.stiffness * h * h;
            let damper = grab.damping * h;
            let all = spring + damper;
            // The target goes evenly from where it was to where it is.
            let origin = self.origins[lane];
            let from = [0, 1].map(|axis| real(grab.from[axis] - origin[axis]));
            let all_x = real(grab.target[0] - grab.from[0]);
            let all_y = real(grab.target[1] - grab.from[1]);
            let target_x = from[0] + all_x * way;
            let target_y = from[1] + all_y * way;
            let (lead_x, lead_y, quick) = shortened(all_x / sub_steps, all_y / sub_steps, grab.max_speed * h);
            let (reach_x, reach_y, far) = shortened(target_x - rx, target_y - ry, grab.reach);
            let along_x = (spring * reach_x + damper * lead_x) / all;
            let along_y = (spring * reach_y + damper * lead_y) / all;
            let most = grab.max_force * h * h / all;
            let (pull_x, pull_y, hard) = shortened(along_x - dx, along_y - dy, most);
            let share = all / (mass + all);
            state.dx.set(lane, dx + share * pull_x);
            state.dy.set(lane, dy + share * pull_y);
            self.scratch.set_mass(p, lane, mass + all);
            if far || hard || quick {
                self.events.push(RawEvent::strained(grab.figure, p));
            }
        }
    }
}
