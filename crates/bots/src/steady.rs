//! The steady player: counts the cards that its hand lacks and the points that it holds.
//!
//! It takes and buys what brings it nearer, lays down as soon as it can, lays off all that fits,
//! and throws the most expensive card that no shortest way needs.

use upcard_cards::{Card, Cards, Faces};
use upcard_engine::choices::LastCard;
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase, Seat, View};
use upcard_solver::{Parts, Survey};

use crate::bot::{Bot, Budget, checked, fallback, rearranged};
use crate::hidden;
use crate::objective::{Fitting, Look, Objective, SurveyCache, fits_table, naturals, open};
use crate::plays;
use crate::spread;

/// The player of [`Level::Steady`](crate::Level::Steady): counts missing cards and points.
#[derive(Clone, Default)]
pub struct Steady {
    cache: SurveyCache,
}

impl Bot for Steady {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        let action = self.answer(view);
        match view.table.phase() {
            // Plays have been judged where they were found.
            Phase::Play => rearranged(view, &action).unwrap_or(action),
            _ => checked(view, action),
        }
    }
}

impl Steady {
    /// The answer, not yet checked: legal, but for games whose terms the estimate does not know.
    pub(crate) fn answer(&mut self, view: &View<'_>) -> Action {
        if hidden::is_played(view) {
            return hidden::answer(view, hidden::STEADY);
        }
        if spread::is_played(view)
            && let Some(action) = spread::answer(view, spread::STEADY)
        {
            return action;
        }
        match view.table.phase() {
            Phase::Draw => draw(view, &mut self.cache),
            Phase::Offers { .. } => offer(view, &mut self.cache),
            Phase::Play => play(view, &mut self.cache),
            Phase::Cut { .. } => Action::Cut(aim(view)),
            Phase::Call { .. } => call(view),
            Phase::Claim { .. } => {
                let look = self.cache.look(view, view.hand, held(view), Parts::NEEDED);
                swap(view, &look.objective, &look.measure).unwrap_or(Action::Pass)
            }
            Phase::Pick { .. } => Action::Pick(1),
            Phase::Upcard { .. }
            | Phase::Show { .. }
            | Phase::Rejoin { .. }
            | Phase::Split { .. }
            | Phase::DealOver { .. }
            | Phase::MatchOver => Action::Pass,
        }
    }
}

/// The answer of a steady player without memory.
pub(crate) fn answer(view: &View<'_>) -> Action {
    Steady::default().answer(view)
}

/// Where a cut would lift exactly the cards that the deal needs.
pub(crate) fn aim(view: &View<'_>) -> u16 {
    let deal = view.table.deal_rules(view.rules);
    let needed = usize::from(deal.hand) * usize::from(view.rules.players) + 1;
    (needed * 1000 / view.rules.pack_size).min(1000) as u16
}

/// Does the seat want this card in its hand? Only for a gain that outlasts the discard: players
/// who take for less could pass cards round for ever.
pub(crate) fn wants(view: &View<'_>, card: Card, cache: &mut SurveyCache) -> bool {
    let rules = &view.contract_rules().melds;
    let cards = held(view) + 1;
    let look = cache.look(view, view.hand, cards, Parts::NONE);
    let contract = look.objective.contract;
    let distance = look.measure.shortfall();
    let near = look.objective.aims() && (contract || distance == 1);
    if near && look.helps(view.hand, card, view.rules) {
        let mut more = *view.hand;
        more.add(card);
        let then = &cache.look(view, &more, cards, Parts::NEEDED).measure;
        let stays = |c: Card| then.shortfall_without(c) < distance;
        if then.shortfall() == 0 || more.iter_counts().any(|(c, _)| c != card && stays(c)) {
            return true;
        }
    }
    let lays_off = !contract || early_offs(view);
    lays_off && (rules.is_wild(card) || fits_table(view).has(card))
}

/// May cards be laid off before the contract is laid?
fn early_offs(view: &View<'_>) -> bool {
    let seat = view.table.seat(view.seat);
    seat.qualified_to_lay_off(view.rules) != Down::No && spare(view, 0)
}

/// How many cards the seat that views holds.
fn held(view: &View<'_>) -> usize {
    usize::from(view.table.seat(view.seat).count)
}

/// After playing a card and discarding one, are there cards enough left for the contract?
fn spare(view: &View<'_>, played: usize) -> bool {
    if !view.rules.has_contracts() {
        return true;
    }
    held(view) > view.contract_rules().contract.size_of(open(view)) + played
}

fn draw(view: &View<'_>, cache: &mut SurveyCache) -> Action {
    if let Some(card) = view.table.upcard()
        && view.allows(&Action::Take)
        && wants(view, card, cache)
    {
        return Action::Take;
    }
    Action::Draw
}

/// The fewest cards that another seat holds which may go out.
pub(crate) fn nearest_rival(view: &View<'_>) -> Option<u8> {
    let others = Seat::all(view.table.players()).filter(|&seat| seat != view.seat);
    let seats = others.map(|seat| view.table.seat(seat));
    seats.filter(|seat| seat.may_go_out(view.rules)).map(|seat| seat.count).min()
}

fn offer(view: &View<'_>, cache: &mut SurveyCache) -> Action {
    let Some(card) = view.table.upcard() else { return Action::Pass };
    if !Objective::has_contract(view) || view.contract_rules().whole_hand {
        return Action::Pass;
    }
    let look = cache.look(view, view.hand, held(view) + 1, Parts::NONE);
    if !look.helps(view.hand, card, view.rules) {
        return Action::Pass;
    }
    let measure = &look.measure;
    let late = nearest_rival(view).is_some_and(|cards| cards <= 2 * measure.shortfall());
    if late { Action::Pass } else { Action::Buy }
}

fn call(view: &View<'_>) -> Action {
    let standing = view.table.opened(view.rules, view.seat);
    if standing == Down::No {
        return Action::Pass;
    }
    for meld in view.table.melds() {
        for end in [None, Some(upcard_cards::End::High)] {
            let action = Action::Call { meld: meld.id, end };
            if view.allows(&action) {
                return action;
            }
        }
    }
    Action::Pass
}

/// A swap that brings the hand nearer, or that gets rid of a card which fits nowhere else.
pub(crate) fn swap(view: &View<'_>, objective: &Objective, measure: &Survey) -> Option<Action> {
    let now = objective.contract.then_some(measure.shortfall());
    if view.table.melds().is_empty() || (now.is_none() && view.table.phase() != Phase::Play) {
        return None;
    }
    let mut table = None;
    let wanted = |card: Card, wild: Card| match now {
        Some(distance) => {
            let mut hand = *view.hand;
            hand.remove(card);
            hand.add(wild);
            objective.measure(&hand, view.rules).shortfall() < distance
        }
        None => !table.get_or_insert_with(|| fits_table(view)).has(card),
    };
    let mut found = None;
    plays::each_swap(view, wanted, |action| {
        found = Some(action);
        true
    });
    found
}

fn play(view: &View<'_>, cache: &mut SurveyCache) -> Action {
    let Look { objective, measure, .. } = cache.look(view, view.hand, held(view), Parts::NEEDED);
    let fitting = Fitting::default();
    if let Some(action) = before_discard(view, objective, measure, &fitting) {
        return action;
    }
    let action = discard(view, objective, measure, &fitting);
    if let Action::Discard { card, .. } = action {
        cache.without(view, card);
    }
    action
}

/// What is to be done before the discard, if anything.
pub(crate) fn before_discard(
    view: &View<'_>,
    objective: &Objective,
    measure: &Survey,
    fitting: &Fitting,
) -> Option<Action> {
    let laid = if objective.contract {
        plays::lay_down(view, objective, measure)
            .or_else(|| plays::lay_part(view, objective, measure))
    } else if !objective.aims() {
        None
    } else {
        plays::lay_ready(view, objective, measure)
    };
    laid.or_else(|| swap(view, objective, measure)).or_else(|| {
        let free = !view.table.turn().freed.is_empty();
        let standing = !objective.contract || free || spare(view, 1);
        let goes = standing && !strands(view, fitting);
        if goes { plays::lay_off(view, !objective.contract, fitting) } else { None }
    })
}

/// Where the last card may not be discarded: of two cards that do not both go, laying off the one
/// leaves the other, which then waits for a meld that it fits. Discarding that one and keeping the
/// card that fits goes out with the next card that does.
fn strands(view: &View<'_>, fitting: &Fitting) -> bool {
    let deal = view.contract_rules();
    if deal.last_card != LastCard::Forbidden || deal.no_discard || view.hand.len() != 2 {
        return false;
    }
    let fitting = fitting.faces(view);
    let goes = |card: Card| deal.melds.is_wild(card) || fitting.has(card);
    view.table.turn().freed.is_empty() && !view.hand.iter_counts().all(|(card, _)| goes(card))
}

/// What a card that helps is worth in points, and a missing one in cards that help.
const FREE: (f64, f64) = (1.5, 8.0);

/// What throwing a card is worth where any meld may be laid: the cards that would complete a meld
/// afterwards, and the points that are gone.
pub(crate) fn free_worth(
    view: &View<'_>,
    objective: &Objective,
    card: Card,
    to_come: &Cards,
    weights: (f64, f64),
) -> f64 {
    let mut left = *view.hand;
    left.remove(card);
    let after = objective.measure(&left, view.rules);
    let outs = f64::from(after.useful.count_in(to_come));
    let shortfall = f64::from(after.shortfall());
    (outs / (1.0 + shortfall) - weights.1 * shortfall) * weights.0
        + f64::from(view.contract_rules().values[card.index()])
}

fn free_discard(view: &View<'_>, objective: &Objective) -> Option<Action> {
    let to_come = view.rules.pack.without(view.hand);
    let mut best: Option<(f64, Action)> = None;
    for (card, _) in view.hand.iter_counts() {
        let worth = free_worth(view, objective, card, &to_come, FREE);
        let action = Action::Discard { card, shanghai: false };
        if best.as_ref().is_none_or(|(b, _)| worth > *b) && view.allows(&action) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}

fn discard(view: &View<'_>, objective: &Objective, measure: &Survey, fitting: &Fitting) -> Action {
    if !objective.contract
        && objective.aims()
        && let Some(action) = free_discard(view, objective)
    {
        return action;
    }
    let table = if objective.contract { Faces::NONE } else { fitting.faces(view) };
    let held = naturals(view.hand, view.contract_rules());
    let (needed, used) = (measure.needed, measure.used);
    let good = (used | table) - needed;
    // Those that nothing needs, those that something uses, those that all ways need; wilds last.
    let wilds = Faces::of(view.hand) - held;
    for faces in [held - good - needed, held & good, held & needed, wilds] {
        if let Some(action) = throw_costliest(view, faces) {
            return action;
        }
    }
    fallback(view)
}

/// Throws the most expensive of these cards that may go.
fn throw_costliest(view: &View<'_>, mut faces: Faces) -> Option<Action> {
    let values = &view.contract_rules().values;
    // Few are refused, so that they are not sorted.
    loop {
        let card = faces.iter().min_by_key(|card| u8::MAX - values[card.index()])?;
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            return Some(action);
        }
        faces = faces - Faces::only(card);
    }
}
