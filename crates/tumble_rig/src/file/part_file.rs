//! What a rig file says of its looks.

use serde::{Deserialize, Serialize};

/// A drawn piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// Name, unique among the parts. Default: the bone's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The bone that carries it.
    pub bone: String,
    /// Its shape, in the bone's frame: x along the bone, y across.
    pub shape: OutlineShapeFile,
    /// Fill of a polygon or circle, stroke of a polyline: `#rgb`, `#rrggbb` or `#rrggbbaa`. Default: no fill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Outline of a polygon or circle: colour and width \[px\]. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<(String, f32)>,
}

/// The shape of a drawn piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OutlineShapeFile {
    /// An open line with round ends.
    Polyline {
        /// At least two points. Default: from the bone's origin to its tip.
        #[serde(default)]
        points: Vec<(f32, f32)>,
        /// Stroke width \[px, > 0\].
        width: f32,
    },
    /// A closed polygon.
    Polygon {
        /// At least three points.
        points: Vec<(f32, f32)>,
    },
    /// A circle.
    Circle {
        /// Centre. Default: the bone's tip.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        center: Option<(f32, f32)>,
        /// Radius \[px, > 0\].
        radius: f32,
    },
}
