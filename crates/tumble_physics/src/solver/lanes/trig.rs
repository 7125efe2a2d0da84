//! Cosine and sine in lanes.

use core::f32::consts::FRAC_1_PI;

use super::Lane;

/// The first eight bits of π: times a whole number below 2¹⁶ it is exact.
const PI_HIGH: f32 = 3.140_625;
/// The next eleven bits of π: times a whole number below 2¹³ it is exact.
const PI_MIDDLE: f32 = 0.000_967_025_76;
/// The rest.
const PI_LOW: f32 = 6.278_329_3e-7;

/// The nearest whole number, ties to even, for |x| < 2²²: adding 1.5 · 2²³ leaves no room for a fraction.
#[inline(always)]
pub(crate) fn nearest_whole<L: Lane>(x: L) -> L {
    let shift = L::splat(12_582_912.0);
    (x + shift) - shift
}

/// Cosine and sine of angles \[rad\].
///
/// The angle less the nearest multiple of π, in three parts (Cody and Waite), goes into the Taylor polynomials to r¹¹ and r¹²; an odd multiple
/// changes the sign. Within 2e-7 of the exact value for |angle| ≤ 10⁴, and no jump of more than that between neighbours. Source of the
/// reduction: Cody & Waite, "Software Manual for the Elementary Functions", 1980, ch. 8.
#[inline(always)]
pub(crate) fn cos_sin<L: Lane>(angle: L) -> (L, L) {
    let c = L::splat;
    let half_turns = nearest_whole(angle * c(FRAC_1_PI));
    let r = ((angle - half_turns * c(PI_HIGH)) - half_turns * c(PI_MIDDLE)) - half_turns * c(PI_LOW);
    let odd = (half_turns - c(2.0) * nearest_whole(half_turns * c(0.5))).abs();
    let sign = c(1.0) - odd - odd;
    let q = r * r;
    // Powers of q pairwise (Estrin's scheme): shorter chains than Horner's.
    let q2 = q * q;
    let q4 = q2 * q2;
    let sin_low = c(-1.0 / 6.0) + q * c(1.0 / 120.0);
    let sin_high = c(-1.0 / 5_040.0) + q * c(1.0 / 362_880.0);
    let sin = r + (r * q) * ((sin_low + q2 * sin_high) - q4 * c(1.0 / 39_916_800.0));
    let cos_low = c(-0.5) + q * c(1.0 / 24.0);
    let cos_middle = c(-1.0 / 720.0) + q * c(1.0 / 40_320.0);
    let cos_high = c(-1.0 / 3_628_800.0) + q * c(1.0 / 479_001_600.0);
    let cos = c(1.0) + q * ((cos_low + q2 * cos_middle) + q4 * cos_high);
    (sign * cos, sign * sin)
}
