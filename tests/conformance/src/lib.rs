//! One suite of tests that every Tumble physics backend must pass.

pub mod character;
pub mod world;

use tumble::Backend;
use tumble::math::Vec2;

/// Makes an empty world with this gravity [px/s²].
pub type Make<'a> = &'a dyn Fn(Vec2) -> Box<dyn Backend>;
