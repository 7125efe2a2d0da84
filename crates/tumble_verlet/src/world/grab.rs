//! A hand on a point.

/// How a hand pulls. Lengths in the world's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// How quickly the point follows \[1/s\], > 0. Default [`Grab::HERTZ`].
    pub hertz: f64,
    /// Damping ratio, > 0. Default 1: doesn't overshoot.
    pub ratio: f64,
    /// The greatest pull, as an acceleration of the whole figure \[units/s²\], > 0. Default [`Grab::MAX_ACCELERATION`] length units.
    pub max_acceleration: f64,
    /// How fast the hand drags at most \[units/s\], > 0. Default [`Grab::MAX_SPEED`] length units.
    pub max_speed: f64,
}

impl Grab {
    /// Default of [`Grab::hertz`]. A point follows a steady target exactly and makes up a jump of it in about 0.1 s.
    pub const HERTZ: f64 = 10.0;
    /// Default of [`Grab::max_acceleration`] \[length units/s²\].
    pub const MAX_ACCELERATION: f64 = 500.0;
    /// Default of [`Grab::max_speed`] \[length units/s\].
    pub const MAX_SPEED: f64 = 30.0;

    /// The default in a world whose metre is `length_unit` long.
    pub fn of_scale(length_unit: f64) -> Self {
        Self {
            hertz: Self::HERTZ,
            ratio: 1.0,
            max_acceleration: Self::MAX_ACCELERATION * length_unit,
            max_speed: Self::MAX_SPEED * length_unit,
        }
    }

    pub(crate) fn valid(&self) -> bool {
        [self.hertz, self.ratio, self.max_acceleration, self.max_speed]
            .iter()
            .all(|value| value.is_finite() && *value > 0.0)
    }
}

impl Default for Grab {
    fn default() -> Self {
        Self::of_scale(1.0)
    }
}

/// A grab at work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GrabState<R> {
    /// Place of the figure in its group.
    pub figure: usize,
    pub point: usize,
    /// Where the target was at the end of the last step, and where it is at the end of this.
    pub from: [f64; 2],
    pub target: [f64; 2],
    /// k \[kg/s²\] and c \[kg/s\].
    pub stiffness: R,
    pub damping: R,
    /// Greatest distance of the target that pulls harder.
    pub reach: R,
    pub max_speed: R,
    pub max_force: R,
    /// Whether a bound was reached in the last step, and in this one so far.
    pub strained: bool,
    pub strains: bool,
}
