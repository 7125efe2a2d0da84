//! Inverse kinematics: limbs follow markers, bend to the side they are told to, and say when they can't reach.
//!
//! `cargo run -p tumble_rapier --example 2_ik` writes `out/2_ik.png`.

mod common;

use tumble::math::{Placement, Vec2};
use tumble::rig::ik::Reach;
use tumble::rig::{Bend, Facing, Pose, controls, library};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("2_ik");
    let rig = library::stickman();
    let root = Placement::at(Vec2::new(0.0, -rig.stand_height()));
    let arm = rig.limb("right_arm").ok_or("no such limb")?;
    let (upper, lower) = (rig.limbs[arm.index()].upper, rig.limbs[arm.index()].lower);

    // Markers are in the root's frame. The shoulder is 248 px above the hips; the arm is 168 + 200 px long.
    let cases = [
        (
            "within reach",
            Vec2::new(250.0, -400.0),
            Bend::Inverted,
            Reach::Reached,
        ),
        (
            "the other bend",
            Vec2::new(250.0, -400.0),
            Bend::Normal,
            Reach::Reached,
        ),
        // Too far: the arm points at it, straight. It is never stretched.
        (
            "132 px too far",
            Vec2::new(500.0, -248.0),
            Bend::Inverted,
            Reach::TooFar(132.0),
        ),
        // Too near: folded. The bones differ by 32 px, so no nearer than that.
        (
            "22 px too near",
            Vec2::new(10.0, -248.0),
            Bend::Inverted,
            Reach::TooNear(22.0),
        ),
    ];
    for (caption, target, bend, expected) in cases {
        let mut wanted = rig.stand.clone();
        wanted.limbs[arm.index()].target = target;
        wanted.limbs[arm.index()].bend = bend;

        let mut pose = Pose::rest(&rig, root);
        let mut seen = None;
        controls::solve_with(&rig, &wanted, root, &mut pose, |limb, reach| {
            if limb == arm {
                seen = Some(reach);
            }
        });

        let mut bones = Vec::new();
        pose.world_bones(&rig, &mut bones);
        let hand = bones[lower.index()].tip;
        let missed = (hand - root.world_from_local_point(target)).length();
        println!("{caption:<16} hand off its marker by {missed:8.4} px: {seen:?}");

        let by = match (seen, expected) {
            (Some(Reach::Reached), Reach::Reached) => 0.0,
            (Some(Reach::TooFar(by)), Reach::TooFar(wanted))
            | (Some(Reach::TooNear(by)), Reach::TooNear(wanted)) => {
                assert!((by - wanted).abs() < 1e-3, "{by} px, not {wanted}");
                by
            }
            other => return Err(format!("{caption}: {other:?}").into()),
        };
        assert!(
            (missed - by).abs() < 1e-3,
            "off by what was reported, and no more"
        );

        // The bend side is the sign of the elbow's angle; lengths are the rig's, whatever the target.
        assert!(pose.angles[lower.index()] * bend.sign() >= 0.0);
        for bone in [upper, lower] {
            let drawn = (bones[bone.index()].tip - bones[bone.index()].origin).length();
            assert!((drawn - rig.bones[bone.index()].length).abs() < 1e-3);
        }
        strip.add_pose(caption, &rig, &pose, Facing::Right);
    }

    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
