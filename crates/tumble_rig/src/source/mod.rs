//! Reading files that people write: RON and JSON text in, a value or a list of [`Diagnostics`] out.
//!
//! `ron` and `serde_json` do the parsing. When they, or a later check, find a mistake, a small tolerant scanner goes
//! over the same text and finds the piece that is meant, so that the report can name the line, the column and the
//! bone or field. The scanner only ever serves reports; it never decides what a file means.
//!
//! Nothing here opens a file: callers hand over the text and the name to print.
//!
//! ```
//! use tumble_rig::source::{Format, parse};
//!
//! #[derive(Debug, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Step {
//!     width: f32,
//! }
//!
//! let report = parse::<Step>("step.ron", "(\n    widht: 80,\n)", Format::Ron).unwrap_err();
//! assert_eq!((report.list[0].line, report.list[0].column), (2, 5));
//! assert!(report.to_string().contains("did you mean `width`?"));
//! ```

mod diagnostics;
mod explain;
mod nearest;
mod scanner;
mod tree;

#[cfg(test)]
mod tests;

use core::fmt;
use core::ops::Range;

use serde::de::DeserializeOwned;

pub use crate::steps;
pub use diagnostics::{Diagnostic, Diagnostics};
pub use nearest::{did_you_mean, nearest};

/// The notation of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Rusty Object Notation; `Some(x)` may be written as plain `x`.
    #[default]
    Ron,
    /// JSON, with the same fields.
    Json,
}

impl Format {
    /// The format that a path's extension stands for: `.json` (in any case) is JSON, everything else RON.
    pub fn of_path(path: &str) -> Self {
        let json = path
            .rsplit_once('.')
            .is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("json"));
        if json { Self::Json } else { Self::Ron }
    }

    /// The name to print: `RON`, `JSON`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ron => "RON",
            Self::Json => "JSON",
        }
    }
}

/// One step on the way from a file's root to a piece of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// A named field of a struct or map.
    Field(String),
    /// An item of a list, or the n-th value of a tuple or an enum variant, from 0.
    Index(usize),
}

impl From<&str> for PathStep {
    fn from(field: &str) -> Self {
        Self::Field(field.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// Builds a path: `steps!["bones", 3, "parent"]`.
#[macro_export]
macro_rules! steps {
    ($($step:expr),* $(,)?) => {
        ::std::vec![$($crate::source::PathStep::from($step)),*]
    };
}

/// A mistake in what a file says, found after it was parsed, not yet tied to a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The way to the piece that is wrong: `bones[3].parent`.
    pub path: Vec<PathStep>,
    /// The piece in a person's words: ``bone `left_arm`, field `length` ``. May be empty; then
    /// [`Diagnostics::from_problems`] words it from the text.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it. May be empty.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)?;
        if !self.help.is_empty() {
            write!(f, " (help: {})", self.help)?;
        }
        Ok(())
    }
}

impl core::error::Error for Problem {}

/// Parses `text`. `file` is only the name to print.
///
/// RON's `implicit_some` is on: an optional field may be written as `x` or `Some(x)`.
///
/// # Errors
///
/// Syntax, type, unknown-field, missing-field and unknown-variant mistakes, with the place and the nearest known name.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str, format: Format) -> Result<T, Diagnostics> {
    match format {
        Format::Ron => ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
            .from_str(text)
            .map_err(|error| Diagnostics::one(text, explain::ron(file, text, &error))),
        Format::Json => serde_json::from_str(text)
            .map_err(|error| Diagnostics::one(text, explain::json(file, text, &error))),
    }
}

/// Parses `text`, after a look at its `version` field: a file of another version is reported as that, not as the
/// mistakes that its other fields seem to have. `kind` is what to call the file: `rig`, `clip`, `scene`.
///
/// # Errors
///
/// A missing or unknown version, and everything of [`parse`].
pub fn parse_versioned<T: DeserializeOwned>(
    file: &str,
    text: &str,
    format: Format,
    kind: &str,
    version: u32,
) -> Result<T, Diagnostics> {
    let root = tree::scan(text, format);
    if root.is_group() {
        let wrong = match root.field(text, "version") {
            None => Some((
                root.start(),
                format!("the {kind} file doesn't say its version"),
                format!("add {} as its first field", version_field(format, version)),
            )),
            Some(node) => {
                let found = text.get(node.span.clone()).unwrap_or_default();
                let known = found.parse() == Ok(version);
                (!known && found.parse::<f64>().is_ok()).then(|| {
                    (
                        node.span.clone(),
                        format!("this {kind} file is of version {found}, which this program doesn't know"),
                        format!(
                            "version {version} was expected: write {}, or use the release that made the file",
                            version_field(format, version)
                        ),
                    )
                })
            }
        };
        // A text that doesn't even parse is better explained by its parser.
        if let Some((span, message, help)) = wrong
            && parses_at_all(text, format)
        {
            let place = "field `version`".to_owned();
            return Err(Diagnostics::one(
                text,
                Diagnostic::new(file, text, span, place, message, help),
            ));
        }
    }
    parse(file, text, format)
}

/// How the version is written.
fn version_field(format: Format, version: u32) -> String {
    match format {
        Format::Ron => format!("`version: {version}`"),
        Format::Json => format!("`\"version\": {version}`"),
    }
}

/// Whether the text is well formed, whatever it says.
fn parses_at_all(text: &str, format: Format) -> bool {
    match format {
        Format::Ron => ron::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        Format::Json => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
    }
}

/// The bytes of `text` that a path leads to; where a step isn't there (a missing field), the piece that should have
/// it. The range lies inside `text`, on character boundaries. Never panics, whatever the text.
///
/// `Some(..)`, the name of an enum variant and JSON's `{"Variant": …}` need no step of their own.
pub fn locate(text: &str, format: Format, path: &[PathStep]) -> Range<usize> {
    tree::scan(text, format).find(text, path)
}

/// The innermost piece of `text` at a byte offset, in a person's words: ``bone `left_arm`, field `length` ``; empty at
/// the top level. Never panics, whatever the text.
pub fn place_at(text: &str, format: Format, offset: usize) -> String {
    tree::scan(text, format).place_at(text, offset)
}
