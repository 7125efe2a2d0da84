//! Text as outlines, so that it looks the same everywhere: Ubuntu Light, and Hack for what it doesn't have.

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use tumble::math::Vec2;

use crate::list::{Anchor, Path, Segment, Text, Weight};

/// The fonts, first choice first.
fn faces() -> impl Iterator<Item = Face<'static>> {
    [
        epaint_default_fonts::UBUNTU_LIGHT,
        epaint_default_fonts::HACK_REGULAR,
    ]
    .into_iter()
    .filter_map(|bytes| Face::parse(bytes, 0).ok())
}

/// The fonts, ready for use.
pub(crate) struct Fonts {
    faces: Vec<Face<'static>>,
}

/// A text's outlines.
pub(crate) struct Outlines {
    /// Outlines, where the text is.
    pub path: Path,
    /// How much the outlines are to be thickened: the light font is too pale for small sizes, and has no bold.
    pub stroke: f32,
}

/// Share of the size by which strokes are thickened.
const REGULAR: f32 = 0.022;
/// The same for bold.
const BOLD: f32 = 0.07;

impl Fonts {
    pub fn new() -> Self {
        Self {
            faces: faces().collect(),
        }
    }

    /// Glyph of a character with the font that has it; what no font has becomes a question mark.
    fn glyph(&self, c: char) -> Option<(&Face<'static>, GlyphId)> {
        let find = |c: char| {
            self.faces
                .iter()
                .find_map(|face| face.glyph_index(c).map(|glyph| (face, glyph)))
        };
        find(if c.is_control() { ' ' } else { c }).or_else(|| find('?'))
    }

    /// Width of a line of text.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars()
            .filter_map(|c| self.glyph(c))
            .map(|(face, glyph)| advance(face, glyph, size))
            .sum()
    }

    /// The outlines of a line of text.
    pub fn outlines(&self, text: &Text) -> Outlines {
        let width = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * self.width(&text.text, text.size),
            Anchor::End => self.width(&text.text, text.size),
        };
        let mut pen = text.at - Vec2::new(width, 0.0);
        let mut path = Path::new();
        for (face, glyph) in text.text.chars().filter_map(|c| self.glyph(c)) {
            let mut builder = Builder {
                path: &mut path,
                at: pen,
                scale: text.size / f32::from(face.units_per_em()),
            };
            // `None` for glyphs without outlines, such as the space.
            let _ = face.outline_glyph(glyph, &mut builder);
            pen.x += advance(face, glyph, text.size);
        }
        let share = match text.weight {
            Weight::Regular => REGULAR,
            Weight::Bold => BOLD,
        };
        Outlines {
            path,
            stroke: share * text.size,
        }
    }
}

fn advance(face: &Face<'_>, glyph: GlyphId, size: f32) -> f32 {
    f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * size / f32::from(face.units_per_em())
}

/// Width of a line of text.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    Fonts::new().width(text, size)
}

/// Takes a glyph's outline (y up, font units) into a path (y down).
struct Builder<'a> {
    path: &'a mut Path,
    at: Vec2,
    scale: f32,
}

impl Builder<'_> {
    fn point(&self, x: f32, y: f32) -> Vec2 {
        self.at + Vec2::new(x, -y) * self.scale
    }
}

impl OutlineBuilder for Builder<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.segments.push(Segment::Move(to));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.segments.push(Segment::Line(to));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.point(x1, y1), self.point(x, y));
        self.path.segments.push(Segment::Quad(control, to));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.segments.push(Segment::Cubic(a, b, to));
    }

    fn close(&mut self) {
        self.path.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble::rig::Color;

    fn text(text: &str, anchor: Anchor) -> Text {
        Text {
            text: text.to_owned(),
            at: Vec2::new(100.0, 50.0),
            size: 20.0,
            anchor,
            weight: Weight::Regular,
            color: Color::rgb(0, 0, 0),
        }
    }

    fn extent(path: &Path) -> crate::Bounds {
        let mut bounds = crate::Bounds::EMPTY;
        for segment in &path.segments {
            match *segment {
                Segment::Move(p) | Segment::Line(p) | Segment::Quad(_, p) | Segment::Cubic(_, _, p) => {
                    bounds.add(p);
                }
                Segment::Close => {}
            }
        }
        bounds
    }

    #[test]
    fn letters_stand_on_the_baseline_and_anchors_shift_by_the_width() {
        let fonts = Fonts::new();
        assert_eq!(fonts.faces.len(), 2);
        let start = extent(&fonts.outlines(&text("HAH", Anchor::Start)).path);
        // Capitals: from the baseline up by about 0.7 of the size.
        assert!(
            (start.max.y - 50.0).abs() < 0.1 && (start.size().y - 14.0).abs() < 1.0,
            "{start:?}"
        );
        let width = fonts.width("HAH", 20.0);
        assert!((30.0..45.0).contains(&width), "{width}");
        let end = extent(&fonts.outlines(&text("HAH", Anchor::End)).path);
        let middle = extent(&fonts.outlines(&text("HAH", Anchor::Middle)).path);
        assert!((start.min.x - end.min.x - width).abs() < 1e-3);
        assert!((start.min.x - middle.min.x - 0.5 * width).abs() < 1e-3);
    }

    #[test]
    fn digits_are_all_as_wide_so_that_a_running_time_does_not_shake() {
        let fonts = Fonts::new();
        let one = fonts.width("1", 10.0);
        assert!(('0'..='9').all(|c| (fonts.width(&c.to_string(), 10.0) - one).abs() < 1e-4));
    }

    #[test]
    fn what_no_font_has_becomes_a_question_mark() {
        let fonts = Fonts::new();
        let unknown = fonts.outlines(&text("\u{10FFFD}", Anchor::Start)).path;
        assert_eq!(unknown, fonts.outlines(&text("?", Anchor::Start)).path);
        assert!(fonts.outlines(&text("\n \t", Anchor::Start)).path.is_empty());
    }
}
