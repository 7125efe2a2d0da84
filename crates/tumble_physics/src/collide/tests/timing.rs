//! How long a pair takes: `cargo test --release -p tumble_physics -- --ignored --nocapture nanoseconds`.

use std::hint::black_box;
use std::time::Instant;

use tumble_math::Vec2;

use super::super::{Manifold, collide};
use super::{Numbers, bar, circle, frame, pieces, rect};
use crate::body::BodyKind;
use crate::shape::{Frame, Piece, Shape};

const PAIRS: usize = 512;
/// Short batches, of which the fastest counts: other work on the machine is left out.
const BATCHES: usize = 400;

/// Pairs as a crowd has them: near each other, most of them touching.
fn measure(name: &str, a: &Piece, b: &Piece, mut place: impl FnMut(&mut Numbers) -> (Frame, Frame)) {
    let mut numbers = Numbers::new(31);
    let frames: Vec<(Frame, Frame)> = (0..PAIRS).map(|_| place(&mut numbers)).collect();
    let hits = frames
        .iter()
        .filter(|(fa, fb)| collide(a, fa, b, fb, 2.0).count > 0)
        .count();
    let mut best = f64::INFINITY;
    for _ in 0..BATCHES {
        let start = Instant::now();
        for _ in 0..4 {
            for (fa, fb) in &frames {
                black_box::<Manifold>(collide(black_box(a), fa, black_box(b), fb, 2.0));
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / (PAIRS * 4) as f64);
    }
    println!("{name:32} {best:6.1} ns, {hits} of {PAIRS} touch");
}

#[test]
#[ignore = "measures; run it in release"]
fn nanoseconds_a_pair() {
    let (ball, limb, crate_) = (circle(7.0), bar(50.0, 7.0), rect(20.0, 20.0));
    let near = |reach: f32| move |numbers: &mut Numbers| (numbers.frame(reach), numbers.frame(reach));
    measure("circle, circle, apart", &ball, &ball, |numbers| {
        (numbers.frame(10.0), frame(Vec2::new(100.0, 0.0), 0.0))
    });
    measure("circle, circle, touching", &ball, &ball, near(4.0));
    measure("circle, circle", &ball, &ball, near(10.0));
    measure("circle, capsule", &ball, &limb, near(20.0));
    measure("capsule, capsule", &limb, &limb, near(25.0));
    measure("capsule, capsule, lying", &limb, &limb, |numbers| {
        let tilt = numbers.between(-0.02, 0.02);
        (
            frame(Vec2::new(numbers.between(-20.0, 20.0), -13.9), tilt),
            frame(Vec2::ZERO, 0.0),
        )
    });
    measure("circle, polygon", &ball, &crate_, near(25.0));
    measure("capsule, polygon", &limb, &crate_, near(30.0));
    measure("polygon, polygon", &crate_, &crate_, near(25.0));
    let corners = [
        (-20_000.0, 0.0),
        (20_000.0, 0.0),
        (20_000.0, 500.0),
        (-20_000.0, 500.0),
    ];
    let ground = Shape::Outline {
        points: corners.map(Vec2::from).to_vec(),
    };
    let ground = pieces(&ground, BodyKind::Static)
        .into_iter()
        .find(|piece| matches!(piece, Piece::Side(side) if side.normal == Vec2::NEG_Y));
    let ground = ground.expect("the ground has a top");
    let on = |height: f32| {
        move |numbers: &mut Numbers| {
            let at = Vec2::new(numbers.between(-500.0, 500.0), numbers.between(-height, 0.0));
            (frame(at, numbers.between(-4.0, 4.0)), frame(Vec2::ZERO, 0.0))
        }
    };
    measure("circle, long side", &ball, &ground, on(12.0));
    measure("capsule, long side", &limb, &ground, on(30.0));
    measure("circle, long side, touching", &ball, &ground, on(8.9));
    measure("capsule, long side, touching", &limb, &ground, on(7.0));
    measure("polygon, long side", &crate_, &ground, on(30.0));
    let hill: Vec<Vec2> = (-60..=60_i16)
        .map(|i| Vec2::new(f32::from(i) * 15.0, f32::from(i * i) * 0.03))
        .collect();
    let hill: Vec<Piece> = crate::shape::sides(&hill, false, false)
        .into_iter()
        .map(Piece::Side)
        .collect();
    measure("capsule, short side of a hill", &limb, &hill[60], |numbers| {
        let at = Vec2::new(numbers.between(-25.0, 25.0), numbers.between(-12.0, -2.0));
        (frame(at, numbers.between(-0.5, 0.5)), frame(Vec2::ZERO, 0.0))
    });
}
