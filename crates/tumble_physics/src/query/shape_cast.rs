//! Shapes on their way.

use tumble_math::{Pose2, Vec2};

use super::filter::BodyFilter;
use super::sweep::{Sweep, slack};
use crate::body::BodyKind;
use crate::collide;
use crate::error::InvalidDesc;
use crate::id::BodyId;
use crate::shape::{Frame, Piece, Shape, build};
use crate::world::World;
use crate::world::bodies::{NONE, Place};

/// More than by how much a cast ends before things touch, as a share of half the perimeter of the shape's box.
const EARLY: f32 = 2e-4;
/// A hit is where this much is left between the two, as a share of half the perimeter of the shape's box: less may be none after rounding, and
/// then the shape can't go on along what it met.
const SKIN: f32 = 1e-4;
/// To leave that much it goes back, at most so many times as far along its way.
const MOST_BACK: f32 = 100.0;

/// A shape made ready for queries: checked once, asked with as often as wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryShape {
    /// In the frame of its centre of mass.
    piece: Piece,
    /// In the shape's frame.
    center: Vec2,
}

/// A shape on its way, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCast<'a> {
    /// What moves.
    pub shape: &'a QueryShape,
    /// Where its frame starts.
    pub pose: Pose2,
    /// Where it goes \[px\].
    pub way: Vec2,
}

/// What a shape on its way meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit {
    /// The body.
    pub body: BodyId,
    /// Where they touch \[px\]: the middle of that, if they touch along a line.
    pub point: Vec2,
    /// From the body to the shape (a unit vector). If they overlap at the start, the way that takes the shape out.
    pub normal: Vec2,
    /// Share of its way that the shape goes until it touches \[0..1\].
    pub fraction: f32,
}

impl QueryShape {
    /// Checks a shape. Any that a dynamic body can have will do: a circle, a capsule or a convex polygon, rounded or not.
    ///
    /// # Errors
    /// As for the body's: when a number is not finite, too large, or not greater than zero where it must be; when a polygon is
    /// not convex, has no area or too many corners; for outlines and polylines.
    pub fn new(shape: &Shape) -> Result<Self, InvalidDesc> {
        let mut built = build(shape, BodyKind::Dynamic)?;
        let center = built.center;
        let piece = built.pieces.pop().ok_or(InvalidDesc::Shape("it has no inside"))?;
        Ok(Self { piece, center })
    }

    pub(super) fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Where its piece is when its own frame is at `pose`; its origin is a point of it. `None` for a pose that isn't finite or is
    /// beyond the world's range.
    pub(super) fn frame(&self, pose: Pose2) -> Option<Frame> {
        let mut place = Place::new(pose.position, pose.angle);
        place.at = place.point(self.center);
        place.is_sound().then(|| place.frame())
    }
}

impl TryFrom<&Shape> for QueryShape {
    type Error = InvalidDesc;

    fn try_from(shape: &Shape) -> Result<Self, InvalidDesc> {
        Self::new(shape)
    }
}

/// The best so far: fraction, body, side, and how deep it is there at the start.
#[derive(Clone, Copy, Debug)]
struct Found {
    fraction: f32,
    /// Negative for what overlaps at the start, deepest first; 0 for others.
    depth: f32,
    body: u32,
    side: u32,
}

impl Found {
    fn is_before(&self, other: &Self) -> bool {
        self.fraction
            .total_cmp(&other.fraction)
            .then(self.body.cmp(&other.body))
            .then(self.depth.total_cmp(&other.depth))
            .then(self.side.cmp(&other.side))
            .is_lt()
    }
}

impl World {
    /// The first thing that a shape meets on its way. What overlaps it at the start is met there, at a fraction of 0, also from inside of
    /// an outline; to go through that, leave it out by the filter. Of things met at once the one with the lowest index is taken. `None`
    /// for a way or pose that isn't finite. A way of zero finds what overlaps.
    ///
    /// At the fraction the two are apart by about a ten thousandth of the shape's size, or by what rounding takes far from the
    /// origin. So a shape put there is free to go on along what it met. (One that lies on the ground after a step may be a little in
    /// it, and meets it at once.)
    ///
    /// ```
    /// use tumble_physics::math::{Pose2, Vec2};
    /// use tumble_physics::{BodyDesc, BodyKind, QueryFilter, QueryShape, Settings, Shape, ShapeCast, World};
    ///
    /// let mut world = World::new(Settings::default());
    /// let points = vec![Vec2::new(-99.0, 50.0), Vec2::new(99.0, 50.0), Vec2::new(0.0, 90.0)];
    /// let ground = BodyDesc { kind: BodyKind::Static, shape: Shape::Outline { points }, ..BodyDesc::default() };
    /// let ground = world.add_body(&ground)?;
    /// let ball = QueryShape::new(&Shape::Circle { center: Vec2::ZERO, radius: 10.0 })?;
    /// let cast = ShapeCast { shape: &ball, pose: Pose2::IDENTITY, way: Vec2::new(0.0, 80.0) };
    /// let hit = world.cast_shape(cast, QueryFilter::default()).expect("the ground is below");
    /// assert_eq!((hit.body, hit.normal), (ground, Vec2::NEG_Y));
    /// assert!((hit.fraction - 0.5).abs() < 1e-3 && hit.point.distance(Vec2::new(0.0, 50.0)) < 1e-2);
    /// # Ok::<(), tumble_physics::InvalidDesc>(())
    /// ```
    pub fn cast_shape(&self, cast: ShapeCast<'_>, filter: impl BodyFilter) -> Option<ShapeHit> {
        let (shape, way) = (cast.shape.piece(), cast.way);
        let from = cast.shape.frame(cast.pose)?;
        if !way.is_finite() {
            return None;
        }
        // What is inside an outline may be far from all its sides.
        let solid = self.solids_at(from.at, &filter).into_iter().min();
        let mut best: Option<Found> = None;
        let start = shape.aabb(&from);
        // Ways end a little before things touch.
        let sweep = Sweep::new(&start.grown(EARLY * start.half_perimeter()), way);
        self.pieces_along(sweep, |body, side, piece, frame| {
            let most = best.map_or(1.0, |best| best.fraction);
            if let Some(fraction) = collide::cast(shape, &from, way, 0.0, piece, frame, 0.0)
                && fraction <= most
            {
                let depth = if fraction > 0.0 {
                    0.0
                } else {
                    collide::distance(shape, &from, piece, frame).0.min(0.0)
                };
                let found = Found {
                    fraction,
                    depth,
                    body,
                    side,
                };
                if best.is_none_or(|best| found.is_before(&best)) && self.sees(body, &filter) {
                    best = Some(found);
                    return fraction;
                }
            }
            most
        });
        if let Some(body) = solid
            && best.is_none_or(|best| best.fraction > 0.0 || body <= best.body)
        {
            return Some(self.way_out(body, from.at));
        }
        let best = best?;
        let (piece, at) = self.piece_of(best.body, best.side);
        let there = Frame {
            at: from.at + way * best.fraction,
            ..from
        };
        let (point, normal, gap) = touch(shape, &there, piece, &at);
        let mut fraction = best.fraction;
        if fraction > 0.0 {
            let skin = SKIN * start.half_perimeter() + slack(from.at, there.at);
            let approach = (-normal.dot(way)).max(way.length() / MOST_BACK);
            fraction = (fraction - (skin - gap).max(0.0) / approach).max(0.0);
        }
        Some(ShapeHit {
            body: self.bodies.id(best.body as usize),
            point,
            normal,
            fraction,
        })
    }

    /// Of what starts with a point inside an outline.
    fn way_out(&self, body: u32, inner: Vec2) -> ShapeHit {
        let (point, _, side) = self.nearest_side(body, inner);
        let (piece, at) = self.piece_of(body, side);
        let normal = match piece {
            Piece::Side(side) => at.rotate(side.normal),
            _ => Vec2::NEG_Y,
        };
        ShapeHit {
            body: self.bodies.id(body as usize),
            point,
            normal: (point - inner).try_normalize().unwrap_or(normal),
            fraction: 0.0,
        }
    }

    /// The nearest point of a body made of sides, how far it is \[px\], and on which side.
    pub(super) fn nearest_side(&self, body: u32, point: Vec2) -> (Vec2, f32, u32) {
        let mut best = (point, f32::INFINITY, NONE);
        for side in 0..self.bodies.sides[body as usize].len() as u32 {
            let (piece, frame) = self.piece_of(body, side);
            let (on, distance) = collide::closest(piece, &frame, point);
            if distance < best.1 {
                best = (on, distance, side);
            }
        }
        best
    }
}

/// Where two that touch or overlap do so, the normal from the second to the first, and how far apart they are \[px\].
fn touch(shape: &Piece, there: &Frame, piece: &Piece, at: &Frame) -> (Vec2, Vec2, f32) {
    let (distance, ..) = collide::distance(shape, there, piece, at);
    let margin = distance.max(0.0) * 2.0 + 1e-3;
    let mut manifold = collide::collide(shape, there, piece, at, margin);
    if manifold.count == 0
        && let Piece::Side(side) = piece
    {
        // What a side leaves to its neighbour, or to the solid behind it.
        let line = Piece::Capsule {
            a: side.a,
            b: side.b,
            along: Vec2::new(-side.normal.y, side.normal.x),
            radius: 0.0,
        };
        manifold = collide::collide(shape, there, &line, at, margin);
    }
    let points = &manifold.points[..usize::from(manifold.count)];
    let middle = points.iter().map(|point| point.arm_a).sum::<Vec2>() / points.len().max(1) as f32;
    (there.at + middle, -manifold.normal, distance)
}
