//! Eight figures of one shape, side by side in lanes: pins, limits, springs and ground contacts solved as one system.
#![doc = include_str!("THEORY.md")]

pub(crate) mod assemble;
mod factor;
mod place;
mod velocity;

use super::wide::{Isa, LANES, V8};

/// Contact points with something fixed that a body can have in its tree; more are rows.
pub(crate) const SLOTS: usize = 2;

/// Which bodies of a figure hang on which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Topology {
    /// Each body's parent, which comes before it; the root's own is 0.
    pub parents: Vec<u16>,
    /// Whether the root hangs by a pin on something whose motion is known.
    pub anchored: bool,
}

/// What stays the same of a body from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyConstants {
    pub mass: f32,
    pub inertia: f32,
    pub linear_damping: f32,
    pub angular_damping: f32,
    pub gravity_scale: f32,
    /// The pin on which it hangs (the root's only in an anchored figure).
    pub pin: PinConstants,
}

/// What stays the same of a pin, in the tree's sense: child against parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PinConstants {
    /// From the parent's centre of mass, in its frame; from the anchor itself for an anchored root: zero.
    pub parent_arm: [f32; 2],
    /// From the child's centre of mass, in its frame.
    pub child_arm: [f32; 2],
    pub zero: f32,
    /// Infinite when free; equal when welded.
    pub lower: f32,
    pub upper: f32,
    /// A spring towards `target`: hertz 0 is none.
    pub target: f32,
    pub hertz: f32,
    pub damping_ratio: f32,
    pub spring_torque: f32,
    /// A motor: torque 0 is none.
    pub speed: f32,
    pub motor_torque: f32,
    /// Whether the spring takes the short way round.
    pub wraps: bool,
}

impl PinConstants {
    pub(crate) const FREE: Self = Self {
        parent_arm: [0.0; 2],
        child_arm: [0.0; 2],
        zero: 0.0,
        lower: f32::NEG_INFINITY,
        upper: f32::INFINITY,
        target: 0.0,
        hertz: 0.0,
        damping_ratio: 0.0,
        spring_torque: 0.0,
        speed: 0.0,
        motor_torque: 0.0,
        wraps: true,
    };
}

/// A body's state, positions from the lane's origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyMotion {
    pub x: f32,
    pub y: f32,
    pub angle: f32,
    pub vx: f32,
    pub vy: f32,
    pub w: f32,
}

/// A contact point with something whose motion is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContactSlot {
    /// From the other surface to the body.
    pub normal: [f32; 2],
    /// From the body's centre of mass, in its frame.
    pub arm: [f32; 2],
    /// Now \[px\].
    pub separation: f32,
    /// Velocity of the other surface's point.
    pub surface: [f32; 2],
    pub friction: f32,
    /// See [`stiffness`].
    pub stiffness: f32,
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
}

/// Eight figures.
#[derive(Debug)]
pub(crate) struct Batch {
    pub topology: Topology,
    isa: Isa,
    pub state: State,
    constants: Constants,
    pins: Pins,
    contacts: Contacts,
    work: Work,
    /// External impulses for the next solve, consumed by it.
    pub push: [Vec<V8>; 3],
    /// The articulated inverse mass of each body, after `respond`: xx, xy, yy, xw, yw, ww.
    pub response: [Vec<V8>; 6],
    /// The anchors of anchored figures.
    pub anchor: Anchor,
}

/// Places and motions, body by body.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub x: Vec<V8>,
    pub y: Vec<V8>,
    pub angle: Vec<V8>,
    pub cos: Vec<V8>,
    pub sin: Vec<V8>,
    pub vx: Vec<V8>,
    pub vy: Vec<V8>,
    pub w: Vec<V8>,
}

/// Where anchored figures hang.
#[derive(Debug)]
pub(crate) struct Anchor {
    pub x: V8,
    pub y: V8,
    pub angle: V8,
    pub vx: V8,
    pub vy: V8,
    pub w: V8,
}

#[derive(Debug, Default)]
struct Constants {
    mass: Vec<V8>,
    inertia: Vec<V8>,
    linear_damping: Vec<V8>,
    angular_damping: Vec<V8>,
    gravity_scale: Vec<V8>,
    /// Share of the figure's mass.
    share: Vec<V8>,
}

#[derive(Debug, Default)]
struct Pins {
    ax: Vec<V8>,
    ay: Vec<V8>,
    bx: Vec<V8>,
    by: Vec<V8>,
    zero: Vec<V8>,
    lower: Vec<V8>,
    upper: Vec<V8>,
    target: Vec<V8>,
    hertz: Vec<V8>,
    damping_ratio: Vec<V8>,
    spring_torque: Vec<V8>,
    speed: Vec<V8>,
    motor_torque: Vec<V8>,
    wraps: Vec<V8>,
    /// −1, 0, 1: which limit holds.
    held: Vec<V8>,
    /// Impulse of the hinge slot in the last solve, and sums of the pin's force over the step.
    torque: Vec<V8>,
    force_x: Vec<V8>,
    force_y: Vec<V8>,
    /// Whether any lane has limits, or a spring or motor, at each pin.
    limited: Vec<bool>,
    driven: Vec<bool>,
}

#[derive(Debug, Default)]
struct Contacts {
    /// Slots with a contact in any lane: body · SLOTS + slot, ascending.
    used: Vec<u16>,
    live: Vec<V8>,
    nx: Vec<V8>,
    ny: Vec<V8>,
    lx: Vec<V8>,
    ly: Vec<V8>,
    base: Vec<V8>,
    sx: Vec<V8>,
    sy: Vec<V8>,
    friction: Vec<V8>,
    stiffness: Vec<V8>,
    normal: Vec<V8>,
    tangent: Vec<V8>,
    total: Vec<V8>,
    // Within a sub-step.
    arm_n: Vec<V8>,
    arm_t: Vec<V8>,
    wanted: Vec<V8>,
    active: Vec<V8>,
    slip: Vec<V8>,
    approach: Vec<V8>,
    sliding: Vec<V8>,
    next_normal: Vec<V8>,
    next_tangent: Vec<V8>,
}

/// What a solve works with, body by body.
#[derive(Debug, Default)]
struct Work {
    // Inertia and impulses, summed from leaf to root.
    a: Vec<V8>,
    b: Vec<V8>,
    c: Vec<V8>,
    e: Vec<V8>,
    f: Vec<V8>,
    g: Vec<V8>,
    px: Vec<V8>,
    py: Vec<V8>,
    pw: Vec<V8>,
    // The factor.
    hx: Vec<V8>,
    hy: Vec<V8>,
    inv: Vec<V8>,
    rho: Vec<V8>,
    ux: Vec<V8>,
    uy: Vec<V8>,
    d: Vec<V8>,
    e00: Vec<V8>,
    e01: Vec<V8>,
    e11: Vec<V8>,
    tx: Vec<V8>,
    ty: Vec<V8>,
    qx: Vec<V8>,
    qy: Vec<V8>,
    root: [V8; 6],
    // Right sides.
    rx: Vec<V8>,
    ry: Vec<V8>,
    rt: Vec<V8>,
    // Limits: allowed relative speeds; springs: stiffness and constant torque.
    low: Vec<V8>,
    high: Vec<V8>,
    stiff: Vec<V8>,
    drive: Vec<V8>,
    // The answer, and the one kept.
    ox: Vec<V8>,
    oy: Vec<V8>,
    ow: Vec<V8>,
    hw: Vec<V8>,
    tau: Vec<V8>,
    kx: Vec<V8>,
    ky: Vec<V8>,
    kw: Vec<V8>,
    ktau: Vec<V8>,
}

macro_rules! sized {
    ($of:expr, $n:expr, $($field:ident),*) => { $( $of.$field = vec![V8::ZERO; $n]; )* };
}

impl Batch {
    /// Eight places for figures of this shape, all empty.
    pub(crate) fn new(topology: Topology, isa: Isa) -> Self {
        let n = topology.parents.len();
        let mut state = State::default();
        sized!(state, n, x, y, angle, cos, sin, vx, vy, w);
        state.cos.fill(V8::ONE);
        let mut constants = Constants::default();
        sized!(
            constants,
            n,
            mass,
            inertia,
            linear_damping,
            angular_damping,
            gravity_scale,
            share
        );
        constants.mass.fill(V8::ONE);
        constants.inertia.fill(V8::ONE);
        constants.share.fill(V8([1.0 / n as f32; LANES]));
        let mut pins = Pins::default();
        sized!(
            pins,
            n,
            ax,
            ay,
            bx,
            by,
            zero,
            lower,
            upper,
            target,
            hertz,
            damping_ratio,
            spring_torque,
            speed,
            motor_torque,
            wraps,
            held,
            torque,
            force_x,
            force_y
        );
        pins.lower.fill(V8([f32::NEG_INFINITY; LANES]));
        pins.upper.fill(V8([f32::INFINITY; LANES]));
        pins.limited = vec![false; n];
        pins.driven = vec![false; n];
        let mut contacts = Contacts::default();
        sized!(
            contacts,
            n * SLOTS,
            live,
            nx,
            ny,
            lx,
            ly,
            base,
            sx,
            sy,
            friction,
            stiffness,
            normal,
            tangent,
            total,
            arm_n,
            arm_t,
            wanted,
            active,
            slip,
            approach,
            sliding,
            next_normal,
            next_tangent
        );
        let mut work = Work::default();
        sized!(
            work, n, a, b, c, e, f, g, px, py, pw, hx, hy, inv, rho, ux, uy, d, e00, e01, e11, tx, ty, qx,
            qy, rx, ry, rt, low, high, stiff, drive, ox, oy, ow, hw, tau, kx, ky, kw, ktau
        );
        work.root = [V8::ZERO; 6];
        let zeros = || vec![V8::ZERO; n];
        Self {
            topology,
            isa: isa.available(),
            state,
            constants,
            pins,
            contacts,
            work,
            push: [zeros(), zeros(), zeros()],
            response: [zeros(), zeros(), zeros(), zeros(), zeros(), zeros()],
            anchor: Anchor {
                x: V8::ZERO,
                y: V8::ZERO,
                angle: V8::ZERO,
                vx: V8::ZERO,
                vy: V8::ZERO,
                w: V8::ZERO,
            },
        }
    }

    /// How many bodies a figure has.
    pub(crate) fn len(&self) -> usize {
        self.topology.parents.len()
    }

    /// Says what stays the same of a lane's figure.
    pub(crate) fn set_constants(&mut self, lane: usize, bodies: &[BodyConstants]) {
        let total: f32 = bodies.iter().map(|body| body.mass).sum();
        let Self { constants, pins, .. } = self;
        for (at, body) in bodies.iter().enumerate() {
            constants.mass[at].0[lane] = body.mass;
            constants.inertia[at].0[lane] = body.inertia;
            constants.linear_damping[at].0[lane] = body.linear_damping;
            constants.angular_damping[at].0[lane] = body.angular_damping;
            constants.gravity_scale[at].0[lane] = body.gravity_scale;
            constants.share[at].0[lane] = body.mass / total;
            let pin = &body.pin;
            pins.ax[at].0[lane] = pin.parent_arm[0];
            pins.ay[at].0[lane] = pin.parent_arm[1];
            pins.bx[at].0[lane] = pin.child_arm[0];
            pins.by[at].0[lane] = pin.child_arm[1];
            pins.zero[at].0[lane] = pin.zero;
            pins.lower[at].0[lane] = pin.lower;
            pins.upper[at].0[lane] = pin.upper;
            pins.target[at].0[lane] = pin.target;
            pins.hertz[at].0[lane] = pin.hertz;
            pins.damping_ratio[at].0[lane] = pin.damping_ratio;
            pins.spring_torque[at].0[lane] = pin.spring_torque;
            pins.speed[at].0[lane] = pin.speed;
            pins.motor_torque[at].0[lane] = pin.motor_torque;
            pins.wraps[at].0[lane] = if pin.wraps { 1.0 } else { 0.0 };
            pins.limited[at] = (0..LANES)
                .any(|lane| pins.lower[at].0[lane].is_finite() || pins.upper[at].0[lane].is_finite());
            pins.driven[at] =
                (0..LANES).any(|lane| pins.hertz[at].0[lane] > 0.0 || pins.motor_torque[at].0[lane] > 0.0);
        }
    }

    /// Empties a lane: a figure of unit masses at rest, free.
    pub(crate) fn clear_lane(&mut self, lane: usize) {
        let body = BodyConstants {
            mass: 1.0,
            inertia: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 0.0,
            pin: PinConstants::FREE,
        };
        let n = self.len();
        self.set_constants(lane, &vec![body; n]);
        for at in 0..n {
            self.write(lane, at, &BodyMotion::default(), 1.0, 0.0);
            self.pins.held[at].0[lane] = 0.0;
        }
    }

    /// Puts a body of a lane somewhere.
    #[inline]
    pub(crate) fn write(&mut self, lane: usize, at: usize, motion: &BodyMotion, cos: f32, sin: f32) {
        let state = &mut self.state;
        state.x[at].0[lane] = motion.x;
        state.y[at].0[lane] = motion.y;
        state.angle[at].0[lane] = motion.angle;
        state.cos[at].0[lane] = cos;
        state.sin[at].0[lane] = sin;
        state.vx[at].0[lane] = motion.vx;
        state.vy[at].0[lane] = motion.vy;
        state.w[at].0[lane] = motion.w;
    }

    /// Which limit held a pin in the last sub-step.
    pub(crate) fn held(&self, lane: usize, at: usize) -> f32 {
        self.pins.held[at].0[lane]
    }

    pub(crate) fn set_held(&mut self, lane: usize, at: usize, held: f32) {
        self.pins.held[at].0[lane] = held;
    }

    /// Forgets the contacts of all lanes.
    pub(crate) fn clear_contacts(&mut self) {
        for &slot in &self.contacts.used {
            self.contacts.live[usize::from(slot)] = V8::ZERO;
        }
        self.contacts.used.clear();
    }

    /// Gives a body of a lane a contact point.
    pub(crate) fn set_contact(&mut self, lane: usize, at: usize, slot: usize, contact: &ContactSlot) {
        let place = at * SLOTS + slot;
        let (cos, sin) = (self.state.cos[at].0[lane], self.state.sin[at].0[lane]);
        let [lx, ly] = contact.arm;
        let (rx, ry) = (cos * lx - sin * ly, sin * lx + cos * ly);
        let [nx, ny] = contact.normal;
        let contacts = &mut self.contacts;
        if let Err(order) = contacts.used.binary_search(&(place as u16)) {
            contacts.used.insert(order, place as u16);
        }
        contacts.live[place].0[lane] = f32::from_bits(u32::MAX);
        contacts.nx[place].0[lane] = nx;
        contacts.ny[place].0[lane] = ny;
        contacts.lx[place].0[lane] = lx;
        contacts.ly[place].0[lane] = ly;
        contacts.base[place].0[lane] =
            contact.separation - nx * (self.state.x[at].0[lane] + rx) - ny * (self.state.y[at].0[lane] + ry);
        contacts.sx[place].0[lane] = contact.surface[0];
        contacts.sy[place].0[lane] = contact.surface[1];
        contacts.friction[place].0[lane] = contact.friction;
        contacts.stiffness[place].0[lane] = contact.stiffness;
        contacts.normal[place].0[lane] = contact.normal_impulse;
        contacts.tangent[place].0[lane] = contact.tangent_impulse;
        contacts.total[place].0[lane] = 0.0;
    }

    /// What a contact point bore: normal and tangent impulse of the last sub-step, sum of normal impulses over the step.
    pub(crate) fn contact(&self, lane: usize, at: usize, slot: usize) -> [f32; 3] {
        let place = at * SLOTS + slot;
        let contacts = &self.contacts;
        [
            contacts.normal[place].0[lane],
            contacts.tangent[place].0[lane],
            contacts.total[place].0[lane],
        ]
    }

    /// Angle of a pin, from its zero, in the tree's sense.
    #[cfg(test)]
    pub(crate) fn pin_angle(&self, lane: usize, at: usize) -> f32 {
        let parent = if at == 0 {
            self.anchor.angle.0[lane]
        } else {
            self.state.angle[usize::from(self.topology.parents[at])].0[lane]
        };
        self.state.angle[at].0[lane] - parent - self.pins.zero[at].0[lane]
    }
}

/// How stiff a contact point of a body is held \[kg\]: the implicit spring's mass, which is heavy against the body and not light
/// against its figure.
///
/// A spring of 60 Hz and damping ratio 10 integrated over h has a₂ = hω(2ζ + hω): the impulse is m·a₂ times the velocity error. m is the
/// figure's own scale: a sixth of its mass, at least the body's.
pub(crate) fn stiffness(body_mass: f32, figure_mass: f32, h: f32) -> f32 {
    let turn = core::f32::consts::TAU * CONTACT_HERTZ * h;
    (figure_mass / 6.0).max(body_mass) * turn * (2.0 * CONTACT_DAMPING + turn)
}

/// Contact springs of trees.
pub(crate) const CONTACT_HERTZ: f32 = 60.0;
/// Their damping ratio.
pub(crate) const CONTACT_DAMPING: f32 = 10.0;
