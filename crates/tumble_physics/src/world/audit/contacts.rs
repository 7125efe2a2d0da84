//! Clusters and their boxes, pairs, contacts, touches.

use super::super::World;
use super::super::bodies::NONE;
use super::super::clusters::Cluster;
use super::super::contacts::{Contact, Pair};
use super::{Contradiction, Look, Verdict, look};
use crate::body::BodyKind;
use crate::broad::Tree as BoxTree;

impl World {
    pub(super) fn validate_clusters(&self) -> Verdict {
        let clusters = &self.clusters;
        for (tree, name) in [
            (&clusters.fixed, "tree of what is fixed"),
            (&clusters.moving, "tree of what moves"),
        ] {
            tree.validate().map_err(|fault| Contradiction {
                part: name,
                index: fault.node,
                what: fault.what,
            })?;
        }
        let mut idle = vec![false; clusters.cluster.len()];
        for &index in clusters.free.iter().chain(&clusters.leaving) {
            let at = look("cluster", index as usize);
            at.holds((index as usize) < idle.len(), "is free and never was")?;
            let twice = core::mem::replace(&mut idle[index as usize], true);
            at.holds(!twice, "is free twice")?;
        }
        let (mut fixed, mut moving) = (0, 0);
        for (index, cluster) in clusters.cluster.iter().enumerate() {
            let at = look("cluster", index);
            at.holds(cluster.alive != idle[index], "is alive and free, or neither")?;
            if !cluster.alive {
                continue;
            }
            at.holds(
                self.live_cluster(index as u32).is_some(),
                "has no or too many members",
            )?;
            for &body in cluster.bodies() {
                at.holds(self.bodies.slots.has(body), "holds a body that doesn't exist")?;
                let record = &self.bodies.body[body as usize];
                let known = if cluster.side == NONE {
                    record.cluster == index as u32
                } else {
                    record.side_clusters.get(cluster.side as usize) == Some(&(index as u32))
                };
                at.holds(known, "holds a body that is elsewhere")?;
                at.holds(
                    (record.kind == BodyKind::Static) == cluster.fixed,
                    "stands in the wrong tree",
                )?;
            }
            if cluster.leaf != NONE {
                let tree: &BoxTree = if cluster.fixed {
                    fixed += 1;
                    &clusters.fixed
                } else {
                    moving += 1;
                    &clusters.moving
                };
                at.holds(tree.holds(cluster.leaf), "has a box that isn't there")?;
                at.holds(
                    tree.data(cluster.leaf) == index as u32,
                    "has the box of another one",
                )?;
                at.holds(cluster.fat.contains(&cluster.tight), "is not inside its box")?;
            }
        }
        let world = look("world", 0);
        world.holds(
            clusters.fixed.len() == fixed && clusters.moving.len() == moving,
            "has boxes of no cluster",
        )
    }

    pub(super) fn validate_pairs(&self) -> Verdict {
        let pairs = &self.pairs;
        look("world", 0).holds(
            pairs.table.len() == pairs.pair.len(),
            "knows of more pairs than it has",
        )?;
        let mut claimed = vec![false; pairs.contacts.len()];
        let mut free = vec![false; self.clusters.cluster.len()];
        for &index in &self.clusters.free {
            free[index as usize] = true;
        }
        for (index, pair) in pairs.pair.iter().enumerate() {
            let at = look("pair", index);
            at.holds(pair.a <= pair.b, "is the wrong way round")?;
            at.holds(
                pairs.table.get(pair.a, pair.b) == Some(index as u32),
                "is not in the table",
            )?;
            let named = |cluster: u32| free.get(cluster as usize) == Some(&false);
            at.holds(
                named(pair.a) && named(pair.b),
                "is of a cluster that doesn't exist",
            )?;
            let (start, end) = (pair.start as usize, pair.start as usize + pair.len as usize);
            at.holds(end <= pairs.contacts.len(), "has contacts that don't exist")?;
            at.holds(pair.len == 0 || !pair.asleep, "sleeps and has contacts")?;
            at.holds(
                pair.asleep || pair.stash.is_empty(),
                "is awake and has sleeping contacts",
            )?;
            for claim in &mut claimed[start..end] {
                let twice = core::mem::replace(claim, true);
                at.holds(!twice, "has contacts of another one")?;
            }
            for contact in pairs.contacts[start..end].iter().chain(&pair.stash) {
                self.validate_contact(&at, pair, contact)?;
            }
        }
        look("world", 0).holds(claimed.iter().all(|&claimed| claimed), "has contacts of no pair")?;
        // Whoever is near each other and may meet is a pair, unless one is only about to be looked at.
        let mut waiting = vec![false; self.clusters.cluster.len()];
        for &index in &self.clusters.moved {
            waiting[index as usize] = true;
        }
        let mut missed = None;
        let mut look_at = |a: u32, b: u32| {
            let (one, two) = (
                &self.clusters.cluster[a as usize],
                &self.clusters.cluster[b as usize],
            );
            let meet = match (one.filter, two.filter) {
                (Some(one), Some(two)) => one.meets(&two),
                _ => true,
            };
            let known = pairs.table.get(a.min(b), a.max(b)).is_some();
            if meet && !known && !waiting[a as usize] && !waiting[b as usize] {
                missed = Some(a);
            }
        };
        self.clusters.moving.pairs(None, &mut look_at);
        self.clusters
            .moving
            .pairs(Some(&self.clusters.fixed), &mut look_at);
        match missed {
            Some(cluster) => {
                look("cluster", cluster as usize).holds(false, "is near one that it is no pair with")
            }
            None => Ok(()),
        }
    }

    fn validate_contact(&self, at: &Look, pair: &Pair, contact: &Contact) -> Verdict {
        let places = self.bodies.slots.places() as u32;
        at.holds(
            contact.a < places && contact.b < places && contact.a != contact.b,
            "has a contact of a body that never was",
        )?;
        at.holds(
            usize::from(contact.count) <= contact.points.len(),
            "has a contact of too many points",
        )?;
        if contact.count == 0 {
            // Of a body that went since.
            return at.holds(!contact.touching, "has a contact that touches nowhere");
        }
        at.holds(
            self.bodies.slots.has(contact.a) && self.bodies.slots.has(contact.b),
            "has a contact of a body that doesn't exist",
        )?;
        at.holds(
            (contact.normal.length() - 1.0).abs() < 1e-3,
            "has a contact without a direction",
        )?;
        let surface = [contact.friction, contact.restitution, contact.surface_speed];
        at.holds(
            surface.iter().all(|value| value.is_finite()) && contact.friction >= 0.0,
            "has a contact of no sound surface",
        )?;
        for point in &contact.points[..usize::from(contact.count)] {
            let where_ = point.arm_a.is_finite() && point.arm_b.is_finite() && point.separation.is_finite();
            let load = point.normal_impulse.is_finite()
                && point.tangent_impulse.is_finite()
                && point.total.is_finite();
            at.holds(where_, "has a contact that is nowhere")?;
            at.holds(load, "has a contact with an impulse that isn't finite")?;
        }
        let of = |cluster: u32| {
            let cluster = &self.clusters.cluster[cluster as usize];
            cluster.alive.then_some(cluster)
        };
        let (Some(one), Some(two)) = (of(pair.a), of(pair.b)) else {
            // The pair goes with the next step.
            return Ok(());
        };
        let between = |one: &Cluster, two: &Cluster| {
            one.bodies().contains(&contact.a) && two.bodies().contains(&contact.b) && two.side == contact.side
        };
        at.holds(
            between(one, two) || between(two, one),
            "has a contact of bodies that are not in it",
        )
    }

    /// The table of touches says what contacts say.
    pub(super) fn validate_touching(&self) -> Verdict {
        let stashed = self.pairs.pair.iter().flat_map(|pair| &pair.stash);
        let mut touching: Vec<(u32, u32)> = self
            .pairs
            .contacts
            .iter()
            .chain(stashed)
            .filter(|contact| contact.touching)
            .map(|contact| (contact.a.min(contact.b), contact.a.max(contact.b)))
            .collect();
        touching.sort_unstable();
        let mut bodies = 0;
        for same in touching.chunk_by(|one, two| one == two) {
            let (a, b) = same[0];
            let counted = self.pairs.touching.get(a, b) == Some(same.len() as u32);
            look("body", a as usize).holds(counted, "touches another more or less often than counted")?;
            bodies += 1;
        }
        look("world", 0).holds(
            self.pairs.touching.len() == bodies,
            "counts touches that are none",
        )
    }
}
