//! Shapes: what callers describe ([`Shape`]), and what the world collides ([`Piece`]).

use tumble_math::Vec2;

/// A body's shape, in the body's frame \[px\].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// A circle.
    Circle {
        /// Its centre \[px\].
        center: Vec2,
        /// Its radius \[px, > 0\].
        radius: f32,
    },
    /// All points at most `radius` from a segment.
    Capsule {
        /// One end of the segment, which is the centre of a cap \[px\].
        a: Vec2,
        /// The other end; a capsule whose ends fall together is a circle.
        b: Vec2,
        /// Its radius \[px, > 0\].
        radius: f32,
    },
    /// All points at most `radius` from a convex polygon of 3 to 16 corners, in either winding.
    Polygon {
        /// Corners \[px\].
        points: Vec<Vec2>,
        /// Rounding \[px, ≥ 0\].
        radius: f32,
    },
    /// A simple polygon, convex or not, in either winding; solid. For static and kinematic bodies.
    Outline {
        /// At least three corners \[px\].
        points: Vec<Vec2>,
    },
    /// A polyline, two-sided and smooth to slide along. For static and kinematic bodies.
    Segments {
        /// At least two points \[px\].
        points: Vec<Vec2>,
    },
}

/// Where a piece is: the world position of its frame's origin, and its rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// Origin: the body's centre of mass \[px\].
    pub at: Vec2,
    /// Cosine of its angle.
    pub cos: f32,
    /// Sine of its angle.
    pub sin: f32,
}

impl Frame {
    #[inline]
    pub(crate) fn rotate(&self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    #[inline]
    pub(crate) fn unrotate(&self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    #[inline]
    pub(crate) fn point(&self, local: Vec2) -> Vec2 {
        self.at + self.rotate(local)
    }
}

/// An axis-aligned box \[px\].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// Least corner.
    pub min: Vec2,
    /// Greatest corner.
    pub max: Vec2,
}

impl Aabb {
    /// Contains nothing; the neutral element of [`Aabb::union`].
    pub const EMPTY: Self = Self {
        min: Vec2::INFINITY,
        max: Vec2::NEG_INFINITY,
    };

    /// Whether they share a point.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Whether `other` is within.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.x <= other.min.x
            && self.min.y <= other.min.y
            && other.max.x <= self.max.x
            && other.max.y <= self.max.y
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Larger by `margin` \[px\] on each side.
    #[inline]
    pub fn grown(&self, margin: f32) -> Self {
        Self {
            min: self.min - Vec2::splat(margin),
            max: self.max + Vec2::splat(margin),
        }
    }

    /// Half its perimeter, the cost measure of trees \[px\].
    #[inline]
    pub fn half_perimeter(&self) -> f32 {
        (self.max.x - self.min.x) + (self.max.y - self.min.y)
    }
}

/// What the world collides: a body has one, or, when it is an outline or a polyline, one per side. In the frame of the body's
/// centre of mass.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// A disc.
    Circle { center: Vec2, radius: f32 },
    /// A thick segment.
    Capsule { a: Vec2, b: Vec2, radius: f32 },
    /// A convex polygon, corners in the order that makes `normals[i]` = outward normal of the side from corner i to i + 1
    /// (positive signed area in the y-down frame: the normal is (d.y, −d.x) of the side's direction d).
    Polygon(Box<Convex>),
    /// One side of an outline or polyline.
    Side(Side),
}

/// A convex polygon with rounding.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Convex {
    pub points: Vec<Vec2>,
    pub normals: Vec<Vec2>,
    pub radius: f32,
}

/// One side of an outline (solid on the far side of its normal) or of a polyline (two-sided).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    pub a: Vec2,
    pub b: Vec2,
    /// The neighbouring points, which decide what a corner gives as normal; equal to `a` or `b` at the ends of a polyline.
    pub before: Vec2,
    pub after: Vec2,
    /// Outward unit normal: (d.y, −d.x) of the direction d from a to b.
    pub normal: Vec2,
    /// How far behind the side a point still belongs to it \[px\]: half the thickness of the solid there; 0 for a polyline.
    pub depth: f32,
    /// Whether it is a polyline's, which pushes to the side where the other shape's middle is.
    pub two_sided: bool,
}
