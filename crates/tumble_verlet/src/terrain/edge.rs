//! One edge of a piece of terrain, and where a moving point meets it.
//!
//! A point of radius ρ that goes from r to x meets an edge where it first comes within ρ of it: the edge grown by ρ is a capsule, and
//! the plane that touches the capsule there has r before it. Staying before that plane the point can't cross the edge, however fast it
//! is. What makes terrain smooth to slide along is the rule for an edge's ends: where the next edge goes straight on or rises, the edge's
//! own plane is taken; where it falls away, the corner's, and only from the directions that are the corner's (its Voronoi cone).

/// A vector in the world.
pub(crate) type V = [f64; 2];

pub(crate) fn minus(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1]]
}
pub(crate) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
pub(crate) fn cross(a: V, b: V) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
pub(crate) fn along(a: V, b: V, t: f64) -> V {
    [a[0] + b[0] * t, a[1] + b[1] * t]
}

/// One edge.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub a: V,
    pub b: V,
    pub length: f64,
    /// From a to b, of length 1.
    pub direction: V,
    /// Left of that on a screen with y down; outwards for solids.
    pub normal: V,
    /// Where the edge before leads away from a, and the edge after from b, of length 1.
    pub before: Option<V>,
    pub after: Option<V>,
    pub friction: f64,
    pub restitution: f64,
    /// Its polygon, if it is one's.
    pub solid: Option<usize>,
}

/// What keeps a point from crossing an edge: it stays where n·x ≥ offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Barrier {
    pub normal: V,
    pub offset: f64,
    /// Which share of the way it is met at; more than 1 when the way ends before.
    pub time: f64,
}

/// Below this bend \[sine\] two edges go straight on.
const STRAIGHT: f64 = 1e-6;

impl Edge {
    pub fn new(a: V, b: V) -> Self {
        let d = minus(b, a);
        let length = dot(d, d).sqrt();
        let direction = [d[0] / length, d[1] / length];
        Self {
            a,
            b,
            length,
            direction,
            normal: [direction[1], -direction[0]],
            before: None,
            after: None,
            friction: 0.0,
            restitution: 0.0,
            solid: None,
        }
    }

    /// How far along the edge the nearest place is.
    fn nearest(&self, p: V) -> f64 {
        dot(minus(p, self.a), self.direction).clamp(0.0, self.length)
    }

    /// What keeps a point at `r` that wants to go by `d` at least `radius` away; `None` where it comes no nearer than `near` beyond that.
    #[inline]
    pub fn meet(&self, r: V, d: V, radius: f64, near: f64) -> Option<Barrier> {
        // Most are farther off than that, sideways or along.
        let from_a = minus(r, self.a);
        let reach = (radius + near + d[0].abs() + d[1].abs()) * (1.0 + 1e-6);
        let height = dot(from_a, self.normal);
        let place = dot(from_a, self.direction);
        if height.abs() > reach || place < -reach || place > self.length + reach {
            return None;
        }
        self.meet_near(r, d, radius, near)
    }

    fn meet_near(&self, r: V, d: V, radius: f64, near: f64) -> Option<Barrier> {
        let at = self.nearest(r);
        let away = minus(r, along(self.a, self.direction, at));
        let distance = dot(away, away).sqrt();
        // Touching, or as good as: by the nearest place.
        if distance <= radius * (1.0 + 1e-6) {
            return self.barrier(r, r, at, radius, 0.0);
        }
        if let Some(time) = self.time_of(r, d, radius) {
            let p = along(r, d, time);
            return self.barrier(r, p, self.nearest(p), radius, time);
        }
        let reach = dot(d, d).sqrt();
        if distance < radius + near + reach {
            return self.barrier(r, r, at, radius, 2.0);
        }
        None
    }

    /// When a point comes within `radius` of the edge, as a share of its way; it begins farther away.
    fn time_of(&self, r: V, d: V, radius: f64) -> Option<f64> {
        let from_a = minus(r, self.a);
        let height = dot(from_a, self.normal);
        let side = if height < 0.0 { -1.0 } else { 1.0 };
        let falling = -side * dot(d, self.normal);
        let mut best: Option<f64> = None;
        let mut take = |time: f64| {
            if (0.0..=1.0).contains(&time) && best.is_none_or(|other| time < other) {
                best = Some(time);
            }
        };
        if falling > 0.0 {
            let time = (side * height - radius) / falling;
            let at = dot(from_a, self.direction) + time * dot(d, self.direction);
            if (0.0..=self.length).contains(&at) {
                take(time);
            }
        }
        for corner in [self.a, self.b] {
            // |r + t·d − corner|² = radius²
            let away = minus(r, corner);
            let (a, b) = (dot(d, d), dot(away, d));
            let c = dot(away, away) - radius * radius;
            let root = b * b - a * c;
            if b < 0.0 && root >= 0.0 && a > 0.0 {
                take((-b - root.sqrt()) / a);
            }
        }
        best
    }

    /// The plane at the place `at` along the edge for a point that began at `r` and is at `p`.
    fn barrier(&self, r: V, p: V, at: f64, radius: f64, time: f64) -> Option<Barrier> {
        let side = if dot(minus(r, self.a), self.normal) < 0.0 {
            -1.0
        } else {
            1.0
        };
        let own = [self.normal[0] * side, self.normal[1] * side];
        let place = along(self.a, self.direction, at);
        let flat = |normal: V| Barrier {
            normal,
            offset: dot(normal, place) + radius,
            time,
        };
        let next = if at <= 0.0 {
            self.before
        } else if at >= self.length {
            self.after
        } else {
            return Some(flat(own));
        };
        let away = minus(p, place);
        let distance = dot(away, away).sqrt();
        if let Some(next) = next {
            if dot(own, next) >= -STRAIGHT {
                return Some(flat(own));
            }
            // The neighbour falls away: this corner counts only beyond its end too.
            if dot(away, next) > 0.0 {
                return None;
            }
        }
        if distance <= 1e-12 {
            return Some(flat(own));
        }
        Some(flat([away[0] / distance, away[1] / distance]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of two edges with a bend at (0, 0), y up, the point above.
    fn floor(rise: f64) -> [Edge; 2] {
        let (a, m, b) = ([-1.0, 0.0], [0.0, 0.0], [1.0, rise]);
        let (mut first, mut second) = (Edge::new(a, m), Edge::new(m, b));
        first.after = Some(second.direction);
        second.before = Some([-first.direction[0], -first.direction[1]]);
        [first, second]
    }

    #[test]
    fn a_fast_point_is_stopped_before_an_edge_it_would_jump_over() {
        let edge = Edge::new([0.0, -1.0], [0.0, 1.0]);
        let hit = edge.meet([-3.0, 0.0], [10.0, 0.5], 0.1, 0.0).expect("it meets");
        assert!((hit.time - 0.29).abs() < 1e-12);
        assert_eq!(hit.normal, [-1.0, 0.0]);
        assert!((hit.offset - 0.1).abs() < 1e-12);
        assert_eq!(edge.meet([-3.0, 0.0], [2.0, 0.0], 0.1, 0.0), None);
    }

    #[test]
    fn a_seam_between_level_edges_is_not_felt() {
        for edge in floor(0.0) {
            for x in [-0.05, -0.001, 0.0, 0.001, 0.05] {
                if let Some(hit) = edge.meet([x, 0.002], [0.1, -1e-5], 0.002, 0.0) {
                    assert!((hit.normal[1] - 1.0).abs() < 1e-9, "{x}: {hit:?}");
                }
            }
        }
    }

    #[test]
    fn a_falling_edge_is_left_to_the_one_before_until_its_corner_is_passed() {
        let [_, second] = floor(-0.5);
        assert_eq!(second.meet([-0.05, 0.002], [0.04, -1e-5], 0.002, 0.0), None);
        let hit = second
            .meet([0.1, 0.1], [0.0, -0.3], 0.002, 0.0)
            .expect("it meets");
        assert!(hit.normal[0] > 0.4 && hit.normal[1] > 0.8, "{hit:?}");
    }

    #[test]
    fn a_rising_edge_is_a_wall_from_below() {
        let [_, second] = floor(2.0);
        let hit = second
            .meet([-0.05, 0.002], [0.1, 0.0], 0.002, 0.0)
            .expect("it meets");
        assert!((hit.normal[0] + 2.0 / 5.0_f64.sqrt()).abs() < 1e-9, "{hit:?}");
    }
}
