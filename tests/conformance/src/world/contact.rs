//! Bodies that touch: friction, restitution, layers, pair rules, events.

use tumble::Backend;
use tumble::backend::{BodyDesc, BodyHandle, BodyKind, Layer, PairRule, PinDesc, Shape, WorldEvent};
use tumble::math::{Pose2, Rot, Vec2};

use super::tools::{
    DT, GRAVITY, add, add_floor, bar, circle, events, fixed, kinematic, pin, rect, run, state, touches,
};
use crate::bounds::within;
use crate::{Bounds, Make};

/// Below the friction angle things stay; above it they slide with g (sin θ − μ cos θ).
pub fn slopes_hold_below_the_friction_angle_and_not_above(make: Make<'_>, _: &Bounds) {
    let friction = 0.6_f32;
    let critical = friction.atan().to_degrees();
    for degrees in (0..=60).step_by(5) {
        for lying_bar in [false, true] {
            let slope = (degrees as f32).to_radians();
            let turn = Rot::from_angle(slope);
            let mut world = make(GRAVITY);
            add(
                world.as_mut(),
                &BodyDesc {
                    pose: Pose2::new(turn.rotate(Vec2::new(0.0, 200.0)), slope),
                    ..fixed(rect(Vec2::ZERO, Vec2::new(9000.0, 200.0)))
                },
            );
            let at = turn.rotate(Vec2::new(0.0, -8.2));
            let desc = if lying_bar {
                bar(at, slope, 200.0, 8.0)
            } else {
                BodyDesc {
                    pose: Pose2::new(at, slope),
                    ..rect(at, Vec2::new(40.0, 8.0))
                }
            };
            let body = add(world.as_mut(), &desc);
            run(world.as_mut(), 0.5);
            let start = state(world.as_ref(), body);
            run(world.as_mut(), 1.0);
            let end = state(world.as_ref(), body);
            assert!(end.pose.is_finite(), "{degrees}°: not finite");
            let name = if lying_bar { "bar" } else { "box" };
            let along = turn.unrotate(end.pose.position - start.pose.position);
            if (degrees as f32) < critical - 0.5 {
                assert!(
                    along.length() < 0.5,
                    "{degrees}°: the {name} crept {along} in 1 s"
                );
            } else {
                let acceleration = GRAVITY.y * (slope.sin() - friction * slope.cos());
                let gained = turn.unrotate(end.velocity - start.velocity).x;
                assert!(
                    (gained - acceleration).abs() < 0.05 * acceleration + 3.0,
                    "{degrees}°: the {name} gained {gained} px/s in 1 s, {acceleration} wanted"
                );
                assert!(
                    along.y.abs() < 1.0,
                    "{degrees}°: the {name} left the slope by {along}"
                );
            }
        }
    }
}

/// What falls from h comes back to e² h.
pub fn what_is_dropped_bounces_by_its_restitution(make: Make<'_>, _: &Bounds) {
    for restitution in [0.0_f32, 0.5, 0.8] {
        let mut world = make(GRAVITY);
        add_floor(world.as_mut());
        let ball = add(
            world.as_mut(),
            &BodyDesc {
                restitution,
                ..circle(Vec2::new(0.0, -420.0), 20.0)
            },
        );
        let mut highest_after = 0.0_f32;
        let mut landed = false;
        for _ in 0..150 {
            world.step(DT);
            let s = state(world.as_ref(), ball);
            landed |= s.velocity.y < 1.0 && s.pose.position.y > -60.0;
            if landed {
                highest_after = highest_after.max(-s.pose.position.y - 20.0);
            }
        }
        assert!(landed, "e = {restitution}: it never landed");
        let wanted = restitution * restitution * 400.0;
        assert!(
            (highest_after - wanted).abs() < 0.1 * wanted + 6.0,
            "e = {restitution}: it came back to {highest_after} px, {wanted} wanted"
        );
    }
}

fn meets(world: &mut dyn Backend, runner: BodyHandle, from: f32) -> bool {
    world
        .set_pose(runner, Pose2::new(Vec2::new(from, 0.0), 0.0))
        .expect("the body exists");
    world
        .set_velocity(runner, Vec2::new(300.0, 0.0), 0.0)
        .expect("the body exists");
    run(world, 1.0);
    state(world, runner).pose.position.x < from + 200.0
}

fn block(layer: Layer, figure: u32, kind: BodyKind) -> BodyDesc {
    BodyDesc {
        kind,
        layer,
        figure,
        mass: 1000.0,
        ..rect(Vec2::ZERO, Vec2::new(20.0, 40.0))
    }
}

/// Layers decide who meets whom; a proxy never meets its own figure.
pub fn layers_decide_who_meets_whom(make: Make<'_>, _: &Bounds) {
    use Layer::{Limb, Prop, Proxy, Terrain};
    // The runner is dynamic; the block is what usually has that layer.
    let cases = [
        (Limb, 1, Terrain, 0, BodyKind::Static, true),
        (Limb, 1, Prop, 0, BodyKind::Dynamic, true),
        (Limb, 1, Prop, 0, BodyKind::Kinematic, true),
        (Limb, 1, Limb, 2, BodyKind::Dynamic, true),
        (Limb, 1, Limb, 1, BodyKind::Dynamic, true),
        (Limb, 1, Proxy, 2, BodyKind::Kinematic, true),
        (Limb, 1, Proxy, 1, BodyKind::Kinematic, false),
        (Prop, 0, Terrain, 0, BodyKind::Static, true),
        (Prop, 0, Prop, 0, BodyKind::Dynamic, true),
        (Prop, 0, Proxy, 1, BodyKind::Kinematic, true),
        (Proxy, 1, Terrain, 0, BodyKind::Static, false),
        (Proxy, 1, Proxy, 2, BodyKind::Kinematic, false),
        (Proxy, 1, Proxy, 1, BodyKind::Kinematic, false),
    ];
    for (runner_layer, runner_figure, layer, figure, kind, wanted) in cases {
        let mut world = make(Vec2::ZERO);
        add(world.as_mut(), &block(layer, figure, kind));
        let runner = add(
            world.as_mut(),
            &BodyDesc {
                layer: runner_layer,
                figure: runner_figure,
                ..circle(Vec2::new(-100.0, 0.0), 10.0)
            },
        );
        let met = meets(world.as_mut(), runner, -100.0);
        assert_eq!(
            met, wanted,
            "a {runner_layer:?} of figure {runner_figure} and a {layer:?} of figure {figure} ({kind:?})"
        );
    }
}

/// `PairRule::Ignore` keeps two bodies apart until it is taken back, and only those two.
pub fn ignored_pairs_pass_through_each_other(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let world = world.as_mut();
    let wall = add(world, &block(Layer::Limb, 1, BodyKind::Dynamic));
    let runner = |figure| BodyDesc {
        layer: Layer::Limb,
        figure,
        ..circle(Vec2::new(-100.0, 0.0), 10.0)
    };
    let one = add(world, &runner(1));
    assert!(meets(world, one, -100.0), "limbs of one figure meet");
    for (a, b) in [(one, wall), (wall, one)] {
        world.set_pair(a, b, PairRule::Ignore).expect("both exist");
        world.set_pair(a, b, PairRule::Ignore).expect("both exist");
        assert!(!meets(world, one, -100.0), "an ignored pair met");
        world.set_pair(b, a, PairRule::Collide).expect("both exist");
        assert!(meets(world, one, -100.0), "the rule was not taken back");
    }
    world.set_pair(one, wall, PairRule::Ignore).expect("both exist");
    world
        .set_pose(one, Pose2::new(Vec2::new(0.0, 900.0), 0.0))
        .expect("the body exists");
    let other = add(world, &runner(1));
    assert!(meets(world, other, -100.0), "the rule spread to another body");
    // A rule made while the two overlap at rest takes effect at once.
    world.set_pair(one, wall, PairRule::Collide).expect("both exist");
    world.set_pair(one, wall, PairRule::Ignore).expect("both exist");
    world
        .set_pose(one, Pose2::new(Vec2::new(15.0, 0.0), 0.0))
        .expect("the body exists");
    world.set_velocity(one, Vec2::ZERO, 0.0).expect("the body exists");
    run(world, 0.5);
    let moved = (state(world, one).pose.position - Vec2::new(15.0, 0.0)).length();
    assert!(moved < 1e-3, "an ignored pair was pushed apart by {moved} px");
    let rule_with_removed = {
        world.remove_body(other).expect("the body exists");
        world.set_pair(one, other, PairRule::Ignore)
    };
    assert!(rule_with_removed.is_err(), "a rule with a removed body");
}

/// Bodies joined by a pin never collide while it exists, and do once it is gone.
pub fn joined_bodies_never_collide(make: Make<'_>, _: &Bounds) {
    let mut world = make(Vec2::ZERO);
    let world = world.as_mut();
    let a = add(world, &circle(Vec2::ZERO, 50.0));
    let b = add(world, &circle(Vec2::new(30.0, 0.0), 50.0));
    let joint = pin(
        world,
        &PinDesc {
            parent: a,
            child: b,
            parent_anchor: Vec2::new(30.0, 0.0),
            child_anchor: Vec2::ZERO,
            zero: 0.0,
            angle: 0.0,
            limits: None,
            softness: 0.0,
        },
    );
    for _ in 0..60 {
        world.step(DT);
        assert!(touches(world, a).is_empty(), "the joined bodies touch");
    }
    let apart = state(world, b).pose.position - state(world, a).pose.position;
    assert!(
        (apart - Vec2::new(30.0, 0.0)).length() < 1e-2,
        "pushed apart by {apart}"
    );
    world.remove_pin(joint).expect("the pin exists");
    run(world, 1.5);
    let apart = (state(world, b).pose.position - state(world, a).pose.position).length();
    assert!(apart > 97.0, "still {apart} px apart once the pin is gone");
    // Joining what touches ends the touch.
    let joint = pin(
        world,
        &PinDesc {
            parent: a,
            child: b,
            parent_anchor: Vec2::new(apart, 0.0),
            child_anchor: Vec2::ZERO,
            zero: 0.0,
            angle: 0.0,
            limits: None,
            softness: 0.0,
        },
    );
    world.step(DT);
    world.step(DT);
    assert!(touches(world, a).is_empty(), "joined in touch, still touching");
    world.remove_pin(joint).expect("the pin exists");
}

/// A landing is reported once, with the momentum it took and where.
pub fn a_landing_is_one_impact_with_its_momentum(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let floor = add_floor(world);
    let ball = add(
        world,
        &BodyDesc {
            mass: 3.0,
            ..circle(Vec2::new(70.0, -520.0), 20.0)
        },
    );
    let mut impacts = Vec::new();
    for _ in 0..180 {
        world.step(DT);
        for event in events(world) {
            match event {
                WorldEvent::Impact { a, b, impulse, at } => impacts.push((a, b, impulse, at)),
                WorldEvent::Quarantined { body } => panic!("{body:?} was quarantined"),
            }
        }
    }
    assert_eq!(impacts.len(), 1, "{impacts:?}");
    let (a, b, impulse, at) = impacts[0];
    assert!([(ball, floor), (floor, ball)].contains(&(a, b)), "{a:?} {b:?}");
    let momentum = 3.0 * (2.0_f32 * GRAVITY.y * 500.0).sqrt();
    assert!(
        (impulse - momentum).abs() < 0.06 * momentum,
        "impulse {impulse}, {momentum} wanted"
    );
    assert!((at - Vec2::new(70.0, 0.0)).length() < 1.5, "at {at}");
    assert!(events(world).is_empty(), "drained events come back");
}

/// What stands on something touches it with its weight, the normal pointing up from what carries it.
pub fn what_stands_touches_its_support_with_its_weight(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let floor = add_floor(world);
    let lower = add(
        world,
        &BodyDesc {
            mass: 4.0,
            ..rect(Vec2::new(0.0, -20.0), Vec2::splat(20.0))
        },
    );
    let upper = add(
        world,
        &BodyDesc {
            mass: 2.0,
            ..rect(Vec2::new(0.0, -60.0), Vec2::splat(20.0))
        },
    );
    run(world, 0.4);
    let weight = |kg: f32| kg * GRAVITY.y * DT;
    for (body, other, kg, up) in [
        (upper, lower, 2.0, -1.0),
        (lower, floor, 6.0, -1.0),
        (lower, upper, 2.0, 1.0),
        (floor, lower, 6.0, 1.0),
    ] {
        let found: Vec<_> = touches(world, body)
            .into_iter()
            .filter(|t| t.other == other)
            .collect();
        assert!(!found.is_empty(), "{body:?} doesn't touch {other:?}");
        let total: f32 = found.iter().map(|t| t.impulse).sum();
        assert!(
            (total - weight(kg)).abs() < 0.05 * weight(kg),
            "{body:?} on {other:?}: {total}, {} wanted",
            weight(kg)
        );
        for touch in found {
            assert!(
                (touch.normal - Vec2::new(0.0, up)).length() < 1e-3,
                "{body:?} on {other:?}: normal {}",
                touch.normal
            );
            assert!(touch.point.x.abs() <= 20.5, "at {}", touch.point);
        }
    }
    let order: Vec<_> = touches(world, lower).iter().map(|t| t.other).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(order, sorted, "touches come in the order of the handles");
    assert_eq!(world.stats().contacts, 2, "pairs that touch");
}

/// A polygon carries on its whole outline, whichever way it is wound; a notch is a notch.
pub fn polygons_carry_in_either_winding_and_have_notches(make: Make<'_>, _: &Bounds) {
    // A trough: 400 wide, its rim at y = 0, its bottom at y = 100 between x = −100 and 100.
    let trough = vec![
        Vec2::new(-200.0, 0.0),
        Vec2::new(-100.0, 0.0),
        Vec2::new(-100.0, 100.0),
        Vec2::new(100.0, 100.0),
        Vec2::new(100.0, 0.0),
        Vec2::new(200.0, 0.0),
        Vec2::new(200.0, 300.0),
        Vec2::new(-200.0, 300.0),
    ];
    for reversed in [false, true] {
        let mut points = trough.clone();
        if reversed {
            points.reverse();
        }
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add(
            world,
            &BodyDesc {
                shape: Shape::Polygon { points },
                ..fixed(circle(Vec2::ZERO, 1.0))
            },
        );
        let at = [(-150.0, 0.0), (0.0, 100.0), (150.0, 0.0)];
        let balls = at.map(|(x, top)| {
            let ball = BodyDesc {
                angular_damping: 5.0,
                ..circle(Vec2::new(x, top - 120.0), 15.0)
            };
            (add(world, &ball), x, top)
        });
        run(world, 3.0);
        for (ball, x, top) in balls {
            let s = state(world, ball);
            assert!(
                (s.pose.position - Vec2::new(x, top - 15.0)).length() < 1.5,
                "reversed {reversed}: ball over ({x}, {top}) rests at {}",
                s.pose.position
            );
        }
    }
}

/// A polyline carries from both sides, and nothing catches on its joints.
pub fn polylines_are_two_sided_and_smooth(make: Make<'_>, _: &Bounds) {
    for reversed in [false, true] {
        let mut points: Vec<Vec2> = (-40..=40).map(|i| Vec2::new(50.0 * i as f32, 0.0)).collect();
        if reversed {
            points.reverse();
        }
        let line = BodyDesc {
            shape: Shape::Segments { points },
            friction: 0.0,
            ..fixed(circle(Vec2::ZERO, 1.0))
        };
        for side in [-1.0_f32, 1.0] {
            let mut world = make(Vec2::new(0.0, -980.0 * side));
            let world = world.as_mut();
            add(world, &line);
            let slider = add(
                world,
                &BodyDesc {
                    friction: 0.0,
                    velocity: Vec2::new(400.0, 0.0),
                    ..bar(Vec2::new(-1500.0, 8.5 * side), 0.0, 100.0, 8.0)
                },
            );
            run(world, 0.5);
            for step in 0..300 {
                world.step(DT);
                let s = state(world, slider);
                assert!(
                    (s.pose.position.y * side - 8.0).abs() < 0.5,
                    "reversed {reversed}, side {side}, step {step}: at {}",
                    s.pose.position
                );
                assert!(
                    s.velocity.y.abs() < 2.0 && s.spin.abs() < 0.02,
                    "reversed {reversed}, side {side}, step {step}: bumped, {s:?}"
                );
                assert!(
                    (s.velocity.x - 400.0).abs() < 2.0,
                    "reversed {reversed}, side {side}, step {step}: braked to {}",
                    s.velocity
                );
            }
            // And the ends of a standing line carry as well.
            let post = BodyDesc {
                shape: Shape::Segments {
                    points: vec![Vec2::new(3000.0, 0.0), Vec2::new(3000.0, -400.0 * -side)],
                },
                ..fixed(circle(Vec2::ZERO, 1.0))
            };
            add(world, &post);
            let ball = add(
                world,
                &BodyDesc {
                    angular_damping: 1000.0,
                    ..rect(Vec2::new(3000.0, 440.0 * side), Vec2::splat(20.0))
                },
            );
            run(world, 1.0);
            let s = state(world, ball);
            assert!(
                (s.pose.position.y * side - 420.0).abs() < 2.0,
                "the tip of a standing line doesn't carry: {s:?}"
            );
        }
    }
}

/// What is made inside the floor or a wall comes out within a second, and not like a bullet.
pub fn what_is_made_inside_the_floor_comes_out_calmly(make: Make<'_>, bounds: &Bounds) {
    let shapes = [
        circle(Vec2::ZERO, 100.0).shape,
        bar(Vec2::ZERO, 0.0, 200.0, 8.0).shape,
        rect(Vec2::ZERO, Vec2::splat(20.0)).shape,
    ];
    for shape in shapes {
        for wall in [false, true] {
            let mut world = make(if wall { Vec2::ZERO } else { GRAVITY });
            let world = world.as_mut();
            let turn = if wall { core::f32::consts::FRAC_PI_2 } else { 0.0 };
            let rot = Rot::from_angle(turn);
            add(
                world,
                &BodyDesc {
                    pose: Pose2::new(rot.rotate(Vec2::new(0.0, 200.0)), turn),
                    ..fixed(rect(Vec2::ZERO, Vec2::new(2000.0, 200.0)))
                },
            );
            let half = match &shape {
                Shape::Circle { radius } | Shape::Capsule { radius, .. } => *radius,
                Shape::Box { half } => half.y,
                _ => unreachable!("only these are tried"),
            };
            let body = add(
                world,
                &BodyDesc {
                    shape: shape.clone(),
                    pose: Pose2::new(rot.rotate(Vec2::new(0.0, 10.0 - half)), turn),
                    layer: Layer::Limb,
                    figure: 1,
                    ..BodyDesc::default()
                },
            );
            // As it says, and as it is seen to move.
            let (mut fastest, mut before) = (0.0_f32, state(world, body).pose.position);
            for _ in 0..60 {
                world.step(DT);
                let s = state(world, body);
                let seen = (s.pose.position - before).length() / DT;
                fastest = fastest.max(s.velocity.length()).max(seen);
                before = s.pose.position;
            }
            let depth = rot.unrotate(state(world, body).pose.position).y + half;
            assert!(
                depth < 1.0,
                "{shape:?}, wall {wall}: still {depth} px inside after 1 s"
            );
            within!(
                bounds,
                speed_out_of_floor,
                fastest,
                "{shape:?}, wall {wall}: came out at {fastest} px/s"
            );
        }
    }
}

/// Sleeping bodies wake when they are pushed, hit, or lose what carries them.
pub fn sleepers_wake_when_something_happens_to_them(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let floor = add_floor(world);
    let crate_ = rect(Vec2::new(0.0, -20.0), Vec2::splat(20.0));
    let places = [0.0, 300.0, 600.0];
    let bodies = places.map(|x| {
        add(
            world,
            &BodyDesc {
                pose: Pose2::new(Vec2::new(x, -20.0), 0.0),
                ..crate_.clone()
            },
        )
    });
    run(world, 3.0);
    for body in bodies {
        assert!(state(world, body).asleep, "a crate at rest doesn't sleep");
    }
    assert_eq!(world.stats().asleep, 3);
    let still: Vec<_> = bodies.iter().map(|b| state(world, *b)).collect();
    run(world, 1.0);
    for (body, before) in bodies.iter().zip(&still) {
        assert_eq!(&state(world, *body), before, "a sleeper moved");
    }
    world
        .apply_impulse(bodies[0], Vec2::new(100.0, 0.0), Vec2::new(0.0, -20.0))
        .expect("the body exists");
    add(
        world,
        &BodyDesc {
            mass: 5.0,
            velocity: Vec2::new(0.0, 400.0),
            ..circle(Vec2::new(300.0, -140.0), 20.0)
        },
    );
    run(world, 0.3);
    assert!(!state(world, bodies[0]).asleep, "an impulse doesn't wake");
    assert!(!state(world, bodies[1]).asleep, "a hit doesn't wake");
    assert!(state(world, bodies[2]).asleep, "it woke for nothing");
    world.remove_body(floor).expect("the floor exists");
    run(world, 0.5);
    assert!(
        state(world, bodies[2]).pose.position.y > 30.0,
        "it hangs in the air where the floor was"
    );
    let lift = add(
        world,
        &kinematic(rect(Vec2::new(2000.0, 0.0), Vec2::new(200.0, 20.0))),
    );
    let rider = add(world, &rect(Vec2::new(2000.0, -40.0), Vec2::splat(20.0)));
    run(world, 3.0);
    assert!(
        state(world, rider).asleep,
        "a rider on a lift at rest doesn't sleep"
    );
    world
        .set_velocity(lift, Vec2::new(0.0, -60.0), 0.0)
        .expect("the lift exists");
    run(world, 1.0);
    let up = state(world, rider).pose.position.y;
    assert!((up + 100.0).abs() < 3.0, "the rider is at {up}, −100 wanted");
}
