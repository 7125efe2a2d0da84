//! Prints the suite's figures of both worlds side by side, as the README of `tumble_physics` has them: the worst that the character's
//! falls show, the worst of each bound of bodies and pins, and what a hundred drops cost.
//!
//! `cargo run --release -p tumble_conformance --example worlds`

use std::sync::OnceLock;
use std::time::Instant;

use tumble::math::Vec2;
use tumble::physics::{SUB_STEPS, Settings};
use tumble::{Backend, NativeWorld};
use tumble_conformance::character::bounds::{
    DETOUR, END_HEADING, END_POSE, FOOT_OFF, MOVED_TO_ANIMATED, MOVED_TO_RAGDOLL, MOVED_TO_RECOVERING, TURN,
    WorldBounds, falls,
};
use tumble_conformance::character::fall::run;
use tumble_conformance::world::measure::drops;
use tumble_conformance::{Bounds, CHECKS, Figure, Make, take_figures};
use tumble_rapier::{RapierSettings, RapierWorld};

fn native(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(NativeWorld::with_gravity(gravity))
}

fn rapier(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(RapierWorld::new(RapierSettings {
        gravity,
        ..RapierSettings::default()
    }))
}

/// Time that this thread has been on a processor \[s\]; wall time where the system doesn't say.
fn cpu_time() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn main() {
    character();
    bounds();
    cost();
}

/// Names, bounds, and the worst of every fall. Lengths are of the figures up to scale 1.
fn worst_falls(make: Make<'_>) -> Vec<(&'static str, f32, f32)> {
    let design = WorldBounds::DESIGN;
    let mut worst = vec![
        (
            "drawn parts move when the ragdoll takes over [px]",
            MOVED_TO_RAGDOLL,
            0.0_f32,
        ),
        ("… when the recovery takes over [px]", MOVED_TO_RECOVERING, 0.0),
        ("… when animation takes over [px]", MOVED_TO_ANIMATED, 0.0),
        ("torso, head, arms against the memory [px]", END_POSE, 0.0),
        ("headings against the memory [rad]", END_HEADING, 0.0),
        ("standing feet off the terrain [px]", FOOT_OFF, 0.0),
        ("turn of a limb in a step of the recovery [°]", TURN, 0.0),
        ("detour of an angle on its way [rad]", DETOUR, 0.0),
        ("beyond a limit [°]", design.limit_over, 0.0),
        ("gap of a pin [px]", design.gap, 0.0),
    ];
    for fall in falls() {
        let seen = run(make, &fall);
        let size = fall.scale.max(1.0);
        let values = [
            seen.moved[0] / size,
            seen.moved[1] / size,
            seen.moved[2] / size,
            seen.body_error / size,
            seen.heading_error,
            seen.foot_off,
            seen.turn.max(seen.world_turn),
            seen.detour,
            seen.limit_over,
            seen.gap / size,
        ];
        for (entry, value) in worst.iter_mut().zip(values) {
            entry.2 = if value.is_nan() { value } else { entry.2.max(value) };
        }
    }
    worst
}

fn character() {
    println!(
        "| {} falls and recoveries | bound | native | rapier |\n|---|---|---|---|",
        falls().len()
    );
    for (ours, theirs) in worst_falls(&native).iter().zip(worst_falls(&rapier)) {
        println!("| {} | {} | {:.2e} | {:.2e} |", ours.0, ours.1, ours.2, theirs.2);
    }
    println!();
}

/// What the checks of bodies and pins saw, and which of them panicked.
fn suite(make: fn(Vec2) -> Box<dyn Backend>) -> (Vec<Figure>, Vec<&'static str>) {
    let missed = CHECKS
        .iter()
        .filter(|check| std::panic::catch_unwind(|| (check.run)(&make, &Bounds::default())).is_err())
        .map(|check| check.name)
        .collect();
    (take_figures(), missed)
}

fn bounds() {
    let (ours, ours_missed) = suite(native);
    let (theirs, theirs_missed) = suite(rapier);
    println!("| bound of bodies and pins | allowed | native | rapier |\n|---|---|---|---|");
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours.name, theirs.name, "both ran the same checks");
        println!(
            "| `{}` | {} | {:.4} | {:.4} |",
            ours.name, ours.allowed, ours.worst, theirs.worst
        );
    }
    println!(
        "\n{} checks; native misses {ours_missed:?}, rapier {theirs_missed:?}\n",
        CHECKS.len()
    );
}

/// What 100 drops cost and show, with other numbers of sub-steps too.
fn cost() {
    println!(
        "| 100 drops of one figure from 500 px, 8 s each | gap, worst [px] | gap, mean of worst [px] | beyond limits, worst [°] | depth, worst [px] | asleep after 8 s | a step, with looking at it [µs] |"
    );
    println!("|---|---|---|---|---|---|---|");
    for sub_steps in [1, 2, SUB_STEPS, 8] {
        let make = move |gravity| -> Box<dyn Backend> {
            let settings = Settings {
                gravity,
                sub_steps,
                ..Settings::default()
            };
            Box::new(NativeWorld::new(settings))
        };
        row(&format!("native, sub-steps: {sub_steps}"), &make);
    }
    row("rapier, as it comes with tumble", &rapier);
}

fn row(name: &str, make: Make<'_>) {
    let start = cpu_time();
    let figures = drops(make, 100, 500.0, 8.0);
    let step = 1e6 * (cpu_time() - start) / (100.0 * 480.0);
    println!(
        "| {name} | {:.4} | {:.4} | {:.2} | {:.1} | {} | {step:.1} |",
        figures.gap,
        figures.gap_mean,
        figures.overshoot.to_degrees(),
        figures.depth,
        figures.asleep
    );
}
