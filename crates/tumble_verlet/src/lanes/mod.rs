//! Numbers of several figures at once, the same bytes whatever the machine has.
//!
//! The kernel is written once, generic over [`Lanes`], and compiled for each instruction set; which one runs is decided at run
//! time ([`Isa::detect`]). All of them do the same IEEE operations in the same order: no fused multiply-add, no approximate
//! reciprocals; `min` and `max` take the second operand when one is NaN, as the hardware does. So a figure's bytes depend neither
//! on the machine nor on the lane it sits in.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::real::{Real, sealed::Sealed};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(test)]
pub(crate) mod counting;
pub(crate) mod one;
pub(crate) mod pack;
pub(crate) mod scalar;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Plain Rust, on every machine.
    Scalar,
    /// Four lanes a register; every x86-64 has it.
    Sse2,
    /// Eight lanes a register.
    Avx2,
}

impl Isa {
    /// The best that this machine has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                Self::Avx2
            } else {
                Self::Sse2
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            Self::Scalar
        }
    }

    /// The same, or the best that this machine has instead.
    pub(crate) fn available(self) -> Self {
        match (self, Self::detect()) {
            (Self::Avx2, best) => best,
            (Self::Sse2, Self::Scalar) => Self::Scalar,
            (wanted, _) => wanted,
        }
    }
}

/// Numbers in registers.
pub(crate) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The number in a lane.
    type Real: Real + Sealed<Pack = Self::Pack>;
    /// The lanes in memory.
    type Pack: pack::Pack<Self::Real>;
    /// A truth value a lane.
    type Mask: Copy;

    fn splat(value: Self::Real) -> Self;
    fn load(from: &Self::Pack) -> Self;
    fn store(self, to: &mut Self::Pack);
    /// `a < b ? a : b`.
    fn min(self, other: Self) -> Self;
    /// `a > b ? a : b`.
    fn max(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// Where `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Where `b` and not `a`.
    fn not_and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether any lane is set.
    fn any(mask: Self::Mask) -> bool;
    /// Stores where the mask is set. Where all lanes are, which `all` must tell, that is a plain store: a masked one takes some
    /// processors twenty times as long.
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not compiled for this instruction set"
    )]
    #[inline(always)]
    fn store_where(self, all: bool, mask: Self::Mask, to: &mut Self::Pack) {
        if all {
            self.store(to);
        } else {
            Self::select(mask, self, Self::load(to)).store(to);
        }
    }
    /// Whether all lanes are set.
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not compiled for this instruction set"
    )]
    #[inline(always)]
    fn all(mask: Self::Mask) -> bool {
        !Self::any(Self::not_and(mask, Self::zero().lt(Self::one())))
    }
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not compiled for this instruction set"
    )]
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(Self::Real::ZERO)
    }
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not compiled for this instruction set"
    )]
    #[inline(always)]
    fn one() -> Self {
        Self::splat(Self::Real::ONE)
    }
}
