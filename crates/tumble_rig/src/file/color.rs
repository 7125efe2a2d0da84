//! Colours as `#rrggbb` or `#rrggbbaa`.

use crate::Color;

/// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; `None` for anything else.
pub(super) fn parse(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let pair = |i: usize| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
    let single = |i: usize| Some(u8::from_str_radix(digits.get(i..=i)?, 16).ok()? * 17);
    match digits.len() {
        3 => Some(Color::rgb(single(0)?, single(1)?, single(2)?)),
        6 => Some(Color::rgb(pair(0)?, pair(2)?, pair(4)?)),
        8 => Some(Color {
            r: pair(0)?,
            g: pair(2)?,
            b: pair(4)?,
            a: pair(6)?,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_all_three_lengths() {
        assert_eq!(parse("#ff8000"), Some(Color::rgb(255, 128, 0)));
        assert_eq!(parse("#f80"), Some(Color::rgb(255, 136, 0)));
        assert_eq!(
            parse("#FF800080"),
            Some(Color {
                r: 255,
                g: 128,
                b: 0,
                a: 128
            })
        );
        for wrong in [
            "", "#", "ff8000", "#ff80", "#gg8000", "#ff80001", "#+f8000", "#é00000",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
