//! Fast bodies and thin terrain, and far-away places.

use tumble::backend::{BodyDesc, Layer, Ray, RayFilter, Shape};
use tumble::math::{Pose2, Vec2};

use super::rng::Rng;
use super::stickman::{LIMBS, RIGHT_LOWER_LEG, Stickman, StickmanDesc};
use super::tools::{DT, GRAVITY, add, add_floor, bar, fixed, rect, run, state};
use crate::bounds::within;
use crate::{Bounds, Make};

/// Figures that drop from 5000 px onto a floor 5 px thick stay above it, over 100 seeds.
pub fn nothing_falls_through_a_thin_floor(make: Make<'_>, _: &Bounds) {
    for seed in 0..100 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add(world, &fixed(rect(Vec2::new(0.0, 2.5), Vec2::new(8000.0, 2.5))));
        let desc = StickmanDesc::random(seed, Vec2::new(0.0, -5500.0), 200.0, 3.0);
        let mut stickman = Stickman::new(world, &desc);
        for _ in 0..60 * 9 {
            world.step(DT);
            stickman.after_step(world);
        }
        assert!(stickman.is_finite(world), "seed {seed}: not finite");
        let lowest = (0..10)
            .map(|i| stickman.body(world, i).pose.position.y)
            .fold(f32::MIN, f32::max);
        assert!(lowest < 0.0, "seed {seed}: a body is {lowest} px below the floor");
        assert!(
            stickman.body(world, 0).pose.position.y > -700.0,
            "seed {seed}: it never arrived"
        );
    }
}

/// A shin at 10 000 px/s is stopped in front of a wall 2 px thick, alone and with its figure.
pub fn a_fast_shin_stops_in_front_of_a_thin_wall(make: Make<'_>, _: &Bounds) {
    for start in 0..8 {
        for heading in [0.0_f32, 0.9, core::f32::consts::FRAC_PI_2] {
            let mut world = make(Vec2::ZERO);
            let world = world.as_mut();
            add(
                world,
                &fixed(rect(Vec2::new(1000.0, 0.0), Vec2::new(1.0, 4000.0))),
            );
            let shin = add(
                world,
                &BodyDesc {
                    layer: Layer::Limb,
                    velocity: Vec2::new(10_000.0, 0.0),
                    ..bar(Vec2::new(37.0 * start as f32, 0.0), heading, 200.0, 8.0)
                },
            );
            let mut farthest = f32::MIN;
            for _ in 0..60 {
                world.step(DT);
                farthest = farthest.max(state(world, shin).pose.position.x);
            }
            assert!(
                farthest < 1000.0,
                "from {}, heading {heading}: it got to {farthest}",
                37 * start
            );
        }
    }
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    add_floor(world);
    add(
        world,
        &fixed(rect(Vec2::new(600.0, -2000.0), Vec2::new(1.0, 2000.0))),
    );
    let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -450.0)));
    let shin = stickman.bodies[RIGHT_LOWER_LEG];
    world
        .set_velocity(shin, Vec2::new(10_000.0, 0.0), 0.0)
        .expect("the body exists");
    for step in 0..300 {
        world.step(DT);
        stickman.after_step(world);
        for (i, limb) in LIMBS.iter().enumerate() {
            let x = stickman.body(world, i).pose.position.x;
            assert!(x < 600.0, "step {step}: {} got to {x}", limb.name);
        }
    }
}

/// A thousand metres from the origin, a figure falls and comes to rest as it does at home: within 2 px of gap.
pub fn a_figure_far_from_the_origin_falls_as_at_home(make: Make<'_>, bounds: &Bounds) {
    let far = Vec2::new(1.0e5, -1.0e5);
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    add(
        world,
        &BodyDesc {
            pose: Pose2::new(far + Vec2::new(0.0, 200.0), 0.0),
            ..fixed(rect(Vec2::ZERO, Vec2::new(4000.0, 200.0)))
        },
    );
    let desc = StickmanDesc::random(3, far + Vec2::new(0.0, -600.0), 100.0, 1.0);
    let mut stickman = Stickman::new(world, &desc);
    let mut gap = 0.0_f32;
    for _ in 0..60 * 8 {
        world.step(DT);
        stickman.after_step(world);
        gap = gap.max(stickman.widest_gap(world).0);
    }
    within!(bounds, gap_far_away, gap, "a gap of {gap} px");
    let below = stickman.bottom(world) - far.y;
    assert!(below.abs() < 2.0, "it rests {below} px from the floor");
    assert!(
        stickman.fastest(world) < 20.0,
        "still {} px/s",
        stickman.fastest(world)
    );
}

/// A bar slides down a long polygonal slope and over its edge without a hitch.
pub fn sliding_over_the_edges_of_terrain_is_smooth(make: Make<'_>, _: &Bounds) {
    // A ramp of 45° onto a flat, as one polygon that isn't convex.
    let ramp = vec![
        Vec2::new(-2000.0, -1000.0),
        Vec2::new(-1000.0, -1000.0),
        Vec2::new(0.0, 0.0),
        Vec2::new(4000.0, 0.0),
        Vec2::new(4000.0, 500.0),
        Vec2::new(-2000.0, 500.0),
    ];
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    add(
        world,
        &BodyDesc {
            shape: Shape::Polygon { points: ramp },
            friction: 0.0,
            ..fixed(rect(Vec2::ZERO, Vec2::ONE))
        },
    );
    let slider = add(
        world,
        &BodyDesc {
            friction: 0.0,
            velocity: Vec2::new(200.0, 0.0),
            ..bar(Vec2::new(-1400.0, -1008.5), 0.0, 100.0, 8.0)
        },
    );
    run(world, 6.0);
    let s = state(world, slider);
    // Energy: 1000 px of fall turned into speed, less what the kink at the foot takes (at 45°, at most 1 − cos² 45°).
    let most = (200.0_f32 * 200.0 + 2.0 * GRAVITY.y * 1000.0).sqrt();
    assert!(
        s.velocity.x > 0.6 * most && s.velocity.x < 1.02 * most,
        "{s:?}, {most} at most"
    );
    assert!(
        (s.pose.position.y + 8.0).abs() < 1.0 || s.pose.position.x > 4000.0,
        "{s:?}"
    );
}

/// The ground is where its outline says, to a tenth of a px, however gently it bends: hills whose sides turn by a tenth of a degree, thin
/// layers, convex outlines and others.
pub fn gentle_hills_are_as_high_as_they_are_drawn(make: Make<'_>, _: &Bounds) {
    let mut rng = Rng::new(7);
    for hill in 0..60 {
        // Bends to one side only give a convex outline.
        let one_sided = hill % 3 == 0;
        let most = [0.3_f32, 1.5, 12.0][hill % 3].to_radians();
        let (mut slope, mut top) = (if one_sided { -0.05 } else { 0.0 }, Vec2::new(-2000.0, 0.0));
        let mut ridge = vec![top];
        while top.x < 2000.0 {
            let way = rng.range(150.0, 900.0);
            top += Vec2::new(way, way * slope);
            ridge.push(top);
            let bend = rng.range(0.05_f32.to_radians(), most);
            slope += if one_sided || rng.range(-1.0, 1.0) > 0.0 {
                bend
            } else {
                -bend
            };
            slope = slope.clamp(-0.6, 0.6);
        }
        let deepest = ridge.iter().fold(0.0, |deep: f32, p| deep.max(p.y)) + rng.range(5.0, 600.0);
        let mut points = ridge.clone();
        points.extend([Vec2::new(top.x, deepest), Vec2::new(ridge[0].x, deepest)]);
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add(
            world,
            &fixed(BodyDesc {
                shape: Shape::Polygon { points },
                ..BodyDesc::default()
            }),
        );
        for pair in ridge.windows(2) {
            for share in [0.02, 0.3, 0.5, 0.7, 0.98] {
                let at = pair[0] + (pair[1] - pair[0]) * share;
                let ray = Ray {
                    origin: at - Vec2::new(0.0, 300.0),
                    way: Vec2::new(0.0, 900.0),
                };
                let filter = RayFilter {
                    ground_only: true,
                    exclude: &[],
                };
                let Some(hit) = world.cast_ray(ray, filter) else {
                    panic!("hill {hill}: no ground under x {}", at.x)
                };
                let off = (hit.point.y - at.y).abs();
                assert!(
                    off <= 0.1,
                    "hill {hill}: the ground is {off} px off at x {}",
                    at.x
                );
            }
        }
    }
}
