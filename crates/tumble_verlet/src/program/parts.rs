//! What of a figure collides with figures: points with a radius and sticks with a thickness, each a capsule.

use crate::figure::Figure;
use crate::real::Real;

/// A capsule between two points; a circle when they are one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub a: usize,
    pub b: usize,
    pub radius: f64,
}

/// The colliding parts of a figure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub all: Vec<Part>,
    /// Which collide with each other: not those that share a point or are joined by a stick, nor those that overlap at rest.
    pub within: Vec<(usize, usize)>,
    /// The largest radius.
    pub thickest: f64,
}

impl Parts {
    pub fn new(figure: &Figure) -> Self {
        let points = figure.points().iter().enumerate();
        let circles = points
            .filter(|(_, point)| point.radius > 0.0)
            .map(|(i, point)| Part {
                a: i,
                b: i,
                radius: point.radius,
            });
        let sticks = figure.sticks().iter().filter(|stick| stick.thickness > 0.0);
        let capsules = sticks.map(|stick| Part {
            a: stick.a,
            b: stick.b,
            radius: 0.5 * stick.thickness,
        });
        let all: Vec<Part> = circles.chain(capsules).collect();
        let mut within = Vec::new();
        if figure.self_collision() {
            for (i, one) in all.iter().enumerate() {
                for (j, other) in all.iter().enumerate().skip(i + 1) {
                    if !joined(figure, one, other) && !overlap_at_rest(figure, one, other) {
                        within.push((i, j));
                    }
                }
            }
        }
        let thickest = all.iter().fold(0.0_f64, |most, part| most.max(part.radius));
        Self {
            all,
            within,
            thickest,
        }
    }
}

/// Whether two parts share a point, or two circles are the ends of a stick.
fn joined(figure: &Figure, one: &Part, other: &Part) -> bool {
    let ends = [one.a, one.b];
    let share = ends.contains(&other.a) || ends.contains(&other.b);
    let circles = one.a == one.b && other.a == other.b;
    let stick = figure
        .sticks()
        .iter()
        .any(|stick| (stick.a, stick.b) == (one.a, other.a) || (stick.a, stick.b) == (other.a, one.a));
    share || circles && stick
}

fn overlap_at_rest(figure: &Figure, one: &Part, other: &Part) -> bool {
    let at = |i: usize| figure.points()[i].at;
    let nearest = nearest([at(one.a), at(one.b)], [at(other.a), at(other.b)]);
    nearest.distance < one.radius + other.radius
}

/// The nearest places of two segments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Shares of the way along each.
    pub s: f64,
    pub t: f64,
    /// From the second to the first, of length 1.
    pub normal: [f64; 2],
    /// How far apart; negative when they cross, by what the shallowest end is past the other.
    pub distance: f64,
}

/// Nearest places of two segments, which may be points: the least over the four ends, or, where they cross, the end that is least past
/// the other segment.
pub(crate) fn nearest(one: [[f64; 2]; 2], other: [[f64; 2]; 2]) -> Nearest {
    use crate::terrain::edge::{along, cross, dot, minus};
    let (d1, d2) = (minus(one[1], one[0]), minus(other[1], other[0]));
    let share = |p: [f64; 2], from: [f64; 2], d: [f64; 2]| {
        let size2 = dot(d, d);
        if size2 > 0.0 {
            (dot(minus(p, from), d) / size2).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    let turn = cross(d1, d2);
    if turn != 0.0 {
        let between = minus(other[0], one[0]);
        let (s, t) = (cross(between, d2) / turn, cross(between, d1) / turn);
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            return crossing(one, other, s, t);
        }
    }
    let ends = [
        (0.0, share(one[0], other[0], d2)),
        (1.0, share(one[1], other[0], d2)),
        (share(other[0], one[0], d1), 0.0),
        (share(other[1], one[0], d1), 1.0),
    ];
    let gap = |(s, t): (f64, f64)| minus(along(one[0], d1, s), along(other[0], d2, t));
    let mut best = ends[0];
    for &pair in &ends[1..] {
        if dot(gap(pair), gap(pair)) < dot(gap(best), gap(best)) {
            best = pair;
        }
    }
    let away = gap(best);
    let distance = dot(away, away).sqrt();
    let normal = if distance > 0.0 {
        [away[0] / distance, away[1] / distance]
    } else {
        [0.0, 1.0]
    };
    Nearest {
        s: best.0,
        t: best.1,
        normal,
        distance,
    }
}

/// Two segments that cross at s and t: the end that has the shortest way back over the other segment goes it.
fn crossing(one: [[f64; 2]; 2], other: [[f64; 2]; 2], s: f64, t: f64) -> Nearest {
    use crate::terrain::edge::{cross, dot, minus};
    let (d1, d2) = (minus(one[1], one[0]), minus(other[1], other[0]));
    let mut best: Option<Nearest> = None;
    for end in [0_usize, 1] {
        let at = end as f64;
        // An end of the first past the second, then the other way round.
        let past_second = cross(d2, minus(one[end], other[0])) / dot(d2, d2).sqrt();
        let past_first = cross(d1, minus(other[end], one[0])) / dot(d1, d1).sqrt();
        let left = |d: [f64; 2], size: f64| [-d[1] / size, d[0] / size];
        let (n2, n1) = (left(d2, dot(d2, d2).sqrt()), left(d1, dot(d1, d1).sqrt()));
        let back = |n: [f64; 2], past: f64| if past > 0.0 { n.map(|part| -part) } else { n };
        for found in [
            Nearest {
                s: at,
                t,
                normal: back(n2, past_second),
                distance: -past_second.abs(),
            },
            Nearest {
                s,
                t: at,
                normal: back(n1, past_first).map(|part| -part),
                distance: -past_first.abs(),
            },
        ] {
            if best.is_none_or(|other| found.distance > other.distance) {
                best = Some(found);
            }
        }
    }
    best.unwrap_or(Nearest {
        s,
        t,
        normal: [0.0, 1.0],
        distance: 0.0,
    })
}

impl<R: Real> super::Program<R> {
    /// Whether figures of this kind can collide with figures at all.
    pub fn has_parts(&self) -> bool {
        !self.parts.all.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_side_by_side_and_end_to_end() {
        let flat = [[0.0, 0.0], [1.0, 0.0]];
        let above = nearest([[0.5, 0.3], [0.5, 1.0]], flat);
        assert_eq!((above.s, above.t, above.normal), (0.0, 0.5, [0.0, 1.0]));
        assert!((above.distance - 0.3).abs() < 1e-15);
        let beside = nearest([[1.4, 0.3], [1.4, 0.3]], flat);
        assert!((beside.distance - 0.5).abs() < 1e-15 && beside.t == 1.0);
    }

    #[test]
    fn crossing_segments_part_by_the_shortest_way() {
        let flat = [[0.0, 0.0], [1.0, 0.0]];
        let found = nearest([[0.5, -0.1], [0.5, 1.0]], flat);
        // The lower end is 0.1 below: it goes up.
        assert_eq!((found.s, found.normal), (0.0, [0.0, 1.0]));
        assert!((found.distance + 0.1).abs() < 1e-15);
        let swapped = nearest(flat, [[0.5, -0.1], [0.5, 1.0]]);
        assert_eq!((swapped.t, swapped.normal), (0.0, [0.0, -1.0]));
    }
}
