//! A body's shape as the point-mass world wants it: corners in double precision.

use tumble_math::{Pose2, Vec2, trig};
use tumble_verlet::Shape as Piece;

use crate::backend::Shape;

/// Corners that stand for a whole circle of terrain: they lie outside it by 0.1 % of its radius at most.
const ROUND: usize = 64;

/// A static shape at its pose, as terrain.
pub(super) fn terrain(shape: &Shape, pose: Pose2) -> Piece {
    match shape {
        Shape::Circle { radius } => Piece::Polygon(rounded(0.0, f64::from(*radius), pose)),
        Shape::Capsule { half_length, radius } => {
            Piece::Polygon(rounded(f64::from(*half_length), f64::from(*radius), pose))
        }
        Shape::Box { .. } | Shape::Polygon { .. } => Piece::Polygon(placed(corners(shape), pose)),
        Shape::Segments { .. } => Piece::Segments(placed(corners(shape), pose)),
    }
}

/// A shape's corners, in the body's frame; of a capsule the centres of its caps, of a circle its centre.
pub(super) fn corners(shape: &Shape) -> Vec<[f64; 2]> {
    match shape {
        Shape::Circle { .. } => vec![[0.0; 2]],
        Shape::Capsule { half_length, .. } => {
            let half = f64::from(*half_length);
            vec![[-half, 0.0], [half, 0.0]]
        }
        Shape::Box { half } => {
            let (x, y) = (f64::from(half.x), f64::from(half.y));
            vec![[-x, -y], [x, -y], [x, y], [-x, y]]
        }
        Shape::Polygon { points } | Shape::Segments { points } => {
            points.iter().map(|&at| super::from_px(at)).collect()
        }
    }
}

/// The radius about a shape's corners \[px\].
pub(super) fn round(shape: &Shape) -> f32 {
    match shape {
        Shape::Circle { radius } | Shape::Capsule { radius, .. } => *radius,
        Shape::Box { .. } | Shape::Polygon { .. } | Shape::Segments { .. } => 0.0,
    }
}

/// How far a shape reaches from its origin \[px\].
pub(super) fn reach(shape: &Shape) -> f32 {
    let farthest = corners(shape)
        .into_iter()
        .fold(0.0_f64, |most, [x, y]| most.max(x * x + y * y));
    farthest.sqrt() as f32 + round(shape)
}

/// How a shape that is uniformly filled weighs.
pub(super) struct Mass {
    /// Its centre of mass \[px\].
    pub center: Vec2,
    /// Its moment of inertia about that, by its mass \[px²\].
    pub inertia: f64,
}

/// Of a disc r²/2, of a box (a² + b²)/12. A capsule is a rectangle and two half discs, whose own centres lie 4r/3π off their straight
/// sides. A polygon is the sum of the triangles from its first corner, each with (Σ of its corners' products)/6 about that corner.
pub(super) fn mass(shape: &Shape) -> Mass {
    let about = |inertia: f64| Mass {
        center: Vec2::ZERO,
        inertia,
    };
    match shape {
        Shape::Circle { radius } => about(0.5 * f64::from(*radius) * f64::from(*radius)),
        Shape::Box { half } => {
            let [x, y] = super::from_px(*half);
            about((x * x + y * y) / 3.0)
        }
        Shape::Capsule { half_length, radius } => {
            let (h, r) = (f64::from(*half_length), f64::from(*radius));
            let (bar, discs) = (4.0 * h * r, core::f64::consts::PI * r * r);
            let off = 4.0 * r / (3.0 * core::f64::consts::PI);
            // Two half discs, each r²/2 about the middle of its straight side, moved out by h.
            let caps = 0.5 * r * r + h * h + 2.0 * h * off;
            about((bar * (h * h + r * r) / 3.0 + discs * caps) / (bar + discs))
        }
        Shape::Polygon { .. } | Shape::Segments { .. } => polygon_mass(&corners(shape)),
    }
}

fn polygon_mass(corners: &[[f64; 2]]) -> Mass {
    let Some(&first) = corners.first() else {
        return Mass {
            center: Vec2::ZERO,
            inertia: 1.0,
        };
    };
    let (mut area, mut center, mut inertia) = (0.0, [0.0; 2], 0.0);
    for pair in corners.windows(2) {
        let [p, q] = [0, 1].map(|i| [pair[i][0] - first[0], pair[i][1] - first[1]]);
        let twice = p[0] * q[1] - p[1] * q[0];
        area += 0.5 * twice;
        for axis in 0..2 {
            center[axis] += twice * (p[axis] + q[axis]) / 6.0;
            inertia += twice * (p[axis] * p[axis] + p[axis] * q[axis] + q[axis] * q[axis]) / 12.0;
        }
    }
    if area == 0.0 {
        return Mass {
            center: super::px(first),
            inertia: 1.0,
        };
    }
    let center = center.map(|part| part / area);
    let inertia = inertia / area - (center[0] * center[0] + center[1] * center[1]);
    Mass {
        center: super::px([first[0] + center[0], first[1] + center[1]]),
        inertia,
    }
}

/// Local corners in the world.
fn placed(corners: impl IntoIterator<Item = [f64; 2]>, pose: Pose2) -> Vec<[f64; 2]> {
    let (sin, cos) = trig::sin_cos_f64(f64::from(pose.angle));
    let at = [f64::from(pose.position.x), f64::from(pose.position.y)];
    corners
        .into_iter()
        .map(|[x, y]| [at[0] + cos * x - sin * y, at[1] + sin * x + cos * y])
        .collect()
}

/// A capsule (or circle) as a polygon round it whose sides touch it.
fn rounded(half_length: f64, radius: f64, pose: Pose2) -> Vec<[f64; 2]> {
    let turn = core::f64::consts::TAU / ROUND as f64;
    let (_, half) = trig::sin_cos_f64(0.5 * turn);
    let out = radius / half;
    let corners = (0..ROUND).map(|i| {
        let (sin, cos) = trig::sin_cos_f64((i as f64 + 0.5) * turn);
        [half_length.copysign(cos) + out * cos, out * sin]
    });
    placed(corners, pose)
}

/// The highest place of a piece at `x` that is at or below `y` (y down), if any.
pub(super) fn floor_below(piece: &Piece, at: [f64; 2]) -> Option<f64> {
    let (corners, closed) = match piece {
        Piece::Polygon(corners) => (corners, true),
        Piece::Segments(corners) => (corners, false),
        Piece::HalfPlane { .. } => return None,
    };
    let count = if closed {
        corners.len()
    } else {
        corners.len().saturating_sub(1)
    };
    let mut best: Option<f64> = None;
    for i in 0..count {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let (low, high) = (a[0].min(b[0]), a[0].max(b[0]));
        if at[0] < low || at[0] > high || low == high {
            continue;
        }
        let y = a[1] + (b[1] - a[1]) * (at[0] - a[0]) / (b[0] - a[0]);
        if y >= at[1] - 1e-3 && best.is_none_or(|other| y < other) {
            best = Some(y);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_weigh_as_their_closed_forms_say() {
        let near = |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 1e-6, "{found} {wanted}");
        let half = Vec2::new(3.0, 2.0);
        near(mass(&Shape::Box { half }).inertia, (36.0 + 16.0) / 12.0);
        let corners = [(1.0, 5.0), (7.0, 5.0), (7.0, 9.0), (1.0, 9.0)];
        let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
        let polygon = mass(&Shape::Polygon { points });
        assert_eq!(polygon.center, Vec2::new(4.0, 7.0));
        near(polygon.inertia, (36.0 + 16.0) / 12.0);
        near(mass(&Shape::Circle { radius: 3.0 }).inertia, 4.5);
        // A capsule with hardly any bar is a disc, one with hardly any radius a rod.
        let capsule = |half_length, radius| mass(&Shape::Capsule { half_length, radius }).inertia;
        assert!((capsule(1e-6, 3.0) / 4.5 - 1.0).abs() < 1e-5);
        assert!((capsule(3.0, 1e-6) / 3.0 - 1.0).abs() < 1e-5);
        // Between: by counting small squares.
        let (h, r, n) = (2.0_f64, 1.0_f64, 1000_i32);
        let (mut area, mut sum) = (0.0, 0.0);
        for i in -3 * n / 2..3 * n / 2 {
            for j in -n / 2..n / 2 {
                let (x, y) = (
                    2.0 * (f64::from(i) + 0.5) / f64::from(n),
                    2.0 * (f64::from(j) + 0.5) / f64::from(n),
                );
                let out = (x.abs() - h).max(0.0);
                if out * out + y * y < r * r {
                    area += 1.0;
                    sum += x * x + y * y;
                }
            }
        }
        assert!(
            (capsule(2.0, 1.0) / (sum / area) - 1.0).abs() < 1e-3,
            "{}",
            sum / area
        );
    }

    #[test]
    fn the_floor_below_a_place_is_found() {
        let shape = Shape::Box {
            half: Vec2::new(100.0, 10.0),
        };
        let piece = terrain(&shape, Pose2::new(Vec2::new(0.0, 50.0), 0.0));
        assert_eq!(floor_below(&piece, [10.0, 0.0]), Some(40.0));
        assert_eq!(floor_below(&piece, [10.0, 45.0]), Some(60.0));
        assert_eq!(floor_below(&piece, [110.0, 0.0]), None);
    }
}
