//! Lanes as one register of AVX2.

use core::arch::x86_64::{
    __m256, _CMP_LT_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_andnot_ps, _mm256_blendv_ps, _mm256_cmp_ps,
    _mm256_div_ps, _mm256_load_ps, _mm256_max_ps, _mm256_min_ps, _mm256_movemask_ps, _mm256_mul_ps,
    _mm256_or_ps, _mm256_set1_ps, _mm256_store_ps, _mm256_sub_ps, _mm256_xor_ps,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::{Isa, Kernel, Lane, Mask, Wide};

/// Only [`run`] hands this type out, to a kernel, after asking the machine: who holds one is on a machine that has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256);

/// All bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub(super) struct Avx2Mask(__m256);

/// Runs a kernel compiled for AVX2.
///
/// # Panics
/// If the machine doesn't have it; callers ask first.
#[inline]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Out {
    assert!(Isa::Avx2.is_here(), "AVX2 lanes on a machine without AVX2");
    #[expect(unsafe_code, reason = "the machine was asked in the line above")]
    // SAFETY: AVX2 is there.
    unsafe {
        enter(kernel)
    }
}

#[target_feature(enable = "avx2")]
fn enter<K: Kernel>(kernel: K) -> K::Out {
    kernel.run::<Avx2>()
}

/// Wraps instructions of AVX and AVX2, whose only condition is that the machine has them.
macro_rules! instruction {
    ($call:expr) => {{
        #[expect(unsafe_code, reason = "the type is only handed out where AVX2 is there")]
        // SAFETY: see `Avx2`; pointers come from references to `Wide`, which is 32 bytes long and aligned to 32.
        unsafe {
            $call
        }
    }};
}

macro_rules! binary {
    ($type:ident, $trait:ident, $name:ident, $instruction:ident) => {
        impl $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(instruction!($instruction(self.0, other.0)))
            }
        }
    };
}

binary!(Avx2, Add, add, _mm256_add_ps);
binary!(Avx2, Sub, sub, _mm256_sub_ps);
binary!(Avx2, Mul, mul, _mm256_mul_ps);
binary!(Avx2, Div, div, _mm256_div_ps);
binary!(Avx2Mask, BitAnd, bitand, _mm256_and_ps);
binary!(Avx2Mask, BitOr, bitor, _mm256_or_ps);

impl Neg for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(instruction!(_mm256_xor_ps(self.0, _mm256_set1_ps(-0.0))))
    }
}

impl Lane for Avx2 {
    type Mask = Avx2Mask;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(instruction!(_mm256_set1_ps(value)))
    }

    #[inline(always)]
    fn load(from: &Wide) -> Self {
        Self(instruction!(_mm256_load_ps(from.0.as_ptr())))
    }

    #[inline(always)]
    fn store(self, to: &mut Wide) {
        instruction!(_mm256_store_ps(to.0.as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(instruction!(_mm256_min_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(instruction!(_mm256_max_ps(self.0, other.0)))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(instruction!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Avx2Mask {
        Avx2Mask(instruction!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn select(mask: Avx2Mask, yes: Self, no: Self) -> Self {
        Self(instruction!(_mm256_blendv_ps(no.0, yes.0, mask.0)))
    }
}

impl Not for Avx2Mask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(instruction!(_mm256_xor_ps(
            self.0,
            _mm256_set1_ps(f32::from_bits(u32::MAX))
        )))
    }
}

impl Mask for Avx2Mask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self(instruction!(_mm256_set1_ps(f32::from_bits(if value {
            u32::MAX
        } else {
            0
        }))))
    }

    #[inline(always)]
    fn any(self) -> bool {
        instruction!(_mm256_movemask_ps(self.0)) != 0
    }
}
