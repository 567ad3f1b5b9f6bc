//! The discard that ends a turn, and keeping the last card where it may not be discarded.
//!
//! Clauses: S000-27, S000-44..45, X-02, S001-36..37, S002-22, S002-32, S002-42..43, BASIC-15,
//! BASIC-22, BASIC-25, PAGAT-CR-27..28, PAGAT-CR-46, SHANG-20, TAHE-03, PROG-39..40.

use upcard_cards::Card;

use crate::choices::LastCard;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::duties;

/// Judges a discard, but for the duty to lay down and for a Shanghai call.
pub(crate) fn judge(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    if !position.hand.has(card) {
        return Err(Refusal::DiscardNotInHand);
    }
    let turn = &position.board.turn;
    if turn.owed.is_some() {
        return Err(Refusal::TakeUseFirst);
    }
    if !turn.freed.is_empty() {
        return Err(Refusal::DiscardFreedWild);
    }
    if position.deal.no_discard {
        return Err(Refusal::DiscardNoDiscard);
    }
    if position.hand.is_one_card() {
        if !position.board.seat.may_go_out(position.rules) {
            return Err(Refusal::DiscardContractUnmet);
        }
        if position.deal.last_card == LastCard::Forbidden {
            return Err(Refusal::DiscardLastCard);
        }
    }
    if duties::is_taken_card(position, card) {
        return Err(Refusal::DiscardTakenCard);
    }
    Ok(())
}

/// Judges ending the turn without a discard, but for the duty to lay down: only where the one card
/// left may not be discarded, or nobody discards.
pub(crate) fn judge_keep(position: &Position<'_>) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    if turn.owed.is_some() {
        return Err(Refusal::TakeUseFirst);
    }
    if !turn.freed.is_empty() {
        return Err(Refusal::KeepFreedWild);
    }
    let stuck = position.hand.len() == 1
        && (position.deal.last_card == LastCard::Forbidden
            || !position.board.seat.may_go_out(position.rules));
    if stuck || position.deal.no_discard { Ok(()) } else { Err(Refusal::KeepNotAllowed) }
}
