//! Numbers on all cores: how the laws are checked on many matches at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` with each of these numbers, on all cores, and `add` with what came of each, in the
/// order in which they are done. None where `work` gives up: then no further numbers are begun.
pub(crate) fn on_all_cores<T: Send>(
    from: u64,
    count: u64,
    work: impl Fn(u64) -> Option<T> + Sync,
    add: impl FnMut(T) + Send,
) {
    let next = AtomicU64::new(from);
    let end = from.saturating_add(count);
    let add = Mutex::new(add);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end {
                        break;
                    }
                    let Some(done) = work(number) else {
                        next.store(end, Ordering::Relaxed);
                        break;
                    };
                    let mut add = add.lock().unwrap_or_else(PoisonError::into_inner);
                    add(done);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_done_once() {
        let mut done = Vec::new();
        on_all_cores(5, 100, Some, |number| done.push(number));
        done.sort_unstable();
        assert_eq!(done, (5..105).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_begun_after_one_gives_up() {
        let mut done = Vec::new();
        on_all_cores(0, u64::MAX, |number| (number < 50).then_some(number), |n| done.push(n));
        assert!(done.iter().all(|&number| number < 50));
    }
}
