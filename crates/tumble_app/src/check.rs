//! `tumble check`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tumble::rig::source::{Diagnostics, Format, PathStep, did_you_mean, locate};
use tumble::rig::{Clip, Rig, file, library};
use tumble_scene::{SceneError, load};

use crate::args::CheckArgs;
use crate::error::Failure;
use crate::figures::count;
use crate::{DONE, Outcome, report};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rig,
    Clip,
    Scene,
    Figure,
}

/// Fields that only one kind of file has, most telling first.
const TELLING: &[(&str, Kind)] = &[
    ("bones", Kind::Rig),
    ("limbs", Kind::Rig),
    ("joints", Kind::Rig),
    ("tracks", Kind::Clip),
    ("duration", Kind::Clip),
    ("looped", Kind::Clip),
    ("terrain", Kind::Scene),
    ("characters", Kind::Scene),
    ("props", Kind::Scene),
    ("script", Kind::Scene),
    ("gravity", Kind::Scene),
    ("puppets", Kind::Scene),
    ("points", Kind::Figure),
    ("sticks", Kind::Figure),
    ("springs", Kind::Figure),
    ("px_per_unit", Kind::Figure),
];

/// What a file's own name or its folder's may say: `dog.rig.ron`, `rigs/dog.ron`.
const HINTS: &[(&str, &str, Kind)] = &[
    (".rig", "rigs", Kind::Rig),
    (".clip", "clips", Kind::Clip),
    (".scene", "scenes", Kind::Scene),
    (".figure", "figures", Kind::Figure),
];

/// A file that could be read.
struct Source {
    path: PathBuf,
    shown: String,
    content: String,
    kind: Option<Kind>,
}

/// Checks files; prints each mistake, and a line for each file that has none.
pub(crate) fn check(arguments: &CheckArgs) -> Outcome {
    let mut tally = Tally::default();
    let sources: Vec<Source> = arguments
        .files
        .iter()
        .filter_map(|path| tally.read(path))
        .collect();
    let rigs = rigs_for_clips(arguments.rig.as_deref(), &sources)?;
    for source in &sources {
        match source.kind {
            Some(Kind::Rig) => match file::read_rig(&source.shown, &source.content) {
                Ok(rig) => fine(source, &format!("rig `{}`, {}", rig.name, count(rig.bones.len(), "bone")))?,
                Err(diagnostics) => tally.mistakes(&diagnostics),
            },
            Some(Kind::Clip) => match read_clip(source, &rigs) {
                Ok((clip, rig)) => {
                    let about = format!("clip `{}` for rig `{}`, {} s", clip.name, rig.name, clip.duration);
                    fine(source, &about)?;
                }
                Err(Some(diagnostics)) => tally.mistakes(&diagnostics),
                Err(None) => tally.complain(&source.shown, "there is no rig to check the clip with"),
            },
            Some(Kind::Scene) => match load::load_file(&source.path) {
                Ok(scene) => {
                    let puppets = match scene.puppets.len() {
                        0 => String::new(),
                        some => format!(", {}", count(some, "puppet")),
                    };
                    let about = format!(
                        "scene, {}{puppets}, {}, {}",
                        count(scene.characters.len(), "character"),
                        count(scene.props.len(), "prop"),
                        count(scene.script.len(), "action")
                    );
                    fine(source, &about)?;
                }
                Err(SceneError::Invalid(reports)) => {
                    reports.0.iter().for_each(|diagnostics| tally.mistakes(diagnostics));
                }
                Err(other) => tally.complain(&source.shown, &other.to_string()),
            },
            Some(Kind::Figure) => match tumble_scene::read_figure(&source.shown, &source.content) {
                Ok(figure) => {
                    let about = format!(
                        "figure `{}`, {}, {}, {}, {} kg",
                        figure.name(),
                        count(figure.points().len(), "point"),
                        count(figure.sticks().len(), "stick"),
                        count(figure.springs().len(), "spring"),
                        figure.mass()
                    );
                    fine(source, &about)?;
                }
                Err(diagnostics) => tally.mistakes(&diagnostics),
            },
            None => tally.complain(
                &source.shown,
                "can't tell what this is; a rig has `bones`, a clip `tracks`, a scene `characters` or `terrain`, a figure `points`",
            ),
        }
    }
    match (tally.mistakes, tally.wrong_files) {
        (0, 0) => Ok(DONE),
        (mistakes, files) => Err(Failure::Mistakes(format!(
            "{} in {files} of {}",
            count(mistakes, "mistake"),
            count(arguments.files.len(), "file")
        ))),
    }
}

/// Says that a file is fine, and what it is.
fn fine(source: &Source, about: &str) -> Result<(), Failure> {
    writeln!(std::io::stdout(), "ok: {}: {about}", source.shown).map_err(Failure::stdout)
}

/// Counts what was found.
#[derive(Debug, Default)]
struct Tally {
    mistakes: usize,
    wrong_files: usize,
}

impl Tally {
    fn read(&mut self, path: &Path) -> Option<Source> {
        let shown = path.display().to_string();
        match load::read_text(path) {
            Ok(content) => {
                let kind = kind_of(path, &content);
                Some(Source {
                    path: path.to_owned(),
                    shown,
                    content,
                    kind,
                })
            }
            Err(error) => {
                self.complain(&shown, &format!("cannot be read: {error}"));
                None
            }
        }
    }

    fn mistakes(&mut self, diagnostics: &Diagnostics) {
        self.mistakes += diagnostics.list.len();
        self.wrong_files += 1;
        report::diagnostics(diagnostics);
    }

    fn complain(&mut self, shown: &str, what: &str) {
        self.mistakes += 1;
        self.wrong_files += 1;
        eprintln!("{shown}: {what}");
    }
}

/// By the fields it has, else by its name.
fn kind_of(path: &Path, text: &str) -> Option<Kind> {
    let format = Format::of_path(&path.display().to_string());
    let start = locate(text, format, &[]);
    let has = |field: &str| locate(text, format, &[PathStep::from(field)]) != start;
    if let Some(&(_, kind)) = TELLING.iter().find(|(field, _)| has(field)) {
        return Some(kind);
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let folder = path
        .parent()
        .and_then(Path::file_name)
        .map(|folder| folder.to_string_lossy().into_owned());
    HINTS
        .iter()
        .find(|(ending, home, _)| {
            stem.as_ref().is_some_and(|stem| stem.ends_with(ending)) || folder.as_deref() == Some(*home)
        })
        .map(|&(_, _, kind)| kind)
}

/// The rigs that a clip may be for, the likeliest first.
fn rigs_for_clips(wanted: Option<&str>, sources: &[Source]) -> Result<Vec<Arc<Rig>>, Failure> {
    if let Some(wanted) = wanted {
        if let Some(rig) = library::rig(wanted) {
            return Ok(vec![rig]);
        }
        let text = load::read_text(Path::new(wanted)).map_err(|error| {
            let known: Vec<&str> = library::rigs().collect();
            Failure::Argument(format!(
                "`--rig {wanted}`: no built-in rig, and no file that can be read ({error}); {}",
                did_you_mean(wanted, "rigs", known.iter().copied())
            ))
        })?;
        return match file::read_rig(wanted, &text) {
            Ok(rig) => Ok(vec![Arc::new(rig)]),
            Err(diagnostics) => {
                report::diagnostics(&diagnostics);
                Err(Failure::Mistakes(format!("the rig `{wanted}` has mistakes")))
            }
        };
    }
    let given = sources
        .iter()
        .filter(|source| source.kind == Some(Kind::Rig))
        .filter_map(|source| file::read_rig(&source.shown, &source.content).ok())
        .map(Arc::new);
    Ok(given.chain(library::rigs().filter_map(library::rig)).collect())
}

/// The clip for the first rig that it fits; else what is wrong with it for the rig that it fits best.
fn read_clip(source: &Source, rigs: &[Arc<Rig>]) -> Result<(Clip, Arc<Rig>), Option<Diagnostics>> {
    let mut fewest: Option<Diagnostics> = None;
    for rig in rigs {
        match file::read_clip(&source.shown, &source.content, rig) {
            Ok(clip) => return Ok((clip, Arc::clone(rig))),
            Err(diagnostics) => {
                if fewest
                    .as_ref()
                    .is_none_or(|fewest| diagnostics.list.len() < fewest.list.len())
                {
                    fewest = Some(diagnostics);
                }
            }
        }
    }
    Err(fewest)
}
