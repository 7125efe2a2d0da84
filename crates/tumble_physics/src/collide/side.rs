//! Sides of outlines and polylines against all else, smooth to slide along.
//!
//! # Theory
//!
//! A shape X that slides over a chain of sides must feel one surface: a normal that no point of the surface has there stops it at a
//! corner that isn't one (a *ghost edge*). So a side of normal n takes only normals that the surface has where it is met: n along
//! its way, and at a corner that sticks out those between n and the neighbour's normal, the corner's cone (J. Bender, "Improved
//! normals by Voronoi regions", and E. Catto's chain shapes do the like). The corner at a side's end `b` is that side's; at its `a`
//! it is the one before's. So exactly one side reports it.
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

use tumble_math::Vec2;

use super::edge::{self, Clipped, Edge};
use super::hull::{Buffer, Hull};
use super::{Manifold, ManifoldPoint, OF_B, ROUND, SAME_WAY};
use crate::shape::{Corner, Frame, Side};

/// A side in the world's axes from X's origin, turned so that X's middle is in front when it is two-sided. What is only asked for
/// at corners is computed when it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    side: &'a Side,
    frame: &'a Frame,
    offset: Vec2,
    /// Whether it is seen from behind: `a` is then the side's b.
    turned: bool,
    a: Vec2,
    b: Vec2,
    /// Direction from a to b.
    along: Vec2,
    normal: Vec2,
    length: f32,
}

impl<'a> View<'a> {
    /// `offset` leads from X's origin to the side's.
    #[inline]
    pub(super) fn new(side: &'a Side, frame: &'a Frame, offset: Vec2) -> Self {
        let normal = frame.rotate(side.normal);
        let along = Vec2::new(-normal.y, normal.x);
        let (a, b) = (offset + frame.rotate(side.a), offset + frame.rotate(side.b));
        let view = Self {
            side,
            frame,
            offset,
            turned: false,
            a,
            b,
            along,
            normal,
            length: (b - a).dot(along),
        };
        if side.two_sided && !view.faces_middle() {
            view.turned()
        } else {
            view
        }
    }

    fn normal_before(&self) -> Vec2 {
        if self.turned {
            -self.frame.rotate(self.side.normal_after)
        } else {
            self.frame.rotate(self.side.normal_before)
        }
    }

    fn normal_after(&self) -> Vec2 {
        if self.turned {
            -self.frame.rotate(self.side.normal_before)
        } else {
            self.frame.rotate(self.side.normal_after)
        }
    }

    #[inline]
    fn corner_a(&self) -> Corner {
        if self.turned {
            self.side.corner_b.reversed()
        } else {
            self.side.corner_a
        }
    }

    #[inline]
    fn corner_b(&self) -> Corner {
        if self.turned {
            self.side.corner_a.reversed()
        } else {
            self.side.corner_b
        }
    }

    /// Ids of a and b.
    #[inline]
    fn ids(&self) -> [u16; 2] {
        if self.turned {
            [OF_B + 1, OF_B]
        } else {
            [OF_B, OF_B + 1]
        }
    }

    /// Whether X's middle, the origin, is in front. Beyond a corner both sides of it are asked, so that both give the same answer.
    fn faces_middle(&self) -> bool {
        let own = -self.a.dot(self.normal);
        let (corner, other) = if -self.b.dot(self.along) > 0.0 {
            (self.corner_b(), -self.b.dot(self.normal_after()))
        } else if -self.a.dot(self.along) < 0.0 {
            (self.corner_a(), -self.a.dot(self.normal_before()))
        } else {
            return own >= 0.0;
        };
        match corner {
            Corner::Convex => own >= 0.0 || other >= 0.0,
            Corner::Hollow => own >= 0.0 && other >= 0.0,
            Corner::Open | Corner::Flat => own >= 0.0,
        }
    }

    /// Seen from behind.
    fn turned(self) -> Self {
        Self {
            turned: true,
            a: self.b,
            b: self.a,
            along: -self.along,
            normal: -self.normal,
            ..self
        }
    }

    /// Whether X's middle is so deep behind that another side is nearer and pushes it.
    #[inline]
    fn is_beyond(&self) -> bool {
        let height = -self.a.dot(self.normal);
        height < 0.0 && !self.side.two_sided && self.others_are_nearer(height)
    }

    fn others_are_nearer(&self, height: f32) -> bool {
        let half = (-self.a.dot(self.along) / self.length).clamp(0.0, 1.0) * 2.0;
        let [a, mid, b] = self.side.depth;
        let depth = if half < 1.0 {
            a + (mid - a) * half
        } else {
            mid + (b - mid) * (half - 1.0)
        };
        if -height > depth {
            return true;
        }
        // Of two sides at a corner that sticks out, the nearer one.
        let nearer = |corner: Corner, at: Vec2, end: Vec2| {
            let d = end - at;
            let share = (-at.dot(d) / d.length_squared()).clamp(0.0, 1.0);
            corner == Corner::Convex && (at + d * share).length_squared() < height * height
        };
        // Only polylines are seen from behind.
        let (before, after) = (
            self.frame.rotate(self.side.before),
            self.frame.rotate(self.side.after),
        );
        nearer(self.side.corner_a, self.a, self.offset + before)
            || nearer(self.side.corner_b, self.b, self.offset + after)
    }

    fn seen(&self, point: Vec2, id: u16) -> Clipped {
        let from = point - self.a;
        Clipped {
            x: from.dot(self.along),
            y: from.dot(self.normal),
            id,
        }
    }

    /// Where an end is, and the normals of the cone there, in order of their angles. `None` where there is no cone.
    fn cone(&self, end: End) -> Option<(Vec2, Vec2, Vec2)> {
        match end {
            End::A => match self.corner_a() {
                Corner::Convex => Some((self.a, self.normal_before(), self.normal)),
                Corner::Open => Some((self.a, -self.normal, self.normal)),
                Corner::Flat | Corner::Hollow => None,
            },
            End::B => match self.corner_b() {
                Corner::Convex => Some((self.b, self.normal, self.normal_after())),
                Corner::Open => Some((self.b, self.normal, -self.normal)),
                Corner::Flat | Corner::Hollow => None,
            },
        }
    }

    fn owns(&self, end: End) -> bool {
        match end {
            End::A => self.corner_a() == Corner::Open,
            End::B => true,
        }
    }

    /// Whether an edge of X whose normal is −`w` leans over an end so far that the point there is the neighbour's.
    fn leans_over(&self, end: End, w: Vec2) -> bool {
        match end {
            End::A => {
                matches!(self.corner_a(), Corner::Convex | Corner::Flat) && w.perp_dot(self.normal) > SAME_WAY
            }
            End::B => {
                matches!(self.corner_b(), Corner::Convex | Corner::Flat) && self.normal.perp_dot(w) > SAME_WAY
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    A,
    B,
}

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

/// A circle.
#[inline]
pub(super) fn circle((center, radius): (Vec2, f32), side: &View<'_>, offset: Vec2, margin: f32) -> Manifold {
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
fn behind_hollow(radius: f32, from_b: Vec2, side: &View<'_>, offset: Vec2) -> Manifold {
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
pub(super) fn capsule(
    ((p, q), radius): ((Vec2, Vec2), f32),
    side: &View<'_>,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let reach = radius + margin;
    let (one, two) = (side.seen(p, 0), side.seen(q, 1));
    if one.y.min(two.y) > reach || one.x.min(two.x) > side.length + reach || one.x.max(two.x) < -reach {
        return Manifold::NONE;
    }
    if one.x.min(two.x) >= 0.0 && one.x.max(two.x) <= side.length {
        // It reaches past neither end.
        if side.is_beyond() {
            return Manifold::NONE;
        }
        return along(&[one, two], radius, side, offset, margin);
    }
    let mut buffer = Buffer::new();
    past_ends(&buffer.segment(p, q, radius), side, offset, margin)
}

/// A polygon.
pub(super) fn hull(hull: &Hull, side: &View<'_>, offset: Vec2, margin: f32) -> Manifold {
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

/// The manifold of points that lie along the side.
#[inline]
fn along(points: &[Clipped], radius: f32, side: &View<'_>, offset: Vec2, margin: f32) -> Manifold {
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
fn past_ends(hull: &Hull, side: &View<'_>, offset: Vec2, margin: f32) -> Manifold {
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
fn is_neighbours(side: &View<'_>, found: &Nearest) -> bool {
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
fn lower_edge(hull: &Hull, side: &View<'_>, slack: f32) -> Option<(usize, [Clipped; 2])> {
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
    side: &View<'_>,
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
fn at_corner(hull: &Hull, side: &View<'_>, found: &Nearest, offset: Vec2, margin: f32) -> Manifold {
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
    let other = Edge {
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
fn nearest_to(hull: &Hull, side: &View<'_>, end: End) -> Option<Nearest> {
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
