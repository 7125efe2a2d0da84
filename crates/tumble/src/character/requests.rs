//! What a game asks of a character.

use std::sync::Arc;

use tumble_math::Vec2;
use tumble_rig::{Bend, BoneId, Facing, LimbId, LookTarget};

use super::{Character, CharacterError, RecoverWhen};
use crate::backend::Backend;
use crate::footing;
use crate::probe::probe_column;
use crate::proxy::Arrive;
use crate::recovery::anchor;
use crate::recovery::stand_up::farthest_move;
use crate::{CharacterEvent, State};

impl Character {
    /// Into the ragdoll, or out of it (which starts to recover at once). Asking for what is already so does nothing; while
    /// it recovers, `false` is already so.
    ///
    /// # Errors
    /// When the world refuses a body or pin; the character then stays as it is.
    pub fn set_ragdoll(&mut self, world: &mut dyn Backend, on: bool) -> Result<(), CharacterError> {
        match (on, self.state) {
            (true, State::Animated | State::Recovering) => self.enter_ragdoll(world),
            (false, State::Ragdoll) => {
                // Bodies may have been moved since the last step.
                self.read_bodies(world);
                self.begin_recovery(world);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Into the ragdoll when it isn't one, out of it when it is.
    ///
    /// # Errors
    /// As [`set_ragdoll`](Self::set_ragdoll).
    pub fn toggle_ragdoll(&mut self, world: &mut dyn Backend) -> Result<(), CharacterError> {
        self.set_ragdoll(world, !self.is_in_ragdoll())
    }

    /// Asks a ragdoll to get up; does nothing in any other state. Asking again changes when, and starts the wait anew only
    /// when nothing was asked before.
    pub fn recover(&mut self, when: RecoverWhen) {
        if self.state != State::Ragdoll {
            return;
        }
        match &mut self.recover {
            Some(request) => request.when = when,
            None => self.request_recovery(when),
        }
    }

    /// Leaves any state at once, standing at the landing spot in the rig's stand pose, with the remembered facing, bend
    /// sides and look-at. A clip that plays is stopped.
    pub fn snap_to_standing(&mut self, world: &mut dyn Backend) {
        let from = self.state;
        let before = self.bones.clone();
        let bends = self.bends();
        let look = self.controls.look;
        self.animator.stop();
        self.queued = None;
        self.controls.copy_from(&self.rig.stand);
        for (limb, bend) in self.controls.limbs.iter_mut().zip(bends) {
            limb.bend = bend;
        }
        self.controls.look.target = look.target;
        self.controls.look.weight = look.weight;
        if let Some(ground) = self.probe_landing(world) {
            self.anchor_on(world, &ground, &before);
            self.leave_ragdoll(world);
        }
        self.stand_up = None;
        self.state = State::Animated;
        self.look_share = 1.0;
        self.solve();
        self.restart_motion();
        if from != State::Animated {
            self.report_snap(from, farthest_move(&before, &self.bones));
        }
    }

    /// Hits a bone's body with an impulse \[kg·px/s\] at a point of the world \[px\], or at the body's centre. Enters the
    /// ragdoll first when it isn't one. A bone without a body passes the hit on to the one that carries it.
    ///
    /// # Errors
    /// When a number isn't finite (an event is raised too), the bone isn't the rig's, or the world refuses a body.
    pub fn hit(
        &mut self,
        world: &mut dyn Backend,
        bone: BoneId,
        impulse: Vec2,
        at: Option<Vec2>,
    ) -> Result<(), CharacterError> {
        if !impulse.is_finite() || at.is_some_and(|at| !at.is_finite()) {
            return Err(self.refuse("hit"));
        }
        let carrier = self
            .template
            .carrier
            .get(bone.index())
            .copied()
            .filter(|carrier| self.rig.ragdoll.bodies[carrier.index()].is_some());
        let Some(carrier) = carrier else {
            let body = self
                .rig
                .bones
                .get(bone.index())
                .map_or(format!("#{}", bone.0), |bone| bone.name.clone());
            return Err(CharacterError::UnknownBody {
                who: self.name.clone(),
                body,
            });
        };
        self.enter_ragdoll(world)?;
        if let Some(body) = self.body(carrier) {
            let center = world.body(body).map(|state| state.pose.position);
            if let Some(at) = at.or(center) {
                let _ = world.apply_impulse(body, impulse, at);
            }
        }
        Ok(())
    }

    /// Moves the character at once. Animated, its root goes to `position` \[px\]; a ragdoll's hips do, the figure at rest; while
    /// it recovers its root does and it goes on getting up there.
    ///
    /// # Errors
    /// When `position` isn't finite (an event is raised too).
    pub fn teleport(&mut self, world: &mut dyn Backend, position: Vec2) -> Result<(), CharacterError> {
        if !position.is_finite() {
            return Err(self.refuse("teleport"));
        }
        match self.state {
            State::Ragdoll => {
                let by = position - self.bones[0].origin;
                if let Some(ragdoll) = &mut self.ragdoll {
                    ragdoll.shift(world, by);
                    ragdoll.read_pose(world, &self.rig, &mut self.pose);
                    self.pose.world_bones(&self.rig, &mut self.bones);
                }
            }
            State::Animated => {
                self.footing.reset();
                self.footing_stale = true;
                self.pose.root.position = position;
                self.solve();
            }
            State::Recovering => {
                self.footing.reset();
                self.pose.root.position = position;
                self.find_footing(world);
                self.replan();
                self.pose.world_bones(&self.rig, &mut self.bones);
            }
        }
        self.restart_motion();
        Ok(())
    }

    /// Feet find their ground anew, at once, wherever the root is.
    pub(super) fn find_footing(&mut self, world: &dyn Backend) {
        self.pose.root.position -= self.vertical.down * self.footing.sink;
        let scale = self.pose.root.scale;
        let level = self.vertical.depth(self.pose.root.position) + self.rig.stand_height() * scale;
        let span = self.rig.recovery.probe.accept * scale;
        self.footing.reset();
        let hit = probe_column(
            world,
            self.vertical,
            self.pose.root.position,
            level - span,
            level + span,
        );
        let around = footing::Ground {
            world,
            vertical: self.vertical,
            rig: &self.rig,
        };
        if let Some(hit) = hit {
            let depth = self.vertical.depth(hit.point);
            let root = &mut self.pose.root;
            root.position += self.vertical.down * (depth - level);
            let unsunk = *root;
            self.footing.fit(around, &unsunk, &self.controls, depth);
            root.position += self.vertical.down * self.footing.sink;
            self.footing.stand_on(world, Some(hit.body));
        }
    }

    /// Turns to face another way. Animated, at once. While it is down or getting up, what it remembers changes: joints take
    /// their new bands at once, and it ends facing that way.
    pub fn face(&mut self, world: &mut dyn Backend, facing: Facing) {
        self.set_facing(facing);
        self.refresh_bands(world);
    }

    /// Everything about a new facing that needs no world.
    fn set_facing(&mut self, facing: Facing) {
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        self.controls.face(&self.rig, facing);
        match self.state {
            State::Animated => {
                self.pose.root.mirror = facing.is_mirrored();
                self.footing_stale = true;
                self.solve();
                self.restart_motion();
            }
            State::Ragdoll => self.bands_stale = true,
            State::Recovering => {
                let root = self.pose.root.with_mirror(facing.is_mirrored());
                let bones = core::mem::take(&mut self.bones);
                anchor::re_express(&self.rig, &mut self.pose, &bones, root);
                self.bones = bones;
                self.replan();
                self.restart_motion();
            }
        }
    }

    /// Plays a clip of the character's by name. One that names a facing turns the character to it. While it is down or getting
    /// up, the clip starts when it is up.
    ///
    /// # Errors
    /// When it has no clip of that name.
    pub fn play(&mut self, clip: &str) -> Result<(), CharacterError> {
        let Some(clip) = self.clips.get(clip).map(Arc::clone) else {
            let known = match self.clips.0.len() {
                0 => "no clips at all".to_owned(),
                _ => self
                    .clips
                    .0
                    .iter()
                    .map(|clip| format!("`{}`", clip.name))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            return Err(CharacterError::UnknownClip {
                who: self.name.clone(),
                clip: clip.to_owned(),
                known,
            });
        };
        if let Some(facing) = clip.facing {
            self.set_facing(facing);
        }
        if self.state != State::Animated {
            self.queued = Some(clip);
        } else if self.animator.clip().is_some() {
            self.animator.play(clip);
        } else {
            self.animator.play_from(clip, &self.controls);
        }
        Ok(())
    }

    /// Stops the clip; the pose is held as it is. Also forgets a clip that waits for the character to be up.
    pub fn stop(&mut self) {
        self.animator.stop();
        self.queued = None;
    }

    /// Playback speed of its clips \[0..\]; not finite or negative is refused with an event.
    pub fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() && speed >= 0.0 {
            self.animator.set_speed(speed);
        } else {
            self.refuse("set_speed");
        }
    }

    /// Sets the bend side of one limb, whatever the facing says, until the next `face`. A live joint's band moves at once;
    /// while it gets up, the end changes.
    pub fn set_bend(&mut self, world: &mut dyn Backend, limb: LimbId, bend: Bend) {
        let Some(control) = self.controls.limbs.get_mut(limb.index()) else {
            return;
        };
        if control.bend == bend {
            return;
        }
        control.bend = bend;
        match self.state {
            State::Animated => self.solve(),
            State::Ragdoll => self.refresh_bands(world),
            State::Recovering => self.replan(),
        }
    }

    /// Where the head looks, and how much of it \[0..1\]. While it is down, what it remembers changes. Not finite is refused
    /// with an event.
    pub fn look_at(&mut self, target: LookTarget, weight: f32) {
        let finite = match target {
            LookTarget::World(point) => point.is_finite(),
            LookTarget::Marker => true,
        };
        if !finite || !weight.is_finite() {
            self.refuse("look_at");
            return;
        }
        self.controls.look.target = target;
        self.controls.look.weight = weight.clamp(0.0, 1.0);
        if self.state == State::Recovering {
            self.replan();
        }
    }

    /// Whether feet and root follow terrain and moving supports while animated.
    pub fn set_ground_follow(&mut self, on: bool) {
        self.ground_follow = on;
    }

    /// Removes its bodies and pins from the world. Call before dropping it; a character that goes on being updated gets its
    /// proxy back.
    pub fn remove_from(&mut self, world: &mut dyn Backend) {
        if let Some(mut ragdoll) = self.ragdoll.take() {
            ragdoll.remove(world);
            self.state = State::Animated;
            self.recover = None;
        }
        if let Some(mut proxy) = self.proxy.take() {
            proxy.remove(world);
        }
    }

    pub(super) fn refresh_bands(&mut self, world: &mut dyn Backend) {
        self.bands_stale = false;
        if let Some(ragdoll) = &self.ragdoll {
            let bends = self.bends();
            ragdoll.set_bands(
                world,
                (&self.rig, &self.template),
                &self.pose,
                self.facing,
                &bends,
            );
        }
    }

    /// The next pose is a new beginning: nothing is inherited from before, the proxy doesn't sweep there.
    fn restart_motion(&mut self) {
        self.history.restart();
        self.arrive = Arrive::AtOnce;
    }

    fn refuse(&mut self, what: &'static str) -> CharacterError {
        self.events.push(CharacterEvent::Refused { what });
        CharacterError::NotFinite {
            who: self.name.clone(),
            what,
        }
    }
}
