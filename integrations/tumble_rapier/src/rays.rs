//! Rays.
//!
//! Rapier's tree is brought up to date by each step. Bodies made or put somewhere since then are not in it (or at their old
//! place) and are looked at one by one, so that a ray always sees the world as it is.

use rapier2d::dynamics::RigidBody;
use rapier2d::geometry::{Collider, ColliderHandle, Ray as RapierRay, RayIntersection};
use rapier2d::math::Pose;
use rapier2d::pipeline::QueryFilter;
use tumble::backend::{BodyHandle, BodyKind, Layer, Ray, RayFilter, RayHit};

use crate::body::Life;
use crate::convert::{vec2, vector};
use crate::world::RapierWorld;

impl RapierWorld {
    pub(crate) fn nearest_on_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        if !ray.origin.is_finite() || !ray.way.is_finite() || ray.way.length_squared() == 0.0 {
            return None;
        }
        let rapier_ray = RapierRay::new(vector(ray.origin), vector(ray.way));
        let sees = |handle: BodyHandle| {
            let Some(body) = self.slots.get(handle.0) else {
                return false;
            };
            (!filter.ground_only || matches!(body.layer, Layer::Terrain | Layer::Prop))
                && body.life != Life::Out
                && !filter.exclude.contains(&handle)
        };

        let predicate = |_: ColliderHandle, collider: &Collider| {
            let Some(handle) = self.body_of(collider) else {
                return false;
            };
            let dirty = self.slots.get(handle.0).is_none_or(|body| body.dirty);
            !dirty
                && sees(handle)
                && !collider
                    .shape()
                    .contains_point(collider.position(), rapier_ray.origin)
        };
        let query = self.broad_phase.as_query_pipeline(
            self.narrow_phase.query_dispatcher(),
            &self.bodies,
            &self.colliders,
            QueryFilter::default().predicate(&predicate),
        );
        let mut best: Option<(BodyHandle, RayIntersection)> = query
            .cast_ray_and_get_normal(&rapier_ray, 1.0, true)
            .and_then(|(collider, hit)| Some((self.body_of(self.colliders.get(collider)?)?, hit)));

        for &handle in &self.dirty {
            if !sees(handle) {
                continue;
            }
            let Some(rigid) = self.slots.get(handle.0).and_then(|b| self.bodies.get(b.rigid)) else {
                continue;
            };
            for &collider in rigid.colliders() {
                let Some(collider) = self.colliders.get(collider) else {
                    continue;
                };
                let pose = match collider.position_wrt_parent() {
                    Some(local) => rigid.position() * *local,
                    None => *rigid.position(),
                };
                if let Some(hit) = cast(collider, &pose, &rapier_ray) {
                    let nearer = best.as_ref().is_none_or(|(other, found)| {
                        (hit.time_of_impact, handle) < (found.time_of_impact, *other)
                    });
                    if nearer {
                        best = Some((handle, hit));
                    }
                }
            }
        }

        let (body, hit) = best?;
        Some(RayHit {
            body,
            point: ray.origin + ray.way * hit.time_of_impact,
            normal: vec2(hit.normal).normalize_or_zero(),
            fraction: hit.time_of_impact,
        })
    }

    pub(crate) fn body_of(&self, collider: &Collider) -> Option<BodyHandle> {
        let rigid = self.bodies.get(collider.parent()?)?;
        Some(BodyHandle(rigid.user_data as u64))
    }

    /// Notes that rapier's tree doesn't know where a body is until the next step.
    pub(crate) fn mark_dirty(&mut self, handle: BodyHandle) {
        if let Some(body) = self.slots.get_mut(handle.0)
            && !body.dirty
        {
            body.dirty = true;
            self.dirty.push(handle);
        }
    }

    /// Dynamic bodies that sleep.
    pub(crate) fn count_asleep(&self) -> usize {
        self.slots
            .iter()
            .filter(|(_, body)| {
                body.kind == BodyKind::Dynamic
                    && self.bodies.get(body.rigid).is_some_and(RigidBody::is_sleeping)
            })
            .count()
    }
}

fn cast(collider: &Collider, pose: &Pose, ray: &RapierRay) -> Option<RayIntersection> {
    if collider.shape().contains_point(pose, ray.origin) {
        return None;
    }
    collider.shape().cast_ray_and_get_normal(pose, ray, 1.0, true)
}
