//! What the tests of puppets share: a native world with puppets beside it.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::sync::Arc;

use tumble::backend::{BodyDesc, BodyHandle, BodyKind, BodyState, Layer, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::puppet::{PuppetDesc, PuppetId, Puppets, PuppetsDesc};
use tumble::verlet::{Figure, library};
use tumble::{Backend, NativeWorld};

pub const DT: f32 = 1.0 / 60.0;

pub fn seven_point() -> Arc<Figure> {
    library::seven_point()
}

/// A world and the puppets in it.
pub struct Stage {
    pub world: NativeWorld,
    pub puppets: Puppets,
}

impl Stage {
    pub fn new(gravity: Vec2) -> Self {
        Self {
            world: NativeWorld::with_gravity(gravity),
            puppets: Puppets::new(PuppetsDesc::with_gravity(gravity)).expect("gravity is finite"),
        }
    }

    pub fn add(&mut self, desc: &BodyDesc) -> BodyHandle {
        let handle = self.world.add_body(desc).expect("a body that can be");
        self.puppets.meet(handle, desc).expect("a body that can be met");
        handle
    }

    /// A wide floor at y = 0.
    pub fn floor(&mut self) -> BodyHandle {
        self.add(&box_of(
            BodyKind::Static,
            Vec2::new(0.0, 50.0),
            Vec2::new(5000.0, 50.0),
        ))
    }

    pub fn puppet(&mut self, name: &str, at: Vec2) -> PuppetId {
        let desc = PuppetDesc::new(name, seven_point(), at);
        self.puppets.spawn(desc).expect("a place")
    }

    pub fn step(&mut self) {
        self.puppets.update(&mut self.world, DT);
        self.world.step(DT);
    }

    /// How high the head is (y down).
    pub fn head(&self, id: PuppetId) -> f32 {
        let puppet = self.puppets.get(id).expect("it is there");
        puppet.point(0).expect("it has one").at.y
    }

    pub fn body(&self, handle: BodyHandle) -> BodyState {
        self.world.body(handle).expect("it is there")
    }
}

pub fn box_of(kind: BodyKind, at: Vec2, half: Vec2) -> BodyDesc {
    BodyDesc {
        kind,
        layer: if kind == BodyKind::Static {
            Layer::Terrain
        } else {
            Layer::Prop
        },
        shape: Shape::Box { half },
        pose: Pose2::new(at, 0.0),
        ..BodyDesc::default()
    }
}

/// A crate of a mass.
pub fn crate_of(at: Vec2, half: f32, mass: f32) -> BodyDesc {
    BodyDesc {
        mass,
        ..box_of(BodyKind::Dynamic, at, Vec2::splat(half))
    }
}

/// The rows of a run of the reference: its points every 50 steps.
pub fn reference_rows(text: &str, run: &str) -> Vec<Vec<Vec2>> {
    let data: serde_json::Value = serde_json::from_str(text).expect("the reference is JSON");
    let runs = data["runs"].as_array().expect("runs");
    let found = runs.iter().find(|entry| entry["name"] == run).expect("the run");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number") as f32;
    let rows = found["rows"].as_array().expect("rows").iter();
    rows.map(|row| {
        let numbers: Vec<f32> = row.as_array().expect("a row").iter().map(number).collect();
        numbers
            .chunks_exact(2)
            .map(|pair| Vec2::new(pair[0], pair[1]))
            .collect()
    })
    .collect()
}
