//! Eight numbers at once, the same bytes whatever the machine has.
//!
//! Everything that runs in lanes is written once, generic over [`Wide`], and compiled for each instruction set; which one runs is
//! decided at run time ([`Isa::detect`]). All of them have eight lanes and do the same IEEE operations in the same order: no fused
//! multiply-add, no approximate reciprocals; `min` and `max` take the second operand when one is NaN, as the hardware does.

use core::ops::{Add, Div, Mul, Neg, Sub};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod scalar;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

/// How many lanes there are.
pub(crate) const LANES: usize = 8;

/// Eight numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct V8(pub [f32; LANES]);

impl V8 {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
    pub(crate) const ONE: Self = Self([1.0; LANES]);
}

/// Eight numbers in registers. A mask is a `Self` whose lanes are all ones or all zeros.
pub(crate) trait Wide:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    fn splat(value: f32) -> Self;
    fn load(from: &V8) -> Self;
    fn store(self, to: &mut V8);
    /// `a < b ? a : b`.
    fn min(self, other: Self) -> Self;
    /// `a > b ? a : b`.
    fn max(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// Where `self < other`.
    fn lt(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Where not `self`, `other`.
    fn not_and(self, other: Self) -> Self;
    /// `yes` where the mask is set, else `no`.
    fn select(mask: Self, yes: Self, no: Self) -> Self;
    /// Whether any lane of a mask is set.
    fn any(self) -> bool;
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// The mask that is set everywhere.
    fn all() -> Self {
        Self::splat(f32::from_bits(u32::MAX))
    }
}

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Plain Rust, on every machine.
    Scalar,
    /// Two halves of four lanes; every x86-64 has it.
    Sse2,
    /// Eight lanes.
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

/// Runs a generic stage for the instruction set chosen: `dispatch!(isa, function(arguments))` calls `function::<W>(arguments)`.
macro_rules! dispatch {
    ($isa:expr, $function:ident($($name:ident: $kind:ty),* $(,)?) $(-> $out:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "compiled with AVX2; called only when the machine has it")]
        #[target_feature(enable = "avx2")]
        unsafe fn with_avx2($($name: $kind),*) $(-> $out)? {
            $function::<$crate::solver::wide::avx2::Avx2>($($name),*)
        }
        match $isa {
            #[cfg(target_arch = "x86_64")]
            $crate::solver::wide::Isa::Avx2 => {
                // SAFETY: `Isa::Avx2` comes from `Isa::available`, which has asked the machine.
                #[expect(unsafe_code, reason = "the machine has AVX2: `Isa::available` asked it")]
                unsafe { with_avx2($($name),*) }
            }
            #[cfg(target_arch = "x86_64")]
            $crate::solver::wide::Isa::Sse2 => $function::<$crate::solver::wide::sse2::Sse2>($($name),*),
            _ => $function::<$crate::solver::wide::scalar::Scalar>($($name),*),
        }
    }};
}
pub(crate) use dispatch;
