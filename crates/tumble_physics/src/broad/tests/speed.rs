//! The broad phase on the clock. `cargo test --release -p tumble_physics broad::tests::speed -- --ignored --nocapture`

#[cfg(test)]
use std::time::Instant;

use super::*;
use crate::broad::PairTable;

/// What moves as things in a world do: a fat box that it leaves every few steps.
struct Mover {
    at: Vec2,
    half: Vec2,
    velocity: Vec2,
    fat: Aabb,
    leaf: u32,
}

impl Mover {
    /// Whether it has left its fat box, and has a new one: 5 px more, and room for three steps.
    fn leaves_box(&mut self) -> bool {
        let tight = Aabb {
            min: self.at - self.half,
            max: self.at + self.half,
        };
        if self.fat.contains(&tight) {
            return false;
        }
        let fat = tight.grown(5.0);
        let ahead = self.velocity * (3.0 / 60.0);
        self.fat = fat.union(&Aabb {
            min: fat.min + ahead,
            max: fat.max + ahead,
        });
        true
    }
}

/// A way to set up and to move a crowd.
struct Scene {
    name: &'static str,
    steps: usize,
    place: fn(&mut Dice, usize, usize) -> Mover,
    step: fn(&mut Dice, &mut Mover, f32),
}

/// Figures in a grid of columns that fall onto a heap.
const RAIN: Scene = Scene {
    name: "rain",
    steps: 600,
    place: |dice, i, count| {
        let columns = (count as f32).sqrt().ceil() as usize;
        let at = Vec2::new(
            (i % columns) as f32 * 700.0,
            -700.0 - (i / columns) as f32 * 1100.0,
        ) + dice.point(20.0);
        let half = Vec2::new(dice.within(110.0, 190.0), dice.within(110.0, 190.0));
        mover(at, half, Vec2::new(dice.within(-30.0, 30.0), 0.0))
    },
    step: |dice, mover, _| {
        mover.velocity = if mover.at.y < 0.0 {
            mover.velocity + Vec2::new(0.0, 980.0 / 60.0)
        } else {
            dice.point(12.0)
        };
        mover.at += mover.velocity / 60.0;
        mover.at.y = mover.at.y.min(0.0);
    },
};

/// Boxes that mill about in a square, each touching its neighbours.
const CROWD: Scene = Scene {
    name: "crowd",
    steps: 120,
    place: |dice, _, count| {
        let side = (count as f32).sqrt() * 27.5;
        let half = Vec2::new(dice.within(15.0, 30.0), dice.within(15.0, 30.0));
        mover(dice.point(side), half, dice.point(200.0))
    },
    step: |dice, mover, count| {
        let side = count.sqrt() * 27.5;
        mover.velocity += dice.point(20.0);
        for axis in 0..2 {
            if mover.at[axis].abs() > side {
                mover.velocity[axis] = mover.velocity[axis].abs() * -mover.at[axis].signum();
            }
        }
        mover.at += mover.velocity / 60.0;
    },
};

fn mover(at: Vec2, half: Vec2, velocity: Vec2) -> Mover {
    Mover {
        at,
        half,
        velocity,
        fat: Aabb::EMPTY,
        leaf: u32::MAX,
    }
}

/// Nanoseconds since `start` for each of `count`.
fn nanoseconds(start: Instant, count: usize) -> f64 {
    start.elapsed().as_nanos() as f64 / count as f64
}

#[test]
#[ignore = "prints times; run it optimised and alone"]
fn moving_leaves() {
    for scene in [RAIN, CROWD] {
        for count in [1000, 10_000, 50_000] {
            let dice = &mut Dice(1);
            let mut movers: Vec<_> = (0..count).map(|i| (scene.place)(dice, i, count)).collect();
            let mut tree = Tree::new();
            for mover in &mut movers {
                mover.leaves_box();
            }
            let start = Instant::now();
            for (i, mover) in movers.iter_mut().enumerate() {
                mover.leaf = tree.insert(mover.fat, i as u32);
            }
            let insert = nanoseconds(start, count);
            let steps = scene.steps.min(10_000_000 / count);
            let (mut update, mut slowest, mut query, mut pair) = (0.0, 0.0_f64, 0.0, 0.0);
            let (mut moves, mut found, mut paired) = (0, 0, 0);
            for _ in 0..steps {
                let mut moved = Vec::new();
                for mover in &mut movers {
                    (scene.step)(dice, mover, count as f32);
                    if mover.leaves_box() {
                        moved.push((mover.leaf, mover.fat));
                    }
                }
                moves += moved.len();
                let start = Instant::now();
                for &(leaf, fat) in &moved {
                    tree.update(leaf, fat);
                }
                let time = nanoseconds(start, 1);
                update += time;
                slowest = slowest.max(time);
                let start = Instant::now();
                for (_, fat) in &moved {
                    tree.query(fat, |_| {
                        found += 1;
                        true
                    });
                }
                query += nanoseconds(start, 1);
                let start = Instant::now();
                tree.pairs(None, |_, _| paired += 1);
                pair += nanoseconds(start, 1);
            }
            assert_eq!(tree.validate(), Ok(()));
            let boxes: Vec<_> = movers.iter().map(|mover| (mover.fat, 0)).collect();
            let start = Instant::now();
            let built = Tree::build(&boxes);
            let build = nanoseconds(start, count);
            let all = (steps * count) as f64;
            println!(
                "{} {count}: insert {insert:.0} ns, build {build:.0} ns a leaf; {:.2} of the leaves move in a step: update {:.0} ns, \
                 slowest step {:.2} ms, query {:.0} ns ({:.1} found); pairs {:.0} ns a leaf ({:.1} found), {:.0} ns a pair; \
                 cost {:.0}, built {:.0}, depth {}",
                scene.name,
                moves as f64 / all,
                update / moves as f64,
                slowest * 1e-6,
                query / moves as f64,
                f64::from(found) / moves as f64,
                pair / all,
                f64::from(paired) / all,
                pair / f64::from(paired),
                tree.cost(),
                built.cost(),
                tree.depth(),
            );
        }
    }
}

#[test]
#[ignore = "prints times; run it optimised and alone"]
fn rays_and_pairs_in_tables() {
    for count in [1000, 10_000, 50_000] {
        let dice = &mut Dice(2);
        let span = (count as f32).sqrt() * 100.0;
        let boxes: Vec<_> = (0..count).map(|i| (dice.aabb(span, 80.0), i)).collect();
        let tree = Tree::build(&boxes);
        let rays: Vec<_> = (0..20_000)
            .map(|_| (dice.point(span), dice.point(1000.0)))
            .collect();
        let start = Instant::now();
        let mut met = 0;
        for &(origin, way) in &rays {
            tree.ray(origin, way, 1.0, |_, max| {
                met += 1;
                max
            });
        }
        let ray = nanoseconds(start, rays.len());
        // Each with a few neighbours, as pairs of a world.
        let keys: Vec<_> = (0..count)
            .flat_map(|a| (1..4).map(move |b| (a, a + b * b)))
            .collect();
        let mut table = PairTable::new();
        let start = Instant::now();
        for &(a, b) in &keys {
            table.insert(a, b, a);
        }
        let insert = nanoseconds(start, keys.len());
        let start = Instant::now();
        let sum: u64 = keys
            .iter()
            .map(|&(a, b)| u64::from(table.get(a, b).unwrap_or(0)))
            .sum();
        let get = nanoseconds(start, keys.len());
        let missing = keys.iter().filter(|&&(a, b)| table.get(b, a).is_none()).count();
        let start = Instant::now();
        for &(a, b) in &keys {
            table.remove(a, b);
        }
        let remove = nanoseconds(start, keys.len());
        assert!(table.is_empty() && sum > 0 && missing == keys.len());
        println!(
            "{count}: ray of 1000 px {ray:.0} ns ({:.1} boxes met); pairs: insert {insert:.0} ns, get {get:.0} ns, remove {remove:.0} ns",
            f64::from(met) / rays.len() as f64,
        );
    }
}
