//! A step, top to bottom.

use tumble_math::Vec2;

use crate::body::BodyKind;
use crate::event::Event;
use crate::shape::Aabb;

use super::World;
use super::bodies::{Health, Motion, NONE};
use super::clusters::MOST_MEMBERS;
use super::contacts::{Finder, turn_way};

/// Boxes in the tree are larger than what is in them by this \[m\].
const FAT: f32 = 0.1;

/// Shorter steps aren't done \[s\]: what closes a gap within one would be faster than numbers are exact for.
const SHORTEST: f32 = 1e-6;
/// Longer steps are cut to this \[s\].
const LONGEST: f32 = 1.0;

/// The stages of a step, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// What was added, removed or told since the last step.
    Edits,
    /// Pairs that came near or are apart.
    Pairs,
    /// The narrow phase.
    Contacts,
    /// What the solver gathers.
    Gather,
    /// Figures: all their sub-steps' share.
    Figures,
    /// Rows: all their sub-steps' share.
    Rows,
    /// What the solver writes back.
    Scatter,
    /// Continuous collision, and what isn't finite.
    Walls,
    /// Touches and their events.
    Touches,
    /// Islands and sleep.
    Sleep,
    /// Boxes for the next step.
    Boxes,
}

impl World {
    /// Goes on by `dt` \[s\]. Nothing happens for one that is not finite or below a microsecond; of one above a second, a second happens.
    pub fn step(&mut self, dt: f32) {
        #[cfg(feature = "parallel")]
        if let Some(threads) = self.solver.threads.clone() {
            // Within the pool from the start, so that nobody has to be woken at each stage.
            threads.install(|| self.step_observed(dt, &mut |_| {}));
            return;
        }
        self.step_observed(dt, &mut |_| {});
    }

    /// The same, telling `observe` at the end of each stage which one it was: for clocks, which this library doesn't have.
    pub fn step_observed(&mut self, dt: f32, observe: &mut dyn FnMut(Stage)) {
        if !(dt >= SHORTEST && dt.is_finite()) {
            return;
        }
        let dt = dt.min(LONGEST);
        self.quarantine_poisoned();
        self.rest_arrived();
        self.remake_trees();
        observe(Stage::Edits);
        self.place_changed(dt);
        self.update_pairs();
        observe(Stage::Pairs);
        self.find_contacts(dt);
        observe(Stage::Contacts);
        self.solve(dt, observe);
        self.stop_at_walls();
        self.quarantine_what_is_not_finite();
        observe(Stage::Walls);
        self.update_touches();
        observe(Stage::Touches);
        self.put_to_sleep(dt);
        observe(Stage::Sleep);
        self.place_boxes(dt);
        self.tell_who_woke();
        observe(Stage::Boxes);
    }

    /// Kinematic bodies that have arrived and were given no other goal stand still.
    fn rest_arrived(&mut self) {
        for index in 0..self.bodies.slots.places() {
            let body = &mut self.bodies.body[index];
            if body.arrived && body.goal.is_none() {
                body.arrived = false;
                self.bodies.motion[index] = Motion::default();
            }
        }
    }

    /// Bodies that were given something that isn't finite go out before they spoil others.
    fn quarantine_poisoned(&mut self) {
        for index in 0..self.bodies.slots.places() {
            if self.bodies.slots.is_used(index) && self.bodies.body[index].health == Health::Poisoned {
                self.quarantine(index);
            }
        }
    }

    /// Stops a body and takes it out of the simulation.
    pub(crate) fn quarantine(&mut self, index: usize) {
        self.wake_around(index as u32);
        let body = &mut self.bodies.body[index];
        body.health = Health::Quarantined;
        let joints = body.joints.clone();
        self.bodies.motion[index] = Motion::default();
        if self.bodies.body[index].kind != BodyKind::Dynamic {
            self.bodies.body[index].goal = None;
            self.events.push(Event::Quarantined {
                body: self.bodies.id(index),
            });
            return;
        }
        self.trees.dirty.push(index as u32);
        for joint in joints {
            let joint = &self.joints.joint[joint as usize];
            let other = if joint.a == index as u32 { joint.b } else { joint.a };
            if self.bodies.is_dynamic(other as usize) {
                self.trees.dirty.push(other);
            }
        }
        self.events.push(Event::Quarantined {
            body: self.bodies.id(index),
        });
    }

    /// Trees and clusters of what was joined, parted, added or removed.
    fn remake_trees(&mut self) {
        if self.trees.dirty.is_empty() {
            self.joints.refresh_rows();
            return;
        }
        self.joints.stale = true;
        let mut made = core::mem::take(&mut self.scratch.made);
        let mut parted = core::mem::take(&mut self.scratch.parted);
        made.clear();
        parted.clear();
        self.trees.dirty.sort_unstable();
        self.trees.dirty.dedup();
        for at in 0..self.trees.dirty.len() {
            self.wake_index(self.trees.dirty[at]);
        }
        self.trees
            .rebuild(&mut self.bodies, &mut self.joints, &mut made, &mut parted);
        for &body in &parted {
            self.drop_cluster(body);
        }
        for &tree in &made {
            let members = self.trees.tree[tree as usize].members.clone();
            // All of them first: clusters may hold others than they did.
            for &member in &members {
                self.drop_cluster(member);
            }
            for chunk in members.chunks(MOST_MEMBERS) {
                let cluster = self.clusters.add(&mut self.bodies, chunk, NONE);
                self.clusters.refresh_filter(&self.bodies, &self.joints, cluster);
                self.unplaced.extend_from_slice(chunk);
            }
        }
        self.joints.refresh_rows();
        self.scratch.made = made;
        self.scratch.parted = parted;
    }

    fn drop_cluster(&mut self, body: u32) {
        let cluster = self.bodies.body[body as usize].cluster;
        if cluster == NONE {
            return;
        }
        for place in 0..self.clusters.cluster[cluster as usize].count as usize {
            let member = self.clusters.cluster[cluster as usize].members[place] as usize;
            if self.bodies.body[member].cluster == cluster {
                self.bodies.body[member].cluster = NONE;
            }
        }
        self.clusters.remove(cluster);
    }

    /// Boxes of what is not where, or not as fast as, it was when boxes were placed.
    fn place_changed(&mut self, dt: f32) {
        if self.placed_for != dt {
            self.place_boxes(dt);
        }
        let mut unplaced = core::mem::take(&mut self.unplaced);
        unplaced.sort_unstable();
        unplaced.dedup();
        let fat = FAT * self.settings.length_unit;
        let fall = self.settings.gravity * dt;
        let mut last = NONE;
        for &body in &unplaced {
            let at = body as usize;
            if !self.bodies.slots.is_used(at) {
                continue;
            }
            let cluster = self.bodies.body[at].cluster;
            match self.bodies.body[at].kind {
                BodyKind::Dynamic if cluster != NONE && cluster != last => {
                    self.place_cluster(cluster, fall, dt, fat);
                    last = cluster;
                }
                BodyKind::Kinematic => {
                    if cluster != NONE {
                        self.place_kinematic(cluster, dt, fat);
                    }
                    for side in 0..self.bodies.body[at].side_clusters.len() {
                        self.place_kinematic(self.bodies.body[at].side_clusters[side], dt, fat);
                    }
                }
                _ => {}
            }
        }
        unplaced.clear();
        self.unplaced = unplaced;
        self.counters.moved = self.clusters.moved.len() as u32;
    }

    /// Boxes of all that moves, for its way in a step.
    fn place_boxes(&mut self, dt: f32) {
        self.placed_for = dt;
        let fat = FAT * self.settings.length_unit;
        let fall = self.settings.gravity * dt;
        for index in 0..self.clusters.cluster.len() {
            let cluster = &self.clusters.cluster[index];
            if !cluster.alive || cluster.fixed {
                continue;
            }
            let first = cluster.members[0] as usize;
            if self.bodies.body[first].kind == BodyKind::Dynamic {
                if self.trees.asleep(&self.bodies, first) {
                    continue;
                }
                self.place_cluster(index as u32, fall, dt, fat);
            } else if self.bodies.motion[first] != Motion::default() {
                self.place_kinematic(index as u32, dt, fat);
            }
        }
    }

    fn place_cluster(&mut self, index: u32, fall: Vec2, dt: f32, fat: f32) {
        let (members, count) = {
            let cluster = &self.clusters.cluster[index as usize];
            (cluster.members, cluster.count as usize)
        };
        let mut tight = Aabb::EMPTY;
        let mut ahead = Vec2::ZERO;
        for &member in &members[..count] {
            let at = member as usize;
            let motion = self.bodies.motion[at];
            let way = (motion.v + fall * self.bodies.body[at].gravity_scale) * dt;
            let still = self.bodies.piece[at].aabb(&self.bodies.place[at].frame());
            let swept = Aabb {
                min: still.min + way.min(Vec2::ZERO),
                max: still.max + way.max(Vec2::ZERO),
            };
            let aabb = swept.grown(turn_way(motion, self.bodies.body[at].extent, dt) + 0.1 * fat);
            self.bodies.aabb[at] = aabb;
            tight = tight.union(&aabb);
            ahead += way;
        }
        self.clusters.place(index, tight, ahead / count as f32, fat);
    }

    fn place_kinematic(&mut self, index: u32, dt: f32, fat: f32) {
        let cluster = &self.clusters.cluster[index as usize];
        let (body, side) = (cluster.members[0] as usize, cluster.side);
        let motion = self.bodies.motion[body];
        let frame = self.bodies.place[body].frame();
        let piece = if side == NONE {
            &self.bodies.piece[body]
        } else {
            &self.bodies.sides[body][side as usize]
        };
        let still = piece.aabb(&frame);
        let way = motion.v * dt;
        let swept = Aabb {
            min: still.min + way.min(Vec2::ZERO),
            max: still.max + way.max(Vec2::ZERO),
        }
        .grown(turn_way(motion, self.bodies.body[body].extent, dt));
        if side == NONE || side == 0 {
            self.bodies.aabb[body] = swept;
        } else {
            self.bodies.aabb[body] = self.bodies.aabb[body].union(&swept);
        }
        self.clusters.place(index, swept, way, fat);
    }

    /// Pairs of what came near.
    fn update_pairs(&mut self) {
        let mut ended = core::mem::take(&mut self.scratch.ended);
        ended.clear();
        self.pairs.update(&mut self.clusters, &mut ended);
        self.end_touches(&ended);
        self.scratch.ended = ended;
        self.counters.pairs = self.pairs.pair.len() as u32;
    }

    /// Whether something of a cluster moves by itself or is moved.
    fn stirs(&self, cluster: u32) -> bool {
        let first = self.clusters.cluster[cluster as usize].members[0] as usize;
        match self.bodies.body[first].kind {
            BodyKind::Static => false,
            BodyKind::Kinematic => self.bodies.motion[first] != Motion::default(),
            BodyKind::Dynamic => !self.trees.asleep(&self.bodies, first),
        }
    }

    fn sleeps(&self, cluster: u32) -> bool {
        let first = self.clusters.cluster[cluster as usize].members[0] as usize;
        self.trees.asleep(&self.bodies, first)
    }

    /// Contacts of all pairs of which something is awake; what is touched by what moves wakes.
    fn find_contacts(&mut self, dt: f32) {
        core::mem::swap(&mut self.pairs.contacts, &mut self.pairs.old);
        let mut contacts = core::mem::take(&mut self.pairs.contacts);
        contacts.clear();
        let mut done = core::mem::take(&mut self.scratch.done);
        done.clear();
        done.resize(self.pairs.pair.len(), false);
        let mut ended = core::mem::take(&mut self.scratch.ended);
        ended.clear();
        let mut wake = Vec::new();
        let mut todo = core::mem::take(&mut self.scratch.todo);
        let mut spans = core::mem::take(&mut self.scratch.spans);
        loop {
            wake.clear();
            todo.clear();
            for (at, done) in done.iter_mut().enumerate() {
                let pair = &self.pairs.pair[at];
                if !*done && (self.stirs(pair.a) || self.stirs(pair.b)) {
                    *done = true;
                    todo.push(at as u32);
                }
            }
            let finder = Finder {
                bodies: &self.bodies,
                joints: &self.joints,
                clusters: &self.clusters,
                old: &self.pairs.old,
                dt,
                length_unit: self.settings.length_unit,
            };
            spans.clear();
            finder.find_all(
                &self.pairs.pair,
                &todo,
                self.solver.threads.as_deref(),
                &mut contacts,
                &mut spans,
            );
            for (&at, &(start, len)) in todo.iter().zip(&spans) {
                let found = &contacts[start as usize..(start + len) as usize];
                // Touches that are no contact any more.
                let pair = &self.pairs.pair[at as usize];
                let (a, b) = (pair.a, pair.b);
                let old = if pair.asleep {
                    &pair.stash[..]
                } else {
                    &self.pairs.old[pair.start as usize..(pair.start + pair.len) as usize]
                };
                for last in old.iter().filter(|last| last.touching) {
                    let still = found
                        .iter()
                        .any(|now| now.a == last.a && now.b == last.b && now.side == last.side);
                    if !still {
                        ended.push(*last);
                    }
                }
                let near = found.iter().any(|contact| {
                    contact.points[..usize::from(contact.count)]
                        .iter()
                        .any(|point| point.separation < 0.0)
                });
                if near {
                    wake.extend([a, b].into_iter().filter(|&cluster| self.sleeps(cluster)));
                }
                let pair = &mut self.pairs.pair[at as usize];
                pair.start = start;
                pair.len = len;
                pair.asleep = false;
                pair.stash.clear();
            }
            if wake.is_empty() {
                break;
            }
            for &cluster in &wake {
                self.wake_index(self.clusters.cluster[cluster as usize].members[0]);
            }
        }
        // What sleeps keeps what it has.
        for (pair, _) in self
            .pairs
            .pair
            .iter_mut()
            .zip(&done)
            .filter(|(pair, done)| !**done && !pair.asleep)
        {
            let (start, len) = (pair.start as usize, pair.len as usize);
            pair.stash.extend_from_slice(&self.pairs.old[start..start + len]);
            pair.asleep = true;
            pair.start = 0;
            pair.len = 0;
        }
        self.pairs.contacts = contacts;
        self.end_touches(&ended);
        self.scratch.ended = ended;
        self.scratch.done = done;
        self.scratch.todo = todo;
        self.scratch.spans = spans;
        self.counters.contacts = self.pairs.contacts.len() as u32;
    }
}
