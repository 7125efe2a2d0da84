//! Questions to a world: rays, shape casts, overlaps, the nearest point.

mod ray;

use crate::id::BodyId;

pub use ray::{Ray, RayHit};

/// Which bodies a query sees.
#[derive(Clone, Copy, Debug)]
pub struct QueryFilter<'a> {
    /// Categories that it sees, by bits. Default all.
    pub mask: u32,
    /// Bodies that it doesn't see. Default none.
    pub exclude: &'a [BodyId],
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        Self {
            mask: u32::MAX,
            exclude: &[],
        }
    }
}
