//! `Placement`: exact both ways, and a mirror that is a reflection.

use tumble_math::{Placement, Rot, Vec2, angle, trig};

fn placements() -> Vec<Placement> {
    let mut all = Vec::new();
    for position in [Vec2::ZERO, Vec2::new(100.0, -385.0), Vec2::new(-731.5, 42.25)] {
        for turn in [-3.0, -1.2, 0.0, 0.4, 1.6, 3.1] {
            for scale in [0.5, 1.0, 2.0] {
                for mirror in [false, true] {
                    let at = Placement::at(position);
                    all.push(at.with_angle(turn).with_scale(scale).with_mirror(mirror));
                }
            }
        }
    }
    all
}

fn points() -> Vec<Vec2> {
    (0..40)
        .map(|i| {
            Vec2::new(
                (i * 37 % 101) as f32 * 9.0 - 450.0,
                (i * 53 % 97) as f32 * 10.0 - 500.0,
            )
        })
        .collect()
}

#[test]
fn points_and_vectors_come_back_the_same() {
    for placement in placements() {
        for point in points() {
            let there = placement.world_from_local_point(point);
            assert!(placement.local_from_world_point(there).distance(point) < 1e-3);
            let there = placement.world_from_local_vector(point);
            assert!(placement.local_from_world_vector(there).distance(point) < 1e-3);
            // Scale is the only change of length.
            assert!((there.length() - point.length() * placement.scale).abs() < 1e-3);
        }
    }
}

#[test]
fn headings_come_back_and_agree_with_vectors() {
    for placement in placements() {
        for i in -12..12 {
            let heading = i as f32 * 0.26;
            let world = placement.world_from_local_heading(heading);
            let back = placement.local_from_world_heading(world);
            assert!(angle::shortest(heading, back).abs() < 2e-6);
            let along = placement.world_from_local_vector(Rot::from_angle(heading).x_axis());
            assert!(angle::shortest(trig::atan2(along.y, along.x), world).abs() < 2e-6);
        }
    }
}

#[test]
fn a_turn_is_a_difference_of_headings() {
    for placement in placements() {
        for (a, b) in [(0.3, 1.0), (-2.0, 0.5), (3.0, -3.0)] {
            let world = placement.world_from_local_heading(b) - placement.world_from_local_heading(a);
            assert!((placement.convert_turn(b - a) - world).abs() < 2e-6);
            assert_eq!(placement.convert_turn(placement.convert_turn(b)), b);
        }
    }
}

#[test]
fn a_mirrored_placement_is_the_reflection_of_the_unmirrored_one() {
    // Reflect the world about x = 0: position and turn reflect, and the flag flips.
    for placement in placements() {
        let reflected = Placement {
            position: Vec2::new(-placement.position.x, placement.position.y),
            angle: -placement.angle,
            mirror: !placement.mirror,
            ..placement
        };
        for point in points() {
            let one = placement.world_from_local_point(point);
            let other = reflected.world_from_local_point(point);
            // Not only close: the same bits.
            assert_eq!(other, Vec2::new(-one.x, one.y));
        }
        for i in -12..12 {
            let heading = i as f32 * 0.26;
            let one = placement.world_from_local_heading(heading);
            let other = reflected.world_from_local_heading(heading);
            assert!(angle::shortest(core::f32::consts::PI - one, other).abs() < 2e-6);
        }
    }
}

#[test]
fn validity_asks_for_finite_numbers_and_a_positive_scale() {
    let good = Placement::at(Vec2::new(1.0, 2.0));
    assert!(good.is_valid() && Placement::default().is_valid());
    for bad in [
        good.with_scale(0.0),
        good.with_scale(-1.0),
        good.with_scale(f32::NAN),
        good.with_scale(f32::INFINITY),
        good.with_angle(f32::NAN),
        Placement::at(Vec2::new(f32::INFINITY, 0.0)),
    ] {
        assert!(!bad.is_valid(), "{bad:?}");
    }
}
