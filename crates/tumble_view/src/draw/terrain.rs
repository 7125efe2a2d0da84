//! Terrain: earth with turf on it, stone for what stands on the earth, boards for open lines.

use tumble::math::Vec2;
use tumble_scene::frame::TerrainView;

use crate::draw::surface::Surface;
use crate::list::{Fill, Path, Pen, Stroke};
use crate::theme::mix;
use crate::{Bounds, Theme};

/// Thickness of the turf [px].
const TURF: f32 = 22.0;
/// Thickness of the light line on it and on stone [px].
const LIGHT: f32 = 6.0;
/// Thickness of a board drawn under an open line [px].
const BOARD: f32 = 14.0;
/// How far below the surface the earth is darkest [px].
const DEPTH: f32 = 900.0;

/// Draws the terrain that is visible, in the world. `surface` was made from `terrain`.
pub(crate) fn draw(
    pen: &mut Pen,
    terrain: &[TerrainView],
    surface: &Surface,
    visible: Bounds,
    theme: &Theme,
) {
    let near = visible.grown(Vec2::splat(60.0));
    let earth: Vec<bool> = (0..surface.solids.len())
        .map(|i| is_earth(surface, i, visible))
        .collect();
    for (i, solid) in surface.solids.iter().enumerate() {
        if !earth[i] && !solid.bounds.touches(near) {
            continue;
        }
        if earth[i] {
            draw_earth(pen, surface, i, visible, theme);
        } else {
            draw_stone(pen, surface, i, theme);
        }
    }
    for strip in &surface.strips {
        if Bounds::of_points(strip).grown(Vec2::splat(BOARD)).touches(near) {
            draw_board(pen, strip, theme);
        }
    }
    debug_assert!(surface.solids.len() + surface.strips.len() <= terrain.len());
}

/// Whether a solid is the ground itself: it has no terrain below it, and it is wide or reaches below the picture. What
/// hangs in the air, or stands on something, is stone.
fn is_earth(surface: &Surface, i: usize, visible: Bounds) -> bool {
    let solid = &surface.solids[i];
    let (min, max) = (solid.bounds.min, solid.bounds.max);
    if max.x - min.x < 600.0 || max.x - min.x < 6.0 * (max.y - min.y).min(100.0) {
        return false;
    }
    let below_another = surface.solids.iter().enumerate().any(|(j, other)| {
        j != i
            && other.bounds.min.x < max.x - 1.0
            && other.bounds.max.x > min.x + 1.0
            && other.bounds.max.y > max.y + 1.0
            && other.bounds.min.y > min.y - 1.0
    });
    !below_another && max.y >= visible.min.y
}

fn draw_earth(pen: &mut Pen, surface: &Surface, i: usize, visible: Bounds, theme: &Theme) {
    let solid = &surface.solids[i];
    let mut path = Path::polygon(&solid.points);
    // Down to below the picture: a block under the solid's lowest edges.
    let bottom = visible.max.y.max(solid.bounds.max.y) + 200.0;
    let n = solid.points.len();
    let mut blocks = Vec::new();
    for k in 0..n {
        let (a, b) = (solid.points[k], solid.points[(k + 1) % n]);
        if a.x - b.x > 0.3 * (a - b).length() {
            let corners = [b, a, Vec2::new(a.x, bottom), Vec2::new(b.x, bottom)];
            blocks.push(Path::polygon(&corners));
        }
    }
    let top = solid.bounds.min.y.max(visible.min.y);
    let fill = Fill::Vertical {
        top: theme.earth,
        bottom: theme.earth_deep,
        y0: top,
        y1: top + DEPTH,
    };
    // The seam between outline and block would show as a hairline: the block overlaps by being stroked alike.
    for block in blocks {
        pen.path(block, Some(fill), None);
    }
    path.add(Path::new());
    pen.path(path, Some(fill), None);
    for run in surface.upper_runs(i) {
        band(pen, &run, TURF, theme.turf);
        band(pen, &run, LIGHT, theme.turf_light);
    }
}

fn draw_stone(pen: &mut Pen, surface: &Surface, i: usize, theme: &Theme) {
    let solid = &surface.solids[i];
    let (min, max) = (solid.bounds.min, solid.bounds.max);
    let fill = Fill::Vertical {
        top: theme.stone,
        bottom: mix(theme.stone, theme.stone_dark, 0.45),
        y0: min.y,
        y1: max.y.max(min.y + 1.0),
    };
    pen.path(Path::polygon(&solid.points), Some(fill), None);
    let thickness = LIGHT.min(0.5 * (max.y - min.y));
    for run in surface.other_runs(i) {
        pen.line(&run, theme.stone_dark, 2.5);
    }
    for run in surface.upper_runs(i) {
        band(pen, &run, thickness * 1.6, theme.stone_light);
    }
}

/// A board under an open line: its upper side is the line.
fn draw_board(pen: &mut Pen, line: &[Vec2], theme: &Theme) {
    let under: Vec<Vec2> = line.iter().map(|&p| p + Vec2::new(0.0, BOARD)).collect();
    let mut outline = line.to_vec();
    outline.extend(under.iter().rev());
    let stroke = Stroke {
        color: theme.wood_dark,
        width: 3.0,
    };
    pen.path(
        Path::polygon(&outline),
        Some(Fill::Solid(theme.wood)),
        Some(stroke),
    );
    pen.line(line, theme.wood_dark, 3.0);
}

/// A band of some thickness under a run of upper edges. It goes straight down, so that it stays inside at every corner.
fn band(pen: &mut Pen, run: &[Vec2], thickness: f32, color: tumble::rig::Color) {
    let mut outline = run.to_vec();
    outline.extend(run.iter().rev().map(|&p| p + Vec2::new(0.0, thickness)));
    pen.fill(Path::polygon(&outline), color);
}
