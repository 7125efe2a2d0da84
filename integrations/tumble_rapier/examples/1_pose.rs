//! A pose: a rig, an angle for each bone, and a root that stands somewhere, is scaled and perhaps mirrored.
//!
//! `cargo run -p tumble_rapier --example 1_pose` writes `out/1_pose.png`.

mod common;

use tumble::math::{Placement, Vec2};
use tumble::rig::{Facing, Pose, controls, library};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("1_pose");
    let rig = library::stickman();
    // The root is where a figure is. The stickman's is at its hips, 385 px above the ground, and +y is down.
    let root = Placement::at(Vec2::new(0.0, -rig.stand_height()));

    // The rest pose: every bone at the angle to its parent that the rig file gives.
    let mut pose = Pose::rest(&rig, root);
    strip.add_pose("rest", &rig, &pose, Facing::Right);

    // Forward kinematics: turn one bone, and everything that hangs on it moves along.
    let elbow = rig.bone("right_lower_arm").ok_or("no such bone")?;
    pose.angles[elbow.index()] = -90_f32.to_radians();
    let mut bones = Vec::new();
    pose.world_bones(&rig, &mut bones);
    let upper = bones[rig.bone("right_upper_arm").ok_or("no such bone")?.index()];
    let forearm = bones[elbow.index()];
    assert_eq!(
        forearm.origin, upper.tip,
        "a forearm starts where its upper arm ends"
    );
    let straight_up = forearm.origin - Vec2::new(0.0, rig.bones[elbow.index()].length);
    assert!(
        (forearm.tip - straight_up).length() < 1e-3,
        "a quarter turn against the clock is up"
    );
    strip.add_pose("elbow at -90 degrees", &rig, &pose, Facing::Right);

    // Facing left is a mirror in the root; the angles stay as they are.
    let mirrored = Pose {
        root: root.with_mirror(true),
        ..pose.clone()
    };
    let mut reflected = Vec::new();
    mirrored.world_bones(&rig, &mut reflected);
    for (bone, image) in bones.iter().zip(&reflected) {
        assert_eq!(image.tip, Vec2::new(-bone.tip.x, bone.tip.y));
    }
    strip.add_pose("the same, facing left", &rig, &mirrored, Facing::Left);

    // How the rig stands, by its markers: hands and feet by two-bone IK, the head by look-at. At half the size.
    let small = Placement::at(Vec2::new(0.0, -0.5 * rig.stand_height())).with_scale(0.5);
    controls::solve(&rig, &rig.stand, small, &mut pose);
    pose.world_bones(&rig, &mut bones);
    let shin = bones[rig.bone("left_lower_leg").ok_or("no such bone")?.index()];
    assert!(shin.tip.y.abs() < 1e-3, "the foot is on the ground");
    assert!(
        ((shin.tip - shin.origin).length() - 100.0).abs() < 1e-3,
        "half of 200 px"
    );
    strip.add_pose("standing, scale 0.5", &rig, &pose, Facing::Right);

    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
