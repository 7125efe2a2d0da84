//! Why a command stopped.

use std::path::PathBuf;

use tumble_scene::{RunError, SceneError};
use tumble_view::ViewError;

use crate::bench::BenchError;

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// An argument asks for what can't be.
    #[error("{0}")]
    Argument(String),
    /// The scene can't be had.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The scene can't be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file can't be written.
    #[error("cannot write `{}`: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A picture can't be made.
    #[error("cannot draw `{}`: {source}", path.display())]
    Draw {
        /// The file it was for.
        path: PathBuf,
        /// Why.
        source: ViewError,
    },
    /// Standard output can't be written.
    #[error("cannot write to standard output: {0}")]
    Stdout(std::io::Error),
    /// Whoever read standard output has enough.
    #[error("standard output was closed")]
    Closed,
    /// Ctrl-C.
    #[error("stopped; nothing was written")]
    Interrupted,
    /// A world can't be measured.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// Files were checked, and have these many mistakes, which have been printed.
    #[error("{0}")]
    Mistakes(String),
}

impl Failure {
    /// The exit status that tells of it.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Interrupted => 130,
            Self::Closed => 0,
            _ => 2,
        }
    }

    /// For `map_err` on writes to standard output.
    pub(crate) fn stdout(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Stdout(error)
        }
    }
}
