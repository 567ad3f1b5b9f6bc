//! Rate limit for phrases.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::pace::Millis;

/// Minimum interval between two phrases of one person in the long run, in milliseconds.
const INTERVAL: Millis = 4_000;

const BURST: Millis = 3;

/// Theoretical arrival time of each seat's next phrase (generic cell rate algorithm).
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct PhraseRate([Millis; MAX_PLAYERS]);

impl PhraseRate {
    /// Returns `true`, and counts the phrase, if this seat may say one now.
    pub(super) fn allows(&mut self, now: Millis, seat: Seat) -> bool {
        let Some(paid) = self.0.get_mut(seat.index()) else { return false };
        let from = now.max(*paid);
        if from - now > (BURST - 1) * INTERVAL {
            return false;
        }
        *paid = from + INTERVAL;
        true
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
