//! What is behind everything: the sky, and hills on the horizon.

use tumble::math::{Vec2, trig};

use crate::list::{Fill, Path, Pen};
use crate::{Camera, Theme};

/// Share of the camera's way that hills go along: they are far away. Far ones first.
const PARALLAX: [f32; 2] = [0.12, 0.24];
/// Where the hills' feet are: a share of the picture's height.
const HORIZON: [f32; 2] = [0.60, 0.68];
/// How high they rise: a share of the picture's height.
const RISE: [f32; 2] = [0.15, 0.11];
/// Distance of the points of their outlines \[pixels\].
const STEP: f32 = 6.0;

/// Draws the background over the whole picture.
pub(crate) fn draw(pen: &mut Pen, camera: &Camera, theme: &Theme) {
    let size = camera.size.vec();
    let fill = Fill::Vertical {
        top: theme.sky_top,
        bottom: theme.sky_bottom,
        y0: 0.0,
        y1: size.y,
    };
    pen.path(Path::rect(Vec2::ZERO, size), Some(fill), None);
    for layer in 0..2 {
        if theme.hills[layer].a > 0 {
            hills(pen, camera, theme, layer);
        }
    }
}

/// One ridge: three waves whose lengths have no common measure, so that it doesn't repeat.
fn hills(pen: &mut Pen, camera: &Camera, theme: &Theme, layer: usize) {
    let size = camera.size.vec();
    // Where the picture's left edge is on the ridge, in widths of a picture 16:9. Bounded, so that the waves stay
    // precise far out.
    let unit = size.y * (16.0 / 9.0);
    let shift = (camera.center.x * camera.zoom * PARALLAX[layer] / unit) % 1000.0;
    let foot = size.y * HORIZON[layer];
    let phase = 1.7 * layer as f32;
    let count = (size.x / STEP).ceil() as usize;
    let mut outline: Vec<Vec2> = (0..=count)
        .map(|i| {
            let x = (i as f32 * STEP).min(size.x);
            let t = shift + (x - 0.5 * size.x) / unit;
            let wave = 0.5 * trig::sin(5.1 * t + phase)
                + 0.3 * trig::sin(11.7 * t + 2.0 * phase + 1.0)
                + 0.12 * trig::sin(23.9 * t + 3.0 * phase);
            Vec2::new(x, foot - size.y * RISE[layer] * (0.5 + 0.5 * wave))
        })
        .collect();
    outline.extend([size, Vec2::new(0.0, size.y)]);
    let fill = Fill::Vertical {
        top: theme.hills[layer],
        bottom: theme.sky_bottom,
        y0: foot - size.y * RISE[layer],
        y1: size.y * 0.95,
    };
    pen.path(Path::polygon(&outline), Some(fill), None);
}
