//! The rig `human.ron` is the bench's human, which is Box2D's.

use glam::DVec2;
use tumble_bench::plan::human::{Feet, human};
use tumble_bench::plan::{FigurePlan, Form};
use tumble_rig::file::read_rig;
use tumble_rig::{BodyShape, Facing, Rig};

/// The rig weighs this many times as much.
const HEAVIER: f64 = 100.0;

fn rig() -> Rig {
    let text = include_str!("../../../assets/rigs/human.ron");
    read_rig("human.ron", text).unwrap_or_else(|report| panic!("{report}"))
}

fn index(plan: &FigurePlan, name: &str) -> usize {
    let found = plan.bodies.iter().position(|body| body.name == name);
    found.unwrap_or_else(|| panic!("no body `{name}`"))
}

#[test]
fn bodies_have_the_same_masses_radii_and_damping() {
    let (rig, plan) = (rig(), human(Feet::None));
    assert_eq!(rig.bones.len(), plan.bodies.len());
    for (bone, body) in rig.bones.iter().zip(&rig.ragdoll.bodies) {
        let planned = &plan.bodies[index(&plan, &bone.name)];
        let body = body
            .as_ref()
            .unwrap_or_else(|| panic!("`{}` has no body", bone.name));
        let Form::Capsule { radius, .. } = planned.parts[0].form else {
            panic!("`{}` is a capsule", bone.name)
        };
        assert_eq!(
            body.shape,
            BodyShape::Capsule {
                radius: radius as f32
            },
            "{}",
            bone.name
        );
        let mass = planned.mass() * HEAVIER;
        assert!(
            (f64::from(body.mass) - mass).abs() < 6e-4 * mass,
            "{}: {} of {mass}",
            bone.name,
            body.mass
        );
        assert_eq!(
            f64::from(body.linear_damping),
            f64::from(planned.linear_damping as f32),
            "{}",
            bone.name
        );
        assert_eq!((body.angular_damping, body.friction), (0.0, 0.2), "{}", bone.name);
    }
}

#[test]
fn joints_are_at_the_same_places_with_the_same_bands() {
    let (rig, plan) = (rig(), human(Feet::None));
    // At rest all bones stand or hang, as planned; the root's origin is the hip capsule's lower end, 83.5 px above the ground of the plan.
    let mut origins = vec![DVec2::new(0.0, -83.5)];
    let mut headings = vec![f64::from(rig.bones[0].rest)];
    for bone in &rig.bones[1..] {
        let parent = bone.parent.map_or(0, tumble_rig::BoneId::index);
        let attach = DVec2::new(f64::from(bone.attach.x), f64::from(bone.attach.y));
        origins.push(origins[parent] + DVec2::from_angle(headings[parent]).rotate(attach));
        headings.push(headings[parent] + f64::from(bone.rest));
    }
    for pin in &plan.pins {
        let name = plan.bodies[pin.child].name;
        let bone = rig.bone(name).unwrap_or_else(|| panic!("no bone `{name}`"));
        let parent = rig.bones[bone.index()]
            .parent
            .map(|parent| rig.bones[parent.index()].name.as_str());
        assert_eq!(parent, Some(plan.bodies[pin.parent].name), "{name}");
        assert!(
            origins[bone.index()].distance(pin.at) < 1e-3,
            "{name}: {} of {}",
            origins[bone.index()],
            pin.at
        );
        let joint = rig.ragdoll.joints[bone.index()]
            .as_ref()
            .unwrap_or_else(|| panic!("`{name}` has no joint"));
        let facing = rig.facing(Facing::Right);
        let band = rig
            .band(bone, Facing::Right, &facing.bends)
            .unwrap_or_else(|| panic!("`{name}` is free"));
        let rest = f64::from(rig.bones[bone.index()].rest);
        let limits = pin.limits.unwrap_or_else(|| panic!("`{name}` is limited"));
        for (band, limit) in band.into_iter().zip(limits) {
            // Both from the pose at rest.
            let (rigs, plans) = (f64::from(joint.zero) - rest + f64::from(band), pin.zero + limit);
            assert!(
                (rigs - plans).abs() < 1e-5,
                "{name}: {} of {}°",
                rigs.to_degrees(),
                plans.to_degrees()
            );
        }
    }
}
