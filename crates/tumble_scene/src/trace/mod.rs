//! The trace: one line of JSON a step, made to be compared, plotted and tested.
//!
//! The first line says what follows ([`TraceHeader`]); each further line is a [`TraceRow`]. Numbers are printed so that they read
//! back to the same `f32`. Within a row keys are in a fixed order: the row's own as declared, names in the order of the alphabet.
//! `step_us`, the time that the step took, is the only field that may differ between two runs of one binary; the caller
//! measures it, as nothing in here looks at a clock.

mod row;

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use tumble::backend::WorldStats;

pub use row::{
    BodyRow, CharacterRow, EventRow, GroundRow, JointRow, PuppetRow, StatsRow, StickRow, TraceRow,
};

use crate::frame::Frame;

/// The only version of the trace so far.
pub const VERSION: u32 = 1;
/// What the numbers mean.
pub const UNITS: &str = "px kg s rad, y down";

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceHeader {
    /// Version of the format: 1.
    pub tumble_trace: u32,
    /// Name of the scene.
    pub scene: String,
    /// Length of a step \[s\].
    pub dt: f32,
    /// [`UNITS`].
    pub units: String,
    /// Name of the backend.
    pub backend: String,
}

/// Why a trace could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The source failed.
    #[error("line {line}: {source}")]
    Io {
        /// Line [1..].
        line: u64,
        /// Why.
        source: io::Error,
    },
    /// A line is not what it should be.
    #[error("line {line}: {source}")]
    Json {
        /// Line [1..].
        line: u64,
        /// Why.
        source: serde_json::Error,
    },
    /// There is no first line.
    #[error("the trace is empty; its first line should say `\"tumble_trace\":1`")]
    Empty,
    /// The trace is of another version.
    #[error("version {0} of the trace is not known; this program reads version 1")]
    Version(u32),
}

/// Writes a trace.
#[derive(Debug)]
pub struct TraceWriter<W> {
    out: W,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the first line.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn new(mut out: W, scene: &str, dt: f32, backend: &str) -> io::Result<Self> {
        let header = TraceHeader {
            tumble_trace: VERSION,
            scene: scene.to_owned(),
            dt,
            units: UNITS.to_owned(),
            backend: backend.to_owned(),
        };
        write_line(&mut out, &header)?;
        Ok(Self { out })
    }

    /// Writes the row of a step. `step_us` is how long the step took \[µs\], as measured by the caller.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&mut self, frame: &Frame, stats: WorldStats, step_us: f64) -> io::Result<()> {
        write_line(&mut self.out, &TraceRow::new(frame, stats, step_us))
    }

    /// Flushes, and gives back what was written to.
    ///
    /// # Errors
    /// When flushing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Reads a trace: its header at once, then row by row as an iterator.
#[derive(Debug)]
pub struct TraceReader<R> {
    input: R,
    header: TraceHeader,
    line: u64,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    /// When the input fails, or the line is no header of a known version.
    pub fn new(mut input: R) -> Result<Self, TraceError> {
        let mut text = String::new();
        let read = input
            .read_line(&mut text)
            .map_err(|source| TraceError::Io { line: 1, source })?;
        if read == 0 {
            return Err(TraceError::Empty);
        }
        let header: TraceHeader =
            serde_json::from_str(&text).map_err(|source| TraceError::Json { line: 1, source })?;
        if header.tumble_trace != VERSION {
            return Err(TraceError::Version(header.tumble_trace));
        }
        Ok(Self {
            input,
            header,
            line: 1,
        })
    }

    /// The first line.
    pub fn header(&self) -> &TraceHeader {
        &self.header
    }
}

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = Result<TraceRow, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut text = String::new();
        self.line += 1;
        let line = self.line;
        match self.input.read_line(&mut text) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&text).map_err(|source| TraceError::Json { line, source })),
            Err(source) => Some(Err(TraceError::Io { line, source })),
        }
    }
}
