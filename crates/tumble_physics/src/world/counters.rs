//! Counts of what is there, and of what a step did.

use super::step::Stage;

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

impl Counters {
    /// Every count with its name, in the order of a step.
    pub fn named(&self) -> [(&'static str, u32); 10] {
        [
            ("boxes moved", self.moved),
            ("pairs", self.pairs),
            ("contacts", self.contacts),
            ("tree contacts", self.tree_contacts),
            ("contact rows", self.contact_rows),
            ("joint rows", self.joint_rows),
            ("awake trees", self.awake),
            ("figures in lanes", self.figures),
            ("batches", self.batches),
            ("stopped at walls", self.stopped),
        ]
    }
}

impl Stage {
    /// Every stage, in the order of a step.
    pub const ALL: [Self; 11] = [
        Self::Edits,
        Self::Pairs,
        Self::Contacts,
        Self::Gather,
        Self::Figures,
        Self::Rows,
        Self::Scatter,
        Self::Walls,
        Self::Touches,
        Self::Sleep,
        Self::Boxes,
    ];

    /// Its name, for tables and pictures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edits => "edits",
            Self::Pairs => "pairs",
            Self::Contacts => "contacts",
            Self::Gather => "gather",
            Self::Figures => "figures",
            Self::Rows => "rows",
            Self::Scatter => "scatter",
            Self::Walls => "walls",
            Self::Touches => "touches",
            Self::Sleep => "sleep",
            Self::Boxes => "boxes",
        }
    }
}
