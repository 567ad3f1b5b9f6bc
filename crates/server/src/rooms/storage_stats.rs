//! Storage statistics of a table, and which of its entries can be compacted.

use upcard_table::wire::{ClientMessage, Power, Quota};

/// Maximum number of entries since the last match that are kept individually, …
const MAX_LOOSE: u64 = 32;

/// … and their maximum size in bytes.
const MAX_LOOSE_BYTES: u64 = 16 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct StorageStats {
    pub(crate) entries: u64,
    bytes: u64,
    /// Number of permanent entries; see [`upcard_table::Room::permanent_entries`].
    settled: u64,
    settled_bytes: u64,
    /// Bytes of the entry that replaces all entries after those.
    standing: u64,
}

impl StorageStats {
    /// Counts added entries; the first `settled` of the whole table are permanent.
    pub(crate) fn add(&mut self, bodies: &[Vec<u8>], settled: u64) {
        for body in bodies {
            self.entries += 1;
            self.bytes += body.len() as u64;
            if self.entries == settled {
                (self.settled, self.settled_bytes, self.standing) = (settled, self.bytes, 0);
            }
        }
    }

    /// Counts a compaction: one entry replaces all that are not permanent.
    pub(crate) fn compact(&mut self, standing: &[u8]) {
        self.standing = standing.len() as u64;
        self.entries = self.settled + 1;
        self.bytes = self.settled_bytes + self.standing;
    }

    /// Returns the number of permanent entries, if enough others follow to compact them.
    pub(crate) fn compactable(&self) -> Option<u64> {
        let loose = self.bytes - self.settled_bytes - self.standing;
        let many = self.entries - self.settled > MAX_LOOSE || loose > MAX_LOOSE_BYTES;
        many.then_some(self.settled)
    }

    /// Checks that the table's quota of `most` bytes allows this message. A running match has twice that to
    /// finish, and can be ended in any case.
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
        self.check_below(most)
    }

    /// Returns `true` if the table is so large that its match must be ended. People's messages are rejected
    /// earlier; bots, also those covering for people, send none and would play forever.
    pub(crate) fn is_full(&self, most: u64) -> bool {
        self.bytes >= most.saturating_mul(3)
    }

    /// Checks that the quota allows moving a seat to another device; like messages of a running match.
    pub(crate) fn allows_moves(&self, most: u64) -> Result<(), Quota> {
        self.check_below(most.saturating_mul(2))
    }

    fn check_below(&self, most: u64) -> Result<(), Quota> {
        if self.bytes < most { Ok(()) } else { Err(Quota::Table) }
    }
}

/// Returns `true` if this message may lead to stored entries.
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
    fn permanent_entries_are_distinguished_from_compactable_ones() {
        let mut stored = StorageStats::default();
        stored.add(&texts(1, 100), 1);
        assert_eq!(stored.compactable(), None);
        // Many short entries.
        for _ in 0..8 {
            stored.add(&texts(4, 10), 1);
            assert_eq!(stored.compactable(), None);
        }
        stored.add(&texts(1, 10), 1);
        assert_eq!(stored.compactable(), Some(1));
        stored.compact(b"one that stands for all");
        assert_eq!((stored.entries, stored.bytes, stored.compactable()), (2, 123, None));
        // Some long entries.
        stored.add(&texts(2, 8 * 1024), 1);
        assert_eq!(stored.compactable(), None);
        stored.add(&texts(1, 1), 1);
        assert_eq!(stored.compactable(), Some(1));
        // A long compacted entry is not compacted again for its size alone.
        stored.compact(&[b'x'; 20 * 1024]);
        assert_eq!(stored.compactable(), None);
        // A match is permanent, up to its end, with everything before it.
        stored.add(&texts(100, 100), 90);
        assert_eq!((stored.entries, stored.settled), (102, 90));
        assert_eq!(stored.bytes, stored.settled_bytes + 12 * 100);
        assert_eq!(stored.compactable(), None);
    }

    #[test]
    fn a_full_table_starts_no_match_but_finishes_a_running_one() {
        let mut stored = StorageStats::default();
        let sit = ClientMessage::Sit { seat: None, name: "Ann".into() };
        let act = ClientMessage::Act { id: 1, decision: 1, action: "draw".into() };
        let end = ClientMessage::Host { power: Power::End };
        stored.add(&texts(1, 999), 1);
        assert_eq!(stored.allows(&ClientMessage::Start, 1000), Ok(()));
        stored.add(&texts(1, 1), 1);
        for message in [&sit, &ClientMessage::Start, &ClientMessage::Rematch] {
            assert_eq!(stored.allows(message, 1000), Err(Quota::Table));
        }
        for message in [&act, &end, &ClientMessage::Next, &ClientMessage::Ping] {
            assert_eq!(stored.allows(message, 1000), Ok(()));
        }
        assert_eq!(stored.allows_moves(1000), Ok(()));
        stored.add(&texts(1, 1000), 1);
        assert_eq!(stored.allows_moves(1000), Err(Quota::Table));
        for message in [&act, &ClientMessage::Next] {
            assert_eq!(stored.allows(message, 1000), Err(Quota::Table));
        }
        for message in [&end, &ClientMessage::Ping] {
            assert_eq!(stored.allows(message, 1000), Ok(()));
        }
        // Entries without a message may still be stored for a while.
        assert!(!stored.is_full(1000));
        stored.add(&texts(1, 1000), 1);
        assert!(stored.is_full(1000));
    }
}
