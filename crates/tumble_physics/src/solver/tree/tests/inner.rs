//! Contacts between two bodies of one figure: momentum stays, nothing is pulled, and it doesn't matter how the sub-steps are called.

use tumble_math::Vec2;

use super::bench::{Bench, at, rod};
use crate::solver::tree::{InnerNow, InnerPass, InnerPointNow, PinConstant};

const SIDE: f32 = 200.0;
/// Where it touches: x \[px\].
const TOUCHES: [f32; 2] = [10.0, 160.0];

/// Three rods like a Z without gravity, the outer two side by side: they touch where the first one's free end is beside the last one.
fn folded(friction: f32) -> Bench {
    let pin = PinConstant {
        parent: Vec2::new(0.5 * SIDE, 0.0),
        child: Vec2::new(-0.5 * SIDE, 0.0),
        ..PinConstant::default()
    };
    let figure = [
        (rod(2.0, SIDE), PinConstant::default()),
        (rod(1.0, SIDE), pin),
        (rod(3.0, SIDE), pin),
    ];
    // Right along y = 0, back up-left to (0, −20), right again along y = −20.
    let back = Vec2::new(-SIDE, -20.0);
    let angle = tumble_math::trig::atan2(back.y, back.x);
    let (sin, cos) = tumble_math::trig::sin_cos(angle);
    let turned = Vec2::new(cos, sin) * SIDE;
    let end = Vec2::new(SIDE, 0.0) + turned;
    let state = [
        at(Vec2::new(0.5 * SIDE, 0.0), 0.0),
        at(Vec2::new(SIDE, 0.0) + turned * 0.5, angle),
        at(end + Vec2::new(0.5 * SIDE, 0.0), 0.0),
    ];
    let mut bench = Bench::new(&[0, 0, 1], false, &figure, &state).zero_g();
    let contact = InnerNow {
        // From the first rod to the last: up.
        normal: Vec2::new(0.0, -1.0),
        friction,
        surface_speed: 0.0,
        points: [
            InnerPointNow {
                arm_a: Vec2::new(TOUCHES[0], -10.0) - state[0].at,
                arm_b: Vec2::new(TOUCHES[0], -10.0) - state[2].at,
                ..InnerPointNow::default()
            },
            InnerPointNow {
                arm_a: Vec2::new(TOUCHES[1], -10.0) - state[0].at,
                arm_b: Vec2::new(TOUCHES[1], -10.0) - state[2].at,
                separation: 0.5,
                ..InnerPointNow::default()
            },
        ],
        count: 2,
    };
    bench.add_inner((0, 2), &contact);
    bench
}

/// How fast the last rod comes down on the first one, at a place.
fn closing_at(bench: &Bench, x: f32) -> f32 {
    let (a, b) = (bench.body(0), bench.body(2));
    (b.v.y + b.w * (x - b.at.x)) - (a.v.y + a.w * (x - a.at.x))
}

/// Linear and angular momentum about the origin.
fn momentum(bench: &Bench) -> (Vec2, f32) {
    let masses = [rod(2.0, SIDE), rod(1.0, SIDE), rod(3.0, SIDE)];
    let (mut linear, mut turn) = (Vec2::ZERO, 0.0);
    for (i, own) in masses.iter().enumerate() {
        let body = bench.body(i);
        let p = body.v * own.mass;
        linear += p;
        turn += body.at.x * p.y - body.at.y * p.x + own.inertia * body.w;
    }
    (linear, turn)
}

#[test]
fn outer_rods_that_close_are_stopped_and_momentum_stays() {
    for friction in [0.0, 0.6] {
        let mut bench = folded(friction);
        // Held together by the pins: the whole figure turns, and the last rod turns towards the first.
        bench.set_speed(2, Vec2::ZERO, -3.0);
        bench.velocities();
        let before = momentum(&bench);
        let energy = bench.kinetic_energy();
        let closing = closing_at(&bench, TOUCHES[0]);
        // Each pass is damped: bodies of one figure don't see each other's answers until it is solved again.
        for _ in 0..100 {
            bench.resolve_with(InnerPass::Relax);
        }
        let (linear, turn) = momentum(&bench);
        let speed = closing_at(&bench, TOUCHES[0]);
        let done = bench.inner(0);
        println!(
            "friction {friction}: closing at {closing:.1} before, {speed:.3} px/s after, impulse {:.2}",
            done.normal_impulse
        );
        assert!(closing > 20.0, "{closing}: it should close");
        assert!(speed.abs() < 0.1, "{speed} px/s");
        assert!(
            done.normal_impulse > 0.0
                && done.tangent_impulse.abs() <= friction * done.normal_impulse * 1.0001
        );
        assert!((linear - before.0).length() < 0.01, "{linear} of {}", before.0);
        assert!(
            (turn - before.1).abs() < 1e-4 * before.1.abs(),
            "{turn} of {}",
            before.1
        );
        assert!(bench.kinetic_energy() < energy);
    }
}

#[test]
fn what_parts_is_not_held() {
    let mut bench = folded(0.6);
    bench.set_speed(0, Vec2::new(0.0, 400.0), 0.0);
    bench.velocities();
    let before = (bench.body(0), bench.body(2));
    bench.resolve_with(InnerPass::Relax);
    let done = bench.inner(0);
    assert_eq!((done.normal_impulse, done.tangent_impulse), (0.0, 0.0));
    assert_eq!(before, (bench.body(0), bench.body(2)));
}

#[test]
fn a_point_that_is_still_apart_may_close_its_gap_but_no_more() {
    let mut bench = folded(0.0);
    bench.set_speed(2, Vec2::ZERO, 3.0);
    bench.velocities();
    for _ in 0..100 {
        bench.resolve_with(InnerPass::Mend);
    }
    let pace = bench.pace();
    let closing = closing_at(&bench, TOUCHES[1]);
    assert!(closing * pace.h <= 0.5 + 1e-3, "{closing} px/s");
}

#[test]
fn a_step_at_once_and_stage_by_stage_are_the_same_bytes() {
    let run = |whole: bool| {
        let mut bench = folded(0.4);
        bench.set_speed(2, Vec2::new(10.0, 5.0), 3.0);
        if whole {
            bench.whole_step();
        } else {
            bench.staged_step();
        }
        [0, 1, 2].map(|body| bench.body(body))
    };
    assert_eq!(run(true), run(false));
    let mut untouched = folded(0.4);
    untouched.set_speed(2, Vec2::new(10.0, 5.0), 3.0);
    untouched.clear_contacts();
    untouched.whole_step();
    assert_ne!(run(true)[2], untouched.body(2), "the contact did nothing");
}
