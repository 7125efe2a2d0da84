//! Drawing many frames of one scene.

use std::sync::Arc;

use tiny_skia::Pixmap;
use tumble_scene::frame::{Frame, TerrainView};

use crate::draw::surface::Surface;
use crate::flash::{Flash, Flashes};
use crate::paint::raster;
use crate::{Camera, Options, ViewError, draw, framing};

/// Draws frames as pixels, and keeps what doesn't change from one to the next: the sorted terrain, and its picture
/// while the camera stays.
#[derive(Debug)]
pub struct Renderer {
    options: Options,
    terrain: Option<(Arc<[TerrainView]>, Surface)>,
    fixed: Option<(Camera, Pixmap)>,
}

impl Renderer {
    /// A renderer that draws with these options.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            terrain: None,
            fixed: None,
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Draws a frame with [`Options::camera`]; without one, the camera fits the frame. Flashes are those of the frame's
    /// own events.
    ///
    /// # Errors
    /// When there is no memory for the picture.
    pub fn pixmap(&mut self, frame: &Frame) -> Result<Pixmap, ViewError> {
        let camera = camera_of(frame, &self.options);
        self.pixmap_with(frame, &camera, &own_flashes(frame))
    }

    /// Draws a frame with a given camera and flashes.
    ///
    /// # Errors
    /// When there is no memory for the picture.
    pub fn pixmap_with(
        &mut self,
        frame: &Frame,
        camera: &Camera,
        flashes: &[Flash],
    ) -> Result<Pixmap, ViewError> {
        let same = matches!(&self.terrain, Some((terrain, _)) if Arc::ptr_eq(terrain, &frame.terrain));
        if !same {
            self.terrain = None;
            self.fixed = None;
        }
        let (_, surface) = self
            .terrain
            .get_or_insert_with(|| (Arc::clone(&frame.terrain), Surface::of(&frame.terrain)));
        let fixed = match self.fixed.take() {
            Some(fixed) if fixed.0 == *camera => fixed,
            _ => {
                let mut canvas = raster::canvas(camera.size)?;
                raster::paint(&mut canvas, &draw::fixed_layer(surface, camera, &self.options));
                (*camera, canvas)
            }
        };
        let mut canvas = fixed.1.clone();
        self.fixed = Some(fixed);
        raster::paint(
            &mut canvas,
            &draw::moving_layer(frame, surface, camera, &self.options, flashes),
        );
        Ok(canvas)
    }
}

/// The camera that the options name, at their size; else one that fits the frame.
pub(crate) fn camera_of(frame: &Frame, options: &Options) -> Camera {
    options.camera.map_or_else(
        || framing::fit(std::slice::from_ref(frame), options.size),
        |camera| Camera {
            size: options.size,
            ..camera
        },
    )
}

/// The flashes of a frame that is drawn alone.
pub(crate) fn own_flashes(frame: &Frame) -> Vec<Flash> {
    let mut flashes = Flashes::new();
    flashes.see(frame);
    flashes.now()
}
