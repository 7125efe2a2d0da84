//! Grabbing: a damped spring of bounded force between a point of a body and a point of the world.

use core::f32::consts::TAU;

use rapier2d::dynamics::{
    GenericJoint, ImpulseJointHandle, JointAxesMask, JointAxis, MotorModel, RigidBody, RigidBodyBuilder,
};
use rapier2d::math::Pose;
use tumble::backend::{BodyHandle, Gone};
use tumble::math::Vec2;

use crate::body::Life;
use crate::convert::vector;
use crate::world::RapierWorld;

/// Marks the joint of a grab among rapier's joints; no pin has this handle.
pub(crate) const GRAB: u128 = u128::MAX;

#[derive(Debug)]
pub(crate) struct Grab {
    pub(crate) body: BodyHandle,
    pub(crate) joint: ImpulseJointHandle,
}

impl RapierWorld {
    pub(crate) fn grab_body(&mut self, handle: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        let body = self.slots.get_mut(handle.0).ok_or(Gone)?;
        if !local.is_finite() || !target.is_finite() {
            body.life = Life::Condemned;
            self.condemned.push(handle);
            return Ok(());
        }
        let rigid = body.rigid;
        let figure = body.figure;
        if let Some(grab) = self.grabs.iter().find(|grab| grab.body == handle) {
            if let Some(joint) = self.joints.get_mut(grab.joint, true) {
                joint.data.local_frame1 = Pose::from_translation(vector(target));
                joint.data.local_frame2 = Pose::from_translation(vector(local));
            }
            return Ok(());
        }
        let world = *self
            .anchor
            .get_or_insert_with(|| self.bodies.insert(RigidBodyBuilder::fixed()));
        // The spring carries the whole figure, so it is as stiff as the figure is heavy.
        let mass: f32 = if figure == 0 {
            self.bodies.get(rigid).map_or(1.0, RigidBody::mass)
        } else {
            self.slots
                .iter()
                .filter(|(_, other)| other.figure == figure && other.layer == tumble::backend::Layer::Limb)
                .filter_map(|(_, other)| self.bodies.get(other.rigid))
                .map(RigidBody::mass)
                .sum()
        };
        let omega = TAU * self.settings.grab_hertz;
        let mut joint = GenericJoint::new(JointAxesMask::empty());
        joint.local_frame1 = Pose::from_translation(vector(target));
        joint.local_frame2 = Pose::from_translation(vector(local));
        for axis in [JointAxis::LinX, JointAxis::LinY] {
            joint.set_motor_model(axis, MotorModel::ForceBased);
            joint.set_motor_position(axis, 0.0, mass * omega * omega, 2.0 * mass * omega);
            joint.set_motor_max_force(axis, mass * self.settings.grab_acceleration);
        }
        joint.user_data = GRAB;
        let joint = self.joints.insert(world, rigid, joint, true);
        self.grabs.push(Grab { body: handle, joint });
        Ok(())
    }

    pub(crate) fn release_body(&mut self, handle: BodyHandle) {
        if let Some(index) = self.grabs.iter().position(|grab| grab.body == handle) {
            let grab = self.grabs.remove(index);
            self.joints.remove(grab.joint, true);
        }
    }
}
