//! Arguments of `tumble bench`.

use clap::{Args, ValueEnum};

use crate::args::BackendName;

/// Arguments of `tumble bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Numbers of stickmen
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "10,100,1000", value_parser = clap::value_parser!(u32).range(1..=MOST_FIGURES))]
    pub(crate) n: Vec<u32>,
    /// Physics worlds, one after the other, each as `tumble run` has it; rapier's own defaults are in the peers' bench
    #[arg(
        long,
        value_name = "WORLDS",
        value_delimiter = ',',
        value_enum,
        default_value = "native"
    )]
    pub(crate) backend: Vec<BackendName>,
    /// Threads that a world steps with; the native world only
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// How the stickmen are spaced
    #[arg(long, value_enum, default_value_t = Spacing::Crowded)]
    pub(crate) scene: Spacing,
    /// Steps of 1/60 s that are measured
    #[arg(long, value_name = "STEPS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) steps: u32,
    /// Tell how long each stage of a step took and what it had to do; the native world on one thread only
    #[arg(long)]
    pub(crate) stages: bool,
    /// Print one JSON object in place of the table
    #[arg(long)]
    pub(crate) json: bool,
}

/// More stickmen than this would want more memory than most machines have.
const MOST_FIGURES: i64 = 100_000;

/// How the stickmen are spaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spacing {
    /// 700 px apart, rows 1100 px apart; arms overlap the neighbour's at the start, limbs on one joint collide
    Crowded,
    /// 1200 px apart both ways; limbs on one joint don't collide
    Clean,
}

impl Spacing {
    /// As it is written on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Crowded => "crowded",
            Self::Clean => "clean",
        }
    }
}
