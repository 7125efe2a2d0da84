//! 2D game characters that walk by animation, fall by physics, and get up from exactly the pose they landed in.

pub mod backend;
pub mod character;
pub mod event;
mod footing;
mod history;
mod overlap;
pub mod probe;
mod proxy;
mod ragdoll;
pub mod recovery;
mod settle;
pub mod state;
pub mod template;

pub use backend::Backend;
pub use character::{Character, CharacterDesc, CharacterError, RecoverWhen};
pub use event::CharacterEvent;
pub use recovery::RecoveryTrace;
pub use state::State;
pub use template::RagdollTemplate;
pub use tumble_math as math;
pub use tumble_rig as rig;
