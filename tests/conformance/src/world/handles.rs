//! Handles, descriptions, and what is left over.

use tumble::Backend;
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, InvalidDesc, Motor, PairRule, PinDesc, PinHandle, RayFilter, Shape,
    WorldStats,
};
use tumble::math::{Pose2, Vec2};

use super::stickman::{Stickman, StickmanDesc};
use super::tools::{
    DT, GRAVITY, add, add_floor, add_hanging, circle, events, fixed, pin, rect, run, touches,
};
use crate::{Bounds, Make};

fn pin_between(parent: BodyHandle, child: BodyHandle) -> PinDesc {
    PinDesc {
        parent,
        child,
        parent_anchor: Vec2::ZERO,
        child_anchor: Vec2::ZERO,
        zero: 0.0,
        angle: 0.0,
        limits: None,
        softness: 0.0,
    }
}

fn all_refuse(world: &mut dyn Backend, body: BodyHandle, live: BodyHandle) {
    assert!(world.body(body).is_none());
    assert!(world.tag(body).is_none());
    assert!(world.remove_body(body).is_err());
    assert!(world.set_pose(body, Pose2::IDENTITY).is_err());
    assert!(world.move_to(body, Pose2::IDENTITY, DT).is_err());
    assert!(world.set_velocity(body, Vec2::ZERO, 0.0).is_err());
    assert!(world.apply_impulse(body, Vec2::ZERO, Vec2::ZERO).is_err());
    assert!(world.grab(body, Vec2::ZERO, Vec2::ZERO).is_err());
    world.release(body);
    assert!(world.set_pair(body, live, PairRule::Ignore).is_err());
    assert!(world.set_pair(live, body, PairRule::Ignore).is_err());
    assert_eq!(world.add_pin(&pin_between(body, live)), Err(InvalidDesc::Body));
    assert_eq!(world.add_pin(&pin_between(live, body)), Err(InvalidDesc::Body));
    assert!(touches(world, body).is_empty());
}

fn pin_refuses(world: &mut dyn Backend, pin: PinHandle) {
    assert!(world.pin(pin).is_none());
    assert!(world.remove_pin(pin).is_err());
    assert!(world.set_limits(pin, None).is_err());
    assert!(world.set_motor(pin, None).is_err());
}

/// A handle of a removed body or pin answers `None` or `Gone` for ever, also when its slot is used again.
pub fn stale_handles_answer_gone(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let live = add(world, &circle(Vec2::ZERO, 10.0));
    let mut dead = Vec::new();
    for i in 0..50 {
        let body = add(
            world,
            &BodyDesc {
                tag: 1000 + i,
                ..circle(Vec2::new(500.0, 0.0), 10.0)
            },
        );
        let joint = pin(world, &pin_between(live, body));
        assert_eq!(world.tag(body), Some(1000 + i));
        assert!(
            !dead.iter().any(|(b, p)| *b == body || *p == joint),
            "a handle came back"
        );
        world.remove_pin(joint).expect("the pin exists");
        pin_refuses(world, joint);
        world.remove_body(body).expect("the body exists");
        all_refuse(world, body, live);
        dead.push((body, joint));
        if i % 7 == 0 {
            world.step(DT);
        }
    }
    for (body, joint) in dead {
        all_refuse(world, body, live);
        pin_refuses(world, joint);
    }
    for nonsense in [0, 7, u64::MAX, u64::from(u32::MAX)] {
        if nonsense != live.0 {
            all_refuse(world, BodyHandle(nonsense), live);
        }
        pin_refuses(world, PinHandle(nonsense));
    }
    assert!(world.body(live).is_some());
}

/// Removing a body removes its pins, and both counts say so.
pub fn removing_a_body_removes_its_pins(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let bodies: Vec<_> = (0..4)
        .map(|i| add(world, &circle(Vec2::new(100.0 * i as f32, 0.0), 10.0)))
        .collect();
    let joint = |world: &mut dyn Backend, a: usize, b: usize| {
        let desc = PinDesc {
            parent_anchor: Vec2::new(50.0, 0.0),
            child_anchor: Vec2::new(-50.0, 0.0),
            ..pin_between(bodies[a], bodies[b])
        };
        pin(world, &desc)
    };
    let pins = [joint(world, 0, 1), joint(world, 1, 2), joint(world, 2, 3)];
    let count = |world: &dyn Backend| (world.stats().bodies, world.stats().pins);
    assert_eq!(count(world), (4, 3));
    run(world, 0.1);
    world.remove_body(bodies[1]).expect("the body exists");
    assert_eq!(count(world), (3, 1));
    pin_refuses(world, pins[0]);
    pin_refuses(world, pins[1]);
    assert!(world.pin(pins[2]).is_some());
    run(world, 0.1);
    world.remove_body(bodies[3]).expect("the body exists");
    assert_eq!(count(world), (2, 0));
    for body in [bodies[0], bodies[2]] {
        world.remove_body(body).expect("the body exists");
    }
    assert_eq!(world.stats(), WorldStats::default());
    run(world, 0.1);
}

/// A thousand figures made and removed, some mid-fall, some without a step between, leave nothing.
pub fn a_thousand_figures_leave_nothing_behind(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let floor = add_floor(world);
    run(world, 0.1);
    let before = world.stats();
    for i in 0..1000_u64 {
        let desc = StickmanDesc::random(i, Vec2::new(0.0, -500.0), 300.0, 3.0);
        let stickman = Stickman::new(world, &desc);
        assert_eq!((world.stats().bodies, world.stats().pins), (11, 9));
        for _ in 0..i % 4 {
            world.step(DT);
        }
        if i % 5 == 0 {
            world
                .grab(stickman.bodies[1], Vec2::ZERO, Vec2::ZERO)
                .expect("the body exists");
        }
        if i % 2 == 0 {
            for joint in stickman.pins {
                world.remove_pin(joint).expect("the pin exists");
            }
        }
        stickman.remove(world);
        assert_eq!(world.stats().bodies, before.bodies, "cycle {i}");
        assert_eq!(world.stats().pins, before.pins, "cycle {i}");
    }
    run(world, 0.1);
    assert_eq!(world.stats(), before);
    events(world);
    let ray = tumble::backend::Ray {
        origin: Vec2::new(0.0, -3000.0),
        way: Vec2::new(0.0, 6000.0),
    };
    let hit = world.cast_ray(ray, RayFilter::default());
    assert_eq!(hit.map(|h| h.body), Some(floor), "a ghost is in the way");
}

/// A wrong description is refused with what is wrong, and adds nothing.
pub fn wrong_descriptions_are_refused_with_a_reason(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let ok = circle(Vec2::ZERO, 10.0);
    let polygon = |points: &[(f32, f32)]| Shape::Polygon {
        points: points.iter().map(|&(x, y)| Vec2::new(x, y)).collect(),
    };
    let notch = [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (25.0, 10.0), (0.0, 50.0)];
    let bow = [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)];
    let wrong: Vec<(&str, BodyDesc)> = vec![
        (
            "NaN position",
            BodyDesc {
                pose: Pose2::new(Vec2::new(f32::NAN, 0.0), 0.0),
                ..ok.clone()
            },
        ),
        (
            "infinite angle",
            BodyDesc {
                pose: Pose2::new(Vec2::ZERO, f32::INFINITY),
                ..ok.clone()
            },
        ),
        (
            "NaN velocity",
            BodyDesc {
                velocity: Vec2::new(0.0, f32::NAN),
                ..ok.clone()
            },
        ),
        (
            "NaN spin",
            BodyDesc {
                spin: f32::NAN,
                ..ok.clone()
            },
        ),
        (
            "no mass",
            BodyDesc {
                mass: 0.0,
                ..ok.clone()
            },
        ),
        (
            "negative mass",
            BodyDesc {
                mass: -1.0,
                ..ok.clone()
            },
        ),
        (
            "NaN mass",
            BodyDesc {
                mass: f32::NAN,
                ..ok.clone()
            },
        ),
        (
            "negative damping",
            BodyDesc {
                linear_damping: -1.0,
                ..ok.clone()
            },
        ),
        (
            "NaN friction",
            BodyDesc {
                friction: f32::NAN,
                ..ok.clone()
            },
        ),
        ("no radius", circle(Vec2::ZERO, 0.0)),
        ("negative radius", circle(Vec2::ZERO, -3.0)),
        ("infinite radius", circle(Vec2::ZERO, f32::INFINITY)),
        ("flat box", rect(Vec2::ZERO, Vec2::new(10.0, 0.0))),
        (
            "two corners",
            fixed(BodyDesc {
                shape: polygon(&bow[..2]),
                ..ok.clone()
            }),
        ),
        (
            "a notch beyond all numbers",
            fixed(BodyDesc {
                shape: polygon(&notch.map(|(x, y)| (1e36 * x, 1e36 * y))),
                ..ok.clone()
            }),
        ),
        (
            "crossing sides",
            fixed(BodyDesc {
                shape: polygon(&bow),
                ..ok.clone()
            }),
        ),
        (
            "no area",
            fixed(BodyDesc {
                shape: polygon(&[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)]),
                ..ok.clone()
            }),
        ),
        (
            "NaN corner",
            fixed(BodyDesc {
                shape: polygon(&[(0.0, 0.0), (10.0, f32::NAN), (20.0, 30.0)]),
                ..ok.clone()
            }),
        ),
        (
            "dynamic notch",
            BodyDesc {
                shape: polygon(&notch),
                ..ok.clone()
            },
        ),
        (
            "dynamic polyline",
            BodyDesc {
                shape: Shape::Segments {
                    points: vec![Vec2::ZERO, Vec2::X],
                },
                ..ok.clone()
            },
        ),
        (
            "polyline of one point",
            fixed(BodyDesc {
                shape: Shape::Segments {
                    points: vec![Vec2::ZERO],
                },
                ..ok.clone()
            }),
        ),
    ];
    for (name, desc) in &wrong {
        let refused = world.add_body(desc);
        assert!(refused.is_err(), "{name}: accepted");
        assert_eq!(
            world.stats().bodies,
            0,
            "{name}: refused, but something was added"
        );
    }
    let right = [
        BodyDesc {
            kind: BodyKind::Static,
            mass: f32::NAN,
            ..ok.clone()
        },
        fixed(BodyDesc {
            shape: polygon(&notch),
            ..ok.clone()
        }),
    ];
    for desc in &right {
        add(world, desc);
    }
    let (a, b) = (add(world, &ok), add(world, &ok));
    let good = pin_between(a, b);
    let wrong = [
        ("same body", PinDesc { child: a, ..good }),
        (
            "NaN anchor",
            PinDesc {
                child_anchor: Vec2::new(f32::NAN, 0.0),
                ..good
            },
        ),
        (
            "NaN zero",
            PinDesc {
                zero: f32::NAN,
                ..good
            },
        ),
        (
            "infinite angle",
            PinDesc {
                angle: f32::INFINITY,
                ..good
            },
        ),
        (
            "NaN limit",
            PinDesc {
                limits: Some([f32::NAN, 1.0]),
                ..good
            },
        ),
        (
            "negative softness",
            PinDesc {
                softness: -1.0,
                ..good
            },
        ),
    ];
    for (name, desc) in wrong {
        assert!(world.add_pin(&desc).is_err(), "{name}: accepted");
        assert_eq!(world.stats().pins, 0, "{name}: refused, but something was added");
    }
    let crossed = PinDesc {
        limits: Some([1.0, -1.0]),
        ..good
    };
    assert_eq!(
        world.add_pin(&crossed),
        Err(InvalidDesc::Limits),
        "lower above upper"
    );
    assert_eq!(world.stats().pins, 0);
    run(world, 0.2);
}

/// Nonsense in calls without an error for it neither panics nor shows.
pub fn nonsense_numbers_in_calls_do_no_harm(make: Make<'_>, _: &Bounds) {
    let mut world = make(GRAVITY);
    let world = world.as_mut();
    let hung = add_hanging(world, 0.0, 0.5, Some([-1.0, 1.0]), 1.0);
    world
        .set_limits(hung.pin, Some([1.0, -1.0]))
        .expect("the pin exists");
    world
        .set_limits(hung.pin, Some([f32::NAN, f32::NAN]))
        .expect("the pin exists");
    let motor = Motor {
        target: f32::NAN,
        hertz: 1.0,
        damping_ratio: 1.0,
        max_torque: 1e6,
    };
    world.set_motor(hung.pin, Some(motor)).expect("the pin exists");
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let before = world.body(hung.bar);
        world.step(dt);
        assert_eq!(world.body(hung.bar), before, "a step of {dt} s moved something");
    }
    run(world, 1.0);
    let s = world.pin(hung.pin).expect("the pin exists");
    assert!(s.angle.is_finite() && s.gap < 0.5, "{s:?}");
    assert_eq!(s.limits, Some([-1.0, 1.0]), "nonsense took the limits' place");
    assert!(events(world).is_empty(), "nothing was wrong with a body");
}
