//! The error bounds that `trig` states, measured against `std` in double precision.

use tumble_math::trig;

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 11
    }

    /// In [−1, 1).
    fn signed(&mut self) -> f64 {
        self.bits() as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// One unit in the last place of an `f32` near `x`.
fn ulp(x: f64) -> f64 {
    let x = (x as f32).abs();
    f64::from(f32::from_bits(x.to_bits() + 1)) - f64::from(x)
}

/// Arguments over twelve decades up to 10⁶, both signs, and the neighbours of every multiple of π/4 up to 10⁴.
fn arguments() -> impl Iterator<Item = f32> {
    let mut dice = Dice(7);
    let decades = (0..600_000).map(move |i| {
        let magnitude = 10_f64.powi(i % 13 - 6);
        (dice.signed() * magnitude) as f32
    });
    let corners = (-12_000..12_000_i32).flat_map(|k| {
        let corner = (f64::from(k) * core::f64::consts::FRAC_PI_4) as f32;
        (-3..=3_i32).map(move |step| f32::from_bits(corner.to_bits().wrapping_add_signed(step)))
    });
    decades.chain(corners.filter(|x| x.abs() <= 1e6))
}

/// The worst error in units in the last place, and in itself.
fn worst(pairs: impl Iterator<Item = (f32, f64)>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |(ulps, absolute), (got, exact)| {
        let error = (f64::from(got) - exact).abs();
        (f64::max(ulps, error / ulp(exact)), f64::max(absolute, error))
    })
}

#[test]
fn sine_and_cosine_are_within_the_stated_bound_up_to_a_million_radians() {
    let (ulps, absolute) = worst(arguments().map(|x| (trig::sin(x), f64::from(x).sin())));
    eprintln!("sin: worst {ulps:.4} ulp, {absolute:.3e}");
    assert!(ulps <= 0.51 && absolute <= 3.1e-8, "{ulps} ulp, {absolute}");
    let (ulps, absolute) = worst(arguments().map(|x| (trig::cos(x), f64::from(x).cos())));
    eprintln!("cos: worst {ulps:.4} ulp, {absolute:.3e}");
    assert!(ulps <= 0.51 && absolute <= 3.1e-8, "{ulps} ulp, {absolute}");
}

#[test]
fn double_precision_sine_and_cosine_are_within_the_stated_bound() {
    let mut worst = 0.0_f64;
    for x in arguments() {
        let x = f64::from(x);
        let (sin, cos) = trig::sin_cos_f64(x);
        worst = worst.max((sin - x.sin()).abs()).max((cos - x.cos()).abs());
    }
    eprintln!("sin_cos_f64: worst {worst:.3e}");
    assert!(worst <= 4e-16, "{worst}");
}

#[test]
fn arc_tangent_is_within_the_stated_bound_in_all_quadrants() {
    let mut dice = Dice(11);
    let mut single = (0.0_f64, 0.0_f64);
    let mut double = 0.0_f64;
    for i in 0..600_000 {
        let (a, b) = (10_f64.powi(i % 13 - 6), 10_f64.powi(i / 13 % 13 - 6));
        let (y, x) = ((dice.signed() * a) as f32, (dice.signed() * b) as f32);
        let exact = f64::from(y).atan2(f64::from(x));
        let error = (f64::from(trig::atan2(y, x)) - exact).abs();
        single = (single.0.max(error / ulp(exact)), single.1.max(error));
        double = double.max((trig::atan2_f64(f64::from(y), f64::from(x)) - exact).abs());
    }
    eprintln!(
        "atan2: worst {:.4} ulp, {:.3e}; in double precision {double:.3e}",
        single.0, single.1
    );
    assert!(single.0 <= 0.51 && single.1 <= 1.3e-7, "{single:?}");
    assert!(double <= 4e-15, "{double}");
}

#[test]
fn arc_cosine_keeps_its_digits_near_both_ends() {
    let mut dice = Dice(13);
    let spread = (0..300_000).map(move |_| dice.signed() as f32);
    let ends = (0..2_000_u32).flat_map(|i| {
        let near_one = f32::from_bits(1.0_f32.to_bits() - i);
        [near_one, -near_one]
    });
    let (ulps, absolute) = worst(spread.chain(ends).map(|x| (trig::acos(x), f64::from(x).acos())));
    eprintln!("acos: worst {ulps:.4} ulp, {absolute:.3e}");
    assert!(ulps <= 0.51 && absolute <= 1.3e-7, "{ulps} ulp, {absolute}");
}

#[test]
fn special_arguments_give_what_the_docs_say() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(trig::sin(bad).is_nan() && trig::cos(bad).is_nan());
    }
    assert!(trig::atan2(f32::NAN, 1.0).is_nan() && trig::atan2(1.0, f32::NAN).is_nan());
    assert!(trig::acos(f32::NAN).is_nan());
    assert_eq!(trig::atan2(0.0, 0.0), 0.0);
    assert_eq!(trig::acos(2.0), 0.0);
    assert_eq!(trig::acos(-2.0), core::f32::consts::PI);
    // Axes are exact, so a figure that stands upright stands exactly upright.
    assert_eq!(trig::sin_cos(0.0), (0.0, 1.0));
    assert_eq!(trig::atan2(1.0, 0.0), core::f32::consts::FRAC_PI_2);
    assert_eq!(trig::atan2(0.0, -1.0), core::f32::consts::PI);
    assert_eq!(trig::atan2(-0.0, -1.0), -core::f32::consts::PI);
    for (y, x) in [
        (1.0_f32, f32::INFINITY),
        (f32::INFINITY, f32::INFINITY),
        (f32::INFINITY, -1.0),
    ] {
        assert_eq!(trig::atan2(y, x), f64::from(y).atan2(f64::from(x)) as f32);
    }
}

#[test]
fn huge_arguments_lose_digits_but_never_the_range() {
    for exponent in 0..=120 {
        let x = 1.7_f32 * 2_f32.powi(exponent);
        let (sin, cos) = trig::sin_cos(x);
        assert!(sin.abs() <= 1.0 && cos.abs() <= 1.0, "{x}: {sin}, {cos}");
        assert!((sin * sin + cos * cos - 1.0).abs() < 1e-6, "{x}: {sin}, {cos}");
        if x < 1e9 {
            assert!((f64::from(sin) - f64::from(x).sin()).abs() < 1e-7 * f64::from(x).max(1e6) / 1e6);
        }
    }
}

#[test]
fn sine_is_odd_and_cosine_even_bit_for_bit() {
    // What makes a mirrored figure the exact reflection of the unmirrored one.
    for x in arguments() {
        assert_eq!(trig::sin(-x), -trig::sin(x), "sin {x}");
        assert_eq!(trig::cos(-x).to_bits(), trig::cos(x).to_bits(), "cos {x}");
    }
}
