//! Random events in random order: nothing breaks, and the character gets up when it is left alone.

use tumble::backend::BodyHandle;
use tumble::math::Vec2;
use tumble::rig::{Bend, BoneId, Facing, LimbId, LookTarget};
use tumble::{RecoverWhen, State};

use super::stage::{Set, Stage, floor};
use crate::Make;
use crate::world::rng::Rng;

/// Floors are taken away and put back; without one for so many steps the figure is teleported home.
const LONGEST_FALL: u32 = 240;

/// `events` random requests (hit, toggle, face, play, teleport, bend, look, snap, recover, terrain removed and put back) from a
/// seed, a few steps apart; then it is left alone on the floor and asked to recover once.
///
/// # Panics
/// On a NaN, an orphan body or pin, or when it isn't animated 8 s later.
pub fn random_events_break_nothing(make: Make<'_>, seed: u64, events: u32) {
    let mut rng = Rng::new(seed);
    let mut stage = Stage::new(
        make,
        Set {
            ground_follow: seed.is_multiple_of(2),
            ..Set::default()
        },
    );
    stage.step();
    let standing = stage.world.stats();
    let mut without_floor = 0;
    let bones = stage.hero.rig().bones.len() as u32;
    let limbs = stage.hero.rig().limbs.len() as u32;
    for event in 0..events {
        act(&mut stage, &mut rng, (bones, limbs));
        without_floor = if stage.floor.is_some() {
            0
        } else {
            without_floor + 1
        };
        if without_floor > LONGEST_FALL {
            put_floor_back(&mut stage);
            assert_eq!(
                stage.hero.teleport(&mut *stage.world, Vec2::new(0.0, -500.0)),
                Ok(())
            );
        }
        for _ in 0..rng.below(4) {
            stage.step();
        }
        assert!(stage.hero.pose().is_finite(), "event {event}: NaN in the pose");
        assert!(
            stage.hero.bones().iter().all(|bone| bone.tip.is_finite()),
            "event {event}: NaN on the screen"
        );
        let _ = stage.events();
    }
    put_floor_back(&mut stage);
    assert_eq!(
        stage.hero.teleport(&mut *stage.world, Vec2::new(0.0, -500.0)),
        Ok(())
    );
    stage.drop_now();
    stage.steps(30);
    stage.hero.recover(RecoverWhen::Settled);
    stage.steps(60 * 8);
    assert_eq!(stage.hero.state(), State::Animated, "8 s after it was left alone");
    let now = stage.world.stats();
    assert_eq!(
        (now.bodies, now.pins),
        (standing.bodies, standing.pins),
        "orphans"
    );
    stage.hero.remove_from(&mut *stage.world);
    let left = stage.world.stats();
    assert_eq!((left.bodies, left.pins), (1, 0), "only the floor is left");
}

fn put_floor_back(stage: &mut Stage) {
    if stage.floor.is_none() {
        stage.floor = stage.world.add_body(&floor(0.6)).ok();
    }
}

fn act(stage: &mut Stage, rng: &mut Rng, (bones, limbs): (u32, u32)) {
    let world = &mut *stage.world;
    let hero = &mut stage.hero;
    let pick = |rng: &mut Rng, count: u32| rng.below(count) as u16;
    match rng.below(16) {
        0..=2 => {
            let impulse = Vec2::new(rng.range(-6000.0, 6000.0), rng.range(-6000.0, 2000.0));
            let _ = hero.hit(world, BoneId(pick(rng, bones)), impulse, None);
        }
        3 | 4 => assert_eq!(hero.toggle_ragdoll(world), Ok(())),
        5 => assert_eq!(hero.set_ragdoll(world, rng.below(2) == 0), Ok(())),
        6 | 7 => hero.face(world, Facing::ALL[rng.below(3) as usize]),
        8 | 9 => {
            let clip = ["walk_right", "walk_left", "idle", "RESET"][rng.below(4) as usize];
            assert_eq!(hero.play(clip), Ok(()));
        }
        10 => {
            let to = Vec2::new(rng.range(-3000.0, 3000.0), rng.range(-900.0, -300.0));
            assert_eq!(hero.teleport(world, to), Ok(()));
        }
        11 => {
            let bend = if rng.below(2) == 0 {
                Bend::Normal
            } else {
                Bend::Inverted
            };
            hero.set_bend(world, LimbId(pick(rng, limbs)), bend);
        }
        12 => {
            let target = match rng.below(2) {
                0 => LookTarget::Marker,
                _ => LookTarget::World(Vec2::new(rng.range(-2000.0, 2000.0), rng.range(-2000.0, 0.0))),
            };
            hero.look_at(target, rng.range(0.0, 1.0));
        }
        13 => {
            let when = if rng.below(2) == 0 {
                RecoverWhen::Now
            } else {
                RecoverWhen::Settled
            };
            hero.recover(when);
        }
        14 => hero.snap_to_standing(world),
        _ => match stage.floor.take() {
            Some(floor) => remove(stage, floor),
            None => put_floor_back(stage),
        },
    }
}

fn remove(stage: &mut Stage, floor: BodyHandle) {
    assert_eq!(stage.world.remove_body(floor), Ok(()));
}
