//! How far points and pieces are from each other.
#![allow(dead_code, reason = "queries of the world use them one by one")]

use tumble_math::Vec2;

use super::hull::{Buffer, Hull, best_edge, nearest_points};
use crate::shape::{Frame, Piece};

/// Whether a point is inside a piece. Never inside a side, which has no area; see [`crate::shape::inside`] for outlines.
pub(crate) fn contains(piece: &Piece, frame: &Frame, point: Vec2) -> bool {
    !matches!(piece, Piece::Side(_)) && closest(piece, frame, point).1 <= 0.0
}

/// The point of a piece's surface that is nearest to `point`, and how far it is \[px\]: negative when `point` is inside. Of a side,
/// whichever side the point is on, the distance is positive.
pub(crate) fn closest(piece: &Piece, frame: &Frame, point: Vec2) -> (Vec2, f32) {
    let mut buffer = Buffer::new();
    // From the piece's origin, in the world's axes.
    let hull = buffer.piece(piece, frame, Vec2::ZERO);
    let from = point - frame.at;
    let core = hull.nearest(from);
    let off = from - core;
    let distance = off.length();
    let (out, height) = if hull.normals.len() > 2 {
        let (edge, height) = hull.nearest_edge(from);
        if height <= 0.0 {
            (hull.normals[edge], height)
        } else {
            (off / distance, distance)
        }
    } else if distance > 0.0 {
        (off / distance, distance)
    } else {
        // On the core of what has no inside: out across it, or up.
        (hull.normals.first().copied().unwrap_or(Vec2::NEG_Y), 0.0)
    };
    (frame.at + core + out * hull.radius, height - hull.radius)
}

/// The distance of two pieces' surfaces \[px\], and the points of A and B between which it is; negative when they overlap: then that of
/// the shortest way that takes them apart. A side is a segment.
pub(crate) fn distance(a: &Piece, fa: &Frame, b: &Piece, fb: &Frame) -> (f32, Vec2, Vec2) {
    let (mut one, mut two) = (Buffer::new(), Buffer::new());
    let gap = Gap::between(&one.piece(a, fa, Vec2::ZERO), &two.piece(b, fb, fb.at - fa.at));
    (gap.distance, fa.at + gap.on_a, fa.at + gap.on_b)
}

/// What is between two hulls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub distance: f32,
    /// Unit vector from A to B.
    pub normal: Vec2,
    on_a: Vec2,
    on_b: Vec2,
}

impl Gap {
    /// Of the surfaces of two hulls.
    pub(super) fn between(a: &Hull, b: &Hull) -> Self {
        let (edge_a, sep_a) = best_edge(a, b, f32::INFINITY);
        let (edge_b, sep_b) = best_edge(b, a, f32::INFINITY);
        let most = sep_a.max(sep_b);
        // Two circles have no edges, and neither can overlap the other's core.
        if most > 0.0 || most == f32::NEG_INFINITY {
            let (p, q) = nearest_points(a, b);
            let distance = p.distance(q);
            let normal = if distance > 0.0 {
                (q - p) / distance
            } else {
                Vec2::Y
            };
            return Self::new(a, b, p, q, normal, distance);
        }
        // Of the corners that are deepest along the best edge's normal the first.
        let deepest = |hull: &Hull, out: Vec2| {
            let first = hull.points[0];
            hull.points.iter().fold(
                first,
                |best, &p| if p.dot(out) < best.dot(out) { p } else { best },
            )
        };
        if sep_a >= sep_b {
            let normal = a.normals[edge_a];
            let q = deepest(b, normal);
            Self::new(a, b, q - normal * sep_a, q, normal, sep_a)
        } else {
            let normal = -b.normals[edge_b];
            let p = deepest(a, -normal);
            Self::new(a, b, p, p + normal * sep_b, normal, sep_b)
        }
    }

    /// From the points of the cores.
    fn new(a: &Hull, b: &Hull, p: Vec2, q: Vec2, normal: Vec2, cores: f32) -> Self {
        Self {
            distance: cores - a.radius - b.radius,
            normal,
            on_a: p + normal * a.radius,
            on_b: q - normal * b.radius,
        }
    }
}
