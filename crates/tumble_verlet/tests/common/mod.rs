//! What the tests share: worlds with the figure of record, and the reference's scripts.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::sync::Arc;

use tumble_verlet::{
    Figure, FigureId, Grab, Jump, JumpFrom, Material, Real, Settings, Shape, World, library,
};

/// A world with a floor at y = 0 and the figure of record, `up` units above its rest place on it.
pub fn on_floor<R: Real>(settings: Settings, up: f64) -> (World<R>, FigureId) {
    on_floor_of(settings, &library::seven_point(), up)
}

pub fn on_floor_of<R: Real>(settings: Settings, figure: &Arc<Figure>, up: f64) -> (World<R>, FigureId) {
    let mut world = World::new(settings).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    let id = world.spawn(figure, [8.0, up]).expect("a place");
    (world, id)
}

pub fn floor() -> Shape {
    Shape::HalfPlane {
        at: [0.0, 0.0],
        normal: [0.0, 1.0],
    }
}

pub const HEAD: usize = 0;
pub const CHEST: usize = 1;
pub const HIP: usize = 2;

/// The reference's runs.
pub const RUNS: [&str; 5] = ["stand", "drop", "push_right", "jump", "drag_and_throw"];

/// How high over the floor a run of the reference begins.
pub fn start_of(run: &str) -> f64 {
    if run == "drop" { 3.05 } else { 0.0 }
}

/// What a run of the reference does before its classic step `i`, of 0.002 s.
pub fn classic_controls<R: Real>(world: &mut World<R>, id: FigureId, run: &str, i: u32) {
    match run {
        "push_right" if (1000..2000).contains(&i) => {
            world.push(id, [10.0, 0.0], 0.002).expect("it is there");
        }
        "jump" if i == 1500 => {
            let jump = Jump {
                from: JumpFrom::Anywhere,
                ..Jump::default()
            };
            world.jump(id, jump).expect("it is there");
        }
        "drag_and_throw" if (500..1500).contains(&i) => {
            let t = f64::from(i - 500) * 0.002;
            let target = [8.0 + 1.0 * t, 1.0 + 0.8 * t];
            if i == 500 {
                world
                    .grab(id, CHEST, target, Grab::default())
                    .expect("it is there");
            } else {
                world.move_grab(id, CHEST, target).expect("it is held");
            }
        }
        "drag_and_throw" if i == 1500 => {
            world.release(id, CHEST).expect("it is held");
        }
        _ => {}
    }
}

/// The reference data beside the workspace, if it is there.
pub fn reference(name: &str) -> Option<serde_json::Value> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/golden/");
    if let Ok(text) = std::fs::read_to_string(format!("{root}{name}")) {
        return Some(serde_json::from_str(&text).expect("the reference is JSON"));
    }
    eprintln!("skipped: there is no reference data `shared/golden/{name}` beside the workspace");
    None
}

/// The rows of a run of the reference: x and y of all points every 50 steps; and its largest stretch.
pub fn reference_run(data: &serde_json::Value, run: &str) -> (Vec<Vec<f64>>, f64) {
    let found = data["runs"]
        .as_array()
        .and_then(|runs| runs.iter().find(|entry| entry["name"] == run))
        .expect("the run");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let rows = found["rows"].as_array().expect("rows");
    let rows = rows
        .iter()
        .map(|row| row.as_array().expect("a row").iter().map(number).collect())
        .collect();
    (rows, number(&found["max_stretch"]))
}
