//! How a world steps. Two presets of the same code: [`Settings::classic`] and the default.

/// What comes first in a sub-step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Order {
    /// Move, then make the sticks right together with what the points rest on: drawn sticks are as long as they should be.
    #[default]
    MoveFirst,
    /// Make the sticks right where the points are, then move, then put back what is below the floor. Only half-planes are met.
    SticksFirst,
}

/// How the sticks of a figure are made right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StickSolver {
    /// All sticks of a figure at once, exactly to first order.
    #[default]
    Direct,
    /// One after the other, in the figure's order.
    Sequential,
}

/// What slows a point that slides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FrictionLaw {
    /// Coulomb's: up to μ times the pressure, and sticking below it; the figure's [`slide`](crate::Figure::slide) beside it.
    #[default]
    Coulomb,
    /// Only the figure's [`slide`](crate::Figure::slide) times mass and speed.
    Viscous,
}

/// How a grab moves its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GrabLaw {
    /// A spring to the target whose pull and reach are bounded ([`Grab`](crate::Grab)).
    #[default]
    Bounded,
    /// The point is put on the target and its gravity is off.
    Overwrite,
}

/// When a figure goes to sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sleep {
    /// All its points are slower than this \[length units/s\], > 0. Default [`SLEEP_SPEED`].
    pub speed: f64,
    /// For so long \[s\], > 0. Default [`SLEEP_TIME`].
    pub time: f64,
}

/// How a world steps.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Settings {
    /// Gravity \[units/s²\]; "down" is where it points. Default [`GRAVITY`], y up.
    pub gravity: (f64, f64),
    /// Length of a step \[s\], > 0. Default [`STEP`].
    pub step: f64,
    /// Sub-steps of a step, 1..1000. Default [`SUB_STEPS`].
    pub sub_steps: u32,
    /// Passes over the sticks in a sub-step, 1..1000. Default 1.
    pub passes: u32,
    /// More passes for the figures whose sticks are still wrong by more than [`Settings::tolerance`], 0..1000. Default [`REPAIRS`].
    pub repairs: u32,
    /// Which share of a stick's length may be left wrong, > 0. Default [`TOLERANCE`].
    pub tolerance: f64,
    /// How much simulated time passes in a second of [`World::advance`](crate::World::advance), 0..100. Default 1. It changes how
    /// many steps run, never how long they are.
    pub time_scale: f64,
    /// The most steps that one `advance` runs, ≥ 1; time beyond is dropped and said. Default [`MOST_STEPS`].
    pub most_steps: u32,
    /// What comes first.
    pub order: Order,
    /// How the sticks are made right.
    pub sticks: StickSolver,
    /// What slows a point that slides.
    pub friction: FrictionLaw,
    /// How a grab moves its point.
    pub grab: GrabLaw,
    /// How long about a metre is in the world's units, > 0: where the scale enters. Default 1.
    pub length_unit: f64,
    /// No point moves faster than this \[length units/s\], > 0. Default [`MAX_SPEED`].
    pub max_speed: f64,
    /// Slower impacts than this don't bounce \[length units/s\], ≥ 0. Default [`BOUNCE_SPEED`].
    pub bounce_speed: f64,
    /// Slower impacts than this make no event \[length units/s\], ≥ 0. Default [`IMPACT_SPEED`].
    pub impact_speed: f64,
    /// When a figure goes to sleep; `None`: never.
    pub sleep: Option<Sleep>,
    /// Whether figures collide with each other, where their points have a radius or their sticks a thickness. Default `false`.
    pub mutual_collision: bool,
    /// Friction between figures, and of a figure with itself, ≥ 0. Default [`FRICTION`].
    pub friction_between: f64,
}

/// Default of [`Settings::gravity`] \[units/s²\].
pub const GRAVITY: (f64, f64) = (0.0, -9.81);
/// Default of [`Settings::step`] \[s\].
pub const STEP: f64 = 1.0 / 60.0;
/// Default of [`Settings::sub_steps`]. Half as many let a landing figure bend its straight back visibly.
pub const SUB_STEPS: u32 = 8;
/// Default of [`Settings::repairs`].
pub const REPAIRS: u32 = 3;
/// Default of [`Settings::tolerance`].
pub const TOLERANCE: f64 = 5e-4;
/// Default of [`Settings::most_steps`].
pub const MOST_STEPS: u32 = 8;
/// Default of [`Settings::max_speed`] \[length units/s\]: a fifth of a unit in a sub-step of 1/480 s. A point that moves by half its
/// stick in a sub-step turns the stick further than one linear solve follows.
pub const MAX_SPEED: f64 = 100.0;
/// Default of [`Settings::bounce_speed`] \[length units/s\].
pub const BOUNCE_SPEED: f64 = 0.5;
/// Default of [`Settings::impact_speed`] \[length units/s\].
pub const IMPACT_SPEED: f64 = 0.5;
/// Default of [`Sleep::speed`] \[length units/s\].
pub const SLEEP_SPEED: f64 = 0.02;
/// Default of [`Sleep::time`] \[s\].
pub const SLEEP_TIME: f64 = 0.5;
/// Default friction coefficient.
pub const FRICTION: f64 = 0.6;
/// The step of [`Settings::classic`] \[s\].
pub const CLASSIC_STEP: f64 = 0.002;

impl Default for Sleep {
    fn default() -> Self {
        Self {
            speed: SLEEP_SPEED,
            time: SLEEP_TIME,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: GRAVITY,
            step: STEP,
            sub_steps: SUB_STEPS,
            passes: 1,
            repairs: REPAIRS,
            tolerance: TOLERANCE,
            time_scale: 1.0,
            most_steps: MOST_STEPS,
            order: Order::default(),
            sticks: StickSolver::default(),
            friction: FrictionLaw::default(),
            grab: GrabLaw::default(),
            length_unit: 1.0,
            max_speed: MAX_SPEED,
            bounce_speed: BOUNCE_SPEED,
            impact_speed: IMPACT_SPEED,
            sleep: Some(Sleep::default()),
            mutual_collision: false,
            friction_between: FRICTION,
        }
    }
}

impl Settings {
    /// As the figure was first written: steps of 0.002 s with one pass over the sticks before moving, no obstacles but the floor,
    /// viscous sliding, a grab that overwrites the point's place.
    pub fn classic() -> Self {
        Self {
            step: CLASSIC_STEP,
            sub_steps: 1,
            repairs: 0,
            most_steps: 100,
            order: Order::SticksFirst,
            sticks: StickSolver::Sequential,
            friction: FrictionLaw::Viscous,
            grab: GrabLaw::Overwrite,
            max_speed: f64::MAX,
            sleep: None,
            ..Self::default()
        }
    }

    /// The default for figures in px with y down, as the scenes of Tumble have them: `px_per_metre` is the length unit, gravity
    /// 9.81 of it downwards.
    pub fn in_px(px_per_metre: f64) -> Self {
        Self {
            gravity: (0.0, 9.81 * px_per_metre),
            length_unit: px_per_metre,
            ..Self::default()
        }
    }

    /// The same with another gravity \[units/s²\].
    pub fn with_gravity(mut self, gravity: (f64, f64)) -> Self {
        self.gravity = gravity;
        self
    }

    /// The same with other sub-steps.
    pub fn with_sub_steps(mut self, sub_steps: u32) -> Self {
        self.sub_steps = sub_steps;
        self
    }

    /// The same without sleep.
    pub fn without_sleep(mut self) -> Self {
        self.sleep = None;
        self
    }

    /// Length of a sub-step \[s\].
    pub fn sub_step(&self) -> f64 {
        self.step / f64::from(self.sub_steps)
    }

    /// Checks everything once.
    ///
    /// # Errors
    ///
    /// The first field out of its range.
    pub fn check(&self) -> Result<(), SettingsError> {
        let fail = |field, value, range| Err(SettingsError { field, value, range });
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let at_least_zero = |value: f64| value.is_finite() && value >= 0.0;
        if !(self.gravity.0.is_finite() && self.gravity.1.is_finite()) {
            return fail("gravity", self.gravity.0 + self.gravity.1, "finite");
        }
        if !(1..=1000).contains(&self.sub_steps) {
            return fail("sub_steps", f64::from(self.sub_steps), "1..1000");
        }
        if !(1..=1000).contains(&self.passes) {
            return fail("passes", f64::from(self.passes), "1..1000");
        }
        if self.repairs > 1000 {
            return fail("repairs", f64::from(self.repairs), "0..1000");
        }
        if self.most_steps == 0 {
            return fail("most_steps", 0.0, "1 or more");
        }
        if !(0.0..=100.0).contains(&self.time_scale) {
            return fail("time_scale", self.time_scale, "0..100");
        }
        for (field, value) in [
            ("step", self.step),
            ("tolerance", self.tolerance),
            ("length_unit", self.length_unit),
            ("max_speed", self.max_speed),
            ("sleep.speed", self.sleep.map_or(1.0, |sleep| sleep.speed)),
            ("sleep.time", self.sleep.map_or(1.0, |sleep| sleep.time)),
        ] {
            if !positive(value) {
                return fail(field, value, "more than 0");
            }
        }
        for (field, value) in [
            ("bounce_speed", self.bounce_speed),
            ("impact_speed", self.impact_speed),
            ("friction_between", self.friction_between),
        ] {
            if !at_least_zero(value) {
                return fail(field, value, "0 or more");
            }
        }
        Ok(())
    }
}

/// A setting out of its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("settings: `{field}` is {value}; it must be {range}")]
pub struct SettingsError {
    /// The field.
    pub field: &'static str,
    /// Its value.
    pub value: f64,
    /// What it may be.
    pub range: &'static str,
}
