//! Numbers that are no numbers.

use tumble::Backend;
use tumble::backend::{BodyHandle, WorldEvent};
use tumble::math::{Pose2, Vec2};

use super::stickman::{HEAD, LEFT_LOWER_ARM, LIMBS, Stickman, StickmanDesc};
use super::tools::{DT, GRAVITY, add, add_floor, circle, events, kinematic, rect, run, state};
use crate::{Bounds, Make};

fn quarantined(world: &mut dyn Backend) -> Vec<BodyHandle> {
    events(world)
        .into_iter()
        .filter_map(|event| match event {
            WorldEvent::Quarantined { body } => Some(body),
            WorldEvent::Impact { .. } => None,
        })
        .collect()
}

/// A NaN into one body takes that body out, reports it once, and touches nothing else; setting its velocity brings it back.
pub fn a_nan_impulse_takes_out_only_its_body(make: Make<'_>, _: &Bounds) {
    type Fault = fn(&mut dyn Backend, BodyHandle);
    let faults: [(&str, Fault); 8] = [
        ("NaN impulse", |w, b| {
            w.apply_impulse(b, Vec2::new(f32::NAN, 0.0), Vec2::ZERO)
                .expect("exists");
        }),
        ("infinite impulse", |w, b| {
            w.apply_impulse(b, Vec2::new(0.0, f32::INFINITY), Vec2::ZERO)
                .expect("exists");
        }),
        ("NaN point", |w, b| {
            w.apply_impulse(b, Vec2::X, Vec2::new(0.0, f32::NAN))
                .expect("exists");
        }),
        ("NaN velocity", |w, b| {
            w.set_velocity(b, Vec2::new(f32::NAN, 1.0), 0.0).expect("exists");
        }),
        ("infinite spin", |w, b| {
            w.set_velocity(b, Vec2::ZERO, f32::NEG_INFINITY).expect("exists");
        }),
        ("NaN pose", |w, b| {
            w.set_pose(b, Pose2::new(Vec2::new(0.0, f32::NAN), 0.0))
                .expect("exists");
        }),
        ("NaN angle", |w, b| {
            w.set_pose(b, Pose2::new(Vec2::ZERO, f32::NAN)).expect("exists");
        }),
        ("NaN grab", |w, b| {
            w.grab(b, Vec2::ZERO, Vec2::new(f32::NAN, 0.0)).expect("exists");
        }),
    ];
    for (name, fault) in faults {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let ball = add(world, &circle(Vec2::new(1500.0, -300.0), 20.0));
        let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -420.0)));
        run(world, 0.5);
        events(world);
        let victim = stickman.bodies[LEFT_LOWER_ARM];
        let before = state(world, victim);
        fault(world, victim);
        fault(world, victim);
        for _ in 0..60 {
            world.step(DT);
            stickman.after_step(world);
            assert!(stickman.is_finite(world), "{name}: the figure is not finite");
            assert!(
                state(world, ball).pose.is_finite(),
                "{name}: a bystander is not finite"
            );
        }
        assert_eq!(quarantined(world), [victim], "{name}: reported");
        let out = state(world, victim);
        assert_eq!(out.pose, before.pose, "{name}: it stays at its last valid pose");
        assert_eq!(
            (out.velocity, out.spin),
            (Vec2::ZERO, 0.0),
            "{name}: it is stopped"
        );
        assert_eq!(
            (world.stats().bodies, world.stats().pins),
            (12, 9),
            "{name}: it still exists"
        );
        // Impulses don't bring it back; a pose does, then a velocity keeps it in.
        world
            .apply_impulse(victim, Vec2::new(500.0, 0.0), out.pose.position)
            .expect("the body exists");
        world.step(DT);
        assert_eq!(state(world, victim).pose, out.pose, "{name}: an impulse moved it");
        let elbow = stickman
            .body(world, LIMBS[LEFT_LOWER_ARM].parent)
            .pose
            .world_from_local_point(Vec2::new(84.0, 0.0));
        let heading = out.pose.angle;
        let center = elbow + Pose2::new(Vec2::ZERO, heading).world_from_local_point(Vec2::new(100.0, 0.0));
        world
            .set_pose(victim, Pose2::new(center, heading))
            .expect("the body exists");
        world
            .set_velocity(victim, Vec2::ZERO, 0.0)
            .expect("the body exists");
        for _ in 0..120 {
            world.step(DT);
            stickman.after_step(world);
        }
        assert!(stickman.is_finite(world));
        assert_ne!(
            state(world, victim).pose,
            out.pose,
            "{name}: it doesn't come back"
        );
        let (gap, _) = stickman.widest_gap(world);
        assert!(gap < 5.0, "{name}: back, but a gap of {gap} px is left");
        assert!(quarantined(world).is_empty(), "{name}: reported again");
    }
}

/// A kinematic body told nonsense is taken out, and what it touches stays finite.
pub fn a_kinematic_body_told_nonsense_harms_nobody(make: Make<'_>, _: &Bounds) {
    for nonsense in [f32::NAN, f32::INFINITY] {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        let lift = add(
            world,
            &kinematic(rect(Vec2::new(0.0, 20.0), Vec2::new(200.0, 20.0))),
        );
        let rider = add(world, &rect(Vec2::new(0.0, -20.0), Vec2::splat(20.0)));
        run(world, 0.5);
        world
            .move_to(lift, Pose2::new(Vec2::new(0.0, nonsense), 0.0), DT)
            .expect("the lift exists");
        run(world, 0.2);
        assert_eq!(quarantined(world), [lift]);
        assert!(state(world, rider).pose.is_finite() && state(world, lift).pose.is_finite());
        world
            .move_to(lift, Pose2::new(Vec2::new(0.0, 19.0), 0.0), DT)
            .expect("the lift exists");
        world.step(DT);
        assert!(
            (state(world, lift).pose.position.y - 19.0).abs() < 1e-3,
            "it doesn't come back"
        );
    }
}

/// Impulses that are absurd but finite don't make anything else than their figure absurd, and nothing that isn't finite.
pub fn absurd_impulses_stay_finite(make: Make<'_>, _: &Bounds) {
    for size in [1e8_f32, 1e20, 3e38] {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -420.0)));
        let bystander = add(world, &rect(Vec2::new(3000.0, -20.0), Vec2::splat(20.0)));
        run(world, 0.5);
        for _ in 0..3 {
            let at = stickman.body(world, HEAD).pose.position;
            world
                .apply_impulse(
                    stickman.bodies[HEAD],
                    Vec2::new(size, -size),
                    at + Vec2::new(5.0, 9.0),
                )
                .expect("the body exists");
        }
        for step in 0..120 {
            world.step(DT);
            stickman.after_step(world);
            assert!(stickman.is_finite(world), "{size}, step {step}: not finite");
        }
        let s = state(world, bystander);
        assert!(s.pose.is_finite() && s.pose.position.y < 0.0, "{size}: {s:?}");
    }
}
