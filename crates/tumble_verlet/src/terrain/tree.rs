//! Which edges are in a box: a tree of boxes, made anew when terrain changes.

use super::edge::{Edge, V};

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: V,
    pub high: V,
}

impl Bounds {
    pub const EMPTY: Self = Self {
        low: [f64::INFINITY; 2],
        high: [f64::NEG_INFINITY; 2],
    };

    pub fn add(&mut self, p: V) {
        for (axis, value) in p.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(value);
            self.high[axis] = self.high[axis].max(value);
        }
    }

    pub fn grown(self, by: f64) -> Self {
        Self {
            low: self.low.map(|value| value - by),
            high: self.high.map(|value| value + by),
        }
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }

    pub fn holds(&self, p: V) -> bool {
        (0..2).all(|axis| self.low[axis] <= p[axis] && p[axis] <= self.high[axis])
    }

    fn of(edges: &[Edge], which: &[u32]) -> Self {
        let mut bounds = Self::EMPTY;
        for &i in which {
            bounds.add(edges[i as usize].a);
            bounds.add(edges[i as usize].b);
        }
        bounds
    }
}

/// A box with what is in it: edges `order[first..first + count]`, or, when `count` is 0, the next node and node `first`.
#[derive(Clone, Debug)]
struct Node {
    bounds: Bounds,
    first: u32,
    count: u32,
}

/// The tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

/// A leaf has at most so many edges.
const LEAF: usize = 4;

impl Tree {
    pub fn new(edges: &[Edge]) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            order: (0..edges.len() as u32).collect(),
        };
        if !edges.is_empty() {
            tree.split(edges, 0, edges.len());
        }
        tree
    }

    /// Makes the node of a span of the order, halved by the middle of its longer side; ties keep their order.
    fn split(&mut self, edges: &[Edge], from: usize, to: usize) {
        let bounds = Bounds::of(edges, &self.order[from..to]);
        let node = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            first: from as u32,
            count: (to - from) as u32,
        });
        if to - from <= LEAF {
            return;
        }
        let size = [0, 1].map(|axis| bounds.high[axis] - bounds.low[axis]);
        let axis = usize::from(size[1] > size[0]);
        let middle = |&i: &u32| edges[i as usize].a[axis] + edges[i as usize].b[axis];
        self.order[from..to].sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        let half = from.midpoint(to);
        self.split(edges, from, half);
        let second = self.nodes.len() as u32;
        self.split(edges, half, to);
        self.nodes[node].first = second;
        self.nodes[node].count = 0;
    }

    /// Whether anything can be in a box.
    pub fn may_overlap(&self, bounds: &Bounds) -> bool {
        self.nodes
            .first()
            .is_some_and(|node| node.bounds.overlaps(bounds))
    }

    /// Puts the edges whose boxes overlap a box into `found`, in their order.
    pub fn find(&self, edges: &[Edge], bounds: &Bounds, found: &mut Vec<u32>) {
        found.clear();
        if self.nodes.is_empty() {
            return;
        }
        // Halving makes at most 32 levels of what u32 can count, and each leaves one behind.
        let mut waiting = [0_u32; 40];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let at = waiting[count];
            let node = &self.nodes[at as usize];
            if !node.bounds.overlaps(bounds) {
                continue;
            }
            if node.count == 0 {
                waiting[count] = node.first;
                waiting[count + 1] = at + 1;
                count += 2;
                continue;
            }
            let span = node.first as usize..(node.first + node.count) as usize;
            for &i in &self.order[span] {
                let edge = &edges[i as usize];
                let mut own = Bounds::EMPTY;
                own.add(edge.a);
                own.add(edge.b);
                if own.overlaps(bounds) {
                    found.push(i);
                }
            }
        }
        found.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_search_through_all_finds() {
        let mut seed = 7_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1_u32 << 24) * 100.0
        };
        let edges: Vec<Edge> = (0..500)
            .map(|_| {
                let a = [random(), random()];
                Edge::new(a, [a[0] + random() * 0.1 + 0.01, a[1] + random() * 0.1])
            })
            .collect();
        let tree = Tree::new(&edges);
        let mut found = Vec::new();
        for _ in 0..200 {
            let low = [random(), random()];
            let bounds = Bounds {
                low,
                high: [low[0] + random() * 0.2, low[1] + random() * 0.2],
            };
            tree.find(&edges, &bounds, &mut found);
            let wanted: Vec<u32> = (0..edges.len() as u32)
                .filter(|&i| Bounds::of(&edges, &[i]).overlaps(&bounds))
                .collect();
            assert_eq!(found, wanted);
        }
    }
}
