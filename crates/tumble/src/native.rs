//! The native world behind the seam.

mod inside;

use tumble_math::{Pose2, Vec2};
use tumble_physics::{
    BodyId, Event, Filter, JointDesc, JointId, MouseDesc, PoseSpring, QueryFilter, SetError, Settings,
    Spring, Stage, World,
};

use crate::backend::inside::Inside;
use crate::backend::{
    Backend, BodyDesc, BodyHandle, BodyKind, BodyState, Gone, InvalidDesc, Layer, Motor, PairRule, PinDesc,
    PinHandle, PinState, Ray, RayFilter, RayHit, Shape, Touch, WorldEvent, WorldStats,
};

/// Frequency of the spring of a grab \[Hz\].
const GRAB_HERTZ: f32 = 3.0;
/// Its damping ratio.
const GRAB_DAMPING: f32 = 1.0;
/// Greatest acceleration that a grab gives a whole figure \[px/s²\].
const GRAB_ACCELERATION: f32 = 10_000.0;

/// The native world: `tumble_physics` as a [`Backend`].
#[derive(Debug)]
pub struct NativeWorld {
    world: World,
    observer: Option<Observer>,
    /// Grabbed bodies, and the joints that pull them.
    grabs: Vec<(BodyHandle, JointId)>,
    events: Vec<Event>,
}

/// Who is told each stage of a step.
struct Observer(Box<dyn FnMut(Option<Stage>) + Send + Sync>);

impl core::fmt::Debug for Observer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Observer")
    }
}

impl Default for NativeWorld {
    /// An empty world with default settings: gravity (0, 980) px/s².
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl NativeWorld {
    /// An empty world.
    pub fn new(settings: Settings) -> Self {
        Self {
            world: World::new(settings),
            observer: None,
            grabs: Vec::new(),
            events: Vec::new(),
        }
    }

    /// An empty world with this gravity \[px/s²\] and default settings.
    pub fn with_gravity(gravity: Vec2) -> Self {
        Self::new(Settings {
            gravity,
            ..Settings::default()
        })
    }

    /// Has `observe` told, from now on, when a step begins (`None`) and when each of its stages ends: for clocks, which this library doesn't
    /// have.
    pub fn set_observer(&mut self, observe: impl FnMut(Option<Stage>) + Send + Sync + 'static) {
        self.observer = Some(Observer(Box::new(observe)));
    }

    /// The world itself, for what the seam doesn't have.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world itself, for what the seam doesn't have.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

fn body_id(handle: BodyHandle) -> BodyId {
    BodyId::from_bits(handle.0)
}

fn joint_id(handle: PinHandle) -> JointId {
    JointId::from_bits(handle.0)
}

const TERRAIN: u32 = 1;
const PROP: u32 = 2;
const LIMB: u32 = 4;
const PROXY: u32 = 8;

/// What a layer is and whom it meets.
fn filter(layer: Layer, figure: u32) -> Filter {
    let (category, mask) = match layer {
        Layer::Terrain => (TERRAIN, TERRAIN | PROP | LIMB),
        Layer::Prop => (PROP, TERRAIN | PROP | LIMB | PROXY),
        Layer::Limb => (LIMB, TERRAIN | PROP | LIMB | PROXY),
        Layer::Proxy => (PROXY, PROP | LIMB),
    };
    Filter {
        category,
        mask,
        group: 0,
        owner: figure,
        own_mask: !PROXY,
    }
}

fn shape(desc: &BodyDesc) -> Result<tumble_physics::Shape, InvalidDesc> {
    let fixed = desc.kind != BodyKind::Dynamic;
    Ok(match &desc.shape {
        Shape::Circle { radius } => tumble_physics::Shape::Circle {
            center: Vec2::ZERO,
            radius: *radius,
        },
        Shape::Capsule { half_length, radius } => {
            if !half_length.is_finite() {
                return Err(InvalidDesc::NotFinite("half_length"));
            }
            if *half_length <= 0.0 {
                return Err(InvalidDesc::NotPositive("half_length"));
            }
            let end = Vec2::new(*half_length, 0.0);
            tumble_physics::Shape::Capsule {
                a: -end,
                b: end,
                radius: *radius,
            }
        }
        Shape::Box { half } => {
            if !half.is_finite() {
                return Err(InvalidDesc::NotFinite("half"));
            }
            if half.min_element() <= 0.0 {
                return Err(InvalidDesc::NotPositive("half"));
            }
            tumble_physics::Shape::Polygon {
                points: vec![
                    Vec2::new(-half.x, -half.y),
                    Vec2::new(half.x, -half.y),
                    Vec2::new(half.x, half.y),
                    Vec2::new(-half.x, half.y),
                ],
                radius: 0.0,
            }
        }
        Shape::Polygon { points } if fixed => tumble_physics::Shape::Outline {
            points: points.clone(),
        },
        Shape::Polygon { points } => tumble_physics::Shape::Polygon {
            points: points.clone(),
            radius: 0.0,
        },
        Shape::Segments { points } => tumble_physics::Shape::Segments {
            points: points.clone(),
        },
    })
}

fn invalid(error: tumble_physics::InvalidDesc) -> InvalidDesc {
    use tumble_physics::InvalidDesc as Theirs;
    match error {
        Theirs::NotFinite(what) => InvalidDesc::NotFinite(what),
        Theirs::NotPositive(what) | Theirs::Negative(what) => InvalidDesc::NotPositive(what),
        Theirs::TooLarge(_) => InvalidDesc::Outline("it reaches farther than this world's numbers"),
        Theirs::Outline(what) => InvalidDesc::Outline(what),
        Theirs::Shape(what) => InvalidDesc::Shape(what),
        Theirs::Limits => InvalidDesc::Limits,
        Theirs::Body | Theirs::NothingMoves => InvalidDesc::Body,
    }
}

fn gone(_: tumble_physics::Gone) -> Gone {
    Gone
}

/// Values that make no sense are let be, as the seam has no error for them.
fn set(result: Result<(), SetError>) -> Result<(), Gone> {
    match result {
        Err(SetError::Gone(_)) => Err(Gone),
        _ => Ok(()),
    }
}

impl Backend for NativeWorld {
    fn name(&self) -> &'static str {
        "native"
    }

    fn gravity(&self) -> Vec2 {
        self.world.settings().gravity
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        let kind = match desc.kind {
            BodyKind::Static => tumble_physics::BodyKind::Static,
            BodyKind::Kinematic => tumble_physics::BodyKind::Kinematic,
            BodyKind::Dynamic => tumble_physics::BodyKind::Dynamic,
        };
        let id = self
            .world
            .add_body(&tumble_physics::BodyDesc {
                kind,
                shape: shape(desc)?,
                pose: desc.pose,
                velocity: desc.velocity,
                spin: desc.spin,
                mass: desc.mass,
                linear_damping: desc.linear_damping,
                angular_damping: desc.angular_damping,
                gravity_scale: 1.0,
                material: tumble_physics::Material {
                    friction: desc.friction,
                    restitution: desc.restitution,
                    surface_speed: 0.0,
                },
                filter: filter(desc.layer, desc.figure),
                can_sleep: true,
                tag: desc.tag,
            })
            .map_err(invalid)?;
        if kind == tumble_physics::BodyKind::Dynamic && desc.spin != 0.0 {
            // The seam speaks of the frame's origin, the world of the centre of mass.
            self.set_velocity(BodyHandle(id.to_bits()), desc.velocity, desc.spin)
                .map_err(|_| InvalidDesc::Body)?;
        }
        Ok(BodyHandle(id.to_bits()))
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        self.world.remove_body(body_id(body)).map_err(gone)?;
        self.grabs.retain(|grab| grab.0 != body);
        Ok(())
    }

    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        let pin = tumble_physics::PinDesc {
            zero: desc.zero,
            angle: Some(desc.angle),
            limits: desc.limits,
            softness: desc.softness,
            ..tumble_physics::PinDesc::new(
                body_id(desc.parent),
                body_id(desc.child),
                desc.parent_anchor,
                desc.child_anchor,
            )
        };
        let id = self.world.add_joint(&JointDesc::Pin(pin)).map_err(invalid)?;
        Ok(PinHandle(id.to_bits()))
    }

    fn remove_pin(&mut self, pin: PinHandle) -> Result<(), Gone> {
        self.world.remove_joint(joint_id(pin)).map_err(gone)
    }

    fn set_limits(&mut self, pin: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone> {
        set(self.world.set_limits(joint_id(pin), limits))
    }

    fn set_motor(&mut self, pin: PinHandle, motor: Option<Motor>) -> Result<(), Gone> {
        let spring = motor.map(|motor| PoseSpring {
            target: motor.target,
            spring: Spring {
                hertz: motor.hertz,
                damping_ratio: motor.damping_ratio,
            },
            max_torque: motor.max_torque,
        });
        set(self.world.set_pose_spring(joint_id(pin), spring))
    }

    fn kind(&self, body: BodyHandle) -> Option<BodyKind> {
        Some(match self.world.kind(body_id(body))? {
            tumble_physics::BodyKind::Static => BodyKind::Static,
            tumble_physics::BodyKind::Kinematic => BodyKind::Kinematic,
            tumble_physics::BodyKind::Dynamic => BodyKind::Dynamic,
        })
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        let state = self.world.body(body_id(body))?;
        let arm = state.pose.position - state.center;
        Some(BodyState {
            pose: state.pose,
            velocity: state.velocity + Vec2::new(-arm.y, arm.x) * state.spin,
            spin: state.spin,
            asleep: state.asleep,
        })
    }

    fn tag(&self, body: BodyHandle) -> Option<u64> {
        self.world.tag(body_id(body))
    }

    fn pin(&self, pin: PinHandle) -> Option<PinState> {
        let state = self.world.joint(joint_id(pin))?;
        Some(PinState {
            angle: state.angle,
            limits: state.limits,
            gap: state.gap,
            at: state.at,
        })
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        self.world.set_pose(body_id(body), pose).map_err(gone)
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone> {
        self.world.move_to(body_id(body), pose, dt).map_err(gone)
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        let state = self.world.body(body_id(body)).ok_or(Gone)?;
        let arm = state.center - state.pose.position;
        self.world
            .set_velocity(body_id(body), velocity + Vec2::new(-arm.y, arm.x) * spin, spin)
            .map_err(gone)
    }

    fn apply_impulse(&mut self, body: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        self.world.apply_impulse(body_id(body), impulse, at).map_err(gone)
    }

    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        let id = body_id(body);
        self.world.tag(id).ok_or(Gone)?;
        if !(local.is_finite() && target.is_finite()) {
            // What isn't finite quarantines the body, as an impulse would.
            return self.world.apply_impulse(id, Vec2::NAN, target).map_err(gone);
        }
        if let Some(place) = self.grabs.iter().position(|grab| grab.0 == body) {
            let joint = self.grabs[place].1;
            if self.world.set_mouse(joint, local, target).is_ok() {
                return Ok(());
            }
            self.grabs.remove(place);
        }
        let mass = self.world.connected_mass(id).unwrap_or(1.0);
        let desc = JointDesc::Mouse(MouseDesc {
            body: id,
            local,
            target,
            spring: Spring {
                hertz: GRAB_HERTZ,
                damping_ratio: GRAB_DAMPING,
            },
            max_force: mass * GRAB_ACCELERATION,
        });
        if let Ok(joint) = self.world.add_joint(&desc) {
            self.grabs.push((body, joint));
        }
        Ok(())
    }

    fn release(&mut self, body: BodyHandle) {
        if let Some(place) = self.grabs.iter().position(|grab| grab.0 == body) {
            let (_, joint) = self.grabs.remove(place);
            // It may have gone with its body.
            let _ = self.world.remove_joint(joint);
        }
    }

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        let rule = match rule {
            PairRule::Collide => tumble_physics::PairRule::Collide,
            PairRule::Ignore => tumble_physics::PairRule::Ignore,
        };
        self.world.set_pair(body_id(a), body_id(b), rule).map_err(gone)
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        let exclude: Vec<BodyId> = filter.exclude.iter().map(|&body| body_id(body)).collect();
        let mask = if filter.ground_only {
            TERRAIN | PROP
        } else {
            u32::MAX
        };
        let ray = tumble_physics::Ray {
            origin: ray.origin,
            way: ray.way,
        };
        let hit = self.world.cast_ray(
            ray,
            QueryFilter {
                mask,
                exclude: &exclude,
            },
        )?;
        Some(RayHit {
            body: BodyHandle(hit.body.to_bits()),
            point: hit.point,
            normal: hit.normal,
            fraction: hit.fraction,
        })
    }

    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>) {
        let mut touches = Vec::new();
        if self.world.touches(body_id(body), &mut touches).is_err() {
            return;
        }
        out.extend(touches.iter().map(|touch| Touch {
            other: BodyHandle(touch.other.to_bits()),
            point: touch.point,
            normal: touch.normal,
            impulse: touch.impulse,
        }));
    }

    fn step(&mut self, dt: f32) {
        match &mut self.observer {
            Some(Observer(observe)) => {
                observe(None);
                self.world.step_observed(dt, &mut |stage| observe(Some(stage)));
            }
            None => self.world.step(dt),
        }
    }

    fn drain_events(&mut self, out: &mut Vec<WorldEvent>) {
        self.world.drain_events(&mut self.events);
        for event in self.events.drain(..) {
            match event {
                Event::Impact {
                    a, b, impulse, at, ..
                } => out.push(WorldEvent::Impact {
                    a: BodyHandle(a.to_bits()),
                    b: BodyHandle(b.to_bits()),
                    impulse,
                    at,
                }),
                Event::Quarantined { body } => {
                    let body = BodyHandle(body.to_bits());
                    out.push(WorldEvent::Quarantined { body });
                }
                _ => {}
            }
        }
    }

    fn stats(&self) -> WorldStats {
        let stats = self.world.stats();
        WorldStats {
            bodies: stats.bodies,
            pins: stats.joints - self.grabs.len(),
            contacts: stats.touching,
            asleep: stats.asleep,
        }
    }

    fn inside(&self) -> Option<Inside> {
        Some(inside::inside(&self.world))
    }
}
