//! Puppets in a physics world: they stand on its terrain, are grabbed, pushed, thrown, jump, and say what happened.
#![cfg(feature = "native")]

#[path = "puppet_common/mod.rs"]
mod common;

use common::{DT, Stage, box_of, seven_point};
use tumble::backend::{BodyKind, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::puppet::{Grip, JumpFrom, Preset, PuppetDesc, PuppetError, PuppetEvent, Puppets, PuppetsDesc};
use tumble::{Backend, verlet};

/// 0.9 of the 0.95 units that the head has over the feet \[px\].
const STANDS: f32 = 0.9 * 47.5;

#[test]
fn dropped_as_the_scene_has_it_it_stands_by_itself_for_a_minute() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::new(0.0, -152.5));
    let mut stretch = 0.0_f32;
    for step in 0..3600 {
        stage.step();
        stretch = stretch.max(stage.puppets.get(id).expect("it is there").stretch());
        if step > 180 {
            assert!(stage.head(id) < -STANDS, "{step}: {}", stage.head(id));
        }
    }
    let mut events = Vec::new();
    stage.puppets.drain_events(&mut events);
    let landed = events.iter().find_map(|event| match event {
        PuppetEvent::Landed { puppet, speed } if *puppet == id => Some(*speed),
        _ => None,
    });
    // √(2 · 490.5 · 152.5) less the drag.
    println!("landed at {landed:?} px/s, stretch {:.3}%", 100.0 * stretch);
    assert!(landed.is_some_and(|speed| (350.0..387.0).contains(&speed)));
    assert!(stretch < 5e-3, "{stretch}");
    assert!(events.contains(&PuppetEvent::FellAsleep { puppet: id }));
    let impacts = events
        .iter()
        .filter(|event| matches!(event, PuppetEvent::Impact { .. }))
        .count();
    assert!((1..20).contains(&impacts), "{impacts}");
}

#[test]
fn any_point_is_held_by_name_number_or_place_and_thrown_with_its_true_velocity() {
    for (grip, wanted) in [
        (Grip::Usual, 1),
        (Grip::Named("left_hand"), 4),
        (Grip::Point(0), 0),
        (Grip::Nearest(Vec2::new(9.0, 1.0)), 5),
    ] {
        let mut stage = Stage::new(Vec2::new(0.0, 490.5));
        stage.floor();
        let id = stage.puppet("dummy", Vec2::ZERO);
        let start = Vec2::new(0.0, -150.0);
        let point = stage.puppets.grab(id, grip, start).expect("it can be held");
        assert_eq!(point, wanted, "{grip:?}");
        for _ in 0..120 {
            stage.step();
        }
        let mut target = start;
        for _ in 0..30 {
            target += Vec2::new(500.0, -250.0) * DT;
            stage.puppets.move_grab(id, point, target).expect("it is held");
            stage.step();
        }
        let point_now = |stage: &Stage| {
            let puppet = stage.puppets.get(id).expect("it is there");
            puppet.point(point).expect("it has one")
        };
        let held = point_now(&stage);
        assert!(
            held.held && (held.at - target).length() < 10.0,
            "{held:?} {target}"
        );
        let velocity = stage.puppets.release(id, point).expect("it is held");
        println!("{grip:?}: thrown at {velocity}, it went at (500, -250)");
        assert!(
            (velocity - Vec2::new(500.0, -250.0)).length() < 30.0,
            "{velocity}"
        );
        assert!((velocity - held.velocity).length() < 1e-3);
        stage.step();
        let next = point_now(&stage);
        assert!(
            (next.at - held.at - velocity * DT).length() < 2.0,
            "it goes on as it was let go"
        );
        let mut events = Vec::new();
        stage.puppets.drain_events(&mut events);
        assert!(events.contains(&PuppetEvent::Grabbed { puppet: id, point }));
        assert!(events.contains(&PuppetEvent::Released {
            puppet: id,
            point,
            velocity
        }));
        assert!(matches!(
            stage.puppets.release(id, point),
            Err(PuppetError::Refused {
                source: verlet::RequestError::NotHeld { .. },
                ..
            })
        ));
    }
}

#[test]
fn however_the_cursor_jumps_the_pull_is_bounded_and_says_so() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::ZERO);
    let chest = stage
        .puppets
        .grab(id, Grip::Usual, Vec2::new(0.0, -100.0))
        .expect("it can be held");
    let (mut stretch, mut fastest) = (0.0_f32, 0.0_f32);
    for step in 0..300_i16 {
        let far = if step % 7 < 3 { 1e6 } else { -2e4 };
        let target = Vec2::new(far, -f32::from(step % 11) * 3e4);
        stage.puppets.move_grab(id, chest, target).expect("it is held");
        stage.step();
        let puppet = stage.puppets.get(id).expect("it is there");
        stretch = stretch.max(puppet.stretch());
        for point in puppet.points() {
            assert!(point.at.is_finite());
            fastest = fastest.max(point.velocity.length());
        }
    }
    println!(
        "dragged by jumps of 10 km: stretch {:.3}%, fastest {fastest:.0} px/s",
        100.0 * stretch
    );
    assert!(stretch < 0.02, "{stretch}");
    let mut events = Vec::new();
    stage.puppets.drain_events(&mut events);
    assert!(events.contains(&PuppetEvent::PullLimited {
        puppet: id,
        point: chest
    }));
}

#[test]
fn it_jumps_only_from_the_ground_unless_asked() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::ZERO);
    (0..30).for_each(|_| stage.step());
    assert!(stage.puppets.jump(id).expect("it is there"));
    let mut highest = 0.0_f32;
    for step in 0..240 {
        stage.step();
        highest = highest.max(-stage.puppets.get(id).expect("it is there").anchor().y);
        if step == 10 {
            assert!(!stage.puppets.jump(id).expect("it is there"), "it is in the air");
            let more = stage.puppets.jump_with(id, Some(10.0), JumpFrom::Anywhere);
            assert!(more.expect("it is there"));
        }
    }
    // 250²/2g, and a little from the second.
    println!("a jump lifts its feet by {highest:.1} px");
    assert!((50.0..80.0).contains(&highest), "{highest}");
    assert!(stage.head(id) < -STANDS, "it stands again: {}", stage.head(id));
    let mut events = Vec::new();
    stage.puppets.drain_events(&mut events);
    assert!(events.contains(&PuppetEvent::Jumped {
        puppet: id,
        speed: 250.0
    }));
    assert!(events.contains(&PuppetEvent::JumpRefused { puppet: id }));
    let landed = events
        .iter()
        .filter(|event| matches!(event, PuppetEvent::Landed { .. }));
    // Its legs are springs: it may hop once more.
    assert!((1..=2).contains(&landed.count()));
}

#[test]
fn a_gentle_push_moves_it_and_it_stands_again() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::ZERO);
    (0..60).for_each(|_| stage.step());
    stage
        .puppets
        .push(id, Vec2::new(1.25 * 50.0, 0.0), 1.0)
        .expect("it is there");
    (0..600).for_each(|_| stage.step());
    let went = stage.puppets.get(id).expect("it is there").anchor().x;
    println!("pushed for 1 s at 1.25 units/s² it goes {went:.1} px and stands");
    assert!(
        stage.head(id) < -STANDS && went > 1.0,
        "{} {went}",
        stage.head(id)
    );
}

#[test]
fn thrown_set_in_motion_moved_and_reset() {
    let mut stage = Stage::new(Vec2::ZERO);
    let id = stage.puppet("dummy", Vec2::new(100.0, 50.0));
    for _ in 0..2 {
        stage
            .puppets
            .throw(id, Vec2::new(60.0, 0.0))
            .expect("it is there");
    }
    stage.step();
    let speed = |stage: &Stage| stage.puppets.get(id).expect("it is there").momentum() / 75.0;
    // Its drag takes 7 · 0.7/75 of it a second.
    let wanted = Vec2::new(120.0 * (1.0 - 7.0 * 0.7 / 75.0 * DT), 0.0);
    assert!((speed(&stage) - wanted).length() < 0.01, "{}", speed(&stage));
    stage
        .puppets
        .set_velocity(id, Vec2::new(0.0, -30.0))
        .expect("it is there");
    assert!((speed(&stage) - Vec2::new(0.0, -30.0)).length() < 1e-3);
    stage
        .puppets
        .hit(id, 3, Vec2::new(150.0, 0.0))
        .expect("it is there");
    assert!((speed(&stage) - Vec2::new(2.0, -30.0)).length() < 1e-3);
    stage
        .puppets
        .teleport(id, Vec2::new(-500.0, 0.0))
        .expect("it is there");
    let puppet = stage.puppets.get(id).expect("it is there");
    assert!((puppet.anchor() - Vec2::new(-500.0, 0.0)).length() < 1e-3);
    assert!(
        (speed(&stage) - Vec2::new(2.0, -30.0)).length() < 1e-3,
        "with its motion"
    );
    stage.puppets.reset(id, None).expect("it is there");
    let puppet = stage.puppets.get(id).expect("it is there");
    assert!((puppet.anchor() - Vec2::new(100.0, 50.0)).length() < 1e-3);
    assert_eq!(puppet.momentum(), Vec2::ZERO);
    stage.puppets.remove(id).expect("it is there");
    assert!(stage.puppets.get(id).is_none() && stage.puppets.is_empty());
    assert_eq!(stage.puppets.wake(id), Err(PuppetError::Gone));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    let id = stage.puppet("dummy", Vec2::ZERO);
    let mut grab = |grip, target| {
        let refused = stage.puppets.grab(id, grip, target);
        refused.expect_err("it can't be").to_string()
    };
    assert_eq!(
        grab(Grip::Named("cheast"), Vec2::ZERO),
        "dummy: no point named `cheast`; it has head, chest, hip, right_hand, left_hand, right_foot, left_foot"
    );
    assert_eq!(
        grab(Grip::Usual, Vec2::NAN),
        "dummy: `target` is not a finite number below 1e15"
    );
    assert_eq!(
        grab(Grip::Point(70), Vec2::ZERO),
        "dummy: the figure has no point 70; it has 7"
    );
    let before = stage.puppets.hash();
    for request in [
        stage.puppets.push(id, Vec2::new(f32::INFINITY, 0.0), 1.0),
        stage.puppets.throw(id, Vec2::NAN),
        stage.puppets.teleport(id, Vec2::NAN),
        stage.puppets.reset(id, Some(Vec2::NAN)),
        stage.puppets.hit(id, 0, Vec2::NAN),
    ] {
        assert!(matches!(request, Err(PuppetError::Refused { .. })), "{request:?}");
    }
    assert_eq!(stage.puppets.hash(), before, "nothing has changed");
    let desc = PuppetDesc::new("x", seven_point(), Vec2::NAN);
    let error = stage.puppets.spawn(desc).expect_err("nowhere").to_string();
    assert!(error.starts_with("x: `at`"), "{error}");
    let gravity = Vec2::new(0.0, f32::NAN);
    let error = Puppets::new(PuppetsDesc::with_gravity(gravity)).expect_err("no gravity");
    assert!(error.to_string().contains("`gravity`"));
    let handle = stage.add(&box_of(BodyKind::Static, Vec2::ZERO, Vec2::splat(5.0)));
    let mut bad = box_of(BodyKind::Static, Vec2::ZERO, Vec2::splat(5.0));
    bad.shape = Shape::Segments {
        points: vec![Vec2::ZERO],
    };
    let error = stage.puppets.meet(handle, &bad).expect_err("no line").to_string();
    assert!(error.contains("needs at least 2 corners"), "{error}");
    stage.puppets.update(&mut stage.world, f32::NAN);
    stage.puppets.update(&mut stage.world, -1.0);
    assert_eq!(stage.puppets.hash(), before);
}

#[test]
fn classic_follows_the_reference_in_px_on_the_scenes_own_floor() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/golden/seven_point.json"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!(
            "skipped: there is no reference data `shared/golden/seven_point.json` beside the workspace"
        );
        return;
    };
    let rows = common::reference_rows(&text, "drop");
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let desc = PuppetDesc::new("dummy", seven_point(), Vec2::new(400.0, -152.5)).with_preset(Preset::Classic);
    let id = stage.puppets.spawn(desc).expect("a place");
    let mut worst = 0.0_f32;
    // 0.1 s are 50 classic steps: a row of the reference, in units with y up.
    for row in &rows[..10] {
        stage.puppets.update(&mut stage.world, 0.1);
        let points = stage.puppets.get(id).expect("it is there").points();
        for (point, wanted) in points.zip(row) {
            let at = Vec2::new(point.at.x / 50.0, -point.at.y / 50.0);
            worst = worst.max((at - *wanted).abs().max_element());
        }
    }
    println!("classic in px: {worst:.2e} units off at most in 500 steps");
    assert!(worst < 1e-3, "{worst}");
    // While it is dragged the chest is where the cursor is.
    let target = Vec2::new(500.0, -300.0);
    let chest = stage
        .puppets
        .grab(id, Grip::Usual, target)
        .expect("it can be held");
    (0..120).for_each(|_| stage.step());
    let held = stage
        .puppets
        .get(id)
        .and_then(|puppet| puppet.point(chest))
        .expect("it is there");
    assert!((held.at - target).length() < 10.0, "{:?}", held.at);
}

#[test]
fn terrain_that_is_moved_or_removed_is_noticed() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    let floor = stage.floor();
    let shelf = stage.add(&box_of(
        BodyKind::Static,
        Vec2::new(0.0, -95.0),
        Vec2::new(60.0, 5.0),
    ));
    let id = stage.puppet("dummy", Vec2::new(0.0, -110.0));
    let foot = |stage: &Stage| stage.puppets.get(id).expect("it is there").anchor().y;
    (0..120).for_each(|_| stage.step());
    assert!(
        (foot(&stage) + 100.0).abs() < 1.0,
        "on the shelf: {}",
        foot(&stage)
    );
    assert!(!stage.puppets.get(id).expect("it is there").is_awake());
    stage
        .world
        .set_pose(shelf, Pose2::new(Vec2::new(500.0, -95.0), 0.0))
        .expect("it is there");
    (0..240).for_each(|_| stage.step());
    assert!(foot(&stage).abs() < 1.0, "on the floor: {}", foot(&stage));
    stage.world.remove_body(floor).expect("it is there");
    (0..60).for_each(|_| stage.step());
    assert!(foot(&stage) > 100.0, "through it: {}", foot(&stage));
}

#[test]
fn circles_and_capsules_of_terrain_are_round() {
    for shape in [
        Shape::Circle { radius: 100.0 },
        Shape::Capsule {
            half_length: 50.0,
            radius: 100.0,
        },
    ] {
        let mut stage = Stage::new(Vec2::new(0.0, 490.5));
        let mut desc = box_of(BodyKind::Static, Vec2::ZERO, Vec2::splat(1.0));
        desc.shape = shape;
        stage.add(&desc);
        let ball = verlet::FigureDesc {
            name: "ball".into(),
            px_per_unit: 100.0,
            points: vec![verlet::PointDesc {
                radius: 0.1,
                ..verlet::PointDesc::new("it", (0.0, 0.0), 1.0)
            }],
            ..verlet::FigureDesc::default()
        };
        let ball = std::sync::Arc::new(ball.build().expect("a ball"));
        let id = stage
            .puppets
            .spawn(PuppetDesc::new("ball", ball, Vec2::new(0.5, -150.0)))
            .expect("a place");
        let mut lowest = f32::MIN;
        for _ in 0..45 {
            stage.step();
            lowest = lowest.max(stage.puppets.get(id).expect("it is there").anchor().y);
        }
        println!(
            "{:?}: a ball of 10 comes down to {:.3} above it",
            desc.shape,
            -lowest - 100.0
        );
        assert!((-lowest - 110.0).abs() < 0.6, "{lowest}");
    }
}
