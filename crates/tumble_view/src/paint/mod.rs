//! The painters of display lists.

pub mod raster;
pub mod svg;
