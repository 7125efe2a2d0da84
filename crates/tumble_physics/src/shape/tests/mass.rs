//! Mass properties against closed forms known elsewhere and against counting points of a grid.

use core::f32::consts::{PI, TAU};

use tumble_math::Vec2;

use super::super::{Built, Frame, Piece, Shape, build};
use super::{points, polygon, unit};
use crate::body::BodyKind;
use crate::collide::contains;

const HERE: Frame = Frame {
    at: Vec2::ZERO,
    cos: 1.0,
    sin: 0.0,
};

fn built(shape: &Shape) -> Built {
    build(shape, BodyKind::Dynamic).expect("the shape is sound")
}

fn near(found: f32, expected: f32, share: f32, what: &str) {
    assert!(
        (found - expected).abs() <= share * expected.abs().max(1e-6),
        "{what}: {found}, expected {expected}"
    );
}

#[test]
fn a_disc() {
    let center = Vec2::new(300.0, -70.0);
    let disc = built(&Shape::Circle { center, radius: 8.0 });
    near(disc.area, PI * 64.0, 1e-6, "area");
    near(disc.gyration_squared, 32.0, 1e-6, "r²/2");
    assert_eq!(disc.center, center);
    assert_eq!((disc.extent, disc.thickness), (8.0, 8.0));
    assert_eq!(
        disc.pieces,
        [Piece::Circle {
            center: Vec2::ZERO,
            radius: 8.0
        }]
    );
}

#[test]
fn a_capsule() {
    // A rectangle L × 2r and two half discs, each with its centre 4r/3π beyond the rectangle's end.
    let (length, r) = (40.0_f32, 6.0_f32);
    let (a, b) = (Vec2::new(10.0, 5.0), Vec2::new(10.0, 45.0));
    let capsule = built(&Shape::Capsule { a, b, radius: r });
    let (rect, disc) = (length * 2.0 * r, PI * r * r);
    let half = 0.5 * length;
    let inertia = rect * (length * length + 4.0 * r * r) / 12.0
        + disc * (0.5 * r * r + half * half + 2.0 * half * 4.0 * r / (3.0 * PI));
    near(capsule.area, rect + disc, 1e-6, "area");
    near(
        capsule.gyration_squared,
        inertia / (rect + disc),
        1e-6,
        "gyration",
    );
    assert_eq!(capsule.center, Vec2::new(10.0, 25.0));
    assert_eq!((capsule.extent, capsule.thickness), (26.0, 6.0));
}

#[test]
fn a_rectangle_and_a_triangle() {
    let rect = built(&polygon(&[(0.0, 0.0), (0.0, 20.0), (60.0, 20.0), (60.0, 0.0)]));
    near(rect.area, 1200.0, 1e-6, "area");
    near(
        rect.gyration_squared,
        (3600.0 + 400.0) / 12.0,
        1e-6,
        "(w² + h²)/12",
    );
    assert_eq!(rect.center, Vec2::new(30.0, 10.0));
    near(rect.thickness, 10.0, 1e-6, "half its height");
    near(
        rect.extent,
        Vec2::new(30.0, 10.0).length(),
        1e-6,
        "half its diagonal",
    );
    // (a² + b² + c²)/36 of a triangle's sides.
    let triangle = built(&polygon(&[(0.0, 0.0), (30.0, 0.0), (0.0, 40.0)]));
    near(
        triangle.gyration_squared,
        (900.0 + 1600.0 + 2500.0) / 36.0,
        1e-6,
        "gyration",
    );
    assert!(triangle.center.distance(Vec2::new(10.0, 40.0 / 3.0)) < 1e-5);
    near(
        triangle.thickness,
        8.0,
        1e-5,
        "to the long side: a third of its height, 24",
    );
}

#[test]
fn a_polygon_with_many_corners_nears_a_disc_and_rounding_adds_to_it() {
    let corners = (0..16_u16)
        .map(|i| unit(TAU * f32::from(i) / 16.0) * 10.0)
        .collect();
    let ring = built(&Shape::Polygon {
        points: corners,
        radius: 1e4,
    });
    near(
        ring.gyration_squared,
        0.5 * 1.001e4 * 1.001e4,
        1e-3,
        "nearly a disc",
    );
    assert!(ring.center.length() < 1e-3);
}

/// Area, centre and gyration by counting the points of a grid that are in the piece.
fn counted(shape: &Shape, low: Vec2, high: Vec2) -> (f64, [f64; 2], f64) {
    let fixed = build(shape, BodyKind::Static).expect("the shape is sound");
    let steps = 700;
    let step = (high - low) / steps as f32;
    let (mut count, mut sum, mut square) = (0.0, [0.0; 2], 0.0);
    for i in 0..steps {
        for j in 0..steps {
            let at = low + step * Vec2::new(i as f32 + 0.5, j as f32 + 0.5);
            if fixed.pieces.iter().any(|piece| contains(piece, &HERE, at)) {
                let (x, y) = (f64::from(at.x), f64::from(at.y));
                count += 1.0;
                sum[0] += x;
                sum[1] += y;
                square += x * x + y * y;
            }
        }
    }
    let center = sum.map(|sum| sum / count);
    let gyration = square / count - center[0] * center[0] - center[1] * center[1];
    (count * f64::from(step.x * step.y), center, gyration)
}

#[test]
fn closed_forms_agree_with_counting() {
    let lopsided = points(&[
        (-20.0, -10.0),
        (15.0, -18.0),
        (30.0, 4.0),
        (8.0, 22.0),
        (-12.0, 16.0),
    ]);
    let shapes = [
        Shape::Polygon {
            points: lopsided.clone(),
            radius: 0.0,
        },
        Shape::Polygon {
            points: lopsided,
            radius: 7.0,
        },
        Shape::Polygon {
            points: points(&[(0.0, 0.0), (30.0, 1.0), (2.0, 9.0)]),
            radius: 4.0,
        },
        Shape::Capsule {
            a: Vec2::new(-20.0, 3.0),
            b: Vec2::new(12.0, 19.0),
            radius: 9.0,
        },
    ];
    for shape in &shapes {
        let exact = built(shape);
        let (area, center, gyration) = counted(shape, Vec2::splat(-45.0), Vec2::splat(45.0));
        near(exact.area, area as f32, 2e-3, "area");
        near(exact.gyration_squared, gyration as f32, 3e-3, "gyration");
        let center = Vec2::new(center[0] as f32, center[1] as f32);
        assert!(
            exact.center.distance(center) < 0.03,
            "{shape:?}: {:?}, counted {center:?}",
            exact.center
        );
    }
}

#[test]
fn mass_does_not_depend_on_where_or_how_it_is_written() {
    let corners = points(&[
        (-20.0, -10.0),
        (15.0, -18.0),
        (30.0, 4.0),
        (8.0, 22.0),
        (-12.0, 16.0),
    ]);
    let plain = built(&Shape::Polygon {
        points: corners.clone(),
        radius: 3.0,
    });
    let mut other_way = corners.clone();
    other_way.reverse();
    let reversed = built(&Shape::Polygon {
        points: other_way,
        radius: 3.0,
    });
    near(
        reversed.gyration_squared,
        plain.gyration_squared,
        1e-6,
        "reversed",
    );
    // Multiples of 1/64, so that the move itself is exact.
    let far = Vec2::new(65_536.0, -131_072.0);
    let moved: Vec<Vec2> = corners.iter().map(|corner| *corner + far).collect();
    let moved = built(&Shape::Polygon {
        points: moved,
        radius: 3.0,
    });
    near(moved.gyration_squared, plain.gyration_squared, 1e-5, "moved");
    assert!(
        moved.center.distance(plain.center + far) < 0.02,
        "{:?}",
        moved.center
    );
}

#[test]
fn corners_are_seen_from_the_centre_of_mass() {
    let shape = polygon(&[(100.0, 100.0), (130.0, 100.0), (130.0, 140.0)]);
    let dynamic = built(&shape);
    let Piece::Polygon(convex) = &dynamic.pieces[0] else {
        panic!("{:?}", dynamic.pieces)
    };
    let sum: Vec2 = convex.points().iter().sum();
    assert!(
        sum.length() < 1e-4,
        "a triangle's corners average to its centre: {sum:?}"
    );
    let fixed = build(&shape, BodyKind::Static).expect("the shape is sound");
    assert_eq!(fixed.center, Vec2::ZERO);
    assert!(fixed.extent > 190.0 && dynamic.extent < 30.0);
}
