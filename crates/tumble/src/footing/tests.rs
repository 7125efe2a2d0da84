//! Closed forms of standing on slopes, steps, ledges, pillars, and on what moves.

use std::sync::Arc;

use tumble_rig::library::stickman;

use super::*;
use crate::backend::BodyState;
use crate::double::Double;

const DT: f32 = 1.0 / 60.0;
/// The stickman's hips over the ground, and its legs.
const HEIGHT: f32 = 385.0;
const LEG: f32 = 400.0;

/// The stickman over x = 0, unsunk on ground of depth 0 under it.
struct Stance {
    world: Double,
    rig: Arc<Rig>,
    root: Placement,
    footing: Footing,
    controls: Controls,
}

impl Stance {
    fn new(world: Double, scale: f32, mirror: bool) -> Self {
        let rig = stickman();
        let root = Placement::at(Vec2::new(0.0, -HEIGHT * scale))
            .with_scale(scale)
            .with_mirror(mirror);
        Self {
            footing: Footing::flat(&rig),
            controls: rig.stand.clone(),
            world,
            rig,
            root,
        }
    }

    /// Fits it at once, and sinks the root as a recovery does.
    fn fitted(world: Double, scale: f32, mirror: bool) -> Self {
        let mut stance = Self::new(world, scale, mirror);
        let ground = Ground {
            world: &stance.world,
            vertical: Vertical::new(Vec2::Y),
            rig: &stance.rig,
        };
        stance.footing.fit(ground, &stance.root, &stance.controls, 0.0);
        stance.root.position.y += stance.footing.sink;
        stance
    }

    fn ride(&mut self) -> Vec2 {
        self.footing
            .ride(&self.world, Vertical::new(Vec2::Y), &self.rig, &self.root)
    }

    fn follow(&mut self, ahead: Vec2) {
        self.root.position += ahead;
        let ground = Ground {
            world: &self.world,
            vertical: Vertical::new(Vec2::Y),
            rig: &self.rig,
        };
        self.footing
            .follow(ground, &mut self.root, &self.controls, ahead, DT);
    }

    fn fade(&mut self) {
        let ground = Ground {
            world: &self.world,
            vertical: Vertical::new(Vec2::Y),
            rig: &self.rig,
        };
        self.footing.fade(ground, &mut self.root, &self.controls, DT);
    }

    fn leg(&self, name: &str) -> LegFooting {
        self.footing.legs[self.rig.limb(name).expect("a leg of the stickman").index()]
    }

    /// A foot in the world, and how long its leg is at the figure's own scale.
    fn foot(&self, name: &str) -> (Vec2, f32) {
        let mut controls = self.controls.clone();
        self.footing
            .apply(&self.rig, Vertical::new(Vec2::Y), &self.root, &mut controls);
        let leg = self.rig.limb(name).expect("a leg of the stickman").index();
        let target = controls.limbs[leg].target;
        (self.root.world_from_local_point(target), target.length())
    }
}

fn x_of(name: &str) -> f32 {
    if name == "left_leg" { -26.0 } else { 28.0 }
}

const LEGS: [&str; 2] = ["left_leg", "right_leg"];

#[test]
fn on_a_slope_each_foot_rises_and_the_root_sinks_until_the_lower_one_reaches() {
    for scale in [0.5, 1.0, 2.0] {
        for mirror in [false, true] {
            for slope in [-1.2_f32, -0.3, -0.1, 0.1, 0.3, 1.2] {
                let mut world = Double::default();
                world.slope(slope);
                let stance = Stance::fitted(world, scale, mirror);
                let hand = if mirror { -scale } else { scale };
                // The leg may be 398 px long; so far down it reaches, so far aside; what is left the root sinks.
                let mut sink = 0.0_f32;
                for name in LEGS {
                    let rise = slope * x_of(name) * hand;
                    assert!((stance.leg(name).rise - rise).abs() < 2e-3, "{name} at {slope}");
                    assert_eq!((stance.leg(name).shift, stance.leg(name).hangs), (0.0, false));
                    let longest = LEG * 0.995;
                    let reach = (longest * longest - x_of(name) * x_of(name)).sqrt();
                    sink = sink.max(HEIGHT * scale + rise - reach * scale);
                }
                assert!(
                    (stance.footing.sink - sink).abs() < 2e-3 * scale,
                    "sinks {} px, wanted {sink}",
                    stance.footing.sink
                );
                assert_eq!(sink > 0.0, slope.abs() > 1.0, "only the steep ones need it");
                for name in LEGS {
                    let (foot, length) = stance.foot(name);
                    assert!((foot.x - x_of(name) * hand).abs() < 2e-3, "straight up or down");
                    assert!(
                        (foot.y - slope * foot.x).abs() < 4e-3 * scale,
                        "{foot} at {slope}"
                    );
                    assert!(length < LEG * 0.995 + 1e-2, "{name} is {length} px long");
                }
            }
        }
    }
}

#[test]
fn on_level_ground_nothing_is_touched() {
    let mut world = Double::default();
    world.slope(0.0);
    // A ray cast's noise is no slope.
    world.ground((20.0, 40.0), -0.019);
    let stance = Stance::fitted(world, 1.0, false);
    assert!(stance.footing.is_flat() && stance.footing.sink == 0.0);
    for name in LEGS {
        assert_eq!(stance.foot(name).0, Vec2::new(x_of(name), 0.0));
    }
}

#[test]
fn a_lifted_foot_follows_its_ground_and_sinks_nobody() {
    let mut world = Double::default();
    world.ground((-1000.0, 10.0), 0.0);
    world.ground((10.0, 1000.0), 100.0);
    let mut stance = Stance::new(world, 1.0, false);
    let right = stance.rig.limb("right_leg").expect("a leg").index();
    stance.controls.limbs[right].target.y = HEIGHT - 90.0;
    let ground = Ground {
        world: &stance.world,
        vertical: Vertical::new(Vec2::Y),
        rig: &stance.rig,
    };
    stance.footing.fit(ground, &stance.root, &stance.controls, 0.0);
    assert_eq!(stance.leg("right_leg").rise, 100.0);
    assert_eq!(stance.footing.sink, 0.0);
    assert_eq!(
        stance.foot("right_leg").0.y,
        10.0,
        "90 px over the lower ground, as it was"
    );
}

#[test]
fn over_a_ledge_a_foot_hangs() {
    let mut world = Double::default();
    world.ground((-1000.0, 10.0), 0.0);
    world.ground((10.0, 1000.0), 500.0);
    let stance = Stance::fitted(world, 1.0, false);
    assert!(!stance.leg("left_leg").hangs && stance.leg("right_leg").hangs);
    assert_eq!(stance.footing.sink, 0.0, "nobody reaches down there");
    assert_eq!(
        stance.foot("right_leg").0,
        Vec2::new(28.0, 0.0),
        "as on level ground"
    );
    // Within 0.4 of a leg it is a step, and is reached.
    for (depth, hangs) in [(159.0, false), (161.0, true)] {
        let mut world = Double::default();
        world.ground((-1000.0, 10.0), 0.0);
        world.ground((10.0, 1000.0), depth);
        assert_eq!(Stance::fitted(world, 1.0, false).leg("right_leg").hangs, hangs);
    }
}

#[test]
fn on_a_pillar_between_the_feet_one_of_them_stands_on_it() {
    for mirror in [false, true] {
        let mut world = Double::default();
        world.ground((-10.0, 10.0), 0.0);
        let stance = Stance::fitted(world, 1.0, mirror);
        // The left foot is the nearer one.
        assert!(!stance.leg("left_leg").hangs && stance.leg("right_leg").hangs);
        let (foot, _) = stance.foot("left_leg");
        assert!(foot.length() < 1e-3, "under the root, on the pillar: {foot}");
        assert_eq!(stance.footing.sink, 0.0, "straight down it is nearer");
    }
}

#[test]
fn over_nothing_at_all_it_stands_as_on_level_ground() {
    let stance = Stance::fitted(Double::default(), 1.0, false);
    assert!(LEGS.iter().all(|leg| stance.leg(leg).hangs));
    assert!(stance.footing.is_flat() && stance.footing.sink == 0.0);
}

#[test]
fn a_step_is_taken_little_by_little_and_a_standing_foot_stays_where_it_is() {
    let mut world = Double::default();
    world.ground((-1000.0, 0.0), 0.0);
    world.ground((0.5, 1000.0), -40.0);
    let mut stance = Stance::new(world, 1.0, false);
    stance.root.position.x = 1.0;
    let (root_step, foot_step) = (420.0 * DT, 900.0 * DT);
    let longest = LEG * 0.995;
    let reach = (longest * longest - 26.0 * 26.0).sqrt();
    for step in 1..=10 {
        stance.follow(Vec2::ZERO);
        let n = step as f32;
        // The root's ground comes up; the leg that stands below holds the root back once it is as long as it may be.
        let climbed = (n * root_step).min(40.0);
        let sink = (HEIGHT + climbed - reach).max(0.0);
        assert!(
            (stance.footing.sink - sink).abs() < 1e-3,
            "step {step}: {}",
            stance.footing.sink
        );
        let height = climbed - sink;
        assert!(
            (stance.root.position.y + HEIGHT + height).abs() < 1e-3,
            "step {step}: {}",
            stance.root.position
        );
        let (left, right) = (stance.foot("left_leg").0, stance.foot("right_leg").0);
        assert!(left.y.abs() < 1e-3, "step {step}: the left one stands at {left}");
        let climbed = (n * foot_step).min(40.0);
        assert!(
            (right.y + climbed).abs() < 1e-3,
            "step {step}: the right one is at {right}"
        );
    }
}

#[test]
fn a_slope_is_followed_exactly() {
    let mut world = Double::default();
    let ground = world.slope(-0.4);
    let mut stance = Stance::new(world, 1.0, false);
    for step in 1..=100 {
        // Slower than 420 px/s upwards.
        stance.follow(Vec2::new(5.0, 0.0));
        let x = 5.0 * step as f32;
        let wanted = -HEIGHT - 0.4 * x;
        assert!(
            (stance.root.position.y - wanted).abs() < 0.03,
            "{}",
            stance.root.position
        );
    }
    for name in LEGS {
        let (foot, _) = stance.foot(name);
        assert!((foot.y + 0.4 * foot.x).abs() < 0.03, "{name} at {foot}");
    }
    assert_eq!(stance.footing.support.map(|support| support.body), Some(ground));
}

#[test]
fn what_was_adapted_fades_once_it_moves_on() {
    let mut world = Double::default();
    world.slope(0.3);
    let mut stance = Stance::fitted(world, 1.0, false);
    let rise = stance.leg("right_leg").rise;
    assert!((rise - 8.4).abs() < 1e-3);
    stance.fade();
    assert!(
        stance.footing.is_flat() && stance.footing.sink == 0.0,
        "15 px in a step"
    );
    assert_eq!(stance.root.position.y, -HEIGHT, "no more sunk");
    stance.footing.legs[stance.rig.limb("right_leg").expect("a leg").index()].rise = 40.0;
    for left in [25.0, 10.0, 0.0] {
        stance.fade();
        assert!((stance.leg("right_leg").rise - left).abs() < 1e-4);
    }
}

#[test]
fn it_rides_with_what_carries_it() {
    let mut world = Double::default();
    let lift = world.slope(0.0);
    let mut stance = Stance::new(world, 1.0, false);
    stance.root.position.x = 100.0;
    stance.footing.stand_on(&stance.world, Some(lift));
    assert_eq!(stance.ride(), Vec2::ZERO, "it stands still");
    let put = |stance: &mut Stance, pose: Pose2| {
        let state = BodyState {
            pose,
            ..BodyState::default()
        };
        stance.world.set(lift, state);
        let by = stance.ride();
        stance.root.position += by;
        by
    };
    let by = put(&mut stance, Pose2::new(Vec2::new(5.0, -3.0), 0.0));
    assert!((by - Vec2::new(5.0, -3.0)).length() < 1e-4, "{by}");
    assert_eq!(stance.ride(), Vec2::ZERO, "once");
    // Turned by a quarter about its origin, the ground under the root, 100 px beside it, comes to be 100 px below it; the
    // root goes where that goes, not round the circle of its own height.
    let quarter = core::f32::consts::FRAC_PI_2;
    let by = put(&mut stance, Pose2::new(Vec2::new(5.0, -3.0), quarter));
    assert!((by - Vec2::new(-100.0, 100.0)).length() < 1e-3, "{by}");
    assert_eq!(stance.world.remove_body(lift), Ok(()));
    assert_eq!(stance.ride(), Vec2::ZERO);
    assert_eq!(stance.footing.support, None, "what has gone carries nobody");
}

#[test]
fn a_reset_forgets_all() {
    let mut world = Double::default();
    let ground = world.slope(1.2);
    let mut stance = Stance::fitted(world, 1.0, false);
    stance.footing.stand_on(&stance.world, Some(ground));
    assert!(!stance.footing.is_flat() && stance.footing.sink > 0.0);
    stance.footing.reset();
    assert!(stance.footing.is_flat() && stance.footing.sink == 0.0);
    assert_eq!(stance.footing.support, None);
}
