//! Outlines and polylines as sides.

use core::f32::consts::TAU;

use tumble_math::Vec2;

use super::super::{Corner, Frame, Piece, Shape, Side, build, inside};
use super::{outline, points, unit};
use crate::body::BodyKind;

fn sides(shape: &Shape) -> Vec<Side> {
    let built = build(shape, BodyKind::Static).expect("the shape is sound");
    built
        .pieces
        .iter()
        .map(|piece| match piece {
            Piece::Side(side) => *side,
            other => panic!("{other:?} is not a side"),
        })
        .collect()
}

const ELL: [(f32, f32); 6] = [
    (0.0, 0.0),
    (100.0, 0.0),
    (100.0, 40.0),
    (40.0, 40.0),
    (40.0, 100.0),
    (0.0, 100.0),
];

#[test]
fn an_outline_has_one_side_each_with_neighbours_and_outward_normals() {
    for reversed in [false, true] {
        let mut list = ELL.to_vec();
        if reversed {
            list.reverse();
        }
        let sides = sides(&outline(&list));
        assert_eq!(sides.len(), 6);
        for (i, side) in sides.iter().enumerate() {
            let (before, after) = (&sides[(i + 5) % 6], &sides[(i + 1) % 6]);
            assert_eq!((side.a, side.b), (before.b, after.a));
            assert_eq!(
                (side.normal_before, side.normal_after),
                (before.normal, after.normal)
            );
            assert_eq!((side.before, side.after), (before.a, after.b));
            assert_eq!((side.corner_a, side.corner_b), (before.corner_b, after.corner_a));
            let middle = 0.5 * (side.a + side.b);
            assert!(!inside(&sides, middle + side.normal) && inside(&sides, middle - side.normal));
            let hollow = side.b == Vec2::new(40.0, 40.0);
            assert_eq!(
                side.corner_b,
                if hollow { Corner::Hollow } else { Corner::Convex }
            );
            assert!(!side.two_sided);
        }
    }
}

#[test]
fn only_exactly_straight_corners_are_merged() {
    let straight = [
        (0.0, 0.0),
        (10.0, 0.0),
        (20.0, 0.0),
        (100.0, 0.0),
        (100.0, 50.0),
        (0.0, 50.0),
        (0.0, 25.0),
    ];
    assert_eq!(sides(&outline(&straight)).len(), 4);
    // A corner that turns by 0.002°.
    let bent = [
        (0.0, 0.0),
        (50.0, 0.001),
        (100.0, 0.0),
        (100.0, 50.0),
        (0.0, 50.0),
    ];
    assert_eq!(sides(&outline(&bent)).len(), 5);
    let line = Shape::Segments {
        points: points(&[(0.0, 0.0), (5.0, 5.0), (9.0, 9.0), (9.0, 9.0), (20.0, 9.0)]),
    };
    assert_eq!(sides(&line).len(), 2);
}

#[test]
fn a_polyline_is_two_sided_with_open_ends_and_a_loop_has_none() {
    let line = sides(&Shape::Segments {
        points: points(&[(0.0, 0.0), (50.0, 0.0), (90.0, -30.0)]),
    });
    assert_eq!(line.len(), 2);
    assert!(line.iter().all(|side| side.two_sided && side.depth == [0.0; 3]));
    assert_eq!(
        (line[0].corner_a, line[0].corner_b),
        (Corner::Open, Corner::Hollow)
    );
    assert_eq!(
        (line[1].corner_a, line[1].corner_b),
        (Corner::Hollow, Corner::Open)
    );
    assert_eq!(
        (line[0].before, line[0].normal_before),
        (line[0].a, line[0].normal)
    );
    let ring = sides(&Shape::Segments {
        points: points(&[(0.0, 0.0), (50.0, 0.0), (90.0, -30.0), (0.0, 0.0)]),
    });
    assert_eq!(ring.len(), 3);
    assert!(
        ring.iter()
            .all(|side| side.corner_a != Corner::Open && side.corner_b != Corner::Open)
    );
    // What turns straight back has an open end there.
    let spike = sides(&Shape::Segments {
        points: points(&[(0.0, 0.0), (50.0, 0.0), (20.0, 0.0)]),
    });
    assert_eq!(
        (spike.len(), spike[0].corner_b, spike[1].corner_a),
        (2, Corner::Open, Corner::Open)
    );
}

#[test]
fn a_convex_kinematic_outline_is_a_polygon() {
    let square = outline(&[(0.0, 0.0), (100.0, 0.0), (100.0, 20.0), (0.0, 20.0)]);
    let built = build(&square, BodyKind::Kinematic).expect("a platform");
    assert!(matches!(built.pieces[..], [Piece::Polygon(_)]));
    assert_eq!(built.center, Vec2::ZERO);
    assert_eq!(build(&square, BodyKind::Static).expect("a wall").pieces.len(), 4);
    assert_eq!(
        build(&outline(&ELL), BodyKind::Kinematic)
            .expect("an L")
            .pieces
            .len(),
        6
    );
}

#[test]
fn depth_is_the_largest_disc_behind() {
    // A slab: half its height; its short ends half their distance, for their neighbours don't count.
    let slab = sides(&outline(&[(0.0, 0.0), (400.0, 0.0), (400.0, 10.0), (0.0, 10.0)]));
    for side in &slab {
        let expected = if side.normal.x == 0.0 { 5.0 } else { 200.0 };
        for depth in side.depth {
            assert!((depth - expected).abs() < 1e-3, "{side:?}");
        }
    }
    // A wedge cut off: 10 px thick at one end, 30 at the other; the disc between two lines grows evenly.
    let wedge = sides(&outline(&[(0.0, 0.0), (400.0, 0.0), (400.0, 30.0), (0.0, 10.0)]));
    let top = wedge.iter().find(|side| side.normal.y == -1.0).expect("a top");
    let turn = 20.0_f32 / 400.0;
    let half_turn = turn / (1.0 + (1.0 + turn * turn).sqrt());
    for (depth, x) in top.depth.into_iter().zip([0.0_f32, 200.0, 400.0]) {
        let expected = (x + 200.0) * half_turn;
        assert!(
            (depth - expected).abs() < 1e-2,
            "{depth} at {x}, expected {expected}"
        );
    }
}

fn far(side: &Side, point: Vec2) -> f32 {
    let d = side.b - side.a;
    let share = ((point - side.a).dot(d) / d.length_squared()).clamp(0.0, 1.0);
    point.distance(side.a + d * share)
}

#[test]
fn what_is_inside_leaves_by_the_nearest_side() {
    // A small circle anywhere inside: the nearest side pushes it, and the sides that do never push against each other.
    let shapes = [
        outline(&[(0.0, 0.0), (400.0, 0.0), (400.0, 10.0), (0.0, 10.0)]),
        outline(&[(0.0, 0.0), (200.0, 0.0), (200.0, 80.0), (0.0, 80.0)]),
        outline(&[(0.0, 0.0), (300.0, 0.0), (0.0, 100.0)]),
        outline(&ELL),
        Shape::Outline {
            points: (0..40_u16)
                .map(|i| unit(TAU * f32::from(i) / 40.0) * 60.0)
                .collect(),
        },
    ];
    for shape in &shapes {
        let pieces = build(shape, BodyKind::Static).expect("sound").pieces;
        let sides = sides(shape);
        let ball = Piece::Circle {
            center: Vec2::ZERO,
            radius: 0.5,
        };
        let still = Frame {
            at: Vec2::ZERO,
            cos: 1.0,
            sin: 0.0,
        };
        let (mut asked, mut pushed, mut opposed) = (0, 0, 0);
        for i in 0..300_u16 {
            for j in 0..100_u16 {
                let at = Vec2::new(f32::from(i) * 1.37 - 61.0, f32::from(j) * 1.31 - 61.0);
                if !inside(&sides, at) {
                    continue;
                }
                asked += 1;
                let frame = Frame { at, ..still };
                let pushes: Vec<(usize, Vec2)> = pieces
                    .iter()
                    .enumerate()
                    .map(|(k, piece)| (k, crate::collide::collide(&ball, &frame, piece, &still, 0.0)))
                    .filter(|(_, manifold)| manifold.count > 0)
                    .map(|(k, manifold)| (k, -manifold.normal))
                    .collect();
                // Both sides of a corner are equally near to what is nearest to the corner.
                let least = sides
                    .iter()
                    .map(|side| far(side, at))
                    .fold(f32::INFINITY, f32::min);
                pushed += usize::from(pushes.iter().any(|(k, _)| far(&sides[*k], at) < least + 1e-3));
                opposed += usize::from(
                    pushes
                        .iter()
                        .any(|(_, n)| pushes.iter().any(|(_, m)| n.dot(*m) < -0.7)),
                );
            }
        }
        assert!(asked > 100, "{asked} places inside");
        assert!(
            pushed * 100 >= asked * 97,
            "{pushed} of {asked} pushed by the nearest side of {shape:?}"
        );
        // Where the depth, linear between three places, is more than the true one.
        assert!(
            opposed * 100 <= asked * 3,
            "{opposed} of {asked} pushed both ways by {shape:?}"
        );
    }
}

#[test]
fn inside_is_what_the_outline_encloses() {
    let ell = sides(&outline(&ELL));
    for (point, expected) in [
        ((20.0, 20.0), true),
        ((90.0, 30.0), true),
        ((20.0, 90.0), true),
        ((60.0, 60.0), false),
        ((-1.0, 20.0), false),
        ((101.0, 20.0), false),
        ((20.0, 101.0), false),
        // At the height of corners.
        ((20.0, 40.0), true),
        ((150.0, 40.0), false),
        ((-50.0, 40.0), false),
        ((-50.0, 0.0), false),
        ((-50.0, 100.0), false),
    ] {
        assert_eq!(inside(&ell, Vec2::from(point)), expected, "{point:?}");
    }
    let line = sides(&Shape::Segments {
        points: points(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 0.0)]),
    });
    assert!(!inside(&line, Vec2::new(7.0, 2.0)), "a polyline has no inside");
}

#[test]
fn boxes_hold_their_pieces() {
    let turned = Frame {
        at: Vec2::new(100.0, 50.0),
        cos: 0.8,
        sin: 0.6,
    };
    let disc = Piece::Circle {
        center: Vec2::new(10.0, 0.0),
        radius: 3.0,
    }
    .aabb(&turned);
    assert!(
        disc.min.distance(Vec2::new(105.0, 53.0)) < 1e-4 && disc.max.distance(Vec2::new(111.0, 59.0)) < 1e-4
    );
    let bar = Piece::Capsule {
        a: Vec2::ZERO,
        b: Vec2::new(10.0, 0.0),
        along: Vec2::X,
        radius: 2.0,
    }
    .aabb(&turned);
    assert!(
        bar.min.distance(Vec2::new(98.0, 48.0)) < 1e-4 && bar.max.distance(Vec2::new(110.0, 58.0)) < 1e-4
    );
    let rect = Shape::Polygon {
        points: points(&[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)]),
        radius: 1.0,
    };
    let rect = build(&rect, BodyKind::Dynamic).expect("a square").pieces[0].aabb(&turned);
    assert!(
        rect.min.distance(Vec2::new(92.0, 42.0)) < 1e-4 && rect.max.distance(Vec2::new(108.0, 58.0)) < 1e-4
    );
}
