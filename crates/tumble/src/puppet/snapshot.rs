//! The whole state of puppets, to keep and go back to.

use tumble_verlet::SnapshotError;

use super::{PuppetId, Puppets, Slot};

/// All puppets at one moment. The bodies they meet are not in it: those are the physics world's.
#[derive(Clone, Debug, PartialEq)]
pub struct PuppetsSnapshot {
    stages: Vec<StageSnapshot>,
    slots: Vec<Slot>,
    free: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
struct StageSnapshot {
    world: tumble_verlet::Snapshot,
    owners: Vec<Option<PuppetId>>,
}

impl Puppets {
    /// The puppets as they are.
    pub fn snapshot(&self) -> PuppetsSnapshot {
        PuppetsSnapshot {
            stages: self
                .stages
                .iter()
                .map(|stage| StageSnapshot {
                    world: stage.world.snapshot(),
                    owners: stage.owners.clone(),
                })
                .collect(),
            slots: self.slots.clone(),
            free: self.free.clone(),
        }
    }

    /// Puts the puppets back as they were; those made since are gone. Handles of then are valid again. Put the physics world back to
    /// the same moment too: what goes on then has the same bytes as if nothing had been put back.
    ///
    /// # Errors
    /// The snapshot is of other puppets; nothing has changed then.
    pub fn restore(&mut self, snapshot: &PuppetsSnapshot) -> Result<(), SnapshotError> {
        if snapshot.stages.len() > self.stages.len() {
            return Err(SnapshotError::OtherFigures {
                place: self.stages.len(),
                found: "more kinds of puppets".to_owned(),
                here: "nothing".to_owned(),
            });
        }
        let mut worlds = Vec::with_capacity(self.stages.len());
        for (place, stage) in self.stages.iter().enumerate() {
            let mut world = stage.world.clone();
            match snapshot.stages.get(place) {
                Some(saved) => world.restore(&saved.world)?,
                None => {
                    for figure in world.figures().collect::<Vec<_>>() {
                        // It is there: the world just said so.
                        let _ = world.remove(figure);
                    }
                }
            }
            worlds.push(world);
        }
        for (place, (stage, world)) in self.stages.iter_mut().zip(worlds).enumerate() {
            stage.world = world;
            stage.owners = snapshot
                .stages
                .get(place)
                .map_or_else(Vec::new, |saved| saved.owners.clone());
        }
        self.slots.clone_from(&snapshot.slots);
        self.free.clone_from(&snapshot.free);
        self.events.clear();
        Ok(())
    }
}
