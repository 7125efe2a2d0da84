//! Point-mass figures in a physics world: cheap ragdolls by the thousand.
//!
//! [`Puppets`] holds any number of figures of `tumble_verlet` in px with y down. Each step a game calls [`Puppets::update`] **before** the
//! world's step and draws each [`Puppet`]'s sticks after it:
//!
//! ```
//! use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
//! use tumble::math::{Pose2, Vec2};
//! use tumble::puppet::{Grip, PuppetDesc, Puppets, PuppetsDesc};
//! use tumble::{Backend, NativeWorld};
//!
//! let mut world = NativeWorld::with_gravity(Vec2::new(0.0, 490.5));
//! let mut puppets = Puppets::new(PuppetsDesc::with_gravity(world.gravity()))?;
//!
//! // Whatever puppets should meet is told to them with the description that it was made from.
//! let floor = BodyDesc {
//!     kind: BodyKind::Static,
//!     layer: Layer::Terrain,
//!     shape: Shape::Box { half: Vec2::new(2000.0, 50.0) },
//!     pose: Pose2::new(Vec2::new(0.0, 50.0), 0.0),
//!     ..BodyDesc::default()
//! };
//! let handle = world.add_body(&floor)?;
//! puppets.meet(handle, &floor)?;
//!
//! let figure = tumble::verlet::library::seven_point();
//! let dummy = puppets.spawn(PuppetDesc::new("dummy", figure, Vec2::new(0.0, -20.0)))?;
//! let chest = puppets.grab(dummy, Grip::Named("chest"), Vec2::new(0.0, -120.0))?;
//! for _ in 0..60 {
//!     puppets.update(&mut world, 1.0 / 60.0);
//!     world.step(1.0 / 60.0);
//! }
//! let held = puppets.get(dummy).and_then(|puppet| puppet.point(chest)).expect("it is there");
//! assert!((held.at - Vec2::new(0.0, -120.0)).length() < 2.0);
//! let thrown = puppets.release(dummy, chest)?; // with the velocity it has
//! assert!(thrown.length() < 10.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Figures and units
//!
//! A figure file says how many px its unit is drawn, which way its y axis points, and which of its places a scene's `at` names;
//! [`Puppets::spawn`] turns all of it into px, y down ([`Figure::in_px`]). Thresholds (the fastest speed, what counts as an impact, a
//! hand's strength) go with the figure's scale: a metre is the file's unit, or 100 px where the file is written in px.

mod desc;
mod error;
mod event;
mod outline;
mod requests;
mod snapshot;
mod view;

use std::sync::Arc;

use tumble_math::{Pose2, Vec2};
use tumble_verlet::{Event, Figure, FigureId, Material, RequestError, Shape as Piece, TerrainId, World};

use crate::backend::{Backend, BodyDesc, BodyHandle, BodyKind};

pub use desc::{LANDING_AIR, LONGEST_STEP, PX_PER_METRE, Preset, PuppetDesc, PuppetId, PuppetsDesc};
pub use error::PuppetError;
pub use event::PuppetEvent;
pub use requests::Grip;
pub use snapshot::PuppetsSnapshot;
pub use tumble_verlet::{Grab, JumpFrom};
pub use view::{Puppet, PuppetPoint, PuppetStick, Visible};

/// To the seam's numbers.
fn px(at: [f64; 2]) -> Vec2 {
    Vec2::new(at[0] as f32, at[1] as f32)
}

fn from_px(at: Vec2) -> [f64; 2] {
    [f64::from(at.x), f64::from(at.y)]
}

/// What puppets of a stage have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StageKey {
    preset: Preset,
    /// How long about a metre is \[px\].
    metre: f64,
    /// The floor that puppets of the preset `Classic` know: its height and friction.
    floor: Option<(f64, f32)>,
}

/// Puppets that step in the same way.
#[derive(Clone, Debug)]
struct Stage {
    key: StageKey,
    world: World<f32>,
    /// Kinds of figures, as given and in px.
    kinds: Vec<(Arc<Figure>, Arc<Figure>)>,
    /// Whose each figure is, by the figure's index.
    owners: Vec<Option<PuppetId>>,
    /// What each met body is here, beside `Puppets::bodies`.
    things: Vec<Option<TerrainId>>,
}

/// A body that puppets meet.
#[derive(Clone, Debug)]
struct Met {
    handle: BodyHandle,
    desc: BodyDesc,
    pose: Pose2,
}

impl Met {
    fn material(&self) -> Material {
        Material::new(f64::from(self.desc.friction), f64::from(self.desc.restitution))
    }
}

/// A puppet's place.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    name: String,
    stage: usize,
    figure: FigureId,
    made_at: Vec2,
    /// How long it has touched nothing \[s\].
    air: f32,
}

#[derive(Clone, Debug, PartialEq)]
struct Slot {
    generation: u32,
    entry: Option<Entry>,
}

/// Any number of point-mass figures beside a physics world. See the [module](self).
#[derive(Clone, Debug)]
pub struct Puppets {
    desc: PuppetsDesc,
    stages: Vec<Stage>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    bodies: Vec<Met>,
    events: Vec<PuppetEvent>,
}

impl Puppets {
    /// No puppets yet.
    ///
    /// # Errors
    /// Gravity or sleep that can't be.
    pub fn new(desc: PuppetsDesc) -> Result<Self, PuppetError> {
        desc::settings(&desc, Preset::Default, PX_PER_METRE).check()?;
        Ok(Self {
            desc,
            stages: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            bodies: Vec::new(),
            events: Vec::new(),
        })
    }

    /// Has puppets meet a body of the physics world from now on, until it is removed there or [forgotten](Self::forget). `desc` is what
    /// the body was made from.
    ///
    /// # Errors
    /// A shape or material that can't be met.
    pub fn meet(&mut self, handle: BodyHandle, desc: &BodyDesc) -> Result<(), PuppetError> {
        self.forget(handle);
        let met = Met {
            handle,
            desc: desc.clone(),
            pose: desc.pose,
        };
        let piece = outline::terrain(&desc.shape, desc.pose);
        // The check that stages rely on: also while there are none.
        World::<f32>::new(tumble_verlet::Settings::default())?
            .add_terrain(piece, met.material())
            .map_err(|problem| PuppetError::Body {
                body: handle,
                problem,
            })?;
        for stage in &mut self.stages {
            stage.take_in(&met);
        }
        self.bodies.push(met);
        Ok(())
    }

    /// Has puppets meet a body no longer.
    pub fn forget(&mut self, handle: BodyHandle) {
        while let Some(place) = self.bodies.iter().position(|met| met.handle == handle) {
            self.forget_place(place);
        }
    }

    fn forget_place(&mut self, place: usize) {
        self.bodies.remove(place);
        for stage in &mut self.stages {
            if let Some(terrain) = stage.things.remove(place) {
                // It is there: it was added with the body.
                let _ = stage.world.remove_terrain(terrain);
            }
        }
    }

    /// Puts a puppet into the world, at rest.
    ///
    /// # Errors
    /// A place that isn't finite.
    pub fn spawn(&mut self, desc: PuppetDesc) -> Result<PuppetId, PuppetError> {
        let refused = |source| PuppetError::Refused {
            who: desc.name.clone(),
            source,
        };
        if !desc.at.is_finite() {
            return Err(refused(RequestError::NotFinite { field: "at" }));
        }
        let stage = self.stage_for(&desc)?;
        let entry = &mut self.stages[stage];
        let kind = entry.kind(&desc.figure);
        let figure = entry.world.spawn(&kind, from_px(desc.at)).map_err(refused)?;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                entry: None,
            });
            (self.slots.len() - 1) as u32
        });
        let place = &mut self.slots[slot as usize];
        place.entry = Some(Entry {
            name: desc.name,
            stage,
            figure,
            made_at: desc.at,
            air: 0.0,
        });
        let id = PuppetId {
            slot,
            generation: place.generation,
        };
        let owners = &mut self.stages[stage].owners;
        if owners.len() <= figure.index() {
            owners.resize(figure.index() + 1, None);
        }
        owners[figure.index()] = Some(id);
        Ok(id)
    }

    /// Takes a puppet out of the world.
    ///
    /// # Errors
    /// It was removed before.
    pub fn remove(&mut self, id: PuppetId) -> Result<(), PuppetError> {
        self.entry(id)?;
        let slot = &mut self.slots[id.slot as usize];
        slot.generation += 1;
        if let Some(entry) = slot.entry.take() {
            let stage = &mut self.stages[entry.stage];
            stage.owners[entry.figure.index()] = None;
            // It is there: it was as long as its entry.
            let _ = stage.world.remove(entry.figure);
        }
        self.free.push(id.slot);
        Ok(())
    }

    /// Goes on by `dt` \[s\]: the puppets first, which gives the bodies they touch their impulses; step `world` after it. Steps longer
    /// than [`LONGEST_STEP`] are cut. A `dt` that isn't finite or isn't more than zero does nothing.
    pub fn update<B: Backend + ?Sized>(&mut self, world: &mut B, dt: f32) {
        if !(dt.is_finite() && dt > 0.0) {
            return;
        }
        self.look_at_bodies(world);
        for stage in &mut self.stages {
            stage.advance(dt);
        }
        self.collect_events(dt);
    }

    /// Takes note of bodies that were removed or put elsewhere.
    fn look_at_bodies<B: Backend + ?Sized>(&mut self, world: &B) {
        for place in (0..self.bodies.len()).rev() {
            let Some(state) = world.body(self.bodies[place].handle) else {
                self.forget_place(place);
                continue;
            };
            let met = &mut self.bodies[place];
            if met.desc.kind == BodyKind::Static && state.pose != met.pose && state.pose.is_finite() {
                met.pose = state.pose;
                for stage in &mut self.stages {
                    stage.put_elsewhere(place, met);
                }
            }
        }
    }

    /// Moves what happened since the last call to the end of `out`, in order.
    pub fn drain_events(&mut self, out: &mut Vec<PuppetEvent>) {
        out.append(&mut self.events);
    }

    fn entry(&self, id: PuppetId) -> Result<&Entry, PuppetError> {
        self.slots
            .get(id.slot as usize)
            .filter(|slot| slot.generation == id.generation)
            .and_then(|slot| slot.entry.as_ref())
            .ok_or(PuppetError::Gone)
    }

    /// Asks a puppet's world something, and takes in what it says about it.
    fn request<T>(
        &mut self,
        id: PuppetId,
        ask: impl FnOnce(&mut World<f32>, FigureId) -> Result<T, RequestError>,
    ) -> Result<T, PuppetError> {
        let entry = self.entry(id)?;
        let (figure, stage) = (entry.figure, entry.stage);
        let answer = ask(&mut self.stages[stage].world, figure);
        self.take_events(stage);
        answer.map_err(|source| PuppetError::Refused {
            who: self.slots[id.slot as usize]
                .entry
                .as_ref()
                .map_or_else(String::new, |entry| entry.name.clone()),
            source,
        })
    }

    /// The stage for a puppet, made if need be.
    fn stage_for(&mut self, desc: &PuppetDesc) -> Result<usize, PuppetError> {
        let key = StageKey {
            preset: desc.preset,
            metre: desc::metre(&desc.figure),
            floor: match desc.preset {
                Preset::Default => None,
                Preset::Classic => self.floor_below(desc.at),
            },
        };
        if let Some(known) = self.stages.iter().position(|stage| stage.key == key) {
            return Ok(known);
        }
        let mut stage = Stage {
            world: World::new(desc::settings(&self.desc, key.preset, key.metre))?,
            key,
            kinds: Vec::new(),
            owners: Vec::new(),
            things: Vec::new(),
        };
        for met in &self.bodies {
            stage.take_in(met);
        }
        if let Some((y, friction)) = key.floor {
            let plane = Piece::HalfPlane {
                at: [0.0, y],
                normal: [0.0, -1.0],
            };
            // It is finite: it comes from terrain that was checked.
            let _ = stage
                .world
                .add_terrain(plane, Material::new(f64::from(friction), 0.0));
        }
        self.stages.push(stage);
        Ok(self.stages.len() - 1)
    }

    /// The floor of what is static, straight below a place.
    fn floor_below(&self, at: Vec2) -> Option<(f64, f32)> {
        let fixed = self.bodies.iter().filter(|met| met.desc.kind == BodyKind::Static);
        fixed
            .filter_map(|met| {
                let piece = outline::terrain(&met.desc.shape, met.pose);
                Some((outline::floor_below(&piece, from_px(at))?, met.desc.friction))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// What happened in a step, landings included.
    fn collect_events(&mut self, dt: f32) {
        let first = self.events.len();
        for stage in 0..self.stages.len() {
            self.take_events(stage);
        }
        let hardest = |events: &[PuppetEvent], id: PuppetId| {
            events.iter().fold(0.0_f32, |most, event| match event {
                PuppetEvent::Impact { puppet, speed, .. } if *puppet == id => most.max(*speed),
                _ => most,
            })
        };
        for (number, slot) in self.slots.iter_mut().enumerate() {
            let Some(entry) = &mut slot.entry else { continue };
            let world = &self.stages[entry.stage].world;
            if world.touches_anything(entry.figure) {
                if entry.air >= LANDING_AIR {
                    let puppet = PuppetId {
                        slot: number as u32,
                        generation: slot.generation,
                    };
                    let speed = hardest(&self.events[first..], puppet);
                    self.events.push(PuppetEvent::Landed { puppet, speed });
                }
                entry.air = 0.0;
            } else {
                entry.air += dt;
            }
        }
    }

    /// Takes in what a stage's world has to say.
    fn take_events(&mut self, stage: usize) {
        let Stage { world, owners, .. } = &mut self.stages[stage];
        let owner = |figure: FigureId| owners.get(figure.index()).copied().flatten();
        self.events
            .extend(world.drain_events().filter_map(|event| translated(&event, owner)));
    }
}

/// An event in px and puppets; `None` for one of a figure that is nobody's.
fn translated(event: &Event, owner: impl Fn(FigureId) -> Option<PuppetId>) -> Option<PuppetEvent> {
    Some(match *event {
        Event::Impact {
            figure,
            point,
            speed,
            impulse,
        } => PuppetEvent::Impact {
            puppet: owner(figure)?,
            point,
            speed: speed as f32,
            impulse: impulse as f32,
        },
        Event::Pushed {
            figure,
            acceleration,
            seconds,
        } => PuppetEvent::Pushed {
            puppet: owner(figure)?,
            acceleration: px(acceleration),
            seconds: seconds as f32,
        },
        Event::Jumped { figure, speed } => PuppetEvent::Jumped {
            puppet: owner(figure)?,
            speed: speed as f32,
        },
        Event::JumpRefused { figure } => PuppetEvent::JumpRefused {
            puppet: owner(figure)?,
        },
        Event::Grabbed { figure, point } => PuppetEvent::Grabbed {
            puppet: owner(figure)?,
            point,
        },
        Event::GrabStrained { figure, point } => PuppetEvent::PullLimited {
            puppet: owner(figure)?,
            point,
        },
        Event::Released {
            figure,
            point,
            velocity,
        } => PuppetEvent::Released {
            puppet: owner(figure)?,
            point,
            velocity: px(velocity),
        },
        Event::Thrown { figure, velocity } => PuppetEvent::Thrown {
            puppet: owner(figure)?,
            velocity: px(velocity),
        },
        Event::FellAsleep { figure } => PuppetEvent::FellAsleep {
            puppet: owner(figure)?,
        },
        Event::Quarantined { figure } => PuppetEvent::Quarantined {
            puppet: owner(figure)?,
        },
        Event::TimeDropped { seconds } => PuppetEvent::TimeDropped {
            seconds: seconds as f32,
        },
        _ => return None,
    })
}

impl Stage {
    /// A kind of figure in px, shared.
    fn kind(&mut self, figure: &Arc<Figure>) -> Arc<Figure> {
        let known = self
            .kinds
            .iter()
            .find(|(given, _)| Arc::ptr_eq(given, figure) || given == figure);
        if let Some((_, kind)) = known {
            return Arc::clone(kind);
        }
        let kind = Arc::new(figure.in_px());
        self.kinds.push((Arc::clone(figure), Arc::clone(&kind)));
        kind
    }

    /// Takes a body in, as what it is to puppets of this stage.
    fn take_in(&mut self, met: &Met) {
        let thing = (self.key.preset == Preset::Default && met.desc.kind == BodyKind::Static).then(|| {
            self.world
                .add_terrain(outline::terrain(&met.desc.shape, met.pose), met.material())
                .ok()
        });
        self.things.push(thing.flatten());
    }

    /// A static body was put elsewhere.
    fn put_elsewhere(&mut self, place: usize, met: &Met) {
        if let Some(old) = self.things[place] {
            // It is there: it was added with the body.
            let _ = self.world.remove_terrain(old);
            self.things[place] = self
                .world
                .add_terrain(outline::terrain(&met.desc.shape, met.pose), met.material())
                .ok();
        }
    }

    /// Goes on by `dt`.
    fn advance(&mut self, dt: f32) {
        match self.key.preset {
            Preset::Classic => {
                self.world.advance(f64::from(dt));
            }
            Preset::Default => {
                // A frame that is a rounding longer than the longest step is one step.
                let parts = f64::from(dt / LONGEST_STEP * (1.0 - 1e-3))
                    .ceil()
                    .clamp(1.0, 1000.0);
                let step = f64::from(dt) / parts;
                for _ in 0..parts as u32 {
                    self.world.step_by(step);
                }
            }
        }
    }
}
