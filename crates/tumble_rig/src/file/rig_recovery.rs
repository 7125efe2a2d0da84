//! How a rig file's figure gets up, and what props feel of it meanwhile.

use tumble_math::Vec2;

use super::ProxyFile;
use super::check::{At, Want};
use super::rig_build::Build;
use super::rig_joints::names_once;
use crate::source::did_you_mean;
use crate::{
    Bend, LandedPose, LimbKind, PathChoice, ProbeSpec, ProxySpec, RecoverySpec, SettleSpec, StandUpClip,
};

/// Getting up.
pub(super) fn recovery(build: &mut Build<'_>) -> RecoverySpec {
    let file = &build.file.recovery;
    let at = At::root().field("recovery");

    let mut leg_side: Vec<Option<Bend>> = vec![None; build.limbs.len()];
    let sides = at.field("leg_side");
    names_once(build, &sides, file.leg_side.iter().map(|(limb, _)| limb));
    for (name, &bend) in file.leg_side.iter() {
        if let Some(limb) = limb_of_kind(build, &sides.field(name), name, LimbKind::Leg) {
            leg_side[limb] = Some(bend.into());
        }
    }
    let mut joint_path = vec![PathChoice::Auto; build.limbs.len()];
    let paths = at.field("joint_path");
    names_once(build, &paths, file.joint_path.iter().map(|(limb, _)| limb));
    for (name, &path) in file.joint_path.iter() {
        if let Some(limb) = limb_of_kind(build, &paths.field(name), name, LimbKind::Arm) {
            joint_path[limb] = path.into();
        }
    }

    let mut stand_up: Vec<StandUpClip> = Vec::new();
    for (i, clip) in file.stand_up.iter().enumerate() {
        let landed = LandedPose::from(clip.landed);
        let at = at.field("stand_up").nth(i, format!("stand-up {}", i + 1));
        build.check.name(&at.field("clip"), &clip.clip);
        if stand_up.iter().any(|other| other.landed == landed) {
            build.check.problem(
                &at.field("landed"),
                format!("there is a clip for `{landed:?}` already"),
                "keep one of the two",
            );
        }
        stand_up.push(StandUpClip {
            landed,
            clip: clip.clip.clone(),
            blend: build
                .check
                .number(&at.field("blend"), clip.blend, Want::NotNegative),
        });
    }

    let check = &mut build.check;
    let settle_at = at.field("settle");
    let probe_at = at.field("probe");
    let offsets_at = probe_at.field("offsets");
    if file.probe.offsets.is_empty() || file.probe.offsets.len() > MOST_RAYS {
        check.problem(
            &offsets_at,
            format!("{} rays can't look for the ground", file.probe.offsets.len()),
            format!("give 1 to {MOST_RAYS} offsets, such as [0, 25, -25]"),
        );
    }
    let offsets: Vec<f32> = file
        .probe
        .offsets
        .iter()
        .enumerate()
        .map(|(i, &offset)| check.number(&offsets_at.value(i), offset, Want::Px))
        .collect();
    RecoverySpec {
        duration: check.number(&at.field("duration"), file.duration, Want::Positive),
        easing: file.easing.into(),
        leg_side,
        joint_path,
        ankle_blend: check.number(&at.field("ankle_blend"), file.ankle_blend, Want::NotNegative),
        settle: SettleSpec {
            speed: check.number(&settle_at.field("speed"), file.settle.speed, Want::Positive),
            time: check.number(&settle_at.field("time"), file.settle.time, Want::NotNegative),
            timeout: check.number(
                &settle_at.field("timeout"),
                file.settle.timeout,
                Want::NotNegative,
            ),
        },
        probe: ProbeSpec {
            offsets,
            above: check.number(&probe_at.field("above"), file.probe.above, Want::Length),
            below: check.number(&probe_at.field("below"), file.probe.below, Want::Length),
            accept: check.number(&probe_at.field("accept"), file.probe.accept, Want::Length),
        },
        stand_up,
    }
}

/// More rays than this a probe doesn't need.
const MOST_RAYS: usize = 64;

fn limb_of_kind(build: &mut Build<'_>, at: &At, name: &str, kind: LimbKind) -> Option<usize> {
    let limb = build.limb(at, name)?.index();
    if build.limbs.get(limb)?.kind != kind {
        let (word, others) = match kind {
            LimbKind::Leg => ("leg", "an arm"),
            LimbKind::Arm => ("arm", "a leg"),
        };
        let fitting: Vec<&str> = build
            .limbs
            .iter()
            .filter(|limb| limb.kind == kind)
            .map(|limb| limb.name.as_str())
            .collect();
        let help = did_you_mean(name, &format!("{word}s"), fitting.iter().copied());
        build
            .check
            .problem(at, format!("`{name}` is {others}; this is for {word}s"), help);
        return None;
    }
    Some(limb)
}

/// What props feel.
pub(super) fn proxy(build: &mut Build<'_>) -> ProxySpec {
    let at = At::root().field("proxy");
    match build.file.proxy {
        ProxyFile::None => ProxySpec::None,
        ProxyFile::Bones => ProxySpec::Bones,
        ProxyFile::Box(width, height) => ProxySpec::Box {
            size: Vec2::new(
                build.check.number(&at.value(0), width, Want::Size),
                build.check.number(&at.value(1), height, Want::Size),
            ),
        },
    }
}
