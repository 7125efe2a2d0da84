//! A figure that hangs by one hand: nothing may grow.

use core::f32::consts::FRAC_PI_2;

use tumble_math::Vec2;

use super::bench::{Bench, at, rod};
use crate::solver::tree::{AnchorNow, BodyConstant, PinConstant};

/// Lower arm, upper arm, torso; from the torso the head, the other arm, two legs.
const PARENTS: [u16; 10] = [0, 0, 1, 2, 2, 4, 2, 6, 2, 8];
const MASS: [f32; 10] = [1.0, 1.5, 8.0, 2.0, 1.5, 1.0, 2.0, 1.5, 2.0, 1.5];
const LENGTH: [f32; 10] = [
    200.0, 168.0, 391.5, 180.0, 168.0, 200.0, 200.0, 200.0, 200.0, 200.0,
];
/// Where on the parent, from its centre.
const ON_PARENT: [f32; 10] = [
    0.0, 100.0, 84.0, -195.75, -52.25, 84.0, 195.75, 100.0, 195.75, 100.0,
];
/// Where on the body itself: the torso hangs by its shoulders.
const ON_CHILD: [f32; 10] = [
    -100.0, -84.0, -52.25, -90.0, -84.0, -100.0, -100.0, -100.0, -100.0, -100.0,
];

fn hanging(damping: f32, start: f32) -> Bench {
    let figure: Vec<_> = (0..10)
        .map(|i| {
            let body = BodyConstant {
                linear_damping: 0.5 * damping,
                angular_damping: 3.0 * damping,
                ..rod(MASS[i], LENGTH[i])
            };
            let pin = PinConstant {
                parent: Vec2::new(ON_PARENT[i], 0.0),
                child: Vec2::new(ON_CHILD[i], 0.0),
                limits: (i > 0).then_some([-2.6, 2.6]),
                ..PinConstant::default()
            };
            (body, pin)
        })
        .collect();
    let mut state = Vec::new();
    for i in 0..10 {
        let mut own = at(Vec2::ZERO, start + 0.1 * i as f32);
        let way = Vec2::new(own.cos, own.sin);
        let pin = if i == 0 {
            Vec2::ZERO
        } else {
            let up: &crate::solver::tree::BodyNow = &state[usize::from(PARENTS[i])];
            up.at + Vec2::new(up.cos, up.sin) * ON_PARENT[i]
        };
        own.at = pin - way * ON_CHILD[i];
        state.push(own);
    }
    let mut bench = Bench::new(&PARENTS, true, &figure, &state);
    bench.set_anchor(AnchorNow::default());
    bench
}

/// Energy above that of all centres at the anchor's height.
fn energy(bench: &Bench) -> f32 {
    let height: f32 = (0..10).map(|i| MASS[i] * 980.0 * bench.body(i).at.y).sum();
    bench.kinetic_energy() - height
}

#[test]
fn hanging_without_damping_gains_no_energy() {
    let mut bench = hanging(0.0, 0.4);
    let start = energy(&bench);
    // The depth that the figure swings through sets the scale.
    let scale = 22.0 * 980.0 * 400.0;
    let mut highest = f32::NEG_INFINITY;
    for _ in 0..10_000 {
        bench.step();
        highest = highest.max(energy(&bench) - start);
    }
    println!("hanging: {:.5} of its energy gained at most", highest / scale);
    assert!(highest < 0.01 * scale, "{highest} of {scale}");
}

#[test]
fn hanging_with_damping_comes_to_rest() {
    let mut bench = hanging(1.0, 0.4);
    bench.steps(10_000);
    let left = bench.kinetic_energy();
    println!("hanging: {left:.1e} kg·px²/s² left");
    assert!(left < 0.05, "{left}");
    // Everything hangs straight down below the shoulder.
    let hand = bench.body(0).angle.rem_euclid(core::f32::consts::TAU);
    assert!((hand - FRAC_PI_2).abs() < 0.5, "{hand}");
}
