//! *Mirror* and *Scale*: limits, bands and masses under a mirror and at other sizes.

use super::super::bounds::MOVED_TO_RAGDOLL;
use super::super::stage::Set;
use super::super::stage::Stage;
use super::super::stage::farthest;
use super::changed;
use super::floating;
use crate::Make;
use tumble::Character;
use tumble::CharacterDesc;
use tumble::RecoverWhen;
use tumble::State;
use tumble::backend::Shape;
use tumble::math::Placement;
use tumble::math::Vec2;
use tumble::rig::Bend;
use tumble::rig::BoneId;
use tumble::rig::Facing;
use tumble::rig::LookTarget;
use tumble::rig::clip::ClipSet;
use tumble::rig::library;

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
