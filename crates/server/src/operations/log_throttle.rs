//! Throttles logging of repeated faults: logged at once, then once a minute with a count.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Minimum interval between log lines of a repeated fault.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Counts the occurrences of a fault since it was last logged.
#[derive(Debug, Default)]
pub(crate) struct LogThrottle(Mutex<Count>);

#[derive(Debug, Default)]
struct Count {
    logged: Option<Instant>,
    since: u64,
}

impl LogThrottle {
    /// Counts an occurrence; if it is to be logged, returns the count since the last log line.
    pub(crate) fn note(&self, now: Instant) -> Option<u64> {
        let mut count = self.0.lock();
        count.since += 1;
        if count.logged.is_some_and(|at| now.saturating_duration_since(at) < LOG_INTERVAL) {
            return None;
        }
        count.logged = Some(now);
        Some(std::mem::take(&mut count.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_logged_at_once_and_then_every_minute() {
        let (repeats, start) = (LogThrottle::default(), Instant::now());
        let logged: Vec<(u64, u64)> = (0..200)
            .filter_map(|second| {
                let now = start + Duration::from_secs(second);
                // Ten times per second.
                (0..10).filter_map(|_| repeats.note(now)).max().map(|times| (second, times))
            })
            .collect();
        assert_eq!(logged, [(0, 1), (60, 600), (120, 600), (180, 600)]);
    }
}
