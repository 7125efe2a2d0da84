//! Counts of what is there, and of what a step did.

/// What is in a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Bodies of every kind.
    pub bodies: usize,
    /// Joints.
    pub joints: usize,
    /// Pairs of bodies that touch.
    pub touching: usize,
    /// Dynamic bodies that sleep.
    pub asleep: usize,
    /// Trees: figures, and bodies on their own.
    pub trees: usize,
}

/// What the last step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Pairs of clusters whose boxes overlap.
    pub pairs: u32,
    /// Contacts, those that are about to be included.
    pub contacts: u32,
    /// Contacts that were solved within trees.
    pub tree_contacts: u32,
    /// Contact rows.
    pub contact_rows: u32,
    /// Joint rows.
    pub joint_rows: u32,
    /// Figures that were solved in lanes.
    pub figures: u32,
    /// Batches of lanes that took.
    pub batches: u32,
    /// Trees that are awake.
    pub awake: u32,
    /// Clusters whose box in the tree changed.
    pub moved: u32,
    /// Bodies that were stopped by continuous collision.
    pub stopped: u32,
}
