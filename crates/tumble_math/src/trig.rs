//! Own sine, cosine, arc tangent and arc cosine.
//!
//! `std`'s versions call the platform's maths library and differ in the last bits from one system to the next.
//! These are polynomials in `f64`, rounded once to `f32`.
//!
//! Error bound: for |x| ≤ 10⁶ \[rad\], [`sin`], [`cos`], [`atan2`] and [`acos`] are within 0.51 units in the last place of
//! the exact value, also beside their zeros: nearly always the `f32` nearest to it. The tests measure 0.5000 against
//! `std` in `f64` over a million arguments each. Beyond 10⁶ the reduction loses
//! digits gradually (1e-10 there, all of them at 10¹⁶); the results stay in range.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// 2/π, the number of quadrants a radian.
const QUADRANTS_PER_RADIAN: f64 = core::f64::consts::FRAC_2_PI;
/// The first 33 bits of π/2: times a quadrant number below 2²⁰ it is exact (Cody and Waite's two-part reduction).
const FRAC_PI_2_HIGH: f64 = 1.570_796_326_734_125_6;
/// π/2 less [`FRAC_PI_2_HIGH`].
const FRAC_PI_2_REST: f64 = 6.077_100_506_506_192e-11;

/// Sine of `x` \[rad\]. NaN and infinities give NaN.
#[inline]
pub fn sin(x: f32) -> f32 {
    sin_cos(x).0
}

/// Cosine of `x` \[rad\]. NaN and infinities give NaN.
#[inline]
pub fn cos(x: f32) -> f32 {
    sin_cos(x).1
}

/// Sine and cosine of `x` \[rad\] at once. NaN and infinities give NaN.
#[inline]
pub fn sin_cos(x: f32) -> (f32, f32) {
    // The polynomials to x¹¹ and x¹² leave 1e-11, far below half a unit of an f32.
    let (s, c) = sin_cos_by::<5, 6>(f64::from(x));
    (s as f32, c as f32)
}

/// Sine and cosine of `x` \[rad\] in double precision, within 4e-16 for |x| ≤ 10⁶. NaN and infinities give NaN.
///
/// The polynomials to x¹⁵ and x¹⁶ leave less than 1e-16.
#[inline]
pub fn sin_cos_f64(x: f64) -> (f64, f64) {
    sin_cos_by::<7, 8>(x)
}

/// Reduction to [−π/4, π/4] by the nearest quadrant, then the first `S` and `C` terms of the Taylor polynomials.
#[inline]
fn sin_cos_by<const S: usize, const C: usize>(x: f64) -> (f64, f64) {
    if !x.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    // Above, quadrant numbers don't fit the two-part reduction; the remainder is exact for the f64 nearest to 2π.
    let x = if x.abs() > 1.6e6 { x % TAU } else { x };
    let quadrant = round_small(x * QUADRANTS_PER_RADIAN);
    let r = (x - quadrant * FRAC_PI_2_HIGH) - quadrant * FRAC_PI_2_REST;
    let r2 = r * r;
    let s = r + r * r2 * poly(r2, first_chunk::<S, 7>(&SIN));
    let c = 1.0 + r2 * poly(r2, first_chunk::<C, 8>(&COS));
    match (quadrant as i32) & 3 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The first `N` of some coefficients.
#[inline]
fn first_chunk<const N: usize, const M: usize>(all: &[f64; M]) -> &[f64; N] {
    const { assert!(N <= M) };
    all.first_chunk().unwrap_or(&[0.0; N])
}

/// The nearest whole number, ties to even, for |x| < 2⁵¹: adding 1.5 · 2⁵² leaves no room for a fraction. Not every
/// processor has an instruction for `f64::round_ties_even`.
#[inline]
pub(crate) fn round_small(x: f64) -> f64 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (x + SHIFT) - SHIFT
}

/// −1/3!, 1/5!, … : sine's series after the first term, divided by x³.
const SIN: [f64; 7] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
];
/// −1/2!, 1/4!, … : cosine's series after the first term, divided by x².
const COS: [f64; 8] = [
    -0.5,
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
];

#[inline]
fn poly<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        sum = sum * x + coefficients[i];
    }
    sum
}

/// Direction of (x, y) from +x towards +y \[rad, −π..π\]. (0, 0) gives 0; NaN gives NaN.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    atan2_f64(f64::from(y), f64::from(x)) as f32
}

/// [`atan2`] in double precision, within 4e-15. For closed forms whose intermediate angles need more than `f32` holds.
#[inline]
pub fn atan2_f64(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (ax, ay) = (x.abs(), y.abs());
    let (large, small) = if ax >= ay { (ax, ay) } else { (ay, ax) };
    if large == 0.0 {
        return if x.is_sign_negative() {
            PI.copysign(y)
        } else {
            0.0_f64.copysign(y)
        };
    }
    let mut a = if large.is_infinite() {
        if small.is_infinite() { FRAC_PI_4 } else { 0.0 }
    } else {
        atan_of_ratio(small, large)
    };
    if ay > ax {
        a = FRAC_PI_2 - a;
    }
    if x.is_sign_negative() {
        a = PI - a;
    }
    a.copysign(y)
}

/// Arc tangent of small/large in \[0, 1\]. Shifted by the nearest of 0, 1/4, 1/2, 3/4, 1 so that |u| ≤ 1/8 is left, where
/// the series to u¹³ is below 3e-15. With c that quarter, u = (t − c)/(1 + tc) = (small − c·large)/(large + c·small).
#[inline]
fn atan_of_ratio(small: f64, large: f64) -> f64 {
    /// atan(k/4)
    const STEPS: [f64; 5] = [
        0.0,
        0.244_978_663_126_864_14,
        0.463_647_609_000_806_1,
        0.643_501_108_793_284_4,
        FRAC_PI_4,
    ];
    const SERIES: [f64; 6] = [
        -1.0 / 3.0,
        1.0 / 5.0,
        -1.0 / 7.0,
        1.0 / 9.0,
        -1.0 / 11.0,
        1.0 / 13.0,
    ];
    let k = usize::from(small > 0.125 * large)
        + usize::from(small > 0.375 * large)
        + usize::from(small > 0.625 * large)
        + usize::from(small > 0.875 * large);
    let c = k as f64 * 0.25;
    let u = (small - c * large) / (large + c * small);
    let u2 = u * u;
    STEPS[k] + u + u * u2 * poly(u2, &SERIES)
}

/// Arc cosine of `x`, clamped to [−1, 1] \[rad, 0..π\]. NaN gives NaN.
///
/// acos x = atan2(√((1 − x)(1 + x)), x), which keeps its precision near ±1.
#[inline]
pub fn acos(x: f32) -> f32 {
    let x = f64::from(x.clamp(-1.0, 1.0));
    atan2_f64(((1.0 - x) * (1.0 + x)).sqrt(), x) as f32
}
