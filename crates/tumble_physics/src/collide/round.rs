//! Circles and capsules against each other.

use tumble_math::Vec2;

use super::edge::{self, Edge, Ends};
use super::{Manifold, ManifoldPoint, OF_B, ROUND, SAME_WAY};
use crate::shape::Frame;

/// Cores nearer than this share of the radii touch: their direction would be noise.
const CORES_TOUCH: f32 = 1e-5;

/// A capsule from A's origin in the world's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bar {
    pub p: Vec2,
    pub q: Vec2,
    /// Unit vector from p to q.
    pub along: Vec2,
    pub radius: f32,
}

impl Bar {
    /// Of a piece's numbers, at a place whose origin is at `at`.
    #[inline]
    pub(super) fn new(a: Vec2, b: Vec2, along: Vec2, radius: f32, frame: &Frame, at: Vec2) -> Self {
        Self {
            p: at + frame.rotate(a),
            q: at + frame.rotate(b),
            along: frame.rotate(along),
            radius,
        }
    }

    /// Points as seen along and across it, and its length.
    #[inline]
    fn sees(&self, other: &Self) -> Sight {
        let across = Vec2::new(self.along.y, -self.along.x);
        let (from_p, from_q) = (other.p - self.p, other.q - self.p);
        let length = (self.q - self.p).dot(self.along);
        let ends = Ends {
            x0: from_p.dot(self.along),
            y0: from_p.dot(across),
            x1: from_q.dot(self.along),
            y1: from_q.dot(across),
        };
        let past = |x: f32| x - x.max(0.0).min(length);
        let (past0, past1) = (past(ends.x0), past(ends.x1));
        let (square0, square1) = (
            ends.y0 * ends.y0 + past0 * past0,
            ends.y1 * ends.y1 + past1 * past1,
        );
        Sight {
            across,
            ends,
            length,
            first: square0 <= square1,
            past: if square0 <= square1 { past0 } else { past1 },
            square: square0.min(square1),
        }
    }
}

/// Another capsule's core as one sees it.
#[derive(Clone, Copy)]
struct Sight {
    across: Vec2,
    ends: Ends,
    length: f32,
    /// Whether the other's first end is the nearer one …
    first: bool,
    /// … how far past this one's ends it is, and its squared distance from this core.
    past: f32,
    square: f32,
}

/// One point between two round surfaces whose centres are `way` apart; `around` when they coincide.
#[inline]
pub(super) fn point(
    (p, ra): (Vec2, f32),
    (q, rb): (Vec2, f32),
    around: Vec2,
    offset: Vec2,
    margin: f32,
    id: u16,
) -> Manifold {
    let way = q - p;
    let reach = ra + rb + margin;
    let squared = way.length_squared();
    if squared > reach * reach {
        return Manifold::NONE;
    }
    let distance = squared.sqrt();
    let normal = if distance > CORES_TOUCH * (ra + rb) {
        way / distance
    } else {
        around
    };
    let at = p + normal * (0.5 * (distance + ra - rb));
    Manifold::one(normal, ManifoldPoint::new(at, offset, distance - ra - rb, id))
}

#[inline]
pub(super) fn circles(a: (Vec2, f32), b: (Vec2, f32), offset: Vec2, margin: f32) -> Manifold {
    // One on top of the other: apart up and down.
    point(a, b, Vec2::new(0.0, 1.0), offset, margin, 0)
}

#[inline]
pub(super) fn circle_capsule((center, ra): (Vec2, f32), bar: &Bar, offset: Vec2, margin: f32) -> Manifold {
    let (length, from) = ((bar.q - bar.p).dot(bar.along), center - bar.p);
    let core = bar.p + bar.along * from.dot(bar.along).max(0.0).min(length);
    // A centre on the core leaves across it.
    let across = Vec2::new(bar.along.y, -bar.along.x);
    point((center, ra), (core, bar.radius), across, offset, margin, 0)
}

/// Two capsules.
///
/// The nearest points of two segments that don't cross include an end of one of them. Each sees the other's ends along and across itself; the
/// nearest end decides whose edge the normal is straight out of, and the other core is clipped to that edge in those very
/// coordinates. So nothing has to be solved, and nothing is lost when they are parallel.
#[inline]
pub(super) fn capsules(a: &Bar, b: &Bar, offset: Vec2, margin: f32) -> Manifold {
    /// Distances that differ by less than this share of their squares are the same: A's edge is taken then.
    const SAME: f32 = 1.0 + 1e-4;
    let (on_a, on_b) = (a.sees(b), b.sees(a));
    let radii = a.radius + b.radius;
    let (reach, touch) = (radii + margin, CORES_TOUCH * radii);
    let least = on_a.square.min(on_b.square);
    // Each one's ends on different sides of the other.
    let crossing = on_a.ends.y0 * on_a.ends.y1 < 0.0 && on_b.ends.y0 * on_b.ends.y1 < 0.0;
    if least > reach * reach && !crossing {
        return Manifold::NONE;
    }
    let straight = |sight: &Sight| {
        sight.square <= least * SAME && sight.past * sight.past <= SAME_WAY * SAME_WAY * least
    };
    let inside = crossing || least <= touch * touch;
    let from_a = if inside {
        // Out across A or across B, whichever way is shorter: the Minkowski difference of two segments has no other sides.
        on_a.ends.y0.abs().min(on_a.ends.y1.abs()) <= on_b.ends.y0.abs().min(on_b.ends.y1.abs())
    } else if straight(&on_a) {
        true
    } else if straight(&on_b) {
        false
    } else {
        return between_ends(a, b, &on_a, offset, margin);
    };
    let found = if from_a {
        along_edge(
            a,
            &on_a,
            [0, 1],
            b.radius,
            [OF_B, OF_B + 1],
            inside,
            offset,
            margin,
        )
    } else {
        opposite(along_edge(
            b,
            &on_b,
            [OF_B, OF_B + 1],
            a.radius,
            [0, 1],
            inside,
            offset,
            margin,
        ))
    };
    if found.count == 0 && !inside {
        return between_ends(a, b, &on_a, offset, margin);
    }
    found
}

/// The other core along a capsule's edge.
#[inline]
#[expect(
    clippy::too_many_arguments,
    reason = "a part of the one above, for either of the two"
)]
fn along_edge(
    bar: &Bar,
    sight: &Sight,
    ids: [u16; 2],
    other_radius: f32,
    other_ids: [u16; 2],
    inside: bool,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let ends = &sight.ends;
    // Towards the other core; when the cores cross, to where less of it is left behind.
    let nearest = if sight.first { ends.y0 } else { ends.y1 };
    let height = if inside { ends.y0 + ends.y1 } else { nearest };
    let sign = 1.0_f32.copysign(height);
    let edge = Edge {
        p: bar.p,
        q: bar.q,
        along: bar.along,
        radius: bar.radius,
        ids,
    };
    let ends = Ends {
        y0: ends.y0 * sign,
        y1: ends.y1 * sign,
        ..*ends
    };
    // How far ends that nearly face each other are off.
    let slack = sight.past.abs() + edge::TOUCHING * (bar.radius + other_radius);
    let range = (-slack, sight.length + slack);
    edge::clipped(
        &edge,
        sight.across * sign,
        &ends,
        range,
        (other_radius, other_ids),
        offset,
        margin,
    )
}

/// Two ends that face each other: the end of B that is nearer to A's core, and the one of A that it is past.
#[inline]
fn between_ends(a: &Bar, b: &Bar, on_a: &Sight, offset: Vec2, margin: f32) -> Manifold {
    let p = if on_a.past < 0.0 { a.p } else { a.q };
    let q = if on_a.first { b.p } else { b.q };
    let across = Vec2::new(a.along.y, -a.along.x);
    point((p, a.radius), (q, b.radius), across, offset, margin, ROUND)
}

/// The manifold of B's edge, as A's.
#[inline]
pub(super) fn opposite(mut manifold: Manifold) -> Manifold {
    manifold.normal = -manifold.normal;
    manifold
}
