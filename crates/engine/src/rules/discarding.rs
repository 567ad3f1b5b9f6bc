//! The discard that ends a turn, and keeping the last card where it may not be discarded.
//!
//! Clauses: S000-27, S000-44..45, X-02, S001-36..37, S002-22, S002-32, S002-42..43, BASIC-15,
//! BASIC-22, BASIC-25, PAGAT-CR-27..28, PAGAT-CR-46, SHANG-20, TAHE-03, PROG-39..40.

use upcard_cards::Card;

use crate::choices::LastCard;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::rules::{calling, finishing, laying_down};
use crate::view::{Spot, View};

/// Judges a discard.
pub(crate) fn judge(view: &View<'_>, card: Card, shanghai: bool) -> Result<Move, Refusal> {
    let spot = &view.spot();
    if !spot.hand.has(card) {
        return Err(Refusal::DiscardNotInHand);
    }
    if !spot.turn.freed.is_empty() {
        return Err(Refusal::DiscardFreedWild);
    }
    if spot.deal.no_discard {
        return Err(Refusal::DiscardNoDiscard);
    }
    if spot.hand.len() == 1 {
        if !spot.seat.may_go_out(spot.rules) {
            return Err(Refusal::DiscardContractUnmet);
        }
        if spot.deal.last_card == LastCard::Forbidden {
            return Err(Refusal::DiscardLastCard);
        }
    }
    if finishing::taken_ban(spot, card) {
        return Err(Refusal::DiscardTakenCard);
    }
    if laying_down::must(spot) {
        return Err(Refusal::DiscardMustLayDown);
    }
    if shanghai {
        if !calling::allowed(spot.rules) {
            return Err(Refusal::DiscardNoShanghai);
        }
        if !calling::fits_somewhere(view.table, view.rules, card) {
            return Err(Refusal::DiscardFitsNowhere);
        }
    }
    Ok(Move::Discard { card, shanghai })
}

/// Judges ending the turn without a discard: only where the one card left may not be discarded,
/// or nobody discards.
pub(crate) fn judge_keep(spot: &Spot<'_>) -> Result<Move, Refusal> {
    if !spot.turn.freed.is_empty() {
        return Err(Refusal::KeepFreedWild);
    }
    let stuck = spot.hand.len() == 1
        && (spot.deal.last_card == LastCard::Forbidden || !spot.seat.may_go_out(spot.rules));
    if !stuck && !spot.deal.no_discard {
        return Err(Refusal::KeepNotAllowed);
    }
    if laying_down::must(spot) {
        return Err(Refusal::DiscardMustLayDown);
    }
    Ok(Move::Keep)
}
