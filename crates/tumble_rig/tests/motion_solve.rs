//! From controls to a pose: weights, turns, mirrors, reach.

mod motion_support;

use std::f32::consts::PI;

use motion_support::Dice;
use tumble_rig::controls::{solve, solve_with};
use tumble_rig::ik::Reach;
use tumble_rig::library::{self, stickman};
use tumble_rig::math::{Placement, Vec2, angle};
use tumble_rig::{Controls, Facing, LookTarget, Pose, Rig, WorldBone};

fn solved(rig: &Rig, controls: &Controls, root: Placement) -> Pose {
    let mut pose = Pose::rest(rig, root);
    solve(rig, controls, root, &mut pose);
    pose
}

fn bones(rig: &Rig, pose: &Pose) -> Vec<WorldBone> {
    let mut bones = Vec::new();
    pose.local_bones(rig, &mut bones);
    bones
}

/// Controls all over the place, all facings.
fn random_controls(rig: &Rig, dice: &mut Dice) -> Controls {
    let mut controls = rig.stand.clone();
    let facing = Facing::ALL[(dice.unit() * 3.0) as usize];
    controls.face(rig, facing);
    controls.torso.position = dice.in_disc(60.0);
    controls.torso.angle = dice.between(-2.0, 2.0);
    controls.look.marker = dice.in_disc(900.0);
    for limb in &mut controls.limbs {
        limb.target = controls.torso.position + dice.in_disc(550.0);
    }
    for bone in &mut controls.bones {
        *bone = dice.between(-3.0, 3.0);
    }
    controls
}

/// "The reach flag is true exactly when the tip is within 1e-3 px in the rig's frame", by forward kinematics.
#[test]
fn the_drawn_tip_is_on_the_target_exactly_when_the_limb_says_so() {
    let rig = stickman();
    let mut dice = Dice(21);
    let (mut reached, mut missed) = (0, 0);
    for _ in 0..5_000 {
        let controls = random_controls(&rig, &mut dice);
        let mut pose = Pose::rest(&rig, Placement::default());
        let mut reaches = [None; 4];
        solve_with(&rig, &controls, Placement::default(), &mut pose, |limb, reach| {
            reaches[limb.index()] = Some(reach);
        });
        let bones = bones(&rig, &pose);
        for (index, limb) in rig.limbs.iter().enumerate() {
            let miss = bones[limb.lower.index()]
                .tip
                .distance(controls.limbs[index].target);
            let reach = reaches[index].expect("every limb is told of");
            assert_eq!(
                reach.is_reached(),
                miss <= 1e-3,
                "{}: {reach:?}, {miss} px",
                limb.name
            );
            if let Reach::TooFar(by) | Reach::TooNear(by) = reach {
                assert!((by - miss).abs() < 2e-3, "{reach:?}, {miss} px");
                missed += 1;
            } else {
                reached += 1;
            }
        }
    }
    assert!(reached > 5_000 && missed > 2_000, "{reached} {missed}");
}

/// "Lengths never change", and bends keep their side.
#[test]
fn bones_keep_their_lengths_and_joints_their_side() {
    for name in ["stickman", "dog"] {
        let rig = library::rig(name).expect("it ships");
        let mut dice = Dice(22);
        for _ in 0..2_000 {
            let controls = random_controls(&rig, &mut dice);
            let pose = solved(&rig, &controls, Placement::default());
            assert!(pose.is_finite());
            let bones = bones(&rig, &pose);
            for (drawn, bone) in bones.iter().zip(&rig.bones) {
                assert!((drawn.tip.distance(drawn.origin) - bone.length).abs() < 1e-3);
                if let Some(parent) = bone.parent {
                    let parent = bones[parent.index()];
                    let attach = bone.attach.length();
                    assert!((drawn.origin.distance(parent.origin) - attach).abs() < 1e-3);
                }
            }
            for (limb, control) in rig.limbs.iter().zip(&controls.limbs) {
                assert!(pose.angles[limb.lower.index()] * control.bend.sign() >= 0.0);
            }
        }
    }
}

#[test]
fn weights_are_exact_at_both_ends_and_go_the_shorter_way_between() {
    let rig = stickman();
    let mut dice = Dice(23);
    for _ in 0..500 {
        let mut controls = random_controls(&rig, &mut dice);
        let full = solved(&rig, &controls, Placement::default());
        for limb in &mut controls.limbs {
            limb.weight = 0.0;
        }
        controls.look.weight = 0.0;
        let none = solved(&rig, &controls, Placement::default());
        assert_eq!(
            none.angles[1..],
            controls.bones[1..],
            "weight 0 is the bones' own angles"
        );
        for share in [0.25, 0.5, 0.999] {
            for limb in &mut controls.limbs {
                limb.weight = share;
            }
            controls.look.weight = share;
            let some = solved(&rig, &controls, Placement::default());
            for i in 1..rig.bones.len() {
                let way = angle::shortest(none.angles[i], full.angles[i]);
                let gone = angle::shortest(none.angles[i], some.angles[i]);
                // Half a turn apart, both ways are as short.
                if way.abs() < PI - 1e-3 {
                    assert!(
                        (gone - share * way).abs() < 5e-6,
                        "{}: {gone} of {way}",
                        rig.bones[i].name
                    );
                }
            }
        }
        // NaN asks for nothing.
        for limb in &mut controls.limbs {
            limb.weight = f32::NAN;
        }
        controls.look.weight = f32::NAN;
        assert_eq!(solved(&rig, &controls, Placement::default()), none);
    }
}

/// A limb hanging straight down from an upright torso is at ±180°: swinging through must not jump by a turn.
#[test]
fn a_limb_that_swings_through_straight_down_does_not_jump_by_a_turn() {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    let mut before: Option<Pose> = None;
    for step in 0..=400 {
        let swing = 200.0 - step as f32;
        for (limb, control) in rig.limbs.iter().zip(&mut controls.limbs) {
            let from = if limb.marker.ends_with("hand") {
                -248.0
            } else {
                0.0
            };
            control.target = Vec2::new(swing, from + 280.0);
        }
        let pose = solved(&rig, &controls, Placement::default());
        if let Some(before) = &before {
            for (a, b) in before.angles.iter().zip(&pose.angles) {
                assert!((a - b).abs() < 0.02, "{a} to {b} at {swing}");
            }
        }
        before = Some(pose);
    }
}

#[test]
fn ik_angles_take_the_turn_nearest_to_rest_whatever_was_before() {
    let rig = stickman();
    let mut dice = Dice(24);
    for _ in 0..500 {
        let controls = random_controls(&rig, &mut dice);
        let clean = solved(&rig, &controls, Placement::default());
        let mut wound = Pose::rest(&rig, Placement::default());
        for angle in &mut wound.angles {
            *angle += 4.0 * PI;
        }
        solve(&rig, &controls, Placement::default(), &mut wound);
        assert_eq!(wound, clean, "no history: the same controls give the same pose");
        for limb in &rig.limbs {
            for bone in [limb.upper, limb.lower] {
                let turn = clean.angles[bone.index()] - rig.bones[bone.index()].rest;
                assert!(turn.abs() <= PI + 1e-5, "{turn}");
            }
        }
    }
}

#[test]
fn a_target_on_the_joint_keeps_the_limb_where_it_was() {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    let leg = rig.limb("left_leg").expect("a leg").index();
    let arm = rig.limb("left_arm").expect("an arm").index();
    controls.limbs[leg].target = Vec2::new(60.0, 20.0);
    controls.limbs[arm].target = Vec2::new(40.0, -260.0);
    let mut pose = solved(&rig, &controls, Placement::default());
    let (hip, shoulder) = {
        let bones = bones(&rig, &pose);
        let origin = |limb: usize| bones[rig.limbs[limb].upper.index()].origin;
        (origin(leg), origin(arm))
    };
    let direction = |pose: &Pose, limb: usize, from: Vec2| {
        let tip = bones(&rig, pose)[rig.limbs[limb].lower.index()].tip;
        (tip - from).normalize()
    };
    let before = direction(&pose, arm, shoulder);
    controls.limbs[leg].target = hip;
    controls.limbs[arm].target = shoulder;
    for step in 0..200 {
        solve(&rig, &controls, Placement::default(), &mut pose);
        assert!(pose.is_finite());
        // The arm's bones differ in length: folded, it still points somewhere, and stays there.
        let now = direction(&pose, arm, shoulder);
        assert!(now.distance(before) < 1e-3, "step {step}: {before} to {now}");
    }
}

#[test]
fn a_world_target_is_looked_at_from_every_placement() {
    let rig = stickman();
    let head = rig.look.as_ref().expect("it looks").bone.index();
    let mut dice = Dice(25);
    for _ in 0..2_000 {
        let mut controls = random_controls(&rig, &mut dice);
        let target = dice.in_disc(2_000.0);
        controls.look.target = LookTarget::World(target);
        let root = Placement::at(dice.in_disc(500.0))
            .with_angle(dice.between(-3.0, 3.0))
            .with_scale(dice.between(0.5, 2.0))
            .with_mirror(dice.unit() < 0.5);
        let pose = solved(&rig, &controls, root);
        let mut world = Vec::new();
        pose.world_bones(&rig, &mut world);
        let (neck, crown) = (world[head].origin, world[head].tip);
        if target.distance(neck) < 50.0 {
            continue;
        }
        let off = (crown - neck).normalize().distance((target - neck).normalize());
        assert!(off < 1e-4, "{off}");
    }
}

/// "IK, look-at … bend the wrong way under a mirror."
#[test]
fn the_mirrored_pose_is_the_reflection_for_any_controls() {
    let rig = stickman();
    let mut dice = Dice(26);
    for _ in 0..1_000 {
        let mut controls = random_controls(&rig, &mut dice);
        let target = dice.in_disc(900.0);
        controls.look.target = LookTarget::World(target);
        let root = Placement::at(dice.in_disc(300.0)).with_angle(dice.between(-3.0, 3.0));
        let reflected = Placement {
            position: Vec2::new(-root.position.x, root.position.y),
            angle: -root.angle,
            mirror: true,
            ..root
        };
        let mut world = [Vec::new(), Vec::new()];
        solved(&rig, &controls, root).world_bones(&rig, &mut world[0]);
        controls.look.target = LookTarget::World(Vec2::new(-target.x, target.y));
        solved(&rig, &controls, reflected).world_bones(&rig, &mut world[1]);
        for (a, b) in world[0].iter().zip(&world[1]) {
            assert!(b.tip.distance(Vec2::new(-a.tip.x, a.tip.y)) < 1e-3);
        }
    }
}

#[test]
fn controls_that_say_less_than_the_rig_leave_the_rest() {
    let rig = stickman();
    let pose = solved(&rig, &Controls::default(), Placement::default());
    for (angle, bone) in pose.angles.iter().zip(&rig.bones) {
        assert_eq!(*angle, bone.rest, "{}", bone.name);
    }
    let mut empty = Pose::default();
    solve(&rig, &rig.stand, Placement::default(), &mut empty);
    assert_eq!(empty, solved(&rig, &rig.stand, Placement::default()));
}

#[test]
fn targets_that_are_no_numbers_give_a_finite_pose() {
    let rig = stickman();
    for bad in [
        Vec2::splat(f32::NAN),
        Vec2::new(f32::INFINITY, 0.0),
        Vec2::splat(f32::MAX),
    ] {
        let mut controls = rig.stand.clone();
        for limb in &mut controls.limbs {
            limb.target = bad;
        }
        controls.look.marker = bad;
        assert!(solved(&rig, &controls, Placement::default()).is_finite());
        controls.look.target = LookTarget::World(bad);
        assert!(solved(&rig, &controls, Placement::default()).is_finite());
    }
}
