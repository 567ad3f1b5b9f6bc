//! The plan of a hand: the melds it aims for, which cards each of them has and how many it still needs. The
//! slots of the contract, the hand sorted by melds, the groups of a hint and the proposed lay-down all
//! display this value.

use std::cmp::Reverse;

use upcard_bots::hints::steady_action;
use upcard_cards::{
    AceMode, Card, Cards, Contract, Element, Elements, Faces, JOKER, LayDownRules, Meld, MeldKind,
    MeldRules, MeldSpec, ShortSort, SizeRule, Stage,
};
use upcard_engine::choices::LayDownMode;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, View};
use upcard_solver::{Goal, Parts, Problem, Remainder, Solver, meter};

use crate::groups;
use crate::partial_melds::partial_melds;

/// A meld of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedMeld {
    /// Index of the contract element that it fills; `None` if it is not part of a contract.
    pub element: Option<usize>,
    /// Its cards in the hand, in meld order.
    pub cards: Vec<Card>,
    /// Number of cards that it still needs.
    pub missing: u8,
}

/// The melds a hand aims for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Melds, in contract order.
    pub melds: Vec<PlannedMeld>,
    /// Partial melds among the remaining cards.
    pub partial: Vec<Vec<Card>>,
    /// All other cards.
    pub rest: Vec<Card>,
    /// Move of a steady bot; `None` if the seat has no pending decision.
    pub advice: Option<Action>,
}

/// Search budget for a plan. Hands in most games need few steps; beyond the budget, for example for fifteen
/// cards far from their sequences, only partial melds are found.
const MAX_STEPS: u64 = 400_000;

/// The same if wild cards must not be adjacent, which takes more searches.
const MAX_STEPS_APART: u64 = 4_000_000;

/// Search budget for a plan under the rules of this view.
fn steps_of_a_plan(view: &View<'_>) -> u64 {
    if view.contract_rules().melds.keeps_apart() { MAX_STEPS_APART } else { MAX_STEPS }
}

impl Plan {
    /// Plans the hand of this view. If a lay-down is advised, it is the plan.
    #[must_use]
    pub fn of(view: &View<'_>) -> Plan {
        let advice = view.table.asks(view.seat).then(|| steady_action(view));
        let advised = advice.as_ref().map(|action| laid(view, action)).unwrap_or_default();
        let work = || intended(view, advice.as_ref(), advised.clone());
        let melds = meter::metered(steps_of_a_plan(view), &|| true, work).found.unwrap_or_default();
        let mut left = *view.hand;
        let melds: Vec<PlannedMeld> = melds
            .into_iter()
            .map(|(element, meld)| {
                let mut cards = meld.spec().cards;
                let all = cards.len();
                cards.retain(|card| left.remove(*card));
                PlannedMeld { element, missing: (all - cards.len()) as u8, cards }
            })
            .filter(|meld| meld.element.is_some() || !meld.cards.is_empty())
            .collect();
        let (partial, rest) = partial_melds(&left, wanted(view));
        Plan { melds, partial, rest, advice }
    }

    /// The same if the hand can be declared now: its melds as they would be declared, without the discard.
    #[must_use]
    pub fn for_declaration(self, view: &View<'_>) -> Plan {
        let hidden = groups::is_hidden(view.rules) && view.table.phase() == Phase::Play;
        let ending = (hidden && view.table.asks(view.seat)).then(|| groups::best_ending(view));
        let Some(Action::Declare { melds, .. }) = ending.flatten() else { return self };
        let mut left = *view.hand;
        let planned = |meld: &MeldSpec| {
            for card in &meld.cards {
                left.remove(*card);
            }
            PlannedMeld { element: None, missing: 0, cards: meld.cards.clone() }
        };
        let melds = melds.iter().map(planned).collect();
        let (partial, rest) = partial_melds(&left, wanted(view));
        Plan { melds, partial, rest, ..self }
    }

    /// Partial melds in the hand of this view, without a search.
    #[must_use]
    pub fn without_search(view: &View<'_>) -> Plan {
        let (partial, rest) = partial_melds(view.hand, wanted(view));
        Plan { partial, rest, ..Plan::default() }
    }

    /// Groups of the hand: melds and partial melds, then the rest.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<Card>> {
        let rest = (!self.rest.is_empty()).then(|| self.rest.clone());
        self.together().chain(rest).collect()
    }

    /// Melds and partial melds.
    pub(crate) fn together(&self) -> impl Iterator<Item = Vec<Card>> {
        let melds = self.melds.iter().map(|meld| &meld.cards);
        melds.chain(&self.partial).filter(|group| !group.is_empty()).cloned()
    }

    /// Index of the meld that consists of exactly these cards.
    #[must_use]
    pub fn index_of(&self, cards: &Cards) -> Option<usize> {
        let all = |meld: &PlannedMeld| meld.cards.iter().copied().collect::<Cards>();
        self.melds.iter().position(|meld| all(meld) == *cards)
    }

    /// Number of cards present for each element of the seat's contract. Elements that are already laid down
    /// count in full.
    #[must_use]
    pub fn progress(&self, view: &View<'_>) -> Vec<u8> {
        let laid = |(at, element): (usize, &Element)| {
            let planned = self.melds.iter().find(|meld| meld.element == Some(at));
            let open = view.table.seat(view.seat).remaining.has(at);
            match planned {
                Some(meld) => element.size.saturating_sub(meld.missing),
                None if open => 0,
                None => element.size,
            }
        };
        view.contract_rules().contract.elements.iter().enumerate().map(laid).collect()
    }
}

/// Melds proposed for laying down: the advised ones, or the best legal ones; in other players' turns, the
/// completed melds of the plan. Empty if nothing can be laid down.
pub(crate) fn proposal(view: &View<'_>) -> Vec<Meld> {
    if view.table.phase() != Phase::Play || !view.table.asks(view.seat) {
        return prepared(view);
    }
    let advised = laid(view, &steady_action(view));
    if !advised.is_empty() {
        return advised;
    }
    let values = &view.contract_rules().values;
    let points = |action: &Action| match action {
        Action::Down(melds) => {
            let cards = melds.iter().flat_map(|meld| &meld.cards);
            cards.map(|card| i32::from(values[card.index()]) + 1).sum()
        }
        _ => 0,
    };
    let offered = view.offered(200).actions;
    let best = offered.iter().max_by_key(|action| points(action));
    best.map(|action| laid(view, action)).unwrap_or_default()
}

/// Melds that could be laid down if it were this seat's turn, if they include everything that must go down at
/// once.
fn prepared(view: &View<'_>) -> Vec<Meld> {
    let work = || intended(view, None, Vec::new());
    let planned = meter::metered(steps_of_a_plan(view), &|| true, work).found.unwrap_or_default();
    let ready = |meld: &Meld| view.hand.contains(&meld.cards());
    let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
    let melds: Vec<Meld> = planned.into_iter().map(|(_, meld)| meld).collect();
    if at_once && !melds.iter().all(ready) {
        return Vec::new();
    }
    let mut left = *view.hand;
    let mut hold = |meld: &Meld| {
        let held = left.contains(&meld.cards());
        if held {
            left = left.without(&meld.cards());
        }
        held
    };
    melds.into_iter().filter(|meld| hold(meld)).collect()
}

/// Melds of a lay-down; empty for other actions.
fn laid(view: &View<'_>, action: &Action) -> Vec<Meld> {
    let Action::Down(melds) = action else { return Vec::new() };
    let rules = &view.contract_rules().melds;
    melds.iter().filter_map(|meld| Meld::new(meld, rules, Stage::First).ok()).collect()
}

/// Returns `true` if the seat has a contract that it has not laid down.
fn has_contract(view: &View<'_>) -> bool {
    view.rules.has_contracts() && view.table.seat(view.seat).down == Down::No
}

/// Kinds of partial melds that are worth keeping.
fn wanted(view: &View<'_>) -> Vec<MeldKind> {
    let solver = view.lay_down_solver();
    match has_contract(view) {
        // Cards that a run of several suits cannot use form no other group.
        true if view.contract_rules().melds.run_suits.is_mixed() => Vec::new(),
        true => solver.problem().contract.elements.iter().map(|element| element.kind).collect(),
        false if view.contract_rules().melds.set_min == MeldRules::NO_SETS => vec![MeldKind::Run],
        false => vec![MeldKind::Set, MeldKind::Run],
    }
}

/// The melds the hand aims for, including missing cards, after those in `first`, which are laid down in any
/// case.
fn intended(
    view: &View<'_>,
    advice: Option<&Action>,
    first: Vec<Meld>,
) -> Vec<(Option<usize>, Meld)> {
    if let Some(melds) = declared(view, advice) {
        return melds.into_iter().map(|meld| (None, meld)).collect();
    }
    if let Some(found) = groups::groups(view) {
        return found.melds.into_iter().map(|meld| (None, meld)).collect();
    }
    let mut hand = first.iter().fold(*view.hand, |hand, meld| hand.without(&meld.cards()));
    if !has_contract(view) {
        let mut melds = first;
        while let Some(meld) = any_meld(view, &hand) {
            hand = hand.without(&meld.cards());
            melds.push(meld);
        }
        return melds.into_iter().map(|meld| (None, meld)).collect();
    }
    let mut open = view.table.seat(view.seat).remaining;
    let mut placed = into_elements(view, &mut open, first);
    let solver = view.lay_down_solver();
    let solver = match placed.is_empty() {
        true => solver,
        false => solver.with_contract(view.contract_rules().contract.part(open)),
    };
    // What goes down at once is everything, even if it covers several melds of the contract.
    let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
    let others = match (open.is_empty(), placed.is_empty()) {
        (true, _) => None,
        (_, false) if at_once => None,
        (_, true) => {
            let values = &view.contract_rules().values;
            let ready = solver.best(&hand, view.lay_down_remainder(), values);
            ready.map(|found| found.melds.to_vec()).or_else(|| nearest(view, &solver, &hand))
        }
        _ => nearest(view, &solver, &hand),
    };
    placed.extend(into_elements(view, &mut open, others.unwrap_or_default()));
    placed.short_sort_by_key(|(element, _)| element.unwrap_or(usize::MAX));
    placed
}

/// Groups of a shortest way to a declaration, in games that require sequences, without the advised discard.
/// `None` if there is no way.
fn declared(view: &View<'_>, advice: Option<&Action>) -> Option<Vec<Meld>> {
    let deal = view.table.deal_rules(view.rules);
    let needs = deal.sequences.as_ref()?;
    let unseen = view.unseen();
    let mut hand = *view.hand;
    if let Some(Action::Discard { card, .. }) = advice {
        hand.remove(*card);
    }
    // Minimize leftover cards, preferring to leave over held cards rather than missing ones.
    const HELD: u8 = 8;
    const COMES: u8 = 9;
    let mut worth = [HELD; Card::FACES];
    let distance = |hand: &Cards| deal.grouper.distance(needs, hand, deal.hand);
    let mut missing = distance(&hand)?;
    while missing > 0 {
        let nearer = |card: &Card| {
            let mut more = hand;
            more.add(*card);
            distance(&more).is_some_and(|now| now < missing)
        };
        let mut faces: Vec<Card> = Card::all().filter(|card| unseen.count(*card) > 0).collect();
        // Wild cards only if no natural card works.
        faces.short_sort_by_key(|card| (deal.melds.is_wild(*card), Reverse(unseen.count(*card))));
        let card = faces.into_iter().find(nearer)?;
        hand.add(card);
        worth[card.index()] = COMES;
        missing = distance(&hand)?;
    }
    let found = needs.cheapest(&hand, &deal.melds, &worth);
    (!found.melds.is_empty()).then_some(found.melds)
}

fn any_meld(view: &View<'_>, hand: &Cards) -> Option<Meld> {
    let deal = view.contract_rules();
    let sizes = [(MeldKind::Run, deal.melds.run_min), (MeldKind::Set, deal.melds.set_min)];
    let mut sizes = sizes.into_iter().filter(|(_, size)| *size != MeldRules::NO_SETS);
    sizes.find_map(|(kind, size)| {
        let solver = view.lay_down_solver().with_contract(Contract::single(kind, size));
        solver.best(hand, Remainder::ANY, &deal.values)?.melds.first().copied()
    })
}

/// Melds of a shortest way to this contract: adds useful cards, those with the most unseen copies first,
/// until the hand is ready.
fn nearest(view: &View<'_>, solver: &Solver, hand: &Cards) -> Option<Vec<Meld>> {
    let deal = view.contract_rules();
    let unseen = view.unseen();
    let held = usize::from(view.table.seat(view.seat).count);
    let goal = match deal.whole_hand {
        true => solver.whole_hand(held.max(hand.len())),
        false => Goal::Contract(solver),
    };
    let mut more = *hand;
    let mut survey = goal.survey(&goal.state(&more));
    let mut missing = survey.distance?;
    while missing > 0 {
        // If wild cards must not be adjacent, the survey may be too optimistic about a card: try the next.
        let mut useful = survey.useful;
        missing = loop {
            let card = likeliest(view, useful, &unseen)?;
            more.add(card);
            let (tried, _) = goal.survey_of(&goal.state(&more), Parts::NONE);
            match tried.distance {
                Some(now) if now < missing => break now,
                _ => more.remove(card),
            };
            useful = useful - Faces::only(card);
        };
        survey = goal.survey(&goal.state(&more));
    }
    // Runs around the corner are too numerous if they may be longer than the contract's.
    let rules = solver.problem().rules;
    let round = deal.melds.ace == AceMode::Corner && rules.runs == SizeRule::AtLeast;
    let sizes = LayDownRules { sets: SizeRule::Exact, runs: SizeRule::Exact, ..rules };
    let best =
        |solver: &Solver| Some(solver.best(&more, Remainder::ANY, &deal.values)?.melds.to_vec());
    if !round || deal.whole_hand {
        return best(solver);
    }
    let Problem { melds, contract, laid_earlier, .. } = solver.problem();
    let exact = Solver::new(Problem::new(*melds, sizes, contract.clone()));
    best(&exact.with_laid_earlier(laid_earlier.clone()))
}

/// The useful card that is most likely to come; a wild card only if no natural card helps.
fn likeliest(view: &View<'_>, useful: Faces, unseen: &Cards) -> Option<Card> {
    let rules = &view.contract_rules().melds;
    let naturals = (useful & Faces::NATURALS).iter();
    let natural = naturals.max_by_key(|card| (unseen.count(*card), Reverse(card.index())));
    natural.or_else(|| {
        let wilds = Card::all().filter(|card| rules.is_wild(*card));
        wilds.filter(|_| useful.has(JOKER)).max_by_key(|card| unseen.count(*card))
    })
}

/// Assigns melds to open contract elements: within a kind, the longest meld to the largest element.
fn into_elements(
    view: &View<'_>,
    open: &mut Elements,
    mut melds: Vec<Meld>,
) -> Vec<(Option<usize>, Meld)> {
    let (contract, rules) = (&view.contract_rules().contract, &view.contract_rules().melds);
    let mut elements: Vec<usize> = open.iter().collect();
    elements.short_sort_by_key(|at| {
        Reverse((contract.elements[*at].size, contract.elements[*at].purity))
    });
    melds.short_sort_by_key(|meld| Reverse(meld.size()));
    let mut place = |meld: Meld| {
        let fits = |at: &usize| {
            let element = &contract.elements[*at];
            element.kind == meld.kind() && element.is_met_by(&meld, rules)
        };
        let found = elements.iter().position(fits).map(|at| elements.remove(at));
        if let Some(at) = found {
            *open = open.without(Elements::only(at));
        }
        (found, meld)
    };
    melds.into_iter().map(&mut place).collect()
}
