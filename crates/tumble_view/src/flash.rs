//! Impacts that stay visible for a moment.

use tumble::math::Vec2;
use tumble_scene::frame::{Frame, SceneEvent};

/// An impact that is still seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flash {
    /// Where \[px\].
    pub at: Vec2,
    /// How hard [kg·px/s].
    pub impulse: f32,
    /// Share of its time that has gone [0..1].
    pub age: f32,
}

/// Remembers the impacts of the last moments, so that pictures of every n-th step show them all. Feed it every step.
#[derive(Clone, Debug, Default)]
pub struct Flashes {
    seen: Vec<(f64, Vec2, f32)>,
    now: f64,
}

impl Flashes {
    /// How long an impact is seen \[s\].
    pub const TIME: f64 = 0.18;
    /// Impacts softer than this don't flash [kg·px/s].
    pub const SOFTEST: f32 = 120.0;
    /// At most so many are seen at once; the hardest stay.
    pub const MOST: usize = 24;

    /// Nothing seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a step's events.
    pub fn see(&mut self, frame: &Frame) {
        self.now = frame.time;
        let now = self.now;
        self.seen
            .retain(|&(time, ..)| (0.0..Self::TIME).contains(&(now - time)));
        for event in &frame.events {
            if let SceneEvent::Impact { impulse, at, .. } = event
                && at.is_finite()
                && *impulse >= Self::SOFTEST
            {
                self.seen.push((now, *at, *impulse));
            }
        }
        if self.seen.len() > Self::MOST {
            self.seen.sort_by(|a, b| b.2.total_cmp(&a.2));
            self.seen.truncate(Self::MOST);
        }
    }

    /// What is seen now.
    pub fn now(&self) -> Vec<Flash> {
        self.seen
            .iter()
            .map(|&(time, at, impulse)| Flash {
                at,
                impulse,
                age: ((self.now - time) / Self::TIME) as f32,
            })
            .collect()
    }
}
