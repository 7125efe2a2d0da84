//! What a batch keeps of its figures, body by body, eight figures side by side.

use crate::solver::lanes::{Wide, WidePair};

/// A body's state.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct State {
    /// Centre of mass from the lane's origin \[px\].
    pub at: WidePair,
    /// \[px/s\]
    pub v: WidePair,
    /// Unwrapped \[rad\].
    pub angle: Wide,
    /// \[rad/s\]
    pub w: Wide,
    pub cos: Wide,
    pub sin: Wide,
}

/// What stays the same of a body.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Constant {
    pub mass: Wide,
    pub inertia: Wide,
    /// Share of the figure's mass.
    pub share: Wide,
    pub gravity_scale: Wide,
    /// 1/(1 + h·d) of this step's h.
    pub keep_v: Wide,
    pub keep_w: Wide,
}

impl Default for Constant {
    /// Of a lane without a figure: harmless.
    fn default() -> Self {
        let one = Wide::splat(1.0);
        Self {
            mass: one,
            inertia: one,
            share: Wide::ZERO,
            gravity_scale: Wide::ZERO,
            keep_v: one,
            keep_w: one,
        }
    }
}

/// A body's damping, which only the step's beginning reads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Damping {
    pub linear: Wide,
    pub angular: Wide,
}

/// The pin on which a body hangs; of the root only when the tree is anchored.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Pin {
    /// Anchors in the frames of the bodies' centres of mass \[px\]. An anchored root's `parent` is zero: the anchor is the point itself.
    pub parent: WidePair,
    pub child: WidePair,
    /// Relative angle that counts as zero \[rad\].
    pub zero: Wide,
    /// Limits of the angle from zero \[rad\]; ±[`FREE`] where there is none.
    pub lower: Wide,
    pub upper: Wide,
    /// What a return speed at the fastest body is multiplied by to be one of this hinge \[1/px\].
    pub ease: Wide,
}

impl Default for Pin {
    fn default() -> Self {
        Self {
            parent: WidePair::ZERO,
            child: WidePair::ZERO,
            zero: Wide::ZERO,
            lower: Wide::splat(-FREE),
            upper: Wide::splat(FREE),
            ease: Wide::splat(1.0),
        }
    }
}

/// Limits that are none: finite, so that no product with zero is NaN.
pub(super) const FREE: f32 = 1e9;
/// The greatest torque impulse that counts as bounded.
pub(super) const UNBOUNDED: f32 = 1e30;

/// A hinge's spring and motor.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Drive {
    pub target: Wide,
    /// 1 where the spring takes the short way round.
    pub short_way: Wide,
    pub hertz: Wide,
    pub damping_ratio: Wide,
    /// \[kg·px²/s²\]; 0 where there is no spring.
    pub spring_torque: Wide,
    pub speed: Wide,
    /// 0 where there is no motor.
    pub motor_torque: Wide,
    /// Of this step: impulse per unit of speed error, and wanted speed per unit of angle error.
    pub stiffness: Wide,
    pub rate: Wide,
    /// Of this sub-step: the speed that the spring wants.
    pub wanted: Wide,
    /// What pushes with all it has: −1 or 1 is the way, 0 none.
    pub spring_full: Wide,
    pub motor_full: Wide,
}

/// Arms of a pin in the world's axes \[px\], from the centres of mass.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Arms {
    pub parent: WidePair,
    pub child: WidePair,
}

/// One contact of a body with something that the figure can't move.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Slot {
    /// From the obstacle to the body.
    pub normal: WidePair,
    /// The arm's part that turns with the body, in its frame.
    pub local: WidePair,
    /// The arm's part that doesn't: to the skin of a round.
    pub skin: WidePair,
    /// Separation = this + normal·(at + arm) \[px\].
    pub base: Wide,
    /// Speed of the obstacle along the normal, and the wanted tangential speed \[px/s\].
    pub lift: Wide,
    pub slide: Wide,
    pub friction: Wide,
    /// Impulse per unit of speed \[kg\].
    pub stiffness: Wide,
    /// Impulses of the last sub-step \[kg·px/s\].
    pub normal_impulse: Wide,
    pub tangent_impulse: Wide,
    /// Whether it slips: the way of the friction, 0 where it sticks.
    pub slip: Wide,
    /// Sum of normal impulses since the contact was set.
    pub total: Wide,
}

impl Default for Slot {
    /// Of a lane without this contact: so far away that it never counts.
    fn default() -> Self {
        Self {
            normal: WidePair::ZERO,
            local: WidePair::ZERO,
            skin: WidePair::ZERO,
            base: Wide::splat(FREE),
            lift: Wide::ZERO,
            slide: Wide::ZERO,
            friction: Wide::ZERO,
            stiffness: Wide::ZERO,
            normal_impulse: Wide::ZERO,
            tangent_impulse: Wide::ZERO,
            slip: Wide::ZERO,
            total: Wide::ZERO,
        }
    }
}

/// One pin of the factor. See the module's theory: the letters are the same.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Factor {
    /// h = u/(D + κ).
    pub h: WidePair,
    /// 1/(D + κ).
    pub inverse: Wide,
    /// κ/(D + κ).
    pub rho: Wide,
    /// u and D: only where the tree is hinged.
    pub u: WidePair,
    pub d: Wide,
}

/// A symmetric 2×2 matrix.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Symmetric2 {
    pub xx: Wide,
    pub xy: Wide,
    pub yy: Wide,
}

/// A symmetric 3×3 matrix of (v, ω).
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Symmetric3 {
    pub xx: Wide,
    pub xy: Wide,
    pub yy: Wide,
    pub xw: Wide,
    pub yw: Wide,
    pub ww: Wide,
}

/// An impulse and its moment about the centre of mass, or a change of (v, ω).
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Twist {
    pub linear: WidePair,
    pub turn: Wide,
}

/// The last block of a tree that hangs on nothing.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct RootFactor {
    pub h: WidePair,
    pub inverse: Wide,
    /// Inverse of E.
    pub k: Symmetric2,
}

/// What a batch needs while it is solved and not after.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Row {
    pub mass: Symmetric3,
    /// Right side; the pin's reduced moment once the sweep has passed.
    pub push: Twist,
    /// Wanted change of the pin's relative velocity.
    pub gap_speed: WidePair,
    /// Allowed relative speeds of the hinge.
    pub low: Wide,
    pub high: Wide,
    /// How often its limit and its drives were let go.
    pub releases: Wide,
    pub drive_releases: Wide,
    /// The hinge's slot in the next sweep: not 0 where it is locked; else its stiffness κ, and the wanted change of relative speed.
    pub locked: Wide,
    pub stiffness: Wide,
    pub target: Wide,
    /// Moment that the hinge passes on, besides bounded ones at their bound.
    pub moment: Wide,
    /// This solve's answer, and the one that counts.
    pub fresh: Twist,
    pub answer: Twist,
}

/// A contact while it is solved.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct SlotRow {
    pub arm: WidePair,
    /// Moments of the normal and of the tangent.
    pub normal_turn: Wide,
    pub tangent_turn: Wide,
    /// Wanted normal speed.
    pub target: Wide,
    /// Speeds before the solve.
    pub normal_speed: Wide,
    pub tangent_speed: Wide,
    /// 1 where it is in the system.
    pub on: Wide,
    /// Whether and which way it slips in the system, and by what the last solve makes of it.
    pub slip: Wide,
    pub next_slip: Wide,
    /// The push that slipping is a share of: that of the solve before.
    pub load: Wide,
    pub normal_impulse: Wide,
    pub tangent_impulse: Wide,
    /// How often it was let go.
    pub releases: Wide,
}

/// Room that a batch needs while it is solved; one per thread is enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(super) rows: Vec<Row>,
    pub(super) slots: Vec<SlotRow>,
    pub(super) factor: Vec<Factor>,
    pub(super) arms: Vec<Arms>,
    pub(super) seen: Vec<Twist>,
}

impl Scratch {
    pub(super) fn fit(&mut self, bodies: usize, slots: usize) {
        if self.rows.len() < bodies {
            self.rows.resize(bodies, Row::default());
            self.factor.resize(bodies, Factor::default());
            self.seen.resize(bodies, Twist::default());
        }
        // These change places with those of batches.
        if self.arms.len() < bodies {
            self.arms.resize(bodies, Arms::default());
        }
        if self.slots.len() < slots {
            self.slots.resize(slots, SlotRow::default());
        }
    }
}
