//! Area, centre and moment of inertia of what is uniformly filled, in closed form.
//!
//! A rounded polygon (the Minkowski sum of a polygon and a disc of radius r) is cut into the polygon, a rectangle L × r outside each
//! edge, and at each corner the sector of the disc between the normals of its two edges. With û(φ) = (cos φ, sin φ), about a corner at v:
//!
//! - polygon, over edges p → q: A = Σ p×q/2, ∫x = Σ p×q (p + q)/6, ∫x² = Σ p×q (p² + p·q + q²)/12 (Green's theorem);
//! - rectangle: A = L·r, centre m + n·r/2, ∫x² about it = L·r (L² + r²)/12;
//! - sector of angle θ: A = r²θ/2, ∫x = r³/3 ∫û dφ = r³/3 (n₂.y − n₁.y, n₁.x − n₂.x), ∫x² = r⁴θ/4.
//!
//! A circle is the sum for one corner, a capsule that for a polygon of two corners. All in double precision: offsets of 10⁵ px cost nothing.

use tumble_math::{Vec2, trig};

/// Moments of a uniformly filled shape of density 1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    /// \[px²\]
    pub area: f64,
    /// ∫ x, in the frame of the points \[px³\].
    first: [f64; 2],
    /// ∫ x² about the frame's origin \[px⁴\].
    second: f64,
}

impl Moments {
    /// Of a simple polygon of positive signed area.
    pub(super) fn polygon(points: &[[f64; 2]]) -> Self {
        let mut sum = Self::default();
        for (i, &p) in points.iter().enumerate() {
            let q = points[(i + 1) % points.len()];
            let twice = cross(p, q);
            sum.area += 0.5 * twice;
            sum.first[0] += twice * (p[0] + q[0]) / 6.0;
            sum.first[1] += twice * (p[1] + q[1]) / 6.0;
            sum.second += twice * (dot(p, p) + dot(p, q) + dot(q, q)) / 12.0;
        }
        sum
    }

    /// Of all points at most `radius` from a convex polygon of positive signed area; of a segment for two points, of a disc for one.
    pub(super) fn rounded(points: &[[f64; 2]], radius: f64) -> Self {
        let count = points.len();
        let mut sum = Self::polygon(points);
        if count == 1 {
            sum.add_sector(points[0], [0.0; 2], core::f64::consts::TAU, radius);
            return sum;
        }
        let normal = |i: usize| {
            let (p, q) = (points[i % count], points[(i + 1) % count]);
            let d = [q[0] - p[0], q[1] - p[1]];
            let length = dot(d, d).sqrt();
            ([d[1] / length, -d[0] / length], length)
        };
        for i in 0..count {
            let (p, q) = (points[i], points[(i + 1) % count]);
            let (n, length) = normal(i);
            let center = [
                0.5 * (p[0] + q[0] + n[0] * radius),
                0.5 * (p[1] + q[1] + n[1] * radius),
            ];
            let area = length * radius;
            sum.area += area;
            sum.first[0] += area * center[0];
            sum.first[1] += area * center[1];
            sum.second += area * ((length * length + radius * radius) / 12.0 + dot(center, center));
            let (next, _) = normal(i + 1);
            let angle = trig::atan2_f64(cross(n, next), dot(n, next)).abs();
            sum.add_sector(q, [next[1] - n[1], n[0] - next[0]], angle, radius);
        }
        sum
    }

    /// Adds the sector of a disc about `at`; `way` is ∫û dφ over it.
    fn add_sector(&mut self, at: [f64; 2], way: [f64; 2], angle: f64, radius: f64) {
        let area = 0.5 * radius * radius * angle;
        let third = radius * radius * radius / 3.0;
        let first = [way[0] * third, way[1] * third];
        self.area += area;
        self.first[0] += at[0] * area + first[0];
        self.first[1] += at[1] * area + first[1];
        self.second +=
            0.25 * radius * radius * radius * radius * angle + 2.0 * dot(at, first) + dot(at, at) * area;
    }

    /// Centre of mass.
    pub(super) fn center(&self) -> [f64; 2] {
        [self.first[0] / self.area, self.first[1] / self.area]
    }

    /// Moment of inertia about the centre of mass, per unit mass \[px²\].
    pub(super) fn gyration_squared(&self) -> f64 {
        let center = self.center();
        self.second / self.area - dot(center, center)
    }
}

pub(super) fn wide(p: Vec2) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

/// `p` as seen from `origin`; exact for all but wildly different magnitudes.
pub(super) fn wide_from(origin: Vec2, p: Vec2) -> [f64; 2] {
    let (o, p) = (wide(origin), wide(p));
    [p[0] - o[0], p[1] - o[1]]
}

pub(super) fn cross(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[1] - p[1] * q[0]
}

pub(super) fn dot(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[0] + p[1] * q[1]
}

/// Twice the signed area of the triangle a, b, c: positive when c is to the right of a → b on the screen (y down).
pub(super) fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    cross(wide_from(a, b), wide_from(a, c))
}

/// The normal (d.y, −d.x) of the direction from a to b, to the nearest `f32`; of length 1.
pub(super) fn normal(a: Vec2, b: Vec2) -> Vec2 {
    let d = wide_from(a, b);
    let length = dot(d, d).sqrt();
    Vec2::new((d[1] / length) as f32, (-d[0] / length) as f32)
}
