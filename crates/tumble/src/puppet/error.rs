//! Why a request to a puppet was refused.

use tumble_verlet::{RequestError, SettingsError, TerrainError};

use crate::backend::BodyHandle;

/// Why a request was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PuppetError {
    /// The puppet was removed.
    #[error("the puppet doesn't exist any more")]
    Gone,
    /// No point of that name.
    #[error("{who}: no point named `{point}`; it has {known}")]
    UnknownPoint {
        /// The puppet.
        who: String,
        /// What was asked for.
        point: String,
        /// What there is.
        known: String,
    },
    /// What the point-mass world says: no such point, a fixed point, a number that isn't finite, nobody holds it, it is disabled.
    #[error("{who}: {source}")]
    Refused {
        /// The puppet.
        who: String,
        /// Why.
        source: RequestError,
    },
    /// The world's settings can't be: gravity that isn't finite, for example.
    #[error("puppets: {0}")]
    Settings(#[from] SettingsError),
    /// A body that can't be met.
    #[error("{body:?}: {problem}")]
    Body {
        /// Which.
        body: BodyHandle,
        /// What is wrong with it.
        problem: TerrainError,
    },
}
