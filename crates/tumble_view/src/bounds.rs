//! Axis-aligned boxes of what a frame shows.

use tumble::backend::Shape;
use tumble::math::{Pose2, Vec2};
use tumble::rig::{BodyShape, BoneId, PartShape};
use tumble_scene::frame::{CharacterView, PropView, PuppetView};

use crate::draw::character::BoneFrame;

/// An axis-aligned box \[px\]. Empty until something finite was added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Upper left.
    pub min: Vec2,
    /// Lower right.
    pub max: Vec2,
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bounds {
    /// Nothing.
    pub const EMPTY: Self = Self {
        min: Vec2::INFINITY,
        max: Vec2::NEG_INFINITY,
    };

    /// The box between two corners.
    pub fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// The box of a circle.
    pub fn circle(center: Vec2, radius: f32) -> Self {
        Self::of_points(&[center - Vec2::splat(radius), center + Vec2::splat(radius)])
    }

    /// The box of some points; those that are not finite don't count.
    pub fn of_points(points: &[Vec2]) -> Self {
        let mut bounds = Self::EMPTY;
        for &point in points {
            bounds.add(point);
        }
        bounds
    }

    /// Whether nothing was added.
    pub fn is_empty(self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y)
    }

    /// Takes in a point, unless it isn't finite.
    pub fn add(&mut self, point: Vec2) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// Takes in another box.
    pub fn union(&mut self, other: Self) {
        if !other.is_empty() {
            self.min = self.min.min(other.min);
            self.max = self.max.max(other.max);
        }
    }

    /// The part that both share.
    pub fn intersection(self, other: Self) -> Self {
        Self {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    /// The same box with a margin on every side.
    pub fn grown(self, margin: Vec2) -> Self {
        if self.is_empty() {
            return self;
        }
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// The middle; the origin when empty.
    pub fn center(self) -> Vec2 {
        if self.is_empty() {
            Vec2::ZERO
        } else {
            self.min + (self.max - self.min) * 0.5
        }
    }

    /// The sides; zero when empty.
    pub fn size(self) -> Vec2 {
        if self.is_empty() {
            Vec2::ZERO
        } else {
            self.max - self.min
        }
    }

    /// Whether the point is inside or on the edge.
    pub fn contains(self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Whether the two share a point.
    pub fn touches(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }
}

/// The box of a shape at a pose.
pub(crate) fn of_shape(shape: &Shape, pose: Pose2) -> Bounds {
    if !pose.is_finite() {
        return Bounds::EMPTY;
    }
    let placed = |points: &[Vec2]| {
        let mut bounds = Bounds::EMPTY;
        for &point in points {
            bounds.add(pose.world_from_local_point(point));
        }
        bounds
    };
    match shape {
        Shape::Circle { radius } => Bounds::circle(pose.position, *radius),
        Shape::Capsule { half_length, radius } => {
            placed(&[Vec2::new(-half_length, 0.0), Vec2::new(*half_length, 0.0)])
                .grown(Vec2::splat(radius.max(0.0)))
        }
        Shape::Box { half } => placed(&box_corners(*half)),
        Shape::Polygon { points } | Shape::Segments { points } => placed(points),
    }
}

/// Corners of a box about the origin, clockwise on the screen from the upper left.
pub(crate) fn box_corners(half: Vec2) -> [Vec2; 4] {
    [
        Vec2::new(-half.x, -half.y),
        Vec2::new(half.x, -half.y),
        Vec2::new(half.x, half.y),
        Vec2::new(-half.x, half.y),
    ]
}

/// The box of a prop.
pub(crate) fn of_prop(prop: &PropView) -> Bounds {
    of_shape(&prop.shape, prop.pose)
}

/// The box of a puppet's points, with what is drawn at them.
pub(crate) fn of_puppet(puppet: &PuppetView) -> Bounds {
    let least = 0.05 * puppet.figure.extent() as f32;
    let mut bounds = Bounds::EMPTY;
    for (point, now) in puppet.figure.points().iter().zip(&puppet.points) {
        if now.at.is_finite() {
            bounds.union(Bounds::circle(now.at, least.max(point.drawn as f32)));
        }
    }
    bounds
}

/// The box of everything a character draws.
pub(crate) fn of_character(character: &CharacterView) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for (i, bone) in character.bones.iter().enumerate() {
        bounds.add(bone.origin);
        bounds.add(bone.tip);
        let Some(frame) = BoneFrame::of(character, BoneId(i as u16)) else {
            continue;
        };
        let mut has_part = false;
        for part in character.rig.parts.iter().filter(|part| part.bone.index() == i) {
            has_part = true;
            let edge = part.outline.map_or(0.0, |(_, width)| 0.5 * width);
            match &part.shape {
                PartShape::Polyline { points, width } => {
                    for &point in points {
                        bounds.union(Bounds::circle(frame.point(point), frame.length(0.5 * width)));
                    }
                }
                PartShape::Polygon { points } => {
                    for &point in points {
                        bounds.union(Bounds::circle(frame.point(point), frame.length(edge)));
                    }
                }
                PartShape::Circle { center, radius } => {
                    bounds.union(Bounds::circle(frame.point(*center), frame.length(radius + edge)));
                }
            }
        }
        let body = character.rig.ragdoll.bodies.get(i).and_then(Option::as_ref);
        if let (false, Some(body)) = (has_part, body) {
            let reach = match body.shape {
                BodyShape::Circle { radius } | BodyShape::Capsule { radius } => radius,
                BodyShape::Box { size } => 0.5 * size.length(),
            };
            let center = match body.shape {
                // A capsule is no longer than its bone, whose ends are in already.
                BodyShape::Capsule { .. } => bone.tip,
                BodyShape::Circle { .. } | BodyShape::Box { .. } => frame.point(body.center),
            };
            bounds.union(Bounds::circle(center, frame.length(reach)));
        }
    }
    bounds
}
