//! Every engine understands a plan in the same way: signs, units, filters, springs.

use core::f64::consts::TAU;

use glam::DVec2;
use tumble_bench::engine::{BodyNow, Engine, Name};
use tumble_bench::plan::stickman::stickman;
use tumble_bench::plan::{BodyPlan, FigurePlan, Form, Part, PinPlan, Placement, SpringPlan};
use tumble_bench::scene::{DT, GRAVITY};

fn body(name: &'static str, form: Form, at: DVec2, angle: f64, mass: f64) -> BodyPlan {
    BodyPlan {
        name,
        density: mass / form.area(),
        parts: vec![Part {
            form,
            friction: 0.6,
            terrain_only: false,
        }],
        at,
        angle,
        linear_damping: 0.0,
        angular_damping: 0.0,
        sleep_speed: None,
    }
}

fn ball(at: DVec2) -> BodyPlan {
    body(
        "ball",
        Form::Circle {
            center: DVec2::ZERO,
            radius: 20.0,
        },
        at,
        0.0,
        1.0,
    )
}

/// A rod that hangs on a post which never moves, at the origin, and sticks out in `direction`.
fn rod(direction: f64, zero: f64, limits: Option<[f64; 2]>, spring: Option<SpringPlan>) -> FigurePlan {
    let half = DVec2::new(50.0, 0.0);
    let post = body(
        "post",
        Form::Circle {
            center: DVec2::ZERO,
            radius: 5.0,
        },
        DVec2::ZERO,
        0.0,
        0.0,
    );
    let mut rod = body(
        "rod",
        Form::Capsule {
            a: -half,
            b: half,
            radius: 5.0,
        },
        DVec2::from_angle(direction) * 60.0,
        direction,
        1.0,
    );
    rod.angular_damping = 2.0;
    let pin = PinPlan {
        parent: 0,
        child: 1,
        at: DVec2::ZERO,
        zero,
        limits,
        spring,
        friction_torque: 0.0,
    };
    FigurePlan {
        bodies: vec![post, rod],
        pins: vec![pin],
        apart: Vec::new(),
    }
}

fn world(engine: Name, gravity: f64) -> Box<dyn Engine> {
    engine.world(gravity, 1).unwrap_or_else(|error| panic!("{error}"))
}

fn spawn(world: &mut dyn Engine, plan: &FigurePlan, placement: Placement) {
    world
        .spawn(plan, placement)
        .unwrap_or_else(|error| panic!("{error}"));
}

fn steps(world: &mut dyn Engine, count: usize) {
    for _ in 0..count {
        world.step(DT).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn read(world: &mut dyn Engine, figure: usize) -> Vec<BodyNow> {
    let mut out = Vec::new();
    world
        .read(figure, &mut out)
        .unwrap_or_else(|error| panic!("{error}"));
    out
}

fn turn_between(a: f64, b: f64) -> f64 {
    let turn = (a - b) % TAU;
    turn.abs().min(TAU - turn.abs())
}

#[test]
fn a_figure_is_where_it_was_put() {
    let plan = stickman(true);
    let placement = Placement {
        at: DVec2::new(300.0, -2000.0),
        turn: 2.0,
        team: 0,
    };
    for engine in Name::ALL {
        let mut world = world(engine, GRAVITY);
        spawn(&mut *world, &plan, placement);
        for (body, now) in plan.bodies.iter().zip(read(&mut *world, 0)) {
            let (at, angle) = placement.of(body);
            assert!(
                now.at.distance(at) < 2e-3,
                "{engine}: {} at {} for {at}",
                body.name,
                now.at
            );
            assert!(turn_between(now.angle, angle) < 1e-5, "{engine}: {}", body.name);
        }
    }
}

#[test]
fn a_free_body_falls_down() {
    let plan = FigurePlan {
        bodies: vec![ball(DVec2::ZERO)],
        ..FigurePlan::default()
    };
    for engine in Name::ALL {
        let mut world = world(engine, GRAVITY);
        spawn(&mut *world, &plan, Placement::default());
        steps(&mut *world, 60);
        let [now] = read(&mut *world, 0)[..] else {
            panic!("one body")
        };
        assert!(
            (now.velocity.y - GRAVITY).abs() < 0.01,
            "{engine}: {}",
            now.velocity.y
        );
        // Semi-implicit steps of h go g·t·h/2 further than g·t²/2: with one to eight sub-steps, by 1 to 8.2 px.
        let beyond = now.at.y - 0.5 * GRAVITY;
        assert!(
            (0.9..8.3).contains(&beyond) && now.at.x == 0.0,
            "{engine}: {}",
            now.at
        );
    }
}

#[test]
fn limits_turn_clockwise_on_the_screen() {
    for engine in Name::ALL {
        // To the right gravity turns the rod clockwise, up to 0.5; to the left the other way, down to −0.3.
        for (direction, stop) in [(0.0, 0.5), (core::f64::consts::PI, -0.3)] {
            let mut world = world(engine, GRAVITY);
            spawn(
                &mut *world,
                &rod(direction, direction, Some([-0.3, 0.5]), None),
                Placement::default(),
            );
            steps(&mut *world, 600);
            let now = read(&mut *world, 0)[1];
            let off = turn_between(now.angle, direction + stop).to_degrees();
            assert!(off < 1.0, "{engine}: {off}° off its limit of {stop}");
        }
    }
}

#[test]
fn a_spring_swings_with_the_same_period_in_every_engine() {
    let zero = 0.4;
    let mut plan = rod(0.0, zero, None, None);
    plan.bodies[1].angular_damping = 0.0;
    // 1 Hz about the pin, without damping: at zero after 15 steps, on the other side as far after 30.
    plan.pins[0].spring = Some(SpringPlan::swinging(plan.hinge_inertia(&plan.pins[0]), 1.0, 0.0));
    for engine in Name::ALL {
        let mut world = world(engine, 0.0);
        spawn(&mut *world, &plan, Placement::default());
        let angles: Vec<f64> = (0..45)
            .map(|_| {
                steps(&mut *world, 1);
                read(&mut *world, 0)[1].angle
            })
            .collect();
        let crossed = angles
            .iter()
            .position(|angle| *angle > zero)
            .map(|before| before + 1);
        assert!(
            crossed.is_some_and(|step| (15..=17).contains(&step)),
            "{engine}: {crossed:?}"
        );
        let most = angles.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Implicit springs damp a little.
        assert!((0.55..0.81).contains(&most), "{engine}: {most}");
    }
}

#[test]
fn bodies_kept_apart_and_of_one_team_dont_meet() {
    let overlapping = |apart: bool| FigurePlan {
        bodies: vec![ball(DVec2::ZERO), ball(DVec2::new(15.0, 0.0))],
        pins: Vec::new(),
        apart: if apart { vec![[0, 1]] } else { Vec::new() },
    };
    for engine in Name::ALL {
        for (apart, team, moves) in [(false, 0, true), (true, 0, false), (false, 3, false)] {
            let mut world = world(engine, 0.0);
            spawn(
                &mut *world,
                &overlapping(apart),
                Placement {
                    team,
                    ..Placement::default()
                },
            );
            steps(&mut *world, 30);
            let now = read(&mut *world, 0);
            let distance = now[0].at.distance(now[1].at);
            assert_eq!(
                distance > 20.0,
                moves,
                "{engine}, apart {apart}, team {team}: {distance}"
            );
        }
    }
}

#[test]
fn what_only_meets_terrain_falls_through_figures_and_not_through_the_ground() {
    let ground = FigurePlan {
        bodies: vec![body(
            "ground",
            Form::rectangle(DVec2::new(-200.0, -50.0), DVec2::new(200.0, 50.0)),
            DVec2::new(0.0, 50.0),
            0.0,
            0.0,
        )],
        ..FigurePlan::default()
    };
    let mut falling = ball(DVec2::new(0.0, -100.0));
    falling.parts[0].terrain_only = true;
    let plan = FigurePlan {
        bodies: vec![ball(DVec2::new(0.0, -20.0)), falling],
        ..FigurePlan::default()
    };
    for engine in Name::ALL {
        let mut world = world(engine, GRAVITY);
        spawn(&mut *world, &ground, Placement::default());
        spawn(&mut *world, &plan, Placement::default());
        steps(&mut *world, 120);
        for now in read(&mut *world, 1) {
            assert!((now.at.y + 20.0).abs() < 1.5, "{engine}: {}", now.at);
        }
        assert!(read(&mut *world, 0)[0].at == DVec2::new(0.0, 50.0), "{engine}");
    }
}

#[test]
fn removed_figures_are_gone_and_the_world_sleeps_without_them() {
    let plan = FigurePlan {
        bodies: vec![ball(DVec2::ZERO)],
        ..FigurePlan::default()
    };
    for engine in Name::ALL {
        let mut world = world(engine, GRAVITY);
        spawn(&mut *world, &plan, Placement::default());
        spawn(
            &mut *world,
            &rod(0.0, 0.0, None, None),
            Placement {
                at: DVec2::new(500.0, 0.0),
                ..Placement::default()
            },
        );
        steps(&mut *world, 3);
        assert!(!world.all_asleep().unwrap_or(true), "{engine}");
        for figure in [1, 0] {
            world.remove(figure).unwrap_or_else(|error| panic!("{error}"));
            assert!(world.remove(figure).is_err(), "{engine}");
            assert!(world.read(figure, &mut Vec::new()).is_err(), "{engine}");
        }
        steps(&mut *world, 1);
        assert!(world.all_asleep().unwrap_or(false), "{engine}");
    }
}
