//! `tumble run --overlay` with what is inside a world: what is drawn, and what a world that doesn't tell is said to leave out.

use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run(folder: &TempDir, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tumble"))
        .current_dir(folder.path())
        .args(["run", "drop", "--steps", "100", "--size", "480x270"])
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The picture of the end with these layers.
fn svg(layers: &str, backend: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = run(
        &folder,
        &["--overlay", layers, "--backend", backend, "--svg", "a.svg"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let picture = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    (picture, stderr(&output))
}

#[test]
fn each_layer_of_the_inside_adds_something_of_its_own() {
    let (bare, _) = svg("none", "native");
    let mut seen = vec![bare.clone()];
    for layer in ["contacts", "islands", "boxes", "counters", "stages"] {
        let (picture, notes) = svg(layer, "native");
        assert!(picture.len() > bare.len() && !seen.contains(&picture), "{layer}");
        assert!(!picture.contains("NaN"), "{layer}");
        assert_eq!(notes, "", "{layer}");
        // Only the stages' times differ from run to run.
        if layer != "stages" {
            assert_eq!(svg(layer, "native").0, picture, "{layer}");
        }
        seen.push(picture);
    }
    // `all` is of the character, and the same on every run.
    let (all, _) = svg("all", "native");
    assert_eq!(svg("all", "native").0, all);
    assert!(!seen.contains(&all));
}

#[test]
fn a_world_that_does_not_tell_is_drawn_without_and_says_so_once() {
    let (bare, notes) = svg("none", "rapier");
    assert_eq!(notes, "");
    let (picture, notes) = svg("contacts,islands,boxes,counters,stages", "rapier");
    assert_eq!(picture, bare);
    assert_eq!(notes.lines().count(), 1, "{notes}");
    assert!(notes.contains("rapier") && notes.contains("contacts"), "{notes}");
    // Joints are the character's own, too.
    assert_eq!(svg("joints", "rapier").1, "");
}

#[test]
fn a_film_shows_the_inside_of_every_step() {
    let folder = tempfile::tempdir().unwrap();
    for (layers, name) in [("none", "bare.gif"), ("contacts,islands", "inside.gif")] {
        let output = run(&folder, &["--overlay", layers, "--gif", name]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let size = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().len();
    assert!(size("inside.gif") > size("bare.gif"));
}
