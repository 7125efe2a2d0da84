//! What the documentation says, one by one.

use tumble_math::{Pose2, Vec2};

use super::worlds::{Sample, unit};
use super::{Dice, brute};
use crate::body::{BodyDesc, BodyKind};
use crate::error::InvalidDesc;
use crate::filter::Filter;
use crate::id::BodyId;
use crate::query::{QueryFilter, QueryShape, Ray, RayHit, ShapeCast};
use crate::settings::Settings;
use crate::shape::{Aabb, Shape};
use crate::world::World;
use crate::world::bodies::NONE;

const DT: f32 = 1.0 / 60.0;

fn weightless() -> World {
    World::new(Settings {
        gravity: Vec2::ZERO,
        ..Settings::default()
    })
}

fn at(x: f32, y: f32) -> Pose2 {
    Pose2 {
        position: Vec2::new(x, y),
        angle: 0.0,
    }
}

fn ball(radius: f32) -> Shape {
    Shape::Circle {
        center: Vec2::ZERO,
        radius,
    }
}

fn corners(list: &[(f32, f32)]) -> Vec<Vec2> {
    list.iter().copied().map(Vec2::from).collect()
}

fn add(world: &mut World, kind: BodyKind, shape: Shape, pose: Pose2) -> BodyId {
    let desc = BodyDesc {
        kind,
        shape,
        pose,
        ..BodyDesc::default()
    };
    world.add_body(&desc).expect("the body is sound")
}

/// To the right.
fn ray(x: f32, y: f32, length: f32) -> Ray {
    Ray {
        origin: Vec2::new(x, y),
        way: Vec2::new(length, 0.0),
    }
}

fn hit(world: &World, ray: Ray) -> Option<RayHit> {
    world.cast_ray(ray, QueryFilter::default())
}

fn at_point(world: &World, x: f32, y: f32) -> Vec<BodyId> {
    let mut out = Vec::new();
    world.overlap_point(Vec2::new(x, y), QueryFilter::default(), &mut out);
    out
}

#[test]
fn what_is_not_a_number_finds_nothing() {
    let sample = Sample::new(3);
    let (world, all) = (&sample.world, QueryFilter::default());
    let shape = QueryShape::new(&ball(30.0)).expect("it is sound");
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for point in [Vec2::new(odd, 0.0), Vec2::new(0.0, odd)] {
            let (mut bodies, mut hits) = (Vec::new(), Vec::new());
            let from = |origin, way| Ray { origin, way };
            for ray in [from(point, Vec2::X), from(Vec2::ZERO, point), from(point, point)] {
                assert_eq!(world.cast_ray(ray, all), None);
                world.cast_ray_all(ray, all, &mut hits);
            }
            let pose = |position, angle| Pose2 { position, angle };
            let nowhere = pose(point, 0.0);
            for (pose, way) in [
                (nowhere, Vec2::X),
                (Pose2::IDENTITY, point),
                (pose(Vec2::ZERO, odd), Vec2::X),
            ] {
                let cast = ShapeCast {
                    shape: &shape,
                    pose,
                    way,
                };
                assert_eq!(world.cast_shape(cast, all), None);
            }
            world.overlap_point(point, all, &mut bodies);
            world.overlap_shape(&shape, nowhere, all, &mut bodies);
            assert_eq!(world.closest_point(point, 1e5, all), None);
            assert!(bodies.is_empty() && hits.is_empty(), "{bodies:?} {hits:?}");
        }
    }
    let mut bodies = Vec::new();
    for (min, max) in [(1.0, -1.0), (f32::NAN, 1.0), (-1.0, f32::NAN)] {
        let (min, max) = (Vec2::splat(min), Vec2::splat(max));
        world.overlap_aabb(Aabb { min, max }, all, &mut bodies);
    }
    world.overlap_aabb(Aabb::EMPTY, all, &mut bodies);
    assert!(bodies.is_empty(), "{bodies:?}");
    for radius in [-1.0, f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(world.closest_point(Vec2::ZERO, radius, all), None);
    }
    let zero = Ray {
        origin: sample.middle,
        way: Vec2::ZERO,
    };
    assert_eq!(world.cast_ray(zero, all), None);
}

#[test]
fn numbers_beyond_the_world_do_no_harm() {
    let sample = Sample::new(8);
    let (world, all) = (&sample.world, QueryFilter::default());
    let shape = QueryShape::new(&ball(30.0)).expect("it is sound");
    let mut everything = Vec::new();
    let infinite = Aabb {
        min: Vec2::NEG_INFINITY,
        max: Vec2::INFINITY,
    };
    world.overlap_aabb(infinite, all, &mut everything);
    let seen: Vec<BodyId> = brute::seen(world, &all)
        .into_iter()
        .map(|body| world.bodies.id(body as usize))
        .collect();
    assert_eq!(everything, seen);
    for huge in [1e9_f32, -1e20, 1e38, f32::MAX, 1e-38, f32::MIN_POSITIVE * 0.25] {
        for other in [0.0, huge, -huge] {
            let point = Vec2::new(huge, other);
            let mut out = Vec::new();
            for ray in [
                Ray {
                    origin: sample.middle,
                    way: point,
                },
                Ray {
                    origin: point,
                    way: sample.middle - point,
                },
            ] {
                if let Some(hit) = world.cast_ray(ray, all) {
                    assert!(
                        hit.point.is_finite() && (0.0..=1.0).contains(&hit.fraction),
                        "{hit:?}"
                    );
                }
            }
            let cast = ShapeCast {
                shape: &shape,
                pose: Pose2::IDENTITY,
                way: point,
            };
            if let Some(hit) = world.cast_shape(cast, all) {
                assert!((0.0..=1.0).contains(&hit.fraction), "{hit:?}");
            }
            world.overlap_point(point, all, &mut out);
            let near = world.closest_point(point, f32::INFINITY, all);
            assert!(near.is_none_or(|near| near.point.is_finite()), "{near:?}");
        }
    }
}

#[test]
fn rays_pass_through_what_they_start_inside_of() {
    let square = corners(&[(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)]);
    let shapes = [
        (BodyKind::Dynamic, ball(20.0)),
        (
            BodyKind::Dynamic,
            Shape::Capsule {
                a: Vec2::new(-15.0, 0.0),
                b: Vec2::new(15.0, 0.0),
                radius: 5.0,
            },
        ),
        (
            BodyKind::Dynamic,
            Shape::Polygon {
                points: square.clone(),
                radius: 0.0,
            },
        ),
        (
            BodyKind::Dynamic,
            Shape::Polygon {
                points: square.clone(),
                radius: 3.0,
            },
        ),
        (
            BodyKind::Static,
            Shape::Outline {
                points: square.clone(),
            },
        ),
        (BodyKind::Kinematic, Shape::Outline { points: square }),
    ];
    for (kind, shape) in shapes {
        let mut world = weightless();
        add(&mut world, kind, shape.clone(), at(0.0, 0.0));
        let wall = add(&mut world, BodyKind::Static, ball(10.0), at(100.0, 0.0));
        world.step(DT);
        for x in [0.0, -3.0, 14.0] {
            let found = hit(&world, ray(x, 0.0, 200.0)).expect("the wall is there");
            assert_eq!(found.body, wall, "{shape:?} from {x}");
            assert!((found.point.x - 90.0).abs() < 1e-3);
        }
        assert_ne!(
            hit(&world, ray(-50.0, 0.0, 200.0)).map(|hit| hit.body),
            Some(wall)
        );
    }
}

/// Out of one leg of a U and into the other: still the body that it started inside of.
#[test]
fn a_ray_from_inside_an_outline_does_not_meet_it_again() {
    let mut world = weightless();
    let u = corners(&[
        (0.0, 0.0),
        (20.0, 0.0),
        (20.0, 80.0),
        (80.0, 80.0),
        (80.0, 0.0),
        (100.0, 0.0),
        (100.0, 100.0),
        (0.0, 100.0),
    ]);
    let shape = add(
        &mut world,
        BodyKind::Static,
        Shape::Outline { points: u },
        at(0.0, 0.0),
    );
    assert_eq!(hit(&world, ray(10.0, 40.0, 200.0)), None);
    let from_between = hit(&world, ray(50.0, 40.0, 200.0)).expect("the other leg is on its way");
    assert_eq!((from_between.body, from_between.fraction), (shape, 0.15));
    assert_eq!(from_between.normal, Vec2::NEG_X);
    assert_eq!(at_point(&world, 50.0, 40.0), [], "between the legs it is free");
    assert_eq!(at_point(&world, 10.0, 40.0), [shape]);
    let near = world
        .closest_point(Vec2::new(10.0, 90.0), 1.0, QueryFilter::default())
        .expect("it is inside");
    assert_eq!(
        (near.distance, near.body),
        (-10.0, shape),
        "its surface is farther than the radius, but it is inside"
    );
}

#[test]
fn of_equals_the_first_body_is_taken() {
    let mut world = weightless();
    let twins: Vec<BodyId> = (0..5)
        .map(|_| add(&mut world, BodyKind::Kinematic, ball(10.0), at(50.0, 0.0)))
        .collect();
    let all = QueryFilter::default();
    assert_eq!(
        hit(&world, ray(0.0, 0.0, 100.0)).map(|hit| hit.body),
        Some(twins[0])
    );
    let mut hits = Vec::new();
    world.cast_ray_all(ray(0.0, 0.0, 100.0), all, &mut hits);
    let order: Vec<BodyId> = hits.iter().map(|hit| hit.body).collect();
    assert_eq!(order, twins);
    assert_eq!(at_point(&world, 50.0, 3.0), twins);
    let near = world
        .closest_point(Vec2::ZERO, 100.0, all)
        .expect("they are near");
    assert_eq!(
        (near.body, near.distance, near.point),
        (twins[0], 40.0, Vec2::new(40.0, 0.0))
    );
    let shape = QueryShape::new(&ball(5.0)).expect("it is sound");
    let cast = ShapeCast {
        shape: &shape,
        pose: Pose2::IDENTITY,
        way: Vec2::new(100.0, 0.0),
    };
    let found = world.cast_shape(cast, all).expect("they are on its way");
    assert_eq!((found.body, found.normal), (twins[0], Vec2::NEG_X));
}

/// What was found before stays in the list.
#[test]
fn lists_are_added_to() {
    let mut world = weightless();
    let one = add(&mut world, BodyKind::Static, ball(10.0), at(0.0, 0.0));
    let two = add(&mut world, BodyKind::Static, ball(10.0), at(100.0, 0.0));
    let (all, mut out, mut hits) = (QueryFilter::default(), Vec::new(), Vec::new());
    world.overlap_point(Vec2::new(100.0, 0.0), all, &mut out);
    world.overlap_point(Vec2::ZERO, all, &mut out);
    assert_eq!(out, [two, one]);
    world.cast_ray_all(ray(50.0, 0.0, 100.0), all, &mut hits);
    world.cast_ray_all(ray(-50.0, 0.0, 200.0), all, &mut hits);
    let order: Vec<BodyId> = hits.iter().map(|hit| hit.body).collect();
    assert_eq!(order, [two, one, two]);
}

#[test]
fn filters_hide_by_category_by_handle_and_by_predicate() {
    let mut world = weightless();
    let ids: Vec<BodyId> = (0..4_u16)
        .map(|i| {
            let desc = BodyDesc {
                shape: ball(10.0),
                pose: at(100.0 * f32::from(i), 0.0),
                filter: Filter {
                    category: 1 << i,
                    ..Filter::default()
                },
                tag: u64::from(i),
                ..BodyDesc::default()
            };
            world.add_body(&desc).expect("the body is sound")
        })
        .collect();
    world.step(DT);
    let from = ray(-50.0, 0.0, 1000.0);
    let first = |filter: QueryFilter<'_>| world.cast_ray(from, filter).map(|hit| hit.body);
    let mask = |mask| QueryFilter {
        mask,
        ..QueryFilter::default()
    };
    assert_eq!(first(mask(0b1111)), Some(ids[0]));
    assert_eq!(first(mask(0b1100)), Some(ids[2]));
    assert_eq!(first(mask(0)), None);
    let without = QueryFilter {
        exclude: &ids[..3],
        ..QueryFilter::default()
    };
    assert_eq!(first(without), Some(ids[3]));
    let picked = mask(0b0111).and(|body| world.tag(body).is_some_and(|tag| tag >= 1));
    assert_eq!(world.cast_ray(from, picked).map(|hit| hit.body), Some(ids[1]));
}

#[test]
fn bodies_are_seen_where_they_are_now() {
    let mut world = weightless();
    let moved = add(&mut world, BodyKind::Dynamic, ball(10.0), at(0.0, 0.0));
    let gone = add(&mut world, BodyKind::Dynamic, ball(10.0), at(0.0, 100.0));
    assert_eq!(at_point(&world, 0.0, 0.0), [moved], "before the first step");
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(world.body(moved).is_some_and(|state| state.asleep));
    assert_eq!(at_point(&world, 0.0, 0.0), [moved], "asleep");
    world.set_pose(moved, at(5000.0, 0.0)).expect("it is there");
    world.remove_body(gone).expect("it is there");
    assert_eq!(at_point(&world, 0.0, 0.0), [], "it was put elsewhere");
    assert_eq!(at_point(&world, 5000.0, 0.0), [moved]);
    assert_eq!(
        hit(&world, ray(4000.0, 0.0, 2000.0)).map(|hit| hit.body),
        Some(moved)
    );
    assert_eq!(at_point(&world, 0.0, 100.0), [], "it was removed");
    let fresh = add(&mut world, BodyKind::Dynamic, ball(10.0), at(0.0, 200.0));
    assert_eq!(fresh.index, gone.index, "in the place of the removed one");
    assert_eq!(at_point(&world, 0.0, 200.0), [fresh]);
    world
        .set_velocity(fresh, Vec2::new(f32::NAN, 0.0), 0.0)
        .expect("it is there");
    world.step(DT);
    assert!(world.body(fresh).is_some_and(|state| state.quarantined));
    assert_eq!(at_point(&world, 0.0, 200.0), [], "it is quarantined");
    world.set_pose(fresh, at(0.0, 300.0)).expect("it is there");
    assert_eq!(at_point(&world, 0.0, 300.0), [fresh], "it is taken back in");
}

/// Wherever the ring is and however it is turned, and however few or many sides it has.
#[test]
fn no_ray_slips_in_at_a_corner() {
    let mut dice = Dice::new(77);
    for case in 0..60 {
        let count = if case % 2 == 0 { 12 } else { 120 };
        let points: Vec<Vec2> = (0..count)
            .map(|i| unit(i as f32 * core::f32::consts::TAU / count as f32) * dice.between(60.0, 100.0))
            .collect();
        let pose = Pose2 {
            position: dice.point(if case % 3 == 0 { 100_000.0 } else { 500.0 }),
            angle: dice.between(-4.0, 4.0),
        };
        let outline = Shape::Outline {
            points: points.clone(),
        };
        let mut world = weightless();
        let kind = if case % 4 < 2 {
            BodyKind::Static
        } else {
            BodyKind::Kinematic
        };
        let ring = add(&mut world, kind, outline, pose);
        assert_eq!(at_point(&world, pose.position.x, pose.position.y), [ring]);
        for _ in 0..200 {
            let corner = pose.position + {
                let (sin, cos) = tumble_math::trig::sin_cos(pose.angle);
                let local = points[dice.below(count)];
                Vec2::new(cos * local.x - sin * local.y, sin * local.x + cos * local.y)
            };
            // Through the corner and on to the middle.
            let origin = pose.position + (corner - pose.position) * dice.between(1.5, 9.0);
            let ray = Ray {
                origin,
                way: pose.position - origin,
            };
            let found = hit(&world, ray);
            assert!(found.is_some(), "case {case}: {ray:?} of {pose:?} got in");
        }
    }
}

#[test]
fn a_shape_put_where_it_hit_slides_on_freely() {
    let mut world = weightless();
    let ground = corners(&[
        (-500.0, 50.0),
        (300.0, 50.0),
        (300.0, 0.0),
        (500.0, 0.0),
        (500.0, 200.0),
        (-500.0, 200.0),
    ]);
    let ground = add(
        &mut world,
        BodyKind::Static,
        Shape::Outline { points: ground },
        at(0.0, 0.0),
    );
    let half = Vec2::new(10.0, 20.0);
    let points = vec![
        -half,
        Vec2::new(half.x, -half.y),
        half,
        Vec2::new(-half.x, half.y),
    ];
    for shape in [ball(20.0), Shape::Polygon { points, radius: 0.0 }] {
        let shape = QueryShape::new(&shape).expect("it is sound");
        let cast = |pose, way| {
            let cast = ShapeCast {
                shape: &shape,
                pose,
                way,
            };
            world.cast_shape(cast, QueryFilter::default())
        };
        let down = cast(at(0.0, -100.0), Vec2::new(0.0, 260.0)).expect("the ground is below");
        assert_eq!((down.body, down.normal), (ground, Vec2::NEG_Y));
        assert!((down.fraction - 0.5).abs() < 1e-3 && (down.point - Vec2::new(0.0, 50.0)).length() < 0.1);
        let here = at(0.0, -100.0 + 260.0 * down.fraction);
        assert_eq!(cast(here, Vec2::new(200.0, 0.0)), None, "along the ground");
        assert_eq!(cast(here, Vec2::new(0.0, -500.0)), None, "up again");
        let wall = cast(here, Vec2::new(400.0, 0.0)).expect("a wall is on its way");
        assert!(
            wall.normal.distance(Vec2::NEG_X) < 1e-3 && (wall.point.x - 300.0).abs() < 0.1,
            "{wall:?}"
        );
        let sunk = cast(at(0.0, 120.0), Vec2::new(0.0, 500.0)).expect("it is in the ground");
        assert_eq!((sunk.fraction, sunk.normal), (0.0, Vec2::NEG_Y));
        let dipped = cast(at(0.0, 45.0), Vec2::new(0.0, -500.0)).expect("it is partly in the ground");
        assert_eq!((dipped.fraction, dipped.normal), (0.0, Vec2::NEG_Y));
    }
}

#[test]
fn shapes_that_make_no_sense_are_refused() {
    let bad = |shape: &Shape| QueryShape::new(shape).expect_err("it makes no sense");
    assert_eq!(bad(&ball(0.0)), InvalidDesc::NotPositive("radius"));
    assert_eq!(bad(&ball(f32::NAN)), InvalidDesc::NotFinite("radius"));
    let points = corners(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
    assert!(matches!(
        bad(&Shape::Outline {
            points: points.clone()
        }),
        InvalidDesc::Shape(_)
    ));
    assert!(matches!(
        bad(&Shape::Segments {
            points: points.clone()
        }),
        InvalidDesc::Shape(_)
    ));
    let flat = Shape::Polygon {
        points: points[..2].to_vec(),
        radius: 1.0,
    };
    assert!(matches!(bad(&flat), InvalidDesc::Outline(_)));
    assert!(QueryShape::try_from(&Shape::Polygon { points, radius: 0.0 }).is_ok());
}

/// The trees' history differs, the answers don't.
#[test]
fn a_restored_world_answers_the_same() {
    for seed in 0..20 {
        let sample = Sample::new(seed);
        let mut other = World::new(Settings::default());
        other
            .restore(&sample.world.snapshot())
            .expect("it is of this version");
        let mut dice = Dice::new(seed);
        for _ in 0..50 {
            let ray = Ray {
                origin: sample.point(&mut dice),
                way: Sample::way(&mut dice),
            };
            assert_eq!(hit(&sample.world, ray), hit(&other, ray));
        }
    }
}

/// What queries rely on: after a step every body is within the boxes that trees have for it, also one that has just fallen asleep, was
/// pushed out of another, or goes round fast.
#[test]
fn after_a_step_boxes_hold_what_is_in_them() {
    let (mut checked, mut asleep) = (0, 0);
    for seed in 0..80 {
        let mut sample = Sample::new(seed);
        for step in 0..40 {
            sample.world.step(DT);
            let world = &sample.world;
            assert!(world.unplaced.is_empty(), "seed {seed}, step {step}");
            for cluster in world.clusters.cluster.iter().filter(|cluster| cluster.alive) {
                for &body in cluster.bodies() {
                    let (piece, frame) = world.piece_of(body, cluster.side);
                    let now = piece
                        .aabb(&frame)
                        .grown(-1e-5 * frame.at.abs().max_element() - 1e-3);
                    let index = body as usize;
                    let (own, fat) = (&world.bodies.aabb[index], &cluster.fat);
                    let single = cluster.side == NONE;
                    assert!(
                        fat.contains(&now) && (!single || own.contains(&now)),
                        "seed {seed}, step {step}, body {body}: {now:?} is not in {own:?} in {fat:?}: {:?}",
                        world.body(world.bodies.id(index))
                    );
                    checked += 1;
                    asleep += usize::from(world.trees.asleep(&world.bodies, index));
                }
            }
        }
    }
    assert!(
        checked > 50_000 && asleep > 5_000,
        "{checked} checked, {asleep} asleep: the sample is lopsided"
    );
}
