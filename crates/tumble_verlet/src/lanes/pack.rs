//! Lanes in memory: how the state of figures is laid out.

use core::fmt::Debug;

/// One number of each figure of a block.
pub trait Pack<R>: Copy + Debug + Send + Sync + PartialEq + 'static {
    /// The same number in every lane.
    fn splat(value: R) -> Self;
    /// The number in a lane.
    fn get(&self, lane: usize) -> R;
    /// Sets the number in a lane.
    fn set(&mut self, lane: usize, value: R);
}

/// Sixteen `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Pack16(pub [f32; 16]);

/// One `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Pack1(pub f64);

impl Pack<f32> for Pack16 {
    #[inline]
    fn splat(value: f32) -> Self {
        Self([value; 16])
    }
    #[inline]
    fn get(&self, lane: usize) -> f32 {
        self.0[lane]
    }
    #[inline]
    fn set(&mut self, lane: usize, value: f32) {
        self.0[lane] = value;
    }
}

impl Pack<f64> for Pack1 {
    #[inline]
    fn splat(value: f64) -> Self {
        Self(value)
    }
    #[inline]
    fn get(&self, _: usize) -> f64 {
        self.0
    }
    #[inline]
    fn set(&mut self, _: usize, value: f64) {
        self.0 = value;
    }
}
