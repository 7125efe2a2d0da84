//! Shared by the tests that run scenes: a rapier world, and scenes from text.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::sync::Arc;

use tumble_rapier::{RapierSettings, RapierWorld};
use tumble_scene::{Frame, Runner, Scene, TraceWriter, load};

/// The step of most tests [s].
pub const DT: f32 = 1.0 / 60.0;

/// A world with that gravity.
pub fn world(gravity: tumble::math::Vec2) -> RapierWorld {
    RapierWorld::new(RapierSettings {
        gravity,
        ..RapierSettings::default()
    })
}

/// A scene from RON; prints what is wrong with it.
pub fn scene(text: &str) -> Arc<Scene> {
    match load::parse("test.ron", text, None) {
        Ok(scene) => Arc::new(scene),
        Err(error) => panic!("{error}"),
    }
}

/// A flat ground with one stickman and these further fields.
pub fn flat_scene(more: &str) -> Arc<Scene> {
    scene(&format!(
        "(version: 1,
          terrain: [Polygon(points: [(-3000, 0), (3000, 0), (3000, 400), (-3000, 400)])],
          characters: [(name: \"hero\", rig: \"stickman\", at: (0, -385))],
          {more})"
    ))
}

/// A scene in a rapier world.
pub fn runner(scene: &Arc<Scene>) -> Runner<RapierWorld> {
    Runner::new(Arc::clone(scene), DT, world).expect("the world takes the scene")
}

/// The frames of so many steps.
pub fn frames(scene: &Arc<Scene>, steps: u64) -> Vec<Frame> {
    let mut runner = runner(scene);
    (0..steps)
        .map(|_| {
            runner.step();
            runner.frame()
        })
        .collect()
}

/// The trace of so many steps, each said to have taken `step_us`.
pub fn trace(scene: &Arc<Scene>, steps: u64, step_us: f64) -> Vec<u8> {
    let mut runner = runner(scene);
    let mut writer = TraceWriter::new(Vec::new(), &scene.name, DT, "rapier").expect("a vector takes it");
    for _ in 0..steps {
        runner.step();
        writer
            .write(&runner.frame(), runner.stats(), step_us)
            .expect("a vector takes it");
    }
    writer.finish().expect("a vector takes it")
}
