//! The same input gives the same bytes: twice, over a snapshot, over a file.

mod common;

use common::{DT, Figure, add, at, ball, fixed, ground, rect, world};
use tumble_physics::World;
use tumble_physics::math::Vec2;

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
