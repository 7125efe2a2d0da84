//! What a recovery decided, for a developer to print in place of debug prints.

use core::fmt;

use tumble_math::{Placement, Pose2};
use tumble_rig::LandedPose;

use crate::probe::Ground;

/// One body as it was captured.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedBody {
    /// Its bone's name.
    pub bone: String,
    /// Where it was.
    pub pose: Pose2,
}

/// One bone's way.
#[derive(Clone, Debug, PartialEq)]
pub struct BoneWay {
    /// Its name.
    pub bone: String,
    /// Captured angle relative to the parent, in the new root's frame \[rad\].
    pub from: f32,
    /// Remembered angle \[rad\].
    pub to: f32,
    /// How it gets there.
    pub by: Way,
}

/// How a bone gets from the captured angle to the remembered one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Turning by so much \[rad\].
    Turn(f32),
    /// As part of a leg moved by IK.
    LegIk,
    /// By a stand-up clip.
    Clip,
}

/// One foot's ground.
#[derive(Clone, Debug, PartialEq)]
pub struct FootGround {
    /// Name of its marker.
    pub foot: String,
    /// Ground under it less ground under the root [px, + is lower].
    pub rise: f32,
    /// Whether it hangs.
    pub hangs: bool,
}

/// Everything that one recovery decided.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveryTrace {
    /// The ground probe.
    pub ground: Ground,
    /// How the figure lay.
    pub landed: LandedPose,
    /// The root before and after re-anchoring.
    pub root: (Placement, Placement),
    /// How far the drawn figure moved at the hand-over \[px\].
    pub moved: f32,
    /// How far the root sinks for the lowest foot to reach \[px\].
    pub sink: f32,
    /// Bodies at capture.
    pub bodies: Vec<CapturedBody>,
    /// Bones.
    pub bones: Vec<BoneWay>,
    /// Feet.
    pub feet: Vec<FootGround>,
}

impl fmt::Display for RecoveryTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deg = f32::to_degrees;
        let (old, new) = self.root;
        writeln!(f, "recovery, landed: {:?}", self.landed)?;
        let hit = if self.ground.support.is_some() {
            "hit"
        } else {
            "no ray accepted, figure's bottom"
        };
        writeln!(f, "  ground at depth {:.3} px ({hit})", self.ground.depth)?;
        for (ray, found) in &self.ground.rays {
            match found {
                Some(hit) => writeln!(
                    f,
                    "    ray x {:9.2}: {:?} at {:.3}",
                    ray.origin.x, hit.body, hit.point
                )?,
                None => writeln!(f, "    ray x {:9.2}: nothing", ray.origin.x)?,
            }
        }
        writeln!(
            f,
            "  root ({:.2}, {:.2}) → ({:.2}, {:.2}), mirror {} → {}, sinks {:.2} px, moved on screen {:.4} px",
            old.position.x,
            old.position.y,
            new.position.x,
            new.position.y,
            old.mirror,
            new.mirror,
            self.sink,
            self.moved
        )?;
        for body in &self.bodies {
            let (p, a) = (body.pose.position, deg(body.pose.angle));
            writeln!(f, "  body {:<18} ({:9.2}, {:9.2}) {a:8.2}°", body.bone, p.x, p.y)?;
        }
        for bone in &self.bones {
            let (from, to) = (deg(bone.from), deg(bone.to));
            write!(f, "  bone {:<18} {from:8.2}° → {to:8.2}°  ", bone.bone)?;
            match bone.by {
                Way::Turn(by) => writeln!(f, "by {:.2}°", deg(by))?,
                Way::LegIk => writeln!(f, "by leg IK")?,
                Way::Clip => writeln!(f, "by clip")?,
            }
        }
        for foot in &self.feet {
            let hangs = if foot.hangs { ", hangs" } else { "" };
            writeln!(f, "  foot {:<18} rise {:.3} px{hangs}", foot.foot, foot.rise)?;
        }
        Ok(())
    }
}
