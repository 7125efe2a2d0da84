//! Soft shadows on the ground below things: a dark band that follows the surface, thick where a thing touches, thin
//! where it hovers.

use tumble::backend::Shape;
use tumble::math::Vec2;
use tumble::rig::BodyShape;
use tumble_scene::frame::{Frame, PropView};

use crate::bounds::box_corners;
use crate::draw::character::{BoneFrame, body_outline, capsule};
use crate::draw::puppet::shadow_lines;
use crate::draw::surface::Surface;
use crate::list::{Path, Pen, arc_points};
use crate::theme::fade;
use crate::{Bounds, Theme};

/// Above this height nothing is seen of a shadow \[px\].
const REACH: f32 = 450.0;
/// Thickness of a shadow right under a thing that touches \[px\].
const THICKNESS: f32 = 15.0;
/// Opacity.
const OPACITY: f32 = 0.32;
/// Over this distance a shadow begins and ends \[px\].
const FALLOFF: f32 = 28.0;
/// Distance of the points at which the ground is looked at \[px\].
const STEP: f32 = 8.0;
/// Size of a thing whose shadow is as thick as that \[px\]: a stickman's height.
const SIZE: f32 = 480.0;
/// More puppets than this cast no shadows: one couldn't be told from the other's.
const MOST_PUPPETS: usize = 64;
/// So far may a thing be in the ground and still stand on it \[px\].
const SUNK: f32 = 24.0;

/// Draws the shadows of a frame's characters, puppets and props on the terrain.
pub(crate) fn draw(pen: &mut Pen, frame: &Frame, surface: &Surface, visible: Bounds, theme: &Theme) {
    let near = visible.grown(Vec2::splat(REACH));
    for character in &frame.characters {
        let mut lines: Vec<[Vec2; 2]> = Vec::new();
        for (bone, world) in character.rig.bone_ids().zip(&character.bones) {
            if !(world.origin.is_finite() && world.tip.is_finite()) {
                continue;
            }
            let body = character
                .rig
                .ragdoll
                .bodies
                .get(bone.index())
                .and_then(Option::as_ref);
            let round = body.filter(|body| matches!(body.shape, BodyShape::Circle { .. }));
            if let (Some(body), Some(frame)) = (round, BoneFrame::of(character, bone)) {
                lines.extend(closed(&body_outline(body, &frame)));
            }
            // A limb has some width, an upright one too.
            let side = Vec2::new(16.0, 0.0);
            lines.extend([
                [world.origin, world.tip],
                [world.origin - side, world.origin + side],
                [world.tip - side, world.tip + side],
            ]);
        }
        under(pen, &lines, 1.0, near, surface, theme);
    }
    if frame.puppets.len() <= MOST_PUPPETS {
        for puppet in &frame.puppets {
            let size = (2.0 * puppet.figure.extent() as f32 / SIZE).min(1.0);
            under(pen, &shadow_lines(puppet), size, near, surface, theme);
        }
    }
    for prop in frame.props.iter().filter(|prop| prop.pose.is_finite()) {
        under(pen, &outline(prop), 1.0, near, surface, theme);
    }
}

/// The edges of a prop, in the world.
fn outline(prop: &PropView) -> Vec<[Vec2; 2]> {
    let local = match &prop.shape {
        Shape::Circle { radius } => arc_points(Vec2::ZERO, *radius, 0.0, core::f32::consts::TAU),
        Shape::Capsule { half_length, radius } => capsule(*half_length, *radius),
        Shape::Box { half } => box_corners(*half).to_vec(),
        Shape::Polygon { points } | Shape::Segments { points } => points.clone(),
    };
    let world: Vec<Vec2> = local
        .iter()
        .map(|&p| prop.pose.world_from_local_point(p))
        .collect();
    closed(&world).collect()
}

fn closed(points: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> + '_ {
    let ends = points.iter().cycle().skip(1);
    points.iter().zip(ends).map(|(&a, &b)| [a, b])
}

/// The shadow of one thing, made of lines; `size` is 1 for what is as large as a stickman or a crate.
fn under(pen: &mut Pen, lines: &[[Vec2; 2]], size: f32, near: Bounds, surface: &Surface, theme: &Theme) {
    let thing = Bounds::of_points(lines.as_flattened());
    if thing.is_empty() || !thing.touches(near) {
        return;
    }
    let seen = thing.intersection(near);
    let width = seen.size().x;
    let count = ((width / (STEP * size)).ceil() as usize).clamp(2, 800);
    let color = fade(theme.shadow, OPACITY);
    // Points of the surface, and the shadow's thickness there.
    let mut run: Vec<(Vec2, f32)> = Vec::new();
    for i in 0..=count {
        let x = seen.min.x + width * (i as f32 / count as f32);
        let ground = lowest(lines, x)
            .and_then(|bottom| {
                surface
                    .height_below(x, bottom - SUNK)
                    .map(|y| (y, (y - bottom).max(0.0)))
            })
            .filter(|&(_, height)| height < REACH);
        let next = ground.map(|(y, height)| {
            let left = 1.0 - height / REACH;
            let end = ((x - thing.min.x).min(thing.max.x - x) / (FALLOFF * size)).clamp(0.0, 1.0);
            (Vec2::new(x, y), THICKNESS * size * left * left * end)
        });
        let goes_on = match (run.last(), next) {
            (Some((last, _)), Some((p, _))) => (p.y - last.y).abs() < 2.5 * (p.x - last.x),
            _ => false,
        };
        if !goes_on {
            flush(pen, &mut run, color);
        }
        run.extend(next);
    }
    flush(pen, &mut run, color);
}

/// The lowest point of the lines at `x`.
fn lowest(lines: &[[Vec2; 2]], x: f32) -> Option<f32> {
    let mut lowest: Option<f32> = None;
    for &[a, b] in lines {
        let (l, r) = if a.x <= b.x { (a, b) } else { (b, a) };
        if x < l.x || x > r.x {
            continue;
        }
        let y = if r.x - l.x < 1e-3 {
            l.y.max(r.y)
        } else {
            l.y + (r.y - l.y) * ((x - l.x) / (r.x - l.x))
        };
        if lowest.is_none_or(|lowest| y > lowest) {
            lowest = Some(y);
        }
    }
    lowest
}

fn flush(pen: &mut Pen, run: &mut Vec<(Vec2, f32)>, color: tumble::rig::Color) {
    if run.len() >= 2 && run.iter().any(|&(_, thickness)| thickness > 0.5) {
        let mut outline: Vec<Vec2> = run.iter().map(|&(p, _)| p).collect();
        let under = run.iter().rev();
        outline.extend(under.map(|&(p, thickness)| p + Vec2::new(0.0, thickness)));
        pen.fill(Path::polygon(&outline), color);
    }
    run.clear();
}
