//! All words of the terminal: its own Fluent file, and for the rest those of the page.

use std::sync::LazyLock;

use upcard_cards::Card;
use upcard_client::tr;
use upcard_client::wording::{self, Args};
use upcard_texts::{Texts, english};

/// What is said otherwise than on the page, or there alone. It comes first.
static OWN: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/own.texts")), english));

/// What the page says, too.
static PAGE: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/page.texts")), english));

/// The words, and how cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    /// Suits as letters, as in the notation, where a terminal has no signs for them.
    pub(crate) letters: bool,
}

impl Words {
    /// A card in as little room as can be: `7♣`, `10♥`, `JK`; with letters `7C`, `TH`, `JK`.
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
        let page = || PAGE.render(id, args);
        OWN.render(id, args).or_else(page).unwrap_or_else(|| id.to_owned())
    }

    fn card(&self, card: Card) -> String {
        if card.is_joker() { tr!("card-joker", self) } else { self.face(card) }
    }

    fn capital(&self, text: &str) -> String {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    }
}

/// A number with its sign, also where it is positive.
pub(crate) fn signed(value: i64) -> String {
    let plus = if value > 0 { "+" } else { "" };
    format!("{plus}{}", upcard_texts::number(value))
}
