//! What a character looks like.

use tumble_math::Vec2;

use crate::BoneId;

/// An sRGB colour with alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity, 255 = opaque.
    pub a: u8,
}

impl Color {
    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }
}

/// A shape in its bone's frame: x along the bone, origin at the bone's origin \[px\].
#[derive(Clone, Debug, PartialEq)]
pub enum PartShape {
    /// An open polyline with round caps and joins.
    Polyline {
        /// At least two points.
        points: Vec<Vec2>,
        /// Stroke width \[px, > 0\].
        width: f32,
    },
    /// A closed polygon.
    Polygon {
        /// At least three points.
        points: Vec<Vec2>,
    },
    /// A circle.
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius \[px, > 0\].
        radius: f32,
    },
}

/// One drawn piece, fixed to a bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name, unique among the parts.
    pub name: String,
    /// The bone that carries it.
    pub bone: BoneId,
    /// Its shape.
    pub shape: PartShape,
    /// Fill of a polygon or circle; the stroke's colour of a polyline.
    pub fill: Option<Color>,
    /// Outline of a polygon or circle: colour and width \[px\].
    pub outline: Option<(Color, f32)>,
}
