//! What is refused, and what is put right.

use core::f32::consts::TAU;

use tumble_math::Vec2;

use super::super::{Piece, Shape, build};
use super::{outline, points, polygon, unit};
use crate::body::BodyKind;
use crate::error::InvalidDesc;

fn error(shape: &Shape, kind: BodyKind) -> InvalidDesc {
    match build(shape, kind) {
        Ok(built) => panic!("{shape:?} was taken: {built:?}"),
        Err(error) => error,
    }
}

fn circle(radius: f32) -> Shape {
    Shape::Circle {
        center: Vec2::ZERO,
        radius,
    }
}

#[test]
fn numbers_that_no_world_holds() {
    let dynamic = BodyKind::Dynamic;
    assert_eq!(
        error(&circle(f32::NAN), dynamic),
        InvalidDesc::NotFinite("radius")
    );
    assert_eq!(
        error(&circle(f32::INFINITY), dynamic),
        InvalidDesc::NotFinite("radius")
    );
    assert_eq!(error(&circle(0.0), dynamic), InvalidDesc::NotPositive("radius"));
    assert_eq!(error(&circle(-3.0), dynamic), InvalidDesc::NotPositive("radius"));
    assert_eq!(error(&circle(1e-30), dynamic), InvalidDesc::NotPositive("radius"));
    assert_eq!(error(&circle(2e9), dynamic), InvalidDesc::TooLarge("radius"));
    let off = Shape::Circle {
        center: Vec2::new(0.0, f32::NAN),
        radius: 1.0,
    };
    assert_eq!(error(&off, dynamic), InvalidDesc::NotFinite("center"));
    let long = Shape::Capsule {
        a: Vec2::ZERO,
        b: Vec2::new(1.1e9, 0.0),
        radius: 1.0,
    };
    assert_eq!(error(&long, dynamic), InvalidDesc::TooLarge("b"));
    let thin = Shape::Capsule {
        a: Vec2::ZERO,
        b: Vec2::X,
        radius: 0.0,
    };
    assert_eq!(error(&thin, dynamic), InvalidDesc::NotPositive("radius"));
    let broken = polygon(&[(0.0, 0.0), (1.0, f32::NEG_INFINITY), (1.0, 1.0)]);
    assert_eq!(error(&broken, dynamic), InvalidDesc::NotFinite("points"));
    let shrunk = Shape::Polygon {
        points: points(&[(0.0, 0.0), (9.0, 0.0), (0.0, 9.0)]),
        radius: -1.0,
    };
    assert_eq!(error(&shrunk, dynamic), InvalidDesc::Negative("radius"));
    for list in [
        &[(0.0, 0.0), (2e9, 0.0), (0.0, 9.0)][..],
        &[(0.0, 0.0), (0.0, -2e9)],
    ] {
        assert_eq!(
            error(&Shape::Segments { points: points(list) }, BodyKind::Static),
            InvalidDesc::TooLarge("points")
        );
    }
}

#[test]
fn polygons_that_are_none() {
    let refused = |list: &[(f32, f32)]| match error(&polygon(list), BodyKind::Dynamic) {
        InvalidDesc::Outline(why) => why,
        other => panic!("{list:?}: {other:?}"),
    };
    assert!(refused(&[]).contains("three corners"));
    assert!(refused(&[(0.0, 0.0), (1.0, 0.0)]).contains("three corners"));
    assert!(refused(&[(0.0, 0.0), (10.0, 10.0), (20.0, 20.0), (5.0, 5.0)]).contains("area"));
    assert!(refused(&[(0.0, 0.0), (10.0, 10.0), (20.0, 20.0)]).contains("area"));
    assert!(refused(&[(1.0, 1.0); 8]).contains("area"));
    // An arrowhead, a pentagram, a bow tie, and a square gone round twice.
    assert!(refused(&[(0.0, 0.0), (10.0, 5.0), (0.0, 10.0), (4.0, 5.0)]).contains("not convex"));
    let star: Vec<(f32, f32)> = (0..5_u16)
        .map(|i| unit(TAU * f32::from(2 * i) / 5.0).into())
        .collect();
    assert!(refused(&star).contains("not convex"));
    assert!(refused(&[(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)]).contains("not convex"));
    let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
    assert!(refused(&[square, square].concat()).contains("not convex"));
    let ring: Vec<(f32, f32)> = (0..17_u16)
        .map(|i| (unit(TAU * f32::from(i) / 17.0) * 50.0).into())
        .collect();
    assert!(refused(&ring).contains("16"));
    assert!(build(&polygon(&ring[..16]), BodyKind::Dynamic).is_ok());
}

#[test]
fn doubled_and_straight_corners_are_dropped() {
    let square = [
        (0.0, 0.0),
        (5.0, 0.0),
        (10.0, 0.0),
        (10.0, 0.0),
        (10.0, 10.0),
        (5.0, 10.0),
        (0.0, 10.0),
        (0.0, 5.0),
    ];
    let built = build(&polygon(&square), BodyKind::Dynamic).expect("a square");
    let Piece::Polygon(convex) = &built.pieces[0] else {
        panic!("{:?}", built.pieces)
    };
    assert_eq!(convex.points().len(), 4);
    for (i, normal) in convex.normals().iter().enumerate() {
        let (p, q) = (convex.points()[i], convex.points()[(i + 1) % 4]);
        assert_eq!(
            *normal,
            Vec2::new(q.y - p.y, p.x - q.x) / 10.0,
            "outward, (d.y, −d.x)"
        );
        assert!(normal.dot(p) > 4.9, "away from the middle");
    }
}

#[test]
fn a_capsule_without_length_is_a_circle() {
    let at = Vec2::new(3.0, 4.0);
    let built = build(
        &Shape::Capsule {
            a: at,
            b: at,
            radius: 2.0,
        },
        BodyKind::Dynamic,
    )
    .expect("a circle");
    assert_eq!(
        built.pieces,
        [Piece::Circle {
            center: Vec2::ZERO,
            radius: 2.0
        }]
    );
    assert_eq!(built.center, at);
}

#[test]
fn outlines_that_are_none() {
    let refused = |list: &[(f32, f32)]| match error(&outline(list), BodyKind::Static) {
        InvalidDesc::Outline(why) => why,
        other => panic!("{list:?}: {other:?}"),
    };
    assert!(refused(&[]).contains("fewer than three"));
    assert!(refused(&[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]).contains("fewer than three"));
    assert!(refused(&[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (5.0, 0.0)]).contains("area"));
    // A bow tie with more on one side, a spike that goes out and back, a corner that touches the far side.
    assert!(refused(&[(0.0, 0.0), (30.0, 20.0), (30.0, 0.0), (0.0, 10.0)]).contains("crosses"));
    assert!(refused(&[(0.0, 0.0), (20.0, 0.0), (10.0, 0.0), (10.0, 10.0)]).contains("crosses"));
    assert!(refused(&[(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 0.0), (0.0, 20.0)]).contains("crosses"));
    let wall = outline(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
    assert!(matches!(error(&wall, BodyKind::Dynamic), InvalidDesc::Shape(_)));
    let line = Shape::Segments {
        points: points(&[(0.0, 0.0), (10.0, 0.0)]),
    };
    assert!(matches!(error(&line, BodyKind::Dynamic), InvalidDesc::Shape(_)));
    let dot = Shape::Segments {
        points: points(&[(5.0, 5.0), (5.0, 5.0)]),
    };
    assert!(matches!(
        error(&dot, BodyKind::Kinematic),
        InvalidDesc::Outline(_)
    ));
}

#[test]
fn a_large_outline_is_checked_in_time_and_a_crossing_is_found_in_it() {
    // 20 000 corners of a comb, teeth 1 px apart; then two teeth leaned across each other.
    let mut corners = vec![(10_000.0, 100.0), (0.0, 100.0)];
    for i in 0..10_000_u16 {
        corners.push((f32::from(i), 0.0));
        corners.push((f32::from(i) + 0.4, if i % 3 == 0 { 50.0 } else { 40.0 }));
    }
    let built = build(&outline(&corners), BodyKind::Static).expect("a comb");
    assert_eq!(built.pieces.len(), corners.len());
    corners[9000].0 += 1.7;
    assert!(matches!(
        error(&outline(&corners), BodyKind::Static),
        InvalidDesc::Outline(_)
    ));
}

#[test]
fn nothing_random_makes_it_panic_or_gives_numbers_that_are_none() {
    let mut state = 1_u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let special = [
        0.0,
        -0.0,
        1e-7,
        -1e-30,
        f32::MIN_POSITIVE,
        1.0,
        1.0,
        2.0,
        10.0,
        9.9e8,
        -1e9,
        3e38,
        f32::NAN,
        f32::INFINITY,
    ];
    let mut taken = 0;
    for case in 0..100_000 {
        let wild = next() % 4 == 0;
        let mut number = || {
            if wild {
                special[next() as usize % special.len()]
            } else {
                (next() % 2000) as f32 / 50.0 - 20.0
            }
        };
        let count = (number().abs() as usize) % 12;
        let list: Vec<Vec2> = (0..count).map(|_| Vec2::new(number(), number())).collect();
        let radius = number();
        let (a, b) = (Vec2::new(number(), number()), Vec2::new(number(), number()));
        for shape in [
            Shape::Circle { center: a, radius },
            Shape::Capsule { a, b, radius },
            Shape::Polygon {
                points: list.clone(),
                radius,
            },
            Shape::Outline { points: list.clone() },
            Shape::Segments { points: list },
        ] {
            for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
                let Ok(built) = build(&shape, kind) else { continue };
                taken += 1;
                assert!(
                    built.center.is_finite() && built.extent.is_finite(),
                    "case {case}: {shape:?}"
                );
                assert!(!built.pieces.is_empty(), "case {case}: {shape:?}");
                if kind == BodyKind::Dynamic {
                    assert!(
                        built.area > 0.0 && built.gyration_squared > 0.0 && built.thickness > 0.0,
                        "case {case}: {shape:?}: {built:?}"
                    );
                    assert!(
                        built.area.is_finite() && built.gyration_squared.is_finite(),
                        "case {case}: {shape:?}"
                    );
                }
                for piece in &built.pieces {
                    if let Piece::Side(side) = piece {
                        assert!(
                            (side.normal.length() - 1.0).abs() < 1e-6,
                            "case {case}: {shape:?}"
                        );
                        assert!(
                            side.depth.iter().all(|depth| *depth >= 0.0),
                            "case {case}: {shape:?}: {side:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(taken > 100_000, "{taken}: nearly everything was refused");
}
