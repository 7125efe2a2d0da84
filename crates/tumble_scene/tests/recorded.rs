//! The native world's bytes, as they were recorded: what runs here has to be what ran there, debug or release, on any machine.

mod common;

use common::runner;
use tumble_scene::library;

/// Steps after which the hashes were taken.
const STEPS: u64 = 600;

/// Built-in scenes, and the hash of each one's state. A change to the solver or the collision moves them, and that is no mistake: make sure that
/// the suites pass, and write down what the message says. A change to anything else that moves them is one.
const RECORDED: &[(&str, &str)] = &[
    ("harness", "cf7fd56cf9b17c08"),
    ("drop", "7fe0255452f111a9"),
    ("ramp", "43205aa075ba82fc"),
    ("stairs", "abda99bb4afa3c9f"),
    ("thrown", "3776c8972f65d7ec"),
    ("walk", "5acdbd7733ca14e6"),
    ("ledge", "94939e3692b4e35c"),
    ("lift", "4a8acc1cd5c8a622"),
    ("dog", "f0f23e45a0ba3966"),
    ("puppet", "7b35d914747af71c"),
    ("puppet-crowd", "c9d439cb8b88aaa2"),
];

#[test]
fn the_built_in_scenes_give_the_recorded_bytes() {
    let mut report = Vec::new();
    for name in library::names() {
        let mut runner = runner(&std::sync::Arc::new(
            library::scene(name).expect("it is built in"),
        ));
        (0..STEPS).for_each(|_| runner.step());
        let hash = format!("{:016x}", runner.state_hash());
        let recorded = RECORDED.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        if recorded != Some(hash.as_str()) {
            report.push(format!("(\"{name}\", \"{hash}\"),"));
        }
    }
    assert!(report.is_empty(), "other bytes than recorded: {report:#?}");
}
