//! Shapes: what callers describe ([`Shape`]), and what the world collides ([`Piece`]).

mod bounds;
mod build;
mod inside;
mod mass;
mod outline;
mod polygon;
mod side_tree;
#[cfg(test)]
mod tests;

use tumble_math::Vec2;

pub(crate) use build::{Built, build};
pub(crate) use inside::inside;
#[cfg(test)]
pub(crate) use outline::sides;

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
        min: Vec2::MAX,
        max: Vec2::MIN,
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

/// Most corners of a [`Shape::Polygon`], once doubled and collinear ones are dropped.
pub(crate) const MOST_CORNERS: usize = 16;

/// What the world collides: a body has one, or, when it is an outline or a polyline, one per side. In the frame of the body's
/// centre of mass.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// A disc.
    Circle { center: Vec2, radius: f32 },
    /// A thick segment; `along` is the unit vector from a to b.
    Capsule {
        a: Vec2,
        b: Vec2,
        along: Vec2,
        radius: f32,
    },
    /// A convex polygon.
    Polygon(Box<Convex>),
    /// One side of an outline or polyline.
    Side(Side),
}

/// A convex polygon with rounding. Its corners are in the order that makes `normals[i]` the outward unit normal of the edge from
/// corner i to i + 1: positive signed area in the y-down frame, the normal being (d.y, −d.x) of the edge's direction d.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Convex {
    count: u8,
    points: [Vec2; MOST_CORNERS],
    normals: [Vec2; MOST_CORNERS],
    /// Rounding \[px, ≥ 0\].
    pub radius: f32,
}

impl Convex {
    /// Of 3 to 16 corners and as many normals.
    fn new(corners: &[Vec2], edge_normals: &[Vec2], radius: f32) -> Self {
        debug_assert!(corners.len() == edge_normals.len() && (3..=MOST_CORNERS).contains(&corners.len()));
        let mut points = [Vec2::ZERO; MOST_CORNERS];
        let mut normals = points;
        points[..corners.len()].copy_from_slice(corners);
        normals[..corners.len()].copy_from_slice(edge_normals);
        Self {
            count: corners.len() as u8,
            points,
            normals,
            radius,
        }
    }

    /// Its corners.
    #[inline]
    pub(crate) fn points(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }

    /// Outward unit normal of each edge.
    #[inline]
    pub(crate) fn normals(&self) -> &[Vec2] {
        &self.normals[..usize::from(self.count)]
    }
}

/// One side of an outline (solid on the far side of its normal) or of a polyline (two-sided).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    pub a: Vec2,
    pub b: Vec2,
    /// Outward unit normal: (d.y, −d.x) of the direction d from a to b.
    pub normal: Vec2,
    /// Normal of the side that ends at `a`, and of the one that begins at `b`: together with `normal` they say which normals
    /// the corner can give. Its own at an open end.
    pub normal_before: Vec2,
    pub normal_after: Vec2,
    pub corner_a: Corner,
    pub corner_b: Corner,
    /// The neighbours' other ends; its own end where it is open.
    pub before: Vec2,
    pub after: Vec2,
    /// How far behind the side a point may still be nearer to it than to any other but its neighbours \[px\]: at `a`, halfway and
    /// at `b`, and linear between. 0 for a polyline.
    pub depth: [f32; 3],
    /// Whether it is a polyline's, which pushes to the side where the other shape's middle is.
    pub two_sided: bool,
}

/// What a side's end is like, seen from where its normal points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Corner {
    /// A polyline ends here, or turns straight back.
    Open,
    /// The neighbour turns away: the corner sticks out.
    Convex,
    /// The neighbour goes straight on.
    Flat,
    /// The neighbour rises.
    Hollow,
}

impl Corner {
    /// The same seen from the other side.
    #[inline]
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Convex => Self::Hollow,
            Self::Hollow => Self::Convex,
            same => same,
        }
    }
}
