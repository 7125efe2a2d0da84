//! Plays clips: time, loop, speed, blend from one to the next, events.

use std::sync::Arc;

use tumble_math::Vec2;

use crate::{Clip, Controls, Rig};

/// Plays at most one clip, blending from the one before.
#[derive(Clone, Debug, Default)]
pub struct Animator {
    // filled in with the implementation
}

impl Animator {
    /// Starts `clip` from its beginning, blending over the clip's own blend time (0 when nothing has played yet).
    /// Playing the clip that is already playing changes nothing.
    pub fn play(&mut self, clip: Arc<Clip>) {
        let _ = clip;
        todo!()
    }

    /// Stops at once; the controls stay as they were last sampled.
    pub fn stop(&mut self) {
        todo!()
    }

    /// The clip that plays.
    pub fn clip(&self) -> Option<&Arc<Clip>> {
        todo!()
    }

    /// Multiplies the clips' own speeds [0..]. Default 1.
    pub fn set_speed(&mut self, speed: f32) {
        let _ = speed;
        todo!()
    }

    /// Goes on by `dt` [s] and gives the root's way in that time, x forward [px]. Calls `on_event` with the name of each
    /// event passed, in order.
    pub fn advance(&mut self, dt: f32, on_event: impl FnMut(&Arc<Clip>, usize)) -> Vec2 {
        let _ = (dt, on_event);
        todo!()
    }

    /// Writes what the clips say at the present time into `controls`; what no track drives keeps the stand pose's value
    /// (bend sides are not touched: they are the facing's). Without a clip nothing is written.
    pub fn sample(&self, rig: &Rig, controls: &mut Controls) {
        let _ = (rig, controls);
        todo!()
    }
}
