//! The broad phase against brute force, at its edges, and on the clock.

mod degenerate;
mod history;
mod speed;
mod table;

use tumble_math::Vec2;

use crate::shape::Aabb;

use super::Tree;

/// Numbers without visible order: splitmix64 (Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Below `end`.
    fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// From `from` up to `to`.
    fn within(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * ((self.bits() >> 40) as f32 / (1_u32 << 24) as f32)
    }

    fn point(&mut self, span: f32) -> Vec2 {
        Vec2::new(self.within(-span, span), self.within(-span, span))
    }

    /// A box anywhere in ±`span`, no side longer than `size`.
    fn aabb(&mut self, span: f32, size: f32) -> Aabb {
        let min = self.point(span);
        Aabb {
            min,
            max: min + Vec2::new(self.within(0.0, size), self.within(0.0, size)),
        }
    }
}

fn boxed(x0: f32, y0: f32, x1: f32, y1: f32) -> Aabb {
    Aabb {
        min: Vec2::new(x0, y0),
        max: Vec2::new(x1, y1),
    }
}

/// What a query finds, in order of data.
fn found(tree: &Tree, aabb: &Aabb) -> Vec<u32> {
    let mut all = Vec::new();
    tree.query(aabb, |data| {
        all.push(data);
        true
    });
    all.sort_unstable();
    all
}

/// What overlaps among the boxes there are.
fn expected(boxes: &[Option<(u32, Aabb)>], aabb: &Aabb) -> Vec<u32> {
    let overlapping = |(data, entry): (usize, &Option<(u32, Aabb)>)| {
        entry
            .is_some_and(|(_, other)| other.overlaps(aabb))
            .then_some(data as u32)
    };
    boxes.iter().enumerate().filter_map(overlapping).collect()
}

/// All overlapping pairs, smaller data first, in order.
fn pairs(tree: &Tree) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    tree.pairs(None, |a, b| all.push((a.min(b), a.max(b))));
    all.sort_unstable();
    all
}
