//! What people who look for a fault want to see.

use core::f32::consts::PI;

use tumble::backend::Shape;
use tumble::math::{Rot, Vec2};
use tumble::rig::{BoneId, Color};
use tumble_scene::frame::{CharacterView, Frame, JointView};

use crate::bounds::box_corners;
use crate::draw::character::{BoneFrame, body_outline, capsule};
use crate::flash::Flash;
use crate::list::{Anchor, Path, Pen, Stroke, Text, Weight, arc_points};
use crate::options::{Ghost, Overlays};
use crate::theme::fade;
use crate::{Theme, draw::character};

/// A velocity is drawn as the way of so many seconds.
const VELOCITY_TIME: f32 = 0.1;
/// Radius of a joint's arc [px at scale 1].
const ARC: f32 = 46.0;
/// A limit counts as broken beyond this \[rad\]: 1°.
const SLACK: f32 = PI / 180.0;

/// Sizes that stay readable at every zoom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    /// Width of one picture unit in the world \[px\].
    pub unit: f32,
}

/// Draws what goes behind the characters: ghosts.
pub(crate) fn draw_ghosts(pen: &mut Pen, frame: &Frame, ghosts: &[Ghost], theme: &Theme) {
    for ghost in ghosts {
        if let Some(character) = frame.characters.iter().find(|c| c.name == ghost.who) {
            let color = character::ghost_color(theme);
            character::draw_ghost(pen, &character.rig, &ghost.bones, character.pose.root, color);
        }
    }
}

/// Draws the layers that are on, in the world.
pub(crate) fn draw(
    pen: &mut Pen,
    frame: &Frame,
    flashes: &[Flash],
    overlays: Overlays,
    ink: Ink,
    theme: &Theme,
) {
    for character in &frame.characters {
        if overlays.bodies {
            bodies(pen, character, ink, theme);
        }
        if overlays.probe {
            probe(pen, character, ink, theme);
        }
        if overlays.joints {
            for joint in &character.joints {
                draw_joint(pen, character, joint, ink, theme);
            }
        }
        if overlays.markers {
            markers(pen, character, ink, theme);
        }
    }
    if overlays.velocities {
        velocities(pen, frame, ink, theme);
    }
    if overlays.impacts {
        for flash in flashes {
            draw_flash(pen, flash, ink, theme);
        }
    }
}

fn bodies(pen: &mut Pen, character: &CharacterView, ink: Ink, theme: &Theme) {
    let stroke = Stroke {
        color: theme.ink,
        width: 1.4 * ink.unit,
    };
    if character.bodies.is_empty() {
        for bone in character.rig.bone_ids() {
            let body = character
                .rig
                .ragdoll
                .bodies
                .get(bone.index())
                .and_then(Option::as_ref);
            if let (Some(body), Some(frame)) = (body, BoneFrame::of(character, bone)) {
                let stroke = Stroke {
                    color: fade(stroke.color, 0.35),
                    ..stroke
                };
                pen.path(Path::polygon(&body_outline(body, &frame)), None, Some(stroke));
            }
        }
    }
    for body in character.bodies.iter().filter(|body| body.pose.is_finite()) {
        let local = match &body.shape {
            Shape::Circle { radius } => {
                let mut points = arc_points(Vec2::ZERO, *radius, 0.0, 2.0 * PI);
                // A radius, so that the head's turning is seen.
                points.push(Vec2::ZERO);
                points
            }
            Shape::Capsule { half_length, radius } => capsule(*half_length, *radius),
            Shape::Box { half } => box_corners(*half).to_vec(),
            Shape::Polygon { points } | Shape::Segments { points } => points.clone(),
        };
        let world: Vec<Vec2> = local
            .iter()
            .map(|&p| body.pose.world_from_local_point(p))
            .collect();
        pen.path(Path::polygon(&world), None, Some(stroke));
    }
}

fn probe(pen: &mut Pen, character: &CharacterView, ink: Ink, theme: &Theme) {
    for (ray, hit) in &character.probe {
        let end = hit.map_or(ray.origin + ray.way, |hit| hit.point);
        let color = fade(theme.probe, if hit.is_some() { 0.8 } else { 0.3 });
        pen.line(&[ray.origin, end], color, 1.2 * ink.unit);
        pen.circle(ray.origin, 2.0 * ink.unit, Some(color), None);
        if let Some(hit) = hit {
            pen.circle(
                hit.point,
                3.5 * ink.unit,
                Some(theme.probe),
                Some((theme.head, ink.unit)),
            );
            pen.line(
                &[hit.point, hit.point + hit.normal * (14.0 * ink.unit)],
                theme.probe,
                1.6 * ink.unit,
            );
        }
    }
    if let (Some((y, hit)), Some(torso)) = (character.ground, character.bones.first()) {
        let color = fade(theme.probe, if hit { 0.9 } else { 0.4 });
        let x = torso.origin.x;
        pen.line(
            &[Vec2::new(x - 130.0, y), Vec2::new(x + 130.0, y)],
            color,
            2.0 * ink.unit,
        );
    }
}

/// A joint of a character. Angle 0 points along the parent's heading plus the zero.
fn draw_joint(pen: &mut Pen, character: &CharacterView, joint: &JointView, ink: Ink, theme: &Theme) {
    let parent = character.rig.bones.get(joint.bone).and_then(|bone| bone.parent);
    let parent = parent.and_then(|BoneId(parent)| character.bones.get(usize::from(parent)));
    let Some(parent) = parent else {
        return;
    };
    let root = character.pose.root;
    let hinge = Hinge {
        at: joint.at,
        base: parent.heading + joint.zero,
        angle: joint.angle,
        limits: joint.limits,
        radius: ARC * if root.is_valid() { root.scale } else { 1.0 },
    };
    draw_hinge(pen, &hinge, ink, theme);
}

/// A joint that turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hinge {
    /// Where \[px\].
    pub at: Vec2,
    /// Heading of angle 0 \[rad\].
    pub base: f32,
    /// Angle \[rad\].
    pub angle: f32,
    /// Limits of the angle \[rad\].
    pub limits: Option<[f32; 2]>,
    /// Radius of the arc \[px\].
    pub radius: f32,
}

/// A joint's band as an arc about it, its angle as a needle; red where the limits don't hold.
pub(crate) fn draw_hinge(pen: &mut Pen, hinge: &Hinge, ink: Ink, theme: &Theme) {
    let &Hinge {
        at,
        base,
        angle,
        limits,
        radius,
    } = hinge;
    let needle = at + Rot::from_angle(base + angle).x_axis() * radius;
    let broken = limits.is_some_and(|[lower, upper]| angle < lower - SLACK || angle > upper + SLACK);
    let color = if broken { theme.broken } else { theme.limit };
    if let Some([lower, upper]) = limits {
        let arc = arc_points(at, radius, base + lower, base + upper);
        let mut wedge = vec![at];
        wedge.extend(&arc);
        pen.polygon(&wedge, fade(color, 0.16), None);
        pen.line(&arc, color, 1.6 * ink.unit);
    }
    pen.line(&[at, needle], color, 2.0 * ink.unit);
    pen.circle(
        at,
        3.4 * ink.unit,
        Some(theme.head),
        Some((color, 1.6 * ink.unit)),
    );
}

fn markers(pen: &mut Pen, character: &CharacterView, ink: Ink, theme: &Theme) {
    for (name, at) in &character.markers {
        let r = 6.0 * ink.unit;
        for way in [Vec2::new(r, r), Vec2::new(r, -r)] {
            pen.line(&[*at - way, *at + way], theme.marker, 2.0 * ink.unit);
        }
        // Left ones to the left, so that a pair of feet doesn't write over itself.
        let (side, anchor) = if name.starts_with("left") {
            (-1.0, Anchor::End)
        } else {
            (1.0, Anchor::Start)
        };
        pen.text(Text {
            text: name.clone(),
            at: *at + Vec2::new(side * 1.4 * r, 0.6 * r),
            size: 10.5 * ink.unit,
            anchor,
            weight: Weight::Bold,
            color: theme.marker,
        });
    }
}

fn velocities(pen: &mut Pen, frame: &Frame, ink: Ink, theme: &Theme) {
    let bodies = frame
        .characters
        .iter()
        .flat_map(|c| c.bodies.iter().map(|b| (b.pose, b.velocity)));
    for (pose, velocity) in bodies.chain(frame.props.iter().map(|p| (p.pose, p.velocity))) {
        arrow(pen, pose.position, velocity * VELOCITY_TIME, ink, theme.velocity);
    }
}

fn arrow(pen: &mut Pen, from: Vec2, way: Vec2, ink: Ink, color: Color) {
    let length = way.length();
    if !(length.is_finite() && length > 2.0 * ink.unit) {
        return;
    }
    let (along, tip) = (way / length, from + way);
    let across = Vec2::new(-along.y, along.x);
    let head = (7.0 * ink.unit).min(0.6 * length);
    pen.line(&[from, tip - along * (0.7 * head)], color, 1.8 * ink.unit);
    let base = tip - along * head;
    pen.polygon(
        &[tip, base + across * (0.5 * head), base - across * (0.5 * head)],
        color,
        None,
    );
}

/// A star that grows and pales with the flash's age.
fn draw_flash(pen: &mut Pen, flash: &Flash, ink: Ink, theme: &Theme) {
    let left = 1.0 - flash.age;
    let color = fade(theme.impact, 0.9 * left);
    // Impulses span orders of magnitude; the square root keeps a tap visible and a crash in the picture.
    let size = (flash.impulse.max(0.0).sqrt() * 1.6)
        .min(110.0)
        .max(11.0 * ink.unit)
        * (0.6 + 0.4 * flash.age);
    for k in 0..8 {
        let ray = Rot::from_angle(PI * (k as f32 / 4.0) + 0.2).x_axis();
        let reach = if k % 2 == 0 { 1.0 } else { 0.7 };
        pen.line(
            &[flash.at + ray * (size * 0.4), flash.at + ray * (size * reach)],
            color,
            size * 0.09,
        );
    }
    pen.circle(flash.at, size * 0.3, Some(fade(theme.impact, 0.35 * left)), None);
}
