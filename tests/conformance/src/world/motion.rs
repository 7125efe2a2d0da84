//! Bodies that nothing touches: gravity, damping, impulses, kinematic bodies, pendulums.

use core::f32::consts::{PI, TAU};

use tumble::backend::{BodyDesc, PinDesc, Shape};
use tumble::math::{Pose2, Vec2, angle};

use super::tools::{
    BAR, DT, GRAVITY, add, add_floor, add_hanging, bar, capsule_inertia, circle, kinematic, pin, pin_state,
    rect, run, state,
};
use crate::{Bounds, Make};

/// Without damping, y = ½ g t² and v = g t, whichever way gravity points.
pub fn bodies_fall_as_galilei_says(make: Make<'_>, _: &Bounds) {
    for gravity in [GRAVITY, Vec2::new(300.0, -100.0), Vec2::ZERO] {
        let mut world = make(gravity);
        assert_eq!(world.gravity(), gravity, "the world forgot its gravity");
        let body = add(world.as_mut(), &circle(Vec2::new(7.0, -3.0), 10.0));
        run(world.as_mut(), 1.0);
        let s = state(world.as_ref(), body);
        let fallen = s.pose.position - Vec2::new(7.0, -3.0);
        // A whole step of explicit or implicit Euler is off by ½ g t dt.
        let allowed = 0.5 * gravity.length() * DT + 0.05;
        assert!(
            (fallen - 0.5 * gravity).length() <= allowed,
            "fell {fallen} in 1 s under {gravity}"
        );
        assert!(
            (s.velocity - gravity).length() <= 1e-3 * gravity.length() + 1e-4,
            "fell at {} after 1 s under {gravity}",
            s.velocity
        );
        assert_eq!(s.spin, 0.0, "gravity turns nothing");
    }
}

/// What is made at rest in mid-air doesn't sleep there.
pub fn what_is_made_at_rest_in_mid_air_falls(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let body = add(world.as_mut(), &circle(Vec2::ZERO, 10.0));
    run(world.as_mut(), 0.5);
    let fallen = state(world.as_ref(), body).pose.position.y;
    let least = 0.85 * GRAVITY.y * 0.5 * 0.5 / 2.0;
    assert!(
        fallen >= least,
        "fell {fallen} px in 0.5 s, at least {least} wanted"
    );
}

/// v ← v/(1 + d·dt) each step, for any step.
pub fn damping_follows_its_law_at_any_step(make: Make<'_>, _: &Bounds) {
    for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 144.0] {
        for (linear, angular) in [(0.5, 3.0), (1.0, 4.0), (0.0, 0.0), (20.0, 50.0)] {
            let mut world = make(Vec2::ZERO);
            let body = add(
                world.as_mut(),
                &BodyDesc {
                    velocity: Vec2::new(300.0, -400.0),
                    spin: 5.0,
                    linear_damping: linear,
                    angular_damping: angular,
                    ..circle(Vec2::ZERO, 10.0)
                },
            );
            let (mut v, mut w) = (500.0_f32, 5.0_f32);
            for _ in 0..30 {
                world.step(dt);
                v /= 1.0 + linear * dt;
                w /= 1.0 + angular * dt;
            }
            let s = state(world.as_ref(), body);
            assert!(
                (s.velocity.length() - v).abs() <= 2e-4 * v + 1e-3,
                "d = {linear}, dt = {dt}: {} px/s, {v} wanted",
                s.velocity.length()
            );
            assert!(
                (s.spin - w).abs() <= 2e-4 * w + 1e-5,
                "d = {angular}, dt = {dt}: {} rad/s, {w} wanted",
                s.spin
            );
        }
    }
}

/// An impulse J at a point r from the centre changes v by J/m and ω by r × J/I, I that of the uniformly filled shape.
pub fn impulses_change_momentum_by_themselves(make: Make<'_>, _: &Bounds) {
    let mass = 2.5;
    let triangle = vec![
        Vec2::new(-30.0, -20.0),
        Vec2::new(30.0, -20.0),
        Vec2::new(0.0, 40.0),
    ];
    // I/m of a triangle about its centroid: (a² + b² + c²)/36 over its sides.
    let triangle_inertia = mass * (3600.0 + 4500.0 + 4500.0) / 36.0;
    let shapes = [
        (Shape::Circle { radius: 20.0 }, mass * 200.0),
        (
            Shape::Box {
                half: Vec2::new(30.0, 10.0),
            },
            mass * (900.0 + 100.0) / 3.0,
        ),
        (
            Shape::Capsule {
                half_length: 92.0,
                radius: 8.0,
            },
            capsule_inertia(mass, 92.0, 8.0),
        ),
        (
            Shape::Capsule {
                half_length: 5.0,
                radius: 20.0,
            },
            capsule_inertia(mass, 5.0, 20.0),
        ),
        (Shape::Polygon { points: triangle }, triangle_inertia),
    ];
    for (shape, inertia) in shapes {
        let mut world = make(Vec2::ZERO);
        let at = Vec2::new(100.0, 50.0);
        let body = add(
            world.as_mut(),
            &BodyDesc {
                shape: shape.clone(),
                mass,
                pose: Pose2::new(at, 0.7),
                ..BodyDesc::default()
            },
        );
        let (impulse, arm) = (Vec2::new(40.0, -90.0), Vec2::new(3.0, 4.0));
        world
            .apply_impulse(body, impulse, at + arm)
            .expect("the body exists");
        world.step(DT);
        let s = state(world.as_ref(), body);
        let spin = arm.perp_dot(impulse) / inertia;
        assert!(
            (s.velocity - impulse / mass).length() < 1e-3,
            "{shape:?}: {} px/s, {} wanted",
            s.velocity,
            impulse / mass
        );
        assert!(
            (s.spin - spin).abs() < 1e-3 * spin.abs() + 1e-6,
            "{shape:?}: {} rad/s, {spin} wanted",
            s.spin
        );
    }
}

/// Static and kinematic bodies take no impulses and no gravity.
pub fn only_dynamic_bodies_take_impulses(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let floor = add_floor(world.as_mut());
    let lift = add(world.as_mut(), &kinematic(circle(Vec2::new(0.0, -500.0), 10.0)));
    for body in [floor, lift] {
        let before = state(world.as_ref(), body);
        world
            .apply_impulse(body, Vec2::new(9e5, 9e5), Vec2::new(3.0, 3.0))
            .expect("the body exists");
        run(world.as_mut(), 0.2);
        assert_eq!(state(world.as_ref(), body).pose, before.pose, "{body:?} moved");
    }
}

/// A kinematic body told to be somewhere is there after the step, with the velocity that took, and stays.
pub fn kinematic_bodies_arrive_where_they_are_told(make: Make<'_>, _: &Bounds) {
    for dt in [1.0 / 30.0, DT, 1.0 / 120.0] {
        let mut world = make(GRAVITY);
        let body = add(world.as_mut(), &kinematic(circle(Vec2::ZERO, 10.0)));
        let mut pose = Pose2::IDENTITY;
        for i in 0..50 {
            let next = Pose2::new(
                pose.position + Vec2::new(5.0, -3.0),
                angle::wrap(pose.angle + 0.3 - 0.01 * i as f32),
            );
            world.move_to(body, next, dt).expect("the body exists");
            world.step(dt);
            let s = state(world.as_ref(), body);
            assert!(
                (s.pose.position - next.position).length() < 1e-3,
                "at {}, told {}",
                s.pose.position,
                next.position
            );
            let off = angle::shortest(s.pose.angle, next.angle).abs();
            assert!(off < 1e-5, "turned {off} rad off");
            let v = (next.position - pose.position) / dt;
            assert!(
                (s.velocity - v).length() < 1e-2 * v.length(),
                "{}, {v} wanted",
                s.velocity
            );
            let w = angle::shortest(pose.angle, next.angle) / dt;
            assert!(
                (s.spin - w).abs() < 1e-2 * w.abs() + 1e-2,
                "{} rad/s, {w} wanted",
                s.spin
            );
            pose = next;
        }
        for _ in 0..5 {
            world.step(dt);
        }
        let s = state(world.as_ref(), body);
        assert!(
            (s.pose.position - pose.position).length() < 1e-3,
            "it went on to {}",
            s.pose.position
        );
        assert!(
            s.velocity.length() < 1e-3 && s.spin.abs() < 1e-3,
            "it says that it moves"
        );
    }
}

/// A kinematic body given a velocity goes on with it.
pub fn kinematic_bodies_go_on_with_their_velocity(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let made = add(
        world.as_mut(),
        &BodyDesc {
            velocity: Vec2::new(0.0, -50.0),
            ..kinematic(circle(Vec2::ZERO, 10.0))
        },
    );
    let told = add(world.as_mut(), &kinematic(circle(Vec2::new(500.0, 0.0), 10.0)));
    world
        .set_velocity(told, Vec2::new(100.0, 20.0), 1.5)
        .expect("the body exists");
    run(world.as_mut(), 1.0);
    let (made, told) = (state(world.as_ref(), made), state(world.as_ref(), told));
    assert!(
        (made.pose.position - Vec2::new(0.0, -50.0)).length() < 0.01,
        "{made:?}"
    );
    assert!(
        (made.velocity - Vec2::new(0.0, -50.0)).length() < 0.01,
        "{made:?}"
    );
    assert!(
        (told.pose.position - Vec2::new(600.0, 20.0)).length() < 0.01,
        "{told:?}"
    );
    assert!((told.pose.angle - 1.5).abs() < 1e-3, "{told:?}");
    assert!((told.spin - 1.5).abs() < 1e-3, "{told:?}");
}

/// What a kinematic body runs into moves along with it.
pub fn kinematic_bodies_push_what_is_dynamic(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    add_floor(world.as_mut());
    let crate_ = add(
        world.as_mut(),
        &BodyDesc {
            mass: 50.0,
            ..rect(Vec2::new(100.0, -20.0), Vec2::splat(20.0))
        },
    );
    let ram = add(
        world.as_mut(),
        &BodyDesc {
            velocity: Vec2::new(100.0, 0.0),
            ..kinematic(rect(Vec2::new(0.0, -30.0), Vec2::new(20.0, 25.0)))
        },
    );
    run(world.as_mut(), 3.0);
    let (ram, pushed) = (state(world.as_ref(), ram), state(world.as_ref(), crate_));
    let between = pushed.pose.position.x - ram.pose.position.x;
    assert!(
        (39.0..42.0).contains(&between),
        "the crate is {between} px from the ram, 40 touch"
    );
    assert!(
        (pushed.velocity.x - 100.0).abs() < 5.0,
        "pushed at {}",
        pushed.velocity
    );
}

/// Putting a body somewhere keeps its velocity, and the pose is taken exactly.
pub fn putting_a_body_somewhere_keeps_its_velocity(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let body = add(
        world.as_mut(),
        &BodyDesc {
            velocity: Vec2::new(60.0, 0.0),
            spin: 0.6,
            ..circle(Vec2::ZERO, 10.0)
        },
    );
    let pose = Pose2::new(Vec2::new(1234.5, -678.25), 2.5);
    world.set_pose(body, pose).expect("the body exists");
    let s = state(world.as_ref(), body);
    assert_eq!(s.pose.position, pose.position);
    assert!((s.pose.angle - pose.angle).abs() < 1e-6);
    assert_eq!((s.velocity, s.spin), (Vec2::new(60.0, 0.0), 0.6));
    world.step(DT);
    let s = state(world.as_ref(), body);
    assert!(
        (s.pose.position - pose.position - Vec2::new(1.0, 0.0)).length() < 1e-3,
        "{s:?}"
    );
    assert!((s.pose.angle - 2.51).abs() < 1e-4, "{s:?}");
    world
        .set_velocity(body, Vec2::new(0.0, 120.0), -1.0)
        .expect("the body exists");
    world.step(DT);
    let s = state(world.as_ref(), body);
    assert!((s.velocity - Vec2::new(0.0, 120.0)).length() < 1e-3, "{s:?}");
    assert!((s.spin + 1.0).abs() < 1e-4, "{s:?}");
}

/// A bar on a pin swings with T = 2π √(I/(m g l)), I about the pin.
pub fn a_pendulum_keeps_its_period(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let start = PI / 2.0 + 5.0_f32.to_radians();
    let hung = add_hanging(world.as_mut(), 0.0, start, None, 1.0);
    let inertia = capsule_inertia(1.0, 0.5 * BAR - 8.0, 8.0) + (0.5 * BAR) * (0.5 * BAR);
    let period = TAU * (inertia / (GRAVITY.y * 0.5 * BAR)).sqrt();
    // Times of passing straight down, interpolated within the step.
    let (mut crossings, mut before) = (Vec::new(), start - PI / 2.0);
    for step in 1..1200 {
        world.step(DT);
        let now = pin_state(world.as_ref(), hung.pin).angle - PI / 2.0;
        if (before > 0.0) != (now > 0.0) {
            crossings.push((step as f32 - now / (now - before)) * DT);
        }
        before = now;
    }
    let n = crossings.len();
    assert!(n > 15, "it swung only {n} times through in 20 s");
    let measured = 2.0 * (crossings[n - 1] - crossings[0]) / (n - 1) as f32;
    assert!(
        (measured - period).abs() < 0.01 * period,
        "period {measured} s, {period} s wanted"
    );
    let gap = pin_state(world.as_ref(), hung.pin).gap;
    assert!(gap < 0.1, "the pin opened by {gap} px");
}

/// A free figure's momentum is its own: two pinned bars in zero gravity keep linear and angular momentum.
pub fn pins_neither_push_nor_turn_a_free_pair(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let a = add(
        world.as_mut(),
        &BodyDesc {
            velocity: Vec2::new(50.0, 0.0),
            mass: 3.0,
            ..bar(Vec2::new(-50.0, 0.0), 0.0, 100.0, 8.0)
        },
    );
    let b = add(
        world.as_mut(),
        &BodyDesc {
            velocity: Vec2::new(50.0, 0.0),
            ..bar(Vec2::new(50.0, 0.0), 0.0, 100.0, 8.0)
        },
    );
    pin(
        world.as_mut(),
        &PinDesc {
            parent: a,
            child: b,
            parent_anchor: Vec2::new(50.0, 0.0),
            child_anchor: Vec2::new(-50.0, 0.0),
            zero: 0.0,
            angle: 0.0,
            limits: Some([-1.0, 1.0]),
            softness: 0.0,
        },
    );
    world
        .apply_impulse(b, Vec2::new(0.0, 300.0), Vec2::new(95.0, 0.0))
        .expect("the body exists");
    let momentum = |world: &dyn tumble::Backend| {
        let (sa, sb) = (state(world, a), state(world, b));
        let linear = sa.velocity * 3.0 + sb.velocity;
        let own = capsule_inertia(1.0, 42.0, 8.0);
        let angular = 3.0 * sa.pose.position.perp_dot(sa.velocity)
            + sb.pose.position.perp_dot(sb.velocity)
            + own * (3.0 * sa.spin + sb.spin);
        (linear, angular)
    };
    let (linear, angular) = momentum(world.as_ref());
    for step in 0..300 {
        world.step(DT);
        let (l, h) = momentum(world.as_ref());
        assert!(
            (l - linear).length() < 1e-3 * linear.length(),
            "step {step}: momentum {l}, was {linear}"
        );
        assert!(
            (h - angular).abs() < 0.05 * angular.abs(),
            "step {step}: angular momentum {h}, was {angular}"
        );
    }
}
