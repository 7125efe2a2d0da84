//! Sixteen lanes as two registers of AVX2.
#![expect(
    unsafe_code,
    reason = "vendor intrinsics; the type exists only in code that runs where the machine has AVX2"
)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for this instruction set"
)]

use core::arch::x86_64::{
    __m256, _CMP_LT_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_andnot_ps, _mm256_blendv_ps, _mm256_cmp_ps,
    _mm256_div_ps, _mm256_load_ps, _mm256_max_ps, _mm256_min_ps, _mm256_movemask_ps, _mm256_mul_ps,
    _mm256_or_ps, _mm256_set1_ps, _mm256_sqrt_ps, _mm256_store_ps, _mm256_sub_ps, _mm256_xor_ps,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Lanes;
use super::pack::Pack16;

/// Sixteen `f32` in 2 registers; a mask is as many registers whose lanes are all ones or all zeros. Only made and used within functions
/// compiled for AVX2, which the kernel's dispatch calls where the machine has it: that is what makes every block below sound.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256, __m256);

impl Add for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }
}

impl Sub for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)) }
    }
}

impl Mul for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)) }
    }
}

impl Div for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_div_ps(self.0, other.0), _mm256_div_ps(self.1, other.1)) }
    }
}

impl Neg for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: see the type.
        unsafe {
            let sign = _mm256_set1_ps(-0.0);
            Self(_mm256_xor_ps(self.0, sign), _mm256_xor_ps(self.1, sign))
        }
    }
}

impl Lanes for Avx2 {
    type Real = f32;
    type Pack = Pack16;
    type Mask = Self;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: see the type.
        unsafe {
            let value = _mm256_set1_ps(value);
            Self(value, value)
        }
    }
    #[inline(always)]
    fn load(from: &Pack16) -> Self {
        // SAFETY: see the type; a pack is aligned and holds the registers' lanes one after the other.
        unsafe {
            let at = from.0.as_ptr();
            Self(_mm256_load_ps(at), _mm256_load_ps(at.add(8)))
        }
    }
    #[inline(always)]
    fn store(self, to: &mut Pack16) {
        // SAFETY: see the type; a pack is aligned and holds the registers' lanes one after the other.
        unsafe {
            let at = to.0.as_mut_ptr();
            _mm256_store_ps(at, self.0);
            _mm256_store_ps(at.add(8), self.1);
        }
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_min_ps(self.0, other.0), _mm256_min_ps(self.1, other.1)) }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_max_ps(self.0, other.0), _mm256_max_ps(self.1, other.1)) }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the type.
        unsafe {
            let sign = _mm256_set1_ps(-0.0);
            Self(_mm256_andnot_ps(sign, self.0), _mm256_andnot_ps(sign, self.1))
        }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_sqrt_ps(self.0), _mm256_sqrt_ps(self.1)) }
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0),
                _mm256_cmp_ps::<_CMP_LT_OQ>(self.1, other.1),
            )
        }
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm256_blendv_ps(no.0, yes.0, mask.0),
                _mm256_blendv_ps(no.1, yes.1, mask.1),
            )
        }
    }
    #[inline(always)]
    fn and(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_and_ps(a.0, b.0), _mm256_and_ps(a.1, b.1)) }
    }
    #[inline(always)]
    fn or(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_or_ps(a.0, b.0), _mm256_or_ps(a.1, b.1)) }
    }
    #[inline(always)]
    fn not_and(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe { Self(_mm256_andnot_ps(a.0, b.0), _mm256_andnot_ps(a.1, b.1)) }
    }
    #[inline(always)]
    fn any(mask: Self) -> bool {
        // SAFETY: see the type.
        unsafe { (_mm256_movemask_ps(mask.0) | _mm256_movemask_ps(mask.1)) != 0 }
    }
}
