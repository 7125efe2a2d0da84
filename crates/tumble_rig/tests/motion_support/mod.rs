//! Helpers of the `motion_*` tests.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;

use tumble_rig::math::Vec2;

/// A file of the reference data, or nothing (said aloud) where it isn't.
pub fn golden(name: &str) -> Option<serde_json::Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/golden")
        .join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no reference data at ../shared/golden/{name}");
        return None;
    };
    Some(serde_json::from_str(&text).expect("reference data is JSON"))
}

/// Numbers that look random, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit() as f32
    }

    /// A point in a disc about the origin.
    pub fn in_disc(&mut self, radius: f32) -> Vec2 {
        loop {
            let point = Vec2::new(self.between(-radius, radius), self.between(-radius, radius));
            if point.length() <= radius {
                return point;
            }
        }
    }
}

/// The unit vector of a heading, by `std` in double precision: independent of what is tested.
pub fn direction(heading: f64) -> (f64, f64) {
    (heading.cos(), heading.sin())
}

/// Difference of two angles, wrapped.
pub fn turn(from: f64, to: f64) -> f64 {
    let pi = std::f64::consts::PI;
    (to - from + pi).rem_euclid(2.0 * pi) - pi
}

/// A number in a JSON array.
pub fn number(row: &serde_json::Value, index: usize) -> f64 {
    row[index].as_f64().expect("a number")
}
