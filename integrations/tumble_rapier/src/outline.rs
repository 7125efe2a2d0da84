//! Simple polygons: checks, triangles, convex pieces.

use rapier2d::math::Vector;
use rapier2d::parry::transformation::hertel_mehlhorn_idx;
use tumble::backend::InvalidDesc;
use tumble::math::Vec2;

use crate::convert::vector;

/// Corners closer together than this count as one \[px\].
const SAME_POINT: f64 = 1e-4;
/// Enclosed areas below this count as none [px²].
const NO_AREA: f64 = 1e-4;

/// Corners farther out than this are refused \[px\]: rapier multiplies lengths by lengths by lengths, in f32.
const FARTHEST: f32 = 1e12;

/// A simple outline, free of repeated corners and of corners in the midst of a straight side, wound so that its signed area is
/// positive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline {
    points: Vec<[f64; 2]>,
}

impl Outline {
    /// Checks an outline given in either winding.
    ///
    /// # Errors
    /// Fewer than three distinct corners; corners farther than [`FARTHEST`]; sides that cross or touch; no area.
    pub(crate) fn new(points: &[Vec2]) -> Result<Self, InvalidDesc> {
        if points.iter().any(|p| p.abs().max_element() > FARTHEST) {
            return Err(InvalidDesc::Outline(
                "it reaches farther than this world's numbers",
            ));
        }
        let mut corners: Vec<[f64; 2]> = Vec::with_capacity(points.len());
        for p in points {
            let p = [f64::from(p.x), f64::from(p.y)];
            if corners.last().is_none_or(|&q| distance(p, q) > SAME_POINT) {
                corners.push(p);
            }
        }
        while corners.len() > 1 && distance(corners[0], corners[corners.len() - 1]) <= SAME_POINT {
            corners.pop();
        }
        if corners.len() < 3 {
            return Err(InvalidDesc::Outline("it needs at least three different corners"));
        }
        if crosses_itself(&corners) {
            return Err(InvalidDesc::Outline("its sides cross or touch each other"));
        }
        let area = signed_area(&corners);
        if area.abs() < NO_AREA {
            return Err(InvalidDesc::Outline("it encloses no area"));
        }
        if area < 0.0 {
            corners.reverse();
        }
        // Corners in the midst of a straight side would only make needless pieces.
        let mut kept = Vec::with_capacity(corners.len());
        for i in 0..corners.len() {
            let before = corners[(i + corners.len() - 1) % corners.len()];
            let after = corners[(i + 1) % corners.len()];
            if !is_straight(before, corners[i], after) {
                kept.push(corners[i]);
            }
        }
        if kept.len() < 3 {
            return Err(InvalidDesc::Outline("it encloses no area"));
        }
        Ok(Self { points: kept })
    }

    pub(crate) fn is_convex(&self) -> bool {
        let n = self.points.len();
        (0..n).all(|i| turn(self.points[i], self.points[(i + 1) % n], self.points[(i + 2) % n]) >= 0.0)
    }

    pub(crate) fn vectors(&self) -> Vec<Vector> {
        self.points
            .iter()
            .map(|p| Vector::new(p[0] as f32, p[1] as f32))
            .collect()
    }

    /// Area [px²], centroid, and second moment about the centroid per unit of mass [px²].
    ///
    /// With p, q neighbouring corners and c = p × q, summed over the sides: A = ½ Σ c; C = Σ c (p + q) / 6A;
    /// I/m about the origin = Σ c (p² + p·q + q²) / 12A, and about the centroid C² less (Steiner).
    pub(crate) fn moments(&self) -> (f32, Vec2, f32) {
        let n = self.points.len();
        // About the first corner, so that far-away outlines keep their digits.
        let origin = self.points[0];
        let (mut area2, mut cx, mut cy, mut second) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..n {
            let p = sub(self.points[i], origin);
            let q = sub(self.points[(i + 1) % n], origin);
            let c = p[0] * q[1] - p[1] * q[0];
            area2 += c;
            cx += c * (p[0] + q[0]);
            cy += c * (p[1] + q[1]);
            second += c * (p[0] * p[0] + p[1] * p[1] + p[0] * q[0] + p[1] * q[1] + q[0] * q[0] + q[1] * q[1]);
        }
        let (cx, cy) = (cx / (3.0 * area2), cy / (3.0 * area2));
        let about_centroid = second / (6.0 * area2) - cx * cx - cy * cy;
        (
            (0.5 * area2) as f32,
            Vec2::new((origin[0] + cx) as f32, (origin[1] + cy) as f32),
            about_centroid as f32,
        )
    }

    /// Convex pieces that cover the outline: ear clipping (Meisters 1975), then as few seams as Hertel and Mehlhorn's (1983)
    /// merging leaves. Seams join corners of the outline.
    ///
    /// # Errors
    /// When rounding defeats the clipping, which takes an outline that all but touches itself.
    pub(crate) fn convex_pieces(&self) -> Result<Vec<Vec<Vector>>, InvalidDesc> {
        let vectors = self.vectors();
        let triangles = self
            .triangles()
            .ok_or(InvalidDesc::Outline("its sides all but touch each other"))?;
        Ok(hertel_mehlhorn_idx(&vectors, &triangles)
            .into_iter()
            .map(|piece| piece.into_iter().map(|i| vectors[i as usize]).collect())
            .collect())
    }

    fn triangles(&self) -> Option<Vec<[u32; 3]>> {
        let mut left: Vec<u32> = (0..self.points.len() as u32).collect();
        let mut triangles = Vec::with_capacity(left.len());
        while left.len() > 3 {
            let n = left.len();
            // The ear with the widest smallest side keeps slivers rare; the first wins among equals.
            let mut best: Option<(f64, usize)> = None;
            for i in 0..n {
                let corner = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
                if !self.is_ear(&left, corner) {
                    continue;
                }
                let [a, b, c] = corner.map(|k| self.points[k as usize]);
                let quality = turn(a, b, c) / distance(a, c).max(distance(a, b)).max(distance(b, c));
                if best.is_none_or(|(q, _)| quality > q) {
                    best = Some((quality, i));
                }
            }
            let (_, i) = best?;
            triangles.push([left[(i + n - 1) % n], left[i], left[(i + 1) % n]]);
            left.remove(i);
        }
        triangles.push([left[0], left[1], left[2]]);
        Some(triangles)
    }

    fn is_ear(&self, left: &[u32], corner: [u32; 3]) -> bool {
        let [a, b, c] = corner.map(|k| self.points[k as usize]);
        if turn(a, b, c) <= 0.0 {
            return false;
        }
        left.iter().all(|k| {
            corner.contains(k) || {
                let p = self.points[*k as usize];
                turn(a, b, p) < 0.0 || turn(b, c, p) < 0.0 || turn(c, a, p) < 0.0
            }
        })
    }
}

/// The corners of a polyline, without repeated ones.
///
/// # Errors
/// Fewer than two distinct points.
pub(crate) fn polyline(points: &[Vec2]) -> Result<Vec<Vector>, InvalidDesc> {
    let mut kept: Vec<Vector> = Vec::with_capacity(points.len());
    for p in points {
        let p = vector(*p);
        if kept
            .last()
            .is_none_or(|q| f64::from((p - *q).length()) > SAME_POINT)
        {
            kept.push(p);
        }
    }
    if kept.len() < 2 {
        return Err(InvalidDesc::Outline(
            "a polyline needs at least two different points",
        ));
    }
    Ok(kept)
}

fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let d = sub(a, b);
    (d[0] * d[0] + d[1] * d[1]).sqrt()
}

/// Twice the signed area of the triangle a, b, c.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn signed_area(points: &[[f64; 2]]) -> f64 {
    let n = points.len();
    0.5 * (0..n)
        .map(|i| {
            let (p, q) = (sub(points[i], points[0]), sub(points[(i + 1) % n], points[0]));
            p[0] * q[1] - p[1] * q[0]
        })
        .sum::<f64>()
}

/// Whether b lies on the way from a to c.
fn is_straight(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> bool {
    let (u, v) = (sub(b, a), sub(c, b));
    turn(a, b, c).abs() <= 1e-9 * distance(a, b) * distance(b, c) && u[0] * v[0] + u[1] * v[1] > 0.0
}

fn crosses_itself(points: &[[f64; 2]]) -> bool {
    let n = points.len();
    for i in 0..n {
        let (a, b) = (points[i], points[(i + 1) % n]);
        // The next side must not run back over this one.
        let c = points[(i + 2) % n];
        let (u, v) = (sub(b, a), sub(c, b));
        if turn(a, b, c).abs() <= 1e-9 * distance(a, b) * distance(b, c) && u[0] * v[0] + u[1] * v[1] < 0.0 {
            return true;
        }
        for j in i + 2..n {
            if i == 0 && j == n - 1 {
                continue;
            }
            if segments_meet(a, b, points[j], points[(j + 1) % n]) {
                return true;
            }
        }
    }
    false
}

fn segments_meet(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let (abc, abd) = (turn(a, b, c), turn(a, b, d));
    let (cda, cdb) = (turn(c, d, a), turn(c, d, b));
    if abc * abd < 0.0 && cda * cdb < 0.0 {
        return true;
    }
    (abc == 0.0 && between(a, b, c))
        || (abd == 0.0 && between(a, b, d))
        || (cda == 0.0 && between(c, d, a))
        || (cdb == 0.0 && between(c, d, b))
}

/// Whether p, on the line a b, lies within the two.
fn between(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> bool {
    p[0] >= a[0].min(b[0]) && p[0] <= a[0].max(b[0]) && p[1] >= a[1].min(b[1]) && p[1] <= a[1].max(b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
        list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    fn piece_area(piece: &[Vector]) -> f64 {
        let corners: Vec<[f64; 2]> = piece.iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
        signed_area(&corners)
    }

    #[test]
    fn either_winding_gives_the_same_outline() {
        let square = points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
        let mut reversed = square.clone();
        reversed.reverse();
        let (a, b) = (
            Outline::new(&square).expect("simple"),
            Outline::new(&reversed).expect("simple"),
        );
        assert!(a.is_convex() && b.is_convex());
        assert_eq!(a.moments().0, 100.0);
        assert_eq!(b.moments().0, 100.0);
    }

    #[test]
    fn moments_of_a_rectangle_are_the_textbook_ones() {
        let outline = Outline::new(&points(&[
            (1000.0, 50.0),
            (1030.0, 50.0),
            (1030.0, 60.0),
            (1000.0, 60.0),
        ]))
        .expect("simple");
        let (area, centroid, second) = outline.moments();
        assert!((area - 300.0).abs() < 1e-3);
        assert!((centroid - Vec2::new(1015.0, 55.0)).length() < 1e-3);
        assert!(
            (second - (30.0 * 30.0 + 10.0 * 10.0) / 12.0).abs() < 1e-2,
            "{second}"
        );
    }

    #[test]
    fn corners_in_the_midst_of_a_side_are_dropped() {
        let outline = Outline::new(&points(&[
            (0.0, 0.0),
            (5.0, 0.0),
            (5.0, 0.0),
            (10.0, 0.0),
            (10.0, 10.0),
            (0.0, 10.0),
            (0.0, 0.0),
        ]))
        .expect("simple");
        assert_eq!(outline.points.len(), 4);
    }

    #[test]
    fn bad_outlines_say_what_is_wrong() {
        let bow = points(&[(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)]);
        let spike = points(&[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 0.0), (5.0, 9.0)]);
        let flat = points(&[(0.0, 0.0), (10.0, 0.0), (5.0, 0.0)]);
        let two = points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 0.0)]);
        let touching = points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 0.0), (0.0, 10.0)]);
        for (name, bad) in [
            ("bow", bow),
            ("spike", spike),
            ("flat", flat),
            ("two", two),
            ("touching", touching),
        ] {
            let error = Outline::new(&bad).expect_err(name);
            assert!(matches!(error, InvalidDesc::Outline(_)), "{name}: {error}");
        }
    }

    #[test]
    fn stairs_fall_into_convex_pieces_of_the_same_area() {
        let mut stairs = vec![Vec2::ZERO];
        for i in 0..6 {
            let (x, y) = (80.0 * i as f32, -40.0 * (i + 1) as f32);
            stairs.push(Vec2::new(x, y));
            stairs.push(Vec2::new(x + 80.0, y));
        }
        stairs.push(Vec2::new(480.0, 0.0));
        for mirrored in [false, true] {
            let mut corners = stairs.clone();
            if mirrored {
                for p in &mut corners {
                    p.x = -p.x;
                }
            }
            let outline = Outline::new(&corners).expect("simple");
            assert!(!outline.is_convex());
            let pieces = outline.convex_pieces().expect("pieces");
            assert!(pieces.len() <= 6, "{} pieces", pieces.len());
            let area: f64 = pieces.iter().map(|p| piece_area(p)).sum();
            assert!((area - f64::from(outline.moments().0)).abs() < 1e-3);
            for piece in &pieces {
                let n = piece.len();
                for i in 0..n {
                    let [a, b, c] = [piece[i], piece[(i + 1) % n], piece[(i + 2) % n]]
                        .map(|p| [f64::from(p.x), f64::from(p.y)]);
                    assert!(turn(a, b, c) >= -1e-6, "not convex: {piece:?}");
                }
            }
        }
    }
}
