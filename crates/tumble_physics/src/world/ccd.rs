//! Continuous collision: what passed through something fixed within a step goes back to where it met it.
//!
//! Contacts are made ahead of what moves, so the solver itself stops nearly everything. What is left are bodies that were pushed
//! within the step, and such that turned into a wall. A body on its own is cast along its way; a figure goes back as a whole, so that its
//! joints stay where they are.

use tumble_math::Vec2;

use crate::collide;
use crate::shape::{Aabb, Piece};

use super::World;
use super::bodies::{NONE, Place};
use super::contacts::SLOP;

impl World {
    /// Stops what passed through something fixed.
    pub(crate) fn stop_at_walls(&mut self) {
        self.counters.stopped = 0;
        for tree in 0..self.trees.tree.len() {
            let record = &self.trees.tree[tree];
            if !record.alive || !record.awake {
                continue;
            }
            if record.members.len() == 1 {
                self.stop_single(record.members[0] as usize);
            } else {
                self.stop_figure(tree);
            }
        }
    }

    fn stop_single(&mut self, body: usize) {
        let (from, to) = (self.scratch.before[body], self.bodies.place[body]);
        let way = to.at - from.at;
        if way.length_squared() < square(0.25 * self.bodies.body[body].thickness) {
            return;
        }
        if let Some(fraction) = self.first_hit(body, &from, way, to.angle - from.angle) {
            self.bodies.place[body] = Place::new(
                from.at + way * fraction,
                from.angle + (to.angle - from.angle) * fraction,
            );
            self.counters.stopped += 1;
        }
    }

    /// The share of its way at which a body meets something fixed that it did not touch at the start.
    fn first_hit(&self, body: usize, from: &Place, way: Vec2, turn: f32) -> Option<f32> {
        let piece = &self.bodies.piece[body];
        let swept = {
            let one = piece.aabb(&from.frame());
            let end = self.bodies.place[body];
            one.union(&piece.aabb(&end.frame()))
        };
        let mut first: Option<f32> = None;
        self.each_fixed(&swept, body, |world, other, wall| {
            let frame = world.bodies.place[other].frame();
            let gap = SLOP * world.settings.length_unit;
            // Only what its middle passes through, or would: sliding along is the solver's business.
            let Some(middle) = passes(wall, &frame, from.at, way) else {
                return;
            };
            // One that touches already, and is pushed through, stops where its middle would pass, less its half-width.
            let hit = collide::cast(piece, &from.frame(), way, turn, wall, &frame, gap)
                .filter(|&hit| hit > 0.0)
                .unwrap_or_else(|| (middle - world.bodies.body[body].thickness / way.length()).max(0.0));
            first = Some(first.map_or(hit, |least| least.min(hit)));
        });
        first.filter(|&fraction| fraction < 1.0)
    }

    fn stop_figure(&mut self, tree: usize) {
        let mut first = 1.0_f32;
        for &member in &self.trees.tree[tree].members {
            let at = member as usize;
            let (from, to) = (self.scratch.before[at], self.bodies.place[at]);
            let way = to.at - from.at;
            if way.length_squared() < square(0.5 * self.bodies.body[at].thickness) {
                continue;
            }
            let line = Aabb {
                min: from.at.min(to.at),
                max: from.at.max(to.at),
            };
            self.each_fixed(&line, at, |world, other, wall| {
                let frame = world.bodies.place[other].frame();
                if let Some((fraction, normal)) = collide::ray(wall, &frame, from.at, way)
                    && normal.dot(way) < 0.0
                {
                    // Its middle stays in front by its half-width.
                    let ahead = world.bodies.body[at].thickness / -normal.dot(way);
                    first = first.min((fraction - ahead).max(0.0));
                }
            });
        }
        if first >= 1.0 {
            return;
        }
        for place in 0..self.trees.tree[tree].members.len() {
            let at = self.trees.tree[tree].members[place] as usize;
            let (from, to) = (self.scratch.before[at], self.bodies.place[at]);
            self.bodies.place[at] = Place::new(
                from.at + (to.at - from.at) * first,
                from.angle + (to.angle - from.angle) * first,
            );
        }
        self.counters.stopped += 1;
    }

    /// Calls for each fixed piece in a box that a body meets.
    fn each_fixed(&self, near: &Aabb, body: usize, mut visit: impl FnMut(&Self, usize, &Piece)) {
        self.clusters.fixed.query(near, |index| {
            let cluster = &self.clusters.cluster[index as usize];
            let other = cluster.members[0] as usize;
            if super::clusters::may_meet(&self.bodies, &self.joints, body as u32, other as u32) {
                let piece = if cluster.side == NONE {
                    &self.bodies.piece[other]
                } else {
                    &self.bodies.sides[other][cluster.side as usize]
                };
                visit(self, other, piece);
            }
            true
        });
    }
}

/// Where on its way a point passes through a piece, from the front.
fn passes(wall: &Piece, frame: &crate::shape::Frame, from: Vec2, way: Vec2) -> Option<f32> {
    let (fraction, normal) = collide::ray(wall, frame, from, way)?;
    (normal.dot(way) < 0.0).then_some(fraction)
}

fn square(value: f32) -> f32 {
    value * value
}
