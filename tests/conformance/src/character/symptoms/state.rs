//! *Time and state*: nonsense, poison, bodies that go away.

use super::super::stage::Set;
use super::super::stage::Stage;
use crate::Make;
use tumble::RecoverWhen;
use tumble::State;
use tumble::math::Vec2;
use tumble::rig::BoneId;
use tumble::rig::LookTarget;

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
