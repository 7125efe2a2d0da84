//! Walls, ramps, crates, lines: nothing goes through, things rest, slide and bounce as they should.

mod common;

use std::sync::Arc;

use common::floor;
use tumble_verlet::{
    Figure, FigureDesc, FigureId, Material, PointDesc, Real, Settings, Shape, StickDesc, World, library,
};

struct Random(u32);

impl Random {
    /// Between −1 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1_u32 << 23) - 1.0
    }
}

fn boxed(low: [f64; 2], high: [f64; 2]) -> Shape {
    Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]])
}

/// A closed room from (−3, 0) to (3, 4).
fn room(kind: &str) -> Vec<Shape> {
    match kind {
        "half-planes" => [
            ([0.0, 0.0], [0.0, 1.0]),
            ([0.0, 4.0], [0.0, -1.0]),
            ([-3.0, 0.0], [1.0, 0.0]),
            ([3.0, 0.0], [-1.0, 0.0]),
        ]
        .map(|(at, normal)| Shape::HalfPlane { at, normal })
        .to_vec(),
        "polygons" => vec![
            boxed([-3.5, -0.5], [3.5, 0.0]),
            boxed([-3.5, 4.0], [3.5, 4.5]),
            boxed([-3.5, -0.5], [-3.0, 4.5]),
            boxed([3.0, -0.5], [3.5, 4.5]),
        ],
        _ => vec![Shape::Segments(vec![
            [-3.0, 0.0],
            [3.0, 0.0],
            [3.0, 4.0],
            [-3.0, 4.0],
            [-3.0, 0.0],
        ])],
    }
}

/// How fast figures are thrown \[units/s\].
const SPEEDS: [f64; 4] = [3.0, 10.0, 20.0, 80.0];

fn thrown_about(kind: &str, count: usize, steps: u32) {
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    for shape in room(kind) {
        world.add_terrain(shape, Material::new(0.6, 0.3)).expect("a wall");
    }
    let figure = library::seven_point();
    let mut random = Random(1);
    let ids: Vec<FigureId> = (0..count)
        .map(|i| {
            let at = [2.4 * random.next(), 1.5 + 1.2 * random.next()];
            let id = world.spawn(&figure, at).expect("a place");
            // From a walk to a cannon shot; each point a little differently, so that it spins.
            let speed = SPEEDS[i % 4];
            let velocity = [speed * random.next(), speed * random.next()];
            world.throw(id, velocity).expect("it is there");
            for point in 0..7 {
                let spin = [0.3 * speed * random.next(), 0.3 * speed * random.next()];
                world.kick(id, point, spin).expect("it is there");
            }
            id
        })
        .collect();
    let (mut worst, mut stretch) = (0.0_f64, [0.0_f64; 4]);
    for _ in 0..steps {
        world.step();
        for (i, &id) in ids.iter().enumerate() {
            for [x, y] in world.points(id) {
                worst = worst.max(x.abs() - 3.0).max(-y).max(y - 4.0);
            }
            stretch[i % 4] = stretch[i % 4].max(world.stretch(id).expect("it is there"));
        }
    }
    let worst_stretch = stretch.into_iter().fold(0.0, f64::max);
    let stretch = stretch
        .map(|stretch| format!("{:.2}%", 100.0 * stretch))
        .join(", ");
    let awake = ids.iter().filter(|&&id| world.is_awake(id)).count();
    println!(
        "{kind}: {count} throws, farthest out {worst:.1e} units, stretch by speed {stretch}, {awake} awake at the end"
    );
    assert!(worst < 1e-5, "{kind}: {worst}");
    assert!(worst_stretch < 1e-2, "{kind}: {worst_stretch}");
}

#[test]
fn a_thrown_figure_never_leaves_closed_walls() {
    thrown_about("half-planes", 4000, 60);
    thrown_about("polygons", 3000, 60);
    thrown_about("segments", 3000, 60);
}

#[test]
fn dropped_on_ramps_stairs_and_crates_it_lies_on_them_and_comes_to_rest() {
    let figure = library::seven_point();
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    let solids = [
        vec![[-20.0, -1.0], [20.0, -1.0], [20.0, 0.0], [-20.0, 0.0]],
        // A ramp, stairs, a crate, a thin post.
        vec![[2.0, 0.0], [5.0, 0.0], [5.0, 1.5]],
        vec![
            [6.0, 0.0],
            [7.5, 0.0],
            [7.5, 0.9],
            [7.0, 0.9],
            [7.0, 0.6],
            [6.5, 0.6],
            [6.5, 0.3],
            [6.0, 0.3],
        ],
        vec![[9.0, 0.0], [9.8, 0.0], [9.8, 0.8], [9.0, 0.8]],
        vec![[11.0, 0.0], [11.02, 0.0], [11.02, 0.5], [11.0, 0.5]],
    ];
    for corners in &solids {
        world
            .add_terrain(Shape::Polygon(corners.clone()), Material::default())
            .expect("a solid");
    }
    let ids: Vec<FigureId> = (0..100)
        .map(|i| {
            let at = [1.0 + 0.11 * f64::from(i), 2.0 + 0.02 * f64::from(i % 7)];
            let id = world.spawn(&figure, at).expect("a place");
            world
                .throw(id, [0.5 * f64::from(i % 3) - 0.5, 0.0])
                .expect("it is there");
            world
                .kick(id, 0, [f64::from(i % 5) - 2.0, 0.0])
                .expect("it is there");
            id
        })
        .collect();
    let mut stretch = 0.0_f64;
    for _ in 0..1200 {
        world.step();
        for &id in &ids {
            stretch = stretch.max(world.stretch(id).expect("it is there"));
        }
    }
    let inside = |[x, y]: [f64; 2]| {
        solids.iter().any(|corners| {
            let crosses = |i: usize| {
                let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                (a[1] > y) != (b[1] > y) && x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
            };
            (0..corners.len()).filter(|&i| crosses(i)).count() % 2 == 1
        })
    };
    let mut awake = 0;
    for &id in &ids {
        for point in world.points(id) {
            assert!(!inside(point), "{id:?} is inside at {point:?}");
        }
        awake += usize::from(world.is_awake(id));
    }
    println!(
        "100 figures dropped on ramps, stairs, crates: {awake} awake after 20 s, stretch {:.3}%",
        100.0 * stretch
    );
    assert!(awake <= 5, "{awake}");
    assert!(stretch < 2e-2, "{stretch}");
}

/// Two points of 1 kg, 0.4 apart.
fn plank(radius: f64) -> Arc<Figure> {
    let point = |name: &str, x: f64| PointDesc {
        radius,
        ..PointDesc::new(name, (x, 0.0), 1.0)
    };
    let desc = FigureDesc {
        name: "plank".into(),
        points: vec![point("a", -0.2), point("b", 0.2)],
        sticks: vec![StickDesc::new("a", "b")],
        ..FigureDesc::default()
    };
    Arc::new(desc.build().expect("a plank"))
}

fn slope(kind: &str, degrees: f64) -> Shape {
    let (sin, cos) = (degrees.to_radians().sin(), degrees.to_radians().cos());
    let at = |s: f64| [s * cos, s * sin];
    match kind {
        "half-plane" => Shape::HalfPlane {
            at: [0.0, 0.0],
            normal: [-sin, cos],
        },
        "segments" => Shape::Segments((-20..=20).map(|i| at(0.37 * f64::from(i))).collect()),
        _ => Shape::Polygon(vec![
            at(-8.0),
            [8.0 * sin - 8.0 * cos, -8.0 * cos - 8.0 * sin],
            at(8.0),
        ]),
    }
}

fn on_slope<R: Real>(kind: &str, degrees: f64, friction: f64) -> f64 {
    let settings = Settings::default().without_sleep();
    let mut world = World::<R>::new(settings).expect("valid settings");
    world
        .add_terrain(slope(kind, degrees), Material::new(friction, 0.0))
        .expect("a slope");
    let (sin, cos) = (degrees.to_radians().sin(), degrees.to_radians().cos());
    // The plank along the slope, resting on it.
    let skin = if kind == "half-plane" { 0.0 } else { 0.002 };
    let lying = FigureDesc {
        points: [-0.2, 0.2]
            .map(|s| PointDesc::new(format!("{s}"), (s * cos - skin * sin, s * sin + skin * cos), 1.0))
            .to_vec(),
        sticks: vec![StickDesc::new("-0.2", "0.2")],
        ..FigureDesc::default()
    };
    let figure = Arc::new(lying.build().expect("a plank"));
    let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
    let before = world.point(id, 0).expect("it is there");
    for _ in 0..60 {
        world.step();
    }
    let after = world.point(id, 0).expect("it is there");
    let (x, y) = (after[0] - before[0], after[1] - before[1]);
    -(x * cos + y * sin)
}

#[test]
fn on_slopes_it_stays_below_the_friction_angle_and_slides_above_as_coulomb_says() {
    for kind in ["half-plane", "segments", "polygon"] {
        for degrees in [0.0, 10.0, 25.0, 35.0, 45.0, 60.0] {
            // The friction angle of 0.6 is 30.96°.
            let slid = on_slope::<f64>(kind, degrees, 0.6);
            let slid_f32 = on_slope::<f32>(kind, degrees, 0.6);
            let (sin, cos) = (degrees.to_radians().sin(), degrees.to_radians().cos());
            let wanted = (0.5 * 9.81 * (sin - 0.6 * cos)).max(0.0);
            println!("{kind} {degrees}°: slid {slid:.4} and {slid_f32:.4} in 1 s, Coulomb says {wanted:.4}");
            for slid in [slid, slid_f32] {
                assert!(
                    (slid - wanted).abs() < 1e-3 + 0.02 * wanted,
                    "{kind} {degrees}°: {slid}"
                );
            }
        }
    }
}

#[test]
fn a_frictionless_line_is_smooth_to_slide_along() {
    let mut world = World::<f64>::new(Settings::default().without_sleep()).expect("valid settings");
    let corners = (-10..=40).map(|i| [0.173 * f64::from(i), 0.0]).collect();
    world
        .add_terrain(Shape::Segments(corners), Material::new(0.0, 0.0))
        .expect("a line");
    let id = world.spawn(&plank(0.0), [0.0, 0.002]).expect("a place");
    world.throw(id, [3.0, 0.0]).expect("it is there");
    let mut highest = 0.0_f64;
    for _ in 0..100 {
        world.step();
        highest = world.points(id).fold(highest, |most, point| most.max(point[1]));
    }
    let speed = world.velocity(id, 0).expect("it is there")[0];
    println!("after 29 seams: {speed:.9} of 3 units/s, never higher than {highest:.6}");
    assert!((speed - 3.0).abs() < 1e-6, "{speed}");
    assert!(highest < 0.0021, "{highest}");
}

#[test]
fn what_bounces_comes_back_with_its_share_of_the_speed() {
    for kind in ["half-plane", "polygon"] {
        let mut world = World::<f64>::new(Settings::default()).expect("valid settings");
        let shape = if kind == "half-plane" {
            floor()
        } else {
            boxed([-5.0, -1.0], [5.0, 0.0])
        };
        world
            .add_terrain(shape, Material::new(0.5, 0.8))
            .expect("a floor");
        let ball = FigureDesc {
            points: vec![PointDesc {
                radius: 0.1,
                ..PointDesc::new("ball", (0.0, 0.0), 2.0)
            }],
            ..FigureDesc::default()
        };
        let id = world
            .spawn(&Arc::new(ball.build().expect("a ball")), [0.0, 2.1])
            .expect("a place");
        let mut heights = Vec::new();
        let mut rising = false;
        let mut last = 2.1;
        for _ in 0..300 {
            world.step();
            let y = world.point(id, 0).expect("it is there")[1];
            if rising && y < last {
                heights.push(last - 0.1);
            }
            rising = y > last;
            last = y;
        }
        println!(
            "{kind}: dropped from 2, back to {:.3}, {:.3} (0.8² of it: 1.28, 0.819)",
            heights[0], heights[1]
        );
        assert!((heights[0] - 1.28).abs() < 0.03, "{heights:?}");
        assert!((heights[1] - 0.819).abs() < 0.04, "{heights:?}");
    }
}

#[test]
fn a_stick_lies_over_a_corner_and_never_falls_through_it() {
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    world
        .add_terrain(boxed([-0.05, -1.0], [0.05, 0.0]), Material::new(1.0, 0.0))
        .expect("a post");
    let id = world.spawn(&plank(0.0), [0.01, 0.3]).expect("a place");
    let mut lowest = f64::MAX;
    for _ in 0..30 {
        world.step();
        let [a, b] = [0, 1].map(|point| world.point(id, point).expect("it is there"));
        // Height of the stick over the post's middle.
        let t = (0.0 - a[0]) / (b[0] - a[0]);
        if (0.0..=1.0).contains(&t) {
            lowest = lowest.min(a[1] + t * (b[1] - a[1]));
        }
    }
    println!("a plank dropped on a post: over the post never lower than {lowest:.4}");
    assert!(lowest > -0.001, "{lowest}");
}

#[test]
fn dropped_from_a_great_height_onto_a_thin_floor_it_stays_above() {
    // 50 m onto 5 cm.
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    world
        .add_terrain(boxed([-50.0, -0.05], [50.0, 0.0]), Material::default())
        .expect("a floor");
    let figure = library::seven_point();
    let mut random = Random(3);
    let ids: Vec<FigureId> = (0..100)
        .map(|_| {
            let id = world
                .spawn(&figure, [30.0 * random.next(), 50.0])
                .expect("a place");
            for point in 0..7 {
                world
                    .kick(id, point, [2.0 * random.next(), 2.0 * random.next()])
                    .expect("it is there");
            }
            id
        })
        .collect();
    let mut lowest = f64::MAX;
    let mut stretch = 0.0_f64;
    for _ in 0..400 {
        world.step();
        for &id in &ids {
            lowest = world.points(id).fold(lowest, |low, point| low.min(point[1]));
            stretch = stretch.max(world.stretch(id).expect("it is there"));
        }
    }
    println!(
        "100 figures from 50 m onto 5 cm: lowest point {lowest:.5}, stretch {:.3}%",
        100.0 * stretch
    );
    assert!(lowest > 0.0, "{lowest}");
    assert!(stretch < 5e-3, "{stretch}");
}

#[test]
fn made_inside_a_wall_it_comes_out_slowly() {
    // 0.1 units deep in a wall, as a figure of 50 px a unit is 5 px deep.
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    world.add_terrain(floor(), Material::default()).expect("a floor");
    world
        .add_terrain(boxed([0.2, -1.0], [5.0, 5.0]), Material::default())
        .expect("a wall");
    let id = world.spawn(&library::seven_point(), [0.0, 0.0]).expect("a place");
    let mut fastest = 0.0_f64;
    for _ in 0..60 {
        world.step();
        for point in 0..7 {
            let [x, y] = world.velocity(id, point).expect("it is there");
            fastest = fastest.max((x * x + y * y).sqrt());
        }
    }
    let rightmost = world.points(id).fold(f64::MIN, |most, point| most.max(point[0]));
    println!(
        "made with a hand 0.1 inside a wall: out at {rightmost:.4} of 0.2, never faster than {fastest:.2} units/s"
    );
    assert!(rightmost < 0.2, "{rightmost}");
    assert!(fastest < 6.0, "{fastest}");
}
