//! rapier2d 0.36: metres, y down, everything else at its defaults.

use glam::DVec2;
use rapier2d::dynamics::{
    CoefficientCombineRule, GenericJoint, ImpulseJointHandle, JointAxesMask, JointAxis, MotorModel,
    RigidBodyBuilder, RigidBodyHandle, RigidBodyType,
};
use rapier2d::geometry::{ColliderBuilder, Group, InteractionGroups, InteractionTestMode, SolverFlags};
use rapier2d::math::{Pose, Rotation, Vector};
use rapier2d::pipeline::{ActiveHooks, PairFilterContext, PhysicsHooks, PhysicsWorld};

use super::{BodyNow, Engine, EngineError, METRE, Name};
use crate::plan::{BodyPlan, FigurePlan, Form, Part, PinPlan, Placement};

/// Version and build.
pub(super) const BUILD: &str = if cfg!(feature = "rapier-threads") {
    "rapier2d 0.36, default features and `parallel`, 4 solver iterations"
} else {
    "rapier2d 0.36, default features (one thread), 4 solver iterations"
};

const TERRAIN: u32 = 1;
/// What moves and has no team; team t has the t-th bit above it.
const MOVING: u32 = 2;

struct Figure {
    bodies: Vec<RigidBodyHandle>,
    joints: Vec<ImpulseJointHandle>,
}

pub(super) struct Rapier {
    world: PhysicsWorld,
    figures: Vec<Option<Figure>>,
    /// Pairs of bodies that don't meet: numbers given out.
    pairs: u128,
}

/// Keeps colliders of equal `user_data` apart.
struct Apart;

impl PhysicsHooks for Apart {
    fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags> {
        let [a, b] = [context.collider1, context.collider2].map(|collider| {
            context
                .colliders
                .get(collider)
                .map_or(0, |collider| collider.user_data)
        });
        (a != b || a == 0).then(SolverFlags::default)
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "what `map_err` calls takes errors by value"
)]
fn wrong(what: impl ToString) -> EngineError {
    EngineError {
        engine: Name::Rapier,
        what: what.to_string(),
    }
}

fn vector(v: DVec2) -> Vector {
    Vector::new((v.x / METRE) as f32, (v.y / METRE) as f32)
}

fn pose(at: DVec2, angle: f64) -> Pose {
    Pose {
        rotation: Rotation::from_cos_sin_unchecked(angle.cos() as f32, angle.sin() as f32),
        translation: vector(at),
    }
}

/// Which bits a part has, and which it meets.
fn groups(moves: bool, part: &Part, team: u32) -> InteractionGroups {
    let own = if moves { MOVING << team } else { TERRAIN };
    let meets = match (moves, part.terrain_only, team) {
        (true, true, _) => TERRAIN,
        (false, ..) | (true, false, 0) => u32::MAX,
        (true, false, _) => !own,
    };
    InteractionGroups::new(
        Group::from_bits_truncate(own),
        Group::from_bits_truncate(meets),
        InteractionTestMode::And,
    )
}

#[cfg(feature = "rapier-threads")]
fn use_threads(world: &mut PhysicsWorld, threads: usize) -> Result<(), EngineError> {
    // One thread is the caller's own, when that is in a pool of one.
    if threads > 1 || rayon::current_num_threads() > 1 {
        world.configure_thread_pool(threads).map_err(wrong)?;
    }
    Ok(())
}

#[cfg(not(feature = "rapier-threads"))]
fn use_threads(_world: &mut PhysicsWorld, threads: usize) -> Result<(), EngineError> {
    if threads > 1 {
        return Err(wrong("built without threads"));
    }
    Ok(())
}

impl Rapier {
    pub(super) fn new(gravity: f64, threads: usize) -> Result<Self, EngineError> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(DVec2::new(0.0, gravity));
        use_threads(&mut world, threads)?;
        Ok(Self {
            world,
            figures: Vec::new(),
            pairs: 0,
        })
    }

    fn body(&mut self, plan: &BodyPlan, placement: Placement) -> Result<RigidBodyHandle, EngineError> {
        let (at, angle) = placement.of(plan);
        let moves = plan.density > 0.0;
        let kind = if moves {
            RigidBodyType::Dynamic
        } else {
            RigidBodyType::Fixed
        };
        let body = RigidBodyBuilder::new(kind)
            .pose(pose(at, angle))
            .linear_damping(plan.linear_damping as f32)
            .angular_damping(plan.angular_damping as f32);
        let body = self.world.insert_body(body);
        for part in &plan.parts {
            let collider = match &part.form {
                Form::Circle { center, radius } => {
                    ColliderBuilder::ball((radius / METRE) as f32).translation(vector(*center))
                }
                Form::Capsule { a, b, radius } => {
                    ColliderBuilder::capsule_from_endpoints(vector(*a), vector(*b), (radius / METRE) as f32)
                }
                Form::Polygon { points, radius } => {
                    let points: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
                    let polygon = if *radius > 0.0 {
                        ColliderBuilder::round_convex_hull(&points, (radius / METRE) as f32)
                    } else {
                        ColliderBuilder::convex_hull(&points)
                    };
                    polygon.ok_or_else(|| wrong(format!("{} is not convex", plan.name)))?
                }
            };
            let collider = collider
                .density((plan.density * METRE * METRE) as f32)
                .friction(part.friction as f32)
                .friction_combine_rule(CoefficientCombineRule::GeometricMean)
                .collision_groups(groups(moves, part, placement.team));
            self.world.insert_collider(collider, Some(body));
        }
        Ok(body)
    }

    fn pin(&mut self, plan: &FigurePlan, pin: &PinPlan, bodies: &[RigidBodyHandle]) -> ImpulseJointHandle {
        let [on_parent, on_child] = plan.anchors(pin);
        let mut joint = GenericJoint::new(JointAxesMask::LOCKED_REVOLUTE_AXES);
        joint.contacts_enabled = false;
        joint.local_frame1 = pose(on_parent, pin.zero);
        joint.local_frame2 = pose(on_child, 0.0);
        if let Some([lower, upper]) = pin.limits {
            joint.set_limits(JointAxis::AngX, [lower as f32, upper as f32]);
        }
        if let Some(spring) = pin.spring {
            // A joint has one motor an axis: the spring takes it, and there is none left for the (small) friction.
            let units = METRE * METRE;
            let (stiffness, damping) = (spring.stiffness / units, spring.damping / units);
            joint.set_motor_model(JointAxis::AngX, MotorModel::ForceBased);
            joint.set_motor_position(JointAxis::AngX, 0.0, stiffness as f32, damping as f32);
        }
        self.world
            .insert_impulse_joint(bodies[pin.parent], bodies[pin.child], joint)
    }

    fn keep_apart(&mut self, a: RigidBodyHandle, b: RigidBodyHandle) {
        self.pairs += 1;
        for body in [a, b] {
            let Some(body) = self.world.bodies.get(body) else {
                continue;
            };
            for &collider in body.colliders() {
                if let Some(collider) = self.world.colliders.get_mut(collider) {
                    collider.user_data = self.pairs;
                    collider.set_active_hooks(ActiveHooks::FILTER_CONTACT_PAIRS);
                }
            }
        }
    }
}

impl Engine for Rapier {
    fn spawn(&mut self, plan: &FigurePlan, placement: Placement) -> Result<(), EngineError> {
        let bodies = plan
            .bodies
            .iter()
            .map(|body| self.body(body, placement))
            .collect::<Result<Vec<_>, _>>()?;
        let joints = plan.pins.iter().map(|pin| self.pin(plan, pin, &bodies)).collect();
        for &[a, b] in &plan.apart {
            self.keep_apart(bodies[a], bodies[b]);
        }
        self.figures.push(Some(Figure { bodies, joints }));
        Ok(())
    }

    fn remove(&mut self, figure: usize) -> Result<(), EngineError> {
        let gone = self.figures.get_mut(figure).and_then(Option::take);
        let gone = gone.ok_or_else(|| wrong(format!("no figure {figure}")))?;
        for joint in gone.joints {
            self.world.remove_impulse_joint(joint);
        }
        for body in gone.bodies {
            self.world.remove_body(body);
        }
        Ok(())
    }

    fn step(&mut self, dt: f64) -> Result<(), EngineError> {
        self.world.integration_parameters.dt = dt as f32;
        self.world.step_with_events(&Apart, &());
        Ok(())
    }

    fn read(&mut self, figure: usize, out: &mut Vec<BodyNow>) -> Result<(), EngineError> {
        out.clear();
        let figure = self.figures.get(figure).and_then(Option::as_ref);
        for &body in &figure.ok_or_else(|| wrong("no such figure"))?.bodies {
            let body = self
                .world
                .bodies
                .get(body)
                .ok_or_else(|| wrong("a body is gone"))?;
            let at = body.position();
            let v = body.linvel();
            out.push(BodyNow {
                at: DVec2::new(f64::from(at.translation.x), f64::from(at.translation.y)) * METRE,
                angle: f64::from(at.rotation.im).atan2(f64::from(at.rotation.re)),
                velocity: DVec2::new(f64::from(v.x), f64::from(v.y)) * METRE,
                spin: f64::from(body.angvel()),
            });
        }
        Ok(())
    }

    fn all_asleep(&mut self) -> Result<bool, EngineError> {
        Ok(self
            .world
            .active_bodies()
            .all(|(_, body)| !body.is_dynamic() || body.is_sleeping()))
    }

    fn foreign_bytes(&mut self) -> Result<u64, EngineError> {
        Ok(0)
    }
}
