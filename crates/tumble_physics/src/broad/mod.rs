//! The broad phase: which boxes are near each other.
//!
//! [`Tree`] holds boxes and finds those that overlap a box, a ray, a box on its way, or each other; [`PairTable`] keeps what belongs
//! to two of them. Both depend on the history of calls only, and hold no `usize`, so they can be stored and go on elsewhere.
#![allow(
    dead_code,
    reason = "what the world does not call is called by tests and by debug drawing"
)]

mod audit;
mod bounds;
mod build;
mod cast;
mod pairs;
mod rotate;
mod table;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use table::PairTable;
pub(crate) use tree::Tree;
