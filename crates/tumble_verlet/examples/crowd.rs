//! What a crowd costs: nanoseconds a figure and sub-step on one core, from 100 to 100 000 figures on flat ground, how the cost grows, and
//! what the machine does in that time.
//!
//! `cargo run --release -p tumble_verlet --example crowd [FIGURES]`; with a number, only that many.
//!
//! The least of several runs is taken: on a machine with other work the others tell of that.

use std::hint::black_box;
use std::time::Instant;

use tumble_verlet::{Isa, Material, Settings, Shape, World, library};

/// A crowd that has landed and stands, jumps and falls about; nobody sleeps.
fn crowd(settings: Settings, count: u32, isa: Isa) -> Result<World<f32>, Box<dyn std::error::Error>> {
    let mut world = World::new(settings.without_sleep())?;
    world.set_isa(isa);
    let floor = Shape::HalfPlane {
        at: [0.0, 0.0],
        normal: [0.0, 1.0],
    };
    world.add_terrain(floor, Material::default())?;
    let figure = library::seven_point();
    for i in 0..count {
        let id = world.spawn(&figure, [2.0 * f64::from(i), 0.02 * f64::from(i % 100)])?;
        if i % 10 == 0 {
            world.throw(id, [f64::from(i % 13) - 6.0, 4.0])?;
        }
    }
    (0..30).for_each(|_| world.step());
    Ok(world)
}

/// The least time of some runs \[ns\].
fn least(runs: u32, mut run: impl FnMut()) -> f64 {
    (0..runs).fold(f64::INFINITY, |least, _| {
        let start = Instant::now();
        run();
        least.min(1e9 * start.elapsed().as_secs_f64())
    })
}

/// Nanoseconds a figure and sub-step; prints them.
fn cost(settings: Settings, count: u32, isa: Isa) -> Result<f64, Box<dyn std::error::Error>> {
    let sub_steps = settings.sub_steps;
    let name = if sub_steps == 1 { "classic" } else { "default" };
    let mut world = crowd(settings, count, isa)?;
    let steps = (1_600_000 / count / sub_steps).clamp(2, 3200);
    let each = least(7, || (0..steps).for_each(|_| world.step())) / f64::from(steps * count * sub_steps);
    println!("{count:>7} figures, {name}, {isa:?}: {each:.1} ns a figure and sub-step");
    Ok(each)
}

/// Gigahertz, by a chain of squares and additions that wait for one another: three cycles and one.
fn clock() -> f64 {
    let length = 10_000_000;
    let chain = |start| (0..length).fold(start, |x: u64, _| x.wrapping_mul(x).wrapping_add(1));
    let nanoseconds = least(5, || {
        black_box(chain(black_box(3)));
    });
    4.0 * f64::from(length) / nanoseconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let best = Isa::detect();
    if let Some(count) = std::env::args().nth(1) {
        cost(Settings::classic(), count.parse()?, best)?;
        cost(Settings::default(), count.parse()?, best)?;
        return Ok(());
    }
    let mut costs = Vec::new();
    for count in [100, 1_000, 10_000, 100_000] {
        costs.push(cost(Settings::default(), count, best)?);
    }
    let power = 1.0 + (costs[3] / costs[0]).log10() / 3.0;
    println!("from 100 to 100 000 the cost grows as n^{power:.3}");
    for isa in [Isa::Sse2, Isa::Scalar] {
        cost(Settings::default(), 10_000, isa)?;
    }
    cost(Settings::classic(), 10_000, best)?;
    let world = crowd(Settings::default(), 16, best)?;
    let bytes = world.figures().next().and_then(|id| world.bytes_a_figure(id));
    println!("{} bytes a figure", bytes.unwrap_or_default());
    // The numbers of one block of sixteen, in the nearest cache, as the kernel has them through all sub-steps of a step.
    let (state, mut copy) = (vec![1.0_f32; 16 * 49], vec![0.0_f32; 16 * 49]);
    let twice = least(100, || {
        (0..2000).for_each(|_| black_box(&mut copy).copy_from_slice(black_box(&state)));
    });
    println!(
        "its 196 bytes in lanes, read and written twice: {:.1} ns",
        twice / 16_000.0
    );
    println!("a clock of {:.2} GHz", clock());
    Ok(())
}
