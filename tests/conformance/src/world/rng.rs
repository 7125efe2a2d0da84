//! Seeded random numbers, the same on every machine.

use tumble::math::Vec2;

/// `SplitMix64` (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator; equal seeds give equal numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number in `[0, count)`; 0 for a count of 0.
    pub fn below(&mut self, count: u32) -> u32 {
        // The high half of a 64-bit product (Lemire 2019), whose bias is far below what a test could see.
        ((u64::from((self.bits() >> 32) as u32) * u64::from(count)) >> 32) as u32
    }

    /// A number in `[from, to)`.
    pub fn range(&mut self, from: f32, to: f32) -> f32 {
        let unit = (self.bits() >> 40) as f32 / (1_u32 << 24) as f32;
        from + (to - from) * unit
    }

    /// A vector whose parts are in `[-size, size)`.
    pub fn vector(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.range(-size, size), self.range(-size, size))
    }
}
