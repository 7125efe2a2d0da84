//! One moment of a scene, with everything that a picture or a trace row needs, free of any world.

use std::sync::Arc;

use tumble::State;
use tumble::backend::inside::Inside;
use tumble::backend::{Ray, RayHit, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::rig::{Facing, Pose, Rig, WorldBone};
use tumble::verlet::Figure;

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

/// A point of a puppet at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointView {
    /// Where \[px\].
    pub at: Vec2,
    /// Velocity [px/s].
    pub velocity: Vec2,
    /// Whether it touches something.
    pub touches: bool,
    /// Whether somebody holds it.
    pub held: bool,
}

/// A hand on a puppet's point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullView {
    /// The point's number.
    pub point: usize,
    /// Where it is pulled to \[px\].
    pub target: Vec2,
}

/// A puppet at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PuppetView {
    /// Name.
    pub name: Arc<str>,
    /// What it is, in px with y down: names of points, which sticks are drawn, how long they should be.
    pub figure: Arc<Figure>,
    /// Its points, in the figure's order.
    pub points: Vec<PointView>,
    /// How long its sticks are \[px\], in the figure's order.
    pub lengths: Vec<f32>,
    /// The script's hands on it.
    pub pulls: Vec<PullView>,
    /// Whether it is stepped: neither asleep nor taken out.
    pub awake: bool,
}

impl PuppetView {
    /// The largest stretch of its rigid sticks, as a share of the stick's length.
    pub fn stretch(&self) -> f32 {
        let sticks = self.figure.sticks().iter().zip(&self.lengths);
        sticks
            .filter(|(stick, _)| stick.compliance == 0.0)
            .fold(0.0, |most: f32, (stick, &length)| {
                let rest = stick.length as f32;
                most.max((length / rest - 1.0).abs())
            })
    }
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
    /// A point of a puppet came against something.
    Bump {
        /// `dummy/left_foot`.
        body: String,
        /// How fast it came [px/s].
        speed: f32,
        /// What stopped it [kg·px/s].
        impulse: f32,
        /// Where the point is \[px\].
        at: Vec2,
    },
    /// A puppet came down after a while in the air.
    Landed {
        /// Who.
        who: String,
        /// How fast its hardest point came [px/s].
        speed: f32,
    },
    /// A puppet was pushed.
    Pushed {
        /// Who.
        who: String,
        /// Acceleration of every point [px/s²].
        acceleration: Vec2,
        /// For how long \[s\].
        seconds: f32,
    },
    /// A puppet jumped.
    Jumped {
        /// Who.
        who: String,
        /// The speed it got [px/s].
        speed: f32,
    },
    /// A puppet was asked to jump and had no foot on anything.
    JumpRefused {
        /// Who.
        who: String,
    },
    /// A point of a puppet was taken hold of.
    Grabbed {
        /// `dummy/chest`.
        body: String,
    },
    /// A pull on a point reached its bound: the target was too far, too quick, or the puppet too heavy. Said once, until it follows again.
    PullLimited {
        /// `dummy/chest`.
        body: String,
    },
    /// A point of a puppet was let go.
    Released {
        /// `dummy/chest`.
        body: String,
        /// How it moves on [px/s].
        velocity: Vec2,
    },
    /// A velocity was added to all of a puppet.
    Thrown {
        /// Who.
        who: String,
        /// What was added [px/s].
        velocity: Vec2,
    },
    /// A puppet came to rest and fell asleep.
    FellAsleep {
        /// Who.
        who: String,
    },
    /// A step was longer than `Classic` puppets follow.
    TimeDropped {
        /// How much was dropped \[s\].
        seconds: f32,
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
    /// Point-mass figures.
    pub puppets: Vec<PuppetView>,
    /// Events of this step.
    pub events: Vec<SceneEvent>,
    /// The inside of the world, where somebody wants to see it: [`Backend::inside`](tumble::Backend::inside). A runner leaves it out, as
    /// it is larger than all the rest.
    pub inside: Option<Box<Inside>>,
}
