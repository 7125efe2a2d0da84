//! A 2D rigid-body world made for ragdolls.
//!
//! Bodies joined by pins form trees; a tree's pins, limits and ground contacts are solved together, exactly, in one pass over the tree.
//! So limbs never come apart and joints keep their limits, whatever the mass ratios. All else (contacts between moving bodies,
//! loops, ropes, a hand that pulls) is solved by sub-stepped soft constraints that see each limb as heavy as its figure makes it.
//!
//! Lengths are px, masses kg, times s, angles rad; +x right, **+y down**. The same input gives the same bytes on every machine, for any
//! number of threads and width of lanes.

mod body;
mod broad;
mod collide;
mod error;
mod event;
mod filter;
mod id;
mod joint;
mod query;
mod settings;
mod shape;
mod solver;
mod world;

pub use body::{BodyDesc, BodyKind, BodyState, Material};
pub use error::{Gone, InvalidDesc};
pub use event::Event;
pub use filter::Filter;
pub use id::{BodyId, JointId};
pub use joint::{
    DistanceDesc, JointDesc, JointState, MouseDesc, PinDesc, PoseSpring, SpeedMotor, Spring, WeldDesc,
};
pub use query::{BodyFilter, Closest, Picked, QueryFilter, QueryShape, Ray, RayHit, ShapeCast, ShapeHit};
pub use settings::{GRAVITY, LENGTH_UNIT, SUB_STEPS, Settings};
pub use shape::{Aabb, Shape};
pub use solver::lanes::Isa;
pub use tumble_math as math;
pub use world::{
    ContactPoint, Contradiction, Counters, JointEnds, JointKind, PairRule, SNAPSHOT_VERSION, SetError,
    Snapshot, SnapshotError, Stage, Stats, Touch, TreeBox, World,
};
