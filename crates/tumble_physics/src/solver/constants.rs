//! What stays the same of a figure from step to step, as its tree's solver wants it.

use tumble_math::{StateHasher, Vec2};

use super::damping;
use super::tree::{BodyConstant, PinConstant};
use crate::joint::store::{Joint, Kind};
use crate::world::World;
use crate::world::bodies::NONE;
use crate::world::trees::Tree;

/// The step's length \[s\] and its sub-steps, which constants are made for.
pub(crate) type Pace = (f32, u32);

/// Whether any hinge of a tree has a spring or a motor.
pub(crate) fn is_driven(world: &World, tree: &Tree) -> bool {
    tree.edges.iter().any(|&edge| {
        edge != NONE
            && matches!(
                world.joints.joint[edge as usize].kind,
                Kind::Pin(pin) if pin.pose_spring.is_some() || pin.motor.is_some()
            )
    })
}

/// A number that two figures share only when all their constants are the same: a lane that holds one's can be the other's. With 64 bits it won't
/// happen by chance.
pub(crate) fn fingerprint(world: &World, tree: &Tree, pace: Pace) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.write_u32(tree.shape);
    for (&member, &edge) in tree.members.iter().zip(&tree.edges) {
        let (body, pin) = constants(world, member, edge, pace);
        for value in [
            body.mass,
            body.inertia,
            body.linear_damping,
            body.angular_damping,
            body.gravity_scale,
            pin.parent.x,
            pin.parent.y,
            pin.child.x,
            pin.child.y,
            pin.zero,
        ] {
            hasher.write_f32(value);
        }
        let limits = pin.limits.map_or([0.0; 3], |[lower, upper]| [1.0, lower, upper]);
        let spring = pin.pose_spring.map_or([0.0; 5], |spring| {
            [
                1.0,
                spring.target,
                spring.spring.hertz,
                spring.spring.damping_ratio,
                spring.max_torque,
            ]
        });
        let motor = pin
            .motor
            .map_or([0.0; 3], |motor| [1.0, motor.speed, motor.max_torque]);
        for &value in limits.iter().chain(&spring).chain(&motor) {
            hasher.write_f32(value);
        }
    }
    hasher.finish()
}

/// The fixed body of an anchored root's pin, and the anchor on it.
pub(super) fn anchor_of(joint: &Joint, root: u32) -> (u32, Vec2) {
    if joint.b == root {
        (joint.a, joint.a_anchor)
    } else {
        (joint.b, joint.b_anchor)
    }
}

/// What stays the same of a body and of the pin on which it hangs.
pub(super) fn constants(
    world: &World,
    member: u32,
    edge: u32,
    (dt, steps): Pace,
) -> (BodyConstant, PinConstant) {
    let body = &world.bodies.body[member as usize];
    let pin = if edge == NONE {
        PinConstant::default()
    } else {
        pin_constant(&world.joints.joint[edge as usize], member)
    };
    let body = BodyConstant {
        mass: body.mass,
        inertia: body.inertia,
        linear_damping: damping::per_sub_step(body.linear_damping, dt, steps),
        angular_damping: damping::per_sub_step(body.angular_damping, dt, steps),
        gravity_scale: body.gravity_scale,
    };
    (body, pin)
}

/// A pin in the tree's sense; where the tree's child is the joint's parent, angles are negated.
fn pin_constant(joint: &Joint, child: u32) -> PinConstant {
    let Kind::Pin(pin) = joint.kind else {
        return PinConstant::default();
    };
    if joint.b == child {
        return PinConstant {
            parent: joint.a_anchor,
            child: joint.b_anchor,
            zero: pin.zero,
            limits: pin.limits,
            pose_spring: pin.pose_spring,
            motor: pin.motor,
        };
    }
    let mut pose_spring = pin.pose_spring;
    if let Some(spring) = &mut pose_spring {
        spring.target = -spring.target;
    }
    let mut motor = pin.motor;
    if let Some(motor) = &mut motor {
        motor.speed = -motor.speed;
    }
    PinConstant {
        parent: joint.b_anchor,
        child: joint.a_anchor,
        zero: -pin.zero,
        limits: pin.limits.map(|[lower, upper]| [-upper, -lower]),
        pose_spring,
        motor,
    }
}
