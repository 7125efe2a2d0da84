//! Eight figures of one topology, and how they get in and out.

use tumble_math::Vec2;

use super::hinge::Present;
use super::inner::{Inner, InnerDone, InnerNow, InnerPass};
use super::layout::{
    Arms, Constant, Damping, Drive, FREE, Factor, Pin, RootFactor, Scratch, Slot, State, Symmetric3, Twist,
    UNBOUNDED,
};
use super::motion::Anchor;
use super::solve::{Run, Stage, SubStep, slip_of};
use super::topology::Topology;
use crate::joint::{PoseSpring, SpeedMotor};
use crate::solver::lanes::{Isa, LANES, Wide, WidePair};
use crate::solver::rows::Inverse;

/// Most contacts of one body inside its figure's system; more are for rows.
pub(crate) const MOST_CONTACTS: usize = 4;
/// A figure this many times heavier than its lightest body is solved with the stiffness that tension gives.
const TENSE: f32 = 60.0;
/// No slot.
const NONE: u16 = u16::MAX;
/// Masses and inertias are at least this \[kg, kg·px²\], so that nothing is divided by zero.
const LEAST_MASS: f32 = 1e-9;

/// What stays the same of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyConstant {
    /// \[kg, > 0\]
    pub mass: f32,
    /// About the centre of mass \[kg·px², > 0\].
    pub inertia: f32,
    /// \[1/s\]
    pub linear_damping: f32,
    /// \[1/s\]
    pub angular_damping: f32,
    pub gravity_scale: f32,
}

/// What stays the same of the pin on which a body hangs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PinConstant {
    /// Anchor in the frame of the parent's centre of mass \[px\]; for an anchored root it doesn't count.
    pub parent: Vec2,
    /// Anchor in the frame of the child's centre of mass \[px\].
    pub child: Vec2,
    /// Relative angle, child − parent, that counts as zero \[rad\].
    pub zero: f32,
    /// Limits of the angle from zero \[rad\]; `None` is free, equal ones are a weld.
    pub limits: Option<[f32; 2]>,
    pub pose_spring: Option<PoseSpring>,
    pub motor: Option<SpeedMotor>,
}

/// A body's state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyNow {
    /// Centre of mass in the world \[px\].
    pub at: Vec2,
    /// Unwrapped \[rad\], with its cosine and sine.
    pub angle: f32,
    pub cos: f32,
    pub sin: f32,
    /// \[px/s\]
    pub v: Vec2,
    /// \[rad/s\]
    pub w: f32,
}

/// What an anchored root hangs on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AnchorNow {
    /// The point in the world \[px\].
    pub at: Vec2,
    /// Its mean velocity over the step \[px/s\].
    pub v: Vec2,
    /// Angle and spin of what it is a point of.
    pub angle: f32,
    pub spin: f32,
}

/// A contact between a body of a figure and something that the figure can't move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ContactNow {
    /// From the obstacle to the body.
    pub normal: Vec2,
    /// From the body's centre of mass to the contact, at the step's start, in the world's axes \[px\].
    pub arm: Vec2,
    /// How much of the arm is a round's radius, which doesn't turn with the body: arm = turning part − skin·normal \[px\].
    pub skin: f32,
    /// Negative when inside \[px\].
    pub separation: f32,
    /// Velocity of the obstacle's surface along the normal \[px/s\].
    pub lift: f32,
    /// Velocity of its surface along the tangent (−normal.y, normal.x), conveyors included \[px/s\].
    pub slide: f32,
    pub friction: f32,
    /// Impulse per unit of speed \[kg\]: see [`contact_stiffness`](super::contact_stiffness).
    pub stiffness: f32,
    /// Impulses of the last sub-step, along the normal and along the tangent, on the body \[kg·px/s\].
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
}

/// What a contact did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ContactDone {
    /// Impulses of the last sub-step, to start from in the next step.
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    /// Sum of normal impulses over all sub-steps.
    pub total: f32,
}

/// Eight figures of one topology, side by side. A lane without a figure is harmless, and so is one whose numbers aren't finite: lanes
/// don't see each other.
///
/// A step: constants where they changed ([`write_constants`](Self::write_constants)), state
/// ([`write_state`](Self::write_state), [`write_anchor`](Self::write_anchor), [`write_held`](Self::write_held)), contacts
/// ([`clear_contacts`](Self::clear_contacts), [`add_contact`](Self::add_contact)), then [`begin_step`](Self::begin_step); then
/// [`run`](Self::run) at once, or, when rows act on a figure, for each sub-step [`give`](Self::give),
/// [`solve_velocities`](Self::solve_velocities), [`respond`](Self::respond), rows, [`give`](Self::give), [`resolve`](Self::resolve),
/// [`integrate_positions`](Self::integrate_positions); then the state is read back.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each read by one stage"
)]
pub(crate) struct Batch {
    pub(super) isa: Isa,
    pub(super) parents: Vec<u16>,
    pub(super) anchored: bool,
    pub(super) state: Vec<State>,
    pub(super) constant: Vec<Constant>,
    pub(super) pins: Vec<Pin>,
    pub(super) present: Vec<Present>,
    pub(super) held: Vec<Wide>,
    pub(super) drives: Vec<Drive>,
    pub(super) damping: Vec<Damping>,
    pub(super) arms: Vec<Arms>,
    /// 1 in lanes whose figures have light bodies that heavy ones may pull at, else 0; and what tension adds to the inertias there.
    pub(super) tense: Wide,
    pub(super) extra: Vec<Wide>,
    /// Those of the kept factor.
    pub(super) kept_arms: Vec<Arms>,
    pub(super) anchor: Anchor,
    pub(super) slots: Vec<Slot>,
    pub(super) slot_bodies: Vec<u16>,
    /// Lanes that a slot is taken in, a bit each.
    taken: Vec<u8>,
    /// Slots of each body.
    slots_of: Vec<[u16; MOST_CONTACTS]>,
    pub(super) inner: Inner,
    /// Lanes in which rows or inner contacts touch a body, a bit each; and by how much its inverse mass is made larger for that in each lane.
    touched: Vec<u8>,
    pub(super) split: Wide,
    pub(super) push: Vec<Twist>,
    pub(super) pushed: bool,
    pub(super) factor: Vec<Factor>,
    pub(super) root: RootFactor,
    pub(super) hinged: bool,
    /// Whether the step's beginning is done.
    pub(super) begun: bool,
    pub(super) coupled: bool,
    pub(super) phi: Vec<Symmetric3>,
    pub(super) force: Vec<Twist>,
    pub(super) count_forces: bool,
    pub(super) solves: u32,
    origin: [Vec2; LANES],
}

impl Batch {
    /// Room for eight figures, all lanes empty.
    pub(crate) fn new(topology: &Topology, isa: Isa) -> Self {
        debug_assert!(
            topology.is_sound(),
            "parents must come before children: {topology:?}"
        );
        let bodies = topology.parents.len();
        let mut batch = Self {
            isa,
            parents: topology.parents.clone(),
            anchored: topology.anchored,
            state: vec![State::default(); bodies],
            constant: vec![Constant::default(); bodies],
            pins: vec![Pin::default(); bodies],
            present: vec![Present::default(); bodies],
            held: vec![Wide::ZERO; bodies],
            drives: Vec::new(),
            damping: vec![Damping::default(); bodies],
            arms: vec![Arms::default(); bodies],
            tense: Wide::ZERO,
            extra: vec![Wide::ZERO; bodies],
            kept_arms: vec![Arms::default(); bodies],
            anchor: Anchor::default(),
            slots: Vec::new(),
            slot_bodies: Vec::new(),
            taken: Vec::new(),
            slots_of: vec![[NONE; MOST_CONTACTS]; bodies],
            inner: Inner::default(),
            touched: vec![0; bodies],
            split: Wide::ZERO,
            push: vec![Twist::default(); bodies],
            pushed: false,
            factor: Vec::new(),
            root: RootFactor::default(),
            hinged: false,
            begun: false,
            coupled: false,
            phi: Vec::new(),
            force: Vec::new(),
            count_forces: false,
            solves: 0,
            origin: [Vec2::ZERO; LANES],
        };
        for lane in 0..LANES {
            batch.clear_lane(lane);
        }
        batch
    }

    /// Bodies of a figure.
    pub(crate) fn bodies(&self) -> usize {
        self.parents.len()
    }

    /// Takes a figure out. Its contacts go with the others'.
    pub(crate) fn clear_lane(&mut self, lane: usize) {
        let body = BodyConstant {
            mass: 1.0,
            inertia: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 0.0,
        };
        let rest = BodyNow {
            at: Vec2::ZERO,
            angle: 0.0,
            cos: 1.0,
            sin: 0.0,
            v: Vec2::ZERO,
            w: 0.0,
        };
        let bodies = self.bodies();
        let nothing = (0..bodies).map(|_| (body, PinConstant::default()));
        self.write_constants(lane, nothing);
        self.write_state(lane, Vec2::ZERO, (0..bodies).map(|_| rest));
        self.write_anchor(lane, AnchorNow::default());
        for held in &mut self.held {
            held.0[lane] = 0.0;
        }
    }

    /// Sets what stays the same of a lane's figure: of each body, and of the pin it hangs on (of the root only if it is anchored).
    /// What drives a hinge and what a motor does may change at any time by this.
    pub(crate) fn write_constants(
        &mut self,
        lane: usize,
        figure: impl IntoIterator<Item = (BodyConstant, PinConstant)>,
    ) {
        let mut total = 0.0;
        for (i, (body, pin)) in figure.into_iter().take(self.parents.len()).enumerate() {
            let to = &mut self.constant[i];
            let mass = body.mass.max(LEAST_MASS);
            total += mass;
            to.mass.0[lane] = mass;
            to.inertia.0[lane] = body.inertia.max(LEAST_MASS);
            to.gravity_scale.0[lane] = body.gravity_scale;
            self.damping[i].linear.0[lane] = body.linear_damping;
            self.damping[i].angular.0[lane] = body.angular_damping;
            if i > 0 || self.anchored {
                self.write_pin(lane, i, &pin);
            }
        }
        let lightest = self
            .constant
            .iter()
            .map(|constant| constant.mass.0[lane])
            .fold(total, f32::min);
        self.tense.0[lane] = if total > TENSE * lightest { 1.0 } else { 0.0 };
        for constant in &mut self.constant {
            constant.share.0[lane] = constant.mass.0[lane] / total;
        }
        self.write_reach(lane);
    }

    fn write_pin(&mut self, lane: usize, p: usize, pin: &PinConstant) {
        let bit = 1 << lane;
        let to = &mut self.pins[p];
        set(&mut to.parent, lane, if p == 0 { Vec2::ZERO } else { pin.parent });
        set(&mut to.child, lane, pin.child);
        let [lower, upper] = pin.limits.unwrap_or([-FREE, FREE]);
        to.zero.0[lane] = pin.zero;
        to.lower.0[lane] = lower.clamp(-FREE, FREE);
        to.upper.0[lane] = upper.clamp(-FREE, FREE);
        let present = &mut self.present[p];
        present.limits = present.limits & !bit | u8::from(pin.limits.is_some()) << lane;
        let driven = pin.pose_spring.is_some() || pin.motor.is_some();
        present.drives = present.drives & !bit | u8::from(driven) << lane;
        if driven && self.drives.is_empty() {
            self.drives.resize(self.parents.len(), Drive::default());
        }
        let Some(to) = self.drives.get_mut(p) else { return };
        let bounded = |torque: f32| torque.min(UNBOUNDED);
        let spring = pin.pose_spring;
        to.target.0[lane] = spring.map_or(0.0, |spring| spring.target);
        to.short_way.0[lane] = if pin.limits.is_none() { 1.0 } else { 0.0 };
        to.hertz.0[lane] = spring.map_or(0.0, |spring| spring.spring.hertz);
        to.damping_ratio.0[lane] = spring.map_or(0.0, |spring| spring.spring.damping_ratio);
        to.spring_torque.0[lane] = spring.map_or(0.0, |spring| bounded(spring.max_torque));
        to.speed.0[lane] = pin.motor.map_or(0.0, |motor| motor.speed);
        to.motor_torque.0[lane] = pin.motor.map_or(0.0, |motor| bounded(motor.max_torque));
        to.spring_full.0[lane] = 0.0;
        to.motor_full.0[lane] = 0.0;
    }

    /// How far the bodies behind a pin can be from it, times the pins on the longest way through it.
    fn write_reach(&mut self, lane: usize) {
        let bodies = self.parents.len();
        let mut reach = vec![0.0_f32; bodies];
        let mut below = vec![1_u32; bodies];
        let mut above = vec![0_u32; bodies];
        let at = |pair: &WidePair| Vec2::new(pair.x.0[lane], pair.y.0[lane]);
        for p in (0..bodies).rev() {
            reach[p] = reach[p].max(at(&self.pins[p].child).length());
            if p > 0 {
                let parent = self.parents[p] as usize;
                let way = (at(&self.pins[p].parent) - at(&self.pins[parent].child)).length();
                reach[parent] = reach[parent].max(way + reach[p]);
                below[parent] = below[parent].max(1 + below[p]);
            }
        }
        for p in 1..bodies {
            above[p] = above[self.parents[p] as usize] + 1;
        }
        for p in 0..bodies {
            let pins = (above[p] + below[p] - 1).max(1);
            self.pins[p].ease.0[lane] = 1.0 / (reach[p] * pins as f32).max(1.0);
        }
    }

    /// Sets a lane's state. `origin` is any point near the figure: all is computed relative to it.
    pub(crate) fn write_state(
        &mut self,
        lane: usize,
        origin: Vec2,
        bodies: impl IntoIterator<Item = BodyNow>,
    ) {
        self.origin[lane] = origin;
        for (to, body) in self.state.iter_mut().zip(bodies) {
            set(&mut to.at, lane, body.at - origin);
            set(&mut to.v, lane, body.v);
            to.angle.0[lane] = body.angle;
            to.cos.0[lane] = body.cos;
            to.sin.0[lane] = body.sin;
            to.w.0[lane] = body.w;
        }
    }

    /// Sets what a lane's root hangs on, after its state.
    pub(crate) fn write_anchor(&mut self, lane: usize, anchor: AnchorNow) {
        set(&mut self.anchor.at, lane, anchor.at - self.origin[lane]);
        set(&mut self.anchor.v, lane, anchor.v);
        self.anchor.angle.0[lane] = anchor.angle;
        self.anchor.spin.0[lane] = anchor.spin;
    }

    /// Which limit held a hinge at the end of the last step: −1 the lower, 1 the upper, 0 none. A guess to start from.
    pub(crate) fn write_held(&mut self, lane: usize, pin: usize, held: f32) {
        self.held[pin].0[lane] = held;
        if let Some(drive) = self.drives.get_mut(pin) {
            drive.spring_full.0[lane] = 0.0;
            drive.motor_full.0[lane] = 0.0;
        }
    }

    /// The same, to be kept.
    pub(crate) fn held(&self, lane: usize, pin: usize) -> f32 {
        self.held[pin].0[lane]
    }

    /// Where a body is and how it moves.
    pub(crate) fn body(&self, lane: usize, body: usize) -> BodyNow {
        let state = &self.state[body];
        BodyNow {
            at: get(&state.at, lane) + self.origin[lane],
            angle: state.angle.0[lane],
            cos: state.cos.0[lane],
            sin: state.sin.0[lane],
            v: get(&state.v, lane),
            w: state.w.0[lane],
        }
    }

    /// Its velocity alone.
    pub(crate) fn motion(&self, lane: usize, body: usize) -> (Vec2, f32) {
        let state = &self.state[body];
        (get(&state.v, lane), state.w.0[lane])
    }

    /// Forgets all lanes' contacts.
    pub(crate) fn clear_contacts(&mut self) {
        for &body in &self.slot_bodies {
            self.slots_of[body as usize] = [NONE; MOST_CONTACTS];
        }
        self.slots.clear();
        self.slot_bodies.clear();
        self.taken.clear();
        self.inner.clear(self.parents.len());
        self.touched.fill(0);
    }

    /// Adds a contact between two bodies of a lane's figure; the lane's state must be there. `None` if there is one between them already.
    pub(crate) fn add_inner(
        &mut self,
        lane: usize,
        places: (usize, usize),
        contact: &InnerNow,
    ) -> Option<u16> {
        let slot = self.inner.add(lane, places, &self.state, contact)?;
        self.touch(lane, places.0);
        self.touch(lane, places.1);
        Some(slot)
    }

    /// What a point of such a contact did, by what [`add_inner`](Self::add_inner) returned.
    pub(crate) fn inner(&self, lane: usize, slot: u16, point: usize) -> InnerDone {
        self.inner.done(lane, slot, point)
    }

    /// Says that rows touch a body.
    pub(crate) fn touch(&mut self, lane: usize, body: usize) {
        self.touched[body] |= 1 << lane;
    }

    /// By how much the inverse masses of a lane's touched bodies are made larger: (1 + n)/2 for n of them.
    pub(crate) fn split(&self, lane: usize) -> f32 {
        self.split.0[lane]
    }

    /// Adds a contact; the lane's state must be there. `None` if the body has [`MOST_CONTACTS`] already.
    pub(crate) fn add_contact(&mut self, lane: usize, body: usize, contact: &ContactNow) -> Option<u16> {
        let bit = 1_u8 << lane;
        let place = self.slots_of[body]
            .iter()
            .position(|&slot| slot == NONE || self.taken[slot as usize] & bit == 0)?;
        let mut index = self.slots_of[body][place];
        if index == NONE {
            index = self.slots.len() as u16;
            self.slots.push(Slot::default());
            self.slot_bodies.push(body as u16);
            self.taken.push(0);
            self.slots_of[body][place] = index;
        }
        self.taken[index as usize] |= bit;
        let state = &self.state[body];
        let (cos, sin) = (state.cos.0[lane], state.sin.0[lane]);
        let n = contact.normal;
        let skin = n * -contact.skin;
        let turning = contact.arm - skin;
        let local = Vec2::new(
            cos * turning.x + sin * turning.y,
            cos * turning.y - sin * turning.x,
        );
        let at = get(&state.at, lane);
        let slot = &mut self.slots[index as usize];
        set(&mut slot.normal, lane, n);
        set(&mut slot.local, lane, local);
        set(&mut slot.skin, lane, skin);
        slot.base.0[lane] = contact.separation - n.dot(at + contact.arm);
        slot.lift.0[lane] = contact.lift;
        slot.slide.0[lane] = contact.slide;
        slot.friction.0[lane] = contact.friction;
        slot.stiffness.0[lane] = contact.stiffness;
        slot.normal_impulse.0[lane] = contact.normal_impulse;
        slot.tangent_impulse.0[lane] = contact.tangent_impulse;
        slot.slip.0[lane] = slip_of(contact.normal_impulse, contact.tangent_impulse, contact.friction);
        slot.total.0[lane] = 0.0;
        Some(index)
    }

    /// What a contact did, by what [`add_contact`](Self::add_contact) returned.
    pub(crate) fn contact(&self, lane: usize, slot: u16) -> ContactDone {
        let slot = &self.slots[slot as usize];
        ContactDone {
            normal_impulse: slot.normal_impulse.0[lane],
            tangent_impulse: slot.tangent_impulse.0[lane],
            total: slot.total.0[lane],
        }
    }

    /// Whether rows act on a figure of the batch in this step: then the factor is kept for [`respond`](Self::respond) and
    /// [`resolve`](Self::resolve).
    pub(crate) fn set_coupled(&mut self, coupled: bool) {
        self.coupled = coupled;
        if coupled && self.factor.is_empty() {
            self.factor.resize(self.parents.len(), Factor::default());
        }
    }

    /// Whether forces in pins are summed up from now on; starts anew from zero.
    pub(crate) fn set_count_forces(&mut self, count: bool) {
        self.count_forces = count;
        self.force.clear();
        if count {
            self.force.resize(self.parents.len(), Twist::default());
        }
    }

    /// Sums of the impulse and of the torque impulse that a pin gave its child since [`set_count_forces`](Self::set_count_forces);
    /// zero in a figure that is not finite any more.
    pub(crate) fn pin_impulse(&self, lane: usize, pin: usize) -> (Vec2, f32) {
        let Some(force) = self.force.get(pin) else {
            return (Vec2::ZERO, 0.0);
        };
        let (linear, turn) = (get(&force.linear, lane), force.turn.0[lane]);
        if linear.is_finite() && turn.is_finite() {
            (linear, turn)
        } else {
            (Vec2::ZERO, 0.0)
        }
    }

    /// Gives a body an impulse and a torque impulse about its centre of mass, used up by the next
    /// [`solve_velocities`](Self::solve_velocities) or [`resolve`](Self::resolve).
    pub(crate) fn give(&mut self, lane: usize, body: usize, push: Vec2, turn: f32) {
        let to = &mut self.push[body];
        to.linear.x.0[lane] += push.x;
        to.linear.y.0[lane] += push.y;
        to.turn.0[lane] += turn;
        self.pushed = true;
    }

    pub(super) fn forget_push(&mut self) {
        for push in &mut self.push {
            *push = Twist::default();
        }
        self.pushed = false;
    }

    /// How a body answers an impulse on it while its figure holds together, by the last [`respond`](Self::respond).
    pub(crate) fn answer(&self, lane: usize, body: usize) -> Inverse {
        let phi = &self.phi[body];
        Inverse {
            xx: phi.xx.0[lane],
            xy: phi.xy.0[lane],
            yy: phi.yy.0[lane],
            xw: phi.xw.0[lane],
            yw: phi.yw.0[lane],
            ww: phi.ww.0[lane],
        }
    }

    /// Says that a step begins: what depends on its length and on the pose is found anew by the next stage.
    pub(crate) fn begin_step(&mut self) {
        self.begun = false;
        self.inner.arrange(self.parents.len());
        for (lane, split) in self.split.0.iter_mut().enumerate() {
            let touched: u32 = self
                .touched
                .iter()
                .map(|lanes| u32::from(lanes >> lane & 1))
                .sum();
            *split = 0.5 * (1.0 + touched as f32);
        }
    }

    /// A sub-step's velocities: gravity, damping, impulses given, and the exact solve of pins, limits and contacts.
    pub(crate) fn solve_velocities(&mut self, pace: SubStep, scratch: &mut Scratch) {
        self.stage(Stage::Velocities, pace, scratch);
    }

    /// How the bodies answer impulses after [`solve_velocities`](Self::solve_velocities): see [`answer`](Self::answer). Only when coupled.
    pub(crate) fn respond(&mut self, pace: SubStep, scratch: &mut Scratch) {
        debug_assert!(self.coupled, "respond needs a kept factor");
        if self.coupled {
            self.stage(Stage::Respond, pace, scratch);
        }
    }

    /// What impulses given since [`solve_velocities`](Self::solve_velocities) do; which limits and contacts hold stays as it is.
    /// Contacts between the figure's own bodies have their pass before. Only when coupled.
    pub(crate) fn resolve(&mut self, pace: SubStep, scratch: &mut Scratch, pass: InnerPass) {
        debug_assert!(self.coupled, "resolve needs a kept factor");
        if self.coupled {
            self.stage(Stage::Resolve(pass), pace, scratch);
        }
    }

    /// A sub-step's positions.
    pub(crate) fn integrate_positions(&mut self, pace: SubStep, scratch: &mut Scratch) {
        self.stage(Stage::Positions, pace, scratch);
    }

    /// So many sub-steps at once, when no rows act on any figure of the batch.
    pub(crate) fn run(&mut self, sub_steps: u32, pace: SubStep, scratch: &mut Scratch) {
        self.stage(Stage::Whole(sub_steps), pace, scratch);
    }

    fn stage(&mut self, stage: Stage, pace: SubStep, scratch: &mut Scratch) {
        self.isa.run(Run {
            batch: self,
            scratch,
            pace,
            stage,
        });
    }

    /// Kinetic energy of a lane's figure [kg·px²/s²].
    #[cfg_attr(not(test), expect(dead_code, reason = "a measure for tests"))]
    pub(crate) fn kinetic_energy(&self, lane: usize) -> f32 {
        let of = |(state, constant): (&State, &Constant)| {
            let (v, w) = (get(&state.v, lane), state.w.0[lane]);
            0.5 * constant.mass.0[lane] * v.length_squared() + 0.5 * constant.inertia.0[lane] * w * w
        };
        self.state.iter().zip(&self.constant).map(of).sum()
    }

    /// How many solves there were since the batch was made: at least one a sub-step, at most five.
    #[cfg_attr(not(test), expect(dead_code, reason = "a measure for tests"))]
    pub(crate) fn solves(&self) -> u32 {
        self.solves
    }
}

#[inline]
fn set(to: &mut WidePair, lane: usize, value: Vec2) {
    to.x.0[lane] = value.x;
    to.y.0[lane] = value.y;
}

#[inline]
fn get(from: &WidePair, lane: usize) -> Vec2 {
    Vec2::new(from.x.0[lane], from.y.0[lane])
}
