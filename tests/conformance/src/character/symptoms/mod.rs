//! What users of such systems ran into, each a check named for its symptom.

mod entering;
mod leaving;
mod mirror;
mod proxy;
mod state;

pub use entering::*;
pub use leaving::*;
pub use mirror::*;
pub use proxy::*;
pub use state::*;

use super::stage::Set;
use std::sync::Arc;
use tumble::math::Easing;
use tumble::math::Vec2;
use tumble::rig::Facing;
use tumble::rig::Rig;
use tumble::rig::clip::Clip;
use tumble::rig::clip::ClipSet;
use tumble::rig::clip::Key;
use tumble::rig::clip::Track;
use tumble::rig::library;

const WEIGHTLESS: Vec2 = Vec2::ZERO;

fn floating(facing: Facing) -> Set {
    Set {
        gravity: WEIGHTLESS,
        floor: None,
        facing,
        ..Set::default()
    }
}

/// A stickman with something changed.
fn changed(change: impl FnOnce(&mut Rig)) -> Arc<Rig> {
    let mut rig = Rig::clone(&library::stickman());
    change(&mut rig);
    Arc::new(rig)
}

/// A key that starts and ends slowly.
fn key<T>(time: f32, value: T) -> Key<T> {
    Key {
        time,
        value,
        easing: Easing::SineInOut,
    }
}

/// A clip that moves the root at a constant velocity \[px/s\].
fn glide(velocity: Vec2) -> ClipSet {
    let keys = vec![Key::new(0.0, Vec2::ZERO), Key::new(1.0, velocity)];
    ClipSet(vec![Arc::new(
        Clip::new("glide", 1.0).with_loop().with_track(Track::Root(keys)),
    )])
}
