//! Looking at a character.

use std::sync::Arc;

use tumble_rig::clip::ClipSet;
use tumble_rig::{Animator, BoneId, Controls, Facing, Pose, Rig, WorldBone};

use super::Character;
use crate::backend::{BodyHandle, PinHandle, Shape};
use crate::ragdoll::Ragdoll;
use crate::recovery::RecoveryTrace;
use crate::{CharacterEvent, State};

impl Character {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its number among the figures of a world.
    pub fn figure(&self) -> u32 {
        self.figure
    }

    /// Its rig.
    pub fn rig(&self) -> &Arc<Rig> {
        &self.rig
    }

    /// The clips it can play.
    pub fn clips(&self) -> &ClipSet {
        &self.clips
    }

    /// The player of its clips.
    pub fn animator(&self) -> &Animator {
        &self.animator
    }

    /// What moves it now.
    pub fn state(&self) -> State {
        self.state
    }

    /// Whether physics moves it now.
    pub fn is_in_ragdoll(&self) -> bool {
        self.state == State::Ragdoll
    }

    /// Which way it faces; while it is not animated, which way it will face.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Its pose.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// What is drawn, one a bone, in every state.
    pub fn bones(&self) -> &[WorldBone] {
        &self.bones
    }

    /// Markers, weights and bend sides, on level ground; while it is not animated, the remembered ones.
    pub fn controls(&self) -> &Controls {
        &self.controls
    }

    /// The same, fitted to the ground at the last solve: where the markers are drawn.
    pub fn fitted_controls(&self) -> &Controls {
        &self.fitted
    }

    /// Body of a bone while it is a ragdoll.
    pub fn body(&self, bone: BoneId) -> Option<BodyHandle> {
        self.ragdoll.as_ref()?.body(bone)
    }

    /// The ragdoll's bodies with their bones and shapes, parents first; empty while it isn't one.
    pub fn bodies(&self) -> impl Iterator<Item = (BoneId, BodyHandle, &Shape)> + '_ {
        self.ragdoll.iter().flat_map(Ragdoll::bodies)
    }

    /// The bone whose ragdoll body or proxy this is.
    pub fn bone_of(&self, body: BodyHandle) -> Option<BoneId> {
        let ragdoll = self.ragdoll.as_ref().and_then(|ragdoll| ragdoll.bone_of(body));
        ragdoll.or_else(|| self.proxy.as_ref()?.bone_of(body))
    }

    /// The pin at a bone's origin while it is a ragdoll.
    pub fn pin(&self, bone: BoneId) -> Option<PinHandle> {
        self.ragdoll.as_ref()?.pin(bone)
    }

    /// The ragdoll's pins with their child bones; empty while it isn't one.
    pub fn pins(&self) -> impl Iterator<Item = (BoneId, PinHandle)> + '_ {
        self.ragdoll.iter().flat_map(Ragdoll::pins)
    }

    /// Depth (y, with gravity straight down) of the ground under it as last probed for a recovery, and whether a ray hit it.
    pub fn ground(&self) -> Option<(f32, bool)> {
        self.ground
    }

    /// What the last recovery decided.
    pub fn recovery_trace(&self) -> Option<&RecoveryTrace> {
        self.trace.as_ref()
    }

    /// Moves the events collected to the end of `out`.
    pub fn drain_events(&mut self, out: &mut Vec<CharacterEvent>) {
        out.append(&mut self.events);
    }
}
