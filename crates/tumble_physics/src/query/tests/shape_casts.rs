//! Shapes on their way against loops over all bodies, and against looking at each place.

use tumble_math::Pose2;

use super::Dice;
use super::brute;
use super::worlds::{Sample, solid_shape};
use crate::collide;
use crate::query::{BodyFilter, QueryFilter, QueryShape, ShapeCast};
use crate::shape::Frame;
use crate::world::World;

const WORLDS: u64 = 150;
const CASTS: usize = 40;

fn random_cast<'a>(sample: &Sample, shape: &'a QueryShape, dice: &mut Dice) -> ShapeCast<'a> {
    ShapeCast {
        shape,
        pose: Pose2 {
            position: sample.point(dice),
            angle: dice.between(-4.0, 4.0),
        },
        way: Sample::way(dice),
    }
}

/// Body and fraction of what is met first.
fn first(world: &World, cast: &ShapeCast<'_>, filter: &impl BodyFilter) -> Option<(u32, f32)> {
    let from = cast.shape.frame(cast.pose).expect("the pose is sound");
    let mut best: Option<(u32, f32)> = None;
    for body in brute::seen(world, filter) {
        let met = if brute::in_outline(world, body, from.at) {
            Some(0.0)
        } else {
            brute::pieces(world, body)
                .filter_map(|(_, piece, at)| {
                    collide::cast(cast.shape.piece(), &from, cast.way, 0.0, piece, &at, 0.0)
                })
                .reduce(f32::min)
        };
        if let Some(fraction) = met
            && best.is_none_or(|(_, least)| fraction < least)
        {
            best = Some((body, fraction));
        }
    }
    best
}

#[test]
fn every_cast_answers_as_a_loop_over_all_bodies() {
    let (mut hits, mut misses, mut at_once) = (0, 0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let mut dice = Dice::new(seed + 3000);
        for case in 0..CASTS {
            let shape = QueryShape::new(&solid_shape(&mut dice)).expect("the shape is sound");
            let cast = random_cast(&sample, &shape, &mut dice);
            let exclude: Vec<_> = (0..dice.below(3))
                .filter_map(|_| dice.pick(&sample.bodies))
                .collect();
            let filter = QueryFilter {
                mask: dice.pick(&[u32::MAX, 0b011]).unwrap_or(0),
                exclude: &exclude,
            };
            let found = sample.world.cast_shape(cast, filter);
            let expected = first(&sample.world, &cast, &filter);
            assert_eq!(
                found.map(|hit| hit.body.index),
                expected.map(|(body, _)| body),
                "seed {seed}, case {case}: {cast:?}"
            );
            if let (Some(hit), Some((_, fraction))) = (found, expected) {
                // It ends a little before, to leave some room.
                let back = (fraction - hit.fraction) * cast.way.length();
                assert!(
                    (0.0..=3.0).contains(&back) && (fraction > 0.0 || hit.fraction == 0.0),
                    "seed {seed}, case {case}: {hit:?} for {fraction}"
                );
            }
            match expected {
                Some((_, 0.0)) => at_once += 1,
                Some(_) => hits += 1,
                None => misses += 1,
            }
        }
    }
    assert!(
        hits > 1200 && misses > 100 && at_once > 300,
        "{hits} hits, {misses} misses, {at_once} at once: the sample is lopsided"
    );
}

#[test]
fn until_the_hit_nothing_is_overlapped_and_there_it_touches() {
    let (mut hits, mut sideways) = (0, 0);
    for seed in 0..WORLDS {
        let sample = Sample::new(seed);
        let world = &sample.world;
        let mut dice = Dice::new(seed + 4000);
        for case in 0..10 {
            let shape = QueryShape::new(&solid_shape(&mut dice)).expect("the shape is sound");
            let cast = random_cast(&sample, &shape, &mut dice);
            let from = shape.frame(cast.pose).expect("the pose is sound");
            let found = world.cast_shape(cast, QueryFilter::default());
            let stop = found.map_or(1.0, |hit| hit.fraction);
            let at = |share: f32| Frame {
                at: from.at + cast.way * share,
                ..from
            };
            let far = |body: u32, share: f32| {
                brute::pieces(world, body)
                    .map(|(_, piece, frame)| collide::distance(shape.piece(), &at(share), piece, &frame).0)
                    .fold(f32::INFINITY, f32::min)
            };
            let tiny = 1e-6 * from.at.abs().max_element() + 2e-3;
            let count = (cast.way.length() as usize).clamp(1, 100);
            for i in 0..=count {
                let share = i as f32 / count as f32;
                if share >= stop {
                    break;
                }
                for body in brute::seen(world, &QueryFilter::default()) {
                    let off = far(body, share);
                    assert!(
                        off > -tiny && !brute::in_outline(world, body, at(share).at),
                        "seed {seed}, case {case}: {off} off {body} at {share}, but {cast:?} gives {found:?}"
                    );
                }
            }
            let Some(hit) = found.filter(|hit| hit.fraction > 0.0) else {
                continue;
            };
            hits += 1;
            let body = hit.body.index;
            let off = far(body, stop);
            assert!(
                (0.0..0.06 + tiny).contains(&off),
                "seed {seed}, case {case}: {off} off {hit:?}"
            );
            let (to_body, _) = brute::distance(world, body, hit.point);
            let (to_shape, _) = {
                let there = at(stop);
                let (on, distance) = collide::closest(shape.piece(), &there, hit.point);
                (distance, on)
            };
            assert!(
                to_body.abs() < 0.1 + tiny && to_shape.abs() < 0.1 + tiny,
                "seed {seed}, case {case}: {to_body} and {to_shape} off {hit:?}"
            );
            assert!(
                (hit.normal.length() - 1.0).abs() < 1e-4,
                "seed {seed}, case {case}: {hit:?}"
            );
            // It came against the normal, and back along it it is free.
            let into = hit.normal.dot(cast.way) / cast.way.length();
            sideways += usize::from(into > -0.02);
            assert!(into < 0.05, "seed {seed}, case {case}: {into} along {hit:?}");
            let back = Frame {
                at: at(stop).at + hit.normal,
                ..from
            };
            let left = brute::pieces(world, body)
                .filter(|(_, piece, frame)| {
                    collide::distance(shape.piece(), &at(stop), piece, frame).0 < off + tiny
                })
                .map(|(_, piece, frame)| collide::distance(shape.piece(), &back, piece, &frame).0)
                .fold(f32::INFINITY, f32::min);
            assert!(
                left > 0.5,
                "seed {seed}, case {case}: {left} away after 1 px along the normal: {cast:?} {hit:?}"
            );
        }
    }
    assert!(
        hits > 250 && sideways * 10 < hits,
        "{hits} hits, {sideways} grazing: the sample is lopsided"
    );
}
