//! The plan of a hand: the melds that it is on the way to, which cards each of them has and how many
//! it still needs. The slots of the contract, the hand sorted by melds, the groups of a hint and the
//! proposed lay-down all show this one value.

use std::cmp::Reverse;

use upcard_bots::hints::steadily;
use upcard_cards::{
    AceMode, Card, Cards, Contract, Element, Elements, Faces, JOKER, LayDownRules, Meld, MeldKind,
    MeldRules, MeldSpec, ShortSort, SizeRule, Stage,
};
use upcard_engine::choices::LayDownMode;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, View};
use upcard_solver::{Goal, Leave, Parts, Problem, Solver, meter};

use crate::groups;
use crate::near::near;

/// A meld of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedMeld {
    /// Which element of the deal's contract it fills; none where it is no part of a contract.
    pub element: Option<usize>,
    /// The cards of the hand that it has, as they would lie.
    pub cards: Vec<Card>,
    /// Cards that it still needs.
    pub missing: u8,
}

/// What a hand is on the way to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The melds, in the order of the contract.
    pub melds: Vec<PlannedMeld>,
    /// Cards in none of them that may become one, together.
    pub begun: Vec<Vec<Card>>,
    /// The other cards.
    pub odd: Vec<Card>,
    /// What a steady player would do; none while the seat is not asked.
    pub advice: Option<Action>,
}

/// The steps that a plan may take. Hands of most games of the catalogue take few of them; of a hand that
/// takes more, as one of fifteen cards that is far from its sequences, nothing is planned beyond what lies
/// side by side.
const MOST_STEPS: u64 = 400_000;

/// The same where wilds must lie apart: then the search is asked more often.
const MOST_STEPS_APART: u64 = 4_000_000;

/// The steps in which a hand must be planned under the rules of this view.
fn steps_of_a_plan(view: &View<'_>) -> u64 {
    if view.contract_rules().melds.keeps_apart() { MOST_STEPS_APART } else { MOST_STEPS }
}

impl Plan {
    /// The plan for the hand of this view. Where a lay-down is advised, it is the plan.
    #[must_use]
    pub fn of(view: &View<'_>) -> Plan {
        let advice = view.table.asks(view.seat).then(|| steadily(view));
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
        let (begun, odd) = near(&left, wanted(view));
        Plan { melds, begun, odd, advice }
    }

    /// The same where the hand can be declared now: it lies as it would be declared, without the card that is thrown.
    #[must_use]
    pub fn to_declare(self, view: &View<'_>) -> Plan {
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
        let (begun, odd) = near(&left, wanted(view));
        Plan { melds, begun, odd, ..self }
    }

    /// What lies side by side in the hand of this view; nothing is searched for.
    #[must_use]
    pub fn side_by_side(view: &View<'_>) -> Plan {
        let (begun, odd) = near(view.hand, wanted(view));
        Plan { begun, odd, ..Plan::default() }
    }

    /// The hand in groups: melds and what has begun to be one, then the rest.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<Card>> {
        let odd = (!self.odd.is_empty()).then(|| self.odd.clone());
        self.together().chain(odd).collect()
    }

    /// What goes together: melds and what has begun to be one.
    pub(crate) fn together(&self) -> impl Iterator<Item = Vec<Card>> {
        let melds = self.melds.iter().map(|meld| &meld.cards);
        melds.chain(&self.begun).filter(|group| !group.is_empty()).cloned()
    }

    /// Which of its melds has these cards and no others.
    #[must_use]
    pub fn place_of(&self, cards: &Cards) -> Option<usize> {
        let all = |meld: &PlannedMeld| meld.cards.iter().copied().collect::<Cards>();
        self.melds.iter().position(|meld| all(meld) == *cards)
    }

    /// How many cards of each element of the seat's contract are there. Elements that are laid already
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

/// The melds that are proposed to be laid: those of the advice, or the best that may be laid; while
/// others play those of the plan that are ready. None where nothing can be laid.
pub(crate) fn proposal(view: &View<'_>) -> Vec<Meld> {
    if view.table.phase() != Phase::Play || !view.table.asks(view.seat) {
        return prepared(view);
    }
    let advised = laid(view, &steadily(view));
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

/// The melds that could be laid if it were this seat's turn, where they are all that is to be laid at once.
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

/// The melds that this action lays down; none where it is another one.
fn laid(view: &View<'_>, action: &Action) -> Vec<Meld> {
    let Action::Down(melds) = action else { return Vec::new() };
    let rules = &view.contract_rules().melds;
    melds.iter().filter_map(|meld| Meld::new(meld, rules, Stage::First).ok()).collect()
}

/// Has the seat a contract that it has not laid?
fn has_contract(view: &View<'_>) -> bool {
    view.rules.has_contracts() && view.table.seat(view.seat).down == Down::No
}

/// Which kinds of melds are worth beginning.
fn wanted(view: &View<'_>) -> Vec<MeldKind> {
    let solver = view.lay_down_solver();
    match has_contract(view) {
        // What one run of several suits has no use for goes with nothing else.
        true if view.contract_rules().melds.run_suits.is_mixed() => Vec::new(),
        true => solver.problem().contract.elements.iter().map(|element| element.kind).collect(),
        false if view.contract_rules().melds.set_min == MeldRules::NO_SETS => vec![MeldKind::Run],
        false => vec![MeldKind::Set, MeldKind::Run],
    }
}

/// The melds that the hand is on the way to, with the cards that would have to come, after these, which
/// are laid in any case.
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
    // What goes down at once is all of it, also where it stands for several melds of the contract.
    let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
    let others = match (open.is_empty(), placed.is_empty()) {
        (true, _) => None,
        (_, false) if at_once => None,
        (_, true) => {
            let values = &view.contract_rules().values;
            let ready = solver.best(&hand, view.lay_down_leave(), values);
            ready.map(|found| found.melds.to_vec()).or_else(|| nearest(view, &solver, &hand))
        }
        _ => nearest(view, &solver, &hand),
    };
    placed.extend(into_elements(view, &mut open, others.unwrap_or_default()));
    placed.short_sort_by_key(|(element, _)| element.unwrap_or(usize::MAX));
    placed
}

/// Where a hand needs sequences to be declared: the groups of a shortest way there, without the card
/// that it is advised to throw. None where no groups lead there.
fn declared(view: &View<'_>, advice: Option<&Action>) -> Option<Vec<Meld>> {
    let deal = view.table.deal_rules(view.rules);
    let needs = deal.sequences.as_ref()?;
    let unseen = view.unseen();
    let mut hand = *view.hand;
    if let Some(Action::Discard { card, .. }) = advice {
        hand.remove(*card);
    }
    // As few cards as may be are left over, rather those of the hand than those that would have to come.
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
        // A wild card where nothing else would do.
        faces.short_sort_by_key(|card| (deal.melds.is_wild(*card), Reverse(unseen.count(*card))));
        let card = faces.into_iter().find(nearer)?;
        hand.add(card);
        worth[card.index()] = COMES;
        missing = distance(&hand)?;
    }
    let found = needs.cheapest(&hand, &deal.melds, &worth);
    (!found.melds.is_empty()).then_some(found.melds)
}

/// A meld that the hand holds.
fn any_meld(view: &View<'_>, hand: &Cards) -> Option<Meld> {
    let deal = view.contract_rules();
    let sizes = [(MeldKind::Run, deal.melds.run_min), (MeldKind::Set, deal.melds.set_min)];
    let mut sizes = sizes.into_iter().filter(|(_, size)| *size != MeldRules::NO_SETS);
    sizes.find_map(|(kind, size)| {
        let solver = view.lay_down_solver().with_contract(Contract::single(kind, size));
        solver.best(hand, Leave::ANY, &deal.values)?.melds.first().copied()
    })
}

/// The melds of a shortest way to this contract: cards that bring the hand nearer are added, those first
/// of which most are unseen, until it is ready.
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
        // Where wilds must lie apart, a hand may seem nearer by a card than it is: then by another.
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
    // Runs round the corner can be very many where they may be longer than the contract's.
    let rules = solver.problem().rules;
    let round = deal.melds.ace == AceMode::Corner && rules.runs == SizeRule::AtLeast;
    let sizes = LayDownRules { sets: SizeRule::Exact, runs: SizeRule::Exact, ..rules };
    let found = match round && !deal.whole_hand {
        true => Solver::new(Problem::new(
            solver.problem().melds,
            sizes,
            solver.problem().contract.clone(),
        ))
        .with_laid_earlier(solver.problem().laid_earlier.clone())
        .best(&more, Leave::ANY, &deal.values),
        false => solver.best(&more, Leave::ANY, &deal.values),
    };
    found.map(|found| found.melds.to_vec())
}

/// Of the cards that help, the one that is likeliest to come; a wild where nothing else would do.
fn likeliest(view: &View<'_>, useful: Faces, unseen: &Cards) -> Option<Card> {
    let rules = &view.contract_rules().melds;
    let naturals = (useful & Faces::NATURALS).iter();
    let natural = naturals.max_by_key(|card| (unseen.count(*card), Reverse(card.index())));
    natural.or_else(|| {
        let wilds = Card::all().filter(|card| rules.is_wild(*card));
        wilds.filter(|_| useful.has(JOKER)).max_by_key(|card| unseen.count(*card))
    })
}

/// Which open element of the contract each meld fills: of one kind the longest the largest.
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
