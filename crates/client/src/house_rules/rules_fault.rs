//! House rules from untrusted sources that are invalid: the errors, and the valid remainder.

use upcard_engine::{Flaws, Library};

use super::named::HouseRules;

/// Why house rules are not playable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesFault {
    /// Unknown game id.
    UnknownGame(String),
    /// Unknown variations or choices, or invalid values.
    Invalid {
        /// All errors.
        flaws: Flaws,
        /// Remaining valid rules, for the editor.
        rest: HouseRules,
    },
    /// Everything is known, but the choices contradict each other. The editor opens them and suggests fixes.
    Contradictory(Flaws),
}

impl HouseRules {
    /// Why the rules are not playable; `None` if they are. Playable rules can be saved and shared.
    #[must_use]
    pub fn fault(&self, library: &Library) -> Option<RulesFault> {
        let game = self.game.split('+').next().unwrap_or_default();
        if library.file(game).is_none() {
            return Some(RulesFault::UnknownGame(game.to_owned()));
        }
        match self.set(library) {
            Err(flaws) => Some(RulesFault::Invalid { flaws, rest: self.readable(library) }),
            Ok(_) => self.rules(library).err().map(RulesFault::Contradictory),
        }
    }

    /// The valid part: the game with its known variations and the valid changes.
    fn readable(&self, library: &Library) -> HouseRules {
        let mut rest = HouseRules { changes: Vec::new(), ..self.clone() };
        if rest.set(library).is_err() {
            rest.game = self.game.split('+').take(1).collect();
            for variation in self.game.split('+').skip(1) {
                let with = HouseRules::of(&format!("{}+{variation}", rest.game));
                if with.set(library).is_ok() {
                    rest.game = with.game;
                }
            }
        }
        for change in &self.changes {
            rest.changes.push(change.clone());
            if rest.set(library).is_err() {
                rest.changes.pop();
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use upcard_rulebook::flaws_text;

    use super::*;

    fn fault(link: &str) -> Option<RulesFault> {
        HouseRules::read(link).unwrap().fault(&Library::standard().unwrap())
    }

    #[test]
    fn valid_rules_have_no_fault() {
        for link in ["1&rummy&", "1&rummy+jokers&Sunday&melds.ace=high", "1&gin&&knocking.limit=7"]
        {
            assert_eq!(fault(link), None, "{link}");
        }
    }

    #[test]
    fn fault_names_errors_and_keeps_the_valid_rest() {
        let unknown = RulesFault::UnknownGame("bridge".to_owned());
        assert_eq!(fault("1&bridge&&melds.ace=low"), Some(unknown));
        for (link, place, rest) in [
            ("1&rummy&S&melds.ace=up&melds.set-size=3", "melds.ace", "1&rummy&S&melds.set-size=3"),
            ("1&rummy&S&melds.ace=low&no.such=1", "no.such", "1&rummy&S&melds.ace=low"),
            ("1&rummy&S&pack.jokers=many", "pack.jokers", "1&rummy&S"),
            ("1&rummy+jokers+snow&S&melds.ace=low", "snow", "1&rummy+jokers&S&melds.ace=low"),
        ] {
            let Some(RulesFault::Invalid { flaws, rest: left }) = fault(link) else {
                panic!("{link}")
            };
            assert!(flaws_text(&flaws).contains(place), "{link}: {flaws:?}");
            assert_eq!(left.text(), rest);
            assert!(left.set(&Library::standard().unwrap()).is_ok());
        }
    }

    #[test]
    fn contradictions_are_told_apart_from_invalid_values() {
        for link in ["1&rummy&&laying-down.mode=hidden", "1&rummy&&pack.packs=99"] {
            assert!(matches!(fault(link), Some(RulesFault::Contradictory(_))), "{link}");
        }
    }

    /// After any damage to a link, the valid remainder opens in the editor.
    #[test]
    fn valid_rest_of_a_damaged_link_opens() {
        let library = Library::standard().unwrap();
        let text = "1&rummy+jokers&S&melds.ace=low&pack.jokers=2&match.target=200";
        for at in 0..text.len() {
            for sign in ["x", "9", "&", "=", ""] {
                let mut damaged = text.to_owned();
                damaged.replace_range(at..=at, sign);
                let Ok(rules) = HouseRules::read(&damaged) else { continue };
                if let Some(RulesFault::Invalid { rest, .. }) = rules.fault(&library) {
                    assert!(rest.set(&library).is_ok(), "{damaged}");
                }
            }
        }
    }
}
