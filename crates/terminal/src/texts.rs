//! Texts of the terminal: its own Fluent file, then those of the page.

use std::sync::LazyLock;

use upcard_cards::Card;
use upcard_client::tr;
use upcard_client::wording::{self, Args};
use upcard_texts::{Texts, english};

use crate::ascii::ascii;

/// Texts that differ from the page's, or are only here. They take precedence.
static OWN: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/own.texts")), english));

/// Texts shared with the page.
static PAGE: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/page.texts")), english));

/// Texts, and the notation of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    /// Suits as letters, as in the notation, for terminals without suit symbols.
    pub(crate) letters: bool,
    /// ASCII only.
    pub(crate) ascii: bool,
    /// `true` in line mode: texts about keys are worded differently.
    pub(crate) typed: bool,
}

/// Id prefix of texts that line mode words differently.
const TYPED: &str = "typed-";

impl Words {
    /// Shortest form of a card: `7♣`, `10♥`, `JK`; with letters `7C`, `TH`, `JK`.
    pub(crate) fn face(&self, card: Card) -> String {
        match (card.rank(), card.suit()) {
            (Some(rank), Some(suit)) if !self.letters => {
                let sign = ["♣", "♦", "♥", "♠"][suit.index()];
                let ten = rank.letter() == 'T';
                if ten { format!("10{sign}") } else { format!("{}{sign}", rank.letter()) }
            }
            _ => card.to_string(),
        }
    }
}

impl wording::Texts for Words {
    fn text(&self, id: &str, args: &Args) -> String {
        let typed = self.typed.then(|| OWN.render(&format!("{TYPED}{id}"), args)).flatten();
        let drawn = || OWN.render(id, args).or_else(|| PAGE.render(id, args));
        let text = typed.or_else(drawn).unwrap_or_else(|| id.to_owned());
        if self.ascii { ascii(&text) } else { text }
    }

    fn card(&self, card: Card) -> String {
        if card.is_joker() { tr!("card-joker", self) } else { self.face(card) }
    }

    fn capital(&self, text: &str) -> String {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    }
}

/// Converts cards in typed text to the notation: `J♥`, `10H` and `9c` become `JH`, `TH` and `9C`.
pub(crate) fn in_notation(text: &str) -> String {
    text.split_inclusive(|letter: char| letter.is_whitespace() || letter == ';')
        .map(|word| {
            let end = word.trim_end_matches(|letter: char| letter.is_whitespace() || letter == ';');
            let rest = &word[end.len()..];
            face(end).map_or_else(|| word.to_owned(), |card| format!("{card}{rest}"))
        })
        .collect()
}

/// Parses a card, however it is written.
pub(crate) fn face(word: &str) -> Option<Card> {
    // A keyword of the notation, as in `set JK JK 2S as 7`.
    if word == "as" {
        return None;
    }
    let signs = [('♣', "C"), ('♦', "D"), ('♥', "H"), ('♠', "S")];
    let plain = signs.iter().fold(word.to_owned(), |word, (sign, suit)| word.replace(*sign, suit));
    let upper = plain.to_ascii_uppercase();
    let card = upper.strip_prefix("10").map_or_else(|| upper.clone(), |suit| format!("T{suit}"));
    card.parse().ok()
}

/// A number with an explicit sign, also if positive.
pub(crate) fn signed(value: i64) -> String {
    let plus = if value > 0 { "+" } else { "" };
    format!("{plus}{}", upcard_texts::number(value))
}

#[cfg(test)]
mod tests {
    use super::in_notation;

    #[test]
    fn cards_can_be_typed_as_they_are_shown() {
        let meant = [
            ("J♥", "JH"),
            ("10♥ 9♣", "TH 9C"),
            ("discard 10h", "discard TH"),
            ("discard jk\n", "discard JK\n"),
            ("down set jk 2s 2D as 2", "down set JK 2S 2D as 2"),
            ("down set 10C 10♦ 10S; run 5♠ 6♠ 7♠", "down set TC TD TS; run 5S 6S 7S"),
            ("off M10 10C", "off M10 TC"),
            ("cut ~100", "cut ~100"),
            ("10", "10"),
            ("10cards", "10cards"),
        ];
        for (typed, notation) in meant {
            assert_eq!(in_notation(typed), notation);
        }
    }
}
