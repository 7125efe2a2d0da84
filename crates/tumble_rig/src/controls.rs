//! What an animation drives: markers, weights, bend sides, bone angles; and the one function that makes a pose of them.

use tumble_math::{Placement, Rot, Vec2, angle};

use crate::ik::{JOINT_RADIUS, Reach, TwoBone, direction_of_tip, solve_two_bone};
use crate::look_at::{Aim, aim};
use crate::{Bend, Bone, BoneId, Facing, Limb, LimbId, Look, Pose, Rig};

/// The torso's marker, in the root's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TorsoMarker {
    /// Where the torso's origin (the hips) is \[px\].
    pub position: Vec2,
    /// Turn from the torso's rest heading \[rad\].
    pub angle: f32,
}

/// What one limb is told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimbControl {
    /// The marker it reaches for, in the root's frame \[px\].
    pub target: Vec2,
    /// Share of IK \[0..1\]; the rest is the bones' own angles.
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
    /// At a point of the world \[px\].
    World(Vec2),
}

/// The look-at state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookControl {
    /// Share of look-at \[0..1\]; the rest is the bone's own angle.
    pub weight: f32,
    /// Where to.
    pub target: LookTarget,
    /// The head's marker, in the root's frame \[px\].
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
    /// Per bone: angle relative to the parent, for bones that nothing else moves \[rad\]. The torso's entry is unused.
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
///
/// A weight of 1 gives exactly the IK's (or look-at's) angles, 0 exactly the bones' own; between, each angle goes the
/// shorter way. Angles made by IK take the turn nearest to the bone's rest angle, so a limb that hangs straight down
/// from an upright torso (±180°) doesn't jump by a turn as it swings. Controls for fewer bones or limbs than the rig's
/// leave the rest at the rest pose. Allocates nothing once `pose` has the rig's size.
pub fn solve(rig: &Rig, controls: &Controls, root: Placement, pose: &mut Pose) {
    solve_with(rig, controls, root, pose, |_, _| {});
}

/// [`solve`], telling `on_limb` of every limb with IK how its target was met (by the IK itself, before its weight).
pub fn solve_with(
    rig: &Rig,
    controls: &Controls,
    root: Placement,
    pose: &mut Pose,
    mut on_limb: impl FnMut(LimbId, Reach),
) {
    for bone in &rig.bones[pose.angles.len().min(rig.bones.len())..] {
        pose.angles.push(bone.rest);
    }
    pose.root = root;
    pose.hips = controls.torso.position;
    pose.angles[0] = rig.bones[0].rest + controls.torso.angle;
    let torso = Frame::torso(pose);

    for (i, bone) in rig.bones.iter().enumerate().skip(1) {
        let id = BoneId(i as u16);
        let own = controls.bones.get(i).copied().unwrap_or(bone.rest);
        let mut driven = false;
        for (index, limb) in rig.limbs.iter().enumerate() {
            if limb.upper != id && limb.lower != id {
                continue;
            }
            let Some(control) = controls.limbs.get(index) else {
                continue;
            };
            if control.weight <= 0.0 || control.weight.is_nan() {
                continue;
            }
            driven = true;
            // The lower bone was set with the upper one, which comes before it.
            if limb.upper == id {
                let lower_own = controls.bones.get(limb.lower.index()).copied().unwrap_or(0.0);
                let reach = solve_limb(rig, limb, control, [own, lower_own], torso, pose);
                on_limb(LimbId(index as u16), reach);
            }
        }
        if driven {
            continue;
        }
        pose.angles[i] = match &rig.look {
            Some(look) if look.bone == id && controls.look.weight > 0.0 => {
                solve_look(rig, look, &controls.look, own, torso, pose)
            }
            _ => own,
        };
    }
}

/// Sets the two angles of one limb.
fn solve_limb(
    rig: &Rig,
    limb: &Limb,
    control: &LimbControl,
    [upper_own, lower_own]: [f32; 2],
    torso: Frame,
    pose: &mut Pose,
) -> Reach {
    let (upper, lower) = (&rig.bones[limb.upper.index()], &rig.bones[limb.lower.index()]);
    let parent = Frame::of_parent(rig, limb.upper, torso, pose);
    let origin = parent.point(upper.attach);
    let chain = TwoBone {
        upper: upper.length,
        lower: lower.length,
        min_distance: limb.min_distance,
        max_distance: limb.max_distance,
    };
    let toward = control.target - origin;
    // Only a target on the joint asks for where the tip was.
    let previous = if toward.length_squared() >= 4.0 * JOINT_RADIUS * JOINT_RADIUS {
        0.0
    } else {
        let before = [limb.upper, limb.lower].map(|bone| pose.angles[bone.index()]);
        parent.heading + before[0] + direction_of_tip(chain, before[1]) as f32
    };
    let solution = solve_two_bone(chain, toward, control.bend, previous);
    let upper_angle = near_rest(upper, solution.upper_heading - parent.heading);
    pose.angles[limb.upper.index()] = blend_angle(upper, upper_own, upper_angle, control.weight);
    pose.angles[limb.lower.index()] = blend_angle(lower, lower_own, solution.lower_angle, control.weight);
    solution.reach
}

/// The look-at bone's angle.
fn solve_look(rig: &Rig, look: &Look, control: &LookControl, own: f32, torso: Frame, pose: &Pose) -> f32 {
    let bone = &rig.bones[look.bone.index()];
    let parent = Frame::of_parent(rig, look.bone, torso, pose);
    let target = match control.target {
        LookTarget::Marker => control.marker,
        LookTarget::World(point) => pose.root.local_from_world_point(point),
    };
    let aimed = aim(
        &Aim {
            origin: parent.point(bone.attach),
            parent_heading: parent.heading,
            rest_angle: bone.rest,
            rest_heading: rest_heading(rig, look.bone),
            offset: look.offset,
            budget: look.budget,
            frame: look.frame,
        },
        target,
        pose.root,
    );
    let angle = aimed.map_or(pose.angles[look.bone.index()], |heading| {
        near_rest(bone, heading - parent.heading)
    });
    blend_angle(bone, own, angle, control.weight)
}

/// `angle` plus the turns that bring it nearest to the bone's rest angle.
#[inline]
fn near_rest(bone: &Bone, angle: f32) -> f32 {
    angle::nearest_turn_to_band(angle, bone.rest, bone.rest)
}

/// From the bone's own angle to the driven one by `weight`, the shorter way; exact at both ends.
#[inline]
fn blend_angle(bone: &Bone, own: f32, driven: f32, weight: f32) -> f32 {
    if weight >= 1.0 {
        driven
    } else {
        near_rest(bone, own + weight * angle::shortest(own, driven))
    }
}

/// A bone's heading in the rest pose, in the root's frame \[rad\].
fn rest_heading(rig: &Rig, bone: BoneId) -> f32 {
    let bone = &rig.bones[bone.index()];
    bone.rest + bone.parent.map_or(0.0, |parent| rest_heading(rig, parent))
}

/// A bone's frame in the root's frame.
#[derive(Clone, Copy)]
struct Frame {
    origin: Vec2,
    heading: f32,
    rotation: Rot,
}

impl Frame {
    fn new(origin: Vec2, heading: f32) -> Self {
        Self {
            origin,
            heading,
            rotation: Rot::from_angle(heading),
        }
    }

    fn torso(pose: &Pose) -> Self {
        Self::new(pose.hips, pose.angles[0])
    }

    /// The frame of a bone's parent from the pose's present angles. Nearly every limb hangs on the torso, whose frame is
    /// handed in; deeper ones walk up to it.
    fn of_parent(rig: &Rig, bone: BoneId, torso: Self, pose: &Pose) -> Self {
        match rig.bones[bone.index()].parent {
            None | Some(BoneId::TORSO) => torso,
            Some(parent) => {
                let above = Self::of_parent(rig, parent, torso, pose);
                Self::new(
                    above.point(rig.bones[parent.index()].attach),
                    above.heading + pose.angles[parent.index()],
                )
            }
        }
    }

    #[inline]
    fn point(&self, local: Vec2) -> Vec2 {
        self.origin + self.rotation.rotate(local)
    }
}
