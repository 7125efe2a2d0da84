//! Keys and what lies between them.

use tumble_rig::clip::{ClipError, Key, Track};
use tumble_rig::library::stickman;
use tumble_rig::math::{Easing, Vec2};
use tumble_rig::{BoneId, Clip, Controls, LimbId};

/// The torso's angle that a clip gives at a time.
fn angle_at(clip: &Clip, time: f32) -> f32 {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    clip.sample_at(&rig, time, &mut controls);
    controls.torso.angle
}

fn angles(looped: bool, duration: f32, keys: &[(f32, f32, Easing)]) -> Clip {
    let keys = keys
        .iter()
        .map(|&(time, value, easing)| Key::new(time, value).with_easing(easing))
        .collect();
    let clip = Clip::new("test", duration).with_track(Track::TorsoAngle(keys));
    if looped { clip.with_loop() } else { clip }
}

#[test]
fn every_key_is_passed_exactly_and_every_easing_goes_between() {
    for easing in [
        Easing::Step,
        Easing::Linear,
        Easing::SineInOut,
        Easing::CubicOut,
        Easing::Smooth,
    ] {
        let clip = angles(
            false,
            3.0,
            &[(0.5, 1.0, easing), (1.0, -2.0, easing), (2.5, 0.25, easing)],
        );
        for (time, value) in [
            (0.0, 1.0),
            (0.5, 1.0),
            (1.0, -2.0),
            (2.5, 0.25),
            (3.0, 0.25),
            (9.0, 0.25),
        ] {
            assert_eq!(angle_at(&clip, time), value, "{easing:?} at {time}");
        }
        if easing != Easing::Smooth {
            let got = angle_at(&clip, 0.6);
            let expected = 1.0 - 3.0 * easing.apply(0.2);
            assert!((got - expected).abs() < 1e-5, "{easing:?}: {got} for {expected}");
        }
    }
}

#[test]
fn a_loop_goes_over_its_seam_from_the_last_key_to_the_first() {
    let clip = angles(
        true,
        2.0,
        &[(0.5, 0.0, Easing::Linear), (1.5, 1.0, Easing::Linear)],
    );
    for (time, value) in [
        (1.5, 1.0),
        (1.75, 0.75),
        (2.0, 0.5),
        (0.0, 0.5),
        (0.25, 0.25),
        (2.25, 0.25),
        (-1.75, 0.25),
    ] {
        let got = angle_at(&clip, time);
        assert!((got - value).abs() < 1e-5, "{got} instead of {value} at {time}");
    }
    // The last key's easing is the seam's.
    let clip = angles(true, 2.0, &[(0.5, 0.0, Easing::Linear), (1.5, 1.0, Easing::Step)]);
    assert_eq!(angle_at(&clip, 0.4), 1.0);
    // Keys at both ends: the seam has no length.
    let clip = angles(
        true,
        2.0,
        &[(0.0, 0.0, Easing::Linear), (2.0, 1.0, Easing::Linear)],
    );
    assert!((angle_at(&clip, 1.999) - 0.9995).abs() < 1e-5);
    assert_eq!(angle_at(&clip, 0.0), 0.0);
}

/// A smooth curve has no corner: seen from both sides of each key, its slope is the same.
#[test]
fn smooth_passes_every_key_without_a_corner_over_the_seam_too() {
    let clip = angles(
        true,
        2.0,
        &[
            (0.1, 0.0, Easing::Smooth),
            (0.4, 1.0, Easing::Smooth),
            (1.2, -0.5, Easing::Smooth),
            (1.7, 0.3, Easing::Smooth),
        ],
    );
    let h = 1e-3;
    for time in [0.1, 0.4, 1.2, 1.7] {
        let (before, at, after) = (
            angle_at(&clip, time - h),
            angle_at(&clip, time),
            angle_at(&clip, time + h),
        );
        let corner = ((after - at) - (at - before)) / h;
        assert!(corner.abs() < 0.15, "slope jumps by {corner} at {time}");
    }
    // The same where the two ends of the loop are one key.
    let clip = angles(
        true,
        2.0,
        &[
            (0.0, 0.0, Easing::Smooth),
            (0.5, 1.0, Easing::Smooth),
            (1.4, -1.0, Easing::Smooth),
            (2.0, 0.0, Easing::Smooth),
        ],
    );
    let corner =
        ((angle_at(&clip, h) - angle_at(&clip, 0.0)) - (angle_at(&clip, 2.0) - angle_at(&clip, 2.0 - h))) / h;
    assert!(corner.abs() < 0.15, "slope jumps by {corner} over the seam");
}

#[test]
fn smooth_at_even_times_is_the_catmull_rom_of_the_books() {
    let values = [0.3_f32, 1.0, -0.4, 0.8];
    let keys: Vec<_> = (0..4).map(|i| (i as f32, values[i], Easing::Smooth)).collect();
    let clip = angles(false, 3.0, &keys);
    for i in 0..=20 {
        let t = i as f32 / 20.0;
        let [p0, p1, p2, p3] = values;
        let expected = 0.5
            * (2.0 * p1
                + (p2 - p0) * t
                + (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3) * t * t
                + (3.0 * p1 - p0 - 3.0 * p2 + p3) * t * t * t);
        let got = angle_at(&clip, 1.0 + t);
        assert!((got - expected).abs() < 1e-5, "{got} for {expected} at {t}");
    }
    // A straight line stays straight, at uneven times and open ends too.
    let clip = angles(
        false,
        3.0,
        &[
            (0.0, 0.0, Easing::Smooth),
            (0.2, 0.2, Easing::Smooth),
            (2.1, 2.1, Easing::Smooth),
            (3.0, 3.0, Easing::Smooth),
        ],
    );
    for i in 0..=60 {
        let time = i as f32 * 0.05;
        assert!((angle_at(&clip, time) - time).abs() < 1e-5);
    }
}

#[test]
fn smooth_next_to_a_linear_stretch_leaves_with_its_slope() {
    let clip = angles(
        true,
        2.0,
        &[
            (0.0, 0.0, Easing::Linear),
            (1.0, -1.0, Easing::Smooth),
            (1.5, 0.7, Easing::Smooth),
        ],
    );
    let h = 1e-3;
    let leaving = (angle_at(&clip, 1.0 + h) - angle_at(&clip, 1.0)) / h;
    let arriving = (angle_at(&clip, 2.0) - angle_at(&clip, 2.0 - h)) / h;
    assert!((leaving + 1.0).abs() < 0.05, "{leaving}");
    assert!((arriving + 1.0).abs() < 0.05, "{arriving}");
}

#[test]
fn what_no_track_drives_takes_the_stand_pose_but_bends_and_look_targets_stay() {
    let rig = stickman();
    let clip = Clip::new("lean", 1.0).with_track(Track::TorsoAngle(vec![Key::new(0.0, 0.25)]));
    let mut controls = rig.stand.clone();
    for limb in &mut controls.limbs {
        limb.bend = limb.bend.flipped();
        limb.target = Vec2::splat(7.0);
        limb.weight = 0.1;
    }
    controls.bones.fill(0.7);
    controls.look.target = tumble_rig::LookTarget::World(Vec2::X);
    controls.look.weight = 0.3;
    let bends: Vec<_> = controls.limbs.iter().map(|limb| limb.bend).collect();
    clip.sample_at(&rig, 0.5, &mut controls);
    assert_eq!(controls.torso.angle, 0.25);
    assert_eq!(controls.torso.position, rig.stand.torso.position);
    assert_eq!(controls.bones, rig.stand.bones);
    assert_eq!(controls.look.weight, rig.stand.look.weight);
    assert_eq!(controls.look.target, tumble_rig::LookTarget::World(Vec2::X));
    for ((limb, rest), bend) in controls.limbs.iter().zip(&rig.stand.limbs).zip(bends) {
        assert_eq!(
            (limb.target, limb.weight, limb.bend),
            (rest.target, rest.weight, bend)
        );
    }
}

#[test]
fn every_kind_of_track_drives_what_it_says() {
    let rig = stickman();
    let (leg, head) = (
        rig.limb("left_leg").expect("a leg"),
        rig.bone("head").expect("a head"),
    );
    let clip = Clip::new("all", 1.0)
        .with_track(Track::TorsoPosition(vec![Key::new(0.0, Vec2::new(1.0, 2.0))]))
        .with_track(Track::TorsoAngle(vec![Key::new(0.0, 0.1)]))
        .with_track(Track::HeadMarker(vec![Key::new(0.0, Vec2::new(3.0, 4.0))]))
        .with_track(Track::LookWeight(vec![Key::new(0.0, 0.5)]))
        .with_track(Track::LimbTarget(leg, vec![Key::new(0.0, Vec2::new(5.0, 6.0))]))
        .with_track(Track::LimbWeight(leg, vec![Key::new(0.0, 0.25)]))
        .with_track(Track::BoneAngle(head, vec![Key::new(0.0, 0.75)]))
        .with_track(Track::Root(vec![
            Key::new(0.25, Vec2::ZERO),
            Key::new(0.75, Vec2::new(40.0, -8.0)),
        ]));
    clip.check(&rig).expect("a sound clip");
    let mut controls = rig.stand.clone();
    clip.sample_at(&rig, 0.5, &mut controls);
    assert_eq!(controls.torso.position, Vec2::new(1.0, 2.0));
    assert_eq!(controls.torso.angle, 0.1);
    assert_eq!(
        (controls.look.marker, controls.look.weight),
        (Vec2::new(3.0, 4.0), 0.5)
    );
    let limb = controls.limbs[leg.index()];
    assert_eq!((limb.target, limb.weight), (Vec2::new(5.0, 6.0), 0.25));
    assert_eq!(controls.bones[head.index()], 0.75);
    assert_eq!(clip.root_at(0.5), Vec2::new(20.0, -4.0));
    assert_eq!(clip.root_at(9.0), Vec2::new(40.0, -8.0));
    assert_eq!(clip.root_per_pass(), Vec2::new(40.0, -8.0));
}

#[test]
fn mixing_by_nothing_changes_nothing_and_by_all_is_sampling() {
    let rig = stickman();
    let clips = tumble_rig::library::stickman_clips();
    let (walk, idle) = (
        clips.get("walk_right").expect("it ships"),
        clips.get("idle").expect("it ships"),
    );
    let (mut from, mut to, mut mixed) = (rig.stand.clone(), rig.stand.clone(), Controls::default());
    walk.sample_at(&rig, 0.3, &mut from);
    idle.sample_at(&rig, 1.1, &mut to);
    mixed.copy_from(&from);
    idle.mix_at(&rig, 1.1, 0.0, &mut mixed);
    assert_eq!(mixed, from);
    idle.mix_at(&rig, 1.1, 1.0, &mut mixed);
    assert_eq!(mixed, to);
    mixed.copy_from(&from);
    idle.mix_at(&rig, 1.1, 0.25, &mut mixed);
    for ((a, b), got) in from.limbs.iter().zip(&to.limbs).zip(&mixed.limbs) {
        assert!(got.target.distance(a.target.lerp(b.target, 0.25)) < 1e-3);
    }
    assert!((mixed.torso.angle - (0.75 * from.torso.angle + 0.25 * to.torso.angle)).abs() < 1e-6);
}

#[test]
fn a_clip_made_by_hand_is_told_what_is_wrong() {
    let rig = stickman();
    let clip = |duration| Clip::new("bad", duration);
    let key = |time| Key::new(time, 0.0);
    for duration in [0.0, -1.0, f32::NAN] {
        assert!(matches!(
            clip(duration).check(&rig),
            Err(ClipError::Duration { .. })
        ));
    }
    let slow = Clip {
        speed: -1.0,
        ..clip(1.0)
    };
    assert!(matches!(
        slow.check(&rig),
        Err(ClipError::Negative { what: "speed", .. })
    ));
    let torso = |keys| clip(1.0).with_track(Track::TorsoAngle(keys));
    assert!(matches!(
        torso(vec![]).check(&rig),
        Err(ClipError::NoKeys { track: 0, .. })
    ));
    for keys in [
        vec![key(0.5), key(0.2)],
        vec![key(0.5), key(0.5)],
        vec![key(1.5)],
        vec![key(-0.1)],
        vec![key(f32::NAN)],
        vec![Key::new(0.0, f32::NAN)],
    ] {
        assert!(matches!(torso(keys).check(&rig), Err(ClipError::Key { .. })));
    }
    for track in [
        Track::BoneAngle(BoneId(99), vec![key(0.0)]),
        Track::LimbWeight(LimbId(99), vec![key(0.0)]),
    ] {
        let error = clip(1.0)
            .with_track(track)
            .check(&rig)
            .expect_err("no such target");
        assert!(matches!(error, ClipError::NoSuchTarget { .. }));
        assert!(error.to_string().contains("stickman"), "{error}");
    }
    assert!(clip(1.0).with_event(2.0, "late").check(&rig).is_err());
    let ordered = clip(1.0).with_event(0.7, "b").with_event(0.2, "a");
    assert_eq!(ordered.events[0].1, "a");
    ordered.check(&rig).expect("in order");
}

#[test]
fn sampling_a_clip_that_does_not_hold_together_is_still_safe() {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    for duration in [0.0, -2.0, f32::NAN, f32::INFINITY] {
        for looped in [false, true] {
            let mut clip = Clip::new("bad", duration)
                .with_track(Track::TorsoAngle(vec![Key::new(3.0, 1.0), Key::new(0.5, 2.0)]))
                .with_track(Track::LookWeight(vec![]))
                .with_track(Track::BoneAngle(BoneId(99), vec![Key::new(0.0, 1.0)]))
                .with_track(Track::LimbTarget(LimbId(99), vec![Key::new(0.0, Vec2::ONE)]));
            clip.looped = looped;
            for time in [-1.0, 0.0, 0.7, 5.0, f32::NAN, f32::INFINITY] {
                clip.sample_at(&rig, time, &mut controls);
                clip.mix_at(&rig, time, 0.5, &mut controls);
                let _ = clip.root_at(time);
            }
        }
    }
}
