//! What can be wrong with a figure, and where.

use core::fmt;

/// Where in a figure something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The figure itself.
    Figure,
    /// A point, by its number and name.
    Point(usize, String),
    /// A stick, by its number and the names of its ends.
    Stick(usize, String, String),
    /// A spring, by its number and the names of its ends.
    Spring(usize, String, String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Figure => write!(f, "figure"),
            Self::Point(i, name) => write!(f, "points[{i}] `{name}`"),
            Self::Stick(i, a, b) => write!(f, "sticks[{i}] `{a}`–`{b}`"),
            Self::Spring(i, a, b) => write!(f, "springs[{i}] `{a}`–`{b}`"),
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// No point at all.
    #[error("a figure needs at least one point")]
    Empty,
    /// More than the solver numbers.
    #[error("{count} {what}; at most {most} are possible")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many may be.
        most: usize,
    },
    /// A version that this release doesn't know.
    #[error("version {found} is not known; this release reads version {known}")]
    Version {
        /// What the figure says.
        found: u32,
        /// What this release reads.
        known: u32,
    },
    /// A point without a name.
    #[error("the point has no name")]
    NoName,
    /// Two points of one name.
    #[error("points[{first}] has the name `{name}` too")]
    Duplicate {
        /// The name.
        name: String,
        /// The point that had it first.
        first: usize,
    },
    /// A name that no point has.
    #[error("`{field}` names the point `{name}`, which doesn't exist{hint}")]
    MissingPoint {
        /// The field.
        field: &'static str,
        /// The name.
        name: String,
        /// What it may have meant, ready to print.
        hint: String,
    },
    /// Both ends are one point.
    #[error("both ends are `{name}`")]
    SameEnds {
        /// The point.
        name: String,
    },
    /// The ends lie in one place, so that a length of 0 would follow.
    #[error("its ends lie in one place; move one, or give a length")]
    SamePlace,
    /// Two sticks between the same points.
    #[error("sticks[{first}] joins the same points")]
    DuplicateStick {
        /// The stick that was there first.
        first: usize,
    },
    /// NaN or infinite.
    #[error("`{field}` is not a finite number")]
    NotFinite {
        /// The field.
        field: &'static str,
    },
    /// Out of range.
    #[error("`{field}` is {value}; it must be {range}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The number.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
    /// Both kinds of numbers, or half of one.
    #[error("give either `k` and `c`, or `hertz` and `ratio`")]
    SpringNumbers,
    /// Hertz between two points that can't move.
    #[error("both ends are fixed: `hertz` means nothing between them")]
    FixedHertz,
    /// Joined masses too unequal for single precision.
    #[error(
        "its ends' masses are {heavy} and {light} kg, {ratio:.0} to 1; at most {most} to 1 is solved well"
    )]
    MassRatio {
        /// The heavier end \[kg\].
        heavy: f64,
        /// The lighter end \[kg\].
        light: f64,
        /// Their ratio.
        ratio: f64,
        /// The largest ratio allowed.
        most: f64,
    },
}

/// One mistake in a figure.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct FigureError {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub problem: Problem,
}

/// All mistakes in a figure, in the order of the file; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureErrors(pub Vec<FigureError>);

impl fmt::Display for FigureErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for FigureErrors {}
