//! A group of trees that are solved together, with the rows on them: its way through a step.

use super::damping;
use super::figures::Figures;
use super::lanes::Isa;
use super::plan::Plan;
use super::rows::contact::{ContactRow, Pass};
use super::rows::joint::{JointPass, JointRow};
use super::rows::pack::Packs;
use super::rows::{Inverse, RowBody};
use super::threads::Threads;
use super::tree::{InnerPass, MOST_TURN, SubStep};
use crate::event::Event;
use crate::joint::store::{Impulse, Kind};
use crate::world::bodies::{FASTEST, Motion, NONE, Place};
use crate::world::{Stage, World};

/// What all groups of a step have in common.
#[derive(Clone, Copy)]
pub(crate) struct Common<'a> {
    pub world: &'a World,
    pub plan: &'a Plan,
    pub isa: Isa,
    pub threads: Option<&'a Threads>,
    pub dt: f32,
    pub pace: SubStep,
    pub pass: Pass,
    pub joint_pass: JointPass,
    /// Slower hits give nothing back \[px/s\].
    pub restitution_threshold: f32,
}

/// What keeps its memory from step to step; nothing here outlives a step but constants in lanes.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// Each with the number of its first member.
    trees: Vec<(u32, u32)>,
    /// The world's contacts and joints that are between these trees, or on one of them.
    contact_list: Vec<u32>,
    joint_list: Vec<u32>,
    /// How many bodies there are.
    count: u32,
    /// Row bodies; the first never moves.
    bodies: Vec<RowBody>,
    /// The world's body of each row body.
    owner: Vec<u32>,
    /// The row body of each body, or none.
    index: Vec<u32>,
    /// Row bodies of what moves but isn't solved: kinematic bodies.
    driven: Vec<(u32, u32)>,
    /// How many row bodies, from the second on, are bodies on their own or driven: these are integrated here. Figures' come after them.
    singles: usize,
    /// Contacts that are to be rows: contact, A, B, whether one can't move.
    list: Vec<(u32, u32, u32, bool)>,
    contacts: Vec<ContactRow>,
    packs: Packs,
    joints: Vec<JointRow>,
    figures: Figures,
    tree_contacts: u32,
}

/// The solver's part in a step's counters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub tree_contacts: u32,
    pub contact_rows: u32,
    pub joint_rows: u32,
}

impl Group {
    /// Begins a step: nothing is in it.
    pub(crate) fn begin(&mut self) {
        self.trees.clear();
        self.contact_list.clear();
        self.joint_list.clear();
        self.count = 0;
    }

    /// Takes a tree with so many members. The number of the first.
    pub(crate) fn take_tree(&mut self, tree: u32, members: usize) -> u32 {
        let first = self.count;
        self.trees.push((tree, first));
        self.count += members as u32;
        first
    }

    pub(crate) fn take_contact(&mut self, contact: u32) {
        self.contact_list.push(contact);
    }

    pub(crate) fn take_joint(&mut self, joint: u32) {
        self.joint_list.push(joint);
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            tree_contacts: self.tree_contacts,
            contact_rows: self.list.len() as u32,
            joint_rows: self.joints.len() as u32,
        }
    }

    /// Solves the step of all that is in the group; what comes out stays here until [`write_back`](Self::write_back).
    pub(crate) fn run(&mut self, common: &Common<'_>, observe: &mut dyn FnMut(Stage)) {
        self.gather(common);
        observe(Stage::Gather);
        let Common { pace, threads, .. } = *common;
        let steps = common.world.settings.sub_steps;
        self.figures.run_lone(steps, pace, threads);
        observe(Stage::Figures);
        if self.bodies.len() > 1 {
            for _ in 0..steps {
                self.sub_step(common, observe);
            }
            self.restitute(common);
            observe(Stage::Rows);
        }
    }

    fn gather(&mut self, common: &Common<'_>) {
        let Common { world, plan, .. } = *common;
        self.bodies.clear();
        self.owner.clear();
        self.index.clear();
        self.index.resize(self.count as usize, NONE);
        self.driven.clear();
        self.contacts.clear();
        self.list.clear();
        self.packs.begin();
        self.joints.clear();
        self.bodies.push(RowBody::FIXED);
        self.owner.push(NONE);
        self.figures.set_isa(common.isa);
        self.figures.begin(self.count as usize, world.trees.shapes.len());
        for at in 0..self.trees.len() {
            let (index, first) = self.trees[at];
            let tree = &world.trees.tree[index as usize];
            if Figures::takes(tree) {
                self.figures.add(world, plan, index, first);
            } else {
                self.row_body(world, plan, tree.members[0]);
            }
        }
        self.figures.close();
        self.gather_contacts(world, plan);
        self.gather_joints(world, plan);
        self.add_figure_bodies();
        self.pack_contacts(world, common.isa);
    }

    /// The row body of a body that isn't a figure's.
    fn row_body(&mut self, world: &World, plan: &Plan, body: u32) -> u32 {
        let at = body as usize;
        let number = plan.number(body);
        let motion = world.bodies.motion[at];
        let known = if number == NONE {
            if motion == Motion::default() {
                return 0;
            }
            self.driven
                .iter()
                .find(|&&(driven, _)| driven == body)
                .map(|&(_, row)| row)
        } else {
            Some(self.index[number as usize]).filter(|&row| row != NONE)
        };
        if let Some(row) = known {
            return row;
        }
        let row = self.bodies.len() as u32;
        let inverse = if number == NONE {
            self.driven.push((body, row));
            Inverse::default()
        } else {
            self.index[number as usize] = row;
            let record = &world.bodies.body[at];
            Inverse::free(record.mass, record.inertia)
        };
        self.bodies.push(RowBody {
            v: motion.v,
            w: motion.w,
            inverse,
            ..RowBody::FIXED
        });
        self.owner.push(body);
        row
    }

    /// A row body; figures' bodies are noted, and made after all others.
    fn row_or_figure(&mut self, world: &World, plan: &Plan, body: u32) -> u32 {
        let number = plan.number(body);
        if number != NONE && self.figures.holds(number) {
            return self.figures.note(body, number);
        }
        self.row_body(world, plan, body)
    }

    /// Contacts go into trees where they can, else they are rows.
    fn gather_contacts(&mut self, world: &World, plan: &Plan) {
        self.tree_contacts = 0;
        for at in 0..self.contact_list.len() {
            let index = self.contact_list[at];
            let contact = &world.pairs.contacts[index as usize];
            let numbers = [plan.number(contact.a), plan.number(contact.b)];
            let [live_a, live_b] = numbers.map(|number| number != NONE);
            if live_a && live_b {
                if self.figures.take_inner(index, contact, numbers) {
                    continue;
                }
            } else if contact.restitution == 0.0 {
                let number = if live_a { numbers[0] } else { numbers[1] };
                if self.figures.take_contact(world, index, contact, number, live_a) {
                    self.tree_contacts += 1;
                    continue;
                }
            }
            let row_a = self.row_or_figure(world, plan, contact.a);
            let row_b = self.row_or_figure(world, plan, contact.b);
            self.list.push((index, row_a, row_b, !live_a || !live_b));
        }
    }

    fn gather_joints(&mut self, world: &World, plan: &Plan) {
        for at in 0..self.joint_list.len() {
            let index = self.joint_list[at];
            let joint = world.joints.joint[index as usize];
            let (a, b) = (joint.a as usize, joint.b as usize);
            let out = |index: usize| world.bodies.is_dynamic(index) && !world.bodies.takes_part(index);
            if out(a) || out(b) {
                continue;
            }
            let row_b = self.row_or_figure(world, plan, joint.b);
            let row_a = if joint.a == joint.b {
                0
            } else {
                self.row_or_figure(world, plan, joint.a)
            };
            let mut row = JointRow::new(index, &joint, row_a, row_b);
            let (pa, pb) = (&world.bodies.place[a], &world.bodies.place[b]);
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
            self.joints.push(row);
        }
    }

    /// Row bodies of the figures' bodies that rows touch, behind all others.
    fn add_figure_bodies(&mut self) {
        self.singles = self.bodies.len();
        self.figures
            .add_row_bodies(self.singles as u32, &mut self.bodies, &mut self.owner);
        for (_, a, b, _) in &mut self.list {
            *a = self.figures.row(*a);
            *b = self.figures.row(*b);
        }
        for row in &mut self.joints {
            row.a = self.figures.row(row.a);
            row.b = self.figures.row(row.b);
        }
    }

    /// Contacts side by side where they are independent, else one by one.
    fn pack_contacts(&mut self, world: &World, isa: Isa) {
        let contacts = &world.pairs.contacts;
        // What gives back needs its approach speed, and does more at the end.
        let (bouncing, mut plain): (Vec<_>, Vec<_>) = self
            .list
            .iter()
            .partition(|entry| contacts[entry.0 as usize].restitution > 0.0);
        let first = self.figures.first_row();
        self.packs.colour(&mut plain, &self.bodies, first);
        self.packs.pack(contacts, first);
        self.packs.prepare(&self.bodies, false, isa);
        for &(at, a, b, firm) in plain.iter().chain(&bouncing) {
            let mut row = ContactRow::new(at, &contacts[at as usize], a, b, firm);
            row.note_approach(&self.bodies);
            row.prepare(&self.bodies);
            self.contacts.push(row);
        }
    }

    fn sub_step(&mut self, common: &Common<'_>, observe: &mut dyn FnMut(Stage)) {
        let Common {
            world,
            pace,
            threads,
            mut pass,
            mut joint_pass,
            ..
        } = *common;
        self.push_singles(world, common.dt);
        self.warm_start();
        observe(Stage::Rows);
        self.figures.solve(pace, &mut self.bodies, threads);
        observe(Stage::Figures);
        self.prepare_coupled();
        pass.mend = true;
        joint_pass.mend = true;
        self.sweep(&pass, &joint_pass);
        observe(Stage::Rows);
        self.figures
            .resolve(pace, &mut self.bodies, threads, InnerPass::Mend);
        observe(Stage::Figures);
        integrate(&mut self.bodies[1..self.singles], pace.h);
        observe(Stage::Rows);
        self.figures.integrate(world, pace, &mut self.bodies, threads);
        observe(Stage::Figures);
        pass.mend = false;
        joint_pass.mend = false;
        self.sweep(&pass, &joint_pass);
        observe(Stage::Rows);
        self.figures
            .resolve(pace, &mut self.bodies, threads, InnerPass::Relax);
        observe(Stage::Figures);
        self.packs.count_impulses();
        for row in &mut self.contacts {
            row.count_impulse();
        }
        for row in &mut self.joints {
            row.count_impulse();
        }
    }

    /// Gravity and damping of bodies on their own, for a sub-step.
    fn push_singles(&mut self, world: &World, dt: f32) {
        let steps = world.settings.sub_steps;
        let fall = world.settings.gravity * (dt / steps as f32);
        for at in 1..self.singles {
            let row = &mut self.bodies[at];
            if row.inverse.ww == 0.0 {
                continue;
            }
            let body = &world.bodies.body[self.owner[at] as usize];
            row.v = (row.v + fall * body.gravity_scale) * damping::kept(body.linear_damping, dt, steps);
            row.w *= damping::kept(body.angular_damping, dt, steps);
        }
    }

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

    fn restitute(&mut self, common: &Common<'_>) {
        let mut any = false;
        for row in &mut self.contacts {
            any |= row.restitute(&mut self.bodies, common.restitution_threshold);
        }
        if any {
            self.figures
                .resolve(common.pace, &mut self.bodies, None, InnerPass::Skip);
        }
    }

    /// Writes velocities, positions and impulses to the world.
    pub(crate) fn write_back(&mut self, world: &mut World, dt: f32) {
        for at in 1..self.singles {
            let body = self.owner[at] as usize;
            let row = &self.bodies[at];
            if row.inverse.ww == 0.0 {
                continue;
            }
            let place = world.bodies.place[body];
            let turned = tumble_math::trig::atan2(row.sin, row.cos);
            world.bodies.place[body] = Place::new(place.at + row.moved, place.angle + turned);
            world.bodies.motion[body] = Motion { v: row.v, w: row.w };
        }
        self.figures.scatter(world, dt);
        self.packs.write_back(&mut world.pairs.contacts);
        for row in &self.contacts {
            let contact = &mut world.pairs.contacts[row.contact as usize];
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
        for row in &self.joints {
            let joint = &mut world.joints.joint[row.joint as usize];
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
                let joint = world.joints.id(row.joint as usize);
                world.events.push(Event::JointOverload { joint, force });
            }
        }
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
