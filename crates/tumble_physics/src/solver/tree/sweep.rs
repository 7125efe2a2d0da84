//! Block elimination over the tree: from the leaves to the root and back. Letters and derivation: the module's theory, §3.

use super::layout::{Arms, Factor, RootFactor, Row, Symmetric2, Symmetric3, Twist};
use crate::solver::lanes::{Lane, Pair};

/// A symmetric 3×3 matrix in registers.
#[derive(Clone, Copy)]
pub(super) struct Matrix3<L> {
    pub xx: L,
    pub xy: L,
    pub yy: L,
    pub xw: L,
    pub yw: L,
    pub ww: L,
}

impl Symmetric3 {
    #[inline(always)]
    pub(super) fn get<L: Lane>(&self) -> Matrix3<L> {
        Matrix3 {
            xx: self.xx.get(),
            xy: self.xy.get(),
            yy: self.yy.get(),
            xw: self.xw.get(),
            yw: self.yw.get(),
            ww: self.ww.get(),
        }
    }

    #[inline(always)]
    pub(super) fn put<L: Lane>(&mut self, m: Matrix3<L>) {
        self.xx.put(m.xx);
        self.xy.put(m.xy);
        self.yy.put(m.yy);
        self.xw.put(m.xw);
        self.yw.put(m.yw);
        self.ww.put(m.ww);
    }
}

impl<L: Lane> Matrix3<L> {
    /// A body on its own.
    #[inline(always)]
    pub(super) fn body(mass: L, inertia: L) -> Self {
        let zero = L::zero();
        Self {
            xx: mass,
            xy: zero,
            yy: mass,
            xw: zero,
            yw: zero,
            ww: inertia,
        }
    }

    /// What it makes of an impulse, where it is an inverse mass.
    #[inline(always)]
    pub(super) fn answer(&self, p: Pair<L>, turn: L) -> Motion<L> {
        Motion {
            linear: Pair {
                x: self.xx * p.x + self.xy * p.y + self.xw * turn,
                y: self.xy * p.x + self.yy * p.y + self.yw * turn,
            },
            turn: self.xw * p.x + self.yw * p.y + self.ww * turn,
        }
    }

    #[inline(always)]
    pub(super) fn add(self, o: Self) -> Self {
        Self {
            xx: self.xx + o.xx,
            xy: self.xy + o.xy,
            yy: self.yy + o.yy,
            xw: self.xw + o.xw,
            yw: self.yw + o.yw,
            ww: self.ww + o.ww,
        }
    }
}

/// A symmetric 2×2 matrix in registers.
#[derive(Clone, Copy)]
struct Matrix2<L> {
    xx: L,
    xy: L,
    yy: L,
}

impl Symmetric2 {
    #[inline(always)]
    fn get<L: Lane>(&self) -> Matrix2<L> {
        Matrix2 {
            xx: self.xx.get(),
            xy: self.xy.get(),
            yy: self.yy.get(),
        }
    }

    #[inline(always)]
    fn put<L: Lane>(&mut self, m: Matrix2<L>) {
        self.xx.put(m.xx);
        self.xy.put(m.xy);
        self.yy.put(m.yy);
    }
}

impl<L: Lane> Matrix2<L> {
    #[inline(always)]
    fn times(&self, v: Pair<L>) -> Pair<L> {
        Pair {
            x: self.xx * v.x + self.xy * v.y,
            y: self.xy * v.x + self.yy * v.y,
        }
    }
}

/// An impulse with its moment, or a change of (v, ω), in registers.
#[derive(Clone, Copy)]
pub(super) struct Motion<L> {
    pub linear: Pair<L>,
    pub turn: L,
}

impl Twist {
    #[inline(always)]
    pub(super) fn get<L: Lane>(&self) -> Motion<L> {
        Motion {
            linear: self.linear.get(),
            turn: self.turn.get(),
        }
    }

    #[inline(always)]
    pub(super) fn put<L: Lane>(&mut self, m: Motion<L>) {
        self.linear.put(m.linear);
        self.turn.put(m.turn);
    }
}

impl<L: Lane> Motion<L> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self {
            linear: Pair::zero(),
            turn: L::zero(),
        }
    }

    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            linear: self.linear + other.linear,
            turn: self.turn + other.turn,
        }
    }

    #[inline(always)]
    pub(super) fn times(self, by: L) -> Self {
        Self {
            linear: self.linear * by,
            turn: self.turn * by,
        }
    }
}

/// What the sweeps go over.
pub(super) struct Tree<'a> {
    pub parents: &'a [u16],
    pub anchored: bool,
    pub arms: &'a [Arms],
}

impl Tree<'_> {
    /// −⟂(child's arm): the velocity that the child's centre has per unit of its angular velocity while its pin stands still.
    #[inline(always)]
    fn q<L: Lane>(&self, p: usize) -> Pair<L> {
        let s: Pair<L> = self.arms[p].child.get();
        Pair { x: s.y, y: -s.x }
    }

    /// ⟂(parent's arm).
    #[inline(always)]
    fn t<L: Lane>(&self, p: usize) -> Pair<L> {
        self.arms[p].parent.get::<L>().perp()
    }

    /// Factors the tree, taking `rows[..].mass` as the bodies' own matrices (they are used up), and eliminates the right sides
    /// `rows[..].push` on the way. `HINGED`: whether any hinge has a stiffness or a lock.
    #[inline(always)]
    pub(super) fn eliminate<L: Lane, const HINGED: bool>(
        &self,
        rows: &mut [Row],
        factor: &mut [Factor],
        root: &mut RootFactor,
    ) {
        for p in (1..self.parents.len()).rev() {
            let parent = self.parents[p] as usize;
            let (t, q) = (self.t::<L>(p), self.q::<L>(p));
            let (before, from) = rows.split_at_mut(p);
            let row = &mut from[0];
            let pin = factor_pin::<L, HINGED>(row, q, &mut factor[p]);
            let up = &mut before[parent];
            let w = pin.e.times(t);
            let mut to_parent = Matrix3 {
                xx: pin.e.xx,
                xy: pin.e.xy,
                yy: pin.e.yy,
                xw: w.x,
                yw: w.y,
                ww: t.dot(w),
            };
            if HINGED {
                let l = pin.u * pin.rho;
                let lt = l.dot(t);
                to_parent.xw = to_parent.xw + l.x;
                to_parent.yw = to_parent.yw + l.y;
                to_parent.ww = to_parent.ww + (lt + lt + pin.rho * pin.d);
            }
            up.mass.put(up.mass.get::<L>().add(to_parent));
            pin.pass_push::<HINGED>(row, up, t, q);
        }
        let row = &mut rows[0];
        if self.anchored {
            let q = self.q::<L>(0);
            factor_pin::<L, HINGED>(row, q, &mut factor[0]);
            let push = row.push.get::<L>();
            row.push.turn.put(push.turn + q.dot(push.linear));
        } else {
            factor_root::<L>(row.mass.get(), root);
        }
    }

    /// Eliminates other right sides with a factor that is kept; pins and hinges are to stay as they are.
    #[inline(always)]
    pub(super) fn eliminate_push<L: Lane, const HINGED: bool>(&self, rows: &mut [Row], factor: &[Factor]) {
        for p in (1..self.parents.len()).rev() {
            let parent = self.parents[p] as usize;
            let (t, q) = (self.t::<L>(p), self.q::<L>(p));
            let (before, from) = rows.split_at_mut(p);
            let row = &mut from[0];
            row.gap_speed.put(Pair::<L>::zero());
            row.target.put(L::zero());
            KeptPin::<L>::load(&factor[p]).pass_push::<HINGED>(row, &mut before[parent], t, q);
        }
        if self.anchored {
            let row = &mut rows[0];
            row.gap_speed.put(Pair::<L>::zero());
            row.target.put(L::zero());
            let push = row.push.get::<L>();
            row.push.turn.put(push.turn + self.q::<L>(0).dot(push.linear));
        }
    }

    /// From the root to the leaves: changes of velocity into `rows[..].fresh`, hinges' moments into `rows[..].moment`.
    #[inline(always)]
    pub(super) fn substitute<L: Lane, const HINGED: bool>(
        &self,
        rows: &mut [Row],
        factor: &[Factor],
        root: &RootFactor,
    ) {
        let row = &mut rows[0];
        if self.anchored {
            substitute_pin::<L, HINGED>(row, &factor[0], Pair::zero(), L::zero(), self.q(0));
        } else {
            let push = row.push.get::<L>();
            let h: Pair<L> = root.h.get();
            let linear = root.k.get::<L>().times(push.linear - h * push.turn);
            let turn = root.inverse.get::<L>() * push.turn - h.dot(linear);
            row.fresh.put(Motion { linear, turn });
        }
        for p in 1..self.parents.len() {
            let (before, from) = rows.split_at_mut(p);
            let up = before[self.parents[p] as usize].fresh.get::<L>();
            let pin_speed = up.linear + self.t::<L>(p) * up.turn;
            substitute_pin::<L, HINGED>(&mut from[0], &factor[p], pin_speed, up.turn, self.q(p));
        }
    }

    /// Φ of each body: how its (v, ω) answer an impulse on itself, the whole figure attached. From the root to the leaves.
    #[inline(always)]
    pub(super) fn respond<L: Lane>(&self, factor: &[Factor], root: &RootFactor, out: &mut [Symmetric3]) {
        if self.anchored {
            let at_pin = Matrix3::<L>::body(L::zero(), L::zero());
            out[0].put(answer_below(&KeptPin::load(&factor[0]), at_pin, self.q(0)));
        } else {
            let k = root.k.get::<L>();
            let h: Pair<L> = root.h.get();
            let m = -k.times(h);
            out[0].put(Matrix3 {
                xx: k.xx,
                xy: k.xy,
                yy: k.yy,
                xw: m.x,
                yw: m.y,
                ww: root.inverse.get::<L>() - h.dot(m),
            });
        }
        for p in 1..self.parents.len() {
            let up = out[self.parents[p] as usize].get::<L>();
            out[p].put(answer_below(
                &KeptPin::load(&factor[p]),
                moved_to(up, self.t(p)),
                self.q(p),
            ));
        }
    }

    /// How a hinge's relative speed answers a torque impulse between its bodies: 1/M of springs. `out` is [`Self::respond`]'s answer.
    #[inline(always)]
    pub(super) fn hinge_answer<L: Lane>(&self, factor: &[Factor], out: &[Symmetric3], p: usize) -> L {
        let pin = KeptPin::<L>::load(&factor[p]);
        if p == 0 {
            return pin.inverse;
        }
        // A unit torque between them is, for the parent, the wrench −(h, 1) at the pin.
        let up = moved_to(out[self.parents[p] as usize].get::<L>(), self.t(p));
        let h = pin.h;
        let vx = up.xx * h.x + up.xy * h.y + up.xw;
        let vy = up.xy * h.x + up.yy * h.y + up.yw;
        let w = up.xw * h.x + up.yw * h.y + up.ww;
        pin.inverse + (h.x * vx + h.y * vy + w)
    }
}

/// A pin's factor in registers.
struct PinFactor<L> {
    h: Pair<L>,
    rho: L,
    u: Pair<L>,
    d: L,
    e: Matrix2<L>,
}

/// Moves the child's matrix from its centre to its pin and eliminates its angular velocity.
#[inline(always)]
fn factor_pin<L: Lane, const HINGED: bool>(row: &Row, q: Pair<L>, out: &mut Factor) -> PinFactor<L> {
    let m = row.mass.get::<L>();
    let coupling = Pair { x: m.xw, y: m.yw };
    let u = Pair {
        x: m.xw + (m.xx * q.x + m.xy * q.y),
        y: m.yw + (m.xy * q.x + m.yy * q.y),
    };
    let d = m.ww + coupling.dot(q) + u.dot(q);
    let (inverse, rho) = if HINGED {
        let locked = row.locked.get::<L>().is_set();
        let stiffness: L = row.stiffness.get();
        let inverse = L::splat(1.0) / (d + stiffness);
        (
            L::select(locked, L::zero(), inverse),
            L::select(locked, L::splat(1.0), stiffness * inverse),
        )
    } else {
        (L::splat(1.0) / d, L::zero())
    };
    let h = u * inverse;
    let e = Matrix2 {
        xx: m.xx - u.x * h.x,
        xy: m.xy - u.x * h.y,
        yy: m.yy - u.y * h.y,
    };
    out.h.put(h);
    out.inverse.put(inverse);
    out.rho.put(rho);
    if HINGED {
        out.u.put(u);
        out.d.put(d);
    }
    PinFactor { h, rho, u, d, e }
}

/// What of a pin's factor other right sides need.
struct KeptPin<L> {
    h: Pair<L>,
    rho: L,
    inverse: L,
}

impl<L: Lane> KeptPin<L> {
    #[inline(always)]
    fn load(from: &Factor) -> Self {
        Self {
            h: from.h.get(),
            rho: from.rho.get(),
            inverse: from.inverse.get(),
        }
    }

    /// As [`PinFactor::pass_push`], where pins and hinges stay as they are.
    #[inline(always)]
    fn pass_push<const HINGED: bool>(&self, row: &mut Row, up: &mut Row, t: Pair<L>, q: Pair<L>) {
        let push = row.push.get::<L>();
        let moment = push.turn + q.dot(push.linear);
        row.push.turn.put(moment);
        let linear = push.linear - self.h * moment;
        let sum = up.push.get::<L>();
        let about = sum.turn + t.dot(linear);
        up.push.put(Motion {
            linear: sum.linear + linear,
            turn: if HINGED { about + self.rho * moment } else { about },
        });
    }
}

impl<L: Lane> PinFactor<L> {
    /// Takes a body's right side to its parent; its own becomes the moment P about the pin.
    #[inline(always)]
    fn pass_push<const HINGED: bool>(&self, row: &mut Row, up: &mut Row, t: Pair<L>, q: Pair<L>) {
        let push = row.push.get::<L>();
        let c: Pair<L> = row.gap_speed.get();
        let moment = push.turn + q.dot(push.linear);
        row.push.turn.put(moment);
        let mut linear = push.linear - self.h * moment - self.e.times(c);
        let mut turn = L::zero();
        if HINGED {
            let target: L = row.target.get();
            let l = self.u * self.rho;
            linear = linear - l * target;
            turn = self.rho * (moment - self.d * target) - l.dot(c);
        }
        let sum = up.push.get::<L>();
        let about = sum.turn + t.dot(linear);
        up.push.put(Motion {
            linear: sum.linear + linear,
            turn: if HINGED { about + turn } else { about },
        });
    }
}

/// Eliminates a free root.
#[inline(always)]
fn factor_root<L: Lane>(m: Matrix3<L>, root: &mut RootFactor) {
    let inverse = L::splat(1.0) / m.ww;
    let h = Pair {
        x: m.xw * inverse,
        y: m.yw * inverse,
    };
    let (xx, xy, yy) = (m.xx - m.xw * h.x, m.xy - m.xw * h.y, m.yy - m.yw * h.y);
    let det = L::splat(1.0) / (xx * yy - xy * xy);
    root.h.put(h);
    root.inverse.put(inverse);
    root.k.put(Matrix2 {
        xx: yy * det,
        xy: -(xy * det),
        yy: xx * det,
    });
}

#[inline(always)]
fn substitute_pin<L: Lane, const HINGED: bool>(
    row: &mut Row,
    factor: &Factor,
    pin_speed: Pair<L>,
    parent_turn: L,
    q: Pair<L>,
) {
    let u_change = pin_speed + row.gap_speed.get::<L>();
    let moment: L = row.push.turn.get();
    let mut turn = factor.inverse.get::<L>() * moment - factor.h.get::<L>().dot(u_change);
    if HINGED {
        turn = turn + factor.rho.get::<L>() * (parent_turn + row.target.get::<L>());
        row.moment
            .put(factor.d.get::<L>() * turn + factor.u.get::<L>().dot(u_change) - moment);
    }
    row.fresh.put(Motion {
        linear: u_change + q * turn,
        turn,
    });
}

/// A response at a centre of mass, seen from a point that moves by `t` per unit of angular velocity.
#[inline(always)]
fn moved_to<L: Lane>(o: Matrix3<L>, t: Pair<L>) -> Matrix3<L> {
    let w = Pair {
        x: o.xw + o.ww * t.x,
        y: o.yw + o.ww * t.y,
    };
    Matrix3 {
        xx: o.xx + o.xw * t.x + w.x * t.x,
        xy: o.xy + o.xw * t.y + w.y * t.x,
        yy: o.yy + o.yw * t.y + w.y * t.y,
        xw: w.x,
        yw: w.y,
        ww: o.ww,
    }
}

/// A child's own response from that of its pin's point on the parent.
#[inline(always)]
fn answer_below<L: Lane>(pin: &KeptPin<L>, at: Matrix3<L>, q: Pair<L>) -> Matrix3<L> {
    let (h, rho) = (pin.h, pin.rho);
    let mx = rho * at.xw - (at.xx * h.x + at.xy * h.y);
    let my = rho * at.yw - (at.xy * h.x + at.yy * h.y);
    let ww = pin.inverse - (h.x * mx + h.y * my) + rho * (rho * at.ww - (at.xw * h.x + at.yw * h.y));
    let n = Pair {
        x: mx + ww * q.x,
        y: my + ww * q.y,
    };
    Matrix3 {
        xx: at.xx + mx * q.x + n.x * q.x,
        xy: at.xy + mx * q.y + n.y * q.x,
        yy: at.yy + my * q.y + n.y * q.y,
        xw: n.x,
        yw: n.y,
        ww,
    }
}
