//! The same bytes with any instructions and in any lane; lanes that don't see each other; linearity of what rows rely on.

use tumble_math::Vec2;

use super::bench::{Bench, at, rod};
use super::crowd::{BODIES, Crowd, Rig, Scene};
use crate::solver::lanes::{Isa, LANES};
use crate::solver::tree::PinConstant;

#[test]
fn bytes_are_the_same_with_any_instructions() {
    let run = |isa: Isa| {
        let mut crowd = Crowd::rain(isa, Rig::stickman(), 20);
        for _ in 0..300 {
            crowd.step(&Scene::default());
        }
        crowd.hash()
    };
    let plain = run(Isa::Scalar);
    for isa in [Isa::Sse2, Isa::Avx2].into_iter().filter(|isa| isa.is_here()) {
        assert_eq!(run(isa), plain, "{isa:?} against plain code");
    }
}

#[test]
fn a_figure_moves_alike_in_any_lane_and_company() {
    let scene = Scene::default();
    let mut all = Crowd::rain(Isa::detect(), Rig::stickman(), LANES);
    for _ in 0..240 {
        all.step(&scene);
    }
    for figure in 0..LANES {
        let start = |rig: &Rig, _| rig.pose(Vec2::new(0.0, -700.0), -0.37 * figure as f32);
        let mut alone = Crowd::new(Isa::detect(), Rig::stickman(), 1, start);
        for _ in 0..240 {
            alone.step(&scene);
        }
        for body in 0..BODIES {
            assert_eq!(
                all.body(figure, body),
                alone.body(0, body),
                "body {body} of figure {figure}"
            );
        }
    }
}

#[test]
fn a_lane_that_is_not_finite_disturbs_no_other() {
    // Nor that lane of the next batch, which works in the same scratch.
    let scene = Scene::default();
    let run = |bad: Option<f32>| {
        let mut crowd = Crowd::rain(Isa::detect(), Rig::stickman(), 2 * LANES);
        for step in 0..200 {
            if let (100, Some(bad)) = (step, bad) {
                crowd.give(3, 4, Vec2::new(bad, 0.0), bad);
            }
            crowd.step(&scene);
        }
        crowd
    };
    let clean = run(None);
    for bad in [f32::NAN, f32::INFINITY, 1e38] {
        let spoilt = run(Some(bad));
        assert!(
            bad == 1e38 || !spoilt.body(3, 4).at.is_finite(),
            "{bad} was to spoil its own lane"
        );
        for figure in (0..2 * LANES).filter(|&figure| figure != 3) {
            for body in 0..BODIES {
                assert_eq!(
                    clean.body(figure, body),
                    spoilt.body(figure, body),
                    "{bad}: body {body} of figure {figure}"
                );
            }
        }
    }
}

/// Three rods in a zigzag that fly and turn.
fn zigzag() -> Bench {
    let end = Vec2::new(100.0, 0.0);
    let pin = PinConstant {
        parent: end,
        child: -end,
        ..PinConstant::default()
    };
    let figure: Vec<_> = [2.0, 3.0, 1.0]
        .iter()
        .map(|&mass| (rod(mass, 200.0), pin))
        .collect();
    let mut state = [at(Vec2::ZERO, 0.3), at(Vec2::ZERO, 1.5), at(Vec2::ZERO, -0.4)];
    for i in 1..3 {
        let up = state[i - 1];
        let (from, to) = (Vec2::new(up.cos, up.sin), Vec2::new(state[i].cos, state[i].sin));
        state[i].at = up.at + (from + to) * 100.0;
    }
    Bench::new(&[0, 0, 1], false, &figure, &state).zero_g()
}

#[test]
fn an_impulse_given_later_does_what_it_would_have_done_before() {
    let (push, turn) = (Vec2::new(30.0, -70.0), 4000.0);
    for body in 0..3 {
        let mut before = zigzag();
        before.give(body, push, turn);
        before.velocities();
        let mut after = zigzag();
        after.velocities();
        after.give(body, push, turn);
        after.resolve();
        for i in 0..3 {
            let (before, after) = (before.body(i), after.body(i));
            assert!(
                (before.v - after.v).length() < 1e-3 && (before.w - after.w).abs() < 1e-5,
                "{before:?} {after:?}"
            );
        }
    }
}

#[test]
fn responses_are_what_impulses_do() {
    for (anchored, held) in [(false, false), (true, false), (false, true), (true, true)] {
        let end = Vec2::new(100.0, 0.0);
        // Held: the second hinge is welded.
        let pin = |p: usize| PinConstant {
            parent: end,
            child: -end,
            zero: if p == 2 { -1.9 } else { 0.0 },
            limits: (held && p == 2).then_some([0.0, 0.0]),
            ..PinConstant::default()
        };
        let figure: Vec<_> = (0..3)
            .map(|p| (rod(2.0 - 0.5 * p as f32, 200.0), pin(p)))
            .collect();
        let state: Vec<_> = {
            let flying = zigzag();
            (0..3).map(|i| flying.body(i)).collect()
        };
        let fresh = || {
            let mut bench = Bench::new(&[0, 0, 1], anchored, &figure, &state).zero_g();
            let root = state[0];
            let point = root.at - Vec2::new(root.cos, root.sin) * 100.0;
            bench.set_anchor(crate::solver::tree::AnchorNow {
                at: point,
                ..Default::default()
            });
            bench.velocities();
            bench
        };
        for body in 0..3 {
            let phi = fresh().answer(body);
            for (push, turn) in [(Vec2::X, 0.0), (Vec2::Y, 0.0), (Vec2::ZERO, 100.0)] {
                let mut bench = fresh();
                let start = bench.body(body);
                bench.give(body, push * 100.0, turn * 100.0);
                bench.resolve();
                let now = bench.body(body);
                let want_v = Vec2::new(
                    phi.xx * push.x + phi.xy * push.y + phi.xw * turn,
                    phi.xy * push.x + phi.yy * push.y + phi.yw * turn,
                ) * 100.0;
                let want_w = (phi.xw * push.x + phi.yw * push.y + phi.ww * turn) * 100.0;
                let (dv, dw) = (now.v - start.v, now.w - start.w);
                assert!(
                    (dv - want_v).length() < 1e-2 && (dw - want_w).abs() < 1e-4,
                    "anchored {anchored}, held {held}, body {body}: {dv} {dw} against {want_v} {want_w}"
                );
            }
        }
    }
}

#[test]
fn momentum_is_kept_whatever_the_hinges_do() {
    let mut crowd = Crowd::toss(Isa::detect(), Rig::stickman().undamped(), LANES);
    let scene = Scene {
        gravity: Vec2::ZERO,
        ..Scene::flight()
    };
    let momentum = |crowd: &Crowd, figure: usize| {
        (0..BODIES)
            .map(|i| crowd.body(figure, i).v * crowd.rig.mass[i])
            .fold(Vec2::ZERO, |sum, p| sum + p)
    };
    let start: Vec<_> = (0..LANES).map(|figure| momentum(&crowd, figure)).collect();
    crowd.steps(&scene, 300);
    for (figure, start) in start.iter().enumerate() {
        let now = momentum(&crowd, figure);
        assert!(
            (now - *start).length() < 2e-3 * start.length().max(1000.0),
            "figure {figure}: {start} to {now}"
        );
    }
}
