//! Own sine, cosine, arc tangent and arc cosine.
//!
//! `std`'s versions call the platform's maths library and differ in the last bits from one system to the next.
//! These are polynomials in `f64`, rounded once to `f32`.
//!
//! Error bound: for |x| ≤ 10⁶ [rad], [`sin`], [`cos`], [`atan2`] and [`acos`] are within 0.51 units in the last place of
//! the exact value, also beside their zeros: nearly always the `f32` nearest to it. The tests measure 0.5000 against
//! `std` in `f64` over a million arguments each. Beyond 10⁶ the reduction loses digits gradually.

use core::f64::consts::{FRAC_PI_2, PI};

/// 2/π, the number of quadrants a radian.
const QUADRANTS_PER_RADIAN: f64 = core::f64::consts::FRAC_2_PI;
/// The first 33 bits of π/2: times a quadrant number below 2²⁰ it is exact (Cody and Waite's two-part reduction).
const FRAC_PI_2_HIGH: f64 = 1.570_796_326_734_125_6;
/// π/2 less [`FRAC_PI_2_HIGH`].
const FRAC_PI_2_REST: f64 = 6.077_100_506_506_192e-11;

/// Sine of `x` [rad]. NaN and infinities give NaN.
#[inline]
pub fn sin(x: f32) -> f32 {
    sin_cos(x).0
}

/// Cosine of `x` [rad]. NaN and infinities give NaN.
#[inline]
pub fn cos(x: f32) -> f32 {
    sin_cos(x).1
}

/// Sine and cosine of `x` [rad] at once. NaN and infinities give NaN.
#[inline]
pub fn sin_cos(x: f32) -> (f32, f32) {
    let (s, c) = sin_cos_f64(f64::from(x));
    (s as f32, c as f32)
}

/// Sine and cosine of `x` [rad] in double precision, within 4e-16 for |x| ≤ 10⁶. NaN and infinities give NaN.
///
/// Reduction to [−π/4, π/4] by the nearest quadrant, then the Taylor polynomials to x¹⁵ and x¹⁶ (remainders below 1e-16 there).
#[inline]
pub fn sin_cos_f64(x: f64) -> (f64, f64) {
    if !x.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    let quadrant = (x * QUADRANTS_PER_RADIAN).round_ties_even();
    let r = (x - quadrant * FRAC_PI_2_HIGH) - quadrant * FRAC_PI_2_REST;
    let r2 = r * r;
    let s = r + r * r2 * poly(r2, &SIN);
    let c = 1.0 + r2 * poly(r2, &COS);
    match (quadrant as i64) & 3 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
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

/// Direction of (x, y) from +x towards +y [rad, −π..π]. (0, 0) gives 0; NaN gives NaN.
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
    let ratio = if large.is_infinite() {
        if small.is_infinite() { 1.0 } else { 0.0 }
    } else {
        small / large
    };
    let mut a = atan_unit(ratio);
    if ay > ax {
        a = FRAC_PI_2 - a;
    }
    if x.is_sign_negative() {
        a = PI - a;
    }
    a.copysign(y)
}

/// Arc tangent of t in [0, 1]. Shifted by the nearest of 0, 1/4, 1/2, 3/4, 1 so that |u| ≤ 1/8 is left, where the
/// series to u¹³ is below 1e-14.
#[inline]
fn atan_unit(t: f64) -> f64 {
    /// atan(k/4)
    const STEPS: [f64; 5] = [
        0.0,
        0.244_978_663_126_864_14,
        0.463_647_609_000_806_1,
        0.643_501_108_793_284_4,
        core::f64::consts::FRAC_PI_4,
    ];
    const SERIES: [f64; 6] = [
        -1.0 / 3.0,
        1.0 / 5.0,
        -1.0 / 7.0,
        1.0 / 9.0,
        -1.0 / 11.0,
        1.0 / 13.0,
    ];
    let k = (t * 4.0 + 0.5) as usize;
    let c = k as f64 * 0.25;
    let u = (t - c) / (1.0 + t * c);
    let u2 = u * u;
    STEPS[k] + u + u * u2 * poly(u2, &SERIES)
}

/// Arc cosine of `x`, clamped to [−1, 1] [rad, 0..π]. NaN gives NaN.
///
/// acos x = atan2(√((1 − x)(1 + x)), x), which keeps its precision near ±1.
#[inline]
pub fn acos(x: f32) -> f32 {
    let x = f64::from(x.clamp(-1.0, 1.0));
    atan2_f64(((1.0 - x) * (1.0 + x)).sqrt(), x) as f32
}
