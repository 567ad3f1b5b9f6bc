//! What a lay-down must obey, and what a lay-down is.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, Cards, Contract, LayDownRules, MAX_ELEMENTS, Meld, MeldRules, RunMeld, Suit, SuitRuns,
};

use crate::fast::{Compiled, Fast, WholeHand, WholeHands};
use crate::state::HandState;

/// What a lay-down must obey: made once for a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub(crate) melds: MeldRules,
    pub(crate) rules: LayDownRules,
    pub(crate) contract: Contract,
    /// What the player has laid earlier in the deal.
    pub own: Own,
    fast: Compiled,
    whole: WholeHands,
}

/// What a player has laid earlier in the deal, as far as it binds the next lay-down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Own {
    /// Runs of each suit, in the order of [`upcard_cards::SUITS`]; counted by `runs_per_suit`.
    pub runs: [u8; 4],
    /// Ranks of sets, one bit a rank; forbidden again where `same_rank_sets` is false.
    pub set_ranks: u16,
    /// Where the runs of this contract lie that were laid before, for `same_suit_runs`.
    pub run_spans: ArrayVec<RunSpan, MAX_ELEMENTS>,
}

impl Own {
    /// Has the player laid nothing that could bind anything?
    #[inline]
    fn is_nothing(&self) -> bool {
        let spans = self.run_spans.len() as u32;
        spans | u32::from(self.set_ranks) | u32::from_ne_bytes(self.runs) == 0
    }
}

/// Where a run lies: places 0 (low ace) to 13 (high ace); round the corner they go on.
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
        RunSpan { suit: run.suit, low: run.low, high: run.high() }
    }

    /// Does one of two runs of a suit follow directly on the other?
    pub(crate) fn touches(self, other: RunSpan, ace: AceMode) -> bool {
        let follows = |a: RunSpan, b: RunSpan| match ace {
            AceMode::Corner => (a.high + 1) % 13 == b.low % 13,
            _ => a.high + 1 == b.low,
        };
        follows(self, other) || follows(other, self)
    }

    /// Do two runs of a suit have a place in common?
    pub(crate) fn overlaps(self, other: RunSpan, ace: AceMode) -> bool {
        match ace {
            AceMode::Corner => {
                (self.low..=self.high).any(|a| (other.low..=other.high).any(|b| a % 13 == b % 13))
            }
            _ => self.low <= other.high && other.low <= self.high,
        }
    }

    /// May these two runs be laid in one contract?
    pub(crate) fn agrees(self, other: RunSpan, rule: SuitRuns, ace: AceMode) -> bool {
        self.suit != other.suit
            || match rule {
                SuitRuns::Any => true,
                SuitRuns::NotContiguous => !self.touches(other, ace),
                SuitRuns::Gap => !self.touches(other, ace) && !self.overlaps(other, ace),
                SuitRuns::DifferentSuits => false,
            }
    }
}

/// How many cards must stay in the hand after the lay-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leave {
    /// The least; 1 where a discard must follow.
    pub at_least: u8,
    /// The most; 0 where the whole hand must go.
    pub at_most: u8,
}

impl Leave {
    /// Any number of cards may stay.
    pub const ANY: Leave = Leave { at_least: 0, at_most: u8::MAX };
    /// A card must stay for the discard.
    pub const DISCARD: Leave = Leave { at_least: 1, at_most: u8::MAX };
    /// The whole hand must go.
    pub const NOTHING: Leave = Leave { at_least: 0, at_most: 0 };

    /// May so many cards stay?
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

    /// What stays of this hand.
    #[must_use]
    pub fn left(&self, hand: &Cards) -> Cards {
        hand.without(&self.cards())
    }
}

impl Problem {
    /// The problem of laying down this contract, with nothing laid so far.
    #[must_use]
    pub fn new(melds: MeldRules, rules: LayDownRules, contract: Contract) -> Problem {
        Problem {
            melds,
            rules,
            contract,
            own: Own::default(),
            fast: Compiled::default(),
            whole: WholeHands::default(),
        }
    }

    /// The same with what the player has laid earlier.
    #[must_use]
    pub fn with_own(mut self, own: Own) -> Problem {
        self.own = own;
        self
    }

    /// The same for another contract, such as what is left of a contract laid piecemeal.
    #[must_use]
    pub fn with_contract(self, contract: Contract) -> Problem {
        Problem { own: self.own, ..Problem::new(self.melds, self.rules, contract) }
    }

    /// What every meld must obey.
    #[must_use]
    pub const fn melds(&self) -> &MeldRules {
        &self.melds
    }

    /// What the melds together must obey.
    #[must_use]
    pub const fn rules(&self) -> &LayDownRules {
        &self.rules
    }

    /// The melds that are asked for.
    #[must_use]
    pub const fn contract(&self) -> &Contract {
        &self.contract
    }

    /// Can the contract be laid down from this hand, leaving that many cards?
    #[must_use]
    pub fn feasible(&self, hand: &Cards, leave: Leave) -> bool {
        self.feasible_of(&self.state(hand), leave)
    }

    /// The same for a hand kept as a state.
    #[inline]
    #[must_use]
    pub fn feasible_of(&self, hand: &HandState, leave: Leave) -> bool {
        if let Some(fast) = self.fast() {
            // Enough cards, without regard to how many may stay at the most.
            if u32::from(hand.len) < u32::from(fast.size()) + u32::from(leave.at_least) {
                return false;
            }
            let too_many_stay = leave.at_most < hand.len - fast.size();
            match fast.within(hand, 0) {
                Some(true) if !too_many_stay => return true,
                Some(false) => return false,
                _ => {}
            }
        }
        self.slow_feasible(hand.cards(), leave)
    }

    /// The lay-down that leaves the least value in the hand, by the value of each face
    /// ([`upcard_cards::Card::index`]).
    #[must_use]
    pub fn best(&self, hand: &Cards, leave: Leave, value: &[u8; 53]) -> Option<LayDown> {
        crate::sweep::best(self, hand, leave, value)
    }

    /// What this problem's searches want to know of a hand, to be kept card by card.
    #[must_use]
    pub fn state(&self, hand: &Cards) -> HandState {
        HandState::new(hand, &self.melds)
    }

    /// The least number of cards that must come before the contract can be laid down: cards of
    /// the pack, as far as the hand has not got them; any cards where no pack is given.
    ///
    /// None where no cards whatever would do.
    #[must_use]
    pub fn distance(&self, hand: &Cards, pack: Option<&Cards>) -> Option<u8> {
        let state = self.state(hand);
        let Some(pack) = pack else { return self.distance_of(&state) };
        let copies = crate::branch::copies(self, Some(pack));
        let mut least = 0;
        if let Some(fast) = self.fast()
            && let Some(distance) = fast.distance(&state)
        {
            // No fewer will do; whether the pack has them must be seen.
            let scarce = || Fast::new(self, copies).and_then(|f| f.distance(&state));
            if distance == 0
                || fast.is_ample(&state, copies)
                || (fast.is_ample_but_for_runs(&state, copies) && scarce() == Some(distance))
            {
                return Some(distance);
            }
            least = distance;
        }
        self.slow_distance(hand, Some(pack), least)
    }

    /// The distance of a hand kept as a state, any cards may come.
    #[inline]
    #[must_use]
    pub fn distance_of(&self, hand: &HandState) -> Option<u8> {
        match self.fast().and_then(|fast| fast.distance(hand)) {
            None => self.slow_distance(hand.cards(), None, 0),
            known => known,
        }
    }

    /// The problem of laying a whole hand of so many cards as this contract, with melds as long as
    /// that takes. None where the tables cannot express it: for contracts with sets, for capped
    /// wilds, and for many more cards than the contract asks.
    #[inline]
    #[must_use]
    pub fn whole_hand(&self, cards: usize) -> Option<&WholeHand> {
        self.whole.of(self, cards)
    }

    fn slow_feasible(&self, hand: &Cards, leave: Leave) -> bool {
        let (cards, size) = (hand.len(), self.contract.size());
        if cards < size + leave.at_least as usize {
            return false;
        }
        if leave.at_most != u8::MAX {
            let left = crate::each::left_at_least(self, &self.contract.elements, hand);
            if left > leave.at_most {
                return false;
            }
        }
        if !crate::sweep::possible(self) {
            return false;
        }
        match crate::branch::distance(self, hand, u8::MAX) {
            Some(0) if leave.allows(cards - size) => true,
            Some(1..) => false,
            _ => crate::sweep::feasible(self, hand, leave),
        }
    }

    /// The distance by the sweep, knowing that it is not less than this.
    fn slow_distance(&self, hand: &Cards, pack: Option<&Cards>, least: u8) -> Option<u8> {
        if !crate::sweep::possible(self) {
            return None;
        }
        let copies = crate::branch::copies(self, pack);
        if let Some(known) = crate::branch::distance(self, hand, copies) {
            return Some(known);
        }
        let copies = crate::branch::copies(self, pack);
        if let Some(distance) = crate::branch::distance(self, hand, copies) {
            return Some(distance);
        }
        let most = self.contract.size() as u8 + 8;
        (least..=most).find(|&missing| crate::sweep::within(self, hand, pack, missing))
    }

    /// The compiled form, where there is one and nothing laid earlier stands against it.
    #[inline]
    pub(crate) fn fast(&self) -> Option<&Fast> {
        let own = &self.own;
        let binds = !own.is_nothing()
            && ((own.set_ranks != 0 && !self.rules.same_rank_sets)
                || (own.runs != [0; 4] && self.rules.runs_per_suit.is_some())
                || (!own.run_spans.is_empty() && self.rules.same_suit_runs != SuitRuns::Any));
        if binds { None } else { self.fast.of(self) }
    }

    /// Visits every lay-down there is from this hand once; melds that are equal in another order
    /// are the same lay-down. There may be very many: the visitor may break.
    pub fn each(&self, hand: &Cards, leave: Leave, visit: impl FnMut(&LayDown) -> ControlFlow<()>) {
        let _ = crate::each::each(self, hand, leave, visit);
    }
}
