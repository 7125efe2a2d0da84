//! Frames made by hand: a showroom of everything that can be drawn, and a run that goes through every state.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::f32::consts::TAU;
use std::sync::Arc;

use tumble::State;
use tumble::backend::{BodyHandle, Ray, RayHit, Shape};
use tumble::math::{Easing, Placement, Pose2, Vec2, trig};
use tumble::rig::{BoneId, Facing, Pose, Rig, WorldBone, controls, file};
use tumble_scene::frame::{BodyView, CharacterView, Frame, JointView, PropView, SceneEvent, TerrainView};

pub fn rig() -> Arc<Rig> {
    let text = include_str!("figure.ron");
    Arc::new(file::read_rig("figure.ron", text).unwrap_or_else(|report| panic!("{report}")))
}

pub fn points(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
}

pub fn polygon(name: &str, corners: &[(f32, f32)]) -> TerrainView {
    TerrainView {
        name: name.to_owned(),
        shape: Shape::Polygon {
            points: points(corners),
        },
    }
}

pub fn prop(name: &str, shape: Shape, at: (f32, f32), angle: f32) -> PropView {
    PropView {
        name: name.to_owned(),
        shape,
        pose: Pose2::new(Vec2::new(at.0, at.1), angle),
        velocity: Vec2::ZERO,
        spin: 0.0,
        kinematic: false,
    }
}

/// A frame with nothing but ground.
pub fn empty() -> Frame {
    Frame {
        step: 0,
        time: 0.0,
        gravity: Vec2::new(0.0, 980.0),
        terrain: Arc::new([polygon(
            "ground",
            &[(-3000.0, 0.0), (3000.0, 0.0), (3000.0, 200.0), (-3000.0, 200.0)],
        )]),
        props: Vec::new(),
        characters: Vec::new(),
        puppets: Vec::new(),
        events: Vec::new(),
        inside: None,
    }
}

/// A character standing at `root`, its angles changed by `pose`.
pub fn character(
    rig: &Arc<Rig>,
    name: &str,
    root: Placement,
    facing: Facing,
    pose: impl FnOnce(&mut Pose),
) -> CharacterView {
    let root = root.with_mirror(facing.is_mirrored());
    let mut posed = Pose::rest(rig, root);
    let mut stand = rig.stand.clone();
    stand.face(rig, facing);
    controls::solve(rig, &stand, root, &mut posed);
    pose(&mut posed);
    let mut bones = Vec::new();
    posed.world_bones(rig, &mut bones);
    let markers = rig
        .limbs
        .iter()
        .zip(&rig.stand.limbs)
        .map(|(limb, control)| (limb.marker.clone(), root.world_from_local_point(control.target)))
        .collect();
    CharacterView {
        name: name.to_owned(),
        rig: Arc::clone(rig),
        state: State::Animated,
        facing,
        pose: posed,
        bones,
        markers,
        bodies: Vec::new(),
        joints: Vec::new(),
        ground: None,
        probe: Vec::new(),
    }
}

/// Gives a character the bodies, joints and probe rays of a ragdoll.
pub fn make_ragdoll(character: &mut CharacterView, ground: f32) {
    character.state = State::Ragdoll;
    let scale = character.pose.root.scale;
    let middle = |bone: &WorldBone| (bone.origin + bone.tip) * 0.5;
    character.bodies = character
        .bones
        .iter()
        .enumerate()
        .map(|(i, bone)| {
            let head = i == 1;
            let radius = if head { 100.0 } else { 8.0 } * scale;
            let half_length = 0.5 * (bone.tip - bone.origin).length() - radius;
            BodyView {
                bone: i,
                shape: if head {
                    Shape::Circle { radius }
                } else {
                    Shape::Capsule { half_length, radius }
                },
                pose: Pose2::new(if head { bone.tip } else { middle(bone) }, bone.heading),
                velocity: Vec2::new(300.0, -100.0 + 60.0 * i as f32),
                spin: 0.0,
            }
        })
        .collect();
    character.joints = (1..character.bones.len())
        .map(|i| {
            let parent = character.rig.bones[i].parent.map_or(0, BoneId::index);
            JointView {
                name: format!("{}_joint", character.rig.bones[i].name),
                bone: i,
                angle: character.bones[i].heading - character.bones[parent].heading,
                limits: (i > 1).then_some([-0.1 - 0.05 * i as f32, 2.6]),
                zero: 0.0,
                gap: 0.0,
                at: character.bones[i].origin,
            }
        })
        .collect();
    let x = middle(&character.bones[0]).x;
    character.probe = [0.0, 25.0, -25.0, 50.0, -50.0, 100.0, -100.0]
        .into_iter()
        .map(|dx: f32| {
            let ray = Ray {
                origin: Vec2::new(x + dx, ground - 900.0),
                way: Vec2::new(0.0, 1500.0),
            };
            let hit = RayHit {
                body: BodyHandle(1),
                point: Vec2::new(x + dx, ground),
                normal: Vec2::new(0.0, -1.0),
                fraction: 0.6,
            };
            (ray, (dx.abs() < 90.0).then_some(hit))
        })
        .collect();
    character.ground = Some((ground, true));
}

/// Everything that can be drawn, on one picture.
pub fn showroom() -> Frame {
    let rig = rig();
    let mut frame = empty();
    frame.step = 75;
    frame.time = 1.25;
    let mut stairs = vec![(1500.0, 0.0)];
    for k in 0..5_u8 {
        let (x, y) = (1500.0 + 110.0 * f32::from(k), -55.0 * f32::from(k));
        stairs.extend([(x, y - 55.0), (x + 110.0, y - 55.0)]);
    }
    stairs.push((2050.0, 0.0));
    frame.terrain = Arc::new([
        polygon(
            "ground",
            &[(-3000.0, 0.0), (2600.0, 0.0), (2600.0, 700.0), (-3000.0, 700.0)],
        ),
        polygon(
            "pit",
            &[(2600.0, 160.0), (4000.0, 240.0), (4000.0, 700.0), (2600.0, 700.0)],
        ),
        polygon(
            "ramp",
            &[
                (-1700.0, 0.0),
                (-1250.0, -230.0),
                (-1150.0, -230.0),
                (-1150.0, 0.0),
            ],
        ),
        polygon("stairs", &stairs),
        polygon(
            "shelf",
            &[
                (820.0, -640.0),
                (1260.0, -640.0),
                (1260.0, -616.0),
                (820.0, -616.0),
            ],
        ),
        TerrainView {
            name: "boards".to_owned(),
            shape: Shape::Segments {
                points: points(&[(-800.0, -560.0), (-500.0, -560.0), (-260.0, -480.0)]),
            },
        },
    ]);
    let square = |side: f32| Shape::Box {
        half: Vec2::splat(0.5 * side),
    };
    let ball = |radius: f32| Shape::Circle { radius };
    let wedge = points(&[(-50.0, 30.0), (0.0, -50.0), (60.0, 30.0)]);
    let flat = |x: f32, y: f32| Shape::Box {
        half: Vec2::new(x, y),
    };
    let log = Shape::Capsule {
        half_length: 70.0,
        radius: 26.0,
    };
    frame.props = vec![
        prop("crate", square(120.0), (720.0, -60.0), 0.0),
        prop("crate2", square(90.0), (715.0, -165.0), 0.12),
        prop("crate3", square(80.0), (1040.0, -680.0), 0.0),
        prop("ball", ball(60.0), (930.0, -60.0), 0.5),
        prop("ball2", ball(34.0), (1060.0, -34.0), 2.0),
        prop("ball3", ball(45.0), (-1050.0, -45.0), 4.0),
        prop("ball4", ball(25.0), (1140.0, -25.0), 4.0),
        prop("plank", flat(150.0, 14.0), (-640.0, -576.0), 0.0),
        prop("log", log, (1330.0, -26.0), 0.0),
        prop("wedge", Shape::Polygon { points: wedge }, (2200.0, -30.0), 0.0),
        PropView {
            velocity: Vec2::new(0.0, -400.0),
            kinematic: true,
            ..prop("lift", flat(190.0, 20.0), (2320.0, -420.0), 0.0)
        },
    ];
    let at = |x: f32, y: f32| Placement::at(Vec2::new(x, y));
    let small = at(2320.0, -440.0 - 192.5).with_scale(0.5);
    frame.characters = vec![
        character(&rig, "hero", at(-380.0, -385.0), Facing::Right, |_| {}),
        character(&rig, "twin", at(330.0, -385.0), Facing::Left, |_| {}),
        character(&rig, "small", small, Facing::Forward, |_| {}),
    ];
    let mut fallen = character(&rig, "fallen", at(-1050.0, -760.0), Facing::Right, |pose| {
        for (i, angle) in pose.angles.iter_mut().enumerate() {
            *angle += 0.35 * (i as f32 - 3.0);
        }
    });
    make_ragdoll(&mut fallen, 0.0);
    frame.characters.push(fallen);
    frame.events.push(SceneEvent::Impact {
        body: "fallen/left_lower_leg".to_owned(),
        other: "ball3".to_owned(),
        impulse: 900.0,
        at: Vec2::new(880.0, -20.0),
    });
    frame
}

/// A made-up run: walks, falls over, lies, stands up, walks on. 60 frames a second.
pub fn run(count: usize) -> Vec<Frame> {
    let rig = rig();
    let base = empty();
    (0..count)
        .map(|i| {
            let mut frame = base.clone();
            let share = i as f32 / count as f32;
            frame.step = i as u64;
            frame.time = i as f64 / 60.0;
            let state = match share {
                s if s < 0.25 => State::Animated,
                s if s < 0.5 => State::Ragdoll,
                s if s < 0.85 => State::Recovering,
                _ => State::Animated,
            };
            let lying = match state {
                State::Animated => 0.0,
                State::Ragdoll => Easing::QuadIn.apply((share - 0.25) / 0.15),
                State::Recovering => 1.0 - Easing::SineInOut.apply((share - 0.5) / 0.35),
            };
            let x = -400.0 + 900.0 * share;
            let root = Placement::at(Vec2::new(x, -385.0 + 365.0 * lying)).with_angle(1.5 * lying);
            let swing = trig::sin(share * 4.0 * TAU) * (1.0 - lying);
            let mut hero = character(&rig, "hero", root, Facing::Right, |pose| {
                for (j, angle) in pose.angles.iter_mut().enumerate().skip(2) {
                    *angle += 0.3 * swing * if j % 4 < 2 { 1.0 } else { -1.0 };
                }
            });
            hero.state = state;
            frame.characters.push(hero);
            let roll = 700.0 + 500.0 * share;
            frame.props.push(prop(
                "ball",
                Shape::Circle { radius: 60.0 },
                (roll, -60.0),
                roll / 60.0,
            ));
            if i == count / 3 {
                frame.events.push(SceneEvent::Impact {
                    body: "hero/head".to_owned(),
                    other: "ground".to_owned(),
                    impulse: 800.0,
                    at: Vec2::new(x + 300.0, 0.0),
                });
            }
            frame
        })
        .collect()
}
