//! Props: crates and planks of wood, balls with a seam, steel for what moves as it is told.

use core::f32::consts::{FRAC_PI_2, PI};

use tumble::backend::Shape;
use tumble::math::Vec2;
use tumble::rig::Color;
use tumble_scene::frame::PropView;

use crate::Theme;
use crate::bounds::box_corners;
use crate::draw::character::capsule;
use crate::list::{Fill, Item, Path, Pen, Stroke, Transform, arc_points};
use crate::theme::mix;

/// Draws a prop in a group of its own, turned with it.
pub(crate) fn draw(pen: &mut Pen, prop: &PropView, theme: &Theme) {
    if !prop.pose.is_finite() {
        return;
    }
    let items = items(prop, theme);
    let transform = Transform {
        position: prop.pose.position,
        angle: prop.pose.angle,
        scale: 1.0,
    };
    pen.group(&prop.name, transform, items);
}

fn items(prop: &PropView, theme: &Theme) -> Vec<Item> {
    let mut pen = Pen::new();
    match &prop.shape {
        Shape::Box { half } if prop.kinematic => steel_box(&mut pen, *half, theme),
        Shape::Box { half } => {
            let (long, short) = (half.max_element(), half.min_element());
            if short > 0.0 && long / short <= 2.2 {
                wooden_crate(&mut pen, *half, theme);
            } else {
                plank(&mut pen, *half, theme);
            }
        }
        Shape::Circle { radius } => ball(&mut pen, *radius, prop, theme),
        Shape::Capsule { half_length, radius } => {
            let (fill, line) = loose_colors(prop, theme);
            pen.polygon(
                &capsule(*half_length, (*radius - 1.5).max(0.5 * radius)),
                fill,
                Some((line, 3.0)),
            );
            let (end, side) = (Vec2::new(*half_length, 0.0), Vec2::new(0.0, 0.35 * radius));
            pen.line(&[-end - side, end * 0.4 - side], line, 2.0);
            pen.line(&[end * -0.5 + side, end + side], line, 2.0);
        }
        Shape::Polygon { points } => loose(&mut pen, points, prop, theme),
        Shape::Segments { points } => {
            let (line, core) = if prop.kinematic {
                (theme.steel_dark, theme.steel)
            } else {
                (theme.wood_dark, theme.wood)
            };
            pen.line(points, line, 10.0);
            pen.line(points, core, 5.0);
        }
    }
    pen.items
}

/// The outline lies inside the shape, so that the picture is as large as the body.
fn inset(half: Vec2, by: f32) -> Vec2 {
    (half - Vec2::splat(by)).max(Vec2::splat(0.0))
}

fn outlined_box(pen: &mut Pen, half: Vec2, fill: Color, line: Color, width: f32) {
    let inner = inset(half, 0.5 * width);
    pen.path(
        Path::rounded_rect(-inner, inner, width),
        Some(Fill::Solid(fill)),
        Some(Stroke { color: line, width }),
    );
}

/// Boards in a frame, with a diagonal.
fn wooden_crate(pen: &mut Pen, half: Vec2, theme: &Theme) {
    let short = half.min_element();
    let line = (short * 0.07).clamp(1.0, 4.0);
    let frame = short * 0.26;
    outlined_box(pen, half, theme.wood, theme.wood_dark, line);
    let inner = inset(half, frame);
    // Boards behind.
    let boards = 4;
    for k in 1..boards {
        let y = inner.y * (2.0 * k as f32 / boards as f32 - 1.0);
        let gap = mix(theme.wood, theme.wood_dark, 0.55);
        pen.line(&[Vec2::new(-inner.x, y), Vec2::new(inner.x, y)], gap, line * 0.6);
    }
    // The diagonal, from corner to corner of the inner field.
    let (a, b) = (Vec2::new(-inner.x, inner.y), Vec2::new(inner.x, -inner.y));
    let w = frame * 0.5;
    let brace = [
        a,
        a + Vec2::new(0.0, -w * 1.4),
        b + Vec2::new(-w * 1.4, 0.0),
        b,
        b + Vec2::new(0.0, w * 1.4),
        a + Vec2::new(w * 1.4, 0.0),
    ];
    pen.polygon(&brace, theme.wood_light, Some((theme.wood_dark, line * 0.7)));
    // The frame: an outer and an inner outline, filled between.
    let outer = inset(half, 0.5 * line);
    let mut path = Path::rounded_rect(-outer, outer, line);
    // The other way round: a hole.
    let [a, b, c, d] = box_corners(inner);
    path.add_polygon(&[d, c, b, a]);
    let stroke = Stroke {
        color: theme.wood_dark,
        width: line * 0.8,
    };
    pen.path(path, Some(Fill::Solid(theme.wood_light)), Some(stroke));
    // Mitres of the frame, and a nail in each corner.
    for (o, i) in box_corners(outer).into_iter().zip(box_corners(inner)) {
        pen.line(&[o + (i - o) * 0.12, i], theme.wood_dark, line * 0.6);
    }
    outlined_box_line(pen, half, theme.wood_dark, line);
}

fn outlined_box_line(pen: &mut Pen, half: Vec2, color: Color, width: f32) {
    let inner = inset(half, 0.5 * width);
    pen.path(
        Path::rounded_rect(-inner, inner, width),
        None,
        Some(Stroke { color, width }),
    );
}

/// A long board with its grain.
fn plank(pen: &mut Pen, half: Vec2, theme: &Theme) {
    let short = half.min_element();
    let line = (short * 0.12).clamp(1.0, 4.0);
    outlined_box(pen, half, theme.wood, theme.wood_dark, line);
    let along = half.x >= half.y;
    let at = |u: f32, v: f32| {
        let (u, v) = (u * half.max_element(), v * short);
        if along { Vec2::new(u, v) } else { Vec2::new(v, u) }
    };
    let grain = mix(theme.wood, theme.wood_dark, 0.4);
    if short > 5.0 {
        pen.line(&[at(-0.92, -0.35), at(0.2, -0.35)], grain, line * 0.5);
        pen.line(&[at(0.34, -0.3), at(0.9, -0.3)], grain, line * 0.5);
        pen.line(&[at(-0.7, 0.35), at(0.75, 0.35)], grain, line * 0.5);
    }
    for u in [-0.93, 0.93] {
        pen.circle(at(u, 0.0), line * 0.6, Some(theme.wood_dark), None);
    }
}

/// Steel with warning stripes along its upper side.
fn steel_box(pen: &mut Pen, half: Vec2, theme: &Theme) {
    let short = half.min_element();
    let line = (short * 0.12).clamp(1.0, 4.0);
    outlined_box(pen, half, theme.steel, theme.steel_dark, line);
    let (l, r) = (-half.x + line, half.x - line);
    let (t, b) = (-half.y + line, -half.y + line + (half.y * 0.7).min(22.0));
    if r <= l {
        return;
    }
    pen.fill(Path::rect(Vec2::new(l, t), Vec2::new(r, b)), theme.warning);
    // Slanted stripes, cut off at the ends.
    let (step, slant) = ((b - t) * 1.6, b - t);
    let count = (((r - l) / step) as usize).min(400) + 1;
    for k in 0..=count {
        let x = l + k as f32 * step;
        let stripe = [
            Vec2::new(x, t),
            Vec2::new(x + 0.5 * step, t),
            Vec2::new(x + 0.5 * step - slant, b),
            Vec2::new(x - slant, b),
        ];
        let cut = cut_right(&cut_left(&stripe, l), r);
        if cut.len() >= 3 {
            pen.fill(Path::polygon(&cut), theme.steel_dark);
        }
    }
    outlined_box_line(pen, half, theme.steel_dark, line);
}

/// The part of a convex polygon with x ≥ `x` (Sutherland–Hodgman, one side).
fn cut_left(points: &[Vec2], x: f32) -> Vec<Vec2> {
    let mut out = Vec::new();
    for i in 0..points.len() {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        if a.x >= x {
            out.push(a);
        }
        if (a.x >= x) != (b.x >= x) {
            out.push(a + (b - a) * ((x - a.x) / (b.x - a.x)));
        }
    }
    out
}

/// The part with x ≤ `x`.
fn cut_right(points: &[Vec2], x: f32) -> Vec<Vec2> {
    let turned: Vec<Vec2> = points.iter().map(|p| Vec2::new(-p.x, p.y)).collect();
    cut_left(&turned, -x)
        .iter()
        .map(|p| Vec2::new(-p.x, p.y))
        .collect()
}

/// A ball with a band and a seam, so that its turning is seen.
fn ball(pen: &mut Pen, radius: f32, prop: &PropView, theme: &Theme) {
    let line = (radius * 0.09).clamp(1.0, 4.0);
    let inner = (radius - 0.5 * line).max(radius * 0.5);
    let color = if prop.kinematic {
        theme.steel
    } else {
        theme.ball(&prop.name)
    };
    pen.circle(Vec2::ZERO, inner, Some(color), None);
    // The band: between two chords.
    let half_angle = 0.36;
    let mut band = arc_points(Vec2::ZERO, inner, -half_angle, half_angle);
    band.extend(arc_points(Vec2::ZERO, inner, PI - half_angle, PI + half_angle));
    let seam = if prop.kinematic { theme.warning } else { theme.seam };
    pen.fill(Path::polygon(&band), seam);
    let dark = mix(color, theme.prop_dark, 0.6);
    pen.line(&[Vec2::new(0.0, -inner), Vec2::new(0.0, inner)], dark, line * 0.6);
    pen.circle(Vec2::ZERO, radius * 0.16, Some(seam), Some((dark, line * 0.5)));
    let arc = arc_points(Vec2::ZERO, inner - line, PI + 0.5, PI + FRAC_PI_2 - 0.15);
    pen.line(&arc, mix(color, theme.head, 0.45), line * 0.9);
    pen.circle(
        Vec2::ZERO,
        inner,
        None,
        Some((mix(color, theme.prop_dark, 0.75), line)),
    );
}

/// Any other shape, with a mark from its middle to its first corner, so that its turning is seen.
fn loose(pen: &mut Pen, points: &[Vec2], prop: &PropView, theme: &Theme) {
    let (fill, line) = loose_colors(prop, theme);
    pen.polygon(points, fill, Some((line, 3.0)));
    let count = points.len().max(1) as f32;
    let center = points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / count;
    if let Some(&corner) = points.first() {
        pen.line(&[center, center + (corner - center) * 0.5], line, 2.0);
    }
    pen.circle(center, 4.0, Some(line), None);
}

fn loose_colors(prop: &PropView, theme: &Theme) -> (Color, Color) {
    if prop.kinematic {
        (theme.steel, theme.steel_dark)
    } else {
        let color = theme.ball(&prop.name);
        (color, mix(color, theme.prop_dark, 0.7))
    }
}
