//! The rigs and clips that come with the library, parsed once.
//!
//! ```
//! use tumble_rig::library;
//!
//! let rig = library::stickman();
//! assert_eq!(rig.stand_height(), 385.0);
//! assert!(library::stickman_clips().get("walk_right").is_some());
//! ```

use std::sync::{Arc, OnceLock};

use crate::clip::ClipSet;
use crate::file::{read_clip, read_rig};
use crate::{Clip, Rig};

/// A built-in rig's texts: file name and text of the rig, then of its clips.
struct Source {
    name: &'static str,
    about: &'static str,
    rig: (&'static str, &'static str),
    clips: &'static [(&'static str, &'static str)],
}

/// The path of an asset, and its text.
macro_rules! asset {
    ($path:literal) => {
        (
            concat!("assets/", $path),
            include_str!(concat!("../../../assets/", $path)),
        )
    };
}

/// Index of the stickman in [`SOURCES`].
const STICKMAN: usize = 0;

const SOURCES: [Source; 2] = [
    Source {
        name: "stickman",
        about: "the figure of the scenes: two arms, two legs, a head that looks",
        rig: asset!("rigs/stickman.ron"),
        clips: &[
            asset!("clips/walk_right.ron"),
            asset!("clips/walk_left.ron"),
            asset!("clips/idle.ron"),
            asset!("clips/RESET.ron"),
        ],
    },
    Source {
        name: "dog",
        about: "a four-legged figure: the worked example of docs/rigs.md",
        rig: asset!("rigs/dog.ron"),
        clips: &[asset!("clips/dog_walk.ron"), asset!("clips/dog_idle.ron")],
    },
];

/// A built-in rig with its clips.
#[derive(Debug)]
struct Entry {
    rig: Arc<Rig>,
    clips: ClipSet,
}

fn entry(name: &str) -> Option<&'static Entry> {
    SOURCES.iter().position(|source| source.name == name).map(nth)
}

/// The n-th of [`SOURCES`].
fn nth(i: usize) -> &'static Entry {
    static ENTRIES: [OnceLock<Entry>; SOURCES.len()] = [const { OnceLock::new() }; SOURCES.len()];
    ENTRIES[i].get_or_init(|| read(&SOURCES[i]))
}

/// Reads a built-in rig.
///
/// # Panics
///
/// If the text isn't valid, with the whole report. The texts are part of the library, and a test reads each.
fn read(source: &Source) -> Entry {
    let (file, text) = source.rig;
    let rig = read_rig(file, text).unwrap_or_else(|report| panic!("the built-in rig is broken:\n{report}"));
    let clips = source
        .clips
        .iter()
        .map(|(file, text)| match read_clip(file, text, &rig) {
            Ok(clip) => Arc::new(clip),
            Err(report) => panic!("the built-in clip is broken:\n{report}"),
        })
        .collect::<Vec<Arc<Clip>>>();
    Entry {
        rig: Arc::new(rig),
        clips: ClipSet(clips),
    }
}

/// The stickman.
pub fn stickman() -> Arc<Rig> {
    Arc::clone(&nth(STICKMAN).rig)
}

/// The stickman's clips: `walk_right`, `walk_left`, `idle`, `RESET`.
pub fn stickman_clips() -> ClipSet {
    nth(STICKMAN).clips.clone()
}

/// Names of the built-in rigs.
pub fn rigs() -> impl ExactSizeIterator<Item = &'static str> {
    SOURCES.iter().map(|source| source.name)
}

/// A line about a built-in rig.
pub fn about(name: &str) -> Option<&'static str> {
    SOURCES
        .iter()
        .find(|source| source.name == name)
        .map(|source| source.about)
}

/// A built-in rig by name.
pub fn rig(name: &str) -> Option<Arc<Rig>> {
    entry(name).map(|entry| Arc::clone(&entry.rig))
}

/// The clips of a built-in rig.
pub fn clips(name: &str) -> Option<ClipSet> {
    entry(name).map(|entry| entry.clips.clone())
}

/// The files behind a built-in rig, to start one's own from: the rig's, then its clips', each with its text:
/// `("assets/rigs/stickman.ron", "(…")`.
pub fn files_of(name: &str) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
    let source = SOURCES.iter().find(|source| source.name == name)?;
    Some(core::iter::once(source.rig).chain(source.clips.iter().copied()))
}

/// The files behind all built-in rigs, as in [`files_of`].
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    rigs().filter_map(files_of).flatten()
}
