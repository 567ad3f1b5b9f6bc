//! The serialized form of melds, unvalidated.

use serde::{Deserialize, Serialize, Serializer};

use crate::meld::MAX_RUN;
use crate::{Card, Cards, Meld, MeldError, MeldRules, Rank, Stage, Suit};

/// Number of places a run can use: one more than the highest.
const PLACES: usize = 26;

/// A serialized meld, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RawMeld {
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

impl From<Meld> for RawMeld {
    fn from(meld: Meld) -> RawMeld {
        match meld {
            Meld::Set(set) => RawMeld::Set { rank: set.rank, pair: set.pair, cards: set.cards },
            Meld::Run(run) => {
                RawMeld::Run { suit: run.suit, low: run.low, len: run.len, slots: run.slots }
            }
        }
    }
}

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        RawMeld::from(*self).serialize(to)
    }
}

impl RawMeld {
    /// Validates the meld.
    ///
    /// # Errors
    /// Why the meld is illegal under these rules.
    pub fn validate(&self, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
        match self {
            RawMeld::Set { rank, pair, cards } => Meld::set(*rank, *pair, *cards, rules, stage),
            RawMeld::Run { suit, low, len, slots } => {
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

    fn written(text: &str, rules: &MeldRules) -> RawMeld {
        Meld::new(&text.parse::<MeldSpec>().unwrap(), rules, Stage::First).unwrap().into()
    }

    #[test]
    fn legal_melds_round_trip() {
        let rules = MeldRules { run_min: 3, ..MeldRules::default() };
        for text in ["set 7H 7D JK", "pair KD KS", "run 5S JK 7S", "run AC 2C 3C"] {
            let meld = written(text, &rules).validate(&rules, Stage::First).unwrap();
            assert_eq!(RawMeld::from(meld), written(text, &rules), "{text}");
        }
    }

    #[test]
    fn illegal_melds_are_rejected() {
        let short = MeldRules { run_min: 3, ..MeldRules::default() };
        let long = MeldRules::default();
        let run = written("run 5S JK 7S", &short);
        assert_eq!(run.validate(&long, Stage::First), Err(MeldError::TooShort));
        let RawMeld::Run { suit, low, len, mut slots } = run else { panic!("no run") };
        slots.swap(0, 2);
        let mixed = RawMeld::Run { suit, low, len, slots };
        assert_eq!(mixed.validate(&short, Stage::First), Err(MeldError::RunOrder));
        for (low, len) in [(255, 3), (0, 255), (0, 0), (4, 2)] {
            let odd = RawMeld::Run { suit, low, len, slots };
            assert!(odd.validate(&short, Stage::Later).is_err(), "{low} {len}");
        }
        let set = |cards| RawMeld::Set { rank: Some(Rank::ACE), pair: false, cards };
        let found = set("AC AD 2C".parse().unwrap()).validate(&long, Stage::First);
        assert_eq!(found, Err(MeldError::SetRank));
        assert!(set(Cards::NONE).validate(&long, Stage::Later).is_err());
    }
}
