//! Tumble characters in a [rapier2d](https://rapier.rs) world.
//!
//! [`RapierWorld`] is a [`tumble::Backend`]: bodies, pins, rays, contacts and events in px, over rapier's single-precision
//! solver with its deterministic option. Where rapier misses one of the project's bounds, this crate's README has the measured
//! figure.

mod body;
mod convert;
mod filter;
mod grab;
mod outline;
mod pin;
mod rays;
mod schedule;
mod settings;
mod shape;
mod slots;
mod step;
mod touch;
mod world;

pub use rapier2d;
pub use settings::RapierSettings;
pub use world::RapierWorld;

/// The README's program is a doctest.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeIsTested;

/// The project's README has a program too.
#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct ProjectReadmeIsTested;
