//! Snapshots: all of a world that its future depends on.

use super::World;
use super::audit::Contradiction;

/// Version of snapshots that this build makes and reads.
pub const SNAPSHOT_VERSION: u32 = 1;

/// A world as it was. A world restored from it goes on with the same bytes as the one that never stopped.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    version: u32,
    world: World,
}

/// Why a snapshot can't be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// It was made by another version.
    #[error("the snapshot is of version {found}; this build reads version {SNAPSHOT_VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// A body's shape is not one: the file was changed or cut.
    #[error("the snapshot has a body with a broken shape, or one of which a part is missing")]
    Broken,
    /// Its parts don't fit together: the file was changed or cut.
    #[error("the snapshot contradicts itself: {0}")]
    Contradiction(#[from] Contradiction),
}

impl World {
    /// Takes a snapshot between two steps.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            version: SNAPSHOT_VERSION,
            world: self.clone(),
        }
    }

    /// Goes back (or forth) to a snapshot. Threads and lanes stay as they are.
    ///
    /// # Errors
    /// When it is of another version or contradicts itself; the world is as it was.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        if snapshot.version != SNAPSHOT_VERSION {
            return Err(SnapshotError::Version {
                found: snapshot.version,
            });
        }
        let mut world = snapshot.world.clone();
        world.rebuild()?;
        world.validate()?;
        core::mem::swap(&mut world.solver, &mut self.solver);
        *self = world;
        self.solver.forget();
        Ok(())
    }

    /// Makes again what snapshots leave out.
    fn rebuild(&mut self) -> Result<(), SnapshotError> {
        let places = self.bodies.slots.places();
        let bodies = &self.bodies;
        let fits = bodies.place.len() == places
            && bodies.motion.len() == places
            && bodies.aabb.len() == places
            && bodies.body.len() == places
            && self.joints.joint.len() == self.joints.slots.places();
        if !fits {
            return Err(SnapshotError::Broken);
        }
        self.bodies.rebuild_pieces().map_err(|_| SnapshotError::Broken)
    }
}
