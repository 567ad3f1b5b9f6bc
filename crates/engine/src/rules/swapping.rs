//! Swapping: taking a wild card by putting the natural card in its place.
//!
//! Clauses: S000-29..32, S001-42..44, S002-36..39, BASIC-V07, PAGAT-CR-45..47, MAYI-05, SHANG-30,
//! EVEL-18, PROG-37.

use upcard_cards::{Card, End, Meld, SUITS};

use crate::choices::{SwapFrom, SwapWhere, SwapWho};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::duties;
use crate::table::{Down, MeldId, TableMeld};

/// Checks whether this seat may take wild cards at all now.
#[inline]
pub(crate) fn allowed(position: &Position<'_>) -> Result<(), Refusal> {
    let choices = &position.rules.set.choices.swapping;
    if choices.who == SwapWho::Nobody {
        return Err(Refusal::SwapNotAllowed);
    }
    match (choices.from, position.board.seat.opened(position.rules)) {
        (SwapFrom::AnyTime, _)
        | (SwapFrom::Contract, Down::Now | Down::Earlier)
        | (SwapFrom::NextTurn, Down::Earlier) => Ok(()),
        (SwapFrom::Contract | SwapFrom::NextTurn, Down::No) => Err(Refusal::SwapNeedsContract),
        (SwapFrom::NextTurn, Down::Now) => Err(Refusal::SwapNextTurn),
    }
}

/// Checks whether wild cards may be taken from this meld now, regardless of the natural.
pub(crate) fn judge_meld(position: &Position<'_>, target: &TableMeld) -> Result<(), Refusal> {
    let choices = &position.rules.set.choices.swapping;
    if choices.who == SwapWho::Others && target.owner == position.me {
        return Err(Refusal::SwapOwnMeld);
    }
    let turn = &position.board.turn;
    if turn.freed_of.is_some_and(|owner| owner != target.owner) && !turn.freed.is_empty() {
        return Err(Refusal::SwapFreedFirst);
    }
    let run = matches!(target.meld, Meld::Run(_));
    match choices.place {
        SwapWhere::Runs if !run => return Err(Refusal::SwapKind),
        SwapWhere::Sets if run => return Err(Refusal::SwapKind),
        SwapWhere::Any | SwapWhere::Runs | SwapWhere::Sets => {}
    }
    let distinct = position.deal.melds.distinct_suits;
    if choices.full_sets && !run && distinct && target.meld.size() < SUITS.len() {
        return Err(Refusal::SwapFullSet);
    }
    Ok(())
}

/// Validates a swap, except for whether the turn can be ended afterwards.
pub(crate) fn judge(
    position: &Position<'_>,
    id: MeldId,
    card: Card,
    wild: Option<Card>,
    end: Option<End>,
) -> Result<Move, Refusal> {
    allowed(position)?;
    let found = position.board.melds.iter().enumerate().find(|(_, m)| m.id == id);
    let (index, target) = found.ok_or(Refusal::SwapNoSuchMeld)?;
    if !position.hand.has(card) {
        return Err(Refusal::SwapNotInHand);
    }
    duties::judge_new_meld(position, card)?;
    judge_meld(position, target)?;
    let rules = &position.deal.melds;
    let run = matches!(target.meld, Meld::Run(_));
    let mut places = target.meld.wilds_for(card, rules);
    places.retain(|(_, found)| wild.is_none_or(|w| w == *found));
    let (slot, wild) = match (places.as_slice(), end) {
        ([], _) => return Err(Refusal::SwapNoWild),
        ([one], _) => *one,
        (several, Some(End::Low)) if run => several[0],
        (several, Some(End::High)) if run => several[several.len() - 1],
        _ => return Err(Refusal::SwapWhich),
    };
    let now = target
        .meld
        .swapped(card, slot, wild, rules)
        .map_err(|error| Refusal::Meld(MeldPlace::Swap, error))?;
    Ok(Move::Swap { index, card, wild, now })
}
