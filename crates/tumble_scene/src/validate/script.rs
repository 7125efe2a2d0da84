//! The script: every name looked up, every number checked.

use tumble::RecoverWhen;
use tumble::math::Vec2;
use tumble::rig::source::did_you_mean;
use tumble::rig::{Bend, BoneId, Rig, steps};

use super::checker::{Checker, Named, Path, deeper};
use super::{facing, shapes};
use crate::file::{ActFile, EntryFile, KindFile, SceneFile, WhenFile};
use crate::scene::{Act, Actor, ActorId, BodyRef, Entry};

pub(super) fn script(check: &mut Checker<'_>, file: &SceneFile, actors: &[Option<Actor>]) -> Vec<Entry> {
    let mut script = Vec::with_capacity(file.script.len());
    for (i, entry) in file.script.iter().enumerate() {
        if !(entry.at.is_finite() && entry.at >= 0.0) {
            check.problem(
                steps!["script", i, "at"],
                &place(i, entry, "at"),
                format!("{} is no time", entry.at),
                "give seconds from the scene's start, zero or more",
            );
        }
        let mut line = Line {
            check,
            actors,
            path: steps!["script", i, "act"],
            place: format!("script entry {} ({} at {} s)", i + 1, entry.act.name(), entry.at),
        };
        if let Some(act) = line.act(&entry.act) {
            script.push(Entry { at: entry.at, act });
        }
    }
    // Stable: of two at one time the first listed stays first.
    script.sort_by(|a, b| a.at.total_cmp(&b.at));
    script
}

fn place(i: usize, entry: &EntryFile, field: &str) -> String {
    format!("script entry {} ({}), field `{field}`", i + 1, entry.act.name())
}

/// One line of the script while it is checked.
struct Line<'a, 'b, 'x> {
    check: &'a mut Checker<'b>,
    actors: &'x [Option<Actor>],
    path: Path,
    place: String,
}

impl<'x> Line<'_, '_, 'x> {
    /// The action; `None` when something is wrong, which has been reported.
    fn act(&mut self, act: &ActFile) -> Option<Act> {
        match act {
            ActFile::Ragdoll(who) => self.character(who).map(Act::Ragdoll),
            ActFile::Recover(who, when) => {
                let when = match when {
                    WhenFile::Settled => RecoverWhen::Settled,
                    WhenFile::Now => RecoverWhen::Now,
                };
                self.character(who).map(|who| Act::Recover(who, when))
            }
            ActFile::Snap(who) => self.character(who).map(Act::Snap),
            ActFile::Face(who, way) => self.character(who).map(|who| Act::Face(who, facing(*way))),
            ActFile::Play(who, clip) => {
                let who = self.character(who)?;
                if let Some(actor) = self.actor(who) {
                    let path = deeper(&self.path, 1);
                    self.check.clip(&actor.clips, clip, path, &self.place);
                }
                Some(Act::Play(who, clip.clone()))
            }
            ActFile::Bend(who, limb, inverted) => {
                let who = self.character(who)?;
                let rig = &self.actor(who)?.rig;
                let Some(limb_id) = rig.limb(limb) else {
                    let help = did_you_mean(limb, "limbs", rig.limbs.iter().map(|limb| limb.name.as_str()));
                    let message = format!("rig `{}` has no limb named `{limb}`", rig.name);
                    self.problem(deeper(&self.path, 1), message, help);
                    return None;
                };
                let bend = if *inverted { Bend::Inverted } else { Bend::Normal };
                Some(Act::Bend(who, limb_id, bend))
            }
            ActFile::Teleport(who, to) => {
                let to = self.point(*to, &deeper(&self.path, 1));
                Some(Act::Teleport(self.character(who)?, to))
            }
            ActFile::Hit { body, impulse, at } => {
                let impulse = self.point(*impulse, &deeper(&self.path, "impulse"));
                let at = at.map(|at| self.point(at, &deeper(&self.path, "at")));
                match self.body(body)? {
                    BodyRef::Limb(who, bone) => Some(Act::Hit {
                        who,
                        bone,
                        impulse,
                        at,
                    }),
                    BodyRef::Prop(_) => {
                        let message = format!("`{body}` is a prop, and only a character's body can be hit");
                        self.problem(deeper(&self.path, "body"), message, "use `Impulse` for a prop");
                        None
                    }
                }
            }
            ActFile::Impulse { body, impulse } => {
                let impulse = self.point(*impulse, &deeper(&self.path, "impulse"));
                let body = self.body(body)?;
                Some(Act::Impulse { body, impulse })
            }
            ActFile::Grab { body, at } => {
                let at = self.point(*at, &deeper(&self.path, "at"));
                let body = self.body(body)?;
                Some(Act::Grab { body, at })
            }
            ActFile::MoveGrab { body, at, over } => {
                let at = self.point(*at, &deeper(&self.path, "at"));
                if !(over.is_finite() && *over >= 0.0) {
                    let message = format!("{over} is no length of time");
                    self.problem(deeper(&self.path, "over"), message, "give seconds, zero or more");
                }
                let body = match body {
                    Some(body) => Some(self.body(body)?),
                    None => None,
                };
                Some(Act::MoveGrab {
                    body,
                    at,
                    over: *over,
                })
            }
            ActFile::Release => Some(Act::Release),
            ActFile::Spawn(prop) => {
                let path = deeper(&self.path, 0);
                Some(Act::Spawn(Box::new(shapes::prop(self.check, &path, prop))))
            }
            ActFile::Remove(name) => {
                let path = deeper(&self.path, 0);
                let named = self
                    .check
                    .look_up(name, path.clone(), &self.place, "names", |named| {
                        named != Named::Puppet
                    })?;
                if named == Named::Puppet {
                    self.puppet(path);
                    return None;
                }
                Some(Act::Remove(name.clone()))
            }
            ActFile::Push(who, way, seconds) => {
                self.point(*way, &deeper(&self.path, 1));
                self.check
                    .not_negative(*seconds, deeper(&self.path, 2), &self.place);
                self.only_puppet(who);
                None
            }
            ActFile::Jump(who) => {
                self.only_puppet(who);
                None
            }
        }
    }

    fn problem(&mut self, path: Path, message: impl Into<String>, help: impl Into<String>) {
        self.check.problem(path, &self.place, message, help);
    }

    fn point(&mut self, point: (f32, f32), path: &Path) -> Vec2 {
        self.check.point(point, path, &self.place)
    }

    /// The character's description; `None` when it couldn't be made, which has been reported.
    fn actor(&self, who: ActorId) -> Option<&'x Actor> {
        self.actors[who.index()].as_ref()
    }

    fn puppet(&mut self, path: Path) {
        self.check.unsupported(
            path,
            &self.place,
            "point-mass puppets are not supported yet",
            "remove the action; those on characters and props are",
        );
    }

    /// An action that only a puppet can do.
    fn only_puppet(&mut self, who: &str) {
        let path = deeper(&self.path, 0);
        match self
            .check
            .look_up(who, path.clone(), &self.place, "puppets", |named| {
                named == Named::Puppet
            }) {
            Some(Named::Puppet) => self.puppet(path),
            Some(other) => {
                let message = format!("`{who}` is {}, and only a puppet can do this", other.word());
                self.problem(path, message, "use `Impulse` or `Hit` for characters");
            }
            None => {}
        }
    }

    /// The character that a positional action's first value names.
    fn character(&mut self, who: &str) -> Option<ActorId> {
        let path = deeper(&self.path, 0);
        let is_character = |named| matches!(named, Named::Character(_));
        match self
            .check
            .look_up(who, path.clone(), &self.place, "characters", is_character)?
        {
            Named::Character(i) => Some(ActorId(i as u16)),
            Named::Puppet => {
                self.puppet(path);
                None
            }
            other => {
                let message = format!("`{who}` is {}, not a character", other.word());
                let characters: Vec<String> = self
                    .check
                    .names
                    .iter()
                    .filter(|(_, named)| is_character(**named))
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                self.problem(
                    path,
                    message,
                    format!("characters here: {}", characters.join(", ")),
                );
                None
            }
        }
    }

    /// The body that the field `body` names.
    fn body(&mut self, body: &str) -> Option<BodyRef> {
        let path = deeper(&self.path, "body");
        let Some((who, bone)) = body.split_once('/') else {
            return self.prop(body, path);
        };
        let is_character = |named| matches!(named, Named::Character(_));
        let i = match self
            .check
            .look_up(who, path.clone(), &self.place, "characters", is_character)?
        {
            Named::Character(i) => i,
            Named::Puppet => {
                self.puppet(path);
                return None;
            }
            other => {
                let message = format!("`{who}` is {}: it has no bones", other.word());
                self.problem(path, message, "write `character/bone`, or a prop's name alone");
                return None;
            }
        };
        // Without a rig there is nothing to look the bone up in; the rig's own mistake has been reported.
        let rig = self.actors[i].as_ref().map(|actor| actor.rig.clone())?;
        let bone = self.bone(&rig, bone, path)?;
        Some(BodyRef::Limb(ActorId(i as u16), bone))
    }

    fn bone(&mut self, rig: &Rig, name: &str, path: Path) -> Option<BoneId> {
        let has_body = |bone: BoneId| rig.ragdoll.bodies[bone.index()].is_some();
        let known = || {
            rig.bone_ids()
                .filter(|&bone| has_body(bone))
                .map(|bone| rig.bones[bone.index()].name.as_str())
        };
        match rig.bone(name) {
            Some(bone) if has_body(bone) => Some(bone),
            Some(_) => {
                let message = format!("bone `{name}` of rig `{}` has no body", rig.name);
                let all: Vec<String> = known().map(|name| format!("`{name}`")).collect();
                self.problem(path, message, format!("bones with a body: {}", all.join(", ")));
                None
            }
            None => {
                let all: Vec<&str> = known().collect();
                let help = did_you_mean(name, "bodies", all.iter().copied());
                self.problem(
                    path,
                    format!("rig `{}` has no bone named `{name}`", rig.name),
                    help,
                );
                None
            }
        }
    }

    /// A prop that can be pushed.
    fn prop(&mut self, name: &str, path: Path) -> Option<BodyRef> {
        let movable = |named| named == Named::Prop(KindFile::Dynamic);
        match self
            .check
            .look_up(name, path.clone(), &self.place, "bodies", movable)?
        {
            Named::Prop(KindFile::Dynamic) => Some(BodyRef::Prop(name.to_owned())),
            Named::Prop(_) => {
                let message = format!("`{name}` is not moved by forces");
                self.problem(path, message, "make the prop `Dynamic`, or name another");
                None
            }
            Named::Character(_) => {
                let message = format!("`{name}` is a character, not one body");
                self.problem(path, message, format!("name one of its bones: `{name}/torso`"));
                None
            }
            Named::Puppet => {
                self.puppet(path);
                None
            }
            Named::Terrain => {
                let message = format!("`{name}` is terrain, which never moves");
                self.problem(path, message, "name a prop, or `character/bone`");
                None
            }
        }
    }
}
