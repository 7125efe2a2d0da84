//! Tests of contacts.

mod oracle;
mod pairs;
mod queries;
mod random;
mod sliding;
mod timing;

use tumble_math::{Vec2, trig};

use crate::body::BodyKind;
use crate::shape::{Frame, Piece, Shape, build};

/// Numbers that are the same in every run (xorshift).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 16) % count
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / 16_777_216.0
    }

    pub(super) fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.between(-reach, reach), self.between(-reach, reach))
    }

    pub(super) fn frame(&mut self, reach: f32) -> Frame {
        frame(self.point(reach), self.between(-4.0, 4.0))
    }

    /// A dynamic piece between 2 and 40 px large.
    pub(super) fn piece(&mut self) -> Piece {
        let radius = self.between(2.0, 20.0);
        match self.below(4) {
            0 => piece(&Shape::Circle {
                center: self.point(5.0),
                radius,
            }),
            1 => {
                let a = self.point(20.0);
                let b = a + unit(self.between(0.0, 6.0)) * self.between(1.0, 60.0);
                piece(&Shape::Capsule { a, b, radius })
            }
            2 => self.polygon(0.0),
            _ => {
                let rounding = self.between(0.0, 8.0);
                self.polygon(rounding)
            }
        }
    }

    /// A convex polygon: corners on an ellipse, at least 10° apart.
    pub(super) fn polygon(&mut self, radius: f32) -> Piece {
        let axes = Vec2::new(self.between(5.0, 40.0), self.between(5.0, 40.0));
        let count = 3 + self.below(14) as usize;
        let turn = self.between(0.0, 6.0);
        let points = (0..count)
            .map(|i| {
                let step = core::f32::consts::TAU / count as f32;
                axes * unit(turn + step * (i as f32 + self.between(0.0, 0.5)))
            })
            .collect();
        piece(&Shape::Polygon { points, radius })
    }
}

pub(super) fn unit(angle: f32) -> Vec2 {
    let (sin, cos) = trig::sin_cos(angle);
    Vec2::new(cos, sin)
}

pub(super) fn frame(at: Vec2, angle: f32) -> Frame {
    let (sin, cos) = trig::sin_cos(angle);
    Frame { at, cos, sin }
}

pub(super) fn piece(shape: &Shape) -> Piece {
    pieces(shape, BodyKind::Dynamic).remove(0)
}

pub(super) fn pieces(shape: &Shape, kind: BodyKind) -> Vec<Piece> {
    build(shape, kind).expect("the shape is sound").pieces
}

pub(super) fn rect(half_x: f32, half_y: f32) -> Piece {
    piece(&rect_shape(half_x, half_y, 0.0))
}

pub(super) fn rect_shape(half_x: f32, half_y: f32, radius: f32) -> Shape {
    let corner = Vec2::new(half_x, half_y);
    let points = vec![
        -corner,
        Vec2::new(half_x, -half_y),
        corner,
        Vec2::new(-half_x, half_y),
    ];
    Shape::Polygon { points, radius }
}

pub(super) fn circle(radius: f32) -> Piece {
    piece(&Shape::Circle {
        center: Vec2::ZERO,
        radius,
    })
}

/// A capsule along x whose core is `length` long.
pub(super) fn bar(length: f32, radius: f32) -> Piece {
    let end = Vec2::new(0.5 * length, 0.0);
    piece(&Shape::Capsule {
        a: -end,
        b: end,
        radius,
    })
}
