//! The tables that a browser has been to: a short list that it keeps, the latest first.

/// As many are kept.
const MOST: usize = 6;

/// A table of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Its id.
    pub id: String,
    /// The game's name, as it was shown.
    pub game: String,
    /// Has one a seat there?
    pub seated: bool,
}

/// The tables, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visits(Vec<Visit>);

impl Visits {
    /// Reads what [`Visits::text`] gave; lines that are none are left out.
    #[must_use]
    pub fn read(text: &str) -> Visits {
        let visit = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let (seated, id, game) = (parts.next()?, parts.next()?, parts.next()?);
            let fits = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric());
            fits.then(|| Visit {
                id: id.to_owned(),
                game: game.to_owned(),
                seated: seated == "seat",
            })
        };
        Visits(text.lines().filter_map(visit).take(MOST).collect())
    }

    /// The list as a text, a line for each.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |visit: &Visit| {
            let seated = if visit.seated { "seat" } else { "look" };
            format!("{seated} {} {}\n", visit.id, visit.game.replace('\n', " "))
        };
        self.0.iter().map(line).collect()
    }

    /// Notes a table: it comes first.
    pub fn note(&mut self, visit: Visit) {
        self.forget(&visit.id);
        self.0.insert(0, visit);
        self.0.truncate(MOST);
    }

    /// Drops a table that is not there any more.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|known| known.id != id);
    }

    /// Those at which one has a seat.
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
    fn the_latest_come_first_and_read_back() {
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
    fn what_is_no_list_is_left_out() {
        assert_eq!(Visits::read("nonsense\n\nseat ../evil X\nseat  X\n"), Visits::default());
        let many = "seat a Rummy\n".repeat(50);
        assert_eq!(Visits::read(&many).0.len(), MOST);
    }
}
