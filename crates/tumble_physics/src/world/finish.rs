//! The end of a step: walls that were passed, what isn't finite, who sleeps.

use crate::body::BodyKind;
use crate::event::Event;

use super::World;
use super::bodies::{Motion, NONE};

/// Slower than this counts as still \[m/s\].
const STILL_SPEED: f32 = 0.05;
/// After being still this long, what touches each other falls asleep \[s\].
const STILL_TIME: f32 = 0.5;

impl World {
    /// Bodies whose state isn't finite go back to where the step began, at rest, and out; the rest of their figure goes back too.
    pub(crate) fn quarantine_what_is_not_finite(&mut self) {
        let broken: Vec<usize> = self
            .dynamic_bodies()
            .filter(|&index| !(self.bodies.place[index].is_sound() && self.bodies.motion[index].is_finite()))
            .collect();
        self.stop_unsound_kinematic();
        let mut back = Vec::new();
        for &index in &broken {
            let tree = self.bodies.body[index].tree;
            if tree != NONE {
                back.extend_from_slice(&self.trees.tree[tree as usize].members);
            }
        }
        back.sort_unstable();
        back.dedup();
        for &member in &back {
            if let Some(place) = self.scratch.before.get(member as usize) {
                self.bodies.place[member as usize] = *place;
                self.bodies.motion[member as usize] = Motion::default();
            }
        }
        self.forget_unsound_loads(&back);
        for index in broken {
            self.quarantine(index);
        }
    }

    /// Contacts of bodies that went `back` (sorted) start from nothing in the next step, and so do those that were spoilt.
    fn forget_unsound_loads(&mut self, back: &[u32]) {
        let went = |body: &u32| !back.is_empty() && back.binary_search(body).is_ok();
        for contact in &mut self.pairs.contacts {
            let points = &mut contact.points[..usize::from(contact.count)];
            // One sum that isn't finite tells of all.
            let load: f32 = points
                .iter()
                .map(|point| point.normal_impulse.abs() + point.tangent_impulse.abs() + point.total.abs())
                .sum();
            if !load.is_finite() || went(&contact.a) || went(&contact.b) {
                for point in points {
                    (point.normal_impulse, point.tangent_impulse, point.total) = (0.0, 0.0, 0.0);
                }
            }
        }
    }

    /// Kinematic bodies that left the world's range go back to where the step began, and stand still.
    fn stop_unsound_kinematic(&mut self) {
        for index in 0..self.bodies.slots.places() {
            let unsound = self.bodies.slots.is_used(index)
                && self.bodies.body[index].kind == BodyKind::Kinematic
                && !(self.bodies.place[index].is_sound() && self.bodies.motion[index].is_finite());
            if unsound {
                self.bodies.place[index] = self.scratch.before[index];
                self.bodies.motion[index] = Motion::default();
                self.bodies.body[index].goal = None;
                self.events.push(Event::Quarantined {
                    body: self.bodies.id(index),
                });
            }
        }
    }

    /// Puts to sleep what has been still for long enough together with all that it touches.
    pub(crate) fn put_to_sleep(&mut self, dt: f32) {
        let mut awake = 0;
        let mut ripe = false;
        for at in 0..self.trees.tree.len() {
            if !self.trees.tree[at].alive || !self.trees.tree[at].awake {
                continue;
            }
            awake += 1;
            let still = self.settings.sleep && self.is_still(at);
            let tree = &mut self.trees.tree[at];
            tree.still_for = if still { tree.still_for + dt } else { 0.0 };
            ripe |= tree.still_for >= STILL_TIME;
        }
        self.counters.awake = awake;
        if !ripe {
            return;
        }
        let mut sets = Sets::new(self.trees.tree.len());
        for contact in &self.pairs.contacts {
            let (a, b) = (contact.a as usize, contact.b as usize);
            if !contact.touching {
                continue;
            }
            let (one, two) = (self.bodies.body[a].tree, self.bodies.body[b].tree);
            match (one, two) {
                (NONE, NONE) => {}
                (NONE, tree) => self.stirred(a, tree, &mut sets),
                (tree, NONE) => self.stirred(b, tree, &mut sets),
                (one, two) => sets.unite(one, two),
            }
        }
        for at in 0..self.joints.slots.places() {
            if !self.joints.slots.is_used(at) {
                continue;
            }
            let joint = &self.joints.joint[at];
            let (one, two) = (
                self.bodies.body[joint.a as usize].tree,
                self.bodies.body[joint.b as usize].tree,
            );
            match (one, two) {
                (NONE, NONE) => {}
                (NONE, tree) => self.stirred(joint.a as usize, tree, &mut sets),
                (tree, NONE) => self.stirred(joint.b as usize, tree, &mut sets),
                (one, two) => sets.unite(one, two),
            }
        }
        for (at, tree) in self.trees.tree.iter().enumerate() {
            if tree.alive && tree.awake && tree.still_for < STILL_TIME {
                let root = sets.root(at as u32);
                sets.busy[root as usize] = true;
            }
        }
        let mut groups: Vec<(u32, u32)> = Vec::new();
        for at in 0..self.trees.tree.len() {
            let tree = &self.trees.tree[at];
            if tree.alive && tree.awake {
                let root = sets.root(at as u32);
                if !sets.busy[root as usize] {
                    groups.push((root, at as u32));
                }
            }
        }
        groups.sort_unstable();
        for group in groups.chunk_by(|one, two| one.0 == two.0) {
            let together: Vec<u32> = group.iter().map(|&(_, tree)| tree).collect();
            for &tree in &together {
                for &member in &self.trees.tree[tree as usize].members {
                    self.bodies.motion[member as usize] = Motion::default();
                    self.events.push(Event::Slept {
                        body: self.bodies.id(member as usize),
                    });
                }
            }
            self.trees.sleep(together);
        }
    }

    /// A kinematic body that moves keeps awake what is on it.
    fn stirred(&self, body: usize, tree: u32, sets: &mut Sets) {
        if self.bodies.body[body].kind == BodyKind::Kinematic && self.bodies.motion[body] != Motion::default()
        {
            let root = sets.root(tree);
            sets.busy[root as usize] = true;
        }
    }

    fn is_still(&self, tree: usize) -> bool {
        let limit = STILL_SPEED * self.settings.length_unit;
        self.trees.tree[tree].members.iter().all(|&member| {
            let (body, motion) = (
                &self.bodies.body[member as usize],
                self.bodies.motion[member as usize],
            );
            body.can_sleep && motion.v.length() + motion.w.abs() * body.extent < limit
        })
    }

    /// Raises the events of what was woken since the last step.
    pub(crate) fn tell_who_woke(&mut self) {
        let woken = core::mem::take(&mut self.trees.woken);
        for &tree in &woken {
            let tree = &self.trees.tree[tree as usize];
            if tree.alive {
                for &member in &tree.members {
                    self.events.push(Event::Woke {
                        body: self.bodies.id(member as usize),
                    });
                }
            }
        }
        self.trees.woken = woken;
        self.trees.woken.clear();
    }
}

/// Disjoint sets of trees.
pub(super) struct Sets {
    parent: Vec<u32>,
    /// Whether something of a set, known at its root, moves.
    busy: Vec<bool>,
}

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
            busy: vec![false; count],
        }
    }

    pub(super) fn root(&mut self, mut at: u32) -> u32 {
        while self.parent[at as usize] != at {
            let up = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = up;
            at = up;
        }
        at
    }

    pub(super) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        // The lesser index is the root, whatever the order of contacts.
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high as usize] = low;
        self.busy[low as usize] |= self.busy[high as usize];
    }
}
