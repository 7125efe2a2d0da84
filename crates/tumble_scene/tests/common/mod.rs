//! Shared by the tests that run scenes: worlds, and scenes from text.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::sync::Arc;

use tumble::math::Vec2;
use tumble::{Backend, NativeWorld};
use tumble_rapier::{RapierSettings, RapierWorld};
use tumble_scene::{Frame, Runner, Scene, TraceWriter, load};

/// The step of most tests [s].
pub const DT: f32 = 1.0 / 60.0;

/// Makes a world with a gravity.
pub type Make = fn(Vec2) -> Box<dyn Backend>;

/// Every world that scenes run in, by the name in a trace.
pub const WORLDS: [(&str, Make); 2] = [("native", world), ("rapier", rapier)];

/// The native world with that gravity: most tests' world, as it is the command's.
pub fn world(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(NativeWorld::with_gravity(gravity))
}

/// A rapier world with that gravity.
pub fn rapier(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(RapierWorld::new(RapierSettings {
        gravity,
        ..RapierSettings::default()
    }))
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

/// A scene in the native world.
pub fn runner(scene: &Arc<Scene>) -> Runner<Box<dyn Backend>> {
    runner_in(world, scene)
}

/// A scene in a world of `make`.
pub fn runner_in(make: Make, scene: &Arc<Scene>) -> Runner<Box<dyn Backend>> {
    Runner::new(Arc::clone(scene), DT, make).expect("the world takes the scene")
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
    trace_in(world, scene, steps, step_us)
}

/// The same in a world of `make`.
pub fn trace_in(make: Make, scene: &Arc<Scene>, steps: u64, step_us: f64) -> Vec<u8> {
    let mut runner = runner_in(make, scene);
    let backend = Backend::name(runner.world());
    let mut writer = TraceWriter::new(Vec::new(), &scene.name, DT, backend).expect("a vector takes it");
    for _ in 0..steps {
        runner.step();
        writer
            .write(&runner.frame(), runner.stats(), step_us)
            .expect("a vector takes it");
    }
    writer.finish().expect("a vector takes it")
}
