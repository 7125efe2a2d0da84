//! `tumble check`: kinds are told by content, every problem is printed, the exit status tells.

use std::process::{Command, Output};

use tempfile::TempDir;

const RIG: &str = include_str!("../../../assets/rigs/stickman.ron");
const CLIP: &str = include_str!("../../../assets/clips/walk_right.ron");
const SCENE: &str = include_str!("../../../assets/scenes/walk.ron");

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn check(folder: &TempDir, words: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_tumble"))
        .current_dir(folder.path())
        .arg("check")
        .args(words)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn good_files_are_told_with_what_they_are() {
    let folder = folder(&[("a.ron", RIG), ("b.ron", CLIP), ("c.ron", SCENE)]);
    let (status, out, err) = check(&folder, &["a.ron", "b.ron", "c.ron"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[0].starts_with("ok: a.ron: rig `stickman`, 10 bones"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("ok: b.ron: clip `walk_right` for rig `stickman`"),
        "{out}"
    );
    assert!(
        lines[2].starts_with("ok: c.ron: scene, 1 character, 0 props, 2 actions"),
        "{out}"
    );
}

#[test]
fn a_clip_is_checked_for_the_rig_it_fits_or_the_one_given() {
    let dog = include_str!("../../../assets/clips/dog_walk.ron");
    let folder = folder(&[("dog.ron", dog)]);
    let (status, out, _) = check(&folder, &["dog.ron"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("for rig `dog`"), "{out}");
    let (status, _, err) = check(&folder, &["dog.ron", "--rig", "stickman"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("dog.ron:"), "{err}");
    let (status, _, err) = check(&folder, &["dog.ron", "--rig", "stikman"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("did you mean `stickman`?"), "{err}");
}

#[test]
fn every_problem_of_every_file_is_printed() {
    let rig = RIG.replacen("length:", "lenght:", 1);
    let scene = SCENE.replace("walk_left", "walk_lefd").replace("idle", "idel");
    let folder = folder(&[("rig.ron", &rig), ("scene.ron", &scene), ("good.ron", CLIP)]);
    let (status, out, err) = check(&folder, &["rig.ron", "scene.ron", "good.ron", "missing.ron"]);
    assert_eq!(status, Some(2));
    assert!(
        out.starts_with("ok: good.ron") && out.lines().count() == 1,
        "{out}"
    );
    assert!(
        err.contains("rig.ron:") && err.contains("did you mean `length`?"),
        "{err}"
    );
    assert!(
        err.contains("did you mean `walk_left`?") && err.contains("did you mean `idle`?"),
        "{err}"
    );
    assert!(err.contains("missing.ron: cannot be read"), "{err}");
    assert!(err.contains("4 mistakes in 3 of 4 files"), "{err}");
    // With the place and the source line.
    let line = scene.lines().position(|line| line.contains("walk_lefd")).unwrap() + 1;
    assert!(err.contains(&format!("scene.ron:{line}:")), "{err}");
    assert!(err.contains(&format!(" {line} | ")), "{err}");
}

#[test]
fn what_can_not_be_told_by_content_is_told_by_its_name_or_not_at_all() {
    let folder = folder(&[
        ("odd.ron", "(version: 1)"),
        ("odd.scene.ron", "(version: 1)"),
        ("empty.json", ""),
    ]);
    let (status, _, err) = check(&folder, &["odd.ron"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("can't tell what this is"), "{err}");
    let (status, out, _) = check(&folder, &["odd.scene.ron"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("scene"), "{out}");
    let (status, ..) = check(&folder, &["empty.json"]);
    assert_eq!(status, Some(2));
}

const FIGURE: &str = include_str!("../../../assets/figures/seven_point.ron");

#[test]
fn a_figure_and_a_scene_with_puppets_are_told_with_what_they_are() {
    let scene = SCENE.replace(
        "    script: [",
        "    puppets: [(name: \"dummy\", figure: \"mine.ron\", at: (800, 0))],\n    script: [",
    );
    let folder = folder(&[("p.ron", &scene), ("mine.ron", FIGURE)]);
    let (status, out, err) = check(&folder, &["mine.ron", "p.ron"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(
        out,
        "ok: mine.ron: figure `seven_point`, 7 points, 7 sticks, 6 springs, 75 kg\n\
         ok: p.ron: scene, 1 character, 1 puppet, 0 props, 2 actions\n"
    );
}

#[test]
fn mistakes_of_figure_files_are_told_with_line_field_and_fix() {
    let cases = [
        (
            "b: \"left_hand\"),\n        (a: \"hip\"",
            "b: \"left_hant\"),\n        (a: \"hip\"",
            ":29:25: stick `chest`–`left_hant`, field `b`: there is no point named `left_hant`",
            "did you mean `left_hand`?",
        ),
        (
            "at: (8, 3.9)",
            "at: (8, 4)",
            ":25:9: stick `head`–`chest`: its ends lie in one place; move one, or give a length",
            "",
        ),
        (
            "mass: 20),\n        (name: \"hip\"",
            "mass: 0),\n        (name: \"hip\"",
            ":16:45: point `chest`, field `mass`: 0 is out of range",
            "it must be",
        ),
        (
            "drag: 0.7",
            "drag: NaN",
            ":10:11: field `drag`: not a finite number",
            "write a plain number",
        ),
        (
            "name: \"hip\"",
            "name: \"chest\"",
            ":17:16: point `chest`, field `name`: the name `chest` is taken by another point",
            "a name of its own",
        ),
        (
            "springs:",
            "sprinks:",
            ":34:5: field `sprinks`: unknown field",
            "did you mean `springs`?",
        ),
        (
            "version: 1",
            "version: 9",
            ":5:14: field `version`: this figure file is of version 9",
            "version 1",
        ),
        (
            "grab: \"chest\"",
            "grab: \"cest\"",
            ":43:11: field `grab`: there is no point named `cest`",
            "did you mean `chest`?",
        ),
    ];
    for (from, to, place, help) in cases {
        assert!(FIGURE.contains(from), "{from}");
        let folder = folder(&[("f.ron", &FIGURE.replacen(from, to, 1))]);
        let (status, out, err) = check(&folder, &["f.ron"]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{to}");
        assert!(err.contains(&format!("f.ron{place}")), "{place}\n{err}");
        assert!(err.contains(help), "{help}\n{err}");
    }
}
