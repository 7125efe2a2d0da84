//! Which bodies hang together by pins, and in which order a tree's solver goes through them.
//!
//! A dynamic body belongs to exactly one tree; a body without pins is a tree of one. Trees are made anew where joints or bodies came or
//! went. A component with a few loops is a tree whose closing pins are rows; one with many (a net) is loose: each body a tree of one.

use crate::body::BodyKind;
use crate::joint::store::{Joints, Kind};

use super::bodies::{Bodies, NONE};

/// Most bodies in a tree; longer chains are cut, and the cut pins are rows.
pub(crate) const MOST_MEMBERS: usize = 64;
/// With more pins that close loops than this, a component is loose.
const MOST_LOOPS: usize = 8;

/// One tree.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four facts about a tree, not a state"
)]
pub(crate) struct Tree {
    /// Bodies, parents before children.
    pub members: Vec<u32>,
    /// The pin on which each member hangs; the root's is the pin on something fixed, or none.
    pub edges: Vec<u32>,
    /// Whether the root hangs on something fixed or kinematic.
    pub anchored: bool,
    /// Which of [`Trees::shapes`] it is.
    pub shape: u32,
    pub awake: bool,
    /// Those that fell asleep together; none when awake.
    pub sleepers: u32,
    /// How long all members have been still \[s\].
    pub still_for: f32,
    /// Counts changes of anything that stays the same from step to step: pins, masses, limits.
    pub version: u32,
    /// Mass of all members \[kg\].
    pub mass: f32,
    /// Whether a pin of it reports its force.
    pub counts_forces: bool,
    pub alive: bool,
}

/// A tree's shape: what figures that are solved side by side have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct TreeShape {
    pub parents: Vec<u16>,
    pub anchored: bool,
}

/// All trees.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Trees {
    pub tree: Vec<Tree>,
    pub free: Vec<u32>,
    pub shapes: Vec<TreeShape>,
    /// Bodies whose joints changed since trees were last made.
    pub dirty: Vec<u32>,
    /// Trees that sleep together.
    pub sleepers: Vec<Vec<u32>>,
    pub free_sleepers: Vec<u32>,
    pub versions: u32,
    /// Trees that woke since the last step's end.
    pub woken: Vec<u32>,
}

impl Trees {
    pub(crate) const fn new() -> Self {
        Self {
            tree: Vec::new(),
            free: Vec::new(),
            shapes: Vec::new(),
            dirty: Vec::new(),
            sleepers: Vec::new(),
            free_sleepers: Vec::new(),
            versions: 0,
            woken: Vec::new(),
        }
    }

    /// Whether a dynamic body sleeps.
    pub(crate) fn asleep(&self, bodies: &Bodies, body: usize) -> bool {
        let tree = bodies.body[body].tree;
        tree != NONE && !self.tree[tree as usize].awake
    }

    /// Says that what stays the same of a body's tree has changed.
    pub(crate) fn changed(&mut self, tree: u32) {
        if tree != NONE {
            self.versions = self.versions.wrapping_add(1);
            self.tree[tree as usize].version = self.versions;
        }
    }

    /// Wakes a tree and all that sleep with it. Whether it slept.
    pub(crate) fn wake(&mut self, tree: u32) -> bool {
        let at = tree as usize;
        if self.tree[at].awake {
            self.tree[at].still_for = 0.0;
            return false;
        }
        let sleepers = self.tree[at].sleepers;
        let list = core::mem::take(&mut self.sleepers[sleepers as usize]);
        for &other in &list {
            let other = &mut self.tree[other as usize];
            other.awake = true;
            other.sleepers = NONE;
            other.still_for = 0.0;
        }
        self.woken.extend_from_slice(&list);
        self.free_sleepers.push(sleepers);
        true
    }

    /// Puts trees to sleep together.
    pub(crate) fn sleep(&mut self, together: Vec<u32>) {
        let place = self.free_sleepers.pop().unwrap_or_else(|| {
            self.sleepers.push(Vec::new());
            self.sleepers.len() as u32 - 1
        });
        for &tree in &together {
            let tree = &mut self.tree[tree as usize];
            tree.awake = false;
            tree.sleepers = place;
        }
        self.sleepers[place as usize] = together;
    }

    fn shape(&mut self, parents: &[u16], anchored: bool) -> u32 {
        if let Some(found) = self
            .shapes
            .iter()
            .position(|shape| shape.anchored == anchored && shape.parents == parents)
        {
            return found as u32;
        }
        self.shapes.push(TreeShape {
            parents: parents.to_vec(),
            anchored,
        });
        self.shapes.len() as u32 - 1
    }

    fn add(
        &mut self,
        bodies: &mut Bodies,
        joints: &Joints,
        members: Vec<u32>,
        edges: Vec<u32>,
        parents: &[u16],
    ) -> u32 {
        let anchored = edges[0] != NONE;
        let mass = members
            .iter()
            .map(|&member| bodies.body[member as usize].mass)
            .sum();
        let counts_forces = edges
            .iter()
            .any(|&edge| edge != NONE && joints.joint[edge as usize].break_force < f32::MAX);
        let shape = self.shape(parents, anchored);
        self.versions = self.versions.wrapping_add(1);
        let index = self.free.pop().unwrap_or(self.tree.len() as u32);
        for (place, &member) in members.iter().enumerate() {
            let body = &mut bodies.body[member as usize];
            body.tree = index;
            body.tree_place = place as u32;
        }
        let tree = Tree {
            members,
            edges,
            anchored,
            shape,
            awake: true,
            sleepers: NONE,
            still_for: 0.0,
            version: self.versions,
            mass,
            counts_forces,
            alive: true,
        };
        if index as usize == self.tree.len() {
            self.tree.push(tree);
        } else {
            self.tree[index as usize] = tree;
        }
        index
    }

    /// Makes the trees of all dirty bodies anew, which must be awake. Adds the new trees to `made`, and to `parted` the bodies that
    /// belong to none any more.
    pub(crate) fn rebuild(
        &mut self,
        bodies: &mut Bodies,
        joints: &mut Joints,
        made: &mut Vec<u32>,
        parted: &mut Vec<u32>,
    ) {
        let mut pool = core::mem::take(&mut self.dirty);
        pool.sort_unstable();
        pool.dedup();
        let first = pool.len();
        for at in 0..first {
            let tree = bodies.body[pool[at] as usize].tree;
            if tree == NONE {
                continue;
            }
            self.fell(tree, bodies, joints, &mut pool);
        }
        pool.sort_unstable();
        pool.dedup();
        let mut components = Vec::new();
        for &body in &pool {
            let at = body as usize;
            if !bodies.slots.is_used(at) {
                continue;
            }
            if !bodies.takes_part(at) {
                parted.push(body);
                continue;
            }
            if bodies.body[at].tree == NONE {
                component(bodies, joints, body, &mut components);
                // One that was cut into several trees may have some that nothing was told of.
                let mut whole = Vec::new();
                for &other in &components {
                    let tree = bodies.body[other as usize].tree;
                    if tree != NONE {
                        self.wake(tree);
                        self.fell(tree, bodies, joints, &mut whole);
                    }
                }
                self.plant(bodies, joints, &components, made);
            }
        }
    }

    /// Takes a tree apart, and adds its members to `pool`.
    fn fell(&mut self, tree: u32, bodies: &mut Bodies, joints: &mut Joints, pool: &mut Vec<u32>) {
        let dead = &mut self.tree[tree as usize];
        let members = core::mem::take(&mut dead.members);
        dead.alive = false;
        for &edge in &dead.edges {
            if edge != NONE && joints.slots.is_used(edge as usize) {
                joints.joint[edge as usize].in_tree = false;
            }
        }
        dead.edges.clear();
        self.free.push(tree);
        for member in members {
            bodies.body[member as usize].tree = NONE;
            pool.push(member);
        }
    }

    /// Makes the trees of one component.
    fn plant(&mut self, bodies: &mut Bodies, joints: &mut Joints, component: &[u32], made: &mut Vec<u32>) {
        let pins: usize = component
            .iter()
            .map(|&body| {
                bodies.body[body as usize]
                    .joints
                    .iter()
                    .filter(|&&joint| exact(joints, joint))
                    .count()
            })
            .sum::<usize>();
        let anchors: usize = component
            .iter()
            .map(|&body| anchors_of(bodies, joints, body).count())
            .sum();
        // Every pin between two members was counted twice.
        let inner = (pins - anchors) / 2;
        let loops = (inner + 1 + anchors.saturating_sub(1)).saturating_sub(component.len());
        if loops > MOST_LOOPS {
            for &body in component {
                made.push(self.add(bodies, joints, vec![body], vec![NONE], &[0]));
            }
            return;
        }
        let mut left: Vec<u32> = component.to_vec();
        while !left.is_empty() {
            let (root, anchor) = root(bodies, joints, &left);
            let (mut members, mut edges, mut parents) = (vec![root], vec![anchor], vec![0_u16]);
            if anchor != NONE {
                joints.joint[anchor as usize].in_tree = true;
            }
            let mut next = 0;
            while next < members.len() {
                let parent = members[next];
                for &joint in &bodies.body[parent as usize].joints {
                    if members.len() == MOST_MEMBERS || !exact(joints, joint) {
                        continue;
                    }
                    let other = other_end(joints, joint, parent);
                    if !bodies.takes_part(other as usize)
                        || bodies.body[other as usize].tree != NONE
                        || members.contains(&other)
                    {
                        continue;
                    }
                    joints.joint[joint as usize].in_tree = true;
                    members.push(other);
                    edges.push(joint);
                    parents.push(next as u16);
                }
                next += 1;
            }
            left.retain(|body| !members.contains(body));
            made.push(self.add(bodies, joints, members, edges, &parents));
        }
    }
}

/// Whether a tree can solve this joint.
pub(crate) fn exact(joints: &Joints, joint: u32) -> bool {
    matches!(joints.joint[joint as usize].kind, Kind::Pin(pin) if pin.softness == 0.0)
}

pub(crate) fn other_end(joints: &Joints, joint: u32, body: u32) -> u32 {
    let joint = &joints.joint[joint as usize];
    if joint.a == body { joint.b } else { joint.a }
}

/// The pins of a body on something fixed or kinematic.
fn anchors_of<'a>(bodies: &'a Bodies, joints: &'a Joints, body: u32) -> impl Iterator<Item = u32> + 'a {
    bodies.body[body as usize]
        .joints
        .iter()
        .copied()
        .filter(move |&joint| {
            let other = other_end(joints, joint, body) as usize;
            exact(joints, joint) && bodies.body[other].kind != BodyKind::Dynamic
        })
}

/// Where a tree starts: at what hangs on something fixed, else where most pins are, else at the heaviest.
fn root(bodies: &Bodies, joints: &Joints, left: &[u32]) -> (u32, u32) {
    for &body in left {
        if let Some(anchor) = anchors_of(bodies, joints, body).next() {
            return (body, anchor);
        }
    }
    let mut best = left[0];
    let rank = |body: u32| {
        let body = &bodies.body[body as usize];
        (body.joints.len(), body.mass)
    };
    for &body in &left[1..] {
        if rank(body) > rank(best) {
            best = body;
        }
    }
    (best, NONE)
}

/// All that hangs together with a body by exact pins, itself included, by index.
fn component(bodies: &Bodies, joints: &Joints, body: u32, out: &mut Vec<u32>) {
    out.clear();
    out.push(body);
    let mut seen = vec![body];
    let mut next = 0;
    while next < out.len() {
        let from = out[next];
        for &joint in &bodies.body[from as usize].joints {
            let other = other_end(joints, joint, from);
            if !exact(joints, joint) || !bodies.takes_part(other as usize) {
                continue;
            }
            if let Err(place) = seen.binary_search(&other) {
                seen.insert(place, other);
                out.push(other);
            }
        }
        next += 1;
    }
    out.sort_unstable();
}
