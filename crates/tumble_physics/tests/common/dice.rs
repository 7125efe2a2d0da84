//! Random descriptions, nonsense among them, that a seed tells all of.

use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    BodyDesc, BodyId, BodyKind, DistanceDesc, Filter, JointDesc, Material, MouseDesc, PinDesc, PoseSpring,
    Shape, SpeedMotor, Spring, WeldDesc,
};

/// A small generator (xorshift).
pub struct Dice {
    state: u64,
    /// Of so many numbers one is nonsense.
    sense: usize,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            sense: usize::MAX,
        }
    }

    /// From now on, one of `sense` numbers is nonsense.
    pub fn set_sense(&mut self, sense: usize) {
        self.sense = sense;
    }

    pub fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n.max(1)
    }

    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    /// A number of about this size; now and then nonsense.
    pub fn number(&mut self, size: f32) -> f32 {
        if self.below(self.sense) != 0 {
            return self.between(-size, size);
        }
        match self.below(7) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::INFINITY,
            3 => 0.0,
            4 => f32::MAX,
            5 => 1e-30,
            _ => -size,
        }
    }

    pub fn positive(&mut self, size: f32) -> f32 {
        let number = self.number(size);
        if number.abs() <= size && number != 0.0 && number != -size {
            number.abs().max(0.05 * size)
        } else {
            number
        }
    }

    pub fn point(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.number(size), self.number(size))
    }
}

pub fn shape(dice: &mut Dice) -> Shape {
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

pub fn body(dice: &mut Dice) -> BodyDesc {
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

pub fn pick<T: Copy>(dice: &mut Dice, from: &[T]) -> Option<T> {
    if from.is_empty() {
        None
    } else {
        Some(from[dice.below(from.len())])
    }
}

pub fn joint(dice: &mut Dice, bodies: &[BodyId]) -> Option<JointDesc> {
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
