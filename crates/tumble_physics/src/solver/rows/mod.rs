//! Rows: constraints between bodies that no tree holds. Each sees a body as a velocity and a 3×3 inverse mass.

pub(crate) mod contact;
pub(crate) mod joint;
pub(crate) mod pack;

use tumble_math::Vec2;

/// A symmetric 3×3 inverse mass: how a body's (v, ω) answer an impulse (p, torque impulse).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Inverse {
    pub xx: f32,
    pub xy: f32,
    pub yy: f32,
    pub xw: f32,
    pub yw: f32,
    pub ww: f32,
}

impl Inverse {
    /// A body on its own.
    pub(crate) fn free(mass: f32, inertia: f32) -> Self {
        Self {
            xx: 1.0 / mass,
            yy: 1.0 / mass,
            ww: 1.0 / inertia,
            ..Self::default()
        }
    }

    /// The answer to an impulse.
    #[inline]
    pub(crate) fn answer(&self, p: Vec2, turn: f32) -> Answer {
        Answer {
            v: Vec2::new(
                self.xx * p.x + self.xy * p.y + self.xw * turn,
                self.xy * p.x + self.yy * p.y + self.yw * turn,
            ),
            w: self.xw * p.x + self.yw * p.y + self.ww * turn,
        }
    }

    /// Larger by a factor.
    #[inline]
    pub(crate) fn scaled(&self, by: f32) -> Self {
        Self {
            xx: self.xx * by,
            xy: self.xy * by,
            yy: self.yy * by,
            xw: self.xw * by,
            yw: self.yw * by,
            ww: self.ww * by,
        }
    }
}

/// A change of velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    pub v: Vec2,
    pub w: f32,
}

/// What rows see of a body, and what they do to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowBody {
    pub v: Vec2,
    pub w: f32,
    /// How far it has moved since the step's start \[px\].
    pub moved: Vec2,
    /// Its turn since then.
    pub cos: f32,
    pub sin: f32,
    pub inverse: Inverse,
    /// Impulses given to it since they were last taken.
    pub push: Vec2,
    pub turn: f32,
}

impl RowBody {
    /// What never moves; row body 0.
    pub(crate) const FIXED: Self = Self {
        v: Vec2::ZERO,
        w: 0.0,
        moved: Vec2::ZERO,
        cos: 1.0,
        sin: 0.0,
        inverse: Inverse {
            xx: 0.0,
            xy: 0.0,
            yy: 0.0,
            xw: 0.0,
            yw: 0.0,
            ww: 0.0,
        },
        push: Vec2::ZERO,
        turn: 0.0,
    };

    /// An arm of the step's start, turned with the body.
    #[inline]
    pub(crate) fn turned(&self, arm: Vec2) -> Vec2 {
        Vec2::new(
            self.cos * arm.x - self.sin * arm.y,
            self.sin * arm.x + self.cos * arm.y,
        )
    }

    /// Velocity of the point at `arm`.
    #[inline]
    pub(crate) fn velocity_at(&self, arm: Vec2) -> Vec2 {
        Vec2::new(self.v.x - self.w * arm.y, self.v.y + self.w * arm.x)
    }

    /// Gives it an impulse.
    #[inline]
    pub(crate) fn give(&mut self, push: Vec2, turn: f32) {
        let answer = self.inverse.answer(push, turn);
        self.v += answer.v;
        self.w += answer.w;
        self.push += push;
        self.turn += turn;
    }

    /// Gives it `by` times a unit impulse whose answer is known.
    #[inline]
    pub(crate) fn give_known(&mut self, answer: Answer, push: Vec2, turn: f32, by: f32) {
        self.v += answer.v * by;
        self.w += answer.w * by;
        self.push += push * by;
        self.turn += turn * by;
    }
}

/// z of the cross product.
#[inline]
pub(crate) fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// Two of the bodies at once.
#[inline]
pub(crate) fn two(bodies: &mut [RowBody], a: u32, b: u32) -> (RowBody, RowBody) {
    (bodies[a as usize], bodies[b as usize])
}
