//! What users of such systems ran into, each a check named for its symptom: *Mirror*, *Entering*, *Leaving*, *Time and state*.

use std::sync::Arc;

use tumble::backend::{BodyDesc, BodyKind, Layer, Shape};
use tumble::math::{Easing, Placement, Pose2, Vec2};
use tumble::rig::clip::{Clip, ClipSet, Key, Track};
use tumble::rig::{Bend, BoneId, Facing, LandedPose, LookTarget, Rig, StandUpClip, library};
use tumble::{Backend, Character, CharacterDesc, CharacterEvent, RecoverWhen, State};

use super::bounds::{END_POSE, MOVED_TO_RAGDOLL};
use super::fall::{DT, Fall, run};
use super::ground::Ground;
use super::stage::{Set, Stage, farthest};
use crate::Make;

const WEIGHTLESS: Vec2 = Vec2::ZERO;

fn floating(facing: Facing) -> Set {
    Set {
        gravity: WEIGHTLESS,
        floor: None,
        facing,
        ..Set::default()
    }
}

/// A stickman with something changed.
fn changed(change: impl FnOnce(&mut Rig)) -> Arc<Rig> {
    let mut rig = Rig::clone(&library::stickman());
    change(&mut rig);
    Arc::new(rig)
}

/// A key that starts and ends slowly.
fn key<T>(time: f32, value: T) -> Key<T> {
    Key {
        time,
        value,
        easing: Easing::SineInOut,
    }
}

/// A clip that moves the root at a constant velocity \[px/s\].
fn glide(velocity: Vec2) -> ClipSet {
    let keys = vec![Key::new(0.0, Vec2::ZERO), Key::new(1.0, velocity)];
    ClipSet(vec![Arc::new(
        Clip::new("glide", 1.0).with_loop().with_track(Track::Root(keys)),
    )])
}

/// *Mirror*: limits swapped but not negated make a figure that faces left flail.
///
/// # Panics
/// When it does.
pub fn a_figure_that_faces_left_does_not_flail(make: Make<'_>) {
    for facing in Facing::ALL {
        let mut stage = Stage::new(make, floating(facing));
        stage.steps(2);
        stage.drop_now();
        let before = stage.joint_angles();
        stage.steps(120);
        for (i, (a, b)) in before.iter().zip(stage.joint_angles()).enumerate() {
            let moved = (a - b).abs().to_degrees();
            assert!(moved < 0.5, "{facing:?}: joint {i} moved by {moved}° in zero g");
        }
    }
}

/// *Scale*: shapes, anchors and masses scale, and entering is as exact at every scale.
///
/// # Panics
/// When one doesn't.
pub fn a_small_or_large_figure_enters_as_exactly(make: Make<'_>) {
    for scale in [0.5, 1.0, 2.0] {
        for facing in Facing::ALL {
            let root = Placement::at(Vec2::new(300.0, -385.0 * scale)).with_scale(scale);
            let mut stage = Stage::new(
                make,
                Set {
                    root,
                    ..floating(facing)
                },
            );
            stage.steps(2);
            let before = stage.bones();
            stage.drop_now();
            let moved = farthest(&before, &stage.bones());
            assert!(
                moved <= MOVED_TO_RAGDOLL,
                "scale {scale}, {facing:?}: entering moved {moved} px"
            );
            let gaps = stage
                .hero
                .pins()
                .map(|(_, pin)| stage.world.pin(pin).map_or(f32::NAN, |pin| pin.gap));
            let gap = gaps.fold(0.0, f32::max);
            assert!(
                gap <= 0.01 * scale.max(1.0),
                "scale {scale}, {facing:?}: made with a gap of {gap} px"
            );
            stage.steps(1);
            for (bone, body, shape) in stage.hero.bodies() {
                if let (Shape::Capsule { half_length, radius }, Some(state)) = (shape, stage.world.body(body))
                {
                    let length = stage.hero.rig().bones[bone.index()].length * scale;
                    assert!(
                        (2.0 * (half_length + radius) - length).abs() < 1e-3,
                        "tip to tip is the bone's length"
                    );
                    let middle = 0.5
                        * (stage.hero.bones()[bone.index()].origin + stage.hero.bones()[bone.index()].tip);
                    assert!(
                        (state.pose.position - middle).length() < 0.05,
                        "the body is at the bone's midpoint"
                    );
                }
            }
        }
    }
}

/// *Scale*: an impulse of J on a body of scale s gives the velocity that a mass ∝ s² has.
///
/// # Panics
/// When it doesn't.
pub fn masses_grow_with_the_area(make: Make<'_>) {
    let kick = |scale: f32| {
        let rig = changed(|rig| rig.ragdoll.joints.iter_mut().for_each(|joint| *joint = None));
        let root = Placement::at(Vec2::new(0.0, -385.0 * scale)).with_scale(scale);
        let mut stage = Stage::new(
            make,
            Set {
                root,
                rig,
                ..floating(Facing::Right)
            },
        );
        stage.steps(2);
        stage.drop_now();
        let Some(torso) = stage.hero.body(BoneId::TORSO) else {
            panic!("the torso has a body")
        };
        let pins: Vec<_> = stage.hero.pins().map(|(_, pin)| pin).collect();
        for pin in pins {
            assert_eq!(stage.world.remove_pin(pin), Ok(()));
        }
        let Some(state) = stage.world.body(torso) else {
            panic!("the torso is in the world")
        };
        assert_eq!(
            stage
                .world
                .apply_impulse(torso, Vec2::new(800.0, 0.0), state.pose.position),
            Ok(())
        );
        stage.world.body(torso).map_or(f32::NAN, |state| state.velocity.x)
    };
    let (half, one, two) = (kick(0.5), kick(1.0), kick(2.0));
    assert!(
        (one - 100.0).abs() < 0.1,
        "800 kg·px/s on 8 kg gives 100 px/s, not {one}"
    );
    assert!(
        (half - 400.0).abs() < 0.4 && (two - 25.0).abs() < 0.025,
        "at ½ {half}, at 2 {two}"
    );
}

/// *Scale*: a scale of zero, a negative or a non-finite one is a typed error.
///
/// # Panics
/// When it is accepted.
pub fn a_scale_of_nothing_is_an_error(_: Make<'_>) {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let desc = CharacterDesc {
            root: Placement::default().with_scale(scale),
            ..CharacterDesc::default()
        };
        let made = Character::new(desc, library::stickman(), ClipSet::default());
        assert!(made.is_err(), "a scale of {scale} was accepted");
    }
}

/// *Entering*: twitches on repeated start and stop.
///
/// # Panics
/// When it does.
pub fn toggling_every_frame_does_not_twitch(make: Make<'_>) {
    for facing in Facing::ALL {
        let mut stage = Stage::new(make, floating(facing));
        stage.steps(2);
        let before = stage.bones();
        for frame in 0..20 {
            let toggled = stage.hero.toggle_ragdoll(&mut *stage.world);
            assert_eq!(toggled, Ok(()), "frame {frame}");
            stage.step();
        }
        let drift = farthest(&before, &stage.bones());
        assert!(drift < 0.1, "{facing:?}: drifted {drift} px");
    }
}

/// *Entering*: the share of the velocity that bodies take is a choice.
///
/// # Panics
/// When it isn't.
pub fn the_velocity_share_is_a_choice(make: Make<'_>) {
    for (share, expected) in [(0.0, 0.0), (0.5, 300.0), (1.0, 600.0)] {
        let rig = changed(|rig| rig.ragdoll.entry.share = share);
        let clips = glide(Vec2::new(600.0, 0.0));
        let mut stage = Stage::new(
            make,
            Set {
                rig,
                clips,
                ..floating(Facing::Right)
            },
        );
        assert_eq!(stage.hero.play("glide"), Ok(()));
        stage.steps(20);
        stage.drop_now();
        for (bone, body, _) in stage.hero.bodies() {
            let velocity = stage.world.body(body).map_or(Vec2::NAN, |state| state.velocity);
            let off = (velocity - Vec2::new(expected, 0.0)).length();
            assert!(
                off < 0.1,
                "share {share}, {bone:?}: {velocity} instead of {expected}"
            );
        }
    }
}

/// *Entering*: a limb's own swing is inherited, not the torso's motion alone, unless the rig asks for that.
///
/// # Panics
/// When it isn't.
pub fn a_punch_keeps_its_swing(make: Make<'_>) {
    let punch = |rig: &Rig| {
        let Some(limb) = rig.limb("right_arm") else {
            panic!("the stickman has a right arm")
        };
        let keys = vec![
            Key::new(0.0, Vec2::new(60.0, 0.0)),
            Key::new(0.2, Vec2::new(330.0, -250.0)),
        ];
        ClipSet(vec![Arc::new(
            Clip::new("punch", 0.2).with_track(Track::LimbTarget(limb, keys)),
        )])
    };
    for torso_only in [false, true] {
        let rig = changed(|rig| rig.ragdoll.entry.torso_only = torso_only);
        let clips = punch(&rig);
        let mut stage = Stage::new(
            make,
            Set {
                rig,
                clips,
                ..floating(Facing::Right)
            },
        );
        assert_eq!(stage.hero.play("punch"), Ok(()));
        stage.steps(6);
        let before = stage.bones();
        stage.step();
        let now = stage.bones();
        stage.drop_now();
        let Some(fist) = stage.hero.rig().bone("right_lower_arm") else {
            panic!("no fore-arm")
        };
        let middle =
            |bones: &[tumble::rig::WorldBone]| 0.5 * (bones[fist.index()].origin + bones[fist.index()].tip);
        let drawn = (middle(&now) - middle(&before)) / DT;
        assert!(drawn.length() > 300.0, "the clip itself is fast: {drawn}");
        let body = stage.hero.body(fist).and_then(|body| stage.world.body(body));
        let velocity = body.map_or(Vec2::NAN, |state| state.velocity);
        if torso_only {
            assert!(velocity.length() < 1.0, "torso only, and yet {velocity}");
        } else {
            assert!(
                (velocity - drawn).length() < 0.02 * drawn.length(),
                "{velocity} instead of {drawn}"
            );
        }
    }
}

/// *Entering*: a very fast animation does not fling the figure: what it inherits is capped.
///
/// # Panics
/// When it isn't.
pub fn the_inherited_speed_is_capped(make: Make<'_>) {
    let clips = glide(Vec2::new(100_000.0, 0.0));
    let mut stage = Stage::new(
        make,
        Set {
            clips,
            ..floating(Facing::Right)
        },
    );
    assert_eq!(stage.hero.play("glide"), Ok(()));
    stage.steps(20);
    stage.drop_now();
    let fastest = stage.fastest();
    assert!(
        (fastest - 3000.0).abs() < 1.0,
        "{fastest} px/s where the cap is 3000"
    );
}

/// *Entering*: made 10 px deep in the floor, or in a wall, it comes out within 1 s and is not shot out.
///
/// # Panics
/// When it stays in or is shot out; `fastest` is the greatest speed allowed \[px/s\].
pub fn made_in_the_floor_it_comes_out_gently(make: Make<'_>, fastest: f32) {
    // Without gravity, so that every motion is the world pushing it out.
    let root = Placement::at(Vec2::new(0.0, -375.0));
    let mut stage = Stage::new(
        make,
        Set {
            root,
            gravity: WEIGHTLESS,
            ..Set::default()
        },
    );
    stage.steps(1);
    stage.drop_now();
    for step in 0..60 {
        stage.step();
        let speed = stage.fastest();
        assert!(speed <= fastest, "step {step}: shot out at {speed} px/s");
    }
    let ends = stage
        .hero
        .bones()
        .iter()
        .flat_map(|bone| [bone.origin.y, bone.tip.y]);
    let deepest = ends.fold(f32::NEG_INFINITY, f32::max);
    assert!(deepest < 1.0, "after 1 s still {deepest} px deep");
}

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
        .map(|bone| tumble::rig::WorldBone {
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

/// *Mirror*: `face`, `set_bend`, `play` and `look_at` while it is down change where it ends.
///
/// # Panics
/// When they don't.
pub fn what_is_asked_while_down_is_done_when_up(make: Make<'_>) {
    for asked_in in [State::Ragdoll, State::Recovering] {
        let mut stage = Stage::new(make, Set::default());
        stage.steps(2);
        stage.drop_now();
        stage.steps(120);
        if asked_in == State::Recovering {
            stage.hero.recover(RecoverWhen::Now);
            stage.steps(40);
        }
        assert_eq!(stage.hero.state(), asked_in);
        let Some(leg) = stage.hero.rig().limb("left_leg") else {
            panic!("no left leg")
        };
        let before = stage.bones();
        stage.hero.face(&mut *stage.world, Facing::Left);
        stage.hero.set_bend(&mut *stage.world, leg, Bend::Inverted);
        stage
            .hero
            .look_at(LookTarget::World(Vec2::new(5000.0, -900.0)), 1.0);
        assert_eq!(stage.hero.play("idle"), Ok(()));
        let moved = farthest(&before, &stage.bones());
        assert!(
            moved < 0.05,
            "{asked_in:?}: asking moved the figure by {moved} px"
        );
        stage.hero.recover(RecoverWhen::Settled);
        stage.steps(60 * 8);
        assert_eq!(stage.hero.state(), State::Animated);
        assert_eq!(stage.hero.facing(), Facing::Left);
        assert!(stage.hero.pose().root.mirror);
        assert_eq!(stage.hero.controls().limbs[leg.index()].bend, Bend::Inverted);
        let knee = stage.hero.rig().limbs[leg.index()].lower;
        assert!(
            stage.hero.pose().angles[knee.index()] <= 0.0,
            "the knee is on the side asked for"
        );
        assert_eq!(
            stage.hero.animator().clip().map(|clip| clip.name.as_str()),
            Some("idle")
        );
        let head = stage.hero.bones()[1];
        let aim = (Vec2::new(5000.0, -900.0) - head.origin).normalize();
        let looks = (head.tip - head.origin).normalize();
        let budget = stage.hero.rig().look.as_ref().and_then(|look| look.budget);
        assert!(
            budget.is_some() || looks.dot(aim) > 0.999,
            "the head looks along {looks}, not {aim}"
        );
    }
}

/// *Mirror*: a bend flag flipped while it is down moves the live joint's band at once.
///
/// # Panics
/// When it doesn't.
pub fn a_flipped_bend_moves_the_live_band(make: Make<'_>) {
    for facing in Facing::ALL {
        let mut stage = Stage::new(make, floating(facing));
        stage.steps(2);
        stage.drop_now();
        let Some(arm) = stage.hero.rig().limb("left_arm") else {
            panic!("no left arm")
        };
        let elbow = stage.hero.rig().limbs[arm.index()].lower;
        let band = |stage: &Stage| {
            let pin = stage.hero.pin(elbow).and_then(|pin| stage.world.pin(pin));
            pin.and_then(|pin| pin.limits)
                .map(|band| band.map(|end| end.to_degrees().round()))
        };
        let expected = match facing {
            Facing::Right => [-150.0, 5.0],
            Facing::Left | Facing::Forward => [-5.0, 150.0],
        };
        assert_eq!(band(&stage), Some(expected), "{facing:?}");
        let bend = stage.hero.controls().limbs[arm.index()].bend.flipped();
        stage.hero.set_bend(&mut *stage.world, arm, bend);
        assert_eq!(
            band(&stage),
            Some([-expected[1], -expected[0]]),
            "{facing:?}, flipped"
        );
    }
}

/// *Time and state*: a NaN is refused with an error and an event, and nothing has changed.
///
/// # Panics
/// When it is accepted.
pub fn a_nan_is_refused(make: Make<'_>) {
    let mut stage = Stage::new(make, Set::default());
    stage.steps(2);
    let before = stage.bones();
    let nan = Vec2::new(f32::NAN, 0.0);
    assert!(
        stage
            .hero
            .hit(&mut *stage.world, BoneId::TORSO, nan, None)
            .is_err()
    );
    assert!(
        stage
            .hero
            .hit(&mut *stage.world, BoneId::TORSO, Vec2::X, Some(nan))
            .is_err()
    );
    assert!(stage.hero.teleport(&mut *stage.world, nan).is_err());
    stage.hero.look_at(LookTarget::World(nan), 1.0);
    stage.hero.set_speed(f32::NAN);
    assert!(
        stage
            .hero
            .hit(&mut *stage.world, BoneId(999), Vec2::X, None)
            .is_err()
    );
    assert!(stage.hero.play("no such clip").is_err());
    assert_eq!(stage.events().len(), 5, "each refusal of a number is an event");
    assert_eq!(stage.bones(), before);
    assert_eq!(stage.hero.state(), State::Animated);
    stage.hero.update(&mut *stage.world, f32::NAN);
    stage.hero.after_step(&mut *stage.world, f32::NAN);
    assert_eq!(stage.bones(), before, "a step of NaN seconds is no step");
}

/// *Time and state*: a NaN impulse past the character, on one body: the figure stays drawable, and is usable after a reset.
///
/// # Panics
/// When it isn't.
pub fn a_poisoned_body_leaves_the_figure_usable(make: Make<'_>) {
    let mut stage = Stage::new(make, Set::default());
    stage.steps(2);
    stage.drop_now();
    stage.steps(20);
    let Some(hand) = stage
        .hero
        .rig()
        .bone("left_lower_arm")
        .and_then(|bone| stage.hero.body(bone))
    else {
        panic!("the fore-arm has a body")
    };
    let _ = stage
        .world
        .apply_impulse(hand, Vec2::new(f32::NAN, 1.0), Vec2::ZERO);
    for _ in 0..60 {
        stage.step();
        assert!(stage.hero.pose().is_finite(), "NaN on the screen");
    }
    let mut events = Vec::new();
    stage.world.drain_events(&mut events);
    let quarantined = |event: &tumble::backend::WorldEvent| matches!(event, tumble::backend::WorldEvent::Quarantined { body } if *body == hand);
    assert!(
        events.iter().any(quarantined),
        "the world says which body: {events:?}"
    );
    stage.hero.snap_to_standing(&mut *stage.world);
    stage.drop_now();
    stage.steps(60);
    assert!(stage.hero.pose().is_finite() && stage.speeds().iter().all(|speed| speed.is_finite()));
}

/// *Time and state*: any body or pin removed behind its back, then the figure itself: no panic, nothing left over.
///
/// # Panics
/// When something is.
pub fn bodies_removed_behind_its_back_are_survived(make: Make<'_>) {
    for victim in 0..10 {
        let mut stage = Stage::new(make, Set::default());
        let empty = stage.world.stats();
        stage.steps(2);
        stage.drop_now();
        stage.steps(5);
        let body = stage.hero.bodies().nth(victim).map(|(_, body, _)| body);
        let pin = stage.hero.pins().nth(victim).map(|(_, pin)| pin);
        if let Some(pin) = pin {
            assert_eq!(stage.world.remove_pin(pin), Ok(()));
        }
        stage.steps(5);
        if let Some(body) = body {
            assert_eq!(stage.world.remove_body(body), Ok(()));
        }
        stage.steps(60);
        assert!(stage.hero.pose().is_finite());
        stage.hero.recover(RecoverWhen::Now);
        stage.steps(130);
        assert_eq!(stage.hero.state(), State::Animated, "without body {victim}");
        stage.hero.remove_from(&mut *stage.world);
        let left = stage.world.stats();
        assert_eq!(
            (left.bodies, left.pins),
            (empty.bodies, empty.pins),
            "left over without body {victim}"
        );
    }
}

/// *Proxy*: a prop found inside a figure that gets its proxy back is pushed out gently, and props bounce off a walking figure.
///
/// # Panics
/// When it is shot out, or nothing happens; `fastest` is the greatest speed allowed \[px/s\].
pub fn a_prop_inside_the_returning_proxy_is_pushed_out_gently(make: Make<'_>, fastest: f32) {
    let mut stage = Stage::new(
        make,
        Set {
            gravity: WEIGHTLESS,
            floor: None,
            ..Set::default()
        },
    );
    stage.steps(2);
    stage.drop_now();
    let prop = BodyDesc {
        kind: BodyKind::Dynamic,
        layer: Layer::Prop,
        shape: Shape::Circle { radius: 20.0 },
        pose: Pose2::new(Vec2::new(12.0, -600.0), 0.0),
        mass: 1.0,
        ..BodyDesc::default()
    };
    assert_eq!(stage.hero.set_ragdoll(&mut *stage.world, false), Ok(()));
    let Ok(ball) = stage.world.add_body(&prop) else {
        panic!("the world refuses a ball")
    };
    let mut top = 0.0_f32;
    for _ in 0..90 {
        stage.step();
        top = top.max(
            stage
                .world
                .body(ball)
                .map_or(f32::NAN, |state| state.velocity.length()),
        );
    }
    assert!(top <= fastest, "shot out at {top} px/s");
    let at = stage
        .world
        .body(ball)
        .map_or(Vec2::NAN, |state| state.pose.position);
    assert!(
        (at - Vec2::new(12.0, -600.0)).length() > 5.0,
        "never pushed out: {at}"
    );
}

/// *Proxy*: there exactly while it isn't a ragdoll, however fast the states change; 1000 toggles leave no body and no pin behind.
///
/// # Panics
/// When the counts don't return to where they began.
pub fn a_thousand_toggles_leave_nothing_behind(make: Make<'_>) {
    for every in [1, 3] {
        let mut stage = Stage::new(make, Set::default());
        stage.steps(1);
        let standing = stage.world.stats();
        for toggle in 0..1000 {
            assert_eq!(stage.hero.toggle_ragdoll(&mut *stage.world), Ok(()));
            if toggle % 7 == 0 {
                // Twice between two steps.
                assert_eq!(stage.hero.toggle_ragdoll(&mut *stage.world), Ok(()));
                assert_eq!(stage.hero.toggle_ragdoll(&mut *stage.world), Ok(()));
            }
            stage.steps(every);
            let now = stage.world.stats();
            let pins = if stage.hero.is_in_ragdoll() { 9 } else { 0 };
            assert_eq!((now.bodies, now.pins), (standing.bodies, pins), "toggle {toggle}");
        }
        assert!(stage.hero.pose().is_finite());
    }
}

/// *Proxy*: it gets up on a loose crate; its own proxy must not push away what it stands on, or it rides after it for ever.
///
/// # Panics
/// When it runs away.
pub fn a_figure_that_gets_up_on_a_crate_never_runs_away(make: Make<'_>) {
    for at in [0.0, 120.0] {
        let mut stage = Stage::new(
            make,
            Set {
                ground_follow: true,
                ..Set::default()
            },
        );
        stage.steps(1);
        stage.drop_now();
        stage.steps(150);
        let torso = 0.5 * (stage.hero.bones()[0].origin + stage.hero.bones()[0].tip);
        // A bench that lies half under the torso, with the figure lifted on it.
        let bench = BodyDesc {
            kind: BodyKind::Dynamic,
            layer: Layer::Prop,
            shape: Shape::Box {
                half: Vec2::new(150.0, 40.0),
            },
            pose: Pose2::new(Vec2::new(torso.x + at, -40.0), 0.0),
            mass: 5.0,
            ..BodyDesc::default()
        };
        let hips = stage.hero.bones()[0].origin;
        let lifted = stage
            .hero
            .teleport(&mut *stage.world, hips - Vec2::new(0.0, 100.0));
        assert_eq!(lifted, Ok(()));
        assert!(stage.world.add_body(&bench).is_ok(), "the world refuses a bench");
        stage.steps(120);
        stage.hero.recover(RecoverWhen::Settled);
        let mut last = stage.hero.bones()[0].origin;
        for step in 0..60 * 10 {
            stage.step();
            let now = stage.hero.bones()[0].origin;
            let moved = (now - last).length();
            assert!(
                moved < 40.0,
                "bench at {at}, step {step}: the hips jumped by {moved} px"
            );
            last = now;
        }
        assert_eq!(stage.hero.state(), State::Animated);
        assert!(
            (last - torso).length() < 1500.0,
            "bench at {at}: it ended up at {last}"
        );
    }
}
