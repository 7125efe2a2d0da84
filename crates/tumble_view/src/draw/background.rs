//! What is behind everything.

use tumble::math::Vec2;

use crate::list::{Fill, Path, Pen};
use crate::{Camera, Theme};

/// The sky: a calm gradient over the whole picture.
pub(crate) fn draw(pen: &mut Pen, camera: &Camera, theme: &Theme) {
    let size = Vec2::new(camera.size.width() as f32, camera.size.height() as f32);
    let fill = Fill::Vertical {
        top: theme.sky_top,
        bottom: theme.sky_bottom,
        y0: 0.0,
        y1: size.y,
    };
    pen.path(Path::rect(Vec2::ZERO, size), Some(fill), None);
}
