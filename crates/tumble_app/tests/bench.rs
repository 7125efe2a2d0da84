//! `tumble bench` as a person or a script meets it: what it refuses, what it prints, and that what it prints is so.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn bench(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tumble"))
        .arg("bench")
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[track_caller]
fn json(words: &[&str]) -> Value {
    let output = bench(words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object and nothing else")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn bad_arguments_are_refused_with_what_is_wrong() {
    for (words, wanted) in [
        (&["--n", "0"][..], "--n"),
        (&["--n", "10,x"], "--n"),
        (&["--n", "100001"], "--n"),
        (&["--threads", "0"], "--threads"),
        (&["--steps", "0"], "--steps"),
        (&["--backend", "marble"], "native, rapier"),
        (&["--scene", "snow"], "crowded, clean"),
        (&["--backend", "rapier", "--threads", "2"], "one thread"),
        (&["--backend", "native,rapier", "--stages"], "--stages"),
        (&["--threads", "2", "--stages"], "--stages"),
        (&["extra"], "extra"),
    ] {
        let output = bench(words);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains(wanted), "{words:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn the_table_has_a_line_for_each_number_and_world() {
    let output = bench(&["--n", "2,3", "--backend", "native,rapier", "--steps", "5"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "stickman rain, crowded: 5 steps of 1/60 s");
    let rows: Vec<Vec<&str>> = lines[3..]
        .iter()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let brief: Vec<&[&str]> = rows.iter().map(|row| &row[..3]).collect();
    assert_eq!(
        brief,
        [
            ["2", "native", "1"],
            ["2", "rapier", "1"],
            ["3", "native", "1"],
            ["3", "rapier", "1"]
        ]
    );
    // Heading and rows end alike, so that columns stand below their names.
    let width = lines[2].chars().count();
    assert!(
        lines[3..].iter().all(|line| line.chars().count() == width),
        "{table}"
    );
}

#[test]
fn a_small_rain_is_told_in_full_and_holds_together() {
    let told = json(&["--n", "4", "--steps", "150", "--stages", "--json"]);
    assert_eq!(told["bench"], "rain");
    assert_eq!(told["scene"], "crowded");
    assert_eq!(told["steps"], 150);
    assert!((number(&told["dt"]) - 1.0 / 60.0).abs() < 1e-8);
    let [run] = told["runs"].as_array().unwrap().as_slice() else {
        panic!("one number, one world: {told}");
    };
    assert_eq!(
        (&run["backend"], &run["n"], &run["bodies"], &run["threads"]),
        (&"native".into(), &4.into(), &40.into(), &1.into())
    );
    let times = &run["step_ms"];
    let [mean, median, p99, max] = ["mean", "median", "p99", "max"].map(|name| number(&times[name]));
    assert!(
        0.0 < mean && 0.0 < median && median <= p99 && p99 <= max && mean <= max,
        "{times}"
    );
    assert!((number(&run["us_a_figure"]) - mean * 250.0).abs() < 1e-6 * mean);
    // What DESIGN asks of the native world in the rain: gaps of 0.5 px and overshoots of 3° at most.
    let (gaps, over) = (&run["gap_px"], number(&run["limit_over_degrees"]));
    assert!(
        number(&gaps["mean"]) <= 0.01 && number(&gaps["max"]) <= 0.5,
        "{gaps}"
    );
    assert!((0.0..=3.0).contains(&over), "{over}");
    // After 2.5 s the lower ones are down, on the ground.
    assert!(number(&run["most_touching"]) > 0.0);
    let depth = number(&run["penetration_px"]);
    assert!((0.0..10.0).contains(&depth), "{depth}");
    assert!(run["asleep_at"].is_null());
    assert_eq!(run["broken_promises"], Value::Array(Vec::new()));
    let stages = run["stages"]["ms"].as_object().unwrap();
    let sum: f64 = stages.values().map(number).sum();
    assert_eq!(stages.len(), 11);
    assert!(sum > 0.0 && sum <= mean * 1.001, "{sum} of {mean}");
    let counts = &run["stages"]["counts"];
    assert!(
        number(&counts["contacts"]) > 0.0 && number(&counts["figures_in_lanes"]) <= 4.0,
        "{counts}"
    );
}

#[test]
fn the_state_is_the_same_for_any_number_of_threads_and_another_for_another_rain() {
    let hash = |words: &[&str]| {
        let told = json(&[words, &["--n", "20", "--steps", "40", "--json"]].concat());
        let hash = told["runs"][0]["state_hash"].as_str().unwrap().to_owned();
        assert_eq!(hash.len(), 16);
        hash
    };
    let alone = hash(&[]);
    assert_eq!(alone, hash(&["--threads", "2"]));
    assert_ne!(alone, hash(&["--scene", "clean"]));
}

#[test]
fn a_lone_stickman_falls_asleep() {
    let told = json(&["--n", "1", "--steps", "900", "--json"]);
    let run = &told["runs"][0];
    let asleep = number(&run["asleep_at"]);
    assert!((60.0..900.0).contains(&asleep), "{run}");
    assert!(run["stages"].is_null());
}
