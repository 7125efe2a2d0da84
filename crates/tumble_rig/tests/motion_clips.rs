//! The clips that ship with the stickman: what makes a walk a walk, measured.

mod motion_support;

use std::sync::Arc;

use motion_support::turn;
use tumble_rig::controls::{solve, solve_with};
use tumble_rig::library::{stickman, stickman_clips};
use tumble_rig::math::{Placement, Vec2};
use tumble_rig::{Animator, Clip, Controls, Facing, LimbKind, Pose, Rig, WorldBone};

const DT: f32 = 1.0 / 60.0;
/// The ground in the root's frame [px].
const GROUND: f32 = 385.0;

fn clip(name: &str) -> Arc<Clip> {
    Arc::clone(stickman_clips().get(name).expect("it ships"))
}

/// A clip played step by step on a rig, as a character does it.
struct Player {
    rig: Arc<Rig>,
    animator: Animator,
    controls: Controls,
    pose: Pose,
    bones: Vec<WorldBone>,
    root: Placement,
}

impl Player {
    fn new(name: &str, root: Placement) -> Self {
        let rig = stickman();
        let mut animator = Animator::default();
        animator.play(clip(name));
        let mut controls = rig.stand.clone();
        controls.face(&rig, if root.mirror { Facing::Left } else { Facing::Right });
        let pose = Pose::rest(&rig, root);
        let mut player = Self {
            rig,
            animator,
            controls,
            pose,
            bones: Vec::new(),
            root,
        };
        player.step(0.0);
        player
    }

    fn step(&mut self, dt: f32) {
        let way = self.animator.advance(dt, |_, _| {});
        self.root.position += self.root.world_from_local_vector(way);
        self.animator.sample(&self.rig, &mut self.controls);
        solve(&self.rig, &self.controls, self.root, &mut self.pose);
        self.pose.world_bones(&self.rig, &mut self.bones);
    }

    fn tip(&self, bone: &str) -> Vec2 {
        self.bones[self.rig.bone(bone).expect("a bone").index()].tip
    }
}

#[test]
fn every_shipped_clip_holds_together() {
    let rig = stickman();
    for clip in &stickman_clips().0 {
        clip.check(&rig).expect("a sound clip");
    }
}

/// Feet that slide.
#[test]
fn a_foot_on_the_ground_stands_still_in_the_world() {
    for (name, mirror) in [("walk_right", false), ("walk_left", true)] {
        let mut player = Player::new(name, Placement::at(Vec2::new(100.0, -GROUND)).with_mirror(mirror));
        let mut worst = 0.0_f32;
        let mut stance = [0; 2];
        for _ in 0..300 {
            let before = ["left_lower_leg", "right_lower_leg"].map(|bone| player.tip(bone));
            player.step(DT);
            for (foot, before) in before.into_iter().enumerate() {
                let now = player.tip(["left_lower_leg", "right_lower_leg"][foot]);
                if before.y.abs() < 0.5 && now.y.abs() < 0.5 {
                    worst = worst.max(now.distance(before));
                    stance[foot] += 1;
                }
            }
        }
        eprintln!("{name}: a standing foot moves {worst:.4} px a step at most");
        assert!(worst < 0.5, "{name}: {worst}");
        assert!(stance.iter().all(|&steps| steps > 130), "{stance:?}");
    }
}

#[test]
fn the_walk_always_has_a_foot_on_the_ground_and_never_one_below_it() {
    let mut player = Player::new("walk_right", Placement::at(Vec2::new(0.0, -GROUND)));
    for step in 0..180 {
        player.step(DT);
        let feet = ["left_lower_leg", "right_lower_leg"].map(|bone| player.tip(bone).y);
        let lowest = feet[0].max(feet[1]);
        assert!(lowest.abs() < 1e-2, "step {step}: {feet:?}");
    }
}

#[test]
fn the_walk_goes_at_a_walkers_pace() {
    let clip = clip("walk_right");
    let speed = clip.root_per_pass().x / clip.duration;
    assert!((250.0..=350.0).contains(&speed), "{speed} px/s");
    assert_eq!(clip.root_per_pass().y, 0.0);
    let mut player = Player::new("walk_right", Placement::at(Vec2::ZERO));
    for _ in 0..600 {
        player.step(DT);
    }
    assert!((player.root.position.x - 10.0 * speed).abs() < 0.1);
    let mut player = Player::new("walk_left", Placement::at(Vec2::ZERO).with_mirror(true));
    for _ in 0..600 {
        player.step(DT);
    }
    assert!((player.root.position.x + 10.0 * speed).abs() < 0.1);
}

#[test]
fn every_target_of_every_clip_is_reached_and_no_joint_leaves_its_band() {
    let rig = stickman();
    for clip in &stickman_clips().0 {
        let mut controls = rig.stand.clone();
        let mut pose = Pose::rest(&rig, Placement::default());
        for step in 0..=240 {
            let time = clip.duration * step as f32 / 240.0;
            clip.sample_at(&rig, time, &mut controls);
            solve_with(&rig, &controls, Placement::default(), &mut pose, |limb, reach| {
                assert!(
                    reach.is_reached(),
                    "{} at {time} s: {} {reach:?}",
                    clip.name,
                    rig.limbs[limb.index()].name
                );
            });
            for (limb, control) in rig.limbs.iter().zip(&controls.limbs) {
                let angle = pose.angles[limb.lower.index()];
                let bend = (angle * control.bend.sign()).to_degrees();
                let most = if limb.kind == LimbKind::Leg { 80.0 } else { 60.0 };
                assert!(
                    (3.0..most).contains(&bend),
                    "{} at {time} s: {} bends {bend}°",
                    clip.name,
                    limb.name
                );
            }
        }
    }
}

/// Contact, down, passing, up: the poses that make a walk.
#[test]
fn the_walk_has_its_four_poses() {
    let rig = stickman();
    let clip = clip("walk_right");
    let mut controls = rig.stand.clone();
    let mut at = |time: f32| {
        clip.sample_at(&rig, time, &mut controls);
        let mut pose = Pose::rest(&rig, Placement::default());
        solve(&rig, &controls, Placement::default(), &mut pose);
        let mut bones = Vec::new();
        pose.local_bones(&rig, &mut bones);
        let knee = |name: &str| pose.angles[rig.bone(name).expect("a bone").index()].to_degrees();
        let tip = |name: &str| bones[rig.bone(name).expect("a bone").index()].tip;
        (
            pose.hips.y,
            [knee("right_lower_leg"), knee("left_lower_leg")],
            [tip("right_lower_leg"), tip("left_lower_leg")],
            [tip("right_lower_arm"), tip("left_lower_arm")],
            tip("head"),
        )
    };
    let (contact_y, knees, feet, hands, _) = at(0.0);
    assert!(knees[0] < 20.0, "the leg reaches out nearly straight: {knees:?}");
    assert!(feet[0].x > 100.0 && feet[1].x < -100.0 && feet[0].y == GROUND.max(feet[0].y));
    assert!(
        hands[0].x < -80.0 && hands[1].x > 200.0,
        "arms counter-swing: {hands:?}"
    );
    let (down_y, knees, ..) = at(0.08);
    assert!(knees[0] > 28.0, "the knee gives way under the weight: {knees:?}");
    let (_, knees, feet, ..) = at(0.38);
    assert!(
        feet[0].x.abs() < 30.0 && feet[1].x.abs() < 40.0,
        "the legs pass: {feet:?}"
    );
    assert!(
        knees[1] > 60.0 && feet[1].y < GROUND - 40.0,
        "the passing leg is folded"
    );
    let (up_y, ..) = at(0.455);
    assert!(down_y > contact_y && contact_y > up_y, "lowest down, highest up");
    assert!(
        (20.0..40.0).contains(&(down_y - up_y)),
        "it bobs: {}",
        down_y - up_y
    );

    // The head stays level: its height follows the hips, and it doesn't nod.
    let mut before: Option<Vec2> = None;
    for step in 0..=90 {
        let time = step as f32 / 60.0;
        let (hips, .., head) = at(time);
        assert!((head.y - hips + 481.0).abs() < 3.0, "{time}: {}", head.y - hips);
        if let Some(before) = before {
            assert!(head.distance(before) < 3.0);
        }
        before = Some(head);
    }
}

/// No clip may jump: not between its keys, not over its seam.
#[test]
fn nothing_jumps_within_a_clip_or_over_its_seam() {
    for name in ["walk_right", "walk_left", "idle"] {
        let mut player = Player::new(name, Placement::default());
        player.root = Placement::default();
        let mut before = player.pose.clone();
        for step in 0..900 {
            player.step(DT);
            for (bone, (a, b)) in before.angles.iter().zip(&player.pose.angles).enumerate() {
                let change = (b - a).abs().to_degrees();
                // A knee in full swing turns about 8° a step.
                assert!(
                    change < if name == "idle" { 0.6 } else { 12.0 },
                    "{name}, step {step}: {} turns {change}° (not wrapped)",
                    player.rig.bones[bone].name
                );
            }
            assert!(before.hips.distance(player.pose.hips) < 2.0);
            before.copy_from(&player.pose);
        }
    }
}

#[test]
fn walk_left_is_the_right_walk_with_another_facing() {
    let (right, left) = (clip("walk_right"), clip("walk_left"));
    assert_eq!(right.tracks, left.tracks);
    assert_eq!(right.events, left.events);
    assert_eq!(
        (right.facing, left.facing),
        (Some(Facing::Right), Some(Facing::Left))
    );
}

/// "A walk clip played mirrored equals the reflected walk, every bone, every frame, within 1e-3 px."
#[test]
fn a_mirrored_walk_is_the_reflected_walk() {
    for angle in [0.0, 0.4, -0.3] {
        for scale in [0.5, 1.0, 2.0] {
            let start = Placement::at(Vec2::new(250.0, -GROUND))
                .with_angle(angle)
                .with_scale(scale);
            let reflected = Placement {
                position: Vec2::new(-start.position.x, start.position.y),
                angle: -angle,
                ..start
            };
            let mut right = Player::new("walk_right", start);
            let mut left = Player::new("walk_left", reflected.with_mirror(true));
            let mut worst = 0.0_f32;
            for _ in 0..200 {
                right.step(DT);
                left.step(DT);
                for (a, b) in right.bones.iter().zip(&left.bones) {
                    for (a, b) in [(a.origin, b.origin), (a.tip, b.tip)] {
                        worst = worst.max(b.distance(Vec2::new(-a.x, a.y)));
                    }
                    let heading = turn(std::f64::consts::PI - f64::from(a.heading), f64::from(b.heading));
                    assert!(heading.abs() < 2e-6, "{heading}");
                }
            }
            assert!(worst < 1e-3, "turned {angle}, scale {scale}: {worst} px");
        }
    }
}

#[test]
fn steps_are_told_once_a_step_on_the_contact() {
    let clip = clip("walk_right");
    let mut animator = Animator::default();
    animator.play(Arc::clone(&clip));
    let mut told = Vec::new();
    for step in 1..=360 {
        animator.advance(DT, |clip, event| {
            told.push((step, clip.events[event].1.clone()));
        });
    }
    // Six seconds are four passes: eight steps, and the first of the fifth pass.
    let names: Vec<&str> = told.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names.len(), 9, "{told:?}");
    assert!(names.chunks(2).all(|pair| pair[0] == "step_right"));
    for (i, (step, _)) in told.iter().enumerate() {
        let expected = (i as f32 * 45.0).max(1.0);
        assert!((*step as f32 - expected).abs() <= 1.0, "{told:?}");
    }
}

#[test]
fn reset_is_the_stand_pose() {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    for limb in &mut controls.limbs {
        limb.target += Vec2::splat(50.0);
    }
    controls.torso.angle = 0.4;
    controls.look.marker = Vec2::ZERO;
    clip("RESET").sample_at(&rig, 0.05, &mut controls);
    assert_eq!(controls, rig.stand);
}

#[test]
fn idle_stays_on_its_feet() {
    let mut player = Player::new("idle", Placement::at(Vec2::new(0.0, -GROUND)));
    let feet = ["left_lower_leg", "right_lower_leg"].map(|bone| player.tip(bone));
    let mut heights = (f32::INFINITY, f32::NEG_INFINITY);
    for _ in 0..400 {
        player.step(DT);
        for (bone, foot) in ["left_lower_leg", "right_lower_leg"].into_iter().zip(feet) {
            assert!(player.tip(bone).distance(foot) < 1e-3);
        }
        heights = (
            heights.0.min(player.tip("head").y),
            heights.1.max(player.tip("head").y),
        );
    }
    let breath = heights.1 - heights.0;
    assert!((2.0..10.0).contains(&breath), "{breath} px");
}
