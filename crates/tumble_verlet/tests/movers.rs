//! Figures and what moves among them: momentum that only changes hands, light crates that heavy figures stand on, lifts, what comes fast.

mod common;

use std::sync::Arc;

use common::{HEAD, floor};
use tumble_verlet::{
    Event, Figure, FigureDesc, FigureId, JumpFrom, Material, MoverDesc, MoverId, MoverShape, MoverState,
    PointDesc, Real, Settings, StickDesc, Support, Weight, World, library,
};

/// A square crate about its centre, uniformly filled.
fn crate_of(side: f64, mass: f64, friction: f64) -> MoverDesc {
    let half = 0.5 * side;
    MoverDesc {
        shape: MoverShape::Polygon(vec![[-half, -half], [half, -half], [half, half], [-half, half]]),
        weight: Weight::Free {
            mass,
            inertia: mass * side * side / 6.0,
        },
        material: Material::new(friction, 0.0),
    }
}

fn ball_of(radius: f64, mass: f64) -> MoverDesc {
    MoverDesc {
        shape: MoverShape::Circle { radius },
        weight: Weight::Free {
            mass,
            inertia: 0.5 * mass * radius * radius,
        },
        material: Material::new(0.6, 0.0),
    }
}

fn at(x: f64, y: f64) -> MoverState {
    MoverState {
        at: [x, y],
        ..MoverState::default()
    }
}

/// The figure of record without drag and without the gravity that its head doesn't feel.
fn free_figure() -> Arc<Figure> {
    let mut desc =
        tumble_verlet::file::read_desc("it.ron", library::source("seven_point").expect("it is built in"))
            .expect("it reads");
    desc.drag = 0.0;
    Arc::new(desc.build().expect("it holds together"))
}

/// Linear and angular momentum about (0, 0) of a figure.
fn momentum<R: Real>(world: &World<R>, id: FigureId) -> [f64; 3] {
    let figure = world.figure(id).expect("it is there");
    let mut sum = [0.0; 3];
    for (number, point) in figure.points().iter().enumerate() {
        let m = 1.0 / point.inverse_mass;
        let [x, y] = world.point(id, number).expect("it is there");
        let [vx, vy] = world.velocity(id, number).expect("it is there");
        sum = [sum[0] + m * vx, sum[1] + m * vy, sum[2] + m * (x * vy - y * vx)];
    }
    sum
}

/// The same of a mover.
fn momentum_of(state: MoverState, mass: f64, inertia: f64) -> [f64; 3] {
    let ([x, y], [vx, vy]) = (state.at, state.velocity);
    [
        mass * vx,
        mass * vy,
        mass * (x * vy - y * vx) + inertia * state.spin,
    ]
}

/// A world's own motion of a mover: as a physics world without contacts would have it.
fn go<R: Real>(world: &mut World<R>, mover: MoverId) {
    let state = world.mover(mover).expect("it is there");
    world.set_mover(mover, state, &[]).expect("it is there");
}

fn thrown_at_a_crate<R: Real>(mass: f64, speed: f64, aim: f64) -> (f64, f64, f64) {
    let settings = Settings::default().with_gravity((0.0, 0.0)).without_sleep();
    let mut world = World::<R>::new(settings).expect("valid settings");
    let id = world.spawn(&free_figure(), [0.0, 0.0]).expect("a place");
    let desc = crate_of(1.0, mass, 0.6);
    let mover = world.add_mover(desc, at(2.0, aim)).expect("a crate");
    world.throw(id, [speed, 0.0]).expect("it is there");
    let total = |world: &World<R>| {
        let (own, other) = (
            momentum(world, id),
            momentum_of(world.mover(mover).expect("it is there"), mass, mass / 6.0),
        );
        [0, 1, 2].map(|i| own[i] + other[i])
    };
    let before = total(&world);
    let mut worst = [0.0_f64; 2];
    for _ in 0..120 {
        world.step();
        go(&mut world, mover);
        let now = total(&world);
        let scale = 75.0 * speed;
        let off = ((now[0] - before[0]).abs() + (now[1] - before[1]).abs()) / scale;
        worst = [
            worst[0].max(off),
            worst[1].max((now[2] - before[2]).abs() / scale),
        ];
    }
    let got = world.mover(mover).expect("it is there").velocity[0];
    let push = world.take_push(mover).expect("it is there");
    assert!(
        (push.free.linear[0] - mass * got).abs() < 1e-9 * mass * speed,
        "what was passed on is what it has: {push:?}, {got}"
    );
    (worst[0], worst[1], got)
}

#[test]
fn a_figure_thrown_at_a_free_crate_shares_its_momentum_and_loses_none() {
    for (mass, speed) in [(1.0, 10.0), (75.0, 10.0), (1000.0, 10.0), (20.0, 30.0)] {
        for aim in [0.5, 0.9] {
            let (double, turn, got) = thrown_at_a_crate::<f64>(mass, speed, aim);
            let (single, single_turn, _) = thrown_at_a_crate::<f32>(mass, speed, aim);
            println!(
                "75 kg at {speed} units/s against {mass} kg, {aim} up: the crate gets {got:.3} units/s; momentum off by {double:.1e} in f64, {single:.1e} in f32, moment by {turn:.1e} and {single_turn:.1e} units of it"
            );
            assert!(double < 1e-12 && single < 2e-6, "{double} {single}");
            // The moment: what moves in a sub-step moves by its end.
            assert!(turn < 0.05 && single_turn < 0.05, "{turn}");
            assert!(got > 0.0 && got < 2.0 * speed, "{got}");
        }
    }
}

#[test]
fn two_masses_collide_as_two_masses_do() {
    // A point of 2 kg at 4 units/s against a ball of 1 kg at rest, head on: both go on with 4 · 2/3.
    let point = FigureDesc {
        points: vec![PointDesc::new("it", (0.0, 0.0), 2.0)],
        ..FigureDesc::default()
    };
    let point = Arc::new(point.build().expect("a point"));
    for restitution in [0.0, 0.5, 1.0] {
        let settings = Settings::default().with_gravity((0.0, 0.0)).without_sleep();
        let mut world = World::<f64>::new(settings).expect("valid settings");
        let id = world.spawn(&point, [0.0, 0.0]).expect("a place");
        let mut desc = ball_of(0.25, 1.0);
        desc.material.restitution = restitution;
        let mover = world.add_mover(desc, at(1.0, 0.0)).expect("a ball");
        world.throw(id, [4.0, 0.0]).expect("it is there");
        for _ in 0..60 {
            world.step();
            go(&mut world, mover);
        }
        let own = world.velocity(id, 0).expect("it is there")[0];
        let other = world.mover(mover).expect("it is there").velocity[0];
        let common = 4.0 * 2.0 / 3.0;
        let wanted = (common - restitution * 4.0 / 3.0, common + restitution * 8.0 / 3.0);
        println!("restitution {restitution}: {own:.4} and {other:.4}, closed form {wanted:.4?}");
        assert!((own - wanted.0).abs() < 1e-3 && (other - wanted.1).abs() < 1e-3);
    }
}

/// A crate that its world holds fast on the ground: what it is given there goes into the ground.
fn hold<R: Real>(world: &mut World<R>, mover: MoverId, half: f64) {
    let state = world.mover(mover).expect("it is there");
    let [x, _] = state.at;
    let supports = [-half, half].map(|side| Support {
        at: [x + side, 0.0],
        normal: [0.0, 1.0],
    });
    world
        .set_mover(mover, at(x, half), &supports)
        .expect("it is there");
}

#[test]
fn a_heavy_figure_stands_on_a_light_crate_on_the_ground_and_sleeps_there() {
    for mass in [0.5, 10.0, 500.0] {
        let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
        world.add_terrain(floor(), Material::default()).expect("a floor");
        let mover = world
            .add_mover(crate_of(1.0, mass, 0.6), at(0.0, 0.5))
            .expect("a crate");
        hold(&mut world, mover, 0.5);
        let id = world
            .spawn(&library::seven_point(), [0.05, 1.3])
            .expect("a place");
        let (mut weight, mut seconds, mut low, mut stretch) = (0.0, 0.0, f64::MAX, 0.0_f64);
        for i in 0..360 {
            world.step();
            hold(&mut world, mover, 0.5);
            let push = world.take_push(mover).expect("it is there");
            if i >= 45 && world.is_awake(id) {
                weight += push.borne.linear[1];
                seconds += 1.0 / 60.0;
            }
            low = world.points(id).fold(low, |low, point| low.min(point[1]));
            stretch = stretch.max(world.stretch(id).expect("it is there"));
        }
        let head = world.point(id, HEAD).expect("it is there")[1] - 1.0;
        // The head floats: 70 kg press.
        let weight: f64 = weight / seconds;
        println!(
            "on a crate of {mass} kg: head {head:.3} above it, never lower than {low:.4}, presses with {:.1} of 686.7 N, stretch {:.3}%",
            -weight,
            100.0 * stretch
        );
        assert!(head > 0.855, "{head}");
        assert!(low > 0.97, "{low}");
        assert!((-weight / 686.7 - 1.0).abs() < 0.02, "{weight}");
        assert!(stretch < 5e-3, "{stretch}");
        assert!(!world.is_awake(id), "it sleeps");
        // Asleep it still has its feet on something, and may jump.
        assert!(
            world
                .jump(id, tumble_verlet::Jump::default())
                .expect("it is there")
        );
        // Taken away, the crate carries it no longer.
        for _ in 0..200 {
            world.step();
            hold(&mut world, mover, 0.5);
        }
        world.remove_mover(mover).expect("it is there");
        for _ in 0..60 {
            world.step();
        }
        let lowest = world.points(id).fold(f64::MAX, |low, point| low.min(point[1]));
        assert!(lowest < 0.01, "{lowest}");
    }
}

#[test]
fn a_lift_carries_a_figure_and_a_moving_platform_takes_it_along() {
    for velocity in [[0.0, 2.0], [0.8, 0.0], [0.0, -2.0]] {
        let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
        let desc = MoverDesc {
            shape: MoverShape::Polygon(vec![[-3.0, -0.1], [3.0, -0.1], [3.0, 0.1], [-3.0, 0.1]]),
            weight: Weight::Driven,
            // Its feet feel a tenth of it.
            material: Material::new(6.0, 0.0),
        };
        let mover = world.add_mover(desc, at(0.0, -0.1)).expect("a platform");
        let id = world
            .spawn(&library::seven_point(), [0.0, 0.005])
            .expect("a place");
        let mut state = at(0.0, -0.1);
        for i in 0..240 {
            // Gently.
            state.velocity = velocity.map(|part| part * (f64::from(i) / 120.0).min(1.0));
            world.set_mover(mover, state, &[]).expect("it is there");
            world.step();
            state.at = [0, 1].map(|axis| state.at[axis] + state.velocity[axis] / 60.0);
        }
        let foot = world.point(id, 5).expect("it is there");
        let head = world.point(id, HEAD).expect("it is there");
        println!(
            "platform at {velocity:?}: foot {:.4} above it, head {:.3}, foot {:.3} from its middle",
            foot[1] - state.at[1] - 0.1,
            head[1] - state.at[1] - 0.1,
            foot[0] - state.at[0]
        );
        assert!((foot[1] - state.at[1] - 0.1).abs() < 0.02, "{foot:?} {state:?}");
        assert!(head[1] - state.at[1] - 0.1 > 0.855);
        assert!((foot[0] - state.at[0]).abs() < 0.5, "{foot:?} {state:?}");
        assert!(world.is_awake(id), "what is carried doesn't sleep");
    }
}

#[test]
fn a_sleeper_is_woken_by_what_comes_and_by_what_creeps_away() {
    let settings = Settings::default();
    let mut world = World::<f32>::new(settings).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    let id = world.spawn(&library::seven_point(), [0.0, 0.0]).expect("a place");
    for _ in 0..120 {
        world.step();
    }
    assert!(!world.is_awake(id));
    let mover = world.add_mover(ball_of(0.2, 5.0), at(-3.0, 0.5)).expect("a ball");
    let mut state = at(-3.0, 0.5);
    state.velocity = [8.0, 0.0];
    let mut woken = None;
    for i in 0..60 {
        world.set_mover(mover, state, &[]).expect("it is there");
        world.step();
        state = world.mover(mover).expect("it is there");
        if world.is_awake(id) && woken.is_none() {
            woken = Some(i);
        }
    }
    let slowed = state.velocity[0];
    println!("a ball at 8 units/s wakes it in step {woken:?} and goes on at {slowed:.2}");
    assert!(woken.is_some_and(|step| (18..30).contains(&step)), "{woken:?}");
    assert!(slowed < 7.9, "{slowed}");
    let impacts = world
        .drain_events()
        .filter(|event| matches!(event, Event::Impact { .. }))
        .count();
    assert!(impacts > 0);
}

#[test]
fn nothing_passes_through_a_thin_wall_that_moves() {
    // A wall of 0.05 comes at 20 units/s against a figure thrown at it with 40.
    let mut world = World::<f32>::new(Settings::default().with_gravity((0.0, 0.0))).expect("valid settings");
    let desc = MoverDesc {
        shape: MoverShape::Polygon(vec![[-0.025, -5.0], [0.025, -5.0], [0.025, 5.0], [-0.025, 5.0]]),
        weight: Weight::Driven,
        material: Material::default(),
    };
    let mut state = at(3.0, 0.0);
    state.velocity = [-20.0, 0.0];
    let mover = world.add_mover(desc, state).expect("a wall");
    let id = world.spawn(&library::seven_point(), [0.0, 0.0]).expect("a place");
    world.throw(id, [40.0, 3.0]).expect("it is there");
    let mut deepest = f64::MIN;
    let mut stretch = 0.0_f64;
    for _ in 0..60 {
        world.set_mover(mover, state, &[]).expect("it is there");
        world.step();
        state.at[0] += state.velocity[0] / 60.0;
        let wall = state.at[0] - 0.025;
        deepest = world
            .points(id)
            .fold(deepest, |most, point| most.max(point[0] - wall));
        stretch = stretch.max(world.stretch(id).expect("it is there"));
    }
    println!(
        "against a wall at 60 units/s: deepest {deepest:.4}, stretch {:.2}%",
        100.0 * stretch
    );
    assert!(deepest < 0.02, "{deepest}");
    assert!(stretch < 0.02, "{stretch}");
}

#[test]
fn a_stick_lies_over_a_crates_corner() {
    let desc = FigureDesc {
        points: vec![
            PointDesc::new("a", (-0.5, 0.0), 1.0),
            PointDesc::new("b", (0.5, 0.0), 1.0),
        ],
        sticks: vec![StickDesc::new("a", "b")],
        ..FigureDesc::default()
    };
    let plank = Arc::new(desc.build().expect("a plank"));
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    let mut post = crate_of(0.2, 1.0, 6.0);
    post.weight = Weight::Driven;
    world.add_mover(post, at(0.0, -0.1)).expect("a post");
    let id = world.spawn(&plank, [0.01, 0.3]).expect("a place");
    let mut lowest = f64::MAX;
    for _ in 0..40 {
        world.step();
        let [a, b] = [0, 1].map(|point| world.point(id, point).expect("it is there"));
        let t = -a[0] / (b[0] - a[0]);
        if (0.0..=1.0).contains(&t) {
            lowest = lowest.min(a[1] + t * (b[1] - a[1]));
        }
    }
    println!("a plank dropped on a post that could move: over its middle never lower than {lowest:.4}");
    assert!(lowest > -0.02, "{lowest}");
}

#[test]
fn movers_have_the_same_bytes_in_every_lane_and_after_a_snapshot() {
    let crowd = |isa| {
        let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
        world.set_isa(isa);
        world.add_terrain(floor(), Material::default()).expect("a floor");
        let figure = library::seven_point();
        for i in 0..40 {
            let id = world.spawn(&figure, [0.8 * f64::from(i), 0.3]).expect("a place");
            world
                .throw(id, [f64::from(i % 7) - 3.0, 2.0])
                .expect("it is there");
        }
        let movers: Vec<MoverId> = (0..5)
            .map(|i| {
                world
                    .add_mover(crate_of(0.8, 5.0, 0.6), at(2.0 + 5.0 * f64::from(i), 0.4))
                    .expect("a crate")
            })
            .collect();
        (world, movers)
    };
    let run = |world: &mut World<f32>, movers: &[MoverId], steps: u32| {
        for _ in 0..steps {
            for &mover in movers {
                hold(world, mover, 0.4);
            }
            world.step();
        }
        world.hash()
    };
    let (mut world, movers) = crowd(tumble_verlet::Isa::detect());
    run(&mut world, &movers, 100);
    let saved = world.snapshot();
    let wanted = run(&mut world, &movers, 100);
    world.restore(&saved).expect("it is this world's");
    assert_eq!(run(&mut world, &movers, 100), wanted);
    let (mut scalar, movers) = crowd(tumble_verlet::Isa::Scalar);
    assert_eq!(run(&mut scalar, &movers, 200), wanted);
    // A jump in mid-air is refused, one from a crate isn't: that is in the bytes too.
    assert_eq!(JumpFrom::default(), JumpFrom::Ground);
}

#[test]
fn movers_that_cannot_be_are_refused() {
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    let bad = |desc: MoverDesc, state: MoverState, world: &mut World<f32>| {
        world.add_mover(desc, state).expect_err("it can't be").to_string()
    };
    let text = bad(crate_of(1.0, 0.0, 0.6), at(0.0, 0.0), &mut world);
    assert_eq!(text, "`mass` is 0; it must be more than 0");
    let text = bad(ball_of(f64::NAN, 1.0), at(0.0, 0.0), &mut world);
    assert!(text.contains("must be more than 0"), "{text}");
    let text = bad(ball_of(1.0, 1.0), at(f64::NAN, 0.0), &mut world);
    assert!(text.contains("not finite"), "{text}");
    let line = MoverDesc {
        shape: MoverShape::Polygon(vec![[0.0, 0.0], [1.0, 0.0]]),
        ..ball_of(1.0, 1.0)
    };
    let text = bad(line, at(0.0, 0.0), &mut world);
    assert!(text.contains("at least 3 corners"), "{text}");
    let mover = world.add_mover(ball_of(1.0, 1.0), at(0.0, 0.0)).expect("a ball");
    world.remove_mover(mover).expect("it is there");
    assert!(world.remove_mover(mover).is_err() && world.mover(mover).is_none());
}
