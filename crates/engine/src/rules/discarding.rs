//! The discard that ends a turn, and keeping the last card if it may not be discarded.
//!
//! Clauses: S000-27, S000-44..45, X-02, S001-36..37, S002-22, S002-32, S002-42..43, BASIC-15,
//! BASIC-22, BASIC-25, PAGAT-CR-27..28, PAGAT-CR-46, SHANG-20, TAHE-03, PROG-39..40.

use upcard_cards::{Card, Faces};

use crate::choices::{LastCard, WildDiscards};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{duties, laying_down};
use crate::table::Drawn;

/// Validates a discard, except for the duty to lay down and Shanghai calls.
pub(crate) fn judge(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    if !position.hand.has(card) {
        return Err(Refusal::DiscardNotInHand);
    }
    judge_any(position)?;
    judge_card(position, card)
}

/// Checks whether any discard is allowed, regardless of the card.
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
    if laying_down::must_go_out(position) && position.hand.len() > 1 {
        return Err(Refusal::DownSameTurn);
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

/// The faces that [`judge`] accepts.
pub(crate) fn open(position: &Position<'_>) -> Faces {
    if judge_any(position).is_err() {
        return Faces::NONE;
    }
    let open = Faces::of(&position.hand) - closed(position);
    match position.board.turn.drawn {
        Drawn::Discards(card) if duties::is_taken_card(position, card) => open - Faces::only(card),
        _ => open,
    }
}

/// The wild cards that may not be discarded from this hand.
#[inline]
fn closed(position: &Position<'_>) -> Faces {
    let wilds = position.deal.melds.wilds();
    match position.rules.set.choices.discarding.wilds {
        WildDiscards::Allowed => Faces::NONE,
        _ if position.deal.uses_no_wilds() => Faces::NONE,
        WildDiscards::OnlyWildsLeft if (Faces::of(&position.hand) - wilds).is_empty() => {
            Faces::NONE
        }
        WildDiscards::Refused | WildDiscards::OnlyWildsLeft => wilds,
    }
}

/// Validates a discard by its card alone.
fn judge_card(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    if closed(position).has(card) {
        return Err(Refusal::DiscardWild);
    }
    if duties::is_taken_card(position, card) {
        return Err(Refusal::DiscardTakenCard);
    }
    Ok(())
}

/// Returns `true` if no card of the hand may be discarded and at least one is a wild card that is
/// barred. (A card taken from the discards may be barred, too.)
fn holds_no_discard(position: &Position<'_>) -> bool {
    let refused = |(card, _)| judge_card(position, card).err();
    position.rules.set.choices.discarding.wilds != WildDiscards::Allowed
        && position.hand.iter_counts().map(refused).any(|why| why == Some(Refusal::DiscardWild))
        && position.hand.iter_counts().map(refused).all(|why| why.is_some())
}

/// Validates ending the turn without a discard, except for the duty to lay down: only if none of
/// the remaining cards may be discarded, or there are no discards.
pub(crate) fn judge_keep(position: &Position<'_>) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    if turn.owed.is_some() {
        return Err(Refusal::TakeUseFirst);
    }
    if !turn.freed.is_empty() {
        return Err(Refusal::KeepFreedWild);
    }
    if laying_down::must_go_out(position) {
        return Err(Refusal::DownSameTurn);
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
