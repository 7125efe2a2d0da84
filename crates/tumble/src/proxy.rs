//! What props feel of a character that is not a ragdoll: kinematic bodies that follow the pose.

use tumble_math::{Pose2, Vec2};
use tumble_rig::{BodySpec, BoneId, Pose, ProxySpec, Rig, WorldBone};

use crate::backend::{Backend, BodyDesc, BodyHandle, BodyKind, InvalidDesc, Layer, PairRule, Shape};
use crate::ragdoll::body_pose;
use crate::template::{RagdollTemplate, body_shape};

/// How a proxy gets to the new pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrive {
    /// In the course of the next step, pushing what is in the way.
    Moving,
    /// At once, as after a teleport.
    AtOnce,
}

/// The kinematic bodies of a character while it is animated or recovering.
#[derive(Debug, Default)]
pub(crate) struct Proxy {
    /// With the bone each follows; the box follows the root and counts as the torso's.
    bodies: Vec<(BoneId, BodyHandle)>,
    /// What carries the figure, which the proxy must not meet: it would push away what it stands on, and ride after it.
    carrier: Option<BodyHandle>,
}

/// What a proxy is made from.
pub(crate) struct ProxyEntry<'a> {
    pub rig: &'a Rig,
    pub template: &'a RagdollTemplate,
    pub figure: u32,
    pub pose: &'a Pose,
    pub bones: &'a [WorldBone],
    pub down: Vec2,
}

impl Proxy {
    /// Puts the proxy into the world, at rest on the pose.
    ///
    /// # Errors
    /// When the world refuses a body; everything made so far has been removed again.
    pub fn enter(world: &mut dyn Backend, entry: &ProxyEntry<'_>) -> Result<Self, InvalidDesc> {
        let mut proxy = Self::default();
        let scale = entry.pose.root.scale;
        let mut add = |bone: BoneId, shape: Shape, pose: Pose2, friction: f32| {
            let desc = BodyDesc {
                kind: BodyKind::Kinematic,
                layer: Layer::Proxy,
                shape,
                pose,
                friction,
                figure: entry.figure,
                tag: u64::from(bone.0),
                ..BodyDesc::default()
            };
            world
                .add_body(&desc)
                .map(|handle| proxy.bodies.push((bone, handle)))
        };
        let made = match entry.rig.proxy {
            ProxySpec::None => Ok(()),
            ProxySpec::Box { size } => {
                let half = size * (0.5 * scale);
                add(
                    BoneId::TORSO,
                    Shape::Box { half },
                    box_pose(entry, half.y),
                    BodyDesc::default().friction,
                )
            }
            ProxySpec::Bones => entry.template.bodies.iter().try_for_each(|&bone| {
                let Some(spec) = entry.rig.ragdoll.bodies[bone.index()] else {
                    return Ok(());
                };
                let shape = body_shape(spec.shape, entry.rig.bones[bone.index()].length, scale);
                add(bone, shape, bone_pose(entry, bone, &spec), spec.friction)
            }),
        };
        if let Err(error) = made {
            proxy.remove(world);
            return Err(error);
        }
        Ok(proxy)
    }

    /// Has the proxy follow the pose.
    pub fn follow(&self, world: &mut dyn Backend, entry: &ProxyEntry<'_>, arrive: Arrive, dt: f32) {
        for &(bone, handle) in &self.bodies {
            let to = match (entry.rig.proxy, entry.rig.ragdoll.bodies[bone.index()]) {
                (ProxySpec::Box { size }, _) => box_pose(entry, 0.5 * size.y * entry.pose.root.scale),
                (ProxySpec::Bones, Some(spec)) => bone_pose(entry, bone, &spec),
                _ => continue,
            };
            // A body that has gone is not missed: its owner may have cleared the world.
            let _ = match arrive {
                Arrive::Moving => world.move_to(handle, to, dt),
                Arrive::AtOnce => world
                    .set_pose(handle, to)
                    .and_then(|()| world.set_velocity(handle, Vec2::ZERO, 0.0)),
            };
        }
    }

    /// Stands on `carrier` from now on. The world is only told of changes.
    pub fn stand_on(&mut self, world: &mut dyn Backend, carrier: Option<BodyHandle>) {
        if carrier == self.carrier {
            return;
        }
        for (body, rule) in [(self.carrier, PairRule::Collide), (carrier, PairRule::Ignore)] {
            let Some(body) = body else { continue };
            for &(_, handle) in &self.bodies {
                let _ = world.set_pair(handle, body, rule);
            }
        }
        self.carrier = carrier;
    }

    /// Takes the proxy out of the world.
    pub fn remove(&mut self, world: &mut dyn Backend) {
        for (_, handle) in self.bodies.drain(..) {
            let _ = world.remove_body(handle);
        }
    }

    /// The bone that a body follows.
    pub fn bone_of(&self, body: BodyHandle) -> Option<BoneId> {
        self.bodies
            .iter()
            .find(|(_, handle)| *handle == body)
            .map(|&(bone, _)| bone)
    }
}

/// On its bone, as the bone's body would be. Nearly every body's centre is on its bone: then it is between the two ends, which
/// are known, and no direction has to be worked out ten times a frame.
fn bone_pose(entry: &ProxyEntry<'_>, bone: BoneId, spec: &BodySpec) -> Pose2 {
    let at = &entry.bones[bone.index()];
    let length = entry.rig.bones[bone.index()].length;
    if spec.center.y == 0.0 && length > 1.0 {
        Pose2::new(
            at.origin + (at.tip - at.origin) * (spec.center.x / length),
            at.heading,
        )
    } else {
        body_pose(spec, at, entry.pose)
    }
}

/// A box standing on the level that the root stands on.
fn box_pose(entry: &ProxyEntry<'_>, half_height: f32) -> Pose2 {
    let root = entry.pose.root;
    let height = entry.rig.stand_height() * root.scale - half_height;
    Pose2::new(root.position + entry.down * height, root.angle)
}
