//! What a rig's ragdoll is: shared by all characters of the rig, in no world.

use tumble_math::Vec2;
use tumble_rig::{BodyShape, BoneId, Rig};

use crate::backend::Shape;

/// A rig's ragdoll, worked out once: which bones have bodies, what each hangs on, which pairs never collide.
#[derive(Clone, Debug, PartialEq)]
pub struct RagdollTemplate {
    /// Bones with a body, parents first.
    pub bodies: Vec<BoneId>,
    /// Per bone: the bone whose body it moves with; itself when it has one. The torso's when no ancestor has any.
    pub carrier: Vec<BoneId>,
    /// Pins: child bone, and the bone whose body it hangs on.
    pub pins: Vec<(BoneId, BoneId)>,
    /// Pairs of bones that hang on one point of one body, and so never collide. Pinned pairs never do anyway.
    pub siblings: Vec<(BoneId, BoneId)>,
}

impl RagdollTemplate {
    /// Works out the ragdoll of `rig`.
    pub fn new(rig: &Rig) -> Self {
        let has_body = |bone: BoneId| rig.ragdoll.bodies[bone.index()].is_some();
        let mut carrier = Vec::with_capacity(rig.bones.len());
        let mut bodies = Vec::new();
        let mut pins = Vec::new();
        for id in rig.bone_ids() {
            let above = rig.bones[id.index()].parent.map(|parent| carrier[parent.index()]);
            if has_body(id) {
                bodies.push(id);
                carrier.push(id);
                if let Some(above) = above.filter(|above| has_body(*above)) {
                    pins.push((id, above));
                }
            } else {
                carrier.push(above.unwrap_or(BoneId::TORSO));
            }
        }
        let mut siblings = Vec::new();
        for (i, &(a, on_a)) in pins.iter().enumerate() {
            for &(b, on_b) in &pins[i + 1..] {
                let (bone_a, bone_b) = (&rig.bones[a.index()], &rig.bones[b.index()]);
                if on_a == on_b && bone_a.parent == bone_b.parent && bone_a.attach == bone_b.attach {
                    siblings.push((a, b));
                }
            }
        }
        Self {
            bodies,
            carrier,
            pins,
            siblings,
        }
    }
}

/// The shape of a bone's body at `scale`, in the body's frame.
pub fn body_shape(shape: BodyShape, bone_length: f32, scale: f32) -> Shape {
    match shape {
        BodyShape::Circle { radius } => Shape::Circle {
            radius: radius * scale,
        },
        BodyShape::Capsule { radius } => {
            let half_length = 0.5 * bone_length - radius;
            if half_length > 1e-3 {
                Shape::Capsule {
                    half_length: half_length * scale,
                    radius: radius * scale,
                }
            } else {
                Shape::Circle {
                    radius: radius * scale,
                }
            }
        }
        BodyShape::Box { size } => Shape::Box {
            half: size * (0.5 * scale),
        },
    }
}

/// How far a body reaches from its origin \[px\].
pub fn shape_radius(shape: &Shape) -> f32 {
    match shape {
        Shape::Circle { radius } => *radius,
        Shape::Capsule { half_length, radius } => half_length + radius,
        Shape::Box { half } => half.length(),
        Shape::Polygon { points } | Shape::Segments { points } => {
            points.iter().map(|point| point.length()).fold(0.0, f32::max)
        }
    }
}

/// Half the width of a shape along the world direction `axis` (a unit vector) for a body turned to `x_axis` \[px\].
pub fn shape_half_extent(shape: &Shape, x_axis: Vec2, axis: Vec2) -> f32 {
    let along = x_axis.dot(axis).abs();
    let across = Vec2::new(-x_axis.y, x_axis.x).dot(axis).abs();
    match shape {
        Shape::Circle { radius } => *radius,
        Shape::Capsule { half_length, radius } => half_length * along + radius,
        Shape::Box { half } => half.x * along + half.y * across,
        Shape::Polygon { .. } | Shape::Segments { .. } => shape_radius(shape),
    }
}
