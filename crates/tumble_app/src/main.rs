//! The `tumble` command: runs, records and checks scenes of characters that fall and get up, and measures their worlds.
//!
//! Exit status: 0 done; 1 the run finished but a promise was broken; 2 bad arguments or a bad file; 130 stopped by Ctrl-C.

mod args;
mod bench;
mod check;
mod demo;
mod error;
mod figures;
mod interrupt;
mod list;
mod output;
mod pictures;
mod report;
mod run;
mod simulate;
mod stage_clock;

use std::process::ExitCode;

use args::{Command, Parsed};
use error::Failure;

/// Done.
pub(crate) const DONE: u8 = 0;
/// The run finished but a promise was broken.
pub(crate) const BROKEN: u8 = 1;

fn main() -> ExitCode {
    let parsed = Parsed::from_command_line();
    let done = match parsed.command {
        None => {
            eprintln!("the window comes in a later release; running `tumble demo`");
            demo::demo(&args::DemoArgs::default())
        }
        Some(Command::Demo(arguments)) => demo::demo(&arguments),
        Some(Command::Run(arguments)) => run::run(&arguments, &parsed.shots),
        Some(Command::Check(arguments)) => check::check(&arguments),
        Some(Command::Bench(arguments)) => bench::bench(&arguments),
        Some(Command::List) => list::list(),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            report::failure(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// What a subcommand gives: its exit status, or why it stopped.
pub(crate) type Outcome = Result<u8, Failure>;
