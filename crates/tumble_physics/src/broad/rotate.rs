//! Rotations: two nodes at different depths change places where that makes the tree cheaper.

use crate::shape::Aabb;

use super::bounds::cost;
use super::tree::{NONE, Node, Tree};

/// The best exchange so far.
struct Exchange {
    /// Change of the tree's cost.
    gain: f32,
    /// Height that the node above both would have.
    height: u32,
    /// Which two change places; the second is a grandchild.
    child: u32,
    grandchild: u32,
}

impl Tree {
    /// Exchanges a child of `index` with a grandchild on the other side, whichever of the four exchanges makes the tree cheapest, if
    /// any makes it cheaper, or flatter at the same cost (Kopta, Ize, Spjut, Brunvand, Davis and Kensler, "Fast, effective BVH updates
    /// for animated scenes", 2012, §3). The children's boxes and heights must be right; those of `index` are not read or written,
    /// except that an exchange never changes its box.
    pub(super) fn rotate(&mut self, index: u32) {
        let node = self.node(index);
        let (b, c) = (node.left, node.right);
        let (left, right) = (self.node(b), self.node(c));
        if left.is_leaf() && right.is_leaf() {
            return;
        }
        let mut best = Exchange {
            gain: 0.0,
            height: 1 + left.height.max(right.height),
            child: NONE,
            grandchild: NONE,
        };
        if !right.is_leaf() {
            self.weigh(b, left, right, &mut best);
        }
        if !left.is_leaf() {
            self.weigh(c, right, left, &mut best);
        }
        if best.child != NONE {
            self.exchange(index, best.child, best.grandchild);
        }
    }

    /// Compares the exchanges of `child` with either child of its sibling.
    fn weigh(&self, child: u32, node: &Node, sibling: &Node, best: &mut Exchange) {
        let now = cost(&sibling.aabb);
        let (f, g) = (sibling.left, sibling.right);
        self.weigh_one(child, node, f, g, now, best);
        self.weigh_one(child, node, g, f, now, best);
    }

    /// `up` would take the place of `child`, which would come to stand beside `stays`.
    fn weigh_one(&self, child: u32, node: &Node, up: u32, stays: u32, now: f32, best: &mut Exchange) {
        let (rising, staying) = (self.node(up), self.node(stays));
        let around: Aabb = node.aabb.union(&staying.aabb);
        let gain = cost(&around) - now;
        if gain > best.gain {
            return;
        }
        let height = 1 + rising.height.max(1 + node.height.max(staying.height));
        if gain < best.gain || height < best.height {
            *best = Exchange {
                gain,
                height,
                child,
                grandchild: up,
            };
        }
    }

    /// Exchanges a child of `top` with a child of that one's sibling.
    fn exchange(&mut self, top: u32, child: u32, grandchild: u32) {
        let sibling = self.node(grandchild).parent;
        let node = &mut self.nodes[top as usize];
        if node.left == child {
            node.left = grandchild;
        } else {
            node.right = grandchild;
        }
        let node = &mut self.nodes[sibling as usize];
        if node.left == grandchild {
            node.left = child;
        } else {
            node.right = child;
        }
        self.nodes[grandchild as usize].parent = top;
        self.nodes[child as usize].parent = sibling;
        self.fit(sibling);
    }
}
