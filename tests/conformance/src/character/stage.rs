//! A world with a floor and one stickman, for tests that talk to the character itself.

use std::sync::Arc;

use tumble::backend::{BodyDesc, BodyHandle, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::clip::ClipSet;
use tumble::rig::{Facing, Rig, WorldBone, library};
use tumble::{Backend, Character, CharacterDesc, CharacterEvent};

use super::fall::DT;
use crate::Make;

/// One character in one world.
pub struct Stage {
    /// The world.
    pub world: Box<dyn Backend>,
    /// The character.
    pub hero: Character,
    /// The floor, when there is one.
    pub floor: Option<BodyHandle>,
}

/// How to set a stage.
#[derive(Clone)]
pub struct Set {
    /// Gravity \[px/s²\].
    pub gravity: Vec2,
    /// Whether there is a floor at y = 0, with this friction.
    pub floor: Option<f32>,
    /// Where the root is.
    pub root: Placement,
    /// Facing.
    pub facing: Facing,
    /// Whether feet follow the ground.
    pub ground_follow: bool,
    /// Rig and clips.
    pub rig: Arc<Rig>,
    /// Clips.
    pub clips: ClipSet,
}

impl Default for Set {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, 980.0),
            floor: Some(0.6),
            root: Placement::at(Vec2::new(0.0, -385.0)),
            facing: Facing::Right,
            ground_follow: false,
            rig: library::stickman(),
            clips: library::stickman_clips(),
        }
    }
}

/// A floor 20 000 px wide with its surface at y = 0.
pub fn floor(friction: f32) -> BodyDesc {
    BodyDesc {
        kind: BodyKind::Static,
        layer: Layer::Terrain,
        shape: Shape::Box {
            half: Vec2::new(10_000.0, 100.0),
        },
        pose: Pose2::new(Vec2::new(0.0, 100.0), 0.0),
        friction,
        ..BodyDesc::default()
    }
}

impl Stage {
    /// Sets a stage in a world of `make`.
    ///
    /// # Panics
    /// When the world refuses the floor or the description is not valid.
    pub fn new(make: Make<'_>, set: Set) -> Self {
        let mut world = make(set.gravity);
        let floor = set.floor.map(|friction| match world.add_body(&floor(friction)) {
            Ok(floor) => floor,
            Err(error) => panic!("the world refuses a floor: {error}"),
        });
        let desc = CharacterDesc {
            root: set.root,
            facing: set.facing,
            ground_follow: set.ground_follow,
            ..CharacterDesc::default()
        };
        match Character::new(desc, set.rig, set.clips) {
            Ok(hero) => Self { world, hero, floor },
            Err(error) => panic!("the stage's hero: {error}"),
        }
    }

    /// One step.
    pub fn step(&mut self) {
        self.hero.update(&mut *self.world, DT);
        self.world.step(DT);
        self.hero.after_step(&mut *self.world, DT);
    }

    /// So many steps.
    pub fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step());
    }

    /// Into the ragdoll.
    ///
    /// # Panics
    /// When the world refuses a body.
    pub fn drop_now(&mut self) {
        if let Err(error) = self.hero.set_ragdoll(&mut *self.world, true) {
            panic!("no ragdoll: {error}");
        }
    }

    /// Events since the last call.
    pub fn events(&mut self) -> Vec<CharacterEvent> {
        let mut events = Vec::new();
        self.hero.drain_events(&mut events);
        events
    }

    /// The drawn bones.
    pub fn bones(&self) -> Vec<WorldBone> {
        self.hero.bones().to_vec()
    }

    /// Speeds of the ragdoll's bodies \[px/s\].
    pub fn speeds(&self) -> Vec<f32> {
        let speed = |body| {
            self.world
                .body(body)
                .map_or(f32::NAN, |state| state.velocity.length())
        };
        self.hero.bodies().map(|(_, body, _)| speed(body)).collect()
    }

    /// The fastest of them \[px/s\].
    pub fn fastest(&self) -> f32 {
        self.speeds().into_iter().fold(0.0, f32::max)
    }

    /// Joint angles by child bone \[rad\].
    pub fn joint_angles(&self) -> Vec<f32> {
        self.hero
            .pins()
            .map(|(_, pin)| self.world.pin(pin).map_or(f32::NAN, |state| state.angle))
            .collect()
    }
}

/// How far the farthest bone end of `b` is from where it is in `a` \[px\].
pub fn farthest(a: &[WorldBone], b: &[WorldBone]) -> f32 {
    let ends =
        |(p, q): (&WorldBone, &WorldBone)| (p.origin - q.origin).length().max((p.tip - q.tip).length());
    a.iter().zip(b).map(ends).fold(0.0, f32::max)
}
