//! The scene file, as it is written: names, degrees, everything optional that has a default.
//!
//! RON by default, JSON when the path ends in `.json`; the fields are the same. In JSON a positional action such as
//! `Face("hero", Left)` is `{"Face": ["hero", "Left"]}` and a named one such as `Hit(body: "hero/head", impulse: (0, 900))`
//! is `{"Hit": {"body": "hero/head", "impulse": [0, 900]}}`.
//!
//! Nothing here is checked beyond its type; [`build`](crate::validate::build) does that.

use serde::{Deserialize, Serialize};

/// The only version of the scene format so far.
pub const VERSION: u32 = 1;

/// Gravity where a scene says nothing of it [px/s²].
pub const GRAVITY: (f32, f32) = (0.0, 980.0);
/// Friction where a shape says nothing of it.
pub const FRICTION: f32 = 0.6;
/// Mass of a prop that says nothing of it \[kg\].
pub const MASS: f32 = 1.0;
/// How long a run goes on after the last action of the script where the scene says nothing of it \[s\].
pub const AFTER_SCRIPT: f64 = 5.0;

/// A whole scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Version of the format: 1.
    pub version: u32,
    /// One line for people, shown by `tumble list`. Default empty.
    #[serde(default)]
    pub about: String,
    /// How long a run of the scene takes when nobody says otherwise \[s, > 0\]. Default: 5 s after the last action.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// What pictures of the scene show. Default none: they show everything worth seeing.
    #[serde(default)]
    pub camera: Option<CameraFile>,
    /// Gravity [px/s²], y down. Default (0, 980).
    #[serde(default = "gravity")]
    pub gravity: (f32, f32),
    /// Fixed shapes.
    #[serde(default)]
    pub terrain: Vec<TerrainFile>,
    /// Loose and moving things.
    #[serde(default)]
    pub props: Vec<PropFile>,
    /// Characters.
    #[serde(default)]
    pub characters: Vec<CharacterFile>,
    /// Point-mass figures.
    #[serde(default)]
    pub puppets: Vec<PuppetFile>,
    /// Whether puppets collide with each other, where their points have a radius or their sticks a thickness. Default false.
    #[serde(default)]
    pub puppets_collide: bool,
    /// What happens when.
    #[serde(default)]
    pub script: Vec<EntryFile>,
}

fn gravity() -> (f32, f32) {
    GRAVITY
}

fn friction() -> f32 {
    FRICTION
}

fn one() -> f32 {
    1.0
}

fn yes() -> bool {
    true
}

/// What pictures of a scene show: a box of the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// The place in the middle of the picture \[px\].
    pub at: (f32, f32),
    /// Width and height of what is shown \[px, > 0\]. Pictures are so large too where nobody says otherwise, a pixel a px.
    pub size: (f32, f32),
}

/// A fixed shape, in the world's coordinates \[px\].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TerrainFile {
    /// A filled polygon, convex or not, in either winding.
    Polygon {
        /// Name. Default `ground` for the first entry, `terrain2`, `terrain3` … for the others.
        #[serde(default)]
        name: Option<String>,
        /// At least three corners.
        points: Vec<(f32, f32)>,
        /// Friction coefficient [0..]. Default 0.6.
        #[serde(default = "friction")]
        friction: f32,
    },
    /// A polyline, two-sided and smooth to slide along.
    Segments {
        /// Name; see `Polygon`.
        #[serde(default)]
        name: Option<String>,
        /// At least two points.
        points: Vec<(f32, f32)>,
        /// Friction coefficient [0..]. Default 0.6.
        #[serde(default = "friction")]
        friction: f32,
    },
    /// A flight of stairs, filled.
    Stairs {
        /// Name; see `Polygon`.
        #[serde(default)]
        name: Option<String>,
        /// The foot of the lowest riser.
        at: (f32, f32),
        /// Depth of a tread and height of a riser \[px, > 0\].
        step: (f32, f32),
        /// How many steps [1..=1000].
        count: u32,
        /// The side to which the stairs rise. Default `Right`.
        #[serde(default)]
        rising: RisingFile,
        /// The uppermost tread is longer by this [px, 0..]. Default 0.
        #[serde(default)]
        landing: f32,
        /// Friction coefficient [0..]. Default 0.6.
        #[serde(default = "friction")]
        friction: f32,
    },
}

impl TerrainFile {
    /// Its name, if it says one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Polygon { name, .. } | Self::Segments { name, .. } | Self::Stairs { name, .. } => {
                name.as_deref()
            }
        }
    }
}

/// The side to which stairs rise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RisingFile {
    /// Towards +x.
    #[default]
    Right,
    /// Towards −x.
    Left,
}

/// A prop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropFile {
    /// Name, unique in the scene.
    pub name: String,
    /// Shape.
    pub shape: ShapeFile,
    /// Where the shape's origin is \[px\].
    pub at: (f32, f32),
    /// How it is turned \[degrees\]. Default 0.
    #[serde(default)]
    pub angle: f32,
    /// Mass \[kg, > 0\]; ignored unless dynamic. Default 1.
    #[serde(default = "mass")]
    pub mass: f32,
    /// Restitution [0..=1]. Default 0.
    #[serde(default)]
    pub restitution: f32,
    /// Friction coefficient [0..]. Default 0.6.
    #[serde(default = "friction")]
    pub friction: f32,
    /// How it moves. Default `Dynamic`.
    #[serde(default)]
    pub kind: KindFile,
    /// Velocity at the start [px/s]; a kinematic prop keeps it. Default 0.
    #[serde(default)]
    pub velocity: (f32, f32),
    /// Angular velocity at the start [degrees/s]; a kinematic prop keeps it. Default 0.
    #[serde(default)]
    pub spin: f32,
}

fn mass() -> f32 {
    MASS
}

/// Shape of a prop, about its `at` \[px\].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ShapeFile {
    /// Width and height \[px, > 0\].
    Box(f32, f32),
    /// Radius \[px, > 0\].
    Circle(f32),
    /// Length from tip to tip along x, and radius \[px, > 0\]; the length is more than two radii.
    Capsule(f32, f32),
    /// At least three corners in either winding; convex when the prop is dynamic.
    Polygon(Vec<(f32, f32)>),
}

/// How a prop moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KindFile {
    /// By forces.
    #[default]
    Dynamic,
    /// Steadily, with its own velocity.
    Kinematic,
    /// Never.
    Static,
}

/// A character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CharacterFile {
    /// Name, unique in the scene.
    pub name: String,
    /// Name of a built-in rig, or the path of a rig file relative to the scene file.
    pub rig: String,
    /// Where the root is \[px\].
    pub at: (f32, f32),
    /// Which way it faces. Default `Right`.
    #[serde(default)]
    pub facing: FacingFile,
    /// Uniform scale \[> 0\]. Default 1.
    #[serde(default = "one")]
    pub scale: f32,
    /// The clip it plays from the start. Default none: it stands.
    #[serde(default)]
    pub clip: Option<String>,
    /// Paths of clip files relative to the scene file, besides the clips that come with a built-in rig. Default none.
    #[serde(default)]
    pub clips: Vec<String>,
    /// Whether root and feet follow the terrain while it is animated. Default true.
    #[serde(default = "yes")]
    pub ground_follow: bool,
}

/// A facing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FacingFile {
    /// As authored.
    #[default]
    Right,
    /// Mirrored.
    Left,
    /// Towards the viewer.
    Forward,
}

/// A point-mass figure, or a crowd of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuppetFile {
    /// Name, unique in the scene. Those of a crowd are numbered from 1, `name1`, `name2`, …; the name itself means all of them.
    pub name: String,
    /// Name of a built-in figure, or the path of a figure file relative to the scene file.
    pub figure: String,
    /// Where the place is put that the figure's file calls `at` \[px\].
    pub at: (f32, f32),
    /// Uniform scale of the figure \[> 0\]. Masses and springs stay. Default 1.
    #[serde(default = "one")]
    pub scale: f32,
    /// How it moves. Default `Default`.
    #[serde(default)]
    pub preset: PresetFile,
    /// Many of them. Default: one.
    #[serde(default)]
    pub crowd: Option<CrowdFile>,
}

/// How a puppet moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PresetFile {
    /// Rigid; meets terrain and props.
    #[default]
    Default,
    /// As figures of this kind were first written: sticks that stretch, no obstacle but the floor below.
    Classic,
}

/// Puppets in rows, counted along each row, the first row first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrowdFile {
    /// How many in a row \[1..\].
    pub columns: u32,
    /// How many rows \[1..\].
    pub rows: u32,
    /// From one to the next in a row, and from one row to the next \[px\].
    pub every: (f32, f32),
    /// Each row begins farther to the right than the one before it by this \[px\]. Default 0.
    #[serde(default)]
    pub shift: f32,
}

/// One line of the script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryFile {
    /// When [s, 0..]: before the first step whose end time, step · dt, is at or past it.
    pub at: f64,
    /// What.
    pub act: ActFile,
}

/// When a recovery starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhenFile {
    /// When the figure has come to rest, at the latest after the rig's timeout (5 s).
    #[default]
    Settled,
    /// After the next step.
    Now,
}

/// An action. Names are as in the scene; a body is `prop`, `character/bone` or `puppet/point`. Where a puppet is named, a crowd's name
/// means all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ActFile {
    /// The character becomes a ragdoll; nothing when it is one.
    Ragdoll(String),
    /// The character gets up: when settled, or `Now`.
    Recover(String, #[serde(default)] WhenFile),
    /// The character stands at once, whatever its state.
    Snap(String),
    /// The character faces another way.
    Face(String, FacingFile),
    /// The character plays a clip.
    Play(String, String),
    /// Sets a limb's bend flag: true bends it to the inverted side.
    Bend(String, String, bool),
    /// Puts a character's root, or a puppet by the place that its file calls `at`, somewhere \[px\].
    Teleport(String, (f32, f32)),
    /// Strikes a character's body: makes it a ragdoll if need be, then applies the impulse. On a puppet's point: as `Impulse`.
    Hit {
        /// `character/bone` or `puppet/point`.
        body: String,
        /// Impulse [kg·px/s].
        impulse: (f32, f32),
        /// Where \[px\]. Default: the body's centre. A point has no other place.
        #[serde(default)]
        at: Option<(f32, f32)>,
    },
    /// Applies an impulse at the centre of a prop's or a ragdoll's body; nothing while the body doesn't exist.
    Impulse {
        /// `prop`, `character/bone` or `puppet/point`.
        body: String,
        /// Impulse [kg·px/s].
        impulse: (f32, f32),
    },
    /// Takes hold of a body at its centre and pulls it towards a point until released; nothing while the body doesn't exist. A point of a
    /// puppet that is held already isn't held twice.
    Grab {
        /// `prop`, `character/bone` or `puppet/point`.
        body: String,
        /// Where to \[px\].
        at: (f32, f32),
    },
    /// Moves the point that a grabbed body is pulled to.
    MoveGrab {
        /// The body grabbed. Default: whatever was grabbed last.
        #[serde(default)]
        body: Option<String>,
        /// Where to \[px\].
        at: (f32, f32),
        /// In how much time, steadily [s, 0..]. Default 0: at once.
        #[serde(default)]
        over: f64,
    },
    /// Lets go of everything grabbed; it keeps the motion it has.
    Release,
    /// Adds a prop.
    Spawn(PropFile),
    /// Removes a prop, a character, a puppet or a terrain shape.
    Remove(String),
    /// Accelerates every point of a puppet [the figure's own units/s², in the scene's directions], for so many seconds [0..]; another push
    /// replaces it.
    Push(String, (f32, f32), f32),
    /// Has a puppet jump, with the speed that its file says, if a foot is on something.
    Jump(String),
    /// Adds a velocity to all of a puppet [px/s].
    Throw(String, (f32, f32)),
    /// Puts a puppet back to rest where it started; whoever holds it lets go.
    Reset(String),
}

impl ActFile {
    /// Its name as written.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ragdoll(..) => "Ragdoll",
            Self::Recover(..) => "Recover",
            Self::Snap(..) => "Snap",
            Self::Face(..) => "Face",
            Self::Play(..) => "Play",
            Self::Bend(..) => "Bend",
            Self::Teleport(..) => "Teleport",
            Self::Hit { .. } => "Hit",
            Self::Impulse { .. } => "Impulse",
            Self::Grab { .. } => "Grab",
            Self::MoveGrab { .. } => "MoveGrab",
            Self::Release => "Release",
            Self::Spawn(..) => "Spawn",
            Self::Remove(..) => "Remove",
            Self::Push(..) => "Push",
            Self::Jump(..) => "Jump",
            Self::Throw(..) => "Throw",
            Self::Reset(..) => "Reset",
        }
    }
}
