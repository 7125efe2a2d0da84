//! The whole state of a world's figures, to keep and go back to.

use super::grab::GrabState;
use super::{Slot, World};
use crate::kernel::block::{FigurePack, PointPack};
use crate::lanes::pack::Pack;
use crate::real::Real;

/// The version of snapshots that this release writes and reads.
pub const SNAPSHOT_VERSION: u32 = 1;

/// The figures of a world at one moment: places, motion, contacts, hands, time. Terrain and settings are not in it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "R: serde::Serialize", deserialize = "R: serde::Deserialize<'de>"))
)]
pub struct Snapshot<R> {
    version: u32,
    groups: Vec<GroupSnapshot<R>>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    steps: u64,
    waiting: f64,
    sub_step: f64,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "R: serde::Serialize", deserialize = "R: serde::Deserialize<'de>"))
)]
struct GroupSnapshot<R> {
    name: String,
    parts: usize,
    state: Vec<R>,
    origins: Vec<[f64; 2]>,
    owners: Vec<Option<u32>>,
    grabs: Vec<GrabState<R>>,
}

/// Why a snapshot can't be gone back to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// It was written by another version.
    #[error("the snapshot has version {found}; this release reads version {SNAPSHOT_VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// The world has had other kinds of figures, or in another order.
    #[error("the snapshot is of {found} in place {place}; the world has {here}")]
    OtherFigures {
        /// Where among the kinds.
        place: usize,
        /// What the snapshot has there.
        found: String,
        /// What the world has there.
        here: String,
    },
    /// It contradicts itself.
    #[error("the snapshot is damaged: {what}")]
    Damaged {
        /// In what.
        what: &'static str,
    },
}

impl<R: Real> World<R> {
    /// The figures as they are.
    pub fn snapshot(&self) -> Snapshot<R> {
        Snapshot {
            version: SNAPSHOT_VERSION,
            groups: self
                .groups
                .iter()
                .map(|group| GroupSnapshot {
                    name: group.figure.name().to_owned(),
                    parts: group.parts_count(),
                    state: (0..group.figures.len())
                        .flat_map(|block| group.parts(block))
                        .flat_map(|pack| (0..R::LANES).map(|lane| pack.get(lane)))
                        .collect(),
                    origins: group.origins.clone(),
                    owners: group.owners.clone(),
                    grabs: group.grabs.clone(),
                })
                .collect(),
            slots: self.slots.clone(),
            free: self.free.clone(),
            steps: self.steps,
            waiting: self.waiting,
            sub_step: self.sub_step,
        }
    }

    /// Puts the figures back as they were. Kinds of figures that came into the world since are emptied. Handles of then are valid
    /// again, those since are not. Terrain and settings stay as they are.
    ///
    /// # Errors
    ///
    /// The snapshot is of another version, of other figures, or damaged; the world is as it was.
    pub fn restore(&mut self, snapshot: &Snapshot<R>) -> Result<(), SnapshotError> {
        self.fits(snapshot)?;
        for (number, group) in self.groups.iter_mut().enumerate() {
            let Some(saved) = snapshot.groups.get(number) else {
                group.points.clear();
                group.memory.clear();
                group.figures.clear();
                group.owners.clear();
                group.origins.clear();
                group.grabs.clear();
                continue;
            };
            group.owners.clone_from(&saved.owners);
            group.origins.clone_from(&saved.origins);
            group.grabs.clone_from(&saved.grabs);
            let blocks = saved.owners.len() / R::LANES;
            let zero = R::Pack::splat(R::ZERO);
            group.figures.resize(blocks, FigurePack::splat(R::ZERO));
            group
                .points
                .resize(blocks * group.program.points, PointPack::splat(R::ZERO));
            group.memory.resize(blocks * group.program.memories, zero);
            let mut values = saved.state.iter();
            for block in 0..blocks {
                for part in group.parts_mut(block) {
                    for (lane, &value) in (0..R::LANES).zip(&mut values) {
                        part.set(lane, value);
                    }
                }
            }
        }
        if snapshot.sub_step != self.sub_step {
            for group in &mut self.groups {
                group.set_sub_step(&self.settings, snapshot.sub_step);
            }
        }
        self.slots.clone_from(&snapshot.slots);
        self.free.clone_from(&snapshot.free);
        self.steps = snapshot.steps;
        self.waiting = snapshot.waiting;
        self.sub_step = snapshot.sub_step;
        self.events.clear();
        Ok(())
    }

    /// Everything that could make a step go out of bounds.
    fn fits(&self, snapshot: &Snapshot<R>) -> Result<(), SnapshotError> {
        let damaged = |what| Err(SnapshotError::Damaged { what });
        if snapshot.version != SNAPSHOT_VERSION {
            let found = snapshot.version;
            return Err(SnapshotError::Version { found });
        }
        for (place, saved) in snapshot.groups.iter().enumerate() {
            let here = self
                .groups
                .get(place)
                .map_or_else(|| "nothing".to_owned(), |group| group.figure.name().to_owned());
            let group = self
                .groups
                .get(place)
                .filter(|group| group.parts_count() == saved.parts && group.figure.name() == saved.name);
            let Some(group) = group else {
                let found = saved.name.clone();
                return Err(SnapshotError::OtherFigures { place, found, here });
            };
            let lanes = saved.owners.len();
            if lanes % R::LANES != 0
                || saved.state.len() != lanes * saved.parts
                || saved.origins.len() != lanes
            {
                return damaged("the size of its state");
            }
            let origins = saved.origins.iter().flatten();
            if !saved.state.iter().all(|value| value.finite()) || !origins.copied().all(f64::is_finite) {
                return damaged("a number of its state");
            }
            let grab_fits = |grab: &GrabState<R>| grab.figure < lanes && grab.point < group.program.points;
            let sorted = saved
                .grabs
                .windows(2)
                .all(|pair| (pair[0].figure, pair[0].point) < (pair[1].figure, pair[1].point));
            if !sorted || !saved.grabs.iter().all(grab_fits) {
                return damaged("its grabs");
            }
            for (index, owner) in saved.owners.iter().enumerate() {
                let leads_back = |slot: u32| {
                    snapshot
                        .slots
                        .get(slot as usize)
                        .is_some_and(|entry| entry.at == Some((place, index)))
                };
                if owner.is_some_and(|slot| !leads_back(slot)) {
                    return damaged("the owners of its lanes");
                }
            }
        }
        for (number, slot) in snapshot.slots.iter().enumerate() {
            let leads_back = |(group, index): (usize, usize)| {
                snapshot
                    .groups
                    .get(group)
                    .and_then(|group| group.owners.get(index))
                    .is_some_and(|owner| *owner == Some(number as u32))
            };
            if slot.at.is_some_and(|at| !leads_back(at)) {
                return damaged("its handles");
            }
        }
        let free = |&slot: &u32| {
            snapshot
                .slots
                .get(slot as usize)
                .is_some_and(|entry| entry.at.is_none())
        };
        if !snapshot.free.iter().all(free) {
            return damaged("its free handles");
        }
        let sound = snapshot.sub_step.is_finite() && snapshot.sub_step > 0.0 && snapshot.waiting.is_finite();
        if !sound {
            return damaged("its time");
        }
        Ok(())
    }
}
