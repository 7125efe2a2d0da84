//! What can go wrong while drawing.

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// A side of the picture is zero or larger than [`Size::MAX`](crate::Size::MAX).
    #[error("a picture of {width}x{height} pixels can't be made; each side must be 1 to {max}", max = crate::Size::MAX)]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// A size was not written as `WIDTHxHEIGHT`.
    #[error("`{0}` is not a size; write WIDTHxHEIGHT, such as 800x450")]
    SizeSyntax(String),
    /// No memory for the pixels.
    #[error("no memory for a picture of {width}x{height} pixels")]
    Memory {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
    /// There is no frame to draw.
    #[error("there is no frame to draw")]
    NoFrames,
    /// The PNG encoder failed.
    #[error("the PNG could not be encoded: {0}")]
    Png(String),
    /// The GIF could not be encoded or written.
    #[error("the GIF could not be written: {0}")]
    Gif(#[from] gif::EncodingError),
}
