//! A problem prepared for queries.

use std::fmt;
use std::sync::{Arc, OnceLock};

use upcard_cards::{AllWild, Card, Cards, Contract, Element, Faces, MeldKind, MeldRules, SizeRule};

use crate::context::Context;
use crate::exact::{self, Steps};
use crate::hand::HandState;
use crate::laid::{LaidEarlier, LayDown, Remainder};
use crate::mixed::MixedRun;
use crate::plan::{NeedsSearch, Plan};
use crate::problem::Problem;
use crate::related::{Related, Strict};
use crate::tables::Tables;

/// Answers queries about a problem; created once per deal.
#[derive(Clone)]
pub struct Solver {
    pub(crate) problem: Problem,
    pub(crate) context: Context,
    plan: OnceLock<Arc<Plan<Tables, Strict<Solver>, Solver>>>,
    related: OnceLock<Arc<Related<Solver>>>,
}

/// Ignores what a solver has prepared.
impl PartialEq for Solver {
    fn eq(&self, other: &Solver) -> bool {
        self.problem == other.problem
    }
}

impl Eq for Solver {}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("problem", &self.problem).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver of this problem.
    #[must_use]
    pub fn new(problem: Problem) -> Solver {
        Solver::within_context(problem, Context::shared())
    }

    /// The same with lookup tables of this context.
    pub(crate) fn within_context(problem: Problem, context: Context) -> Solver {
        Solver { problem, context, plan: OnceLock::new(), related: OnceLock::new() }
    }

    /// A solver of the same problem with what the player has laid earlier in the deal.
    #[must_use]
    pub fn with_laid_earlier(self, laid_earlier: LaidEarlier) -> Solver {
        let binds = |laid: &LaidEarlier| laid.binds(&self.problem.rules);
        let changes = binds(&laid_earlier) || binds(&self.problem.laid_earlier);
        let problem = Problem { laid_earlier, ..self.problem };
        if changes {
            Solver::within_context(problem, self.context)
        } else {
            Solver { problem, ..self }
        }
    }

    /// A solver of the same problem for another contract, such as the rest of a contract laid in parts.
    #[must_use]
    pub fn with_contract(self, contract: Contract) -> Solver {
        Solver::within_context(Problem { contract, ..self.problem }, self.context)
    }

    /// The problem.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The method that answers queries, chosen on first use.
    #[inline]
    pub(crate) fn plan(&self) -> &Plan<Tables, Strict<Solver>, Solver> {
        self.plan.get_or_init(|| Arc::new(self.decided()))
    }

    fn decided(&self) -> Plan<Tables, Strict<Solver>, Solver> {
        let problem = &self.problem;
        if problem.melds.run_suits.is_mixed() && problem.contract.count(MeldKind::Run) > 0 {
            return MixedRun::new(problem).map_or(Plan::Impossible, Plan::Mixed);
        }
        if !exact::possible(problem) {
            return Plan::Impossible;
        }
        if problem.contract.is_strict() {
            return Strict::new(problem, &self.context).map_or(Plan::Impossible, Plan::Strict);
        }
        if problem.counts_by_places() {
            let plain =
                Solver::within_context(problem.with_only_jokers_wild(), self.context.clone());
            return Plan::ByAssignment(Box::new(plain));
        }
        // The tables do not cover melds laid earlier.
        if problem.laid_earlier.binds(&problem.rules) {
            return Plan::Search;
        }
        Plan::by(Tables::new(problem, &self.context))
    }

    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        self.plan().tables()
    }

    #[inline]
    pub(crate) fn related(&self) -> &Related<Solver> {
        let elements = self.problem.contract.elements.len();
        self.related.get_or_init(|| Arc::new(Related::new(elements)))
    }

    /// Maximum number of wilds in a lay-down.
    pub(crate) fn max_wilds(&self) -> u8 {
        self.wild_limit().unwrap_or(u8::MAX)
    }

    /// The same; `None` if there is no limit.
    #[inline]
    fn wild_limit(&self) -> Option<u8> {
        if self.problem.melds.set_naturals == MeldRules::NO_WILDS_IN_SETS && self.has_no_wilds() {
            return Some(0);
        }
        // With a limit by place, it depends on the lay-down which wilds are counted.
        self.problem.rules.max_wilds.filter(|_| !self.problem.limits_places())
    }

    /// If sets hold no wilds: returns `true` if there are only sets, and no wilds that may be natural.
    fn has_no_wilds(&self) -> bool {
        let Problem { melds, contract, .. } = &self.problem;
        let runs = contract.count(MeldKind::Run) > 0;
        let pairs = contract.count(MeldKind::Pair) > 0 && melds.pair_wilds;
        !runs && !pairs && melds.all_wild == AllWild::Never && !melds.natural_place
    }

    /// The hand reduced to the maximum number of wilds of a lay-down; `None` if it needs no reduction.
    #[inline]
    pub(crate) fn trimmed(&self, hand: &HandState) -> Option<HandState> {
        let max = self.wild_limit()?;
        (hand.wilds > max).then(|| self.without_spare_wilds(hand, max))
    }

    #[cold]
    fn without_spare_wilds(&self, hand: &HandState, max: u8) -> HandState {
        let is_wild = |card: &Card| self.problem.melds.is_wild(*card);
        let mut trimmed = *hand;
        let spare = hand.cards().iter().filter(is_wild).take(usize::from(hand.wilds - max));
        for card in spare {
            trimmed.remove(card);
        }
        trimmed
    }

    /// Returns `true` if the tables measure hands as if wilds could be placed where they may not: side by
    /// side, or too many in a set.
    #[inline]
    pub(crate) const fn is_loose(&self) -> bool {
        self.problem.melds.keeps_apart() || self.problem.melds.set_naturals > 1
    }

    /// Verifies a hand that the tables consider ready: returns `true` if the wilds can be placed legally.
    #[cold]
    pub(crate) fn is_truly_ready(&self, hand: &HandState, steps: &mut Steps) -> bool {
        // A single wild is never too close to another, nor one too many in a set that may hold any.
        let elements = &self.problem.contract.elements;
        let max = elements.iter().map(|e| self.problem.melds.max_wilds(e.kind, e.size)).min();
        let sure = max.unwrap_or(0).min(1);
        if self.tables().is_none_or(|tables| tables.needs_at_most(hand, sure)) {
            return true;
        }
        // What can be laid with longer melds can be laid with melds of exactly the contract's sizes.
        let MeldRules { set_min, run_min, .. } = self.problem.melds;
        let short = |e: &Element| e.size < if e.kind == MeldKind::Run { run_min } else { set_min };
        let mut problem = self.problem.clone();
        if !elements.iter().any(|e| e.kind != MeldKind::Pair && short(e)) {
            (problem.rules.sets, problem.rules.runs) = (SizeRule::Exact, SizeRule::Exact);
        }
        exact::feasible(&problem, hand.cards(), Remainder::ANY, steps)
    }

    /// The hand as a query state for this problem, which can be updated card by card.
    #[must_use]
    pub fn state(&self, hand: &Cards) -> HandState {
        HandState::new(hand, &self.problem.melds)
    }

    /// Returns `true` if the contract can be laid down from this hand, leaving a number of cards within
    /// `leave`.
    #[must_use]
    pub fn feasible(&self, hand: &Cards, leave: Remainder) -> bool {
        if let Plan::Tables(tables) = self.plan() {
            let state = self.state(hand);
            // There are enough cards; the maximum that may stay is checked below.
            if u32::from(state.len) < u32::from(tables.size()) + u32::from(leave.at_least) {
                return false;
            }
            let too_many_stay = leave.at_most < state.len - tables.size();
            match tables.within(self.trimmed(&state).as_ref().unwrap_or(&state), 0) {
                Ok(true) if !too_many_stay && !self.is_loose() => return true,
                Ok(false) => return false,
                _ => {}
            }
        }
        self.feasible_by_search(hand, leave)
    }

    fn feasible_by_search(&self, hand: &Cards, leave: Remainder) -> bool {
        let Problem { melds, contract, .. } = &self.problem;
        if hand.len() < contract.size() + leave.at_least as usize {
            return false;
        }
        match self.plan() {
            Plan::Impossible => false,
            Plan::Strict(strict) => strict.feasible(&self.problem, &self.state(hand), leave),
            Plan::Mixed(mixed) => mixed.feasible(&self.problem, &self.state(hand), leave),
            Plan::ByAssignment(plain) => {
                self.any_assignment(hand, |way| plain.feasible(way, leave))
            }
            Plan::Tables(_) | Plan::Search => {
                let may_stay = leave.at_most == u8::MAX
                    || exact::min_left(melds, &contract.elements, hand) <= leave.at_most;
                may_stay && exact::feasible(&self.problem, hand, leave, &mut { Steps::BUDGET })
            }
        }
    }

    /// Minimum number of cards, of any kind and in any number of copies, that must come before the contract
    /// can be laid down. `None` if no cards would do.
    #[inline]
    #[must_use]
    pub fn distance(&self, hand: &HandState) -> Option<u8> {
        if let Some(trimmed) = self.trimmed(hand) {
            return self.distance(&trimmed);
        }
        match self.plan() {
            Plan::Tables(tables) => {
                let told = tables.distance(hand).map(Some);
                let distance = told.unwrap_or_else(|NeedsSearch| self.distance_by_search(hand));
                let short = self.is_loose()
                    && distance == Some(0)
                    && !self.is_truly_ready(hand, &mut { Steps::BUDGET });
                if short { Some(1) } else { distance }
            }
            Plan::Strict(strict) => strict.distance(&self.problem, hand),
            Plan::Mixed(mixed) => mixed.distance(&self.problem, hand),
            Plan::ByAssignment(plain) => self.distance_by_assignment(plain, hand),
            Plan::Search => self.distance_by_search(hand),
            Plan::Impossible => None,
        }
    }

    #[inline]
    pub(crate) fn within(&self, hand: &HandState, max: u8, steps: &mut Steps) -> bool {
        if let Some(trimmed) = self.trimmed(hand) {
            return self.within(&trimmed, max, steps);
        }
        match self.plan() {
            Plan::Tables(tables) => {
                let known = tables.within(hand, max);
                if max == 0 && self.is_loose() && known == Ok(true) {
                    return self.is_truly_ready(hand, steps);
                }
                known.unwrap_or_else(|NeedsSearch| {
                    exact::within(&self.problem, hand.cards(), max, steps)
                })
            }
            Plan::Strict(strict) => strict.within(&self.problem, hand, max, steps),
            Plan::Mixed(mixed) => {
                mixed.distance(&self.problem, hand).is_some_and(|missing| missing <= max)
            }
            Plan::ByAssignment(plain) => {
                self.any_assignment(hand.cards(), |way| plain.within(&plain.state(way), max, steps))
            }
            Plan::Search => exact::within(&self.problem, hand.cards(), max, steps),
            Plan::Impossible => false,
        }
    }

    #[cold]
    fn distance_by_search(&self, hand: &HandState) -> Option<u8> {
        let min = self.tables().map_or(0, |tables| tables.at_least(hand).unwrap_or(0));
        // Upper bound on the distance, even if a longer run must avoid another.
        let max = self.problem.contract.size() as u8 + 8;
        let mut steps = Steps::BUDGET;
        (min..=max).find(|&missing| exact::within(&self.problem, hand.cards(), missing, &mut steps))
    }

    /// The lay-down that leaves the least value in the hand, by the value of each face
    /// ([`upcard_cards::Card::index`]). A run that may have cards of several suits gets no more wilds than it
    /// needs, so another lay-down may leave less if cards may stay.
    #[must_use]
    pub fn best(&self, hand: &Cards, leave: Remainder, value: &[u8; 53]) -> Option<LayDown> {
        match self.plan() {
            Plan::Strict(strict) => strict.best(&self.problem, &self.state(hand), leave, value),
            Plan::Mixed(mixed) => mixed.best(&self.problem, &self.state(hand), leave, value),
            _ if self.problem.melds.three_suits => {
                // Three cards with each face once are of three suits.
                let mut problem = self.problem.clone();
                problem.melds.set_max = Some(problem.melds.set_min);
                exact::best(&problem, &Faces::of(hand).iter().collect(), leave, value)
            }
            _ => exact::best(&self.problem, hand, leave, value),
        }
    }
}
