//! The common currency: a pose, and the bones it puts in the world.

use tumble_math::{Placement, Rot, Vec2, angle};

use crate::{BoneId, Rig};

/// A pose: where the character stands, the hips' offset in the root's frame, and one angle per bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Where the character stands.
    pub root: Placement,
    /// The torso's origin in the root's frame \[px\].
    pub hips: Vec2,
    /// Per bone: angle relative to the parent's direction \[rad\], not wrapped; the torso's is its heading in the root's frame.
    pub angles: Vec<f32>,
}

/// One bone in some frame (the world's, or the root's).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldBone {
    /// Where it starts \[px\].
    pub origin: Vec2,
    /// Where it ends \[px\].
    pub tip: Vec2,
    /// Its direction \[rad\], not wrapped.
    pub heading: f32,
}

/// Of so many bones the direction is kept while the bones are laid out.
const KEPT_ROTATIONS: usize = 32;

impl Pose {
    /// The rest pose of a rig.
    pub fn rest(rig: &Rig, root: Placement) -> Self {
        Self {
            root,
            hips: Vec2::ZERO,
            angles: rig.bones.iter().map(|bone| bone.rest).collect(),
        }
    }

    /// Overwrites this pose with another of the same rig without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.root = other.root;
        self.hips = other.hips;
        self.angles.clone_from(&other.angles);
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.root.is_valid() && self.hips.is_finite() && self.angles.iter().all(|angle| angle.is_finite())
    }

    /// Forward kinematics in the root's own frame, unmirrored and at scale 1. `out` is cleared and filled, one a bone.
    pub fn local_bones(&self, rig: &Rig, out: &mut Vec<WorldBone>) {
        // Each direction is worked out once: children find their parent's here, but in rigs of very many bones.
        let mut rotations = [Rot::IDENTITY; KEPT_ROTATIONS];
        out.clear();
        for (i, (bone, &angle)) in rig.bones.iter().zip(&self.angles).enumerate() {
            let (origin, heading) = match bone.parent {
                None => (self.hips, angle),
                Some(BoneId(index)) => {
                    let index = usize::from(index);
                    let parent = &out[index];
                    let rotation = match rotations.get(index) {
                        Some(rotation) => *rotation,
                        None => Rot::from_angle(parent.heading),
                    };
                    (
                        parent.origin + rotation.rotate(bone.attach),
                        parent.heading + angle,
                    )
                }
            };
            let rotation = Rot::from_angle(heading);
            if let Some(kept) = rotations.get_mut(i) {
                *kept = rotation;
            }
            let tip = origin + rotation.x_axis() * bone.length;
            out.push(WorldBone { origin, tip, heading });
        }
    }

    /// Forward kinematics in the world. `out` is cleared and filled, one a bone. This one function gives what is drawn,
    /// in every state.
    pub fn world_bones(&self, rig: &Rig, out: &mut Vec<WorldBone>) {
        self.local_bones(rig, out);
        let map = self.root.to_map();
        for bone in out {
            *bone = WorldBone {
                origin: map.point(bone.origin),
                tip: map.point(bone.tip),
                heading: self.root.world_from_local_heading(bone.heading),
            };
        }
    }

    /// Sets hips and angles so that the torso starts at `hips` and each bone points along its heading, both in the
    /// world, keeping the root. Each angle takes the turn nearest to the one it had, so that a captured motion never
    /// jumps by a turn.
    pub fn set_from_world(&mut self, rig: &Rig, hips: Vec2, headings: &[f32]) {
        self.hips = self.root.local_from_world_point(hips);
        for (i, bone) in rig.bones.iter().enumerate() {
            let heading = self.root.local_from_world_heading(headings[i]);
            let parent = bone
                .parent
                .map_or(0.0, |p| self.root.local_from_world_heading(headings[p.index()]));
            let previous = self.angles[i];
            self.angles[i] = previous + angle::shortest(previous, heading - parent);
        }
    }
}
