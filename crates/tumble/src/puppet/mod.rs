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
//! [`Puppets::spawn`] turns all of it into px, y down ([`Figure::in_px`](tumble_verlet::Figure::in_px)). Thresholds (the fastest speed, what counts as an impact, a
//! hand's strength) go with the figure's scale: a metre is the file's unit, or 100 px where the file is written in px.
//!
//! # Who gives whom how much
//!
//! A body is met as what it is ([`Puppets::meet`]): a static one as terrain; a kinematic one goes its way and takes puppets along; a
//! dynamic one pushes and is pushed. Where a puppet and a dynamic body touch, each sub-step takes the closing speed u away by one impulse
//!
//! ```text
//! P = u / (w + 1/m + (r × n)²/I)      w: the point's inverse mass; m, I, r: the body's mass, inertia and arm; n: the normal
//! ```
//!
//! and as much of friction, up to μ·P across: the point (or both ends of a stick, by their shares) gets P·n, the body −P·n at the place of
//! the touch. After the puppets' step each body gets the sum through [`Backend::apply_impulse`], as an impulse at its centre and a pair for
//! the moment, and the world's step moves it. So what one loses the other gains: linear and angular momentum of a puppet and free props stay
//! what they were, to the rounding of single precision, and no energy comes in.
//!
//! A body that leans on what gives no way (told by [`Backend::touches`]) answers as what it is there: not at all straight against the
//! ground, as a lever about its edge beside it. It is given the motion that this makes, and of what the ground bears as much as makes it
//! press and rub with up to 1 m/s of its mass; the rest of that goes into the ground.
//!
//! Puppets don't meet characters and their ragdolls, unless a game has them [meet](Puppets::meet) the bodies; nor each other, unless
//! [`PuppetsDesc::mutual_collision`] says so.

mod bodies;
mod desc;
mod error;
mod event;
mod outline;
mod requests;
mod snapshot;
mod stage;
mod view;

use tumble_math::Vec2;
use tumble_verlet::{FigureId, Material, RequestError, Shape as Piece, World};

use crate::backend::{Backend, BodyDesc, BodyHandle, BodyKind};
use bodies::{Met, Thing};
use event::translated;
use stage::{Stage, StageKey};

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
        let met = Met::new(handle, desc);
        // The check that stages rely on: also while there are none.
        met.enter(&mut World::new(tumble_verlet::Settings::default())?)
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
            let thing = stage.things.remove(place);
            bodies::leave(&mut stage.world, thing);
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
        self.pass_on_pushes(world);
        self.collect_events(dt);
    }

    /// Takes note of where bodies are and how they go, of those that were removed, and of static ones that were put elsewhere.
    fn look_at_bodies<B: Backend + ?Sized>(&mut self, world: &B) {
        let mut supports = Vec::new();
        for place in (0..self.bodies.len()).rev() {
            let Some(state) = world.body(self.bodies[place].handle) else {
                self.forget_place(place);
                continue;
            };
            if !state.pose.is_finite() {
                continue;
            }
            let met = &mut self.bodies[place];
            let moved = state.pose != met.pose;
            met.pose = state.pose;
            if met.desc.kind == BodyKind::Dynamic {
                bodies::supports(world, met, &state, &mut supports);
            } else {
                supports.clear();
            }
            for stage in &mut self.stages {
                match stage.things[place] {
                    Thing::Mover(mover) => met.follow(stage, mover, &state, &supports),
                    Thing::Terrain(_) if moved => stage.put_elsewhere(place, met),
                    Thing::Terrain(_) | Thing::Nothing => {}
                }
            }
        }
    }

    /// Gives bodies what puppets gave them in this update.
    fn pass_on_pushes<B: Backend + ?Sized>(&mut self, world: &mut B) {
        for (place, met) in self.bodies.iter().enumerate() {
            for stage in &mut self.stages {
                if let Thing::Mover(mover) = stage.things[place] {
                    let push = stage.world.take_push(mover).unwrap_or_default();
                    met.pass_on(world, push, stage.key.metre);
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
                let y = outline::floor_below(&met.piece(), from_px(at))?;
                Some((y, met.desc.friction))
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
