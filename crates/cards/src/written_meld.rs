//! The serialized form of melds, unvalidated.

use serde::{Deserialize, Serialize, Serializer};

use crate::meld::MAX_RUN;
use crate::{Card, Cards, Meld, MeldError, MeldRules, Rank, Stage, Suit};

/// Number of places a run can use: one more than the highest.
const PLACES: usize = 26;

/// A serialized meld, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenMeld {
    /// A set or a pair.
    Set {
        /// Rank; `None` for a set of three wild cards.
        rank: Option<Rank>,
        /// Whether it is a pair.
        pair: bool,
        /// All cards.
        cards: Cards,
    },
    /// A run.
    Run {
        /// Suit.
        suit: Suit,
        /// Place of the lowest card; see [`crate::RunMeld::low`].
        low: u8,
        /// Number of cards.
        len: u8,
        /// Cards from the lowest place upwards; unused slots past `len` hold the joker.
        slots: [Card; MAX_RUN],
    },
}

impl From<Meld> for WrittenMeld {
    fn from(meld: Meld) -> WrittenMeld {
        match meld {
            Meld::Set(set) => WrittenMeld::Set { rank: set.rank, pair: set.pair, cards: set.cards },
            Meld::Run(run) => {
                WrittenMeld::Run { suit: run.suit, low: run.low, len: run.len, slots: run.slots }
            }
        }
    }
}

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        WrittenMeld::from(*self).serialize(to)
    }
}

impl WrittenMeld {
    /// Validates the meld.
    ///
    /// # Errors
    /// Why the meld is illegal under these rules.
    pub fn judge(&self, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
        match self {
            WrittenMeld::Set { rank, pair, cards } => Meld::set(*rank, *pair, *cards, rules, stage),
            WrittenMeld::Run { suit, low, len, slots } => {
                let cards = slots.get(..usize::from(*len)).ok_or(MeldError::TooLong)?;
                let past = slots[cards.len()..].iter().any(|card| !card.is_joker());
                if past || usize::from(*low) + cards.len() > PLACES {
                    return Err(MeldError::RunOrder);
                }
                Meld::run(*suit, *low, cards, rules, stage)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MeldSpec;

    fn written(text: &str, rules: &MeldRules) -> WrittenMeld {
        Meld::new(&text.parse::<MeldSpec>().unwrap(), rules, Stage::First).unwrap().into()
    }

    #[test]
    fn what_is_legal_is_judged_to_what_it_was() {
        let rules = MeldRules { run_min: 3, ..MeldRules::default() };
        for text in ["set 7H 7D JK", "pair KD KS", "run 5S JK 7S", "run AC 2C 3C"] {
            let meld = written(text, &rules).judge(&rules, Stage::First).unwrap();
            assert_eq!(WrittenMeld::from(meld), written(text, &rules), "{text}");
        }
    }

    #[test]
    fn cards_that_are_no_meld_of_the_table_are_refused() {
        let short = MeldRules { run_min: 3, ..MeldRules::default() };
        let long = MeldRules::default();
        let run = written("run 5S JK 7S", &short);
        assert_eq!(run.judge(&long, Stage::First), Err(MeldError::TooShort));
        let WrittenMeld::Run { suit, low, len, mut slots } = run else { panic!("no run") };
        slots.swap(0, 2);
        let mixed = WrittenMeld::Run { suit, low, len, slots };
        assert_eq!(mixed.judge(&short, Stage::First), Err(MeldError::RunOrder));
        for (low, len) in [(255, 3), (0, 255), (0, 0), (4, 2)] {
            let odd = WrittenMeld::Run { suit, low, len, slots };
            assert!(odd.judge(&short, Stage::Later).is_err(), "{low} {len}");
        }
        let any = |texts: &[&str]| texts.iter().map(|c| c.parse::<Card>().unwrap()).collect();
        let set = |cards| WrittenMeld::Set { rank: Some(Rank::ACE), pair: false, cards };
        let found = set(any(&["AC", "AD", "2C"])).judge(&long, Stage::First);
        assert_eq!(found, Err(MeldError::SetRank));
        assert!(set(Cards::NONE).judge(&long, Stage::Later).is_err());
    }
}
