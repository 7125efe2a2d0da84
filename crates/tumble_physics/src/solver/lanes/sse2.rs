//! Lanes as two registers of SSE2, which every `x86_64` has.

use core::arch::x86_64::{
    __m128, _mm_add_ps, _mm_and_ps, _mm_andnot_ps, _mm_cmplt_ps, _mm_div_ps, _mm_load_ps, _mm_max_ps,
    _mm_min_ps, _mm_movemask_ps, _mm_mul_ps, _mm_or_ps, _mm_set1_ps, _mm_store_ps, _mm_sub_ps, _mm_xor_ps,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::{Kernel, Lane, Mask, Wide};

#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128, __m128);

/// All bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub(super) struct Sse2Mask(__m128, __m128);

/// Runs a kernel compiled for SSE2: one function, as for other lanes, so that the compiler treats them alike.
#[inline(never)]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run::<Sse2>()
}

/// Wraps instructions of SSE and SSE2.
macro_rules! instruction {
    ($call:expr) => {{
        #[allow(unused_unsafe, reason = "some are safe where their feature is always there")]
        #[expect(unsafe_code, reason = "this module only exists on x86_64, which always has SSE2")]
        // SAFETY: the machine has SSE2; pointers come from references to `Wide`, whose halves are 16 bytes long and aligned to 16.
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
                Self(
                    instruction!($instruction(self.0, other.0)),
                    instruction!($instruction(self.1, other.1)),
                )
            }
        }
    };
}

binary!(Sse2, Add, add, _mm_add_ps);
binary!(Sse2, Sub, sub, _mm_sub_ps);
binary!(Sse2, Mul, mul, _mm_mul_ps);
binary!(Sse2, Div, div, _mm_div_ps);
binary!(Sse2Mask, BitAnd, bitand, _mm_and_ps);
binary!(Sse2Mask, BitOr, bitor, _mm_or_ps);

impl Neg for Sse2 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        let sign = instruction!(_mm_set1_ps(-0.0));
        Self(
            instruction!(_mm_xor_ps(self.0, sign)),
            instruction!(_mm_xor_ps(self.1, sign)),
        )
    }
}

impl Lane for Sse2 {
    type Mask = Sse2Mask;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        let half = instruction!(_mm_set1_ps(value));
        Self(half, half)
    }

    #[inline(always)]
    fn load(from: &Wide) -> Self {
        let [low, high] = halves(from);
        Self(
            instruction!(_mm_load_ps(low.as_ptr())),
            instruction!(_mm_load_ps(high.as_ptr())),
        )
    }

    #[inline(always)]
    fn store(self, to: &mut Wide) {
        let (low, high) = to.0.split_at_mut(4);
        instruction!(_mm_store_ps(low.as_mut_ptr(), self.0));
        instruction!(_mm_store_ps(high.as_mut_ptr(), self.1));
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(
            instruction!(_mm_min_ps(self.0, other.0)),
            instruction!(_mm_min_ps(self.1, other.1)),
        )
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(
            instruction!(_mm_max_ps(self.0, other.0)),
            instruction!(_mm_max_ps(self.1, other.1)),
        )
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let sign = instruction!(_mm_set1_ps(-0.0));
        Self(
            instruction!(_mm_andnot_ps(sign, self.0)),
            instruction!(_mm_andnot_ps(sign, self.1)),
        )
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Sse2Mask {
        Sse2Mask(
            instruction!(_mm_cmplt_ps(self.0, other.0)),
            instruction!(_mm_cmplt_ps(self.1, other.1)),
        )
    }

    #[inline(always)]
    fn select(mask: Sse2Mask, yes: Self, no: Self) -> Self {
        Self(pick(mask.0, yes.0, no.0), pick(mask.1, yes.1, no.1))
    }
}

#[inline(always)]
fn pick(mask: __m128, yes: __m128, no: __m128) -> __m128 {
    instruction!(_mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no)))
}

#[inline(always)]
fn halves(wide: &Wide) -> [&[f32]; 2] {
    let (low, high) = wide.0.split_at(4);
    [low, high]
}

impl Not for Sse2Mask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let all = instruction!(_mm_set1_ps(f32::from_bits(u32::MAX)));
        Self(
            instruction!(_mm_xor_ps(self.0, all)),
            instruction!(_mm_xor_ps(self.1, all)),
        )
    }
}

impl Mask for Sse2Mask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        let half = instruction!(_mm_set1_ps(f32::from_bits(if value { u32::MAX } else { 0 })));
        Self(half, half)
    }

    #[inline(always)]
    fn any(self) -> bool {
        instruction!(_mm_movemask_ps(_mm_or_ps(self.0, self.1))) != 0
    }
}
