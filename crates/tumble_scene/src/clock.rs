//! From a screen's frames to fixed steps.

/// Turns the time that passes on a screen into whole steps of a fixed `dt`.
///
/// The simulation itself never sees the frame rate: whatever comes in, the steps are the same, only their number per
/// frame differs. A time scale changes how many steps run, never `dt`.
///
/// ```
/// use tumble_scene::Clock;
/// let mut clock = Clock::new(1.0 / 60.0);
/// assert_eq!(clock.advance(0.050), 3);
/// clock.set_time_scale(0.25);
/// assert_eq!((0..4).map(|_| clock.advance(1.0 / 60.0)).sum::<u32>(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    dt: f64,
    time_scale: f64,
    paused: bool,
    single_steps: u32,
    max_steps: u32,
    accumulated: f64,
    dropped: f64,
}

impl Clock {
    /// The default cap on the steps of one frame: beyond it time is dropped, so that a slow machine slows down in place of
    /// falling further behind with every frame.
    pub const MAX_STEPS: u32 = 8;
    /// Part of a step by which a frame may fall short and still run it: sums of frame times are not exact.
    const TOLERANCE: f64 = 1e-6;

    /// A running clock for steps of `dt` \[s, > 0\]; a `dt` that is not a positive number never gives a step.
    pub fn new(dt: f64) -> Self {
        Self {
            dt,
            time_scale: 1.0,
            paused: false,
            single_steps: 0,
            max_steps: Self::MAX_STEPS,
            accumulated: 0.0,
            dropped: 0.0,
        }
    }

    /// The same clock with another cap on the steps of one frame [1..].
    pub fn with_max_steps(mut self, max_steps: u32) -> Self {
        self.max_steps = max_steps.max(1);
        self
    }

    /// Length of a step \[s\].
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// How fast simulated time runs against the screen's [0..]. Default 1; what is not a number ≥ 0 changes nothing.
    pub fn set_time_scale(&mut self, time_scale: f64) {
        if time_scale.is_finite() && time_scale >= 0.0 {
            self.time_scale = time_scale;
        }
    }

    /// The time scale.
    pub fn time_scale(&self) -> f64 {
        self.time_scale
    }

    /// Pauses or goes on. Time that passes while paused is not caught up.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Pauses, and has the next frame run exactly one step (one more for each call).
    pub fn single_step(&mut self) {
        self.paused = true;
        self.single_steps += 1;
    }

    /// How many steps to run for a frame that took `seconds` of the screen's time. What is not a number > 0 counts as 0.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        if self.paused {
            let steps = self.single_steps.min(self.max_steps);
            self.single_steps -= steps;
            return steps;
        }
        self.single_steps = 0;
        if !(self.dt.is_finite() && self.dt > 0.0) {
            return 0;
        }
        if seconds.is_finite() && seconds > 0.0 {
            self.accumulated += seconds * self.time_scale;
        }
        let due = (self.accumulated / self.dt + Self::TOLERANCE).floor();
        let steps = due.min(f64::from(self.max_steps));
        self.accumulated -= steps * self.dt;
        if due > steps {
            let late = (due - steps) * self.dt;
            self.accumulated -= late;
            self.dropped += late;
        }
        steps as u32
    }

    /// How far the screen is past the last step, as a share of `dt` [0..1]: for drawing between two steps.
    pub fn alpha(&self) -> f64 {
        (self.accumulated / self.dt).clamp(0.0, 1.0)
    }

    /// Simulated time given up so far because a frame needed more steps than the cap \[s\].
    pub fn dropped(&self) -> f64 {
        self.dropped
    }
}
