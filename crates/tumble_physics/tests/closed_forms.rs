//! What has a closed form, against it.

mod common;

use common::{DT, add, at, ball, bar, fixed, ground_of, pin, rect, run, weightless, world};
use tumble_physics::math::Vec2;
use tumble_physics::{
    BodyDesc, BodyKind, DistanceDesc, JointDesc, Material, PinDesc, PoseSpring, Settings, Shape, Spring,
    World,
};

#[test]
fn free_fall_is_a_parabola() {
    let mut world = world();
    let body = add(&mut world, ball(10.0), 3.0, at(0.0, 0.0, 0.0));
    run(&mut world, 60);
    // Implicit Euler with n sub-steps of h falls g·h²·n(n + 1)/2.
    let (n, h) = (240.0_f32, DT / 4.0);
    let exact = 980.0 * h * h * n * (n + 1.0) / 2.0;
    let state = world.body(body).expect("it exists");
    assert!(
        (state.center.y - exact).abs() < 0.05,
        "{} against {exact}",
        state.center.y
    );
    assert!((state.velocity.y - 980.0).abs() < 0.05);
}

#[test]
fn damping_divides_by_one_plus_d_dt() {
    let mut world = weightless();
    let body = world
        .add_body(&BodyDesc {
            velocity: Vec2::new(100.0, 0.0),
            spin: 2.0,
            linear_damping: 1.5,
            angular_damping: 4.0,
            ..BodyDesc::default()
        })
        .expect("sound");
    run(&mut world, 60);
    let state = world.body(body).expect("it exists");
    let dt = f64::from(DT);
    let linear = 100.0 / (1.0 + 1.5 * dt).powi(60);
    let angular = 2.0 / (1.0 + 4.0 * dt).powi(60);
    assert!(
        (f64::from(state.velocity.x) - linear).abs() < 1e-3,
        "{} {linear}",
        state.velocity.x
    );
    assert!(
        (f64::from(state.spin) - angular).abs() < 1e-4,
        "{} {angular}",
        state.spin
    );
}

#[test]
fn a_small_pendulum_swings_with_its_period() {
    let mut world = world();
    let peg = fixed(&mut world, ball(1.0), at(0.0, 0.0, 0.0));
    // A point-like bob on a light arm: I = m·(l² + r²/2).
    let (length, radius) = (100.0_f32, 2.0_f32);
    let start = 0.05_f32;
    let bob = add(
        &mut world,
        ball(radius),
        1.0,
        at(length * start.sin(), length * start.cos(), 0.0),
    );
    let (sin, cos) = start.sin_cos();
    pin(
        &mut world,
        peg,
        bob,
        Vec2::ZERO,
        Vec2::new(-length * sin, -length * cos),
    );
    let exact = core::f32::consts::TAU * ((length + 0.5 * radius * radius / length) / 980.0).sqrt();
    let mut crossings = Vec::new();
    let mut last = world.body(bob).expect("it exists").center.x;
    for step in 0..1200 {
        world.step(DT);
        let now = world.body(bob).expect("it exists").center.x;
        if last > 0.0 && now <= 0.0 {
            crossings.push(step as f32 + last / (last - now));
        }
        last = now;
    }
    let swings = crossings.len() - 1;
    let period = (crossings[swings] - crossings[0]) / swings as f32 * DT;
    println!("pendulum: {period} s against {exact} s");
    assert!((period - exact).abs() < 0.005 * exact, "{period} against {exact}");
}

#[test]
fn friction_stops_a_box_after_v_squared_over_two_mu_g() {
    let mut world = world();
    ground_of(&mut world, 0.5);
    let body = world
        .add_body(&BodyDesc {
            shape: rect(20.0, 10.0),
            pose: at(0.0, -10.0, 0.0),
            velocity: Vec2::new(400.0, 0.0),
            material: Material {
                friction: 0.5,
                ..Material::default()
            },
            ..BodyDesc::default()
        })
        .expect("sound");
    run(&mut world, 180);
    let exact = 400.0_f32 * 400.0 / (2.0 * 0.5 * 980.0);
    let state = world.body(body).expect("it exists");
    println!("stops after {} px, exact {exact} px", state.center.x);
    assert!(
        (state.center.x - exact).abs() < 0.02 * exact,
        "{} against {exact}",
        state.center.x
    );
    assert!(state.velocity.length() < 0.01);
}

#[test]
fn hits_keep_momentum_and_give_back_what_restitution_says() {
    for (restitution, masses) in [(1.0_f32, [1.0_f32, 1.0]), (0.5, [1.0, 3.0]), (0.0, [2.0, 1.0])] {
        let mut world = weightless();
        let material = Material {
            restitution,
            friction: 0.0,
            ..Material::default()
        };
        let body = |world: &mut World, x: f32, v: f32, mass: f32| {
            world
                .add_body(&BodyDesc {
                    shape: ball(20.0),
                    pose: at(x, 0.0, 0.0),
                    velocity: Vec2::new(v, 0.0),
                    mass,
                    material,
                    ..BodyDesc::default()
                })
                .expect("sound")
        };
        let one = body(&mut world, -100.0, 300.0, masses[0]);
        let two = body(&mut world, 100.0, -100.0, masses[1]);
        run(&mut world, 60);
        let (v1, v2) = (
            world.body(one).expect("exists").velocity.x,
            world.body(two).expect("exists").velocity.x,
        );
        let momentum = masses[0] * 300.0 - masses[1] * 100.0;
        assert!(
            (masses[0] * v1 + masses[1] * v2 - momentum).abs() < 0.1,
            "momentum of e = {restitution}"
        );
        let back = v2 - v1;
        assert!(
            (back - restitution * 400.0).abs() < 2.0,
            "e = {restitution}: {back} comes back of 400"
        );
    }
}

#[test]
fn a_hinge_spring_is_implicit_euler_with_one_sub_step() {
    // 2 Hz, damping ratio 0.1, from 100°.
    let wanted = [
        (1, 95.960_f32),
        (10, -22.372),
        (15, -52.900),
        (30, 27.553),
        (60, 7.097),
        (120, 0.346),
    ];
    for fixed_parent in [true, false] {
        let mut world = World::new(Settings {
            gravity: Vec2::ZERO,
            sub_steps: 1,
            sleep: false,
            ..Settings::default()
        });
        let parent = if fixed_parent {
            fixed(&mut world, ball(1.0), at(0.0, 0.0, 0.0))
        } else {
            add(&mut world, ball(1000.0), 1e9, at(0.0, 0.0, 0.0))
        };
        let child = add(
            &mut world,
            bar(200.0, 8.0),
            2.0,
            at(0.0, 0.0, 100_f32.to_radians()),
        );
        let desc = PinDesc {
            pose_spring: Some(PoseSpring {
                target: 0.0,
                spring: Spring {
                    hertz: 2.0,
                    damping_ratio: 0.1,
                },
                max_torque: f32::INFINITY,
            }),
            ..PinDesc::new(parent, child, Vec2::ZERO, Vec2::ZERO)
        };
        world.add_joint(&JointDesc::Pin(desc)).expect("sound");
        let mut step = 0;
        for (at_step, degrees) in wanted {
            while step < at_step {
                world.step(DT);
                step += 1;
            }
            let now = world.body(child).expect("it exists").pose.angle.to_degrees();
            println!("fixed {fixed_parent}: step {step}: {now}° against {degrees}°");
            assert!(
                (now - degrees).abs() < 0.1,
                "fixed {fixed_parent}: step {step}: {now}° against {degrees}°"
            );
        }
    }
}

#[test]
fn a_spring_between_two_points_swings_with_its_hertz() {
    let mut world = weightless();
    let peg = fixed(&mut world, ball(1.0), at(0.0, 0.0, 0.0));
    let body = add(&mut world, ball(5.0), 1.0, at(120.0, 0.0, 0.0));
    world
        .add_joint(&JointDesc::Distance(DistanceDesc {
            a: peg,
            b: body,
            a_anchor: Vec2::ZERO,
            b_anchor: Vec2::ZERO,
            range: [0.0, f32::INFINITY],
            spring: Some(Spring {
                hertz: 1.0,
                damping_ratio: 0.0,
            }),
            rest: 100.0,
            collide: false,
            break_force: f32::INFINITY,
        }))
        .expect("sound");
    let mut crossings = Vec::new();
    let mut last = 20.0;
    for step in 0..300 {
        world.step(DT);
        let now = world.body(body).expect("it exists").center.x - 100.0;
        if last > 0.0 && now <= 0.0 {
            crossings.push(step as f32 + last / (last - now));
        }
        last = now;
    }
    let swings = crossings.len() - 1;
    let period = (crossings[swings] - crossings[0]) / swings as f32 * DT;
    println!("spring: {period} s against 1 s");
    assert!((period - 1.0).abs() < 0.01, "{period}");
}

#[test]
fn a_bridge_sags_as_a_polygon_of_links_does() {
    // n links of length l between two pegs a span apart: by symmetry and statics, the tangents of the links' slopes go up
    // evenly from the middle: tan θ_k = (2k + 1)·w/(2H), with H found from the span.
    let links = 10_usize;
    let (length, span) = (50.0_f32, 440.0_f32);
    let mut world = World::new(Settings {
        sleep: false,
        ..Settings::default()
    });
    let left = fixed(&mut world, ball(1.0), at(0.0, 0.0, 0.0));
    let right = fixed(&mut world, ball(1.0), at(span, 0.0, 0.0));
    let mut last = left;
    let mut on_last = Vec2::ZERO;
    let mut bodies = Vec::new();
    for link in 0..links {
        let x = span * (link as f32 + 0.5) / links as f32;
        let body = world
            .add_body(&BodyDesc {
                shape: bar(length - 4.0, 2.0),
                pose: at(x, 0.0, 0.0),
                linear_damping: 1.0,
                angular_damping: 1.0,
                ..BodyDesc::default()
            })
            .expect("sound");
        pin(&mut world, last, body, on_last, Vec2::new(-0.5 * length, 0.0));
        last = body;
        on_last = Vec2::new(0.5 * length, 0.0);
        bodies.push(body);
    }
    pin(&mut world, last, right, on_last, Vec2::ZERO);
    run(&mut world, 1800);
    let wide = |h: f64| -> f64 {
        (0..links / 2)
            .map(|k| 2.0 * f64::from(length) / (1.0 + ((k as f64 + 0.5) / h).powi(2)).sqrt())
            .sum()
    };
    let (mut low, mut high) = (1e-3, 1e3);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if wide(middle) < f64::from(span) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let h = low;
    let sag: f64 = (0..links / 2)
        .map(|k| {
            let tan = (k as f64 + 0.5) / h;
            f64::from(length) * tan / (1.0 + tan * tan).sqrt()
        })
        .sum();
    let state = world.body(bodies[links / 2]).expect("it exists");
    let (sin, cos) = state.pose.angle.sin_cos();
    let middle = state.center - Vec2::new(cos, sin) * (0.5 * length);
    println!("bridge: sag {} px against {sag} px", middle.y);
    assert!(
        (f64::from(middle.y) - sag).abs() < 0.005 * sag + 0.2,
        "{} against {sag}",
        middle.y
    );
}

#[test]
fn a_conveyor_carries_what_lies_on_it() {
    let mut world = world();
    let belt = ground_of(&mut world, 0.6);
    world
        .set_material(
            belt,
            Material {
                friction: 0.6,
                restitution: 0.0,
                surface_speed: 100.0,
            },
        )
        .expect("it exists");
    let body = add(&mut world, rect(20.0, 20.0), 2.0, at(0.0, -20.0, 0.0));
    run(&mut world, 120);
    let state = world.body(body).expect("it exists");
    assert!(
        (state.velocity.x - 100.0).abs() < 1.0,
        "it goes with the belt: {}",
        state.velocity.x
    );
}

#[test]
fn a_slope_holds_below_the_friction_angle_and_lets_go_above() {
    for degrees in [0.0_f32, 10.0, 20.0, 29.0, 33.0, 45.0, 60.0] {
        let mut world = world();
        let slope = degrees.to_radians();
        let (sin, cos) = slope.sin_cos();
        let along = Vec2::new(cos, sin);
        fixed(
            &mut world,
            Shape::Segments {
                points: vec![along * -3000.0, along * 3000.0],
            },
            at(0.0, 0.0, 0.0),
        );
        let up = Vec2::new(sin, -cos);
        let start = up * 10.0;
        let body = world
            .add_body(&BodyDesc {
                shape: rect(30.0, 10.0),
                pose: at(start.x, start.y, slope),
                ..BodyDesc::default()
            })
            .expect("sound");
        run(&mut world, 120);
        let way = (world.body(body).expect("it exists").center - start).dot(along);
        // tan 30.96° = 0.6.
        if degrees < 30.0 {
            assert!(way.abs() < 0.5, "{degrees}°: crept {way} px");
        } else {
            let exact = 0.5 * 980.0 * (sin - 0.6 * cos) * 4.0;
            assert!(
                (way - exact).abs() < 0.05 * exact + 2.0,
                "{degrees}°: slid {way} px, {exact} px expected"
            );
        }
    }
}

#[test]
fn a_kinematic_platform_carries_and_is_not_moved() {
    let mut world = world();
    let platform = world
        .add_body(&BodyDesc {
            kind: BodyKind::Kinematic,
            shape: rect(200.0, 10.0),
            pose: at(0.0, 10.0, 0.0),
            velocity: Vec2::new(100.0, 0.0),
            ..BodyDesc::default()
        })
        .expect("sound");
    let body = add(&mut world, rect(20.0, 20.0), 50.0, at(0.0, -20.0, 0.0));
    run(&mut world, 120);
    let (under, on) = (
        world.body(platform).expect("exists"),
        world.body(body).expect("exists"),
    );
    assert!((under.center.x - 200.0).abs() < 0.01 && under.center.y == 10.0);
    assert!((on.velocity.x - 100.0).abs() < 1.0, "{}", on.velocity.x);
    assert!(!on.asleep, "what is on a moving platform stays awake");
}
