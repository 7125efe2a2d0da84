//! What figures that are solved side by side have in common.

/// Most bodies of a tree.
pub(crate) const MOST_BODIES: usize = 64;

/// How a tree's bodies hang together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Topology {
    /// Each body's parent, which comes before it; the root is body 0, its own parent doesn't count.
    pub parents: Vec<u16>,
    /// Whether the root hangs by a pin on a point of the world, fixed or of known velocity.
    pub anchored: bool,
}

impl Topology {
    /// Whether it is a tree of 1 to [`MOST_BODIES`] bodies, parents first.
    pub(crate) fn is_sound(&self) -> bool {
        (1..=MOST_BODIES).contains(&self.parents.len())
            && self
                .parents
                .iter()
                .enumerate()
                .skip(1)
                .all(|(body, &parent)| usize::from(parent) < body)
    }
}
