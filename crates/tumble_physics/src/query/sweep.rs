//! A box on its straight way, as a test before the exact ones.

use tumble_math::Vec2;

use crate::shape::Aabb;

/// A coordinate here may be off by this share of the greatest one: a turn into a frame and out of it, and the sums around it.
const ROUNDING: f32 = 8.0 * f32::EPSILON;
/// Boxes count as larger by this share in the sideways test, whose products round, too.
const SIDEWAYS: f32 = 1.0 + 1e-5;

/// By how much boxes about these points must be larger so that rounding hides nothing \[px\].
#[inline]
pub(super) fn slack(one: Vec2, other: Vec2) -> f32 {
    ROUNDING * one.abs().max(other.abs()).max_element()
}

/// A box that moves along a way, which can become shorter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    /// Where it starts, enlarged by what rounding may hide.
    pub start: Aabb,
    /// Where it goes \[px\].
    pub way: Vec2,
    /// Around all of the way that still counts.
    swept: Aabb,
}

impl Sweep {
    /// Of a box along the whole of `way`.
    pub(super) fn new(start: &Aabb, way: Vec2) -> Self {
        let far = start.min.abs().max(start.max.abs());
        let start = start.grown(slack(far, way));
        let mut sweep = Self {
            start,
            way,
            swept: start,
        };
        sweep.shorten(1.0);
        sweep
    }

    /// Of a point.
    pub(super) fn of_point(origin: Vec2, way: Vec2) -> Self {
        let point = Aabb {
            min: origin,
            max: origin,
        };
        Self::new(&point, way)
    }

    /// From now on only this share of the way counts.
    #[inline]
    pub(super) fn shorten(&mut self, share: f32) {
        let end = self.way * share;
        self.swept = Aabb {
            min: self.start.min + end.min(Vec2::ZERO),
            max: self.start.max + end.max(Vec2::ZERO),
        };
    }

    /// False if it doesn't meet a box on its way. Separating axes: those of the boxes, and the one across the way.
    #[inline]
    pub(super) fn may_meet(&self, aabb: &Aabb) -> bool {
        if !self.swept.overlaps(aabb) {
            return false;
        }
        let own = self.start.max - self.start.min;
        // Twice the half sizes and twice the distance of the middles.
        let size = (aabb.max - aabb.min + own) * SIDEWAYS;
        let apart = (aabb.min - self.start.min) + (aabb.max - self.start.max);
        let across = self.way.perp_dot(apart).abs();
        // Also false for what isn't a number, which then may meet.
        let beyond = across > self.way.x.abs() * size.y + self.way.y.abs() * size.x;
        !beyond
    }
}
