//! Named house rules, and the text form in which they are stored and shared.

use upcard_engine::choices::CHOICES;
use upcard_engine::{Flaws, Library, RuleSet, Rules, Value};
use upcard_table::wire::{MAX_GAME_NAME_LEN, MAX_VALUE_LEN, RuleSource};

use crate::strip_needless_joiners;

/// A game with changes, under a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HouseRules {
    /// Name given by the user; empty for an unchanged game.
    pub name: String,
    /// Game: `id` or `id+variation+variation`.
    pub game: String,
    /// Changed choices: path and value, as in `--set path=value`.
    pub changes: Vec<(String, String)>,
}

/// Parse error of a house rules text. Whether the game and the choices exist is checked later, when the rules
/// are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::Display)]
pub enum LinkFault {
    /// Longer than the maximum.
    #[strum(to_string = "it is too long")]
    Long,
    /// Written by a later version of the program.
    #[strum(to_string = "it is from a later version")]
    Later,
    /// Incomplete or corrupted.
    #[strum(to_string = "it is damaged")]
    Damaged,
}

impl std::error::Error for LinkFault {}

/// Version of the text format.
const FORMAT_VERSION: &str = "1";

/// Prefix of the link's fragment.
const FRAGMENT: &str = "#rules=";

impl HouseRules {
    /// Maximum length in bytes: half of that fits in a QR code, all of it in an address.
    pub const MAX_BYTES: usize = 6000;

    /// Maximum length of a name, in characters.
    pub const MAX_NAME_LENGTH: usize = 40;

    /// An unchanged game.
    #[must_use]
    pub fn of(game: &str) -> HouseRules {
        HouseRules { game: game.to_owned(), ..HouseRules::default() }
    }

    /// Normalizes a name: single spaces between words and no invisible characters. May return an empty
    /// string.
    #[must_use]
    pub fn clean(name: &str) -> String {
        let seen = |c: &char| {
            let turns = matches!(*c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
            !turns && (!c.is_control() || c.is_whitespace())
        };
        let name: String = name.chars().filter(seen).collect();
        let name = strip_needless_joiners(&name);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().take(HouseRules::MAX_NAME_LENGTH).collect();
        // Truncation may leave joiners with nothing to join.
        strip_needless_joiners(&name).trim_end().to_owned()
    }

    /// Serializes to text that needs no escaping in addresses.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{FORMAT_VERSION}&{}&{}", escaped(&self.game), escaped(&self.name));
        for (path, value) in &self.changes {
            text.push_str(&format!("&{}={}", escaped(path), escaped(value)));
        }
        text
    }

    /// Parses the output of [`HouseRules::text`] from an untrusted source.
    ///
    /// # Errors
    /// Why the text is invalid.
    pub fn read(text: &str) -> Result<HouseRules, LinkFault> {
        if text.len() > HouseRules::MAX_BYTES {
            return Err(LinkFault::Long);
        }
        let mut parts = text.split('&');
        match parts.next() {
            Some(FORMAT_VERSION) => {}
            Some(form) if form.parse::<u32>().is_ok_and(|form| form > 1) => {
                return Err(LinkFault::Later);
            }
            _ => return Err(LinkFault::Damaged),
        }
        let mut part = || parts.next().and_then(unescaped).ok_or(LinkFault::Damaged);
        let (game, name) = (part()?, HouseRules::clean(&part()?));
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+');
        if game.is_empty() || game.len() > MAX_GAME_NAME_LEN || !game.chars().all(known) {
            return Err(LinkFault::Damaged);
        }
        let mut changes = Vec::new();
        for part in parts {
            let (path, value) = part.split_once('=').ok_or(LinkFault::Damaged)?;
            let path = unescaped(path).ok_or(LinkFault::Damaged)?;
            let value = unescaped(value).ok_or(LinkFault::Damaged)?;
            if changes.len() >= CHOICES.len() || value.chars().count() > MAX_VALUE_LEN {
                return Err(LinkFault::Long);
            }
            changes.push((path, value));
        }
        Ok(HouseRules { name, game, changes })
    }

    /// Link to these rules, for the page at this origin.
    #[must_use]
    pub fn link(&self, origin: &str) -> String {
        format!("{origin}/{FRAGMENT}{}", self.text())
    }

    /// Extracts the text from a link's fragment (with its `#`); `None` if the link is of another kind.
    #[must_use]
    pub fn text_in(fragment: &str) -> Option<&str> {
        fragment.strip_prefix(FRAGMENT)
    }

    /// Rule source for a table that uses these rules.
    #[must_use]
    pub fn source(&self, players: u8) -> RuleSource {
        RuleSource { game: self.game.clone(), changes: self.changes.clone(), players }
    }

    /// Rule set, even if its choices contradict each other.
    ///
    /// # Errors
    /// An unknown game or choice, or an invalid value.
    pub fn set(&self, library: &Library) -> Result<RuleSet, Flaws> {
        let read = |(path, value): &(String, String)| (path.clone(), Value::from_argument(value));
        let changes: Vec<(String, Value)> = self.changes.iter().map(read).collect();
        library.select(&self.game, &changes)
    }

    /// Compiled rules for the default number of players.
    ///
    /// # Errors
    /// All errors in the rules.
    pub fn rules(&self, library: &Library) -> Result<Rules, Flaws> {
        self.source(self.set(library)?.usual_players()).new_rules(library)
    }
}

/// Writes a value so that [`Value::from_argument`] reads it back: a word without quotes if possible.
pub(super) fn argument(value: &Value) -> String {
    match value {
        Value::Text(word) if Value::from_argument(word) == *value => word.clone(),
        other => other.to_string(),
    }
}

/// Percent-encodes everything except letters, digits and a few safe characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~+,".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// Decodes the output of [`escaped`], even if more characters were escaped in transit; `None` if the result
/// is not valid text.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grandma() -> HouseRules {
        let changes = [("melds.ace", "low"), ("match.deals", "[1, 3, 5]")];
        HouseRules {
            name: "Grandma’s rules & more".into(),
            game: "contract-rummy".into(),
            changes: changes.map(|(path, value)| (path.into(), value.into())).to_vec(),
        }
    }

    #[test]
    fn link_round_trips() {
        let text = grandma().text();
        let start = "1&contract-rummy&Grandma%E2%80%99s%20rules%20%26%20more&melds.ace=low&";
        assert!(text.starts_with(start), "{text}");
        assert_eq!(HouseRules::read(&text), Ok(grandma()));
        let link = grandma().link("https://cards.example");
        let fragment = link.strip_prefix("https://cards.example/").unwrap();
        assert_eq!(HouseRules::text_in(fragment), Some(text.as_str()));
        assert_eq!(HouseRules::text_in("#play"), None);
        assert_eq!(HouseRules::read("1&rummy+jokers&"), Ok(HouseRules::of("rummy+jokers")));
    }

    #[test]
    fn invalid_links_are_refused_with_a_reason() {
        use LinkFault::*;
        let long = format!("1&rummy&{}", "x".repeat(HouseRules::MAX_BYTES));
        let value = format!("1&rummy&&melds.ace={}", "x".repeat(MAX_VALUE_LEN + 1));
        let many = format!("1&rummy&{}", "&a=1".repeat(CHOICES.len() + 1));
        for (text, fault) in [
            ("", Damaged),
            ("nonsense", Damaged),
            ("1", Damaged),
            ("1&rummy", Damaged),
            ("1&&", Damaged),
            ("1&../etc&", Damaged),
            ("1&rummy&%", Damaged),
            ("1&rummy&%G0", Damaged),
            ("1&rummy&%ff", Damaged),
            ("1&rummy&&melds.ace", Damaged),
            ("2&what&ever", Later),
            (long.as_str(), Long),
            (value.as_str(), Long),
            (many.as_str(), Long),
        ] {
            assert_eq!(HouseRules::read(text), Err(fault), "{text}");
        }
        // Unknown choices are reported when the rules are compiled.
        let unknown = HouseRules::read("1&rummy&&no.such=1").unwrap();
        assert!(unknown.rules(&Library::standard().unwrap()).is_err());
    }

    /// Any input is handled: truncation at every position, and changes of single bytes.
    #[test]
    fn damaged_links_never_panic() {
        let (text, library) = (grandma().text(), Library::standard().unwrap());
        for end in 0..text.len() {
            if let Ok(rules) = HouseRules::read(&text[..end]) {
                let _ = rules.rules(&library);
            }
        }
        for at in 0..text.len() {
            for sign in ['%', '&', '=', '0', 'é', '\u{202e}'] {
                let mut damaged: String = text[..at].into();
                damaged.push(sign);
                damaged.push_str(&text[at + 1..]);
                if let Ok(rules) = HouseRules::read(&damaged) {
                    assert_eq!(HouseRules::read(&rules.text()), Ok(rules));
                }
            }
        }
    }

    #[test]
    fn names_are_normalized() {
        assert_eq!(HouseRules::clean("  Grandma's \n rules\u{202e}\u{7} "), "Grandma's rules");
        assert_eq!(HouseRules::clean("\u{200b}\u{feff}"), "");
        assert_eq!(HouseRules::clean("Gran\u{200d}dma’s\u{200d}"), "Grandma’s");
        let family = "The 👨\u{200d}👩\u{200d}👧 rules";
        assert_eq!(HouseRules::clean(family), family);
        let long = format!("{}👨\u{200d}👩", "x".repeat(HouseRules::MAX_NAME_LENGTH - 2));
        assert!(HouseRules::clean(&long).ends_with('👨'), "nothing is left to be joined");
        assert_eq!(HouseRules::clean(&"é".repeat(99)).chars().count(), HouseRules::MAX_NAME_LENGTH);
    }

    #[test]
    fn house_rules_compile_like_library_games() {
        let library = Library::standard().unwrap();
        let rules = grandma().rules(&library).unwrap();
        assert_eq!((rules.schedule.len(), rules.players), (3, 4));
    }
}
