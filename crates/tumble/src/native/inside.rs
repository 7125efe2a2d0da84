//! The native world's inside, in the seam's words.

use tumble_math::Pose2;
use tumble_physics::{BodyId, JointKind as Joint, Shape, World};

use crate::backend::inside::{BodyInside, BoxInside, ContactInside, Inside, JointInside, JointKind, Outline};

/// Everything that a picture shows of `world`.
pub(super) fn inside(world: &World) -> Inside {
    let mut bodies = Vec::new();
    let islands = bodies_of(world, &mut bodies);
    Inside {
        contacts: contacts(world),
        joints: joints(world),
        bodies,
        boxes: boxes(world),
        counts: counts(world, islands),
        stages: Vec::new(),
    }
}

fn contacts(world: &World) -> Vec<ContactInside> {
    let mut points = Vec::new();
    world.contact_points(&mut points);
    let points = points.into_iter();
    points
        .map(|point| ContactInside {
            at: point.at,
            normal: point.normal,
            separation: point.separation,
            impulse: point.impulse,
            asleep: point.asleep,
        })
        .collect()
}

fn joints(world: &World) -> Vec<JointInside> {
    let joints = world.joints().filter_map(|joint| {
        let (ends, state) = (world.joint_ends(joint)?, world.joint(joint)?);
        let kind = match ends.kind {
            Joint::Pin => JointKind::Pin {
                base: ends.base,
                angle: state.angle,
                limits: state.limits,
                reach: ends.reach,
            },
            Joint::Distance => JointKind::Distance,
            Joint::Mouse => JointKind::Grab,
        };
        Some(JointInside {
            ends: [ends.on_a, ends.on_b],
            kind,
            figure: world.filter(ends.b)?.owner,
            force: state.force.length(),
            asleep: ends.asleep,
        })
    });
    joints.collect()
}

/// Fills in the dynamic bodies; tells how many islands are awake, and how many asleep.
fn bodies_of(world: &World, out: &mut Vec<BodyInside>) -> [u64; 2] {
    let mut members: Vec<(BodyId, BodyId)> = Vec::new();
    world.islands(&mut members);
    let mut islands = [0, 0];
    for (body, first) in members {
        let (Some(state), Some(shape)) = (world.body(body), world.shape(body)) else {
            continue;
        };
        if body == first {
            islands[usize::from(state.asleep)] += 1;
        }
        out.push(BodyInside {
            outline: outline(shape, state.pose),
            island: first.to_bits(),
            asleep: state.asleep,
        });
    }
    islands
}

fn outline(shape: &Shape, pose: Pose2) -> Outline {
    match shape {
        Shape::Circle { center, radius } => Outline::Round {
            ends: [pose.world_from_local_point(*center); 2],
            radius: *radius,
        },
        Shape::Capsule { a, b, radius } => Outline::Round {
            ends: [a, b].map(|&end| pose.world_from_local_point(end)),
            radius: *radius,
        },
        Shape::Polygon { points, .. } | Shape::Outline { points } | Shape::Segments { points } => {
            let points = points.iter().map(|&point| pose.world_from_local_point(point));
            Outline::Polygon {
                points: points.collect(),
            }
        }
    }
}

fn boxes(world: &World) -> Vec<BoxInside> {
    let mut boxes = Vec::new();
    world.tree_boxes(&mut boxes);
    let boxes = boxes.into_iter();
    boxes
        .map(|one| BoxInside {
            min: one.aabb.min,
            max: one.aabb.max,
            depth: one.depth,
            leaf: one.leaf,
            fixed: one.fixed,
        })
        .collect()
}

fn counts(world: &World, [awake, asleep]: [u64; 2]) -> Vec<(&'static str, u64)> {
    let stats = world.stats();
    let mut counts = vec![
        ("bodies", stats.bodies as u64),
        ("joints", stats.joints as u64),
        ("bodies asleep", stats.asleep as u64),
        ("islands awake", awake),
        ("islands asleep", asleep),
        ("touching", stats.touching as u64),
    ];
    let named = world.counters().named();
    counts.extend(named.into_iter().map(|(name, count)| (name, u64::from(count))));
    counts
}

#[cfg(test)]
mod tests {
    use tumble_math::Vec2;

    use super::*;
    use crate::backend::{Backend, BodyDesc, BodyKind, Layer, PinDesc, Shape};
    use crate::native::NativeWorld;

    #[test]
    fn a_world_tells_what_is_in_it() {
        let mut world = NativeWorld::default();
        let ground = BodyDesc {
            kind: BodyKind::Static,
            layer: Layer::Terrain,
            shape: Shape::Box {
                half: Vec2::new(500.0, 50.0),
            },
            pose: Pose2::new(Vec2::new(0.0, 50.0), 0.0),
            ..BodyDesc::default()
        };
        world.add_body(&ground).unwrap();
        let mut limb = |x: f32, figure: u32| {
            let desc = BodyDesc {
                layer: Layer::Limb,
                shape: Shape::Capsule {
                    half_length: 30.0,
                    radius: 10.0,
                },
                pose: Pose2::new(Vec2::new(x, -9.9), 0.0),
                figure,
                ..BodyDesc::default()
            };
            world.add_body(&desc).unwrap()
        };
        let (one, two) = (limb(-30.0, 7), limb(30.0, 7));
        let crate_ = BodyDesc {
            shape: Shape::Box {
                half: Vec2::splat(20.0),
            },
            pose: Pose2::new(Vec2::new(300.0, -20.0), 0.0),
            ..BodyDesc::default()
        };
        let crate_ = world.add_body(&crate_).unwrap();
        let pin = PinDesc {
            parent: one,
            child: two,
            parent_anchor: Vec2::new(30.0, 0.0),
            child_anchor: Vec2::new(-30.0, 0.0),
            zero: 0.0,
            angle: 0.0,
            limits: Some([-0.5, 1.0]),
            softness: 0.0,
        };
        world.add_pin(&pin).unwrap();
        world.grab(crate_, Vec2::ZERO, Vec2::new(300.0, -90.0)).unwrap();
        world.step(1.0 / 60.0);

        let inside = world.inside().expect("the native world tells");
        assert_eq!(inside.bodies.len(), 3);
        let islands: Vec<u64> = inside.bodies.iter().map(|body| body.island).collect();
        assert!(
            islands[0] == islands[1] && islands[1] != islands[2],
            "{islands:?}"
        );
        let Outline::Round { ends, radius } = &inside.bodies[0].outline else {
            panic!("a capsule: {:?}", inside.bodies[0]);
        };
        assert!((ends[1].x - ends[0].x).abs() > 59.9 && *radius == 10.0);
        assert!(matches!(&inside.bodies[2].outline, Outline::Polygon { points } if points.len() == 4));
        let [hinge, grab] = inside.joints.as_slice() else {
            panic!("a pin and a grab: {:?}", inside.joints);
        };
        assert!(hinge.figure == 7 && (hinge.ends[0] - hinge.ends[1]).length() < 1e-3);
        assert!(
            matches!(
                hinge.kind,
                JointKind::Pin {
                    limits: Some([-0.5, 1.0]),
                    ..
                }
            ),
            "{hinge:?}"
        );
        assert!(grab.kind == JointKind::Grab && grab.ends[0] == Vec2::new(300.0, -90.0) && grab.force > 0.0);
        // The limbs lie on the ground with an overlap; the grab has the crate's weight.
        assert!(inside.contacts.iter().any(|contact| contact.impulse > 0.0));
        assert_eq!(
            inside.boxes.iter().filter(|one| one.leaf).count(),
            3,
            "a figure is one"
        );
        let count = |name: &str| {
            inside
                .counts
                .iter()
                .find(|count| count.0 == name)
                .map(|count| count.1)
        };
        assert_eq!((count("bodies"), count("joints")), (Some(4), Some(2)));
        assert_eq!(
            (count("islands awake"), count("islands asleep")),
            (Some(2), Some(0))
        );
        assert!(inside.stages.is_empty(), "it has no clock");
    }

    #[test]
    fn who_observes_is_told_every_stage_and_nothing_else_changes() {
        use std::sync::{Arc, Mutex};
        use tumble_physics::Stage;

        let told = Arc::new(Mutex::new(Vec::new()));
        let mut worlds = [NativeWorld::default(), NativeWorld::default()];
        let seen = Arc::clone(&told);
        worlds[1].set_observer(move |stage| seen.lock().unwrap().push(stage));
        for world in &mut worlds {
            world.add_body(&BodyDesc::default()).unwrap();
            world.step(1.0 / 60.0);
        }
        assert_eq!(worlds[0].world().state_hash(), worlds[1].world().state_hash());
        let mut told = told.lock().unwrap().clone();
        assert_eq!((told.remove(0), told.last()), (None, Some(&Some(Stage::Boxes))));
        told.sort_unstable();
        told.dedup();
        assert_eq!(told, Stage::ALL.map(Some));
    }
}
