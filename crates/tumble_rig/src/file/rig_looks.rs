//! The drawn parts of a rig file.

use tumble_math::Vec2;

use super::check::{At, Want};
use super::rig_build::Build;
use super::{OutlineShapeFile, PartFile, color};
use crate::{BoneId, Color, Part, PartShape};

/// The name of a part: its own, else its bone's.
fn name_of(part: &PartFile) -> &str {
    part.name.as_deref().unwrap_or(&part.bone)
}

/// All parts, in the order of the file.
pub(super) fn parts(build: &mut Build<'_>) -> Vec<Part> {
    let files = &build.file.parts;
    let places: Vec<At> = files
        .iter()
        .enumerate()
        .map(|(i, part)| At::item("parts", i, format!("part `{}`", name_of(part))))
        .collect();
    build.check.unique("parts", files.iter().map(name_of), |i| {
        if files[i].name.is_some() {
            places[i].field("name")
        } else {
            places[i].clone()
        }
    });
    files
        .iter()
        .zip(&places)
        .map(|(file, at)| part(build, at, file))
        .collect()
}

fn part(build: &mut Build<'_>, at: &At, file: &PartFile) -> Part {
    if let Some(name) = &file.name {
        build.check.name(&at.field("name"), name);
    }
    let bone = build.bone(&at.field("bone"), &file.bone);
    let length = bone
        .and_then(|bone| build.bones.get(bone.index()))
        .map_or(0.0, |bone| bone.length);
    let shape_at = at.field("shape");
    let shape = match &file.shape {
        OutlineShapeFile::Polyline { points, width } => PartShape::Polyline {
            points: if points.is_empty() {
                vec![Vec2::ZERO, Vec2::new(length, 0.0)]
            } else {
                outline(build, &shape_at, points, 2, "line")
            },
            width: build.check.number(&shape_at.field("width"), *width, Want::Size),
        },
        OutlineShapeFile::Polygon { points } => PartShape::Polygon {
            points: outline(build, &shape_at, points, 3, "polygon"),
        },
        OutlineShapeFile::Circle { center, radius } => PartShape::Circle {
            center: match center {
                Some(center) => build.check.point(&shape_at.field("center"), *center),
                None => Vec2::new(length, 0.0),
            },
            radius: build.check.number(&shape_at.field("radius"), *radius, Want::Size),
        },
    };
    let line = matches!(shape, PartShape::Polyline { .. });
    let fill = file
        .color
        .as_ref()
        .and_then(|text| named_color(build, &at.field("color"), text));
    let outline = file.outline.as_ref().and_then(|(text, width)| {
        let place = at.field("outline");
        let width = build.check.number(&place.value(1), *width, Want::Size);
        Some((named_color(build, &place.value(0), text)?, width))
    });
    if line && file.color.is_none() {
        build.check.problem(
            at,
            "a line without a colour can't be seen",
            "add `color: \"#404040\"`",
        );
    } else if line && file.outline.is_some() {
        build.check.problem(
            &at.field("outline"),
            "a line has no outline",
            "draw a second, wider line below it, or make it a polygon",
        );
    } else if file.color.is_none() && file.outline.is_none() {
        build.check.problem(
            at,
            "a part without a colour and without an outline can't be seen",
            "add `color: \"#404040\"` or `outline: (\"#404040\", 3)`",
        );
    }
    Part {
        name: name_of(file).to_owned(),
        bone: bone.unwrap_or(BoneId::TORSO),
        shape,
        fill,
        outline,
    }
}

fn outline(build: &mut Build<'_>, at: &At, points: &[(f32, f32)], least: usize, kind: &str) -> Vec<Vec2> {
    let at = at.field("points");
    if points.len() < least {
        build.check.problem(
            &at,
            format!("{} points don't make a {kind}", points.len()),
            format!("give at least {least} points"),
        );
    }
    points
        .iter()
        .enumerate()
        .map(|(i, &point)| build.check.point(&at.value(i), point))
        .collect()
}

fn named_color(build: &mut Build<'_>, at: &At, text: &str) -> Option<Color> {
    let color = color::parse(text);
    if color.is_none() {
        build.check.problem(
            at,
            format!("`{text}` isn't a colour"),
            "write it as \"#rrggbb\" or, with opacity, \"#rrggbbaa\"",
        );
    }
    color
}
