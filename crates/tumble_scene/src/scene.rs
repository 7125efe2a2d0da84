//! A scene that holds together: names are unique and known, numbers finite, sizes and masses positive.

use std::sync::Arc;

use tumble::RecoverWhen;
use tumble::backend::{BodyKind, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::puppet::Preset;
use tumble::rig::clip::ClipSet;
use tumble::rig::{Bend, BoneId, Facing, LimbId, Rig};
use tumble::verlet::Figure;

/// A checked scene, ready to run. Made by [`load`](crate::load::load), [`parse`](crate::load::parse), [`library`](crate::library) or
/// [`build`](crate::validate::build).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// Name: the file's without its extension.
    pub name: String,
    /// One line for people; may be empty.
    pub about: String,
    /// How long a run takes when nobody says otherwise \[s, > 0\].
    pub seconds: f64,
    /// What pictures show; `None` for everything worth seeing.
    pub camera: Option<SceneCamera>,
    /// Gravity [px/s²].
    pub gravity: Vec2,
    /// Fixed shapes.
    pub terrain: Vec<Terrain>,
    /// Loose and moving things.
    pub props: Vec<Prop>,
    /// Characters, in the order that [`ActorId`] counts.
    pub characters: Vec<Actor>,
    /// Point-mass figures, in the order that [`DollId`] counts.
    pub puppets: Vec<Doll>,
    /// Whether they collide with each other.
    pub puppets_collide: bool,
    /// What happens when, in order of time; of two at one time, the one that the file lists first comes first.
    pub script: Vec<Entry>,
}

impl Scene {
    /// The character of that name.
    pub fn actor(&self, name: &str) -> Option<ActorId> {
        self.characters
            .iter()
            .position(|actor| actor.name == name)
            .map(|i| ActorId(i as u16))
    }

    /// The puppet of that name.
    pub fn doll(&self, name: &str) -> Option<DollId> {
        self.puppets
            .iter()
            .position(|doll| doll.name == name)
            .map(|i| DollId(i as u32))
    }

    /// Steps of `dt` \[s\] that cover [`Scene::seconds`].
    pub fn steps(&self, dt: f32) -> u64 {
        steps_for(self.seconds, dt)
    }
}

/// The number of steps of `dt` \[s\] that `seconds` take: the nearest whole number, at least 1.
pub fn steps_for(seconds: f64, dt: f32) -> u64 {
    let steps = (seconds / f64::from(dt)).round();
    if steps >= 1.0 { steps as u64 } else { 1 }
}

/// A box of the world that pictures show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneCamera {
    /// The place in the middle \[px\].
    pub center: Vec2,
    /// Width and height \[px, > 0\].
    pub size: Vec2,
}

/// A fixed shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Name.
    pub name: String,
    /// A polygon or segments, in the world's coordinates \[px\].
    pub shape: Shape,
    /// Friction coefficient.
    pub friction: f32,
}

/// A prop as it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    /// Name.
    pub name: String,
    /// Shape about the body's origin, which is its centre of mass \[px\].
    pub shape: Shape,
    /// Where the centre of mass is, and how it is turned.
    pub pose: Pose2,
    /// How it moves.
    pub kind: BodyKind,
    /// Mass \[kg\].
    pub mass: f32,
    /// Restitution [0..=1].
    pub restitution: f32,
    /// Friction coefficient.
    pub friction: f32,
    /// Velocity at the start [px/s].
    pub velocity: Vec2,
    /// Angular velocity at the start [rad/s].
    pub spin: f32,
}

/// A character as it starts.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Name.
    pub name: String,
    /// Rig.
    pub rig: Arc<Rig>,
    /// Its clips.
    pub clips: ClipSet,
    /// Where its root is \[px\].
    pub at: Vec2,
    /// Which way it faces.
    pub facing: Facing,
    /// Uniform scale.
    pub scale: f32,
    /// The clip it plays from the start; one of `clips`.
    pub clip: Option<String>,
    /// Whether root and feet follow the terrain while it is animated.
    pub ground_follow: bool,
}

/// Index of a character in [`Scene::characters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u16);

impl ActorId {
    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A point-mass figure as it starts.
#[derive(Clone, Debug)]
pub struct Doll {
    /// Name.
    pub name: String,
    /// What it is, scaled; shared by all of a kind.
    pub figure: Arc<Figure>,
    /// Where the figure's `at` is put \[px\].
    pub at: Vec2,
    /// How large the unit of its file is here \[px\].
    pub unit: f32,
    /// How it moves.
    pub preset: Preset,
}

/// Index of a puppet in [`Scene::puppets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DollId(pub u32);

impl DollId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whom an action on puppets is about: one, or a crowd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dolls {
    /// The name in the script.
    pub name: String,
    /// The first.
    pub first: DollId,
    /// How many \[1..\]; they follow each other.
    pub count: u32,
}

impl Dolls {
    /// Each of them.
    pub fn ids(&self) -> impl Iterator<Item = DollId> + use<> {
        (self.first.0..self.first.0 + self.count).map(DollId)
    }
}

/// A body that an action is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyRef {
    /// A prop, by name.
    Prop(String),
    /// A bone's body, which exists while its character is a ragdoll.
    Limb(ActorId, BoneId),
    /// A point of a puppet, by its number in the figure.
    Point(DollId, usize),
}

/// One line of the script.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When \[s\]: before the first step whose end time is at or past it.
    pub at: f64,
    /// What.
    pub act: Act,
}

/// An action, with its names looked up.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The character becomes a ragdoll.
    Ragdoll(ActorId),
    /// The character gets up.
    Recover(ActorId, RecoverWhen),
    /// The character stands at once.
    Snap(ActorId),
    /// The character faces another way.
    Face(ActorId, Facing),
    /// The character plays a clip.
    Play(ActorId, String),
    /// Sets a limb's bend side.
    Bend(ActorId, LimbId, Bend),
    /// Puts the character's root somewhere \[px\].
    Teleport(ActorId, Vec2),
    /// Strikes a bone's body, making the character a ragdoll if need be.
    Hit {
        /// Whose.
        who: ActorId,
        /// The bone.
        bone: BoneId,
        /// Impulse [kg·px/s].
        impulse: Vec2,
        /// Where \[px\]; `None` for the body's centre.
        at: Option<Vec2>,
    },
    /// Applies an impulse at a body's centre.
    Impulse {
        /// The body.
        body: BodyRef,
        /// Impulse [kg·px/s].
        impulse: Vec2,
    },
    /// Pulls a body's centre towards a point until released.
    Grab {
        /// The body.
        body: BodyRef,
        /// Where to \[px\].
        at: Vec2,
    },
    /// Moves the point that a grabbed body is pulled to.
    MoveGrab {
        /// The body; `None` for what was grabbed last.
        body: Option<BodyRef>,
        /// Where to \[px\].
        at: Vec2,
        /// In how much time, steadily [s, 0..].
        over: f64,
    },
    /// Lets go of everything grabbed.
    Release,
    /// Adds a prop.
    Spawn(Box<Prop>),
    /// Removes a prop, a character or a terrain shape, by name.
    Remove(String),
    /// Removes puppets.
    RemovePuppets(Dolls),
    /// Accelerates every point of puppets for a time.
    Push {
        /// Whom.
        who: Dolls,
        /// Acceleration [px/s²].
        acceleration: Vec2,
        /// For how long \[s, 0..\].
        seconds: f32,
    },
    /// Has puppets jump that stand on something.
    Jump(Dolls),
    /// Adds a velocity to all of a puppet [px/s].
    Throw(Dolls, Vec2),
    /// Puts puppets back to rest where they started.
    Reset(Dolls),
    /// Moves a puppet, with its motion, so that the place its file calls `at` comes there \[px\].
    TeleportPuppet(DollId, Vec2),
}
