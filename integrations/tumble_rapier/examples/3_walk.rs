//! A walk: a clip moves the markers and the root, IK the limbs; feet on the ground stay where they are.
//!
//! `cargo run -p tumble_rapier --example 3_walk` writes `out/3_walk.png`.

mod common;

use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::library;
use tumble::{Backend, Character, CharacterDesc};
use tumble_rapier::{RapierSettings, RapierWorld};

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strip = common::Strip::new("3_walk");
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
        ground_follow: true,
        ..CharacterDesc::default()
    };
    let mut hero = Character::new(desc, rig.clone(), library::stickman_clips())?;
    hero.play("walk_right")?;

    let ankles: Vec<usize> = rig
        .legs()
        .map(|leg| rig.limbs[leg.index()].lower.index())
        .collect();
    let mut on_ground: Vec<Option<f32>> = vec![None; ankles.len()];
    let mut slid = 0.0_f32;
    let mut start = 0.0;
    // A pass of the clip takes 1.5 s, 90 steps. In the first one it is blended in from standing; four more are measured.
    for step in 0..90 * 5 {
        if step == 90 {
            start = hero.pose().root.position.x;
        }
        // Each step: the character, the world, the character again.
        hero.update(&mut world, DT);
        world.step(DT);
        hero.after_step(&mut world, DT);

        // A foot that is down stays where it came down.
        for (ankle, was) in ankles.iter().zip(&mut on_ground) {
            let tip = hero.bones()[*ankle].tip;
            let down = step >= 90 && tip.y > -0.01;
            if let Some(before) = was.filter(|_| down) {
                slid = slid.max((tip.x - before).abs());
            }
            *was = down.then_some(tip.x);
        }
        // Half a pass, in quarters.
        if (180..220).contains(&step) && step % 11 == 4 {
            strip.add_character("", &hero, f64::from(step + 1) / 60.0);
        }
    }

    // The root has gone as far as the clip says it goes, four times over.
    let clip = hero.clips().get("walk_right").ok_or("no such clip")?;
    let wanted = 4.0 * clip.root_per_pass().x;
    let gone = hero.pose().root.position.x - start;
    println!("{gone:.2} px of {wanted:.2}; feet on the ground slid by {slid:.4} px a step at most");
    assert!((gone - wanted).abs() < 0.5, "{gone} px, not {wanted}");
    assert!(slid < 0.05, "feet slide by {slid} px a step");

    println!("wrote {}", strip.write()?);
    Ok(())
}

#[test]
fn it_holds() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
