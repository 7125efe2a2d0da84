//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use tumble_bench::engine::Name;
use tumble_bench::scene::Kind;

/// Runs the same scenes in the native world, Box2D and rapier, turn by turn, and prints how they do.
#[derive(Debug, Parser)]
#[command(name = "peers", version, after_help = AFTER_HELP)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of a command line are on or off"
)]
pub(crate) struct Args {
    /// Scenes: crowded, clean, human-rain, human-rain-feet, pile; default: all
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_enum)]
    pub(crate) scene: Vec<SceneName>,
    /// Numbers of figures; default: 10, 100, 1000, 5000, and 10000 for the native world alone; 1000 humans; a pile of 300
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) n: Vec<u32>,
    /// Engines: native, box2d, rapier; default: all
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_enum)]
    pub(crate) engines: Vec<EngineName>,
    /// Steps to time; default: 600 of the rain, 1000 of humans, 1500 of the pile
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) steps: Option<u32>,
    /// Numbers of threads; default: 1, and 2 from 1000 figures on
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=32))]
    pub(crate) threads: Vec<u8>,
    /// Run each this often, and take the fastest time of each step; default, on one thread: 3 up to 100 figures, 2 up to 1000; else 1
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) repeat: Option<u8>,
    /// Only times: don't look at gaps, limits, depths and sleep
    #[arg(long)]
    pub(crate) no_quality: bool,
    /// Take the time of each stage, too, in a run of its own; rapier doesn't tell
    #[arg(long)]
    pub(crate) stages: bool,
    /// Fewer figures and steps, one thread: below a minute
    #[arg(long)]
    pub(crate) quick: bool,
    /// Print one JSON object in place of the tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Put the tables into this document, too, between its lines `<!-- peers -->` and `<!-- /peers -->`; not when stopped
    #[arg(long, value_name = "FILE.md")]
    pub(crate) into: Option<PathBuf>,
    /// Folder that the picture peers.svg is written to; made if need be
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub(crate) out: PathBuf,
}

const AFTER_HELP: &str = "\
Exit status: 0 done, whether goals are met or not; 1 an engine failed or a file can't be written; 2 bad arguments; 130 stopped by Ctrl-C (what was measured is printed).";

/// A scene's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SceneName {
    /// Stickmen 700 px apart, siblings on one pin colliding
    Crowded,
    /// Stickmen 1200 px apart, siblings apart
    Clean,
    /// Box2D's own rain of eleven-bone humans, without feet
    HumanRain,
    /// The same with feet: Box2D and rapier only
    HumanRainFeet,
    /// Stickmen falling into a bin
    Pile,
}

impl From<SceneName> for Kind {
    fn from(name: SceneName) -> Self {
        match name {
            SceneName::Crowded => Self::Crowded,
            SceneName::Clean => Self::Clean,
            SceneName::HumanRain => Self::HumanRain,
            SceneName::HumanRainFeet => Self::HumanRainFeet,
            SceneName::Pile => Self::Pile,
        }
    }
}

/// An engine's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Tumble's own
    Native,
    /// Box2D 3.2
    Box2d,
    /// rapier2d 0.36
    Rapier,
}

impl From<EngineName> for Name {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Native => Self::Native,
            EngineName::Box2d => Self::Box2d,
            EngineName::Rapier => Self::Rapier,
        }
    }
}

/// One race to run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) figures: usize,
    pub(crate) threads: usize,
    pub(crate) steps: usize,
    pub(crate) engines: Vec<Name>,
    pub(crate) quality: bool,
    pub(crate) repeats: usize,
}

/// Repeats of races up to so many figures; a single step that somebody else's work hit must not count for the slowest.
const REPEATS: [(usize, usize); 2] = [(100, 3), (1000, 2)];

/// The native world alone goes on to so many figures in the rain, for its growth.
const ALONE: usize = 10_000;
/// Figures from which on two threads are tried, too.
const SEVERAL_THREADS: usize = 1000;
/// Figures from which on `--quick` takes a quarter of the steps.
const QUICK_FEWER_STEPS: usize = 300;

impl Args {
    /// The races that were asked for.
    pub(crate) fn plan(&self) -> Vec<Entry> {
        let kinds: Vec<Kind> = if self.scene.is_empty() {
            Kind::ALL
                .into_iter()
                .filter(|kind| !(self.quick && kind.needs_compounds()))
                .collect()
        } else {
            self.scene.iter().map(|&name| name.into()).collect()
        };
        let chosen: Vec<Name> = if self.engines.is_empty() {
            Name::ALL.to_vec()
        } else {
            Name::ALL
                .into_iter()
                .filter(|name| self.engines.iter().any(|&engine| Name::from(engine) == *name))
                .collect()
        };
        let mut entries = Vec::new();
        for kind in kinds {
            let able = chosen
                .iter()
                .copied()
                .filter(|name| name.has_compounds() || !kind.needs_compounds());
            let able: Vec<Name> = able.collect();
            for figures in self.counts(kind) {
                for threads in self.thread_counts(kind, figures) {
                    self.enter(&mut entries, kind, figures, threads, able.clone(), threads == 1);
                }
            }
            let rain = matches!(kind, Kind::Crowded | Kind::Clean);
            if rain && self.n.is_empty() && !self.quick && able.contains(&Name::Native) {
                self.enter(&mut entries, kind, ALONE, 1, vec![Name::Native], false);
            }
        }
        entries
    }

    fn enter(
        &self,
        entries: &mut Vec<Entry>,
        kind: Kind,
        figures: usize,
        threads: usize,
        engines: Vec<Name>,
        quality: bool,
    ) {
        let shorter = if self.quick && figures >= QUICK_FEWER_STEPS {
            4
        } else {
            1
        };
        let steps = self.steps.map_or(kind.steps() / shorter, |steps| steps as usize);
        let repeated = threads == 1 && !kind.needs_compounds();
        let usual = REPEATS
            .iter()
            .find(|(most, _)| repeated && figures <= *most)
            .map_or(1, |(_, times)| *times);
        let repeats = self.repeat.map_or(usual, usize::from);
        let quality = quality && !self.no_quality;
        if !engines.is_empty() {
            entries.push(Entry {
                kind,
                figures,
                threads,
                steps,
                engines,
                quality,
                repeats,
            });
        }
    }

    fn counts(&self, kind: Kind) -> Vec<usize> {
        if self.n.is_empty() {
            let most = if self.quick { 1000 } else { usize::MAX };
            kind.counts()
                .iter()
                .copied()
                .filter(|&count| count <= most)
                .collect()
        } else {
            self.n.iter().map(|&n| n as usize).collect()
        }
    }

    fn thread_counts(&self, kind: Kind, figures: usize) -> Vec<usize> {
        if !self.threads.is_empty() {
            return self.threads.iter().map(|&threads| usize::from(threads)).collect();
        }
        if figures >= SEVERAL_THREADS && !self.quick && !kind.needs_compounds() {
            vec![1, 2]
        } else {
            vec![1]
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn plan(words: &[&str]) -> Vec<Entry> {
        let words = ["peers"].iter().chain(words);
        Args::try_parse_from(words)
            .unwrap_or_else(|error| panic!("{error}"))
            .plan()
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn by_default_all_scenes_are_run() {
        let plan = plan(&[]);
        for kind in Kind::ALL {
            assert!(
                plan.iter().any(|entry| entry.kind == kind && entry.threads == 1),
                "{kind}"
            );
        }
        let alone = plan
            .iter()
            .find(|entry| entry.kind == Kind::Clean && entry.figures == 10_000)
            .unwrap();
        assert_eq!(alone.engines, [Name::Native]);
        assert!(
            plan.iter()
                .any(|entry| entry.figures == 5000 && entry.threads == 2)
        );
        assert!(
            plan.iter()
                .all(|entry| entry.threads == 1 || entry.figures >= 1000)
        );
        for entry in &plan {
            let repeats = match entry.figures {
                _ if entry.threads > 1 || entry.kind.needs_compounds() => 1,
                0..=100 => 3,
                101..=1000 => 2,
                _ => 1,
            };
            assert_eq!(entry.repeats, repeats, "{entry:?}");
        }
        assert!(
            plan.iter()
                .filter(|entry| entry.kind == Kind::HumanRainFeet)
                .all(|entry| !entry.engines.contains(&Name::Native))
        );
    }

    #[test]
    fn what_is_asked_for_is_run() {
        let plan = plan(&[
            "--scene",
            "pile,clean",
            "--n",
            "7,30",
            "--engines",
            "rapier,native",
            "--steps",
            "12",
            "--no-quality",
        ]);
        let brief: Vec<_> = plan
            .iter()
            .map(|entry| (entry.kind, entry.figures, entry.threads, entry.steps))
            .collect();
        assert_eq!(
            brief,
            [
                (Kind::Pile, 7, 1, 12),
                (Kind::Pile, 30, 1, 12),
                (Kind::Clean, 7, 1, 12),
                (Kind::Clean, 30, 1, 12)
            ]
        );
        assert!(
            plan.iter()
                .all(|entry| entry.engines == [Name::Native, Name::Rapier] && !entry.quality)
        );
        assert!(Args::try_parse_from(["peers", "--n", "0"]).is_err());
        assert!(Args::try_parse_from(["peers", "--scene", "snow"]).is_err());
    }
}
