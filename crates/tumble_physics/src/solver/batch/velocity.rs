//! The velocity solve of a sub-step: one system for pins, limits, springs and ground contacts.

use super::super::wide::{V8, Wide, dispatch};
use super::assemble::{self, Step};
use super::{Batch, Constants, Contacts, Pins, SLOTS, State, Work, factor};

/// Solves a sub-step at most.
const MOST_SOLVES: usize = 4;
/// Up to and including this round what holds may be let go; afterwards holds are only added, so that it ends.
const LAST_RELEASE: usize = 1;
/// A motor holds its speed as if it were this much heavier than its limb, as long as its torque allows.
const MOTOR_WEIGHT: f32 = 1000.0;
/// A body turns at most this much in a sub-step \[rad\].
const MOST_TURN: f32 = core::f32::consts::FRAC_PI_4;

/// Gravity, damping, external impulses to come.
#[inline(always)]
fn drift<W: Wide>(state: &mut State, constants: &Constants, step: &Step) {
    let h = W::splat(step.h);
    let one = W::splat(1.0);
    let (gx, gy) = (
        W::splat(step.gravity[0] * step.h),
        W::splat(step.gravity[1] * step.h),
    );
    let most = W::splat(MOST_TURN / step.h);
    for p in 0..state.x.len() {
        let scale = W::load(&constants.gravity_scale[p]);
        let linear = one / (one + h * W::load(&constants.linear_damping[p]));
        let angular = one / (one + h * W::load(&constants.angular_damping[p]));
        ((W::load(&state.vx[p]) + gx * scale) * linear).store(&mut state.vx[p]);
        ((W::load(&state.vy[p]) + gy * scale) * linear).store(&mut state.vy[p]);
        (W::load(&state.w[p]) * angular)
            .min(most)
            .max(-most)
            .store(&mut state.w[p]);
    }
}

/// Minus the pins' relative velocities, an arm r counting as ω×r − ½h·ω²·r: its mean speed over the sub-step.
#[inline(always)]
fn residual<W: Wide>(
    state: &State,
    work: &mut Work,
    parents: &[u16],
    anchored: bool,
    anchor: (V8, V8),
    h: f32,
) {
    let half = W::splat(0.5 * h);
    for p in usize::from(!anchored)..parents.len() {
        // The arms are in q̂ and t̂, turned by a quarter: r = (−t̂.y…) — perp(r) = t̂ gives r = (t̂.y, −t̂.x).
        let (qx, qy) = (W::load(&work.qx[p]), W::load(&work.qy[p]));
        let w = W::load(&state.w[p]);
        let turn = half * w * w;
        // The pin's point of the child is at −(com − pin): v − ω·q̂, and its arm is (−q̂.y, q̂.x).
        let mut x = -(W::load(&state.vx[p]) - w * qx - turn * -qy);
        let mut y = -(W::load(&state.vy[p]) - w * qy - turn * qx);
        if p > 0 {
            let q = usize::from(parents[p]);
            let (tx, ty) = (W::load(&work.tx[p]), W::load(&work.ty[p]));
            let w = W::load(&state.w[q]);
            let turn = half * w * w;
            x = x + W::load(&state.vx[q]) + w * tx - turn * ty;
            y = y + W::load(&state.vy[q]) + w * ty + turn * tx;
        } else {
            x = x + W::load(&anchor.0);
            y = y + W::load(&anchor.1);
        }
        x.store(&mut work.rx[p]);
        y.store(&mut work.ry[p]);
    }
}

/// Springs and motors: stiffness k of the hinge slot, the relative speed it drives to, and its constant torque where it is at
/// its bound. `mode` −1, 0, 1 says at which bound a spring and a motor are.
#[inline(always)]
fn drives<W: Wide>(
    state: &State,
    pins: &Pins,
    constants: &Constants,
    work: &mut Work,
    parents: &[u16],
    anchor: (V8, V8),
    h: f32,
) {
    // Mass, first and second moment of each subtree about the lane's origin, summed from the leaves; `a` … `c` are free yet.
    let n = parents.len();
    for p in 0..n {
        let (m, x, y) = (
            W::load(&constants.mass[p]),
            W::load(&state.x[p]),
            W::load(&state.y[p]),
        );
        m.store(&mut work.a[p]);
        (m * x).store(&mut work.b[p]);
        (m * y).store(&mut work.c[p]);
        (W::load(&constants.inertia[p]) + m * (x * x + y * y)).store(&mut work.e[p]);
    }
    for p in (1..n).rev() {
        let q = usize::from(parents[p]);
        (W::load(&work.a[q]) + W::load(&work.a[p])).store(&mut work.a[q]);
        (W::load(&work.b[q]) + W::load(&work.b[p])).store(&mut work.b[q]);
        (W::load(&work.c[q]) + W::load(&work.c[p])).store(&mut work.c[q]);
        (W::load(&work.e[q]) + W::load(&work.e[p])).store(&mut work.e[q]);
    }
    let (zero, one) = (W::zero(), W::splat(1.0));
    let h = W::splat(h);
    for p in 0..n {
        if !pins.driven[p] {
            continue;
        }
        // The pin's point: com − (com − pin) = com − (q̂.y, −q̂.x).
        let x = W::load(&state.x[p]) - W::load(&work.qy[p]);
        let y = W::load(&state.y[p]) + W::load(&work.qx[p]);
        let m = W::load(&work.a[p]);
        let (mx, my) = (W::load(&work.b[p]), W::load(&work.c[p]));
        let inertia = W::load(&work.e[p]) - W::splat(2.0) * (x * mx + y * my) + m * (x * x + y * y);
        let (parent_angle, parent_w) = if p == 0 {
            (W::load(&anchor.0), W::load(&anchor.1))
        } else {
            let q = usize::from(parents[p]);
            (W::load(&state.angle[q]), W::load(&state.w[q]))
        };
        let angle = W::load(&state.angle[p]) - parent_angle - W::load(&pins.zero[p]);
        let speed = W::load(&state.w[p]) - parent_w;
        let error = angle - W::load(&pins.target[p]);
        let magic = W::splat(12_582_912.0);
        let turns = (error * W::splat(1.0 / core::f32::consts::TAU) + magic) - magic;
        let error = error - turns * W::load(&pins.wraps[p]) * W::splat(core::f32::consts::TAU);
        let omega = W::load(&pins.hertz[p]) * W::splat(core::f32::consts::TAU);
        let a1 = W::splat(2.0) * W::load(&pins.damping_ratio[p]) + h * omega;
        let on = zero.lt(omega);
        let spring = W::select(on, inertia * h * omega * a1, zero);
        let spring_speed = W::select(on, -(error * omega / W::select(on, a1, one)), zero) - speed;
        let motor_on = zero.lt(W::load(&pins.motor_torque[p]));
        let motor = W::select(motor_on, inertia * W::splat(MOTOR_WEIGHT), zero);
        let motor_speed = W::load(&pins.speed[p]) - speed;
        spring.store(&mut work.kx[p]);
        spring_speed.store(&mut work.ky[p]);
        motor.store(&mut work.kw[p]);
        motor_speed.store(&mut work.ktau[p]);
        zero.store(&mut work.low[p]);
        zero.store(&mut work.high[p]);
    }
}

#[inline(always)]
fn velocities<W: Wide>(batch: &mut Batch, step: &Step) {
    let Batch {
        topology,
        state,
        constants,
        pins,
        contacts,
        work,
        push,
        anchor,
        ..
    } = batch;
    let parents = &topology.parents[..];
    let (n, anchored) = (parents.len(), topology.anchored);
    let first = usize::from(!anchored);
    let zero = W::zero();
    drift::<W>(state, constants, step);
    factor::arms::<W>(state, pins, parents, work, first);
    residual::<W>(state, work, parents, anchored, (anchor.vx, anchor.vy), step.h);
    let driven = pins.driven[first..].contains(&true);
    let mut slots = Drives::default();
    if driven {
        drives::<W>(
            state,
            pins,
            constants,
            work,
            parents,
            (anchor.angle, anchor.w),
            step.h,
        );
        slots.take(work, n);
    }
    let (mut low, mut high) = (core::mem::take(&mut work.low), core::mem::take(&mut work.high));
    assemble::limits::<W>(
        state,
        pins,
        parents,
        (anchor.angle, anchor.w),
        &mut low,
        &mut high,
        step,
        first,
    );
    work.low = low;
    work.high = high;
    let fall = step.gravity[0].abs().max(step.gravity[1].abs());
    assemble::contacts::<W>(state, contacts, step, fall);
    let mut done = zero;
    for round in 0..MOST_SOLVES {
        masses::<W>(constants, contacts, work, push, n);
        for p in first..n {
            if driven && pins.driven[p] {
                slots.combine::<W>(pins, work, parents, p, step.h);
            } else if pins.limited[p] {
                zero.store(&mut work.rt[p]);
            }
            if pins.limited[p] {
                let parent_w = if p == 0 {
                    W::load(&anchor.w)
                } else {
                    W::load(&state.w[usize::from(parents[p])])
                };
                let held = W::load(&pins.held[p]);
                let wanted = W::select(zero.lt(held), W::load(&work.high[p]), W::load(&work.low[p]));
                let change = wanted - (W::load(&state.w[p]) - parent_w);
                W::select(zero.lt(held.abs()), change, W::load(&work.rt[p])).store(&mut work.rt[p]);
            }
        }
        factor::factor::<W>(pins, parents, anchored, work);
        factor::solve::<W>(pins, parents, anchored, work, false);
        // Lanes that are done keep the answer they have.
        for p in 0..n {
            let (x, y, w) = (W::load(&work.ox[p]), W::load(&work.oy[p]), W::load(&work.ow[p]));
            if round == 0 {
                x.store(&mut work.kx[p]);
                y.store(&mut work.ky[p]);
                w.store(&mut work.kw[p]);
                work.ktau[p] = work.tau[p];
            } else {
                W::select(done, W::load(&work.kx[p]), x).store(&mut work.kx[p]);
                W::select(done, W::load(&work.ky[p]), y).store(&mut work.ky[p]);
                W::select(done, W::load(&work.kw[p]), w).store(&mut work.kw[p]);
                W::select(done, W::load(&work.ktau[p]), W::load(&work.tau[p])).store(&mut work.ktau[p]);
            }
        }
        let mut changed = check_limits::<W>(state, pins, work, parents, anchor.w, first, done, round);
        changed = changed.or(check_contacts::<W>(contacts, work, done, round));
        if driven {
            for p in first..n {
                if pins.driven[p] {
                    changed = changed.or(slots.check::<W>(pins, work, parents, p, step.h, done));
                }
            }
        }
        let open = W::select(done, zero, changed);
        done = W::select(open, zero, W::all());
        if !open.any() {
            break;
        }
    }
    for p in 0..n {
        (W::load(&state.vx[p]) + W::load(&work.kx[p])).store(&mut state.vx[p]);
        (W::load(&state.vy[p]) + W::load(&work.ky[p])).store(&mut state.vy[p]);
        (W::load(&state.w[p]) + W::load(&work.kw[p])).store(&mut state.w[p]);
        pins.torque[p] = work.ktau[p];
        for axis in push.iter_mut() {
            axis[p] = V8::ZERO;
        }
    }
    for index in 0..contacts.used.len() {
        let c = usize::from(contacts.used[index]);
        contacts.normal[c] = contacts.next_normal[c];
        contacts.tangent[c] = contacts.next_tangent[c];
    }
}

/// The bodies' own masses with their contacts, and all impulses on them.
#[inline(always)]
fn masses<W: Wide>(
    constants: &Constants,
    contacts: &Contacts,
    work: &mut Work,
    push: &[Vec<V8>; 3],
    n: usize,
) {
    for p in 0..n {
        work.a[p] = constants.mass[p];
        work.b[p] = V8::ZERO;
        work.c[p] = constants.mass[p];
        work.e[p] = V8::ZERO;
        work.f[p] = V8::ZERO;
        work.g[p] = constants.inertia[p];
        work.px[p] = push[0][p];
        work.py[p] = push[1][p];
        work.pw[p] = push[2][p];
    }
    let (zero, one) = (W::zero(), W::splat(1.0));
    for &slot in &contacts.used {
        let c = usize::from(slot);
        let p = c / SLOTS;
        let (nx, ny) = (W::load(&contacts.nx[c]), W::load(&contacts.ny[c]));
        let (rn, rt) = (W::load(&contacts.arm_n[c]), W::load(&contacts.arm_t[c]));
        let (active, slip) = (W::load(&contacts.active[c]), W::load(&contacts.slip[c]));
        let kappa = W::load(&contacts.stiffness[c]);
        let k = W::select(active, kappa, zero);
        let sticks = active.and(W::splat(0.5).lt(one - slip.abs()));
        let q = W::select(sticks, kappa, zero);
        let (tx, ty) = (-ny, nx);
        let (kx, ky, qx, qy) = (k * nx, k * ny, q * tx, q * ty);
        (W::load(&work.a[p]) + kx * nx + qx * tx).store(&mut work.a[p]);
        (W::load(&work.b[p]) + kx * ny + qx * ty).store(&mut work.b[p]);
        (W::load(&work.c[p]) + ky * ny + qy * ty).store(&mut work.c[p]);
        (W::load(&work.e[p]) + kx * rn + qx * rt).store(&mut work.e[p]);
        (W::load(&work.f[p]) + ky * rn + qy * rt).store(&mut work.f[p]);
        (W::load(&work.g[p]) + k * rn * rn + q * rt * rt).store(&mut work.g[p]);
        let normal = k * (W::load(&contacts.wanted[c]) - W::load(&contacts.approach[c]));
        let stick = W::load(&contacts.tangent[c]) - q * W::load(&contacts.sliding[c]);
        let most = W::load(&contacts.friction[c]) * W::load(&contacts.next_normal[c]);
        let tangent = W::select(sticks, stick, W::select(active, slip * most, zero));
        (W::load(&work.px[p]) + normal * nx + tangent * tx).store(&mut work.px[p]);
        (W::load(&work.py[p]) + normal * ny + tangent * ty).store(&mut work.py[p]);
        (W::load(&work.pw[p]) + normal * rn + tangent * rt).store(&mut work.pw[p]);
    }
}

/// Lets go of limits that pull, holds those that are passed. The mask of lanes where anything changed.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "one stage of one solve; a struct would name the same things twice"
)]
fn check_limits<W: Wide>(
    state: &State,
    pins: &mut Pins,
    work: &Work,
    parents: &[u16],
    anchor_w: V8,
    first: usize,
    done: W,
    round: usize,
) -> W {
    let (zero, one, slop) = (W::zero(), W::splat(1.0), W::splat(1e-4));
    let mut changed = zero;
    for p in first..parents.len() {
        if !pins.limited[p] {
            continue;
        }
        let parent_w = if p == 0 {
            W::load(&anchor_w)
        } else {
            let q = usize::from(parents[p]);
            W::load(&state.w[q]) + W::load(&work.ow[q])
        };
        let speed = W::load(&state.w[p]) + W::load(&work.ow[p]) - parent_w;
        let held = W::load(&pins.held[p]);
        let (low, high) = (W::load(&work.low[p]), W::load(&work.high[p]));
        let welded = (W::load(&pins.upper[p]) - W::load(&pins.lower[p])).lt(W::splat(assemble::WELD));
        // A held upper limit may only push down, a lower one up.
        let pulls = zero.lt(held * W::load(&work.tau[p]));
        let kept = if round <= LAST_RELEASE {
            W::select(welded.not_and(pulls), zero, held)
        } else {
            held
        };
        let passed = W::select(
            (high + slop).lt(speed),
            one,
            W::select((speed + slop).lt(low), -one, zero),
        );
        let next = W::select(zero.lt(held.abs()), kept, passed);
        let next = W::select(done, held, next);
        changed = changed.or(next.lt(held)).or(held.lt(next));
        next.store(&mut pins.held[p]);
    }
    changed
}

/// Lets go of contacts that pull, holds those that are passed, and finds who slips.
#[inline(always)]
fn check_contacts<W: Wide>(contacts: &mut Contacts, work: &Work, done: W, round: usize) -> W {
    let (zero, one) = (W::zero(), W::splat(1.0));
    let mut changed = zero;
    for index in 0..contacts.used.len() {
        let c = usize::from(contacts.used[index]);
        let p = c / SLOTS;
        let (nx, ny) = (W::load(&contacts.nx[c]), W::load(&contacts.ny[c]));
        let (rn, rt) = (W::load(&contacts.arm_n[c]), W::load(&contacts.arm_t[c]));
        let (ox, oy, ow) = (W::load(&work.ox[p]), W::load(&work.oy[p]), W::load(&work.ow[p]));
        let speed = W::load(&contacts.approach[c]) + ox * nx + oy * ny + ow * rn;
        let sliding = W::load(&contacts.sliding[c]) + oy * nx - ox * ny + ow * rt;
        let (live, active, slip) = (
            W::load(&contacts.live[c]),
            W::load(&contacts.active[c]),
            W::load(&contacts.slip[c]),
        );
        let kappa = W::load(&contacts.stiffness[c]);
        let wanted = W::load(&contacts.wanted[c]);
        let impulse = kappa * (wanted - speed);
        let holds = if round <= LAST_RELEASE {
            zero.lt(impulse)
        } else {
            W::all()
        };
        let next = live.and(W::select(active, holds, (speed + W::splat(0.01)).lt(wanted)));
        let normal = W::select(next, impulse.max(zero), zero);
        let most = W::load(&contacts.friction[c]) * normal;
        let stick = W::load(&contacts.tangent[c]) - kappa * sliding;
        // One that slips goes on as long as it moves that way; one that sticks slips when more than friction is asked of it.
        let was = zero.lt(slip.abs());
        let still = W::select(W::splat(0.01).lt(slip * sliding), zero, slip);
        let begins = W::select(most.lt(stick), one, W::select(stick.lt(-most), -one, zero));
        let both = active.and(next);
        let slips = W::select(both, W::select(was, still, begins), zero);
        let tangent = W::select(
            both,
            W::select(zero.lt(slips.abs()), slips * most, stick.max(-most).min(most)),
            zero,
        );
        let toggled = W::select(active, next.not_and(W::all()), next);
        let turned = slips.lt(slip).or(slip.lt(slips));
        changed = changed.or(toggled).or(turned);
        W::select(done, active, next).store(&mut contacts.active[c]);
        W::select(done, slip, slips).store(&mut contacts.slip[c]);
        W::select(done, W::load(&contacts.next_normal[c]), normal).store(&mut contacts.next_normal[c]);
        W::select(done, W::load(&contacts.next_tangent[c]), tangent).store(&mut contacts.next_tangent[c]);
    }
    changed
}

/// Springs and motors of a solve, pin by pin: stiffness and wanted change of speed of each, and at which bound it is.
#[derive(Debug, Default)]
struct Drives {
    spring: Vec<V8>,
    spring_speed: Vec<V8>,
    motor: Vec<V8>,
    motor_speed: Vec<V8>,
    spring_bound: Vec<V8>,
    motor_bound: Vec<V8>,
}

impl Drives {
    fn take(&mut self, work: &Work, n: usize) {
        self.spring.clone_from(&work.kx);
        self.spring_speed.clone_from(&work.ky);
        self.motor.clone_from(&work.kw);
        self.motor_speed.clone_from(&work.ktau);
        self.spring_bound = vec![V8::ZERO; n];
        self.motor_bound = vec![V8::ZERO; n];
    }

    /// Stiffness and wanted speed of the hinge slot, and the constant torques of what is at its bound.
    #[inline(always)]
    fn combine<W: Wide>(&self, pins: &Pins, work: &mut Work, parents: &[u16], p: usize, h: f32) {
        let zero = W::zero();
        let h = W::splat(h);
        let (sb, mb) = (W::load(&self.spring_bound[p]), W::load(&self.motor_bound[p]));
        let ks = W::select(zero.lt(sb.abs()), zero, W::load(&self.spring[p]));
        let km = W::select(zero.lt(mb.abs()), zero, W::load(&self.motor[p]));
        let k = ks + km;
        let t = ks * W::load(&self.spring_speed[p]) + km * W::load(&self.motor_speed[p]);
        k.store(&mut work.stiff[p]);
        W::select(zero.lt(k), t / W::select(zero.lt(k), k, W::splat(1.0)), zero).store(&mut work.rt[p]);
        // A bound torque that is 0 · ∞ is none.
        let most_s = W::select(zero.lt(sb.abs()), W::load(&pins.spring_torque[p]), zero);
        let most_m = W::select(zero.lt(mb.abs()), W::load(&pins.motor_torque[p]), zero);
        let drive = (sb * most_s + mb * most_m) * h;
        (W::load(&work.pw[p]) + drive).store(&mut work.pw[p]);
        if p > 0 {
            let q = usize::from(parents[p]);
            (W::load(&work.pw[q]) - drive).store(&mut work.pw[q]);
        }
    }

    /// Finds what is beyond its bound. The mask of lanes where anything changed.
    #[inline(always)]
    fn check<W: Wide>(&mut self, pins: &Pins, work: &Work, parents: &[u16], p: usize, h: f32, done: W) -> W {
        let (zero, one) = (W::zero(), W::splat(1.0));
        let h = W::splat(h);
        let parent_w = if p == 0 {
            zero
        } else {
            W::load(&work.ow[usize::from(parents[p])])
        };
        let change = W::load(&work.ow[p]) - parent_w;
        let mut changed = zero;
        for (k, t, bound, most) in [
            (
                &self.spring,
                &self.spring_speed,
                &mut self.spring_bound,
                &pins.spring_torque,
            ),
            (
                &self.motor,
                &self.motor_speed,
                &mut self.motor_bound,
                &pins.motor_torque,
            ),
        ] {
            let k = W::load(&k[p]);
            let torque = k * (W::load(&t[p]) - change);
            let most = W::load(&most[p]) * h;
            let beyond = W::select(most.lt(torque), one, W::select(torque.lt(-most), -one, zero));
            let was = W::load(&bound[p]);
            // Added only: a torque at its bound stays there for this sub-step.
            let next = W::select(zero.lt(was.abs()), was, W::select(zero.lt(k), beyond, zero));
            let next = W::select(done, was, next);
            changed = changed.or(next.lt(was)).or(was.lt(next));
            next.store(&mut bound[p]);
        }
        changed
    }
}

/// The change of velocity due to the external impulses, with the factor of the last solve.
#[inline(always)]
fn resolve<W: Wide>(batch: &mut Batch) {
    let Batch {
        topology,
        state,
        pins,
        contacts,
        work,
        push,
        ..
    } = batch;
    let parents = &topology.parents[..];
    let n = parents.len();
    for p in 0..n {
        work.px[p] = push[0][p];
        work.py[p] = push[1][p];
        work.pw[p] = push[2][p];
        for axis in push.iter_mut() {
            axis[p] = V8::ZERO;
        }
    }
    factor::solve::<W>(pins, parents, topology.anchored, work, true);
    for p in 0..n {
        (W::load(&state.vx[p]) + W::load(&work.ox[p])).store(&mut state.vx[p]);
        (W::load(&state.vy[p]) + W::load(&work.oy[p])).store(&mut state.vy[p]);
        (W::load(&state.w[p]) + W::load(&work.ow[p])).store(&mut state.w[p]);
    }
    let zero = W::zero();
    for index in 0..contacts.used.len() {
        let c = usize::from(contacts.used[index]);
        let p = c / SLOTS;
        let (nx, ny) = (W::load(&contacts.nx[c]), W::load(&contacts.ny[c]));
        let (ox, oy, ow) = (W::load(&work.ox[p]), W::load(&work.oy[p]), W::load(&work.ow[p]));
        let kappa = W::load(&contacts.stiffness[c]);
        let active = W::load(&contacts.active[c]);
        let change = ox * nx + oy * ny + ow * W::load(&contacts.arm_n[c]);
        let slide = oy * nx - ox * ny + ow * W::load(&contacts.arm_t[c]);
        let normal = (W::load(&contacts.normal[c]) - W::select(active, kappa * change, zero)).max(zero);
        let most = W::load(&contacts.friction[c]) * normal;
        let tangent = W::load(&contacts.tangent[c]);
        let sticks = active.and(W::splat(0.5).lt(W::splat(1.0) - W::load(&contacts.slip[c]).abs()));
        let tangent = W::select(sticks, tangent - kappa * slide, tangent)
            .max(-most)
            .min(most);
        normal.store(&mut contacts.normal[c]);
        tangent.store(&mut contacts.tangent[c]);
    }
}

#[inline(always)]
fn answer<W: Wide>(batch: &mut Batch) {
    let Batch {
        topology,
        pins,
        work,
        response,
        ..
    } = batch;
    factor::respond::<W>(pins, &topology.parents, topology.anchored, work, response);
}

impl Batch {
    /// Solves the velocities of a sub-step: gravity, damping, the external impulses in `push`, pins, limits, springs, contacts.
    pub(crate) fn solve(&mut self, step: &Step) {
        let isa = self.isa;
        let batch = self;
        dispatch!(isa, velocities(batch: &mut Batch, step: &Step));
    }

    /// Applies the external impulses in `push`, with what held in the last solve.
    pub(crate) fn resolve(&mut self) {
        let isa = self.isa;
        let batch = self;
        dispatch!(isa, resolve(batch: &mut Batch));
    }

    /// Finds the articulated inverse masses.
    pub(crate) fn respond(&mut self) {
        let isa = self.isa;
        let batch = self;
        dispatch!(isa, answer(batch: &mut Batch));
    }

    /// Counts the contacts' impulses of a sub-step that is over.
    pub(crate) fn count_impulses(&mut self) {
        for index in 0..self.contacts.used.len() {
            let c = usize::from(self.contacts.used[index]);
            for lane in 0..super::LANES {
                self.contacts.total[c].0[lane] += self.contacts.normal[c].0[lane];
            }
        }
    }
}
