//! 2D game characters that walk by animation, fall by physics, and get up from exactly the pose they landed in.

pub mod backend;
pub mod character;
pub mod event;
pub mod state;

pub use backend::Backend;
pub use character::{Character, CharacterDesc, CharacterError, RecoverWhen};
pub use event::CharacterEvent;
pub use state::State;
pub use tumble_math as math;
pub use tumble_rig as rig;
