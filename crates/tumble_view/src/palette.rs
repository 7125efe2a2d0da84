//! A palette for a picture of few colours and many shades between them.

use std::collections::{BTreeMap, HashMap};

use tiny_skia::Pixmap;

/// At most so many colours; one more index is left for "unchanged".
pub(crate) const COLORS: usize = 255;
/// The index of "unchanged".
pub(crate) const UNCHANGED: u8 = 255;
/// So many of the commonest colours are kept as they are; the rest is shared among the shades.
const EXACT: usize = 128;
/// A colour nearer than this to a commoner one is a shade of it (in the channel where they differ most): a sky of a
/// hundred shades must not take the places of badges and clothes.
const SHADE: u8 = 8;
/// The same for a colour that fills more than a 300th of the picture, where a coarser step would show as a band.
const BROAD_SHADE: u8 = 3;

type Rgb = [u8; 3];

/// Counts the colours of some pictures. Ordered, so that the same pictures give the same palette.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    counts: BTreeMap<Rgb, u32>,
}

impl Histogram {
    /// Counts a picture's colours.
    pub fn add(&mut self, picture: &Pixmap) {
        // A picture has long runs of one colour: one look-up a run.
        let mut run: Option<(Rgb, u32)> = None;
        for pixel in picture.pixels() {
            let rgb = [pixel.red(), pixel.green(), pixel.blue()];
            match &mut run {
                Some((color, length)) if *color == rgb => *length += 1,
                _ => {
                    if let Some((color, length)) = run.replace((rgb, 1)) {
                        *self.counts.entry(color).or_default() += length;
                    }
                }
            }
        }
        if let Some((color, length)) = run {
            *self.counts.entry(color).or_default() += length;
        }
    }

    /// The palette: the commonest colours exactly, then median cuts (Heckbert 1982) through the rest.
    pub fn palette(&self) -> Palette {
        let mut all: Vec<(Rgb, u32)> = self
            .counts
            .iter()
            .map(|(&color, &count)| (color, count))
            .collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut colors: Vec<Rgb> = Vec::with_capacity(COLORS);
        let mut rest: Vec<(Rgb, u32)> = Vec::new();
        let total: u64 = all.iter().map(|&(_, count)| u64::from(count)).sum();
        let few = all.len() <= COLORS;
        for (color, count) in all {
            let broad = u64::from(count) * 300 > total;
            let near = if broad { BROAD_SHADE } else { SHADE };
            let is_shade = || colors.iter().any(|&other| apart(color, other) < near);
            if few || colors.len() < EXACT && !is_shade() {
                colors.push(color);
            } else {
                rest.push((color, count));
            }
        }
        if !rest.is_empty() {
            colors.extend(median_cut(rest, COLORS - colors.len()));
        }
        if colors.is_empty() {
            colors.push([255; 3]);
        }
        Palette {
            colors,
            known: HashMap::new(),
        }
    }
}

/// The difference in the channel where two colours differ most.
fn apart(a: Rgb, b: Rgb) -> u8 {
    (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0)
}

/// A box of colours, with their weights.
struct Cut {
    colors: Vec<(Rgb, u32)>,
}

impl Cut {
    /// The channel with the widest range, and how wide it is.
    fn widest(&self) -> (usize, u32) {
        let mut best = (0, 0);
        for channel in 0..3 {
            let values = self.colors.iter().map(|(color, _)| color[channel]);
            let low = values.clone().min().unwrap_or(0);
            let high = values.max().unwrap_or(0);
            // Green counts most to the eye, blue least.
            let range = u32::from(high - low) * [3, 4, 2][channel];
            if range > best.1 {
                best = (channel, range);
            }
        }
        best
    }

    /// How much is gained by cutting it: wide boxes with many pixels first; the root keeps rare shades in the game.
    fn worth(&self) -> u64 {
        let (_, range) = self.widest();
        let pixels: u64 = self.colors.iter().map(|&(_, count)| weight(count)).sum();
        u64::from(range) * u64::from(range) * pixels
    }

    fn split(mut self) -> (Self, Self) {
        let (channel, _) = self.widest();
        self.colors.sort_by_key(|&(color, _)| (color[channel], color));
        let total: u64 = self.colors.iter().map(|&(_, count)| weight(count)).sum();
        let mut seen = 0;
        let mut at = 1;
        for (i, &(_, count)) in self.colors.iter().enumerate() {
            seen += weight(count);
            if 2 * seen >= total {
                at = (i + 1).clamp(1, self.colors.len() - 1);
                break;
            }
        }
        let upper = self.colors.split_off(at);
        (self, Self { colors: upper })
    }

    fn average(&self) -> Rgb {
        let total: u64 = self.colors.iter().map(|&(_, count)| weight(count)).sum();
        let mean = |channel: usize| {
            let sum: u64 = self
                .colors
                .iter()
                .map(|&(color, count)| u64::from(color[channel]) * weight(count))
                .sum();
            ((sum + total / 2) / total.max(1)) as u8
        };
        [mean(0), mean(1), mean(2)]
    }
}

fn weight(count: u32) -> u64 {
    u64::from(count.isqrt().max(1))
}

fn median_cut(colors: Vec<(Rgb, u32)>, most: usize) -> Vec<Rgb> {
    let mut cuts = vec![(0, Cut { colors })];
    cuts[0].0 = cuts[0].1.worth();
    while cuts.len() < most {
        // The first of the worthiest, so that ties don't depend on anything.
        let Some(best) = (0..cuts.len())
            .filter(|&i| cuts[i].1.colors.len() > 1)
            .max_by_key(|&i| (cuts[i].0, usize::MAX - i))
        else {
            break;
        };
        let (lower, upper) = cuts.swap_remove(best).1.split();
        cuts.push((lower.worth(), lower));
        cuts.push((upper.worth(), upper));
    }
    cuts.iter().map(|(_, cut)| cut.average()).collect()
}

/// Some colours, and which of them is nearest to a colour.
#[derive(Debug)]
pub(crate) struct Palette {
    colors: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Red, green, blue of each colour, as a GIF has them, filled up to all 256 indices.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }

    /// The index of the nearest colour; the first of equally near ones.
    pub fn index(&mut self, color: Rgb) -> u8 {
        if let Some(&index) = self.known.get(&color) {
            return index;
        }
        let distance = |other: &Rgb| -> u32 {
            (0..3)
                .map(|i| {
                    let d = i32::from(color[i]) - i32::from(other[i]);
                    [3, 4, 2][i] * (d * d).unsigned_abs()
                })
                .sum()
        };
        let nearest = (0..self.colors.len()).min_by_key(|&i| distance(&self.colors[i]));
        let index = nearest.unwrap_or(0) as u8;
        self.known.insert(color, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colors: &[Rgb]) -> Pixmap {
        let mut pixmap = Pixmap::new(colors.len() as u32, 1).unwrap();
        for (pixel, c) in pixmap.pixels_mut().iter_mut().zip(colors) {
            *pixel = tiny_skia::PremultipliedColorU8::from_rgba(c[0], c[1], c[2], 255).unwrap();
        }
        pixmap
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let colors: Vec<Rgb> = (0..200_u8).map(|i| [i, 255 - i, i.wrapping_mul(7)]).collect();
        let mut histogram = Histogram::default();
        histogram.add(&picture(&colors));
        let mut palette = histogram.palette();
        for color in colors {
            let index = usize::from(palette.index(color));
            assert_eq!(palette.colors[index], color);
        }
    }

    #[test]
    fn many_shades_are_all_met_nearly() {
        // A ramp in each of three directions: 3 × 256 shades into 255 colours.
        let mut colors = Vec::new();
        for i in 0..=255_u8 {
            colors.extend([[i, 0, 0], [0, i, 0], [255, i, i]]);
        }
        let mut histogram = Histogram::default();
        histogram.add(&picture(&colors));
        let mut palette = histogram.palette();
        assert!(palette.colors.len() <= COLORS);
        let mut worst = 0;
        for color in colors {
            let index = usize::from(palette.index(color));
            let near = palette.colors[index];
            worst = worst.max((0..3).map(|i| near[i].abs_diff(color[i])).max().unwrap());
        }
        assert!(worst <= 6, "{worst}");
    }

    #[test]
    fn nothing_counted_is_still_a_palette() {
        let mut palette = Histogram::default().palette();
        assert_eq!(palette.bytes().len(), 768);
        assert_eq!(palette.index([1, 2, 3]), 0);
    }
}
