//! What the script's actions do, and that what can't be done is skipped with an event and never an error.

mod common;

use common::{DT, flat_scene, frames, runner, scene};
use tumble::State;
use tumble::math::Vec2;
use tumble::rig::Facing;
use tumble_scene::scene::{Act, ActorId, BodyRef};
use tumble_scene::{Frame, SceneEvent};

fn skipped(frames: &[Frame]) -> Vec<String> {
    frames
        .iter()
        .flat_map(|frame| &frame.events)
        .filter_map(|event| match event {
            SceneEvent::Skipped { action, why } => Some(format!("{action}: {why}")),
            _ => None,
        })
        .collect()
}

fn prop(frame: &Frame, name: &str) -> Option<Vec2> {
    frame
        .props
        .iter()
        .find(|prop| prop.name == name)
        .map(|prop| prop.pose.position)
}

#[test]
fn what_needs_a_ragdoll_is_skipped_while_there_is_none() {
    let scene = flat_scene(
        r#"script: [
            (at: 0.1, act: Impulse(body: "hero/head", impulse: (500, 0))),
            (at: 0.2, act: Grab(body: "hero/head", at: (0, -900))),
            (at: 0.3, act: MoveGrab(at: (0, -900))),
            (at: 0.4, act: Release),
            (at: 0.5, act: Ragdoll("hero")),
            (at: 0.6, act: Impulse(body: "hero/head", impulse: (500, 0))),
        ]"#,
    );
    let frames = frames(&scene, 60);
    assert_eq!(
        skipped(&frames),
        [
            "Impulse hero/head: `hero` is animated, and has bodies only as a ragdoll",
            "Grab hero/head: `hero` is animated, and has bodies only as a ragdoll",
            "MoveGrab: nothing is grabbed",
        ]
    );
    assert_eq!(frames[59].characters[0].state, State::Ragdoll);
}

#[test]
fn an_impulse_changes_a_props_velocity_by_its_mass() {
    let scene = scene(
        r#"(version: 1, gravity: (0, 0),
        props: [(name: "puck", shape: Circle(30), at: (0, 0), mass: 4.0)],
        script: [(at: 0.1, act: Impulse(body: "puck", impulse: (200, -80)))])"#,
    );
    let frames = frames(&scene, 20);
    let puck = &frames[19].props[0];
    assert!(
        (puck.velocity - Vec2::new(50.0, -20.0)).length() < 1e-3,
        "{:?}",
        puck.velocity
    );
    assert_eq!(frames[4].props[0].velocity, Vec2::ZERO);
}

#[test]
fn a_kinematic_prop_keeps_moving_steadily() {
    let scene = scene(
        r#"(version: 1,
        props: [(name: "lift", shape: Box(400, 40), at: (10, -20), kind: Kinematic, velocity: (30, -50), spin: 90)])"#,
    );
    let frames = frames(&scene, 120);
    for frame in &frames {
        let time = frame.time as f32;
        let expected = Vec2::new(10.0, -20.0) + Vec2::new(30.0, -50.0) * time;
        let lift = &frame.props[0];
        assert!(
            (lift.pose.position - expected).length() < 0.05,
            "{} s: {:?}",
            time,
            lift.pose
        );
        assert!(lift.kinematic);
        let turn = tumble::math::angle::shortest(lift.pose.angle, 90.0_f32.to_radians() * time);
        assert!(turn.abs() < 1e-3, "{turn}");
    }
}

#[test]
fn a_polygon_prop_is_kept_about_its_centre_of_mass() {
    let scene = scene(
        r#"(version: 1, gravity: (0, 0),
        props: [(name: "wedge", shape: Polygon([(0, 0), (90, 0), (0, 60)]), at: (100, 200), mass: 2.0)])"#,
    );
    let frames = frames(&scene, 5);
    assert!((prop(&frames[4], "wedge").unwrap() - Vec2::new(130.0, 220.0)).length() < 1e-3);
}

#[test]
fn spawned_and_removed_things_come_and_go_without_leaving_anything() {
    let scene = flat_scene(
        r#"props: [(name: "crate", shape: Box(80, 80), at: (900, -40))],
        script: [
            (at: 0.1, act: Spawn((name: "b2", shape: Circle(20), at: (-900, -100)))),
            (at: 0.3, act: Remove("b2")),
            (at: 0.4, act: Remove("crate")),
            (at: 0.5, act: Ragdoll("hero")),
            (at: 0.7, act: Remove("hero")),
            (at: 0.8, act: Ragdoll("hero")),
            (at: 0.9, act: Remove("ground")),
            (at: 1.0, act: Remove("ground")),
        ]"#,
    );
    let mut runner = runner(&scene);
    let mut bodies = Vec::new();
    let mut all = Vec::new();
    for _ in 0..70 {
        runner.step();
        bodies.push((runner.stats().bodies, runner.stats().pins));
        all.push(runner.frame());
    }
    assert!(prop(&all[10], "b2").is_some() && prop(&all[20], "b2").is_none());
    assert!(prop(&all[20], "crate").is_some() && prop(&all[25], "crate").is_none());
    assert_eq!((all[40].characters.len(), all[44].characters.len()), (1, 0));
    assert_eq!((all[52].terrain.len(), all[58].terrain.len()), (1, 0));
    // Ten bodies and nine pins while the figure is a ragdoll; nothing once everything is gone.
    assert_eq!(bodies[38].1, 9);
    assert_eq!(bodies[69], (0, 0));
    assert_eq!(
        skipped(&all),
        [
            "Ragdoll hero: `hero` has been removed",
            "Remove ground: `ground` is not there",
        ]
    );
    // Names can be taken again once they are free, and not before.
    let spawn = Act::Spawn(Box::new(scene.props[0].clone()));
    runner.fire(&spawn);
    runner.fire(&spawn);
    runner.step();
    assert_eq!(runner.stats().bodies, 1);
    assert_eq!(
        runner.events(),
        [SceneEvent::Skipped {
            action: "Spawn crate".to_owned(),
            why: "`crate` is there already".to_owned()
        }]
    );
}

#[test]
fn a_grab_holds_moves_and_lets_go() {
    let scene = scene(
        r#"(version: 1, gravity: (0, 980),
        props: [(name: "ball", shape: Circle(30), at: (0, 0), mass: 2.0)],
        script: [
            (at: 0.0, act: Grab(body: "ball", at: (0, 0))),
            (at: 1.0, act: MoveGrab(body: "ball", at: (300, -100), over: 1.0)),
            (at: 4.0, act: Release),
        ])"#,
    );
    let frames = frames(&scene, 270);
    // A spring gives a little under the weight.
    let held = prop(&frames[55], "ball").unwrap();
    assert!(held.x.abs() < 0.1 && held.y.abs() < 5.0, "{held}");
    let moved = prop(&frames[235], "ball").unwrap();
    assert!((moved - Vec2::new(300.0, -100.0)).length() < 5.0, "{moved}");
    // Half way after half the time, less the spring's lag.
    let half = prop(&frames[89], "ball").unwrap();
    assert!((80.0..=150.0).contains(&half.x), "{half}");
    let fallen = prop(&frames[269], "ball").unwrap();
    assert!(fallen.y > 0.0, "{fallen}");
}

#[test]
fn requests_to_a_character_reach_it() {
    let scene = flat_scene(
        r#"script: [
            (at: 0.1, act: Face("hero", Left)),
            (at: 0.2, act: Teleport("hero", (500, -385))),
            (at: 0.3, act: Hit(body: "hero/head", impulse: (0, 900))),
            (at: 0.4, act: Snap("hero")),
            (at: 0.5, act: Play("hero", "walk_right")),
        ]"#,
    );
    let frames = frames(&scene, 90);
    let hero = |step: usize| &frames[step - 1].characters[0];
    assert_eq!((hero(5).facing, hero(6).facing), (Facing::Right, Facing::Left));
    assert!((hero(12).pose.root.position.x - 500.0).abs() < 1.0);
    assert_eq!(
        (hero(18).state, hero(24).state),
        (State::Ragdoll, State::Animated)
    );
    assert_eq!(hero(31).facing, Facing::Right);
    assert!(hero(90).pose.root.position.x > hero(30).pose.root.position.x + 100.0);
}

#[test]
fn a_non_finite_request_is_refused_and_the_run_goes_on() {
    let scene = flat_scene("");
    let mut runner = runner(&scene);
    let who = ActorId(0);
    let head = scene.characters[0].rig.bone("head").unwrap();
    runner.fire(&Act::Teleport(who, Vec2::new(f32::NAN, 0.0)));
    runner.fire(&Act::Hit {
        who,
        bone: head,
        impulse: Vec2::new(0.0, f32::INFINITY),
        at: None,
    });
    runner.step();
    let refused = runner
        .events()
        .iter()
        .filter(|event| matches!(event, SceneEvent::Skipped { .. }))
        .count();
    assert!(refused >= 2, "{:?}", runner.events());
    assert_eq!(runner.frame().characters[0].state, State::Animated);
}

#[test]
fn a_nan_impulse_quarantines_one_body_by_name_and_nothing_else() {
    let scene = flat_scene("script: [(at: 0.1, act: Ragdoll(\"hero\"))]");
    let mut runner = runner(&scene);
    (0..12).for_each(|_| runner.step());
    let hand = scene.characters[0].rig.bone("left_lower_arm").unwrap();
    runner.fire(&Act::Impulse {
        body: BodyRef::Limb(ActorId(0), hand),
        impulse: Vec2::new(f32::NAN, 0.0),
    });
    let mut quarantined = Vec::new();
    for _ in 0..120 {
        runner.step();
        let frame = runner.frame();
        quarantined.extend(frame.events.iter().filter_map(|event| match event {
            SceneEvent::Quarantined { body } => Some(body.clone()),
            _ => None,
        }));
        assert!(
            frame.characters[0]
                .bones
                .iter()
                .all(|bone| bone.origin.is_finite() && bone.tip.is_finite())
        );
    }
    assert_eq!(quarantined, ["hero/left_lower_arm"]);
    // Usable again after a reset.
    runner.fire(&Act::Snap(ActorId(0)));
    runner.step();
    assert_eq!(runner.frame().characters[0].state, State::Animated);
}

#[test]
fn impacts_are_told_by_names_with_the_limb_first() {
    let scene = flat_scene(
        r#"props: [(name: "crate", shape: Box(80, 80), at: (900, -200))],
        script: [(at: 0.0, act: Ragdoll("hero"))]"#,
    );
    let mut with_ground = 0;
    let mut crates = 0;
    for frame in frames(&scene, 180) {
        for event in &frame.events {
            let SceneEvent::Impact {
                body,
                other,
                impulse,
                at,
            } = event
            else {
                continue;
            };
            assert!(impulse.is_finite() && *impulse >= 0.0 && at.is_finite());
            if body.starts_with("hero/") && other == "ground" {
                with_ground += 1;
                assert!(at.y > -30.0, "{event:?}");
            }
            assert!(
                !other.starts_with("hero/") || body.starts_with("hero/"),
                "{event:?}"
            );
            if (body == "crate" && other == "ground") || (body == "ground" && other == "crate") {
                crates += 1;
            }
        }
    }
    assert!(with_ground >= 3, "{with_ground}");
    assert!(crates >= 1);
}

#[test]
fn a_character_walks_by_the_step_and_not_by_the_clock() {
    let scene = scene(
        r#"(version: 1,
        terrain: [Polygon(points: [(-3000, 0), (3000, 0), (3000, 400), (-3000, 400)])],
        characters: [(name: "hero", rig: "stickman", at: (0, -385), clip: "walk_right")])"#,
    );
    let mut coarse = tumble_scene::Runner::new(scene.clone(), 2.0 * DT, common::world).unwrap();
    let mut fine = tumble_scene::Runner::new(scene, DT, common::world).unwrap();
    (0..60).for_each(|_| coarse.step());
    (0..120).for_each(|_| fine.step());
    let x = |runner: &tumble_scene::Runner<_>| runner.frame().characters[0].pose.root.position.x;
    // Two seconds either way; the clip's blend starts with the first step, whose length is what may tell.
    let way_of_a_step = 2.0 * DT * x(&fine) / 2.0;
    assert!(
        (x(&coarse) - x(&fine)).abs() < way_of_a_step,
        "{} {}",
        x(&coarse),
        x(&fine)
    );
    assert!(x(&fine) > 300.0);
}
