//! Baseline policy from the literature: minimal deadwood, and knocking as soon as possible.

use gin_rummy_engine::gin_rummy::{Card, Hand, best_melds, deadwood};
use gin_rummy_engine::{DrawAction, Layoff, Strategy, TurnAction, UpcardAction, View};

/// Takes the upcard if that lowers the deadwood, discards to minimize deadwood (the highest card among
/// equals), and knocks as soon as it may.
pub struct Paper;

/// The discard that leaves the least deadwood, and that deadwood.
fn shed(hand: Hand, kept: Option<Card>) -> Option<(Card, u8)> {
    let cards = hand.iter().filter(|card| Some(*card) != kept);
    let each = cards.map(|card| (card, deadwood(hand - card.into())));
    each.min_by_key(|(card, rest)| (*rest, u8::MAX - card.rank.deadwood()))
}

fn improves(view: &View<'_>) -> bool {
    let Some(top) = view.upcard() else { return false };
    let with = view.hand() | top.into();
    shed(with, Some(top)).is_some_and(|(_, rest)| rest < view.deadwood())
}

impl Strategy for Paper {
    fn offer_upcard(&mut self, view: &View<'_>) -> UpcardAction {
        if improves(view) { UpcardAction::Take } else { UpcardAction::Pass }
    }

    fn choose_draw(&mut self, view: &View<'_>) -> DrawAction {
        if improves(view) { DrawAction::TakeDiscard } else { DrawAction::Stock }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        let (discard, rest) = shed(view.hand(), view.taken_discard()).expect("eleven cards");
        if rest <= view.knock_limit() {
            TurnAction::Knock { discard, melds: best_melds(view.hand() - discard.into()) }
        } else {
            TurnAction::Discard(discard)
        }
    }

    fn choose_layoff(&mut self, _: &View<'_>) -> Option<Layoff> {
        None
    }
}
