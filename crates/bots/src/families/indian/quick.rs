//! Fast playout policy: takes what brings the hand nearer, discards the most expensive card without company
//! that keeps the distance, and declares as soon as possible.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, MAX_PLAYERS, View};

use crate::bot::fallback;
use crate::families::policy::{self, Policy};
use crate::hands::{companions, with, without};
use crate::measure::{self, is_within};
use crate::plays;

/// Distances of the players' hands in a playout, updated incrementally: a card drawn or discarded changes the
/// distance by at most one.
#[derive(Default)]
pub(super) struct Distances([Option<(Cards, u8)>; MAX_PLAYERS]);

impl Distances {
    fn of(&mut self, view: &View<'_>) -> u8 {
        let deal = view.table.deal_rules(view.rules);
        let known = &mut self.0[view.seat.index()];
        let found = match known {
            Some((hand, distance)) if hand == view.hand => *distance,
            Some((hand, known)) if view.hand.minus(hand).is_some_and(|more| more.len() == 1) => {
                let nearer = known.checked_sub(1);
                nearer.filter(|nearer| is_within(deal, view.hand, *nearer)).unwrap_or(*known)
            }
            _ => measure::distance(deal, view.hand),
        };
        *known = Some((*view.hand, found));
        found
    }
}

impl Policy for &mut Distances {
    fn draw(&mut self, view: &View<'_>) -> Action {
        if takes(view, self) { Action::Take } else { Action::Draw }
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        play(view, self)
    }

    fn show(&mut self, _: &View<'_>) -> Action {
        Action::Show(Vec::new())
    }

    fn rejoin(&mut self, _: &View<'_>) -> Action {
        Action::Rejoin
    }

    fn split(&mut self, _: &View<'_>) -> Action {
        Action::PlayOn
    }
}

pub(super) fn answer(view: &View<'_>, distances: &mut Distances) -> Action {
    policy::answer(distances, view)
}

/// Returns `true` if the upcard brings the hand nearer.
pub(super) fn takes(view: &View<'_>, distances: &mut Distances) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    let deal = view.table.deal_rules(view.rules);
    let nearer = distances.of(view).checked_sub(1);
    nearer.is_some_and(|nearer| is_within(deal, &with(view.hand, card), nearer))
        && view.allows(&Action::Take)
}

fn play(view: &View<'_>, distances: &mut Distances) -> Action {
    let deal = view.table.deal_rules(view.rules);
    let now = distances.of(view);
    if now == 0
        && let Some(action) = declaration(view)
    {
        return action;
    }
    let cost = |card: Card| {
        2 * i32::from(companions(card, view.hand)) - i32::from(deal.values[card.index()])
    };
    let cards = view.hand.iter_counts().map(|(card, _)| card);
    let mut cards: ArrayVec<(i32, Card), 53> = cards
        .filter(|card| Some(*card) != plays::taken(view) && !deal.melds.is_wild(*card))
        .map(|card| (cost(card), card))
        .collect();
    cards.short_sort_by_key(|(cost, card)| (*cost, card.index()));
    let keeps = |card: &Card| is_within(deal, &without(view.hand, *card), now);
    let cards = || cards.iter().map(|(_, card)| *card);
    if let Some(card) = cards().find(keeps) {
        distances.0[view.seat.index()] = Some((without(view.hand, card), now));
        return Action::Discard { card, shanghai: false };
    }
    let any = cards().next().map(|card| Action::Discard { card, shanghai: false });
    any.unwrap_or_else(|| fallback(view))
}

/// A declaration of the hand, if it is complete.
fn declaration(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let cards = view.hand.iter_counts().map(|(card, _)| card);
    cards.filter(|card| Some(*card) != plays::taken(view)).find_map(|card| {
        let melds = deal.all_in_melds(&without(view.hand, card))?;
        let melds = melds.iter().map(|meld| meld.spec_under(&deal.melds)).collect();
        Some(Action::Declare { melds, finish: Some(card) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::rules;
    use upcard_cards::JOKER;
    use upcard_engine::Game;
    use upcard_engine::chance::Chance;

    /// Plays deals by quick answers alone.
    #[test]
    fn incremental_distances_equal_recomputed_ones() {
        let rules = rules("points-rummy", 3, &[]);
        let mut declared = 0;
        for number in 0..6 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
            let mut distances = Distances::default();
            game.next_deal(&mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(seat);
                let deal = view.table.deal_rules(view.rules);
                let now = measure::distance(deal, view.hand);
                assert_eq!(distances.of(&view), now, "{}", view.hand);
                for (card, _) in view.hand.iter_counts() {
                    let other = with(&without(view.hand, card), JOKER);
                    let found = measure::distance_near(deal, &other, now);
                    assert_eq!(found, measure::distance(deal, &other));
                }
                let action = answer(&view, &mut distances);
                declared += usize::from(matches!(action, Action::Declare { .. }));
                game.act(seat, &action, &mut ()).expect("a legal answer");
            }
        }
        assert!(declared > 3, "{declared}");
    }
}
