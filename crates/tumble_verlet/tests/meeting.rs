//! Figures that meet figures, and themselves.

mod common;

use std::sync::Arc;

use common::floor;
use tumble_verlet::{
    Figure, FigureDesc, FigureId, Material, PointDesc, Real, Settings, SpringDesc, StickDesc, World, library,
};

fn ball(radius: f64, mass: f64) -> Arc<Figure> {
    let desc = FigureDesc {
        points: vec![PointDesc {
            radius,
            ..PointDesc::new("ball", (0.0, 0.0), mass)
        }],
        ..FigureDesc::default()
    };
    Arc::new(desc.build().expect("a ball"))
}

/// The figure of record with a body: sticks 0.08 thick, a head of 0.08 radius.
fn stout() -> Arc<Figure> {
    let text = library::source("seven_point").expect("it is built in");
    let mut desc = tumble_verlet::file::read_desc("seven_point.ron", text).expect("it is right");
    desc.name = "stout".into();
    for stick in &mut desc.sticks {
        if stick.drawn {
            stick.thickness = 0.08;
        }
    }
    desc.points[0].radius = 0.08;
    Arc::new(desc.build().expect("a figure"))
}

fn settings() -> Settings {
    Settings {
        mutual_collision: true,
        ..Settings::default()
    }
}

fn speed<R: Real>(world: &World<R>, id: FigureId) -> f64 {
    let points = world.points(id).count();
    (0..points).fold(0.0, |most, point| {
        let [x, y] = world.velocity(id, point).expect("it is there");
        f64::max(most, (x * x + y * y).sqrt())
    })
}

#[test]
fn two_balls_share_their_momentum_and_stick_as_a_soft_impact_does() {
    let settings = Settings {
        gravity: (0.0, 0.0),
        ..settings()
    };
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let light = world.spawn(&ball(0.1, 1.0), [0.0, 0.0]).expect("a place");
    let heavy = world.spawn(&ball(0.1, 3.0), [1.0, 0.0]).expect("a place");
    world.throw(light, [4.0, 0.0]).expect("it is there");
    (0..60).for_each(|_| world.step());
    let [a, b] = [light, heavy].map(|id| world.velocity(id, 0).expect("it is there")[0]);
    let gap = world.point(heavy, 0).expect("it is there")[0] - world.point(light, 0).expect("it is there")[0];
    println!(
        "1 kg at 4 units/s into 3 kg: both at {a:.4} and {b:.4} (momentum says 1), {gap:.4} apart (0.2 touch)"
    );
    assert!((a + 3.0 * b - 4.0).abs() < 1e-9, "momentum");
    assert!((a - 1.0).abs() < 0.02 && (b - 1.0).abs() < 0.02);
    assert!(gap > 0.199);
}

#[test]
fn asked_not_to_meet_they_pass_through_each_other() {
    let settings = Settings {
        gravity: (0.0, 0.0),
        ..Settings::default()
    };
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let a = world.spawn(&ball(0.1, 1.0), [0.0, 0.0]).expect("a place");
    let b = world.spawn(&ball(0.1, 1.0), [1.0, 0.0]).expect("a place");
    world.throw(a, [4.0, 0.0]).expect("it is there");
    (0..60).for_each(|_| world.step());
    assert!(world.point(a, 0).expect("it is there")[0] > 3.9);
    assert_eq!(world.point(b, 0).expect("it is there")[0], 1.0);
}

#[test]
fn a_heap_of_figures_lies_on_one_another_and_comes_to_rest() {
    let mut world = World::<f32>::new(settings()).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    let figure = stout();
    let ids: Vec<FigureId> = (0..12)
        .map(|i| {
            let at = [0.1 * f64::from(i % 3), 0.3 + 1.1 * f64::from(i)];
            world.spawn(&figure, at).expect("a place")
        })
        .collect();
    let mut stretch = 0.0_f64;
    for _ in 0..1800 {
        world.step();
        for &id in &ids {
            stretch = stretch.max(world.stretch(id).expect("it is there"));
        }
    }
    let highest = ids
        .iter()
        .flat_map(|&id| world.points(id))
        .fold(0.0_f64, |most, point| most.max(point[1]));
    let fastest = ids.iter().fold(0.0_f64, |most, &id| most.max(speed(&world, id)));
    let asleep = ids.iter().filter(|&&id| !world.is_awake(id)).count();
    println!(
        "12 figures in a heap: {highest:.2} high, fastest {fastest:.3} units/s after 30 s, {asleep} asleep, stretch {:.3}%",
        100.0 * stretch
    );
    assert!(stretch < 2e-2, "{stretch}");
    assert!(fastest < 0.5, "{fastest}");
    let lowest = ids
        .iter()
        .flat_map(|&id| world.points(id))
        .fold(0.0_f64, |least, point| least.min(point[1]));
    assert!(lowest > -1e-6, "{lowest}");
}

#[test]
fn a_figure_keeps_out_of_itself_but_not_along_its_sticks() {
    // Two arms on one shoulder, folded together by a spring: they meet at their thickness.
    let arms = |self_collision: bool| {
        let ball = |name: &str, at: (f64, f64)| PointDesc {
            radius: 0.05,
            ..PointDesc::new(name, at, 1.0)
        };
        let desc = FigureDesc {
            points: vec![
                PointDesc {
                    fixed: true,
                    ..PointDesc::new("shoulder", (0.0, 0.0), 1.0)
                },
                ball("left", (-0.5, -0.5)),
                ball("right", (0.5, -0.5)),
            ],
            sticks: ["left", "right"]
                .map(|hand| StickDesc {
                    thickness: 0.04,
                    ..StickDesc::new("shoulder", hand)
                })
                .to_vec(),
            springs: vec![SpringDesc {
                length: Some(0.0),
                ..SpringDesc::with_k_c("left", "right", 30.0, 5.0)
            }],
            self_collision,
            ..FigureDesc::default()
        };
        let mut world = World::<f64>::new(Settings::default()).expect("valid settings");
        let figure = Arc::new(desc.build().expect("two arms"));
        let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
        (0..600).for_each(|_| world.step());
        let [a, b] = [1, 2].map(|point| world.point(id, point).expect("it is there"));
        assert!(
            world.stretch(id).expect("it is there") < 1e-4,
            "sticks are not pushed by their own ends"
        );
        ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
    };
    let (kept, through) = (arms(true), arms(false));
    println!("hands of radius 0.05 pulled together end {kept:.4} apart, without self-collision {through:.4}");
    assert!((kept - 0.1).abs() < 0.003, "{kept}");
    assert!(through < 0.01, "{through}");
}

#[test]
fn made_overlapping_they_part_slowly() {
    let settings = Settings {
        gravity: (0.0, 0.0),
        ..settings()
    };
    let mut world = World::<f32>::new(settings).expect("valid settings");
    let figure = stout();
    let ids = [0.0, 0.03].map(|x| world.spawn(&figure, [x, 0.0]).expect("a place"));
    let mut fastest = 0.0_f64;
    for _ in 0..120 {
        world.step();
        for id in ids {
            fastest = fastest.max(speed(&world, id));
        }
    }
    println!("two figures made in one another: never faster than {fastest:.2} units/s");
    // 1000 px/s is 20 units/s.
    assert!(fastest < 20.0, "{fastest}");
}

#[test]
fn a_sleeper_is_woken_by_what_hits_it() {
    let mut world = World::<f32>::new(settings()).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    let sleeper = world.spawn(&ball(0.2, 1.0), [0.0, 0.2]).expect("a place");
    (0..90).for_each(|_| world.step());
    assert!(!world.is_awake(sleeper));
    let other = world.spawn(&ball(0.2, 1.0), [-1.5, 0.2]).expect("a place");
    world.throw(other, [6.0, 0.0]).expect("it is there");
    (0..30).for_each(|_| world.step());
    let x = world.point(sleeper, 0).expect("it is there")[0];
    println!("hit at 6 units/s the sleeper went {x:.3}");
    assert!(x > 0.1, "{x}");
}

#[test]
fn meetings_give_the_same_bytes_every_time() {
    let run = || {
        let mut world = World::<f32>::new(settings()).expect("valid settings");
        world.add_terrain(floor(), Material::default()).expect("a floor");
        let figure = stout();
        for i in 0..20 {
            let at = [0.3 * f64::from(i % 4), 0.2 + 0.7 * f64::from(i)];
            world.spawn(&figure, at).expect("a place");
        }
        (0..240).for_each(|_| world.step());
        world.hash()
    };
    assert_eq!(run(), run());
}
