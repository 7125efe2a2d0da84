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
        self.attach(leaf);
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
    pub(crate) fn update(&mut self, leaf: u32, aabb: Aabb) {
        debug_assert!(self.holds(leaf), "{leaf} is no leaf");
        self.detach(leaf);
        self.nodes[leaf as usize].aabb = sound(&aabb);
        self.attach(leaf);
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

    /// Puts a leaf where the tree grows least.
    fn attach(&mut self, leaf: u32) {
        if self.root == NONE {
            self.root = leaf;
            self.nodes[leaf as usize].parent = NONE;
            return;
        }
        let aabb = self.node(leaf).aabb;
        let sibling = self.best_sibling(&aabb);
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
        self.refit_from(above);
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
        self.refit_from(above);
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
                let (near, near_cost, far, far_cost, far_box) = if left_first {
                    (node.left, left_cost, node.right, right_cost, &right.aabb)
                } else {
                    (node.right, right_cost, node.left, left_cost, &left.aabb)
                };
                let bound = far_cost.min(far_cost - cost(far_box) + own);
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

    /// Brings boxes and heights in order from `index` up, and turns what became better turned.
    fn refit_from(&mut self, mut index: u32) {
        while index != NONE {
            self.rotate(index);
            let node = self.node(index);
            let (left, right) = (self.node(node.left), self.node(node.right));
            let aabb = left.aabb.union(&right.aabb);
            let height = 1 + left.height.max(right.height);
            let node = &mut self.nodes[index as usize];
            node.aabb = aabb;
            node.height = height;
            index = node.parent;
        }
    }
}
