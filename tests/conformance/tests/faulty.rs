//! The suite catches worlds with a fault: rapier's, each time with one thing broken.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tumble::Backend;
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Gone, InvalidDesc, Layer, Motor, PairRule, PinDesc, PinHandle,
    PinState, Ray, RayFilter, RayHit, Touch, WorldEvent, WorldStats,
};
use tumble::math::{Pose2, Vec2, angle};
use tumble_conformance::{Bounds, CHECKS};
use tumble_rapier::{RapierSettings, RapierWorld};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    DampingTwice,
    HalfGravity,
    ImpulsesAtTheCentre,
    PointLikeMass,
    AngleWrapped,
    LimitsForgotten,
    LimitsSwapped,
    ZeroForgotten,
    WindingLost,
    PairsForgotten,
    ProxiesMeetTheirOwn,
    RaysStopInside,
    RaysIgnoreExclusions,
    PinsCountedLate,
    EventsRepeated,
    NanLetThrough,
    LateKinematics,
    Random,
    SoftnessIgnored,
    MotorsWeak,
    GrabsStiff,
    StaleHandlesWork,
    WideAngleLost,
}

struct Faulty {
    inner: RapierWorld,
    fault: Fault,
    pins: usize,
    last: Vec<WorldEvent>,
    removed: Option<BodyHandle>,
    noise: f32,
}

fn faulty(fault: Fault) -> impl Fn(Vec2) -> Box<dyn Backend> {
    // What differs from run to run of a process, as uninitialised memory or a hash map's order would.
    let worlds = std::cell::Cell::new(0.0);
    move |gravity| {
        worlds.set(worlds.get() + 1.0);
        let gravity_there = if fault == Fault::HalfGravity {
            gravity * 0.5
        } else {
            gravity
        };
        let mut settings = RapierSettings {
            gravity: gravity_there,
            ..RapierSettings::default()
        };
        if fault == Fault::GrabsStiff {
            settings.grab_hertz = 20.0;
            settings.grab_acceleration = 1e6;
        }
        Box::new(Faulty {
            inner: RapierWorld::new(settings),
            fault,
            pins: 0,
            last: Vec::new(),
            removed: None,
            noise: worlds.get(),
        })
    }
}

impl Faulty {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Backend for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn gravity(&self) -> Vec2 {
        let factor = if self.has(Fault::HalfGravity) { 2.0 } else { 1.0 };
        self.inner.gravity() * factor
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        let mut desc = desc.clone();
        match self.fault {
            Fault::DampingTwice => desc.linear_damping *= 2.0,
            Fault::PointLikeMass if desc.kind == BodyKind::Dynamic => {
                if let tumble::backend::Shape::Box { half } = &mut desc.shape {
                    *half *= 0.9;
                }
            }
            Fault::ProxiesMeetTheirOwn if desc.layer == Layer::Proxy => desc.figure = 0,
            Fault::WindingLost => {
                if let tumble::backend::Shape::Polygon { points } = &mut desc.shape
                    && points.len() > 4
                {
                    points.remove(2);
                }
            }
            _ => {}
        }
        self.inner.add_body(&desc)
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        self.removed = Some(body);
        let before = self.inner.stats().pins;
        let result = self.inner.remove_body(body);
        if self.has(Fault::PinsCountedLate) {
            self.pins += before - self.inner.stats().pins;
        }
        result
    }

    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        let mut desc = *desc;
        match self.fault {
            Fault::LimitsSwapped => desc.limits = desc.limits.map(|[l, u]| [-u, -l]),
            Fault::ZeroForgotten => desc.zero = 0.0,
            Fault::SoftnessIgnored => desc.softness = 0.0,
            Fault::WideAngleLost => {
                desc.limits = desc
                    .limits
                    .map(|[l, u]| [l.max(-core::f32::consts::PI), u.min(core::f32::consts::PI)])
                    .filter(|[l, u]| l <= u);
            }
            _ => {}
        }
        self.inner.add_pin(&desc)
    }

    fn remove_pin(&mut self, pin: PinHandle) -> Result<(), Gone> {
        self.inner.remove_pin(pin)
    }

    fn set_limits(&mut self, pin: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone> {
        if self.has(Fault::LimitsForgotten) {
            return self.inner.pin(pin).map(|_| ()).ok_or(Gone);
        }
        self.inner.set_limits(pin, limits)
    }

    fn set_motor(&mut self, pin: PinHandle, motor: Option<Motor>) -> Result<(), Gone> {
        let mut motor = motor;
        if self.has(Fault::MotorsWeak)
            && let Some(motor) = &mut motor
        {
            motor.max_torque *= 0.3;
        }
        self.inner.set_motor(pin, motor)
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        if self.has(Fault::StaleHandlesWork) && self.removed == Some(body) {
            return Some(BodyState::default());
        }
        let mut state = self.inner.body(body)?;
        if self.has(Fault::Random) && state.velocity != Vec2::ZERO {
            state.velocity.x += self.noise * 1e-6 * state.velocity.y.abs().max(1.0);
        }
        Some(state)
    }

    fn tag(&self, body: BodyHandle) -> Option<u64> {
        self.inner.tag(body)
    }

    fn pin(&self, pin: PinHandle) -> Option<PinState> {
        let mut state = self.inner.pin(pin)?;
        if self.has(Fault::AngleWrapped) {
            state.angle = angle::wrap(state.angle);
        }
        Some(state)
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        self.inner.set_pose(body, pose)
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone> {
        let dt = if self.has(Fault::LateKinematics) {
            dt * 2.0
        } else {
            dt
        };
        self.inner.move_to(body, pose, dt)?;
        if self.has(Fault::LateKinematics) {
            let now = self.inner.body(body).ok_or(Gone)?.pose;
            let half = (pose.position - now.position) * 0.5;
            return self
                .inner
                .move_to(body, Pose2::new(now.position + half, pose.angle), dt);
        }
        Ok(())
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        self.inner.set_velocity(body, velocity, spin)
    }

    fn apply_impulse(&mut self, body: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        if self.has(Fault::ImpulsesAtTheCentre)
            && let Some(state) = self.inner.body(body)
        {
            return self.inner.apply_impulse(body, impulse, state.pose.position);
        }
        if self.has(Fault::NanLetThrough) && !(impulse.is_finite() && at.is_finite()) {
            return self.inner.body(body).map(|_| ()).ok_or(Gone);
        }
        self.inner.apply_impulse(body, impulse, at)
    }

    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        self.inner.grab(body, local, target)
    }

    fn release(&mut self, body: BodyHandle) {
        self.inner.release(body);
    }

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        if self.has(Fault::PairsForgotten) {
            let both = self.inner.body(a).and(self.inner.body(b));
            return both.map(|_| ()).ok_or(Gone);
        }
        self.inner.set_pair(a, b, rule)
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        match self.fault {
            Fault::RaysIgnoreExclusions => self.inner.cast_ray(
                ray,
                RayFilter {
                    exclude: &[],
                    ..filter
                },
            ),
            Fault::RaysStopInside => {
                let back = Ray {
                    origin: ray.origin - ray.way,
                    way: ray.way * 2.0,
                };
                self.inner.cast_ray(back, filter).filter(|hit| hit.fraction > 0.4)
            }
            _ => self.inner.cast_ray(ray, filter),
        }
    }

    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>) {
        self.inner.touches(body, out);
    }

    fn step(&mut self, dt: f32) {
        self.inner.step(dt);
    }

    fn drain_events(&mut self, out: &mut Vec<WorldEvent>) {
        let start = out.len();
        self.inner.drain_events(out);
        if self.has(Fault::EventsRepeated) {
            let fresh = out[start..].to_vec();
            out.append(&mut self.last);
            self.last = fresh;
        }
    }

    fn stats(&self) -> WorldStats {
        let mut stats = self.inner.stats();
        stats.pins += self.pins;
        stats
    }
}

fn caught_by(fault: Fault, names: &[&str]) -> Vec<&'static str> {
    let make = faulty(fault);
    CHECKS
        .iter()
        .filter(|check| names.iter().any(|name| check.name.ends_with(name)))
        .filter(|check| catch_unwind(AssertUnwindSafe(|| (check.run)(&make, &Bounds::default()))).is_err())
        .map(|check| check.name)
        .collect()
}

#[test]
fn every_fault_is_caught_by_the_check_it_breaks() {
    let faults = [
        (Fault::DampingTwice, "damping_follows_its_law_at_any_step"),
        (Fault::HalfGravity, "bodies_fall_as_galilei_says"),
        (
            Fault::ImpulsesAtTheCentre,
            "impulses_change_momentum_by_themselves",
        ),
        (Fault::PointLikeMass, "impulses_change_momentum_by_themselves"),
        (Fault::AngleWrapped, "the_angle_counts_whole_turns"),
        (Fault::LimitsForgotten, "limits_changed_live_bind_at_once"),
        (
            Fault::LimitsSwapped,
            "limits_act_in_the_frame_of_a_tumbling_parent",
        ),
        (
            Fault::ZeroForgotten,
            "limits_act_in_the_frame_of_a_tumbling_parent",
        ),
        (
            Fault::WindingLost,
            "polygons_carry_in_either_winding_and_have_notches",
        ),
        (Fault::PairsForgotten, "ignored_pairs_pass_through_each_other"),
        (Fault::ProxiesMeetTheirOwn, "layers_decide_who_meets_whom"),
        (Fault::RaysStopInside, "rays_pass_through_what_they_start_inside"),
        (Fault::RaysIgnoreExclusions, "rays_see_what_the_filter_lets_them"),
        (Fault::PinsCountedLate, "removing_a_body_removes_its_pins"),
        (Fault::EventsRepeated, "a_landing_is_one_impact_with_its_momentum"),
        (Fault::NanLetThrough, "a_nan_impulse_takes_out_only_its_body"),
        (
            Fault::LateKinematics,
            "kinematic_bodies_arrive_where_they_are_told",
        ),
        (Fault::Random, "the_same_calls_give_the_same_bytes"),
        (
            Fault::SoftnessIgnored,
            "softness_gives_under_a_weight_at_any_tick_rate",
        ),
        (
            Fault::MotorsWeak,
            "a_motor_gives_no_more_than_its_greatest_torque",
        ),
        (Fault::GrabsStiff, "dragging_the_head_throws_no_limb_about"),
        (Fault::StaleHandlesWork, "stale_handles_answer_gone"),
        (
            Fault::WideAngleLost,
            "bands_past_half_a_turn_hold_under_a_steady_torque",
        ),
    ];
    let names: Vec<&str> = faults.iter().map(|(_, name)| *name).collect();
    assert_eq!(
        caught_by(Fault::None, &names),
        Vec::<&str>::new(),
        "the world without a fault"
    );
    for (fault, name) in faults {
        let caught = caught_by(fault, &[name]);
        assert_eq!(caught.len(), 1, "{fault:?} is not caught by {name}");
    }
}

#[test]
fn every_check_is_listed_once() {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(count >= 70, "only {count} checks");
}
