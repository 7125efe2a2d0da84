//! Re-anchoring: the root goes under the landed torso, the pose stays where it is on screen.

use tumble_math::{Placement, Vec2, angle};
use tumble_rig::{Facing, LandedPose, Pose, Rig, WorldBone};

use crate::probe::Vertical;

/// The root from which the figure will stand on ground of this depth under `torso`, unsunk.
pub(crate) fn standing_root(
    rig: &Rig,
    vertical: Vertical,
    old: &Placement,
    facing: Facing,
    torso: Vec2,
    ground_depth: f32,
) -> Placement {
    let depth = ground_depth - rig.stand_height() * old.scale;
    Placement {
        position: vertical.at_depth(torso, depth),
        mirror: facing.is_mirrored(),
        ..*old
    }
}

/// Expresses `pose` in the frame of `root`, so that `bones` (where it is now) stay put. Angles come out wrapped: whole
/// turns made while tumbling are forgotten here.
pub(crate) fn re_express(rig: &Rig, pose: &mut Pose, bones: &[WorldBone], root: Placement) {
    pose.root = root;
    pose.hips = root.local_from_world_point(bones[0].origin);
    for (i, bone) in rig.bones.iter().enumerate() {
        let heading = |index: usize| root.local_from_world_heading(bones[index].heading);
        let parent = bone.parent.map_or(0.0, |parent| heading(parent.index()));
        pose.angles[i] = angle::wrap(heading(i) - parent);
    }
}

/// How a figure lies: by its torso's turn from rest, in the frame of a root that stands upright and faces its way.
pub(crate) fn landed_pose(rig: &Rig, pose: &Pose) -> LandedPose {
    const EIGHTH: f32 = core::f32::consts::FRAC_PI_4;
    let turn = angle::wrap(pose.angles[0] - rig.bones[0].rest);
    if turn.abs() < EIGHTH {
        LandedPose::Sitting
    } else if turn.abs() > 3.0 * EIGHTH {
        LandedPose::UpsideDown
    } else if turn > 0.0 {
        // Tipped over forwards.
        LandedPose::Belly
    } else {
        LandedPose::Back
    }
}
