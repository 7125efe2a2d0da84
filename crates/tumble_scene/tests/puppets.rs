//! Point-mass figures in scenes: what the script does to them, what the trace says of them, what is wrong with their lines in a file.

mod common;

use common::{DT, WORLDS, runner, runner_in, scene};
use std::sync::Arc;
use tumble::Backend;
use tumble::math::Vec2;
use tumble_scene::frame::PuppetView;
use tumble_scene::scene::{Act, BodyRef, DollId, Dolls};
use tumble_scene::trace::TraceReader;
use tumble_scene::{Frame, Runner, Scene, SceneEvent, library, load};

/// Where the chest is in the file of the seven-point figure, and its hip, and its head.
const HEAD: usize = 0;
const CHEST: usize = 1;

/// A floor at y = 0 and a figure on it, with these further fields.
fn floor_scene(more: &str) -> Arc<Scene> {
    scene(&format!(
        "(version: 1, gravity: (0, 490.5),
          terrain: [Polygon(points: [(-2000, 0), (2000, 0), (2000, 100), (-2000, 100)])],
          puppets: [(name: \"dummy\", figure: \"seven_point\", at: (0, 0))],
          {more})"
    ))
}

fn dummy(frame: &Frame) -> &PuppetView {
    frame
        .puppets
        .iter()
        .find(|puppet| &*puppet.name == "dummy")
        .expect("it is there")
}

/// The frames of so many steps, the first of them number 1.
fn play<B: Backend>(runner: &mut Runner<B>, steps: u64) -> Vec<Frame> {
    (0..steps)
        .map(|_| {
            runner.step();
            runner.frame()
        })
        .collect()
}

fn stretch(frame: &Frame) -> f32 {
    let sticks = frame
        .puppets
        .iter()
        .flat_map(|puppet| puppet.figure.sticks().iter().zip(&puppet.lengths));
    sticks.fold(0.0, |most: f32, (stick, &length)| {
        most.max((length / stick.length as f32 - 1.0).abs())
    })
}

/// In what order what happened to whom, without bumps.
fn story(frames: &[Frame]) -> Vec<String> {
    let events = frames.iter().flat_map(|frame| &frame.events);
    events
        .filter_map(|event| match event {
            SceneEvent::Landed { who, .. } => Some(format!("{who} landed")),
            SceneEvent::Pushed { who, .. } => Some(format!("{who} pushed")),
            SceneEvent::Jumped { who, .. } => Some(format!("{who} jumped")),
            SceneEvent::JumpRefused { who } => Some(format!("{who} stays")),
            SceneEvent::Grabbed { body } => Some(format!("{body} grabbed")),
            SceneEvent::Released { body, .. } => Some(format!("{body} released")),
            SceneEvent::Thrown { who, .. } => Some(format!("{who} thrown")),
            SceneEvent::Skipped { action, why } => Some(format!("{action}: {why}")),
            _ => None,
        })
        .collect()
}

#[test]
fn a_push_is_in_the_figures_units_and_lasts_as_long_as_it_says() {
    for (name, make) in WORLDS {
        // In the air, where nothing but the push and a little drag act sideways.
        let scene = scene(
            "(version: 1, gravity: (0, 0),
              puppets: [(name: \"dummy\", figure: \"seven_point\", at: (0, 0))],
              script: [(at: 0.5, act: Push(\"dummy\", (2.0, 0.0), 0.5))])",
        );
        let frames = play(&mut runner_in(make, &scene), 90);
        let speed = |step: usize| dummy(&frames[step - 1]).points[CHEST].velocity.x;
        // 2 units/s² of 50 px for half a second; drag takes 0.7/20 a second of the chest, more of lighter points.
        assert_eq!(speed(29), 0.0, "{name}");
        assert!((speed(60) - 50.0).abs() < 1.5, "{name}: {}", speed(60));
        assert!(speed(90) > 46.0 && speed(90) < speed(60), "{name}: {}", speed(90));
        assert_eq!(story(&frames), ["dummy pushed"], "{name}");
    }
}

#[test]
fn it_jumps_with_its_files_speed_and_only_from_the_ground() {
    for (name, make) in WORLDS {
        let scene = floor_scene("script: [(at: 1.0, act: Jump(\"dummy\")), (at: 1.2, act: Jump(\"dummy\"))]");
        let frames = play(&mut runner_in(make, &scene), 150);
        let up = |step: usize| -dummy(&frames[step - 1]).points[CHEST].at.y;
        let most = (60..120).fold(0.0_f32, |most, step| most.max(up(step)));
        // 5 units/s of 50 px against 490.5 px/s²: 63.7 px, and what its springs add.
        println!("{name}: jumps {:.1} px", most - up(59));
        assert!((60.0..70.0).contains(&(most - up(59))), "{name}: {most}");
        assert_eq!(
            story(&frames),
            ["dummy jumped", "dummy stays", "dummy landed"],
            "{name}"
        );
    }
}

#[test]
fn grabbed_by_any_point_it_follows_and_is_thrown_with_the_hands_speed() {
    for point in ["chest", "head", "left_foot"] {
        for (name, make) in WORLDS {
            let scene = floor_scene(&format!(
                "script: [
                    (at: 0.5, act: Grab(body: \"dummy/{point}\", at: (0, -150))),
                    (at: 1.5, act: MoveGrab(at: (300, -150), over: 1.0)),
                    (at: 2.5, act: Release),
                ]"
            ));
            let mut runner = runner_in(make, &scene);
            let frames = play(&mut runner, 180);
            let number = dummy(&frames[0]).figure.point(point).expect("it has one");
            let at = |step: usize| dummy(&frames[step - 1]).points[number];
            assert!(
                (at(89).at - Vec2::new(0.0, -150.0)).length() < 1.0,
                "{:?}",
                at(89)
            );
            assert!(at(89).held && !at(180).held);
            // The hand goes from step 90 on, and its picture with it.
            let pull = dummy(&frames[119]).pulls[0];
            assert_eq!(pull.point, number);
            let half = (120.0 * f64::from(DT) - 89.0 * f64::from(DT)) as f32;
            assert!(
                (pull.target - Vec2::new(300.0 * half, -150.0)).length() < 1e-2,
                "{pull:?}"
            );
            assert!((at(140).velocity.x - 300.0).abs() < 15.0, "{:?}", at(140));
            let released = frames
                .iter()
                .flat_map(|frame| &frame.events)
                .find_map(|event| match event {
                    SceneEvent::Released { velocity, .. } => Some(*velocity),
                    _ => None,
                });
            let released = released.expect("it was let go");
            assert!((released.x - 300.0).abs() < 15.0, "{name} {point}: {released}");
            // And all of it flies on.
            let after = dummy(&frames[159]);
            let speed = after.points.iter().map(|point| point.velocity.x).sum::<f32>() / 7.0;
            assert!(speed > 200.0, "{name} {point}: {speed}");
            let worst = frames.iter().map(stretch).fold(0.0, f32::max);
            assert!(worst < 1e-2, "{name} {point}: {worst}");
        }
    }
}

#[test]
fn thrown_moved_struck_reset_and_removed() {
    let scene = floor_scene(
        "script: [
            (at: 1.0, act: Throw(\"dummy\", (100, -200))),
            (at: 2.0, act: Teleport(\"dummy\", (500, -100))),
            (at: 3.0, act: Impulse(body: \"dummy/head\", impulse: (-1000, 0))),
            (at: 4.0, act: Hit(body: \"dummy/head\", impulse: (1000, 0))),
            (at: 5.0, act: Grab(body: \"dummy/hip\", at: (500, -200))),
            (at: 5.1, act: Grab(body: \"dummy/hip\", at: (600, -200))),
            (at: 5.5, act: Reset(\"dummy\")),
            (at: 5.6, act: MoveGrab(at: (0, -200))),
            (at: 6.0, act: Remove(\"dummy\")),
            (at: 6.1, act: Jump(\"dummy\")),
            (at: 6.2, act: Grab(body: \"dummy/head\", at: (0, 0))),
        ]",
    );
    let mut runner = runner(&scene);
    let frames = play(&mut runner, 420);
    let chest = |step: usize| dummy(&frames[step - 1]).points[CHEST];
    let thrown = chest(60).velocity - chest(59).velocity;
    assert!((thrown - Vec2::new(100.0, -200.0)).length() < 15.0, "{thrown}");
    // The place that the file calls `at` came there, with the motion it had.
    assert!(
        (chest(120).at - Vec2::new(500.0, -142.5)).length() < 15.0,
        "{:?}",
        chest(120)
    );
    let head = |step: usize| dummy(&frames[step - 1]).points[HEAD].velocity.x;
    // 1000 kg·px/s on a figure of 75 kg that lies, the most of it on head, chest and hip, which are stiff.
    let struck = (head(60 * 3) - head(60 * 3 - 1), head(60 * 4) - head(60 * 4 - 1));
    assert!(struck.0 < -5.0 && struck.1 > 5.0, "{struck:?}");
    assert!(!chest(330).held && (chest(335).at - Vec2::new(0.0, -42.5)).length() < 3.0);
    assert!(frames[360].puppets.is_empty());
    assert_eq!(runner.puppets().map(tumble::puppet::Puppets::len), Some(0));
    let skipped: Vec<String> = story(&frames)
        .into_iter()
        .filter(|line| line.contains(':'))
        .collect();
    assert_eq!(
        skipped,
        [
            "Grab dummy/hip: `dummy/hip` is held already",
            "MoveGrab: nothing is grabbed",
            "Jump dummy: `dummy` has been removed",
            "Grab dummy/head: `dummy` has been removed",
        ]
    );
}

#[test]
fn a_crowds_name_means_all_of_it_and_a_number_one() {
    let scene = scene(
        "(version: 1, gravity: (0, 490.5),
          terrain: [Polygon(points: [(-2000, 0), (2000, 0), (2000, 100), (-2000, 100)])],
          puppets: [(name: \"crowd\", figure: \"seven_point\", at: (0, 0), crowd: Some((columns: 3, rows: 2, every: (60, -70), shift: 10)))],
          script: [
              (at: 2.0, act: Jump(\"crowd\")),
              (at: 4.0, act: Throw(\"crowd2\", (0, -100))),
              (at: 4.5, act: Remove(\"crowd6\")),
              (at: 5.0, act: Remove(\"crowd\")),
          ])",
    );
    let frames = play(&mut runner(&scene), 310);
    let names: Vec<&str> = frames[0].puppets.iter().map(|puppet| &*puppet.name).collect();
    assert_eq!(
        names,
        ["crowd1", "crowd2", "crowd3", "crowd4", "crowd5", "crowd6"]
    );
    // Along the row first; the second row is farther right by the shift.
    let start: Vec<Vec2> = scene.puppets.iter().map(|doll| doll.at).collect();
    assert_eq!(start[2], Vec2::new(120.0, 0.0));
    assert_eq!(start[3], Vec2::new(10.0, -70.0));
    let lines = story(&frames);
    let jumps = lines.iter().filter(|line| line.ends_with(" jumped")).count();
    let thrown: Vec<&String> = lines.iter().filter(|line| line.ends_with(" thrown")).collect();
    assert_eq!((jumps, thrown), (6, vec![&"crowd2 thrown".to_owned()]));
    assert_eq!((frames[280].puppets.len(), frames[309].puppets.len()), (5, 0));
    assert!(!lines.iter().any(|line| line.contains(':')), "{lines:?}");
}

#[test]
fn puppets_collide_with_each_other_when_the_scene_asks() {
    // A dog over a dog: its back is 12 px thick.
    let lowest = |asks: &str| {
        let scene = scene(&format!(
            "(version: 1, gravity: (0, 490.5), {asks}
              terrain: [Polygon(points: [(-2000, 0), (2000, 0), (2000, 100), (-2000, 100)])],
              puppets: [
                  (name: \"rex\", figure: \"dog\", at: (0, 0)),
                  (name: \"bello\", figure: \"dog\", at: (20, -80)),
              ])"
        ));
        let frames = play(&mut runner(&scene), 90);
        let bello = &frames[89].puppets[1].points;
        bello.iter().map(|point| -point.at.y).fold(f32::MAX, f32::min)
    };
    let (through, on) = (lowest(""), lowest("puppets_collide: true,"));
    println!("its lowest paw is {through:.1} px up, where they collide {on:.1}");
    // A leg is 4 px thick.
    assert!((through - 2.0).abs() < 0.5, "{through}");
    assert!(on > 20.0, "{on}");
}

#[test]
fn what_a_hand_does_live_is_what_the_script_would_do() {
    // As an interactive program does it: acts fired between steps.
    let live = floor_scene("");
    let scripted = floor_scene(
        "script: [
            (at: 0.5, act: Grab(body: \"dummy/chest\", at: (40, -120))),
            (at: 0.75, act: MoveGrab(at: (90, -160), over: 0.2)),
            (at: 1.0, act: Release),
            (at: 2.5, act: Push(\"dummy\", (-2, 0), 0.25)),
            (at: 3.5, act: Jump(\"dummy\")),
        ]",
    );
    let all = Dolls {
        name: "dummy".to_owned(),
        first: DollId(0),
        count: 1,
    };
    let body = BodyRef::Point(DollId(0), CHEST);
    let acts = [
        (
            29,
            Act::Grab {
                body,
                at: Vec2::new(40.0, -120.0),
            },
        ),
        (
            44,
            Act::MoveGrab {
                body: None,
                at: Vec2::new(90.0, -160.0),
                over: 0.2,
            },
        ),
        (59, Act::Release),
        (
            149,
            Act::Push {
                who: all.clone(),
                acceleration: Vec2::new(-100.0, 0.0),
                seconds: 0.25,
            },
        ),
        (209, Act::Jump(all)),
    ];
    let (mut one, mut other) = (runner(&live), runner(&scripted));
    for step in 0..300 {
        for (_, act) in acts.iter().filter(|(at, _)| *at == step) {
            one.fire(act);
        }
        one.step();
        other.step();
        assert_eq!(one.frame(), other.frame(), "step {step}");
        let hash = |runner: &Runner<_>| runner.puppets().map(tumble::puppet::Puppets::hash);
        assert_eq!(hash(&one), hash(&other), "step {step}");
    }
}

#[test]
fn the_trace_has_points_and_sticks_in_the_files_order() {
    let scene = floor_scene("script: [(at: 0.1, act: Grab(body: \"dummy/chest\", at: (0, -500)))]");
    let bytes = common::trace(&scene, 30, 0.0);
    let line = String::from_utf8(bytes.clone()).expect("text");
    let row: serde_json::Value = serde_json::from_str(line.lines().last().expect("rows")).expect("JSON");
    let told = row["puppets"]["dummy"].as_object().expect("an object");
    assert_eq!(told.keys().collect::<Vec<_>>(), ["points", "sticks"]);
    assert_eq!(told["points"].as_array().map(Vec::len), Some(7));
    assert!(told["points"].as_array().is_some_and(|points| {
        points
            .iter()
            .all(|point| point.as_array().map(Vec::len) == Some(4))
    }));
    let mut reader = TraceReader::new(bytes.as_slice()).expect("a trace");
    let frames = play(&mut runner(&scene), 30);
    let mut rows = 0;
    for (row, frame) in reader.by_ref().zip(&frames) {
        let row = row.expect("a row");
        let (told, puppet) = (&row.puppets["dummy"], dummy(frame));
        for (told, point) in told.points.iter().zip(&puppet.points) {
            assert_eq!(
                told,
                &[point.at.x, point.at.y, point.velocity.x, point.velocity.y]
            );
        }
        assert_eq!(told.sticks.len(), 7);
        for (told, stick) in told.sticks.iter().zip(puppet.figure.sticks()) {
            let ends = [stick.a, stick.b].map(|point| puppet.points[point].at);
            // 50 px a unit: the arms are 0.4243 units long.
            assert_eq!(told.rest, stick.length as f32);
            assert!((told.length - (ends[1] - ends[0]).length()).abs() < 1e-4);
        }
        rows += 1;
    }
    assert_eq!(rows, 30);
    let events: Vec<&str> = line
        .lines()
        .filter(|line| line.contains("\"kind\":\"grabbed\",\"body\":\"dummy/chest\""))
        .collect();
    assert_eq!(events.len(), 1);
}

#[test]
fn the_built_in_puppet_stands_is_pushed_jumps_and_is_thrown_at_crates_walls_and_ramp() {
    let scene = Arc::new(library::scene("puppet").expect("it is built in"));
    assert_eq!(scene.gravity, Vec2::new(0.0, 490.5));
    assert_eq!(scene.puppets[0].at, Vec2::new(400.0, -152.5));
    let camera = scene.camera.expect("it has one");
    assert_eq!((camera.size, camera.center.y), (Vec2::new(800.0, 600.0), -300.0));
    for (name, make) in WORLDS {
        let frames = play(&mut runner_in(make, &scene), 900);
        let at = |time: f32| &frames[(time / DT) as usize - 1];
        // With its feet on the floor it is 47.5 px high.
        for time in [2.4, 4.4, 6.4] {
            let head = -dummy(at(time)).points[HEAD].at.y;
            assert!(head > 0.9 * 47.5, "{name}: at {time} s its head is {head} up");
        }
        let lines = story(&frames);
        let first: Vec<&str> = lines.iter().take(6).map(String::as_str).collect();
        assert_eq!(
            first,
            [
                "dummy landed",
                "dummy pushed",
                "dummy jumped",
                "dummy landed",
                "dummy/chest grabbed",
                "dummy/chest released"
            ],
            "{name}"
        );
        let (mut worst, mut left, mut right) = (0.0_f32, f32::MAX, f32::MIN);
        for frame in &frames {
            worst = worst.max(stretch(frame));
            for point in &dummy(frame).points {
                left = left.min(point.at.x);
                right = right.max(point.at.x);
                assert!(point.at.y < 0.5, "{name}: through the floor: {}", point.at);
                assert!(
                    (11.5..788.5).contains(&point.at.x),
                    "{name}: through a wall: {}",
                    point.at
                );
                // The ramp goes from (12, -130) to (190, 0).
                let ramp = -130.0 * (190.0 - point.at.x) / 178.0;
                assert!(
                    point.at.x > 190.0 || point.at.y < ramp + 1.0,
                    "{name}: in the ramp: {}",
                    point.at
                );
            }
        }
        println!(
            "{name}: stretch {:.3}% at most, x from {left:.1} to {right:.1}",
            100.0 * worst
        );
        assert!(worst < 1e-2, "{name}: {worst}");
        // It was thrown at the left wall, and the crates felt it.
        assert!(left < 14.0, "{name}: {left}");
        let crates = |frame: &Frame| -> Vec<Vec2> {
            let crates = frame.props.iter().filter(|prop| prop.name.starts_with("crate"));
            crates.map(|prop| prop.pose.position).collect()
        };
        for (before, after) in crates(at(7.9)).iter().zip(crates(at(10.0))) {
            assert!((after - *before).length() > 5.0, "{name}: {before} {after}");
        }
        for prop in &frames[899].props {
            assert!((0.0..800.0).contains(&prop.pose.position.x), "{name}: {prop:?}");
            assert!((-600.0..0.0).contains(&prop.pose.position.y), "{name}: {prop:?}");
        }
    }
}

#[test]
fn each_mistake_in_a_puppets_line_names_its_place_and_the_fix() {
    const GOOD: &str = r#"(
    version: 1,
    terrain: [Polygon(points: [(-300, 0), (300, 0), (300, 200), (-300, 200)])],
    puppets: [
        (name: "dummy", figure: "seven_point", at: (0, 0)),
        (name: "crowd", figure: "dog", at: (0, -50), crowd: Some((columns: 3, rows: 2, every: (90, -70)))),
    ],
    script: [
        (at: 1.0, act: Grab(body: "dummy/chest", at: (0, -90))),
        (at: 2.0, act: Push("dummy", (2.0, 0.0), 0.5)),
        (at: 3.0, act: Jump("crowd")),
    ],
)"#;
    assert!(load::parse("s.ron", GOOD, None).is_ok());
    let cases = [
        (
            "\"seven_point\"",
            "\"seven_pont\"",
            "5:33",
            "seven_pont",
            "did you mean `seven_point`?",
        ),
        (
            "at: (0, 0)",
            "at: (NaN, 0)",
            "5:53",
            "NaN is not a finite number",
            "plain number",
        ),
        (
            "name: \"crowd\"",
            "name: \"dummy\"",
            "6:16",
            "the name `dummy` is taken by a puppet",
            "of its own",
        ),
        (
            "columns: 3",
            "columns: 0",
            "6:61",
            "0 × 2 puppets make no crowd",
            "1 to 100000",
        ),
        (
            "columns: 3",
            "columns: 90000",
            "6:61",
            "90000 × 2 puppets make no crowd",
            "1 to 100000",
        ),
        (
            "dummy/chest",
            "dummy/chess",
            "9:35",
            "no point named `chess`",
            "did you mean `chest`?",
        ),
        (
            "dummy/chest",
            "dumy/chest",
            "9:35",
            "nothing is named `dumy`",
            "did you mean `dummy`?",
        ),
        (
            "dummy/chest",
            "dummy",
            "9:35",
            "`dummy` is a puppet, not one body",
            "`dummy/",
        ),
        (
            "dummy/chest",
            "crowd/hip",
            "9:35",
            "`crowd` is a crowd of puppets",
            "`crowd1/hip`",
        ),
        (
            "(2.0, 0.0), 0.5",
            "(2.0, 0.0), -0.5",
            "10:50",
            "-0.5",
            "zero or more",
        ),
        (
            "(2.0, 0.0), 0.5",
            "(inf, 0.0), 0.5",
            "10:39",
            "inf is not a finite number",
            "plain number",
        ),
        (
            "Jump(\"crowd\")",
            "Jump(\"crowd7\")",
            "11:29",
            "nothing is named `crowd7`",
            "`crowd",
        ),
        (
            "Jump(\"crowd\")",
            "Ragdoll(\"crowd\")",
            "11:32",
            "`crowd` is a crowd of puppets, not a character",
            "",
        ),
    ];
    let mut wrong = Vec::new();
    for (from, to, place, message, help) in cases {
        assert!(GOOD.contains(from), "{from}");
        let report = match load::parse("s.ron", &GOOD.replacen(from, to, 1), None) {
            Ok(_) => panic!("`{to}` was accepted"),
            Err(error) => error.to_string(),
        };
        let advice = report.split("help: ").nth(1).unwrap_or_default();
        if !report.starts_with(&format!("s.ron:{place}: "))
            || !report.contains(message)
            || !advice.contains(help)
        {
            wrong.push(format!(
                "{place} `{message}` `{help}`, `{from}` → `{to}`:\n{report}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_figure_of_ones_own_is_found_beside_the_scene_and_its_mistakes_are_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "(version: 1, puppets: [(name: \"it\", figure: \"mine.ron\", at: (0, 0))])";
    let good = include_str!("../../../assets/figures/seven_point.ron");
    let write = |text: &str| std::fs::write(folder.path().join("mine.ron"), text).expect("it can be written");
    write(good);
    let scene = load::parse("s.ron", text, Some(folder.path())).expect("it holds together");
    assert_eq!(scene.puppets[0].figure.points().len(), 7);
    write(&good.replacen("mass: 20", "mass: 0", 1));
    let error = load::parse("s.ron", text, Some(folder.path())).expect_err("no mass");
    let reports = error.reports();
    assert_eq!(reports.len(), 2, "{error}");
    assert!(
        reports[0].list[0].message.contains("`mine.ron` has mistakes"),
        "{error}"
    );
    assert_eq!(reports[1].list[0].line, 16, "{error}");
}
