//! What doesn't move: half-planes, and pieces made of edges.

mod desc;
pub(crate) mod edge;
pub(crate) mod tree;

pub(crate) use desc::check;
pub use desc::{Material, Shape, TerrainError};

use crate::kernel::Plane;
use crate::real::Real;
use crate::world::{Gone, TerrainId};
use edge::{Edge, V, cross, dot, minus};
use tree::{Bounds, Tree};

/// A polygon, for what begins inside it.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    id: TerrainId,
    corners: Vec<V>,
    bounds: Bounds,
}

/// A corner that sticks may lie over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub at: V,
    pub friction: f64,
}

/// All terrain of a world.
#[derive(Clone, Debug)]
pub(crate) struct Terrain<R> {
    pub planes: Vec<Plane<R>>,
    /// Whose each plane is.
    plane_ids: Vec<TerrainId>,
    pub edges: Vec<Edge>,
    /// Whose each edge is.
    edge_ids: Vec<TerrainId>,
    pub solids: Vec<Solid>,
    pub tree: Tree,
    next: u32,
}

impl<R: Real> Terrain<R> {
    pub fn new() -> Self {
        Self {
            planes: Vec::new(),
            plane_ids: Vec::new(),
            edges: Vec::new(),
            edge_ids: Vec::new(),
            solids: Vec::new(),
            tree: Tree::default(),
            next: 0,
        }
    }

    /// Adds a shape.
    pub fn add(&mut self, shape: Shape, material: Material) -> Result<TerrainId, TerrainError> {
        check(&shape, material)?;
        let id = TerrainId(self.next);
        let real = R::from_f64;
        match shape {
            Shape::HalfPlane { at, normal } => {
                let [x, y] = normal;
                let size = (x * x + y * y).sqrt();
                let (nx, ny) = (real(x / size), real(y / size));
                self.planes.push(Plane {
                    nx,
                    ny,
                    offset: nx.to_f64() * at[0] + ny.to_f64() * at[1],
                    friction: real(material.friction),
                    restitution: real(material.restitution),
                });
                self.plane_ids.push(id);
            }
            Shape::Polygon(mut corners) => {
                // Outwards is left of an edge on a screen with y down when the corners turn so that this sum is positive.
                let turn: f64 = (0..corners.len())
                    .map(|i| cross(corners[i], corners[(i + 1) % corners.len()]))
                    .sum();
                if turn < 0.0 {
                    corners.reverse();
                }
                let solid = self.solids.len();
                corners.push(corners[0]);
                self.add_chain(&corners, Some(solid), id, material);
                corners.pop();
                let mut bounds = Bounds::EMPTY;
                for &corner in &corners {
                    bounds.add(corner);
                }
                self.solids.push(Solid { id, corners, bounds });
            }
            Shape::Segments(corners) => {
                self.add_chain(&corners, None, id, material);
            }
        }
        self.next += 1;
        Ok(id)
    }

    /// Adds the edges between corners; a solid's first corner comes again at the end.
    fn add_chain(&mut self, corners: &[V], solid: Option<usize>, id: TerrainId, material: Material) {
        let first = self.edges.len();
        for pair in corners.windows(2) {
            let mut edge = Edge::new(pair[0], pair[1]);
            edge.friction = material.friction;
            edge.restitution = material.restitution;
            edge.solid = solid;
            self.edges.push(edge);
            self.edge_ids.push(id);
        }
        let last = self.edges.len() - 1;
        let closed = corners[0] == corners[corners.len() - 1];
        for at in first..=last {
            let before = match at {
                _ if at > first => Some(at - 1),
                _ if closed => Some(last),
                _ => None,
            };
            let after = match at {
                _ if at < last => Some(at + 1),
                _ if closed => Some(first),
                _ => None,
            };
            self.edges[at].before = before.map(|i| self.edges[i].direction.map(|part| -part));
            self.edges[at].after = after.map(|i| self.edges[i].direction);
        }
        self.tree = Tree::new(&self.edges);
    }

    /// Removes a shape.
    pub fn remove(&mut self, id: TerrainId) -> Result<(), Gone> {
        if let Some(at) = self.plane_ids.iter().position(|&other| other == id) {
            self.plane_ids.remove(at);
            self.planes.remove(at);
            return Ok(());
        }
        if !self.edge_ids.contains(&id) {
            return Err(Gone);
        }
        let mut ids = self.edge_ids.iter();
        self.edges.retain(|_| ids.next() != Some(&id));
        self.edge_ids.retain(|&other| other != id);
        if let Some(gone) = self.solids.iter().position(|solid| solid.id == id) {
            self.solids.remove(gone);
            for edge in &mut self.edges {
                edge.solid = edge
                    .solid
                    .map(|solid| if solid > gone { solid - 1 } else { solid });
            }
        }
        self.tree = Tree::new(&self.edges);
        Ok(())
    }

    /// Whether there is nothing but half-planes.
    pub fn only_planes(&self) -> bool {
        self.edges.is_empty()
    }
}

impl Solid {
    /// Whether a place is inside: a ray from it crosses the outline an odd number of times.
    pub fn holds(&self, p: V) -> bool {
        if !self.bounds.holds(p) {
            return false;
        }
        let mut inside = false;
        for (i, &a) in self.corners.iter().enumerate() {
            let b = self.corners[(i + 1) % self.corners.len()];
            if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) {
                inside = !inside;
            }
        }
        inside
    }
}

impl Edge {
    /// The corner at the edge's beginning, if a stick can lie over it: a solid's that bulges, any of a line's. The last corner of a line
    /// that isn't closed is nobody's beginning; it comes with its last edge.
    pub fn corners(&self) -> impl Iterator<Item = Corner> + '_ {
        let corner = |at| Corner {
            at,
            friction: self.friction,
        };
        let bulges = match (self.solid, self.before) {
            (Some(_), Some(before)) => dot(self.normal, before) < 0.0,
            _ => true,
        };
        let begin = bulges.then(|| corner(self.a));
        let end = (self.solid.is_none() && self.after.is_none()).then(|| corner(self.b));
        begin.into_iter().chain(end)
    }

    /// How far a place is from the edge.
    pub fn distance(&self, p: V) -> f64 {
        let at = dot(minus(p, self.a), self.direction).clamp(0.0, self.length);
        let away = minus(p, edge::along(self.a, self.direction, at));
        dot(away, away).sqrt()
    }
}
