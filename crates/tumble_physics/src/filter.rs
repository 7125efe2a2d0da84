//! Who meets whom.

/// Which bodies may touch, by bits.
///
/// Two bodies meet when each one's `mask` has a bit of the other's `category`, unless both have the same `group` other than 0: then a
/// positive group always meets, a negative one never does. Pairs joined by a joint, and pairs excluded one by one, never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// What it is. Default 1.
    pub category: u32,
    /// What it meets. Default all bits.
    pub mask: u32,
    /// Overrules category and mask between equals. Default 0: doesn't.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            category: 1,
            mask: u32::MAX,
            group: 0,
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
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
