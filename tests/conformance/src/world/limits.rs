//! Limits: in the parent's frame, about the joint's zero, over whole turns.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use tumble::Backend;
use tumble::backend::{BodyDesc, InvalidDesc, PinDesc};
use tumble::math::{Pose2, Rot, Vec2, angle};

use super::stickman::{LIMBS, Stickman, StickmanDesc, TORSO, beyond};
use super::tools::{
    BAR, DT, GRAVITY, Hanging, add, add_hanging, bar, circle, kinematic, pin, pin_state, run, state, twist,
};
use crate::bounds::within;
use crate::{Bounds, Make};

/// What gravity does to a horizontal 1 kg bar [kg·px²/s²].
const STEADY: f32 = 98_000.0;

fn turn_for(world: &mut dyn Backend, hung: &Hanging, torque: f32, seconds: f32) {
    for _ in 0..(seconds / DT) as usize {
        twist(world, hung.bar, torque, DT);
        world.step(DT);
    }
}

fn assert_at(world: &dyn Backend, hung: &Hanging, wanted: f32, bounds: &Bounds, what: &str) {
    let s = pin_state(world, hung.pin);
    within!(
        bounds,
        limit_steady,
        (s.angle - wanted).abs().to_degrees(),
        "{what}: at {}°, {}° wanted",
        s.angle.to_degrees(),
        wanted.to_degrees()
    );
}

/// Bands of any place and width hold both their ends under a steady torque; a full turn or more is free.
pub fn bands_past_half_a_turn_hold_under_a_steady_torque(make: Make<'_>, bounds: &Bounds) {
    let bands = [
        [0.0_f32, 270.0],
        [-350.0, 0.0],
        [45.0, 315.0],
        [135.0, 225.0],
        [0.0, 180.0],
        [-180.0, 0.0],
        [-160.0, 160.0],
        [-5.0, 150.0],
        [0.0, 355.0],
        [700.0, 800.0],
    ];
    for band in bands {
        for holder in [0.0, 2.0] {
            for torque in [STEADY, -STEADY, 3.0 * STEADY] {
                let [lower, upper] = band.map(f32::to_radians);
                let mut world = make(Vec2::ZERO);
                let hung = add_hanging(
                    world.as_mut(),
                    holder,
                    0.5 * (lower + upper),
                    Some([lower, upper]),
                    1.0,
                );
                turn_for(world.as_mut(), &hung, torque, 4.0);
                let end = if torque > 0.0 { upper } else { lower };
                for step in 0..300 {
                    twist(world.as_mut(), hung.bar, torque, DT);
                    world.step(DT);
                    let what = format!("band {band:?}, holder at {holder}, torque {torque}, step {step}");
                    assert_at(world.as_ref(), &hung, end, bounds, &what);
                }
                let s = state(world.as_ref(), hung.bar);
                assert!(
                    s.spin.abs() < 0.3,
                    "band {band:?}: still turning at {} rad/s",
                    s.spin
                );
            }
        }
    }
    for band in [[0.0_f32, 360.0], [-300.0, 300.0]] {
        let [lower, upper] = band.map(f32::to_radians);
        let mut world = make(Vec2::ZERO);
        let hung = add_hanging(world.as_mut(), 0.0, 0.0, Some([lower, upper]), 1.0);
        turn_for(world.as_mut(), &hung, STEADY, 2.0);
        let turned = pin_state(world.as_ref(), hung.pin).angle;
        assert!(turned > 2.0 * TAU, "band {band:?} isn't free: {turned} rad");
    }
}

/// Gravity as the steady load, on a bar that would hang elsewhere.
pub fn bands_hold_against_gravity(make: Make<'_>, bounds: &Bounds) {
    for [lower, upper] in [[-0.5_f32, 0.3], [0.0, 0.0], [-2.0, -0.5], [2.5, 5.0]] {
        let mut world = make(GRAVITY);
        let hung = add_hanging(
            world.as_mut(),
            0.0,
            0.5 * (lower + upper),
            Some([lower, upper]),
            1.0,
        );
        run(world.as_mut(), 6.0);
        // Straight down is at 90°; the bar rests at the end of the band that is nearest to it.
        let rest = if upper < FRAC_PI_2 { upper } else { lower };
        let what = format!("band [{lower}, {upper}]");
        assert_at(world.as_ref(), &hung, rest, bounds, &what);
    }
}

/// The joint's angle counts whole turns, and limits set later hold on the turn it is on.
pub fn the_angle_counts_whole_turns(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let hung = add_hanging(world.as_mut(), 1.0, TAU + 0.2, None, 1.0);
    let start = pin_state(world.as_ref(), hung.pin).angle;
    assert!(
        (start - TAU - 0.2).abs() < 1e-5,
        "starts at {start}, on the turn it was told"
    );
    let v = Rot::from_angle(1.2).rotate(Vec2::new(0.0, 10.0 * 0.5 * BAR));
    world.set_velocity(hung.bar, v, 10.0).expect("the body exists");
    let (mut before, mut counted) = (state(world.as_ref(), hung.bar).pose.angle, start);
    for _ in 0..180 {
        world.step(DT);
        let now = state(world.as_ref(), hung.bar).pose.angle;
        counted += angle::shortest(before, now);
        before = now;
        let a = pin_state(world.as_ref(), hung.pin).angle;
        assert!((a - counted).abs() < 1e-3, "{a} rad, counted {counted}");
    }
    assert!(counted > start + 3.0 * TAU, "it turned only to {counted}");
    world
        .set_velocity(hung.bar, Vec2::ZERO, 0.0)
        .expect("the body exists");
    let now = pin_state(world.as_ref(), hung.pin).angle;
    let band = [now - 0.3, now + 0.4];
    world.set_limits(hung.pin, Some(band)).expect("the pin exists");
    assert_eq!(pin_state(world.as_ref(), hung.pin).limits, Some(band));
    turn_for(world.as_mut(), &hung, STEADY, 3.0);
    assert_at(
        world.as_ref(),
        &hung,
        band[1],
        bounds,
        "after three turns, upwards",
    );
    turn_for(world.as_mut(), &hung, -STEADY, 3.0);
    assert_at(
        world.as_ref(),
        &hung,
        band[0],
        bounds,
        "after three turns, downwards",
    );
}

/// Limits follow the parent as it tumbles; the world's frame is none of their business.
pub fn limits_act_in_the_frame_of_a_tumbling_parent(make: Make<'_>, bounds: &Bounds) {
    for spin in [-5.0_f32, 5.0] {
        let mut world = make(Vec2::ZERO);
        let world = world.as_mut();
        let parent = add(
            world,
            &BodyDesc {
                mass: 500.0,
                spin,
                ..bar(Vec2::ZERO, 0.4, 200.0, 10.0)
            },
        );
        let at = Rot::from_angle(0.4).rotate(Vec2::new(100.0, 0.0));
        let heading = 0.4 + 0.6;
        let center = at + Rot::from_angle(heading).x_axis() * 50.0;
        let child = add(
            world,
            &BodyDesc {
                velocity: Vec2::new(-center.y, center.x) * spin,
                spin,
                ..bar(center, heading, 100.0, 8.0)
            },
        );
        let joint = pin(
            world,
            &PinDesc {
                parent,
                child,
                parent_anchor: Vec2::new(100.0, 0.0),
                child_anchor: Vec2::new(-50.0, 0.0),
                zero: 0.3,
                angle: 0.3,
                limits: Some([-0.4, 0.7]),
                softness: 0.0,
            },
        );
        for (torque, end) in [(4e5, 0.7), (-4e5, -0.4)] {
            for step in 0..240 {
                twist(world, child, torque, DT);
                world.step(DT);
                let s = pin_state(world, joint);
                within!(
                    bounds,
                    limit_in_falls,
                    beyond(&s).to_degrees(),
                    "spin {spin}, step {step}: {}° beyond",
                    beyond(&s).to_degrees()
                );
            }
            let s = pin_state(world, joint);
            let relative = state(world, child).pose.angle - state(world, parent).pose.angle - 0.3;
            assert!(
                angle::shortest(s.angle, relative).abs() < 1e-3,
                "the joint says {} rad, its bodies say {relative}",
                s.angle
            );
            within!(
                bounds,
                limit_steady,
                (s.angle - end).abs().to_degrees(),
                "spin {spin}: at {}, {end} wanted",
                s.angle
            );
        }
    }
}

/// Poses inside their own bands are left alone: in zero gravity nothing turns after a step.
pub fn poses_inside_their_bands_are_left_alone(make: Make<'_>, bounds: &Bounds) {
    for mirrored in [false, true] {
        for turn in [-FRAC_PI_2, 37.0_f32.to_radians(), PI, 0.0] {
            let mut desc = StickmanDesc::rest(Vec2::ZERO);
            desc.mirrored = mirrored;
            for heading in &mut desc.headings {
                *heading += turn;
            }
            // Joints at −90°, 37° and, for the shoulders and hips, close by half a turn.
            for (limb, relative) in [
                (2, -90.0_f32),
                (3, -90.0),
                (4, 37.0),
                (5, -37.0),
                (6, 159.0),
                (7, 37.0),
                (8, -159.0),
                (9, 90.0),
            ] {
                let l = &LIMBS[limb];
                desc.headings[limb] = desc.headings[l.parent] + l.zero + relative.to_radians();
            }
            let mut world = make(Vec2::ZERO);
            let stickman = Stickman::new(world.as_mut(), &desc);
            let start: Vec<_> = (0..10).map(|i| stickman.body(world.as_ref(), i).pose).collect();
            world.step(DT);
            for (i, before) in start.iter().enumerate() {
                let s = stickman.body(world.as_ref(), i);
                within!(
                    bounds,
                    stray_spin,
                    s.spin.abs(),
                    "mirrored {mirrored}, turned {turn}: {} turns at {} rad/s",
                    LIMBS[i].name,
                    s.spin
                );
                let moved = (s.pose.position - before.position).length();
                within!(bounds, stray_move, moved, "{} moved by {moved} px", LIMBS[i].name);
            }
            for _ in 0..120 {
                world.step(DT);
            }
            for (i, limb) in LIMBS.iter().enumerate().skip(1) {
                let turned = (stickman.pin(world.as_ref(), i).angle - desc.angle(i)).abs();
                assert!(
                    turned < 0.5_f32.to_radians(),
                    "mirrored {mirrored}: {} turned by {}° in 120 steps",
                    limb.name,
                    turned.to_degrees()
                );
            }
        }
    }
}

/// At 60 rad/s into ±170°, the joint comes back on the side it left, within three steps, every time.
pub fn a_fast_joint_never_comes_out_on_the_other_side(make: Make<'_>, _: &Bounds) {
    let limit = 170.0_f32.to_radians();
    for side in [-1.0_f32, 1.0] {
        for start in [0.0_f32, 0.7, 1.4, 2.0] {
            let mut world = make(Vec2::ZERO);
            let hung = add_hanging(world.as_mut(), 0.5, start * side, Some([-limit, limit]), 1.0);
            let spin = 60.0 * side;
            let v = Rot::from_angle(0.5 + start * side).rotate(Vec2::new(0.0, spin * 0.5 * BAR));
            world.set_velocity(hung.bar, v, spin).expect("the body exists");
            let mut outside = 0;
            for step in 0..120 {
                world.step(DT);
                let s = pin_state(world.as_ref(), hung.pin);
                outside = if beyond(&s) > 1e-3 { outside + 1 } else { 0 };
                assert!(
                    outside <= 3,
                    "side {side}, from {start}, step {step}: outside for {outside} steps"
                );
                assert!(
                    s.angle.abs() < PI && (step > 8 || s.angle * side > -0.1),
                    "side {side}, from {start}, step {step}: came out at {}°",
                    s.angle.to_degrees()
                );
            }
        }
    }
}

/// Limits of 0..0 are a weld: a figure held out by its head gives less than half a degree under its own weight.
pub fn a_weld_carries_the_figures_weight(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let mut desc = StickmanDesc::rest(Vec2::ZERO);
    for heading in &mut desc.headings {
        *heading += FRAC_PI_2;
    }
    let stickman = Stickman::new(world, &desc);
    for i in 1..10 {
        let now = stickman.pin(world, i).angle;
        world
            .set_limits(stickman.pins[i - 1], Some([now, now]))
            .expect("the pin exists");
    }
    // A shelf: a kinematic body welded to the neck's other side holds the torso.
    let torso = stickman.body(world, TORSO).pose;
    let neck = torso.world_from_local_point(Vec2::new(195.75, 0.0));
    let holder = add(
        world,
        &BodyDesc {
            pose: Pose2::new(neck + Vec2::new(300.0, 0.0), 0.0),
            ..kinematic(circle(Vec2::ZERO, 5.0))
        },
    );
    let shelf = pin(
        world,
        &PinDesc {
            parent: holder,
            child: stickman.bodies[TORSO],
            parent_anchor: Vec2::new(-300.0, 0.0),
            child_anchor: Vec2::new(195.75, 0.0),
            zero: 0.0,
            angle: angle::wrap(torso.angle),
            limits: Some([angle::wrap(torso.angle); 2]),
            softness: 0.0,
        },
    );
    for step in 0..300 {
        world.step(DT);
        for (i, limb) in LIMBS.iter().enumerate().skip(1) {
            let given = beyond(&stickman.pin(world, i)).to_degrees();
            within!(
                bounds,
                weld,
                given,
                "step {step}: the weld of {} gives {given}°",
                limb.name
            );
        }
        let given = beyond(&pin_state(world, shelf)).to_degrees();
        within!(bounds, weld, given, "step {step}: the shelf gives {given}°");
    }
}

/// Bars of 0.0001, 0.1 and 10 kg swing and stop at their limits the same.
pub fn light_bodies_keep_their_limits_like_heavy_ones(make: Make<'_>, _: &Bounds) {
    let angles: Vec<Vec<f32>> = [1e-4, 0.1, 10.0]
        .into_iter()
        .map(|mass| {
            let mut world = make(GRAVITY);
            let hung = add_hanging(world.as_mut(), 0.0, 0.0, Some([-0.2, 2.2]), mass);
            (0..180)
                .map(|_| {
                    world.step(DT);
                    pin_state(world.as_ref(), hung.pin).angle
                })
                .collect()
        })
        .collect();
    for other in &angles[1..] {
        for (step, (a, b)) in angles[0].iter().zip(other).enumerate() {
            assert!(
                (a - b).abs() < 1.0_f32.to_radians(),
                "step {step}: {}° and {}°",
                a.to_degrees(),
                b.to_degrees()
            );
        }
    }
}

/// A figure made 20° outside its limits comes back inside without a jerk.
pub fn a_pose_outside_its_limits_comes_back_calmly(make: Make<'_>, bounds: &Bounds) {
    for (limb, relative) in [
        (3, 25.0_f32),
        (5, -170.0),
        (7, -25.0),
        (9, 170.0),
        (2, 179.0),
        (8, -179.0),
    ] {
        let mut desc = StickmanDesc::rest(Vec2::ZERO);
        let l = &LIMBS[limb];
        desc.headings[limb] = desc.headings[l.parent] + l.zero + relative.to_radians();
        if limb == 2 || limb == 8 {
            let below = limb + 1;
            desc.headings[below] = desc.headings[limb];
        }
        let mut world = make(Vec2::ZERO);
        let mut stickman = Stickman::new(world.as_mut(), &desc);
        let outside = stickman.overshoot(world.as_ref(), limb).to_degrees();
        assert!(outside > 18.0, "{}: made only {outside}° outside", l.name);
        let mut fastest = 0.0_f32;
        for _ in 0..60 {
            world.step(DT);
            stickman.after_step(world.as_mut());
            fastest = fastest.max(stickman.fastest(world.as_ref()));
        }
        let left = stickman.overshoot(world.as_ref(), limb).to_degrees();
        assert!(left < 0.5, "{}: still {left}° outside after 1 s", l.name);
        within!(
            bounds,
            speed_from_outside_limit,
            fastest,
            "{}: a body reached {fastest} px/s",
            l.name
        );
    }
}

/// Limits that change while the joint is live bind at once; freed, they don't bind.
pub fn limits_changed_live_bind_at_once(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(GRAVITY);
    let hung = add_hanging(world.as_mut(), 0.0, 0.0, Some([-0.1, 0.1]), 1.0);
    run(world.as_mut(), 3.0);
    assert_at(world.as_ref(), &hung, 0.1, bounds, "at first");
    world
        .set_limits(hung.pin, Some([-0.1, 0.9]))
        .expect("the pin exists");
    run(world.as_mut(), 3.0);
    assert_at(world.as_ref(), &hung, 0.9, bounds, "widened");
    world.set_limits(hung.pin, None).expect("the pin exists");
    run(world.as_mut(), 0.3);
    let free = pin_state(world.as_ref(), hung.pin);
    assert!(free.angle > 1.05 && free.limits.is_none(), "freed: {free:?}");
    world
        .set_limits(hung.pin, Some([2.2, 3.0]))
        .expect("the pin exists");
    run(world.as_mut(), 3.0);
    assert_at(world.as_ref(), &hung, 2.2, bounds, "moved past where it was");
}

/// `lower > upper` is a typed error, and nothing spins up.
pub fn crossed_limits_are_a_typed_error(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let (a, b) = (
        add(world.as_mut(), &circle(Vec2::ZERO, 10.0)),
        add(world.as_mut(), &circle(Vec2::new(50.0, 0.0), 10.0)),
    );
    let refused = world.add_pin(&PinDesc {
        parent: a,
        child: b,
        parent_anchor: Vec2::new(25.0, 0.0),
        child_anchor: Vec2::new(-25.0, 0.0),
        zero: 0.0,
        angle: 0.0,
        limits: Some([0.5, -0.5]),
        softness: 0.0,
    });
    assert_eq!(refused, Err(InvalidDesc::Limits));
}
