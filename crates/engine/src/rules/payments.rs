//! What is paid for how a deal was won, deal by deal.
//!
//! Clauses: X-12, K40-14, K40-18.

use crate::choices::{LastCard, Money};
use crate::compile::Rules;
use crate::event::Ending;
use crate::rules::declaring;
use crate::seat::Seat;
use crate::table::Table;

/// Has the winner gone out with the whole hand in one turn, having had nothing on the table before?
/// Where the last card need not be discarded, it must go by melds and lay-offs alone.
pub(crate) fn is_whole_hand(
    table: &Table,
    rules: &Rules,
    winner: Option<Seat>,
    how: Ending,
) -> bool {
    let Some(winner) = winner.filter(|&seat| seat == table.turn.seat) else { return false };
    let state = &table.seats[winner.index()];
    let threw_it =
        how == Ending::Discarded && rules.deal(state.contract).last_card == LastCard::Optional;
    table.turn.fresh && state.count == 0 && !threw_it
}

/// What each seat is paid for how the deal was won, or pays, below zero: whoever goes out collects from
/// each of the others who was dealt cards, and more where the whole hand went in one turn.
pub(crate) fn of_deal(
    table: &Table,
    rules: &Rules,
    winner: Option<Seat>,
    how: Ending,
    whole: bool,
) -> Vec<i64> {
    let choices = &rules.set.choices.settling;
    let mut paid = vec![0; usize::from(table.players)];
    let out = matches!(
        how,
        Ending::Played | Ending::Discarded | Ending::ContractComplete | Ending::Declared
    );
    let Some(winner) = winner.filter(|_| out && choices.money != Money::None) else { return paid };
    // A hand that is declared is a whole one each time.
    let priced = choices.whole_hand > 0 && !declaring::hidden(rules);
    let units = if priced && whole { choices.whole_hand } else { choices.out };
    let each = i64::from(units) * i64::from(choices.unit);
    let others = Seat::all(table.players).filter(|&seat| seat != winner && table.was_dealt(seat));
    for seat in others {
        paid[seat.index()] -= each;
        paid[winner.index()] += each;
    }
    paid
}
