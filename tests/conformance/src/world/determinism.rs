//! Same calls, same bytes.

use tumble::backend::{BodyDesc, BodyHandle, PairRule, WorldEvent};
use tumble::math::{Pose2, StateHasher, Vec2};

use super::rng::Rng;
use super::stickman::{Stickman, StickmanDesc};
use super::tools::{DT, GRAVITY, add, add_floor, circle, events, fixed, hash_body, kinematic, rect, touches};
use crate::{Bounds, Make};

/// A busy minute: figures come and go, things are hit, grabbed, moved, removed. Every state and event goes into the hash.
fn busy(make: Make<'_>, steps: usize) -> Vec<u64> {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let mut rng = Rng::new(77);
    add_floor(world);
    add(
        world,
        &BodyDesc {
            pose: Pose2::new(Vec2::new(900.0, 0.0), -0.5),
            ..fixed(rect(Vec2::ZERO, Vec2::new(600.0, 40.0)))
        },
    );
    let lift = add(
        world,
        &kinematic(rect(Vec2::new(-900.0, -40.0), Vec2::new(200.0, 20.0))),
    );
    let mut props: Vec<BodyHandle> = Vec::new();
    let mut figures: Vec<Stickman> = Vec::new();
    let mut next_figure = 1;
    let mut hashes = Vec::new();
    for step in 0..steps {
        if step % 40 == 0 {
            let x = rng.range(-800.0, 800.0);
            let mut desc = StickmanDesc::random(step as u64, Vec2::new(x, -900.0), 300.0, 3.0);
            desc.figure = next_figure;
            next_figure += 1;
            figures.push(Stickman::new(world, &desc));
        }
        if step % 25 == 0 {
            let at = Vec2::new(rng.range(-800.0, 800.0), -700.0);
            let desc = if step % 2 == 0 {
                circle(at, rng.range(10.0, 40.0))
            } else {
                rect(at, Vec2::splat(rng.range(10.0, 40.0)))
            };
            props.push(add(world, &desc));
        }
        if figures.len() > 4 {
            figures.remove(0).remove(world);
        }
        if props.len() > 12 {
            world.remove_body(props.remove(3)).expect("the body exists");
        }
        if step % 17 == 0
            && let Some(figure) = figures.first()
        {
            let impulse = rng.vector(3000.0);
            world
                .apply_impulse(figure.bodies[3], impulse, figure.body(world, 3).pose.position)
                .expect("the body exists");
            if let Some(prop) = props.first() {
                world
                    .set_pair(*prop, figure.bodies[0], PairRule::Ignore)
                    .expect("both exist");
            }
        }
        if step % 60 == 10
            && let Some(figure) = figures.last()
        {
            let at = rng.vector(500.0) - Vec2::new(0.0, 600.0);
            world
                .grab(figure.bodies[1], Vec2::ZERO, at)
                .expect("the body exists");
        }
        if step % 60 == 40 {
            for figure in &figures {
                world.release(figure.bodies[1]);
            }
        }
        let up = if step % 120 < 60 { -60.0 } else { 60.0 };
        world
            .set_velocity(lift, Vec2::new(0.0, up), 0.0)
            .expect("the lift exists");
        world.step(DT);
        let mut hash = StateHasher::new();
        for figure in &mut figures {
            figure.after_step(world);
            for body in figure.bodies {
                hash_body(&mut hash, world, body);
                for touch in touches(world, body) {
                    hash.write_u64(touch.other.0);
                    hash.write_f32(touch.impulse);
                }
            }
            for i in 1..10 {
                hash.write_f32(figure.pin(world, i).angle);
            }
        }
        for prop in &props {
            hash_body(&mut hash, world, *prop);
        }
        for event in events(world) {
            match event {
                WorldEvent::Impact { a, b, impulse, at } => {
                    hash.write_u64(a.0);
                    hash.write_u64(b.0);
                    for value in [impulse, at.x, at.y] {
                        hash.write_f32(value);
                    }
                }
                WorldEvent::Quarantined { body } => panic!("step {step}: {body:?} was quarantined"),
            }
        }
        let stats = world.stats();
        for count in [stats.bodies, stats.pins, stats.contacts, stats.asleep] {
            hash.write_u64(count as u64);
        }
        hashes.push(hash.finish());
    }
    hashes
}

/// The same calls give the same bytes of state and the same events, twice over.
pub fn the_same_calls_give_the_same_bytes(make: Make<'_>, _: &Bounds) {
    let (one, two) = (busy(make, 600), busy(make, 600));
    let first = one.iter().zip(&two).position(|(a, b)| a != b);
    assert_eq!(first, None, "the runs part in this step");
    let mut different = one.clone();
    different.dedup();
    assert!(different.len() > 500, "nothing happened");
}

/// Events come in the same order whatever else exists: sorted by the bodies' handles within a step.
pub fn events_come_in_a_stable_order(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    add_floor(world);
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let x = rng.range(-2000.0, 2000.0);
        add(world, &circle(Vec2::new(x, -100.0), 20.0));
    }
    let mut seen = 0;
    for _ in 0..60 {
        world.step(DT);
        let pairs: Vec<_> = events(world)
            .into_iter()
            .filter_map(|event| match event {
                WorldEvent::Impact { a, b, .. } => Some((a, b)),
                WorldEvent::Quarantined { .. } => None,
            })
            .collect();
        let mut sorted = pairs.clone();
        sorted.sort_unstable();
        assert_eq!(pairs, sorted);
        seen += pairs.len();
    }
    assert!(seen >= 30, "only {seen} impacts");
}
