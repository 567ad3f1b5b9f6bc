//! Addresses of the page: a table, a screen, house rules, a moment of a match.

use crate::ReplayLink;
use crate::house_rules::HouseRules;
use crate::sheet_sync::SheetLink;

/// Address of the match in this browser.
pub const ALONE: &str = "/#play";

/// Address of the screen for choosing a game and setting up a table.
pub const NEW: &str = "/#new";

/// A parsed address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// Start screen.
    Home,
    /// Table on the server, by id.
    Table(String),
    /// Match in this browser.
    LocalMatch,
    /// Screen for choosing a game.
    New,
    /// House rules, in their text form.
    Rules(String),
    /// Moment of a finished match.
    Replay(ReplayLink),
    /// Shared score sheet.
    Sheet(SheetLink),
    /// Invalid link.
    InvalidLink,
    /// Link to a moment of a match or a score sheet that is incomplete.
    IncompleteLink,
}

impl Address {
    /// Parses a path and a fragment (with its `#`, or empty). The input is untrusted.
    #[must_use]
    pub fn read(path: &str, fragment: &str) -> Address {
        match path.strip_prefix("/t/") {
            Some(table) if !table.is_empty() => Address::Table(table.to_owned()),
            _ if path == "/wrong-link" => Address::InvalidLink,
            _ => match format!("{path}{fragment}").as_str() {
                ALONE => Address::LocalMatch,
                NEW => Address::New,
                _ => {
                    let rules = HouseRules::text_in(fragment);
                    let rules = rules.map(|rules| Address::Rules(rules.to_owned()));
                    let replay = || ReplayLink::read(fragment).map(Address::Replay);
                    let sheet = || SheetLink::read(fragment).map(Address::Sheet);
                    let is_link = ["#replay=", "#sheet="].iter().any(|f| fragment.starts_with(f));
                    let other = if is_link { Address::IncompleteLink } else { Address::Home };
                    rules.or_else(replay).or_else(sheet).unwrap_or(other)
                }
            },
        }
    }

    /// Returns `true` if the address is shown as an overlay over the start screen.
    #[must_use]
    pub fn is_overlay(&self) -> bool {
        matches!(
            self,
            Address::Rules(_) | Address::Replay(_) | Address::Sheet(_) | Address::IncompleteLink
        )
    }
}

/// Length of a table's short code, the end of its link.
pub const SHORT_CODE: usize = 6;

/// Returns the short code of a table link in two groups, for reading out and typing. Empty if the link is too
/// short.
#[must_use]
pub fn short_code(link: &str) -> String {
    let code = link.len().checked_sub(SHORT_CODE).and_then(|at| link.get(at..));
    let halves = code.and_then(|code| code.split_at_checked(SHORT_CODE / 2));
    halves.map_or_else(String::new, |(first, last)| format!("{first} {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_parse_to_their_screens() {
        let read = |text: &str| {
            let (path, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
            Address::read(path, fragment)
        };
        assert_eq!(read("/"), Address::Home);
        assert_eq!(read(ALONE), Address::LocalMatch);
        assert_eq!(read(NEW), Address::New);
        assert_eq!(read("/t/abc"), Address::Table("abc".into()));
        // A table path takes precedence over the fragment.
        assert_eq!(read("/t/abc#play"), Address::Table("abc".into()));
        assert_eq!(read("/wrong-link"), Address::InvalidLink);
        let rules = HouseRules::of("rummy-500").link("");
        assert!(matches!(read(&rules), Address::Rules(text) if rules.ends_with(&text)));
        assert!(matches!(read("/#replay=abc.1"), Address::Replay(link) if link.table == "abc"));
        let sheet = SheetLink { id: "abc".into(), key: None };
        assert_eq!(read("/#sheet=abc"), Address::Sheet(sheet));
        for nothing in ["/t/", "/t", "/#", "/elsewhere", "", "#play/"] {
            assert_eq!(read(nothing), Address::Home, "{nothing}");
        }
        for part in ["/#replay=", "/#replay=abc", "/#sheet=", "/#sheet=a.", "/#sheet=a/b"] {
            assert_eq!(read(part), Address::IncompleteLink, "{part}");
            assert!(read(part).is_overlay());
        }
        assert!(!read("/").is_overlay() && !read("/t/abc").is_overlay());
    }

    #[test]
    fn short_code_is_the_end_of_a_link() {
        assert_eq!(short_code("https://cards.example/t/0123abcxyz"), "abc xyz");
        for short in ["", "abcde", "ab\u{e9}cd\u{e9}e"] {
            assert!(short_code(short).len() <= 8, "{short}");
        }
        assert_eq!(short_code("abcde"), "");
    }
}
