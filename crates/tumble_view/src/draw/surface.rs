//! The terrain's outlines, sorted into upper edges and others, with what lies inside other terrain cut away; and the
//! height of the ground at an x.

use tumble::backend::Shape;
use tumble::math::Vec2;
use tumble_scene::frame::TerrainView;

use crate::Bounds;

/// An edge counts as an upper one when its outward normal points up at least this much (72° of slope).
const UPPER: f32 = 0.3;

/// A closed piece of terrain.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// Corners, clockwise on the screen.
    pub points: Vec<Vec2>,
    /// Its box.
    pub bounds: Bounds,
    /// Whether it is the ground itself, which goes on downwards for ever.
    pub earth: bool,
}

impl Solid {
    /// Its edges, clockwise on the screen.
    pub fn edges(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        let ends = self.points.iter().cycle().skip(1);
        self.points.iter().zip(ends).map(|(&a, &b)| (a, b))
    }

    /// Whether a point is inside, or in the earth below.
    pub fn covers(&self, p: Vec2) -> bool {
        let below = |(a, b): (Vec2, Vec2)| {
            is_lower(a, b)
                && (b.x..=a.x).contains(&p.x)
                && p.y >= a.y + (b.y - a.y) * ((p.x - a.x) / (b.x - a.x))
        };
        contains(&self.points, p) || self.earth && self.edges().any(below)
    }

    /// The box of what it covers.
    fn reach(&self) -> Bounds {
        let mut reach = self.bounds;
        if self.earth {
            reach.max.y = f32::INFINITY;
        }
        reach
    }
}

/// Everything that is drawn of the terrain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    /// Closed pieces.
    pub solids: Vec<Solid>,
    /// Open lines.
    pub strips: Vec<Vec<Vec2>>,
}

impl Surface {
    /// Sorts a frame's terrain. What isn't finite is left out.
    pub fn of(terrain: &[TerrainView]) -> Self {
        let mut surface = Self::default();
        for view in terrain {
            match &view.shape {
                Shape::Polygon { points } if points.len() >= 3 && all_finite(points) => {
                    let mut points = points.clone();
                    if area(&points) < 0.0 {
                        points.reverse();
                    }
                    surface.solids.push(Solid {
                        bounds: Bounds::of_points(&points),
                        points,
                        earth: false,
                    });
                }
                Shape::Segments { points } if points.len() >= 2 && all_finite(points) => {
                    surface.strips.push(points.clone());
                }
                _ => {}
            }
        }
        surface.find_earth();
        surface
    }

    /// Says which solids are the ground itself: those that are wide and have no terrain below them, and those beside
    /// them that go as deep. What hangs in the air, or stands on something, is stone.
    fn find_earth(&mut self) {
        let hangs_free = |i: usize| {
            let bounds = self.solids[i].bounds;
            !self.solids.iter().enumerate().any(|(j, other)| {
                j != i
                    && other.bounds.min.x < bounds.max.x - 1.0
                    && other.bounds.max.x > bounds.min.x + 1.0
                    && other.bounds.max.y > bounds.max.y + 1.0
                    && other.bounds.min.y > bounds.min.y - 1.0
            })
        };
        let wide = |bounds: Bounds| {
            let size = bounds.size();
            size.x >= 600.0 && size.x >= 6.0 * size.y.min(100.0)
        };
        let free: Vec<bool> = (0..self.solids.len()).map(hangs_free).collect();
        for (solid, &free) in self.solids.iter_mut().zip(&free) {
            solid.earth = free && wide(solid.bounds);
        }
        let earth: Vec<Bounds> = self
            .solids
            .iter()
            .filter(|solid| solid.earth)
            .map(|s| s.bounds)
            .collect();
        for (solid, &free) in self.solids.iter_mut().zip(&free) {
            let bounds = solid.bounds.grown(Vec2::splat(2.0));
            let as_deep = |earth: &Bounds| {
                bounds.touches(*earth) && bounds.max.y >= earth.max.y && earth.max.y - earth.min.y > 100.0
            };
            solid.earth |= free && earth.iter().any(as_deep);
        }
    }

    /// Runs of upper edges of a solid, each from left to right, without what lies inside other solids.
    pub fn upper_runs(&self, solid: usize) -> Vec<Vec<Vec2>> {
        self.runs(solid, true)
    }

    /// Runs of the other edges.
    pub fn other_runs(&self, solid: usize) -> Vec<Vec<Vec2>> {
        self.runs(solid, false)
    }

    fn runs(&self, solid: usize, upper: bool) -> Vec<Vec<Vec2>> {
        let mut runs: Vec<Vec<Vec2>> = Vec::new();
        for (a, b) in self.solids[solid].edges() {
            if is_upper(a, b) != upper {
                continue;
            }
            for [a, b] in self.uncovered(solid, a, b) {
                match runs.last_mut() {
                    Some(run) if run.last() == Some(&a) => run.push(b),
                    _ => runs.push(vec![a, b]),
                }
            }
        }
        // The outline is a circle: what ends where the first run begins goes before it.
        if runs.len() > 1 && runs[0].first() == runs[runs.len() - 1].last() {
            let mut last = runs.pop().unwrap_or_default();
            last.extend(runs[0].iter().skip(1));
            runs[0] = last;
        }
        runs
    }

    /// The pieces of the edge a–b whose outer side isn't inside another solid.
    fn uncovered(&self, solid: usize, a: Vec2, b: Vec2) -> Vec<[Vec2; 2]> {
        let way = b - a;
        let length = way.length();
        if length < 1e-3 {
            return Vec::new();
        }
        let outward = Vec2::new(way.y, -way.x) / length;
        let (oa, ob) = (a + outward * 0.5, b + outward * 0.5);
        let edge = Bounds::of_points(&[oa, ob]);
        let others = || {
            self.solids
                .iter()
                .enumerate()
                .filter(move |&(i, other)| i != solid && other.reach().touches(edge))
                .map(|(_, other)| other)
        };
        let mut cuts = vec![0.0, 1.0];
        for other in others() {
            cuts.extend(other.edges().filter_map(|(c, d)| crossing(oa, ob, c, d)));
        }
        cuts.sort_by(f32::total_cmp);
        let mut pieces: Vec<[f32; 2]> = Vec::new();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if (to - from) * length < 0.05 {
                continue;
            }
            let middle = oa + (ob - oa) * (0.5 * (from + to));
            if others().any(|other| other.covers(middle)) {
                continue;
            }
            match pieces.last_mut() {
                Some(last) if (from - last[1]) * length < 0.1 => last[1] = to,
                _ => pieces.push([from, to]),
            }
        }
        let at = |t: f32| {
            if t <= 0.0 {
                a
            } else if t >= 1.0 {
                b
            } else {
                a + way * t
            }
        };
        pieces.into_iter().map(|[from, to]| [at(from), at(to)]).collect()
    }

    /// The highest surface at `x` that isn't above `from` (y, less a small step); `None` when there is none.
    pub fn height_below(&self, x: f32, from: f32) -> Option<f32> {
        let mut best: Option<f32> = None;
        let mut consider = |a: Vec2, b: Vec2| {
            let (l, r) = if a.x <= b.x { (a, b) } else { (b, a) };
            if x < l.x || x > r.x || r.x - l.x < 1e-3 {
                return;
            }
            let y = l.y + (r.y - l.y) * ((x - l.x) / (r.x - l.x));
            let higher = y >= from && best.is_none_or(|best| y < best);
            // What lies inside other terrain is no surface.
            let outside = |p: Vec2| {
                !self
                    .solids
                    .iter()
                    .any(|solid| solid.reach().contains(p) && solid.covers(p))
            };
            if higher && outside(Vec2::new(x, y - 1.0)) {
                best = Some(y);
            }
        };
        for solid in &self.solids {
            if x < solid.bounds.min.x || x > solid.bounds.max.x || solid.bounds.max.y < from {
                continue;
            }
            for (a, b) in solid.edges() {
                if is_upper(a, b) {
                    consider(a, b);
                }
            }
        }
        for strip in &self.strips {
            for pair in strip.windows(2) {
                consider(pair[0], pair[1]);
            }
        }
        best
    }
}

fn all_finite(points: &[Vec2]) -> bool {
    points.iter().all(|point| point.is_finite())
}

/// Twice the enclosed area; positive when the corners go clockwise on the screen.
fn area(points: &[Vec2]) -> f32 {
    (0..points.len())
        .map(|i| points[i].perp_dot(points[(i + 1) % points.len()]))
        .sum()
}

/// Whether an edge of a clockwise outline looks up.
fn is_upper(a: Vec2, b: Vec2) -> bool {
    let way = b - a;
    // Outward normal (way.y, −way.x); it looks up where its y is negative.
    way.x > UPPER * way.length()
}

/// Whether an edge of a clockwise outline looks down.
pub(crate) fn is_lower(a: Vec2, b: Vec2) -> bool {
    a.x - b.x > UPPER * (a - b).length()
}

/// Where a–b crosses c–d, as a share of a–b.
fn crossing(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<f32> {
    let (ab, cd) = (b - a, d - c);
    let denominator = ab.perp_dot(cd);
    if denominator.abs() < 1e-6 {
        return None;
    }
    let t = (c - a).perp_dot(cd) / denominator;
    let u = (c - a).perp_dot(ab) / denominator;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some(t)
}

/// Whether a point is inside an outline (even-odd).
fn contains(points: &[Vec2], p: Vec2) -> bool {
    let mut inside = false;
    for i in 0..points.len() {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[(f32, f32)]) -> TerrainView {
        TerrainView {
            name: "t".to_owned(),
            shape: Shape::Polygon {
                points: points.iter().map(|&(x, y)| Vec2::new(x, y)).collect(),
            },
        }
    }

    #[test]
    fn a_ramp_on_the_ground_cuts_the_grounds_upper_edge() {
        let ground = polygon(&[(-1000.0, 0.0), (1000.0, 0.0), (1000.0, 200.0), (-1000.0, 200.0)]);
        // Given anticlockwise, to be turned round.
        let ramp = polygon(&[(100.0, 0.0), (500.0, 0.0), (500.0, -200.0)]);
        let surface = Surface::of(&[ground, ramp]);
        let runs = surface.upper_runs(0);
        assert_eq!(runs.len(), 2, "{runs:?}");
        let ends: Vec<f32> = runs
            .iter()
            .flat_map(|run| [run[0].x, run[run.len() - 1].x])
            .collect();
        for (end, expected) in ends.iter().zip([-1000.0, 100.0, 500.0, 1000.0]) {
            assert!((end - expected).abs() < 1.5, "{ends:?}");
        }
        let slope = surface.upper_runs(1);
        assert_eq!(slope, vec![vec![Vec2::new(100.0, 0.0), Vec2::new(500.0, -200.0)]]);
        // The ramp's base lies inside the ground and is no edge; its upright side is.
        let other = surface.other_runs(1);
        assert_eq!(other.len(), 1, "{other:?}");
        assert!(other[0].iter().all(|p| (p.x - 500.0).abs() < 1e-3));
    }

    #[test]
    fn height_below_finds_the_highest_surface_that_is_not_above() {
        let ground = polygon(&[(-1000.0, 0.0), (1000.0, 0.0), (1000.0, 200.0), (-1000.0, 200.0)]);
        let shelf = polygon(&[(0.0, -300.0), (200.0, -300.0), (200.0, -290.0), (0.0, -290.0)]);
        let surface = Surface::of(&[ground, shelf]);
        assert_eq!(surface.height_below(100.0, -1000.0), Some(-300.0));
        assert_eq!(surface.height_below(100.0, -200.0), Some(0.0));
        assert_eq!(surface.height_below(-50.0, -1000.0), Some(0.0));
        assert_eq!(surface.height_below(5000.0, -1000.0), None);
        // From inside the shelf nothing of it is below; the ground under a block is covered by it.
        let block = polygon(&[(400.0, 0.0), (400.0, -100.0), (500.0, -100.0), (500.0, 0.0)]);
        let ground = polygon(&[(-1000.0, 0.0), (1000.0, 0.0), (1000.0, 200.0), (-1000.0, 200.0)]);
        let surface = Surface::of(&[ground, block]);
        assert_eq!(surface.height_below(450.0, -300.0), Some(-100.0));
        assert_eq!(surface.height_below(450.0, -50.0), None);
    }
}
