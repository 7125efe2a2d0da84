//! The inside of a physics world, where a frame has it: contacts, joints that no character draws, islands, boxes.

use core::f32::consts::PI;

use tumble::backend::inside::{BodyInside, ContactInside, Inside, JointInside, JointKind, Outline};
use tumble::math::{Vec2, trig};
use tumble::rig::Color;

use crate::draw::overlay::{Hinge, Ink, draw_hinge};
use crate::list::{Anchor, Fill, Path, Pen, Stroke, Text, Weight, arc_points};
use crate::options::Overlays;
use crate::theme::fade;
use crate::{Bounds, Theme};

/// Length of a contact's bar for an impulse of 1 kg·px/s \[picture units\]: impulses span orders of magnitude, so it grows with their root.
const BAR: f32 = 2.2;
/// Shortest and longest bar \[picture units\].
const BARS: [f32; 2] = [7.0, 80.0];
/// Reach of a joint's arc as a share of what hangs on it.
const ARC: f32 = 0.22;

/// Draws the layers that are on and lie below the others: boxes and islands.
pub(crate) fn draw_below(pen: &mut Pen, inside: &Inside, overlays: Overlays, ink: Ink, theme: &Theme) {
    if overlays.boxes {
        boxes(pen, inside, ink, theme);
    }
    if overlays.islands {
        islands(pen, &inside.bodies, ink, theme);
    }
}

/// Draws the layers that are on and lie above the others: joints and contacts.
pub(crate) fn draw_above(pen: &mut Pen, inside: &Inside, overlays: Overlays, ink: Ink, theme: &Theme) {
    if overlays.joints {
        for joint in &inside.joints {
            draw_joint(pen, joint, ink, theme);
        }
    }
    if overlays.contacts {
        for contact in &inside.contacts {
            draw_contact(pen, contact, ink, theme);
        }
    }
}

/// Boxes with something in them are firm; those around boxes are the paler the more they hold. What never moves has a colour of its own.
fn boxes(pen: &mut Pen, inside: &Inside, ink: Ink, theme: &Theme) {
    // The largest first, so that a small box is not hidden by the edge of a large one.
    for leaf in [false, true] {
        for one in inside.boxes.iter().filter(|one| one.leaf == leaf) {
            let color = if one.fixed {
                theme.fixed_box
            } else {
                theme.moving_box
            };
            let (opacity, width) = if leaf {
                (0.9, 1.3)
            } else {
                ((0.2 + 0.06 * one.depth as f32).min(0.5), 0.9)
            };
            let stroke = Stroke {
                color: fade(color, opacity),
                width: width * ink.unit,
            };
            pen.path(Path::rect(one.min, one.max), None, Some(stroke));
        }
    }
}

/// Islands in colours of their own, what sleeps in one that says so, with a `z` above it.
fn islands(pen: &mut Pen, bodies: &[BodyInside], ink: Ink, theme: &Theme) {
    for body in bodies {
        let color = if body.asleep {
            theme.asleep
        } else {
            theme.island(body.island)
        };
        let outline = points(&body.outline);
        pen.path(
            Path::polygon(&outline),
            Some(Fill::Solid(fade(color, if body.asleep { 0.6 } else { 0.45 }))),
            Some(Stroke {
                color,
                width: 1.6 * ink.unit,
            }),
        );
    }
    let mut sleepers: Vec<(u64, Bounds)> = Vec::new();
    for body in bodies.iter().filter(|body| body.asleep) {
        let bounds = Bounds::of_points(&points(&body.outline));
        match sleepers.iter_mut().find(|(island, _)| *island == body.island) {
            Some((_, around)) => around.union(bounds),
            None => sleepers.push((body.island, bounds)),
        }
    }
    for (_, bounds) in sleepers {
        let top = Vec2::new(0.5 * (bounds.min.x + bounds.max.x), bounds.min.y);
        for (i, size) in [9.0, 12.0, 15.0].into_iter().enumerate() {
            let i = i as f32;
            pen.text(Text {
                text: "z".to_owned(),
                at: top + Vec2::new(8.0 * (i - 1.0), -(5.0 + 7.0 * i)) * ink.unit,
                size: size * ink.unit,
                anchor: Anchor::Middle,
                weight: Weight::Bold,
                color: theme.asleep,
            });
        }
    }
}

/// An outline's corners, round ones with as many as it takes to look round.
fn points(outline: &Outline) -> Vec<Vec2> {
    match outline {
        Outline::Polygon { points } => points.clone(),
        Outline::Round { ends: [a, b], radius } => {
            let along = *b - *a;
            if along.length_squared() <= 1e-12 {
                return arc_points(*a, *radius, 0.0, 2.0 * PI);
            }
            let heading = trig::atan2(along.y, along.x);
            let mut points = arc_points(*b, *radius, heading - 0.5 * PI, heading + 0.5 * PI);
            points.extend(arc_points(*a, *radius, heading + 0.5 * PI, heading + 1.5 * PI));
            points
        }
    }
}

/// What a character's own joints don't show: joints of other things, and whatever pulls.
fn draw_joint(pen: &mut Pen, joint: &JointInside, ink: Ink, theme: &Theme) {
    let [a, b] = joint.ends;
    let color = if joint.asleep { theme.asleep } else { theme.limit };
    match joint.kind {
        JointKind::Pin {
            base,
            angle,
            limits,
            reach,
        } => {
            if joint.figure == 0 {
                let hinge = Hinge {
                    at: a,
                    base,
                    angle,
                    limits,
                    radius: ARC * reach,
                };
                draw_hinge(pen, &hinge, ink, theme);
            }
        }
        JointKind::Distance => rod(pen, [a, b], color, ink, theme),
        JointKind::Grab => {
            rod(pen, [a, b], theme.marker, ink, theme);
            let r = 6.0 * ink.unit;
            for way in [Vec2::new(r, r), Vec2::new(r, -r)] {
                pen.line(&[a - way, a + way], theme.marker, 2.0 * ink.unit);
            }
        }
    }
}

fn rod(pen: &mut Pen, [a, b]: [Vec2; 2], color: Color, ink: Ink, theme: &Theme) {
    pen.line(&[a, b], color, 1.8 * ink.unit);
    for end in [a, b] {
        pen.circle(
            end,
            3.0 * ink.unit,
            Some(theme.head),
            Some((color, 1.6 * ink.unit)),
        );
    }
}

/// A point that presses has a bar along its normal, as long as it is loaded; one that only may come to press is hollow.
fn draw_contact(pen: &mut Pen, contact: &ContactInside, ink: Ink, theme: &Theme) {
    let color = if contact.asleep {
        theme.asleep
    } else {
        theme.contact
    };
    let presses = contact.impulse > 0.0;
    if presses {
        let length = (BAR * contact.impulse.sqrt()).clamp(BARS[0], BARS[1]) * ink.unit;
        let half = contact.normal * (0.5 * length);
        let ends = [contact.at - half, contact.at + half];
        // A pale edge, so that it is seen on whatever is below it.
        pen.line(&ends, fade(theme.head, 0.8), 4.4 * ink.unit);
        pen.line(&ends, color, 2.2 * ink.unit);
        pen.circle(
            contact.at,
            3.2 * ink.unit,
            Some(color),
            Some((theme.head, ink.unit)),
        );
    } else {
        let tick = contact.normal * (5.0 * ink.unit);
        let pale = fade(color, 0.75);
        pen.line(&[contact.at - tick, contact.at + tick], pale, ink.unit);
        pen.circle(
            contact.at,
            2.4 * ink.unit,
            Some(fade(theme.head, 0.8)),
            Some((pale, ink.unit)),
        );
    }
}
