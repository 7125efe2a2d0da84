//! The solver's way through a step: what is gathered, what each sub-step does, what is written back.

use std::sync::Arc;

use super::damping;
use super::figures::Figures;
use super::rows::contact::{ContactRow, Pass};
use super::rows::joint::{JointPass, JointRow};
use super::rows::pack::Packs;
use super::rows::{Inverse, RowBody};
use super::soft::Soft;
use super::threads::Threads;
use super::tree::{InnerPass, MOST_TURN, SubStep};
use crate::body::BodyKind;
use crate::joint::store::{Impulse, Kind};
use crate::world::bodies::{FASTEST, Goal, Motion, NONE, Place};
use crate::world::{Stage, World};

/// Contact springs: at most this many hertz, and a quarter of the sub-steps a second.
const CONTACT_HERTZ: f32 = 30.0;
/// Their damping ratio.
const CONTACT_DAMPING: f32 = 10.0;
/// Joint rows' springs, relative to those of contacts.
const JOINT_HERTZ: f32 = 2.0;
const JOINT_DAMPING: f32 = 2.0;
/// Overlap is undone at most this fast \[m/s\].
pub(crate) const PUSH_SPEED: f32 = 3.0;
/// Slower hits give nothing back \[m/s\].
const RESTITUTION_THRESHOLD: f32 = 0.5;
/// A figure's joint beyond its limit comes back so that no body is faster than about this \[m/s\].
const RETURN_SPEED: f32 = 2.0;
/// A joint row beyond its limit comes back at most this fast \[rad/s\].
const JOINT_RETURN_SPEED: f32 = 0.5;

/// What keeps its memory from step to step; nothing here outlives a step.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    /// Row bodies; the first never moves.
    bodies: Vec<RowBody>,
    /// The world's body of each row body.
    owner: Vec<u32>,
    /// The row body of each of the world's bodies, or none.
    index: Vec<u32>,
    /// How many row bodies, from the second on, are bodies on their own or kinematic: these are integrated here.
    /// Contacts that are to be rows: contact, A, B, whether one can't move.
    list: Vec<(u32, u32, u32, bool)>,
    contacts: Vec<ContactRow>,
    packs: Packs,
    joints: Vec<JointRow>,
    pub(crate) figures: Figures,
    /// The threads to step with; none is one.
    pub(crate) threads: Option<Arc<Threads>>,
}

impl Clone for Solver {
    /// Nothing in it outlives a step, but how it runs.
    fn clone(&self) -> Self {
        let mut other = Self {
            threads: self.threads.clone(),
            ..Self::default()
        };
        other.figures.set_isa(self.figures.isa());
        other
    }
}

impl Solver {
    fn begin(&mut self, places: usize) {
        self.bodies.clear();
        self.owner.clear();
        self.index.clear();
        self.index.resize(places, NONE);
        self.contacts.clear();
        self.list.clear();
        self.packs.begin();
        self.joints.clear();
        self.bodies.push(RowBody::FIXED);
        self.owner.push(NONE);
    }
}

impl World {
    /// The row body of a body.
    fn row_body(&self, solver: &mut Solver, body: u32) -> u32 {
        let at = body as usize;
        let record = &self.bodies.body[at];
        if record.kind == BodyKind::Static {
            return 0;
        }
        if solver.index[at] != NONE {
            return solver.index[at];
        }
        let row = solver.bodies.len() as u32;
        let motion = self.bodies.motion[at];
        let inverse = if self.bodies.takes_part(at) && !self.trees.asleep(&self.bodies, at) {
            Inverse::free(record.mass, record.inertia)
        } else {
            Inverse::default()
        };
        solver.bodies.push(RowBody {
            v: motion.v,
            w: motion.w,
            inverse,
            ..RowBody::FIXED
        });
        solver.owner.push(body);
        solver.index[at] = row;
        row
    }

    /// Solves the step: velocities and positions of all that is awake.
    pub(crate) fn solve(&mut self, dt: f32, observe: &mut dyn FnMut(Stage)) {
        let mut solver = core::mem::take(&mut self.solver);
        let threads = solver.threads.clone();
        let threads = threads.as_deref();
        let steps = self.settings.sub_steps;
        let h = dt / steps as f32;
        self.scratch_before();
        solver.begin(self.bodies.slots.places());
        self.gather_singles(&mut solver);
        solver.figures.begin(self);
        solver.figures.gather(self, dt);
        self.gather_contacts(&mut solver);
        self.gather_joints(&mut solver);
        let hertz = CONTACT_HERTZ.min(0.25 / h);
        let pace = SubStep {
            h,
            gravity: self.settings.gravity,
            push_speed: PUSH_SPEED * self.settings.length_unit,
            return_speed: RETURN_SPEED * self.settings.length_unit,
            soft: Soft::new(hertz, CONTACT_DAMPING, h),
        };
        let singles = add_figure_bodies(&mut solver);
        self.pack_contacts(&mut solver);
        let mut pass = Pass {
            h,
            mend: true,
            soft: pace.soft,
            firm: Soft::new(2.0 * hertz, CONTACT_DAMPING, h),
            push_speed: PUSH_SPEED * self.settings.length_unit,
        };
        let mut joint_pass = JointPass {
            h,
            mend: true,
            soft: Soft::new(JOINT_HERTZ * hertz, JOINT_DAMPING, h),
            return_speed: JOINT_RETURN_SPEED,
        };
        observe(Stage::Gather);
        solver.figures.run_lone(steps, pace, threads);
        observe(Stage::Figures);
        for _ in 0..steps {
            self.push_singles(&mut solver, singles, dt);
            solver.warm_start();
            observe(Stage::Rows);
            solver.figures.solve(pace, &mut solver.bodies, threads);
            observe(Stage::Figures);
            solver.prepare_coupled();
            pass.mend = true;
            joint_pass.mend = true;
            solver.sweep(&pass, &joint_pass);
            observe(Stage::Rows);
            solver
                .figures
                .resolve(pace, &mut solver.bodies, threads, InnerPass::Mend);
            observe(Stage::Figures);
            integrate(&mut solver.bodies[1..singles], h);
            observe(Stage::Rows);
            solver.figures.integrate(self, pace, &mut solver.bodies, threads);
            observe(Stage::Figures);
            pass.mend = false;
            joint_pass.mend = false;
            solver.sweep(&pass, &joint_pass);
            observe(Stage::Rows);
            solver
                .figures
                .resolve(pace, &mut solver.bodies, threads, InnerPass::Relax);
            observe(Stage::Figures);
            solver.packs.count_impulses();
            for row in &mut solver.contacts {
                row.count_impulse();
            }
            for row in &mut solver.joints {
                row.count_impulse();
            }
        }
        self.restitute(&mut solver, pace);
        observe(Stage::Rows);
        self.write_back(&mut solver, singles, dt);
        observe(Stage::Scatter);
        self.solver = solver;
    }

    /// Bodies on their own: trees of one that hang on nothing.
    fn gather_singles(&self, solver: &mut Solver) {
        for tree in &self.trees.tree {
            if tree.alive && tree.awake && !Figures::takes(tree) {
                for &member in &tree.members {
                    self.row_body(solver, member);
                }
            }
        }
        for index in 0..self.bodies.slots.places() {
            if self.bodies.slots.is_used(index)
                && self.bodies.body[index].kind == BodyKind::Kinematic
                && self.bodies.motion[index] != Motion::default()
            {
                self.row_body(solver, index as u32);
            }
        }
    }

    /// Contacts go into trees where they can, else they are rows.
    fn gather_contacts(&mut self, solver: &mut Solver) {
        let mut in_trees = 0;
        for (at, contact) in self.pairs.contacts.iter().enumerate() {
            if contact.count == 0 || solver.figures.take_inner(at as u32, contact) {
                continue;
            }
            let (a, b) = (contact.a as usize, contact.b as usize);
            let (live_a, live_b) = (self.lives(a), self.lives(b));
            if !live_a && !live_b {
                continue;
            }
            if contact.restitution == 0.0
                && (live_a != live_b)
                && solver.figures.take_contact(self, at as u32, contact, live_a)
            {
                in_trees += 1;
                continue;
            }
            let (row_a, row_b) = (
                self.row_or_figure(solver, contact.a),
                self.row_or_figure(solver, contact.b),
            );
            solver.list.push((at as u32, row_a, row_b, !live_a || !live_b));
        }
        self.counters.tree_contacts = in_trees;
        self.counters.contact_rows = solver.list.len() as u32;
    }

    /// Whether a body takes part and is awake.
    fn lives(&self, body: usize) -> bool {
        self.bodies.takes_part(body) && !self.trees.asleep(&self.bodies, body)
    }

    /// A row body; figures' bodies are noted, and made after all others.
    fn row_or_figure(&self, solver: &mut Solver, body: u32) -> u32 {
        if solver.figures.holds(body) {
            return solver.figures.note(body);
        }
        self.row_body(solver, body)
    }

    fn gather_joints(&mut self, solver: &mut Solver) {
        for &index in &self.joints.rows {
            let at = index as usize;
            let joint = self.joints.joint[at];
            let (a, b) = (joint.a as usize, joint.b as usize);
            let (live_a, live_b) = (self.lives(a), self.lives(b));
            let out = |index: usize| self.bodies.is_dynamic(index) && !self.bodies.takes_part(index);
            if !live_a && !live_b || out(a) || out(b) {
                continue;
            }
            let row_b = self.row_or_figure(solver, joint.b);
            let row_a = if joint.a == joint.b {
                0
            } else {
                self.row_or_figure(solver, joint.a)
            };
            let mut row = JointRow::new(at as u32, &joint, row_a, row_b);
            let (pa, pb) = (&self.bodies.place[a], &self.bodies.place[b]);
            row.arm_b = pb.rotate(joint.b_anchor);
            if let Kind::Mouse { target, .. } = joint.kind {
                row.between = pb.at - target;
            } else {
                row.arm_a = pa.rotate(joint.a_anchor);
                row.between = pb.at - pa.at;
            }
            if let Kind::Pin(pin) = joint.kind {
                row.angle = pb.angle - pa.angle - pin.zero;
            }
            solver.joints.push(row);
        }
        self.counters.joint_rows = solver.joints.len() as u32;
    }

    /// Contacts side by side where they are independent, else one by one.
    fn pack_contacts(&self, solver: &mut Solver) {
        let isa = solver.figures.isa();
        let contacts = &self.pairs.contacts;
        // What gives back needs its approach speed, and does more at the end.
        let (mut plain, mut bouncing) = (Vec::new(), Vec::new());
        for &entry in &solver.list {
            if contacts[entry.0 as usize].restitution > 0.0 {
                bouncing.push(entry);
            } else {
                plain.push(entry);
            }
        }
        solver
            .packs
            .colour(&mut plain, &solver.bodies, solver.figures.first_row());
        solver.packs.pack(contacts, solver.figures.first_row());
        solver.packs.prepare(&solver.bodies, false, isa);
        for &(at, a, b, firm) in plain.iter().chain(&bouncing) {
            let mut row = ContactRow::new(at, &contacts[at as usize], a, b, firm);
            row.note_approach(&solver.bodies);
            row.prepare(&solver.bodies);
            solver.contacts.push(row);
        }
    }

    /// Gravity and damping of bodies on their own, for a sub-step.
    fn push_singles(&self, solver: &mut Solver, singles: usize, dt: f32) {
        let steps = self.settings.sub_steps;
        let fall = self.settings.gravity * (dt / steps as f32);
        for at in 1..singles {
            let body = &self.bodies.body[solver.owner[at] as usize];
            let row = &mut solver.bodies[at];
            if row.inverse.ww == 0.0 {
                continue;
            }
            row.v = (row.v + fall * body.gravity_scale) * damping::kept(body.linear_damping, dt, steps);
            row.w *= damping::kept(body.angular_damping, dt, steps);
        }
    }

    fn restitute(&self, solver: &mut Solver, pace: SubStep) {
        let threshold = RESTITUTION_THRESHOLD * self.settings.length_unit;
        let mut any = false;
        for row in &mut solver.contacts {
            any |= row.restitute(&mut solver.bodies, threshold);
        }
        if any {
            solver
                .figures
                .resolve(pace, &mut solver.bodies, None, InnerPass::Skip);
        }
    }

    fn write_back(&mut self, solver: &mut Solver, singles: usize, dt: f32) {
        for at in 1..singles {
            let body = solver.owner[at] as usize;
            let row = &solver.bodies[at];
            let place = self.bodies.place[body];
            if self.bodies.is_dynamic(body) {
                if row.inverse.ww == 0.0 {
                    continue;
                }
                let turned = tumble_math::trig::atan2(row.sin, row.cos);
                self.bodies.place[body] = Place::new(place.at + row.moved, place.angle + turned);
                self.bodies.motion[body] = Motion { v: row.v, w: row.w };
            } else {
                let motion = self.bodies.motion[body];
                match self.bodies.body[body].goal {
                    Some(goal) if goal.within <= dt * 1.0001 => {
                        self.bodies.place[body] = Place::new(goal.at, goal.angle);
                        self.bodies.body[body].goal = None;
                        self.bodies.body[body].arrived = true;
                    }
                    goal => {
                        self.bodies.place[body] =
                            Place::new(place.at + motion.v * dt, place.angle + motion.w * dt);
                        self.bodies.body[body].goal = goal.map(|goal| Goal {
                            within: goal.within - dt,
                            ..goal
                        });
                    }
                }
            }
        }
        solver.figures.scatter(self, dt);
        solver.packs.write_back(&mut self.pairs.contacts);
        for row in &solver.contacts {
            let contact = &mut self.pairs.contacts[row.contact as usize];
            for (point, solved) in contact
                .points
                .iter_mut()
                .zip(&row.points)
                .take(usize::from(row.count))
            {
                point.normal_impulse = solved.normal_impulse;
                point.tangent_impulse = solved.tangent_impulse;
                point.total = solved.total;
            }
        }
        for row in &solver.joints {
            let joint = &mut self.joints.joint[row.joint as usize];
            if !((row.total / dt).length().is_finite() && (row.total_turn / dt).is_finite()) {
                // One of its bodies is about to be quarantined.
                joint.impulse = Impulse::default();
                continue;
            }
            joint.impulse = row.impulse;
            joint.force = row.total / dt;
            joint.torque = row.total_turn / dt;
            let force = joint.force.length();
            if force > joint.break_force {
                let id = self.joints.id(row.joint as usize);
                self.events
                    .push(crate::event::Event::JointOverload { joint: id, force });
            }
        }
    }
}

impl Solver {
    fn warm_start(&mut self) {
        for row in &self.joints {
            row.warm_start(&mut self.bodies);
        }
        for row in &self.contacts {
            row.warm_start(&mut self.bodies);
        }
        let isa = self.figures.isa();
        self.packs.warm_start(&mut self.bodies, isa);
        self.packs
            .collect(&mut self.bodies, self.figures.first_row(), isa);
    }

    /// Rows that touch figures see other inverse masses in each sub-step.
    fn prepare_coupled(&mut self) {
        if self.figures.none_coupled() {
            return;
        }
        let first = self.figures.first_row();
        self.packs.prepare(&self.bodies, true, self.figures.isa());
        for row in &mut self.contacts {
            if row.a >= first || row.b >= first {
                row.prepare(&self.bodies);
            }
        }
    }

    /// One pass over all rows.
    fn sweep(&mut self, pass: &Pass, joint_pass: &JointPass) {
        for row in &mut self.joints {
            row.solve(&mut self.bodies, joint_pass);
        }
        for row in &mut self.contacts {
            row.solve(&mut self.bodies, pass);
        }
        let isa = self.figures.isa();
        self.packs.solve(&mut self.bodies, pass, isa);
        self.packs
            .collect(&mut self.bodies, self.figures.first_row(), isa);
    }
}

/// Bodies on their own go on by a sub-step.
fn integrate(bodies: &mut [RowBody], h: f32) {
    for body in bodies {
        body.v = body.v.clamp_length_max(FASTEST);
        let most = MOST_TURN / h;
        if body.inverse.ww != 0.0 {
            body.w = body.w.clamp(-most, most);
        }
        body.moved += body.v * h;
        let turn = (body.w * h).clamp(-MOST_TURN, MOST_TURN);
        let (sin, cos) = tumble_math::trig::sin_cos(turn);
        (body.cos, body.sin) = (body.cos * cos - body.sin * sin, body.sin * cos + body.cos * sin);
    }
}

/// Row bodies of the figures' bodies that rows touch, behind all others. Returns where they start.
fn add_figure_bodies(solver: &mut Solver) -> usize {
    let start = solver.bodies.len();
    let mut figures = core::mem::take(&mut solver.figures);
    figures.add_row_bodies(start as u32, &mut solver.bodies, &mut solver.owner);
    for (_, a, b, _) in &mut solver.list {
        *a = figures.row(*a);
        *b = figures.row(*b);
    }
    for row in &mut solver.joints {
        row.a = figures.row(row.a);
        row.b = figures.row(row.b);
    }
    solver.figures = figures;
    start
}
