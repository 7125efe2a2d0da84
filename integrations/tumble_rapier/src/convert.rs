//! Between our vectors and poses and rapier's.

use rapier2d::math::{Pose, Rotation, Vector};
use tumble::math::{Pose2, Rot, Vec2, trig};

pub(crate) fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub(crate) fn vec2(v: Vector) -> Vec2 {
    Vec2::new(v.x, v.y)
}

pub(crate) fn rotation(angle: f32) -> Rotation {
    let (sin, cos) = trig::sin_cos(angle);
    Rotation::from_cos_sin_unchecked(cos, sin)
}

pub(crate) fn rot(rotation: Rotation) -> Rot {
    Rot {
        cos: rotation.re,
        sin: rotation.im,
    }
}

pub(crate) fn pose(pose: Pose2) -> Pose {
    Pose {
        rotation: rotation(pose.angle),
        translation: vector(pose.position),
    }
}

pub(crate) fn pose2(pose: &Pose) -> Pose2 {
    Pose2::new(vec2(pose.translation), rot(pose.rotation).angle())
}

/// ω × r.
pub(crate) fn spin_cross(spin: f32, arm: Vec2) -> Vec2 {
    Vec2::new(-arm.y, arm.x) * spin
}
