//! `tumble run`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tumble::rig::source::did_you_mean;
use tumble_scene::scene::steps_for;
use tumble_scene::{Scene, load};
use tumble_view::Options;

use crate::args::{PictureShot, RunArgs, overlays};
use crate::error::Failure;
use crate::figures::RunFacts;
use crate::interrupt::Interrupt;
use crate::output::{Output, distinct};
use crate::pictures;
use crate::simulate::{Plan, Run, TraceSink, simulate};
use crate::{BROKEN, DONE, Outcome};

/// More steps than this are not filmed: every frame is kept until the end, some 3 kB for each figure.
const MOST_FILMED: u64 = 100_000;

/// Runs a scene and writes what was asked for.
pub(crate) fn run(arguments: &RunArgs, shots: &[PictureShot]) -> Outcome {
    let to_stdout = arguments.trace.as_deref() == Some(Path::new("-"));
    if to_stdout && arguments.json {
        return Err(Failure::Argument(
            "`--trace -` and `--json` both want standard output; write the trace to a file".to_owned(),
        ));
    }
    let scene = Arc::new(load(&arguments.scene)?);
    let steps = match (arguments.steps, arguments.seconds) {
        (Some(steps), _) => steps,
        (None, Some(seconds)) => steps_for(seconds, arguments.dt),
        (None, None) => scene.steps(arguments.dt),
    };
    if (arguments.gif.is_some() || arguments.sheet.is_some()) && steps > MOST_FILMED {
        return Err(Failure::Argument(format!(
            "a film or sheet of {steps} steps would not fit into memory; film up to {MOST_FILMED} with `--steps` or `--seconds`"
        )));
    }
    let moments = moments(shots, steps, arguments.dt)?;
    if let Some(name) = &arguments.follow {
        check_follow(&scene, name)?;
    }

    // Whatever can't be written is found before the work, not after it.
    let trace_path = arguments.trace.as_deref().filter(|_| !to_stdout);
    distinct(
        Some(Path::new(&arguments.scene)).filter(|path| path.is_file()),
        [trace_path, arguments.gif.as_deref(), arguments.sheet.as_deref()]
            .into_iter()
            .flatten()
            .chain(shots.iter().map(|shot| shot.path.as_path())),
    )?;
    let trace = match trace_path {
        Some(path) => Some(TraceSink::File(Output::create(path)?)),
        None if to_stdout => Some(TraceSink::Stdout(std::io::BufWriter::new(std::io::stdout()))),
        None => None,
    };
    let mut gif = arguments.gif.as_deref().map(Output::create).transpose()?;
    let mut sheet = arguments.sheet.as_deref().map(Output::create).transpose()?;
    let mut pictures = Vec::with_capacity(shots.len());
    for shot in shots {
        pictures.push(Output::create(&shot.path)?);
    }

    let interrupt = Interrupt::listen();
    let plan = Plan {
        backend: arguments.backend,
        scene: Arc::clone(&scene),
        dt: arguments.dt,
        steps,
        keep_all: gif.is_some() || sheet.is_some(),
        keep: moments.clone(),
        overlays: overlays(&arguments.overlay),
    };
    let mut done = simulate(&plan, trace, &interrupt)?;

    let size = arguments.size.unwrap_or_else(|| pictures::natural_size(&scene));
    let options = Options {
        size,
        camera: pictures::camera(&scene, size),
        title: Some(scene.name.clone()),
        overlays: plan.overlays,
        ..Options::default()
    };
    let follow = arguments.follow.as_deref();
    if let Some(output) = &mut gif {
        pictures::gif(&done.frames, &options, follow, output, &interrupt)?;
    }
    if let Some(output) = &mut sheet {
        pictures::sheet(&scene, &done.frames, &options, follow, output)?;
    }
    for ((shot, moment), output) in shots.iter().zip(&moments).zip(&mut pictures) {
        interrupt.check()?;
        let frame = done.frames.iter().find(|frame| frame.step == *moment);
        let Some(frame) = frame else { continue };
        pictures::picture(shot.kind, frame, &options, follow, output)?;
    }
    interrupt.check()?;
    let outputs = done
        .trace
        .take()
        .into_iter()
        .chain(gif)
        .chain(sheet)
        .chain(pictures);
    let files = commit(outputs)?;
    let spoken = if to_stdout {
        Spoken::OnStderr
    } else {
        Spoken::OnStdout
    };
    conclude(&scene, arguments.dt, &done, &files, arguments.json, spoken)
}

/// The step that each picture shows.
fn moments(shots: &[PictureShot], steps: u64, dt: f32) -> Result<Vec<u64>, Failure> {
    let dt = f64::from(dt);
    shots
        .iter()
        .map(|shot| {
            let Some(at) = shot.at else { return Ok(steps) };
            // The first step that ends at that time or after, as for the script; a hair's breadth of rounding is forgiven.
            let step = (at / dt - 1e-6).ceil().max(0.0);
            if step > steps as f64 {
                return Err(Failure::Argument(format!(
                    "`--at {at}` for `{}` is past the end: the run ends at {:.2} s",
                    shot.path.display(),
                    steps as f64 * dt
                )));
            }
            Ok(step as u64)
        })
        .collect()
}

fn check_follow(scene: &Scene, name: &str) -> Result<(), Failure> {
    if scene.actor(name).is_some() || scene.doll(name).is_some() {
        return Ok(());
    }
    let characters = scene.characters.iter().map(|actor| actor.name.as_str());
    let puppets = scene.puppets.iter().map(|doll| doll.name.as_str());
    // Of a crowd the first ones tell how it is named.
    let known = characters.chain(puppets.take(8));
    Err(Failure::Argument(format!(
        "`--follow {name}`: the scene has no character or puppet of that name; {}",
        did_you_mean(name, "characters and puppets", known)
    )))
}

/// Puts all files in their places.
pub(crate) fn commit(outputs: impl IntoIterator<Item = Output>) -> Result<Vec<PathBuf>, Failure> {
    outputs.into_iter().map(Output::commit).collect()
}

/// Where the summary line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spoken {
    OnStdout,
    OnStderr,
}

/// Prints the figures, and tells by the exit status whether every promise held.
pub(crate) fn conclude(
    scene: &Scene,
    dt: f32,
    run: &Run,
    files: &[PathBuf],
    as_json: bool,
    spoken: Spoken,
) -> Outcome {
    let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let broken = run.figures.broken_promises();
    let line = if as_json {
        let facts = RunFacts {
            scene: &scene.name,
            backend: run.backend,
            dt,
            state_hash: run.state_hash,
            files: &files,
        };
        run.figures.json(&facts).to_string()
    } else {
        let mut line = run.figures.summary(&scene.name, run.backend);
        if !files.is_empty() {
            line.push_str("; wrote ");
            line.push_str(&files.join(", "));
        }
        line
    };
    match spoken {
        Spoken::OnStdout => writeln!(std::io::stdout(), "{line}").map_err(Failure::stdout)?,
        Spoken::OnStderr => eprintln!("{line}"),
    }
    if !as_json {
        for skipped in &run.figures.skipped {
            eprintln!("note: skipped: {skipped}");
        }
    }
    for promise in &broken {
        eprintln!("broken promise: {promise}");
    }
    Ok(if broken.is_empty() { DONE } else { BROKEN })
}
