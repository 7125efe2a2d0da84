//! What we keep about a body beside rapier's own record.

use rapier2d::dynamics::{RigidBody, RigidBodyHandle};
use rapier2d::geometry::{ColliderHandle, Group, InteractionGroups, InteractionTestMode};
use rapier2d::pipeline::ActiveHooks;
use tumble::backend::{BodyHandle, BodyKind, BodyState, Layer};
use tumble::math::{Pose2, Vec2};

use crate::convert::{pose2, rot, spin_cross, vec2};

/// How a kinematic body goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Drive {
    /// It stands still.
    Rest,
    /// With a velocity, until told otherwise.
    Velocity { linear: Vec2, spin: f32 },
    /// To a pose in the next step of `dt`, then it stands still.
    Target { pose: Pose2, dt: f32 },
    /// It has just arrived at a target and still shows the velocity that took.
    Arrived,
}

/// Whether a body takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// It does.
    Live,
    /// It was given numbers that are not finite, and is taken out before the next step.
    Condemned,
    /// It was taken out, until its pose or velocity is set.
    Out,
}

#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) rigid: RigidBodyHandle,
    pub(crate) kind: BodyKind,
    pub(crate) layer: Layer,
    pub(crate) figure: u32,
    pub(crate) tag: u64,
    /// Centre of mass in the body's frame.
    pub(crate) center: Vec2,
    /// Linear and angular damping as asked for [1/s].
    pub(crate) damping: [f32; 2],
    pub(crate) drive: Drive,
    pub(crate) life: Life,
    /// Bodies that it never meets.
    pub(crate) ignored: Vec<BodyHandle>,
    /// Made or put somewhere since the last step, so rapier's tree doesn't know yet.
    pub(crate) dirty: bool,
}

impl Body {
    /// Its state, from rapier's record.
    pub(crate) fn state(&self, rigid: &RigidBody) -> BodyState {
        let (velocity, spin) = match self.drive {
            Drive::Velocity { linear, spin } => (linear, spin),
            // Rapier's own figure for a kinematic body at rest is rounding.
            Drive::Rest if self.kind != BodyKind::Dynamic => (Vec2::ZERO, 0.0),
            Drive::Rest => (self.origin_velocity(rigid), rigid.angvel()),
            Drive::Target { .. } | Drive::Arrived => (vec2(rigid.linvel()), rigid.angvel()),
        };
        BodyState {
            pose: pose2(rigid.position()),
            velocity,
            spin,
            asleep: self.kind == BodyKind::Dynamic && rigid.is_sleeping(),
        }
    }

    fn origin_velocity(&self, rigid: &RigidBody) -> Vec2 {
        let arm = rot(rigid.position().rotation).rotate(self.center);
        vec2(rigid.linvel()) - spin_cross(rigid.angvel(), arm)
    }

    /// Whether it may meet `other`, beyond what the layers say.
    pub(crate) fn may_meet(&self, other: &Self, other_handle: BodyHandle) -> bool {
        let same_figure = self.figure != 0 && self.figure == other.figure;
        if same_figure && (self.layer == Layer::Proxy || other.layer == Layer::Proxy) {
            return false;
        }
        !self.ignored.contains(&other_handle)
    }

    /// Whether its pairs have to ask [`may_meet`](Self::may_meet).
    pub(crate) fn hooks(&self) -> ActiveHooks {
        if self.layer == Layer::Proxy || !self.ignored.is_empty() {
            ActiveHooks::FILTER_CONTACT_PAIRS
        } else {
            ActiveHooks::empty()
        }
    }

    /// Its first collider's handle, for rapier's pair queries.
    pub(crate) fn colliders(rigid: &RigidBody) -> impl Iterator<Item = ColliderHandle> + '_ {
        rigid.colliders().iter().copied()
    }
}

const TERRAIN: Group = Group::GROUP_1;
const PROP: Group = Group::GROUP_2;
const LIMB: Group = Group::GROUP_3;
const PROXY: Group = Group::GROUP_4;

/// What a layer is and what it meets.
pub(crate) fn groups(layer: Layer) -> InteractionGroups {
    let (is, meets) = match layer {
        Layer::Terrain => (TERRAIN, TERRAIN | PROP | LIMB),
        Layer::Prop => (PROP, TERRAIN | PROP | LIMB | PROXY),
        Layer::Limb => (LIMB, TERRAIN | PROP | LIMB | PROXY),
        Layer::Proxy => (PROXY, PROP | LIMB),
    };
    InteractionGroups::new(is, meets, InteractionTestMode::And)
}
