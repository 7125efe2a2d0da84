//! The hand-overs: into the ragdoll, into the stand-up, back to animation.

use tumble_math::Vec2;
use tumble_rig::{LookTarget, Pose, controls};

use super::{Character, CharacterError, RecoverRequest, RecoverWhen};
use crate::backend::Backend;
use crate::footing::{self, Footing};
use crate::probe::{Extent, Ground, probe_ground};
use crate::ragdoll::{Entry, Ragdoll};
use crate::recovery::anchor;
use crate::recovery::stand_up::{StandUp, farthest_move};
use crate::recovery::trace::{BoneWay, CapturedBody, FootGround, RecoveryTrace, Way};
use crate::settle::{Settle, Settled};
use crate::template::shape_half_extent;
use crate::{CharacterEvent, State};

impl Character {
    /// Animated or Recovering → Ragdoll: bodies exactly on the pose, with its motion.
    pub(super) fn enter_ragdoll(&mut self, world: &mut dyn Backend) -> Result<(), CharacterError> {
        if self.state == State::Ragdoll {
            return Ok(());
        }
        if self.state == State::Animated {
            self.remember_look();
        }
        // The proxy leaves first: bodies made inside it would be pushed away by it.
        if let Some(mut proxy) = self.proxy.take() {
            proxy.remove(world);
        }
        let bends = self.bends();
        let entry = Entry {
            rig: &self.rig,
            template: &self.template,
            figure: self.figure,
            pose: &self.pose,
            bones: &self.bones,
            history: &self.history,
            facing: self.facing,
            bends: &bends,
        };
        let mut ragdoll = Ragdoll::enter(world, &entry).map_err(|source| CharacterError::World {
            who: self.name.clone(),
            source,
        })?;
        self.animator.stop();
        let before = core::mem::take(&mut self.bones);
        ragdoll.read_pose(world, &self.rig, &mut self.pose);
        self.pose.world_bones(&self.rig, &mut self.bones);
        let from = core::mem::replace(&mut self.state, State::Ragdoll);
        self.ragdoll = Some(ragdoll);
        self.stand_up = None;
        self.recover = None;
        self.footing.reset();
        // A face() during the last recovery or in the same step may ask for another band than the pose's own frame has.
        self.bands_stale = self.pose.root.mirror != self.facing.is_mirrored();
        self.report(from, farthest_move(&before, &self.bones));
        Ok(())
    }

    /// The head's angle belongs to the remembered pose; a world target would have it look elsewhere from elsewhere.
    fn remember_look(&mut self) {
        if let (Some(look), LookTarget::World(_)) = (&self.rig.look, self.controls.look.target) {
            self.controls.bones[look.bone.index()] = self.pose.angles[look.bone.index()];
        }
    }

    /// In the ragdoll: captures it when it was asked to get up and the moment has come.
    pub(super) fn watch_settling(&mut self, world: &mut dyn Backend, dt: f32) {
        let (Some(request), Some(ragdoll)) = (&mut self.recover, &self.ragdoll) else {
            return;
        };
        let spec = &self.rig.recovery.settle;
        let settled = match request.when {
            RecoverWhen::Now => Settled::Yes,
            RecoverWhen::Settled => request.settle.step(world, self.vertical, ragdoll, spec, dt),
        };
        if settled == Settled::TimedOut {
            self.events.push(CharacterEvent::SettleTimeout);
        }
        if settled != Settled::NotYet {
            self.begin_recovery(world);
        }
    }

    pub(super) fn request_recovery(&mut self, when: RecoverWhen) {
        self.recover = Some(RecoverRequest {
            when,
            settle: Settle::default(),
        });
    }

    /// Ragdoll → Recovering, in the stages of the design's §6.
    pub(super) fn begin_recovery(&mut self, world: &mut dyn Backend) {
        let Some(ground) = self.probe_landing(world) else {
            return;
        };
        let bodies = self.captured_bodies(world);
        let old_root = self.pose.root;
        let before = self.bones.clone();
        self.anchor_on(world, &ground, &before);
        let to = self.remembered_pose();
        self.pose.world_bones(&self.rig, &mut self.bones);
        let moved = farthest_move(&before, &self.bones);
        self.leave_ragdoll(world);
        let landed = anchor::landed_pose(&self.rig, &self.pose);
        let (stand_up, by_clip) = self.plan_stand_up(&to, landed);
        self.trace = Some(RecoveryTrace {
            landed,
            root: (old_root, self.pose.root),
            moved,
            sink: self.footing.sink,
            bodies,
            bones: self.bone_ways(&stand_up, &to, by_clip),
            feet: self.foot_grounds(),
            ground,
        });
        self.stand_up = Some(stand_up);
        self.state = State::Recovering;
        self.report(State::Ragdoll, moved);
    }

    /// Stage 1: the ground under the landed figure. `None` when it isn't a ragdoll.
    pub(super) fn probe_landing(&mut self, world: &dyn Backend) -> Option<Ground> {
        let ragdoll = self.ragdoll.as_ref()?;
        let vertical = self.vertical;
        let mut extent = Extent {
            top: f32::INFINITY,
            bottom: f32::NEG_INFINITY,
        };
        for (_, body, shape) in ragdoll.bodies() {
            let Some(state) = world.body(body) else { continue };
            let half = shape_half_extent(shape, state.pose.rotation().x_axis(), vertical.down);
            let depth = vertical.depth(state.pose.position);
            extent.top = extent.top.min(depth - half);
            extent.bottom = extent.bottom.max(depth + half);
        }
        let torso = self.torso_center(world);
        if extent.top > extent.bottom {
            // Not one body is left: the drawn torso is all there is to go by.
            extent = Extent {
                top: vertical.depth(torso),
                bottom: vertical.depth(torso),
            };
        }
        let scale = self.pose.root.scale;
        let ground = probe_ground(world, vertical, &self.rig.recovery.probe, scale, torso, extent);
        self.ground = Some((ground.depth, ground.support.is_some()));
        Some(ground)
    }

    fn torso_center(&self, world: &dyn Backend) -> Vec2 {
        let body = self.ragdoll.as_ref().and_then(|ragdoll| ragdoll.bodies().next());
        let state = body.and_then(|(_, body, _)| world.body(body));
        state.map_or(0.5 * (self.bones[0].origin + self.bones[0].tip), |state| {
            state.pose.position
        })
    }

    fn captured_bodies(&self, world: &dyn Backend) -> Vec<CapturedBody> {
        let Some(ragdoll) = &self.ragdoll else {
            return Vec::new();
        };
        ragdoll
            .bodies()
            .filter_map(|(bone, body, _)| {
                let bone = self.rig.bones[bone.index()].name.clone();
                world.body(body).map(|state| CapturedBody {
                    bone,
                    pose: state.pose,
                })
            })
            .collect()
    }

    /// Stages 2 and 3: the root goes under the landed torso, feet find their own ground, the pose (which is at `bones`)
    /// stays where it is.
    pub(super) fn anchor_on(
        &mut self,
        world: &dyn Backend,
        ground: &Ground,
        bones: &[tumble_rig::WorldBone],
    ) {
        let torso = self.torso_center(world);
        let (depth, support) = ground.to_stand_on(self.vertical);
        let mut root = anchor::standing_root(
            &self.rig,
            self.vertical,
            &self.pose.root,
            self.facing,
            torso,
            depth,
        );
        self.footing = Footing::flat(&self.rig);
        let around = footing::Ground {
            world,
            vertical: self.vertical,
            rig: &self.rig,
        };
        self.footing.fit(around, &root, &self.controls, depth);
        root.position += self.vertical.down * self.footing.sink;
        self.footing.stand_on(world, support);
        anchor::re_express(&self.rig, &mut self.pose, bones, root);
    }

    /// Where the recovery ends, in the frame of the present root.
    pub(super) fn remembered_pose(&mut self) -> Pose {
        let root = self.pose.root;
        self.look_share = 0.0;
        self.fit_controls(&root);
        let mut to = Pose::rest(&self.rig, root);
        controls::solve(&self.rig, &self.fitted, root, &mut to);
        to
    }

    /// Takes the ragdoll out of the world and puts the proxy in.
    pub(super) fn leave_ragdoll(&mut self, world: &mut dyn Backend) {
        if let Some(mut ragdoll) = self.ragdoll.take() {
            ragdoll.remove(world);
        }
        self.recover = None;
        self.bands_stale = false;
        if self.proxy.is_none() {
            self.enter_proxy(world);
        }
        let carrier = self.footing.support.map(|support| support.body);
        if let Some(proxy) = &mut self.proxy {
            proxy.stand_on(world, carrier);
        }
    }

    /// Stage 5's plan: by a clip where the rig lists one for this landed pose and the character has it, else by the tween.
    fn plan_stand_up(&self, to: &Pose, landed: tumble_rig::LandedPose) -> (StandUp, bool) {
        let stand_up = StandUp::new(
            &self.rig,
            &self.pose,
            to,
            &self.bends(),
            self.rig.recovery.duration,
        );
        let listed = self
            .rig
            .recovery
            .stand_up
            .iter()
            .find(|entry| entry.landed == landed);
        match listed.and_then(|entry| Some((self.clips.get(&entry.clip)?, entry.blend))) {
            Some((clip, blend)) => (stand_up.with_clip(&self.rig, clip.clone(), blend), true),
            None => (stand_up, false),
        }
    }

    fn bone_ways(&self, stand_up: &StandUp, to: &Pose, by_clip: bool) -> Vec<BoneWay> {
        let is_leg = |index: usize| {
            self.rig.legs().any(|leg| {
                let limb = &self.rig.limbs[leg.index()];
                limb.upper.index() == index || limb.lower.index() == index
            })
        };
        let way = |(index, bone): (usize, &tumble_rig::Bone)| BoneWay {
            bone: bone.name.clone(),
            from: self.pose.angles[index],
            to: to.angles[index],
            by: if by_clip {
                Way::Clip
            } else if is_leg(index) {
                Way::LegIk
            } else {
                Way::Turn(stand_up.sweeps()[index].by)
            },
        };
        self.rig.bones.iter().enumerate().map(way).collect()
    }

    fn foot_grounds(&self) -> Vec<FootGround> {
        self.rig
            .legs()
            .map(|leg| {
                let footing = self.footing.legs[leg.index()];
                let foot = self.rig.limbs[leg.index()].marker.clone();
                FootGround {
                    foot,
                    rise: footing.rise,
                    hangs: footing.hangs,
                }
            })
            .collect()
    }

    /// Recovering → Animated: the remembered pose is held until the game plays a clip.
    pub(super) fn finish(&mut self) {
        self.stand_up = None;
        let before = self.bones.clone();
        self.look_share = 0.0;
        self.footing.ease_in();
        self.solve();
        self.state = State::Animated;
        self.report(State::Recovering, farthest_move(&before, &self.bones));
        if let Some(clip) = self.queued.take() {
            self.animator.play_from(clip, &self.controls);
        }
    }

    /// While recovering: the end has changed, so the rest of the way is planned anew from where it is.
    pub(super) fn replan(&mut self) {
        let to = self.remembered_pose();
        let bends = self.bends();
        let replanned = self
            .stand_up
            .as_ref()
            .and_then(|stand_up| stand_up.replan(&self.rig, &self.pose, &to, &bends));
        if replanned.is_some() {
            self.stand_up = replanned;
        }
    }

    pub(super) fn report(&mut self, from: State, moved: f32) {
        let to = self.state;
        self.events.push(CharacterEvent::State {
            from,
            to,
            moved,
            snapped: false,
        });
    }

    /// Reports a jump that was asked for.
    pub(super) fn report_snap(&mut self, from: State, moved: f32) {
        let to = self.state;
        self.events.push(CharacterEvent::State {
            from,
            to,
            moved,
            snapped: true,
        });
    }
}
