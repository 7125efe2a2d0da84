//! What an outline must be before a world is asked to make a body of it.

use tumble::math::Vec2;

/// What is wrong with an outline. Indices are of the points as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Fewer points than this.
    TooFew(usize),
    /// This point lies on the one before it.
    Repeated(usize),
    /// The edge that starts at the first meets the edge that starts at the second.
    Crossing(usize, usize),
    /// It encloses no area.
    Flat,
    /// It turns inwards at this point.
    NotConvex(usize),
}

impl Fault {
    /// The point to show.
    pub(crate) fn point(self) -> Option<usize> {
        match self {
            Self::TooFew(_) | Self::Flat => None,
            Self::Repeated(i) | Self::Crossing(_, i) | Self::NotConvex(i) => Some(i),
        }
    }

    /// What is wrong, in words, and what to do.
    pub(crate) fn explain(self) -> (String, String) {
        match self {
            Self::TooFew(least) => (
                "too few points".to_owned(),
                format!("give at least {least} points"),
            ),
            Self::Repeated(i) => (
                format!("point {} lies on the one before it", i + 1),
                "remove one of the two".to_owned(),
            ),
            Self::Crossing(a, b) => (
                format!(
                    "the outline meets itself: the edge from point {} and the one from point {}",
                    a + 1,
                    b + 1
                ),
                "list the corners once round, in order".to_owned(),
            ),
            Self::Flat => (
                "the outline encloses no area".to_owned(),
                "move its corners off one line".to_owned(),
            ),
            Self::NotConvex(i) => (
                format!(
                    "the outline turns inwards at point {}, and a dynamic prop must be convex",
                    i + 1
                ),
                "remove the point, or make the prop `Static` or `Kinematic`".to_owned(),
            ),
        }
    }
}

type P = (f64, f64);

fn wide(p: Vec2) -> P {
    (f64::from(p.x), f64::from(p.y))
}

/// Twice the signed area of the triangle a, b, c: > 0 when c is to the right of a → b on the screen (y down).
fn turn(a: P, b: P, c: P) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Whether `p`, known to be on the line a–b, is between a and b.
fn between(a: P, b: P, p: P) -> bool {
    p.0 >= a.0.min(b.0) && p.0 <= a.0.max(b.0) && p.1 >= a.1.min(b.1) && p.1 <= a.1.max(b.1)
}

/// Whether two closed segments have a point in common.
fn meet(a: P, b: P, c: P, d: P) -> bool {
    let (abc, abd) = (turn(a, b, c), turn(a, b, d));
    let (cda, cdb) = (turn(c, d, a), turn(c, d, b));
    let crosses = |s: f64, t: f64| (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0);
    (crosses(abc, abd) && crosses(cda, cdb))
        || (abc == 0.0 && between(a, b, c))
        || (abd == 0.0 && between(a, b, d))
        || (cda == 0.0 && between(c, d, a))
        || (cdb == 0.0 && between(c, d, b))
}

/// Checks a closed outline: at least three corners, none twice in a row, no two edges that meet, some area.
pub(crate) fn check_polygon(points: &[Vec2]) -> Result<(), Fault> {
    let n = points.len();
    if n < 3 {
        return Err(Fault::TooFew(3));
    }
    for i in 0..n {
        if points[i] == points[(i + n - 1) % n] {
            return Err(Fault::Repeated(i));
        }
    }
    let at = |i: usize| wide(points[i % n]);
    if (0..n).all(|i| turn(at(0), at(1), at(i)) == 0.0) {
        return Err(Fault::Flat);
    }
    for i in 0..n {
        // The next edge shares a corner with this one; it may not come straight back.
        let (a, b, c) = (at(i), at(i + 1), at(i + 2));
        let back = (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1) < 0.0;
        if turn(a, b, c) == 0.0 && back {
            return Err(Fault::Crossing(i, (i + 1) % n));
        }
        for j in i + 2..n {
            let neighbours = i == 0 && j == n - 1;
            if !neighbours && meet(at(i), at(i + 1), at(j), at(j + 1)) {
                return Err(Fault::Crossing(i, j));
            }
        }
    }
    if measure(points).0 < 1e-6 {
        return Err(Fault::Flat);
    }
    Ok(())
}

/// Checks that a simple polygon turns one way all round.
pub(crate) fn check_convex(points: &[Vec2]) -> Result<(), Fault> {
    let n = points.len();
    let way = signed_area(points).signum();
    for i in 0..n {
        let (a, b, c) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        if turn(wide(a), wide(b), wide(c)) * way < 0.0 {
            return Err(Fault::NotConvex(i));
        }
    }
    Ok(())
}

/// Checks an open polyline: at least two points, none twice in a row.
pub(crate) fn check_polyline(points: &[Vec2]) -> Result<(), Fault> {
    if points.len() < 2 {
        return Err(Fault::TooFew(2));
    }
    for i in 1..points.len() {
        if points[i] == points[i - 1] {
            return Err(Fault::Repeated(i));
        }
    }
    Ok(())
}

fn signed_area(points: &[Vec2]) -> f64 {
    let origin = wide(points[0]);
    points[1..]
        .windows(2)
        .map(|pair| 0.5 * turn(origin, wide(pair[0]), wide(pair[1])))
        .sum()
}

/// Area [px²] and centroid of a simple polygon.
pub(crate) fn measure(points: &[Vec2]) -> (f64, Vec2) {
    let origin = wide(points[0]);
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for pair in points[1..].windows(2) {
        let (b, c) = (wide(pair[0]), wide(pair[1]));
        let part = 0.5 * turn(origin, b, c);
        area += part;
        x += part * ((b.0 - origin.0) + (c.0 - origin.0)) / 3.0;
        y += part * ((b.1 - origin.1) + (c.1 - origin.1)) / 3.0;
    }
    if area == 0.0 {
        return (0.0, points[0]);
    }
    let centroid = Vec2::new((origin.0 + x / area) as f32, (origin.1 + y / area) as f32);
    (area.abs(), centroid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
        list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    #[test]
    fn good_outlines_pass_in_both_windings() {
        let mut l_shape = points(&[
            (0.0, 0.0),
            (4.0, 0.0),
            (4.0, 2.0),
            (2.0, 2.0),
            (2.0, 4.0),
            (0.0, 4.0),
        ]);
        for _ in 0..2 {
            assert_eq!(check_polygon(&l_shape), Ok(()));
            assert!(matches!(check_convex(&l_shape), Err(Fault::NotConvex(_))));
            let (area, centroid) = measure(&l_shape);
            assert!((area - 12.0).abs() < 1e-9);
            assert!(
                (centroid - Vec2::new(5.0 / 3.0, 5.0 / 3.0)).length() < 1e-6,
                "{centroid}"
            );
            l_shape.reverse();
        }
    }

    #[test]
    fn each_fault_is_found() {
        assert_eq!(
            check_polygon(&points(&[(0.0, 0.0), (1.0, 0.0)])),
            Err(Fault::TooFew(3))
        );
        assert_eq!(
            check_polygon(&points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)])),
            Err(Fault::Repeated(2))
        );
        assert_eq!(
            check_polygon(&points(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 1.0)])),
            Err(Fault::Crossing(0, 2))
        );
        assert_eq!(
            check_polygon(&points(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])),
            Err(Fault::Flat)
        );
        // A spike: out and straight back.
        assert_eq!(
            check_polygon(&points(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)])),
            Err(Fault::Crossing(0, 1))
        );
        assert_eq!(check_polyline(&points(&[(0.0, 0.0)])), Err(Fault::TooFew(2)));
        assert_eq!(
            check_polyline(&points(&[(0.0, 0.0), (0.0, 0.0)])),
            Err(Fault::Repeated(1))
        );
        let square = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        assert_eq!(check_convex(&square), Ok(()));
    }
}
