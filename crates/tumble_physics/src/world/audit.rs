//! Whether a world is whole: what one part of it says of another is what that one says.
//!
//! Reads any world, one from a stored file too, without a panic: numbers are looked at before they are followed.

mod contacts;
mod trees;

use crate::body::BodyKind;
use crate::joint::store::{Joint, Kind};

use super::World;
use super::bodies::{Body, FARTHEST, Health, NONE};
use super::clusters::{Cluster, MOST_MEMBERS};

/// Two parts of a world that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part} {index} {what}")]
pub struct Contradiction {
    /// What kind of thing: a body, a joint, a tree ….
    pub part: &'static str,
    /// Which of them.
    pub index: u32,
    /// What is wrong with it.
    pub what: &'static str,
}

type Verdict = Result<(), Contradiction>;

/// All things of one kind are looked at in turn.
struct Look {
    part: &'static str,
    index: usize,
}

impl Look {
    fn holds(&self, ok: bool, what: &'static str) -> Verdict {
        if ok {
            Ok(())
        } else {
            Err(Contradiction {
                part: self.part,
                index: self.index as u32,
                what,
            })
        }
    }
}

const fn look(part: &'static str, index: usize) -> Look {
    Look { part, index }
}

impl World {
    /// Looks whether the world is whole: lists that lead to each other and back, trees of bodies and boxes, contacts of bodies that exist,
    /// numbers in their ranges. It always is, unless there is a fault in this library; so this is for tests, tools, and for what comes from
    /// files. Costs about as much as a step.
    ///
    /// # Errors
    /// The first [`Contradiction`].
    pub fn validate(&self) -> Result<(), Contradiction> {
        self.validate_sizes()?;
        // Trees of dirty bodies are about to be made anew; until then they need not fit.
        let mut dirty = vec![false; self.bodies.slots.places()];
        for &body in &self.trees.dirty {
            let at = look("body", body as usize);
            at.holds(
                self.bodies.slots.has(body),
                "is to be joined anew and doesn't exist",
            )?;
            dirty[body as usize] = true;
        }
        self.validate_bodies(&dirty)?;
        self.validate_joints(&dirty)?;
        self.validate_trees(&dirty)?;
        self.validate_sleepers()?;
        self.validate_clusters()?;
        self.validate_pairs()?;
        self.validate_touching()
    }

    fn validate_sizes(&self) -> Verdict {
        let (bodies, joints) = (&self.bodies, &self.joints);
        let places = bodies.slots.places();
        let world = look("world", 0);
        world.holds(
            *self.settings() == self.settings.sound(),
            "has settings out of range",
        )?;
        world.holds(bodies.slots.is_whole(), "gives out bodies wrongly")?;
        world.holds(joints.slots.is_whole(), "gives out joints wrongly")?;
        let fits = [
            bodies.place.len(),
            bodies.motion.len(),
            bodies.aabb.len(),
            bodies.body.len(),
            bodies.piece.len(),
            bodies.sides.len(),
        ];
        world.holds(
            fits.iter().all(|&len| len == places),
            "has bodies of which a part is missing",
        )?;
        world.holds(
            joints.joint.len() == joints.slots.places(),
            "has joints of which a part is missing",
        )?;
        world.holds(self.pairs.table.is_whole(), "has a torn table of pairs")?;
        world.holds(self.pairs.touching.is_whole(), "has a torn table of touches")?;
        let inside = |list: &[u32], len: usize| list.iter().all(|&index| (index as usize) < len);
        world.holds(
            inside(&self.unplaced, places),
            "is to place bodies that never were",
        )?;
        world.holds(
            inside(&self.trees.woken, self.trees.tree.len()),
            "woke trees that never were",
        )?;
        world.holds(
            inside(&self.clusters.moved, self.clusters.cluster.len()),
            "moved clusters that never were",
        )?;
        let changed = self.pairs.changes.iter();
        world.holds(
            changed
                .clone()
                .all(|change| (change.a.max(change.b) as usize) < places),
            "has touches of bodies that never were",
        )?;
        world.holds(
            joints.stale || joints.rows.iter().copied().eq(self.row_joints()),
            "has a wrong list of joints that are rows",
        )
    }

    /// The joints that no tree solves.
    fn row_joints(&self) -> impl Iterator<Item = u32> + '_ {
        let joints = &self.joints;
        (0..joints.slots.places())
            .filter(|&at| joints.slots.is_used(at) && !joints.joint[at].in_tree)
            .map(|at| at as u32)
    }

    fn validate_bodies(&self, dirty: &[bool]) -> Verdict {
        for (index, body) in self.bodies.body.iter().enumerate() {
            if !self.bodies.slots.is_used(index) {
                continue;
            }
            let at = look("body", index);
            let (place, motion) = (&self.bodies.place[index], self.bodies.motion[index]);
            let length = place.cos * place.cos + place.sin * place.sin;
            at.holds(place.is_sound(), "is nowhere")?;
            at.holds((length - 1.0).abs() < 1e-4, "has a torn direction")?;
            at.holds(motion.is_finite(), "has a speed that isn't finite")?;
            at.holds(numbers_are_sound(body), "has numbers out of range")?;
            at.holds(
                body.goal.is_none_or(|goal| {
                    goal.at.abs().max_element() <= FARTHEST
                        && goal.angle.abs() <= 2.0 * FARTHEST
                        && goal.within.is_finite()
                }),
                "is to go nowhere",
            )?;
            let own = index as u32;
            let known = |joint: u32| {
                let joint = self
                    .joints
                    .joint
                    .get(joint as usize)
                    .filter(|_| self.joints.slots.has(joint));
                joint.is_some_and(|joint| joint.a == own || joint.b == own)
            };
            at.holds(
                body.joints.iter().all(|&joint| known(joint)),
                "names a joint that isn't its own",
            )?;
            at.holds(
                body.ignores.is_sorted_by(|one, two| one < two),
                "ignores bodies in a wrong order",
            )?;
            let mutual = |&other: &u32| {
                self.bodies.slots.has(other)
                    && self.bodies.body[other as usize]
                        .ignores
                        .binary_search(&own)
                        .is_ok()
            };
            at.holds(
                body.ignores.iter().all(mutual),
                "ignores a body that doesn't ignore it",
            )?;
            self.validate_membership(&at, body, dirty[index])?;
        }
        Ok(())
    }

    /// A body's tree and clusters, from the body's side.
    fn validate_membership(&self, at: &Look, body: &Body, dirty: bool) -> Verdict {
        let own = at.index as u32;
        let dynamic = body.kind == BodyKind::Dynamic;
        let sides = self.bodies.sides[at.index].len();
        let has_tree = body.tree != NONE;
        at.holds(dynamic || !has_tree, "never moves and is in a tree")?;
        if dynamic && !dirty {
            let sound = body.health != Health::Quarantined;
            at.holds(
                has_tree == sound,
                "is in a tree though out, or the other way round",
            )?;
            at.holds(
                (body.cluster != NONE) == sound,
                "has a box though out, or the other way round",
            )?;
        }
        if has_tree && !dirty {
            let seat = self.trees.tree.get(body.tree as usize).filter(|tree| tree.alive);
            let seat = seat.and_then(|tree| tree.members.get(body.tree_place as usize));
            at.holds(seat == Some(&own), "is not where it is said to be in its tree")?;
        }
        if dynamic {
            at.holds(body.side_clusters.is_empty() && sides == 0, "moves and has sides")?;
        } else {
            at.holds(
                body.side_clusters.len() == sides,
                "has boxes for other sides than its own",
            )?;
            at.holds(
                (sides == 0) == (body.cluster != NONE),
                "has no box, or one too many",
            )?;
        }
        if body.cluster != NONE {
            let cluster = self.live_cluster(body.cluster);
            let listed =
                cluster.is_some_and(|cluster| cluster.side == NONE && cluster.bodies().contains(&own));
            at.holds(listed, "is not in its cluster")?;
        }
        for (side, &cluster) in body.side_clusters.iter().enumerate() {
            let listed = self
                .live_cluster(cluster)
                .is_some_and(|cluster| cluster.side == side as u32 && cluster.bodies() == [own]);
            at.holds(listed, "has a side that is in no cluster")?;
        }
        Ok(())
    }

    /// A cluster that is in use and has a sound number of members.
    fn live_cluster(&self, index: u32) -> Option<&Cluster> {
        let cluster = self.clusters.cluster.get(index as usize)?;
        (cluster.alive && (1..=MOST_MEMBERS as u32).contains(&cluster.count)).then_some(cluster)
    }

    fn validate_joints(&self, dirty: &[bool]) -> Verdict {
        // How many trees solve each, and whether one of them is about to be made anew: its edges may be gone, and their places others'.
        let mut solved = vec![0_u32; self.joints.joint.len()];
        let mut open = vec![false; self.joints.joint.len()];
        for (index, tree) in self.trees.tree.iter().enumerate() {
            let goes = |&member: &u32| dirty.get(member as usize) != Some(&false);
            let goes = tree.members.iter().any(goes);
            for &edge in tree.edges.iter().filter(|&&edge| edge != NONE) {
                let known = (edge as usize) < solved.len();
                look("tree", index).holds(known, "names a joint that never was")?;
                solved[edge as usize] += u32::from(tree.alive);
                open[edge as usize] |= goes;
            }
        }
        for (index, joint) in self.joints.joint.iter().enumerate() {
            if !self.joints.slots.is_used(index) {
                continue;
            }
            let at = look("joint", index);
            let (a, b) = (joint.a, joint.b);
            at.holds(
                self.bodies.slots.has(a) && self.bodies.slots.has(b),
                "is on a body that doesn't exist",
            )?;
            let listed = |body: u32| {
                let list = &self.bodies.body[body as usize].joints;
                list.iter().filter(|&&other| other == index as u32).count() == 1
            };
            at.holds(listed(a) && listed(b), "is not known to its bodies")?;
            at.holds(
                self.bodies.is_dynamic(a as usize) || self.bodies.is_dynamic(b as usize),
                "is between bodies that never move",
            )?;
            let mouse = matches!(joint.kind, Kind::Mouse { .. });
            at.holds(a != b || mouse, "joins a body to itself")?;
            at.holds(joint_is_sound(joint), "has numbers out of range")?;
            if !open[index] && !dirty[a as usize] && !dirty[b as usize] {
                let expected = u32::from(joint.in_tree);
                at.holds(solved[index] == expected, "is solved by no tree, or by several")?;
            }
        }
        Ok(())
    }
}

fn numbers_are_sound(body: &Body) -> bool {
    let finite = [
        body.local_center.x,
        body.local_center.y,
        body.gravity_scale,
        body.material.surface_speed,
    ];
    let counted = [
        body.linear_damping,
        body.angular_damping,
        body.material.friction,
        body.material.restitution,
        body.extent,
        body.thickness,
    ];
    let heavy = body.kind != BodyKind::Dynamic || (body.mass > 0.0 && body.inertia > 0.0);
    finite.iter().all(|value| value.is_finite())
        && counted.iter().all(|value| value.is_finite() && *value >= 0.0)
        && body.mass.is_finite()
        && body.inertia.is_finite()
        && heavy
}

fn joint_is_sound(joint: &Joint) -> bool {
    let impulse = &joint.impulse;
    let finite = [
        joint.a_anchor.x,
        joint.a_anchor.y,
        joint.b_anchor.x,
        joint.b_anchor.y,
        joint.held,
        joint.force.x,
        joint.force.y,
        joint.torque,
        impulse.point.x,
        impulse.point.y,
        impulse.lower,
        impulse.upper,
        impulse.spring,
        impulse.motor,
        joint.break_force,
    ];
    finite.iter().all(|value| value.is_finite()) && joint.kind.is_sound()
}
