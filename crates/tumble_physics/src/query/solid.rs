//! What is inside an outline.
//!
//! A point is inside when a ray from it crosses the outline an odd number of times. Of few sides all are asked. Of many, the box tree tells
//! which ones are straight above the point: in terrain, which is wider than high, these are few.

use core::slice;

use tumble_math::Vec2;

use super::filter::BodyFilter;
use super::near::around;
use super::sweep::Sweep;
use crate::body::BodyKind;
use crate::shape::{Piece, Side, inside};
use crate::world::World;
use crate::world::bodies::NONE;

/// Up to so many sides are asked one by one, at a nanosecond each; a descent into the tree takes as long as some dozens.
const FEW: usize = 48;
/// Higher than the world \[px\].
const HIGH: f32 = 1e10;

impl World {
    /// Bodies made of sides that a point is inside of.
    pub(super) fn solids_at(&self, point: Vec2, filter: &impl BodyFilter) -> Vec<u32> {
        // Whatever it is inside of has a side above it.
        let mut found: Vec<u32> = Vec::new();
        let up = Sweep::of_point(point, Vec2::new(0.0, -HIGH));
        for tree in [&self.clusters.fixed, &self.clusters.moving] {
            tree.cast(&around(point, 0.0), up.way, 1.0, |index, most| {
                let cluster = &self.clusters.cluster[index as usize];
                if cluster.side != NONE && !found.contains(&cluster.members[0]) {
                    found.push(cluster.members[0]);
                }
                most
            });
        }
        found.retain(|&body| self.is_inside(body, point) && self.sees(body, filter));
        found
    }

    /// Whether a point is inside a body that is made of sides: never for polylines.
    pub(super) fn is_inside(&self, body: u32, point: Vec2) -> bool {
        let index = body as usize;
        let (sides, place) = (&self.bodies.sides[index], &self.bodies.place[index]);
        if !matches!(sides.first(), Some(Piece::Side(side)) if !side.two_sided) {
            return false;
        }
        let local = place.frame().unrotate(point - place.at);
        if sides.len() <= FEW {
            return sides.iter().filter(|piece| passes(piece, local)).count() % 2 == 1;
        }
        let reach = self.bodies.body[index].extent * 1.001;
        if point.distance_squared(place.at) > reach * reach {
            return false;
        }
        let tree = if self.bodies.body[index].kind == BodyKind::Static {
            &self.clusters.fixed
        } else {
            &self.clusters.moving
        };
        let way = Vec2::new(0.0, -2.0 * reach);
        let local_way = wide(place.frame().unrotate(way));
        let mut odd = false;
        tree.cast(&Sweep::of_point(point, way).start, way, 1.0, |index, most| {
            let cluster = &self.clusters.cluster[index as usize];
            if cluster.members[0] == body
                && let Some(Piece::Side(side)) = sides.get(cluster.side as usize)
            {
                odd ^= crosses(side, wide(local), local_way);
            }
            most
        });
        odd
    }
}

/// Whether the ray from a point to the right crosses a side.
fn passes(piece: &Piece, local: Vec2) -> bool {
    matches!(piece, Piece::Side(side) if inside(slice::from_ref(side), local))
}

/// Whether a ray that is long enough crosses a side. Two sides with a common corner see by the same sign on which side of it the ray passes, so
/// one of them is crossed, or both or none if the corner is a turning point.
fn crosses(side: &Side, origin: [f64; 2], way: [f64; 2]) -> bool {
    let from = |end: Vec2| {
        let end = wide(end);
        [end[0] - origin[0], end[1] - origin[1]]
    };
    let (a, b) = (from(side.a), from(side.b));
    let (left, right) = (cross(way, a), cross(way, b));
    if (left > 0.0) == (right > 0.0) {
        return false;
    }
    let height = cross(a, [b[0] - a[0], b[1] - a[1]]);
    if left > 0.0 { height <= 0.0 } else { height >= 0.0 }
}

fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

fn cross(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[1] - p[1] * q[0]
}
