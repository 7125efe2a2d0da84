//! Rays and boxes on their way.

use tumble_math::Vec2;

use crate::shape::Aabb;

use super::bounds::{FAR, sound};
use super::tree::{NONE, STACK, Tree};

/// By how much the far end of a box along the way is put off: three roundings on either side, as 1 + 2γ(3) in Ize, "Robust BVH ray
/// traversal", 2013, §4. So no box is missed that the exact way touches.
const OUTWARD: f32 = 1.0 + 8.0 * f32::EPSILON;
/// A component of a way below this counts as none \[px\]: its inverse would be out of range.
const FLAT: f32 = 1e-30;

/// A box on its way.
struct Way {
    start: Aabb,
    /// Around the whole way.
    swept: Aabb,
    /// 1 / way, 0 where the way is flat.
    inverse: Vec2,
    /// Infinite where the way is flat, for there only `swept` decides.
    slack: Vec2,
}

impl Way {
    /// None if a number isn't finite, or the way ends before its start.
    fn new(start: &Aabb, way: Vec2, max: f32) -> Option<Self> {
        let valid = start.min.is_finite() && start.max.is_finite() && way.is_finite() && max >= 0.0;
        let start = sound(start);
        if !valid || start.min.x > start.max.x {
            return None;
        }
        let far = Vec2::splat(FAR);
        // Without a rounding of its own: max of infinity times a way of 0 must stay 0.
        let along = |way: f32| if way.abs() < FLAT { way } else { way * max };
        let end = Vec2::new(along(way.x), along(way.y));
        let end = end.max(-far).min(far);
        // What the product and the sum may be rounded.
        let rounding = (start.min.abs().max(start.max.abs()) + end.abs()) * f32::EPSILON;
        let swept = Aabb {
            min: start.min + end.min(Vec2::ZERO) - rounding,
            max: start.max + end.max(Vec2::ZERO) + rounding,
        };
        let inverse = |way: f32| if way.abs() < FLAT { 0.0 } else { 1.0 / way };
        let slack = |way: f32| if way.abs() < FLAT { f32::INFINITY } else { 0.0 };
        Some(Self {
            start,
            swept,
            inverse: Vec2::new(inverse(way.x), inverse(way.y)),
            slack: Vec2::new(slack(way.x), slack(way.y)),
        })
    }

    /// At which fraction of the way a box is met first, 0 if at the start; infinite if not before `max`.
    #[inline]
    fn meets(&self, aabb: &Aabb, max: f32) -> f32 {
        let a = (aabb.min - self.start.max) * self.inverse;
        let b = (aabb.max - self.start.min) * self.inverse;
        let near = a.min(b) - self.slack;
        let far = a.max(b) + self.slack;
        let enter = near.x.max(near.y).max(0.0);
        let leave = far.x.min(far.y) * OUTWARD;
        if enter <= leave && enter <= max && self.swept.overlaps(aabb) {
            enter
        } else {
            f32::INFINITY
        }
    }
}

impl Tree {
    /// Calls `found` with the data of the boxes that the ray from `origin` along `way` meets at a fraction of `way` \[0..=max\], and with
    /// the greatest fraction that still counts; it returns the new one, which can only become less. A negative one ends it.
    ///
    /// The box met first comes first, near enough: always of two children, not of all. Boxes that the ray misses by less than a rounding
    /// may be among those found. Nothing is met if `origin` or `way` isn't finite or `max` is negative or NaN.
    pub(crate) fn ray(&self, origin: Vec2, way: Vec2, max: f32, found: impl FnMut(u32, f32) -> f32) {
        self.cast(
            &Aabb {
                min: origin,
                max: origin,
            },
            way,
            max,
            found,
        );
    }

    /// As [`Tree::ray`], for a box that moves along `way` from where it is.
    pub(crate) fn cast(&self, aabb: &Aabb, way: Vec2, max: f32, mut found: impl FnMut(u32, f32) -> f32) {
        let Some(path) = Way::new(aabb, way, max) else {
            return;
        };
        if self.root == NONE || path.meets(&self.node(self.root).aabb, max) == f32::INFINITY {
            return;
        }
        let mut max = max;
        let mut stack = [(0_u32, 0.0_f32); STACK];
        let mut waiting = 0;
        let mut at = self.root;
        loop {
            let node = self.node(at);
            if node.is_leaf() {
                max = found(node.right, max).min(max);
            } else {
                let left = path.meets(&self.node(node.left).aabb, max);
                let right = path.meets(&self.node(node.right).aabb, max);
                let (near, near_at, far, far_at) = if left <= right {
                    (node.left, left, node.right, right)
                } else {
                    (node.right, right, node.left, left)
                };
                if near_at < f32::INFINITY {
                    if far_at < f32::INFINITY {
                        stack[waiting] = (far, far_at);
                        waiting += 1;
                    }
                    at = near;
                    continue;
                }
            }
            loop {
                if waiting == 0 {
                    return;
                }
                waiting -= 1;
                let (node, node_at) = stack[waiting];
                if node_at <= max {
                    at = node;
                    break;
                }
            }
        }
    }
}
