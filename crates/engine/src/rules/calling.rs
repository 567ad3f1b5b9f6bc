//! The Shanghai call: another seat calls a discard that fits a meld and adds it. In return,
//! depending on the rules, the discarding seat picks a blind card from the caller's hand.
//!
//! Clauses: SHANG-12, SHANG-20..29, TAHE-06, R500-V07..V08.

use upcard_cards::{Card, End};

use crate::choices::CallPrice;
use crate::compile::Rules;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::rules::laying_off::{Misfit, placed};
use crate::seat::Seat;
use crate::table::{MeldId, Table};
use crate::view::View;

/// Returns `true` if discards can be called in this game, which may lead to blind picks.
pub(crate) fn allowed(rules: &Rules) -> bool {
    rules.set.choices.shanghai.allowed
}

/// Returns `true` if the discarding seat picks a blind card from the caller's hand.
pub(crate) fn costs_a_card(rules: &Rules) -> bool {
    rules.set.choices.shanghai.price == CallPrice::BlindCard
}

/// Returns `true` if this card fits a meld on the table.
pub(crate) fn fits_somewhere(table: &Table, rules: &Rules, card: Card) -> bool {
    let melds = &table.deal_rules(rules).melds;
    table.melds.iter().any(|m| m.meld.fit(card, melds).any())
}

/// Validates protecting a discard by calling it oneself: it must fit a meld.
pub(crate) fn judge_protected(view: &View<'_>, card: Card) -> Result<(), Refusal> {
    if !allowed(view.rules) || !costs_a_card(view.rules) {
        return Err(Refusal::DiscardNoShanghai);
    }
    if !fits_somewhere(view.table, view.rules, card) {
        return Err(Refusal::DiscardFitsNowhere);
    }
    Ok(())
}

/// Validates a call: the upcard must fit the meld.
pub(crate) fn judge(view: &View<'_>, id: MeldId, end: Option<End>) -> Result<Move, Refusal> {
    let (_, target) = view.table.meld(id).ok_or(Refusal::CallNoSuchMeld)?;
    let card = view.table.upcard().ok_or(Refusal::CallDoesNotFit)?;
    match placed(&target.meld, card, end, &view.table.deal_rules(view.rules).melds) {
        Ok((end, _)) => Ok(Move::Call { meld: id, end }),
        Err(Misfit::WhichEnd) => Err(Refusal::CallWhichEnd),
        Err(Misfit::Nowhere | Misfit::Meld(_)) => Err(Refusal::CallDoesNotFit),
    }
}

/// Validates the blind pick from the caller's hand.
pub(crate) fn judge_pick(view: &View<'_>, caller: Seat, place: u8) -> Result<Move, Refusal> {
    if (1..=view.table.seats[caller.index()].count).contains(&place) {
        Ok(Move::Pick(place))
    } else {
        Err(Refusal::PickRange)
    }
}
