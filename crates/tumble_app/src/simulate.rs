//! Runs a scene to its end, and hands each step to whoever wants it.

use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tumble::math::Vec2;
use tumble::{Backend, NativeWorld};
use tumble_rapier::{RapierSettings, RapierWorld};
use tumble_scene::{Frame, Runner, Scene, TraceWriter};
use tumble_view::Overlays;

use crate::args::BackendName;
use crate::error::Failure;
use crate::figures::Figures;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::stage_clock::StageClock;

/// What to run, and how far.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) scene: Arc<Scene>,
    pub(crate) dt: f32,
    pub(crate) steps: u64,
    pub(crate) backend: BackendName,
    /// Whether every frame is kept, for films and sheets.
    pub(crate) keep_all: bool,
    /// Steps whose frames are kept in any case; 0 is the start.
    pub(crate) keep: Vec<u64>,
    /// What the frames that are kept are to show.
    pub(crate) overlays: Overlays,
}

/// Where a trace goes.
#[derive(Debug)]
pub(crate) enum TraceSink {
    File(Output),
    Stdout(std::io::BufWriter<std::io::Stdout>),
}

impl std::io::Write for TraceSink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Stdout(out) => out.flush(),
        }
    }
}

impl TraceSink {
    fn failure(&self) -> Box<dyn Fn(std::io::Error) -> Failure> {
        match self {
            Self::File(file) => Box::new(file.failure()),
            Self::Stdout(_) => Box::new(Failure::stdout),
        }
    }
}

/// What is left of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) figures: Figures,
    pub(crate) state_hash: u64,
    pub(crate) backend: &'static str,
    /// The frames that were to be kept, in order; the last one is always among them.
    pub(crate) frames: Vec<Frame>,
    /// The trace's file, complete but not yet in its place.
    pub(crate) trace: Option<Output>,
}

/// An empty world of a kind, which tells the clock its stages if it has any.
fn world(backend: BackendName, gravity: Vec2, clock: Option<&StageClock>) -> Box<dyn Backend> {
    match backend {
        BackendName::Native => {
            let mut world = NativeWorld::with_gravity(gravity);
            if let Some(clock) = clock {
                world.set_observer(clock.observer());
            }
            Box::new(world)
        }
        BackendName::Rapier => Box::new(RapierWorld::new(RapierSettings {
            gravity,
            ..RapierSettings::default()
        })),
    }
}

/// Runs `plan` in a world of its kind.
pub(crate) fn simulate(plan: &Plan, trace: Option<TraceSink>, interrupt: &Interrupt) -> Result<Run, Failure> {
    let clock = plan.overlays.stages.then(StageClock::new);
    let mut runner = Runner::new(Arc::clone(&plan.scene), plan.dt, |gravity| {
        world(plan.backend, gravity, clock.as_ref())
    })?;
    let look_inside = plan.overlays.need_inside() || plan.overlays.joints;
    let kept = |runner: &Runner<Box<dyn Backend>>, mut frame: Frame| {
        if look_inside {
            frame.inside = runner.world().inside().map(Box::new);
            if let (Some(inside), Some(clock)) = (&mut frame.inside, &clock) {
                inside.stages = clock.stages();
            }
        }
        frame
    };
    let backend = Backend::name(runner.world());
    let wrong: Box<dyn Fn(std::io::Error) -> Failure> = trace
        .as_ref()
        .map_or_else(|| Box::new(Failure::Stdout) as _, TraceSink::failure);
    let mut trace = match trace {
        Some(sink) => Some(TraceWriter::new(sink, &plan.scene.name, plan.dt, backend).map_err(&wrong)?),
        None => None,
    };
    let mut figures = Figures::default();
    let mut frames = Vec::new();
    if plan.keep_all || plan.keep.contains(&0) {
        frames.push(kept(&runner, runner.frame()));
    }
    if plan.overlays.need_inside() && runner.world().inside().is_none() {
        eprintln!(
            "note: the {backend} world doesn't tell what is inside it: contacts, islands, boxes, counters and stages are left out"
        );
    }
    let bar = progress_bar(plan.steps, "simulating");
    for step in 1..=plan.steps {
        interrupt.check()?;
        let start = Instant::now();
        runner.step();
        let took = start.elapsed();
        let frame = runner.frame();
        figures.see(&frame, took);
        if let Some(trace) = &mut trace {
            let step_us = took.as_secs_f64() * 1e6;
            trace.write(&frame, runner.stats(), step_us).map_err(&wrong)?;
        }
        let last = step == plan.steps;
        if last {
            figures.end(&frame);
        }
        if last || plan.keep_all || plan.keep.contains(&step) {
            frames.push(kept(&runner, frame));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let trace = match trace {
        Some(trace) => match trace.finish().map_err(&wrong)? {
            TraceSink::File(file) => Some(file),
            TraceSink::Stdout(_) => None,
        },
        None => None,
    };
    Ok(Run {
        figures,
        state_hash: runner.state_hash(),
        backend,
        frames,
        trace,
    })
}

/// A bar on standard error; nothing where that is no terminal.
pub(crate) fn progress_bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    // The template is a constant; should it ever be wrong, the default style serves.
    if let Ok(style) = ProgressStyle::with_template("{msg:>10} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar
}
