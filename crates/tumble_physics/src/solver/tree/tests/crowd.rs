//! Stickmen in batches, above flat ground that the test itself makes contacts with.

use tumble_math::{Vec2, trig};

use crate::solver::lanes::{Isa, LANES};
use crate::solver::soft::Soft;
use crate::solver::tree::{
    Batch, BodyConstant, BodyNow, ContactNow, PinConstant, Scratch, SubStep, Topology, contact_stiffness,
};

pub(super) const BODIES: usize = 10;
pub(super) const HAND: usize = 3;
pub(super) const HEAD: usize = 1;
const PARENTS: [u16; BODIES] = [0, 0, 0, 2, 0, 4, 0, 6, 0, 8];
const RAD: f32 = core::f32::consts::PI / 180.0;

/// A figure's numbers. Every body lies along its own +x from its bone's origin to its tip, centred.
#[derive(Clone, Debug)]
pub(super) struct Rig {
    pub mass: [f32; BODIES],
    pub inertia: [f32; BODIES],
    pub linear_damping: [f32; BODIES],
    pub angular_damping: [f32; BODIES],
    /// Pins lie on the axes: at this x of the parent, at this x of the child.
    pub parent_x: [f32; BODIES],
    pub child_x: [f32; BODIES],
    /// Relative angle at the start.
    pub rest: [f32; BODIES],
    pub zero: [f32; BODIES],
    pub limits: [Option<[f32; 2]>; BODIES],
    /// Half length of a capsule's core, and radius.
    pub half: [f32; BODIES],
    pub radius: [f32; BODIES],
}

/// Moment of inertia of a capsule of this length, tip to tip, about its centre.
fn capsule_inertia(mass: f32, length: f32, r: f32) -> f32 {
    let pi = core::f32::consts::PI;
    let core = length - 2.0 * r;
    let (rect, cap) = (2.0 * r * core, 0.5 * pi * r * r);
    let centroid = 4.0 * r / (3.0 * pi);
    let way = 0.5 * core + centroid;
    let of_rect = rect * (core * core + 4.0 * r * r) / 12.0;
    let of_cap = (0.5 * r * r - centroid * centroid) * cap + cap * way * way;
    mass * (of_rect + 2.0 * of_cap) / (rect + 2.0 * cap)
}

impl Rig {
    /// The stickman of record.
    pub(super) fn stickman() -> Self {
        let length = [391.5, 0.0, 168.0, 200.0, 200.0, 200.0, 168.0, 200.0, 200.0, 200.0];
        let radius = [12.0, 100.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0];
        let mass = [8.0, 2.0, 1.5, 1.0, 2.0, 1.5, 1.5, 1.0, 2.0, 1.5];
        let inertia = core::array::from_fn(|i| {
            if i == HEAD {
                0.5 * mass[i] * 1e4
            } else {
                capsule_inertia(mass[i], length[i], radius[i])
            }
        });
        let half = core::array::from_fn(|i| {
            if i == HEAD {
                0.0
            } else {
                0.5 * length[i] - radius[i]
            }
        });
        let mut child_x: [f32; BODIES] = core::array::from_fn(|i| -0.5 * length[i]);
        child_x[HEAD] = -90.0;
        let wide = Some([-160.0 * RAD, 160.0 * RAD]);
        let (left, right) = (Some([-5.0 * RAD, 150.0 * RAD]), Some([-150.0 * RAD, 5.0 * RAD]));
        let rest =
            [0.0, 0.0, 90.0, 0.0, 170.0, 0.0, -90.0, 0.0, -170.0, 0.0].map(|degrees: f32| degrees * RAD);
        Self {
            mass,
            inertia,
            linear_damping: [1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
            angular_damping: [4.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0],
            parent_x: [
                0.0, 195.75, 52.25, 84.0, -195.75, 100.0, 52.25, 84.0, -195.75, 100.0,
            ],
            child_x,
            rest,
            zero: rest,
            limits: [None, None, wide, right, wide, right, wide, left, wide, left],
            half,
            radius,
        }
    }

    pub(super) fn undamped(mut self) -> Self {
        self.linear_damping = [0.0; BODIES];
        self.angular_damping = [0.0; BODIES];
        self
    }

    pub(super) fn scaled_mass(mut self, bodies: &[usize], by: f32) -> Self {
        for &body in bodies {
            self.mass[body] *= by;
            self.inertia[body] *= by;
        }
        self
    }

    pub(super) fn figure_mass(&self) -> f32 {
        self.mass.iter().sum()
    }

    fn constants(&self) -> impl Iterator<Item = (BodyConstant, PinConstant)> + '_ {
        (0..BODIES).map(|i| {
            let body = BodyConstant {
                mass: self.mass[i],
                inertia: self.inertia[i],
                linear_damping: self.linear_damping[i],
                angular_damping: self.angular_damping[i],
                gravity_scale: 1.0,
            };
            let pin = PinConstant {
                parent: Vec2::new(self.parent_x[i], 0.0),
                child: Vec2::new(self.child_x[i], 0.0),
                zero: self.zero[i],
                limits: self.limits[i],
                ..PinConstant::default()
            };
            (body, pin)
        })
    }

    /// The start pose, the torso turned by `turn` from upright, at rest.
    pub(super) fn pose(&self, hips: Vec2, turn: f32) -> [BodyNow; BODIES] {
        let mut out = [BodyNow {
            at: hips,
            angle: 0.0,
            cos: 1.0,
            sin: 0.0,
            v: Vec2::ZERO,
            w: 0.0,
        }; BODIES];
        for i in 0..BODIES {
            let parent = out[usize::from(PARENTS[i])];
            let angle = if i == 0 {
                turn - 90.0 * RAD
            } else {
                parent.angle + self.rest[i]
            };
            let (sin, cos) = trig::sin_cos(angle);
            let way = Vec2::new(cos, sin);
            let at = if i == 0 {
                hips + way * 195.75
            } else {
                parent.at + Vec2::new(parent.cos, parent.sin) * self.parent_x[i] - way * self.child_x[i]
            };
            out[i] = BodyNow {
                at,
                angle,
                cos,
                sin,
                ..out[i]
            };
        }
        out
    }
}

/// Evenly spread numbers in −1..1 that depend on three indices.
pub(super) fn noise(figure: usize, body: usize, which: usize) -> f32 {
    let mut x = (figure as u64 * 1_000_003 + body as u64 * 7_919 + which as u64 * 104_729 + 12_345)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 32;
    (x >> 40) as f32 / (1_u64 << 24) as f32 * 2.0 - 1.0
}

/// A flying figure: turned, spinning as a whole, every body also moving on its own.
pub(super) fn tossed(rig: &Rig, figure: usize) -> [BodyNow; BODIES] {
    let spin = noise(figure, 99, 0) * 8.0;
    let mut pose = rig.pose(Vec2::new(0.0, -3000.0), -0.37 * figure as f32);
    let center = pose[0].at;
    for (i, body) in pose.iter_mut().enumerate() {
        let arm = body.at - center;
        body.v = arm.perp() * spin + Vec2::new(noise(figure, i, 1), noise(figure, i, 2)) * 300.0;
        body.w = spin + 6.0 * noise(figure, i, 3);
    }
    pose
}

/// How a crowd is stepped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub dt: f32,
    pub sub_steps: u32,
    pub gravity: Vec2,
    /// y of the ground; none is flight.
    pub ground: Option<f32>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            dt: 1.0 / 60.0,
            sub_steps: 4,
            gravity: Vec2::new(0.0, 980.0),
            ground: Some(0.0),
        }
    }
}

impl Scene {
    pub(super) fn flight() -> Self {
        Self {
            ground: None,
            ..Self::default()
        }
    }

    pub(super) fn pace(&self) -> SubStep {
        SubStep {
            h: self.dt / self.sub_steps as f32,
            gravity: self.gravity,
            push_speed: 300.0,
            return_speed: 250.0,
            soft: Soft::new(30.0, 10.0, self.dt / self.sub_steps as f32),
        }
    }
}

/// Figures in batches.
pub(super) struct Crowd {
    pub rig: Rig,
    pub count: usize,
    pub batches: Vec<Batch>,
    /// Impulses of contacts, figure by figure, body by body, end by end.
    warm: Vec<[[[f32; 2]; 2]; BODIES]>,
    pub scratch: Scratch,
    /// What the test noted on the way.
    pub worst: Worst,
    /// Each figure's energy at the last look.
    energy: Vec<f64>,
}

/// The worst of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Worst {
    pub gap: f64,
    gap_sum: f64,
    gaps: u32,
    /// \[°\]
    pub over_limit: f64,
    /// \[px\]
    pub depth: f64,
    /// \[px/s\]
    pub speed: f64,
    pub not_finite: u32,
    /// Most energy that a figure gained in a step, and all such gains [kg·px²/s²].
    pub gain: f64,
    pub gains: f64,
}

impl Worst {
    pub(super) fn mean_gap(&self) -> f64 {
        self.gap_sum / f64::from(self.gaps.max(1))
    }
}

impl Crowd {
    pub(super) fn new(
        isa: Isa,
        rig: Rig,
        count: usize,
        start: impl Fn(&Rig, usize) -> [BodyNow; BODIES],
    ) -> Self {
        let topology = Topology {
            parents: PARENTS.to_vec(),
            anchored: false,
        };
        let mut batches: Vec<_> = (0..count.div_ceil(LANES))
            .map(|_| Batch::new(&topology, isa))
            .collect();
        for figure in 0..count {
            let (batch, lane) = (&mut batches[figure / LANES], figure % LANES);
            batch.write_constants(lane, rig.constants());
            let pose = start(&rig, figure);
            batch.write_state(lane, pose[0].at, pose);
        }
        Self {
            rig,
            count,
            batches,
            warm: vec![[[[0.0; 2]; 2]; BODIES]; count],
            scratch: Scratch::default(),
            worst: Worst::default(),
            energy: Vec::new(),
        }
    }

    /// Turned by 0.37 rad more from one to the next, hips 700 px above the ground.
    pub(super) fn rain(isa: Isa, rig: Rig, count: usize) -> Self {
        Self::new(isa, rig, count, |rig, i| {
            rig.pose(Vec2::new(0.0, -700.0), -0.37 * i as f32)
        })
    }

    /// Figures in the air that tumble.
    pub(super) fn toss(isa: Isa, rig: Rig, count: usize) -> Self {
        Self::new(isa, rig, count, tossed)
    }

    pub(super) fn body(&self, figure: usize, body: usize) -> BodyNow {
        self.batches[figure / LANES].body(figure % LANES, body)
    }

    pub(super) fn give(&mut self, figure: usize, body: usize, push: Vec2, turn: f32) {
        self.batches[figure / LANES].give(figure % LANES, body, push, turn);
    }

    /// Makes the step's contacts with the ground. Which slot is whose: figure, body, end.
    fn meet_ground(&mut self, ground: f32) -> Vec<(usize, usize, usize, u16)> {
        let mut made = Vec::new();
        let figure_mass = self.rig.figure_mass();
        for figure in 0..self.count {
            let (batch, lane) = (&mut self.batches[figure / LANES], figure % LANES);
            if lane == 0 {
                batch.clear_contacts();
            }
            for body in 0..BODIES {
                let now = batch.body(lane, body);
                let (half, radius) = (self.rig.half[body], self.rig.radius[body]);
                for end in 0..if half == 0.0 { 1 } else { 2 } {
                    let core = Vec2::new(now.cos, now.sin) * if end == 0 { half } else { -half };
                    let arm = core + Vec2::new(0.0, radius);
                    let separation = ground - now.at.y - arm.y;
                    let margin = 10.0 + (now.v.y.abs() + now.w.abs() * half) / 30.0;
                    if separation.is_nan() || separation > margin {
                        self.warm[figure][body][end] = [0.0; 2];
                        continue;
                    }
                    let [normal_impulse, tangent_impulse] = self.warm[figure][body][end];
                    let contact = ContactNow {
                        normal: Vec2::new(0.0, -1.0),
                        arm,
                        skin: radius,
                        separation,
                        friction: 0.6,
                        stiffness: contact_stiffness(figure_mass, self.rig.mass[body]),
                        normal_impulse,
                        tangent_impulse,
                        ..ContactNow::default()
                    };
                    if let Some(slot) = batch.add_contact(lane, body, &contact) {
                        made.push((figure, body, end, slot));
                    }
                }
            }
        }
        made
    }

    /// A step of all figures.
    pub(super) fn step(&mut self, scene: &Scene) {
        self.step_with(scene, |_, _| {});
    }

    /// A step with something done before each sub-step.
    pub(super) fn step_with(&mut self, scene: &Scene, mut before: impl FnMut(&mut Self, u32)) {
        let made = scene.ground.map(|ground| self.meet_ground(ground));
        let pace = scene.pace();
        for batch in &mut self.batches {
            batch.begin_step();
        }
        for sub_step in 0..scene.sub_steps {
            before(self, sub_step);
            for batch in &mut self.batches {
                batch.solve_velocities(pace, &mut self.scratch);
                batch.integrate_positions(pace, &mut self.scratch);
            }
        }
        for (figure, body, end, slot) in made.into_iter().flatten() {
            let done = self.batches[figure / LANES].contact(figure % LANES, slot);
            self.warm[figure][body][end] = [done.normal_impulse, done.tangent_impulse];
        }
    }

    /// So many steps, noting the worst.
    pub(super) fn steps(&mut self, scene: &Scene, count: u32) {
        for _ in 0..count {
            self.step(scene);
            self.look(scene);
        }
    }

    /// Measures every figure as it is, in double precision, from the poses alone.
    pub(super) fn look(&mut self, scene: &Scene) {
        let now: Vec<f64> = (0..self.count)
            .map(|figure| self.energy(figure, scene.gravity))
            .collect();
        for (before, now) in self.energy.iter().zip(&now) {
            let gain = (now - before).max(0.0);
            self.worst.gain = self.worst.gain.max(gain);
            self.worst.gains += gain;
        }
        self.energy = now;
        for figure in 0..self.count {
            let bodies: [BodyNow; BODIES] = core::array::from_fn(|i| self.body(figure, i));
            for (i, body) in bodies.iter().enumerate() {
                let worst = &mut self.worst;
                if !(body.at.is_finite()
                    && body.v.is_finite()
                    && body.w.is_finite()
                    && body.angle.is_finite())
                {
                    worst.not_finite += 1;
                    continue;
                }
                let angle = f64::from(body.angle);
                let (sin, cos) = trig::sin_cos_f64(angle);
                let (x, y) = (f64::from(body.at.x), f64::from(body.at.y));
                worst.speed = worst.speed.max(f64::from(body.v.length()));
                if let Some(ground) = scene.ground {
                    let low = y + f64::from(self.rig.half[i]) * sin.abs() + f64::from(self.rig.radius[i]);
                    worst.depth = worst.depth.max(low - f64::from(ground));
                }
                if i == 0 {
                    continue;
                }
                let parent = &bodies[usize::from(PARENTS[i])];
                let (ps, pc) = trig::sin_cos_f64(f64::from(parent.angle));
                let (a, b) = (f64::from(self.rig.parent_x[i]), f64::from(self.rig.child_x[i]));
                let gap_x = x + b * cos - f64::from(parent.at.x) - a * pc;
                let gap_y = y + b * sin - f64::from(parent.at.y) - a * ps;
                let gap = (gap_x * gap_x + gap_y * gap_y).sqrt();
                worst.gap = worst.gap.max(gap);
                worst.gap_sum += gap;
                worst.gaps += 1;
                if let Some([lower, upper]) = self.rig.limits[i] {
                    let turn = angle - f64::from(parent.angle) - f64::from(self.rig.zero[i]);
                    let over = (f64::from(lower) - turn).max(turn - f64::from(upper));
                    worst.over_limit = worst.over_limit.max(over.to_degrees());
                }
            }
        }
    }

    /// Kinetic and potential energy of a figure.
    fn energy(&self, figure: usize, gravity: Vec2) -> f64 {
        let of = |i: usize| {
            let (body, mass) = (self.body(figure, i), f64::from(self.rig.mass[i]));
            let [vx, vy, w] = [body.v.x, body.v.y, body.w].map(f64::from);
            let [x, y, gx, gy] = [body.at.x, body.at.y, gravity.x, gravity.y].map(f64::from);
            let kinetic = 0.5 * (mass * (vx * vx + vy * vy) + f64::from(self.rig.inertia[i]) * w * w);
            kinetic - mass * (gx * x + gy * y)
        };
        (0..BODIES).map(of).sum()
    }

    /// Figures all of whose bodies move slower than 1 px/s and 0.02 rad/s.
    pub(super) fn still(&self) -> usize {
        let rests = |figure: &usize| {
            (0..BODIES).all(|i| {
                let body = self.body(*figure, i);
                body.v.length() < 1.0 && body.w.abs() < 0.02
            })
        };
        (0..self.count).filter(rests).count()
    }

    pub(super) fn kinetic_energy(&self) -> f64 {
        (0..self.count)
            .map(|i| f64::from(self.batches[i / LANES].kinetic_energy(i % LANES)))
            .sum()
    }

    pub(super) fn solves(&self) -> u32 {
        self.batches.iter().map(Batch::solves).sum()
    }

    /// A hash of all states' bits; both zeros count as one.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for figure in 0..self.count {
            for i in 0..BODIES {
                let body = self.body(figure, i);
                for value in [
                    body.at.x, body.at.y, body.angle, body.cos, body.sin, body.v.x, body.v.y, body.w,
                ] {
                    hash = (hash ^ u64::from((value + 0.0).to_bits())).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
        hash
    }
}
