//! A step, from top to bottom.

use tumble::backend::{BodyHandle, WorldEvent};
use tumble::math::{Pose2, Vec2};

use crate::body::{Drive, Life};
use crate::convert::{pose, vector};
use crate::filter::Filter;
use crate::schedule::Schedule;
use crate::world::RapierWorld;

impl RapierWorld {
    /// Goes on by `dt` \[s\]; nothing when that isn't finite and positive.
    pub(crate) fn advance(&mut self, dt: f32) {
        if !dt.is_finite() || dt <= 0.0 {
            return;
        }
        self.follow_schedule(dt);
        self.take_out_condemned();
        self.contacts.begin_step();
        for pass in 0..self.schedule.passes {
            let share = self.schedule.share;
            self.drive(share, dt - share * pass as f32);
            self.move_windows(share);
            self.run_pipeline(share);
            self.count_turns();
            self.report_quarantined();
            self.read_contacts();
        }
        self.clear_dirty();
        self.contacts.end_step(&mut self.events);
    }

    /// Before a step: takes the condemned out, so that nothing else sees their numbers.
    fn take_out_condemned(&mut self) {
        for handle in core::mem::take(&mut self.condemned) {
            if let Some(body) = self.slots.get_mut(handle.0)
                && body.life == Life::Condemned
            {
                body.life = Life::Out;
                body.drive = Drive::Rest;
                if let Some(rigid) = self.bodies.get_mut(body.rigid) {
                    rigid.set_linvel(vector(Vec2::ZERO), false);
                    rigid.set_angvel(0.0, false);
                    rigid.set_enabled(false);
                }
                self.release_body(handle);
                self.events.push(WorldEvent::Quarantined { body: handle });
            }
        }
    }

    /// After a step: reports the bodies that rapier itself had to take out.
    fn report_quarantined(&mut self) {
        for index in 0..self.pipeline.quarantine().bodies().len() {
            let rigid = self.pipeline.quarantine().bodies()[index];
            let Some(rigid) = self.bodies.get(rigid) else {
                continue;
            };
            let handle = BodyHandle(rigid.user_data as u64);
            if let Some(body) = self.slots.get_mut(handle.0)
                && body.life == Life::Live
            {
                body.life = Life::Out;
                body.drive = Drive::Rest;
                self.release_body(handle);
                self.events.push(WorldEvent::Quarantined { body: handle });
            }
        }
    }

    /// Before a pass: tells rapier where the driven bodies are to be at its end. `left` \[s\] of the step are to come, this pass
    /// included.
    fn drive(&mut self, dt: f32, left: f32) {
        let mut driven = core::mem::take(&mut self.driven);
        driven.retain(|handle| {
            let Some(body) = self.slots.get_mut(handle.0) else {
                return false;
            };
            let Some(rigid) = self.bodies.get_mut(body.rigid) else {
                return false;
            };
            let now = crate::convert::pose2(rigid.position());
            match body.drive {
                Drive::Rest => return false,
                Drive::Arrived => {
                    body.drive = Drive::Rest;
                    rigid.set_next_kinematic_position(*rigid.position());
                    return false;
                }
                Drive::Velocity { linear, spin } => {
                    rigid.set_next_kinematic_position(pose(Pose2::new(
                        now.position + linear * dt,
                        now.angle + spin * dt,
                    )));
                }
                Drive::Target {
                    pose: target,
                    dt: within,
                } => {
                    let within = within.min(left.max(dt)).max(dt);
                    let share = if within - dt <= 1e-4 * dt {
                        1.0
                    } else {
                        dt / within
                    };
                    let next = if share == 1.0 {
                        target
                    } else {
                        Pose2::new(
                            now.position + (target.position - now.position) * share,
                            now.angle + tumble::math::angle::shortest(now.angle, target.angle) * share,
                        )
                    };
                    rigid.set_next_kinematic_position(pose(next));
                    if share == 1.0 {
                        body.drive = Drive::Arrived;
                    }
                }
            }
            true
        });
        self.driven = driven;
    }

    /// Before a pass: shows rapier the end of each wide band that its joint is near.
    fn move_windows(&mut self, dt: f32) {
        for pin in self.pins.values_mut() {
            let (Some(parent), Some(child)) = (
                self.slots
                    .get(pin.parent.0)
                    .and_then(|b| self.bodies.get(b.rigid)),
                self.slots.get(pin.child.0).and_then(|b| self.bodies.get(b.rigid)),
            ) else {
                continue;
            };
            if pin.move_window(parent, child, dt)
                && let Some(joint) = self.joints.get_mut(pin.joint, false)
            {
                pin.show_window(&mut joint.data);
            }
        }
    }

    /// After a pass: counts the joints' turns.
    fn count_turns(&mut self) {
        for pin in self.pins.values_mut() {
            let (Some(parent), Some(child)) = (
                self.slots
                    .get(pin.parent.0)
                    .and_then(|b| self.bodies.get(b.rigid)),
                self.slots.get(pin.child.0).and_then(|b| self.bodies.get(b.rigid)),
            ) else {
                continue;
            };
            if !(parent.is_sleeping() && child.is_sleeping()) {
                pin.count_turn(parent, child);
            }
        }
    }

    fn run_pipeline(&mut self, dt: f32) {
        self.parameters.dt = dt;
        self.pipeline.step(
            vector(self.settings.gravity),
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &Filter { bodies: &self.slots },
            &(),
        );
    }

    /// Takes a step's length, and with it how it is cut into passes and what damping each takes.
    fn follow_schedule(&mut self, dt: f32) {
        if self.schedule.dt == dt {
            return;
        }
        self.schedule = Schedule::new(dt, self.settings.pass_time);
        for (_, body) in self.slots.iter() {
            if let Some(rigid) = self.bodies.get_mut(body.rigid) {
                rigid.set_linear_damping(self.schedule.damping(body.damping[0]));
                rigid.set_angular_damping(self.schedule.damping(body.damping[1]));
            }
        }
    }

    fn read_contacts(&mut self) {
        let (bodies, colliders) = (&self.bodies, &self.colliders);
        let body_of = |collider| {
            let rigid = bodies.get(colliders.get(collider)?.parent()?)?;
            Some(BodyHandle(rigid.user_data as u64))
        };
        self.contacts.read_pass(&self.narrow_phase, colliders, body_of);
    }

    fn clear_dirty(&mut self) {
        for handle in self.dirty.drain(..) {
            if let Some(body) = self.slots.get_mut(handle.0) {
                body.dirty = false;
            }
        }
    }
}
