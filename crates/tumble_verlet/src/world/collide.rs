//! Figures that meet figures, and themselves: between the move of a sub-step and the solve of its sticks.
//!
//! Parts are capsules. Two that would overlap lose the part of their displacements that brings them together (and that part alone, so
//! that what overlaps from the start isn't shot apart); what overlaps beyond that goes apart slowly. Friction takes up to μ times as
//! much along them. Every pair is met in a fixed order, one after the other: the result depends on nothing else.

use super::{Group, World};
use crate::kernel::Env;
use crate::program::parts::{Part, nearest};
use crate::real::Real;
use crate::settings::Order;
use crate::terrain::edge::{V, along, dot, minus};
use crate::terrain::tree::Bounds;

/// Which share of an overlap goes in a sub-step.
const PARTING: f64 = 0.2;
/// How fast overlapping parts go apart at most \[length units/s\].
const PARTING_SPEED: f64 = 0.5;

/// A figure, by group and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Who {
    group: usize,
    index: usize,
}

/// Numbers of a sub-step.
#[derive(Clone, Copy)]
struct Numbers {
    friction: f64,
    /// How far overlapping parts go apart at most.
    parting: f64,
    /// Faster than this, what touches a sleeper wakes it.
    waking: f64,
}

/// A part as it would be: its ends, how they would move, and their inverse masses.
struct Placed {
    ends: [V; 2],
    moved: [V; 2],
    w: [f64; 2],
    awake: bool,
}

impl<R: Real> World<R> {
    /// Whether figures or parts of one can meet at all.
    pub(super) fn has_meetings(&self) -> bool {
        self.settings.order == Order::MoveFirst
            && self.groups.iter().any(|group| {
                let between = self.settings.mutual_collision && group.program.has_parts();
                between || !group.program.parts.within.is_empty()
            })
    }

    /// Keeps figures out of each other and of themselves.
    pub(super) fn collide(&mut self, env: &Env<R>) {
        let h = env.h.to_f64();
        let numbers = Numbers {
            friction: self.settings.friction_between,
            parting: PARTING_SPEED * self.settings.length_unit * h,
            waking: env.sleep_move.to_f64(),
        };
        for number in 0..self.groups.len() {
            let pairs = core::mem::take(&mut self.groups[number].program.parts.within);
            if !pairs.is_empty() {
                for index in 0..self.groups[number].owners.len() {
                    let who = Who { group: number, index };
                    if self.groups[number].owners[index].is_some() && self.groups[number].is_awake(index) {
                        for &(one, other) in &pairs {
                            self.meet((who, one), (who, other), numbers);
                        }
                    }
                }
            }
            self.groups[number].program.parts.within = pairs;
        }
        if self.settings.mutual_collision {
            for (one, other) in self.near_pairs() {
                for i in 0..self.groups[one.group].program.parts.all.len() {
                    for j in 0..self.groups[other.group].program.parts.all.len() {
                        self.meet((one, i), (other, j), numbers);
                    }
                }
            }
        }
    }

    /// Pairs of figures whose boxes overlap and one of which is awake, in the order of their left sides.
    fn near_pairs(&self) -> Vec<(Who, Who)> {
        let mut boxes = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            if !group.program.has_parts() {
                continue;
            }
            for index in (0..group.owners.len()).filter(|&index| group.owners[index].is_some()) {
                let who = Who { group: number, index };
                boxes.push((group.bounds(index), who, group.is_awake(index)));
            }
        }
        boxes.sort_by(|a, b| a.0.low[0].total_cmp(&b.0.low[0]).then(a.1.cmp(&b.1)));
        let mut pairs = Vec::new();
        for (i, (bounds, who, awake)) in boxes.iter().enumerate() {
            for (other_bounds, other, other_awake) in &boxes[i + 1..] {
                if other_bounds.low[0] > bounds.high[0] {
                    break;
                }
                if (*awake || *other_awake) && bounds.overlaps(other_bounds) {
                    pairs.push((*who, *other));
                }
            }
        }
        pairs
    }

    /// Lets two parts meet.
    fn meet(&mut self, one: (Who, usize), other: (Who, usize), numbers: Numbers) {
        let part = |(who, part): (Who, usize)| self.groups[who.group].program.parts.all[part];
        let (first, second) = (part(one), part(other));
        let mut a = self.groups[one.0.group].placed(one.0.index, first);
        let mut b = self.groups[other.0.group].placed(other.0.index, second);
        let found = nearest(a.ends, b.ends);
        let depth = first.radius + second.radius - found.distance;
        if depth <= 0.0 {
            return;
        }
        let share = |at: f64, moved: &[V; 2]| along(moved[0], minus(moved[1], moved[0]), at);
        let n = found.normal;
        let against = minus(share(found.s, &a.moved), share(found.t, &b.moved));
        let closing = -dot(against, n);
        // A sleeper is in the way until something hits it harder than it would have to move to stay awake.
        for (placed, who) in [(&mut a, one.0), (&mut b, other.0)] {
            if !placed.awake {
                if closing > numbers.waking {
                    self.groups[who.group].wake(who.index);
                } else {
                    placed.w = [0.0; 2];
                }
            }
        }
        let weights = [
            ([1.0 - found.s, found.s], first, a.w),
            ([1.0 - found.t, found.t], second, b.w),
        ]
        .map(|(share, part, w)| {
            if part.a == part.b {
                ([1.0, 0.0], w)
            } else {
                (share, w)
            }
        });
        let weight: f64 = weights
            .iter()
            .map(|(share, w)| w[0] * share[0] * share[0] + w[1] * share[1] * share[1])
            .sum();
        if weight <= 0.0 {
            return;
        }
        let stop = closing.clamp(0.0, depth);
        let parting = (PARTING * (depth - stop)).min(numbers.parting);
        let push = (stop + parting) / weight;
        let across = [-n[1], n[0]];
        let most = numbers.friction * push;
        let rub = (-dot(against, across) / weight).clamp(-most, most);
        let force = [n[0] * push + across[0] * rub, n[1] * push + across[1] * rub];
        for (((who, _), part, sign), (share, w)) in [(one, first, 1.0), (other, second, -1.0)]
            .into_iter()
            .zip(weights)
        {
            let group = &mut self.groups[who.group];
            for (point, share, w) in [(part.a, share[0], w[0]), (part.b, share[1], w[1])] {
                if share * w > 0.0 {
                    group.nudge(who.index, point, force.map(|part| sign * share * w * part));
                }
            }
        }
    }
}

impl<R: Real> Group<R> {
    /// Where a part would be.
    fn placed(&self, index: usize, part: Part) -> Placed {
        let ends = [part.a, part.b];
        let moved = ends.map(|point| self.moved(index, point).map(R::to_f64));
        let at = ends.map(|point| self.place(index, point));
        Placed {
            ends: [along(at[0], moved[0], 1.0), along(at[1], moved[1], 1.0)],
            moved,
            w: ends.map(|point| self.program.each[point].w.to_f64()),
            awake: self.is_awake(index),
        }
    }

    /// Adds to a point's displacement.
    pub(super) fn nudge(&mut self, index: usize, point: usize, by: V) {
        let [dx, dy] = self.moved(index, point);
        self.set_moved(index, point, [dx + R::from_f64(by[0]), dy + R::from_f64(by[1])]);
    }

    /// The box of a figure's parts, now and where they would go.
    fn bounds(&self, index: usize) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for part in &self.program.parts.all {
            for point in [part.a, part.b] {
                let at = self.place(index, point);
                let moved = self.moved(index, point).map(R::to_f64);
                bounds.add(at);
                bounds.add(along(at, moved, 1.0));
            }
        }
        bounds.grown(self.program.parts.thickest)
    }
}
