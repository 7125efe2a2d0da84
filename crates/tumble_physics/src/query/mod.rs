//! Questions to a world: rays, shapes on their way, overlaps, the nearest point.
//!
//! All of them see every body where it is now: also one that was added, put elsewhere or taken out since the last step, and one that sleeps.
//! Quarantined bodies aren't there. An outline is solid, a polyline has no inside. Nothing is changed, nobody is woken.
//!
//! Answers don't depend on the order in which things were found: what is equally near comes by its body's index. (A body takes the place
//! of a removed one, so that is the order in which bodies were made only as long as none is removed.)
//!
//! Box trees say what is near. What they hold was placed at the end of the last step; dynamic bodies that were made or told something
//! since are looked at one by one, so in a world of thousands of such bodies a query is as slow as they are many.
#![expect(
    clippy::needless_pass_by_value,
    reason = "filters are small and mostly made where they are used"
)]

mod closest;
mod filter;
mod near;
mod overlap;
mod ray;
mod shape_cast;
mod solid;
mod sweep;
#[cfg(test)]
mod tests;

pub use closest::Closest;
pub use filter::{BodyFilter, Picked, QueryFilter};
pub use ray::{Ray, RayHit};
pub use shape_cast::{QueryShape, ShapeCast, ShapeHit};
