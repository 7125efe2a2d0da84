//! Easing curves: ends, monotony, and the reference engine's own values.

use std::path::Path;

use tumble_math::Easing;

const ALL: [Easing; 12] = [
    Easing::Step,
    Easing::Linear,
    Easing::SineIn,
    Easing::SineOut,
    Easing::SineInOut,
    Easing::QuadIn,
    Easing::QuadOut,
    Easing::QuadInOut,
    Easing::CubicIn,
    Easing::CubicOut,
    Easing::CubicInOut,
    Easing::Smooth,
];

#[test]
fn every_curve_goes_from_zero_to_one_and_never_back() {
    for easing in ALL {
        assert_eq!(easing.apply(0.0), 0.0, "{easing:?}");
        assert_eq!(easing.apply(1.0), 1.0, "{easing:?}");
        let mut before = 0.0;
        for i in 0..=100_000 {
            let value = easing.apply(i as f32 / 100_000.0);
            // Neighbouring results may differ by rounding where the curve is flat.
            assert!(
                value >= before - 1.2e-7,
                "{easing:?} at {i}: {value} after {before}"
            );
            assert!((0.0..=1.0).contains(&value), "{easing:?} at {i}: {value}");
            before = value;
        }
    }
}

#[test]
fn beyond_the_ends_and_nan_are_clamped() {
    for easing in ALL {
        assert_eq!(easing.apply(-3.0), 0.0);
        assert_eq!(easing.apply(7.0), 1.0);
        assert_eq!(easing.apply(f32::NAN), 0.0);
    }
}

#[test]
fn in_and_out_are_each_others_reflection() {
    for (into, out) in [
        (Easing::SineIn, Easing::SineOut),
        (Easing::QuadIn, Easing::QuadOut),
        (Easing::CubicIn, Easing::CubicOut),
        (Easing::SineInOut, Easing::SineInOut),
        (Easing::QuadInOut, Easing::QuadInOut),
        (Easing::CubicInOut, Easing::CubicInOut),
    ] {
        for i in 0..=1000 {
            let t = i as f32 / 1000.0;
            assert!(
                (into.apply(t) - (1.0 - out.apply(1.0 - t))).abs() < 5e-7,
                "{into:?} {t}"
            );
        }
    }
}

/// (i, f(i/120)) for every tenth step of a stand-up of 2 s, as the reference engine gives them.
const SINE_IN_OUT: [(u16, f32); 13] = [
    (0, 0.0),
    (10, 0.01704),
    (20, 0.06699),
    (30, 0.14645),
    (40, 0.25),
    (50, 0.37059),
    (60, 0.5),
    (70, 0.62941),
    (80, 0.75),
    (90, 0.85355),
    (100, 0.93301),
    (110, 0.98296),
    (120, 1.0),
];

#[test]
fn sine_in_out_has_the_reference_values() {
    for (i, value) in SINE_IN_OUT {
        let got = Easing::SineInOut.apply(f32::from(i) / 120.0);
        assert!((got - value).abs() < 1e-5, "step {i}: {got} instead of {value}");
    }
}

#[test]
fn sine_in_out_equals_every_frame_of_the_reference_tweens() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden/tween.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no reference data at ../shared/golden/tween.json");
        return;
    };
    let data: serde_json::Value = serde_json::from_str(&text).expect("tween.json is JSON");
    let mut compared = 0;
    let mut worst = 0.0_f64;
    for run in data["runs"].as_array().expect("runs") {
        let easing = match (run["trans"].as_i64(), run["ease"].as_i64()) {
            (Some(1), Some(2)) => Easing::SineInOut,
            (Some(1), Some(0)) => Easing::SineIn,
            (Some(1), Some(1)) => Easing::SineOut,
            (Some(0), _) => Easing::Linear,
            _ => continue,
        };
        let duration = run["duration"].as_f64().expect("duration");
        let values = run["values_at_process_frame_signal"].as_array().expect("values");
        // Index 0 is the value after the first step; where the tween was made in the physics step, it is seen a frame later.
        let first = usize::from(values[0].as_f64() != Some(0.0));
        for (i, value) in values.iter().enumerate() {
            let t = ((i + first) as f64 / 60.0 / duration) as f32;
            let error = (f64::from(easing.apply(t)) - value.as_f64().expect("number")).abs();
            worst = worst.max(error);
            assert!(
                error < 1e-5,
                "{easing:?}, {duration} s, frame {i}: off by {error}"
            );
            compared += 1;
        }
    }
    eprintln!("{compared} values, worst {worst:.2e}");
    assert!(compared > 500, "only {compared} values compared");
}
