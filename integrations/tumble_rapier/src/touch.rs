//! Who touches whom, read from rapier after a step.

use rapier2d::geometry::{ColliderSet, ContactPair, NarrowPhase};
use rapier2d::math::Vector;
use tumble::backend::{BodyHandle, WorldEvent};
use tumble::math::Vec2;

use crate::convert::vec2;

/// Contacts further apart than this and without an impulse don't count as touching [px].
const TOUCHING: f32 = 0.5;

/// A pair of bodies that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    pub(crate) a: BodyHandle,
    pub(crate) b: BodyHandle,
    pub(crate) impulse: f32,
    pub(crate) at: Vec2,
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
}

impl Contacts {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Contact> {
        self.now.iter()
    }

    /// Reads the contacts of a step and reports those that began. A contact that begins without an impulse (rapier makes them a
    /// little ahead) is reported when it first has one.
    pub(crate) fn read(
        &mut self,
        narrow_phase: &NarrowPhase,
        colliders: &ColliderSet,
        body_of: impl Fn(rapier2d::geometry::ColliderHandle) -> Option<BodyHandle>,
        events: &mut Vec<WorldEvent>,
    ) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        for pair in narrow_phase.contact_pairs() {
            if !pair.has_any_active_contact() {
                continue;
            }
            let (Some(first), Some(second)) = (body_of(pair.collider1), body_of(pair.collider2)) else {
                continue;
            };
            let (a, b) = if first <= second {
                (first, second)
            } else {
                (second, first)
            };
            for manifold in manifolds(pair, colliders) {
                self.now.push(Contact {
                    a,
                    b,
                    impulse: manifold.impulse,
                    at: manifold.at,
                    reported: false,
                });
            }
        }
        // A pair may have several manifolds; their order among themselves is rapier's, which is stable.
        self.now.sort_by_key(|contact| (contact.a, contact.b));
        self.now.dedup_by(|next, kept| {
            let same = next.a == kept.a && next.b == kept.b;
            if same {
                let total = kept.impulse + next.impulse;
                if total > 0.0 {
                    kept.at = (kept.at * kept.impulse + next.at * next.impulse) / total;
                }
                kept.impulse = total;
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
