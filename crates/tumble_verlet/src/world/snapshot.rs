//! The whole state of a world's figures, to keep and go back to.

use super::grab::GrabState;
use super::{Slot, World};
use crate::kernel::block::{FigurePack, PointPack};
use crate::lanes::pack::Pack;
use crate::real::Real;

/// The version of snapshots that this release writes and reads.
pub const SNAPSHOT_VERSION: u32 = 2;

/// The figures of a world at one moment: places, motion, contacts, hands, time. Terrain, settings and the shapes of movers are not in it. Numbers are kept as
/// their bits, so that no text format rounds them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    version: u32,
    real: String,
    groups: Vec<GroupSnapshot>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    steps: u64,
    waiting: u64,
    sub_step: u64,
    movers: Vec<(u32, [u64; 10])>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct GroupSnapshot {
    name: String,
    parts: usize,
    state: Vec<u64>,
    origins: Vec<[u64; 2]>,
    owners: Vec<Option<u32>>,
    grabs: Vec<GrabSnapshot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct GrabSnapshot {
    figure: usize,
    point: usize,
    from: [u64; 2],
    target: [u64; 2],
    /// Stiffness, damping, reach, greatest speed, greatest force.
    law: [u64; 5],
    strained: bool,
}

impl GrabSnapshot {
    fn of<R: Real>(grab: &GrabState<R>) -> Self {
        let law = [
            grab.stiffness,
            grab.damping,
            grab.reach,
            grab.max_speed,
            grab.max_force,
        ];
        Self {
            figure: grab.figure,
            point: grab.point,
            from: grab.from.map(f64::to_bits),
            target: grab.target.map(f64::to_bits),
            law: law.map(R::bits),
            strained: grab.strained,
        }
    }

    fn grab<R: Real>(&self) -> GrabState<R> {
        let [stiffness, damping, reach, max_speed, max_force] = self.law.map(R::from_bits_of);
        GrabState {
            figure: self.figure,
            point: self.point,
            from: self.from.map(f64::from_bits),
            target: self.target.map(f64::from_bits),
            stiffness,
            damping,
            reach,
            max_speed,
            max_force,
            strained: self.strained,
            strains: false,
        }
    }
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
    /// It is of a world that computes in other numbers.
    #[error("the snapshot is of a world in {found}; this one computes in {here}")]
    OtherNumbers {
        /// What the snapshot's world computes in.
        found: String,
        /// What this one computes in.
        here: &'static str,
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
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            version: SNAPSHOT_VERSION,
            real: R::NAME.to_owned(),
            groups: self
                .groups
                .iter()
                .map(|group| GroupSnapshot {
                    name: group.figure.name().to_owned(),
                    parts: group.parts_count(),
                    state: (0..group.figures.len())
                        .flat_map(|block| group.parts(block))
                        .flat_map(|pack| (0..R::LANES).map(|lane| pack.get(lane).bits()))
                        .collect(),
                    origins: group
                        .origins
                        .iter()
                        .map(|origin| origin.map(f64::to_bits))
                        .collect(),
                    owners: group.owners.clone(),
                    grabs: group.grabs.iter().map(GrabSnapshot::of).collect(),
                })
                .collect(),
            slots: self.slots.clone(),
            free: self.free.clone(),
            steps: self.steps,
            waiting: self.waiting.to_bits(),
            sub_step: self.sub_step.to_bits(),
            movers: self.mover_states(),
        }
    }

    /// Puts the figures back as they were. Kinds of figures that came into the world since are emptied. Handles of then are valid
    /// again, those since are not. Terrain and settings stay as they are.
    ///
    /// # Errors
    ///
    /// The snapshot is of another version, of other figures, or damaged; the world is as it was.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        self.fits(snapshot)?;
        for (number, group) in self.groups.iter_mut().enumerate() {
            let Some(saved) = snapshot.groups.get(number) else {
                group.points.clear();
                group.memory.clear();
                group.figures.clear();
                group.owners.clear();
                group.taken = 0;
                group.origins.clear();
                group.grabs.clear();
                continue;
            };
            group.owners.clone_from(&saved.owners);
            group.taken = 0;
            group.origins = saved
                .origins
                .iter()
                .map(|origin| origin.map(f64::from_bits))
                .collect();
            group.grabs = saved.grabs.iter().map(GrabSnapshot::grab).collect();
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
                        part.set(lane, R::from_bits_of(value));
                    }
                }
            }
        }
        let sub_step = f64::from_bits(snapshot.sub_step);
        if sub_step != self.sub_step {
            for group in &mut self.groups {
                group.set_sub_step(&self.settings, sub_step);
            }
        }
        self.slots.clone_from(&snapshot.slots);
        self.free.clone_from(&snapshot.free);
        self.steps = snapshot.steps;
        self.waiting = f64::from_bits(snapshot.waiting);
        self.sub_step = sub_step;
        self.restore_movers(&snapshot.movers);
        self.find_leaning();
        self.events.clear();
        Ok(())
    }

    /// Everything that could make a step go out of bounds.
    fn fits(&self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let damaged = |what| Err(SnapshotError::Damaged { what });
        if snapshot.version != SNAPSHOT_VERSION {
            let found = snapshot.version;
            return Err(SnapshotError::Version { found });
        }
        if snapshot.real != R::NAME {
            let (found, here) = (snapshot.real.clone(), R::NAME);
            return Err(SnapshotError::OtherNumbers { found, here });
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
            let mut origins = saved.origins.iter().flatten();
            let finite = |&bits: &u64| R::from_bits_of(bits).finite();
            if !saved.state.iter().all(finite) || !origins.all(|&bits| f64::from_bits(bits).is_finite()) {
                return damaged("a number of its state");
            }
            let places = |grab: &GrabSnapshot| {
                let all = grab.from.into_iter().chain(grab.target);
                all.into_iter().all(|bits| f64::from_bits(bits).is_finite())
            };
            let positive = |&bits: &u64| R::from_bits_of(bits) > R::ZERO && R::from_bits_of(bits).finite();
            let grab_fits = |grab: &GrabSnapshot| {
                let there = grab.figure < lanes && grab.point < group.program.points;
                there && places(grab) && grab.law.iter().all(positive)
            };
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
        let (sub_step, waiting) = (
            f64::from_bits(snapshot.sub_step),
            f64::from_bits(snapshot.waiting),
        );
        let movers = snapshot.movers.iter().flat_map(|(_, bits)| bits);
        if !movers
            .map(|&bits| f64::from_bits(bits))
            .all(|part| part.abs() < 1e15)
        {
            return damaged("its movers");
        }
        let sound = sub_step.is_finite() && sub_step > 0.0 && waiting.is_finite();
        if !sound {
            return damaged("its time");
        }
        Ok(())
    }
}
