//! The solver: trees exactly, rows between them by soft sequential impulses.

pub(crate) mod damping;
pub(crate) mod figures;
pub(crate) mod lanes;
pub(crate) mod rows;
pub(crate) mod soft;
pub(crate) mod stage;
pub(crate) mod threads;
pub(crate) mod tree;
