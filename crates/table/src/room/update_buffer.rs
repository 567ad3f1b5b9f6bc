//! Buffer of the latest updates, so that a client can resume after a short disconnection without a
//! snapshot.

use std::collections::VecDeque;

use upcard_engine::Raw;

use crate::compact;
use crate::state::Update;

/// Maximum number of updates.
const MAX_UPDATES: usize = 256;

/// Maximum size, in bytes on the wire. A set-up may be long.
const MAX_BYTES: usize = 64 * 1024;

/// The latest updates, in order. Stored serialized: an event takes about ten bytes instead of a
/// hundred or more in memory. Every table fills its buffer, and few updates are ever requested.
#[derive(Clone, Debug)]
pub(super) struct UpdateBuffer {
    /// Sequence number of the last update.
    sequence: u64,
    /// `None` if updates are not kept.
    encoding: Option<UpdateEncoding>,
    /// The serialized updates, concatenated.
    bytes: VecDeque<u8>,
    /// Length of each update, in bytes.
    lengths: VecDeque<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct UpdateEncoding {
    append: fn(&Update, &mut VecDeque<u8>) -> usize,
    read: fn(&[u8]) -> Option<Update<Raw>>,
}

impl UpdateEncoding {
    /// The binary wire encoding.
    pub(super) const BYTES: UpdateEncoding =
        UpdateEncoding { append: compact::append, read: compact::read };
}

impl UpdateBuffer {
    /// Creates an empty buffer with this encoding; `None` keeps nothing.
    pub(super) fn new(encoding: Option<UpdateEncoding>) -> UpdateBuffer {
        UpdateBuffer { sequence: 0, encoding, bytes: VecDeque::new(), lengths: VecDeque::new() }
    }

    /// Sequence number of the last update, kept or not.
    pub(super) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Appends an update, evicting the oldest ones.
    pub(super) fn push(&mut self, update: &Update) {
        self.sequence += 1;
        let Some(encoding) = self.encoding else { return };
        let length = (encoding.append)(update, &mut self.bytes);
        // Updates are bounded by the size limit of client messages.
        self.lengths.push_back(u32::try_from(length).unwrap_or(u32::MAX));
        while self.lengths.len() > MAX_UPDATES || self.bytes.len() > MAX_BYTES {
            let Some(length) = self.lengths.pop_front() else { break };
            self.bytes.drain(..length as usize);
        }
        // Release memory after a long update has been evicted.
        if self.bytes.capacity() > 4 * self.bytes.len().max(1024) {
            self.bytes.shrink_to(2 * self.bytes.len());
        }
    }

    /// Clears the buffer and sets the sequence number of the last update.
    pub(super) fn begin_after(&mut self, sequence: u64) {
        *self = UpdateBuffer { sequence, ..UpdateBuffer::new(self.encoding) };
    }

    /// Returns the updates after `after`, with their numbers; `None` if some are no longer kept.
    pub(super) fn after(
        &self,
        after: u64,
    ) -> Option<impl Iterator<Item = (u64, Update<Raw>)> + use<>> {
        let missed = usize::try_from(self.sequence.checked_sub(after)?).ok()?;
        Some((after + 1..).zip(self.last(missed)?))
    }

    /// Returns the last `number` updates, in order; `None` if fewer are kept.
    fn last(&self, number: usize) -> Option<Vec<Update<Raw>>> {
        let encoding = self.encoding?;
        let from = self.lengths.len().checked_sub(number)?;
        let lengths = self.lengths.iter().map(|length| *length as usize);
        let mut at: usize = lengths.clone().take(from).sum();
        let updates = lengths.skip(from).map(|length| {
            let bytes: Vec<u8> = self.bytes.range(at..at + length).copied().collect();
            at += length;
            (encoding.read)(&bytes)
        });
        updates.collect()
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::{Checked, Event, Representation, Seat};

    use super::*;
    use crate::wire::{Change, SeatPlan, SetUp};

    fn set_up<S: Representation>(bytes: usize) -> Update<S> {
        let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person]);
        set_up.changes = vec![("x".repeat(bytes), String::new())];
        Update::Change(Change::SetUp { set_up, seated: Vec::new(), host: None })
    }

    #[test]
    fn long_updates_evict_more() {
        let mut update_buffer = UpdateBuffer::new(Some(UpdateEncoding::BYTES));
        for _ in 0..300 {
            update_buffer.push(&Update::Change(Change::Ended));
        }
        assert_eq!(
            update_buffer.last(MAX_UPDATES),
            Some(vec![Update::Change(Change::Ended); MAX_UPDATES])
        );
        assert!(update_buffer.last(MAX_UPDATES + 1).is_none());
        for _ in 0..300 {
            update_buffer.push(&set_up::<Checked>(13_000));
            assert!(update_buffer.bytes.len() <= MAX_BYTES);
        }
        assert_eq!(update_buffer.lengths.len(), 5);
        assert_eq!(update_buffer.last(2), Some(vec![set_up(13_000); 2]));
        // An update larger than the whole buffer.
        update_buffer.push(&set_up::<Checked>(70_000));
        assert_eq!((update_buffer.lengths.len(), update_buffer.bytes.len()), (0, 0));
        assert_eq!(update_buffer.last(0), Some(Vec::new()));
        update_buffer.push(&Update::Change(Change::Ended));
        assert_eq!(update_buffer.last(1), Some(vec![Update::Change(Change::Ended)]));
    }

    #[test]
    fn without_a_buffer_only_current_clients_can_resume() {
        let mut update_buffer = UpdateBuffer::new(None);
        update_buffer.push(&Update::Change(Change::Ended));
        update_buffer.begin_after(0);
        update_buffer.push(&set_up::<Checked>(100));
        assert_eq!((update_buffer.lengths.len(), update_buffer.bytes.len()), (0, 0));
        assert!(update_buffer.last(1).is_none());
    }

    #[test]
    fn the_update_buffer_is_bounded() {
        let mut update_buffer = UpdateBuffer::new(Some(UpdateEncoding::BYTES));
        update_buffer.push(&set_up::<Checked>(60_000));
        for number in 0..2_000u16 {
            let drew = Event::Drew { seat: Seat::at((number % 4) as usize), card: None };
            update_buffer.push(&Update::Event(drew));
        }
        assert_eq!(update_buffer.lengths.len(), MAX_UPDATES);
        let held = update_buffer.bytes.capacity() + 4 * update_buffer.lengths.capacity();
        assert!(held < 8 * 1024, "{held} bytes");
    }
}
