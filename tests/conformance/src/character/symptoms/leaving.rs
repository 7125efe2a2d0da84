//! *Leaving* the ragdoll: settling, standing up, what is asked meanwhile.

use super::super::bounds::END_POSE;
use super::super::bounds::MOVED_TO_RAGDOLL;
use super::super::bounds::TURN;
use super::super::fall::DT;
use super::super::fall::Fall;
use super::super::fall::run;
use super::super::ground::Ground;
use super::super::stage::Set;
use super::super::stage::Stage;
use super::super::stage::farthest;
use super::changed;
use super::key;
use crate::Make;
use std::sync::Arc;
use tumble::CharacterEvent;
use tumble::RecoverWhen;
use tumble::State;
use tumble::backend::BodyDesc;
use tumble::backend::BodyKind;
use tumble::backend::Shape;
use tumble::math::Pose2;
use tumble::math::Vec2;
use tumble::math::angle;
use tumble::rig::BoneId;
use tumble::rig::Facing;
use tumble::rig::LandedPose;
use tumble::rig::LookTarget;
use tumble::rig::StandUpClip;
use tumble::rig::WorldBone;
use tumble::rig::clip::Clip;
use tumble::rig::clip::ClipSet;
use tumble::rig::clip::Track;

/// *Leaving*: asked while it slides at 100 px/s, `Settled` waits and `Now` doesn't.
///
/// # Panics
/// When either does the other's part.
pub fn it_does_not_stand_up_while_sliding(make: Make<'_>) {
    for (when, waits) in [(RecoverWhen::Settled, true), (RecoverWhen::Now, false)] {
        let rig = changed(|rig| {
            for body in rig.ragdoll.bodies.iter_mut().flatten() {
                (body.friction, body.linear_damping) = (0.0, 0.0);
            }
        });
        let mut stage = Stage::new(
            make,
            Set {
                rig,
                floor: Some(0.0),
                ..Set::default()
            },
        );
        stage.steps(1);
        stage.drop_now();
        stage.steps(300);
        let bodies: Vec<_> = stage.hero.bodies().map(|(_, body, _)| body).collect();
        for &body in &bodies {
            assert_eq!(stage.world.set_velocity(body, Vec2::new(100.0, 0.0), 0.0), Ok(()));
        }
        stage.hero.recover(when);
        stage.steps(60);
        assert_eq!(
            stage.hero.state() == State::Ragdoll,
            waits,
            "{when:?}: {:?} after 1 s",
            stage.hero.state()
        );
        // It doesn't wait for ever either: 5 s is the limit.
        stage.steps(60 * 4 + 2);
        assert_ne!(stage.hero.state(), State::Ragdoll, "{when:?}");
        let timed_out = stage
            .events()
            .iter()
            .any(|event| matches!(event, CharacterEvent::SettleTimeout));
        assert_eq!(timed_out, waits, "{when:?}: the time-out is reported");
    }
}

/// *Leaving*: it gets up on a platform 10 px thick and stays on it.
///
/// # Panics
/// When it doesn't.
pub fn it_does_not_drop_through_a_thin_platform(make: Make<'_>) {
    for facing in Facing::ALL {
        let fall = Fall {
            ground: Ground::Thin,
            facing,
            scale: 1.0,
            clip: None,
            hit: (1500.0, -500.0),
            hit_at: 0.5,
        };
        let seen = run(make, &fall);
        let root = seen
            .rows
            .last()
            .map_or([f32::NAN; 3], |row| row.characters["hero"].root);
        assert!(
            (root[1] + 385.0).abs() <= 1.0,
            "{facing:?}: the root is at y {}",
            root[1]
        );
        assert!(
            seen.foot_off <= 1.0 && seen.standing == 2,
            "{facing:?}: feet {} px off",
            seen.foot_off
        );
    }
}

/// *Leaving*: on a platform at 300 px/s it settles by its speed relative to the platform, gets up, and rides along.
///
/// # Panics
/// When it doesn't.
pub fn it_leaves_the_ragdoll_on_a_fast_platform(make: Make<'_>) {
    let ground = Ground::Platform(300.0, 0.0);
    let fall = Fall {
        ground,
        facing: Facing::Right,
        scale: 1.0,
        clip: None,
        hit: (2400.0, 0.0),
        hit_at: 0.5,
    };
    let seen = run(make, &fall);
    let state = |state: &'static str| {
        seen.rows
            .iter()
            .filter(move |row| row.characters["hero"].state == state)
    };
    let calm = |row: &&tumble_scene::trace::TraceRow| {
        row.characters["hero"]
            .bodies
            .values()
            .all(|b| Vec2::new(b[3] - 300.0, b[4]).length() < 20.0)
    };
    // The first moment of a calm that lasted until the end of the ragdoll.
    let ragdoll: Vec<_> = state("ragdoll").collect();
    let settled = ragdoll.iter().rposition(|row| !calm(row)).map_or(0, |i| i + 1);
    let settled_at = ragdoll
        .get(settled)
        .or(ragdoll.last())
        .map_or(f32::NAN, |row| row.time);
    let recovering_at = state("recovering").next().map_or(f32::NAN, |row| row.time);
    assert!(
        recovering_at - settled_at < 2.0,
        "settled at {settled_at} s, got up at {recovering_at} s"
    );
    for pair in seen.rows.windows(2) {
        let (a, b) = (&pair[0].characters["hero"], &pair[1].characters["hero"]);
        if a.state != "ragdoll" && b.state != "ragdoll" && b.state == a.state {
            let way = b.root[0] - a.root[0];
            assert!(
                (way - 5.0).abs() < 0.05,
                "at {} s the root moved {way} px where the platform moved 5",
                pair[1].time
            );
        }
    }
}

/// *Leaving*: a rig may list clips to get up with, by the way it lies.
///
/// # Panics
/// When the listed clip isn't used, or the end isn't the remembered pose.
pub fn it_gets_up_by_its_own_clip(make: Make<'_>) {
    let all = [
        LandedPose::Back,
        LandedPose::Belly,
        LandedPose::Sitting,
        LandedPose::UpsideDown,
    ];
    let rig = changed(|rig| {
        let entry = |landed| StandUpClip {
            landed,
            clip: "get_up".into(),
            blend: 0.3,
        };
        rig.recovery.stand_up = all.map(entry).to_vec();
    });
    // Up on all fours, kneeling, standing: a head far from where the tween would have it.
    let clip = Clip::new("get_up", 1.5)
        .with_track(Track::TorsoPosition(vec![
            key(0.0, Vec2::new(0.0, 250.0)),
            key(1.5, Vec2::ZERO),
        ]))
        .with_track(Track::TorsoAngle(vec![key(0.0, 1.2), key(1.5, 0.0)]));
    let clips = ClipSet(vec![Arc::new(clip)]);
    let mut stage = Stage::new(
        make,
        Set {
            rig,
            clips,
            ..Set::default()
        },
    );
    stage.steps(2);
    let before = stage.bones();
    let root = stage.hero.pose().root.position;
    stage.drop_now();
    stage.steps(200);
    let _ = stage.events();
    stage.hero.recover(RecoverWhen::Now);
    stage.step();
    assert_eq!(stage.hero.state(), State::Recovering);
    let moved = stage.events().into_iter().find_map(|event| match event {
        CharacterEvent::State {
            to: State::Recovering,
            moved,
            ..
        } => Some(moved),
        _ => None,
    });
    assert!(
        moved.is_some_and(|moved| moved <= 0.5),
        "the first frame is off the last of the ragdoll by {moved:?}"
    );
    let mut frames = 0;
    while stage.hero.state() == State::Recovering && frames < 600 {
        let bones = stage.bones();
        stage.step();
        frames += 1;
        let pop = farthest(&bones, &stage.bones());
        assert!(pop < 60.0, "frame {frames}: {pop} px in one step");
        if frames == 60 {
            let lean = stage.hero.pose().angles[0] - stage.hero.rig().bones[0].rest;
            assert!(
                lean > 0.1,
                "after 1 s the clip has it lean forward, not by {lean}"
            );
        }
    }
    assert!(
        (frames as f32 * DT - 1.8).abs() < 0.05,
        "clip and blend take 1.8 s, not {frames} frames"
    );
    let shift = stage.hero.pose().root.position - root;
    let moved: Vec<_> = before
        .iter()
        .map(|bone| WorldBone {
            origin: bone.origin + shift,
            tip: bone.tip + shift,
            ..*bone
        })
        .collect();
    let off = farthest(&moved, &stage.bones());
    assert!(off <= END_POSE, "the end is {off} px off the remembered pose");
}

/// *Leaving*: hit again while it gets up, it falls from where it is, with the motion it has.
///
/// # Panics
/// When it pops or keeps the wrong memory.
pub fn hit_again_while_getting_up_it_falls_from_there(make: Make<'_>) {
    let mut stage = Stage::new(make, Set::default());
    stage.steps(2);
    let remembered = stage.hero.controls().clone();
    stage.drop_now();
    stage.steps(150);
    stage.hero.recover(RecoverWhen::Now);
    stage.steps(60);
    assert_eq!(stage.hero.state(), State::Recovering);
    let before = stage.bones();
    assert_eq!(
        stage
            .hero
            .hit(&mut *stage.world, BoneId::TORSO, Vec2::new(500.0, 0.0), None),
        Ok(())
    );
    let moved = farthest(&before, &stage.bones());
    assert!(moved <= MOVED_TO_RAGDOLL, "moved {moved} px");
    let rising = stage.hero.body(BoneId(1)).and_then(|head| stage.world.body(head));
    assert!(
        rising.is_some_and(|head| head.velocity.y < -50.0),
        "the head was on its way up: {rising:?}"
    );
    assert_eq!(
        stage.hero.controls(),
        &remembered,
        "the memory is the last animated frame's"
    );
    stage.hero.recover(RecoverWhen::Settled);
    stage.steps(60 * 8);
    assert_eq!(stage.hero.state(), State::Animated);
}

/// The farthest that any bone turns between two moments \[degrees\].
fn turned(before: &[WorldBone], now: &[WorldBone]) -> f32 {
    before.iter().zip(now).fold(0.0, |most: f32, (a, b)| {
        most.max(angle::shortest(a.heading, b.heading).abs().to_degrees())
    })
}

/// Knocked over backwards and lying still.
fn knocked_over(stage: &mut Stage) {
    stage.steps(1);
    let push = Vec2::new(-3000.0, 0.0);
    let hit = stage.hero.hit(&mut *stage.world, BoneId(1), push, None);
    assert_eq!(hit, Ok(()));
    stage.steps(240);
}

/// *Leaving*: crates hold a leg up until they are pushed off. The leg comes down in time, none of it in the last frame.
///
/// # Panics
/// When a bone turns faster than the bound, the hand-over to animation included.
pub fn a_leg_that_the_ground_held_back_is_not_snapped_at_the_end(make: Make<'_>) {
    for facing in Facing::ALL {
        for beside in [-160.0, -120.0, -80.0, -40.0, 0.0, 40.0, 80.0, 120.0, 160.0] {
            let mut stage = Stage::new(
                make,
                Set {
                    facing,
                    ground_follow: true,
                    ..Set::default()
                },
            );
            knocked_over(&mut stage);
            for k in 0_u8..3 {
                let torso = 0.5 * (stage.hero.bones()[0].origin + stage.hero.bones()[0].tip);
                let at = Vec2::new(torso.x + beside + 130.0 * f32::from(k), -60.0);
                let desc = BodyDesc {
                    shape: Shape::Box {
                        half: Vec2::splat(60.0),
                    },
                    pose: Pose2::new(at, 0.0),
                    friction: 0.2,
                    ..BodyDesc::default()
                };
                assert!(stage.world.add_body(&desc).is_ok(), "the world refuses a crate");
            }
            stage.steps(30);
            stage.hero.recover(RecoverWhen::Now);
            stage.steps(1);
            assert_eq!(stage.hero.state(), State::Recovering);
            let mut steps = 0;
            while stage.hero.state() == State::Recovering {
                let before = stage.bones();
                stage.step();
                steps += 1;
                let turn = turned(&before, stage.hero.bones());
                assert!(turn <= TURN, "{facing:?}, {beside}: {turn}° in step {steps}");
            }
            assert_eq!(steps, 121, "{facing:?}, {beside}");
        }
    }
}

/// *Leaving*: a game that steers its look at every frame doesn't start its getting up anew at every frame.
///
/// # Panics
/// When it isn't up in 2 s, or gets up in jerks.
pub fn steering_its_look_does_not_hold_it_down(make: Make<'_>) {
    let mut stage = Stage::new(make, Set::default());
    let aim = |x: f32| LookTarget::World(Vec2::new(x, -600.0));
    stage.hero.look_at(aim(900.0), 1.0);
    knocked_over(&mut stage);
    stage.hero.recover(RecoverWhen::Now);
    stage.steps(1);
    let mut steps = 0_u8;
    while stage.hero.state() == State::Recovering {
        stage.hero.look_at(aim(900.0 - 10.0 * f32::from(steps)), 1.0);
        let before = stage.bones();
        stage.step();
        steps += 1;
        let turn = turned(&before, stage.hero.bones());
        assert!(turn <= TURN, "{turn}° in step {steps}");
        assert!(steps <= 121, "still down after 2 s");
    }
    assert_eq!(steps, 121);
}

/// *Leaving*: told to face the other way when it is nearly up, it takes the time that turning takes.
///
/// # Panics
/// When a bone turns faster than the bound, or it is never up.
pub fn turning_round_while_it_gets_up_takes_its_time(make: Make<'_>) {
    for at in [10, 60, 100, 118] {
        let mut stage = Stage::new(make, Set::default());
        knocked_over(&mut stage);
        stage.hero.recover(RecoverWhen::Now);
        stage.steps(1);
        let mut steps = 0;
        while stage.hero.state() == State::Recovering {
            if steps == at {
                stage.hero.face(&mut *stage.world, Facing::Left);
            }
            let before = stage.bones();
            stage.step();
            steps += 1;
            let turn = turned(&before, stage.hero.bones());
            assert!(turn <= TURN, "turned at {at}: {turn}° in step {steps}");
            assert!(steps < 300, "turned at {at}: never up");
        }
        assert_eq!(stage.hero.facing(), Facing::Left);
    }
}

/// *Leaving*: the bench that it gets up on is taken away. It comes down as it rises, not once it stands in the air.
///
/// # Panics
/// When it stands in the air, or drops by more than 10 px in a frame.
pub fn it_comes_down_when_what_it_gets_up_on_is_taken_away(make: Make<'_>) {
    let mut stage = Stage::new(
        make,
        Set {
            ground_follow: true,
            ..Set::default()
        },
    );
    let bench = BodyDesc {
        kind: BodyKind::Kinematic,
        shape: Shape::Box {
            half: Vec2::new(900.0, 50.0),
        },
        pose: Pose2::new(Vec2::new(0.0, -50.0), 0.0),
        ..BodyDesc::default()
    };
    let Ok(bench) = stage.world.add_body(&bench) else {
        panic!("the world refuses a bench")
    };
    let up = Vec2::new(0.0, -485.0);
    assert_eq!(stage.hero.teleport(&mut *stage.world, up), Ok(()));
    knocked_over(&mut stage);
    stage.hero.recover(RecoverWhen::Now);
    stage.steps(60);
    assert_eq!(stage.hero.state(), State::Recovering);
    assert_eq!(stage.world.remove_body(bench), Ok(()));
    let mut level = stage.hero.pose().root.position.y;
    while stage.hero.state() == State::Recovering {
        stage.step();
        let now = stage.hero.pose().root.position.y;
        assert!((now - level).abs() <= 10.0, "{} px in a frame", now - level);
        level = now;
    }
    assert!((level + 385.0).abs() < 1.0, "up, with the root at {level}");
}
