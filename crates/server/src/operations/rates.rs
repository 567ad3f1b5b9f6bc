//! Rate limits per address and per guest, by the generic cell rate algorithm.
//!
//! Only recent users are remembered, up to a fixed number. Beyond it addresses are limited by their network
//! instead, so that no entry is evicted to make room for others.

use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use parking_lot::Mutex;

/// A rate: burst size, and sustained rate per minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) per_minute: u32,
}

impl Rate {
    const fn times(self, factor: u32) -> Rate {
        Rate { burst: self.burst * factor, per_minute: self.per_minute * factor }
    }

    fn quota(self) -> Quota {
        let per_minute = NonZeroU32::new(self.per_minute).unwrap_or(NonZeroU32::MIN);
        Quota::per_minute(per_minute).allow_burst(NonZeroU32::new(self.burst).unwrap_or(per_minute))
    }
}

/// Rate limiter for one party.
#[derive(Debug)]
pub(crate) struct Meter<C: Clock = MonotonicClock>(
    RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
);

impl Meter {
    pub(crate) fn new(rate: Rate) -> Meter {
        Meter::with_clock(rate, MonotonicClock)
    }
}

impl<C: Clock> Meter<C> {
    fn with_clock(rate: Rate, clock: C) -> Meter<C> {
        Meter(RateLimiter::direct_with_clock(rate.quota(), clock))
    }

    /// Returns `true` and consumes the cost if the limit allows it. Costs above the burst size never fit.
    pub(crate) fn allow(&self, cost: u32) -> bool {
        NonZeroU32::new(cost).is_none_or(|cost| matches!(self.0.check_n(cost), Ok(Ok(()))))
    }
}

type Keyed<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Capacity of each keyed rate limiter.
const CAPACITY: usize = 50_000;

/// Minimum interval between evictions of idle entries when at capacity.
const MIN_TIDY_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Meters<K: Hash + Eq + Clone, C: Clock = MonotonicClock> {
    meters: Keyed<K, C>,
    capacity: usize,
    last_tidied: Mutex<Option<Instant>>,
}

impl<K: Hash + Eq + Clone> Meters<K> {
    pub(crate) fn new(rate: Rate) -> Meters<K> {
        Meters::with_clock(rate, CAPACITY, MonotonicClock)
    }
}

impl<K: Hash + Eq + Clone, C: Clock> Meters<K, C> {
    fn with_clock(rate: Rate, capacity: usize, clock: C) -> Meters<K, C> {
        let meters = RateLimiter::new(rate.quota(), DashMapStateStore::default(), clock);
        Meters { meters, capacity, last_tidied: Mutex::new(None) }
    }

    /// Consumes the cost if the limit allows it; `None` if there is no capacity for another key.
    pub(crate) fn allow(&self, key: &K, cost: u32) -> Option<bool> {
        if self.meters.len() >= self.capacity && !self.make_room() {
            return None;
        }
        let Some(cost) = NonZeroU32::new(cost) else { return Some(true) };
        Some(matches!(self.meters.check_key_n(key, cost), Ok(Ok(()))))
    }

    fn make_room(&self) -> bool {
        let mut last_tidied = self.last_tidied.lock();
        if last_tidied.is_none_or(|at| at.elapsed() >= MIN_TIDY_INTERVAL) {
            *last_tidied = Some(Instant::now());
            self.meters.retain_recent();
        }
        self.meters.len() < self.capacity
    }

    /// Drops entries whose bucket is full again, and frees their memory.
    pub(crate) fn tidy(&self) {
        self.meters.retain_recent();
        self.meters.shrink_to_fit();
    }
}

/// Factor for the rate that a whole network shares, when there are too many households to limit each.
const NETWORK_FACTOR: u32 = 10;

#[derive(Debug)]
pub(crate) struct AddressMeters<C: Clock = MonotonicClock> {
    households: Meters<IpAddr, C>,
    networks: Meters<IpAddr, C>,
    /// Fallback when even the networks exceed the capacity.
    others: Meter<C>,
}

impl AddressMeters {
    pub(crate) fn new(rate: Rate) -> AddressMeters {
        AddressMeters::with_clock(rate, CAPACITY, MonotonicClock)
    }
}

impl<C: Clock + Clone> AddressMeters<C> {
    fn with_clock(rate: Rate, capacity: usize, clock: C) -> AddressMeters<C> {
        AddressMeters {
            households: Meters::with_clock(rate, capacity, clock.clone()),
            networks: Meters::with_clock(rate.times(NETWORK_FACTOR), capacity, clock.clone()),
            others: Meter::with_clock(rate.times(NETWORK_FACTOR), clock),
        }
    }

    /// Consumes one unit for this address if the limit allows it.
    pub(crate) fn allow(&self, address: IpAddr) -> bool {
        let household = household(address);
        self.households
            .allow(&household, 1)
            .or_else(|| self.networks.allow(&network(household), 1))
            .unwrap_or_else(|| self.others.allow(1))
    }

    pub(crate) fn tidy(&self) {
        self.households.tidy();
        self.networks.tidy();
    }
}

/// Normalizes an address: a household has an IPv6 network of 64 bits, and may use any address in it.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 64 << 64)),
        v4 => v4,
    }
}

/// Returns the provider's network: 16 bits of IPv4, 32 bits of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from(u32::from(v4) >> 16 << 16)),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 96 << 96)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    const RATE: Rate = Rate { burst: 2, per_minute: 60 };

    fn v4(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from(number))
    }

    #[test]
    fn a_meter_drains_and_refills() {
        let clock = FakeRelativeClock::default();
        let meter = Meter::with_clock(RATE, clock.clone());
        assert!(meter.allow(1) && meter.allow(1) && !meter.allow(1));
        clock.advance(Duration::from_millis(500));
        assert!(!meter.allow(1));
        clock.advance(Duration::from_millis(600));
        assert!(meter.allow(1) && !meter.allow(1));
        clock.advance(Duration::from_secs(3600));
        assert!(meter.allow(0) && !meter.allow(3), "more than the burst never fits");
        assert!(meter.allow(2) && !meter.allow(1));
    }

    #[test]
    fn active_entries_are_not_evicted_at_capacity() {
        let clock = FakeRelativeClock::default();
        let addresses = AddressMeters::with_clock(RATE, 100, clock.clone());
        let early = v4(0xc000_0201);
        assert!(addresses.allow(early) && addresses.allow(early) && !addresses.allow(early));
        // Far more addresses than fit: 10.0.0.0 and the following.
        let passed = (0..10_000).filter(|n| addresses.allow(v4(0x0a00_0000 + n))).count();
        assert!((100..200).contains(&passed), "{passed} of one network got through");
        assert!(addresses.households.meters.len() <= 100 && addresses.networks.meters.len() <= 100);
        // An address of another network is still allowed, and limited.
        let later: Vec<bool> = (0..21).map(|_| addresses.allow(v4(0xc633_6401))).collect();
        assert_eq!(later.iter().filter(|allowed| **allowed).count(), 20);
        // Eviction keeps entries that are still needed.
        clock.advance(Duration::from_millis(100));
        addresses.tidy();
        assert_eq!(addresses.households.meters.len(), 100);
        assert!(addresses.households.allow(&early, 1).is_none(), "no room, and none is made");
        clock.advance(Duration::from_secs(60));
        addresses.tidy();
        assert_eq!(addresses.households.meters.len(), 0);
        assert!(addresses.allow(early) && addresses.allow(early) && !addresses.allow(early));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        for (one, other, same) in [
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8::1", "2001:db8::ffff:2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
        ] {
            let of = |text: &str| household(text.parse().unwrap());
            assert_eq!(of(one) == of(other), same, "{one} {other}");
        }
    }
}
