//! Who meets whom.

/// Which bodies may touch, by bits.
///
/// Two bodies meet when each one's `mask` has a bit of the other's `category`, unless both have the same `group` other than 0: then a
/// positive group always meets, a negative one never does. Between bodies of one `owner`, each one's `own_mask` must also have a bit of the
/// other's category. Pairs joined by a joint, and pairs excluded one by one, never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// What it is. Default 1.
    pub category: u32,
    /// What it meets. Default all bits.
    pub mask: u32,
    /// Overrules category and mask between equals. Default 0: doesn't.
    pub group: i32,
    /// Whom it belongs to. Default 0: nobody.
    pub owner: u32,
    /// What it meets of the same owner. Default all bits.
    pub own_mask: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            category: 1,
            mask: u32::MAX,
            group: 0,
            owner: 0,
            own_mask: u32::MAX,
        }
    }
}

impl Filter {
    /// Whether two bodies with these filters may touch.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        if self.owner == other.owner
            && self.owner != 0
            && (self.own_mask & other.category == 0 || other.own_mask & self.category == 0)
        {
            return false;
        }
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
