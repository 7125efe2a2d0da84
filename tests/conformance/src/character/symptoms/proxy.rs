//! The *proxy*: what props feel of a figure that is no ragdoll.

use super::super::fall::DT;
use super::super::stage::Set;
use super::super::stage::Stage;
use super::WEIGHTLESS;
use crate::Make;
use tumble::RecoverWhen;
use tumble::State;
use tumble::backend::BodyDesc;
use tumble::backend::BodyKind;
use tumble::backend::Layer;
use tumble::backend::Shape;
use tumble::math::Pose2;
use tumble::math::Vec2;
use tumble::rig::BoneId;
use tumble::rig::Facing;

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

/// Crates that were pushed while the figure fell may still slide so fast \[px/s\].
const SLIDING: f32 = 200.0;

/// *Proxy*: it gets up on a row of loose crates that lean on each other. What its own legs push of the row must not be what
/// carries it, or row and figure drive each other faster and faster.
///
/// # Panics
/// When a crate is faster than what pushes it has been, or than `fastest` \[px/s\], or the figure doesn't stay about where it lay.
pub fn a_figure_on_a_row_of_crates_does_not_drive_off_on_it(make: Make<'_>, fastest: f32) {
    for facing in Facing::ALL {
        let mut stage = Stage::new(
            make,
            Set {
                facing,
                ground_follow: true,
                ..Set::default()
            },
        );
        stage.drop_now();
        let up = Vec2::new(-100.0, -620.0);
        assert_eq!(stage.hero.teleport(&mut *stage.world, up), Ok(()));
        let row: Vec<_> = [-300.0, -150.0, 0.0, 150.0, 300.0]
            .map(|x| BodyDesc {
                shape: Shape::Box {
                    half: Vec2::splat(75.0),
                },
                pose: Pose2::new(Vec2::new(x, -75.0), 0.0),
                friction: 0.3,
                ..BodyDesc::default()
            })
            .iter()
            .filter_map(|desc| stage.world.add_body(desc).ok())
            .collect();
        assert_eq!(row.len(), 5);
        let push = Vec2::new(900.0, 0.0);
        let hit = stage.hero.hit(&mut *stage.world, BoneId::TORSO, push, None);
        assert_eq!(hit, Ok(()));
        stage.steps(300);
        let lay = stage.hero.bones()[0].origin;
        stage.hero.recover(RecoverWhen::Now);
        let (mut top, mut limbs) = (0.0_f32, 0.0_f32);
        let ends = |stage: &Stage| -> Vec<Vec2> {
            let bones = stage.hero.bones().iter();
            bones.flat_map(|bone| [bone.origin, bone.tip]).collect()
        };
        let mut before = ends(&stage);
        for _ in 0..240 {
            stage.step();
            let now = ends(&stage);
            for (end, old) in now.iter().zip(&before) {
                limbs = limbs.max((*end - *old).length() / DT);
            }
            before = now;
            for &body in &row {
                let speed = stage
                    .world
                    .body(body)
                    .map_or(f32::NAN, |state| state.velocity.x.abs());
                assert!(
                    speed <= fastest && speed <= limbs.max(SLIDING),
                    "{facing:?}: a crate at {speed} px/s, limbs at up to {limbs}"
                );
                top = top.max(speed);
            }
        }
        let away = (stage.hero.bones()[0].origin.x - lay.x).abs();
        assert!(
            away < 400.0,
            "{facing:?}: {away} px away, crates at up to {top} px/s"
        );
        assert_eq!(stage.hero.state(), State::Animated);
    }
}
