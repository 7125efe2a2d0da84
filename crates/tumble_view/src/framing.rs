//! Which camera a picture or a run gets.
//!
//! [`fit`] looks at all frames of a run at once and gives one camera that never moves. [`Follow`] moves with a
//! character. [`Shot`] is either of them, fed frame by frame.

use tumble::backend::Shape;
use tumble::math::{Pose2, Vec2};
use tumble_scene::frame::{CharacterView, Frame, PuppetView};

use crate::bounds::{self, Bounds};
use crate::{Camera, Size};

/// Props farther than this from every character don't widen a picture \[px\].
const PROP_REACH: f32 = 1500.0;
/// Terrain within this of the content does \[px\]: across and above, and below.
const TERRAIN_REACH: Vec2 = Vec2::new(250.0, 250.0);
/// A picture never shows less than this \[px\]: a character, head to toe, with air around it.
const MIN_VIEW: Vec2 = Vec2::new(1500.0, 1250.0);
/// Nor less than so many times the extent of a puppet, where there are no characters.
const PUPPET_VIEW: Vec2 = Vec2::new(16.0, 12.0);
/// Nor more than this: whoever falls for ever leaves the picture.
const MAX_VIEW: f32 = 12_000.0;
/// Free space around the content, as a share of its size.
const MARGIN: f32 = 0.05;
/// Share of the picture's height that is below the content: ground to stand on.
const GROUND: f32 = 0.1;

/// What is worth seeing in some frames: characters, puppets, props near them, terrain near both.
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
    for puppet in &frame.puppets {
        characters.union(bounds::of_puppet(puppet));
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
    fit_bounds(content(frames), least_view(frames), size)
}

/// How much a picture shows at least \[px\].
fn least_view(frames: &[Frame]) -> Vec2 {
    if frames.iter().any(|frame| !frame.characters.is_empty()) {
        return MIN_VIEW;
    }
    let puppets = frames.iter().flat_map(|frame| &frame.puppets);
    let largest = puppets.fold(0.0, |largest: f32, puppet| {
        largest.max(puppet.figure.extent() as f32)
    });
    if largest > 0.0 {
        (PUPPET_VIEW * largest).min(MIN_VIEW)
    } else {
        MIN_VIEW
    }
}

/// The camera for a box of content: margin, least and greatest view, and the room that is left goes above it.
pub(crate) fn fit_bounds(content: Bounds, least: Vec2, size: Size) -> Camera {
    if content.is_empty() {
        return Camera::showing(content, size);
    }
    let extent = content.size();
    let margins = Vec2::new(2.0 * MARGIN, 2.0 * MARGIN + GROUND);
    let wanted = (extent * (Vec2::ONE + margins) + Vec2::splat(40.0)).max(least);
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

/// A camera that moves with a character or a puppet, smoothly.
///
/// It looks at a puppet's middle, or the middle between the character's hips and its whole figure, with first-order lag: each frame it goes
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

    /// Follows the puppet or character of that name; the first character when there is none of that name.
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
        if let Some(puppet) = named_puppet(frame, &self.name) {
            let height = PUPPET_VIEW.y * puppet.figure.extent() as f32;
            let middle = bounds::of_puppet(puppet).center();
            return self.glide(frame.time, middle, height, size);
        }
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
        self.glide(frame.time, target, self.height * scale, size)
    }

    /// Goes its way towards `target`, at a zoom that shows `height` of the world.
    fn glide(&mut self, time: f64, target: Vec2, height: f32, size: Size) -> Camera {
        let zoom = size.vec().y / height;
        let camera = match self.camera {
            Some((last, before)) if target.is_finite() => {
                let dt = (time - before).max(0.0);
                let share = (dt / (Self::LAG + dt)) as f32;
                Camera::new(last.center + (target - last.center) * share, zoom, size)
            }
            Some((last, _)) => last,
            None => Camera::new(target, zoom, size),
        };
        self.camera = Some((camera, time));
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

/// The puppet of that name.
pub(crate) fn named_puppet<'a>(frame: &'a Frame, name: &str) -> Option<&'a PuppetView> {
    frame.puppets.iter().find(|puppet| &*puppet.name == name)
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
