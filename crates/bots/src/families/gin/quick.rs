//! Fast playout policy: takes what improves its hand, discards its most expensive card without company, and
//! goes out according to its plan.

use upcard_cards::{Card, Cards, RANKS, SUITS, ShortSort};
use upcard_engine::{Action, DealRules, View};

use super::hand::goes_out;
use super::last_turns;
use crate::bot::fallback;
use crate::families::policy::{self, Policy};
use crate::hands::{with, without};
use crate::measure;
use crate::plays;

/// A player's knocking threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Maximum deadwood to knock with; a number above the game's limit means to knock as soon as that is
    /// allowed.
    pub(super) knocks_with: u8,
}

impl Plan {
    /// Knocks as soon as that is allowed.
    pub(super) const AT_ONCE: Plan = Plan { knocks_with: u8::MAX };
}

/// The quick answer. Legal, except under rules that it does not know.
pub(super) fn answer(view: &View<'_>, plan: Plan) -> Action {
    policy::answer(plan, view)
}

impl Policy for Plan {
    fn draw(&mut self, view: &View<'_>) -> Action {
        if takes(view) { Action::Take } else { Action::Draw }
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        play(view, *self)
    }

    fn upcard(&mut self, view: &View<'_>) -> Action {
        if takes(view) { Action::Take } else { Action::Pass }
    }

    fn show(&mut self, _: &View<'_>) -> Action {
        Action::Show(Vec::new())
    }
}

/// Returns `true` if the upcard goes into a meld and leaves less deadwood.
fn takes(view: &View<'_>) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    let deal = view.table.deal_rules(view.rules);
    let last = last_turns::is_last_turn(view);
    if !last && !joins(view.hand, card, deal) {
        return false;
    }
    let (points, left) = measure::loose(deal, &with(view.hand, card));
    if !last && left.has(card) {
        return false;
    }
    let most = left.iter_counts().map(|(other, _)| i32::from(deal.values[other.index()])).max();
    let drawing = if last { last_turns::DRAW_SAVING } else { 1 };
    points as i32 - most.unwrap_or(0) + drawing <= measure::points(deal, view.hand)
        && view.allows(&Action::Take)
}

/// Returns `true` if the upcard joins other cards, or costs less than the card that would be discarded.
pub(super) fn joins_or_helps(view: &View<'_>, card: Card) -> bool {
    let deal = view.table.deal_rules(view.rules);
    let (_, left) = measure::loose(deal, view.hand);
    let value = |card: Card| deal.values[card.index()];
    let most = left.iter_counts().map(|(other, _)| value(other)).max();
    joins(view.hand, card, deal) || most.is_some_and(|most| most > value(card) + 3)
}

/// Returns `true` if a card could be in a meld with others of this hand.
fn joins(hand: &Cards, card: Card, deal: &DealRules) -> bool {
    let melds = &deal.melds;
    let Some((rank, suit)) = card.rank().zip(card.suit()) else { return true };
    if !melds.wild_faces.is_empty() || hand.jokers() > 0 {
        return true;
    }
    if hand.rank_count(rank) >= 2 {
        return true;
    }
    let at = |step: usize| hand.has(Card::natural(RANKS[(rank.index() + step) % 13], suit));
    (at(1) && (at(2) || at(12))) || (at(12) && at(11))
}

fn play(view: &View<'_>, plan: Plan) -> Action {
    let deal = view.table.deal_rules(view.rules);
    let (points, left) = measure::loose(deal, view.hand);
    let value = |card: Card| i32::from(deal.values[card.index()]);
    let taken = plays::taken(view);
    let thrown = left.iter_counts().map(|(card, _)| card).filter(|card| Some(*card) != taken);
    let costliest = thrown.max_by_key(|card| (value(*card), std::cmp::Reverse(card.index())));
    let rest = points as i32 - costliest.map_or(0, value);
    if let Some(limit) = view.knock_limit() {
        if rest <= limit.min(i32::from(plan.knocks_with))
            && let Some(card) = costliest
        {
            let best = deal.deadwood(&without(view.hand, card));
            let melds = best.melds.iter().map(|meld| meld.spec_under(&deal.melds)).collect();
            return Action::Knock { melds, discard: Some(card) };
        }
    } else if rest == 0
        && let Some(action) = goes_out(view)
    {
        return action;
    }
    let last = last_turns::is_last_turn(view);
    let mut best: Option<(f64, Card)> = None;
    for (card, _) in left.iter_counts().filter(|(card, _)| Some(*card) != taken) {
        if deal.melds.is_wild(card) {
            continue;
        }
        let companions = if last { 0.0 } else { companions(card, &left) };
        let worth = f64::from(value(card)) - 2.0 * companions;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, card));
        }
    }
    if let Some((_, card)) = best {
        return Action::Discard { card, shanghai: false };
    }
    // All cards are in melds: choose the cheapest discard.
    let cards = view.hand.iter_counts().map(|(card, _)| card);
    let mut discards = cards
        .map(|card| (measure::points(deal, &without(view.hand, card)), card))
        .collect::<Vec<_>>();
    discards.short_sort_by_key(|(points, card)| (*points, card.index()));
    let discard = plays::first_discard(view, discards.into_iter().map(|(_, card)| card));
    discard.unwrap_or_else(|| fallback(view))
}

/// Company of a card among these: the number of pairs that a third card would complete to a meld, weighted.
fn companions(card: Card, left: &Cards) -> f64 {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 0.0 };
    let mates =
        SUITS.into_iter().filter(|other| *other != suit && left.has(Card::natural(rank, *other)));
    let at = |step: usize| {
        let place = rank.index() + step;
        // From two below to two above, without wrapping round the ace.
        (2..15).contains(&place) && left.has(Card::natural(RANKS[place - 2], suit))
    };
    let near = |steps: [usize; 2]| steps.into_iter().filter(|step| at(*step)).count() as f64;
    mates.count() as f64 + 0.8 * near([1, 3]) + 0.4 * near([0, 4])
}
