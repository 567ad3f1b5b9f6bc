//! Goals against which a hand is measured.

use upcard_cards::{
    Card, Cards, Contract, Element, Elements, Faces, LayDownRules, MAX_ELEMENTS, MeldKind,
    MeldRules, ShortSort, SizeRule,
};

use crate::hand::HandState;
use crate::laid::LaidEarlier;
use crate::plan::Plan;
use crate::problem::Problem;
use crate::related::Whole;
use crate::solver::Solver;
use crate::survey::{Parts, Survey};
use crate::tables::WholeHand;

/// A goal against which a hand is measured.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'p> {
    /// A contract, or a part of one.
    Contract(&'p Solver),
    /// The nearest of these.
    Nearest(&'p [Solver]),
    /// A contract of runs that takes the whole hand.
    WholeHand(&'p Solver, &'p WholeHand),
}

impl Goal<'_> {
    /// The hand as a query state, which can be updated card by card.
    #[must_use]
    pub fn state(&self, hand: &Cards) -> HandState {
        match self {
            Goal::Contract(solver) | Goal::WholeHand(solver, _) => solver.state(hand),
            // They differ only in their contracts.
            Goal::Nearest(problems) => {
                problems.first().map_or_else(HandState::default, |solver| solver.state(hand))
            }
        }
    }

    /// Number of cards laid when the goal is reached: those of the contract, or of a whole hand. The minimum
    /// for several goals.
    #[must_use]
    pub fn cards(&self) -> usize {
        match self {
            Goal::Contract(solver) => solver.problem().contract.size(),
            Goal::Nearest(each) => {
                each.iter().map(|one| one.problem().contract.size()).min().unwrap_or(0)
            }
            Goal::WholeHand(_, table) => usize::from(table.cards()),
        }
    }

    /// Surveys the hand, like [`Solver::survey`].
    #[must_use]
    pub fn survey(&self, hand: &HandState) -> Survey {
        self.survey_of(hand, Parts::ALL).0
    }

    /// The same for the requested parts ([`Solver::survey_of`]).
    #[must_use]
    pub fn survey_of(&self, hand: &HandState, parts: Parts) -> (Survey, Parts) {
        match self {
            Goal::Contract(solver) => solver.survey_of(hand, parts),
            Goal::WholeHand(solver, table) => {
                let whole = table.survey(hand).map(|survey| (survey, Parts::ALL));
                whole.unwrap_or_else(|| solver.survey_of(hand, parts))
            }
            Goal::Nearest(problems) => {
                let each = problems.iter().map(|solver| solver.survey(hand));
                (each.reduce(Survey::nearer).unwrap_or(Survey::OUT_OF_REACH), Parts::ALL)
            }
        }
    }

    /// Returns `true` if one more card of this face would bring a hand of this distance nearer. A survey may
    /// have to try every face; this tries one.
    #[must_use]
    pub fn helps(&self, hand: &HandState, distance: Option<u8>, card: Card) -> bool {
        match self {
            Goal::Contract(solver) => solver.helps(hand, distance, card),
            _ => self.survey(hand).useful.has(card),
        }
    }

    /// The faces that would bring the hand nearer if wilds fitted into any meld: fast where caps make
    /// [`Goal::survey`] slow, otherwise the same as its useful faces.
    pub fn promising(&self, hand: &HandState) -> Faces {
        match self {
            Goal::Contract(solver) => solver.promising(hand),
            _ => self.survey(hand).useful,
        }
    }
}

impl Solver {
    /// The problem of laying down some elements of the contract. Melds laid earlier are ignored.
    #[must_use]
    pub fn part(&self, some: Elements) -> &Solver {
        if some == self.problem.contract.all()
            && self.problem.laid_earlier == LaidEarlier::default()
        {
            return self;
        }
        let part = || Box::new(self.fresh(self.problem.rules, self.problem.contract.part(some)));
        match self.related().parts.get(usize::from(some.bits())) {
            Some(place) => place.get_or_init(part),
            None => self,
        }
    }

    /// The goal of any single meld of the minimum size.
    #[must_use]
    pub fn any_meld(&self) -> Goal<'_> {
        let single = |kind, size| self.fresh(self.problem.rules, Contract::single(kind, size));
        Goal::Nearest(self.related().single.get_or_init(|| {
            let melds = &self.problem.melds;
            let run = || single(MeldKind::Run, melds.run_min);
            match melds.set_min {
                MeldRules::NO_SETS => [run(), run()],
                size if melds.run_max == MeldRules::NO_RUNS => {
                    std::array::from_fn(|_| single(MeldKind::Set, size))
                }
                size => [single(MeldKind::Set, size), run()],
            }
        }))
    }

    /// The goal of laying down the contract with exactly this many cards, in melds as long as that takes.
    ///
    /// Exact for contracts with at most one run. Several runs without sets are measured as if wilds fitted
    /// into any run; beside sets only the sets grow. So a hand may seem nearer than it is. In the games of
    /// the catalogue that happens to hands with more cards than the contract has, under a cap or with three
    /// wilds and more.
    ///
    /// If no combination has room for so many cards, it is the contract alone, which ignores the rest of the
    /// hand: [`Goal::cards`] is lower then. Three runs have room for three more cards.
    #[must_use]
    pub fn whole_hand(&self, cards: usize) -> Goal<'_> {
        let over = cards.saturating_sub(self.problem.contract.size());
        let Some(whole) = self.related().whole.get(over).filter(|_| over > 0) else {
            return Goal::Contract(self);
        };
        let whole =
            whole.get_or_init(|| match WholeHand::of(&self.problem, &self.context, cards) {
                Some(table) => Whole::Table(table),
                None => Whole::Grown(self.grown(over as u8).into()),
            });
        match whole {
            Whole::Table(table) => Goal::WholeHand(self, table),
            Whole::Grown(problems) if problems.is_empty() => Goal::Contract(self),
            Whole::Grown(problems) => Goal::Nearest(problems),
        }
    }

    fn fresh(&self, rules: LayDownRules, contract: Contract) -> Solver {
        let laid_earlier = LaidEarlier::default();
        let problem = Problem { melds: self.problem.melds, rules, contract, laid_earlier };
        Solver::within_context(problem, self.context.clone())
    }

    /// The contract with `over` more cards in its melds, in every way that the tables can measure.
    fn grown(&self, over: u8) -> Vec<Solver> {
        let rules =
            LayDownRules { sets: SizeRule::Exact, runs: SizeRule::Exact, ..self.problem.rules };
        let mut all: Vec<Solver> = Vec::new();
        each_growth(&self.problem.contract.elements, over, &mut |elements| {
            let mut contract = Contract { elements: elements.iter().copied().collect() };
            contract.elements.short_sort();
            if all.len() < MAX_GROWTHS && all.iter().all(|p| p.problem().contract != contract) {
                let solver = self.fresh(rules, contract);
                if !matches!(solver.plan(), Plan::Strict(_) | Plan::Search | Plan::Impossible) {
                    all.push(solver);
                }
            }
        });
        all
    }
}

/// Maximum number of ways to share the extra cards that are considered.
const MAX_GROWTHS: usize = 12;

/// Visits these elements with `over` more cards, shared in every way.
pub(crate) fn each_growth(elements: &[Element], over: u8, visit: &mut impl FnMut(&[Element])) {
    fn share(
        all: &mut arrayvec::ArrayVec<Element, MAX_ELEMENTS>,
        rest: &[Element],
        over: u8,
        visit: &mut impl FnMut(&[Element]),
    ) {
        let Some((element, rest)) = rest.split_first() else {
            if over == 0 {
                visit(all);
            }
            return;
        };
        let max = if element.kind == MeldKind::Pair { 0 } else { over };
        for more in 0..=max {
            all.push(Element { size: element.size + more, ..*element });
            share(all, rest, over - more, visit);
            all.pop();
        }
    }
    share(&mut arrayvec::ArrayVec::new(), elements, over, visit);
}
