//! Coming to rest, and staying there.

use core::f32::consts::FRAC_PI_2;

use tumble::Backend;
use tumble::math::{Pose2, Vec2};

use super::rng::Rng;
use super::stickman::{LIMBS, Stickman, StickmanDesc};
use super::tools::{DT, GRAVITY, add_floor, touches};
use crate::bounds::within;
use crate::{Bounds, Make};

/// A figure stretched out on its back or belly, its lowest point `height` above the floor; each seed bends it a little otherwise.
fn lying(world: &mut dyn Backend, seed: u64, height: f32) -> Stickman {
    let mut rng = Rng::new(seed);
    let mut desc = StickmanDesc::rest(Vec2::ZERO);
    let torso = if seed.is_multiple_of(2) {
        0.0
    } else {
        2.0 * FRAC_PI_2
    } + rng.range(-0.15, 0.15);
    desc.headings[0] = torso;
    for (index, limb) in LIMBS.iter().enumerate().skip(1) {
        // Arms and legs along the torso, joints bent within their bands.
        let (bend, side) = match limb.name {
            "head" => (0.2, 0.0),
            name if name.ends_with("lower_arm") => (0.5, -0.5),
            name if name.ends_with("lower_leg") => (0.5, 0.5),
            _ => (0.3, 0.0),
        };
        desc.headings[index] = desc.headings[limb.parent] + limb.zero + side + rng.range(-bend, bend);
    }
    let stickman = Stickman::new(world, &desc);
    raise(world, &stickman, height);
    stickman
}

fn raise(world: &mut dyn Backend, stickman: &Stickman, height: f32) {
    let lift = stickman.bottom(world) + height;
    for (i, &body) in stickman.bodies.iter().enumerate() {
        let pose = stickman.body(world, i).pose;
        let raised = Pose2::new(pose.position - Vec2::new(0.0, lift), pose.angle);
        world.set_pose(body, raised).expect("the body exists");
    }
}

/// Dropped from 100 px, the whole figure is quiet 3 s after its landing, asleep soon after, and then exactly still.
pub fn a_landed_figure_comes_to_rest_and_sleeps(make: Make<'_>, bounds: &Bounds) {
    for seed in 0..20 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let mut stickman = lying(world, seed, 100.0);
        let mut asleep_at = None;
        for step in 0..60 * 10 {
            world.step(DT);
            stickman.after_step(world);
            if asleep_at.is_none() && stickman.is_asleep(world) {
                asleep_at = Some(step as f32 * DT);
            }
        }
        let Some(asleep_at) = asleep_at else {
            panic!(
                "seed {seed}: awake after 10 s, at {} px/s",
                stickman.fastest(world)
            );
        };
        within!(
            bounds,
            asleep_after,
            asleep_at,
            "seed {seed}: the time until it sleeps"
        );
        let still: Vec<_> = (0..10).map(|i| stickman.body(world, i)).collect();
        for _ in 0..60 {
            world.step(DT);
        }
        for (i, before) in still.iter().enumerate() {
            assert_eq!(
                &stickman.body(world, i),
                before,
                "seed {seed}: {} moved in its sleep",
                LIMBS[i].name
            );
        }
    }
}

/// A limb faster than this is still coming down \[px/s\].
const FALLING: f32 = 60.0;

/// What lies doesn't shake: slow, and within a twentieth of a pixel of its mean.
pub fn a_lying_figure_does_not_shake(make: Make<'_>, bounds: &Bounds) {
    for seed in 0..10 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let mut stickman = lying(world, seed, 5.0);
        // The landing is over when the last limb has come down, which takes it up to two seconds; then it has 3 s.
        let mut since_down = 0;
        for step in 0.. {
            world.step(DT);
            stickman.after_step(world);
            since_down = if stickman.fastest(world) > FALLING {
                0
            } else {
                since_down + 1
            };
            assert!(step < 600, "seed {seed}: it never comes down");
            if since_down >= 180 {
                break;
            }
        }
        let mut places = vec![Vec::new(); 10];
        for _ in 0..60 {
            world.step(DT);
            stickman.after_step(world);
            let fastest = stickman.fastest(world);
            within!(bounds, speed_at_rest, fastest, "seed {seed}: {fastest} px/s");
            for (i, place) in places.iter_mut().enumerate() {
                place.push(stickman.body(world, i).pose.position);
            }
        }
        for (i, place) in places.iter().enumerate() {
            let n = place.len() as f32;
            let mean = place.iter().copied().sum::<Vec2>() / n;
            let rms = (place.iter().map(|p| (*p - mean).length_squared()).sum::<f32>() / n).sqrt();
            assert!(rms < 0.05, "seed {seed}: {} shakes by {rms} px", LIMBS[i].name);
        }
    }
}

/// Landing from 50 px makes no limb go wild, and joined bodies never touch, over 100 seeds.
pub fn landing_makes_no_limb_go_wild(make: Make<'_>, bounds: &Bounds) {
    for seed in 0..100 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let desc = StickmanDesc::random(1000 + seed, Vec2::ZERO, 0.0, 0.0);
        let mut stickman = Stickman::new(world, &desc);
        raise(world, &stickman, 50.0);
        for step in 0..120 {
            world.step(DT);
            stickman.after_step(world);
            let fastest = stickman.fastest(world);
            within!(
                bounds,
                speed_from_landing,
                fastest,
                "seed {seed}, step {step}: a limb at {fastest} px/s"
            );
            for (i, limb) in LIMBS.iter().enumerate().skip(1) {
                let parent = stickman.bodies[limb.parent];
                assert!(
                    touches(world, stickman.bodies[i])
                        .iter()
                        .all(|t| t.other != parent),
                    "seed {seed}, step {step}: {} touches its parent",
                    limb.name
                );
            }
        }
    }
}
