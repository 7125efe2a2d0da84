//! Getting up: probe, capture, re-anchor, snap, stand up, finish (design, §6), each a stage of its own.
//!
//! - [`probe`](crate::probe) looks for the ground under the landed figure;
//! - `anchor` moves the root there and re-expresses the captured pose, moving nothing on screen;
//! - `stand_up` is the tween (or clip) from the captured pose to the remembered one;
//! - `leg` is one leg's way through it;
//! - `trace` says what was decided, for a developer to print.

pub(crate) mod anchor;
pub(crate) mod leg;
pub(crate) mod stand_up;
pub mod trace;

pub use trace::RecoveryTrace;
