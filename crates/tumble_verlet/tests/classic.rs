//! The preset `classic` follows the reference: a double-precision re-computation of the figure as it was first written.

mod common;

use common::{RUNS, classic_controls, on_floor, reference, reference_run, start_of};
use tumble_verlet::{Real, Settings};

/// The farthest that any point is from the reference, over `steps` steps of a run, and the largest stretch.
fn follow<R: Real>(run: &str, rows: &[Vec<f64>], steps: u32) -> (f64, f64) {
    let (mut world, id) = on_floor::<R>(Settings::classic(), start_of(run));
    let (mut worst, mut stretch) = (0.0_f64, 0.0_f64);
    for i in 0..steps {
        classic_controls(&mut world, id, run, i);
        world.step();
        stretch = stretch.max(world.stretch(id).expect("it is there"));
        if i % 50 == 49 {
            let row = &rows[(i / 50) as usize];
            for (place, wanted) in world.points(id).zip(row.chunks(2)) {
                worst = worst.max((place[0] - wanted[0]).abs().max((place[1] - wanted[1]).abs()));
            }
        }
    }
    (worst, stretch)
}

#[test]
fn double_precision_follows_the_reference_over_all_steps() {
    let Some(data) = reference("seven_point.json") else {
        return;
    };
    for run in RUNS {
        let (rows, stretch) = reference_run(&data, run);
        let (worst, ours) = follow::<f64>(run, &rows, 5000);
        println!(
            "classic f64 {run}: {worst:.2e} units off at most, stretch {:.3}% (reference {:.3}%)",
            100.0 * ours,
            100.0 * stretch
        );
        assert!(worst < 1e-6, "{run}: {worst}");
        assert!(
            (ours - stretch).abs() < 1e-5,
            "{run}: stretch {ours}, not {stretch}"
        );
    }
}

#[test]
fn single_precision_follows_the_reference_at_first() {
    let Some(data) = reference("seven_point.json") else {
        return;
    };
    for run in RUNS {
        let (rows, _) = reference_run(&data, run);
        let (worst, _) = follow::<f32>(run, &rows, 500);
        println!("classic f32 {run}: {worst:.2e} units off at most in 500 steps");
        assert!(worst < 1e-3, "{run}: {worst}");
    }
}
