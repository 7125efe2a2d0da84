//! The built-in figures: each stands or hangs as it should.

mod common;

use std::sync::Arc;

use tumble_verlet::{Figure, FigureId, Material, Real, Settings, Shape, World, library};

/// A world at the scale of the figure in px, y down, with a floor at y = 0 if asked for.
fn in_px<R: Real>(name: &str, up: f64, floor: bool) -> (World<R>, FigureId, Arc<Figure>) {
    let figure = Arc::new(library::figure(name).expect("it is built in").in_px());
    let mut world = World::new(Settings::in_px(100.0)).expect("valid settings");
    if floor {
        let shape = Shape::HalfPlane {
            at: [0.0, 0.0],
            normal: [0.0, -1.0],
        };
        world.add_terrain(shape, Material::default()).expect("a floor");
    }
    let id = world.spawn(&figure, [0.0, -up]).expect("a place");
    (world, id, figure)
}

#[test]
fn every_built_in_figure_reads_and_is_listed() {
    let names: Vec<&str> = library::names().map(|(name, _)| name).collect();
    assert_eq!(names, ["seven_point", "dog", "chain", "bridge"]);
    for name in names {
        let figure = library::figure(name).expect("it is listed");
        assert_eq!(figure.name(), name);
        let text = library::source(name).expect("it is listed");
        let read = tumble_verlet::file::read_figure("it.ron", text).expect("it reads");
        assert_eq!(*figure, read);
    }
    assert!(library::figure("cat").is_none() && library::source("cat").is_none());
}

#[test]
fn the_dog_stands_by_itself_for_a_minute_after_a_drop_a_push_and_a_jump() {
    let (mut world, id, figure) = in_px::<f32>("dog", 60.0, true);
    let point = |name| figure.point(name).expect("it has one");
    let (shoulder, hip, nose, tail) = (point("shoulder"), point("hip"), point("nose"), point("tail"));
    let mut stretch = 0.0_f64;
    for step in 0..3600 {
        match step {
            600 => world.push(id, [125.0, 0.0], 1.0).expect("it is there"),
            1200 => assert!(
                world
                    .jump(id, tumble_verlet::Jump::default())
                    .expect("it is there"),
                "its paws are on the ground"
            ),
            _ => {}
        }
        world.step();
        stretch = stretch.max(world.stretch(id).expect("it is there"));
        // Not while it lands, is pushed, or jumps.
        let quiet = (180..600).contains(&step) || (840..1200).contains(&step) || step > 1500;
        let height = |p: usize| -world.point(id, p).expect("it is there")[1];
        if quiet {
            for (p, least) in [(shoulder, 45.0), (hip, 45.0), (nose, 58.0), (tail, 58.0)] {
                assert!(height(p) > least, "step {step}, point {p}: {}", height(p));
            }
        }
    }
    println!(
        "the dog: shoulder {:.2}, nose {:.2}, tail {:.2} px up, stretch {:.3}%",
        -world.point(id, shoulder).expect("it is there")[1],
        -world.point(id, nose).expect("it is there")[1],
        -world.point(id, tail).expect("it is there")[1],
        100.0 * stretch
    );
    assert!(stretch < 5e-3, "{stretch}");
    assert!(!world.is_awake(id), "it sleeps");
}

#[test]
fn the_chain_hangs_straight_down_and_swings_as_a_pendulum_does() {
    let (mut world, id, figure) = in_px::<f32>("chain", 0.0, false);
    let weight = figure.grab_point();
    // Pulled aside by its weight, and let go.
    world.throw(id, [20.0, 0.0]).expect("it is there");
    let mut stretch = 0.0_f64;
    let mut crossings = Vec::new();
    let mut before = 0.0;
    for step in 0..1200 {
        world.step();
        stretch = stretch.max(world.stretch(id).expect("it is there"));
        let x = world.point(id, weight).expect("it is there")[0];
        if before < 0.0 && x >= 0.0 {
            crossings.push(f64::from(step) / 60.0);
        }
        before = x;
    }
    let swings = (crossings.len() - 1) as f64;
    let period = (crossings[crossings.len() - 1] - crossings[0]) / swings;
    // A heavy weight on a light chain of 2 m: nearly 2π√(L/g) = 2.837 s; the chain's 3.5 kg shorten it a little.
    println!("the chain: period {period:.3} s, stretch {:.4}%", 100.0 * stretch);
    assert!((2.5..2.84).contains(&period), "{period}");
    assert!(stretch < 1e-3, "{stretch}");
    for _ in 0..9000 {
        world.step();
    }
    let at = world.point(id, weight).expect("it is there");
    assert!(at[0].abs() < 2.0 && (at[1] - 200.0).abs() < 0.2, "{at:?}");
    assert_eq!(world.point(id, 0), Some([0.0, 0.0]), "the hook stays");
}

#[test]
fn the_bridge_hangs_in_its_parabola_and_comes_back_to_it() {
    let (mut world, id, figure) = in_px::<f32>("bridge", 0.0, false);
    let off = |world: &World<f32>| {
        let points = world.points(id).zip(figure.points());
        points.fold(0.0_f64, |most, (at, rest)| {
            most.max((at[0] - rest.at[0]).abs().max((at[1] - rest.at[1]).abs()))
        })
    };
    let mut worst = 0.0_f64;
    for _ in 0..300 {
        world.step();
        worst = worst.max(off(&world));
    }
    println!("the bridge: {worst:.4} px off the parabola at most in 5 s");
    assert!(worst < 0.05, "{worst}");
    // Somebody jumps on it.
    let middle = figure.point("middle").expect("it has one");
    world.kick(id, middle, [0.0, 400.0]).expect("it is there");
    let mut deepest = 0.0_f64;
    let mut stretch = 0.0_f64;
    for _ in 0..1800 {
        world.step();
        deepest = deepest.max(world.point(id, middle).expect("it is there")[1]);
        stretch = stretch.max(world.stretch(id).expect("it is there"));
    }
    let back = off(&world);
    println!(
        "  kicked down to {deepest:.1} of 40 px, 30 s later {back:.4} px off, stretch {:.4}%",
        100.0 * stretch
    );
    assert!(deepest > 42.0 && back < 0.5, "{deepest} {back}");
    assert!(stretch < 5e-3, "{stretch}");
}
