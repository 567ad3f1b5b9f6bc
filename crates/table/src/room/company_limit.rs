//! Rate limit for presence messages.
//!
//! Presence is sent in full, and every arrival or departure changes it for everybody. With few people it is
//! sent at once; with many spectators, strangers coming and going would otherwise make a table send without
//! end. So the bytes per second are limited, and a delayed message is sent as of the time of sending. Players
//! and spectators have separate limits: a crowd must not delay the players.

use super::known_people::SentCompany;
use crate::pace::Millis;
use crate::wire::Company;

/// Maximum rate for each of the two groups, in bytes per second.
const MAX_RATE: u64 = 64 * 1024;

/// Burst allowance: idle time that can be saved up.
const MAX_SAVED: Millis = 4_000;

/// What each of the two groups was sent.
#[derive(Clone, Default, Debug)]
pub(super) struct CompanyLimits {
    /// The host and everybody with a seat.
    pub(super) players: CompanyLimit,
    /// Everybody else.
    pub(super) onlookers: CompanyLimit,
}

impl CompanyLimits {
    /// When the next delayed message is due, if nothing changes before.
    pub(super) fn due(&self) -> Option<Millis> {
        [self.players.due(), self.onlookers.due()].into_iter().flatten().min()
    }
}

/// What one group was sent last.
#[derive(Clone, Default, Debug)]
pub(super) struct CompanyLimit {
    sent: SentCompany,
    /// When everything sent so far will be within the rate.
    within_rate_at: Millis,
    /// `true` if a change awaits sending. Stays set until sent even if the change is reverted meanwhile:
    /// people who arrived in between were greeted with the interim state.
    is_pending: bool,
}

impl CompanyLimit {
    /// Returns `true` if a change is to be sent to the group now.
    pub(super) fn is_due(&mut self, now: Millis, latest: &SentCompany) -> bool {
        let fresh = self.is_pending || self.sent != *latest;
        self.is_pending = fresh && self.within_rate_at > now + MAX_SAVED;
        fresh && !self.is_pending
    }

    /// Records that `latest` was sent, with its size in bytes.
    pub(super) fn record_sent(&mut self, now: Millis, latest: SentCompany, bytes: u64) {
        self.within_rate_at = self.within_rate_at.max(now) + bytes * 1000 / MAX_RATE;
        self.sent = latest;
    }

    fn due(&self) -> Option<Millis> {
        self.is_pending.then(|| self.within_rate_at.saturating_sub(MAX_SAVED))
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

    fn latest(host_away: bool) -> SentCompany {
        (Company { host_away, ..Company::default() }, Default::default())
    }

    #[test]
    fn small_updates_are_sent_at_once_and_large_ones_rate_limited() {
        let mut company_limit = CompanyLimit::default();
        assert!(!company_limit.is_due(0, &latest(false)), "nothing is new");
        // Small messages pass without limit.
        for number in 1..=100 {
            assert!(company_limit.is_due(0, &latest(number % 2 == 1)));
            company_limit.record_sent(0, latest(number % 2 == 1), 1024);
        }
        assert_eq!(company_limit.due(), None);
        // A large one exhausts the burst allowance; the next is delayed, and sent once.
        assert!(company_limit.is_due(0, &latest(true)));
        company_limit.record_sent(0, latest(true), 6 * MAX_RATE);
        assert!(!company_limit.is_due(0, &latest(false)));
        let at = company_limit.due().unwrap();
        assert!((3_000..8_000).contains(&at), "{at}");
        // It is sent although the change was reverted: somebody may have been greeted meanwhile.
        assert!(!company_limit.is_due(at - 1, &latest(true)));
        assert!(company_limit.is_due(at, &latest(true)));
        company_limit.record_sent(at, latest(true), 1024);
        assert!(!company_limit.is_due(at, &latest(true)));
        assert_eq!(company_limit.due(), None);
    }
}
