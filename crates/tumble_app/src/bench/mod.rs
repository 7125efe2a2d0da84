//! `tumble bench`: the stickman rain in a world, or in several one after the other.

mod args;
mod rain;
mod report;
mod stages;
mod watch;

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tumble::{Backend, NativeWorld};
use tumble_rapier::{RapierSettings, RapierWorld};

pub(crate) use args::BenchArgs;
use rain::{GRAVITY, Rain, RainError, Stickman};
use report::Case;
use stages::Stages;
use watch::{Seen, Times, between_looks, state_hash};

use crate::args::BackendName;
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::simulate::progress_bar;
use crate::{BROKEN, DONE, Outcome};

/// A step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Why a world can't be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchError {
    /// The system has no threads left.
    #[error("`--threads {count}`: they can't be started: {why}")]
    Threads { count: u8, why: String },
    /// There is nothing to rain.
    #[error(transparent)]
    Stickman(RainError),
    /// A world takes no such bodies.
    #[error("the {world} world refuses {figures} stickmen: {source}")]
    Refused {
        world: &'static str,
        figures: u32,
        source: RainError,
    },
}

/// A world to rain on.
enum World {
    Native(Box<NativeWorld>),
    Rapier(Box<RapierWorld>),
}

impl World {
    fn new(backend: BackendName, threads: u8) -> Result<Self, BenchError> {
        match backend {
            BackendName::Native => {
                let mut world = NativeWorld::with_gravity(GRAVITY);
                world
                    .world_mut()
                    .set_threads(usize::from(threads))
                    .map_err(|why| BenchError::Threads { count: threads, why })?;
                Ok(Self::Native(Box::new(world)))
            }
            BackendName::Rapier => Ok(Self::Rapier(Box::new(RapierWorld::new(RapierSettings {
                gravity: GRAVITY,
                ..RapierSettings::default()
            })))),
        }
    }

    fn seam(&mut self) -> &mut dyn Backend {
        match self {
            Self::Native(world) => world.as_mut(),
            Self::Rapier(world) => world.as_mut(),
        }
    }

    /// Takes a step; tells how long it took.
    fn step(&mut self, stages: Option<&mut Stages>) -> Duration {
        let start = Instant::now();
        match (self, stages) {
            (Self::Native(world), Some(stages)) => stages.step(world.world_mut(), DT),
            (world, _) => world.seam().step(DT),
        }
        start.elapsed()
    }
}

/// Rains, and prints what it came to.
pub(crate) fn bench(arguments: &BenchArgs) -> Outcome {
    if arguments.threads > 1 && arguments.backend.contains(&BackendName::Rapier) {
        return Err(Failure::Argument(format!(
            "`--threads {}`: rapier is built for one thread, as the same bytes everywhere want it; leave it out of `--backend`",
            arguments.threads
        )));
    }
    if arguments.stages && (arguments.threads > 1 || arguments.backend.contains(&BackendName::Rapier)) {
        return Err(Failure::Argument(
            "`--stages`: only the native world tells its stages, and on one thread".to_owned(),
        ));
    }
    if cfg!(debug_assertions) {
        eprintln!(
            "note: this build is for finding faults; for times that count: cargo run --release -p tumble_app -- bench"
        );
    }
    let stickman = Stickman::new().map_err(BenchError::Stickman)?;
    let interrupt = Interrupt::listen();
    let work: u64 = arguments.n.iter().map(|&n| u64::from(n)).sum();
    let bar = progress_bar(
        work * u64::from(arguments.steps) * arguments.backend.len() as u64,
        "raining",
    );
    let mut cases = Vec::new();
    if !arguments.json {
        print(&bar, &report::heading(arguments, DT))?;
    }
    for &figures in &arguments.n {
        for &backend in &arguments.backend {
            let case = case(arguments, &stickman, (figures, backend), &bar, &interrupt)?;
            if !arguments.json {
                print(&bar, &report::row(&case))?;
            }
            cases.push(case);
        }
    }
    bar.finish_and_clear();
    if arguments.json {
        print(&bar, &format!("{}\n", report::json(arguments, DT, &cases)))?;
    }
    let broken: Vec<String> = cases.iter().flat_map(Case::broken_promises).collect();
    for promise in &broken {
        eprintln!("broken promise: {promise}");
    }
    Ok(if broken.is_empty() { DONE } else { BROKEN })
}

/// One world, rained on.
fn case(
    arguments: &BenchArgs,
    stickman: &Stickman,
    (figures, backend): (u32, BackendName),
    bar: &ProgressBar,
    interrupt: &Interrupt,
) -> Result<Case, Failure> {
    let mut world = World::new(backend, arguments.threads)?;
    let rain = Rain::new(world.seam(), stickman, figures, arguments.scene).map_err(|source| {
        BenchError::Refused {
            world: world.seam().name(),
            figures,
            source,
        }
    })?;
    let mut stages = arguments.stages.then(Stages::default);
    let shapes: Vec<_> = stickman.shapes().cloned().collect();
    let mut took = Vec::with_capacity(arguments.steps as usize);
    let mut seen = Seen::default();
    let mut events = Vec::new();
    let every = between_looks(figures);
    for step in 1..=arguments.steps {
        interrupt.check()?;
        took.push(world.step(stages.as_mut()));
        world.seam().drain_events(&mut events);
        seen.hear(&events);
        events.clear();
        if step % every == 0 || step == arguments.steps {
            seen.look(world.seam(), &rain, &shapes, step);
        }
        bar.inc(u64::from(figures));
    }
    Ok(Case {
        backend: world.seam().name(),
        figures,
        bodies: rain.bodies.len(),
        threads: arguments.threads,
        times: Times::of(&took),
        seen,
        stages,
        state_hash: state_hash(world.seam(), &rain),
    })
}

/// Prints above the bar.
fn print(bar: &ProgressBar, text: &str) -> Result<(), Failure> {
    bar.suspend(|| std::io::stdout().write_all(text.as_bytes()))
        .map_err(Failure::stdout)
}
