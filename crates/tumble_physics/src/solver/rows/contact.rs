//! Contact rows: per point a normal row that only pushes, and a friction row bounded by it.

use tumble_math::Vec2;

use super::{Answer, RowBody, cross, two};
use crate::solver::soft::Soft;
use crate::world::contacts::Contact;

/// One contact as rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactRow {
    /// Which of the world's contacts.
    pub contact: u32,
    pub a: u32,
    pub b: u32,
    pub count: u8,
    /// Whether one side can't move: held stiffer.
    pub firm: bool,
    pub normal: Vec2,
    pub friction: f32,
    pub restitution: f32,
    pub surface_speed: f32,
    pub points: [RowPoint; 2],
}

/// One point of it. Arms are those of the step's start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowPoint {
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    pub turn_a: [f32; 2],
    pub turn_b: [f32; 2],
    /// Answers to a unit impulse: normal and tangent, of A (against) and of B.
    pub answer_a: [Answer; 2],
    pub answer_b: [Answer; 2],
    pub mass: [f32; 2],
    pub separation: f32,
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    pub total: f32,
    /// Approach speed at the step's start: negative when coming nearer.
    pub approach: f32,
}

/// What all contact rows of a pass have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    pub h: f32,
    /// Whether errors are mended, or velocities alone held (the relax pass).
    pub mend: bool,
    pub soft: Soft,
    pub firm: Soft,
    /// Greatest speed at which overlap is undone \[px/s\].
    pub push_speed: f32,
}

impl ContactRow {
    pub(crate) fn new(index: u32, contact: &Contact, a: u32, b: u32, firm: bool) -> Self {
        let mut points = [RowPoint::default(); 2];
        for (row, point) in points
            .iter_mut()
            .zip(&contact.points)
            .take(usize::from(contact.count))
        {
            *row = RowPoint {
                arm_a: point.arm_a,
                arm_b: point.arm_b,
                separation: point.separation,
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
                ..RowPoint::default()
            };
        }
        Self {
            contact: index,
            a,
            b,
            count: contact.count,
            firm,
            normal: contact.normal,
            friction: contact.friction,
            restitution: contact.restitution,
            surface_speed: contact.surface_speed,
            points,
        }
    }

    /// Finds out how the bodies answer; to be called when their inverse masses have changed.
    pub(crate) fn prepare(&mut self, bodies: &[RowBody]) {
        let (a, b) = (&bodies[self.a as usize], &bodies[self.b as usize]);
        let normal = self.normal;
        let tangent = Vec2::new(-normal.y, normal.x);
        for point in &mut self.points[..usize::from(self.count)] {
            for (axis, way) in [normal, tangent].into_iter().enumerate() {
                let (turn_a, turn_b) = (cross(point.arm_a, way), cross(point.arm_b, way));
                let (answer_a, answer_b) = (a.inverse.answer(way, turn_a), b.inverse.answer(way, turn_b));
                let k = answer_a.v.dot(way) + answer_a.w * turn_a + answer_b.v.dot(way) + answer_b.w * turn_b;
                point.turn_a[axis] = turn_a;
                point.turn_b[axis] = turn_b;
                point.answer_a[axis] = answer_a;
                point.answer_b[axis] = answer_b;
                point.mass[axis] = if k > 0.0 { 1.0 / k } else { 0.0 };
            }
        }
    }

    /// Notes the approach speeds at the step's start.
    pub(crate) fn note_approach(&mut self, bodies: &[RowBody]) {
        let (a, b) = (&bodies[self.a as usize], &bodies[self.b as usize]);
        for point in &mut self.points[..usize::from(self.count)] {
            point.approach = (b.velocity_at(point.arm_b) - a.velocity_at(point.arm_a)).dot(self.normal);
        }
    }

    /// The impulse that it starts a sub-step with, for A (negated) and B.
    pub(crate) fn warm_start(&self, bodies: &mut [RowBody]) {
        let (mut a, mut b) = two(bodies, self.a, self.b);
        let tangent = Vec2::new(-self.normal.y, self.normal.x);
        for point in &self.points[..usize::from(self.count)] {
            a.give_known(
                point.answer_a[0],
                self.normal,
                point.turn_a[0],
                -point.normal_impulse,
            );
            b.give_known(
                point.answer_b[0],
                self.normal,
                point.turn_b[0],
                point.normal_impulse,
            );
            a.give_known(
                point.answer_a[1],
                tangent,
                point.turn_a[1],
                -point.tangent_impulse,
            );
            b.give_known(point.answer_b[1], tangent, point.turn_b[1], point.tangent_impulse);
        }
        bodies[self.a as usize] = a;
        bodies[self.b as usize] = b;
    }

    /// One pass.
    pub(crate) fn solve(&mut self, bodies: &mut [RowBody], pass: &Pass) {
        let (mut a, mut b) = two(bodies, self.a, self.b);
        let normal = self.normal;
        let tangent = Vec2::new(-normal.y, normal.x);
        let moved = b.moved - a.moved;
        let spring = if self.firm { pass.firm } else { pass.soft };
        let count = usize::from(self.count);
        for point in &mut self.points[..count] {
            let way = moved + (b.turned(point.arm_b) - point.arm_b) - (a.turned(point.arm_a) - point.arm_a);
            let separation = point.separation + way.dot(normal);
            let (bias, soft) = if separation > 0.0 {
                // It may come as near as it is far.
                (separation / pass.h, Soft::RIGID)
            } else if pass.mend {
                ((spring.bias_rate * separation).max(-pass.push_speed), spring)
            } else {
                (0.0, Soft::RIGID)
            };
            let speed = (b.velocity_at(point.arm_b) - a.velocity_at(point.arm_a)).dot(normal);
            let old = point.normal_impulse;
            let wanted = old - point.mass[0] * soft.mass_scale * (speed + bias) - soft.impulse_scale * old;
            let new = wanted.max(0.0);
            point.normal_impulse = new;
            let by = new - old;
            a.give_known(point.answer_a[0], normal, point.turn_a[0], -by);
            b.give_known(point.answer_b[0], normal, point.turn_b[0], by);
        }
        for point in &mut self.points[..count] {
            let speed =
                (b.velocity_at(point.arm_b) - a.velocity_at(point.arm_a)).dot(tangent) - self.surface_speed;
            let most = self.friction * point.normal_impulse;
            let old = point.tangent_impulse;
            let new = (old - point.mass[1] * speed).max(-most).min(most);
            point.tangent_impulse = new;
            let by = new - old;
            a.give_known(point.answer_a[1], tangent, point.turn_a[1], -by);
            b.give_known(point.answer_b[1], tangent, point.turn_b[1], by);
        }
        bodies[self.a as usize] = a;
        bodies[self.b as usize] = b;
    }

    /// Counts the impulses of a sub-step that is over.
    pub(crate) fn count_impulse(&mut self) {
        for point in &mut self.points[..usize::from(self.count)] {
            point.total += point.normal_impulse;
        }
    }

    /// Gives back what restitution asks for, once all sub-steps are over. Whether it did anything.
    pub(crate) fn restitute(&mut self, bodies: &mut [RowBody], threshold: f32) -> bool {
        if self.restitution == 0.0 {
            return false;
        }
        let (mut a, mut b) = two(bodies, self.a, self.b);
        let mut any = false;
        for point in &mut self.points[..usize::from(self.count)] {
            if point.approach > -threshold || point.total == 0.0 {
                continue;
            }
            let speed = (b.velocity_at(point.arm_b) - a.velocity_at(point.arm_a)).dot(self.normal);
            let old = point.normal_impulse;
            let new = (old - point.mass[0] * (speed + self.restitution * point.approach)).max(0.0);
            point.normal_impulse = new;
            let by = new - old;
            point.total += by.max(0.0);
            a.give_known(point.answer_a[0], self.normal, point.turn_a[0], -by);
            b.give_known(point.answer_b[0], self.normal, point.turn_b[0], by);
            any = true;
        }
        bodies[self.a as usize] = a;
        bodies[self.b as usize] = b;
        any
    }
}
