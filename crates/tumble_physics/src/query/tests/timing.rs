//! How long queries take: `cargo test --release -p tumble_physics --lib -- --ignored --nocapture microseconds`.

use std::hint::black_box;
use std::time::Instant;

use tumble_math::{Pose2, Vec2};

use super::Dice;
use super::worlds::unit;
use crate::body::{BodyDesc, BodyKind};
use crate::joint::{JointDesc, PinDesc};
use crate::query::{QueryFilter, QueryShape, Ray, ShapeCast};
use crate::settings::Settings;
use crate::shape::{Aabb, Shape};
use crate::world::World;

const FIGURES: usize = 1000;
const COLUMNS: usize = 32;
const QUERIES: usize = 4096;

/// Figures of ten limbs as the stickman's, 700 px apart, 1100 px from row to row, above hills of 400 sides.
fn crowd() -> (World, Vec2) {
    let mut world = World::new(Settings::default());
    let size = Vec2::new(700.0 * COLUMNS as f32, 1100.0 * (FIGURES / COLUMNS) as f32);
    let mut points: Vec<Vec2> = (0..=400_u16)
        .map(|i| {
            let x = f32::from(i) / 400.0 * (size.x + 2000.0) - 1000.0;
            Vec2::new(x, 150.0 * unit(x * 0.004).y + 200.0)
        })
        .collect();
    points.push(Vec2::new(size.x + 1000.0, 900.0));
    points.push(Vec2::new(-1000.0, 900.0));
    let ground = BodyDesc {
        kind: BodyKind::Static,
        shape: Shape::Outline { points },
        ..BodyDesc::default()
    };
    world.add_body(&ground).expect("the ground is sound");
    for figure in 0..FIGURES {
        let (row, column) = (figure / COLUMNS, figure % COLUMNS);
        let hips = Vec2::new(700.0 * column as f32, -700.0 - 1100.0 * row as f32);
        let turn = 0.37 * figure as f32;
        let mut limb = |from: f32, to: f32, angle: f32, radius: f32| {
            let along = unit(turn + angle);
            let half = 0.5 * (to - from);
            let desc = BodyDesc {
                shape: Shape::Capsule {
                    a: Vec2::new(-half, 0.0),
                    b: Vec2::new(half, 0.0),
                    radius,
                },
                pose: Pose2 {
                    position: hips + along * (from + half),
                    angle: turn + angle,
                },
                ..BodyDesc::default()
            };
            (world.add_body(&desc).expect("the limb is sound"), half)
        };
        let (torso, long) = limb(0.0, 390.0, 4.7, 12.0);
        let mut pins = Vec::new();
        let (head, half) = limb(400.0, 560.0, 4.7, 60.0);
        pins.push(PinDesc::new(
            torso,
            head,
            Vec2::new(long, 0.0),
            Vec2::new(-half - 10.0, 0.0),
        ));
        for angle in [0.9, 1.4, 1.9, 2.4] {
            let (upper, half) = limb(0.0, 184.0, angle, 8.0);
            let (lower, other) = limb(184.0, 370.0, angle, 8.0);
            pins.push(PinDesc::new(
                torso,
                upper,
                Vec2::new(-long, 0.0),
                Vec2::new(-half, 0.0),
            ));
            pins.push(PinDesc::new(
                upper,
                lower,
                Vec2::new(half, 0.0),
                Vec2::new(-other, 0.0),
            ));
        }
        for pin in pins {
            world.add_joint(&JointDesc::Pin(pin)).expect("the pin is sound");
        }
    }
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    (world, size)
}

/// The fastest of some rounds over all queries.
fn measure<Q>(name: &str, queries: &[Q], mut ask: impl FnMut(&Q) -> usize) {
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..20 {
        let start = Instant::now();
        found = queries.iter().map(|query| black_box(ask(black_box(query)))).sum();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{name:38} {:7.3} µs, {found} found by {}",
        best * 1e6 / queries.len() as f64,
        queries.len()
    );
}

#[test]
#[ignore = "measures; run it in release"]
fn microseconds_a_query() {
    let (world, size) = crowd();
    let all = QueryFilter::default();
    let mut dice = Dice::new(5);
    let mut anywhere = || Vec2::new(dice.between(0.0, size.x), dice.between(-size.y, 0.0));
    let places: Vec<Vec2> = (0..QUERIES).map(|_| anywhere()).collect();
    let rays = |way: &dyn Fn(usize) -> Vec2| -> Vec<Ray> {
        let ray = |(i, &origin): (usize, &Vec2)| Ray { origin, way: way(i) };
        places.iter().enumerate().map(ray).collect()
    };
    let nearest = |ray: &Ray| usize::from(world.cast_ray(*ray, all).is_some());
    measure(
        "ray of 100 px, any way",
        &rays(&|i| unit(i as f32) * 100.0),
        nearest,
    );
    measure(
        "ray of 1000 px, any way",
        &rays(&|i| unit(i as f32) * 1000.0),
        nearest,
    );
    measure(
        "ray of 10000 px, any way",
        &rays(&|i| unit(i as f32) * 10_000.0),
        nearest,
    );
    let down: Vec<Ray> = places
        .iter()
        .map(|place| Ray {
            origin: Vec2::new(place.x, -250.0),
            way: Vec2::new(0.0, 800.0),
        })
        .collect();
    measure("ray of 800 px, down on the hills", &down, nearest);
    let mut hits = Vec::new();
    measure(
        "all hits of 10000 px",
        &rays(&|i| unit(i as f32) * 10_000.0),
        |ray| {
            hits.clear();
            world.cast_ray_all(*ray, all, &mut hits);
            hits.len()
        },
    );
    let ball = QueryShape::new(&Shape::Circle {
        center: Vec2::ZERO,
        radius: 30.0,
    })
    .expect("it is sound");
    let pose = |&position: &Vec2| Pose2 { position, angle: 0.0 };
    measure("ball of 30 px moved 1000 px", &places, |place| {
        let cast = ShapeCast {
            shape: &ball,
            pose: pose(place),
            way: Vec2::new(700.0, 700.0),
        };
        usize::from(world.cast_shape(cast, all).is_some())
    });
    let mut out = Vec::new();
    measure("point", &places, |&place| {
        out.clear();
        world.overlap_point(place, all, &mut out);
        out.len()
    });
    measure("box of 500 px", &places, |&min| {
        out.clear();
        let max = min + Vec2::splat(500.0);
        world.overlap_aabb(Aabb { min, max }, all, &mut out);
        out.len()
    });
    measure("ball of 30 px", &places, |place| {
        out.clear();
        world.overlap_shape(&ball, pose(place), all, &mut out);
        out.len()
    });
    measure("nearest within 300 px", &places, |&place| {
        usize::from(world.closest_point(place, 300.0, all).is_some())
    });
}
