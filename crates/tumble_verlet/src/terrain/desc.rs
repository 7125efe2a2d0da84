//! Terrain as a game describes it.

/// How a surface rubs and bounces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Coulomb's μ, ≥ 0. Default [`FRICTION`](crate::FRICTION).
    pub friction: f64,
    /// How much of an impact's speed comes back, 0..1. Default 0.
    pub restitution: f64,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            friction: crate::settings::FRICTION,
            restitution: 0.0,
        }
    }
}

impl Material {
    /// A material by friction and restitution.
    pub fn new(friction: f64, restitution: f64) -> Self {
        Self {
            friction,
            restitution,
        }
    }
}

/// A shape of terrain.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All that lies behind a straight line without end: floors and walls. Cheapest by far.
    HalfPlane {
        /// A point on the line \[units\].
        at: [f64; 2],
        /// Where the free side is; needn't have length 1.
        normal: [f64; 2],
    },
    /// A solid polygon; corners in either sense of turning.
    Polygon(Vec<[f64; 2]>),
    /// A line of segments, met from both sides.
    Segments(Vec<[f64; 2]>),
}

/// What can be wrong with terrain.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TerrainError {
    /// Too few corners.
    #[error("a {shape} needs at least {least} corners, not {count}")]
    TooFew {
        /// Of what.
        shape: &'static str,
        /// How many there are.
        count: usize,
        /// How many it needs.
        least: usize,
    },
    /// NaN or infinite.
    #[error("corner {index} is not finite")]
    NotFinite {
        /// Which corner, or 0 for a half-plane's place or normal.
        index: usize,
    },
    /// Two corners in one place.
    #[error("corners {index} and the next lie in one place")]
    SamePlace {
        /// The first of the two.
        index: usize,
    },
    /// A normal without length.
    #[error("the normal has no length")]
    NoNormal,
    /// Out of range.
    #[error("`{field}` is {value}; it must be {range}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
}

/// Checks everything once.
pub(crate) fn check(shape: &Shape, material: Material) -> Result<(), TerrainError> {
    for (field, value, most, range) in [
        ("friction", material.friction, f64::MAX, "0 or more"),
        ("restitution", material.restitution, 1.0, "0..1"),
    ] {
        if !(0.0..=most).contains(&value) {
            return Err(TerrainError::OutOfRange { field, value, range });
        }
    }
    let (name, corners, least) = match shape {
        Shape::HalfPlane { at, normal } => {
            if !at.iter().chain(normal).all(|value| value.is_finite()) {
                return Err(TerrainError::NotFinite { index: 0 });
            }
            let size2 = normal[0] * normal[0] + normal[1] * normal[1];
            return if size2.is_normal() {
                Ok(())
            } else {
                Err(TerrainError::NoNormal)
            };
        }
        Shape::Polygon(corners) => ("polygon", corners, 3),
        Shape::Segments(corners) => ("line of segments", corners, 2),
    };
    let count = corners.len();
    if count < least {
        let shape = name;
        return Err(TerrainError::TooFew { shape, count, least });
    }
    if let Some(index) = corners
        .iter()
        .position(|corner| !(corner[0] + corner[1]).is_finite())
    {
        return Err(TerrainError::NotFinite { index });
    }
    let edges = if least == 3 { count } else { count - 1 };
    if let Some(index) = (0..edges).find(|&i| corners[i] == corners[(i + 1) % count]) {
        return Err(TerrainError::SamePlace { index });
    }
    Ok(())
}
