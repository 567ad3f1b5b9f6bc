//! The latest updates that were sent: they are kept, so that a short break needs no snapshot.

use std::collections::VecDeque;

use upcard_engine::Written;

use crate::compact;
use crate::state::Update;

/// The most of them.
const MOST: usize = 256;

/// The most bytes of them, as they go over the wire. A set-up may be long.
const MOST_BYTES: usize = 64 * 1024;

/// The latest updates, in order. They are kept as bytes: an event takes ten of them, and a hundred
/// and more as a value. Every table has as many as it may, and few are ever asked for.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// The number of the last update.
    sequence: u64,
    /// None where none are kept.
    form: Option<Form>,
    /// One behind another.
    bytes: VecDeque<u8>,
    /// How long each of them is.
    lengths: VecDeque<u32>,
}

/// How updates are written into bytes and read from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    append: fn(&Update, &mut VecDeque<u8>) -> usize,
    read: fn(&[u8]) -> Option<Update<Written>>,
}

impl Form {
    /// As they go over the wire to a page.
    pub(super) const BYTES: Form = Form { append: compact::append, read: compact::read };
}

impl Recent {
    /// Keeps updates in this form from now on, or none.
    pub(super) fn new(form: Option<Form>) -> Recent {
        Recent { sequence: 0, form, bytes: VecDeque::new(), lengths: VecDeque::new() }
    }

    /// The number of the last update, kept or not.
    pub(super) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Keeps one more; the oldest make room.
    pub(super) fn push(&mut self, update: &Update) {
        self.sequence += 1;
        let Some(form) = self.form else { return };
        let length = (form.append)(update, &mut self.bytes);
        // None is longer than what a client may send, and what follows from it.
        self.lengths.push_back(u32::try_from(length).unwrap_or(u32::MAX));
        while self.lengths.len() > MOST || self.bytes.len() > MOST_BYTES {
            let Some(length) = self.lengths.pop_front() else { break };
            self.bytes.drain(..length as usize);
        }
        // What was long is gone some time.
        if self.bytes.capacity() > 4 * self.bytes.len().max(1024) {
            self.bytes.shrink_to(2 * self.bytes.len());
        }
    }

    /// Forgets all: the last update had this number.
    pub(super) fn begin_after(&mut self, sequence: u64) {
        *self = Recent { sequence, ..Recent::new(self.form) };
    }

    /// The updates after the number `after`, with their numbers; none where they are not all kept.
    pub(super) fn after(
        &self,
        after: u64,
    ) -> Option<impl Iterator<Item = (u64, Update<Written>)> + use<>> {
        let missed = usize::try_from(self.sequence.checked_sub(after)?).ok()?;
        Some((after + 1..).zip(self.last(missed)?))
    }

    /// The last `number` updates, in order; none where fewer are kept.
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
        // Something longer than all that may be kept.
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
