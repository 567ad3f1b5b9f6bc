//! Matches played on this device at server tables whose records it does not have yet. So a person who is
//! absent at the end of a match, or returns during the next one, still gets the record.

use upcard_engine::{MAX_PLAYERS, Seat};

const MAX_RECORDS: usize = 12;

/// A match at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingRecord {
    /// Table id.
    pub table: String,
    /// Number of the match, from 1.
    pub number: u32,
    /// This person's current or former seat in it.
    pub seat: Seat,
}

/// List of matches, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MissingRecords(Vec<MissingRecord>);

impl MissingRecords {
    /// Parses the output of [`MissingRecords::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> MissingRecords {
        let record = |line: &str| {
            let mut parts = line.split(' ');
            let (table, number, seat) = (parts.next()?, parts.next()?, parts.next()?);
            let fits = !table.is_empty() && table.chars().all(|c| c.is_ascii_alphanumeric());
            let seat = seat.parse().ok().filter(|seat| *seat < MAX_PLAYERS)?;
            let number = number.parse().ok()?;
            fits.then(|| MissingRecord { table: table.to_owned(), number, seat: Seat::at(seat) })
        };
        MissingRecords(text.lines().filter_map(record).take(MAX_RECORDS).collect())
    }

    /// Serializes the list, one match per line.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |MissingRecord { table, number, seat }: &MissingRecord| {
            format!("{table} {number} {}\n", seat.index())
        };
        self.0.iter().map(line).collect()
    }

    /// Notes a match in progress. Without a seat, this person has given it up or lost it, and the match is
    /// removed.
    pub fn note(&mut self, table: &str, number: u32, seat: Option<Seat>) {
        self.forget(table, number);
        if let Some(seat) = seat {
            self.0.insert(0, MissingRecord { table: table.to_owned(), number, seat });
            self.0.truncate(MAX_RECORDS);
        }
    }

    /// Removes a match, because its record was saved or is unavailable.
    pub fn forget(&mut self, table: &str, number: u32) {
        self.0.retain(|one| one.table != table || one.number != number);
    }

    /// Returns `true` if this match is in the list.
    #[must_use]
    pub fn has(&self, table: &str, number: u32) -> bool {
        self.0.iter().any(|one| one.table == table && one.number == number)
    }

    /// Matches at a table before the current one: they are over.
    #[must_use]
    pub fn before(&self, table: &str, number: u32) -> Vec<MissingRecord> {
        let over = self.0.iter().filter(|one| one.table == table && one.number < number);
        over.cloned().collect()
    }

    /// Iterates over all matches; some may be over.
    pub fn iter(&self) -> std::slice::Iter<'_, MissingRecord> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(all: &[MissingRecord]) -> Vec<u32> {
        all.iter().map(|one| one.number).collect()
    }

    #[test]
    fn earlier_matches_are_listed_during_the_next() {
        let mut all = MissingRecords::default();
        all.note("abc", 1, Some(Seat::at(2)));
        all.note("xyz", 1, Some(Seat::at(0)));
        // Noted again, with another seat.
        all.note("abc", 1, Some(Seat::at(3)));
        all.note("abc", 2, Some(Seat::at(1)));
        let all = MissingRecords::read(&all.text());
        assert_eq!(numbers(&all.before("abc", 2)), [1]);
        assert_eq!(numbers(&all.before("abc", 3)), [2, 1]);
        assert_eq!(all.before("abc", 2)[0].seat, Seat::at(3));
        assert!(all.before("xyz", 1).is_empty() && all.has("xyz", 1) && !all.has("xyz", 2));
        assert_eq!(all.iter().count(), 3);
    }

    #[test]
    fn saved_or_abandoned_matches_are_removed() {
        let mut all = MissingRecords::default();
        all.note("abc", 1, Some(Seat::at(2)));
        all.note("abc", 2, Some(Seat::at(2)));
        all.note("abc", 1, None);
        all.forget("abc", 2);
        assert_eq!(all, MissingRecords::default());
        (0..30).for_each(|n| all.note("abc", n, Some(Seat::at(0))));
        assert_eq!(MissingRecords::read(&all.text()), all);
        assert_eq!(all.iter().count(), MAX_RECORDS);
    }

    #[test]
    fn read_skips_invalid_lines() {
        let text = "nonsense\n../x 1 0\n 1 0\nabc x 0\nabc 1 8\nabc 1\n";
        assert_eq!(MissingRecords::read(text), MissingRecords::default());
    }
}
