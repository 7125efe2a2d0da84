//! A mover's shape, and where a moving point or stick meets it: in the mover's own frame.

use super::MoverShape;
use crate::terrain::Terrain;
use crate::terrain::edge::{V, along, cross, dot, minus};

/// A shape made of edges, or of one corner alone, with a radius round it.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// Edges, and the polygon if it is one.
    terrain: Terrain<f64>,
    /// Corners that sticks may lie over.
    pub corners: Vec<V>,
    pub round: f64,
    /// How far it reaches from its origin.
    pub reach: f64,
}

/// The plane that a shape puts before a point or stick: it has to stay where n·x ≥ offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    pub normal: V,
    /// How far before it the point begins and would end; negative behind it.
    pub begins: f64,
    pub ends: f64,
}

impl Outline {
    /// A shape that was checked.
    pub fn new(shape: MoverShape) -> Self {
        let mut terrain = Terrain::new();
        let material = crate::terrain::Material::default();
        let (piece, round) = match shape {
            MoverShape::Circle { radius } => (None, radius),
            MoverShape::Capsule { half_length, radius } => {
                let ends = vec![[-half_length, 0.0], [half_length, 0.0]];
                (Some(crate::Shape::Segments(ends)), radius)
            }
            MoverShape::Polygon(corners) => (Some(crate::Shape::Polygon(corners)), 0.0),
            MoverShape::Segments(corners) => (Some(crate::Shape::Segments(corners)), 0.0),
        };
        let mut corners: Vec<V> = Vec::new();
        match piece {
            None => corners.push([0.0; 2]),
            Some(piece) => {
                // It was checked: what can't be added isn't there.
                let _ = terrain.add(piece, material);
                for edge in &terrain.edges {
                    corners.extend(edge.corners().map(|corner| corner.at));
                }
            }
        }
        let ends = terrain.edges.iter().flat_map(|edge| [edge.a, edge.b]);
        let farthest = ends.fold(0.0_f64, |most, at| most.max(dot(at, at)));
        Self {
            terrain,
            corners,
            round,
            reach: farthest.sqrt() + round,
        }
    }

    /// What keeps a point at `r` that goes by `d` at least `radius` away, if it comes near.
    pub fn meet(&self, r: V, d: V, radius: f64, near: f64) -> Option<Hit> {
        let x = along(r, d, 1.0);
        let hit = |normal: V, offset: f64| Hit {
            normal,
            begins: dot(normal, r) - offset,
            ends: dot(normal, x) - offset,
        };
        if self.terrain.edges.is_empty() {
            return Self::meet_circle(r, d, radius + self.round).map(|(n, offset)| hit(n, offset));
        }
        if self.terrain.solids.iter().any(|solid| solid.holds(r)) {
            // Inside: the nearest edge is the way out.
            let edges = self.terrain.edges.iter();
            let edge = edges.min_by(|a, b| a.distance(r).total_cmp(&b.distance(r)))?;
            return Some(hit(edge.normal, dot(edge.normal, edge.a) + radius));
        }
        let mut best: Option<Hit> = None;
        for edge in &self.terrain.edges {
            if let Some(barrier) = edge.meet(r, d, radius + self.round, near) {
                let found = hit(barrier.normal, barrier.offset);
                if best.is_none_or(|other| found.ends < other.ends) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// The plane that touches a circle about the origin where a path first comes upon it.
    fn meet_circle(r: V, d: V, radius: f64) -> Option<(V, f64)> {
        let distance2 = dot(r, r);
        let at = if distance2 <= radius * radius {
            r
        } else {
            // |r + t·d|² = radius²
            let (a, b, c) = (dot(d, d), dot(r, d), distance2 - radius * radius);
            let root = b * b - a * c;
            if b >= 0.0 || root < 0.0 {
                return None;
            }
            let time = (-b - root.sqrt()) / a;
            if time > 1.0 {
                return None;
            }
            along(r, d, time)
        };
        let size = dot(at, at).sqrt();
        let normal = if size > 1e-12 {
            [at[0] / size, at[1] / size]
        } else {
            [0.0, -1.0]
        };
        Some((normal, radius))
    }
}

/// What keeps a stick from `a` to `b`, before and after its move, `radius` away from a corner: also where along the stick. `None`
/// where the corner isn't beside it.
pub(crate) fn under(corner: V, before: [V; 2], after: [V; 2], radius: f64) -> Option<(Hit, f64)> {
    let across = |ends: [V; 2]| {
        let e = minus(ends[1], ends[0]);
        (e, dot(e, e).sqrt(), minus(corner, ends[0]))
    };
    let (e0, size0, v0) = across(before);
    let (e, size, v) = across(after);
    let t = dot(v, e) / (size * size);
    // Also false for a stick without length.
    if !(t > 0.0 && t < 1.0 && size0 > 0.0) {
        return None;
    }
    let side = if cross(e0, v0) < 0.0 { -1.0 } else { 1.0 };
    let height = |e: V, size: f64, v: V| side * cross(e, v) / size;
    let beside = dot(v0, e0) > 0.0 && dot(v0, e0) < size0 * size0;
    let ends = height(e, size, v) - radius;
    Some((
        Hit {
            // Moving the stick along it raises the height.
            normal: [side * e[1] / size, -side * e[0] / size],
            begins: if beside {
                height(e0, size0, v0) - radius
            } else {
                ends.max(0.0)
            },
            ends,
        },
        t,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of_one() -> Outline {
        Outline::new(MoverShape::Polygon(vec![
            [-0.5, -0.5],
            [0.5, -0.5],
            [0.5, 0.5],
            [-0.5, 0.5],
        ]))
    }

    #[test]
    fn a_fast_point_is_met_where_it_comes_in() {
        let hit = crate_of_one()
            .meet([-3.0, 0.1], [10.0, 0.0], 0.1, 0.0)
            .expect("it meets");
        assert_eq!(hit.normal, [-1.0, 0.0]);
        assert!((hit.begins - 2.4).abs() < 1e-12 && (hit.ends + 7.6).abs() < 1e-12);
        assert_eq!(crate_of_one().meet([-3.0, 0.1], [1.0, 0.0], 0.1, 0.0), None);
    }

    #[test]
    fn from_inside_the_nearest_side_is_the_way_out() {
        let hit = crate_of_one()
            .meet([0.1, 0.4], [0.0, 0.0], 0.05, 0.0)
            .expect("it is inside");
        assert_eq!(hit.normal, [0.0, 1.0]);
        assert!((hit.begins + 0.15).abs() < 1e-12);
    }

    #[test]
    fn a_circle_is_met_only_where_a_path_comes_upon_it() {
        let ball = Outline::new(MoverShape::Circle { radius: 0.5 });
        let hit = ball.meet([-2.0, 0.0], [2.0, 0.0], 0.0, 0.0).expect("it meets");
        assert_eq!(hit.normal, [-1.0, 0.0]);
        assert!((hit.ends + 0.5).abs() < 1e-12);
        assert_eq!(ball.meet([-2.0, 0.6], [4.0, 0.0], 0.0, 0.0), None);
        let inside = ball.meet([0.0, 0.2], [0.0, 0.0], 0.0, 0.0).expect("it is inside");
        assert!((inside.begins + 0.3).abs() < 1e-12 && inside.normal == [0.0, 1.0]);
    }

    #[test]
    fn a_stick_over_a_corner_is_lifted_to_its_own_side() {
        let (before, after) = ([[-1.0, 0.1], [1.0, 0.1]], [[-1.0, -0.1], [1.0, -0.1]]);
        let (hit, t) = under([0.0, 0.0], before, after, 0.02).expect("it is beside");
        assert_eq!((hit.normal, t), ([0.0, 1.0], 0.5));
        assert!((hit.begins - 0.08).abs() < 1e-12 && (hit.ends + 0.12).abs() < 1e-12);
    }
}
