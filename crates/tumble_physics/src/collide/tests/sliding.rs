//! Sliding along sides: no ghost edges, each corner once, nothing pulled through from behind.

use core::f32::consts::TAU;

use tumble_math::Vec2;

use super::super::{Manifold, collide};
use super::{Numbers, bar, circle, frame, pieces, rect, unit};
use crate::body::BodyKind;
use crate::shape::{Corner, Frame, Piece, Shape, Side, sides};

const STILL: Frame = Frame {
    at: Vec2::ZERO,
    cos: 1.0,
    sin: 0.0,
};

fn points(manifold: &Manifold) -> &[super::super::ManifoldPoint] {
    &manifold.points[..usize::from(manifold.count)]
}

/// A chain of sides as given, straight corners kept.
fn chain(corners: &[Vec2], closed: bool, two_sided: bool) -> Vec<Piece> {
    sides(corners, closed, two_sided)
        .into_iter()
        .map(Piece::Side)
        .collect()
}

fn side_of(piece: &Piece) -> Side {
    match piece {
        Piece::Side(side) => *side,
        other => panic!("{other:?} is not a side"),
    }
}

/// All contacts of a shape with a chain: the side's number and the manifold.
fn touches(piece: &Piece, at: &Frame, chain: &[Piece], margin: f32) -> Vec<(usize, Manifold)> {
    chain
        .iter()
        .enumerate()
        .map(|(i, side)| (i, collide(piece, at, side, &STILL, margin)))
        .filter(|(_, manifold)| manifold.count > 0)
        .collect()
}

/// 100 sides of different lengths at y = 0, on top of the solid.
fn flat(two_sided: bool) -> Vec<Piece> {
    let mut numbers = Numbers::new(11);
    let mut x = 0.0;
    let mut corners = vec![Vec2::ZERO];
    for _ in 0..100 {
        x += numbers.between(3.0, 60.0);
        corners.push(Vec2::new(x, 0.0));
    }
    chain(&corners, false, two_sided)
}

#[test]
fn a_flat_chain_gives_normals_straight_up_at_every_point() {
    let shapes = [(circle(7.0), 7.0), (bar(40.0, 7.0), 7.0), (rect(20.0, 7.0), 7.0)];
    for two_sided in [false, true] {
        let ground = flat(two_sided);
        let end = side_of(&ground[99]).b.x;
        for (shape, half) in &shapes {
            for pressed in [0.5, 0.0, -0.5] {
                let mut x = 60.0;
                while x < end - 60.0 {
                    let at = frame(Vec2::new(x, pressed - half), 0.0);
                    let found = touches(shape, &at, &ground, 1.0);
                    assert!(!found.is_empty(), "{shape:?} at {x}: nothing");
                    for (side, manifold) in &found {
                        assert_eq!(
                            manifold.normal,
                            Vec2::new(0.0, 1.0),
                            "{shape:?} at {x}, side {side}"
                        );
                        for point in points(manifold) {
                            assert!(
                                (point.separation + pressed).abs() < 1e-4,
                                "{shape:?} at {x}: {point:?}"
                            );
                        }
                    }
                    if matches!(shape, Piece::Circle { .. }) {
                        assert_eq!(found.len(), 1, "a circle at {x} touches one side");
                    } else {
                        let arms = found
                            .iter()
                            .flat_map(|(_, manifold)| points(manifold))
                            .map(|p| p.arm_a.x);
                        let (low, high) =
                            arms.fold((0.0_f32, 0.0_f32), |(low, high), x| (low.min(x), high.max(x)));
                        assert!(
                            (low + 20.0).abs() < 1e-3 && (high - 20.0).abs() < 1e-3,
                            "{low}..{high}"
                        );
                    }
                    x += 0.37;
                }
            }
        }
    }
}

#[test]
fn turned_shapes_meet_a_flat_chain_straight_up_too() {
    let ground = flat(false);
    let mut numbers = Numbers::new(12);
    for case in 0..20_000 {
        let shape = numbers.piece();
        let angle = numbers.between(-4.0, 4.0);
        let mut at = frame(Vec2::new(numbers.between(100.0, 1500.0), 0.0), angle);
        // Its lowest point 0.5 px below the ground.
        at.at.y = 0.5 - shape.aabb(&frame(Vec2::ZERO, angle)).max.y;
        let found = touches(&shape, &at, &ground, 1.0);
        assert!(!found.is_empty(), "case {case}: nothing: {shape:?} {at:?}");
        let mut least = f32::INFINITY;
        for (side, manifold) in &found {
            assert_eq!(
                manifold.normal,
                Vec2::new(0.0, 1.0),
                "case {case}, side {side}: {shape:?} {at:?}"
            );
            least = points(manifold)
                .iter()
                .fold(least, |least, point| least.min(point.separation));
        }
        assert!(
            (least + 0.5).abs() < 1e-3,
            "case {case}: {least}: {shape:?} {at:?}"
        );
    }
}

/// A closed terrain with hills, hollows, gentle and sharp corners.
fn terrain(numbers: &mut Numbers) -> Vec<Piece> {
    let mut corners = vec![Vec2::new(0.0, 600.0)];
    let mut at = Vec2::ZERO;
    while at.x < 2000.0 {
        corners.push(at);
        at += Vec2::new(numbers.between(5.0, 120.0), numbers.between(-40.0, 40.0));
        at.y = at.y.clamp(-150.0, 150.0);
    }
    corners.push(Vec2::new(at.x, 600.0));
    pieces(&Shape::Outline { points: corners }, BodyKind::Static)
}

/// Whether a normal out of the surface is one that the side can give.
fn in_cone(side: &Side, out: Vec2) -> bool {
    let slack = 0.011;
    let within = |first: Vec2, second: Vec2| {
        let (one, two) = (first.perp_dot(out), out.perp_dot(second));
        one > -slack && two > -slack && out.dot(first + second) > 0.0
    };
    let at_b = side.corner_b == Corner::Convex && within(side.normal, side.normal_after);
    out.dot(side.normal) > 1.0 - 1e-6 || at_b
}

#[test]
fn normals_lie_in_the_cone_over_all_corners() {
    let mut numbers = Numbers::new(13);
    let (mut corners, mut faces) = (0, 0);
    for case in 0..40 {
        let ground = terrain(&mut numbers);
        for _ in 0..4000 {
            let shape = numbers.piece();
            let angle = numbers.between(-4.0, 4.0);
            let at = frame(
                Vec2::new(numbers.between(50.0, 1900.0), numbers.between(-200.0, 200.0)),
                angle,
            );
            for (i, manifold) in touches(&shape, &at, &ground, 3.0) {
                let side = side_of(&ground[i]);
                let out = -manifold.normal;
                if let Piece::Circle { radius, .. } = shape
                    && side.corner_b == Corner::Hollow
                    && points(&manifold)[0].separation < -radius
                {
                    // A circle whose middle is inside, behind a hollow corner: out by the corner.
                    continue;
                }
                assert!(
                    in_cone(&side, out),
                    "case {case}, side {i}: {out:?} {side:?} {shape:?} {at:?}"
                );
                if out.dot(side.normal) > 1.0 - 1e-6 {
                    faces += 1;
                } else {
                    corners += 1;
                }
            }
        }
    }
    assert!(corners > 500 && faces > 2000, "{corners} corners, {faces} faces");
}

#[test]
fn a_round_tour_over_an_outline_touches_one_side_at_a_time() {
    // A circle rolls around convex polygons, gentle and sharp: at every place exactly one side pushes, straight out.
    let mut numbers = Numbers::new(14);
    for count in [3_u16, 4, 7, 60, 400] {
        let corners: Vec<Vec2> = (0..count)
            .map(|i| unit(TAU * (f32::from(i) + numbers.between(0.0, 0.2)) / f32::from(count)) * 100.0)
            .collect();
        let ring = pieces(&Shape::Outline { points: corners }, BodyKind::Static);
        let ball = circle(5.0);
        for step in 0..5_000_u16 {
            let way = unit(TAU * f32::from(step) / 5_000.0);
            // From outside to where the surface is 5 px away: the first touch, then by halves.
            let mut far = 140.0;
            while touches(&ball, &frame(way * (far - 1.0), 0.0), &ring, 0.0).is_empty() {
                far -= 1.0;
            }
            let mut near = far - 1.0;
            for _ in 0..20 {
                let mid = 0.5 * (near + far);
                let touching = touches(&ball, &frame(way * mid, 0.0), &ring, 0.0).is_empty();
                if touching { far = mid } else { near = mid }
            }
            let found = touches(&ball, &frame(way * (near - 0.05), 0.0), &ring, 0.0);
            assert_eq!(found.len(), 1, "{count} corners, step {step}: {found:?}");
            assert!(
                found[0].1.normal.dot(way) < 0.0,
                "{count} corners, step {step}: {found:?} {ring:?}"
            );
        }
    }
}

#[test]
fn what_lies_on_a_convex_corner_is_reported_by_one_side() {
    // A roof whose ridge is at the origin, sides sloping by 0.3 on the left and 0.5 on the right.
    let roof = [(-300.0, 90.0), (0.0, 0.0), (300.0, 150.0)].map(Vec2::from);
    let ground = chain(&roof, false, false);
    for shape in [bar(60.0, 7.0), rect(37.0, 7.0)] {
        for angle in [-0.2_f32, -0.1, 0.0, 0.1, 0.25, 0.4] {
            let out = unit(angle - core::f32::consts::FRAC_PI_2);
            let at = frame(out * 6.8, angle);
            let found = touches(&shape, &at, &ground, 0.5);
            assert_eq!(found.len(), 1, "{angle}: {found:?}");
            assert_eq!(found[0].0, 0, "the corner belongs to the side that ends there");
            assert!(found[0].1.normal.distance(-out) < 1e-5, "{angle}: {found:?}");
            assert!(
                (points(&found[0].1)[0].separation + 0.2).abs() < 1e-4,
                "{angle}: {found:?}"
            );
        }
    }
}

#[test]
fn a_box_over_the_edge_of_a_table_stands_on_it() {
    // Half over the left edge and pressed 0.3 px in: the wall below must not push it off sideways.
    let table = Shape::Outline {
        points: [(0.0, 0.0), (200.0, 0.0), (200.0, 80.0), (0.0, 80.0)]
            .map(Vec2::from)
            .to_vec(),
    };
    let table = pieces(&table, BodyKind::Static);
    for shape in [rect(40.0, 10.0), bar(66.0, 10.0)] {
        for x in [-30.0, -20.0, 0.0, 20.0, 180.0, 200.0, 225.0] {
            let found = touches(&shape, &frame(Vec2::new(x, -9.7), 0.0), &table, 2.0);
            assert_eq!(found.len(), 1, "{x}: {found:?}");
            assert_eq!(found[0].1.normal, Vec2::new(0.0, 1.0), "{x}: {found:?}");
            assert_eq!(found[0].1.count, 2, "{x}: {found:?}");
        }
    }
}

#[test]
fn in_a_hollow_corner_both_sides_push_their_own_way() {
    let floor_and_wall = [(-300.0, 0.0), (0.0, 0.0), (0.0, -300.0)].map(Vec2::from);
    let ground = chain(&floor_and_wall, false, false);
    let shapes = [
        (circle(10.0), 10.0),
        (bar(20.0, 10.0), 20.0),
        (rect(20.0, 10.0), 20.0),
    ];
    for (shape, half) in shapes {
        for pressed in [0.4, -0.4] {
            let at = frame(Vec2::new(pressed - half, pressed - 10.0), 0.0);
            let found = touches(&shape, &at, &ground, 1.0);
            let normals: Vec<Vec2> = found.iter().map(|(_, manifold)| manifold.normal).collect();
            assert_eq!(
                normals,
                [Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0)],
                "{shape:?}: {found:?}"
            );
            for (_, manifold) in &found {
                for point in points(manifold) {
                    assert!((point.separation + pressed).abs() < 1e-4, "{shape:?}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn a_thin_slab_works_from_both_sides_and_never_pulls_through() {
    for thick in [2.0_f32, 5.0, 10.0] {
        let corners = [(-200.0, 0.0), (200.0, 0.0), (200.0, thick), (-200.0, thick)]
            .map(Vec2::from)
            .to_vec();
        let slab = pieces(&Shape::Outline { points: corners }, BodyKind::Static);
        for shape in [circle(6.0), bar(30.0, 6.0), rect(20.0, 6.0)] {
            for step in 0..200_u16 {
                // Its middle from 7 px above the slab to 7 px below.
                let y = -7.0 + (thick + 14.0) * f32::from(step) / 199.0;
                let found = touches(&shape, &frame(Vec2::new(10.0, y), 0.0), &slab, 0.0);
                let down = if y < 0.5 * thick { 1.0 } else { -1.0 };
                for (side, manifold) in &found {
                    assert_eq!(
                        manifold.normal,
                        Vec2::new(0.0, down),
                        "{thick} px, {y}, side {side}"
                    );
                }
                let touching = y > -6.0 && y < thick + 6.0;
                assert_eq!(
                    found.len(),
                    usize::from(touching),
                    "{thick} px thick, middle at {y}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn a_polyline_pushes_to_where_the_middle_is() {
    let line = [(-100.0, 20.0), (0.0, 0.0), (100.0, 30.0)].map(Vec2::from);
    let line = chain(&line, false, true);
    let mut numbers = Numbers::new(15);
    for case in 0..20_000 {
        let shape = numbers.piece();
        let at = frame(
            Vec2::new(numbers.between(-60.0, 60.0), numbers.between(-40.0, 60.0)),
            1.0,
        );
        let over = if at.at.x < 0.0 {
            -0.2 * at.at.x
        } else {
            0.3 * at.at.x
        };
        if (at.at.y - over).abs() < 0.5 {
            continue;
        }
        let up = at.at.y < over;
        for (side, manifold) in touches(&shape, &at, &line, 0.0) {
            assert_eq!(
                manifold.normal.y > 0.0,
                up,
                "case {case}, side {side}: {manifold:?} {shape:?} {at:?}"
            );
        }
    }
}

#[test]
fn the_end_of_a_polyline_is_round() {
    let line = chain(&[Vec2::ZERO, Vec2::new(100.0, 0.0)], false, true);
    for step in 0..720_u16 {
        let way = unit(TAU * f32::from(step) / 720.0);
        let at = frame(Vec2::new(100.0, 0.0) + way * 9.5, 0.0);
        let found = touches(&circle(10.0), &at, &line, 0.0);
        assert_eq!(found.len(), 1, "{way:?}");
        let expected = if way.x > 0.0 {
            -way
        } else {
            Vec2::new(0.0, -way.y.signum())
        };
        assert!(found[0].1.normal.distance(expected) < 1e-4, "{way:?}: {found:?}");
    }
}

#[test]
fn where_no_corner_is_special_a_side_is_a_segment() {
    // One two-sided side far from its ends' neighbours: against the oracle's distance.
    let mut numbers = Numbers::new(16);
    for case in 0..50_000 {
        let line = chain(&[numbers.point(30.0), numbers.point(30.0)], false, true);
        let (shape, at) = (numbers.piece(), numbers.frame(60.0));
        let segment = super::oracle::Core::new(&line[0], &STILL);
        let exact = super::oracle::distance(&super::oracle::Core::new(&shape, &at), &segment);
        let manifold = collide(&shape, &at, &line[0], &STILL, 1e4);
        if exact < 0.0 {
            continue;
        }
        assert!(manifold.count > 0, "case {case}: {shape:?} {at:?} {line:?}");
        let least = points(&manifold)
            .iter()
            .fold(f32::INFINITY, |least, point| least.min(point.separation));
        let error = (f64::from(least) - exact).abs();
        assert!(
            error < 8e-3 + 2e-4 * exact,
            "case {case}: {least} for {exact}: {shape:?} {at:?} {line:?} {manifold:?}"
        );
    }
}
