//! Rays, distances and casts against brute force.

use tumble_math::Vec2;

use super::super::{cast, closest, collide, contains, distance, ray};
use super::oracle::{self, Core};
use super::{Numbers, bar, circle, frame, pieces, rect, unit};
use crate::body::BodyKind;
use crate::shape::{Frame, Piece, Shape};

const STILL: Frame = Frame {
    at: Vec2::ZERO,
    cos: 1.0,
    sin: 0.0,
};

/// Signed distance from a point to a piece.
fn to_point(piece: &Piece, at: &Frame, point: Vec2) -> f64 {
    let dot = Piece::Circle {
        center: Vec2::ZERO,
        radius: 0.0,
    };
    let Core { points, radius } = Core::new(piece, at);
    if points.len() > 2 {
        return oracle::distance(
            &Core { points, radius },
            &Core::new(&dot, &Frame { at: point, ..STILL }),
        );
    }
    // A core without area can't be overlapped: always outside it.
    let segment = Core {
        points: vec![points[0], points[points.len() - 1]],
        radius,
    };
    oracle::distance(&segment, &Core::new(&dot, &Frame { at: point, ..STILL }))
}

#[test]
fn the_closest_point_is_on_the_surface_and_as_far_as_it_says() {
    let mut numbers = Numbers::new(21);
    let (mut inside, mut outside) = (0, 0);
    for case in 0..100_000 {
        let (piece, at, point) = (numbers.piece(), numbers.frame(50.0), numbers.point(70.0));
        let (on, far) = closest(&piece, &at, point);
        let exact = to_point(&piece, &at, point);
        assert!(
            (f64::from(far) - exact).abs() < 1e-3,
            "case {case}: {far} for {exact}: {piece:?} {at:?} {point:?}"
        );
        assert!(
            (on.distance(point) - far.abs()).abs() < 2e-3,
            "case {case}: {on:?}, {far} from {point:?}"
        );
        assert!(
            to_point(&piece, &at, on).abs() < 2e-3,
            "case {case}: {on:?} is not on the surface"
        );
        assert_eq!(contains(&piece, &at, point), far <= 0.0);
        if far < 0.0 {
            inside += 1;
        } else {
            outside += 1;
        }
    }
    assert!(
        inside > 5_000 && outside > 5_000,
        "{inside} inside, {outside} outside"
    );
}

#[test]
fn distances_are_those_of_brute_force() {
    let mut numbers = Numbers::new(22);
    for case in 0..100_000 {
        let (a, fa, b, fb) = (
            numbers.piece(),
            numbers.frame(60.0),
            numbers.piece(),
            numbers.frame(60.0),
        );
        let (far, on_a, on_b) = distance(&a, &fa, &b, &fb);
        let exact = oracle::distance(&Core::new(&a, &fa), &Core::new(&b, &fb));
        assert!(
            (f64::from(far) - exact).abs() < 1e-3,
            "case {case}: {far} for {exact}: {a:?} {fa:?} {b:?} {fb:?}"
        );
        if far > 0.0 {
            assert!((on_a.distance(on_b) - far).abs() < 1e-3, "case {case}");
            assert!(
                to_point(&a, &fa, on_a).abs() < 2e-3 && to_point(&b, &fb, on_b).abs() < 2e-3,
                "case {case}"
            );
        }
        let (back, ..) = distance(&b, &fb, &a, &fa);
        assert!((back - far).abs() < 1e-3, "case {case}: {back} seen from B");
    }
}

#[test]
fn a_ray_stops_where_marching_does() {
    // March by the distance to the piece, which can't pass through it.
    let mut numbers = Numbers::new(23);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..30_000 {
        let (piece, at) = (numbers.piece(), numbers.frame(30.0));
        let (origin, way) = (numbers.point(120.0), numbers.point(150.0));
        let start = to_point(&piece, &at, origin);
        let found = ray(&piece, &at, origin, way);
        if start < -1e-3 {
            assert_eq!(found, None, "case {case}: it starts inside");
            continue;
        }
        let length = f64::from(way.length());
        let (mut gone, mut least) = (0.0, f64::INFINITY);
        for _ in 0..4000 {
            let off = to_point(&piece, &at, origin + way * (gone / length) as f32);
            least = least.min(off);
            if off < 1e-4 || gone > length {
                break;
            }
            gone += off;
        }
        if let Some((share, normal)) = found {
            hits += 1;
            let point = origin + way * share;
            assert!((0.0..=1.0).contains(&share), "case {case}");
            assert!(
                to_point(&piece, &at, point).abs() < 3e-3,
                "case {case}: {point:?} is not on the surface"
            );
            assert!(
                (normal.length() - 1.0).abs() < 1e-5 && normal.dot(way) <= 1e-3,
                "case {case}: {normal:?}"
            );
            // Nothing nearer was passed.
            assert!(
                gone >= f64::from(share) * length - 0.3,
                "case {case}: {gone} marched, hit at {share}"
            );
            let (on, _) = closest(&piece, &at, point + normal * 0.5);
            assert!(
                on.distance(point) < 0.02,
                "case {case}: {normal:?} is not straight out at {point:?}"
            );
        } else {
            misses += 1;
            assert!(
                least > 1e-4 || gone >= length - 0.05,
                "case {case}: passes at {least}: {piece:?} {at:?} {origin:?} {way:?}"
            );
        }
    }
    assert!(hits > 2_000 && misses > 3_000, "{hits} hits, {misses} misses");
}

#[test]
fn no_ray_slips_between_two_sides() {
    let mut numbers = Numbers::new(24);
    let corners: Vec<Vec2> = (0..60_u16)
        .map(|i| unit(f32::from(i) * 0.104_719_76) * numbers.between(60.0, 100.0))
        .collect();
    let ring = pieces(
        &Shape::Outline {
            points: corners.clone(),
        },
        BodyKind::Static,
    );
    let turned = frame(Vec2::new(13.0, -7.0), 0.3);
    for case in 0..100_000 {
        // At corners exactly, and anywhere.
        let target = if case % 2 == 0 {
            turned.point(corners[numbers.below(60) as usize])
        } else {
            turned.point(numbers.point(40.0))
        };
        let origin = turned.at + unit(numbers.between(0.0, 6.3)) * 300.0;
        // On to the middle region, so that it has to come in.
        let way = (target - origin) + (turned.at - target) * 0.5;
        let hit = ring
            .iter()
            .filter_map(|side| ray(side, &turned, origin, way))
            .map(|(share, _)| share)
            .fold(2.0, f32::min);
        assert!(hit <= 1.0, "case {case}: from {origin:?} by {way:?} it got in");
    }
}

#[test]
fn sides_are_met_from_their_front_only_and_polylines_from_both() {
    let wall = |two_sided| {
        let corners = [Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0)];
        Piece::Side(crate::shape::sides(&corners, false, two_sided)[0])
    };
    let (down, up) = (Vec2::new(0.0, 40.0), Vec2::new(0.0, -40.0));
    let above = Vec2::new(3.0, -10.0);
    let below = Vec2::new(3.0, 10.0);
    assert_eq!(ray(&wall(false), &STILL, above, down), Some((0.25, Vec2::NEG_Y)));
    assert_eq!(ray(&wall(false), &STILL, below, up), None);
    assert_eq!(ray(&wall(true), &STILL, below, up), Some((0.25, Vec2::Y)));
    assert_eq!(ray(&wall(true), &STILL, above, up), None);
    assert_eq!(
        ray(&wall(true), &STILL, above, Vec2::new(0.0, 9.0)),
        None,
        "too short"
    );
}

#[test]
fn far_rays_hit_thin_things() {
    // 10⁵ px away, a disc of 1 px: a formula that subtracts squares would lose it.
    let dot = circle(1.0);
    let at = frame(Vec2::new(100_000.0, 0.5), 0.0);
    let (share, normal) = ray(&dot, &at, Vec2::ZERO, Vec2::new(200_000.0, 0.0)).expect("it hits");
    assert!(
        (share - (100_000.0 - 0.75_f32.sqrt()) / 200_000.0).abs() < 1e-6,
        "{share}"
    );
    assert!(
        normal.distance(Vec2::new(-0.75_f32.sqrt(), -0.5)) < 1e-2,
        "{normal:?}"
    );
}

/// The first of many shares of the way at which it is nearer than `gap`.
fn first_of_many(far: impl Fn(f32) -> f64, gap: f32) -> Option<f32> {
    (0..=500_u16)
        .map(|i| f32::from(i) / 500.0)
        .find(|&share| far(share) < f64::from(gap))
}

#[test]
fn casts_stop_at_the_gap_where_stepping_finds_it() {
    let mut numbers = Numbers::new(25);
    let (mut hits, mut misses, mut missed) = (0, 0, 0);
    for case in 0..4_000 {
        let (a, b) = (numbers.piece(), numbers.piece());
        let angle = numbers.between(-3.0, 3.0);
        let from = frame(numbers.point(150.0), angle);
        let fb = numbers.frame(40.0);
        // On past B, more or less.
        let way = (fb.at - from.at) * numbers.between(0.5, 2.0) + numbers.point(60.0);
        let turn = if case % 3 == 0 {
            0.0
        } else {
            numbers.between(-3.0, 3.0)
        };
        let gap = numbers.between(0.0, 1.0);
        let found = cast(&a, &from, way, turn, &b, &fb, gap);
        let other = Core::new(&b, &fb);
        let at = |share: f32| {
            let at = frame(from.at + way * share, angle + turn * share);
            oracle::distance(&Core::new(&a, &at), &other)
        };
        let expected = first_of_many(at, gap);
        match (found, expected) {
            (Some(share), _) => {
                hits += 1;
                if share > 0.0 {
                    let off = at(share);
                    assert!(
                        off < f64::from(gap) * 1.03 + 0.01,
                        "case {case}: {off} away at {share}, gap {gap}"
                    );
                    assert!(
                        off > f64::from(gap) - 0.1,
                        "case {case}: {off} away at {share}, gap {gap}"
                    );
                }
                if let Some(expected) = expected {
                    assert!(
                        share <= expected + 1e-3,
                        "case {case}: {share}, but it was there at {expected}"
                    );
                }
            }
            (None, None) => misses += 1,
            // A graze: in and out within 1/256 of the way while it turns.
            (None, Some(share)) => {
                missed += 1;
                assert!(turn != 0.0, "case {case}: missed without turning, at {share}");
                assert!(at(share) > f64::from(gap) - 0.2, "case {case}: missed at {share}");
            }
        }
    }
    assert!(
        hits > 500 && misses > 500 && missed <= 3,
        "{hits} hits, {misses} misses, {missed} grazes missed"
    );
}

#[test]
fn a_fast_thin_rod_does_not_pass_a_thin_wall() {
    // 10 000 px in one step, turning half round, at a wall of 2 px.
    let (rod, wall) = (bar(30.0, 1.0), rect(1.0, 500.0));
    let from = frame(Vec2::new(-3000.0, 20.0), 0.4);
    let share = cast(&rod, &from, Vec2::new(10_000.0, 0.0), 3.0, &wall, &STILL, 0.5).expect("it hits");
    let at = frame(from.at + Vec2::new(10_000.0, 0.0) * share, 0.4 + 3.0 * share);
    let off = oracle::distance(&Core::new(&rod, &at), &Core::new(&wall, &STILL));
    assert!(
        (off - 0.5).abs() < 0.05 && at.at.x < 0.0,
        "{off} away at {:?}",
        at.at
    );
}

#[test]
fn a_cast_that_starts_near_enough_is_over_at_once() {
    let ball = circle(5.0);
    let way = Vec2::new(-100.0, 0.0);
    assert_eq!(
        cast(
            &ball,
            &frame(Vec2::new(-5.3, 0.0), 0.0),
            way,
            0.0,
            &circle(0.1),
            &STILL,
            0.5
        ),
        Some(0.0)
    );
    assert_eq!(
        cast(
            &ball,
            &frame(Vec2::new(-8.0, 0.0), 0.0),
            way,
            0.0,
            &circle(0.1),
            &STILL,
            0.5
        ),
        None
    );
}

#[test]
fn turning_in_place_is_cast_too() {
    // A rod turns a quarter about its middle; a ball lies in its way.
    let rod = bar(100.0, 2.0);
    let ball = frame(Vec2::new(0.0, 40.0), 0.0);
    let share = cast(&rod, &STILL, Vec2::ZERO, 1.6, &circle(5.0), &ball, 0.0).expect("it hits");
    let angle = 1.6 * share;
    // Touching: 40 cos(angle) = 7.
    assert!(
        (40.0 * tumble_math::trig::cos(angle) - 7.0).abs() < 0.05,
        "{angle}"
    );
}

#[test]
fn what_is_not_a_number_ends_everything() {
    let shapes = [circle(5.0), bar(10.0, 2.0), rect(4.0, 4.0)];
    let mut numbers = Numbers::new(26);
    let side = pieces(
        &Shape::Segments {
            points: vec![numbers.point(9.0), numbers.point(9.0)],
        },
        BodyKind::Static,
    )
    .remove(0);
    for odd in [f32::NAN, f32::INFINITY, 1e38, -1e38] {
        for a in &shapes {
            for b in shapes.iter().chain([&side]) {
                let fa = frame(Vec2::new(odd, 0.0), 0.0);
                let _ = collide(a, &fa, b, &STILL, 1.0);
                let _ = collide(a, &STILL, b, &STILL, odd);
                let _ = ray(a, &fa, Vec2::ZERO, Vec2::X);
                let _ = ray(a, &STILL, Vec2::new(odd, odd), Vec2::new(odd, 1.0));
                let _ = distance(a, &fa, b, &STILL);
                let _ = closest(a, &STILL, Vec2::new(odd, 0.0));
                let share = cast(
                    a,
                    &STILL,
                    Vec2::new(odd, 0.0),
                    odd,
                    b,
                    &frame(Vec2::new(50.0, 0.0), 0.0),
                    0.5,
                );
                assert!(
                    share.is_none_or(|share| (0.0..=1.0).contains(&share)),
                    "{share:?}"
                );
            }
        }
    }
}
