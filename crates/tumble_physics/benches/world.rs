//! What the parts of a step cost, and what a question costs: `cargo bench -p tumble_physics`.
//!
//! A part is timed within whole steps, between the ends of its stages, so that it finds its data where a step leaves them. A world goes on
//! for a second and then begins anew, so that what is measured doesn't change with how long it is measured.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::{DT, Figure, add, ball, bar, fixed, ground, rect};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tumble_physics::math::{Pose2, Vec2, trig};
use tumble_physics::{
    Aabb, BodyDesc, BodyKind, QueryFilter, QueryShape, Ray, Settings, Shape, ShapeCast, Stage, World,
};

/// Steps after which a world begins anew.
const SECOND: u32 = 60;

/// What of a step is timed.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Stages(&'static [Stage]),
}

/// Time of a part over so many steps.
fn time(start: &World, steps: u64, part: Part) -> Duration {
    let mut world = start.clone();
    let mut since = 0;
    let mut took = Duration::ZERO;
    for _ in 0..steps {
        if since == SECOND {
            world.clone_from(start);
            since = 0;
        }
        since += 1;
        let mut last = Instant::now();
        match part {
            Part::Whole => {
                world.step(DT);
                took += last.elapsed();
            }
            Part::Stages(wanted) => world.step_observed(DT, &mut |stage| {
                let now = Instant::now();
                if wanted.contains(&stage) {
                    took += now - last;
                }
                last = now;
            }),
        }
    }
    took
}

/// Adds a part of a world's step; its time is also given over `elements` of it.
fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: BenchmarkId,
    world: &World,
    elements: usize,
    part: Part,
) {
    group.throughput(Throughput::Elements(elements as u64));
    group.bench_function(id, |bencher| {
        bencher.iter_custom(|steps| time(world, steps, part));
    });
}

/// Without gravity where told so; nothing sleeps.
fn awake(gravity: f32) -> World {
    World::new(Settings {
        gravity: Vec2::new(0.0, gravity),
        sleep: false,
        ..Settings::default()
    })
}

/// Discs that drift, each its own way, and never meet: only boxes and pairs have work.
fn drifting(count: usize) -> World {
    let mut world = awake(0.0);
    let columns = count.isqrt();
    for i in 0..count {
        let (sin, cos) = trig::sin_cos(2.4 * i as f32);
        let desc = BodyDesc {
            shape: ball(10.0),
            pose: Pose2::new(Vec2::new((i % columns) as f32, (i / columns) as f32) * 60.0, 0.0),
            velocity: Vec2::new(cos, sin) * 300.0,
            filter: tumble_physics::Filter {
                mask: 0,
                ..tumble_physics::Filter::default()
            },
            ..BodyDesc::default()
        };
        world.add_body(&desc).expect("a sound disc");
    }
    world.step(DT);
    world
}

fn broad_phase(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("broad phase, a drifting disc");
    for count in [1000, 10_000] {
        let world = drifting(count);
        let part = Part::Stages(&[Stage::Pairs, Stage::Boxes]);
        bench(
            &mut group,
            BenchmarkId::from_parameter(count),
            &world,
            count,
            part,
        );
    }
    group.finish();
}

/// Pairs of a kind, far from each other, and each just touching: upper shape, lower one, and from middle to middle.
fn pairs(upper: (&Shape, f32), lower: (&Shape, f32, BodyKind), apart: Vec2) -> World {
    const COUNT: u16 = 500;
    let mut world = awake(0.0);
    for i in 0..COUNT {
        let at = Vec2::new(f32::from(i % 25), f32::from(i / 25)) * 2000.0;
        let desc = BodyDesc {
            kind: lower.2,
            shape: lower.0.clone(),
            pose: Pose2::new(at, lower.1),
            ..BodyDesc::default()
        };
        world.add_body(&desc).expect("a sound shape");
        add(&mut world, upper.0.clone(), 1.0, Pose2::new(at - apart, upper.1));
    }
    world.step(DT);
    let contacts = world.counters().contacts;
    assert!(contacts >= u32::from(COUNT), "each pair touches: {contacts}");
    world
}

fn manifolds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("contacts, a pair");
    let (disc, limb, square) = (ball(20.0), bar(200.0, 8.0), rect(40.0, 30.0));
    let six: Vec<Vec2> = (0..6)
        .map(|i| {
            let (sin, cos) = trig::sin_cos(core::f32::consts::FRAC_PI_3 * i as f32);
            Vec2::new(cos, sin) * 40.0
        })
        .collect();
    let six = Shape::Polygon {
        points: six,
        radius: 0.0,
    };
    // One side in eleven of a rolling ground is below the pair.
    let hills = Shape::Segments {
        points: (0..12_u8)
            .map(|i| Vec2::new(80.0 * f32::from(i) - 440.0, if i % 2 == 0 { 0.0 } else { 12.0 }))
            .collect(),
    };
    let dynamic = BodyKind::Dynamic;
    for (name, upper, lower, apart) in [
        ("disc, disc", (&disc, 0.0), (&disc, 0.0, dynamic), 40.0),
        ("disc, limb", (&disc, 0.0), (&limb, 0.0, dynamic), 28.0),
        ("limb, limb along", (&limb, 0.0), (&limb, 0.0, dynamic), 16.0),
        ("limb, limb across", (&limb, 1.2), (&limb, 0.0, dynamic), 101.7),
        ("limb, box", (&limb, 0.0), (&square, 0.0, dynamic), 38.0),
        ("box, box", (&square, 0.0), (&square, 0.0, dynamic), 60.0),
        ("hexagon, box", (&six, 0.5), (&square, 0.0, dynamic), 69.9),
        (
            "disc, line of 11",
            (&disc, 0.0),
            (&hills, 0.0, BodyKind::Static),
            14.0,
        ),
        (
            "limb, line of 11",
            (&limb, 0.0),
            (&hills, 0.0, BodyKind::Static),
            8.0,
        ),
    ] {
        let world = pairs(upper, lower, Vec2::new(0.0, apart));
        let part = Part::Stages(&[Stage::Contacts]);
        bench(&mut group, BenchmarkId::from_parameter(name), &world, 500, part);
    }
    group.finish();
}

/// Stickmen 1200 px apart, their hips `height` above the ground.
fn figures(count: usize, height: f32, gravity: f32) -> World {
    let mut world = awake(gravity);
    world
        .add_body(&BodyDesc {
            kind: BodyKind::Static,
            shape: Shape::Segments {
                points: vec![Vec2::new(-1e6, 0.0), Vec2::new(2e6, 0.0)],
            },
            ..BodyDesc::default()
        })
        .expect("sound ground");
    for i in 0..count {
        Figure::plain(&mut world, Vec2::new(1200.0 * i as f32, -height), 0.37 * i as f32);
    }
    world
}

/// Stickmen dropped into a bin, as many columns as fit.
fn pile(count: usize) -> World {
    let mut world = awake(980.0);
    ground(&mut world);
    for side in [-1.0_f32, 1.0] {
        fixed(
            &mut world,
            rect(200.0, 40_000.0),
            Pose2::new(Vec2::new(side * 1700.0, -40_000.0), 0.0),
        );
    }
    for i in 0..count {
        let (column, row) = (i % 3, i / 3);
        let hips = Vec2::new(1000.0 * (column as f32 - 1.0), -700.0 - 1100.0 * row as f32);
        Figure::plain(&mut world, hips, 0.37 * i as f32);
    }
    common::run(&mut world, 900);
    world
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a step, a figure");
    for count in [1, 8, 1000] {
        let flying = figures(count, 1e5, 0.0);
        bench(
            &mut group,
            BenchmarkId::new("in flight", count),
            &flying,
            count,
            Part::Whole,
        );
    }
    for count in [1, 8, 1000] {
        let mut lying = figures(count, 700.0, 980.0);
        common::run(&mut lying, 300);
        assert!(lying.counters().contacts as usize >= count, "they are down");
        bench(
            &mut group,
            BenchmarkId::new("lying", count),
            &lying,
            count,
            Part::Whole,
        );
    }
    let heap = pile(60);
    bench(
        &mut group,
        BenchmarkId::new("in a pile", 60),
        &heap,
        60,
        Part::Whole,
    );
    let mut asleep = World::new(Settings::default());
    ground(&mut asleep);
    for i in 0..100_u8 {
        Figure::plain(
            &mut asleep,
            Vec2::new(1200.0 * f32::from(i) - 15_000.0, -700.0),
            0.0,
        );
    }
    common::run(&mut asleep, 1200);
    if asleep.stats().asleep == 1000 {
        bench(
            &mut group,
            BenchmarkId::new("asleep", 100),
            &asleep,
            100,
            Part::Whole,
        );
    } else {
        eprintln!("skipped: asleep: {} of 1000 bodies are", asleep.stats().asleep);
    }
    group.finish();
}

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a question to 1000 figures on the ground");
    let mut world = figures(1000, 700.0, 980.0);
    common::run(&mut world, 300);
    let mut turn = 0_u32;
    // A place of another figure each time, as for as many askers.
    let mut place = move || {
        turn = (turn + 379) % 1000;
        Vec2::new(1200.0 * turn as f32 + 150.0, -200.0)
    };
    let all = QueryFilter::default;
    group.bench_function("ray, 600 px down", |bencher| {
        bencher.iter(|| {
            let way = Vec2::new(0.0, 600.0);
            let origin = place() - Vec2::new(0.0, 200.0);
            black_box(world.cast_ray(Ray { origin, way }, all()))
        });
    });
    group.bench_function("ray, 10 000 px along", |bencher| {
        bencher.iter(|| {
            let way = Vec2::new(10_000.0, 0.0);
            let origin = place() - Vec2::new(0.0, 300.0);
            black_box(world.cast_ray(Ray { origin, way }, all()))
        });
    });
    let shape = QueryShape::new(&ball(40.0)).expect("a sound disc");
    group.bench_function("disc cast 600 px down", |bencher| {
        bencher.iter(|| {
            let cast = ShapeCast {
                shape: &shape,
                pose: Pose2::new(place() - Vec2::new(0.0, 200.0), 0.0),
                way: Vec2::new(0.0, 600.0),
            };
            black_box(world.cast_shape(cast, all()))
        });
    });
    group.bench_function("closest within 300 px", |bencher| {
        bencher.iter(|| black_box(world.closest_point(place(), 300.0, all())));
    });
    let mut found = Vec::new();
    group.bench_function("bodies in a box of 400 px", |bencher| {
        bencher.iter(|| {
            found.clear();
            let middle = place();
            let aabb = Aabb {
                min: middle - Vec2::splat(200.0),
                max: middle + Vec2::splat(200.0),
            };
            world.overlap_aabb(aabb, all(), &mut found);
            black_box(found.len())
        });
    });
    group.finish();
}

/// Short enough for a machine that is shared.
fn settings() -> Criterion {
    Criterion::default()
        .sample_size(15)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(900))
}

criterion_group! {
    name = benches;
    config = settings();
    targets = broad_phase, manifolds, steps, questions
}
criterion_main!(benches);
