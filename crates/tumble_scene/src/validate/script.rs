//! The script: every name looked up, every number checked.

use tumble::RecoverWhen;
use tumble::math::Vec2;
use tumble::rig::source::did_you_mean;
use tumble::rig::{Bend, BoneId, Rig, steps};

use super::checker::{Checker, Named, Path, Span, deeper};
use super::{facing, shapes};
use crate::file::{ActFile, EntryFile, KindFile, SceneFile, WhenFile};
use crate::scene::{Act, Actor, ActorId, BodyRef, Doll, DollId, Dolls, Entry};

pub(super) fn script(
    check: &mut Checker<'_>,
    file: &SceneFile,
    actors: &[Option<Actor>],
    dolls: &[Option<Doll>],
) -> Vec<Entry> {
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
            dolls,
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

/// The puppets of a span, as the script calls them.
fn dolls(name: &str, span: Span) -> Dolls {
    Dolls {
        name: name.to_owned(),
        first: DollId(span.first),
        count: span.count,
    }
}

/// One line of the script while it is checked.
struct Line<'a, 'b, 'x> {
    check: &'a mut Checker<'b>,
    actors: &'x [Option<Actor>],
    dolls: &'x [Option<Doll>],
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
                self.teleport(who, to)
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
                    BodyRef::Point(..) if at.is_some() => {
                        let message = format!("`{body}` is a point, and is hit where it is");
                        self.problem(deeper(&self.path, "at"), message, "leave `at` out");
                        None
                    }
                    body @ BodyRef::Point(..) => Some(Act::Impulse { body, impulse }),
                    BodyRef::Prop(_) => {
                        let message = format!(
                            "`{body}` is a prop, and only a character's body or a puppet's point can be hit"
                        );
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
                match self.check.look_up(name, path, &self.place, "names", |_| true)? {
                    Named::Puppet(span) | Named::Member(span) => Some(Act::RemovePuppets(dolls(name, span))),
                    Named::Terrain | Named::Prop(_) | Named::Character(_) => Some(Act::Remove(name.clone())),
                }
            }
            ActFile::Push(who, way, seconds) => {
                let way = self.point(*way, &deeper(&self.path, 1));
                self.check
                    .not_negative(*seconds, deeper(&self.path, 2), &self.place);
                let who = self.puppets(who)?;
                // Without a figure there is no unit; its own mistake has been reported.
                let unit = self.dolls[who.first.index()].as_ref()?.unit;
                Some(Act::Push {
                    who,
                    acceleration: way * unit,
                    seconds: *seconds,
                })
            }
            ActFile::Jump(who) => self.puppets(who).map(Act::Jump),
            ActFile::Throw(who, velocity) => {
                let velocity = self.point(*velocity, &deeper(&self.path, 1));
                self.puppets(who).map(|who| Act::Throw(who, velocity))
            }
            ActFile::Reset(who) => self.puppets(who).map(Act::Reset),
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

    /// The puppets that a positional action's first value names.
    fn puppets(&mut self, who: &str) -> Option<Dolls> {
        let path = deeper(&self.path, 0);
        let is_puppet = |named| matches!(named, Named::Puppet(_));
        match self
            .check
            .look_up(who, path.clone(), &self.place, "puppets", is_puppet)?
        {
            Named::Puppet(span) | Named::Member(span) => Some(dolls(who, span)),
            other @ (Named::Terrain | Named::Prop(_) | Named::Character(_)) => {
                let message = format!("`{who}` is {}, and only a puppet can do this", other.word());
                self.problem(path, message, "use `Impulse` or `Hit` for characters");
                None
            }
        }
    }

    /// Puts a character's root or a puppet somewhere.
    fn teleport(&mut self, who: &str, to: Vec2) -> Option<Act> {
        match self.check.names.get(who).copied() {
            Some(Named::Puppet(Span { first, count: 1 }) | Named::Member(Span { first, .. })) => {
                Some(Act::TeleportPuppet(DollId(first), to))
            }
            Some(Named::Puppet(_)) => {
                let message = format!("`{who}` is a crowd, which can't be all in one place");
                self.problem(
                    deeper(&self.path, 0),
                    message,
                    format!("name one of it: `{who}1`"),
                );
                None
            }
            _ => Some(Act::Teleport(self.character(who)?, to)),
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
            other => {
                let message = format!("`{who}` is {}, not a character", other.word());
                let characters: Vec<String> = self
                    .check
                    .names
                    .iter()
                    .filter(|(_, named)| is_character(**named))
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                let help = if characters.is_empty() {
                    "this scene has no characters".to_owned()
                } else {
                    format!("characters here: {}", characters.join(", "))
                };
                self.problem(path, message, help);
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
        let has_parts = |named| matches!(named, Named::Character(_) | Named::Puppet(_));
        let i = match self.check.look_up(
            who,
            path.clone(),
            &self.place,
            "characters and puppets",
            has_parts,
        )? {
            Named::Character(i) => i,
            Named::Puppet(Span { first, count: 1 }) | Named::Member(Span { first, .. }) => {
                return self.doll_point(DollId(first), bone, path);
            }
            Named::Puppet(_) => {
                let message = format!("`{who}` is a crowd of puppets");
                self.problem(path, message, format!("name one of it: `{who}1/{bone}`"));
                return None;
            }
            other @ (Named::Terrain | Named::Prop(_)) => {
                let message = format!("`{who}` is {}: it has no bones", other.word());
                self.problem(
                    path,
                    message,
                    "write `character/bone` or `puppet/point`, or a prop's name alone",
                );
                return None;
            }
        };
        // Without a rig there is nothing to look the bone up in; the rig's own mistake has been reported.
        let rig = self.actors[i].as_ref().map(|actor| actor.rig.clone())?;
        let bone = self.bone(&rig, bone, path)?;
        Some(BodyRef::Limb(ActorId(i as u16), bone))
    }

    /// A point of a puppet that can be moved.
    fn doll_point(&mut self, id: DollId, name: &str, path: Path) -> Option<BodyRef> {
        // Without a figure there is nothing to look the point up in; its own mistake has been reported.
        let figure = &self.dolls[id.index()].as_ref()?.figure;
        let free = figure.points().iter().filter(|point| point.inverse_mass > 0.0);
        match figure.point(name) {
            Some(point) if figure.points()[point].inverse_mass > 0.0 => Some(BodyRef::Point(id, point)),
            Some(_) => {
                let message = format!("point `{name}` of figure `{}` is fixed", figure.name());
                let all: Vec<String> = free.map(|point| format!("`{}`", point.name)).collect();
                self.problem(path, message, format!("points that move: {}", all.join(", ")));
                None
            }
            None => {
                let message = format!("figure `{}` has no point named `{name}`", figure.name());
                let all: Vec<&str> = free.map(|point| point.name.as_str()).collect();
                self.problem(path, message, did_you_mean(name, "points", all.iter().copied()));
                None
            }
        }
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
            Named::Puppet(span) | Named::Member(span) => {
                let message = format!("`{name}` is {}, not one body", Named::Puppet(span).word());
                let one = if span.count == 1 {
                    name.to_owned()
                } else {
                    format!("{name}1")
                };
                let figure = self.dolls[span.first as usize].as_ref().map(|doll| &doll.figure);
                let point = figure.map_or("point", |figure| &figure.points()[figure.grab_point()].name);
                self.problem(path, message, format!("name a point: `{one}/{point}`"));
                None
            }
            Named::Terrain => {
                let message = format!("`{name}` is terrain, which never moves");
                self.problem(path, message, "name a prop, `character/bone` or `puppet/point`");
                None
            }
        }
    }
}
