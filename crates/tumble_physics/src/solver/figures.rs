//! Figures: trees that are solved in lanes, and what rows see of them.
//!
//! Each step the trees that are awake are seated in batches, eight of one shape side by side. A row between a figure and something else
//! sees the figure's body as a velocity and as the inverse mass that the whole figure gives it. Bodies of one figure that are touched at
//! the same time don't see each other's impulses until the figure is solved again, so each is shown lighter by the factor (1 + n)/2 for n of
//! them: a block Jacobi step, damped so that the sum of the answers doesn't overshoot what the figure as a whole gives ("mass splitting",
//! Tonge et al. 2012).

use tumble_math::Vec2;

use super::batch::assemble::Step;
use super::batch::{Batch, BodyConstants, BodyMotion, ContactSlot, PinConstants, SLOTS, Topology, stiffness};
use super::rows::{Inverse, RowBody};
use super::wide::{Isa, LANES};
use crate::joint::store::{Joint, Kind};
use crate::world::World;
use crate::world::bodies::{Motion, NONE, Place};
use crate::world::contacts::Contact;
use crate::world::trees::Tree;

/// Marks row bodies that are figures' until their places are known.
const FIGURE: u32 = 1 << 31;

/// Where a tree sits.
#[derive(Clone, Copy, Debug)]
struct Seat {
    batch: u32,
    lane: u32,
}

/// A figure's body that rows touch.
#[derive(Clone, Copy, Debug)]
struct Coupled {
    body: u32,
    seat: Seat,
    place: u32,
    tree: u32,
    /// Where it was at the step's start, from its lane's origin.
    start: Vec2,
    cos: f32,
    sin: f32,
}

/// A contact point that a tree solves.
#[derive(Clone, Copy, Debug)]
struct Taken {
    contact: u32,
    point: u8,
    slot: u8,
    seat: Seat,
    place: u32,
}

/// Who sits in a batch.
#[derive(Clone, Debug)]
struct Seating {
    /// The tree shape, of those of the world.
    shape: u32,
    count: u32,
    trees: [u32; LANES],
    /// The versions of the constants that lanes hold, with their trees: 0 is none.
    held: [(u32, u32); LANES],
    /// The origin of each lane's coordinates.
    origins: [Vec2; LANES],
    /// Whether rows touch any of them.
    coupled: bool,
}

/// All figures of a step.
#[derive(Debug)]
pub(crate) struct Figures {
    isa: Isa,
    batches: Vec<Batch>,
    seating: Vec<Seating>,
    seats: Vec<Option<Seat>>,
    coupled: Vec<Coupled>,
    /// Which of `coupled` a body is.
    index: Vec<u32>,
    /// How many coupled bodies each tree has.
    touched: Vec<u32>,
    taken: Vec<Taken>,
    /// Contact slots in use of each body.
    filled: Vec<u8>,
    /// The batches of each shape that were begun in this step.
    open: Vec<u32>,
    first_row: u32,
    constants: Vec<BodyConstants>,
    used: usize,
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            isa: Isa::detect(),
            batches: Vec::new(),
            seating: Vec::new(),
            seats: Vec::new(),
            coupled: Vec::new(),
            index: Vec::new(),
            touched: Vec::new(),
            taken: Vec::new(),
            filled: Vec::new(),
            open: Vec::new(),
            first_row: u32::MAX,
            constants: Vec::new(),
            used: 0,
        }
    }
}

impl Figures {
    /// Runs in the lanes of another instruction set from now on, or in the best that there is instead.
    pub(crate) fn set_isa(&mut self, isa: Isa) {
        self.isa = isa.available();
        self.batches.clear();
        self.seating.clear();
    }

    pub(crate) fn isa(&self) -> Isa {
        self.isa
    }

    /// Whether a tree is solved here; bodies on their own that hang on nothing aren't.
    pub(crate) fn takes(tree: &Tree) -> bool {
        tree.members.len() > 1 || tree.anchored
    }

    /// Whether a body's tree is solved here in this step.
    pub(crate) fn holds(&self, world: &World, body: u32) -> bool {
        let tree = world.bodies.body[body as usize].tree;
        tree != NONE && self.seats.get(tree as usize).is_some_and(Option::is_some)
    }

    /// Seats all trees that are awake, and reads their state.
    pub(crate) fn gather(&mut self, world: &World) {
        self.seats.clear();
        self.seats.resize(world.trees.tree.len(), None);
        self.touched.clear();
        self.touched.resize(world.trees.tree.len(), 0);
        self.index.clear();
        self.index.resize(world.bodies.slots.places(), NONE);
        self.filled.clear();
        self.filled.resize(world.bodies.slots.places(), 0);
        self.coupled.clear();
        self.taken.clear();
        self.first_row = u32::MAX;
        self.open.clear();
        self.open.resize(world.trees.shapes.len(), NONE);
        self.used = 0;
        for (at, tree) in world.trees.tree.iter().enumerate() {
            if tree.alive && tree.awake && Self::takes(tree) {
                let seat = self.seat(world, at as u32, tree);
                self.seats[at] = Some(seat);
            }
        }
        for batch in 0..self.used {
            let count = self.seating[batch].count as usize;
            for lane in count..LANES {
                if self.seating[batch].held[lane] != (NONE, 0) {
                    self.batches[batch].clear_lane(lane);
                    self.seating[batch].held[lane] = (NONE, 0);
                }
            }
        }
        for at in 0..world.trees.tree.len() {
            if let Some(seat) = self.seats[at] {
                self.read(world, at as u32, seat);
            }
        }
    }

    fn seat(&mut self, world: &World, index: u32, tree: &Tree) -> Seat {
        let shape = tree.shape as usize;
        if self.open[shape] == NONE || self.seating[self.open[shape] as usize].count as usize == LANES {
            let batch = self.used;
            self.used += 1;
            self.open[shape] = batch as u32;
            let fits = self
                .seating
                .get(batch)
                .is_some_and(|seating| seating.shape == tree.shape);
            if !fits {
                let wanted = &world.trees.shapes[shape];
                let topology = Topology {
                    parents: wanted.parents.clone(),
                    anchored: wanted.anchored,
                };
                let same = self
                    .batches
                    .get(batch)
                    .is_some_and(|batch| batch.topology == topology);
                if !same {
                    let made = Batch::new(topology, self.isa);
                    if batch == self.batches.len() {
                        self.batches.push(made);
                    } else {
                        self.batches[batch] = made;
                    }
                }
                let seating = Seating {
                    shape: tree.shape,
                    count: 0,
                    trees: [NONE; LANES],
                    held: [(NONE, 0); LANES],
                    origins: [Vec2::ZERO; LANES],
                    coupled: false,
                };
                if batch == self.seating.len() {
                    self.seating.push(seating);
                } else {
                    self.seating[batch] = seating;
                }
            }
            self.batches[batch].clear_contacts();
            self.seating[batch].count = 0;
            self.seating[batch].coupled = false;
        }
        let batch = self.open[shape];
        let seating = &mut self.seating[batch as usize];
        let lane = seating.count;
        seating.count += 1;
        seating.trees[lane as usize] = index;
        Seat { batch, lane }
    }

    fn read(&mut self, world: &World, index: u32, seat: Seat) {
        let tree = &world.trees.tree[index as usize];
        let (batch, lane) = (&mut self.batches[seat.batch as usize], seat.lane as usize);
        let seating = &mut self.seating[seat.batch as usize];
        if seating.held[lane] != (index, tree.version) {
            self.constants.clear();
            for (&member, &edge) in tree.members.iter().zip(&tree.edges) {
                self.constants.push(constants(world, member, edge));
            }
            batch.set_constants(lane, &self.constants);
            seating.held[lane] = (index, tree.version);
        }
        let origin = world.bodies.place[tree.members[0] as usize].at;
        seating.origins[lane] = origin;
        for (at, (&member, &edge)) in tree.members.iter().zip(&tree.edges).enumerate() {
            let (place, motion) = (
                &world.bodies.place[member as usize],
                world.bodies.motion[member as usize],
            );
            let from = place.at - origin;
            let state = BodyMotion {
                x: from.x,
                y: from.y,
                angle: place.angle,
                vx: motion.v.x,
                vy: motion.v.y,
                w: motion.w,
            };
            batch.write(lane, at, &state, place.cos, place.sin);
            if edge != NONE {
                batch.set_held(lane, at, world.joints.joint[edge as usize].held);
            }
        }
        if tree.anchored {
            let (fixed, arm) = anchor_of(&world.joints.joint[tree.edges[0] as usize], tree.members[0]);
            let (place, motion) = (
                &world.bodies.place[fixed as usize],
                world.bodies.motion[fixed as usize],
            );
            let arm = place.rotate(arm);
            let velocity = motion.at(arm);
            let from = place.at - origin + arm;
            let anchor = &mut batch.anchor;
            anchor.x.0[lane] = from.x;
            anchor.y.0[lane] = from.y;
            anchor.angle.0[lane] = place.angle;
            anchor.vx.0[lane] = velocity.x;
            anchor.vy.0[lane] = velocity.y;
            anchor.w.0[lane] = motion.w;
        }
    }

    /// Takes a contact with something whose motion is known into the tree, when there is a place for it.
    pub(crate) fn take_contact(
        &mut self,
        world: &World,
        index: u32,
        contact: &Contact,
        a_lives: bool,
        h: f32,
    ) -> bool {
        let (body, other) = if a_lives {
            (contact.a, contact.b)
        } else {
            (contact.b, contact.a)
        };
        let record = &world.bodies.body[body as usize];
        let Some(Some(seat)) = self.seats.get(record.tree as usize).copied() else {
            return false;
        };
        let count = contact.count;
        if self.filled[body as usize] + count > SLOTS as u8 {
            return false;
        }
        let tree = &world.trees.tree[record.tree as usize];
        let figure_mass: f32 = tree
            .members
            .iter()
            .map(|&member| world.bodies.body[member as usize].mass)
            .sum();
        let place = &world.bodies.place[body as usize];
        let motion = world.bodies.motion[other as usize];
        let normal = if a_lives { -contact.normal } else { contact.normal };
        let tangent = Vec2::new(-normal.y, normal.x);
        for (at, point) in contact.points[..usize::from(count)].iter().enumerate() {
            let (arm, other_arm) = if a_lives {
                (point.arm_a, point.arm_b)
            } else {
                (point.arm_b, point.arm_a)
            };
            let surface = motion.at(other_arm) + tangent * contact.surface_speed;
            let local = place.frame().unrotate(arm);
            let slot = ContactSlot {
                normal: normal.to_array(),
                arm: local.to_array(),
                separation: point.separation,
                surface: surface.to_array(),
                friction: contact.friction,
                stiffness: stiffness(record.mass, figure_mass, h),
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
            };
            let free = self.filled[body as usize];
            self.batches[seat.batch as usize].set_contact(
                seat.lane as usize,
                record.tree_place as usize,
                usize::from(free),
                &slot,
            );
            self.filled[body as usize] += 1;
            self.taken.push(Taken {
                contact: index,
                point: at as u8,
                slot: free,
                seat,
                place: record.tree_place,
            });
        }
        true
    }

    /// Notes that rows touch a figure's body, and gives it a number that `row` makes a row body of.
    pub(crate) fn note(&mut self, world: &World, body: u32) -> u32 {
        let at = body as usize;
        if self.index[at] == NONE {
            let record = &world.bodies.body[at];
            let Some(Some(seat)) = self.seats.get(record.tree as usize).copied() else {
                return 0;
            };
            let place = &world.bodies.place[at];
            let origin = self.seating[seat.batch as usize].origins[seat.lane as usize];
            self.index[at] = self.coupled.len() as u32;
            self.coupled.push(Coupled {
                body,
                seat,
                place: record.tree_place,
                tree: record.tree,
                start: place.at - origin,
                cos: place.cos,
                sin: place.sin,
            });
            self.touched[record.tree as usize] += 1;
            self.seating[seat.batch as usize].coupled = true;
        }
        FIGURE | self.index[at]
    }

    /// The row body of a noted number; others are row bodies already.
    pub(crate) fn row(&self, noted: u32) -> u32 {
        if noted & FIGURE == 0 {
            noted
        } else {
            self.first_row + (noted & !FIGURE)
        }
    }

    /// Makes the row bodies of all that was noted, from `start` on.
    pub(crate) fn add_row_bodies(&mut self, start: u32, bodies: &mut Vec<RowBody>, owner: &mut Vec<u32>) {
        self.first_row = start;
        for batch in 0..self.used {
            if self.seating[batch].coupled {
                // Before the first solve nothing is factored: free bodies stand in.
                continue;
            }
        }
        for coupled in &self.coupled {
            bodies.push(RowBody::FIXED);
            owner.push(coupled.body);
        }
        self.load_velocities(bodies);
    }

    pub(crate) fn none_coupled(&self) -> bool {
        self.coupled.is_empty()
    }

    pub(crate) fn first_row(&self) -> u32 {
        self.first_row
    }

    /// Takes the impulses that rows gave.
    fn take_pushes(&mut self, bodies: &mut [RowBody]) {
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let row = &mut bodies[first + at];
            let batch = &mut self.batches[coupled.seat.batch as usize];
            let (place, lane) = (coupled.place as usize, coupled.seat.lane as usize);
            batch.push[0][place].0[lane] += row.push.x;
            batch.push[1][place].0[lane] += row.push.y;
            batch.push[2][place].0[lane] += row.turn;
            row.push = Vec2::ZERO;
            row.turn = 0.0;
        }
    }

    fn load_velocities(&self, bodies: &mut [RowBody]) {
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let row = &mut bodies[first + at];
            let state = &self.batches[coupled.seat.batch as usize].state;
            let (place, lane) = (coupled.place as usize, coupled.seat.lane as usize);
            row.v = Vec2::new(state.vx[place].0[lane], state.vy[place].0[lane]);
            row.w = state.w[place].0[lane];
        }
    }

    /// Solves all figures for a sub-step, with the impulses that rows start with.
    pub(crate) fn solve(&mut self, step: &Step, bodies: &mut [RowBody]) {
        self.take_pushes(bodies);
        for (batch, seating) in self.batches[..self.used].iter_mut().zip(&self.seating) {
            batch.solve(step);
            if seating.coupled {
                batch.respond();
            }
        }
        self.load_velocities(bodies);
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let response = &self.batches[coupled.seat.batch as usize].response;
            let (place, lane) = (coupled.place as usize, coupled.seat.lane as usize);
            let get = |axis: usize| response[axis][place].0[lane];
            let inverse = Inverse {
                xx: get(0),
                xy: get(1),
                yy: get(2),
                xw: get(3),
                yw: get(4),
                ww: get(5),
            };
            let split = 0.5 * (1.0 + self.touched[coupled.tree as usize] as f32);
            bodies[first + at].inverse = inverse.scaled(split);
        }
    }

    /// Solves the figures that rows touch again, for the impulses that rows gave.
    pub(crate) fn resolve(&mut self, bodies: &mut [RowBody]) {
        if self.coupled.is_empty() {
            return;
        }
        self.take_pushes(bodies);
        for (batch, seating) in self.batches[..self.used].iter_mut().zip(&self.seating) {
            if seating.coupled {
                batch.resolve();
            }
        }
        self.load_velocities(bodies);
    }

    /// Moves all figures on by a sub-step.
    pub(crate) fn integrate(&mut self, h: f32, bodies: &mut [RowBody]) {
        for batch in &mut self.batches[..self.used] {
            batch.integrate(h);
        }
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let row = &mut bodies[first + at];
            let state = &self.batches[coupled.seat.batch as usize].state;
            let (place, lane) = (coupled.place as usize, coupled.seat.lane as usize);
            let (cos, sin) = (state.cos[place].0[lane], state.sin[place].0[lane]);
            row.moved = Vec2::new(state.x[place].0[lane], state.y[place].0[lane]) - coupled.start;
            row.cos = cos * coupled.cos + sin * coupled.sin;
            row.sin = sin * coupled.cos - cos * coupled.sin;
        }
    }

    pub(crate) fn count_impulses(&mut self) {
        for batch in &mut self.batches[..self.used] {
            batch.count_impulses();
        }
    }

    /// Writes everything back.
    pub(crate) fn scatter(&mut self, world: &mut World) {
        world.counters.figures = 0;
        world.counters.batches = self.used as u32;
        for (batch, seating) in self.batches[..self.used].iter().zip(&self.seating) {
            world.counters.figures += seating.count;
            for lane in 0..seating.count as usize {
                let tree = &world.trees.tree[seating.trees[lane] as usize];
                let origin = seating.origins[lane];
                let state = &batch.state;
                for (at, (&member, &edge)) in tree.members.iter().zip(&tree.edges).enumerate() {
                    let member = member as usize;
                    world.bodies.place[member] = Place {
                        at: origin + Vec2::new(state.x[at].0[lane], state.y[at].0[lane]),
                        angle: state.angle[at].0[lane],
                        cos: state.cos[at].0[lane],
                        sin: state.sin[at].0[lane],
                    };
                    world.bodies.motion[member] = Motion {
                        v: Vec2::new(state.vx[at].0[lane], state.vy[at].0[lane]),
                        w: state.w[at].0[lane],
                    };
                    if edge != NONE {
                        world.joints.joint[edge as usize].held = batch.held(lane, at);
                    }
                }
            }
        }
        for taken in &self.taken {
            let batch = &self.batches[taken.seat.batch as usize];
            let [normal, tangent, total] = batch.contact(
                taken.seat.lane as usize,
                taken.place as usize,
                usize::from(taken.slot),
            );
            let point = &mut world.pairs.contacts[taken.contact as usize].points[usize::from(taken.point)];
            point.normal_impulse = normal;
            point.tangent_impulse = tangent;
            point.total = total;
        }
    }
}

/// The fixed body of an anchored root's pin, and the anchor on it.
fn anchor_of(joint: &Joint, root: u32) -> (u32, Vec2) {
    if joint.b == root {
        (joint.a, joint.a_anchor)
    } else {
        (joint.b, joint.b_anchor)
    }
}

/// What stays the same of a body and of the pin on which it hangs.
fn constants(world: &World, member: u32, edge: u32) -> BodyConstants {
    let body = &world.bodies.body[member as usize];
    let pin = if edge == NONE {
        PinConstants::FREE
    } else {
        pin_constants(&world.joints.joint[edge as usize], member)
    };
    BodyConstants {
        mass: body.mass,
        inertia: body.inertia,
        linear_damping: body.linear_damping,
        angular_damping: body.angular_damping,
        gravity_scale: body.gravity_scale,
        pin,
    }
}

/// A pin in the tree's sense; where the tree's child is the joint's parent, angles are negated.
fn pin_constants(joint: &Joint, child: u32) -> PinConstants {
    let Kind::Pin(pin) = joint.kind else {
        return PinConstants::FREE;
    };
    let forward = joint.b == child;
    let (parent_arm, child_arm) = if forward {
        (joint.a_anchor, joint.b_anchor)
    } else {
        (joint.b_anchor, joint.a_anchor)
    };
    let sign = if forward { 1.0 } else { -1.0 };
    let [low, high] = pin.limits.unwrap_or([f32::NEG_INFINITY, f32::INFINITY]);
    let (lower, upper) = if forward { (low, high) } else { (-high, -low) };
    let (target, hertz, damping_ratio, spring_torque) =
        pin.pose_spring.map_or((0.0, 0.0, 0.0, 0.0), |spring| {
            (
                sign * spring.target,
                spring.spring.hertz,
                spring.spring.damping_ratio,
                spring.max_torque.min(f32::MAX),
            )
        });
    let (speed, motor_torque) = pin.motor.map_or((0.0, 0.0), |motor| {
        (sign * motor.speed, motor.max_torque.min(f32::MAX))
    });
    PinConstants {
        parent_arm: parent_arm.to_array(),
        child_arm: child_arm.to_array(),
        zero: sign * pin.zero,
        lower,
        upper,
        target,
        hertz,
        damping_ratio,
        spring_torque,
        speed,
        motor_torque,
        wraps: pin.limits.is_none(),
    }
}
