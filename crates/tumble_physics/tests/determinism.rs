//! The same input gives the same bytes: twice, over a snapshot, over a file.

mod common;

use common::{DT, Figure, add, at, ball, fixed, ground, rect, world};
use tumble_physics::math::Vec2;
use tumble_physics::{Isa, PoseSpring, Spring, World};

fn scene() -> World {
    let mut world = world();
    ground(&mut world);
    for side in [-1.0_f32, 1.0] {
        fixed(&mut world, rect(50.0, 2000.0), at(side * 1200.0, -2000.0, 0.0));
    }
    for seed in 0..8 {
        Figure::plain(
            &mut world,
            Vec2::new(150.0 * (seed % 4) as f32 - 200.0, -600.0 - 500.0 * seed as f32),
            0.37 * seed as f32,
        );
    }
    for seed in 0..12 {
        add(
            &mut world,
            rect(30.0, 20.0),
            3.0,
            at(90.0 * seed as f32 - 500.0, -80.0, 0.1 * seed as f32),
        );
        add(
            &mut world,
            ball(25.0),
            2.0,
            at(80.0 * seed as f32 - 450.0, -300.0, 0.0),
        );
    }
    world
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (mut one, mut two) = (scene(), scene());
    for step in 0..300 {
        one.step(DT);
        two.step(DT);
        assert_eq!(one.state_hash(), two.state_hash(), "step {step}");
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    one.drain_events(&mut first);
    two.drain_events(&mut second);
    assert_eq!(first, second);
    assert!(!first.is_empty());
}

#[test]
fn a_snapshot_in_dense_contact_goes_on_with_the_same_bytes() {
    let mut world = scene();
    for _ in 0..240 {
        world.step(DT);
    }
    assert!(world.counters().contact_rows > 20, "{:?}", world.counters());
    let snapshot = world.snapshot();
    let mut other = World::new(*world.settings());
    other.restore(&snapshot).expect("the same version");
    for step in 0..240 {
        world.step(DT);
        other.step(DT);
        assert_eq!(world.state_hash(), other.state_hash(), "step {step}");
    }
}

#[test]
fn all_lanes_give_the_same_bytes() {
    let mut worlds: Vec<World> = [Isa::Scalar, Isa::Sse2, Isa::Avx2]
        .into_iter()
        .map(|isa| {
            let mut world = scene();
            world.set_isa(isa);
            world
        })
        .collect();
    for step in 0..300 {
        let mut hashes = Vec::new();
        for world in &mut worlds {
            world.step(DT);
            hashes.push(world.state_hash());
        }
        assert!(
            hashes.iter().all(|hash| *hash == hashes[0]),
            "step {step}: {hashes:x?}"
        );
    }
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let crowd = || {
        let mut world = world();
        ground(&mut world);
        for seed in 0..150 {
            let (row, column) = (seed / 10, seed % 10);
            Figure::plain(
                &mut world,
                Vec2::new(700.0 * column as f32, -700.0 - 1100.0 * row as f32),
                0.37 * seed as f32,
            );
        }
        world
    };
    let mut worlds: Vec<World> = [1, 2, 4]
        .into_iter()
        .map(|threads| {
            let mut world = crowd();
            world.set_threads(threads).expect("threads can be started");
            world
        })
        .collect();
    for step in 0..200 {
        let mut hashes = Vec::new();
        for world in &mut worlds {
            world.step(DT);
            hashes.push(world.state_hash());
        }
        assert!(
            hashes.iter().all(|hash| *hash == hashes[0]),
            "step {step}: {hashes:x?}"
        );
    }
    assert!(
        worlds[0].counters().contact_rows > 100,
        "{:?}",
        worlds[0].counters()
    );
}

#[cfg(feature = "serde")]
#[test]
fn a_snapshot_through_a_file_goes_on_with_the_same_bytes() {
    let mut world = scene();
    for _ in 0..200 {
        world.step(DT);
    }
    let text = serde_json::to_string(&world.snapshot()).expect("it can be written");
    let snapshot: tumble_physics::Snapshot = serde_json::from_str(&text).expect("it can be read");
    let mut other = World::new(*world.settings());
    other.restore(&snapshot).expect("the same version");
    for step in 0..120 {
        world.step(DT);
        other.step(DT);
        assert_eq!(world.state_hash(), other.state_hash(), "step {step}");
    }
}

#[test]
fn who_is_solved_together_makes_no_difference() {
    let crowd = |size: u32| {
        let mut world = world();
        ground(&mut world);
        for seed in 0..60 {
            let (row, column) = (seed / 10, seed % 10);
            let hips = Vec2::new(400.0 * column as f32, -600.0 - 700.0 * row as f32);
            let figure = Figure::plain(&mut world, hips, 0.37 * seed as f32);
            // Some hold themselves, and have other lanes for neighbours than those that don't.
            if seed % 3 == 0 {
                for &pin in &figure.pins {
                    let spring = PoseSpring {
                        target: 0.2,
                        spring: Spring {
                            hertz: 3.0,
                            damping_ratio: 0.5,
                        },
                        max_torque: 2e6,
                    };
                    world.set_pose_spring(pin, Some(spring)).expect("it is there");
                }
            }
        }
        world.set_group_size(size);
        world
    };
    let mut worlds: Vec<World> = [1, 7, 48, 10_000].into_iter().map(crowd).collect();
    let mut differed = 0;
    for step in 0..400 {
        let mut hashes = Vec::new();
        for world in &mut worlds {
            world.step(DT);
            hashes.push(world.state_hash());
        }
        assert!(
            hashes.iter().all(|hash| *hash == hashes[0]),
            "step {step}: {hashes:x?}"
        );
        differed += u32::from(worlds[0].counters().batches != worlds[3].counters().batches);
    }
    let counters = worlds[0].counters();
    assert!(counters.contact_rows > 100, "{counters:?}");
    assert!(differed > 50, "they sat otherwise in {differed} steps only");
}
