//! What a step had to do, and where its time went, on a plate at the right edge.

use tumble::backend::inside::Inside;
use tumble::math::Vec2;

use crate::draw::hud::{LEAST, unit, write};
use crate::list::{Anchor, Path, Pen, Weight};
use crate::options::Overlays;
use crate::text;
use crate::theme::fade;
use crate::{Size, Theme};

/// Size of the writing, and from line to line [picture units].
const WRITING: f32 = 10.5;
const LINE: f32 = 13.0;
/// From the picture's upper edge, below the time, and from its right edge [picture units].
const TOP: f32 = 42.0;
const RIGHT: f32 = 12.0;
/// Longest bar of a stage [picture units].
const BAR: f32 = 46.0;
/// Between columns, and around the plate's content [picture units].
const GAP: f32 = 8.0;

/// One line: what, how much, and a bar's length as a share of the longest.
struct Line {
    name: &'static str,
    amount: String,
    bar: Option<f32>,
}

/// Draws the layers that are on.
pub(crate) fn draw(pen: &mut Pen, inside: &Inside, overlays: Overlays, size: Size, theme: &Theme) {
    if !size.vec().cmpge(LEAST).all() {
        return;
    }
    let mut top = TOP * unit(size);
    if overlays.counters {
        let counts = inside.counts.iter().map(|&(name, count)| Line {
            name,
            amount: count.to_string(),
            bar: None,
        });
        top = plate(pen, &counts.collect::<Vec<_>>(), top, size, theme);
    }
    if overlays.stages && !inside.stages.is_empty() {
        let most = inside.stages.iter().map(|stage| stage.1).fold(0.0, f64::max);
        let sum: f64 = inside.stages.iter().map(|stage| stage.1).sum();
        let stages = inside.stages.iter().map(|&(name, us)| Line {
            name,
            amount: micros(us),
            bar: (most > 0.0).then_some((us / most) as f32),
        });
        let whole = Line {
            name: "step",
            amount: micros(sum),
            bar: None,
        };
        plate(pen, &stages.chain([whole]).collect::<Vec<_>>(), top, size, theme);
    }
}

/// Two digits at least, where there are as many.
fn micros(us: f64) -> String {
    if us < 9.95 {
        format!("{us:.1} µs")
    } else {
        format!("{us:.0} µs")
    }
}

/// A plate with lines; returns where the next one may begin.
fn plate(pen: &mut Pen, lines: &[Line], top: f32, size: Size, theme: &Theme) -> f32 {
    let u = unit(size);
    let width = |text: &str| text::width(text, WRITING * u);
    let names = lines.iter().map(|line| width(line.name)).fold(0.0, f32::max);
    let amounts = lines.iter().map(|line| width(&line.amount)).fold(0.0, f32::max);
    let bars = if lines.iter().any(|line| line.bar.is_some()) {
        (BAR + GAP) * u
    } else {
        0.0
    };
    let right = size.vec().x - RIGHT * u;
    let left = right - (names + amounts + bars + 3.0 * GAP * u);
    let bottom = top + (lines.len() as f32 * LINE + GAP) * u;
    pen.fill(
        Path::rounded_rect(Vec2::new(left, top), Vec2::new(right, bottom), 6.0 * u),
        fade(theme.plate, 0.78),
    );
    for (i, line) in lines.iter().enumerate() {
        let base = top + ((i as f32 + 1.0) * LINE) * u;
        let name = Vec2::new(left + GAP * u, base);
        write(
            pen,
            line.name,
            name,
            WRITING * u,
            Anchor::Start,
            Weight::Regular,
            theme.ink_soft,
        );
        let amount = Vec2::new(right - GAP * u, base);
        write(
            pen,
            &line.amount,
            amount,
            WRITING * u,
            Anchor::End,
            Weight::Regular,
            theme.ink,
        );
        if let Some(share) = line.bar {
            let from = Vec2::new(left + names + 2.0 * GAP * u, base - 0.68 * WRITING * u);
            let to = from + Vec2::new(BAR * share.clamp(0.0, 1.0), 0.68 * WRITING) * u;
            pen.fill(Path::rect(from, to), fade(theme.limit, 0.7));
        }
    }
    bottom + 6.0 * u
}
