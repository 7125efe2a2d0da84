//! A box tree over the sides of one outline, for building it: which sides meet, and what is behind a side.

use tumble_math::Vec2;

use super::Aabb;

/// Sides in a leaf.
const LEAF: usize = 4;

/// Boxes over boxes of sides, split in the middle of the longer way.
#[derive(Debug)]
pub(super) struct SideTree {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

#[derive(Debug)]
struct Node {
    bounds: Aabb,
    /// Its sides in `order`.
    first: u32,
    count: u32,
    /// Second child; the first one follows. 0 for a leaf.
    second: u32,
}

impl SideTree {
    /// Of at least one side, given by their ends.
    pub(super) fn new(sides: &[(Vec2, Vec2)]) -> Self {
        let boxes: Vec<Aabb> = sides
            .iter()
            .map(|&(a, b)| Aabb {
                min: a.min(b),
                max: a.max(b),
            })
            .collect();
        let mut tree = Self {
            nodes: Vec::new(),
            order: (0..sides.len() as u32).collect(),
        };
        tree.split(&boxes, 0, sides.len());
        tree
    }

    /// Makes the node of a range of `order`; halves keep the depth at the logarithm of the count.
    fn split(&mut self, boxes: &[Aabb], first: usize, count: usize) {
        let range = &mut self.order[first..first + count];
        let bounds = range
            .iter()
            .fold(Aabb::EMPTY, |all, &side| all.union(&boxes[side as usize]));
        let place = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            first: first as u32,
            count: count as u32,
            second: 0,
        });
        if count <= LEAF {
            return;
        }
        let size = bounds.max - bounds.min;
        let key = |side: u32| {
            let sum = boxes[side as usize].min + boxes[side as usize].max;
            if size.x >= size.y { sum.x } else { sum.y }
        };
        range.sort_unstable_by(|&i, &j| key(i).total_cmp(&key(j)).then(i.cmp(&j)));
        let half = count / 2;
        self.split(boxes, first, half);
        self.nodes[place].second = self.nodes.len() as u32;
        self.split(boxes, first + half, count - half);
    }

    /// Calls for each side in a node whose box passes `meets`, until `visit` says stop by `false`; whether it never did.
    pub(super) fn visit(&self, meets: impl Fn(&Aabb) -> bool, mut visit: impl FnMut(usize) -> bool) -> bool {
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            let node: &Node = &self.nodes[place];
            if !meets(&node.bounds) {
                continue;
            }
            if node.second != 0 {
                open.push(node.second as usize);
                open.push(place + 1);
                continue;
            }
            let sides = &self.order[node.first as usize..(node.first + node.count) as usize];
            if !sides.iter().all(|&side| visit(side as usize)) {
                return false;
            }
        }
        true
    }
}
