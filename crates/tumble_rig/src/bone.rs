//! Bones and limbs.

use tumble_math::Vec2;

/// Index of a bone in [`Rig::bones`](crate::Rig::bones); parents come before children, bone 0 is the torso.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoneId(pub u16);

impl BoneId {
    /// The torso: the one bone without a parent.
    pub const TORSO: Self = Self(0);

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One bone. It runs along its own +x from its origin to its tip.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Name, unique in the rig: `left_lower_arm`.
    pub name: String,
    /// Parent; `None` for the torso alone.
    pub parent: Option<BoneId>,
    /// Origin in the parent's frame, x along the parent \[px\]. The torso's is zero: the hips' offset is part of the pose.
    pub attach: Vec2,
    /// Length \[px, 0..\].
    pub length: f32,
    /// Rest angle relative to the parent's direction \[rad\]; for the torso, heading in the root's frame.
    pub rest: f32,
}

/// Index of a limb in [`Rig::limbs`](crate::Rig::limbs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimbId(pub u16);

impl LimbId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a limb is for. Legs stand on the ground; arms don't.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimbKind {
    /// Recovers as bones: shoulders the shortest way, elbows by [`PathChoice`](crate::PathChoice).
    Arm,
    /// Recovers by IK, its end kept above the ground; carries the character when it stands.
    Leg,
}

/// A two-bone chain moved by IK towards a marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Limb {
    /// Name, unique among the limbs: `left_arm`.
    pub name: String,
    /// Arm or leg.
    pub kind: LimbKind,
    /// The bone nearer to the torso.
    pub upper: BoneId,
    /// The bone farther from it, a child of `upper` at its tip.
    pub lower: BoneId,
    /// Name of the marker it reaches for: `left_hand`.
    pub marker: String,
    /// Targets nearer than this to the upper bone's origin are taken at this distance \[px, 0..\]. Default 0.
    pub min_distance: f32,
    /// Targets farther than this are taken at this distance \[px\]. Default infinite.
    pub max_distance: f32,
}
