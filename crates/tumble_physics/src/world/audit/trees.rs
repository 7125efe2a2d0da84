//! Trees of bodies, and who sleeps with whom.

use super::super::World;
use super::super::bodies::NONE;
use super::super::trees::{self, Tree};
use super::{Look, Verdict, look};
use crate::body::BodyKind;

impl World {
    pub(super) fn validate_trees(&self, dirty: &[bool]) -> Verdict {
        let trees = &self.trees;
        let mut free = vec![false; trees.tree.len()];
        for &index in &trees.free {
            let at = look("tree", index as usize);
            at.holds((index as usize) < free.len(), "is free and never was")?;
            let twice = core::mem::replace(&mut free[index as usize], true);
            at.holds(!twice, "is free twice")?;
        }
        for (index, shape) in trees.shapes.iter().enumerate() {
            let at = look("tree shape", index);
            let before = |(place, &parent): (usize, &u16)| place == 0 || usize::from(parent) < place;
            let members = shape.parents.len();
            at.holds(
                (1..=trees::MOST_MEMBERS).contains(&members),
                "has no or too many members",
            )?;
            at.holds(
                shape.parents.iter().enumerate().all(before),
                "has a child before its parent",
            )?;
        }
        for (index, tree) in trees.tree.iter().enumerate() {
            let at = look("tree", index);
            at.holds(tree.alive != free[index], "is alive and free, or neither")?;
            if !tree.alive {
                continue;
            }
            at.holds(!tree.members.is_empty(), "has no members")?;
            at.holds(tree.members.len() <= trees::MOST_MEMBERS, "has too many members")?;
            let exist = tree.members.iter().all(|&member| self.bodies.slots.has(member));
            at.holds(exist, "has a member that doesn't exist")?;
            if !tree.members.iter().any(|&member| dirty[member as usize]) {
                self.validate_tree(&at, tree)?;
            }
        }
        Ok(())
    }

    fn validate_tree(&self, at: &Look, tree: &Tree) -> Verdict {
        let count = tree.members.len();
        at.holds(
            tree.edges.len() == count,
            "has another number of edges than of members",
        )?;
        let shape = self.trees.shapes.get(tree.shape as usize);
        let fits = shape.filter(|shape| shape.parents.len() == count && shape.anchored == tree.anchored);
        at.holds(fits.is_some(), "has a shape that doesn't fit")?;
        let Some(shape) = fits else { return Ok(()) };
        for (place, (&member, &edge)) in tree.members.iter().zip(&tree.edges).enumerate() {
            let body = &self.bodies.body[member as usize];
            let seated = body.tree == at.index as u32 && body.tree_place as usize == place;
            at.holds(seated, "has a member of another one")?;
            at.holds(body.kind == BodyKind::Dynamic, "has a member that doesn't move")?;
            if place == 0 && !tree.anchored {
                at.holds(edge == NONE, "hangs on something though it is not anchored")?;
                continue;
            }
            at.holds(
                self.joints.slots.has(edge),
                "hangs together by a joint that doesn't exist",
            )?;
            let joint = &self.joints.joint[edge as usize];
            at.holds(
                joint.in_tree && trees::exact(&self.joints, edge),
                "hangs together by a joint that it can't solve",
            )?;
            at.holds(
                joint.a == member || joint.b == member,
                "hangs together by another's joint",
            )?;
            let other = trees::other_end(&self.joints, edge, member);
            if place == 0 {
                let still = self.bodies.slots.has(other) && !self.bodies.is_dynamic(other as usize);
                at.holds(still, "is anchored to something that moves freely")?;
            } else {
                let parent = tree.members[usize::from(shape.parents[place])];
                at.holds(
                    other == parent,
                    "has a member that hangs on another than its parent",
                )?;
            }
        }
        Ok(())
    }

    pub(super) fn validate_sleepers(&self) -> Verdict {
        let trees = &self.trees;
        let mut free = vec![false; trees.sleepers.len()];
        for &index in &trees.free_sleepers {
            let at = look("sleepers", index as usize);
            at.holds((index as usize) < free.len(), "are gone and never were")?;
            let twice = core::mem::replace(&mut free[index as usize], true);
            at.holds(!twice, "are gone twice")?;
        }
        for (index, list) in trees.sleepers.iter().enumerate() {
            let at = look("sleepers", index);
            at.holds(list.is_empty() == free[index], "are gone and there, or neither")?;
            let asleep = |&tree: &u32| {
                trees
                    .tree
                    .get(tree as usize)
                    .is_some_and(|tree| tree.alive && !tree.awake && tree.sleepers == index as u32)
            };
            at.holds(list.iter().all(asleep), "are awake")?;
        }
        for (index, tree) in trees.tree.iter().enumerate() {
            let at = look("tree", index);
            if tree.alive && !tree.awake {
                let list = trees.sleepers.get(tree.sleepers as usize);
                at.holds(
                    list.is_some_and(|list| list.contains(&(index as u32))),
                    "sleeps with nobody",
                )?;
            }
        }
        Ok(())
    }
}
