//! Eight vectors at once.

use core::ops::{Add, Mul, Neg, Sub};

use super::{Lane, Wide};

/// Eight vectors in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct WidePair {
    pub x: Wide,
    pub y: Wide,
}

impl WidePair {
    pub(crate) const ZERO: Self = Self {
        x: Wide::ZERO,
        y: Wide::ZERO,
    };

    #[inline(always)]
    pub(crate) fn get<L: Lane>(&self) -> Pair<L> {
        Pair {
            x: self.x.get(),
            y: self.y.get(),
        }
    }

    #[inline(always)]
    pub(crate) fn put<L: Lane>(&mut self, value: Pair<L>) {
        self.x.put(value.x);
        self.y.put(value.y);
    }
}

/// Eight vectors in registers.
#[derive(Clone, Copy)]
pub(crate) struct Pair<L> {
    pub x: L,
    pub y: L,
}

impl<L: Lane> Pair<L> {
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self {
            x: L::zero(),
            y: L::zero(),
        }
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> L {
        self.x * other.x + self.y * other.y
    }

    /// z of the cross product.
    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> L {
        self.x * other.y - self.y * other.x
    }

    /// A quarter turn from +x towards +y: the velocity of a point at this arm per unit of angular velocity.
    #[inline(always)]
    pub(crate) fn perp(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// Turned by the angle whose cosine and sine these are.
    #[inline(always)]
    pub(crate) fn turned(self, cos: L, sin: L) -> Self {
        Self {
            x: cos * self.x - sin * self.y,
            y: sin * self.x + cos * self.y,
        }
    }

    #[inline(always)]
    pub(crate) fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: L::select(mask, yes.x, no.x),
            y: L::select(mask, yes.y, no.y),
        }
    }
}

impl<L: Lane> Add for Pair<L> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl<L: Lane> Sub for Pair<L> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl<L: Lane> Mul<L> for Pair<L> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, by: L) -> Self {
        Self {
            x: self.x * by,
            y: self.y * by,
        }
    }
}

impl<L: Lane> Neg for Pair<L> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }
}
