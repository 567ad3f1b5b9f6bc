//! Declaring: ending the deal by showing a whole hand in melds, and the last turns of the others.
//!
//! Clauses: T13-15..21.

use upcard_cards::{Card, Cards, Meld, MeldSpec, Stage};

use crate::action::Action;
use crate::choices::{Declares, LastTurns, LayDownMode};
use crate::compile::Rules;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::discarding;
use crate::table::Table;

/// Do melds stay in the hand until somebody ends the deal?
pub(crate) fn hidden(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// Judges a declaration: all cards of the hand in legal melds, but for the one to finish with.
pub(crate) fn judge(
    position: &Position<'_>,
    said: &[MeldSpec],
    finish: Option<Card>,
) -> Result<Move, Refusal> {
    match (position.rules.set.choices.declaring.allowed, finish) {
        (Declares::None, _) => return Err(Refusal::DeclareNotAllowed),
        (Declares::WholeHand, Some(_)) => return Err(Refusal::DeclareNoFinish),
        (Declares::AllButDiscard, None) => return Err(Refusal::DeclareFinish),
        (Declares::WholeHand, None) | (Declares::AllButDiscard, Some(_)) => {}
    }
    let mut left = position.hand;
    for card in finish.iter().chain(said.iter().flat_map(|meld| &meld.cards)) {
        if !left.remove(*card) {
            return Err(Refusal::DeclareNotInHand);
        }
    }
    let meld = |spec: &MeldSpec| {
        Meld::new(spec, &position.deal.melds, Stage::First)
            .map_err(|error| Refusal::Meld(MeldPlace::Declare, error))
    };
    let melds = said.iter().map(meld).collect::<Result<Vec<Meld>, Refusal>>()?;
    if !left.is_empty() {
        return Err(Refusal::DeclareLeftOver);
    }
    if finish.is_some_and(|card| discarding::is_taken_card(position, card)) {
        return Err(Refusal::DiscardTakenCard);
    }
    Ok(Move::Declare { melds, finish })
}

/// Lists declarations: for each card to finish with, one grouping of the others.
pub(crate) fn offers(position: &Position<'_>, all: &mut Vec<Action>) {
    let mut offer = |hand: &Cards, finish: Option<Card>| {
        if let Some(melds) = position.deal.all_in_melds(hand) {
            let melds = melds.iter().map(|meld| meld.spec_under(&position.deal.melds)).collect();
            all.push(Action::Declare { melds, finish });
        }
    };
    match position.rules.set.choices.declaring.allowed {
        Declares::None => {}
        Declares::WholeHand => offer(&position.hand, None),
        Declares::AllButDiscard => {
            for (card, _) in position.hand.iter_counts() {
                let mut kept = position.hand;
                kept.remove(card);
                offer(&kept, Some(card));
            }
        }
    }
}

/// After a turn: has a hand been declared, and has everybody had the turns that follow it?
pub(crate) fn ends_deal(table: &Table, rules: &Rules) -> bool {
    let Some(first) = table.went_out else { return false };
    match rules.set.choices.declaring.last_turns {
        LastTurns::None => true,
        LastTurns::OneEach => table.turn.seat.next(table.players) == first,
    }
}
