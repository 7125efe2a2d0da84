//! Eight numbers at once, by whatever instructions the machine has, and always the same bytes.
//!
//! Everything that is done in lanes is written once, generic over [`Lane`], and compiled for each of its implementations. A world picks
//! one at run time ([`Isa::detect`]); a [`Kernel`] is the unit of dispatch, so that all of a stage is compiled for the chosen instructions and
//! nothing inside it is a call.
//!
//! Bytes are equal because every operation here is one that IEEE 754 rounds exactly (no fused multiply-add, no approximate
//! reciprocal), and because minimum, maximum, comparison and selection are defined by one rule for all implementations, NaN included.
//! A lane never sees its neighbours, except through [`Mask::any`], which only may decide whether more work is done.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the instructions of the kernel that calls it"
)]

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

#[cfg(target_arch = "x86_64")]
mod avx2;
mod pair;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod trig;

pub(crate) use pair::{Pair, WidePair};
pub(crate) use trig::{cos_sin, nearest_whole};

/// How many numbers: the same for every implementation, so that figures are grouped alike everywhere.
pub(crate) const LANES: usize = 8;

/// Eight numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Wide(pub [f32; LANES]);

impl Wide {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);

    /// The same number in all lanes.
    pub(crate) const fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    pub(crate) fn get<L: Lane>(&self) -> L {
        L::load(self)
    }

    #[inline(always)]
    pub(crate) fn put<L: Lane>(&mut self, value: L) {
        value.store(self);
    }
}

/// Eight numbers in registers.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Eight truth values.
    type Mask: Mask;

    /// The same number in all lanes.
    fn splat(value: f32) -> Self;
    fn load(from: &Wide) -> Self;
    fn store(self, to: &mut Wide);
    /// `self < other ? self : other`: the second where either is NaN, and of two zeros.
    fn min(self, other: Self) -> Self;
    /// `self > other ? self : other`: the second where either is NaN, and of two zeros.
    fn max(self, other: Self) -> Self;
    /// Without the sign.
    fn abs(self) -> Self;
    /// False where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, else `no`, whatever the other one holds.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }

    /// Between −bound and bound.
    #[inline(always)]
    fn within(self, bound: Self) -> Self {
        self.min(bound).max(-bound)
    }

    /// Where it is neither zero nor NaN.
    #[inline(always)]
    fn is_set(self) -> Self::Mask {
        Self::zero().lt(self.abs())
    }

    /// The number where the mask is true, else zero.
    #[inline(always)]
    fn only(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zero())
    }
}

/// Eight truth values.
pub(crate) trait Mask:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The same for all lanes.
    fn splat(value: bool) -> Self;
    /// Whether one at least is true.
    fn any(self) -> bool;
}

/// What the lanes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Plain code, for any machine.
    Scalar,
    /// Two halves of four; every `x86_64` has it.
    Sse2,
    /// One register of eight.
    Avx2,
}

impl Isa {
    /// The best one that this machine has.
    pub fn detect() -> Self {
        if Self::Avx2.is_here() {
            Self::Avx2
        } else if Self::Sse2.is_here() {
            Self::Sse2
        } else {
            Self::Scalar
        }
    }

    /// Whether this machine has it.
    pub(crate) fn is_here(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Sse2 => cfg!(target_arch = "x86_64"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 => false,
        }
    }

    /// Runs a kernel with these lanes; with plain ones where the machine doesn't have them.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Out {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Avx2 if self.is_here() => return avx2::run(kernel),
            Self::Sse2 => return sse2::run(kernel),
            _ => {}
        }
        kernel.run::<scalar::Scalar>()
    }
}

/// Work in lanes that is dispatched as a whole.
pub(crate) trait Kernel {
    type Out;

    /// Must be `#[inline(always)]`, as must all that it calls with lanes: only what is inlined is compiled for the chosen instructions.
    fn run<L: Lane>(self) -> Self::Out;
}
