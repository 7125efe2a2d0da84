//! Figure files: RON, or JSON with the same fields; plain data in, a checked [`Figure`] out.
//!
//! ```
//! use tumble_verlet::file::read_figure;
//!
//! let text = r#"(
//!     version: 1,
//!     name: "pair",
//!     points: [(name: "a", mass: 1), (name: "b", at: (1, 0), mass: 2)],
//!     sticks: [
//!         (a: "a", b: "c"),
//!     ],
//! )"#;
//! let error = read_figure("pair.ron", text).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "pair.ron:6:9: sticks[0] `a`–`c`: `b` names the point `c`, which doesn't exist"
//! );
//! ```

mod locate;

use core::fmt;

use crate::{FIGURE_VERSION, Figure, FigureDesc, FigureError, Place, Problem};

/// What a figure file's mistake is.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// It can't be read at all, or not as a figure: what the parser says.
    Syntax(String),
    /// It reads well, but the figure doesn't hold together.
    Figure(FigureError),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::Figure(error) => error.fmt(f),
        }
    }
}

/// A mistake in a file, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct FileMistake {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub mistake: Mistake,
}

/// All mistakes found in a file; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct FileError {
    /// The file's name, as given.
    pub file: String,
    /// The mistakes, in the order of the file's checks.
    pub mistakes: Vec<FileMistake>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.mistakes.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let FileMistake {
                line,
                column,
                mistake,
            } = mistake;
            write!(f, "{}:{line}:{column}: {mistake}", self.file)?;
        }
        Ok(())
    }
}

impl core::error::Error for FileError {}

/// Of a file, only its version: so that an unknown version is said before an unknown field.
#[derive(serde::Deserialize)]
struct OnlyVersion {
    #[serde(default = "this_version")]
    version: u32,
}

fn this_version() -> u32 {
    FIGURE_VERSION
}

fn json(file: &str) -> bool {
    std::path::Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, Box<FileMistake>> {
    if json(file) {
        serde_json::from_str(text).map_err(|error| {
            Box::new(FileMistake {
                line: error.line().max(1),
                column: error.column().max(1),
                mistake: Mistake::Syntax(error.to_string()),
            })
        })
    } else {
        ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
            .from_str(text)
            .map_err(|error| {
                Box::new(FileMistake {
                    line: error.span.start.line.max(1),
                    column: error.span.start.col.max(1),
                    mistake: Mistake::Syntax(error.code.to_string()),
                })
            })
    }
}

/// Reads a figure as it is written, without checking that it holds together. `file` is the name to print; its extension tells RON
/// from JSON.
///
/// # Errors
///
/// The first mistake of syntax, with its place.
pub fn read_desc(file: &str, text: &str) -> Result<FigureDesc, FileError> {
    let fail = |mistake: Box<FileMistake>| FileError {
        file: file.to_owned(),
        mistakes: vec![*mistake],
    };
    let found = parse::<OnlyVersion>(file, text).map_err(fail)?.version;
    if found != FIGURE_VERSION {
        let (line, column) = locate::line_column(text, locate::field(text, "version").unwrap_or(0));
        let known = FIGURE_VERSION;
        let mistake = Mistake::Figure(FigureError {
            place: Place::Figure,
            problem: Problem::Version { found, known },
        });
        return Err(fail(Box::new(FileMistake {
            line,
            column,
            mistake,
        })));
    }
    parse(file, text).map_err(fail)
}

/// Reads and checks a figure. `file` is the name to print; its extension tells RON from JSON.
///
/// # Errors
///
/// Every mistake, with line, column, point, stick or spring.
pub fn read_figure(file: &str, text: &str) -> Result<Figure, FileError> {
    read_desc(file, text)?.build().map_err(|errors| FileError {
        file: file.to_owned(),
        mistakes: errors
            .0
            .into_iter()
            .map(|error| {
                let offset = match &error.place {
                    Place::Figure => Some(0),
                    Place::Point(i, _) => locate::element(text, "points", *i),
                    Place::Stick(i, ..) => locate::element(text, "sticks", *i),
                    Place::Spring(i, ..) => locate::element(text, "springs", *i),
                };
                let (line, column) = locate::line_column(text, offset.unwrap_or(0));
                let mistake = Mistake::Figure(error);
                FileMistake {
                    line,
                    column,
                    mistake,
                }
            })
            .collect(),
    })
}

/// Writes a figure as RON.
///
/// # Errors
///
/// What the writer says; plain data doesn't fail.
pub fn write_desc(desc: &FigureDesc) -> Result<String, ron::Error> {
    ron::ser::to_string_pretty(
        desc,
        ron::ser::PrettyConfig::default().extensions(ron::extensions::Extensions::IMPLICIT_SOME),
    )
}
