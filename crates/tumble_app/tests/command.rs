//! The command as a person or a script meets it: exit status, what is on which stream, and which files are there afterwards.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
    command.current_dir(folder).args(words).stdin(Stdio::null());
    command
}

fn tumble(folder: &TempDir, words: &[&str]) -> Output {
    command(folder.path(), words).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[track_caller]
fn assert_status(output: &Output, status: i32) {
    assert_eq!(
        output.status.code(),
        Some(status),
        "stdout:\n{}\nstderr:\n{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// The names in a folder, in order.
fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A small scene whose character is gone at once.
const SMALL: &str = r#"(
    version: 1,
    terrain: [Polygon(points: [(-900, 0), (900, 0), (900, 100), (-900, 100)])],
    props: [(name: "ball", shape: Circle(30), at: (0, -200), mass: 1.0, restitution: 0.4)],
    script: [(at: 0.1, act: Impulse(body: "ball", impulse: (10, 0)))],
)"#;

#[test]
fn the_demo_writes_its_two_files_and_one_line() {
    let folder = folder();
    let output = tumble(&folder, &["demo", "--out", "new/pictures", "--size", "200x120"]);
    assert_status(&output, 0);
    let line = text(&output.stdout);
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(
        line.starts_with("harness: 720 steps (12.00 s) on native"),
        "{line}"
    );
    let gif = std::fs::read(folder.path().join("new/pictures/demo.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(&[0x3b]));
    // Two bytes each: width and height.
    assert_eq!(&gif[6..10], [200, 0, 120, 0]);
    let png = std::fs::read(folder.path().join("new/pictures/demo.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(
        std::fs::read_dir(folder.path().join("new/pictures"))
            .unwrap()
            .count(),
        2
    );
}

#[test]
fn a_run_gives_all_that_was_asked_for() {
    let folder = folder();
    let words = [
        "run",
        "drop",
        "--seconds",
        "1.5",
        "--trace",
        "t.jsonl",
        "--gif",
        "g.gif",
        "--png",
        "a.png",
        "--at",
        "0.5",
        "--png",
        "b.png",
        "--at",
        "1",
        "--svg",
        "c.svg",
        "--at",
        "0",
        "--sheet",
        "s.png",
        "--size",
        "160x90",
        "--follow",
        "hero",
        "--overlay",
        "joints,velocities",
    ];
    let output = tumble(&folder, &words);
    assert_status(&output, 0);
    assert_eq!(
        names(&folder),
        ["a.png", "b.png", "c.svg", "g.gif", "s.png", "t.jsonl"]
    );
    let trace = std::fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    assert_eq!(trace.lines().count(), 91);
    let svg = std::fs::read_to_string(folder.path().join("c.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("160") && svg.trim_end().ends_with("</svg>"));
    let png = std::fs::read(folder.path().join("a.png")).unwrap();
    assert_eq!(&png[16..24], [0, 0, 0, 160, 0, 0, 0, 90]);
    assert_ne!(png, std::fs::read(folder.path().join("b.png")).unwrap());
    // As any new file: readable by whoever the person's mask lets.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::write(folder.path().join("plain"), "").unwrap();
        let mode = |name: &str| folder.path().join(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode("a.png"), mode("plain"));
    }
}

#[test]
fn puppets_run_with_their_scenes_own_camera() {
    let folder = folder();
    let words = [
        "run",
        "puppet",
        "--seconds",
        "8.2",
        "--trace",
        "t.jsonl",
        "--gif",
        "g.gif",
        "--sheet",
        "s.png",
        "--png",
        "a.png",
        "--at",
        "3",
    ];
    let output = tumble(&folder, &words);
    assert_status(&output, 0);
    assert_eq!(names(&folder), ["a.png", "g.gif", "s.png", "t.jsonl"]);
    let line = text(&output.stdout);
    for part in ["1 puppet", "1 grab,", "1 jump,", "stretched by 0."] {
        assert!(line.contains(part), "{part} in {line}");
    }
    // 800 by 600 px, a pixel each, as the first of these figures were seen.
    let png = std::fs::read(folder.path().join("a.png")).unwrap();
    assert_eq!(&png[16..24], [0, 0, 3, 32, 0, 0, 2, 88]);
    let gif = std::fs::read(folder.path().join("g.gif")).unwrap();
    assert_eq!(&gif[6..10], [32, 3, 88, 2]);
    // Without a camera of one's own, it follows; and a name that nobody has is told.
    let followed = tumble(
        &folder,
        &[
            "run", "puppet", "--steps", "3", "--follow", "dummy", "--png", "f.png", "--at", "0",
        ],
    );
    assert_status(&followed, 0);
    let nobody = tumble(
        &folder,
        &[
            "run", "puppet", "--steps", "3", "--follow", "dumy", "--gif", "x.gif",
        ],
    );
    assert_status(&nobody, 2);
    assert!(
        text(&nobody.stderr).contains("did you mean `dummy`?"),
        "{}",
        text(&nobody.stderr)
    );
}

#[test]
fn a_runs_figures_of_puppets_are_in_its_json() {
    let folder = folder();
    let output = tumble(&folder, &["run", "puppet", "--seconds", "5", "--json"]);
    assert_status(&output, 0);
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let puppets = &run["puppets"];
    assert_eq!(
        (&puppets["count"], &puppets["jumps"], &puppets["pushes"]),
        (&1.into(), &1.into(), &1.into())
    );
    assert!(
        puppets["max_stretch"]
            .as_f64()
            .is_some_and(|stretch| stretch < 0.005)
    );
    assert_eq!(
        puppets["at_the_end"]["dummy"]["points"]["head"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
}

#[test]
fn the_trace_on_standard_output_is_nothing_but_the_trace() {
    let folder = folder();
    let output = tumble(&folder, &["run", "drop", "--steps", "30", "--trace", "-"]);
    assert_status(&output, 0);
    let reader = tumble_scene::TraceReader::new(output.stdout.as_slice()).unwrap();
    assert_eq!(reader.header().scene, "drop");
    let rows: Vec<_> = reader.map(Result::unwrap).collect();
    assert_eq!(rows.len(), 30);
    assert!(rows.iter().all(|row| row.stats.step_us > 0.0));
    // The summary is for people, on the other stream.
    assert!(text(&output.stderr).contains("drop: 30 steps"));
    assert!(names(&folder).is_empty());
}

#[test]
fn two_traces_differ_in_nothing_but_step_us() {
    let folder = folder();
    let run = |file: &str| {
        assert_status(
            &tumble(&folder, &["run", "thrown", "--seconds", "3", "--trace", file]),
            0,
        );
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            let cut = line.find("\"step_us\":").unwrap_or(line.len());
            lines.push(line[..cut].to_owned());
        }
        lines
    };
    let (first, second) = (run("1.jsonl"), run("2.jsonl"));
    assert_eq!(first.len(), 181);
    assert_eq!(first, second);
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let folder = folder();
    let output = tumble(&folder, &["run", "drop", "--json", "--png", "p.png"]);
    assert_status(&output, 0);
    let value: Value = serde_json::from_slice(&output.stdout).expect("one JSON value");
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(value["scene"], "drop");
    assert_eq!(value["backend"], "native");
    assert_eq!(value["steps"], 570);
    assert_eq!(value["broken_promises"], Value::Array(Vec::new()));
    assert_eq!(value["files"], serde_json::json!(["p.png"]));
    assert_eq!(value["characters"]["hero"]["state"], "animated");
    let states: Vec<&str> = value["hand_overs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["to"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["ragdoll", "recovering", "animated"]);
    assert_eq!(value["state_hash"].as_str().unwrap().len(), 16);
    assert!(value["step_us"]["mean"].as_f64().unwrap() > 0.0);
    assert!(value["joints"]["max_gap"].as_f64().unwrap() < 10.0);
    assert!(value["impacts"]["count"].as_u64().unwrap() > 3);
}

#[test]
fn a_scene_of_ones_own_is_found_by_its_path() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.ron"), SMALL).unwrap();
    let output = tumble(&folder, &["run", "mine.ron", "--steps", "20", "--dt", "0.01"]);
    assert_status(&output, 0);
    assert!(
        text(&output.stdout).starts_with("mine: 20 steps (0.20 s)"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn what_a_script_could_not_do_is_noted_and_no_failure() {
    let folder = folder();
    let scene = SMALL.replace("(at: 0.1,", "(at: 0.05, act: Remove(\"ball\")), (at: 0.1,");
    std::fs::write(folder.path().join("s.ron"), scene).unwrap();
    let output = tumble(&folder, &["run", "s.ron", "--steps", "20"]);
    assert_status(&output, 0);
    assert!(
        text(&output.stderr).contains("note: skipped: Impulse ball at 0.10 s: `ball` is not there"),
        "{}",
        text(&output.stderr)
    );
}

/// Bad arguments and files: exit status 2, one clear message on standard error, nothing on standard output, nothing written.
#[test]
fn whatever_is_wrong_with_the_arguments_is_told_and_nothing_is_written() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["run"], "<SCENE>"),
        (&["run", "harnes"], "did you mean `harness`?"),
        (&["run", "nowhere/at/all.ron"], "cannot read `nowhere/at/all.ron`"),
        (&["run", "d/"], "cannot read `d/`"),
        (
            &["run", "drop", "--backend", "box2d"],
            "possible values: native, rapier",
        ),
        (&["run", "drop", "--dt", "0"], "greater than zero"),
        (&["run", "drop", "--dt", "1/0"], "greater than zero"),
        (&["run", "drop", "--dt", "3"], "at most 0.1 s"),
        (&["run", "drop", "--seconds", "-2"], "must be greater than zero"),
        (&["run", "drop", "--seconds", "nan"], "not a finite number"),
        (
            &["run", "drop", "--seconds", "1", "--steps", "60"],
            "cannot be used with",
        ),
        (&["run", "drop", "--steps", "0"], "--steps"),
        (&["run", "drop", "--size", "0x9", "--gif", "x.gif"], "--size"),
        (&["run", "drop", "--size", "big"], "--size"),
        (&["run", "drop", "--follow", "hera"], "did you mean `hero`?"),
        (&["run", "drop", "--at", "1"], "belongs to no picture"),
        (
            &["run", "drop", "--png", "x.png", "--at", "99"],
            "is past the end: the run ends at 9.50 s",
        ),
        (
            &["run", "drop", "--png", "x.png", "--at", "-1"],
            "must not be negative",
        ),
        (
            &["run", "drop", "--trace", "no/such/folder/t.jsonl"],
            "cannot write `no/such/folder/t.jsonl`",
        ),
        (&["run", "drop", "--gif", "d"], "cannot write `d`"),
        (
            &["run", "drop", "--trace", "x", "--gif", "x"],
            "given for two outputs",
        ),
        (
            &["run", "drop", "--trace", "x", "--gif", "d/../x"],
            "given for two outputs",
        ),
        (&["run", "own.ron", "--png", "./own.ron"], "is the scene itself"),
        (
            &["run", "drop", "--gif", "x", "--seconds", "1e9"],
            "would not fit into memory",
        ),
        (&["run", "/dev/zero"], "holds more than 64 MiB"),
        (
            &["run", "drop", "--trace", "-", "--json"],
            "both want standard output",
        ),
        (&["run", "drop", "--overlay", "bones"], "possible values"),
        (&["check"], "<FILE>"),
        (&["check", "nothing.ron"], "nothing.ron: cannot be read"),
        (&["walk"], "unrecognized subcommand"),
        (&["demo", "--out", "f/inside"], "cannot write `f/inside`"),
    ];
    std::fs::write(folder.path().join("f"), "a file").unwrap();
    std::fs::write(folder.path().join("own.ron"), SMALL).unwrap();
    let before = names(&folder);
    for (words, message) in cases {
        let output = tumble(&folder, words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(message), "{words:?}: {error}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert_eq!(names(&folder), before, "{words:?}");
        assert!(!error.contains("panicked"), "{words:?}: {error}");
    }
}

#[test]
fn a_bad_scene_is_told_with_place_line_and_fix() {
    let folder = folder();
    let scene = SMALL
        .replace("Circle(30)", "Circle(-30)")
        .replace("body: \"ball\"", "body: \"bal\"");
    std::fs::write(folder.path().join("bad.ron"), scene).unwrap();
    let output = tumble(&folder, &["run", "bad.ron", "--gif", "g.gif"]);
    assert_status(&output, 2);
    let error = text(&output.stderr);
    assert!(
        error.contains("bad.ron:4:42: prop `ball`, field `shape`: -30 must be greater than zero"),
        "{error}"
    );
    assert!(
        error.contains("props: [(name: \"ball\", shape: Circle(-30)"),
        "{error}"
    );
    assert!(error.contains("help: did you mean `ball`?"), "{error}");
    assert_eq!(names(&folder), ["bad.ron"]);
}

#[test]
fn a_file_that_is_no_text_is_told() {
    let folder = folder();
    std::fs::write(folder.path().join("b.ron"), [0xff, 0xfe, 0x00, 0x80]).unwrap();
    for words in [&["run", "b.ron"][..], &["check", "b.ron"]] {
        let output = tumble(&folder, words);
        assert_status(&output, 2);
        assert!(text(&output.stderr).contains("b.ron"), "{}", text(&output.stderr));
    }
}

#[test]
fn what_was_there_stays_when_a_run_fails() {
    let folder = folder();
    std::fs::write(folder.path().join("g.gif"), "old").unwrap();
    let output = tumble(
        &folder,
        &["run", "drop", "--gif", "g.gif", "--png", "p.png", "--at", "99"],
    );
    assert_status(&output, 2);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("g.gif")).unwrap(),
        "old"
    );
    // And is replaced when it succeeds.
    let output = tumble(
        &folder,
        &["run", "drop", "--gif", "g.gif", "--steps", "5", "--size", "80x60"],
    );
    assert_status(&output, 0);
    assert!(
        std::fs::read(folder.path().join("g.gif"))
            .unwrap()
            .starts_with(b"GIF89a")
    );
    assert_eq!(names(&folder), ["g.gif"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_are_written_to() {
    let folder = folder();
    std::fs::write(folder.path().join("real.jsonl"), "old").unwrap();
    std::os::unix::fs::symlink("real.jsonl", folder.path().join("link.jsonl")).unwrap();
    assert_status(
        &tumble(&folder, &["run", "drop", "--steps", "2", "--trace", "link.jsonl"]),
        0,
    );
    assert!(
        folder
            .path()
            .join("link.jsonl")
            .symlink_metadata()
            .unwrap()
            .is_symlink()
    );
    let text = std::fs::read_to_string(folder.path().join("real.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert_status(
        &tumble(&folder, &["run", "drop", "--steps", "2", "--trace", "/dev/null"]),
        0,
    );
    assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_run_and_leaves_nothing_behind() {
    let folder = folder();
    let child = command(
        folder.path(),
        &[
            "run",
            "harness",
            "--seconds",
            "100000",
            "--trace",
            "t.jsonl",
            "--png",
            "p.png",
            "--at",
            "1",
        ],
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    // Under way once the trace has begun to fill under its temporary name.
    let begun = Instant::now();
    let filling = || {
        std::fs::read_dir(folder.path())
            .unwrap()
            .flatten()
            .any(|entry| entry.metadata().is_ok_and(|metadata| metadata.len() > 0))
    };
    while !filling() {
        assert!(begun.elapsed() < Duration::from_mins(1), "the run never began");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_status(&output, 130);
    assert!(text(&output.stderr).contains("stopped; nothing was written"));
    assert!(output.stdout.is_empty());
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let folder = folder();
    let mut child = command(folder.path(), &["run", "harness", "--trace", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_status(&output, 0);
    assert!(!text(&output.stderr).contains("panicked"));
}

#[test]
fn list_names_what_is_built_in() {
    let folder = folder();
    let output = tumble(&folder, &["list"]);
    assert_status(&output, 0);
    let list = text(&output.stdout);
    for name in [
        "stickman",
        "walk_right",
        "walk_left",
        "idle",
        "RESET",
        "harness",
        "drop",
        "ramp",
        "stairs",
        "thrown",
        "walk",
        "seven_point",
        "dog",
        "chain",
        "bridge",
        "puppet",
        "puppet-crowd",
    ] {
        let line = list
            .lines()
            .find(|line| line.split_whitespace().next() == Some(name));
        assert!(
            line.is_some_and(|line| line.split_whitespace().count() > 2),
            "{name} in\n{list}"
        );
    }
}

#[test]
fn help_and_version_are_no_failures() {
    let folder = folder();
    for words in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let output = tumble(&folder, words);
        assert_status(&output, 0);
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn a_broken_promise_is_told_by_the_exit_status_and_the_files_are_there() {
    let folder = folder();
    // More than an f32 can hold, once divided by the mass. The native world refuses such a mass; rapier takes it.
    let scene = SMALL
        .replace("mass: 1.0", "mass: 1e-40")
        .replace("impulse: (10, 0)", "impulse: (1e6, 0)");
    std::fs::write(folder.path().join("s.ron"), scene).unwrap();
    let words = ["run", "s.ron", "--steps", "30", "--trace", "t.jsonl"];
    let refused = tumble(&folder, &words);
    assert_status(&refused, 2);
    assert!(
        text(&refused.stderr).contains("mass"),
        "{}",
        text(&refused.stderr)
    );
    let output = tumble(&folder, &[&words[..], &["--backend", "rapier"]].concat());
    assert_status(&output, 1);
    let error = text(&output.stderr);
    assert!(
        error.contains("broken promise: `ball` was not finite and was taken out"),
        "{error}"
    );
    let trace = std::fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    assert_eq!(trace.lines().count(), 31);
    assert!(trace.contains(r#"{"kind":"quarantined","body":"ball"}"#));
    let output = tumble(
        &folder,
        &["run", "s.ron", "--backend", "rapier", "--steps", "30", "--json"],
    );
    assert_status(&output, 1);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["quarantined"], serde_json::json!(["ball"]));
}
