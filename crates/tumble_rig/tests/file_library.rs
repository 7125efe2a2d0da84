//! The rigs and clips that ship, against the numbers of record.

use tumble_rig::controls::{solve, solve_with};
use tumble_rig::ik::Reach;
use tumble_rig::math::Placement;
use tumble_rig::{
    Bend, BodyShape, Facing, JointLimit, LimbKind, PathChoice, Pose, ProxySpec, Rig, WorldBone, library,
};

#[test]
fn every_built_in_rig_and_clip_reads() {
    for name in library::rigs() {
        let rig = library::rig(name).expect("listed");
        assert_eq!(rig.name, name);
        let clips = library::clips(name).expect("listed");
        assert!(!clips.0.is_empty());
        for clip in &clips.0 {
            clip.check(&rig).expect("good");
        }
        assert!(library::about(name).is_some());
    }
    assert!(library::rig("unicorn").is_none());
    assert!(library::clips("unicorn").is_none());
    assert!(library::files_of("unicorn").is_none());
}

/// Name, parent, (along, across) on the parent, world heading at rest [deg], length.
type BoneOfRecord = (&'static str, Option<&'static str>, [f32; 2], f32, f32);

const BONES: [BoneOfRecord; 10] = [
    ("torso", None, [0.0, 0.0], -90.0, 391.5),
    ("head", Some("torso"), [391.5, 0.0], -90.0, 90.0),
    ("left_upper_arm", Some("torso"), [248.0, 0.0], 180.0, 168.0),
    (
        "left_lower_arm",
        Some("left_upper_arm"),
        [168.0, 0.0],
        180.0,
        200.0,
    ),
    ("right_upper_arm", Some("torso"), [248.0, 0.0], 0.0, 168.0),
    (
        "right_lower_arm",
        Some("right_upper_arm"),
        [168.0, 0.0],
        0.0,
        200.0,
    ),
    ("left_upper_leg", Some("torso"), [0.0, 0.0], 90.0, 200.0),
    (
        "left_lower_leg",
        Some("left_upper_leg"),
        [200.0, 0.0],
        90.0,
        200.0,
    ),
    ("right_upper_leg", Some("torso"), [0.0, 0.0], 90.0, 200.0),
    (
        "right_lower_leg",
        Some("right_upper_leg"),
        [200.0, 0.0],
        90.0,
        200.0,
    ),
];

#[test]
fn the_stickman_has_the_bones_of_record() {
    let rig = library::stickman();
    let mut bones: Vec<WorldBone> = Vec::new();
    Pose::rest(&rig, Placement::default()).local_bones(&rig, &mut bones);
    assert_eq!(rig.bones.len(), BONES.len());
    for (i, (name, parent, attach, heading, length)) in BONES.into_iter().enumerate() {
        let bone = &rig.bones[i];
        assert_eq!(bone.name, name);
        assert_eq!(bone.parent.map(|id| rig.bones[id.index()].name.as_str()), parent);
        assert_eq!(bone.attach.to_array(), attach, "{name}");
        assert_eq!(bone.length, length, "{name}");
        let turn = tumble_rig::math::angle::shortest(heading.to_radians(), bones[i].heading);
        assert!(
            turn.abs() < 1e-5,
            "{name} rests at {}",
            bones[i].heading.to_degrees()
        );
    }
}

#[test]
fn the_stickman_has_the_bodies_of_record() {
    let rig = library::stickman();
    // Bone, radius, mass, linear and angular damping; the head is a circle about its tip, the others are capsules.
    for (name, radius, mass, linear, angular) in [
        ("torso", 12.0, 8.0, 1.0, 4.0),
        ("head", 100.0, 2.0, 0.5, 2.0),
        ("left_upper_arm", 8.0, 1.5, 0.5, 3.0),
        ("left_lower_arm", 8.0, 1.0, 0.5, 3.0),
        ("right_upper_arm", 8.0, 1.5, 0.5, 3.0),
        ("right_lower_arm", 8.0, 1.0, 0.5, 3.0),
        ("left_upper_leg", 8.0, 2.0, 0.5, 3.0),
        ("left_lower_leg", 8.0, 1.5, 0.5, 3.0),
        ("right_upper_leg", 8.0, 2.0, 0.5, 3.0),
        ("right_lower_leg", 8.0, 1.5, 0.5, 3.0),
    ] {
        let bone = rig.bone(name).expect("in the rig").index();
        let body = rig.ragdoll.bodies[bone].expect("each bone has a body");
        let length = rig.bones[bone].length;
        let (shape, center) = if name == "head" {
            (BodyShape::Circle { radius }, length)
        } else {
            (BodyShape::Capsule { radius }, 0.5 * length)
        };
        assert_eq!(body.shape, shape, "{name}");
        assert_eq!(body.center.to_array(), [center, 0.0], "{name}");
        assert_eq!(
            (body.mass, body.linear_damping, body.angular_damping),
            (mass, linear, angular),
            "{name}"
        );
        assert_eq!((body.friction, body.restitution), (0.6, 0.0), "{name}");
    }
}

/// The band of a joint for a facing's own bends [deg].
fn band(rig: &Rig, joint: &str, facing: Facing) -> Option<[f32; 2]> {
    let bone = rig
        .bone_ids()
        .find(|bone| {
            rig.ragdoll.joints[bone.index()]
                .as_ref()
                .is_some_and(|of| of.name == joint)
        })
        .expect("in the rig");
    rig.band(bone, facing, &rig.facing(facing).bends)
        .map(|band| band.map(|angle| (angle.to_degrees() * 1e3).round() / 1e3))
}

#[test]
fn the_stickman_has_the_joints_and_bands_of_record() {
    let rig = library::stickman();
    let joints: Vec<&str> = rig
        .ragdoll
        .joints
        .iter()
        .flatten()
        .map(|joint| joint.name.as_str())
        .collect();
    assert_eq!(joints.len(), 9);
    for facing in Facing::ALL {
        assert_eq!(band(&rig, "neck", facing), None);
        for joint in ["left_shoulder", "right_shoulder", "left_hip", "right_hip"] {
            assert_eq!(band(&rig, joint, facing), Some([-160.0, 160.0]));
        }
    }
    let (inverted, normal) = (Some([-150.0, 5.0]), Some([-5.0, 150.0]));
    // In the rig's unmirrored frame; left is as right.
    for (facing, [left_arm, right_arm, left_leg, right_leg]) in [
        (Facing::Right, [inverted, inverted, normal, normal]),
        (Facing::Left, [inverted, inverted, normal, normal]),
        (Facing::Forward, [normal, inverted, inverted, normal]),
    ] {
        assert_eq!(band(&rig, "left_elbow", facing), left_arm);
        assert_eq!(band(&rig, "right_elbow", facing), right_arm);
        assert_eq!(band(&rig, "left_knee", facing), left_leg);
        assert_eq!(band(&rig, "right_knee", facing), right_leg);
    }
    for joint in rig.ragdoll.joints.iter().flatten() {
        assert_eq!(joint.softness, 0.0, "{}", joint.name);
    }
    let hinge = |name: &str| {
        let joint = rig
            .ragdoll
            .joints
            .iter()
            .flatten()
            .find(|joint| joint.name == name);
        joint.expect("in the rig").limit
    };
    assert_eq!(
        hinge("left_knee"),
        JointLimit::Hinge {
            hyperextension: 5.0_f32.to_radians(),
            fold: 150.0_f32.to_radians()
        }
    );
}

#[test]
fn joint_zeros_make_the_t_pose_ninety_degrees() {
    let rig = library::stickman();
    for (bone, wanted) in [
        ("left_upper_arm", 90.0),
        ("right_upper_arm", -90.0),
        ("left_upper_leg", 0.0),
        ("left_lower_arm", 0.0),
    ] {
        let bone = rig.bone(bone).expect("in the rig").index();
        let zero = rig.ragdoll.joints[bone].as_ref().expect("joined").zero;
        let angle = tumble_rig::math::angle::wrap(rig.bones[bone].rest - zero).to_degrees();
        assert!((angle - wanted).abs() < 1e-3, "{bone}: {angle}");
    }
}

#[test]
fn bend_flags_are_those_of_record() {
    use Bend::{Inverted, Normal};
    let rig = library::stickman();
    let names: Vec<&str> = rig.limbs.iter().map(|limb| limb.name.as_str()).collect();
    assert_eq!(names, ["left_arm", "right_arm", "left_leg", "right_leg"]);
    assert_eq!(
        rig.facing(Facing::Right).bends,
        [Inverted, Inverted, Normal, Normal]
    );
    assert_eq!(
        rig.facing(Facing::Left).bends,
        [Inverted, Inverted, Normal, Normal]
    );
    assert_eq!(
        rig.facing(Facing::Forward).bends,
        [Normal, Inverted, Inverted, Normal]
    );
    let markers: Vec<&str> = rig.limbs.iter().map(|limb| limb.marker.as_str()).collect();
    assert_eq!(markers, ["left_hand", "right_hand", "left_foot", "right_foot"]);
    assert_eq!(rig.look.as_ref().map(|look| look.marker.as_str()), Some("head"));
}

#[test]
fn entering_and_recovering_have_the_numbers_of_record() {
    let rig = library::stickman();
    let entry = rig.ragdoll.entry;
    assert_eq!(
        (entry.share, entry.max_speed, entry.max_spin),
        (1.0, 3000.0, 30.0)
    );
    assert!(!entry.torso_only);
    let recovery = &rig.recovery;
    assert_eq!((recovery.duration, recovery.ankle_blend), (2.0, 0.2));
    assert_eq!(recovery.easing, tumble_rig::math::Easing::SineInOut);
    assert_eq!(
        (
            recovery.settle.speed,
            recovery.settle.time,
            recovery.settle.timeout
        ),
        (20.0, 0.3, 5.0)
    );
    assert_eq!(
        recovery.probe.offsets,
        [0.0, 25.0, -25.0, 50.0, -50.0, 100.0, -100.0]
    );
    assert_eq!(
        (recovery.probe.above, recovery.probe.below, recovery.probe.accept),
        (50.0, 1500.0, 200.0)
    );
    assert!(recovery.leg_side.iter().all(Option::is_none));
    assert!(recovery.joint_path.iter().all(|path| *path == PathChoice::Auto));
    assert_eq!(rig.proxy, ProxySpec::Bones);
}

/// Stands a rig facing some way: the pose, its bones, and whether every limb reached its target.
fn stand(rig: &Rig, facing: Facing) -> (Pose, Vec<WorldBone>) {
    let mut controls = rig.stand.clone();
    controls.face(rig, facing);
    let mut pose = Pose::rest(rig, Placement::default());
    solve_with(rig, &controls, Placement::default(), &mut pose, |limb, reach| {
        assert_eq!(reach, Reach::Reached, "{}", rig.limbs[limb.index()].name);
    });
    let mut bones = Vec::new();
    pose.local_bones(rig, &mut bones);
    (pose, bones)
}

#[test]
fn both_rigs_stand_on_the_ground_with_bent_knees() {
    for (name, height) in [("stickman", 385.0), ("dog", 200.0)] {
        let rig = library::rig(name).expect("built in");
        assert_eq!(rig.stand_height(), height);
        for facing in Facing::ALL {
            let (pose, bones) = stand(&rig, facing);
            let bends = &rig.facing(facing).bends;
            for (limb, bend) in rig.limbs.iter().zip(bends) {
                let angle = bend.sign() * pose.angles[limb.lower.index()];
                assert!((0.1..1.2).contains(&angle), "{name} {}: {angle}", limb.name);
                if limb.kind == LimbKind::Leg {
                    assert!(
                        (bones[limb.lower.index()].tip.y - height).abs() < 1e-2,
                        "{name} {}",
                        limb.name
                    );
                }
            }
        }
    }
}

#[test]
fn the_stickmans_head_looks_straight_up_at_rest() {
    let rig = library::stickman();
    let head = rig.bone("head").expect("in the rig").index();
    let mut pose = Pose::rest(&rig, Placement::default());
    solve(&rig, &rig.stand, Placement::default(), &mut pose);
    assert!(
        pose.angles[head].abs() < 1e-6,
        "in line with the neck: {}",
        pose.angles[head]
    );
}

#[test]
fn the_near_side_is_drawn_in_front() {
    let rig = library::stickman();
    let place = |facing: Facing, part: &str| {
        let order = &rig.facing(facing).draw_order;
        order
            .iter()
            .position(|&i| rig.parts[i].name == part)
            .expect("drawn")
    };
    for facing in Facing::ALL {
        let mut sorted = rig.facing(facing).draw_order.clone();
        sorted.sort_unstable();
        assert_eq!(
            sorted,
            (0..rig.parts.len()).collect::<Vec<_>>(),
            "every part once"
        );
    }
    for limb in ["upper_arm", "upper_leg"] {
        let (left, right) = (format!("left_{limb}"), format!("right_{limb}"));
        assert!(place(Facing::Right, &left) < place(Facing::Right, "torso"));
        assert!(place(Facing::Right, "torso") < place(Facing::Right, &right));
        assert!(place(Facing::Left, &right) < place(Facing::Left, "torso"));
        assert!(place(Facing::Left, "torso") < place(Facing::Left, &left));
    }
    assert!(place(Facing::Right, "head") < place(Facing::Right, "nose"));
    assert!(place(Facing::Right, "front_left_eye") < place(Facing::Right, "head"));
    assert!(place(Facing::Forward, "nose") < place(Facing::Forward, "head"));
}

#[test]
fn the_dogs_paws_stay_on_the_ground_and_dont_slide() {
    let rig = library::rig("dog").expect("built in");
    let clips = library::clips("dog").expect("built in");
    let walk = clips.get("dog_walk").expect("built in");
    let ground = rig.stand_height();
    let dt = 1.0 / 60.0;
    let speed = walk.root_per_pass().x / walk.duration;
    let mut controls = rig.stand.clone();
    let mut pose = Pose::rest(&rig, Placement::default());
    let mut before: Option<Vec<f32>> = None;
    let steps = (walk.duration / dt) as usize;
    for step in 0..=2 * steps {
        walk.sample_at(&rig, (step as f32 * dt) % walk.duration, &mut controls);
        solve_with(&rig, &controls, Placement::default(), &mut pose, |limb, reach| {
            assert_eq!(
                reach,
                Reach::Reached,
                "{} at step {step}",
                rig.limbs[limb.index()].name
            );
        });
        let mut down = 0;
        let now: Vec<f32> = controls
            .limbs
            .iter()
            .map(|limb| {
                assert!(
                    limb.target.y <= ground + 0.01,
                    "a paw in the ground at step {step}"
                );
                let stands = limb.target.y > ground - 0.01;
                down += usize::from(stands);
                if stands { limb.target.x } else { f32::NAN }
            })
            .collect();
        assert!(down >= 2, "a walking dog has at least two paws down");
        if let Some(before) = &before {
            for (then, now) in before.iter().zip(&now) {
                let slide = now - then + speed * dt;
                assert!(
                    slide.is_nan() || slide.abs() < 0.5 || now > then,
                    "slides by {slide} px at step {step}"
                );
            }
        }
        before = Some(now);
    }
}

#[test]
fn the_dogs_legs_reach_in_every_clip() {
    let rig = library::rig("dog").expect("built in");
    for clip in &library::clips("dog").expect("built in").0 {
        let mut controls = rig.stand.clone();
        let mut pose = Pose::rest(&rig, Placement::default());
        for step in 0..=200 {
            clip.sample_at(&rig, clip.duration * step as f32 / 200.0, &mut controls);
            solve_with(&rig, &controls, Placement::default(), &mut pose, |limb, reach| {
                let name = &rig.limbs[limb.index()].name;
                assert_eq!(reach, Reach::Reached, "{}: {name} at step {step}", clip.name);
            });
        }
    }
}
