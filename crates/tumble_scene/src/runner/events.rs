//! Turns the world's and the characters' events into events with names.

use tumble::backend::{BodyHandle, WorldEvent};
use tumble::{Backend, CharacterEvent};

use super::Runner;
use super::bodies::Owner;
use crate::frame::SceneEvent;

impl<B: Backend> Runner<B> {
    /// Forgets the last step's events; what the actions of this step reported comes first.
    pub(super) fn begin_events(&mut self) {
        self.events.clear();
        self.events.append(&mut self.pending);
    }

    /// Must run before the characters read the world: a character that gets up removes the bodies that its impacts name.
    pub(super) fn name_world_events(&mut self) {
        self.world_events.clear();
        self.world.drain_events(&mut self.world_events);
        for i in 0..self.world_events.len() {
            let event = match self.world_events[i] {
                WorldEvent::Impact { a, b, impulse, at } => {
                    // The one that can be hurt comes first, if there is one.
                    let (a, b) = if self.is_limb(b) && !self.is_limb(a) {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    SceneEvent::Impact {
                        body: self.name_of(a),
                        other: self.name_of(b),
                        impulse,
                        at,
                    }
                }
                WorldEvent::Quarantined { body } => SceneEvent::Quarantined {
                    body: self.name_of(body),
                },
            };
            self.events.push(event);
        }
    }

    pub(super) fn name_character_events(&mut self) {
        for character in self.characters.iter_mut().flatten() {
            self.character_events.clear();
            character.drain_events(&mut self.character_events);
            let who = character.name();
            for event in self.character_events.drain(..) {
                let event = match event {
                    CharacterEvent::State {
                        from,
                        to,
                        moved,
                        snapped,
                    } => SceneEvent::State {
                        who: who.to_owned(),
                        from,
                        to,
                        moved,
                        snapped,
                    },
                    CharacterEvent::Clip { clip, index } => SceneEvent::Clip {
                        who: who.to_owned(),
                        clip: clip.name.clone(),
                        event: clip
                            .events
                            .get(index)
                            .map(|(_, name)| name.clone())
                            .unwrap_or_default(),
                    },
                    CharacterEvent::Quarantined { bone } => {
                        let event = SceneEvent::Quarantined {
                            body: format!("{who}/{}", character.rig().bones[bone.index()].name),
                        };
                        // The world has said so already, where it was the world that noticed.
                        if self.events.contains(&event) {
                            continue;
                        }
                        event
                    }
                    CharacterEvent::Refused { what } => SceneEvent::Skipped {
                        action: format!("{what} {who}"),
                        why: "its numbers are not finite".to_owned(),
                    },
                    CharacterEvent::SettleTimeout => SceneEvent::SettleTimeout { who: who.to_owned() },
                };
                self.events.push(event);
            }
        }
    }

    pub(super) fn name_puppet_events(&mut self) {
        if let Some(cast) = &mut self.cast {
            cast.name_events(&mut self.events);
        }
    }

    fn is_limb(&self, body: BodyHandle) -> bool {
        !self.owners.contains_key(&body)
    }

    /// `ground`, `crate`, `hero/head`.
    pub(super) fn name_of(&self, body: BodyHandle) -> String {
        if let Some(Owner::Terrain(name) | Owner::Prop(name)) = self.owners.get(&body) {
            return name.clone();
        }
        self.characters
            .iter()
            .flatten()
            .find_map(|character| {
                let bone = character.bone_of(body)?;
                Some(format!(
                    "{}/{}",
                    character.name(),
                    character.rig().bones[bone.index()].name
                ))
            })
            .unwrap_or_else(|| format!("{body:?}"))
    }
}
