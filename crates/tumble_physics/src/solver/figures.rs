//! Figures: trees that are solved in lanes, and what rows see of them.
//!
//! Each step the trees that are awake are seated in batches, eight of one shape side by side. A row between a figure and something else
//! sees the figure's body as a velocity and as the inverse mass that the whole figure gives it. Bodies of one figure that are touched at
//! the same time don't see each other's impulses until the figure is solved again, so each is shown lighter by the factor (1 + n)/2 for n of
//! them: a block Jacobi step, damped so that the sum of the answers doesn't overshoot what the figure as a whole gives ("mass splitting",
//! Tonge et al. 2012).

use tumble_math::Vec2;

use super::constants::{Pace, anchor_of, constants};
use super::lanes::{Isa, LANES};
use super::plan::Plan;
use super::rows::RowBody;
use super::threads::{Threads, each};
use super::tree::{
    AnchorNow, Batch, BodyNow, ContactNow, InnerNow, InnerPass, InnerPointNow, Scratch, SubStep, Topology,
    contact_stiffness,
};
use crate::event::Event;
use crate::shape::Piece;
use crate::world::World;
use crate::world::bodies::{Motion, NONE, Place as Pose};
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

/// Where a body sits; with no batch, nowhere.
#[derive(Clone, Copy, Debug)]
struct Place {
    batch: u32,
    lane: u16,
    member: u16,
}

impl Place {
    const NOWHERE: Self = Self {
        batch: NONE,
        lane: 0,
        member: 0,
    };

    fn seat(self) -> Seat {
        Seat {
            batch: self.batch,
            lane: u32::from(self.lane),
        }
    }

    /// Batch, lane, and place in the figure.
    fn indices(self) -> (usize, usize, usize) {
        (
            self.batch as usize,
            usize::from(self.lane),
            usize::from(self.member),
        )
    }

    fn same_figure(self, other: Self) -> bool {
        self.batch == other.batch && self.lane == other.lane
    }
}

/// A figure's body that rows touch.
#[derive(Clone, Copy, Debug)]
struct Coupled {
    body: u32,
    at: Place,
}

/// A contact point that a tree solves.
#[derive(Clone, Copy, Debug)]
struct Taken {
    contact: u32,
    point: u8,
    slot: u16,
    seat: Seat,
}

/// A contact between two bodies of a figure.
#[derive(Clone, Copy, Debug)]
struct TakenInner {
    contact: u32,
    slot: u16,
    seat: Seat,
}

/// A batch, and who sits in it.
#[derive(Debug)]
struct Bench {
    batch: Batch,
    /// The tree shape, of those of the world.
    shape: u32,
    count: u32,
    trees: [u32; LANES],
    /// The fingerprints of the constants that the lanes hold; none in one that is empty.
    held: [Option<u64>; LANES],
    /// Whether rows touch any of them.
    coupled: bool,
    /// Whether forces in pins are asked for.
    counts: bool,
}

/// All figures of a group. Bodies have the numbers that they have in the group.
#[derive(Debug)]
pub(crate) struct Figures {
    isa: Isa,
    benches: Vec<Bench>,
    used: usize,
    places: Vec<Place>,
    coupled: Vec<Coupled>,
    /// Which of `coupled` a body is.
    index: Vec<u32>,
    /// Where in `coupled` the numbers that were given out lead.
    place_of: Vec<u32>,
    sorted: Vec<Coupled>,
    taken: Vec<Taken>,
    taken_inner: Vec<TakenInner>,
    /// The bench of each tree shape that may have room, of trees without and with springs and motors: these take more solves.
    open: Vec<u32>,
    first_row: u32,
    scratch: Scratch,
    /// Whether lone benches have run this step.
    lone_done: bool,
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            isa: Isa::detect(),
            benches: Vec::new(),
            used: 0,
            places: Vec::new(),
            coupled: Vec::new(),
            index: Vec::new(),
            place_of: Vec::new(),
            sorted: Vec::new(),
            taken: Vec::new(),
            taken_inner: Vec::new(),
            open: Vec::new(),
            first_row: u32::MAX,
            scratch: Scratch::default(),
            lone_done: false,
        }
    }
}

impl Figures {
    /// Runs in the lanes of another instruction set from now on, or in plain code where the machine doesn't have it.
    pub(crate) fn set_isa(&mut self, isa: Isa) {
        if self.isa != isa {
            self.isa = isa;
            self.benches.clear();
            self.used = 0;
        }
    }

    pub(crate) fn isa(&self) -> Isa {
        self.isa
    }

    /// Whether a tree is solved here; bodies on their own that hang on nothing aren't.
    pub(crate) fn takes(tree: &Tree) -> bool {
        tree.members.len() > 1 || tree.anchored
    }

    /// Whether a body's tree is solved here in this step.
    pub(crate) fn holds(&self, number: u32) -> bool {
        self.places[number as usize].batch != NONE
    }

    /// Begins a step of a group of so many bodies, with trees of so many shapes: nobody sits.
    pub(crate) fn begin(&mut self, bodies: usize, shapes: usize) {
        refill(&mut self.places, bodies, Place::NOWHERE);
        refill(&mut self.index, bodies, NONE);
        refill(&mut self.open, 2 * shapes, NONE);
        self.coupled.clear();
        self.taken.clear();
        self.taken_inner.clear();
        self.first_row = u32::MAX;
        self.used = 0;
        self.lone_done = false;
    }

    /// Seats a tree, whose members have the numbers from `first` on, and reads its state.
    pub(crate) fn add(&mut self, world: &World, plan: &Plan, index: u32, first: u32) {
        let tree = &world.trees.tree[index as usize];
        let seat = self.seat(world, index, tree, plan.driven(index));
        let places = &mut self.places[first as usize..first as usize + tree.members.len()];
        for (member, place) in places.iter_mut().enumerate() {
            *place = Place {
                batch: seat.batch,
                lane: seat.lane as u16,
                member: member as u16,
            };
        }
        self.read(world, index, seat, plan.fingerprint(index), plan.pace());
    }

    /// Says that all trees sit.
    pub(crate) fn close(&mut self) {
        for bench in &mut self.benches[..self.used] {
            for lane in bench.count as usize..LANES {
                if bench.held[lane].is_some() {
                    bench.batch.clear_lane(lane);
                    bench.held[lane] = None;
                }
            }
        }
    }

    fn seat(&mut self, world: &World, index: u32, tree: &Tree, driven: bool) -> Seat {
        let open = &mut self.open[2 * tree.shape as usize + usize::from(driven)];
        if *open == NONE || self.benches[*open as usize].count as usize == LANES {
            *open = self.used as u32;
            let at = self.used;
            self.used += 1;
            if self.benches.get(at).is_none_or(|bench| bench.shape != tree.shape) {
                let shape = &world.trees.shapes[tree.shape as usize];
                let topology = Topology {
                    parents: shape.parents.clone(),
                    anchored: shape.anchored,
                };
                let bench = Bench {
                    batch: Batch::new(&topology, self.isa),
                    shape: tree.shape,
                    count: 0,
                    trees: [NONE; LANES],
                    held: [None; LANES],
                    coupled: false,
                    counts: false,
                };
                if at == self.benches.len() {
                    self.benches.push(bench);
                } else {
                    self.benches[at] = bench;
                }
            }
            let bench = &mut self.benches[at];
            bench.batch.clear_contacts();
            bench.count = 0;
            bench.coupled = false;
            bench.counts = false;
        }
        let open = *open;
        let bench = &mut self.benches[open as usize];
        let lane = bench.count;
        bench.count += 1;
        bench.trees[lane as usize] = index;
        Seat { batch: open, lane }
    }

    fn read(&mut self, world: &World, index: u32, seat: Seat, fingerprint: u64, pace: Pace) {
        let tree = &world.trees.tree[index as usize];
        let bench = &mut self.benches[seat.batch as usize];
        let lane = seat.lane as usize;
        bench.counts |= tree.counts_forces;
        if bench.held[lane] != Some(fingerprint) {
            let members = tree.members.iter().zip(&tree.edges);
            bench.batch.write_constants(
                lane,
                members.map(|(&member, &edge)| constants(world, member, edge, pace)),
            );
            bench.held[lane] = Some(fingerprint);
        }
        let origin = world.bodies.place[tree.members[0] as usize].at;
        bench.batch.write_state(
            lane,
            origin,
            tree.members.iter().map(|&member| {
                let (place, motion) = (
                    &world.bodies.place[member as usize],
                    world.bodies.motion[member as usize],
                );
                BodyNow {
                    at: place.at,
                    angle: place.angle,
                    cos: place.cos,
                    sin: place.sin,
                    v: motion.v,
                    w: motion.w,
                }
            }),
        );
        for (at, &edge) in tree.edges.iter().enumerate() {
            if edge != NONE {
                bench
                    .batch
                    .write_held(lane, at, world.joints.joint[edge as usize].held);
            }
        }
        if tree.anchored {
            let (fixed, arm) = anchor_of(&world.joints.joint[tree.edges[0] as usize], tree.members[0]);
            let (place, motion) = (
                &world.bodies.place[fixed as usize],
                world.bodies.motion[fixed as usize],
            );
            let arm = place.rotate(arm);
            bench.batch.write_anchor(
                lane,
                AnchorNow {
                    at: place.at + arm,
                    v: motion.at(arm),
                    angle: place.angle,
                    spin: motion.w,
                },
            );
        }
    }

    /// Takes a contact of body `number` with something whose motion is known into the tree, when there is a place for it.
    pub(crate) fn take_contact(
        &mut self,
        world: &World,
        index: u32,
        contact: &Contact,
        number: u32,
        a_lives: bool,
    ) -> bool {
        let (body, other) = if a_lives {
            (contact.a, contact.b)
        } else {
            (contact.b, contact.a)
        };
        let at = self.places[number as usize];
        if at.batch == NONE {
            return false;
        }
        let seat = at.seat();
        let record = &world.bodies.body[body as usize];
        let tree = &world.trees.tree[record.tree as usize];
        let motion = world.bodies.motion[other as usize];
        let normal = if a_lives { -contact.normal } else { contact.normal };
        let tangent = Vec2::new(-normal.y, normal.x);
        let stiffness = contact_stiffness(tree.mass, record.mass);
        let skin = match &world.bodies.piece[body as usize] {
            Piece::Circle { radius, .. } | Piece::Capsule { radius, .. } => *radius,
            Piece::Polygon(convex) => convex.radius,
            Piece::Side(_) => 0.0,
        };
        let start = self.taken.len();
        for (number, point) in contact.points[..usize::from(contact.count)].iter().enumerate() {
            let (arm, other_arm) = if a_lives {
                (point.arm_a, point.arm_b)
            } else {
                (point.arm_b, point.arm_a)
            };
            let surface = motion.at(other_arm);
            let now = ContactNow {
                normal,
                arm,
                skin,
                separation: point.separation,
                lift: surface.dot(normal),
                slide: surface.dot(tangent) + contact.surface_speed,
                friction: contact.friction,
                stiffness,
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
            };
            let batch = &mut self.benches[seat.batch as usize].batch;
            let Some(slot) = batch.add_contact(seat.lane as usize, usize::from(at.member), &now) else {
                // A body with so many contacts is held by the others.
                break;
            };
            self.taken.push(Taken {
                contact: index,
                point: number as u8,
                slot,
                seat,
            });
        }
        self.taken.len() > start
    }

    /// Takes a contact between two bodies, when they are of one figure and it gives nothing back.
    pub(crate) fn take_inner(&mut self, index: u32, contact: &Contact, [a, b]: [u32; 2]) -> bool {
        let (a, b) = (self.places[a as usize], self.places[b as usize]);
        if a.batch == NONE || !a.same_figure(b) || contact.restitution != 0.0 {
            return false;
        }
        let mut now = InnerNow {
            normal: contact.normal,
            friction: contact.friction,
            surface_speed: contact.surface_speed,
            points: [InnerPointNow::default(); 2],
            count: usize::from(contact.count),
        };
        for (to, point) in now.points.iter_mut().zip(&contact.points) {
            *to = InnerPointNow {
                arm_a: point.arm_a,
                arm_b: point.arm_b,
                separation: point.separation,
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
            };
        }
        let seat = a.seat();
        let batch = &mut self.benches[seat.batch as usize].batch;
        let places = (usize::from(a.member), usize::from(b.member));
        let Some(slot) = batch.add_inner(seat.lane as usize, places, &now) else {
            return false;
        };
        self.taken_inner.push(TakenInner {
            contact: index,
            slot,
            seat,
        });
        true
    }

    /// Notes that rows touch a figure's body, and gives it a number that `row` makes a row body of.
    pub(crate) fn note(&mut self, body: u32, number: u32) -> u32 {
        let index = &mut self.index[number as usize];
        if *index == NONE {
            let at = self.places[number as usize];
            *index = self.coupled.len() as u32;
            self.coupled.push(Coupled { body, at });
            let bench = &mut self.benches[at.batch as usize];
            bench.batch.touch(usize::from(at.lane), usize::from(at.member));
            bench.coupled = true;
        }
        FIGURE | *index
    }

    /// The row body of a noted number; others are row bodies already.
    pub(crate) fn row(&self, noted: u32) -> u32 {
        if noted & FIGURE == 0 {
            noted
        } else {
            self.first_row + self.place_of[(noted & !FIGURE) as usize]
        }
    }

    /// Makes the row bodies of all that was noted, from `start` on, and readies the benches.
    pub(crate) fn add_row_bodies(&mut self, start: u32, bodies: &mut Vec<RowBody>, owner: &mut Vec<u32>) {
        self.first_row = start;
        // In the order of bodies, which is about that of memory; numbers given before lead there.
        refill(&mut self.place_of, self.coupled.len(), 0);
        self.sorted.clear();
        for &at in &self.index {
            if at != NONE {
                self.place_of[at as usize] = self.sorted.len() as u32;
                self.sorted.push(self.coupled[at as usize]);
            }
        }
        core::mem::swap(&mut self.coupled, &mut self.sorted);
        for coupled in &self.coupled {
            bodies.push(RowBody::FIXED);
            owner.push(coupled.body);
        }
        for bench in &mut self.benches[..self.used] {
            bench.batch.set_coupled(bench.coupled);
            bench.batch.set_count_forces(bench.counts);
            bench.batch.begin_step();
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
            let (batch, lane, place) = coupled.at.indices();
            self.benches[batch].batch.give(lane, place, row.push, row.turn);
            row.push = Vec2::ZERO;
            row.turn = 0.0;
        }
    }

    fn load_velocities(&self, bodies: &mut [RowBody]) {
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let row = &mut bodies[first + at];
            let (batch, lane, place) = coupled.at.indices();
            (row.v, row.w) = self.benches[batch].batch.motion(lane, place);
        }
    }

    /// Runs the figures that no row touches through the whole step.
    pub(crate) fn run_lone(&mut self, sub_steps: u32, pace: SubStep, threads: Option<&Threads>) {
        each(
            threads,
            &mut self.benches[..self.used],
            &mut self.scratch,
            |bench, scratch| {
                if !bench.coupled {
                    bench.batch.run(sub_steps, pace, scratch);
                }
            },
        );
    }

    /// Solves the coupled figures for a sub-step, with the impulses that rows start with.
    pub(crate) fn solve(&mut self, pace: SubStep, bodies: &mut [RowBody], threads: Option<&Threads>) {
        if self.coupled.is_empty() {
            return;
        }
        self.take_pushes(bodies);
        each(
            threads,
            &mut self.benches[..self.used],
            &mut self.scratch,
            |bench, scratch| {
                if bench.coupled {
                    bench.batch.solve_velocities(pace, scratch);
                    bench.batch.respond(pace, scratch);
                }
            },
        );
        self.load_velocities(bodies);
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let (batch, lane, place) = coupled.at.indices();
            let batch = &self.benches[batch].batch;
            bodies[first + at].inverse = batch.answer(lane, place).scaled(batch.split(lane));
        }
    }

    /// Solves the coupled figures again, for the impulses that rows gave, after the pass over their inner contacts.
    pub(crate) fn resolve(
        &mut self,
        pace: SubStep,
        bodies: &mut [RowBody],
        threads: Option<&Threads>,
        pass: InnerPass,
    ) {
        if self.coupled.is_empty() {
            return;
        }
        self.take_pushes(bodies);
        each(
            threads,
            &mut self.benches[..self.used],
            &mut self.scratch,
            |bench, scratch| {
                if bench.coupled {
                    bench.batch.resolve(pace, scratch, pass);
                }
            },
        );
        self.load_velocities(bodies);
    }

    /// Moves the coupled figures on by a sub-step.
    pub(crate) fn integrate(
        &mut self,
        world: &World,
        pace: SubStep,
        bodies: &mut [RowBody],
        threads: Option<&Threads>,
    ) {
        if self.coupled.is_empty() {
            return;
        }
        each(
            threads,
            &mut self.benches[..self.used],
            &mut self.scratch,
            |bench, scratch| {
                if bench.coupled {
                    bench.batch.integrate_positions(pace, scratch);
                }
            },
        );
        let first = self.first_row as usize;
        for (at, coupled) in self.coupled.iter().enumerate() {
            let row = &mut bodies[first + at];
            let (batch, lane, place) = coupled.at.indices();
            let now = self.benches[batch].batch.body(lane, place);
            let start = &world.bodies.place[coupled.body as usize];
            row.moved = now.at - start.at;
            row.cos = now.cos * start.cos + now.sin * start.sin;
            row.sin = now.sin * start.cos - now.cos * start.sin;
        }
    }

    /// Writes everything back.
    pub(crate) fn scatter(&mut self, world: &mut World, dt: f32) {
        world.counters.batches += self.used as u32;
        for bench in &self.benches[..self.used] {
            world.counters.figures += bench.count;
            for lane in 0..bench.count as usize {
                let tree = &world.trees.tree[bench.trees[lane] as usize];
                for (at, (&member, &edge)) in tree.members.iter().zip(&tree.edges).enumerate() {
                    let member = member as usize;
                    let now = bench.batch.body(lane, at);
                    world.bodies.place[member] = Pose {
                        at: now.at,
                        angle: now.angle,
                        cos: now.cos,
                        sin: now.sin,
                    };
                    world.bodies.motion[member] = Motion { v: now.v, w: now.w };
                    if edge == NONE {
                        continue;
                    }
                    let joint = &mut world.joints.joint[edge as usize];
                    joint.held = bench.batch.held(lane, at);
                    if tree.counts_forces {
                        let (push, turn) = bench.batch.pin_impulse(lane, at);
                        let sign = if joint.b as usize == member { 1.0 } else { -1.0 };
                        // A step of next to no time can make any impulse an infinite force.
                        let (force, torque) = (push * (sign / dt), turn * sign / dt);
                        let sound = force.length().is_finite() && torque.is_finite();
                        (joint.force, joint.torque) = if sound { (force, torque) } else { (Vec2::ZERO, 0.0) };
                        let force = joint.force.length();
                        if force > joint.break_force {
                            let joint = world.joints.id(edge as usize);
                            world.events.push(Event::JointOverload { joint, force });
                        }
                    }
                }
            }
        }
        for taken in &self.taken {
            let batch = &self.benches[taken.seat.batch as usize].batch;
            let done = batch.contact(taken.seat.lane as usize, taken.slot);
            let point = &mut world.pairs.contacts[taken.contact as usize].points[usize::from(taken.point)];
            point.normal_impulse = done.normal_impulse;
            point.tangent_impulse = done.tangent_impulse;
            point.total = done.total;
        }
        for taken in &self.taken_inner {
            let batch = &self.benches[taken.seat.batch as usize].batch;
            let contact = &mut world.pairs.contacts[taken.contact as usize];
            let count = usize::from(contact.count);
            for (at, point) in contact.points[..count].iter_mut().enumerate() {
                let done = batch.inner(taken.seat.lane as usize, taken.slot, at);
                point.normal_impulse = done.normal_impulse;
                point.tangent_impulse = done.tangent_impulse;
                point.total = done.total;
            }
        }
    }
}

fn refill<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
    list.clear();
    list.resize(len, value);
}
