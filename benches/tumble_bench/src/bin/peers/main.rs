//! `peers`: the native world beside Box2D and rapier, turn by turn in one run.

mod args;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use args::{Args, Entry};
use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tumble_bench::engine::Name;
use tumble_bench::race::{Race, RaceError};
use tumble_bench::report::{BEGIN, Case, END, Origin, Report, markdown, splice, svg};
use tumble_bench::scene::Scene;

/// Why the program stopped.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{entry}: {error}")]
    Race { entry: String, error: RaceError },
    #[error("{path} can't be written: {error}")]
    Write { path: PathBuf, error: std::io::Error },
    #[error("{0} can't be read: {1}")]
    Read(PathBuf, std::io::Error),
    #[error("{0} has no lines `{BEGIN}` and `{END}`")]
    Marks(PathBuf),
    #[error("the result can't be printed: {0}")]
    Print(std::io::Error),
    #[error("the result can't be written as JSON: {0}")]
    Json(serde_json::Error),
}

const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<u8, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    if let Err(error) = ctrlc::set_handler(move || seen.store(true, Ordering::SeqCst)) {
        eprintln!("note: Ctrl-C can't be caught: {error}");
    }
    if let Some(path) = &args.into {
        // Better now than after ten minutes.
        document_with(path, "")?;
    }
    let mut origin = Origin::begin(std::env::args().skip(1).collect());
    let entries = args.plan();
    let work = entries
        .iter()
        .map(|entry| race(args, entry, &scene(entry)).engine_steps() * entry.figures);
    let bar = progress_bar(work.sum::<usize>() as u64);
    let mut cases = Vec::new();
    let mut code = 0;
    for entry in &entries {
        let scene = scene(entry);
        bar.set_message(describe(entry));
        let race = race(args, entry, &scene);
        let ran = race.run(&|steps| {
            bar.inc((steps * entry.figures) as u64);
            !stop.load(Ordering::SeqCst)
        });
        match ran {
            Ok(outcomes) => cases.push(Case::new(&scene, entry.threads, entry.steps, outcomes)),
            Err(RaceError::Stopped) => {
                code = INTERRUPTED;
                break;
            }
            Err(error) => {
                return Err(Failure::Race {
                    entry: describe(entry),
                    error,
                });
            }
        }
    }
    bar.finish_and_clear();
    let engines: Vec<Name> = Name::ALL
        .into_iter()
        .filter(|&name| cases.iter().any(|case| case.of(name).is_some()))
        .collect();
    origin.end();
    let report = Report::new(origin, &engines, cases);
    print(&report, args.json)?;
    write_picture(&args.out, &report)?;
    if code == 0
        && let Some(path) = &args.into
    {
        put_into(path, &report)?;
    }
    Ok(code)
}

fn scene(entry: &Entry) -> Scene {
    Scene::new(entry.kind, entry.figures)
}

fn race<'a>(args: &Args, entry: &'a Entry, scene: &'a Scene) -> Race<'a> {
    Race {
        scene,
        engines: &entry.engines,
        steps: entry.steps,
        threads: entry.threads,
        repeats: entry.repeats,
        quality: entry.quality,
        stages: args.stages && entry.threads == 1,
    }
}

fn describe(entry: &Entry) -> String {
    format!(
        "{}, {} figures, {} thread(s)",
        entry.kind, entry.figures, entry.threads
    )
}

fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}% {msg} [{elapsed}, {eta} left]") {
        bar.set_style(style);
    }
    bar
}

fn print(report: &Report, json: bool) -> Result<(), Failure> {
    let text = if json {
        serde_json::to_string(report).map_err(Failure::Json)? + "\n"
    } else {
        markdown(report)
    };
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(Failure::Print)
}

/// A document with `text` between its marks.
fn document_with(path: &Path, text: &str) -> Result<String, Failure> {
    let document = std::fs::read_to_string(path).map_err(|error| Failure::Read(path.to_owned(), error))?;
    splice(&document, text).ok_or_else(|| Failure::Marks(path.to_owned()))
}

fn put_into(path: &Path, report: &Report) -> Result<(), Failure> {
    let document = document_with(path, &markdown(report))?;
    std::fs::write(path, document).map_err(|error| Failure::Write {
        path: path.to_owned(),
        error,
    })
}

fn write_picture(folder: &Path, report: &Report) -> Result<(), Failure> {
    let path = folder.join("peers.svg");
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, svg(report)));
    written.map_err(|error| Failure::Write {
        path: path.clone(),
        error,
    })?;
    eprintln!("picture: {}", path.display());
    Ok(())
}
