//! Time, loops, blends and events of the animator.

use std::sync::Arc;

use tumble_rig::animator::{MAX_LAYERS, MAX_PASSES};
use tumble_rig::clip::{Key, Track};
use tumble_rig::library::{stickman, stickman_clips};
use tumble_rig::math::Vec2;
use tumble_rig::{Animator, Clip, Controls};

const DT: f32 = 1.0 / 60.0;

/// A clip that holds the torso at an angle and moves the root at a speed.
fn still(name: &str, angle: f32, speed: f32, blend: f32) -> Arc<Clip> {
    let mut clip = Clip::new(name, 1.0)
        .with_loop()
        .with_track(Track::TorsoAngle(vec![Key::new(0.0, angle)]))
        .with_track(Track::Root(vec![
            Key::new(0.0, Vec2::ZERO),
            Key::new(1.0, Vec2::new(speed, 0.0)),
        ]));
    clip.blend = blend;
    Arc::new(clip)
}

fn sample(animator: &Animator) -> Controls {
    let rig = stickman();
    let mut controls = rig.stand.clone();
    animator.sample(&rig, &mut controls);
    controls
}

fn run(animator: &mut Animator, seconds: f32) -> (Vec2, Vec<String>) {
    let mut way = Vec2::ZERO;
    let mut told = Vec::new();
    for _ in 0..(seconds / DT).round() as usize {
        way += animator.advance(DT, |clip, event| told.push(clip.events[event].1.clone()));
    }
    (way, told)
}

fn ticking(looped: bool) -> Arc<Clip> {
    let clip = Clip::new("ticking", 0.5)
        .with_event(0.0, "start")
        .with_event(0.2, "middle")
        .with_event(0.5, "end");
    Arc::new(if looped { clip.with_loop() } else { clip })
}

#[test]
fn an_event_comes_exactly_once_a_pass_whatever_the_step() {
    for dt in [0.001, DT, 0.1, 0.25, 0.3, 0.7, 1.9] {
        let mut animator = Animator::default();
        animator.play(ticking(true));
        let mut counts = [0; 3];
        let steps = (19.95_f32 / dt).floor();
        for _ in 0..steps as usize {
            animator.advance(dt, |_, event| counts[event] += 1);
        }
        let passed = f64::from(dt) * f64::from(steps) / 0.5;
        // The start also of the pass that has begun, the end of those that are over.
        let expected = [passed.floor() + 1.0, (passed - 0.4).floor() + 1.0, passed.floor()];
        for (count, expected) in counts.into_iter().zip(expected) {
            assert!(
                (f64::from(count) - expected).abs() <= 1e-9,
                "dt {dt}: {counts:?} after {passed} passes"
            );
        }
    }
}

#[test]
fn events_of_one_long_step_come_in_order() {
    let mut animator = Animator::default();
    animator.play(ticking(true));
    let mut told = Vec::new();
    animator.advance(1.3, |clip, event| told.push(clip.events[event].1.clone()));
    assert_eq!(
        told,
        [
            "start", "middle", "end", "start", "middle", "end", "start", "middle"
        ]
    );
}

#[test]
fn a_step_that_lands_on_an_event_tells_it_then_and_not_again() {
    let mut animator = Animator::default();
    animator.play(Arc::new(Clip::new("one", 1.0).with_event(0.5, "half")));
    let mut told = 0;
    animator.advance(0.5, |_, _| told += 1);
    assert_eq!(told, 1);
    animator.advance(0.25, |_, _| told += 1);
    animator.advance(5.0, |_, _| told += 1);
    assert_eq!(told, 1);
}

#[test]
fn standing_still_in_time_tells_nothing() {
    let mut animator = Animator::default();
    animator.play(ticking(true));
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let way = animator.advance(dt, |_, event| assert_eq!(event, 0, "only what is at 0 may come"));
        assert_eq!((way, animator.time()), (Vec2::ZERO, 0.0));
    }
}

#[test]
fn a_clip_that_does_not_loop_is_held_at_its_end_and_says_so() {
    let clip = Arc::new(
        Clip::new("bow", 0.5)
            .with_track(Track::TorsoAngle(vec![Key::new(0.0, 0.0), Key::new(0.5, 0.6)]))
            .with_track(Track::Root(vec![
                Key::new(0.0, Vec2::ZERO),
                Key::new(0.5, Vec2::new(20.0, 0.0)),
            ]))
            .with_event(0.5, "down"),
    );
    let mut animator = Animator::default();
    assert!(!animator.is_finished() && animator.clip().is_none());
    animator.play(Arc::clone(&clip));
    let (way, told) = run(&mut animator, 0.4);
    assert!(!animator.is_finished() && told.is_empty());
    let (more, told) = run(&mut animator, 3.0);
    assert!((way.x + more.x - 20.0).abs() < 1e-3, "the way ends with the clip");
    assert_eq!(told, ["down"]);
    assert!(animator.is_finished());
    assert_eq!(animator.clip().map(|clip| clip.name.as_str()), Some("bow"));
    assert_eq!(sample(&animator).torso.angle, 0.6);
    // Finished, it can be asked for again.
    animator.play(clip);
    assert!(!animator.is_finished());
    assert_eq!(run(&mut animator, 1.0).1, ["down"]);
}

#[test]
fn playing_what_already_plays_changes_nothing() {
    let clip = still("a", 0.3, 0.0, 0.2);
    let mut animator = Animator::default();
    animator.play(Arc::clone(&clip));
    run(&mut animator, 0.25);
    let time = animator.time();
    animator.play(Arc::clone(&clip));
    // The same clip read a second time is the same clip.
    animator.play(Arc::new(Clip::clone(&clip)));
    assert_eq!((animator.time(), animator.blend_share()), (time, 1.0));
}

#[test]
fn stopping_leaves_the_controls_as_they_were() {
    let mut animator = Animator::default();
    animator.play(still("a", 0.3, 100.0, 0.2));
    run(&mut animator, 0.5);
    let mut controls = sample(&animator);
    animator.stop();
    assert!(animator.clip().is_none());
    let held = controls.clone();
    assert_eq!(animator.advance(0.1, |_, _| panic!("no events")), Vec2::ZERO);
    animator.sample(&stickman(), &mut controls);
    assert_eq!(controls, held);
}

#[test]
fn a_crossfade_is_smooth_takes_the_new_clips_time_and_ends_exactly() {
    let mut animator = Animator::default();
    animator.play(still("a", 0.0, 0.0, 0.5));
    assert_eq!(animator.blend_share(), 1.0, "nothing to blend from");
    run(&mut animator, 0.3);
    animator.play(still("b", 1.0, 0.0, 0.4));
    let mut before = sample(&animator).torso.angle;
    assert_eq!(before, 0.0, "the first moment is still the old clip");
    let mut most = 0.0_f32;
    for step in 1..=30 {
        animator.advance(DT, |_, _| {});
        let now = sample(&animator).torso.angle;
        let u = (step as f32 * DT / 0.4).min(1.0);
        assert!((now - u * u * (3.0 - 2.0 * u)).abs() < 1e-5, "step {step}: {now}");
        most = most.max(now - before);
        assert!(now >= before);
        before = now;
    }
    assert_eq!(before, 1.0);
    // The steepest step is the smooth curve's: 1.5 × the straight one's.
    assert!(most < 1.5 * DT / 0.4 + 1e-4, "{most}");
}

#[test]
fn both_clips_keep_running_while_they_fade_and_the_root_blends() {
    let mut animator = Animator::default();
    animator.play(still("a", 0.0, 100.0, 0.5));
    run(&mut animator, 0.5);
    animator.play(still("b", 0.0, 300.0, 0.5));
    let mut before = 100.0 * DT;
    for step in 0..40 {
        let way = animator.advance(DT, |_, _| {});
        let share = animator.blend_share();
        assert!(
            (way.x / DT - (100.0 + 200.0 * share)).abs() < 0.02,
            "step {step}: {way}"
        );
        assert!(way.x >= before - 1e-4);
        before = way.x;
    }
    assert!((before / DT - 300.0).abs() < 0.02);

    // The old one's track moves on under the fade.
    let moving = |name: &str, from: f32, to: f32| {
        let mut clip =
            Clip::new(name, 1.0).with_track(Track::TorsoAngle(vec![Key::new(0.0, from), Key::new(1.0, to)]));
        clip.blend = 0.5;
        Arc::new(clip)
    };
    let mut animator = Animator::default();
    animator.play(moving("a", 0.0, 1.0));
    run(&mut animator, 0.5);
    animator.play(moving("b", 2.0, 3.0));
    run(&mut animator, 0.25);
    let (a, b) = (0.75, 2.25);
    assert!((sample(&animator).torso.angle - 0.5 * (a + b)).abs() < 1e-4);
}

/// A fade that is itself interrupted must not jump.
#[test]
fn playing_again_and_again_never_makes_a_jump() {
    let clips = stickman_clips();
    let names = ["walk_right", "idle", "RESET", "walk_left", "idle", "walk_right"];
    let mut animator = Animator::default();
    animator.play(Arc::clone(clips.get("idle").expect("it ships")));
    let mut before = sample(&animator);
    for step in 0..600 {
        if step % 5 == 0 {
            let name = names[step / 5 % names.len()];
            animator.play(Arc::clone(clips.get(name).expect("it ships")));
        }
        animator.advance(DT, |_, _| {});
        let now = sample(&animator);
        for (a, b) in before.limbs.iter().zip(&now.limbs) {
            // A swinging hand or foot moves up to 14 px a step, a fade over 0.2 s up to 1/8 of 340 px.
            assert!(
                a.target.distance(b.target) < 45.0,
                "step {step}: {} to {}",
                a.target,
                b.target
            );
        }
        assert!((before.torso.angle - now.torso.angle).abs() < 0.02);
        before = now;
    }
}

#[test]
fn playing_every_step_is_bounded_and_the_newest_still_wins() {
    let mut animator = Animator::default();
    for i in 0..10 * MAX_LAYERS {
        animator.play(still(&format!("clip {i}"), 0.001 * i as f32, 0.0, 1.0));
        animator.advance(DT, |_, _| {});
        let _ = sample(&animator);
    }
    let last = 0.001 * (10 * MAX_LAYERS - 1) as f32;
    run(&mut animator, 1.1);
    assert_eq!(sample(&animator).torso.angle, last);
}

#[test]
fn two_plays_in_one_step_are_the_last_one() {
    let (a, b, c) = (
        still("a", 0.0, 0.0, 0.2),
        still("b", 1.0, 0.0, 0.2),
        still("c", 2.0, 0.0, 0.2),
    );
    let mut animator = Animator::default();
    animator.play(Arc::clone(&a));
    run(&mut animator, 0.3);
    let time = animator.time();
    animator.play(b);
    animator.play(c);
    animator.play(a);
    assert_eq!(
        (animator.time(), animator.blend_share()),
        (time, 1.0),
        "back to what played: nothing has happened"
    );
}

/// A character that has stood up holds a pose that no clip plays: walking off must not jump.
#[test]
fn playing_from_held_controls_fades_from_them() {
    let mut held = stickman().stand.clone();
    held.torso.angle = 0.8;
    held.limbs[0].target += Vec2::new(30.0, 40.0);
    let mut animator = Animator::default();
    animator.play_from(still("a", 0.0, 200.0, 0.4), &held);
    let mut controls = held.clone();
    animator.sample(&stickman(), &mut controls);
    assert_eq!(controls, held);
    run(&mut animator, 0.2);
    assert!((sample(&animator).torso.angle - 0.4).abs() < 1e-5);
    run(&mut animator, 0.3);
    assert_eq!(sample(&animator).torso.angle, 0.0);
    assert_eq!(
        sample(&animator).limbs[0].target,
        stickman().stand.limbs[0].target
    );
    assert_eq!(animator.clip().map(|clip| clip.name.as_str()), Some("a"));
    // While something plays it is the same as `play`.
    animator.play_from(still("b", 1.0, 0.0, 0.4), &held);
    assert_eq!(sample(&animator).torso.angle, 0.0);
}

#[test]
fn the_roots_way_is_the_same_however_time_is_cut() {
    let walk = Arc::clone(stickman_clips().get("walk_right").expect("it ships"));
    let total = |dt: f32, steps: usize| {
        let mut animator = Animator::default();
        animator.play(Arc::clone(&walk));
        (0..steps)
            .map(|_| f64::from(animator.advance(dt, |_, _| {}).x))
            .sum::<f64>()
    };
    let expected = 340.0 * 12.0_f64;
    for (dt, steps) in [(1.0 / 240.0, 2880), (DT, 720), (0.5, 24), (4.0, 3), (12.0, 1)] {
        let way = total(dt, steps);
        assert!(
            (way - expected).abs() < 0.05,
            "dt {dt}: {way} instead of {expected}"
        );
    }
}

#[test]
fn speeds_multiply_and_a_speed_that_is_none_stands_still() {
    let mut clip = Clip::clone(&still("a", 0.0, 100.0, 0.0));
    clip.speed = 2.0;
    let mut animator = Animator::default();
    animator.play(Arc::new(clip));
    animator.set_speed(1.5);
    assert!((animator.advance(0.5, |_, _| {}).x - 150.0).abs() < 1e-3);
    for none in [0.0, -3.0, f32::NAN, f32::INFINITY] {
        animator.set_speed(none);
        assert_eq!(animator.advance(0.5, |_, _| {}), Vec2::ZERO);
    }
}

#[test]
fn a_step_of_a_million_passes_ends() {
    let mut animator = Animator::default();
    animator.play(ticking(true));
    let mut told = 0_u32;
    animator.advance(500_000.0, |_, _| told += 1);
    assert!((3 * MAX_PASSES..=3 * (MAX_PASSES + 2)).contains(&told), "{told}");
    animator.play(Arc::new(Clip::new("nothing", 0.0).with_loop()));
    assert_eq!(animator.advance(1.0, |_, _| {}), Vec2::ZERO);
}
