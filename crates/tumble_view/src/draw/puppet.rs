//! Point-mass figures: their drawn sticks with round ends, discs at the points that have one, and who holds them.

use tumble::math::Vec2;
use tumble::rig::Color;
use tumble_scene::frame::PuppetView;

use crate::Theme;
use crate::list::Pen;
use crate::theme::{fade, mix};

/// Width of a stick that says nothing of its thickness, as a share of the figure's extent.
const WIDTH: f32 = 0.075;
/// Radius of the ring about a held point, as a share of the figure's extent.
const RING: f32 = 0.11;
/// How much darker the far side is.
const FAR: f32 = 0.38;

/// Draws a puppet: the far side first, then the near one, then discs, as a rig's parts are.
pub(crate) fn draw(pen: &mut Pen, puppet: &PuppetView, theme: &Theme) {
    let color = theme.puppet(&puppet.name);
    let far = mix(color, theme.body_dark, FAR);
    let width = WIDTH * puppet.figure.extent() as f32;
    for (wanted, color) in [(true, far), (false, color)] {
        sticks(pen, puppet, wanted, color, width);
    }
    for (point, now) in puppet.figure.points().iter().zip(&puppet.points) {
        let radius = point.drawn as f32;
        if radius <= 0.0 {
            continue;
        }
        if point.name == "head" {
            // The outline lies inside, so that the picture is as large as the disc.
            let edge = 0.18 * radius;
            let outline = Some((theme.puppet_edge, edge));
            pen.circle(now.at, radius - 0.5 * edge, Some(theme.puppet_head), outline);
        } else {
            let color = if is_far(&point.name) { far } else { color };
            pen.circle(now.at, radius, Some(color), None);
        }
    }
}

/// The sticks of one side, those that are drawn.
fn sticks(pen: &mut Pen, puppet: &PuppetView, far: bool, color: Color, width: f32) {
    let points = puppet.figure.points();
    for stick in puppet.figure.sticks().iter().filter(|stick| stick.drawn) {
        if (is_far(&points[stick.a].name) || is_far(&points[stick.b].name)) != far {
            continue;
        }
        let (Some(a), Some(b)) = (puppet.points.get(stick.a), puppet.points.get(stick.b)) else {
            continue;
        };
        let thickness = stick.thickness as f32;
        let width = if thickness > 0.0 { thickness } else { width };
        pen.line(&[a.at, b.at], color, width);
    }
}

/// As in rigs, the left is the far side.
fn is_far(name: &str) -> bool {
    name.starts_with("left_")
}

/// Draws the hands that hold a puppet: a ring about each held point, and a line to where it is pulled.
pub(crate) fn draw_grabs(pen: &mut Pen, puppet: &PuppetView, theme: &Theme) {
    let extent = puppet.figure.extent() as f32;
    let (ring, line) = (RING * extent, 0.3 * WIDTH * extent);
    for pull in &puppet.pulls {
        let Some(point) = puppet.points.get(pull.point) else {
            continue;
        };
        let way = pull.target - point.at;
        if way.length() > ring {
            let from = point.at + way * (ring / way.length());
            pen.line(&[from, pull.target], fade(theme.grab, 0.7), line);
        }
        pen.circle(pull.target, 1.6 * line, Some(theme.grab), None);
        pen.circle(point.at, ring, None, Some((theme.grab, line)));
    }
}

/// Lines that cast a puppet's shadow: its drawn sticks and discs.
pub(crate) fn shadow_lines(puppet: &PuppetView) -> Vec<[Vec2; 2]> {
    let side = Vec2::new(0.5 * WIDTH * puppet.figure.extent() as f32, 0.0);
    let mut lines = Vec::new();
    for stick in puppet.figure.sticks().iter().filter(|stick| stick.drawn) {
        if let (Some(a), Some(b)) = (puppet.points.get(stick.a), puppet.points.get(stick.b)) {
            // A stick has some width, an upright one too.
            lines.extend([
                [a.at, b.at],
                [a.at - side, a.at + side],
                [b.at - side, b.at + side],
            ]);
        }
    }
    lines.retain(|line| line.iter().all(|end| end.is_finite()));
    lines
}
