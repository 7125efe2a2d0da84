//! Reading scenes, and the rig, clip and figure files they name. Only this crate and the command open files.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tumble::rig::clip::ClipSet;
use tumble::rig::source::{Diagnostics, Format, did_you_mean, parse_versioned};
use tumble::rig::{Clip, Rig};
use tumble::verlet::Figure;

use crate::figures;
use crate::file::{self, SceneFile};
use crate::scene::Scene;
use crate::validate::{self, Failure};
use crate::{library, scene_name};

/// Why a scene could not be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// Neither a built-in scene nor a file.
    #[error("there is no scene named `{name}` ({help})")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        help: String,
    },
    /// A file could not be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The scene, or a file that it names, has mistakes.
    #[error("{0}")]
    Invalid(Reports),
}

impl SceneError {
    /// What is wrong in which file, where files have been read.
    pub fn reports(&self) -> &[Diagnostics] {
        match self {
            Self::Invalid(reports) => &reports.0,
            Self::Unknown { .. } | Self::Read { .. } => &[],
        }
    }
}

/// The mistakes of one or more files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reports(pub Vec<Diagnostics>);

impl std::fmt::Display for Reports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, report) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{report}")?;
        }
        Ok(())
    }
}

/// What is wrong with a file that a scene names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) help: String,
}

/// Where the rigs, clips and figures that a scene names come from: the library, and files next to the scene.
#[derive(Debug, Default)]
pub struct Files {
    folder: Option<PathBuf>,
    rigs: BTreeMap<String, Arc<Rig>>,
    /// By name and the bits of the scale, with the size of the unit \[px\].
    figures: BTreeMap<(String, u32), (Arc<Figure>, f32)>,
    reports: Vec<Diagnostics>,
}

impl Files {
    /// Paths are relative to `folder`; without one, only built-in rigs can be named.
    pub fn in_folder(folder: Option<&Path>) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
            ..Self::default()
        }
    }

    /// The rig of that name with the clips that come with it, or the rig file at that path with none.
    pub(crate) fn rig(&mut self, name: &str) -> Result<(Arc<Rig>, ClipSet), Fault> {
        if let Some(rig) = tumble::rig::library::rig(name) {
            return Ok((rig, tumble::rig::library::clips(name).unwrap_or_default()));
        }
        if let Some(rig) = self.rigs.get(name) {
            return Ok((Arc::clone(rig), ClipSet::default()));
        }
        if !looks_like_path(name) {
            let known: Vec<&str> = tumble::rig::library::rigs().collect();
            return Err(Fault {
                message: format!("there is no built-in rig named `{name}`"),
                help: format!(
                    "{}; a path to a rig file ends in `.ron` or `.json`",
                    did_you_mean(name, "rigs", known.iter().copied())
                ),
            });
        }
        let (shown, text) = self.read(name, "rig")?;
        match tumble::rig::file::read_rig(&shown, &text) {
            Ok(rig) => {
                let rig = Arc::new(rig);
                self.rigs.insert(name.to_owned(), Arc::clone(&rig));
                Ok((rig, ClipSet::default()))
            }
            Err(report) => Err(self.report(report, "rig", name)),
        }
    }

    /// The clip file at that path, for `rig`.
    pub(crate) fn clip(&mut self, path: &str, rig: &Rig) -> Result<Arc<Clip>, Fault> {
        let (shown, text) = self.read(path, "clip")?;
        match tumble::rig::file::read_clip(&shown, &text, rig) {
            Ok(clip) => Ok(Arc::new(clip)),
            Err(report) => Err(self.report(report, "clip", path)),
        }
    }

    /// The built-in figure of that name or the figure file at that path, at a scale, and how large its unit is then \[px\]; else the field
    /// of the scene that is wrong, and how.
    pub(crate) fn figure(
        &mut self,
        name: &str,
        scale: f32,
    ) -> Result<(Arc<Figure>, f32), (&'static str, Fault)> {
        let key = (name.to_owned(), scale.to_bits());
        if let Some((figure, unit)) = self.figures.get(&key) {
            return Ok((Arc::clone(figure), *unit));
        }
        let (shown, text) = match tumble::verlet::library::source(name) {
            Some(text) => (format!("{name}.ron"), text.to_owned()),
            None if looks_like_path(name) => self.read(name, "figure").map_err(|fault| ("figure", fault))?,
            None => {
                let known: Vec<&str> = tumble::verlet::library::names().map(|(name, _)| name).collect();
                return Err((
                    "figure",
                    Fault {
                        message: format!("there is no built-in figure named `{name}`"),
                        help: format!(
                            "{}; a path to a figure file ends in `.ron` or `.json`",
                            did_you_mean(name, "figures", known.iter().copied())
                        ),
                    },
                ));
            }
        };
        let read = figures::read_desc(&shown, &text)
            .and_then(|desc| figures::build(&shown, &text, &desc).map(|figure| (desc, figure)));
        let (desc, figure) = match read {
            Ok(read) => read,
            Err(report) => return Err(("figure", self.report(report, "figure", name))),
        };
        let figure = if scale == 1.0 {
            figure
        } else {
            figures::scaled(&desc, scale).build().map_err(|errors| {
                let first = errors.0.first().map(ToString::to_string).unwrap_or_default();
                let fault = Fault {
                    message: format!("the figure `{name}` can't be {scale} times as large: {first}"),
                    help: "give a number nearer to 1".to_owned(),
                };
                ("scale", fault)
            })?
        };
        let unit = figure.px_per_unit() as f32 * scale;
        let figure = Arc::new(figure);
        self.figures.insert(key, (Arc::clone(&figure), unit));
        Ok((figure, unit))
    }

    fn read(&self, path: &str, kind: &str) -> Result<(String, String), Fault> {
        let Some(folder) = &self.folder else {
            return Err(Fault {
                message: format!("`{path}` can't be looked up: this scene is not in a folder"),
                help: format!("use a built-in {kind}, or put the scene into a file"),
            });
        };
        let full = folder.join(path);
        match read_text(&full) {
            Ok(text) => Ok((full.display().to_string(), text)),
            Err(error) => Err(Fault {
                message: format!("cannot read the {kind} file `{path}`: {error}"),
                help: "paths are relative to the scene file".to_owned(),
            }),
        }
    }

    fn report(&mut self, report: Diagnostics, kind: &str, path: &str) -> Fault {
        if !self.reports.contains(&report) {
            self.reports.push(report);
        }
        Fault {
            message: format!("the {kind} file `{path}` has mistakes"),
            help: "they are listed below".to_owned(),
        }
    }

    pub(crate) fn take_reports(&mut self) -> Vec<Diagnostics> {
        std::mem::take(&mut self.reports)
    }
}

/// More than this is no scene, rig, clip or figure \[bytes\].
const MOST_BYTES: u64 = 64 << 20;

/// The text of a scene, rig, clip or figure file, without the byte order mark that some editors put in front.
///
/// # Errors
/// When the file can't be read, holds more than 64 MiB (a device may never end), or isn't text in UTF-8.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let invalid = |message: String| std::io::Error::new(std::io::ErrorKind::InvalidData, message);
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(invalid(
            "it holds more than 64 MiB, which no such file does".to_owned(),
        ));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(invalid("it is text in UTF-16; save it as UTF-8".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|&byte| byte == b'\n').count();
        invalid(format!(
            "line {line} is not text in UTF-8; save the file as UTF-8"
        ))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn looks_like_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// A built-in scene by name, or the scene file at a path. A built-in name wins; write `./harness` for a file of that name.
///
/// # Errors
/// When there is no such scene, the file can't be read, or something in it is wrong.
pub fn load(name_or_path: &str) -> Result<Scene, SceneError> {
    if let Some(text) = library::text(name_or_path) {
        return parse(&format!("{name_or_path}.ron"), text, None);
    }
    let path = Path::new(name_or_path);
    if !path.exists() && !looks_like_path(name_or_path) {
        return Err(SceneError::Unknown {
            name: name_or_path.to_owned(),
            help: format!(
                "{}; a path to a scene file ends in `.ron` or `.json`",
                did_you_mean(name_or_path, "scenes", library::names())
            ),
        });
    }
    load_file(path)
}

/// The scene file at a path.
///
/// # Errors
/// When the file can't be read, or something in it is wrong.
pub fn load_file(path: &Path) -> Result<Scene, SceneError> {
    let text = read_text(path).map_err(|source| SceneError::Read {
        path: path.to_owned(),
        source,
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&path.display().to_string(), &text, Some(folder))
}

/// A scene from its text. `file_name` says the format, the scene's name, and what messages call it; paths in it are relative to
/// `folder`.
///
/// # Errors
/// When something in it is wrong.
pub fn parse(file_name: &str, text: &str, folder: Option<&Path>) -> Result<Scene, SceneError> {
    let format = Format::of_path(file_name);
    let file: SceneFile = parse_versioned(file_name, text, format, "scene", file::VERSION)
        .map_err(|report| SceneError::Invalid(Reports(vec![report])))?;
    let mut files = Files::in_folder(folder);
    validate::build(&scene_name(file_name), &file, &mut files).map_err(|failure| {
        let Failure {
            problems,
            other_files,
        } = failure;
        let own = Diagnostics::from_problems(file_name, text, format, problems);
        let mut reports = Reports(vec![own]);
        reports.0.extend(other_files);
        SceneError::Invalid(reports)
    })
}
