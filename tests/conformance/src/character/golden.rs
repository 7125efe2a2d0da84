//! The recovery against one that was measured elsewhere: `golden/recovery.json` of the reference data.
//!
//! Nine figures stood, fell for four seconds in another engine, and got up by a rig of nodes. Here the same figure stands the
//! same, its bodies are put where that engine's had landed, and it gets up from there. What that engine had right (root, arms,
//! torso, head along the whole way, and the end) must come out the same; where its figure jumped (at the first frame, because
//! its pins gave way; at the last, because a knee flipped), ours must not.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use tumble::math::{Placement, Pose2, Vec2, angle};
use tumble::rig::{BoneId, Facing, Rig, WorldBone, library};
use tumble::{CharacterEvent, State};

use super::bounds::{END_HEADING, END_POSE, MOVED_TO_ANIMATED, MOVED_TO_RAGDOLL, MOVED_TO_RECOVERING};
use super::fall::DT;
use super::stage::{Set, Stage, farthest};
use crate::Make;

/// One of the nine runs, always at hand: it faces left, its root is turned, and a knee flips at the finish there.
const EXTRACT: &str = include_str!("golden_extract.json");

/// The reference's own rounding and float noise \[px\].
const NOISE: f32 = 2e-3;
/// The reference's angles are rounded to 1e-5 and come from f32 matrices \[rad\].
const ANGLE_NOISE: f32 = 5e-5;
/// A drawn point that moves farther than this in the last step of a stand-up has jumped: a sine ends gently \[px\].
const JUMP: f32 = 2.0;

/// A drawn point of the reference that moves farther than this at the finish is a knee that flips \[px\].
const FLIP: f32 = 50.0;

/// Bones: the reference's name, ours.
const BONES: [(&str, &str); 10] = [
    ("Torso", "torso"),
    ("Head", "head"),
    ("LeftUpperArm", "left_upper_arm"),
    ("LeftLowerArm", "left_lower_arm"),
    ("RightUpperArm", "right_upper_arm"),
    ("RightLowerArm", "right_lower_arm"),
    ("LeftUpperLeg", "left_upper_leg"),
    ("LeftLowerLeg", "left_lower_leg"),
    ("RightUpperLeg", "right_upper_leg"),
    ("RightLowerLeg", "right_lower_leg"),
];

/// Limbs' markers: the reference's name, our limb.
const FEET_AND_HANDS: [(&str, &str); 4] = [
    ("Left_Hand", "left_arm"),
    ("Right_Hand", "right_arm"),
    ("Left_Leg", "left_leg"),
    ("Right_Leg", "right_leg"),
];

/// What one run showed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// How far the drawn figure moved at the hand-over into the recovery, ours \[px\].
    pub moved: f32,
    /// How far the first frame is from where the bodies' ends were: ours, and the reference's \[px\]. A figure of stiff limbs
    /// can't be nearer than the gaps of its pins leave it; ours was drawn so all through the fall, and doesn't jump.
    pub first: (f32, f32),
    /// Largest difference of torso, head and arms from the reference's along the way \[rad\].
    pub way: f32,
    /// Farthest that a drawn point is from the reference's at the end \[px\].
    pub end: f32,
    /// Largest difference of a bone's angle from the reference's at the end \[rad\].
    pub end_angle: f32,
    /// Farthest that a drawn point moved from the last frame of the stand-up to the animated figure: ours, and the
    /// reference's \[px\].
    pub finish: (f32, f32),
    /// Farthest that a drawn point of ours moved in the last step of the stand-up itself \[px\].
    pub last_step: f32,
}

/// The reference's file, or nothing (said aloud) where it isn't.
fn reference() -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden/recovery.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no reference data at ../shared/golden/recovery.json");
        return None;
    };
    Some(parse(&text))
}

fn parse(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => panic!("the reference data is no JSON: {error}"),
    }
}

/// Every run of the reference data, where it is at hand.
///
/// # Panics
/// Where a run differs, with what it showed.
pub fn recoveries_equal_or_beat_the_reference(make: Make<'_>) {
    let Some(all) = reference() else { return };
    let runs = list(&all["runs"]);
    assert_eq!(runs.len(), 9, "runs in the reference data");
    let mut flips = 0;
    for run in runs {
        let seen = check(make, &all["stand_markers"], run);
        flips += usize::from(seen.finish.1 > FLIP);
    }
    assert_eq!(flips, 4, "knees that flip at the finish there, and don't here");
}

/// The run that is always at hand.
///
/// # Panics
/// Where it differs, with what it showed.
pub fn the_extract_equals_or_beats_the_reference(make: Make<'_>) {
    let extract = parse(EXTRACT);
    let seen = check(make, &extract["stand_markers"], &extract["run"]);
    assert!(seen.finish.1 > FLIP, "a knee flips there: {seen:?}");
}

/// Gets up as in one run and holds it against the reference.
fn check(make: Make<'_>, markers: &Value, run: &Value) -> Seen {
    let rig = Arc::new(standing_rig(markers));
    let facing = match run["profile"].as_str() {
        Some("RIGHT") => Facing::Right,
        Some("LEFT") => Facing::Left,
        Some("FORWARD") => Facing::Forward,
        other => panic!("no profile: {other:?}"),
    };
    let root = Placement::at(Vec2::new(0.0, -385.0)).with_angle(number(&run["root_rotation"]));
    let who = format!("{facing:?}, turned by {}", root.angle);
    let mut stage = Stage::new(
        make,
        Set {
            root,
            facing,
            rig: Arc::clone(&rig),
            ..Set::default()
        },
    );
    let apart = points_apart(&rig, stage.hero.bones(), &run["pre"]["points"]);
    assert!(apart < END_POSE, "{who}: stands {apart} px from the reference");

    let head_heading = stage.hero.bones()[index_of(&rig, "head")].heading;
    stage.drop_now();
    for (_, bone) in BONES {
        let row = &run["captured"][bone];
        // A circle has no direction: the reference's starts at zero, ours along its bone.
        let turned = if bone == "head" { head_heading } else { 0.0 };
        let pose = Pose2::new(vec2(row), number(&row[2]) + turned);
        let Some(body) = stage.hero.body(BoneId(index_of(&rig, bone) as u16)) else {
            panic!("{who}: {bone} has no body");
        };
        assert_eq!(stage.world.set_pose(body, pose), Ok(()), "{who}: {bone}");
    }
    // Reads the bodies, as after a step: this is the last frame of the ragdoll as it is drawn.
    stage.hero.after_step(&mut *stage.world, DT);
    let lying = stage.bones();
    assert_eq!(stage.hero.set_ragdoll(&mut *stage.world, false), Ok(()), "{who}");

    let mut seen = Seen {
        moved: farthest(&lying, stage.hero.bones()),
        first: (
            points_apart(&rig, stage.hero.bones(), &run["ragdoll_points"]),
            number(&run["first_recovery_frame"]["worst"]),
        ),
        ..Seen::default()
    };
    let to = stage.hero.pose().root.position;
    let off_root = (to - vec2(&run["new_root"])).length();

    let trace = list(&run["trace"]);
    for step in 0..120 {
        let before = stage.bones();
        stage.hero.update(&mut *stage.world, DT);
        // The reference's frame n shows f((n + 1) / 60 s), as does our update.
        if let Some(row) = trace.iter().find(|row| number(&row[0]) as usize == step) {
            seen.way = seen.way.max(way_apart(&rig, &stage, &row[1]));
        }
        stage.hero.after_step(&mut *stage.world, DT);
        seen.last_step = farthest(&before, stage.hero.bones());
    }
    assert_eq!(
        stage.hero.state(),
        State::Recovering,
        "{who}: f(1) is still shown as such"
    );
    let last = stage.bones();
    seen.end = points_apart(&rig, &last, &run["end"]["points"]);
    seen.end_angle = angles_apart(&rig, &stage, &run["end"]["bone_rotations"], |_| true);
    stage.step();
    assert_eq!(stage.hero.state(), State::Animated, "{who}");
    let last_row = trace.last().map_or(&Value::Null, |row| &row[2]);
    seen.finish = (
        farthest(&last, stage.hero.bones()),
        reference_apart(last_row, &run["end"]["points"]),
    );

    println!(
        "{who:<28} moved {:.5} | first {:.3} ({:.3}) | way {:.1e} rad | end {:.4} px {:.1e} rad | finish {:.4} ({:.2}) px, step before {:.3}",
        seen.moved,
        seen.first.0,
        seen.first.1,
        seen.way,
        seen.end,
        seen.end_angle,
        seen.finish.0,
        seen.finish.1,
        seen.last_step
    );
    let moved: Vec<f32> = stage
        .events()
        .into_iter()
        .filter_map(|event| match event {
            CharacterEvent::State { moved, .. } => Some(moved),
            _ => None,
        })
        .collect();
    let bounds = [MOVED_TO_RAGDOLL, MOVED_TO_RECOVERING, MOVED_TO_ANIMATED];
    assert_eq!(moved.len(), 3, "{who}: down, getting up, up");
    assert!(
        moved.iter().zip(bounds).all(|(moved, bound)| *moved <= bound),
        "{who}: moved {moved:?} px at the hand-overs"
    );
    assert!(off_root < NOISE, "{who}: root {to}, {off_root} px off");
    assert!(
        seen.moved <= MOVED_TO_RECOVERING && seen.moved < seen.first.1,
        "{who}: {seen:?}"
    );
    let gap = number(&run["gap_at_capture"]);
    assert!(
        seen.first.0 <= seen.first.1.max(gap),
        "{who}: {seen:?}, gap {gap}"
    );
    assert!(seen.way < ANGLE_NOISE, "{who}: {seen:?}");
    assert!(
        seen.end < END_POSE && seen.end_angle < END_HEADING,
        "{who}: {seen:?}"
    );
    assert!(
        seen.finish.0 <= MOVED_TO_ANIMATED && seen.last_step < JUMP,
        "{who}: {seen:?}"
    );
    seen
}

/// The stickman, standing as in the reference.
fn standing_rig(markers: &Value) -> Rig {
    let mut rig = Rig::clone(&library::stickman());
    rig.stand.torso.position = vec2(&markers["Torso"]);
    rig.stand.torso.angle = 0.06;
    rig.stand.look.marker = vec2(&markers["Head"]);
    for (marker, limb) in FEET_AND_HANDS {
        let Some(limb) = rig.limb(limb) else {
            panic!("the stickman has no {limb}");
        };
        rig.stand.limbs[limb.index()].target = vec2(&markers[marker]);
    }
    rig
}

fn index_of(rig: &Rig, bone: &str) -> usize {
    match rig.bone(bone) {
        Some(bone) => bone.index(),
        None => panic!("the stickman has no {bone}"),
    }
}

fn number(value: &Value) -> f32 {
    match value.as_f64() {
        Some(value) => value as f32,
        None => panic!("not a number in the reference data: {value}"),
    }
}

fn vec2(value: &Value) -> Vec2 {
    Vec2::new(number(&value[0]), number(&value[1]))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The drawn points of the reference, each with ours.
fn points<'a>(rig: &Rig, bones: &[WorldBone], points: &'a Value) -> Vec<(&'a str, Vec2, Vec2)> {
    let Some(points) = points.as_object() else {
        panic!("no points in the reference data");
    };
    assert_eq!(points.len(), 15, "drawn points");
    points
        .iter()
        .map(|(name, at)| {
            let ours = match name.as_str() {
                "hip" => bones[0].origin,
                "neck" => bones[0].tip,
                "head_center" => bones[index_of(rig, "head")].tip,
                name => {
                    let (bone, tip) = name
                        .strip_suffix("_tip")
                        .map_or((name, false), |bone| (bone, true));
                    let Some((_, bone)) = BONES.iter().find(|(theirs, _)| *theirs == bone) else {
                        panic!("a point of no bone: {name}");
                    };
                    let bone = bones[index_of(rig, bone)];
                    if tip { bone.tip } else { bone.origin }
                }
            };
            (name.as_str(), ours, vec2(at))
        })
        .collect()
}

/// How far the farthest drawn point is from the reference's \[px\].
fn points_apart(rig: &Rig, bones: &[WorldBone], reference: &Value) -> f32 {
    points(rig, bones, reference)
        .into_iter()
        .map(|(_, ours, theirs)| (ours - theirs).length())
        .fold(0.0, f32::max)
}

/// The same between two frames of the reference.
fn reference_apart(a: &Value, b: &Value) -> f32 {
    let Some(points) = a.as_object() else {
        panic!("no points in the reference data");
    };
    points
        .iter()
        .map(|(name, at)| (vec2(at) - vec2(&b[name])).length())
        .fold(0.0, f32::max)
}

/// Largest difference of a bone's angle from rest to the reference's \[rad\], of the bones that `of` takes.
fn angles_apart(rig: &Rig, stage: &Stage, reference: &Value, of: impl Fn(&str) -> bool) -> f32 {
    BONES
        .iter()
        .filter(|(_, ours)| of(ours))
        .map(|(theirs, ours)| {
            let index = index_of(rig, ours);
            let from_rest = stage.hero.pose().angles[index] - rig.bones[index].rest;
            angle::shortest(from_rest, number(&reference[*theirs])).abs()
        })
        .fold(0.0, f32::max)
}

/// Of torso, head and arms. Legs go their own way: the ankle as direction and length, not along a line.
fn way_apart(rig: &Rig, stage: &Stage, reference: &Value) -> f32 {
    angles_apart(rig, stage, reference, |bone| !bone.contains("leg"))
}
