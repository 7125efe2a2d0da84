//! A tree of boxes that changes all the time.

use crate::shape::Aabb;

use super::bounds::{cost, sound};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// Height of a place that is free.
pub(super) const FREE: u32 = u32::MAX;
/// The tree is never deeper: should rotations not keep it flat, it is built anew. So descents get by with stacks of fixed size.
pub(crate) const MAX_DEPTH: u32 = 64;
/// Places a descent may need: one alternative per level, and one.
pub(super) const STACK: usize = MAX_DEPTH as usize + 2;

/// A moved leaf stays beside its sibling if the box around both costs at most this much more than theirs do; with less, more leaves
/// look for another place each time, with more, odd couples stay together until the tree is built anew.
const LOOSE: f32 = 1.3;
/// After this many moves per leaf the tree is built anew. With six, queries in a dense crowd take a fifth longer; with two, moves do.
const MOVES: u32 = 3;

/// A node or a free place: half a cache line.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C, align(32))]
pub(super) struct Node {
    /// Around all below.
    pub aabb: Aabb,
    /// The node above, none at the root. Of a free place, the next one.
    pub parent: u32,
    /// None for a leaf.
    pub left: u32,
    /// A leaf's data.
    pub right: u32,
    /// Steps down to the deepest leaf below: 0 for a leaf.
    pub height: u32,
}

impl Node {
    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.left == NONE
    }

    /// The least that a box can add to the tree's cost as sibling of this node, which is `here`, or of one below; `own` is the
    /// box's cost.
    #[inline]
    fn bound(&self, here: f32, own: f32) -> f32 {
        if self.is_leaf() {
            here
        } else {
            here.min(here - cost(&self.aabb) + own)
        }
    }
}

/// A binary tree of boxes. A leaf is named by the number that [`Tree::insert`] gave until it is removed, wherever the leaf goes.
///
/// All results come in an order that depends on the history of calls only. Boxes are closed: those that share an edge overlap. A box
/// with a NaN, or whose least corner is beyond the greatest one, overlaps nothing; coordinates beyond ±1e30 count as ±1e30.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) root: u32,
    /// First of the free places.
    free: u32,
    pub(super) leaves: u32,
    /// Moves since the tree was built.
    pub(super) moves: u32,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// Without leaves; nothing is allocated.
    pub(crate) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            root: NONE,
            free: NONE,
            leaves: 0,
            moves: 0,
        }
    }

    /// How many leaves there are.
    pub(crate) fn len(&self) -> usize {
        self.leaves as usize
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.leaves == 0
    }

    /// A leaf's box, as the tree holds it.
    #[inline]
    pub(crate) fn aabb(&self, leaf: u32) -> Aabb {
        self.nodes[leaf as usize].aabb
    }

    /// What was given with a leaf.
    #[inline]
    pub(crate) fn data(&self, leaf: u32) -> u32 {
        self.nodes[leaf as usize].right
    }

    /// Adds a box. Returns its leaf.
    pub(crate) fn insert(&mut self, aabb: Aabb, data: u32) -> u32 {
        let leaf = self.take(Node {
            aabb: sound(&aabb),
            parent: NONE,
            left: NONE,
            right: data,
            height: 0,
        });
        self.leaves += 1;
        if self.root == NONE {
            self.root = leaf;
        } else {
            let sibling = self.best_sibling(&sound(&aabb));
            self.attach(leaf, sibling);
        }
        leaf
    }

    /// Takes a box out. Its leaf may be given out again.
    pub(crate) fn remove(&mut self, leaf: u32) {
        debug_assert!(self.holds(leaf), "{leaf} is no leaf");
        self.detach(leaf);
        self.release(leaf);
        self.leaves -= 1;
    }

    /// Moves a leaf to another box.
    ///
    /// A leaf that stays near its sibling stays beside it: boxes above are only made to fit. One that goes away from it looks for
    /// another place, below the lowest node that it stays within. What the first way spoils in time is made good by building the
    /// tree anew after a number of moves: 0.2 ms for 1000 leaves, 3 ms for 10 000. In falling crowds and in dense ones that takes about two thirds
    /// of the time, moves and queries together, that looking for a place each time does.
    pub(crate) fn update(&mut self, leaf: u32, aabb: Aabb) {
        debug_assert!(self.holds(leaf), "{leaf} is no leaf");
        let aabb = sound(&aabb);
        let joint = self.node(leaf).parent;
        if joint == NONE {
            self.nodes[leaf as usize].aabb = aabb;
            return;
        }
        let node = self.node(joint);
        let beside = &self
            .node(if node.left == leaf { node.right } else { node.left })
            .aabb;
        if cost(&beside.union(&aabb)) <= LOOSE * (cost(&aabb) + cost(beside)) {
            self.nodes[leaf as usize].aabb = aabb;
            self.refit(joint);
        } else {
            let mut top = node.parent;
            while top != NONE && !self.node(top).aabb.contains(&aabb) {
                top = self.node(top).parent;
            }
            self.detach(leaf);
            self.nodes[leaf as usize].aabb = aabb;
            let from = if top == NONE { self.root } else { top };
            self.attach(leaf, self.good_sibling(from, &aabb));
        }
        self.moves += 1;
        if self.moves > self.leaves.saturating_mul(MOVES) {
            self.rebuild();
        }
    }

    /// Calls `found` with the data of every box that overlaps `aabb`, until it returns false.
    pub(crate) fn query(&self, aabb: &Aabb, mut found: impl FnMut(u32) -> bool) {
        let aabb = sound(aabb);
        if self.root == NONE || !self.node(self.root).aabb.overlaps(&aabb) {
            return;
        }
        let mut stack = [0_u32; STACK];
        let mut waiting = 0;
        let mut at = self.root;
        loop {
            let node = self.node(at);
            if node.is_leaf() {
                if !found(node.right) {
                    return;
                }
            } else {
                let left = self.node(node.left).aabb.overlaps(&aabb);
                let right = self.node(node.right).aabb.overlaps(&aabb);
                if left {
                    if right {
                        stack[waiting] = node.right;
                        waiting += 1;
                    }
                    at = node.left;
                    continue;
                }
                if right {
                    at = node.right;
                    continue;
                }
            }
            if waiting == 0 {
                return;
            }
            waiting -= 1;
            at = stack[waiting];
        }
    }

    /// Whether `leaf` is one.
    pub(crate) fn holds(&self, leaf: u32) -> bool {
        self.nodes
            .get(leaf as usize)
            .is_some_and(|node| node.height == 0 && node.is_leaf())
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    pub(super) fn take(&mut self, node: Node) -> u32 {
        let index = self.free;
        if index == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let place = &mut self.nodes[index as usize];
        self.free = place.parent;
        *place = node;
        index
    }

    pub(super) fn release(&mut self, index: u32) {
        let free = self.free;
        let place = &mut self.nodes[index as usize];
        place.parent = free;
        place.left = NONE;
        place.right = NONE;
        place.height = FREE;
        self.free = index;
    }

    /// First of the free places.
    pub(super) fn first_free(&self) -> u32 {
        self.free
    }

    /// Puts a leaf beside another node.
    fn attach(&mut self, leaf: u32, sibling: u32) {
        let aabb = self.node(leaf).aabb;
        let (above, height) = (self.node(sibling).parent, self.node(sibling).height);
        let joint = self.take(Node {
            aabb: self.node(sibling).aabb.union(&aabb),
            parent: above,
            left: sibling,
            right: leaf,
            height: height + 1,
        });
        self.nodes[sibling as usize].parent = joint;
        self.nodes[leaf as usize].parent = joint;
        self.hang(above, sibling, joint);
        self.refit_and_rotate(above);
        if self.node(self.root).height > MAX_DEPTH {
            self.rebuild();
        }
    }

    /// Takes a leaf off the tree; its place stays taken.
    fn detach(&mut self, leaf: u32) {
        let joint = self.node(leaf).parent;
        if joint == NONE {
            self.root = NONE;
            return;
        }
        let (left, right, above) = {
            let node = self.node(joint);
            (node.left, node.right, node.parent)
        };
        let sibling = if left == leaf { right } else { left };
        self.nodes[sibling as usize].parent = above;
        self.hang(above, joint, sibling);
        self.release(joint);
        self.refit_and_rotate(above);
    }

    /// Lets `new` stand below `above`, or at the root, where `old` stood.
    fn hang(&mut self, above: u32, old: u32, new: u32) {
        if above == NONE {
            self.root = new;
            return;
        }
        let node = &mut self.nodes[above as usize];
        if node.left == old {
            node.left = new;
        } else {
            node.right = new;
        }
    }

    /// The node beside which a box adds least to the cost of the tree: its union with that node, and what the nodes above grow.
    ///
    /// Branch and bound (Bittner, Hapala and Havran, "Incremental BVH construction for ray tracing", 2015, §3; Omohundro, "Five
    /// balltree construction algorithms", 1989): below node N with children nothing costs less than the growth down to N plus
    /// the box's own cost. The better child is followed first, the other one waits if its bound is below the best so far. Among
    /// equals the deeper place and the flatter child are taken, so that equal boxes make a balanced tree.
    fn best_sibling(&self, aabb: &Aabb) -> u32 {
        let own = cost(aabb);
        let mut stack = [(0_u32, 0.0_f32, 0.0_f32); STACK];
        let mut waiting = 0;
        let mut best = self.root;
        let mut best_cost = f32::INFINITY;
        // What it costs to be the sibling of `at`: growth above it, and the union.
        let mut at = self.root;
        let mut here = cost(&self.node(at).aabb.union(aabb));
        loop {
            if here <= best_cost {
                best_cost = here;
                best = at;
            }
            let node = self.node(at);
            let growth = here - cost(&node.aabb);
            if !node.is_leaf() && growth + own <= best_cost {
                let (left, right) = (self.node(node.left), self.node(node.right));
                let left_cost = growth + cost(&left.aabb.union(aabb));
                let right_cost = growth + cost(&right.aabb.union(aabb));
                let left_first =
                    left_cost < right_cost || (left_cost == right_cost && left.height <= right.height);
                let (near, near_cost, far, far_cost, far_node) = if left_first {
                    (node.left, left_cost, node.right, right_cost, right)
                } else {
                    (node.right, right_cost, node.left, left_cost, left)
                };
                let bound = far_node.bound(far_cost, own);
                if bound < best_cost {
                    stack[waiting] = (far, far_cost, bound);
                    waiting += 1;
                }
                at = near;
                here = near_cost;
                continue;
            }
            loop {
                if waiting == 0 {
                    return best;
                }
                waiting -= 1;
                let (node, node_cost, bound) = stack[waiting];
                if bound < best_cost {
                    at = node;
                    here = node_cost;
                    break;
                }
            }
        }
    }

    /// As [`Tree::best_sibling`], among `from` and what is below it, and following the better child only: mostly as good a place, in
    /// half the time.
    fn good_sibling(&self, from: u32, aabb: &Aabb) -> u32 {
        let own = cost(aabb);
        let mut best = from;
        let mut best_cost = f32::INFINITY;
        let mut at = from;
        let mut here = cost(&self.node(at).aabb.union(aabb));
        loop {
            if here <= best_cost {
                best_cost = here;
                best = at;
            }
            let node = self.node(at);
            let growth = here - cost(&node.aabb);
            if node.is_leaf() || growth + own > best_cost {
                return best;
            }
            let (left, right) = (self.node(node.left), self.node(node.right));
            let left_cost = growth + cost(&left.aabb.union(aabb));
            let right_cost = growth + cost(&right.aabb.union(aabb));
            let (left_bound, right_bound) = (left.bound(left_cost, own), right.bound(right_cost, own));
            if left_bound < right_bound || (left_bound == right_bound && left.height <= right.height) {
                at = node.left;
                here = left_cost;
            } else {
                at = node.right;
                here = right_cost;
            }
        }
    }

    /// Makes boxes and heights fit from `index` up, as far as they don't.
    fn refit(&mut self, mut index: u32) {
        while index != NONE && self.fit(index) {
            index = self.node(index).parent;
        }
    }

    /// As [`Tree::refit`], and turns what becomes cheaper turned.
    fn refit_and_rotate(&mut self, mut index: u32) {
        while index != NONE {
            self.rotate(index);
            if !self.fit(index) {
                return;
            }
            index = self.node(index).parent;
        }
    }

    /// Makes a node's box and height those that its children ask for; whether they were others.
    #[inline]
    pub(super) fn fit(&mut self, index: u32) -> bool {
        let node = self.node(index);
        let (left, right) = (self.node(node.left), self.node(node.right));
        let aabb = left.aabb.union(&right.aabb);
        let height = 1 + left.height.max(right.height);
        let node = &mut self.nodes[index as usize];
        let changed = node.aabb != aabb || node.height != height;
        node.aabb = aabb;
        node.height = height;
        changed
    }
}
