//! A proper pose: where a rigid body is and how it is turned.

use crate::{Rot, Vec2};

/// Position and heading of a rigid body: a proper rigid motion, without scale or mirror.
///
/// The angle is kept as a number, not as a rotation matrix, so that whole turns are not lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose2 {
    /// Position of the origin \[px\].
    pub position: Vec2,
    /// Heading \[rad\], not wrapped.
    pub angle: f32,
}

impl Pose2 {
    /// No displacement, no turn.
    pub const IDENTITY: Self = Self {
        position: Vec2::ZERO,
        angle: 0.0,
    };

    /// The pose at `position` \[px\], turned by `angle` \[rad\].
    pub const fn new(position: Vec2, angle: f32) -> Self {
        Self { position, angle }
    }

    /// The rotation part.
    #[inline]
    pub fn rotation(self) -> Rot {
        Rot::from_angle(self.angle)
    }

    /// A point given in this pose's frame, in the frame that the pose is in.
    #[inline]
    pub fn world_from_local_point(self, local: Vec2) -> Vec2 {
        self.position + self.rotation().rotate(local)
    }

    /// A point of the outer frame, in this pose's frame.
    #[inline]
    pub fn local_from_world_point(self, world: Vec2) -> Vec2 {
        self.rotation().unrotate(world - self.position)
    }

    /// Whether every number is finite.
    pub fn is_finite(self) -> bool {
        self.position.is_finite() && self.angle.is_finite()
    }
}
