//! The writing on a picture: title, states, time, scale bar.

use tumble::math::Vec2;
use tumble::rig::Color;
use tumble_scene::frame::Frame;

use crate::list::{Anchor, Path, Pen, Text, Weight};
use crate::text;
use crate::theme::fade;
use crate::{Camera, Hud, Options, Size, Theme};

/// How large writing is in a picture of this size: 1 at 800 × 450.
pub(crate) fn unit(size: Size) -> f32 {
    let vec = size.vec();
    (vec.x / 800.0).min(vec.y / 450.0).clamp(0.55, 5.0)
}

/// Pictures narrower or lower than this carry no writing \[pixels\].
pub(crate) const LEAST: Vec2 = Vec2::new(180.0, 100.0);
/// At most so many characters get a badge.
const BADGES: usize = 4;

/// The part that doesn't change while the camera stays: the scale bar.
pub(crate) fn draw_fixed(pen: &mut Pen, camera: &Camera, options: &Options) {
    if options.hud != Hud::Off && camera.size.vec().cmpge(LEAST).all() {
        scale_bar(pen, camera, &options.theme);
    }
}

/// The part that changes: title, states, time.
pub(crate) fn draw_moving(pen: &mut Pen, frame: &Frame, camera: &Camera, options: &Options) {
    if options.hud == Hud::Full && camera.size.vec().cmpge(LEAST).all() {
        let u = unit(camera.size);
        states(pen, frame, options, u);
        time(pen, frame, camera.size, &options.theme, u);
    }
}

fn scale_bar(pen: &mut Pen, camera: &Camera, theme: &Theme) {
    /// Length of a metre \[px\].
    const METRE: f32 = 100.0;
    let u = unit(camera.size);
    let size = camera.size.vec();
    // The shortest of these that is at least 34 units wide.
    let lengths = [
        (0.01, "1 cm"),
        (0.1, "10 cm"),
        (1.0, "1 m"),
        (2.0, "2 m"),
        (5.0, "5 m"),
        (10.0, "10 m"),
        (50.0, "50 m"),
        (100.0, "100 m"),
        (1000.0, "1 km"),
    ];
    let fits = |&&(metres, _): &&(f32, &str)| metres * METRE * camera.zoom >= 26.0 * u;
    let Some(&(metres, name)) = lengths.iter().find(fits) else {
        return;
    };
    let length = metres * METRE * camera.zoom;
    if length > 0.6 * size.x {
        return;
    }
    let label = text::width(name, 12.0 * u);
    let (x, y) = (16.0 * u, size.y - 18.0 * u);
    let pad = 8.0 * u;
    plate(
        pen,
        Vec2::new(x - pad, y - 11.0 * u),
        Vec2::new(x + length + label + 2.0 * pad, y + 9.0 * u),
        theme,
        u,
    );
    let tick = 4.0 * u;
    for end in [x, x + length] {
        pen.line(
            &[Vec2::new(end, y - tick), Vec2::new(end, y + tick)],
            theme.ink,
            1.6 * u,
        );
    }
    pen.line(&[Vec2::new(x, y), Vec2::new(x + length, y)], theme.ink, 1.6 * u);
    let at = Vec2::new(x + length + pad, y + 4.2 * u);
    write(pen, name, at, 12.0 * u, Anchor::Start, Weight::Regular, theme.ink);
}

fn states(pen: &mut Pen, frame: &Frame, options: &Options, u: f32) {
    let theme = &options.theme;
    let mut y = 16.0 * u;
    let x = 16.0 * u;
    if let Some(title) = options.title.as_deref().filter(|title| !title.is_empty()) {
        y += 13.0 * u;
        write(
            pen,
            title,
            Vec2::new(x, y),
            18.0 * u,
            Anchor::Start,
            Weight::Bold,
            theme.ink,
        );
        y += 12.0 * u;
    }
    for character in frame.characters.iter().take(BADGES) {
        let name = character.state.name();
        let (size, height) = (12.0 * u, 19.0 * u);
        let width = text::width(name, size) + 18.0 * u;
        let color = theme.state(character.state);
        pen.fill(
            Path::rounded_rect(Vec2::new(x, y), Vec2::new(x + width, y + height), 0.5 * height),
            color,
        );
        let base = y + 0.5 * height + 4.2 * u;
        let middle = Vec2::new(x + 0.5 * width, base);
        write(pen, name, middle, size, Anchor::Middle, Weight::Bold, theme.plate);
        let at = Vec2::new(x + width + 7.0 * u, base);
        write(
            pen,
            &character.name,
            at,
            size,
            Anchor::Start,
            Weight::Regular,
            theme.ink_soft,
        );
        y += height + 5.0 * u;
    }
    if let Some(more) = frame
        .characters
        .len()
        .checked_sub(BADGES)
        .filter(|&more| more > 0)
    {
        let at = Vec2::new(x, y + 12.0 * u);
        write(
            pen,
            &format!("and {more} more"),
            at,
            12.0 * u,
            Anchor::Start,
            Weight::Regular,
            theme.ink_soft,
        );
    }
}

fn time(pen: &mut Pen, frame: &Frame, size: Size, theme: &Theme, u: f32) {
    let right = size.vec().x - 16.0 * u;
    let time = if frame.time.is_finite() {
        format!("{:.2} s", frame.time)
    } else {
        "? s".to_owned()
    };
    let at = Vec2::new(right, 29.0 * u);
    write(pen, &time, at, 18.0 * u, Anchor::End, Weight::Bold, theme.ink);
}

fn plate(pen: &mut Pen, min: Vec2, max: Vec2, theme: &Theme, u: f32) {
    pen.fill(Path::rounded_rect(min, max, 6.0 * u), fade(theme.plate, 0.72));
}

pub(crate) fn write(
    pen: &mut Pen,
    text: &str,
    at: Vec2,
    size: f32,
    anchor: Anchor,
    weight: Weight,
    color: Color,
) {
    pen.text(Text {
        text: text.to_owned(),
        at,
        size,
        anchor,
        weight,
        color,
    });
}
