//! What a sub-step needs between its stages.

use crate::lanes::Lanes;
use crate::lanes::pack::Pack;
use crate::program::Program;
use crate::real::Real;
use crate::terrain::Terrain;
use crate::terrain::tree::Bounds;

/// A plane that a point may meet, a lane each.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanePack<P> {
    pub nx: P,
    pub ny: P,
    /// Its place from the figure's origin, with the point's radius.
    pub offset: P,
    pub friction: P,
    pub restitution: P,
}

/// How far away the plane of a point that meets none is: farther than anything finite that is simulated.
pub(super) const NOWHERE: f64 = -1e30;

impl<P> PlanePack<P> {
    pub fn nowhere<R: Real>() -> Self
    where
        P: Pack<R>,
    {
        let splat = |value| P::splat(R::from_f64(value));
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

/// What a point needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointScratch<P> {
    /// Acceleration times h².
    pub ax: P,
    pub ay: P,
    /// Inverse mass and mass, as a grab makes them.
    pub w: P,
    pub m: P,
    /// Where it begins before the sticks are solved, and where it is while they are.
    pub start_x: P,
    pub start_y: P,
    pub sx: P,
    pub sy: P,
    /// What the sticks push it \[kg·units a sub-step\].
    pub fx: P,
    pub fy: P,
    /// Inverse mass matrix, as contacts make it. Where `held` is false no lane has a contact: mxx is the inverse mass, and the others
    /// mean nothing.
    pub held: bool,
    pub mxx: P,
    pub mxy: P,
    pub myy: P,
    /// Touching, as guessed, then as judged; and how hard.
    pub kind: P,
    pub rub: P,
    pub next_kind: P,
    pub next_rub: P,
    pub pressure: P,
    pub first: PlanePack<P>,
    pub second: PlanePack<P>,
}

/// The edges near a figure.
#[derive(Clone, Debug)]
pub(super) struct Near {
    /// The box that was searched.
    pub bounds: Bounds,
    /// Edges by number, ascending.
    pub edges: Vec<u32>,
}

impl Default for Near {
    fn default() -> Self {
        Self {
            bounds: Bounds::EMPTY,
            edges: Vec::new(),
        }
    }
}

/// A row's gradient at a point, and that times the point's inverse mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<P> {
    pub gx: P,
    pub gy: P,
    pub qx: P,
    pub qy: P,
}

/// What a sub-step needs between its stages.
pub(super) struct Scratch<L: Lanes> {
    pub points: Vec<PointScratch<L::Pack>>,
    masses_changed: bool,
    pub planes: Planes,
    /// The edges near each figure of the block.
    pub near: Vec<Near>,
    /// Offsets of the half-planes from each figure's origin.
    pub offsets: Vec<L::Pack>,
    pub slots: Vec<Slot<L::Pack>>,
    /// Matrix entries, and those below pivots divided by them.
    pub entries: Vec<L::Pack>,
    pub scaled: Vec<L::Pack>,
    /// A number each row: one over the pivot, and the multiplier.
    pub inverse: Vec<L::Pack>,
    pub lambda: Vec<L::Pack>,
    /// Multipliers of compliant sticks so far.
    pub soft: Vec<L::Pack>,
    /// Figures whose sticks are wrong after all repairs: 1, others 0.
    pub wrong: L::Pack,
    /// Figures to be rescued: 1, others 0; and how far they are lifted.
    pub rescued: L::Pack,
    pub lift_x: L::Pack,
    pub lift_y: L::Pack,
}

impl<L: Lanes> Scratch<L> {
    pub fn new(program: &Program<L::Real>, terrain: &Terrain<L::Real>) -> Self {
        let zero = L::Pack::splat(L::Real::ZERO);
        let many = |count: usize| vec![zero; count];
        let planes = match (terrain.planes.len(), terrain.only_planes()) {
            (0, true) => Planes::None,
            (1, true) => Planes::One,
            _ => Planes::Two,
        };
        let mut first = PlanePack::nowhere();
        if let (Planes::One, [plane]) = (planes, terrain.planes.as_slice()) {
            first = PlanePack {
                nx: L::Pack::splat(plane.nx),
                ny: L::Pack::splat(plane.ny),
                offset: zero,
                friction: L::Pack::splat(plane.friction * program.friction),
                restitution: L::Pack::splat(plane.restitution),
            };
        }
        let point = PointScratch {
            ax: zero,
            ay: zero,
            w: zero,
            m: zero,
            start_x: zero,
            start_y: zero,
            sx: zero,
            sy: zero,
            fx: zero,
            fy: zero,
            held: true,
            mxx: zero,
            mxy: zero,
            myy: zero,
            kind: zero,
            rub: zero,
            next_kind: zero,
            next_rub: zero,
            pressure: zero,
            first,
            second: PlanePack::nowhere(),
        };
        let slot = Slot {
            gx: zero,
            gy: zero,
            qx: zero,
            qy: zero,
        };
        let mut scratch = Self {
            points: vec![point; program.points],
            masses_changed: true,
            planes,
            near: vec![Near::default(); L::Real::LANES],
            offsets: many(terrain.planes.len()),
            slots: vec![slot; program.slot_points.len()],
            entries: many(program.factor.start.len() - 1),
            scaled: many(program.factor.start.len() - 1),
            inverse: many(program.factor.columns.len()),
            lambda: many(program.factor.columns.len()),
            soft: many(program.memories),
            wrong: zero,
            rescued: zero,
            lift_x: zero,
            lift_y: zero,
        };
        scratch.reset_masses(program);
        scratch.bar_gradients(program);
        scratch
    }

    /// The gradients of bars never change: 1 at the middle, −(1 − t) and −t at the ends.
    fn bar_gradients(&mut self, program: &Program<L::Real>) {
        for bar in &program.bars {
            let values = [L::Real::ONE, bar.t - L::Real::ONE, -bar.t];
            for (offset, value) in values.into_iter().enumerate() {
                self.slots[bar.slots[0] + offset].gx = L::Pack::splat(value);
                self.slots[bar.slots[1] + offset].gy = L::Pack::splat(value);
            }
        }
    }

    /// Makes all masses the figure's again.
    pub fn reset_masses(&mut self, program: &Program<L::Real>) {
        if self.masses_changed {
            for (point, own) in self.points.iter_mut().zip(&program.each) {
                point.w = L::Pack::splat(own.w);
                point.m = L::Pack::splat(own.m);
            }
            self.masses_changed = false;
        }
    }

    /// Makes a point of one figure as heavy as what holds it makes it.
    pub fn set_mass(&mut self, point: usize, lane: usize, mass: L::Real) {
        self.points[point].m.set(lane, mass);
        self.points[point].w.set(lane, L::Real::ONE / mass);
        self.masses_changed = true;
    }
}
