//! Things that move among figures: what a physics world's loose and driven bodies are to them.
//!
//! A mover goes evenly through the sub-steps of a step from where it was put, with the velocity it was given. Figures lose what brings
//! them into it, and what they lose it gets, sub-step by sub-step: an impulse P along n at an arm r changes a free mover by
//!
//! ```text
//! v ← v + P·n/m,   ω ← ω + P·(r × n)/I,   and P = (closing speed)/(w + 1/m + (r × n)²/I)
//! ```
//!
//! with w the point's inverse mass: what one loses the other gains, to the rounding of a point's displacement (6e-8 of it in single
//! precision). What was given in the step is kept for the world that the mover is of ([`Push`]), which applies it in its own step.
//!
//! **What stands behind it.** A crate on the ground gives no way downwards, however light it is; a world that only hears of the impulse
//! after the figure's step can't tell the figure so in time, and a heavy figure would sink into light crates. So the caller says where
//! the mover leans on what gives no way ([`Support`]), and to what presses it against these places it answers as what it is there: not
//! at all where the push passes between supports, as a lever about the nearest where it passes outside. What the supports bear is told apart
//! from what moves it: a world that hands a light crate the whole weight of what came down on it has to take it from it again. (The kind of fault: staggered coupling of a light body between two
//! solvers diverges where the mass that the one assumes differs from what the other gives; Causin, Gerbeau & Nobile 2005.)

mod desc;
mod outline;

pub use desc::{Impulse, MoverDesc, MoverShape, MoverState, Push, Support, Weight};
pub(crate) use outline::{Hit, under};

use crate::terrain::edge::{V, along, cross, dot, minus};
use crate::terrain::tree::Bounds;
use crate::terrain::{Material, TerrainError};
use outline::Outline;

/// Pushes whose direction is against a support's normal by less than this cosine slide along it.
const BLOCKED: f64 = 0.1;
/// More against than this, they tip the mover where they pass beside all its supports.
const TIPS: f64 = 0.7;

/// A mover in a world. A handle of one that was removed stays invalid for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoverId(pub(crate) u32);

impl core::fmt::Debug for MoverId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "mover#{}", self.0)
    }
}

/// A quarter turn, from +x to +y.
pub(crate) fn quarter(a: V) -> V {
    [-a[1], a[0]]
}

/// A turn by q = (cos, sin), and back.
pub(crate) fn turned(q: V, a: V) -> V {
    [q[0] * a[0] - q[1] * a[1], q[1] * a[0] + q[0] * a[1]]
}

fn turned_back(q: V, a: V) -> V {
    [q[0] * a[0] + q[1] * a[1], q[0] * a[1] - q[1] * a[0]]
}

/// Where a mover is: its origin and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub at: V,
    pub q: V,
}

impl Frame {
    pub fn local(self, p: V) -> V {
        turned_back(self.q, minus(p, self.at))
    }
    pub fn world(self, p: V) -> V {
        let turned = turned(self.q, p);
        [self.at[0] + turned[0], self.at[1] + turned[1]]
    }
}

/// How a mover answers a unit of impulse.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    velocity: V,
    spin: f64,
    /// How far that moves the place in the impulse's direction.
    weight: f64,
    /// The part of the impulse that supports bear.
    borne: Impulse,
}

/// A mover.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    pub id: MoverId,
    pub outline: Outline,
    pub material: Material,
    /// Inverse mass and inertia; both 0 for a driven one.
    w: f64,
    wi: f64,
    pub frame: Frame,
    angle: f64,
    pub velocity: V,
    pub spin: f64,
    supports: Vec<Support>,
    pub push: Push,
    /// Where it was when it last woke what lies near.
    pub settled: Frame,
}

impl Mover {
    pub fn new(id: MoverId, desc: MoverDesc, state: MoverState) -> Result<Self, TerrainError> {
        desc.check()?;
        if !state.finite() {
            return Err(TerrainError::NotFinite { index: 0 });
        }
        let (w, wi) = match desc.weight {
            Weight::Driven => (0.0, 0.0),
            Weight::Free { mass, inertia } => (1.0 / mass, 1.0 / inertia),
        };
        let nowhere = Frame {
            at: [0.0; 2],
            q: [1.0, 0.0],
        };
        let mut mover = Self {
            id,
            outline: Outline::new(desc.shape),
            material: desc.material,
            w,
            wi,
            frame: nowhere,
            angle: 0.0,
            velocity: [0.0; 2],
            spin: 0.0,
            supports: Vec::new(),
            push: Push::default(),
            settled: nowhere,
        };
        mover.put(state, &[]);
        mover.settled = mover.frame;
        Ok(mover)
    }

    /// Puts it somewhere, with what it leans on.
    pub fn put(&mut self, state: MoverState, supports: &[Support]) {
        let (sin, cos) = tumble_math::trig::sin_cos_f64(state.angle);
        self.frame = Frame {
            at: state.at,
            q: [cos, sin],
        };
        self.angle = state.angle;
        self.velocity = state.velocity;
        self.spin = state.spin;
        self.supports.clear();
        self.supports.extend_from_slice(supports);
    }

    pub fn state(&self) -> MoverState {
        MoverState {
            at: self.frame.at,
            angle: self.angle,
            velocity: self.velocity,
            spin: self.spin,
        }
    }

    /// Falls for a time `h`, unless it stands on something.
    pub fn fall(&mut self, gravity: V, h: f64) {
        if self.w > 0.0 && !self.is_carried(gravity) {
            self.velocity = along(self.velocity, gravity, h);
        }
    }

    /// Whether nothing moves it.
    pub fn is_driven(&self) -> bool {
        self.w == 0.0
    }

    /// Where it will be after a time `h`.
    pub fn after(&self, h: f64) -> Frame {
        let q = along(self.frame.q, quarter(self.frame.q), self.spin * h);
        let size = dot(q, q).sqrt();
        Frame {
            at: along(self.frame.at, self.velocity, h),
            q: [q[0] / size, q[1] / size],
        }
    }

    /// Goes there.
    pub fn go(&mut self, h: f64) {
        self.frame = self.after(h);
        self.angle += self.spin * h;
    }

    /// Whether it neither moves nor turns, nor is about to fall.
    pub fn stays(&self, gravity: V) -> bool {
        let still = self.velocity == [0.0; 2] && self.spin == 0.0;
        still && (self.w == 0.0 || gravity == [0.0; 2] || self.is_carried(gravity))
    }

    /// Whether it leans on something against gravity.
    fn is_carried(&self, gravity: V) -> bool {
        self.supports
            .iter()
            .any(|support| dot(support.normal, gravity) < 0.0)
    }

    /// A box round it, wherever it goes in `time`.
    pub fn bounds(&self, time: f64, gravity: V) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        bounds.add(self.frame.at);
        bounds.add(along(self.frame.at, self.velocity, time));
        let falls = if self.w > 0.0 {
            dot(gravity, gravity).sqrt() * time * time
        } else {
            0.0
        };
        bounds.grown(self.outline.reach + falls)
    }

    /// How it answers an impulse in direction `f` at a place.
    fn answer(&self, f: V, place: V, center: V) -> Answer {
        if self.w == 0.0 {
            return Answer::default();
        }
        let arm = minus(place, center);
        let blocks = |support: &&Support| dot(support.normal, f) < -BLOCKED;
        let mut hardest: Option<&Support> = None;
        for support in self.supports.iter().filter(blocks) {
            if hardest.is_none_or(|other| dot(support.normal, f) < dot(other.normal, f)) {
                hardest = Some(support);
            }
        }
        let (velocity, spin, borne) = match hardest {
            None => (
                f.map(|part| part * self.w),
                self.wi * cross(arm, f),
                Impulse::default(),
            ),
            Some(support) if dot(support.normal, f) < -TIPS => match self.tip(f, place, center) {
                // What doesn't go into its motion, the support holds against.
                Some((velocity, spin)) => {
                    let borne = Impulse {
                        linear: along(f, velocity, -1.0 / self.w),
                        moment: cross(arm, f) - spin / self.wi,
                    };
                    (velocity, spin, borne)
                }
                None => ([0.0; 2], 0.0, Impulse::at(f, arm)),
            },
            Some(_) => {
                // What is left of it along all that blocks.
                let mut left = f;
                for support in self.supports.iter().filter(blocks) {
                    let into = dot(support.normal, left).min(0.0);
                    left = along(left, support.normal, -into);
                }
                (
                    left.map(|part| part * self.w),
                    0.0,
                    Impulse::at(minus(f, left), arm),
                )
            }
        };
        let there = along(velocity, quarter(arm), spin);
        Answer {
            velocity,
            spin,
            weight: dot(there, f).max(0.0),
            borne,
        }
    }

    /// Pressed against its supports: as a lever about the nearest, where the push passes beside all of them; else not at all.
    fn tip(&self, f: V, place: V, center: V) -> Option<(V, f64)> {
        let mut nearest: Option<(f64, V)> = None;
        for support in &self.supports {
            if dot(support.normal, f) >= -BLOCKED {
                continue;
            }
            let moment = cross(minus(place, support.at), f);
            match nearest {
                Some((other, _)) if other * moment <= 0.0 => return None,
                Some((other, _)) if other.abs() <= moment.abs() => {}
                _ => nearest = Some((moment, support.at)),
            }
        }
        let (moment, pivot) = nearest?;
        let out = minus(center, pivot);
        let spin = moment / (1.0 / self.wi + dot(out, out) / self.w);
        Some((quarter(out).map(|part| part * spin), spin))
    }

    /// How far an impulse of 1 in direction `f` moves the place in that direction, a unit of time.
    pub fn weight(&self, f: V, place: V, center: V) -> f64 {
        self.answer(f, place, center).weight
    }

    /// Whether its supports bear all of an impulse in direction `f`. Then they bear what rubs along with it too: what presses it down
    /// by more than it is pushed aside, as friction does, doesn't make it slide.
    pub fn bears(&self, f: V, place: V, center: V) -> bool {
        self.answer(f, place, center).borne.linear == f
    }

    /// Takes an impulse that its supports bear.
    pub fn lean(&mut self, impulse: V, place: V, center: V) {
        self.push
            .borne
            .add(Impulse::at(impulse, minus(place, center)), 1.0);
    }

    /// Takes an impulse of `size` in direction `f` at a place.
    pub fn take(&mut self, size: f64, f: V, place: V, center: V) {
        let answer = self.answer(f, place, center);
        self.velocity = along(self.velocity, answer.velocity, size);
        self.spin += answer.spin * size;
        self.push.borne.add(answer.borne, size);
        self.push.free.add(Impulse::at(f, minus(place, center)), size);
        self.push.free.add(answer.borne, -size);
    }
}
