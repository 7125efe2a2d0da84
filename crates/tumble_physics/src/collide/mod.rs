//! The narrow phase: from two pieces to a manifold.
//!
//! Everything is computed in the world's axes from A's origin, so that a place far from the world's origin costs no digits.
//!
//! Ids: a corner i of A's makes a point i, a corner of B's the point [`OF_B`] + i, two corners that face each other [`ROUND`].
//! So a point keeps its id when the edge that it is measured from changes.

mod cast;
mod distance;
mod edge;
mod hull;
mod ray;
mod round;
mod side;
#[cfg(test)]
mod tests;

use tumble_math::Vec2;

use crate::shape::{Frame, Piece};
pub(crate) use cast::cast;
#[allow(unused_imports, reason = "queries of the world use them one by one")]
pub(crate) use distance::{closest, contains, distance};
pub(crate) use ray::ray;

use hull::Buffer;
use round::Bar;
use side::View;

/// Added to the number of B's corner in an id.
const OF_B: u16 = 0x40;
/// The id of a contact between two corners, of which a manifold has one.
const ROUND: u16 = 0x80;
/// Directions that differ by less count as the same [rad]: larger makes a corner's normal jump to an edge's visibly, smaller lets
/// the contacts of flat things on flat things come and go with rounding.
const SAME_WAY: f32 = 0.01;

/// Where two pieces touch or are about to: one normal, at most two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manifold {
    /// Unit normal from A to B.
    pub normal: Vec2,
    /// The first `count` are valid.
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2.
    pub count: u8,
}

/// One point of a manifold: midway between the two surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ManifoldPoint {
    /// From A's frame origin to the point, in the world's axes \[px\].
    pub arm_a: Vec2,
    /// From B's frame origin to the point, in the world's axes \[px\].
    pub arm_b: Vec2,
    /// Distance of the surfaces along the normal \[px\]; negative when they overlap.
    pub separation: f32,
    /// The features that made it: the same pair of features gives the same id in the next step.
    pub id: u16,
}

impl Manifold {
    pub(crate) const NONE: Self = Self {
        normal: Vec2::ZERO,
        points: [ManifoldPoint {
            arm_a: Vec2::ZERO,
            arm_b: Vec2::ZERO,
            separation: 0.0,
            id: 0,
        }; 2],
        count: 0,
    };
}

/// Where two pieces touch or are about to: points no farther apart than `margin` \[px\].
///
/// The normal is that of the least overlap, or of the least distance when they are apart. Two sides never touch. A side of an outline
/// pushes only what has its middle in front of it or no deeper behind than its depth; a side of a polyline pushes to where the
/// other's middle is.
pub(crate) fn collide(a: &Piece, fa: &Frame, b: &Piece, fb: &Frame, margin: f32) -> Manifold {
    let offset = fb.at - fa.at;
    match (a, b) {
        (
            &Piece::Circle { center, radius },
            &Piece::Circle {
                center: q,
                radius: other,
            },
        ) => round::circles(
            (fa.rotate(center), radius),
            (offset + fb.rotate(q), other),
            offset,
            margin,
        ),
        (
            &Piece::Capsule { a, b, along, radius },
            &Piece::Capsule {
                a: c,
                b: d,
                along: way,
                radius: other,
            },
        ) => {
            let first = Bar::new(a, b, along, radius, fa, Vec2::ZERO);
            let second = Bar::new(c, d, way, other, fb, offset);
            round::capsules(&first, &second, offset, margin)
        }
        (
            &Piece::Circle { center, radius },
            &Piece::Capsule {
                a,
                b,
                along,
                radius: other,
            },
        ) => {
            let second = Bar::new(a, b, along, other, fb, offset);
            round::circle_capsule((fa.rotate(center), radius), &second, offset, margin)
        }
        (&Piece::Circle { center, radius }, Piece::Side(side)) => {
            side::circle((fa.rotate(center), radius), side, fb, offset, margin)
        }
        (&Piece::Capsule { a, b, along, radius }, Piece::Side(side)) => {
            let first = Bar::new(a, b, along, radius, fa, Vec2::ZERO);
            side::capsule(&first, side, fb, offset, margin)
        }
        _ => others(a, fa, b, fb, margin),
    }
}

/// The pairs that a crowd has less of; apart, because their rooms for corners would make the others' stack frames large.
#[inline(never)]
fn others(a: &Piece, fa: &Frame, b: &Piece, fb: &Frame, margin: f32) -> Manifold {
    let offset = fb.at - fa.at;
    let (mut own, mut theirs) = (Buffer::new(), Buffer::new());
    match (a, b) {
        (Piece::Side(_), Piece::Side(_)) => Manifold::NONE,
        (Piece::Polygon(polygon), Piece::Side(side)) => {
            let first = own.polygon(polygon, fa, Vec2::ZERO);
            side::hull(&first, &View::new(side, fb, offset), offset, margin)
        }
        (&Piece::Circle { center, radius }, Piece::Polygon(polygon)) => {
            let second = theirs.polygon(polygon, fb, offset);
            hull::circle((fa.rotate(center), radius), &second, offset, margin)
        }
        (Piece::Capsule { .. } | Piece::Polygon(_), Piece::Polygon(polygon)) => {
            let first = own.piece(a, fa, Vec2::ZERO);
            let second = theirs.polygon(polygon, fb, offset);
            hull::hulls(&first, &second, offset, margin)
        }
        // The other way round: each pair is written once.
        _ => collide(b, fb, a, fa, margin).swapped(),
    }
}

impl Manifold {
    /// The same seen from B.
    #[inline]
    fn swapped(mut self) -> Self {
        self.normal = -self.normal;
        for point in &mut self.points {
            core::mem::swap(&mut point.arm_a, &mut point.arm_b);
        }
        self
    }

    /// One point.
    #[inline]
    fn one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self {
            normal,
            points: [point, ManifoldPoint::default()],
            count: 1,
        }
    }
}

impl ManifoldPoint {
    /// At `at` from A's origin.
    #[inline]
    fn new(at: Vec2, offset: Vec2, separation: f32, id: u16) -> Self {
        Self {
            arm_a: at,
            arm_b: at - offset,
            separation,
            id,
        }
    }
}
