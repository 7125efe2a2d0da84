//! Pieces of terrain, seen from the kernel: which planes they put before points, corners under sticks, and the last word on where
//! points may go. Figures near a piece are looked at one by one, in double precision; the others aren't touched.

use super::Context;
use super::block::Block;
use super::contact::number;
use super::scratch::NOWHERE;
use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::terrain::edge::{Barrier, V, along, cross, dot, minus};
use crate::terrain::tree::Bounds;

/// A plane before a point of one figure.
#[derive(Clone, Copy)]
struct Candidate {
    barrier: Barrier,
    friction: f64,
    restitution: f64,
    /// How far before it the point would end.
    gap: f64,
}

/// Planes whose normals are closer to parallel than this sine don't make a corner: the nearer one is enough.
const PARALLEL: f64 = 0.05;
/// Which share of the way out a point that begins behind a plane goes in a sub-step.
const WAY_OUT: f64 = 0.1;
/// How often a path is corrected before its point stays where it was.
const CORRECTIONS: usize = 3;

impl<L: Lanes> Context<'_, L> {
    /// Which edges are near each figure of the block, now and where it would go.
    #[expect(
        clippy::inline_always,
        reason = "lanes that are not inlined are not compiled for the instruction set"
    )]
    #[inline(always)]
    pub(super) fn edges_near(&mut self, block: &Block<'_, L::Pack>) {
        if !self.terrain.only_planes() {
            let boxes = Self::boxes(block);
            self.edges_in(block, &boxes);
        }
    }

    /// The box of each figure of the block, now and where it would go, from its origin: left, top, right, bottom.
    #[expect(
        clippy::inline_always,
        reason = "lanes that are not inlined are not compiled for the instruction set"
    )]
    #[inline(always)]
    fn boxes(block: &Block<'_, L::Pack>) -> [L::Pack; 4] {
        let big = number::<L>(1e30);
        let (mut low_x, mut low_y, mut high_x, mut high_y) = (big, big, -big, -big);
        for point in block.points.iter() {
            let (x, y) = (L::load(&point.x), L::load(&point.y));
            let (to_x, to_y) = (x + L::load(&point.dx), y + L::load(&point.dy));
            low_x = low_x.min(x.min(to_x));
            low_y = low_y.min(y.min(to_y));
            high_x = high_x.max(x.max(to_x));
            high_y = high_y.max(y.max(to_y));
        }
        let mut packs = [L::Pack::splat(L::Real::ZERO); 4];
        for (pack, value) in packs.iter_mut().zip([low_x, low_y, high_x, high_y]) {
            value.store(pack);
        }
        packs
    }

    fn edges_in(&mut self, block: &Block<'_, L::Pack>, boxes: &[L::Pack; 4]) {
        let grow = self.program.thickest.to_f64() + 4.0 * self.env.skin.to_f64();
        for (lane, origin) in self.origins.iter().enumerate() {
            let near = &mut self.scratch.near[lane];
            near.edges.clear();
            if block.figure.awake.get(lane) == L::Real::ZERO {
                continue;
            }
            let [low_x, low_y, high_x, high_y] =
                [0, 1, 2, 3].map(|side: usize| boxes[side].get(lane).to_f64());
            near.bounds = Bounds {
                low: [low_x + origin[0], low_y + origin[1]],
                high: [high_x + origin[0], high_y + origin[1]],
            }
            .grown(grow);
            if self.terrain.tree.may_overlap(&near.bounds) {
                self.terrain
                    .tree
                    .find(&self.terrain.edges, &near.bounds, &mut near.edges);
            }
        }
    }

    /// A figure's point in the world: where it is and how it would go.
    fn path(&self, block: &Block<'_, L::Pack>, lane: usize, p: usize) -> (V, V) {
        let (point, origin) = (&block.points[p], self.origins[lane]);
        (
            [
                origin[0] + point.x.get(lane).to_f64(),
                origin[1] + point.y.get(lane).to_f64(),
            ],
            [point.dx.get(lane).to_f64(), point.dy.get(lane).to_f64()],
        )
    }

    /// The plane that an edge puts before a point; none from inside its own polygon. A point that begins behind the plane is pushed out
    /// no faster than the world allows.
    fn before_edge(&self, edge: u32, r: V, d: V, radius: f64, near: f64) -> Option<Candidate> {
        let edge = &self.terrain.edges[edge as usize];
        let mut barrier = edge.meet(r, d, radius, near)?;
        let begins = dot(barrier.normal, r) - barrier.offset;
        if begins < 0.0 {
            barrier.offset += begins + self.way_out(begins);
        }
        Some(Candidate {
            gap: dot(barrier.normal, along(r, d, 1.0)) - barrier.offset,
            barrier,
            friction: edge.friction,
            restitution: edge.restitution,
        })
    }

    /// How far a point that begins behind a plane comes towards it in a sub-step: ever less, or it would leave with the speed it came out with.
    fn way_out(&self, begins: f64) -> f64 {
        (-begins * WAY_OUT).min(self.env.push_out.to_f64())
    }

    /// The way out for a point inside a polygon: its nearest edge.
    fn out_of(&self, solid: usize, r: V, d: V, radius: f64) -> Option<Candidate> {
        let edges = self.terrain.edges.iter();
        let own = edges.filter(|edge| edge.solid == Some(solid));
        let edge = own.min_by(|a, b| a.distance(r).total_cmp(&b.distance(r)))?;
        let normal = edge.normal;
        let begins = dot(normal, minus(r, edge.a)) - radius;
        let offset = dot(normal, r) + self.way_out(begins);
        Some(Candidate {
            barrier: Barrier {
                normal,
                offset,
                time: 0.0,
            },
            gap: dot(normal, along(r, d, 1.0)) - offset,
            friction: edge.friction,
            restitution: edge.restitution,
        })
    }

    /// Adds the planes of pieces to those that points may meet: the two that a point would be deepest behind, if they differ.
    pub(super) fn pieces_near(&mut self, block: &Block<'_, L::Pack>) {
        if self.terrain.only_planes() {
            return;
        }
        let skin = self.env.skin.to_f64();
        let planes_too = !self.terrain.planes.is_empty();
        for lane in 0..L::Real::LANES {
            if self.scratch.near[lane].edges.is_empty() {
                continue;
            }
            for p in 0..block.points.len() {
                if self.program.each[p].w == L::Real::ZERO {
                    continue;
                }
                let (r, d) = self.path(block, lane, p);
                let radius = self.program.each[p].radius.to_f64() + skin;
                let inside = self.inside(lane, r);
                let mut best = [None, None];
                if planes_too {
                    best = self.planes_so_far(lane, p, r, d);
                }
                if let Some(solid) = inside {
                    choose(&mut best, self.out_of(solid, r, d, radius));
                }
                for &edge in &self.scratch.near[lane].edges {
                    if inside.is_none() || self.terrain.edges[edge as usize].solid != inside {
                        choose(&mut best, self.before_edge(edge, r, d, radius, skin));
                    }
                }
                // Without any it is as it was.
                if planes_too || best[0].is_some() {
                    self.set_planes(lane, p, best);
                }
            }
        }
    }

    /// The polygon that a place is inside of, of those near.
    fn inside(&self, lane: usize, r: V) -> Option<usize> {
        let near = &self.scratch.near[lane].edges;
        let mut last = None;
        near.iter().find_map(|&edge| {
            let solid = self.terrain.edges[edge as usize].solid?;
            // Edges of one polygon follow one another.
            if last == Some(solid) {
                return None;
            }
            last = Some(solid);
            self.terrain.solids[solid].holds(r).then_some(solid)
        })
    }

    /// The half-planes that were found before, as candidates.
    fn planes_so_far(&self, lane: usize, p: usize, r: V, d: V) -> [Option<Candidate>; 2] {
        let point = &self.scratch.points[p];
        let origin = self.origins[lane];
        [&point.first, &point.second].map(|pack| {
            let offset = pack.offset.get(lane).to_f64();
            if offset <= 0.5 * NOWHERE {
                return None;
            }
            let normal = [pack.nx.get(lane).to_f64(), pack.ny.get(lane).to_f64()];
            let offset = offset + dot(normal, origin);
            Some(Candidate {
                barrier: Barrier {
                    normal,
                    offset,
                    time: 0.0,
                },
                friction: pack.friction.get(lane).to_f64() / self.program.friction.to_f64().max(1e-30),
                restitution: pack.restitution.get(lane).to_f64(),
                gap: dot(normal, along(r, d, 1.0)) - offset,
            })
        })
    }

    fn set_planes(&mut self, lane: usize, p: usize, planes: [Option<Candidate>; 2]) {
        let real = L::Real::from_f64;
        let origin = self.origins[lane];
        let rough = self.program.friction;
        let point = &mut self.scratch.points[p];
        for (pack, plane) in [&mut point.first, &mut point.second].into_iter().zip(planes) {
            let Some(plane) = plane else {
                pack.offset.set(lane, real(NOWHERE));
                continue;
            };
            let normal = plane.barrier.normal.map(real);
            // From the origin, with the normal as it is rounded: the plane goes through the same place.
            let place = along(
                [0.0, 0.0],
                plane.barrier.normal,
                plane.barrier.offset - dot(plane.barrier.normal, origin),
            );
            pack.nx.set(lane, normal[0]);
            pack.ny.set(lane, normal[1]);
            pack.offset
                .set(lane, real(dot(normal.map(L::Real::to_f64), place)));
            pack.friction.set(lane, real(plane.friction) * rough);
            pack.restitution.set(lane, real(plane.restitution));
        }
    }

    /// Sticks that would swing over a corner between their ends are pushed back, both ends by their share: positions and displacements
    /// alike, before the sticks are solved.
    pub(super) fn sticks_over_corners(&mut self, block: &mut Block<'_, L::Pack>) {
        if self.terrain.only_planes() {
            return;
        }
        for lane in 0..L::Real::LANES {
            for at in 0..self.scratch.near[lane].edges.len() {
                let edge = self.scratch.near[lane].edges[at] as usize;
                for corner in self.terrain.edges[edge].corners() {
                    for stick in 0..self.program.sticks.len() {
                        if self.program.sticks[stick].collides {
                            self.over_corner(block, lane, stick, corner);
                        }
                    }
                }
            }
        }
    }

    /// With e = b − a where the stick would be, t the corner's share of it and s the side it is on now, the stick must keep
    /// s·(e × (v − a))/|e| ≥ its radius.
    fn over_corner(
        &self,
        block: &mut Block<'_, L::Pack>,
        lane: usize,
        stick: usize,
        corner: crate::terrain::Corner,
    ) {
        let op = &self.program.sticks[stick];
        let (ra, da) = self.path(block, lane, op.a);
        let (rb, db) = self.path(block, lane, op.b);
        let side = if cross(minus(rb, ra), minus(corner.at, ra)) < 0.0 {
            -1.0
        } else {
            1.0
        };
        let (a, b) = (along(ra, da, 1.0), along(rb, db, 1.0));
        let e = minus(b, a);
        let size2 = dot(e, e);
        let t = dot(minus(corner.at, a), e) / size2;
        // Also false for a stick without length.
        if !(t > 0.0 && t < 1.0) {
            return;
        }
        let size = size2.sqrt();
        let height = side * cross(e, minus(corner.at, a)) / size;
        // Nearer than points keep: a stick that lies flat lies on its ends.
        let radius = op.radius.to_f64() + 0.5 * self.env.skin.to_f64();
        if height >= radius {
            return;
        }
        // Moving the stick along n raises the height.
        let n = [side * e[1] / size, -side * e[0] / size];
        let (wa, wb) = (
            self.program.each[op.a].w.to_f64(),
            self.program.each[op.b].w.to_f64(),
        );
        let weight = wa * (1.0 - t) * (1.0 - t) + wb * t * t;
        if weight <= 0.0 {
            return;
        }
        let deep = (radius - height).min(self.program.longest_step.to_f64());
        let push = deep / weight;
        // Friction: the place on the stick doesn't slide along it by more than μ times the push.
        let slip = dot(along(along([0.0; 2], da, 1.0 - t), db, t), [n[1], -n[0]]);
        let most = corner.friction * self.program.friction.to_f64() * deep;
        let rub = -slip.clamp(-most, most) / weight;
        for (p, w, share) in [(op.a, wa, 1.0 - t), (op.b, wb, t)] {
            let point = &mut block.points[p];
            let x = w * share * (n[0] * push + n[1] * rub);
            let y = w * share * (n[1] * push - n[0] * rub);
            point.dx.set(lane, point.dx.get(lane) + L::Real::from_f64(x));
            point.dy.set(lane, point.dy.get(lane) + L::Real::from_f64(y));
        }
    }

    /// The last word: no point crosses an edge, whatever was solved. A path that would is corrected, and given up in the end. By
    /// induction a point that begins on one side stays there. Where a correction would stretch a stick by more than the tolerance, the
    /// whole figure stays where it was, with the motion that is left: its sticks were right there.
    pub(super) fn keep_out_of_pieces(&mut self, block: &mut Block<'_, L::Pack>) {
        if self.terrain.only_planes() {
            return;
        }
        for lane in 0..L::Real::LANES {
            if block.figure.awake.get(lane) == L::Real::ZERO {
                continue;
            }
            let origin = self.origins[lane];
            let mut farthest = 0.0_f64;
            for p in 0..block.points.len() {
                let before = [
                    self.scratch.points[p].sx.get(lane),
                    self.scratch.points[p].sy.get(lane),
                ];
                let r = [origin[0] + before[0].to_f64(), origin[1] + before[1].to_f64()];
                let (x, _) = self.path(block, lane, p);
                if !self.scratch.near[lane].bounds.holds(x) && self.program.each[p].w > L::Real::ZERO {
                    let near = &mut self.scratch.near[lane];
                    near.bounds.add(x);
                    let terrain = self.terrain;
                    let bounds = near
                        .bounds
                        .grown(self.program.thickest.to_f64() + self.env.skin.to_f64());
                    terrain.tree.find(&terrain.edges, &bounds, &mut near.edges);
                }
                if !self.scratch.near[lane].edges.is_empty() {
                    self.keep_out(block, lane, p, r, before);
                    let (corrected, _) = self.path(block, lane, p);
                    let by = minus(corrected, x);
                    farthest = farthest.max(dot(by, by));
                }
            }
            if farthest.sqrt() > (self.env.tolerance * self.program.shortest).to_f64() {
                for (state, point) in block.points.iter_mut().zip(&self.scratch.points) {
                    state.x.set(lane, point.sx.get(lane));
                    state.y.set(lane, point.sy.get(lane));
                }
            }
        }
    }

    fn keep_out(&self, block: &mut Block<'_, L::Pack>, lane: usize, p: usize, r: V, before: [L::Real; 2]) {
        if self.program.each[p].w == L::Real::ZERO {
            return;
        }
        let radius = self.program.each[p].radius.to_f64() + 0.5 * self.env.skin.to_f64();
        let inside = self.inside(lane, r);
        let real = L::Real::from_f64;
        let origin = self.origins[lane];
        for _ in 0..CORRECTIONS {
            let (x, _) = self.path(block, lane, p);
            let d = minus(x, r);
            let edges = self.scratch.near[lane].edges.iter();
            let others =
                edges.filter(|&&edge| inside.is_none() || self.terrain.edges[edge as usize].solid != inside);
            let first = others
                .filter_map(|&edge| self.before_edge(edge, r, d, radius, 0.0))
                .filter(|candidate| candidate.gap < -1e-9 * radius && candidate.barrier.time <= 1.0)
                .min_by(|a, b| a.barrier.time.total_cmp(&b.barrier.time));
            let Some(first) = first else { return };
            let n = first.barrier.normal;
            let place = along(minus(x, origin), n, -first.gap);
            let point = &mut block.points[p];
            point.x.set(lane, real(place[0]));
            point.y.set(lane, real(place[1]));
            let moved = [point.dx.get(lane).to_f64(), point.dy.get(lane).to_f64()];
            let inwards = dot(moved, n).min(0.0);
            point.dx.set(lane, real(moved[0] - inwards * n[0]));
            point.dy.set(lane, real(moved[1] - inwards * n[1]));
        }
        let (x, _) = self.path(block, lane, p);
        let d = minus(x, r);
        let crosses = self.scratch.near[lane].edges.iter().any(|&edge| {
            (inside.is_none() || self.terrain.edges[edge as usize].solid != inside)
                && self
                    .before_edge(edge, r, d, radius, 0.0)
                    .is_some_and(|candidate| candidate.gap < -1e-6 * radius && candidate.barrier.time <= 1.0)
        });
        if crosses {
            let point = &mut block.points[p];
            point.x.set(lane, before[0]);
            point.y.set(lane, before[1]);
            point.dx.set(lane, L::Real::ZERO);
            point.dy.set(lane, L::Real::ZERO);
        }
    }
}

/// Keeps the two deepest candidates whose normals differ, the deeper first.
fn choose(best: &mut [Option<Candidate>; 2], new: Option<Candidate>) {
    let Some(new) = new else { return };
    let alike = |other: &Candidate| {
        cross(other.barrier.normal, new.barrier.normal).abs() < PARALLEL
            && dot(other.barrier.normal, new.barrier.normal) > 0.0
    };
    for slot in 0..2 {
        if let Some(other) = best[slot]
            && alike(&other)
        {
            if new.gap < other.gap {
                best[slot] = Some(new);
                if slot == 1 && best[0].is_some_and(|first| new.gap < first.gap) {
                    best.swap(0, 1);
                }
            }
            return;
        }
    }
    match best {
        [None, _] => best[0] = Some(new),
        [Some(first), second] => {
            if new.gap < first.gap {
                *second = Some(*first);
                *first = new;
            } else if second.is_none_or(|second| new.gap < second.gap) {
                *second = Some(new);
            }
        }
    }
}
