//! Handles.

use core::fmt;

/// A figure in a world. A handle of a figure that was removed stays invalid for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FigureId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl FigureId {
    /// A small number for tables: no two figures that exist at once share it, later ones use it again.
    pub fn index(self) -> usize {
        self.slot as usize
    }
}

impl fmt::Debug for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "figure#{}v{}", self.slot, self.generation)
    }
}

/// A piece of terrain in a world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TerrainId(pub(crate) u32);

impl fmt::Debug for TerrainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "terrain#{}", self.0)
    }
}

/// What was meant doesn't exist any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it doesn't exist any more")]
pub struct Gone;
