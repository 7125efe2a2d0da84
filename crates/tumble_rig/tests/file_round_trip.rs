//! The same rig in both notations, and through a tool's hands and back.

use tumble_rig::file::{ClipFile, RigFile, read_clip, read_rig};
use tumble_rig::library;
use tumble_rig::source::{Format, parse};

const HOPPER: &str = include_str!("file_fixtures/hopper.ron");

#[test]
fn json_and_ron_give_the_same_rig_and_clips() {
    for name in library::rigs() {
        let rig = library::rig(name).expect("built in");
        for (file, text) in library::files_of(name).expect("built in") {
            if file.contains("rigs/") {
                let plain: RigFile = parse(file, text, Format::Ron).expect("good");
                let json = serde_json::to_string_pretty(&plain).expect("plain data");
                let again = read_rig("rig.json", &json).unwrap_or_else(|report| panic!("{report}"));
                assert_eq!(again, *rig);
            } else {
                let clip = read_clip(file, text, &rig).expect("good");
                let plain: ClipFile = parse(file, text, Format::Ron).expect("good");
                let json = serde_json::to_string(&plain).expect("plain data");
                let again = read_clip("clip.json", &json, &rig).unwrap_or_else(|report| panic!("{report}"));
                assert_eq!(again, clip);
            }
        }
    }
}

#[test]
fn a_rig_written_back_reads_as_the_same_rig() {
    let texts = library::files()
        .filter(|(file, _)| file.contains("rigs/"))
        .chain([("hopper.ron", HOPPER)]);
    for (file, text) in texts {
        let plain: RigFile = parse(file, text, Format::Ron).expect("good");
        let written =
            ron::ser::to_string_pretty(&plain, ron::ser::PrettyConfig::default()).expect("plain data");
        let again: RigFile = parse(file, &written, Format::Ron).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(again, plain);
        assert_eq!(again.build().expect("good"), read_rig(file, text).expect("good"));
    }
}

#[test]
fn a_clip_written_back_reads_as_the_same_clip() {
    for (file, text) in library::files().filter(|(file, _)| file.contains("clips/")) {
        let plain: ClipFile = parse(file, text, Format::Ron).expect("good");
        let written =
            ron::ser::to_string_pretty(&plain, ron::ser::PrettyConfig::default()).expect("plain data");
        let again: ClipFile = parse(file, &written, Format::Ron).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(again, plain);
    }
}

#[test]
fn bones_may_come_in_any_order() {
    let mut file: RigFile = parse("hopper.ron", HOPPER, Format::Ron).expect("good");
    let sorted = file.build().expect("good");
    file.bones.reverse();
    let rig = file.build().expect("good in any order");
    assert_eq!(rig.bones[0].name, "torso");
    for (i, bone) in rig.bones.iter().enumerate() {
        assert!(bone.parent.is_none_or(|parent| parent.index() < i));
        let same = sorted.bone(&bone.name).expect("the same bones");
        assert_eq!(sorted.bones[same.index()].length, bone.length);
        assert_eq!(sorted.ragdoll.bodies[same.index()], rig.ragdoll.bodies[i]);
    }
}

#[test]
fn a_rig_of_three_lines_is_enough() {
    let text = r#"(version: 1, name: "worm", bones: [
        (name: "torso", length: 100, rest: -90),
        (name: "neck", parent: "torso"),
        (name: "head", parent: "neck", length: 40),
    ])"#;
    let rig = read_rig("worm.ron", text).unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(rig.bones[1].length, 0.0, "bones without a length are normal");
    assert!(rig.ragdoll.bodies[1].is_none(), "and ride on their parent");
    let head = rig.ragdoll.joints[2]
        .as_ref()
        .expect("joined to the torso's body");
    assert_eq!(head.name, "head");
    assert_eq!(rig.stand.bones, [(-90.0_f32).to_radians(), 0.0, 0.0]);
}

#[test]
fn a_bone_without_length_can_have_a_round_body() {
    let text = r#"(version: 1, name: "worm", bones: [
        (name: "torso", length: 100, rest: -90),
        (name: "knob", parent: "torso"),
    ], bodies: [(bone: "torso"), (bone: "knob", shape: Circle(20)) ])"#;
    let rig = read_rig("worm.ron", text).unwrap_or_else(|report| panic!("{report}"));
    let knob = rig.ragdoll.bodies[1].expect("a body");
    assert_eq!(knob.shape, tumble_rig::BodyShape::Circle { radius: 20.0 });
}
