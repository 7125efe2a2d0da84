//! A runner's present moment as a [`Frame`].

use tumble::backend::BodyKind;
use tumble::math::Vec2;
use tumble::{Backend, Character, State};

use super::Runner;
use crate::frame::{BodyView, CharacterView, Frame, JointView, PropView};

pub(super) fn frame<B: Backend>(runner: &Runner<B>) -> Frame {
    Frame {
        step: runner.step,
        time: runner.time(),
        gravity: runner.world.gravity(),
        terrain: std::sync::Arc::clone(&runner.terrain_view),
        props: props(runner),
        characters: runner
            .characters
            .iter()
            .flatten()
            .map(|character| character_view(character, &runner.world))
            .collect(),
        puppets: runner
            .cast
            .as_ref()
            .map(|cast| cast.views(&runner.pulls()))
            .unwrap_or_default(),
        events: runner.events.clone(),
        inside: None,
    }
}

fn props<B: Backend>(runner: &Runner<B>) -> Vec<PropView> {
    let world = &runner.world;
    runner
        .props
        .iter()
        .filter_map(|prop| {
            let state = world.body(prop.body)?;
            Some(PropView {
                name: prop.prop.name.clone(),
                shape: prop.prop.shape.clone(),
                pose: state.pose,
                velocity: state.velocity,
                spin: state.spin,
                kinematic: prop.prop.kind != BodyKind::Dynamic,
            })
        })
        .collect()
}

fn character_view(character: &Character, world: &dyn Backend) -> CharacterView {
    let rig = character.rig();
    let pose = character.pose();
    let bodies = character
        .bodies()
        .filter_map(|(bone, body, shape)| {
            let state = world.body(body)?;
            Some(BodyView {
                bone: bone.index(),
                shape: shape.clone(),
                pose: state.pose,
                velocity: state.velocity,
                spin: state.spin,
            })
        })
        .collect();
    let joints = character
        .pins()
        .filter_map(|(bone, pin)| {
            let state = world.pin(pin)?;
            let spec = rig.ragdoll.joints[bone.index()].as_ref()?;
            Some(JointView {
                name: spec.name.clone(),
                bone: bone.index(),
                angle: state.angle,
                limits: state.limits,
                zero: pose.root.convert_turn(spec.zero),
                gap: state.gap,
                at: state.at,
            })
        })
        .collect();
    CharacterView {
        name: character.name().to_owned(),
        rig: std::sync::Arc::clone(rig),
        state: character.state(),
        facing: character.facing(),
        pose: pose.clone(),
        bones: character.bones().to_vec(),
        markers: markers(character),
        bodies,
        joints,
        ground: character.ground(),
        probe: character
            .recovery_trace()
            .filter(|_| character.state() == State::Recovering)
            .map(|trace| trace.ground.rays.clone())
            .unwrap_or_default(),
    }
}

/// The markers in the world: torso, head, and the end of each limb.
fn markers(character: &Character) -> Vec<(String, Vec2)> {
    let (rig, controls) = (character.rig(), character.fitted_controls());
    let root = character.pose().root;
    let mut markers = vec![(
        "torso".to_owned(),
        root.world_from_local_point(controls.torso.position),
    )];
    if let Some(look) = &rig.look {
        markers.push((
            look.marker.clone(),
            root.world_from_local_point(controls.look.marker),
        ));
    }
    for (limb, control) in rig.limbs.iter().zip(&controls.limbs) {
        markers.push((limb.marker.clone(), root.world_from_local_point(control.target)));
    }
    markers
}
