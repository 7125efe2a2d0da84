//! Terrain: earth with turf on it, stone for what stands on the earth, boards for open lines.

use tumble::math::Vec2;

use crate::draw::surface::{Surface, is_lower};
use crate::list::{Fill, Path, Pen, Stroke, arc_points};
use crate::theme::mix;
use crate::{Bounds, Theme};

/// Thickness of the turf \[px\].
const TURF: f32 = 22.0;
/// Thickness of the light line on it and on stone \[px\].
const LIGHT: f32 = 6.0;
/// Thickness of a board drawn under an open line \[px\].
const BOARD: f32 = 14.0;
/// How far below the surface the earth is darkest \[px\].
const DEPTH: f32 = 900.0;

/// Draws the terrain that is visible, in the world.
pub(crate) fn draw(pen: &mut Pen, surface: &Surface, visible: Bounds, theme: &Theme) {
    let near = visible.grown(Vec2::splat(60.0));
    let (earth, stone): (Vec<usize>, Vec<usize>) =
        (0..surface.solids.len()).partition(|&i| surface.solids[i].earth);
    draw_earth(pen, surface, &earth, visible, theme);
    for i in stone {
        if surface.solids[i].bounds.touches(near) {
            draw_stone(pen, surface, i, theme);
        }
    }
    for strip in &surface.strips {
        if Bounds::of_points(strip).grown(Vec2::splat(BOARD)).touches(near) {
            draw_board(pen, strip, theme);
        }
    }
}

/// All earth in one path, so that no seam shows between neighbours; each solid goes on down to below the picture.
fn draw_earth(pen: &mut Pen, surface: &Surface, earth: &[usize], visible: Bounds, theme: &Theme) {
    let mut path = Path::new();
    let (mut high, mut low) = (f32::INFINITY, f32::NEG_INFINITY);
    for &i in earth {
        let solid = &surface.solids[i];
        path.add_polygon(&solid.points);
        let bottom = visible.max.y.max(solid.bounds.max.y) + 200.0;
        for (a, b) in solid.edges() {
            if is_lower(a, b) {
                path.add_polygon(&[b, a, Vec2::new(a.x, bottom), Vec2::new(b.x, bottom)]);
            }
        }
        high = high.min(solid.bounds.min.y);
        low = low.max(solid.bounds.min.y);
    }
    let fill = Fill::Vertical {
        top: theme.earth,
        bottom: theme.earth_deep,
        y0: high,
        y1: low + DEPTH,
    };
    pen.path(path, Some(fill), None);
    pebbles(pen, surface, earth, visible, theme);
    for &i in earth {
        for run in surface.other_runs(i) {
            for pair in run.windows(2).filter(|pair| !is_lower(pair[0], pair[1])) {
                pen.line(pair, theme.earth_deep, 3.0);
            }
        }
    }
    for &i in earth {
        for run in surface.upper_runs(i) {
            band(pen, &run, TURF, theme.turf);
            band(pen, &run, LIGHT, theme.turf_light);
        }
    }
}

/// Pebbles in the earth, the same ones at the same places always.
fn pebbles(pen: &mut Pen, surface: &Surface, earth: &[usize], visible: Bounds, theme: &Theme) {
    /// One pebble a square of this side \[px\].
    const SQUARE: f32 = 170.0;
    /// How far below the surface they begin \[px\].
    const COVER: f32 = 70.0;
    /// Where so many squares are visible, pebbles would be dust.
    const MOST: f32 = 900.0;
    let squares = visible.size() / SQUARE;
    if theme.pebble.a == 0 || !(squares.x * squares.y).is_finite() || squares.x * squares.y > MOST {
        return;
    }
    // f32 counts whole squares exactly up to 2²⁴; beyond, neighbours would coincide.
    if visible.min.abs().max(visible.max.abs()).max_element() > 1e6 {
        return;
    }
    let (first, last) = ((visible.min / SQUARE).floor(), (visible.max / SQUARE).ceil());
    let inside = |p: Vec2| earth.iter().any(|&i| surface.solids[i].covers(p));
    for row in first.y as i32..last.y as i32 {
        for column in first.x as i32..last.x as i32 {
            let mut random = scramble(row, column);
            let mut share = || {
                random = random.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
                ((random >> 16) & 0xff) as f32 / 255.0
            };
            let corner = Vec2::new(column as f32, row as f32);
            let at = (corner + Vec2::new(share(), share())) * SQUARE;
            let (radius, flat, tint) = (5.0 + 11.0 * share(), 0.5 + 0.3 * share(), share());
            let reach = Vec2::new(0.0, COVER);
            if inside(at) && inside(at - reach) && inside(at - 0.5 * reach) {
                let color = mix(theme.pebble, theme.earth, 0.25 + 0.6 * tint);
                pen.fill(pebble(at, radius, flat), color);
            }
        }
    }
}

/// Bits that look random, the same ones for the same square always.
fn scramble(row: i32, column: i32) -> u32 {
    let mixed =
        row.cast_unsigned().wrapping_mul(0x9e37_79b1) ^ column.cast_unsigned().wrapping_mul(0x85eb_ca77);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d)
}

/// An egg: flat below.
fn pebble(at: Vec2, radius: f32, flat: f32) -> Path {
    let outline: Vec<Vec2> = arc_points(Vec2::ZERO, radius, 0.0, core::f32::consts::TAU)
        .into_iter()
        .skip(1)
        .step_by(5)
        .map(|p| at + Vec2::new(p.x, p.y * if p.y > 0.0 { 0.7 * flat } else { flat }))
        .collect();
    Path::polygon(&outline)
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
