//! Overlaps and nearest points against loops over all bodies.

use tumble_math::{Pose2, Vec2};

use super::Dice;
use super::brute;
use super::worlds::{REACH, Sample, solid_shape};
use crate::collide;
use crate::id::BodyId;
use crate::query::{BodyFilter, QueryFilter, QueryShape};
use crate::shape::{Aabb, Frame, Shape};
use crate::world::World;

const WORLDS: u64 = 120;
const QUERIES: usize = 40;

fn all(world: &World, filter: &impl BodyFilter, keep: impl Fn(u32) -> bool) -> Vec<BodyId> {
    brute::seen(world, filter)
        .into_iter()
        .filter(|&body| keep(body))
        .map(|body| world.bodies.id(body as usize))
        .collect()
}

#[test]
fn points_are_in_what_a_loop_finds() {
    let (mut found, mut in_sides) = (0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 5000);
        for case in 0..QUERIES {
            let point = sample.point(&mut dice);
            let filter = QueryFilter {
                mask: dice.pick(&[u32::MAX, 0b101]).unwrap_or(0),
                ..QueryFilter::default()
            };
            let mut out = Vec::new();
            world.overlap_point(point, filter, &mut out);
            let expected = all(world, &filter, |body| brute::contains(world, body, point));
            assert_eq!(out, expected, "seed {seed}, case {case}: {point:?}");
            found += out.len();
            in_sides += out
                .iter()
                .filter(|id| !world.bodies.sides[id.index as usize].is_empty())
                .count();
        }
    }
    assert!(
        found > 1000 && in_sides > 300,
        "{found} found, {in_sides} outlines: the sample is lopsided"
    );
}

#[test]
fn shapes_overlap_what_a_loop_finds() {
    let mut found = 0;
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 6000);
        for case in 0..QUERIES {
            let shape = QueryShape::new(&solid_shape(&mut dice)).expect("the shape is sound");
            let pose = Pose2 {
                position: sample.point(&mut dice),
                angle: dice.between(-4.0, 4.0),
            };
            let frame = shape.frame(pose).expect("the pose is sound");
            let exclude: Vec<_> = dice.pick(&sample.bodies).into_iter().collect();
            let filter = QueryFilter {
                exclude: &exclude,
                ..QueryFilter::default()
            };
            let mut out = Vec::new();
            world.overlap_shape(&shape, pose, filter, &mut out);
            let expected = all(world, &filter, |body| {
                brute::overlaps(world, body, shape.piece(), &frame)
            });
            assert_eq!(out, expected, "seed {seed}, case {case}: {shape:?} {pose:?}");
            found += out.len();
        }
    }
    assert!(found > 2000, "{found} found: the sample is lopsided");
}

/// Also boxes without width or height, which are lines and points.
#[test]
fn boxes_overlap_what_a_loop_finds() {
    let (mut found, mut thin) = (0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 7000);
        for case in 0..QUERIES {
            let (min, mut size) = (sample.point(&mut dice), dice.point(REACH).abs() * 0.6);
            match dice.below(4) {
                0 => size.x = 0.0,
                1 => size.y = 0.0,
                _ => {}
            }
            let aabb = Aabb { min, max: min + size };
            let mut out = Vec::new();
            world.overlap_aabb(aabb, QueryFilter::default(), &mut out);
            // Four corners as a polygon of hardly any rounding; a thin one is a capsule.
            let half = 0.5 * size;
            let shape = if half.min_element() > 0.0 {
                let points = vec![
                    -half,
                    Vec2::new(half.x, -half.y),
                    half,
                    Vec2::new(-half.x, half.y),
                ];
                Shape::Polygon { points, radius: 0.0 }
            } else {
                Shape::Capsule {
                    a: -half,
                    b: half,
                    radius: 1e-4,
                }
            };
            let shape = QueryShape::new(&shape).expect("the box is sound");
            let frame = Frame {
                at: min.midpoint(aabb.max),
                cos: 1.0,
                sin: 0.0,
            };
            // Its corners are rounded otherwise, which decides where it just touches.
            let tiny = 1e-6 * min.abs().max_element() + 1e-3;
            for body in brute::seen(world, &QueryFilter::default()) {
                let meets = brute::overlaps(world, body, shape.piece(), &frame);
                let least = brute::pieces(world, body)
                    .map(|(_, piece, at)| collide::distance(shape.piece(), &frame, piece, &at).0.abs())
                    .fold(f32::INFINITY, f32::min);
                let id = world.bodies.id(body as usize);
                assert!(
                    out.contains(&id) == meets || least < tiny,
                    "seed {seed}, case {case}: {id:?} meets {aabb:?}: {meets}"
                );
            }
            assert!(out.is_sorted(), "seed {seed}, case {case}: {out:?}");
            found += out.len();
            thin += usize::from(half.min_element() == 0.0) * out.len();
        }
    }
    assert!(
        found > 4000 && thin > 500,
        "{found} found, {thin} on lines: the sample is lopsided"
    );
}

#[test]
fn the_nearest_point_is_that_of_a_loop() {
    let (mut found, mut inside, mut none) = (0, 0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 8000);
        for case in 0..QUERIES {
            let point = sample.point(&mut dice);
            let radius = match dice.below(6) {
                0 => 0.0,
                1 => f32::INFINITY,
                _ => dice.between(0.0, 200.0),
            };
            let filter = QueryFilter {
                mask: dice.pick(&[u32::MAX, 0b001]).unwrap_or(0),
                ..QueryFilter::default()
            };
            let near = world.closest_point(point, radius, filter);
            assert_eq!(
                near,
                brute::closest(world, point, radius, &filter),
                "seed {seed}, case {case}: {point:?} within {radius}"
            );
            match near {
                Some(near) => {
                    found += 1;
                    inside += usize::from(near.distance < 0.0);
                    let off = near.point.distance(point) - near.distance.abs();
                    let tiny = 1e-6 * point.abs().max_element() + 1e-3;
                    assert!(off.abs() < tiny, "seed {seed}, case {case}: {off} off {near:?}");
                }
                None => none += 1,
            }
        }
    }
    assert!(
        found > 2000 && inside > 500 && none > 200,
        "{found} found, {inside} inside, {none} without: the sample is lopsided"
    );
}
