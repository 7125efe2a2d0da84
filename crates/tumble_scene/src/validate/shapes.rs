//! Terrain and props.

use tumble::backend::{BodyKind, Shape};
use tumble::math::{Pose2, Vec2};
use tumble::rig::steps;

use super::checker::{Checker, Path, deeper};
use crate::file::{KindFile, PropFile, RisingFile, SceneFile, ShapeFile, TerrainFile};
use crate::outline;
use crate::scene::{Prop, Terrain};

/// More steps than this in one flight are surely a mistake.
const MOST_STAIRS: u32 = 1000;

/// The name of the `i`-th terrain shape when it doesn't say one.
pub(super) fn default_terrain_name(i: usize) -> String {
    if i == 0 {
        "ground".to_owned()
    } else {
        format!("terrain{}", i + 1)
    }
}

pub(super) fn terrain(check: &mut Checker<'_>, file: &SceneFile) -> Vec<Terrain> {
    file.terrain
        .iter()
        .enumerate()
        .map(|(i, entry)| terrain_shape(check, i, entry))
        .collect()
}

fn terrain_shape(check: &mut Checker<'_>, i: usize, entry: &TerrainFile) -> Terrain {
    let name = entry
        .name()
        .map_or_else(|| default_terrain_name(i), ToOwned::to_owned);
    let place = |field: &str| format!("terrain `{name}`, field `{field}`");
    let (shape, friction) = match entry {
        TerrainFile::Polygon { points, friction, .. } => {
            let points = outline_points(
                check,
                points,
                &steps!["terrain", i, "points"],
                &place("points"),
                outline::check_polygon,
            );
            (Shape::Polygon { points }, *friction)
        }
        TerrainFile::Segments { points, friction, .. } => {
            let points = outline_points(
                check,
                points,
                &steps!["terrain", i, "points"],
                &place("points"),
                outline::check_polyline,
            );
            (Shape::Segments { points }, *friction)
        }
        TerrainFile::Stairs {
            at,
            step,
            count,
            rising,
            landing,
            friction,
            ..
        } => {
            let fine = check.finite(at.0, steps!["terrain", i, "at", 0], &place("at"))
                & check.finite(at.1, steps!["terrain", i, "at", 1], &place("at"))
                & check.positive(step.0, steps!["terrain", i, "step", 0], &place("step"))
                & check.positive(step.1, steps!["terrain", i, "step", 1], &place("step"))
                & check.not_negative(*landing, steps!["terrain", i, "landing"], &place("landing"));
            let usable = (1..=MOST_STAIRS).contains(count);
            if !usable {
                check.problem(
                    steps!["terrain", i, "count"],
                    &place("count"),
                    format!("{count} steps make no stairs"),
                    format!("give 1 to {MOST_STAIRS}"),
                );
            }
            let count = if usable { *count } else { 1 };
            let points = stairs(Vec2::from(*at), Vec2::from(*step), count, *rising, *landing);
            if fine && outline::check_polygon(&points).is_err() {
                check.problem(
                    steps!["terrain", i, "step"],
                    &place("step"),
                    format!("steps of {} × {} px can't be told apart there", step.0, step.1),
                    "make them larger, or put them nearer to the origin: an f32 has seven digits",
                );
            }
            (Shape::Polygon { points }, *friction)
        }
    };
    check.not_negative(friction, steps!["terrain", i, "friction"], &place("friction"));
    Terrain {
        name,
        shape,
        friction,
    }
}

/// The outline of a flight of stairs from its foot, riser first.
fn stairs(foot: Vec2, step: Vec2, count: u32, rising: RisingFile, landing: f32) -> Vec<Vec2> {
    let way = match rising {
        RisingFile::Right => 1.0,
        RisingFile::Left => -1.0,
    };
    let mut points = vec![foot];
    for i in 0..count {
        // From the foot each time, so that rounding doesn't add up.
        let level = foot.y - step.y * (i + 1) as f32;
        let depth = step.x * (i + 1) as f32 + if i + 1 == count { landing } else { 0.0 };
        points.push(Vec2::new(foot.x + way * step.x * i as f32, level));
        points.push(Vec2::new(foot.x + way * depth, level));
    }
    points.push(Vec2::new(points[points.len() - 1].x, foot.y));
    points
}

/// Checks points and the outline they make; reports the first fault of the outline.
fn outline_points(
    check: &mut Checker<'_>,
    points: &[(f32, f32)],
    path: &Path,
    place: &str,
    rule: impl Fn(&[Vec2]) -> Result<(), outline::Fault>,
) -> Vec<Vec2> {
    let mut finite = true;
    for (k, &(x, y)) in points.iter().enumerate() {
        finite &= check.finite(x, deeper(&deeper(path, k), 0), place);
        finite &= check.finite(y, deeper(&deeper(path, k), 1), place);
    }
    let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
    if finite && let Err(fault) = rule(&points) {
        let (message, help) = fault.explain();
        let path = fault.point().map_or_else(|| path.clone(), |k| deeper(path, k));
        check.problem(path, place, message, help);
    }
    points
}

pub(super) fn props(check: &mut Checker<'_>, file: &SceneFile) -> Vec<Prop> {
    file.props
        .iter()
        .enumerate()
        .map(|(i, entry)| prop(check, &steps!["props", i], entry))
        .collect()
}

pub(super) fn prop(check: &mut Checker<'_>, path: &Path, entry: &PropFile) -> Prop {
    let place = |field: &str| format!("prop `{}`, field `{field}`", entry.name);
    let at = check.point(entry.at, &deeper(path, "at"), &place("at"));
    let velocity = check.point(entry.velocity, &deeper(path, "velocity"), &place("velocity"));
    check.finite(entry.angle, deeper(path, "angle"), &place("angle"));
    check.finite(entry.spin, deeper(path, "spin"), &place("spin"));
    check.positive(entry.mass, deeper(path, "mass"), &place("mass"));
    check.not_negative(entry.friction, deeper(path, "friction"), &place("friction"));
    let restitution_path = deeper(path, "restitution");
    if check.finite(entry.restitution, restitution_path.clone(), &place("restitution"))
        && !(0.0..=1.0).contains(&entry.restitution)
    {
        check.problem(
            restitution_path,
            &place("restitution"),
            format!("{} is not a share", entry.restitution),
            "give a number from 0 (no bounce) to 1 (full bounce)",
        );
    }
    let (shape, center) = prop_shape(check, &deeper(path, "shape"), &place("shape"), entry);
    let angle = entry.angle.to_radians();
    let pose = Pose2::new(at, angle);
    Prop {
        name: entry.name.clone(),
        shape,
        pose: Pose2::new(pose.world_from_local_point(center), angle),
        kind: match entry.kind {
            KindFile::Dynamic => BodyKind::Dynamic,
            KindFile::Kinematic => BodyKind::Kinematic,
            KindFile::Static => BodyKind::Static,
        },
        mass: entry.mass,
        restitution: entry.restitution,
        friction: entry.friction,
        velocity,
        spin: entry.spin.to_radians(),
    }
}

/// The shape about its centre of mass, and where that is in the shape as written.
fn prop_shape(check: &mut Checker<'_>, path: &Path, place: &str, entry: &PropFile) -> (Shape, Vec2) {
    match &entry.shape {
        &ShapeFile::Box(width, height) => {
            check.positive(width, deeper(path, 0), place);
            check.positive(height, deeper(path, 1), place);
            let half = Vec2::new(0.5 * width, 0.5 * height);
            (Shape::Box { half }, Vec2::ZERO)
        }
        &ShapeFile::Circle(radius) => {
            check.positive(radius, deeper(path, 0), place);
            (Shape::Circle { radius }, Vec2::ZERO)
        }
        &ShapeFile::Capsule(length, radius) => {
            let fine = check.positive(length, deeper(path, 0), place)
                & check.positive(radius, deeper(path, 1), place);
            if fine && length <= 2.0 * radius {
                check.problem(
                    deeper(path, 0),
                    place,
                    format!("a capsule of {length} px has no room for two caps of radius {radius}"),
                    format!("make it longer than {} px, or use `Circle`", 2.0 * radius),
                );
            }
            let half_length = 0.5 * length - radius;
            (Shape::Capsule { half_length, radius }, Vec2::ZERO)
        }
        ShapeFile::Polygon(points) => {
            let dynamic = entry.kind == KindFile::Dynamic;
            let corners = outline_points(check, points, &deeper(path, 0), place, |points| {
                outline::check_polygon(points)?;
                if dynamic {
                    outline::check_convex(points)?;
                }
                Ok(())
            });
            if corners.len() < 3 {
                return (Shape::Polygon { points: corners }, Vec2::ZERO);
            }
            let center = outline::measure(&corners).1;
            let points = corners.into_iter().map(|corner| corner - center).collect();
            (Shape::Polygon { points }, center)
        }
    }
}
