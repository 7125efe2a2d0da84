//! Outlines and polylines, cut into sides.
//!
//! Each side knows its neighbours, so that whatever slides over it feels a smooth surface. A side of an outline also knows how deep
//! behind it what is nearest to it may be: what is deeper leaves the solid through another side.

use core::cell::Cell;

use tumble_math::Vec2;

use super::mass::{dot, normal, turn, wide, wide_from};
use super::side_tree::SideTree;
use super::{Aabb, Corner, Side};
use crate::error::InvalidDesc;

/// The sides of a simple polygon, solid inside, in either winding; exactly straight corners are merged.
pub(super) fn closed(points: &[Vec2]) -> Result<Vec<Side>, InvalidDesc> {
    let mut corners = without_doubles(points);
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() < 3 {
        return Err(InvalidDesc::Outline("it has fewer than three corners"));
    }
    // Merging keeps corners that turn straight back, which the check then finds.
    merge_straight(&mut corners, true);
    let area: f64 = (2..corners.len())
        .map(|i| turn(corners[0], corners[i - 1], corners[i]))
        .sum();
    if corners.len() < 3 || area.abs() < 1e-6 {
        return Err(InvalidDesc::Outline("it encloses no area"));
    }
    if area < 0.0 {
        corners.reverse();
    }
    let ends = ends(&corners, true);
    let tree = SideTree::new(&ends);
    if !is_simple(&ends, &tree) {
        return Err(InvalidDesc::Outline("it crosses or touches itself"));
    }
    let mut sides = sides(&corners, true, false);
    for i in 0..sides.len() {
        sides[i].depth = depth(&sides, &tree, i);
    }
    Ok(sides)
}

/// The sides of a polyline, two-sided; a loop when it ends where it begins. It may cross itself.
pub(super) fn open(points: &[Vec2]) -> Result<Vec<Side>, InvalidDesc> {
    let mut corners = without_doubles(points);
    let looped = corners.len() > 3 && corners.first() == corners.last();
    if looped {
        corners.pop();
    }
    if corners.len() < 2 {
        return Err(InvalidDesc::Outline("a polyline needs two points that differ"));
    }
    merge_straight(&mut corners, looped);
    Ok(sides(&corners, looped, true))
}

/// One side after the other, without merging or checks.
pub(crate) fn sides(corners: &[Vec2], closed: bool, two_sided: bool) -> Vec<Side> {
    let ends = ends(corners, closed);
    let normals: Vec<Vec2> = ends.iter().map(|&(a, b)| normal(a, b)).collect();
    let count = ends.len();
    (0..count)
        .map(|i| {
            let own = normals[i];
            let before = (closed || i > 0).then(|| normals[(i + count - 1) % count]);
            let after = (closed || i + 1 < count).then(|| normals[(i + 1) % count]);
            let corner_a = before.map_or(Corner::Open, |before| corner(before, own));
            let corner_b = after.map_or(Corner::Open, |after| corner(own, after));
            Side {
                a: ends[i].0,
                b: ends[i].1,
                normal: own,
                normal_before: before.filter(|_| corner_a != Corner::Open).unwrap_or(own),
                normal_after: after.filter(|_| corner_b != Corner::Open).unwrap_or(own),
                corner_a,
                corner_b,
                before: if closed || i > 0 {
                    ends[(i + count - 1) % count].0
                } else {
                    ends[i].0
                },
                after: if closed || i + 1 < count {
                    ends[(i + 1) % count].1
                } else {
                    ends[i].1
                },
                depth: [0.0; 3],
                two_sided,
            }
        })
        .collect()
}

/// What the end between two sides is like. From the same two normals for both sides, so that they agree.
fn corner(first: Vec2, second: Vec2) -> Corner {
    let turn = first.perp_dot(second);
    if turn > 0.0 {
        Corner::Convex
    } else if turn < 0.0 {
        Corner::Hollow
    } else if first.dot(second) > 0.0 {
        Corner::Flat
    } else {
        Corner::Open
    }
}

fn ends(corners: &[Vec2], closed: bool) -> Vec<(Vec2, Vec2)> {
    let count = if closed { corners.len() } else { corners.len() - 1 };
    (0..count)
        .map(|i| (corners[i], corners[(i + 1) % corners.len()]))
        .collect()
}

fn without_doubles(points: &[Vec2]) -> Vec<Vec2> {
    let mut corners = points.to_vec();
    corners.dedup();
    corners
}

/// Drops corners on the very line between their neighbours. Those that turn however little stay.
fn merge_straight(corners: &mut Vec<Vec2>, closed: bool) {
    let mut kept: Vec<Vec2> = Vec::with_capacity(corners.len());
    let straight =
        |a: Vec2, b: Vec2, c: Vec2| turn(a, b, c) == 0.0 && dot(wide_from(a, b), wide_from(b, c)) > 0.0;
    for &point in corners.iter() {
        while let [.., a, b] = kept[..]
            && straight(a, b, point)
        {
            kept.pop();
        }
        kept.push(point);
    }
    if closed {
        while let [first, .., a, b] = kept[..]
            && straight(a, b, first)
        {
            kept.pop();
        }
        while let [first, second, .., last] = kept[..]
            && straight(last, first, second)
        {
            kept.remove(0);
        }
    }
    *corners = kept;
}

/// Whether no two sides share a point, but neighbours their corner.
fn is_simple(ends: &[(Vec2, Vec2)], tree: &SideTree) -> bool {
    let count = ends.len();
    (0..count).all(|i| {
        let (a, b) = ends[i];
        let next = ends[(i + 1) % count];
        // The next side may not come straight back over this one.
        if turn(a, b, next.1) == 0.0 && dot(wide_from(a, b), wide_from(b, next.1)) < 0.0 {
            return false;
        }
        let bounds = Aabb {
            min: a.min(b),
            max: a.max(b),
        };
        tree.visit(
            |node| node.overlaps(&bounds),
            |j| {
                let neighbours = j == (i + 1) % count || i == (j + 1) % count;
                j <= i || neighbours || !meet((a, b), ends[j])
            },
        )
    })
}

/// Whether two closed segments share a point.
fn meet((a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2)) -> bool {
    let (abc, abd) = (turn(a, b, c), turn(a, b, d));
    let (cda, cdb) = (turn(c, d, a), turn(c, d, b));
    let crosses = |s: f64, t: f64| (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0);
    (crosses(abc, abd) && crosses(cda, cdb))
        || (abc == 0.0 && between(a, b, c))
        || (abd == 0.0 && between(a, b, d))
        || (cda == 0.0 && between(c, d, a))
        || (cdb == 0.0 && between(c, d, b))
}

/// Whether `p`, known to be on the line a–b, is between a and b.
fn between(a: Vec2, b: Vec2, p: Vec2) -> bool {
    p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all()
}

/// How far behind side `i` what is nearest to it may be: at its ends and halfway.
///
/// A point straight behind a place p of the side is nearest to p as long as it is inside the largest disc in the solid that touches
/// the side at p: its radius is the depth. (The discs' centres are the outline's medial axis.) It falls to 0 at a convex corner; but what is
/// behind the two sides of one corner can tell at any time which of the two is nearer, so neighbours don't count here. What is
/// left is nearly linear along the side: exactly so between two straight sides.
fn depth(sides: &[Side], tree: &SideTree, i: usize) -> [f32; 3] {
    const NEAR_END: f64 = 0.05;
    let [a, mid, b] = [NEAR_END, 0.5, 1.0 - NEAR_END].map(|share| disc(sides, tree, i, share));
    let drawn_out = |end: f64| (end - (mid - end) * NEAR_END / (0.5 - NEAR_END)).max(0.0);
    [drawn_out(a) as f32, mid as f32, drawn_out(b) as f32]
}

/// Radius of the largest disc that touches side `i` from behind, at a share of its length, and crosses none but its neighbours.
///
/// By shrinking: of the disc through p and the nearest place q inside the last one, with the same normal, until there is none
/// (J. Ma, S. W. Bae, S. Choi, "3D medial axis point approximation using nearest neighbors and the normal field", 2012). The radius of
/// that disc is |q − p|²/(2 n·(p − q)).
fn disc(sides: &[Side], tree: &SideTree, i: usize, share: f64) -> f64 {
    const ROUNDS: usize = 32;
    let count = sides.len();
    let side = &sides[i];
    let (start, along, normal) = (wide(side.a), wide_from(side.a, side.b), wide(side.normal));
    let p = [start[0] + along[0] * share, start[1] + along[1] * share];
    // The whole outline's size: a triangle has nothing but neighbours.
    let size = sides.iter().fold(0.0, |most: f64, other| {
        let off = wide_from(side.a, other.a);
        most.max(dot(off, off))
    });
    let mut radius = size.sqrt();
    for _ in 0..ROUNDS {
        let center = [p[0] - normal[0] * radius, p[1] - normal[1] * radius];
        let nearest = Cell::new((radius * radius * (1.0 - 1e-9), None));
        tree.visit(
            |bounds| distance_squared(bounds, center) < nearest.get().0,
            |j| {
                let neighbour = (j == (i + 1) % count && side.corner_b == Corner::Convex)
                    || (i == (j + 1) % count && side.corner_a == Corner::Convex);
                if j != i && !neighbour {
                    let q = closest(&sides[j], center);
                    let off = [q[0] - center[0], q[1] - center[1]];
                    if dot(off, off) < nearest.get().0 {
                        nearest.set((dot(off, off), Some(q)));
                    }
                }
                true
            },
        );
        let Some(q) = nearest.get().1 else { break };
        let back = [p[0] - q[0], p[1] - q[1]];
        let height = dot(normal, back);
        if height <= 0.0 {
            break;
        }
        radius = 0.5 * dot(back, back) / height;
    }
    radius
}

/// The point of a side nearest to `p`.
fn closest(side: &Side, p: [f64; 2]) -> [f64; 2] {
    let (a, d) = (wide(side.a), wide_from(side.a, side.b));
    let share = (dot([p[0] - a[0], p[1] - a[1]], d) / dot(d, d)).clamp(0.0, 1.0);
    [a[0] + d[0] * share, a[1] + d[1] * share]
}

fn distance_squared(bounds: &Aabb, p: [f64; 2]) -> f64 {
    let off = |low: f32, high: f32, at: f64| (f64::from(low) - at).max(at - f64::from(high)).max(0.0);
    let (x, y) = (
        off(bounds.min.x, bounds.max.x, p[0]),
        off(bounds.min.y, bounds.max.y, p[1]),
    );
    x * x + y * y
}
