//! Wrapping, and the two ways between angles.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use tumble_math::angle::{nearest_turn_to_band, shortest, through_straight, wrap};

fn degrees(angle: f32) -> f32 {
    angle.to_degrees()
}

/// Angles over ±`turns` turns in steps that never fall on a corner twice.
fn sweep(turns: i32) -> impl Iterator<Item = f32> {
    (-turns * 997..=turns * 997).map(|i| i as f32 * TAU / 997.0)
}

#[test]
fn wrap_keeps_what_is_in_range_and_brings_the_rest_in() {
    for x in [0.0, -0.0, 1.0, PI, -PI, 3.1, -3.1] {
        assert_eq!(wrap(x).to_bits(), x.to_bits());
    }
    for x in sweep(50) {
        let wrapped = wrap(x);
        assert!((-PI..=PI).contains(&wrapped), "{x} -> {wrapped}");
        let (a, b) = (f64::from(x), f64::from(wrapped));
        assert!(
            (a.sin() - b.sin()).abs() < 3e-7 && (a.cos() - b.cos()).abs() < 3e-7,
            "{x} -> {wrapped}"
        );
    }
    assert!(wrap(f32::NAN).is_nan());
}

#[test]
fn shortest_is_never_more_than_half_a_turn_and_arrives() {
    for from in sweep(2).step_by(13) {
        for to in sweep(2).step_by(17) {
            let way = shortest(from, to);
            assert!(way.abs() <= PI);
            assert!((wrap(from + way - to)).abs() < 3e-6, "{from} {to} {way}");
        }
    }
    assert!((degrees(shortest(170_f32.to_radians(), (-170_f32).to_radians())) - 20.0).abs() < 1e-4);
}

#[test]
fn through_straight_passes_zero_and_never_the_back() {
    let way = through_straight(170_f32.to_radians(), (-170_f32).to_radians());
    assert!((degrees(way) + 340.0).abs() < 1e-3);
    for from in sweep(1).step_by(13) {
        for to in sweep(1).step_by(17) {
            let (a, way) = (wrap(from), through_straight(from, to));
            // Every point on the way lies between the two ends, so ±π is never crossed.
            for i in 0..=8 {
                assert!((a + way * (i as f32 / 8.0)).abs() <= PI + 1e-6);
            }
            assert!((wrap(a + way - to)).abs() < 3e-6);
        }
    }
}

#[test]
fn nearest_turn_lands_inside_every_band_that_can_hold_the_angle() {
    let band = |lower: f32, upper: f32| (lower.to_radians(), upper.to_radians());
    for (lower, upper) in [
        band(-5.0, 150.0),
        band(0.0, 270.0),
        band(-350.0, 0.0),
        band(135.0, 225.0),
        band(-160.0, 160.0),
    ] {
        for inside in 0..=20 {
            let angle = lower + (upper - lower) * (inside as f32 / 20.0);
            for turns in -3..=3 {
                let found = nearest_turn_to_band(angle + turns as f32 * TAU, lower, upper);
                assert!(
                    found >= lower - 5e-6 && found <= upper + 5e-6,
                    "{} in {}..{}",
                    degrees(found),
                    degrees(lower),
                    degrees(upper)
                );
            }
        }
    }
    // Outside, the nearer end's side: 200° against −5..150 stays at 200, 300° comes as −60.
    let (lower, upper) = band(-5.0, 150.0);
    assert!((degrees(nearest_turn_to_band(200_f32.to_radians(), lower, upper)) - 200.0).abs() < 1e-3);
    assert!((degrees(nearest_turn_to_band(300_f32.to_radians(), lower, upper)) + 60.0).abs() < 1e-3);
    // No turn to add: untouched, bit for bit.
    assert_eq!(nearest_turn_to_band(FRAC_PI_2, 0.0, 1.0), FRAC_PI_2);
}
