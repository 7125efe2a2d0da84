//! A body's shape as the point-mass world wants it: corners in double precision.

use tumble_math::{Pose2, trig};
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
        Shape::Box { half } => {
            let (x, y) = (half.x, half.y);
            let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
            Piece::Polygon(placed(corners.map(|(x, y)| [f64::from(x), f64::from(y)]), pose))
        }
        Shape::Polygon { points } => Piece::Polygon(placed(
            points.iter().map(|at| [f64::from(at.x), f64::from(at.y)]),
            pose,
        )),
        Shape::Segments { points } => Piece::Segments(placed(
            points.iter().map(|at| [f64::from(at.x), f64::from(at.y)]),
            pose,
        )),
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
