//! Who touches whom.

use tumble_math::Vec2;

use crate::error::Gone;
use crate::event::Event;
use crate::id::BodyId;

use super::World;
use super::contacts::{Contact, Pairs, SLOP};

/// A body that another one touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The other body.
    pub other: BodyId,
    /// Where: the middle of the contact \[px\].
    pub point: Vec2,
    /// From the other body towards the one asked about (a unit vector).
    pub normal: Vec2,
    /// Normal impulse in the last step \[kg·px/s\].
    pub impulse: f32,
    /// Distance of the surfaces \[px\]; negative when they overlap.
    pub separation: f32,
}

impl World {
    /// Adds to `out` what a body touches, in a stable order.
    ///
    /// # Errors
    /// When the body no longer exists.
    pub fn touches(&self, body: BodyId, out: &mut Vec<Touch>) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)? as u32;
        for contact in self.contacts_of(index) {
            if !contact.touching {
                continue;
            }
            let (other, sign) = if contact.a == index {
                (contact.b, -1.0)
            } else {
                (contact.a, 1.0)
            };
            let count = usize::from(contact.count);
            let mut separation = f32::INFINITY;
            for point in &contact.points[..count] {
                separation = separation.min(point.separation);
            }
            out.push(Touch {
                other: self.bodies.id(other as usize),
                point: self.middle_of(contact),
                normal: contact.normal * sign,
                impulse: contact.impulse(),
                separation,
            });
        }
        Ok(())
    }

    /// All contacts of a body, sleeping ones included, in pair order.
    pub(crate) fn contacts_of(&self, body: u32) -> impl Iterator<Item = &Contact> {
        let record = &self.bodies.body[body as usize];
        let sides = &record.side_clusters;
        let cluster = record.cluster;
        self.pairs
            .pair
            .iter()
            .filter(move |pair| {
                pair.a == cluster || pair.b == cluster || sides.contains(&pair.a) || sides.contains(&pair.b)
            })
            .flat_map(|pair| {
                let (start, len) = (pair.start as usize, pair.len as usize);
                self.pairs.contacts[start..start + len].iter().chain(&pair.stash)
            })
            .filter(move |contact| contact.a == body || contact.b == body)
    }

    /// Where a contact is after the step: midway between its points on A and on B, which it was made of before they moved.
    fn middle_of(&self, contact: &Contact) -> Vec2 {
        let (a, b) = (
            self.bodies.place[contact.a as usize].at,
            self.bodies.place[contact.b as usize].at,
        );
        let points = &contact.points[..usize::from(contact.count).max(1)];
        let arms: Vec2 = points.iter().map(|point| point.arm_a + point.arm_b).sum();
        (a + b + arms / points.len() as f32) * 0.5
    }

    pub(crate) fn slop(&self) -> f32 {
        SLOP * self.settings.length_unit
    }
}

/// A touch that began or ended: bodies by index (lesser first), and whether they touched before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Change {
    pub a: u32,
    pub b: u32,
    /// In the order of notice, so that the first says how it was.
    pub order: u32,
    pub before: bool,
}

impl World {
    /// Counts one touching contact more or less between two bodies.
    fn count_touch(&mut self, a: u32, b: u32, more: bool) {
        let (a, b) = (a.min(b), a.max(b));
        let count = self.pairs.touching.get(a, b).unwrap_or(0);
        let order = self.pairs.changes.len() as u32;
        self.pairs.changes.push(Change {
            a,
            b,
            order,
            before: count > 0,
        });
        let now = if more { count + 1 } else { count.saturating_sub(1) };
        if now == 0 {
            self.pairs.touching.remove(a, b);
        } else {
            self.pairs.touching.insert(a, b, now);
        }
    }

    /// Ends the touches of contacts that are no more.
    pub(crate) fn end_touches(&mut self, ended: &[Contact]) {
        for contact in ended {
            if contact.touching && contact.count > 0 {
                self.count_touch(contact.a, contact.b, false);
            }
        }
    }

    /// Ends all touches of a body that goes, without events.
    pub(crate) fn end_touches_of(&mut self, body: u32) {
        let mut others = Vec::new();
        let Pairs { pair, contacts, .. } = &mut self.pairs;
        for contact in contacts
            .iter_mut()
            .chain(pair.iter_mut().flat_map(|pair| pair.stash.iter_mut()))
        {
            if contact.a == body || contact.b == body {
                if contact.touching {
                    others.push((contact.a.min(contact.b), contact.a.max(contact.b)));
                }
                contact.count = 0;
                contact.touching = false;
            }
        }
        for (a, b) in others {
            self.pairs.touching.remove(a, b);
        }
        self.pairs
            .changes
            .retain(|change| change.a != body && change.b != body);
    }

    /// Looks which contacts touch after a step, and raises begin, end and impact events.
    pub(crate) fn update_touches(&mut self) {
        let slop = self.slop();
        let mut hits = core::mem::take(&mut self.scratch.hits);
        hits.clear();
        for at in 0..self.pairs.contacts.len() {
            let contact = &mut self.pairs.contacts[at];
            let was = contact.touching;
            let now = contact.touches(if was { slop } else { 0.0 });
            contact.touching = now;
            if now != was {
                let (a, b) = (contact.a, contact.b);
                if now {
                    hits.push((a.min(b), a.max(b), at as u32));
                }
                self.count_touch(a, b, now);
            }
        }
        let mut changes = core::mem::take(&mut self.pairs.changes);
        changes.sort_unstable();
        changes.dedup_by_key(|change| (change.a, change.b));
        hits.sort_unstable();
        for change in &changes {
            let (a, b) = (change.a, change.b);
            let now = self.pairs.touching.get(a, b).is_some();
            if now == change.before {
                continue;
            }
            let (one, two) = (self.bodies.id(a as usize), self.bodies.id(b as usize));
            if !now {
                self.events.push(Event::End { a: one, b: two });
                continue;
            }
            self.events.push(Event::Begin { a: one, b: two });
            let first = hits.partition_point(|&(i, j, _)| (i, j) < (a, b));
            let mut impulse = 0.0;
            let mut strongest: Option<(f32, u32)> = None;
            for &(_, _, at) in hits[first..].iter().take_while(|&&(i, j, _)| (i, j) == (a, b)) {
                let share = self.pairs.contacts[at as usize].impulse();
                impulse += share;
                if strongest.is_none_or(|(most, _)| share > most) {
                    strongest = Some((share, at));
                }
            }
            if let Some((_, at)) = strongest {
                let contact = &self.pairs.contacts[at as usize];
                let sign = if contact.a == a { 1.0 } else { -1.0 };
                self.events.push(Event::Impact {
                    a: one,
                    b: two,
                    impulse,
                    at: self.middle_of(contact),
                    normal: contact.normal * sign,
                });
            }
        }
        changes.clear();
        self.pairs.changes = changes;
        self.scratch.hits = hits;
    }
}
