//! When those at a table are told who else is here.
//!
//! That is sent whole, and to each whoever comes or goes is news. Where few are here they hear at once; where many look
//! on, strangers who come and go would make a table send without end. So no more is sent than so much in a second, and
//! what waits is sent as it stands then. Those who play and those who look on are reckoned apart: a crowd does not make
//! players wait.

use super::known::Told;
use crate::pace::Millis;
use crate::wire::Company;

/// Bytes that may be sent to one of the two groups in a second, …
const RATE: u64 = 64 * 1024;

/// … and as much more as is saved up in this time while nothing is sent.
const SAVED: Millis = 4_000;

/// What each of the two groups was told.
#[derive(Clone, Default, Debug)]
pub(super) struct Tellings {
    /// The host and whoever has a seat.
    pub(super) players: Telling,
    /// Everybody else.
    pub(super) onlookers: Telling,
}

impl Tellings {
    /// When there will be something to tell, if nothing changes before.
    pub(super) fn due(&self) -> Option<Millis> {
        [self.players.due(), self.onlookers.due()].into_iter().flatten().min()
    }
}

/// What a group was told last.
#[derive(Clone, Default, Debug)]
pub(super) struct Telling {
    told: Told,
    /// When all that was sent will be within the rate.
    even_at: Millis,
    /// There is something to tell, and it is too early for it. It stays so until it is told, though it may be as before
    /// by then: whoever has come meanwhile was greeted with what was true then.
    waits: bool,
}

impl Telling {
    /// Is the group to be told now?
    pub(super) fn is_due(&mut self, now: Millis, news: &Told) -> bool {
        let fresh = self.waits || self.told != *news;
        self.waits = fresh && self.even_at > now + SAVED;
        fresh && !self.waits
    }

    /// It is told, in so many bytes.
    pub(super) fn tell(&mut self, now: Millis, news: Told, bytes: u64) {
        self.even_at = self.even_at.max(now) + bytes * 1000 / RATE;
        self.told = news;
    }

    fn due(&self) -> Option<Millis> {
        self.waits.then(|| self.even_at.saturating_sub(SAVED))
    }
}

/// About how long this is as a message.
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
        // Small ones, as often as one likes.
        for number in 1..=100 {
            assert!(telling.is_due(0, &news(number % 2 == 1)));
            telling.tell(0, news(number % 2 == 1), 1024);
        }
        assert_eq!(telling.due(), None);
        // A large one uses up what was saved; the next waits, and is told once.
        assert!(telling.is_due(0, &news(true)));
        telling.tell(0, news(true), 6 * RATE);
        assert!(!telling.is_due(0, &news(false)));
        let at = telling.due().unwrap();
        assert!((3_000..8_000).contains(&at), "{at}");
        // Though it is as before by then, it is told: somebody may have been greeted meanwhile.
        assert!(!telling.is_due(at - 1, &news(true)));
        assert!(telling.is_due(at, &news(true)));
        telling.tell(at, news(true), 1024);
        assert!(!telling.is_due(at, &news(true)));
        assert_eq!(telling.due(), None);
    }
}
