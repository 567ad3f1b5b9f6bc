//! Link to a moment of a match played at a server's table.

use upcard_engine::{MAX_PLAYERS, Seat};

/// Match, play, and viewing seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayLink {
    /// Table id.
    pub table: String,
    /// Number of the match at the table, from 1.
    pub number: u32,
    /// Play, from 0.
    pub at: usize,
    /// Seat from whose view to show it.
    pub seat: Option<Seat>,
}

/// Prefix of the link's fragment.
const FRAGMENT: &str = "#replay=";

/// Maximum length of a table id, in characters.
const MAX_TABLE_ID_LENGTH: usize = 40;

impl ReplayLink {
    /// Builds the fragment of the link.
    #[must_use]
    pub fn fragment(&self) -> String {
        let seat = self.seat.map_or(0, Seat::number);
        format!("{FRAGMENT}{}.{}.{}.{seat}", self.table, self.number, self.at)
    }

    /// Parses a fragment from an untrusted source; `None` if it is not such a link.
    #[must_use]
    pub fn read(fragment: &str) -> Option<ReplayLink> {
        let mut parts = fragment.strip_prefix(FRAGMENT)?.split('.');
        let table = parts.next()?;
        let plain = table.chars().all(|c| c.is_ascii_alphanumeric());
        if table.is_empty() || table.len() > MAX_TABLE_ID_LENGTH || !plain {
            return None;
        }
        let number = parts.next()?.parse().ok()?;
        let at = parts.next().map_or(Some(0), |at| at.parse::<u32>().ok())?;
        let seat = parts.next().map_or(Some(0), |seat| seat.parse::<u8>().ok())?;
        let seat = Seat::from_number(seat).filter(|seat| seat.index() < MAX_PLAYERS);
        Some(ReplayLink { table: table.to_owned(), number, at: at as usize, seat })
    }

    /// Path of the record on the same server.
    #[must_use]
    pub fn record(&self) -> String {
        format!("/api/tables/{}/matches/{}/record", self.table, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_round_trips() {
        for seat in [None, Some(Seat::at(0)), Some(Seat::at(7))] {
            let link = ReplayLink { table: "ab3k".into(), number: 2, at: 417, seat };
            assert_eq!(ReplayLink::read(&link.fragment()), Some(link));
        }
        let short = ReplayLink::read("#replay=ab3k.1").unwrap();
        assert_eq!((short.at, short.seat), (0, None));
        assert_eq!(short.record(), "/api/tables/ab3k/matches/1/record");
    }

    #[test]
    fn invalid_links_are_rejected() {
        let long = format!("#replay={}.1", "a".repeat(MAX_TABLE_ID_LENGTH + 1));
        let numbers =
            ["#replay=a.x", "#replay=a.1.99999999999", "#replay=a.1.2.999", "#replay=a.-1"];
        let others = ["", "#play", "#replay=", "#replay=../x.1", "#replay=a", &long];
        for text in numbers.into_iter().chain(others) {
            assert_eq!(ReplayLink::read(text), None, "{text}");
        }
        assert_eq!(ReplayLink::read("#replay=a.1.2.99").unwrap().seat, None);
    }
}
