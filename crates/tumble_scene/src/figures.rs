//! Figure files, read so that every mistake has its line and field, and figures at another scale.

use tumble::rig::source::{
    Diagnostics, Format, PathStep, Problem, did_you_mean, locate, parse, parse_versioned,
};
use tumble::rig::steps;
use tumble::verlet::{FIGURE_VERSION, Figure, FigureDesc, FigureError, Place, Problem as What};

/// A figure from its text. `file_name` says the format, and what messages call it.
///
/// # Errors
/// Every mistake with its line, column, field, and what to do.
pub fn read_figure(file_name: &str, text: &str) -> Result<Figure, Diagnostics> {
    let desc = read_desc(file_name, text)?;
    build(file_name, text, &desc)
}

/// A figure as it is written, not yet checked.
pub(crate) fn read_desc(file_name: &str, text: &str) -> Result<FigureDesc, Diagnostics> {
    let format = Format::of_path(file_name);
    // A figure file that doesn't say its version is of this one.
    let says = |field: &str| locate(text, format, &[PathStep::from(field)]) != locate(text, format, &[]);
    if says("version") {
        parse_versioned(file_name, text, format, "figure", FIGURE_VERSION)
    } else {
        parse(file_name, text, format)
    }
}

/// The figure that a description gives; what is wrong is told where it stands in `text`.
pub(crate) fn build(file_name: &str, text: &str, desc: &FigureDesc) -> Result<Figure, Diagnostics> {
    desc.build().map_err(|errors| {
        let problems = errors.0.into_iter().map(|error| problem(&error, desc));
        Diagnostics::from_problems(file_name, text, Format::of_path(file_name), problems)
    })
}

/// A mistake, with the way to it in the file.
fn problem(error: &FigureError, desc: &FigureDesc) -> Problem {
    let mut path = match &error.place {
        Place::Figure => steps![],
        Place::Point(i, _) => steps!["points", *i],
        Place::Stick(i, ..) => steps!["sticks", *i],
        Place::Spring(i, ..) => steps!["springs", *i],
    };
    let field = match &error.problem {
        What::MissingPoint { field, .. } | What::NotFinite { field } | What::OutOfRange { field, .. } => {
            Some(*field)
        }
        What::Duplicate { .. } | What::NoName => Some("name"),
        What::SameEnds { .. } => Some("b"),
        What::Version { .. } => Some("version"),
        _ => None,
    };
    // `controls.push` is a way of two steps.
    path.extend(
        field
            .into_iter()
            .flat_map(|field| field.split('.').map(PathStep::from)),
    );
    let place = match &error.place {
        Place::Figure => String::new(),
        Place::Point(i, name) if name.is_empty() => format!("point {}", i + 1),
        Place::Point(_, name) => format!("point `{name}`"),
        Place::Stick(_, a, b) => format!("stick `{a}`–`{b}`"),
        Place::Spring(_, a, b) => format!("spring `{a}`–`{b}`"),
    };
    let place = match field {
        Some(field) if place.is_empty() => format!("field `{field}`"),
        Some(field) => format!("{place}, field `{field}`"),
        None => place,
    };
    let (message, help) = match &error.problem {
        What::MissingPoint { name, .. } => {
            let known: Vec<&str> = desc.points.iter().map(|point| point.name.as_str()).collect();
            (
                format!("there is no point named `{name}`"),
                did_you_mean(name, "points", known.iter().copied()),
            )
        }
        What::NotFinite { .. } => (
            "not a finite number".to_owned(),
            "write a plain number".to_owned(),
        ),
        What::OutOfRange { value, range, .. } => {
            (format!("{value} is out of range"), format!("it must be {range}"))
        }
        What::Duplicate { name, .. } => (
            format!("the name `{name}` is taken by another point"),
            "give each point a name of its own".to_owned(),
        ),
        other => (other.to_string(), String::new()),
    };
    Problem {
        path,
        place,
        message,
        help,
    }
}

/// The same figure with all lengths times `scale`. Masses, springs and what is drawn keep their proportions.
pub(crate) fn scaled(desc: &FigureDesc, scale: f32) -> FigureDesc {
    let scale = f64::from(scale);
    let mut desc = desc.clone();
    desc.at = (desc.at.0 * scale, desc.at.1 * scale);
    for point in &mut desc.points {
        point.at = (point.at.0 * scale, point.at.1 * scale);
        point.radius *= scale;
        point.drawn = point.drawn.map(|drawn| drawn * scale);
    }
    for stick in &mut desc.sticks {
        stick.length = stick.length.map(|length| length * scale);
        stick.thickness *= scale;
    }
    for spring in &mut desc.springs {
        spring.length = spring.length.map(|length| length * scale);
    }
    desc.controls.push *= scale;
    desc.controls.jump *= scale;
    desc
}
