//! The nearest point of anything.

use tumble_math::Vec2;

use super::filter::BodyFilter;
use super::near::around;
use crate::collide;
use crate::id::BodyId;
use crate::world::World;
use crate::world::bodies::NONE;

/// The first look reaches so far \[m\] …
const FIRST_LOOK: f32 = 0.5;
/// … each further one this many times as far as the one before …
const FARTHER: f32 = 4.0;
/// … and none farther than this \[px\], which is more than the world is wide.
const FARTHEST_LOOK: f32 = 1e10;

/// The nearest point of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The body.
    pub body: BodyId,
    /// The point of its surface \[px\].
    pub point: Vec2,
    /// How far it is \[px\]; negative if the point that was asked about is inside the body.
    pub distance: f32,
}

impl World {
    /// The nearest body within `radius` \[px, ≥ 0\] of a point, and which point of its surface that is: the one with the least distance,
    /// which is negative for what the point is inside of; so of several such the one that it is deepest in. Of equally near ones the one
    /// with the lowest index is taken. An infinite radius asks for any body. `None` for a point that isn't finite, or a
    /// radius that is negative or NaN.
    pub fn closest_point(&self, point: Vec2, radius: f32, filter: impl BodyFilter) -> Option<Closest> {
        if !point.is_finite() || radius.is_nan() || radius < 0.0 {
            return None;
        }
        let mut best: Option<Near> = None;
        // An outline's nearest side may be farther away than the radius.
        let solids = self.solids_at(point, &filter);
        for &body in &solids {
            let (on, distance, side) = self.nearest_side(body, point);
            take(&mut best, (-distance, body, side), on);
        }
        let mut reach = (FIRST_LOOK * self.settings.length_unit).min(radius);
        // What is within `reach` comes before all that isn't.
        loop {
            self.pieces_near(&around(point, reach), |body, side, piece, frame| {
                let (on, distance) = collide::closest(piece, frame, point);
                let solid = side != NONE && solids.contains(&body);
                if distance <= reach && !solid && self.sees(body, &filter) {
                    take(&mut best, (distance, body, side), on);
                }
            });
            if best.is_some() || reach >= radius || reach >= FARTHEST_LOOK {
                break;
            }
            reach = (reach * FARTHER).min(radius);
        }
        best.map(|((distance, body, _), point)| Closest {
            body: self.bodies.id(body as usize),
            point,
            distance,
        })
    }
}

/// Distance, body and side, and the point there.
type Near = ((f32, u32, u32), Vec2);

/// Keeps the nearer one.
fn take(best: &mut Option<Near>, order: (f32, u32, u32), point: Vec2) {
    if best.is_none_or(|best| order < best.0) {
        *best = Some((order, point));
    }
}
