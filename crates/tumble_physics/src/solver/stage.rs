//! The solver's way through a step: what is solved together, each group on its own, what is written back.

use std::sync::Arc;

use super::group::{Common, Group};
use super::lanes::Isa;
use super::plan::Plan;
use super::rows::contact::Pass;
use super::rows::joint::JointPass;
use super::soft::Soft;
use super::threads::{Threads, each_alone};
use super::tree::SubStep;
use crate::body::BodyKind;
use crate::event::Event;
use crate::world::bodies::{Goal, Motion, Place};
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

/// What keeps its memory from step to step.
#[derive(Debug)]
pub(crate) struct Solver {
    plan: Plan,
    groups: Vec<Group>,
    isa: Isa,
    /// The threads to step with; none is one.
    pub(crate) threads: Option<Arc<Threads>>,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            plan: Plan::default(),
            groups: Vec::new(),
            isa: Isa::detect(),
            threads: None,
        }
    }
}

impl Clone for Solver {
    /// Nothing in it outlives a step, but how it runs.
    fn clone(&self) -> Self {
        let mut other = Self {
            threads: self.threads.clone(),
            isa: self.isa,
            ..Self::default()
        };
        other.plan.enough = self.plan.enough;
        other
    }
}

impl Solver {
    /// Runs in the lanes of another instruction set from now on, or in plain code where the machine doesn't have it.
    pub(crate) fn set_isa(&mut self, isa: Isa) {
        self.isa = isa;
    }

    /// Solves at least so many trees together from now on.
    pub(crate) fn set_group_size(&mut self, trees: u32) {
        self.plan.enough = trees.max(1);
    }

    /// Forgets what it knows of the world's figures: the world is another.
    pub(crate) fn forget(&mut self) {
        self.plan.forget();
    }
}

impl World {
    /// Solves the step: velocities and positions of all that is awake.
    pub(crate) fn solve(&mut self, dt: f32, observe: &mut dyn FnMut(Stage)) {
        let mut solver = core::mem::take(&mut self.solver);
        let threads = solver.threads.clone();
        let steps = self.settings.sub_steps;
        let h = dt / steps as f32;
        self.scratch_before();
        let count = solver.plan.make(self, dt, &mut solver.groups);
        // What was needed once isn't kept for ever.
        solver.groups.truncate(2 * count + 8);
        let hertz = CONTACT_HERTZ.min(0.25 / h);
        let soft = Soft::new(hertz, CONTACT_DAMPING, h);
        let push_speed = PUSH_SPEED * self.settings.length_unit;
        let common = Common {
            world: self,
            plan: &solver.plan,
            isa: solver.isa,
            threads: threads.as_deref(),
            dt,
            pace: SubStep {
                h,
                gravity: self.settings.gravity,
                push_speed,
                return_speed: RETURN_SPEED * self.settings.length_unit,
                soft,
            },
            pass: Pass {
                h,
                mend: true,
                soft,
                firm: Soft::new(2.0 * hertz, CONTACT_DAMPING, h),
                push_speed,
            },
            joint_pass: JointPass {
                h,
                mend: true,
                soft: Soft::new(JOINT_HERTZ * hertz, JOINT_DAMPING, h),
                return_speed: JOINT_RETURN_SPEED,
            },
            restitution_threshold: RESTITUTION_THRESHOLD * self.settings.length_unit,
        };
        observe(Stage::Gather);
        let groups = &mut solver.groups[..count];
        if threads.is_some() {
            each_alone(common.threads, groups, |group| {
                group.run(&common, &mut |_| {});
            });
        } else {
            for group in groups {
                group.run(&common, observe);
            }
        }
        // Every stage is told, of a world without groups too; what threads did side by side counts as figures.
        observe(Stage::Figures);
        observe(Stage::Rows);
        self.write_back(&mut solver.groups[..count], dt);
        observe(Stage::Scatter);
        // The threads were only lent.
        self.solver = solver;
    }

    fn write_back(&mut self, groups: &mut [Group], dt: f32) {
        self.move_driven(dt);
        let counters = &mut self.counters;
        (counters.tree_contacts, counters.contact_rows, counters.joint_rows) = (0, 0, 0);
        (counters.figures, counters.batches) = (0, 0);
        let told = self.events.len();
        for group in groups {
            let counts = group.counts();
            self.counters.tree_contacts += counts.tree_contacts;
            self.counters.contact_rows += counts.contact_rows;
            self.counters.joint_rows += counts.joint_rows;
            group.write_back(self, dt);
        }
        // In an order that doesn't depend on how they were grouped.
        self.events[told..].sort_by_key(|event| match event {
            Event::JointOverload { joint, .. } => joint.index,
            _ => 0,
        });
    }

    /// Kinematic bodies go their way.
    fn move_driven(&mut self, dt: f32) {
        for body in 0..self.bodies.slots.places() {
            let motion = self.bodies.motion[body];
            if motion == Motion::default()
                || !self.bodies.slots.is_used(body)
                || self.bodies.body[body].kind != BodyKind::Kinematic
            {
                continue;
            }
            let place = self.bodies.place[body];
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
}
