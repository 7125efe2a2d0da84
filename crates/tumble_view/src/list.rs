//! The display list: what a picture is made of, before anybody paints it.
//!
//! Plain data. The two painters ([`svg`](crate::paint::svg) and [`raster`](crate::paint::raster)) draw the same list, so a
//! vector picture and its pixels agree. Items that are not finite are never put in.

use tumble::math::{Rot, Vec2};
use tumble::rig::Color;

/// One piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a new outline here.
    Move(Vec2),
    /// A straight line to here.
    Line(Vec2),
    /// A quadratic curve: control, end.
    Quad(Vec2, Vec2),
    /// A cubic curve: two controls, end.
    Cubic(Vec2, Vec2, Vec2),
    /// Back to the start of this outline.
    Close,
}

/// Outlines made of lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// In order; each outline begins with a [`Segment::Move`].
    pub segments: Vec<Segment>,
}

/// How far along its tangent a control point lies for a quarter of a unit circle: 4/3·(√2 − 1).
const QUARTER: f32 = 0.552_284_8;

impl Path {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// An open line through `points`.
    pub fn polyline(points: &[Vec2]) -> Self {
        let mut path = Self::new();
        path.add_polyline(points);
        path
    }

    /// A closed outline through `points`.
    pub fn polygon(points: &[Vec2]) -> Self {
        let mut path = Self::new();
        path.add_polygon(points);
        path
    }

    /// The rectangle between two corners.
    pub fn rect(min: Vec2, max: Vec2) -> Self {
        Self::polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])
    }

    /// The rectangle between two corners, its own corners rounded; `radius` is cut to half the shorter side.
    pub fn rounded_rect(min: Vec2, max: Vec2, radius: f32) -> Self {
        let r = radius.min(0.5 * (max.x - min.x)).min(0.5 * (max.y - min.y));
        if r.is_nan() || r <= 0.0 {
            return Self::rect(min, max);
        }
        let k = r * (1.0 - QUARTER);
        let v = Vec2::new;
        let (l, t, rt, b) = (min.x, min.y, max.x, max.y);
        Self {
            segments: vec![
                Segment::Move(v(l + r, t)),
                Segment::Line(v(rt - r, t)),
                Segment::Cubic(v(rt - k, t), v(rt, t + k), v(rt, t + r)),
                Segment::Line(v(rt, b - r)),
                Segment::Cubic(v(rt, b - k), v(rt - k, b), v(rt - r, b)),
                Segment::Line(v(l + r, b)),
                Segment::Cubic(v(l + k, b), v(l, b - k), v(l, b - r)),
                Segment::Line(v(l, t + r)),
                Segment::Cubic(v(l, t + k), v(l + k, t), v(l + r, t)),
                Segment::Close,
            ],
        }
    }

    /// The arc about `center` from heading `from` to heading `to` \[rad\], as short straight lines (at most 6° each).
    pub fn arc(center: Vec2, radius: f32, from: f32, to: f32) -> Self {
        Self::polyline(&arc_points(center, radius, from, to))
    }

    /// Adds an open line.
    pub fn add_polyline(&mut self, points: &[Vec2]) {
        let Some((&first, rest)) = points.split_first() else {
            return;
        };
        self.segments.push(Segment::Move(first));
        self.segments.extend(rest.iter().map(|&p| Segment::Line(p)));
    }

    /// Adds a closed outline.
    pub fn add_polygon(&mut self, points: &[Vec2]) {
        if !points.is_empty() {
            self.add_polyline(points);
            self.segments.push(Segment::Close);
        }
    }

    /// Adds another path's outlines.
    pub fn add(&mut self, other: Self) {
        self.segments.extend(other.segments);
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.segments.iter().all(|segment| match *segment {
            Segment::Move(a) | Segment::Line(a) => a.is_finite(),
            Segment::Quad(a, b) => a.is_finite() && b.is_finite(),
            Segment::Cubic(a, b, c) => a.is_finite() && b.is_finite() && c.is_finite(),
            Segment::Close => true,
        })
    }

    /// Whether nothing would be drawn.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }
}

/// Points on an arc, both ends included, at most 6° apart and at most a turn in total.
pub(crate) fn arc_points(center: Vec2, radius: f32, from: f32, to: f32) -> Vec<Vec2> {
    let turn = (to - from).clamp(-core::f32::consts::TAU, core::f32::consts::TAU);
    let pieces = ((turn.abs() / 0.105).ceil() as usize).clamp(1, 64);
    (0..=pieces)
        .map(|i| center + Rot::from_angle(from + turn * (i as f32 / pieces as f32)).x_axis() * radius)
        .collect()
}

/// What an area is filled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// One colour.
    Solid(Color),
    /// From `top` at y = `y0` to `bottom` at y = `y1`, in the item's own coordinates.
    Vertical {
        /// Colour above.
        top: Color,
        /// Colour below.
        bottom: Color,
        /// Where it begins.
        y0: f32,
        /// Where it ends.
        y1: f32,
    },
}

/// A line's colour and width; caps and joins are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width, in the item's own units.
    pub width: f32,
}

/// Which point of a text its position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The left end of the baseline.
    #[default]
    Start,
    /// The middle of the baseline.
    Middle,
    /// The right end of the baseline.
    End,
}

/// How heavy a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// For reading.
    #[default]
    Regular,
    /// For titles and badges.
    Bold,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where its anchor is.
    pub at: Vec2,
    /// Size of the font.
    pub size: f32,
    /// Which point `at` is.
    pub anchor: Anchor,
    /// Weight.
    pub weight: Weight,
    /// Colour.
    pub color: Color,
}

/// Turn, uniform scale, shift, in this order: never a mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Where the group's origin is.
    pub position: Vec2,
    /// Turn \[rad\].
    pub angle: f32,
    /// Scale \[> 0\].
    pub scale: f32,
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            angle: 0.0,
            scale: 1.0,
        }
    }
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Outlines: filled first (by winding number: an outline the other way round is a hole), then stroked.
    Path {
        /// Outlines.
        path: Path,
        /// Filled with.
        fill: Option<Fill>,
        /// Stroked with.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius \[> 0\].
        radius: f32,
        /// Filled with.
        fill: Option<Fill>,
        /// Stroked with.
        stroke: Option<Stroke>,
    },
    /// Text, drawn as outlines so that it looks the same everywhere.
    Text(Text),
    /// Items in a frame of their own.
    Group {
        /// What it is, for readers of an SVG (`hero`, `terrain`); may be empty.
        name: String,
        /// Where.
        transform: Transform,
        /// Back to front.
        items: Vec<Item>,
    },
}

/// A pen that only takes what is finite and visible.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    /// What was drawn, back to front.
    pub items: Vec<Item>,
}

impl Pen {
    pub fn new() -> Self {
        Self::default()
    }

    /// Outlines, filled and stroked.
    pub fn path(&mut self, path: Path, fill: Option<Fill>, stroke: Option<Stroke>) {
        let stroke = stroke.filter(is_drawable);
        if !path.is_empty() && path.is_finite() && (fill.is_some() || stroke.is_some()) {
            self.items.push(Item::Path { path, fill, stroke });
        }
    }

    /// A filled outline.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.path(path, Some(Fill::Solid(color)), None);
    }

    /// A line.
    pub fn line(&mut self, points: &[Vec2], color: Color, width: f32) {
        self.path(Path::polyline(points), None, Some(Stroke { color, width }));
    }

    /// A filled polygon with an outline.
    pub fn polygon(&mut self, points: &[Vec2], fill: Color, outline: Option<(Color, f32)>) {
        self.path(
            Path::polygon(points),
            Some(Fill::Solid(fill)),
            outline.map(|(color, width)| Stroke { color, width }),
        );
    }

    /// A circle.
    pub fn circle(&mut self, center: Vec2, radius: f32, fill: Option<Color>, outline: Option<(Color, f32)>) {
        let stroke = outline
            .map(|(color, width)| Stroke { color, width })
            .filter(is_drawable);
        let fill = fill.map(Fill::Solid);
        if center.is_finite() && radius.is_finite() && radius > 0.0 && (fill.is_some() || stroke.is_some()) {
            self.items.push(Item::Circle {
                center,
                radius,
                fill,
                stroke,
            });
        }
    }

    /// A line of text.
    pub fn text(&mut self, text: Text) {
        if text.at.is_finite() && text.size.is_finite() && text.size > 0.0 && !text.text.is_empty() {
            self.items.push(Item::Text(text));
        }
    }

    /// Items in a frame of their own.
    pub fn group(&mut self, name: &str, transform: Transform, items: Vec<Item>) {
        let valid = transform.position.is_finite()
            && transform.angle.is_finite()
            && transform.scale.is_finite()
            && transform.scale > 0.0;
        if valid && !items.is_empty() {
            self.items.push(Item::Group {
                name: name.to_owned(),
                transform,
                items,
            });
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what `Option::filter` calls")]
fn is_drawable(stroke: &Stroke) -> bool {
    stroke.width.is_finite() && stroke.width > 0.0 && stroke.color.a > 0
}
