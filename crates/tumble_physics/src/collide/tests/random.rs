//! Random pairs of convex pieces against the oracle.

use tumble_math::Vec2;

use super::super::{Manifold, collide};
use super::Numbers;
use super::oracle::{Core, distance};
use crate::shape::{Frame, Piece};

const FAR: f32 = 1e4;

fn least(manifold: &Manifold) -> f32 {
    manifold.points[..usize::from(manifold.count)]
        .iter()
        .map(|p| p.separation)
        .fold(f32::INFINITY, f32::min)
}

fn near_pair(numbers: &mut Numbers) -> (Piece, Frame, Piece, Frame) {
    let (a, b) = (numbers.piece(), numbers.piece());
    let (fa, fb) = (numbers.frame(60.0), numbers.frame(60.0));
    (a, fa, b, fb)
}

#[test]
fn separation_is_the_distance() {
    let mut numbers = Numbers::new(1);
    let (mut apart, mut over) = (0, 0);
    for case in 0..200_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let (one, two) = (Core::new(&a, &fa), Core::new(&b, &fb));
        let exact = distance(&one, &two);
        let manifold = collide(&a, &fa, &b, &fb, FAR);
        assert!(
            manifold.count > 0,
            "case {case}: nothing within reach of everything: {a:?} {fa:?} {b:?} {fb:?}"
        );
        let found = least(&manifold);
        // Directions within SAME_WAY of each other count as the same: 0.5·0.01² of the cores' distance. And A's edge is
        // preferred by 1e-4 of the edge.
        let error = (f64::from(found) - exact).abs();
        assert!(
            error < 8e-3 + 1e-4 * (exact + one.radius + two.radius).abs(),
            "case {case}: {found} for {exact}: {a:?} {fa:?} {b:?} {fb:?} {manifold:?}"
        );
        if exact > 0.0 { apart += 1 } else { over += 1 }
    }
    assert!(
        apart > 20_000 && over > 20_000,
        "{apart} apart, {over} overlapping: the sample is lopsided"
    );
}

#[test]
fn normal_points_from_a_to_b_and_takes_them_apart() {
    let mut numbers = Numbers::new(2);
    for case in 0..100_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let manifold = collide(&a, &fa, &b, &fb, FAR);
        let normal = manifold.normal;
        assert!(
            (normal.length() - 1.0).abs() < 1e-5,
            "case {case}: {normal:?} is not a unit vector"
        );
        let moved = Frame {
            at: fb.at - normal * least(&manifold),
            ..fb
        };
        let left = distance(&Core::new(&a, &fa), &Core::new(&b, &moved));
        // Moved by the separation they touch. A normal that was off by SAME_WAY at most leads past the nearest corner by that
        // share of the way between the cores.
        let (one, two) = (Core::new(&a, &fa), Core::new(&b, &moved));
        let cores = f64::from(least(&manifold)) + one.radius + two.radius;
        let bound = 9e-3 + 0.012 * cores.max(0.0);
        assert!(
            left.abs() < bound,
            "case {case}: {left} left: {a:?} {fa:?} {b:?} {fb:?} {manifold:?}"
        );
        // And the normal leads from A to B: along it A ends before B begins.
        let way = [f64::from(normal.x), f64::from(normal.y)];
        let gap = -Core::new(&b, &moved).support([-way[0], -way[1]]) - Core::new(&a, &fa).support(way);
        // Where A's edge was preferred, the deepest corner may be past its end by some of that preference.
        assert!(gap > -bound - 0.02, "case {case}: {gap}");
    }
}

#[test]
fn nothing_is_reported_beyond_the_margin() {
    let mut numbers = Numbers::new(3);
    for case in 0..100_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let margin = numbers.between(0.0, 10.0);
        let exact = distance(&Core::new(&a, &fa), &Core::new(&b, &fb));
        let manifold = collide(&a, &fa, &b, &fb, margin);
        for point in &manifold.points[..usize::from(manifold.count)] {
            assert!(point.separation <= margin, "case {case}");
        }
        let near = f64::from(margin);
        if exact < near - 0.01 {
            assert!(
                manifold.count > 0,
                "case {case}: {exact} of {margin}: {a:?} {fa:?} {b:?} {fb:?}"
            );
        }
        if exact > near + 0.01 {
            assert_eq!(manifold.count, 0, "case {case}: {exact} of {margin}");
        }
    }
}

#[test]
fn points_are_midway_and_arms_agree() {
    let mut numbers = Numbers::new(4);
    for case in 0..50_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let manifold = collide(&a, &fa, &b, &fb, 5.0);
        for point in &manifold.points[..usize::from(manifold.count)] {
            let (one, two) = (fa.at + point.arm_a, fb.at + point.arm_b);
            assert!(one.distance(two) < 1e-4, "case {case}: {one:?} {two:?}");
            if point.separation > 0.0 && manifold.count == 1 {
                let half = Piece::Circle {
                    center: Vec2::ZERO,
                    radius: 0.0,
                };
                let at = Frame {
                    at: one,
                    cos: 1.0,
                    sin: 0.0,
                };
                let here = Core::new(&half, &at);
                let (to_a, to_b) = (
                    distance(&Core::new(&a, &fa), &here),
                    distance(&Core::new(&b, &fb), &here),
                );
                let expected = 0.5 * f64::from(point.separation);
                assert!(
                    (to_a - expected).abs() < 0.01,
                    "case {case}: {to_a} from A for {expected}"
                );
                assert!(
                    (to_b - expected).abs() < 0.01,
                    "case {case}: {to_b} from B for {expected}"
                );
            }
        }
    }
}

#[test]
fn seen_from_b_it_is_the_same() {
    let mut numbers = Numbers::new(5);
    for case in 0..50_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let (one, two) = (collide(&a, &fa, &b, &fb, FAR), collide(&b, &fb, &a, &fa, FAR));
        assert!(
            (least(&one) - least(&two)).abs() < 5e-3 * (1.0 + least(&one).abs() * 0.05),
            "case {case}: {one:?} {two:?}"
        );
    }
}

#[test]
fn ids_are_stable_under_small_motion() {
    let mut numbers = Numbers::new(6);
    let (mut same, mut all) = (0, 0);
    for case in 0..50_000 {
        let (a, fa, b, fb) = near_pair(&mut numbers);
        let one = collide(&a, &fa, &b, &fb, 5.0);
        let moved = Frame {
            at: fb.at + numbers.point(0.01),
            ..fb
        };
        let two = collide(&a, &fa, &b, &moved, 5.0);
        let ids = |m: &Manifold| {
            m.points[..usize::from(m.count)]
                .iter()
                .map(|p| p.id)
                .collect::<Vec<_>>()
        };
        let (one, two) = (ids(&one), ids(&two));
        assert!(one.len() < 2 || one[0] != one[1], "case {case}: one id twice");
        if !one.is_empty() && !two.is_empty() {
            all += 1;
            same += usize::from(one.iter().any(|id| two.contains(id)));
        }
    }
    assert!(
        same as f32 > 0.995 * all as f32,
        "{same} of {all} keep an id when moved by 0.01 px"
    );
}

#[test]
fn a_place_far_from_the_origin_costs_no_digits() {
    // Both moved by a power of two that keeps every coordinate a multiple of 1/64.
    let mut numbers = Numbers::new(7);
    let far = Vec2::new(131_072.0, -65_536.0);
    let grid = |v: Vec2| (v * 64.0).round() / 64.0;
    for case in 0..20_000 {
        let (a, mut fa, b, mut fb) = near_pair(&mut numbers);
        (fa.at, fb.at) = (grid(fa.at), grid(fb.at));
        let near = collide(&a, &fa, &b, &fb, 20.0);
        (fa.at, fb.at) = (fa.at + far, fb.at + far);
        assert_eq!(near, collide(&a, &fa, &b, &fb, 20.0), "case {case}");
    }
}
