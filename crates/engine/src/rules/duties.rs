//! Obligations of a card taken from the discards: when it must be used, and when it may not be discarded.
//! Shared by several chapters.
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

/// Returns `true` if the upcard must be used in the turn in which it is taken.
pub(crate) fn must_use_upcard(rules: &Rules) -> bool {
    rules.set.choices.drawing.top_use != TopUse::Free
}

/// Validates a play against the obligations of the taken card: if the first play must use it, no other play
/// may come before.
pub(crate) fn judge_play(position: &Position<'_>, play: &Move) -> Result<(), Refusal> {
    let first = position.rules.set.choices.drawing.deep_use == DeepUse::FirstPlay;
    match position.board.turn.owed {
        Some(card) if first && !play.hand_change().0.has(card) => Err(Refusal::TakeUseFirst),
        _ => Ok(()),
    }
}

/// Refuses to play a card to a meld on the table if it must go into a new one.
pub(crate) fn judge_new_meld(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    let top = turn.drawn == Drawn::Discards(card) && turn.owed == Some(card);
    if top && position.rules.set.choices.drawing.top_use == TopUse::MustMeld {
        return Err(Refusal::TakeNewMeld);
    }
    Ok(())
}

/// Refuses to play a taken wild card anywhere but to a run of the meld's former owner, if it must go there.
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

/// Refuses to lay off a taken wild card if it must go into a new meld.
pub(crate) fn judge_freed_new(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let new = position.rules.set.choices.swapping.freed == Freed::NewMeld;
    let taken = position.board.turn.freed.has(card) && position.deal.melds.is_wild(card);
    if new && taken { Err(Refusal::OffFreedNew) } else { Ok(()) }
}

/// Returns `true` if this is the card taken from the discards and may not be discarded. With another copy in
/// hand, that one may go. A card that had to be used is on the table by then.
pub(crate) fn is_taken_card(position: &Position<'_>, card: Card) -> bool {
    !must_use_upcard(position.rules)
        && position.rules.set.choices.discarding.taken_card == May::Refused
        && position.board.turn.drawn == Drawn::Discards(card)
        && position.hand.count(card) < 2
}
