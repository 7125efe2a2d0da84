//! What a crowd costs: nanoseconds a figure and sub-step, from 100 to 100 000 figures on flat ground, and how the cost grows.
//!
//! `cargo run --release -p tumble_verlet --example crowd`
//!
//! The least of several runs is taken: on a machine with other work the others tell of that.

use std::time::Instant;

use tumble_verlet::{Isa, Material, Settings, Shape, World, library};

/// A crowd that has landed and stands, jumps and falls about; nobody sleeps.
fn crowd(count: u32, isa: Isa) -> Result<World<f32>, Box<dyn std::error::Error>> {
    let mut world = World::new(Settings::default().without_sleep())?;
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

/// Nanoseconds a figure and sub-step: the least of some runs.
fn cost(count: u32, isa: Isa) -> Result<f64, Box<dyn std::error::Error>> {
    let mut world = crowd(count, isa)?;
    let steps = (200_000 / count).clamp(2, 400);
    let mut least = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        (0..steps).for_each(|_| world.step());
        let each = start.elapsed().as_secs_f64() / f64::from(steps * count * world.settings().sub_steps);
        least = least.min(1e9 * each);
    }
    Ok(least)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let best = Isa::detect();
    let mut costs = Vec::new();
    for count in [100, 1_000, 10_000, 100_000] {
        let each = cost(count, best)?;
        println!("{count:>7} figures, {best:?}: {each:.1} ns a figure and sub-step");
        costs.push(each);
    }
    for isa in [Isa::Sse2, Isa::Scalar] {
        println!(
            "  10000 figures, {isa:?}: {:.1} ns a figure and sub-step",
            cost(10_000, isa)?
        );
    }
    let power = 1.0 + (costs[3] / costs[0]).log10() / 3.0;
    println!("from 100 to 100 000 the cost grows as n^{power:.3}");
    let world = crowd(16, best)?;
    let bytes = world.figures().next().and_then(|id| world.bytes_a_figure(id));
    println!("{} bytes a figure", bytes.unwrap_or_default());
    Ok(())
}
