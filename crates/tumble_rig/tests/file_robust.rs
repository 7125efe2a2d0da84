//! Files that are cut off, mangled or plain noise: an error or a valid file, never a panic.

use std::sync::Arc;

use proptest::prelude::*;
use tumble_rig::file::{ClipFile, RigFile, read_clip, read_rig};
use tumble_rig::library;
use tumble_rig::source::{Format, parse};

const HOPPER: &str = include_str!("file_fixtures/hopper.ron");
const HOP: &str = include_str!("file_fixtures/hop.ron");

/// A file of the tests, as RON or JSON.
#[derive(Clone, Debug)]
struct Sample {
    name: String,
    text: String,
    /// The rig that it is a clip of, a built-in one or the hopper; `None` for a rig.
    clip_of: Option<&'static str>,
}

impl Sample {
    /// Reads the text in place of the sample's own; whatever comes out must be printable.
    fn read(&self, text: &str) -> bool {
        let report = match self.clip_of {
            None => read_rig(&self.name, text).err(),
            Some(rig) => {
                let rig = match library::rig(rig) {
                    Some(rig) => rig,
                    None => Arc::new(read_rig("hopper.ron", HOPPER).expect("good")),
                };
                read_clip(&self.name, text, &rig).err()
            }
        };
        if let Some(report) = &report {
            assert!(!report.list.is_empty());
            assert!(report.to_string().starts_with(&self.name));
        }
        report.is_none()
    }

    fn as_json(&self) -> Self {
        let text = if self.clip_of.is_none() {
            let file: RigFile = parse(&self.name, &self.text, Format::Ron).expect("good");
            serde_json::to_string(&file)
        } else {
            let file: ClipFile = parse(&self.name, &self.text, Format::Ron).expect("good");
            serde_json::to_string(&file)
        };
        Self {
            name: self.name.replace(".ron", ".json"),
            text: text.expect("plain data"),
            clip_of: self.clip_of,
        }
    }
}

/// Every file that ships.
fn shipped() -> Vec<Sample> {
    let mut all = Vec::new();
    for rig in library::rigs() {
        for (name, text) in library::files_of(rig).expect("built in") {
            all.push(Sample {
                name: name.to_owned(),
                text: text.to_owned(),
                clip_of: (!name.contains("rigs/")).then_some(rig),
            });
        }
    }
    all
}

/// Cuts at every byte; a rest that isn't UTF-8 can't reach the parser, so those cuts are its own error.
fn cut_everywhere(sample: &Sample) {
    let bytes = sample.text.as_bytes();
    let whole = sample.text.trim_end().len();
    for end in 0..bytes.len() {
        let Ok(text) = core::str::from_utf8(&bytes[..end]) else {
            continue;
        };
        let good = sample.read(text);
        assert_eq!(good, end >= whole, "{} cut at byte {end}", sample.name);
    }
}

#[test]
fn shipped_files_cut_at_any_byte_give_an_error() {
    let all = shipped();
    assert!(all.len() >= 8);
    for sample in &all {
        cut_everywhere(sample);
    }
}

#[test]
fn json_cut_at_any_byte_gives_an_error() {
    for (name, text, clip_of) in [
        ("hopper.ron", HOPPER, None),
        ("walk.ron", shipped()[1].text.as_str(), Some("stickman")),
    ] {
        let sample = Sample {
            name: name.to_owned(),
            text: text.to_owned(),
            clip_of,
        };
        cut_everywhere(&sample.as_json());
    }
}

/// A mutation: at a share of the text, some bytes are replaced by others.
fn mutated(text: &str, at: f64, removed: usize, added: &str) -> String {
    let mut start = (at * text.len() as f64) as usize;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + removed).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    format!("{}{added}{}", &text[..start], &text[end..])
}

/// Pieces that mean something to a parser.
fn pieces() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("(".to_owned()),
        Just(")".to_owned()),
        Just("[".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("\"".to_owned()),
        Just("r#\"".to_owned()),
        Just("/*".to_owned()),
        Just("//".to_owned()),
        Just("'".to_owned()),
        Just(",".to_owned()),
        Just(":".to_owned()),
        Just("Some(".to_owned()),
        Just("None".to_owned()),
        Just("NaN".to_owned()),
        Just("-inf".to_owned()),
        Just("1e39".to_owned()),
        Just("-1".to_owned()),
        Just("0".to_owned()),
        Just("é\u{1F9B4}".to_owned()),
        "[ -~]{0,6}",
        "\\PC{0,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_files_never_panic(
        which in 0_usize..4,
        cuts in prop::collection::vec((0.0..1.0_f64, 0_usize..12, pieces()), 1..4),
    ) {
        let sample = Sample {
            name: ["a.ron", "b.json", "c.ron", "d.json"][which].to_owned(),
            text: if which < 2 { HOPPER } else { HOP }.to_owned(),
            clip_of: (which >= 2).then_some("hopper"),
        };
        let mut text = if which % 2 == 1 {
            Sample { name: "x.ron".to_owned(), ..sample.clone() }.as_json().text
        } else {
            sample.text.clone()
        };
        for (at, removed, added) in &cuts {
            text = mutated(&text, *at, *removed, added);
        }
        sample.read(&text);
    }

    #[test]
    fn noise_never_panics(text in "\\PC{0,60}") {
        for name in ["a.ron", "a.json"] {
            let good = read_rig(name, &text).is_ok();
            prop_assert!(!good);
        }
    }

    /// Numbers of any kind in any place: a rig that is taken has only finite ones.
    #[test]
    fn a_rig_that_is_taken_is_finite(values in prop::collection::vec(any::<f32>(), 12)) {
        let mut file: RigFile = parse("hopper.ron", HOPPER, Format::Ron).expect("good");
        let mut values = values.into_iter();
        let mut next = || values.next().expect("enough");
        match (next() as i32).rem_euclid(6) {
            0 => file.bones[1].length = next(),
            1 => file.bones[2].attach = Some((next(), next())),
            2 => file.stand.targets.0[0].1 = (next(), next()),
            3 => file.stand.torso = (next(), next()),
            4 => file.bodies.as_mut().expect("listed")[1].mass = next(),
            _ => file.limbs[1].max_distance = Some(next()),
        }
        if let Ok(rig) = file.build() {
            let mut pose = tumble_rig::Pose::rest(&rig, tumble_rig::math::Placement::default());
            tumble_rig::controls::solve(&rig, &rig.stand, tumble_rig::math::Placement::default(), &mut pose);
            prop_assert!(pose.is_finite());
            let mut bones = Vec::new();
            pose.local_bones(&rig, &mut bones);
            prop_assert!(bones.iter().all(|bone| bone.origin.is_finite() && bone.tip.is_finite()));
        }
    }
}
