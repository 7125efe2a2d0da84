//! Contacts: which pieces touch or are about to, found anew every step and matched to the last step's.
//!
//! A pair is two clusters whose boxes in the tree overlap. Contacts lie in one array, pair after pair; each step writes a new array
//! and reads the old one, so that nothing is allocated while things fall.

use tumble_math::Vec2;

use crate::broad::PairTable;
use crate::collide::{Manifold, collide};
use crate::joint::store::Joints;
use crate::shape::Piece;
use crate::solver::threads::Threads;

use super::bodies::{Bodies, Motion, NONE};
use super::clusters::{Cluster, Clusters, may_meet};
use super::touch::Change;

/// Surfaces this close count as touching \[m\].
pub(crate) const SLOP: f32 = 0.005;
/// Contacts are made this far ahead, and farther by what the bodies move in a step \[m\].
const AHEAD: f32 = 0.02;

/// So many pairs are one thread's piece of work.
#[cfg(feature = "parallel")]
const CHUNK: usize = 128;

/// Two clusters that are near each other.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Pair {
    pub a: u32,
    pub b: u32,
    /// Its contacts in [`Pairs::contacts`].
    pub start: u32,
    pub len: u32,
    /// Its contacts while nothing of it is awake.
    pub stash: Vec<Contact>,
    pub asleep: bool,
}

/// One manifold between two bodies.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Contact {
    pub a: u32,
    pub b: u32,
    /// Which side of B's outline (A never has sides).
    pub side: u32,
    pub count: u8,
    /// Whether it touched after the last step.
    pub touching: bool,
    /// From A to B.
    pub normal: Vec2,
    pub points: [Point; 2],
    pub friction: f32,
    pub restitution: f32,
    /// Wanted tangential speed of B against A, along (−normal.y, normal.x).
    pub surface_speed: f32,
}

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Point {
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    pub separation: f32,
    pub id: u16,
    /// Impulses of the last sub-step, to start from.
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    /// Sum of normal impulses over the step.
    pub total: f32,
}

impl Contact {
    /// Sum of normal impulses over the step.
    pub(crate) fn impulse(&self) -> f32 {
        self.points[..usize::from(self.count)]
            .iter()
            .map(|point| point.total)
            .sum()
    }

    pub(crate) fn touches(&self, slop: f32) -> bool {
        self.points[..usize::from(self.count)]
            .iter()
            .any(|point| point.total > 0.0 || point.separation < slop)
    }
}

/// All pairs and contacts.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Pairs {
    pub pair: Vec<Pair>,
    pub table: PairTable,
    pub contacts: Vec<Contact>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub old: Vec<Contact>,
    /// How many contacts of two bodies touch.
    pub touching: PairTable,
    /// Touches that began or ended since the last step.
    pub changes: Vec<Change>,
}

impl Pairs {
    pub(crate) fn new() -> Self {
        Self {
            pair: Vec::new(),
            table: PairTable::new(),
            contacts: Vec::new(),
            old: Vec::new(),
            touching: PairTable::new(),
            changes: Vec::new(),
        }
    }

    /// Makes pairs of what has come near, and drops those that are apart; contacts of dropped pairs go to `ended`.
    pub(crate) fn update(&mut self, clusters: &mut Clusters, ended: &mut Vec<Contact>) {
        let mut at = 0;
        while at < self.pair.len() {
            let pair = &self.pair[at];
            let (a, b) = (
                &clusters.cluster[pair.a as usize],
                &clusters.cluster[pair.b as usize],
            );
            if a.alive && b.alive && (pair.a == pair.b || a.fat.overlaps(&b.fat)) {
                at += 1;
                continue;
            }
            let (start, len) = (pair.start as usize, pair.len as usize);
            ended.extend_from_slice(&self.contacts[start..start + len]);
            ended.extend_from_slice(&pair.stash);
            self.table.remove(pair.a, pair.b);
            self.pair.swap_remove(at);
            if let Some(moved) = self.pair.get(at) {
                self.table.insert(moved.a, moved.b, at as u32);
            }
        }
        clusters.forget();
        let moved = core::mem::take(&mut clusters.moved);
        for &index in &moved {
            let cluster = &clusters.cluster[index as usize];
            if !cluster.alive {
                continue;
            }
            let fat = cluster.fat;
            if cluster.count > 1 && self.table.get(index, index).is_none() {
                self.add(index, index);
            }
            let mut near = |other: u32| {
                if other != index && self.table.get(index.min(other), index.max(other)).is_none() {
                    let (one, two) = (cluster, &clusters.cluster[other as usize]);
                    let meet = match (one.filter, two.filter) {
                        (Some(one), Some(two)) => one.meets(&two),
                        _ => true,
                    };
                    if meet {
                        self.add(index.min(other), index.max(other));
                    }
                }
                true
            };
            clusters.moving.query(&fat, &mut near);
            if !cluster.fixed {
                clusters.fixed.query(&fat, &mut near);
            }
        }
        clusters.moved = moved;
        clusters.moved.clear();
    }

    fn add(&mut self, a: u32, b: u32) {
        self.table.insert(a, b, self.pair.len() as u32);
        self.pair.push(Pair {
            a,
            b,
            start: 0,
            len: 0,
            stash: Vec::new(),
            asleep: false,
        });
    }
}

/// What contacts are found with.
pub(crate) struct Finder<'a> {
    pub bodies: &'a Bodies,
    pub joints: &'a Joints,
    pub clusters: &'a Clusters,
    pub old: &'a [Contact],
    pub dt: f32,
    pub length_unit: f32,
}

impl Finder<'_> {
    /// Finds the contacts of many pairs, in their order whatever the threads: adds them to `out`, and to `spans` where each pair's are.
    pub(crate) fn find_all(
        &self,
        pairs: &[Pair],
        todo: &[u32],
        threads: Option<&Threads>,
        out: &mut Vec<Contact>,
        spans: &mut Vec<(u32, u32)>,
    ) {
        #[cfg(feature = "parallel")]
        if let Some(threads) = threads
            && todo.len() >= 2 * CHUNK
        {
            use rayon::prelude::*;
            let found: Vec<(Vec<Contact>, Vec<u32>)> = threads.install(|| {
                todo.par_chunks(CHUNK)
                    .map(|chunk| {
                        let (mut contacts, mut lens) = (Vec::new(), Vec::with_capacity(chunk.len()));
                        for &at in chunk {
                            let start = contacts.len();
                            self.find(&pairs[at as usize], &mut contacts);
                            lens.push((contacts.len() - start) as u32);
                        }
                        (contacts, lens)
                    })
                    .collect()
            });
            for (contacts, lens) in &found {
                let mut start = out.len() as u32;
                for &len in lens {
                    spans.push((start, len));
                    start += len;
                }
                out.extend_from_slice(contacts);
            }
            return;
        }
        let _ = threads;
        for &at in todo {
            let start = out.len();
            self.find(&pairs[at as usize], out);
            spans.push((start as u32, (out.len() - start) as u32));
        }
    }

    /// Finds the contacts of a pair, in the order of its members, and adds them to `out`.
    pub(crate) fn find(&self, pair: &Pair, out: &mut Vec<Contact>) {
        let old = if pair.asleep {
            &pair.stash[..]
        } else {
            &self.old[pair.start as usize..(pair.start + pair.len) as usize]
        };
        let (a, b) = (
            &self.clusters.cluster[pair.a as usize],
            &self.clusters.cluster[pair.b as usize],
        );
        if pair.a == pair.b {
            self.within(a, old, out);
            return;
        }
        // A cluster with a side comes second.
        let (a, b) = if a.side == NONE { (a, b) } else { (b, a) };
        if a.side != NONE {
            return;
        }
        if b.side != NONE {
            let body = b.members[0];
            let piece = &self.bodies.sides[body as usize][b.side as usize];
            for &member in a.bodies() {
                if self.bodies.aabb[member as usize].overlaps(&b.tight)
                    && may_meet(self.bodies, self.joints, member, body)
                {
                    self.contact(member, body, b.side, piece, old, out);
                }
            }
            return;
        }
        let checked = matches!((a.filter, b.filter), (Some(_), Some(_)));
        for &one in a.bodies() {
            let near = &self.bodies.aabb[one as usize];
            if !near.overlaps(&b.tight) {
                continue;
            }
            for &two in b.bodies() {
                if !near.overlaps(&self.bodies.aabb[two as usize]) {
                    continue;
                }
                // Two trees without joints between them: nothing but filters can keep them apart.
                let (left, right) = (&self.bodies.body[one as usize], &self.bodies.body[two as usize]);
                let plain = checked
                    && left.ignores.is_empty()
                    && left.tree != NONE
                    && right.tree != NONE
                    && left.tree != right.tree;
                if plain && self.joints.rows.is_empty() || may_meet(self.bodies, self.joints, one, two) {
                    self.contact(one, two, NONE, &self.bodies.piece[two as usize], old, out);
                }
            }
        }
    }

    fn within(&self, cluster: &Cluster, old: &[Contact], out: &mut Vec<Contact>) {
        let members = cluster.bodies();
        for (i, &one) in members.iter().enumerate() {
            let near = &self.bodies.aabb[one as usize];
            for (j, &two) in members.iter().enumerate().skip(i + 1) {
                if cluster.apart[i] & (1 << j) == 0 && near.overlaps(&self.bodies.aabb[two as usize]) {
                    self.contact(one, two, NONE, &self.bodies.piece[two as usize], old, out);
                }
            }
        }
    }

    fn contact(&self, a: u32, b: u32, side: u32, piece: &Piece, old: &[Contact], out: &mut Vec<Contact>) {
        let (i, j) = (a as usize, b as usize);
        let (ma, mb) = (self.bodies.motion[i], self.bodies.motion[j]);
        let (ba, bb) = (&self.bodies.body[i], &self.bodies.body[j]);
        let turning = turn_way(ma, ba.extent, self.dt) + turn_way(mb, bb.extent, self.dt);
        let margin = AHEAD * self.length_unit + (ma.v - mb.v).length() * self.dt + turning;
        let manifold = collide(
            &self.bodies.piece[i],
            &self.bodies.place[i].frame(),
            piece,
            &self.bodies.place[j].frame(),
            margin,
        );
        if manifold.count == 0 {
            return;
        }
        let last = old
            .iter()
            .find(|last| last.a == a && last.b == b && last.side == side);
        out.push(matched(a, b, side, &manifold, last, ba, bb));
    }
}

/// How far turning moves a body's farthest point in a step, at most across.
#[inline]
pub(crate) fn turn_way(motion: Motion, extent: f32, dt: f32) -> f32 {
    (motion.w.abs() * dt).min(1.0) * extent
}

fn matched(
    a: u32,
    b: u32,
    side: u32,
    manifold: &Manifold,
    last: Option<&Contact>,
    one: &super::bodies::Body,
    two: &super::bodies::Body,
) -> Contact {
    let mut points = [Point::default(); 2];
    for (point, found) in points
        .iter_mut()
        .zip(&manifold.points)
        .take(usize::from(manifold.count))
    {
        *point = Point {
            arm_a: found.arm_a,
            arm_b: found.arm_b,
            separation: found.separation,
            id: found.id,
            ..Point::default()
        };
        if let Some(last) = last
            && let Some(same) = last.points[..usize::from(last.count)]
                .iter()
                .find(|point| point.id == found.id)
        {
            point.normal_impulse = same.normal_impulse;
            point.tangent_impulse = same.tangent_impulse;
        }
    }
    Contact {
        a,
        b,
        side,
        count: manifold.count,
        touching: last.is_some_and(|last| last.touching),
        normal: manifold.normal,
        points,
        friction: (one.material.friction * two.material.friction)
            .sqrt()
            .min(f32::MAX),
        restitution: one.material.restitution.max(two.material.restitution),
        surface_speed: one.material.surface_speed + two.material.surface_speed,
    }
}
