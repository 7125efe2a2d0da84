//! A Tumble scene as pictures: SVG, PNG, GIF, contact sheet.
//!
//! A [`Frame`] holds everything that is drawn; nothing here knows of a physics world. A frame becomes a display list
//! ([`list`]), and a painter makes a vector picture ([`svg`]) or pixels ([`png`], [`pixmap`]) of it. A run becomes a
//! [`Gif`] or a [`contact_sheet`] of its [`key_frames`](fn@key_frames).
//!
//! Same frames, same options: same bytes.
//!
//! ```
//! use std::sync::Arc;
//! use tumble::backend::Shape;
//! use tumble::math::{Pose2, Vec2};
//! use tumble_scene::frame::{Frame, PropView, TerrainView};
//! use tumble_view::{Options, svg};
//!
//! let ground = [(-3000.0, 0.0), (3000.0, 0.0), (3000.0, 200.0), (-3000.0, 200.0)];
//! let frame = Frame {
//!     step: 0,
//!     time: 0.0,
//!     gravity: Vec2::new(0.0, 980.0),
//!     terrain: Arc::new([TerrainView {
//!         name: "ground".to_owned(),
//!         shape: Shape::Polygon { points: ground.iter().map(|&(x, y)| Vec2::new(x, y)).collect() },
//!     }]),
//!     props: vec![PropView {
//!         name: "crate".to_owned(),
//!         shape: Shape::Box { half: Vec2::splat(40.0) },
//!         pose: Pose2::new(Vec2::new(0.0, -40.0), 0.0),
//!         velocity: Vec2::ZERO,
//!         spin: 0.0,
//!         kinematic: false,
//!     }],
//!     characters: Vec::new(),
//!     puppets: Vec::new(),
//!     events: Vec::new(),
//!     inside: None,
//! };
//! let picture = svg(&frame, &Options::default());
//! assert!(picture.starts_with("<?xml") && picture.contains("crate"));
//! ```

pub mod bounds;
pub mod camera;
mod draw;
pub mod error;
pub mod flash;
pub mod framing;
pub mod gif;
pub mod key_frames;
pub mod list;
pub mod options;
pub mod paint;
mod palette;
pub mod renderer;
pub mod sheet;
pub mod size;
mod text;
pub mod theme;

pub use bounds::Bounds;
pub use camera::Camera;
pub use error::ViewError;
pub use framing::{Follow, Shot, fit};
pub use gif::{Gif, GifOptions, GifSummary};
pub use key_frames::{KeyFrame, key_frames, key_frames_at_most};
pub use options::{Ghost, Hud, Options, Overlays};
pub use renderer::Renderer;
pub use sheet::{Cell, SheetCamera, SheetOptions, contact_sheet};
pub use size::Size;
pub use theme::Theme;
pub use tiny_skia::Pixmap;
pub use tumble_scene::frame::Frame;

use draw::surface::Surface;
use list::Item;

/// The display list of a frame, back to front, in picture coordinates.
pub fn display_list(frame: &Frame, options: &Options) -> Vec<Item> {
    let camera = renderer::camera_of(frame, options);
    let surface = Surface::of(&frame.terrain);
    let mut items = draw::fixed_layer(&surface, &camera, options);
    let flashes = renderer::own_flashes(frame);
    items.extend(draw::moving_layer(frame, &surface, &camera, options, &flashes));
    items
}

/// A frame as a standalone SVG file.
pub fn svg(frame: &Frame, options: &Options) -> String {
    let title = options.title.as_deref().unwrap_or_default();
    paint::svg::document(&display_list(frame, options), options.size, title)
}

/// A frame as pixels.
///
/// # Errors
/// When there is no memory for the picture.
pub fn pixmap(frame: &Frame, options: &Options) -> Result<Pixmap, ViewError> {
    let mut canvas = paint::raster::canvas(options.size)?;
    paint::raster::paint(&mut canvas, &display_list(frame, options));
    Ok(canvas)
}

/// A frame as a PNG file.
///
/// # Errors
/// When there is no memory for the picture, or the encoder fails.
pub fn png(frame: &Frame, options: &Options) -> Result<Vec<u8>, ViewError> {
    encode_png(&pixmap(frame, options)?)
}

/// Pixels as a PNG file.
///
/// # Errors
/// When the encoder fails.
pub fn encode_png(pixmap: &Pixmap) -> Result<Vec<u8>, ViewError> {
    pixmap
        .encode_png()
        .map_err(|error| ViewError::Png(error.to_string()))
}
