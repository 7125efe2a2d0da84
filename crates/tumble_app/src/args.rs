//! The command line.

use std::path::PathBuf;

use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use tumble_view::{Overlays, Size};

use crate::bench::BenchArgs;

/// Runs, records and checks 2D characters that walk by animation, fall by physics, and get up from the pose they landed in.
#[derive(Debug, Parser)]
#[command(name = "tumble", version, arg_required_else_help = false, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Without a command: `tumble demo` (the window comes in a later release).
Exit status: 0 done; 1 the run finished but a promise was broken; 2 bad arguments or a bad file; 130 stopped by Ctrl-C.";

/// A subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the built-in harness scene; write demo.gif, demo.png (key frames) and a summary line
    Demo(DemoArgs),
    /// Run a scene; write a trace, a GIF, pictures
    Run(Box<RunArgs>),
    /// Check rig, clip, figure and scene files; print each problem with its place and what to do
    Check(CheckArgs),
    /// Rain stickmen on a physics world, and tell how long a step takes
    Bench(BenchArgs),
    /// List the built-in rigs, clips, figures and scenes
    List,
}

/// Arguments of `tumble demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Folder to write into; made if need be
    #[arg(long, value_name = "DIR", default_value = DEMO_FOLDER)]
    pub(crate) out: PathBuf,
    /// Size of the GIF
    #[arg(long, value_name = "WxH", default_value_t = Size::DEFAULT)]
    pub(crate) size: Size,
    /// Print one JSON object with the run's figures in place of the summary line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where `tumble demo` writes when it isn't told.
const DEMO_FOLDER: &str = "out";

impl Default for DemoArgs {
    fn default() -> Self {
        Self {
            out: PathBuf::from(DEMO_FOLDER),
            size: Size::DEFAULT,
            json: false,
        }
    }
}

/// Arguments of `tumble run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Path of a scene file, or name of a built-in scene (`tumble list`)
    pub(crate) scene: String,
    /// Simulated seconds to run; default: what the scene says
    #[arg(long, value_name = "S", value_parser = positive, conflicts_with = "steps", allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// Steps to run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) steps: Option<u64>,
    /// Seconds a step takes: a number or a fraction
    #[arg(long, value_name = "DT", default_value = "1/60", value_parser = time_step, allow_negative_numbers = true)]
    pub(crate) dt: f32,
    /// Physics world
    #[arg(long, value_enum, default_value_t = BackendName::Native)]
    pub(crate) backend: BackendName,
    /// Write a trace, one line of JSON a step; `-` for standard output
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) trace: Option<PathBuf>,
    /// Write the run as a GIF
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
    /// Write a picture; the moment is the `--at` that follows, else the end. May be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Vec<PathBuf>,
    /// Write a picture as SVG; the moment is the `--at` that follows, else the end. May be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Vec<PathBuf>,
    /// Second that the picture before it shows
    #[arg(long, value_name = "S", value_parser = not_negative, allow_negative_numbers = true)]
    pub(crate) at: Vec<f64>,
    /// Write the run's key frames on one sheet
    #[arg(long, value_name = "FILE")]
    pub(crate) sheet: Option<PathBuf>,
    /// Size of GIF and pictures; default: what the scene's camera shows, else 800x450
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<Size>,
    /// Have the camera follow this character; default: the scene's own camera, else it shows everything
    #[arg(long, value_name = "NAME")]
    pub(crate) follow: Option<String>,
    /// Draw these on top; `all` is all of a character's own: joints, velocities, probe, markers, bodies, impacts
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', value_enum)]
    pub(crate) overlay: Vec<Layer>,
    /// Print one JSON object with the run's figures, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// A physics world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendName {
    /// Tumble's own
    Native,
    /// rapier2d
    Rapier,
}

/// A layer of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layer {
    /// Joints with their limits
    Joints,
    /// Velocities
    Velocities,
    /// The ground probe's rays
    Probe,
    /// Markers with their names
    Markers,
    /// Outlines of bodies
    Bodies,
    /// Flashes where bodies hit each other
    Impacts,
    /// Points where bodies touch, and how hard they press; the native world only, as all that follow
    Contacts,
    /// What is awake together, and what sleeps
    Islands,
    /// Boxes of the broad phase
    Boxes,
    /// What a step has to do
    Counters,
    /// Where the time of a step goes
    Stages,
    /// Everything of a character
    All,
    /// Nothing, not even impacts
    None,
}

/// The layers that the arguments name; the pictures' own default when they name none.
pub(crate) fn overlays(layers: &[Layer]) -> Overlays {
    if layers.is_empty() {
        return Overlays::default();
    }
    let has = |layer| layers.contains(&layer) || layers.contains(&Layer::All);
    Overlays {
        joints: has(Layer::Joints),
        velocities: has(Layer::Velocities),
        probe: has(Layer::Probe),
        markers: has(Layer::Markers),
        bodies: has(Layer::Bodies),
        impacts: has(Layer::Impacts),
        contacts: layers.contains(&Layer::Contacts),
        islands: layers.contains(&Layer::Islands),
        boxes: layers.contains(&Layer::Boxes),
        counters: layers.contains(&Layer::Counters),
        stages: layers.contains(&Layer::Stages),
    }
}

/// Arguments of `tumble check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Rig, clip, figure and scene files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The rig that clips are for: a built-in one's name or a file. Default: a rig among the files, else whichever
    /// built-in one fits
    #[arg(long, value_name = "RIG")]
    pub(crate) rig: Option<String>,
}

/// A picture's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Png,
    Svg,
}

/// A picture that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PictureShot {
    pub(crate) kind: PictureKind,
    pub(crate) path: PathBuf,
    /// When \[s\]; `None` for the end.
    pub(crate) at: Option<f64>,
}

/// The command line, read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) command: Option<Command>,
    /// Pictures of `run`, in the order of the arguments.
    pub(crate) shots: Vec<PictureShot>,
}

impl Parsed {
    /// Reads the process's arguments; on a mistake prints it and ends the process with 2.
    pub(crate) fn from_command_line() -> Self {
        let matches = Cli::command().get_matches();
        match Self::from_matches(&matches) {
            Ok(parsed) => parsed,
            Err(error) => error.exit(),
        }
    }

    fn from_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let cli = Cli::from_arg_matches(matches)?;
        let shots = match (&cli.command, matches.subcommand_matches("run")) {
            (Some(Command::Run(arguments)), Some(matches)) => shots(arguments, matches)?,
            _ => Vec::new(),
        };
        Ok(Self {
            command: cli.command,
            shots,
        })
    }
}

/// Ties each `--at` to the picture before it.
fn shots(arguments: &RunArgs, matches: &ArgMatches) -> Result<Vec<PictureShot>, clap::Error> {
    enum Word {
        Picture(PictureKind, PathBuf),
        At(f64),
    }
    let places = |name: &str| matches.indices_of(name).into_iter().flatten();
    let mut words: Vec<(usize, Word)> = Vec::new();
    words.extend(
        places("png")
            .zip(&arguments.png)
            .map(|(i, path)| (i, Word::Picture(PictureKind::Png, path.clone()))),
    );
    words.extend(
        places("svg")
            .zip(&arguments.svg)
            .map(|(i, path)| (i, Word::Picture(PictureKind::Svg, path.clone()))),
    );
    words.extend(places("at").zip(&arguments.at).map(|(i, &at)| (i, Word::At(at))));
    words.sort_by_key(|&(i, _)| i);
    let mut shots: Vec<PictureShot> = Vec::new();
    for (_, word) in words {
        match word {
            Word::Picture(kind, path) => shots.push(PictureShot { kind, path, at: None }),
            Word::At(at) => match shots.last_mut() {
                Some(shot) if shot.at.is_none() => shot.at = Some(at),
                _ => {
                    return Err(Cli::command().error(
                        clap::error::ErrorKind::MissingRequiredArgument,
                        format!("`--at {at}` belongs to no picture; write `--png FILE --at S` or `--svg FILE --at S`"),
                    ));
                }
            },
        }
    }
    Ok(shots)
}

fn number(text: &str) -> Result<f64, String> {
    let value: f64 = text.trim().parse().map_err(|_| "not a number".to_owned())?;
    if value.is_finite() {
        Ok(value)
    } else {
        Err("not a finite number".to_owned())
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match number(text)? {
        value if value > 0.0 => Ok(value),
        _ => Err("must be greater than zero".to_owned()),
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    match number(text)? {
        value if value >= 0.0 => Ok(value),
        _ => Err("must not be negative".to_owned()),
    }
}

/// The longest step that makes sense \[s\].
const LONGEST_STEP: f64 = 0.1;

/// Reads `1/60` or `0.0166`.
fn time_step(text: &str) -> Result<f32, String> {
    let value = match text.split_once('/') {
        Some((over, under)) => positive(over)? / positive(under)?,
        None => positive(text)?,
    };
    if value > LONGEST_STEP {
        return Err(format!("a step may take at most {LONGEST_STEP} s"));
    }
    let step = value as f32;
    if step > 0.0 {
        Ok(step)
    } else {
        Err("must be greater than zero".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Parsed, clap::Error> {
        let words = ["tumble", "run", "harness"].iter().chain(words);
        Cli::command()
            .try_get_matches_from(words)
            .and_then(|matches| Parsed::from_matches(&matches))
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn each_moment_goes_to_the_picture_before_it() {
        let parsed = parse(&[
            "--png", "a.png", "--at", "1", "--svg", "b.svg", "--png", "c.png", "--at", "2.5",
        ])
        .unwrap();
        let shots: Vec<_> = parsed
            .shots
            .iter()
            .map(|shot| (shot.kind, shot.path.to_str().unwrap(), shot.at))
            .collect();
        assert_eq!(
            shots,
            [
                (PictureKind::Png, "a.png", Some(1.0)),
                (PictureKind::Svg, "b.svg", None),
                (PictureKind::Png, "c.png", Some(2.5)),
            ]
        );
        assert!(parse(&["--at", "1"]).is_err());
        assert!(parse(&["--png", "a.png", "--at", "1", "--at", "2"]).is_err());
    }

    #[test]
    fn steps_are_numbers_or_fractions() {
        assert_eq!(time_step("1/60"), Ok((1.0_f64 / 60.0) as f32));
        assert_eq!(time_step("0.01"), Ok(0.01));
        for bad in ["", "0", "-1/60", "1/0", "nan", "inf", "1/60/2", "x", "2", "1e-60"] {
            assert!(time_step(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn seconds_and_steps_exclude_each_other() {
        assert!(parse(&["--seconds", "1", "--steps", "60"]).is_err());
        assert!(parse(&["--seconds", "-1"]).is_err());
        assert!(parse(&["--steps", "0"]).is_err());
        assert!(parse(&["--steps", "5"]).is_ok());
    }
}
