//! The human of Box2D's own `rain` benchmark: eleven bones, sizes in m there, in px here (100 px = 1 m).
//!
//! Numbers from `shared/human.c` and `shared/benchmarks.c` of Box2D 3.2 (MIT, Erin Catto). Angles are turned round, since y points down
//! here. Its feet, small polygons that only meet the ground, are shapes of their own on the lower legs; a world that has one shape a
//! body can do without them in every engine ([`Feet::None`]).

use core::f64::consts::PI;

use glam::DVec2;

use super::{BodyPlan, FigurePlan, Form, Part, PinPlan, SpringPlan};

/// px in a metre.
const METRE: f64 = 100.0;
/// 1 kg/m².
const DENSITY: f64 = 1.0 / (METRE * METRE);
const FRICTION: f64 = 0.2;
const FOOT_FRICTION: f64 = 0.05;
/// Bodies slower than this may sleep \[px/s\].
const SLEEP_SPEED: f64 = 0.1 * METRE;
/// Greatest torque of friction in a joint whose share is 1: 0.05 N·m.
const FRICTION_TORQUE: f64 = 0.05 * METRE * METRE;
/// Spring in each joint: frequency \[Hz\] and damping ratio, of the two bodies' own moments of inertia.
const SPRING: [f64; 2] = [5.0, 0.5];

/// Whether the human has its feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feet {
    /// As in Box2D's benchmark.
    Own,
    /// Legs end in their capsules.
    None,
}

/// A bone: its name, its parent's index, the height of its middle \[m\], its capsule's ends below and above that \[m\], its radius \[m\],
/// its damping [1/s].
type Bone = (&'static str, Option<usize>, f64, [f64; 2], f64, f64);

/// In the order of Box2D's enumeration, which is that of making.
const BONES: [Bone; 11] = [
    ("hip", None, 0.95, [-0.02, 0.02], 0.095, 0.0),
    ("torso", Some(0), 1.2, [-0.135, 0.135], 0.09, 0.0),
    ("head", Some(1), 1.475, [-0.038, 0.039], 0.075, 0.1),
    ("upper_left_leg", Some(0), 0.775, [-0.125, 0.125], 0.06, 0.0),
    ("lower_left_leg", Some(3), 0.475, [-0.155, 0.125], 0.045, 0.0),
    ("upper_right_leg", Some(0), 0.775, [-0.125, 0.125], 0.06, 0.0),
    ("lower_right_leg", Some(5), 0.475, [-0.155, 0.125], 0.045, 0.0),
    ("upper_left_arm", Some(1), 1.225, [-0.125, 0.125], 0.035, 0.0),
    ("lower_left_arm", Some(7), 0.975, [-0.125, 0.125], 0.03, 0.1),
    ("upper_right_arm", Some(1), 1.225, [-0.125, 0.125], 0.035, 0.0),
    ("lower_right_arm", Some(9), 0.975, [-0.125, 0.125], 0.03, 0.1),
];

/// The joint at a bone's upper end: height \[m\], zero [π rad], limits from it [π rad], all counter-clockwise as in Box2D; share of the
/// friction torque.
const JOINTS: [(f64, f64, [f64; 2], f64); 11] = [
    (0.0, 0.0, [0.0, 0.0], 0.0),
    (1.0, 0.0, [-0.25, 0.0], 0.5),
    (1.4, 0.0, [-0.3, 0.1], 0.25),
    (0.9, 0.0, [-0.05, 0.4], 1.0),
    (0.625, 0.0, [-0.5, -0.02], 0.5),
    (0.9, 0.0, [-0.05, 0.4], 1.0),
    (0.625, 0.0, [-0.5, -0.02], 0.5),
    (1.35, 0.0, [-0.1, 0.8], 0.5),
    (1.1, 0.25, [-0.2, 0.3], 0.1),
    (1.35, 0.0, [-0.1, 0.8], 0.5),
    (1.1, 0.25, [-0.2, 0.3], 0.1),
];

/// The foot's corners in the lower leg's frame \[m, y up\], and its rounding.
const FOOT: [[f64; 2]; 4] = [[-0.03, -0.185], [0.11, -0.185], [0.11, -0.16], [-0.03, -0.14]];
const FOOT_ROUNDING: f64 = 0.015;

fn height(metres: f64) -> DVec2 {
    DVec2::new(0.0, -metres * METRE)
}

/// The human, the ground under its feet at the origin.
pub fn human(feet: Feet) -> FigurePlan {
    let bodies = BONES
        .iter()
        .map(|&(name, _, middle, [below, above], radius, damping)| {
            let mut parts = vec![Part {
                form: Form::Capsule {
                    a: height(below),
                    b: height(above),
                    radius: radius * METRE,
                },
                friction: FRICTION,
                terrain_only: false,
            }];
            if feet == Feet::Own && name.starts_with("lower") && name.ends_with("leg") {
                parts.push(Part {
                    form: Form::Polygon {
                        // The mirror reverses the winding.
                        points: FOOT
                            .iter()
                            .rev()
                            .map(|&[x, y]| DVec2::new(x, -y) * METRE)
                            .collect(),
                        radius: FOOT_ROUNDING * METRE,
                    },
                    friction: FOOT_FRICTION,
                    terrain_only: true,
                });
            }
            BodyPlan {
                name,
                parts,
                at: height(middle),
                angle: 0.0,
                density: DENSITY,
                linear_damping: damping,
                angular_damping: 0.0,
                sleep_speed: Some(SLEEP_SPEED),
            }
        })
        .collect();
    let pins = BONES
        .iter()
        .zip(JOINTS)
        .enumerate()
        .filter_map(|(child, (&(_, parent, ..), (at, zero, [lower, upper], share)))| {
            Some(PinPlan {
                parent: parent?,
                child,
                at: height(at),
                zero: -zero * PI,
                limits: Some([-upper * PI, -lower * PI]),
                spring: None,
                friction_torque: share * FRICTION_TORQUE,
            })
        })
        .collect();
    let mut plan = FigurePlan {
        bodies,
        pins,
        apart: Vec::new(),
    };
    let [hertz, ratio] = SPRING;
    for i in 0..plan.pins.len() {
        plan.pins[i].spring = Some(SpringPlan::swinging(
            plan.pair_inertia(&plan.pins[i]),
            hertz,
            ratio,
        ));
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_are_within_both_bones() {
        let plan = human(Feet::Own);
        assert_eq!(plan.bodies.len(), 11);
        assert_eq!(plan.pins.len(), 10);
        for pin in &plan.pins {
            for body in [pin.parent, pin.child] {
                let body = &plan.bodies[body];
                let Form::Capsule { a, b, radius } = body.parts[0].form else {
                    panic!("{} is a capsule", body.name)
                };
                let local = pin.at - body.at;
                let reach = (local.y - a.y).max(b.y - local.y).max(0.0);
                assert!(reach <= 1.2 * radius, "{}: {reach} of {radius}", body.name);
            }
        }
    }

    #[test]
    fn it_weighs_what_its_area_does() {
        // Of the hip: π·9.5² + 2·9.5·4 px², at 1e-4 kg/px².
        let plan = human(Feet::None);
        assert!((plan.bodies[0].mass() - (PI * 9.5 * 9.5 + 76.0) * 1e-4).abs() < 1e-12);
        let total: f64 = plan.bodies.iter().map(BodyPlan::mass).sum();
        assert!((0.2..0.4).contains(&total), "{total}");
    }
}
