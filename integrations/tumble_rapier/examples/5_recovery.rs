//! Recovery: from exactly the pose it landed in back to exactly the pose it was in, and the trace of what was decided.
//!
//! `cargo run -p tumble_rapier --example 5_recovery` writes `out/5_recovery.png` and prints the trace.

mod common;

use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::library;
use tumble::{Backend, Character, CharacterDesc, CharacterEvent, RecoverWhen, State};
use tumble_rapier::{RapierSettings, RapierWorld};

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("5_recovery");
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
    let head = rig.bone("head").ok_or("no such bone")?;
    hero.hit(&mut world, head, Vec2::new(3000.0, -1000.0), None)?;
    // It remembers the pose of the last animated frame; that is where the recovery ends.
    let remembered = hero.controls().clone();
    // Ask at once: it waits until every body is slow for 0.3 s, at most 5 s.
    hero.recover(RecoverWhen::Settled);

    let (mut events, mut steps, mut standing_up) = (Vec::new(), 0_u16, 0);
    while hero.state() != State::Animated {
        let before = hero.state();
        hero.update(&mut world, DT);
        world.step(DT);
        hero.after_step(&mut world, DT);
        steps += 1;
        let time = f64::from(steps) / 60.0;
        match (before, hero.state()) {
            (State::Ragdoll, State::Recovering) => {
                strip.add_character("first recovering frame", &hero, time);
                let trace = hero.recovery_trace().ok_or("no trace")?;
                print!("{trace}");
            }
            (State::Recovering, State::Recovering) => {
                standing_up += 1;
                if standing_up % 45 == 0 {
                    strip.add_character("standing up", &hero, time);
                }
            }
            _ => {}
        }
        assert!(steps < 900, "it is up within 15 s");
    }
    strip.add_character("animated", &hero, f64::from(steps) / 60.0);

    // No hand-over moved anything: at the fall, at the capture, at the end [px].
    hero.drain_events(&mut events);
    let bounds = [0.01, 0.5, 0.01];
    let handed_over = events.iter().filter_map(|event| match event {
        CharacterEvent::State { to, moved, .. } => Some((*to, *moved)),
        _ => None,
    });
    for ((to, moved), bound) in handed_over.zip(bounds) {
        println!("to {:<10} moved {moved:.4} px", to.name());
        assert!(moved <= bound, "{moved} px to {to:?}");
    }
    assert_eq!(*hero.controls(), remembered, "it stands as it stood");
    assert!(
        hero.bones().iter().all(|bone| bone.tip.y < 0.01),
        "and nothing is in the floor"
    );

    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
