//! The solver: trees exactly, rows between them by soft sequential impulses.

mod constants;
pub(crate) mod damping;
pub(crate) mod figures;
mod group;
pub(crate) mod lanes;
mod plan;
pub(crate) mod rows;
pub(crate) mod soft;
pub(crate) mod stage;
pub(crate) mod threads;
pub(crate) mod tree;
