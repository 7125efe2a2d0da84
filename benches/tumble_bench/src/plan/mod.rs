//! Figures and terrain as no engine in particular sees them.
//!
//! Lengths in px, +x right, +y down, angles in rad (positive is clockwise on the screen), masses in kg.

pub mod human;
mod inertia;
pub mod stickman;

use core::f64::consts::{PI, TAU};

use glam::DVec2;

/// A shape in its body's frame \[px\].
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A circle.
    Circle {
        /// Its centre.
        center: DVec2,
        /// Its radius.
        radius: f64,
    },
    /// All points at most `radius` from the segment.
    Capsule {
        /// One end of the segment, the centre of a cap.
        a: DVec2,
        /// The other end.
        b: DVec2,
        /// Its radius.
        radius: f64,
    },
    /// All points at most `radius` from a convex polygon.
    Polygon {
        /// Its corners, clockwise on the screen.
        points: Vec<DVec2>,
        /// Its rounding.
        radius: f64,
    },
}

impl Form {
    /// An axis-aligned box.
    pub fn rectangle(min: DVec2, max: DVec2) -> Self {
        Self::Polygon {
            points: vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)],
            radius: 0.0,
        }
    }

    /// Its area \[px²\]. A rounded polygon counts with its rounding: A + r·perimeter + πr².
    pub fn area(&self) -> f64 {
        match self {
            Self::Circle { radius, .. } => PI * radius * radius,
            Self::Capsule { a, b, radius } => PI * radius * radius + 2.0 * radius * a.distance(*b),
            Self::Polygon { points, radius } => {
                let sides = || points.iter().zip(points.iter().cycle().skip(1));
                let twice: f64 = sides().map(|(a, b)| a.perp_dot(*b)).sum();
                let around: f64 = sides().map(|(a, b)| a.distance(*b)).sum();
                0.5 * twice.abs() + radius * around + PI * radius * radius
            }
        }
    }

    /// How far down it reaches when its body is at `at`, turned by `angle` \[px, the greatest y\].
    pub fn lowest(&self, at: DVec2, angle: f64) -> f64 {
        let turn = DVec2::from_angle(angle);
        let depth = |point: DVec2| at.y + turn.rotate(point).y;
        match self {
            Self::Circle { center, radius } => depth(*center) + radius,
            Self::Capsule { a, b, radius } => depth(*a).max(depth(*b)) + radius,
            Self::Polygon { points, radius } => {
                points
                    .iter()
                    .map(|&point| depth(point))
                    .fold(f64::NEG_INFINITY, f64::max)
                    + radius
            }
        }
    }
}

/// A shape with its surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The shape.
    pub form: Form,
    /// Coulomb's coefficient; a contact takes √(a·b).
    pub friction: f64,
    /// Whether it only meets what never moves.
    pub terrain_only: bool,
}

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPlan {
    /// What it is called.
    pub name: &'static str,
    /// Its shapes; one, but for feet.
    pub parts: Vec<Part>,
    /// Its frame's origin in the figure's frame \[px\].
    pub at: DVec2,
    /// Its frame's turn in the figure's frame \[rad\].
    pub angle: f64,
    /// Mass by area [kg/px²]; 0 for a body that never moves.
    pub density: f64,
    /// v ← v / (1 + d·h) [1/s].
    pub linear_damping: f64,
    /// The same for the angular velocity [1/s].
    pub angular_damping: f64,
    /// Slower than this counts as at rest, where the engine asks; `None` for the engine's default \[px/s\].
    pub sleep_speed: Option<f64>,
}

impl BodyPlan {
    /// Its mass \[kg\].
    pub fn mass(&self) -> f64 {
        self.density * self.parts.iter().map(|part| part.form.area()).sum::<f64>()
    }
}

/// A pin.
#[derive(Clone, Debug, PartialEq)]
pub struct PinPlan {
    /// Index of the body in whose frame limits act.
    pub parent: usize,
    /// Index of the other one.
    pub child: usize,
    /// Where, in the figure's frame as planned \[px\].
    pub at: DVec2,
    /// The child's angle less the parent's that counts as zero \[rad\].
    pub zero: f64,
    /// Limits, from zero \[rad\].
    pub limits: Option<[f64; 2]>,
    /// A spring that turns it to zero.
    pub spring: Option<SpringPlan>,
    /// Greatest torque of friction in it [kg·px²/s²].
    pub friction_torque: f64,
}

/// A damped angular spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringPlan {
    /// Torque by angle [kg·px²/s²].
    pub stiffness: f64,
    /// Torque by angular velocity [kg·px²/s].
    pub damping: f64,
}

impl SpringPlan {
    /// What swings a moment of inertia [kg·px²] with a frequency \[Hz\] and a damping ratio.
    pub fn swinging(inertia: f64, hertz: f64, damping_ratio: f64) -> Self {
        let omega = TAU * hertz;
        Self {
            stiffness: inertia * omega * omega,
            damping: 2.0 * damping_ratio * inertia * omega,
        }
    }

    /// The frequency \[Hz\] and damping ratio with which it swings a moment of inertia [kg·px²].
    pub fn with(self, inertia: f64) -> [f64; 2] {
        let omega = (self.stiffness / inertia).sqrt();
        [omega / TAU, self.damping / (2.0 * inertia * omega)]
    }
}

/// A figure or a piece of terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigurePlan {
    /// Its bodies, parents before children.
    pub bodies: Vec<BodyPlan>,
    /// Its pins. Bodies joined by one never meet.
    pub pins: Vec<PinPlan>,
    /// Further pairs of its bodies that never meet.
    pub apart: Vec<[usize; 2]>,
}

impl FigurePlan {
    /// A pin's anchors in its parent's and its child's frame \[px\].
    pub fn anchors(&self, pin: &PinPlan) -> [DVec2; 2] {
        [pin.parent, pin.child].map(|body| {
            let body = &self.bodies[body];
            DVec2::from_angle(-body.angle).rotate(pin.at - body.at)
        })
    }
}

/// Where a figure is put.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Where its frame's origin comes to \[px\].
    pub at: DVec2,
    /// By how much it is turned about it \[rad\].
    pub turn: f64,
    /// Bodies of one team never meet; 0 is no team.
    pub team: u32,
}

impl Placement {
    /// Position and angle of a body.
    pub fn of(&self, body: &BodyPlan) -> (DVec2, f64) {
        (
            self.at + DVec2::from_angle(self.turn).rotate(body.at),
            self.turn + body.angle,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_those_of_the_closed_forms() {
        let square = Form::rectangle(DVec2::ZERO, DVec2::new(3.0, 2.0));
        assert!((square.area() - 6.0).abs() < 1e-12);
        let Form::Polygon { points, .. } = square else {
            unreachable!("a rectangle is a polygon")
        };
        let round = Form::Polygon { points, radius: 1.0 };
        assert!((round.area() - (6.0 + 10.0 + PI)).abs() < 1e-12);
        let capsule = Form::Capsule {
            a: DVec2::ZERO,
            b: DVec2::new(4.0, 0.0),
            radius: 2.0,
        };
        assert!((capsule.area() - (16.0 + 4.0 * PI)).abs() < 1e-12);
    }

    #[test]
    fn a_springs_frequency_is_that_of_its_inertia() {
        let spring = SpringPlan::swinging(8.0, 5.0, 0.5);
        let [hertz, ratio] = spring.with(8.0);
        assert!((hertz - 5.0).abs() < 1e-12 && (ratio - 0.5).abs() < 1e-12);
        let [hertz, ratio] = spring.with(32.0);
        assert!((hertz - 2.5).abs() < 1e-12 && (ratio - 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_lowest_point_turns_with_the_body() {
        let capsule = Form::Capsule {
            a: DVec2::new(-10.0, 0.0),
            b: DVec2::new(10.0, 0.0),
            radius: 2.0,
        };
        assert!((capsule.lowest(DVec2::new(5.0, 7.0), 0.0) - 9.0).abs() < 1e-12);
        assert!((capsule.lowest(DVec2::new(5.0, 7.0), PI / 2.0) - 19.0).abs() < 1e-12);
        let square = Form::rectangle(DVec2::splat(-1.0), DVec2::splat(1.0));
        assert!((square.lowest(DVec2::ZERO, PI / 4.0) - 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn anchors_meet_at_the_pin() {
        let plan = stickman::stickman(true);
        for pin in &plan.pins {
            for (anchor, body) in plan.anchors(pin).into_iter().zip([pin.parent, pin.child]) {
                let (at, angle) = Placement::default().of(&plan.bodies[body]);
                assert!((at + DVec2::from_angle(angle).rotate(anchor)).distance(pin.at) < 1e-9);
            }
        }
    }
}
