//! What an animation drives: markers, weights, bend sides, bone angles; and the one function that makes a pose of them.

use tumble_math::{Placement, Vec2};

use crate::{Bend, Facing, Pose, Rig};

/// The torso's marker, in the root's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TorsoMarker {
    /// Where the torso's origin (the hips) is [px].
    pub position: Vec2,
    /// Turn from the torso's rest heading [rad].
    pub angle: f32,
}

/// What one limb is told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimbControl {
    /// The marker it reaches for, in the root's frame [px].
    pub target: Vec2,
    /// Share of IK [0..1]; the rest is the bones' own angles.
    pub weight: f32,
    /// The side it bends to.
    pub bend: Bend,
}

/// Where a head looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LookTarget {
    /// At its own marker.
    #[default]
    Marker,
    /// At a point of the world [px].
    World(Vec2),
}

/// The look-at state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookControl {
    /// Share of look-at [0..1]; the rest is the bone's own angle.
    pub weight: f32,
    /// Where to.
    pub target: LookTarget,
    /// The head's marker, in the root's frame [px].
    pub marker: Vec2,
}

/// Everything that decides an animated pose, besides the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Controls {
    /// Torso marker.
    pub torso: TorsoMarker,
    /// Look-at.
    pub look: LookControl,
    /// Per limb.
    pub limbs: Vec<LimbControl>,
    /// Per bone: angle relative to the parent, for bones that nothing else moves [rad]. The torso's entry is unused.
    pub bones: Vec<f32>,
}

impl Controls {
    /// Overwrites with another of the same rig without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.torso = other.torso;
        self.look = other.look;
        self.limbs.clone_from(&other.limbs);
        self.bones.clone_from(&other.bones);
    }

    /// Sets every limb's bend side to what the rig says of `facing`.
    pub fn face(&mut self, rig: &Rig, facing: Facing) {
        for (limb, &bend) in self.limbs.iter_mut().zip(&rig.facing(facing).bends) {
            limb.bend = bend;
        }
    }
}

/// Makes the pose that `controls` ask for with the root at `root`: torso from its marker, bones from their angles,
/// limbs by two-bone IK, the head by look-at. `pose`'s previous angles are what an IK target on the joint keeps.
pub fn solve(rig: &Rig, controls: &Controls, root: Placement, pose: &mut Pose) {
    let _ = (rig, controls, root, pose);
    todo!()
}
