//! Sides of outlines and polylines against all else, smooth to slide along.
//!
//! # Theory
//!
//! A shape X that slides over a chain of sides must feel one surface: a normal that no point of the surface has there stops it at a
//! corner that isn't one (a *ghost edge*). So a side of normal n takes only normals that the surface has where it is met: n along
//! its way, and at a corner that sticks out those between n and the neighbour's normal, the corner's cone (the normals of a Voronoi
//! region; that a side needs to know its neighbours for it is from the chain shapes in the manual of `Box2D`, E. Catto). The corner at a
//! side's end `b` is that side's; at its `a` it is the one before's. So exactly one side reports it.
//!
//! For each corner K of the side that X reaches past, the way w out of the surface along which X is nearest to K, or overlaps it least, is
//! found: from K to the nearest point of X, or against the normal of an edge of X. If w is in the cone, K is what X touches:
//!
//! - w is n within [`SAME_WAY`]: X lies along the side;
//! - K is the side's own: a contact at K with the normal w;
//! - else it is the neighbour's: this side keeps only points apart from K that X overlaps less than K, for what rolls over onto it.
//!
//! If w is in no cone, or there is no cone (the neighbour goes straight on or rises), X meets the side along its way: X's lower edge,
//! clipped to the side, with normal n.
//!
//! All is seen from X's origin; the manifold's normal points from X to the side.

mod past_ends;
mod view;

use tumble_math::Vec2;

use super::edge;
use super::hull::{Buffer, Hull};
use super::round::Bar;
use super::{Manifold, ManifoldPoint};
use crate::shape::{Corner, Frame, Side};
use past_ends::past_ends;
pub(super) use view::View;

/// A circle. In front of a side, between its ends, there is little to ask; `View` is for the rest.
#[inline]
pub(super) fn circle(
    (center, radius): (Vec2, f32),
    side: &Side,
    frame: &Frame,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let normal = frame.rotate(side.normal);
    let (a, b) = (offset + frame.rotate(side.a), offset + frame.rotate(side.b));
    let along = Vec2::new(-normal.y, normal.x);
    let height = (center - a).dot(normal);
    if !side.two_sided && a.dot(normal) <= 0.0 {
        if height > radius + margin {
            return Manifold::NONE;
        }
        if (center - a).dot(along) > 0.0 && (center - b).dot(along) <= 0.0 {
            let at = center - normal * (0.5 * (height + radius));
            return Manifold::one(-normal, ManifoldPoint::new(at, offset, height - radius, 0));
        }
    }
    any_circle((center, radius), &View::new(side, frame, offset), offset, margin)
}

#[inline(never)]
fn any_circle((center, radius): (Vec2, f32), side: &View, offset: Vec2, margin: f32) -> Manifold {
    let reach = radius + margin;
    let (from_a, from_b) = (center - side.a, center - side.b);
    let height = from_a.dot(side.normal);
    if height > reach {
        return Manifold::NONE;
    }
    let (past_a, past_b) = (from_a.dot(side.along), from_b.dot(side.along));
    let corner = if past_b > 0.0 {
        let next = || {
            let normal = side.normal_after();
            from_b.dot(Vec2::new(-normal.y, normal.x))
        };
        match side.corner_b() {
            Corner::Open => side.b,
            // In its cone: beyond this side, not yet beside the next one. Exactly what the next one leaves out.
            Corner::Convex | Corner::Flat if next() <= 0.0 => side.b,
            Corner::Hollow if height < 0.0 && next() < 0.0 => {
                return behind_hollow(radius, from_b, side, offset);
            }
            _ => return Manifold::NONE,
        }
    } else if past_a > 0.0 || (past_a == 0.0 && side.corner_a() == Corner::Hollow) {
        if side.is_beyond() {
            return Manifold::NONE;
        }
        let at = center - side.normal * (0.5 * (height + radius));
        return Manifold::one(-side.normal, ManifoldPoint::new(at, offset, height - radius, 0));
    } else if side.corner_a() == Corner::Open {
        side.a
    } else {
        return Manifold::NONE;
    };
    super::round::point((center, radius), (corner, 0.0), -side.normal, offset, margin, 0)
}

/// A circle whose centre is inside the solid behind a hollow corner, to which neither side is nearer than the corner: out there.
#[cold]
fn behind_hollow(radius: f32, from_b: Vec2, side: &View, offset: Vec2) -> Manifold {
    let distance = from_b.length();
    if distance > side.side.depth[2] || side.side.two_sided {
        return Manifold::NONE;
    }
    let normal = from_b / distance;
    // Midway between the corner and the circle's far side.
    let at = side.b + normal * (0.5 * (distance + radius));
    Manifold::one(normal, ManifoldPoint::new(at, offset, -distance - radius, 0))
}

/// A capsule.
#[inline]
pub(super) fn capsule(bar: &Bar, side: &Side, frame: &Frame, offset: Vec2, margin: f32) -> Manifold {
    let &Bar { p, q, radius, .. } = bar;
    let normal = frame.rotate(side.normal);
    let (a, b) = (offset + frame.rotate(side.a), offset + frame.rotate(side.b));
    let along = Vec2::new(-normal.y, normal.x);
    let (from_p, from_q) = (p - a, q - a);
    let (y0, y1) = (from_p.dot(normal), from_q.dot(normal));
    if !side.two_sided && a.dot(normal) <= 0.0 {
        if y0.min(y1) > radius + margin {
            return Manifold::NONE;
        }
        let past_a = from_p.dot(along).min(from_q.dot(along));
        let past_b = (p - b).dot(along).max((q - b).dot(along));
        if past_a >= 0.0 && past_b <= 0.0 {
            // Its middle is in front, and it reaches past neither end.
            let point = |end: Vec2, y: f32, id: u16| {
                ManifoldPoint::new(end - normal * (0.5 * (y + radius)), offset, y - radius, id)
            };
            return edge::pair(-normal, point(p, y0, 0), point(q, y1, 1), margin);
        }
    }
    any_capsule(bar, &View::new(side, frame, offset), offset, margin)
}

#[inline(never)]
fn any_capsule(bar: &Bar, side: &View, offset: Vec2, margin: f32) -> Manifold {
    let reach = bar.radius + margin;
    let (one, two) = (side.seen(bar.p, 0), side.seen(bar.q, 1));
    if one.y.min(two.y) > reach || one.x.min(two.x) > side.length + reach || one.x.max(two.x) < -reach {
        return Manifold::NONE;
    }
    let mut buffer = Buffer::new();
    past_ends(&buffer.bar(bar), side, offset, margin)
}

/// A polygon.
pub(super) fn hull(hull: &Hull, side: &View, offset: Vec2, margin: f32) -> Manifold {
    let reach = hull.radius + margin;
    let (mut low, mut high, mut lowest) = (f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY);
    for &point in hull.points {
        let seen = side.seen(point, 0);
        low = low.min(seen.x);
        high = high.max(seen.x);
        lowest = lowest.min(seen.y);
    }
    if lowest > reach || low > side.length + reach || high < -reach {
        return Manifold::NONE;
    }
    past_ends(hull, side, offset, margin)
}
