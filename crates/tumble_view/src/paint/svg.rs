//! A display list as a standalone SVG file.

use core::fmt::Write as _;

use tumble::math::{Vec2, trig};
use tumble::rig::Color;

use crate::Size;
use crate::list::{Fill, Item, Path, Segment, Stroke, Transform};
use crate::text::Fonts;

/// Writes a display list as SVG. Text becomes outlines with an `aria-label`, so the file looks the same everywhere and
/// needs no font.
pub fn document(items: &[Item], size: Size, title: &str) -> String {
    let mut writer = Writer {
        out: String::with_capacity(16 * 1024),
        gradients: String::new(),
        count: 0,
        fonts: Fonts::new(),
        depth: 1,
    };
    for item in items {
        writer.item(item);
    }
    let (w, h) = (size.width(), size.height());
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" \
         height=\"{h}\" viewBox=\"0 0 {w} {h}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         fill=\"none\">\n"
    );
    if !title.is_empty() {
        let _ = writeln!(document, " <title>{}</title>", escape(title));
    }
    if !writer.gradients.is_empty() {
        let _ = writeln!(document, " <defs>\n{} </defs>", writer.gradients);
    }
    document.push_str(&writer.out);
    document.push_str("</svg>\n");
    document
}

struct Writer {
    out: String,
    gradients: String,
    count: usize,
    fonts: Fonts,
    depth: usize,
}

// Writing to a `String` can't fail, which is why the results of `write!` are dropped here.
impl Writer {
    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push(' ');
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Path { path, fill, stroke } => {
                let paint = self.paint(fill.as_ref(), stroke.as_ref());
                self.indent();
                let _ = writeln!(self.out, "<path d=\"{}\"{paint}/>", data(path));
            }
            Item::Circle {
                center,
                radius,
                fill,
                stroke,
            } => {
                let paint = self.paint(fill.as_ref(), stroke.as_ref());
                self.indent();
                let (x, y, r) = (number(center.x), number(center.y), number(*radius));
                let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{paint}/>");
            }
            Item::Text(text) => {
                let outlines = self.fonts.outlines(text);
                if outlines.path.is_empty() {
                    return;
                }
                let stroke = Stroke {
                    color: text.color,
                    width: outlines.stroke,
                };
                let paint = self.paint(Some(&Fill::Solid(text.color)), Some(&stroke));
                self.indent();
                let (label, d) = (escape(&text.text), data(&outlines.path));
                let _ = writeln!(
                    self.out,
                    "<path role=\"img\" aria-label=\"{label}\" d=\"{d}\"{paint}/>"
                );
            }
            Item::Group {
                name,
                transform,
                items,
            } => {
                self.indent();
                self.out.push_str("<g");
                if !name.is_empty() {
                    let _ = write!(self.out, " data-name=\"{}\"", escape(name));
                }
                let attribute = attribute(transform);
                if !attribute.is_empty() {
                    let _ = write!(self.out, " transform=\"{attribute}\"");
                }
                self.out.push_str(">\n");
                self.depth += 1;
                for item in items {
                    self.item(item);
                }
                self.depth -= 1;
                self.indent();
                self.out.push_str("</g>\n");
            }
        }
    }

    fn paint(&mut self, fill: Option<&Fill>, stroke: Option<&Stroke>) -> String {
        let mut paint = String::new();
        match fill {
            None => {}
            Some(Fill::Solid(color)) => {
                let _ = write!(paint, " fill=\"{}\"", hex(*color));
                opacity(&mut paint, "fill-opacity", *color);
            }
            Some(Fill::Vertical { top, bottom, y0, y1 }) => {
                self.count += 1;
                let id = self.count;
                let _ = writeln!(
                    self.gradients,
                    "  <linearGradient id=\"g{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" x2=\"0\" y1=\"{}\" \
                     y2=\"{}\"><stop offset=\"0\" stop-color=\"{}\" stop-opacity=\"{}\"/><stop offset=\"1\" \
                     stop-color=\"{}\" stop-opacity=\"{}\"/></linearGradient>",
                    number(*y0),
                    number(*y1),
                    hex(*top),
                    share(top.a),
                    hex(*bottom),
                    share(bottom.a),
                );
                let _ = write!(paint, " fill=\"url(#g{id})\"");
            }
        }
        if let Some(stroke) = stroke {
            let _ = write!(
                paint,
                " stroke=\"{}\" stroke-width=\"{}\"",
                hex(stroke.color),
                number(stroke.width)
            );
            opacity(&mut paint, "stroke-opacity", stroke.color);
        }
        paint
    }
}

fn opacity(paint: &mut String, name: &str, color: Color) {
    if color.a < 255 {
        let _ = write!(paint, " {name}=\"{}\"", share(color.a));
    }
}

fn share(alpha: u8) -> String {
    trimmed(f64::from(alpha) / 255.0, 3)
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn attribute(transform: &Transform) -> String {
    let Transform {
        position,
        angle,
        scale,
    } = *transform;
    let mut attribute = String::new();
    if angle == 0.0 {
        if position != Vec2::ZERO {
            let _ = write!(
                attribute,
                "translate({} {})",
                number(position.x),
                number(position.y)
            );
        }
        if scale != 1.0 {
            let space = if attribute.is_empty() { "" } else { " " };
            let _ = write!(attribute, "{space}scale({})", trimmed(f64::from(scale), 6));
        }
    } else {
        let (sin, cos) = trig::sin_cos(angle);
        let (a, b) = (f64::from(cos * scale), f64::from(sin * scale));
        let _ = write!(
            attribute,
            "matrix({} {} {} {} {} {})",
            trimmed(a, 6),
            trimmed(b, 6),
            trimmed(-b, 6),
            trimmed(a, 6),
            number(position.x),
            number(position.y)
        );
    }
    attribute
}

fn data(path: &Path) -> String {
    let mut d = String::new();
    let mut letter = |letter: char, points: &[Vec2]| {
        d.push(letter);
        for (i, point) in points.iter().enumerate() {
            if i > 0 {
                d.push(' ');
            }
            d.push_str(&number(point.x));
            d.push(' ');
            d.push_str(&number(point.y));
        }
    };
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => letter('M', &[p]),
            Segment::Line(p) => letter('L', &[p]),
            Segment::Quad(a, p) => letter('Q', &[a, p]),
            Segment::Cubic(a, b, p) => letter('C', &[a, b, p]),
            Segment::Close => letter('Z', &[]),
        }
    }
    d
}

/// A number to a hundredth of its unit.
fn number(value: f32) -> String {
    trimmed(f64::from(value), 2)
}

fn trimmed(value: f64, digits: usize) -> String {
    let mut text = format!("{value:.digits$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".to_owned() } else { text }
}

/// Text for an attribute or an element. What XML can't hold becomes U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (100.0, "100"),
            (-2.345, "-2.35"),
            (1e7, "10000000"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_escaped() {
        assert_eq!(escape("a<b>&\"'\u{0}\n"), "a&lt;b&gt;&amp;&quot;&apos;\u{fffd} ");
    }
}
