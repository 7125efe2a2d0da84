//! Movers as a game describes them.

use crate::terrain::{Material, Shape, TerrainError};

/// The shape of a mover, in its own frame: the origin is its centre of mass, lengths are the world's.
#[derive(Clone, Debug, PartialEq)]
pub enum MoverShape {
    /// A circle about the origin.
    Circle {
        /// Its radius \[units, > 0\].
        radius: f64,
    },
    /// A capsule along the x axis, about the origin.
    Capsule {
        /// Half the distance of its caps' centres \[units, > 0\].
        half_length: f64,
        /// Its radius \[units, > 0\].
        radius: f64,
    },
    /// A solid polygon; corners in either sense of turning.
    Polygon(Vec<[f64; 2]>),
    /// A line of segments, met from both sides.
    Segments(Vec<[f64; 2]>),
}

/// How heavy a mover is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// Goes as it is told, whatever is in the way.
    Driven,
    /// Gives way by its mass.
    Free {
        /// Its mass \[kg, > 0\].
        mass: f64,
        /// Its moment of inertia about the origin \[kg·units², > 0\].
        inertia: f64,
    },
}

/// Everything needed to make a mover.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverDesc {
    /// Its shape.
    pub shape: MoverShape,
    /// How heavy it is.
    pub weight: Weight,
    /// How it rubs and bounces.
    pub material: Material,
}

/// Where a mover is and how it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverState {
    /// Where its origin is \[units\].
    pub at: [f64; 2],
    /// How it is turned, from +x towards +y \[rad\].
    pub angle: f64,
    /// Velocity of its origin \[units/s\].
    pub velocity: [f64; 2],
    /// Angular velocity \[rad/s\].
    pub spin: f64,
}

/// A place where a free mover leans on something that gives no way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// Where \[units\].
    pub at: [f64; 2],
    /// Towards the mover; of length 1.
    pub normal: [f64; 2],
}

/// What figures gave a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    /// What moves it.
    pub free: Impulse,
    /// What presses it against its supports, between them: they bear it.
    pub borne: Impulse,
}

/// An impulse and its moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// The impulse \[kg·units/s\].
    pub linear: [f64; 2],
    /// Its moment about the mover's origin \[kg·units²/s\].
    pub moment: f64,
}

impl Impulse {
    /// An impulse at an arm from the origin.
    pub(super) fn at(linear: [f64; 2], arm: [f64; 2]) -> Self {
        Self {
            linear,
            moment: arm[0] * linear[1] - arm[1] * linear[0],
        }
    }

    /// Adds so many times another.
    pub(super) fn add(&mut self, other: Self, times: f64) {
        for (part, more) in self.linear.iter_mut().zip(other.linear) {
            *part += more * times;
        }
        self.moment += other.moment * times;
    }
}

impl MoverState {
    pub(crate) fn finite(&self) -> bool {
        let parts = [
            self.at[0],
            self.at[1],
            self.angle,
            self.velocity[0],
            self.velocity[1],
            self.spin,
        ];
        parts.iter().all(|part| part.abs() < 1e15)
    }
}

impl MoverDesc {
    /// Checks everything once.
    pub(super) fn check(&self) -> Result<(), TerrainError> {
        let positive = |field, value: f64| {
            if value.is_finite() && value > 0.0 {
                Ok(())
            } else {
                let range = "more than 0";
                Err(TerrainError::OutOfRange { field, value, range })
            }
        };
        if let Weight::Free { mass, inertia } = self.weight {
            positive("mass", mass)?;
            positive("inertia", inertia)?;
        }
        let outline = match &self.shape {
            MoverShape::Circle { radius } => {
                positive("radius", *radius)?;
                Shape::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
            }
            MoverShape::Capsule { half_length, radius } => {
                positive("half_length", *half_length)?;
                positive("radius", *radius)?;
                Shape::Segments(vec![[-*half_length, 0.0], [*half_length, 0.0]])
            }
            MoverShape::Polygon(corners) => Shape::Polygon(corners.clone()),
            MoverShape::Segments(corners) => Shape::Segments(corners.clone()),
        };
        crate::terrain::check(&outline, self.material)
    }
}
