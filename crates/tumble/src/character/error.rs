//! Why a request was refused.

use crate::backend::InvalidDesc;

/// Why a request was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CharacterError {
    /// No clip of that name.
    #[error("{who}: no clip named `{clip}`; it has {known}")]
    UnknownClip {
        /// The character.
        who: String,
        /// What was asked for.
        clip: String,
        /// What there is.
        known: String,
    },
    /// No bone of that index, or neither it nor a bone above it has a body.
    #[error("{who}: no body named `{body}`")]
    UnknownBody {
        /// The character.
        who: String,
        /// What was asked for.
        body: String,
    },
    /// A number was NaN or infinite, or a scale not positive.
    #[error("{who}: {what} needs finite numbers (and a scale greater than zero)")]
    NotFinite {
        /// The character.
        who: String,
        /// What was asked.
        what: &'static str,
    },
    /// The world would not make a body or pin.
    #[error("{who}: the world refused a body or pin: {source}")]
    World {
        /// The character.
        who: String,
        /// Why.
        source: InvalidDesc,
    },
}
