//! A display list as pixels.

use tiny_skia::{
    Color as SkiaColor, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, PathBuilder,
    Pixmap, PixmapMut, Point, Shader, SpreadMode, Stroke as SkiaStroke, Transform as SkiaTransform,
};
use tumble::math::{Vec2, trig};
use tumble::rig::Color;

use crate::list::{Fill, Item, Path, Segment, Stroke, Transform};
use crate::text::Fonts;
use crate::{Size, ViewError};

/// Coordinates beyond this are not drawn \[px\]: far outside every picture, and near what a painter can't reckon with.
const FAR: f32 = 1e8;

/// An empty (transparent) picture.
///
/// # Errors
/// When there is no memory for it.
pub fn canvas(size: Size) -> Result<Pixmap, ViewError> {
    Pixmap::new(size.width(), size.height()).ok_or(ViewError::Memory {
        width: size.width(),
        height: size.height(),
    })
}

/// Paints a display list over what is there.
pub fn paint(canvas: &mut Pixmap, items: &[Item]) {
    let fonts = Fonts::new();
    let mut painter = Painter {
        canvas: canvas.as_mut(),
        fonts: &fonts,
    };
    painter.items(items, SkiaTransform::identity());
}

struct Painter<'a> {
    canvas: PixmapMut<'a>,
    fonts: &'a Fonts,
}

impl Painter<'_> {
    fn items(&mut self, items: &[Item], outer: SkiaTransform) {
        for item in items {
            match item {
                Item::Path { path, fill, stroke } => {
                    if let Some(path) = outline(path) {
                        self.path(&path, *fill, *stroke, outer);
                    }
                }
                Item::Circle {
                    center,
                    radius,
                    fill,
                    stroke,
                } => {
                    let near = center.abs().max_element() < FAR && *radius < FAR;
                    let circle = PathBuilder::from_circle(center.x, center.y, *radius).filter(|_| near);
                    if let Some(path) = circle {
                        self.path(&path, *fill, *stroke, outer);
                    }
                }
                Item::Text(text) => {
                    let outlines = self.fonts.outlines(text);
                    let stroke = Stroke {
                        color: text.color,
                        width: outlines.stroke,
                    };
                    if let Some(path) = outline(&outlines.path) {
                        let fill = Some(Fill::Solid(text.color));
                        self.path(&path, fill, Some(stroke), outer);
                    }
                }
                Item::Group { transform, items, .. } => {
                    self.items(items, outer.pre_concat(skia_transform(transform)));
                }
            }
        }
    }

    fn path(
        &mut self,
        path: &tiny_skia::Path,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
        transform: SkiaTransform,
    ) {
        if let Some(paint) = fill.and_then(|fill| fill_paint(&fill)) {
            self.canvas
                .fill_path(path, &paint, FillRule::Winding, transform, None);
        }
        if let Some(stroke) = stroke {
            let line = SkiaStroke {
                width: stroke.width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..SkiaStroke::default()
            };
            self.canvas
                .stroke_path(path, &solid(stroke.color), &line, transform, None);
        }
    }
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let near = |p: Vec2| p.abs().max_element() < FAR;
    let mut builder = PathBuilder::new();
    for segment in &path.segments {
        let reachable = match *segment {
            Segment::Move(p) | Segment::Line(p) => near(p),
            Segment::Quad(a, p) => near(a) && near(p),
            Segment::Cubic(a, b, p) => near(a) && near(b) && near(p),
            Segment::Close => true,
        };
        if !reachable {
            return None;
        }
        match *segment {
            Segment::Move(p) => builder.move_to(p.x, p.y),
            Segment::Line(p) => builder.line_to(p.x, p.y),
            Segment::Quad(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            Segment::Cubic(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn fill_paint(fill: &Fill) -> Option<Paint<'static>> {
    match *fill {
        Fill::Solid(color) => (color.a > 0).then(|| solid(color)),
        Fill::Vertical { top, bottom, y0, y1 } => {
            let stops = vec![
                GradientStop::new(0.0, skia_color(top)),
                GradientStop::new(1.0, skia_color(bottom)),
            ];
            let (start, end) = (Point::from_xy(0.0, y0), Point::from_xy(0.0, y1));
            let shader = LinearGradient::new(start, end, stops, SpreadMode::Pad, SkiaTransform::identity())
                .unwrap_or_else(|| Shader::SolidColor(skia_color(top)));
            Some(Paint {
                shader,
                ..Paint::default()
            })
        }
    }
}

fn solid(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(skia_color(color));
    paint
}

fn skia_color(color: Color) -> SkiaColor {
    SkiaColor::from_rgba8(color.r, color.g, color.b, color.a)
}

fn skia_transform(transform: &Transform) -> SkiaTransform {
    let (sin, cos) = trig::sin_cos(transform.angle);
    let (a, b) = (cos * transform.scale, sin * transform.scale);
    SkiaTransform::from_row(a, b, -b, a, transform.position.x, transform.position.y)
}
