//! What a world is told at its making.

use tumble_math::Vec2;

/// Default of [`Settings::gravity`] \[px/s²\], 100 px being a metre.
pub const GRAVITY: Vec2 = Vec2::new(0.0, 980.0);
/// Default of [`Settings::sub_steps`].
pub const SUB_STEPS: u32 = 4;
/// Default of [`Settings::length_unit`] \[px\].
pub const LENGTH_UNIT: f32 = 100.0;

/// Settings of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Gravity \[px/s²\]. Default [`GRAVITY`].
    pub gravity: Vec2,
    /// Into how many sub-steps a step is cut \[1..=64\]. Default [`SUB_STEPS`].
    pub sub_steps: u32,
    /// How many px are a metre; tolerances and speeds of bodies at rest follow it. Default [`LENGTH_UNIT`].
    pub length_unit: f32,
    /// Whether bodies may fall asleep. Default true.
    pub sleep: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: GRAVITY,
            sub_steps: SUB_STEPS,
            length_unit: LENGTH_UNIT,
            sleep: true,
        }
    }
}

impl Settings {
    /// The same, brought into range: numbers that aren't finite become their defaults.
    pub(crate) fn sound(self) -> Self {
        let unit = self.length_unit;
        Self {
            gravity: if self.gravity.is_finite() {
                self.gravity
            } else {
                GRAVITY
            },
            sub_steps: self.sub_steps.clamp(1, 64),
            length_unit: if unit.is_finite() && unit > 0.0 {
                unit
            } else {
                LENGTH_UNIT
            },
            ..self
        }
    }
}
