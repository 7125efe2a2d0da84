//! Pins, limits, springs and motors against closed forms.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use tumble_math::{Vec2, trig};

use super::bench::{Bench, at, rod};
use crate::joint::{PoseSpring, SpeedMotor, Spring};
use crate::solver::tree::{AnchorNow, PinConstant};

const RAD: f32 = PI / 180.0;
/// Of a pendulum's rod about its pin: m·l²/3.
const PIN_INERTIA: f32 = 2.0 * 200.0 * 200.0 / 3.0;

fn limits(lower: f32, upper: f32) -> PinConstant {
    PinConstant {
        limits: Some([lower * RAD, upper * RAD]),
        ..PinConstant::default()
    }
}

fn motor(speed: f32, max_torque: f32) -> PinConstant {
    PinConstant {
        motor: Some(SpeedMotor { speed, max_torque }),
        ..PinConstant::default()
    }
}

fn spring(target: f32, hertz: f32, damping_ratio: f32, max_torque: f32) -> PinConstant {
    PinConstant {
        pose_spring: Some(PoseSpring {
            target,
            spring: Spring { hertz, damping_ratio },
            max_torque,
        }),
        ..PinConstant::default()
    }
}

/// Mean period over the first ten upward passes through the lowest point.
fn period(bench: &mut Bench) -> f32 {
    let mut passes = Vec::new();
    let mut before = bench.body(0).angle - FRAC_PI_2;
    let mut time = 0.0;
    while passes.len() < 11 {
        bench.step();
        let now = bench.body(0).angle - FRAC_PI_2;
        if before < 0.0 && now >= 0.0 {
            passes.push(time + bench.dt * before / (before - now));
        }
        before = now;
        time += bench.dt;
    }
    (passes[10] - passes[0]) / 10.0
}

#[test]
fn a_pendulum_has_its_period_and_keeps_swinging() {
    // T₀ = 2π·√(I/(m·g·d)); from 90° it is 1.18034 T₀ (complete elliptic integral of modulus sin 45°).
    let small = TAU * (PIN_INERTIA / (2.0 * 980.0 * 100.0)).sqrt();
    for (amplitude, factor) in [(0.05, 1.000_16), (FRAC_PI_2, 1.180_34)] {
        let mut bench = Bench::pendulum(FRAC_PI_2 - amplitude, PinConstant::default());
        let measured = period(&mut bench);
        println!("period {measured:.4} s, exact {:.4} s", small * factor);
        assert!(
            (measured / (small * factor) - 1.0).abs() < 2e-3,
            "{measured} against {}",
            small * factor
        );
        let mut highest = 0.0_f32;
        for _ in 0..6000 {
            bench.step();
            highest = highest.max((bench.body(0).angle - FRAC_PI_2).abs());
        }
        println!("after 100 s it still comes to {highest:.4} of {amplitude:.4} rad");
        assert!(
            (highest / amplitude - 1.0).abs() < 0.03,
            "{highest} of {amplitude}"
        );
        let end = bench.body(0);
        assert!(
            (end.at.length() - 100.0).abs() < 1e-3,
            "the pin came apart: {end:?}"
        );
    }
}

#[test]
fn a_hinge_spring_is_implicit_euler() {
    // 2 Hz, damping ratio 0.1, from 100°, one sub-step of 1/60 s.
    let mut bench = Bench::pendulum(100.0 * RAD, spring(0.0, 2.0, 0.1, f32::INFINITY)).zero_g();
    bench.sub_steps = 1;
    let (mut angle, mut speed) = (100.0_f64, 0.0_f64);
    let (h, omega) = (1.0 / 60.0, 4.0 * std::f64::consts::PI);
    for step in 1..=120 {
        bench.step();
        speed = (speed - h * omega * omega * angle) / (1.0 + 0.2 * omega * h + h * h * omega * omega);
        angle += h * speed;
        let now = f64::from(bench.body(0).angle.to_degrees());
        assert!(
            (now - angle).abs() < 3.0,
            "step {step}: {now}, implicit Euler gives {angle}"
        );
        let known = [
            (1, 95.960),
            (10, -22.372),
            (15, -52.900),
            (30, 27.553),
            (60, 7.097),
            (120, 0.346),
        ];
        if let Some((_, known)) = known.iter().find(|(at, _)| *at == step) {
            assert!((now - known).abs() < 0.1, "step {step}: {now}, known {known}");
        }
    }
}

#[test]
fn a_hinge_spring_decays_as_it_should_with_small_sub_steps() {
    let mut bench = Bench::pendulum(100.0 * RAD, spring(0.0, 2.0, 0.1, f32::INFINITY)).zero_g();
    bench.sub_steps = 64;
    let (omega, ratio) = (2.0 * TAU, 0.1_f32);
    let damped = omega * (1.0 - ratio * ratio).sqrt();
    for step in 1..=120 {
        bench.step();
        let time = step as f32 / 60.0;
        let (sin, cos) = trig::sin_cos(damped * time);
        let exact =
            100.0 * (-ratio * omega * time).exp() * (cos + ratio / (1.0 - ratio * ratio).sqrt() * sin);
        let now = bench.body(0).angle.to_degrees();
        assert!((now - exact).abs() < 0.7, "step {step}: {now}, exact {exact}");
    }
}

#[test]
fn a_spring_between_two_floating_bodies_swings_at_its_frequency() {
    // Pinned at their centres, inertias 1 : 9: what is seen is still 2 Hz.
    let pin = spring(0.0, 2.0, 0.1, f32::INFINITY);
    let figure = [(rod(1.0, 100.0), PinConstant::default()), (rod(9.0, 100.0), pin)];
    let mut bench = Bench::new(
        &[0, 0],
        false,
        &figure,
        &[at(Vec2::ZERO, 0.0), at(Vec2::ZERO, 100.0 * RAD)],
    )
    .zero_g();
    bench.sub_steps = 1;
    let known = [
        (1, 95.960),
        (10, -22.372),
        (15, -52.900),
        (30, 27.553),
        (60, 7.097),
    ];
    for step in 1..=60 {
        bench.step();
        let now = (bench.body(1).angle - bench.body(0).angle).to_degrees();
        if let Some((_, known)) = known.iter().find(|(at, _)| *at == step) {
            assert!((now - known).abs() < 0.1, "step {step}: {now}, known {known}");
        }
    }
}

#[test]
fn a_spring_takes_the_short_way_to_any_target() {
    for target in [45.0, 90.0, 135.0, 179.0, -179.0] {
        // From 0 the short way to −179° is backwards; from 170° it is forwards.
        for (start, end) in [
            (0.0, target),
            (170.0, if target < 0.0 { target + 360.0 } else { target }),
        ] {
            let mut bench =
                Bench::pendulum(start * RAD, spring(target * RAD, 2.0, 1.0, f32::INFINITY)).zero_g();
            bench.steps(120);
            let now = bench.body(0).angle.to_degrees();
            assert!((now - end).abs() < 0.5, "from {start} to {target}: {now}");
        }
    }
}

#[test]
fn a_spring_pulls_no_harder_than_it_may() {
    // α = T/I as long as the spring would pull harder.
    let torque = 50_000.0;
    let mut bench = Bench::pendulum(150.0 * RAD, spring(0.0, 3.0, 0.0, torque)).zero_g();
    bench.steps(30);
    let exact = -torque / PIN_INERTIA * 0.5;
    let now = bench.body(0).w;
    assert!((now / exact - 1.0).abs() < 1e-3, "{now} against {exact}");
}

#[test]
fn a_motor_speeds_up_by_its_torque_and_holds_its_speed() {
    let torque = 100_000.0;
    let mut bench = Bench::pendulum(0.0, motor(5.0, torque)).zero_g();
    for step in 1..=120 {
        bench.step();
        let exact = (torque / PIN_INERTIA * step as f32 / 60.0).min(5.0);
        let now = bench.body(0).w;
        assert!(
            (now - exact).abs() < 5e-3 * 5.0,
            "step {step}: {now} against {exact}"
        );
    }
}

#[test]
fn a_motor_holds_a_weight_only_within_its_torque() {
    let weight = 2.0 * 980.0 * 100.0;
    let mut bench = Bench::pendulum(0.0, motor(0.0, 1.01 * weight));
    bench.steps(300);
    assert!(bench.body(0).angle.abs() < 1e-3, "held: {:?}", bench.body(0));
    let mut bench = Bench::pendulum(0.0, motor(0.0, 0.5 * weight));
    bench.step();
    let exact = 0.5 * weight / PIN_INERTIA / 60.0;
    let now = bench.body(0).w;
    assert!(
        (now / exact - 1.0).abs() < 0.01,
        "half held: {now} against {exact}"
    );
}

#[test]
fn friction_in_a_hinge_stops_it_when_it_should() {
    // ω = ω₀ − T·t/I, then exactly still.
    let torque = 20_000.0;
    let mut bench = Bench::pendulum(0.0, motor(0.0, torque)).zero_g();
    bench.set_speed(0, Vec2::new(0.0, 300.0), 3.0);
    let stop = 3.0 * PIN_INERTIA / torque;
    let mut time = 0.0;
    while bench.body(0).w > 0.0 && time < 10.0 {
        bench.step();
        time += bench.dt;
        let exact = (3.0 - torque / PIN_INERTIA * time).max(0.0);
        assert!(
            (bench.body(0).w - exact).abs() < 0.01,
            "at {time}: {} against {exact}",
            bench.body(0).w
        );
    }
    assert!(
        (time - stop).abs() < 2.0 * bench.dt,
        "stopped at {time}, exact {stop}"
    );
    let angle = bench.body(0).angle;
    bench.steps(60);
    assert!(
        (bench.body(0).angle - angle).abs() < 1e-5,
        "it creeps: {}",
        bench.body(0).angle - angle
    );
}

#[test]
fn a_motor_that_pushes_against_a_limit_stays_there() {
    for (speed, torque, end) in [
        (4.0, 60_000.0, 90.0),
        (-4.0, 60_000.0, -30.0),
        (4.0, f32::INFINITY, 90.0),
    ] {
        let pin = PinConstant {
            limits: Some([-30.0 * RAD, 90.0 * RAD]),
            ..motor(speed, torque)
        };
        let mut bench = Bench::pendulum(0.0, pin).zero_g();
        bench.steps(300);
        let now = bench.body(0);
        assert!(
            (now.angle.to_degrees() - end).abs() < 0.05 && now.w.abs() < 1e-3,
            "{speed}, {torque}: {now:?}"
        );
    }
}

#[test]
fn limits_hold_beyond_a_half_turn() {
    for [lower, upper] in [
        [0.0, 270.0],
        [-350.0, 0.0],
        [45.0, 315.0],
        [135.0, 225.0],
        [-180.0, 180.0],
    ] {
        for way in [-1.0, 1.0] {
            let mut bench = Bench::pendulum(0.5 * (lower + upper) * RAD, limits(lower, upper)).zero_g();
            for step in 0..300 {
                bench.step_with(|bench| bench.give(0, Vec2::ZERO, way * 300_000.0 / 240.0));
                let now = bench.body(0).angle.to_degrees();
                assert!(
                    now < upper + 0.1 && now > lower - 0.1,
                    "{lower}..{upper} pushed {way}: {now} after {step} steps"
                );
            }
            let (now, end) = (
                bench.body(0).angle.to_degrees(),
                if way > 0.0 { upper } else { lower },
            );
            assert!((now - end).abs() < 0.1, "{lower}..{upper} pushed {way}: {now}");
        }
    }
}

#[test]
fn a_joint_that_spins_into_its_limit_stops_on_the_side_where_it_came() {
    for way in [-1.0_f32, 1.0] {
        for dt in [1.0 / 30.0, 1.0 / 60.0] {
            let mut bench = Bench::pendulum(way * 120.0 * RAD, limits(-170.0, 170.0)).zero_g();
            bench.dt = dt;
            let (sin, cos) = trig::sin_cos(way * 120.0 * RAD);
            bench.set_speed(0, Vec2::new(-sin, cos) * (6000.0 * way), 60.0 * way);
            for step in 0..60 {
                bench.step();
                let now = way * bench.body(0).angle.to_degrees();
                assert!(now < 170.05, "{now} after {step} steps of {dt}");
            }
        }
    }
}

#[test]
fn free_hinges_turn_without_end() {
    let mut bench = Bench::pendulum(0.0, PinConstant::default()).zero_g();
    bench.set_speed(0, Vec2::new(0.0, 1000.0), 10.0);
    bench.steps(600);
    assert!((bench.body(0).angle - 100.0).abs() < 0.1, "{:?}", bench.body(0));
}

#[test]
fn light_bars_swing_like_heavy_ones() {
    let swing = |mass: f32| {
        let mut bench = Bench::pendulum_of(rod(mass, 200.0), 0.0, limits(-20.0, 120.0));
        (0..120)
            .map(|_| {
                bench.step();
                bench.body(0).angle.to_degrees()
            })
            .collect::<Vec<_>>()
    };
    let heavy = swing(10.0);
    for mass in [0.0001, 0.1] {
        for (step, (light, heavy)) in swing(mass).iter().zip(&heavy).enumerate() {
            assert!(
                (light - heavy).abs() < 0.01,
                "{mass} kg, step {step}: {light} against {heavy}"
            );
        }
    }
}

#[test]
fn a_welded_arm_holds_its_weight() {
    // Three welded rods, level, from a weld on the world; 10:1 from one to the next.
    let end = Vec2::new(100.0, 0.0);
    let weld = |child: Vec2| PinConstant {
        parent: end,
        child,
        ..limits(0.0, 0.0)
    };
    let masses = [1.0, 10.0, 100.0];
    let figure: Vec<_> = masses
        .iter()
        .map(|&mass| (rod(mass, 200.0), weld(-end)))
        .collect();
    let state: Vec<_> = (0..3)
        .map(|i| at(Vec2::new(100.0 + 200.0 * i as f32, 0.0), 0.0))
        .collect();
    let mut bench = Bench::new(&[0, 0, 1], true, &figure, &state);
    bench.set_anchor(AnchorNow::default());
    for _ in 0..600 {
        bench.step();
        for i in 0..3 {
            let now = bench.body(i).angle.to_degrees();
            assert!(now.abs() < 0.01, "rod {i} sags by {now}°");
        }
    }
}

#[test]
fn pins_say_what_they_bear() {
    // Three rods that hang, 2, 3 and 4 kg: each pin bears what is below it; a level weld bears the moment too.
    let end = Vec2::new(100.0, 0.0);
    let pin = PinConstant {
        parent: end,
        child: -end,
        ..PinConstant::default()
    };
    let figure: Vec<_> = [2.0, 3.0, 4.0]
        .iter()
        .map(|&mass| (rod(mass, 200.0), pin))
        .collect();
    let state: Vec<_> = (0..3)
        .map(|i| at(Vec2::new(0.0, 100.0 + 200.0 * i as f32), FRAC_PI_2))
        .collect();
    let mut bench = Bench::new(&[0, 0, 1], true, &figure, &state);
    bench.set_anchor(AnchorNow::default());
    bench.steps(10);
    bench.batch.set_count_forces(true);
    bench.step();
    for (pin, below) in [(0, 9.0), (1, 7.0), (2, 4.0)] {
        let (force, torque) = bench.pin_force(pin);
        let exact = Vec2::new(0.0, -below * 980.0);
        assert!(
            (force - exact).length() < 1.0 && torque == 0.0,
            "pin {pin}: {force} and {torque}, exact {exact}"
        );
    }
    let mut bench = Bench::pendulum(0.0, limits(0.0, 0.0));
    bench.steps(10);
    bench.batch.set_count_forces(true);
    bench.step();
    let (force, torque) = bench.pin_force(0);
    assert!((force - Vec2::new(0.0, -1960.0)).length() < 1.0, "{force}");
    assert!((torque / -196_000.0 - 1.0).abs() < 1e-3, "{torque}");
}

#[test]
fn an_anchor_that_moves_takes_its_figure_along() {
    let mut bench = Bench::pendulum(FRAC_PI_2, PinConstant::default());
    let v = Vec2::new(300.0, -200.0);
    for step in 0..240 {
        let from = v * (step as f32 / 60.0);
        let state = bench.body(0);
        bench.batch.write_state(5, state.at, [state]);
        bench.set_anchor(AnchorNow {
            at: from,
            v,
            ..AnchorNow::default()
        });
        bench.step();
        let now = bench.body(0);
        let gap = now.at - Vec2::new(now.cos, now.sin) * 100.0 - from - v / 60.0;
        assert!(gap.length() < 2e-3, "gap {gap} after {step} steps");
    }
}
