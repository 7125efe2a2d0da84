//! Tests of queries: every answer is that of a loop over all bodies.

mod brute;
mod overlaps;
mod promises;
mod rays;
mod shape_casts;
mod timing;
mod worlds;

use tumble_math::Vec2;

/// Numbers that are the same in every run (xorshift).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        ((self.next() >> 16) % count as u64) as usize
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / 16_777_216.0
    }

    pub(super) fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.between(-reach, reach), self.between(-reach, reach))
    }

    /// One of some.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() {
            None
        } else {
            Some(of[self.below(of.len())])
        }
    }
}
