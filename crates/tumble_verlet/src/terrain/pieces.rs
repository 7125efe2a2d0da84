//! Pieces of terrain made of edges.

/// A polygon or a line of segments.
#[derive(Clone, Debug)]
pub(crate) struct Piece<R> {
    pub edges: Vec<R>,
}
