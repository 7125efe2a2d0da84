//! Puppets and props: who gives whom how much, and that nothing gets lost, sinks or flies off.
#![cfg(feature = "native")]

#[path = "puppet_common/mod.rs"]
mod common;

use common::{DT, Stage, box_of, crate_of};
use tumble::backend::{BodyDesc, BodyHandle, BodyKind, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::puppet::{Grip, Puppet, PuppetDesc, PuppetId};
use tumble::{Backend, verlet};

fn puppet(stage: &Stage, id: PuppetId) -> Puppet<'_> {
    stage.puppets.get(id).expect("it is there")
}

/// The seven-point figure without drag.
fn without_drag() -> std::sync::Arc<verlet::Figure> {
    let text = verlet::library::source("seven_point").expect("it is built in");
    let mut desc = verlet::file::read_desc("it.ron", text).expect("it reads");
    desc.drag = 0.0;
    std::sync::Arc::new(desc.build().expect("it holds together"))
}

#[test]
fn momentum_is_shared_with_free_props_and_none_is_lost() {
    for (name, shape) in [
        (
            "box",
            Shape::Box {
                half: Vec2::splat(25.0),
            },
        ),
        ("ball", Shape::Circle { radius: 25.0 }),
        (
            "capsule",
            Shape::Capsule {
                half_length: 25.0,
                radius: 15.0,
            },
        ),
        (
            "triangle off its centre",
            Shape::Polygon {
                points: vec![
                    Vec2::new(-20.0, 30.0),
                    Vec2::new(40.0, 30.0),
                    Vec2::new(-20.0, -30.0),
                ],
            },
        ),
    ] {
        for mass in [1.0, 20.0, 75.0, 1000.0] {
            let mut stage = Stage::new(Vec2::ZERO);
            let desc = PuppetDesc::new("dummy", without_drag(), Vec2::new(0.0, 25.0));
            let id = stage.puppets.spawn(desc).expect("a place");
            let handle = stage.add(&BodyDesc {
                shape: shape.clone(),
                mass,
                ..box_of(BodyKind::Dynamic, Vec2::new(90.0, 0.0), Vec2::ONE)
            });
            stage
                .puppets
                .throw(id, Vec2::new(500.0, 20.0))
                .expect("it is there");
            let center = |stage: &Stage| {
                let body = stage.body(handle);
                // The triangle's third of its corners is (0, 10).
                let local = if name.starts_with("triangle") {
                    Vec2::new(0.0, 10.0)
                } else {
                    Vec2::ZERO
                };
                body.velocity_at(body.pose.world_from_local_point(local))
            };
            let total = |stage: &Stage| puppet(stage, id).momentum() + center(stage) * mass;
            let before = total(&stage);
            let mut worst = 0.0_f32;
            for _ in 0..120 {
                stage.step();
                worst = worst.max((total(&stage) - before).length() / before.length());
            }
            let got = center(&stage).length();
            println!("{name} of {mass} kg: gets {got:.1} px/s, momentum off by {worst:.1e} of it at most");
            assert!(worst < 2e-5, "{worst}");
            assert!(got > 20.0 && got < 1000.0, "{got}");
        }
    }
}

#[test]
fn heavy_puppets_stand_on_light_crates_and_jump_from_them() {
    for mass in [0.5, 5.0, 100.0] {
        let mut stage = Stage::new(Vec2::new(0.0, 490.5));
        stage.floor();
        let handle = stage.add(&crate_of(Vec2::new(0.0, -25.0), 25.0, mass));
        let id = stage.puppet("dummy", Vec2::new(2.0, -100.0));
        let (mut low, mut stretch) = (f32::MIN, 0.0_f32);
        for _ in 0..300 {
            stage.step();
            for point in puppet(&stage, id).points() {
                low = low.max(point.at.y);
            }
            stretch = stretch.max(puppet(&stage, id).stretch());
        }
        let at = stage.body(handle).pose;
        println!(
            "on a crate of {mass} kg: head at {:.2}, never lower than {low:.2}, crate at {:.2?}, stretch {:.3}%",
            stage.head(id),
            at,
            100.0 * stretch
        );
        assert!(stage.head(id) < -50.0 - 0.9 * 47.5, "{}", stage.head(id));
        assert!(low < -48.0, "{low}");
        assert!(stretch < 5e-3, "{stretch}");
        assert!(
            (at.position - Vec2::new(0.0, -25.0)).length() < 1.0 && at.angle.abs() < 0.02,
            "{at:?}"
        );
        assert!(!puppet(&stage, id).is_awake(), "it sleeps there");
        assert!(puppet(&stage, id).on_ground());
        assert!(stage.puppets.jump(id).expect("it is there"));
        let mut highest = 0.0_f32;
        for _ in 0..40 {
            stage.step();
            highest = highest.min(puppet(&stage, id).anchor().y);
        }
        assert!(highest < -95.0, "{highest}");
        // The crate goes: it comes down to the floor.
        stage.world.remove_body(handle).expect("it is there");
        (0..240).for_each(|_| stage.step());
        let foot = puppet(&stage, id).anchor().y;
        assert!(foot > -5.0, "{foot}");
    }
}

#[test]
fn on_the_rim_of_a_light_crate_it_tips_it_over() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let handle = stage.add(&crate_of(Vec2::new(0.0, -25.0), 25.0, 2.0));
    let plank = stage.add(&BodyDesc {
        mass: 2.0,
        ..box_of(BodyKind::Dynamic, Vec2::new(0.0, -55.0), Vec2::new(100.0, 5.0))
    });
    (0..60).for_each(|_| stage.step());
    let id = stage.puppet("dummy", Vec2::new(80.0, -62.0));
    let mut fastest = 0.0_f32;
    for _ in 0..120 {
        stage.step();
        for body in [handle, plank] {
            fastest = fastest.max(stage.body(body).velocity.length());
        }
    }
    let turned = stage.body(plank).pose.angle;
    println!(
        "a plank over a crate, stood on at its end: turned by {turned:.2}, nothing faster than {fastest:.0} px/s"
    );
    assert!(turned.abs() > 0.2, "it tips: {turned}");
    assert!(fastest < 800.0, "{fastest}");
    assert!(puppet(&stage, id).anchor().y > -60.0);
}

#[test]
fn a_crate_is_pushed_along_and_a_thrown_one_pushes() {
    // Dragged against a crate, it moves it.
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let handle = stage.add(&crate_of(Vec2::new(80.0, -25.0), 25.0, 10.0));
    let id = stage.puppet("dummy", Vec2::ZERO);
    let chest = stage
        .puppets
        .grab(id, Grip::Usual, Vec2::new(0.0, -42.5))
        .expect("it can be held");
    for step in 0..120_u8 {
        let target = Vec2::new(2.0 * f32::from(step), -42.5);
        stage.puppets.move_grab(id, chest, target).expect("it is held");
        stage.step();
    }
    let went = stage.body(handle).pose.position.x - 80.0;
    println!("dragged 240 px against a crate of 10 kg: it goes {went:.1} px");
    assert!((80.0..300.0).contains(&went), "{went}");
    // A crate of 20 kg at 400 px/s knocks it over.
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::ZERO);
    (0..90).for_each(|_| stage.step());
    assert!(!puppet(&stage, id).is_awake());
    let crate_body = BodyDesc {
        velocity: Vec2::new(400.0, -100.0),
        ..crate_of(Vec2::new(-150.0, -30.0), 20.0, 20.0)
    };
    let handle = stage.add(&crate_body);
    let mut most = 0.0_f32;
    for _ in 0..60 {
        stage.step();
        most = most.max(puppet(&stage, id).momentum().x);
    }
    let slowed = stage.body(handle).velocity.x;
    println!("hit by 8000 kg·px/s it has {most:.0} of it at most; the crate goes on at {slowed:.0} px/s");
    assert!(most > 1500.0 && most < 8400.0, "{most}");
    assert!(puppet(&stage, id).anchor().x > 10.0);
}

/// Throws a puppet into a stack before a wall: the deepest that a point was in a crate by the way that the crate went in that step, for
/// how many steps one stayed deeper than 2 px, the largest stretch.
fn thrown_into_a_stack(velocity: Vec2) -> (f32, u32, f32) {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let handles: Vec<BodyHandle> = (0..4_u8)
        .map(|i| {
            let i = f32::from(i);
            stage.add(&crate_of(Vec2::new(300.0, -25.0 - 50.0 * i), 25.0, 8.0 - 2.0 * i))
        })
        .collect();
    stage.add(&box_of(
        BodyKind::Static,
        Vec2::new(600.0, -300.0),
        Vec2::new(10.0, 300.0),
    ));
    let id = stage.puppet("dummy", Vec2::new(0.0, -60.0));
    stage.puppets.throw(id, velocity).expect("it is there");
    let (mut deepest, mut stretch, mut stays, mut longest) = (0.0_f32, 0.0_f32, 0, 0);
    for _ in 0..300 {
        let before: Vec<Vec2> = handles
            .iter()
            .map(|&handle| stage.body(handle).pose.position)
            .collect();
        stage.step();
        stretch = stretch.max(puppet(&stage, id).stretch());
        let mut deep = 0.0_f32;
        for point in puppet(&stage, id).points() {
            assert!(
                point.at.y < 0.5 && point.at.x < 590.5,
                "in floor or wall: {}",
                point.at
            );
            for (&handle, before) in handles.iter().zip(&before) {
                let pose = stage.body(handle).pose;
                let local = pose.local_from_world_point(point.at).abs();
                let inside = (25.0 - local.max_element()).max(0.0);
                deep = deep.max(inside);
                deepest = deepest.max(inside - (pose.position - *before).length());
            }
        }
        stays = if deep > 2.0 { stays + 1 } else { 0 };
        longest = longest.max(stays);
    }
    (deepest, longest, stretch)
}

#[test]
fn thrown_into_a_stack_of_crates_nothing_passes_through_anything() {
    for i in 0..12_u8 {
        let velocity = Vec2::new(600.0 + 100.0 * f32::from(i), -160.0 + 37.0 * f32::from(i % 5));
        let (deepest, stays, stretch) = thrown_into_a_stack(velocity);
        println!(
            "thrown into a stack with {velocity}: {deepest:.2} px deeper in a crate than that came in the step, in one for {stays} steps, stretch {:.3}%",
            100.0 * stretch
        );
        assert!(deepest < 10.0, "{deepest}");
        assert!(stays < 30, "{stays}");
        assert!(stretch < 0.02, "{stretch}");
    }
}

/// Energy of motion and height above y = 0 of a puppet and of props \[kg·px²/s²\]; springs hold some more.
fn energy(stage: &Stage, id: PuppetId, props: &[(BodyHandle, BodyDesc)], gravity: f32) -> f64 {
    let of = |mass: f64, weight: f64, at: Vec2, velocity: Vec2| {
        0.5 * mass * f64::from(velocity.length_squared()) - weight * f64::from(gravity * at.y)
    };
    let puppet = puppet(stage, id);
    let own = puppet.figure().points().iter().zip(puppet.points());
    let own: f64 = own
        .map(|(point, now)| {
            let mass = 1.0 / point.inverse_mass;
            of(mass, mass * point.gravity, now.at, now.velocity)
        })
        .sum();
    let others = props.iter().map(|(handle, desc)| {
        let (body, mass) = (stage.body(*handle), f64::from(desc.mass));
        let inertia = match &desc.shape {
            Shape::Circle { radius } => 0.5 * mass * f64::from(radius * radius),
            Shape::Box { half } => mass * f64::from(half.length_squared()) / 3.0,
            other => panic!("{other:?}"),
        };
        of(mass, mass, body.pose.position, body.velocity) + 0.5 * inertia * f64::from(body.spin * body.spin)
    });
    own + others.sum::<f64>()
}

#[test]
fn squeezed_against_the_ground_light_things_are_not_shot_away() {
    let gravity = 490.5;
    let (mut most, mut fastest) = (0.0_f64, 0.0_f32);
    for seed in 0..48_u16 {
        let part = |times: u16| f32::from(seed * times % 48) / 47.0;
        let mut stage = Stage::new(Vec2::new(0.0, gravity));
        stage.floor();
        for side in [-1.0, 1.0] {
            let at = Vec2::new(side * 400.0, -500.0);
            stage.add(&box_of(BodyKind::Static, at, Vec2::new(20.0, 500.0)));
        }
        let ball = |x: f32, radius: f32, mass| BodyDesc {
            shape: Shape::Circle { radius },
            mass,
            restitution: 0.5,
            ..box_of(BodyKind::Dynamic, Vec2::new(x, -radius), Vec2::ONE)
        };
        let mut props = Vec::new();
        for desc in [
            ball(-60.0, 20.0, 3.0),
            ball(60.0, 12.0, 0.5),
            crate_of(Vec2::new(0.0, -15.0), 15.0, 1.0),
            crate_of(Vec2::new(150.0, -22.0), 22.0, 6.0),
        ] {
            props.push((stage.add(&desc), desc));
        }
        let id = stage.puppet(
            "dummy",
            Vec2::new(300.0 * part(1) - 180.0, -60.0 - 120.0 * part(5)),
        );
        let velocity = Vec2::new(900.0 * part(7) - 450.0, 300.0 + 600.0 * part(11));
        stage.puppets.throw(id, velocity).expect("it is there");
        let start = energy(&stage, id, &props, gravity);
        for step in 0..240 {
            stage.step();
            let share = energy(&stage, id, &props, gravity) / start;
            most = most.max(share);
            for (handle, _) in &props {
                fastest = fastest.max(stage.body(*handle).velocity.length());
            }
            assert!(share < 1.02, "{seed}, step {step}: {share} of the energy");
        }
    }
    println!(
        "thrown down at light things: energy {most:.4} of what it was at most, nothing faster than {fastest:.0} px/s"
    );
}

#[test]
fn a_crate_dropped_on_a_sleeping_puppet_wakes_it_and_rests_on_it_or_the_floor() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    let id = stage.puppet("dummy", Vec2::ZERO);
    (0..90).for_each(|_| stage.step());
    let handle = stage.add(&crate_of(Vec2::new(0.0, -200.0), 15.0, 5.0));
    let mut woken = false;
    let mut fastest = 0.0_f32;
    for _ in 0..400 {
        stage.step();
        woken |= puppet(&stage, id).is_awake();
        for point in puppet(&stage, id).points() {
            assert!(point.at.y < 0.5, "{}", point.at);
            fastest = fastest.max(point.velocity.length());
        }
    }
    let speed = stage.body(handle).velocity.length();
    println!(
        "a crate of 5 kg on its head: no point faster than {fastest:.0} px/s; the crate ends at {speed:.2} px/s"
    );
    assert!(
        woken && fastest < 600.0 && speed < 20.0,
        "{woken} {fastest} {speed}"
    );
}

#[test]
fn a_lift_of_the_world_carries_it() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    let lift = stage.add(&box_of(
        BodyKind::Kinematic,
        Vec2::new(0.0, 10.0),
        Vec2::new(150.0, 10.0),
    ));
    let id = stage.puppet("dummy", Vec2::new(0.0, -1.0));
    let mut worst = 0.0_f32;
    for step in 0..300_u16 {
        // Up and down by 100 px in 5 s.
        let phase = f32::from(step) / 300.0;
        let height = 400.0 * phase * (1.0 - phase);
        stage
            .world
            .move_to(lift, Pose2::new(Vec2::new(0.0, 10.0 - height), 0.0), DT)
            .expect("it is there");
        stage.step();
        if step > 30 {
            let above = stage.body(lift).pose.position.y - 10.0 - puppet(&stage, id).anchor().y;
            worst = worst.max((above - 0.1).abs());
        }
    }
    println!(
        "on a lift its feet are {worst:.3} px off its top at most; head {:.1}",
        stage.head(id)
    );
    assert!(worst < 1.5, "{worst}");
    assert!(stage.head(id) < -0.9 * 47.5);
}

#[test]
fn a_crate_lies_on_a_bridge_and_weighs_it_down() {
    let mut stage = Stage::new(Vec2::new(0.0, 981.0));
    let bridge = verlet::library::figure("bridge").expect("it is built in");
    let id = stage
        .puppets
        .spawn(PuppetDesc::new("bridge", bridge, Vec2::ZERO))
        .expect("a place");
    let handle = stage.add(&BodyDesc {
        mass: 30.0,
        ..box_of(BodyKind::Dynamic, Vec2::new(0.0, -30.0), Vec2::new(30.0, 20.0))
    });
    let middle = puppet(&stage, id).point_index("middle").expect("it has one");
    let (mut lowest, mut stretch) = (0.0_f32, 0.0_f32);
    for _ in 0..900 {
        stage.step();
        lowest = lowest.max(stage.body(handle).pose.position.y);
        stretch = stretch.max(puppet(&stage, id).stretch());
    }
    let crate_now = stage.body(handle);
    let sag = puppet(&stage, id).point(middle).expect("it is there").at.y;
    println!(
        "a crate of 30 kg on a bridge: at {:.1?}, the middle at {sag:.1} of 40, stretch {:.3}%",
        crate_now.pose,
        100.0 * stretch
    );
    // Its bottom lies on the planks, which are 3 thick to either side; the bridge sags, but by no more than its length allows.
    let above = sag - (crate_now.pose.position.y + 20.0);
    assert!((-3.0..12.0).contains(&above), "{above}");
    assert!(sag > 42.0 && sag < 60.0, "{sag}");
    assert!(
        crate_now.pose.angle.abs() < 0.3 && crate_now.velocity.length() < 10.0,
        "{crate_now:?}"
    );
    assert!(stretch < 5e-3, "{stretch}");
}

#[test]
fn a_fan_of_the_world_throws_puppets_about_and_none_is_torn() {
    let mut stage = Stage::new(Vec2::new(0.0, 490.5));
    stage.floor();
    for side in [-1.0, 1.0] {
        let at = Vec2::new(side * 310.0, -500.0);
        stage.add(&box_of(BodyKind::Static, at, Vec2::new(10.0, 510.0)));
    }
    let blade = box_of(BodyKind::Kinematic, Vec2::new(0.0, -130.0), Vec2::new(120.0, 3.0));
    let fan = stage.add(&blade);
    let ids: Vec<PuppetId> = (0..8_u8)
        .map(|i| stage.puppet("dummy", Vec2::new(-250.0 + 70.0 * f32::from(i), -300.0)))
        .collect();
    let (mut stretch, mut fastest) = (0.0_f32, 0.0_f32);
    for step in 1..600_u16 {
        let angle = 8.0 * DT * f32::from(step);
        stage
            .world
            .move_to(fan, Pose2::new(Vec2::new(0.0, -130.0), angle), DT)
            .expect("it is there");
        stage.step();
        for &id in &ids {
            stretch = stretch.max(puppet(&stage, id).stretch());
            for point in puppet(&stage, id).points() {
                assert!(
                    point.at.y < 0.5 && point.at.x.abs() < 300.5,
                    "in floor or wall: {}",
                    point.at
                );
                fastest = fastest.max(point.velocity.length());
            }
        }
    }
    println!(
        "a fan whose ends go at 960 px/s: stretch {:.3}%, no point faster than {fastest:.0} px/s",
        100.0 * stretch
    );
    assert!(stretch < 0.02, "{stretch}");
    assert!(fastest > 500.0 && fastest < 2500.0, "{fastest}");
}

#[test]
fn the_same_run_gives_the_same_bytes_and_a_snapshot_goes_on_with_them() {
    let make = || {
        let mut stage = Stage::new(Vec2::new(0.0, 490.5));
        stage.floor();
        for i in 0..3_u8 {
            stage.add(&crate_of(Vec2::new(60.0 * f32::from(i), -25.0), 25.0, 5.0));
        }
        let ids: Vec<PuppetId> = (0..6_u8)
            .map(|i| stage.puppet("dummy", Vec2::new(30.0 * f32::from(i), -120.0)))
            .collect();
        stage
            .puppets
            .grab(ids[2], Grip::Named("left_hand"), Vec2::new(200.0, -200.0))
            .expect("it can be held");
        (stage, ids)
    };
    let go = |stage: &mut Stage, ids: &[PuppetId], from: u16, to: u16| {
        for step in from..to {
            if step % 40 == 0 {
                stage
                    .puppets
                    .throw(ids[1], Vec2::new(200.0, -200.0))
                    .expect("it is there");
                // Refused or not: that is in the bytes too.
                let _ = stage.puppets.jump(ids[4]);
            }
            stage.step();
        }
        stage.puppets.hash()
    };
    let (mut first, ids) = make();
    go(&mut first, &ids, 0, 110);
    let saved = (first.puppets.snapshot(), first.world.world().snapshot());
    let wanted = go(&mut first, &ids, 110, 300);
    let (mut second, ids) = make();
    assert_eq!(go(&mut second, &ids, 0, 300), wanted, "the same run");
    // A puppet made since is gone after going back.
    let late = first.puppet("late", Vec2::ZERO);
    first.puppets.restore(&saved.0).expect("it is these puppets'");
    first
        .world
        .world_mut()
        .restore(&saved.1)
        .expect("it is this world's");
    assert!(first.puppets.get(late).is_none());
    assert_eq!(go(&mut first, &ids, 110, 300), wanted, "from the snapshot");
    let mut other = Stage::new(Vec2::ZERO);
    assert!(other.puppets.restore(&saved.0).is_err());
}
