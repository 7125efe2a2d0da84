//! Queries as loops over all bodies.

use tumble_math::Vec2;

use crate::collide;
use crate::query::{BodyFilter, Closest, RayHit};
use crate::shape::{Frame, Piece, Side, inside};
use crate::world::World;
use crate::world::bodies::{Health, NONE};

/// All that the filter lets through, by index.
pub(super) fn seen(world: &World, filter: &impl BodyFilter) -> Vec<u32> {
    (0..world.bodies.slots.places())
        .filter(|&index| {
            let record = &world.bodies.body[index];
            world.bodies.slots.is_used(index)
                && record.health != Health::Quarantined
                && filter.sees(world.bodies.id(index), record.filter.category)
        })
        .map(|index| index as u32)
        .collect()
}

/// A body's pieces with their sides.
pub(super) fn pieces(world: &World, body: u32) -> impl Iterator<Item = (u32, &Piece, Frame)> {
    let index = body as usize;
    let frame = world.bodies.place[index].frame();
    let sides = &world.bodies.sides[index];
    let single = sides
        .is_empty()
        .then(|| (NONE, &world.bodies.piece[index], frame));
    let sides = sides
        .iter()
        .enumerate()
        .map(move |(side, piece)| (side as u32, piece, frame));
    single.into_iter().chain(sides)
}

/// Whether a point is inside an outline.
pub(super) fn in_outline(world: &World, body: u32, point: Vec2) -> bool {
    let place = &world.bodies.place[body as usize];
    let sides: Vec<Side> = world.bodies.sides[body as usize]
        .iter()
        .filter_map(|piece| match piece {
            Piece::Side(side) => Some(*side),
            _ => None,
        })
        .collect();
    inside(&sides, place.frame().unrotate(point - place.at))
}

/// How far a point is from a body: negative inside.
pub(super) fn distance(world: &World, body: u32, point: Vec2) -> (f32, Vec2) {
    let (mut least, mut best) = (f32::INFINITY, Vec2::ZERO);
    for (_, piece, frame) in pieces(world, body) {
        let (on, distance) = collide::closest(piece, &frame, point);
        if distance < least {
            (least, best) = (distance, on);
        }
    }
    let sign = if in_outline(world, body, point) { -1.0 } else { 1.0 };
    (least * sign, best)
}

pub(super) fn contains(world: &World, body: u32, point: Vec2) -> bool {
    in_outline(world, body, point)
        || pieces(world, body).any(|(_, piece, frame)| collide::contains(piece, &frame, point))
}

/// Whether a piece whose origin is a point of it overlaps a body.
pub(super) fn overlaps(world: &World, body: u32, piece: &Piece, at: &Frame) -> bool {
    in_outline(world, body, at.at)
        || pieces(world, body).any(|(_, other, frame)| collide::distance(piece, at, other, &frame).0 <= 0.0)
}

/// Each body's first hit, the nearest first.
pub(super) fn ray_hits(world: &World, origin: Vec2, way: Vec2, filter: &impl BodyFilter) -> Vec<RayHit> {
    let mut hits: Vec<RayHit> = seen(world, filter)
        .into_iter()
        .filter(|&body| !in_outline(world, body, origin))
        .filter_map(|body| {
            pieces(world, body)
                .filter_map(|(side, piece, frame)| {
                    let (fraction, normal) = collide::ray(piece, &frame, origin, way)?;
                    Some(RayHit {
                        body: world.bodies.id(body as usize),
                        point: origin + way * fraction,
                        normal,
                        fraction,
                        side,
                    })
                })
                .reduce(|best, hit| if hit.fraction < best.fraction { hit } else { best })
        })
        .collect();
    hits.sort_by(|one, other| one.fraction.total_cmp(&other.fraction));
    hits
}

pub(super) fn closest(world: &World, point: Vec2, radius: f32, filter: &impl BodyFilter) -> Option<Closest> {
    seen(world, filter)
        .into_iter()
        .map(|body| {
            let (distance, on) = distance(world, body, point);
            Closest {
                body: world.bodies.id(body as usize),
                point: on,
                distance,
            }
        })
        .filter(|near| near.distance <= radius)
        .reduce(|best, near| if near.distance < best.distance { near } else { best })
}
