//! Looking at a world.

use tumble_math::{StateHasher, Vec2};

use crate::body::{BodyKind, BodyState};
use crate::event::Event;
use crate::id::{BodyId, JointId};
use crate::joint::JointState;
use crate::joint::store::Kind;
use crate::settings::Settings;

use super::World;
use super::bodies::NONE;
use super::counters::{Counters, Stats};

impl World {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the last step did.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// A body's state; `None` when it no longer exists.
    pub fn body(&self, body: BodyId) -> Option<BodyState> {
        let index = self.bodies.find(body)?;
        Some(self.bodies.state(index, self.trees.asleep(&self.bodies, index)))
    }

    /// How a body moves.
    pub fn kind(&self, body: BodyId) -> Option<BodyKind> {
        Some(self.bodies.body[self.bodies.find(body)?].kind)
    }

    /// The tag a body was made with.
    pub fn tag(&self, body: BodyId) -> Option<u64> {
        Some(self.bodies.body[self.bodies.find(body)?].tag)
    }

    /// A body's mass \[kg\] and moment of inertia about its centre of mass [kg·px²]; 0 unless dynamic.
    pub fn mass(&self, body: BodyId) -> Option<(f32, f32)> {
        let body = &self.bodies.body[self.bodies.find(body)?];
        Some((body.mass, body.inertia))
    }

    /// A joint's state; `None` when it no longer exists.
    pub fn joint(&self, joint: JointId) -> Option<JointState> {
        let joint = &self.joints.joint[self.joints.find(joint)?];
        let (a, b) = (
            &self.bodies.place[joint.a as usize],
            &self.bodies.place[joint.b as usize],
        );
        let on_b = b.rotate(joint.b_anchor);
        let (angle, limits, between, at) = match joint.kind {
            Kind::Pin(pin) => {
                let on_a = a.rotate(joint.a_anchor);
                // Differences first: far from the origin they are exact where positions aren't.
                (
                    b.angle - a.angle - pin.zero,
                    pin.limits,
                    (b.at - a.at) + (on_b - on_a),
                    a.at + on_a,
                )
            }
            Kind::Distance { .. } => {
                let on_a = a.rotate(joint.a_anchor);
                (0.0, None, (b.at - a.at) + (on_b - on_a), a.at + on_a)
            }
            Kind::Mouse { target, .. } => (0.0, None, (b.at - target) + on_b, target),
        };
        Some(JointState {
            angle,
            gap: between.length(),
            at,
            limits,
            force: joint.force,
            torque: joint.torque,
        })
    }

    /// What is in it.
    pub fn stats(&self) -> Stats {
        let asleep = (0..self.bodies.slots.places())
            .filter(|&index| self.bodies.slots.is_used(index) && self.trees.asleep(&self.bodies, index))
            .count();
        Stats {
            bodies: self.bodies.slots.len(),
            joints: self.joints.slots.len(),
            touching: self.pairs.touching.len(),
            asleep,
            trees: self.trees.tree.iter().filter(|tree| tree.alive).count(),
        }
    }

    /// Moves the events of the steps since the last call to the end of `out`, in a stable order.
    pub fn drain_events(&mut self, out: &mut Vec<Event>) {
        out.append(&mut self.events);
    }

    /// Sum of kinetic and potential energy of all dynamic bodies, potential against y = 0 [kg·px²/s²].
    pub fn energy(&self) -> f64 {
        let gravity = self.settings.gravity;
        self.dynamic_bodies()
            .map(|index| {
                let (body, motion, place) = (
                    &self.bodies.body[index],
                    self.bodies.motion[index],
                    &self.bodies.place[index],
                );
                let kinetic = 0.5 * f64::from(body.mass) * f64::from(motion.v.length_squared())
                    + 0.5 * f64::from(body.inertia) * f64::from(motion.w * motion.w);
                let height = f64::from(gravity.x) * f64::from(place.at.x)
                    + f64::from(gravity.y) * f64::from(place.at.y);
                kinetic - f64::from(body.mass * body.gravity_scale) * height
            })
            .sum()
    }

    /// A hash of the state of every body: equal for equal bytes.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        for index in 0..self.bodies.slots.places() {
            if !self.bodies.slots.is_used(index) {
                continue;
            }
            let (place, motion) = (&self.bodies.place[index], &self.bodies.motion[index]);
            hasher.write_u32(index as u32);
            for value in [
                place.at.x,
                place.at.y,
                place.angle,
                motion.v.x,
                motion.v.y,
                motion.w,
            ] {
                hasher.write_f32(value);
            }
            hasher.write_u32(u32::from(self.trees.asleep(&self.bodies, index)));
        }
        hasher.finish()
    }

    /// Bodies in the order they were made, as far as places aren't used again.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        (0..self.bodies.slots.places())
            .filter(|&index| self.bodies.slots.is_used(index))
            .map(|index| self.bodies.id(index))
    }

    /// Joints in the order they were made, as far as places aren't used again.
    pub fn joints(&self) -> impl Iterator<Item = JointId> + '_ {
        (0..self.joints.slots.places())
            .filter(|&index| self.joints.slots.is_used(index))
            .map(|index| self.joints.id(index))
    }

    pub(crate) fn dynamic_bodies(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies.slots.places())
            .filter(|&index| self.bodies.slots.is_used(index) && self.bodies.is_dynamic(index))
    }

    /// Mass of a body and of all dynamic bodies that joints connect it to \[kg\].
    pub fn connected_mass(&self, body: BodyId) -> Option<f32> {
        let mut found = vec![self.bodies.find(body)? as u32];
        let mut next = 0;
        let mut mass = 0.0;
        while let Some(&at) = found.get(next) {
            next += 1;
            mass += self.bodies.body[at as usize].mass;
            for &joint in &self.bodies.body[at as usize].joints {
                let other = super::trees::other_end(&self.joints, joint, at);
                if self.bodies.is_dynamic(other as usize) && !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        Some(mass)
    }

    /// The centre of mass of the tree that a body belongs to \[px\].
    pub fn figure_center(&self, body: BodyId) -> Option<Vec2> {
        let index = self.bodies.find(body)?;
        let tree = self.bodies.body[index].tree;
        if tree == NONE {
            return Some(self.bodies.place[index].at);
        }
        let (mut sum, mut mass) = (Vec2::ZERO, 0.0);
        for &member in &self.trees.tree[tree as usize].members {
            let weight = self.bodies.body[member as usize].mass;
            sum += self.bodies.place[member as usize].at * weight;
            mass += weight;
        }
        Some(sum / mass)
    }
}
