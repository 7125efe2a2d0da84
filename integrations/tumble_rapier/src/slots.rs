//! Slots with generations: handles that never come back to life.

/// Values under 64-bit handles: index below, generation above. A removed handle stays stale for ever.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    entries: Vec<Entry<T>>,
    free: Vec<u32>,
    len: usize,
}

#[derive(Debug)]
struct Entry<T> {
    generation: u32,
    value: Option<T>,
}

fn index_of(handle: u64) -> usize {
    (handle & 0xffff_ffff) as usize
}

impl<T> Slots<T> {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            len: 0,
        }
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The handle that the next [`insert`](Self::insert) returns.
    pub(crate) fn next_handle(&self) -> u64 {
        match self.free.last() {
            Some(&index) => handle(index, self.entries[index as usize].generation),
            None => handle(self.entries.len() as u32, 1),
        }
    }

    pub(crate) fn insert(&mut self, value: T) -> u64 {
        let handle = self.next_handle();
        if let Some(index) = self.free.pop() {
            self.entries[index as usize].value = Some(value);
        } else {
            self.entries.push(Entry {
                generation: 1,
                value: Some(value),
            });
        }
        self.len += 1;
        handle
    }

    pub(crate) fn get(&self, handle: u64) -> Option<&T> {
        let entry = self.entries.get(index_of(handle))?;
        if u64::from(entry.generation) != handle >> 32 {
            return None;
        }
        entry.value.as_ref()
    }

    pub(crate) fn get_mut(&mut self, handle: u64) -> Option<&mut T> {
        let entry = self.entries.get_mut(index_of(handle))?;
        if u64::from(entry.generation) != handle >> 32 {
            return None;
        }
        entry.value.as_mut()
    }

    pub(crate) fn remove(&mut self, handle: u64) -> Option<T> {
        let index = index_of(handle);
        let entry = self.entries.get_mut(index)?;
        if u64::from(entry.generation) != handle >> 32 {
            return None;
        }
        let value = entry.value.take()?;
        self.len -= 1;
        // A slot whose generations are used up is retired.
        if let Some(next) = entry.generation.checked_add(1) {
            entry.generation = next;
            self.free.push(index as u32);
        }
        Some(value)
    }

    /// All values with their handles, in the order of their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.entries.iter().enumerate().filter_map(|(index, entry)| {
            entry
                .value
                .as_ref()
                .map(|value| (handle(index as u32, entry.generation), value))
        })
    }

    /// All values, in the order of their slots.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().filter_map(|entry| entry.value.as_mut())
    }
}

fn handle(index: u32, generation: u32) -> u64 {
    (u64::from(generation) << 32) | u64::from(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_handle_stays_stale_when_its_slot_is_used_again() {
        let mut slots = Slots::new();
        let a = slots.insert("a");
        assert_eq!(slots.remove(a), Some("a"));
        assert_eq!(slots.remove(a), None);
        let expected = slots.next_handle();
        let b = slots.insert("b");
        assert_eq!(b, expected);
        assert_eq!(b as u32, a as u32, "the slot is used again");
        assert_ne!(a, b);
        assert_eq!(slots.get(a), None);
        assert_eq!(slots.get(b), Some(&"b"));
        assert_eq!(slots.len(), 1);
        assert_eq!(slots.get(u64::MAX), None);
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let mut slots = Slots::new();
        let a = slots.insert(1);
        slots.entries[0].generation = u32::MAX;
        let last = (u64::from(u32::MAX) << 32) | (a & 0xffff_ffff);
        assert_eq!(slots.remove(last), Some(1));
        let b = slots.insert(2);
        assert_ne!(b as u32, a as u32);
    }
}
