//! One lane: double precision.
#![expect(
    clippy::inline_always,
    reason = "the kernel is compiled once per kind of lanes, in one piece"
)]

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Lanes;
use super::pack::Pack1;

/// One `f64`.
#[derive(Clone, Copy)]
pub(crate) struct One(f64);

macro_rules! operator {
    ($trait:ident, $function:ident, $symbol:tt) => {
        impl $trait for One {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(self.0 $symbol other.0)
            }
        }
    };
}

operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for One {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Lanes for One {
    type Real = f64;
    type Pack = Pack1;
    type Mask = bool;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(value)
    }
    #[inline(always)]
    fn load(from: &Pack1) -> Self {
        Self(from.0)
    }
    #[inline(always)]
    fn store(self, to: &mut Pack1) {
        to.0 = self.0;
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self.0 < other.0 { self } else { other }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self.0 < other.0
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn not_and(a: bool, b: bool) -> bool {
        !a & b
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
}
