//! Changes of melds on the table: lay-offs, swaps of wild cards, slides.

use crate::meld::MAX_RUN;
use crate::{AceMode, Card, Meld, MeldError, MeldRules, RunMeld, Stage};

/// An end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Below the lowest card.
    Low,
    /// Above the highest card.
    High,
}

impl End {
    /// Keyword of the text form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            End::Low => "low",
            End::High => "high",
        }
    }
}

/// Where a card can be laid off on a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// It joins the set.
    pub set: bool,
    /// It goes below the run.
    pub low: bool,
    /// It goes above the run.
    pub high: bool,
}

impl Fit {
    /// Returns `true` if the card fits anywhere.
    #[must_use]
    pub const fn any(self) -> bool {
        self.set || self.low || self.high
    }
}

impl Meld {
    /// Returns where this card can be laid off.
    #[must_use]
    pub fn fit(&self, card: Card, rules: &MeldRules) -> Fit {
        match self {
            Meld::Set(_) => Fit { set: self.with(card, None, rules).is_ok(), ..Fit::default() },
            Meld::Run(run) => {
                // Fast path: most cards are ruled out by suit before a meld is built.
                let odd = card.suit() != Some(run.suit) && !run.suits.is_mixed();
                if odd && !rules.is_wild(card) {
                    return Fit::default();
                }
                Fit {
                    set: false,
                    low: self.with(card, Some(End::Low), rules).is_ok(),
                    high: self.with(card, Some(End::High), rules).is_ok(),
                }
            }
        }
    }

    /// Returns the meld with this card added: to a set, or at the given end of a run.
    ///
    /// # Errors
    /// Why the card does not fit; `RunOrder` if `end` is missing for a run.
    pub fn with(&self, card: Card, end: Option<End>, rules: &MeldRules) -> Result<Meld, MeldError> {
        match self {
            Meld::Set(set) => {
                if set.pair && !rules.pair_grows {
                    return Err(MeldError::Pair);
                }
                let natural = set.rank.is_some() && card.rank() == set.rank;
                if !natural && !rules.is_wild(card) {
                    return Err(MeldError::SetRank);
                }
                if rules.set_limit().is_some_and(|most| set.cards.len() >= most as usize) {
                    return Err(MeldError::TooLong);
                }
                let mut set = *set;
                if !set.cards.try_add(card) {
                    return Err(MeldError::TooLong);
                }
                Meld::Set(set).checked(rules, Stage::Later)
            }
            Meld::Run(run) => {
                let end = end.ok_or(MeldError::RunOrder)?;
                Meld::Run(run.extended(card, end, rules)?).checked(rules, Stage::Later)
            }
        }
    }

    /// The wild cards that stand for this natural card: slot in a run (0 in a set) and wild card. A
    /// card that would itself be wild there cannot replace a wild card.
    pub fn wilds_for(&self, natural: Card, rules: &MeldRules) -> Vec<(usize, Card)> {
        if rules.is_wild(natural) && !rules.natural_place {
            return Vec::new();
        }
        match self {
            Meld::Set(set) => {
                if set.rank.is_none() || natural.rank() != set.rank {
                    return Vec::new();
                }
                let own_place = |c: &Card| rules.natural_place && c.rank() == set.rank;
                let wild = |c: &Card| rules.is_wild(*c) && !own_place(c);
                set.cards.iter_counts().map(|(c, _)| c).filter(wild).map(|c| (0, c)).collect()
            }
            Meld::Run(run) => {
                let slot = |(i, &card): (usize, &Card)| {
                    let stands = rules.is_wild(card) && !run.belongs(i, card);
                    (stands && run.belongs(i, natural)).then_some((i, card))
                };
                run.cards().iter().enumerate().filter_map(slot).collect()
            }
        }
    }

    /// Returns the meld with the natural in the wild card's place; `slot` comes from
    /// [`Meld::wilds_for`].
    ///
    /// # Errors
    /// Why the resulting meld is illegal.
    pub fn swapped(
        &self,
        natural: Card,
        slot: usize,
        wild: Card,
        rules: &MeldRules,
    ) -> Result<Meld, MeldError> {
        let mut meld = *self;
        match &mut meld {
            Meld::Set(set) => {
                if !set.cards.remove(wild) || !set.cards.try_add(natural) {
                    return Err(MeldError::SetRank);
                }
            }
            Meld::Run(run) => {
                if run.slots.get(slot) != Some(&wild) {
                    return Err(MeldError::RunOrder);
                }
                run.slots[slot] = natural;
            }
        }
        meld.checked(rules, Stage::Later)
    }

    /// Returns the run with the natural in the wild card's place and the wild card moved to an end.
    ///
    /// # Errors
    /// `TooLong` if the run has no room at that end, or any other reason why the result is illegal.
    pub fn slid(
        &self,
        natural: Card,
        slot: usize,
        wild: Card,
        end: End,
        rules: &MeldRules,
    ) -> Result<Meld, MeldError> {
        let Meld::Run(mut run) = *self else { return Err(MeldError::RunOrder) };
        if run.slots.get(slot) != Some(&wild) {
            return Err(MeldError::RunOrder);
        }
        run.slots[slot] = natural;
        Meld::Run(run.extended(wild, end, rules)?).checked(rules, Stage::Later)
    }
}

impl RunMeld {
    /// Returns the run with one more card at an end: the matching natural, or a wild card.
    fn extended(&self, card: Card, end: End, rules: &MeldRules) -> Result<RunMeld, MeldError> {
        let len = self.len as usize;
        if len >= MAX_RUN || len >= rules.run_max as usize {
            return Err(MeldError::TooLong);
        }
        let (first, last) = rules.places();
        let corner = rules.ace == AceMode::Corner;
        let mut run = *self;
        let place = match end {
            End::Low if corner && self.low == 0 => {
                run.low += 13;
                run.low - 1
            }
            End::Low if self.low > first => self.low - 1,
            End::High if corner => self.high() + 1,
            End::High if self.high() < last => self.high() + 1,
            _ => return Err(MeldError::TooLong),
        };
        let slot = match end {
            End::Low => {
                run.slots.copy_within(0..len, 1);
                run.low = place;
                run.suit = self.suits.representative(1, self.suit);
                0
            }
            End::High => len,
        };
        run.slots[slot] = card;
        if !run.belongs(slot, card) && !rules.is_wild(card) {
            let of = |suit| self.suits.allows(run.suit, slot, suit);
            return Err(match card.suit().is_some_and(of) {
                true => MeldError::RunOrder,
                false if self.suits.is_mixed() => MeldError::RunColour,
                false => MeldError::RunSuit,
            });
        }
        if corner {
            run.low %= 13;
        }
        run.len += 1;
        Ok(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AllWild, Faces, MeldSpec, Rank, WildCap};

    fn meld(text: &str, rules: &MeldRules) -> Result<Meld, MeldError> {
        Meld::new(&text.parse::<MeldSpec>().unwrap(), rules, Stage::First)
    }

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn runs_and_aces() {
        let either = MeldRules::default();
        assert!(meld("run AC 2C 3C 4C", &either).is_ok());
        assert!(meld("run JC QC KC AC", &either).is_ok());
        assert_eq!(meld("run QC KC AC 2C", &either), Err(MeldError::Ace));
        assert_eq!(meld("run 3C 5C 6C 7C", &either), Err(MeldError::RunOrder));
        assert_eq!(meld("run 3C 4C 5C 6D", &either), Err(MeldError::RunSuit));
        assert_eq!(meld("run 3C 4C 5C", &either), Err(MeldError::TooShort));
        assert!(meld("run AC 2C 3C 4C 5C JK 7C 8C 9C TC JC QC KC AC", &either).is_ok());
        let high = MeldRules { ace: AceMode::High, ..either };
        assert_eq!(meld("run AC 2C 3C 4C", &high), Err(MeldError::Ace));
        let low = MeldRules { ace: AceMode::Low, ..either };
        assert_eq!(meld("run JC QC KC AC", &low), Err(MeldError::Ace));
        let corner = MeldRules { ace: AceMode::Corner, run_max: 13, ..either };
        let round = meld("run QC KC AC 2C", &corner).unwrap();
        assert!(round.fit(card("3C"), &corner).high);
        assert!(round.fit(card("JC"), &corner).low);
        let low = meld("run AC 2C 3C 4C", &corner).unwrap();
        let longer = low.with(card("KC"), Some(End::Low), &corner).unwrap();
        assert_eq!(longer.to_string(), "run KC AC 2C 3C 4C");
        assert_eq!(longer, meld("run KC AC 2C 3C 4C", &corner).unwrap());
    }

    #[test]
    fn runs_end_at_fourteen_cards() {
        let rules = MeldRules::default();
        let full = meld("run AC 2C 3C 4C 5C JK 7C 8C 9C TC JC QC KC AC", &rules).unwrap();
        assert!(!full.fit(card("JK"), &rules).any());
        assert_eq!(full.wilds_for(card("6C"), &rules), vec![(5, card("JK"))]);
        assert!(full.swapped(card("6C"), 5, card("JK"), &rules).is_ok());
        let no_room = full.slid(card("6C"), 5, card("JK"), End::High, &rules);
        assert_eq!(no_room, Err(MeldError::TooLong));
    }

    #[test]
    fn wilds() {
        let rules = MeldRules::default();
        assert!(meld("set 7H JK JK", &rules).is_ok());
        assert_eq!(meld("set JK JK JK", &rules), Err(MeldError::AllWild));
        let one = MeldRules { wild_cap: WildCap::Count(1), ..rules };
        assert_eq!(meld("set 7H JK JK", &one), Err(MeldError::WildCap));
        let twos = MeldRules {
            wild_faces: Faces::of_rank(Rank::TWO),
            wild_cap: WildCap::Naturals,
            all_wild: AllWild::Trio,
            run_max: 13,
            ..rules
        };
        assert_eq!(meld("set QH JK 2D", &twos), Err(MeldError::WildCap));
        assert!(meld("run 4H 5H JK 2C", &twos).is_ok());
        let trio = meld("set JK JK 2S", &twos).unwrap();
        assert!(!trio.fit(card("5C"), &twos).any());
        assert!(trio.fit(card("2H"), &twos).set);
        let any = MeldRules {
            all_wild: AllWild::Any,
            wild_faces: Faces::of_rank(Rank::TWO),
            run_min: 3,
            ..rules
        };
        assert_eq!(meld("set JK JK JK", &any), Err(MeldError::Unclear));
        assert!(meld("set JK JK JK as 9", &any).unwrap().fit(card("9C"), &any).set);
        assert!(meld("run JK 2S JK as 5S", &any).unwrap().fit(card("8S"), &any).high);
        assert!(meld("run 2S 3S 4S", &any).is_ok());
    }

    #[test]
    fn slides_go_to_both_ends() {
        let rules = MeldRules::default();
        let run = meld("run 4H JK 6H 7H 8H", &rules).unwrap();
        let high = run.slid(card("5H"), 1, card("JK"), End::High, &rules).unwrap();
        assert_eq!(high.to_string(), "run 4H 5H 6H 7H 8H JK");
        let low = run.slid(card("5H"), 1, card("JK"), End::Low, &rules).unwrap();
        assert_eq!(low.to_string(), "run JK 4H 5H 6H 7H 8H");
    }
}
