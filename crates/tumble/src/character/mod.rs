//! The character: one interface over its three states.
//!
//! `mod.rs` holds what a character is and its step; `requests` what a game asks of it; `transitions` the hand-overs from
//! one state to another.

mod error;
mod requests;
mod transitions;
mod view;

use std::sync::Arc;

use tumble_math::{Placement, Vec2};
use tumble_rig::clip::ClipSet;
use tumble_rig::{Animator, Bend, Clip, Controls, Facing, LookTarget, Pose, Rig, WorldBone, controls};

use crate::backend::Backend;
use crate::footing::{self, Footing};
use crate::history::History;
use crate::probe::Vertical;
use crate::proxy::{Arrive, Proxy, ProxyEntry};
use crate::ragdoll::Ragdoll;
use crate::recovery::RecoveryTrace;
use crate::recovery::stand_up::{StandUp, Surroundings};
use crate::settle::Settle;
use crate::template::RagdollTemplate;
use crate::{CharacterEvent, State};

pub use error::CharacterError;

/// A world look-at target is eased in over this time after a recovery \[s\].
pub const LOOK_EASE: f32 = 0.5;

/// What moves faster than this carries nobody: the figure stays behind \[px/s\].
pub const MAX_RIDE: f32 = 2000.0;

/// How to make a character.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterDesc {
    /// Name, for messages.
    pub name: String,
    /// Its number among the figures of a world \[1..\]; bodies carry it.
    pub figure: u32,
    /// Where its root is \[px\], and its rotation, scale; the mirror follows from `facing`.
    pub root: Placement,
    /// Which way it faces.
    pub facing: Facing,
    /// Whether feet and root follow terrain and moving supports while animated. Default false; scenes turn it on.
    pub ground_follow: bool,
}

impl Default for CharacterDesc {
    fn default() -> Self {
        Self {
            name: "hero".into(),
            figure: 1,
            root: Placement::default(),
            facing: Facing::Right,
            ground_follow: false,
        }
    }
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

/// A wait for the right moment to recover.
#[derive(Debug)]
struct RecoverRequest {
    when: RecoverWhen,
    settle: Settle,
}

/// A character. Each step: [`update`](Self::update), the world's step, [`after_step`](Self::after_step).
///
/// While it is not animated, `controls`, `facing` and the animator's clip are what it remembers: they stay as the last
/// animated frame left them (or as a game changes them meanwhile), and are where recovery ends.
#[derive(Debug)]
pub struct Character {
    name: String,
    figure: u32,
    rig: Arc<Rig>,
    clips: ClipSet,
    template: Arc<RagdollTemplate>,
    ground_follow: bool,

    state: State,
    facing: Facing,
    /// Markers, weights, bends as clip and game ask for them, on level ground.
    controls: Controls,
    /// The same, fitted to the ground; scratch between frames.
    fitted: Controls,
    animator: Animator,
    /// Played while it was down: starts when it is up.
    queued: Option<Arc<Clip>>,
    /// Facing or bends changed where no world was at hand: live joints still have their old bands.
    bands_stale: bool,
    footing: Footing,
    /// The root was put somewhere: feet find their ground at once at the next step, not little by little.
    footing_stale: bool,
    /// Share of a world look-at's weight; eased in after a recovery.
    look_share: f32,

    pose: Pose,
    bones: Vec<WorldBone>,
    history: History,
    vertical: Vertical,

    ragdoll: Option<Ragdoll>,
    proxy: Option<Proxy>,
    arrive: Arrive,
    stand_up: Option<StandUp>,
    recover: Option<RecoverRequest>,
    /// Ground under it as last probed: depth, and whether a ray hit it.
    ground: Option<(f32, bool)>,
    trace: Option<RecoveryTrace>,
    events: Vec<CharacterEvent>,
}

impl Character {
    /// A character standing at its root in the rig's stand pose.
    ///
    /// # Errors
    /// When a number of the description is not finite or the scale is not positive.
    pub fn new(desc: CharacterDesc, rig: Arc<Rig>, clips: ClipSet) -> Result<Self, CharacterError> {
        let root = desc.root.with_mirror(desc.facing.is_mirrored());
        if !root.is_valid() {
            return Err(CharacterError::NotFinite {
                who: desc.name,
                what: "the root's placement",
            });
        }
        let mut controls = rig.stand.clone();
        controls.face(&rig, desc.facing);
        let mut character = Self {
            name: desc.name,
            figure: desc.figure,
            template: Arc::new(RagdollTemplate::new(&rig)),
            ground_follow: desc.ground_follow,
            state: State::Animated,
            facing: desc.facing,
            fitted: controls.clone(),
            controls,
            animator: Animator::default(),
            queued: None,
            bands_stale: false,
            footing: Footing::flat(&rig),
            footing_stale: true,
            look_share: 1.0,
            pose: Pose::rest(&rig, root),
            bones: Vec::with_capacity(rig.bones.len()),
            history: History::default(),
            vertical: Vertical::new(Vec2::Y),
            ragdoll: None,
            proxy: None,
            arrive: Arrive::AtOnce,
            stand_up: None,
            recover: None,
            ground: None,
            trace: None,
            events: Vec::new(),
            rig,
            clips,
        };
        character.solve();
        Ok(character)
    }

    /// Before the world's step: clips, IK and ground, or the stand-up; moves the proxy. `dt` \[s\]; anything but a positive
    /// finite number does nothing.
    pub fn update(&mut self, world: &mut dyn Backend, dt: f32) {
        if !(dt > 0.0 && dt.is_finite()) {
            return;
        }
        self.vertical = Vertical::new(world.gravity());
        if self.bands_stale {
            self.refresh_bands(world);
        }
        if self.stand_up.as_ref().is_some_and(StandUp::is_done) {
            self.finish();
        }
        match self.state {
            State::Animated => {
                self.history.push(&self.bones, dt);
                self.animate(world, dt);
            }
            State::Recovering => {
                self.history.push(&self.bones, dt);
                self.stand(world, dt);
            }
            State::Ragdoll => {}
        }
        self.follow_with_proxy(world, dt);
    }

    /// After the world's step: reads the bodies, rides on what carries it, looks whether the figure has settled and
    /// captures it. `dt` as in [`update`](Self::update).
    pub fn after_step(&mut self, world: &mut dyn Backend, dt: f32) {
        if !(dt > 0.0 && dt.is_finite()) {
            return;
        }
        match self.state {
            State::Ragdoll => {
                self.history.push(&self.bones, dt);
                self.read_bodies(world);
                self.watch_settling(world, dt);
            }
            State::Animated | State::Recovering => self.ride(world, dt),
        }
    }

    /// One step of animation: clip → controls → ground → IK → pose.
    fn animate(&mut self, world: &dyn Backend, dt: f32) {
        if core::mem::take(&mut self.footing_stale) && self.ground_follow {
            self.find_footing(world);
        }
        let events = &mut self.events;
        let way = self.animator.advance(dt, |clip, index| {
            events.push(CharacterEvent::Clip {
                clip: Arc::clone(clip),
                index,
            });
        });
        self.animator.sample(&self.rig, &mut self.controls);
        let root = &mut self.pose.root;
        let ahead = if way == Vec2::ZERO {
            Vec2::ZERO
        } else {
            root.world_from_local_vector(way)
        };
        root.position += ahead;
        let ground = footing::Ground {
            world,
            vertical: self.vertical,
            rig: &self.rig,
        };
        if self.ground_follow {
            self.footing.follow(ground, root, &self.controls, ahead, dt);
        } else if self.animator.clip().is_some() {
            self.footing.fade(ground, root, &self.controls, dt);
        }
        self.look_share = (self.look_share + dt / LOOK_EASE).min(1.0);
        self.solve();
    }

    /// One step of the stand-up.
    fn stand(&mut self, world: &dyn Backend, dt: f32) {
        let Some(stand_up) = &mut self.stand_up else {
            return;
        };
        if self.ground_follow {
            let ground = footing::Ground {
                world,
                vertical: self.vertical,
                rig: &self.rig,
            };
            self.footing.keep_under(ground, &mut self.pose.root, dt);
        }
        let around = Surroundings {
            world,
            vertical: self.vertical,
            rig: &self.rig,
            footing: &self.footing,
        };
        stand_up.step(around, &mut self.pose, dt);
        self.pose.world_bones(&self.rig, &mut self.bones);
    }

    /// Pose and bones from the controls, fitted to the ground.
    fn solve(&mut self) {
        let root = self.pose.root;
        self.fit_controls(&root);
        controls::solve(&self.rig, &self.fitted, root, &mut self.pose);
        self.pose.world_bones(&self.rig, &mut self.bones);
    }

    /// Puts the controls, fitted to the ground as the footing says, into `fitted`.
    fn fit_controls(&mut self, root: &Placement) {
        self.fitted.copy_from(&self.controls);
        self.footing
            .apply(&self.rig, self.vertical, root, &mut self.fitted);
        if matches!(self.fitted.look.target, LookTarget::World(_)) {
            self.fitted.look.weight *= tumble_math::Easing::SineInOut.apply(self.look_share);
        }
    }

    /// What carries the figure has moved in this step: root and bones move along.
    fn ride(&mut self, world: &dyn Backend, dt: f32) {
        let by = self
            .footing
            .ride(world, self.vertical, &self.rig, &self.pose.root);
        if by == Vec2::ZERO || !by.is_finite() || by.length() > MAX_RIDE * dt {
            return;
        }
        self.pose.root.position += by;
        for bone in &mut self.bones {
            bone.origin += by;
            bone.tip += by;
        }
    }

    fn follow_with_proxy(&mut self, world: &mut dyn Backend, dt: f32) {
        if self.state == State::Ragdoll {
            return;
        }
        if self.proxy.is_some() {
            let arrive = core::mem::replace(&mut self.arrive, Arrive::Moving);
            if let Some(proxy) = &self.proxy {
                proxy.follow(world, &self.proxy_entry(), arrive, dt);
            }
        } else {
            self.enter_proxy(world);
        }
        let carrier = self.footing.support.map(|support| support.body);
        if let Some(proxy) = &mut self.proxy {
            proxy.stand_on(world, carrier);
        }
    }

    /// Puts the proxy on the pose. A world's refusal is no reason not to walk; it is asked again at the next step.
    fn enter_proxy(&mut self, world: &mut dyn Backend) {
        self.proxy = Proxy::enter(world, &self.proxy_entry()).ok();
        self.arrive = Arrive::Moving;
    }

    fn proxy_entry(&self) -> ProxyEntry<'_> {
        ProxyEntry {
            rig: &self.rig,
            template: &self.template,
            figure: self.figure,
            pose: &self.pose,
            bones: &self.bones,
            down: self.vertical.down,
        }
    }

    fn read_bodies(&mut self, world: &mut dyn Backend) {
        let Some(ragdoll) = &mut self.ragdoll else { return };
        let known = ragdoll.lost().len();
        ragdoll.read_pose(world, &self.rig, &mut self.pose);
        let lost = ragdoll.lost()[known..].iter();
        self.events
            .extend(lost.map(|&bone| CharacterEvent::Quarantined { bone }));
        ragdoll.part_overlaps(world);
        self.pose.world_bones(&self.rig, &mut self.bones);
    }

    fn bends(&self) -> Vec<Bend> {
        self.controls.limbs.iter().map(|limb| limb.bend).collect()
    }
}
