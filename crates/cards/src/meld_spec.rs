//! A meld as the player states it, before validation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::{TextError, Words};
use crate::{Card, Cards, Rank};

/// The kinds of meld.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeldKind {
    /// Cards of one rank.
    Set,
    /// Consecutive cards of one suit.
    Run,
    /// Two cards of one rank.
    Pair,
}

impl MeldKind {
    /// All kinds.
    pub const ALL: [MeldKind; 3] = [MeldKind::Set, MeldKind::Run, MeldKind::Pair];

    /// Keyword of the text form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            MeldKind::Set => "set",
            MeldKind::Run => "run",
            MeldKind::Pair => "pair",
        }
    }

    /// Letter in a contract: `S`, `R`, `P`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            MeldKind::Set => 'S',
            MeldKind::Run => 'R',
            MeldKind::Pair => 'P',
        }
    }
}

/// An unvalidated meld: its kind, its cards (a run's in ascending order), and a name if ambiguous.
/// [`crate::Meld::new`] validates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeldSpec {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// The cards; for a run in ascending order.
    pub cards: Vec<Card>,
    /// Name of a meld of wild cards: a set's rank (the suit is ignored), or a run's lowest card.
    pub named: Option<Card>,
}

impl MeldSpec {
    /// The cards as a multiset; `None` if a face exceeds [`Cards::MAX_COPIES`] copies.
    #[must_use]
    pub fn multiset(&self) -> Option<Cards> {
        let mut all = Cards::NONE;
        self.cards.iter().all(|card| all.try_add(*card)).then_some(all)
    }

    /// Parses one meld, up to `;`, `finish`, `discard` or the end.
    pub fn read(words: &mut Words<'_>) -> Result<MeldSpec, TextError> {
        let kind = MeldKind::ALL.into_iter().find(|kind| words.eat(kind.word()));
        let kind = kind.ok_or_else(|| words.error("'set', 'run' or 'pair'"))?;
        let mut cards = vec![words.card()?];
        let mut named = None;
        while let Some(word) = words.peek() {
            if matches!(word, ";" | "finish" | "discard") {
                break;
            }
            if words.eat("as") {
                named = Some(match kind {
                    MeldKind::Run => words.card()?,
                    MeldKind::Set | MeldKind::Pair => read_rank(words)?,
                });
                break;
            }
            if cards.len() >= 200 {
                return Err(words.error("no more cards in a meld"));
            }
            cards.push(words.card()?);
        }
        Ok(MeldSpec { kind, cards, named })
    }
}

/// Parses a set's rank, as `7` or, leniently, as any card of that rank.
fn read_rank(words: &mut Words<'_>) -> Result<Card, TextError> {
    let mut ahead = words.clone();
    let rank = match ahead.rank() {
        Ok(rank) => {
            *words = ahead;
            rank
        }
        Err(_) => words.card()?.rank().ok_or_else(|| words.error("a rank"))?,
    };
    Ok(Card::natural(rank, crate::Suit::Clubs))
}

impl fmt::Display for MeldSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        for card in &self.cards {
            write!(f, " {card}")?;
        }
        match (self.named, self.kind) {
            (None, _) => Ok(()),
            (Some(card), MeldKind::Run) => write!(f, " as {card}"),
            (Some(card), _) => write!(f, " as {}", card.rank().unwrap_or(Rank::ACE)),
        }
    }
}

impl FromStr for MeldSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<MeldSpec, TextError> {
        let mut words = Words::new(text);
        let meld = MeldSpec::read(&mut words)?;
        words.end()?;
        Ok(meld)
    }
}

crate::serde_as_text!(MeldSpec);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn melds_round_trip() {
        for text in [
            "set 4D 4C JK",
            "run 5S JK 7S 8S",
            "pair KD KS",
            "set JK JK 2S as 7",
            "run JK 2S as 5S",
        ] {
            assert_eq!(text.parse::<MeldSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_column() {
        let error = "set 4D 4X".parse::<MeldSpec>().unwrap_err();
        assert_eq!(error.column, 8);
        assert_eq!(error.message, "expected a card (like TD, or JK), found '4X'");
        assert_eq!("heap 4D".parse::<MeldSpec>().unwrap_err().column, 1);
        assert_eq!("run".parse::<MeldSpec>().unwrap_err().column, 4);
    }
}
