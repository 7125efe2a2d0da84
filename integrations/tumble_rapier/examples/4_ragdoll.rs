//! The ragdoll: bodies exactly on the pose, each with its own bone's velocity; then physics, within the joints' limits.
//!
//! `cargo run -p tumble_rapier --example 4_ragdoll` writes `out/4_ragdoll.png`.

mod common;

use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::library;
use tumble::{Backend, Character, CharacterDesc, CharacterEvent};
use tumble_rapier::{RapierSettings, RapierWorld};

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("4_ragdoll");
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
    let rig = library::stickman();
    let desc = CharacterDesc {
        root: Placement::at(Vec2::new(0.0, -rig.stand_height())),
        ..CharacterDesc::default()
    };
    let mut hero = Character::new(desc, rig.clone(), library::stickman_clips())?;
    hero.play("walk_right")?;
    let torso = rig.bone("torso").ok_or("no such bone")?;

    let (mut widest, mut beyond) = (0.0_f32, 0.0_f32);
    for step in 0..300_u16 {
        if step == 60 {
            strip.add_character("walking", &hero, 1.0);
            // Into the ragdoll. The torso goes on as fast as it walked.
            hero.set_ragdoll(&mut world, true)?;
            let body = hero
                .body(torso)
                .and_then(|body| world.body(body))
                .ok_or("no body")?;
            println!("the torso goes on with {:.0} px/s", body.velocity.x);
            assert!(body.velocity.x > 100.0);
            // And a blow to the head [kg·px/s].
            let head = rig.bone("head").ok_or("no such bone")?;
            hero.hit(&mut world, head, Vec2::new(1500.0, -500.0), None)?;
        }
        hero.update(&mut world, DT);
        world.step(DT);
        hero.after_step(&mut world, DT);
        for (_, pin) in hero.pins() {
            let pin = world.pin(pin).ok_or("a pin is gone")?;
            widest = widest.max(pin.gap);
            if let Some([lower, upper]) = pin.limits {
                beyond = beyond.max((lower - pin.angle).max(pin.angle - upper).to_degrees());
            }
        }
        match step {
            75 => strip.add_character("falling", &hero, 1.25),
            105 => strip.add_character("landing", &hero, 1.75),
            299 => strip.add_character("at rest", &hero, 5.0),
            _ => {}
        }
    }

    // Nothing that is drawn moved when physics took over.
    let mut events = Vec::new();
    hero.drain_events(&mut events);
    let moved = events.iter().find_map(|event| match event {
        CharacterEvent::State { moved, .. } => Some(*moved),
        _ => None,
    });
    let moved = moved.ok_or("it never fell")?;
    println!(
        "moved {moved:.4} px at the hand-over; pins {widest:.2} px apart, {beyond:.2}° beyond a limit at most"
    );
    assert!(moved <= 0.01 && widest < 2.0 && beyond < 3.0);

    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
