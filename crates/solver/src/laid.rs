//! Laid melds: positions of runs, constraints by earlier melds, cards that must stay.

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, Cards, LayDownRules, MAX_ELEMENTS, Meld, RankSet, RunMeld, SameSuitRuns, Suit,
};

/// What a player has laid earlier in the deal, as far as it constrains the next lay-down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LaidEarlier {
    /// Number of runs of each suit, in the order of [`upcard_cards::SUITS`]; limited by `runs_per_suit`.
    pub runs: [u8; 4],
    /// Ranks of sets, as a bitmask; forbidden again if `same_rank_sets` is false.
    pub set_ranks: RankSet,
    /// Positions of the runs of this contract laid before, for `same_suit_runs`.
    pub run_spans: ArrayVec<RunSpan, MAX_ELEMENTS>,
}

impl LaidEarlier {
    /// Returns `true` if what was laid constrains the next lay-down under these rules.
    pub(crate) fn binds(&self, rules: &LayDownRules) -> bool {
        (!self.set_ranks.is_empty() && !rules.same_rank_sets)
            || (self.runs != [0; 4] && rules.runs_per_suit.is_some())
            || (!self.run_spans.is_empty() && rules.same_suit_runs != SameSuitRuns::Any)
    }
}

/// Position of a run: places 0 (low ace) to 13 (high ace); round the corner they continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSpan {
    /// The suit.
    pub suit: Suit,
    /// The place of the lowest card.
    pub low: u8,
    /// The place of the highest card.
    pub high: u8,
}

impl RunSpan {
    /// The span of this run.
    #[must_use]
    pub const fn of(run: &RunMeld) -> RunSpan {
        RunSpan { suit: run.suit(), low: run.low(), high: run.high() }
    }

    /// Returns `true` if the two runs of a suit are adjacent.
    pub(crate) fn touches(self, other: RunSpan, ace: AceMode) -> bool {
        let follows = |a: RunSpan, b: RunSpan| match ace {
            AceMode::Corner => (a.high + 1) % 13 == b.low % 13,
            _ => a.high + 1 == b.low,
        };
        follows(self, other) || follows(other, self)
    }

    pub(crate) fn overlaps(self, other: RunSpan, ace: AceMode) -> bool {
        match ace {
            AceMode::Corner => {
                (self.low..=self.high).any(|a| (other.low..=other.high).any(|b| a % 13 == b % 13))
            }
            _ => self.low <= other.high && other.low <= self.high,
        }
    }

    /// Returns `true` if these two runs may be laid in one contract.
    pub(crate) fn agrees(self, other: RunSpan, rule: SameSuitRuns, ace: AceMode) -> bool {
        self.suit != other.suit
            || match rule {
                SameSuitRuns::Any => true,
                SameSuitRuns::NotContiguous => !self.touches(other, ace),
                SameSuitRuns::Gap => !self.touches(other, ace) && !self.overlaps(other, ace),
                SameSuitRuns::DifferentSuits => false,
            }
    }
}

/// How many cards must stay in the hand after the lay-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remainder {
    /// Minimum; 1 if a discard must follow.
    pub at_least: u8,
    /// Maximum; 0 if the whole hand must go.
    pub at_most: u8,
}

impl Remainder {
    /// Any number of cards may stay.
    pub const ANY: Remainder = Remainder { at_least: 0, at_most: u8::MAX };
    /// A card must stay for the discard.
    pub const DISCARD: Remainder = Remainder { at_least: 1, at_most: u8::MAX };
    /// The whole hand must go.
    pub const NOTHING: Remainder = Remainder { at_least: 0, at_most: 0 };

    /// Returns `true` if this many cards may stay.
    #[must_use]
    pub const fn allows(self, cards: usize) -> bool {
        cards >= self.at_least as usize && cards <= self.at_most as usize
    }
}

/// Melds that fulfil a contract together: sets, then runs, then pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LayDown {
    /// The melds.
    pub melds: ArrayVec<Meld, MAX_ELEMENTS>,
}

impl LayDown {
    /// All cards of the melds.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.melds.iter().fold(Cards::NONE, |sum, meld| sum.plus(&meld.cards()))
    }

    /// The cards of this hand that stay.
    #[must_use]
    pub fn left(&self, hand: &Cards) -> Cards {
        hand.without(&self.cards())
    }
}
