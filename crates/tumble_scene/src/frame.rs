//! One moment of a scene, with everything that a picture or a trace row needs, free of any world.

use std::sync::Arc;

use tumble::State;
use tumble::backend::inside::Inside;
use tumble::backend::{Ray, RayHit, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::rig::{Facing, Pose, Rig, WorldBone};

/// A fixed shape of the scene, in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainView {
    /// Name: `ground`, `stairs`, …
    pub name: String,
    /// Shape, in the world (polygons and segments only).
    pub shape: Shape,
}

/// A prop at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PropView {
    /// Name.
    pub name: String,
    /// Shape, in its own frame.
    pub shape: Shape,
    /// Where.
    pub pose: Pose2,
    /// Velocity [px/s].
    pub velocity: Vec2,
    /// Angular velocity [rad/s].
    pub spin: f32,
    /// Whether it moves as it is told (a lift) and not by forces.
    pub kinematic: bool,
}

/// A ragdoll's body at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyView {
    /// Index of its bone.
    pub bone: usize,
    /// Shape, in its own frame.
    pub shape: Shape,
    /// Where.
    pub pose: Pose2,
    /// Velocity [px/s].
    pub velocity: Vec2,
    /// Angular velocity [rad/s].
    pub spin: f32,
}

/// A ragdoll's joint at one moment, in the world's sense.
#[derive(Clone, Debug, PartialEq)]
pub struct JointView {
    /// Name: `left_elbow`.
    pub name: String,
    /// Index of the child bone.
    pub bone: usize,
    /// Angle from the joint's zero \[rad\], unwrapped.
    pub angle: f32,
    /// Limits \[rad\].
    pub limits: Option<[f32; 2]>,
    /// The joint's zero \[rad\], in the world's sense: heading of child − heading of parent at angle 0.
    pub zero: f32,
    /// Distance of the two anchors \[px\].
    pub gap: f32,
    /// Where \[px\].
    pub at: Vec2,
}

/// A character at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterView {
    /// Name.
    pub name: String,
    /// Its rig: looks, names of bones.
    pub rig: Arc<Rig>,
    /// State.
    pub state: State,
    /// Facing.
    pub facing: Facing,
    /// Pose.
    pub pose: Pose,
    /// The bones it draws, in the world, one a bone of the rig.
    pub bones: Vec<WorldBone>,
    /// Markers by name, in the world.
    pub markers: Vec<(String, Vec2)>,
    /// Bodies, while it is a ragdoll.
    pub bodies: Vec<BodyView>,
    /// Joints, while it is a ragdoll.
    pub joints: Vec<JointView>,
    /// Height of the ground under it, and whether a ray hit it.
    pub ground: Option<(f32, bool)>,
    /// The rays of the last ground probe, with what they hit.
    pub probe: Vec<(Ray, Option<RayHit>)>,
}

/// An event of a step, by names.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneEvent {
    /// A character changed its state.
    State {
        /// Who.
        who: String,
        /// From.
        from: State,
        /// To.
        to: State,
        /// Farthest move of a drawn end at the hand-over \[px\].
        moved: f32,
        /// Whether it was asked to leave its state at once, by `snap_to_standing`: a jump, and meant as one.
        snapped: bool,
    },
    /// Two bodies hit each other.
    Impact {
        /// `hero/head`, or a prop's name.
        body: String,
        /// The other: a body, a prop, or a terrain's name.
        other: String,
        /// Normal impulse [kg·px/s].
        impulse: f32,
        /// Where \[px\].
        at: Vec2,
    },
    /// A body was not finite and was taken out.
    Quarantined {
        /// Which.
        body: String,
    },
    /// A script action did nothing, and why.
    Skipped {
        /// What.
        action: String,
        /// Why.
        why: String,
    },
    /// A clip passed one of its events.
    Clip {
        /// Who.
        who: String,
        /// Clip.
        clip: String,
        /// Event.
        event: String,
    },
    /// A recovery went on without the figure having settled.
    SettleTimeout {
        /// Who.
        who: String,
    },
}

/// One moment of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Steps since the start.
    pub step: u64,
    /// Time \[s\].
    pub time: f64,
    /// Gravity [px/s²].
    pub gravity: Vec2,
    /// Fixed shapes (shared: they rarely change).
    pub terrain: Arc<[TerrainView]>,
    /// Props.
    pub props: Vec<PropView>,
    /// Characters.
    pub characters: Vec<CharacterView>,
    /// Events of this step.
    pub events: Vec<SceneEvent>,
    /// The inside of the world, where somebody wants to see it: [`Backend::inside`](tumble::Backend::inside). A runner leaves it out, as
    /// it is larger than all the rest.
    pub inside: Option<Box<Inside>>,
}
