//! Contracts in which a set must have different suits, or no wild.
//!
//! Lookup tables and the sweep know only the ranks of sets. So one such set is tried in each rank, with each
//! choice of its suits, and the rest of the hand is measured against the rest of the contract. The set takes
//! as many naturals as it has room for: whatever others could do with one of them, the card that would
//! replace it in the set does as well.

use upcard_cards::{Card, Cards, Contract, Faces, JOKER, Meld, MeldKind, Purity, RANKS, Rank};
use upcard_cards::{SUITS, ShortSort, Stage};

use crate::context::Context;
use crate::exact::Steps;
use crate::hand::HandState;
use crate::laid::{LayDown, Remainder};
use crate::meter;
use crate::problem::Problem;
use crate::related::Strict;
use crate::solver::Solver;
use crate::survey::{Parts, Survey};

/// Upper limit of the counted wilds of a set.
const MAX_WILDS: u8 = 30;

/// A way to make the set, as far as the hand has its cards.
struct Way {
    rank: Rank,
    /// Suits of its naturals, as a bitmask.
    suits: u8,
    wilds: u8,
    /// Number of its wilds when complete.
    wilds_then: u8,
    missing: u8,
}

impl Strict<Solver> {
    /// `None` if no hand can lay such a set.
    pub(crate) fn new(problem: &Problem, context: &Context) -> Option<Strict<Solver>> {
        let mut elements = problem.contract.elements.clone();
        let strict = (0..elements.len()).filter(|at| elements[*at].is_strict());
        let element = elements.remove(strict.max_by_key(|at| elements[*at].size)?);
        let (min, max) = problem.sizes(element)?;
        let wilds = max_wilds(problem, element.purity, min);
        let max_suits = |rank: Rank| natural_suits(problem, rank).count_ones() as u8;
        let suits = RANKS.into_iter().map(max_suits).max()?;
        let max = max.min(suits.saturating_add(max_wilds(problem, element.purity, u8::MAX)));
        if min > suits.saturating_add(wilds) || problem.melds.set_min > max {
            return None;
        }
        let rest = |wilds: u8| {
            let mut problem = problem.clone();
            problem.contract = Contract { elements: elements.clone() };
            problem.rules.max_wilds = problem.rules.max_wilds.map(|all| all.saturating_sub(wilds));
            Solver::within_context(problem, context.clone())
        };
        let wilds = problem.rules.max_wilds.map_or(0, |all| all.min(MAX_WILDS));
        Some(Strict { element, sizes: (min, max), rests: (0..=wilds).map(rest).collect() })
    }

    /// The rest of the contract after a set of this rank with this many wilds.
    fn rest(&self, rank: Rank, wilds: u8) -> Solver {
        let rest = &self.rests[usize::from(wilds).min(self.rests.len() - 1)];
        if rest.problem.rules.same_rank_sets {
            return rest.clone();
        }
        let mut own = rest.problem.laid_earlier.clone();
        own.set_ranks.insert(rank);
        rest.clone().with_laid_earlier(own)
    }

    /// Visits every way to make a set of this size: in each rank, with each number of wilds, and each choice
    /// of suits if more are held than needed.
    fn ways(
        &self,
        problem: &Problem,
        hand: &HandState,
        size: u8,
        visit: &mut impl FnMut(Way) -> bool,
    ) {
        let max = max_wilds(problem, self.element.purity, size);
        let suits_held = |rank: Rank| {
            let held = |at: &usize| hand.cards().has(Card::natural(rank, SUITS[*at]));
            (0..SUITS.len()).filter(held).fold(0, |all, at| all | 1 << at)
                & natural_suits(problem, rank)
        };
        let allowed = |rank: &Rank| {
            let again = problem.laid_earlier.set_ranks.has(*rank) && !problem.rules.same_rank_sets;
            !again && !problem.melds.is_wild_rank(*rank)
        };
        for rank in RANKS.into_iter().filter(allowed) {
            let held: u8 = suits_held(rank);
            let suits = natural_suits(problem, rank).count_ones() as u8;
            for wilds in 0..=max.min(hand.wilds) {
                let naturals = size - wilds;
                let wilds_then = wilds.max(size.saturating_sub(suits));
                if wilds_then > max || naturals == 0 {
                    continue;
                }
                let takes = held.count_ones().min(u32::from(naturals));
                for suits in (0..16).filter(|s: &u8| s & !held == 0 && s.count_ones() == takes) {
                    let missing = naturals - takes as u8;
                    if !visit(Way { rank, suits, wilds, wilds_then, missing }) {
                        return;
                    }
                }
            }
        }
    }

    pub(crate) fn distance(&self, problem: &Problem, hand: &HandState) -> Option<u8> {
        let mut best = None;
        self.ways(problem, hand, self.sizes.0, &mut |way| {
            if best.is_none_or(|best| way.missing < best) {
                let rest = match self.rests[0].problem.contract.is_empty() {
                    true => Some(0),
                    false => self.rest(way.rank, way.wilds_then).distance(&way.left(problem, hand)),
                };
                best = best.into_iter().chain(rest.map(|rest| rest + way.missing)).min();
            }
            best != Some(0) && meter::step(1)
        });
        best
    }

    pub(crate) fn within(
        &self,
        problem: &Problem,
        hand: &HandState,
        max: u8,
        steps: &mut Steps,
    ) -> bool {
        let mut found = false;
        self.ways(problem, hand, self.sizes.0, &mut |way| {
            if let Some(more) = max.checked_sub(way.missing) {
                let left = || way.left(problem, hand);
                found = self.rests[0].problem.contract.is_empty()
                    || self.rest(way.rank, way.wilds_then).within(&left(), more, steps);
            }
            !found && meter::step(1)
        });
        found
    }

    pub(crate) fn survey(&self, solver: &Solver, hand: &HandState, parts: Parts) -> Survey {
        let problem = &solver.problem;
        let Some(distance) = self.distance(problem, hand) else { return Survey::OUT_OF_REACH };
        let wild = problem.melds.wilds();
        let mut all = Survey {
            distance: Some(distance),
            missing: Survey::FAR,
            needed: Faces::ALL,
            used: Faces::NONE,
            useful: Faces::NONE,
        };
        self.ways(problem, hand, self.sizes.0, &mut |way| {
            let Some(more) = distance.checked_sub(way.missing) else { return true };
            let left = way.left(problem, hand);
            let rest = match self.rests[0].problem.contract.is_empty() {
                true => Survey { distance: Some(0), missing: 0, ..Survey::OUT_OF_REACH },
                false => self.rest(way.rank, way.wilds_then).survey_of(&left, parts).0,
            };
            if rest.distance != Some(more) {
                return true;
            }
            let cards = way.cards();
            let once = cards.iter().filter(|card| !left.cards().has(*card)).collect::<Faces>();
            // All wilds are equivalent: if one is needed, each is.
            let none_left = way.wilds > 0 && left.wilds == 0;
            let none_over = none_left || !(rest.needed & wild).is_empty();
            let wilds = if none_over { hand.wild_faces() } else { Faces::NONE };
            all.needed = all.needed & (rest.needed | once | wilds);
            all.used |= rest.used | cards;
            if way.wilds > 0 {
                all.used |= hand.wild_faces();
            }
            all.missing = all.missing.min(rest.missing + way.missing + way.wilds);
            if way.missing > 0 {
                let others = (0..SUITS.len()).map(|at| Card::natural(way.rank, SUITS[at]));
                let comes = |card: &Card| !hand.cards().has(*card) && !problem.melds.is_wild(*card);
                all.useful |= others.filter(comes).collect::<Faces>();
            }
            all.useful |= rest.useful - wild;
            true
        });
        all.needed = all.needed & Faces::of(hand.cards());
        if !parts.useful {
            all.useful = Faces::NONE;
        } else if distance > 0 && hand.cards().count(JOKER) < Cards::MAX_COPIES {
            let mut with = *hand;
            with.add(JOKER);
            if solver.within(&with, distance - 1, &mut { Steps::BUDGET }) {
                all.useful |= wild;
            }
        }
        all
    }

    pub(crate) fn feasible(&self, problem: &Problem, hand: &HandState, leave: Remainder) -> bool {
        let mut found = false;
        self.each_complete_set(problem, hand, |way, left| {
            let rest = self.rest(way.rank, way.wilds);
            found = match rest.problem.contract.is_empty() {
                true => leave.allows(left.cards().len()),
                false => rest.feasible(left.cards(), leave),
            };
            !found
        });
        found
    }

    /// The lay-down that leaves the least value.
    pub(crate) fn best(
        &self,
        problem: &Problem,
        hand: &HandState,
        leave: Remainder,
        value: &[u8; 53],
    ) -> Option<LayDown> {
        let worth = |cards: &Cards| -> u32 {
            cards.iter_counts().map(|(c, n)| u32::from(value[c.index()]) * u32::from(n)).sum()
        };
        let mut best: Option<(u32, LayDown)> = None;
        self.each_complete_set(problem, hand, |way, _| {
            // The most valuable wilds go first.
            let is_wild = |card: &Card| problem.melds.is_wild(*card);
            let mut wilds: Vec<Card> = hand.cards().iter().filter(is_wild).collect();
            wilds.short_sort_by_key(|card| std::cmp::Reverse(value[card.index()]));
            wilds.truncate(usize::from(way.wilds));
            let cards: Cards = way.cards().iter().chain(wilds).collect();
            let set = Meld::set(Some(way.rank), false, cards, &problem.melds, Stage::First);
            let (Ok(set), Some(left)) = (set, hand.cards().minus(&cards)) else { return true };
            let rest = self.rest(way.rank, way.wilds);
            let mut found = match rest.problem.contract.is_empty() {
                true if !leave.allows(left.len()) => return true,
                true => LayDown::default(),
                false => match rest.best(&left, leave, value) {
                    Some(found) => found,
                    None => return true,
                },
            };
            let stays = worth(&found.left(&left));
            if best.as_ref().is_none_or(|(min, _)| stays < *min) {
                let sets = found.melds.iter().take_while(|m| m.kind() == MeldKind::Set);
                let larger = sets.take_while(|other| other.size() < set.size()).count();
                found.melds.insert(larger, set);
                best = Some((stays, found));
            }
            true
        });
        best.map(|(_, found)| found)
    }

    /// Visits every way to make the complete set, in each of its sizes, with what it leaves.
    fn each_complete_set(
        &self,
        problem: &Problem,
        hand: &HandState,
        mut visit: impl FnMut(&Way, &HandState) -> bool,
    ) {
        let mut goes_on = true;
        for size in self.sizes.0..=self.sizes.1.min(hand.len) {
            self.ways(problem, hand, size, &mut |way| {
                goes_on = way.missing > 0 || visit(&way, &way.left(problem, hand));
                goes_on && meter::step(1)
            });
            if !goes_on {
                return;
            }
        }
    }
}

impl Way {
    fn cards(&self) -> Faces {
        let has = |at: &usize| self.suits & 1 << at != 0;
        (0..SUITS.len()).filter(has).map(|at| Card::natural(self.rank, SUITS[at])).collect()
    }

    /// What the set leaves of the hand.
    fn left(&self, problem: &Problem, hand: &HandState) -> HandState {
        let mut left = *hand;
        let is_wild = |card: &Card| problem.melds.is_wild(*card);
        let wilds = hand.cards().iter().filter(is_wild).take(usize::from(self.wilds));
        for card in self.cards().iter().chain(wilds) {
            left.remove(card);
        }
        left
    }
}

/// The suits in which a rank is not wild, as a bitmask.
fn natural_suits(problem: &Problem, rank: Rank) -> u8 {
    let natural = |at: &usize| !problem.melds.is_wild(Card::natural(rank, SUITS[*at]));
    (0..SUITS.len()).filter(natural).fold(0, |all, at| all | 1 << at)
}

fn max_wilds(problem: &Problem, purity: Purity, size: u8) -> u8 {
    let max = problem.melds.max_wilds(MeldKind::Set, size);
    match purity {
        Purity::Pure => 0,
        Purity::Any | Purity::Suits => max.min(problem.rules.max_wilds.unwrap_or(u8::MAX)),
    }
}
