//! `docs/tuning.md`: every setting of the native world has its line, with the default that the code has.

use tumble::physics::Settings;

const GUIDE: &str = include_str!("../../../docs/tuning.md");

#[test]
fn every_setting_is_stated_with_its_default() {
    // Without `..`: a new setting doesn't compile here until it has its line.
    let Settings {
        gravity,
        sub_steps,
        length_unit,
        sleep,
    } = Settings::default();
    for (name, default) in [
        ("gravity", format!("({}, {})", gravity.x, gravity.y)),
        ("sub_steps", sub_steps.to_string()),
        ("length_unit", length_unit.to_string()),
        ("sleep", sleep.to_string()),
    ] {
        let row = format!("| `Settings::{name}` | `{default}` |");
        assert!(GUIDE.contains(&row), "no line starts with {row}");
    }
}
