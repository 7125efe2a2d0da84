//! The suite that every backend must pass, on the native world, at the design's own bounds.

use tumble::math::Vec2;
use tumble::{Backend, NativeWorld};
use tumble_conformance::Bounds;

fn make(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(NativeWorld::with_gravity(gravity))
}

tumble_conformance::backend_suite!(&make, &Bounds::default());
