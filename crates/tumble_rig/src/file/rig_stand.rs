//! The stand pose of a rig file, and what the finished rig looks like in it.

use tumble_math::{Placement, Vec2, angle};

use super::RigFile;
use super::check::{At, Check, Want};
use super::rig_build::Build;
use super::rig_joints::names_once;
use crate::controls::solve;
use crate::{
    Bend, BoneId, Controls, Facing, LimbControl, LimbKind, Look, LookControl, LookTarget, Pose, Rig,
    TorsoMarker,
};

/// A joint may stand this far outside its own limits \[deg\]; it comes back inside gently. Farther is a mistake.
const MOST_OUTSIDE: f32 = 20.0;

/// A leg's stand target may be this far out of reach \[px\].
const MOST_OUT_OF_REACH: f32 = 0.5;

/// The stand pose, with the bend sides of facing right.
pub(super) fn stand(build: &mut Build<'_>, look: Option<&Look>, bends: &[Bend]) -> Controls {
    let file = &build.file.stand;
    let at = At::root().field("stand");
    let torso = TorsoMarker {
        position: build.check.point(&at.field("torso"), file.torso),
        angle: build.check.angle(&at.field("angle"), file.angle),
    };
    let share = build.check.number(&at.field("look"), file.look, Want::Share);
    let marker = file
        .head
        .map_or(Vec2::ZERO, |head| build.check.point(&at.field("head"), head));
    if let (None, Some(look)) = (file.head, &build.file.look) {
        build.check.problem(
            &at,
            format!(
                "bone `{}` looks at its marker `{}`, but the stand pose doesn't say where that is",
                look.bone,
                look.marker_name()
            ),
            "add `head: (x, y)`, a point in front of or above the head",
        );
    }
    let look = LookControl {
        weight: if look.is_some() { share } else { 0.0 },
        target: LookTarget::Marker,
        marker,
    };

    Controls {
        torso,
        look,
        limbs: limbs(build, &at, bends),
        bones: angles(build, &at),
    }
}

fn limbs(build: &mut Build<'_>, at: &At, bends: &[Bend]) -> Vec<LimbControl> {
    let (file, limb_files) = (&build.file.stand, &build.file.limbs);
    let targets = at.field("targets");
    names_once(build, &targets, file.targets.iter().map(|(marker, _)| marker));
    let markers: Vec<&str> = limb_files.iter().map(|limb| limb.marker.as_str()).collect();
    for (marker, _) in file.targets.iter() {
        build
            .check
            .find(&targets.field(marker), "marker", marker, &markers);
    }
    let weights = at.field("weights");
    names_once(build, &weights, file.weights.iter().map(|(limb, _)| limb));
    for (limb, _) in file.weights.iter() {
        build.limb(&weights.field(limb), limb);
    }
    let mut limbs = Vec::with_capacity(limb_files.len());
    for (limb, &bend) in limb_files.iter().zip(bends) {
        let target = if let Some(&target) = file.targets.get(&limb.marker) {
            build.check.point(&targets.field(&limb.marker), target)
        } else {
            build.check.problem(
                if file.targets.is_empty() { at } else { &targets },
                format!(
                    "limb `{}` has no target: the stand pose doesn't say where its marker `{}` is",
                    limb.name, limb.marker
                ),
                format!("add `\"{}\": (x, y)` to `targets`", limb.marker),
            );
            Vec2::ZERO
        };
        let weight = match file.weights.get(&limb.name) {
            Some(&weight) => build
                .check
                .number(&weights.field(&limb.name), weight, Want::Share),
            None => 1.0,
        };
        limbs.push(LimbControl { target, weight, bend });
    }
    limbs
}

fn angles(build: &mut Build<'_>, at: &At) -> Vec<f32> {
    let file = &build.file.stand;
    let at = at.field("angles");
    names_once(build, &at, file.angles.iter().map(|(bone, _)| bone));
    let mut bones: Vec<f32> = build.bones.iter().map(|bone| bone.rest).collect();
    for (name, &degrees) in file.angles.iter() {
        let place = at.field(name);
        let angle = build.check.angle(&place, degrees);
        match build.bone(&place, name) {
            Some(BoneId::TORSO) if !build.bones.is_empty() => build.check.problem(
                &place,
                "the torso's angle isn't set here",
                "write `angle` in the stand pose: the torso's turn from its rest heading",
            ),
            Some(bone) => {
                if let Some(entry) = bones.get_mut(bone.index()) {
                    *entry = angle;
                }
            }
            None => {}
        }
    }
    bones
}

/// Stands the finished rig in its stand pose, for each facing, and looks at its joints and feet.
pub(super) fn check_pose(file: &RigFile, rig: &Rig, check: &mut Check) {
    let mut pose = Pose::rest(rig, Placement::default());
    let mut bones = Vec::new();
    let mut reported = vec![false; rig.bones.len()];
    for facing in Facing::ALL {
        let mut controls = rig.stand.clone();
        controls.face(rig, facing);
        solve(rig, &controls, Placement::default(), &mut pose);
        let bends: Vec<Bend> = controls.limbs.iter().map(|limb| limb.bend).collect();
        for bone in rig.bone_ids() {
            let Some(joint) = &rig.ragdoll.joints[bone.index()] else {
                continue;
            };
            let Some([lower, upper]) = rig.band(bone, facing, &bends) else {
                continue;
            };
            let turn = angle::nearest_turn_to_band(pose.angles[bone.index()] - joint.zero, lower, upper);
            let outside = (lower - turn).max(turn - upper).to_degrees();
            if (outside.is_nan() || outside > MOST_OUTSIDE) && !reported[bone.index()] {
                reported[bone.index()] = true;
                let listed = file.joints.iter().position(|of| of.name == joint.name);
                let at = match listed {
                    Some(i) => At::item("joints", i, format!("joint `{}`", joint.name)),
                    None => At::root().field("stand"),
                };
                check.problem(
                    &at,
                    format!(
                        "standing, facing {}, joint `{}` is at {:.0}°, {outside:.0}° outside its limits {:.0}..{:.0}",
                        facing.name(),
                        joint.name,
                        turn.to_degrees(),
                        lower.to_degrees(),
                        upper.to_degrees(),
                    ),
                    format!("change the stand pose, the limits, or `zero`; up to {MOST_OUTSIDE}° are let in"),
                );
            }
        }
        if facing != Facing::Right {
            continue;
        }
        pose.local_bones(rig, &mut bones);
        for (limb, control) in rig.limbs.iter().zip(&controls.limbs) {
            let reach = (rig.bones[limb.upper.index()].length + rig.bones[limb.lower.index()].length)
                .min(limb.max_distance);
            let far = (control.target - bones[limb.upper.index()].origin).length() - reach;
            if limb.kind == LimbKind::Leg && control.weight > 0.0 && far > MOST_OUT_OF_REACH {
                check.problem(
                    &At::root().field("stand").field("targets").field(&limb.marker),
                    format!(
                        "standing, leg `{}` is {far:.0} px too short for its marker `{}`",
                        limb.name, limb.marker
                    ),
                    format!("bring it within {reach} px of where the leg starts"),
                );
            }
        }
    }
}
