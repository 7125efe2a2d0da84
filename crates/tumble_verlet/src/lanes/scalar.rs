//! Sixteen lanes in plain Rust: what the others are compared with.
#![expect(
    clippy::inline_always,
    reason = "the kernel is compiled once per kind of lanes, in one piece"
)]

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Lanes;
use super::pack::Pack16;

/// Sixteen `f32`.
#[derive(Clone, Copy)]
pub(crate) struct Sixteen([f32; 16]);

/// Sixteen truth values.
type Truth = [bool; 16];

impl Sixteen {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(core::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

macro_rules! operator {
    ($trait:ident, $function:ident, $symbol:tt) => {
        impl $trait for Sixteen {
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

impl Neg for Sixteen {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|value| -value))
    }
}

impl Lanes for Sixteen {
    type Real = f32;
    type Pack = Pack16;
    type Mask = Truth;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 16])
    }
    #[inline(always)]
    fn load(from: &Pack16) -> Self {
        Self(from.0)
    }
    #[inline(always)]
    fn store(self, to: &mut Pack16) {
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
    fn lt(self, other: Self) -> Truth {
        core::array::from_fn(|lane| self.0[lane] < other.0[lane])
    }
    #[inline(always)]
    fn select(mask: Truth, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|lane| {
            if mask[lane] { yes.0[lane] } else { no.0[lane] }
        }))
    }
    #[inline(always)]
    fn and(a: Truth, b: Truth) -> Truth {
        core::array::from_fn(|lane| a[lane] & b[lane])
    }
    #[inline(always)]
    fn or(a: Truth, b: Truth) -> Truth {
        core::array::from_fn(|lane| a[lane] | b[lane])
    }
    #[inline(always)]
    fn not_and(a: Truth, b: Truth) -> Truth {
        core::array::from_fn(|lane| !a[lane] & b[lane])
    }
    #[inline(always)]
    fn any(mask: Truth) -> bool {
        mask.iter().any(|&set| set)
    }
}
