//! One line of a trace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tumble::backend::WorldStats;
use tumble::math::{Pose2, Vec2};

use crate::frame::{CharacterView, Frame, PuppetView, SceneEvent};

/// A body: x, y \[px\], angle \[rad\], velocity x, y [px/s], angular velocity [rad/s].
pub type BodyRow = [f32; 6];

/// The state of a scene after one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceRow {
    /// Steps since the start [1..].
    pub step: u64,
    /// Time at the end of the step \[s\].
    pub time: f32,
    /// Characters by name.
    pub characters: BTreeMap<String, CharacterRow>,
    /// Props by name.
    pub props: BTreeMap<String, BodyRow>,
    /// Point-mass figures by name.
    pub puppets: BTreeMap<String, PuppetRow>,
    /// What happened in the step.
    pub events: Vec<EventRow>,
    /// Counts.
    pub stats: StatsRow,
}

/// A character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CharacterRow {
    /// `animated`, `ragdoll` or `recovering`.
    pub state: String,
    /// `right`, `left` or `forward`.
    pub facing: String,
    /// The frame that its pose is expressed in: x, y \[px\], angle \[rad\].
    pub root: [f32; 3],
    /// The two ends of each bone as it is drawn, in the world \[px\].
    pub parts: BTreeMap<String, [f32; 4]>,
    /// Markers in the world \[px\].
    pub markers: BTreeMap<String, [f32; 2]>,
    /// Bodies by bone, while it is a ragdoll.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bodies: BTreeMap<String, BodyRow>,
    /// Joints by name, while it is a ragdoll.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub joints: BTreeMap<String, JointRow>,
    /// The ground under it as last probed; absent before the first probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundRow>,
}

/// A ragdoll's joint, in the world's sense.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointRow {
    /// Relative angle child to parent from the joint's zero \[rad\], unwrapped.
    pub angle: f32,
    /// Lower limit \[rad\]; none when free.
    pub lower: Option<f32>,
    /// Upper limit \[rad\]; none when free.
    pub upper: Option<f32>,
    /// Distance between the pin's two anchors \[px\].
    pub gap: f32,
}

/// The ground under a character.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundRow {
    /// Height \[px\].
    pub y: f32,
    /// Whether a ray hit something there; else it is the figure's own bottom.
    pub hit: bool,
}

/// A point-mass figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuppetRow {
    /// Points, in the order of the figure's file: x, y \[px\], velocity x, y [px/s].
    pub points: Vec<[f32; 4]>,
    /// Sticks, in the order of the figure's file, hidden ones too.
    pub sticks: Vec<StickRow>,
}

/// A stick of a point-mass figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StickRow {
    /// Length now \[px\].
    pub length: f32,
    /// Length at rest \[px\].
    pub rest: f32,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventRow {
    /// A character changed its state.
    State {
        /// Who.
        who: String,
        /// From.
        from: String,
        /// To.
        to: String,
        /// Farthest move of a drawn end at the hand-over \[px\].
        moved: f32,
        /// Whether it was asked to leave its state at once; left out when not.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        snapped: bool,
    },
    /// Two bodies hit each other.
    Impact {
        /// One.
        body: String,
        /// The other.
        other: String,
        /// Normal impulse [kg·px/s].
        impulse: f32,
        /// Where \[px\].
        at: [f32; 2],
    },
    /// A body was not finite and was taken out.
    Quarantined {
        /// Which.
        body: String,
    },
    /// An action did nothing.
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
    /// A puppet's point came against something.
    Bump {
        /// Which.
        body: String,
        /// How fast it came [px/s].
        speed: f32,
        /// What stopped it [kg·px/s].
        impulse: f32,
        /// Where \[px\].
        at: [f32; 2],
    },
    /// A puppet came down.
    Landed {
        /// Who.
        who: String,
        /// How fast [px/s].
        speed: f32,
    },
    /// A puppet was pushed.
    Pushed {
        /// Who.
        who: String,
        /// Acceleration [px/s²].
        acceleration: [f32; 2],
        /// For how long \[s\].
        seconds: f32,
    },
    /// A puppet jumped.
    Jumped {
        /// Who.
        who: String,
        /// How fast [px/s].
        speed: f32,
    },
    /// A puppet had no foot on anything to jump from.
    JumpRefused {
        /// Who.
        who: String,
    },
    /// A puppet's point was taken hold of.
    Grabbed {
        /// Which.
        body: String,
    },
    /// A pull reached its bound.
    PullLimited {
        /// On which point.
        body: String,
    },
    /// A puppet's point was let go.
    Released {
        /// Which.
        body: String,
        /// How it moves on [px/s].
        velocity: [f32; 2],
    },
    /// A puppet got a velocity as a whole.
    Thrown {
        /// Who.
        who: String,
        /// What was added [px/s].
        velocity: [f32; 2],
    },
    /// A puppet fell asleep.
    FellAsleep {
        /// Who.
        who: String,
    },
    /// Time that `Classic` puppets could not follow.
    TimeDropped {
        /// How much \[s\].
        seconds: f32,
    },
}

/// Counts of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatsRow {
    /// Bodies of every kind.
    pub bodies: usize,
    /// Joints.
    pub joints: usize,
    /// Pairs that touch.
    pub contacts: usize,
    /// Dynamic bodies that sleep.
    pub asleep: usize,
    /// How long the step took \[µs\].
    pub step_us: f64,
}

impl TraceRow {
    /// The row of a frame. `step_us` is how long the step took \[µs\].
    pub fn new(frame: &Frame, stats: WorldStats, step_us: f64) -> Self {
        Self {
            step: frame.step,
            time: frame.time as f32,
            characters: frame
                .characters
                .iter()
                .map(|character| (character.name.clone(), character_row(character)))
                .collect(),
            props: frame
                .props
                .iter()
                .map(|prop| (prop.name.clone(), body_row(prop.pose, prop.velocity, prop.spin)))
                .collect(),
            puppets: frame
                .puppets
                .iter()
                .map(|puppet| (puppet.name.to_string(), puppet_row(puppet)))
                .collect(),
            events: frame.events.iter().map(EventRow::from).collect(),
            stats: StatsRow {
                bodies: stats.bodies,
                joints: stats.pins,
                contacts: stats.contacts,
                asleep: stats.asleep,
                step_us,
            },
        }
    }
}

fn body_row(pose: Pose2, velocity: Vec2, spin: f32) -> BodyRow {
    [
        pose.position.x,
        pose.position.y,
        pose.angle,
        velocity.x,
        velocity.y,
        spin,
    ]
}

fn puppet_row(puppet: &PuppetView) -> PuppetRow {
    let sticks = puppet.figure.sticks().iter().zip(&puppet.lengths);
    PuppetRow {
        points: puppet
            .points
            .iter()
            .map(|point| [point.at.x, point.at.y, point.velocity.x, point.velocity.y])
            .collect(),
        sticks: sticks
            .map(|(stick, &length)| StickRow {
                length,
                rest: stick.length as f32,
            })
            .collect(),
    }
}

fn character_row(character: &CharacterView) -> CharacterRow {
    let bone_name = |i: usize| character.rig.bones[i].name.clone();
    let root = character.pose.root;
    CharacterRow {
        state: character.state.name().to_owned(),
        facing: character.facing.name().to_owned(),
        root: [root.position.x, root.position.y, root.angle],
        parts: character
            .bones
            .iter()
            .enumerate()
            .map(|(i, bone)| {
                (
                    bone_name(i),
                    [bone.origin.x, bone.origin.y, bone.tip.x, bone.tip.y],
                )
            })
            .collect(),
        markers: character
            .markers
            .iter()
            .map(|(name, at)| (name.clone(), [at.x, at.y]))
            .collect(),
        bodies: character
            .bodies
            .iter()
            .map(|body| {
                (
                    bone_name(body.bone),
                    body_row(body.pose, body.velocity, body.spin),
                )
            })
            .collect(),
        joints: character
            .joints
            .iter()
            .map(|joint| {
                let row = JointRow {
                    angle: joint.angle,
                    lower: joint.limits.map(|[lower, _]| lower),
                    upper: joint.limits.map(|[_, upper]| upper),
                    gap: joint.gap,
                };
                (joint.name.clone(), row)
            })
            .collect(),
        ground: character.ground.map(|(y, hit)| GroundRow { y, hit }),
    }
}

impl From<&SceneEvent> for EventRow {
    fn from(event: &SceneEvent) -> Self {
        match event.clone() {
            SceneEvent::State {
                who,
                from,
                to,
                moved,
                snapped,
            } => Self::State {
                who,
                from: from.name().to_owned(),
                to: to.name().to_owned(),
                moved,
                snapped,
            },
            SceneEvent::Impact {
                body,
                other,
                impulse,
                at,
            } => Self::Impact {
                body,
                other,
                impulse,
                at: [at.x, at.y],
            },
            SceneEvent::Quarantined { body } => Self::Quarantined { body },
            SceneEvent::Skipped { action, why } => Self::Skipped { action, why },
            SceneEvent::Clip { who, clip, event } => Self::Clip { who, clip, event },
            SceneEvent::SettleTimeout { who } => Self::SettleTimeout { who },
            SceneEvent::Bump {
                body,
                speed,
                impulse,
                at,
            } => Self::Bump {
                body,
                speed,
                impulse,
                at: at.into(),
            },
            SceneEvent::Landed { who, speed } => Self::Landed { who, speed },
            SceneEvent::Pushed {
                who,
                acceleration,
                seconds,
            } => Self::Pushed {
                who,
                acceleration: acceleration.into(),
                seconds,
            },
            SceneEvent::Jumped { who, speed } => Self::Jumped { who, speed },
            SceneEvent::JumpRefused { who } => Self::JumpRefused { who },
            SceneEvent::Grabbed { body } => Self::Grabbed { body },
            SceneEvent::PullLimited { body } => Self::PullLimited { body },
            SceneEvent::Released { body, velocity } => Self::Released {
                body,
                velocity: velocity.into(),
            },
            SceneEvent::Thrown { who, velocity } => Self::Thrown {
                who,
                velocity: velocity.into(),
            },
            SceneEvent::FellAsleep { who } => Self::FellAsleep { who },
            SceneEvent::TimeDropped { seconds } => Self::TimeDropped { seconds },
        }
    }
}
