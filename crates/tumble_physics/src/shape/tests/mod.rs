//! Tests of shapes.

mod mass;
mod sides;
mod valid;

use tumble_math::{Vec2, trig};

use super::Shape;

pub(super) fn unit(angle: f32) -> Vec2 {
    let (sin, cos) = trig::sin_cos(angle);
    Vec2::new(cos, sin)
}

pub(super) fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
    list.iter().copied().map(Vec2::from).collect()
}

pub(super) fn polygon(list: &[(f32, f32)]) -> Shape {
    Shape::Polygon {
        points: points(list),
        radius: 0.0,
    }
}

pub(super) fn outline(list: &[(f32, f32)]) -> Shape {
    Shape::Outline { points: points(list) }
}
