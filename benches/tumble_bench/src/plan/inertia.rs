//! Moments of inertia, in closed form, and what a hinge feels of the figure that hangs on it.
//!
//! Engines understand a spring's frequency in different ways: Box2D takes the two bodies' own moments of inertia, our world the whole
//! figure's answer. So a plan gives stiffness and damping in the world's units, and these tell what frequency that is to whom.

use core::f64::consts::PI;

use glam::DVec2;

use super::{BodyPlan, FigurePlan, Form, PinPlan};

impl Form {
    /// Its centroid \[px\]. A rounding is taken to leave a polygon's where it is.
    pub fn centroid(&self) -> DVec2 {
        match self {
            Self::Circle { center, .. } => *center,
            Self::Capsule { a, b, .. } => 0.5 * (*a + *b),
            Self::Polygon { points, .. } => {
                let mut sum = DVec2::ZERO;
                let mut twice = 0.0;
                for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
                    sum += (*a + *b) * a.perp_dot(*b);
                    twice += a.perp_dot(*b);
                }
                sum / (3.0 * twice)
            }
        }
    }

    /// Second moment of area about its centroid \[px⁴\]. A polygon's rounding is left out.
    pub fn second_moment(&self) -> f64 {
        match self {
            Self::Circle { radius, .. } => 0.5 * PI * radius.powi(4),
            Self::Capsule { a, b, radius } => {
                let (length, r) = (a.distance(*b), *radius);
                let rectangle = length * 2.0 * r * (length * length + 4.0 * r * r) / 12.0;
                // Each cap: half a circle, its centroid 4r/3π beyond the middle of its straight side. Together, about that middle, πr⁴/2.
                let (cap, beyond) = (PI * r * r, 4.0 * r / (3.0 * PI));
                let about_own = 0.5 * PI * r.powi(4) - cap * beyond * beyond;
                rectangle + about_own + cap * (0.5 * length + beyond).powi(2)
            }
            Self::Polygon { points, .. } => {
                let center = self.centroid();
                let sides = points.iter().zip(points.iter().cycle().skip(1));
                let sum: f64 = sides
                    .map(|(a, b)| {
                        let (a, b) = (*a - center, *b - center);
                        a.perp_dot(b) * (a.length_squared() + a.dot(b) + b.length_squared())
                    })
                    .sum();
                sum.abs() / 12.0
            }
        }
    }
}

impl BodyPlan {
    /// Its centre of mass in its frame \[px\].
    pub fn center(&self) -> DVec2 {
        let (mut sum, mut area) = (DVec2::ZERO, 0.0);
        for part in &self.parts {
            sum += part.form.centroid() * part.form.area();
            area += part.form.area();
        }
        sum / area
    }

    /// Its moment of inertia about its centre of mass [kg·px²]; 0 for one that never moves.
    pub fn inertia(&self) -> f64 {
        let center = self.center();
        let moments = self.parts.iter().map(|part| {
            let form = &part.form;
            form.second_moment() + form.area() * form.centroid().distance_squared(center)
        });
        self.density * moments.sum::<f64>()
    }

    fn inverses(&self) -> (f64, f64) {
        if self.density > 0.0 {
            (1.0 / self.mass(), 1.0 / self.inertia())
        } else {
            (0.0, 0.0)
        }
    }
}

/// A body's accelerations under a load: of its centre of mass, and angular.
#[derive(Clone, Copy, Default)]
struct Answer {
    linear: DVec2,
    angular: f64,
}

impl FigurePlan {
    /// The moment of inertia that turns two bodies against each other, each about its own centre: 1 / (1/I₁ + 1/I₂) [kg·px²].
    pub fn pair_inertia(&self, pin: &PinPlan) -> f64 {
        1.0 / (self.bodies[pin.parent].inverses().1 + self.bodies[pin.child].inverses().1)
    }

    /// The torque at a pin that turns child against parent with 1 rad/s², the whole figure free, at rest and as planned, its pins rigid
    /// and without friction [kg·px²].
    ///
    /// With J the pins' Jacobian, M the masses and f the unit torque pair: pin forces λ solve J M⁻¹ Jᵀ λ = −J M⁻¹ f, and a = M⁻¹ (f + Jᵀλ).
    pub fn hinge_inertia(&self, pin: &PinPlan) -> f64 {
        let mut free = vec![Answer::default(); self.bodies.len()];
        free[pin.parent].angular = -self.bodies[pin.parent].inverses().1;
        free[pin.child].angular = self.bodies[pin.child].inverses().1;
        let (mut matrix, mut right) = (Vec::new(), Vec::new());
        for one in &self.pins {
            let [on_parent, on_child] = self.arms(one);
            let apart = at(free[one.child], on_child) - at(free[one.parent], on_parent);
            for (axis, value) in [(DVec2::X, apart.x), (DVec2::Y, apart.y)] {
                right.push(-value);
                matrix.push(
                    self.pins
                        .iter()
                        .flat_map(|other| self.coupling(one, axis, other))
                        .collect(),
                );
            }
        }
        let forces = solve(matrix, right);
        let mut turn = free[pin.child].angular - free[pin.parent].angular;
        for (other, force) in self.pins.iter().zip(forces.chunks(2)) {
            let force = DVec2::new(force[0], force[1]);
            for (body, sign) in [(pin.child, 1.0), (pin.parent, -1.0)] {
                turn += sign * self.pushed(other, force, body).angular;
            }
        }
        1.0 / turn
    }

    /// From the bodies' centres of mass to a pin, in the figure's frame.
    fn arms(&self, pin: &PinPlan) -> [DVec2; 2] {
        [pin.parent, pin.child].map(|body| {
            let body = &self.bodies[body];
            pin.at - body.at - DVec2::from_angle(body.angle).rotate(body.center())
        })
    }

    /// What a pin's force on its child, and the opposite one on its parent, do to a body.
    fn pushed(&self, pin: &PinPlan, force: DVec2, body: usize) -> Answer {
        let [on_parent, on_child] = self.arms(pin);
        let (mass, inertia) = self.bodies[body].inverses();
        let mut answer = Answer::default();
        for (pushed, arm, force) in [(pin.child, on_child, force), (pin.parent, on_parent, -force)] {
            if pushed == body {
                answer.linear += force * mass;
                answer.angular += arm.perp_dot(force) * inertia;
            }
        }
        answer
    }

    /// How far unit forces of `other` part the anchors of `one` along an axis.
    fn coupling(&self, one: &PinPlan, axis: DVec2, other: &PinPlan) -> [f64; 2] {
        let [on_parent, on_child] = self.arms(one);
        [DVec2::X, DVec2::Y].map(|force| {
            let child = at(self.pushed(other, force, one.child), on_child);
            let parent = at(self.pushed(other, force, one.parent), on_parent);
            (child - parent).dot(axis)
        })
    }
}

/// Acceleration of a point at `arm` from the centre, of a body at rest.
fn at(answer: Answer, arm: DVec2) -> DVec2 {
    answer.linear + arm.perp() * answer.angular
}

/// Gauss with the largest pivot in the column. A column without one, of a pin between bodies that never move, gives 0.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column] == 0.0 {
            continue;
        }
        for row in column + 1..size {
            let share = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (entry, pivot) in below[0][column..].iter_mut().zip(&above[column][column..]) {
                *entry -= share * pivot;
            }
            right[row] -= share * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|k| matrix[column][k] * right[k]).sum();
        let pivot = matrix[column][column];
        right[column] = if pivot == 0.0 {
            0.0
        } else {
            (right[column] - known) / pivot
        };
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Part;

    fn body(form: Form, at: DVec2, density: f64) -> BodyPlan {
        BodyPlan {
            name: "body",
            parts: vec![Part {
                form,
                friction: 0.6,
                terrain_only: false,
            }],
            at,
            angle: 0.0,
            density,
            linear_damping: 0.0,
            angular_damping: 0.0,
            sleep_speed: None,
        }
    }

    fn pin(parent: usize, child: usize, at: DVec2) -> PinPlan {
        PinPlan {
            parent,
            child,
            at,
            zero: 0.0,
            limits: None,
            spring: None,
            friction_torque: 0.0,
        }
    }

    fn rod(at: DVec2) -> BodyPlan {
        body(
            Form::rectangle(DVec2::new(-60.0, -1.0), DVec2::new(60.0, 1.0)),
            at,
            0.01,
        )
    }

    #[test]
    fn moments_are_those_of_the_closed_forms() {
        let square = Form::rectangle(DVec2::ZERO, DVec2::new(3.0, 2.0));
        assert!((square.second_moment() - 6.0 * 13.0 / 12.0).abs() < 1e-12);
        assert!(square.centroid().distance(DVec2::new(1.5, 1.0)) < 1e-12);
        // A capsule without length is a circle; a long thin one is a rod.
        let circle = Form::Circle {
            center: DVec2::ZERO,
            radius: 3.0,
        };
        let ball = Form::Capsule {
            a: DVec2::ONE,
            b: DVec2::ONE,
            radius: 3.0,
        };
        assert!((ball.second_moment() - circle.second_moment()).abs() < 1e-9);
        let thin = Form::Capsule {
            a: DVec2::ZERO,
            b: DVec2::new(1000.0, 0.0),
            radius: 0.01,
        };
        let rod = thin.area() * 1e6 / 12.0;
        assert!((thin.second_moment() / rod - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_rod_on_a_fixed_pin_turns_about_it() {
        let mut post = rod(DVec2::ZERO);
        post.density = 0.0;
        let plan = FigurePlan {
            bodies: vec![post, rod(DVec2::new(60.0, 0.0))],
            pins: vec![pin(0, 1, DVec2::ZERO)],
            apart: Vec::new(),
        };
        let (own, mass) = (plan.bodies[1].inertia(), plan.bodies[1].mass());
        assert!((plan.hinge_inertia(&plan.pins[0]) / (own + mass * 3600.0) - 1.0).abs() < 1e-12);
        assert!((plan.pair_inertia(&plan.pins[0]) / own - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_free_pair_of_rods_turns_as_by_hand() {
        // Two equal rods end to end, turned against each other: their ends go the same way as fast, so the pin has nothing to do and
        // each turns about its own centre.
        let plan = FigurePlan {
            bodies: vec![rod(DVec2::new(-60.0, 0.0)), rod(DVec2::new(60.0, 0.0))],
            pins: vec![pin(0, 1, DVec2::ZERO)],
            apart: Vec::new(),
        };
        let by_hand = 0.5 * plan.bodies[1].inertia();
        assert!((plan.hinge_inertia(&plan.pins[0]) / by_hand - 1.0).abs() < 1e-12);
    }

    #[test]
    fn bones_beyond_a_hinge_make_it_heavier_than_the_pair() {
        let plan = crate::plan::stickman::stickman(true);
        for pin in &plan.pins {
            let (hinge, pair) = (plan.hinge_inertia(pin), plan.pair_inertia(pin));
            assert!(hinge > pair, "{hinge} of {pair}");
        }
    }
}
