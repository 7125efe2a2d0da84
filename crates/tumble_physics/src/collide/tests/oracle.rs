//! Distance and overlap of convex cores by brute force in double precision: every edge against every corner.

use crate::shape::{Frame, Piece};

pub(in crate::collide) type P = [f64; 2];

/// A core and its rounding in the world.
pub(in crate::collide) struct Core {
    pub points: Vec<P>,
    pub radius: f64,
}

impl Core {
    pub(in crate::collide) fn new(piece: &Piece, frame: &Frame) -> Self {
        let (points, radius) = match piece {
            Piece::Circle { center, radius } => (vec![*center], *radius),
            Piece::Capsule { a, b, radius, .. } => (vec![*a, *b], *radius),
            Piece::Polygon(polygon) => (polygon.points().to_vec(), polygon.radius),
            Piece::Side(side) => (vec![side.a, side.b], 0.0),
        };
        let (cos, sin) = (f64::from(frame.cos), f64::from(frame.sin));
        let place = |p: &tumble_math::Vec2| {
            let (x, y) = (f64::from(p.x), f64::from(p.y));
            [
                f64::from(frame.at.x) + cos * x - sin * y,
                f64::from(frame.at.y) + sin * x + cos * y,
            ]
        };
        Self {
            points: points.iter().map(place).collect(),
            radius: f64::from(radius),
        }
    }

    fn edges(&self) -> Vec<(P, P)> {
        let count = self.points.len();
        (0..count)
            .map(|i| (self.points[i], self.points[(i + 1) % count]))
            .collect()
    }

    /// Greatest reach along a way.
    pub(in crate::collide) fn support(&self, way: P) -> f64 {
        self.points
            .iter()
            .map(|p| dot(*p, way))
            .fold(f64::NEG_INFINITY, f64::max)
            + self.radius
    }
}

pub(in crate::collide) fn dot(p: P, q: P) -> f64 {
    p[0] * q[0] + p[1] * q[1]
}

fn to(p: P, q: P) -> P {
    [q[0] - p[0], q[1] - p[1]]
}

fn point_to_segment(p: P, (a, b): (P, P)) -> f64 {
    let d = to(a, b);
    let squared = dot(d, d);
    let share = if squared > 0.0 {
        (dot(to(a, p), d) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let off = to(p, [a[0] + d[0] * share, a[1] + d[1] * share]);
    dot(off, off).sqrt()
}

/// Signed distance: that of the surfaces when the cores are apart; otherwise minus the shortest way that takes them apart.
pub(in crate::collide) fn distance(a: &Core, b: &Core) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for (one, other, _) in [(a, b, 1.0), (b, a, -1.0)] {
        for (p, q) in one.edges() {
            let d = to(p, q);
            let length = dot(d, d).sqrt();
            if length == 0.0 {
                continue;
            }
            // Both ways: a segment has two outsides; a polygon's inward way never wins, being deeper.
            for n in [[d[1] / length, -d[0] / length], [-d[1] / length, d[0] / length]] {
                let gap = -other
                    .points
                    .iter()
                    .map(|c| -dot(*c, n))
                    .fold(f64::NEG_INFINITY, f64::max)
                    - one
                        .points
                        .iter()
                        .map(|c| dot(*c, n))
                        .fold(f64::NEG_INFINITY, f64::max);
                most = most.max(gap);
            }
        }
    }
    let radii = a.radius + b.radius;
    if most < 0.0 && most > f64::NEG_INFINITY {
        return most - radii;
    }
    let mut least = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for &p in &one.points {
            for edge in other.edges() {
                least = least.min(point_to_segment(p, edge));
            }
        }
    }
    least - radii
}
