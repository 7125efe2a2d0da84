//! Which pieces are near a place or a way.

use tumble_math::Vec2;

use super::sweep::{Sweep, slack};
use crate::shape::{Aabb, Frame, Piece};
use crate::world::World;
use crate::world::bodies::NONE;

impl World {
    /// Calls for each piece whose box meets `near`, with its body, its side ([`NONE`] for what isn't made of sides) and where it is. Some
    /// may come twice, and some that are a little away.
    pub(super) fn pieces_near(&self, near: &Aabb, mut visit: impl FnMut(u32, u32, &Piece, &Frame)) {
        // Before growing, which would make a box of one that has no inside.
        if !(near.min.x <= near.max.x && near.min.y <= near.max.y) {
            return;
        }
        let near = near.grown(slack(near.min, near.max));
        for tree in [&self.clusters.fixed, &self.clusters.moving] {
            tree.query(&near, |index| {
                let cluster = &self.clusters.cluster[index as usize];
                for &body in cluster.bodies() {
                    if cluster.side != NONE || self.bodies.aabb[body as usize].overlaps(&near) {
                        let (piece, frame) = self.piece_of(body, cluster.side);
                        visit(body, cluster.side, piece, &frame);
                    }
                }
                true
            });
        }
        for body in self.loose() {
            let (piece, frame) = self.piece_of(body, NONE);
            if piece.aabb(&frame).overlaps(&near) {
                visit(body, NONE, piece, &frame);
            }
        }
    }

    /// Calls for each piece whose box is met by `sweep` as [`World::pieces_near`] does, about in the order in which they are met, until
    /// the share of the way that `visit` returns last: it may only become less.
    pub(super) fn pieces_along(
        &self,
        mut sweep: Sweep,
        mut visit: impl FnMut(u32, u32, &Piece, &Frame) -> f32,
    ) {
        let mut most = 1.0;
        let (start, way) = (sweep.start, sweep.way);
        let mut look = |body: u32, side: u32, sweep: &mut Sweep, most: &mut f32| {
            let (piece, frame) = self.piece_of(body, side);
            let share = visit(body, side, piece, &frame);
            if share < *most {
                *most = share;
                sweep.shorten(share);
            }
        };
        for tree in [&self.clusters.fixed, &self.clusters.moving] {
            tree.cast(&start, way, most, |index, _| {
                let cluster = &self.clusters.cluster[index as usize];
                for &body in cluster.bodies() {
                    if cluster.side != NONE || sweep.may_meet(&self.bodies.aabb[body as usize]) {
                        look(body, cluster.side, &mut sweep, &mut most);
                    }
                }
                most
            });
        }
        for body in self.loose() {
            let (piece, frame) = self.piece_of(body, NONE);
            if sweep.may_meet(&piece.aabb(&frame)) {
                look(body, NONE, &mut sweep, &mut most);
            }
        }
    }

    /// Dynamic bodies that may not be in the tree, or not where they are; some come twice. The others get their boxes whenever they are
    /// put somewhere.
    fn loose(&self) -> impl Iterator<Item = u32> + '_ {
        self.unplaced
            .iter()
            .chain(&self.trees.dirty)
            .copied()
            .filter(|&body| self.bodies.slots.is_used(body as usize) && self.bodies.is_dynamic(body as usize))
    }

    /// A body's only piece, or one of its sides, and where it is.
    #[inline]
    pub(super) fn piece_of(&self, body: u32, side: u32) -> (&Piece, Frame) {
        let index = body as usize;
        let piece = if side == NONE {
            &self.bodies.piece[index]
        } else {
            &self.bodies.sides[index][side as usize]
        };
        (piece, self.bodies.place[index].frame())
    }

    /// Bodies in their order, as handles, appended to `out`; each once.
    pub(super) fn hand_out(&self, mut found: Vec<u32>, out: &mut Vec<crate::id::BodyId>) {
        found.sort_unstable();
        found.dedup();
        out.extend(found.into_iter().map(|body| self.bodies.id(body as usize)));
    }
}

/// A box around a point.
pub(super) fn around(point: Vec2, reach: f32) -> Aabb {
    Aabb {
        min: point,
        max: point,
    }
    .grown(reach)
}
