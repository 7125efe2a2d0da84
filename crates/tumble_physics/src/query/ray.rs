//! Rays.

use core::cmp::Ordering;

use tumble_math::Vec2;

use super::filter::BodyFilter;
use super::sweep::Sweep;
use crate::collide;
use crate::id::BodyId;
use crate::world::World;
use crate::world::bodies::NONE;

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
    /// Outward normal there (a unit vector); of a polyline, the one towards the ray's origin.
    pub normal: Vec2,
    /// Share of the ray's way \[0..1\].
    pub fraction: f32,
    /// Which of its sides, so that hits in a corner have an order; [`NONE`] for what isn't made of sides.
    pub(super) side: u32,
}

impl Ray {
    fn is_sound(&self) -> bool {
        self.origin.is_finite() && self.way.is_finite() && self.way != Vec2::ZERO
    }
}

impl RayHit {
    /// By fraction, body and side.
    fn order(&self, other: &Self) -> Ordering {
        self.fraction
            .total_cmp(&other.fraction)
            .then(self.body.index.cmp(&other.body.index))
            .then(self.side.cmp(&other.side))
    }
}

impl World {
    /// The nearest thing on a ray. Shapes that the ray starts inside are passed through, also where it would come in again. Of things
    /// equally near the one with the lowest index is taken. `None` for a ray that isn't finite or has no length.
    ///
    /// ```
    /// use tumble_physics::math::{Pose2, Vec2};
    /// use tumble_physics::{BodyDesc, QueryFilter, Ray, Settings, World};
    ///
    /// let mut world = World::new(Settings::default());
    /// let ball = world.add_body(&BodyDesc {
    ///     pose: Pose2 { position: Vec2::new(60.0, 0.0), angle: 0.0 },
    ///     ..BodyDesc::default()
    /// })?;
    /// let ray = Ray { origin: Vec2::ZERO, way: Vec2::new(100.0, 0.0) };
    /// let hit = world.cast_ray(ray, QueryFilter::default()).expect("it is on its way");
    /// assert_eq!((hit.body, hit.point, hit.normal), (ball, Vec2::new(50.0, 0.0), Vec2::NEG_X));
    /// assert_eq!(hit.fraction, 0.5);
    /// # Ok::<(), tumble_physics::InvalidDesc>(())
    /// ```
    pub fn cast_ray(&self, ray: Ray, filter: impl BodyFilter) -> Option<RayHit> {
        let mut best: Option<RayHit> = None;
        self.ray_hits(ray, &filter, |hit| {
            if best.is_none_or(|best| hit.order(&best).is_lt()) {
                best = Some(hit);
            }
            best.map_or(1.0, |best| best.fraction)
        });
        best
    }

    /// Adds to `out` everything on a ray, in its order; each body once, where the ray comes in first. What the ray starts inside of is
    /// passed through. Nothing for a ray that isn't finite or has no length.
    pub fn cast_ray_all(&self, ray: Ray, filter: impl BodyFilter, out: &mut Vec<RayHit>) {
        let first = out.len();
        self.ray_hits(ray, &filter, |hit| {
            out.push(hit);
            1.0
        });
        let order = |one: &RayHit, other: &RayHit| {
            one.body
                .index
                .cmp(&other.body.index)
                .then_with(|| one.order(other))
        };
        out[first..].sort_unstable_by(order);
        let mut kept = first;
        for at in first..out.len() {
            if at == first || out[at].body != out[kept - 1].body {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
        out[first..].sort_unstable_by(RayHit::order);
    }

    /// Calls for each side or piece that a ray enters, in no particular order, up to the fraction that `take` returned last.
    fn ray_hits(&self, ray: Ray, filter: &impl BodyFilter, mut take: impl FnMut(RayHit) -> f32) {
        if !ray.is_sound() {
            return;
        }
        let mut most = 1.0;
        // The outline that was asked last whether it is started inside of.
        let (mut solid, mut starts_inside) = (NONE, false);
        let sweep = Sweep::of_point(ray.origin, ray.way);
        self.pieces_along(sweep, |body, side, piece, frame| {
            let Some((fraction, normal)) = collide::ray(piece, frame, ray.origin, ray.way) else {
                return most;
            };
            if fraction > most || !self.sees(body, filter) {
                return most;
            }
            if side != NONE {
                if solid != body {
                    (solid, starts_inside) = (body, self.is_inside(body, ray.origin));
                }
                if starts_inside {
                    return most;
                }
            }
            most = take(RayHit {
                body: self.bodies.id(body as usize),
                point: ray.origin + ray.way * fraction,
                normal,
                fraction,
                side,
            });
            most
        });
    }
}
