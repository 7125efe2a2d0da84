//! Collecting problems while a file is turned into what it describes.

use crate::source::{PathStep, Problem, did_you_mean};

/// No length or position in a file may be larger than this \[px\], so that squares of lengths stay far inside f32.
pub(super) const LARGEST: f32 = 1.0e6;

/// No angle in a file may be larger than this \[deg\].
const LARGEST_ANGLE: f32 = 720.0;

/// A piece of a file: how to find it, and what to call it.
#[derive(Clone, Debug, Default)]
pub(super) struct At {
    path: Vec<PathStep>,
    title: String,
    fields: Vec<String>,
}

impl At {
    /// The file as a whole.
    pub(super) fn root() -> Self {
        Self::default()
    }

    /// An item of one of the file's lists, with its title: ``bone `head` ``.
    pub(super) fn item(list: &str, i: usize, title: impl Into<String>) -> Self {
        Self::root().field(list).nth(i, title)
    }

    /// An item of this list, with its title; what was said so far stays in front when it had a title.
    pub(super) fn nth(&self, i: usize, title: impl Into<String>) -> Self {
        let mut path = self.path.clone();
        path.push(PathStep::Index(i));
        let title = title.into();
        Self {
            path,
            title: if self.title.is_empty() {
                title
            } else {
                format!("{}, {title}", self.title)
            },
            fields: Vec::new(),
        }
    }

    /// A field of this piece.
    pub(super) fn field(&self, name: &str) -> Self {
        let mut at = self.clone();
        at.path.push(PathStep::Field(name.to_owned()));
        at.fields.push(name.to_owned());
        at
    }

    /// A value of this tuple, which goes by the same name.
    pub(super) fn value(&self, i: usize) -> Self {
        let mut at = self.clone();
        at.path.push(PathStep::Index(i));
        at
    }

    /// The words.
    fn place(&self) -> String {
        let field = format!("field `{}`", self.fields.join("."));
        match (self.title.is_empty(), self.fields.is_empty()) {
            (false, false) => format!("{}, {field}", self.title),
            (false, true) => self.title.clone(),
            (true, false) => field,
            (true, true) => String::new(),
        }
    }
}

/// What a number must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Want {
    /// A position or the like \[px\].
    Px,
    /// A length [px, 0..].
    Length,
    /// A size \[px, > 0\].
    Size,
    /// An angle \[deg\].
    Angle,
    /// Anything from 0.
    NotNegative,
    /// Anything above 0.
    Positive,
    /// 0..1.
    Share,
}

/// The problems found so far.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) problems: Vec<Problem>,
}

impl Check {
    pub(super) fn problem(&mut self, at: &At, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Problem {
            path: at.path.clone(),
            place: at.place(),
            message: message.into(),
            help: help.into(),
        });
    }

    pub(super) fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// The number if it is what it must be; else a problem, and a number that does no harm.
    pub(super) fn number(&mut self, at: &At, value: f32, want: Want) -> f32 {
        let (good, harmless) = match want {
            Want::Px => (value.abs() <= LARGEST, 0.0),
            Want::Length => ((0.0..=LARGEST).contains(&value), 0.0),
            Want::Size => (value > 0.0 && value <= LARGEST, 1.0),
            Want::Angle => (value.abs() <= LARGEST_ANGLE, 0.0),
            Want::NotNegative => (value >= 0.0 && value.is_finite(), 0.0),
            Want::Positive => (value > 0.0 && value.is_finite(), 1.0),
            Want::Share => ((0.0..=1.0).contains(&value), 0.0),
        };
        if good {
            return value;
        }
        let (message, help) = if value.is_nan() {
            (
                "this isn't a number (NaN)".to_owned(),
                "write a finite number".to_owned(),
            )
        } else if value.is_infinite() {
            (
                "this number is infinite".to_owned(),
                "write a finite number".to_owned(),
            )
        } else if matches!(want, Want::Px | Want::Length | Want::Size) && value.abs() > LARGEST {
            (
                format!("{value} px is too far"),
                format!("lengths and positions may be up to {LARGEST} px"),
            )
        } else {
            match want {
                Want::Angle => (
                    format!("{value}° is more than two turns"),
                    format!("angles are degrees, −{LARGEST_ANGLE}..{LARGEST_ANGLE}"),
                ),
                Want::Share => (
                    format!("{value} isn't a share"),
                    "write a number from 0 to 1".to_owned(),
                ),
                Want::Size | Want::Positive => (
                    format!("{value} is too small"),
                    "write a number above 0".to_owned(),
                ),
                Want::Px | Want::Length | Want::NotNegative => (
                    format!("{value} is negative"),
                    "write a number from 0 up".to_owned(),
                ),
            }
        };
        self.problem(at, message, help);
        harmless
    }

    /// An angle in degrees, as radians.
    pub(super) fn angle(&mut self, at: &At, degrees: f32) -> f32 {
        self.number(at, degrees, Want::Angle).to_radians()
    }

    /// A point \[px\].
    pub(super) fn point(&mut self, at: &At, (x, y): (f32, f32)) -> tumble_math::Vec2 {
        tumble_math::Vec2::new(
            self.number(&at.value(0), x, Want::Px),
            self.number(&at.value(1), y, Want::Px),
        )
    }

    /// A name that can be used: not empty, of letters, digits, `_`, `-`, `.` or blanks. Slashes separate a character's
    /// name from a body's elsewhere.
    pub(super) fn name(&mut self, at: &At, name: &str) {
        let good = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
        if name.trim().is_empty() {
            self.problem(at, "the name is empty", "give it a name, such as \"left_arm\"");
        } else if !name.chars().all(good) {
            self.problem(
                at,
                format!("`{name}` can't be a name"),
                "names are made of letters, digits, `_`, `-`, `.` and blanks",
            );
        }
    }

    /// Where `name` is among `names`; a problem that suggests the nearest if it isn't there.
    pub(super) fn find(&mut self, at: &At, kind: &str, name: &str, names: &[&str]) -> Option<usize> {
        let found = names.iter().position(|known| *known == name);
        if found.is_none() {
            let plural = match kind.strip_suffix('y') {
                Some(stem) => format!("{stem}ies"),
                None => format!("{kind}s"),
            };
            self.problem(
                at,
                format!("there is no {kind} named `{name}`"),
                did_you_mean(name, &plural, names.iter().copied()),
            );
        }
        found
    }

    /// Problems for names that were there before. `at` gives the place of the n-th.
    pub(super) fn unique<'a>(
        &mut self,
        kind: &str,
        names: impl IntoIterator<Item = &'a str>,
        at: impl Fn(usize) -> At,
    ) {
        let mut seen: Vec<&str> = Vec::new();
        for (i, name) in names.into_iter().enumerate() {
            if seen.contains(&name) {
                self.problem(
                    &at(i),
                    format!("there are two {kind} named `{name}`"),
                    "give each a name of its own",
                );
            }
            seen.push(name);
        }
    }
}
