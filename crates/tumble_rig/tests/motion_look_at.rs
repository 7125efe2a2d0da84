//! Look-at: the budget on the circle, and what a real engine measured.

mod motion_support;

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use motion_support::{Dice, golden, number, turn};
use tumble_rig::LookFrame;
use tumble_rig::look_at::{Aim, aim, clamp_to_budget};
use tumble_rig::math::{Placement, Rot, Vec2, angle};

#[expect(clippy::unnecessary_wraps, reason = "a budget, as it stands in an `Aim`")]
fn band(lower: f32, upper: f32) -> Option<[f32; 2]> {
    Some([lower.to_radians(), upper.to_radians()])
}

#[test]
fn inside_the_budget_nothing_changes_bit_for_bit() {
    for wanted in [-2.0_f32, -0.3, 0.0, 0.7, 2.9] {
        assert_eq!(clamp_to_budget(wanted, 0.4, None), wanted);
        assert_eq!(clamp_to_budget(wanted, wanted - 0.1, band(-30.0, 40.0)), wanted);
        assert_eq!(clamp_to_budget(wanted, 1.0, band(-180.0, 180.0)), wanted);
        assert_eq!(clamp_to_budget(wanted, 1.0, band(-500.0, 20.0)), wanted);
    }
}

#[test]
fn outside_the_budget_the_end_nearer_on_the_circle_is_taken() {
    let at = |wanted: f32, center: f32, budget| {
        clamp_to_budget(wanted.to_radians(), center.to_radians(), budget).to_degrees()
    };
    for (wanted, center, budget, expected) in [
        (50.0, 0.0, band(-30.0, 40.0), 40.0),
        (-50.0, 0.0, band(-30.0, 40.0), -30.0),
        // The far side: 200° is nearer to −30 (130° away) than to 40 (160°).
        (200.0, 0.0, band(-30.0, 40.0), -30.0),
        (170.0, 0.0, band(-30.0, 40.0), 40.0),
        // From a centre elsewhere, over the seam.
        (-170.0, 150.0, band(-30.0, 30.0), 180.0),
        (-90.0, -90.0, band(20.0, 100.0), -70.0),
        // Bands past half a turn are meant as written.
        (0.0, 0.0, band(100.0, 260.0), 100.0),
        (-45.0, 0.0, band(100.0, 260.0), 260.0),
    ] {
        let got = at(wanted, center, budget);
        assert!(
            angle::shortest(got.to_radians(), f32::to_radians(expected)).abs() < 2e-6,
            "{wanted} about {center} in {budget:?}: {got} instead of {expected}"
        );
    }
}

#[test]
fn the_result_is_always_in_the_budget_and_never_farther_than_the_best_end() {
    let mut dice = Dice(5);
    for _ in 0..50_000 {
        let (wanted, center) = (dice.between(-7.0, 7.0), dice.between(-4.0, 4.0));
        let lower = dice.between(-4.0, 2.0);
        let upper = lower + dice.between(0.0, TAU - 0.01);
        let got = clamp_to_budget(wanted, center, Some([lower, upper]));
        let inside = angle::nearest_turn_to_band(got - center, lower, upper);
        assert!(inside >= lower - 3e-6 && inside <= upper + 3e-6);
        let distance = |a: f32| angle::shortest(a, wanted).abs();
        assert!(distance(got) <= distance(center + lower).min(distance(center + upper)) + 4e-6);
    }
}

fn head(origin: Vec2, parent_heading: f32) -> Aim {
    Aim {
        origin,
        parent_heading,
        rest_angle: 0.0,
        rest_heading: -FRAC_PI_2,
        offset: 0.0,
        budget: None,
        frame: LookFrame::Parent,
    }
}

/// A head that spins when its target comes too near: it keeps its angle instead.
#[test]
fn a_target_on_the_bone_or_nowhere_gives_no_aim() {
    let origin = Vec2::new(10.0, -390.0);
    let head = head(origin, -FRAC_PI_2);
    let root = Placement::default();
    for offset in [Vec2::ZERO, Vec2::new(0.03, 0.03)] {
        assert_eq!(aim(&head, origin + offset, root), None);
    }
    assert_eq!(aim(&head, Vec2::new(f32::NAN, 0.0), root), None);
    assert_eq!(aim(&head, Vec2::new(f32::INFINITY, 0.0), root), None);
    let right = aim(&head, origin + Vec2::new(5.0, 0.0), root).expect("an aim");
    assert!(right.abs() < 1e-6);
}

#[test]
fn a_parent_budget_follows_the_parent_and_a_world_budget_does_not() {
    let origin = Vec2::new(0.0, -390.0);
    let right = origin + Vec2::new(500.0, 0.0);
    let root = Placement::default();
    let leaning = Aim {
        budget: band(-30.0, 40.0),
        ..head(origin, -FRAC_PI_2 + 0.5)
    };
    let heading = aim(&leaning, right, root).expect("an aim");
    assert!((heading - (-FRAC_PI_2 + 0.5 + 40_f32.to_radians())).abs() < 1e-6);

    let in_world = Aim {
        frame: LookFrame::World,
        ..leaning
    };
    let heading = aim(&in_world, right, root).expect("an aim");
    assert!((heading - (-FRAC_PI_2 + 40_f32.to_radians())).abs() < 1e-6);
    // Turning the root takes the figure along, but not the band.
    let turned = root.with_angle(0.3);
    let heading = aim(&in_world, right, turned).expect("an aim");
    let world = turned.world_from_local_heading(heading);
    assert!((world - (-FRAC_PI_2 + 40_f32.to_radians())).abs() < 1e-6);
}

/// "IK, look-at and whole clips bend the wrong way under a mirror."
#[test]
fn looking_in_the_mirror_is_the_reflection_of_looking() {
    let mut dice = Dice(6);
    for frame in [LookFrame::Parent, LookFrame::World] {
        for _ in 0..5_000 {
            let (position, turned) = (dice.in_disc(300.0), dice.between(-3.0, 3.0));
            let root = Placement::at(position).with_angle(turned);
            let reflected = Placement::at(Vec2::new(-position.x, position.y))
                .with_angle(-turned)
                .with_mirror(true);
            let target = dice.in_disc(800.0);
            let bone = Aim {
                offset: dice.between(-0.5, 0.5),
                budget: band(-30.0, 70.0),
                frame,
                ..head(dice.in_disc(400.0), dice.between(-3.0, 3.0))
            };
            let one = aim(&bone, root.local_from_world_point(target), root).expect("an aim");
            let mirrored_target = Vec2::new(-target.x, target.y);
            let local = reflected.local_from_world_point(mirrored_target);
            let other = aim(&bone, local, reflected).expect("an aim");
            // Opposite the band's middle, where both ends are as near, rounding decides.
            assert!(
                angle::shortest(one, other).abs() < 1e-4,
                "{frame:?} {one} {other}, {bone:?}"
            );
            let (a, b) = (
                root.world_from_local_vector(Rot::from_angle(one).x_axis()),
                reflected.world_from_local_vector(Rot::from_angle(other).x_axis()),
            );
            assert!((a.x + b.x).abs() < 1e-4 && (a.y - b.y).abs() < 1e-4);
        }
    }
}

const EXTRACT: &str = include_str!("motion_support/look_extract.json");

#[test]
fn the_reference_extract_is_met() {
    let data: serde_json::Value = serde_json::from_str(EXTRACT).expect("JSON");
    let (runs, samples) = compare_runs(&data);
    assert!(runs >= 8 && samples >= 50, "{runs} runs, {samples} samples");
}

#[test]
fn every_natural_reference_run_is_met() {
    let Some(data) = golden("look_at.json") else {
        return;
    };
    let (runs, samples) = compare_runs(&data);
    assert!(runs >= 29 && samples > 1_400, "{runs} runs, {samples} samples");
}

/// Compares every run whose band is a natural one: unconstrained; a local band that starts at or above zero and is not
/// inverted, or one that starts below and is (that engine's negative minimum turns a band inside out); world bands the
/// same, unmirrored (mirrored, that engine alternates between frames).
fn compare_runs(data: &serde_json::Value) -> (usize, usize) {
    let (mut runs, mut samples) = (0, 0);
    let mut worst = 0.0_f64;
    for run in data["runs"].as_array().expect("runs") {
        let field = |key: &str| run[key].as_f64();
        let mirror = number(&run["root_scale"], 0) < 0.0;
        let constraint = run["constraint"].as_str().expect("constraint");
        let natural = field("min").is_none_or(|min| (min < 0.0) == (run["invert"] == true));
        if !natural || (constraint == "global" && mirror) {
            continue;
        }
        runs += 1;
        let angle = |key: &str| field(key).unwrap_or(0.0) as f32;
        let bone_angle = match angle("bone_angle") {
            // Rounded in the file.
            near if (near + FRAC_PI_2).abs() < 1e-4 => -FRAC_PI_2,
            other => other,
        };
        let torso = angle("torso_rotation");
        let root = Placement::at(Vec2::new(
            number(&run["root_position"], 0) as f32,
            number(&run["root_position"], 1) as f32,
        ))
        .with_angle(angle("root_rotation"))
        .with_mirror(mirror);
        let bone = Aim {
            origin: Rot::from_angle(torso).rotate(Vec2::new(0.0, -391.5)),
            parent_heading: torso,
            rest_angle: bone_angle,
            rest_heading: bone_angle,
            offset: angle("additional_rotation"),
            budget: field("min").map(|min| [min as f32, field("max").expect("max") as f32]),
            frame: if constraint == "global" {
                LookFrame::World
            } else {
                LookFrame::Parent
            },
        };
        for sample in run["samples"].as_array().expect("samples") {
            let at = |i: usize| number(sample, i);
            let target = root.local_from_world_point(Vec2::new(at(0) as f32, at(1) as f32));
            if target.distance(bone.origin) < 20.0 {
                continue;
            }
            let heading = aim(&bone, target, root).expect("an aim");
            let rotation = heading - torso - bone_angle;
            let off = turn(f64::from(rotation), at(3)).abs();
            // Where both ends of the band are as near, either is right.
            let opposite = bone.budget.is_some_and(|[lower, upper]| {
                let wanted = aim(&Aim { budget: None, ..bone }, target, root).expect("an aim");
                let center = if constraint == "global" {
                    bone_angle - root.angle
                } else {
                    torso + bone_angle
                };
                let from_middle = angle::shortest(center + 0.5 * (lower + upper), wanted);
                from_middle.abs() > PI - 1e-3
            });
            if opposite {
                continue;
            }
            worst = worst.max(off);
            assert!(
                off < 2e-5,
                "{constraint} {:?} mirror {mirror} root {} torso {torso}: {rotation} instead of {}",
                bone.budget,
                root.angle,
                at(3)
            );
            samples += 1;
        }
    }
    eprintln!("{runs} runs, {samples} samples: worst {worst:.1e} rad");
    (runs, samples)
}
