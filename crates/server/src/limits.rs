//! Limits of size and rate.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

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
        buckets.entry(address).or_insert(fresh).take(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
