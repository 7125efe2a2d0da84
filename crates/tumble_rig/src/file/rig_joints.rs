//! The ragdoll and the facings of a rig file.

use tumble_math::Vec2;

use super::check::{At, Want};
use super::rig_build::Build;
use super::{BodyFile, FacingFile, JointFile, LimitFile, ShapeFile};
use crate::{
    Bend, BodyShape, BodySpec, BoneId, EntrySpec, Facing, FacingProfile, JointLimit, JointSpec, Part,
    RagdollSpec,
};

/// Pinned neighbours whose masses differ by more than this aren't stable in the worlds this runs on; 100:1 is.
pub(super) const MOST_MASS_RATIO: f32 = 1000.0;

/// Bodies, joints, entering.
pub(super) fn ragdoll(build: &mut Build<'_>) -> RagdollSpec {
    let mut spec = RagdollSpec {
        bodies: vec![None; build.bones.len()],
        joints: vec![None; build.bones.len()],
        entry: entry(build),
    };
    bodies(build, &mut spec);
    joints(build, &mut spec);
    spec
}

fn entry(build: &mut Build<'_>) -> EntrySpec {
    let (file, at) = (build.file.entry, At::root().field("entry"));
    let check = &mut build.check;
    EntrySpec {
        share: check.number(&at.field("share"), file.share, Want::Share),
        max_speed: check.number(&at.field("max_speed"), file.max_speed, Want::NotNegative),
        max_spin: check.number(&at.field("max_spin"), file.max_spin, Want::NotNegative),
        torso_only: file.torso_only,
    }
}

fn bodies(build: &mut Build<'_>, spec: &mut RagdollSpec) {
    let listed = build.file.bodies.is_some();
    let files: Vec<BodyFile> = match &build.file.bodies {
        Some(bodies) => bodies.clone(),
        None => build
            .bones
            .iter()
            .filter(|bone| bone.length > 0.0 || bone.parent.is_none())
            .map(|bone| BodyFile::of_bone(&bone.name))
            .collect(),
    };
    let mut places: Vec<Option<At>> = vec![None; build.bones.len()];
    for (i, file) in files.iter().enumerate() {
        let at = At::item("bodies", i, format!("body `{}`", file.bone));
        let bone = build.bone(&at.field("bone"), &file.bone);
        let body = body(build, &at, file, bone);
        let Some(bone) = bone.map(BoneId::index).filter(|&bone| bone < spec.bodies.len()) else {
            continue;
        };
        if spec.bodies[bone].is_some() {
            build.check.problem(
                &at.field("bone"),
                format!("the bone `{}` has a body already", file.bone),
                "keep one of the two",
            );
        }
        spec.bodies[bone] = Some(body);
        places[bone] = Some(at);
    }
    if listed && spec.bodies.first() == Some(&None) {
        build.check.problem(
            &At::root().field("bodies"),
            format!("the torso, bone `{}`, has no body", build.bones[0].name),
            "add one for it: a ragdoll starts at the torso",
        );
    }
    for (bone, at) in places.into_iter().enumerate().skip(1) {
        let Some(body) = spec.bodies[bone] else { continue };
        let Some(parent) = ancestor_with_body(build, spec, bone) else {
            continue;
        };
        let Some(other) = spec.bodies[parent] else {
            continue;
        };
        let ratio = body.mass.max(other.mass) / body.mass.min(other.mass);
        if ratio > MOST_MASS_RATIO {
            let at = at.unwrap_or_default().field("mass");
            build.check.problem(
                &at,
                format!(
                    "its {} kg hang on the {} kg of `{}`: {ratio:.0}:1 isn't stable",
                    body.mass, other.mass, build.bones[parent].name
                ),
                format!("bring joined bodies within {MOST_MASS_RATIO}:1"),
            );
        }
    }
}

fn body(build: &mut Build<'_>, at: &At, file: &BodyFile, bone: Option<BoneId>) -> BodySpec {
    let length = bone
        .and_then(|bone| build.bones.get(bone.index()))
        .map_or(0.0, |bone| bone.length);
    let check = &mut build.check;
    let shape_at = at.field("shape");
    let (shape, center) = match file.shape {
        ShapeFile::Capsule(radius) => (
            BodyShape::Capsule {
                radius: check.number(&shape_at.value(0), radius, Want::Size),
            },
            0.5 * length,
        ),
        ShapeFile::Circle(radius) => (
            BodyShape::Circle {
                radius: check.number(&shape_at.value(0), radius, Want::Size),
            },
            length,
        ),
        ShapeFile::Box(along, across) => (
            BodyShape::Box {
                size: Vec2::new(
                    check.number(&shape_at.value(0), along, Want::Size),
                    check.number(&shape_at.value(1), across, Want::Size),
                ),
            },
            0.5 * length,
        ),
    };
    BodySpec {
        shape,
        center: match file.center {
            Some(center) => check.point(&at.field("center"), center),
            None => Vec2::new(center, 0.0),
        },
        mass: check.number(&at.field("mass"), file.mass, Want::Positive),
        linear_damping: check.number(
            &at.field("linear_damping"),
            file.linear_damping,
            Want::NotNegative,
        ),
        angular_damping: check.number(
            &at.field("angular_damping"),
            file.angular_damping,
            Want::NotNegative,
        ),
        friction: check.number(&at.field("friction"), file.friction, Want::NotNegative),
        restitution: check.number(&at.field("restitution"), file.restitution, Want::Share),
    }
}

/// The nearest ancestor of a bone that has a body.
fn ancestor_with_body(build: &Build<'_>, spec: &RagdollSpec, bone: usize) -> Option<usize> {
    let mut at = build.bones[bone].parent;
    while let Some(parent) = at {
        if spec.bodies[parent.index()].is_some() {
            return Some(parent.index());
        }
        at = build.bones[parent.index()].parent;
    }
    None
}

fn joints(build: &mut Build<'_>, spec: &mut RagdollSpec) {
    let files = &build.file.joints;
    let places: Vec<At> = files
        .iter()
        .enumerate()
        .map(|(i, joint)| At::item("joints", i, format!("joint `{}`", joint.name)))
        .collect();
    build
        .check
        .unique("joints", files.iter().map(|joint| joint.name.as_str()), |i| {
            places[i].field("name")
        });
    for (file, at) in files.iter().zip(&places) {
        build.check.name(&at.field("name"), &file.name);
        let bone = build.bone(&at.field("bone"), &file.bone);
        let known = bone.map(BoneId::index).filter(|&bone| bone < spec.joints.len());
        let joint = joint(build, at, file, known);
        let Some(bone) = known else { continue };
        if build.bones[bone].parent.is_none() {
            build.check.problem(
                &at.field("bone"),
                "the torso has no parent to be joined to",
                "name the bone that hangs on it",
            );
        } else if spec.bodies[bone].is_none() {
            build.check.problem(
                &at.field("bone"),
                format!(
                    "the bone `{}` has no body, so there is nothing to join",
                    file.bone
                ),
                format!("add a body for bone `{}`, or remove this joint", file.bone),
            );
        } else if spec.joints[bone].is_some() {
            build.check.problem(
                &at.field("bone"),
                format!("the bone `{}` has a joint already", file.bone),
                "keep one of the two",
            );
        }
        spec.joints[bone] = Some(joint);
    }
    for bone in 1..build.bones.len() {
        if spec.bodies[bone].is_some() && spec.joints[bone].is_none() {
            let (name, at) = (build.bones[bone].name.clone(), At::root());
            let file = JointFile {
                name: name.clone(),
                bone: name,
                zero: None,
                limit: None,
                softness: 0.0,
            };
            if files.iter().any(|joint| joint.name == file.name) {
                build.check.problem(
                    &at.field("joints"),
                    format!(
                        "bone `{0}` needs a joint, but another bone's is named `{0}`",
                        file.name
                    ),
                    format!("add a joint for bone `{}`, or rename the other", file.name),
                );
            }
            spec.joints[bone] = Some(joint(build, &at, &file, Some(bone)));
        }
    }
}

fn joint(build: &mut Build<'_>, at: &At, file: &JointFile, bone: Option<usize>) -> JointSpec {
    let lower_of_limb = bone.is_some_and(|bone| build.limbs.iter().any(|limb| limb.lower.index() == bone));
    let zero = match (file.zero, bone) {
        (Some(zero), _) => build.check.angle(&at.field("zero"), zero),
        (None, Some(bone)) if !lower_of_limb => build.bones[bone].rest,
        (None, _) => 0.0,
    };
    let default = if lower_of_limb {
        LimitFile::HINGE
    } else {
        LimitFile::Free
    };
    let place = at.field("limit");
    let limit = match file.limit.unwrap_or(default) {
        LimitFile::Free => JointLimit::Free,
        LimitFile::Band(lower, upper) => JointLimit::Band(band(build, &place, &file.name, (lower, upper))),
        LimitFile::Hinge { hyperextension, fold } => {
            let mut side = |field: &str, degrees: f32| {
                let place = place.field(field);
                if !(0.0..=180.0).contains(&degrees) {
                    build.check.problem(
                        &place,
                        format!("a hinge can't turn by {degrees}° to one side"),
                        "write degrees from 0 to 180, without a sign: the bend side gives it",
                    );
                }
                degrees.to_radians()
            };
            JointLimit::Hinge {
                hyperextension: side("hyperextension", hyperextension),
                fold: side("fold", fold),
            }
        }
    };
    if matches!(limit, JointLimit::Hinge { .. }) && !lower_of_limb && bone.is_some() {
        build.check.problem(
            &place,
            format!(
                "`{}` isn't the lower bone of a limb, so its hinge has no bend side",
                file.bone
            ),
            "write `Band(lower, upper)`, or add a limb with this bone as its `lower`",
        );
    }
    JointSpec {
        name: file.name.clone(),
        zero,
        limit,
        softness: build
            .check
            .number(&at.field("softness"), file.softness, Want::NotNegative),
    }
}

/// The limits of a joint, `[lower, upper]` \[rad\].
fn band(build: &mut Build<'_>, at: &At, joint: &str, (lower, upper): (f32, f32)) -> [f32; 2] {
    for (i, degrees) in [lower, upper].into_iter().enumerate() {
        if degrees.is_nan() || degrees.abs() > 360.0 {
            build.check.problem(
                &at.value(i),
                format!("{degrees}° isn't a limit of joint `{joint}`"),
                "limits are degrees from the joint's zero, −360..360",
            );
        }
    }
    if lower > upper {
        build.check.problem(
            at,
            format!("joint `{joint}` has its lower limit, {lower}°, above its upper, {upper}°"),
            format!("write ({upper}, {lower}); a range over ±180° is written on, such as (135, 225)"),
        );
    }
    [lower.to_radians(), upper.to_radians()]
}

/// A band of a full turn or more is none.
pub(super) fn free_full_turns(spec: &mut RagdollSpec) {
    for joint in spec.joints.iter_mut().flatten() {
        if let JointLimit::Band([lower, upper]) = joint.limit
            && upper - lower >= core::f32::consts::TAU * (1.0 - f32::EPSILON)
        {
            joint.limit = JointLimit::Free;
        }
    }
}

/// The three facings.
pub(super) fn facings(build: &mut Build<'_>, ragdoll: &RagdollSpec, parts: &[Part]) -> [FacingProfile; 3] {
    let file = &build.file.facings;
    let nothing = FacingProfile {
        bends: vec![Bend::Normal; build.limbs.len()],
        limits: vec![None; build.bones.len()],
        draw_order: (0..parts.len()).collect(),
    };
    let right = facing(build, "right", &file.right, &nothing, ragdoll, parts);
    let mut other = |name, of: &Option<FacingFile>| match of {
        Some(of) => facing(build, name, of, &right, ragdoll, parts),
        None => right.clone(),
    };
    let left = other("left", &file.left);
    let forward = other("forward", &file.forward);
    debug_assert_eq!(Facing::Forward.index(), 2);
    [right, left, forward]
}

fn facing(
    build: &mut Build<'_>,
    name: &str,
    file: &FacingFile,
    base: &FacingProfile,
    ragdoll: &RagdollSpec,
    parts: &[Part],
) -> FacingProfile {
    let at = At::root().field("facings").field(name);
    let mut profile = base.clone();

    let bends = at.field("bends");
    names_once(build, &bends, file.bends.iter().map(|(limb, _)| limb));
    for (limb, &bend) in file.bends.iter() {
        if let Some(limb) = build.limb(&bends.field(limb), limb) {
            profile.bends[limb.index()] = bend.into();
        }
    }

    let limits = at.field("limits");
    names_once(build, &limits, file.limits.iter().map(|(joint, _)| joint));
    let known: Vec<(usize, &str)> = ragdoll
        .joints
        .iter()
        .enumerate()
        .filter_map(|(bone, joint)| Some((bone, joint.as_ref()?.name.as_str())))
        .collect();
    let names: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
    for (joint, &(lower, upper)) in file.limits.iter() {
        let place = limits.field(joint);
        let found = build.check.find(&place, "joint", joint, &names);
        let band = band(build, &place, joint, (lower, upper));
        if upper - lower >= 360.0 {
            build.check.problem(
                &place,
                format!("{lower}..{upper} is a full turn, which is no limit"),
                "leave it out here and write `limit: Free` at the joint",
            );
        }
        if let Some(found) = found {
            profile.limits[known[found].0] = Some(band);
        }
    }

    if let Some(order) = &file.draw_order {
        let place = at.field("draw_order");
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        build
            .check
            .unique("entries", order.iter().map(String::as_str), |i| place.value(i));
        let mut found = Vec::with_capacity(order.len());
        for (i, part) in order.iter().enumerate() {
            found.extend(build.check.find(&place.value(i), "part", part, &names));
        }
        let missing: Vec<String> = (0..parts.len())
            .filter(|part| !found.contains(part))
            .map(|part| format!("`{}`", parts[part].name))
            .collect();
        if !missing.is_empty() {
            build.check.problem(
                &place,
                format!("the draw order leaves out {}", missing.join(", ")),
                "name every part once, back to front",
            );
        }
        profile.draw_order = found;
    }
    profile
}

/// Problems for names that are twice in a map.
pub(super) fn names_once<'a>(build: &mut Build<'_>, at: &At, names: impl Iterator<Item = &'a str>) {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            build.check.problem(
                &at.field(name),
                format!("`{name}` is given twice"),
                "keep one of the two",
            );
        }
        seen.push(name);
    }
}
