//! Contacts whose numbers are known.

use core::f32::consts::FRAC_PI_2;

use tumble_math::Vec2;

use super::super::{Manifold, ManifoldPoint, collide};
use super::{bar, circle, frame, piece, rect, rect_shape};

fn points(manifold: &Manifold) -> &[ManifoldPoint] {
    &manifold.points[..usize::from(manifold.count)]
}

fn at(x: f32, y: f32) -> crate::shape::Frame {
    frame(Vec2::new(x, y), 0.0)
}

fn close(a: Vec2, b: Vec2) -> bool {
    a.distance(b) < 1e-4
}

#[test]
fn two_circles() {
    let (a, b) = (circle(5.0), circle(3.0));
    let found = collide(&a, &at(100.0, 50.0), &b, &at(104.0, 47.0), 0.0);
    assert_eq!(found.count, 1);
    assert!(close(found.normal, Vec2::new(0.8, -0.6)));
    assert!((found.points[0].separation + 3.0).abs() < 1e-5);
    // A's surface is 5 along the normal, B's 5 − 3 = 2; midway 3.5.
    assert!(close(found.points[0].arm_a, Vec2::new(2.8, -2.1)));
    assert!(close(found.points[0].arm_b, Vec2::new(-1.2, 0.9)));
    assert_eq!(collide(&a, &at(0.0, 0.0), &b, &at(9.0, 0.0), 0.9).count, 0);
    assert_eq!(collide(&a, &at(0.0, 0.0), &b, &at(9.0, 0.0), 1.1).count, 1);
    // One in the other: apart up and down, the same each time.
    let same = collide(&a, &at(7.0, 7.0), &b, &at(7.0, 7.0), 0.0);
    assert_eq!((same.normal, same.points[0].separation), (Vec2::Y, -8.0));
}

#[test]
fn a_circle_on_a_capsule() {
    let (a, b) = (circle(5.0), bar(40.0, 7.0));
    let side = collide(&a, &at(10.0, -11.0), &b, &at(0.0, 0.0), 0.0);
    assert!(
        close(side.normal, Vec2::Y) && (side.points[0].separation + 1.0).abs() < 1e-5,
        "{side:?}"
    );
    let cap = collide(&a, &at(26.0, 8.0), &b, &at(0.0, 0.0), 0.0);
    assert!(close(cap.normal, Vec2::new(-0.6, -0.8)) && (cap.points[0].separation + 2.0).abs() < 1e-5);
    // Its centre on the core: out across it.
    let on = collide(&a, &at(10.0, 0.0), &b, &at(0.0, 0.0), 0.0);
    assert!(
        on.normal.x == 0.0 && (on.points[0].separation + 12.0).abs() < 1e-5,
        "{on:?}"
    );
}

#[test]
fn capsules_on_each_other_touch_at_two_points() {
    let long = bar(40.0, 7.0);
    for (shift, tilt) in [
        (0.0, 0.0),
        (13.0, 0.0),
        (-13.0, 0.0),
        (0.0, 1e-7),
        (5.0, 0.005),
        (0.0, -0.005),
    ] {
        let found = collide(&long, &at(shift, -13.8), &long, &frame(Vec2::ZERO, tilt), 0.5);
        assert_eq!(found.count, 2, "{shift}, {tilt}: {found:?}");
        assert!(
            found.normal.distance(Vec2::Y) < 0.01,
            "{shift}, {tilt}: {found:?}"
        );
        let apart = (found.points[0].arm_a.x - found.points[1].arm_a.x).abs();
        assert!(
            (apart - (40.0 - shift.abs())).abs() < 0.2,
            "{shift}, {tilt}: {found:?}"
        );
    }
    // Crossed, touching with the cap of one, end to end: one point.
    let upright = frame(Vec2::new(3.0, -33.5), FRAC_PI_2);
    let tee = collide(&long, &upright, &long, &at(0.0, 0.0), 0.5);
    assert_eq!(tee.count, 1, "{tee:?}");
    assert!(close(tee.normal, Vec2::Y) && (tee.points[0].separation + 0.5).abs() < 1e-4);
    let row = collide(&long, &at(0.0, 0.0), &long, &at(53.5, 0.0), 0.5);
    assert_eq!(row.count, 1, "{row:?}");
    assert!(close(row.normal, Vec2::X) && (row.points[0].separation + 0.5).abs() < 1e-4);
}

#[test]
fn capsules_whose_cores_cross_part_by_the_shorter_way() {
    let long = bar(40.0, 7.0);
    // An upright one, its lower end 2 px through the other's core.
    let found = collide(
        &long,
        &frame(Vec2::new(4.0, -18.0), FRAC_PI_2),
        &long,
        &at(0.0, 0.0),
        0.0,
    );
    assert!(close(found.normal, Vec2::Y), "{found:?}");
    let least = points(&found)
        .iter()
        .map(|point| point.separation)
        .fold(f32::INFINITY, f32::min);
    assert!((least + 16.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn a_box_on_a_box_touches_at_its_corners() {
    let (small, large) = (rect(10.0, 10.0), rect(50.0, 20.0));
    for (a, b, fa, fb, down) in [
        (&small, &large, at(5.0, -29.5), at(0.0, 0.0), 1.0),
        (&large, &small, at(0.0, 0.0), at(5.0, -29.5), -1.0),
    ] {
        let found = collide(a, &fa, b, &fb, 0.0);
        assert_eq!(found.normal, Vec2::new(0.0, down));
        assert_eq!(found.count, 2);
        let mut xs: Vec<f32> = points(&found)
            .iter()
            .map(|point| fa.at.x + point.arm_a.x)
            .collect();
        xs.sort_by(f32::total_cmp);
        assert!(
            (xs[0] + 5.0).abs() < 1e-4 && (xs[1] - 15.0).abs() < 1e-4,
            "{xs:?}"
        );
        for point in points(&found) {
            assert!((point.separation + 0.5).abs() < 1e-5);
        }
    }
}

#[test]
fn rounding_counts() {
    let soft = piece(&rect_shape(10.0, 10.0, 4.0));
    let flat = collide(&soft, &at(0.0, 0.0), &soft, &at(27.5, 3.0), 0.0);
    assert_eq!((flat.normal, flat.count), (Vec2::X, 2));
    assert!((flat.points[0].separation + 0.5).abs() < 1e-5);
    // Corner to corner: 3-4-5.
    let round = collide(&soft, &at(0.0, 0.0), &soft, &at(23.0, 24.0), 0.0);
    assert_eq!(round.count, 1);
    assert!(close(round.normal, Vec2::new(0.6, 0.8)) && (round.points[0].separation + 3.0).abs() < 1e-4);
}

#[test]
fn a_stack_keeps_its_ids_whichever_edge_is_measured_from() {
    // Equal boxes, tilted by less than anything a solver leaves: the same corners report under the same ids.
    let cube = rect(10.0, 10.0);
    let mut seen: Option<Vec<u16>> = None;
    for tilt in [-1e-3, -1e-5, 0.0, 1e-5, 1e-3] {
        let found = collide(
            &cube,
            &at(0.0, 0.0),
            &cube,
            &frame(Vec2::new(1.0, -19.9), tilt),
            0.5,
        );
        let mut ids: Vec<u16> = points(&found).iter().map(|point| point.id).collect();
        ids.sort_unstable();
        assert_eq!(ids.len(), 2, "{tilt}: {found:?}");
        assert_eq!(*seen.get_or_insert_with(|| ids.clone()), ids, "{tilt}");
    }
}

#[test]
fn a_capsule_lies_on_a_box() {
    let (lying, block) = (bar(40.0, 5.0), rect(100.0, 10.0));
    let found = collide(&lying, &at(20.0, -14.9), &block, &at(0.0, 0.0), 0.5);
    assert_eq!((found.normal, found.count), (Vec2::Y, 2), "{found:?}");
    let over = collide(&lying, &at(100.0, -14.9), &block, &at(0.0, 0.0), 0.5);
    let mut xs: Vec<f32> = points(&over).iter().map(|point| point.arm_a.x).collect();
    xs.sort_by(f32::total_cmp);
    assert!(
        (xs[0] + 20.0).abs() < 1e-3 && xs[1].abs() < 1e-3,
        "up to the box's edge: {over:?}"
    );
}
