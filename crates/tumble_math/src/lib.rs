//! Deterministic 2D maths for Tumble.
//!
//! Everything here gives the same bits on every machine: only IEEE-exact operations (`+ − × ÷ √`) are used, the
//! trigonometry is our own ([`trig`]), and nothing depends on threads, lanes or the optimiser.
//!
//! Conventions (printed once): px, seconds, radians; +x right, **+y down**, so a positive angle turns clockwise
//! on the screen.

pub mod angle;
pub mod ease;
pub mod hash;
pub mod placement;
pub mod pose2;
pub mod rot;
pub mod trig;

pub use ease::Easing;
pub use glam::Vec2;
pub use hash::StateHasher;
pub use placement::{Placement, PlacementMap};
pub use pose2::Pose2;
pub use rot::Rot;
