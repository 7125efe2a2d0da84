//! Collects problems, and knows the scene's names.

use std::collections::BTreeMap;

use tumble::math::Vec2;
use tumble::rig::clip::ClipSet;
use tumble::rig::source::{PathStep, Problem, did_you_mean};

use super::Failure;
use crate::file::KindFile;
use crate::load::{Fault, Files};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Terrain,
    Prop(KindFile),
    /// Index in the file's characters.
    Character(usize),
    /// A puppet, or a crowd by its own name.
    Puppet(Span),
    /// One of a crowd.
    Member(Span),
}

/// Indices of puppets in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) count: u32,
}

impl Named {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Terrain => "a terrain shape",
            Self::Prop(_) => "a prop",
            Self::Character(_) => "a character",
            Self::Puppet(Span { count: 1, .. }) | Self::Member(_) => "a puppet",
            Self::Puppet(_) => "a crowd of puppets",
        }
    }
}

pub(super) type Path = Vec<PathStep>;

/// No number of a scene is larger. Beyond it products of two lengths and a mass leave what an `f32` can hold, and long before it
/// neighbouring numbers are farther apart than a figure is tall.
const LARGEST: f32 = 1e9;

pub(super) struct Checker<'a> {
    pub(super) files: &'a mut Files,
    pub(super) names: BTreeMap<String, Named>,
    failure: Failure,
}

/// `path` one step further.
pub(super) fn deeper(path: &Path, step: impl Into<PathStep>) -> Path {
    let mut path = path.clone();
    path.push(step.into());
    path
}

impl<'a> Checker<'a> {
    pub(super) fn new(files: &'a mut Files) -> Self {
        Self {
            files,
            names: BTreeMap::new(),
            failure: Failure::default(),
        }
    }

    pub(super) fn finish(mut self) -> Failure {
        self.failure.other_files = self.files.take_reports();
        self.failure
    }

    pub(super) fn problem(
        &mut self,
        path: Path,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.failure.problems.push(Problem {
            path,
            place: place.to_owned(),
            message: message.into(),
            help: help.into(),
        });
    }

    pub(super) fn fault(&mut self, path: Path, place: &str, fault: Fault) {
        self.problem(path, place, fault.message, fault.help);
    }

    /// Registers a name.
    pub(super) fn name(&mut self, name: &str, named: Named, path: Path, what: &str) {
        let place = format!("{what} `{name}`");
        if name.is_empty() || name.trim() != name || name.contains('/') {
            self.problem(
                path,
                &place,
                format!("`{name}` can't be a name"),
                "use at least one letter, no `/` (it separates a character from its bone, a puppet from its point), no blanks at the ends",
            );
            return;
        }
        match self.names.get(name) {
            Some(other) => {
                let message = format!("the name `{name}` is taken by {}", other.word());
                self.problem(
                    path,
                    &place,
                    message,
                    "give each thing of a scene a name of its own",
                );
            }
            None => {
                self.names.insert(name.to_owned(), named);
            }
        }
    }

    /// Reports a number that is NaN, infinite or beyond [`LARGEST`]; whether it is fine.
    pub(super) fn finite(&mut self, value: f32, path: Path, place: &str) -> bool {
        if !value.is_finite() {
            let message = format!("{value} is not a finite number");
            self.problem(path, place, message, "write a plain number");
        } else if value.abs() > LARGEST {
            let message = format!("{value:e} is more than any world can hold");
            self.problem(path, place, message, format!("give a number up to {LARGEST:e}"));
        } else {
            return true;
        }
        false
    }

    /// The same for both numbers of a point.
    pub(super) fn point(&mut self, point: (f32, f32), path: &Path, place: &str) -> Vec2 {
        self.finite(point.0, deeper(path, 0), place);
        self.finite(point.1, deeper(path, 1), place);
        Vec2::from(point)
    }

    /// Reports a number that is not finite or not greater than zero; whether it is fine.
    pub(super) fn positive(&mut self, value: f32, path: Path, place: &str) -> bool {
        let finite = self.finite(value, path.clone(), place);
        let fine = finite && value > 0.0;
        if finite && !fine {
            let message = format!("{value} must be greater than zero");
            self.problem(path, place, message, "give a number greater than zero");
        }
        fine
    }

    /// Reports a number that is not finite or negative.
    pub(super) fn not_negative(&mut self, value: f32, path: Path, place: &str) -> bool {
        let finite = self.finite(value, path.clone(), place);
        let fine = finite && value >= 0.0;
        if finite && !fine {
            let message = format!("{value} must not be negative");
            self.problem(path, place, message, "give zero or more");
        }
        fine
    }

    /// Reports a clip that a character hasn't got.
    pub(super) fn clip(&mut self, clips: &ClipSet, clip: &str, path: Path, place: &str) {
        if clips.get(clip).is_none() {
            let help = did_you_mean(clip, "clips", clips.0.iter().map(|clip| clip.name.as_str()));
            self.problem(path, place, format!("there is no clip named `{clip}`"), help);
        }
    }

    /// What `name` stands for; a name of nothing is reported with the nearest one that `fits`.
    pub(super) fn look_up(
        &mut self,
        name: &str,
        path: Path,
        place: &str,
        what: &str,
        fits: impl Fn(Named) -> bool,
    ) -> Option<Named> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            let known: Vec<&str> = self
                .names
                .iter()
                .filter(|(_, named)| fits(**named) && !matches!(named, Named::Member(_)))
                .map(|(name, _)| name.as_str())
                .collect();
            let help = did_you_mean(name, what, known.iter().copied());
            self.problem(path, place, format!("nothing is named `{name}`"), help);
        }
        found
    }
}
