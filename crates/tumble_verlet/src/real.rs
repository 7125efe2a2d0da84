//! The number a world computes in: `f32`, sixteen figures at a time, or `f64`, one at a time.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::lanes::pack::{Pack1, Pack16};

/// A number that figures are simulated in. Implemented for `f32` (sixteen lanes) and `f64` (one lane); sealed.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + sealed::Sealed
    + 'static
{
    /// How many figures are stepped together.
    const LANES: usize;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The nearest number of this kind.
    fn from_f64(value: f64) -> Self;
    /// The same number in double precision.
    fn to_f64(self) -> f64;
    /// Square root, exactly rounded.
    fn root(self) -> Self;
    /// Neither infinite nor NaN.
    fn finite(self) -> bool;
    /// The bits, for hashes, snapshots and exact comparison.
    fn bits(self) -> u64;
    /// The number with these bits.
    fn from_bits_of(bits: u64) -> Self;
    /// Its type's name.
    const NAME: &'static str;
    /// The smaller; the second when one is NaN.
    fn smaller(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    /// The larger; the second when one is NaN.
    fn larger(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
    /// Absolute value.
    fn magnitude(self) -> Self {
        if self < Self::ZERO { -self } else { self }
    }
}

/// What of [`Real`] is not for users.
pub(crate) mod sealed {
    use crate::kernel::Job;
    use crate::lanes::Isa;
    use crate::lanes::pack::Pack;

    /// The lanes of a number, and the kernel compiled for them.
    pub trait Sealed: Sized + Copy {
        type Pack: Pack<Self>;
        /// Steps the blocks of a job.
        fn run(isa: Isa, job: &mut Job<'_, Self>)
        where
            Self: super::Real;
    }
}

impl Real for f32 {
    const LANES: usize = 16;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn from_f64(value: f64) -> Self {
        value as Self
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn root(self) -> Self {
        self.sqrt()
    }
    fn finite(self) -> bool {
        self.is_finite()
    }
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
    fn from_bits_of(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    const NAME: &'static str = "f32";
}

impl Real for f64 {
    const LANES: usize = 1;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn from_f64(value: f64) -> Self {
        value
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn root(self) -> Self {
        self.sqrt()
    }
    fn finite(self) -> bool {
        self.is_finite()
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn from_bits_of(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    const NAME: &'static str = "f64";
}

impl sealed::Sealed for f32 {
    type Pack = Pack16;
    fn run(isa: crate::lanes::Isa, job: &mut crate::kernel::Job<'_, Self>) {
        crate::kernel::dispatch::run_f32(isa, job);
    }
}

impl sealed::Sealed for f64 {
    type Pack = Pack1;
    fn run(_: crate::lanes::Isa, job: &mut crate::kernel::Job<'_, Self>) {
        crate::kernel::dispatch::run_f64(job);
    }
}
