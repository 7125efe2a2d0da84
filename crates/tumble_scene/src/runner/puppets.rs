//! The scene's point-mass figures: made, told, read, named.

use std::collections::BTreeMap;
use std::sync::Arc;

use tumble::Backend;
use tumble::backend::{BodyDesc, BodyHandle};
use tumble::math::{StateHasher, Vec2};
use tumble::puppet::{Grip, PuppetDesc, PuppetError, PuppetEvent, PuppetId, Puppets, PuppetsDesc};
use tumble::verlet::Figure;

use crate::frame::{PointView, PullView, PuppetView, SceneEvent};
use crate::scene::{Doll, DollId, Dolls, Scene};

/// The puppets of a run. A scene without any has no cast, and pays nothing.
#[derive(Debug)]
pub(super) struct Cast {
    puppets: Puppets,
    /// In the scene's order; removed ones stay.
    roles: Vec<Role>,
    /// Whose role a puppet has.
    indices: BTreeMap<PuppetId, DollId>,
    /// Of the last step, until they are named.
    events: Vec<PuppetEvent>,
}

#[derive(Debug)]
struct Role {
    id: Option<PuppetId>,
    name: Arc<str>,
    /// In px, shared by all of a kind.
    looks: Arc<Figure>,
}

impl Cast {
    /// Nobody yet; `None` for a scene without puppets.
    pub(super) fn of(scene: &Scene) -> Result<Option<Self>, PuppetError> {
        if scene.puppets.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            puppets: Puppets::new(PuppetsDesc {
                mutual_collision: scene.puppets_collide,
                ..PuppetsDesc::with_gravity(scene.gravity)
            })?,
            roles: Vec::with_capacity(scene.puppets.len()),
            indices: BTreeMap::new(),
            events: Vec::new(),
        }))
    }

    /// Has the puppets meet a body of the world.
    pub(super) fn meet(&mut self, body: BodyHandle, desc: &BodyDesc) -> Result<(), PuppetError> {
        self.puppets.meet(body, desc)
    }

    /// Puts the scene's next puppet where it starts. Terrain has to be there already: `Classic` looks for its floor now.
    pub(super) fn enter(&mut self, doll: &Doll, before: Option<&Doll>) -> Result<(), PuppetError> {
        let known = before
            .zip(self.roles.last())
            .filter(|(before, _)| Arc::ptr_eq(&before.figure, &doll.figure));
        let looks = known.map_or_else(
            || Arc::new(doll.figure.in_px()),
            |(_, role)| Arc::clone(&role.looks),
        );
        let desc = PuppetDesc::new(&doll.name, Arc::clone(&doll.figure), doll.at).with_preset(doll.preset);
        let id = self.puppets.spawn(desc)?;
        self.indices.insert(id, DollId(self.roles.len() as u32));
        self.roles.push(Role {
            id: Some(id),
            name: Arc::from(doll.name.as_str()),
            looks,
        });
        Ok(())
    }

    /// The puppets go on by a step; what they touch gets its impulse.
    pub(super) fn update(&mut self, world: &mut impl Backend, dt: f32) {
        self.puppets.update(world, dt);
    }

    /// The puppets themselves.
    pub(super) fn puppets(&self) -> &Puppets {
        &self.puppets
    }

    fn id(&self, doll: DollId) -> Result<PuppetId, String> {
        let role = self.roles.get(doll.index()).ok_or("there is no such puppet")?;
        role.id.ok_or_else(|| format!("`{}` has been removed", role.name))
    }

    /// Tells one something.
    fn tell<T>(
        &mut self,
        doll: DollId,
        what: impl FnOnce(&mut Puppets, PuppetId) -> Result<T, PuppetError>,
    ) -> Result<T, String> {
        let id = self.id(doll)?;
        what(&mut self.puppets, id).map_err(|error| error.to_string())
    }

    /// Tells all of them something; those of a crowd that are gone are passed over, unless all are.
    fn tell_all(
        &mut self,
        who: &Dolls,
        mut what: impl FnMut(&mut Puppets, PuppetId) -> Result<(), PuppetError>,
    ) -> Result<(), String> {
        let mut told = false;
        let mut refused = None;
        for doll in who.ids() {
            if let Ok(id) = self.id(doll) {
                told = true;
                if let Err(error) = what(&mut self.puppets, id) {
                    refused = refused.or(Some(error.to_string()));
                }
            }
        }
        match refused {
            _ if !told => Err(format!("`{}` has been removed", who.name)),
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    pub(super) fn push(&mut self, who: &Dolls, acceleration: Vec2, seconds: f32) -> Result<(), String> {
        self.tell_all(who, |puppets, id| puppets.push(id, acceleration, seconds))
    }

    /// A puppet with no foot on anything says so in an event.
    pub(super) fn jump(&mut self, who: &Dolls) -> Result<(), String> {
        self.tell_all(who, |puppets, id| puppets.jump(id).map(|_| ()))
    }

    pub(super) fn throw(&mut self, who: &Dolls, velocity: Vec2) -> Result<(), String> {
        self.tell_all(who, |puppets, id| puppets.throw(id, velocity))
    }

    pub(super) fn reset(&mut self, who: &Dolls) -> Result<(), String> {
        self.tell_all(who, |puppets, id| puppets.reset(id, None))
    }

    pub(super) fn teleport(&mut self, who: DollId, to: Vec2) -> Result<(), String> {
        self.tell(who, |puppets, id| puppets.teleport(id, to))
    }

    pub(super) fn hit(&mut self, who: DollId, point: usize, impulse: Vec2) -> Result<(), String> {
        self.tell(who, |puppets, id| puppets.hit(id, point, impulse))
    }

    /// Takes hold of a point that nobody holds.
    pub(super) fn grab(&mut self, who: DollId, point: usize, at: Vec2) -> Result<(), String> {
        let id = self.id(who)?;
        let held = self.puppets.get(id).and_then(|puppet| puppet.point(point));
        if held.is_some_and(|point| point.held) {
            return Err(format!("`{}` is held already", self.point_name(who, point)));
        }
        self.tell(who, |puppets, id| puppets.grab(id, Grip::Point(point), at))
            .map(|_| ())
    }

    pub(super) fn move_grab(&mut self, who: DollId, point: usize, to: Vec2) -> Result<(), String> {
        self.tell(who, |puppets, id| puppets.move_grab(id, point, to))
    }

    pub(super) fn release(&mut self, who: DollId, point: usize) -> Result<(), String> {
        self.tell(who, |puppets, id| puppets.release(id, point))
            .map(|_| ())
    }

    /// Whether it is there.
    pub(super) fn has(&self, who: DollId) -> bool {
        self.id(who).is_ok()
    }

    pub(super) fn remove(&mut self, who: &Dolls) -> Result<(), String> {
        let Self { roles, indices, .. } = self;
        let mut ids: Vec<PuppetId> = Vec::new();
        for doll in who.ids() {
            ids.extend(roles.get_mut(doll.index()).and_then(|role| role.id.take()));
        }
        for id in &ids {
            indices.remove(id);
            // It is there: its role had it.
            let _ = self.puppets.remove(*id);
        }
        if ids.is_empty() {
            return Err(format!("`{}` is not there", who.name));
        }
        Ok(())
    }

    /// `dummy/chest`.
    pub(super) fn point_name(&self, who: DollId, point: usize) -> String {
        let Some(role) = self.roles.get(who.index()) else {
            return "?".to_owned();
        };
        let point = role.looks.points().get(point).map_or("?", |point| &point.name);
        format!("{}/{point}", role.name)
    }

    /// The events since the last call, with names.
    pub(super) fn name_events(&mut self, out: &mut Vec<SceneEvent>) {
        let mut events = core::mem::take(&mut self.events);
        self.puppets.drain_events(&mut events);
        out.extend(events.drain(..).filter_map(|event| self.named(&event)));
        self.events = events;
    }

    /// An event with names; `None` for one of a puppet that has been removed since.
    fn named(&self, event: &PuppetEvent) -> Option<SceneEvent> {
        let doll = event.puppet().map(|id| self.indices.get(&id).copied());
        let Some(doll) = doll else {
            return match *event {
                PuppetEvent::TimeDropped { seconds } => Some(SceneEvent::TimeDropped { seconds }),
                _ => None,
            };
        };
        let doll = doll?;
        let who = || self.roles[doll.index()].name.to_string();
        let body = |point| self.point_name(doll, point);
        Some(match *event {
            PuppetEvent::Landed { speed, .. } => SceneEvent::Landed { who: who(), speed },
            PuppetEvent::Impact {
                puppet,
                point,
                speed,
                impulse,
            } => SceneEvent::Bump {
                body: body(point),
                speed,
                impulse,
                at: self.puppets.get(puppet)?.point(point)?.at,
            },
            PuppetEvent::Pushed {
                acceleration,
                seconds,
                ..
            } => SceneEvent::Pushed {
                who: who(),
                acceleration,
                seconds,
            },
            PuppetEvent::Jumped { speed, .. } => SceneEvent::Jumped { who: who(), speed },
            PuppetEvent::JumpRefused { .. } => SceneEvent::JumpRefused { who: who() },
            PuppetEvent::Grabbed { point, .. } => SceneEvent::Grabbed { body: body(point) },
            PuppetEvent::PullLimited { point, .. } => SceneEvent::PullLimited { body: body(point) },
            PuppetEvent::Released { point, velocity, .. } => SceneEvent::Released {
                body: body(point),
                velocity,
            },
            PuppetEvent::Thrown { velocity, .. } => SceneEvent::Thrown { who: who(), velocity },
            PuppetEvent::FellAsleep { .. } => SceneEvent::FellAsleep { who: who() },
            PuppetEvent::Quarantined { .. } => SceneEvent::Quarantined { body: who() },
            _ => return None,
        })
    }

    /// All puppets that are there, in the scene's order, with the hands on them.
    pub(super) fn views(&self, pulls: &[(DollId, PullView)]) -> Vec<PuppetView> {
        let there = self
            .roles
            .iter()
            .zip(0..)
            .filter_map(|(role, doll)| Some((role, DollId(doll), role.id?)));
        there
            .filter_map(|(role, doll, id)| {
                let puppet = self.puppets.get(id)?;
                Some(PuppetView {
                    name: Arc::clone(&role.name),
                    figure: Arc::clone(&role.looks),
                    points: puppet
                        .points()
                        .map(|point| PointView {
                            at: point.at,
                            velocity: point.velocity,
                            touches: point.touches,
                            held: point.held,
                        })
                        .collect(),
                    lengths: puppet.sticks().map(|stick| stick.length).collect(),
                    pulls: pulls
                        .iter()
                        .filter(|(whose, _)| *whose == doll)
                        .map(|(_, pull)| *pull)
                        .collect(),
                    awake: puppet.is_awake(),
                })
            })
            .collect()
    }

    pub(super) fn hash(&self, hash: &mut StateHasher) {
        hash.write_u64(self.puppets.hash());
    }
}
