//! `docs/rigs.md`: every snippet reads, is what the dog's files say, and every default stated is the default. The same of
//! `docs/tuning.md`, whose snippets are fields of the stickman's file.

use serde_json::Value;
use tumble_rig::file::{ClipFile, LimitFile, RigFile, StandUpFile, read_clip, read_rig};
use tumble_rig::library;
use tumble_rig::source::{Format, parse};

const GUIDE: &str = include_str!("../../../docs/rigs.md");
const TUNING: &str = include_str!("../../../docs/tuning.md");

/// A document's fences: what stands behind the backticks, and the text.
fn fences(document: &'static str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some((kind, String::new())),
            (Some(_), Some(_)) => all.extend(open.take()),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence isn't closed");
    all
}

/// The text without comments and blanks.
fn bare(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(str::chars)
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

#[test]
fn every_snippet_reads_or_is_in_the_dogs_files() {
    let dog = library::rig("dog").expect("built in");
    let shipped: Vec<String> = library::files_of("dog")
        .expect("built in")
        .map(|(_, text)| bare(text))
        .collect();
    let (mut whole, mut pieces) = (0, 0);
    for (kind, text) in fences(GUIDE) {
        if kind != "ron" {
            continue;
        }
        if text.trim_start().starts_with("(\n") && text.contains("version:") {
            whole += 1;
            if text.contains("tracks:") {
                read_clip("guide.ron", &text, &dog).unwrap_or_else(|report| panic!("{report}"));
            } else {
                read_rig("guide.ron", &text).unwrap_or_else(|report| panic!("{report}"));
            }
            continue;
        }
        for piece in text.split('…') {
            pieces += 1;
            let piece = bare(piece);
            assert!(!piece.is_empty());
            assert!(
                shipped.iter().any(|file| file.contains(&piece)),
                "not in the dog's files: {piece}"
            );
        }
    }
    assert!(whole >= 2 && pieces >= 12, "{whole} whole files, {pieces} pieces");
}

#[test]
fn the_report_shown_is_the_one_that_is_given() {
    let fences = fences(GUIDE);
    let shown: Vec<_> = fences
        .windows(2)
        .filter(|pair| pair[0].0 == "ron mistake")
        .collect();
    assert_eq!(shown.len(), 1);
    for pair in shown {
        let report = read_rig("my_rig.ron", &pair[0].1).expect_err("a mistake");
        assert_eq!(report.to_string(), pair[1].1);
    }
}

/// A rig with one of everything, and only what has no default given.
const BARE: &str = r#"(version: 1, name: "bare",
    bones: [(name: "torso"), (name: "a", parent: "torso"), (name: "b", parent: "a")],
    limbs: [(name: "limb", kind: Arm, upper: "a", lower: "b", marker: "m")],
    look: (bone: "b"),
    bodies: [(bone: "torso")],
    joints: [(name: "j", bone: "a")],
)"#;

/// Of the rig's fields in a document's tables: compares the defaults in the column `default`, and returns how many. The field
/// stands in column 1.
fn compare_defaults(document: &str, default: usize) -> usize {
    let file: RigFile = parse("bare.ron", BARE, Format::Ron).expect("good");
    let file = serde_json::to_value(&file).expect("plain data");
    let mut compared = 0;
    for line in document.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (Some(field), Some(stated)) = (
            cells.get(1).and_then(|cell| unticked(cell)),
            cells.get(default).and_then(|cell| unticked(cell)),
        ) else {
            continue;
        };
        let mut at = &file;
        for step in field.split('.') {
            at = match step.strip_suffix("[]") {
                Some(list) => &at[list][0],
                None => &at[step],
            };
        }
        // Of what has no value in the file, the builder's default is stated, and tested where the builder is.
        if at.is_null() || at.as_object().is_some_and(serde_json::Map::is_empty) {
            continue;
        }
        compared += 1;
        let value = match stated {
            "Capsule(8)" => serde_json::json!({"Capsule": 8.0}),
            "(0, 0)" => serde_json::json!([0.0, 0.0]),
            other => serde_json::from_str(other).unwrap_or_else(|_| Value::String(other.to_owned())),
        };
        assert!(same(at, &value), "{field}: stated is {stated}, it is {at}");
    }
    compared
}

#[test]
fn defaults_stated_are_the_defaults() {
    let compared = compare_defaults(GUIDE, 3);
    assert!(compared >= 28, "only {compared} defaults were compared");
}

#[test]
fn defaults_stated_for_tuning_are_the_defaults() {
    let compared = compare_defaults(TUNING, 2);
    assert!(compared >= 22, "only {compared} defaults were compared");
    for (part, value) in [
        ("hyperextension", LimitFile::HYPEREXTENSION),
        ("fold", LimitFile::FOLD),
    ] {
        assert!(TUNING.contains(&format!("| `{part}` | `{value}` |")), "{part}");
    }
    let blend = format!("| `recovery.stand_up[].blend` | `{}` |", StandUpFile::BLEND);
    assert!(TUNING.contains(&blend), "{blend}");
}

/// Every field of bodies, joints, entering and getting up: a new one needs a line in the tables.
#[test]
fn tuning_names_every_field_of_the_ragdoll_and_the_recovery() {
    let file: RigFile = parse("bare.ron", BARE, Format::Ron).expect("good");
    let file = serde_json::to_value(&file).expect("plain data");
    let mut names = Vec::new();
    for (list, first) in [("bodies[]", &file["bodies"][0]), ("joints[]", &file["joints"][0])] {
        let fields = first.as_object().expect("a struct").keys();
        names.extend(
            fields
                .filter(|name| !["bone", "name"].contains(&name.as_str()))
                .map(|name| format!("{list}.{name}")),
        );
    }
    let mut structs = vec![
        ("entry".to_owned(), &file["entry"]),
        ("recovery".to_owned(), &file["recovery"]),
    ];
    while let Some((path, value)) = structs.pop() {
        for (name, value) in value.as_object().expect("a struct") {
            let path = format!("{path}.{name}");
            match value {
                Value::Object(fields) if !fields.is_empty() => structs.push((path, value)),
                _ => names.push(path),
            }
        }
    }
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        let row = TUNING.contains(&format!("| `{name}` |")) || TUNING.contains(&format!("| `{name}[]."));
        assert!(row, "`{name}` isn't in the tables");
    }
}

/// The stickman's file with some of its fields replaced by a snippet's.
#[test]
fn every_snippet_for_tuning_reads_as_part_of_the_stickman() {
    let (_, stickman) = library::files_of("stickman")
        .and_then(|mut files| files.next())
        .expect("built in");
    let piece = |from: &str, to: &str| {
        let start = stickman.find(from).expect("in the file");
        let end = stickman[start..].find(to).expect("in the file");
        &stickman[start..start + end]
    };
    let (skeleton, bodies, joints) = (
        piece("(\n", "    facings: ("),
        piece("    bodies: [", "    joints: ["),
        piece("    joints: [", "    entry: ("),
    );
    let mut read = 0;
    for (kind, text) in fences(TUNING) {
        if kind != "ron" {
            continue;
        }
        read += 1;
        let mut file = skeleton.to_owned();
        for (field, own) in [("bodies:", bodies), ("joints:", joints)] {
            if !text.contains(field) {
                file += own;
            }
        }
        file += &text;
        file += ")";
        read_rig("tuned.ron", &file).unwrap_or_else(|report| panic!("{report}\nin\n{text}"));
    }
    assert!(read >= 7, "only {read} snippets");
}

/// The text inside one pair of backticks.
fn unticked(cell: &str) -> Option<&str> {
    let inner = cell.strip_prefix('`')?.strip_suffix('`')?;
    (!inner.contains('`')).then_some(inner)
}

/// Equal, whole numbers and floats alike; floats as f32, since that is what the fields are.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64().map(|a| a as f32) == b.as_f64().map(|b| b as f32),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn the_clip_table_names_every_track_and_easing() {
    let all = r#"(version: 1, name: "all", duration: 1, tracks: [
        Marker("m", [(0, (0, 0), Step), (1, (0, 0), Smooth)]), TorsoAngle([]), Bone("b", []), Weight("l", []), Look([]), Root([]),
    ])"#;
    let clip: ClipFile = parse("all.ron", all, Format::Ron).expect("good");
    for track in &clip.tracks {
        let name = format!("{track:?}");
        let name = name.split('(').next().unwrap_or_default();
        assert!(
            GUIDE.contains(&format!("| `{name}(")),
            "{name} isn't in the table"
        );
    }
    // An easing that isn't known lists them all: each must be in the guide.
    let unknown = all.replace("Step", "Zzzzzzzzzz");
    let report = parse::<ClipFile>("all.ron", &unknown, Format::Ron).expect_err("unknown");
    let known: Vec<&str> = report.list[0].help.split('`').skip(1).step_by(2).collect();
    assert!(known.len() >= 12);
    for easing in known {
        assert!(
            GUIDE.contains(&format!("`{easing}`")),
            "{easing} isn't in the guide"
        );
    }
}
