//! The scene format, as it is promised: the example of the format's description, in RON and in JSON.

use tumble::RecoverWhen;
use tumble::backend::{BodyKind, Shape};
use tumble::math::Vec2;
use tumble::puppet::Preset;
use tumble::rig::{Bend, Facing};
use tumble_scene::scene::{Act, ActorId, BodyRef, DollId, Dolls};
use tumble_scene::{Scene, SceneError, library, load};

/// The format's example.
const EXAMPLE: &str = r#"(
    version: 1,
    gravity: (0.0, 980.0),                       // px/s², y down
    terrain: [
        Polygon(points: [(-3000, 0), (3000, 0), (3000, 200), (-3000, 200)], friction: 0.6),
        Segments(points: [(900, 0), (1400, -250), (2000, -250)]),   // a polyline; smooth to slide along
        Stairs(at: (2200, 0), step: (80, 40), count: 6),            // rising to the right
    ],
    props: [
        (name: "crate", shape: Box(80, 80), at: (300, -40), mass: 5.0),
        (name: "ball", shape: Circle(30), at: (500, -300), mass: 1.0, restitution: 0.4),
        (name: "lift", shape: Box(400, 40), at: (0, -20), kind: Kinematic, velocity: (0, -50)),
    ],
    characters: [
        (name: "hero", rig: "stickman", at: (0, -385), facing: Right, scale: 1.0, clip: Some("walk_right")),
    ],
    puppets: [ (name: "dummy", figure: "seven_point", at: (800, 0)) ],
    script: [
        (at: 1.0, act: Ragdoll("hero")),
        (at: 1.2, act: Impulse(body: "hero/left_lower_arm", impulse: (900, -200))),   // kg·px/s at the body's centre
        (at: 1.5, act: Grab(body: "hero/head", at: (100, -900))),                     // also MoveGrab, Release
        (at: 1.7, act: MoveGrab(at: (200, -900))),
        (at: 2.5, act: Release),
        (at: 4.0, act: Recover("hero")),                  // waits until settled, at most 5 s; Recover("hero", Now) doesn't
        (at: 6.0, act: Recover("hero", Now)),
        (at: 7.0, act: Face("hero", Left)),
        (at: 7.5, act: Play("hero", "walk_left")),
        (at: 8.0, act: Bend("hero", "left_arm", true)),
        (at: 9.0, act: Teleport("hero", (500, -385))),
        (at: 9.5, act: Spawn((name: "b2", shape: Circle(20), at: (0, -900), mass: 1.0))),
        (at: 9.6, act: Remove("crate")),
        (at: 9.7, act: Snap("hero")),                     // snap_to_standing
        (at: 9.8, act: Hit(body: "hero/head", impulse: (0, 900))),     // enters the ragdoll if need be, then applies
        (at: 9.9, act: Push("dummy", (2.0, 0.0), 0.5)),   // acceleration on every point, for so many seconds
        (at: 9.9, act: Jump("dummy")),
        (at: 10.0, act: Grab(body: "dummy/chest", at: (800, -100))),
    ],
)"#;

const EXAMPLE_JSON: &str = r#"{
    "version": 1,
    "gravity": [0.0, 980.0],
    "terrain": [
        {"Polygon": {"points": [[-3000, 0], [3000, 0], [3000, 200], [-3000, 200]], "friction": 0.6}},
        {"Segments": {"points": [[900, 0], [1400, -250], [2000, -250]]}},
        {"Stairs": {"at": [2200, 0], "step": [80, 40], "count": 6}}
    ],
    "props": [
        {"name": "crate", "shape": {"Box": [80, 80]}, "at": [300, -40], "mass": 5.0},
        {"name": "ball", "shape": {"Circle": 30}, "at": [500, -300], "mass": 1.0, "restitution": 0.4},
        {"name": "lift", "shape": {"Box": [400, 40]}, "at": [0, -20], "kind": "Kinematic", "velocity": [0, -50]}
    ],
    "characters": [
        {"name": "hero", "rig": "stickman", "at": [0, -385], "facing": "Right", "scale": 1.0, "clip": "walk_right"}
    ],
    "puppets": [ {"name": "dummy", "figure": "seven_point", "at": [800, 0]} ],
    "script": [
        {"at": 1.0, "act": {"Ragdoll": "hero"}},
        {"at": 1.2, "act": {"Impulse": {"body": "hero/left_lower_arm", "impulse": [900, -200]}}},
        {"at": 1.5, "act": {"Grab": {"body": "hero/head", "at": [100, -900]}}},
        {"at": 1.7, "act": {"MoveGrab": {"at": [200, -900]}}},
        {"at": 2.5, "act": "Release"},
        {"at": 4.0, "act": {"Recover": ["hero"]}},
        {"at": 6.0, "act": {"Recover": ["hero", "Now"]}},
        {"at": 7.0, "act": {"Face": ["hero", "Left"]}},
        {"at": 7.5, "act": {"Play": ["hero", "walk_left"]}},
        {"at": 8.0, "act": {"Bend": ["hero", "left_arm", true]}},
        {"at": 9.0, "act": {"Teleport": ["hero", [500, -385]]}},
        {"at": 9.5, "act": {"Spawn": {"name": "b2", "shape": {"Circle": 20}, "at": [0, -900], "mass": 1.0}}},
        {"at": 9.6, "act": {"Remove": "crate"}},
        {"at": 9.7, "act": {"Snap": "hero"}},
        {"at": 9.8, "act": {"Hit": {"body": "hero/head", "impulse": [0, 900]}}},
        {"at": 9.9, "act": {"Push": ["dummy", [2.0, 0.0], 0.5]}},
        {"at": 9.9, "act": {"Jump": "dummy"}},
        {"at": 10.0, "act": {"Grab": {"body": "dummy/chest", "at": [800, -100]}}}
    ]
}"#;

fn read(name: &str, text: &str) -> Scene {
    match load::parse(name, text, None) {
        Ok(scene) => scene,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_example_means_what_it_says() {
    let scene = read("folder/example.ron", EXAMPLE);
    assert_eq!(scene.name, "example");
    assert_eq!(scene.gravity, Vec2::new(0.0, 980.0));
    let names: Vec<&str> = scene
        .terrain
        .iter()
        .map(|terrain| terrain.name.as_str())
        .collect();
    assert_eq!(names, ["ground", "terrain2", "terrain3"]);
    // The stairs: their foot, six risers and treads to the right and up, and straight down at the end.
    let Shape::Polygon { points } = &scene.terrain[2].shape else {
        panic!("stairs are a polygon");
    };
    assert_eq!(points.len(), 14);
    assert_eq!(points[0], Vec2::new(2200.0, 0.0));
    assert_eq!(points[1], Vec2::new(2200.0, -40.0));
    assert_eq!(points[12], Vec2::new(2680.0, -240.0));
    assert_eq!(points[13], Vec2::new(2680.0, 0.0));

    assert_eq!(
        scene.props[0].shape,
        Shape::Box {
            half: Vec2::new(40.0, 40.0)
        }
    );
    assert_eq!((scene.props[1].restitution, scene.props[1].friction), (0.4, 0.6));
    assert_eq!(
        (scene.props[2].kind, scene.props[2].velocity),
        (BodyKind::Kinematic, Vec2::new(0.0, -50.0))
    );

    let hero = ActorId(0);
    let rig = &scene.characters[0].rig;
    let head = rig.bone("head").unwrap();
    let acts: Vec<&Act> = scene.script.iter().map(|entry| &entry.act).collect();
    assert_eq!(acts[0], &Act::Ragdoll(hero));
    assert_eq!(
        acts[1],
        &Act::Impulse {
            body: BodyRef::Limb(hero, rig.bone("left_lower_arm").unwrap()),
            impulse: Vec2::new(900.0, -200.0)
        }
    );
    assert_eq!(acts[4], &Act::Release);
    assert_eq!(acts[5], &Act::Recover(hero, RecoverWhen::Settled));
    assert_eq!(acts[6], &Act::Recover(hero, RecoverWhen::Now));
    assert_eq!(acts[7], &Act::Face(hero, Facing::Left));
    assert_eq!(
        acts[9],
        &Act::Bend(hero, rig.limb("left_arm").unwrap(), Bend::Inverted)
    );
    assert_eq!(
        acts[14],
        &Act::Hit {
            who: hero,
            bone: head,
            impulse: Vec2::new(0.0, 900.0),
            at: None
        }
    );
    // A push is in units of the figure's file, 50 px each.
    let dummy = Dolls {
        name: "dummy".to_owned(),
        first: DollId(0),
        count: 1,
    };
    assert_eq!(
        acts[15],
        &Act::Push {
            who: dummy.clone(),
            acceleration: Vec2::new(100.0, 0.0),
            seconds: 0.5
        }
    );
    assert_eq!(acts[16], &Act::Jump(dummy));
    let doll = &scene.puppets[0];
    assert_eq!(
        (doll.name.as_str(), doll.at, doll.unit),
        ("dummy", Vec2::new(800.0, 0.0), 50.0)
    );
    assert_eq!(doll.preset, Preset::Default);
    assert_eq!(
        acts[17],
        &Act::Grab {
            body: BodyRef::Point(DollId(0), doll.figure.point("chest").unwrap()),
            at: Vec2::new(800.0, -100.0)
        }
    );
    // Nothing said: five seconds after the last action.
    assert_eq!(scene.seconds, 10.0 + 5.0);
}

#[test]
fn json_says_the_same() {
    let (ron, json) = (read("a.ron", EXAMPLE), read("a.json", EXAMPLE_JSON));
    assert_eq!(ron.terrain, json.terrain);
    assert_eq!(ron.props, json.props);
    assert_eq!(ron.script, json.script);
    assert_eq!(ron.characters[0].clip, json.characters[0].clip);
    assert_eq!(ron.puppets[0].figure, json.puppets[0].figure);
    assert_eq!(ron.puppets[0].at, json.puppets[0].at);
    assert_eq!(ron.gravity, json.gravity);
}

#[test]
fn the_file_can_be_written_back() {
    let file: tumble_scene::SceneFile =
        tumble::rig::source::parse("a.ron", EXAMPLE, tumble::rig::source::Format::Ron).unwrap();
    let json = serde_json::to_string(&file).unwrap();
    let again = tumble::rig::source::parse("a.json", &json, tumble::rig::source::Format::Json).unwrap();
    assert_eq!(file, again);
}

#[test]
fn every_built_in_scene_is_fine_and_says_what_it_is() {
    assert_eq!(library::names().next(), Some(library::DEFAULT));
    for name in [
        "harness",
        "drop",
        "ramp",
        "stairs",
        "thrown",
        "walk",
        "puppet",
        "puppet-crowd",
    ] {
        assert!(library::names().any(|known| known == name), "{name}");
    }
    for name in library::names() {
        let scene = library::scene(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scene.name, name);
        assert!(!scene.about.is_empty(), "{name} says nothing about itself");
        assert!(scene.seconds >= 4.0 && scene.seconds <= 15.0, "{name}");
    }
    let harness = library::scene("harness").unwrap();
    assert_eq!(harness.steps(1.0 / 60.0), 720);
}

#[test]
fn an_unknown_scene_is_told_with_the_nearest_one() {
    let error = load("harnes").unwrap_err();
    assert!(matches!(error, SceneError::Unknown { .. }));
    assert!(error.to_string().contains("did you mean `harness`?"), "{error}");
    let error = load("no/such/file.ron").unwrap_err();
    assert!(matches!(error, SceneError::Read { .. }), "{error}");
}
