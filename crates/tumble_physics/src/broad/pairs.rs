//! All overlapping pairs at once.

use super::tree::{MAX_DEPTH, NONE, Tree};

/// Places that the descent may need: a node with itself leaves two more waiting per level, two nodes one per level of either.
const STACK: usize = 4 * MAX_DEPTH as usize + 4;

impl Tree {
    /// Calls `found` with the data of all overlapping pairs: of a leaf here (first) with one of `other`, or of two leaves here, each pair
    /// once, if there is none. Both trees are descended together, so that what is common to many queries is done once.
    pub(crate) fn pairs(&self, other: Option<&Self>, mut found: impl FnMut(u32, u32)) {
        let mut stack = [(0_u32, 0_u32); STACK];
        let mut waiting = 0;
        if self.root == NONE {
            return;
        }
        let Some(other) = other else {
            // Each node against itself: its children against themselves and against each other.
            stack[0] = (self.root, self.root);
            waiting = 1;
            while waiting > 0 {
                waiting -= 1;
                let (at, _) = stack[waiting];
                let node = self.node(at);
                if node.is_leaf() {
                    continue;
                }
                if !self.node(node.right).is_leaf() {
                    stack[waiting] = (node.right, node.right);
                    waiting += 1;
                }
                if !self.node(node.left).is_leaf() {
                    stack[waiting] = (node.left, node.left);
                    waiting += 1;
                }
                self.cross(self, node.left, node.right, &mut stack, waiting, &mut found);
            }
            return;
        };
        if other.root != NONE {
            self.cross(other, self.root, other.root, &mut stack, waiting, &mut found);
        }
    }

    /// Pairs of what is below `a` here with what is below `b` there. Uses the stack above `base`.
    fn cross(
        &self,
        other: &Self,
        a: u32,
        b: u32,
        stack: &mut [(u32, u32); STACK],
        base: usize,
        found: &mut impl FnMut(u32, u32),
    ) {
        if !self.node(a).aabb.overlaps(&other.node(b).aabb) {
            return;
        }
        let mut waiting = base;
        let (mut a, mut b) = (a, b);
        loop {
            let (one, two) = (self.node(a), other.node(b));
            // The pairs to go on with: the higher node is opened.
            let next = if one.height >= two.height {
                if one.is_leaf() {
                    found(one.right, two.right);
                    None
                } else {
                    Some(((one.left, b), (one.right, b)))
                }
            } else {
                Some(((a, two.left), (a, two.right)))
            };
            if let Some((first, second)) = next {
                let meet = |(a, b): (u32, u32)| self.node(a).aabb.overlaps(&other.node(b).aabb);
                match (meet(first), meet(second)) {
                    (true, both) => {
                        if both {
                            stack[waiting] = second;
                            waiting += 1;
                        }
                        (a, b) = first;
                        continue;
                    }
                    (false, true) => {
                        (a, b) = second;
                        continue;
                    }
                    (false, false) => {}
                }
            }
            if waiting == base {
                return;
            }
            waiting -= 1;
            (a, b) = stack[waiting];
        }
    }
}
