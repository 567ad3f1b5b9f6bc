//! When to announce the time left for this client's decision. A screen reader does not convey the countdown
//! ring, and an announcement each second would drown out what happens at the table.

use upcard_table::wire::Window;

use crate::Session;

/// Seconds left at which to announce.
const MARKS: [u64; 2] = [30, 10];

/// Returns the announcements of a time window: delay in milliseconds, and seconds left. A mark is skipped if
/// the window is shorter than twice that time, since the decision has only just begun.
pub fn warnings(window: Window) -> impl Iterator<Item = (u64, u64)> {
    let ahead = move |seconds: u64| {
        let rest = seconds * 1_000;
        (window.of >= 2 * rest && window.left > rest).then(|| (window.left - rest, seconds))
    };
    MARKS.into_iter().filter_map(ahead)
}

impl Session {
    /// Returns `true` if this is the running time window of a decision of this client's seat.
    #[must_use]
    pub fn runs_for_me(&self, window: Window) -> bool {
        self.window == Some(window) && self.must_decide() && self.company.pause.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings_at(left: u64, of: u64) -> Vec<(u64, u64)> {
        warnings(Window { decision: 1, left, of }).collect()
    }

    #[test]
    fn warns_at_marks_within_the_window() {
        assert_eq!(warnings_at(90_000, 90_000), [(60_000, 30), (80_000, 10)]);
        assert_eq!(warnings_at(60_000, 60_000), [(30_000, 30), (50_000, 10)]);
        assert_eq!(warnings_at(45_000, 45_000), [(35_000, 10)]);
        assert_eq!(warnings_at(8_000, 8_000), []);
        assert_eq!(warnings_at(19_000, 19_000), []);
    }

    /// After a page reload, past announcements are skipped.
    #[test]
    fn past_warnings_are_skipped() {
        assert_eq!(warnings_at(25_000, 90_000), [(15_000, 10)]);
        assert_eq!(warnings_at(10_000, 90_000), []);
        assert_eq!(warnings_at(0, 90_000), []);
        // The deal is still being animated.
        assert_eq!(warnings_at(93_000, 90_000), [(63_000, 30), (83_000, 10)]);
    }
}
