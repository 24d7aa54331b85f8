//! What alpha-beta remembers of positions it has been in.

/// Which side of the true value a stored one is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<M> {
    key: u64,
    pub(super) mv: M,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether no position below was judged by its looks.
    pub(super) solved: bool,
}

/// One entry a slot; a new one replaces an old one. What was found for one key is never taken for another's.
#[derive(Debug, Clone)]
pub(super) struct Table<M> {
    slots: Vec<Option<Entry<M>>>,
}

impl<M: Copy> Table<M> {
    /// With room for at least so many entries.
    pub(super) fn new(entries: usize) -> Self {
        Self { slots: vec![None; entries.max(1).next_power_of_two()] }
    }

    fn index(&self, key: u64) -> usize {
        // The table is never so large that the low bits alone would not do.
        usize::try_from(key & (self.slots.len() as u64 - 1)).expect("below the length of a Vec")
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.slots[self.index(key)].as_ref().filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, mv: M, value: i32, depth: u8, bound: Bound, solved: bool) {
        let index = self.index(key);
        self.slots[index] = Some(Entry { key, mv, value, depth, bound, solved });
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(None);
    }
}
