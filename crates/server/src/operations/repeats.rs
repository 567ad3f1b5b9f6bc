//! A fault that goes on is logged when it begins, and then once a minute with how often it was.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// How long a fault that goes on is not logged again.
const QUIET: Duration = Duration::from_secs(60);

/// Counts how often a fault was since it was last logged.
#[derive(Debug, Default)]
pub(crate) struct Repeats(Mutex<Count>);

#[derive(Debug, Default)]
struct Count {
    logged: Option<Instant>,
    since: u64,
}

impl Repeats {
    /// Notes that it was again: how often since it was last logged, if it is to be logged now.
    pub(crate) fn note(&self, now: Instant) -> Option<u64> {
        let mut count = self.0.lock();
        count.since += 1;
        if count.logged.is_some_and(|at| now.saturating_duration_since(at) < QUIET) {
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
        let (repeats, start) = (Repeats::default(), Instant::now());
        let logged: Vec<(u64, u64)> = (0..200)
            .filter_map(|second| {
                let now = start + Duration::from_secs(second);
                // Ten times a second.
                (0..10).filter_map(|_| repeats.note(now)).max().map(|times| (second, times))
            })
            .collect();
        assert_eq!(logged, [(0, 1), (60, 600), (120, 600), (180, 600)]);
    }
}
