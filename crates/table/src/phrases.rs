//! Phrases: said to all at the table, at a rate of their own, and never stored.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::entry::{Entry, Guest};
use crate::outbox::{Millis, Outbox};
use crate::room::Room;
use crate::wire::{Phrase, ServerMessage, TableError};

/// Milliseconds between two phrases of one person in the long run.
const EVERY: Millis = 4_000;

/// The most phrases at once.
const BURST: Millis = 3;

/// When each seat's phrases are paid for, by the generic cell rate algorithm.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PhraseRate([Millis; MAX_PLAYERS]);

impl PhraseRate {
    /// May this seat say something now? It is counted then.
    fn allows(&mut self, now: Millis, seat: Seat) -> bool {
        let Some(paid) = self.0.get_mut(seat.index()) else { return false };
        let from = now.max(*paid);
        if from - now > (BURST - 1) * EVERY {
            return false;
        }
        *paid = from + EVERY;
        true
    }
}

impl Room {
    /// Somebody says a phrase.
    pub(crate) fn say(
        &mut self,
        now: Millis,
        guest: Guest,
        phrase: Phrase,
        out: &mut Outbox,
    ) -> Result<(), TableError> {
        let seat = self.own_seat(guest)?;
        if self.state.phrases_off {
            return Err(TableError::PhrasesOff);
        }
        if !self.phrase_rate.allows(now, seat) {
            return Err(TableError::TooFast);
        }
        self.send_all(ServerMessage::Said { seat, phrase }, out);
        Ok(())
    }

    /// The host switches phrases off, or on again.
    pub(crate) fn allow_phrases(&mut self, allowed: bool, out: &mut Outbox) {
        if self.state.phrases_off == allowed {
            self.record(Entry::Phrases { allowed }, out);
            self.send_all(ServerMessage::Phrases { allowed }, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_at_once_and_then_one_every_four_seconds() {
        let mut pace = PhraseRate::default();
        let at_once: Vec<bool> = (0..5).map(|_| pace.allows(100_000, Seat::at(1))).collect();
        assert_eq!(at_once, [true, true, true, false, false]);
        assert!(pace.allows(100_000, Seat::at(2)), "everybody has a pace of their own");
        assert!(!pace.allows(103_999, Seat::at(1)));
        assert!(pace.allows(104_000, Seat::at(1)));
        assert!(!pace.allows(104_001, Seat::at(1)));
        let often =
            (0..600).filter(|tenth| pace.allows(200_000 + tenth * 100, Seat::at(1))).count();
        assert_eq!(often, 17, "in a minute");
        assert!(!pace.allows(1, Seat::at(99)), "there is no such seat");
    }
}
