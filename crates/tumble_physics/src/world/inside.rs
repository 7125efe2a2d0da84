//! Looking inside a world: what a picture for people who look for a fault shows. Nothing here is needed to play.

use tumble_math::Vec2;

use crate::filter::Filter;
use crate::id::{BodyId, JointId};
use crate::joint::store::Kind;
use crate::shape::{Aabb, Shape};

use super::World;
use super::bodies::NONE;
use super::contacts::Contact;
use super::finish::Sets;

/// One point at which two bodies touch, or are about to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// One body.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Where it is after the step: midway between its points on both bodies \[px\].
    pub at: Vec2,
    /// From `a` to `b` (a unit vector).
    pub normal: Vec2,
    /// Distance of the surfaces before the step \[px\]; negative when they overlapped.
    pub separation: f32,
    /// Normal impulse in the last step \[kg·px/s\]; 0 where the bodies don't press on each other.
    pub impulse: f32,
    /// Whether it sleeps; then its impulse is that of the last step in which it was awake.
    pub asleep: bool,
}

/// Where a joint holds its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointEnds {
    /// The parent or A; none for a mouse joint.
    pub a: Option<BodyId>,
    /// The child or B.
    pub b: BodyId,
    /// Anchor on A, or the mouse's target \[px\].
    pub on_a: Vec2,
    /// Anchor on B \[px\].
    pub on_b: Vec2,
    /// Heading of A plus the joint's zero: the heading of B at angle 0 \[rad\]. 0 for a mouse joint.
    pub base: f32,
    /// Farthest that B reaches from its anchor, at most \[px\].
    pub reach: f32,
    /// What it is.
    pub kind: JointKind,
    /// Whether its bodies sleep.
    pub asleep: bool,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Holds two points together; welds are pins that don't turn.
    Pin,
    /// Holds two points apart.
    Distance,
    /// Pulls a point of a body to a place.
    Mouse,
}

/// A box of the broad phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox {
    /// It, with the room that bodies have before it changes \[px\].
    pub aabb: Aabb,
    /// Boxes around it: 0 for the outermost.
    pub depth: u32,
    /// Whether something is in it itself (a figure, a body, a side of an outline), and not only smaller boxes.
    pub leaf: bool,
    /// Whether it is in the tree of what never moves.
    pub fixed: bool,
}

impl World {
    /// Adds every point of every contact to `out`, in a stable order; those that don't touch yet are included.
    pub fn contact_points(&self, out: &mut Vec<ContactPoint>) {
        for pair in &self.pairs.pair {
            let (start, len) = (pair.start as usize, pair.len as usize);
            for contact in &self.pairs.contacts[start..start + len] {
                self.points_of(contact, false, out);
            }
            for contact in &pair.stash {
                self.points_of(contact, true, out);
            }
        }
    }

    fn points_of(&self, contact: &Contact, asleep: bool, out: &mut Vec<ContactPoint>) {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let (one, other) = (self.bodies.place[a].at, self.bodies.place[b].at);
        let points = contact.points[..usize::from(contact.count)].iter();
        out.extend(points.map(|point| ContactPoint {
            a: self.bodies.id(a),
            b: self.bodies.id(b),
            at: (one + point.arm_a + other + point.arm_b) * 0.5,
            normal: contact.normal,
            separation: point.separation,
            impulse: point.total,
            asleep,
        }));
    }

    /// Where a joint holds its bodies; `None` when it no longer exists.
    pub fn joint_ends(&self, joint: JointId) -> Option<JointEnds> {
        let joint = &self.joints.joint[self.joints.find(joint)?];
        let (a, b) = (joint.a as usize, joint.b as usize);
        let (one, other) = (&self.bodies.place[a], &self.bodies.place[b]);
        let (kind, on_a, base) = match joint.kind {
            Kind::Pin(pin) => (JointKind::Pin, one.point(joint.a_anchor), one.angle + pin.zero),
            Kind::Distance { .. } => (JointKind::Distance, one.point(joint.a_anchor), one.angle),
            Kind::Mouse { target, .. } => (JointKind::Mouse, target, 0.0),
        };
        // What stands still has no say in whether a joint sleeps.
        let rests = |body: usize| !self.bodies.is_dynamic(body) || self.trees.asleep(&self.bodies, body);
        Some(JointEnds {
            a: (kind != JointKind::Mouse).then(|| self.bodies.id(a)),
            b: self.bodies.id(b),
            on_a,
            on_b: other.point(joint.b_anchor),
            base,
            reach: joint.b_anchor.length() + self.bodies.body[b].extent,
            kind,
            asleep: rests(a) && rests(b),
        })
    }

    /// Adds every dynamic body to `out`, in the order of [`World::bodies`], with the first body of its island: of all that it touches or
    /// is joined to, directly or through others that move. Bodies that sleep are in one island with all that fell asleep with them.
    pub fn islands(&self, out: &mut Vec<(BodyId, BodyId)>) {
        let mut sets = Sets::new(self.trees.tree.len());
        let tree_of = |body: u32| Some(self.bodies.body[body as usize].tree).filter(|&tree| tree != NONE);
        for contact in self.pairs.contacts.iter().filter(|contact| contact.touching) {
            if let (Some(one), Some(two)) = (tree_of(contact.a), tree_of(contact.b)) {
                sets.unite(one, two);
            }
        }
        for at in (0..self.joints.slots.places()).filter(|&at| self.joints.slots.is_used(at)) {
            let joint = &self.joints.joint[at];
            if let (Some(one), Some(two)) = (tree_of(joint.a), tree_of(joint.b)) {
                sets.unite(one, two);
            }
        }
        for together in &self.trees.sleepers {
            for pair in together.windows(2) {
                sets.unite(pair[0], pair[1]);
            }
        }
        let mut first: Vec<Option<BodyId>> = vec![None; self.trees.tree.len()];
        for index in self.dynamic_bodies() {
            let id = self.bodies.id(index);
            let Some(tree) = tree_of(index as u32) else {
                // Made since the last step, or taken out: alone as yet.
                out.push((id, id));
                continue;
            };
            let root = sets.root(tree) as usize;
            out.push((id, *first[root].get_or_insert(id)));
        }
    }

    /// Adds the boxes that the broad phase looks through to `out`: those of what may move, then those of what never does, each box before
    /// those in it.
    pub fn tree_boxes(&self, out: &mut Vec<TreeBox>) {
        for (tree, fixed) in [(&self.clusters.moving, false), (&self.clusters.fixed, true)] {
            tree.each_node(|aabb, depth, data| {
                out.push(TreeBox {
                    aabb: *aabb,
                    depth,
                    leaf: data.is_some(),
                    fixed,
                });
            });
        }
    }

    /// The filter a body was made with.
    pub fn filter(&self, body: BodyId) -> Option<Filter> {
        Some(self.bodies.body[self.bodies.find(body)?].filter)
    }

    /// A body's shape, in its own frame.
    pub fn shape(&self, body: BodyId) -> Option<&Shape> {
        Some(&self.bodies.body[self.bodies.find(body)?].shape)
    }
}

#[cfg(test)]
mod tests {
    use tumble_math::Pose2;

    use super::*;
    use crate::body::{BodyDesc, BodyKind};
    use crate::joint::{JointDesc, MouseDesc, PinDesc, Spring};
    use crate::settings::Settings;

    const DT: f32 = 1.0 / 60.0;

    fn square(half: f32) -> Shape {
        Shape::Polygon {
            points: [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| Vec2::new(x, y) * half)
                .to_vec(),
            radius: 0.0,
        }
    }

    fn add(world: &mut World, kind: BodyKind, half: f32, at: (f32, f32)) -> BodyId {
        world
            .add_body(&BodyDesc {
                kind,
                shape: square(half),
                pose: Pose2::new(Vec2::new(at.0, at.1), 0.0),
                mass: 2.0,
                ..BodyDesc::default()
            })
            .unwrap()
    }

    /// A slab at y ≥ 0, two crates on it one above the other, and one apart.
    fn stack() -> (World, [BodyId; 4]) {
        let mut world = World::new(Settings::default());
        let slab = add(&mut world, BodyKind::Static, 500.0, (0.0, 500.0));
        let low = add(&mut world, BodyKind::Dynamic, 20.0, (0.0, -20.0));
        let high = add(&mut world, BodyKind::Dynamic, 20.0, (0.0, -60.0));
        let apart = add(&mut world, BodyKind::Dynamic, 20.0, (300.0, -20.0));
        (world, [slab, low, high, apart])
    }

    #[test]
    fn contacts_are_where_bodies_meet_and_carry_their_weight() {
        let (mut world, [slab, low, high, _]) = stack();
        for _ in 0..20 {
            world.step(DT);
        }
        let mut points = Vec::new();
        world.contact_points(&mut points);
        assert_eq!(points.len(), 6, "two to each pair: {points:?}");
        let between = |one: BodyId, other: BodyId| {
            let of = |point: &&ContactPoint| [(one, other), (other, one)].contains(&(point.a, point.b));
            points.iter().filter(of).copied().collect::<Vec<_>>()
        };
        // What rests on it presses in a step with weight times dt.
        for (below, above, y, weight) in [(slab, low, 0.0, 4.0), (low, high, -40.0, 2.0)] {
            let found = between(below, above);
            assert_eq!(found.len(), 2);
            let impulse: f32 = found.iter().map(|point| point.impulse).sum();
            let wanted = weight * 980.0 * DT;
            assert!((impulse - wanted).abs() < 0.02 * wanted, "{impulse} for {wanted}");
            for point in found {
                assert!(
                    (point.at.y - y).abs() < 0.5 && (point.at.x.abs() - 20.0).abs() < 0.5,
                    "{point:?}"
                );
                let up = if point.a == below { -1.0 } else { 1.0 };
                assert!(
                    (point.normal - Vec2::new(0.0, up)).length() < 1e-3 && !point.asleep,
                    "{point:?}"
                );
            }
        }
    }

    #[test]
    fn islands_are_what_touches_and_stay_so_asleep() {
        let (mut world, [_, low, high, apart]) = stack();
        world.step(DT);
        let wanted = [(low, low), (high, low), (apart, apart)];
        let mut islands = Vec::new();
        world.islands(&mut islands);
        assert_eq!(islands, wanted);
        for _ in 0..120 {
            world.step(DT);
        }
        assert_eq!(world.stats().asleep, 3);
        islands.clear();
        world.islands(&mut islands);
        assert_eq!(islands, wanted);
        let mut points = Vec::new();
        world.contact_points(&mut points);
        assert!(
            points.len() == 6 && points.iter().all(|point| point.asleep),
            "{points:?}"
        );
    }

    #[test]
    fn joints_say_where_they_hold() {
        let mut world = World::new(Settings::default());
        let post = add(&mut world, BodyKind::Static, 10.0, (0.0, -300.0));
        let arm = add(&mut world, BodyKind::Dynamic, 20.0, (50.0, -300.0));
        let pin = PinDesc::new(post, arm, Vec2::new(10.0, 0.0), Vec2::new(-40.0, 0.0));
        let pin = world
            .add_joint(&JointDesc::Pin(PinDesc { zero: 0.25, ..pin }))
            .unwrap();
        let mouse = world
            .add_joint(&JointDesc::Mouse(MouseDesc {
                body: arm,
                local: Vec2::new(20.0, 0.0),
                target: Vec2::new(90.0, -340.0),
                spring: Spring {
                    hertz: 3.0,
                    damping_ratio: 1.0,
                },
                max_force: 1e4,
            }))
            .unwrap();
        let held = world.joint_ends(pin).unwrap();
        assert_eq!((held.a, held.b, held.kind), (Some(post), arm, JointKind::Pin));
        let corner = Vec2::new(10.0, -300.0);
        assert!(
            (held.on_a - corner).length() < 1e-4 && (held.on_b - corner).length() < 1e-4,
            "{held:?}"
        );
        assert!((held.base - 0.25).abs() < 1e-6 && !held.asleep);
        assert!(
            (held.reach - (40.0 + 20.0 * 2.0_f32.sqrt())).abs() < 1e-3,
            "{held:?}"
        );
        let pulled = world.joint_ends(mouse).unwrap();
        assert_eq!((pulled.a, pulled.b, pulled.kind), (None, arm, JointKind::Mouse));
        assert_eq!(pulled.on_a, Vec2::new(90.0, -340.0));
        assert!(
            (pulled.on_b - Vec2::new(70.0, -300.0)).length() < 1e-4,
            "{pulled:?}"
        );
        world.remove_body(arm).unwrap();
        assert_eq!(world.joint_ends(pin), None);
    }

    #[test]
    fn boxes_hold_what_is_in_them_and_the_outermost_come_first() {
        let (mut world, ids) = stack();
        world.step(DT);
        let mut boxes = Vec::new();
        world.tree_boxes(&mut boxes);
        let leaves = |fixed: bool| boxes.iter().filter(|one| one.leaf && one.fixed == fixed).count();
        assert_eq!((leaves(false), leaves(true)), (3, 1), "{boxes:?}");
        assert!(boxes[0].depth == 0 && !boxes[0].leaf);
        for id in ids {
            let at = world.body(id).unwrap().center;
            let around = boxes.iter().filter(|one| {
                let Aabb { min, max } = one.aabb;
                at.cmpge(min).all() && at.cmple(max).all()
            });
            let moves = world.kind(id) == Some(BodyKind::Dynamic);
            let levels: Vec<u32> = around
                .filter(|one| one.fixed != moves)
                .map(|one| one.depth)
                .collect();
            assert!(
                levels.contains(&0) && (!moves || levels.len() >= 2),
                "{id:?}: {levels:?}"
            );
        }
    }
}
