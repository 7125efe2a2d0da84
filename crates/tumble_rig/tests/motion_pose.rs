//! Forward kinematics and its way back.

mod motion_support;

use std::f32::consts::{PI, TAU};

use motion_support::{Dice, direction};
use tumble_rig::library;
use tumble_rig::math::{Placement, Vec2, angle};
use tumble_rig::{BoneId, Pose, Rig, WorldBone};

fn random_pose(rig: &Rig, dice: &mut Dice) -> Pose {
    let root = Placement::at(dice.in_disc(700.0))
        .with_angle(dice.between(-3.0, 3.0))
        .with_scale(dice.between(0.5, 2.0))
        .with_mirror(dice.unit() < 0.5);
    let mut pose = Pose::rest(rig, root);
    pose.hips = dice.in_disc(80.0);
    for angle in &mut pose.angles {
        *angle = dice.between(-7.0, 7.0);
    }
    pose
}

fn world(rig: &Rig, pose: &Pose) -> Vec<WorldBone> {
    let mut bones = Vec::new();
    pose.world_bones(rig, &mut bones);
    bones
}

/// Forward kinematics written out in double precision with `std`.
fn reference(rig: &Rig, pose: &Pose) -> Vec<[(f64, f64); 2]> {
    let mut local: Vec<((f64, f64), f64)> = Vec::new();
    for (bone, &angle) in rig.bones.iter().zip(&pose.angles) {
        let (origin, heading) = match bone.parent {
            None => ((f64::from(pose.hips.x), f64::from(pose.hips.y)), f64::from(angle)),
            Some(BoneId(parent)) => {
                let ((x, y), heading) = local[usize::from(parent)];
                let (c, s) = direction(heading);
                let (ax, ay) = (f64::from(bone.attach.x), f64::from(bone.attach.y));
                (
                    (x + c * ax - s * ay, y + s * ax + c * ay),
                    heading + f64::from(angle),
                )
            }
        };
        local.push((origin, heading));
    }
    let root = pose.root;
    let (c, s) = direction(f64::from(root.angle));
    let sign = if root.mirror { -1.0 } else { 1.0 };
    let place = |(x, y): (f64, f64)| {
        let (x, y) = (x * sign * f64::from(root.scale), y * f64::from(root.scale));
        (
            f64::from(root.position.x) + c * x - s * y,
            f64::from(root.position.y) + s * x + c * y,
        )
    };
    rig.bones
        .iter()
        .zip(local)
        .map(|(bone, ((x, y), heading))| {
            let (c, s) = direction(heading);
            let length = f64::from(bone.length);
            [place((x, y)), place((x + c * length, y + s * length))]
        })
        .collect()
}

#[test]
fn forward_kinematics_equal_the_written_out_sums() {
    for name in library::rigs() {
        let rig = library::rig(name).expect("it ships");
        let mut dice = Dice(31);
        let mut worst = 0.0_f64;
        for _ in 0..2_000 {
            let pose = random_pose(&rig, &mut dice);
            for (bone, expected) in world(&rig, &pose).iter().zip(reference(&rig, &pose)) {
                for (got, (x, y)) in [bone.origin, bone.tip].into_iter().zip(expected) {
                    worst = worst.max((f64::from(got.x) - x).hypot(f64::from(got.y) - y));
                }
            }
        }
        eprintln!("{name}: worst {worst:.2e} px");
        assert!(worst < 2e-3, "{name}: {worst}");
    }
}

/// `mirror(fk(p)) == fk(mirror(p))`.
#[test]
fn the_mirror_of_the_bones_is_the_bones_of_the_mirror() {
    let rig = library::stickman();
    let mut dice = Dice(32);
    for _ in 0..2_000 {
        let pose = random_pose(&rig, &mut dice);
        let mut mirrored = pose.clone();
        mirrored.root = Placement {
            position: Vec2::new(-pose.root.position.x, pose.root.position.y),
            angle: -pose.root.angle,
            mirror: !pose.root.mirror,
            ..pose.root
        };
        for (a, b) in world(&rig, &pose).iter().zip(world(&rig, &mirrored)) {
            // Bit for bit.
            assert_eq!(b.origin, Vec2::new(-a.origin.x, a.origin.y));
            assert_eq!(b.tip, Vec2::new(-a.tip.x, a.tip.y));
            assert!(angle::shortest(PI - a.heading, b.heading).abs() < 1e-5);
        }
    }
}

#[test]
fn headings_point_from_origin_to_tip_in_the_world() {
    let rig = library::stickman();
    let mut dice = Dice(33);
    for _ in 0..1_000 {
        let pose = random_pose(&rig, &mut dice);
        for (bone, drawn) in rig.bones.iter().zip(world(&rig, &pose)) {
            let (c, s) = direction(f64::from(drawn.heading));
            let length = f64::from(bone.length * pose.root.scale);
            let tip = (
                f64::from(drawn.origin.x) + c * length,
                f64::from(drawn.origin.y) + s * length,
            );
            assert!((tip.0 - f64::from(drawn.tip.x)).hypot(tip.1 - f64::from(drawn.tip.y)) < 5e-3);
        }
    }
}

#[test]
fn a_pose_taken_from_the_world_draws_the_same_bones() {
    let rig = library::stickman();
    let mut dice = Dice(34);
    for _ in 0..2_000 {
        let pose = random_pose(&rig, &mut dice);
        let bones = world(&rig, &pose);
        let headings: Vec<f32> = bones.iter().map(|bone| bone.heading).collect();
        // Taken in another root, mirrored or not: nothing moves on the screen.
        let mut taken = random_pose(&rig, &mut dice);
        taken.root.scale = pose.root.scale;
        let before = taken.angles.clone();
        taken.set_from_world(&rig, bones[0].origin, &headings);
        // A heading seen from the other side of the mirror keeps the bone's line.
        let again = world(&rig, &taken);
        if taken.root.mirror == pose.root.mirror {
            for (a, b) in bones.iter().zip(&again) {
                assert!(a.tip.distance(b.tip) < 6e-3, "{} {}", a.tip, b.tip);
            }
        } else {
            for (a, b) in bones.iter().zip(&again) {
                assert!(angle::shortest(a.heading, b.heading).abs() < 2e-5);
            }
        }
        // Never more than half a turn from where each angle was.
        for (was, now) in before.iter().zip(&taken.angles) {
            assert!((was - now).abs() <= PI + 1e-5, "{was} to {now}");
        }
    }
}

#[test]
fn taking_what_is_already_there_changes_nothing_but_rounding() {
    let rig = library::stickman();
    let mut dice = Dice(35);
    for _ in 0..1_000 {
        let pose = random_pose(&rig, &mut dice);
        let bones = world(&rig, &pose);
        let headings: Vec<f32> = bones.iter().map(|bone| bone.heading).collect();
        let mut taken = pose.clone();
        taken.set_from_world(&rig, bones[0].origin, &headings);
        for (a, b) in pose.angles.iter().zip(&taken.angles) {
            assert!((a - b).abs() < 1e-5, "whole turns are kept: {a} {b}");
        }
        assert!(pose.hips.distance(taken.hips) < 1e-3);
    }
    // Also when the body has gone round several times.
    let mut pose = Pose::rest(&rig, Placement::default());
    let headings: Vec<f32> = world(&rig, &pose)
        .iter()
        .map(|bone| bone.heading + 6.0 * TAU)
        .collect();
    let before = pose.angles.clone();
    pose.set_from_world(&rig, Vec2::ZERO, &headings);
    for (a, b) in before.iter().zip(&pose.angles) {
        assert!((a - b).abs() < 1e-5);
    }
}

#[test]
fn a_pose_with_a_number_that_is_none_says_so() {
    let rig = library::stickman();
    let good = Pose::rest(&rig, Placement::default());
    assert!(good.is_finite());
    let mut bad = good.clone();
    bad.angles[3] = f32::NAN;
    assert!(!bad.is_finite());
    let mut bad = good.clone();
    bad.hips.x = f32::INFINITY;
    assert!(!bad.is_finite());
    let mut bad = good;
    bad.root.scale = 0.0;
    assert!(!bad.is_finite());
}
