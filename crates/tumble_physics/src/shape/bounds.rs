//! Boxes around pieces.

use tumble_math::Vec2;

use super::{Aabb, Frame, Piece};

impl Piece {
    /// The smallest box around the piece at a place, up to rounding.
    #[inline]
    pub(crate) fn aabb(&self, frame: &Frame) -> Aabb {
        match self {
            Self::Circle { center, radius } => around(frame.point(*center), *radius),
            Self::Capsule { a, b, radius, .. } => spanned(frame.point(*a), frame.point(*b)).grown(*radius),
            Self::Side(side) => spanned(frame.point(side.a), frame.point(side.b)),
            Self::Polygon(polygon) => {
                let (mut min, mut max) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
                for &corner in polygon.points() {
                    let corner = frame.rotate(corner);
                    min = min.min(corner);
                    max = max.max(corner);
                }
                Aabb {
                    min: frame.at + min,
                    max: frame.at + max,
                }
                .grown(polygon.radius)
            }
        }
    }
}

#[inline]
fn around(center: Vec2, radius: f32) -> Aabb {
    Aabb {
        min: center,
        max: center,
    }
    .grown(radius)
}

#[inline]
fn spanned(a: Vec2, b: Vec2) -> Aabb {
    Aabb {
        min: a.min(b),
        max: a.max(b),
    }
}
