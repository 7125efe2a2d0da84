//! The default preset: rigid sticks, whatever happens to the figure.

mod common;

use common::{CHEST, HEAD, RUNS, on_floor, start_of};
use tumble_verlet::{Event, FigureId, Grab, Jump, Real, Settings, World};

/// Steps and remembers the largest stretch.
fn run<R: Real>(world: &mut World<R>, id: FigureId, steps: u32) -> f64 {
    (0..steps).fold(0.0_f64, |most, _| {
        world.step();
        most.max(world.stretch(id).expect("it is there"))
    })
}

fn height<R: Real>(world: &World<R>, id: FigureId, point: usize) -> f64 {
    world.point(id, point).expect("it is there")[1]
}

fn settings() -> Settings {
    Settings::default().without_sleep()
}

/// One of the reference's scripts, of ten seconds, with its controls at the same times.
fn script<R: Real>(kind: &str, name: &str) -> f64 {
    let (mut world, id) = on_floor::<R>(settings(), start_of(name));
    let mut stretch = 0.0_f64;
    for frame in 0..600 {
        let t = f64::from(frame) / 60.0;
        match (name, frame) {
            ("push_right", 120) => world.push(id, [10.0, 0.0], 2.0).expect("it is there"),
            ("jump", 180) => assert_eq!(world.jump(id, Jump::default()), Ok(true)),
            ("drag_and_throw", 60) => world
                .grab(id, CHEST, [8.0, 1.0], Grab::default())
                .expect("it is there"),
            ("drag_and_throw", 61..180) => world
                .move_grab(id, CHEST, [8.0 + (t - 1.0), 1.0 + 0.8 * (t - 1.0)])
                .expect("it is held"),
            ("drag_and_throw", 180) => {
                world.release(id, CHEST).expect("it is held");
            }
            _ => {}
        }
        stretch = stretch.max(run(&mut world, id, 1));
    }
    println!("{kind} {name}: stretch {:.4}% at most in 10 s", 100.0 * stretch);
    stretch
}

#[test]
fn on_the_references_scripts_it_stretches_by_far_less() {
    for name in RUNS {
        let most = match name {
            "stand" => 1e-3,
            "drag_and_throw" => 1e-2,
            _ => 5e-3,
        };
        let worst = script::<f64>("f64", name).max(script::<f32>("f32", name));
        assert!(worst < most, "{name}: {worst}");
    }
}

fn stands<R: Real>(kind: &str) {
    let (mut world, id) = on_floor::<R>(settings(), 0.0);
    let mut lowest = f64::MAX;
    let mut stretch = 0.0_f64;
    for _ in 0..3600 {
        stretch = stretch.max(run(&mut world, id, 1));
        lowest = lowest.min(height(&world, id, HEAD));
    }
    let energy = world.kinetic_energy(id).expect("it is there");
    println!(
        "{kind} stands 60 s: head at {lowest:.4} at least, stretch {:.5}%, energy {energy:.2e}",
        100.0 * stretch
    );
    assert!(lowest > 0.9 * 0.95, "{lowest}");
    assert!(stretch < 1e-3, "{stretch}");
}

#[test]
fn it_stands_by_itself_for_a_minute() {
    stands::<f64>("f64");
    stands::<f32>("f32");
}

fn lands<R: Real>(kind: &str) {
    for up in [0.1, 0.5, 1.0, 2.0, 3.05, 5.0, 10.0] {
        let (mut world, id) = on_floor::<R>(settings(), up);
        let stretch = run(&mut world, id, 600);
        let lowest = world.points(id).fold(f64::MAX, |low, point| low.min(point[1]));
        println!(
            "{kind} dropped from {up}: stretch {:.4}%, head at {:.3} after 10 s, lowest point {lowest:.1e}",
            100.0 * stretch,
            height(&world, id, HEAD)
        );
        assert!(stretch < 5e-3, "{up}: {stretch}");
        assert!(lowest > -1e-6, "{up}: {lowest}");
    }
}

#[test]
fn it_lands_without_stretching() {
    lands::<f64>("f64");
    lands::<f32>("f32");
}

fn pushed<R: Real>(kind: &str) {
    for acceleration in [1.25, -1.25] {
        let (mut world, id) = on_floor::<R>(settings(), 0.0);
        run(&mut world, id, 120);
        world.push(id, [acceleration, 0.0], 1.0).expect("it is there");
        let stretch = run(&mut world, id, 3600);
        let head = height(&world, id, HEAD);
        println!(
            "{kind} pushed by {acceleration} for 1 s: head at {head:.4} a minute later, stretch {:.4}%",
            100.0 * stretch
        );
        assert!(head > 0.9 * 0.95, "{head}");
        assert!(stretch < 1e-2, "{stretch}");
    }
}

#[test]
fn it_stands_after_a_push() {
    pushed::<f64>("f64");
    pushed::<f32>("f32");
}

fn jumps<R: Real>(kind: &str) {
    let (mut world, id) = on_floor::<R>(settings(), 0.0);
    run(&mut world, id, 120);
    let before = height(&world, id, HEAD);
    assert_eq!(world.jump(id, Jump::default()), Ok(true));
    let mut highest = 0.0_f64;
    let mut stretch = 0.0_f64;
    for _ in 0..3600 {
        stretch = stretch.max(run(&mut world, id, 1));
        highest = highest.max(height(&world, id, HEAD));
    }
    let head = height(&world, id, HEAD);
    println!(
        "{kind} jumps {:.3} up: head at {head:.4} a minute later, stretch {:.4}%",
        highest - before,
        100.0 * stretch
    );
    assert!(highest - before > 1.0);
    assert!(head > 0.9 * 0.95, "{head}");
    assert!(stretch < 5e-3, "{stretch}");
}

#[test]
fn it_stands_after_a_jump() {
    jumps::<f64>("f64");
    jumps::<f32>("f32");
}

/// Drags every point of a figure about at a speed, and throws it.
fn dragged<R: Real>(kind: &str, speed: f64) -> f64 {
    let mut worst = 0.0_f64;
    for point in 0..7 {
        let (mut world, id) = on_floor::<R>(settings(), 0.0);
        run(&mut world, id, 60);
        let start = world.point(id, point).expect("it is there");
        world
            .grab(id, point, start, Grab::default())
            .expect("it is there");
        let mut stretch = 0.0_f64;
        let mut lag = 0.0_f64;
        // A square of 4 by 4 units above the floor, gone round at the speed, corners and all.
        let (mut x, mut y) = (start[0], start[1]);
        for i in 0..240 {
            let step = speed / 60.0;
            let leg = (f64::from(i) * step / 4.0) as u32 % 4;
            let (dx, dy) = [(0.0, step), (step, 0.0), (0.0, -step), (-step, 0.0)][leg as usize];
            (x, y) = (x + dx, y + dy);
            world.move_grab(id, point, [x, y]).expect("it is held");
            stretch = stretch.max(run(&mut world, id, 1));
            let at = world.point(id, point).expect("it is there");
            lag = lag.max((at[0] - x).abs().max((at[1] - y).abs()));
        }
        let thrown = world.release(id, point).expect("it is held");
        stretch = stretch.max(run(&mut world, id, 300));
        println!(
            "{kind} point {point} dragged at {speed}: stretch {:.4}%, lag {lag:.2}, let go at ({:.1}, {:.1})",
            100.0 * stretch,
            thrown[0],
            thrown[1]
        );
        worst = worst.max(stretch);
    }
    worst
}

#[test]
fn it_is_dragged_and_thrown_without_stretching() {
    let worst = dragged::<f64>("f64", 20.0).max(dragged::<f32>("f32", 20.0));
    assert!(worst < 1e-2, "{worst}");
}

fn jerked<R: Real>(kind: &str) {
    let mut worst = 0.0_f64;
    for point in 0..7 {
        let (mut world, id) = on_floor::<R>(settings(), 0.0);
        run(&mut world, id, 60);
        world
            .grab(id, point, [8.0, 1.0], Grab::default())
            .expect("it is there");
        let mut stretch = 0.0_f64;
        let mut seed = 12_345_u32 + point as u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1_u32 << 24)
        };
        for i in 0..600 {
            if i % 3 == 0 {
                let far = if i % 9 == 0 { 1e6 } else { 20.0 };
                let target = [8.0 + far * (random() - 0.5), far * random()];
                world.move_grab(id, point, target).expect("it is held");
            }
            stretch = stretch.max(run(&mut world, id, 1));
        }
        let strained = world
            .drain_events()
            .any(|event| matches!(event, Event::GrabStrained { .. }));
        println!(
            "{kind} point {point} after a cursor that jumps about: stretch {:.4}%",
            100.0 * stretch
        );
        assert!(strained, "the grab says that it is bounded");
        worst = worst.max(stretch);
    }
    assert!(worst < 2e-2, "{worst}");
}

#[test]
fn it_never_stretches_by_two_percent_however_the_cursor_jumps() {
    jerked::<f64>("f64");
    jerked::<f32>("f32");
}

#[test]
fn a_bound_that_is_reached_is_said_once_until_the_point_follows_again() {
    let (mut world, id) = on_floor::<f32>(settings(), 2.0);
    let start = world.point(id, CHEST).expect("it is there");
    world
        .grab(id, CHEST, start, Grab::default())
        .expect("it is there");
    let strains = |world: &mut World<f32>| {
        let events = world.drain_events();
        events
            .filter(|event| matches!(event, Event::GrabStrained { .. }))
            .count()
    };
    run(&mut world, id, 60);
    assert_eq!(strains(&mut world), 0, "a hand that rests strains nothing");
    for times in 0..2 {
        let x = start[0] + if times == 0 { 10.0 } else { 0.0 };
        world.move_grab(id, CHEST, [x, start[1]]).expect("it is held");
        run(&mut world, id, 120);
        assert_eq!(strains(&mut world), 1);
    }
}

#[test]
fn the_release_velocity_is_truly_used() {
    let (mut world, id) = on_floor::<f32>(settings(), 5.0);
    world
        .grab(id, CHEST, [8.0, 5.85], Grab::default())
        .expect("it is there");
    for i in 0..60 {
        let target = [8.0 + f64::from(i + 1) * 10.0 / 60.0, 5.85];
        world.move_grab(id, CHEST, target).expect("it is held");
        world.step();
    }
    let thrown = world.release(id, CHEST).expect("it is held");
    assert!((thrown[0] - 10.0).abs() < 0.2, "{thrown:?}");
    let before = world.point(id, CHEST).expect("it is there");
    run(&mut world, id, 30);
    let went = world.point(id, CHEST).expect("it is there")[0] - before[0];
    println!("thrown at {:.2} units/s, went {went:.3} in 0.5 s", thrown[0]);
    assert!(went > 4.5, "{went}");
}
