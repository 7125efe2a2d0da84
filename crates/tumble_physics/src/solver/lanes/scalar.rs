//! Lanes as an array: the reference, and what other machines than `x86_64` use.

use core::array;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::{LANES, Lane, Mask, Wide};

#[derive(Clone, Copy)]
pub(super) struct Scalar([f32; LANES]);

#[derive(Clone, Copy)]
pub(super) struct ScalarMask([bool; LANES]);

macro_rules! binary {
    ($trait:ident, $name:ident, $op:tt) => {
        impl $trait for Scalar {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}

binary!(Add, add, +);
binary!(Sub, sub, -);
binary!(Mul, mul, *);
binary!(Div, div, /);

impl Neg for Scalar {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(array::from_fn(|i| -self.0[i]))
    }
}

impl Lane for Scalar {
    type Mask = ScalarMask;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn load(from: &Wide) -> Self {
        Self(from.0)
    }

    #[inline(always)]
    fn store(self, to: &mut Wide) {
        to.0 = self.0;
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(array::from_fn(|i| {
            if self.0[i] < other.0[i] {
                self.0[i]
            } else {
                other.0[i]
            }
        }))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(array::from_fn(|i| {
            if self.0[i] > other.0[i] {
                self.0[i]
            } else {
                other.0[i]
            }
        }))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(array::from_fn(|i| self.0[i].abs()))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> ScalarMask {
        ScalarMask(array::from_fn(|i| self.0[i] < other.0[i]))
    }

    #[inline(always)]
    fn select(mask: ScalarMask, yes: Self, no: Self) -> Self {
        Self(array::from_fn(|i| if mask.0[i] { yes.0[i] } else { no.0[i] }))
    }
}

impl BitAnd for ScalarMask {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for ScalarMask {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for ScalarMask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(array::from_fn(|i| !self.0[i]))
    }
}

impl Mask for ScalarMask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().any(|&lane| lane)
    }
}
