//! The latest things that were told: they are kept, so that a short break needs no snapshot.

use std::collections::VecDeque;

use crate::compact;
use crate::state::Told;

/// The most of them.
const MOST: usize = 256;

/// The most bytes of them, as they go over the wire. A set-up may be long.
const MOST_BYTES: usize = 64 * 1024;

/// The latest things that were told, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    items: VecDeque<(Told, usize)>,
    bytes: usize,
}

impl Recent {
    /// Keeps one more; the oldest make room.
    pub(crate) fn push(&mut self, item: Told) {
        let bytes = match &item {
            Told::Event(event) => compact::size(event),
            Told::Change(change) => compact::size(change),
        };
        self.bytes += bytes;
        self.items.push_back((item, bytes));
        while self.items.len() > MOST || self.bytes > MOST_BYTES {
            let Some((_, bytes)) = self.items.pop_front() else { break };
            self.bytes -= bytes;
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        *self = Recent::default();
    }

    /// The last so many, in order; none where there are not so many.
    pub(crate) fn last(&self, number: usize) -> Option<impl Iterator<Item = &Told>> {
        let from = self.items.len().checked_sub(number)?;
        Some(self.items.iter().skip(from).map(|(item, _)| item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Change, SeatPlan, SetUp};

    fn set_up(bytes: usize) -> Told {
        let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person]);
        set_up.changes = vec![("x".repeat(bytes), String::new())];
        Told::Change(Change::SetUp { set_up, seated: Vec::new(), host: None })
    }

    #[test]
    fn what_is_long_leaves_room_for_less() {
        let mut recent = Recent::default();
        for _ in 0..300 {
            recent.push(Told::Change(Change::Ended));
        }
        assert_eq!(recent.last(MOST).unwrap().count(), MOST);
        assert!(recent.last(MOST + 1).is_none());
        for _ in 0..300 {
            recent.push(set_up(13_000));
            assert!(recent.bytes <= MOST_BYTES);
        }
        assert_eq!(recent.items.len(), 5);
        // Something longer than all that may be kept.
        recent.push(set_up(70_000));
        assert_eq!((recent.items.len(), recent.bytes), (0, 0));
        assert_eq!(recent.last(0).unwrap().count(), 0);
        recent.push(Told::Change(Change::Ended));
        assert_eq!(recent.last(1).unwrap().count(), 1);
    }
}
