//! Elimination over the tree: factor from the leaves to the root, solve there and back. See the theory for the letters.

use super::super::wide::{V8, Wide};
use super::{Pins, State, Work};

/// Directions of the pins' arms: from the pin to the child's centre, and from the parent's centre to the pin, each turned by a quarter.
#[inline(always)]
pub(super) fn arms<W: Wide>(state: &State, pins: &Pins, parents: &[u16], work: &mut Work, first: usize) {
    for p in first..parents.len() {
        let (cos, sin) = (W::load(&state.cos[p]), W::load(&state.sin[p]));
        let (bx, by) = (W::load(&pins.bx[p]), W::load(&pins.by[p]));
        // q̂ = perp(−R·b), v = u + ω·q̂.
        (sin * bx + cos * by).store(&mut work.qx[p]);
        (sin * by - cos * bx).store(&mut work.qy[p]);
        if p > 0 {
            let q = usize::from(parents[p]);
            let (cos, sin) = (W::load(&state.cos[q]), W::load(&state.sin[q]));
            let (ax, ay) = (W::load(&pins.ax[p]), W::load(&pins.ay[p]));
            // t̂ = perp(R·a), u = v + ω·t̂.
            (-(sin * ax + cos * ay)).store(&mut work.tx[p]);
            (cos * ax - sin * ay).store(&mut work.ty[p]);
        }
    }
}

/// Eliminates all bodies but the root. `work.a` to `work.g` hold the bodies' own 3×3 masses and are summed up on the way.
#[inline(always)]
pub(super) fn factor<W: Wide>(pins: &Pins, parents: &[u16], anchored: bool, work: &mut Work) {
    let (zero, one) = (W::zero(), W::splat(1.0));
    let last = usize::from(!anchored);
    for p in (last..parents.len()).rev() {
        let (a, b, c) = (W::load(&work.a[p]), W::load(&work.b[p]), W::load(&work.c[p]));
        let (e, f, g) = (W::load(&work.e[p]), W::load(&work.f[p]), W::load(&work.g[p]));
        let (qx, qy) = (W::load(&work.qx[p]), W::load(&work.qy[p]));
        let ux = e + a * qx + b * qy;
        let uy = f + b * qx + c * qy;
        let d = g + (e * qx + f * qy) + (ux * qx + uy * qy);
        let mut inv = one / d;
        let mut rho = zero;
        if pins.driven[p] {
            let k = W::load(&work.stiff[p]);
            inv = one / (d + k);
            rho = k * inv;
        }
        if pins.limited[p] {
            let held = zero.lt(W::load(&pins.held[p]).abs());
            inv = W::select(held, zero, inv);
            rho = W::select(held, one, rho);
        }
        let (hx, hy) = (ux * inv, uy * inv);
        let (e00, e01, e11) = (a - ux * hx, b - ux * hy, c - uy * hy);
        ux.store(&mut work.ux[p]);
        uy.store(&mut work.uy[p]);
        d.store(&mut work.d[p]);
        inv.store(&mut work.inv[p]);
        rho.store(&mut work.rho[p]);
        hx.store(&mut work.hx[p]);
        hy.store(&mut work.hy[p]);
        e00.store(&mut work.e00[p]);
        e01.store(&mut work.e01[p]);
        e11.store(&mut work.e11[p]);
        if p == 0 {
            return;
        }
        let q = usize::from(parents[p]);
        let (tx, ty) = (W::load(&work.tx[p]), W::load(&work.ty[p]));
        let (wx, wy) = (e00 * tx + e01 * ty, e01 * tx + e11 * ty);
        let (mut eq, mut fq, mut gq) = (wx, wy, tx * wx + ty * wy);
        if pins.limited[p] || pins.driven[p] {
            let (lx, ly) = (rho * ux, rho * uy);
            eq = eq + lx;
            fq = fq + ly;
            let twice = lx * tx + ly * ty;
            gq = gq + twice + twice + rho * d;
        }
        (W::load(&work.a[q]) + e00).store(&mut work.a[q]);
        (W::load(&work.b[q]) + e01).store(&mut work.b[q]);
        (W::load(&work.c[q]) + e11).store(&mut work.c[q]);
        (W::load(&work.e[q]) + eq).store(&mut work.e[q]);
        (W::load(&work.f[q]) + fq).store(&mut work.f[q]);
        (W::load(&work.g[q]) + gq).store(&mut work.g[q]);
    }
    let (a, b, c) = (W::load(&work.a[0]), W::load(&work.b[0]), W::load(&work.c[0]));
    let (e, f, g) = (W::load(&work.e[0]), W::load(&work.f[0]), W::load(&work.g[0]));
    let inv = one / g;
    let (hx, hy) = (e * inv, f * inv);
    let (k00, k01, k11) = (a - e * hx, b - e * hy, c - f * hy);
    let det = one / (k00 * k11 - k01 * k01);
    hx.store(&mut work.root[0]);
    hy.store(&mut work.root[1]);
    inv.store(&mut work.root[2]);
    (k11 * det).store(&mut work.root[3]);
    (-(k01 * det)).store(&mut work.root[4]);
    (k00 * det).store(&mut work.root[5]);
}

/// The change of velocity (`ox`, `oy`, `ow`) due to the impulses `px`, `py`, `pw` and the right sides `rx`, `ry`, `rt`; with
/// `homogeneous`, the right sides count as zero. Uses up the impulses.
#[inline(always)]
pub(super) fn solve<W: Wide>(
    pins: &Pins,
    parents: &[u16],
    anchored: bool,
    work: &mut Work,
    homogeneous: bool,
) {
    let zero = W::zero();
    let last = usize::from(!anchored);
    let right = |from: &V8| if homogeneous { W::zero() } else { W::load(from) };
    for p in (last..parents.len()).rev() {
        let (px, py) = (W::load(&work.px[p]), W::load(&work.py[p]));
        let w = W::load(&work.pw[p]) + W::load(&work.qx[p]) * px + W::load(&work.qy[p]) * py;
        w.store(&mut work.hw[p]);
        if p == 0 {
            break;
        }
        let (cx, cy) = (right(&work.rx[p]), right(&work.ry[p]));
        let (e00, e01, e11) = (
            W::load(&work.e00[p]),
            W::load(&work.e01[p]),
            W::load(&work.e11[p]),
        );
        let mut gx = px - W::load(&work.hx[p]) * w - e00 * cx - e01 * cy;
        let mut gy = py - W::load(&work.hy[p]) * w - e01 * cx - e11 * cy;
        let mut gw = zero;
        if pins.limited[p] || pins.driven[p] {
            let rho = W::load(&work.rho[p]);
            let (lx, ly) = (rho * W::load(&work.ux[p]), rho * W::load(&work.uy[p]));
            let t = right(&work.rt[p]);
            gx = gx - lx * t;
            gy = gy - ly * t;
            gw = rho * (w - W::load(&work.d[p]) * t) - lx * cx - ly * cy;
        }
        let q = usize::from(parents[p]);
        let (tx, ty) = (W::load(&work.tx[p]), W::load(&work.ty[p]));
        (W::load(&work.px[q]) + gx).store(&mut work.px[q]);
        (W::load(&work.py[q]) + gy).store(&mut work.py[q]);
        (W::load(&work.pw[q]) + tx * gx + ty * gy + gw).store(&mut work.pw[q]);
    }
    if !anchored {
        let (px, py, pw) = (W::load(&work.px[0]), W::load(&work.py[0]), W::load(&work.pw[0]));
        let (hx, hy) = (W::load(&work.root[0]), W::load(&work.root[1]));
        let (gx, gy) = (px - hx * pw, py - hy * pw);
        let (k00, k01, k11) = (
            W::load(&work.root[3]),
            W::load(&work.root[4]),
            W::load(&work.root[5]),
        );
        let (x, y) = (k00 * gx + k01 * gy, k01 * gx + k11 * gy);
        x.store(&mut work.ox[0]);
        y.store(&mut work.oy[0]);
        (W::load(&work.root[2]) * pw - hx * x - hy * y).store(&mut work.ow[0]);
    }
    for p in last..parents.len() {
        let (mut ux, mut uy) = (right(&work.rx[p]), right(&work.ry[p]));
        let mut parent_w = zero;
        if p > 0 {
            let q = usize::from(parents[p]);
            parent_w = W::load(&work.ow[q]);
            ux = W::load(&work.ox[q]) + parent_w * W::load(&work.tx[p]) + ux;
            uy = W::load(&work.oy[q]) + parent_w * W::load(&work.ty[p]) + uy;
        }
        let hw = W::load(&work.hw[p]);
        let mut w = W::load(&work.inv[p]) * hw - W::load(&work.hx[p]) * ux - W::load(&work.hy[p]) * uy;
        if pins.limited[p] || pins.driven[p] {
            w = w + W::load(&work.rho[p]) * (parent_w + right(&work.rt[p]));
            let torque = W::load(&work.d[p]) * w + W::load(&work.ux[p]) * ux + W::load(&work.uy[p]) * uy - hw;
            torque.store(&mut work.tau[p]);
        }
        w.store(&mut work.ow[p]);
        (ux + w * W::load(&work.qx[p])).store(&mut work.ox[p]);
        (uy + w * W::load(&work.qy[p])).store(&mut work.oy[p]);
    }
}

/// The articulated inverse mass of each body: how it answers an impulse on itself.
#[inline(always)]
pub(super) fn respond<W: Wide>(
    pins: &Pins,
    parents: &[u16],
    anchored: bool,
    work: &Work,
    out: &mut [Vec<V8>; 6],
) {
    let zero = W::zero();
    let [xx, xy, yy, xw, yw, ww] = out;
    if !anchored {
        // The inverse of [K 0; h g] by blocks: K⁻¹ is there, v = K⁻¹(p − h·τ), ω = τ/g − h·v.
        let (hx, hy, inv) = (
            W::load(&work.root[0]),
            W::load(&work.root[1]),
            W::load(&work.root[2]),
        );
        let (k00, k01, k11) = (
            W::load(&work.root[3]),
            W::load(&work.root[4]),
            W::load(&work.root[5]),
        );
        let (mx, my) = (-(k00 * hx + k01 * hy), -(k01 * hx + k11 * hy));
        k00.store(&mut xx[0]);
        k01.store(&mut xy[0]);
        k11.store(&mut yy[0]);
        mx.store(&mut xw[0]);
        my.store(&mut yw[0]);
        (inv - hx * mx - hy * my).store(&mut ww[0]);
    }
    for p in usize::from(!anchored)..parents.len() {
        // Response of the parent's point at the pin: covariance of (u, ω_parent).
        let (mut uxx, mut uxy, mut uyy, mut uxw, mut uyw, mut uww) = (zero, zero, zero, zero, zero, zero);
        if p > 0 {
            let q = usize::from(parents[p]);
            let (tx, ty) = (W::load(&work.tx[p]), W::load(&work.ty[p]));
            let (pxw, pyw) = (W::load(&xw[q]), W::load(&yw[q]));
            uww = W::load(&ww[q]);
            uxw = pxw + uww * tx;
            uyw = pyw + uww * ty;
            uxx = W::load(&xx[q]) + pxw * tx + uxw * tx;
            uxy = W::load(&xy[q]) + pxw * ty + uyw * tx;
            uyy = W::load(&yy[q]) + pyw * ty + uyw * ty;
        }
        let (hx, hy, inv, rho) = (
            W::load(&work.hx[p]),
            W::load(&work.hy[p]),
            W::load(&work.inv[p]),
            W::load(&work.rho[p]),
        );
        // ω = inv·τ − h·u + ρ·ω_parent: its covariance with u, then its own.
        let mx = rho * uxw - (uxx * hx + uxy * hy);
        let my = rho * uyw - (uxy * hx + uyy * hy);
        let own = inv - (hx * mx + hy * my) + rho * (rho * uww - (uxw * hx + uyw * hy));
        let (qx, qy) = (W::load(&work.qx[p]), W::load(&work.qy[p]));
        let (nx, ny) = (mx + own * qx, my + own * qy);
        (uxx + mx * qx + nx * qx).store(&mut xx[p]);
        (uxy + mx * qy + ny * qx).store(&mut xy[p]);
        (uyy + my * qy + ny * qy).store(&mut yy[p]);
        nx.store(&mut xw[p]);
        ny.store(&mut yw[p]);
        own.store(&mut ww[p]);
    }
}
