//! What the tree does with boxes that no arithmetic can be done with.

use tumble_math::Vec2;

use crate::shape::Aabb;

/// Coordinates are brought into ±`FAR` \[px\], so that sums of areas stay finite. That keeps the order of coordinates, so boxes that
/// overlap still do; of two boxes beyond it that don't overlap, some then touch at ±`FAR`.
pub(crate) const FAR: f32 = 1e30;

/// Overlaps no box, and changes none in a union. Finite, as some formats can't store infinities.
pub(crate) const NOWHERE: Aabb = Aabb {
    min: Vec2::splat(f32::MAX),
    max: Vec2::splat(f32::MIN),
};

/// The box as a tree holds it: within ±[`FAR`]; [`NOWHERE`] if a number is NaN or a least coordinate above a greatest one.
#[inline]
pub(crate) fn sound(aabb: &Aabb) -> Aabb {
    // False for NaN, too.
    if !(aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y) {
        return NOWHERE;
    }
    let far = Vec2::splat(FAR);
    Aabb {
        min: aabb.min.max(-far).min(far),
        max: aabb.max.max(-far).min(far),
    }
}

/// What a node costs: the chance that a box or ray meets it goes with its perimeter (Goldsmith and Salmon, "Automatic creation of
/// object hierarchies for ray tracing", 1987; in the plane, perimeters take the place of areas). None for [`NOWHERE`] \[px\].
#[inline]
pub(crate) fn cost(aabb: &Aabb) -> f32 {
    aabb.half_perimeter().max(0.0)
}
