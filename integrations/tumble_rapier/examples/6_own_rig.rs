//! A rig of one's own: a bird of seven bones that stands, is knocked over, and gets up.
//!
//! `cargo run -p tumble_rapier --example 6_own_rig` writes `out/6_own_rig.png`. What the fields mean: `docs/rigs.md`.

mod common;

use std::sync::Arc;

use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::clip::ClipSet;
use tumble::rig::file::read_rig;
use tumble::{Backend, Character, CharacterDesc, RecoverWhen, State};
use tumble_rapier::{RapierSettings, RapierWorld};

const BIRD: &str = r#"(
    version: 1,
    name: "bird",
    bones: [
        (name: "torso", length: 150, rest: -25),
        (name: "neck", parent: "torso", length: 110, rest: -50),
        (name: "head", parent: "neck", length: 60, rest: 65),
        (name: "left_thigh", parent: "torso", attach: (60, 10), length: 110, rest: 150),
        (name: "left_shin", parent: "left_thigh", length: 110, rest: -60),
        (name: "right_thigh", parent: "torso", attach: (60, 10), length: 110, rest: 150),
        (name: "right_shin", parent: "right_thigh", length: 110, rest: -60),
    ],
    limbs: [
        (name: "left_leg", kind: Leg, upper: "left_thigh", lower: "left_shin", marker: "left_foot"),
        (name: "right_leg", kind: Leg, upper: "right_thigh", lower: "right_shin", marker: "right_foot"),
    ],
    stand: (targets: {"left_foot": (35, 180), "right_foot": (75, 180)}),
    facings: (right: (bends: {"left_leg": Inverted, "right_leg": Inverted})),
    bodies: [
        (bone: "torso", shape: Capsule(45), mass: 4),
        (bone: "neck", shape: Capsule(12)),
        (bone: "head", shape: Capsule(20)),
        (bone: "left_thigh", shape: Capsule(9)), (bone: "left_shin", shape: Capsule(7)),
        (bone: "right_thigh", shape: Capsule(9)), (bone: "right_shin", shape: Capsule(7)),
    ],
    joints: [
        (name: "nape", bone: "neck", limit: Band(-60, 80)), (name: "crown", bone: "head", limit: Band(-60, 60)),
    ],
    recovery: (duration: 1.2),
)"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("6_own_rig");
    let rig = Arc::new(read_rig("bird.ron", BIRD).map_err(|mistakes| mistakes.to_string())?);
    let mut world = RapierWorld::new(RapierSettings::default());
    world.add_body(&BodyDesc {
        kind: BodyKind::Static,
        layer: Layer::Terrain,
        shape: Shape::Box {
            half: Vec2::new(9000.0, 100.0),
        },
        pose: Pose2::new(Vec2::new(0.0, 100.0), 0.0),
        ..BodyDesc::default()
    })?;
    let desc = CharacterDesc {
        root: Placement::at(Vec2::new(0.0, -rig.stand_height())),
        ..CharacterDesc::default()
    };
    let mut bird = Character::new(desc, rig.clone(), ClipSet::default())?;
    let standing = bird.bones().to_vec();
    strip.add_character("standing", &bird, 0.0);

    let torso = rig.bone("torso").ok_or("no such bone")?;
    bird.hit(&mut world, torso, Vec2::new(2600.0, -1200.0), None)?;
    bird.recover(RecoverWhen::Settled);
    let mut steps = 0_u16;
    while bird.state() != State::Animated {
        bird.update(&mut world, 1.0 / 60.0);
        world.step(1.0 / 60.0);
        bird.after_step(&mut world, 1.0 / 60.0);
        steps += 1;
        if steps % 45 == 15 {
            strip.add_character("", &bird, f64::from(steps) / 60.0);
        }
        assert!(steps < 480, "it is up within 8 s");
    }
    strip.add_character("up again", &bird, f64::from(steps) / 60.0);

    // The same pose, somewhere else.
    let moved = bird.bones()[0].origin - standing[0].origin;
    for (now, before) in bird.bones().iter().zip(&standing) {
        assert!((now.tip - before.tip - moved).length() < 0.01);
    }
    println!("up after {steps} steps, {:.0} px away", moved.x);
    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
