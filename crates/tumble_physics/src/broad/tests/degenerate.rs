//! Boxes that make bad trees, and such as are no boxes.

use super::*;
use crate::broad::tree::MAX_DEPTH;

#[test]
fn nothing_is_found_in_an_empty_tree() {
    let mut tree = Tree::new();
    assert_eq!((tree.depth(), tree.cost(), tree.bounds()), (0, 0.0, None));
    assert!(found(&tree, &boxed(-1.0, -1.0, 1.0, 1.0)).is_empty());
    tree.ray(Vec2::ZERO, Vec2::X, 1.0, |_, _| panic!("nothing is there"));
    tree.pairs(None, |_, _| panic!("nothing is there"));
    tree.pairs(Some(&Tree::new()), |_, _| panic!("nothing is there"));
    tree.rebuild();
    assert_eq!(tree.validate(), Ok(()));
    let leaf = tree.insert(boxed(0.0, 0.0, 1.0, 1.0), 5);
    tree.update(leaf, boxed(2.0, 0.0, 3.0, 1.0));
    assert_eq!(found(&tree, &boxed(3.0, 1.0, 4.0, 4.0)), [5]);
    assert_eq!(tree.bounds(), Some(boxed(2.0, 0.0, 3.0, 1.0)));
    tree.pairs(None, |_, _| panic!("a leaf is no pair"));
    tree.remove(leaf);
    assert_eq!(tree.validate(), Ok(()));
    assert!(tree.is_empty());
}

#[test]
fn equal_boxes_make_a_flat_tree() {
    for aabb in [boxed(3.0, 4.0, 3.0, 4.0), boxed(0.0, 0.0, 10.0, 5.0)] {
        let mut tree = Tree::new();
        let leaves: Vec<_> = (0..5000).map(|data| tree.insert(aabb, data)).collect();
        assert_eq!(tree.validate(), Ok(()));
        assert!(tree.depth() <= 20, "{}", tree.depth());
        assert_eq!(found(&tree, &aabb).len(), 5000);
        for &leaf in &leaves[..4000] {
            tree.remove(leaf);
        }
        assert_eq!(tree.validate(), Ok(()));
        assert!(tree.depth() <= 24, "{}", tree.depth());
        let built = Tree::build(&vec![(aabb, 1); 5000]);
        assert_eq!(built.validate(), Ok(()));
        assert_eq!(built.depth(), 13);
    }
}

/// Where the i-th box of a row stands.
type Place = fn(f32) -> f32;

#[test]
fn a_long_row_stays_flat_whichever_way_it_is_laid() {
    // Side by side from left to right, from right to left, apart from each other, and from the middle outwards.
    let rows: [(&str, Place, f32); 4] = [
        ("rightwards", |i| i * 10.0, 10.0),
        ("leftwards", |i| i * -10.0, 10.0),
        ("apart", |i| i * 1000.0, 10.0),
        (
            "outwards",
            |i| if i % 2.0 == 0.0 { i * 5.0 } else { i * -5.0 },
            10.0,
        ),
    ];
    for (name, place, width) in rows {
        let mut tree = Tree::new();
        for data in 0..20_000 {
            let x = place(data as f32);
            tree.insert(boxed(x, 0.0, x + width, 10.0), data);
        }
        assert_eq!(tree.validate(), Ok(()));
        assert!(tree.depth() <= 28, "{name}: {}", tree.depth());
    }
}

fn power(base: f32, exponent: u32) -> f32 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

#[test]
fn no_tree_is_deeper_than_its_bound() {
    // Each box twice as large or half as large as the one before: rotations alone leave a chain.
    for factor in [2.0_f32, 0.5] {
        let mut tree = Tree::new();
        let mut leaves = Vec::new();
        for data in 0..1200 {
            let size = power(factor, data % 90);
            leaves.push(tree.insert(boxed(0.0, 0.0, size, size), data));
            assert!(tree.depth() <= MAX_DEPTH, "{}", tree.depth());
        }
        assert_eq!(tree.validate(), Ok(()));
        for (i, &leaf) in leaves.iter().enumerate() {
            let size = power(factor, 90 - i as u32 % 90);
            tree.update(leaf, boxed(size, size, 2.0 * size, 2.0 * size));
        }
        assert_eq!(tree.validate(), Ok(()));
        assert!(tree.depth() <= MAX_DEPTH);
    }
    let chain: Vec<_> = (0..120)
        .map(|i| (boxed(0.0, 0.0, power(1.8, i), 1.0), i))
        .collect();
    let tree = Tree::build(&chain);
    assert_eq!(tree.validate(), Ok(()));
    assert!(tree.depth() <= MAX_DEPTH - 16, "{}", tree.depth());
}

#[test]
fn what_is_no_box_is_nowhere_and_hides_nobody() {
    let bad = [
        boxed(f32::NAN, 0.0, 1.0, 1.0),
        boxed(0.0, 0.0, 1.0, f32::NAN),
        boxed(f32::NAN, f32::NAN, f32::NAN, f32::NAN),
        boxed(2.0, 0.0, 1.0, 1.0),
        Aabb::EMPTY,
    ];
    let everything = boxed(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY);
    let mut tree = Tree::new();
    let mut leaves = Vec::new();
    for round in 0..50 {
        for (i, &aabb) in bad.iter().enumerate() {
            leaves.push(tree.insert(aabb, 1000 + i as u32));
        }
        tree.insert(boxed(round as f32, 0.0, round as f32 + 0.5, 1.0), round);
    }
    assert_eq!(tree.validate(), Ok(()));
    assert_eq!(tree.bounds(), Some(boxed(0.0, 0.0, 49.5, 1.0)));
    assert_eq!(found(&tree, &everything), (0..50).collect::<Vec<_>>());
    for &aabb in &bad {
        assert!(found(&tree, &aabb).is_empty());
    }
    tree.pairs(None, |_, _| panic!("none of them touch"));
    tree.ray(Vec2::new(-1.0, 0.5), Vec2::X, f32::INFINITY, |data, max| {
        assert!(data < 50);
        max
    });
    tree.rebuild();
    assert_eq!(tree.validate(), Ok(()));
    // Once it is a box, it is there.
    tree.update(leaves[3], boxed(7.0, 0.5, 7.0, 0.5));
    assert_eq!(found(&tree, &boxed(7.0, 0.0, 7.4, 1.0)), [7, 1003]);
    for leaf in leaves {
        tree.remove(leaf);
    }
    assert_eq!(tree.validate(), Ok(()));
    assert_eq!(tree.len(), 50);
}

#[test]
fn the_largest_coordinates_are_kept_apart_from_the_rest() {
    let huge = f32::MAX;
    let inf = f32::INFINITY;
    let list = [
        (boxed(-huge, -huge, huge, huge), 0),
        (boxed(-inf, -inf, inf, inf), 1),
        (boxed(0.0, 0.0, 1.0, 1.0), 2),
        (boxed(1e20, 1e20, 2e20, 3e20), 3),
        (boxed(1e30, 1e30, inf, inf), 4),
        (boxed(-inf, 5.0, inf, 6.0), 5),
    ];
    let mut grown = Tree::new();
    for &(aabb, data) in &list {
        grown.insert(aabb, data);
    }
    for tree in [Tree::build(&list), grown] {
        assert_eq!(tree.validate(), Ok(()));
        assert_eq!(found(&tree, &boxed(0.5, 0.5, 0.5, 5.5)), [0, 1, 2, 5]);
        assert_eq!(found(&tree, &boxed(1e20, 1e20, 1e20, 1e20)), [0, 1, 3]);
        assert_eq!(found(&tree, &boxed(huge, huge, huge, huge)), [0, 1, 4]);
        assert!(tree.cost().is_finite());
    }
}

#[test]
fn rays_that_are_none_meet_nothing_and_odd_ones_are_exact() {
    let mut tree = Tree::new();
    for x in 0..20 {
        tree.insert(boxed(x as f32, 0.0, x as f32 + 0.5, 1.0), x);
    }
    let met = |origin: Vec2, way: Vec2, max: f32| {
        let mut met = Vec::new();
        tree.ray(origin, way, max, |data, max| {
            met.push(data);
            max
        });
        met.sort_unstable();
        met
    };
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    let inside = Vec2::new(3.2, 0.5);
    assert!(met(Vec2::new(nan, 0.5), Vec2::X, 1.0).is_empty());
    assert!(met(inside, Vec2::new(nan, 0.0), 1.0).is_empty());
    assert!(met(inside, Vec2::new(inf, 0.0), 1.0).is_empty());
    assert!(met(inside, Vec2::X, nan).is_empty());
    assert!(met(inside, Vec2::X, -1.0).is_empty());
    // A point, whichever way nothing is.
    assert_eq!(met(inside, Vec2::ZERO, 1.0), [3]);
    assert_eq!(met(inside, Vec2::ZERO, inf), [3]);
    assert_eq!(met(inside, Vec2::X, 0.0), [3]);
    // Along the very edges, and past them.
    assert_eq!(
        met(Vec2::new(-1.0, 1.0), Vec2::X, inf),
        (0..20).collect::<Vec<_>>()
    );
    assert_eq!(met(Vec2::new(-1.0, 0.0), Vec2::X, 4.0), [0, 1, 2, 3]);
    assert_eq!(met(Vec2::new(5.5, -3.0), Vec2::Y, 3.0), [5]);
    assert!(met(Vec2::new(-1.0, 1.001), Vec2::X, inf).is_empty());
    assert_eq!(met(Vec2::new(30.0, 0.5), -Vec2::X, 11.0), [19]);
    // Slopes whose inverse would be infinite.
    assert_eq!(met(Vec2::new(2.25, 1.0), Vec2::new(1e-40, -1.0), 1.0), [2]);
    assert_eq!(met(Vec2::new(2.5, 0.5), Vec2::new(-1e-38, 1e-38), 1.0), [2]);
}

#[test]
fn a_broken_tree_is_found_out() {
    let mut tree = Tree::new();
    let leaves: Vec<_> = (0..50)
        .map(|x| tree.insert(boxed(x as f32, 0.0, x as f32, 1.0), x))
        .collect();
    tree.remove(leaves[7]);
    assert_eq!(tree.validate(), Ok(()));
    // Whatever number of whatever node is another one.
    for index in 0..tree.nodes.len() {
        for change in 0..5 {
            let mut broken = tree.clone();
            let node = &mut broken.nodes[index];
            match change {
                0 => node.height = node.height.wrapping_add(1),
                1 if !node.is_leaf() => node.right ^= 1,
                2 if !node.is_leaf() => node.left = u32::MAX - 1,
                3 if node.parent != u32::MAX => node.parent ^= 1,
                4 if !node.is_leaf() => node.aabb.max.x += 1.0,
                _ => continue,
            }
            assert!(broken.validate().is_err(), "{index}, {change}");
        }
    }
}
