//! What is in a place.

use tumble_math::{Pose2, Vec2};

use super::QueryShape;
use super::filter::BodyFilter;
use super::near::around;
use crate::body::BodyKind;
use crate::collide;
use crate::id::BodyId;
use crate::shape::{Aabb, Frame, Piece, Shape, build};
use crate::world::World;
use crate::world::bodies::FARTHEST;

impl World {
    /// Adds to `out` the bodies that a point is inside of or on, by index. Polylines have no inside. None for a point that isn't finite.
    pub fn overlap_point(&self, point: Vec2, filter: impl BodyFilter, out: &mut Vec<BodyId>) {
        if !point.is_finite() {
            return;
        }
        let mut found = self.solids_at(point, &filter);
        self.pieces_near(&around(point, 0.0), |body, _, piece, frame| {
            if collide::contains(piece, frame, point) && self.sees(body, &filter) {
                found.push(body);
            }
        });
        self.hand_out(found, out);
    }

    /// Adds to `out` the bodies that share a point with a box, by index: their shapes themselves, not only the boxes around them. None for
    /// a box with a number that isn't one, or whose least corner is beyond its greatest. What is beyond ±10⁹ px isn't looked at.
    pub fn overlap_aabb(&self, aabb: Aabb, filter: impl BodyFilter, out: &mut Vec<BodyId>) {
        let far = Vec2::splat(FARTHEST);
        let sound = aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y;
        if !sound || !aabb.overlaps(&around(Vec2::ZERO, FARTHEST)) {
            return;
        }
        let aabb = Aabb {
            min: aabb.min.max(-far),
            max: aabb.max.min(far),
        };
        let middle = Frame {
            at: aabb.min.midpoint(aabb.max),
            cos: 1.0,
            sin: 0.0,
        };
        let piece = piece_of_box(0.5 * (aabb.max - aabb.min));
        let found = self.overlapping(&piece, &middle, &filter);
        self.hand_out(found, out);
    }

    /// Adds to `out` the bodies that share a point with a shape whose frame is at `pose`, by index. None for a pose that isn't finite.
    pub fn overlap_shape(
        &self,
        shape: &QueryShape,
        pose: Pose2,
        filter: impl BodyFilter,
        out: &mut Vec<BodyId>,
    ) {
        if let Some(frame) = shape.frame(pose) {
            let found = self.overlapping(shape.piece(), &frame, &filter);
            self.hand_out(found, out);
        }
    }

    /// What a piece overlaps whose origin is a point of it; some several times.
    fn overlapping(&self, piece: &Piece, frame: &Frame, filter: &impl BodyFilter) -> Vec<u32> {
        // What is inside an outline without meeting any of its sides is so with each of its points.
        let mut found = self.solids_at(frame.at, filter);
        self.pieces_near(&piece.aabb(frame), |body, _, other, at| {
            if collide::distance(piece, frame, other, at).0 <= 0.0 && self.sees(body, filter) {
                found.push(body);
            }
        });
        found
    }
}

/// A box about the origin as a piece; a thin one is the line along its middle, or a point.
fn piece_of_box(half: Vec2) -> Piece {
    let other = Vec2::new(half.x, -half.y);
    let points = vec![-half, other, half, -other];
    if let Ok(mut built) = build(&Shape::Polygon { points, radius: 0.0 }, BodyKind::Static)
        && let Some(piece) = built.pieces.pop()
    {
        return piece;
    }
    let (end, along) = if half.x >= half.y {
        (Vec2::new(half.x, 0.0), Vec2::X)
    } else {
        (Vec2::new(0.0, half.y), Vec2::Y)
    };
    if end == Vec2::ZERO {
        return Piece::Circle {
            center: Vec2::ZERO,
            radius: 0.0,
        };
    }
    Piece::Capsule {
        a: -end,
        b: end,
        along,
        radius: 0.0,
    }
}
