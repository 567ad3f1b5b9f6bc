//! Announcements at a table, in chronological order.

const MAX_LINES: usize = 200;

/// The latest lines; old ones are dropped. Lines are numbered from the first one ever added, so that a reader
/// can find the lines after a remembered number even if older ones were dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Log {
    lines: Vec<String>,
    dropped: usize,
    own: String,
}

impl Log {
    /// Adds a line.
    pub fn push(&mut self, line: String) {
        if self.lines.len() == MAX_LINES {
            self.lines.drain(..MAX_LINES / 2);
            self.dropped += MAX_LINES / 2;
        }
        self.lines.push(line);
    }

    /// Adds a line that concerns the player.
    pub fn push_own(&mut self, line: String) {
        self.own.clone_from(&line);
        self.push(line);
    }

    /// Latest line that concerns the player; empty before the first.
    #[must_use]
    pub fn own(&self) -> &str {
        &self.own
    }

    /// Number of the next line: the count of all lines ever added.
    #[must_use]
    pub fn end(&self) -> usize {
        self.dropped + self.lines.len()
    }

    /// Lines from this number on, as far as they are kept.
    #[must_use]
    pub fn since(&self, number: usize) -> &[String] {
        let start = number.saturating_sub(self.dropped).min(self.lines.len());
        &self.lines[start..]
    }

    /// Lines that are kept, oldest first.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_old_lines_keeps_new_ones() {
        let mut log = Log::default();
        for number in 0..1000 {
            let before = log.end();
            assert_eq!(before, number);
            log.push(format!("line {number}"));
            assert_eq!(log.since(before), [format!("line {number}")]);
            assert!(log.lines().len() <= MAX_LINES);
        }
        assert!(log.since(log.end()).is_empty());
        assert!(log.since(log.end() + 1).is_empty());
        // Dropped lines are gone; the rest remains.
        assert_eq!(log.since(0), log.lines());
        assert_eq!(log.lines().last().map(String::as_str), Some("line 999"));
    }

    #[test]
    fn since_returns_all_new_lines_after_a_drop() {
        let mut log = Log::default();
        (0..MAX_LINES - 1).for_each(|number| log.push(number.to_string()));
        let before = log.end();
        ["a", "b", "c"].into_iter().for_each(|line| log.push(line.to_owned()));
        assert_eq!(log.since(before), ["a", "b", "c"]);
    }
}
