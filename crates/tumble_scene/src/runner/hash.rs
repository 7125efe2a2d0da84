//! A hash over everything that a run simulates.

use tumble::Backend;
use tumble::backend::{BodyHandle, BodyState};
use tumble::math::{StateHasher, Vec2};

use super::Runner;

pub(super) fn state_hash<B: Backend>(runner: &Runner<B>) -> u64 {
    let mut hash = StateHasher::new();
    hash.write_u64(runner.step);
    hash.write_u64(runner.next as u64);
    for terrain in &runner.terrain {
        write_body(&mut hash, &runner.world, terrain.body);
    }
    for prop in &runner.props {
        write_body(&mut hash, &runner.world, prop.body);
    }
    for character in &runner.characters {
        let Some(character) = character else {
            hash.write_u32(0);
            continue;
        };
        hash.write_u32(1 + character.state() as u32);
        hash.write_u32(character.facing().index() as u32);
        let pose = character.pose();
        write_vec(&mut hash, pose.root.position);
        hash.write_f32(pose.root.angle);
        hash.write_f32(pose.root.scale);
        hash.write_u32(u32::from(pose.root.mirror));
        write_vec(&mut hash, pose.hips);
        for &angle in &pose.angles {
            hash.write_f32(angle);
        }
        let rig = character.rig();
        for bone in rig.bone_ids() {
            if let Some(body) = character.body(bone) {
                write_body(&mut hash, &runner.world, body);
            }
            if let Some(pin) = character.pin(bone).and_then(|pin| runner.world.pin(pin)) {
                hash.write_f32(pin.angle);
            }
        }
    }
    if let Some(cast) = &runner.cast {
        cast.hash(&mut hash);
    }
    hash.finish()
}

fn write_vec(hash: &mut StateHasher, v: Vec2) {
    hash.write_f32(v.x);
    hash.write_f32(v.y);
}

fn write_body(hash: &mut StateHasher, world: &impl Backend, body: BodyHandle) {
    let Some(BodyState {
        pose,
        velocity,
        spin,
        asleep,
    }) = world.body(body)
    else {
        hash.write_u32(u32::MAX);
        return;
    };
    write_vec(hash, pose.position);
    hash.write_f32(pose.angle);
    write_vec(hash, velocity);
    hash.write_f32(spin);
    hash.write_u32(u32::from(asleep));
}
