//! Does the script's actions.

use tumble::backend::BodyHandle;
use tumble::math::Vec2;
use tumble::{Backend, Character, CharacterError};

use super::puppets::Cast;
use super::{RunError, Runner};
use crate::frame::PullView;
use crate::scene::{Act, ActorId, BodyRef, DollId, Dolls};

/// What a grab holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Body(BodyHandle),
    Point(DollId, usize),
}

/// Something held by the script.
#[derive(Clone, Debug)]
pub(super) struct Grab {
    pub(super) held: Held,
    /// Where the target set off, where it goes, and when [px, s].
    from: Vec2,
    to: Vec2,
    began: f64,
    over: f64,
}

impl Grab {
    /// Just taken hold of.
    fn new(held: Held, at: Vec2) -> Self {
        Self {
            held,
            from: at,
            to: at,
            began: 0.0,
            over: 0.0,
        }
    }

    /// The target at a time [s].
    fn target(&self, time: f64) -> Vec2 {
        if self.over <= 0.0 {
            return self.to;
        }
        let share = ((time - self.began) / self.over).clamp(0.0, 1.0) as f32;
        self.from + (self.to - self.from) * share
    }
}

impl<B: Backend> Runner<B> {
    /// Does an action, or says why it can't be done.
    pub(super) fn act(&mut self, act: &Act) -> Result<(), String> {
        match act {
            &Act::Ragdoll(who) => self.tell(who, |character, world| character.set_ragdoll(world, true)),
            &Act::Recover(who, when) => self.tell(who, |character, _| {
                character.recover(when);
                Ok(())
            }),
            &Act::Snap(who) => self.tell(who, |character, world| {
                character.snap_to_standing(world);
                Ok(())
            }),
            &Act::Face(who, facing) => self.tell(who, |character, world| {
                character.face(world, facing);
                Ok(())
            }),
            Act::Play(who, clip) => self.tell(*who, |character, _| character.play(clip)),
            &Act::Bend(who, limb, bend) => self.tell(who, |character, world| {
                character.set_bend(world, limb, bend);
                Ok(())
            }),
            &Act::Teleport(who, to) => self.tell(who, |character, world| character.teleport(world, to)),
            &Act::Hit {
                who,
                bone,
                impulse,
                at,
            } => self.tell(who, |character, world| character.hit(world, bone, impulse, at)),
            &Act::Impulse {
                body: BodyRef::Point(who, point),
                impulse,
            } => self.cast()?.hit(who, point, impulse),
            Act::Impulse { body, impulse } => {
                let body = self.present(body)?;
                let state = self.world.body(body).ok_or_else(lost)?;
                self.world
                    .apply_impulse(body, *impulse, state.pose.position)
                    .map_err(|_| lost())
            }
            &Act::Grab {
                body: BodyRef::Point(who, point),
                at,
            } => {
                self.cast()?.grab(who, point, at)?;
                self.hold(Grab::new(Held::Point(who, point), at));
                Ok(())
            }
            Act::Grab { body, at } => {
                let body = self.present(body)?;
                self.world.grab(body, Vec2::ZERO, *at).map_err(|_| lost())?;
                self.hold(Grab::new(Held::Body(body), *at));
                Ok(())
            }
            Act::MoveGrab { body, at, over } => self.move_grab(body.as_ref(), *at, *over),
            Act::Release => {
                for grab in core::mem::take(&mut self.grabs) {
                    match grab.held {
                        Held::Body(body) => self.world.release(body),
                        Held::Point(who, point) => self.cast()?.release(who, point)?,
                    }
                }
                Ok(())
            }
            Act::Spawn(prop) => {
                let taken = self.prop_body(&prop.name).is_some()
                    || self.terrain_body(&prop.name).is_some()
                    || self.character(&prop.name).is_some()
                    || self
                        .puppets()
                        .is_some_and(|puppets| puppets.find(&prop.name).is_some());
                if taken {
                    return Err(format!("`{}` is there already", prop.name));
                }
                self.add_prop(prop).map_err(|error| match error {
                    RunError::Body { source, .. } => format!("the world refused the body: {source}"),
                    other => other.to_string(),
                })
            }
            Act::Remove(name) => {
                if self.remove(name) {
                    Ok(())
                } else {
                    Err(format!("`{name}` is not there"))
                }
            }
            Act::RemovePuppets(who) => {
                self.let_go(who);
                self.cast()?.remove(who)
            }
            Act::Push {
                who,
                acceleration,
                seconds,
            } => self.cast()?.push(who, *acceleration, *seconds),
            Act::Jump(who) => self.cast()?.jump(who),
            Act::Throw(who, velocity) => self.cast()?.throw(who, *velocity),
            Act::Reset(who) => {
                self.let_go(who);
                self.cast()?.reset(who)
            }
            &Act::TeleportPuppet(who, to) => {
                self.grabs
                    .retain(|grab| !matches!(grab.held, Held::Point(doll, _) if doll == who));
                self.cast()?.teleport(who, to)
            }
        }
    }

    /// The puppets, or why there are none.
    fn cast(&mut self) -> Result<&mut Cast, String> {
        self.cast
            .as_mut()
            .ok_or_else(|| "there are no puppets here".to_owned())
    }

    /// Notes a grab, the last of its body.
    fn hold(&mut self, grab: Grab) {
        self.grabs.retain(|other| other.held != grab.held);
        self.grabs.push(grab);
    }

    /// Forgets the grabs of puppets that are let go or gone.
    fn let_go(&mut self, who: &Dolls) {
        let ids = who.first..DollId(who.first.0 + who.count);
        self.grabs
            .retain(|grab| !matches!(grab.held, Held::Point(doll, _) if ids.contains(&doll)));
    }

    fn tell(
        &mut self,
        who: ActorId,
        what: impl FnOnce(&mut Character, &mut dyn Backend) -> Result<(), CharacterError>,
    ) -> Result<(), String> {
        match self.characters.get_mut(who.index()) {
            Some(Some(character)) => what(character, &mut self.world).map_err(|error| error.to_string()),
            _ => Err(format!("`{}` has been removed", self.actor_name(who))),
        }
    }

    /// The body meant, or why there is none.
    fn present(&self, body: &BodyRef) -> Result<BodyHandle, String> {
        self.body(body).ok_or_else(|| match body {
            BodyRef::Prop(name) => format!("`{name}` is not there"),
            BodyRef::Limb(who, _) => match self.characters.get(who.index()) {
                Some(Some(character)) => format!(
                    "`{}` is {}, and has bodies only as a ragdoll",
                    character.name(),
                    character.state().name()
                ),
                _ => format!("`{}` has been removed", self.actor_name(*who)),
            },
            BodyRef::Point(..) => format!("`{}` is no body of the world", self.body_name(body)),
        })
    }

    fn move_grab(&mut self, body: Option<&BodyRef>, at: Vec2, over: f64) -> Result<(), String> {
        let grabbed = match body {
            Some(&BodyRef::Point(who, point)) => {
                if !self.cast()?.has(who) {
                    return Err(format!("`{}` has been removed", self.doll_name(who)));
                }
                Some(Held::Point(who, point))
            }
            Some(body) => Some(Held::Body(self.present(body)?)),
            None => self.grabs.last().map(|grab| grab.held),
        };
        // The action fires before the next step, so its way begins now.
        let began = self.time();
        let grab = self
            .grabs
            .iter_mut()
            .find(|grab| Some(grab.held) == grabbed)
            .ok_or("nothing is grabbed")?;
        let from = grab.target(began);
        *grab = Grab {
            held: grab.held,
            from,
            to: at,
            began,
            over,
        };
        Ok(())
    }

    /// Brings every grab's target to where it is at the end of the step. Bodies that are gone are forgotten.
    pub(super) fn move_grabs(&mut self) {
        let time = self.time();
        let (world, cast) = (&mut self.world, &mut self.cast);
        self.grabs.retain(|grab| {
            let target = grab.target(time);
            match (grab.held, &mut *cast) {
                (Held::Body(body), _) => world.grab(body, Vec2::ZERO, target).is_ok(),
                (Held::Point(who, point), Some(cast)) => cast.move_grab(who, point, target).is_ok(),
                (Held::Point(..), None) => false,
            }
        });
    }

    /// The hands on puppets, and where they are at the end of the step.
    pub(super) fn pulls(&self) -> Vec<(DollId, PullView)> {
        let time = self.time();
        self.grabs
            .iter()
            .filter_map(|grab| match grab.held {
                Held::Body(_) => None,
                Held::Point(who, point) => {
                    let target = grab.target(time);
                    Some((who, PullView { point, target }))
                }
            })
            .collect()
    }

    pub(super) fn actor_name(&self, who: ActorId) -> &str {
        self.scene
            .characters
            .get(who.index())
            .map_or("?", |actor| actor.name.as_str())
    }

    fn doll_name(&self, who: DollId) -> &str {
        self.scene
            .puppets
            .get(who.index())
            .map_or("?", |doll| doll.name.as_str())
    }

    fn body_name(&self, body: &BodyRef) -> String {
        match body {
            BodyRef::Prop(name) => name.clone(),
            BodyRef::Limb(who, bone) => {
                let actor = self.scene.characters.get(who.index());
                let bone = actor
                    .and_then(|actor| actor.rig.bones.get(bone.index()))
                    .map_or("?", |bone| bone.name.as_str());
                format!("{}/{bone}", self.actor_name(*who))
            }
            BodyRef::Point(who, point) => {
                let doll = self.scene.puppets.get(who.index());
                let point = doll
                    .and_then(|doll| doll.figure.points().get(*point))
                    .map_or("?", |point| point.name.as_str());
                format!("{}/{point}", self.doll_name(*who))
            }
        }
    }

    /// The action in words, for events: `Impulse hero/head`.
    pub(super) fn describe(&self, act: &Act) -> String {
        match act {
            Act::Ragdoll(who) => format!("Ragdoll {}", self.actor_name(*who)),
            Act::Recover(who, _) => format!("Recover {}", self.actor_name(*who)),
            Act::Snap(who) => format!("Snap {}", self.actor_name(*who)),
            Act::Face(who, facing) => format!("Face {} {}", self.actor_name(*who), facing.name()),
            Act::Play(who, clip) => format!("Play {} {clip}", self.actor_name(*who)),
            Act::Bend(who, ..) => format!("Bend {}", self.actor_name(*who)),
            Act::Teleport(who, _) => format!("Teleport {}", self.actor_name(*who)),
            Act::Hit { who, bone, .. } => format!("Hit {}", self.body_name(&BodyRef::Limb(*who, *bone))),
            Act::Impulse { body, .. } => format!("Impulse {}", self.body_name(body)),
            Act::Grab { body, .. } => format!("Grab {}", self.body_name(body)),
            Act::MoveGrab { body, .. } => match body {
                Some(body) => format!("MoveGrab {}", self.body_name(body)),
                None => "MoveGrab".to_owned(),
            },
            Act::Release => "Release".to_owned(),
            Act::Spawn(prop) => format!("Spawn {}", prop.name),
            Act::Remove(name) => format!("Remove {name}"),
            Act::RemovePuppets(who) => format!("Remove {}", who.name),
            Act::Push { who, .. } => format!("Push {}", who.name),
            Act::Jump(who) => format!("Jump {}", who.name),
            Act::Throw(who, _) => format!("Throw {}", who.name),
            Act::Reset(who) => format!("Reset {}", who.name),
            Act::TeleportPuppet(who, _) => format!("Teleport {}", self.doll_name(*who)),
        }
    }
}

fn lost() -> String {
    "the world has lost the body".to_owned()
}
