//! The narrow phase: from two pieces to a manifold.

use tumble_math::Vec2;

/// Where two pieces touch or are about to: one normal, at most two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manifold {
    /// Unit normal from A to B.
    pub normal: Vec2,
    /// The first `count` are valid.
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2.
    pub count: u8,
}

/// One point of a manifold: midway between the two surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ManifoldPoint {
    /// From A's frame origin to the point, in the world's axes \[px\].
    pub arm_a: Vec2,
    /// From B's frame origin to the point, in the world's axes \[px\].
    pub arm_b: Vec2,
    /// Distance of the surfaces along the normal \[px\]; negative when they overlap.
    pub separation: f32,
    /// The features that made it: the same pair of features gives the same id in the next step.
    pub id: u16,
}

impl Manifold {
    pub(crate) const NONE: Self = Self {
        normal: Vec2::ZERO,
        points: [ManifoldPoint {
            arm_a: Vec2::ZERO,
            arm_b: Vec2::ZERO,
            separation: 0.0,
            id: 0,
        }; 2],
        count: 0,
    };
}
