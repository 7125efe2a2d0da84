//! A hash of simulated state, for "same input, same bytes".

/// FNV-1a over 64 bits (Fowler, Noll, Vo), fed with the bits of numbers. Not for security.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHasher(u64);

impl Default for StateHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHasher {
    /// An empty hash.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds four bytes, least significant first.
    #[inline]
    pub fn write_u32(&mut self, value: u32) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds eight bytes, least significant first.
    #[inline]
    pub fn write_u64(&mut self, value: u64) {
        self.write_u32(value as u32);
        self.write_u32((value >> 32) as u32);
    }

    /// Adds the bits of a number. −0 and 0 differ, as they must.
    #[inline]
    pub fn write_f32(&mut self, value: f32) {
        self.write_u32(value.to_bits());
    }

    /// The hash so far.
    pub fn finish(self) -> u64 {
        self.0
    }
}
