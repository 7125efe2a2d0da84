//! The rig: everything that is the same for all characters of one kind.

use crate::{
    Bend, Bone, BoneId, Controls, Facing, FacingProfile, JointLimit, Limb, LimbId, LimbKind, Part, ProxySpec,
};
use crate::{RagdollSpec, RecoverySpec};

/// In which frame a look-at budget counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LookFrame {
    /// The angle relative to the parent's direction, from the rest angle.
    #[default]
    Parent,
    /// The world heading, from the rest heading of an unturned, upright root.
    World,
}

/// A bone that turns towards a marker or a point of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The bone that turns: the head.
    pub bone: BoneId,
    /// Name of its marker.
    pub marker: String,
    /// How far it may turn, `[lower, upper]` \[rad\]; `None`: as far as it likes.
    pub budget: Option<[f32; 2]>,
    /// The frame in which the budget counts.
    pub frame: LookFrame,
    /// Added to the aimed angle \[rad\]. Default 0.
    pub offset: f32,
}

/// A rig: immutable, shared between characters.
///
/// Made from a file or a [`RigFile`](crate::file::RigFile) in code, and checked there; what is in here holds together.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rig {
    /// Name.
    pub name: String,
    /// Bones, parents first; bone 0 is the torso.
    pub bones: Vec<Bone>,
    /// Two-bone limbs.
    pub limbs: Vec<Limb>,
    /// The head's look-at.
    pub look: Option<Look>,
    /// The stand pose: markers, bone angles, weights, with the bends of facing Right.
    pub stand: Controls,
    /// Per facing (by [`Facing::index`]).
    pub facings: [FacingProfile; 3],
    /// Ragdoll.
    pub ragdoll: RagdollSpec,
    /// Recovery.
    pub recovery: RecoverySpec,
    /// What props feel of it while it is no ragdoll.
    pub proxy: ProxySpec,
    /// Drawn parts. A bone without any is drawn as its body.
    pub parts: Vec<Part>,
}

impl Rig {
    /// The bone of that name.
    pub fn bone(&self, name: &str) -> Option<BoneId> {
        self.bones
            .iter()
            .position(|bone| bone.name == name)
            .map(|i| BoneId(i as u16))
    }

    /// The limb of that name.
    pub fn limb(&self, name: &str) -> Option<LimbId> {
        self.limbs
            .iter()
            .position(|limb| limb.name == name)
            .map(|i| LimbId(i as u16))
    }

    /// All bone ids, parents first.
    pub fn bone_ids(&self) -> impl ExactSizeIterator<Item = BoneId> + use<> {
        (0..self.bones.len() as u16).map(BoneId)
    }

    /// The limb whose lower bone this is.
    pub fn limb_of_lower(&self, bone: BoneId) -> Option<LimbId> {
        self.limbs
            .iter()
            .position(|limb| limb.lower == bone)
            .map(|i| LimbId(i as u16))
    }

    /// The legs, in the order of [`Rig::limbs`].
    pub fn legs(&self) -> impl Iterator<Item = LimbId> + '_ {
        self.limbs
            .iter()
            .enumerate()
            .filter(|(_, limb)| limb.kind == LimbKind::Leg)
            .map(|(i, _)| LimbId(i as u16))
    }

    /// The profile of a facing.
    pub fn facing(&self, facing: Facing) -> &FacingProfile {
        &self.facings[facing.index()]
    }

    /// How far the root is above the ground when the figure stands: the lowest stand target of a leg \[px\].
    pub fn stand_height(&self) -> f32 {
        self.legs()
            .map(|leg| self.stand.limbs[leg.index()].target.y)
            .fold(0.0, f32::max)
    }

    /// The band of the joint at `bone`'s origin for a facing and a bend side of its limb, from the joint's zero, in
    /// the rig's unmirrored frame \[rad\]; `None` when free (or when there is no joint).
    pub fn band(&self, bone: BoneId, facing: Facing, bends: &[Bend]) -> Option<[f32; 2]> {
        let joint = self.ragdoll.joints[bone.index()].as_ref()?;
        let limb = self.limb_of_lower(bone).map(LimbId::index);
        let flipped = limb.is_some_and(|i| bends[i] != self.facing(facing).bends[i]);
        if let Some([lower, upper]) = self.facing(facing).limits[bone.index()] {
            // An override is written for the facing's own bend; a flipped flag mirrors it.
            return Some(if flipped { [-upper, -lower] } else { [lower, upper] });
        }
        match joint.limit {
            JointLimit::Free => None,
            JointLimit::Band(band) => Some(band),
            JointLimit::Hinge { hyperextension, fold } => {
                Some(match limb.map_or(Bend::Normal, |i| bends[i]) {
                    Bend::Normal => [-hyperextension, fold],
                    Bend::Inverted => [-fold, hyperextension],
                })
            }
        }
    }
}
