//! Buffer of the latest updates, so that a client can resume after a short disconnection without a
//! snapshot.

use std::collections::VecDeque;

use upcard_engine::Written;

use crate::compact;
use crate::state::Update;

/// Maximum number of updates.
const MOST: usize = 256;

/// Maximum size, in bytes on the wire. A set-up may be long.
const MOST_BYTES: usize = 64 * 1024;

/// The latest updates, in order. Stored serialized: an event takes about ten bytes instead of a
/// hundred or more in memory. Every table fills its buffer, and few updates are ever requested.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// Sequence number of the last update.
    sequence: u64,
    /// `None` if updates are not kept.
    form: Option<Form>,
    /// The serialized updates, concatenated.
    bytes: VecDeque<u8>,
    /// Length of each update, in bytes.
    lengths: VecDeque<u32>,
}

/// Encoding of updates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    append: fn(&Update, &mut VecDeque<u8>) -> usize,
    read: fn(&[u8]) -> Option<Update<Written>>,
}

impl Form {
    /// The binary wire encoding.
    pub(super) const BYTES: Form = Form { append: compact::append, read: compact::read };
}

impl Recent {
    /// Creates an empty buffer with this encoding; `None` keeps nothing.
    pub(super) fn new(form: Option<Form>) -> Recent {
        Recent { sequence: 0, form, bytes: VecDeque::new(), lengths: VecDeque::new() }
    }

    /// Sequence number of the last update, kept or not.
    pub(super) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Appends an update, evicting the oldest ones.
    pub(super) fn push(&mut self, update: &Update) {
        self.sequence += 1;
        let Some(form) = self.form else { return };
        let length = (form.append)(update, &mut self.bytes);
        // Updates are bounded by the size limit of client messages.
        self.lengths.push_back(u32::try_from(length).unwrap_or(u32::MAX));
        while self.lengths.len() > MOST || self.bytes.len() > MOST_BYTES {
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
        *self = Recent { sequence, ..Recent::new(self.form) };
    }

    /// Returns the updates after `after`, with their numbers; `None` if some are no longer kept.
    pub(super) fn after(
        &self,
        after: u64,
    ) -> Option<impl Iterator<Item = (u64, Update<Written>)> + use<>> {
        let missed = usize::try_from(self.sequence.checked_sub(after)?).ok()?;
        Some((after + 1..).zip(self.last(missed)?))
    }

    /// Returns the last `number` updates, in order; `None` if fewer are kept.
    fn last(&self, number: usize) -> Option<Vec<Update<Written>>> {
        let form = self.form?;
        let from = self.lengths.len().checked_sub(number)?;
        let lengths = self.lengths.iter().map(|length| *length as usize);
        let mut at: usize = lengths.clone().take(from).sum();
        let updates = lengths.skip(from).map(|length| {
            let bytes: Vec<u8> = self.bytes.range(at..at + length).copied().collect();
            at += length;
            (form.read)(&bytes)
        });
        updates.collect()
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::{Checked, Event, Seat, Shape};

    use super::*;
    use crate::wire::{Change, SeatPlan, SetUp};

    fn set_up<S: Shape>(bytes: usize) -> Update<S> {
        let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person]);
        set_up.changes = vec![("x".repeat(bytes), String::new())];
        Update::Change(Change::SetUp { set_up, seated: Vec::new(), host: None })
    }

    #[test]
    fn what_is_long_leaves_room_for_less() {
        let mut recent = Recent::new(Some(Form::BYTES));
        for _ in 0..300 {
            recent.push(&Update::Change(Change::Ended));
        }
        assert_eq!(recent.last(MOST), Some(vec![Update::Change(Change::Ended); MOST]));
        assert!(recent.last(MOST + 1).is_none());
        for _ in 0..300 {
            recent.push(&set_up::<Checked>(13_000));
            assert!(recent.bytes.len() <= MOST_BYTES);
        }
        assert_eq!(recent.lengths.len(), 5);
        assert_eq!(recent.last(2), Some(vec![set_up(13_000); 2]));
        // An update larger than the whole buffer.
        recent.push(&set_up::<Checked>(70_000));
        assert_eq!((recent.lengths.len(), recent.bytes.len()), (0, 0));
        assert_eq!(recent.last(0), Some(Vec::new()));
        recent.push(&Update::Change(Change::Ended));
        assert_eq!(recent.last(1), Some(vec![Update::Change(Change::Ended)]));
    }

    #[test]
    fn a_table_that_keeps_none_has_missed_nothing_or_gives_none() {
        let mut recent = Recent::new(None);
        recent.push(&Update::Change(Change::Ended));
        recent.begin_after(0);
        recent.push(&set_up::<Checked>(100));
        assert_eq!((recent.lengths.len(), recent.bytes.len()), (0, 0));
        assert!(recent.last(1).is_none());
    }

    #[test]
    fn a_table_that_has_played_for_long_keeps_little() {
        let mut recent = Recent::new(Some(Form::BYTES));
        recent.push(&set_up::<Checked>(60_000));
        for number in 0..2_000u16 {
            let drew = Event::Drew { seat: Seat::at((number % 4) as usize), card: None };
            recent.push(&Update::Event(drew));
        }
        assert_eq!(recent.lengths.len(), MOST);
        let held = recent.bytes.capacity() + 4 * recent.lengths.capacity();
        assert!(held < 8 * 1024, "{held} bytes");
    }
}
