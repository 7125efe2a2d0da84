//! What steps figures: one block of lanes after the other, all sub-steps of a step while the block is in the cache.
//!
//! A sub-step, `advance` and `settle`, reads from top to bottom. Points move by position Verlet in displacement form: a point has a place r and
//! the displacement d of its last sub-step, and
//!
//! ```text
//! d ← d · (h / h before) + a·h²,   r ← r + d
//! ```
//!
//! which is Verlet's 2r − r′ + a·h² (Verlet 1967, eq. 4), corrected for a changing step, without subtracting two large numbers: near
//! r = 8 single precision keeps d to a part in 10⁷ of itself, where 2r − r′ would leave 5e-7 of *r*. What a stick moves, it moves r
//! and d alike (Jakobsen 2001, "Advanced character physics"; Müller et al. 2007, "Position based dynamics").

pub(crate) mod block;
mod contact;
mod direct;
pub(crate) mod dispatch;
mod finish;
mod forces;
mod grabs;
mod pieces;
mod rescue;
mod scratch;
mod sticks;

use crate::event::RawEvent;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::program::Program;
use crate::real::{Real, sealed::Sealed};
use crate::settings::{FrictionLaw, GrabLaw, Order, Sleep, StickSolver};
use crate::terrain::Terrain;
use crate::world::grab::GrabState;
use block::{Block, Blocks};
use contact::Try;
use scratch::Scratch;

/// A straight boundary without end: inside is where nx·x + ny·y ≥ offset, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane<R> {
    pub nx: R,
    pub ny: R,
    pub offset: f64,
    pub friction: R,
    pub restitution: R,
}

/// What is the same for all figures of a world in a step.
#[derive(Clone, Debug)]
pub(crate) struct Env<R> {
    /// Length of a sub-step \[s\].
    pub h: R,
    /// That by the one before: what displacements are multiplied by in the first sub-step.
    pub ratio: R,
    pub sub_steps: u32,
    pub passes: u32,
    pub repairs: u32,
    pub tolerance: R,
    /// Gravity times h².
    pub gravity: [R; 2],
    pub order: Order,
    pub sticks: StickSolver,
    pub friction: FrictionLaw,
    pub grab: GrabLaw,
    pub max_move: R,
    pub bounce_move: R,
    pub impact_move: R,
    pub sleep: Option<Sleep>,
    pub sleep_move: R,
    /// How far points keep from terrain pieces beyond their radius.
    pub skin: R,
    /// How fast what starts inside a piece is pushed out, a sub-step.
    pub push_out: R,
}

/// What to step: blocks of one figure, and where events go.
pub struct Job<'a, R: Real + Sealed> {
    pub(crate) program: &'a Program<R>,
    pub(crate) env: &'a Env<R>,
    pub(crate) terrain: &'a Terrain<R>,
    /// Grabs of these blocks' figures, sorted by figure and point.
    pub(crate) grabs: &'a [GrabState<R>],
    pub(crate) blocks: Blocks<'a, R::Pack>,
    /// Where each figure's own (0, 0) is in the world; a figure's places are relative to it.
    pub(crate) origins: &'a mut [[f64; 2]],
    /// Number of the first block.
    pub(crate) first: usize,
    pub(crate) phase: Phase,
    pub(crate) events: Vec<RawEvent>,
}

/// Which part of the work to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All sub-steps of a step, and its end.
    Whole,
    /// The first half of sub-step number so-and-so: everything moves.
    Move(u32),
    /// The second half: contacts and sticks.
    Settle(u32),
    /// The end of a step: sleep.
    End,
}

/// Steps all blocks of a job.
#[expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]
#[inline(always)]
pub(crate) fn run<L: Lanes>(job: &mut Job<'_, L::Real>) {
    let mut scratch = Scratch::<L>::new(job.program, job.terrain);
    for number in 0..job.blocks.len() {
        let mut block = job.blocks.block(number);
        if !L::any(L::zero().lt(L::load(&block.figure.awake))) {
            continue;
        }
        let first_figure = (job.first + number) * L::Real::LANES;
        let low = job.grabs.partition_point(|grab| grab.figure < first_figure);
        let high = job
            .grabs
            .partition_point(|grab| grab.figure < first_figure + L::Real::LANES);
        let lanes = number * L::Real::LANES..(number + 1) * L::Real::LANES;
        let mut context = Context::<L> {
            origins: &mut job.origins[lanes],
            program: job.program,
            env: job.env,
            terrain: job.terrain,
            grabs: &job.grabs[low..high],
            first_figure,
            events: &mut job.events,
            scratch: &mut scratch,
        };
        context.local_planes();
        // Each stage is called in one place, so that it is compiled once.
        let (sub_steps, moves, settles, ends) = match job.phase {
            Phase::Whole => (0..job.env.sub_steps, true, true, true),
            Phase::Move(sub_step) => (sub_step..sub_step + 1, true, false, false),
            Phase::Settle(sub_step) => (sub_step..sub_step + 1, false, true, false),
            Phase::End => (0..0, false, false, true),
        };
        for sub_step in sub_steps {
            if moves {
                context.advance(&mut block, sub_step);
            }
            if settles {
                context.settle(&mut block, sub_step);
            }
        }
        if ends {
            context.end(&mut block);
        }
    }
}

/// One block's work.
struct Context<'a, L: Lanes> {
    program: &'a Program<L::Real>,
    env: &'a Env<L::Real>,
    terrain: &'a Terrain<L::Real>,
    grabs: &'a [GrabState<L::Real>],
    /// Number of the figure in lane 0.
    first_figure: usize,
    origins: &'a mut [[f64; 2]],
    events: &'a mut Vec<RawEvent>,
    scratch: &'a mut Scratch<L>,
}

#[expect(
    clippy::inline_always,
    reason = "compiled once per instruction set, in one piece"
)]
impl<L: Lanes> Context<'_, L> {
    /// The first half of a sub-step: forces, sticks where they come first, and where everything would go.
    #[inline(always)]
    fn advance(&mut self, block: &mut Block<'_, L::Pack>, sub_step: u32) {
        if sub_step == 0 && self.env.ratio != L::Real::ONE {
            self.correct_for_time(block);
        }
        self.forces(block);
        if self.env.order == Order::SticksFirst {
            self.overwrite_grabbed(block);
            self.sticks_where_they_are(block);
        }
        self.accelerate(block);
    }

    /// The second half: what the points meet, and the sticks with it.
    #[inline(always)]
    fn settle(&mut self, block: &mut Block<'_, L::Pack>, sub_step: u32) {
        match self.env.order {
            Order::SticksFirst => self.move_and_put_back(block),
            Order::MoveFirst => {
                if self.grabs.is_empty() {
                    self.scratch.reset_masses(self.program);
                } else {
                    self.pull_grabbed(block, sub_step);
                }
                self.edges_near(block);
                self.sticks_over_corners(block);
                self.find_planes(block);
                self.guess(block);
                self.solve_with_contacts(block);
                self.finish(block);
            }
        }
    }

    /// Solves sticks and contacts together: once as guessed, where that was wrong once more as judged, and where that is in vain
    /// without contacts.
    #[inline(always)]
    fn solve_with_contacts(&mut self, block: &Block<'_, L::Pack>) {
        let mut attempt = Try::Guessed;
        loop {
            self.place_points(block);
            self.solve_sticks(block);
            if attempt == Try::Rescued {
                self.lift();
                return;
            }
            attempt = if self.judge(block, attempt) {
                Try::Judged
            } else if self.in_vain(block) {
                Try::Rescued
            } else {
                return;
            };
        }
    }

    /// Moves the origin of a figure that has gone far from it, by whole multiples of a power of two: no place is rounded. So single
    /// precision is as fine far from the world's centre as at it, and a figure's noise is that of its own size.
    #[inline(always)]
    fn follow(&mut self, block: &mut Block<'_, L::Pack>) {
        let grid = self.program.grid;
        let far = L::splat(grid + grid);
        let (x, y) = (
            L::load(&block.points[0].x).abs(),
            L::load(&block.points[0].y).abs(),
        );
        if !L::any(far.lt(x.max(y))) {
            return;
        }
        for lane in 0..L::Real::LANES {
            let place = [block.points[0].x.get(lane), block.points[0].y.get(lane)];
            if place[0].magnitude().larger(place[1].magnitude()) <= grid + grid {
                continue;
            }
            let whole = place.map(|part| (part / grid).to_f64().round_ties_even() * grid.to_f64());
            self.origins[lane][0] += whole[0];
            self.origins[lane][1] += whole[1];
            for point in block.points.iter_mut() {
                for (part, whole) in [&mut point.x, &mut point.y].into_iter().zip(whole) {
                    part.set(lane, part.get(lane) - L::Real::from_f64(whole));
                }
            }
        }
    }

    /// The end of a step: origins follow their figures, and figures that have been slow for long enough go to sleep.
    #[inline(always)]
    fn end(&mut self, block: &mut Block<'_, L::Pack>) {
        self.follow(block);
        let Some(sleep) = self.env.sleep else { return };
        let mut fastest = L::zero();
        for point in block.points.iter() {
            let (dx, dy) = (L::load(&point.dx), L::load(&point.dy));
            fastest = fastest.max(dx * dx + dy * dy);
        }
        let limit = L::splat(self.env.sleep_move * self.env.sleep_move);
        let step = L::splat(self.env.h * L::Real::from_f64(f64::from(self.env.sub_steps)));
        let still = L::load(&block.figure.still);
        let still = L::select(fastest.lt(limit), still + step, L::zero());
        still.store(&mut block.figure.still);
        let awake = L::lt(L::zero(), L::load(&block.figure.awake));
        let enough = L::Real::from_f64(sleep.time);
        if !L::any(L::and(awake, L::splat(enough).lt(still))) {
            return;
        }
        for lane in 0..L::Real::LANES {
            let figure = self.first_figure + lane;
            let state = &mut *block.figure;
            let held = self.grabs.iter().any(|grab| grab.figure == figure);
            let pushed = state.push_time.get(lane) > L::Real::ZERO;
            let sleepy = state.awake.get(lane) > L::Real::ZERO && state.still.get(lane) > enough;
            if sleepy && !held && !pushed {
                state.awake.set(lane, L::Real::ZERO);
                for point in block.points.iter_mut() {
                    point.dx.set(lane, L::Real::ZERO);
                    point.dy.set(lane, L::Real::ZERO);
                }
                self.events.push(RawEvent::asleep(figure));
            }
        }
    }
}
