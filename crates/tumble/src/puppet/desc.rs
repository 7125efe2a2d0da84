//! What a puppet and a world of them are made from.

use std::sync::Arc;

use tumble_math::Vec2;
use tumble_verlet::{Figure, Settings, Sleep};

/// How long about a metre is for a figure that is written in px \[px\].
pub const PX_PER_METRE: f64 = 100.0;

/// The longest step that puppets take at once \[s\]; longer frames are cut into equal parts.
pub const LONGEST_STEP: f32 = 1.0 / 60.0;

/// How long no point may have touched anything for a touch to be a landing \[s\].
pub const LANDING_AIR: f32 = 0.1;

/// How a puppet moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// Rigid: 8 sub-steps of 1/480 s a frame of 1/60 s; meets all bodies, is pulled with a bounded force.
    #[default]
    Default,
    /// As figures of this kind were first written: an accumulator of its own with steps of 0.002 s, sticks that stretch, no obstacle but
    /// the floor under the place where it was made; while it is dragged the held point is put on the cursor.
    Classic,
}

/// Everything needed to make a [`Puppets`](super::Puppets).
#[derive(Clone, Debug, PartialEq)]
pub struct PuppetsDesc {
    /// Gravity \[px/s²\]. Default (0, 981).
    pub gravity: Vec2,
    /// Whether puppets collide with each other, where their points have a radius or their sticks a thickness. Default `false`.
    pub mutual_collision: bool,
    /// When a puppet at rest falls asleep; `None`: never. Speeds are metres of the figure's scale.
    pub sleep: Option<Sleep>,
}

impl Default for PuppetsDesc {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, 981.0),
            mutual_collision: false,
            sleep: Some(Sleep::default()),
        }
    }
}

impl PuppetsDesc {
    /// The default with another gravity \[px/s²\].
    pub fn with_gravity(gravity: Vec2) -> Self {
        Self {
            gravity,
            ..Self::default()
        }
    }
}

/// Everything needed to make a puppet.
#[derive(Clone, Debug, PartialEq)]
pub struct PuppetDesc {
    /// What errors call it.
    pub name: String,
    /// What it is; share the `Arc` between puppets of one kind, they are stepped together.
    pub figure: Arc<Figure>,
    /// Where the figure's `at` is put \[px\].
    pub at: Vec2,
    /// How it moves.
    pub preset: Preset,
}

impl PuppetDesc {
    /// A puppet of the default preset.
    pub fn new(name: impl Into<String>, figure: Arc<Figure>, at: Vec2) -> Self {
        Self {
            name: name.into(),
            figure,
            at,
            preset: Preset::Default,
        }
    }

    /// The same with another preset.
    pub fn with_preset(mut self, preset: Preset) -> Self {
        self.preset = preset;
        self
    }
}

/// A puppet. A handle of one that was removed stays invalid for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuppetId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl core::fmt::Debug for PuppetId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "puppet#{}v{}", self.slot, self.generation)
    }
}

/// How long about a metre is at a figure's scale \[px\]: what its file calls a unit, or [`PX_PER_METRE`] where that is a px.
pub(super) fn metre(figure: &Figure) -> f64 {
    if figure.px_per_unit() > 1.0 {
        figure.px_per_unit()
    } else {
        PX_PER_METRE
    }
}

/// The settings of a preset at a scale.
pub(super) fn settings(desc: &PuppetsDesc, preset: Preset, metre: f64) -> Settings {
    let gravity = (f64::from(desc.gravity.x), f64::from(desc.gravity.y));
    match preset {
        Preset::Default => Settings {
            gravity,
            step: f64::from(LONGEST_STEP),
            length_unit: metre,
            mutual_collision: desc.mutual_collision,
            sleep: desc.sleep,
            ..Settings::default()
        },
        Preset::Classic => Settings {
            gravity,
            length_unit: metre,
            ..Settings::classic()
        },
    }
}
