//! When a moving piece meets a resting one.

use tumble_math::{Vec2, trig};

use super::distance::Gap;
use super::hull::Buffer;
use crate::shape::{Frame, Piece};

/// Steps that are taken as far as is safe. What comes nearer arrives within a few dozen …
const SAFE_STEPS: u32 = 64;
/// … what turns beside a surface, without coming nearer, would take for ever: from then on steps are no smaller than this share of
/// the way.
const LEAST_STEP: f32 = 1.0 / 256.0;
/// Halvings that find the touch within such a step.
const HALVINGS: u32 = 12;
/// How near to the wanted gap is near enough, as a share of the moving piece's size …
const NEAR_ENOUGH: f32 = 1e-4;
/// … and of the gap.
const NEAR_GAP: f32 = 0.02;

/// The share of its way \[0..1\] at which A, moving by `way` \[px\] and turning by `turn` \[rad\] about its frame's origin at steady rates,
/// first comes as near as `target_gap` \[px, ≥ 0\] to B, which rests. A side is a segment, met from both sides.
///
/// 0 when it is as near at the start already; `None` when it never comes so near.
///
/// Conservative advancement (B. Mirtich, *Impulse-based Dynamic Simulation of Rigid Body Systems*, 1996): while apart by d along
/// the unit vector n, no point of A comes nearer by more than way·n + |turn|·R in all, R being A's reach from its origin; so A may
/// go on by (d − gap)/(way·n + |turn|·R). After [`SAFE_STEPS`] of them, in a grazing turn, a touch that begins and ends within
/// [`LEAST_STEP`] of the way may be missed.
pub(crate) fn cast(
    a: &Piece,
    from: &Frame,
    way: Vec2,
    turn: f32,
    b: &Piece,
    fb: &Frame,
    target_gap: f32,
) -> Option<f32> {
    let mut resting = Buffer::new();
    let other = resting.piece(b, fb, fb.at - from.at);
    let mut moving = Buffer::new();
    let reach = {
        let hull = moving.piece(a, from, Vec2::ZERO);
        hull.points.iter().map(|point| point.length()).fold(0.0, f32::max) + hull.radius
    };
    let mut gap_at = |share: f32| {
        let (sin, cos) = trig::sin_cos(turn * share);
        let frame = Frame {
            at: Vec2::ZERO,
            cos: from.cos * cos - from.sin * sin,
            sin: from.sin * cos + from.cos * sin,
        };
        Gap::between(&moving.piece(a, &frame, way * share), &other)
    };
    let near = target_gap * (1.0 + NEAR_GAP) + NEAR_ENOUGH * reach;
    let mut share = 0.0;
    let mut steps = 0;
    let mut gap = gap_at(share);
    if gap.distance <= target_gap {
        return Some(0.0);
    }
    loop {
        let speed = way.dot(gap.normal) + turn.abs() * reach;
        if speed <= 0.0 || speed.is_nan() {
            return None;
        }
        let safe = (gap.distance - target_gap) / speed;
        if share + safe > 1.0 {
            return None;
        }
        let last = share;
        let least = if steps < SAFE_STEPS { 0.0 } else { LEAST_STEP };
        share = (share + safe.max(least)).min(1.0);
        steps += 1;
        gap = gap_at(share);
        if gap.distance > near {
            if share >= 1.0 {
                return None;
            }
            continue;
        }
        if gap.distance >= target_gap || safe >= least {
            return Some(share);
        }
        // It met within a step that was longer than was safe.
        let (mut free, mut met) = (last, share);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (free + met);
            if gap_at(middle).distance > near {
                free = middle;
            } else {
                met = middle;
            }
        }
        return Some(met);
    }
}
