//! Eight lanes in plain Rust: what the others are compared with.
#![expect(
    clippy::inline_always,
    reason = "a stage is compiled once per instruction set, in one piece"
)]

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{LANES, V8, Wide};

/// Eight numbers.
#[derive(Clone, Copy)]
pub(crate) struct Scalar([f32; LANES]);

impl Scalar {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(core::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn bits(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        self.zip(other, |a, b| f32::from_bits(f(a.to_bits(), b.to_bits())))
    }
}

macro_rules! operator {
    ($trait:ident, $function:ident, $symbol:tt) => {
        impl $trait for Scalar {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                self.zip(other, |a, b| a $symbol b)
            }
        }
    };
}

operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for Scalar {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|value| -value))
    }
}

impl Wide for Scalar {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; LANES])
    }
    #[inline(always)]
    fn load(from: &V8) -> Self {
        Self(from.0)
    }
    #[inline(always)]
    fn store(self, to: &mut V8) {
        to.0 = self.0;
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        self.zip(other, |a, b| f32::from_bits(if a < b { u32::MAX } else { 0 }))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.bits(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.bits(other, |a, b| a | b)
    }
    #[inline(always)]
    fn not_and(self, other: Self) -> Self {
        self.bits(other, |a, b| !a & b)
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|lane| {
            if mask.0[lane].to_bits() == 0 {
                no.0[lane]
            } else {
                yes.0[lane]
            }
        }))
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().any(|value| value.to_bits() != 0)
    }
}
