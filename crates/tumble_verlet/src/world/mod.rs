//! Figures, terrain, and time.

mod collide;
pub(crate) mod grab;
mod group;
mod id;
mod movers;
mod requests;
mod snapshot;
mod step;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

use crate::event::Event;
use crate::figure::Figure;
use crate::lanes::Isa;
use crate::real::Real;
use crate::settings::{Settings, SettingsError};
use crate::terrain::{Material, Shape, Terrain, TerrainError};

pub use grab::Grab;
pub(crate) use group::Group;
pub use id::{FigureId, Gone, TerrainId};
pub use requests::{Jump, JumpFrom, RequestError};
pub use snapshot::{SNAPSHOT_VERSION, Snapshot, SnapshotError};

/// Where a handle leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot {
    generation: u32,
    /// Group and place in it; `None` when free.
    at: Option<(usize, usize)>,
    /// Disabled until it is reset.
    quarantined: bool,
}

/// A world of point-mass figures, in `f32` (the default) or `f64`.
///
/// ```
/// use tumble_verlet::{Jump, Material, Settings, Shape, World, library};
///
/// let mut world = World::<f32>::new(Settings::default())?;
/// world.add_terrain(Shape::HalfPlane { at: [0.0, 0.0], normal: [0.0, 1.0] }, Material::default())?;
/// let figure = library::seven_point();
/// let id = world.spawn(&figure, [2.0, 0.0])?;
/// for _ in 0..60 {
///     world.step();
/// }
/// assert!(world.point(id, 0).is_some_and(|head| head[1] > 0.855)); // it stands
/// world.jump(id, Jump::default())?;
/// for _ in 0..12 {
///     world.step();
/// }
/// assert!(world.point(id, 0).is_some_and(|head| head[1] > 1.2)); // and jumps
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World<R: Real> {
    settings: Settings,
    terrain: Terrain<R>,
    groups: Vec<Group<R>>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    movers: movers::Movers,
    events: Vec<Event>,
    steps: u64,
    /// Simulated time not stepped yet \[s\].
    waiting: f64,
    /// Length of the sub-steps that the groups are ready for, and that the displacements belong to \[s\].
    sub_step: f64,
    isa: Isa,
    #[cfg(feature = "parallel")]
    parallel: bool,
}

impl<R: Real> World<R> {
    /// An empty world.
    ///
    /// # Errors
    ///
    /// A setting out of its range.
    pub fn new(settings: Settings) -> Result<Self, SettingsError> {
        settings.check()?;
        Ok(Self {
            sub_step: settings.sub_step(),
            settings,
            terrain: Terrain::new(),
            groups: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            movers: movers::Movers::default(),
            events: Vec::new(),
            steps: 0,
            waiting: 0.0,
            isa: Isa::detect(),
            #[cfg(feature = "parallel")]
            parallel: false,
        })
    }

    /// How it steps.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how fast simulated time runs in [`World::advance`], 0..100.
    ///
    /// # Errors
    ///
    /// Out of range.
    pub fn set_time_scale(&mut self, scale: f64) -> Result<(), SettingsError> {
        let settings = Settings {
            time_scale: scale,
            ..self.settings.clone()
        };
        settings.check()?;
        self.settings = settings;
        Ok(())
    }

    /// The instruction set in use.
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Uses another instruction set, or the best that this machine has instead. The result has the same bytes.
    pub fn set_isa(&mut self, isa: Isa) {
        self.isa = isa.available();
    }

    /// Steps blocks of figures on rayon's threads, or not (the default). The result has the same bytes.
    #[cfg(feature = "parallel")]
    pub fn set_parallel(&mut self, parallel: bool) {
        self.parallel = parallel;
    }

    /// Adds terrain. Figures wake.
    ///
    /// # Errors
    ///
    /// A shape that can't be, or a material out of range.
    pub fn add_terrain(&mut self, shape: Shape, material: Material) -> Result<TerrainId, TerrainError> {
        let id = self.terrain.add(shape, material)?;
        self.wake_all();
        Ok(id)
    }

    /// Removes terrain. Figures wake.
    ///
    /// # Errors
    ///
    /// It was removed before.
    pub fn remove_terrain(&mut self, id: TerrainId) -> Result<(), Gone> {
        self.terrain.remove(id)?;
        self.wake_all();
        Ok(())
    }

    /// Wakes all figures that are not disabled.
    pub fn wake_all(&mut self) {
        for slot in &self.slots {
            if let (Some((group, index)), false) = (slot.at, slot.quarantined) {
                self.groups[group].wake(index);
            }
        }
    }

    /// Puts a figure into the world with its anchor at a place \[units\], at rest. Figures of one `Arc` are stepped together.
    ///
    /// # Errors
    ///
    /// A place that isn't finite.
    pub fn spawn(&mut self, figure: &Arc<Figure>, at: [f64; 2]) -> Result<FigureId, RequestError> {
        requests::finite("at", at)?;
        let known = self
            .groups
            .iter()
            .position(|group| Arc::ptr_eq(&group.figure, figure));
        let group = known.unwrap_or_else(|| {
            self.groups
                .push(Group::new(Arc::clone(figure), &self.settings, self.sub_step));
            self.groups.len() - 1
        });
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                at: None,
                quarantined: false,
            });
            (self.slots.len() - 1) as u32
        });
        let index = self.groups[group].take_lane(slot);
        let entry = &mut self.slots[slot as usize];
        entry.at = Some((group, index));
        entry.quarantined = false;
        let id = FigureId {
            slot,
            generation: entry.generation,
        };
        self.put_at_rest(group, index, at);
        Ok(id)
    }

    /// Places a figure's points as at rest, with its anchor at `at`.
    fn put_at_rest(&mut self, group: usize, index: usize, at: [f64; 2]) {
        let group = &mut self.groups[group];
        group.clear(index);
        let anchor = group.figure.anchor();
        for p in 0..group.program.points {
            let rest = group.figure.points()[p].at;
            let place = [0, 1].map(|axis| R::from_f64(rest[axis] - anchor[axis]));
            group.set_local(index, p, place);
        }
        group.origins[index] = at;
        group.wake(index);
    }

    /// Takes a figure out of the world.
    ///
    /// # Errors
    ///
    /// It was removed before.
    pub fn remove(&mut self, id: FigureId) -> Result<(), Gone> {
        let (group, index) = self.at(id)?;
        self.groups[group].free_lane(index);
        let slot = &mut self.slots[id.slot as usize];
        slot.at = None;
        slot.generation += 1;
        self.free.push(id.slot);
        Ok(())
    }

    /// Group and place of a figure.
    fn at(&self, id: FigureId) -> Result<(usize, usize), Gone> {
        self.slots
            .get(id.slot as usize)
            .filter(|slot| slot.generation == id.generation)
            .and_then(|slot| slot.at)
            .ok_or(Gone)
    }

    /// The handle of a place in a group.
    fn id_of(&self, group: usize, index: usize) -> Option<FigureId> {
        let slot = (*self.groups[group].owners.get(index)?)?;
        Some(FigureId {
            slot,
            generation: self.slots[slot as usize].generation,
        })
    }

    /// What happened since the last call, in order.
    pub fn drain_events(&mut self) -> impl Iterator<Item = Event> + '_ {
        self.events.drain(..)
    }
}
