//! Worlds to ask, of everything there is, in every state.

use tumble_math::{Pose2, Vec2, trig};

use super::Dice;
use crate::body::{BodyDesc, BodyKind};
use crate::filter::Filter;
use crate::id::BodyId;
use crate::joint::{JointDesc, PinDesc};
use crate::settings::Settings;
use crate::shape::Shape;
use crate::world::World;

/// Half the width of what is used of a world \[px\].
pub(super) const REACH: f32 = 500.0;

/// A random world, and where its middle is.
pub(super) struct Sample {
    pub world: World,
    pub middle: Vec2,
    pub bodies: Vec<BodyId>,
}

pub(super) fn unit(angle: f32) -> Vec2 {
    let (sin, cos) = trig::sin_cos(angle);
    Vec2::new(cos, sin)
}

/// A shape that any body can have.
pub(super) fn solid_shape(dice: &mut Dice) -> Shape {
    let radius = dice.between(2.0, 40.0);
    match dice.below(4) {
        0 => Shape::Circle {
            center: dice.point(10.0),
            radius,
        },
        1 => {
            let a = dice.point(30.0);
            let b = a + unit(dice.between(0.0, 6.0)) * dice.between(1.0, 120.0);
            Shape::Capsule {
                a,
                b,
                radius: 0.4 * radius,
            }
        }
        kind => {
            let axes = Vec2::new(dice.between(5.0, 60.0), dice.between(5.0, 60.0));
            let (count, turn, off) = (3 + dice.below(10), dice.between(0.0, 6.0), dice.point(20.0));
            let step = core::f32::consts::TAU / count as f32;
            let points = (0..count)
                .map(|i| off + axes * unit(turn + step * (i as f32 + dice.between(0.0, 0.4))))
                .collect();
            let radius = if kind == 2 { 0.0 } else { 0.3 * radius };
            Shape::Polygon { points, radius }
        }
    }
}

/// A shape of what doesn't move by itself: of sides more often than not.
fn fixed_shape(dice: &mut Dice) -> Shape {
    match dice.below(6) {
        // A star, of few sides or of many.
        0 | 1 => {
            let count = if dice.below(2) == 0 {
                4 + dice.below(20)
            } else {
                50 + dice.below(80)
            };
            let step = core::f32::consts::TAU / count as f32;
            let (least, most) = (dice.between(10.0, 80.0), dice.between(80.0, 250.0));
            let points = (0..count)
                .map(|i| unit(i as f32 * step) * dice.between(least, most))
                .collect();
            Shape::Outline { points }
        }
        // Hills, at places that straight rays meet exactly, too.
        2 => {
            let count = 10 + dice.below(100);
            let width = (900.0 / count as f32).ceil();
            let mut points: Vec<Vec2> = (0..=count)
                .map(|i| Vec2::new(i as f32 * width - 450.0, dice.between(0.0, 90.0).round()))
                .collect();
            points.push(Vec2::new(count as f32 * width - 450.0, 200.0));
            points.push(Vec2::new(-450.0, 200.0));
            if dice.below(2) == 0 {
                points.reverse();
            }
            Shape::Outline { points }
        }
        3 => {
            let (mut at, mut points) = (dice.point(50.0), Vec::new());
            for _ in 0..2 + dice.below(20) {
                points.push(at);
                at += unit(dice.between(0.0, 6.3)) * dice.between(5.0, 120.0);
            }
            if points.len() > 3 && dice.below(3) == 0 {
                points.push(points[0]);
            }
            Shape::Segments { points }
        }
        4 => {
            let half = Vec2::new(dice.between(5.0, 200.0).round(), dice.between(5.0, 50.0).round());
            let points = vec![
                -half,
                Vec2::new(half.x, -half.y),
                half,
                Vec2::new(-half.x, half.y),
            ];
            Shape::Outline { points }
        }
        _ => solid_shape(dice),
    }
}

fn pose(dice: &mut Dice, middle: Vec2) -> Pose2 {
    let angle = if dice.below(3) == 0 {
        0.0
    } else {
        dice.between(-4.0, 4.0)
    };
    Pose2 {
        position: middle + dice.point(REACH).round(),
        angle,
    }
}

impl Sample {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let still = dice.below(2) == 0;
        let middle = match dice.below(4) {
            0 => Vec2::new(20_000.0, -30_000.0),
            _ => Vec2::ZERO,
        };
        let gravity = if still { Vec2::ZERO } else { Vec2::new(0.0, 980.0) };
        let world = World::new(Settings {
            gravity,
            ..Settings::default()
        });
        let mut sample = Self {
            world,
            middle,
            bodies: Vec::new(),
        };
        for _ in 0..5 + dice.below(30) {
            sample.add(&mut dice, still);
        }
        if dice.below(2) == 0 {
            sample.add_chain(&mut dice);
        }
        for _ in 0..dice.below(4) {
            // Long enough for what is still to fall asleep.
            let steps = if dice.below(3) == 0 { 45 } else { dice.below(6) };
            for _ in 0..steps {
                sample.world.step(1.0 / 60.0);
            }
            for _ in 0..dice.below(8) {
                sample.change(&mut dice, still);
            }
        }
        sample
    }

    fn add(&mut self, dice: &mut Dice, still: bool) {
        let (kind, shape) = match dice.below(4) {
            0 => (BodyKind::Static, fixed_shape(dice)),
            1 => (BodyKind::Kinematic, fixed_shape(dice)),
            _ => (BodyKind::Dynamic, solid_shape(dice)),
        };
        let moves = !still || dice.below(8) == 0;
        let desc = BodyDesc {
            kind,
            shape,
            pose: pose(dice, self.middle),
            velocity: if moves { dice.point(300.0) } else { Vec2::ZERO },
            spin: if moves { dice.between(-5.0, 5.0) } else { 0.0 },
            filter: Filter {
                category: 1 << dice.below(3),
                ..Filter::default()
            },
            ..BodyDesc::default()
        };
        // A star may happen to be thinner than numbers hold.
        if let Ok(id) = self.world.add_body(&desc) {
            self.bodies.push(id);
        }
    }

    /// Capsules end to end, so many that they make two clusters at times.
    fn add_chain(&mut self, dice: &mut Dice) {
        let (start, end) = (pose(dice, self.middle), Vec2::new(20.0, 0.0));
        let mut last: Option<BodyId> = None;
        for i in 0..2 + dice.below(20) {
            let desc = BodyDesc {
                shape: Shape::Capsule {
                    a: -end,
                    b: end,
                    radius: 5.0,
                },
                pose: Pose2 {
                    position: start.position + Vec2::new(i as f32 * 40.0, 0.0),
                    angle: 0.0,
                },
                ..BodyDesc::default()
            };
            let id = self.world.add_body(&desc).expect("the link is sound");
            if let Some(last) = last {
                let pin = PinDesc::new(last, id, end, -end);
                self.world
                    .add_joint(&JointDesc::Pin(pin))
                    .expect("the pin is sound");
            }
            self.bodies.push(id);
            last = Some(id);
        }
    }

    /// Something that happens between two steps.
    fn change(&mut self, dice: &mut Dice, still: bool) {
        let Some(body) = dice.pick(&self.bodies) else {
            return;
        };
        let to = pose(dice, self.middle);
        let gone = "it is still there";
        match dice.below(9) {
            0 | 1 => self.world.set_pose(body, to).expect(gone),
            2 => self.world.set_velocity(body, dice.point(500.0), 1.0).expect(gone),
            3 => self.world.move_to(body, to, 1.0 / 60.0).expect(gone),
            4 => self
                .world
                .apply_impulse(body, dice.point(100.0), self.middle)
                .expect(gone),
            5 => {
                self.world.remove_body(body).expect(gone);
                self.bodies.retain(|&other| other != body);
            }
            6 => {
                let nowhere = Pose2 {
                    position: Vec2::new(f32::NAN, 0.0),
                    angle: 0.0,
                };
                self.world.set_pose(body, nowhere).expect(gone);
            }
            7 => {
                let first = self.world.joints().next();
                if let Some(joint) = first {
                    self.world.remove_joint(joint).expect(gone);
                }
            }
            _ => self.add(dice, still),
        }
    }

    /// A place within the world, now and then one with whole numbers, as corners have them.
    pub(super) fn point(&self, dice: &mut Dice) -> Vec2 {
        let point = self.middle + dice.point(1.2 * REACH);
        if dice.below(4) == 0 { point.round() } else { point }
    }

    /// A way across some of the world, now and then along an axis.
    pub(super) fn way(dice: &mut Dice) -> Vec2 {
        let way = dice.point(1.5 * REACH);
        match dice.below(6) {
            0 => Vec2::new(way.x, 0.0),
            1 => Vec2::new(0.0, way.y),
            _ => way,
        }
    }
}
