//! Contact rows in lanes: eight contacts that share no body, solved side by side.
//!
//! Contacts are coloured greedily: each gets the first colour that neither of its moving bodies has yet. Contacts of one colour are
//! independent, so eight of them are one pack, and colours are solved one after another; that order is the order of the Gauss-Seidel
//! sweep. What fits into no colour, and what gives back (restitution), stays a row of its own (`ContactRow`).
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the lanes' instructions"
)]

use tumble_math::Vec2;

use super::RowBody;
use super::contact::Pass;
use crate::solver::lanes::{Isa, Kernel, LANES, Lane, Pair, Wide, WidePair};
use crate::solver::soft::Soft;
use crate::world::bodies::NONE;
use crate::world::contacts::Contact;

/// Most colours; a body with more contacts than this has some rows of its own.
const COLOURS: usize = 28;

/// Eight contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pack {
    /// Row bodies; 0, which never moves, where a lane is empty.
    a: [u32; LANES],
    b: [u32; LANES],
    /// The world's contacts, or none.
    contact: [u32; LANES],
    normal: WidePair,
    friction: Wide,
    surface_speed: Wide,
    /// 1 where one side can't move, else 0.
    firm: Wide,
    points: [PackPoint; 2],
    /// Whether any lane has a second point.
    two: bool,
    /// Whether any lane touches a figure.
    coupled: bool,
}

/// One point of each.
#[derive(Clone, Copy, Debug, Default)]
struct PackPoint {
    arm_a: WidePair,
    arm_b: WidePair,
    separation: Wide,
    /// Answers to a unit impulse along the normal and along the tangent: of A against it, of B.
    answers: [PackAnswer; 2],
    normal_impulse: Wide,
    tangent_impulse: Wide,
    /// Of these, what was given to the figures already.
    normal_given: Wide,
    tangent_given: Wide,
    total: Wide,
    /// 1 where the lane has this point, else 0.
    here: Wide,
}

/// How the two sides answer a unit impulse, and what makes a unit of relative speed.
#[derive(Clone, Copy, Debug, Default)]
struct PackAnswer {
    va: WidePair,
    wa: Wide,
    vb: WidePair,
    wb: Wide,
    mass: Wide,
}

impl Default for Pack {
    fn default() -> Self {
        Self {
            a: [0; LANES],
            b: [0; LANES],
            contact: [NONE; LANES],
            normal: WidePair::default(),
            friction: Wide::ZERO,
            surface_speed: Wide::ZERO,
            firm: Wide::ZERO,
            points: [PackPoint::default(); 2],
            two: false,
            coupled: false,
        }
    }
}

/// All packs of a step, colour after colour.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    list: Vec<Pack>,
    /// Contacts of each colour before they are packed: contact, A, B, firm.
    colours: Vec<Vec<(u32, u32, u32, bool)>>,
    /// Colours that each row body has.
    used: Vec<u32>,
}

impl Packs {
    pub(crate) fn begin(&mut self) {
        self.list.clear();
        self.colours.resize(COLOURS, Vec::new());
        for colour in &mut self.colours {
            colour.clear();
        }
    }

    /// Colours the contacts `(contact, a, b, firm)`, row bodies from `first_figure` on being figures'; what has no place is left in the list.
    pub(crate) fn colour(
        &mut self,
        list: &mut Vec<(u32, u32, u32, bool)>,
        bodies: &[RowBody],
        first_figure: u32,
    ) {
        self.used.clear();
        self.used.resize(bodies.len(), 0);
        list.retain(|&entry| {
            let (_, a, b, _) = entry;
            // Figures' inverse masses are known only once they are solved.
            let moves = |row: u32| row >= first_figure || bodies[row as usize].inverse.ww > 0.0;
            let (move_a, move_b) = (moves(a), moves(b));
            let taken = if move_a { self.used[a as usize] } else { 0 }
                | if move_b { self.used[b as usize] } else { 0 };
            let colour = taken.trailing_ones() as usize;
            if colour >= COLOURS {
                return true;
            }
            if move_a {
                self.used[a as usize] |= 1 << colour;
            }
            if move_b {
                self.used[b as usize] |= 1 << colour;
            }
            self.colours[colour].push(entry);
            false
        });
    }

    /// Packs what was coloured. Row bodies from `first_figure` on are figures'.
    pub(crate) fn pack(&mut self, contacts: &[Contact], first_figure: u32) {
        for colour in &self.colours {
            for chunk in colour.chunks(LANES) {
                let mut pack = Pack::default();
                for (lane, &(index, a, b, firm)) in chunk.iter().enumerate() {
                    pack.take(lane, index, &contacts[index as usize], a, b, firm);
                    pack.coupled |= a >= first_figure || b >= first_figure;
                }
                self.list.push(pack);
            }
        }
    }

    /// Finds out how the bodies answer: of all packs, or of those that touch figures.
    pub(crate) fn prepare(&mut self, bodies: &[RowBody], coupled_only: bool, isa: Isa) {
        isa.run(Prepare {
            packs: &mut self.list,
            bodies,
            coupled_only,
        });
    }

    /// Starts a sub-step with the impulses of the last one.
    pub(crate) fn warm_start(&mut self, bodies: &mut [RowBody], isa: Isa) {
        isa.run(WarmStart {
            packs: &mut self.list,
            bodies,
        });
    }

    /// One pass over all packs.
    pub(crate) fn solve(&mut self, bodies: &mut [RowBody], pass: &Pass, isa: Isa) {
        isa.run(Solve {
            packs: &mut self.list,
            bodies,
            pass: *pass,
        });
    }

    /// Notes for the figures' bodies the impulses since they were last noted.
    pub(crate) fn collect(&mut self, bodies: &mut [RowBody], first_figure: u32, isa: Isa) {
        isa.run(Collect {
            packs: &mut self.list,
            bodies,
            first_figure,
        });
    }

    /// Counts the impulses of a sub-step that is over.
    pub(crate) fn count_impulses(&mut self) {
        for pack in &mut self.list {
            for point in &mut pack.points {
                for lane in 0..LANES {
                    point.total.0[lane] += point.normal_impulse.0[lane];
                }
            }
        }
    }

    /// Writes the impulses back to the contacts.
    pub(crate) fn write_back(&self, contacts: &mut [Contact]) {
        for pack in &self.list {
            for (lane, &index) in pack.contact.iter().enumerate() {
                if index == NONE {
                    continue;
                }
                let contact = &mut contacts[index as usize];
                for (point, solved) in contact
                    .points
                    .iter_mut()
                    .zip(&pack.points)
                    .take(usize::from(contact.count))
                {
                    point.normal_impulse = solved.normal_impulse.0[lane];
                    point.tangent_impulse = solved.tangent_impulse.0[lane];
                    point.total = solved.total.0[lane];
                }
            }
        }
    }
}

fn set(to: &mut WidePair, lane: usize, value: Vec2) {
    to.x.0[lane] = value.x;
    to.y.0[lane] = value.y;
}

impl Pack {
    fn take(&mut self, lane: usize, index: u32, contact: &Contact, a: u32, b: u32, firm: bool) {
        self.a[lane] = a;
        self.b[lane] = b;
        self.contact[lane] = index;
        set(&mut self.normal, lane, contact.normal);
        self.friction.0[lane] = contact.friction;
        self.surface_speed.0[lane] = contact.surface_speed;
        self.firm.0[lane] = if firm { 1.0 } else { 0.0 };
        let count = usize::from(contact.count);
        self.two |= count > 1;
        for (to, point) in self.points.iter_mut().zip(&contact.points).take(count) {
            set(&mut to.arm_a, lane, point.arm_a);
            set(&mut to.arm_b, lane, point.arm_b);
            to.separation.0[lane] = point.separation;
            to.normal_impulse.0[lane] = point.normal_impulse;
            to.tangent_impulse.0[lane] = point.tangent_impulse;
            to.here.0[lane] = 1.0;
        }
    }

    #[inline(always)]
    fn count(&self) -> usize {
        if self.two { 2 } else { 1 }
    }
}

/// What a pack reads of its bodies.
#[derive(Clone, Copy, Default)]
struct Gathered {
    v: WidePair,
    w: Wide,
    moved: WidePair,
    cos: Wide,
    sin: Wide,
}

#[inline(always)]
fn gather(bodies: &[RowBody], of: &[u32; LANES]) -> Gathered {
    let mut out = Gathered::default();
    for (lane, &row) in of.iter().enumerate() {
        let body = &bodies[row as usize];
        out.v.x.0[lane] = body.v.x;
        out.v.y.0[lane] = body.v.y;
        out.w.0[lane] = body.w;
        out.moved.x.0[lane] = body.moved.x;
        out.moved.y.0[lane] = body.moved.y;
        out.cos.0[lane] = body.cos;
        out.sin.0[lane] = body.sin;
    }
    out
}

#[inline(always)]
fn scatter<L: Lane>(bodies: &mut [RowBody], of: &[u32; LANES], v: Pair<L>, w: L) {
    let (mut pair, mut turn) = (WidePair::default(), Wide::ZERO);
    pair.put(v);
    turn.put(w);
    for (lane, &row) in of.iter().enumerate() {
        // The body that never moves keeps its zeros: several lanes may have it.
        if row != 0 {
            let body = &mut bodies[row as usize];
            body.v = Vec2::new(pair.x.0[lane], pair.y.0[lane]);
            body.w = turn.0[lane];
        }
    }
}

struct Prepare<'a> {
    packs: &'a mut [Pack],
    bodies: &'a [RowBody],
    coupled_only: bool,
}

impl Kernel for Prepare<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let zero = L::zero();
        for pack in self.packs.iter_mut() {
            if self.coupled_only && !pack.coupled {
                continue;
            }
            let (inv_a, inv_b) = (
                inverses::<L>(self.bodies, &pack.a),
                inverses::<L>(self.bodies, &pack.b),
            );
            let normal = pack.normal.get::<L>();
            let tangent = normal.perp();
            let count = pack.count();
            for point in &mut pack.points[..count] {
                let (arm_a, arm_b) = (point.arm_a.get::<L>(), point.arm_b.get::<L>());
                for (axis, way) in [normal, tangent].into_iter().enumerate() {
                    let (turn_a, turn_b) = (arm_a.cross(way), arm_b.cross(way));
                    let (va, wa) = inv_a.answer(way, turn_a);
                    let (vb, wb) = inv_b.answer(way, turn_b);
                    let k = va.dot(way) + wa * turn_a + vb.dot(way) + wb * turn_b;
                    let positive = zero.lt(k);
                    let mass = (L::splat(1.0) / L::select(positive, k, L::splat(1.0))).only(positive);
                    let answer = &mut point.answers[axis];
                    answer.va.put(va);
                    answer.wa.put(wa);
                    answer.vb.put(vb);
                    answer.wb.put(wb);
                    answer.mass.put(mass);
                }
            }
        }
    }
}

/// Eight inverse masses.
#[derive(Clone, Copy)]
struct Inverses<L> {
    xx: L,
    xy: L,
    yy: L,
    xw: L,
    yw: L,
    ww: L,
}

impl<L: Lane> Inverses<L> {
    #[inline(always)]
    fn answer(&self, p: Pair<L>, turn: L) -> (Pair<L>, L) {
        let v = Pair {
            x: self.xx * p.x + self.xy * p.y + self.xw * turn,
            y: self.xy * p.x + self.yy * p.y + self.yw * turn,
        };
        (v, self.xw * p.x + self.yw * p.y + self.ww * turn)
    }
}

#[inline(always)]
fn inverses<L: Lane>(bodies: &[RowBody], of: &[u32; LANES]) -> Inverses<L> {
    let mut wide = [Wide::ZERO; 6];
    for (lane, &row) in of.iter().enumerate() {
        let inverse = &bodies[row as usize].inverse;
        wide[0].0[lane] = inverse.xx;
        wide[1].0[lane] = inverse.xy;
        wide[2].0[lane] = inverse.yy;
        wide[3].0[lane] = inverse.xw;
        wide[4].0[lane] = inverse.yw;
        wide[5].0[lane] = inverse.ww;
    }
    Inverses {
        xx: wide[0].get(),
        xy: wide[1].get(),
        yy: wide[2].get(),
        xw: wide[3].get(),
        yw: wide[4].get(),
        ww: wide[5].get(),
    }
}

struct WarmStart<'a> {
    packs: &'a mut [Pack],
    bodies: &'a mut [RowBody],
}

impl Kernel for WarmStart<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for pack in self.packs.iter_mut() {
            let (a, b) = (gather(self.bodies, &pack.a), gather(self.bodies, &pack.b));
            let (mut va, mut wa) = (a.v.get::<L>(), a.w.get::<L>());
            let (mut vb, mut wb) = (b.v.get::<L>(), b.w.get::<L>());
            let count = pack.count();
            for point in &mut pack.points[..count] {
                let impulses = [point.normal_impulse.get::<L>(), point.tangent_impulse.get::<L>()];
                for (answer, by) in point.answers.iter().zip(impulses) {
                    va = va - answer.va.get::<L>() * by;
                    wa = wa - answer.wa.get::<L>() * by;
                    vb = vb + answer.vb.get::<L>() * by;
                    wb = wb + answer.wb.get::<L>() * by;
                }
                point.normal_given = Wide::ZERO;
                point.tangent_given = Wide::ZERO;
            }
            scatter(self.bodies, &pack.a, va, wa);
            scatter(self.bodies, &pack.b, vb, wb);
        }
    }
}

struct Solve<'a> {
    packs: &'a mut [Pack],
    bodies: &'a mut [RowBody],
    pass: Pass,
}

impl Kernel for Solve<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let pass = self.pass;
        let (zero, one) = (L::zero(), L::splat(1.0));
        let per_h = L::splat(1.0 / pass.h);
        let push = L::splat(-pass.push_speed);
        let (soft, firm) = if pass.mend {
            (pass.soft, pass.firm)
        } else {
            (Soft::RIGID, Soft::RIGID)
        };
        for pack in self.packs.iter_mut() {
            let (a, b) = (gather(self.bodies, &pack.a), gather(self.bodies, &pack.b));
            let (mut va, mut wa) = (a.v.get::<L>(), a.w.get::<L>());
            let (mut vb, mut wb) = (b.v.get::<L>(), b.w.get::<L>());
            let normal = pack.normal.get::<L>();
            let tangent = normal.perp();
            let moved = b.moved.get::<L>() - a.moved.get::<L>();
            let (cos_a, sin_a) = (a.cos.get::<L>(), a.sin.get::<L>());
            let (cos_b, sin_b) = (b.cos.get::<L>(), b.sin.get::<L>());
            let is_firm = zero.lt(pack.firm.get::<L>());
            let rate = L::select(is_firm, L::splat(firm.bias_rate), L::splat(soft.bias_rate));
            let mass_scale = L::select(is_firm, L::splat(firm.mass_scale), L::splat(soft.mass_scale));
            let impulse_scale = L::select(
                is_firm,
                L::splat(firm.impulse_scale),
                L::splat(soft.impulse_scale),
            );
            let count = pack.count();
            // Now from one end, now from the other: neither is always second.
            for place in 0..count {
                let place = if pass.mend { place } else { count - 1 - place };
                let point = &mut pack.points[place];
                let (arm_a, arm_b) = (point.arm_a.get::<L>(), point.arm_b.get::<L>());
                let way = moved + (arm_b.turned(cos_b, sin_b) - arm_b) - (arm_a.turned(cos_a, sin_a) - arm_a);
                let separation = point.separation.get::<L>() + way.dot(normal);
                let apart = zero.lt(separation);
                let bias = L::select(apart, separation * per_h, (rate * separation).max(push));
                let by_mass = L::select(apart, one, mass_scale);
                let by_impulse = impulse_scale.only(!apart);
                let speed = (vb + arm_b.perp() * wb - va - arm_a.perp() * wa).dot(normal);
                let answer = &point.answers[0];
                let old = point.normal_impulse.get::<L>();
                let wanted = old - answer.mass.get::<L>() * by_mass * (speed + bias) - by_impulse * old;
                let new = wanted.max(zero) * point.here.get::<L>();
                point.normal_impulse.put(new);
                let by = new - old;
                va = va - answer.va.get::<L>() * by;
                wa = wa - answer.wa.get::<L>() * by;
                vb = vb + answer.vb.get::<L>() * by;
                wb = wb + answer.wb.get::<L>() * by;
            }
            let (friction, surface) = (pack.friction.get::<L>(), pack.surface_speed.get::<L>());
            for point in &mut pack.points[..count] {
                let (arm_a, arm_b) = (point.arm_a.get::<L>(), point.arm_b.get::<L>());
                let speed = (vb + arm_b.perp() * wb - va - arm_a.perp() * wa).dot(tangent) - surface;
                let most = friction * point.normal_impulse.get::<L>();
                let answer = &point.answers[1];
                let old = point.tangent_impulse.get::<L>();
                let new = (old - answer.mass.get::<L>() * speed).within(most);
                point.tangent_impulse.put(new);
                let by = new - old;
                va = va - answer.va.get::<L>() * by;
                wa = wa - answer.wa.get::<L>() * by;
                vb = vb + answer.vb.get::<L>() * by;
                wb = wb + answer.wb.get::<L>() * by;
            }
            scatter(self.bodies, &pack.a, va, wa);
            scatter(self.bodies, &pack.b, vb, wb);
        }
    }
}

struct Collect<'a> {
    packs: &'a mut [Pack],
    bodies: &'a mut [RowBody],
    first_figure: u32,
}

impl Kernel for Collect<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for pack in self.packs.iter_mut() {
            if !pack.coupled {
                continue;
            }
            let normal = pack.normal.get::<L>();
            let tangent = normal.perp();
            let (mut push, mut turn_a, mut turn_b) = (Pair::<L>::zero(), L::zero(), L::zero());
            let count = pack.count();
            for point in &mut pack.points[..count] {
                let (n, t) = (point.normal_impulse.get::<L>(), point.tangent_impulse.get::<L>());
                let share = normal * (n - point.normal_given.get::<L>())
                    + tangent * (t - point.tangent_given.get::<L>());
                point.normal_given.put(n);
                point.tangent_given.put(t);
                push = push + share;
                turn_a = turn_a + point.arm_a.get::<L>().cross(share);
                turn_b = turn_b + point.arm_b.get::<L>().cross(share);
            }
            let mut wide = (WidePair::default(), Wide::ZERO, Wide::ZERO);
            wide.0.put(push);
            wide.1.put(turn_a);
            wide.2.put(turn_b);
            for lane in 0..LANES {
                let push = Vec2::new(wide.0.x.0[lane], wide.0.y.0[lane]);
                let (a, b) = (pack.a[lane], pack.b[lane]);
                if a >= self.first_figure {
                    let body = &mut self.bodies[a as usize];
                    body.push -= push;
                    body.turn -= wide.1.0[lane];
                }
                if b >= self.first_figure {
                    let body = &mut self.bodies[b as usize];
                    body.push += push;
                    body.turn += wide.2.0[lane];
                }
            }
        }
    }
}
