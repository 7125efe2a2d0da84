//! The character: one API over its three states.

use std::sync::Arc;

use tumble_math::{Placement, Vec2};
use tumble_rig::clip::ClipSet;
use tumble_rig::{Bend, BoneId, Controls, Facing, LimbId, LookTarget, Pose, Rig, WorldBone};

use crate::backend::{Backend, BodyHandle, PinHandle};
use crate::{CharacterEvent, State};

/// How to make a character.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterDesc {
    /// Name, for messages.
    pub name: String,
    /// Its number among the figures of a world [1..]; bodies carry it.
    pub figure: u32,
    /// Where its root is [px], and its rotation, scale; the mirror follows from `facing`.
    pub root: Placement,
    /// Which way it faces.
    pub facing: Facing,
    /// Whether feet and root follow terrain and moving supports while animated. Default false; scenes turn it on.
    pub ground_follow: bool,
}

/// When a recovery starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecoverWhen {
    /// When the figure has come to rest on what carries it, at the latest after the rig's timeout.
    #[default]
    Settled,
    /// After the next step.
    Now,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CharacterError {
    /// No clip of that name.
    #[error("{who}: no clip named `{clip}`; it has {known}")]
    UnknownClip {
        /// The character.
        who: String,
        /// What was asked for.
        clip: String,
        /// What there is.
        known: String,
    },
    /// No bone of that name, or it has no body.
    #[error("{who}: no body named `{body}`")]
    UnknownBody {
        /// The character.
        who: String,
        /// What was asked for.
        body: String,
    },
    /// A number was NaN or infinite, or a scale not positive.
    #[error("{who}: {what} needs finite numbers (and a scale greater than zero)")]
    NotFinite {
        /// The character.
        who: String,
        /// What was asked.
        what: &'static str,
    },
    /// The world would not make a body or pin.
    #[error("{who}: the world refused a body or pin: {source}")]
    World {
        /// The character.
        who: String,
        /// Why.
        source: crate::backend::InvalidDesc,
    },
}

/// A character. Each step: [`update`](Self::update), the world's step, [`after_step`](Self::after_step).
#[derive(Debug)]
pub struct Character {}

#[allow(unused_variables, clippy::todo, missing_docs)]
impl Character {
    /// A character standing at its root in the rig's stand pose.
    ///
    /// # Errors
    /// When a number of the description is not finite or the scale is not positive.
    pub fn new(desc: CharacterDesc, rig: Arc<Rig>, clips: ClipSet) -> Result<Self, CharacterError> {
        todo!()
    }
    /// Before the world's step: scripts, clips, IK, the stand-up; moves the proxy.
    pub fn update(&mut self, world: &mut dyn Backend, dt: f32) {
        todo!()
    }
    /// After the world's step: reads the bodies, looks whether the figure has settled, captures it.
    pub fn after_step(&mut self, world: &mut dyn Backend, dt: f32) {
        todo!()
    }
    /// Removes its bodies and pins from the world. Call before dropping it.
    pub fn remove_from(&mut self, world: &mut dyn Backend) {
        todo!()
    }

    pub fn name(&self) -> &str {
        todo!()
    }
    pub fn figure(&self) -> u32 {
        todo!()
    }
    pub fn rig(&self) -> &Arc<Rig> {
        todo!()
    }
    pub fn clips(&self) -> &ClipSet {
        todo!()
    }
    pub fn state(&self) -> State {
        todo!()
    }
    pub fn is_in_ragdoll(&self) -> bool {
        todo!()
    }
    pub fn facing(&self) -> Facing {
        todo!()
    }
    pub fn pose(&self) -> &Pose {
        todo!()
    }
    /// What is drawn, one a bone.
    pub fn bones(&self) -> &[WorldBone] {
        todo!()
    }
    /// Present controls: markers, weights, bends.
    pub fn controls(&self) -> &Controls {
        todo!()
    }
    /// Body of a bone while it is a ragdoll.
    pub fn body(&self, bone: BoneId) -> Option<BodyHandle> {
        todo!()
    }
    /// The bone whose ragdoll body or proxy this is.
    pub fn bone_of(&self, body: BodyHandle) -> Option<BoneId> {
        todo!()
    }
    /// The pin at a bone's origin while it is a ragdoll.
    pub fn pin(&self, bone: BoneId) -> Option<PinHandle> {
        todo!()
    }
    /// Height (y) of the ground under it as last probed, and whether a ray hit it.
    pub fn ground(&self) -> Option<(f32, bool)> {
        todo!()
    }

    pub fn set_ragdoll(&mut self, world: &mut dyn Backend, on: bool) -> Result<(), CharacterError> {
        todo!()
    }
    pub fn toggle_ragdoll(&mut self, world: &mut dyn Backend) -> Result<(), CharacterError> {
        todo!()
    }
    pub fn recover(&mut self, when: RecoverWhen) {
        todo!()
    }
    pub fn snap_to_standing(&mut self, world: &mut dyn Backend) {
        todo!()
    }
    pub fn hit(
        &mut self,
        world: &mut dyn Backend,
        bone: BoneId,
        impulse: Vec2,
        at: Option<Vec2>,
    ) -> Result<(), CharacterError> {
        todo!()
    }
    pub fn teleport(&mut self, world: &mut dyn Backend, position: Vec2) -> Result<(), CharacterError> {
        todo!()
    }
    pub fn face(&mut self, world: &mut dyn Backend, facing: Facing) {
        todo!()
    }
    pub fn play(&mut self, clip: &str) -> Result<(), CharacterError> {
        todo!()
    }
    pub fn stop(&mut self) {
        todo!()
    }
    pub fn set_bend(&mut self, world: &mut dyn Backend, limb: LimbId, bend: Bend) {
        todo!()
    }
    pub fn look_at(&mut self, target: LookTarget, weight: f32) {
        todo!()
    }
    pub fn set_ground_follow(&mut self, on: bool) {
        todo!()
    }
    /// Moves the events collected to the end of `out`.
    pub fn drain_events(&mut self, out: &mut Vec<CharacterEvent>) {
        todo!()
    }
}
