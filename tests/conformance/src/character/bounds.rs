//! What must hold of every fall and recovery (the design's §7), and the check of it.

use std::fmt::Write as _;

use tumble::rig::Facing;

use super::fall::{Fall, Seen, run};
use super::ground::Ground;
use crate::Make;

/// Drawn parts at Animated → Ragdoll \[px\].
pub const MOVED_TO_RAGDOLL: f32 = 0.01;
/// Drawn parts at Ragdoll → Recovering \[px\].
pub const MOVED_TO_RECOVERING: f32 = 0.5;
/// Drawn parts at Recovering → Animated \[px\].
pub const MOVED_TO_ANIMATED: f32 = 0.01;
/// End pose against the remembered one \[px\], and \[rad\].
pub const END_POSE: f32 = 0.01;
/// See [`END_POSE`].
pub const END_HEADING: f32 = 1e-4;
/// Supporting feet off the terrain \[px\].
pub const FOOT_OFF: f32 = 1.0;
/// Turn of a limb in one step of the stand-up \[degrees\].
pub const TURN: f32 = 5.0;
/// Slack of "total variation equals the sweep": rounding of 120 differences of f32 headings \[rad\].
pub const DETOUR: f32 = 1e-3;

/// What depends on the world: the design's own figures, or a backend's measured ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldBounds {
    /// Limit overshoot at every step of a fall \[degrees\].
    pub limit_over: f32,
    /// Pin gap at every step of a fall \[px\].
    pub gap: f32,
}

impl WorldBounds {
    /// What the design asks of the native world.
    pub const DESIGN: Self = Self {
        limit_over: 3.0,
        gap: 0.5,
    };
}

/// The falls of the design's bounds: every ground, every facing; other scales on a selection of grounds.
pub fn falls() -> Vec<Fall> {
    let mut all = Vec::new();
    for ground in Ground::ALL {
        for facing in Facing::ALL {
            for hit in [(4000.0, -1500.0), (-3000.0, -800.0)] {
                all.push(Fall {
                    ground,
                    facing,
                    scale: 1.0,
                    clip: None,
                    hit,
                    hit_at: 0.5,
                });
            }
        }
    }
    for ground in [
        Ground::Flat,
        Ground::Ramp(20.0),
        Ground::StairsUp,
        Ground::StairsDown,
    ] {
        for facing in Facing::ALL {
            for scale in [0.5, 2.0] {
                all.push(Fall {
                    ground,
                    facing,
                    scale,
                    clip: None,
                    hit: (3500.0, -1200.0),
                    hit_at: 0.5,
                });
            }
        }
    }
    for (facing, clip) in [
        (Facing::Right, "walk_right"),
        (Facing::Left, "walk_left"),
        (Facing::Forward, "idle"),
    ] {
        for ground in [Ground::Flat, Ground::Ramp(10.0), Ground::StairsDown] {
            for hit_at in [0.55, 0.8, 1.05] {
                all.push(Fall {
                    ground,
                    facing,
                    scale: 1.0,
                    clip: Some(clip),
                    hit: (1500.0, -400.0),
                    hit_at,
                });
            }
        }
    }
    all
}

/// What a fall breaks of the design's bounds, one line each.
pub fn broken(fall: &Fall, seen: &Seen, world: &WorldBounds) -> Vec<String> {
    let mut broken = Vec::new();
    let mut check = |what: &str, value: f32, bound: f32| {
        // NaN is broken too.
        if value > bound || value.is_nan() {
            broken.push(format!("{what}: {value} > {bound}"));
        }
    };
    // Lengths are judged at the figure's own scale; rounding grows with it.
    let size = fall.scale.max(1.0);
    check("moved to ragdoll [px]", seen.moved[0], MOVED_TO_RAGDOLL * size);
    check(
        "moved to recovering [px]",
        seen.moved[1],
        MOVED_TO_RECOVERING * size,
    );
    check("moved to animated [px]", seen.moved[2], MOVED_TO_ANIMATED * size);
    check("body against the memory [px]", seen.body_error, END_POSE * size);
    if fall.ground.is_level() {
        check("legs against the memory [px]", seen.leg_error, END_POSE * size);
    }
    check(
        "headings against the memory [rad]",
        seen.heading_error,
        END_HEADING,
    );
    check("supporting feet off the terrain [px]", seen.foot_off, FOOT_OFF);
    check("turn in a step, against the parent [°]", seen.turn, TURN);
    check("turn in a step, in the world [°]", seen.world_turn, TURN);
    check("detour [rad]", seen.detour, DETOUR);
    check("limit overshoot [°]", seen.limit_over, world.limit_over);
    check("pin gap [px]", seen.gap, world.gap * size);
    if seen.passed_half_turn {
        broken.push("an elbow or knee passed ±180°".into());
    }
    if seen.standing == 0 && fall.clip.is_none() {
        broken.push("no foot stands".into());
    }
    if seen.bodies.0 != seen.bodies.1 {
        broken.push(format!(
            "{} bodies before, {} after",
            seen.bodies.0, seen.bodies.1
        ));
    }
    if seen
        .rows
        .last()
        .is_none_or(|row| row.characters["hero"].state != "animated")
    {
        broken.push("never animated again".into());
    }
    broken
}

/// One line of figures a fall.
pub fn line(fall: &Fall, seen: &Seen) -> String {
    let ground = format!("{:?}", fall.ground);
    format!(
        "{ground:<22} {:<8} ×{:<3} {:<11} moved {:.4} {:.4} {:.4} | end {:.4} {:.4} px {:.1e} rad | foot {:.3} ({}) sunk {:.1} | turn {:.2}° \
         world {:.2}° detour {:.1e} | limit {:.1}° gap {:.2} | {:.2} s",
        fall.facing.name(),
        fall.scale,
        fall.clip.unwrap_or("stand"),
        seen.moved[0],
        seen.moved[1],
        seen.moved[2],
        seen.body_error,
        seen.leg_error,
        seen.heading_error,
        seen.foot_off,
        seen.standing,
        seen.sunk,
        seen.turn,
        seen.world_turn,
        seen.detour,
        seen.limit_over,
        seen.gap,
        seen.took,
    )
}

/// Runs every fall and checks it.
///
/// # Panics
/// With every broken bound of every fall.
pub fn every_fall_keeps_the_bounds(make: Make<'_>, world: &WorldBounds) {
    let mut report = String::new();
    for fall in falls() {
        let seen = run(make, &fall);
        let broken = broken(&fall, &seen, world);
        println!("{}", line(&fall, &seen));
        if !broken.is_empty() {
            let _ = writeln!(report, "{fall:?}");
            for line in broken {
                let _ = writeln!(report, "    {line}");
            }
        }
    }
    assert!(report.is_empty(), "bounds broken:\n{report}");
}
