//! Matches played on this device at server tables whose records it does not have yet. So a person who is
//! absent at the end of a match, or returns during the next one, still gets the record.

use upcard_engine::Seat;

/// Capacity.
const MOST: usize = 12;

/// Maximum number of seats.
const SEATS: usize = upcard_engine::MAX_PLAYERS;

/// A match at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unkept {
    /// Table id.
    pub table: String,
    /// Number of the match, from 1.
    pub number: u32,
    /// This person's current or former seat in it.
    pub seat: Seat,
}

/// List of matches, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllUnkept(Vec<Unkept>);

impl AllUnkept {
    /// Parses the output of [`AllUnkept::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> AllUnkept {
        let unkept = |line: &str| {
            let mut parts = line.split(' ');
            let (table, number, seat) = (parts.next()?, parts.next()?, parts.next()?);
            let fits = !table.is_empty() && table.chars().all(|c| c.is_ascii_alphanumeric());
            let seat = seat.parse().ok().filter(|seat| *seat < SEATS)?;
            let number = number.parse().ok()?;
            fits.then(|| Unkept { table: table.to_owned(), number, seat: Seat::at(seat) })
        };
        AllUnkept(text.lines().filter_map(unkept).take(MOST).collect())
    }

    /// Serializes the list, one match per line.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |Unkept { table, number, seat }: &Unkept| {
            format!("{table} {number} {}\n", seat.index())
        };
        self.0.iter().map(line).collect()
    }

    /// Notes a match in progress. Without a seat, this person has given it up or lost it, and the match is
    /// removed.
    pub fn note(&mut self, table: &str, number: u32, seat: Option<Seat>) {
        self.forget(table, number);
        if let Some(seat) = seat {
            self.0.insert(0, Unkept { table: table.to_owned(), number, seat });
            self.0.truncate(MOST);
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
    pub fn before(&self, table: &str, number: u32) -> Vec<Unkept> {
        let over = self.0.iter().filter(|one| one.table == table && one.number < number);
        over.cloned().collect()
    }

    /// Iterates over all matches; some may be over.
    pub fn iter(&self) -> std::slice::Iter<'_, Unkept> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(all: &[Unkept]) -> Vec<u32> {
        all.iter().map(|one| one.number).collect()
    }

    #[test]
    fn what_was_missed_is_known_when_the_next_match_is_on() {
        let mut all = AllUnkept::default();
        all.note("abc", 1, Some(Seat::at(2)));
        all.note("xyz", 1, Some(Seat::at(0)));
        // Noted again, with another seat.
        all.note("abc", 1, Some(Seat::at(3)));
        all.note("abc", 2, Some(Seat::at(1)));
        let all = AllUnkept::read(&all.text());
        assert_eq!(numbers(&all.before("abc", 2)), [1]);
        assert_eq!(numbers(&all.before("abc", 3)), [2, 1]);
        assert_eq!(all.before("abc", 2)[0].seat, Seat::at(3));
        assert!(all.before("xyz", 1).is_empty() && all.has("xyz", 1) && !all.has("xyz", 2));
        assert_eq!(all.iter().count(), 3);
    }

    #[test]
    fn a_match_that_is_kept_or_given_up_is_forgotten() {
        let mut all = AllUnkept::default();
        all.note("abc", 1, Some(Seat::at(2)));
        all.note("abc", 2, Some(Seat::at(2)));
        all.note("abc", 1, None);
        all.forget("abc", 2);
        assert_eq!(all, AllUnkept::default());
        (0..30).for_each(|n| all.note("abc", n, Some(Seat::at(0))));
        assert_eq!(AllUnkept::read(&all.text()), all);
        assert_eq!(all.iter().count(), MOST);
    }

    #[test]
    fn what_is_no_list_is_left_out() {
        let text = "nonsense\n../x 1 0\n 1 0\nabc x 0\nabc 1 8\nabc 1\n";
        assert_eq!(AllUnkept::read(text), AllUnkept::default());
    }
}
