//! One small figure on its own, in one lane of a batch whose others are empty.

use tumble_math::{Vec2, trig};

use crate::solver::lanes::Isa;
use crate::solver::soft::Soft;
use crate::solver::tree::{
    AnchorNow, Batch, BodyConstant, BodyNow, ContactNow, InnerDone, InnerNow, InnerPass, PinConstant,
    Scratch, SubStep, Topology,
};

/// Any lane but the first.
const LANE: usize = 5;

pub(super) struct Bench {
    pub batch: Batch,
    scratch: Scratch,
    pub gravity: Vec2,
    pub dt: f32,
    pub sub_steps: u32,
}

/// A rod of this mass and length, 1 px thin.
pub(super) fn rod(mass: f32, length: f32) -> BodyConstant {
    BodyConstant {
        mass,
        inertia: mass * length * length / 12.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        gravity_scale: 1.0,
    }
}

/// A body somewhere, at rest.
pub(super) fn at(at: Vec2, angle: f32) -> BodyNow {
    let (sin, cos) = trig::sin_cos(angle);
    BodyNow {
        at,
        angle,
        cos,
        sin,
        v: Vec2::ZERO,
        w: 0.0,
    }
}

impl Bench {
    pub(super) fn new(
        parents: &[u16],
        anchored: bool,
        figure: &[(BodyConstant, PinConstant)],
        state: &[BodyNow],
    ) -> Self {
        let topology = Topology {
            parents: parents.to_vec(),
            anchored,
        };
        let mut batch = Batch::new(&topology, Isa::detect());
        batch.write_constants(LANE, figure.iter().copied());
        batch.write_state(LANE, state[0].at, state.iter().copied());
        Self {
            batch,
            scratch: Scratch::default(),
            gravity: Vec2::new(0.0, 980.0),
            dt: 1.0 / 60.0,
            sub_steps: 4,
        }
    }

    /// A rod of 2 kg and 200 px that hangs by its end from the origin, at an angle (0: to the right, a quarter turn: straight down).
    pub(super) fn pendulum(angle: f32, pin: PinConstant) -> Self {
        Self::pendulum_of(rod(2.0, 200.0), angle, pin)
    }

    pub(super) fn pendulum_of(body: BodyConstant, angle: f32, pin: PinConstant) -> Self {
        let (sin, cos) = trig::sin_cos(angle);
        let pin = PinConstant {
            child: Vec2::new(-100.0, 0.0),
            ..pin
        };
        let mut bench = Self::new(
            &[0],
            true,
            &[(body, pin)],
            &[at(Vec2::new(cos, sin) * 100.0, angle)],
        );
        bench.batch.write_anchor(LANE, AnchorNow::default());
        bench
    }

    pub(super) fn zero_g(mut self) -> Self {
        self.gravity = Vec2::ZERO;
        self
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

    pub(super) fn body(&self, body: usize) -> BodyNow {
        self.batch.body(LANE, body)
    }

    pub(super) fn set_speed(&mut self, body: usize, v: Vec2, w: f32) {
        let bodies = self.batch.bodies();
        let mut state: Vec<BodyNow> = (0..bodies).map(|i| self.body(i)).collect();
        state[body].v = v;
        state[body].w = w;
        self.batch.write_state(LANE, state[0].at, state);
    }

    pub(super) fn set_anchor(&mut self, anchor: AnchorNow) {
        self.batch.write_anchor(LANE, anchor);
    }

    pub(super) fn give(&mut self, body: usize, push: Vec2, turn: f32) {
        self.batch.give(LANE, body, push, turn);
    }

    pub(super) fn step(&mut self) {
        self.step_with(|_| {});
    }

    /// A step with something done before each sub-step.
    pub(super) fn step_with(&mut self, mut before: impl FnMut(&mut Self)) {
        let pace = self.pace();
        self.batch.begin_step();
        for _ in 0..self.sub_steps {
            before(self);
            self.batch.solve_velocities(pace, &mut self.scratch);
            self.batch.integrate_positions(pace, &mut self.scratch);
        }
    }

    pub(super) fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Velocities of a sub-step alone, the factor kept.
    pub(super) fn velocities(&mut self) {
        let pace = self.pace();
        self.batch.set_coupled(true);
        self.batch.begin_step();
        self.batch.solve_velocities(pace, &mut self.scratch);
        self.batch.respond(pace, &mut self.scratch);
    }

    pub(super) fn resolve(&mut self) {
        self.batch
            .resolve(self.pace(), &mut self.scratch, InnerPass::Skip);
    }

    pub(super) fn resolve_with(&mut self, pass: InnerPass) {
        self.batch.resolve(self.pace(), &mut self.scratch, pass);
    }

    /// All sub-steps in one call.
    pub(super) fn whole_step(&mut self) {
        let pace = self.pace();
        self.batch.set_coupled(false);
        self.batch.begin_step();
        self.batch.run(self.sub_steps, pace, &mut self.scratch);
    }

    /// The same in as many calls as rows need.
    pub(super) fn staged_step(&mut self) {
        let pace = self.pace();
        self.batch.set_coupled(true);
        self.batch.begin_step();
        for _ in 0..self.sub_steps {
            self.batch.solve_velocities(pace, &mut self.scratch);
            self.batch.respond(pace, &mut self.scratch);
            self.resolve_with(InnerPass::Mend);
            self.batch.integrate_positions(pace, &mut self.scratch);
            self.resolve_with(InnerPass::Relax);
        }
    }

    /// A contact between two of its bodies.
    pub(super) fn add_inner(&mut self, places: (usize, usize), contact: &InnerNow) {
        let slot = self.batch.add_inner(LANE, places, contact);
        assert!(slot.is_some(), "the pair has its place");
    }

    /// What a point of the first such contact did.
    pub(super) fn inner(&self, point: usize) -> InnerDone {
        self.batch.inner(LANE, 0, point)
    }

    pub(super) fn answer(&self, body: usize) -> crate::solver::rows::Inverse {
        self.batch.answer(LANE, body)
    }

    /// Force and torque of a pin on its child in the last step.
    pub(super) fn pin_force(&mut self, pin: usize) -> (Vec2, f32) {
        let (push, turn) = self.batch.pin_impulse(LANE, pin);
        (push * (1.0 / self.dt), turn / self.dt)
    }

    pub(super) fn kinetic_energy(&self) -> f32 {
        self.batch.kinetic_energy(LANE)
    }

    pub(super) fn clear_contacts(&mut self) {
        self.batch.clear_contacts();
    }

    pub(super) fn add_contact(&mut self, body: usize, contact: &ContactNow) -> Option<u16> {
        self.batch.add_contact(LANE, body, contact)
    }

    pub(super) fn contact(&self, slot: u16) -> crate::solver::tree::ContactDone {
        self.batch.contact(LANE, slot)
    }
}
