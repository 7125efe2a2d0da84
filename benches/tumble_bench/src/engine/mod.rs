//! Engines behind one seam.

mod box2d;
mod native;
mod rapier;

use core::fmt;

use glam::DVec2;

use crate::plan::{FigurePlan, Placement};

/// px in a metre, for engines that count in metres.
const METRE: f64 = 100.0;
/// Sub-steps or solver iterations of every engine.
const SUB_STEPS: i32 = 4;

/// Where a body is and what it does; px, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyNow {
    /// Its frame's origin \[px\].
    pub at: DVec2,
    /// Its angle, perhaps wrapped \[rad\].
    pub angle: f64,
    /// Velocity of its centre of mass \[px/s\].
    pub velocity: DVec2,
    /// Angular velocity \[rad/s\].
    pub spin: f64,
}

/// Times of a step's stages, by name, in the order that they first came.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Stages(Vec<(&'static str, f64)>);

impl Stages {
    /// Adds to a stage's time \[s\].
    pub fn add(&mut self, stage: &'static str, seconds: f64) {
        match self.0.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += seconds,
            None => self.0.push((stage, seconds)),
        }
    }

    /// The stages with their sums \[s\].
    pub fn sums(&self) -> &[(&'static str, f64)] {
        &self.0
    }

    /// The same, each sum divided by `count`.
    #[must_use]
    pub fn over(mut self, count: usize) -> Self {
        for (_, sum) in &mut self.0 {
            *sum /= count.max(1) as f64;
        }
        self
    }
}

/// Why an engine could not do what it was told.
#[derive(Debug, thiserror::Error)]
#[error("{engine}: {what}")]
pub struct EngineError {
    /// Which engine.
    pub engine: Name,
    /// What it said.
    pub what: String,
}

/// An engine's world.
pub trait Engine {
    /// Makes a figure. It has the number of figures made before it.
    ///
    /// # Errors
    /// When the engine doesn't take a description.
    fn spawn(&mut self, plan: &FigurePlan, placement: Placement) -> Result<(), EngineError>;

    /// Takes a figure out.
    ///
    /// # Errors
    /// When there is no such figure.
    fn remove(&mut self, figure: usize) -> Result<(), EngineError>;

    /// Goes on by `dt` \[s\].
    ///
    /// # Errors
    /// When the engine refuses.
    fn step(&mut self, dt: f64) -> Result<(), EngineError>;

    /// The same, adding to `stages` what each stage of the step took \[s\]. An engine that doesn't tell leaves `stages` empty.
    ///
    /// # Errors
    /// When the engine refuses.
    fn step_in_stages(&mut self, dt: f64, stages: &mut Stages) -> Result<(), EngineError> {
        let _ = stages;
        self.step(dt)
    }

    /// Where a figure's bodies are, in the plan's order, instead of what is in `out`.
    ///
    /// # Errors
    /// When there is no such figure.
    fn read(&mut self, figure: usize, out: &mut Vec<BodyNow>) -> Result<(), EngineError>;

    /// Whether nothing is awake.
    ///
    /// # Errors
    /// When the engine doesn't say.
    fn all_asleep(&mut self) -> Result<bool, EngineError>;

    /// Memory that it holds in allocators that the bench doesn't see \[bytes\].
    ///
    /// # Errors
    /// When the engine doesn't say.
    fn foreign_bytes(&mut self) -> Result<u64, EngineError>;
}

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// Our own world.
    Native,
    /// Box2D 3.2, by the crate boxdd.
    Box2d,
    /// rapier2d 0.36.
    Rapier,
}

impl Name {
    /// All, in the order of the table.
    pub const ALL: [Self; 3] = [Self::Native, Self::Box2d, Self::Rapier];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Box2d => "box2d",
            Self::Rapier => "rapier",
        }
    }

    /// Version and build.
    pub fn build(self) -> String {
        match self {
            Self::Native => native::build(),
            Self::Box2d => box2d::build(),
            Self::Rapier => rapier::BUILD.to_owned(),
        }
    }

    /// Whether its bodies can have several shapes.
    pub fn has_compounds(self) -> bool {
        match self {
            Self::Native => false,
            Self::Box2d | Self::Rapier => true,
        }
    }

    /// An empty world with `gravity` \[px/s², down\] that uses `threads` threads.
    ///
    /// # Errors
    /// When the engine can't be had.
    pub fn world(self, gravity: f64, threads: usize) -> Result<Box<dyn Engine>, EngineError> {
        Ok(match self {
            Self::Native => Box::new(native::Native::new(gravity, threads)?),
            Self::Box2d => Box::new(box2d::Box2d::new(gravity, threads)?),
            Self::Rapier => Box::new(rapier::Rapier::new(gravity, threads)?),
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
