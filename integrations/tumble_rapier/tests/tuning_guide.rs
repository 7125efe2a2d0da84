//! `docs/tuning.md`: every setting of the world has its line, with the default that the code has.

use tumble_rapier::RapierSettings;

const GUIDE: &str = include_str!("../../../docs/tuning.md");

#[test]
fn every_setting_is_stated_with_its_default() {
    // Without `..`: a new setting doesn't compile here until it has its line.
    let RapierSettings {
        gravity,
        length_unit,
        pass_time,
        solver_iterations,
        inner_iterations,
        look_ahead,
        push_out,
        max_speed,
        sleep_speed,
        sleep_time,
        grab_hertz,
        grab_acceleration,
        warm_joints,
    } = RapierSettings::default();
    assert_eq!(pass_time, 1.0 / 240.0);
    for (name, default) in [
        ("gravity", format!("({}, {})", gravity.x, gravity.y)),
        ("length_unit", length_unit.to_string()),
        ("pass_time", "1/240".to_owned()),
        ("solver_iterations", solver_iterations.to_string()),
        ("inner_iterations", inner_iterations.to_string()),
        ("look_ahead", look_ahead.to_string()),
        ("push_out", push_out.to_string()),
        ("max_speed", max_speed.to_string()),
        ("sleep_speed", sleep_speed.to_string()),
        ("sleep_time", sleep_time.to_string()),
        ("grab_hertz", grab_hertz.to_string()),
        ("grab_acceleration", grab_acceleration.to_string()),
        ("warm_joints", warm_joints.to_string()),
    ] {
        let row = format!("| `{name}` | `{default}` |");
        assert!(GUIDE.contains(&row), "no line starts with {row}");
    }
}
