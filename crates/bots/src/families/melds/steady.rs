//! The steady player for melds on the table: counts the cards that its hand lacks and the points that it
//! holds.
//!
//! It takes and buys what brings it nearer, lays down as soon as it can, lays off all that fits, and discards
//! the most expensive card that no shortest way needs.

use upcard_cards::{Card, Cards, Faces};
use upcard_engine::choices::WhoScores;
use upcard_engine::table::Down;
use upcard_engine::{Action, View};
use upcard_solver::{Parts, Survey};

use super::go_out_at_once;
use crate::bot::fallback;
use crate::families::policy::{self, Policy};
use crate::hands::{with, without};
use crate::laying::{before_discard, held, spare, swap};
use crate::objective::{CachedSurvey, Fitting, Objective, SurveyCache, fits_table, naturals};
use crate::outlook::rival_may_go_out;
use crate::plays;

pub(crate) fn answer(view: &View<'_>, cache: &mut SurveyCache) -> Action {
    policy::answer(Steady(cache), view)
}

struct Steady<'c>(&'c mut SurveyCache);

impl Policy for Steady<'_> {
    fn draw(&mut self, view: &View<'_>) -> Action {
        if let Some(card) = view.table.upcard()
            && view.allows(&Action::Take)
            && wants(view, card, self.0)
        {
            return Action::Take;
        }
        Action::Draw
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        let CachedSurvey { objective, measure, .. } =
            self.0.cached_survey(view, view.hand, held(view), Parts::NEEDED);
        let fitting = Fitting::default();
        if let Some(action) = before_discard(view, objective, measure, &fitting) {
            return action;
        }
        let action = discard(view, objective, measure, &fitting);
        if let Action::Discard { card, .. } = action {
            self.0.without(view, card);
        }
        action
    }

    fn offer(&mut self, view: &View<'_>) -> Action {
        let Some(card) = view.table.upcard() else { return Action::Pass };
        if !Objective::has_contract(view) || view.contract_rules().whole_hand {
            return Action::Pass;
        }
        let look = self.0.cached_survey(view, view.hand, held(view) + 1, Parts::NONE);
        if !look.helps(view.hand, card, view.rules) {
            return Action::Pass;
        }
        // A card that completes the contract is bought: it is laid in the next turn.
        let shortfall = look.measure.shortfall();
        let late = shortfall > 1 && rival_may_go_out(view, shortfall);
        if late { Action::Pass } else { Action::Buy }
    }

    fn cut(&mut self, view: &View<'_>) -> Action {
        Action::Cut(best_cut(view))
    }

    fn call(&mut self, view: &View<'_>) -> Action {
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

    fn claim(&mut self, view: &View<'_>) -> Action {
        let look = self.0.cached_survey(view, view.hand, held(view), Parts::NEEDED);
        swap(view, &look.objective, &look.measure).unwrap_or(Action::Pass)
    }
}

/// The cut that lifts exactly the cards that the deal needs.
fn best_cut(view: &View<'_>) -> u16 {
    let deal = view.table.deal_rules(view.rules);
    let needed = usize::from(deal.hand) * usize::from(view.rules.players) + 1;
    (needed * 1000 / view.rules.pack_size).min(1000) as u16
}

/// Returns `true` if the seat wants this card in its hand, for a gain that outlasts the discard: players who
/// take for less could pass cards round for ever.
pub(crate) fn wants(view: &View<'_>, card: Card, cache: &mut SurveyCache) -> bool {
    if go_out_at_once::applies(view) {
        return go_out_at_once::takes(view, card);
    }
    let rules = &view.contract_rules().melds;
    let cards = held(view) + 1;
    let look = cache.cached_survey(view, view.hand, cards, Parts::NONE);
    let contract = look.objective.contract;
    let distance = look.measure.shortfall();
    let near = look.objective.has_aim() && (contract || distance == 1);
    if near && look.helps(view.hand, card, view.rules) {
        let more = with(view.hand, card);
        let then = &cache.cached_survey(view, &more, cards, Parts::NEEDED).measure;
        let stays = |c: Card| then.shortfall_without(c) < distance;
        if then.shortfall() == 0 || more.iter_counts().any(|(c, _)| c != card && stays(c)) {
            return true;
        }
    }
    let lays_off = !contract || allows_early_lay_offs(view);
    lays_off && (rules.is_wild(card) || fits_table(view).has(card))
}

/// Returns `true` if cards may be laid off before the contract is laid.
fn allows_early_lay_offs(view: &View<'_>) -> bool {
    let seat = view.table.seat(view.seat);
    seat.qualified_to_lay_off(view.rules) != Down::No && spare(view, 0)
}

/// Value of an out in points, and of a missing card in outs.
const FREE_WEIGHTS: (f64, f64) = (1.5, 8.0);

/// Value of a discard in free-meld games: the cards that would complete a meld afterwards, and the points
/// shed.
pub(crate) fn free_worth(
    view: &View<'_>,
    objective: &Objective,
    card: Card,
    to_come: &Cards,
    weights: (f64, f64),
) -> f64 {
    let left = without(view.hand, card);
    let after = objective.measure(&left, view.rules);
    // With two packs there are twice as many outs among twice as many cards. If shown melds score for their
    // owner, the uncorrected number has worked as well at large tables.
    let shown = view.rules.set.choices.scoring.who == WhoScores::ShownMinusHand;
    let copies = if shown { 1 } else { view.rules.pack.count(card).max(1) };
    let outs = f64::from(after.useful.count_in(to_come)) / f64::from(copies);
    let shortfall = f64::from(after.shortfall());
    (outs / (1.0 + shortfall) - weights.1 * shortfall) * weights.0
        + f64::from(view.contract_rules().values[card.index()])
}

fn free_discard(view: &View<'_>, objective: &Objective) -> Option<Action> {
    let to_come = view.rules.pack.without(view.hand);
    let worth = |card| free_worth(view, objective, card, &to_come, FREE_WEIGHTS);
    plays::cheapest_discard(view, |card| -worth(card))
}

/// The discard that leaves the hand nearest to going out at once; a wild only if nothing else is legal.
fn nearest_to_out(view: &View<'_>, objective: &Objective) -> Option<Action> {
    plays::cheapest_discard(view, |card| {
        let cost = go_out_at_once::cost(view, objective, &without(view.hand, card));
        (view.contract_rules().melds.is_wild(card), cost)
    })
}

fn discard(view: &View<'_>, objective: &Objective, measure: &Survey, fitting: &Fitting) -> Action {
    if go_out_at_once::applies(view)
        && let Some(action) = nearest_to_out(view, objective)
    {
        return action;
    }
    if !objective.contract
        && objective.has_aim()
        && !objective.needs_points()
        && let Some(action) = free_discard(view, objective)
    {
        return action;
    }
    let table = if objective.contract { Faces::NONE } else { fitting.faces(view) };
    let held = naturals(view.hand, view.contract_rules());
    let (needed, used) = (measure.needed, measure.used);
    let good = (used | table) - needed;
    // First unneeded cards, then those that some way uses, then those that all ways need; wilds last.
    let wilds = Faces::of(view.hand) - held;
    // If the whole hand goes down without wilds, none may stay.
    let idle = objective.contract && view.contract_rules().uses_no_wilds();
    let first = if idle { wilds } else { Faces::NONE };
    for faces in [first, held - good - needed, held & good, held & needed, wilds] {
        if let Some(action) = discard_costliest(view, faces) {
            return action;
        }
    }
    fallback(view)
}

/// Discards the most expensive of these cards that is legal.
fn discard_costliest(view: &View<'_>, mut faces: Faces) -> Option<Action> {
    let values = &view.contract_rules().values;
    // Refusals are rare, so sorting would not pay.
    loop {
        let card = faces.iter().min_by_key(|card| u8::MAX - values[card.index()])?;
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            return Some(action);
        }
        faces = faces - Faces::only(card);
    }
}
