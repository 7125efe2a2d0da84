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

#[test]
fn a_scene_with_puppets_is_not_supported_yet() {
    let scene = SCENE.replace(
        "    script: [",
        "    puppets: [(name: \"dummy\", figure: \"seven_point\", at: (800, 0))],\n    script: [",
    );
    let folder = folder(&[("p.ron", &scene)]);
    let (status, _, err) = check(&folder, &["p.ron"]);
    assert_eq!(status, Some(2));
    assert!(
        err.contains("puppet `dummy`: point-mass puppets are not supported yet"),
        "{err}"
    );
}
