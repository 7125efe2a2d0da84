//! Every mistake in a scene file is told with its place and what to do; all of them at once; and no text makes the reader panic.

use proptest::prelude::*;
use tumble_scene::{SceneError, library, load};

const GOOD: &str = r#"(
    version: 1,
    terrain: [
        Polygon(points: [(-3000, 0), (3000, 0), (3000, 200), (-3000, 200)]),
        Stairs(name: "stairs", at: (2200, 0), step: (80, 40), count: 6),
    ],
    props: [
        (name: "crate", shape: Box(80, 80), at: (300, -40), mass: 5.0),
        (name: "lift", shape: Box(400, 40), at: (0, -20), kind: Kinematic),
    ],
    characters: [
        (name: "hero", rig: "stickman", at: (0, -385), clip: "walk_right"),
    ],
    script: [
        (at: 1.0, act: Ragdoll("hero")),
        (at: 1.2, act: Impulse(body: "hero/head", impulse: (900, -200))),
        (at: 4.0, act: Recover("hero")),
        (at: 7.5, act: Play("hero", "walk_left")),
        (at: 8.0, act: Bend("hero", "left_arm", true)),
        (at: 9.5, act: Spawn((name: "b2", shape: Circle(20), at: (0, -900)))),
        (at: 9.6, act: Remove("crate")),
    ],
)"#;

/// The report on the good scene with one piece replaced.
fn report(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    match load::parse("s.ron", &text, None) {
        Ok(_) => panic!("`{to}` was accepted"),
        Err(error @ SceneError::Invalid(_)) => error.to_string(),
        Err(other) => panic!("`{to}`: {other}"),
    }
}

#[test]
fn the_good_scene_is_good() {
    assert!(load::parse("s.ron", GOOD, None).is_ok());
}

#[test]
fn each_mistake_names_its_place_and_the_fix() {
    // What is replaced, by what; where the report points; what it says; what it advises.
    let cases = [
        (
            "version: 1",
            "version: 7",
            "s.ron:2:14",
            "version 7",
            "version 1 was expected",
        ),
        (
            "    version: 1,\n",
            "",
            "s.ron:1:1",
            "doesn't say its version",
            "version: 1",
        ),
        (
            "terrain:",
            "terain:",
            "s.ron:3:5",
            "unknown field",
            "did you mean `terrain`?",
        ),
        (
            "Polygon(",
            "Polygone(",
            "s.ron:4:9",
            "Polygone",
            "did you mean `Polygon`?",
        ),
        (
            "(-3000, 200)]",
            "(-3000, 200), (-3000, 200)]",
            "s.ron:4:76",
            "point 5 lies on the one before it",
            "remove one",
        ),
        (
            "(3000, 200), (-3000, 200)",
            "(-3000, 200), (3000, 200)",
            "s.ron:4:63",
            "the outline meets itself",
            "once round",
        ),
        (
            "[(-3000, 0), (3000, 0), (3000, 200), (-3000, 200)]",
            "[(0, 0), (1, 0)]",
            "s.ron:4:25",
            "too few points",
            "at least 3",
        ),
        (
            "(3000, 0)",
            "(NaN, 0)",
            "s.ron:4:39",
            "NaN is not a finite number",
            "plain number",
        ),
        (
            "step: (80, 40)",
            "step: (80, -40)",
            "s.ron:5:58",
            "-40 must be greater than zero",
            "greater than zero",
        ),
        (
            "step: (80, 40)",
            "step: (1e-9, 40)",
            "s.ron:5:53",
            "can't be told apart",
            "make them larger",
        ),
        (
            "count: 6",
            "count: 6, landing: 1e38",
            "s.ron:5:82",
            "1e38 is more than any world can hold",
            "up to 1e9",
        ),
        (
            "Box(80, 80)",
            "Box(80, 3.4e38)",
            "s.ron:8:40",
            "3.4e38 is more than any world can hold",
            "up to 1e9",
        ),
        (
            "count: 6",
            "count: 0",
            "s.ron:5:70",
            "0 steps make no stairs",
            "give 1 to 1000",
        ),
        (
            "name: \"stairs\"",
            "name: \"crate\"",
            "s.ron:8:16",
            "the name `crate` is taken by a terrain shape",
            "of its own",
        ),
        (
            "name: \"stairs\"",
            "name: \"a/b\"",
            "s.ron:5:22",
            "`a/b` can't be a name",
            "no `/`",
        ),
        (
            "Box(80, 80)",
            "Box(80, 0)",
            "s.ron:8:40",
            "0 must be greater than zero",
            "greater than zero",
        ),
        (
            "Box(80, 80)",
            "Capsule(80, 40)",
            "s.ron:8:40",
            "no room for two caps",
            "use `Circle`",
        ),
        (
            "mass: 5.0",
            "mass: 0",
            "s.ron:8:67",
            "0 must be greater than zero",
            "greater than zero",
        ),
        (
            "mass: 5.0",
            "mass: inf",
            "s.ron:8:67",
            "inf is not a finite number",
            "plain number",
        ),
        (
            "mass: 5.0",
            "restitution: 1.5",
            "s.ron:8:74",
            "1.5 is not a share",
            "from 0",
        ),
        (
            "mass: 5.0",
            "friction: -0.1",
            "s.ron:8:71",
            "-0.1 must not be negative",
            "zero or more",
        ),
        ("mass: 5.0", "weight: 5.0", "s.ron:8:61", "unknown field", "mass"),
        (
            "at: (300, -40)",
            "at: (300, 1e39)",
            "s.ron:8:55",
            "inf is not a finite number",
            "plain number",
        ),
        (
            "rig: \"stickman\"",
            "rig: \"stikman\"",
            "s.ron:12:29",
            "no built-in rig named `stikman`",
            "did you mean `stickman`?",
        ),
        (
            "rig: \"stickman\"",
            "rig: \"my.ron\"",
            "s.ron:12:29",
            "not in a folder",
            "use a built-in rig",
        ),
        (
            "clip: \"walk_right\"",
            "clip: \"walk\"",
            "s.ron:12:62",
            "no clip named `walk`",
            "walk_right",
        ),
        (
            "at: (0, -385),",
            "at: (0, -385), scale: -1,",
            "s.ron:12:63",
            "-1 must be greater than zero",
            "greater than zero",
        ),
        (
            "at: (0, -385),",
            "at: (0, -385), facing: Up,",
            "s.ron:12:64",
            "Up",
            "Right",
        ),
        (
            "at: 1.0",
            "at: -1.0",
            "s.ron:15:14",
            "-1 is no time",
            "zero or more",
        ),
        (
            "Ragdoll(\"hero\")",
            "Ragdoll(\"hera\")",
            "s.ron:15:32",
            "nothing is named `hera`",
            "did you mean `hero`?",
        ),
        (
            "Ragdoll(\"hero\")",
            "Ragdoll(\"crate\")",
            "s.ron:15:32",
            "`crate` is a prop, not a character",
            "`hero`",
        ),
        (
            "Ragdoll(\"hero\")",
            "Ragdol(\"hero\")",
            "s.ron:15:24",
            "Ragdol",
            "did you mean `Ragdoll`?",
        ),
        (
            "hero/head",
            "hero/haed",
            "s.ron:16:38",
            "no bone named `haed`",
            "did you mean `head`?",
        ),
        (
            "hero/head",
            "hero",
            "s.ron:16:38",
            "`hero` is a character, not one body",
            "`hero/torso`",
        ),
        (
            "hero/head",
            "lift",
            "s.ron:16:38",
            "`lift` is not moved by forces",
            "`Dynamic`",
        ),
        (
            "hero/head",
            "ground",
            "s.ron:16:38",
            "`ground` is terrain",
            "`character/bone` or `puppet/point`",
        ),
        (
            "hero/head",
            "crate/lid",
            "s.ron:16:38",
            "`crate` is a prop: it has no bones",
            "a prop's name alone",
        ),
        (
            "(900, -200)",
            "(900, NaN)",
            "s.ron:16:66",
            "NaN is not a finite number",
            "plain number",
        ),
        (
            "\"walk_left\"",
            "\"walk_lefd\"",
            "s.ron:18:37",
            "no clip named `walk_lefd`",
            "did you mean `walk_left`?",
        ),
        (
            "\"left_arm\"",
            "\"arm_left\"",
            "s.ron:19:37",
            "no limb named `arm_left`",
            "`left_arm`",
        ),
        (
            "name: \"b2\"",
            "name: \"lift\"",
            "s.ron:20:37",
            "the name `lift` is taken by a prop",
            "of its own",
        ),
        (
            "Circle(20)",
            "Circle(-20)",
            "s.ron:20:57",
            "-20 must be greater than zero",
            "greater than zero",
        ),
        (
            "Remove(\"crate\")",
            "Remove(\"crates\")",
            "s.ron:21:31",
            "nothing is named `crates`",
            "did you mean `crate`?",
        ),
        (
            "Remove(\"crate\")",
            "Jump(\"hero\")",
            "s.ron:21:29",
            "only a puppet can do this",
            "`Impulse` or `Hit`",
        ),
    ];
    let mut wrong = Vec::new();
    for (from, to, place, message, help) in cases {
        let report = report(from, to);
        let advice = report.split("help: ").nth(1).unwrap_or_default();
        if !report.starts_with(&format!("{place}: ")) {
            wrong.push(format!("place {place}, `{from}` → `{to}`:\n{report}"));
        }
        if !report.contains(message) {
            wrong.push(format!("message `{message}`, `{from}` → `{to}`:\n{report}"));
        }
        if !advice.contains(help) {
            wrong.push(format!("help `{help}`, `{from}` → `{to}`:\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_mistakes_are_told_at_once_in_the_order_of_the_file() {
    let text = GOOD
        .replace("count: 6", "count: 0")
        .replace("mass: 5.0", "mass: -1")
        .replace("hero/head", "hero/hed")
        .replace("Remove(\"crate\")", "Remove(\"box\")");
    let error = load::parse("s.ron", &text, None).unwrap_err();
    let lines: Vec<usize> = error.reports()[0].list.iter().map(|one| one.line).collect();
    assert_eq!(lines, [5, 8, 16, 21]);
}

#[test]
fn mistakes_in_a_rig_file_are_told_with_the_rig_files_place() {
    let folder = tempfile::tempdir().unwrap();
    let bad = include_str!("../../../assets/rigs/stickman.ron").replacen("length:", "lenght:", 1);
    std::fs::write(folder.path().join("mine.ron"), bad).unwrap();
    let text = GOOD.replace("rig: \"stickman\"", "rig: \"mine.ron\"");
    let error = load::parse("s.ron", &text, Some(folder.path())).unwrap_err();
    let reports = error.reports();
    assert_eq!(reports.len(), 2, "{error}");
    assert!(
        reports[0].list[0].message.contains("`mine.ron` has mistakes"),
        "{error}"
    );
    assert!(reports[1].list[0].file.ends_with("mine.ron"), "{error}");
    assert!(error.to_string().contains("did you mean `length`?"), "{error}");
}

#[test]
fn what_editors_put_in_front_is_no_mistake_and_what_is_no_text_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    let read = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        load::load_file(&path)
    };
    let marked = format!("\u{feff}{GOOD}").replace('\n', "\r\n");
    assert!(read(marked.as_bytes()).is_ok(), "a byte order mark and CRLF");
    let wide: Vec<u8> = "\u{feff}(version: 1)"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, says) in [
        (&wide[..], "it is text in UTF-16; save it as UTF-8"),
        (
            b"(\n  version: 1,\n  about: \"caf\xe9\")",
            "line 3 is not text in UTF-8",
        ),
    ] {
        let error = read(bytes).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn rigs_and_clips_are_found_next_to_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("parts");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(
        inside.join("rig.ron"),
        include_str!("../../../assets/rigs/stickman.ron"),
    )
    .unwrap();
    std::fs::write(
        inside.join("walk.ron"),
        include_str!("../../../assets/clips/walk_right.ron"),
    )
    .unwrap();
    let text = GOOD
        .replace(
            "rig: \"stickman\"",
            "rig: \"parts/rig.ron\", clips: [\"parts/walk.ron\"]",
        )
        .replace("walk_left", "walk_right");
    let path = folder.path().join("my scene.ron");
    std::fs::write(&path, &text).unwrap();
    let scene = load(path.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.name, "my scene");
    assert_eq!(scene.characters[0].clips.0.len(), 1);
    // A clip file that isn't there is told like a rig that isn't.
    let missing = text.replace("parts/walk.ron", "parts/wlak.ron");
    let error = load::parse("s.ron", &missing, Some(folder.path())).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("cannot read the clip file `parts/wlak.ron`"),
        "{error}"
    );
}

#[test]
fn a_file_cut_off_anywhere_is_a_clear_error_and_never_a_panic() {
    for name in ["walk", "thrown"] {
        let text = library::text(name).unwrap();
        for end in (0..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            let error = load::parse("cut.ron", &text[..end], None).expect_err("half a scene is no scene");
            assert!(error.to_string().starts_with("cut.ron:"), "{end}: {error}");
        }
    }
    let json = serde_json::to_string_pretty(
        &tumble::rig::source::parse::<tumble_scene::SceneFile>(
            "walk.ron",
            library::text("walk").unwrap(),
            tumble::rig::source::Format::Ron,
        )
        .unwrap(),
    )
    .unwrap();
    for end in 0..json.len() {
        assert!(load::parse("cut.json", &json[..end], None).is_err(), "{end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn damaged_files_never_panic(at in 0usize..GOOD.len(), cut in 0usize..12, insert in "[\\PC\n]{0,6}") {
        let floor = |mut i: usize| {
            while !GOOD.is_char_boundary(i) { i -= 1; }
            i
        };
        let (start, end) = (floor(at), floor((at + cut).min(GOOD.len())));
        let text = format!("{}{insert}{}", &GOOD[..start], &GOOD[end..]);
        for name in ["damaged.ron", "damaged.json"] {
            if let Err(error) = load::parse(name, &text, None) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
