//! Rate limit for presence messages.
//!
//! Presence is sent in full, and every arrival or departure changes it for everybody. With few people it is
//! sent at once; with many spectators, strangers coming and going would otherwise make a table send without
//! end. So the bytes per second are limited, and a delayed message is sent as of the time of sending. Players
//! and spectators have separate limits: a crowd must not delay the players.

use super::known::Told;
use crate::pace::Millis;
use crate::wire::Company;

/// Maximum rate for each of the two groups, in bytes per second.
const RATE: u64 = 64 * 1024;

/// Burst allowance: idle time that can be saved up.
const SAVED: Millis = 4_000;

/// What each of the two groups was sent.
#[derive(Clone, Default, Debug)]
pub(super) struct Tellings {
    /// The host and everybody with a seat.
    pub(super) players: Telling,
    /// Everybody else.
    pub(super) onlookers: Telling,
}

impl Tellings {
    /// When the next delayed message is due, if nothing changes before.
    pub(super) fn due(&self) -> Option<Millis> {
        [self.players.due(), self.onlookers.due()].into_iter().flatten().min()
    }
}

/// What one group was sent last.
#[derive(Clone, Default, Debug)]
pub(super) struct Telling {
    told: Told,
    /// When everything sent so far will be within the rate.
    even_at: Millis,
    /// `true` if a change awaits sending. Stays set until sent even if the change is reverted meanwhile:
    /// people who arrived in between were greeted with the interim state.
    waits: bool,
}

impl Telling {
    /// Returns `true` if a change is to be sent to the group now.
    pub(super) fn is_due(&mut self, now: Millis, news: &Told) -> bool {
        let fresh = self.waits || self.told != *news;
        self.waits = fresh && self.even_at > now + SAVED;
        fresh && !self.waits
    }

    /// Records that `news` was sent, with its size in bytes.
    pub(super) fn tell(&mut self, now: Millis, news: Told, bytes: u64) {
        self.even_at = self.even_at.max(now) + bytes * 1000 / RATE;
        self.told = news;
    }

    fn due(&self) -> Option<Millis> {
        self.waits.then(|| self.even_at.saturating_sub(SAVED))
    }
}

/// Approximate size of the message, in bytes.
pub(super) fn bytes(company: &Company) -> u64 {
    let name = |name: &Option<String>| name.as_ref().map_or(4, String::len);
    let visitors = company.visitors.iter().map(|visitor| 64 + name(&visitor.name));
    128 + visitors.sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news(host_away: bool) -> Told {
        (Company { host_away, ..Company::default() }, Default::default())
    }

    #[test]
    fn little_is_told_at_once_and_much_in_its_time() {
        let mut telling = Telling::default();
        assert!(!telling.is_due(0, &news(false)), "nothing is new");
        // Small messages pass without limit.
        for number in 1..=100 {
            assert!(telling.is_due(0, &news(number % 2 == 1)));
            telling.tell(0, news(number % 2 == 1), 1024);
        }
        assert_eq!(telling.due(), None);
        // A large one exhausts the burst allowance; the next is delayed, and sent once.
        assert!(telling.is_due(0, &news(true)));
        telling.tell(0, news(true), 6 * RATE);
        assert!(!telling.is_due(0, &news(false)));
        let at = telling.due().unwrap();
        assert!((3_000..8_000).contains(&at), "{at}");
        // It is sent although the change was reverted: somebody may have been greeted meanwhile.
        assert!(!telling.is_due(at - 1, &news(true)));
        assert!(telling.is_due(at, &news(true)));
        telling.tell(at, news(true), 1024);
        assert!(!telling.is_due(at, &news(true)));
        assert_eq!(telling.due(), None);
    }
}
