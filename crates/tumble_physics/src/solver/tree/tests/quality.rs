//! Crowds of stickmen: what one figure does in the air, landing and lying, under torture.

use tumble_math::{Vec2, trig};

use super::crowd::{BODIES, Crowd, HAND, HEAD, Rig, Scene};
use crate::solver::lanes::Isa;

const COUNT: usize = 64;

#[test]
fn zero_g_keeps_its_energy() {
    let mut rig = Rig::stickman().undamped();
    rig.limits = [None; BODIES];
    let mut crowd = Crowd::toss(Isa::detect(), rig, COUNT);
    let scene = Scene {
        gravity: Vec2::ZERO,
        ..Scene::flight()
    };
    crowd.step(&scene);
    let start = crowd.kinetic_energy();
    crowd.steps(&scene, 1000);
    let ratio = crowd.kinetic_energy() / start;
    println!(
        "energy kept {ratio:.4}, {:?}, mean gap {:.5}",
        crowd.worst,
        crowd.worst.mean_gap()
    );
    assert!((0.99..1.01).contains(&ratio), "{ratio}");
    assert!(
        crowd.worst.gap < 2e-3 && crowd.worst.not_finite == 0,
        "{:?}",
        crowd.worst
    );
}

#[test]
fn flight_has_no_gaps_and_keeps_limits() {
    let mut crowd = Crowd::toss(Isa::detect(), Rig::stickman(), COUNT);
    let scene = Scene::flight();
    // Tossed figures start with torn pins; the first step heals them.
    crowd.step(&scene);
    crowd.steps(&scene, 300);
    println!(
        "flight: {:?}, mean gap {:.6}",
        crowd.worst,
        crowd.worst.mean_gap()
    );
    assert!(
        crowd.worst.gap < 2e-3 && crowd.worst.over_limit < 0.1 && crowd.worst.not_finite == 0,
        "{:?}",
        crowd.worst
    );
}

#[test]
fn landing_keeps_pins_limits_and_the_ground() {
    let mut crowd = Crowd::rain(Isa::detect(), Rig::stickman(), COUNT);
    let scene = Scene::default();
    let mut still = Vec::new();
    for _ in 0..6 {
        crowd.steps(&scene, 100);
        still.push(crowd.still());
    }
    let solves = f64::from(crowd.solves()) / (2400.0 * crowd.batches.len() as f64);
    println!(
        "landing: {:?}, mean gap {:.6}, still {still:?}, solves {solves:.2}",
        crowd.worst,
        crowd.worst.mean_gap()
    );
    assert!(
        crowd.worst.not_finite == 0 && crowd.worst.gap < 1e-3,
        "{:?}",
        crowd.worst
    );
    assert!(
        crowd.worst.over_limit <= 0.1 && crowd.worst.depth <= 1.5,
        "{:?}",
        crowd.worst
    );
    // Falling 700 px makes 1.5e7 kg·px²/s² of each figure.
    assert!(crowd.worst.gain < 1.5e4, "{:?}", crowd.worst);
    assert!(still[5] >= 58, "{still:?}");
}

/// Pulls a hand's tip to a target with 8 Hz, damping ratio 0.7 for its own mass, and at most 440 kg·g.
fn pull(crowd: &mut Crowd, h: f32, target: Vec2) {
    let omega = core::f32::consts::TAU * 8.0;
    let (stiffness, damping) = (omega * omega, 2.0 * 0.7 * omega);
    for figure in 0..crowd.count {
        let hand = crowd.body(figure, HAND);
        let arm = Vec2::new(hand.cos, hand.sin) * 100.0;
        let speed = hand.v + arm.perp() * hand.w;
        let way = target - hand.at - arm;
        let push = (way * stiffness - speed * damping) * (crowd.rig.mass[HAND] * h);
        let push = push.clamp_length_max(431_200.0 * h);
        crowd.give(figure, HAND, push, arm.perp_dot(push));
    }
}

#[test]
fn a_hand_circled_at_2000_px_a_second() {
    let start = |rig: &Rig, i: usize| rig.pose(Vec2::ZERO, -0.37 * i as f32);
    let mut crowd = Crowd::new(Isa::detect(), Rig::stickman(), COUNT, start);
    let scene = Scene::flight();
    let h = scene.pace().h;
    for step in 0..600 {
        let (sin, cos) = trig::sin_cos(step as f32 / 60.0 * 2000.0 / 300.0);
        let target = Vec2::new(cos, sin) * 300.0;
        crowd.step_with(&scene, |crowd, _| pull(crowd, h, target));
        if step > 60 {
            crowd.look(&scene);
        }
    }
    println!("circled hand: {:?}", crowd.worst);
    assert!(
        crowd.worst.gap < 1e-2 && crowd.worst.over_limit < 0.1 && crowd.worst.not_finite == 0,
        "{:?}",
        crowd.worst
    );
}

#[test]
fn a_kick_of_50_000_on_a_hand() {
    let start = |rig: &Rig, i: usize| rig.pose(Vec2::ZERO, -0.37 * i as f32);
    let mut crowd = Crowd::new(Isa::detect(), Rig::stickman(), COUNT, start);
    let scene = Scene::flight();
    for _ in 0..60 {
        crowd.step(&scene);
    }
    for figure in 0..COUNT {
        let hand = crowd.body(figure, HAND);
        let (sin, cos) = trig::sin_cos(figure as f32);
        let push = Vec2::new(cos, sin) * 50_000.0;
        crowd.give(
            figure,
            HAND,
            push,
            (Vec2::new(hand.cos, hand.sin) * 100.0).perp_dot(push),
        );
    }
    crowd.steps(&scene, 300);
    println!("kick: {:?}", crowd.worst);
    assert!(
        crowd.worst.gap < 1e-2 && crowd.worst.over_limit < 0.1 && crowd.worst.not_finite == 0,
        "{:?}",
        crowd.worst
    );
}

#[test]
fn masses_that_differ_by_a_hundred() {
    let scene = Scene::default();
    for (what, bodies, by, depth) in [
        ("heavy head", &[HEAD][..], 100.0, 3.0),
        ("heavy feet", &[5, 9][..], 100.0, 3.0),
        ("light hands", &[3, 7][..], 0.01, 4.0),
        ("light torso", &[0][..], 0.01, 1.5),
    ] {
        let mut crowd = Crowd::rain(Isa::detect(), Rig::stickman().scaled_mass(bodies, by), COUNT);
        crowd.steps(&scene, 420);
        println!("{what}: {:?}, still {}", crowd.worst, crowd.still());
        assert!(
            crowd.worst.not_finite == 0 && crowd.worst.gap < 1e-3,
            "{what}: {:?}",
            crowd.worst
        );
        assert!(
            crowd.worst.over_limit < 0.5 && crowd.worst.depth < depth,
            "{what}: {:?}",
            crowd.worst
        );
    }
}
