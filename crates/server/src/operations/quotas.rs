//! Daily storage quotas per guest and per address.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, RandomState};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::FxHasher;
use upcard_table::Guest;
use upcard_table::wire::Quota;

use crate::operations::rates::household;

/// Capacity: guests, and addresses.
const CAPACITY: usize = 50_000;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Guest and address charged for stored data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Payer {
    pub(crate) guest: Guest,
    pub(crate) address: IpAddr,
}

/// Recently stored bytes, by guest and by address.
#[derive(Debug)]
pub(crate) struct Quotas {
    guests: Mutex<Accounts<Guest, BuildHasherDefault<FxHasher>>>,
    /// Randomly keyed, as an attacker with many addresses could choose colliding ones.
    addresses: Mutex<Accounts<IpAddr, RandomState>>,
}

impl Quotas {
    /// Creates quotas with daily limits in bytes, per guest and per address.
    pub(crate) fn new(guest: u64, address: u64) -> Quotas {
        Quotas {
            guests: Mutex::new(Accounts::new(guest)),
            addresses: Mutex::new(Accounts::new(address)),
        }
    }

    pub(crate) fn allows(&self, payer: Payer, now: Instant) -> Result<(), Quota> {
        if self.guests.lock().is_spent(&payer.guest, now) {
            return Err(Quota::Guest);
        }
        if self.addresses.lock().is_spent(&household(payer.address), now) {
            return Err(Quota::Address);
        }
        Ok(())
    }

    pub(crate) fn charge(&self, payer: Payer, bytes: u64, now: Instant) {
        self.guests.lock().charge(payer.guest, bytes, now);
        self.addresses.lock().charge(household(payer.address), bytes, now);
    }
}

/// Leaky bucket: the level drops by the daily quota per day.
#[derive(Clone, Copy, Debug)]
struct Account {
    bytes: u64,
    at: Instant,
}

impl Account {
    /// Current level, for a leak rate of `per_day`.
    fn level(&self, per_day: u64, now: Instant) -> u64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64() / DAY.as_secs_f64();
        self.bytes.saturating_sub((per_day as f64 * passed) as u64)
    }
}

#[derive(Debug)]
struct Accounts<K, S> {
    per_day: u64,
    known: HashMap<K, Account, S>,
}

impl<K: Copy + Eq + Hash, S: BuildHasher + Default> Accounts<K, S> {
    fn new(per_day: u64) -> Accounts<K, S> {
        Accounts { per_day, known: HashMap::default() }
    }

    fn is_spent(&self, who: &K, now: Instant) -> bool {
        self.known.get(who).is_some_and(|account| account.level(self.per_day, now) >= self.per_day)
    }

    fn charge(&mut self, who: K, bytes: u64, now: Instant) {
        let per_day = self.per_day;
        if let Some(account) = self.known.get_mut(&who) {
            let had = account.level(per_day, now);
            *account = Account { bytes: had.saturating_add(bytes), at: now };
            return;
        }
        if self.known.len() >= CAPACITY {
            self.evict(now);
        }
        self.known.insert(who, Account { bytes, at: now });
    }

    /// Evicts the half with the lowest levels, so that heavy users cannot be pushed out by others.
    fn evict(&mut self, now: Instant) {
        let level = |(who, account): (&K, &Account)| (account.level(self.per_day, now), *who);
        let mut levels: Vec<(u64, K)> = self.known.iter().map(level).collect();
        let half = levels.len() / 2;
        let (lowest, ..) = levels.select_nth_unstable_by_key(half, |(level, _)| *level);
        for (_, who) in lowest {
            self.known.remove(who);
        }
    }
}

#[cfg(test)]
mod tests {
    use upcard_table::Hex;

    use super::*;

    fn payer(guest: u8, address: &str) -> Payer {
        Payer { guest: Hex([guest; 16]), address: address.parse().unwrap() }
    }

    #[test]
    fn stored_bytes_are_charged_to_guest_and_address() {
        let quotas = Quotas::new(100, 250);
        let now = Instant::now();
        let ann = payer(1, "192.0.2.1");
        quotas.charge(ann, 99, now);
        assert_eq!(quotas.allows(ann, now), Ok(()));
        quotas.charge(ann, 1, now);
        assert_eq!(quotas.allows(ann, now), Err(Quota::Guest));
        // A new cookie helps until the address has used up its quota.
        let bo = payer(2, "192.0.2.1");
        assert_eq!(quotas.allows(bo, now), Ok(()));
        quotas.charge(bo, 150, now);
        assert_eq!(quotas.allows(payer(3, "192.0.2.1"), now), Err(Quota::Address));
        assert_eq!(quotas.allows(payer(3, "192.0.2.2"), now), Ok(()));
        // A household shares an IPv6 network.
        quotas.charge(payer(4, "2001:db8::1"), 250, now);
        assert_eq!(quotas.allows(payer(5, "2001:db8::2"), now), Err(Quota::Address));
        // Half a day later half of the quota is available again.
        let later = now + DAY / 2;
        assert_eq!(quotas.allows(ann, later), Ok(()));
        quotas.charge(ann, 50, later);
        assert_eq!(quotas.allows(ann, later), Err(Quota::Guest));
        assert_eq!(quotas.allows(ann, later + DAY), Ok(()));
    }

    #[test]
    fn quotas_evict_light_users_first() {
        let mut accounts: Accounts<u32, RandomState> = Accounts::new(1000);
        let now = Instant::now();
        accounts.charge(u32::MAX, 1000, now);
        for n in 0..3 * CAPACITY as u32 {
            accounts.charge(n, 1, now);
            assert!(accounts.known.len() <= CAPACITY);
        }
        assert!(accounts.is_spent(&u32::MAX, now));
    }
}
