//! Which camera a picture or a run gets.
//!
//! [`fit`] looks at all frames of a run at once and gives one camera that never moves. [`Follow`] moves with a
//! character. [`Shot`] is either of them, fed frame by frame.

use tumble::backend::Shape;
use tumble::math::{Pose2, Vec2};
use tumble_scene::frame::{CharacterView, Frame};

use crate::bounds::{self, Bounds};
use crate::{Camera, Size};

/// Props farther than this from every character don't widen a picture \[px\].
const PROP_REACH: f32 = 1500.0;
/// Terrain within this of the content does \[px\]: across and above, and below.
const TERRAIN_REACH: Vec2 = Vec2::new(250.0, 250.0);
/// A picture never shows less than this \[px\]: a character, head to toe, with air around it.
const MIN_VIEW: Vec2 = Vec2::new(1500.0, 1250.0);
/// Nor more than this: whoever falls for ever leaves the picture.
const MAX_VIEW: f32 = 12_000.0;
/// Free space around the content, as a share of its size.
const MARGIN: f32 = 0.05;
/// Share of the picture's height that is below the content: ground to stand on.
const GROUND: f32 = 0.1;

/// What is worth seeing in some frames: characters, props near them, terrain near both.
pub fn content(frames: &[Frame]) -> Bounds {
    let mut content = Bounds::EMPTY;
    for frame in frames {
        content.union(frame_content(frame));
    }
    if !content.is_empty() {
        let near = content.grown(TERRAIN_REACH);
        let mut last: Option<&Frame> = None;
        for frame in frames {
            if last.is_none_or(|last| !std::sync::Arc::ptr_eq(&last.terrain, &frame.terrain)) {
                content.union(terrain_near(frame, near));
            }
            last = Some(frame);
        }
    } else if let Some(frame) = frames.first() {
        let everything = Bounds::new(Vec2::splat(-0.5 * MAX_VIEW), Vec2::splat(0.5 * MAX_VIEW));
        content = terrain_near(frame, everything);
    }
    content
}

fn frame_content(frame: &Frame) -> Bounds {
    let mut characters = Bounds::EMPTY;
    for character in &frame.characters {
        characters.union(bounds::of_character(character));
    }
    let reach = characters.grown(Vec2::splat(PROP_REACH));
    let mut content = characters;
    for prop in &frame.props {
        let prop = bounds::of_prop(prop);
        if reach.is_empty() || reach.touches(prop) {
            content.union(prop);
        }
    }
    content
}

fn terrain_near(frame: &Frame, near: Bounds) -> Bounds {
    let mut content = Bounds::EMPTY;
    for terrain in frame.terrain.iter() {
        let (points, closed) = match &terrain.shape {
            Shape::Polygon { points } => (points.as_slice(), true),
            Shape::Segments { points } => (points.as_slice(), false),
            other => {
                content.union(bounds::of_shape(other, Pose2::IDENTITY).intersection(near));
                continue;
            }
        };
        // Edge by edge: a long floor's box says nothing about where its surface is.
        let edges = points.len().saturating_sub(usize::from(!closed));
        for i in 0..edges {
            let edge = Bounds::of_points(&[points[i], points[(i + 1) % points.len()]]);
            content.union(edge.intersection(near));
        }
    }
    content
}

/// The one camera for all of `frames`: everything worth seeing, with a margin, the ground in the lower part.
pub fn fit(frames: &[Frame], size: Size) -> Camera {
    fit_bounds(content(frames), size)
}

/// The camera for a box of content: margin, least and greatest view, and the room that is left goes above it.
pub(crate) fn fit_bounds(content: Bounds, size: Size) -> Camera {
    if content.is_empty() {
        return Camera::showing(content, size);
    }
    let extent = content.size();
    let margins = Vec2::new(2.0 * MARGIN, 2.0 * MARGIN + GROUND);
    let wanted = (extent * (Vec2::ONE + margins) + Vec2::splat(40.0)).max(MIN_VIEW);
    let picture = size.vec();
    let zoom = (picture / wanted.min(Vec2::splat(MAX_VIEW))).min_element();
    let view = picture / zoom;
    let mut center = content.center();
    // Spare height: a third below (the earth), two thirds above (the sky); where there is little, the earth first.
    let spare = view.y - extent.y;
    if spare > 0.0 {
        let below = (spare / 3.0).max((GROUND * view.y).min(0.6 * spare));
        center.y = content.max.y + below - 0.5 * view.y;
    }
    Camera::new(center, zoom, size)
}

/// A camera that moves with a character, smoothly.
///
/// It looks at the middle between the character's hips and its whole figure, with first-order lag: each frame it goes
/// dt/(τ + dt) of the way. The zoom stays.
#[derive(Clone, Debug)]
pub struct Follow {
    name: String,
    camera: Option<(Camera, f64)>,
    height: f32,
}

impl Follow {
    /// Time constant of the lag \[s\].
    pub const LAG: f64 = 0.22;
    /// Height of the world shown, for a character of scale 1 \[px\].
    pub const VIEW_HEIGHT: f32 = 1700.0;

    /// Follows the character of that name; the first one when there is none of that name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            camera: None,
            height: Self::VIEW_HEIGHT,
        }
    }

    /// The same, with another height of the world shown \[px, > 0\].
    pub fn with_view_height(self, height: f32) -> Self {
        let height = if height.is_finite() && height > 0.0 {
            height
        } else {
            Self::VIEW_HEIGHT
        };
        Self { height, ..self }
    }

    /// The camera for the next frame.
    pub fn next(&mut self, frame: &Frame, size: Size) -> Camera {
        let Some(character) = named(frame, &self.name) else {
            return self
                .camera
                .map_or_else(|| fit(std::slice::from_ref(frame), size), |(camera, _)| camera);
        };
        let target = focus(character, self.height);
        let scale = if character.pose.root.is_valid() {
            character.pose.root.scale
        } else {
            1.0
        };
        let zoom = size.vec().y / (self.height * scale);
        let camera = match self.camera {
            Some((last, time)) if target.is_finite() => {
                let dt = (frame.time - time).max(0.0);
                let share = (dt / (Self::LAG + dt)) as f32;
                Camera::new(last.center + (target - last.center) * share, zoom, size)
            }
            Some((last, _)) => last,
            None => Camera::new(target, zoom, size),
        };
        self.camera = Some((camera, frame.time));
        camera
    }
}

/// Where to look for a character: its figure's middle, raised so that the ground is in the lower third.
fn focus(character: &CharacterView, view_height: f32) -> Vec2 {
    let figure = bounds::of_character(character);
    let hips = character.bones.first().map_or(Vec2::NAN, |torso| torso.origin);
    if figure.is_empty() || !hips.is_finite() {
        return Vec2::NAN;
    }
    let middle = figure.center() * 0.5 + hips * 0.5;
    Vec2::new(middle.x, middle.y - 0.06 * view_height)
}

/// The character of that name, else the first.
pub(crate) fn named<'a>(frame: &'a Frame, name: &str) -> Option<&'a CharacterView> {
    frame
        .characters
        .iter()
        .find(|character| character.name == name)
        .or_else(|| frame.characters.first())
}

/// The camera of a run.
#[derive(Clone, Debug)]
pub enum Shot {
    /// One that never moves.
    Fixed(Camera),
    /// One that moves with a character.
    Follow(Follow),
}

impl Shot {
    /// The camera for the next frame.
    pub fn next(&mut self, frame: &Frame, size: Size) -> Camera {
        match self {
            Self::Fixed(camera) => *camera,
            Self::Follow(follow) => follow.next(frame, size),
        }
    }
}
