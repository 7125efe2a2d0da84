//! Box2D 3.2 through boxdd: metres, y up, everything else at its defaults.

use boxdd::joints::FilterJointDef;
use boxdd::{
    BodyId, BodyType, Filter, Foundation, JointId, RevoluteJointDef, ShapeDef, SurfaceMaterial, Vec2,
    WorkerCount, World, shapes,
};
use glam::DVec2;

use super::{BodyNow, Engine, EngineError, METRE, Name, SUB_STEPS, Stages};
use crate::plan::{BodyPlan, FigurePlan, Form, Part, Placement};

/// Version and build. Its C code is compiled at level 2, and without its assertions when `CFLAGS` defines `NDEBUG`, as the project's
/// cargo configuration has it.
pub(super) fn build() -> String {
    let lanes = if cfg!(feature = "box2d-avx2") {
        "AVX2"
    } else {
        "SSE2 (default)"
    };
    let flags = option_env!("CFLAGS").unwrap_or_default();
    let assertions = if flags.contains("NDEBUG") {
        "without"
    } else {
        "with"
    };
    format!("Box2D 3.2 (boxdd 0.6.0), {lanes}, {assertions} assertions, 4 sub-steps")
}

/// Category of what never moves.
const TERRAIN: u64 = 1;
/// Category of the rest.
const MOVING: u64 = 2;

struct Figure {
    bodies: Vec<BodyId>,
    joints: Vec<JointId>,
}

pub(super) struct Box2d {
    world: World,
    figures: Vec<Option<Figure>>,
    /// Bytes held by Box2D before the world was made.
    before: i64,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "what `map_err` calls takes errors by value"
)]
fn wrong(error: impl ToString) -> EngineError {
    EngineError {
        engine: Name::Box2d,
        what: error.to_string(),
    }
}

/// A point or direction, from px and y down to m and y up.
fn vector(v: DVec2) -> Vec2 {
    Vec2::new((v.x / METRE) as f32, (-v.y / METRE) as f32)
}

impl Box2d {
    pub(super) fn new(gravity: f64, threads: usize) -> Result<Self, EngineError> {
        let foundation = match Foundation::get() {
            Some(foundation) => foundation,
            None => Foundation::initialize_default().map_err(wrong)?,
        };
        let workers = WorkerCount::new(u32::try_from(threads).unwrap_or(u32::MAX)).map_err(wrong)?;
        let def = foundation
            .world_builder()
            .gravity(vector(DVec2::new(0.0, gravity)))
            .worker_count(workers)
            .build()
            .map_err(wrong)?;
        let world = foundation.create_world(def).map_err(wrong)?;
        // An empty world's own share is small, and hidden in here: Box2D counts for the whole process.
        let before = world.counters().map_err(wrong)?.byte_count;
        Ok(Self {
            world,
            figures: Vec::new(),
            before,
        })
    }

    fn figure(&self, number: usize) -> Result<&Figure, EngineError> {
        self.figures
            .get(number)
            .and_then(Option::as_ref)
            .ok_or_else(|| wrong(format!("no figure {number}")))
    }

    fn body(&mut self, plan: &BodyPlan, placement: Placement) -> Result<BodyId, EngineError> {
        let (at, angle) = placement.of(plan);
        let moves = plan.density > 0.0;
        let mut def = self
            .world
            .body_builder()
            .body_type(if moves {
                BodyType::Dynamic
            } else {
                BodyType::Static
            })
            .position(vector(at))
            .angle(-angle as f32)
            .linear_damping(plan.linear_damping as f32)
            .angular_damping(plan.angular_damping as f32);
        if let Some(speed) = plan.sleep_speed {
            def = def.sleep_threshold((speed / METRE) as f32);
        }
        let body = self
            .world
            .create_body(def.build().map_err(wrong)?)
            .map_err(wrong)?;
        for part in &plan.parts {
            self.part(body, part, plan.density, placement.team)?;
        }
        Ok(body)
    }

    fn part(&mut self, body: BodyId, part: &Part, density: f64, team: u32) -> Result<(), EngineError> {
        let (category_bits, mask_bits) = match (density > 0.0, part.terrain_only) {
            (false, _) => (TERRAIN, u64::MAX),
            (true, false) => (MOVING, TERRAIN | MOVING),
            (true, true) => (MOVING, TERRAIN),
        };
        let mut def = ShapeDef::builder()
            .material(
                SurfaceMaterial::new()
                    .with_friction(part.friction as f32)
                    .map_err(wrong)?,
            )
            .filter(Filter {
                category_bits,
                mask_bits,
                group_index: -(team.cast_signed()),
            });
        if density > 0.0 {
            def = def.density((density * METRE * METRE) as f32);
        }
        let def = def.build().map_err(wrong)?;
        let mut body = self.world.body(body).map_err(wrong)?;
        match &part.form {
            Form::Circle { center, radius } => {
                let circle = shapes::circle(vector(*center), (radius / METRE) as f32).map_err(wrong)?;
                body.create_circle(&def, &circle)
            }
            Form::Capsule { a, b, radius } => {
                let capsule =
                    shapes::capsule(vector(*a), vector(*b), (radius / METRE) as f32).map_err(wrong)?;
                body.create_capsule(&def, &capsule)
            }
            Form::Polygon { points, radius } => {
                let points = points.iter().map(|&point| vector(point));
                let polygon = shapes::polygon_from_points(points, (radius / METRE) as f32).map_err(wrong)?;
                body.create_polygon(&def, &polygon)
            }
        }
        .map(|_| ())
        .map_err(wrong)
    }

    fn joints(&mut self, plan: &FigurePlan, bodies: &[BodyId]) -> Result<Vec<JointId>, EngineError> {
        let mut joints = Vec::new();
        for pin in &plan.pins {
            let [on_parent, on_child] = plan.anchors(pin);
            // Angles turn the other way round here.
            let base = self
                .world
                .joint_base(bodies[pin.parent], bodies[pin.child])
                .and_then(|base| {
                    base.with_local_frame_components(
                        vector(on_parent),
                        -pin.zero as f32,
                        vector(on_child),
                        0.0,
                    )
                })
                .map_err(wrong)?;
            let mut def = RevoluteJointDef::new(base);
            if let Some([lower, upper]) = pin.limits {
                def = def
                    .enable_limit(true)
                    .lower_angle(-upper as f32)
                    .upper_angle(-lower as f32);
            }
            if let Some(spring) = pin.spring {
                let [hertz, ratio] = spring.with(plan.pair_inertia(pin));
                def = def
                    .enable_spring(true)
                    .hertz(hertz as f32)
                    .damping_ratio(ratio as f32);
            }
            if pin.friction_torque > 0.0 {
                let torque = pin.friction_torque / (METRE * METRE);
                def = def.enable_motor(true).max_motor_torque(torque as f32);
            }
            joints.push(self.world.create_revolute_joint(&def).map_err(wrong)?);
        }
        for &[a, b] in &plan.apart {
            let base = self.world.joint_base(bodies[a], bodies[b]).map_err(wrong)?;
            joints.push(
                self.world
                    .create_filter_joint(&FilterJointDef::new(base))
                    .map_err(wrong)?,
            );
        }
        Ok(joints)
    }
}

impl Engine for Box2d {
    fn spawn(&mut self, plan: &FigurePlan, placement: Placement) -> Result<(), EngineError> {
        let bodies = plan
            .bodies
            .iter()
            .map(|body| self.body(body, placement))
            .collect::<Result<Vec<_>, _>>()?;
        let joints = self.joints(plan, &bodies)?;
        self.figures.push(Some(Figure { bodies, joints }));
        Ok(())
    }

    fn remove(&mut self, figure: usize) -> Result<(), EngineError> {
        let gone = self.figures.get_mut(figure).and_then(Option::take);
        let gone = gone.ok_or_else(|| wrong(format!("no figure {figure}")))?;
        for joint in gone.joints {
            self.world
                .joint(joint)
                .and_then(|joint| joint.destroy(true))
                .map_err(wrong)?;
        }
        for body in gone.bodies {
            self.world
                .body(body)
                .and_then(boxdd::Body::destroy)
                .map_err(wrong)?;
        }
        Ok(())
    }

    fn step(&mut self, dt: f64) -> Result<(), EngineError> {
        self.world.step(dt as f32, SUB_STEPS).map(|_| ()).map_err(wrong)
    }

    fn step_in_stages(&mut self, dt: f64, stages: &mut Stages) -> Result<(), EngineError> {
        self.step(dt)?;
        let profile = self.world.profile().map_err(wrong)?;
        for (name, ms) in [
            ("pairs", profile.pairs),
            ("collide", profile.collide),
            ("prepare", profile.solver_setup + profile.prepare_constraints),
            ("warm start", profile.warm_start),
            ("impulses", profile.solve_impulses),
            (
                "integrate",
                profile.integrate_velocities + profile.integrate_positions,
            ),
            ("relax", profile.relax_impulses),
            ("store", profile.apply_restitution + profile.store_impulses),
            ("transforms", profile.transforms),
            ("refit", profile.refit),
            ("bullets", profile.bullets),
            ("sleep", profile.split_islands + profile.sleep_islands),
        ] {
            stages.add(name, f64::from(ms) * 1e-3);
        }
        Ok(())
    }

    fn read(&mut self, figure: usize, out: &mut Vec<BodyNow>) -> Result<(), EngineError> {
        out.clear();
        for i in 0..self.figure(figure)?.bodies.len() {
            let id = self.figure(figure)?.bodies[i];
            let body = self.world.body(id).map_err(wrong)?;
            let transform = body.transform().map_err(wrong)?;
            let rotation = transform.rotation().into_raw();
            let (at, v) = (transform.position(), body.linear_velocity().map_err(wrong)?);
            out.push(BodyNow {
                at: DVec2::new(f64::from(at.x), -f64::from(at.y)) * METRE,
                angle: -f64::from(rotation.s).atan2(f64::from(rotation.c)),
                velocity: DVec2::new(f64::from(v.x), -f64::from(v.y)) * METRE,
                spin: -f64::from(body.angular_velocity().map_err(wrong)?),
            });
        }
        Ok(())
    }

    fn all_asleep(&mut self) -> Result<bool, EngineError> {
        Ok(self.world.awake_body_count().map_err(wrong)? == 0)
    }

    fn foreign_bytes(&mut self) -> Result<u64, EngineError> {
        let now = self.world.counters().map_err(wrong)?.byte_count;
        Ok((now - self.before).max(0).cast_unsigned())
    }
}
