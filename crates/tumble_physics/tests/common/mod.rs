//! What several tests build.
#![allow(dead_code, reason = "each test file uses its share")]

pub mod dice;

use core::f32::consts::{FRAC_PI_2, PI};

use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    BodyDesc, BodyId, BodyKind, JointDesc, JointId, Material, PairRule, PinDesc, Settings, Shape, World,
};

pub const DT: f32 = 1.0 / 60.0;

pub fn world() -> World {
    World::new(Settings::default())
}

pub fn weightless() -> World {
    World::new(Settings {
        gravity: Vec2::ZERO,
        ..Settings::default()
    })
}

pub fn at(x: f32, y: f32, angle: f32) -> Pose2 {
    Pose2 {
        position: Vec2::new(x, y),
        angle,
    }
}

pub fn rect(half_x: f32, half_y: f32) -> Shape {
    Shape::Polygon {
        points: vec![
            Vec2::new(-half_x, -half_y),
            Vec2::new(half_x, -half_y),
            Vec2::new(half_x, half_y),
            Vec2::new(-half_x, half_y),
        ],
        radius: 0.0,
    }
}

pub fn ball(radius: f32) -> Shape {
    Shape::Circle {
        center: Vec2::ZERO,
        radius,
    }
}

/// A capsule along x, `length` long from tip to tip.
pub fn bar(length: f32, radius: f32) -> Shape {
    let end = Vec2::new(0.5 * length - radius, 0.0);
    Shape::Capsule {
        a: -end,
        b: end,
        radius,
    }
}

/// Flat ground whose top is y = 0.
pub fn ground(world: &mut World) -> BodyId {
    ground_of(world, 0.6)
}

pub fn ground_of(world: &mut World, friction: f32) -> BodyId {
    world
        .add_body(&BodyDesc {
            kind: BodyKind::Static,
            shape: Shape::Outline {
                points: vec![
                    Vec2::new(-20_000.0, 0.0),
                    Vec2::new(20_000.0, 0.0),
                    Vec2::new(20_000.0, 500.0),
                    Vec2::new(-20_000.0, 500.0),
                ],
            },
            material: Material {
                friction,
                ..Material::default()
            },
            ..BodyDesc::default()
        })
        .expect("the ground is sound")
}

pub fn add(world: &mut World, shape: Shape, mass: f32, pose: Pose2) -> BodyId {
    world
        .add_body(&BodyDesc {
            shape,
            mass,
            pose,
            ..BodyDesc::default()
        })
        .expect("the body is sound")
}

pub fn fixed(world: &mut World, shape: Shape, pose: Pose2) -> BodyId {
    world
        .add_body(&BodyDesc {
            kind: BodyKind::Static,
            shape,
            pose,
            ..BodyDesc::default()
        })
        .expect("the body is sound")
}

pub fn pin(world: &mut World, parent: BodyId, child: BodyId, on_parent: Vec2, on_child: Vec2) -> JointId {
    world
        .add_joint(&JointDesc::Pin(PinDesc::new(parent, child, on_parent, on_child)))
        .expect("the pin is sound")
}

pub fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step(DT);
    }
}

/// The stickman of the design, spread as for the rain: arms straight out, each leg 10° from straight down.
pub struct Figure {
    pub bodies: Vec<BodyId>,
    pub pins: Vec<JointId>,
    /// Limits of each pin, as made.
    pub limits: Vec<Option<[f32; 2]>>,
}

pub const NAMES: [&str; 10] = [
    "torso", "head", "arm", "forearm", "arm'", "forearm'", "leg", "shin", "leg'", "shin'",
];

/// (parent, length, radius, mass, linear damping, angular damping)
const BONES: [(usize, f32, f32, f32, f32, f32); 10] = [
    (0, 391.5, 12.0, 8.0, 1.0, 4.0),
    (0, 90.0, 100.0, 2.0, 0.5, 2.0),
    (0, 168.0, 8.0, 1.5, 0.5, 3.0),
    (2, 200.0, 8.0, 1.0, 0.5, 3.0),
    (0, 168.0, 8.0, 1.5, 0.5, 3.0),
    (4, 200.0, 8.0, 1.0, 0.5, 3.0),
    (0, 200.0, 8.0, 2.0, 0.5, 3.0),
    (6, 200.0, 8.0, 1.5, 0.5, 3.0),
    (0, 200.0, 8.0, 2.0, 0.5, 3.0),
    (8, 200.0, 8.0, 1.5, 0.5, 3.0),
];

impl Figure {
    /// With its hips at `hips`, turned as a whole by `turn`; `weight` multiplies masses one by one.
    pub fn add(world: &mut World, hips: Vec2, turn: f32, weight: [f32; 10]) -> Self {
        let rotate = |v: Vec2| {
            let (sin, cos) = turn.sin_cos();
            Vec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
        };
        let shoulder = Vec2::new(0.0, -248.0);
        let leg = |side: f32| FRAC_PI_2 - side * 10.0_f32.to_radians();
        // Bone origins and directions in the figure's frame; left is −x.
        let mut origin = [Vec2::ZERO; 10];
        let mut angle = [0.0_f32; 10];
        angle[0] = -FRAC_PI_2;
        origin[1] = Vec2::new(0.0, -391.5);
        angle[1] = -FRAC_PI_2;
        for (bone, side) in [(2, -1.0_f32), (4, 1.0)] {
            origin[bone] = shoulder;
            angle[bone] = if side < 0.0 { PI } else { 0.0 };
            origin[bone + 1] = shoulder + Vec2::new(side * 168.0, 0.0);
            angle[bone + 1] = angle[bone];
        }
        for (bone, side) in [(6, -1.0_f32), (8, 1.0)] {
            angle[bone] = leg(side);
            origin[bone + 1] = 200.0 * Vec2::new(angle[bone].cos(), angle[bone].sin());
            angle[bone + 1] = angle[bone];
        }
        let mut bodies = Vec::new();
        let mut middle = [Vec2::ZERO; 10];
        for (bone, &(_, length, radius, mass, linear_damping, angular_damping)) in BONES.iter().enumerate() {
            let along = Vec2::new(angle[bone].cos(), angle[bone].sin());
            let head = bone == 1;
            middle[bone] = origin[bone] + along * if head { length } else { 0.5 * length };
            let desc = BodyDesc {
                shape: if head { ball(radius) } else { bar(length, radius) },
                pose: Pose2 {
                    position: hips + rotate(middle[bone]),
                    angle: angle[bone] + turn,
                },
                mass: mass * weight[bone],
                linear_damping,
                angular_damping,
                tag: bone as u64,
                ..BodyDesc::default()
            };
            bodies.push(world.add_body(&desc).expect("the limb is sound"));
        }
        let degrees = |low: f32, high: f32| Some([low.to_radians(), high.to_radians()]);
        let bands = [
            None,
            degrees(-160.0, 160.0),
            degrees(-5.0, 150.0),
            degrees(-160.0, 160.0),
            degrees(-150.0, 5.0),
            degrees(-160.0, 160.0),
            degrees(-5.0, 150.0),
            degrees(-160.0, 160.0),
            degrees(-150.0, 5.0),
        ];
        let mut pins = Vec::new();
        for bone in 1..10 {
            let parent = BONES[bone].0;
            let local = |of: usize, point: Vec2| {
                let (sin, cos) = angle[of].sin_cos();
                let d = point - middle[of];
                Vec2::new(cos * d.x + sin * d.y, cos * d.y - sin * d.x)
            };
            let desc = PinDesc {
                zero: angle[bone] - angle[parent],
                limits: bands[bone - 1],
                ..PinDesc::new(
                    bodies[parent],
                    bodies[bone],
                    local(parent, origin[bone]),
                    local(bone, origin[bone]),
                )
            };
            pins.push(world.add_joint(&JointDesc::Pin(desc)).expect("the pin is sound"));
        }
        for (a, b) in [(2, 4), (6, 8)] {
            world
                .set_pair(bodies[a], bodies[b], PairRule::Ignore)
                .expect("both exist");
        }
        Self {
            bodies,
            pins,
            limits: bands.to_vec(),
        }
    }

    pub fn plain(world: &mut World, hips: Vec2, turn: f32) -> Self {
        Self::add(world, hips, turn, [1.0; 10])
    }

    /// Widest gap of its pins \[px\], in f64 from the bodies' poses.
    pub fn gap(&self, world: &World) -> f32 {
        self.pins
            .iter()
            .map(|&pin| world.joint(pin).expect("it exists").gap)
            .fold(0.0, f32::max)
    }

    /// Farthest beyond a limit \[°\].
    pub fn overshoot(&self, world: &World) -> f32 {
        let mut worst = 0.0_f32;
        for &pin in &self.pins {
            let state = world.joint(pin).expect("it exists");
            if let Some([lower, upper]) = state.limits {
                worst = worst.max((lower - state.angle).max(state.angle - upper));
            }
        }
        worst.to_degrees()
    }

    /// Lowest point of its bodies below y = 0 \[px\], the head's circle and the caps included.
    pub fn depth(&self, world: &World) -> f32 {
        let mut worst = f32::MIN;
        for (bone, &body) in self.bodies.iter().enumerate() {
            let state = world.body(body).expect("it exists");
            let (_, length, radius, ..) = BONES[bone];
            let reach = if bone == 1 {
                0.0
            } else {
                (0.5 * length - radius) * state.pose.angle.sin().abs()
            };
            worst = worst.max(state.center.y + reach + radius);
        }
        worst
    }

    pub fn fastest(&self, world: &World) -> f32 {
        self.bodies
            .iter()
            .map(|&body| world.body(body).expect("it exists").velocity.length())
            .fold(0.0, f32::max)
    }

    pub fn asleep(&self, world: &World) -> bool {
        self.bodies
            .iter()
            .all(|&body| world.body(body).expect("it exists").asleep)
    }
}
