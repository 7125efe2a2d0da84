//! Rays against pieces.
//!
//! In double precision in the piece's frame: two sides that share a corner decide by the same sign on which side of it a ray passes, so
//! none slips between them.

use tumble_math::Vec2;

use super::closest;
use crate::shape::{Convex, Frame, Piece, Side};

/// A ray in a piece's frame.
#[derive(Clone, Copy, Debug)]
struct Local {
    origin: [f64; 2],
    way: [f64; 2],
}

/// Where a ray from `origin` to `origin + way` enters a piece: the share of its way \[0..1\] and the outward unit normal there.
///
/// `None` when it starts inside. A side of an outline is met from its front only, one of a polyline from both sides with the normal
/// towards the ray's origin.
pub(crate) fn ray(piece: &Piece, frame: &Frame, origin: Vec2, way: Vec2) -> Option<(f32, Vec2)> {
    let (from, along) = (frame.unrotate(origin - frame.at), frame.unrotate(way));
    let local = Local {
        origin: wide(from),
        way: wide(along),
    };
    let (share, normal) = match piece {
        Piece::Circle { center, radius } => local.disc(*center, *radius),
        Piece::Side(side) => local.side(side),
        Piece::Polygon(polygon) if polygon.radius == 0.0 => local.polygon(polygon),
        Piece::Polygon(polygon) => {
            if is_inside(piece, from) {
                return None;
            }
            local.rounded(polygon.points(), polygon.normals(), polygon.radius)
        }
        Piece::Capsule { a, b, along, radius } => {
            if is_inside(piece, from) {
                return None;
            }
            let normal = Vec2::new(along.y, -along.x);
            local.rounded(&[*a, *b], &[normal, -normal], *radius)
        }
    }?;
    // A way that reaches the end of what numbers hold meets nothing.
    let normal = frame.rotate(normal);
    normal.is_finite().then_some((share as f32, normal))
}

fn is_inside(piece: &Piece, from: Vec2) -> bool {
    let here = Frame {
        at: Vec2::ZERO,
        cos: 1.0,
        sin: 0.0,
    };
    closest(piece, &here, from).1 < 0.0
}

impl Local {
    fn disc(&self, center: Vec2, radius: f32) -> Option<(f64, Vec2)> {
        let (m, radius) = (sub(self.origin, wide(center)), f64::from(radius));
        let length = dot(self.way, self.way);
        let ahead = -dot(m, self.way);
        if dot(m, m) < radius * radius || ahead <= 0.0 {
            return None;
        }
        let passing = cross(m, self.way);
        let rest = radius * radius - passing * passing / length;
        if rest < 0.0 {
            return None;
        }
        let share = (ahead / length - (rest / length).sqrt()).max(0.0);
        let at = [m[0] + self.way[0] * share, m[1] + self.way[1] * share];
        let normal = Vec2::new((at[0] / radius) as f32, (at[1] / radius) as f32);
        (share <= 1.0).then_some((share, normal))
    }

    fn side(&self, side: &Side) -> Option<(f64, Vec2)> {
        let (a, b) = (sub(wide(side.a), self.origin), sub(wide(side.b), self.origin));
        let (left, right) = (cross(self.way, a), cross(self.way, b));
        if (left > 0.0) == (right > 0.0) {
            return None;
        }
        let d = sub(b, a);
        // Positive when it comes from behind.
        let speed = cross(self.way, d);
        if speed == 0.0 || (speed > 0.0 && !side.two_sided) {
            return None;
        }
        let share = cross(a, d) / speed;
        let normal = if speed > 0.0 { -side.normal } else { side.normal };
        (0.0..=1.0).contains(&share).then_some((share, normal))
    }

    /// Cut by one edge after the other (M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", 1978).
    fn polygon(&self, polygon: &Convex) -> Option<(f64, Vec2)> {
        let (mut enter, mut leave, mut normal) = (-1.0, 1.0_f64, Vec2::ZERO);
        for (&corner, &out) in polygon.points().iter().zip(polygon.normals()) {
            let height = dot(sub(wide(corner), self.origin), wide(out));
            let speed = dot(self.way, wide(out));
            if speed == 0.0 {
                if height < 0.0 {
                    return None;
                }
                continue;
            }
            let share = height / speed;
            if speed > 0.0 {
                leave = leave.min(share);
            } else if share > enter {
                (enter, normal) = (share, out);
            }
        }
        // A ray that starts inside enters none of its edges ahead.
        (enter >= 0.0 && enter <= leave).then_some((enter, normal))
    }

    /// The first of its straight edges, moved out, and of the discs about its corners.
    fn rounded(&self, points: &[Vec2], normals: &[Vec2], radius: f32) -> Option<(f64, Vec2)> {
        let mut best: Option<(f64, Vec2)> = None;
        let mut take = |found: Option<(f64, Vec2)>| {
            if let Some(found) = found
                && best.is_none_or(|best| found.0 < best.0)
            {
                best = Some(found);
            }
        };
        for (i, (&p, &normal)) in points.iter().zip(normals).enumerate() {
            take(self.disc(p, radius));
            let (p, q) = (wide(p), wide(points[(i + 1) % points.len()]));
            let out = wide(normal);
            let speed = dot(self.way, out);
            if speed >= 0.0 {
                continue;
            }
            let share = (dot(sub(p, self.origin), out) + f64::from(radius)) / speed;
            if !(0.0..=1.0).contains(&share) {
                continue;
            }
            let at = [
                self.origin[0] + self.way[0] * share,
                self.origin[1] + self.way[1] * share,
            ];
            let (d, from) = (sub(q, p), sub(at, p));
            let x = dot(from, d);
            if x >= 0.0 && x <= dot(d, d) {
                take(Some((share, normal)));
            }
        }
        best
    }
}

fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

fn sub(p: [f64; 2], q: [f64; 2]) -> [f64; 2] {
    [p[0] - q[0], p[1] - q[1]]
}

fn dot(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[0] + p[1] * q[1]
}

fn cross(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[1] - p[1] * q[0]
}
