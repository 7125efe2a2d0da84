//! Circles and capsules against each other.

use tumble_math::Vec2;

use super::edge::{self, Edge};
use super::{Manifold, ManifoldPoint, OF_B, ROUND, SAME_WAY};

/// Cores nearer than this share of the radii touch: their direction would be noise.
const CORES_TOUCH: f32 = 1e-5;

/// A thick segment.
type Thick = ((Vec2, Vec2), f32);

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
pub(super) fn circle_capsule(
    (center, ra): (Vec2, f32),
    ((q0, q1), rb): Thick,
    offset: Vec2,
    margin: f32,
) -> Manifold {
    let d = q1 - q0;
    let share = ((center - q0).dot(d) / d.length_squared()).clamp(0.0, 1.0);
    let core = q0 + d * share;
    let way = core - center;
    let reach = ra + rb + margin;
    if way.length_squared() > reach * reach {
        return Manifold::NONE;
    }
    // A centre on the core leaves across it.
    let across = Vec2::new(d.y, -d.x) / d.length();
    point((center, ra), (core, rb), across, offset, margin, 0)
}

/// Two capsules. The nearest points of segments that don't cross include an end of one of them: of the four candidates the nearest is
/// taken, which, unlike solving for both places at once, loses no digits when they are parallel.
#[inline]
pub(super) fn capsules(((p0, p1), ra): Thick, ((q0, q1), rb): Thick, offset: Vec2, margin: f32) -> Manifold {
    let (da, db) = (p1 - p0, q1 - q0);
    let (la, lb) = (da.length_squared(), db.length_squared());
    let (ia, ib) = (1.0 / la, 1.0 / lb);
    let foot_on_b = |p: Vec2| q0 + db * ((p - q0).dot(db) * ib).clamp(0.0, 1.0);
    let foot_on_a = |q: Vec2| p0 + da * ((q - p0).dot(da) * ia).clamp(0.0, 1.0);
    // Ways from A to B.
    let ways = [
        foot_on_b(p0) - p0,
        foot_on_b(p1) - p1,
        q0 - foot_on_a(q0),
        q1 - foot_on_a(q1),
    ];
    let squares = ways.map(Vec2::length_squared);
    let (mut best, mut least) = (ways[0], squares[0]);
    let mut start = p0;
    for (i, from) in [(1, p1), (2, q0 - ways[2]), (3, q1 - ways[3])] {
        if squares[i] < least {
            (best, least, start) = (ways[i], squares[i], from);
        }
    }
    let reach = ra + rb + margin;
    // On which sides of the other's line the ends are; different sides of both: the cores cross.
    let (a0, a1) = (db.perp_dot(p0 - q0), db.perp_dot(p1 - q0));
    let (b0, b1) = (da.perp_dot(q0 - p0), da.perp_dot(q1 - p0));
    let crossing = (a0 < 0.0) != (a1 < 0.0) && (b0 < 0.0) != (b1 < 0.0);
    if least > reach * reach && !crossing {
        return Manifold::NONE;
    }
    let one = Edge {
        p: p0,
        q: p1,
        radius: ra,
        ids: [0, 1],
    };
    let two = Edge {
        p: q0,
        q: q1,
        radius: rb,
        ids: [OF_B, OF_B + 1],
    };
    let out_of_a = across(da, la);
    let touch = CORES_TOUCH * (ra + rb);
    if crossing || least <= touch * touch {
        // Out across A or across B, whichever way is shorter: the Minkowski difference of two segments has no other sides.
        let out_of_b = across(db, lb);
        let (push_a, sep_a) = shorter(out_of_a, (q0 - p0).dot(out_of_a), (q1 - p0).dot(out_of_a));
        let (push_b, sep_b) = shorter(out_of_b, (p0 - q0).dot(out_of_b), (p1 - q0).dot(out_of_b));
        return if sep_a >= sep_b {
            edge::manifold(&one, push_a, &two, 0.0, offset, margin)
        } else {
            opposite(edge::manifold(&two, push_b, &one, 0.0, offset, margin))
        };
    }
    // Straight out of an edge, or between two ends.
    let (off_a, off_b) = (best.dot(da), best.dot(db));
    let distance = least.sqrt();
    let aslant = SAME_WAY * SAME_WAY * least;
    let slack = |off: f32, length: f32| off.abs() / length.sqrt() + edge::TOUCHING * distance;
    let mut found = Manifold::NONE;
    if off_a * off_a <= aslant * la {
        let out = if best.dot(out_of_a) >= 0.0 {
            out_of_a
        } else {
            -out_of_a
        };
        found = edge::manifold(&one, out, &two, slack(off_a, la), offset, margin);
    } else if off_b * off_b <= aslant * lb {
        let out_of_b = across(db, lb);
        let out = if best.dot(out_of_b) <= 0.0 {
            out_of_b
        } else {
            -out_of_b
        };
        found = opposite(edge::manifold(&two, out, &one, slack(off_b, lb), offset, margin));
    }
    if found.count == 0 {
        let normal = best / distance;
        let at = start + normal * (0.5 * (distance + ra - rb));
        found = Manifold::one(normal, ManifoldPoint::new(at, offset, distance - ra - rb, ROUND));
    }
    found
}

/// Unit normal of a segment.
#[inline]
fn across(d: Vec2, squared: f32) -> Vec2 {
    Vec2::new(d.y, -d.x) / squared.sqrt()
}

/// Which way along ± `out` a segment whose ends are at heights `y0` and `y1` leaves a line, and how far it is then from having left.
#[inline]
fn shorter(out: Vec2, y0: f32, y1: f32) -> (Vec2, f32) {
    let (below, above) = (y0.min(y1), -y0.max(y1));
    if below >= above {
        (out, below)
    } else {
        (-out, above)
    }
}

/// The manifold of B's edge, as A's.
#[inline]
pub(super) fn opposite(mut manifold: Manifold) -> Manifold {
    manifold.normal = -manifold.normal;
    manifold
}
