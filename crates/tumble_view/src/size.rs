//! The size of a picture.

use core::fmt;
use core::str::FromStr;

use crate::ViewError;

/// Width and height of a picture [pixels, 1..=[`Size::MAX`] each]. Default 800 × 450.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u16,
    height: u16,
}

impl Size {
    /// The longest side \[pixels\].
    pub const MAX: u32 = 16_384;
    /// The default: 800 × 450.
    pub const DEFAULT: Self = Self {
        width: 800,
        height: 450,
    };

    /// A size of `width` × `height` pixels.
    ///
    /// # Errors
    /// When a side is zero or above [`Size::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Self, ViewError> {
        let side = |side: u32| {
            (1..=Self::MAX)
                .contains(&side)
                .then_some(side)
                .and_then(|side| u16::try_from(side).ok())
        };
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(ViewError::Size { width, height }),
        }
    }

    /// Width \[pixels\].
    pub fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// Height \[pixels\].
    pub fn height(self) -> u32 {
        u32::from(self.height)
    }

    /// Both sides as GIF counts them.
    pub(crate) fn sides(self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Both sides as a vector \[pixels\].
    pub(crate) fn vec(self) -> tumble::math::Vec2 {
        tumble::math::Vec2::new(f32::from(self.width), f32::from(self.height))
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ViewError;

    /// Reads `800x450`.
    ///
    /// # Errors
    /// When it is written otherwise, or a side is out of range.
    fn from_str(text: &str) -> Result<Self, ViewError> {
        let syntax = || ViewError::SizeSyntax(text.to_owned());
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let number = |part: &str| part.trim().parse::<u32>().map_err(|_| syntax());
        Self::new(number(width)?, number(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_printed() {
        let size: Size = "800x450".parse().unwrap();
        assert_eq!((size.width(), size.height()), (800, 450));
        assert_eq!(size.to_string(), "800x450");
        assert_eq!(" 4 x 3 ".parse::<Size>().unwrap(), Size::new(4, 3).unwrap());
    }

    #[test]
    fn a_zero_or_huge_side_is_a_typed_error() {
        for (w, h) in [
            (0, 10),
            (10, 0),
            (0, 0),
            (16_385, 1),
            (1, u32::MAX),
            (70_000, 70_000),
        ] {
            assert!(
                matches!(Size::new(w, h), Err(ViewError::Size { width, height }) if (width, height) == (w, h))
            );
        }
        assert!(Size::new(16_384, 16_384).is_ok());
        for text in ["", "800", "axb", "-1x5", "5x", "800x450x2", "99999999999x1"] {
            assert!(
                matches!(text.parse::<Size>(), Err(ViewError::SizeSyntax(t)) if t == text),
                "{text}"
            );
        }
        assert!(matches!("0x5".parse::<Size>(), Err(ViewError::Size { .. })));
    }
}
