//! The checks that CI and people run: `cargo xtask ci`.
//!
//! Fast checks come first. A check that fails doesn't keep the next ones from running, so that one run tells everything; the
//! tests come last, and what they print is the last thing printed when all is well.

mod arrows;
mod denied;
mod files;
mod markdown;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "\
cargo xtask ci          everything: format, denied operations, arrows, Markdown, dependencies, clippy, docs, doctests, tests
cargo xtask ci --fast   only what needs no build
cargo xtask CHECK...    format, denied, arrows, markdown, dependencies, clippy, docs, doctests, tests";

/// A check: its name, what it is about, and how to run it.
struct Check {
    name: &'static str,
    needs_build: bool,
    run: fn(&Path) -> Result<(), String>,
}

/// In the order in which they run.
const CHECKS: &[Check] = &[
    Check {
        name: "format",
        needs_build: false,
        run: |root| cargo(root, &["fmt", "--all", "--check"]),
    },
    Check {
        name: "denied",
        needs_build: false,
        run: denied::check,
    },
    Check {
        name: "arrows",
        needs_build: false,
        run: arrows::check,
    },
    Check {
        name: "markdown",
        needs_build: false,
        run: markdown::check,
    },
    Check {
        name: "dependencies",
        needs_build: false,
        run: arrows::few_dependencies,
    },
    Check {
        name: "clippy",
        needs_build: true,
        run: |root| {
            cargo(
                root,
                &[
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--quiet",
                    "--",
                    "-D",
                    "warnings",
                ],
            )
        },
    },
    Check {
        name: "docs",
        needs_build: true,
        run: docs,
    },
    Check {
        name: "doctests",
        needs_build: true,
        run: |root| cargo(root, &["test", "--workspace", "--doc", "--quiet"]),
    },
    Check {
        name: "tests",
        needs_build: true,
        run: |root| {
            cargo(
                root,
                &["test", "--workspace", "--lib", "--bins", "--tests", "--examples"],
            )
        },
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chosen: Vec<&Check> = match words.as_slice() {
        ["ci"] => CHECKS.iter().collect(),
        ["ci", "--fast"] => CHECKS.iter().filter(|check| !check.needs_build).collect(),
        [] => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
        names => {
            let mut chosen = Vec::new();
            for name in names {
                let Some(check) = CHECKS.iter().find(|check| check.name == *name) else {
                    eprintln!("there is no check named `{name}`\n{USAGE}");
                    return ExitCode::from(2);
                };
                chosen.push(check);
            }
            chosen
        }
    };
    let root = root();
    let mut failed = Vec::new();
    let mut passed = Vec::new();
    for check in &chosen {
        if check.name == "tests" {
            summary(&passed, &failed);
        }
        eprintln!("── {}", check.name);
        let start = Instant::now();
        match (check.run)(&root) {
            Ok(()) => passed.push(format!("{} {:.1} s", check.name, start.elapsed().as_secs_f64())),
            Err(message) => {
                eprintln!("{message}");
                failed.push(check.name);
            }
        }
    }
    if failed.is_empty() {
        if chosen.last().is_none_or(|check| check.name != "tests") {
            summary(&passed, &failed);
        }
        ExitCode::SUCCESS
    } else {
        summary(&passed, &failed);
        ExitCode::FAILURE
    }
}

fn summary(passed: &[String], failed: &[&str]) {
    let failed = if failed.is_empty() {
        "nothing failed".to_owned()
    } else {
        format!("FAILED: {}", failed.join(", "))
    };
    eprintln!("── so far: {}; {failed}", passed.join(", "));
}

/// The workspace's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn docs(root: &Path) -> Result<(), String> {
    let mut command = cargo_command(root);
    command
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "-D warnings");
    run(&mut command)
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<(), String> {
    run(cargo_command(root).args(arguments))
}

fn cargo_command(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` ended with {status}", words(command))),
        Err(error) => Err(format!("`{}` can't be run: {error}", words(command))),
    }
}

fn words(command: &Command) -> String {
    let arguments: Vec<String> = command
        .get_args()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    format!("cargo {}", arguments.join(" "))
}
