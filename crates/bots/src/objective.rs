//! What a seat aims at, and how near its hand is to that.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, Elements, Faces, Meld, RANKS, Rank};
use upcard_engine::choices::{ExtraMelds, LayDownMode};
use upcard_engine::table::Down;
use upcard_engine::{DealRules, Rules, TableMeld, View};
use upcard_solver::{Goal, Parts, Solver, Survey};

use crate::first_lay_down::FirstLayDown;
use crate::hands::without;

/// A seat's aim in this deal.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    aim: Aim,
    /// The deal whose contract the seat has.
    deal: u8,
    /// The wild rank of the deal, if a card was turned up for it.
    wild_rank: Option<Rank>,
    /// Whether a contract is still to be fulfilled.
    pub contract: bool,
    /// Whether the whole hand must go down at once.
    pub whole: bool,
}

/// What a seat wants to lay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Nothing more: only lay-offs are left.
    Nothing,
    /// Any one meld.
    Meld,
    /// Melds that come to this minimum of points together.
    First { least: i32 },
    /// These elements of the contract.
    Contract { open: Elements },
    /// The same, with this many cards: the whole hand.
    Whole { open: Elements, cards: u8 },
}

/// The elements of its contract that the viewing seat still has to lay.
pub(crate) fn open(view: &View<'_>) -> Elements {
    view.table.seat(view.seat).remaining
}

impl Objective {
    /// The aim of the viewing seat, with this many cards in hand when it plays.
    #[must_use]
    pub fn of(view: &View<'_>, cards: usize) -> Objective {
        let choices = &view.rules.set.choices.laying_down;
        let contract = Objective::has_contract(view);
        let whole = contract && view.contract_rules().whole_hand;
        let (open, cards) = (open(view), cards as u8);
        let melds =
            choices.mode == LayDownMode::Free || choices.extra_melds == ExtraMelds::AfterContract;
        let aim = match (contract, view.first_points()) {
            (true, _) if whole => Aim::Whole { open, cards },
            (true, _) => Aim::Contract { open },
            (false, Some(least)) => Aim::First { least },
            (false, None) if melds => Aim::Meld,
            (false, None) => Aim::Nothing,
        };
        let deal = view.table.seat(view.seat).contract;
        Objective { aim, deal, wild_rank: view.table.wild_rank(), contract, whole }
    }

    pub(crate) fn has_contract(view: &View<'_>) -> bool {
        let seat = view.table.seat(view.seat);
        view.rules.has_contracts() && seat.down == Down::No
    }

    pub(crate) fn needs_points(&self) -> bool {
        matches!(self.aim, Aim::First { .. })
    }

    /// Returns `true` if the seat wants to lay anything beyond lay-offs.
    #[must_use]
    pub fn has_aim(&self) -> bool {
        self.aim != Aim::Nothing
    }

    /// The solver's goal for a hand; `None` if the seat has no aim, or one that the solver does not know.
    ///
    /// Melds that the seat laid earlier are ignored: in the games of the catalogue they constrain no lay-down
    /// that is measured. The engine judges what is laid.
    pub(crate) fn goal<'r>(&self, rules: &'r Rules) -> Option<Goal<'r>> {
        rules.deals.get(usize::from(self.deal))?;
        let solver = &rules.deal_with(self.deal, self.wild_rank).solver;
        match self.aim {
            Aim::Nothing | Aim::First { .. } => None,
            Aim::Meld => Some(solver.any_meld()),
            Aim::Contract { open } => Some(Goal::Contract(solver.part(open))),
            Aim::Whole { open, cards } => Some(solver.part(open).whole_hand(usize::from(cards))),
        }
    }

    /// The alternative to the contract, if nothing of that is laid yet.
    fn alternative<'r>(&self, rules: &'r Rules) -> Option<&'r Solver> {
        let Aim::Contract { open } = self.aim else { return None };
        let deal = rules.deal_with(self.deal, self.wild_rank);
        deal.alternative.as_ref().filter(|_| open == deal.contract.all())
    }

    /// Returns `true` if the hand is not beyond the solver's limit for whole hands. Above it, a hand seems as
    /// near as the contract alone, however much else it has to lay.
    pub(crate) fn is_measured(&self, rules: &Rules) -> bool {
        match self.aim {
            Aim::Whole { cards, .. } => {
                self.goal(rules).is_some_and(|goal| goal.cards() >= usize::from(cards))
            }
            _ => true,
        }
    }

    /// Surveys a hand; out of reach if the seat has no aim.
    #[must_use]
    pub fn measure(&self, hand: &Cards, rules: &Rules) -> Survey {
        self.measure_of(hand, rules, Parts::ALL).0
    }

    /// The same for the requested parts, with the parts that are then known.
    fn measure_of(&self, hand: &Cards, rules: &Rules, parts: Parts) -> (Survey, Parts) {
        if let (Aim::First { least }, Some(_)) = (self.aim, rules.deals.get(usize::from(self.deal)))
        {
            let deal = rules.deal_with(self.deal, self.wild_rank);
            return (FirstLayDown::new(rules, deal, least).survey(hand), Parts::ALL);
        }
        let Some(goal) = self.goal(rules) else { return (Survey::OUT_OF_REACH, Parts::ALL) };
        if let Some(other) = self.alternative(rules) {
            let (own, other) = (goal.survey(&goal.state(hand)), other.survey(&other.state(hand)));
            let nearer = other.distance.is_some() && other.shortfall() < own.shortfall();
            return (if nearer { other } else { own }, Parts::ALL);
        }
        match (self.aim, rules.deals.get(usize::from(self.deal))) {
            (Aim::Meld, Some(deal)) => {
                goal.survey_of(&goal.state(&deal.usable_in_one_meld(hand)), parts)
            }
            _ => goal.survey_of(&goal.state(hand), parts),
        }
    }
}

/// Cache of surveys of the hands that a seat has looked at recently: a hand seldom changes between its turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct SurveyCache {
    seen: ArrayVec<(Key, CachedSurvey), 3>,
    oldest: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedSurvey {
    /// The seat's aim.
    pub objective: Objective,
    /// The survey.
    pub measure: Survey,
    /// The parts of it that are known.
    known: Parts,
}

impl CachedSurvey {
    /// Returns `true` if this card would bring `hand`, the surveyed hand, nearer.
    pub(crate) fn helps(&self, hand: &Cards, card: Card, rules: &Rules) -> bool {
        if self.known.useful {
            return self.measure.useful.has(card);
        }
        let goal = self.objective.goal(rules);
        goal.is_some_and(|goal| goal.helps(&goal.state(hand), self.measure.distance, card))
    }

    /// Adds these parts of a survey of the same hand.
    fn add(&mut self, more: &Survey, parts: Parts) {
        if parts.needed {
            (self.measure.needed, self.measure.used) = (more.needed, more.used);
            self.known.needed = true;
        }
        if parts.useful {
            self.measure.useful = more.useful;
            self.known.useful = true;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    rules: usize,
    hand: Cards,
    cards: u8,
    contract: u8,
    wild_rank: Option<Rank>,
    remaining: Elements,
    down: Down,
    first: Option<i32>,
}

impl Key {
    /// Returns `true` if this is the key of such a survey. Hands are compared first, as they differ most
    /// often.
    #[inline]
    fn is_of(&self, view: &View<'_>, hand: &Cards, cards: usize) -> bool {
        self.hand == *hand && *self == Key::of(view, hand, cards)
    }

    fn of(view: &View<'_>, hand: &Cards, cards: usize) -> Key {
        let seat = view.table.seat(view.seat);
        let whole = view.contract_rules().whole_hand;
        Key {
            rules: std::sync::Arc::as_ptr(view.rules) as usize,
            hand: *hand,
            cards: if whole { cards as u8 } else { 0 },
            contract: seat.contract,
            wild_rank: view.table.wild_rank(),
            remaining: seat.remaining,
            down: seat.down,
            first: view.first_points(),
        }
    }
}

impl SurveyCache {
    /// The seat's aim with this many cards in hand, and the requested parts of the survey of this hand.
    pub(crate) fn cached_survey(
        &mut self,
        view: &View<'_>,
        hand: &Cards,
        cards: usize,
        parts: Parts,
    ) -> &CachedSurvey {
        let at = match self.seen.iter().position(|(key, _)| key.is_of(view, hand, cards)) {
            Some(at) => at,
            None => {
                let key = Key::of(view, hand, cards);
                let objective = Objective::of(view, cards);
                let (measure, known) = objective.measure_of(hand, view.rules, parts);
                self.keep(key, CachedSurvey { objective, measure, known })
            }
        };
        let look = &mut self.seen[at].1;
        let missing = parts.without(look.known);
        if missing != Parts::NONE {
            let (more, _) = look.objective.measure_of(hand, view.rules, missing);
            look.add(&more, missing);
        }
        look
    }

    fn keep(&mut self, key: Key, look: CachedSurvey) -> usize {
        if !self.seen.is_full() {
            self.seen.push((key, look));
            return self.seen.len() - 1;
        }
        self.oldest = if self.oldest + 1 < self.seen.len() { self.oldest + 1 } else { 0 };
        self.seen[self.oldest] = (key, look);
        self.oldest
    }

    /// Stores the survey also for the hand without a card that no shortest way uses.
    pub(crate) fn without(&mut self, view: &View<'_>, card: Card) {
        let key = Key::of(view, view.hand, view.hand.len());
        let Some((_, look)) = self.seen.iter().find(|(k, _)| *k == key) else { return };
        let same =
            look.known.needed && !look.measure.used.has(card) && look.measure.shortfall() > 0;
        if same && !view.contract_rules().melds.is_wild(card) {
            let hand = without(view.hand, card);
            let look = *look;
            self.keep(Key { hand, ..key }, look);
        }
    }
}

/// The faces that could be laid off on this meld, without moving its wilds.
pub(crate) fn fits(meld: &TableMeld, deal: &DealRules) -> Faces {
    match &meld.meld {
        Meld::Set(set) if deal.melds.three_suits => Faces::of(set.cards()),
        Meld::Set(set) => set.rank().map_or(Faces::NONE, Faces::of_rank),
        Meld::Run(run) => {
            let (first, last) = deal.melds.places();
            let at = |place: u8| Card::natural(RANKS[usize::from(place % 13)], run.suit());
            let mut ends = Faces::NONE;
            if run.low() > first || last > 13 {
                ends.add(at(run.low() + 12));
            }
            if run.high() < last {
                ends.add(at(run.high() + 1));
            }
            ends
        }
    }
}

/// The faces that could be laid off anywhere on the table.
#[inline(never)]
pub fn fits_table(view: &View<'_>) -> Faces {
    let deal = view.table.deal_rules(view.rules);
    view.table.melds().iter().fold(Faces::NONE, |all, meld| all | fits(meld, deal))
}

/// The same, computed once per decision.
#[derive(Default)]
pub(crate) struct Fitting(OnceCell<Faces>);

impl Fitting {
    /// The faces that could be laid off on the table of this view, which must be the same for each call.
    pub(crate) fn faces(&self, view: &View<'_>) -> Faces {
        *self.0.get_or_init(|| fits_table(view))
    }
}

pub(crate) fn has_wilds(meld: &TableMeld, deal: &DealRules) -> bool {
    match &meld.meld {
        Meld::Set(set) if deal.melds.wild_faces.is_empty() => set.cards().jokers() > 0,
        Meld::Set(set) => set.cards().iter_counts().any(|(card, _)| deal.melds.is_wild(card)),
        Meld::Run(run) => run.cards().iter().any(|card| deal.melds.is_wild(*card)),
    }
}

/// The natural faces that would free a wild of a run or a set.
pub(crate) fn freeing_faces(meld: &TableMeld, deal: &DealRules) -> Faces {
    match &meld.meld {
        Meld::Set(set) => match set.rank() {
            Some(rank) if has_wilds(meld, deal) => Faces::of_rank(rank),
            _ => Faces::NONE,
        },
        Meld::Run(run) => {
            let cards = run.cards().iter().enumerate();
            let wild = cards.filter(|(i, c)| **c != run.face(*i));
            wild.map(|(i, _)| run.face(i)).collect()
        }
    }
}

pub(crate) fn naturals(hand: &Cards, deal: &DealRules) -> Faces {
    (Faces::of(hand) & Faces::NATURALS) - deal.melds.wild_faces
}
