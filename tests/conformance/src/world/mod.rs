//! Checks at the level of the seam: raw bodies and pins.
//!
//! A check takes a maker of worlds and the [`Bounds`](crate::Bounds), and panics with what it saw and what it wanted.

#![allow(clippy::missing_panics_doc, reason = "a check reports by panicking")]

pub mod contact;
pub mod determinism;
pub mod faults;
pub mod handles;
pub mod joints;
pub mod limits;
pub mod measure;
pub mod motion;
pub mod motors;
pub mod rays;
pub mod rest;
pub mod rng;
pub mod stickman;
pub mod terrain;
pub mod tools;
