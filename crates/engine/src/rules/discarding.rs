//! The discard that ends a turn, and keeping the last card where it may not be discarded.
//!
//! Clauses: S000-27, S000-44..45, X-02, S001-36..37, S002-22, S002-32, S002-42..43, BASIC-15,
//! BASIC-22, BASIC-25, PAGAT-CR-27..28, PAGAT-CR-46, SHANG-20, TAHE-03, PROG-39..40.

use upcard_cards::Card;

use crate::choices::{LastCard, WildDiscards};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::duties;

/// Judges a discard, but for the duty to lay down and for a Shanghai call.
pub(crate) fn judge(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    if !position.hand.has(card) {
        return Err(Refusal::DiscardNotInHand);
    }
    judge_any(position)?;
    judge_card(position, card)
}

/// Judges whether anything at all may be discarded, whatever the card is.
fn judge_any(position: &Position<'_>) -> Result<(), Refusal> {
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
    Ok(())
}

/// Tells each face that [`judge`] lets be discarded.
pub(crate) fn each(position: &Position<'_>, mut tell: impl FnMut(Card)) {
    if judge_any(position).is_ok() {
        position.hand.each_count(|face, _| {
            if let Some(card) = Card::from_index(face)
                && judge_card(position, card).is_ok()
            {
                tell(card);
            }
        });
    }
}

/// Judges a discard by its card alone, however many are left.
fn judge_card(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let melds = &position.deal.melds;
    let closed = match position.rules.set.choices.discarding.wilds {
        WildDiscards::Allowed => false,
        _ if position.deal.uses_no_wilds() => false,
        WildDiscards::Refused => melds.is_wild(card),
        WildDiscards::OnlyWildsLeft => {
            melds.is_wild(card)
                && position.hand.iter_counts().any(|(other, _)| !melds.is_wild(other))
        }
    };
    if closed {
        return Err(Refusal::DiscardWild);
    }
    if duties::is_taken_card(position, card) {
        return Err(Refusal::DiscardTakenCard);
    }
    Ok(())
}

/// Are all cards of the hand wilds that may not be thrown, but for one that may not go back?
fn holds_no_discard(position: &Position<'_>) -> bool {
    let refused = |(card, _)| judge_card(position, card).err();
    position.rules.set.choices.discarding.wilds != WildDiscards::Allowed
        && position.hand.iter_counts().map(refused).any(|why| why == Some(Refusal::DiscardWild))
        && position.hand.iter_counts().map(refused).all(|why| why.is_some())
}

/// Judges ending the turn without a discard, but for the duty to lay down: only where none of the
/// cards left may be discarded, or nobody discards.
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
    if stuck || position.deal.no_discard || holds_no_discard(position) {
        Ok(())
    } else {
        Err(Refusal::KeepNotAllowed)
    }
}
