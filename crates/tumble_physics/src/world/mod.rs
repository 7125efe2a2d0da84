//! The world: what is in it, and how a step goes.

mod audit;
pub(crate) mod bodies;
mod ccd;
pub(crate) mod clusters;
pub(crate) mod contacts;
mod counters;
mod edit;
mod finish;
mod inside;
mod snapshot;
mod step;
mod touch;
pub(crate) mod trees;
mod view;

pub use audit::Contradiction;
pub use counters::{Counters, Stats};
pub use edit::SetError;
pub use inside::{ContactPoint, JointEnds, JointKind, TreeBox};
pub use snapshot::{SNAPSHOT_VERSION, Snapshot, SnapshotError};
pub use step::Stage;
pub use touch::Touch;

use crate::event::Event;
use crate::joint::store::Joints;
use crate::settings::Settings;
use crate::solver::stage::Solver;

use bodies::Bodies;
use clusters::Clusters;
use contacts::{Contact, Pairs};
use trees::Trees;

/// How two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PairRule {
    /// As their filters say.
    Collide,
    /// Never.
    Ignore,
}

/// A world of rigid bodies.
///
/// ```
/// use tumble_physics::{BodyDesc, BodyKind, Settings, Shape, World};
/// use tumble_physics::math::Vec2;
///
/// let mut world = World::new(Settings::default());
/// let ground = Shape::Segments { points: vec![Vec2::new(-500.0, 0.0), Vec2::new(500.0, 0.0)] };
/// world.add_body(&BodyDesc { kind: BodyKind::Static, shape: ground, ..BodyDesc::default() })?;
/// let ball = world.add_body(&BodyDesc {
///     pose: tumble_physics::math::Pose2 { position: Vec2::new(0.0, -100.0), angle: 0.0 },
///     ..BodyDesc::default()
/// })?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// let state = world.body(ball).expect("it is still there");
/// assert!((state.center.y + 10.0).abs() < 0.5, "it lies on the ground");
/// # Ok::<(), tumble_physics::InvalidDesc>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) bodies: Bodies,
    pub(crate) joints: Joints,
    pub(crate) trees: Trees,
    pub(crate) clusters: Clusters,
    pub(crate) pairs: Pairs,
    /// Bodies that were made, put elsewhere or given another velocity since boxes were last placed.
    pub(crate) unplaced: Vec<u32>,
    /// The step length that boxes were placed for \[s\].
    pub(crate) placed_for: f32,
    pub(crate) events: Vec<Event>,
    pub(crate) counters: Counters,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) solver: Solver,
    #[cfg_attr(feature = "serde", serde(skip))]
    scratch: Scratch,
}

/// Lists that keep their memory from step to step and nothing else.
#[derive(Debug, Default)]
struct Scratch {
    made: Vec<u32>,
    parted: Vec<u32>,
    ended: Vec<Contact>,
    /// Contacts that began to touch: bodies, and which.
    hits: Vec<(u32, u32, u32)>,
    /// Pairs whose contacts are found already in this step.
    done: Vec<bool>,
    /// Pairs whose contacts are to be found, and where they are.
    todo: Vec<u32>,
    spans: Vec<(u32, u32)>,
    /// Where everything was at the step's start.
    before: Vec<bodies::Place>,
}

impl Clone for Scratch {
    /// Nothing in it outlives a step.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl World {
    /// An empty world. Settings out of range are brought into it.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings: settings.sound(),
            bodies: Bodies::new(),
            joints: Joints::new(),
            trees: Trees::new(),
            clusters: Clusters::new(),
            pairs: Pairs::new(),
            unplaced: Vec::new(),
            placed_for: 0.0,
            events: Vec::new(),
            counters: Counters::default(),
            solver: Solver::default(),
            scratch: Scratch::default(),
        }
    }

    /// Notes where everything is at the step's start.
    pub(crate) fn scratch_before(&mut self) {
        self.scratch.before.clone_from(&self.bodies.place);
    }
}
