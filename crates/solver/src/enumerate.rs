//! Enumeration of all lay-downs, each once.
//!
//! The elements are taken kind by kind, in rising size; the melds of a kind in rising order of a key that
//! begins with the size. So the i-th smallest meld fills the i-th smallest element, and each multiset of
//! melds occurs exactly once.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Card, Cards, Contract, Element, Faces, LayDownRules, MAX_ELEMENTS, MAX_RUN,
    Meld, MeldKind, RANKS, Rank, RunSuits, ShortSort, SizeRule, Stage, Suit,
};

use crate::exact::{Order, Steps, min_left, order_of};
use crate::laid::{LaidEarlier, LayDown, Remainder, RunSpan};
use crate::meter;
use crate::partial_melds::{
    Fitting, PartialSet, faces_at, fitting, may_be_wild, missing_in, naturals_in, run_can_be_legal,
    set, wilds_in,
};
use crate::plan::Plan;
use crate::problem::Problem;
use crate::solver::Solver;

struct Search<'a, V> {
    solver: &'a Solver,
    leave: Remainder,
    elements: ArrayVec<Element, MAX_ELEMENTS>,
    /// The remaining elements from each one on, as problems without constraints between melds: if one is
    /// infeasible, the branch is pruned.
    rests: ArrayVec<Solver, MAX_ELEMENTS>,
    visit: V,
    found: LayDown,
    keys: ArrayVec<Order, MAX_ELEMENTS>,
    /// The faces of the ranks with a set.
    set_ranks: Faces,
    spans: ArrayVec<RunSpan, { 2 * MAX_ELEMENTS }>,
    runs: [u8; 4],
    /// Number of steps left.
    steps: &'a mut u32,
}

/// Steps charged for a feasibility check of the remaining hand.
const FEASIBILITY_STEPS: u32 = 30;

impl Solver {
    /// Visits every lay-down from this hand once; reordered melds are the same lay-down. There may be very
    /// many, so the visitor may stop.
    pub fn each(
        &self,
        hand: &Cards,
        leave: Remainder,
        visit: impl FnMut(&LayDown) -> ControlFlow<()>,
    ) {
        self.each_within(hand, leave, &mut { u32::MAX }, visit);
    }

    /// The same with a step limit; a million take some tenths of a second. A large hand with many wilds can
    /// have so many lay-downs, or near misses, that visiting them all takes hours. Returns `false` if the
    /// limit was reached.
    pub fn each_within(
        &self,
        hand: &Cards,
        leave: Remainder,
        steps: &mut u32,
        visit: impl FnMut(&LayDown) -> ControlFlow<()>,
    ) -> bool {
        let mut elements = self.problem.contract.elements.clone();
        if elements.is_empty() {
            return true;
        }
        elements.short_sort_by_key(|e| (e.kind, e.size));
        let LayDownRules { sets, runs, max_wilds, .. } = self.problem.rules;
        let free =
            LayDownRules { sets, runs, same_rank_sets: true, max_wilds, ..LayDownRules::default() };
        let rests = (0..elements.len())
            .map(|at| {
                let plain = |e: &Element| Element::plain(e.kind, e.size);
                let contract = Contract { elements: elements[at..].iter().map(plain).collect() };
                let (melds, laid_earlier) = (self.problem.melds, LaidEarlier::default());
                let problem = Problem { melds, rules: free, contract, laid_earlier };
                Solver::within_context(problem, self.context.clone())
            })
            .collect();
        let mut search = Search {
            solver: self,
            leave,
            elements,
            rests,
            visit,
            found: LayDown::default(),
            keys: ArrayVec::new(),
            set_ranks: Faces::of_ranks(self.problem.laid_earlier.set_ranks),
            spans: self.problem.laid_earlier.run_spans.iter().copied().collect(),
            runs: self.problem.laid_earlier.runs,
            steps,
        };
        // The result is the same if the visitor stopped.
        search.descend(hand).is_continue() || *search.steps > 0
    }
}

impl<V: FnMut(&LayDown) -> ControlFlow<()>> Search<'_, V> {
    /// Breaks if no steps are left.
    fn step(&mut self, steps: u32) -> ControlFlow<()> {
        *self.steps = self.steps.saturating_sub(steps);
        if !meter::step(steps) {
            *self.steps = 0;
        }
        if *self.steps == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn descend(&mut self, hand: &Cards) -> ControlFlow<()> {
        self.step(FEASIBILITY_STEPS)?;
        let at = self.found.melds.len();
        let Some(&element) = self.elements.get(at) else {
            let laid = &self.found.melds;
            let stands = || self.solver.keeps_total(laid) && self.solver.keeps_pure(laid);
            return if self.leave.allows(hand.len()) && stands() {
                (self.visit)(&self.found)
            } else {
                ControlFlow::Continue(())
            };
        };
        let needed: usize = self.elements[at..].iter().map(|e| e.size as usize).sum();
        let spare = hand.len().saturating_sub(needed + self.leave.at_least as usize);
        if hand.len() < needed + self.leave.at_least as usize {
            return ControlFlow::Continue(());
        }
        if self.leave.at_most != u8::MAX
            && min_left(&self.solver.problem.melds, &self.elements[at..], hand) > self.leave.at_most
        {
            return ControlFlow::Continue(());
        }
        let rest = &self.rests[at];
        let hopeless = match rest.plan() {
            Plan::ByAssignment(_) => !rest.within(&rest.state(hand), 0, &mut { Steps::BUDGET }),
            Plan::Tables(tables) => tables.within(&rest.state(hand), 0) == Ok(false),
            _ => false,
        };
        if hopeless {
            return ControlFlow::Continue(());
        }
        let max = match self.solver.problem.size_rule(element.kind) {
            SizeRule::Exact => element.size,
            SizeRule::AtLeast => (element.size as usize + spare) as u8,
        };
        for size in element.size..=max {
            match element.kind {
                MeldKind::Run => self.runs(hand, size)?,
                MeldKind::Set => self.sets(hand, size, false)?,
                MeldKind::Pair => self.sets(hand, size, true)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Index of the rank or suit from which on melds of this kind and size follow the last one; `None` if all
    /// precede it.
    fn first(&self, kind: MeldKind, size: u8) -> Option<u8> {
        let same = self.found.melds.last().is_some_and(|meld| meld.kind() == kind);
        match self.keys.last() {
            Some((last, _, _)) if same && size < *last => None,
            Some((last, first, _)) if same && size == *last => Some(*first),
            _ => Some(0),
        }
    }

    /// Takes the meld if it does not precede the last one.
    fn take(&mut self, meld: Meld, rest: &Cards) -> ControlFlow<()> {
        let key = order_of(&meld);
        let same = self.found.melds.last().is_some_and(|m| m.kind() == meld.kind());
        if same && self.keys.last().is_some_and(|last| key < *last) {
            return ControlFlow::Continue(());
        }
        self.found.melds.push(meld);
        self.keys.push(key);
        let flow = self.descend(rest);
        self.found.melds.pop();
        self.keys.pop();
        flow
    }

    fn sets(&mut self, hand: &Cards, size: u8, pair: bool) -> ControlFlow<()> {
        let melds = &self.solver.problem.melds;
        let too_long = melds.set_max.is_some_and(|max| size > max);
        if !pair && (size < melds.set_min || too_long) {
            return ControlFlow::Continue(());
        }
        let no_rank = melds.all_wild == AllWild::Trio && !pair && size == 3;
        let wilds = wilds_in(hand, melds);
        let Some(first) = self.first(if pair { MeldKind::Pair } else { MeldKind::Set }, size)
        else {
            return ControlFlow::Continue(());
        };
        let ranks = RANKS.into_iter().skip(first.into());
        for rank in ranks.map(Some).chain(no_rank.then_some(None)) {
            let again = rank.is_some_and(|rank| self.set_ranks.has_rank(rank));
            if again && !pair && !self.solver.problem.rules.same_rank_sets {
                continue;
            }
            // Most ranks have too few cards: skip the setup.
            if wilds + rank.map_or(0, |rank| hand.rank_count(rank)) < size {
                self.step(1)?;
                continue;
            }
            let faces = fitting(hand, rank, melds);
            let begun = PartialSet::of(&faces, size);
            self.fill_set(hand, rank, pair, &faces, begun)?;
        }
        ControlFlow::Continue(())
    }

    fn fill_set(
        &mut self,
        hand: &Cards,
        rank: Option<Rank>,
        pair: bool,
        faces: &[Fitting],
        begun: PartialSet,
    ) -> ControlFlow<()> {
        self.step(1)?;
        if !begun.can_be_legal(pair, &self.solver.problem.melds) {
            return ControlFlow::Continue(());
        }
        if begun.missing == 0 {
            let Some(meld) = set(rank, pair, begun.cards, &self.solver.problem.melds) else {
                return ControlFlow::Continue(());
            };
            let Some(rest) = hand.minus(&begun.cards) else { return ControlFlow::Continue(()) };
            let before = self.set_ranks;
            if let (Some(rank), false) = (rank, pair) {
                self.set_ranks |= Faces::of_rank(rank);
            }
            let flow = self.take(meld, &rest);
            self.set_ranks = before;
            return flow;
        }
        let Some((&face, faces)) = faces.split_first() else {
            return ControlFlow::Continue(());
        };
        let max = face.count.min(begun.missing);
        let mut begun = begun.without(face);
        for n in 0..=max {
            if n > 0 {
                begun.add(face);
            }
            self.fill_set(hand, rank, pair, faces, begun)?;
        }
        ControlFlow::Continue(())
    }

    fn runs(&mut self, hand: &Cards, size: u8) -> ControlFlow<()> {
        let melds = &self.solver.problem.melds;
        if size < melds.run_min || size > melds.run_max.min(MAX_RUN as u8) {
            return ControlFlow::Continue(());
        }
        let rules = &self.solver.problem.rules;
        let (first, last) = melds.places();
        let top = if melds.ace == AceMode::Corner { 12 } else { last };
        let wilds = wilds_in(hand, melds);
        let naturals = naturals_in(hand, melds);
        let Some(before) = self.first(MeldKind::Run, size) else {
            return ControlFlow::Continue(());
        };
        let suits = melds.run_suits.representatives().iter().filter(|suit| **suit as u8 >= before);
        for &suit in suits {
            if rules.runs_per_suit.is_some_and(|max| self.runs[suit.index()] >= max) {
                continue;
            }
            for low in first..=top {
                if low + size - 1 > last {
                    break;
                }
                let span = RunSpan { suit, low, high: low + size - 1 };
                if !self.spans.iter().all(|o| span.agrees(*o, rules.same_suit_runs, melds.ace)) {
                    continue;
                }
                // Most places have too few cards: skip the setup.
                if melds.run_suits == RunSuits::One {
                    let missing = missing_in(naturals, suit, low, low + size);
                    if !may_be_wild(missing, 0, wilds, true, size, melds) {
                        self.step(1)?;
                        continue;
                    }
                }
                self.spans.push(span);
                self.runs[suit.index()] += 1;
                let flow = self.fill_run(hand, wilds, suit, low, size, &mut ArrayVec::new());
                self.spans.pop();
                self.runs[suit.index()] -= 1;
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fill_run(
        &mut self,
        hand: &Cards,
        wilds: u8,
        suit: Suit,
        low: u8,
        size: u8,
        cards: &mut ArrayVec<Card, MAX_RUN>,
    ) -> ControlFlow<()> {
        self.step(1)?;
        if !run_can_be_legal(hand, wilds, suit, low, size, cards, &self.solver.problem.melds) {
            return ControlFlow::Continue(());
        }
        if cards.len() == size as usize {
            let meld = Meld::run(suit, low, cards, &self.solver.problem.melds, Stage::First);
            return meld.map_or(ControlFlow::Continue(()), |meld| self.take(meld, hand));
        }
        let melds = self.solver.problem.melds;
        let slot = cards.len();
        let fitting = melds.wilds() | faces_at(suit, low, slot, &melds).collect();
        for card in (fitting & Faces::of(hand)).iter() {
            let mut rest = *hand;
            rest.remove(card);
            cards.push(card);
            let wilds = wilds - u8::from(melds.is_wild(card));
            let flow = self.fill_run(&rest, wilds, suit, low, size, cards);
            cards.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_cards::{Contract, LayDownRules, MeldRules, SameSuitRuns};

    fn count(contract: &str, hand: &str, rules: LayDownRules, leave: Remainder) -> usize {
        let contract: Contract = contract.parse().unwrap();
        let solver = Solver::new(Problem::new(MeldRules::default(), rules, contract));
        let hand: Cards = hand.parse().unwrap();
        let mut n = 0;
        solver.each(&hand, leave, |found| {
            n += 1;
            for meld in &found.melds {
                assert_eq!(Meld::new(&meld.spec(), &solver.problem.melds, Stage::First), Ok(*meld));
            }
            assert_eq!(solver.judge(&found.melds), Ok(()));
            ControlFlow::Continue(())
        });
        n
    }

    #[test]
    fn small_hands_match_manual_counts() {
        let rules = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
        assert_eq!(count("S3", "7C 7D 7H 7S", rules, Remainder::ANY), 4);
        assert_eq!(count("S3", "7C 7D 7H", rules, Remainder::DISCARD), 0);
        assert_eq!(count("2S3", "7C 7C 7D 7D 7H 7H", rules, Remainder::NOTHING), 4);
        assert_eq!(count("R4", "5S 6S 7S JK", rules, Remainder::NOTHING), 2);
        let gap = LayDownRules { same_suit_runs: SameSuitRuns::NotContiguous, ..rules };
        assert_eq!(count("2R4", "2S 3S 4S 5S 6S 7S 8S 9S", rules, Remainder::NOTHING), 1);
        assert_eq!(count("2R4", "2S 3S 4S 5S 6S 7S 8S 9S", gap, Remainder::NOTHING), 0);
    }
}
