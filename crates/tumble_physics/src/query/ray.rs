//! Rays.

use tumble_math::Vec2;

use super::QueryFilter;
use crate::collide;
use crate::id::BodyId;
use crate::shape::{Piece, Side, inside};
use crate::world::World;
use crate::world::bodies::{Health, NONE};

/// A ray, from `origin` to `origin + way`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start \[px\].
    pub origin: Vec2,
    /// Direction and length \[px\].
    pub way: Vec2,
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// Where \[px\].
    pub point: Vec2,
    /// Outward normal there (a unit vector).
    pub normal: Vec2,
    /// Share of the ray's way \[0..1\].
    pub fraction: f32,
}

impl World {
    /// The nearest thing on a ray. Shapes that the ray starts inside are passed through. Of things equally near the one with the
    /// lowest index is taken. `None` for a ray that isn't finite or has no length.
    pub fn cast_ray(&self, ray: Ray, filter: QueryFilter<'_>) -> Option<RayHit> {
        if !ray.origin.is_finite() || !ray.way.is_finite() || ray.way == Vec2::ZERO {
            return None;
        }
        let mut best: Option<(f32, u32, Vec2)> = None;
        let mut cluster = |index: u32, most: f32| {
            let cluster = &self.clusters.cluster[index as usize];
            let most = best.map_or(most, |(fraction, ..)| fraction.min(most));
            for &body in cluster.bodies() {
                if !self.sees(body, &filter) || self.unplaced.contains(&body) {
                    continue;
                }
                self.ray_on(body, cluster.side, ray, &mut best);
            }
            best.map_or(most, |(fraction, ..)| fraction)
        };
        self.clusters.fixed.ray(ray.origin, ray.way, 1.0, &mut cluster);
        self.clusters.moving.ray(ray.origin, ray.way, 1.0, &mut cluster);
        // What has no box yet, or an old one.
        for &body in self.unplaced.iter().chain(&self.trees.dirty) {
            if self.bodies.slots.is_used(body as usize) && self.sees(body, &filter) {
                for side in 0..self.bodies.sides[body as usize].len() {
                    self.ray_on(body, side as u32, ray, &mut best);
                }
                if self.bodies.sides[body as usize].is_empty() {
                    self.ray_on(body, NONE, ray, &mut best);
                }
            }
        }
        let (fraction, body, normal) = best?;
        Some(RayHit {
            body: self.bodies.id(body as usize),
            point: ray.origin + ray.way * fraction,
            normal,
            fraction,
        })
    }

    pub(crate) fn sees(&self, body: u32, filter: &QueryFilter<'_>) -> bool {
        let record = &self.bodies.body[body as usize];
        record.health != Health::Quarantined
            && record.filter.category & filter.mask != 0
            && !filter.exclude.contains(&self.bodies.id(body as usize))
    }

    fn ray_on(&self, body: u32, side: u32, ray: Ray, best: &mut Option<(f32, u32, Vec2)>) {
        let index = body as usize;
        let frame = self.bodies.place[index].frame();
        let piece = if side == NONE {
            &self.bodies.piece[index]
        } else {
            &self.bodies.sides[index][side as usize]
        };
        let Some((fraction, normal)) = collide::ray(piece, &frame, ray.origin, ray.way) else {
            return;
        };
        if best.is_some_and(|(least, other, _)| (least, other) <= (fraction, body)) {
            return;
        }
        if side != NONE && self.is_inside(body, ray.origin) {
            return;
        }
        *best = Some((fraction, body, normal));
    }

    /// Whether a point is inside a body's outline. False for polylines, which have no inside.
    pub(crate) fn is_inside(&self, body: u32, point: Vec2) -> bool {
        let index = body as usize;
        let place = &self.bodies.place[index];
        let local = place.frame().unrotate(point - place.at);
        let sides: Vec<Side> = self.bodies.sides[index]
            .iter()
            .filter_map(|piece| {
                if let Piece::Side(side) = piece {
                    Some(*side)
                } else {
                    None
                }
            })
            .collect();
        sides.first().is_some_and(|side| !side.two_sided) && inside(&sides, local)
    }
}
