//! Corners of convex polygons: cleaned, checked, in the winding that pieces want.

use tumble_math::Vec2;

use super::MOST_CORNERS;
use super::mass::{cross, dot, turn, wide_from};
use crate::error::InvalidDesc;

/// Corners nearer than this share of the polygon's size count as one, and such that stand out less from the line between their
/// neighbours are dropped. Larger would eat corners that were meant; smaller leaves edges without a sound direction in `f32`.
const DOUBLED: f64 = 1e-5;

/// The corners of a convex polygon without doubled and collinear ones, in positive winding.
pub(super) fn clean(points: &[Vec2]) -> Result<Vec<Vec2>, InvalidDesc> {
    if points.len() < 3 {
        return Err(InvalidDesc::Outline("a polygon needs at least three corners"));
    }
    let low = points.iter().fold(Vec2::INFINITY, |low, p| low.min(*p));
    let high = points.iter().fold(Vec2::NEG_INFINITY, |high, p| high.max(*p));
    let size = wide_from(low, high);
    let least = DOUBLED * dot(size, size).sqrt();
    let mut corners: Vec<Vec2> = Vec::with_capacity(points.len());
    for &point in points {
        if corners.last().is_none_or(|&last| apart(last, point) > least) {
            corners.push(point);
        }
    }
    while corners.len() > 1 && apart(corners[0], corners[corners.len() - 1]) <= least {
        corners.pop();
    }
    drop_collinear(&mut corners, least);
    if corners.len() < 3 {
        return Err(InvalidDesc::Outline("the polygon encloses no area"));
    }
    let area: f64 = (2..corners.len())
        .map(|i| turn(corners[0], corners[i - 1], corners[i]))
        .sum();
    if area < 0.0 {
        corners.reverse();
    }
    // Every other corner strictly on the inner side of every edge: also tells pentagrams and double rounds from convex polygons.
    let count = corners.len();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % count];
        if (2..count).any(|step| turn(a, b, corners[(i + step) % count]) <= 0.0) {
            return Err(InvalidDesc::Outline("the polygon is not convex"));
        }
    }
    if corners.len() > MOST_CORNERS {
        return Err(InvalidDesc::Outline("a polygon has at most 16 corners"));
    }
    Ok(corners)
}

/// Drops corners that stand out from the line between their neighbours by less than `least`, going on along it.
fn drop_collinear(corners: &mut Vec<Vec2>, least: f64) {
    let mut i = 0;
    while i < corners.len() && corners.len() >= 3 {
        let count = corners.len();
        let (a, b, c) = (
            corners[(i + count - 1) % count],
            corners[i],
            corners[(i + 1) % count],
        );
        let (one, two) = (wide_from(a, b), wide_from(b, c));
        let whole = wide_from(a, c);
        let length = dot(whole, whole).sqrt();
        if dot(one, two) > 0.0 && cross(one, two).abs() <= least * length {
            corners.remove(i);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
}

fn apart(a: Vec2, b: Vec2) -> f64 {
    let d = wide_from(a, b);
    dot(d, d).sqrt()
}
