//! Prints the tables of the README: every bound of the suite with the worst seen, what other settings give, and times.
//!
//! `cargo run --release -p tumble_rapier --example measure`

use std::sync::OnceLock;
use std::time::Instant;

use tumble::Backend;
use tumble::math::Vec2;
use tumble_conformance::world::measure::{DT, GRAVITY, add_floor, drops};
use tumble_conformance::world::stickman::{Stickman, StickmanDesc};
use tumble_conformance::{Bounds, CHECKS, take_figures};
use tumble_rapier::{RapierSettings, RapierWorld};

fn main() {
    bounds();
    settings();
    times();
}

/// Time that this thread has been on a processor \[s\], so that busy machines don't matter; wall time where the system doesn't say.
fn cpu_time() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn make(settings: RapierSettings) -> impl Fn(Vec2) -> Box<dyn Backend> {
    move |gravity| Box::new(RapierWorld::new(RapierSettings { gravity, ..settings }))
}

fn bounds() {
    let make = make(RapierSettings::default());
    let missed: Vec<&str> = CHECKS
        .iter()
        .filter(|check| std::panic::catch_unwind(|| (check.run)(&make, &Bounds::default())).is_err())
        .map(|check| check.name)
        .collect();
    println!("| bound | allowed | worst seen |\n|---|---|---|");
    for figure in take_figures() {
        println!("| `{}` | {} | {:.3} |", figure.name, figure.allowed, figure.worst);
    }
    println!("\n{} checks, missed: {missed:?}\n", CHECKS.len());
}

fn settings() {
    let ours = RapierSettings::default();
    let plain = RapierSettings {
        pass_time: 1.0,
        solver_iterations: 4,
        inner_iterations: 1,
        look_ahead: 0.0,
        warm_joints: false,
        ..ours
    };
    let rows = [
        ("rapier's own (4 sub-steps, 1 pass)", plain),
        (
            "8 sub-steps",
            RapierSettings {
                solver_iterations: 8,
                ..plain
            },
        ),
        (
            "16 sub-steps, 4 inner iterations",
            RapierSettings {
                solver_iterations: 16,
                inner_iterations: 4,
                ..plain
            },
        ),
        (
            "ours, but 1 pass",
            RapierSettings {
                pass_time: 1.0,
                ..ours
            },
        ),
        (
            "ours, but 2 passes",
            RapierSettings {
                pass_time: 1.0 / 120.0,
                ..ours
            },
        ),
        (
            "ours, but 4 sub-steps, 1 inner iteration",
            RapierSettings {
                solver_iterations: 4,
                inner_iterations: 1,
                ..ours
            },
        ),
        (
            "ours, but no look-ahead",
            RapierSettings {
                look_ahead: 0.0,
                ..ours
            },
        ),
        (
            "ours, but cold joints",
            RapierSettings {
                warm_joints: false,
                ..ours
            },
        ),
        ("ours (8 sub-steps, 2 inner iterations, 4 passes)", ours),
    ];
    println!(
        "| settings | gap, worst | gap, mean of worst | beyond limits, worst | asleep after 8 s | a step |"
    );
    println!("|---|---|---|---|---|---|");
    for (name, settings) in rows {
        let start = cpu_time();
        let figures = drops(&make(settings), 100, 500.0, 8.0);
        let step = (cpu_time() - start) / (100.0 * 480.0);
        println!(
            "| {name} | {:.1} px | {:.2} px | {:.1}° | {} of 100 | {:.0} µs |",
            figures.gap,
            figures.gap_mean,
            figures.overshoot.to_degrees(),
            figures.asleep,
            1e6 * step
        );
    }
    println!();
}

fn times() {
    let mut world = RapierWorld::new(RapierSettings::default());
    add_floor(&mut world);
    world.step(DT);
    let descs: Vec<StickmanDesc> = (0..1000)
        .map(|seed| StickmanDesc::random(seed, Vec2::new(0.0, -3000.0), 0.0, 0.0))
        .collect();
    let start = cpu_time();
    let figures: Vec<Stickman> = descs
        .iter()
        .map(|desc| {
            let figure = Stickman::new(&mut world, desc);
            figure.remove(&mut world);
            figure
        })
        .collect();
    let made = (cpu_time() - start) / figures.len() as f64;
    println!(
        "a figure (10 bodies, 9 pins, its pair rules) made and removed: {:.1} µs",
        1e6 * made
    );
    for count in [1, 10, 100] {
        let mut world = make(RapierSettings::default())(GRAVITY);
        add_floor(world.as_mut());
        for i in 0..count {
            let mut desc = StickmanDesc::random(i, Vec2::new(700.0 * i as f32, -800.0), 300.0, 3.0);
            desc.figure = 1 + i as u32;
            Stickman::new(world.as_mut(), &desc);
        }
        let start = cpu_time();
        for _ in 0..120 {
            world.step(DT);
        }
        let step = (cpu_time() - start) / 120.0;
        println!(
            "{count} falling figures, mean of the first 2 s: {:.0} µs a step",
            1e6 * step
        );
    }
}
