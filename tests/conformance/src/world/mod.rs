//! Checks at the level of the seam: raw bodies and pins.

pub mod measure;
pub mod rng;
pub mod stickman;
