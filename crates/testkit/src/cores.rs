//! Parallel iteration over match numbers.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Calls `work` with each number on all cores, and `add` with each result in order of completion. Once `work`
/// returns `None`, no further numbers are started.
pub(crate) fn on_all_cores<T: Send>(
    from: u64,
    count: u64,
    work: impl Fn(u64) -> Option<T> + Sync,
    add: impl FnMut(T) + Send,
) {
    let add = Mutex::new(add);
    // A bridge hands out the numbers in order.
    let _ = (from..from.saturating_add(count)).par_bridge().try_for_each(|number| {
        let done = work(number)?;
        add.lock().unwrap_or_else(PoisonError::into_inner)(done);
        Some(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_processed_once() {
        let mut done = Vec::new();
        on_all_cores(5, 100, Some, |number| done.push(number));
        done.sort_unstable();
        assert_eq!(done, (5..105).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_started_after_one_returns_none() {
        let mut done = Vec::new();
        on_all_cores(0, u64::MAX, |number| (number < 50).then_some(number), |n| done.push(n));
        assert!(done.iter().all(|&number| number < 50));
    }
}
