//! Handles with a generation, and the arena that gives them out.

use core::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $label:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name {
            pub(crate) index: u32,
            pub(crate) generation: u32,
        }

        impl $name {
            /// As one number: the upper half is the generation.
            #[inline]
            pub fn to_bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.index)
            }

            /// The inverse of `to_bits`. Any number is a handle, though perhaps one of nothing.
            #[inline]
            pub fn from_bits(bits: u64) -> Self {
                Self { index: bits as u32, generation: (bits >> 32) as u32 }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($label, "#{}v{}"), self.index, self.generation)
            }
        }
    };
}

id!(
    /// A body of a world. Never used again for another one.
    BodyId,
    "body"
);
id!(
    /// A joint of a world. Never used again for another one.
    JointId,
    "joint"
);

/// Places with a generation each. A place is used again, its handle never is.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Slots {
    generations: Vec<u32>,
    used: Vec<bool>,
    free: Vec<u32>,
    len: u32,
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self {
            generations: Vec::new(),
            used: Vec::new(),
            free: Vec::new(),
            len: 0,
        }
    }

    /// A free place: its index and generation.
    pub(crate) fn take(&mut self) -> (u32, u32) {
        self.len += 1;
        if let Some(index) = self.free.pop() {
            self.used[index as usize] = true;
            return (index, self.generations[index as usize]);
        }
        let index = self.generations.len() as u32;
        self.generations.push(1);
        self.used.push(true);
        (index, 1)
    }

    /// Gives a place back. One whose generations are used up is not given out again.
    pub(crate) fn release(&mut self, index: u32) {
        let place = index as usize;
        debug_assert!(self.used[place], "place {index} is free already");
        self.used[place] = false;
        self.len -= 1;
        self.generations[place] = self.generations[place].wrapping_add(1);
        if self.generations[place] != 0 {
            self.free.push(index);
        }
    }

    pub(crate) fn holds(&self, index: u32, generation: u32) -> bool {
        let place = index as usize;
        place < self.generations.len() && self.used[place] && self.generations[place] == generation
    }

    /// Whether there is something at a place, which may be any number.
    pub(crate) fn has(&self, index: u32) -> bool {
        self.used.get(index as usize) == Some(&true)
    }

    /// Whether every place is in use, free, or used up, and they are counted right. Reads any, one from a stored file too, without a panic.
    pub(crate) fn is_whole(&self) -> bool {
        let places = self.generations.len();
        let mut free = vec![false; places];
        for &index in &self.free {
            let at = index as usize;
            if at >= places || self.used.get(at) != Some(&false) || core::mem::replace(&mut free[at], true) {
                return false;
            }
        }
        let used = self.used.iter().filter(|used| **used).count();
        let left =
            (0..places).all(|at| self.used.get(at) == Some(&true) || free[at] || self.generations[at] == 0);
        self.used.len() == places && used == self.len as usize && left
    }

    pub(crate) fn is_used(&self, index: usize) -> bool {
        self.used[index]
    }

    pub(crate) fn generation(&self, index: usize) -> u32 {
        self.generations[index]
    }

    /// How many places were ever given out: one past the greatest index.
    pub(crate) fn places(&self) -> usize {
        self.generations.len()
    }

    /// How many are in use.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }
}
