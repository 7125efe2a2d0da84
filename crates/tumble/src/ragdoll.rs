//! One ragdoll in one world: bodies and pins made from a pose, and a pose read back from them.

use tumble_math::{Pose2, Rot, Vec2, angle};
use tumble_rig::{Bend, BodySpec, BoneId, Facing, Pose, Rig, WorldBone};

use crate::backend::{
    Backend, BodyDesc, BodyHandle, BodyKind, InvalidDesc, Layer, PairRule, PinDesc, PinHandle, Shape,
};
use crate::history::{History, Motion};
use crate::overlap::overlaps;
use crate::template::{RagdollTemplate, body_shape};

/// Bodies of a figure that overlapped at entry meet again once they are this far apart \[px\].
const APART_MARGIN: f32 = 1.0;

/// A bone's body in the world.
#[derive(Clone, Debug)]
struct Limb {
    bone: BoneId,
    handle: BodyHandle,
    shape: Shape,
    /// The bone's origin in the body's frame \[px\].
    origin: Vec2,
    mass: f32,
}

/// The bodies and pins of one figure while it is a ragdoll.
#[derive(Debug)]
pub(crate) struct Ragdoll {
    limbs: Vec<Limb>,
    pins: Vec<(BoneId, PinHandle)>,
    /// Indices into `limbs`: pairs that overlapped at entry and have not come apart yet.
    overlapping: Vec<(usize, usize)>,
    /// Bones whose bodies were seen not to be finite.
    lost: Vec<BoneId>,
    headings: Vec<f32>,
    scratch: Vec<WorldBone>,
}

/// What a ragdoll is made from.
pub(crate) struct Entry<'a> {
    pub rig: &'a Rig,
    pub template: &'a RagdollTemplate,
    pub figure: u32,
    pub pose: &'a Pose,
    pub bones: &'a [WorldBone],
    pub history: &'a History,
    pub facing: Facing,
    pub bends: &'a [Bend],
}

/// Where the body of a bone is: its centre fixed in the bone, its angle the bone's heading.
pub(crate) fn body_pose(spec: &BodySpec, bone: &WorldBone, pose: &Pose) -> Pose2 {
    let center = Vec2::new(spec.center.x, spec.center.y * pose.root.handedness()) * pose.root.scale;
    Pose2::new(
        bone.origin + Rot::from_angle(bone.heading).rotate(center),
        bone.heading,
    )
}

impl Ragdoll {
    /// Makes the bodies exactly on the pose, each with the velocity of its own bone, and pins them.
    ///
    /// # Errors
    /// When the world refuses a body or a pin; everything made so far has been removed again.
    pub fn enter(world: &mut dyn Backend, entry: &Entry<'_>) -> Result<Self, InvalidDesc> {
        let mut ragdoll = Self {
            limbs: Vec::with_capacity(entry.template.bodies.len()),
            pins: Vec::with_capacity(entry.template.pins.len()),
            overlapping: Vec::new(),
            lost: Vec::new(),
            headings: entry.bones.iter().map(|bone| bone.heading).collect(),
            scratch: entry.bones.to_vec(),
        };
        let made = ragdoll
            .add_bodies(world, entry)
            .and_then(|()| ragdoll.add_pins(world, entry));
        if let Err(error) = made {
            ragdoll.remove(world);
            return Err(error);
        }
        ragdoll.find_overlaps(world, entry);
        Ok(ragdoll)
    }

    fn add_bodies(&mut self, world: &mut dyn Backend, entry: &Entry<'_>) -> Result<(), InvalidDesc> {
        let Entry { rig, pose, bones, .. } = *entry;
        let scale = pose.root.scale;
        let spec_of = |bone: BoneId| rig.ragdoll.bodies[bone.index()];
        let torso_motion = spec_of(BoneId::TORSO).map_or((Vec2::ZERO, Motion::default()), |spec| {
            let center = body_pose(&spec, &bones[0], pose).position;
            (center, entry.history.motion(bones, 0, center))
        });
        for &bone in &entry.template.bodies {
            let Some(spec) = spec_of(bone) else { continue };
            let at = body_pose(&spec, &bones[bone.index()], pose);
            let motion = if rig.ragdoll.entry.torso_only {
                let (center, motion) = torso_motion;
                let arm = at.position - center;
                Motion {
                    velocity: motion.velocity + Vec2::new(-arm.y, arm.x) * motion.spin,
                    spin: motion.spin,
                }
            } else {
                entry.history.motion(bones, bone.index(), at.position)
            };
            let motion = motion.inherited(&rig.ragdoll.entry);
            let shape = body_shape(spec.shape, rig.bones[bone.index()].length, scale);
            let mass = spec.mass * scale * scale;
            let handle = world.add_body(&BodyDesc {
                kind: BodyKind::Dynamic,
                layer: Layer::Limb,
                shape: shape.clone(),
                pose: at,
                velocity: motion.velocity,
                spin: motion.spin,
                mass,
                linear_damping: spec.linear_damping,
                angular_damping: spec.angular_damping,
                friction: spec.friction,
                restitution: spec.restitution,
                figure: entry.figure,
                tag: u64::from(bone.0),
            })?;
            let origin = -Vec2::new(spec.center.x, spec.center.y * pose.root.handedness()) * scale;
            self.limbs.push(Limb {
                bone,
                handle,
                shape,
                origin,
                mass,
            });
        }
        Ok(())
    }

    fn add_pins(&mut self, world: &mut dyn Backend, entry: &Entry<'_>) -> Result<(), InvalidDesc> {
        let Entry { rig, pose, bones, .. } = *entry;
        for &(child, parent) in &entry.template.pins {
            let (Some(c), Some(p)) = (self.limb(child), self.limb(parent)) else {
                continue;
            };
            let joint = JointFrame::new(rig, entry.template, pose, child);
            let (child_bone, parent_bone) = (&bones[child.index()], &bones[parent.index()]);
            // The pin is at the child bone's origin. Directly below the parent the anchor comes from the rig, exactly;
            // else from where the bones between hold it now.
            let from_parent = if rig.bones[child.index()].parent == Some(parent) {
                let attach = rig.bones[child.index()].attach;
                Vec2::new(attach.x, attach.y * pose.root.handedness()) * pose.root.scale
            } else {
                Rot::from_angle(parent_bone.heading).unrotate(child_bone.origin - parent_bone.origin)
            };
            let limits = rig
                .band(child, entry.facing, entry.bends)
                .map(|band| joint.world_band(band));
            let relative = child_bone.heading - parent_bone.heading - joint.zero;
            let angle = match limits {
                Some([lower, upper]) => angle::nearest_turn_to_band(relative, lower, upper),
                None => angle::wrap(relative),
            };
            let softness = rig.ragdoll.joints[child.index()]
                .as_ref()
                .map_or(0.0, |joint| joint.softness);
            let pin = world.add_pin(&PinDesc {
                parent: p.handle,
                child: c.handle,
                parent_anchor: p.origin + from_parent,
                child_anchor: c.origin,
                zero: joint.zero,
                angle,
                limits,
                softness,
            })?;
            self.pins.push((child, pin));
        }
        Ok(())
    }

    /// Siblings on one pin never collide; other pairs that overlap now don't until they have come apart once.
    fn find_overlaps(&mut self, world: &mut dyn Backend, entry: &Entry<'_>) {
        for &(a, b) in &entry.template.siblings {
            if let (Some(a), Some(b)) = (self.limb(a), self.limb(b)) {
                let _ = world.set_pair(a.handle, b.handle, PairRule::Ignore);
            }
        }
        let unordered = |list: &[(BoneId, BoneId)], a, b| list.contains(&(a, b)) || list.contains(&(b, a));
        for i in 0..self.limbs.len() {
            for j in i + 1..self.limbs.len() {
                let (a, b) = (&self.limbs[i], &self.limbs[j]);
                let joined = unordered(&entry.template.pins, a.bone, b.bone)
                    || unordered(&entry.template.siblings, a.bone, b.bone);
                if !joined && self.pair_overlaps(world, i, j) {
                    let _ = world.set_pair(a.handle, b.handle, PairRule::Ignore);
                    self.overlapping.push((i, j));
                }
            }
        }
    }

    fn pair_overlaps(&self, world: &dyn Backend, i: usize, j: usize) -> bool {
        let (a, b) = (&self.limbs[i], &self.limbs[j]);
        match (world.body(a.handle), world.body(b.handle)) {
            (Some(p), Some(q)) => overlaps((&a.shape, p.pose), (&b.shape, q.pose), APART_MARGIN),
            _ => false,
        }
    }

    /// Lets pairs that overlapped at entry collide once they have come apart.
    pub fn part_overlaps(&mut self, world: &mut dyn Backend) {
        let mut i = 0;
        while i < self.overlapping.len() {
            let (a, b) = self.overlapping[i];
            if self.pair_overlaps(world, a, b) {
                i += 1;
            } else {
                let _ = world.set_pair(self.limbs[a].handle, self.limbs[b].handle, PairRule::Collide);
                self.overlapping.swap_remove(i);
            }
        }
    }

    /// Takes every body and pin out of the world.
    pub fn remove(&mut self, world: &mut dyn Backend) {
        for (_, pin) in self.pins.drain(..) {
            let _ = world.remove_pin(pin);
        }
        for limb in self.limbs.drain(..) {
            let _ = world.remove_body(limb.handle);
        }
    }

    /// Reads the bodies into `pose`, keeping its root. Bones without a body of their own keep their angle.
    ///
    /// The drawn figure is rigid where pins give way: angles are the bodies', and the hips are placed so that the drawn
    /// figure lies over its bodies on (mass-weighted) average.
    pub fn read_pose(&mut self, world: &dyn Backend, rig: &Rig, pose: &mut Pose) {
        for limb in &self.limbs {
            let Some(state) = world.body(limb.handle) else {
                continue;
            };
            if state.pose.is_finite() {
                self.headings[limb.bone.index()] = state.pose.angle;
            } else if !self.lost.contains(&limb.bone) {
                self.lost.push(limb.bone);
            }
        }
        for (i, bone) in rig.bones.iter().enumerate() {
            if let (None, Some(parent)) = (&rig.ragdoll.bodies[i], bone.parent) {
                self.headings[i] = self.headings[parent.index()] + pose.root.convert_turn(pose.angles[i]);
            }
        }
        let hips = self.scratch[0].origin;
        pose.set_from_world(rig, hips, &self.headings);
        pose.world_bones(rig, &mut self.scratch);
        let (mut off, mut mass) = (Vec2::ZERO, 0.0);
        for limb in &self.limbs {
            let Some(state) = world.body(limb.handle) else {
                continue;
            };
            let origin = state.pose.world_from_local_point(limb.origin);
            let there = origin - self.scratch[limb.bone.index()].origin;
            if there.is_finite() {
                off += there * limb.mass;
                mass += limb.mass;
            }
        }
        if mass > 0.0 {
            let hips = hips + off / mass;
            pose.hips = pose.root.local_from_world_point(hips);
            self.scratch[0].origin = hips;
        }
    }

    /// Bones whose bodies were seen not to be finite, each once. They keep the last heading that was.
    pub fn lost(&self) -> &[BoneId] {
        &self.lost
    }

    /// Moves the whole figure at once, at rest.
    pub fn shift(&mut self, world: &mut dyn Backend, by: Vec2) {
        for limb in &self.limbs {
            let Some(state) = world.body(limb.handle) else {
                continue;
            };
            let _ = world.set_pose(
                limb.handle,
                Pose2::new(state.pose.position + by, state.pose.angle),
            );
            let _ = world.set_velocity(limb.handle, Vec2::ZERO, 0.0);
        }
        self.scratch[0].origin += by;
    }

    /// Gives every pin the band that belongs to this facing and these bends.
    pub fn set_bands(
        &self,
        world: &mut dyn Backend,
        (rig, template): (&Rig, &RagdollTemplate),
        pose: &Pose,
        facing: Facing,
        bends: &[Bend],
    ) {
        // A live pin keeps the zero that it was made with, in the sense of the root at entry; the band asked for is in the
        // sense of `facing`. Where the two differ, so may the zeros: a zero of ±π is one direction, 30° and −30° are not.
        let sense = if facing.is_mirrored() { -1.0 } else { 1.0 };
        for &(bone, pin) in &self.pins {
            let made = JointFrame::new(rig, template, pose, bone);
            let asked = JointFrame {
                zero: made.zero * made.handedness * sense,
                handedness: sense,
            };
            let shift = angle::wrap(asked.zero - made.zero);
            let band = rig
                .band(bone, facing, bends)
                .map(|band| asked.world_band(band).map(|end| end + shift));
            let _ = world.set_limits(pin, band);
        }
    }

    fn limb(&self, bone: BoneId) -> Option<&Limb> {
        self.limbs.iter().find(|limb| limb.bone == bone)
    }

    /// The body of a bone.
    pub fn body(&self, bone: BoneId) -> Option<BodyHandle> {
        self.limb(bone).map(|limb| limb.handle)
    }

    /// The bone of a body.
    pub fn bone_of(&self, body: BodyHandle) -> Option<BoneId> {
        self.limbs
            .iter()
            .find(|limb| limb.handle == body)
            .map(|limb| limb.bone)
    }

    /// The pin at a bone's origin.
    pub fn pin(&self, bone: BoneId) -> Option<PinHandle> {
        self.pins
            .iter()
            .find(|(child, _)| *child == bone)
            .map(|&(_, pin)| pin)
    }

    /// Bodies with their bones and shapes, parents first.
    pub fn bodies(&self) -> impl Iterator<Item = (BoneId, BodyHandle, &Shape)> + '_ {
        self.limbs
            .iter()
            .map(|limb| (limb.bone, limb.handle, &limb.shape))
    }

    /// Pins with their child bones.
    pub fn pins(&self) -> impl Iterator<Item = (BoneId, PinHandle)> + '_ {
        self.pins.iter().copied()
    }
}

/// A joint's zero in the world's sense.
struct JointFrame {
    /// Heading of the child less heading of the body it hangs on, at the joint's zero \[rad\].
    zero: f32,
    handedness: f32,
}

impl JointFrame {
    fn new(rig: &Rig, template: &RagdollTemplate, pose: &Pose, child: BoneId) -> Self {
        let mut zero = rig.ragdoll.joints[child.index()]
            .as_ref()
            .map_or(0.0, |joint| joint.zero);
        // Bones without a body between child and carrier are rigid: their angles belong to the zero.
        let mut above = rig.bones[child.index()].parent;
        while let Some(bone) = above {
            if template.carrier[bone.index()] == bone {
                break;
            }
            zero += pose.angles[bone.index()];
            above = rig.bones[bone.index()].parent;
        }
        let handedness = pose.root.handedness();
        Self {
            zero: zero * handedness,
            handedness,
        }
    }

    /// A band of the rig's frame in the world's sense: under a mirror [l, u] becomes [−u, −l].
    fn world_band(&self, [lower, upper]: [f32; 2]) -> [f32; 2] {
        if self.handedness < 0.0 {
            [-upper, -lower]
        } else {
            [lower, upper]
        }
    }
}
