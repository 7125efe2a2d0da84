//! A proper rotation.

use crate::{Vec2, trig};

/// A proper 2D rotation, kept as cosine and sine: never a mirror, never a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    /// Cosine of the angle.
    pub cos: f32,
    /// Sine of the angle.
    pub sin: f32,
}

impl Rot {
    /// No turn at all.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// The rotation by `angle` \[rad\].
    #[inline]
    pub fn from_angle(angle: f32) -> Self {
        let (sin, cos) = trig::sin_cos(angle);
        Self { cos, sin }
    }

    /// The angle of this rotation \[rad, −π..π\].
    #[inline]
    pub fn angle(self) -> f32 {
        trig::atan2(self.sin, self.cos)
    }

    /// `v` turned by this rotation.
    #[inline]
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// `v` turned back.
    #[inline]
    pub fn unrotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// The direction of +x after this rotation (a unit vector).
    #[inline]
    pub fn x_axis(self) -> Vec2 {
        Vec2::new(self.cos, self.sin)
    }

    /// The opposite turn.
    #[inline]
    pub fn inverse(self) -> Self {
        Self {
            cos: self.cos,
            sin: -self.sin,
        }
    }
}

impl core::ops::Mul for Rot {
    type Output = Self;

    /// First `other`, then `self`.
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self {
            cos: self.cos * other.cos - self.sin * other.sin,
            sin: self.sin * other.cos + self.cos * other.sin,
        }
    }
}

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}
