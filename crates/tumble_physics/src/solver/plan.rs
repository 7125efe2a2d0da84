//! Which trees are solved together: those that rows link, and so many of them that lanes are full and everything fits into a near cache.
//!
//! Trees that rows link, directly or through others, are an island. Islands don't see each other within a step, so the result doesn't depend on
//! how they are grouped. A group is solved from its first sub-step to its last before the next one's memory is needed, or by another thread.

use super::constants::{Pace, fingerprint, is_driven};
use super::figures::Figures;
use super::group::Group;
use crate::world::World;
use crate::world::bodies::NONE;

/// Islands are put together until a group has so many trees: as much as fits into a core's own cache.
pub(crate) const ENOUGH: u32 = 48;

/// Bodies, trees and groups.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Islands are put together until a group has so many trees.
    pub enough: u32,
    pace: Pace,
    /// The number of each of the world's bodies in its group; none of what isn't solved.
    number: Vec<u32>,
    /// The tree of each body; none of one that sleeps or isn't dynamic.
    tree_of: Vec<u32>,
    /// Union-find over the trees: a tree above, at last the island's first.
    above: Vec<u32>,
    /// Whether rows may touch a tree.
    rows: Vec<bool>,
    /// How many trees are in an island, at its first.
    size: Vec<u32>,
    /// The group of each tree; at an island's first one that of the island.
    group: Vec<u32>,
    /// What is known of each tree's constants.
    prints: Vec<Print>,
}

/// What is known of a tree's constants.
#[derive(Clone, Copy, Debug)]
struct Print {
    /// The tree's version that it was found out for.
    version: u32,
    fingerprint: u64,
    driven: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            enough: ENOUGH,
            pace: (0.0, 0),
            number: Vec::new(),
            tree_of: Vec::new(),
            above: Vec::new(),
            rows: Vec::new(),
            size: Vec::new(),
            group: Vec::new(),
            prints: Vec::new(),
        }
    }
}

impl Plan {
    /// Forgets what was found out about trees in earlier steps.
    pub(crate) fn forget(&mut self) {
        self.prints.clear();
    }

    /// The number of a body in its group; none of what isn't solved.
    #[inline]
    pub(crate) fn number(&self, body: u32) -> u32 {
        self.number[body as usize]
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// The fingerprint of a tree's constants.
    pub(crate) fn fingerprint(&self, tree: u32) -> u64 {
        self.prints[tree as usize].fingerprint
    }

    /// Whether any of a tree's hinges has a spring or a motor.
    pub(crate) fn driven(&self, tree: u32) -> bool {
        self.prints[tree as usize].driven
    }

    /// Groups all that is awake, and tells each group its trees, contacts and joints. How many groups there are; the largest is the first.
    pub(crate) fn make(&mut self, world: &World, dt: f32, groups: &mut Vec<Group>) -> usize {
        self.look_at_trees(world, dt);
        self.link(world);
        let count = self.group(world, groups);
        self.deal(world, &mut groups[..count]);
        count
    }

    fn look_at_trees(&mut self, world: &World, dt: f32) {
        let pace = (dt, world.settings.sub_steps);
        if self.pace != pace {
            // Damping is made for the sub-step.
            self.pace = pace;
            self.prints.clear();
        }
        let trees = &world.trees.tree;
        let unknown = Print {
            version: NONE,
            fingerprint: 0,
            driven: false,
        };
        self.prints.resize(trees.len(), unknown);
        self.tree_of.clear();
        self.tree_of.resize(world.bodies.slots.places(), NONE);
        for (index, tree) in trees.iter().enumerate() {
            if !tree.alive || !tree.awake {
                continue;
            }
            for &member in &tree.members {
                self.tree_of[member as usize] = index as u32;
            }
            if Figures::takes(tree) && self.prints[index].version != tree.version {
                self.prints[index] = Print {
                    version: tree.version,
                    fingerprint: fingerprint(world, tree, pace),
                    driven: is_driven(world, tree),
                };
            }
        }
    }

    /// Finds the islands.
    fn link(&mut self, world: &World) {
        let trees = world.trees.tree.len();
        self.above.clear();
        self.above.extend(0..trees as u32);
        self.rows.clear();
        self.rows.resize(trees, false);
        for contact in &world.pairs.contacts {
            if contact.count == 0 {
                continue;
            }
            let [a, b] = [contact.a, contact.b].map(|body| self.tree_of[body as usize]);
            if contact.restitution != 0.0 || (a != NONE && b != NONE && a != b) {
                self.join(a, b);
            }
        }
        for &joint in &world.joints.rows {
            let joint = &world.joints.joint[joint as usize];
            let [a, b] = [joint.a, joint.b].map(|body| self.tree_of[body as usize]);
            self.join(a, b);
        }
    }

    /// Notes that a row acts between two trees, or one and something else.
    fn join(&mut self, a: u32, b: u32) {
        for tree in [a, b] {
            if tree != NONE {
                self.rows[tree as usize] = true;
            }
        }
        if a == NONE || b == NONE || a == b {
            return;
        }
        let (a, b) = (self.first(a), self.first(b));
        self.above[a.max(b) as usize] = a.min(b);
    }

    /// The first tree of an island.
    fn first(&mut self, tree: u32) -> u32 {
        let mut at = tree;
        loop {
            let up = self.above[at as usize];
            if up == at {
                return at;
            }
            let next = self.above[up as usize];
            self.above[at as usize] = next;
            at = next;
        }
    }

    /// Puts islands into groups, and trees that no row touches into others: these go through all sub-steps at once.
    fn group(&mut self, world: &World, groups: &mut Vec<Group>) -> usize {
        let trees = &world.trees.tree;
        self.size.clear();
        self.size.resize(trees.len(), 0);
        let mut largest = (0, NONE);
        for (index, tree) in trees.iter().enumerate() {
            if tree.alive && tree.awake {
                let first = self.first(index as u32);
                let size = &mut self.size[first as usize];
                *size += 1;
                if *size >= self.enough && *size > largest.0 {
                    largest = (*size, first);
                }
            }
        }
        self.group.clear();
        self.group.resize(trees.len(), NONE);
        let (enough, mut count) = (self.enough, 0);
        let mut open = |room: &mut Room, size: u32| {
            if room.group == NONE || room.size >= enough || size >= enough {
                *room = Room {
                    group: count as u32,
                    size: 0,
                };
                count += 1;
                if groups.len() < count {
                    groups.push(Group::default());
                }
                groups[count - 1].begin();
            }
            room.size += size;
            room.group
        };
        let (mut linked, mut lone) = (Room::NONE, Room::NONE);
        if largest.1 != NONE {
            // Threads that are done early help with it.
            let mut own = Room::NONE;
            self.group[largest.1 as usize] = open(&mut own, largest.0);
        }
        for (index, tree) in trees.iter().enumerate() {
            if !tree.alive || !tree.awake {
                continue;
            }
            let first = self.above[index] as usize;
            let first = self.first(first as u32) as usize;
            if self.group[first] == NONE {
                let size = self.size[first];
                let apart = size == 1 && !self.rows[first] && Figures::takes(tree);
                let room = if apart { &mut lone } else { &mut linked };
                let group = open(room, size);
                if size >= enough {
                    *room = Room::NONE;
                }
                self.group[first] = group;
            }
            self.group[index] = self.group[first];
        }
        count
    }

    /// Tells each group what is in it.
    fn deal(&mut self, world: &World, groups: &mut [Group]) {
        self.number.clear();
        self.number.resize(self.tree_of.len(), NONE);
        for (index, tree) in world.trees.tree.iter().enumerate() {
            let group = self.group[index];
            if group != NONE {
                let first = groups[group as usize].take_tree(index as u32, tree.members.len());
                for (&member, number) in tree.members.iter().zip(first..) {
                    self.number[member as usize] = number;
                }
            }
        }
        let group_of = |bodies: [u32; 2]| {
            let tree = bodies
                .map(|body| self.tree_of[body as usize])
                .into_iter()
                .find(|&tree| tree != NONE)?;
            Some(self.group[tree as usize] as usize)
        };
        for (index, contact) in world.pairs.contacts.iter().enumerate() {
            if contact.count > 0
                && let Some(group) = group_of([contact.a, contact.b])
            {
                groups[group].take_contact(index as u32);
            }
        }
        for &index in &world.joints.rows {
            let joint = &world.joints.joint[index as usize];
            if let Some(group) = group_of([joint.a, joint.b]) {
                groups[group].take_joint(index);
            }
        }
    }
}

/// A group that may have room.
#[derive(Clone, Copy)]
struct Room {
    group: u32,
    size: u32,
}

impl Room {
    const NONE: Self = Self { group: NONE, size: 0 };
}
