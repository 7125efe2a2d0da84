//! The trace, as it is promised.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{DT, WORLDS, flat_scene, frames, trace, trace_in};
use serde_json::Value;
use tumble_scene::trace::{EventRow, TraceError};
use tumble_scene::{TraceReader, TraceRow, library};

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

fn set<'a>(names: &[&'a str]) -> BTreeSet<&'a str> {
    names.iter().copied().collect()
}

/// A scene with a fall, a recovery and a prop.
fn fall_and_rise() -> Arc<tumble_scene::Scene> {
    flat_scene(
        r#"props: [(name: "crate", shape: Box(80, 80), at: (900, -40), mass: 5.0)],
        script: [
            (at: 0.2, act: Hit(body: "hero/torso", impulse: (900, -300))),
            (at: 1.5, act: Recover("hero", Now)),
        ]"#,
    )
}

#[test]
fn the_first_line_says_what_follows() {
    for (name, make) in WORLDS {
        let bytes = trace_in(make, &flat_scene(""), 1, 0.0);
        let text = String::from_utf8(bytes).unwrap();
        let first = text.lines().next().unwrap();
        let wanted = r#"{"tumble_trace":1,"scene":"test","dt":0.016666668,"units":"px kg s rad, y down","backend":"@"}"#;
        assert_eq!(first, wanted.replace('@', name));
        assert!(text.ends_with("}\n") && text.lines().count() == 2);
    }
}

#[test]
fn a_row_has_the_promised_fields_in_the_promised_order() {
    let text = String::from_utf8(trace(&fall_and_rise(), 30, 35.1)).unwrap();
    let animated: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let line = text.lines().last().unwrap();
    let row: Value = serde_json::from_str(line).unwrap();
    let mut from = 0;
    for key in [
        "step",
        "time",
        "characters",
        "props",
        "puppets",
        "events",
        "stats",
    ] {
        let at = line[from..]
            .find(&format!("\"{key}\":"))
            .unwrap_or_else(|| panic!("{key} in {line}"));
        from += at;
    }
    assert_eq!(row["step"], 30);
    assert_eq!(row["time"], 0.5);
    let hero = &row["characters"]["hero"];
    let always = ["state", "facing", "root", "parts", "markers"];
    let with_bodies: Vec<&str> = always.iter().copied().chain(["bodies", "joints"]).collect();
    assert_eq!(keys(hero), set(&with_bodies));
    assert_eq!(keys(&animated["characters"]["hero"]), set(&always));
    assert_eq!(hero["state"], "ragdoll");
    assert_eq!(hero["facing"], "right");
    let bones = set(&[
        "torso",
        "head",
        "left_upper_arm",
        "left_lower_arm",
        "right_upper_arm",
        "right_lower_arm",
        "left_upper_leg",
        "left_lower_leg",
        "right_upper_leg",
        "right_lower_leg",
    ]);
    assert_eq!(keys(&hero["parts"]), bones);
    assert_eq!(keys(&hero["bodies"]), bones);
    assert_eq!(
        keys(&hero["markers"]),
        set(&[
            "torso",
            "head",
            "left_hand",
            "right_hand",
            "left_foot",
            "right_foot"
        ])
    );
    assert_eq!(
        keys(&hero["joints"]),
        set(&[
            "neck",
            "left_shoulder",
            "right_shoulder",
            "left_elbow",
            "right_elbow",
            "left_hip",
            "right_hip",
            "left_knee",
            "right_knee"
        ])
    );
    assert_eq!(
        keys(&hero["joints"]["left_elbow"]),
        set(&["angle", "lower", "upper", "gap"])
    );
    assert!(hero["joints"]["neck"]["lower"].is_null() && hero["joints"]["neck"]["upper"].is_null());
    assert_eq!(hero["root"].as_array().unwrap().len(), 3);
    assert_eq!(hero["parts"]["head"].as_array().unwrap().len(), 4);
    assert_eq!(hero["bodies"]["torso"].as_array().unwrap().len(), 6);
    assert_eq!(row["props"]["crate"].as_array().unwrap().len(), 6);
    assert_eq!(
        keys(&row["stats"]),
        set(&["bodies", "joints", "contacts", "asleep", "step_us"])
    );
    assert_eq!(row["stats"]["joints"], 9);
    assert_eq!(row["stats"]["step_us"], 35.1);
}

#[test]
fn the_limits_are_those_of_the_design_in_the_worlds_sense() {
    let rows = rows(&fall_and_rise(), 20);
    let joints = &rows[19].characters["hero"].joints;
    let degrees = |joint: &str| {
        let joint = joints[joint];
        (
            joint.lower.unwrap().to_degrees().round(),
            joint.upper.unwrap().to_degrees().round(),
        )
    };
    assert_eq!(degrees("left_knee"), (-5.0, 150.0));
    assert_eq!(degrees("right_elbow"), (-150.0, 5.0));
    assert_eq!(degrees("left_hip"), (-160.0, 160.0));
}

fn rows(scene: &Arc<tumble_scene::Scene>, steps: u64) -> Vec<TraceRow> {
    let bytes = trace(scene, steps, 0.0);
    TraceReader::new(bytes.as_slice())
        .unwrap()
        .map(|row| row.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

#[test]
fn numbers_read_back_to_the_same_f32() {
    let scene = Arc::new(library::scene("thrown").unwrap());
    let frames = frames(&scene, 150);
    for (frame, row) in frames.iter().zip(rows(&scene, 150)) {
        assert_eq!(
            row,
            TraceRow::new(frame, stats_of(&row), 0.0),
            "step {}",
            frame.step
        );
        for (prop, view) in row.props.values().zip({
            let mut props: Vec<_> = frame.props.iter().collect();
            props.sort_by_key(|prop| prop.name.clone());
            props
        }) {
            assert_eq!(prop[0].to_bits(), view.pose.position.x.to_bits());
            assert_eq!(prop[2].to_bits(), view.pose.angle.to_bits());
            assert_eq!(prop[5].to_bits(), view.spin.to_bits());
        }
    }
}

fn stats_of(row: &TraceRow) -> tumble::backend::WorldStats {
    tumble::backend::WorldStats {
        bodies: row.stats.bodies,
        pins: row.stats.joints,
        contacts: row.stats.contacts,
        asleep: row.stats.asleep,
    }
}

#[test]
fn every_finite_f32_survives_the_trip_through_the_text() {
    let mut bits: u32 = 0x1234_5678;
    for _ in 0..300_000 {
        // Xorshift: any bits at all.
        bits ^= bits << 13;
        bits ^= bits >> 17;
        bits ^= bits << 5;
        let value = f32::from_bits(bits);
        if !value.is_finite() {
            continue;
        }
        let text = serde_json::to_string(&value).unwrap();
        let back: f32 = serde_json::from_str(&text).unwrap();
        assert_eq!(back.to_bits(), value.to_bits(), "{text}");
    }
}

#[test]
fn a_recovery_is_told_from_its_first_value_to_its_last() {
    let rows = rows(&fall_and_rise(), 240);
    let states: Vec<&str> = rows
        .iter()
        .map(|row| row.characters["hero"].state.as_str())
        .collect();
    let first = states
        .iter()
        .position(|state| *state == "recovering")
        .expect("it gets up");
    // Asked at 1.5 s: captured after step 90.
    assert_eq!(rows[first].step, 90);
    // f(0) in that row, f(1) 120 steps later, still recovering; then animated.
    assert!(
        states[first..=first + 120]
            .iter()
            .all(|state| *state == "recovering")
    );
    assert_eq!(states[first + 121], "animated");
    assert!(
        rows[first].characters["hero"]
            .ground
            .is_some_and(|ground| ground.hit && ground.y.abs() < 0.01)
    );
    assert!(rows[first].characters["hero"].bodies.is_empty());
    let hand_overs: Vec<(u64, &str, &str, f32)> = rows
        .iter()
        .flat_map(|row| row.events.iter().map(move |event| (row.step, event)))
        .filter_map(|(step, event)| match event {
            EventRow::State { from, to, moved, .. } => Some((step, from.as_str(), to.as_str(), *moved)),
            _ => None,
        })
        .collect();
    let short: Vec<(u64, &str, &str)> = hand_overs
        .iter()
        .map(|&(step, from, to, _)| (step, from, to))
        .collect();
    assert_eq!(
        short,
        [
            (12, "animated", "ragdoll"),
            (90, "ragdoll", "recovering"),
            (211, "recovering", "animated")
        ]
    );
    assert!(
        hand_overs[0].3 <= 0.01 && hand_overs[1].3 <= 0.5 && hand_overs[2].3 <= 0.01,
        "{hand_overs:?}"
    );
}

#[test]
fn events_are_written_as_promised() {
    let text = String::from_utf8(trace(&fall_and_rise(), 60, 0.0)).unwrap();
    let state = r#"{"kind":"state","who":"hero","from":"animated","to":"ragdoll","moved":"#;
    assert!(text.contains(state));
    let impact = text
        .find(r#"{"kind":"impact","body":"hero/"#)
        .expect("it hits the ground");
    let event: Value = {
        let end = text[impact..].find('}').unwrap();
        serde_json::from_str(&text[impact..=impact + end]).unwrap()
    };
    assert_eq!(keys(&event), set(&["kind", "body", "other", "impulse", "at"]));
}

#[test]
fn what_is_no_trace_is_refused() {
    let read = |text: &str| TraceReader::new(text.as_bytes()).map(|reader| reader.header().clone());
    assert!(matches!(read(""), Err(TraceError::Empty)));
    assert!(matches!(read("{}\n"), Err(TraceError::Json { line: 1, .. })));
    let other = r#"{"tumble_trace":2,"scene":"a","dt":0.1,"units":"","backend":"x"}"#;
    assert!(matches!(read(other), Err(TraceError::Version(2))));
    let mut bytes = trace(&flat_scene(""), 2, 0.0);
    bytes.truncate(bytes.len() - 20);
    let mut reader = TraceReader::new(bytes.as_slice()).unwrap();
    assert_eq!(reader.header().dt, DT);
    assert!(reader.next().unwrap().is_ok());
    assert!(matches!(
        reader.next(),
        Some(Err(TraceError::Json { line: 3, .. }))
    ));
}
