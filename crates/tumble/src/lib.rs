//! 2D game characters that walk by animation, fall by physics, and get up from exactly the pose they landed in.
//!
//! A [`Character`] is made from a rig and its clips ([`rig::library`] has a stickman and a dog; [`rig::file`] reads others) and lives
//! in a physics world behind the [`Backend`] seam. Each step a game calls [`Character::update`], steps the world, calls
//! [`Character::after_step`], and draws [`Character::bones`], the same way in all three [states](State):
//!
//! ```text
//! Animated ── set_ragdoll, hit ──► Ragdoll ── recover ──► Recovering ── 2 s ──► Animated
//!                                     ▲ ── set_ragdoll, hit ── ┘
//! ```
//!
//! [`CharacterEvent`]s are collected meanwhile and drained by the caller after the step; no user code runs inside one. What a
//! recovery decided is in a [`RecoveryTrace`] that prints itself.
//!
//! A first program is in the project's README. The native world (feature `native`, on by default) is `NativeWorld`; `tumble_rapier` has
//! rapier's; a world of one's own implements [`Backend`] and has to pass the suite in `tests/conformance`.
//!
//! Lengths in px (100 px = 1 m unless a world says otherwise), kg, seconds, radians; +x right, **+y down**, so positive angles turn
//! clockwise on the screen. "Down" is the direction of the world's gravity.

pub mod backend;
pub mod character;
pub mod event;
mod footing;
mod history;
#[cfg(feature = "native")]
pub mod native;
mod overlap;
pub mod probe;
mod proxy;
pub mod puppet;
mod ragdoll;
pub mod recovery;
mod settle;
pub mod state;
pub mod template;

pub use backend::Backend;
pub use character::{Character, CharacterDesc, CharacterError, RecoverWhen};
pub use event::CharacterEvent;
#[cfg(feature = "native")]
pub use native::NativeWorld;
pub use puppet::{Puppet, Puppets};
pub use recovery::RecoveryTrace;
pub use state::State;
pub use template::RagdollTemplate;
pub use tumble_math as math;
#[cfg(feature = "native")]
pub use tumble_physics as physics;
pub use tumble_rig as rig;
pub use tumble_verlet as verlet;

#[cfg(test)]
mod double;
