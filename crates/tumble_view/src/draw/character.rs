//! Characters: the rig's parts on their bones, in the draw order of the facing; bodies where there are no parts.

use tumble::math::{Placement, Rot, Vec2};
use tumble::rig::{BodyShape, BodySpec, BoneId, Color, Part, PartShape, Rig, WorldBone};
use tumble_scene::frame::CharacterView;

use crate::list::{Fill, Path, Pen, Stroke, arc_points};
use crate::theme::{Theme, fade};

/// From a bone's own frame to the world.
///
/// A part's point (x along the bone, y to its side) in an unmirrored rig lies at `o + R(h)·s·(x, y)`. Under the mirror
/// `M = diag(−1, 1)` a heading h becomes π − h, and `M·R(h) = R(π − h)·diag(1, −1)`: the world heading that
/// [`WorldBone`] has already, with y negated. So nothing is ever drawn with a negative scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoneFrame {
    origin: Vec2,
    rotation: Rot,
    scale: f32,
    side: f32,
}

impl BoneFrame {
    /// The frame of a character's bone; `None` when it isn't there or not finite.
    pub fn of(character: &CharacterView, bone: BoneId) -> Option<Self> {
        Self::new(*character.bones.get(bone.index())?, character.pose.root)
    }

    /// The frame of a bone of a character that stands at `root`.
    pub fn new(bone: WorldBone, root: Placement) -> Option<Self> {
        let finite = bone.origin.is_finite() && bone.heading.is_finite() && root.is_valid();
        finite.then(|| Self {
            origin: bone.origin,
            rotation: Rot::from_angle(bone.heading),
            scale: root.scale,
            side: root.handedness(),
        })
    }

    /// A point in the world \[px\].
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.origin
            + self
                .rotation
                .rotate(Vec2::new(local.x, local.y * self.side) * self.scale)
    }

    /// A length in the world \[px\].
    pub fn length(&self, local: f32) -> f32 {
        local * self.scale
    }

    fn points(&self, local: &[Vec2]) -> Vec<Vec2> {
        local.iter().map(|&point| self.point(point)).collect()
    }
}

/// Draws a character.
pub(crate) fn draw(pen: &mut Pen, character: &CharacterView, theme: &Theme) {
    let rig = &*character.rig;
    // A bone without parts lies behind the parts, its parents behind it.
    for bone in rig.bone_ids() {
        if let (Some(body), Some(frame)) = (bare_body(rig, bone), BoneFrame::of(character, bone)) {
            draw_body(pen, &body, &frame, Look::bare(&body, rig, bone, theme));
        }
    }
    for part in in_order(character) {
        if let Some(frame) = BoneFrame::of(character, part.bone) {
            draw_part(pen, part, &frame);
        }
    }
}

/// Draws a pose as a pale outline.
pub(crate) fn draw_ghost(pen: &mut Pen, rig: &Rig, bones: &[WorldBone], root: Placement, color: Color) {
    for (bone, world) in rig.bone_ids().zip(bones) {
        let Some(frame) = BoneFrame::new(*world, root) else {
            continue;
        };
        if let Some(body) = bare_body(rig, bone) {
            draw_body(
                pen,
                &body,
                &frame,
                Look {
                    fill: None,
                    outline: (color, 3.0),
                },
            );
        }
        for part in rig.parts.iter().filter(|part| part.bone == bone) {
            match &part.shape {
                PartShape::Polyline { points, width } => {
                    pen.line(&frame.points(points), color, frame.length(*width * 0.6));
                }
                PartShape::Polygon { points } => {
                    let stroke = Stroke {
                        color,
                        width: frame.length(3.0),
                    };
                    pen.path(Path::polygon(&frame.points(points)), None, Some(stroke));
                }
                PartShape::Circle { center, radius } => {
                    let outline = Some((color, frame.length(3.0)));
                    pen.circle(frame.point(*center), frame.length(*radius), None, outline);
                }
            }
        }
    }
}

/// The parts, back to front for the facing. A list that doesn't name every part leaves the rest in front.
fn in_order(character: &CharacterView) -> impl Iterator<Item = &Part> {
    let parts = &character.rig.parts;
    let order = &character.rig.facing(character.facing).draw_order;
    let rest = (0..parts.len()).filter(move |i| !order.contains(i));
    order.iter().copied().chain(rest).filter_map(|i| parts.get(i))
}

fn draw_part(pen: &mut Pen, part: &Part, frame: &BoneFrame) {
    let outline = part.outline.map(|(color, width)| (color, frame.length(width)));
    match &part.shape {
        PartShape::Polyline { points, width } => {
            if let Some(color) = part.fill {
                pen.line(&frame.points(points), color, frame.length(*width));
            }
        }
        PartShape::Polygon { points } => pen.path(
            Path::polygon(&frame.points(points)),
            part.fill.map(Fill::Solid),
            outline.map(|(color, width)| Stroke { color, width }),
        ),
        PartShape::Circle { center, radius } => {
            pen.circle(frame.point(*center), frame.length(*radius), part.fill, outline);
        }
    }
}

/// The body that stands in for a bone's missing parts.
fn bare_body(rig: &Rig, bone: BoneId) -> Option<BodySpec> {
    let has_part = rig.parts.iter().any(|part| part.bone == bone);
    let body = *rig.ragdoll.bodies.get(bone.index())?;
    body.filter(|_| !has_part)
}

#[derive(Clone, Copy)]
struct Look {
    fill: Option<Color>,
    /// Width before scaling \[px\].
    outline: (Color, f32),
}

impl Look {
    /// A grey limb; a white head.
    fn bare(body: &BodySpec, rig: &Rig, bone: BoneId, theme: &Theme) -> Self {
        let looks = rig.look.as_ref().is_some_and(|look| look.bone == bone);
        let head = looks || matches!(body.shape, BodyShape::Circle { .. });
        Self {
            fill: Some(if head { theme.head } else { theme.body }),
            outline: (theme.body_dark, if head { 8.0 } else { 3.0 }),
        }
    }
}

/// Draws a body's shape on its bone.
fn draw_body(pen: &mut Pen, body: &BodySpec, frame: &BoneFrame, look: Look) {
    let fill = look.fill.map(Fill::Solid);
    let stroke = Stroke {
        color: look.outline.0,
        width: frame.length(look.outline.1),
    };
    if let BodyShape::Circle { radius } = body.shape {
        // The outline lies inside, so that the picture is as large as the body.
        let inner = frame.length(radius) - 0.5 * stroke.width;
        pen.circle(
            frame.point(body.center),
            inner,
            look.fill,
            Some((stroke.color, stroke.width)),
        );
    } else {
        pen.path(Path::polygon(&outline(body, frame)), fill, Some(stroke));
    }
}

/// The outline of a rig's body on its bone, in the world.
pub(crate) fn body_outline(body: &BodySpec, frame: &BoneFrame) -> Vec<Vec2> {
    if let BodyShape::Circle { radius } = body.shape {
        let mut points = arc_points(
            frame.point(body.center),
            frame.length(radius),
            0.0,
            core::f32::consts::TAU,
        );
        points.pop();
        points
    } else {
        outline(body, frame)
    }
}

fn outline(body: &BodySpec, frame: &BoneFrame) -> Vec<Vec2> {
    let local = match body.shape {
        BodyShape::Box { size } => crate::bounds::box_corners(size * 0.5).to_vec(),
        // Tip to tip as long as the bone: its centre is the bone's midpoint.
        BodyShape::Capsule { radius } => capsule(body.center.x.max(radius) - radius, radius),
        BodyShape::Circle { radius } => capsule(0.0, radius),
    };
    local
        .iter()
        .map(|&point| frame.point(body.center + point))
        .collect()
}

/// The outline of a capsule along x about the origin.
pub(crate) fn capsule(half_length: f32, radius: f32) -> Vec<Vec2> {
    use core::f32::consts::FRAC_PI_2;
    let mut points = arc_points(Vec2::new(half_length, 0.0), radius, -FRAC_PI_2, FRAC_PI_2);
    points.extend(arc_points(
        Vec2::new(-half_length, 0.0),
        radius,
        FRAC_PI_2,
        3.0 * FRAC_PI_2,
    ));
    points
}

/// The colour of a character's ghost.
pub(crate) fn ghost_color(theme: &Theme) -> Color {
    fade(theme.states[2], 0.45)
}
