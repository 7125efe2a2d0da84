//! Random histories of a tree against lists.

use super::*;

/// A tree and what should be in it: leaf and box of each data.
struct Twin {
    tree: Tree,
    boxes: Vec<Option<(u32, Aabb)>>,
}

impl Twin {
    fn random(dice: &mut Dice, count: usize, span: f32, size: f32) -> Self {
        let mut twin = Self {
            tree: Tree::new(),
            boxes: Vec::new(),
        };
        for data in 0..count {
            let aabb = dice.aabb(span, size);
            let leaf = twin.tree.insert(aabb, data as u32);
            twin.boxes.push(Some((leaf, aabb)));
        }
        twin
    }

    fn built(dice: &mut Dice, count: usize, span: f32, size: f32) -> Self {
        let list: Vec<_> = (0..count)
            .map(|data| (dice.aabb(span, size), data as u32))
            .collect();
        let boxes = list.iter().map(|&(aabb, data)| Some((data, aabb))).collect();
        Self {
            tree: Tree::build(&list),
            boxes,
        }
    }

    /// Adds, takes out or moves one.
    fn change(&mut self, dice: &mut Dice, span: f32, size: f32) {
        let data = dice.below(self.boxes.len());
        let aabb = dice.aabb(span, size);
        match self.boxes[data] {
            None => {
                let leaf = self.tree.insert(aabb, data as u32);
                self.boxes[data] = Some((leaf, aabb));
            }
            Some((leaf, _)) if dice.below(3) == 0 => {
                self.tree.remove(leaf);
                self.boxes[data] = None;
            }
            Some((leaf, old)) => {
                // Near its old place or far from it.
                let aabb = if dice.below(4) == 0 {
                    aabb
                } else {
                    let by = dice.point(size);
                    Aabb {
                        min: old.min + by,
                        max: old.max + by,
                    }
                };
                self.tree.update(leaf, aabb);
                self.boxes[data] = Some((leaf, aabb));
            }
        }
    }

    fn check(&self, dice: &mut Dice, span: f32) {
        assert_eq!(self.tree.validate(), Ok(()));
        assert_eq!(self.tree.len(), self.boxes.iter().flatten().count());
        for (data, entry) in self.boxes.iter().enumerate() {
            if let Some((leaf, aabb)) = entry {
                assert_eq!(self.tree.data(*leaf), data as u32);
                assert_eq!(self.tree.aabb(*leaf), *aabb);
            }
        }
        for size in [0.0, span * 0.1, span] {
            let aabb = dice.aabb(span, size);
            assert_eq!(found(&self.tree, &aabb), expected(&self.boxes, &aabb));
        }
    }
}

#[test]
fn finds_what_a_list_finds_through_thousands_of_changes() {
    for (seed, size) in [(1, 5.0), (2, 60.0), (3, 400.0)] {
        let dice = &mut Dice(seed);
        let mut twin = Twin::random(dice, 300, 500.0, size);
        for round in 0..3000 {
            twin.change(dice, 500.0, size);
            if round % 25 == 0 {
                twin.check(dice, 500.0);
            }
        }
        twin.check(dice, 500.0);
        while let Some(data) = twin.boxes.iter().position(Option::is_some) {
            let (leaf, _) = twin.boxes[data].take().unwrap();
            twin.tree.remove(leaf);
        }
        twin.check(dice, 500.0);
        assert!(twin.tree.is_empty());
    }
}

#[test]
fn a_tree_built_at_once_goes_on_like_another() {
    for count in [0, 1, 2, 3, 7, 64, 1000] {
        let dice = &mut Dice(count as u64);
        let mut twin = Twin::built(dice, count, 300.0, 20.0);
        twin.check(dice, 300.0);
        twin.tree.rebuild();
        twin.check(dice, 300.0);
        for _ in 0..if count == 0 { 0 } else { 300 } {
            twin.change(dice, 300.0, 20.0);
        }
        twin.check(dice, 300.0);
        twin.tree.rebuild();
        twin.check(dice, 300.0);
    }
}

#[test]
fn a_tree_built_at_once_costs_no_more_than_one_built_leaf_by_leaf() {
    let dice = &mut Dice(9);
    let list: Vec<_> = (0..5000).map(|data| (dice.aabb(5000.0, 60.0), data)).collect();
    let built = Tree::build(&list);
    let mut grown = Tree::new();
    for &(aabb, data) in &list {
        grown.insert(aabb, data);
    }
    assert!(
        built.cost() <= 1.05 * grown.cost(),
        "{} > {}",
        built.cost(),
        grown.cost()
    );
    assert!(built.depth() <= 32, "{}", built.depth());
}

#[test]
fn pairs_are_those_of_a_list() {
    for (seed, size) in [(4, 15.0), (5, 60.0), (6, 300.0)] {
        let dice = &mut Dice(seed);
        let mut twin = Twin::random(dice, 250, 500.0, size);
        let other = Twin::random(dice, 90, 700.0, size * 2.0);
        for _ in 0..500 {
            twin.change(dice, 500.0, size);
        }
        let mut within = Vec::new();
        let mut across = Vec::new();
        for (a, entry) in twin.boxes.iter().enumerate() {
            let Some((_, aabb)) = entry else { continue };
            within.extend(
                expected(&twin.boxes, aabb)
                    .into_iter()
                    .filter(|&b| b > a as u32)
                    .map(|b| (a as u32, b)),
            );
            across.extend(expected(&other.boxes, aabb).into_iter().map(|b| (a as u32, b)));
        }
        assert!(!within.is_empty() && !across.is_empty());
        assert_eq!(pairs(&twin.tree), within);
        let mut all = Vec::new();
        twin.tree.pairs(Some(&other.tree), |a, b| all.push((a, b)));
        all.sort_unstable();
        assert_eq!(all, across);
        let mut all = Vec::new();
        other.tree.pairs(Some(&twin.tree), |a, b| all.push((b, a)));
        all.sort_unstable();
        assert_eq!(all, across);
    }
}

/// At which fraction of `way` a box that moves meets another, in double precision.
fn meeting(moving: &Aabb, way: Vec2, other: &Aabb) -> Option<f64> {
    let mut enter = 0.0_f64;
    let mut leave = f64::INFINITY;
    for axis in 0..2 {
        let way = f64::from(way[axis]);
        let near = f64::from(other.min[axis]) - f64::from(moving.max[axis]);
        let far = f64::from(other.max[axis]) - f64::from(moving.min[axis]);
        if way == 0.0 {
            if near > 0.0 || far < 0.0 {
                return None;
            }
            continue;
        }
        let (near, far) = if way > 0.0 {
            (near / way, far / way)
        } else {
            (far / way, near / way)
        };
        enter = enter.max(near);
        leave = leave.min(far);
    }
    (enter <= leave).then_some(enter)
}

#[test]
fn rays_and_casts_meet_what_they_should() {
    let mut found = 0;
    for seed in 0..40 {
        let dice = &mut Dice(seed);
        let mut twin = Twin::random(dice, 200, 500.0, [0.0, 40.0][seed as usize % 2]);
        for _ in 0..200 {
            twin.change(dice, 500.0, 40.0);
        }
        for round in 0..60 {
            let size = if round % 2 == 0 { 0.0 } else { 30.0 };
            let moving = dice.aabb(600.0, size);
            let way = match round % 5 {
                0 => Vec2::new(dice.within(-900.0, 900.0), 0.0),
                1 => Vec2::new(0.0, dice.within(-900.0, 900.0)),
                2 => Vec2::ZERO,
                _ => dice.point(900.0),
            };
            let max = [1.0, 0.4, 3.0][round % 3];
            let mut met = Vec::new();
            let visit = |data: u32, limit: f32| {
                assert_eq!(limit, max);
                met.push(data);
                limit
            };
            if size == 0.0 {
                twin.tree.ray(moving.min, way, max, visit);
            } else {
                twin.tree.cast(&moving, way, max, visit);
            }
            met.sort_unstable();
            found += met.len();
            for (data, entry) in twin.boxes.iter().enumerate() {
                let Some((_, aabb)) = entry else { continue };
                let at = meeting(&moving, way, aabb);
                let hit = at.is_some_and(|at| at <= f64::from(max));
                let listed = met.binary_search(&(data as u32)).is_ok();
                assert!(
                    !hit || listed,
                    "{data} missed at {at:?}: {moving:?} along {way} to {aabb:?}"
                );
                // Not more than what is missed by a rounding.
                let near = meeting(&moving.grown(0.001), way, aabb);
                assert!(
                    !listed || near.is_some_and(|at| at <= f64::from(max) + 1e-5),
                    "{data} is not met"
                );
            }
        }
    }
    assert!(found > 2000, "{found}");
}

#[test]
fn a_ray_that_takes_the_first_hit_finds_the_nearest_of_all() {
    let dice = &mut Dice(77);
    let twin = Twin::random(dice, 2000, 2000.0, 30.0);
    let mut visited = 0;
    let mut met = 0;
    for _ in 0..200 {
        let (origin, way) = (dice.point(2000.0), dice.point(4000.0));
        let start = Aabb {
            min: origin,
            max: origin,
        };
        let mut nearest: Option<(f64, u32)> = None;
        twin.tree.ray(origin, way, 1.0, |data, max| {
            visited += 1;
            let Some((_, aabb)) = &twin.boxes[data as usize] else {
                return max;
            };
            match meeting(&start, way, aabb) {
                Some(at) if at <= f64::from(max) => {
                    if nearest.is_none_or(|(before, _)| at < before) {
                        nearest = Some((at, data));
                    }
                    at as f32
                }
                _ => max,
            }
        });
        let all = twin
            .boxes
            .iter()
            .flatten()
            .filter_map(|(_, aabb)| meeting(&start, way, aabb));
        let expected = all.filter(|&at| at <= 1.0).fold(f64::INFINITY, f64::min);
        assert_eq!(nearest.map_or(f64::INFINITY, |(at, _)| at), expected);
        met += u32::from(nearest.is_some());
    }
    assert!(met > 100, "{met} rays met something");
    // Near ones first: hardly more visits than hits.
    assert!(visited < 3 * met, "{visited} leaves visited for {met} hits");
}

#[test]
fn callers_can_end_queries_and_rays() {
    let dice = &mut Dice(8);
    let twin = Twin::random(dice, 100, 10.0, 100.0);
    let mut count = 0;
    twin.tree.query(&boxed(-500.0, -500.0, 500.0, 500.0), |_| {
        count += 1;
        count < 7
    });
    assert_eq!(count, 7);
    let mut count = 0;
    twin.tree.ray(Vec2::new(-500.0, 5.0), Vec2::X, 1000.0, |_, _| {
        count += 1;
        -1.0
    });
    assert_eq!(count, 1);
}

#[test]
fn results_and_their_order_depend_on_history_alone() {
    let run = || {
        let dice = &mut Dice(11);
        let mut twin = Twin::random(dice, 400, 500.0, 40.0);
        for _ in 0..2000 {
            twin.change(dice, 500.0, 40.0);
        }
        let mut order = Vec::new();
        twin.tree.query(&boxed(-200.0, -200.0, 200.0, 200.0), |data| {
            order.push((data, 0));
            true
        });
        twin.tree.pairs(None, |a, b| order.push((a, b)));
        twin.tree
            .ray(Vec2::splat(-400.0), Vec2::splat(800.0), 1.0, |data, max| {
                order.push((data, 1));
                max
            });
        order
    };
    let first = run();
    assert!(first.len() > 100);
    assert_eq!(run(), first);
}

#[test]
fn fifty_thousand_moving_leaves_stay_in_order() {
    let dice = &mut Dice(13);
    let mut twin = Twin::random(dice, 50_000, 50_000.0, 250.0);
    for round in 0..6 {
        for (leaf, aabb) in twin.boxes.iter_mut().flatten() {
            let by = Vec2::new(dice.within(-100.0, 100.0), dice.within(0.0, 200.0));
            *aabb = Aabb {
                min: aabb.min + by,
                max: aabb.max + by,
            };
            twin.tree.update(*leaf, *aabb);
        }
        twin.check(dice, 50_000.0);
        assert!(
            twin.tree.depth() <= 40,
            "round {round}: depth {}",
            twin.tree.depth()
        );
    }
    let built: Vec<_> = twin.boxes.iter().flatten().map(|&(_, aabb)| (aabb, 0)).collect();
    let best = Tree::build(&built).cost();
    assert!(
        twin.tree.cost() < 1.5 * best,
        "{} against {best}",
        twin.tree.cost()
    );
}

#[cfg(feature = "serde")]
#[test]
fn a_stored_tree_goes_on_as_if_never_stored() {
    let dice = &mut Dice(21);
    let mut twin = Twin::random(dice, 300, 500.0, 40.0);
    twin.tree.insert(boxed(f32::NAN, 0.0, 1.0, 1.0), 300);
    for _ in 0..500 {
        twin.change(dice, 500.0, 40.0);
    }
    let text = serde_json::to_string(&twin.tree).unwrap();
    let mut other = Twin {
        tree: serde_json::from_str(&text).unwrap(),
        boxes: twin.boxes.clone(),
    };
    assert_eq!(other.tree.validate(), Ok(()));
    let dice_of_other = &mut Dice(dice.0);
    for _ in 0..500 {
        twin.change(dice, 500.0, 40.0);
        other.change(dice_of_other, 500.0, 40.0);
    }
    assert_eq!(
        serde_json::to_string(&other.tree).unwrap(),
        serde_json::to_string(&twin.tree).unwrap()
    );
}
