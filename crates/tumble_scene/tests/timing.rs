//! Time: when actions fire, and that a run depends on nothing but its steps.

mod common;

use common::{DT, Make, WORLDS, flat_scene, frames, runner, runner_in, trace, trace_in, world};
use tumble::State;
use tumble_scene::{Clock, Runner, SceneEvent, TraceRow, library};

/// The step in which the hero became a ragdoll.
fn falls_at(script: &str, steps: u64) -> Vec<u64> {
    let frames = frames(&flat_scene(&format!("script: [{script}]")), steps);
    frames
        .iter()
        .filter(|frame| {
            frame.events.iter().any(|event| {
                matches!(
                    event,
                    SceneEvent::State {
                        to: State::Ragdoll,
                        ..
                    }
                )
            })
        })
        .map(|frame| frame.step)
        .collect()
}

#[test]
fn an_action_fires_before_the_first_step_that_ends_at_its_time_or_later() {
    // step · dt ≥ at, in f64; 3.7 is where a naive 222 · (1/60) falls short by a bit.
    for (at, step) in [
        ("0.0", 1),
        ("0.001", 1),
        ("0.0166", 1),
        ("0.0167", 2),
        ("0.25", 15),
        ("0.251", 16),
        ("1.0", 60),
        ("1.2", 72),
        ("1.85", 111),
        ("3.7", 222),
    ] {
        assert_eq!(
            falls_at(&format!("(at: {at}, act: Ragdoll(\"hero\"))"), 230),
            [step],
            "at {at}"
        );
    }
}

#[test]
fn actions_of_one_moment_fire_in_the_order_of_the_file_whatever_the_order_of_times() {
    let scene = flat_scene(
        r#"props: [(name: "crate", shape: Box(80, 80), at: (900, -40))],
        script: [
            (at: 0.2, act: Remove("crate")),
            (at: 0.1, act: Impulse(body: "crate", impulse: (0, 0))),
            (at: 0.1, act: Remove("crate")),
            (at: 0.1, act: Impulse(body: "crate", impulse: (0, 0))),
        ]"#,
    );
    let skipped: Vec<(u64, String)> = frames(&scene, 20)
        .iter()
        .flat_map(|frame| frame.events.iter().map(move |event| (frame.step, event)))
        .filter_map(|(step, event)| match event {
            SceneEvent::Skipped { action, why } => Some((step, format!("{action}: {why}"))),
            _ => None,
        })
        .collect();
    assert_eq!(
        skipped,
        [
            (6, "Impulse crate: `crate` is not there".to_owned()),
            (12, "Remove crate: `crate` is not there".to_owned()),
        ]
    );
}

#[test]
fn the_same_scene_gives_the_same_bytes_every_time() {
    for (world, make) in WORLDS {
        for name in library::names() {
            let scene = std::sync::Arc::new(library::scene(name).unwrap());
            let steps = if name == library::DEFAULT { 720 } else { 240 };
            let run = || trace_in(make, &scene, steps, 1.0);
            assert!(run() == run(), "{name} on {world}: two runs differ");
            let hash = |steps: u64| {
                let mut runner = runner_in(make, &scene);
                (0..steps).for_each(|_| runner.step());
                runner.state_hash()
            };
            assert_eq!(hash(240), hash(240), "{name} on {world}");
            assert_ne!(hash(240), hash(239), "{name} on {world}");
        }
    }
}

#[test]
fn step_us_is_the_only_field_that_may_differ() {
    let scene = std::sync::Arc::new(library::scene("thrown").unwrap());
    let rows = |step_us: f64| -> Vec<TraceRow> {
        let bytes = trace(&scene, 120, step_us);
        tumble_scene::TraceReader::new(bytes.as_slice())
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let (mut slow, fast) = (rows(99.5), rows(3.25));
    assert_ne!(slow, fast);
    for row in &mut slow {
        row.stats.step_us = 3.25;
    }
    assert_eq!(slow, fast);
}

/// Runs with screen frames of these lengths [s], over and over, until so much time has been simulated; a line a step.
fn run_with_frames(make: Make, clock: Clock, lengths: &[f64], steps: u64) -> (Vec<(u64, u64)>, f64) {
    let scene = std::sync::Arc::new(library::scene("harness").unwrap());
    let mut runner = runner_in(make, &scene);
    let mut clock = clock;
    let mut states = Vec::new();
    let mut wall = 0.0;
    for length in lengths.iter().cycle() {
        wall += length;
        runner.advance(&mut clock, *length, |runner: &Runner<_>| {
            states.push((runner.steps(), runner.state_hash()));
        });
        if runner.steps() >= steps {
            break;
        }
    }
    states.truncate(steps as usize);
    (states, wall)
}

#[test]
fn different_frame_rates_give_the_same_bytes_at_the_same_simulated_time() {
    // Past the first fall and into the rise after it.
    const STEPS: u64 = 480;
    let jitter = [0.004, 0.031, 0.0, 0.0166, 0.050, 0.0123, 0.0089, 0.021];
    for (world, make) in WORLDS {
        let run = |lengths: &[f64]| run_with_frames(make, Clock::new(f64::from(DT)), lengths, STEPS);
        let (at_60, wall_60) = run(&[1.0 / 60.0]);
        assert_eq!(at_60.len() as u64, STEPS);
        assert!((wall_60 - 8.0).abs() < 0.02, "{wall_60}");
        for (what, lengths) in [
            ("30 Hz", &[1.0 / 30.0][..]),
            ("144 Hz", &[1.0 / 144.0]),
            ("jitter", &jitter),
        ] {
            let (states, wall) = run(lengths);
            assert!(states == at_60, "{world}: {what} gives other states");
            assert!(
                (wall - wall_60).abs() < 0.06,
                "{world}: {what} took {wall} s for {wall_60} s"
            );
        }
    }
}

#[test]
fn slow_motion_gives_the_same_path_at_four_times_the_wall_time() {
    let (normal, wall) = run_with_frames(world, Clock::new(f64::from(DT)), &[1.0 / 60.0], 150);
    let mut slow_clock = Clock::new(f64::from(DT));
    slow_clock.set_time_scale(0.25);
    let (slow, slow_wall) = run_with_frames(world, slow_clock, &[1.0 / 60.0], 150);
    assert!(normal == slow);
    // To within the one step by which a screen at exactly 60 Hz may be ahead or behind: dt as an f32 is no exact sixtieth.
    assert!(
        (slow_wall - 4.0 * wall).abs() < 4.5 / 60.0,
        "{slow_wall} / {wall}"
    );
}

#[test]
fn pausing_and_single_steps_change_nothing_but_the_wall_time() {
    let scene = flat_scene("script: [(at: 0.1, act: Ragdoll(\"hero\"))]");
    let mut straight = runner(&scene);
    (0..30).for_each(|_| straight.step());

    let mut paused = runner(&scene);
    let mut clock = Clock::new(f64::from(DT));
    while paused.steps() < 10 {
        paused.advance(&mut clock, 1.0 / 60.0, |_| ());
    }
    clock.set_paused(true);
    (0..50).for_each(|_| assert_eq!(paused.advance(&mut clock, 1.0 / 60.0, |_| ()), 0));
    for _ in 0..5 {
        clock.single_step();
        assert_eq!(paused.advance(&mut clock, 1.0 / 60.0, |_| ()), 1);
    }
    clock.set_paused(false);
    while paused.steps() < 30 {
        paused.advance(&mut clock, 1.0 / 60.0, |_| ());
    }
    assert_eq!(paused.steps(), 30);
    assert_eq!(paused.state_hash(), straight.state_hash());
}

#[test]
fn a_slow_machine_drops_time_and_never_spirals() {
    let mut clock = Clock::new(0.01).with_max_steps(4);
    assert_eq!(clock.advance(1.0), 4);
    assert!((clock.dropped() - 0.96).abs() < 1e-9, "{}", clock.dropped());
    assert_eq!(clock.advance(0.01), 1);
    // What is no time is no time.
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0] {
        assert_eq!(clock.advance(odd), 0, "{odd}");
    }
    assert!(clock.alpha() < 1e-6);
    for odd in [f64::NAN, -1.0, f64::INFINITY] {
        clock.set_time_scale(odd);
        assert_eq!(clock.time_scale(), 1.0);
    }
    assert_eq!(Clock::new(0.0).advance(1.0), 0);
    assert_eq!(Clock::new(f64::NAN).advance(1.0), 0);
}

#[test]
fn a_step_that_is_no_time_is_refused() {
    let scene = flat_scene("");
    for dt in [0.0, -0.01, f32::NAN, f32::INFINITY] {
        assert!(Runner::new(scene.clone(), dt, world).is_err(), "{dt}");
    }
}
