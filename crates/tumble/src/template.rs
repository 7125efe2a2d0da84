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

#[cfg(test)]
mod tests {
    use tumble_rig::library::stickman;

    use super::*;

    fn names(rig: &Rig, pairs: &[(BoneId, BoneId)]) -> Vec<String> {
        let name = |bone: BoneId| rig.bones[bone.index()].name.as_str();
        let pair = |&(a, b): &(BoneId, BoneId)| format!("{} {}", name(a), name(b));
        pairs.iter().map(pair).collect()
    }

    fn without_body(rig: &mut Rig, bone: &str) {
        let bone = rig.bone(bone).expect("a bone of the stickman").index();
        rig.ragdoll.bodies[bone] = None;
        rig.ragdoll.joints[bone] = None;
    }

    #[test]
    fn the_stickman_hangs_together_by_nine_pins() {
        let rig = stickman();
        let template = RagdollTemplate::new(&rig);
        assert_eq!(template.bodies, rig.bone_ids().collect::<Vec<_>>());
        assert_eq!(template.carrier, template.bodies, "each bone has its own");
        assert_eq!(template.pins.len(), 9);
        for (child, parent) in &template.pins {
            assert_eq!(rig.bones[child.index()].parent, Some(*parent));
        }
        assert_eq!(
            names(&rig, &template.siblings),
            ["left_upper_arm right_upper_arm", "left_upper_leg right_upper_leg"]
        );
    }

    #[test]
    fn a_bone_without_a_body_is_carried_and_carries_on() {
        let mut rig = Rig::clone(&stickman());
        without_body(&mut rig, "left_lower_arm");
        without_body(&mut rig, "right_upper_arm");
        without_body(&mut rig, "head");
        let template = RagdollTemplate::new(&rig);
        let carrier = |bone: &str| {
            let bone = rig.bone(bone).expect("a bone of the stickman");
            rig.bones[template.carrier[bone.index()].index()].name.as_str()
        };
        assert_eq!(carrier("head"), "torso");
        assert_eq!(carrier("left_lower_arm"), "left_upper_arm");
        assert_eq!(carrier("right_upper_arm"), "torso");
        assert_eq!(carrier("right_lower_arm"), "right_lower_arm", "it has its own");
        assert_eq!(template.bodies.len(), 7);
        assert_eq!(
            names(&rig, &template.pins),
            [
                "left_upper_arm torso",
                // The pin reaches over the bone that has no body.
                "right_lower_arm torso",
                "left_upper_leg torso",
                "left_lower_leg left_upper_leg",
                "right_upper_leg torso",
                "right_lower_leg right_upper_leg",
            ]
        );
        // A forearm and an upper arm hang on the torso, but not on one point of it.
        assert_eq!(
            names(&rig, &template.siblings),
            ["left_upper_leg right_upper_leg"]
        );
    }

    #[test]
    fn a_torso_without_a_body_leaves_limbs_unpinned() {
        let mut rig = Rig::clone(&stickman());
        without_body(&mut rig, "torso");
        let template = RagdollTemplate::new(&rig);
        assert_eq!(
            template.carrier[0],
            BoneId::TORSO,
            "there is nothing else to move with"
        );
        assert_eq!(template.pins.len(), 4, "elbows and knees");
        assert!(template.siblings.is_empty());
    }

    #[test]
    fn a_capsule_is_as_long_as_its_bone_and_a_circle_where_there_is_none() {
        let capsule = BodyShape::Capsule { radius: 8.0 };
        for scale in [0.5, 1.0, 2.0] {
            assert_eq!(
                body_shape(capsule, 200.0, scale),
                Shape::Capsule {
                    half_length: 92.0 * scale,
                    radius: 8.0 * scale
                }
            );
            let circle = Shape::Circle { radius: 8.0 * scale };
            for short in [0.0, 5.0, 16.0] {
                assert_eq!(body_shape(capsule, short, scale), circle, "a bone of {short} px");
            }
        }
        let size = Vec2::new(30.0, 10.0);
        assert_eq!(
            body_shape(BodyShape::Box { size }, 0.0, 2.0),
            Shape::Box { half: size }
        );
    }

    #[test]
    fn a_shape_reaches_as_far_as_its_corners() {
        let axis = Vec2::Y;
        let turned = |angle: f64| Vec2::new(angle.cos() as f32, angle.sin() as f32);
        let capsule = Shape::Capsule {
            half_length: 90.0,
            radius: 10.0,
        };
        let half = Vec2::new(40.0, 20.0);
        let shapes = [
            Shape::Circle { radius: 7.0 },
            capsule.clone(),
            Shape::Box { half },
        ];
        for step in 0..24 {
            let angle = f64::from(step) * 0.3;
            let (sin, cos) = (angle.sin().abs(), angle.cos().abs());
            let wanted = [7.0, 90.0 * sin + 10.0, 40.0 * sin + 20.0 * cos];
            for (shape, wanted) in shapes.iter().zip(wanted) {
                let seen = f64::from(shape_half_extent(shape, turned(angle), axis));
                assert!((seen - wanted).abs() < 1e-4, "{shape:?} at {angle}: {seen}");
                assert!(seen <= f64::from(shape_radius(shape)) + 1e-4);
            }
        }
        assert_eq!(shape_radius(&capsule), 100.0);
        assert_eq!(
            shape_radius(&Shape::Box {
                half: Vec2::new(3.0, 4.0)
            }),
            5.0
        );
        let points = vec![Vec2::ZERO, Vec2::new(6.0, 8.0), Vec2::new(0.0, 3.0)];
        assert_eq!(shape_radius(&Shape::Polygon { points }), 10.0);
    }
}
