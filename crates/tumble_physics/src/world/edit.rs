//! Adding, removing and telling bodies and joints.

use tumble_math::{Pose2, Vec2};

use crate::body::{BodyDesc, BodyKind, Material};
use crate::error::{Gone, InvalidDesc};
use crate::filter::Filter;
use crate::id::{BodyId, JointId};
use crate::joint::store::{self, Impulse, Joint, Kind};
use crate::joint::{JointDesc, PoseSpring, SpeedMotor};
use crate::shape::Aabb;

use super::bodies::{FARTHEST, FASTEST, Goal, Health, Motion, NONE, Place};
use super::{PairRule, World};

impl World {
    /// Adds a body.
    ///
    /// # Errors
    /// Says what is wrong with the description; nothing was added.
    pub fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyId, InvalidDesc> {
        let id = self.bodies.add(desc)?;
        let index = id.index as usize;
        if desc.kind == BodyKind::Dynamic {
            self.trees.dirty.push(id.index);
        } else {
            self.make_clusters_of(id.index);
        }
        self.bodies.motion[index] = capped(self.bodies.motion[index]);
        Ok(id)
    }

    /// Makes the clusters of a body that never belongs to a tree.
    fn make_clusters_of(&mut self, body: u32) {
        let sides = self.bodies.sides[body as usize].len();
        if sides == 0 {
            let cluster = self.clusters.add(&mut self.bodies, &[body], NONE);
            self.clusters.refresh_filter(&self.bodies, &self.joints, cluster);
        }
        for side in 0..sides {
            let cluster = self.clusters.add(&mut self.bodies, &[body], side as u32);
            self.clusters.refresh_filter(&self.bodies, &self.joints, cluster);
        }
        self.place_still(body);
    }

    /// Boxes of a body that doesn't move by itself, where it is now.
    pub(crate) fn place_still(&mut self, body: u32) {
        let index = body as usize;
        let frame = self.bodies.place[index].frame();
        let cluster = self.bodies.body[index].cluster;
        if cluster != NONE {
            let aabb = self.bodies.piece[index].aabb(&frame);
            self.bodies.aabb[index] = aabb;
            self.clusters.place(cluster, aabb, Vec2::ZERO, 0.0);
        }
        let mut all = Aabb::EMPTY;
        for side in 0..self.bodies.body[index].side_clusters.len() {
            let cluster = self.bodies.body[index].side_clusters[side];
            let aabb = self.bodies.sides[index][side].aabb(&frame);
            all = all.union(&aabb);
            self.clusters.place(cluster, aabb, Vec2::ZERO, 0.0);
        }
        if cluster == NONE {
            self.bodies.aabb[index] = all;
        }
    }

    /// Removes a body and every joint on it, and wakes what it touched.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn remove_body(&mut self, body: BodyId) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        self.wake_around(body.index);
        for joint in self.bodies.body[index].joints.clone() {
            self.drop_joint(joint);
        }
        let record = &self.bodies.body[index];
        let (tree, cluster) = (record.tree, record.cluster);
        let sides = record.side_clusters.clone();
        for &side in &sides {
            self.clusters.remove(side);
        }
        if tree == NONE {
            if cluster != NONE {
                self.clusters.remove(cluster);
            }
        } else {
            // The others of its tree are looked at anew.
            let members = self.trees.tree[tree as usize].members.clone();
            self.trees
                .dirty
                .extend(members.iter().filter(|&&member| member != body.index));
            self.part(body.index);
        }
        for other in self.bodies.body[index].ignores.clone() {
            let list = &mut self.bodies.body[other as usize].ignores;
            if let Ok(place) = list.binary_search(&body.index) {
                list.remove(place);
            }
        }
        self.end_touches_of(body.index);
        self.trees.dirty.retain(|&dirty| dirty != body.index);
        self.bodies.slots.release(body.index);
        Ok(())
    }

    /// Takes a body out of its tree, whose clusters go with it.
    fn part(&mut self, body: u32) {
        let tree = self.bodies.body[body as usize].tree;
        if tree == NONE {
            return;
        }
        for member in self.trees.tree[tree as usize].members.clone() {
            let record = &mut self.bodies.body[member as usize];
            let cluster = record.cluster;
            record.cluster = NONE;
            if cluster != NONE {
                self.clusters.remove(cluster);
            }
        }
        let record = &mut self.bodies.body[body as usize];
        record.tree = NONE;
        self.trees.tree[tree as usize]
            .members
            .retain(|&member| member != body);
        if self.trees.tree[tree as usize].members.is_empty() {
            self.trees.tree[tree as usize].alive = false;
            self.trees.tree[tree as usize].edges.clear();
            self.trees.free.push(tree);
        }
    }

    /// Adds a joint. Bodies joined don't collide with each other while it exists, unless it says so.
    ///
    /// # Errors
    /// Says what is wrong with the description, a missing body included; nothing was added.
    pub fn add_joint(&mut self, desc: &JointDesc) -> Result<JointId, InvalidDesc> {
        let (one, two) = desc.bodies();
        let (Some(a), Some(b)) = (self.bodies.find(one), self.bodies.find(two)) else {
            return Err(InvalidDesc::Body);
        };
        let mouse = matches!(desc, JointDesc::Mouse(_));
        if a == b && !mouse {
            return Err(InvalidDesc::Body);
        }
        if !self.bodies.is_dynamic(a) && !self.bodies.is_dynamic(b) {
            return Err(InvalidDesc::NothingMoves);
        }
        let turn = self.bodies.place[b].angle - self.bodies.place[a].angle;
        let (kind, a_anchor, b_anchor, collide, break_force) = match desc {
            JointDesc::Pin(pin) => (
                Kind::Pin(store::pin(pin, turn)?),
                pin.parent_anchor,
                pin.child_anchor,
                pin.collide,
                pin.break_force,
            ),
            JointDesc::Weld(weld) => (
                Kind::Pin(store::weld(weld, turn)?),
                weld.parent_anchor,
                weld.child_anchor,
                false,
                weld.break_force,
            ),
            JointDesc::Distance(distance) => (
                store::distance(distance)?,
                distance.a_anchor,
                distance.b_anchor,
                distance.collide,
                distance.break_force,
            ),
            JointDesc::Mouse(mouse) => (store::mouse(mouse)?, Vec2::ZERO, mouse.local, true, f32::INFINITY),
        };
        let id = self.joints.add(Joint {
            a: a as u32,
            b: b as u32,
            a_anchor: a_anchor - self.bodies.body[a].local_center,
            b_anchor: b_anchor - self.bodies.body[b].local_center,
            kind,
            collide,
            break_force: f32::min(break_force, f32::MAX),
            in_tree: false,
            impulse: Impulse::default(),
            held: 0.0,
            force: Vec2::ZERO,
            torque: 0.0,
        });
        self.bodies.body[a].joints.push(id.index);
        if a != b {
            self.bodies.body[b].joints.push(id.index);
        }
        self.joint_changed(id.index);
        Ok(id)
    }

    /// Wakes both ends of a joint and has their trees made anew.
    fn joint_changed(&mut self, joint: u32) {
        let (a, b, kind) = {
            let joint = &self.joints.joint[joint as usize];
            (joint.a, joint.b, joint.kind)
        };
        for body in [a, b] {
            self.wake_index(body);
            if self.bodies.is_dynamic(body as usize) && matches!(kind, Kind::Pin(_)) {
                self.trees.dirty.push(body);
            } else {
                self.refresh_filter_of(body);
            }
        }
    }

    fn refresh_filter_of(&mut self, body: u32) {
        let cluster = self.bodies.body[body as usize].cluster;
        if cluster != NONE {
            self.clusters.refresh_filter(&self.bodies, &self.joints, cluster);
        }
    }

    /// Removes a joint, and wakes its bodies.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn remove_joint(&mut self, joint: JointId) -> Result<(), Gone> {
        self.joints.find(joint).ok_or(Gone)?;
        self.drop_joint(joint.index);
        Ok(())
    }

    fn drop_joint(&mut self, joint: u32) {
        let (a, b) = {
            let joint = &self.joints.joint[joint as usize];
            (joint.a, joint.b)
        };
        for body in [a, b] {
            self.bodies.body[body as usize]
                .joints
                .retain(|&other| other != joint);
        }
        self.joint_changed(joint);
        self.joints.slots.release(joint);
        self.joints.stale = true;
    }

    /// Sets a pin's limits [rad from its zero]; `None`, or a range of a turn or more, frees it. Nothing happens to other joints.
    ///
    /// # Errors
    /// When it no longer exists, or [`InvalidDesc`] as a [`SetError`] for limits that make no sense.
    pub fn set_limits(&mut self, joint: JointId, limits: Option<[f32; 2]>) -> Result<(), SetError> {
        let limits = store::check_limits(limits)?;
        self.change_pin(joint, |pin| pin.limits = limits)
    }

    /// Sets or clears a pin's pose spring.
    ///
    /// # Errors
    /// When it no longer exists, or its numbers make no sense.
    pub fn set_pose_spring(&mut self, joint: JointId, spring: Option<PoseSpring>) -> Result<(), SetError> {
        store::check_pose_spring(spring)?;
        self.change_pin(joint, |pin| pin.pose_spring = spring.map(store::finite_spring))
    }

    /// Sets or clears a pin's motor.
    ///
    /// # Errors
    /// When it no longer exists, or its numbers make no sense.
    pub fn set_motor(&mut self, joint: JointId, motor: Option<SpeedMotor>) -> Result<(), SetError> {
        store::check_motor(motor)?;
        self.change_pin(joint, |pin| pin.motor = motor.map(store::finite_motor))
    }

    fn change_pin(&mut self, joint: JointId, change: impl FnOnce(&mut store::Pin)) -> Result<(), SetError> {
        let index = self.joints.find(joint).ok_or(Gone)?;
        let record = &mut self.joints.joint[index];
        let (a, b) = (record.a, record.b);
        if let Kind::Pin(pin) = &mut record.kind {
            change(pin);
        }
        for body in [a, b] {
            self.wake_index(body);
            self.trees.changed(self.bodies.body[body as usize].tree);
        }
        Ok(())
    }

    /// Moves the target of a mouse joint \[px\], and wakes its body.
    ///
    /// # Errors
    /// When it no longer exists, or the target isn't finite.
    pub fn set_mouse_target(&mut self, joint: JointId, to: Vec2) -> Result<(), SetError> {
        let index = self.joints.find(joint).ok_or(Gone)?;
        if !to.is_finite() {
            return Err(InvalidDesc::NotFinite("target").into());
        }
        if to.abs().max_element() > FARTHEST {
            return Err(InvalidDesc::TooLarge("target").into());
        }
        if let Kind::Mouse { target, .. } = &mut self.joints.joint[index].kind {
            *target = to;
        }
        self.wake_index(self.joints.joint[index].b);
        Ok(())
    }

    /// Moves the point and the target of a mouse joint \[px\], and wakes its body.
    ///
    /// # Errors
    /// When it no longer exists, or a point isn't finite.
    pub fn set_mouse(&mut self, joint: JointId, local: Vec2, target: Vec2) -> Result<(), SetError> {
        let index = self.joints.find(joint).ok_or(Gone)?;
        if !local.is_finite() {
            return Err(InvalidDesc::NotFinite("local").into());
        }
        if local.abs().max_element() > FARTHEST {
            return Err(InvalidDesc::TooLarge("local").into());
        }
        let body = self.joints.joint[index].b as usize;
        self.joints.joint[index].b_anchor = local - self.bodies.body[body].local_center;
        self.set_mouse_target(joint, target)
    }

    /// Says how two bodies meet from now on.
    ///
    /// # Errors
    /// When one of them no longer exists.
    pub fn set_pair(&mut self, a: BodyId, b: BodyId, rule: PairRule) -> Result<(), Gone> {
        let (i, j) = (self.bodies.find(a).ok_or(Gone)?, self.bodies.find(b).ok_or(Gone)?);
        for (one, other) in [(i, j as u32), (j, i as u32)] {
            let list = &mut self.bodies.body[one].ignores;
            match (list.binary_search(&other), rule) {
                (Err(place), PairRule::Ignore) => list.insert(place, other),
                (Ok(place), PairRule::Collide) => {
                    list.remove(place);
                }
                _ => {}
            }
            self.refresh_filter_of(one as u32);
        }
        Ok(())
    }

    /// Changes whom a body meets.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn set_filter(&mut self, body: BodyId, filter: Filter) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        self.bodies.body[index].filter = filter;
        self.wake_around(body.index);
        let clusters: Vec<u32> = core::iter::once(self.bodies.body[index].cluster)
            .chain(self.bodies.body[index].side_clusters.iter().copied())
            .filter(|&cluster| cluster != NONE)
            .collect();
        for cluster in clusters {
            self.clusters.refresh_filter(&self.bodies, &self.joints, cluster);
            // Whom it met before may not be a pair yet.
            self.clusters.moved.push(cluster);
        }
        Ok(())
    }

    /// Changes a body's surface. Contacts follow in the next step.
    ///
    /// # Errors
    /// When it no longer exists, or a number makes no sense.
    pub fn set_material(&mut self, body: BodyId, material: Material) -> Result<(), SetError> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        let sound = |value: f32| value.is_finite() && value >= 0.0;
        if !sound(material.friction) {
            return Err(InvalidDesc::NotFinite("material.friction").into());
        }
        if !sound(material.restitution) {
            return Err(InvalidDesc::NotFinite("material.restitution").into());
        }
        if !material.surface_speed.is_finite() {
            return Err(InvalidDesc::NotFinite("material.surface_speed").into());
        }
        self.bodies.body[index].material = material;
        self.wake_around(body.index);
        Ok(())
    }

    /// Puts a body's frame somewhere at once, keeping its velocity, and wakes it and what it touched. One that isn't finite
    /// poisons what can move: the next step quarantines it.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn set_pose(&mut self, body: BodyId, pose: Pose2) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        let mut place = Place::new(pose.position, pose.angle);
        place.at = place.point(self.bodies.body[index].local_center);
        if !place.is_sound() {
            self.poison(body.index);
            return Ok(());
        }
        self.heal(body.index);
        self.wake_around(body.index);
        self.bodies.place[index] = place;
        self.unplaced.push(body.index);
        self.bodies.body[index].goal = None;
        self.forget_impulses(body.index);
        if !self.bodies.is_dynamic(index) {
            self.place_still(body.index);
        }
        Ok(())
    }

    /// Has a kinematic body arrive at `pose` at the end of the next step of `dt` \[s\], with the velocity that takes. Nothing for others.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn move_to(&mut self, body: BodyId, pose: Pose2, dt: f32) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        let mut place = Place::new(pose.position, pose.angle);
        place.at = place.point(self.bodies.body[index].local_center);
        if self.bodies.body[index].kind != BodyKind::Kinematic {
            return Ok(());
        }
        let timely = dt.is_finite() && dt > 0.0;
        if !(place.is_sound() && timely) {
            self.poison(body.index);
            return Ok(());
        }
        self.heal(body.index);
        let now = self.bodies.place[index];
        // The short way round; the angle goes on counting turns.
        let angle = now.angle + tumble_math::angle::shortest(now.angle, place.angle);
        let motion = Motion {
            v: (place.at - now.at) / dt,
            w: (angle - now.angle) / dt,
        };
        if !motion.is_finite() {
            return Ok(());
        }
        self.bodies.motion[index] = capped(motion);
        self.bodies.body[index].goal = Some(Goal {
            at: place.at,
            angle,
            within: dt,
        });
        self.unplaced.push(body.index);
        self.bodies.body[index].arrived = false;
        Ok(())
    }

    /// Sets the velocity of a body's centre of mass \[px/s\] and its angular velocity \[rad/s\], and wakes it. Speeds are cut at 1e6 px/s.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn set_velocity(&mut self, body: BodyId, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        let motion = Motion { v: velocity, w: spin };
        if !motion.is_finite() {
            self.poison(body.index);
            return Ok(());
        }
        self.heal(body.index);
        if self.bodies.body[index].kind != BodyKind::Static {
            self.bodies.motion[index] = capped(motion);
            self.unplaced.push(body.index);
            self.bodies.body[index].goal = None;
            self.bodies.body[index].arrived = false;
        }
        self.wake_index(body.index);
        Ok(())
    }

    /// Applies an impulse \[kg·px/s\] at a point of the world \[px\] to a dynamic body, and wakes it. One that isn't finite quarantines the
    /// body at the next step.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn apply_impulse(&mut self, body: BodyId, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        let arm = at - self.bodies.place[index].at;
        self.apply(index, impulse, arm.x * impulse.y - arm.y * impulse.x);
        Ok(())
    }

    /// Applies a torque impulse [kg·px²/s] to a dynamic body, and wakes it.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn apply_torque_impulse(&mut self, body: BodyId, turn: f32) -> Result<(), Gone> {
        let index = self.bodies.find(body).ok_or(Gone)?;
        self.apply(index, Vec2::ZERO, turn);
        Ok(())
    }

    fn apply(&mut self, index: usize, push: Vec2, turn: f32) {
        if !self.bodies.is_dynamic(index) {
            return;
        }
        if !(push.is_finite() && turn.is_finite()) {
            self.poison(index as u32);
            return;
        }
        let (mass, inertia) = (self.bodies.body[index].mass, self.bodies.body[index].inertia);
        let motion = self.bodies.motion[index];
        let motion = Motion {
            v: motion.v + push / mass,
            w: motion.w + turn / inertia,
        };
        if motion.is_finite() {
            self.bodies.motion[index] = capped(motion);
            self.unplaced.push(index as u32);
            self.wake_index(index as u32);
        } else {
            self.poison(index as u32);
        }
    }

    /// Sets gravity \[px/s²\] and wakes everything. One that isn't finite is ignored.
    pub fn set_gravity(&mut self, gravity: Vec2) {
        if gravity.is_finite() && gravity != self.settings.gravity {
            self.settings.gravity = gravity;
            for tree in 0..self.trees.tree.len() {
                if self.trees.tree[tree].alive {
                    self.trees.wake(tree as u32);
                }
            }
        }
    }

    /// Runs in the lanes of another instruction set, for tests; in plain code where the machine doesn't have it. The bytes are the same.
    pub fn set_isa(&mut self, isa: crate::Isa) {
        self.solver.set_isa(isa);
    }

    /// Solves at least so many figures and loose bodies together, as one piece of work for a thread and its cache; default 48. For tests and tuning:
    /// the bytes are the same.
    pub fn set_group_size(&mut self, trees: u32) {
        self.solver.set_group_size(trees);
    }

    /// Steps with so many threads from now on; 0 and 1 are the caller's own. The bytes are the same for any number.
    ///
    /// # Errors
    /// When the threads can't be started: the system's own words.
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, count: usize) -> Result<(), String> {
        self.solver.threads = if count < 2 {
            None
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
            Some(std::sync::Arc::new(pool.map_err(|error| error.to_string())?))
        };
        Ok(())
    }

    /// Wakes a body, and all that sleeps with it.
    ///
    /// # Errors
    /// When it no longer exists.
    pub fn wake(&mut self, body: BodyId) -> Result<(), Gone> {
        self.bodies.find(body).ok_or(Gone)?;
        self.wake_index(body.index);
        Ok(())
    }

    fn poison(&mut self, body: u32) {
        let record = &mut self.bodies.body[body as usize];
        if record.kind != BodyKind::Static && record.health == Health::Sound {
            record.health = Health::Poisoned;
            self.wake_index(body);
        }
    }

    /// Takes a quarantined body back in.
    fn heal(&mut self, body: u32) {
        let record = &mut self.bodies.body[body as usize];
        if record.health == Health::Sound {
            return;
        }
        if record.health == Health::Quarantined {
            let joints = record.joints.clone();
            record.health = Health::Sound;
            if record.kind != BodyKind::Dynamic {
                return;
            }
            self.trees.dirty.push(body);
            for joint in joints {
                let (a, b) = (
                    self.joints.joint[joint as usize].a,
                    self.joints.joint[joint as usize].b,
                );
                for end in [a, b] {
                    if self.bodies.is_dynamic(end as usize) {
                        self.wake_index(end);
                        self.trees.dirty.push(end);
                    }
                }
            }
        } else {
            record.health = Health::Sound;
        }
    }

    pub(crate) fn wake_index(&mut self, body: u32) {
        let tree = self.bodies.body[body as usize].tree;
        if tree != NONE {
            self.trees.wake(tree);
        }
    }

    /// Wakes a body and everything in contact with it.
    pub(crate) fn wake_around(&mut self, body: u32) {
        self.wake_index(body);
        let others: Vec<u32> = self
            .contacts_of(body)
            .map(|contact| if contact.a == body { contact.b } else { contact.a })
            .collect();
        for other in others {
            self.wake_index(other);
        }
    }

    /// Forgets what a body's contacts and joints start from: it was put elsewhere.
    fn forget_impulses(&mut self, body: u32) {
        for contact in &mut self.pairs.contacts {
            if contact.a == body || contact.b == body {
                for point in &mut contact.points {
                    point.normal_impulse = 0.0;
                    point.tangent_impulse = 0.0;
                }
            }
        }
        for &joint in &self.bodies.body[body as usize].joints {
            self.joints.joint[joint as usize].impulse = Impulse::default();
            self.joints.joint[joint as usize].held = 0.0;
        }
    }
}

/// Why something could not be set.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SetError {
    /// What was to be set no longer exists.
    #[error(transparent)]
    Gone(#[from] Gone),
    /// The value makes no sense.
    #[error(transparent)]
    Invalid(#[from] InvalidDesc),
}

/// A motion that isn't faster than the world's numbers allow.
pub(crate) fn capped(motion: Motion) -> Motion {
    Motion {
        v: motion.v.clamp_length_max(FASTEST),
        w: motion.w.clamp(-FASTEST, FASTEST),
    }
}
