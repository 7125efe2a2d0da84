//! *Entering* the ragdoll.

use super::super::fall::DT;
use super::super::stage::Set;
use super::super::stage::Stage;
use super::super::stage::farthest;
use super::WEIGHTLESS;
use super::changed;
use super::floating;
use super::glide;
use crate::Make;
use std::sync::Arc;
use tumble::math::Placement;
use tumble::math::Vec2;
use tumble::rig::Facing;
use tumble::rig::Rig;
use tumble::rig::clip::Clip;
use tumble::rig::clip::ClipSet;
use tumble::rig::clip::Key;
use tumble::rig::clip::Track;

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
