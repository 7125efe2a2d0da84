//! The figures that come with the library, parsed once.
//!
//! ```
//! let figure = tumble_verlet::library::seven_point();
//! assert_eq!(figure.points().len(), 7);
//! assert_eq!(figure.mass(), 75.0);
//! ```

use std::sync::{Arc, OnceLock};

use crate::Figure;
use crate::file::read_figure;

/// A built-in figure: its name, a line about it, and its text.
const SOURCES: [(&str, &str, &str); 4] = [
    (
        "seven_point",
        "head, chest, hip, hands and feet: stands by itself, jumps, is thrown",
        include_str!("../../../assets/figures/seven_point.ron"),
    ),
    (
        "dog",
        "four springy legs, a head and a tail that nod",
        include_str!("../../../assets/figures/dog.ron"),
    ),
    (
        "chain",
        "eight links and a weight, from a fixed hook",
        include_str!("../../../assets/figures/chain.ron"),
    ),
    (
        "bridge",
        "twelve planks between two fixed ends",
        include_str!("../../../assets/figures/bridge.ron"),
    ),
];

fn figures() -> &'static [Arc<Figure>; SOURCES.len()] {
    static FIGURES: OnceLock<[Arc<Figure>; SOURCES.len()]> = OnceLock::new();
    FIGURES.get_or_init(|| {
        SOURCES.map(
            |(name, _, text)| match read_figure(&format!("{name}.ron"), text) {
                Ok(figure) => Arc::new(figure),
                Err(report) => unreachable!("a built-in figure is broken: {report}"),
            },
        )
    })
}

/// The seven-point figure.
pub fn seven_point() -> Arc<Figure> {
    Arc::clone(&figures()[0])
}

/// A built-in figure by its name.
pub fn figure(name: &str) -> Option<Arc<Figure>> {
    let index = SOURCES.iter().position(|&(known, ..)| known == name)?;
    Some(Arc::clone(&figures()[index]))
}

/// The built-in figures' names, with a line about each.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.iter().map(|&(name, about, _)| (name, about))
}

/// The text of a built-in figure's file.
pub fn source(name: &str) -> Option<&'static str> {
    SOURCES
        .iter()
        .find(|&&(known, ..)| known == name)
        .map(|&(.., text)| text)
}
