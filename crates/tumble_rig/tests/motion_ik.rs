//! Two-bone IK against closed forms, and against what a real engine measured.

mod motion_support;

use motion_support::{Dice, direction, golden, number, turn};
use tumble_rig::Bend;
use tumble_rig::ik::{Reach, TwoBone, TwoBoneSolution, solve_two_bone, upper_heading_for};
use tumble_rig::math::{Placement, Pose2, Vec2};

const LEG: TwoBone = TwoBone {
    upper: 200.0,
    lower: 200.0,
    min_distance: 0.0,
    max_distance: f32::INFINITY,
};
const ARM: TwoBone = TwoBone { upper: 168.0, ..LEG };

fn knee(chain: TwoBone, solution: &TwoBoneSolution) -> (f64, f64) {
    let (x, y) = direction(f64::from(solution.upper_heading));
    (x * f64::from(chain.upper), y * f64::from(chain.upper))
}

fn tip(chain: TwoBone, solution: &TwoBoneSolution) -> (f64, f64) {
    let (x, y) = knee(chain, solution);
    let (dx, dy) = direction(f64::from(solution.upper_heading) + f64::from(solution.lower_angle));
    (x + dx * f64::from(chain.lower), y + dy * f64::from(chain.lower))
}

fn miss(chain: TwoBone, solution: &TwoBoneSolution, target: Vec2) -> f64 {
    let (x, y) = tip(chain, solution);
    (x - f64::from(target.x)).hypot(y - f64::from(target.y))
}

#[test]
fn a_right_angle_is_the_right_angle_of_the_docs() {
    let solution = solve_two_bone(LEG, Vec2::new(200.0 * 2_f32.sqrt(), 0.0), Bend::Normal, 0.0);
    assert!((solution.lower_angle.to_degrees() - 90.0).abs() < 1e-4);
    assert!((solution.upper_heading.to_degrees() + 45.0).abs() < 1e-4);
    let other = solve_two_bone(LEG, Vec2::new(200.0 * 2_f32.sqrt(), 0.0), Bend::Inverted, 0.0);
    assert_eq!(other.lower_angle, -solution.lower_angle);
    assert_eq!(other.upper_heading, -solution.upper_heading);
}

/// "Reported reached when it is not": the flag is true exactly when the tip is within 1e-3 px.
#[test]
fn reached_is_said_exactly_when_the_tip_is_there() {
    let mut dice = Dice(1);
    let mut counts = [0; 2];
    for chain in [
        LEG,
        ARM,
        TwoBone { upper: 0.0, ..LEG },
        TwoBone { lower: 0.0, ..LEG },
        TwoBone {
            min_distance: 100.0,
            max_distance: 250.0,
            ..LEG
        },
    ] {
        let (near, far) = (
            (chain.upper - chain.lower).abs().max(chain.min_distance),
            (chain.upper + chain.lower).min(chain.max_distance),
        );
        let mut try_at = |target: Vec2, bend: Bend| {
            let solution = solve_two_bone(chain, target, bend, 0.5);
            let miss = miss(chain, &solution, target);
            assert_eq!(
                solution.reach == Reach::Reached,
                miss <= 1e-3,
                "{chain:?} {target}: {:?}, {miss} px off",
                solution.reach
            );
            counts[usize::from(miss <= 1e-3)] += 1;
        };
        for _ in 0..20_000 {
            try_at(dice.in_disc(500.0), Bend::Normal);
        }
        // Around the very borders, in steps below the tolerance.
        for _ in 0..20_000 {
            let heading = dice.between(-3.1, 3.1);
            let edge = if dice.unit() < 0.5 { near } else { far };
            let distance = (edge + dice.between(-0.004, 0.004)).max(0.0);
            let bend = if dice.unit() < 0.5 {
                Bend::Normal
            } else {
                Bend::Inverted
            };
            try_at(Vec2::new(heading.cos(), heading.sin()) * distance, bend);
        }
    }
    assert!(counts[0] > 50_000 && counts[1] > 50_000, "{counts:?}");
}

#[test]
fn a_reachable_target_is_met_to_a_ten_thousandth_of_a_px() {
    let mut dice = Dice(2);
    let mut worst = 0.0_f64;
    for chain in [LEG, ARM] {
        for _ in 0..50_000 {
            let target = dice.in_disc(chain.upper + chain.lower);
            if target.length() < (chain.upper - chain.lower).abs() + 0.05 {
                continue;
            }
            for bend in [Bend::Normal, Bend::Inverted] {
                worst = worst.max(miss(chain, &solve_two_bone(chain, target, bend, 0.0), target));
            }
        }
    }
    eprintln!("worst {worst:.2e} px");
    assert!(worst < 1e-4, "{worst}");
}

/// An arc cosine would lose half its digits here.
#[test]
fn precision_holds_to_the_last_thousandth_of_reach() {
    for chain in [LEG, ARM] {
        let (near, far) = ((chain.upper - chain.lower).abs(), chain.upper + chain.lower);
        for exponent in 0..=14 {
            let gap = 10_f32.powi(-exponent) * 10.0;
            for distance in [far - gap, near + gap] {
                if distance < 0.05 {
                    continue;
                }
                let target = Vec2::new(0.6 * distance, 0.8 * distance);
                let solution = solve_two_bone(chain, target, Bend::Normal, 0.0);
                assert!(
                    miss(chain, &solution, target) < 1e-4,
                    "{chain:?} at {distance}: {} px off",
                    miss(chain, &solution, target)
                );
            }
        }
    }
}

#[test]
fn out_of_reach_the_tip_is_at_the_nearest_reachable_point_and_the_rest_is_told() {
    let too_far = solve_two_bone(LEG, Vec2::new(0.0, 450.0), Bend::Inverted, 0.0);
    assert_eq!(too_far.reach, Reach::TooFar(50.0));
    assert_eq!(too_far.lower_angle.abs(), 0.0);
    assert!((too_far.upper_heading.to_degrees() - 90.0).abs() < 1e-4);

    let too_near = solve_two_bone(ARM, Vec2::new(10.0, 0.0), Bend::Normal, 0.0);
    assert_eq!(too_near.reach, Reach::TooNear(22.0));
    let (x, y) = tip(ARM, &too_near);
    assert!((x - 32.0).abs() < 1e-4 && y.abs() < 1e-4, "({x}, {y})");

    // The longer bone in front: the same.
    let swapped = TwoBone {
        upper: 200.0,
        lower: 168.0,
        ..LEG
    };
    let too_near = solve_two_bone(swapped, Vec2::new(10.0, 0.0), Bend::Inverted, 0.0);
    let (x, y) = tip(swapped, &too_near);
    assert!((x - 32.0).abs() < 1e-4 && y.abs() < 1e-4, "({x}, {y})");
    assert!((too_near.lower_angle + std::f32::consts::PI).abs() < 1e-3);
}

#[test]
fn own_distance_limits_move_the_tip_along_the_ray_only() {
    let chain = TwoBone {
        min_distance: 100.0,
        max_distance: 250.0,
        ..LEG
    };
    for (distance, taken, reach) in [
        (50.0, 100.0, Reach::TooNear(50.0)),
        (180.0, 180.0, Reach::Reached),
        (300.0, 250.0, Reach::TooFar(50.0)),
        (500.0, 250.0, Reach::TooFar(250.0)),
    ] {
        let target = Vec2::new(-0.6, 0.8) * distance;
        let solution = solve_two_bone(chain, target, Bend::Normal, 0.0);
        let (x, y) = tip(chain, &solution);
        assert!((x + 0.6 * taken).hypot(y - 0.8 * taken) < 1e-3);
        match (solution.reach, reach) {
            (Reach::TooFar(a), Reach::TooFar(b)) | (Reach::TooNear(a), Reach::TooNear(b)) => {
                assert!((a - b).abs() < 1e-3);
            }
            (a, b) => assert_eq!(a, b),
        }
    }
    // Limits that no pose can meet give way to the bones.
    let impossible = TwoBone {
        min_distance: 900.0,
        max_distance: 950.0,
        ..LEG
    };
    let solution = solve_two_bone(impossible, Vec2::new(10.0, 0.0), Bend::Normal, 0.0);
    assert!((tip(impossible, &solution).0 - 400.0).abs() < 1e-3);
}

/// Frozen or spinning limbs when the target comes near the joint: the direction before is kept.
#[test]
fn a_target_on_the_joint_keeps_the_previous_direction() {
    for chain in [LEG, ARM] {
        for previous in [-3.0_f32, -0.4, 1.1, 2.7] {
            let solution = solve_two_bone(chain, Vec2::new(0.01, -0.02), Bend::Normal, previous);
            assert_eq!(solution.reach, Reach::OnJoint);
            let (x, y) = tip(chain, &solution);
            let length = x.hypot(y);
            if chain == ARM {
                assert!((length - 32.0).abs() < 1e-3);
                assert!(turn(y.atan2(x), f64::from(previous)).abs() < 1e-5);
            } else {
                // Equal lengths fold onto the joint itself: the tip is as near as the target is.
                assert!(length < 0.05);
            }
        }
    }
    // Held there, nothing moves: the previous direction is the one that comes back.
    let mut previous = 0.8_f32;
    for _ in 0..100 {
        let solution = solve_two_bone(ARM, Vec2::ZERO, Bend::Inverted, previous);
        let (x, y) = tip(ARM, &solution);
        previous = y.atan2(x) as f32;
    }
    assert!((previous - 0.8).abs() < 1e-4, "{previous}");
}

#[test]
fn bones_without_length_and_numbers_that_are_none_give_finite_answers() {
    let target = Vec2::new(30.0, 40.0);
    for chain in [
        TwoBone::new(0.0, 200.0),
        TwoBone::new(200.0, 0.0),
        TwoBone::new(0.0, 0.0),
    ] {
        let solution = solve_two_bone(chain, target, Bend::Inverted, 0.0);
        assert_eq!(solution.lower_angle.abs(), 0.0);
        assert!((f64::from(solution.upper_heading) - 0.8_f64.atan2(0.6)).abs() < 1e-6);
    }
    for bad in [
        Vec2::new(f32::NAN, 1.0),
        Vec2::new(f32::INFINITY, 0.0),
        Vec2::new(f32::MAX, f32::MAX),
        Vec2::new(f32::MIN_POSITIVE, 0.0),
    ] {
        for previous in [0.3, f32::NAN] {
            let solution = solve_two_bone(ARM, bad, Bend::Normal, previous);
            assert!(
                solution.upper_heading.is_finite() && solution.lower_angle.is_finite(),
                "{bad}: {solution:?}"
            );
        }
    }
}

/// "Sweep a target through full extension in 1 px steps: each bone's direction changes continuously (< 5° a step)."
#[test]
fn nothing_snaps_when_a_target_passes_full_extension() {
    for chain in [LEG, ARM] {
        for bend in [Bend::Normal, Bend::Inverted] {
            for heading in [-2.0_f32, 0.0, 0.9, 3.1] {
                let mut before: Option<TwoBoneSolution> = None;
                for step in 0..250 {
                    let distance = 250.0 + step as f32;
                    let target = Vec2::new(heading.cos(), heading.sin()) * distance;
                    let now = solve_two_bone(chain, target, bend, 0.0);
                    if let Some(before) = before {
                        let upper = turn(f64::from(before.upper_heading), f64::from(now.upper_heading));
                        let lower = turn(
                            f64::from(before.upper_heading + before.lower_angle),
                            f64::from(now.upper_heading + now.lower_angle),
                        );
                        for change in [upper, lower] {
                            assert!(
                                change.abs().to_degrees() < 5.0,
                                "{change} rad from {} to {distance} px",
                                distance - 1.0
                            );
                        }
                    }
                    before = Some(now);
                }
            }
        }
    }
}

/// "1000 random reachable targets: the knee's bend sign is constant."
#[test]
fn the_bend_side_never_changes_with_the_target() {
    let mut dice = Dice(3);
    for _ in 0..1000 {
        let target = dice.in_disc(399.9);
        assert!(solve_two_bone(LEG, target, Bend::Normal, 0.0).lower_angle > 0.0);
        assert!(solve_two_bone(LEG, target, Bend::Inverted, 0.0).lower_angle < 0.0);
    }
}

#[test]
fn the_upper_heading_for_a_given_bend_puts_the_tip_on_the_ray() {
    let mut dice = Dice(4);
    for chain in [LEG, ARM] {
        for _ in 0..10_000 {
            let (ray, bend) = (dice.between(-3.1, 3.1), dice.between(-2.9, 2.9));
            let solution = TwoBoneSolution {
                upper_heading: upper_heading_for(chain, ray, bend),
                lower_angle: bend,
                reach: Reach::Reached,
            };
            let (x, y) = tip(chain, &solution);
            assert!(turn(y.atan2(x), f64::from(ray)).abs() < 2e-6);
        }
        // It is the IK's own inverse.
        let target = Vec2::new(-120.0, 250.0);
        let solved = solve_two_bone(chain, target, Bend::Inverted, 0.0);
        let again = upper_heading_for(chain, 250_f32.atan2(-120.0), solved.lower_angle);
        assert!((again - solved.upper_heading).abs() < 1e-6);
    }
    assert_eq!(upper_heading_for(TwoBone::new(0.0, 0.0), 0.7, 1.0), 0.7);
    assert_eq!(upper_heading_for(LEG, 0.7, std::f32::consts::PI), 0.7);
}

/// Some of the reference runs, mirrored, turned, scaled and with a torso between, so that they are always compared.
const EXTRACT: &str = include_str!("motion_support/ik_extract.json");

#[test]
fn the_reference_extract_is_met_mirrored_and_not() {
    let data: serde_json::Value = serde_json::from_str(EXTRACT).expect("JSON");
    let compared = compare_runs(&data);
    assert!(compared >= 60, "{compared}");
}

#[test]
fn all_uniformly_scaled_reference_runs_are_met() {
    let Some(data) = golden("two_bone_ik.json") else {
        return;
    };
    let compared = compare_runs(&data);
    assert!(compared > 3_000, "{compared}");
}

fn rotate(angle: f64, (x, y): (f64, f64)) -> (f64, f64) {
    let (sin, cos) = angle.sin_cos();
    (cos * x - sin * y, sin * x + cos * y)
}

/// Goes through the runs of a reference file; every uniformly scaled one must agree. Gives how many samples did.
fn compare_runs(data: &serde_json::Value) -> usize {
    let mut compared = 0;
    let mut runs = 0;
    let mut worst = [0.0_f64; 2];
    for run in data["runs"].as_array().expect("runs") {
        let (sx, sy) = (number(&run["root_scale"], 0), number(&run["root_scale"], 1));
        if sx.abs() != sy.abs() {
            continue;
        }
        runs += 1;
        let vector = |value: &serde_json::Value| Vec2::new(number(value, 0) as f32, number(value, 1) as f32);
        // A negative y scale is a mirror in x, turned by half a turn.
        let half_turn = if sy < 0.0 { std::f32::consts::PI } else { 0.0 };
        let root = Placement::at(vector(&run["root_position"]))
            .with_angle(run["root_rotation"].as_f64().expect("rotation") as f32 + half_turn)
            .with_scale(sx.abs() as f32)
            .with_mirror(sx * sy < 0.0);
        let torso = if run["torso_rotation"].is_null() {
            Pose2::IDENTITY
        } else {
            Pose2::new(
                vector(&run["torso_position"]),
                run["torso_rotation"].as_f64().expect("rotation") as f32,
            )
        };
        let name = run["chain"].as_str().expect("name");
        let bones = &data["chains"][name];
        let field = |key: &str| bones[key].as_f64().expect("number");
        let mut chain = TwoBone::new(field("len1") as f32, field("len2") as f32);
        if let (Some(min), Some(max)) = (run["min_dist"].as_f64(), run["max_dist"].as_f64()) {
            chain.min_distance = min as f32;
            chain.max_distance = max as f32;
        }
        let bend = if run["flip"] == true {
            Bend::Inverted
        } else {
            Bend::Normal
        };
        let upper_origin = torso.world_from_local_point(vector(&run["upper_position"]));

        // Into the frame of the upper bone's parent and back, in double precision, from the joint as measured: what is
        // compared is the IK, not the engine's rounding of world positions.
        let (angle, torso_angle) = (
            run["root_rotation"].as_f64().expect("rotation"),
            f64::from(torso.angle),
        );
        let into = |x: f64, y: f64| {
            let (x, y) = rotate(-angle, (x, y));
            rotate(-torso_angle, (x / sx, y / sy))
        };
        let out_of = |point: (f64, f64)| {
            let (x, y) = rotate(torso_angle, point);
            rotate(angle, (x * sx, y * sy))
        };
        for sample in run["samples"].as_array().expect("samples") {
            let at = |i: usize| number(sample, i);
            let (x, y) = into(at(0) - at(2), at(1) - at(3));
            let distance = x.hypot(y);
            if distance < 0.05 {
                continue;
            }
            let solution = solve_two_bone(chain, Vec2::new(x as f32, y as f32), bend, 0.0);
            let taken = distance.clamp(f64::from(chain.min_distance), f64::from(chain.max_distance));
            let (sum, gap) = (
                field("len1") + field("len2"),
                (field("len1") - field("len2")).abs(),
            );
            let corner = (taken - sum).abs() < 1.0 || taken < gap + 5.0;
            compared += 1;

            if name == "len_mismatch" {
                // Angles, as that engine's bones have them; its arc cosine holds 5e-4 rad only at the ends.
                let (a1, a2) = (field("angle1"), field("angle2"));
                let upper = f64::from(solution.upper_heading) - a1;
                let lower = f64::from(solution.lower_angle) + a1 - a2;
                let off = turn(upper, at(8)).abs().max(turn(lower, at(9)).abs());
                let bound = if corner { 5e-4 } else { 1e-4 };
                assert!(off < bound, "{name}, D = {distance}: {off} rad");
                continue;
            }
            let off_by = |solution: &TwoBoneSolution| {
                let (knee, tip) = (out_of(knee(chain, solution)), out_of(tip(chain, solution)));
                let knee = (knee.0 + at(2) - at(4)).hypot(knee.1 + at(3) - at(5));
                knee.max((tip.0 + at(2) - at(6)).hypot(tip.1 + at(3) - at(7)))
            };
            let off = off_by(&solution);
            let bound = if corner { 0.1 } else { 1e-3 };
            worst[usize::from(corner)] = worst[usize::from(corner)].max(off);
            assert!(
                off < bound,
                "{name}, flip {}, scale ({sx}, {sy}), D = {distance}: {off} px",
                run["flip"]
            );

            // The same through our own placement, in single precision. A target near the joint turns the chain by
            // the rounding of world positions over its distance.
            if distance > gap + 20.0 && !corner {
                let target = root.local_from_world_point(Vec2::new(at(0) as f32, at(1) as f32));
                let toward = torso.rotation().unrotate(target - upper_origin);
                let off = off_by(&solve_two_bone(chain, toward, bend, 0.0));
                assert!(off < 1e-3, "{name} by placement, D = {distance}: {off} px");
            }
        }
    }
    eprintln!(
        "{runs} runs, {compared} samples: worst {:.1e} px, at the ends of reach {:.1e} px",
        worst[0], worst[1]
    );
    compared
}
