//! What can be said about a tree: depth, cost, its nodes, and whether it is whole.

use crate::shape::Aabb;

use super::bounds::{NOWHERE, cost};
use super::tree::{FREE, MAX_DEPTH, NONE, STACK, Tree};

/// What is wrong with a tree, and at which node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub node: u32,
    pub what: &'static str,
}

impl Tree {
    /// How many steps down the deepest leaf is: 0 for a single leaf or none.
    pub(crate) fn depth(&self) -> u32 {
        if self.root == NONE {
            0
        } else {
            self.node(self.root).height
        }
    }

    /// Sum of the inner nodes' half perimeters over the root's: about how many of them a query for a point visits. 0 without inner nodes.
    pub(crate) fn cost(&self) -> f32 {
        let (mut sum, mut whole) = (0.0_f64, 0.0);
        self.each_node(|aabb, depth, data| {
            if depth == 0 {
                whole = f64::from(cost(aabb));
            }
            if data.is_none() {
                sum += f64::from(cost(aabb));
            }
        });
        if whole > 0.0 { (sum / whole) as f32 } else { 0.0 }
    }

    /// Calls `node` with box, depth and, for a leaf, data of every node, from the root down, left before right.
    pub(crate) fn each_node(&self, mut node: impl FnMut(&Aabb, u32, Option<u32>)) {
        if self.root == NONE {
            return;
        }
        let mut stack = [(0_u32, 0_u32); STACK];
        stack[0] = (self.root, 0);
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (index, depth) = stack[waiting];
            let at = self.node(index);
            node(&at.aabb, depth, at.is_leaf().then_some(at.right));
            if !at.is_leaf() {
                stack[waiting] = (at.right, depth + 1);
                stack[waiting + 1] = (at.left, depth + 1);
                waiting += 2;
            }
        }
    }

    /// Whether the tree is whole: links that agree, every place a node or free, boxes around exactly what is below, right heights, no
    /// deeper than allowed. Reads any tree, one from a stored file, too, without a panic.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub(crate) fn validate(&self) -> Result<(), Fault> {
        let fault = |node, what| Err(Fault { node, what });
        let places = self.nodes.len();
        let inside = |index: u32| (index as usize) < places;
        let mut seen = vec![false; places];
        let mut leaves = 0_u32;
        let mut stack = Vec::new();
        if self.root != NONE {
            if !inside(self.root) || self.node(self.root).parent != NONE {
                return fault(self.root, "is no root");
            }
            stack.push((self.root, 0));
        }
        while let Some((index, depth)) = stack.pop() {
            if core::mem::replace(&mut seen[index as usize], true) {
                return fault(index, "hangs in two places");
            }
            let node = self.node(index);
            if depth > MAX_DEPTH {
                return fault(index, "is too deep");
            }
            if node.is_leaf() {
                leaves += 1;
                if node.height != 0 {
                    return fault(index, "is a leaf with a height");
                }
                if super::bounds::sound(&node.aabb) != node.aabb {
                    return fault(index, "has no sound box");
                }
                continue;
            }
            if !inside(node.left) || !inside(node.right) {
                return fault(index, "has a child that doesn't exist");
            }
            let (left, right) = (self.node(node.left), self.node(node.right));
            if left.parent != index || right.parent != index {
                return fault(index, "has a child of another one");
            }
            if node.aabb != left.aabb.union(&right.aabb) {
                return fault(index, "has another box than its children's");
            }
            if left.height.max(right.height).checked_add(1) != Some(node.height) {
                return fault(index, "has a wrong height");
            }
            stack.push((node.right, depth + 1));
            stack.push((node.left, depth + 1));
        }
        if leaves != self.leaves {
            return fault(self.root, "has another number of leaves below it");
        }
        let mut free = self.first_free();
        while free != NONE {
            if !inside(free) || core::mem::replace(&mut seen[free as usize], true) {
                return fault(free, "is no free place");
            }
            if self.node(free).height != FREE {
                return fault(free, "is in use and free");
            }
            free = self.node(free).parent;
        }
        match seen.iter().position(|seen| !seen) {
            Some(lost) => fault(lost as u32, "is neither in the tree nor free"),
            None => Ok(()),
        }
    }

    /// The box around all; none without leaves, or if no leaf is anywhere.
    pub(crate) fn bounds(&self) -> Option<Aabb> {
        (self.root != NONE && self.node(self.root).aabb != NOWHERE).then(|| self.node(self.root).aabb)
    }
}
