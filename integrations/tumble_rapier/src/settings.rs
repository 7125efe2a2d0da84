//! How a rapier world is set up.

use tumble::math::Vec2;

/// Settings of a [`RapierWorld`](crate::RapierWorld).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RapierSettings {
    /// Gravity \[px/s²\]. Default (0, [`GRAVITY`](Self::GRAVITY)).
    pub gravity: Vec2,
    /// How many px make a metre \[> 0\]; rapier's tolerances scale with it, coordinates don't. Default
    /// [`LENGTH_UNIT`](Self::LENGTH_UNIT).
    pub length_unit: f32,
    /// Longest time that one pass of rapier's whole pipeline covers \[s, > 0\]; a step is cut into as many equal passes as
    /// that takes. Default [`PASS_TIME`](Self::PASS_TIME); with passes of a whole 1/60 s, a limb that rapier stops at the
    /// floor leaves its joint by up to 14 px.
    pub pass_time: f32,
    /// Sub-steps of rapier's solver a pass \[1..\]. Default [`SOLVER_ITERATIONS`](Self::SOLVER_ITERATIONS).
    pub solver_iterations: usize,
    /// Inner iterations of the solver a sub-step \[1..\]. Default [`INNER_ITERATIONS`](Self::INNER_ITERATIONS).
    pub inner_iterations: usize,
    /// How far ahead contacts of moving bodies are looked for \[px, 0..\]. Default [`LOOK_AHEAD`](Self::LOOK_AHEAD); with
    /// less, fast limbs are stopped one by one, each away from its joint, rather than by the solver, all together.
    pub look_ahead: f32,
    /// Greatest speed at which overlap is pushed apart \[px/s\]. Default [`PUSH_OUT`](Self::PUSH_OUT); above 300, bodies
    /// made inside the floor leave it faster than the figure's bounds allow.
    pub push_out: f32,
    /// Greatest speed of a body \[px/s\]; faster ones are slowed down to it. Default [`MAX_SPEED`](Self::MAX_SPEED).
    pub max_speed: f32,
    /// A body sleeps after its fastest point has been slower than this for [`sleep_time`](Self::sleep_time) \[px/s\].
    /// Default [`SLEEP_SPEED`](Self::SLEEP_SPEED).
    pub sleep_speed: f32,
    /// For so long \[s\]. Default [`SLEEP_TIME`](Self::SLEEP_TIME).
    pub sleep_time: f32,
    /// Frequency of the spring of a grab \[Hz\]; critically damped. A stiffer one swings a dragged figure like a whip. Default [`GRAB_HERTZ`](Self::GRAB_HERTZ).
    pub grab_hertz: f32,
    /// Greatest acceleration that a grab may give the grabbed body's whole figure \[px/s²\]. Default
    /// [`GRAB_ACCELERATION`](Self::GRAB_ACCELERATION).
    pub grab_acceleration: f32,
    /// Whether joints start each step from the last one's impulses. Default true.
    pub warm_joints: bool,
}

impl RapierSettings {
    /// The default gravity along +y \[px/s²\].
    pub const GRAVITY: f32 = 980.0;
    /// The default length unit [px/m].
    pub const LENGTH_UNIT: f32 = 100.0;
    /// The default longest pass \[s\].
    pub const PASS_TIME: f32 = 1.0 / 240.0;
    /// The default number of sub-steps a pass.
    pub const SOLVER_ITERATIONS: usize = 8;
    /// The default number of inner iterations.
    pub const INNER_ITERATIONS: usize = 2;
    /// The default distance that contacts are looked for ahead \[px\].
    pub const LOOK_AHEAD: f32 = 50.0;
    /// The default push-out speed \[px/s\].
    pub const PUSH_OUT: f32 = 300.0;
    /// The default greatest speed \[px/s\].
    pub const MAX_SPEED: f32 = 100_000.0;
    /// The default sleeping speed \[px/s\].
    pub const SLEEP_SPEED: f32 = 5.0;
    /// The default sleeping time \[s\].
    pub const SLEEP_TIME: f32 = 0.5;
    /// The default frequency of a grab \[Hz\].
    pub const GRAB_HERTZ: f32 = 3.0;
    /// The default greatest acceleration of a grab \[px/s²\].
    pub const GRAB_ACCELERATION: f32 = 10_000.0;
}

impl Default for RapierSettings {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, Self::GRAVITY),
            length_unit: Self::LENGTH_UNIT,
            pass_time: Self::PASS_TIME,
            solver_iterations: Self::SOLVER_ITERATIONS,
            look_ahead: Self::LOOK_AHEAD,
            inner_iterations: Self::INNER_ITERATIONS,
            push_out: Self::PUSH_OUT,
            max_speed: Self::MAX_SPEED,
            sleep_speed: Self::SLEEP_SPEED,
            sleep_time: Self::SLEEP_TIME,
            grab_hertz: Self::GRAB_HERTZ,
            grab_acceleration: Self::GRAB_ACCELERATION,
            warm_joints: true,
        }
    }
}
