//! The stickman of record, as it falls in the rain: arms straight out, each leg 10° from straight down.

use core::f64::consts::PI;

use glam::DVec2;

use super::{BodyPlan, FigurePlan, Form, Part, PinPlan};

/// Friction of its bodies and of what it falls on.
pub const FRICTION: f64 = 0.6;

const TORSO: f64 = 391.5;
const HEAD: f64 = 90.0;
const HEAD_RADIUS: f64 = 100.0;
const SHOULDERS: f64 = 248.0;
const UPPER_ARM: f64 = 168.0;
const LOWER_ARM: f64 = 200.0;
const UPPER_LEG: f64 = 200.0;
const LOWER_LEG: f64 = 200.0;

/// Indices of bodies that hang on one pin.
const SIBLINGS: [[usize; 2]; 2] = [[2, 4], [6, 8]];

/// A capsule along the body's x axis, `length` from tip to tip.
fn limb(name: &'static str, from: DVec2, direction: f64, length: f64, radius: f64) -> BodyPlan {
    let half = DVec2::new(0.5 * length - radius, 0.0);
    BodyPlan {
        name,
        parts: vec![Part {
            form: Form::Capsule {
                a: -half,
                b: half,
                radius,
            },
            friction: FRICTION,
            terrain_only: false,
        }],
        at: from + DVec2::from_angle(direction) * (0.5 * length),
        angle: direction,
        density: 0.0,
        linear_damping: 0.5,
        angular_damping: 3.0,
        sleep_speed: None,
    }
}

/// The far end of a limb.
fn tip(limb: &BodyPlan, length: f64) -> DVec2 {
    limb.at + DVec2::from_angle(limb.angle) * (0.5 * length)
}

/// The stickman, its hips at the origin. `siblings_apart`: whether bodies on one pin (both upper arms, both upper legs) never meet.
///
/// Limits count from this pose: shoulders and hips ±160°, left elbow and knee −5..150°, right ones −150..5°; the neck is free.
pub fn stickman(siblings_apart: bool) -> FigurePlan {
    let (hips, shoulders, neck) = (DVec2::ZERO, DVec2::new(0.0, -SHOULDERS), DVec2::new(0.0, -TORSO));
    let up = -PI / 2.0;
    let down = PI / 2.0;
    let spread = 10f64.to_radians();

    let mut torso = limb("torso", hips, up, TORSO, 12.0);
    torso.linear_damping = 1.0;
    torso.angular_damping = 4.0;
    let mut head = limb("head", neck, up, 2.0 * HEAD, HEAD_RADIUS);
    head.parts[0].form = Form::Circle {
        center: DVec2::ZERO,
        radius: HEAD_RADIUS,
    };
    head.angular_damping = 2.0;
    let mut bodies = vec![torso, head];
    let mut masses = vec![8.0, 2.0];
    let mut pins = vec![(0, 1, neck, None)];
    let wide = 160f64.to_radians();
    let [stretch, fold] = [-5f64, 150.0].map(f64::to_radians);
    let left = [stretch, fold];
    let right = [-fold, -stretch];
    for (upper, lower, from, direction, lengths, weights, hinge) in [
        (
            "left_upper_arm",
            "left_lower_arm",
            shoulders,
            PI,
            [UPPER_ARM, LOWER_ARM],
            [1.5, 1.0],
            left,
        ),
        (
            "right_upper_arm",
            "right_lower_arm",
            shoulders,
            0.0,
            [UPPER_ARM, LOWER_ARM],
            [1.5, 1.0],
            right,
        ),
        (
            "left_upper_leg",
            "left_lower_leg",
            hips,
            down + spread,
            [UPPER_LEG, LOWER_LEG],
            [2.0, 1.5],
            left,
        ),
        (
            "right_upper_leg",
            "right_lower_leg",
            hips,
            down - spread,
            [UPPER_LEG, LOWER_LEG],
            [2.0, 1.5],
            right,
        ),
    ] {
        let first = bodies.len();
        let upper = limb(upper, from, direction, lengths[0], 8.0);
        let middle = tip(&upper, lengths[0]);
        bodies.push(upper);
        bodies.push(limb(lower, middle, direction, lengths[1], 8.0));
        masses.extend(weights);
        pins.push((0, first, from, Some([-wide, wide])));
        pins.push((first, first + 1, middle, Some(hinge)));
    }
    for (body, mass) in bodies.iter_mut().zip(masses) {
        body.density = mass / body.parts[0].form.area();
    }
    let pins = pins
        .into_iter()
        .map(|(parent, child, at, limits)| PinPlan {
            parent,
            child,
            at,
            zero: bodies[child].angle - bodies[parent].angle,
            limits,
            spring: None,
            friction_torque: 0.0,
        })
        .collect();
    let apart = if siblings_apart {
        SIBLINGS.to_vec()
    } else {
        Vec::new()
    };
    FigurePlan { bodies, pins, apart }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_stickman_of_record() {
        let plan = stickman(true);
        assert_eq!(plan.bodies.len(), 10);
        assert_eq!(plan.pins.len(), 9);
        let mass: f64 = plan.bodies.iter().map(BodyPlan::mass).sum();
        assert!((mass - 22.0).abs() < 1e-9, "{mass}");
        let bodies: Vec<_> = plan.bodies.iter().map(|body| body.name).collect();
        for [a, b] in plan.apart {
            assert_eq!(bodies[a].replace("left", "right"), bodies[b]);
            let hung_on = |body| plan.pins.iter().find(|pin| pin.child == body).map(|pin| pin.at);
            assert_eq!(hung_on(a), hung_on(b));
        }
        let foot = tip(&plan.bodies[7], LOWER_LEG);
        assert!(
            (foot
                - DVec2::new(
                    -400.0 * 10f64.to_radians().sin(),
                    400.0 * 10f64.to_radians().cos()
                ))
            .length()
                < 1e-9
        );
        let head = &plan.bodies[1];
        assert!((head.at - DVec2::new(0.0, -481.5)).length() < 1e-9);
    }
}
