//! Engines side by side: each in its own world, turn by turn in one run, so that noise hits all alike.

use std::time::Instant;

use serde::Serialize;

use crate::engine::{Engine, EngineError, Name, Stages};
use crate::measure::{Quality, Watcher};
use crate::memory;
use crate::scene::{Change, DT, Scene};
use crate::stats::Times;

/// Up to so many figures are watched at every step, in a run of their own; more only between turns of the timed run, and their limits
/// are then not followed.
pub const WATCHED_EVERY_STEP: usize = 1000;
/// Up to so many figures go on after the measured steps until all sleep …
const WATCHED_TO_SLEEP: usize = 10;
/// … or a minute has gone \[steps\].
const SLEEP_STEPS: usize = 3600;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Race<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Who takes part.
    pub engines: &'a [Name],
    /// Steps that are measured.
    pub steps: usize,
    /// Threads of each engine.
    pub threads: usize,
    /// How often all is run, at least once; of each step the fastest time counts.
    pub repeats: usize,
    /// Whether quality is looked at, too.
    pub quality: bool,
    /// Whether the time of each stage is taken, in a run of its own.
    pub stages: bool,
}

/// How an engine did.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Which.
    pub engine: Name,
    /// Times of a step.
    pub times: Times,
    /// Most memory that it held between turns \[bytes\].
    pub bytes: u64,
    /// Its quality, when looked at.
    pub quality: Option<Quality>,
    /// Its stages, when taken, each over all steps \[s a step\].
    pub stages: Option<Stages>,
}

/// Why a race had no end.
#[derive(Debug, thiserror::Error)]
pub enum RaceError {
    /// An engine could not.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There are no threads to be had.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody asked to stop.
    #[error("interrupted")]
    Stopped,
}

impl Race<'_> {
    /// Runs it. `tick` is called after each turn with the engine-steps done in it; it says whether to go on.
    ///
    /// # Errors
    /// When an engine fails, threads can't be had, or `tick` says to stop.
    pub fn run(&self, tick: &(dyn Fn(usize) -> bool + Sync)) -> Result<Vec<Outcome>, RaceError> {
        if self.threads > 1 {
            // Every engine has threads of its own, which sleep while it isn't its turn.
            return self.run_here(tick);
        }
        // In a pool of one an engine on rayon does all on the caller's thread, with no hand-over to another.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        pool.install(|| self.run_here(tick))
    }

    /// Engine-steps that a run takes, without those after the measured ones.
    pub fn engine_steps(&self) -> usize {
        let passes = self.repeats.max(1)
            + usize::from(self.quality && self.watched_apart())
            + usize::from(self.stages);
        passes * self.steps * self.engines.len()
    }

    fn watched_apart(&self) -> bool {
        self.scene.figures <= WATCHED_EVERY_STEP
    }

    fn run_here(&self, tick: &(dyn Fn(usize) -> bool + Sync)) -> Result<Vec<Outcome>, RaceError> {
        let count = self.engines.len();
        let mut best: Vec<Vec<f64>> = vec![vec![f64::INFINITY; self.steps]; count];
        let mut bytes = vec![0; count];
        let mut quality = vec![None; count];
        for _ in 0..self.repeats.max(1) {
            let mut watchers = None;
            if self.quality && !self.watched_apart() {
                watchers = Some(self.engines.iter().map(|_| Watcher::new(self.scene)).collect());
            }
            let took = self.pass(&mut watchers, tick)?;
            for (i, runner) in took.into_iter().enumerate() {
                for (best, took) in best[i].iter_mut().zip(&runner.took) {
                    *best = best.min(*took);
                }
                bytes[i] = bytes[i].max(runner.most);
            }
            for (quality, watcher) in quality.iter_mut().zip(watchers.into_iter().flatten()) {
                *quality = Some(watcher.quality());
            }
        }
        if self.quality && self.watched_apart() {
            for (quality, &engine) in quality.iter_mut().zip(self.engines) {
                *quality = Some(self.watch(engine, tick)?);
            }
        }
        let mut stages = vec![None; count];
        if self.stages {
            for (stages, &engine) in stages.iter_mut().zip(self.engines) {
                *stages = Some(self.take_stages(engine, tick)?);
            }
        }
        let outcomes = self
            .engines
            .iter()
            .zip(best)
            .zip(bytes)
            .zip(quality.into_iter().zip(stages));
        Ok(outcomes
            .map(|(((&engine, best), bytes), (quality, stages))| Outcome {
                engine,
                times: Times::of(&best),
                bytes,
                quality,
                stages,
            })
            .collect())
    }

    /// Steps in a turn: long enough that what the others left in the caches doesn't count, short enough that noise hits all.
    fn turn(&self) -> usize {
        match self.scene.figures {
            0..=200 => 60,
            201..=2000 => 20,
            _ => 10,
        }
    }

    /// The timed run.
    fn pass(
        &self,
        watchers: &mut Option<Vec<Watcher>>,
        tick: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Vec<Runner>, RaceError> {
        let mut runners = self
            .engines
            .iter()
            .map(|&engine| Runner::new(engine, self.scene.gravity, self.threads))
            .collect::<Result<Vec<_>, _>>()?;
        let mut step = 0;
        let mut first = 0;
        while step < self.steps {
            let end = self.steps.min(step + self.turn());
            for place in 0..runners.len() {
                // Each begins in its turn, so that nobody always comes after the same one.
                let i = (first + place) % runners.len();
                let runner = &mut runners[i];
                let mut watcher = watchers.as_mut().map(|watchers| &mut watchers[i]);
                for step in step..end {
                    runner.step(self.scene, step, |change| {
                        if let Some(watcher) = &mut watcher {
                            watcher.note(change);
                        }
                    })?;
                }
                runner.weigh()?;
                if let Some(watcher) = watcher {
                    watcher.look_between(&mut *runner.engine, end)?;
                }
                if !tick(end - step) {
                    return Err(RaceError::Stopped);
                }
            }
            first += 1;
            step = end;
        }
        Ok(runners)
    }

    /// A run in which everything is looked at after each step.
    fn watch(&self, engine: Name, tick: &(dyn Fn(usize) -> bool + Sync)) -> Result<Quality, RaceError> {
        let mut runner = Runner::new(engine, self.scene.gravity, self.threads)?;
        let mut watcher = Watcher::new(self.scene);
        for step in 0..self.steps {
            runner.step(self.scene, step, |change| watcher.note(change))?;
            watcher.look(&mut *runner.engine, step + 1)?;
            if !tick(1) {
                return Err(RaceError::Stopped);
            }
        }
        if self.scene.figures <= WATCHED_TO_SLEEP {
            for step in self.steps..SLEEP_STEPS.max(self.steps) {
                if watcher.quality().asleep_at.is_some() {
                    break;
                }
                runner.step(self.scene, step, |change| watcher.note(change))?;
                watcher.look_for_sleep(&mut *runner.engine, step + 1)?;
            }
        }
        Ok(watcher.quality())
    }
}

impl Race<'_> {
    /// A run in which each stage's time is taken.
    fn take_stages(&self, engine: Name, tick: &(dyn Fn(usize) -> bool + Sync)) -> Result<Stages, RaceError> {
        let mut runner = Runner::new(engine, self.scene.gravity, self.threads)?;
        let mut stages = Stages::default();
        for step in 0..self.steps {
            runner.change(self.scene, step, |_| {})?;
            runner.engine.step_in_stages(DT, &mut stages)?;
            if !tick(1) {
                return Err(RaceError::Stopped);
            }
        }
        Ok(stages.over(self.steps))
    }
}

/// A world in the race.
struct Runner {
    engine: Box<dyn Engine>,
    /// Changes done.
    done: usize,
    took: Vec<f64>,
    /// What it holds in Rust's allocator \[bytes\].
    held: i64,
    /// Most that it held in all \[bytes\].
    most: u64,
}

impl Runner {
    fn new(engine: Name, gravity: f64, threads: usize) -> Result<Self, EngineError> {
        let before = memory::held();
        let engine = engine.world(gravity, threads)?;
        let held = memory::held() - before;
        Ok(Self {
            engine,
            done: 0,
            took: Vec::new(),
            held,
            most: 0,
        })
    }

    /// Does what is to happen before the step, and the step, which alone is timed.
    fn step(&mut self, scene: &Scene, step: usize, note: impl FnMut(&Change)) -> Result<(), EngineError> {
        self.change(scene, step, note)?;
        self.took.reserve(1);
        let before = memory::held();
        let start = Instant::now();
        self.engine.step(DT)?;
        let took = start.elapsed();
        self.held += memory::held() - before;
        self.took.push(took.as_secs_f64());
        Ok(())
    }

    /// Does what is to happen before the step.
    fn change(
        &mut self,
        scene: &Scene,
        step: usize,
        mut note: impl FnMut(&Change),
    ) -> Result<(), EngineError> {
        for change in scene.changes_at(step, &mut self.done) {
            note(change);
            let before = memory::held();
            match change {
                Change::Spawn(plan, placement) => self.engine.spawn(plan, *placement)?,
                Change::Remove(figure) => self.engine.remove(*figure)?,
            }
            self.held += memory::held() - before;
        }
        Ok(())
    }

    /// Notes what it holds now.
    fn weigh(&mut self) -> Result<(), EngineError> {
        let own = self.held.max(0).cast_unsigned();
        self.most = self.most.max(own + self.engine.foreign_bytes()?);
        Ok(())
    }
}
