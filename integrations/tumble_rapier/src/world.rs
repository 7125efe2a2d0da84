//! The world: the seam's methods over rapier's sets.

use rapier2d::dynamics::CoefficientCombineRule;
use rapier2d::dynamics::{
    CCDSolver, ImpulseJointSet, IntegrationParameters, IslandManager, MultibodyJointSet, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, RigidBodyType, SoftBodySet,
};
use rapier2d::geometry::{BroadPhaseBvh, ColliderBuilder, ColliderSet, InteractionGroups, NarrowPhase};
use rapier2d::parry::mass_properties::MassProperties;
use rapier2d::pipeline::PhysicsPipeline;
use tumble::Backend;
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Gone, InvalidDesc, Motor, PairRule, PinDesc, PinHandle,
    PinState, Ray, RayFilter, RayHit, Touch, WorldEvent, WorldStats,
};
use tumble::math::{Pose2, Vec2};

use crate::body::{Body, Drive, Life, groups};
use crate::convert::{pose, rot, spin_cross, vec2, vector};
use crate::grab::Grab;
use crate::pin::{self, Pin};
use crate::schedule::Schedule;
use crate::settings::RapierSettings;
use crate::shape;
use crate::slots::Slots;
use crate::touch::{Contacts, manifolds};

/// A rapier2d world that characters can fall in.
///
/// ```
/// use tumble::Backend;
/// use tumble::backend::BodyDesc;
/// use tumble_rapier::{RapierSettings, RapierWorld};
///
/// let mut world = RapierWorld::new(RapierSettings::default());
/// let ball = world.add_body(&BodyDesc::default())?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let state = world.body(ball).expect("it is still there");
/// assert!((state.pose.position.y - 490.0).abs() < 10.0);
/// # Ok::<(), tumble::backend::InvalidDesc>(())
/// ```
pub struct RapierWorld {
    pub(crate) settings: RapierSettings,
    pub(crate) parameters: IntegrationParameters,
    pub(crate) pipeline: PhysicsPipeline,
    pub(crate) islands: IslandManager,
    pub(crate) broad_phase: BroadPhaseBvh,
    pub(crate) narrow_phase: NarrowPhase,
    pub(crate) bodies: RigidBodySet,
    pub(crate) colliders: ColliderSet,
    pub(crate) joints: ImpulseJointSet,
    pub(crate) multibody_joints: MultibodyJointSet,
    pub(crate) soft_bodies: SoftBodySet,
    pub(crate) ccd: CCDSolver,

    pub(crate) slots: Slots<Body>,
    pub(crate) pins: Slots<Pin>,
    /// Kinematic bodies that are told to move.
    pub(crate) driven: Vec<BodyHandle>,
    /// Bodies that rapier's tree doesn't know at their present place.
    pub(crate) dirty: Vec<BodyHandle>,
    /// Bodies to take out before the next step.
    pub(crate) condemned: Vec<BodyHandle>,
    pub(crate) grabs: Vec<Grab>,
    /// The fixed body that grabs hang from.
    pub(crate) anchor: Option<RigidBodyHandle>,
    pub(crate) schedule: Schedule,
    pub(crate) contacts: Contacts,
    pub(crate) events: Vec<WorldEvent>,
}

impl core::fmt::Debug for RapierWorld {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RapierWorld")
            .field("settings", &self.settings)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

impl RapierWorld {
    /// An empty world.
    pub fn new(settings: RapierSettings) -> Self {
        let unit = settings.length_unit;
        let parameters = IntegrationParameters {
            length_unit: unit,
            num_solver_iterations: settings.solver_iterations.max(1),
            num_internal_pgs_iterations: settings.inner_iterations.max(1),
            normalized_max_corrective_velocity: settings.push_out / unit,
            normalized_max_linear_velocity: settings.max_speed / unit,
            warmstart_joints: settings.warm_joints,
            ..IntegrationParameters::default()
        };
        Self {
            settings,
            parameters,
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            slots: Slots::new(),
            pins: Slots::new(),
            driven: Vec::new(),
            dirty: Vec::new(),
            condemned: Vec::new(),
            grabs: Vec::new(),
            anchor: None,
            schedule: Schedule::new(1.0 / 60.0, settings.pass_time),
            contacts: Contacts::default(),
            events: Vec::new(),
        }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &RapierSettings {
        &self.settings
    }

    /// Takes a body out at the next step because it was given numbers that are not finite.
    fn condemn(&mut self, handle: BodyHandle) {
        if let Some(body) = self.slots.get_mut(handle.0) {
            body.life = Life::Condemned;
            self.condemned.push(handle);
        }
    }

    /// Brings a body back that was taken out.
    fn revive(&mut self, handle: BodyHandle) {
        let Some(body) = self.slots.get_mut(handle.0) else {
            return;
        };
        if body.life == Life::Live {
            return;
        }
        body.life = Life::Live;
        let rigid = body.rigid;
        self.condemned.retain(|other| *other != handle);
        if let Some(rigid) = self.bodies.get_mut(rigid) {
            rigid.set_enabled(true);
        }
        self.mark_dirty(handle);
    }

    fn refresh_hooks(&mut self, handle: BodyHandle) {
        let Some(body) = self.slots.get(handle.0) else {
            return;
        };
        let hooks = body.hooks();
        if let Some(rigid) = self.bodies.get(body.rigid) {
            for &collider in rigid.colliders() {
                if let Some(collider) = self.colliders.get_mut(collider) {
                    collider.set_active_hooks(hooks);
                }
            }
        }
    }

    /// Has rapier decide anew which of a body's pairs meet. It keeps a resting pair's contacts without asking again.
    fn look_again_at(&mut self, handle: BodyHandle) {
        let Some(body) = self.slots.get(handle.0) else {
            return;
        };
        // Made or put there since the last step, it is looked at anyway.
        if body.dirty {
            return;
        }
        if let Some(rigid) = self.bodies.get(body.rigid) {
            for &collider in rigid.colliders() {
                if let Some(collider) = self.colliders.get_mut(collider) {
                    let groups = collider.collision_groups();
                    collider.set_collision_groups(InteractionGroups::none());
                    collider.set_collision_groups(groups);
                }
            }
        }
    }

    fn wake(&mut self, handle: BodyHandle) {
        if let Some(body) = self.slots.get(handle.0)
            && let Some(rigid) = self.bodies.get_mut(body.rigid)
            && rigid.is_dynamic()
        {
            rigid.wake_up(true);
        }
    }
}

impl Backend for RapierWorld {
    fn name(&self) -> &'static str {
        "rapier"
    }

    fn gravity(&self) -> Vec2 {
        self.settings.gravity
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        let built = shape::build(desc)?;
        let handle = BodyHandle(self.slots.next_handle());
        let dynamic = desc.kind == BodyKind::Dynamic;
        let center = if dynamic { built.center } else { Vec2::ZERO };
        let body_type = match desc.kind {
            BodyKind::Static => RigidBodyType::Fixed,
            BodyKind::Kinematic => RigidBodyType::KinematicPositionBased,
            BodyKind::Dynamic => RigidBodyType::Dynamic,
        };
        let mut builder = RigidBodyBuilder::new(body_type)
            .pose(pose(desc.pose))
            .linear_damping(self.schedule.damping(desc.linear_damping))
            .angular_damping(self.schedule.damping(desc.angular_damping))
            .allow_fast_rotation(true)
            .user_data(u128::from(handle.0));
        if dynamic {
            builder = builder.soft_ccd_prediction(self.settings.look_ahead.max(0.0));
            let arm = rot(pose(desc.pose).rotation).rotate(center);
            builder = builder
                .linvel(vector(desc.velocity + spin_cross(desc.spin, arm)))
                .angvel(desc.spin);
        }
        let mut rigid = builder.build();
        let activation = rigid.activation_mut();
        activation.normalized_linear_threshold = self.settings.sleep_speed / self.settings.length_unit;
        activation.time_until_sleep = self.settings.sleep_time;
        let rigid = self.bodies.insert(rigid);
        let drive = match desc.kind {
            BodyKind::Kinematic if desc.velocity != Vec2::ZERO || desc.spin != 0.0 => Drive::Velocity {
                linear: desc.velocity,
                spin: desc.spin,
            },
            _ => Drive::Rest,
        };
        let body = Body {
            rigid,
            kind: desc.kind,
            layer: desc.layer,
            figure: desc.figure,
            tag: desc.tag,
            center,
            damping: [desc.linear_damping, desc.angular_damping],
            drive,
            life: Life::Live,
            ignored: Vec::new(),
            dirty: false,
        };
        let hooks = body.hooks();
        if drive != Drive::Rest {
            self.driven.push(handle);
        }
        // Rapier derives a body's mass from its colliders; the first one carries all of it.
        let mut mass = if dynamic {
            MassProperties::new(vector(center), desc.mass, desc.mass * built.gyration)
        } else {
            MassProperties::default()
        };
        for (local, shape) in built.colliders {
            let collider = ColliderBuilder::new(shape)
                .position(local)
                .mass_properties(mass)
                .friction(desc.friction)
                .friction_combine_rule(CoefficientCombineRule::GeometricMean)
                .restitution(desc.restitution)
                .restitution_combine_rule(CoefficientCombineRule::Max)
                .collision_groups(groups(desc.layer))
                .active_hooks(hooks);
            self.colliders
                .insert_with_parent(collider, rigid, &mut self.bodies);
            mass = MassProperties::default();
        }
        if let Some(rigid) = self.bodies.get_mut(rigid) {
            rigid.recompute_mass_properties_from_colliders(&self.colliders);
        }
        let added = self.slots.insert(body);
        debug_assert_eq!(added, handle.0);
        self.mark_dirty(handle);
        Ok(handle)
    }

    fn remove_body(&mut self, handle: BodyHandle) -> Result<(), Gone> {
        let body = self.slots.remove(handle.0).ok_or(Gone)?;
        for other in &body.ignored {
            if let Some(partner) = self.slots.get_mut(other.0) {
                partner.ignored.retain(|b| *b != handle);
            }
            self.refresh_hooks(*other);
        }
        self.grabs.retain(|grab| grab.body != handle);
        let mut pins = Vec::new();
        for (_, _, _, joint) in self.joints.attached_joints(body.rigid) {
            pins.push(joint.data.user_data);
        }
        for pin in pins {
            self.pins.remove(pin as u64);
        }
        self.bodies.remove(
            body.rigid,
            &mut self.islands,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            true,
        );
        Ok(())
    }

    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        pin::check(desc)?;
        if desc.parent == desc.child {
            return Err(InvalidDesc::Body);
        }
        let find = |handle: BodyHandle| {
            let body = self.slots.get(handle.0).ok_or(InvalidDesc::Body)?;
            let rigid = self.bodies.get(body.rigid).ok_or(InvalidDesc::Body)?;
            Ok((body.rigid, rigid))
        };
        let (parent, parent_rigid) = find(desc.parent)?;
        let (child, child_rigid) = find(desc.child)?;
        let handle = PinHandle(self.pins.next_handle());
        let (mut pin, joint) = Pin::new(desc, handle, parent_rigid, child_rigid);
        pin.joint = self.joints.insert(parent, child, joint, true);
        self.look_again_at(desc.child);
        let added = self.pins.insert(pin);
        debug_assert_eq!(added, handle.0);
        Ok(handle)
    }

    fn remove_pin(&mut self, handle: PinHandle) -> Result<(), Gone> {
        let pin = self.pins.remove(handle.0).ok_or(Gone)?;
        self.joints.remove(pin.joint, true);
        Ok(())
    }

    fn set_limits(&mut self, handle: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone> {
        let pin = self.pins.get_mut(handle.0).ok_or(Gone)?;
        // Nonsense leaves the limits as they are; the seam has no error for it.
        if limits.is_some_and(|limits| pin::check_limits(limits).is_err()) {
            return Ok(());
        }
        if pin.set_limits(limits) {
            let (Some(parent), Some(child)) = (
                self.slots
                    .get(pin.parent.0)
                    .and_then(|b| self.bodies.get(b.rigid)),
                self.slots.get(pin.child.0).and_then(|b| self.bodies.get(b.rigid)),
            ) else {
                return Ok(());
            };
            pin.move_window(parent, child, 0.0);
            if let Some(joint) = self.joints.get_mut(pin.joint, true) {
                pin.show_window(&mut joint.data);
            }
        }
        Ok(())
    }

    fn set_motor(&mut self, handle: PinHandle, motor: Option<Motor>) -> Result<(), Gone> {
        let pin = self.pins.get_mut(handle.0).ok_or(Gone)?;
        let finite = |m: &Motor| {
            m.target.is_finite() && m.hertz.is_finite() && m.damping_ratio.is_finite() && m.max_torque >= 0.0
        };
        if pin.motor == motor || !motor.as_ref().is_none_or(finite) {
            return Ok(());
        }
        pin.motor = motor;
        let (Some(parent), Some(child)) = (
            self.slots
                .get(pin.parent.0)
                .and_then(|b| self.bodies.get(b.rigid)),
            self.slots.get(pin.child.0).and_then(|b| self.bodies.get(b.rigid)),
        ) else {
            return Ok(());
        };
        if let Some(joint) = self.joints.get_mut(pin.joint, true) {
            pin.show_motor(&mut joint.data, parent, child);
        }
        Ok(())
    }

    fn kind(&self, handle: BodyHandle) -> Option<BodyKind> {
        Some(self.slots.get(handle.0)?.kind)
    }

    fn body(&self, handle: BodyHandle) -> Option<BodyState> {
        let body = self.slots.get(handle.0)?;
        Some(body.state(self.bodies.get(body.rigid)?))
    }

    fn tag(&self, handle: BodyHandle) -> Option<u64> {
        self.slots.get(handle.0).map(|body| body.tag)
    }

    fn pin(&self, handle: PinHandle) -> Option<PinState> {
        let pin = self.pins.get(handle.0)?;
        let parent = self.bodies.get(self.slots.get(pin.parent.0)?.rigid)?;
        let child = self.bodies.get(self.slots.get(pin.child.0)?.rigid)?;
        Some(pin.state(parent, child))
    }

    fn set_pose(&mut self, handle: BodyHandle, to: Pose2) -> Result<(), Gone> {
        let body = self.slots.get(handle.0).ok_or(Gone)?;
        if !to.is_finite() {
            self.condemn(handle);
            return Ok(());
        }
        let rigid = body.rigid;
        self.revive(handle);
        if let Some(rigid) = self.bodies.get_mut(rigid) {
            rigid.set_position(pose(to), true);
        }
        if self.settings.warm_joints {
            self.joints
                .map_attached_joints_mut(rigid, |_, _, _, joint| pin::forget_impulses(joint));
        }
        self.mark_dirty(handle);
        Ok(())
    }

    fn move_to(&mut self, handle: BodyHandle, to: Pose2, dt: f32) -> Result<(), Gone> {
        let body = self.slots.get_mut(handle.0).ok_or(Gone)?;
        if body.kind != BodyKind::Kinematic {
            return Ok(());
        }
        if !to.is_finite() || !dt.is_finite() || dt <= 0.0 {
            self.condemn(handle);
            return Ok(());
        }
        body.drive = Drive::Target { pose: to, dt };
        if !self.driven.contains(&handle) {
            self.driven.push(handle);
        }
        self.revive(handle);
        Ok(())
    }

    fn set_velocity(&mut self, handle: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        let body = self.slots.get_mut(handle.0).ok_or(Gone)?;
        if !velocity.is_finite() || !spin.is_finite() {
            self.condemn(handle);
            return Ok(());
        }
        match body.kind {
            BodyKind::Static => {}
            BodyKind::Kinematic => {
                body.drive = Drive::Velocity {
                    linear: velocity,
                    spin,
                };
                if !self.driven.contains(&handle) {
                    self.driven.push(handle);
                }
            }
            BodyKind::Dynamic => {
                if let Some(rigid) = self.bodies.get_mut(body.rigid) {
                    let arm = rot(rigid.position().rotation).rotate(body.center);
                    rigid.set_linvel(vector(velocity + spin_cross(spin, arm)), true);
                    rigid.set_angvel(spin, true);
                }
            }
        }
        self.revive(handle);
        Ok(())
    }

    fn apply_impulse(&mut self, handle: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        let body = self.slots.get(handle.0).ok_or(Gone)?;
        if !impulse.is_finite() || !at.is_finite() {
            self.condemn(handle);
            return Ok(());
        }
        if body.life == Life::Live
            && let Some(rigid) = self.bodies.get_mut(body.rigid)
            && rigid.is_dynamic()
        {
            rigid.apply_impulse_at_point(vector(impulse), vector(at), true);
            if !vec2(rigid.linvel()).is_finite() || !rigid.angvel().is_finite() {
                self.condemn(handle);
            }
        }
        Ok(())
    }

    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        self.grab_body(body, local, target)
    }

    fn release(&mut self, body: BodyHandle) {
        self.release_body(body);
    }

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        if self.slots.get(a.0).is_none() || self.slots.get(b.0).is_none() {
            return Err(Gone);
        }
        let mut changed = false;
        for (one, other) in [(a, b), (b, a)] {
            let Some(body) = self.slots.get_mut(one.0) else {
                continue;
            };
            let ignored = body.ignored.iter().position(|h| *h == other);
            match (rule, ignored) {
                (PairRule::Ignore, None) => body.ignored.push(other),
                (PairRule::Collide, Some(index)) => {
                    body.ignored.remove(index);
                }
                _ => continue,
            }
            changed = true;
        }
        if changed {
            for handle in [a, b] {
                self.refresh_hooks(handle);
                self.wake(handle);
            }
        }
        Ok(())
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        self.nearest_on_ray(ray, filter)
    }

    fn touches(&self, handle: BodyHandle, out: &mut Vec<Touch>) {
        let Some(rigid) = self.slots.get(handle.0).and_then(|b| self.bodies.get(b.rigid)) else {
            return;
        };
        let start = out.len();
        for collider in Body::colliders(rigid) {
            for pair in self.narrow_phase.contact_pairs_with(collider) {
                let first = pair.collider1 == collider;
                let other = if first { pair.collider2 } else { pair.collider1 };
                let Some(other) = self.colliders.get(other).and_then(|c| self.body_of(c)) else {
                    continue;
                };
                // Rapier knows the last pass's impulses; the step's are shared out in their proportion.
                let share = self.contacts.step_per_pass(handle, other);
                out.extend(manifolds(pair, &self.colliders).map(|manifold| Touch {
                    other,
                    point: manifold.at,
                    normal: if first { -manifold.normal } else { manifold.normal },
                    impulse: manifold.impulse * share,
                }));
            }
        }
        out[start..].sort_by(|a, b| {
            a.other
                .cmp(&b.other)
                .then(a.point.x.total_cmp(&b.point.x))
                .then(a.point.y.total_cmp(&b.point.y))
        });
    }

    fn step(&mut self, dt: f32) {
        self.advance(dt);
    }

    fn drain_events(&mut self, out: &mut Vec<WorldEvent>) {
        out.append(&mut self.events);
    }

    fn stats(&self) -> WorldStats {
        let live = |handle: BodyHandle| self.slots.get(handle.0).is_some();
        WorldStats {
            bodies: self.slots.len(),
            pins: self.pins.len(),
            contacts: self
                .contacts
                .touching()
                .filter(|c| live(c.a) && live(c.b))
                .count(),
            asleep: self.count_asleep(),
        }
    }
}
