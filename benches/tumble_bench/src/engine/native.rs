//! Our own world: px, y down, everything at its defaults.

use std::time::Instant;

use glam::DVec2;
use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    BodyDesc, BodyId, BodyKind, Filter, JointDesc, Material, PairRule, PinDesc, PoseSpring, Settings, Shape,
    SpeedMotor, Spring, Stage, World,
};

use super::{BodyNow, Engine, EngineError, Name, Stages};
use crate::plan::{BodyPlan, FigurePlan, Form, PinPlan, Placement};

/// Category of what never moves.
const TERRAIN: u32 = 1;
/// Category of the rest.
const MOVING: u32 = 2;

pub(super) struct Native {
    world: World,
    figures: Vec<Option<Vec<BodyId>>>,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "what `map_err` calls takes errors by value"
)]
fn wrong(what: impl ToString) -> EngineError {
    EngineError {
        engine: Name::Native,
        what: what.to_string(),
    }
}

fn vector(v: DVec2) -> Vec2 {
    Vec2::new(v.x as f32, v.y as f32)
}

/// Version and build.
pub(super) fn build() -> String {
    format!("tumble_physics {}, 4 sub-steps", env!("CARGO_PKG_VERSION"))
}

fn shape(form: &Form) -> Shape {
    match form {
        Form::Circle { center, radius } => Shape::Circle {
            center: vector(*center),
            radius: *radius as f32,
        },
        Form::Capsule { a, b, radius } => Shape::Capsule {
            a: vector(*a),
            b: vector(*b),
            radius: *radius as f32,
        },
        Form::Polygon { points, radius } => Shape::Polygon {
            points: points.iter().map(|&point| vector(point)).collect(),
            radius: *radius as f32,
        },
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Edits => "edits",
        Stage::Pairs => "pairs",
        Stage::Contacts => "contacts",
        Stage::Gather => "gather",
        Stage::Figures => "figures",
        Stage::Rows => "rows",
        Stage::Scatter => "scatter",
        Stage::Walls => "walls",
        Stage::Touches => "touches",
        Stage::Sleep => "sleep",
        Stage::Boxes => "boxes",
    }
}

impl Native {
    pub(super) fn new(gravity: f64, threads: usize) -> Result<Self, EngineError> {
        let settings = Settings {
            gravity: vector(DVec2::new(0.0, gravity)),
            ..Settings::default()
        };
        let mut world = World::new(settings);
        world.set_threads(threads).map_err(wrong)?;
        Ok(Self {
            world,
            figures: Vec::new(),
        })
    }

    fn body(&mut self, plan: &BodyPlan, placement: Placement) -> Result<BodyId, EngineError> {
        let (at, angle) = placement.of(plan);
        let [part] = plan.parts.as_slice() else {
            return Err(wrong(format!(
                "{} has {} shapes, a body has one",
                plan.name,
                plan.parts.len()
            )));
        };
        let moves = plan.density > 0.0;
        let filter = Filter {
            category: if moves { MOVING } else { TERRAIN },
            mask: if part.terrain_only {
                TERRAIN
            } else {
                TERRAIN | MOVING
            },
            group: -(placement.team.cast_signed()),
            ..Filter::default()
        };
        let mut desc = BodyDesc {
            kind: if moves {
                BodyKind::Dynamic
            } else {
                BodyKind::Static
            },
            shape: shape(&part.form),
            pose: Pose2::new(vector(at), angle as f32),
            linear_damping: plan.linear_damping as f32,
            angular_damping: plan.angular_damping as f32,
            material: Material {
                friction: part.friction as f32,
                ..Material::default()
            },
            filter,
            ..BodyDesc::default()
        };
        if moves {
            desc.mass = plan.mass() as f32;
        }
        self.world.add_body(&desc).map_err(wrong)
    }

    fn pin(&mut self, plan: &FigurePlan, pin: &PinPlan, bodies: &[BodyId]) -> Result<(), EngineError> {
        let [on_parent, on_child] = plan.anchors(pin).map(vector);
        let mut desc = PinDesc::new(bodies[pin.parent], bodies[pin.child], on_parent, on_child);
        desc.zero = pin.zero as f32;
        desc.limits = pin.limits.map(|limits| limits.map(|limit| limit as f32));
        desc.pose_spring = pin.spring.map(|spring| {
            let [hertz, ratio] = spring.with(plan.hinge_inertia(pin));
            PoseSpring {
                target: 0.0,
                spring: Spring {
                    hertz: hertz as f32,
                    damping_ratio: ratio as f32,
                },
                max_torque: f32::INFINITY,
            }
        });
        if pin.friction_torque > 0.0 {
            desc.motor = Some(SpeedMotor {
                speed: 0.0,
                max_torque: pin.friction_torque as f32,
            });
        }
        self.world
            .add_joint(&JointDesc::Pin(desc))
            .map(|_| ())
            .map_err(wrong)
    }
}

impl Engine for Native {
    fn spawn(&mut self, plan: &FigurePlan, placement: Placement) -> Result<(), EngineError> {
        let bodies = plan
            .bodies
            .iter()
            .map(|body| self.body(body, placement))
            .collect::<Result<Vec<_>, _>>()?;
        for pin in &plan.pins {
            self.pin(plan, pin, &bodies)?;
        }
        for &[a, b] in &plan.apart {
            self.world
                .set_pair(bodies[a], bodies[b], PairRule::Ignore)
                .map_err(wrong)?;
        }
        self.figures.push(Some(bodies));
        Ok(())
    }

    fn remove(&mut self, figure: usize) -> Result<(), EngineError> {
        let gone = self.figures.get_mut(figure).and_then(Option::take);
        for body in gone.ok_or_else(|| wrong(format!("no figure {figure}")))? {
            self.world.remove_body(body).map_err(wrong)?;
        }
        Ok(())
    }

    fn step(&mut self, dt: f64) -> Result<(), EngineError> {
        self.world.step(dt as f32);
        Ok(())
    }

    fn step_in_stages(&mut self, dt: f64, stages: &mut Stages) -> Result<(), EngineError> {
        let mut last = Instant::now();
        self.world.step_observed(dt as f32, &mut |stage| {
            let now = Instant::now();
            stages.add(name(stage), (now - last).as_secs_f64());
            last = now;
        });
        Ok(())
    }

    fn read(&mut self, figure: usize, out: &mut Vec<BodyNow>) -> Result<(), EngineError> {
        out.clear();
        let figure = self.figures.get(figure).and_then(Option::as_ref);
        for &body in figure.ok_or_else(|| wrong("no such figure"))? {
            let state = self.world.body(body).ok_or_else(|| wrong("a body is gone"))?;
            let [at, velocity] =
                [state.pose.position, state.velocity].map(|v| DVec2::new(f64::from(v.x), f64::from(v.y)));
            out.push(BodyNow {
                at,
                angle: f64::from(state.pose.angle),
                velocity,
                spin: f64::from(state.spin),
            });
        }
        Ok(())
    }

    fn all_asleep(&mut self) -> Result<bool, EngineError> {
        for &body in self.figures.iter().flatten().flatten() {
            let moves = self.world.kind(body) == Some(BodyKind::Dynamic);
            if moves && self.world.body(body).is_some_and(|state| !state.asleep) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn foreign_bytes(&mut self) -> Result<u64, EngineError> {
        Ok(0)
    }
}
