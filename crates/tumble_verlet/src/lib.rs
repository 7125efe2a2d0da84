//! Point-mass figures: position Verlet, rigid sticks and spring-dampers, as cheap ragdolls by the ten thousand.
#![allow(
    dead_code,
    clippy::all,
    clippy::pedantic,
    reason = "figures in lanes are being written; what waits for them is not called yet"
)]

mod event;
mod figure;
#[cfg(feature = "files")]
pub mod file;
mod kernel;
mod lanes;
#[cfg(feature = "files")]
pub mod library;
mod program;
mod real;
mod settings;
mod terrain;
mod world;

pub use event::Event;
pub use figure::{
    Controls, Figure, FigureDesc, FigureError, FigureErrors, JUMP, MASS, MOST_MASS_RATIO, MOST_POINTS,
    MOST_STICKS, PUSH, PX_PER_UNIT, Place, Point, PointDesc, Problem, Spring, SpringDesc, Stick, StickDesc,
    YAxis,
};
pub use lanes::Isa;
pub use real::Real;
pub use settings::{
    BOUNCE_SPEED, CLASSIC_STEP, FRICTION, FrictionLaw, GRAVITY, GrabLaw, IMPACT_SPEED, MAX_SPEED, MOST_STEPS,
    Order, REPAIRS, SLEEP_SPEED, SLEEP_TIME, STEP, SUB_STEPS, Settings, SettingsError, Sleep, StickSolver,
    TOLERANCE,
};
pub use terrain::{Material, Shape, TerrainError};
pub use world::{
    FigureId, Gone, Grab, Jump, JumpFrom, RequestError, SNAPSHOT_VERSION, Snapshot, SnapshotError, TerrainId,
    World,
};

/// The version of figures that this release reads and writes.
pub const FIGURE_VERSION: u32 = 1;
