//! Clusters: what the broad phase sees. A figure's bodies are one leaf of the tree, not ten.

use tumble_math::Vec2;

use crate::body::BodyKind;
use crate::broad::Tree as BoxTree;
use crate::filter::Filter;
use crate::joint::store::Joints;
use crate::shape::Aabb;

use super::bodies::{Bodies, Health, NONE};

/// Most bodies in a cluster.
pub(crate) const MOST_MEMBERS: usize = 16;

/// Some bodies of one tree, one body alone, or one side of an outline.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Cluster {
    /// The first `count` are its bodies.
    pub members: [u32; MOST_MEMBERS],
    pub count: u32,
    /// Which side of its body's outline; none when it has one piece.
    pub side: u32,
    /// Leaf in its box tree; none before it is placed.
    pub leaf: u32,
    /// Whether it stands in the tree of what never moves.
    pub fixed: bool,
    pub alive: bool,
    /// Box of the coming step's way.
    pub tight: Aabb,
    /// Box in the tree.
    pub fat: Aabb,
    /// The filter of all members, when they have the same.
    pub filter: Option<Filter>,
    /// For each member, the members that it never meets, as bits.
    pub apart: [u16; MOST_MEMBERS],
}

impl Cluster {
    #[inline]
    pub(crate) fn bodies(&self) -> &[u32] {
        &self.members[..self.count as usize]
    }
}

/// All clusters, and the trees of their boxes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Clusters {
    pub cluster: Vec<Cluster>,
    /// Places that are free, and such that will be once no pair names them any more.
    pub free: Vec<u32>,
    pub leaving: Vec<u32>,
    /// What never moves, and what may.
    pub fixed: BoxTree,
    pub moving: BoxTree,
    /// Clusters whose box in the tree changed: they may have come near others.
    pub moved: Vec<u32>,
}

impl Clusters {
    pub(crate) fn new() -> Self {
        Self {
            cluster: Vec::new(),
            free: Vec::new(),
            leaving: Vec::new(),
            fixed: BoxTree::new(),
            moving: BoxTree::new(),
            moved: Vec::new(),
        }
    }

    /// Makes a cluster of bodies (at most [`MOST_MEMBERS`]) or of a body's side. It has no box yet.
    pub(crate) fn add(&mut self, bodies: &mut Bodies, members: &[u32], side: u32) -> u32 {
        debug_assert!(
            !members.is_empty() && members.len() <= MOST_MEMBERS,
            "a cluster of {}",
            members.len()
        );
        let mut list = [NONE; MOST_MEMBERS];
        list[..members.len()].copy_from_slice(members);
        let index = self.free.pop().unwrap_or(self.cluster.len() as u32);
        let cluster = Cluster {
            members: list,
            count: members.len() as u32,
            side,
            leaf: NONE,
            fixed: bodies.body[members[0] as usize].kind == BodyKind::Static,
            alive: true,
            tight: Aabb::EMPTY,
            fat: Aabb::EMPTY,
            filter: None,
            apart: [0; MOST_MEMBERS],
        };
        if index as usize == self.cluster.len() {
            self.cluster.push(cluster);
        } else {
            self.cluster[index as usize] = cluster;
        }
        for &member in members {
            let body = &mut bodies.body[member as usize];
            if side == NONE {
                body.cluster = index;
            } else {
                body.side_clusters.push(index);
            }
        }
        index
    }

    /// Takes a cluster out. Its place is free again after [`Clusters::forget`].
    pub(crate) fn remove(&mut self, index: u32) {
        let cluster = &mut self.cluster[index as usize];
        if !cluster.alive {
            return;
        }
        cluster.alive = false;
        if cluster.leaf != NONE {
            let tree = if cluster.fixed {
                &mut self.fixed
            } else {
                &mut self.moving
            };
            tree.remove(cluster.leaf);
            cluster.leaf = NONE;
        }
        self.leaving.push(index);
    }

    /// To be called once no pair names what was removed.
    pub(crate) fn forget(&mut self) {
        self.free.append(&mut self.leaving);
    }

    /// Finds out anew who of a cluster meets whom.
    pub(crate) fn refresh_filter(&mut self, bodies: &Bodies, joints: &Joints, index: u32) {
        let cluster = &mut self.cluster[index as usize];
        let count = cluster.count as usize;
        let first = bodies.body[cluster.members[0] as usize].filter;
        let same = cluster
            .bodies()
            .iter()
            .all(|&body| bodies.body[body as usize].filter == first);
        cluster.filter = same.then_some(first);
        for i in 0..count {
            let mut apart = 0;
            for j in 0..count {
                let (a, b) = (cluster.members[i], cluster.members[j]);
                if i == j || !may_meet(bodies, joints, a, b) {
                    apart |= 1 << j;
                }
            }
            cluster.apart[i] = apart;
        }
    }

    /// Gives a cluster its box for the coming step; `ahead` is how far it goes in that step.
    pub(crate) fn place(&mut self, index: u32, tight: Aabb, ahead: Vec2, margin: f32) {
        let cluster = &mut self.cluster[index as usize];
        cluster.tight = tight;
        if cluster.leaf != NONE && cluster.fat.contains(&tight) {
            return;
        }
        let mut fat = if cluster.fixed { tight } else { tight.grown(margin) };
        if !cluster.fixed {
            // Room for a few steps more of the same way.
            let ahead = ahead * 3.0;
            fat = fat.union(&Aabb {
                min: fat.min + ahead.min(Vec2::ZERO),
                max: fat.max + ahead.max(Vec2::ZERO),
            });
        }
        cluster.fat = fat;
        let tree = if cluster.fixed {
            &mut self.fixed
        } else {
            &mut self.moving
        };
        if cluster.leaf == NONE {
            cluster.leaf = tree.insert(fat, index);
        } else {
            tree.update(cluster.leaf, fat);
        }
        self.moved.push(index);
    }
}

/// Whether two bodies may touch: filters, joints, exclusions.
pub(crate) fn may_meet(bodies: &Bodies, joints: &Joints, a: u32, b: u32) -> bool {
    let (one, other) = (&bodies.body[a as usize], &bodies.body[b as usize]);
    if one.health == Health::Quarantined || other.health == Health::Quarantined {
        return false;
    }
    if !one.filter.meets(&other.filter) || one.ignores.binary_search(&b).is_ok() {
        return false;
    }
    let (shorter, far) = if one.joints.len() <= other.joints.len() {
        (one, b)
    } else {
        (other, a)
    };
    !shorter.joints.iter().any(|&joint| {
        let joint = &joints.joint[joint as usize];
        !joint.collide && joint.a != joint.b && (joint.a == far || joint.b == far)
    })
}
