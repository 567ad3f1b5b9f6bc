//! The novice: plays what it sees.
//!
//! It keeps pairs and neighbours, takes a card that sits with two it holds unless it overlooks it,
//! lays down and lays off what it can, throws its most expensive loose card, and never buys.

use upcard_cards::{Card, Cards, RANKS, SUITS, ShortSort};
use upcard_engine::{Action, Phase, View};

use crate::bot::{Bot, Budget, checked, fallback};
use crate::hidden;
use crate::objective::{Fitting, Objective};
use crate::plays;
use crate::spread;

/// The player of [`Level::Novice`](crate::Level::Novice): plays what it sees.
pub struct Novice;

/// How many cards of the hand this card sits with: others of its rank, neighbours in its suit.
#[must_use]
pub fn company(card: Card, hand: &Cards) -> u8 {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 0 };
    let same = hand.rank_count(rank);
    let at = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], SUITS[suit.index()]);
    let near = [1, 2, 11, 12].into_iter().filter(|&step| hand.has(at(step))).count() as u8;
    same + near
}

impl Bot for Novice {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        checked(view, answer(view))
    }
}

fn answer(view: &View<'_>) -> Action {
    if hidden::is_played(view) {
        return hidden::answer(view, hidden::NOVICE);
    }
    if spread::is_played(view)
        && let Some(action) = spread::answer(view, spread::NOVICE)
    {
        return action;
    }
    let rules = &view.contract_rules().melds;
    match view.table.phase() {
        Phase::Draw => {
            let wanted = view
                .table
                .upcard()
                .is_some_and(|card| rules.is_wild(card) || company(card, view.hand) >= 2);
            // It overlooks one card in five; so novices never pass cards round for ever.
            let seen = !view.table.decision().is_multiple_of(5);
            if wanted && seen && view.allows(&Action::Take) { Action::Take } else { Action::Draw }
        }
        Phase::Cut { .. } => Action::Cut(500),
        Phase::Pick { .. } => Action::Pick(1),
        Phase::Play => play(view),
        _ => Action::Pass,
    }
}

fn play(view: &View<'_>) -> Action {
    let objective = Objective::of(view, view.hand.len());
    let measure = objective.measure(view.hand, view.rules);
    let laid = if objective.contract {
        plays::lay_down(view, &objective, &measure)
            .or_else(|| plays::lay_part(view, &objective, &measure))
    } else {
        plays::lay_ready(view, &objective, &measure)
    };
    let forced = !view.table.turn().freed.is_empty();
    let off = || {
        if objective.contract && !forced {
            None
        } else {
            plays::lay_off(view, true, &Fitting::default())
        }
    };
    if let Some(action) = laid.or_else(off) {
        return action;
    }
    let rules = &view.contract_rules().melds;
    let mut cards: Vec<Card> = view.hand.iter_counts().map(|(card, _)| card).collect();
    cards.short_sort_by_key(|&card| {
        let points = view.contract_rules().values[card.index()];
        (rules.is_wild(card), company(card, view.hand) > 1, u8::MAX - points)
    });
    let discards = cards.into_iter().map(|card| Action::Discard { card, shanghai: false });
    discards.into_iter().find(|action| view.allows(action)).unwrap_or_else(|| fallback(view))
}
