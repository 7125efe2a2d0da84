//! Whether two bodies of one figure overlap: capsules, circles and boxes as rounded polygons of at most four sides.

use tumble_math::{Pose2, Vec2};

use crate::backend::Shape;

/// A rounded polygon with one, two or four corners.
struct Rounded {
    corners: [Vec2; 4],
    count: usize,
    radius: f32,
}

impl Rounded {
    fn new(shape: &Shape, pose: Pose2) -> Option<Self> {
        let rotation = pose.rotation();
        let at = |x: f32, y: f32| pose.position + rotation.rotate(Vec2::new(x, y));
        let p = pose.position;
        Some(match *shape {
            Shape::Circle { radius } => Self {
                corners: [p; 4],
                count: 1,
                radius,
            },
            Shape::Capsule { half_length, radius } => {
                let (a, b) = (at(-half_length, 0.0), at(half_length, 0.0));
                Self {
                    corners: [a, b, a, b],
                    count: 2,
                    radius,
                }
            }
            Shape::Box { half } => Self {
                corners: [
                    at(-half.x, -half.y),
                    at(half.x, -half.y),
                    at(half.x, half.y),
                    at(-half.x, half.y),
                ],
                count: 4,
                radius: 0.0,
            },
            Shape::Polygon { .. } | Shape::Segments { .. } => return None,
        })
    }

    fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        (0..self.count).map(|i| (self.corners[i], self.corners[(i + 1) % self.count]))
    }

    fn contains(&self, point: Vec2) -> bool {
        self.count == 4 && self.sides().all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0)
    }
}

/// Whether two bodies come nearer to each other than `margin` \[px\]. Shapes that limbs can't have never do.
pub fn overlaps(a: (&Shape, Pose2), b: (&Shape, Pose2), margin: f32) -> bool {
    let (Some(a), Some(b)) = (Rounded::new(a.0, a.1), Rounded::new(b.0, b.1)) else {
        return false;
    };
    if a.contains(b.corners[0]) || b.contains(a.corners[0]) {
        return true;
    }
    let reach = a.radius + b.radius + margin;
    a.sides()
        .any(|s| b.sides().any(|t| segment_distance_squared(s, t) < reach * reach))
}

/// Squared distance of two segments, either of which may be a point.
///
/// In the plane two segments either cross, or their distance is taken at one of the four ends.
fn segment_distance_squared((a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2)) -> f32 {
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    point_segment_squared(a, c, d)
        .min(point_segment_squared(b, c, d))
        .min(point_segment_squared(c, a, b))
        .min(point_segment_squared(d, a, b))
}

fn point_segment_squared(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let way = b - a;
    let length_squared = way.length_squared();
    let t = if length_squared > 0.0 {
        ((p - a).dot(way) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p - (a + way * t)).length_squared()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capsule(x: f32, y: f32, angle: f32) -> (Shape, Pose2) {
        (
            Shape::Capsule {
                half_length: 50.0,
                radius: 10.0,
            },
            Pose2::new(Vec2::new(x, y), angle),
        )
    }

    fn hit(a: &(Shape, Pose2), b: &(Shape, Pose2), margin: f32) -> bool {
        let forth = overlaps((&a.0, a.1), (&b.0, b.1), margin);
        assert_eq!(
            forth,
            overlaps((&b.0, b.1), (&a.0, a.1), margin),
            "the test is symmetric"
        );
        forth
    }

    #[test]
    fn capsules_overlap_when_their_cores_are_nearer_than_both_radii() {
        let a = capsule(0.0, 0.0, 0.0);
        assert!(hit(&a, &capsule(0.0, 19.9, 0.0), 0.0));
        assert!(!hit(&a, &capsule(0.0, 20.1, 0.0), 0.0));
        assert!(hit(&a, &capsule(0.0, 20.1, 0.0), 0.2));
        assert!(hit(&a, &capsule(0.0, 0.0, 1.5), 0.0), "crossing cores");
        assert!(!hit(&a, &capsule(121.0, 0.0, 0.0), 0.0), "end to end");
    }

    #[test]
    fn a_circle_wholly_inside_a_box_overlaps_it() {
        let big = (
            Shape::Box {
                half: Vec2::splat(100.0),
            },
            Pose2::new(Vec2::ZERO, 0.3),
        );
        let small = (
            Shape::Circle { radius: 5.0 },
            Pose2::new(Vec2::new(10.0, 10.0), 0.0),
        );
        assert!(hit(&big, &small, 0.0));
        let outside = (
            Shape::Circle { radius: 5.0 },
            Pose2::new(Vec2::new(150.0, 150.0), 0.0),
        );
        assert!(!hit(&big, &outside, 0.0));
    }
}
