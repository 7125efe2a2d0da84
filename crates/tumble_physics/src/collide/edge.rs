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
    pub radius: f32,
    /// Ids of its ends.
    pub ids: [u16; 2],
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

/// What two edges make when the normal is `out`, which is straight out of `edge` towards `other`. The manifold's normal is
/// `out`; the caller turns it round when `edge` is B's. Corners that face each other but for `slack` count as over the edge.
#[inline]
pub(super) fn manifold(
    edge: &Edge,
    out: Vec2,
    other: &Edge,
    slack: f32,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    // `out` is (d.y, −d.x) of the edge's direction or the opposite; either way x runs from p to q.
    let d = edge.q - edge.p;
    let along = if out.perp_dot(d) >= 0.0 {
        Vec2::new(-out.y, out.x)
    } else {
        Vec2::new(out.y, -out.x)
    };
    let length = d.dot(along);
    let seen = |point: Vec2, id: u16| {
        let from = point - edge.p;
        Clipped {
            x: from.dot(along),
            y: from.dot(out),
            id,
        }
    };
    let (one, two) = (seen(other.p, other.ids[0]), seen(other.q, other.ids[1]));
    let Some(ends) = clip(one, two, (-slack, length + slack), edge.ids) else {
        return Manifold::NONE;
    };
    let mut manifold = Manifold {
        normal: out,
        ..Manifold::NONE
    };
    for end in ends {
        add(&mut manifold, edge, out, along, other.radius, end, offset, margin);
    }
    manifold
}

/// Adds one clipped point, if it is near enough.
#[inline]
#[expect(clippy::too_many_arguments, reason = "a loop's body, inlined")]
pub(super) fn add(
    manifold: &mut Manifold,
    edge: &Edge,
    out: Vec2,
    along: Vec2,
    other_radius: f32,
    end: Clipped,
    offset: Vec2,
    margin: f32,
) {
    let separation = end.y - edge.radius - other_radius;
    if separation > margin {
        return;
    }
    // Midway between edge + out·radius and the other's core − out·radius.
    let middle = 0.5 * (end.y + edge.radius - other_radius);
    let at = edge.p + along * end.x + out * middle;
    manifold.points[usize::from(manifold.count)] = ManifoldPoint::new(at, offset, separation, end.id);
    manifold.count += 1;
}
