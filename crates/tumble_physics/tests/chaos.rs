//! Random worlds with random operations, nonsense included: no panic, no leak, nothing that isn't finite comes out.
//!
//! `TUMBLE_CHAOS_SEEDS=2000 cargo test -p tumble_physics --release --test chaos` runs as many worlds as you like.

mod common;

use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    BodyDesc, BodyId, BodyKind, DistanceDesc, Event, Filter, JointDesc, JointId, Material, MouseDesc,
    PairRule, PinDesc, PoseSpring, QueryFilter, Ray, Settings, Shape, SpeedMotor, Spring, WeldDesc, World,
};

/// A small generator (xorshift), so that a seed tells all.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n.max(1)
    }

    fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    /// A number of about this size; now and then nonsense.
    fn number(&mut self, size: f32) -> f32 {
        match self.below(60) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::INFINITY,
            3 => 0.0,
            4 => f32::MAX,
            5 => 1e-30,
            6 => -size,
            _ => self.between(-size, size),
        }
    }

    fn positive(&mut self, size: f32) -> f32 {
        if self.below(40) == 0 {
            self.number(size)
        } else {
            self.between(0.05, 1.0) * size
        }
    }

    fn point(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.number(size), self.number(size))
    }
}

fn shape(dice: &mut Dice) -> Shape {
    match dice.below(6) {
        0 => Shape::Circle {
            center: dice.point(5.0),
            radius: dice.positive(40.0),
        },
        1 => Shape::Capsule {
            a: dice.point(60.0),
            b: dice.point(60.0),
            radius: dice.positive(15.0),
        },
        2 | 3 => {
            let (x, y) = (dice.positive(60.0), dice.positive(60.0));
            Shape::Polygon {
                points: vec![
                    Vec2::new(-x, -y),
                    Vec2::new(x, -y),
                    Vec2::new(x, y),
                    Vec2::new(-x, y),
                ],
                radius: if dice.below(3) == 0 {
                    dice.positive(5.0)
                } else {
                    0.0
                },
            }
        }
        4 => {
            let count = dice.below(9);
            Shape::Outline {
                points: (0..count).map(|_| dice.point(200.0)).collect(),
            }
        }
        _ => {
            let count = dice.below(9);
            Shape::Segments {
                points: (0..count).map(|_| dice.point(400.0)).collect(),
            }
        }
    }
}

fn body(dice: &mut Dice) -> BodyDesc {
    BodyDesc {
        kind: [
            BodyKind::Dynamic,
            BodyKind::Dynamic,
            BodyKind::Dynamic,
            BodyKind::Kinematic,
            BodyKind::Static,
        ][dice.below(5)],
        shape: shape(dice),
        pose: Pose2 {
            position: dice.point(500.0),
            angle: dice.number(3.0),
        },
        velocity: dice.point(500.0),
        spin: dice.number(10.0),
        mass: dice.positive(10.0),
        linear_damping: dice.positive(1.0),
        angular_damping: dice.positive(1.0),
        gravity_scale: if dice.below(4) == 0 { dice.number(2.0) } else { 1.0 },
        material: Material {
            friction: dice.positive(1.0),
            restitution: if dice.below(3) == 0 {
                dice.positive(1.3)
            } else {
                0.0
            },
            surface_speed: if dice.below(5) == 0 {
                dice.number(100.0)
            } else {
                0.0
            },
        },
        filter: if dice.below(8) == 0 {
            Filter {
                category: 1 << dice.below(4),
                mask: dice.next() as u32,
                ..Filter::default()
            }
        } else {
            Filter::default()
        },
        can_sleep: dice.below(4) != 0,
        tag: dice.next(),
    }
}

fn pick<T: Copy>(dice: &mut Dice, from: &[T]) -> Option<T> {
    if from.is_empty() {
        None
    } else {
        Some(from[dice.below(from.len())])
    }
}

fn joint(dice: &mut Dice, bodies: &[BodyId]) -> Option<JointDesc> {
    let (a, b) = (pick(dice, bodies)?, pick(dice, bodies)?);
    Some(match dice.below(8) {
        0 => JointDesc::Distance(DistanceDesc {
            a,
            b,
            a_anchor: dice.point(20.0),
            b_anchor: dice.point(20.0),
            range: [dice.positive(20.0), dice.positive(200.0)],
            spring: (dice.below(2) == 0).then(|| Spring {
                hertz: dice.positive(5.0),
                damping_ratio: dice.positive(1.0),
            }),
            rest: dice.positive(100.0),
            collide: dice.below(2) == 0,
            break_force: f32::INFINITY,
        }),
        1 => JointDesc::Weld(WeldDesc {
            parent: a,
            child: b,
            parent_anchor: dice.point(40.0),
            child_anchor: dice.point(40.0),
            angle: dice.number(3.0),
            break_force: f32::INFINITY,
        }),
        2 => JointDesc::Mouse(MouseDesc {
            body: a,
            local: dice.point(20.0),
            target: dice.point(800.0),
            spring: Spring {
                hertz: dice.positive(8.0),
                damping_ratio: dice.positive(1.0),
            },
            max_force: dice.positive(1e6),
        }),
        _ => {
            let (one, two) = (dice.number(3.0), dice.number(3.0));
            JointDesc::Pin(PinDesc {
                zero: dice.number(1.0),
                angle: (dice.below(2) == 0).then(|| dice.number(7.0)),
                limits: (dice.below(2) == 0).then_some([one, two]),
                softness: if dice.below(6) == 0 {
                    dice.positive(1e-4)
                } else {
                    0.0
                },
                pose_spring: (dice.below(4) == 0).then(|| PoseSpring {
                    target: dice.number(2.0),
                    spring: Spring {
                        hertz: dice.positive(8.0),
                        damping_ratio: dice.positive(1.0),
                    },
                    max_torque: dice.positive(1e7),
                }),
                motor: (dice.below(4) == 0).then(|| SpeedMotor {
                    speed: dice.number(5.0),
                    max_torque: dice.positive(1e6),
                }),
                collide: dice.below(4) == 0,
                break_force: if dice.below(3) == 0 {
                    dice.positive(1e6)
                } else {
                    f32::INFINITY
                },
                ..PinDesc::new(a, b, dice.point(40.0), dice.point(40.0))
            })
        }
    })
}

fn play(seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut world = World::new(Settings {
        gravity: dice.point(1500.0),
        sub_steps: dice.below(7) as u32,
        sleep: dice.below(4) != 0,
        ..Settings::default()
    });
    let mut bodies: Vec<BodyId> = Vec::new();
    let mut joints: Vec<JointId> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..120 {
        for _ in 0..dice.below(5) {
            let any = pick(&mut dice, &bodies);
            match (dice.below(24), any) {
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
        let dt = if dice.below(30) == 0 {
            dice.number(0.1)
        } else {
            1.0 / 60.0
        };
        world.step(dt);
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
            let snapshot = world.snapshot();
            world.restore(&snapshot).expect("it is of this version");
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
