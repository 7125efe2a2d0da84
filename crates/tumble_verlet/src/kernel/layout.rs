//! Where a block keeps what: all state of a figure is one lane of these packs.

use crate::program::Program;
use crate::real::Real;

/// What a figure has besides its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Var {
    /// 1 while it is stepped, 0 while it sleeps, is disabled or nobody is in the lane.
    Awake,
    /// How long it has been slow \[s\].
    Still,
    /// Acceleration of a push \[units/s²\].
    PushX,
    PushY,
    /// How long it still lasts \[s\].
    PushTime,
    /// A change of speed to come in the next sub-step \[units/s\].
    KickX,
    KickY,
}

const VARS: usize = 7;

/// Offsets within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    points: usize,
    memories: usize,
    /// Packs of a block.
    pub stride: usize,
}

impl Layout {
    pub fn new<R: Real>(program: &Program<R>) -> Self {
        let (points, memories) = (program.points, program.memories);
        Self {
            points,
            memories,
            stride: 6 * points + memories + VARS,
        }
    }
    /// Place.
    #[inline]
    pub fn x(&self, point: usize) -> usize {
        point
    }
    #[inline]
    pub fn y(&self, point: usize) -> usize {
        self.points + point
    }
    /// Displacement of the last sub-step.
    #[inline]
    pub fn dx(&self, point: usize) -> usize {
        2 * self.points + point
    }
    #[inline]
    pub fn dy(&self, point: usize) -> usize {
        3 * self.points + point
    }
    /// What it touches: 0 nothing, 1 slides, 2 sticks, 3 lies in a corner.
    #[inline]
    pub fn kind(&self, point: usize) -> usize {
        4 * self.points + point
    }
    /// The push of sliding friction \[kg·units a sub-step\].
    #[inline]
    pub fn rub(&self, point: usize) -> usize {
        5 * self.points + point
    }
    /// A compliant stick's stretch before.
    #[inline]
    pub fn memory(&self, memory: usize) -> usize {
        debug_assert!(memory < self.memories);
        6 * self.points + memory
    }
    #[inline]
    pub fn var(&self, var: Var) -> usize {
        6 * self.points + self.memories + var as usize
    }
}
