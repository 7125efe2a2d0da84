//! Angles: wrapping, and the two ways from one angle to another.

use core::f32::consts::{PI, TAU};

use crate::trig::round_small;

/// `angle` brought into a single turn \[rad, −π..π\].
///
/// Values already in the range come back untouched, bit for bit.
#[inline]
pub fn wrap(angle: f32) -> f32 {
    if (-PI..=PI).contains(&angle) {
        return angle;
    }
    let a = f64::from(angle);
    let turn = core::f64::consts::TAU;
    let turns = a / turn;
    // The quick way for anything that ever turned; only what is past 10¹⁵ turns takes the other.
    let whole = if turns.abs() < 1e15 {
        round_small(turns)
    } else {
        turns.round_ties_even()
    };
    let wrapped = (a - turn * whole) as f32;
    wrapped.clamp(-PI, PI)
}

/// The turn from `from` to `to` by the shorter way \[rad, −π..π\].
#[inline]
pub fn shortest(from: f32, to: f32) -> f32 {
    wrap(to - from)
}

/// The turn from `from` to `to` that passes through zero (a straight joint) and never through ±π \[rad, −2π..2π\].
///
/// Both angles are first wrapped, so the way between them is the plain difference.
#[inline]
pub fn through_straight(from: f32, to: f32) -> f32 {
    wrap(to) - wrap(from)
}

/// `angle` plus the whole number of turns that brings it nearest to the band `[lower, upper]` \[rad\].
///
/// An angle that is inside the band after some number of turns ends inside it; of two equally near, the one nearer
/// to the band's middle wins.
#[inline]
pub fn nearest_turn_to_band(angle: f32, lower: f32, upper: f32) -> f32 {
    let middle = 0.5 * (lower + upper);
    if (middle - angle).abs() <= PI {
        return angle;
    }
    angle + TAU * ((middle - angle) / TAU).round_ties_even()
}
