//! Why something could not be made.

/// Why a body or joint could not be made. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum InvalidDesc {
    /// A number is NaN or infinite.
    #[error("`{0}` is not a finite number")]
    NotFinite(&'static str),
    /// A size or mass is zero or negative.
    #[error("`{0}` must be greater than zero")]
    NotPositive(&'static str),
    /// A damping, friction or the like is negative.
    #[error("`{0}` must not be negative")]
    Negative(&'static str),
    /// Something is beyond what the world's numbers hold.
    #[error("`{0}` is too large")]
    TooLarge(&'static str),
    /// An outline crosses itself, encloses no area, or has too few points.
    #[error("the outline is degenerate: {0}")]
    Outline(&'static str),
    /// A shape that only static and kinematic bodies can have.
    #[error("a dynamic body can't have this shape: {0}")]
    Shape(&'static str),
    /// `lower` is greater than `upper`.
    #[error("the lower limit is greater than the upper one")]
    Limits,
    /// A body that a joint names does not exist (any more), or both are the same.
    #[error("a body of the joint does not exist")]
    Body,
    /// A joint between two bodies that never move.
    #[error("neither body of the joint is dynamic")]
    NothingMoves,
}

/// The handle's body or joint no longer exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the body or joint no longer exists")]
pub struct Gone;
