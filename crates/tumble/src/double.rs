//! A world for unit tests: level or sloping ground in columns, bodies that stay as they are told, touches that are scripted.

use tumble_math::{Pose2, Vec2};

use crate::backend::{
    Backend, BodyDesc, BodyHandle, BodyState, Gone, InvalidDesc, Motor, PairRule, PinDesc, PinHandle,
    PinState, Ray, RayFilter, RayHit, Touch, WorldEvent, WorldStats,
};

/// Something that vertical rays meet: between two x, its top at `top + slope · x`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub body: BodyHandle,
    pub x: (f32, f32),
    pub top: f32,
    pub slope: f32,
}

/// The world. Gravity points down the screen.
#[derive(Debug, Default)]
pub(crate) struct Double {
    slabs: Vec<Slab>,
    bodies: Vec<Option<(BodyDesc, BodyState)>>,
    pins: usize,
    /// What each body touches.
    pub touching: Vec<(BodyHandle, Touch)>,
    /// Pair rules in the order in which they were told.
    pub told: Vec<(BodyHandle, BodyHandle, PairRule)>,
    /// Refuses every body beyond this many.
    pub room: Option<usize>,
}

impl Double {
    /// Adds a slab, a body of its own.
    pub fn slab(&mut self, x: (f32, f32), top: f32, slope: f32) -> BodyHandle {
        let body = self.add(BodyDesc::default());
        self.slabs.push(Slab { body, x, top, slope });
        body
    }

    /// Ground between two x, level.
    pub fn ground(&mut self, x: (f32, f32), top: f32) -> BodyHandle {
        self.slab(x, top, 0.0)
    }

    /// Ground everywhere, falling by `slope` for each px to the right, at depth 0 under x = 0.
    pub fn slope(&mut self, slope: f32) -> BodyHandle {
        self.slab((f32::NEG_INFINITY, f32::INFINITY), 0.0, slope)
    }

    fn add(&mut self, desc: BodyDesc) -> BodyHandle {
        let state = BodyState {
            pose: desc.pose,
            velocity: desc.velocity,
            spin: desc.spin,
            asleep: false,
        };
        self.bodies.push(Some((desc, state)));
        BodyHandle(self.bodies.len() as u64)
    }

    fn entry(&mut self, body: BodyHandle) -> Result<&mut (BodyDesc, BodyState), Gone> {
        (body.0 as usize)
            .checked_sub(1)
            .and_then(|index| self.bodies.get_mut(index)?.as_mut())
            .ok_or(Gone)
    }

    /// Overwrites a body's state.
    pub fn set(&mut self, body: BodyHandle, state: BodyState) {
        if let Ok(entry) = self.entry(body) {
            entry.1 = state;
        }
    }

    /// What a body was made from.
    pub fn desc(&self, body: BodyHandle) -> Option<&BodyDesc> {
        self.bodies
            .get((body.0 as usize).checked_sub(1)?)?
            .as_ref()
            .map(|(desc, _)| desc)
    }
}

impl Backend for Double {
    fn name(&self) -> &'static str {
        "double"
    }

    fn gravity(&self) -> Vec2 {
        Vec2::new(0.0, 980.0)
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        if self.room == Some(self.stats().bodies) {
            return Err(InvalidDesc::NotPositive("room"));
        }
        Ok(self.add(desc.clone()))
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        self.entry(body)?;
        self.bodies[body.0 as usize - 1] = None;
        self.slabs.retain(|slab| slab.body != body);
        Ok(())
    }

    fn add_pin(&mut self, _: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        self.pins += 1;
        Ok(PinHandle(self.pins as u64))
    }

    fn remove_pin(&mut self, _: PinHandle) -> Result<(), Gone> {
        self.pins -= 1;
        Ok(())
    }

    fn set_limits(&mut self, _: PinHandle, _: Option<[f32; 2]>) -> Result<(), Gone> {
        Ok(())
    }

    fn set_motor(&mut self, _: PinHandle, _: Option<Motor>) -> Result<(), Gone> {
        Ok(())
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        self.bodies
            .get((body.0 as usize).checked_sub(1)?)?
            .as_ref()
            .map(|(_, state)| *state)
    }

    fn tag(&self, body: BodyHandle) -> Option<u64> {
        self.desc(body).map(|desc| desc.tag)
    }

    fn pin(&self, _: PinHandle) -> Option<PinState> {
        None
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        self.entry(body).map(|entry| entry.1.pose = pose)
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone> {
        self.entry(body).map(|(_, state)| {
            state.velocity = (pose.position - state.pose.position) / dt;
            state.pose = pose;
        })
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        self.entry(body).map(|(_, state)| {
            state.velocity = velocity;
            state.spin = spin;
        })
    }

    fn apply_impulse(&mut self, _: BodyHandle, _: Vec2, _: Vec2) -> Result<(), Gone> {
        Ok(())
    }

    fn grab(&mut self, _: BodyHandle, _: Vec2, _: Vec2) -> Result<(), Gone> {
        Ok(())
    }

    fn release(&mut self, _: BodyHandle) {}

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        self.told.push((a, b, rule));
        Ok(())
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        assert!(
            ray.way.x == 0.0 && ray.way.y > 0.0,
            "this world has rays straight down only: {ray:?}"
        );
        let x = ray.origin.x;
        self.slabs
            .iter()
            .filter(|slab| slab.x.0 <= x && x <= slab.x.1 && !filter.exclude.contains(&slab.body))
            .filter_map(|slab| {
                let y = slab.top + slab.slope * x;
                let fraction = (y - ray.origin.y) / ray.way.y;
                (0.0..=1.0).contains(&fraction).then_some(RayHit {
                    body: slab.body,
                    point: Vec2::new(x, y),
                    normal: Vec2::new(slab.slope, -1.0).normalize_or(-Vec2::Y),
                    fraction,
                })
            })
            .min_by(|a, b| a.fraction.total_cmp(&b.fraction))
    }

    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>) {
        let touching = self.touching.iter().filter(|(who, _)| *who == body);
        out.extend(touching.map(|(_, touch)| *touch));
    }

    fn step(&mut self, _: f32) {}

    fn drain_events(&mut self, _: &mut Vec<WorldEvent>) {}

    fn stats(&self) -> WorldStats {
        WorldStats {
            bodies: self.bodies.iter().flatten().count(),
            pins: self.pins,
            ..WorldStats::default()
        }
    }
}
