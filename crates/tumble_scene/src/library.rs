//! The built-in scenes.

use crate::load::{SceneError, load};
use crate::scene::Scene;

macro_rules! scenes {
    ($($name:literal),+ $(,)?) => {
        const SCENES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../../assets/scenes/", $name, ".ron")))),+
        ];
    };
}

scenes!(
    "harness",
    "drop",
    "ramp",
    "stairs",
    "thrown",
    "walk",
    "ledge",
    "lift",
    "dog",
    "puppet",
    "puppet-crowd"
);

/// The name of the scene that `tumble demo` shows.
pub const DEFAULT: &str = "harness";

/// The names of the built-in scenes, the default one first.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> + Clone {
    SCENES.iter().map(|&(name, _)| name)
}

/// The text of a built-in scene.
pub fn text(name: &str) -> Option<&'static str> {
    SCENES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, text)| text)
}

/// A built-in scene.
///
/// # Errors
/// When there is none of that name.
pub fn scene(name: &str) -> Result<Scene, SceneError> {
    load(name)
}
