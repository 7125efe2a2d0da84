//! What a step costs: one figure, crowds on flat ground and over terrain, in both kinds of numbers.
//!
//! `cargo bench -p tumble_verlet`

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tumble_verlet::{Material, Real, Settings, Shape, StickSolver, World, library};

fn floor() -> Shape {
    Shape::HalfPlane {
        at: [0.0, 0.0],
        normal: [0.0, 1.0],
    }
}

/// Stairs all along, one step under every figure.
fn stairs(count: u32) -> Shape {
    let corners = (0..count).flat_map(|i| {
        let (x, y) = (f64::from(i), 0.1 * f64::from(i % 5));
        [[x, y], [x + 1.0, y]]
    });
    Shape::Segments(corners.collect())
}

fn crowd<R: Real>(settings: Settings, ground: Shape, count: u32) -> World<R> {
    let mut world = World::new(settings).expect("valid settings");
    world.add_terrain(ground, Material::default()).expect("ground");
    let figure = library::seven_point();
    for i in 0..count {
        let at = [0.5 + f64::from(i), 0.5 + 0.02 * f64::from(i % 100)];
        world.spawn(&figure, at).expect("a place");
    }
    (0..60).for_each(|_| world.step());
    world
}

fn steps(criterion: &mut Criterion) {
    let awake = || Settings::default().without_sleep();
    let mut group = criterion.benchmark_group("step");
    group.sample_size(20);
    for count in [1, 100, 10_000] {
        group.throughput(Throughput::Elements(u64::from(count * awake().sub_steps)));
        let mut add = |name: &str, step: &mut dyn FnMut()| {
            group.bench_function(BenchmarkId::new(name, count), |bencher| bencher.iter(&mut *step));
        };
        let mut flat = crowd::<f32>(awake(), floor(), count);
        add("flat", &mut || flat.step());
        let mut double = crowd::<f64>(awake(), floor(), count);
        add("flat_f64", &mut || double.step());
        let one_by_one = Settings {
            sticks: StickSolver::Sequential,
            ..awake()
        };
        let mut sequential = crowd::<f32>(one_by_one, floor(), count);
        add("one_by_one", &mut || sequential.step());
        let mut over_stairs = crowd::<f32>(awake(), stairs(count + 1), count);
        add("stairs", &mut || over_stairs.step());
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
