//! Building a tree at once.

use tumble_math::Vec2;

use crate::shape::Aabb;

use super::bounds::{NOWHERE, cost, sound};
use super::tree::{MAX_DEPTH, NONE, Node, Tree};

/// Into how many slices a set of boxes is cut to find the best place to part it.
const BINS: usize = 16;

/// So few are parted in halves: slices would take longer, and find hardly better trees.
const FEW: usize = 4;

/// A leaf to be built in.
#[derive(Clone, Copy)]
struct Item {
    aabb: Aabb,
    center: Vec2,
    leaf: u32,
}

/// A set of leaves that still wants a node.
#[derive(Clone, Copy)]
struct Set {
    start: u32,
    end: u32,
    /// The node above, and whether the set is its right child.
    parent: u32,
    right: bool,
    /// How deep its tree may be.
    depth: u32,
}

impl Tree {
    /// Builds a tree of many boxes, better than one by one. The leaf of `boxes[i]` is `i`.
    pub(crate) fn build(boxes: &[(Aabb, u32)]) -> Self {
        let mut tree = Self::new();
        tree.nodes.reserve_exact((2 * boxes.len()).saturating_sub(1));
        for (aabb, data) in boxes {
            tree.nodes.push(Node {
                aabb: sound(aabb),
                parent: NONE,
                left: NONE,
                right: *data,
                height: 0,
            });
        }
        tree.leaves = boxes.len() as u32;
        tree.join_all((0..tree.leaves).collect());
        tree
    }

    /// Builds the tree anew over the same leaves.
    pub(crate) fn rebuild(&mut self) {
        let mut leaves = Vec::with_capacity(self.len());
        for index in 0..self.nodes.len() as u32 {
            if self.holds(index) {
                leaves.push(index);
            } else if self.node(index).height != super::tree::FREE {
                self.release(index);
            }
        }
        self.join_all(leaves);
    }

    /// Makes the nodes above leaves that hang nowhere: top down, each set parted where the sum of both sides' boxes, weighted by their
    /// numbers, is least among a few slices (Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007); in
    /// halves where that would become too deep or where all centres fall together.
    fn join_all(&mut self, leaves: Vec<u32>) {
        self.root = NONE;
        self.moves = 0;
        if leaves.is_empty() {
            return;
        }
        let mut items: Vec<Item> = leaves
            .into_iter()
            .map(|leaf| {
                let aabb = self.node(leaf).aabb;
                Item {
                    aabb,
                    center: aabb.min * 0.5 + aabb.max * 0.5,
                    leaf,
                }
            })
            .collect();
        let count = items.len() as u32;
        // Never tight for a set worth parting unevenly, and well below the bound that makes a tree be built anew.
        let depth = (2 * (u32::BITS - count.leading_zeros()) + 6).min(MAX_DEPTH - 16);
        let mut made: Vec<u32> = Vec::with_capacity(items.len());
        let mut sets = vec![Set {
            start: 0,
            end: count,
            parent: NONE,
            right: false,
            depth,
        }];
        while let Some(set) = sets.pop() {
            let part = &mut items[set.start as usize..set.end as usize];
            let index = if let [item] = part {
                self.nodes[item.leaf as usize].parent = set.parent;
                item.leaf
            } else {
                let middle = set.start + part_set(part, set.depth) as u32;
                let index = self.take(Node {
                    aabb: NOWHERE,
                    parent: set.parent,
                    left: NONE,
                    right: NONE,
                    height: 1,
                });
                made.push(index);
                let depth = set.depth - 1;
                sets.push(Set {
                    start: middle,
                    end: set.end,
                    parent: index,
                    right: true,
                    depth,
                });
                sets.push(Set {
                    start: set.start,
                    end: middle,
                    parent: index,
                    right: false,
                    depth,
                });
                index
            };
            if set.parent == NONE {
                self.root = index;
            } else if set.right {
                self.nodes[set.parent as usize].right = index;
            } else {
                self.nodes[set.parent as usize].left = index;
            }
        }
        for &index in made.iter().rev() {
            self.fit(index);
        }
    }
}

/// Orders at least two items so that those before the returned place [1..len] go left. Neither side has more than
/// 2^(depth − 1) items if there are at most 2^depth.
fn part_set(items: &mut [Item], depth: u32) -> usize {
    let half = items.len() / 2;
    if items.len() <= 2 {
        return half;
    }
    let mut least = items[0].center;
    let mut most = least;
    for item in &*items {
        least = least.min(item.center);
        most = most.max(item.center);
    }
    let size = most - least;
    let along_x = size.x >= size.y;
    let (start, length) = if along_x {
        (least.x, size.x)
    } else {
        (least.y, size.y)
    };
    let place = |item: &Item| if along_x { item.center.x } else { item.center.y };
    if length > 0.0 && items.len() > FEW {
        let scale = BINS as f32 / length;
        // Of a difference beyond f32's range NaN may come: as a number that is slice 0.
        let slice = |item: &Item| (((place(item) - start) * scale) as usize).min(BINS - 1);
        if let Some(split) = best_slice(items, &slice, depth) {
            return bring_left(items, |item| slice(item) < split);
        }
    }
    items.select_nth_unstable_by(half, |a, b| {
        place(a).total_cmp(&place(b)).then(a.leaf.cmp(&b.leaf))
    });
    half
}

/// The slice before which to part, if both sides then have something and not too much.
fn best_slice(items: &[Item], slice: &impl Fn(&Item) -> usize, depth: u32) -> Option<usize> {
    let mut counts = [0_usize; BINS];
    let mut boxes = [NOWHERE; BINS];
    for item in items {
        let slice = slice(item);
        counts[slice] += 1;
        boxes[slice] = boxes[slice].union(&item.aabb);
    }
    // What is left of each border.
    let mut left = [(0_usize, 0.0_f32); BINS];
    let (mut count, mut aabb) = (0, NOWHERE);
    for i in 1..BINS {
        count += counts[i - 1];
        aabb = aabb.union(&boxes[i - 1]);
        left[i] = (count, cost(&aabb));
    }
    let most = 1_usize << (depth - 1).min(u32::BITS - 1);
    let (mut count, mut aabb) = (0, NOWHERE);
    let mut best = None;
    let mut best_cost = f32::INFINITY;
    for i in (1..BINS).rev() {
        count += counts[i];
        aabb = aabb.union(&boxes[i]);
        let (other, other_cost) = left[i];
        if count == 0 || other == 0 || count.max(other) > most {
            continue;
        }
        let total = count as f32 * cost(&aabb) + other as f32 * other_cost;
        if total < best_cost {
            best_cost = total;
            best = Some(i);
        }
    }
    best
}

/// Moves the items that `is_left` holds for to the front; how many they are.
fn bring_left(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        if is_left(&items[i]) {
            items.swap(i, count);
            count += 1;
        }
    }
    count
}
