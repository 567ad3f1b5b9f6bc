//! Candidate plays of a turn, found by the solver and judged by the engine.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Elements, End, Faces, Meld, ShortSort};
use upcard_engine::choices::{LastCard, LayDownMode, Rearrange, Slide};
use upcard_engine::table::{Down, Drawn};
use upcard_engine::{Action, Change, Refusal, View};
use upcard_solver::{Goal, LayDown, Rearranging, Solver, Survey};

use crate::objective::{Fitting, Objective, fits, freeing_faces, has_wilds, naturals, open};

fn to_action(view: &View<'_>, lay_down: &LayDown) -> Action {
    let rules = &view.contract_rules().melds;
    Action::Down(lay_down.melds.iter().map(|meld| meld.spec_under(rules)).collect())
}

/// Visits the legal lay-downs of this goal that a quick search finds, each in its largest form first; stops
/// at the first that the visitor accepts.
fn each_lay_down(view: &View<'_>, goal: &Goal<'_>, mut wants: impl FnMut(Action) -> bool) {
    let deal = view.contract_rules();
    let stay = usize::from(deal.last_card == LastCard::Required);
    let hand = match goal {
        Goal::Nearest(_) => deal.usable_in_one_meld(view.hand),
        _ => *view.hand,
    };
    for found in goal.lay_downs(&hand, &view.contract_rules().values) {
        let grown = found.grown(&deal.solver, &hand, stay);
        let plain = (grown != found).then(|| to_action(view, &found));
        for action in [to_action(view, &grown)].into_iter().chain(plain) {
            if view.allows(&action) && wants(action) {
                return;
            }
        }
    }
}

/// The card taken from the discard pile in this turn.
pub(crate) fn taken(view: &View<'_>) -> Option<Card> {
    match view.table.turn().drawn {
        Drawn::Discards(card) => Some(card),
        _ => None,
    }
}

/// The first of these cards that may be discarded.
pub(crate) fn first_discard(
    view: &View<'_>,
    cards: impl IntoIterator<Item = Card>,
) -> Option<Action> {
    let mut discards = cards.into_iter().map(|card| Action::Discard { card, shanghai: false });
    discards.find(|action| view.allows(action))
}

/// The legal discard of the lowest cost, the first of equals.
pub(crate) fn cheapest_discard<C: PartialOrd>(
    view: &View<'_>,
    cost: impl Fn(Card) -> C,
) -> Option<Action> {
    let mut best: Option<(C, Action)> = None;
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        let cost = cost(card);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) && view.allows(&action) {
            best = Some((cost, action));
        }
    }
    best.map(|(_, action)| action)
}

/// Some lay-downs of a ready hand, the one with the most points in naturals first.
pub(crate) fn lay_downs(view: &View<'_>, objective: &Objective) -> Vec<Action> {
    let mut all = Vec::new();
    if objective.needs_points() {
        all = view.first_lay_downs();
    } else if let Some(goal) = objective.goal(view.rules) {
        each_lay_down(view, &goal, |action| {
            if !all.contains(&action) {
                all.push(action);
            }
            false
        });
    }
    all
}

/// Lays down the seat's aim, if the hand is ready for it.
pub(crate) fn lay_ready(
    view: &View<'_>,
    objective: &Objective,
    measure: &Survey,
) -> Option<Action> {
    if objective.needs_points() {
        let all = || view.first_lay_downs().into_iter();
        return (measure.shortfall() == 0).then(|| all().next()).flatten();
    }
    let goal = objective.goal(view.rules).filter(|_| measure.shortfall() == 0)?;
    let mut found = None;
    each_lay_down(view, &goal, |action| {
        found = Some(action);
        true
    });
    found
}

/// Lays down the contract or a part of it, or else the seat's aim, if the hand is ready for it.
pub(crate) fn lay(view: &View<'_>, objective: &Objective, measure: &Survey) -> Option<Action> {
    if objective.contract {
        lay_down(view, objective, measure).or_else(|| lay_part(view, objective, measure))
    } else {
        lay_ready(view, objective, measure)
    }
}

fn lay_down(view: &View<'_>, objective: &Objective, measure: &Survey) -> Option<Action> {
    if measure.shortfall() > 0 {
        return None;
    }
    if let Some(action) = lay_ready(view, objective, measure) {
        return Some(action);
    }
    if view.rules.set.choices.laying_down.mode != LayDownMode::AtOnce {
        return None;
    }
    // Falls back to the exact search.
    let solver = view.lay_down_solver();
    let deal = view.contract_rules();
    let best = |solver: &Solver| solver.best(view.hand, view.lay_down_remainder(), &deal.values);
    let found = best(&solver).or_else(|| best(deal.alternative.as_ref()?))?;
    let action = to_action(view, &found);
    view.allows(&action).then_some(action)
}

/// If a contract may be laid in parts: a part that is ready without wilds and whose laying does not put the
/// rest further away.
fn lay_part(view: &View<'_>, objective: &Objective, measure: &Survey) -> Option<Action> {
    if view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce || !objective.contract {
        return None;
    }
    let deal = view.contract_rules();
    let open = open(view);
    for element in open.iter().map(Elements::only) {
        let part = deal.solver.part(element);
        let found = part.survey(&part.state(view.hand));
        if found.shortfall() > 0 || found.missing > 0 {
            continue;
        }
        let others = open.without(element);
        let rest = deal.solver.part(others);
        for lay_down in Goal::Contract(part).lay_downs(view.hand, &view.contract_rules().values) {
            let left = lay_down.left(view.hand);
            let after = match others.is_empty() {
                true => Some(0),
                false => rest.distance(&rest.state(&left)),
            };
            let action = to_action(view, &lay_down);
            if after.is_some_and(|after| after <= measure.shortfall()) && view.allows(&action) {
                return Some(action);
            }
        }
    }
    None
}

/// A legal lay-off or slide of this card.
fn legal_lay_off(view: &View<'_>, card: Card) -> Option<Action> {
    let deal = view.contract_rules();
    let wild = deal.melds.is_wild(card);
    let slides = view.rules.set.choices.wilds.slide != Slide::None;
    let legal = |action: &Action| view.allows(action);
    for meld in view.table.melds() {
        if wild || fits(meld, deal).has(card) {
            for end in [None, Some(End::High), Some(End::Low)] {
                let action = Action::Off { meld: meld.id, card, end };
                match view.judge(&action) {
                    Ok(_) => return Some(action),
                    Err(Refusal::OffWhichEnd) => {}
                    Err(_) => break,
                }
            }
        }
        if slides && !wild && freeing_faces(meld, deal).has(card) {
            let each = [End::High, End::Low].map(|to| Action::Slide { meld: meld.id, card, to });
            if let Some(action) = each.into_iter().find(legal) {
                return Some(action);
            }
        }
    }
    None
}

/// The best lay-off: the most expensive natural; a wild last, unless it must be played.
pub(crate) fn lay_off(view: &View<'_>, wilds: bool, fitting: &Fitting) -> Option<Action> {
    if view.table.melds().is_empty() || !view.may_lay_off() {
        return None;
    }
    let rules = &view.contract_rules().melds;
    let slides = view.rules.set.choices.wilds.slide != Slide::None;
    let held = naturals(view.hand, view.contract_rules());
    let fitting = if slides { Faces::NATURALS } else { fitting.faces(view) };
    let costliest = |mut cards: ArrayVec<Card, 53>| {
        cards.short_sort_by_key(|card| u8::MAX - view.contract_rules().values[card.index()]);
        cards.into_iter().find_map(|card| legal_lay_off(view, card))
    };
    let natural = costliest((held & fitting).iter().collect());
    if natural.is_some() {
        return natural;
    }
    let may = |card: &Card| rules.is_wild(*card) && (wilds || view.table.turn().freed.has(*card));
    costliest(view.hand.iter_counts().map(|(card, _)| card).filter(may).collect())
}

/// Visits the legal swaps of this hand for which `wanted` accepts the card and the wild that it frees.
pub(crate) fn each_swap(
    view: &View<'_>,
    mut wanted: impl FnMut(Card, Card) -> bool,
    mut visit: impl FnMut(Action) -> bool,
) {
    if !view.may_swap() {
        return;
    }
    let deal = view.contract_rules();
    for meld in view.table.melds().iter().filter(|meld| has_wilds(meld, deal)) {
        for card in (freeing_faces(meld, deal) & Faces::of(view.hand)).iter() {
            for (_, wild) in meld.meld.wilds_for(card, &deal.melds) {
                if !wanted(card, wild) {
                    continue;
                }
                for end in [None, Some(End::Low)] {
                    let action = Action::Swap { meld: meld.id, card, wild: Some(wild), end };
                    if view.allows(&action) {
                        if visit(action) {
                            return;
                        }
                        break;
                    }
                }
            }
        }
    }
}

/// State limit of the search for a rearrangement: some milliseconds at most.
const MAX_REARRANGE_STATES: u32 = 20_000;

/// If the game allows it: the rearrangement of the table that plays as many points of the hand as possible.
pub(crate) fn rearrange(view: &View<'_>) -> Option<Action> {
    let choices = &view.rules.set.choices.rearranging;
    let seat = view.table.seat(view.seat);
    if choices.allowed == Rearrange::Never || seat.down == Down::No || view.hand.is_empty() {
        return None;
    }
    let deal = view.contract_rules();
    // Cards without points are to be played as well.
    let value: [u8; 53] =
        std::array::from_fn(|i| view.contract_rules().values[i].saturating_add(1));
    let keep = u8::from(deal.last_card == LastCard::Required);
    let search =
        Rearranging { rules: &deal.melds, value: &value, keep, budget: MAX_REARRANGE_STATES };
    let table: Vec<Meld> = view.table.melds().iter().map(|m| m.meld).collect();
    let found = search.best(&table, view.hand)?;
    let mut changes = Vec::new();
    let mut kept = vec![false; table.len()];
    for (old, meld) in &found.melds {
        let id = old.and_then(|at| {
            *kept.get_mut(at)? = true;
            Some(view.table.melds().get(at)?.id)
        });
        if old.and_then(|at| table.get(at)) != Some(meld) {
            changes.push(Change { meld: id, now: Some(meld.spec()) });
        }
    }
    let gone = view.table.melds().iter().zip(&kept).filter(|(_, kept)| !**kept);
    changes.extend(gone.map(|(meld, _)| Change { meld: Some(meld.id), now: None }));
    let action = Action::Arrange(changes);
    view.allows(&action).then_some(action)
}
