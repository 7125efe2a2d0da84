//! What a figure costs a step: `cargo test --release -p tumble_physics --lib tree::tests::timing -- --ignored --nocapture`.

#[cfg(test)]
use std::time::Instant;

use super::crowd::{Crowd, Rig, Scene};
use crate::solver::lanes::Isa;
use crate::solver::tree::InnerPass;

/// Nanoseconds a figure and step: the least of many single steps, since others disturb it only upwards.
fn measure(crowd: &mut Crowd, scene: &Scene, mut step: impl FnMut(&mut Crowd, &Scene)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..(300_000 / crowd.count).max(4) {
        let start = Instant::now();
        step(crowd, scene);
        least = least.min(start.elapsed().as_nanos() as f64 / crowd.count as f64);
    }
    least
}

/// All sub-steps of a batch, then the next batch.
fn batch_by_batch(crowd: &mut Crowd, scene: &Scene) {
    let pace = scene.pace();
    for batch in &mut crowd.batches {
        batch.begin_step();
        batch.run(scene.sub_steps, pace, &mut crowd.scratch);
    }
}

/// As it is when rows couple figures: every sub-step over the whole crowd, responses and a resolve in between.
fn coupled(crowd: &mut Crowd, scene: &Scene) {
    let pace = scene.pace();
    for batch in &mut crowd.batches {
        batch.set_coupled(true);
        batch.begin_step();
    }
    for _ in 0..scene.sub_steps {
        for batch in &mut crowd.batches {
            batch.solve_velocities(pace, &mut crowd.scratch);
            batch.respond(pace, &mut crowd.scratch);
        }
        for batch in &mut crowd.batches {
            batch.give(0, 0, tumble_math::Vec2::ZERO, 0.0);
            batch.resolve(pace, &mut crowd.scratch, InnerPass::Skip);
            batch.integrate_positions(pace, &mut crowd.scratch);
        }
    }
}

#[test]
#[ignore = "prints timings"]
fn cost_of_a_figure() {
    for isa in [Isa::Scalar, Isa::Sse2, Isa::Avx2] {
        if !isa.is_here() {
            continue;
        }
        for count in [8, 1000, 10_000] {
            let scene = Scene::flight();
            let mut crowd = Crowd::toss(isa, Rig::stickman(), count);
            for _ in 0..20 {
                crowd.step(&scene);
            }
            let flight = measure(&mut crowd, &scene, batch_by_batch);
            let scene = Scene::default();
            let mut crowd = Crowd::rain(isa, Rig::stickman(), count);
            for _ in 0..150 {
                crowd.step(&scene);
            }
            // The contacts of the last step stay as they are: slow bodies, so that they stay good.
            crowd.step(&scene);
            let solves = crowd.solves();
            let landed = measure(&mut crowd, &scene, batch_by_batch);
            let slots: usize = crowd.batches.iter().map(|batch| batch.slots.len()).sum();
            println!(
                "  {:.2} solves a sub-step, {:.1} slots a batch",
                f64::from(crowd.solves() - solves)
                    / (4.0 * (300_000 / count) as f64 * crowd.batches.len() as f64),
                slots as f64 / crowd.batches.len() as f64
            );
            let together = measure(&mut crowd, &scene, coupled);
            println!(
                "{isa:?}, {count} figures: in flight {flight:.0}, landed {landed:.0}, landed and coupled {together:.0} ns"
            );
        }
    }
}
