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

#[test]
fn folded_figures_that_start_inside_the_ground_settle() {
    let mut rig = Rig::stickman();
    for i in 2..BODIES {
        let Some([lower, upper]) = rig.limits[i] else {
            continue;
        };
        // As far as it goes, each towards its own side.
        rig.rest[i] += if i % 2 == 1 {
            if upper > -lower { upper } else { lower }
        } else if i == 2 || i == 8 {
            0.999 * lower
        } else {
            0.999 * upper
        };
    }
    let start = |rig: &Rig, i: usize| rig.pose(Vec2::new(0.0, -420.0), -0.1 * i as f32);
    let mut crowd = Crowd::new(Isa::detect(), rig, COUNT, start);
    let scene = Scene::default();
    let mut fastest = 0.0_f64;
    for _ in 0..60 {
        crowd.steps(&scene, 1);
        fastest = fastest.max(crowd.worst.speed);
    }
    crowd.steps(&scene, 60);
    let deep = crowd.worst.depth;
    crowd.steps(&scene, 480);
    println!(
        "folded: {:?}, still {}, fastest at first {fastest:.0}, start {deep:.0} px deep",
        crowd.worst,
        crowd.still()
    );
    assert!(
        crowd.worst.not_finite == 0 && crowd.worst.gap < 1e-3,
        "{:?}",
        crowd.worst
    );
    assert!(
        crowd.worst.over_limit < 0.1 && crowd.still() >= 52,
        "{:?}, still {}",
        crowd.worst,
        crowd.still()
    );
}

#[test]
fn figures_on_a_slope_do_not_creep() {
    // A slope is gravity that leans: 0.3 of it to the side, friction 0.6.
    let mut crowd = Crowd::rain(Isa::detect(), Rig::stickman(), COUNT);
    for _ in 0..600 {
        crowd.step(&Scene::default());
    }
    let slope = Scene {
        gravity: Vec2::new(294.0, 980.0),
        ..Scene::default()
    };
    for _ in 0..300 {
        crowd.step(&slope);
    }
    let before: Vec<Vec2> = (0..COUNT).map(|i| crowd.body(i, 0).at).collect();
    for _ in 0..300 {
        crowd.step(&slope);
    }
    let mut ways: Vec<f32> = before
        .iter()
        .enumerate()
        .map(|(i, at)| (crowd.body(i, 0).at - *at).length())
        .collect();
    ways.sort_by(f32::total_cmp);
    // The rest are heads that roll.
    println!(
        "creep in 5 s: median {:.4}, eight tenths {:.3} px",
        ways[COUNT / 2],
        ways[COUNT * 8 / 10]
    );
    assert!(ways[COUNT / 2] < 0.01 && ways[COUNT * 8 / 10] < 0.5, "{ways:?}");
}

#[test]
fn figures_that_are_thrown_up_leave_the_ground() {
    // A contact that pulls for a sub-step would show as lost speed.
    let mut crowd = Crowd::rain(Isa::detect(), Rig::stickman().undamped(), COUNT);
    let scene = Scene::default();
    for _ in 0..600 {
        crowd.step(&scene);
    }
    let mass = crowd.rig.figure_mass();
    let rise = |crowd: &Crowd, figure: usize| {
        (0..BODIES)
            .map(|i| crowd.body(figure, i).v.y * crowd.rig.mass[i])
            .sum::<f32>()
            / mass
    };
    let before: Vec<f32> = (0..COUNT).map(|figure| rise(&crowd, figure)).collect();
    for figure in 0..COUNT {
        for body in 0..BODIES {
            let push = Vec2::new(0.0, -500.0 * crowd.rig.mass[body]);
            crowd.give(figure, body, push, 0.0);
        }
    }
    crowd.step(&scene);
    crowd.step(&scene);
    for (figure, before) in before.iter().enumerate() {
        let lost = rise(&crowd, figure) - (before - 500.0 + 980.0 / 30.0);
        assert!(lost < 5.0, "figure {figure} was held back by {lost} px/s");
    }
}

#[test]
fn joints_far_outside_their_limits_come_back_gently() {
    let mut rig = Rig::stickman();
    for i in 2..BODIES {
        let Some([lower, upper]) = rig.limits[i] else {
            continue;
        };
        let outside = 20.0_f32.to_radians();
        rig.rest[i] += if i % 2 == 0 {
            upper + outside
        } else {
            lower - outside
        };
    }
    let mut crowd = Crowd::new(Isa::detect(), rig, 8, |rig, i| {
        rig.pose(Vec2::ZERO, 0.8 * i as f32)
    });
    let scene = Scene {
        gravity: Vec2::ZERO,
        ..Scene::flight()
    };
    for step in 1..=180 {
        crowd.worst.over_limit = 0.0;
        crowd.steps(&scene, 1);
        assert!(
            crowd.worst.speed < 300.0,
            "{} px/s after {step} steps",
            crowd.worst.speed
        );
    }
    println!(
        "from 20° outside at up to {:.0} px/s; {:.3}° left",
        crowd.worst.speed, crowd.worst.over_limit
    );
    assert!(crowd.worst.over_limit < 0.1, "{:?}", crowd.worst);
}

#[test]
fn an_entry_pose_inside_its_limits_stays_as_it_is() {
    for turn in [-90.0_f32, 37.0, 180.0] {
        let mut rig = Rig::stickman();
        for i in 1..BODIES {
            rig.rest[i] = turn.to_radians();
            rig.limits[i] = Some([turn.to_radians() - 0.2, turn.to_radians() + 0.2]);
            rig.zero[i] = 0.0;
        }
        let mut crowd = Crowd::new(Isa::detect(), rig, 8, |rig, i| rig.pose(Vec2::ZERO, i as f32));
        let scene = Scene {
            gravity: Vec2::ZERO,
            ..Scene::flight()
        };
        crowd.steps(&scene, 120);
        for figure in 0..8 {
            for body in 0..BODIES {
                let now = crowd.body(figure, body);
                assert!(
                    now.w == 0.0 && now.v.length() < 1e-4,
                    "{turn}°, figure {figure}, body {body}: {now:?}"
                );
            }
        }
    }
}
