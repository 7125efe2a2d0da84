//! The suite that every backend must pass, on rapier.

use tumble::Backend;
use tumble::math::Vec2;
use tumble_conformance::Bounds;
use tumble_rapier::{RapierSettings, RapierWorld};

fn make(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(RapierWorld::new(RapierSettings {
        gravity,
        ..RapierSettings::default()
    }))
}

tumble_conformance::backend_suite!(&make, &Bounds::default());
