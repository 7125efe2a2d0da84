//! Random worlds with random operations, nonsense included: no panic, no leak, nothing that isn't finite comes out.
//!
//! `TUMBLE_CHAOS_SEEDS=2000 cargo test -p tumble_physics --release --test chaos` runs as many worlds as you like.

mod common;

use common::dice::{Dice, body, joint, pick};
use common::{Figure, ground};
use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    BodyId, Event, Filter, JointId, PairRule, QueryFilter, Ray, Settings, Snapshot, SpeedMotor, World,
};

/// The snapshot, written and read again where there is a format to write it in.
#[cfg(feature = "serde")]
fn through_a_file(snapshot: &Snapshot) -> Snapshot {
    let text = serde_json::to_string(snapshot).expect("it can be written");
    serde_json::from_str(&text).expect("it can be read")
}

#[cfg(not(feature = "serde"))]
fn through_a_file(snapshot: &Snapshot) -> Snapshot {
    snapshot.clone()
}

fn whole(world: &World, seed: u64, round: usize, when: &str) {
    if let Err(contradiction) = world.validate() {
        panic!("seed {seed}, round {round}, {when}: {contradiction}");
    }
}

fn play(seed: u64) {
    let mut dice = Dice::new(seed);
    // From worlds where hardly anything goes wrong to such where nearly all does.
    let sense = [20_000, 2000, 300, 60][dice.below(4)];
    dice.set_sense(sense);
    let mut world = World::new(Settings {
        gravity: dice.point(1500.0),
        sub_steps: dice.below(7) as u32,
        sleep: dice.below(4) != 0,
        ..Settings::default()
    });
    let mut bodies: Vec<BodyId> = Vec::new();
    let mut joints: Vec<JointId> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    if dice.below(2) == 0 {
        bodies.push(ground(&mut world));
    }
    // Left alone for so many steps, so that something comes to rest, too.
    let mut alone = 0_usize;
    for round in 0..120 {
        if dice.below(40) == 0 {
            alone = dice.below(60);
        }
        alone = alone.saturating_sub(1);
        for _ in 0..if alone == 0 { dice.below(5) } else { 0 } {
            let any = pick(&mut dice, &bodies);
            match (dice.below(25), any) {
                (0..=6, _) if bodies.len() < 60 => {
                    if let Ok(id) = world.add_body(&body(&mut dice)) {
                        bodies.push(id);
                    }
                }
                (7..=11, _) => {
                    if let Some(desc) = joint(&mut dice, &bodies)
                        && let Ok(id) = world.add_joint(&desc)
                    {
                        joints.push(id);
                    }
                }
                (12, Some(id)) => {
                    world.remove_body(id).expect("it was there");
                    bodies.retain(|&other| other != id);
                    joints.retain(|&joint| world.joint(joint).is_some());
                    assert!(world.body(id).is_none() && world.remove_body(id).is_err());
                }
                (13, _) => {
                    if let Some(id) = pick(&mut dice, &joints) {
                        world.remove_joint(id).expect("it was there");
                        joints.retain(|&other| other != id);
                    }
                }
                (14, Some(id)) => {
                    let pose = Pose2 {
                        position: dice.point(600.0),
                        angle: dice.number(4.0),
                    };
                    world.set_pose(id, pose).expect("it is there");
                }
                (15, Some(id)) => {
                    let (v, w) = (dice.point(3000.0), dice.number(40.0));
                    world.set_velocity(id, v, w).expect("it is there");
                }
                (16, Some(id)) => {
                    let (push, at) = (dice.point(50_000.0), dice.point(500.0));
                    world.apply_impulse(id, push, at).expect("it is there");
                }
                (17, Some(id)) => {
                    let pose = Pose2 {
                        position: dice.point(600.0),
                        angle: dice.number(4.0),
                    };
                    world.move_to(id, pose, dice.number(0.05)).expect("it is there");
                }
                (18, Some(id)) => {
                    let other = pick(&mut dice, &bodies).expect("there is one");
                    let rule = if dice.below(2) == 0 {
                        PairRule::Ignore
                    } else {
                        PairRule::Collide
                    };
                    world.set_pair(id, other, rule).expect("both are there");
                }
                (19, _) => {
                    if let Some(id) = pick(&mut dice, &joints) {
                        let limits = [dice.number(3.0), dice.number(3.0)];
                        let _ = world.set_limits(id, (dice.below(3) != 0).then_some(limits));
                    }
                }
                (20, _) => {
                    if let Some(id) = pick(&mut dice, &joints) {
                        let _ = world.set_mouse_target(id, dice.point(900.0));
                        let _ = world.set_motor(
                            id,
                            Some(SpeedMotor {
                                speed: dice.number(9.0),
                                max_torque: dice.positive(1e6),
                            }),
                        );
                    }
                }
                (21, _) => world.set_gravity(dice.point(1500.0)),
                (22, Some(id)) => {
                    let filter = Filter {
                        mask: dice.next() as u32,
                        ..Filter::default()
                    };
                    world.set_filter(id, filter).expect("it is there");
                }
                (23, _) if bodies.len() < 60 => {
                    let hips = Vec2::new(dice.between(-500.0, 500.0), dice.between(-900.0, 100.0));
                    let figure = Figure::plain(&mut world, hips, dice.between(-3.0, 3.0));
                    bodies.extend(figure.bodies);
                    joints.extend(figure.pins);
                }
                _ => {
                    let ray = Ray {
                        origin: dice.point(800.0),
                        way: dice.point(1500.0),
                    };
                    if let Some(hit) = world.cast_ray(ray, QueryFilter::default()) {
                        assert!(
                            hit.point.is_finite() && (0.0..=1.0).contains(&hit.fraction),
                            "seed {seed}: {hit:?}"
                        );
                        assert!((hit.normal.length() - 1.0).abs() < 1e-3, "seed {seed}: {hit:?}");
                    }
                }
            }
        }
        whole(&world, seed, round, "before the step");
        let dt = if dice.below(30) == 0 {
            dice.number(0.1)
        } else {
            1.0 / 60.0
        };
        world.step(dt);
        whole(&world, seed, round, "after the step");
        for &id in &bodies {
            let state = world.body(id).expect("it is there");
            assert!(
                state.pose.position.is_finite()
                    && state.pose.angle.is_finite()
                    && state.velocity.is_finite()
                    && state.spin.is_finite(),
                "seed {seed}: {id:?} {state:?}"
            );
        }
        for &id in &joints {
            let state = world.joint(id).expect("it is there");
            assert!(
                state.gap.is_finite() && state.force.is_finite(),
                "seed {seed}: {id:?} {state:?}"
            );
        }
        if dice.below(40) == 0 {
            let before = world.state_hash();
            let snapshot = through_a_file(&world.snapshot());
            world.restore(&snapshot).expect("it is of this version");
            assert_eq!(world.state_hash(), before, "seed {seed}: a snapshot changed it");
        }
    }
    world.drain_events(&mut events);
    let stats = world.stats();
    assert_eq!(
        (stats.bodies, stats.joints),
        (bodies.len(), joints.len()),
        "seed {seed}"
    );
    for id in bodies {
        world.remove_body(id).expect("it was there");
    }
    world.step(1.0 / 60.0);
    let stats = world.stats();
    assert_eq!(
        (
            stats.bodies,
            stats.joints,
            stats.touching,
            stats.asleep,
            stats.trees
        ),
        (0, 0, 0, 0, 0),
        "seed {seed}: something is left over"
    );
    assert_eq!(world.counters().pairs, 0, "seed {seed}: pairs are left over");
}

#[test]
fn random_worlds_with_random_operations_stay_sound() {
    let seeds = std::env::var("TUMBLE_CHAOS_SEEDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(60_u64);
    for seed in 1..=seeds {
        play(seed);
    }
}
