//! Which frames of a run tell its story.

use tumble::State;
use tumble_scene::frame::{Frame, SceneEvent};

/// A frame worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFrame {
    /// Index into the frames.
    pub index: usize,
    /// What it shows: `last ragdoll frame`; with the character's name when there are several.
    pub label: String,
}

/// The key frames of a run, in order, each frame once: the first and last frame; both sides of every hand-over between
/// states; in between, the middle of the fall, of the stand-up, and of long walks; what happens to puppets, where there are
/// four at most. A run without any of that is looked at evenly, eight times in all.
///
/// With more than one character or puppet the labels carry names.
pub fn key_frames(frames: &[Frame]) -> Vec<KeyFrame> {
    let Some(last) = frames.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut keys = vec![KeyFrame {
        index: 0,
        label: "start".to_owned(),
    }];
    let several = frames.iter().any(|frame| frame.characters.len() > 1);
    let mut names: Vec<&str> = Vec::new();
    for character in frames.iter().flat_map(|frame| &frame.characters) {
        if !names.contains(&character.name.as_str()) {
            names.push(&character.name);
        }
    }
    for name in names {
        for span in spans(frames, name) {
            for (index, what) in span.keys(last) {
                let label = if several {
                    format!("{name}: {what}")
                } else {
                    what.to_owned()
                };
                keys.push(KeyFrame { index, label });
            }
        }
    }
    puppet_keys(frames, several, &mut keys);
    if keys.len() == 1 {
        keys.extend((1..7).map(|k| KeyFrame {
            index: last * k / 7,
            label: String::new(),
        }));
    }
    keys.push(KeyFrame {
        index: last,
        label: "end".to_owned(),
    });
    // Stable: of two labels for one frame the first one stays.
    keys.sort_by_key(|key| key.index);
    keys.dedup_by_key(|key| key.index);
    keys
}

/// The same, thinned to at most `most` frames: hand-overs stay longest, then start and end.
pub fn key_frames_at_most(frames: &[Frame], most: usize) -> Vec<KeyFrame> {
    let mut keys = key_frames(frames);
    let rank = |label: &str| {
        let ends = |what| label.ends_with(what);
        match label {
            _ if ends(RAGDOLL.last) || ends(RECOVERING.first) => 4,
            "start" | "end" => 3,
            _ if ends(RAGDOLL.first) || ends(RECOVERING.middle) => 2,
            _ if ends(PICKED_UP) || ends(LET_GO) || ends(JUMPS) || ends(PUSHED) => 2,
            _ if ends(RAGDOLL.middle) || ends(ANIMATED.first) || ends(FLIES) => 1,
            _ => 0,
        }
    };
    while keys.len() > most {
        // The last of the least important: the beginning of a run is told best.
        let Some(least) = (0..keys.len()).rev().min_by_key(|&i| rank(&keys[i].label)) else {
            break;
        };
        keys.remove(least);
    }
    keys
}

/// With more puppets than this nobody's story is told.
const MOST_PUPPETS: usize = 4;

const PUSHED: &str = "pushed";
const JUMPS: &str = "jumps";
const PICKED_UP: &str = "picked up";
const LET_GO: &str = "let go";
const FLIES: &str = "flies";
const LANDS: &str = "lands";

/// Adds what happens to the puppets.
fn puppet_keys(frames: &[Frame], characters: bool, keys: &mut Vec<KeyFrame>) {
    let most = frames.iter().map(|frame| frame.puppets.len()).max().unwrap_or(0);
    if most > MOST_PUPPETS {
        return;
    }
    let several = characters || most > 1 || frames.iter().any(|frame| !frame.characters.is_empty());
    let at = |time: f64| {
        frames
            .partition_point(|frame| frame.time < time)
            .min(frames.len() - 1)
    };
    for (i, frame) in frames.iter().enumerate() {
        for event in &frame.events {
            // What is seen best some time later, when.
            let told: &[(f64, &str)] = match event {
                SceneEvent::Pushed { .. } => &[(0.5, PUSHED)],
                SceneEvent::Jumped { .. } => &[(0.25, JUMPS)],
                SceneEvent::Grabbed { .. } => &[(0.0, PICKED_UP), (0.4, "held")],
                SceneEvent::Released { .. } => &[(0.0, LET_GO), (0.3, FLIES)],
                SceneEvent::Landed { .. } => &[(0.0, LANDS)],
                _ => &[],
            };
            let who = match event {
                SceneEvent::Pushed { who, .. }
                | SceneEvent::Jumped { who, .. }
                | SceneEvent::Landed { who, .. } => who.as_str(),
                SceneEvent::Grabbed { body } | SceneEvent::Released { body, .. } => {
                    body.split('/').next().unwrap_or_default()
                }
                _ => continue,
            };
            for &(later, what) in told {
                let index = if later > 0.0 { at(frame.time + later) } else { i };
                let label = if several {
                    format!("{who}: {what}")
                } else {
                    what.to_owned()
                };
                keys.push(KeyFrame { index, label });
            }
        }
    }
}

/// What the frames of a state are called.
struct Words {
    first: &'static str,
    middle: &'static str,
    last: &'static str,
}

const ANIMATED: Words = Words {
    first: "first animated frame",
    middle: "animated",
    last: "last animated frame",
};
const RAGDOLL: Words = Words {
    first: "first ragdoll frame",
    middle: "falling",
    last: "last ragdoll frame",
};
const RECOVERING: Words = Words {
    first: "first recovering frame",
    middle: "standing up",
    last: "last recovering frame",
};

fn words(state: State) -> &'static Words {
    match state {
        State::Animated => &ANIMATED,
        State::Ragdoll => &RAGDOLL,
        State::Recovering => &RECOVERING,
    }
}

/// A stretch of frames in one state, both ends included.
struct Span {
    state: State,
    from: usize,
    to: usize,
    /// Seconds a frame.
    dt: f64,
}

impl Span {
    fn keys(&self, last: usize) -> Vec<(usize, &'static str)> {
        let words = words(self.state);
        let length = self.to - self.from;
        let after = |seconds: f64| ((seconds / self.dt).round() as usize).min(length / 2);
        let mut keys = Vec::new();
        if self.from > 0 {
            keys.push((self.from, words.first));
        }
        // What lasts for a few frames only is told by its ends.
        if length as f64 * self.dt > 0.3 {
            match self.state {
                // A fall is over soon; the rest is lying there.
                State::Ragdoll => {
                    keys.push((self.from + after(0.3), words.middle));
                    keys.push((self.from + after(0.7), "tumbling"));
                }
                State::Recovering => {
                    keys.push((self.from + length / 3, words.middle));
                    keys.push((self.from + length * 2 / 3, words.middle));
                }
                State::Animated if self.from == 0 && self.to == last => {
                    keys.extend((1..7).map(|k| (length * k / 7, words.middle)));
                }
                State::Animated if length as f64 * self.dt > 0.6 => {
                    keys.push((self.from + length / 2, words.middle));
                }
                State::Animated => {}
            }
        }
        if self.to < last {
            keys.push((self.to, words.last));
        }
        keys
    }
}

fn spans(frames: &[Frame], name: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let dt = frames
        .windows(2)
        .map(|pair| pair[1].time - pair[0].time)
        .find(|dt| *dt > 0.0)
        .unwrap_or(1.0 / 60.0);
    for (i, frame) in frames.iter().enumerate() {
        let Some(character) = frame.characters.iter().find(|c| c.name == name) else {
            continue;
        };
        match spans.last_mut() {
            Some(span) if span.state == character.state && span.to + 1 == i => span.to = i,
            _ => spans.push(Span {
                state: character.state,
                from: i,
                to: i,
                dt,
            }),
        }
    }
    spans
}
