//! Time, determinism, sleep, snapshots, handles, events.

mod common;

use common::{CHEST, HEAD, floor, on_floor};
use tumble_verlet::{
    Event, FigureId, Grab, Isa, Jump, JumpFrom, Material, Real, RequestError, Settings, Shape, SnapshotError,
    World, library,
};

/// A crowd on a floor with walls, a ramp and things going on.
fn crowd<R: Real>(count: u32) -> (World<R>, Vec<FigureId>) {
    let mut world = World::<R>::new(Settings::default()).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    world
        .add_terrain(
            Shape::Polygon(vec![[3.0, 0.0], [6.0, 0.0], [6.0, 1.0]]),
            Material::default(),
        )
        .expect("a ramp");
    let figure = library::seven_point();
    let ids = (0..count)
        .map(|i| {
            let at = [0.31 * f64::from(i), 0.05 * f64::from(i % 23)];
            let id = world.spawn(&figure, at).expect("a place");
            world
                .throw(id, [f64::from(i % 7) - 3.0, f64::from(i % 5)])
                .expect("it is there");
            id
        })
        .collect();
    (world, ids)
}

/// What a game does to it before a step.
fn play<R: Real>(world: &mut World<R>, ids: &[FigureId], step: u32) {
    let pick = |i: u32| ids[(i * 37 % ids.len() as u32) as usize];
    match step % 10 {
        1 => world.push(pick(step), [3.0, 0.0], 0.2).expect("it is there"),
        4 => {
            let at = world.point(pick(step), CHEST).expect("it is there");
            world
                .grab(pick(step), CHEST, [at[0] + 1.0, at[1] + 1.0], Grab::default())
                .expect("it is there");
        }
        6 => {
            world.jump(pick(step), Jump::default()).expect("it is there");
        }
        9 if world.is_held(pick(step - 5), CHEST) => {
            world.release(pick(step - 5), CHEST).expect("it is held");
        }
        _ => {}
    }
}

fn hash_after<R: Real>(count: u32, steps: u32, change: impl Fn(&mut World<R>)) -> u64 {
    let (mut world, ids) = crowd::<R>(count);
    change(&mut world);
    for step in 0..steps {
        play(&mut world, &ids, step);
        world.step();
    }
    world.hash()
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    assert_eq!(
        hash_after::<f32>(50, 120, |_| {}),
        hash_after::<f32>(50, 120, |_| {})
    );
    assert_eq!(
        hash_after::<f64>(20, 120, |_| {}),
        hash_after::<f64>(20, 120, |_| {})
    );
}

#[test]
fn debug_and_release_and_every_machine_give_the_same_bytes() {
    // Changed on purpose whenever a step computes otherwise.
    let found = [
        hash_after::<f32>(70, 180, |_| {}),
        hash_after::<f64>(20, 180, |_| {}),
    ];
    println!("{found:016x?}");
    assert_eq!(found, [0x1a61_2579_8373_ba5b, 0x579b_7402_7cff_5428]);
}

#[test]
fn the_scalar_fallback_gives_the_same_bytes_as_lanes() {
    let scalar = hash_after::<f32>(70, 180, |world| world.set_isa(Isa::Scalar));
    for isa in [Isa::Sse2, Isa::Avx2] {
        let found = hash_after::<f32>(70, 180, |world| world.set_isa(isa));
        assert_eq!(found, scalar, "{isa:?}");
    }
    println!(
        "70 figures, 180 steps: {scalar:016x} in plain Rust, SSE2 and AVX2 (on this machine {:?})",
        Isa::detect()
    );
}

#[test]
fn what_a_figure_does_does_not_depend_on_its_neighbours_in_the_block() {
    let alone = {
        let (mut world, id) = on_floor::<f32>(Settings::default(), 1.0);
        world.throw(id, [2.0, 3.0]).expect("it is there");
        (0..200).for_each(|_| world.step());
        world.points(id).collect::<Vec<_>>()
    };
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    let figure = library::seven_point();
    let ids: Vec<FigureId> = (0..40)
        .map(|i| {
            let id = world.spawn(&figure, [8.0, 1.0]).expect("a place");
            if i == 21 {
                world.throw(id, [2.0, 3.0]).expect("it is there");
            } else {
                world.throw(id, [f64::from(i) - 20.0, 5.0]).expect("it is there");
            }
            id
        })
        .collect();
    (0..200).for_each(|_| world.step());
    assert_eq!(world.points(ids[21]).collect::<Vec<_>>(), alone);
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let one = hash_after::<f32>(700, 60, |_| {});
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        let many = pool.install(|| hash_after::<f32>(700, 60, |world| world.set_parallel(true)));
        assert_eq!(many, one, "{threads}");
    }
}

#[test]
fn frame_rates_change_nothing_at_the_same_simulated_time() {
    let run = |frames: &[f64]| {
        let (mut world, _) = crowd::<f32>(10);
        for &seconds in frames {
            world.advance(seconds);
        }
        assert_eq!(world.steps(), 120);
        world
            .points(world.figures().nth(3).expect("there are ten"))
            .collect::<Vec<_>>()
    };
    let at_60 = run(&vec![1.0 / 60.0; 120]);
    let at_30 = run(&vec![1.0 / 30.0; 60]);
    let at_144 = run(&vec![1.0 / 144.0; 288]);
    let jittered: Vec<f64> = (0..120)
        .map(|i| if i % 2 == 0 { 0.011 } else { 1.0 / 30.0 - 0.011 })
        .collect();
    assert_eq!(at_60, at_30);
    assert_eq!(at_60, at_144);
    assert_eq!(at_60, run(&jittered));
}

#[test]
fn slow_motion_gives_the_same_path_at_four_times_the_wall_time() {
    let run = |scale: f64, frames: u32| {
        let (mut world, _) = crowd::<f32>(10);
        world.set_time_scale(scale).expect("in range");
        let mut path = Vec::new();
        for _ in 0..frames {
            if world.advance(1.0 / 60.0) > 0 {
                path.push(
                    world
                        .points(world.figures().nth(3).expect("there are ten"))
                        .collect::<Vec<_>>(),
                );
            }
        }
        path
    };
    assert_eq!(run(0.25, 480), run(1.0, 120));
}

#[test]
fn more_time_than_steps_allow_is_dropped_and_said() {
    let (mut world, _) = crowd::<f32>(1);
    assert_eq!(world.advance(10.0), 8);
    let dropped = world.drain_events().find_map(|event| match event {
        Event::TimeDropped { seconds } => Some(seconds),
        _ => None,
    });
    assert!((dropped.expect("it is said") - (10.0 - 8.0 / 60.0)).abs() < 1.0 / 60.0);
    assert_eq!(world.advance(f64::NAN), 0);
    assert_eq!(world.advance(-1.0), 0);
}

#[test]
fn a_step_of_another_length_keeps_the_velocity() {
    let settings = Settings {
        gravity: (0.0, 0.0),
        ..Settings::default()
    };
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let point = tumble_verlet::FigureDesc {
        points: vec![tumble_verlet::PointDesc::new("p", (0.0, 0.0), 1.0)],
        ..tumble_verlet::FigureDesc::default()
    };
    let figure = std::sync::Arc::new(point.build().expect("a point"));
    let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
    world.throw(id, [3.0, -1.0]).expect("it is there");
    let mut time = 0.0;
    for seconds in [0.01, 0.02, 0.001, 1.0 / 60.0, 0.05, 0.003] {
        world.step_by(seconds);
        time += seconds;
        let [x, y] = world.point(id, 0).expect("it is there");
        assert!(
            (x - 3.0 * time).abs() < 1e-12 && (y + time).abs() < 1e-12,
            "{x} {y} at {time}"
        );
    }
    assert!((world.velocity(id, 0).expect("it is there")[0] - 3.0).abs() < 1e-9);
}

#[test]
fn a_snapshot_restored_continues_with_the_same_bytes() {
    let (mut world, ids) = crowd::<f32>(40);
    for step in 0..60 {
        play(&mut world, &ids, step);
        world.step();
    }
    // In the middle of things: hands, pushes and contacts.
    world.push(ids[5], [1.0, 0.0], 1.0).expect("it is there");
    let snapshot = world.snapshot();
    let go_on = |world: &mut World<f32>| {
        for step in 60..120 {
            play(world, &ids, step);
            world.step();
        }
        world.hash()
    };
    let wanted = go_on(&mut world);
    world.remove(ids[0]).expect("it is there");
    world.step();
    world.restore(&snapshot).expect("it fits");
    assert_eq!(go_on(&mut world), wanted);
    // Also in another world made the same way.
    let (mut other, _) = crowd::<f32>(40);
    other.restore(&snapshot).expect("it fits");
    assert_eq!(go_on(&mut other), wanted);
}

#[cfg(feature = "serde")]
#[test]
fn a_snapshot_written_and_read_is_the_same_and_a_damaged_one_is_refused() {
    let (mut world, ids) = crowd::<f32>(5);
    world
        .grab(ids[2], CHEST, [1.0, 1.0], Grab::default())
        .expect("it is there");
    (0..30).for_each(|_| world.step());
    let snapshot = world.snapshot();
    let text = serde_json::to_string(&snapshot).expect("it can be written");
    let read: tumble_verlet::Snapshot = serde_json::from_str(&text).expect("it can be read");
    assert!(read == snapshot, "it reads back to the same bits");
    let before = world.hash();
    for (from, to) in [
        ("\"version\":2", "\"version\":7"),
        ("\"point\":1", "\"point\":700"),
        ("\"owners\":[0,1", "\"owners\":[1,0"),
        ("\"name\":\"seven_point\"", "\"name\":\"dog\""),
        ("\"real\":\"f32\"", "\"real\":\"f64\""),
        ("\"state\":[", "\"state\":[2143289344,"),
    ] {
        let text = text.replacen(from, to, 1);
        let damaged: tumble_verlet::Snapshot = serde_json::from_str(&text).expect("it can be read");
        assert!(damaged != snapshot, "{from} was found");
        assert!(world.restore(&damaged).is_err(), "{to}");
        assert_eq!(world.hash(), before);
    }
}

#[test]
fn a_snapshot_of_other_figures_is_refused() {
    let (world, _) = crowd::<f32>(3);
    let mut other = World::<f32>::new(Settings::default()).expect("valid settings");
    assert!(matches!(
        other.restore(&world.snapshot()),
        Err(SnapshotError::OtherFigures { place: 0, .. })
    ));
}

#[test]
fn it_falls_asleep_stays_exactly_still_and_wakes_when_touched() {
    let (mut world, id) = on_floor::<f32>(Settings::default(), 0.5);
    let mut asleep_at = None;
    for step in 0..600 {
        world.step();
        if !world.is_awake(id) && asleep_at.is_none() {
            asleep_at = Some(step);
        }
    }
    let asleep_at = asleep_at.expect("it sleeps within 10 s");
    println!(
        "dropped from 0.5 units it sleeps after {:.2} s",
        f64::from(asleep_at) / 60.0
    );
    assert!(asleep_at < 300);
    let still: Vec<_> = world.points(id).collect();
    (0..60).for_each(|_| world.step());
    assert_eq!(world.points(id).collect::<Vec<_>>(), still);
    assert!(
        world
            .drain_events()
            .any(|event| event == Event::FellAsleep { figure: id })
    );
    world.push(id, [5.0, 0.0], 0.5).expect("it is there");
    assert!(world.is_awake(id));
    (0..30).for_each(|_| world.step());
    assert!(world.point(id, HEAD).expect("it is there")[0] > still[HEAD][0] + 0.1);
}

#[test]
fn made_at_rest_in_mid_air_it_falls() {
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    let id = world
        .spawn(&library::seven_point(), [0.0, 50.0])
        .expect("a place");
    let before = world.point(id, 2).expect("it is there")[1];
    (0..30).for_each(|_| world.step());
    let fell = before - world.point(id, 2).expect("it is there")[1];
    let free = 0.5 * 9.81 * 0.25;
    // The head floats and its 5 of 75 kg are carried.
    println!(
        "fell {fell:.3} in 0.5 s, free fall of all but the head {:.3}",
        free * 70.0 / 75.0
    );
    assert!(fell > 0.85 * free);
}

#[test]
fn handles_of_what_is_gone_lead_nowhere() {
    let (mut world, ids) = crowd::<f32>(20);
    world
        .grab(ids[3], CHEST, [0.0, 1.0], Grab::default())
        .expect("it is there");
    world.remove(ids[3]).expect("it is there");
    assert!(world.remove(ids[3]).is_err());
    assert_eq!(world.push(ids[3], [1.0, 0.0], 1.0), Err(RequestError::Gone));
    assert_eq!(world.point(ids[3], 0), None);
    assert_eq!(world.points(ids[3]).count(), 0);
    assert!(!world.is_held(ids[3], CHEST));
    // The lane and the slot are used again; the old handle stays dead.
    let new = world.spawn(&library::seven_point(), [5.0, 1.0]).expect("a place");
    assert_ne!(new, ids[3]);
    assert!(!world.is_held(new, CHEST));
    assert_eq!(world.figures().count(), 20);
    for id in world.figures().collect::<Vec<_>>() {
        world.remove(id).expect("it is there");
    }
    world.step();
    assert_eq!(world.figures().count(), 0);
}

#[test]
fn numbers_that_are_none_are_refused_with_the_argument_named() {
    let (mut world, id) = on_floor::<f32>(Settings::default(), 0.0);
    let before = world.hash();
    let nan = f64::NAN;
    let refused = |field| Err(RequestError::NotFinite { field });
    assert_eq!(world.push(id, [nan, 0.0], 1.0), refused("acceleration"));
    assert_eq!(world.push(id, [0.0, 0.0], f64::INFINITY), refused("seconds"));
    assert_eq!(world.throw(id, [0.0, 1e300]), refused("velocity"));
    assert_eq!(world.grab(id, 0, [nan, 0.0], Grab::default()), refused("target"));
    assert_eq!(world.reset(id, [0.0, nan]), refused("at"));
    let lame = Grab {
        hertz: 0.0,
        ..Grab::default()
    };
    assert_eq!(
        world.grab(id, 0, [0.0, 0.0], lame),
        Err(RequestError::InvalidGrab)
    );
    assert_eq!(
        world.kick(id, 7, [0.0, 0.0]),
        Err(RequestError::NoSuchPoint { index: 7, count: 7 })
    );
    assert_eq!(world.release(id, 2), Err(RequestError::NotHeld { index: 2 }));
    assert_eq!(world.hash(), before);
}

#[test]
fn controls_report_what_they_did() {
    let (mut world, id) = on_floor::<f32>(Settings::default(), 0.0);
    (0..10).for_each(|_| world.step());
    world.drain_events().for_each(drop);
    world.push(id, [10.0, 0.0], 0.1).expect("it is there");
    assert_eq!(world.jump(id, Jump::default()), Ok(true));
    (0..6).for_each(|_| world.step());
    // In the air it refuses, unless asked to jump from anywhere.
    assert_eq!(world.jump(id, Jump::default()), Ok(false));
    let anywhere = Jump {
        speed: Some(1.0),
        from: JumpFrom::Anywhere,
    };
    assert_eq!(world.jump(id, anywhere), Ok(true));
    world
        .grab(id, CHEST, [8.0, 3.0], Grab::default())
        .expect("it is there");
    (0..30).for_each(|_| world.step());
    world.release(id, CHEST).expect("it is held");
    world.throw(id, [1.0, 0.0]).expect("it is there");
    (0..120).for_each(|_| world.step());
    let names: Vec<String> = world
        .drain_events()
        .map(|event| {
            format!("{event:?}")
                .split(' ')
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    for wanted in [
        "Pushed",
        "Jumped",
        "JumpRefused",
        "Grabbed",
        "Released",
        "Thrown",
        "Impact",
    ] {
        assert!(names.iter().any(|name| name == wanted), "{wanted} in {names:?}");
    }
}

#[test]
fn far_from_the_centre_it_behaves_as_at_it() {
    // 10⁷ px at 50 px a unit is 2·10⁵ units. The floor is level, so that nothing differs but the place.
    let run = |x: f64| {
        let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
        world.add_terrain(floor(), Material::default()).expect("a floor");
        let id = world.spawn(&library::seven_point(), [x, 1.0]).expect("a place");
        world.throw(id, [3.0, 2.0]).expect("it is there");
        (0..240).for_each(|_| world.step());
        world.points(id).map(|[px, py]| [px - x, py]).collect::<Vec<_>>()
    };
    let (here, there) = (run(0.0), run(200_000.0));
    let worst = here
        .iter()
        .zip(&there)
        .flat_map(|(a, b)| [(a[0] - b[0]).abs(), (a[1] - b[1]).abs()])
        .fold(0.0_f64, f64::max);
    println!("10⁷ px away the path differs by {worst:.1e} units after 4 s");
    assert!(worst < 1e-9, "{worst}");
}

#[test]
fn a_figure_takes_less_than_512_bytes() {
    let (world, ids) = crowd::<f32>(32);
    let bytes = world.bytes_a_figure(ids[0]).expect("it is there");
    println!("{bytes} bytes a figure");
    assert!(bytes < 512);
}
