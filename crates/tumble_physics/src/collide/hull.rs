//! Convex polygons against each other and against what is round: separating axes, then clipping (E. Catto, *Contact Manifolds*,
//! GDC 2007), and true distances where corners face each other.
//!
//! A capsule is a polygon of two corners.

use tumble_math::Vec2;

use super::edge::{self, Edge};
use super::round::{Bar, opposite, point};
use super::{Manifold, ManifoldPoint, OF_B, ROUND, SAME_WAY};
use crate::shape::{Convex, Frame, MOST_CORNERS, Piece};

/// B's edge is taken to measure from only when it is this much better than A's, as a share of the shorter of the two: so that
/// equally good ones don't take turns.
const PREFER_A: f32 = 1e-4;

/// Room for a polygon's corners in the world's axes.
pub(super) struct Buffer {
    points: [Vec2; MOST_CORNERS],
    normals: [Vec2; MOST_CORNERS],
}

impl Buffer {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            points: [Vec2::ZERO; MOST_CORNERS],
            normals: [Vec2::ZERO; MOST_CORNERS],
        }
    }

    /// A polygon at a place whose origin is at `at`.
    #[inline]
    pub(super) fn polygon(&mut self, polygon: &Convex, frame: &Frame, at: Vec2) -> Hull<'_> {
        let count = polygon.points().len();
        for (place, &corner) in self.points.iter_mut().zip(polygon.points()) {
            *place = at + frame.rotate(corner);
        }
        for (place, &normal) in self.normals.iter_mut().zip(polygon.normals()) {
            *place = frame.rotate(normal);
        }
        Hull {
            points: &self.points[..count],
            normals: &self.normals[..count],
            radius: polygon.radius,
        }
    }

    /// A capsule's core.
    #[inline]
    pub(super) fn bar(&mut self, bar: &Bar) -> Hull<'_> {
        let &Bar { p, q, along, radius } = bar;
        let normal = Vec2::new(along.y, -along.x);
        (self.points[0], self.points[1]) = (p, q);
        (self.normals[0], self.normals[1]) = (normal, -normal);
        Hull {
            points: &self.points[..2],
            normals: &self.normals[..2],
            radius,
        }
    }

    /// Any piece's core, at a place whose origin is at `at`; a side is a segment.
    pub(super) fn piece(&mut self, piece: &Piece, frame: &Frame, at: Vec2) -> Hull<'_> {
        match piece {
            Piece::Circle { center, radius } => {
                self.points[0] = at + frame.rotate(*center);
                Hull {
                    points: &self.points[..1],
                    normals: &[],
                    radius: *radius,
                }
            }
            &Piece::Capsule { a, b, along, radius } => self.bar(&Bar::new(a, b, along, radius, frame, at)),
            Piece::Polygon(polygon) => self.polygon(polygon, frame, at),
            Piece::Side(side) => {
                let along = Vec2::new(-side.normal.y, side.normal.x);
                self.bar(&Bar::new(side.a, side.b, along, 0.0, frame, at))
            }
        }
    }
}

/// A convex core of 1 to 16 corners with rounding; one normal an edge, and none for a single corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull<'a> {
    pub points: &'a [Vec2],
    pub normals: &'a [Vec2],
    pub radius: f32,
}

impl Hull<'_> {
    #[inline]
    pub(super) fn next(&self, i: usize) -> usize {
        if i + 1 == self.points.len() { 0 } else { i + 1 }
    }

    #[inline]
    pub(super) fn edge(&self, i: usize, first_id: u16) -> Edge {
        let next = self.next(i);
        Edge {
            p: self.points[i],
            q: self.points[next],
            along: Vec2::new(-self.normals[i].y, self.normals[i].x),
            radius: self.radius,
            ids: [first_id + i as u16, first_id + next as u16],
        }
    }

    fn length_squared(&self, i: usize) -> f32 {
        self.points[i].distance_squared(self.points[self.next(i)])
    }

    /// The edge that faces `way` most.
    #[inline]
    fn facing(&self, way: Vec2) -> usize {
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (i, normal) in self.normals.iter().enumerate() {
            let share = normal.dot(way);
            if share > most {
                (best, most) = (i, share);
            }
        }
        best
    }

    /// The edge that `point` is farthest in front of, and how far: negative when it is inside. Needs an edge.
    #[inline]
    pub(super) fn nearest_edge(&self, point: Vec2) -> (usize, f32) {
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (i, (&corner, normal)) in self.points.iter().zip(self.normals).enumerate() {
            let height = normal.dot(point - corner);
            if height > most {
                (best, most) = (i, height);
            }
        }
        (best, most)
    }

    /// The point of the core nearest to `point`, which is outside; of a core with an area, to a point inside, the nearest on its
    /// surface.
    pub(super) fn nearest(&self, point: Vec2) -> Vec2 {
        if self.normals.is_empty() {
            return self.points[0];
        }
        let (i, _) = self.nearest_edge(point);
        let (p, q) = (self.points[i], self.points[self.next(i)]);
        let d = q - p;
        p + d * ((point - p).dot(d) / d.length_squared()).clamp(0.0, 1.0)
    }
}

/// The edge of `a` whose normal separates the cores most, and by how much; stops at the first beyond `enough`.
#[inline]
pub(super) fn best_edge(a: &Hull, b: &Hull, enough: f32) -> (usize, f32) {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (i, (&corner, &normal)) in a.points.iter().zip(a.normals).enumerate() {
        let mut least = f32::INFINITY;
        for &point in b.points {
            least = least.min(normal.dot(point - corner));
        }
        if least > most {
            (best, most) = (i, least);
            if most > enough {
                break;
            }
        }
    }
    (best, most)
}

/// The nearest points of two cores that are apart: one of them is a corner, so the nearest place to each corner will do.
pub(super) fn nearest_points(a: &Hull, b: &Hull) -> (Vec2, Vec2) {
    let (mut least, mut best) = (f32::INFINITY, (Vec2::ZERO, Vec2::ZERO));
    let mut take = |p: Vec2, q: Vec2| {
        let squared = p.distance_squared(q);
        if squared < least {
            (least, best) = (squared, (p, q));
        }
    };
    for &q in b.points {
        take(a.nearest(q), q);
    }
    for &p in a.points {
        take(p, b.nearest(p));
    }
    best
}

/// A circle against a polygon.
#[inline]
pub(super) fn circle((center, radius): (Vec2, f32), polygon: &Hull, offset: Vec2, margin: f32) -> Manifold {
    let (i, height) = polygon.nearest_edge(center);
    let reach = radius + polygon.radius + margin;
    if height > reach {
        return Manifold::NONE;
    }
    let (p, q) = (polygon.points[i], polygon.points[polygon.next(i)]);
    let (normal, d) = (polygon.normals[i], q - p);
    let along = (center - p).dot(d);
    if height > 0.0 && along < 0.0 {
        return point((center, radius), (p, polygon.radius), -normal, offset, margin, 0);
    }
    if height > 0.0 && along > d.length_squared() {
        return point((center, radius), (q, polygon.radius), -normal, offset, margin, 0);
    }
    let at = center - normal * (0.5 * (height + radius - polygon.radius));
    let separation = height - radius - polygon.radius;
    Manifold::one(-normal, ManifoldPoint::new(at, offset, separation, 0))
}

/// Two cores of at least two corners each.
pub(super) fn hulls(a: &Hull, b: &Hull, offset: Vec2, margin: f32) -> Manifold {
    let reach = a.radius + b.radius + margin;
    let (edge_a, sep_a) = best_edge(a, b, reach);
    if sep_a > reach {
        return Manifold::NONE;
    }
    let (edge_b, sep_b) = best_edge(b, a, reach);
    if sep_b > reach {
        return Manifold::NONE;
    }
    let most = sep_a.max(sep_b);
    let mut corners = None;
    let mut way = Vec2::ZERO;
    if most > 0.0 {
        // Apart: along a normal, or from corner to corner.
        let (p, q) = nearest_points(a, b);
        way = q - p;
        let apart = way.length();
        if apart > reach {
            return Manifold::NONE;
        }
        if apart > 0.0 {
            let normal = way / apart;
            let at = p + normal * (0.5 * (apart + a.radius - b.radius));
            let separation = apart - a.radius - b.radius;
            let round = Manifold::one(normal, ManifoldPoint::new(at, offset, separation, ROUND));
            if most < apart * (1.0 - 0.5 * SAME_WAY * SAME_WAY) {
                return round;
            }
            corners = Some(round);
        }
    }
    // How far corners that nearly face each other are off.
    let slack = |out: Vec2| way.perp_dot(out).abs() + edge::TOUCHING * way.length();
    let shorter = a.length_squared(edge_a).min(b.length_squared(edge_b)).sqrt();
    let found = if sep_b > sep_a + PREFER_A * shorter {
        let out = b.normals[edge_b];
        let other = a.edge(a.facing(-out), 0).other();
        opposite(edge::manifold(
            &b.edge(edge_b, OF_B),
            out,
            &other,
            slack(out),
            offset,
            margin,
        ))
    } else {
        let out = a.normals[edge_a];
        let other = b.edge(b.facing(-out), OF_B).other();
        edge::manifold(&a.edge(edge_a, 0), out, &other, slack(out), offset, margin)
    };
    match corners {
        Some(round) if found.count == 0 => round,
        _ => found,
    }
}
