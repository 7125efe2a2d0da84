//! From a shape of the seam to rapier's shapes and mass.

use core::f32::consts::PI;

use rapier2d::geometry::SharedShape;
use rapier2d::math::{Pose, Vector};
use rapier2d::parry::shape::{Compound, CompoundFlags, Polyline, PolylineFlags};
use tumble::backend::{BodyDesc, BodyKind, InvalidDesc, Shape};
use tumble::math::Vec2;

use crate::convert::vector;
use crate::outline::{Outline, polyline};

/// Radius of the knobs at a polyline's ends \[px\]. A one-sided line has no ends to land on; without the knobs a body that falls
/// on the tip of a standing line would slip past it.
const END_RADIUS: f32 = 0.05;

/// What rapier needs for a body's shape.
pub(crate) struct Built {
    /// Colliders, each with its place in the body's frame.
    pub(crate) colliders: Vec<(Pose, SharedShape)>,
    /// Centre of mass in the body's frame \[px\].
    pub(crate) center: Vec2,
    /// Moment of inertia about the centre of mass per unit of mass [px²].
    pub(crate) gyration: f32,
}

/// Checks a description and builds its shape.
///
/// # Errors
/// The first thing that is wrong with it.
pub(crate) fn build(desc: &BodyDesc) -> Result<Built, InvalidDesc> {
    check_numbers(desc)?;
    let single = |shape: SharedShape, gyration: f32| Built {
        colliders: vec![(Pose::IDENTITY, shape)],
        center: Vec2::ZERO,
        gyration,
    };
    Ok(match &desc.shape {
        Shape::Circle { radius } => {
            positive("radius", *radius)?;
            single(SharedShape::ball(*radius), 0.5 * radius * radius)
        }
        Shape::Capsule { half_length, radius } => {
            positive("radius", *radius)?;
            positive("half_length", *half_length)?;
            single(
                SharedShape::capsule_x(*half_length, *radius),
                capsule_gyration(*half_length, *radius),
            )
        }
        Shape::Box { half } => {
            finite("half", half.x)?;
            positive("half.x", half.x)?;
            positive("half.y", half.y)?;
            single(
                SharedShape::cuboid(half.x, half.y),
                (half.x * half.x + half.y * half.y) / 3.0,
            )
        }
        Shape::Polygon { points } => {
            finite_points(points)?;
            let outline = Outline::new(points)?;
            let (_, center, gyration) = outline.moments();
            let shape = if outline.is_convex() {
                convex(outline.vectors()).ok_or(InvalidDesc::Outline("it encloses no area"))?
            } else if desc.kind == BodyKind::Dynamic {
                return Err(InvalidDesc::Shape("a polygon that isn't convex"));
            } else {
                concave(&outline)?
            };
            Built {
                colliders: vec![(Pose::IDENTITY, shape)],
                center,
                gyration,
            }
        }
        Shape::Segments { points } => {
            finite_points(points)?;
            if desc.kind == BodyKind::Dynamic {
                return Err(InvalidDesc::Shape("a polyline"));
            }
            Built {
                colliders: segments(points)?,
                center: Vec2::ZERO,
                gyration: 1.0,
            }
        }
    })
}

/// I/m of a uniformly filled capsule about its centre.
///
/// A rectangle 2a × 2r and two half discs whose centroids lie c = 4r/3π beyond the rectangle's ends:
/// I = R (a² + r²)/3 + D (r²/2 − c² + (a + c)²), with the masses R : D = 4ar : πr². Limits: a → 0 gives the
/// disc's r²/2; r → 0 gives the rod's a²/3. For a = 92, r = 8: 3244.0 px².
fn capsule_gyration(a: f32, r: f32) -> f32 {
    let c = 4.0 * r / (3.0 * PI);
    let (rect, disc) = (4.0 * a * r, PI * r * r);
    let moment = rect * (a * a + r * r) / 3.0 + disc * (0.5 * r * r - c * c + (a + c) * (a + c));
    moment / (rect + disc)
}

/// A convex polygon with the corners it is given. Rapier's usual way drops corners that turn by less than 1.5°, which moves the
/// surface of a gentle hill by tens of px, and leaves nothing of a thin triangle.
fn convex(corners: Vec<Vector>) -> Option<SharedShape> {
    SharedShape::convex_polyline_unmodified(corners)
}

/// A polygon that isn't convex: pieces whose seams are known to be inside, so that nothing catches on them.
fn concave(outline: &Outline) -> Result<SharedShape, InvalidDesc> {
    let mut pieces = Vec::new();
    for piece in outline.convex_pieces()? {
        let shape = convex(piece).ok_or(InvalidDesc::Outline("its sides all but touch each other"))?;
        pieces.push((Pose::IDENTITY, shape));
    }
    Ok(SharedShape::new(Compound::with_flags(
        pieces,
        CompoundFlags::FIX_INTERNAL_EDGES,
        None,
    )))
}

/// A two-sided, smooth line: a one-sided one for each side (rapier's two-sided lines have bumps at their joints; its
/// one-sided ones don't), and a knob at each end.
fn segments(points: &[Vec2]) -> Result<Vec<(Pose, SharedShape)>, InvalidDesc> {
    let line = polyline(points)?;
    let ends = [line[0], line[line.len() - 1]];
    let mut back = line.clone();
    back.reverse();
    let mut colliders: Vec<(Pose, SharedShape)> = [line, back]
        .into_iter()
        .map(|side| {
            (
                Pose::IDENTITY,
                SharedShape::new(Polyline::with_flags(side, None, PolylineFlags::ORIENTED)),
            )
        })
        .collect();
    if ends[0] != ends[1] {
        for end in ends {
            colliders.push((
                Pose::from_translation(vector(Vec2::new(end.x, end.y))),
                SharedShape::ball(END_RADIUS),
            ));
        }
    }
    Ok(colliders)
}

fn check_numbers(desc: &BodyDesc) -> Result<(), InvalidDesc> {
    finite("pose.x", desc.pose.position.x)?;
    finite("pose.y", desc.pose.position.y)?;
    finite("pose.angle", desc.pose.angle)?;
    finite("velocity.x", desc.velocity.x)?;
    finite("velocity.y", desc.velocity.y)?;
    finite("spin", desc.spin)?;
    for (name, value) in [
        ("linear_damping", desc.linear_damping),
        ("angular_damping", desc.angular_damping),
        ("friction", desc.friction),
        ("restitution", desc.restitution),
    ] {
        finite(name, value)?;
        if value < 0.0 {
            return Err(InvalidDesc::NotPositive(name));
        }
    }
    if desc.kind == BodyKind::Dynamic {
        positive("mass", desc.mass)?;
    }
    Ok(())
}

fn finite(name: &'static str, value: f32) -> Result<(), InvalidDesc> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(InvalidDesc::NotFinite(name))
    }
}

fn positive(name: &'static str, value: f32) -> Result<(), InvalidDesc> {
    finite(name, value)?;
    if value > 0.0 {
        Ok(())
    } else {
        Err(InvalidDesc::NotPositive(name))
    }
}

fn finite_points(points: &[Vec2]) -> Result<(), InvalidDesc> {
    if points.iter().all(|p| Vector::is_finite(vector(*p))) {
        Ok(())
    } else {
        Err(InvalidDesc::NotFinite("points"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_turns_like_a_disc_or_a_rod_in_its_limits() {
        let disc = capsule_gyration(1e-3, 10.0);
        assert!((disc - 50.0).abs() < 0.01, "{disc}");
        let rod = capsule_gyration(100.0, 1e-3);
        assert!((rod - 100.0 * 100.0 / 3.0).abs() < 0.1, "{rod}");
        let limb = capsule_gyration(92.0, 8.0);
        assert!((limb - 3244.0).abs() < 0.1, "{limb}");
    }
}
