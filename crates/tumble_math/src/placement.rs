//! Where a character stands.

use core::f32::consts::PI;

use crate::{Rot, Vec2};

/// Where a character stands in the world: position, rotation, uniform scale, and a mirror flag.
///
/// The map from local to world is `world = position + R(angle) · scale · M · local`, with `M = diag(−1, 1)` when
/// mirrored. A mirror lives only here; poses, shapes and bodies stay proper.
///
/// Two kinds of angle pass through it. A *heading* is a direction measured from +x: mirrored, it becomes
/// `π − heading`. A *turn* is a difference of headings (a joint angle, an angular velocity): mirrored, it is negated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Position of the local origin in the world \[px\].
    pub position: Vec2,
    /// Rotation \[rad\].
    pub angle: f32,
    /// Uniform scale \[0 < scale, finite\]. Default 1.
    pub scale: f32,
    /// Whether the local x axis is mirrored.
    pub mirror: bool,
}

impl Default for Placement {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            angle: 0.0,
            scale: 1.0,
            mirror: false,
        }
    }
}

impl Placement {
    /// Unmirrored, unscaled and unturned at `position` \[px\].
    pub fn at(position: Vec2) -> Self {
        Self {
            position,
            ..Self::default()
        }
    }

    /// The same placement with another uniform scale.
    pub fn with_scale(self, scale: f32) -> Self {
        Self { scale, ..self }
    }

    /// The same placement with another angle \[rad\].
    pub fn with_angle(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    /// The same placement with the mirror on or off.
    pub fn with_mirror(self, mirror: bool) -> Self {
        Self { mirror, ..self }
    }

    /// −1 when mirrored, else 1: what a turn is multiplied by.
    #[inline]
    pub fn handedness(self) -> f32 {
        if self.mirror { -1.0 } else { 1.0 }
    }

    /// A local point in the world \[px\].
    #[inline]
    pub fn world_from_local_point(self, local: Vec2) -> Vec2 {
        self.position + self.world_from_local_vector(local)
    }

    /// A world point in the local frame \[px / scale\].
    #[inline]
    pub fn local_from_world_point(self, world: Vec2) -> Vec2 {
        self.local_from_world_vector(world - self.position)
    }

    /// A local displacement in the world, scaled.
    #[inline]
    pub fn world_from_local_vector(self, local: Vec2) -> Vec2 {
        self.to_map().vector(local)
    }

    /// The map from local to world with its sine and cosine worked out, for many points. The same bits as one by one.
    #[inline]
    pub fn to_map(self) -> PlacementMap {
        PlacementMap {
            position: self.position,
            rotation: Rot::from_angle(self.angle),
            scale: self.scale,
            handedness: self.handedness(),
        }
    }

    /// A world displacement in the local frame, unscaled.
    #[inline]
    pub fn local_from_world_vector(self, world: Vec2) -> Vec2 {
        let turned = Rot::from_angle(self.angle).unrotate(world) / self.scale;
        Vec2::new(turned.x * self.handedness(), turned.y)
    }

    /// A local heading in the world \[rad\], not wrapped.
    #[inline]
    pub fn world_from_local_heading(self, heading: f32) -> f32 {
        if self.mirror {
            self.angle + (PI - heading)
        } else {
            self.angle + heading
        }
    }

    /// A world heading in the local frame \[rad\], not wrapped.
    #[inline]
    pub fn local_from_world_heading(self, heading: f32) -> f32 {
        if self.mirror {
            PI - (heading - self.angle)
        } else {
            heading - self.angle
        }
    }

    /// A turn (difference of headings, angular velocity) taken from one frame to the other; the map is its own inverse.
    #[inline]
    pub fn convert_turn(self, turn: f32) -> f32 {
        turn * self.handedness()
    }

    /// Whether every number is finite and the scale is usable.
    pub fn is_valid(self) -> bool {
        self.position.is_finite() && self.angle.is_finite() && self.scale.is_finite() && self.scale > 0.0
    }
}

/// A [`Placement`] made ready to take many points from local to world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacementMap {
    position: Vec2,
    rotation: Rot,
    scale: f32,
    handedness: f32,
}

impl PlacementMap {
    /// A local point in the world \[px\].
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.position + self.vector(local)
    }

    /// A local displacement in the world, scaled.
    #[inline]
    pub fn vector(&self, local: Vec2) -> Vec2 {
        let mirrored = Vec2::new(local.x * self.handedness, local.y);
        self.rotation.rotate(mirrored * self.scale)
    }
}
