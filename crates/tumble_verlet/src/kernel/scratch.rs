//! What a sub-step needs between its stages.

use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::program::Program;
use crate::real::Real;
use crate::terrain::Terrain;

/// A plane that a point may meet, a lane each.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanePack<L: Lanes> {
    pub nx: L::Pack,
    pub ny: L::Pack,
    /// Its place, with the point's radius.
    pub offset: L::Pack,
    pub friction: L::Pack,
    pub restitution: L::Pack,
}

/// How far away the plane of a point that meets none is: farther than anything finite that is simulated.
pub(super) const NOWHERE: f64 = -1e30;

impl<L: Lanes> PlanePack<L> {
    pub fn nowhere() -> Self {
        let splat = |value| L::Pack::splat(L::Real::from_f64(value));
        Self {
            nx: splat(0.0),
            ny: splat(1.0),
            offset: splat(NOWHERE),
            friction: splat(0.0),
            restitution: splat(0.0),
        }
    }
}

/// The planes that points may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Planes {
    /// None at all.
    None,
    /// One, the same for all.
    One,
    /// Two of several for each point, found in each sub-step.
    Two,
}

/// What a sub-step needs between its stages; a number each point, stick or row.
pub(super) struct Scratch<L: Lanes> {
    /// Acceleration times h².
    pub ax: Vec<L::Pack>,
    pub ay: Vec<L::Pack>,
    /// Inverse masses and masses, as a grab makes them.
    pub w: Vec<L::Pack>,
    pub m: Vec<L::Pack>,
    masses_changed: bool,
    /// Figures whose sticks are wrong after all repairs: 1, others 0.
    pub wrong: L::Pack,
    /// Figures to be rescued: 1, others 0; and how far they are lifted.
    pub rescued: L::Pack,
    pub lift_x: L::Pack,
    pub lift_y: L::Pack,
    /// Where the points are while the sticks are solved.
    pub sx: Vec<L::Pack>,
    pub sy: Vec<L::Pack>,
    /// What the sticks push them \[kg·units a sub-step\].
    pub fx: Vec<L::Pack>,
    pub fy: Vec<L::Pack>,
    /// Inverse mass matrices, as contacts make them.
    pub mxx: Vec<L::Pack>,
    pub mxy: Vec<L::Pack>,
    pub myy: Vec<L::Pack>,
    /// Touching, as guessed, then as judged.
    pub kind: Vec<L::Pack>,
    pub rub: Vec<L::Pack>,
    pub next_kind: Vec<L::Pack>,
    pub next_rub: Vec<L::Pack>,
    pub pressure: Vec<L::Pack>,
    pub planes: Planes,
    /// Offsets of the half-planes from each figure's origin.
    pub offsets: Vec<L::Pack>,
    pub first: Vec<PlanePack<L>>,
    pub second: Vec<PlanePack<L>>,
    /// Gradients, and those times inverse masses.
    pub gx: Vec<L::Pack>,
    pub gy: Vec<L::Pack>,
    pub qx: Vec<L::Pack>,
    pub qy: Vec<L::Pack>,
    /// Matrix entries, and those below pivots divided by them.
    pub entries: Vec<L::Pack>,
    pub scaled: Vec<L::Pack>,
    pub inverse: Vec<L::Pack>,
    pub lambda: Vec<L::Pack>,
    /// Multipliers of compliant sticks so far.
    pub soft: Vec<L::Pack>,
}

impl<L: Lanes> Scratch<L> {
    pub fn new(program: &Program<L::Real>, terrain: &Terrain<L::Real>) -> Self {
        let zero = L::Pack::splat(L::Real::ZERO);
        let many = |count: usize| vec![zero; count];
        let n = program.points;
        let slots = program.slot_points.len();
        let planes = match (terrain.planes.len(), terrain.pieces.is_empty()) {
            (0, true) => Planes::None,
            (1, true) => Planes::One,
            _ => Planes::Two,
        };
        let mut first = vec![PlanePack::nowhere(); n];
        if let (Planes::One, [plane]) = (planes, terrain.planes.as_slice()) {
            for pack in &mut first {
                *pack = PlanePack {
                    nx: L::Pack::splat(plane.nx),
                    ny: L::Pack::splat(plane.ny),
                    offset: zero,
                    friction: L::Pack::splat(plane.friction * program.friction),
                    restitution: L::Pack::splat(plane.restitution),
                };
            }
        }
        let mut scratch = Self {
            ax: many(n),
            ay: many(n),
            w: many(n),
            m: many(n),
            masses_changed: true,
            wrong: zero,
            rescued: zero,
            lift_x: zero,
            lift_y: zero,
            sx: many(n),
            sy: many(n),
            fx: many(n),
            fy: many(n),
            mxx: many(n),
            mxy: many(n),
            myy: many(n),
            kind: many(n),
            rub: many(n),
            next_kind: many(n),
            next_rub: many(n),
            pressure: many(n),
            planes,
            offsets: many(terrain.planes.len()),
            first,
            second: vec![PlanePack::nowhere(); n],
            gx: many(slots),
            gy: many(slots),
            qx: many(slots),
            qy: many(slots),
            entries: many(program.factor.entries),
            scaled: many(program.factor.entries),
            inverse: many(program.factor.rows),
            lambda: many(program.factor.rows),
            soft: many(program.memories),
        };
        scratch.reset_masses(program);
        scratch
    }

    /// Makes all masses the figure's again.
    pub fn reset_masses(&mut self, program: &Program<L::Real>) {
        if self.masses_changed {
            for p in 0..program.points {
                self.w[p] = L::Pack::splat(program.w[p]);
                self.m[p] = L::Pack::splat(program.m[p]);
            }
            self.masses_changed = false;
        }
    }

    /// Makes a point of one figure as heavy as what holds it makes it.
    pub fn set_mass(&mut self, point: usize, lane: usize, mass: L::Real) {
        self.m[point].set(lane, mass);
        self.w[point].set(lane, L::Real::ONE / mass);
        self.masses_changed = true;
    }
}
