//! Time: a step, a step of another length, and an accumulator.

use core::ops::Range;

use super::World;
use super::movers::Near;
use crate::event::{Event, RawEvent, RawKind};
use crate::kernel::block::Blocks;
use crate::kernel::{Env, Job, Phase};
use crate::real::Real;
use crate::settings::Sleep;

/// How far points keep from pieces of terrain, beyond their radius \[length units\]: enough for single precision at 1000 units.
pub(crate) const SKIN: f64 = 0.002;
/// How fast a point that begins inside a piece of terrain is pushed out \[length units/s\].
const PUSH_OUT: f64 = 2.0;
/// A step of another length is at most so many times the settings' or so small a part of it.
const MOST_CHANGE: f64 = 1000.0;

/// Neighbouring blocks of a group.
struct BlockRange {
    group: usize,
    blocks: Range<usize>,
}

impl<R: Real> World<R> {
    /// One step of the settings' length.
    pub fn step(&mut self) {
        self.step_by(self.settings.step);
    }

    /// One step of another length \[s\], in the settings' number of sub-steps. Velocities are kept: displacements are corrected for
    /// the time. Lengths that aren't more than 0, or are beyond a thousand times the settings' step or a thousandth of it, are
    /// brought to the nearest of these.
    pub fn step_by(&mut self, seconds: f64) {
        let usual = self.settings.step;
        // Written so that NaN takes the smallest.
        let seconds = if seconds > usual / MOST_CHANGE {
            seconds.min(usual * MOST_CHANGE)
        } else {
            usual / MOST_CHANGE
        };
        let h = seconds / f64::from(self.settings.sub_steps);
        let ratio = h / self.sub_step;
        if h != self.sub_step {
            for group in &mut self.groups {
                group.set_sub_step(&self.settings, h);
            }
            self.sub_step = h;
        }
        let env = self.env(h, ratio);
        self.forget_leaning();
        let near = self.near_movers(seconds);
        if self.has_meetings() {
            self.step_together(&env, &near);
        } else {
            self.step_apart(&env, &near);
        }
        self.remember_leaning();
        for group in &mut self.groups {
            for grab in &mut group.grabs {
                grab.from = grab.target;
                grab.strained = grab.strains;
                grab.strains = false;
            }
        }
        self.steps += 1;
    }

    /// A step that figures go through by themselves, but for those near movers: these go through its sub-steps together with them.
    fn step_apart(&mut self, env: &Env<R>, near: &[Near]) {
        let together = Self::blocks_of(near);
        for group in 0..self.groups.len() {
            let mut first = 0;
            for range in together.iter().filter(|range| range.group == group) {
                self.run(group, first..range.blocks.start, env, Phase::Whole);
                first = range.blocks.end;
            }
            let end = self.groups[group].figures.len();
            self.run(group, first..end, env, Phase::Whole);
        }
        for sub_step in 0..env.sub_steps {
            for range in &together {
                self.run(range.group, range.blocks.clone(), env, Phase::Move(sub_step));
            }
            self.meet_movers(env, near);
            for range in &together {
                self.run(range.group, range.blocks.clone(), env, Phase::Settle(sub_step));
            }
            self.keep_out_of_movers(env, near);
        }
        for range in &together {
            self.run(range.group, range.blocks.clone(), env, Phase::End);
        }
    }

    /// The blocks of figures near movers, neighbours as one.
    fn blocks_of(near: &[Near]) -> Vec<BlockRange> {
        let mut ranges: Vec<BlockRange> = Vec::new();
        for pair in near {
            let block = pair.index / R::LANES;
            match ranges.last_mut() {
                Some(last) if last.group == pair.group && block <= last.blocks.end => {
                    last.blocks.end = last.blocks.end.max(block + 1);
                }
                _ => ranges.push(BlockRange {
                    group: pair.group,
                    blocks: block..block + 1,
                }),
            }
        }
        ranges
    }

    /// A step whose sub-steps all figures go through together, because they meet.
    fn step_together(&mut self, env: &Env<R>, near: &[Near]) {
        for sub_step in 0..env.sub_steps {
            for group in 0..self.groups.len() {
                self.run_all(group, env, Phase::Move(sub_step));
            }
            self.collide(env);
            self.meet_movers(env, near);
            for group in 0..self.groups.len() {
                self.run_all(group, env, Phase::Settle(sub_step));
            }
            self.keep_out_of_movers(env, near);
        }
        for group in 0..self.groups.len() {
            self.run_all(group, env, Phase::End);
        }
    }

    /// Runs as many steps as fit into real time gone by, with what was left before; time beyond `most_steps` is dropped with an
    /// event. Returns how many ran. Time that isn't finite or is negative counts as none.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        if seconds.is_finite() && seconds > 0.0 {
            self.waiting += seconds * self.settings.time_scale;
        }
        // A frame of 1/60 s adds up to a step of 1/60 s however the sum was rounded.
        let step = self.settings.step;
        let slack = step * 1e-9;
        let mut ran = 0;
        while self.waiting + slack >= step && ran < self.settings.most_steps {
            self.step();
            self.waiting -= step;
            ran += 1;
        }
        if self.waiting + slack >= step {
            let whole = ((self.waiting + slack) / step).floor() * step;
            self.waiting -= whole;
            self.events.push(Event::TimeDropped { seconds: whole });
        }
        self.waiting = self.waiting.max(0.0);
        ran
    }

    /// How far between the last step and the next the present is, 0..1: for drawing in between.
    pub fn fraction(&self) -> f64 {
        (self.waiting / self.settings.step).min(1.0)
    }

    /// How many steps have run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn env(&self, h: f64, ratio: f64) -> Env<R> {
        let settings = &self.settings;
        let real = R::from_f64;
        let unit = settings.length_unit;
        let sleep = settings.sleep.unwrap_or_default();
        Env {
            h: real(h),
            ratio: real(ratio),
            sub_steps: settings.sub_steps,
            passes: settings.passes,
            repairs: settings.repairs,
            tolerance: real(settings.tolerance),
            gravity: [real(settings.gravity.0 * h * h), real(settings.gravity.1 * h * h)],
            order: settings.order,
            sticks: settings.sticks,
            friction: settings.friction,
            grab: settings.grab,
            max_move: real((settings.max_speed * unit * h).min(1e18)),
            bounce_move: real(settings.bounce_speed * unit * h),
            impact_move: real(settings.impact_speed * unit * h),
            sleep: settings.sleep.map(|sleep| Sleep { ..sleep }),
            sleep_move: real(sleep.speed * unit * h),
            skin: real(SKIN * unit),
            push_out: real(PUSH_OUT * unit * h),
        }
    }

    /// Runs a phase of a whole group.
    fn run_all(&mut self, number: usize, env: &Env<R>, phase: Phase) {
        let all = 0..self.groups[number].figures.len();
        self.run(number, all, env, phase);
    }

    /// Runs a phase of some blocks of a group and takes in what happened.
    fn run(&mut self, number: usize, blocks: Range<usize>, env: &Env<R>, phase: Phase) {
        if blocks.is_empty() {
            return;
        }
        let how = How {
            env,
            phase,
            isa: self.isa,
            threaded: self.threaded(),
        };
        let events = run_blocks(&mut self.groups[number], blocks, &self.terrain, &how);
        self.take_in(number, events);
    }

    #[cfg(feature = "parallel")]
    fn threaded(&self) -> bool {
        self.parallel
    }

    #[cfg(not(feature = "parallel"))]
    #[expect(clippy::unused_self, reason = "has the field with the feature")]
    fn threaded(&self) -> bool {
        false
    }

    pub(super) fn take_in(&mut self, group: usize, events: Vec<RawEvent>) {
        for event in events {
            let Some(figure) = self.id_of(group, event.figure) else {
                continue;
            };
            match event.kind {
                RawKind::Impact {
                    point,
                    speed,
                    impulse,
                } => self.events.push(Event::Impact {
                    figure,
                    point,
                    speed,
                    impulse,
                }),
                RawKind::Asleep => self.events.push(Event::FellAsleep { figure }),
                RawKind::Strained { point } => {
                    let group = &mut self.groups[group];
                    if let Ok(at) = group.find_grab(event.figure, point) {
                        let grab = &mut group.grabs[at];
                        if !grab.strained && !grab.strains {
                            self.events.push(Event::GrabStrained { figure, point });
                        }
                        grab.strains = true;
                    }
                }
                RawKind::Quarantined => {
                    self.slots[figure.slot as usize].quarantined = true;
                    self.groups[group]
                        .grabs
                        .retain(|grab| grab.figure != event.figure);
                    self.events.push(Event::Quarantined { figure });
                }
            }
        }
    }
}

/// Blocks that a thread takes at once.
#[cfg(feature = "parallel")]
const BLOCKS_A_JOB: usize = 32;

/// How blocks are run.
struct How<'a, R: Real> {
    env: &'a Env<R>,
    phase: Phase,
    isa: crate::lanes::Isa,
    threaded: bool,
}

fn run_blocks<R: Real>(
    group: &mut super::Group<R>,
    which: Range<usize>,
    terrain: &crate::terrain::Terrain<R>,
    how: &How<'_, R>,
) -> Vec<RawEvent> {
    let (env, phase) = (how.env, how.phase);
    let program = &group.program;
    let grabs = group.grabs.as_slice();
    let part = |each: usize| which.start * each..which.end * each;
    let points = &mut group.points[part(program.points)];
    let memory = &mut group.memory[part(program.memories)];
    let figures = &mut group.figures[which.clone()];
    let origins = &mut group.origins[part(R::LANES)];
    let start = which.start;
    let job = |first: usize, blocks: Blocks<'_, R::Pack>, origins: &mut [[f64; 2]]| {
        let mut job = Job {
            program,
            env,
            terrain,
            grabs,
            blocks,
            origins,
            first,
            phase,
            events: Vec::new(),
        };
        R::run(how.isa, &mut job);
        job.events
    };
    let blocks = |points, memory, figures| Blocks {
        points_each: program.points,
        memories_each: program.memories,
        points,
        memory,
        figures,
    };
    #[cfg(not(feature = "parallel"))]
    let _ = how.threaded;
    #[cfg(feature = "parallel")]
    if how.threaded {
        use rayon::prelude::*;
        // Without memories there is nothing to cut into chunks.
        let memories = (program.memories * BLOCKS_A_JOB).max(1);
        let mut memory: Vec<&mut [R::Pack]> = memory.chunks_mut(memories).collect();
        memory.resize_with(figures.len().div_ceil(BLOCKS_A_JOB), Default::default);
        let parts: Vec<Vec<RawEvent>> = points
            .par_chunks_mut(program.points * BLOCKS_A_JOB)
            .zip(memory)
            .zip(figures.par_chunks_mut(BLOCKS_A_JOB))
            .zip(origins.par_chunks_mut(R::LANES * BLOCKS_A_JOB))
            .enumerate()
            .map(|(i, (((points, memory), figures), origins))| {
                job(start + i * BLOCKS_A_JOB, blocks(points, memory, figures), origins)
            })
            .collect();
        return parts.into_iter().flatten().collect();
    }
    job(start, blocks(points, memory, figures), origins)
}
