//! Who touches whom, read from rapier after a step.

use rapier2d::geometry::{ColliderHandle, ColliderSet, ContactPair, NarrowPhase};
use rapier2d::math::Vector;
use tumble::backend::{BodyHandle, WorldEvent};
use tumble::math::Vec2;

use crate::convert::vec2;

/// Contacts further apart than this and without an impulse don't count as touching \[px\].
const TOUCHING: f32 = 0.5;

/// A pair of bodies that touched in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    pub(crate) a: BodyHandle,
    pub(crate) b: BodyHandle,
    /// Over the step.
    impulse: f32,
    /// In its last pass.
    last_impulse: f32,
    at: Vec2,
    /// The last pass in which it touched.
    pass: u32,
    /// Whether its impact was reported.
    reported: bool,
}

/// One rapier manifold's share: impulse, where it acts, and the normal from the first collider to the second.
pub(crate) struct Manifold {
    pub(crate) impulse: f32,
    pub(crate) at: Vec2,
    pub(crate) normal: Vec2,
}

/// What a pair's manifolds say, those that touch.
pub(crate) fn manifolds<'a>(
    pair: &'a ContactPair,
    colliders: &'a ColliderSet,
) -> impl Iterator<Item = Manifold> + 'a {
    pair.solver_manifolds().iter().filter_map(move |manifold| {
        if manifold.data.solver_contacts.is_empty() {
            return None;
        }
        let first = colliders.get(pair.collider1)?;
        let pose = match manifold.subshape_pos1() {
            Some(local) => first.position() * *local,
            None => *first.position(),
        };
        let (mut impulse, mut weighted, mut nearest) = (0.0_f32, Vector::ZERO, f32::MAX);
        let mut at_nearest = Vector::ZERO;
        for point in &manifold.points {
            let world = pose.transform_point(point.local_p1);
            let share = point.data.impulse.max(0.0);
            impulse += share;
            weighted += world * share;
            if point.dist < nearest {
                nearest = point.dist;
                at_nearest = world;
            }
        }
        if impulse <= 0.0 && nearest > TOUCHING {
            return None;
        }
        let at = if impulse > 0.0 {
            weighted / impulse
        } else {
            at_nearest
        };
        Some(Manifold {
            impulse,
            at: vec2(at),
            normal: vec2(manifold.data.normal),
        })
    })
}

/// The contacts of the last step, in the order of the bodies' handles.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    now: Vec<Contact>,
    before: Vec<Contact>,
    pass: u32,
}

impl Contacts {
    /// Those that touch at the end of the step.
    pub(crate) fn touching(&self) -> impl Iterator<Item = &Contact> {
        self.now.iter().filter(|contact| contact.pass == self.pass)
    }

    /// What a pair's impulses of the last pass are to be multiplied by to give the step's.
    pub(crate) fn step_per_pass(&self, one: BodyHandle, other: BodyHandle) -> f32 {
        let key = (one.min(other), one.max(other));
        match self
            .now
            .binary_search_by_key(&key, |contact| (contact.a, contact.b))
        {
            Ok(index) if self.now[index].last_impulse > 0.0 => {
                self.now[index].impulse / self.now[index].last_impulse
            }
            _ => 1.0,
        }
    }

    pub(crate) fn begin_step(&mut self) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        self.pass = 0;
    }

    /// Reads the contacts of a pass.
    pub(crate) fn read_pass(
        &mut self,
        narrow_phase: &NarrowPhase,
        colliders: &ColliderSet,
        body_of: impl Fn(ColliderHandle) -> Option<BodyHandle>,
    ) {
        self.pass += 1;
        for pair in narrow_phase.contact_pairs() {
            if !pair.has_any_active_contact() {
                continue;
            }
            let (Some(first), Some(second)) = (body_of(pair.collider1), body_of(pair.collider2)) else {
                continue;
            };
            for manifold in manifolds(pair, colliders) {
                self.now.push(Contact {
                    a: first.min(second),
                    b: first.max(second),
                    impulse: manifold.impulse,
                    last_impulse: manifold.impulse,
                    at: manifold.at,
                    pass: self.pass,
                    reported: false,
                });
            }
        }
    }

    /// Adds up the passes and reports the contacts that began. A contact that begins without an impulse (rapier makes them a
    /// little ahead) is reported when it first has one.
    pub(crate) fn end_step(&mut self, events: &mut Vec<WorldEvent>) {
        // A pair may have several manifolds a pass; their order among themselves is rapier's, which is stable.
        self.now
            .sort_by_key(|contact| (contact.a, contact.b, contact.pass));
        self.now.dedup_by(|next, kept| {
            let same = next.a == kept.a && next.b == kept.b;
            if same {
                let total = kept.impulse + next.impulse;
                if total > 0.0 {
                    kept.at = (kept.at * kept.impulse + next.at * next.impulse) / total;
                }
                kept.impulse = total;
                kept.last_impulse = if next.pass == kept.pass {
                    kept.last_impulse + next.last_impulse
                } else {
                    next.last_impulse
                };
                kept.pass = next.pass;
            }
            same
        });
        let mut before = self.before.iter().peekable();
        for contact in &mut self.now {
            let key = (contact.a, contact.b);
            while before.next_if(|old| (old.a, old.b) < key).is_some() {}
            let known = before.next_if(|old| (old.a, old.b) == key);
            contact.reported = known.is_some_and(|old| old.reported);
            if !contact.reported && contact.impulse > 0.0 {
                contact.reported = true;
                events.push(WorldEvent::Impact {
                    a: contact.a,
                    b: contact.b,
                    impulse: contact.impulse,
                    at: contact.at,
                });
            }
        }
    }
}
