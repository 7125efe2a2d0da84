//! Mistakes that people make in rig and clip files: each message must name the place and the fix.
//!
//! The messages are kept in `snapshots/`. After a wording was changed on purpose, run the tests once with
//! `INSTA_UPDATE=always` and read the difference.

use tumble_rig::file::{RigFile, read_clip, read_rig};
use tumble_rig::source::{Diagnostics, Format, parse};

const RIG: &str = include_str!("file_fixtures/hopper.ron");
const CLIP: &str = include_str!("file_fixtures/hop.ron");

/// What is wrong, the piece of the good file, what stands there in its place.
type Mistake = (&'static str, &'static str, &'static str);

const RIG_MISTAKES: &[Mistake] = &[
    (
        "a bracket forgotten",
        "length: 120, rest: -90),",
        "length: 120, rest: -90,",
    ),
    (
        "a comma forgotten",
        "(name: \"head\", parent",
        "(name: \"head\" parent",
    ),
    (
        "a quote forgotten",
        "parent: \"upper_leg\", length",
        "parent: \"upper_leg, length",
    ),
    ("a field misspelt", "length: 40", "lenght: 40"),
    ("a field nobody knows", "proxy: Box", "hitbox: Box"),
    ("a field twice", "length: 40", "length: 40, length: 41"),
    (
        "a field missing",
        "(name: \"arm\", kind: Arm, ",
        "(name: \"arm\", ",
    ),
    ("a text for a number", "length: 40", "length: \"forty\""),
    ("a kind misspelt", "kind: Leg", "kind: Lge"),
    ("a shape nobody knows", "Box(80, 20)", "Sphere(20)"),
    ("no version", "    version: 1,\n", ""),
    ("a version of the future", "version: 1", "version: 3"),
    (
        "a parent misspelt",
        "parent: \"upper_arm\"",
        "parent: \"uper_arm\"",
    ),
    (
        "two bones of one name",
        "name: \"lower_leg\", parent",
        "name: \"upper_leg\", parent",
    ),
    (
        "parents in a circle",
        "(name: \"upper_leg\", parent: \"torso\"",
        "(name: \"upper_leg\", parent: \"lower_leg\"",
    ),
    (
        "two torsos",
        "(name: \"head\", parent: \"torso\",",
        "(name: \"head\",",
    ),
    (
        "no torso",
        "(name: \"torso\", length",
        "(name: \"torso\", parent: \"head\", length",
    ),
    ("a name with a slash", "(name: \"knee\"", "(name: \"left/knee\""),
    ("a negative length", "length: 40", "length: -40"),
    ("an infinite length", "length: 40", "length: inf"),
    ("an angle in who knows what", "rest: 170", "rest: 17000"),
    (
        "a lower bone that hangs elsewhere",
        "parent: \"upper_arm\", length: 50",
        "parent: \"head\", length: 50",
    ),
    (
        "a lower bone not at the tip",
        "parent: \"upper_arm\", length: 50",
        "parent: \"upper_arm\", attach: (40, 0), length: 50",
    ),
    (
        "a bone in two limbs",
        "upper: \"upper_leg\", lower: \"lower_leg\"",
        "upper: \"upper_arm\", lower: \"lower_arm\"",
    ),
    (
        "two limbs with one marker",
        "marker: \"foot\"",
        "marker: \"hand\"",
    ),
    (
        "least distance above the greatest",
        "max_distance: 159",
        "min_distance: 200, max_distance: 159",
    ),
    ("no target for a marker", "\"hand\": (40, -40), ", ""),
    (
        "a target twice",
        "\"hand\": (40, -40), ",
        "\"hand\": (40, -40), \"hand\": (50, -40), ",
    ),
    (
        "a target for no marker",
        "\"hand\": (40, -40)",
        "\"hnad\": (40, -40)",
    ),
    ("no marker for the look", "        head: (200, -140),\n", ""),
    ("a weight above one", "\"arm\": 0.5", "\"arm\": 50"),
    (
        "a leg too short to stand",
        "\"foot\": (5, 150)",
        "\"foot\": (5, 250)",
    ),
    (
        "a look that can't look",
        "(bone: \"head\", budget: (-40, 50))",
        "(bone: \"torso\", budget: (50, -40))",
    ),
    ("a bend for no limb", "bends: { \"arm\"", "bends: { \"wing\""),
    (
        "an override for no joint",
        "limits: { \"elbow\"",
        "limits: { \"elbwo\"",
    ),
    (
        "an override with lower above upper",
        "\"elbow\": (-140, 0)",
        "\"elbow\": (0, -140)",
    ),
    (
        "a draw order with a part missing",
        "[\"arm\", \"body\", \"head\"]",
        "[\"arm\", \"arm\", \"head\"]",
    ),
    ("no mass", "Circle(30), mass: 2", "Circle(30), mass: 0"),
    (
        "masses too far apart",
        "(bone: \"head\", shape: Circle(30), mass: 2)",
        "(bone: \"head\", shape: Circle(30), mass: 0.004)",
    ),
    (
        "a body for no bone",
        "(bone: \"head\", shape: Circle(30)",
        "(bone: \"haed\", shape: Circle(30)",
    ),
    (
        "two bodies on a bone",
        "(bone: \"lower_arm\", mass: 1)",
        "(bone: \"upper_arm\", mass: 1)",
    ),
    (
        "no body for the torso",
        "        (bone: \"torso\", shape: Capsule(12), mass: 8),\n",
        "",
    ),
    (
        "a joint without a body",
        "        (bone: \"head\", shape: Circle(30), mass: 2),\n",
        "",
    ),
    (
        "a joint at the torso",
        "(name: \"neck\", bone: \"head\"",
        "(name: \"neck\", bone: \"torso\"",
    ),
    ("lower limit above upper", "Band(-160, 160)", "Band(160, -160)"),
    ("a limit beyond a turn", "Band(-160, 160)", "Band(-160, 1600)"),
    ("a hinge with a sign", "Hinge(fold: 140)", "Hinge(fold: -140)"),
    ("a hinge outside a limb", "Band(-60, 60)", "Hinge()"),
    (
        "standing far outside a limit",
        "zero: 180, limit: Band(-160, 160)",
        "zero: 0, limit: Band(-30, 30)",
    ),
    (
        "a forced knee side for an arm",
        "leg_side: { \"leg\"",
        "leg_side: { \"arm\"",
    ),
    (
        "two clips for one landed pose",
        "[(landed: Back, clip: \"roll_over\")]",
        "[(landed: Back, clip: \"a\"), (landed: Back, clip: \"b\")]",
    ),
    ("a colour by name", "\"#ffeecc\"", "\"beige\""),
    (
        "a polygon of two points",
        "[(0, -8), (50, 0), (0, 8)]",
        "[(0, -8), (50, 0)]",
    ),
    (
        "a part on no bone",
        "bone: \"torso\", shape: Polyline",
        "bone: \"torsi\", shape: Polyline",
    ),
    (
        "a part that can't be seen",
        "shape: Polyline(width: 30), color: \"#3366aa\"",
        "shape: Polyline(width: 30)",
    ),
    ("a flat proxy", "Box(80, 300)", "Box(80, 0)"),
];

const CLIP_MISTAKES: &[Mistake] = &[
    ("a marker misspelt", "Marker(\"foot\"", "Marker(\"foto\""),
    ("a bone misspelt", "Bone(\"head\"", "Bone(\"haed\""),
    ("the torso as a bone", "Bone(\"head\"", "Bone(\"torso\""),
    ("a limb misspelt", "Weight(\"arm\"", "Weight(\"amr\""),
    ("a track misspelt", "Look([(0, 0.5)])", "Lok([(0, 0.5)])"),
    ("keys out of order", "(0, -10), (0.5, 10)", "(0.5, -10), (0, 10)"),
    (
        "two keys at one time",
        "(0, -10), (0.5, 10)",
        "(0.5, -10), (0.5, 10)",
    ),
    (
        "a key after the end",
        "(0.5, (30, 120), SineOut)",
        "(1.5, (30, 120), SineOut)",
    ),
    ("an event after the end", "(0.4, \"leap\")", "(4, \"leap\")"),
    ("an easing misspelt", "SineOut", "SinOut"),
    ("a key that isn't a number", "(0.5, 10)", "(0.5, NaN)"),
    ("a key of one value", "(0.5, 10)", "(0.5)"),
    ("a number for a point", "(0, (0, 150))", "(0, 150)"),
    (
        "a weight above one",
        "Weight(\"arm\", [(0, 1)])",
        "Weight(\"arm\", [(0, 7)])",
    ),
    ("a track twice", "Look([(0, 0.5)])", "Bone(\"head\", [(0, 3)])"),
    ("a track without keys", "Look([(0, 0.5)])", "Look([])"),
    ("no length", "duration: 1", "duration: 0"),
    ("no speed", "duration: 1", "duration: 1, speed: 0"),
    ("a version of the future", "version: 1", "version: 2"),
];

/// The good text with the mistake in it.
fn spoil(good: &str, (title, from, to): Mistake) -> String {
    assert_eq!(
        good.matches(from).count(),
        1,
        "{title}: `{from}` isn't there once"
    );
    good.replace(from, to)
}

/// Checks what every report must have, and adds it to the snapshot.
fn record(all: &mut String, title: &str, report: &Diagnostics) {
    let text = report.to_string();
    for diagnostic in &report.list {
        assert!(!diagnostic.message.is_empty(), "{title}: no message");
        assert!(!diagnostic.help.is_empty(), "{title}: no help in\n{text}");
        assert!(report.source.get(diagnostic.span.clone()).is_some(), "{title}");
    }
    *all += "### ";
    *all += title;
    *all += "\n";
    *all += &text;
    *all += "\n";
}

#[test]
fn the_files_without_mistakes_are_good() {
    let rig = read_rig("hopper.ron", RIG).unwrap_or_else(|report| panic!("{report}"));
    read_clip("hop.ron", CLIP, &rig).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn mistakes_in_a_rig_name_the_place_and_the_fix() {
    let mut all = String::new();
    for &mistake in RIG_MISTAKES {
        let text = spoil(RIG, mistake);
        let Err(report) = read_rig("hopper.ron", &text) else {
            panic!("{}: was taken", mistake.0)
        };
        record(&mut all, mistake.0, &report);
    }
    insta::assert_snapshot!("rig_mistakes", all);
}

#[test]
fn mistakes_in_a_clip_name_the_place_and_the_fix() {
    let rig = read_rig("hopper.ron", RIG).expect("good");
    let mut all = String::new();
    for &mistake in CLIP_MISTAKES {
        let text = spoil(CLIP, mistake);
        let Err(report) = read_clip("hop.ron", &text, &rig) else {
            panic!("{}: was taken", mistake.0)
        };
        record(&mut all, mistake.0, &report);
    }
    insta::assert_snapshot!("clip_mistakes", all);
}

#[test]
fn mistakes_in_json_name_the_place_and_the_fix_too() {
    let file: RigFile = parse("hopper.ron", RIG, Format::Ron).expect("good");
    let good = serde_json::to_string_pretty(&file).expect("plain data");
    let mistakes: [Mistake; 8] = [
        ("a comma forgotten", "\"name\": \"neck\",", "\"name\": \"neck\""),
        (
            "a field misspelt",
            "\"look\": {\n    \"bone\"",
            "\"look\": {\n    \"bnoe\"",
        ),
        (
            "a text for a number",
            "\"duration\": 2.0",
            "\"duration\": \"long\"",
        ),
        ("a kind misspelt", "\"Leg\"", "\"Lge\""),
        (
            "a value too few",
            "\"budget\": [\n      -40.0,\n      50.0",
            "\"budget\": [\n      -40.0",
        ),
        (
            "a parent misspelt",
            "\"parent\": \"upper_arm\"",
            "\"parent\": \"uper_arm\"",
        ),
        (
            "lower limit above upper",
            "-160.0,\n          160.0",
            "160.0,\n          -160.0",
        ),
        ("a version of the future", "\"version\": 1", "\"version\": 9"),
    ];
    let mut all = String::new();
    for mistake in mistakes {
        let text = spoil(&good, mistake);
        let report = read_rig("hopper.json", &text).expect_err(mistake.0);
        record(&mut all, mistake.0, &report);
    }
    insta::assert_snapshot!("json_mistakes", all);
}

#[test]
fn all_mistakes_are_reported_not_only_the_first() {
    let mut text = RIG.to_owned();
    for (from, to) in [
        ("length: 40", "length: -40"),
        ("Band(-160, 160)", "Band(160, -160)"),
        ("\"#ffeecc\"", "\"beige\""),
        ("mass: 1.5)", "mass: -1.5)"),
    ] {
        text = text.replacen(from, to, 1);
    }
    let report = read_rig("hopper.ron", &text).expect_err("four mistakes");
    let lines: Vec<usize> = report.list.iter().map(|diagnostic| diagnostic.line).collect();
    assert_eq!(lines.len(), 4, "{report}");
    assert!(lines.is_sorted(), "in the order of the file");
}

#[test]
fn a_missing_target_is_a_typed_error_at_load() {
    let mut file: RigFile = parse("hopper.ron", RIG, Format::Ron).expect("good");
    file.stand.targets.0.retain(|(marker, _)| marker != "foot");
    let problems = file.build().expect_err("no target");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].message.contains("limb `leg`") && problems[0].message.contains("marker `foot`"));
}

#[test]
fn a_lower_limit_above_the_upper_names_the_joint() {
    let mut file: RigFile = parse("hopper.ron", RIG, Format::Ron).expect("good");
    file.joints[2].limit = Some(tumble_rig::file::LimitFile::Band(30.0, -30.0));
    let problems = file.build().expect_err("upside down");
    assert_eq!(problems[0].place, "joint `hip`, field `limit`");
    assert!(problems[0].message.contains("joint `hip`"));
}

#[test]
fn mass_ratios_up_to_a_hundred_are_taken_and_beyond_a_thousand_named() {
    let with_head = |mass: f32| {
        let mut file: RigFile = parse("hopper.ron", RIG, Format::Ron).expect("good");
        file.bodies.as_mut().expect("listed")[1].mass = mass;
        file.build()
    };
    for mass in [0.8, 0.08, 80.0, 800.0] {
        assert!(with_head(mass).is_ok(), "{mass} kg on 8 kg");
    }
    for (mass, ratio) in [(0.004, "2000:1"), (16_000.0, "2000:1")] {
        let problems = with_head(mass).expect_err("too far apart");
        assert!(problems[0].message.contains(ratio), "{problems:?}");
    }
}

#[test]
fn ranges_past_half_a_turn_are_taken_and_full_turns_are_free() {
    use tumble_rig::JointLimit;
    use tumble_rig::file::LimitFile;
    let with = |lower: f32, upper: f32| {
        let mut file: RigFile = parse("hopper.ron", RIG, Format::Ron).expect("good");
        // The head isn't in a limb: let it stand inside whatever band is tried.
        file.look = None;
        file.joints[0].limit = Some(LimitFile::Band(lower, upper));
        file.stand
            .angles
            .0
            .push(("head".to_owned(), 0.5 * (lower + upper)));
        let rig = file
            .build()
            .unwrap_or_else(|problems| panic!("{lower}..{upper}: {problems:?}"));
        rig.ragdoll.joints[1].as_ref().expect("a neck").limit
    };
    for (lower, upper) in [
        (0.0, 270.0),
        (-350.0, 0.0),
        (45.0, 315.0),
        (135.0, 225.0),
        (0.0, 0.0),
    ] {
        let [l, u] = match with(lower, upper) {
            JointLimit::Band(band) => band,
            other => panic!("{other:?}"),
        };
        assert_eq!([l, u], [f32::to_radians(lower), f32::to_radians(upper)]);
    }
    for (lower, upper) in [(-180.0, 180.0), (0.0, 360.0), (-360.0, 360.0)] {
        assert_eq!(with(lower, upper), JointLimit::Free);
    }
}
