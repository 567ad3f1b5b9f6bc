//! What a lay-down must obey, and what a lay-down is.

use std::ops::ControlFlow;
use std::sync::Arc;

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, Cards, Contract, LayDownRules, MAX_ELEMENTS, Meld, MeldRules, RankSet, RunMeld, Suit,
    SuitRuns,
};

use crate::context::Context;
use crate::derived::Derived;
use crate::exact::Steps;
use crate::goal::Related;
use crate::hand::HandState;
use crate::plan::Plan;
use crate::tables::Tables;

/// What a lay-down must obey: made once for a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub(crate) melds: MeldRules,
    pub(crate) rules: LayDownRules,
    pub(crate) contract: Contract,
    pub(crate) own: LaidEarlier,
    pub(crate) context: Context,
    plan: Derived<Arc<Plan>>,
    related: Derived<Arc<Related>>,
}

/// What a player has laid earlier in the deal, as far as it binds the next lay-down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LaidEarlier {
    /// Runs of each suit, in the order of [`upcard_cards::SUITS`]; counted by `runs_per_suit`.
    pub runs: [u8; 4],
    /// Ranks of sets, one bit a rank; forbidden again where `same_rank_sets` is false.
    pub set_ranks: RankSet,
    /// Where the runs of this contract lie that were laid before, for `same_suit_runs`.
    pub run_spans: ArrayVec<RunSpan, MAX_ELEMENTS>,
}

impl LaidEarlier {
    /// Does any of these rules bind the next lay-down by what was laid?
    pub(crate) fn binds(&self, rules: &LayDownRules) -> bool {
        (!self.set_ranks.is_empty() && !rules.same_rank_sets)
            || (self.runs != [0; 4] && rules.runs_per_suit.is_some())
            || (!self.run_spans.is_empty() && rules.same_suit_runs != SuitRuns::Any)
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
        RunSpan { suit: run.suit(), low: run.low(), high: run.high() }
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

    /// May this many cards stay?
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
            own: LaidEarlier::default(),
            context: Context::shared(),
            plan: Derived::default(),
            related: Derived::default(),
        }
    }

    /// The same with what the player has laid earlier in the deal.
    #[must_use]
    pub fn with_laid_earlier(self, own: LaidEarlier) -> Problem {
        if own.binds(&self.rules) || self.own.binds(&self.rules) {
            return Problem { own, plan: Derived::default(), related: Derived::default(), ..self };
        }
        Problem { own, ..self }
    }

    /// The same for another contract, such as what is left of a contract laid piecemeal.
    #[must_use]
    pub fn with_contract(self, contract: Contract) -> Problem {
        Problem { contract, plan: Derived::default(), related: Derived::default(), ..self }
    }

    /// The same with lookup tables of another context than that of the whole program.
    #[must_use]
    pub(crate) fn with_context(self, context: &Context) -> Problem {
        let context = context.clone();
        Problem { context, plan: Derived::default(), related: Derived::default(), ..self }
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

    /// What the player has laid earlier in the deal.
    #[must_use]
    pub const fn laid_earlier(&self) -> &LaidEarlier {
        &self.own
    }

    /// How questions are answered.
    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        self.plan.get(|| Arc::new(Plan::new(self)))
    }

    /// The lookup tables, where the plan has them.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        match self.plan() {
            Plan::Tables(tables) => Some(tables),
            Plan::Search | Plan::Impossible => None,
        }
    }

    #[inline]
    pub(crate) fn related(&self) -> &Related {
        self.related.get(|| Arc::new(Related::new(self)))
    }

    /// The hand in the form in which questions are asked of this problem, to be kept card by card.
    #[must_use]
    pub fn state(&self, hand: &Cards) -> HandState {
        HandState::new(hand, &self.melds)
    }

    /// Can the contract be laid down from this hand, leaving that many cards?
    #[must_use]
    pub fn feasible(&self, hand: &Cards, leave: Leave) -> bool {
        if let Plan::Tables(tables) = self.plan() {
            let state = self.state(hand);
            // Enough cards, without regard to how many may stay at the most.
            if u32::from(state.len) < u32::from(tables.size()) + u32::from(leave.at_least) {
                return false;
            }
            let too_many_stay = leave.at_most < state.len - tables.size();
            match tables.within(&state, 0) {
                Some(true) if !too_many_stay => return true,
                Some(false) => return false,
                _ => {}
            }
        }
        self.feasible_by_search(hand, leave)
    }

    fn feasible_by_search(&self, hand: &Cards, leave: Leave) -> bool {
        if matches!(self.plan(), Plan::Impossible)
            || hand.len() < self.contract.size() + leave.at_least as usize
        {
            return false;
        }
        if leave.at_most != u8::MAX
            && crate::exact::left_at_least(self, &self.contract.elements, hand) > leave.at_most
        {
            return false;
        }
        crate::exact::feasible(self, hand, leave, &mut { Steps::MOST })
    }

    /// The least number of cards that must come before the contract can be laid down; any cards may
    /// come, as many copies of them as it takes. None where no cards whatever would do.
    #[inline]
    #[must_use]
    pub fn distance(&self, hand: &HandState) -> Option<u8> {
        match self.plan() {
            Plan::Tables(tables) => tables.distance(hand).or_else(|| self.distance_by_search(hand)),
            Plan::Search => self.distance_by_search(hand),
            Plan::Impossible => None,
        }
    }

    /// Is the distance not more than this?
    #[inline]
    pub(crate) fn within(&self, hand: &HandState, most: u8, steps: &mut Steps) -> bool {
        match self.plan() {
            Plan::Tables(tables) => {
                let known = tables.within(hand, most);
                known.unwrap_or_else(|| crate::exact::within(self, hand.cards(), most, steps))
            }
            Plan::Search => crate::exact::within(self, hand.cards(), most, steps),
            Plan::Impossible => false,
        }
    }

    #[cold]
    fn distance_by_search(&self, hand: &HandState) -> Option<u8> {
        let least = self.tables().and_then(|tables| tables.at_least(hand)).unwrap_or(0);
        // No cards at all come to more than this, even where a longer run must avoid another.
        let most = self.contract.size() as u8 + 8;
        let mut steps = Steps::MOST;
        (least..=most)
            .find(|&missing| crate::exact::within(self, hand.cards(), missing, &mut steps))
    }

    /// The lay-down that leaves the least value in the hand, by the value of each face
    /// ([`upcard_cards::Card::index`]).
    #[must_use]
    pub fn best(&self, hand: &Cards, leave: Leave, value: &[u8; 53]) -> Option<LayDown> {
        crate::exact::best(self, hand, leave, value)
    }

    /// Visits every lay-down there is from this hand once; melds that are equal in another order
    /// are the same lay-down. There may be very many: the visitor may break.
    pub fn each(&self, hand: &Cards, leave: Leave, visit: impl FnMut(&LayDown) -> ControlFlow<()>) {
        let _ = crate::exact::each(self, hand, leave, &mut { u32::MAX }, visit);
    }

    /// The same, given up when this many steps are used up; a million take some tenths of a second. A
    /// large hand with many wilds can have very many lay-downs, or hands that are nearly one, so that to
    /// visit them all takes hours. True unless it was given up.
    pub fn each_within(
        &self,
        hand: &Cards,
        leave: Leave,
        steps: &mut u32,
        visit: impl FnMut(&LayDown) -> ControlFlow<()>,
    ) -> bool {
        crate::exact::each(self, hand, leave, steps, visit)
    }
}
