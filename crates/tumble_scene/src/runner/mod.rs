//! Runs a scene in a world, step by step.

mod act;
mod bodies;
mod events;
mod hash;
mod puppets;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use tumble::backend::{BodyHandle, InvalidDesc, WorldEvent, WorldStats};
use tumble::math::Vec2;
use tumble::puppet::{PuppetError, Puppets};
use tumble::{Backend, Character, CharacterError, CharacterEvent};

use crate::clock::Clock;
use crate::frame::{Frame, SceneEvent, TerrainView};
use crate::scene::{Act, BodyRef, Scene};
use act::Grab;
use bodies::{Owner, PropBody, TerrainBody};
use puppets::Cast;

/// Why a scene can't be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The step is not a number greater than zero.
    #[error("a step of {0} s is not possible; give a number greater than zero")]
    Step(f32),
    /// The world refused a body.
    #[error("the world refused `{name}`: {source}")]
    Body {
        /// Whose body.
        name: String,
        /// Why.
        source: InvalidDesc,
    },
    /// A character could not be made.
    #[error(transparent)]
    Character(#[from] CharacterError),
    /// A puppet could not be made, or can't meet a body.
    #[error(transparent)]
    Puppet(#[from] PuppetError),
}

/// A scene while it runs in a world of kind `B`.
///
/// Each [`step`](Self::step) fires the script's due actions, moves the characters, steps the world, reads it, and collects the events;
/// [`frame`](Self::frame) then shows the moment. The same scene with the same `dt` in the same kind of world gives the same
/// bytes, however often and however fast it is stepped.
#[derive(Debug)]
pub struct Runner<B: Backend> {
    scene: Arc<Scene>,
    world: B,
    dt: f32,
    step: u64,
    /// Index of the script entry that comes next.
    next: usize,
    terrain: Vec<TerrainBody>,
    terrain_view: Arc<[TerrainView]>,
    props: Vec<PropBody>,
    /// In the scene's order; `None` once removed.
    characters: Vec<Option<Character>>,
    /// Whose a terrain's or prop's body is; limbs are asked of their characters.
    owners: BTreeMap<BodyHandle, Owner>,
    /// The puppets, where the scene has any.
    cast: Option<Cast>,
    grabs: Vec<Grab>,
    /// Of the last step.
    events: Vec<SceneEvent>,
    /// Of actions since the last step.
    pending: Vec<SceneEvent>,
    world_events: Vec<WorldEvent>,
    character_events: Vec<CharacterEvent>,
}

impl<B: Backend> Runner<B> {
    /// Sets the scene up in the world that `make_world` gives for the scene's gravity [px/s²], for steps of `dt` \[s, > 0\].
    ///
    /// # Errors
    /// When `dt` is not a number greater than zero, or the world refuses a body.
    pub fn new(scene: Arc<Scene>, dt: f32, make_world: impl FnOnce(Vec2) -> B) -> Result<Self, RunError> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(RunError::Step(dt));
        }
        let world = make_world(scene.gravity);
        let mut runner = Self {
            world,
            dt,
            step: 0,
            next: 0,
            terrain: Vec::with_capacity(scene.terrain.len()),
            terrain_view: Arc::from([]),
            props: Vec::with_capacity(scene.props.len()),
            characters: Vec::with_capacity(scene.characters.len()),
            owners: BTreeMap::new(),
            cast: Cast::of(&scene)?,
            grabs: Vec::new(),
            events: Vec::new(),
            pending: Vec::new(),
            world_events: Vec::new(),
            character_events: Vec::new(),
            scene,
        };
        let scene = Arc::clone(&runner.scene);
        for terrain in &scene.terrain {
            runner.add_terrain(terrain)?;
        }
        for prop in &scene.props {
            runner.add_prop(prop)?;
        }
        for (i, actor) in scene.characters.iter().enumerate() {
            runner.add_character(i, actor)?;
        }
        if let Some(cast) = &mut runner.cast {
            let mut before = None;
            for doll in &scene.puppets {
                cast.enter(doll, before)?;
                before = Some(doll);
            }
        }
        runner.refresh_terrain_view();
        Ok(runner)
    }

    /// One step.
    pub fn step(&mut self) {
        self.fire_due_actions();
        self.step += 1;
        self.move_grabs();
        self.update_characters();
        self.update_puppets();
        self.world.step(self.dt);
        self.begin_events();
        self.name_world_events();
        self.read_bodies();
        self.name_character_events();
        self.name_puppet_events();
    }

    /// Runs the steps that a screen frame of `seconds` takes by `clock`, and gives their number. `each` sees the runner after every one.
    pub fn advance(&mut self, clock: &mut Clock, seconds: f64, mut each: impl FnMut(&Self)) -> u32 {
        let steps = clock.advance(seconds);
        for _ in 0..steps {
            self.step();
            each(self);
        }
        steps
    }

    fn fire_due_actions(&mut self) {
        let scene = Arc::clone(&self.scene);
        // Of the step that comes.
        let end = (self.step + 1) as f64 * f64::from(self.dt);
        while let Some(entry) = scene.script.get(self.next)
            && entry.at <= end
        {
            self.next += 1;
            self.fire(&entry.act);
        }
    }

    fn update_characters(&mut self) {
        for character in self.characters.iter_mut().flatten() {
            character.update(&mut self.world, self.dt);
        }
    }

    /// Before the world's step, which takes in what the puppets gave to its bodies.
    fn update_puppets(&mut self) {
        if let Some(cast) = &mut self.cast {
            cast.update(&mut self.world, self.dt);
        }
    }

    fn read_bodies(&mut self) {
        for character in self.characters.iter_mut().flatten() {
            character.after_step(&mut self.world, self.dt);
        }
    }

    /// The scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Length of a step \[s\].
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// Steps since the start.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Simulated time since the start \[s\]: steps · dt.
    pub fn time(&self) -> f64 {
        self.step as f64 * f64::from(self.dt)
    }

    /// The world.
    pub fn world(&self) -> &B {
        &self.world
    }

    /// The world, to meddle with. What is done to it is not part of the scene, so a run with it is only repeatable by doing it again.
    pub fn world_mut(&mut self) -> &mut B {
        &mut self.world
    }

    /// Counts of the world.
    pub fn stats(&self) -> WorldStats {
        self.world.stats()
    }

    /// The events of the last step.
    pub fn events(&self) -> &[SceneEvent] {
        &self.events
    }

    /// A character by name; `None` when there is none, or it has been removed.
    pub fn character(&self, name: &str) -> Option<&Character> {
        self.characters
            .iter()
            .flatten()
            .find(|character| character.name() == name)
    }

    /// The puppets; `None` when the scene has none. [`Puppets::find`] finds one by its name.
    pub fn puppets(&self) -> Option<&Puppets> {
        self.cast.as_ref().map(Cast::puppets)
    }

    /// A character by name together with the world it lives in, as its methods want them.
    pub fn character_and_world(&mut self, name: &str) -> Option<(&mut Character, &mut B)> {
        let character = self
            .characters
            .iter_mut()
            .flatten()
            .find(|character| character.name() == name)?;
        Some((character, &mut self.world))
    }

    /// The body that a reference means now; `None` while it doesn't exist. A puppet's point is no body of the world.
    pub fn body(&self, body: &BodyRef) -> Option<BodyHandle> {
        match body {
            BodyRef::Prop(name) => self.prop_body(name),
            BodyRef::Limb(who, bone) => self.characters.get(who.index())?.as_ref()?.body(*bone),
            BodyRef::Point(..) => None,
        }
    }

    /// A prop's body by the prop's name.
    pub fn prop_body(&self, name: &str) -> Option<BodyHandle> {
        self.props
            .iter()
            .find(|prop| prop.prop.name == name)
            .map(|prop| prop.body)
    }

    /// A terrain shape's body by its name.
    pub fn terrain_body(&self, name: &str) -> Option<BodyHandle> {
        self.terrain
            .iter()
            .find(|terrain| terrain.name == name)
            .map(|terrain| terrain.body)
    }

    /// Does an action at once, as the script would before the next step: how a window has people grab, push and throw. What can't be done
    /// gives a [`SceneEvent::Skipped`] in the next step.
    ///
    /// A run with actions fired gives the same bytes as one whose script has them, at the times of the steps that come next.
    pub fn fire(&mut self, act: &Act) {
        if let Err(why) = self.act(act) {
            let action = self.describe(act);
            self.pending.push(SceneEvent::Skipped { action, why });
        }
    }

    /// This moment, with everything that a picture or a trace row needs.
    pub fn frame(&self) -> Frame {
        view::frame(self)
    }

    /// A hash of everything simulated: the same after the same steps of the same scene.
    pub fn state_hash(&self) -> u64 {
        hash::state_hash(self)
    }
}
