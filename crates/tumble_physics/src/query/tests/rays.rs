//! Rays against loops over all bodies, and against marching.

use super::Dice;
use super::brute;
use super::worlds::{REACH, Sample};
use crate::query::{QueryFilter, Ray};

const WORLDS: u64 = 150;
const RAYS: usize = 60;

#[test]
fn every_ray_answers_as_a_loop_over_all_bodies() {
    let (mut hits, mut sides, mut asleep, mut fresh) = (0, 0, 0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        asleep += world.stats().asleep;
        fresh += world.unplaced.len() + world.trees.dirty.len();
        let mut dice = Dice::new(seed + 1000);
        for case in 0..RAYS {
            let ray = Ray {
                origin: sample.point(&mut dice),
                way: Sample::way(&mut dice),
            };
            let exclude: Vec<_> = (0..dice.below(3))
                .filter_map(|_| dice.pick(&sample.bodies))
                .collect();
            let filter = QueryFilter {
                mask: dice.pick(&[u32::MAX, u32::MAX, 0b011, 0b100]).unwrap_or(0),
                exclude: &exclude,
            };
            let odd = dice.below(4) == 0;
            let filter = filter.and(|body| !odd || body.index % 2 == 1);
            let expected = brute::ray_hits(world, ray.origin, ray.way, &filter);
            let found = world.cast_ray(ray, filter);
            assert_eq!(
                found,
                expected.first().copied(),
                "seed {seed}, case {case}: {ray:?}"
            );
            let mut all = Vec::new();
            world.cast_ray_all(ray, filter, &mut all);
            assert_eq!(all, expected, "seed {seed}, case {case}: {ray:?}");
            hits += expected.len();
            sides += expected.iter().filter(|hit| hit.side != u32::MAX).count();
        }
    }
    assert!(
        hits > 5_000 && sides > 1_000 && asleep > 100 && fresh > 100,
        "{hits} hits, {sides} of them of sides, {asleep} asleep, {fresh} fresh: the sample is lopsided"
    );
}

/// Points of the ray one after another: the first inside of something that the start is not inside of.
#[test]
fn a_ray_ends_where_its_points_come_inside() {
    let (mut hits, mut misses, mut started_inside) = (0, 0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 2000);
        for case in 0..8 {
            let ray = Ray {
                origin: sample.point(&mut dice),
                way: Sample::way(&mut dice),
            };
            let found = world.cast_ray(ray, QueryFilter::default());
            let stop = found.map_or(1.0, |hit| hit.fraction);
            let all = brute::seen(world, &QueryFilter::default());
            let others: Vec<u32> = all
                .iter()
                .copied()
                .filter(|&body| !brute::contains(world, body, ray.origin))
                .collect();
            started_inside += usize::from(others.len() < all.len());
            // What the rounding of a place is worth, on top of which a point of 1 px is looked at.
            let tiny = 1e-6 * (ray.origin.abs().max_element() + REACH) + 1e-3;
            let count = (ray.way.length() as usize).min(400);
            for i in 1..=count {
                let share = i as f32 / count as f32;
                let point = ray.origin + ray.way * share;
                if (share - stop) * ray.way.length() > -tiny {
                    break;
                }
                for &body in &others {
                    let deep = brute::distance(world, body, point).0;
                    assert!(
                        deep > -tiny,
                        "seed {seed}, case {case}: {point:?} is {deep} inside {body}, but {ray:?} ends at {found:?}"
                    );
                }
            }
            if let Some(hit) = found {
                hits += 1;
                let index = hit.body.index;
                assert!(
                    others.contains(&index),
                    "seed {seed}, case {case}: started inside {hit:?}"
                );
                let (off, _) = brute::distance(world, index, hit.point);
                assert!(off.abs() < tiny, "seed {seed}, case {case}: {off} off: {hit:?}");
                assert!(
                    (hit.normal.length() - 1.0).abs() < 1e-5
                        && hit.normal.dot(ray.way) <= 1e-3 * ray.way.length(),
                    "seed {seed}, case {case}: {hit:?}"
                );
            } else {
                misses += 1;
            }
        }
    }
    assert!(
        hits > 400 && misses > 50 && started_inside > 100,
        "{hits} hits, {misses} misses, {started_inside} from inside: the sample is lopsided"
    );
}
