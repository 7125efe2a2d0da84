//! Pins: revolute joints whose angle is counted over whole turns.

use core::f32::consts::{PI, TAU};

use rapier2d::dynamics::{
    GenericJoint, ImpulseJoint, ImpulseJointHandle, JointAxesMask, JointAxis, JointLimits, MotorModel,
    RigidBody,
};
use rapier2d::math::{Pose, SpatialVector};
use tumble::backend::{BodyHandle, InvalidDesc, Motor, PinDesc, PinHandle, PinState};
use tumble::math::{Rot, Vec2, angle};

use crate::convert::{rot, rotation, vec2, vector};

/// Bands wider than this are shown to rapier one end at a time \[rad\].
///
/// Rapier measures an angle from the middle of its band and wraps it there, so that a band of 320° leaves 20° beyond each end
/// before the joint comes out on the other side. A window of this width about the nearer end leaves 60° beyond it, and 80° or
/// more before the window's far end would be felt.
const WINDOW: f32 = 4.0 / 3.0 * PI;

/// A joint farther outside its band than this is brought back at a limited speed, until it is inside \[rad\]. Falls don't get
/// there (see the README's table); poses made outside, and bands moved past the joint, do, and rapier would fling the limb.
const FAR_OUTSIDE: f32 = 0.05;
/// As good as inside \[rad\].
const INSIDE: f32 = 0.002;
/// How fast it is brought back, a share of the way a second [1/s] …
const RETURN_SPEED: f32 = 1.1;
/// … but no slower than this \[rad/s\]. Rapier leaves a joint some of the speed it was corrected with, and more in a chain of limits;
/// at this speed no limb of the stickman gets to 300 px/s.
const LEAST_RETURN_SPEED: f32 = 0.35;

#[derive(Debug)]
pub(crate) struct Pin {
    pub(crate) joint: ImpulseJointHandle,
    pub(crate) parent: BodyHandle,
    pub(crate) child: BodyHandle,
    parent_anchor: Vec2,
    child_anchor: Vec2,
    zero: f32,
    limits: Option<[f32; 2]>,
    pub(crate) motor: Option<Motor>,
    /// The angle as of the last step, over whole turns.
    angle: f32,
    /// What rapier was shown of the band.
    window: Option<[f32; 2]>,
    /// Whether it is being brought back from far outside.
    returning: bool,
}

/// Checks the numbers of a description.
///
/// # Errors
/// The first thing that is wrong with it.
pub(crate) fn check(desc: &PinDesc) -> Result<(), InvalidDesc> {
    for (name, value) in [
        ("parent_anchor", desc.parent_anchor.x + desc.parent_anchor.y),
        ("child_anchor", desc.child_anchor.x + desc.child_anchor.y),
        ("zero", desc.zero),
        ("angle", desc.angle),
        ("softness", desc.softness),
    ] {
        if !value.is_finite() {
            return Err(InvalidDesc::NotFinite(name));
        }
    }
    if desc.softness < 0.0 {
        return Err(InvalidDesc::NotPositive("softness"));
    }
    if let Some(limits) = desc.limits {
        check_limits(limits)?;
    }
    Ok(())
}

/// # Errors
/// Not finite, or the wrong way round.
pub(crate) fn check_limits([lower, upper]: [f32; 2]) -> Result<(), InvalidDesc> {
    if !lower.is_finite() || !upper.is_finite() {
        return Err(InvalidDesc::NotFinite("limits"));
    }
    if lower > upper {
        return Err(InvalidDesc::Limits);
    }
    Ok(())
}

impl Pin {
    /// The pin, and rapier's joint for it.
    pub(crate) fn new(
        desc: &PinDesc,
        handle: PinHandle,
        parent: &RigidBody,
        child: &RigidBody,
    ) -> (Self, GenericJoint) {
        let mut pin = Self {
            joint: ImpulseJointHandle::invalid(),
            parent: desc.parent,
            child: desc.child,
            parent_anchor: desc.parent_anchor,
            child_anchor: desc.child_anchor,
            zero: desc.zero,
            limits: desc.limits,
            motor: None,
            angle: 0.0,
            window: None,
            returning: false,
        };
        let now = pin.wrapped_angle(parent, child);
        pin.angle = now + TAU * ((desc.angle - now) / TAU).round_ties_even();
        pin.window = pin.wanted_window(0.0, 0.0);

        let mut joint = if desc.softness > 0.0 {
            springs(desc.softness, parent, child)
        } else {
            GenericJoint::new(JointAxesMask::LOCKED_REVOLUTE_AXES)
        };
        joint.contacts_enabled = false;
        joint.local_frame1 = Pose {
            rotation: rotation(desc.zero),
            translation: vector(desc.parent_anchor),
        };
        joint.local_frame2 = Pose::from_translation(vector(desc.child_anchor));
        joint.user_data = u128::from(handle.0);
        pin.show_window(&mut joint);
        (pin, joint)
    }

    /// Takes new limits; whether they differ.
    pub(crate) fn set_limits(&mut self, limits: Option<[f32; 2]>) -> bool {
        let differ = self.limits != limits;
        self.limits = limits;
        differ
    }

    /// The angle from zero now, over whole turns \[rad\].
    pub(crate) fn angle_now(&self, parent: &RigidBody, child: &RigidBody) -> f32 {
        self.angle + angle::shortest(self.angle, self.wrapped_angle(parent, child))
    }

    /// Counts the turn made since the last call. No joint turns by half a turn or more in a step.
    pub(crate) fn count_turn(&mut self, parent: &RigidBody, child: &RigidBody) {
        self.angle = self.angle_now(parent, child);
    }

    fn wrapped_angle(&self, parent: &RigidBody, child: &RigidBody) -> f32 {
        let relative = rot(parent.position().rotation).inverse() * rot(child.position().rotation);
        (Rot::from_angle(self.zero).inverse() * relative).angle()
    }

    /// What rapier is to be shown of the band for a pass of `dt` \[s\] in which the joint is expected to turn by `ahead` \[rad\].
    fn wanted_window(&mut self, ahead: f32, dt: f32) -> Option<[f32; 2]> {
        let [lower, upper] = self.limits?;
        let width = upper - lower;
        if width >= TAU {
            return None;
        }
        // Far outside, the nearer end is shown a little ahead of where the joint is, and moves home with it.
        let above = self.angle - upper;
        let below = lower - self.angle;
        let least = if self.returning { INSIDE } else { FAR_OUTSIDE };
        self.returning = above.max(below) > least;
        if self.returning {
            let home = (RETURN_SPEED * above.max(below)).max(LEAST_RETURN_SPEED) * dt;
            return Some(if above > below {
                let end = upper.max(self.angle - home);
                [(end - WINDOW).max(lower), end]
            } else {
                let end = lower.min(self.angle + home);
                [end, (end + WINDOW).min(upper)]
            });
        }
        if width <= WINDOW {
            return Some([lower, upper]);
        }
        if self.angle + ahead >= 0.5 * (lower + upper) {
            Some([upper - WINDOW, upper])
        } else {
            Some([lower, lower + WINDOW])
        }
    }

    /// Whether rapier has to be shown another part of the band for a pass of `dt` \[s\].
    pub(crate) fn move_window(&mut self, parent: &RigidBody, child: &RigidBody, dt: f32) -> bool {
        if self.limits.is_none() && self.window.is_none() {
            return false;
        }
        let wanted = self.wanted_window((child.angvel() - parent.angvel()) * dt, dt);
        let moved = wanted != self.window;
        self.window = wanted;
        moved
    }

    pub(crate) fn show_window(&self, joint: &mut GenericJoint) {
        if let Some(window) = self.window {
            // Keep the running impulse only where the same end of the band stays in view.
            joint.set_limits(JointAxis::AngX, window);
        } else {
            joint.limit_axes.remove(JointAxesMask::ANG_X);
            joint.limits[JointAxis::AngX as usize] = JointLimits::default();
        }
    }

    /// Sets up rapier's motor.
    ///
    /// A spring on the joint's angle, k = J ω², c = 2 ζ J ω with ω = 2π·hertz, where 1/J = 1/P + 1/C and P, C are the
    /// moments of inertia of parent and child about the pin: the frequency is right for two bodies in line, and close for others.
    pub(crate) fn show_motor(&self, joint: &mut GenericJoint, parent: &RigidBody, child: &RigidBody) {
        let Some(motor) = self.motor else {
            joint.motor_axes.remove(JointAxesMask::ANG_X);
            return;
        };
        let about_pin = |body: &RigidBody, anchor: Vec2| {
            if !body.is_dynamic() {
                return 0.0;
            }
            let mass = body.mass();
            let own = body.mass_properties().local_mprops.principal_inertia();
            let arm = (anchor - vec2(body.local_center_of_mass())).length();
            1.0 / (own + mass * arm * arm)
        };
        let inverse = about_pin(parent, self.parent_anchor) + about_pin(child, self.child_anchor);
        let inertia = if inverse > 0.0 { 1.0 / inverse } else { 0.0 };
        let omega = TAU * motor.hertz;
        joint.set_motor_model(JointAxis::AngX, MotorModel::ForceBased);
        joint.set_motor_position(
            JointAxis::AngX,
            motor.target,
            inertia * omega * omega,
            2.0 * motor.damping_ratio * inertia * omega,
        );
        joint.set_motor_max_force(JointAxis::AngX, motor.max_torque);
    }

    pub(crate) fn state(&self, parent: &RigidBody, child: &RigidBody) -> PinState {
        let at = anchor(parent, self.parent_anchor);
        PinState {
            angle: self.angle_now(parent, child),
            limits: self.limits,
            gap: (anchor(child, self.child_anchor) - at).length(),
            at,
        }
    }
}

/// Where an anchor is in the world.
fn anchor(body: &RigidBody, local: Vec2) -> Vec2 {
    vec2(body.position().transform_point(vector(local)))
}

/// Forgets the impulses that rapier would start the next step from.
pub(crate) fn forget_impulses(joint: &mut ImpulseJoint) {
    joint.impulses = SpatialVector::default();
    for limit in &mut joint.data.limits {
        limit.impulse = 0.0;
    }
    for motor in &mut joint.data.motors {
        motor.impulse = 0.0;
    }
}

/// A soft pin: two springs of k = 1/softness, critically damped for the two bodies' reduced mass, in place of rapier's locked
/// axes, whose own softness gives ten times as much as its frequency says.
fn springs(softness: f32, parent: &RigidBody, child: &RigidBody) -> GenericJoint {
    let inverse_mass = |body: &RigidBody| if body.is_dynamic() { 1.0 / body.mass() } else { 0.0 };
    let inverse = inverse_mass(parent) + inverse_mass(child);
    let stiffness = 1.0 / softness;
    let damping = if inverse > 0.0 {
        2.0 * (stiffness / inverse).sqrt()
    } else {
        0.0
    };
    let mut joint = GenericJoint::new(JointAxesMask::empty());
    for axis in [JointAxis::LinX, JointAxis::LinY] {
        joint.set_motor_model(axis, MotorModel::ForceBased);
        joint.set_motor_position(axis, 0.0, stiffness, damping);
    }
    joint
}
