//! What a card taken from the discards obliges to: where it must be used, and where it may not go
//! back. Several chapters ask.
//!
//! Clauses: S000-27, S001-36..37, S002-22, BASIC-18, R500-21..25, R500-42, R500-V05.

use upcard_cards::{Card, Meld};

use crate::choices::{DeepUse, Freed, May, TopUse};
use crate::compile::Rules;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::Drawn;

/// Must the upcard be used in the turn in which it is taken?
pub(crate) fn top_obliges(rules: &Rules) -> bool {
    rules.set.choices.drawing.top_use != TopUse::Free
}

/// Judges a play by what the taken card obliges to: where the first play has to use it, no other
/// may come before.
pub(crate) fn judge_play(position: &Position<'_>, play: &Move) -> Result<(), Refusal> {
    let first = position.rules.set.choices.drawing.deep_use == DeepUse::FirstPlay;
    match position.board.turn.owed {
        Some(card) if first && !play.hand_change().0.has(card) => Err(Refusal::TakeUseFirst),
        _ => Ok(()),
    }
}

/// Refuses to play a card to a meld that lies on the table, where it has to go into a new one.
pub(crate) fn judge_new_meld(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    let top = turn.drawn == Drawn::Discards(card) && turn.owed == Some(card);
    if top && position.rules.set.choices.drawing.top_use == TopUse::MustMeld {
        return Err(Refusal::TakeNewMeld);
    }
    Ok(())
}

/// Refuses to play a wild that was taken from a meld elsewhere than to a run of the seat that owned it,
/// where it has to go there.
pub(crate) fn judge_owner(
    position: &Position<'_>,
    card: Card,
    owner: Seat,
    meld: &Meld,
    refusal: Refusal,
) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    let Some(seat) = turn.freed_of else { return Ok(()) };
    let taken = turn.freed.has(card) && position.deal.melds.is_wild(card);
    let there = seat == owner && matches!(meld, Meld::Run(_));
    if taken && !there { Err(refusal) } else { Ok(()) }
}

/// Refuses to lay off a wild that was taken from a meld, where it has to go into a new one.
pub(crate) fn judge_freed_new(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let new = position.rules.set.choices.swapping.freed == Freed::NewMeld;
    let taken = position.board.turn.freed.has(card) && position.deal.melds.is_wild(card);
    if new && taken { Err(Refusal::OffFreedNew) } else { Ok(()) }
}

/// Is this the card taken from the discards, which may not go back? Copies count: with another
/// one in hand, it is the other that goes. A card that had to be used lies on the table by then.
pub(crate) fn is_taken_card(position: &Position<'_>, card: Card) -> bool {
    !top_obliges(position.rules)
        && position.rules.set.choices.discarding.taken_card == May::Refused
        && position.board.turn.drawn == Drawn::Discards(card)
        && position.hand.count(card) < 2
}
