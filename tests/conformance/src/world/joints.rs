//! Pins under load: gaps, chains, hits, grabs, piles.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use tumble::Backend;
use tumble::backend::{BodyDesc, BodyHandle, PinDesc, PinHandle};
use tumble::math::{Pose2, Vec2, trig};

use super::measure;
use super::stickman::{HEAD, LEFT_LOWER_ARM, LIMBS, RIGHT_LOWER_LEG, Stickman, StickmanDesc, TORSO};
use super::tools::{
    DT, GRAVITY, add, add_floor, bar, capsule_inertia, circle, fixed, kinematic, pin, pin_state, rect, run,
    state,
};
use crate::bounds::within;
use crate::{Bounds, Make};

/// The shortest limb's length; gaps are stated as shares of a limb \[px\].
const LIMB: f32 = 168.0;

/// Over 100 seeded falls from 500 px, at every step, pins hold together and limits hold: no knee bends backwards.
pub fn seeded_falls_keep_joints_together_and_limits(make: Make<'_>, bounds: &Bounds) {
    let figures = measure::drops(make, 100, 500.0, 6.0);
    within!(bounds, gap_in_falls, figures.gap, "{figures}");
    within!(
        bounds,
        limit_in_falls,
        figures.overshoot.to_degrees(),
        "{figures}"
    );
    within!(
        bounds,
        limit_in_falls,
        figures.overshoot_at_rest.to_degrees(),
        "{figures}"
    );
}

/// Hanging chains of 5 to 12 touching links, swung from the horizontal, stay together.
pub fn long_chains_of_touching_links_stay_together(make: Make<'_>, bounds: &Bounds) {
    const LINK: f32 = 60.0;
    for count in 5..=12 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        let (links, pins) = chain(world, count, LINK, |_| 1.0);
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            world.step(DT);
            worst = pins
                .iter()
                .map(|p| pin_state(world, *p).gap)
                .fold(worst, f32::max);
        }
        within!(
            bounds,
            gap_in_chains,
            worst / LINK,
            "{count} links: a gap of {worst} px"
        );
        assert!(links.iter().all(|b| state(world, *b).pose.is_finite()));
    }
}

/// A chain from a fixed body at the origin along +x.
fn chain(
    world: &mut dyn Backend,
    count: usize,
    link: f32,
    mass: impl Fn(usize) -> f32,
) -> (Vec<BodyHandle>, Vec<PinHandle>) {
    let mut parent = add(world, &fixed(circle(Vec2::new(0.0, 0.0), 5.0)));
    let mut parent_anchor = Vec2::ZERO;
    let (mut links, mut pins) = (Vec::new(), Vec::new());
    for i in 0..count {
        let at = Vec2::new(link * (i as f32 + 0.5), 0.0);
        let body = add(
            world,
            &BodyDesc {
                mass: mass(i),
                ..bar(at, 0.0, link + 16.0, 8.0)
            },
        );
        pins.push(pin(
            world,
            &PinDesc {
                parent,
                child: body,
                parent_anchor,
                child_anchor: Vec2::new(-0.5 * link, 0.0),
                zero: 0.0,
                angle: 0.0,
                limits: None,
                softness: 0.0,
            },
        ));
        links.push(body);
        parent = body;
        parent_anchor = Vec2::new(0.5 * link, 0.0);
    }
    (links, pins)
}

/// Neighbours 10:1 and 100:1, light ones carrying heavy ones too, don't gain energy and stay together.
pub fn uneven_masses_gain_no_energy(make: Make<'_>, _: &Bounds) {
    const LINK: f32 = 100.0;
    for ratio in [10.0_f32, 100.0, 0.1, 0.01] {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        let mass = |i: usize| if i.is_multiple_of(2) { 1.0 } else { ratio };
        let (links, pins) = chain(world, 4, LINK, mass);
        let energy = |world: &dyn Backend| -> f64 {
            links
                .iter()
                .enumerate()
                .map(|(i, body)| {
                    let (s, m) = (state(world, *body), mass(i));
                    let inertia = capsule_inertia(m, 0.5 * LINK, 8.0);
                    f64::from(m)
                        * (0.5 * f64::from(s.velocity.length_squared())
                            - f64::from(GRAVITY.y) * f64::from(s.pose.position.y))
                        + 0.5 * f64::from(inertia) * f64::from(s.spin * s.spin)
                })
                .sum()
        };
        let start = energy(world);
        // What can be exchanged at all: the fall of every link to the chain's length.
        let scale: f64 = (0..4)
            .map(|i| f64::from(mass(i) * GRAVITY.y * LINK) * (f64::from(i as u32) + 0.5))
            .sum();
        let (mut gain, mut gap) = (0.0_f64, 0.0_f32);
        for _ in 0..600 {
            world.step(DT);
            gain = gain.max(energy(world) - start);
            gap = pins.iter().map(|p| pin_state(world, *p).gap).fold(gap, f32::max);
        }
        assert!(
            gain < 0.02 * scale,
            "1:{ratio}: gained {:.3} of the energy there is",
            gain / scale
        );
        assert!(gap < 0.05 * LINK, "1:{ratio}: a gap of {gap} px");
    }
}

/// 10 000 kg·px/s on a 2 kg limb leaves it in its joint, at dt 1/30, 1/60 and 1/120.
pub fn a_hit_limb_stays_in_its_joint_at_any_tick_rate(make: Make<'_>, bounds: &Bounds) {
    for dt in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0] {
        for direction in [Vec2::X, Vec2::Y, -Vec2::X, Vec2::new(0.6, -0.8)] {
            let mut world = make(Vec2::ZERO);
            let stickman = Stickman::new(world.as_mut(), &StickmanDesc::rest(Vec2::ZERO));
            let at = stickman.body(world.as_ref(), 8).pose.position;
            world
                .apply_impulse(stickman.bodies[8], direction * 10_000.0, at)
                .expect("the body exists");
            world.step(dt);
            let (gap, limb) = stickman.widest_gap(world.as_ref());
            within!(
                bounds,
                gap_after_hit,
                gap / 200.0,
                "dt {dt}, {direction}: a gap of {gap} px at {}",
                LIMBS[limb].name
            );
        }
    }
}

/// 50 000 kg·px/s on a hand: after 10 s every limb turns slower than 1 rad/s.
pub fn limbs_do_not_spin_for_minutes_after_a_strong_hit(make: Make<'_>, bounds: &Bounds) {
    for floor in [false, true] {
        let mut world = make(if floor { GRAVITY } else { Vec2::ZERO });
        let world = world.as_mut();
        if floor {
            add_floor(world);
        }
        let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -420.0)));
        let hand = stickman
            .body(world, LEFT_LOWER_ARM)
            .pose
            .world_from_local_point(Vec2::new(100.0, 0.0));
        world
            .apply_impulse(
                stickman.bodies[LEFT_LOWER_ARM],
                Vec2::new(30_000.0, -40_000.0),
                hand,
            )
            .expect("the body exists");
        for step in 0..600 {
            world.step(DT);
            stickman.after_step(world);
            assert!(
                stickman.is_finite(world),
                "floor {floor}, step {step}: not finite"
            );
            if step >= 300 {
                let (over, limb) = stickman.worst_overshoot(world);
                within!(
                    bounds,
                    limit_in_falls,
                    over.to_degrees(),
                    "floor {floor}, step {step}: {} is {}° beyond its limit",
                    LIMBS[limb].name,
                    over.to_degrees()
                );
            }
        }
        let spin = stickman.fastest_spin(world);
        assert!(spin < 1.0, "floor {floor}: still {spin} rad/s after 10 s");
    }
}

/// Thrown about by the hip and stopped dead, the figure is whole again a second later.
pub fn a_thrown_figure_is_whole_again_when_the_hand_stops(make: Make<'_>, bounds: &Bounds) {
    for jump in [false, true] {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -2000.0)));
        let hips = Vec2::new(-195.75, 0.0);
        let mut target = Vec2::new(0.0, -2000.0);
        for _ in 0..30 {
            // 4000 px/s, then frozen; or 60 paused frames in which the target moves by 300 px.
            target.x += 4000.0 * DT;
            world
                .grab(stickman.bodies[TORSO], hips, target)
                .expect("the body exists");
            world.step(DT);
            stickman.after_step(world);
        }
        if jump {
            target += Vec2::new(0.0, 300.0);
        }
        for _ in 0..60 {
            world
                .grab(stickman.bodies[TORSO], hips, target)
                .expect("the body exists");
            world.step(DT);
            stickman.after_step(world);
        }
        let (gap, limb) = stickman.widest_gap(world);
        within!(
            bounds,
            gap_after_throw,
            gap / LIMB,
            "jump {jump}: a gap of {gap} px at {}",
            LIMBS[limb].name
        );
        let (over, limb) = stickman.worst_overshoot(world);
        within!(
            bounds,
            limit_steady,
            over.to_degrees(),
            "jump {jump}: {} is {}° beyond its limit",
            LIMBS[limb].name,
            over.to_degrees()
        );
        let held = stickman.body(world, TORSO).pose.world_from_local_point(hips);
        assert!(
            (held - target).length() < 120.0,
            "jump {jump}: held {} px from the hand",
            (held - target).length()
        );
        world.release(stickman.bodies[TORSO]);
        run(world, 1.5);
        let fallen = stickman.body(world, TORSO).pose.world_from_local_point(hips);
        assert!(fallen.y > held.y + 200.0, "jump {jump}: released, it didn't fall");
    }
}

/// Dragging the head round a circle of 200 px at 2000 px/s throws no limb about.
pub fn dragging_the_head_throws_no_limb_about(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::new(0.0, -1000.0)));
    let center = stickman.body(world, HEAD).pose.position - Vec2::new(200.0, 0.0);
    let (radius, speed) = (200.0, 2000.0);
    let mut fastest = (0.0_f32, 0);
    for step in 0..300 {
        let (sin, cos) = trig::sin_cos((speed / radius * DT * step as f32) % TAU);
        world
            .grab(
                stickman.bodies[HEAD],
                Vec2::ZERO,
                center + Vec2::new(cos, sin) * radius,
            )
            .expect("the body exists");
        world.step(DT);
        stickman.after_step(world);
        assert!(stickman.is_finite(world), "step {step}: not finite");
        let now = stickman.fastest(world);
        if now > fastest.0 {
            fastest = (now, step);
        }
    }
    within!(
        bounds,
        drag_speed,
        fastest.0 / speed,
        "a limb at {} px/s in step {}",
        fastest.0,
        fastest.1
    );
}

/// A grab follows its target, holds the figure's weight, moves when called again, and lets go.
pub fn a_grab_holds_moves_and_lets_go(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let ball = add(
        world,
        &BodyDesc {
            mass: 4.0,
            ..circle(Vec2::ZERO, 20.0)
        },
    );
    for target in [Vec2::new(100.0, -50.0), Vec2::new(-80.0, -200.0)] {
        world.grab(ball, Vec2::ZERO, target).expect("the body exists");
        run(world, 2.0);
        let off = (state(world, ball).pose.position - target).length();
        assert!(off < 15.0, "held {off} px from {target}");
    }
    world.release(ball);
    world.release(ball);
    run(world, 0.5);
    let y = state(world, ball).pose.position.y;
    assert!(y > -200.0 + 90.0, "released, it is still at {y}");
    assert_eq!(
        (world.stats().bodies, world.stats().pins),
        (1, 0),
        "a grab is no pin"
    );
    world.grab(ball, Vec2::ZERO, Vec2::ZERO).expect("the body exists");
    world.remove_body(ball).expect("the body exists");
    world.release(ball);
    run(world, 0.1);
    assert_eq!(world.stats().bodies, 0);
}

/// Limbs folded over one another when the figure is made don't eject each other.
pub fn overlapping_limbs_do_not_eject_each_other(make: Make<'_>, bounds: &Bounds) {
    for gravity in [Vec2::ZERO, GRAVITY] {
        let mut desc = StickmanDesc::rest(Vec2::new(0.0, -600.0));
        // Arms along the torso and folded up, one leg over the other, a knee drawn up.
        for (limb, relative) in [
            (2, 3.0_f32),
            (3, -149.0),
            (4, -3.0),
            (5, -149.0),
            (6, -6.0),
            (7, 12.0),
            (8, 4.0),
            (9, 149.0),
        ] {
            let l = &LIMBS[limb];
            desc.headings[limb] = desc.headings[l.parent] + l.zero + relative.to_radians();
        }
        let mut world = make(gravity);
        let world = world.as_mut();
        let mut stickman = Stickman::new(world, &desc);
        let overlaps = (0..10)
            .flat_map(|a| (a + 1..10).map(move |b| (a, b)))
            .filter(|&(a, b)| LIMBS[b].parent != a && stickman.distance(world, a, b) < 0.0)
            .count();
        assert!(overlaps >= 3, "only {overlaps} pairs overlap");
        let mut fastest = 0.0_f32;
        for _ in 0..60 {
            world.step(DT);
            stickman.after_step(world);
            let falling = gravity * DT;
            fastest = fastest.max(stickman.fastest(world) - falling.length());
        }
        within!(
            bounds,
            speed_from_overlap,
            fastest,
            "gravity {gravity}: a limb at {fastest} px/s"
        );
    }
}

/// A figure put elsewhere by hand, turned by 90°, after a second under load: nothing of that load comes along.
pub fn a_figure_put_elsewhere_leaves_its_load_behind(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let world = world.as_mut();
    let mut stickman = Stickman::new(world, &StickmanDesc::rest(Vec2::ZERO));
    // Load it: pull the head one way and a foot the other.
    for _ in 0..60 {
        world
            .grab(stickman.bodies[HEAD], Vec2::ZERO, Vec2::new(0.0, -2500.0))
            .expect("the body exists");
        world
            .grab(
                stickman.bodies[RIGHT_LOWER_LEG],
                Vec2::new(100.0, 0.0),
                Vec2::new(0.0, 2500.0),
            )
            .expect("the body exists");
        world.step(DT);
        stickman.after_step(world);
    }
    world.release(stickman.bodies[HEAD]);
    world.release(stickman.bodies[RIGHT_LOWER_LEG]);
    let mut fresh = StickmanDesc::rest(Vec2::new(500.0, 300.0));
    for heading in &mut fresh.headings {
        *heading += FRAC_PI_2;
    }
    let mut elsewhere = make(Vec2::ZERO);
    let model = Stickman::new(elsewhere.as_mut(), &fresh);
    let mut put = Vec::new();
    for i in 0..10 {
        let pose = model.body(elsewhere.as_ref(), i).pose;
        world.set_pose(stickman.bodies[i], pose).expect("the body exists");
        world
            .set_velocity(stickman.bodies[i], Vec2::ZERO, 0.0)
            .expect("the body exists");
        put.push(pose);
    }
    world.step(DT);
    for (i, pose) in put.iter().enumerate() {
        let moved = (stickman.body(world, i).pose.position - pose.position).length();
        within!(
            bounds,
            stray_move,
            moved,
            "{} moved by {moved} px in the first step",
            LIMBS[i].name
        );
    }
}

/// A pin's softness [px per unit of force] gives under a weight; 0 gives nothing; the tick rate has no say.
pub fn softness_gives_under_a_weight_at_any_tick_rate(make: Make<'_>, _: &Bounds) {
    for softness in [0.0_f32, 0.001, 0.01] {
        let mut stretches = Vec::new();
        for rate in [30.0_f32, 60.0, 120.0] {
            let mut world = make(GRAVITY);
            let world = world.as_mut();
            let nail = add(world, &fixed(circle(Vec2::ZERO, 5.0)));
            let weight = add(
                world,
                &BodyDesc {
                    mass: 1.5,
                    linear_damping: 1.0,
                    ..circle(Vec2::ZERO, 20.0)
                },
            );
            let hook = pin(
                world,
                &PinDesc {
                    parent: nail,
                    child: weight,
                    parent_anchor: Vec2::ZERO,
                    child_anchor: Vec2::ZERO,
                    zero: 0.0,
                    angle: 0.0,
                    limits: None,
                    softness,
                },
            );
            for _ in 0..(8.0 * rate) as usize {
                world.step(1.0 / rate);
            }
            stretches.push(pin_state(world, hook).gap);
        }
        let wanted = softness * 1.5 * GRAVITY.y;
        for stretch in &stretches {
            assert!(
                (stretch - wanted).abs() <= 0.1 * wanted + 0.05,
                "softness {softness}: gives {stretches:?} px at 30, 60 and 120 Hz, {wanted} wanted"
            );
        }
        let widest = stretches.iter().copied().fold(0.0, f32::max);
        let narrowest = stretches.iter().copied().fold(f32::MAX, f32::min);
        assert!(
            widest - narrowest <= 0.1 * wanted + 0.05,
            "softness {softness}: {stretches:?} px at 30, 60 and 120 Hz"
        );
    }
}

/// A pile of ten figures, once at rest, holds together.
pub fn a_pile_of_ten_holds_together(make: Make<'_>, bounds: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    add_floor(world);
    for side in [-1.0, 1.0] {
        add(
            world,
            &fixed(rect(Vec2::new(side * 700.0, -2000.0), Vec2::new(50.0, 2000.0))),
        );
    }
    let mut figures: Vec<Stickman> = (0..10)
        .map(|i| {
            let mut desc = StickmanDesc::random(100 + i, Vec2::new(0.0, -900.0 - 900.0 * i as f32), 0.0, 0.0);
            desc.figure = 1 + i as u32;
            Stickman::new(world, &desc)
        })
        .collect();
    for _ in 0..60 * 12 {
        world.step(DT);
        for figure in &mut figures {
            figure.after_step(world);
        }
    }
    let (mut gap, mut which) = (0.0_f32, (0, 0));
    for _ in 0..60 * 5 {
        world.step(DT);
        for (i, figure) in figures.iter_mut().enumerate() {
            figure.after_step(world);
            let (now, limb) = figure.widest_gap(world);
            if now > gap {
                (gap, which) = (now, (i, limb));
            }
        }
    }
    within!(
        bounds,
        gap_at_rest,
        gap,
        "figure {}: a gap of {gap} px at {}",
        which.0,
        LIMBS[which.1].name
    );
    for figure in &figures {
        assert!(
            figure.bottom(world) < 3.0,
            "a figure sank to {}",
            figure.bottom(world)
        );
    }
}

/// A crate of 50 kg dropped on a lying figure neither passes through nor pulls it apart.
pub fn a_heavy_crate_on_a_lying_figure_passes_through_nothing(make: Make<'_>, bounds: &Bounds) {
    for x in [-100.0_f32, 0.0, 200.0] {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let mut desc = StickmanDesc::rest(Vec2::new(0.0, -110.0));
        for heading in &mut desc.headings {
            *heading += FRAC_PI_2;
        }
        // Arms along the body.
        for limb in [2, 4] {
            desc.headings[limb] = desc.headings[TORSO] + PI;
            desc.headings[limb + 1] = desc.headings[limb];
        }
        let mut stickman = Stickman::new(world, &desc);
        for _ in 0..180 {
            world.step(DT);
            stickman.after_step(world);
        }
        let crate_ = add(
            world,
            &BodyDesc {
                mass: 50.0,
                ..rect(Vec2::new(x, -370.0), Vec2::splat(40.0))
            },
        );
        let (mut gap, mut limb) = (0.0_f32, 0);
        for step in 0..300 {
            world.step(DT);
            stickman.after_step(world);
            let now = stickman.widest_gap(world);
            if now.0 > gap {
                (gap, limb) = now;
            }
            assert!(
                stickman.bottom(world) < 8.0,
                "x {x}, step {step}: a limb was pressed {} px into the floor",
                stickman.bottom(world)
            );
        }
        within!(
            bounds,
            gap_under_crate,
            gap / 200.0,
            "x {x}: a gap of {gap} px at {}",
            LIMBS[limb].name
        );
        let s = state(world, crate_);
        assert!(
            s.pose.position.y < -38.0 && stickman.bottom(world) < 2.0,
            "x {x}: it passed through, {s:?}"
        );
    }
}

/// The same figure mirrored falls as the mirror image, in free flight.
pub fn a_mirrored_figure_flies_as_the_mirror_image(make: Make<'_>, _: &Bounds) {
    let mut worlds = [false, true].map(|mirrored| {
        let mut world = make(GRAVITY);
        let mut desc = StickmanDesc::random(4, Vec2::ZERO, 0.0, 0.0);
        desc.mirrored = mirrored;
        desc.spin = if mirrored { -2.0 } else { 2.0 };
        let stickman = Stickman::new(world.as_mut(), &desc);
        (world, stickman)
    });
    for step in 0..40 {
        for (world, _) in &mut worlds {
            world.step(DT);
        }
        for (i, limb) in LIMBS.iter().enumerate() {
            let [a, b] = [0, 1].map(|w| worlds[w].1.body(worlds[w].0.as_ref(), i).pose.position);
            let off = (a - Vec2::new(-b.x, b.y)).length();
            assert!(
                off < 0.05 + 0.02 * step as f32,
                "step {step}: {} is {off} px from its mirror image",
                limb.name
            );
        }
    }
}

/// A pin between a moving kinematic body and a limb drags the limb along without opening.
pub fn a_pin_to_a_moving_body_drags_the_limb_along(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let hand = add(world, &kinematic(circle(Vec2::ZERO, 5.0)));
    let limb = add(world, &bar(Vec2::new(0.0, 100.0), FRAC_PI_2, 200.0, 8.0));
    let joint = pin(
        world,
        &PinDesc {
            parent: hand,
            child: limb,
            parent_anchor: Vec2::ZERO,
            child_anchor: Vec2::new(-100.0, 0.0),
            zero: 0.0,
            angle: FRAC_PI_2,
            limits: None,
            softness: 0.0,
        },
    );
    let mut at = Vec2::ZERO;
    for step in 0..180 {
        at += Vec2::new(10.0, if step % 40 < 20 { 3.0 } else { -3.0 });
        world
            .move_to(hand, Pose2::new(at, 0.0), DT)
            .expect("the body exists");
        world.step(DT);
        let s = pin_state(world, joint);
        assert!(s.gap < 2.0, "step {step}: a gap of {} px", s.gap);
        assert!((s.at - at).length() < 0.01, "step {step}: the pin is at {}", s.at);
    }
}
