//! Tumble beside its peers: the same scenes in several engines, turn by turn in one run.
//!
//! A [`scene::Scene`] says what is put where and when, in plain numbers; an [`engine::Engine`] builds it in its own terms and steps it; a
//! [`race::Race`] steps several of them in turn and takes their times; a [`measure::Watcher`] judges each by the poses of its bodies
//! alone. `--bin peers` runs them all and prints the table.

pub mod engine;
pub mod measure;
pub mod memory;
pub mod plan;
pub mod race;
pub mod report;
pub mod scene;
pub mod stats;
