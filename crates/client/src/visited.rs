//! Recently visited tables in this browser, most recent first.

const MAX_VISITS: usize = 6;

/// A table on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Id.
    pub id: String,
    /// Name of the game as displayed.
    pub game: String,
    /// `true` if this person has a seat.
    pub seated: bool,
}

/// List of tables, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visits(Vec<Visit>);

impl Visits {
    /// Parses the output of [`Visits::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> Visits {
        let visit = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let (seated, id, game) = (parts.next()?, parts.next()?, parts.next()?);
            let fits = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric());
            let (id, game, seated) = (id.to_owned(), game.to_owned(), seated == "seat");
            fits.then_some(Visit { id, game, seated })
        };
        Visits(text.lines().filter_map(visit).take(MAX_VISITS).collect())
    }

    /// Serializes the list, one table per line.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |visit: &Visit| {
            let seated = if visit.seated { "seat" } else { "look" };
            format!("{seated} {} {}\n", visit.id, visit.game.replace('\n', " "))
        };
        self.0.iter().map(line).collect()
    }

    /// Adds a table at the front.
    pub fn note(&mut self, visit: Visit) {
        self.forget(&visit.id);
        self.0.insert(0, visit);
        self.0.truncate(MAX_VISITS);
    }

    /// Removes a table that no longer exists.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|known| known.id != id);
    }

    /// Tables at which this person has a seat.
    pub fn seated(&self) -> impl Iterator<Item = &Visit> {
        self.0.iter().filter(|visit| visit.seated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(id: &str, seated: bool) -> Visit {
        Visit { id: id.into(), game: "Contract Rummy".into(), seated }
    }

    #[test]
    fn lists_newest_first_and_round_trips() {
        let mut visits = Visits::default();
        for n in 0..9 {
            visits.note(visit(&format!("table{n}"), n % 2 == 0));
        }
        visits.note(visit("table4", true));
        let ids: Vec<&str> = visits.0.iter().map(|v| v.id.as_str()).collect();
        assert_eq!(ids, ["table4", "table8", "table7", "table6", "table5", "table3"]);
        assert_eq!(Visits::read(&visits.text()), visits);
        let seated: Vec<&str> = visits.seated().map(|v| v.id.as_str()).collect();
        assert_eq!(seated, ["table4", "table8", "table6"]);
        visits.forget("table4");
        assert_eq!(visits.seated().count(), 2);
    }

    #[test]
    fn read_skips_invalid_lines() {
        assert_eq!(Visits::read("nonsense\n\nseat ../evil X\nseat  X\n"), Visits::default());
        let many = "seat a Rummy\n".repeat(50);
        assert_eq!(Visits::read(&many).0.len(), MAX_VISITS);
    }
}
