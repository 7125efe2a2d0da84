//! What may reach past the ends of a side: along it, at a corner of its, or at one that is the neighbour's.

use tumble_math::Vec2;

use super::super::edge::{self, Clipped, Other};
use super::super::hull::Hull;
use super::super::{Manifold, ManifoldPoint, ROUND, SAME_WAY};
use super::view::{End, View};
use crate::shape::Corner;

/// The way out of the surface at an end along which X is nearest.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    end: End,
    at: Vec2,
    way: Vec2,
    /// Distance of X's core along the way.
    height: f32,
    /// X's edge, unless a corner of X is nearest.
    edge: Option<usize>,
    /// How far X's nearest point and the corner are from facing each other straight along the way.
    off: f32,
}

/// The manifold of points that lie along the side.
#[inline]
fn along(points: &[Clipped], radius: f32, side: &View, offset: Vec2, margin: f32) -> Manifold {
    let mut manifold = Manifold {
        normal: -side.normal,
        ..Manifold::NONE
    };
    for &point in points {
        let separation = point.y - radius;
        if separation <= margin {
            let at = side.a + side.along * point.x + side.normal * (0.5 * (point.y - radius));
            manifold.points[usize::from(manifold.count)] =
                ManifoldPoint::new(at, offset, separation, point.id);
            manifold.count += 1;
        }
    }
    manifold
}

/// What may reach past the ends of the side.
pub(super) fn past_ends(hull: &Hull, side: &View, offset: Vec2, margin: f32) -> Manifold {
    let lower = lower_edge(hull, side, 0.0);
    let lowest = lower.map_or(f32::INFINITY, |(_, ends)| ends[0].y.min(ends[1].y));
    let mut nearest: Option<Nearest> = None;
    for end in [End::B, End::A] {
        if let Some(found) = nearest_to(hull, side, end)
            && nearest.is_none_or(|best| found.height > best.height)
        {
            nearest = Some(found);
        }
    }
    // A corner whose cone X is in is the nearest point of the whole side. Overlapped, it counts if X is out of it sooner.
    let Some(found) = nearest.filter(|found| found.height >= 0.0 || found.height > lowest || lower.is_none())
    else {
        return lying(hull, side, lower, None, offset, margin);
    };
    let straight = side.normal.perp_dot(found.way).abs() <= SAME_WAY && side.normal.dot(found.way) > 0.0;
    if straight {
        // Corners that face each other but for SAME_WAY count as over each other.
        let off = found.off + found.way.perp_dot(side.normal).abs() * found.height.abs();
        let slack = off + edge::TOUCHING * found.height.abs();
        lying(hull, side, lower_edge(hull, side, slack), None, offset, margin)
    } else if is_neighbours(side, &found) {
        lying(hull, side, lower, Some(&found), offset, margin)
    } else {
        at_corner(hull, side, &found, offset, margin)
    }
}

/// Whether a corner that X is nearest to is for the neighbour to report: it is its own, or X lies along it.
fn is_neighbours(side: &View, found: &Nearest) -> bool {
    if !side.owns(found.end) {
        return true;
    }
    let open = match found.end {
        End::A => side.corner_a(),
        End::B => side.corner_b(),
    } == Corner::Open;
    !open
        && side.normal_after().perp_dot(found.way).abs() <= SAME_WAY
        && side.normal_after().dot(found.way) > 0.0
}

/// The part of X's edges over the side that is nearest to it, and its edge; of equally near ones the edge that faces it more.
fn lower_edge(hull: &Hull, side: &View, slack: f32) -> Option<(usize, [Clipped; 2])> {
    let mut best: Option<(usize, [Clipped; 2])> = None;
    let (mut least, mut facing) = (f32::INFINITY, f32::INFINITY);
    let count = hull.points.len();
    for i in 0..count {
        let share = hull.normals[i].dot(side.normal);
        // A capsule's two edges are the same; one of them will do, also when it stands upright.
        if if count == 2 { i == 1 } else { share >= 0.0 } {
            continue;
        }
        let next = hull.next(i);
        let ends = (
            side.seen(hull.points[i], i as u16),
            side.seen(hull.points[next], next as u16),
        );
        if let Some(ends) = edge::clip(ends.0, ends.1, (-slack, side.length + slack), side.ids()) {
            let low = ends[0].y.min(ends[1].y);
            if low < least || (low == least && share < facing) {
                (best, least, facing) = (Some((i, ends)), low, share);
            }
        }
    }
    best
}

/// X along the side. When X is `nearest` to a corner that the neighbour reports, only other points, which X overlaps less.
fn lying(
    hull: &Hull,
    side: &View,
    lower: Option<(usize, [Clipped; 2])>,
    nearest: Option<&Nearest>,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let Some((edge, ends)) = lower.filter(|_| !side.is_beyond()) else {
        return Manifold::NONE;
    };
    // The lower edge's way out of the surface; of a capsule's two the upper one.
    let mut way = -hull.normals[edge];
    if way.dot(side.normal) < 0.0 {
        way = -way;
    }
    let mut kept = [ends[0]; 2];
    let mut count = 0;
    for point in ends {
        let taken = [(End::A, side.ids()[0]), (End::B, side.ids()[1])]
            .into_iter()
            .any(|(end, id)| {
                let theirs = nearest.is_some_and(|found| found.end == end) || side.leans_over(end, way);
                point.id == id && theirs
            });
        if !taken && nearest.is_none_or(|found| point.y >= found.height) {
            kept[count] = point;
            count += 1;
        }
    }
    along(&kept[..count], hull.radius, side, offset, margin)
}

/// X at a corner of the side.
fn at_corner(hull: &Hull, side: &View, found: &Nearest, offset: Vec2, margin: f32) -> Manifold {
    // X's middle is behind, and so deep that another side is nearer.
    if found.at.dot(found.way) > 0.0 && side.is_beyond() {
        return Manifold::NONE;
    }
    let Some(edge) = found.edge else {
        let separation = found.height - hull.radius;
        if separation > margin {
            return Manifold::NONE;
        }
        let at = found.at + found.way * (0.5 * separation);
        return Manifold::one(-found.way, ManifoldPoint::new(at, offset, separation, ROUND));
    };
    let (p, q, ids) = match found.end {
        End::A => (side.a, side.b, side.ids()),
        End::B => (side.b, side.a, [side.ids()[1], side.ids()[0]]),
    };
    let other = Other {
        p,
        q,
        radius: 0.0,
        ids,
    };
    edge::manifold(
        &hull.edge(edge, 0),
        -found.way,
        &other,
        found.off + edge::TOUCHING * found.height.abs(),
        offset,
        margin,
    )
}

/// How X is nearest to an end of the side: `None` when it doesn't reach past it or is not in its cone.
fn nearest_to(hull: &Hull, side: &View, end: End) -> Option<Nearest> {
    let (at, first, second) = side.cone(end)?;
    let past = match end {
        End::A => hull
            .points
            .iter()
            .any(|&point| (point - side.a).dot(side.along) < 0.0),
        End::B => hull
            .points
            .iter()
            .any(|&point| (point - side.b).dot(side.along) > 0.0),
    };
    if !past {
        return None;
    }
    let in_cone = |way: Vec2| first.perp_dot(way) >= 0.0 && way.perp_dot(second) >= 0.0;
    let nearest = |way: Vec2, height: f32, edge: Option<usize>| Nearest {
        end,
        at,
        way,
        height,
        edge,
        off: 0.0,
    };
    let (edge, height) = hull.nearest_edge(at);
    if height < 0.0 {
        // X covers the corner: out across one of its edges.
        let mut best: Option<Nearest> = None;
        for (i, (&corner, &normal)) in hull.points.iter().zip(hull.normals).enumerate() {
            let height = normal.dot(at - corner);
            if in_cone(-normal) && best.is_none_or(|best| height > best.height) {
                best = Some(nearest(-normal, height, Some(i)));
            }
        }
        return best;
    }
    let (p, q) = (hull.points[edge], hull.points[hull.next(edge)]);
    let way = -hull.normals[edge];
    let d = q - p;
    let x = (at - p).dot(d);
    let corner = if x < 0.0 {
        Some(p)
    } else if x > d.length_squared() {
        Some(q)
    } else {
        None
    };
    let mut off = 0.0;
    if let Some(corner) = corner {
        let from = corner - at;
        let distance = from.length();
        off = from.perp_dot(way).abs();
        if off > SAME_WAY * distance {
            let way = from / distance;
            return in_cone(way).then(|| nearest(way, distance, None));
        }
    }
    if in_cone(way) {
        return Some(Nearest {
            off,
            ..nearest(way, height, Some(edge))
        });
    }
    // A capsule's core has passed the corner.
    (hull.points.len() == 2 && in_cone(-way)).then(|| nearest(-way, -height, Some(1 - edge)))
}
