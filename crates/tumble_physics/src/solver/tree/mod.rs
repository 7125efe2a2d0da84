//! Figures as trees, solved exactly, eight at a time.
//!
//! A figure's pins, limits, drives and contacts with what it can't move are one linear system per sub-step, solved by block elimination
//! over its tree.
//!
#![doc = include_str!("../../../THEORY.md")]
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the instructions of the kernel that calls it"
)]

mod batch;
mod contact;
mod hinge;
mod inner;
mod layout;
mod motion;
mod pivot;
mod solve;
mod sweep;
mod tension;
#[cfg(test)]
mod tests;
mod topology;

pub(crate) use batch::{AnchorNow, Batch, BodyConstant, BodyNow, ContactNow, PinConstant};
#[cfg(test)]
pub(crate) use batch::{ContactDone, MOST_CONTACTS};
pub(crate) use contact::contact_stiffness;
#[cfg(test)]
pub(crate) use inner::InnerDone;
pub(crate) use inner::{InnerNow, InnerPass, InnerPointNow};
pub(crate) use layout::Scratch;
pub(crate) use motion::MOST_TURN;
pub(crate) use solve::SubStep;
pub(crate) use topology::Topology;
