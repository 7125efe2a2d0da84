//! Joint rows: pins that close loops, soft pins, ropes and springs, mouse grabs.

use tumble_math::{Vec2, angle};

use super::{RowBody, cross, two};
use crate::joint::store::{Impulse, Joint, Kind};
use crate::solver::soft::Soft;

/// A joint as rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointRow {
    /// Which of the world's joints.
    pub joint: u32,
    pub a: u32,
    pub b: u32,
    /// Arms at the step's start, in the world's axes.
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    /// From A's centre of mass to B's at the step's start (mouse: from the target).
    pub between: Vec2,
    /// The joint's angle at the step's start, from its zero.
    pub angle: f32,
    pub kind: Kind,
    pub impulse: Impulse,
    /// Sums over the step.
    pub total: Vec2,
    pub total_turn: f32,
}

/// What all joint rows of a pass have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointPass {
    pub h: f32,
    pub mend: bool,
    pub soft: Soft,
    /// Greatest speed at which a limit that is passed brings a joint back \[rad/s\].
    pub return_speed: f32,
}

/// A symmetric 2×2 matrix.
#[derive(Clone, Copy)]
struct Two {
    xx: f32,
    xy: f32,
    yy: f32,
}

/// Share of the softer direction's answer that every direction is given at least. A chain that hangs on something fixed doesn't give at
/// all along itself while it is straight: an impulse there would do nothing now, and throw the chain once it buckles.
const LEAST_GIVE: f32 = 0.02;

impl Two {
    fn solve(&self, c: Vec2) -> Vec2 {
        let give = LEAST_GIVE * self.xx.max(self.yy);
        let (xx, yy) = (self.xx + give, self.yy + give);
        let det = xx * yy - self.xy * self.xy;
        if det <= 0.0 {
            return Vec2::ZERO;
        }
        let inv = 1.0 / det;
        Vec2::new(inv * (yy * c.x - self.xy * c.y), inv * (xx * c.y - self.xy * c.x))
    }
}

/// How the relative velocity of two points answers an impulse between them.
fn point_answer(a: &RowBody, b: &RowBody, arm_a: Vec2, arm_b: Vec2) -> Two {
    let column = |way: Vec2| {
        let mut sum = Vec2::ZERO;
        for (body, arm) in [(a, arm_a), (b, arm_b)] {
            let answer = body.inverse.answer(way, cross(arm, way));
            sum += answer.v + Vec2::new(-arm.y, arm.x) * answer.w;
        }
        sum
    };
    let (x, y) = (column(Vec2::X), column(Vec2::Y));
    Two {
        xx: x.x,
        xy: 0.5 * (x.y + y.x),
        yy: y.y,
    }
}

impl JointRow {
    pub(crate) fn new(index: u32, joint: &Joint, a: u32, b: u32) -> Self {
        Self {
            joint: index,
            a,
            b,
            arm_a: Vec2::ZERO,
            arm_b: Vec2::ZERO,
            between: Vec2::ZERO,
            angle: 0.0,
            kind: joint.kind,
            impulse: joint.impulse,
            total: Vec2::ZERO,
            total_turn: 0.0,
        }
    }

    /// What it starts a sub-step with.
    pub(crate) fn warm_start(&self, bodies: &mut [RowBody]) {
        let (mut a, mut b) = two(bodies, self.a, self.b);
        let (arm_a, arm_b) = (a.turned(self.arm_a), b.turned(self.arm_b));
        let (push, turn) = (self.impulse.point, self.turn());
        a.give(-push, -cross(arm_a, push) - turn);
        b.give(push, cross(arm_b, push) + turn);
        bodies[self.a as usize] = a;
        bodies[self.b as usize] = b;
    }

    fn turn(&self) -> f32 {
        match self.kind {
            Kind::Pin(_) => {
                self.impulse.lower - self.impulse.upper + self.impulse.spring + self.impulse.motor
            }
            _ => 0.0,
        }
    }

    /// Counts the impulses of a sub-step that is over.
    pub(crate) fn count_impulse(&mut self) {
        self.total += self.impulse.point;
        self.total_turn += self.turn();
    }

    /// One pass.
    pub(crate) fn solve(&mut self, bodies: &mut [RowBody], pass: &JointPass) {
        let (mut a, mut b) = two(bodies, self.a, self.b);
        match self.kind {
            Kind::Pin(_) => {
                self.solve_turn(&mut a, &mut b, pass);
                self.solve_pin(&mut a, &mut b, pass);
            }
            Kind::Distance { .. } => self.solve_distance(&mut a, &mut b, pass),
            Kind::Mouse { .. } => self.solve_mouse(&mut b, pass),
        }
        bodies[self.a as usize] = a;
        bodies[self.b as usize] = b;
    }

    fn solve_turn(&mut self, a: &mut RowBody, b: &mut RowBody, pass: &JointPass) {
        let Kind::Pin(pin) = self.kind else { return };
        if pin.pose_spring.is_none() && pin.motor.is_none() && pin.limits.is_none() {
            return;
        }
        let k = a.inverse.ww + b.inverse.ww;
        if k <= 0.0 {
            return;
        }
        let mass = 1.0 / k;
        // Turned since the step's start: well below half a turn.
        let turned = tumble_math::trig::atan2(b.sin * a.cos - b.cos * a.sin, b.cos * a.cos + b.sin * a.sin);
        let now = self.angle + turned;
        let give = |a: &mut RowBody, b: &mut RowBody, turn: f32| {
            a.give(Vec2::ZERO, -turn);
            b.give(Vec2::ZERO, turn);
        };
        // A spring is integrated implicitly: once a sub-step, not again in the relax pass.
        if let Some(spring) = pin.pose_spring.filter(|_| pass.mend) {
            let mut error = now - spring.target;
            if pin.limits.is_none() {
                error = angle::wrap(error);
            }
            let soft = Soft::new(spring.spring.hertz, spring.spring.damping_ratio, pass.h);
            let old = self.impulse.spring;
            let most = spring.max_torque * pass.h;
            let wanted = old
                - mass * soft.mass_scale * (b.w - a.w + soft.bias_rate * error)
                - soft.impulse_scale * old;
            self.impulse.spring = wanted.max(-most).min(most);
            give(a, b, self.impulse.spring - old);
        }
        if let Some(motor) = pin.motor {
            let old = self.impulse.motor;
            let most = motor.max_torque * pass.h;
            self.impulse.motor = (old + mass * (motor.speed - (b.w - a.w))).max(-most).min(most);
            give(a, b, self.impulse.motor - old);
        }
        let Some([lower, upper]) = pin.limits else { return };
        for (sign, room) in [(1.0, now - lower), (-1.0, upper - now)] {
            let (bias, soft) = if room > 0.0 {
                (room / pass.h, Soft::RIGID)
            } else if pass.mend {
                ((pass.soft.bias_rate * room).max(-pass.return_speed), pass.soft)
            } else {
                (0.0, Soft::RIGID)
            };
            let old = if sign > 0.0 {
                self.impulse.lower
            } else {
                self.impulse.upper
            };
            let speed = sign * (b.w - a.w);
            let new = (old - mass * soft.mass_scale * (speed + bias) - soft.impulse_scale * old).max(0.0);
            if sign > 0.0 {
                self.impulse.lower = new;
            } else {
                self.impulse.upper = new;
            }
            give(a, b, sign * (new - old));
        }
    }

    fn solve_pin(&mut self, a: &mut RowBody, b: &mut RowBody, pass: &JointPass) {
        let Kind::Pin(pin) = self.kind else { return };
        let (arm_a, arm_b) = (a.turned(self.arm_a), b.turned(self.arm_b));
        let mut k = point_answer(a, b, arm_a, arm_b);
        let speed = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let gap = self.between + b.moved - a.moved + arm_b - arm_a;
        let change = if pin.softness > 0.0 {
            // An undamped spring of this compliance, implicitly: (K + c/h²)·λ = −(v + C/h).
            let gamma = pin.softness / (pass.h * pass.h);
            k.xx += gamma;
            k.yy += gamma;
            let bias = if pass.mend { gap / pass.h } else { return };
            -k.solve(speed + bias + self.impulse.point * gamma)
        } else {
            let soft = if pass.mend { pass.soft } else { Soft::RIGID };
            -k.solve(speed + gap * soft.bias_rate) * soft.mass_scale - self.impulse.point * soft.impulse_scale
        };
        self.impulse.point += change;
        a.give(-change, -cross(arm_a, change));
        b.give(change, cross(arm_b, change));
    }

    fn solve_distance(&mut self, a: &mut RowBody, b: &mut RowBody, pass: &JointPass) {
        let Kind::Distance {
            least,
            greatest,
            spring,
            rest,
        } = self.kind
        else {
            return;
        };
        let (arm_a, arm_b) = (a.turned(self.arm_a), b.turned(self.arm_b));
        let gap = self.between + b.moved - a.moved + arm_b - arm_a;
        let length = gap.length();
        if length <= f32::MIN_POSITIVE {
            return;
        }
        let way = gap / length;
        let (turn_a, turn_b) = (cross(arm_a, way), cross(arm_b, way));
        let (answer_a, answer_b) = (a.inverse.answer(way, turn_a), b.inverse.answer(way, turn_b));
        let k = answer_a.v.dot(way) + answer_a.w * turn_a + answer_b.v.dot(way) + answer_b.w * turn_b;
        if k <= 0.0 {
            return;
        }
        let mass = 1.0 / k;
        let give = |a: &mut RowBody, b: &mut RowBody, by: f32| {
            a.give_known(answer_a, way, turn_a, -by);
            b.give_known(answer_b, way, turn_b, by);
        };
        let speed_of = |a: &RowBody, b: &RowBody| (b.velocity_at(arm_b) - a.velocity_at(arm_a)).dot(way);
        if let Some(spring) = spring.filter(|_| pass.mend) {
            let soft = Soft::new(spring.hertz, spring.damping_ratio, pass.h);
            let old = self.impulse.spring;
            let new = old
                - mass * soft.mass_scale * (speed_of(a, b) + soft.bias_rate * (length - rest))
                - soft.impulse_scale * old;
            self.impulse.spring = new;
            give(a, b, new - old);
        }
        for (sign, room) in [(1.0, length - least), (-1.0, greatest - length)] {
            if room >= 1e30 {
                continue;
            }
            let (bias, soft) = if room > 0.0 {
                (room / pass.h, Soft::RIGID)
            } else if pass.mend {
                (pass.soft.bias_rate * room, pass.soft)
            } else {
                (0.0, Soft::RIGID)
            };
            let old = if sign > 0.0 {
                self.impulse.lower
            } else {
                self.impulse.upper
            };
            let speed = sign * speed_of(a, b);
            let new = (old - mass * soft.mass_scale * (speed + bias) - soft.impulse_scale * old).max(0.0);
            if sign > 0.0 {
                self.impulse.lower = new;
            } else {
                self.impulse.upper = new;
            }
            give(a, b, sign * (new - old));
        }
        self.impulse.point = way * (self.impulse.spring + self.impulse.lower - self.impulse.upper);
    }

    fn solve_mouse(&mut self, b: &mut RowBody, pass: &JointPass) {
        let Kind::Mouse {
            spring, max_force, ..
        } = self.kind
        else {
            return;
        };
        if !pass.mend {
            return;
        }
        let arm = b.turned(self.arm_b);
        let k = point_answer(&RowBody::FIXED, b, Vec2::ZERO, arm);
        let soft = Soft::new(spring.hertz, spring.damping_ratio, pass.h);
        let gap = self.between + b.moved + arm;
        let speed = b.velocity_at(arm);
        let change = -k.solve(speed + gap * soft.bias_rate) * soft.mass_scale
            - self.impulse.point * soft.impulse_scale;
        let old = self.impulse.point;
        self.impulse.point = (old + change).clamp_length_max(max_force * pass.h);
        let change = self.impulse.point - old;
        b.give(change, cross(arm, change));
    }
}
