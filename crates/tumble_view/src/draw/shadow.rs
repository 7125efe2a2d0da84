//! Soft shadows where things stand on or hover above the ground: a dark band that follows the surface.

use tumble::math::Vec2;
use tumble_scene::frame::Frame;

use crate::draw::surface::Surface;
use crate::list::{Path, Pen};
use crate::theme::fade;
use crate::{Bounds, Theme, bounds};

/// Above this height nothing is seen of a shadow [px].
const REACH: f32 = 500.0;
/// Thickness of a shadow [px].
const THICKNESS: f32 = 16.0;
/// Opacity right under a thing that touches.
const OPACITY: f32 = 0.34;
/// Distance of the points at which the ground is looked at [px].
const STEP: f32 = 16.0;

/// Draws the shadows of a frame's characters and props on the terrain.
pub(crate) fn draw(pen: &mut Pen, frame: &Frame, surface: &Surface, visible: Bounds, theme: &Theme) {
    let mut cast = |object: Bounds| {
        if !object.is_empty() && object.grown(Vec2::splat(REACH)).touches(visible) {
            under(pen, object, surface, theme);
        }
    };
    for character in &frame.characters {
        // Bone by bone, so that a sprawled figure's shadow is as long as it is.
        for bone in &character.bones {
            cast(Bounds::of_points(&[bone.origin, bone.tip]).grown(Vec2::new(14.0, 0.0)));
        }
    }
    for prop in &frame.props {
        cast(bounds::of_prop(prop));
    }
}

fn under(pen: &mut Pen, object: Bounds, surface: &Surface, theme: &Theme) {
    let width = object.size().x;
    let count = ((width / STEP).ceil() as usize).clamp(2, 80);
    let from = object.center().y;
    let mut run: Vec<Vec2> = Vec::new();
    let mut height = REACH;
    for i in 0..=count {
        let x = object.min.x + width * (i as f32 / count as f32);
        let ground = surface.height_below(x, from);
        let jump = match (run.last(), ground) {
            (Some(last), Some(y)) => (y - last.y).abs() > 2.0 * STEP,
            _ => true,
        };
        if jump {
            flush(pen, &mut run, height, theme);
            height = REACH;
        }
        if let Some(y) = ground {
            height = height.min((y - object.max.y).max(0.0));
            run.push(Vec2::new(x, y));
        }
    }
    flush(pen, &mut run, height, theme);
}

fn flush(pen: &mut Pen, run: &mut Vec<Vec2>, height: f32, theme: &Theme) {
    let near = 1.0 - (height / REACH).clamp(0.0, 1.0);
    if run.len() >= 2 && near > 0.02 {
        // A lens: thick in the middle, nothing at the ends.
        let last = (run.len() - 1) as f32;
        let mut outline = run.clone();
        outline.extend(run.iter().enumerate().rev().map(|(i, &p)| {
            let t = 2.0 * i as f32 / last - 1.0;
            p + Vec2::new(0.0, THICKNESS * (1.0 - t * t))
        }));
        pen.fill(Path::polygon(&outline), fade(theme.shadow, OPACITY * near * near));
    }
    run.clear();
}
