//! What doesn't move: half-planes, and pieces made of edges.

mod desc;
mod pieces;

pub use desc::{Material, Shape, TerrainError};
pub(crate) use pieces::Piece;

use crate::kernel::Plane;
use crate::real::Real;
use crate::world::{Gone, TerrainId};

/// All terrain of a world.
#[derive(Clone, Debug)]
pub(crate) struct Terrain<R> {
    pub planes: Vec<Plane<R>>,
    pub pieces: Vec<Piece<R>>,
    /// Whose each plane and each piece is.
    plane_ids: Vec<TerrainId>,
    piece_ids: Vec<TerrainId>,
    next: u32,
}

impl<R: Real> Terrain<R> {
    pub fn new() -> Self {
        Self {
            planes: Vec::new(),
            pieces: Vec::new(),
            plane_ids: Vec::new(),
            piece_ids: Vec::new(),
            next: 0,
        }
    }

    /// Adds a shape.
    pub fn add(&mut self, shape: &Shape, material: Material) -> Result<TerrainId, TerrainError> {
        desc::check(shape, material)?;
        let id = TerrainId(self.next);
        let real = R::from_f64;
        match shape {
            Shape::HalfPlane { at, normal } => {
                let [x, y] = *normal;
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
            Shape::Polygon(_corners) | Shape::Segments(_corners) => {
                self.pieces.push(Piece { edges: Vec::new() });
                self.piece_ids.push(id);
            }
        }
        self.next += 1;
        Ok(id)
    }

    /// Removes a shape.
    pub fn remove(&mut self, id: TerrainId) -> Result<(), Gone> {
        if let Some(at) = self.plane_ids.iter().position(|&other| other == id) {
            self.plane_ids.remove(at);
            self.planes.remove(at);
            return Ok(());
        }
        let at = self.piece_ids.iter().position(|&other| other == id).ok_or(Gone)?;
        self.piece_ids.remove(at);
        self.pieces.remove(at);
        Ok(())
    }
}
