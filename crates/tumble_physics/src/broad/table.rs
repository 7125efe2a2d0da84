//! A table from two numbers to one.

/// A pair's place.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot {
    a: u32,
    b: u32,
    value: u32,
}

/// Stands as `a` in a slot that is free.
const NONE: u32 = u32::MAX;
const EMPTY: Slot = Slot {
    a: NONE,
    b: 0,
    value: 0,
};
/// Slots of the smallest table that holds anything.
const FEWEST: usize = 16;

/// A number for each of many ordered pairs of numbers: (1, 2) is another pair than (2, 1). `a` may not be `u32::MAX`.
///
/// Open addressing with linear probing, at most half full; removing moves what follows back (Knuth, *The Art of Computer Programming* 3,
/// §6.4, algorithm R), so nothing is left behind that slows later look-ups. It can't be iterated, so no result depends on the
/// order of its slots.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PairTable {
    /// A power of two of them, or none.
    slots: Vec<Slot>,
    len: u32,
}

impl PairTable {
    /// Without pairs; nothing is allocated.
    pub(crate) const fn new() -> Self {
        Self {
            slots: Vec::new(),
            len: 0,
        }
    }

    /// How many pairs it has.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes all pairs out; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.len = 0;
    }

    /// The number of a pair.
    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        self.find(a, b).map(|at| self.slots[at].value)
    }

    /// Sets the number of a pair; returns the former one. A pair with `a` of `u32::MAX` is not taken.
    pub(crate) fn insert(&mut self, a: u32, b: u32, value: u32) -> Option<u32> {
        debug_assert!(a != NONE, "{a} can't be in a pair");
        if a == NONE {
            return None;
        }
        if (self.len as usize + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let mut at = self.home(a, b);
        loop {
            let slot = &mut self.slots[at];
            if slot.a == a && slot.b == b {
                return Some(core::mem::replace(&mut slot.value, value));
            }
            if slot.a == NONE {
                *slot = Slot { a, b, value };
                self.len += 1;
                return None;
            }
            at = self.next(at);
        }
    }

    /// Takes a pair out; returns its number.
    pub(crate) fn remove(&mut self, a: u32, b: u32) -> Option<u32> {
        let mut hole = self.find(a, b)?;
        let value = self.slots[hole].value;
        // Whoever stands behind the hole moves into it if it lies on the way from its home to where it stands.
        let mask = self.slots.len() - 1;
        let mut at = self.next(hole);
        loop {
            let slot = self.slots[at];
            if slot.a == NONE {
                break;
            }
            let from_home = at.wrapping_sub(self.home(slot.a, slot.b)) & mask;
            let from_hole = at.wrapping_sub(hole) & mask;
            if from_home >= from_hole {
                self.slots[hole] = slot;
                hole = at;
            }
            at = self.next(at);
        }
        self.slots[hole] = EMPTY;
        self.len -= 1;
        Some(value)
    }

    /// Whether it is whole: a power of two of slots, at most half of them in use, as many as counted, each pair found from its home.
    /// Reads any table, one from a stored file, too, without a panic.
    pub(crate) fn is_whole(&self) -> bool {
        let used = self.slots.iter().filter(|slot| slot.a != NONE).count();
        let sized = self.slots.is_empty() || self.slots.len().is_power_of_two();
        sized
            && used == self.len as usize
            && used * 2 <= self.slots.len()
            && self
                .slots
                .iter()
                .enumerate()
                .all(|(at, slot)| slot.a == NONE || self.find(slot.a, slot.b) == Some(at))
    }

    #[inline]
    fn find(&self, a: u32, b: u32) -> Option<usize> {
        if self.len == 0 || a == NONE {
            return None;
        }
        let mut at = self.home(a, b);
        loop {
            let slot = &self.slots[at];
            if slot.a == a && slot.b == b {
                return Some(at);
            }
            if slot.a == NONE {
                return None;
            }
            at = self.next(at);
        }
    }

    /// Where a pair stands if nothing stands there.
    #[inline]
    fn home(&self, a: u32, b: u32) -> usize {
        (mix(a, b) >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(FEWEST);
        let old = core::mem::replace(&mut self.slots, vec![EMPTY; slots]);
        for slot in old {
            if slot.a == NONE {
                continue;
            }
            let mut at = self.home(slot.a, slot.b);
            while self.slots[at].a != NONE {
                at = self.next(at);
            }
            self.slots[at] = slot;
        }
    }
}

/// Spreads pairs over 64 bits, of which the upper half is used: neighbouring numbers are the rule. Two rounds of multiply and fold with the
/// odd multipliers of `MurmurHash3`'s finaliser (Appleby, 2011).
#[inline]
fn mix(a: u32, b: u32) -> u64 {
    let mut bits = u64::from(a) << 32 | u64::from(b);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (bits ^ (bits >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

#[cfg(test)]
impl PairTable {
    /// How many slots a look-up of a pair that is there sees.
    pub(super) fn seen_from_home(&self, a: u32, b: u32) -> usize {
        self.find(a, b).map_or(0, |at| {
            1 + (at.wrapping_sub(self.home(a, b)) & (self.slots.len() - 1))
        })
    }
}
