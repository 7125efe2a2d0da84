//! What a picture shows besides the scene itself.

use tumble::rig::WorldBone;

use crate::{Camera, Size, Theme};

/// Layers for people who look for a fault; each is off by default, impacts excepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches, each named where it is set"
)]
pub struct Overlays {
    /// Joints, with their limits as arcs and their angle as a needle; red where a limit doesn't hold. With [`Frame::inside`], those that
    /// belong to no character, too, and what is grabbed.
    ///
    /// [`Frame::inside`]: crate::Frame::inside
    pub joints: bool,
    /// Velocities of bodies and props: where each would be in 0.1 s.
    pub velocities: bool,
    /// Rays of the ground probe, what they hit, and the ground's height.
    pub probe: bool,
    /// Markers with their names.
    pub markers: bool,
    /// Outlines of the bodies.
    pub bodies: bool,
    /// Flashes where bodies hit each other. On by default.
    pub impacts: bool,
    /// Points at which bodies touch, with bars along their normals as long as the points are loaded; hollow where they only may come to
    /// touch. This and all that follow need [`Frame::inside`](crate::Frame::inside).
    pub contacts: bool,
    /// Bodies in the colour of their island: all that touch each other or hang together. What sleeps is grey, with a `z` above it.
    pub islands: bool,
    /// Boxes of the broad phase.
    pub boxes: bool,
    /// What there is and what the last step had to do, in numbers.
    pub counters: bool,
    /// Where the last step's time went. Differs from run to run.
    pub stages: bool,
}

impl Overlays {
    /// Nothing but the scene.
    pub const NONE: Self = Self {
        joints: false,
        velocities: false,
        probe: false,
        markers: false,
        bodies: false,
        impacts: false,
        contacts: false,
        islands: false,
        boxes: false,
        counters: false,
        stages: false,
    };
    /// Everything.
    pub const ALL: Self = Self {
        joints: true,
        velocities: true,
        probe: true,
        markers: true,
        bodies: true,
        impacts: true,
        contacts: true,
        islands: true,
        boxes: true,
        counters: true,
        stages: true,
    };

    /// Whether a layer is on that needs [`Frame::inside`](crate::Frame::inside) and shows nothing without it.
    pub fn need_inside(self) -> bool {
        self.contacts || self.islands || self.boxes || self.counters || self.stages
    }
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            impacts: true,
            ..Self::NONE
        }
    }
}

/// A pose drawn as a pale outline, such as the one that a recovery ends in.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The character whose looks it borrows.
    pub who: String,
    /// Its bones, in the world, one a bone of the rig.
    pub bones: Vec<WorldBone>,
}

/// The writing on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hud {
    /// None.
    Off,
    /// Only the scale bar.
    Scale,
    /// Title, states, time and scale bar.
    #[default]
    Full,
}

/// How a frame is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Size. Default 800 × 450.
    pub size: Size,
    /// Camera; `None` fits the frame. For a run, use [`fit`](crate::framing::fit) over all of its frames. Its size is
    /// replaced by [`Options::size`].
    pub camera: Option<Camera>,
    /// The scene's name, written in the upper left corner. Default none.
    pub title: Option<String>,
    /// The writing. Default full.
    pub hud: Hud,
    /// Layers on top. Default impacts only.
    pub overlays: Overlays,
    /// Poses drawn as pale outlines. Default none.
    pub ghosts: Vec<Ghost>,
    /// Colours.
    pub theme: Theme,
}
