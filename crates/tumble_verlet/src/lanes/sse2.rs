//! Sixteen lanes as four registers of SSE2, which every x86-64 has.
#![expect(unsafe_code, reason = "vendor intrinsics; SSE2 is part of x86-64")]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for this instruction set"
)]

use core::arch::x86_64::{
    __m128, _mm_add_ps, _mm_and_ps, _mm_andnot_ps, _mm_cmplt_ps, _mm_div_ps, _mm_load_ps, _mm_max_ps,
    _mm_min_ps, _mm_movemask_ps, _mm_mul_ps, _mm_or_ps, _mm_set1_ps, _mm_sqrt_ps, _mm_store_ps, _mm_sub_ps,
    _mm_xor_ps,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Lanes;
use super::pack::Pack16;

/// Sixteen `f32` in 4 registers; a mask is as many registers whose lanes are all ones or all zeros. SSE2 is part of
/// x86-64, which makes every block below sound.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128, __m128, __m128, __m128);

impl Add for Sse2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_add_ps(self.0, other.0),
                _mm_add_ps(self.1, other.1),
                _mm_add_ps(self.2, other.2),
                _mm_add_ps(self.3, other.3),
            )
        }
    }
}

impl Sub for Sse2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_sub_ps(self.0, other.0),
                _mm_sub_ps(self.1, other.1),
                _mm_sub_ps(self.2, other.2),
                _mm_sub_ps(self.3, other.3),
            )
        }
    }
}

impl Mul for Sse2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_mul_ps(self.0, other.0),
                _mm_mul_ps(self.1, other.1),
                _mm_mul_ps(self.2, other.2),
                _mm_mul_ps(self.3, other.3),
            )
        }
    }
}

impl Div for Sse2 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_div_ps(self.0, other.0),
                _mm_div_ps(self.1, other.1),
                _mm_div_ps(self.2, other.2),
                _mm_div_ps(self.3, other.3),
            )
        }
    }
}

impl Neg for Sse2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: see the type.
        unsafe {
            let sign = _mm_set1_ps(-0.0);
            Self(
                _mm_xor_ps(self.0, sign),
                _mm_xor_ps(self.1, sign),
                _mm_xor_ps(self.2, sign),
                _mm_xor_ps(self.3, sign),
            )
        }
    }
}

impl Lanes for Sse2 {
    type Real = f32;
    type Pack = Pack16;
    type Mask = Self;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: see the type.
        unsafe {
            let value = _mm_set1_ps(value);
            Self(value, value, value, value)
        }
    }
    #[inline(always)]
    fn load(from: &Pack16) -> Self {
        // SAFETY: see the type; a pack is aligned and holds the registers' lanes one after the other.
        unsafe {
            let at = from.0.as_ptr();
            Self(
                _mm_load_ps(at),
                _mm_load_ps(at.add(4)),
                _mm_load_ps(at.add(8)),
                _mm_load_ps(at.add(12)),
            )
        }
    }
    #[inline(always)]
    fn store(self, to: &mut Pack16) {
        // SAFETY: see the type; a pack is aligned and holds the registers' lanes one after the other.
        unsafe {
            let at = to.0.as_mut_ptr();
            _mm_store_ps(at, self.0);
            _mm_store_ps(at.add(4), self.1);
            _mm_store_ps(at.add(8), self.2);
            _mm_store_ps(at.add(12), self.3);
        }
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_min_ps(self.0, other.0),
                _mm_min_ps(self.1, other.1),
                _mm_min_ps(self.2, other.2),
                _mm_min_ps(self.3, other.3),
            )
        }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_max_ps(self.0, other.0),
                _mm_max_ps(self.1, other.1),
                _mm_max_ps(self.2, other.2),
                _mm_max_ps(self.3, other.3),
            )
        }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the type.
        unsafe {
            let sign = _mm_set1_ps(-0.0);
            Self(
                _mm_andnot_ps(sign, self.0),
                _mm_andnot_ps(sign, self.1),
                _mm_andnot_ps(sign, self.2),
                _mm_andnot_ps(sign, self.3),
            )
        }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_sqrt_ps(self.0),
                _mm_sqrt_ps(self.1),
                _mm_sqrt_ps(self.2),
                _mm_sqrt_ps(self.3),
            )
        }
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_cmplt_ps(self.0, other.0),
                _mm_cmplt_ps(self.1, other.1),
                _mm_cmplt_ps(self.2, other.2),
                _mm_cmplt_ps(self.3, other.3),
            )
        }
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_or_ps(_mm_and_ps(mask.0, yes.0), _mm_andnot_ps(mask.0, no.0)),
                _mm_or_ps(_mm_and_ps(mask.1, yes.1), _mm_andnot_ps(mask.1, no.1)),
                _mm_or_ps(_mm_and_ps(mask.2, yes.2), _mm_andnot_ps(mask.2, no.2)),
                _mm_or_ps(_mm_and_ps(mask.3, yes.3), _mm_andnot_ps(mask.3, no.3)),
            )
        }
    }
    #[inline(always)]
    fn and(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_and_ps(a.0, b.0),
                _mm_and_ps(a.1, b.1),
                _mm_and_ps(a.2, b.2),
                _mm_and_ps(a.3, b.3),
            )
        }
    }
    #[inline(always)]
    fn or(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_or_ps(a.0, b.0),
                _mm_or_ps(a.1, b.1),
                _mm_or_ps(a.2, b.2),
                _mm_or_ps(a.3, b.3),
            )
        }
    }
    #[inline(always)]
    fn not_and(a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        unsafe {
            Self(
                _mm_andnot_ps(a.0, b.0),
                _mm_andnot_ps(a.1, b.1),
                _mm_andnot_ps(a.2, b.2),
                _mm_andnot_ps(a.3, b.3),
            )
        }
    }
    #[inline(always)]
    fn any(mask: Self) -> bool {
        // SAFETY: see the type.
        unsafe {
            (_mm_movemask_ps(mask.0)
                | _mm_movemask_ps(mask.1)
                | _mm_movemask_ps(mask.2)
                | _mm_movemask_ps(mask.3))
                != 0
        }
    }
}
