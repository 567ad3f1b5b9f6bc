//! When somebody is told how much time the own decision has left. A screen reader does not see the ring that runs
//! down, and a sentence each second would drown what happens at the table.

use upcard_table::wire::Window;

use crate::Session;

/// So many seconds before the end it is said.
const MARKS: [u64; 2] = [30, 10];

/// When that is said of the time for a decision: in so many milliseconds, that so many seconds are left. Where the
/// time is not twice as long from the first, it has just begun then, and everybody knows it.
pub fn warnings(window: Window) -> impl Iterator<Item = (u64, u64)> {
    let ahead = move |seconds: u64| {
        let rest = seconds * 1_000;
        (window.of >= 2 * rest && window.left > rest).then(|| (window.left - rest, seconds))
    };
    MARKS.into_iter().filter_map(ahead)
}

impl Session {
    /// Does this time run, and for a decision of the own seat?
    #[must_use]
    pub fn runs_for_me(&self, window: Window) -> bool {
        self.window == Some(window) && self.asked() && self.company.pause.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(left: u64, of: u64) -> Vec<(u64, u64)> {
        warnings(Window { decision: 1, left, of }).collect()
    }

    #[test]
    fn the_last_seconds_are_told_where_there_were_more() {
        assert_eq!(told(90_000, 90_000), [(60_000, 30), (80_000, 10)]);
        assert_eq!(told(60_000, 60_000), [(30_000, 30), (50_000, 10)]);
        assert_eq!(told(45_000, 45_000), [(35_000, 10)]);
        assert_eq!(told(8_000, 8_000), []);
        assert_eq!(told(19_000, 19_000), []);
    }

    /// Whoever loads the page anew is not told what is past.
    #[test]
    fn what_is_past_is_not_told() {
        assert_eq!(told(25_000, 90_000), [(15_000, 10)]);
        assert_eq!(told(10_000, 90_000), []);
        assert_eq!(told(0, 90_000), []);
        // The cards are still being dealt out.
        assert_eq!(told(93_000, 90_000), [(63_000, 30), (83_000, 10)]);
    }
}
