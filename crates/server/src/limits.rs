//! Limits of size, rate and number.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::error::Refusal;

/// The longest message of a client, in bytes. A rearrangement of a full table has some 2,000.
pub(crate) const MESSAGE: usize = 16 * 1024;

/// The longest body of a request, in bytes.
pub(crate) const BODY: usize = 32 * 1024;

/// Messages of one connection: so many at once, …
pub(crate) const MESSAGES_AT_ONCE: f64 = 60.0;

/// … and so many a second in the long run.
pub(crate) const MESSAGES_A_SECOND: f64 = 20.0;

/// Costly requests (new tables, records) from one address: so many at once, …
const COSTLY_AT_ONCE: f64 = 60.0;

/// … and so many a second in the long run.
const COSTLY_A_SECOND: f64 = 0.5;

/// The most addresses that are remembered; when there are more, all are forgotten.
const ADDRESSES: usize = 50_000;

/// A bucket that fills with time and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    most: f64,
    a_second: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(most: f64, a_second: f64, now: Instant) -> Bucket {
        Bucket { left: most, most, a_second, at: now }
    }

    /// Takes one out; false when it is empty.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.a_second).min(self.most);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// Who has asked for how many costly things of late.
#[derive(Debug, Default)]
pub(crate) struct Costly(Mutex<HashMap<IpAddr, Bucket>>);

impl Costly {
    /// May this address ask for another?
    pub(crate) fn allow(&self, address: IpAddr, now: Instant) -> bool {
        let Ok(mut buckets) = self.0.lock() else { return false };
        if buckets.len() > ADDRESSES {
            buckets.clear();
        }
        let fresh = Bucket::new(COSTLY_AT_ONCE, COSTLY_A_SECOND, now);
        buckets.entry(household(address)).or_insert(fresh).take(now)
    }
}

/// What counts as one address: a household has an IPv6 network of 64 bits, and may use any address
/// of it.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 64 << 64)),
        v4 => v4,
    }
}

/// The connections that are open: all of them, and those of each address.
#[derive(Debug, Default)]
pub(crate) struct Connections(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Connections {
    /// How many are open.
    pub(crate) fn open(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    /// Lets another one in, if there are fewer than `most`, and fewer than `most_each` from there.
    pub(crate) fn enter(
        self: &Arc<Self>,
        from: IpAddr,
        most: usize,
        most_each: usize,
    ) -> Result<Entered, Refusal> {
        let from = household(from);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.all >= most {
            return Err(Refusal::TooMany);
        }
        let own = open.by_address.entry(from).or_insert(0);
        if *own >= most_each {
            return Err(Refusal::TooManyFromAddress);
        }
        *own += 1;
        open.all += 1;
        Ok(Entered { connections: self.clone(), from })
    }
}

/// One open connection; it is counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Entered {
    connections: Arc<Connections>,
    from: IpAddr,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut open = self.connections.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(own) = open.by_address.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                open.by_address.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn connections_are_counted_by_address_and_forgotten() {
        let connections = Arc::new(Connections::default());
        let enter = |from: &str| connections.enter(from.parse().unwrap(), 4, 2);
        let here = [enter("192.0.2.1").unwrap(), enter("::ffff:192.0.2.1").unwrap()];
        assert_eq!(enter("192.0.2.1").unwrap_err(), Refusal::TooManyFromAddress);
        let there = [enter("2001:db8::1").unwrap(), enter("2001:db8::ffff:2").unwrap()];
        assert_eq!(enter("2001:db8:0:1::1").unwrap_err(), Refusal::TooMany);
        drop(there);
        assert_eq!(enter("192.0.2.1").unwrap_err(), Refusal::TooManyFromAddress);
        drop(here);
        assert!(enter("192.0.2.1").is_ok());
        assert_eq!(connections.open(), 0);
        assert!(connections.0.lock().unwrap().by_address.is_empty());
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let now = Instant::now();
        let mut bucket = Bucket::new(2.0, 1.0, now);
        assert!(bucket.take(now) && bucket.take(now) && !bucket.take(now));
        assert!(!bucket.take(now + Duration::from_millis(500)));
        assert!(bucket.take(now + Duration::from_millis(1100)));
        assert!(!bucket.take(now + Duration::from_millis(1100)));
    }
}
