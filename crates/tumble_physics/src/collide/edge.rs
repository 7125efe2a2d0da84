//! Contact between a straight edge and what lies along it: the other's edge, clipped to the first one.

use tumble_math::Vec2;

use super::{Manifold, ManifoldPoint};

/// Corners past an edge's end by this share of the distance, which rounding makes, are over it.
pub(super) const TOUCHING: f32 = 1e-4;

/// A thick straight edge, from A's origin in the world's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub p: Vec2,
    pub q: Vec2,
    /// Unit vector from p to q.
    pub along: Vec2,
    pub radius: f32,
    /// Ids of its ends.
    pub ids: [u16; 2],
}

/// What lies along it: another straight piece, or one point twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    pub p: Vec2,
    pub q: Vec2,
    pub radius: f32,
    /// Ids of its ends.
    pub ids: [u16; 2],
}

impl Edge {
    #[inline]
    pub(super) fn other(&self) -> Other {
        Other {
            p: self.p,
            q: self.q,
            radius: self.radius,
            ids: self.ids,
        }
    }
}

/// Two points of an edge in another one's coordinates: along it and out of it, with the id that it makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clipped {
    pub x: f32,
    pub y: f32,
    pub id: u16,
}

/// Cuts the stretch from `one` to `two` to `first` ≤ x ≤ `last`; what is cut has the id of the end that cuts it.
#[inline]
pub(super) fn clip(
    one: Clipped,
    two: Clipped,
    (first, last): (f32, f32),
    ids: [u16; 2],
) -> Option<[Clipped; 2]> {
    let (low, high) = if one.x <= two.x { (one, two) } else { (two, one) };
    if low.x > last || high.x < first {
        return None;
    }
    let mut ends = [low, high];
    if low.x < first || high.x > last {
        let slope = (high.y - low.y) / (high.x - low.x);
        if low.x < first {
            ends[0] = Clipped {
                x: first,
                y: low.y + (first - low.x) * slope,
                id: ids[0],
            };
        }
        if high.x > last {
            ends[1] = Clipped {
                x: last,
                y: high.y + (last - high.x) * slope,
                id: ids[1],
            };
        }
    }
    Some(ends)
}

/// Two points in an edge's coordinates: along it from its first end, and out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub x0: f32,
    pub y0: f32,
    pub x1: f32,
    pub y1: f32,
}

/// What two edges make when the normal is `out`, which is straight out of `edge` towards `other`. The manifold's normal is
/// `out`; the caller turns it round when `edge` is B's. Corners that face each other but for `slack` count as over the edge.
#[inline]
pub(super) fn manifold(
    edge: &Edge,
    out: Vec2,
    other: &Other,
    slack: f32,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let (from_p, from_q) = (other.p - edge.p, other.q - edge.p);
    let ends = Ends {
        x0: from_p.dot(edge.along),
        y0: from_p.dot(out),
        x1: from_q.dot(edge.along),
        y1: from_q.dot(out),
    };
    let range = (-slack, (edge.q - edge.p).dot(edge.along) + slack);
    clipped(edge, out, &ends, range, (other.radius, other.ids), offset, margin)
}

/// The same in the edge's coordinates: what lies between `ends`, of some radius and ids, cut to a range of x.
#[inline]
pub(super) fn clipped(
    edge: &Edge,
    out: Vec2,
    ends: &Ends,
    (first, last): (f32, f32),
    (radius, ids): (f32, [u16; 2]),
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let &Ends { x0, y0, x1, y1 } = ends;
    if x0.max(x1) < first || x0.min(x1) > last {
        return Manifold::NONE;
    }
    // Midway between edge + out·radius and the other's core − out·radius.
    let (radii, middle) = (edge.radius + radius, edge.radius - radius);
    let point = |x: f32, y: f32, id: u16| {
        let at = edge.p + edge.along * x + out * (0.5 * (y + middle));
        ManifoldPoint::new(at, offset, y - radii, id)
    };
    if x0.min(x1) < first || x0.max(x1) > last {
        let slope = (y1 - y0) / (x1 - x0);
        let cut = |x: f32, y: f32, own: u16| {
            let kept = x.max(first).min(last);
            let id = if x < first {
                edge.ids[0]
            } else if x > last {
                edge.ids[1]
            } else {
                own
            };
            point(kept, y + (kept - x) * slope, id)
        };
        return pair(out, cut(x0, y0, ids[0]), cut(x1, y1, ids[1]), margin);
    }
    pair(out, point(x0, y0, ids[0]), point(x1, y1, ids[1]), margin)
}

/// A manifold of those of two points that are near enough.
#[inline]
pub(super) fn pair(normal: Vec2, one: ManifoldPoint, two: ManifoldPoint, margin: f32) -> Manifold {
    let (first, second) = (one.separation <= margin, two.separation <= margin);
    Manifold {
        normal,
        points: if first { [one, two] } else { [two, one] },
        count: u8::from(first) + u8::from(second),
    }
}
