//! Point-mass figures: position Verlet, rigid sticks and spring-dampers, as cheap ragdolls by the ten thousand.
//!
//! A [`Figure`] is points with masses, sticks that keep their distances, and spring-dampers that make it stand. A [`World`] steps any
//! number of them, those of one kind sixteen at a time, over half-planes, polygons and lines; games push, grab, throw them and let
//! them jump, and read the events after the step. The same input gives the same bytes on every machine, whatever its lanes and however
//! many threads.
//!
//! ```
//! use tumble_verlet::{Grab, Material, Settings, Shape, World, library};
//!
//! let mut world = World::<f32>::new(Settings::default())?; // lengths as you like, y up, gravity 9.81 down
//! world.add_terrain(Shape::HalfPlane { at: [0.0, 0.0], normal: [0.0, 1.0] }, Material::default())?;
//! let id = world.spawn(&library::seven_point(), [0.0, 0.0])?;
//!
//! let hand = library::seven_point().grab_point();
//! world.grab(id, hand, [0.0, 2.0], Grab::default())?; // a bounded pull
//! for frame in 0..60 {
//!     world.move_grab(id, hand, [f64::from(frame) * 0.05, 2.0])?;
//!     world.advance(1.0 / 60.0);
//! }
//! let thrown = world.release(id, hand)?; // it keeps the motion it has
//! assert!((thrown[0] - 3.0).abs() < 0.2);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! Points move by position Verlet in displacement form, in places relative to their figure's own origin: single precision is as fine far
//! away as near. The sticks of a figure are one small linear system, solved exactly in each sub-step together with what its points
//! stand on, so that they stretch by less than 0.1 % when the figure lands, is dragged or thrown. The modules' sources have the
//! derivations.
//!
//! There are two presets of this one solver, [`Settings::classic`] (the original's order of operations, step by step) and the default.
//!
//! # Units
//!
//! Lengths are what you like; [`Settings::length_unit`] says how long about a metre is, which scales the few thresholds. Masses are kg,
//! times s. "Down" is where gravity points; a figure file says which way its y axis goes, and [`Figure::in_px`] turns it into px with
//! y down.
//!
//! # Features
//!
//! - `files` (default): figure files and the built-in figures.
//! - `serde`: settings, figures and snapshots to and from any serde format.
//! - `parallel`: blocks of figures on rayon's threads; the result has the same bytes.

mod event;
mod figure;
#[cfg(feature = "files")]
pub mod file;
mod kernel;
mod lanes;
#[cfg(feature = "files")]
pub mod library;
mod mover;
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
pub use mover::{Impulse, MoverDesc, MoverId, MoverShape, MoverState, Push, Support, Weight};
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
