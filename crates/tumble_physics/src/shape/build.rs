//! From a shape's description to pieces with mass properties.

use tumble_math::Vec2;

use super::mass::{Moments, normal, wide, wide_from};
use super::{Convex, MOST_CORNERS, Piece, Shape, Side, outline, polygon};
use crate::body::BodyKind;
use crate::error::InvalidDesc;

/// Coordinates and radii beyond this are refused \[px\]: their fourth powers still fit an `f32`.
const FARTHEST: f32 = 1e9;
/// Radii and polygons smaller than this are refused \[px\]: they have no mass or direction that an `f32` holds.
const SMALLEST: f32 = 1e-6;
/// A capsule shorter than this share of its radius is a circle: its direction would be noise.
const SHORTEST: f32 = 1e-6;

/// What a shape is to the world.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    /// In the frame of the centre of mass.
    pub pieces: Vec<Piece>,
    /// Centre of mass in the body's frame \[px\]; the frame's origin for what isn't dynamic.
    pub center: Vec2,
    /// \[px²\]; 0 for a polyline.
    pub area: f32,
    /// Moment of inertia about the centre of mass per unit mass, uniformly filled \[px²\]; 0 for a polyline.
    pub gyration_squared: f32,
    /// Distance of its farthest point from `center` \[px\].
    pub extent: f32,
    /// Least half-width \[px\]: from the middle to the nearest point of the surface; 0 for outlines and polylines, which only
    /// others run into.
    pub thickness: f32,
}

/// Checks a shape and makes it ready to collide.
///
/// An outline becomes a side per side, but one that is convex, of at most 16 corners and on a kinematic body becomes a polygon: a
/// platform that moves into others then pushes them off by the nearest way however deep they are, with one box to move in the
/// tree. What never moves keeps its sides: their surface is smooth to slide along, and long ground has small boxes.
///
/// # Errors
/// When a number is not finite, beyond 10⁹ px or not greater than zero where it must be; when a polygon is not convex, has no
/// area or more than 16 corners; when an outline meets itself or has no area; when a dynamic body has an outline or a polyline.
pub(crate) fn build(shape: &Shape, kind: BodyKind) -> Result<Built, InvalidDesc> {
    let dynamic = kind == BodyKind::Dynamic;
    match shape {
        Shape::Circle { center, radius } => {
            check_points("center", &[*center])?;
            check_radius(*radius, SMALLEST)?;
            Ok(round(&[*center], *radius, dynamic))
        }
        Shape::Capsule { a, b, radius } => {
            check_points("a", &[*a])?;
            check_points("b", &[*b])?;
            check_radius(*radius, SMALLEST)?;
            if a.distance(*b) <= SHORTEST * radius {
                return Ok(round(&[a.midpoint(*b)], *radius, dynamic));
            }
            Ok(round(&[*a, *b], *radius, dynamic))
        }
        Shape::Polygon { points, radius } => {
            check_points("points", points)?;
            check_radius(*radius, 0.0)?;
            convex(&polygon::clean(points)?, *radius, dynamic)
        }
        Shape::Outline { points } => {
            check_points("points", points)?;
            if dynamic {
                return Err(InvalidDesc::Shape("an outline; give it a convex polygon"));
            }
            let sides = outline::closed(points)?;
            let corners: Vec<Vec2> = sides.iter().map(|side| side.a).collect();
            if kind == BodyKind::Kinematic
                && corners.len() <= MOST_CORNERS
                && let Ok(corners) = polygon::clean(&corners)
            {
                return convex(&corners, 0.0, dynamic);
            }
            Ok(outlined(sides, &corners))
        }
        Shape::Segments { points } => {
            check_points("points", points)?;
            if dynamic {
                return Err(InvalidDesc::Shape(
                    "a polyline; it encloses nothing that could have mass",
                ));
            }
            let sides = outline::open(points)?;
            Ok(Built {
                extent: points.iter().map(|point| point.length()).fold(0.0, f32::max),
                pieces: sides.into_iter().map(Piece::Side).collect(),
                center: Vec2::ZERO,
                area: 0.0,
                gyration_squared: 0.0,
                thickness: 0.0,
            })
        }
    }
}

fn check_points(name: &'static str, points: &[Vec2]) -> Result<(), InvalidDesc> {
    if points.iter().any(|point| !point.is_finite()) {
        return Err(InvalidDesc::NotFinite(name));
    }
    if points.iter().any(|point| point.abs().max_element() > FARTHEST) {
        return Err(InvalidDesc::TooLarge(name));
    }
    Ok(())
}

fn check_radius(radius: f32, least: f32) -> Result<(), InvalidDesc> {
    if !radius.is_finite() {
        return Err(InvalidDesc::NotFinite("radius"));
    }
    if radius > FARTHEST {
        return Err(InvalidDesc::TooLarge("radius"));
    }
    if radius < least {
        return Err(if least > 0.0 {
            InvalidDesc::NotPositive("radius")
        } else {
            InvalidDesc::Negative("radius")
        });
    }
    Ok(())
}

/// A circle for one point, a capsule for two.
fn round(points: &[Vec2], radius: f32, dynamic: bool) -> Built {
    let (built, at) = measured(points, radius, dynamic);
    let piece = match at[..] {
        [a, b] => {
            let across = normal(points[0], points[1]);
            let along = Vec2::new(-across.y, across.x);
            Piece::Capsule { a, b, along, radius }
        }
        _ => Piece::Circle {
            center: at[0],
            radius,
        },
    };
    Built {
        pieces: vec![piece],
        thickness: radius,
        ..built
    }
}

fn convex(corners: &[Vec2], radius: f32, dynamic: bool) -> Result<Built, InvalidDesc> {
    let (built, points) = measured(corners, radius, dynamic);
    let count = points.len();
    // From the corners as given: moving them to the centre of mass rounds them.
    let normals: Vec<Vec2> = (0..count)
        .map(|i| normal(corners[i], corners[(i + 1) % count]))
        .collect();
    let middle = Moments::polygon(&seen_from(corners[0], corners)).center();
    let middle = corners[0] + Vec2::new(middle[0] as f32, middle[1] as f32);
    let inner = (0..count)
        .map(|i| normals[i].dot(corners[i] - middle))
        .fold(f32::INFINITY, f32::min);
    // Also tells polygons whose corners fell together from large offsets.
    if !(inner >= SMALLEST && built.area > 0.0) {
        return Err(InvalidDesc::Outline("the polygon encloses no area"));
    }
    Ok(Built {
        pieces: vec![Piece::Polygon(Box::new(Convex::new(&points, &normals, radius)))],
        thickness: inner + radius,
        ..built
    })
}

/// Mass properties, and the points in the frame of the centre of mass.
fn measured(points: &[Vec2], radius: f32, dynamic: bool) -> (Built, Vec<Vec2>) {
    let origin = points[0];
    let moments = Moments::rounded(&seen_from(origin, points), f64::from(radius));
    let center = if dynamic {
        let (start, way) = (wide(origin), moments.center());
        Vec2::new((start[0] + way[0]) as f32, (start[1] + way[1]) as f32)
    } else {
        Vec2::ZERO
    };
    let at: Vec<Vec2> = points.iter().map(|&point| point - center).collect();
    let built = Built {
        pieces: Vec::new(),
        center,
        area: moments.area as f32,
        gyration_squared: moments.gyration_squared() as f32,
        extent: at.iter().map(|point| point.length()).fold(0.0, f32::max) + radius,
        thickness: 0.0,
    };
    (built, at)
}

fn seen_from(origin: Vec2, points: &[Vec2]) -> Vec<[f64; 2]> {
    points.iter().map(|&point| wide_from(origin, point)).collect()
}

fn outlined(sides: Vec<Side>, corners: &[Vec2]) -> Built {
    let moments = Moments::polygon(&seen_from(corners[0], corners));
    Built {
        center: Vec2::ZERO,
        area: moments.area as f32,
        gyration_squared: moments.gyration_squared() as f32,
        extent: corners.iter().map(|corner| corner.length()).fold(0.0, f32::max),
        thickness: 0.0,
        pieces: sides.into_iter().map(Piece::Side).collect(),
    }
}
