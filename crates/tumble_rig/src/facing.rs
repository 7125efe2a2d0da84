//! Which way a character faces, and what follows from it.

/// Which way a character faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// As authored.
    #[default]
    Right,
    /// The mirror image of `Right`, by the placement's mirror flag.
    Left,
    /// Towards the viewer; unmirrored, with bend sides of its own.
    Forward,
}

impl Facing {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Right, Self::Left, Self::Forward];

    /// Whether the placement's mirror is on.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self == Self::Left
    }

    /// Index into per-facing tables.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::Right => 0,
            Self::Left => 1,
            Self::Forward => 2,
        }
    }

    /// Lower-case name, as in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Forward => "forward",
        }
    }
}

/// The side to which a two-bone limb bends, in the rig's unmirrored frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bend {
    /// The lower bone's relative angle is ≥ 0.
    #[default]
    Normal,
    /// The lower bone's relative angle is ≤ 0.
    Inverted,
}

impl Bend {
    /// 1 for normal, −1 for inverted.
    #[inline]
    pub fn sign(self) -> f32 {
        match self {
            Self::Normal => 1.0,
            Self::Inverted => -1.0,
        }
    }

    /// The other side.
    #[inline]
    pub fn flipped(self) -> Self {
        match self {
            Self::Normal => Self::Inverted,
            Self::Inverted => Self::Normal,
        }
    }

    /// The side that a relative angle lies on; zero counts as normal.
    #[inline]
    pub fn of_angle(angle: f32) -> Self {
        if angle < 0.0 { Self::Inverted } else { Self::Normal }
    }
}

/// What a rig says about one facing. All in the rig's unmirrored frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FacingProfile {
    /// Bend side per limb.
    pub bends: Vec<Bend>,
    /// Per bone: a band that replaces the joint's own, `[lower, upper]` from the joint's zero \[rad\].
    pub limits: Vec<Option<[f32; 2]>>,
    /// Indices into [`Rig::parts`](crate::Rig::parts), back to front; every part exactly once.
    pub draw_order: Vec<usize>,
}
