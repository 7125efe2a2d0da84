//! What must not shake, blow up or give way.

mod common;

use common::{DT, Figure, add, at, ball, bar, fixed, ground, ground_of, pin, rect, run, weightless, world};
use tumble_physics::math::Vec2;
use tumble_physics::{BodyDesc, BodyKind, Material, Settings, Shape, World};

#[test]
fn a_pyramid_of_twenty_rows_stands() {
    let mut world = world();
    ground(&mut world);
    let (rows, half) = (20_usize, 20.0_f32);
    let mut boxes = Vec::new();
    for row in 0..rows {
        for place in 0..rows - row {
            let x = (place as f32 - 0.5 * (rows - row - 1) as f32) * (2.0 * half + 4.0);
            let y = -half - row as f32 * 2.0 * half;
            boxes.push((
                add(&mut world, rect(half, half), 1.0, at(x, y, 0.0)),
                Vec2::new(x, y),
            ));
        }
    }
    run(&mut world, 600);
    let mut worst = 0.0_f32;
    for &(body, start) in &boxes {
        worst = worst.max((world.body(body).expect("it exists").center - start).length());
    }
    println!(
        "pyramid: moved at most {worst} px; asleep {}",
        world.stats().asleep
    );
    assert!(worst < 5.0, "a box moved {worst} px");
    assert_eq!(world.stats().asleep, boxes.len());
}

#[test]
fn a_house_of_cards_stands() {
    let mut world = world();
    ground(&mut world);
    // Two pairs of leaning cards, one lying across them, and a pair on top.
    let (half, thick) = (50.0_f32, 1.5_f32);
    let lean = 20.0_f32.to_radians();
    let (sin, cos) = lean.sin_cos();
    let mut cards = Vec::new();
    let card = |world: &mut World, x: f32, y: f32, angle: f32| {
        let body = world
            .add_body(&BodyDesc {
                shape: rect(thick, half),
                mass: 0.2,
                pose: at(x, y, angle),
                material: Material {
                    friction: 0.7,
                    ..Material::default()
                },
                ..BodyDesc::default()
            })
            .expect("sound");
        (body, Vec2::new(x, y))
    };
    let rise = half * cos + thick * sin;
    let apart = half * sin + thick * cos + 0.2;
    for level in 0..2 {
        let pairs = 2 - level;
        let floor = -(level as f32) * (2.0 * rise + 2.0 * thick);
        for pair in 0..pairs {
            let x = (pair as f32 - 0.5 * (pairs - 1) as f32) * (4.0 * half * sin + 8.0);
            cards.push(card(&mut world, x - apart, floor - rise, lean));
            cards.push(card(&mut world, x + apart, floor - rise, -lean));
        }
        if level == 0 {
            // One card lies on both tips.
            let y = floor - 2.0 * rise - thick;
            cards.push(card(&mut world, 0.0, y, core::f32::consts::FRAC_PI_2));
        }
    }
    run(&mut world, 600);
    let top = cards.last().expect("there are some");
    let state = world.body(top.0).expect("it exists");
    println!("top card moved {} px", (state.center - top.1).length());
    assert!(
        (state.center - top.1).length() < 15.0,
        "{:?} was {:?}",
        state.center,
        top.1
    );
}

#[test]
fn a_hundred_times_heavier_box_stands_on_light_ones() {
    let mut world = world();
    ground(&mut world);
    for x in [-40.0, 40.0] {
        add(&mut world, rect(20.0, 20.0), 1.0, at(x, -20.0, 0.0));
    }
    let heavy = add(&mut world, rect(80.0, 40.0), 100.0, at(0.0, -80.0, 0.0));
    run(&mut world, 600);
    let state = world.body(heavy).expect("it exists");
    println!("heavy box at {} (−80 is exact)", state.center.y);
    assert!((state.center.y + 80.0).abs() < 3.0, "{}", state.center.y);
    assert!(state.velocity.length() < 1.0);
}

#[test]
fn a_ball_a_thousand_times_heavier_hangs_on_a_chain() {
    let mut world = World::new(Settings {
        sleep: false,
        ..Settings::default()
    });
    let peg = fixed(&mut world, ball(1.0), at(0.0, 0.0, 0.0));
    let (mut last, mut on_last) = (peg, Vec2::ZERO);
    let mut pins = Vec::new();
    for link in 0..20 {
        let body = add(
            &mut world,
            bar(36.0, 3.0),
            1.0,
            at(20.0 + 40.0 * link as f32, 0.0, 0.0),
        );
        pins.push(pin(&mut world, last, body, on_last, Vec2::new(-20.0, 0.0)));
        (last, on_last) = (body, Vec2::new(20.0, 0.0));
    }
    let heavy = add(&mut world, ball(60.0), 1000.0, at(860.0, 0.0, 0.0));
    pins.push(pin(&mut world, last, heavy, on_last, Vec2::new(-60.0, 0.0)));
    let mut worst = 0.0_f32;
    let start = world.energy();
    let mut most = start;
    for _ in 0..1200 {
        world.step(DT);
        worst = pins
            .iter()
            .map(|&pin| world.joint(pin).expect("it exists").gap)
            .fold(worst, f32::max);
        most = most.max(world.energy());
    }
    println!("ball and chain: widest gap {worst} px, energy from {start} to at most {most}");
    assert!(worst < 0.05, "gap {worst} px");
    // One swing's potential energy is m·g·l = 1000·980·860.
    assert!(most - start < 0.01 * 1000.0 * 980.0 * 860.0);
}

#[test]
fn a_figure_hanging_by_a_hand_gains_no_energy() {
    let mut world = World::new(Settings {
        sleep: false,
        ..Settings::default()
    });
    let figure = Figure::plain(&mut world, Vec2::ZERO, 0.3);
    let hand = world.body(figure.bodies[5]).expect("it exists");
    let (sin, cos) = hand.pose.angle.sin_cos();
    let peg = fixed(&mut world, ball(1.0), {
        let tip = hand.center + Vec2::new(cos, sin) * 100.0;
        at(tip.x, tip.y, 0.0)
    });
    pin(
        &mut world,
        peg,
        figure.bodies[5],
        Vec2::ZERO,
        Vec2::new(100.0, 0.0),
    );
    let start = world.energy();
    let mut worst = 0.0_f32;
    let mut last_thousand = (f64::MAX, f64::MIN);
    for step in 0..10_000 {
        world.step(DT);
        let energy = world.energy();
        assert!(
            energy < start + 1e3,
            "step {step}: {energy}, it began with {start}"
        );
        worst = worst.max(figure.gap(&world));
        if step >= 9_000 {
            last_thousand = (last_thousand.0.min(energy), last_thousand.1.max(energy));
        }
    }
    println!("hanging: gap {worst} px, energy in the last 1000 steps {last_thousand:?}");
    assert!(worst < 0.05, "gap {worst}");
    assert!(last_thousand.1 - last_thousand.0 < 1e3, "{last_thousand:?}");
    assert!(figure.fastest(&world) < 1.0);
}

#[test]
fn a_net_of_fifty_by_fifty_pins_hangs() {
    let mut world = World::new(Settings {
        sleep: false,
        ..Settings::default()
    });
    let n = 50_usize;
    let mut bodies = Vec::new();
    for row in 0..n {
        for column in 0..n {
            let (x, y) = (column as f32 * 20.0, row as f32 * 20.0);
            let kind = if row == 0 && column % 7 == 0 {
                BodyKind::Static
            } else {
                BodyKind::Dynamic
            };
            bodies.push(
                world
                    .add_body(&BodyDesc {
                        kind,
                        shape: ball(8.0),
                        pose: at(x, y, 0.0),
                        mass: 0.1,
                        linear_damping: 0.5,
                        filter: tumble_physics::Filter {
                            mask: 0,
                            ..tumble_physics::Filter::default()
                        },
                        ..BodyDesc::default()
                    })
                    .expect("sound"),
            );
        }
    }
    for row in 0..n {
        for column in 0..n {
            let here = bodies[row * n + column];
            if column + 1 < n {
                let _ = world.add_joint(&tumble_physics::JointDesc::Pin(tumble_physics::PinDesc::new(
                    here,
                    bodies[row * n + column + 1],
                    Vec2::new(10.0, 0.0),
                    Vec2::new(-10.0, 0.0),
                )));
            }
            if row + 1 < n {
                let _ = world.add_joint(&tumble_physics::JointDesc::Pin(tumble_physics::PinDesc::new(
                    here,
                    bodies[(row + 1) * n + column],
                    Vec2::new(0.0, 10.0),
                    Vec2::new(0.0, -10.0),
                )));
            }
        }
    }
    let steps = if cfg!(debug_assertions) { 400 } else { 8000 };
    let mut most = f32::MIN;
    for step in 0..steps {
        world.step(DT);
        if step >= steps / 2 {
            let fastest = bodies
                .iter()
                .map(|&body| world.body(body).expect("exists").velocity.length())
                .fold(0.0, f32::max);
            most = most.max(fastest);
        }
    }
    println!("net: fastest in the second half of {steps} steps {most} px/s");
    assert!(most < 2000.0, "{most} px/s");
    for &body in &bodies {
        assert!(world.body(body).expect("exists").center.is_finite());
    }
}

#[test]
fn a_figure_in_a_box_that_gives_back_more_than_it_gets_stays_in_it() {
    let mut world = world();
    let half = 900.0_f32;
    for (x, y, hx, hy) in [
        (0.0, half + 50.0, half + 100.0, 50.0),
        (0.0, -half - 50.0, half + 100.0, 50.0),
        (half + 50.0, 0.0, 50.0, half),
        (-half - 50.0, 0.0, 50.0, half),
    ] {
        world
            .add_body(&BodyDesc {
                kind: BodyKind::Static,
                shape: rect(hx, hy),
                pose: at(x, y, 0.0),
                material: Material {
                    restitution: 1.3,
                    ..Material::default()
                },
                ..BodyDesc::default()
            })
            .expect("sound");
    }
    let figure = Figure::plain(&mut world, Vec2::ZERO, 0.4);
    let mut fastest = 0.0_f32;
    let mut outside = f32::MIN;
    for step in 0..3600 {
        let angle = step as f32 * DT;
        world.set_gravity(Vec2::new(angle.sin(), angle.cos()) * 980.0);
        world.step(DT);
        for &body in &figure.bodies {
            let state = world.body(body).expect("it exists");
            assert!(state.center.is_finite() && !state.quarantined, "step {step}");
            outside = outside.max(state.center.abs().max_element() - half);
        }
        fastest = fastest.max(figure.fastest(&world));
    }
    println!("box of 1.3: fastest {fastest} px/s, a centre at most {outside} px beyond the wall's face");
    assert!(outside < 0.0, "a limb's middle was {outside} px in a wall");
}

#[test]
fn a_dropped_figure_keeps_its_joints_and_falls_asleep() {
    let mut world = world();
    ground(&mut world);
    let mut worst_gap = 0.0_f32;
    let mut worst_limit = 0.0_f32;
    let mut worst_depth = 0.0_f32;
    let mut awake = Vec::new();
    for seed in 0..24 {
        let hips = Vec2::new((seed as f32 - 12.0) * 1500.0, -900.0);
        awake.push(Figure::plain(&mut world, hips, 0.37 * seed as f32));
    }
    for step in 0..480 {
        world.step(DT);
        for figure in &awake {
            worst_gap = worst_gap.max(figure.gap(&world));
            worst_limit = worst_limit.max(figure.overshoot(&world));
            worst_depth = worst_depth.max(figure.depth(&world));
            if step > 60 && step < 180 {
                assert!(!figure.asleep(&world) || figure.fastest(&world) == 0.0);
            }
        }
    }
    let asleep = awake.iter().filter(|figure| figure.asleep(&world)).count();
    println!(
        "drops: gap {worst_gap} px, limit {worst_limit}°, depth {worst_depth} px, asleep {asleep} of 24 after 8 s"
    );
    assert!(worst_gap <= 0.05, "gap {worst_gap} px");
    assert!(worst_limit <= 3.0, "limit {worst_limit}°");
    assert!(worst_depth <= 4.0, "depth {worst_depth} px");
    assert!(asleep >= 20, "{asleep} of 24 asleep");
}

#[test]
fn ground_of_any_friction_flings_nobody_away() {
    for friction in [3.0_f32, 10.0, 1e4, 1e19, f32::MAX] {
        let mut world = world();
        ground_of(&mut world, friction);
        let figures: Vec<Figure> = (0..8)
            .map(|seed| {
                let hips = Vec2::new(seed as f32 * 1500.0 - 6000.0, -900.0);
                Figure::plain(&mut world, hips, 0.8 * seed as f32)
            })
            .collect();
        let start = world.energy();
        let (mut last, mut gained, mut fastest) = (start, 0.0, 0.0_f32);
        for _ in 0..480 {
            world.step(DT);
            let energy = world.energy();
            gained += (energy - last).max(0.0);
            last = energy;
            fastest = figures
                .iter()
                .map(|figure| figure.fastest(&world))
                .fold(fastest, f32::max);
        }
        println!("friction {friction}: gained {gained}, fastest {fastest} px/s");
        // Falling gives each of the eight 1.5e7.
        assert!(
            gained < 0.005 * 8.0 * 1.5e7,
            "friction {friction}: {gained} gained"
        );
        assert!(fastest < 2000.0, "friction {friction}: {fastest} px/s");
    }
}

#[test]
fn heads_a_hundred_times_as_heavy_fall_and_lie_still() {
    let mut world = world();
    ground(&mut world);
    let mut weight = [1.0; 10];
    weight[1] = 100.0;
    let figures: Vec<Figure> = (0..8)
        .map(|seed| {
            Figure::add(
                &mut world,
                Vec2::new(seed as f32 * 1500.0 - 6000.0, -900.0),
                0.37 * seed as f32,
                weight,
            )
        })
        .collect();
    let (mut gap, mut limit, mut depth) = (0.0_f32, 0.0_f32, 0.0_f32);
    for _ in 0..600 {
        world.step(DT);
        for figure in &figures {
            gap = gap.max(figure.gap(&world));
            limit = limit.max(figure.overshoot(&world));
            depth = depth.max(figure.depth(&world));
        }
    }
    let fastest = figures
        .iter()
        .map(|figure| figure.fastest(&world))
        .fold(0.0, f32::max);
    println!(
        "heads × 100: gap {gap} px, limit {limit}°, depth {depth} px, fastest at the end {fastest} px/s"
    );
    assert!(gap < 0.05 && limit < 3.0 && depth < 10.0);
    assert!(fastest < 60.0, "{fastest} px/s");
}

#[test]
fn a_pile_of_ten_lies_still() {
    let mut world = world();
    ground(&mut world);
    for side in [-1.0_f32, 1.0] {
        fixed(&mut world, rect(50.0, 2000.0), at(side * 900.0, -2000.0, 0.0));
    }
    let figures: Vec<Figure> = (0..10)
        .map(|seed| {
            Figure::plain(
                &mut world,
                Vec2::new(40.0 * (seed % 3) as f32, -600.0 - 900.0 * seed as f32),
                0.9 * seed as f32,
            )
        })
        .collect();
    let (mut gap, mut limit) = (0.0_f32, 0.0_f32);
    for _ in 0..1500 {
        world.step(DT);
        for figure in &figures {
            gap = gap.max(figure.gap(&world));
            limit = limit.max(figure.overshoot(&world));
        }
    }
    let fastest = figures
        .iter()
        .map(|figure| figure.fastest(&world))
        .fold(0.0, f32::max);
    let depth = figures
        .iter()
        .map(|figure| figure.depth(&world))
        .fold(0.0, f32::max);
    println!(
        "pile: gap {gap} px, limit {limit}°, fastest at the end {fastest} px/s, depth {depth} px, asleep {}",
        world.stats().asleep
    );
    assert!(gap < 0.5 && limit < 3.0, "gap {gap} px, limit {limit}°");
    assert!(fastest < 30.0, "{fastest} px/s");
    assert!(depth < 4.0);
}

#[test]
fn a_crate_dropped_on_a_lying_figure_stays_on_it() {
    let mut world = world();
    ground(&mut world);
    let figure = Figure::plain(&mut world, Vec2::new(0.0, -200.0), 1.45);
    run(&mut world, 300);
    let torso = world.body(figure.bodies[0]).expect("it exists").center;
    let heavy = add(
        &mut world,
        rect(60.0, 60.0),
        50.0,
        at(torso.x, torso.y - 400.0, 0.1),
    );
    let mut gap = 0.0_f32;
    let mut deepest = f32::MIN;
    for _ in 0..600 {
        world.step(DT);
        gap = gap.max(figure.gap(&world));
        deepest = deepest.max(figure.depth(&world));
    }
    let state = world.body(heavy).expect("it exists");
    println!(
        "crate: at {:?}, gap {gap} px, figure at most {deepest} px in the ground",
        state.center
    );
    assert!(gap < 0.5);
    assert!(deepest < 8.0, "{deepest} px in the ground");
    assert!(
        state.center.y < -55.0,
        "the crate lies on the ground or on the figure: {}",
        state.center.y
    );
}

#[test]
fn nothing_tunnels() {
    for seed in 0..30 {
        let mut world = world();
        fixed(&mut world, rect(20_000.0, 2.5), at(0.0, 2.5, 0.0));
        let figure = Figure::plain(&mut world, Vec2::new(0.0, -5000.0), 0.37 * seed as f32);
        let loose = add(&mut world, ball(5.0), 1.0, at(1500.0, -5000.0, 0.0));
        let mut worst = f32::MIN;
        for _ in 0..600 {
            world.step(DT);
            for &body in figure.bodies.iter().chain([&loose]) {
                worst = worst.max(world.body(body).expect("it exists").center.y);
            }
        }
        assert!(
            worst < 2.5,
            "seed {seed}: a body's middle was {worst} px below the floor's face"
        );
    }
}

#[test]
fn a_fast_bar_stops_at_a_thin_wall() {
    let mut world = weightless();
    fixed(&mut world, rect(1.0, 5000.0), at(300.0, 0.0, 0.0));
    let bars: Vec<_> = (0..8)
        .map(|seed| {
            world
                .add_body(&BodyDesc {
                    shape: bar(200.0, 8.0),
                    pose: at(
                        -200.0 - 17.0 * seed as f32,
                        seed as f32 * 60.0 - 200.0,
                        0.4 * seed as f32,
                    ),
                    velocity: Vec2::new(10_000.0, 0.0),
                    spin: seed as f32,
                    ..BodyDesc::default()
                })
                .expect("sound")
        })
        .collect();
    for _ in 0..60 {
        world.step(DT);
        for &bar in &bars {
            let x = world.body(bar).expect("it exists").center.x;
            assert!(x < 299.0, "a bar's middle is at {x}, the wall at 299");
        }
    }
}

#[test]
fn what_is_made_in_the_floor_comes_out_slowly() {
    let mut world = world();
    ground(&mut world);
    let figure = Figure::plain(&mut world, Vec2::new(0.0, -387.0), 0.0);
    let block = add(&mut world, rect(20.0, 20.0), 1.0, at(1000.0, -10.0, 0.0));
    let mut fastest = 0.0_f32;
    for _ in 0..60 {
        world.step(DT);
        fastest = fastest.max(world.body(block).expect("exists").velocity.length());
    }
    assert!(fastest < 301.5, "{fastest}");
    assert!(world.body(block).expect("exists").center.y < -19.0);
    assert!(figure.depth(&world) < 4.0);
    let _ = Shape::Circle {
        center: Vec2::ZERO,
        radius: 1.0,
    };
}
