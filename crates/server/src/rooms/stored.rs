//! How much of a table is stored, and what of it may give way.

use upcard_table::wire::{ClientMessage, Power, Quota};

/// The most entries since the last match that are kept one by one, …
const LOOSE: u64 = 32;

/// … and the most bytes of them.
const LOOSE_BYTES: u64 = 16 * 1024;

/// What is stored of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stored {
    pub(crate) entries: u64,
    bytes: u64,
    /// How many entries stay: see [`upcard_table::Room::settled`].
    settled: u64,
    settled_bytes: u64,
    /// The bytes of the entry that stands for all after those.
    standing: u64,
}

impl Stored {
    /// Entries were added, of which the first `settled` of the whole table stay.
    pub(crate) fn added(&mut self, bodies: &[Vec<u8>], settled: u64) {
        for body in bodies {
            self.entries += 1;
            self.bytes += body.len() as u64;
            if self.entries == settled {
                (self.settled, self.settled_bytes, self.standing) = (settled, self.bytes, 0);
            }
        }
    }

    /// The table keeps this many entries, and one for all that came after them.
    pub(crate) fn folded(&mut self, standing: &[u8]) {
        self.standing = standing.len() as u64;
        self.entries = self.settled + 1;
        self.bytes = self.settled_bytes + self.standing;
    }

    /// How many entries stay, where there are enough after them to be replaced by one.
    pub(crate) fn foldable(&self) -> Option<u64> {
        let loose = self.bytes - self.settled_bytes - self.standing;
        let many = self.entries - self.settled > LOOSE || loose > LOOSE_BYTES;
        many.then_some(self.settled)
    }

    /// May what this message asks for be stored, where a table may have `most` bytes? A match that is
    /// being played has as much again to be finished, and can be ended in any case.
    pub(crate) fn allows(&self, message: &ClientMessage, most: u64) -> Result<(), Quota> {
        let most = match message {
            message if !stores(message) => return Ok(()),
            ClientMessage::Host { power: Power::End } => return Ok(()),
            ClientMessage::Act { .. }
            | ClientMessage::Reveal { .. }
            | ClientMessage::Next
            | ClientMessage::HandOver
            | ClientMessage::TakeBack
            | ClientMessage::Leave
            | ClientMessage::GiveUp
            | ClientMessage::Answer { .. }
            | ClientMessage::Object
            | ClientMessage::LetBotPlay { .. }
            | ClientMessage::Host { .. } => most.saturating_mul(2),
            _ => most,
        };
        self.below(most)
    }

    /// Has the table so much that its match is ended? People are refused before; bots, and whoever is covered by one,
    /// ask for nothing and would play on for ever.
    pub(crate) fn is_full(&self, most: u64) -> bool {
        self.bytes >= most.saturating_mul(3)
    }

    /// May it be stored that a seat has gone to another device? As what a match needs to be finished.
    pub(crate) fn allows_moves(&self, most: u64) -> Result<(), Quota> {
        self.below(most.saturating_mul(2))
    }

    fn below(&self, most: u64) -> Result<(), Quota> {
        if self.bytes < most { Ok(()) } else { Err(Quota::Table) }
    }
}

/// Can anything have to be stored for this message?
pub(crate) fn stores(message: &ClientMessage) -> bool {
    !matches!(
        message,
        ClientMessage::Hello { .. }
            | ClientMessage::Ping
            | ClientMessage::Say { .. }
            | ClientMessage::Introduce { .. }
            | ClientMessage::Wish { .. }
            | ClientMessage::Pause { .. }
            | ClientMessage::Resume
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(number: usize, bytes: usize) -> Vec<Vec<u8>> {
        vec![vec![b'x'; bytes]; number]
    }

    #[test]
    fn what_stays_is_told_from_what_gives_way() {
        let mut stored = Stored::default();
        stored.added(&texts(1, 100), 1);
        assert_eq!(stored.foldable(), None);
        // Many short ones.
        for _ in 0..8 {
            stored.added(&texts(4, 10), 1);
            assert_eq!(stored.foldable(), None);
        }
        stored.added(&texts(1, 10), 1);
        assert_eq!(stored.foldable(), Some(1));
        stored.folded(b"one that stands for all");
        assert_eq!((stored.entries, stored.bytes, stored.foldable()), (2, 123, None));
        // Some long ones.
        stored.added(&texts(2, 8 * 1024), 1);
        assert_eq!(stored.foldable(), None);
        stored.added(&texts(1, 1), 1);
        assert_eq!(stored.foldable(), Some(1));
        // Where the one is long itself it is not replaced for that alone.
        stored.folded(&[b'x'; 20 * 1024]);
        assert_eq!(stored.foldable(), None);
        // A match stays, up to its end, and all that was before it.
        stored.added(&texts(100, 100), 90);
        assert_eq!((stored.entries, stored.settled), (102, 90));
        assert_eq!(stored.bytes, stored.settled_bytes + 12 * 100);
        assert_eq!(stored.foldable(), None);
    }

    #[test]
    fn a_full_table_begins_nothing_and_finishes_what_it_has_begun() {
        let mut stored = Stored::default();
        let sit = ClientMessage::Sit { seat: None, name: "Ann".into() };
        let act = ClientMessage::Act { id: 1, decision: 1, action: "draw".into() };
        let end = ClientMessage::Host { power: Power::End };
        stored.added(&texts(1, 999), 1);
        assert_eq!(stored.allows(&ClientMessage::Start, 1000), Ok(()));
        stored.added(&texts(1, 1), 1);
        for message in [&sit, &ClientMessage::Start, &ClientMessage::Rematch] {
            assert_eq!(stored.allows(message, 1000), Err(Quota::Table));
        }
        for message in [&act, &end, &ClientMessage::Next, &ClientMessage::Ping] {
            assert_eq!(stored.allows(message, 1000), Ok(()));
        }
        assert_eq!(stored.allows_moves(1000), Ok(()));
        stored.added(&texts(1, 1000), 1);
        assert_eq!(stored.allows_moves(1000), Err(Quota::Table));
        for message in [&act, &ClientMessage::Next] {
            assert_eq!(stored.allows(message, 1000), Err(Quota::Table));
        }
        for message in [&end, &ClientMessage::Ping] {
            assert_eq!(stored.allows(message, 1000), Ok(()));
        }
        // What nobody asked for may be stored for a while longer.
        assert!(!stored.is_full(1000));
        stored.added(&texts(1, 1000), 1);
        assert!(stored.is_full(1000));
    }
}
