//! Rays against closed forms.

use tumble::Backend;
use tumble::backend::{BodyDesc, BodyHandle, Layer, Ray, RayFilter, RayHit, Shape};
use tumble::math::{Pose2, Vec2};

use super::rng::Rng;
use super::tools::{DT, GRAVITY, add, add_floor, bar, circle, fixed, kinematic, rect};
use crate::{Bounds, Make};

const ALL: RayFilter<'static> = RayFilter {
    ground_only: false,
    exclude: &[],
};

fn ray(origin: Vec2, way: Vec2) -> Ray {
    Ray { origin, way }
}

fn cast(world: &dyn Backend, origin: Vec2, way: Vec2) -> Option<RayHit> {
    world.cast_ray(ray(origin, way), ALL)
}

/// Where a ray enters a shape at a pose, as a share of its way; `None` when it misses or starts inside.
fn exact(shape: &Shape, pose: Pose2, ray: Ray) -> Option<f32> {
    let origin = pose.local_from_world_point(ray.origin);
    let way = pose.rotation().unrotate(ray.way);
    match shape {
        Shape::Circle { radius } => into_circle(origin, way, *radius),
        Shape::Capsule { half_length, radius } => {
            let clamped = Vec2::new(origin.x.clamp(-half_length, *half_length), 0.0);
            if (origin - clamped).length() < *radius {
                return None;
            }
            let caps = [-half_length, *half_length]
                .into_iter()
                .filter_map(|x| into_circle(origin - Vec2::new(x, 0.0), way, *radius));
            caps.chain(into_box(origin, way, Vec2::new(*half_length, *radius)))
                .reduce(f32::min)
        }
        Shape::Box { half } => into_box(origin, way, *half),
        _ => unreachable!("only these are tried"),
    }
}

fn into_circle(origin: Vec2, way: Vec2, radius: f32) -> Option<f32> {
    let (a, b, c) = (
        way.length_squared(),
        origin.dot(way),
        origin.length_squared() - radius * radius,
    );
    let root = b * b - a * c;
    if c < 0.0 || root < 0.0 {
        return None;
    }
    let t = (-b - root.sqrt()) / a;
    (0.0..=1.0).contains(&t).then_some(t)
}

fn into_box(origin: Vec2, way: Vec2, half: Vec2) -> Option<f32> {
    let (mut enter, mut leave) = (f32::MIN, f32::MAX);
    for (o, w, h) in [(origin.x, way.x, half.x), (origin.y, way.y, half.y)] {
        if w.abs() < 1e-9 {
            if o.abs() > h {
                return None;
            }
            continue;
        }
        let (t0, t1) = ((-h - o) / w, (h - o) / w);
        enter = enter.max(t0.min(t1));
        leave = leave.min(t0.max(t1));
    }
    (enter <= leave && (0.0..=1.0).contains(&enter)).then_some(enter)
}

/// A thousand rays into a crowd hit what the closed forms say, where they say, with a unit normal against the ray.
pub fn rays_hit_what_the_closed_forms_say(make: Make<'_>, _: &Bounds) {
    for stepped in [false, true] {
        let mut world = make(Vec2::ZERO);
        let mut rng = Rng::new(5);
        let mut shapes: Vec<(BodyHandle, Shape, Pose2)> = Vec::new();
        for i in 0..60 {
            let at = Vec2::new(150.0 * (i % 10) as f32, 150.0 * (i / 10) as f32) + rng.vector(30.0);
            let desc = match i % 3 {
                0 => circle(at, rng.range(5.0, 60.0)),
                1 => rect(at, Vec2::new(rng.range(5.0, 60.0), rng.range(5.0, 60.0))),
                _ => bar(at, 0.0, rng.range(40.0, 140.0), rng.range(3.0, 15.0)),
            };
            let pose = Pose2::new(at, rng.range(-3.0, 3.0));
            let desc = BodyDesc {
                pose,
                ..kinematic(desc)
            };
            shapes.push((add(world.as_mut(), &desc), desc.shape, pose));
        }
        if stepped {
            for _ in 0..3 {
                world.step(DT);
            }
        }
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..1000 {
            let origin = Vec2::new(rng.range(-200.0, 1600.0), rng.range(-200.0, 1000.0));
            let ray = ray(origin, rng.vector(900.0));
            let wanted = shapes
                .iter()
                .filter_map(|(body, shape, pose)| Some((exact(shape, *pose, ray)?, *body)))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let found = world.cast_ray(ray, ALL);
            match (wanted, found) {
                (None, None) => misses += 1,
                (Some((t, body)), Some(hit)) => {
                    hits += 1;
                    let off = (hit.fraction - t).abs() * ray.way.length();
                    assert!(
                        off < 0.05,
                        "stepped {stepped}, {ray:?}: {hit:?}, {t} of {body:?} wanted"
                    );
                    let point = ray.origin + ray.way * hit.fraction;
                    assert!((hit.point - point).length() < 0.01, "{hit:?}, at {point}");
                    assert!((hit.normal.length() - 1.0).abs() < 1e-3, "{hit:?}");
                    assert!(
                        hit.normal.dot(ray.way) <= 1e-3 * ray.way.length(),
                        "{ray:?}: {hit:?}"
                    );
                }
                // A ray that grazes, or starts on a skin, may go either way.
                (wanted, found) => {
                    let grazes = shapes.iter().any(|(_, shape, pose)| {
                        let nudge = Vec2::new(-ray.way.y, ray.way.x).normalize_or_zero() * 0.1;
                        let a = exact(
                            shape,
                            *pose,
                            Ray {
                                origin: ray.origin + nudge,
                                ..ray
                            },
                        );
                        let b = exact(
                            shape,
                            *pose,
                            Ray {
                                origin: ray.origin - nudge,
                                ..ray
                            },
                        );
                        a.is_some() != b.is_some()
                    });
                    assert!(grazes, "stepped {stepped}, {ray:?}: {found:?}, {wanted:?} wanted");
                }
            }
        }
        assert!(hits > 300 && misses > 20, "{hits} hits, {misses} misses");
    }
}

/// A shape that a ray starts inside is passed through, a decomposed polygon as a whole.
pub fn rays_pass_through_what_they_start_inside(make: Make<'_>, _: &Bounds) {
    let l_shape = vec![
        Vec2::new(0.0, 0.0),
        Vec2::new(100.0, 0.0),
        Vec2::new(100.0, 40.0),
        Vec2::new(40.0, 40.0),
        Vec2::new(40.0, 300.0),
        Vec2::new(0.0, 300.0),
    ];
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let polygon = add(
        world,
        &BodyDesc {
            shape: Shape::Polygon { points: l_shape },
            ..fixed(circle(Vec2::ZERO, 1.0))
        },
    );
    let below = add(world, &fixed(rect(Vec2::new(0.0, 500.0), Vec2::new(500.0, 20.0))));
    for _ in 0..2 {
        for origin in [
            Vec2::new(90.0, 10.0),
            Vec2::new(20.0, 20.0),
            Vec2::new(39.0, 39.0),
        ] {
            let hit = cast(world, origin, Vec2::new(0.0, 800.0));
            assert_eq!(
                hit.map(|h| h.body),
                Some(below),
                "from {origin} inside the polygon"
            );
            assert!((hit.map_or(0.0, |h| h.point.y) - 480.0).abs() < 0.01, "{hit:?}");
        }
        let hit = cast(world, Vec2::new(70.0, -50.0), Vec2::new(0.0, 800.0));
        assert_eq!(
            hit.map(|h| h.body),
            Some(polygon),
            "from above the polygon: {hit:?}"
        );
        assert_eq!(hit.map(|h| h.normal), Some(Vec2::new(0.0, -1.0)));
        // From the notch, outside it, leftwards into the upright.
        let hit = cast(world, Vec2::new(80.0, 100.0), Vec2::new(-200.0, 0.0));
        assert_eq!(hit.map(|h| h.body), Some(polygon), "from the notch: {hit:?}");
        assert!((hit.map_or(0.0, |h| h.point.x) - 40.0).abs() < 0.01, "{hit:?}");
        world.step(DT);
    }
    let ball = add(world, &kinematic(circle(Vec2::new(300.0, 100.0), 50.0)));
    let hit = cast(world, Vec2::new(300.0, 120.0), Vec2::new(0.0, 800.0));
    assert_eq!(hit.map(|h| h.body), Some(below), "from inside {ball:?}: {hit:?}");
}

/// Excluded bodies and, for a ground probe, limbs and proxies are passed through.
pub fn rays_see_what_the_filter_lets_them(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let world = world.as_mut();
    let floor = add_floor(world);
    let layers = [Layer::Limb, Layer::Proxy, Layer::Prop];
    let stack: Vec<BodyHandle> = layers
        .iter()
        .enumerate()
        .map(|(i, layer)| {
            let desc = BodyDesc {
                layer: *layer,
                ..circle(Vec2::new(0.0, -400.0 + 100.0 * i as f32), 20.0)
            };
            add(world, &kinematic(desc))
        })
        .collect();
    for _ in 0..2 {
        let down = ray(Vec2::new(0.0, -600.0), Vec2::new(0.0, 900.0));
        let first = |world: &dyn Backend, ground_only, exclude: &[BodyHandle]| {
            world
                .cast_ray(down, RayFilter { ground_only, exclude })
                .map(|hit| hit.body)
        };
        assert_eq!(first(world, false, &[]), Some(stack[0]));
        assert_eq!(first(world, false, &stack[..1]), Some(stack[1]));
        assert_eq!(first(world, false, &stack[..2]), Some(stack[2]));
        assert_eq!(first(world, false, &stack), Some(floor));
        assert_eq!(first(world, true, &[]), Some(stack[2]), "props are ground");
        assert_eq!(first(world, true, &stack[2..]), Some(floor), "terrain is ground");
        assert_eq!(first(world, true, &[stack[2], floor]), None);
        world.step(DT);
    }
}

/// Rays see the world as it is between steps: added, moved and removed bodies.
pub fn rays_see_bodies_added_moved_and_removed_since_the_last_step(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let world = world.as_mut();
    let hit = |world: &dyn Backend| {
        cast(world, Vec2::new(0.0, -500.0), Vec2::new(0.0, 1000.0)).map(|h| (h.body, h.point.y.round()))
    };
    assert_eq!(hit(world), None, "an empty world");
    let floor = add_floor(world);
    assert_eq!(hit(world), Some((floor, 0.0)), "before the first step");
    world.step(DT);
    assert_eq!(hit(world), Some((floor, 0.0)), "after it");
    let ball = add(world, &kinematic(circle(Vec2::new(0.0, -200.0), 50.0)));
    assert_eq!(hit(world), Some((ball, -250.0)), "just added");
    world.step(DT);
    world
        .set_pose(ball, Pose2::new(Vec2::new(0.0, -100.0), 0.0))
        .expect("the body exists");
    assert_eq!(hit(world), Some((ball, -150.0)), "just put elsewhere");
    world
        .set_pose(ball, Pose2::new(Vec2::new(900.0, -100.0), 0.0))
        .expect("the body exists");
    assert_eq!(hit(world), Some((floor, 0.0)), "just put aside");
    world.step(DT);
    world
        .move_to(ball, Pose2::new(Vec2::new(0.0, -300.0), 0.0), DT)
        .expect("the body exists");
    world.step(DT);
    assert_eq!(hit(world), Some((ball, -350.0)), "just driven there");
    world.remove_body(ball).expect("the body exists");
    assert_eq!(hit(world), Some((floor, 0.0)), "just removed");
    let second = add(world, &kinematic(circle(Vec2::new(900.0, -100.0), 50.0)));
    assert_eq!(hit(world), Some((floor, 0.0)), "its place taken by another");
    world.remove_body(floor).expect("the body exists");
    assert_eq!(hit(world), None, "the floor removed");
    world.remove_body(second).expect("the body exists");
    world.step(DT);
    assert_eq!(hit(world), None, "all removed");
}

/// Polylines are seen from both sides, and a ray without length or without numbers hits nothing.
pub fn rays_meet_polylines_from_both_sides(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let line = add(
        world,
        &BodyDesc {
            shape: Shape::Segments {
                points: vec![
                    Vec2::new(-100.0, 0.0),
                    Vec2::new(0.0, 0.0),
                    Vec2::new(100.0, -100.0),
                ],
            },
            ..fixed(circle(Vec2::ZERO, 1.0))
        },
    );
    for _ in 0..2 {
        for (origin, way, normal) in [
            (Vec2::new(-50.0, -80.0), 200.0, Vec2::new(0.0, -1.0)),
            (Vec2::new(-50.0, 80.0), -200.0, Vec2::new(0.0, 1.0)),
            (
                Vec2::new(50.0, -150.0),
                200.0,
                Vec2::new(-0.5, -0.5) * core::f32::consts::SQRT_2,
            ),
            (
                Vec2::new(50.0, 50.0),
                -200.0,
                Vec2::new(0.5, 0.5) * core::f32::consts::SQRT_2,
            ),
        ] {
            let hit =
                cast(world, origin, Vec2::new(0.0, way)).unwrap_or_else(|| panic!("missed from {origin}"));
            assert_eq!(hit.body, line);
            assert!((hit.normal - normal).length() < 1e-3, "from {origin}: {hit:?}");
        }
        assert_eq!(cast(world, Vec2::new(-50.0, -80.0), Vec2::ZERO), None);
        assert_eq!(cast(world, Vec2::new(f32::NAN, 0.0), Vec2::new(0.0, 100.0)), None);
        assert_eq!(
            cast(world, Vec2::new(-50.0, -80.0), Vec2::new(0.0, f32::INFINITY)),
            None
        );
        assert_eq!(
            cast(world, Vec2::new(-50.0, -80.0), Vec2::new(0.0, 79.0)),
            None,
            "too short"
        );
        world.step(DT);
    }
}
